"""Tables and paragraphs wrapped to the width of the terminal; unwrapped without a terminal.

Lines break between words, but not within names: blanks in names are no-break spaces until the line is printed.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import repeat

import click

from ..map import Board
from .escaping import unfiltered, visible

KEEP = "\N{NO-BREAK SPACE}"
_ID = r"[A-Z][A-Z0-9]+(?:/[A-Z]{2})?"
_ORDER = rf"\b[AF] {_ID}(?: (?:-|[A-Z]|{_ID})(?![\w/]))*"
_OTHER_BLANKS = r"[\t\n\x0b\x0c\r]|\s$"  # blanks that wrapping replaces or drops
_NARROWEST = 28  # columns for the last cell of a row
_WIDEST = 10_000  # columns; cells are filled up with blanks

Cell = tuple[str, str]
"""A text, and a style: names of colors and ``bold`` or ``dim``."""


def width_columns() -> int | None:
    """Return the width of the terminal, or ``COLUMNS`` if that is set (20 to 10,000); None without a terminal."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal():
        return _WIDEST if len(columns) > len(str(_WIDEST)) else min(max(int(columns), 20), _WIDEST)
    stdout = sys.stdout
    if stdout is None or not stdout.isatty():  # pyright: ignore[reportUnnecessaryComparison]
        return None
    import shutil

    return max(shutil.get_terminal_size((80, 24)).columns, 20)


def kept_together(text: str, board: Board, language: str) -> str:
    """Return `text` with no-break spaces in names of several words."""
    if language == "en":
        return text  # orders in the short notation are kept together anywhere
    for name, joined in _long_names(board, language):
        if name in text:
            text = text.replace(name, joined)
    return text


@lru_cache(maxsize=100)
def _long_names(board: Board, language: str) -> list[tuple[str, str]]:
    """Return the names of locations of several words, with blanks and with no-break spaces."""
    names = [board.names.name(place, language) for place in board.location_number]
    return [(name, name.replace(" ", KEEP)) for name in names if " " in name]


def wrapped(text: str, width: int | None, indent: str = "") -> list[str]:
    """Return a paragraph as lines, the second and later ones indented by `indent`.

    >>> wrapped("an order that is long", 14, "  ")
    ['an order that', '  is long']
    """
    if width is None or (len(text) <= width and not re.search(_OTHER_BLANKS, text)):
        return [text]
    import textwrap

    text = re.sub(_ORDER, lambda order: order[0].replace(" ", KEEP), text)
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, drop_whitespace=True
    ) or [""]


class Terminal:
    """Prints paragraphs and tables to standard output.

    Args:
        width: The width in columns (default: `width_columns`).
        at_once: True to print only on `flush`.
    """

    def __init__(self, width: int | None = None, *, at_once: bool = False) -> None:
        self.width = width_columns() if width is None else width
        self._at_once = at_once
        self._lines: list[str] = []

    def flush(self) -> None:
        """Print everything not printed yet."""
        if self._lines:
            color = False if _plainly() else None
            click.echo("\n".join(self._lines).replace(KEEP, " "), file=unfiltered(sys.stdout), color=color)
            self._lines.clear()

    def _print_wrapped(self, lines: Iterable[str]) -> None:
        self._lines.extend(lines)
        if not self._at_once:
            self.flush()

    def print(self, text: str, style: str = "") -> None:
        """Print a paragraph; each of its lines is wrapped separately, with continuation lines further indented."""
        for line in visible(text).split("\n"):
            indent = " " * (len(line) - len(line.lstrip()) + 4)
            self._print_wrapped([_styled(part, style) for part in wrapped(line, self.width, indent)])

    def table(self, rows: Iterable[Sequence[str]], styles: Iterable[Sequence[str]] | None = None) -> None:
        """Print rows of cells, headings in the first row.

        The last cell of a row is wrapped, and the widest of the others if necessary. If that is not enough, the cells
        of a row are printed below each other, without headings.

        Args:
            rows: The texts of the cells.
            styles: The style of each cell: names of colors and ``bold`` or ``dim`` (default: none).
        """
        texts = [*rows]
        if not texts:
            return
        if visible(whole := "".join(map("".join, texts))) != whole:  # all at once is much faster than cell by cell
            texts = [[visible(text) for text in row] for row in texts]
        widths = [max(map(len, column)) for column in zip(*texts, strict=True)][:-1]
        if self.width is None and not _styles_are_shown():
            line = "".join([f"%-{width + 2}s" for width in widths]) + "%s"
            self._print_wrapped([(line % (*row,)).rstrip() for row in texts])
            return
        each_style = repeat([""] * len(texts[0])) if styles is None else styles
        table = [[*zip(row, of_row, strict=True)] for row, of_row in zip(texts, each_style, strict=False)]
        if self.width is None:
            self._print_wrapped([_in_one_line(row, widths) for row in table])
            return
        if not self._fit(table, widths):
            for row in table[1:]:
                self._print_wrapped(self._stacked(row))
            return
        last = self.width - sum(widths) - 2 * len(widths)
        for row in table:
            self._print_wrapped(_in_columns(row, widths, last))

    def _fit(self, table: list[list[Cell]], widths: list[int]) -> bool:
        """Narrow the widest front column if the last one is too narrow; return whether the table fits."""
        assert self.width is not None
        lacking = sum(widths) + 2 * len(widths) + _NARROWEST - self.width
        if lacking > 0 and widths:
            widest = widths.index(max(widths))
            longest = max(len(part) for row in table for part in wrapped(row[widest][0], 1))
            widths[widest] = max(widths[widest] - lacking, longest)
            lacking = sum(widths) + 2 * len(widths) + _NARROWEST - self.width
        return lacking <= 0

    def _stacked(self, row: Sequence[Cell]) -> list[str]:
        """Return a row that does not fit: each cell on its own lines, the second and later ones indented."""
        assert self.width is not None
        lines: list[str] = []
        depth = 0
        for text, style in row:
            if text:
                width = self.width - 2 * depth
                lines += [" " * 2 * depth + _styled(part, style) for part in wrapped(text, width, "  ")]
            depth = min(depth + 1, 2)
        return lines


def _in_one_line(row: Sequence[Cell], widths: Sequence[int]) -> str:
    """Return a row without line breaks, all cells but the last padded to `widths`, with a gap of two columns."""
    front = [
        _styled(text, style) + " " * (width - len(text) + 2)
        for (text, style), width in zip(row[:-1], widths, strict=True)
    ]
    return ("".join(front) + _styled(*row[-1])).rstrip()


def _in_columns(row: Sequence[Cell], widths: Sequence[int], last: int) -> list[str]:
    """Return a row as lines: the last cell wrapped to `last`, the others to `widths`, with gaps of two columns."""
    columns = [(wrapped(text, width), width, style) for (text, style), width in zip(row, (*widths, last), strict=True)]
    lines: list[str] = []
    for number in range(max(len(parts) for parts, _, _ in columns)):
        line = ""
        for parts, width, style in columns:
            part = parts[number] if number < len(parts) else ""
            line += _styled(part, style) + " " * (width - len(part) + 2)
        lines.append(line.rstrip())
    return lines


def _styles_are_shown() -> bool:
    """Return whether standard output shows styles; otherwise `click.echo` would strip them."""
    if _plainly():
        return False
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    stdout = sys.stdout
    if stdout is None:  # pyright: ignore[reportUnnecessaryComparison]
        return False
    return stdout.isatty() or type(stdout).__module__.startswith("ipykernel.")


def _plainly() -> bool:
    """Return whether styles are off: ``NO_COLOR`` is set (no-color.org), or the terminal supports none."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"


def _styled(text: str, style: str) -> str:
    if not style or not text:
        return text
    start, end = _codes(style)
    return f"{start}{text}{end}"


@cache
def _codes(style: str) -> tuple[str, str]:
    """Return the codes that start and end a style."""
    words = style.split()
    color = next((word for word in words if word not in ("bold", "dim")), None)
    start, _, end = click.style("|", fg=color, bold="bold" in words or None, dim="dim" in words or None).partition("|")
    return start, end
