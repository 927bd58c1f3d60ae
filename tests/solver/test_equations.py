"""The equations, asked with part of what they rest on: what they say then, and what they say when all is known.

Of every strength the equations give the least and the most it can be. With everything decided the two are one number;
with something open they are the least and the greatest of those numbers over all ways to decide it. So each equation
is held against itself; what it says with everything decided, the law as text says too (`tests/research`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from standoff.map.masks import bits
from standoff.solver import Rulebook, rulebook
from standoff.solver.law.equations import (
    BY_CONVOY,
    CONVOYS,
    MOVES,
    NO,
    OPEN,
    SUPPORTS,
    YES,
    arrives_to_cut,
    attack_strength,
    convoy_holds,
    decide,
    defend_strength,
    goes_by_sea,
    head_to_head,
    hold_strength,
    leaves,
    meets_at_sea,
    move_succeeds,
    prevent_strength,
    rests_on,
    route,
    support_holds,
)
from standoff.solver.law.records import Rows
from standoff.solver.plain.house_table import table_of
from tests.helpers.turns import laid, movement_turns

RULEBOOKS = (
    rulebook(),
    rulebook("1971"),
    rulebook("1982"),
    rulebook("2000"),
    rulebook("czech1962"),
    rulebook(convoyed_attack_from="last-fleet"),
    rulebook(convoyed_attack_from="last-fleet", dislodged_effect="never"),
    rulebook(adjacent_convoy="via-or-own-fleet-with-fallback", cut_by_own_target="cut-by-convoy"),
    rulebook(adjacent_convoy="via-or-own-fleet-with-fallback", paradox_exception="attack-on-necessary"),
    rulebook(dislodged_effect="never", attack_on_own="void"),
)

MOST_OPEN = 5

Equation = Callable[[Rows, int, int, int], int | tuple[int, int]]


def by_battle(equation: Callable[[Rows, int, int, int, int], int | tuple[int, int]], battle: int) -> Equation:
    return lambda rows, order, true, false: equation(rows, order, battle, true, false)


def hold_at_destination(rows: Rows, move: int, true: int, false: int) -> tuple[int, int]:
    return hold_strength(rows, rows[move].defender, true, false)


def cuts(rows: Rows, support: int, true: int, false: int) -> int:
    """Decide whether the first of those that may cut a support comes to do so."""
    row = rows[support]
    cutter = row.cutters & -row.cutters
    if not cutter:
        return NO
    return arrives_to_cut(rows, cutter.bit_length() - 1, row.spared, row.cutters_by_sea & cutter, true, false)


EQUATIONS: dict[str, tuple[int, Equation]] = {
    "way": (MOVES, goes_by_sea),
    "battle": (MOVES, head_to_head),
    "hold": (MOVES, hold_at_destination),
    "leaves": (MOVES, by_battle(leaves, NO)),
    "attack": (MOVES, by_battle(attack_strength, NO)),
    "attack in battle": (MOVES, by_battle(attack_strength, YES)),
    "defend": (MOVES, defend_strength),
    "prevent": (MOVES, prevent_strength),
    "move": (MOVES, move_succeeds),
    "cut": (SUPPORTS, cuts),
    "support": (SUPPORTS, support_holds),
    "convoy": (CONVOYS, convoy_holds),
}


def is_at_sea(rows: Rows, move: int) -> bool:
    """Return whether a move and its opponent meet at the last fleet of a convoy (Brannan's rule)."""
    other = rows[move].opposite
    return other >= 0 and (rows[move].defender != other or rows[other].defender != move)


def arrives_without_route(rows: Rows, army: int, true: int) -> bool:
    """Return whether an army is taken to arrive by a convoy that has no route, which no resolution has."""
    return bool(true >> army & 1) and rows[army].way == BY_CONVOY and not route(rows, army, true)


def subsets(mask: int) -> Iterator[int]:
    part = mask
    while True:
        yield part
        if not part:
            return
        part = part - 1 & mask


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULEBOOKS, ids=str)
def test_the_bounds_are_the_least_and_the_most_of_all_that_may_come(rules: Rulebook) -> None:
    """A decision is open exactly if it may come out both ways."""
    chance = Random(7)
    for turn in movement_turns("datc-6.[FG]*", 25):
        table = table_of(*turn, rules)
        rows, orders = table.rows, bits(table.live)
        open_ = sum(1 << order for order in chance.sample(orders, min(len(orders), MOST_OPEN)))
        true = table.live & ~open_ & chance.getrandbits(len(rows))
        false = table.live & ~open_ & ~true
        for order in orders:
            for name, (kind, equation) in EQUATIONS.items():
                if rows[order].kind != kind:
                    continue
                value = equation(rows, order, true, false)
                may_be = {
                    equation(rows, order, true | yes, false | open_ & ~yes)
                    for yes in subsets(open_)
                    if name != "prevent"
                    or not is_at_sea(rows, order)
                    or not arrives_without_route(rows, rows[order].opposite, true | yes)
                }
                about = f"{name} of {table.order(order)}: {'; '.join(map(str, turn[2]))}"
                if not may_be:
                    continue
                if isinstance(value, tuple):
                    numbers = [one for both in may_be for one in both]  # type: ignore[union-attr]
                    assert len(set(numbers)) == len(may_be), about
                    assert value == (min(numbers), max(numbers)), about
                elif name == "battle" and is_at_sea(rows, order):
                    assert OPEN not in may_be, about  # a battle at sea: below
                elif name == "move" and rows[order].own_attack_void:
                    assert may_be == {value} or value == OPEN, about  # of two strengths both may not come together
                else:
                    assert may_be == ({YES, NO} if value == OPEN else {value}), about
            # and the decision depends on no orders but those that `rests_on` names
            least = rests_on(rows, order)
            assert decide(rows, order, true & least, false & least) == decide(rows, order, true, false)


# -- worked out by hand ------------------------------------------------------------------------------------------------

BRANNAN = rulebook(convoyed_attack_from="last-fleet")


ONE_FLEET = "ENGLAND\n F NTH C A LON - BEL\n A LON - BEL\nGERMANY\n F BEL - NTH"
ANOTHER_ROUTE = ONE_FLEET.replace("ENGLAND", "ENGLAND\n F ENG C A LON - BEL")
A_FLEET_BEFORE = "FRANCE\n F ENG C A BRE - HOL\n F NTH C A BRE - HOL\n A BRE - HOL\nGERMANY\n F HOL - NTH"


@pytest.mark.parametrize(
    ("text", "army", "foe", "succeed", "fail", "meets"),
    [
        (ONE_FLEET, "LON", "BEL", "", "", YES),  # the route holds but for what the two fight about
        (ONE_FLEET, "LON", "BEL", "NTH", "", YES),
        (ONE_FLEET, "LON", "BEL", "BEL", "NTH", YES),  # the attacker arrives: the fleet is dislodged by nobody else
        (ONE_FLEET, "LON", "BEL", "", "NTH", NO),  # the convoy was broken by another unit
        (ONE_FLEET, "LON", "BEL", "", "NTH BEL", NO),
        # with another route they meet only if that is broken
        (ANOTHER_ROUTE, "LON", "BEL", "", "", OPEN),
        (ANOTHER_ROUTE, "LON", "BEL", "ENG", "", NO),  # it does not need the North Sea
        (ANOTHER_ROUTE, "LON", "BEL", "ENG", "NTH", NO),
        (ANOTHER_ROUTE, "LON", "BEL", "", "ENG", YES),
        (ANOTHER_ROUTE, "LON", "BEL", "NTH", "", OPEN),
        (ANOTHER_ROUTE, "LON", "BEL", "NTH", "ENG", YES),
        (ANOTHER_ROUTE, "LON", "BEL", "BEL", "NTH", OPEN),
        (ANOTHER_ROUTE, "LON", "BEL", "BEL", "NTH ENG", YES),
        # with a fleet before the last they meet only if that stands
        (A_FLEET_BEFORE, "BRE", "HOL", "", "", OPEN),
        (A_FLEET_BEFORE, "BRE", "HOL", "ENG", "", YES),
        (A_FLEET_BEFORE, "BRE", "HOL", "", "ENG", NO),
        (A_FLEET_BEFORE, "BRE", "HOL", "HOL", "NTH", OPEN),
        (A_FLEET_BEFORE, "BRE", "HOL", "HOL ENG", "NTH", YES),
        (A_FLEET_BEFORE, "BRE", "HOL", "", "NTH", NO),
    ],
)
def test_an_army_and_the_attacker_of_its_last_fleet_meet_at_sea(
    text: str, army: str, foe: str, succeed: str, fail: str, meets: int
) -> None:
    """DATC 3.2, 4.A.4, Brannan's rule."""
    table = laid(text, BRANNAN)
    number = {unit.province: n for n, unit in enumerate(table.units)}
    true, false = (sum(1 << number[province] for province in named.split()) for named in (succeed, fail))
    assert meets_at_sea(table.rows, number[army], number["NTH"], number[foe], true, false) == meets
    assert head_to_head(table.rows, number[army], true, false) == meets
    assert head_to_head(table.rows, number[foe], true, false) == meets
