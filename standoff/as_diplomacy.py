"""Run an unchanged program that imports `diplomacy` on standoff, without that package.

From the command line::

    python -m standoff.as_diplomacy program.py its arguments
    python -m standoff.as_diplomacy -m its.module its arguments

or by a line that runs before the program's own imports::

    import standoff.as_diplomacy

    standoff.as_diplomacy.install()
    from diplomacy.engine.game import Game  # standoff.peers.stand_ins.game.Game

`docs/python.md` lists what such a program can use, and where the answers differ from the package's.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from .map import StandoffError

_ENGINE = "game.Game game_map.Map power.Power parts.Message parts.GamePhaseData"
_OFFERED = {
    "diplomacy": _ENGINE,
    "diplomacy.engine": "",
    "diplomacy.engine.game": _ENGINE,
    "diplomacy.engine.map": "game_map.Map",
    "diplomacy.engine.message": "parts.Message parts.GLOBAL parts.SYSTEM parts.OBSERVER parts.OMNISCIENT",
    "diplomacy.engine.power": "power.Power",
    "diplomacy.engine.renderer": "game.Renderer",
    "diplomacy.utils": "",
    "diplomacy.utils.common": "parts.timestamp_microseconds",
    "diplomacy.utils.export": "export.to_saved_game_format export.from_saved_game_format export.is_valid_saved_game"
    " export.load_saved_games_from_disk export.RULES_TO_SKIP",
    "diplomacy.utils.exceptions": "parts.DiplomacyException parts.MapPowerException parts.GamePhaseException",
    "diplomacy.utils.game_phase_data": "parts.GamePhaseData",
    "diplomacy.utils.order_results": "parts.OK parts.NO_CONVOY parts.BOUNCE parts.VOID parts.CUT parts.DISLODGED"
    " parts.DISRUPTED parts.DISBAND parts.MAYBE",
    "diplomacy.utils.sorted_dict": "parts.SortedDict",
    "diplomacy.client": "",
    "diplomacy.client.connection": "parts.connect parts.Connection",
    "diplomacy.server": "",
    "diplomacy.server.server": "parts.Server",
}
"""By module of the package, the names that it offers, each after its module of the stand-in."""
_ORIGIN = "standoff"


class _Finder(MetaPathFinder, Loader):
    """Finds the modules of the package that standoff offers, and refuses the others."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if fullname in _OFFERED:
            return ModuleSpec(fullname, self, origin=_ORIGIN, is_package=True)
        if fullname.partition(".")[0] == "diplomacy":
            offered = ", ".join(_OFFERED)
            raise ImportError(f"{fullname} is not offered by standoff; offered are: {offered}", name=fullname)
        return None

    def exec_module(self, module: ModuleType) -> None:
        for ours, _, name in (each.partition(".") for each in _OFFERED[module.__name__].split()):
            setattr(module, name, getattr(import_module(f"standoff.peers.stand_ins.{ours}"), name))
        for below in _OFFERED:
            if below.rpartition(".")[0] == module.__name__:
                import_module(below)


_FINDER = _Finder()


def _is_ours(module: str) -> bool:
    spec = getattr(sys.modules.get(module), "__spec__", None)
    return spec is not None and spec.origin == _ORIGIN


def install() -> None:
    """Let `import diplomacy` find standoff from now on, in this process.

    Raises:
        StandoffError: The package has been imported already, and its classes are in use.
    """
    if "diplomacy" in sys.modules and not _is_ours("diplomacy"):
        raise StandoffError("diplomacy has been imported already; call install() before that")
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)


def uninstall() -> None:
    """Undo `install`; objects that a program has imported stay in use."""
    if _FINDER in sys.meta_path:
        sys.meta_path.remove(_FINDER)
    for name in filter(_is_ours, _OFFERED):
        del sys.modules[name]


_USAGE = "usage: python -m standoff.as_diplomacy SCRIPT [ARGUMENT]…, or -m MODULE [ARGUMENT]…"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a program on standoff.

    Args:
        arguments: The script, or "-m" and a module, and its arguments; those of the command line if left out.

    Returns:
        2 if there is no such program.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    is_module = given[:1] == ["-m"]
    program, *rest = given[1:] if is_module else given or [""]
    if not program or program.startswith("-"):
        print(_USAGE, file=sys.stderr)
        return 0 if program in ("-h", "--help") else 2
    if not (PathFinder.find_spec(program.partition(".")[0], ["", *sys.path]) if is_module else Path(program).exists()):
        print(f"Error: there is no {'module' if is_module else 'program'} {program}", file=sys.stderr)
        return 2
    install()
    sys.path[0] = "" if is_module else str(Path(program).resolve().parent)
    sys.argv = [program, *rest]
    if is_module:
        runpy.run_module(program, run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(program, run_name="__main__")
    return 0


if __name__ == "__main__":
    # under its own name, so that `import standoff.as_diplomacy` in the program finds this module
    sys.exit(import_module("standoff.as_diplomacy").main())
