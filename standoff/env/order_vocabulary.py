"""The order vocabulary of a board: every order that a unit could have in any position, each with its own number.

The numbers of a board never change: they follow from the numbers of its provinces and locations. The text of an order
is in canonical notation, which is that of the `diplomacy` package; `Vocabulary.numbers` maps any list of such texts to
numbers. Powers are not part of an order: they follow from the unit or, for a build, from the home center. Needs the
extra ``fast`` (NumPy).

>>> from standoff.map import load_board
>>> orders = vocabulary(load_board())
>>> number = orders.number("A MAR S A PAR - BUR")
>>> orders.text(number), int(orders.columns["kind"][number]) == SUPPORTS
('A MAR S A PAR - BUR', True)
>>> orders.number("WAIVE") == len(orders) - 1
True
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# Arrays have no types of their elements here.
from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..map import Board, Position, StandoffError, bits, chordless_chain, location_and_fleet, unit_key
from ..solver import (
    BUILDS,
    CONVOYS,
    DISBANDS,
    HOLDS,
    MOVES,
    RETREATS,
    SUPPORTS,
    WAIVES,
    WORD,
    Order,
    OrderRow,
    Ranges,
    carries,
    order_of_row,
    ranges_of,
    sea_held,
)

ORDER = np.dtype([(name, np.int16) for name in OrderRow._fields[:-1]])
"""An order in `Vocabulary.columns`: an `OrderRow` that names no power."""

WORDS = 2
"""A set of provinces or locations has this many words of `records.WORD` bits."""


class VocabularyError(StandoffError):
    """A text is not an order of the vocabulary, or a board is too large for one."""


class Numbering(NamedTuple):
    """The first numbers of the orders, for compiled code; the number of a goal is counted within its set of goals.

    Attributes:
        ranges: `legal.Ranges`: int64, two words for each set.
        hold: int32, by unit key (`map.unit_key`): the number of the hold, -1 if there is no such unit.
        move: int32, by unit key: the first number of its moves without "via convoy".
        moves: int64, by unit key, two words: the destinations of these.
        via: int32, by unit key: the first number of its moves by convoy.
        vias: int64, by unit key, two words: the destinations of these.
        support: int32, by unit key and key of the supported unit: the number of the support to hold, or of the first
            support to move if there is none; the supports to move follow it.
        goals: int64, by unit key, two words: the provinces that it could ever move to.
        goals_without: int64, by sea and province, two words: the goals of an army there if no convoy uses this sea.
        convoy: int32, by sea and province of the army: the first number of the convoys.
        convoys: int64, by sea and province of the army, two words: the destinations of these.
        retreat: int32, by unit key: the first number of its retreats.
        retreats: int64, by unit key, two words: the destinations of these.
        disband: int32, by unit key: the number of the disbandment.
        build: int32, by unit key: the number of the build, -1 without a home center.
        waive: int32, shape (1,): the number of the waiver.
    """

    ranges: Ranges
    hold: Any
    move: Any
    moves: Any
    via: Any
    vias: Any
    support: Any
    goals: Any
    goals_without: Any
    convoy: Any
    convoys: Any
    retreat: Any
    retreats: Any
    disband: Any
    build: Any
    waive: Any


class Vocabulary:
    """The orders of a board, numbered from 0; `vocabulary` gives that of a board.

    The numbers are sorted by kind: holds, moves, moves "via convoy", supports (of each unit for each other unit: to
    hold, then to move), supports of a fleet's move to a coast by its name, convoys, retreats, disbandments, builds, and
    last the one waiver. Within a kind they are sorted by the unit (armies before fleets, by the number of the
    location), the other unit, and the goal.

    It has every order that `legal_by_place` returns for any position under any rulebook; moves to far coasts are in it
    with "via convoy" and without.

    Args:
        board: The board.

    Attributes:
        board: The board.
        columns: `ORDER`, shape (orders,): the kind; the unit and the other unit (target), as unit keys,
            or -1; the number of the location of the goal (place), or -1; 1 for "via convoy" (via).
        numbering: The first numbers, for compiled code.

    Raises:
        VocabularyError: The board has too many locations or seas.

    >>> from standoff.map import load_board
    >>> orders = vocabulary(load_board())
    >>> orders
    <Vocabulary of standard: 20423 orders>
    >>> orders.numbers(["A PAR - BUR", "F BRE B"]).tolist()
    [852, 20407]
    """

    def __init__(self, board: Board) -> None:
        if len(board.locations) > WORDS * WORD or len(board.tables.near) > WORD:
            raise VocabularyError(f"board {board.name} has too many locations or seas for a vocabulary")
        self.board = board
        numbered = _Numbered(board)
        self.numbering = numbered.numbering()
        self.columns: Any = np.array(numbered.rows, dtype=ORDER)

    def __len__(self) -> int:
        return len(self.columns)

    def __repr__(self) -> str:
        return f"<Vocabulary of {self.board.name}: {len(self)} orders>"

    # -- texts and orders ---------------------------------------------------------------------------

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The canonical text of every order, by its number."""
        return tuple(str(order_of_row(OrderRow(*row), "", self.board)) for row in self.columns.tolist())

    @cached_property
    def listed_as(self) -> Any:
        """By order, its number in lists of legal orders: int32; that of a far move "via convoy" is the one without."""
        listed, plain = np.arange(len(self), dtype=np.int32), dict[tuple[int, int], int]()
        moves = np.flatnonzero(self.columns["kind"] == MOVES)
        for number, order in zip(moves.tolist(), self.columns[moves].tolist(), strict=True):
            _, key, _, goal, via = order
            if not via:
                plain[key, goal] = number
            elif not self.board.tables.army[location_and_fleet(key)[0]] >> goal & 1:
                listed[number] = plain[key, goal]
        return listed

    @cached_property
    def province(self) -> Any:
        """By order, the number of the province of its unit: int16, -1 for the waiver.

        >>> from standoff.map import load_board
        >>> load_board().provinces[vocabulary(load_board()).province[852]].id
        'PAR'
        """
        province_of, units = np.array(self.board.tables.province, dtype=np.int16), self.columns["unit"]
        return np.where(units >= 0, province_of[location_and_fleet(units)[0]], -1).astype(np.int16)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {text: number for number, text in enumerate(self.texts)}

    def text(self, number: int) -> str:
        """Return the canonical text of an order.

        Raises:
            VocabularyError: There is no such number.
        """
        if not 0 <= number < len(self):
            raise VocabularyError(f"no order number {number}; the numbers go from 0 to {len(self) - 1}")
        return self.texts[number]

    def number(self, text: str) -> int:
        """Return the number of an order in canonical notation.

        Raises:
            VocabularyError: There is no such order; the message names the nearest.

        >>> from standoff.map import load_board
        >>> vocabulary(load_board()).number("F PAR H")
        Traceback (most recent call last):
            ...
        standoff.env.order_vocabulary.VocabularyError: 'F PAR H' is not an order on board standard; nearest: F PRU H
        """
        number = self._numbers.get(text)
        if number is None:
            near = difflib.get_close_matches(text, self.texts, 1, 0.7)
            hint = f"; nearest: {near[0]}" if near else ""
            raise VocabularyError(f"{text!r} is not an order on board {self.board.name}{hint}")
        return number

    def numbers(self, texts: Iterable[str]) -> Any:
        """Return the numbers of orders in canonical notation, -1 for a text that is not one.

        For another program's list of orders, this maps its numbers to ours.

        Returns:
            int32, one per text.
        """
        numbers = self._numbers
        return np.array([numbers.get(text, -1) for text in texts], dtype=np.int32)

    def order(self, number: int, position: Position, power: str = "") -> Order:
        """Return an order as a value, for its unit in a position.

        Args:
            number: The order.
            position: The position; in a retreat phase retreats and disbandments are for its dislodged units.
            power: The id of the power that builds or waives, which does not follow from the number.

        Raises:
            VocabularyError: There is no such number, or no such unit in the position.

        >>> from standoff.map import load_board, starting_position
        >>> orders = vocabulary(load_board())
        >>> orders.order(orders.number("A PAR - BUR"), starting_position())
        Move('FRANCE', UnitName('PAR', ARMY), 'BUR')
        """
        text = self.text(number)
        row, keys = OrderRow(*self.columns[number].tolist()), self.board.unit_keys
        if row.kind in (BUILDS, WAIVES):
            return order_of_row(row, power, self.board)
        units = [d.unit for d in position.dislodged] if position.dislodged and row.kind >= RETREATS else position.units
        unit = next((unit for unit in units if keys[unit.type, unit.location] == row.unit), None)
        if unit is None:
            raise VocabularyError(f"{text}: no such unit is there")
        for other in position.units:
            if row.target == keys[other.type, other.location] and other.power != unit.power:
                row = row._replace(target_power=self.board.power_number[other.power])
        return order_of_row(row, unit.power, self.board)


class _Numbered:
    """The orders of a board while they are numbered, kind by kind.

    Attributes:
        rows: The orders so far, as rows of `Vocabulary.columns`.
    """

    def __init__(self, board: Board) -> None:
        tables = board.tables
        self.board, self.rows = board, list[tuple[int, ...]]()
        self.locations, self.provinces, self.seas = len(board.locations), len(board.provinces), len(tables.near)
        self.everywhere = (1 << self.seas) - 1
        number, keys = board.location_number, range(unit_key(self.locations, 0))
        self.armies = sorted(unit_key(number[place], 0) for place in board.army_stands)
        self.keys = self.armies + sorted(unit_key(number[place], 1) for place in board.fleet_stands)
        where = [location_and_fleet(key) for key in keys]
        self.province, self.is_fleet = [tables.province[at] for at, _ in where], [fleet for _, fleet in where]
        self.ranges = ranges_of(board)
        self.reach = [row[0] for row in self.ranges.reach]
        self.by_sea = [self._overseas(origin, self.everywhere) for origin in range(self.provinces)]
        self.near = [0 for _ in keys]
        for key in self.keys:
            location, fleet = where[key]
            self.near[key] = tables.fleet[location] if fleet else tables.army[location]
        self.vias, self.moves, self.goals = [0 for _ in keys], list(self.near), list(self.reach)
        for army in self.armies:
            self.vias[army] = overseas = self.by_sea[self.province[army]]
            self.moves[army] |= overseas
            self.goals[army] |= overseas
        self.without = [
            [
                self._overseas(origin, self.everywhere & ~(1 << sea)) | board.tables.army[origin]
                for origin in range(self.provinces)
            ]
            for sea in range(self.seas)
        ]

    def _overseas(self, origin: int, at_sea: int) -> int:
        """Return the provinces that fleets in the seas `at_sea` could convoy an army to."""
        tables = self.board.tables
        goals = (goal for goal in range(self.provinces) if goal != origin and carries(tables, at_sea, origin, goal))
        return sum(1 << goal for goal in goals)

    def numbering(self) -> Numbering:
        """Number all orders; return the first numbers."""
        hold = self._each(self.keys, lambda key: self._add(HOLDS, key))
        move = self._each(self.keys, lambda key: self._add(MOVES, key, goals=self.moves[key]))
        via = self._each(self.keys, lambda key: self._add(MOVES, key, goals=self.vias[key], via=1))
        support = self._supports()
        self._supports_of_coasts()
        convoy, convoys = self._convoys()
        retreat = self._each(self.keys, lambda key: self._add(RETREATS, key, goals=self.near[key]))
        disband = self._each(self.keys, lambda key: self._add(DISBANDS, key))
        homes = {self.board.province_number[home] for power in self.board.powers.values() for home in power.builds}
        built = [key for key in self.keys if self.province[key] in homes]
        build = self._each(built, lambda key: self._add(BUILDS, key))
        return Numbering(
            ranges=Ranges(*(words([row[0] for row in rows]) for rows in self.ranges)),
            hold=hold,
            move=move,
            moves=words(self.moves),
            via=via,
            vias=words(self.vias),
            support=support,
            goals=words(self.goals),
            goals_without=self._by_sea_and_province(self.without),
            convoy=convoy,
            convoys=self._by_sea_and_province(convoys),
            retreat=retreat,
            retreats=words(self.near),
            disband=disband,
            build=build,
            waive=np.array([self._add(WAIVES, -1)], dtype=np.int32),
        )

    def _add(self, kind: int, key: int, other: int = -1, *, goals: int | None = None, via: int = 0) -> int:
        """Number the orders of a kind, one for each goal; return the first number."""
        first = len(self.rows)
        for goal in (-1,) if goals is None else bits(goals):
            self.rows.append(OrderRow(kind, key, other, goal, via)[:-1])
        return first

    def _each(self, keys: Iterable[int], add: Callable[[int], int]) -> Any:
        """Number the orders of each unit; return the first numbers by unit key, -1 if there are none."""
        holds = np.full(len(self.province), -1, np.int32)
        for key in keys:
            holds[key] = add(key)
        return holds

    def _supports(self) -> Any:
        """Number the supports of each unit for each other, to hold, then to move to a province."""
        moves = np.full((len(self.province), len(self.province)), -1, np.int32)
        for key in self.keys:
            here = self.province[key]
            sea = sea_held(self.board.tables, here, self.is_fleet[key])
            for other in self.keys:
                there = self.province[other]
                if there == here:
                    continue
                moves[key, other] = len(self.rows)
                if self.reach[key] >> there & 1:
                    self._add(SUPPORTS, key, other)
                far = self.goals[other] if self.is_fleet[other] or sea < 0 else self.without[sea][there]
                self._add(SUPPORTS, key, other, goals=far & self.reach[key] & ~(1 << here | 1 << there))
        return moves

    def _supports_of_coasts(self) -> None:
        """Number the supports of a fleet's move to a coast by its name."""
        coasts = (1 << self.locations) - (1 << self.provinces)
        province_of = self.board.tables.province
        for key in self.keys:
            for other in self.keys:
                if not self.is_fleet[other] or self.province[other] == self.province[key]:
                    continue
                named = (goal for goal in bits(self.moves[other] & coasts) if province_of[goal] != self.province[key])
                reached = (goal for goal in named if self.reach[key] >> province_of[goal] & 1)
                self._add(SUPPORTS, key, other, goals=sum(1 << goal for goal in reached))

    def _convoys(self) -> tuple[Any, list[list[int]]]:
        """Number the convoys; return the first numbers by sea and province of the army, and the destinations."""
        tables = self.board.tables
        first = np.full((self.seas, self.provinces), -1, np.int32)
        carried = [[0] * self.provinces for _ in range(self.seas)]
        for sea in range(self.seas):
            key = unit_key(tables.sea_province[sea], 1)
            for army in self.armies:
                origin = self.province[army]
                for goal in bits(self.by_sea[origin]):
                    if chordless_chain(tables.near, self.everywhere, tables.shore[origin], tables.shore[goal], sea):
                        carried[sea][origin] |= 1 << goal
                first[sea, origin] = self._add(CONVOYS, key, army, goals=carried[sea][origin])
        return first, carried

    def _by_sea_and_province(self, goals: list[list[int]]) -> Any:
        rows = [words(row) for row in goals]
        return np.array(rows, dtype=np.int64).reshape(self.seas, self.provinces, WORDS)


def words(masks: list[int]) -> Any:
    """Return masks over provinces or locations as words: int64, shape (masks, 2).

    >>> words([1 << 62 | 1]).tolist()
    [[1, 1]]
    """
    low = (1 << WORD) - 1
    rows = [[mask >> n * WORD & low for n in range(WORDS)] for mask in masks]
    return np.array(rows, dtype=np.int64).reshape(-1, WORDS)


@lru_cache(maxsize=16)
def vocabulary(board: Board) -> Vocabulary:
    """Return the vocabulary of a board; it is cached.

    Raises:
        VocabularyError: The board has too many locations or seas.

    >>> from standoff.map import load_board
    >>> len(vocabulary(load_board()))
    20423
    """
    return Vocabulary(board)
