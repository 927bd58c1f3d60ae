"""The atlas: what it says holds, and what it is made with agrees with the search."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

from standoff import Turn, read, rulebook
from standoff.peers.crosscheck.minimizer import minimize
from standoff.searches.abstract import Pattern, shape_id
from standoff.searches.atlas import differences
from standoff.searches.atlas_book import RULEBOOKS, AtlasParadox, atlas, shared_reasons
from standoff.searches.component_order import settled_in_every_order
from standoff.searches.cores import core_of
from standoff.searches.deciding import Adjudged
from standoff.searches.expression import property_of
from standoff.searches.finding import Space, find_each
from standoff.searches.growing import extended, ring_like
from standoff.searches.properties import Property, position_after
from standoff.searches.reducing import AllNeeded
from standoff.searches.shape import parts_of, shape_of
from standoff.solver import Convoy, Order, adjudicate
from standoff.solver.plain.order_table import table_of
from standoff.solver.plain.own_rules import OpenParadox


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


@pytest.mark.slow
def test_pairs_of_rulebooks_are_those_of_the_search() -> None:
    names = ["1971", "1982", "2023", "webdiplomacy"]
    pairs, examined = differences(names, 3)
    assert len(pairs) == 6
    for pair in pairs:
        wanted = property_of(f"differ({pair.one!r}, {pair.two!r})")
        finds = find_each((wanted,), Space(3, one_part=True), jobs=1)[0]
        assert finds.examined == examined
        assert finds.having == pair.differing + pair.via_alone
        assert list(map(str, find_each((wanted,), Space(3), jobs=1)[0])) == list(map(str, finds))
        assert {one.shape.pattern for one in finds if one.shape} == set(pair.shapes)
        example = finds.placed[0].turn
        assert example is not None
        one, two = (adjudicate(example.position, example.orders, rules=rulebook(name)) for name in (pair.one, pair.two))
        assert position_after(one) != position_after(two)


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


def smallest_of(turn: Turn, wanted: Property) -> Turn:
    return minimize(turn, lambda one: wanted.holds(Adjudged(one)))


@pytest.mark.slow
@pytest.mark.parametrize("entry", [*atlas().entries, *atlas().rings], ids=lambda entry: f"{entry.id}-{entry.title}")
def test_each_entry_is_the_paradox_that_it_says(entry: AtlasParadox) -> None:
    assert len(entry.turn.position.units) == entry.units
    core = core_of(entry.turn, rulebook())
    assert core is not None
    assert (core.name or core.kind) == entry.title
    assert AllNeeded(property_of("paradox()"))(entry.turn)


NAMED = {
    14: "simple convoy paradox",
    15: "simple convoy paradox",
    16: "Pandin's paradox",
    17: "Pandin's extended paradox",
    18: "betrayal paradox",
    22: "second-order paradox with two resolutions",
    23: "second-order paradox with two exclusive convoys",
    24: "second-order paradox with no resolution",
    26: "simple convoy paradox",
    27: "betrayal paradox",
}
"""The paradoxes of DATC 6.F.14 to 6.F.30 that the literature names, by case."""


def test_pandins_extended_paradox_is_where_2000_and_szykman_part() -> None:
    """DATC 6.F.17, 7 units: found by giving Pandin's paradox one unit more."""
    wanted = property_of("differ(2023, '2023-book')")
    pattern = shape_of(smallest_of(read("6.F.17"), wanted))[0].pattern
    assert len(pattern) == 7
    kept = next(one for one in atlas().data["extended"]["answers"] if one["expression"] == str(wanted))
    turns = [read(text) for text in kept["found"]]
    assert pattern in {shape_of(turn)[0].pattern for turn in turns}
    assert all(wanted.holds(Adjudged(turn)) for turn in turns)
    pandins = [shape(entry) for entry in atlas().entries if entry.title == NAMED[16]]
    assert pattern in set(extended(pandins))


def test_the_paradox_of_the_sixth_order_is_a_ring() -> None:
    """DATC 6.F.28: reduced, it is six small paradoxes linked by their convoys."""
    wanted = property_of("paradox('convoy') and resolutions(2, more=True)")
    smaller = smallest_of(read("6.F.28"), wanted)
    pattern = Pattern(*map(tuple, parts_of(table_of(smaller.board, smaller.position, smaller.orders))))
    links = [shape_of(entry.turn)[0] for entry in atlas().entries if entry.units <= 5 and entry.core.kind == "convoy"]
    ring = ring_like(pattern, links)
    assert ring is not None
    assert [len(turn) for turn in ring].count(4) == 4
    assert ring_like(pattern, [turn for turn in links if len(turn) == 4]) is None


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
