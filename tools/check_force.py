"""Compare `standoff force` with the enumeration of all joint orders of small random positions.

    python -m tools.check_force --positions 1000 --seed 1

The check shares no code with the search, neither reading of goals nor pruning. A goal is a random legal order, written
as text; sometimes a second goal joins it, a unit dislodged or not or a power in a province. Plain code adjudicates
every joint order; its result shows whether it reaches the goal. Each question is asked twice: the orders are tried, and
a solver looks for them, where it can be asked. `force` needs the extra ``search``.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from math import prod
from typing import Any
from unittest.mock import patch

import numpy as np

from standoff import (
    ARMY,
    FLEET,
    Board,
    Forced,
    Hold,
    Move,
    Order,
    Position,
    Rulebook,
    Support,
    Unit,
    UnitName,
    force,
    load_board,
    rulebook,
)
from standoff.map.masks import bits
from standoff.searches import forcing
from standoff.searches.programs import why_unsolvable
from standoff.solver import adjudicate, legal_by_place, option
from standoff.solver.rules.presets import board_of
from standoff.solver.rules.rulebook import PRESETS
from tools.shared import Compared, command_line, in_blocks_until

RULEBOOKS = (
    *map(rulebook, PRESETS),
    *(rulebook(support_coast=choice) for choice in option("support_coast").choices),
    rulebook(convoyed_attack_from="last-fleet", attack_on_own="void"),
    rulebook(adjacent_convoy="own-intent-with-fallback", paradox_backup="all-hold"),
    rulebook(cut_by_own_target="cut-by-convoy"),
)
"""The rulebooks that are drawn."""

MOST_TURNS = 2000
"""Positions with more joint orders are skipped."""


@dataclass(frozen=True)
class Question:
    """A question to `force`, and its meaning.

    Attributes:
        position: The position.
        text: The goal as written.
        asked: The other arguments of `force`: ``board``, ``rules``, ``by``, ``against``, ``cooperative``,
            ``given``.
        unit: The number of the goal's unit.
        forms: The orders that the goal means; empty for "dislodged".
        fails: True if the order must fail.
        choices: The orders tried by unit, the hold first.
        second: A second goal, if there is one: how it is joined, a unit or a power and a province, and which of them.
    """

    position: Position
    text: str
    asked: dict[str, Any]
    unit: int
    forms: Sequence[Order]
    fails: bool
    choices: Sequence[Sequence[Order]] = field(repr=False)
    second: tuple[str, Unit | tuple[str, str], bool] | None = None

    @property
    def kind(self) -> str:
        """The kind of the goal."""
        if self.second is not None:
            return f"two goals{self.way}"
        name = type(self.forms[0]).__name__.lower() if self.forms else "dislodged"
        return f"{'not ' if self.fails else ''}{name}{self.way}"

    @property
    def way(self) -> str:
        """How it is asked, in words; empty for what is certain whatever the others order."""
        return " at best" if self.asked["cooperative"] else " given" if self.asked["given"] is not None else ""

    def reached(self, orders: Sequence[Order]) -> bool:
        """Return whether a joint order reaches the goal."""
        result = adjudicate(self.position, orders, rules=self.asked["rules"], board=self.asked["board"])
        out = [one.unit for one in result.after.dislodged]
        first = self.position.units[self.unit] in out
        if self.forms:
            first = (orders[self.unit] in self.forms and list(result)[self.unit].success) is not self.fails
        if self.second is None:
            return first
        join, about, wanted = self.second
        if isinstance(about, Unit):
            other = (about in out) is wanted
        else:
            other = about in {(unit.power, unit.province) for unit in result.after.units}
        return first and other if join == "and" else first or other


def draw_position(draw: random.Random, board: Board) -> Position:
    """Draw two to five neighboring units of two or three powers, often with a fleet at sea."""
    seas = [n for n, sea in enumerate(board.tables.sea) if sea >= 0]
    split = [n for n, province in enumerate(board.provinces) if len(province.locations) > 1]
    center = draw.choice(seas if draw.random() < 0.5 else split if draw.random() < 0.3 else range(len(board.provinces)))
    near = set(bits(board.around[center])) | {center}
    if draw.random() < 0.5:
        near |= set(bits(board.around[draw.choice(sorted(near))]))
    count = min(draw.choice((2, 3, 3, 4, 4, 5)), len(near))
    powers = draw.sample(sorted(board.powers), draw.choice((2, 2, 3)))
    units: list[Unit] = []
    for number in [*draw.sample(sorted(near - {center}), count - 1), center]:
        places = board.provinces[number].locations
        stands = [(ARMY, p) for p in (board.provinces[number].id,) if p in board.army_stands]
        stands += [(FLEET, place) for place in places if place in board.fleet_stands]
        if stands:
            units.append(Unit(*draw.choice(stands), draw.choice(powers)))
    return Position(tuple(units), board=board.source)


def legal_orders(position: Position, board: Board, rules: Rulebook) -> list[list[Order]]:
    """Return the legal orders of each unit: also moves "via convoy" next door, and supports that name a coast."""
    listed = legal_by_place(position, rules=rules, board=board)
    coasts = [place for place in board.locations if "/" in place]
    every: list[list[Order]] = []
    for unit in position.units:
        name = UnitName(unit.location, unit.type)
        more: list[Order] = []
        if unit.type is ARMY:
            more += [Move(unit.power, name, there, True) for there in board.army_graph[unit.province]]
        if rules["support_coast"] != "may-be-omitted":
            fleets = [one for one in position.units if one.type is FLEET and one is not unit]
            named = [UnitName(one.location, one.type, one.power if one.power != unit.power else None) for one in fleets]
            more += [Support(unit.power, name, other, coast) for other in named for coast in coasts]
        more = [order for order in more if order not in listed[unit.location]]
        results = [next(iter(adjudicate(position, [order], rules=rules, board=board))) for order in more]
        every.append([*listed[unit.location], *(one.order for one in results if one.outcome != "illegal")])
    return every


def draw_question(draw: random.Random, board: Board, rules: Rulebook) -> Question | None:
    """Draw a question about a random position; None if the position does not suit.

    Units of other powers hold; the goal's unit has an order that the goal means.
    """
    position = draw_position(draw, board)
    owners = sorted({unit.power for unit in position.units})
    if len(owners) < 2:
        return None
    held = sorted(unit.power for unit in position.units)  # powers with more units are drawn more often
    by = (draw.choice(held),) if len(owners) < 3 or draw.random() < 0.6 else tuple(draw.sample(owners, 2))
    rest = [power for power in owners if power not in by]
    against = tuple(rest) if draw.random() < 0.8 else (draw.choice(rest),)
    cooperative = draw.random() < 0.25
    kind = draw.choice(("order", "order", "order", "not", "not", "dislodged"))
    ours, theirs = ([n for n, u in enumerate(position.units) if (u.power in by) is mine] for mine in (True, False))
    if kind == "dislodged":
        unit = draw.choice(theirs if draw.random() < 0.7 else ours + theirs)
    else:
        unit = draw.choice(ours if kind == "order" else ours + theirs)
    legal = legal_orders(position, board, rules)
    choices = [
        orders if one.power in (*by, *against) else [order for order in orders if isinstance(order, Hold)]
        for one, orders in zip(position.units, legal, strict=True)
    ]
    about = position.units[unit]
    text, forms = draw.choice((f"{about} dislodged", f"{about.province} dislodged")), list[Order]()
    if kind != "dislodged":
        sort = draw.choice(sorted({type(order).__name__ for order in legal[unit]}))
        order = draw.choice([order for order in legal[unit] if type(order).__name__ == sort])
        text, forms = write(draw, order, legal[unit], fails=kind == "not")
        choices[unit] = forms
    given = None
    if not cooperative and draw.random() < 0.4:  # a foreign unit whose order is to fail has it, or another one
        for number in theirs:
            choices[number] = [draw.choice(choices[number] if draw.random() < 0.6 else legal[number])]
        given = [order for number in theirs for order in choices[number]]
    if prod(map(len, choices)) > MOST_TURNS:
        return None
    asked = {
        "board": board,
        "rules": rules,
        "by": by,
        "against": against,
        "cooperative": cooperative,
        "given": given,
    }
    second = None
    # among several goals an order need not be given, so that only these two kinds leave the choices as they are
    if kind in ("not", "dislodged") and draw.random() < 0.5:
        about, wanted = draw.choice(position.units), draw.random() < 0.5
        second = (draw.choice(("and", "or")), about, wanted)
        words = f"{about} {'' if wanted else 'not '}dislodged"
        if draw.random() < 0.6:
            place = draw.choice(sorted(board.province_graph[about.province]))
            second, words = (second[0], (about.power, place), True), f"{about.power} in {place}"
        text += f" {second[0]} {words}"
    return Question(position, text, asked, unit, forms, kind == "not", choices, second)


def write(draw: random.Random, order: Order, legal: Sequence[Order], *, fails: bool) -> tuple[str, list[Order]]:
    """Write an order as a goal, sometimes without its coast; return the text and all orders that it means."""
    text, forms = str(order), [order]
    moves = [other for other in legal if isinstance(other, Move)]
    if isinstance(order, Move):
        province = order.destination.partition("/")[0]
        if province != order.destination and draw.random() < 0.4:
            text = text.replace(f"- {order.destination}", f"- {province}")
            forms = [other for other in moves if other.destination.partition("/")[0] == province]
        if fails and not order.via_convoy:  # "not" means the move with and without convoy
            forms += [other for other in moves if other.destination == order.destination and other not in forms]
    return f"{'not ' if fails else ''}{text}", forms


def faults(question: Question, forced: Forced, table: Any) -> list[str]:
    """Return the faults of an answer of `force`, by the table of all joint orders: bool, one axis per unit."""
    mine = [unit.power in question.asked["by"] for unit in question.position.units]
    others = tuple(n for n, own in enumerate(mine) if not own)
    cooperative = question.asked["cooperative"]
    right = bool(table.any() if cooperative else table.all(axis=others).any())
    wrong = [] if forced.certain == right else [f"says {forced.certain}, enumeration {right}"]
    given = {order.unit: order for order in (*forced.orders, *forced.answer) if not isinstance(order, Hold)}
    try:  # a unit without an order has its first choice
        shown = [tried.index(given.get(tried[0].unit, tried[0])) for tried in question.choices]
    except ValueError:
        return [*wrong, "orders that are not legal"]
    if forced.certain and not cooperative:
        if not table[tuple(number if own else slice(None) for own, number in zip(mine, shown, strict=True))].all():
            wrong.append("the shown orders do not force it")
    elif (forced.certain or not cooperative) and table[tuple(shown)] != forced.certain:
        wrong.append("the shown orders lead to another outcome")
    return wrong


def block(seed: int, number: int, positions: int = 50) -> Compared:
    """Compare random positions; count joint orders, and kinds of goals with their verdicts."""
    draw, wrong, counts = random.Random(f"{seed} {number}"), list[str](), Counter[str]()
    boards = {name: load_board(name) for name in ("standard", "czech1962")}
    while counts["positions"] < positions:
        rules = draw.choice(RULEBOOKS)
        question = draw_question(draw, boards[board_of(rules.name)], rules)
        if question is None:
            continue
        ways = (forcing.MOST_TRIED, 0) if not why_unsolvable(question.asked["board"], rules) else (forcing.MOST_TRIED,)
        reached = [question.reached(orders) for orders in product(*question.choices)]
        table = np.array(reached).reshape([*map(len, question.choices)])
        for most in ways:
            with patch.object(forcing, "MOST_ENUMERATED", most):
                forced = force(question.position, question.text, **question.asked)
            wrong += [f"REFUTED {question}: {text}" for text in faults(question, forced, table)]
            counts.update({"solved" if forced.solved else "tried": 1, f"{question.kind}: {forced.certain}": 1})
        counts.update({"positions": 1, "joint orders": table.size, f"asked{question.way or ' certain'}": 1})
    return wrong, counts


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    return in_blocks_until(parser, lambda given: partial(block, given.seed), positions=1000)


if __name__ == "__main__":
    sys.exit(main())
