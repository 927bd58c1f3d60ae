"""Properties of turns as clauses, for questions about more joint orders than can be tried (`programs`)."""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..map import Board, Position
from ..solver import FACTS, HOLDS, Rulebook
from .choices import HOLD, rows_of_units
from .deciding import played
from .limits import parts_of
from .programs import OpenError, Program, law_for, tagged, text_of
from .properties import RETREATS, SUCCESS, Both, Differ, Not, Paradoxical, Property, having

OUTCOME = """
gone(U) :- moves(U,_), succeeds(U).
lost(U) :- dislodged(U), not gone(U).
fine(U) :- supports(U,_), succeeds(U).
fine(U) :- convoys(U,_), succeeds(U).
fine(U) :- gone(U).
fine(U) :- stays(U), not lost(U).
"""
"""What becomes of a unit; ``stays(U)``: it has no other order than to hold."""


def why_unstated(query: Property) -> str:
    """Return, in words, why a property cannot be stated for the solver; empty if it can.

    >>> from standoff.searches.expression import property_of
    >>> why_unstated(property_of("differ(1971, 1982) and not paradox('convoy')"))
    ''
    >>> why_unstated(property_of("resolutions(2)"))
    'resolutions(2) cannot be asked of a solver'
    """
    for part in parts_of(query):
        convoys = isinstance(part, Paradoxical) and part.kind == "convoy"
        if not convoys and not (isinstance(part, Differ) and part.what != RETREATS):
            return f"{part} cannot be asked of a solver"
    return ""


def first_with(
    query: Property, position: Position, board: Board, choices: Sequence[Any], count: int, ends: float
) -> Iterator[Any]:
    """Yield joint orders with a property in which no order can become a hold: int16, shape (units, 4).

    None has all the orders of one before it.

    Args:
        query: The property.
        position, board: The position.
        choices: By unit, its orders: int16, shape (orders, 4).
        count: How many to yield at most.
        ends: The time, of `time.monotonic`, at which to give up.

    Raises:
        OpenError: The property cannot be stated, or it takes too long.
    """
    if why := why_unstated(query):
        raise OpenError(why)
    units = rows_of_units(position, board)
    worlds = {rules: f"w{number}" for number, rules in enumerate(query.rulebooks)}
    lines = [tagged(law_for(position, board, choices, rules) + OUTCOME, tag, _SHARED) for rules, tag in worlds.items()]
    for unit, rows in enumerate(choices):
        here = text_of(position.units[unit].province)
        lines += [f"stays({here}) :- order({here},{n})." for n, row in enumerate(rows.tolist()) if row[0] == HOLDS]
    numbers = iter(range(1000))
    clauses: list[str] = []
    wanted = _stated(query, worlds, numbers, clauses)

    def has_it(rows: Any) -> Any:
        return having(query, played(board, units, rows))

    program = "\n".join([*lines, *clauses, f":- not {wanted}."])
    solver = Program(position, board, choices, program, lambda rows: bool(has_it(rows[None])[0]), smallest=False)
    for _ in range(count):
        rows = solver.first(deadline=ends)
        if rows is None:
            return
        while True:  # a hold in place of each order in turn
            ordered = np.flatnonzero(rows[:, 0] != HOLDS)
            fewer = np.repeat(rows[None], len(ordered), axis=0)
            fewer[np.arange(len(ordered)), ordered] = HOLD
            left = np.flatnonzero(has_it(fewer)) if len(ordered) else ordered
            if not len(left):
                break
            rows = fewer[left[0]]
        yield rows
        solver.refuse({unit: solver.numbers[unit] for unit in ordered.tolist()})


_SHARED = frozenset({*FACTS, "order", "stays"})


def _stated(query: Property, worlds: dict[Rulebook, str], numbers: Iterator[int], clauses: list[str]) -> str:
    """Add the clauses of a property, and return the atom that says that a turn has it."""
    atom = f"has({next(numbers)})"
    if isinstance(query, Both):
        parts = [_stated(part, worlds, numbers, clauses) for part in query.parts]
        clauses.extend([f"{atom} :- {', '.join(parts)}."] if query.conjunction else [f"{atom} :- {p}." for p in parts])
    elif isinstance(query, Not):
        clauses.append(f"{atom} :- not {_stated(query.part, worlds, numbers, clauses)}.")
    elif isinstance(query, Paradoxical):
        clauses.append(f"{atom} :- open_{worlds[query.rules]}(_).")
    elif isinstance(query, Differ):
        one, two = (worlds[rules] for rules in query.rulebooks)
        for name in ("fine",) if query.what == SUCCESS else ("gone", "lost"):
            clauses.extend(f"{atom} :- {name}_{a}(U), not {name}_{b}(U)." for a, b in ((one, two), (two, one)))
    return atom
