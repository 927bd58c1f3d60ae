"""Which code of standoff answers lines: its version, and a digest of it as this process has loaded it."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from pathlib import Path

from .. import map as _map, solver
from ..work import digest_of

_ROOMS = {
    "map": Path(str(_map.__file__)).parent,
    "solver": Path(str(solver.__file__)).parent,
    **{room: Path(__file__).parents[1] / room for room in ("text", "turn", "work", "lines")},
}
"""Everything that lines stand on: answers come from nowhere else."""

_READ = (".py", ".pyi", ".json", ".lark")


@cache
def code_of_lines() -> str:
    """Return a digest of the code and data that answer lines; of the first call in a process, when it loads them.

    >>> len(code_of_lines())
    16
    """
    return digest_of(
        (f"{room}/{file.relative_to(folder).as_posix()}", file)
        for room, folder in _ROOMS.items()
        for file in folder.rglob("*")
        if file.suffix in _READ
    )


def standoff_here() -> str:
    """Return which standoff this process runs, in words that are the same for the same code."""
    return f"standoff {version('standoff')}, code {code_of_lines()}"
