"""Parts of Markdown pages; untrusted text is escaped (`escaped`, `code`)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from .escaping import visible

_SIGNS = re.compile(
    r"[\\`*~]|(?<![^\W_])_|_(?![^\W_])"
    r"|<(?=[A-Za-z/!?])|&(?=#?\w)"  # otherwise they begin no HTML
)
_ENTITIES = {"<": "&lt;", "&": "&amp;"}  # a backslash before them is a backslash to some readers
_PLAIN_BRACKETS = re.compile(r"[^\[\]]*(?:\[[^\[\]]*\](?![(\[:])[^\[\]]*)*")


def escaped(text: object) -> str:
    r"""Return a text on one line, escaped so that Markdown shows it unchanged: no HTML, links, pictures or bold type.

    >>> print(escaped("A PAR - BUR [1]"), escaped("<script>[x](y) a < b"), escaped("# a\nb"))
    A PAR - BUR [1] &lt;script>\[x\](y) a < b \# a b
    """
    line = " ".join(visible(str(text)).split())
    line = _SIGNS.sub(lambda sign: _ENTITIES.get(sign[0], f"\\{sign[0]}"), line)
    if not _PLAIN_BRACKETS.fullmatch(line):  # perhaps a link
        line = re.sub(r"([\[\]])", r"\\\1", line)
    return f"\\{line}" if line[:1] in ("#", "+", "-", "=", ">") else line


def code(text: object) -> str:
    """Return a text on one line as code.

    >>> print(code("A PAR - BUR"), code("`<b>"))
    `A PAR - BUR` `` `<b> ``
    """
    line = " ".join(visible(str(text)).split())
    if "`" not in line:
        return f"`{line}`"
    mark = "`" * (_longest_run(line) + 1)
    return f"{mark} {line} {mark}"


def _longest_run(text: str) -> int:
    return max(map(len, re.findall("`+", text)), default=0)


def markdown_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Return a table; whole numbers get thousands separators, other values are unchanged.

    >>> print(markdown_table(("a", "b"), [(1000, "x|y")]))
    | a | b |
    |---|---|
    | 1,000 | x\|y |
    <BLANKLINE>
    """
    lines = [f"| {' | '.join(map(cell, columns))} |", "|---" * len(columns) + "|"]
    lines.extend(f"| {' | '.join(map(cell, row))} |" for row in rows)
    return "\n".join(lines) + "\n"


def cell(value: object) -> str:
    """Return a value as the text of a table cell."""
    text = f"{value:,}" if isinstance(value, int) else " ".join(str(value).split("\n"))
    return text.replace("|", "\\|")


def block(text: str, language: str = "") -> str:
    """Return `text` as a block of code with a fence that the text does not contain.

    >>> block("A PAR H")
    '```\\nA PAR H\\n```\\n'
    """
    fence = "`" * max(3, _longest_run(text) + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


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
