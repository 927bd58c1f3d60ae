"""Adjudicate the board game Diplomacy: solve a turn, say why, and show its paradoxes.

>>> turn = read("FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR")
>>> result = turn.adjudicate("1982")
>>> result["PAR"].outcome, result.contested
(Outcome.BOUNCES, frozenset({'BUR'}))

Names are loaded on demand.
"""

# pyright: basic
import os.path as _os_path
from importlib.util import find_spec as _find_spec

_above = _os_path.dirname(__path__[0])
if _os_path.isfile(_os_path.join(_above, "pyproject.toml")):  # a clone: map, solver and cases are next to this folder
    __path__.append(_above)

from .map import Picture as _Picture, Table as _Table, attach_stub as _attach_stub  # noqa: E402 - found there only now

_offered, _, __all__ = _attach_stub(__name__, __file__)
if not (_find_spec("numpy") and _find_spec("numba")):  # `from standoff import *` must work without the extra
    __all__ = [  # pyright: ignore[reportUnsupportedDunderAll]
        name for name in __all__ if name not in ("Forced", "Found", "FoundTurn", "Line", "find", "force", "line")
    ]


def __getattr__(name: str) -> object:
    if name in ("batch", "games"):
        from importlib import import_module

        return import_module(f".{name}", __name__)
    if name == "__version__":
        from importlib.metadata import version

        return version("standoff")
    try:
        return _offered(name)
    except ModuleNotFoundError as fault:
        if fault.name not in ("numpy", "numba"):
            raise
        from .map import install_command

        raise ImportError(f"standoff.{name} needs the extra: {install_command('fast')} ({fault})") from None


def __dir__() -> list[str]:
    return [*__all__, "__version__", "batch", "games"]


def _drawn(value: _Picture) -> str:
    from .pictures import inline

    return inline(value)  # pyright: ignore[reportArgumentType]


def _written(columns: list[str], rows: list[list[str]]) -> str:
    from .text import html_filled

    return html_filled("table.html", columns=columns, rows=rows)


_Picture.drawn = staticmethod(_drawn)
_Table._written = staticmethod(_written)
