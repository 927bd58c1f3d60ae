"""Check house rules by brute force: `python -m tools.check_house_rules [--pairs N] [--jobs N]`.

Random turns in which few units meet often, under random options and house rules (`tools.random_house_rules`). All
assignments of success to the orders of a turn are tried, each equation asked with everything known. Compared are

- the resolutions found by components, those found in the turn as a whole, and those of the equations that are shown:
  all three ask functions while something is open;
- what a turn without a paradox comes to.

What functions are told of an order, and what is contested, is worked out by hand in `tests/solver/test_house_rules.py`;
that nothing depends on the order in which units and powers are listed, `tools.agree --entrances` tries.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import combinations
from random import Random

from standoff.map import PhaseType, load_board
from standoff.map.masks import bits
from standoff.random_turns import question, tangled_board
from standoff.solver import OPTIONS, Rulebook, RulebookError, adjudicate, rulebook
from standoff.solver.plain.house_equations import law_of
from standoff.solver.plain.house_table import table_of
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.rules.rulebook import option
from standoff.solver.studies.equation_export import equations_of
from standoff.solver.studies.resolutions import Resolutions
from standoff.turn.turn import Turn
from tools.random_house_rules import drawn
from tools.shared import Compared, command_line, in_blocks_until

MOST_ORDERS = 8
"""Turns with more orders than these that are not void are left out."""

BLOCK = 200
"""Pairs of a turn and a rulebook that a process takes at a time."""

OF_OUTCOMES = tuple(name for name, option in OPTIONS.items() if option.concerns == "outcomes")
"""The options that the equations know."""


def satisfying(live: int, holds: Callable[[int, int], bool]) -> list[int]:
    """Return the assignments to the orders `live` of which every equation holds, ascending."""
    orders = bits(live)
    subsets = (chosen for size in range(len(orders) + 1) for chosen in combinations(orders, size))
    full = (sum(1 << order for order in chosen) for chosen in subsets)
    return sorted(true for true in full if all(holds(order, true) == bool(true >> order & 1) for order in orders))


def shown(table: OrderTable) -> list[int]:
    """Return what satisfies the equations as they are shown."""
    number = {order: n for n, order in enumerate(bits(table.live), 1)}
    by_order = dict(zip(number, equations_of(table), strict=True))
    return satisfying(table.live, lambda order, true: by_order[order].value(number[one] for one in bits(true)))


def enumerated(table: OrderTable) -> list[int]:
    """Return what satisfies the equations, each asked about full assignments."""
    rows, live, decide = table.rows, table.live, law_of(table.rows).decide
    return satisfying(live, lambda order, true: bool(decide(rows, order, true, live ^ true)))


def check(turn: Turn, rules: Rulebook, counts: Counter[str]) -> list[str]:
    """Return what is wrong with a turn under house rules; count it if it is checked."""
    table = table_of(turn.board, turn.position, turn.orders, rules)
    if not 2 <= table.live.bit_count() <= MOST_ORDERS:
        return []
    every, solved = enumerated(table), Resolutions(table)
    counts.update(("pairs", f"{min(len(every), 3)} resolutions"))
    ways = {"components": solved.by_components, "the whole turn": solved.by_search, "what is shown": shown(table)}
    wrong = [f"{name}: {[*masks]}, not {every}" for name, masks in ways.items() if [*masks] != every]
    try:
        result = adjudicate(turn.position, turn.orders, rules=rules, board=turn.board)
    except RulebookError:
        counts["refused"] += 1
    else:
        true = result.solution.true
        if not result.solution.paradoxes and true not in every:
            wrong.append(f"comes to {true}, not {every}")
    return wrong


def block(seed: int, number: int, size: int = BLOCK) -> Compared:
    """Check some pairs; return what is wrong, and counts."""
    chance, counts, faults, standard = Random(f"{seed} {number}"), Counter[str](), list[str](), load_board()
    while counts["pairs"] < size:
        board = standard if chance.random() < 0.5 else tangled_board(chance)
        profile = chance.choice(("interacting", "tangled")) if board is standard else "tangled"
        turn = question(
            chance.randrange(1 << 30), 0, board=board, phase=PhaseType.MOVEMENT, profile=profile, most=MOST_ORDERS
        )
        options = {name: chance.choice([*option(name).choices]) for name in chance.sample(OF_OUTCOMES, 4)}
        rules = drawn(chance, rulebook(**options))
        for fault in check(turn, rules, counts):
            faults.append(f"{rules!r}: {turn.position.units} {turn.orders}: {fault}")
    return faults, counts


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    return in_blocks_until(parser, lambda given: partial(block, given.seed), pairs=20_000)


if __name__ == "__main__":
    sys.exit(main())
