"""Which code of standoff answers lines: its version, and a digest of it as this process has loaded it."""

from __future__ import annotations

from importlib.metadata import version

from ..work import digest_of_rooms

_ROOMS = ("map", "solver", "text", "turn", "work", "lines")
"""Everything that lines stand on: answers come from nowhere else."""


def code_of_lines() -> str:
    """Return a digest of the code and data that answer lines; of the first call in a process, when it loads them.

    >>> len(code_of_lines())
    16
    """
    return digest_of_rooms(*_ROOMS)


def standoff_here() -> str:
    """Return which standoff this process runs, in words that are the same for the same code."""
    return f"standoff {version('standoff')}, code {code_of_lines()}"
