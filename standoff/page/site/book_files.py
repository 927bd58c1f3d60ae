"""Writing the site: the pages of all cases, on all cores."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from ...cases.case import Case, CaseError
from ...cases.catalog import library
from ...searches.atlas_book import atlas
from ...text.html import file
from ...work.whole_files import write_whole
from ...work.workers import Stop, over_blocks
from .atlas_pages import atlas_page, entry_file, entry_page
from .pages import (
    ParadoxSection,
    case_page,
    entry_of,
    index_page,
    options_page,
    paradox_section,
    paradoxes_page,
)

_BLOCK = 12
"""A process is given at most this many cases at once."""


def write_book(folder: str, pattern: str | None = None, *, jobs: int | None = None, site: bool = False) -> int:
    """Write the site of the case library, and of the atlas of paradoxes, into a folder.

    Args:
        folder: Where to write; created if it does not exist. Files of the same names are replaced, others stay.
        pattern: Only the cases whose id or title contains it, and no atlas; None for all.
        jobs: How many processes; as many as there are cores if left out.
        site: True if the page to try turns on lies above the folder: then everything opens there.

    Returns:
        How many cases there are in it.

    Raises:
        CaseError: No case matches, or the folder cannot be written.
    """
    cases = list(library(pattern))
    if not cases:
        raise CaseError(f"no case matches {pattern!r}")
    root = Path(folder)
    try:
        (root / "cases").mkdir(parents=True, exist_ok=True)
        for name in ("style.css", "book.js"):
            write_whole(root / name, file(name))
        blocks = [range(first, min(first + _BLOCK, len(cases))) for first in range(0, len(cases), _BLOCK)]
        sections: list[ParadoxSection | None] = []
        for found in over_blocks(partial(_open, folder, pattern, site), blocks, jobs=jobs):
            sections.extend(found)
        write_whole(root / "index.html", index_page(map(entry_of, cases), atlas=pattern is None, site=site))
        write_whole(root / "paradoxes.html", paradoxes_page(filter(None, sections), site=site))
        write_whole(root / "options.html", options_page(cases, site=site))
        if pattern is None:
            write_atlas(root, jobs=jobs, site=site)
    except OSError as fault:
        raise CaseError(f"{folder}: {fault.strerror}") from None
    return len(cases)


def write_atlas(root: Path, *, jobs: int | None = None, site: bool = False) -> int:
    """Write the atlas of paradoxes into the folder of the site, and return how many entries it has.

    Args:
        root: The folder.
        jobs: How many processes; as many as there are cores if left out.
        site: True if the page to try turns on lies above the book.

    Raises:
        OSError: The folder cannot be written.
    """
    (root / "atlas").mkdir(parents=True, exist_ok=True)
    kept = atlas()
    entries = [*kept.entries, *kept.rings]
    blocks = [range(first, min(first + _BLOCK, len(entries))) for first in range(0, len(entries), _BLOCK)]
    for _ in over_blocks(partial(_open_atlas, str(root / "atlas"), site), blocks, jobs=jobs):
        pass
    write_whole(root / "atlas.html", atlas_page(kept, site=site))
    return len(entries)


def _open_atlas(folder: str, site: bool, _stop: Stop) -> Callable[[range], None]:
    """Return what writes the pages of some entries, by their places."""
    kept = atlas()
    entries = [*kept.entries, *kept.rings]

    def write(places: range) -> None:
        for place in places:
            before = entries[place - 1] if place else None
            after = entries[place + 1] if place + 1 < len(entries) else None
            text = entry_page(entries[place], before, after, site=site)
            write_whole(Path(folder) / entry_file(entries[place]), text)

    return write


def _open(folder: str, pattern: str | None, site: bool, _stop: Stop) -> Callable[[range], list[ParadoxSection | None]]:
    """Return what writes the pages of some cases, by their places in the library, and gives their paradoxes."""
    cases: list[Case] = list(library(pattern))
    entries = list(map(entry_of, cases))

    def write(places: range) -> list[ParadoxSection | None]:
        sections: list[ParadoxSection | None] = []
        for place in places:
            before = entries[place - 1] if place else None
            after = entries[place + 1] if place + 1 < len(entries) else None
            text = case_page(cases[place], before, after, site=site)
            write_whole(Path(folder) / "cases" / entries[place].file, text)
            sections.append(paradox_section(cases[place]))
        return sections

    return write
