"""Parts of Markdown pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Return a table; whole numbers get commas between thousands, other values stay as they are.

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
    """Return the name of a heading as the target of a link.

    >>> anchor("Move: bounces; there goes")
    'move-bounces-there-goes'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def slug(name: str) -> str:
    """Return `name` as a valid file name.

    >>> slug("Move: bounces; there goes")
    'move-bounces-there-goes'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:80].strip("-") or "difference"


def distinct(words: Iterable[str], mark: str, second: int) -> Sequence[str]:
    """Return the words; repeated ones get a number behind `mark`, starting with `second`.

    >>> distinct(["a", "b", "a"], "-", 1)
    ['a', 'b', 'a-1']
    """
    counts: Counter[str] = Counter()
    different: list[str] = []
    for word in words:
        different.append(f"{word}{mark}{second - 1 + counts[word]}" if counts[word] else word)
        counts[word] += 1
    return different
