"""The atlas: what it says holds, and what it is made with agrees with the search."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

from standoff import read, rulebook
from standoff.searches.abstract import Pattern, shape_id
from standoff.searches.atlas_book import RULEBOOKS, AtlasParadox, atlas, shared_reasons
from standoff.searches.component_order import settled_in_every_order
from standoff.searches.cores import core_of
from standoff.searches.deciding import Adjudged
from standoff.searches.expression import property_of
from standoff.searches.finding import Space, find_each
from standoff.searches.reducing import AllNeeded
from standoff.searches.shape import shape_of
from standoff.solver import Convoy, Order
from standoff.solver.plain.own_table import table_of
from standoff.solver.rules.asked import OpenParadox


@pytest.mark.slow
def test_the_search_finds_what_is_kept() -> None:
    """Up to four units, all of them again."""
    finds = find_each((property_of("paradox()"),), Space(4), jobs=1)[0]
    patterns = {one.shape.pattern for one in finds.placed if one.shape is not None}
    assert patterns == {shape(entry) for entry in atlas().entries if entry.units <= 4}
    kept = [one for one in atlas().unplaced if one.count(";") <= 4]
    assert [str(one.shape) for one in finds.unplaced] == kept


def shape(entry: AtlasParadox) -> Pattern:
    return shape_of(entry.turn)[0].pattern


def test_ids_are_those_of_the_shapes() -> None:
    """They rest on nothing but the shape, so they stay when others come or go."""
    entries = (*atlas().entries, *atlas().rings)
    assert [entry.id for entry in entries] == [shape_id(shape(entry)) for entry in entries]
    assert len({entry.id for entry in entries}) == len(entries)


def test_the_fewest_units_are_those_of_any_turn_on_which_two_rulebooks_differ() -> None:
    """Not of a minimal shape only: where a convoy is ordered, but none on a whole route, webdiplomacy goes by land.

    Without that convoy they differ as well, so it is no shape of its own; but an army that nobody convoys is another
    column of the matrix.
    """
    turn = read("ENGLAND: F NTH C A YOR - WAL, A YOR - WAL VIA, F ENG H")
    assert turn.adjudicate("dptg").after != turn.adjudicate("webdiplomacy").after
    for row in atlas().data["pairs"]["rows"]:
        assert (row["fewest"] is None) is (row["differing"] == 0), row
        assert (row["fewest_alone"] is None) is (row["via_alone"] == 0), row
    (row,) = (row for row in atlas().data["pairs"]["rows"] if (row["one"], row["two"]) == ("dptg", "webdiplomacy"))
    assert (row["fewest"], row["fewest_alone"]) == (3, 2)


@pytest.mark.slow
@pytest.mark.parametrize("entry", [*atlas().entries, *atlas().rings], ids=lambda entry: f"{entry.id}-{entry.title}")
def test_each_entry_is_the_paradox_that_it_says(entry: AtlasParadox) -> None:
    assert len(entry.turn.position.units) == entry.units
    core = core_of(entry.turn, rulebook())
    assert core is not None
    assert (core.name or core.kind) == entry.title
    assert AllNeeded(property_of("paradox()"))(entry.turn)


@pytest.mark.slow
@pytest.mark.parametrize("case", ["6.F.14", "6.F.22", "6.F.24", "6.F.27", "6.F.28"])
@pytest.mark.parametrize("rules", ["2023", "2000", "1971", "1982"])
@pytest.mark.parametrize("backup", ["szykman", "all-hold", "unresolved"])
def test_the_order_of_the_components_never_matters(case: str, rules: str, backup: str) -> None:
    turn = read(case)
    under = rulebook(rules, paradox_backup=backup)
    table = table_of(turn.board, turn.position, turn.orders, under)
    assert settled_in_every_order(table) == {turn.adjudicate(under).phase_result.solution.true}


def test_it_can_matter_under_a_rule_that_settles_other_orders_too() -> None:
    """A settlement that lets all convoys fail that are open: those of a component that was settled before stay."""
    turn = read("6.F.27")
    under = rulebook().with_rule("others fail", settlement=others_fail)
    assert len(settled_in_every_order(table_of(turn.board, turn.position, turn.orders, under))) > 1
    assert property_of("order_matters()").holds(Adjudged(turn)) is False


def others_fail(paradox: OpenParadox) -> dict[Order, bool]:
    return {order: order in paradox.orders for order in paradox.pending if isinstance(order, Convoy)}


def test_verdicts_are_those_of_the_solver() -> None:
    for entry in (atlas().entries[0], atlas().entries[-1], atlas().rings[0]):
        seen: list[str] = []
        for verdict in shared_reasons(entry.turn):
            for name in verdict.rulebooks:
                seen.append(name)
                result = entry.turn.adjudicate(name)
                reasons = [(str(one.order), one.text.removeprefix("void: ")) for one in result.phase_result]
                assert reasons == [(order, why) for order, _, why in verdict.orders]
        assert sorted(seen) == sorted(RULEBOOKS)
