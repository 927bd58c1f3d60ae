"""Texts and tables for LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .terminal import Cell, Terminal
from .visible import visible

_SPECIAL = {
    **{letter: f"\\{letter}" for letter in "&%$#_{}"},
    "\\": "\\textbackslash{}",
    "~": "\\textasciitilde{}",
    "^": "\\textasciicircum{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    '"': "\\textquotedbl{}",
    "−": "$-$",
    "±": "$\\pm$",
}


def escaped(text: object) -> str:
    """Return a text as LaTeX prints it.

    >>> escaped("A PAR - BUR & 50 %_")
    'A PAR - BUR \\\\& 50 \\\\%\\\\_'
    """
    return "".join(_SPECIAL.get(letter, letter) for letter in visible(str(text)))


WIDE = 40
"""A column with a longer line than this is broken."""


def tabular(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table; it needs the package booktabs.

    Args:
        columns: The headings.
        rows: The cells; a cell of several lines has them one below the other.

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
        shown = " \\\\ ".join(map(escaped, lines))
        return shown if len(lines) == 1 else f"\\begin{{tabular}}[t]{{@{{}}l@{{}}}}{shown}\\end{{tabular}}"

    first, *others = (" & ".join(map(text, row)) + " \\\\" for row in table)
    kinds = "".join(share if one else "l" for one in wide)
    start, end = f"\\begin{{tabular}}{{{kinds}}}", "\\end{tabular}"
    return "\n".join((start, "\\toprule", first, "\\midrule", *others, "\\bottomrule", end))


class LatexPage(Terminal):
    """Takes what is printed on a terminal, and prints it for LaTeX: tables, and paragraphs.

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
        columns, *others = ([text for text, _ in row] for row in rows)
        self._put([tabular(columns, others), ""])
