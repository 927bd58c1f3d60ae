"""Forced outcomes: orders that reach a goal whatever legal orders the others give, or orders that stop it.

Only relevant orders are tried (`choices.Bearing`); holds replace the others. Candidates, those with the fewest orders
first, are tried against every answer found so far; the next remaining one is tried against all answers. Where these are
many, a solver looks for the candidates and the answers (`programs`), each of which the adjudicator confirms.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import prod
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from ..map import Board, PhaseType, Position, WrongTypeError, named_board, on_board, repr_as
from ..solver import (
    CONVOYS,
    HOLDS,
    MOST_UNITS,
    SUPPORTS,
    Convoy,
    Hold,
    Move,
    Order,
    Rulebook,
    Support,
    rulebook,
    table_of,
)
from ..text import counted
from .choices import AT_ONCE, HOLD, Bearing, few_first, legal_choices, not_enumerated, one_order_turns, rows_of_units
from .deciding import played
from .goals import ForceError, goals_of
from .programs import (
    FEWEST,
    MOST_SECONDS,
    SHOWN,
    OpenError,
    Program,
    best_model,
    choice_of,
    law_for,
    order_facts,
    solver_of,
    tagged,
    text_of,
    why_unsolvable,
)

if TYPE_CHECKING:
    from ..turn import Turn

MOST_ENUMERATED = 100_000
"""The most joint orders of a side that are tried one by one, where a solver can be asked."""

MOST_TRIED = 20_000_000
"""The most that are tried one by one where none can."""


def joint_orders(choices: Sequence[Any], units: Sequence[int]) -> int:
    """Return the number of joint orders of some units."""
    return prod(len(choices[unit]) for unit in units)


HELPS = "it can only help: it supports the unit that is to succeed"


@dataclass(frozen=True, slots=True)
class Excluded:
    """Orders that were not tried because they cannot change the answer, and the reason.

    `whole` are the units, as they stand, all of whose orders but the hold are among them.
    """

    why: str
    orders: tuple[Order, ...]
    whole: tuple[str, ...]


@dataclass(frozen=True)
class Forced:
    """Whether a goal can be forced, or reached.

    `str` gives the answer as the command prints it.

    Attributes:
        goal: The goal as written.
        question: "certain", whatever legal orders the others give; "possible", with their help; "given", against given
            orders.
        certain: True if the goal can be forced; for the other questions, if it can be reached; None if that is open.
        by, against: The powers that force it; the powers that are free to order. All others hold.
        orders: The orders that reach it; if none do, those that were tried against the most answers.
        answer: The orders that stop these; empty if none do. If the others help or their orders are given, these.
        candidates: The number of joint orders of the forcing side that can matter; for "possible", of all.
        answers: The number of turns tried.
        rules: The rulebook.
        bears: The relevant provinces, against `orders`.
        excluded: The orders that were not tried against or with `orders`: for "certain", of those in `against`; for
            "given", of the forcing side; for "possible", of all.
        not_tried: Orders that were not tried though they could change the answer; empty if the answer is exhaustive.
        solved: True if a solver looked for the orders, False if all were tried.
        why_open: Why the question is open, in words.
        board: The board.

    >>> from standoff import force
    >>> forced = force("start", "F LON - ENG", "ENGLAND")
    >>> forced.certain, [str(order) for order in forced.answer]
    (False, ['F BRE - ENG'])
    """

    goal: str
    question: str
    certain: bool | None
    by: tuple[str, ...]
    against: tuple[str, ...]
    orders: tuple[Order, ...]
    answer: tuple[Order, ...]
    candidates: int
    answers: int
    rules: Rulebook
    bears: tuple[str, ...]
    excluded: tuple[Excluded, ...]
    not_tried: tuple[str, ...]
    board: Board
    solved: bool = False
    why_open: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return it in the types of JSON."""
        return {
            "goal": self.goal,
            "question": self.question,
            "certain": self.certain,
            "by": list(self.by),
            "against": list(self.against),
            "orders": [str(order) for order in self.orders],
            "answer": [str(order) for order in self.answer],
            "candidates": self.candidates,
            "tried": self.answers,
            "rules": self.rules.name,
            "bears": list(self.bears),
            "excluded": [{"why": one.why, "orders": [str(order) for order in one.orders]} for one in self.excluded],
            "not_tried": list(self.not_tried),
            "solved": self.solved,
            "why_open": self.why_open,
        }

    def __str__(self) -> str:
        if self.certain is None:
            return f"{self.goal}: open: {self.why_open}"
        what = "possible" if self.question == "possible" else "certain"
        lines = [f"{self.goal}: {what if self.certain else f'not {what}'}"]
        if self.certain and self.question == "certain":
            lines[0] += f", whatever legal orders are given by {self._omitted_orders()}"
        if self.certain or self.question != "possible":
            lines += self._part("with" if self.certain else "for example, with", self.orders)
        if self.certain and self.question != "certain":
            lines += self._part("and" if self.question == "possible" else "against", self.answer)
        elif not self.certain and self.question != "possible":
            lines += self._part("stopped by", self.answer)
        by = self._names(self.by)
        whose = "both sides" if self.question == "possible" else by
        lines.append(
            f"{counted(self.candidates, 'joint order')} of {whose} can matter; "
            + ("solved" if self.solved else f"{counted(self.answers, 'turn')} tried")
            + f" under {self.rules.name}"
        )
        if self.bears:
            lines.append(f"It matters who gets into {', '.join(self.bears)}.")
        for one in self.excluded:
            lines.append(f"Left out, {counted(len(one.orders), 'legal order')} ({one.why}):")
            lines += [f"  {text}" for text in self._left_out(one)]
        lines += [f"Not tried: {text}" for text in self.not_tried]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return repr_as(self, str(self).partition("\n")[0])

    def _names(self, powers: Sequence[str]) -> str:
        return " and ".join(self.board.powers[power].name for power in powers)

    def _omitted_orders(self) -> str:
        rest = set(self.board.powers).difference(self.by, self.against)
        return f"{self._names(self.against)} (the rest hold)" if rest else "the others"

    def _part(self, heading: str, orders: Sequence[Order]) -> list[str]:
        listed = [f"    {self.board.powers[order.power].name}: {order}" for order in orders]
        return [f"  {heading}:", *(listed or ["    no order that matters"])]

    def _left_out(self, one: Excluded) -> list[str]:
        """Return a line for each power: its units without any order tried, then the untried orders of the others."""
        parts: dict[str, dict[str, list[str]]] = {}
        for order in one.orders:
            kind, place, rest = str(order).split(" ", 2)
            parts.setdefault(order.power, {}).setdefault(f"{kind} {place}", []).append(rest)
        lines: list[str] = []
        for power, units in parts.items():
            whole = [unit for unit in units if unit in one.whole]
            texts = [f"all of {', '.join(whole)}"] if whole else []
            texts += [f"{unit} {', '.join(rests)}" for unit, rests in units.items() if unit not in one.whole]
            lines.append(f"{self.board.powers[power].name}: {'; '.join(texts)}")
        return lines


class _Force:
    def __init__(
        self,
        position: Position,
        board: Board,
        goal: str,
        rules: Rulebook,
        by: Collection[str],
        against: Collection[str],
    ) -> None:
        self.position, self.board, self.rules = position, board, rules
        self.by, self.against = tuple(by), tuple(power for power in against if power not in by)
        self.units = rows_of_units(position, board)
        self.own = [n for n, unit in enumerate(position.units) if unit.power in self.by]
        self.others = [n for n, unit in enumerate(position.units) if unit.power in self.against]
        self.legal = legal_choices(position, board, (rules,))
        self.goal = goals_of(goal, position, board, by, self.legal, rules)
        self.pinned = self.goal.pinned
        # "not X" presumes that X is ordered, by either way
        self.others += [unit for unit in self.pinned if unit not in (*self.own, *self.others)]
        for number, rows in enumerate(self.legal):
            if number not in self.own and number not in self.others:
                self.legal[number] = rows[:1]
        for unit, rows in self.pinned.items():
            self.legal[unit] = np.array(rows, dtype=np.int16)
        self.start = self.goal.provinces(position, board)
        self.shown = {goal.unit for goal in self.goal.all}
        self.unsolvable = why_unsolvable(board, rules)
        self.tried = 0

    # -- orders in arrays -------------------------------------------------------------------------------------------

    def reach(self, choices: Sequence[Any]) -> Bearing:
        """Return the orders relevant to the goal; a unit with a single order keeps it, and so does the goal's unit."""
        hold = np.array([HOLD], dtype=np.int16)
        bearing = Bearing(
            self.position,
            self.board,
            [
                rows if unit in self.pinned or rows[0][0] == HOLDS else np.concatenate([hold, rows])
                for unit, rows in enumerate(choices)
            ],
            self.start,
            self.rules,
        )
        for unit, rows in enumerate(choices):
            if len(rows) == 1 or unit in self.pinned:
                bearing.choices[unit] = rows
        return bearing

    def against_goal(self) -> list[Any]:
        """Return the orders of the others without their supports of the unit that is to succeed.

        Such a support can only help. Every order acts on one province. Without convoys, a support depends on the
        existence of attacks on its unit, not on their strength, except for an attack from the province that the support
        acts on: that must dislodge. So no support depends on a strength to which the omitted support adds: these are
        strengths of the goal's unit, in the one province that it acts on, and a unit that stays there supports nothing
        that acts there. A move depends on supports, and on the move that leaves its destination: so the only circles
        are of moves, each of which follows the next. A move's own strengths only help it. So any resolution without the
        support in which the goal's order succeeds is also one with it; and if there are two, all of the circle moves.
        If convoy orders matter, or orders against own units are void, there may be a paradox, and no support is
        omitted.
        """
        goal = self.goal.single
        if goal is None or goal.wanted != "succeeds":
            return self.legal
        if self.rules["attack_on_own"] != "counts" or self.rules.house_rules:
            return self.legal
        fewer = [
            rows[(rows[:, 0] != SUPPORTS) | (rows[:, 1] != goal.unit)] if unit in self.others else rows
            for unit, rows in enumerate(self.legal)
        ]
        # these supports are tried, too: convoyed armies may cut them
        return self.legal if any((rows[:, 0] == CONVOYS).any() for rows in self.reach(self.legal).choices) else fewer

    def reached(self, orders: Any) -> Any:
        self.tried += len(orders)
        parts = np.split(orders, range(AT_ONCE, len(orders), AT_ONCE))
        return np.concatenate([self.goal.reached(played(self.board, self.units, part), self.rules) for part in parts])

    def orders_of(self, rows: Any, units: Sequence[int]) -> tuple[Order, ...]:
        turn = played(self.board, self.units, rows[None]).turn(0)
        return tuple(turn.orders[unit] for unit in units if rows[unit][0] != HOLDS or unit in self.shown)

    def few(self, choices: Sequence[Any], units: Sequence[int]) -> bool:
        """Return whether all joint orders of some units are tried one by one.

        Raises:
            OpenError: There are too many, and no solver can be asked.
        """
        exist = joint_orders(choices, units)
        if exist > MOST_TRIED and self.unsolvable:
            raise OpenError(f"{exist:,} joint orders can matter, too many to try; {self.unsolvable}")
        return exist <= (MOST_TRIED if self.unsolvable else MOST_ENUMERATED)

    # -- the questions ----------------------------------------------------------------------------------------------

    def run(self) -> Forced:
        whole = self.reach(self.legal)
        choices = whole.choices
        candidates = joint_orders(choices, self.own)
        if not self.few(choices, self.own):
            return self.solve_certain(whole)
        left = np.concatenate(list(few_first(choices, self.own)))
        against_goal = self.against_goal()
        best: tuple[int, Any, Any, Bearing] | None = None
        while len(left):
            one, before = left[0], self.tried
            bearing = self.reach([rows if n in self.others else one[n][None] for n, rows in enumerate(against_goal)])
            if not self.few(bearing.choices, self.others):
                return self.solve_certain(whole)
            answer = self.first_of(bearing.choices, self.others, reaching=False)
            if answer is None:
                return self.forced("certain", True, one, None, candidates, bearing, self.others)
            if best is None or self.tried - before > best[0]:
                best = self.tried - before, one, answer, bearing
            against = left.copy()
            against[:, self.others] = answer[self.others]
            left = left[self.reached(against)]
        assert best is not None
        _, one, answer, bearing = best
        return self.forced("certain", False, one, answer, candidates, bearing, self.others)

    def first_of(self, choices: Sequence[Any], units: Sequence[int], *, reaching: bool) -> Any:
        """Return the first joint orders of some units that reach the goal, or that miss it; None if there are none."""
        for orders in few_first(choices, units):
            fitting = np.flatnonzero(self.reached(orders) == reaching)
            if len(fitting):
                return orders[fitting[0]]
        return None

    def against_given(self, orders: Sequence[Order]) -> Forced:
        does = table_of(self.board, self.position, orders, self.rules).does
        self.others = []
        for unit in range(len(self.legal)):
            if unit not in self.own:
                order = does[unit]
                place = order.destination if order.coast < 0 else order.coast
                self.legal[unit] = np.array([(order.kind, order.target, place, order.via)], dtype=np.int16)
                if order.kind != HOLDS:
                    self.others.append(unit)
        return self.reaching("given", self.own)

    def reaching(self, question: str, units: list[int]) -> Forced:
        """Return the fewest orders of some units with which the goal is reached, if there are any."""
        bearing = self.reach(self.legal)
        choices = bearing.choices
        if solved := not self.few(choices, units):
            one = self.program(choices, reached=True).first()
        else:
            one = self.first_of(choices, units, reaching=True)
        count = joint_orders(choices, units)
        if one is not None:
            return self.forced(question, True, one, one, count, bearing, units, solved=solved)
        none = np.array([rows[0] for rows in choices], dtype=np.int16)
        answer = none if question == "given" else None
        return self.forced(question, False, none, answer, count, bearing, units, solved=solved)

    # -- asked of a solver ------------------------------------------------------------------------------------------

    def program(self, choices: Sequence[Any], *, reached: bool, smallest: bool = True) -> Program:
        """Return the question which joint orders reach the goal, or miss it."""
        wanted = self.goal.clauses(self.position, self.board, choices, reached=reached)

        def confirmed(rows: Any) -> bool:
            return bool(self.reached(rows[None])[0]) is reached

        program = law_for(self.position, self.board, choices, self.rules) + wanted
        return Program(self.position, self.board, choices, program, confirmed, smallest=smallest)

    def solve_certain(self, bearing: Bearing) -> Forced:
        """Look for orders that no answer stops: each answer found must be withstood by the orders that come next."""
        choices = bearing.choices
        candidates = joint_orders(choices, self.own)
        answers = self.program(choices, reached=False, smallest=False)
        deadline = monotonic() + MOST_SECONDS
        names = [text_of(self.position.units[unit].province) for unit in range(len(choices))]
        rest = "".join(f"order({name},0)." for unit, name in enumerate(names) if unit not in self.own)
        orders = solver_of(choice_of(self.position, choices, self.own), rest, FEWEST, SHOWN)
        law = law_for(self.position, self.board, choices, self.rules)
        numbers: dict[int, int] = {}
        answer = None
        for withstood in count(1):
            atoms = best_model(orders, [], deadline)
            if atoms is None:
                break
            chosen = {one.arguments[0].string: one.arguments[1].number for one in atoms}
            numbers = {unit: chosen[self.position.units[unit].province] for unit in self.own}
            answer = answers.first(numbers, deadline)
            if answer is None:
                none = np.array([rows[0] for rows in choices], dtype=np.int16)
                for unit, number in numbers.items():
                    none[unit] = choices[unit][number]
                return self.forced("certain", True, none, None, candidates, bearing, self.others, solved=True)
            against = [rows if unit in self.own else answer[unit][None] for unit, rows in enumerate(choices)]
            goal = self.goal.clauses(self.position, self.board, against, reached=True)
            copy = f"c{withstood}"
            text = "\n".join([law, goal, *order_facts(self.position, self.board, against)])
            orders.add(copy, [], tagged(text, copy))
            orders.ground([(copy, [])])
        answer = self.program(choices, reached=False).first(numbers, monotonic() + MOST_SECONDS)
        return self.forced("certain", False, answer, answer, candidates, bearing, self.others, solved=True)

    # -- the answer -------------------------------------------------------------------------------------------------

    def forced(
        self,
        question: str,
        certain: bool,
        one: Any,
        answer: Any,
        candidates: int,
        bearing: Bearing,
        units: Sequence[int],
        *,
        solved: bool = False,
    ) -> Forced:
        names = [self.board.provinces[number].id for number in sorted(bearing.provinces)]
        return Forced(
            self.goal.text,
            question,
            certain,
            self.by,
            self.against,
            self.orders_of(one, self.own),
            () if answer is None else self.orders_of(answer, self.others),
            candidates,
            self.tried,
            self.rules,
            () if bearing.everything else tuple(names),
            self.excluded(bearing, units),
            not_enumerated(self.rules),
            self.board,
            solved,
        )

    def excluded(self, bearing: Bearing, units: Sequence[int]) -> tuple[Excluded, ...]:
        left_out: dict[str, list[tuple[int, tuple[int, ...]]]] = {}
        for unit in units:
            if unit in self.pinned:
                continue
            kept = {tuple(row) for row in bearing.choices[unit].tolist()}
            for row in map(tuple, self.legal[unit].tolist()):
                if row[0] != HOLDS and row not in kept:
                    left_out.setdefault(bearing.why_not(unit, row) or HELPS, []).append((unit, row))
        parts: list[Excluded] = []
        for why, rows in sorted(left_out.items()):
            turns = one_order_turns(self.board, self.units, rows)
            each = tuple(turns.batch.orders_of(number)[unit] for number, (unit, _) in enumerate(rows))
            counts = {unit: sum(one == unit for one, _ in rows) for unit, _ in rows}
            whole = tuple(str(self.position.units[u]) for u, n in counts.items() if n == len(self.legal[u]) - 1)
            parts.append(Excluded(why, each, whole))
        return tuple(parts)


def force(
    position: str | Path | Mapping[str, Any] | Position | Turn,
    goal: str,
    by: str | Collection[str],
    *,
    board: str | Board | None = None,
    against: str | Collection[str] | None = None,
    rules: Rulebook | str | None = None,
    cooperative: bool = False,
    given: str | Sequence[Order] | None = None,
) -> Forced:
    """Return orders of some powers that reach a goal whatever legal orders others give, or orders that stop them.

    Each unit has one order; units of powers in neither `by` nor `against` hold. All joint legal orders are considered;
    holds replace irrelevant ones (`choices.Bearing`).

    Args:
        position: A movement phase, in any form that `read` takes; its orders are ignored.
        goal: One of

            - ``"A PAR - BUR"``, an order of `by`: it is given, legal and not void, and succeeds: a move arrives, a
              support is neither void nor cut, a convoy neither void nor disrupted, a unit that holds is not dislodged.
              A move must be exactly as written, with ``VIA`` or without; a fleet's move without a coast may be to
              either coast, with one it is to that coast.
            - ``"not A MUN - BUR"``, an order of any power: if it is given, it does not succeed. A move without ``VIA``
              means both ways, one without a coast means all coasts: none may arrive. (With `given`, an order that is
              not given does not succeed.)
            - ``"A MUN dislodged"`` or ``"A MUN not dislodged"``, a unit of any power, whatever its order.
            - ``"ENGLAND in WAR"``: after the turn a unit of the power stands there, before any retreats.
            - several of them, joined by ``and`` or ``or``; ``and`` binds closer. An order among several may be another.
        by: The powers that force it: their orders are searched for.
        board: The board; that of the position if left out.
        against: The powers that are free to order; all others if left out. Powers in neither hold.
        rules: The rulebook; 2023 if left out.
        cooperative: True to ask whether the goal can be reached at all, with the help of the powers in `against`. For
            ``"not X"``, whether X can fail if it is ordered.
        given: The orders of the others, to search for orders that reach the goal against these.

    Raises:
        ForceError: The goal has no meaning in the position.
        UnknownNameError: There is no such power.

    >>> from standoff import force
    >>> forced = force("start", "A PAR - BUR", "FRANCE")
    >>> forced.certain, sorted(str(order) for order in forced.orders), [str(order) for order in forced.answer]
    (True, ['A MAR S A PAR - BUR', 'A PAR - BUR'], [])
    """
    from ..cases import turn_from

    if isinstance(position, Position):
        place, ground = on_board(position, named_board(board) if isinstance(board, str) else board)
    else:
        turn = turn_from(position, board=board)
        place, ground = turn.position, turn.board
    if place.phase_type is not PhaseType.MOVEMENT:
        raise ForceError(f"{place.phase} is not a movement phase")
    if place.civil_disorder or place.closed or len(place.units) > MOST_UNITS:
        raise ForceError(
            f"positions with civil disorder, closed provinces or more than {MOST_UNITS} units cannot be searched"
        )
    if cooperative and given is not None:
        raise ForceError("cooperative and given are mutually exclusive")
    rules = rulebook(rules)
    orders = None if given is None else given
    if isinstance(given, str):
        place, orders = _given_in(given, place, ground)
    sides: list[list[str]] = []
    for side in (by, () if against is None else against):
        if not isinstance(side, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected powers, not {side!r}")
        named = [side] if isinstance(side, str) else side
        sides.append(list(dict.fromkeys(ground.power_named(power) for power in named)))
    if not sides[0]:
        raise ForceError("name at least one power that is to force it")
    search = _Force(place, ground, goal, rules, sides[0], list(ground.powers) if against is None else sides[1])
    question = "given" if given is not None else "possible" if cooperative else "certain"
    try:
        if orders is not None:
            return search.against_given(orders)
        if cooperative:
            return search.reaching("possible", [*search.own, *search.others])
        return search.run()
    except OpenError as fault:
        none, bearing = np.array([rows[0] for rows in search.legal], dtype=np.int16), search.reach(search.legal)
        forced = search.forced(question, False, none, None, joint_orders(bearing.choices, search.own), bearing, ())
        return replace(forced, certain=None, why_open=str(fault))


def _given_in(text: str, position: Position, board: Board) -> tuple[Position, tuple[Order, ...]]:
    """Return a position with the units that given orders add to it, and the orders.

    Raises:
        ForceError: An order is for a unit of another power.
    """
    from ..cases import turn_from

    orders = turn_from(text, position=position).orders
    owner = {unit.province: unit.power for unit in position.units}
    ordered = [order for order in orders if isinstance(order, Hold | Move | Support | Convoy)]
    if any(order.unit.province not in owner for order in ordered):
        more = turn_from(text, board=board).position.units
        position = replace(position, units=(*position.units, *(one for one in more if one.province not in owner)))
    for order in ordered:
        if owner.get(order.unit.province, order.power) != order.power:
            raise ForceError(f"{order.power}: {order}: the unit there belongs to {owner[order.unit.province]}")
    return position, orders
