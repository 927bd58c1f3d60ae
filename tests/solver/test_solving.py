"""How a table is solved: one component after the other, what is noted of each, and what settles a paradox."""

from __future__ import annotations

import pytest

from standoff.map.masks import bits
from standoff.solver.law.equations import CONVOYS, HOLDS, MOVES, SUPPORTS, decide
from standoff.solver.law.records import Row
from standoff.solver.law.solving import (
    BY_COMPONENTS,
    BY_PROPAGATION,
    CIRCULAR_MOVEMENT,
    CONVOY_PARADOX,
    OTHER_PARADOX,
    UNIQUE,
    ComponentRow,
    Cyclic,
    PlainCallbacks,
    settlement,
    solve,
)
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.plain.search import smallest_clash
from standoff.solver.rules.options import ParadoxBackup
from tests.helpers.turns import SIMPLE_PARADOX, laid

PLAIN = PlainCallbacks(smallest_clash)

SZYKMAN, ALL_HOLD, UNRESOLVED, CONSISTENT_OR_HOLD = ParadoxBackup
TWO = (0, 0b0001)
"""Two resolutions, whatever they are."""

CIRCLE = "TURKEY\n F ANK - CON\n A CON - SMY\n A SMY - ANK"  # DATC 6.C.1
TWO_CIRCLES = CIRCLE + "\nFRANCE\n A PAR - BUR\n A BUR - GAS\n A GAS - PAR"


Solved = tuple[int, int, int, list[ComponentRow], list[int]]


def solved(table: OrderTable, beyond: PlainCallbacks | None = PLAIN, *, unopposed: int | None = None) -> Solved:
    """Return what `solve` finds and notes; with `unopposed` 0 it is told of no order that it succeeds in any case."""
    met: list[ComponentRow] = []
    resolutions: list[int] = []
    if unopposed is None:
        unopposed = table.unopposed
    backup = table.rules.numbers.paradox_backup
    how, true, false = solve(table.rows, table.live, unopposed, Cyclic(backup, met, resolutions), beyond)
    return how, true, false, met, resolutions


def check_noted(table: OrderTable, solution: Solved) -> None:
    """Hold what was noted of each component against the equations."""
    _, true, false, met, resolutions = solution
    assert true & false == 0
    assert true | false == table.live
    begin = 0
    for component, kind, core, yes, no, known_true, known_false, first, count in met:
        assert first == begin
        begin += count
        assert known_true & known_false == component & (known_true | known_false) == yes & no == 0
        assert yes & ~true == no & ~false == 0
        assert (known_true | known_false | component) & ~table.live == 0
        every = resolutions[first:begin]
        for one in every:
            for order in bits(component):
                decision = decide(table.rows, order, known_true | one, known_false | component & ~one)
                assert decision == one >> order & 1
        if kind == UNIQUE:
            assert (every, core) == ([yes], 0)
            assert yes | no == component
        elif every:
            assert core == sum(1 << n for n in bits(component) if len({one >> n & 1 for one in every}) > 1) != 0
        else:
            assert core
            assert core & ~component == 0
    assert begin == len(resolutions)


def test_nothing_open_is_decided_by_propagation() -> None:
    how, true, false, met, resolutions = solved(laid("FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR"))
    assert (how, true, false, met, resolutions) == (BY_PROPAGATION, 0, 0b11, [], [])


def test_what_hangs_on_a_paradox_is_decided_after_it() -> None:
    """DATC 6.F.14, with an army that follows the attacker of the fleet, and one that follows that."""
    table = laid(f"{SIMPLE_PARADOX}\nENGLAND\n A LVP - WAL\n A CLY - LVP\n A YOR - LVP")
    solution = solved(table)
    check_noted(table, solution)
    how, true, _, met, _ = solution
    assert how == BY_COMPONENTS
    assert [one[1] for one in met] == [CONVOY_PARADOX]
    assert true == 0b010011  # the support, the attack, and the army behind it; two armies bounce over Liverpool


def test_two_circles_are_settled_one_after_the_other() -> None:
    table = laid(TWO_CIRCLES)
    solution = solved(table)
    check_noted(table, solution)
    assert solution[1:3] == (0b111111, 0)
    assert [(one[0], one[1], one[3]) for one in solution[3]] == [
        (0b000111, CIRCULAR_MOVEMENT, 0b000111),
        (0b111000, CIRCULAR_MOVEMENT, 0b111000),
    ]
    assert solution[4] == [0, 0b000111, 0, 0b111000]
    # the second is met where the first is settled
    assert [one[5:7] for one in solution[3]] == [(0, 0), (0b000111, 0)]


# -- the core ----------------------------------------------------------------------------------------------------------


def rows_of(*kinds: int, carried: dict[int, int] | None = None) -> list[Row]:
    """Return a table of units that do these things; `carried` gives the fleets of a move."""
    rows = [Row() for _ in kinds]
    for number, kind in enumerate(kinds):
        rows[number].kind = kind
        rows[number].fleets = (carried or {}).get(number, 0)
    return rows


@pytest.mark.parametrize(
    ("core", "several", "backup", "wanted"),
    [
        # units 0 and 1 move, 1 by the fleets 3 and 4, 2 supports, 5 moves by 4, 6 supports, attacked; 7 holds
        (0b0000_0011, TWO, SZYKMAN, (CIRCULAR_MOVEMENT, 0b0011, 0)),
        (0b0000_0011, (), SZYKMAN, (OTHER_PARADOX, 0, 0b0011)),
        (0b0000_0111, TWO, SZYKMAN, (OTHER_PARADOX, 0, 0b0111)),
        (0b0000_0111, TWO, ALL_HOLD, (OTHER_PARADOX, 0, 0b0111)),
        (0b0000_1111, TWO, SZYKMAN, (CONVOY_PARADOX, 0, 0b1000)),
        (0b0001_1101, (), SZYKMAN, (CONVOY_PARADOX, 0, 0b11000)),
        (0b0000_1101, TWO, ALL_HOLD, (CONVOY_PARADOX, 0, 0b0011)),  # what core moves, and whom the fleet carries
        (0b0001_1000, TWO, ALL_HOLD, (CONVOY_PARADOX, 0, 0b10_0010)),
        (0b0001_0101, (), ALL_HOLD, (CONVOY_PARADOX, 0, 0b10_0011)),
        # DATC 2.4, 4.A.2: no convoy of the core succeeds in just one of its resolutions; in none, in two; it has none
        (0b0000_1101, (0b0001, 0b1100), CONSISTENT_OR_HOLD, (CONVOY_PARADOX, 0, 0b1000)),
        (0b0001_1101, (0b0_1001, 0b1_0100), CONSISTENT_OR_HOLD, (CONVOY_PARADOX, 0, 0b10_0011)),
        (0b0000_1101, (0b0001, 0b0101, 0b1100), CONSISTENT_OR_HOLD, (CONVOY_PARADOX, 0, 0b0011)),
        (0b0000_1101, (), CONSISTENT_OR_HOLD, (CONVOY_PARADOX, 0, 0b0011)),
        (0b0000_0011, (0b01, 0b10), CONSISTENT_OR_HOLD, (CIRCULAR_MOVEMENT, 0b0011, 0)),
        (0b0000_1101, TWO, UNRESOLVED, (CONVOY_PARADOX, 0, 0b1101)),
    ],
)
def test_what_settles_a_core(core: int, several: tuple[int, ...], backup: int, wanted: tuple[int, int, int]) -> None:
    """DATC 4.A.2 and 5.B.9."""
    rows = rows_of(
        MOVES, MOVES, SUPPORTS, CONVOYS, CONVOYS, MOVES, SUPPORTS, HOLDS, carried={1: 0b11000, 5: 0b10000, 6: 0b11000}
    )
    assert settlement(rows, core, several, backup, 0b0111_1111) == wanted


def test_all_hold_leaves_moves_alone_that_are_decided() -> None:
    rows = rows_of(MOVES, MOVES, SUPPORTS, CONVOYS, carried={0: 0b1000, 1: 0b1000})
    assert settlement(rows, 0b1101, TWO, ALL_HOLD, 0b1101) == (CONVOY_PARADOX, 0, 0b0001)


def test_all_hold_decides_only_what_is_open() -> None:
    """The army that the fleet of DATC 6.F.14 carries is stopped in any case."""
    table = laid(SIMPLE_PARADOX, paradox_backup="all-hold")
    solution = solved(table)
    check_noted(table, solution)
    _, true, false, met, _ = solution
    assert [one[1:5] for one in met] == [(CONVOY_PARADOX, 0b1011, 0, 0b0010)]
    assert (true, false) == (0b1000, 0b0111)  # the convoy holds, so that the army cuts
