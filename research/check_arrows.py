"""Check the theorems of `theory.md` on random turns: `python -m research.check_arrows [--turns N] [--rules NAME …]`.

Half of the turns are movement phases of `standoff crosscheck`'s generator, the others are laid out so that paradoxes
are frequent, of several convoys, too (profile `tangled`). Under each rulebook it is checked of each turn

- that the equation of no order looks past its arrows: of a support or convoy, only at supports and convoys whose arrows
  end where it stands, and at moves to there that look at nothing else; of a move, at no other move but those out of its
  destination and of the unit that goes back to where such a one goes (4.A.7);
- that orders which depend on each other form single circles, and that none of these depends on another one;
- that the resolutions, counted by components, are none or a power of two, and that a search of the whole turn by
  python-constraint, which knows of no circles, finds the same;
- that the core of a circle without a resolution is all of it, and that the equations of any smaller set hold together;
- that where no convoy falls back to land, no circle of supports and convoys stays open under the exception of 1982, and
  none of a single convoy has two resolutions under those of 1971 and 2000.

``--options`` takes each choice of each option that the equations know, on top of 2023, instead of the presets. With
``--set convoyed_attack_from=last-fleet`` it shows how often Brannan's rule breaks the first two.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from random import Random

from standoff.map import Board, PhaseType, Position, load_board
from standoff.map.masks import bits
from standoff.random_turns import question, questions, tangled_board
from standoff.solver import PRESETS, Order, Rulebook, rulebook
from standoff.solver.law.equations import CONVOYS, MOVES, propagate, rests_on
from standoff.solver.law.searching import component_resolutions, independent_components, is_circle
from standoff.solver.plain.house_table import table_of
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.plain.paradox import all_resolutions
from standoff.solver.plain.search import assignments
from standoff.solver.rules.options import Choices
from standoff.solver.rules.presets import board_of
from standoff.solver.rules.rulebook import option
from standoff.solver.studies.resolutions import ResolutionMasks
from tools.shared import Compared, command_line, in_blocks

BLOCK = 500
"""So many turns are drawn and checked in one go."""

FALLING_BACK = ("swap-only", "via-or-own-fleet-with-fallback", "own-intent-with-fallback")
"""The choices for ``adjacent_convoy`` under which an army whose convoy is disrupted may go over land."""

Laid = tuple[Board, Position, Sequence[Order]]


def turns(seed: int, first: int, last: int, board: Board) -> Iterator[Laid]:
    """Yield the turns `first` to `last` of a seed: every second one from the generator, for `board`."""
    movements = (one for one in questions(f"{seed} {first}", board=board) if one.type is PhaseType.MOVEMENT)
    for one in islice(movements, (last - first) // 2):
        yield one.board, one.position, one.orders
    draw = Random(f"{seed} {first}")
    laid = tangled_board(draw)
    for number in range(first + (last - first) // 2, last):
        if number % 10 == 0:
            laid = tangled_board(draw)
        turn = question(draw.randrange(1 << 30), 0, board=laid, phase=PhaseType.MOVEMENT, profile="tangled")
        yield laid, turn.position, turn.orders


def goal_of(table: OrderTable, unit: int) -> int:
    """Return the number of the province that the arrow of a unit ends in."""
    order = table.legal_orders[unit]
    return order.destination if order.destination >= 0 else table.legality.province[order.target]


def past_the_arrows(table: OrderTable) -> int:
    """Return the orders, as a mask, whose equations look past their arrows."""
    rows, province, at = table.rows, table.legality.province, table.legality.at
    arrives = [0] * len(table.board.provinces)  # by province: the supports and convoys whose arrows end there
    for order in bits(table.live & ~table.moves):
        arrives[goal_of(table, order)] |= 1 << order
    past = 0
    for order in bits(table.live):
        needed, here = rests_on(rows, order), province[order]
        if rows[order].kind != MOVES:
            allowed = arrives[here] | rows[order].incoming
            for move in bits(needed & rows[order].incoming):
                needed |= rests_on(rows, move)
        else:
            goal = goal_of(table, order)
            there = at[goal]
            allowed = arrives[goal]
            if rows[order].defender >= 0 and rows[there].kind == MOVES:
                back = goal_of(table, there)  # who comes from there meets the unit that leaves for there
                allowed |= 1 << there | arrives[here] | arrives[back]
                if at[back] >= 0:
                    allowed |= 1 << at[back]
        if needed & table.live & ~allowed:
            past |= 1 << order
    return past


def check(table: OrderTable, counts: Counter[str]) -> list[str]:
    """Return what of the theorems does not hold of a turn, and count what was met."""
    rows, rules = table.rows, table.rules
    faults = ["an order looks past its arrows"] if past_the_arrows(table) else []
    true, false = propagate(rows, table.live, 0, 0)
    pending = table.live & ~(true | false)
    counts["turns"] += 1
    if not pending:
        return faults
    number, left = 1, pending
    for component in independent_components(rows, pending):
        left &= ~component
        circle, resolutions = is_circle(rows, component), component_resolutions(rows, component, true, false)
        moves = not component & ~table.moves
        convoys = sum(rows[order].kind == CONVOYS for order in bits(component))
        what = "moves" if moves else "one convoy" if convoys == 1 else "several convoys"
        counts[f"circle of {what}, {len(resolutions)} resolutions"] += 1
        if not circle:
            faults.append("orders depend on each other, but are not a single circle")
        elif not resolutions:
            for order in bits(component):
                others = bits(component & ~(1 << order))
                if not assignments(rows, component, true, false, equations=others, first_only=True):
                    faults.append("fewer orders of a circle clash than all")
        if len(resolutions) > 2:
            faults.append("a circle has more than two resolutions")
        if moves and not resolutions and rules["attack_on_own"] != "void":
            faults.append("a circle of moves has no resolution")
        if rules["adjacent_convoy"] not in FALLING_BACK:
            if not moves and rules["paradox_exception"] == "any-action":
                faults.append("a convoy paradox is open under 1982")
            if convoys == 1 and resolutions and rules["paradox_exception"].startswith("attack-on"):
                faults.append("a paradox of one convoy has resolutions under 1971 or 2000")
        number *= len(resolutions)
    while left:  # the others follow from these, or there are circles among them
        ends = independent_components(rows, left)
        if any(one & (one - 1) or rests_on(rows, bits(one)[0]) & one for one in ends):
            faults.append("a circle depends on another one")
            break
        left &= ~sum(ends)
    whole = ResolutionMasks(table)
    if number & (number - 1) or whole.count != number:
        faults.append(f"{whole.count} resolutions, the circles give {number}")
    if sorted(whole) != all_resolutions(table):
        faults.append("the whole turn has other resolutions")
    counts[f"turns with {number} resolutions" if number < 8 else "turns with 8 resolutions or more"] += 1
    return faults


def block(seed: int, rulebooks: Sequence[Rulebook], number: int, size: int = BLOCK) -> Compared:
    """Check a block of turns under each rulebook; return what refutes a theorem, and what was met."""
    wrong, counts = list[str](), Counter[str]()
    for name in {board_of(rules.name) for rules in rulebooks}:
        for board, position, orders in turns(seed, number * size, (number + 1) * size, load_board(name)):
            for rules in (rules for rules in rulebooks if board_of(rules.name) == name):
                met = Counter[str]()
                if faults := check(table_of(board, position, orders, rules), met):
                    said = "; ".join(f"{order.power}: {order}" for order in orders)
                    wrong.append(f"REFUTED: {rules.name}: {'; '.join(faults)}: {said}")
                counts.update({f"{rules.name}: {what}": count for what, count in met.items()})
    counts["turns under each"] = size
    return wrong, counts


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    parser.add_argument("--turns", type=int, default=100_000, help="under each rulebook (100000)")
    parser.add_argument("--rules", nargs="+", default=list(PRESETS), metavar="NAME", help="rulebooks (all)")
    parser.add_argument("--options", action="store_true", help="each choice of each option instead")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=CHOICE", help="on top of each rulebook")
    given = parser.parse_args()
    options = dict(one.partition("=")[::2] for one in given.set)
    rulebooks = [rulebook(name, **options) for name in given.rules]
    if given.options:
        choices = ((name, choice) for name in Choices._fields for choice in option(name).choices)
        rulebooks = [rulebook(None, **options, **dict([one])) for one in choices if one[1] != "last-fleet"]
        rulebooks = list({rules.name: rules for rules in rulebooks}.values())
    checked = partial(block, given.seed, rulebooks)
    return in_blocks(checked, lambda done: done["turns under each"] >= given.turns, given.jobs)


if __name__ == "__main__":
    sys.exit(main())
