"""Compare `standoff force` with the enumeration of all joint orders of small random positions.

    python -m tools.check_force --positions 1000 --seed 1

Nothing of the search is used: neither how it reads a goal nor what it leaves out. A goal is drawn as a legal order, and
written; every joint order is adjudicated by itself, by plain code, and whether it reaches the goal is read off its
result. `force` needs the extra ``fast``.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod
from typing import Any

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
    Unit,
    force,
    load_board,
    rulebook,
)
from standoff.map.masks import bits
from standoff.solver import adjudicate, legal_by_place
from standoff.solver.rules.presets import board_of
from standoff.solver.rules.rulebook import PRESETS
from tools.shared import Compared, command_line, in_blocks

RULEBOOKS = (
    *(rulebook(name) for name in PRESETS),
    rulebook(convoyed_attack_from="last-fleet"),
    rulebook(support_coast="required"),
    rulebook(support_coast="own-only"),
    rulebook(adjacent_convoy="own-intent-with-fallback"),
    rulebook(paradox_backup="all-hold"),
    rulebook(attack_on_own="void"),
    rulebook(cut_by_own_target="cut-by-convoy"),
)
"""The rulebooks that positions are drawn with."""

MOST_TURNS = 2000
"""Positions with more joint orders are drawn again."""


@dataclass(frozen=True)
class Question:
    """A question to `force`, and what it means in the checker's own terms.

    Attributes:
        position, board, rules: The position.
        text: The goal as written.
        unit: The number of the unit that it is about.
        forms: The orders that are meant by it; empty for "dislodged".
        fails: True if it is to fail.
        by, against: The powers.
        at_best: Whether it is asked with their help.
    """

    position: Position
    board: Board
    rules: Rulebook
    text: str
    unit: int
    forms: tuple[Order, ...]
    fails: bool
    by: tuple[str, ...]
    against: tuple[str, ...]
    at_best: bool

    def __str__(self) -> str:
        how = " --at-best" if self.at_best else ""
        who = " ".join((*(f"--by {p}" for p in self.by), *(f"--against {p}" for p in self.against)))
        return f"standoff force {str(self.position)!r} {self.text!r} {who}{how} --rules {self.rules.name!r}"

    @property
    def kind(self) -> str:
        """What sort of goal it is."""
        name = type(self.forms[0]).__name__.lower() if self.forms else "dislodged"
        return f"{'not ' if self.fails else ''}{name}{' at best' if self.at_best else ''}"


def draw_position(draw: random.Random, board: Board) -> Position:
    """Draw two to five units that stand near each other, of two or three powers, often with a fleet at sea."""
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


def draw_question(draw: random.Random, board: Board, rules: Rulebook) -> tuple[Question, list[Sequence[Order]]] | None:
    """Draw what is asked about a position, with the orders tried by unit, the hold first; None if it comes to nothing.

    Units of other powers hold, and the unit that the goal is about has an order that is meant.
    """
    position = draw_position(draw, board)
    owners = sorted({unit.power for unit in position.units})
    if len(owners) < 2:
        return None
    held = sorted(unit.power for unit in position.units)  # who has more units is asked about more often
    by = (draw.choice(held),) if len(owners) < 3 or draw.random() < 0.6 else tuple(draw.sample(owners, 2))
    rest = [power for power in owners if power not in by]
    against = tuple(rest) if draw.random() < 0.8 else (draw.choice(rest),)
    at_best = draw.random() < 0.25
    kind = draw.choice(("order", "order", "order", "not", "not", "dislodged"))
    ours, theirs = ([n for n, u in enumerate(position.units) if (u.power in by) is mine] for mine in (True, False))
    if kind == "dislodged":
        unit = draw.choice(theirs if draw.random() < 0.7 else ours + theirs)
    else:
        unit = draw.choice(ours if kind == "order" else ours + theirs)
    listed = legal_by_place(position, rules=rules, board=board)
    legal = [listed[one.location] for one in position.units]
    choices = [
        orders if one.power in (*by, *against) else [order for order in orders if isinstance(order, Hold)]
        for one, orders in zip(position.units, legal, strict=True)
    ]
    about = position.units[unit]
    text, forms = draw.choice((f"{about} dislodged", f"{about.province} dislodged")), ()
    if kind != "dislodged":
        sort = draw.choice(sorted({type(order).__name__ for order in legal[unit]}))
        order = draw.choice([order for order in legal[unit] if type(order).__name__ == sort])
        text, forms = write(draw, order, legal[unit], fails=kind == "not")
        choices[unit] = forms
    if prod(map(len, choices)) > MOST_TURNS:
        return None
    return Question(position, board, rules, text, unit, forms, kind == "not", by, against, at_best), choices


def write(draw: random.Random, order: Order, legal: Sequence[Order], *, fails: bool) -> tuple[str, tuple[Order, ...]]:
    """Write an order as a goal, sometimes without its coast; return the text and all orders that it means."""
    text, forms = str(order), [order]
    moves = [other for other in legal if isinstance(other, Move)]
    if isinstance(order, Move):
        province = order.destination.partition("/")[0]
        if province != order.destination and draw.random() < 0.4:
            text = text.replace(f"- {order.destination}", f"- {province}")
            forms = [other for other in moves if other.destination.partition("/")[0] == province]
        if fails and not order.via_convoy:  # that it fails is meant of either way
            forms += [other for other in moves if other.destination == order.destination and other not in forms]
    return f"{'not ' if fails else ''}{text}", tuple(forms)


def reached(question: Question, orders: Sequence[Order]) -> bool:
    """Tell whether a joint order reaches the goal."""
    result = adjudicate(question.position, orders, rules=question.rules, board=question.board)
    if question.forms:
        return list(result)[question.unit].success is not question.fails
    return any(one.unit == question.position.units[question.unit] for one in result.after.dislodged)


def faults(question: Question, forced: Forced, choices: Sequence[Sequence[Order]], table: Any) -> list[str]:
    """Return what is wrong with an answer of `force`, by the table of all joint orders: bool, an axis a unit."""
    mine = [unit.power in question.by for unit in question.position.units]
    others = tuple(n for n, own in enumerate(mine) if not own)
    right = bool(table.any() if question.at_best else table.all(axis=others).any())
    wrong = [] if forced.certain == right else [f"says {forced.certain}, enumeration {right}"]
    try:
        ours, theirs = (_numbers(orders, choices) for orders in (forced.orders, forced.answer))
    except ValueError:
        return [*wrong, "orders that are not legal"]
    shown = tuple(o if own else t for own, o, t in zip(mine, ours, theirs, strict=True))
    if question.at_best:
        if forced.certain and not table[shown]:
            wrong.append("the turn that it shows does not reach it")
    elif forced.certain:
        if not table[tuple(o if own else slice(None) for own, o in zip(mine, ours, strict=True))].all():
            wrong.append("the orders that it shows do not force it")
    elif table[shown]:
        wrong.append("the answer that it shows does not stop it")
    return wrong


def _numbers(orders: Sequence[Order], choices: Sequence[Sequence[Order]]) -> list[int]:
    """Return by unit the number of its order among those tried; a unit without one has the first.

    Raises:
        ValueError: An order is none of those tried.
    """
    given = {order.unit: order for order in orders if not isinstance(order, Hold)}
    return [tried.index(given[tried[0].unit]) if tried[0].unit in given else 0 for tried in choices]


def block(seed: int, number: int, positions: int = 50) -> Compared:
    """Compare so many random positions; counted are kinds of goals with their verdicts, and joint orders."""
    draw, wrong, counts = random.Random(f"{seed} {number}"), list[str](), Counter[str]()
    boards = {name: load_board(name) for name in ("standard", "czech1962")}
    while counts["positions"] < positions:
        rules = draw.choice(RULEBOOKS)
        drawn = draw_question(draw, boards[board_of(rules.name)], rules)
        if drawn is None:
            continue
        question, choices = drawn
        forced = force(
            question.position,
            question.text,
            question.by,
            board=question.board,
            against=question.against,
            rules=question.rules,
            at_best=question.at_best,
        )
        table = np.array([reached(question, orders) for orders in product(*choices)]).reshape([*map(len, choices)])
        wrong += [f"REFUTED {question}: {text}" for text in faults(question, forced, choices, table)]
        counts.update({"positions": 1, "joint orders": table.size, f"{question.kind}: {forced.certain}": 1})
    return wrong, counts


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    parser.add_argument("--positions", type=int, default=1000, metavar="N")
    given = parser.parse_args()
    return in_blocks(partial(block, given.seed), lambda done: done["positions"] >= given.positions, given.jobs)


if __name__ == "__main__":
    sys.exit(main())
