"""Components without exactly one resolution: their cores, and what settles them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from standoff import read
from standoff.map.masks import bits
from standoff.solver import MovementResult, ParadoxKind, rulebook
from standoff.solver.law.equations import propagate
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.plain.search import assignments, smallest_clash
from tests.helpers.turns import SIMPLE_PARADOX, tangled


def solved(text: str, rules: str = "2023", **options: str) -> MovementResult:
    result = read(text).adjudicate(rulebook(rules, **options)).phase_result
    assert isinstance(result, MovementResult)
    return result


@pytest.mark.slow
def test_a_core_without_resolution_is_a_smallest_clash() -> None:
    """Of all that is open, also where other orders are open besides, and where there are two such paradoxes."""
    sizes = Counter[bool]()
    for board, position, orders in tangled(200):
        table = OrderTable(board, position.units, orders, rulebook())
        rows = table.rows
        true, false = propagate(rows, table.live, 0, 0)
        pending = table.live & ~(true | false)
        if not pending or assignments(rows, pending, true, false, first_only=True):
            continue
        core = smallest_clash(rows, pending, true, false)
        sizes[core == pending] += 1
        assert core & ~pending == 0
        assert not assignments(rows, pending, true, false, equations=bits(core))
        for few in combinations(bits(pending), core.bit_count() - 1):
            assert assignments(rows, pending, true, false, equations=few, first_only=True)
    assert min(sizes[True], sizes[False]) > 5


def test_a_second_order_paradox_without_resolution_has_a_core_of_six() -> None:
    """DATC 6.F.24."""
    result = solved("6.F.24")
    (paradox,) = result.solution.paradoxes
    assert paradox.kind is ParadoxKind.CONVOY
    assert paradox.resolutions == ()
    core = sorted(result.table.legality.units[unit].province for unit in bits(paradox.core))
    assert core == ["BEL", "EDI", "ENG", "IRI", "LON", "NTH"]
    assert paradox.settled_by == "szykman"


@pytest.mark.parametrize(
    ("backup", "moved", "dislodged"),
    [("szykman", {"EDI"}, {"NTH"}), ("all-hold", set(), set()), ("unresolved", set(), set())],
)
def test_each_backup_settles_it_its_own_way(backup: str, moved: set[str], dislodged: set[str]) -> None:
    """DATC 4.A.2."""
    result = solved("6.F.24", paradox_backup=backup)
    assert {r.order.unit.province for r in result if r.outcome == "moves"} == moved  # pyright: ignore
    assert {d.unit.province for d in result.after.dislodged} == dislodged


def test_two_paradoxes_apart_are_settled_apart() -> None:
    """One at the Channel (DATC 6.F.14), its like in the Tyrrhenian Sea."""
    italy = "ITALY\n F NAP S F ROM - TYS\n F ROM - TYS\nFRANCE\n A TUN - NAP\n F TYS C A TUN - NAP"
    result = solved(SIMPLE_PARADOX + italy)
    assert [len(p.resolutions) for p in result.solution.paradoxes] == [2, 2]
    assert {d.unit.province for d in result.after.dislodged} == {"ENG", "TYS"}
    assert len(assignments(result.table.rows, result.table.live, 0, 0)) == 4


def test_a_circle_held_up_by_one_bounce_is_no_paradox() -> None:
    """DATC 6.C.3."""
    result = solved("TURKEY\n F ANK - CON\n A CON - SMY\n A SMY - ANK\n A BUL - CON\n")
    assert result.solution.paradoxes == ()
    assert {str(r.outcome) for r in result} == {"bounces"}
