"""The text index of a board: units, centers and orders by their texts, as numbers and as columns of arrays.

A text is parsed once, and then looked up. Only orders whose meaning does not depend on the power are cached. Texts are
append-only, as bytes of UTF-8 in arrays. Threads read these arrays while another thread adds to them: returned arrays
are never moved or overwritten, and a thread holds `LEARNING` while it adds texts or gets the current arrays. Needs the
extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from threading import RLock
from typing import Any

import numpy as np

from ..map import ARMY, FLEET, Board, StandoffError, Unit, location_and_fleet
from ..solver import HOLDS, MOST_LOCATIONS, MOST_UNITS, SUPPORTS, Order, OrderRow, Rulebook, Waive, order_row
from ..text import read_order
from . import kernels
from .kernels import SLACK, Table, Texts, TextTables

MOST_TEXTS = 200_000
"""The most texts of orders cached for a board; beyond it, the index is rebuilt, between two blocks."""

MOST_POWERS = 64
"""The most powers for compiled code."""

_LONG = 100  # a longer text that is not an order is not cached


def is_compiled(board: Board, rules: Rulebook) -> bool:
    """Return whether compiled code answers movement phases on a board under a rulebook.

    >>> from standoff.map import load_board
    >>> from standoff.solver import rulebook
    >>> is_compiled(load_board(), rulebook("1971"))
    True
    """
    return not (
        rules.house_rules
        or rules["implicit_orders"] != "not-allowed"
        or len(board.locations) > MOST_LOCATIONS
        or len(board.tables.near) > MOST_UNITS
        or len(board.powers) > MOST_POWERS
    )


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


class Orders:
    """Orders by their texts.

    Attributes:
        numbers: By text, its number from 0; -1 for a text that arrays cannot hold (`batch.encode_turn`).
        texts: By number, the text as given; empty for a hold without an order.
        keys_as_json: The same as a JSON key, between a comma and a colon.
        names: By number, the order in canonical notation.
        names_as_json: The same, as the inside of a JSON string.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._readers = list(board.powers)[:2]
        self._new_rows: list[OrderRow] = []
        self._columns, self._in_columns = np.empty((64, len(OrderRow._fields)), dtype=np.int32), 0
        self.numbers = TextTable()
        self.texts: list[str] = []
        self.names: list[str] = []
        self.keys_as_json, self.names_as_json = Pieces(), Pieces()

    def learn(self, text: str) -> int:
        """Add an order that is not in `numbers`; return its number."""
        row_and_order = self._row(text)
        if row_and_order is None:
            if len(text) <= _LONG:
                self.numbers.add(text, -1)
            return -1
        row, order = row_and_order
        number = self._add(text, row, str(order))
        self.numbers.add(text, number)
        return number

    def hold(self, unit: int, name: str) -> int:
        """Add the hold of the unit with number `unit` and text `name`, without an order text; return its number."""
        return self._add("", OrderRow(HOLDS, unit), f"{name} H")

    def _add(self, text: str, row: OrderRow, name: str) -> int:
        self._new_rows.append(row)
        self.texts.append(text)
        self.names.append(name)
        self.keys_as_json.append(f", {json.dumps(text, ensure_ascii=False)}: ")
        self.names_as_json.append(json.dumps(name, ensure_ascii=False)[1:-1])
        return len(self.keys_as_json) - 1

    def columns(self) -> Any:
        """Return int32, shape (orders, 6): the rows (`OrderRow`)."""
        count = self._in_columns
        if self._new_rows:
            self._in_columns += len(self._new_rows)
            self._columns = grown(self._columns, self._in_columns)
            self._columns[count : self._in_columns] = self._new_rows
            self._new_rows.clear()
        return self._columns[: self._in_columns]

    def _row(self, text: str) -> tuple[OrderRow, Order] | None:
        try:
            orders = [read_order(text, power, self._board) for power in self._readers]
            rows = [self._in_numbers(order, power) for order, power in zip(orders, self._readers, strict=True)]
        except (StandoffError, LookupError):
            return None
        row = rows[0]
        if row is None or any(other != row for other in rows) or len({str(order) for order in orders}) > 1:
            return None
        return row, orders[0]

    def _in_numbers(self, order: Order, power: str) -> OrderRow | None:
        row = order_row(order, self._board)
        if row is None or isinstance(order, Waive) or order.power != power or order.unit.nationality:
            return None
        row = OrderRow(*row)
        if row.kind == SUPPORTS and row.place >= 0:
            location, _ = location_and_fleet(row.target)
            if row.place in (location, self._board.tables.province[location]):  # how it is read varies
                return None
        return row


class TextIndex:
    """The text index of a board.

    A unit's number is its key (`map.unit_key`).

    Attributes:
        powers: The powers, in the order of the board.
        order: Orders by their texts.
        holds: int32: by the number of a unit, the number of its order to hold.
        powers_as_json, centers_as_json, locations_as_json: By number, preceded by a comma and a blank.
        units: By number, the text of the unit, also of impossible units.
        units_as_json: The same in quotation marks, preceded by a comma and a blank.
        province: int32: by location, the number of its province.
        center_at: int32: by province, the number of its center, -1 without one.
        sorted_places: int32: the numbers of the locations in the order of their texts.
        answer_phrases: The phrases of answers (`answer_templates`), by rulebook, form of rows and named rulebook.
    """

    def __init__(self, board: Board) -> None:
        places = board.locations
        self.board = board
        self.answer_phrases: dict[tuple[Rulebook, str, str | None], Any] = {}
        self.powers = list(board.powers)
        texts = self.units = [str(Unit(kind, place, "")) for place in places for kind in (ARMY, FLEET)]
        self._power = TextTable((power, number) for number, power in enumerate(self.powers))
        self._unit = TextTable(
            (text, number)
            for number, text in enumerate(texts)
            for location, fleet in [location_and_fleet(number)]
            if places[location] in (board.fleet_stands if fleet else board.army_stands)
        )
        self._center = TextTable((center, number) for number, center in enumerate(board.centers))
        self.order = Orders(board)
        self.holds = np.array([self.order.hold(unit, text) for unit, text in enumerate(texts)], dtype=np.int32)
        self.powers_as_json, self.centers_as_json, self.locations_as_json, self.units_as_json = (
            Pieces(f", {json.dumps(text, ensure_ascii=False)}" for text in texts_of_kind)
            for texts_of_kind in (self.powers, board.centers, places, texts)
        )
        centers = {center: number for number, center in enumerate(board.centers)}
        self.province = np.array([board.province_number[place.partition("/")[0]] for place in places], dtype=np.int32)
        self.center_at = np.array([centers.get(province.id, -1) for province in board.provinces], dtype=np.int32)
        self.sorted_places = np.array(sorted(range(len(places)), key=places.__getitem__), dtype=np.int32)

    def tables(self) -> TextTables:
        """Return the current tables in which texts are looked up."""
        with LEARNING:
            texts = (self._power, self._unit, self.order.numbers, self._center)
            return TextTables(*(table.table() for table in texts))


@lru_cache(maxsize=16)
def _text_indexes(board: Board) -> list[TextIndex]:
    return [TextIndex(board)]


def text_index_of(board: Board) -> TextIndex:
    """Return the text index of a board; it is rebuilt when it has too many texts."""
    with LEARNING:
        kept = _text_indexes(board)
        if len(kept[0].order.numbers) > MOST_TEXTS:
            kept[0] = TextIndex(board)
        return kept[0]
