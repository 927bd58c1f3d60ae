"""The growth of the time of each reader with its input: `python -m benchmarks.reading`.

Each kind of input is read in two lengths, the second eight times the first. A linear reader takes the same time per
character for both; a quadratic one takes eight times as long per character for the longer one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from benchmarks.measuring import BenchmarkError, Options, Row, Section, command_line
from standoff import Position, StandoffError, read
from standoff.lines.answering import answer_line

CHARACTERS, QUICK_CHARACTERS = 16_000, 4_000
TIMES = 8
MOST_GROWTH = 4.0
"""A character of the longer input may take this many times as long: this allows for noise, not for quadratic time."""
LEAST_SECONDS = 0.05
"""Shorter times are too imprecise for growth."""


def _line(**keys: Any) -> str:
    return json.dumps({"id": 1, "units": {"FRANCE": ["A PAR"]}, "orders": {}, **keys})


def _answer(text: str) -> None:
    answer_line(text)


def _read(text: str) -> None:
    with suppress(StandoffError):
        read(text)


def _parse(text: str) -> None:
    with suppress(StandoffError):
        Position.parse(text)


KINDS: dict[str, tuple[Callable[[str], None], Callable[[int], str]]] = {
    "orders, one to a line": (_read, lambda size: "FRANCE\n" + "A PAR - BUR\n" * (size // 12)),
    "unknown words, one to a line": (
        _read,
        lambda size: "FRANCE\n" + "".join(f"A X{n} - Y{n}\n" for n in range(size // 16)),
    ),
    "headings": (_read, lambda size: "FRANCE:\n" * (size // 8)),
    "prose": (_read, lambda size: "FRANCE\n" + "I think that France will go to Burgundy.\n" * (size // 41)),
    "a list of orders": (_read, lambda size: "[" + ", ".join(['"A PAR - BUR"'] * (size // 15)) + "]"),
    "brackets that never close": (_read, lambda size: "[" * size),
    "objects that never close": (_read, lambda size: '{"a":' * (size // 5)),
    "a text that never closes": (_read, lambda size: '{"orders":["' + '\\"' * (size // 2)),
    "colons": (_read, lambda size: "a:\n" * (size // 3)),
    "DAIDE": (_read, lambda size: "((FRA AMY PAR) MTO BUR)" * (size // 23)),
    "a position in one line": (_parse, lambda size: "standard S1901M " + ";".join(["FRANCE:APAR"] * (size // 12))),
    "a line with orders": (_answer, lambda size: _line(orders={"FRANCE": ["A PAR - BUR"] * (size // 15)})),
    "a line with orders as text": (_answer, lambda size: _line(orders="FRANCE:\n" + "A PAR - BUR\n" * (size // 13))),
    "a line with unknown orders as text": (
        _answer,
        lambda size: _line(orders="FRANCE:\n" + "".join(f"A PAR - BU{n}\n" for n in range(size // 16))),
    ),
    "a line with powers": (_answer, lambda size: _line(orders={f"P{n}": ["A PAR H"] for n in range(size // 20)})),
    "a line with units": (_answer, lambda size: _line(units={"FRANCE": [f"A X{n}" for n in range(size // 10)]})),
}
"""By kind of input: its reader, and a function that returns a text of so many characters."""


def seconds_of(reader: Callable[[str], None], text: str, readings: int) -> float:
    """Return the least processor time of `readings` readings."""
    least = float("inf")
    for _ in range(readings):
        began = time.process_time()
        reader(text)
        least = min(least, time.process_time() - began)
    return least


def growth(reader: Callable[[str], None], make: Callable[[int], str], size: int) -> float:
    """Return the ratio of the times per character for a text `TIMES` as long; 1 if the text is read too fast."""
    short, long = make(size), make(TIMES * size)
    times = 1.0
    for readings in (1, 3):  # three only if one reading leaves doubt
        if (taken := seconds_of(reader, long, readings)) < LEAST_SECONDS:
            return 1.0
        least = LEAST_SECONDS / TIMES / len(short)
        times = taken / len(long) / max(seconds_of(reader, short, readings) / len(short), least)
        if times < MOST_GROWTH / 2:
            break
    return times


def sections(options: Options) -> Iterator[Section]:
    """Yield the kinds of input, each in two lengths.

    Raises:
        BenchmarkError: A reader is not linear.
    """
    size = options.of(CHARACTERS, QUICK_CHARACTERS)
    rows: list[Row] = []
    for kind, (reader, make) in KINDS.items():
        times = growth(reader, make, size)
        if times > MOST_GROWTH:
            raise BenchmarkError(f"{kind}: a character of a text {TIMES} times as long takes {times:.1f} times as long")
        for text in (make(size), make(TIMES * size)):
            task = partial(reader, text)
            rows.append(Row(f"{kind}, {len(text):,} characters", task, len(text), about={"growth": round(times, 2)}))
    yield Section("reading", "reading, by the length of the input", "character", rows, rounds=1, compared=False)


if __name__ == "__main__":
    command_line(__doc__, "benchmarks.reading", [sections])
