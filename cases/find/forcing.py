"""What a power can force: orders that make something certain, whatever the others order, or the answer that stops it.

Only orders on which the outcome can rest are tried (`Reach`); the others stand as holds. Candidates, those with the
fewest orders first, are tried against every answer found so far; the next one left is tried against all answers.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import Any

import numpy as np

from ...map import FLEET, Board, Position, StandoffError, province_of
from ...solver import Convoy, Hold, Move, Order, Rulebook, Support, rulebook
from ...solver.batch import encode_turn
from ...solver.columns import ATTACKER, PLACE, SUCCEEDS
from ...solver.equations import CONVOYS, HOLDS, MOVES, SUPPORTS
from .deciding import Played, played
from .given import rows_of_orders

MOST_CANDIDATES = 200_000
"""At most this many joint orders of the forcing side are considered."""

MOST_ANSWERS = 20_000_000
"""At most this many answers to one of them are tried."""

_AT_ONCE = 100_000


class ForceError(StandoffError):
    """What is to be forced means nothing in the position, or there is too much to try."""


@dataclass(frozen=True)
class Goal:
    """What is to be forced.

    Attributes:
        unit: The number of the unit that it is about.
        row: The order that it must be given, a row of `Batch.orders`; None if any will do.
        wanted: "succeeds", "fails" or "dislodged".
        text: It, as written.
    """

    unit: int
    row: tuple[int, ...] | None
    wanted: str
    text: str

    def reached(self, turns: Played, rules: Rulebook) -> Any:
        """Tell of each turn whether it is reached: bool, shape (turns,)."""
        if self.wanted == "dislodged":
            return turns.column(rules, ATTACKER)[:, self.unit] >= 0
        succeeds = turns.column(rules, SUCCEEDS)[:, self.unit] == 1
        if self.wanted == "succeeds":
            return succeeds
        given = (turns.batch.orders.reshape(-1, turns.units, 4)[:, self.unit] == np.array(self.row)).all(axis=1)
        if self.row is not None and self.row[0] == MOVES:  # by land or by convoy
            province = np.array(turns.batch.board.province_of_location)
            place = turns.column(rules, PLACE)[:, self.unit]
            return (place < 0) | (province[np.maximum(place, 0)] != province[self.row[2]])
        return ~(given & succeeds)


@dataclass(frozen=True)
class Forced:
    """Whether something can be forced.

    Attributes:
        goal: What.
        certain: True if it can.
        orders: The orders that do it; of those that do not, the ones that the most answers were tried against.
        answer: The orders that stop these; empty if nothing does. Where the others help or are given, what they order.
        candidates, answers: How many joint orders of the forcing side there are that can matter; how many joint orders
            of all were tried.
    """

    goal: Goal
    certain: bool
    orders: tuple[Order, ...]
    answer: tuple[Order, ...]
    candidates: int
    answers: int


class Reach:
    """The orders on which an outcome can rest, by the provinces for which it matters who gets in.

    Where it matters who gets into a province, what matters is: the moves into it, their supports and convoys, the
    supports of the unit in it, and whether that leaves. A support or convoy can be cut or disrupted: so it matters,
    too, who gets into the province of its unit; and so on, until nothing is added.

    Args:
        position, board: The position.
        choices: By unit, the orders it may be given: int16, shape (orders, 4), the first one a hold.
        start: The provinces for which it matters who gets in, by number.
        rules: The rulebook.
    """

    def __init__(
        self, position: Position, board: Board, choices: Sequence[Any], start: Collection[int], rules: Rulebook
    ) -> None:
        self.of_location = board.province_of_location
        self.home = [board.province_number[unit.province] for unit in position.units]
        self.provinces = set(start)
        # a fleet with a convoy order, void or not, may not be supported (Czech edition of 1962, rule 10)
        self.void_counts = rules["support_of_convoying_fleet"] == "void"
        rows: list[list[tuple[int, ...]]] = [list(map(tuple, of_unit.tolist())) for of_unit in choices]
        self.goes = [{self.of_location[row[2]] for row in of_unit if row[0] == MOVES} for of_unit in rows]
        self.stays = [any(row[0] != MOVES for row in of_unit) for of_unit in rows]
        while True:
            before = len(self.provinces)
            for unit, of_unit in enumerate(rows):
                for row in of_unit:
                    if not self.matters(unit, row):
                        continue
                    if row[0] in (SUPPORTS, CONVOYS):
                        self.provinces.add(self.home[unit])
                    if row[0] in (MOVES, CONVOYS) and self.home[unit] in self.provinces:
                        self.provinces.add(self.of_location[row[2]])
            if len(self.provinces) == before:
                break
        self.choices = [
            np.array([row for n, row in enumerate(of_unit) if not n or self.matters(unit, row)], dtype=np.int16)
            for unit, of_unit in enumerate(rows)
        ]

    def matters(self, unit: int, row: tuple[int, ...]) -> bool:
        """Tell whether an order can matter, as far as known."""
        kind, target, place, _ = row
        if kind == HOLDS:
            return False
        if (kind == SUPPORTS or (kind == CONVOYS and not self.void_counts)) and not (
            self.stays[target] if place < 0 else self.of_location[place] in self.goes[target]
        ):
            return False  # void: the target cannot be ordered so
        if kind in (MOVES, CONVOYS) and self.home[unit] in self.provinces:
            return True
        acts_on = self.of_location[place] if place >= 0 else self.home[target]
        return acts_on in self.provinces


class _Force:
    def __init__(
        self,
        position: Position,
        board: Board,
        goal: Goal,
        rules: Rulebook,
        by: Collection[str],
        against: Collection[str],
    ) -> None:
        position.check(board)
        self.position, self.board, self.goal, self.rules = position, board, goal, rules
        powers = list(board.powers)
        self.units = np.array(
            [
                (int(unit.type is FLEET), board.location_number[unit.location], powers.index(unit.power))
                for unit in position.units
            ],
            dtype=np.int16,
        )
        self.own = [n for n, unit in enumerate(position.units) if unit.power in by]
        self.others = [n for n, unit in enumerate(position.units) if unit.power in against and unit.power not in by]
        self.legal = rows_of_orders(position, board, (rules,))
        for number, rows in enumerate(self.legal):
            if number not in self.own and number not in self.others:
                self.legal[number] = rows[:1]
        if goal.row is not None:
            self.legal[goal.unit] = self._as_asked(self.legal[goal.unit], goal)
        self.home = [board.province_number[unit.province] for unit in position.units]
        self.start = {self.home[goal.unit]}
        if goal.row is not None and goal.row[0] == MOVES:
            self.start = {board.province_of_location[goal.row[2]]}
        self.tried = 0

    def _as_asked(self, rows: Any, goal: Goal) -> Any:
        """Return the orders of the goal's unit: the one asked about; of a move that must fail, any way there."""
        assert goal.row is not None
        if goal.wanted == "succeeds" or goal.row[0] != MOVES:
            return np.array([goal.row], dtype=np.int16)
        province = np.array(self.board.province_of_location)
        return rows[(rows[:, 0] == MOVES) & (province[rows[:, 2]] == province[goal.row[2]])]

    def reach(self, choices: Sequence[Any]) -> list[Any]:
        found = Reach(self.position, self.board, choices, self.start, self.rules).choices
        if self.goal.row is not None:
            found[self.goal.unit] = choices[self.goal.unit]
        return found

    def against_goal(self) -> list[Any]:
        """Return the orders of the others without their supports of the unit that is to succeed.

        Such a support can only help: whatever resolution there is without it, in which the unit succeeds, is one with
        it, too. Where orders to convoy matter there may be several resolutions, and nothing is left out.
        """
        if self.goal.wanted != "succeeds":
            return self.legal
        fewer = [
            rows[(rows[:, 0] != SUPPORTS) | (rows[:, 1] != self.goal.unit)] if unit in self.others else rows
            for unit, rows in enumerate(self.legal)
        ]
        reached = self.reach(fewer)
        return self.legal if any((rows[:, 0] == CONVOYS).any() for rows in reached) else fewer

    def reached(self, orders: Any) -> Any:
        self.tried += len(orders)
        turns = played(self.board, np.broadcast_to(self.units, (len(orders), *self.units.shape)).copy(), orders)
        return self.goal.reached(turns, self.rules)

    def few_first(self, choices: Sequence[Any], units: Sequence[int]) -> Iterator[Any]:
        """Yield all joint orders of some units in parts, those with the fewest orders that are no holds first."""
        free = [unit for unit in units if len(choices[unit]) > 1]
        base = np.array([rows[0] for rows in choices], dtype=np.int16)
        waiting: list[Any] = []
        size = 0
        for count in range(len(free) + 1):
            for some in combinations(free, count):
                total = prod(len(choices[unit]) - 1 for unit in some)
                for start in range(0, total, _AT_ONCE):
                    number = np.arange(start, min(start + _AT_ONCE, total))
                    orders = np.repeat(base[None], len(number), axis=0)
                    for unit in some:
                        number, which = np.divmod(number, len(choices[unit]) - 1)
                        orders[:, unit] = choices[unit][1 + which]
                    waiting.append(orders)
                    size += len(orders)
                    if size >= _AT_ONCE:
                        yield np.concatenate(waiting)
                        waiting, size = [], 0
        if waiting:
            yield np.concatenate(waiting)

    def orders_of(self, rows: Any, units: Sequence[int]) -> tuple[Order, ...]:
        turn = played(self.board, self.units[None], rows[None]).turn(0)
        return tuple(turn.orders[unit] for unit in units if rows[unit][0] != HOLDS or unit == self.goal.unit)

    def count(self, choices: Sequence[Any], units: Sequence[int], most: int, what: str) -> int:
        count = prod(len(choices[unit]) for unit in units)
        if count > most:
            sizes = sorted((len(choices[unit]), self.position.units[unit].province) for unit in units)
            largest = ", ".join(f"{place} {size}" for size, place in reversed(sizes[-5:]))
            raise ForceError(
                f"{count:,} {what} can matter; the limit is {most:,}. The units with the most orders that can: "
                f"{largest}. Leave powers out (--against), or units"
            )
        return count

    def run(self) -> Forced:
        choices = self.reach(self.legal)
        candidates = self.count(choices, self.own, MOST_CANDIDATES, "joint orders of the forcing side")
        left = np.concatenate(list(self.few_first(choices, self.own)))
        best: tuple[int, Any, Any] | None = None
        while len(left):
            one = left[0]
            before = self.tried
            answer = self.answer(one)
            if answer is None:
                return Forced(self.goal, True, self.orders_of(one, self.own), (), candidates, self.tried)
            if best is None or self.tried - before > best[0]:
                best = self.tried - before, one, answer
            against = left.copy()
            against[:, self.others] = answer[self.others]
            left = left[self._all_reached(against)]
        assert best is not None
        _, one, answer = best
        return Forced(
            self.goal,
            False,
            self.orders_of(one, self.own),
            self.orders_of(answer, self.others),
            candidates,
            self.tried,
        )

    def _all_reached(self, orders: Any) -> Any:
        parts = [self.reached(orders[start : start + _AT_ONCE]) for start in range(0, len(orders), _AT_ONCE)]
        return np.concatenate(parts)

    def answer(self, one: Any) -> Any:
        """Return joint orders of the others against which `one` fails, the fewest first; None if there are none."""
        choices = [rows if unit in self.others else one[unit][None] for unit, rows in enumerate(self.against_goal())]
        reduced = self.reach(self._with_holds(choices))
        for unit in self.own:
            reduced[unit] = one[unit][None]
        tried = 0
        for orders in self.few_first(reduced, self.others):
            failed = np.flatnonzero(~self.reached(orders))
            if len(failed):
                return orders[failed[0]]
            tried += len(orders)
            if tried >= MOST_ANSWERS:
                self.count(reduced, self.others, MOST_ANSWERS, "joint orders of the others")
        return None

    def _with_holds(self, choices: Sequence[Any]) -> list[Any]:
        """Return the choices with a hold in front of a single order: `Reach` takes the first one for the hold."""
        hold = np.array([[HOLDS, -1, -1, 0]], dtype=np.int16)
        return [
            rows if unit == self.goal.unit or rows[0][0] == HOLDS else np.concatenate([hold, rows])
            for unit, rows in enumerate(choices)
        ]

    def at_best(self) -> Forced:
        choices = self.reach(self.legal)
        both = [*self.own, *self.others]
        count = prod(len(choices[unit]) for unit in both)
        last: Any = None
        for orders in self.few_first(choices, both):
            found = np.flatnonzero(self.reached(orders))
            last = orders[0] if last is None else last
            if not len(found) and self.tried >= MOST_ANSWERS:
                self.count(choices, both, MOST_ANSWERS, "joint orders")
            if len(found):
                one = orders[found[0]]
                return Forced(
                    self.goal, True, self.orders_of(one, self.own), self.orders_of(one, self.others), count, self.tried
                )
        return Forced(self.goal, False, self.orders_of(last, self.own), (), count, self.tried)

    def against_given(self, given: Sequence[Order]) -> Forced:
        encoded = encode_turn(self.position, given, self.board, self.rules)
        if encoded is None:
            raise ForceError("the given orders must name each unit, its type and its place exactly, one order a unit")
        for unit in range(len(self.legal)):
            if unit not in self.own:
                self.legal[unit] = np.array([encoded[1][unit]], dtype=np.int16)
        choices = self.reach(self._with_holds(self.legal))
        for unit in range(len(self.legal)):
            if unit not in self.own:
                choices[unit] = self.legal[unit]
        count = self.count(choices, self.own, MOST_CANDIDATES, "joint orders of the forcing side")
        orders = np.concatenate(list(self.few_first(choices, self.own)))
        found = np.flatnonzero(self._all_reached(orders))
        one = orders[found[0]] if len(found) else orders[0]
        return Forced(self.goal, bool(len(found)), self.orders_of(one, self.own), tuple(given), count, self.tried)


def force(
    position: Position,
    goal: str,
    by: Collection[str],
    *,
    board: Board,
    against: Collection[str] | None = None,
    rules: Rulebook | None = None,
    at_best: bool = False,
    given: Sequence[Order] | None = None,
) -> Forced:
    """Return orders of some powers that make something certain whatever others order, or the answer that stops it.

    Args:
        position: A movement phase.
        goal: ``"A PAR - BUR"``, an order of theirs that succeeds; ``"not A MUN - BUR"``, an order that does not;
            ``"A MUN dislodged"``, a unit that is dislodged.
        by: The powers that force it.
        board: The board.
        against: The powers that order what they like; all others if left out. Whoever is in neither holds.
        rules: The rulebook; 2023 if left out.
        at_best: True to ask whether it can come about at all, with the help of those in `against`.
        given: The orders of the others, to ask what does it against these.

    Raises:
        ForceError: The goal means nothing in the position, or there is too much to try.

    >>> from standoff import read
    >>> turn = read("start")
    >>> found = force(turn.position, "A PAR - BUR", ["FRANCE"], board=turn.board)
    >>> found.certain, sorted(str(order) for order in found.orders), [str(order) for order in found.answer]
    (True, ['A MAR S A PAR - BUR', 'A PAR - BUR'], [])
    """
    rules = rules or rulebook()
    for power in (*by, *(against or ())):
        if power not in board.powers:
            raise ForceError(f"no power {power!r}; known: {', '.join(board.powers)}")
    wanted = goal_of(goal, position, board, by)
    search = _Force(position, board, wanted, rules, by, tuple(board.powers) if against is None else against)
    if given is not None:
        return search.against_given(given)
    return search.at_best() if at_best else search.run()


def goal_of(text: str, position: Position, board: Board, by: Collection[str]) -> Goal:
    """Return what a text says is to be forced.

    Raises:
        ForceError: It means nothing in the position.
    """
    from ..text.reading import read_order, read_place

    words = text.strip()
    numbers = {unit.province: number for number, unit in enumerate(position.units)}

    def unit_in(place: str) -> int:
        province = province_of(place)
        if province not in numbers:
            raise ForceError(f"{text!r}: no unit stands in {province}")
        return numbers[province]

    if words.lower().endswith("dislodged"):
        name = words[: -len("dislodged")].strip()
        parts = name.split(maxsplit=1)
        place = parts[1] if len(parts) == 2 and parts[0].upper() in ("A", "F") else name
        try:
            return Goal(unit_in(read_place(place, board)), None, "dislodged", text)
        except ForceError:
            raise
        except StandoffError as fault:
            raise ForceError(f"{text!r}: {fault}") from None
    fails = words.lower().startswith("not ")
    words = words[4:] if fails else words
    try:
        order = read_order(words, next(iter(by)), board)
    except StandoffError as fault:
        raise ForceError(f"{text!r}: {fault}") from None
    if not isinstance(order, Hold | Move | Support | Convoy):
        raise ForceError(f"{text!r} is not an order of a movement phase")
    unit = unit_in(order.unit.place)
    power = position.units[unit].power
    if not fails and power not in by:
        raise ForceError(
            f"{text!r}: {position.units[unit]} is of {power}, who does not force it; 'not {words}' could be meant, "
            f"or '{position.units[unit]} dislodged'"
        )
    order = read_order(words, power, board)
    return Goal(unit, _row(order, unit, position, board, text), "fails" if fails else "succeeds", text)


def _row(order: Order, unit: int, position: Position, board: Board, text: str) -> tuple[int, ...]:
    """Return the row of an order, by the legal order of the unit that says the same."""
    from ...solver import legal_orders
    from ..turn import Turn

    turn = Turn(position, board=board)
    wanted = turn.canonical(order)
    for one in legal_orders(position, board=board)[position.units[unit].location]:
        if turn.canonical(one) == wanted or (isinstance(one, Move) and _same_move(one, order)):
            encoded = encode_turn(position, [one], board, rulebook())
            if encoded is not None:
                return encoded[1][unit]
    raise ForceError(f"{text!r}: that order is illegal in this position")


def _same_move(one: Move, order: Order) -> bool:
    return (
        isinstance(order, Move)
        and province_of(one.unit.place) == province_of(order.unit.place)
        and province_of(one.destination) == province_of(order.destination)
        and one.via_convoy == order.via_convoy
    )
