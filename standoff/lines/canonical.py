"""Canonical lines of movement phases: from text to arrays, a block of lines at a time.

Units, centers and orders are looked up, not parsed; no position or order object is made. An unusual line is left to
`codec`. Needs the extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ..map import Board, Phase, PhaseType, StandoffError, named_board, names_a_file
from ..solver import Batch, Rulebook
from ..turn import settings_of
from . import kernels
from .form import OBJECTS, AnswerForm, asked_under, line_object
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
    Table,
    WordIndex,
)
from .text_index import LEARNING, TextIndex, TextTable, is_compiled, text_index_of


class _UnusualError(Exception):
    """A line that is left to `codec`."""


# -- settings: everything in a line except its lists and its id -------------------------------------------------------


def _compiled_board(name: str, rules: Rulebook) -> Board | None:
    """Return the current board of a name; None if it cannot be read or compiled code does not take it."""
    try:
        board = named_board(name)
    except StandoffError:
        return None
    return board if is_compiled(board, rules) else None


@lru_cache(maxsize=10_000)
def _is_autumn(season: str) -> bool:
    phase = Phase.parse(season)
    if phase.type is not PhaseType.MOVEMENT:
        raise _UnusualError
    return phase.season == "F"


class _Settings:
    """The rulebooks and the names of the boards of the lines so far, by the heads of the lines.

    The boards are not cached: their files may change, and a path may later start from another folder.

    Args:
        under: The rulebook in place of the one, and the options, that a line names; None for those.
        options: Options on top.
    """

    MOST = 10_000

    def __init__(self, under: str | None = None, options: tuple[tuple[str, str], ...] = ()) -> None:
        self._under, self._form = under, AnswerForm(options=options)
        self.table = TextTable()
        self.all: list[tuple[Rulebook, str]] = []
        self._numbers: dict[tuple[Rulebook, str], int] = {}

    def learn(self, head: str) -> int:
        """Return twice the number of a new setting, plus 1 in an autumn; `UNUSUAL` for a line left to `codec`."""
        try:
            number = self._number(head)
        except (_UnusualError, StandoffError, LookupError, TypeError, AttributeError, ValueError):
            number = UNUSUAL
        self.table.add(head, number)
        return number

    def _number(self, head: str) -> int:
        data = line_object(f"{{{head.removesuffix(',')}}}")
        if self._under is not None:
            data = asked_under(data, self._under)
        season, (rules, board) = data.get("season"), settings_of(data)
        if data.get("phase") not in (None, "movement"):
            return UNUSUAL
        setting = self._form.rules_on(rules), board
        if not names_a_file(board) and _compiled_board(board, setting[0]) is None:
            return UNUSUAL
        number = self._numbers.setdefault(setting, len(self.all))
        if number == len(self.all):
            self.all.append(setting)
        return 2 * number + (season is not None and _is_autumn(season))


_settings: dict[tuple[str | None, tuple[tuple[str, str], ...]], _Settings] = {}
_keys = TextTable((key, number) for number, key in enumerate(KEYS))
_NEWLINE = 10


def _tables(form: AnswerForm, rules: str | None) -> tuple[_Settings, Table, Table]:
    """Return the settings so far, and the tables of keys and settings as they are now."""
    with LEARNING:
        settings = _settings.get(key := (rules, form.options))
        if settings is None or len(settings.table) > settings.MOST:
            settings = _settings[key] = _Settings(*key)
        return settings, _keys.table(), settings.table.table()


# -- arrays, all lines at once ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """Movement phases of one board and rulebook in arrays, and the facts for their answers.

    Attributes:
        words: The text index of the board.
        rules: The rulebook.
        numbers: int64: the number of each line among all.
        lines: All lines.
        ids: int64, shape (lines, 2): the start of the ``id`` of each line in their bytes, and its length, 0 for none.
        autumn: bool: by line, whether centers change hands afterwards.
        with_centers: bool: by line, whether it has the owners of the centers.
        batch: The units and orders.
        rows: The rows of units, orders and centers.
    """

    words: TextIndex
    rules: Rulebook
    numbers: Any
    lines: Lines
    ids: Any
    autumn: Any
    with_centers: Any
    batch: Batch
    rows: Rows

    def __len__(self) -> int:
        return len(self.numbers)


# -- texts, line by line ----------------------------------------------------------------------------------------------


class Lines:
    """The lines of a block, with the starts of their texts.

    Args:
        block: The lines, UTF-8, each followed by a newline, which may be missing at the end.
        form: The form of the answers.
        rules: One of the rulebooks of `form`.

    >>> lines = Lines(b'nonsense\\n{"units": {"FRANCE": ["A PAR"]}}\\n')
    >>> len(lines), lines[0]
    (2, b'nonsense\\n')
    >>> [(block.numbers.tolist(), len(block.batch)) for block in lines.blocks()]
    [([1], 1)]
    """

    def __init__(self, block: bytes, form: AnswerForm = OBJECTS, rules: str | None = None) -> None:
        self.bytes = block + (b"  " if block.endswith(b"\n") else b"\n  ")  # the bytes after a letter can be read
        self.data = np.frombuffer(self.bytes, dtype=np.uint8)
        size, ends = len(self.bytes) - 2, np.flatnonzero(self.data == _NEWLINE)
        count = len(ends)
        self.start = np.zeros(count + 1, dtype=np.int64)
        self.start[1:] = ends + 1
        self.lines = np.zeros((count, HEAD_LENGTH + 1), dtype=np.int64)
        self.first_list = np.empty(count + 1, dtype=np.int64)
        # the shortest text is "" with a comma after it, the shortest list "":[]
        self.texts = np.empty((size // 3 + 1, 3), dtype=np.int64)
        self.lists = np.empty((size // 5 + 1, 4), dtype=np.int64)
        heads = np.empty(size + 1, dtype=np.uint8)
        self.settings, keys, table = _tables(form, rules)
        texts = kernels.scan(
            self.data, self.start, keys, table, self.lines, self.first_list, self.texts, self.lists, heads
        )
        self.number = np.empty(texts, dtype=np.int64)
        setting, numbers = self.lines[:, LINE_SETTING], dict[str, int]()
        for line in np.flatnonzero(setting == UNKNOWN).tolist():
            at, length = self.lines[line, HEAD_AT : HEAD_LENGTH + 1].tolist()
            head = heads[at : at + length].tobytes().decode()
            if head not in numbers:
                with LEARNING:
                    numbers[head] = self.settings.learn(head)
            setting[line] = numbers[head]

    def __len__(self) -> int:
        """Return the number of lines, including blank ones."""
        return len(self.lines)

    def __getitem__(self, number: int) -> bytes:
        """Return a line with its line end."""
        first, last = self.start[number : number + 2].tolist()
        return self.bytes[first:last]

    def blocks(self) -> list[Block]:
        """Return the canonical lines, a block for each board and rulebook."""
        setting = self.lines[:, LINE_SETTING] >> 1
        encoded: list[Block | None] = []
        for number in np.unique(setting[setting >= 0]).tolist():
            rules, name = self.settings.all[number]
            board = _compiled_board(name, rules)
            if board is not None:
                encoded.append(self._block(np.flatnonzero(setting == number), rules, board))
        return [block for block in encoded if block is not None]

    def _look_up(self, chosen: Any, words: TextIndex) -> None:
        """Fill in the numbers of the texts of the lines `chosen`."""
        arrays = chosen, self.data, self.texts, self.first_list, self.lists
        if not kernels.look_up(*arrays, words.tables(), self.number):
            return
        with LEARNING:
            # another thread may have added them in the meantime
            if not kernels.look_up(*arrays, words.tables(), self.number):
                return
            numbers: dict[bytes, int] = {}
            of_lines = np.zeros(len(self.number), dtype=bool)
            for line in chosen.tolist():
                first, last = self.first_list[line : line + 2].tolist()
                for key, _, text, end in self.lists[first:last].tolist():
                    of_lines[text:end] = key == ORDERS
            for text in np.flatnonzero(of_lines & (self.number == UNKNOWN)).tolist():
                at, length = self.texts[text, TEXT_AT : TEXT_LENGTH + 1].tolist()
                order = self.bytes[at : at + length]
                if order not in numbers:
                    numbers[order] = words.order.learn(order.decode())
                self.number[text] = numbers[order]

    def _block(self, chosen: Any, rules: Rulebook, board: Board) -> Block | None:
        """Return lines as arrays, without the unusual ones; None if there is no other."""
        words = text_index_of(board)
        self._look_up(chosen, words)
        first, lists = self.first_list, self.lists
        most = len(self.number) + int(first[-1])  # of each kind; a list may be a row of its own
        rows = Rows(
            start=np.zeros((len(chosen) + 1, 3), dtype=np.int64),
            unit=np.empty(most, dtype=np.int64),
            units=np.empty((most, 3), dtype=np.int16),
            unit_orders=np.empty((most, 4), dtype=np.int16),
            order=np.empty(most, dtype=np.int64),
            orders=np.empty((most, 2), dtype=np.int64),
            center=np.empty(most, dtype=np.int64),
            centers=np.empty(most, dtype=np.int64),
        )
        with LEARNING:
            columns = words.order.columns()
        meaning = WordIndex(
            words.province, columns, words.holds, len(board.centers), rules["missing_nationality"] == "valid"
        )
        kept = np.empty(len(chosen), dtype=np.int64)
        count = kernels.encode(chosen, first, lists, self.number, meaning, rows, kept)
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
        batch = Batch(board, np.ascontiguousarray(start[:, 0]), rows.units, rows.unit_orders)
        kept_lines = self.lines[kept]
        ids = np.ascontiguousarray(kept_lines[:, LINE_ID_AT : LINE_ID_LENGTH + 1])
        autumn, with_centers = kept_lines[:, LINE_SETTING] & 1 > 0, kept_lines[:, LINE_GIVEN] > 0
        return Block(words, rules, kept, self, ids, autumn, with_centers, batch, rows)
