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

from .hooks import READS as _READS

_above = _os_path.dirname(__path__[0])
if _os_path.isfile(_os_path.join(_above, "pyproject.toml")):  # a clone: map, solver and cases lie beside this folder
    __path__.append(_above)

from .map.values import Picture as _Picture  # noqa: E402 - found there only now

if _typing.TYPE_CHECKING:  # with "as", checkers take a name as offered here
    # isort: off
    from .cases.case import CaseError as CaseError
    from .cases.checking import check as check, legal_orders as legal_orders
    from .cases.origins import SourceError as SourceError, adjudicate as adjudicate, read as read
    from .map import (
        ARMY as ARMY,
        FLEET as FLEET,
        Board as Board,
        BoardError as BoardError,
        Dislodged as Dislodged,
        Phase as Phase,
        PhaseType as PhaseType,
        Position as Position,
        PositionError as PositionError,
        StandoffError as StandoffError,
        Unit as Unit,
        UnitType as UnitType,
        UnknownNameError as UnknownNameError,
        WrongTypeError as WrongTypeError,
        load_board as load_board,
        starting_position as starting_position,
    )
    from .pictures import Drawing as Drawing, PictureError as PictureError, draw as draw
    from .searches.ask import find as find
    from .searches.entries import FoundTurn as FoundTurn
    from .searches.found import Found as Found
    from .searches.forcing import Forced as Forced, force as force
    from .solver import (
        Build as Build,
        Convoy as Convoy,
        Disband as Disband,
        Hold as Hold,
        Move as Move,
        Order as Order,
        OrderError as OrderError,
        OrderResult as OrderResult,
        Outcome as Outcome,
        ParadoxKind as ParadoxKind,
        Reason as Reason,
        Retreat as Retreat,
        Rulebook as Rulebook,
        RulebookError as RulebookError,
        Support as Support,
        Unclear as Unclear,
        UnitName as UnitName,
        Waive as Waive,
        rulebook as rulebook,
    )
    from .turn.checking import CheckedOrder as CheckedOrder, CheckedOrders as CheckedOrders, Verdict as Verdict
    from .turn.comparison import TurnComparison as TurnComparison
    from .turn.resolutions import OpenSet as OpenSet, TurnResolutions as TurnResolutions
    from .turn.result import (
        ExplanationText as ExplanationText,
        NotInTurnError as NotInTurnError,
        ParadoxResult as ParadoxResult,
        Result as Result,
    )
    from .turn.turn import PhaseError as PhaseError, Turn as Turn
    # isort: on

    __all__: list[str]
    __version__: str

_WHERE = {
    ".cases.case": "CaseError",
    ".cases.checking": "check legal_orders",
    ".searches.ask": "find",
    ".searches.entries": "FoundTurn",
    ".searches.found": "Found",
    ".searches.forcing": "Forced force",
    ".cases.origins": "SourceError adjudicate read",
    ".pictures": "Drawing PictureError draw",
    ".turn.checking": "CheckedOrder CheckedOrders Verdict",
    ".turn.comparison": "TurnComparison",
    ".turn.resolutions": "OpenSet TurnResolutions",
    ".turn.result": "ExplanationText NotInTurnError ParadoxResult Result",
    ".turn.turn": "PhaseError Turn",
    ".map": "ARMY FLEET Board BoardError Dislodged Phase PhaseType Position PositionError StandoffError Unit UnitType "
    "UnknownNameError WrongTypeError load_board starting_position",
    ".solver": "Build Convoy Disband Hold Move Order OrderError OrderResult Outcome ParadoxKind Reason Retreat "
    "Rulebook RulebookError Support Unclear UnitName Waive rulebook",
}
"""Each module, and what of it is offered here."""
_MODULE = {name: module for module, names in _WHERE.items() for name in names.split()}
_OFFERED = sorted(_MODULE, key=lambda name: (not name.isupper(), name))


def _value_drawn(value: _typing.Any) -> str:
    return _import_module(".pictures.notebook", __name__).inline(value)


def _orders_read(*given: _typing.Any) -> _typing.Any:
    return _import_module(".cases.origins", __name__).orders_in(*given)


def _following_read(*given: _typing.Any) -> _typing.Any:
    return _import_module(".cases.origins", __name__).following_turn(*given)


_READS.update(orders=_orders_read, following=_following_read)
_Picture.drawn = staticmethod(_value_drawn)


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("standoff")
    if name not in _MODULE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        value = getattr(_import_module(_MODULE[name], __name__), name)
    except ModuleNotFoundError as fault:
        if fault.name not in ("numpy", "numba"):
            raise
        from .map.errors import install_command

        raise ImportError(f"standoff.{name} needs the extra: {install_command('fast')} ({fault})") from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return [*_OFFERED, "__version__"]


_OF_THE_EXTRA = (".searches.ask", ".searches.entries", ".searches.found", ".searches.forcing")


class _FrontDoor(_ModuleType):
    """The front door as a module, which offers to `from standoff import *` what is there."""

    @property
    def __all__(self) -> list[str]:  # what `from standoff import *` takes: without the extra, what works without it
        from importlib.util import find_spec

        left_out = () if find_spec("numpy") and find_spec("numba") else _OF_THE_EXTRA
        return [name for name in _OFFERED if _MODULE[name] not in left_out]


_sys.modules[__name__].__class__ = _FrontDoor
