"""Many movement phases at once: orders in arrays, outcomes in arrays, by compiled code.

The rules are those of the other modules, compiled (`compiled`), and what compiled code cannot do is handed over to
them: the answer to every turn is exactly what `adjudicate` gives. Needs the extra ``fast`` (NumPy and Numba).

>>> from standoff.map import load_board, starting_position
>>> from standoff.solver import Move, UnitName
>>> from standoff.map import ARMY
>>> position = starting_position()
>>> batch, left_out = encode([(position, [Move("FRANCE", UnitName("PAR", ARMY), "BUR")])])
>>> len(batch), left_out
(1, [])
>>> outcomes = adjudicate_batch(batch)
>>> [str(unit) for unit, moved in zip(position.units, outcomes.moved(0)) if moved]
['A PAR']
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any

import numpy as np

from ...map import (
    ARMY,
    FLEET,
    ArrayError,
    Board,
    Position,
    PositionError,
    Unit,
    load_board,
    location_and_fleet,
    named_board,
    unit_key,
)
from ..law.equations import HOLDS, MOVES
from ..law.faults import FAULTS
from ..law.records import WORD, OrderRecord
from ..law.solving import BY_COMPONENTS, ComponentRow
from ..order import Order, Unclear
from ..orders.order_rows import OrderRow, order_of_row, order_row
from ..orders.order_sets import orders_for
from ..phases.movement import adjudicate, before_movement
from ..plain.order_table import Assignment
from ..plain.paradox import Solution, solution_of
from ..results.outcome import MovementResult
from ..results.record import Record, named
from ..rules.rulebook import Rulebook, RulebookError, rulebook
from . import compiled
from .compiled import (
    ANSWER,
    FALLBACK,
    IMPOSSIBLE,
    MOST_UNITS,
    UNIT_POWER,
    Arrays,
    OrderRecords,
    Turns,
    answer_values,
    arrays_of,
)
from .threads import share_out

Row = tuple[int, ...]

EncodedTurn = tuple[list[Row], list[Row], list[int]]
"""The rows of `Batch.units` and `Batch.orders` for one turn, and the unit of each order."""

MOST_LOCATIONS = 2 * WORD
"""A board may have at most this many locations."""


TURNS_IN_PART = 2048
"""At most this many turns are checked and adjudicated in one go: what belongs to them stays in the cache."""

_WRONG = {
    compiled.NO_TYPE: ("units: 1 for a fleet, else 0", compiled.UNIT_FLEET),
    compiled.NO_LOCATION: ("units: a location", compiled.UNIT_LOCATION),
    compiled.NO_POWER: ("units: a power", compiled.UNIT_POWER),
    compiled.CANNOT_STAND: ("", compiled.UNIT_LOCATION),
    compiled.NO_KIND: ("orders: a kind", compiled.ORDER_KIND),
    compiled.NO_TARGET: ("orders: a unit of the turn, or -1", compiled.ORDER_TARGET),
    compiled.NO_PLACE: ("orders: a location, or -1", compiled.ORDER_PLACE),
    compiled.NO_VIA: ("orders: 1 for via convoy, else 0", compiled.ORDER_VIA),
    compiled.NO_DESTINATION: ("a move or convoy without destination", compiled.ORDER_PLACE),
    compiled.TO_A_COAST: ("the destination of an army is a province", compiled.ORDER_PLACE),
}
"""By what `compiled.first_wrong` finds wrong with a unit: what was expected, and in which column."""


@dataclass(frozen=True)
class Batch:
    """Movement phases in arrays; the units of all turns stand one after the other.

    Attributes:
        board: Their board.
        start: int64, shape (turns + 1,): where the units of each turn begin, and the number of all units.
        units: int16, shape (units, 3): 1 for a fleet, else 0; the number of its location; the number of its power
            in ``board.powers``.
        orders: int16, shape (units, 4): HOLDS, MOVES, SUPPORTS or CONVOYS; the supported or convoyed unit, counted
            within the turn, or -1; the number of the location of the destination, or -1; 1 for "via convoy".
        read_by: By option, the choice under which `encode` read the orders, where another one might have made others
            of them. Under a rulebook that makes it, the batch cannot be adjudicated.
    """

    board: Board
    start: Any
    units: Any
    orders: Any
    read_by: Mapping[str, str] = field(default_factory=dict[str, str])

    def __len__(self) -> int:
        return len(self.start) - 1

    def check(self) -> None:
        """Raise `ArrayError` if the arrays have a wrong shape or hold numbers that mean nothing.

        Whether two units of a turn share a province is left for `adjudicate_batch` to check.
        """
        self._check_shape()
        self._check_turns(0, len(self))

    def _check_shape(self) -> None:
        start, units, orders = self.start, self.units, self.orders
        for what, array, dimensions in (("start", start, 1), ("units", units, 2), ("orders", orders, 2)):
            if not is_plain(array) or array.dtype.kind != "i" or array.ndim != dimensions:
                raise ArrayError(
                    f"{what} must be an array of signed integers with {dimensions} dimensions, without a mask and in "
                    "this machine's byte order"
                )
        if (
            units.shape != (len(units), 3)
            or orders.shape != (len(units), 4)
            or not len(start)
            or start[0] != 0
            or start[-1] != len(units)
        ):
            raise ArrayError("units need 3 columns and orders 4, and start goes from 0 to the number of units")
        sizes = np.diff(start.astype(np.int64))  # which do not wrap around as small integers do
        wrong = np.flatnonzero((sizes < 0) | (sizes > MOST_UNITS))
        if len(wrong):
            raise ArrayError(
                f"turn {wrong[0]} has {sizes[wrong[0]]} units; compiled code takes 0 to {MOST_UNITS} in a turn"
            )

    def _check_turns(self, first: int, last: int) -> None:
        """Raise `ArrayError` if the turns from `first` to the one before `last` hold numbers that mean nothing."""
        board, start = self.board, np.ascontiguousarray(self.start[first : last + 1], dtype=np.int64)
        begin, end = int(start[0]), int(start[-1])
        units, orders = (np.ascontiguousarray(rows[begin:end]) for rows in (self.units, self.orders))
        row, wrong = compiled.first_wrong(
            _standing_masks(board), len(board.provinces), len(board.powers), start, units, orders
        )
        if not wrong:
            return
        what, column = _WRONG[wrong]
        if wrong == compiled.CANNOT_STAND:
            what = f"{self._units(begin + row, begin + row + 1)[0]} cannot stand there"
        elif wrong == compiled.TO_A_COAST:
            what = f"{what}, not the coast {board.locations[orders[row, column]]}"
        elif wrong != compiled.NO_DESTINATION:
            what = f"{what}: found {(units if what.startswith('units') else orders)[row, column]}"
        raise ArrayError(f"unit {begin + row}{',' if ': found' in what else ':'} {what}")

    def _units(self, start: int, end: int) -> tuple[Unit, ...]:
        powers, locations = self.board.power_names, self.board.locations
        return tuple(
            Unit(FLEET if fleet else ARMY, locations[location], powers[power])
            for fleet, location, power in self.units[start:end].tolist()
        )

    def position(self, turn: int) -> Position:
        """Return the units of a turn as a position."""
        return Position(self._units(*self.start[turn : turn + 2].tolist()), board=self.board.source)

    def orders_of(self, turn: int) -> list[Order]:
        """Return the orders of a turn, one per unit, which name all units exactly, foreign ones with their power.

        A support or convoy of no unit names an empty province instead.
        """
        board, start, end = self.board, *self.start[turn : turn + 2].tolist()
        units = self.units[start:end].tolist()
        keys = [unit_key(location, fleet) for fleet, location, _ in units]
        occupied = {board.tables.province[location] for _, location, _ in units}
        empty = (unit_key(p, not board.land >> p & 1) for p in range(len(board.provinces)) if p not in occupied)
        nobody = next(empty, -1)
        orders = list[Order]()
        for n, (kind, target, place, via) in enumerate(self.orders[start:end].tolist()):
            power, named, foreign = units[n][UNIT_POWER], nobody, -1
            if target >= 0:
                named, owner = keys[target], units[target][UNIT_POWER]
                foreign = owner if owner != power else -1
            row = OrderRow(kind, keys[n], named, place, via, foreign)
            orders.append(order_of_row(row, board.power_names[power], board))
        return orders


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of the orders of a batch; rows are units, as in `Batch`.

    Attributes:
        batch: The batch.
        answers: `compiled.ANSWER`, shape (units,): what becomes of each unit, int16 by the names of
            `records.OrderRecord`.
        decided_by: int64, shape (units,): the units whose orders decided it, as a mask over those of the turn; empty
            if the reasons were left out.
        masks: int64, shape (turns, 2): the moves, supports and convoys that succeed and those that fail.
        contested: int64, shape (turns, 2): the contested provinces, `records.WORD` in a word.
        retreats: int64, shape (units, 2): the locations that a dislodged unit may retreat to, likewise.
        how: uint8, shape (turns,): 0 solved by propagation, 1 with cyclic components, 2 by the plain solver.
        rules: The rulebook.
        noted: What compiled code notes of components (`solving.ComponentRow`, behind the turn) and resolutions, by
            parts.
        fallback_results: What the plain solver answers to the turns that it solved.
    """

    batch: Batch
    answers: Any
    masks: Any
    contested: Any
    retreats: Any
    decided_by: Any
    how: Any
    rules: Rulebook
    noted: list[tuple[Any, Any]]
    fallback_results: dict[int, MovementResult]

    @property
    def fallback_count(self) -> int:
        """The number of turns that the plain solver solved."""
        return int((self.how == FALLBACK).sum())

    def _rows(self, turn: int) -> Any:
        return self.answers[self.batch.start[turn] : self.batch.start[turn + 1]]

    def success(self, turn: int) -> list[bool]:
        """Return for each unit of a turn whether its order succeeds."""
        return self._rows(turn)["succeeds"].astype(bool).tolist()

    def moved(self, turn: int) -> list[bool]:
        """Return for each unit of a turn whether it moved away."""
        kinds = self.batch.orders[self.batch.start[turn] : self.batch.start[turn + 1], 0]
        return ((kinds == MOVES) & (self._rows(turn)["succeeds"] == 1)).tolist()

    def contested_provinces(self, turn: int) -> frozenset[str]:
        """Return the ids of the contested provinces of a turn."""
        return frozenset(named(self.contested[turn].tolist(), self.batch.board))

    def legal_retreats(self, turn: int) -> dict[int, tuple[str, ...]]:
        """Return for each dislodged unit of a turn the locations that it may retreat to, in the order of the board."""
        start = int(self.batch.start[turn])
        return {
            unit: tuple(named(self.retreats[start + unit].tolist(), self.batch.board))
            for unit, attacker in enumerate(self._rows(turn)["attacker"].tolist())
            if attacker >= 0
        }

    def solution(self, turn: int) -> Solution:
        """Return which orders of a turn succeed, with its paradoxes."""
        true, false = self.masks[turn].tolist()
        if turn in self.fallback_results:
            return self.fallback_results[turn].solution
        if turn not in self._components:
            return Solution(true, false)
        met, resolutions = self._components[turn]
        return solution_of(true, false, met, resolutions.tolist(), self.rules)

    @cached_property
    def _components(self) -> dict[int, tuple[list[ComponentRow], Any]]:
        """By turn, the components that compiled code met, and the resolutions of its part."""
        of_turn: dict[int, tuple[list[ComponentRow], Any]] = {}
        for met, resolutions in self.noted:
            for turn, *component in met.tolist():
                of_turn.setdefault(turn, ([], resolutions))[0].append(ComponentRow(*component))
        return of_turn

    def record(self, turn: int) -> Record:
        """Return the record of a turn."""
        start, end = self.batch.start[turn : turn + 2].tolist()
        return Record(
            [OrderRecord(*values) for values in self.answers[start:end].tolist()],
            self.decided_by[start:end].tolist(),
            self.contested[turn].tolist(),
            self.retreats[start:end].tolist(),
        )


def is_plain(array: object) -> bool:
    """Return whether compiled code can take an array: it reads through masks, and no other byte order.

    >>> is_plain(np.zeros(3)), is_plain(np.ma.zeros(3)), is_plain(np.zeros(3, ">i2")), is_plain([0])
    (True, False, False, False)
    """
    return isinstance(array, np.ndarray) and not isinstance(array, np.ma.MaskedArray) and bool(array.dtype.isnative)


@lru_cache(maxsize=16)
def tables_of(board: Board) -> Arrays:
    """Return the tables of a board for compiled code, the same ones each time.

    Raises:
        ArrayError: The board has too many locations or seas.
    """
    if len(board.locations) > MOST_LOCATIONS:
        raise ArrayError(
            f"board {board.name} has {len(board.locations)} locations; compiled code takes {MOST_LOCATIONS}"
        )
    return arrays_of(board)


def is_encodable(board: Board) -> bool:
    """Return whether compiled code takes movement phases on a board."""
    return len(board.locations) <= MOST_LOCATIONS and len(board.tables.near) <= MOST_UNITS


@lru_cache(maxsize=16)
def _standing_masks(board: Board) -> Any:
    """Return where armies (row 0) and fleets (row 1) can stand, by the number of the location: 1, else 0."""
    return np.array(
        [[place in stands for place in board.locations] for stands in (board.army_stands, board.fleet_stands)],
        dtype=np.uint8,
    )


# -- encoding --------------------------------------------------------------------------------------------------------


def encode_turn(
    position: Position, orders: Iterable[Order], board: Board, rules: Rulebook, read_by: set[str] | None = None
) -> EncodedTurn | None:
    """Return the rows of one turn, None if arrays cannot hold it.

    They hold what names everything exactly: at most one order per unit, given by its own power, with the right types,
    coasts and powers, or for a unit in a province where none stands; no power in civil disorder and no closed province;
    at most `MOST_UNITS` units.

    Args:
        position, orders, board, rules: The turn; those of its orders that count.
        read_by: Options with another choice of which these orders might count for nothing, or others besides, are added
            to it.
    """
    units = position.units
    if len(units) > MOST_UNITS or position.civil_disorder or position.closed:
        return None
    number, keys, powers = board.location_number, board.unit_keys, board.power_number
    rows: list[Row] = [(int(unit.type is FLEET), number[unit.location], powers[unit.power]) for unit in units]
    at = {keys[unit.type, unit.location]: i for i, unit in enumerate(units)}
    # a coast may be left out
    at.update({keys[unit.type, unit.province]: i for i, unit in enumerate(units) if "/" in unit.location})
    unnamed_power, left_unnamed = rules["missing_nationality"] == "valid", False
    presumed: list[int] = []
    read: list[Row | None] = [None] * len(units)
    unit_of: list[int] = []
    for order in orders:
        row = order_row(order, board)
        if row is None:
            return None
        kind, unit, target, place, via, power = row
        i = at.get(unit, -1)
        if i < 0 or units[i].power != order.power or read[i] is not None:
            return None
        unit_of.append(i)
        if target >= 0:
            key, target = target, at.get(target, -1)
            if target < 0:
                location, _ = location_and_fleet(key)
                if board.provinces[board.tables.province[location]].id in {unit.province for unit in units}:
                    return None
            else:
                owner = rows[target][UNIT_POWER]
                if power not in (-1, owner):
                    return None
                if owner == rows[i][UNIT_POWER]:
                    if place >= 0:
                        presumed.append(target)
                elif power < 0:
                    if not unnamed_power:
                        return None
                    left_unnamed = True
        read[i] = kind, target, place, via
    if read_by is not None:
        if left_unnamed:
            read_by.add("missing_nationality")
        if any(read[target] is None for target in presumed):
            read_by.add("implicit_orders")
    return rows, [row or _HOLD for row in read], unit_of


_HOLD: Row = (HOLDS, -1, -1, 0)


def encode(
    turns: Iterable[tuple[Position, Iterable[Order]]],
    *,
    rules: Rulebook | str | None = None,
    board: Board | None = None,
) -> tuple[Batch, list[int]]:
    """Return movement phases as arrays, and the numbers of those that arrays cannot hold (`encode_turn`).

    Args:
        turns: Positions and their orders.
        rules: The rulebook that the orders are read by, 2023 if left out: what is implied or unclear depends on it.
        board: The board; that of the positions if left out.

    Raises:
        PositionError: A position is impossible, stands at another kind of phase, or is on another board than the first.
    """
    rules = rulebook(rules)
    encoded, left_out = list[EncodedTurn](), list[int]()
    here = None if board is None else named_board(board)
    read_by = set[str]()
    for number, (position, written) in enumerate(turns):
        position, here = on_same_board(before_movement(position, board), here, number)
        written = tuple(written)
        given = orders_for(position, written, rules, here)
        rows = encode_turn(position, given, here, rules, read_by)
        if rows is None:
            left_out.append(number)
            continue
        encoded.append(rows)
        if Unclear in map(type, written):
            read_by.add("poorly_written")
        if len(given) > len(written):
            read_by.add("implicit_orders")
    batch = batch_of(here or load_board(), encoded)
    return replace(batch, read_by={option: rules[option] for option in sorted(read_by)}), left_out


def on_same_board(placed: tuple[Position, Board], here: Board | None, number: int) -> tuple[Position, Board]:
    """Return a position and its board, which must be that of the positions before it, if there are any.

    Args:
        placed: The position and its board.
        here: That of the positions before it.
        number: How many positions these are.

    Raises:
        PositionError: It is on another board.
    """
    board = placed[1]
    if here is not None and board is not here:
        why = "arrays have one board, which can be named"
        raise PositionError(f"position {number} is on board {board.name}, those before it on {here.name}: {why}")
    return placed


def batch_of(board: Board, encoded: Sequence[EncodedTurn]) -> Batch:
    """Return turns, as `encode_turn` gives them, as a batch."""
    return Batch(
        board,
        np.array([0, *accumulate(len(units) for units, _, _ in encoded)], dtype=np.int64),
        np.array([row for units, _, _ in encoded for row in units], dtype=np.int16).reshape(-1, 3),
        np.array([row for _, orders, _ in encoded for row in orders], dtype=np.int16).reshape(-1, 4),
    )


# -- adjudicating ----------------------------------------------------------------------------------------------------


def adjudicate_batch(
    batch: Batch,
    *,
    rules: Rulebook | str | None = None,
    threads: int | None = None,
    reasons: bool = True,
    out: Outcomes | None = None,
    checked: bool = False,
) -> Outcomes:
    """Adjudicate the movement phases of a batch.

    Args:
        batch: The turns.
        rules: The rulebook; 2023 if left out.
        threads: The number of threads (default: the number of cores).
        reasons: False omits the reasons, the strengths and the deciding orders; about a fifth faster.
        out: Outcomes of a batch with as many turns and units, under any rulebook; their arrays are reused.
        checked: True promises that `Batch.check` has passed; without that, the behavior is undefined.

    Raises:
        ArrayError: The board is too large for compiled code, the arrays hold numbers without a meaning, two units of a
            turn stand in one province, or `out` is for a batch of another size.
        RulebookError: `encode` has read the orders under another rulebook, which reads some differently
            (`Batch.read_by`).
    """
    rules = rulebook(rules)
    for option, choice in batch.read_by.items():
        if rules[option] != choice:
            raise RulebookError(
                f"the orders of this batch were read by {option}={choice}, and might be others by {rules[option]}: "
                "encode them under the rulebook that they are adjudicated by"
            )
    batch._check_shape()
    turns, units = len(batch), len(batch.units)
    if out is None:
        outcomes = Outcomes(
            batch,
            np.empty(units, dtype=ANSWER),
            np.empty((turns, 2), dtype=np.int64),
            np.empty((turns, 2), dtype=np.int64),
            np.empty((units, 2), dtype=np.int64),
            np.empty(units if reasons else 0, dtype=np.int64),
            np.empty(turns, dtype=np.uint8),
            rules,
            [],
            {},
        )
    elif len(out.how) != turns or len(out.answers) != units:
        raise ArrayError(
            f"`out` is for {len(out.how)} turns with {len(out.answers)} units, not for {turns} turns with {units}"
        )
    else:
        decided = out.decided_by if reasons else out.decided_by[:0]
        if reasons and len(decided) != units:
            decided = np.empty(units, dtype=np.int64)
        outcomes = replace(out, batch=batch, decided_by=decided, rules=rules, noted=[], fallback_results={})
    fill(outcomes, threads=threads, checked=checked)
    return outcomes


def fill(outcomes: Outcomes, *, threads: int | None = None, checked: bool = False) -> None:
    """Adjudicate the batch of `outcomes` into its arrays, which have the size of the batch.

    Args:
        outcomes: The arrays, with the batch and the rulebook.
        threads, checked: As for `adjudicate_batch`.
    """
    batch, rules = outcomes.batch, outcomes.rules
    board, turns = batch.board, len(batch)
    arrays = tables_of(board)
    given = Turns(
        np.ascontiguousarray(batch.start, dtype=np.int64),
        np.ascontiguousarray(batch.units, dtype=np.int16),
        np.ascontiguousarray(batch.orders, dtype=np.int16),
    )
    filled = OrderRecords(
        outcomes.answers.view(np.uint8),
        outcomes.masks,
        outcomes.contested,
        outcomes.retreats,
        outcomes.decided_by,
        outcomes.how,
    )

    choices = rules.numbers.as_integers()

    def part(first: int, last: int) -> None:
        if not checked:
            batch._check_turns(first, last)
        space = compiled.workspace(board)
        task = compiled.Task(space, arrays, choices, given, filled)
        noted = compiled.adjudicate_arrays(task, first, last)
        if len(noted[0]):
            outcomes.noted.append(noted)

    if rules.house_rules_settle:
        share_out(part, turns, TURNS_IN_PART, threads)
        if rules.house_rules:  # which compiled code does not know
            outcomes.how[outcomes.how == BY_COMPONENTS] = FALLBACK
            outcomes.noted.clear()
    else:
        if not checked:
            batch._check_turns(0, turns)
        outcomes.how[:] = FALLBACK
    impossible = np.flatnonzero(outcomes.how == IMPOSSIBLE)
    if len(impossible):
        raise ArrayError(f"turn {impossible[0]}: two units stand in one province")
    for turn in np.flatnonzero(outcomes.how == FALLBACK).tolist():
        _adjudicate_plainly(outcomes, turn, rules)


def results_of(
    turns: Sequence[tuple[Position, Sequence[Order]]],
    *,
    rules: Rulebook | str | None = None,
    board: Board | None = None,
) -> list[MovementResult]:
    """Return for each movement phase exactly what `adjudicate` does, most of it by compiled code.

    Turns that arrays cannot hold go to the plain solver.

    Args:
        turns: Positions and their orders.
        rules: The rulebook; 2023 if left out.
        board: The board; that of each position if left out.

    Raises:
        PositionError: A position is impossible, or stands at another kind of phase.
    """
    rules = rulebook(rules)
    held: dict[Board, list[tuple[int, Position, tuple[Order, ...], EncodedTurn]]] = {}
    found: dict[int, MovementResult] = {}

    def solve_plainly(number: int, position: Position, orders: tuple[Order, ...], here: Board) -> None:
        found[number] = adjudicate(position, orders, rules=rules, board=here)

    for number, (position, orders) in enumerate(turns):
        position, here = before_movement(position, board)
        given = orders_for(position, orders, rules, here)
        rows = encode_turn(position, given, here, rules) if rules.house_rules_settle and is_encodable(here) else None
        if rows is None:
            solve_plainly(number, position, given, here)
        else:
            held.setdefault(here, []).append((number, position, given, rows))
    for here, together in held.items():
        out = adjudicate_batch(batch_of(here, [rows for *_, rows in together]), rules=rules, threads=1)
        for turn, (number, position, given, (_, _, unit_of)) in enumerate(together):
            if turn in out.fallback_results and (rules.house_rules or out.fallback_results[turn].undecided):
                solve_plainly(number, position, given, here)
            else:
                found[number] = result_of(position, given, rules, unit_of, out, turn)
    return [found[number] for number in range(len(found))]


def result_of(
    position: Position, orders: Sequence[Order], rules: Rulebook, unit_of: list[int], outcomes: Outcomes, turn: int
) -> MovementResult:
    """Return the result of a turn that arrays held, at most one order per unit."""
    order_of = [-1] * len(position.units)
    for number, unit in enumerate(unit_of):
        order_of[unit] = number
    record, board = outcomes.record(turn), outcomes.batch.board
    answers = record.outcomes()
    illegal = [FAULTS[answers[unit].fault] for unit in unit_of]
    assignment = Assignment(board, position.units, orders, rules, unit_of, order_of, illegal)
    return MovementResult(assignment, position, outcomes.solution(turn), record)


def _adjudicate_plainly(outcomes: Outcomes, turn: int, rules: Rulebook) -> None:
    """Fill in what `adjudicate` finds for a turn."""
    batch = outcomes.batch
    result = adjudicate(batch.position(turn), batch.orders_of(turn), rules=rules, board=batch.board)
    start, end = batch.start[turn : turn + 2].tolist()
    outcomes.masks[turn] = result.solution.true, result.solution.false
    outcomes.fallback_results[turn] = result
    rows, decided_by, contested, retreats = result.record.arrays()
    outcomes.answers[start:end] = list(map(answer_values, rows))
    if len(outcomes.decided_by):
        outcomes.decided_by[start:end] = decided_by
    outcomes.contested[turn] = 0
    outcomes.contested[turn, : len(contested)] = contested  # the plain record has as many words as the board needs
    outcomes.retreats[start:end] = 0
    for unit, words in enumerate(retreats):
        outcomes.retreats[start + unit, : len(words)] = words
