"""standoff under a program that says ``import diplomacy``: the program is not changed, and the package not needed.

From the command line::

    python -m standoff.as_diplomacy program.py its arguments
    python -m standoff.as_diplomacy -m its.module its arguments

or by a line that runs before the program's own imports::

    import standoff.as_diplomacy

    standoff.as_diplomacy.install()
    from diplomacy.engine.game import Game  # standoff.peers.stand_ins.game.Game

What such a program can use, and where the answers differ from the package's, says `docs/as-diplomacy.md`.
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

_HERE = "standoff.peers.stand_ins."
_CODES = "OK NO_CONVOY BOUNCE VOID CUT DISLODGED DISRUPTED DISBAND MAYBE"
_MODULES: dict[str, dict[str, str]] = {
    "diplomacy": {"game": "Game", "game_map": "Map", "power": "Power", "parts": "Message GamePhaseData"},
    "diplomacy.engine": {},
    "diplomacy.engine.game": {"game": "Game", "game_map": "Map", "power": "Power", "parts": "Message GamePhaseData"},
    "diplomacy.engine.map": {"game_map": "Map"},
    "diplomacy.engine.message": {"parts": "Message GLOBAL SYSTEM OBSERVER OMNISCIENT"},
    "diplomacy.engine.power": {"power": "Power"},
    "diplomacy.engine.renderer": {"game": "Renderer"},
    "diplomacy.utils": {},
    "diplomacy.utils.common": {"parts": "timestamp_microseconds"},
    "diplomacy.utils.export": {
        "export": "to_saved_game_format from_saved_game_format is_valid_saved_game load_saved_games_from_disk"
        " RULES_TO_SKIP"
    },
    "diplomacy.utils.exceptions": {"parts": "DiplomacyException MapPowerException GamePhaseException"},
    "diplomacy.utils.game_phase_data": {"parts": "GamePhaseData"},
    "diplomacy.utils.order_results": {"parts": _CODES},
    "diplomacy.utils.sorted_dict": {"parts": "SortedDict"},
    "diplomacy.client": {},
    "diplomacy.client.connection": {},
    "diplomacy.server": {},
    "diplomacy.server.server": {},
}
"""Each module, and what is offered in it from which of ours."""
_NETWORK = "connect Connection Server"


class _Stands(ModuleType):
    """A module that stands in for another; what it lacks, an error says."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if f"{self.__name__}.{name}" in _MODULES:
            return import_module(f"{self.__name__}.{name}")
        if name in _NETWORK.split():
            return _absent(self.__name__, name)
        raise AttributeError(f"{self.__name__}.{name} is not offered by standoff (see docs/as-diplomacy.md)")


def _absent(module: str, name: str) -> Any:
    """Return what stands for something of the network until it is called."""
    from .peers import not_offered

    def call(*_: Any, **__: Any) -> Any:
        raise not_offered(module, name)

    return call


class _Finder(MetaPathFinder, Loader):
    """Answers the imports of the package's modules."""

    def find_spec(self, fullname: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where a module comes from, None if it is none of the package's.

        Raises:
            ImportError: It is one that is not offered.
        """
        if fullname in _MODULES:
            package = any(name.startswith(f"{fullname}.") for name in _MODULES)
            return ModuleSpec(fullname, self, origin="standoff", is_package=package)
        if fullname.partition(".")[0] == "diplomacy":
            raise ImportError(
                f"{fullname} is not offered by standoff; offered are: "
                + ", ".join(_MODULES),
                name=fullname,
            )
        return None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return a module that is still empty."""
        return _Stands(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Put into a module what it offers."""
        for ours, names in _MODULES[module.__name__].items():
            there = import_module(_HERE + ours)
            for name in names.split():
                setattr(module, name, getattr(there, name))


_FINDER = _Finder()


def _is_ours(name: str) -> bool:
    return name in _MODULES and isinstance(sys.modules.get(name), _Stands)


def install() -> None:
    """Answer `import diplomacy` from now on, in this process.

    Raises:
        StandoffError: The package has been imported already, and its classes are in use.
    """
    if "diplomacy" in sys.modules and not _is_ours("diplomacy"):
        raise StandoffError("diplomacy has been imported already; call install() before that")
    if _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)


def uninstall() -> None:
    """Leave `import diplomacy` to Python again; what was imported stays in use where it is."""
    if _FINDER in sys.meta_path:
        sys.meta_path.remove(_FINDER)
    for name in [name for name in _MODULES if _is_ours(name)]:
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
    module = given[:1] == ["-m"]
    program, *rest = given[1:] if module else given or [""]
    if not program or program.startswith("-"):
        print(_USAGE, file=sys.stderr)
        return 0 if program in ("-h", "--help") else 2
    if not module and not Path(program).exists():
        print(f"Error: there is no program {program}", file=sys.stderr)
        return 2
    install()
    if module:
        sys.path[0] = ""
        if PathFinder.find_spec(program.partition(".")[0]) is None:
            print(f"Error: there is no module {program}", file=sys.stderr)
            return 2
        sys.argv = [program, *rest]
        runpy.run_module(program, run_name="__main__", alter_sys=True)
    else:
        sys.path[0] = str(Path(program).resolve().parent)
        sys.argv = [program, *rest]
        runpy.run_path(program, run_name="__main__")
    return 0


if __name__ == "__main__":
    # as a module of its own name: the program's `import standoff.as_diplomacy` must find the same finder
    sys.exit(import_module("standoff.as_diplomacy").main())
