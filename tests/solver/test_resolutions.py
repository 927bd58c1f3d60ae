"""Resolutions by components: counted and gone through without a list of them, and equal to those of the whole turn."""

from __future__ import annotations

from itertools import islice

import pytest

from benchmarks.boards import FAMILIES
from standoff import Turn
from standoff.map import Board
from standoff.solver import resolutions, rulebook
from standoff.solver.law.equations import propagate
from standoff.solver.law.searching import component_resolutions, independent_components, is_circle
from standoff.solver.plain.order_table import table_of
from standoff.solver.plain.search import assignments
from standoff.solver.studies.resolutions import MOST_LISTED
from standoff.turn.resolutions import ManyResolutionsError
from tests.helpers.command import run
from tests.helpers.turns import tangled

FAMILY = {family.name: family for family in FAMILIES}

BRANNAN = rulebook(convoyed_attack_from="last-fleet")


def laid(name: str, size: int) -> Turn:
    layout = FAMILY[name].lay(size)
    return Turn(layout.position, orders=layout.orders, board=Board(FAMILY[name].board(size)))


def test_many_resolutions_are_counted_and_gone_through_but_not_listed() -> None:
    """A hundred circles of four armies, each of which moves or does not."""
    turn = laid("circles", 400)
    found = turn.resolutions()
    assert found.count == 2**100
    assert found.agree is None
    few = list(islice(found, 5))
    assert len(set(few)) == 5
    assert all(len(one) % 4 == 0 for one in few)
    with pytest.raises(ManyResolutionsError, match="2 x 2 x 2"):
        found.resolutions  # noqa: B018
    told = str(found)
    assert f"not listed: more than {MOST_LISTED}" in told
    assert "too large to be searched as a whole" in told
    assert found.to_dict()["count"] == 2**100
    assert found.to_dict()["resolutions"] is None


@pytest.mark.parametrize(("name", "count"), [("convoy circle", 2), ("convoy circle, odd", 0)])
def test_a_long_ring_is_searched_at_once(name: str, count: int) -> None:
    """Theorem 3; a search of the whole turn takes four times as long for every two stages more."""
    found = laid(name, 240).resolutions()
    assert found.count == count == len(list(found))
    assert found.agree is None
    assert found.components[0].core == found.components[0].orders


@pytest.mark.parametrize("rules", [rulebook(), rulebook("czech1962"), BRANNAN], ids=["2023", "czech1962", "Brannan"])
def test_components_and_the_whole_turn_have_the_same_resolutions(rules: object) -> None:
    counts: set[int] = set()
    for board, position, orders in tangled(60):
        found = resolutions(position, orders, rules=rules, board=board)  # type: ignore[arg-type]
        assert found.by_components == found.whole
        assert found.count == len(found.whole)
        assert found.agree in (True, None)
        counts.add(found.count)
    assert {1, 2} <= counts


@pytest.mark.slow
def test_under_brannans_rule_orders_that_form_no_circle_are_searched_too() -> None:
    met = 0
    for turn in tangled(400):
        table = table_of(*turn, BRANNAN)
        true, false = propagate(table.rows, table.live, 0, 0)
        for component in independent_components(table.rows, table.live & ~(true | false)):
            found = component_resolutions(table.rows, component, true, false)
            assert found == assignments(table.rows, component, true, false)
            met += not is_circle(table.rows, component)
    assert met


def test_the_command_counts() -> None:
    assert run("resolutions", "--count", "6.F.24").output == "0\n"
    assert run("resolutions", "--count", "6.F.24").exit_code == 1
    assert run("resolutions", "--count", "FRANCE: A PAR - BUR").exit_code == 0
