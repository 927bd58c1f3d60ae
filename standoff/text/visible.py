"""What a stranger wrote, as it may be shown: what steers a terminal or turns the direction of reading is made visible.

Such letters are written as JSON escapes them, so that JSON that is treated so still says the same.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, TextIO, cast

_UNSEEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # controls, but for the tab and the ends of lines
    r"\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f"  # marks of direction, and what has no width
    r"\u2028\u2029\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]|\r(?!\n)"
)


def visible(text: str) -> str:
    r"""Return `text` with control characters, marks of direction and other letters that nobody sees as escapes.

    >>> print(visible("A PAR\x1b[2J - \u202eRUB"))
    A PAR\u001b[2J - \u202eRUB
    """
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join([f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2)])


def all_visible(value: Any) -> Any:
    r"""Return a JSON value with all its texts as `visible` returns them.

    >>> all_visible({"title": ["\x07"]})
    {'title': ['\\u0007']}
    """
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {visible(key): all_visible(part) for key, part in cast(dict[str, Any], value).items()}
    return [all_visible(part) for part in cast(list[Any], value)] if isinstance(value, list) else value


class _Stream:
    """Standard output or error: texts pass through `visible`, bytes as they are.

    Attributes:
        unfiltered: The stream itself, for what is known to be harmless, such as the colors of standoff's own.
    """

    def __init__(self, unfiltered: TextIO) -> None:
        self.unfiltered = unfiltered

    def write(self, text: str) -> int:
        return self.unfiltered.write(visible(text))

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unfiltered, name)


@contextmanager
def visible_output() -> Generator[None]:
    """Have all that is printed meanwhile pass through `visible`."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, one and _Stream(one)) for one in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def unfiltered(stream: TextIO) -> TextIO:
    """Return where a text goes that has passed through `visible` already, and was given colors."""
    return stream.unfiltered if isinstance(stream, _Stream) else stream
