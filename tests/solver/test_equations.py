"""The equations, asked with part of what they rest on: what they say then, and what they say when all is known.

Of every strength the equations give the least and the most it can be. With everything decided the two are one number;
with something open they are the least and the greatest of those numbers over all ways to decide it. So each equation
is held against itself, and the numbers against turns worked out by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from standoff.map.masks import bits
from standoff.solver import Rulebook, rulebook
from standoff.solver.law.equations import (
    BY_EITHER,
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
    support_holds,
)
from standoff.solver.law.records import Row, Rows
from standoff.solver.plain.own_table import table_of
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

MOST_OPEN = 6

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
    """Tell whether a move and its opponent meet at the last fleet of a convoy (Brannan's rule)."""
    other = rows[move].opposite
    return other >= 0 and (rows[move].defender != other or rows[other].defender != move)


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
                may_be = {equation(rows, order, true | yes, false | open_ & ~yes) for yes in subsets(open_)}
                about = f"{name} of {table.order(order)}: {'; '.join(map(str, turn[2]))}"
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
FALLS_BACK = rulebook(adjacent_convoy="via-or-own-fleet-with-fallback")


class Known:
    """A turn of which it is known what becomes of some orders, each named by the province of its unit."""

    def __init__(self, text: str, rules: Rulebook | None = None) -> None:
        self.table = laid(text, rules)
        self.number = {unit.province: n for n, unit in enumerate(self.table.units)}

    def mask(self, provinces: str) -> int:
        return sum(1 << self.number[province] for province in provinces.split())

    def __call__(self, equation: Callable[..., object], *args: str | int, succeed: str = "", fail: str = "") -> object:
        numbers = [self.number[arg] if isinstance(arg, str) else arg for arg in args]
        return equation(self.table.rows, *numbers, self.mask(succeed), self.mask(fail))


def test_a_convoyed_army_takes_the_way_over_the_sea_whether_or_not_it_gets_through() -> None:
    """DATC 3.2, 4.A.3."""
    turn = Known("ENGLAND\n F NTH C A LON - BEL\n A LON - BEL\nFRANCE\n A PAR - BUR")
    for known in ({}, {"succeed": "NTH"}, {"fail": "NTH"}):
        assert turn(goes_by_sea, "LON", **known) == YES
        assert turn(goes_by_sea, "PAR", **known) == NO


def test_an_army_that_may_walk_takes_the_way_over_the_sea_while_the_convoy_stands() -> None:
    turn = Known("ENGLAND\n F SKA C A SWE - NWY\n A SWE - NWY", FALLS_BACK)
    assert turn.table.rows[turn.number["SWE"]].way == BY_EITHER
    assert turn(goes_by_sea, "SWE") == OPEN
    assert turn(goes_by_sea, "SWE", succeed="SKA") == YES
    assert turn(goes_by_sea, "SWE", fail="SKA") == NO


def test_units_that_may_walk_and_change_places_fight_unless_one_goes_by_sea() -> None:
    turn = Known("ENGLAND\n F SKA C A SWE - NWY\n A SWE - NWY\nRUSSIA\n A NWY - SWE", FALLS_BACK)
    for move in ("SWE", "NWY"):
        assert turn(head_to_head, move) == OPEN
        assert turn(head_to_head, move, succeed="SKA") == NO
        assert turn(head_to_head, move, fail="SKA") == YES
    assert turn(head_to_head, "SKA") == NO  # it does not move: nobody comes the opposite way


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
    turn = Known(text, BRANNAN)
    assert turn(meets_at_sea, army, "NTH", foe, succeed=succeed, fail=fail) == meets
    assert turn(head_to_head, army, succeed=succeed, fail=fail) == meets
    assert turn(head_to_head, foe, succeed=succeed, fail=fail) == meets


def test_who_attacks_the_fleet_must_exceed_both_the_fleet_and_the_army_that_it_lands() -> None:
    """DATC 3.2, 4.A.4: a supported fleet, an army without support; and the other way round."""
    fleet = f"{ONE_FLEET}\n F HOL S F BEL - NTH\nENGLAND\n F EDI S F NTH"
    turn = Known(fleet, BRANNAN)
    assert turn(move_succeeds, "BEL", succeed="EDI HOL", fail="LON") == NO
    assert turn(move_succeeds, "BEL", succeed="HOL", fail="EDI LON") == YES
    assert turn(move_succeeds, "BEL", succeed="HOL", fail="LON") == OPEN
    army = fleet.replace("F EDI S F NTH", "A PIC S A LON - BEL")
    turn = Known(army, BRANNAN)
    assert turn(move_succeeds, "BEL", succeed="PIC HOL", fail="LON") == NO
    assert turn(move_succeeds, "BEL", succeed="HOL", fail="PIC LON") == YES


def test_a_destination_fought_for_is_not_left() -> None:
    """DATC 5.B.8: who wins the battle for a province does not leave it behind empty."""
    turn = Known("FRANCE\n A BUR - MUN\nGERMANY\n A MUN - BUR")
    assert turn(leaves, "BUR", YES) == turn(leaves, "BUR", YES, succeed="MUN") == NO
    assert turn(leaves, "BUR", NO) == OPEN
    assert turn(leaves, "BUR", NO, succeed="MUN") == YES
    assert turn(leaves, "BUR", NO, fail="MUN") == NO


def test_under_the_edition_of_1962_an_own_unit_is_attacked_with_no_strength_at_all() -> None:
    """Rule 12: neither does such a move keep others out, nor do supports of the power that is attacked count there."""
    own = Known("FRANCE\n A BUR - MUN\n A RUH S A BUR - MUN\n A MUN - TYR\nITALY\n A BOH - MUN", rulebook("czech1962"))
    assert own(prevent_strength, "BUR", succeed="RUH", fail="MUN") == (0, 0)
    assert own(prevent_strength, "BUR", succeed="RUH MUN") == (2, 2)
    assert own(prevent_strength, "BUR", succeed="RUH") == (0, 2)
    assert own(prevent_strength, "BUR") == (0, 2)
    foreign = Known(
        "FRANCE\n A BUR - MUN\n A RUH S A BUR - MUN\nGERMANY\n A MUN - TYR\n A SIL S A BUR - MUN\nITALY\n A BOH - MUN",
        rulebook("czech1962"),
    )
    assert foreign(prevent_strength, "BUR", succeed="RUH SIL", fail="MUN") == (2, 2)
    assert foreign(prevent_strength, "BUR", succeed="SIL", fail="RUH MUN") == (1, 1)
    assert foreign(prevent_strength, "BUR", succeed="RUH SIL MUN") == (3, 3)
    assert foreign(prevent_strength, "BUR", succeed="SIL", fail="MUN") == (1, 2)
    assert foreign(prevent_strength, "BUR") == (1, 3)
    battle = Known(
        "FRANCE\n A BUR - MUN\n A RUH S A BUR - MUN\nGERMANY\n A MUN - BUR\n A SIL S A BUR - MUN\nITALY\n A BOH - MUN",
        rulebook("czech1962"),
    )
    assert battle(prevent_strength, "BUR", succeed="RUH SIL", fail="MUN") == (2, 2)
    assert battle(prevent_strength, "BUR", succeed="RUH SIL MUN") == (0, 0)


def test_only_the_one_who_comes_by_sea_is_asked_for_its_route() -> None:
    """Two attackers of a supporter: one from where it acts, which cuts only by sea; the other over land."""
    rows = [Row() for _ in range(4)]  # 0 supports; 1 and 2 attack it, each by either way; 3 convoys 1
    rows[0].kind, rows[1].kind, rows[2].kind, rows[3].kind = SUPPORTS, MOVES, MOVES, CONVOYS
    rows[1].way = rows[2].way = BY_EITHER
    rows[1].fleets = rows[1].first = rows[1].last = 0b1000
    rows[0].cutters, rows[0].cutters_by_sea = 0b0110, 0b0010
    assert support_holds(rows, 0, 0, 0b1000) == NO  # 2 walks
    rows[0].cutters = 0b0010
    assert support_holds(rows, 0, 0, 0b1000) == YES
    assert support_holds(rows, 0, 0b1000, 0) == NO
    assert support_holds(rows, 0, 0, 0) == OPEN


def test_who_may_do_without_the_fleet_in_question_cuts_on_either_way() -> None:
    """The exception of 2000 with an army that may walk: it spares the support only where it needs the fleet."""
    rows = [Row() for _ in range(4)]  # 0 supports; 1 attacks it, over land or by the fleets 2 and 3
    rows[0].kind, rows[1].kind, rows[2].kind, rows[3].kind = SUPPORTS, MOVES, CONVOYS, CONVOYS
    rows[1].way = BY_EITHER
    rows[1].fleets = rows[1].first = rows[1].last = 0b1000
    for true, false in ((0, 0), (0b1000, 0), (0, 0b1000)):
        assert arrives_to_cut(rows, 1, 0b0100, 0, true, false) == YES  # the fleet spared is not its own
    assert arrives_to_cut(rows, 1, 0b1000, 0, 0, 0) == OPEN
    assert arrives_to_cut(rows, 1, 0b1000, 0, 0b1000, 0) == NO
    assert arrives_to_cut(rows, 1, 0b1000, 0, 0, 0b1000) == YES  # the convoy is broken: it walks
    assert arrives_to_cut(rows, 1, 0b1000, 1, 0, 0b1000) == NO  # where it cuts only by sea
