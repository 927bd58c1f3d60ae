"""Adjudicate the board game Diplomacy: solve a turn, say why, and show its paradoxes.

>>> turn = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR")
>>> result = turn.adjudicate("1982")
>>> result["PAR"].outcome, result.contested
(Outcome.BOUNCES, frozenset({'BUR'}))

What is offered here is loaded when it is first used.
"""

import os.path as _os_path
import sys as _sys
import typing as _typing
from importlib import import_module as _import_module
from types import ModuleType as _ModuleType

from .hooks import DRAWS as _DRAWS
from .hooks import READS as _READS

_above = _os_path.dirname(__path__[0])
if _os_path.isfile(_os_path.join(_above, "pyproject.toml")):  # a clone: map, solver and cases lie beside this folder
    __path__.append(_above)

if _typing.TYPE_CHECKING:
    from .cases.case import CaseError
    from .cases.checking import check, legal_orders
    from .cases.origins import SourceError, adjudicate, read
    from .map import (
        ARMY,
        FLEET,
        Board,
        BoardError,
        Dislodged,
        Phase,
        PhaseType,
        Position,
        PositionError,
        StandoffError,
        Unit,
        UnitType,
        UnknownNameError,
        WrongTypeError,
        load_board,
        starting_position,
    )
    from .pictures import Drawing, PictureError, draw
    from .searches.ask import find
    from .searches.finding import Found, FoundTurn
    from .searches.forcing import Forced, force
    from .solver import (
        Build,
        Convoy,
        Disband,
        Hold,
        Move,
        Order,
        OrderError,
        OrderResult,
        Outcome,
        ParadoxKind,
        Reason,
        Retreat,
        Rulebook,
        RulebookError,
        Support,
        Unclear,
        UnitName,
        Waive,
        rulebook,
    )
    from .turn.checking import CheckedOrder, CheckedOrders, Verdict
    from .turn.result import (
        ExplanationText,
        NotInTurnError,
        OpenSet,
        ParadoxResult,
        Result,
        TurnResolutions,
    )
    from .turn.turn import PhaseError, Turn

    __version__: str

_WHERE = {
    ".cases.case": "CaseError",
    ".cases.checking": "check legal_orders",
    ".searches.ask": "find",
    ".searches.finding": "Found FoundTurn",
    ".searches.forcing": "Forced force",
    ".cases.origins": "SourceError adjudicate read",
    ".pictures": "Drawing PictureError draw",
    ".turn.checking": "CheckedOrder CheckedOrders Verdict",
    ".turn.result": "ExplanationText NotInTurnError OpenSet ParadoxResult Result TurnResolutions",
    ".turn.turn": "PhaseError Turn",
    ".map": "ARMY FLEET Board BoardError Dislodged Phase PhaseType Position PositionError StandoffError Unit UnitType "
    "UnknownNameError WrongTypeError load_board starting_position",
    ".solver": "Build Convoy Disband Hold Move Order OrderError OrderResult Outcome ParadoxKind Reason Retreat "
    "Rulebook RulebookError Support Unclear UnitName Waive rulebook",
}
"""Each module, and what of it is offered here."""
_MODULE = {name: module for module, names in _WHERE.items() for name in names.split()}

__all__ = [
    "ARMY",
    "FLEET",
    "Board",
    "BoardError",
    "Build",
    "CaseError",
    "CheckedOrder",
    "CheckedOrders",
    "Convoy",
    "Disband",
    "Dislodged",
    "Drawing",
    "ExplanationText",
    "Forced",
    "Found",
    "FoundTurn",
    "Hold",
    "Move",
    "NotInTurnError",
    "OpenSet",
    "Order",
    "OrderError",
    "OrderResult",
    "Outcome",
    "ParadoxKind",
    "ParadoxResult",
    "Phase",
    "PhaseError",
    "PhaseType",
    "PictureError",
    "Position",
    "PositionError",
    "Reason",
    "Result",
    "Retreat",
    "Rulebook",
    "RulebookError",
    "SourceError",
    "StandoffError",
    "Support",
    "Turn",
    "TurnResolutions",
    "Unclear",
    "Unit",
    "UnitName",
    "UnitType",
    "UnknownNameError",
    "Verdict",
    "Waive",
    "WrongTypeError",
    "adjudicate",
    "check",
    "draw",
    "find",
    "force",
    "legal_orders",
    "load_board",
    "read",
    "rulebook",
    "starting_position",
]


def _value_drawn(value: _typing.Any) -> str:
    return _import_module(".pictures.notebook", __name__).inline(value)


def _dependencies_drawn(resolutions: _typing.Any, component: _typing.Any) -> str:
    return f"{_import_module('.pictures.dependencies', __name__).draw_dependencies(resolutions, component).svg}\n"


def _orders_read(*given: _typing.Any) -> _typing.Any:
    return _import_module(".cases.origins", __name__).orders_in(*given)


def _following_read(*given: _typing.Any) -> _typing.Any:
    return _import_module(".cases.origins", __name__).following_turn(*given)


_READS.update(orders=_orders_read, following=_following_read)
_DRAWS.update(value=_value_drawn, dependencies=_dependencies_drawn)


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("standoff")
    if name not in _MODULE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        found = getattr(_import_module(_MODULE[name], __name__), name)
    except ModuleNotFoundError as fault:
        if fault.name not in ("numpy", "numba"):
            raise
        from .map.errors import install_command

        raise ImportError(f"standoff.{name} needs the extra: {install_command('fast')} ({fault})") from None
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


_OF_THE_EXTRA = (".searches.ask", ".searches.finding", ".searches.forcing")


class _FrontDoor(_ModuleType):
    """The front door as a module, which offers to `from standoff import *` what is there."""

    @property
    def __all__(self) -> list[str]:  # what `from standoff import *` takes: without the extra, what works without it
        from importlib.util import find_spec

        offered: list[str] = self.__dict__["__all__"]
        if find_spec("numpy") and find_spec("numba"):
            return offered
        return [name for name in offered if _MODULE[name] not in _OF_THE_EXTRA]


_sys.modules[__name__].__class__ = _FrontDoor
