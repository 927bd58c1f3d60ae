"""Append-only texts, as bytes of UTF-8 in arrays, and hash tables from texts to numbers.

Threads read their arrays while another thread adds to them: returned arrays are never moved or overwritten, and a
thread holds `LEARNING` while it adds texts or gets the current arrays. Needs the extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterable
from threading import RLock
from typing import Any

import numpy as np

from . import kernels
from .kernels import SLACK, Table, Texts

LEARNING = RLock()
"""The lock for adding to the texts of all threads."""


def grown(array: Any, size: int) -> Any:
    """Return `array` if it has room for `size` entries, otherwise a larger copy."""
    if size <= len(array):
        return array
    larger = np.zeros((max(size, 2 * len(array)), *array.shape[1:]), dtype=array.dtype)
    larger[: len(array)] = array
    return larger


class Pieces:
    """Texts by number, from 0.

    >>> pieces = Pieces(["a", "bc"])
    >>> pieces.append("d")
    2
    >>> texts = pieces.texts()
    >>> bytes(texts.data[: texts.start[-1]]), texts.start.tolist()
    (b'abcd', [0, 1, 3, 4])
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._new = list(texts)
        self._data, self._start = np.zeros(1024, dtype=np.uint8), np.zeros(64, dtype=np.int64)
        self._count = 0

    def __len__(self) -> int:
        """Return the number of texts."""
        return self._count + len(self._new)

    def append(self, text: str) -> int:
        """Add a text; return its number."""
        self._new.append(text)
        return len(self) - 1

    def texts(self) -> Texts:
        """Return all texts for compiled code."""
        if self._new:
            new = [text.encode() for text in self._new]
            first, count = int(self._start[self._count]), len(self)
            ends = first + np.cumsum([len(text) for text in new])
            self._data, self._start = grown(self._data, int(ends[-1]) + SLACK), grown(self._start, count + 1)
            self._data[first : ends[-1]] = np.frombuffer(b"".join(new), dtype=np.uint8)
            self._start[self._count + 1 : count + 1] = ends
            self._count = count
            self._new.clear()
        return Texts(self._data, self._start[: self._count + 1])


class TextTable:
    """Numbers by their texts.

    Args:
        numbers: The texts and their numbers.
    """

    def __init__(self, numbers: Iterable[tuple[str, int]] = ()) -> None:
        self._texts, self._new = Pieces(), list[int]()
        self._slots = np.zeros((256, 2), dtype=np.int64)
        self._value, self._entered = np.zeros(64, dtype=np.int64), 0
        for text, number in numbers:
            self.add(text, number)

    def __len__(self) -> int:
        """Return the number of texts."""
        return len(self._texts)

    def add(self, text: str, number: int) -> None:
        """Add a new text with its number."""
        self._texts.append(text)
        self._new.append(number)

    def table(self) -> Table:
        """Return all texts for compiled code."""
        texts, count = self._texts.texts(), len(self._texts)
        if self._entered < count:
            self._value = grown(self._value, count)
            self._value[self._entered : count] = self._new
            self._new.clear()
            if 2 * count > len(self._slots):
                self._slots, self._entered = np.zeros((4 << count.bit_length(), 2), dtype=np.int64), 0
            kernels.enter(self._slots, texts.data, texts.start, self._entered, count)
            self._entered = count
        return Table(self._slots, self._value, texts.data, texts.start)
