"""The code that answers lines: the version of standoff, and a digest of the code loaded in this process."""

from __future__ import annotations

from importlib.metadata import version

from ..work import digest_of_packages

_PACKAGES = ("map", "solver", "text", "turn", "work", "lines")
"""The packages that answers depend on."""


def code_of_lines() -> str:
    """Return a digest of the code and data that answer lines, taken at the first call in a process.

    >>> len(code_of_lines())
    16
    """
    return digest_of_packages(*_PACKAGES)


def standoff_here() -> str:
    """Return a description of the standoff in this process; it is equal for equal code."""
    return f"standoff {version('standoff')}, code {code_of_lines()}"
