"""Movement phases whose lines are written as programs write them: from text to arrays, a block of lines at a time.

Units, centers and orders are looked up, not read; no position and no order is made. A line that has anything unusual in
it is left to `codec`. Needs the extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ..map import Board, Phase, PhaseType, StandoffError, load_board
from ..solver import Rulebook
from ..solver.arrays.batch import Batch
from ..solver.rulebook import board_of
from ..turn.codec import rules_of
from . import kernels
from .board_words import BoardWords, board_words, takes
from .json_lines import line_object
from .kernels import (
    HEAD_AT,
    HEAD_LENGTH,
    KEYS,
    LINE_GIVEN,
    LINE_ID_AT,
    LINE_ID_LENGTH,
    LINE_SETTING,
    ORDERS,
    TEXT_AT,
    TEXT_LENGTH,
    UNKNOWN,
    UNUSUAL,
    Rows,
    Words,
)
from .text_tables import TextTable


class _UnusualError(Exception):
    """A line that is left to `codec`."""


# -- what a line says beside its lists and its id ---------------------------------------------------------------------


@lru_cache(maxsize=1000)
def _taken(name: str, board: str, options: tuple[tuple[str, str], ...]) -> Rulebook | None:
    """Return the rulebook of that name with these options, None if compiled code does not take it or its board."""
    rules = rules_of(name, options)
    return rules if takes(load_board(board), rules) else None


@lru_cache(maxsize=10_000)
def _is_autumn(season: str) -> bool:
    phase = Phase.parse(season)
    if phase.type is not PhaseType.MOVEMENT:
        raise _UnusualError
    return phase.season == "F"


class _Settings:
    """The rulebooks and boards of the lines so far, by all that they say beside their lists and ids."""

    MOST = 10_000

    def __init__(self) -> None:
        self.table = TextTable()
        self.all: list[tuple[Rulebook, Board]] = []
        self._numbers: dict[tuple[Rulebook, Board], int] = {}

    def learn(self, head: str) -> int:
        """Return twice the number of a new setting, and 1 for an autumn; `UNUSUAL` for what is left to `codec`."""
        try:
            found = self._number(head)
        except (_UnusualError, StandoffError, LookupError, TypeError, AttributeError, ValueError):
            found = UNUSUAL
        self.table.add(head, found)
        return found

    def _number(self, head: str) -> int:
        data = line_object(f"{{{head.removesuffix(',')}}}")
        rules, options, season = data.get("rules", "2023"), data.get("options"), data.get("season")
        chosen: tuple[Any, ...] = () if options is None else tuple(options.items())
        board = data.get("map", board_of(rules)) if type(rules) is str else None
        if data.get("phase") not in (None, "movement") or type(board) is not str:
            return UNUSUAL
        taken = _taken(rules, board, chosen)
        if taken is None:
            return UNUSUAL
        setting = taken, load_board(board)
        number = self._numbers.setdefault(setting, len(self.all))
        if number == len(self.all):
            self.all.append(setting)
        return 2 * number + (season is not None and _is_autumn(season))


_settings = _Settings()
_keys = TextTable((key, number) for number, key in enumerate(KEYS))


# -- texts, line by line ----------------------------------------------------------------------------------------------


class _Scanned:
    """The lines of a block, their texts found."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        global _settings  # noqa: PLW0603
        if len(_settings.table) > _settings.MOST:
            _settings = _Settings()
        self.settings = _settings
        self.bytes = b"".join((*lines, b"  "))  # the bytes behind a letter can be read
        self.data = np.frombuffer(self.bytes, dtype=np.uint8)
        size, count = len(self.bytes), len(lines)
        start = np.zeros(count + 1, dtype=np.int64)
        np.cumsum([len(line) for line in lines], out=start[1:])
        self.lines = np.zeros((count, HEAD_LENGTH + 1), dtype=np.int64)
        self.first_list = np.empty(count + 1, dtype=np.int64)
        # the shortest text is "" with a comma behind it, the shortest list "":[]
        self.texts = np.empty((size // 3 + 1, 3), dtype=np.int64)
        self.lists = np.empty((size // 5 + 1, 4), dtype=np.int64)
        heads = np.empty(size + 1, dtype=np.uint8)
        table = self.settings.table.table()
        texts = kernels.scan(
            self.data, start, _keys.table(), table, self.lines, self.first_list, self.texts, self.lists, heads
        )
        self.number = np.empty(texts, dtype=np.int64)
        setting, known = self.lines[:, LINE_SETTING], dict[str, int]()
        for line in np.flatnonzero(setting == UNKNOWN).tolist():
            at, length = self.lines[line, HEAD_AT : HEAD_LENGTH + 1].tolist()
            head = heads[at : at + length].tobytes().decode()
            if head not in known:
                known[head] = self.settings.learn(head)
            setting[line] = known[head]

    def look_up(self, chosen: Any, words: BoardWords) -> None:
        """Fill in the numbers of the texts of the lines `chosen`."""
        tables = words.tables()
        if kernels.look_up(chosen, self.data, self.texts, self.first_list, self.lists, tables, self.number):
            known: dict[bytes, int] = {}
            of_lines = np.zeros(len(self.number), dtype=bool)
            for line in chosen.tolist():
                first, last = self.first_list[line : line + 2].tolist()
                for key, _, text, end in self.lists[first:last].tolist():
                    of_lines[text:end] = key == ORDERS
            for text in np.flatnonzero(of_lines & (self.number == UNKNOWN)).tolist():
                at, length = self.texts[text, TEXT_AT : TEXT_LENGTH + 1].tolist()
                order = self.bytes[at : at + length]
                if order not in known:
                    known[order] = words.order.learn(order.decode())
                self.number[text] = known[order]


# -- arrays, all lines at once ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """Movement phases of one board and rulebook, as arrays take them, and what their answers need.

    Attributes:
        words: The words of the board.
        rules: The rulebook.
        numbers: The number of each line.
        data: uint8: all lines, one behind the other.
        ids: int64, shape (lines, 2): where the ``id`` of each line stands in them, and its length, 0 for none.
        autumn: bool: by line, whether ownership is settled afterwards.
        given: bool: by line, whether it says who owns the centers.
        batch: The units and orders.
        rows: The rows of units, orders and centers.
    """

    words: BoardWords
    rules: Rulebook
    numbers: Any
    data: Any
    ids: Any
    autumn: Any
    given: Any
    batch: Batch
    rows: Rows

    def __len__(self) -> int:
        return len(self.numbers)


def _block(scanned: _Scanned, chosen: Any, rules: Rulebook, board: Board) -> Block | None:
    """Return lines as arrays, without those in which something is unusual; None if none is left."""
    words = board_words(board)
    scanned.look_up(chosen, words)
    first, lists = scanned.first_list, scanned.lists
    most = len(scanned.number) + int(first[-1])  # of each kind; a list may be a row of its own
    rows = Rows(
        start=np.zeros((len(chosen) + 1, 3), dtype=np.int64),
        unit=np.empty(most, dtype=np.int64),
        units=np.empty((most, 3), dtype=np.int16),
        told=np.empty((most, 4), dtype=np.int16),
        order=np.empty(most, dtype=np.int64),
        orders=np.empty((most, 2), dtype=np.int64),
        center=np.empty(most, dtype=np.int64),
        centers=np.empty(most, dtype=np.int64),
    )
    meaning = Words(
        words.province,
        words.order.columns(),
        words.holds,
        len(board.centers),
        rules["missing_nationality"] == "valid",
    )
    kept = np.empty(len(chosen), dtype=np.int64)
    count = kernels.encode(chosen, first, lists, scanned.number, meaning, rows, kept)
    if not count:
        return None
    kept, start = kept[:count], rows.start[: count + 1]
    units, orders, centers = start[-1].tolist()
    rows = Rows(
        start,
        *(of_units[:units] for of_units in rows[1:4]),
        *(of_orders[:orders] for of_orders in rows[4:6]),
        *(of_centers[:centers] for of_centers in rows[6:]),
    )
    batch = Batch(board, np.ascontiguousarray(start[:, 0]), rows.units, rows.told)
    lines = scanned.lines[kept]
    ids, given = np.ascontiguousarray(lines[:, LINE_ID_AT : LINE_ID_LENGTH + 1]), lines[:, LINE_GIVEN] > 0
    return Block(words, rules, kept, scanned.data, ids, lines[:, LINE_SETTING] & 1 > 0, given, batch, rows)


def blocks(lines: Sequence[bytes]) -> list[Block]:
    """Return the lines that can be looked up, by board and rulebook; each has its number in `lines`.

    >>> (block,) = blocks([b"nonsense", b'{"units": {"FRANCE": ["A PAR"]}}'])
    >>> block.numbers.tolist(), len(block.batch)
    ([1], 1)
    """
    scanned = _Scanned(lines)
    setting = scanned.lines[:, LINE_SETTING] >> 1
    found = [
        _block(scanned, np.flatnonzero(setting == number), *scanned.settings.all[number])
        for number in np.unique(setting[setting >= 0]).tolist()
    ]
    return [block for block in found if block is not None]
