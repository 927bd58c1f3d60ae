"""Decisions taken from bytes, so that whoever changes the bytes changes what is drawn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, TypeVar

T = TypeVar("T")

VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2**63, 10**400, 1.5, float("nan"), "", "A PAR", "A PAR - BUR", "F STP/SC", "FRANCE"),
    *("2023", "start", "6.F.14", "S1901M", "standard", "movement", "\0", "\ud800", "é", "x" * 5000, "-" * 300, "((((("),
    *("standard S1901M FRANCE:APAR", "..", "NUL", [], {}, [[]], [None], ["A PAR"], {"": ""}, {"FRANCE": ["A PAR"]}),
    *({"FRANCE": None}, {"FRANCE": [1]}, {1: 2}, [["A PAR"]], {"FRANCE": "A PAR - BUR"}),
)
"""What stands where something else is expected."""


class Choices:
    """Decisions, each taken from the next two bytes; where there are none left, the first of what can be chosen.

    >>> Choices(bytes([1, 0, 2, 0])).one_of("abc"), Choices(b"").one_of("abc")
    ('b', 'a')
    """

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def __bool__(self) -> bool:
        return self._at < len(self._data)

    def below(self, most: int) -> int:
        """Return a number from 0 to `most` - 1."""
        taken = self._data[self._at : self._at + 2]
        self._at += 2
        return int.from_bytes(taken, "little") % most

    def one_of(self, values: Sequence[T]) -> T:
        """Return one of `values`."""
        return values[self.below(len(values))]

    def changed(self, data: Any, words: Sequence[Any] = ()) -> Any:
        """Return `data`, as JSON has it, with a place changed for every few bytes that are left, at most eight."""
        copy = deepcopy(data)
        for _ in range(8):
            if not self:
                break
            self._change(copy, (*VALUES, *words))
        return copy

    def _change(self, data: Any, values: Sequence[Any]) -> None:
        where: Any = data
        for _ in range(self.below(5)):
            inner = [
                one
                for one in (where.values() if isinstance(where, dict) else where)
                if one and isinstance(one, dict | list)
            ]
            if not inner:
                break
            where = self.one_of(inner)
        keys = list(where) if isinstance(where, dict) else list(range(len(where)))
        if not keys:
            return
        key, what = self.one_of(keys), self.below(4)
        if what == 0:
            del where[key]
        elif what == 1 and isinstance(where, dict):
            name = self.one_of([value for value in values if isinstance(value, str)])
            where[name] = where.pop(key)
        elif what == 2 and isinstance(where[key], str) and where[key]:
            at, word = self.below(len(where[key])), self.one_of(values)
            where[key] = (
                where[key][:at]
                + (word if isinstance(word, str) else json.dumps(word, default=str))
                + where[key][at + self.below(3) :]
            )
        else:
            where[key] = deepcopy(self.one_of(values))
