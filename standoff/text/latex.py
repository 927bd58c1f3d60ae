"""Texts and tables for LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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


def tabular(columns: Sequence[str], rows: Iterable[Sequence[object]], *, last: str = "l") -> str:
    """Return a table; it needs the package booktabs.

    Args:
        columns: The headings.
        rows: The cells; a cell of several lines has them one below the other.
        last: The kind of the last column: ``p{6cm}`` breaks long texts.

    >>> print(tabular(("order", "outcome"), [("A PAR - BUR", "moves")]))
    \\\\begin{tabular}{ll}
    \\\\toprule
    order & outcome \\\\\\\\
    \\\\midrule
    A PAR - BUR & moves \\\\\\\\
    \\\\bottomrule
    \\\\end{tabular}
    """

    def cell(value: object) -> str:
        lines = str(value).split("\n")
        if len(lines) == 1:
            return escaped(value)
        return "\\begin{tabular}[t]{@{}l@{}}" + " \\\\ ".join(map(escaped, lines)) + "\\end{tabular}"

    return "\n".join(
        (
            f"\\begin{{tabular}}{{{'l' * (len(columns) - 1)}{last}}}",
            "\\toprule",
            " & ".join(map(cell, columns)) + " \\\\",
            "\\midrule",
            *(" & ".join(map(cell, row)) + " \\\\" for row in rows),
            "\\bottomrule",
            "\\end{tabular}",
        )
    )
