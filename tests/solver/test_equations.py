"""The equations, asked with part of what they rest on, worked out by hand where no other code says it: battles at sea.

What they say when all is known the law as text says too (`tests/research`); that nothing is decided too early shows
where everything is tried (`test_properties`).
"""

from __future__ import annotations

import pytest

from standoff.solver import rulebook
from standoff.solver.law.equations import NO, OPEN, YES, head_to_head, meets_at_sea
from tests.helpers.turns import laid

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
