"""Tables and paragraphs as wide as the terminal; where there is none, as wide as they are, and nothing is filled up.

Lines break between words, and never within a name: blanks that belong to one are written as no-break spaces until the
line is printed.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from functools import cache

import click

from ...map import Board

KEEP = "\N{NO-BREAK SPACE}"
_ORDER = re.compile(r"\b[AF] [A-Z]{3}(?:/[A-Z]{2})?(?: (?:-|[A-Z]{1,3}(?:/[A-Z]{2})?)(?![\w/]))*")
_NARROWEST = 28  # columns for the last cell of a row

Cell = tuple[str, str]
"""A text, and a style: names of colors and ``bold`` or ``dim``."""


def width_columns() -> int | None:
    """Return how wide the terminal is; ``COLUMNS`` where that is set, None without a terminal."""
    if os.environ.get("COLUMNS", "").isdecimal():
        return max(int(os.environ["COLUMNS"]), 20)
    stdout = sys.stdout
    if stdout is None or not stdout.isatty():  # pyright: ignore[reportUnnecessaryComparison]
        return None
    return max(shutil.get_terminal_size((80, 24)).columns, 20)


def kept_together(text: str, board: Board, language: str) -> str:
    """Return `text` with the names in it that have several words so written that no line breaks within them."""
    if language == "en":
        return text  # orders in the short notation are kept together anywhere
    for place in board.location_number:
        name = board.names.name(place, language)
        if " " in name and name in text:
            text = text.replace(name, name.replace(" ", KEEP))
    return text


def wrapped(text: str, width: int | None, indent: str = "") -> list[str]:
    """Return a paragraph as lines, those after the first with `indent` in front.

    >>> wrapped("an order that is long", 14, "  ")
    ['an order that', '  is long']
    """
    if width is None:
        return [text]
    text = _ORDER.sub(lambda order: order[0].replace(" ", KEEP), text)
    return textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False, drop_whitespace=True
    ) or [""]


class Terminal:
    """Prints paragraphs and tables to standard output.

    Args:
        width: The width in columns; `width_columns` if left out.
    """

    def __init__(self, width: int | None = None) -> None:
        self.width = width_columns() if width is None else width

    def print(self, text: str, style: str = "") -> None:
        """Print a paragraph; each of its lines is wrapped by itself, further in than it begins."""
        for line in text.split("\n"):
            indent = " " * (len(line) - len(line.lstrip()) + 4)
            for part in wrapped(line, self.width, indent):
                click.echo(_styled(part, style).replace(KEEP, " "))

    def table(self, rows: Iterable[Sequence[Cell]]) -> None:
        """Print rows of cells, headings in the first.

        The last cell of a row is wrapped, and the widest of the others if need be. Where there is no room even then,
        the cells of a row stand below each other, and headings are left out.
        """
        table = [list(row) for row in rows]
        if not table:
            return
        widths = [max(len(row[column][0]) for row in table) for column in range(len(table[0]) - 1)]
        if self.width is not None and not self._fit(table, widths):
            for row in table[1:]:
                self._stacked(row)
            return
        if self.width is None:
            styled = _styles_are_shown()
            click.echo("\n".join([_in_one_line(row, widths, styled) for row in table]).replace(KEEP, " "))
            return
        room = self.width - sum(widths) - 2 * len(widths)
        for row in table:
            *front, (last, style) = row
            columns = [
                (wrapped(text, width), width, styled) for (text, styled), width in zip(front, widths, strict=True)
            ]
            columns.append((wrapped(last, room), 0, style))
            for number in range(max(len(parts) for parts, _, _ in columns)):
                line = ""
                for parts, width, styled in columns:
                    part = parts[number] if number < len(parts) else ""
                    line += _styled(part, styled) + " " * (width - len(part) + 2)
                click.echo(line.replace(KEEP, " ").rstrip())

    def _fit(self, table: list[list[Cell]], widths: list[int]) -> bool:
        """Make the widest of the front columns narrower where the last one lacks room; tell whether there is any."""
        assert self.width is not None
        lacking = sum(widths) + 2 * len(widths) + _NARROWEST - self.width
        if lacking > 0 and widths:
            widest = widths.index(max(widths))
            longest = max(len(part) for row in table for part in wrapped(row[widest][0], 1))
            widths[widest] = max(widths[widest] - lacking, longest)
            lacking = sum(widths) + 2 * len(widths) + _NARROWEST - self.width
        return lacking <= 0

    def _stacked(self, row: Sequence[Cell]) -> None:
        """Print a row that does not fit: each cell on lines of its own, the second and the later ones further in."""
        depth = 0
        for text, style in row:
            if text:
                assert self.width is not None
                room = self.width - 2 * depth
                for part in wrapped(text, room, "  "):
                    click.echo((" " * 2 * depth + _styled(part, style)).replace(KEEP, " "))
            depth = min(depth + 1, 2)


def _in_one_line(row: Sequence[Cell], widths: Sequence[int], styled: bool) -> str:
    """Return a row without line breaks, its cells but the last as wide as `widths` and a gap of two columns."""
    if not styled:
        front = [text.ljust(width + 2) for (text, _), width in zip(row[:-1], widths, strict=True)]
        return ("".join(front) + row[-1][0]).rstrip()
    front = [
        _styled(text, style) + " " * (width - len(text) + 2)
        for (text, style), width in zip(row[:-1], widths, strict=True)
    ]
    return ("".join(front) + _styled(*row[-1])).rstrip()


def _styles_are_shown() -> bool:
    """Tell whether styles may reach standard output; where they do not, `click.echo` would take them out again."""
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    stdout = sys.stdout
    if stdout is None:  # pyright: ignore[reportUnnecessaryComparison]
        return False
    return stdout.isatty() or type(stdout).__module__.startswith("ipykernel.")


def _styled(text: str, style: str) -> str:
    if not style or not text:
        return text
    start, end = _codes(style)
    return f"{start}{text}{end}"


@cache
def _codes(style: str) -> tuple[str, str]:
    """Return what starts a style, and what ends it."""
    words = style.split()
    color = next((word for word in words if word not in ("bold", "dim")), None)
    start, _, end = click.style("|", fg=color, bold="bold" in words or None, dim="dim" in words or None).partition("|")
    return start, end
