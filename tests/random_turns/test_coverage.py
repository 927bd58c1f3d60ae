"""2,000 random questions hold every order, reason and paradox of the 2023 rulebook, with least counts."""

from __future__ import annotations

from collections import Counter

import pytest

from standoff.random_turns import DEMANDING
from standoff.random_turns.generator import INTERACTING
from tools.coverage_of_turns import DEMANDS, covered, missing

LEAST = """
movement: convoy  1209
movement: convoy GOES_OVER_LAND  79
movement: convoy MOVE_NOT_ORDERED  21
movement: convoy NOT_AT_SEA  32
movement: convoy NOT_COASTAL  2
movement: convoy NOT_ON_ROUTE  11
movement: convoy ONLY_ARMIES  6
movement: hold  507
movement: move of a fleet  2367
movement: move of a fleet COAST_OUT_OF_REACH  6
movement: move of a fleet OUT_OF_REACH  23
movement: move of a fleet SAME_PLACE  21
movement: move of an army  2358
movement: move of an army NO_ROUTE  4
movement: move of an army OUT_OF_REACH  12
movement: move of an army SAME_PLACE  23
movement: no order  28
movement: support of a move  2095
movement: support of a move MOVE_NOT_ORDERED  10
movement: support of a move ONLY_WITH_SUPPORTER  3
movement: support of a move OTHER_COAST  28
movement: support of a move OWN_PROVINCE  17
movement: support of a move SUPPORTED_CANNOT_MOVE  42
movement: support of a move TARGET_OUT_OF_REACH  13
movement: support to hold  418
movement: support to hold NOBODY_TO_SUPPORT  18
movement: support to hold SUPPORTS_ITSELF  21
movement: support to hold TARGET_OUT_OF_REACH  14
movement: support to hold UNIT_MOVES  7
retreat: disband  127
retreat: disband NOT_DISLODGED  4
retreat: no order  130
retreat: retreat of a fleet  206
retreat: retreat of a fleet CLOSED  45
retreat: retreat of a fleet NOT_DISLODGED  8
retreat: retreat of an army  172
retreat: retreat of an army CLOSED  44
retreat: retreat of an army NOT_DISLODGED  4
adjustment: build of a fleet  162
adjustment: build of a fleet BUILT_TWICE  15
adjustment: build of a fleet INLAND_FLEET  1
adjustment: build of a fleet NOT_HOME  4
adjustment: build of a fleet NO_BUILDS  6
adjustment: build of a fleet OCCUPIED  4
adjustment: build of an army  254
adjustment: build of an army BUILT_TWICE  10
adjustment: build of an army NOT_HOME  3
adjustment: build of an army NO_BUILDS  7
adjustment: build of an army OCCUPIED  1
adjustment: disband  271
adjustment: disband NOT_YOURS  3
adjustment: disband NO_REMOVALS  7
adjustment: disband REMOVED_TWICE  10
adjustment: no order  44
adjustment: waive  79
adjustment: waive NO_BUILDS  1
reason BLOCKED  409
reason BUILT  394
reason CIRCULAR  261
reason COLLISION  96
reason CONVOY_DISRUPTED  145
reason CUT_BY_ATTACK  357
reason CUT_BY_DISLODGEMENT  27
reason DISBANDED_AS_ORDERED  351
reason DISBANDED_WITHOUT_ORDER  130
reason DISLODGED  126
reason DISLODGES  579
reason FLEET_DISLODGED  73
reason FLEET_STAYS  1058
reason FOLLOWS  234
reason GIVEN  2129
reason ILLEGAL  507
reason LOSES_BATTLE  465
reason MOVES_IN  523
reason NO_CONVOY_ORDERED  61
reason OUTNUMBERS  60
reason OWN_UNIT  206
reason REMOVED  44
reason REPELLED  787
reason RETREATS  283
reason STANDOFF  842
reason STANDS  192
reason STANDS_FAST  217
reason SURPLUS  88
reason SZYKMAN  76
reason VOID  151
reason WAIVED  57
reason WINS_BATTLE  150
turns that dislodge  471
turns with a paradox: circular movement  64
turns with a paradox: convoy  70
"""
"""Least counts; an order is followed by its fault, if it is illegal or void."""


@pytest.mark.slow
def test_everything_occurs_often_enough() -> None:
    tables = covered(INTERACTING, 1, 2000)
    counts = Counter[str]({f"reason {reason.name}": number for reason, number in tables["reasons"].items()})
    counts += tables["turns"]
    for (phase, kind, _, fault), number in tables["orders"].items():
        counts[f"{phase}: {kind}{f' {fault}' if fault else ''}"] += number
    least = dict(line.rsplit("  ", 1) for line in LEAST.strip().splitlines())
    assert len(least) > 80
    assert {name: counts[name] for name, count in least.items() if counts[name] < int(count)} == {}
    assert missing(tables) == []


DEMANDED = """
movement in autumn  500
movement after the first three years  500
movement after 1920  300
movement with centers  500
movement without centers  500
retreat in autumn with centers  60
retreat with centers in spring  60
powers in another order  1200
units of a power in another order  1500
orders of a power in another order  1200
a move with strength 5  30
a move with strength 6  25
a move with strength 7  15
a move with strength 8  6
a chain of 7 moves or more  25
a chain of 12 moves or more  5
a chain of 20 moves or more  1
a circle of 6 moves or more  40
a circle of 12 moves or more  10
a circle of 20 moves or more  2
retreats to one province after attacks of different strength  25
"""
"""Least counts in 2,000 questions of the profile that a cross-check asks."""


@pytest.mark.slow
def test_what_programs_get_wrong_only_in_rare_turns_occurs_in_what_they_are_asked() -> None:
    least = {name: int(count) for name, count in (line.rsplit("  ", 1) for line in DEMANDED.strip().splitlines())}
    assert tuple(least) == DEMANDS
    tables = covered(DEMANDING, 1, 2000)
    assert {name: tables["demands"][name] for name, count in least.items() if tables["demands"][name] < count} == {}
    assert missing(tables) == []
