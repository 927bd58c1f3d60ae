"""Parts of Markdown pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Return a table; whole numbers with commas between thousands, whatever else as it is.

    >>> print(table(("a", "b"), [(1000, "x|y")]))
    | a | b |
    |---|---|
    | 1,000 | x\|y |
    <BLANKLINE>
    """

    def cell(value: object) -> str:
        return (f"{value:,}" if isinstance(value, int) else str(value)).replace("|", "\\|")

    lines = [f"| {' | '.join(map(cell, columns))} |", "|---" * len(columns) + "|"]
    lines.extend(f"| {' | '.join(map(cell, row))} |" for row in rows)
    return "\n".join(lines) + "\n"


def block(text: str, language: str = "") -> str:
    """Return `text` as a block of code.

    >>> block("A PAR H")
    '```\\nA PAR H\\n```\\n'
    """
    return f"```{language}\n{text.rstrip()}\n```\n"


def anchor(heading: str) -> str:
    """Return the name that a heading gets as the target of a link.

    >>> anchor("Move: bounces; there goes")
    'move-bounces-there-goes'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def slug(name: str) -> str:
    """Return a name that a file can have.

    >>> slug("Move: bounces; there goes")
    'move-bounces-there-goes'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:80].strip("-") or "difference"


def distinct(words: Iterable[str], mark: str, second: int) -> Sequence[str]:
    """Return the words, those that were there before with a number behind `mark`, the first of them `second`.

    >>> distinct(["a", "b", "a"], "-", 1)
    ['a', 'b', 'a-1']
    """
    seen: Counter[str] = Counter()
    found: list[str] = []
    for word in words:
        found.append(f"{word}{mark}{second - 1 + seen[word]}" if seen[word] else word)
        seen[word] += 1
    return found
