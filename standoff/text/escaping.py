"""Safe output of untrusted text: characters that control a terminal or change text direction become visible.

They are written as JSON escapes, so that escaped JSON keeps its meaning.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, TextIO, cast

_UNSEEN = (
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # control characters, except tabs and line ends
    r"\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f"  # marks of direction, and characters without width
    r"\u2028\u2029\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]|\r(?!\n)"
)
_ASCII_CONTROLS = bytes([*range(9), *range(11, 32), 127])


def visible(text: str) -> str:
    r"""Return `text` with control characters, marks of direction and other invisible characters as escapes.

    >>> print(visible("A PAR\x1b[2J - \u202eRUB"))
    A PAR\u001b[2J - \u202eRUB
    """
    if text.isascii() and len(text.encode().translate(None, _ASCII_CONTROLS)) == len(text):
        return text  # nearly always; a pattern takes ten times as long
    return re.sub(_UNSEEN, _escaped, text)


def _escaped(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join([f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2)])


def all_visible(value: Any) -> Any:
    r"""Return a JSON value with `visible` applied to all its texts.

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
        unfiltered: The stream itself, for trusted text, for example standoff's own colors.
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
    """Pass all output in the context through `visible`."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast(TextIO, stream and _Stream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def unfiltered(stream: TextIO) -> TextIO:
    """Return the stream for text that has already passed through `visible` and may have colors."""
    return stream.unfiltered if isinstance(stream, _Stream) else stream
