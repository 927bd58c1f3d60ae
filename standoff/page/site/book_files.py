"""Writing the case book: the pages of all cases, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from ...cases import CaseError, library
from ...searches import atlas
from ...text import html_file
from ...work import Stop, errors_as, over_blocks, write_whole
from .atlas_pages import atlas_page, entry_file, entry_page
from .pages import Values, case_page, entry_of, index_page, options_page, paradox_section, paradoxes_page

T = TypeVar("T")


def write_book(
    folder: str,
    pattern: str | None = None,
    *,
    jobs: int | None = None,
    site: tuple[str, ...] = (),
    progress: Callable[[int, int], object] | None = None,
) -> int:
    """Write the pages of the case library, and of the atlas of paradoxes, into a folder.

    Args:
        folder: The output folder; created if it does not exist. Files of the same names are replaced, others stay.
        pattern: Only the cases whose id or title contains it, and no atlas; None for all.
        jobs: The number of processes (default: one per core).
        site: What is in the folder above: nothing, or ``page``, where all turns open, perhaps ``docs``.
        progress: Called with the number of written pages of cases and the atlas, and of all.

    Returns:
        How many cases there are in it.

    Raises:
        CaseError: No case matches, or the folder is not writable.
    """
    cases = list(library(pattern))
    if not cases:
        raise CaseError(f"no case matches {pattern!r}")
    root = Path(folder)
    with errors_as(CaseError, folder):
        (root / "cases").mkdir(parents=True, exist_ok=True)
        for name in ("style.css", "book.js"):
            write_whole(root / name, html_file(name))
        kept = atlas() if pattern is None else None
        total = len(cases) + (len(kept.entries) if kept is not None else 0)

        def written(open_work: Callable[[Stop], Callable[[int], T]], count: int, before: int = 0) -> list[T]:
            pages: list[T] = []
            for page in over_blocks(open_work, range(count), jobs=jobs):
                pages.append(page)
                if progress is not None:
                    progress(before + len(pages), total)
            return pages

        sections = written(partial(_open_cases, root / "cases", pattern, site), len(cases))
        write_whole(root / "index.html", index_page(map(entry_of, cases), atlas=pattern is None, site=site))
        write_whole(root / "paradoxes.html", paradoxes_page(filter(None, sections), site=site))
        write_whole(root / "options.html", options_page(cases, site=site))
        if kept is not None:
            (root / "atlas").mkdir(exist_ok=True)
            written(partial(_open_atlas, root / "atlas", site), len(kept.entries), len(cases))
            write_whole(root / "atlas.html", atlas_page(kept, site=site))
    return len(cases)


def _neighbors_in_book(entries: Sequence[T], place: int) -> tuple[T | None, T | None]:
    """Return the entries before and after an index; None where there is none."""
    return entries[place - 1] if place else None, entries[place + 1] if place + 1 < len(entries) else None


def _open_atlas(folder: Path, site: tuple[str, ...], _stop: Stop) -> Callable[[int], None]:
    """Return a function that writes the page of an entry, by its index."""
    kept = atlas()
    entries = kept.entries

    def write(place: int) -> None:
        text = entry_page(entries[place], *_neighbors_in_book(entries, place), site=site)
        write_whole(folder / entry_file(entries[place]), text)

    return write


def _open_cases(
    folder: Path, pattern: str | None, site: tuple[str, ...], _stop: Stop
) -> Callable[[int], Values | None]:
    """Return a function that writes the page of a case, by its index, and returns its section on paradoxes."""
    cases = list(library(pattern))
    entries = list(map(entry_of, cases))

    def write(place: int) -> Values | None:
        text = case_page(cases[place], *_neighbors_in_book(entries, place), site=site)
        write_whole(folder / entries[place].file, text)
        return paradox_section(cases[place])

    return write
