"""Texts and tables for LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..map.spelling import LATEX
from .terminal import Cell, Terminal
from .visible import visible


def escaped(text: object) -> str:
    """Return a text as LaTeX prints it.

    >>> escaped("A PAR - BUR & 50 %_")
    'A PAR - BUR \\\\& 50 \\\\%\\\\_'
    """
    return "".join(LATEX.get(letter, letter) for letter in visible(str(text)))


WIDE = 40
"""A column with a line longer than this is wrapped."""


def tabular(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; it needs the package booktabs.

    Args:
        columns: The headings.
        rows: The cells; line breaks within a cell are kept.

    >>> print(tabular(("order", "outcome"), [("A PAR - BUR", "moves")]))
    \\begin{tabular}{ll}
    \\toprule
    order & outcome \\\\
    \\midrule
    A PAR - BUR & moves \\\\
    \\bottomrule
    \\end{tabular}
    """
    table = [[str(cell).split("\n") for cell in row] for row in (columns, *rows)]
    wide = [max(len(line) for cell in column for line in cell) > WIDE for column in zip(*table, strict=True)]
    share = f"p{{{0.6 / max(1, sum(wide)):.2f}\\linewidth}}"

    def text(lines: list[str]) -> str:
        text_of_cell = " \\\\ ".join(map(escaped, lines))
        return (
            text_of_cell if len(lines) == 1 else f"\\begin{{tabular}}[t]{{@{{}}l@{{}}}}{text_of_cell}\\end{{tabular}}"
        )

    head, *body = (" & ".join(map(text, row)) + " \\\\" for row in table)
    kinds = "".join(share if is_wide else "l" for is_wide in wide)
    start, end = f"\\begin{{tabular}}{{{kinds}}}", "\\end{tabular}"
    return "\n".join((start, "\\toprule", head, "\\midrule", *body, "\\bottomrule", end))


class LatexPage(Terminal):
    """Prints the tables and paragraphs of a terminal for LaTeX.

    >>> LatexPage().print("50 %")
    50 \\%
    <BLANKLINE>
    """

    def __init__(self) -> None:
        super().__init__()
        self.width = None

    def print(self, text: str, style: str = "") -> None:
        """Print a paragraph for each line."""
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        self._put([f"{escaped(line)}\n" for line in lines])

    def table(self, rows: Iterable[Sequence[Cell]]) -> None:
        """Print a table, headings in the first row."""
        columns, *body = ([text for text, _ in row] for row in rows)
        self._put([tabular(columns, body), ""])
