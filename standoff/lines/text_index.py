"""The text index of a board: units, centers and orders by their texts, as numbers and as columns of arrays.

A text is parsed once, and then looked up. Only orders whose meaning does not depend on the power are cached. Needs the
extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import numpy as np

from ..map import ARMY, FLEET, Board, StandoffError, Unit, location_and_fleet
from ..solver import HOLDS, MOST_LOCATIONS, MOST_UNITS, SUPPORTS, Order, OrderRow, Rulebook, Waive, order_row
from ..text import read_order
from .kernels import TextTables
from .text_tables import LEARNING, Pieces, TextTable, grown

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
        answer_words: The phrases of answers (`answer_templates`), by rulebook, form of rows and named rulebook.
    """

    def __init__(self, board: Board) -> None:
        places = board.locations
        self.board = board
        self.answer_words: dict[tuple[Rulebook, str, str | None], Any] = {}
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
def _kept_words(board: Board) -> list[TextIndex]:
    return [TextIndex(board)]


def board_words(board: Board) -> TextIndex:
    """Return the text index of a board; it is rebuilt when it has too many texts."""
    with LEARNING:
        kept = _kept_words(board)
        if len(kept[0].order.numbers) > MOST_TEXTS:
            kept[0] = TextIndex(board)
        return kept[0]
