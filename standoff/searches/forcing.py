"""Forced outcomes: orders that reach a goal whatever legal orders the others give, or orders that stop it.

Joint orders are tried one by one, those with the fewest orders first, or, where these are many, a solver looks for them
(`programs`); then the adjudicator confirms what it finds. Candidates must withstand every answer found so far.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import prod
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from ..map import Board, PhaseType, Position, WrongTypeError, named_board, on_board, repr_as
from ..solver import (
    HOLDS,
    MOST_UNITS,
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
from ..work import Stop, interrupt_sets
from .choices import AT_ONCE, batch_order, few_first, legal_choices, not_enumerated, rows_of_units
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
        candidates: The number of joint orders of the forcing side; for "possible", of all.
        answers: The number of turns tried.
        rules: The rulebook.
        not_tried: Orders that were not tried though they could change the answer; empty if the answer is exhaustive.
        solved: True if a solver looked for the orders, False if all were tried.
        why_open: Why the question is open, in words.
        board: The board.
        illegal: The given orders that are illegal: their units hold.

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
    not_tried: tuple[str, ...]
    board: Board
    solved: bool = False
    why_open: str = ""
    illegal: tuple[Order, ...] = ()

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
            "not_tried": list(self.not_tried),
            "solved": self.solved,
            "why_open": self.why_open,
            "illegal": [str(order) for order in self.illegal],
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
            f"{counted(self.candidates, 'joint order')} of {whose}; "
            + ("solved" if self.solved else f"{counted(self.answers, 'turn')} tried")
            + f" under {self.rules.name}"
        )
        lines += [f"Illegal, so its unit holds: {order.power}: {order}" for order in self.illegal]
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


class _Force:
    def __init__(
        self,
        position: Position,
        board: Board,
        goal: str,
        rules: Rulebook,
        by: Collection[str],
        against: Collection[str],
        progress: Callable[[str], None] | None,
        stop: Stop | None,
        seconds: float,
    ) -> None:
        self.position, self.board, self.rules = position, board, rules
        self.progress, self.stop, self.ends = progress, stop or Stop(), monotonic() + seconds
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
        self.shown = {goal.unit for goal in self.goal.all}
        self.unsolvable = why_unsolvable(board, rules)
        self.given: dict[int, Order] = {}
        self.illegal: tuple[Order, ...] = ()
        self.tried = 0

    # -- orders in arrays -------------------------------------------------------------------------------------------

    def reached(self, orders: Any) -> Any:
        found: list[Any] = []
        for part in np.split(orders, range(AT_ONCE, len(orders), AT_ONCE)):
            self.goes_on(f"{self.tried:,} turns tried")
            found.append(self.goal.reached(played(self.board, self.units, part), self.rules))
            self.tried += len(part)
        return np.concatenate(found)

    def goes_on(self, so_far: str) -> None:
        """Say how far the search is.

        Raises:
            OpenError: It is to stop.
        """
        if self.stop.is_set():
            raise OpenError(f"the search was stopped: {so_far}")
        if self.progress is not None:
            self.progress(so_far)

    def orders_of(self, rows: Any, units: Sequence[int]) -> tuple[Order, ...]:
        turn = played(self.board, self.units, rows[None]).turn(0)
        some = [unit for unit in units if rows[unit][0] != HOLDS or unit in self.shown]
        return tuple(self.given.get(unit, turn.orders[unit]) for unit in some)

    def few(self) -> bool:
        """Return whether all joint orders are tried one by one.

        Raises:
            OpenError: There are too many, and no solver can be asked.
        """
        exist = joint_orders(self.legal, range(len(self.legal)))
        if exist > MOST_TRIED and self.unsolvable:
            raise OpenError(f"{exist:,} joint orders are too many to try; {self.unsolvable}")
        return exist <= (MOST_TRIED if self.unsolvable else MOST_ENUMERATED)

    # -- the questions ----------------------------------------------------------------------------------------------

    def run(self) -> Forced:
        if not self.few():
            return self.solve_certain()
        left = np.concatenate(list(few_first(self.legal, self.own)))
        best: tuple[int, Any, Any] | None = None
        while len(left):
            one, before = left[0], self.tried
            against = [rows if n in self.others else one[n][None] for n, rows in enumerate(self.legal)]
            answer = self.first_of(against, self.others, reaching=False)
            if answer is None:
                return self.forced("certain", True, one, None)
            if best is None or self.tried - before > best[0]:
                best = self.tried - before, one, answer
            stopped = left.copy()
            stopped[:, self.others] = answer[self.others]
            left = left[self.reached(stopped)]
        assert best is not None
        return self.forced("certain", False, *best[1:])

    def first_of(self, choices: Sequence[Any], units: Sequence[int], *, reaching: bool) -> Any:
        """Return the first joint orders of some units that reach the goal, or that miss it; None if there are none."""
        for orders in few_first(choices, units):
            fitting = np.flatnonzero(self.reached(orders) == reaching)
            if len(fitting):
                return orders[fitting[0]]
        return None

    def against_given(self, orders: Sequence[Order]) -> Forced:
        table = table_of(self.board, self.position, orders, self.rules)
        self.others = []
        noted = self.rules["illegal_orders"] == "cannot-be-supported" and table.illegally_moved()
        for unit, order in enumerate(table.legal_orders):
            if unit not in self.own and (noted >> unit & 1 or (order.route and self.rules["convoy_path"] != "ignored")):
                what = "names the seas of its way" if order.route else "is given an impossible order"
                raise OpenError(f"{self.position.units[unit]} {what}, which counts under {self.rules.name}")
        for unit in range(len(self.legal)):
            if unit not in self.own:
                order = table.legal_orders[unit]
                if order.kind == HOLDS and not isinstance(table.order(unit), Hold):
                    self.illegal += (table.order(unit),)
                self.legal[unit] = np.array([batch_order(order)], dtype=np.int16)
                if order.kind != HOLDS:
                    self.others.append(unit)
                    self.given[unit] = table.order(unit)
        return self.reaching("given", self.own)

    def reaching(self, question: str, units: list[int]) -> Forced:
        """Return the fewest orders of some units with which the goal is reached, if there are any."""
        if solved := not self.few():
            one = self.program(reached=True).first(deadline=self.ends, stop=self.stop)
        else:
            one = self.first_of(self.legal, units, reaching=True)
        if one is not None:
            return self.forced(question, True, one, one, solved=solved)
        return self.forced(question, False, self.first, self.first if question == "given" else None, solved=solved)

    # -- asked of a solver ------------------------------------------------------------------------------------------

    @property
    def first(self) -> Any:
        """The first order of each unit: int16, shape (units, 4)."""
        return np.array([rows[0] for rows in self.legal], dtype=np.int16)

    def program(self, *, reached: bool, smallest: bool = True) -> Program:
        """Return the question which joint orders reach the goal, or miss it."""
        self.goes_on("a solver is asked")
        choices = self.legal
        wanted = self.goal.clauses(self.position, self.board, choices, reached=reached)

        def confirmed(rows: Any) -> bool:
            return bool(self.reached(rows[None])[0]) is reached

        program = law_for(self.position, self.board, choices, self.rules) + wanted
        return Program(self.position, self.board, choices, program, confirmed, smallest=smallest)

    def solve_certain(self) -> Forced:
        """Look for orders that no answer stops: each answer found must be withstood by the orders that come next."""
        choices = self.legal
        answers = self.program(reached=False, smallest=False)
        names = [text_of(self.position.units[unit].province) for unit in range(len(choices))]
        rest = "".join(f"order({name},0)." for unit, name in enumerate(names) if unit not in self.own)
        orders = solver_of(choice_of(self.position, choices, self.own), rest, FEWEST, SHOWN)
        law = law_for(self.position, self.board, choices, self.rules)
        numbers: dict[int, int] = {}
        answer = None
        for withstood in count(1):
            self.goes_on(f"{counted(withstood - 1, 'answer')} to withstand")
            atoms = best_model(orders, [], self.ends, self.stop)
            if atoms is None:
                break
            chosen = {one.arguments[0].string: one.arguments[1].number for one in atoms}
            numbers = {unit: chosen[self.position.units[unit].province] for unit in self.own}
            answer = answers.first(numbers, self.ends, self.stop)
            if answer is None:
                one = self.first
                for unit, number in numbers.items():
                    one[unit] = choices[unit][number]
                return self.forced("certain", True, one, None, solved=True)
            against = [rows if unit in self.own else answer[unit][None] for unit, rows in enumerate(choices)]
            goal = self.goal.clauses(self.position, self.board, against, reached=True)
            copy = f"c{withstood}"
            text = "\n".join([law, goal, *order_facts(self.position, self.board, against)])
            orders.add(copy, [], tagged(text, copy))
            orders.ground([(copy, [])])
        answer = self.program(reached=False).first(numbers, self.ends, self.stop)
        return self.forced("certain", False, answer, answer, solved=True)

    # -- the answer -------------------------------------------------------------------------------------------------

    def forced(self, question: str, certain: bool, one: Any, answer: Any, *, solved: bool = False) -> Forced:
        return Forced(
            self.goal.text,
            question,
            certain,
            self.by,
            self.against,
            self.orders_of(one, self.own),
            () if answer is None else self.orders_of(answer, self.others),
            joint_orders(self.legal, range(len(self.legal)) if question == "possible" else self.own),
            self.tried,
            self.rules,
            not_enumerated(self.rules),
            self.board,
            solved,
            illegal=self.illegal,
        )


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
    seconds: float = MOST_SECONDS,
    progress: Callable[[str], None] | None = None,
    stop: Stop | None = None,
) -> Forced:
    """Return orders of some powers that reach a goal whatever legal orders others give, or orders that stop them.

    Each unit has one order; units of powers in neither `by` nor `against` hold. All joint legal orders are considered.

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
        seconds: How long a solver may look for the answer.
        progress: Called with what was done so far, in words.
        stop: Ends the search when it is set, as the first interrupt does; the question is open then.

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
    if isinstance(given, str):
        place, orders = _given_in(given, place, ground)
    else:
        orders = given
    sides: list[list[str]] = []
    for side in (by, () if against is None else against):
        if not isinstance(side, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected powers, not {side!r}")
        named = [side] if isinstance(side, str) else side
        sides.append(list(dict.fromkeys(ground.power_named(power) for power in named)))
    if not sides[0]:
        raise ForceError("name at least one power that is to force it")
    rest = list(ground.powers) if against is None else sides[1]
    search = _Force(place, ground, goal, rules, sides[0], rest, progress, stop, seconds)
    question = "given" if given is not None else "possible" if cooperative else "certain"
    try:
        with interrupt_sets(search.stop):
            if orders is not None:
                return search.against_given(orders)
            if cooperative:
                return search.reaching("possible", [*search.own, *search.others])
            return search.run()
    except OpenError as fault:
        return replace(search.forced(question, False, search.first, None), certain=None, why_open=str(fault))


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
