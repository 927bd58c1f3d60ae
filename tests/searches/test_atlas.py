"""The atlas: what it says holds, and what it is made with agrees with the search."""

from __future__ import annotations

import pytest

pytest.importorskip("numba")

from standoff import read, rulebook
from standoff.searches.abstract import Pattern, shape_id
from standoff.searches.atlas_book import RULEBOOKS, AtlasParadox, atlas, core_of, shared_reasons
from standoff.searches.expression import property_of
from standoff.searches.finding import Space, find_each
from standoff.searches.placing import shape_of
from standoff.searches.reducing import needs_all_units


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
    entries = atlas().entries
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
@pytest.mark.parametrize("entry", atlas().entries, ids=lambda entry: f"{entry.id}-{entry.title}")
def test_each_entry_is_the_paradox_that_it_says(entry: AtlasParadox) -> None:
    assert len(entry.turn.position.units) == entry.units
    core = core_of(entry.turn, rulebook())
    assert core is not None
    assert core == entry.core
    assert entry.title in (core.name, f"{core.kind} paradox")
    assert needs_all_units(property_of("paradox()"), entry.turn)


def test_verdicts_are_those_of_the_solver() -> None:
    for entry in (atlas().entries[0], atlas().entries[-1]):
        seen: list[str] = []
        for verdict in shared_reasons(entry.turn):
            for name in verdict.rulebooks:
                seen.append(name)
                result = entry.turn.adjudicate(name)
                reasons = [(str(one.order), one.text.removeprefix("void: ")) for one in result.phase_result]
                assert reasons == [(order, why) for order, _, why in verdict.orders]
        assert sorted(seen) == sorted(RULEBOOKS)
