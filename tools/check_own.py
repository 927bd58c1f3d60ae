"""Check own rules by brute force: `python -m tools.check_own [--pairs N] [--jobs N]`.

Random turns in which few units meet often, under random options and random own rules (`tools.own_rules_drawn`). All
assignments of success to the orders of a turn are tried. Which of them are resolutions is told by equations written
once more (`tools.printed_equations`); every second turn is under options that these do not know, and there the solver's
own equations are asked about full assignments. Compared are

- the resolutions found by components, those found in the turn as a whole, and those of the equations that are shown;
- what a turn without a paradox comes to, and the provinces that are contested then;
- all of it, paradoxes, outcomes and reasons included, with units and orders listed in another order.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, repeat
from random import Random

from standoff.map import Board, PhaseType, Position, load_board
from standoff.map.masks import bits
from standoff.random_turns import question, tangled_board
from standoff.solver import Order, Rulebook, RulebookError, adjudicate, rulebook
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.plain.own_equations import law_of
from standoff.solver.plain.own_table import table_of
from standoff.solver.rules.rulebook import option
from standoff.solver.studies.equations_out import equations_of
from standoff.solver.studies.resolutions import resolutions_of
from tools import printed_equations
from tools.own_rules_drawn import drawn
from tools.printed_equations import Printed
from tools.shared import command_line, say, seconds

MOST_ORDERS = 8
"""Turns with more orders than these that are not void are left out."""

BLOCK = 200
"""Pairs of a turn and a rulebook that a process takes at a time."""

OTHERS = ("attack_on_own", "convoyed_attack_from", "exchange_by_convoy", "multi_route_disruption", "paradox_exception")
"""The options of the turns that the solver's own equations are asked about."""

Laid = tuple[Board, Position, Sequence[Order]]


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


def enumerated(table: OrderTable, printed: Printed | None) -> list[int]:
    """Return what satisfies the equations written once more, or else the solver's, on full assignments."""
    if printed is not None:
        return satisfying(table.live, lambda order, true: printed.succeeds(order, frozenset(bits(true))))
    rows, live, decide = table.rows, table.live, law_of(table.rows).decide
    return satisfying(live, lambda order, true: bool(decide(rows, order, true, live ^ true)))


def outcome(laid: Laid, table: OrderTable) -> tuple[object, ...]:
    """Return what becomes of a turn, without the numbers of its units and orders."""
    board, position, orders = laid

    def named(mask: int) -> frozenset[str]:
        return frozenset(table.units[unit].location for unit in bits(mask))

    several = frozenset(map(named, resolutions_of(table)))
    try:
        result = adjudicate(position, orders, rules=table.rules, board=board)
    except RulebookError:
        return several, None, None, None
    paradoxes = frozenset((one.settled_by, named(one.core)) for one in result.solution.paradoxes)
    reasons = frozenset((one.order, one.outcome, one.reason, frozenset(one.by)) for one in result)
    return several, paradoxes, reasons, (result.after.contested, frozenset(result.after.units))


def check(laid: Laid, rules: Rulebook, *, printed: bool, chance: Random, counts: Counter[str]) -> list[str]:
    """Return what is wrong with a turn under own rules; count it if it is checked."""
    board, position, orders = laid
    table = table_of(board, position, orders, rules)
    if not 2 <= table.live.bit_count() <= MOST_ORDERS:
        return []
    once_more = Printed(table) if printed else None
    every, solved = enumerated(table, once_more), resolutions_of(table)
    counts.update(("pairs", f"{min(len(every), 3)} resolutions"))
    ways = {"components": solved.by_components, "the whole turn": solved.whole, "what is shown": shown(table)}
    wrong = [f"{name}: {[*masks]}, not {every}" for name, masks in ways.items() if [*masks] != every]
    try:
        result = adjudicate(position, orders, rules=rules, board=board)
    except RulebookError:
        counts["refused"] += 1
    else:
        true = result.solution.true
        if not result.solution.paradoxes and true not in every:
            wrong.append(f"comes to {true}, not {every}")
        if once_more is not None and result.after.contested != once_more.contested(bits(true)):
            wrong.append(f"contested: {result.after.contested}, not {once_more.contested(bits(true))}")
    units = tuple(chance.sample(position.units, len(position.units)))
    other = board, Position(units=units), chance.sample([*orders], len(orders))
    before, after = outcome(laid, table), outcome(other, table_of(*other, rules))
    if before != after:
        wrong.append(f"listed in another order: {after}, not {before}")
    return wrong


def block(seed: int, number: int, size: int = BLOCK) -> tuple[Counter[str], list[str]]:
    """Check some pairs; return counts, and what is wrong."""
    chance, counts, faults, standard = Random(f"{seed} {number}"), Counter[str](), list[str](), load_board()
    while counts["pairs"] < size:
        board = standard if chance.random() < 0.5 else tangled_board(chance)
        profile = chance.choice(("interacting", "tangled")) if board is standard else "tangled"
        turn = question(
            chance.randrange(1 << 30), 0, board=board, phase=PhaseType.MOVEMENT, profile=profile, most=MOST_ORDERS
        )
        printed = chance.random() < 0.5
        names = printed_equations.OPTIONS if printed else OTHERS
        rules = drawn(chance, rulebook(**{name: chance.choice([*option(name).choices]) for name in names}))
        laid = board, turn.position, turn.orders
        for fault in check(laid, rules, printed=printed, chance=chance, counts=counts):
            faults.append(f"{rules!r}: {turn.position.units} {turn.orders}: {fault}")
    return counts, faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Check as many pairs as the command line says; 1 if anything is wrong."""
    parser = command_line(__doc__, seed=1)
    parser.add_argument("--pairs", type=int, default=20_000, help="turns, each under a rulebook of its own (20,000)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    given = parser.parse_args(arguments)
    totals, differ = Counter[str](), 0
    with ProcessPoolExecutor(given.jobs) as pool:
        for counts, faults in pool.map(block, repeat(given.seed), range(-(-given.pairs // BLOCK))):
            totals += counts
            differ += len(faults)
            for text in faults[:3]:
                print(text, flush=True)
            say(f"{totals['pairs']} pairs, {differ} differ")
    print(", ".join(f"{count} {what}" for what, count in sorted(totals.items())))
    print(f"{differ} differ; {seconds():.0f} s")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
