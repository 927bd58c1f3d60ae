"""The case library, and how its cases are named."""

from __future__ import annotations

from collections.abc import Iterator

from .case import Case
from .read import read_cases


def library(pattern: str | None = None) -> Iterator[Case]:
    """Yield the cases of the library whose id or title contains `pattern` (or matches it, with `*` and `?`)."""
    from fnmatch import fnmatchcase
    from importlib import resources

    folder = resources.files("standoff.cases") / "library"
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not entry.name.endswith(".txt"):
            continue
        for case in read_cases(entry.read_text(encoding="utf-8"), entry.name):
            if pattern is None:
                yield case
                continue
            wanted = pattern.casefold()
            if any(c in wanted for c in "*?["):
                if fnmatchcase(case.id.casefold(), wanted):
                    yield case
            elif wanted in case.id.casefold() or wanted in case.title.casefold():
                yield case
