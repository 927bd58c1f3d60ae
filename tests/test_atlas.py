"""The atlas: what it says holds, and what it is made with agrees with the search."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from standoff import read, rulebook
from standoff.cases.book.library import library
from standoff.cases.book.run import start_of
from standoff.cases.find.atlas import differences, example_of, smallest_of
from standoff.cases.find.cores import core_of
from standoff.cases.find.expression import property_of
from standoff.cases.find.finding import Space, find_all, find_each
from standoff.map import load_board
from standoff.solver import adjudicate

ATLAS = (Path(__file__).parents[1] / "docs" / "atlas.md").read_text(encoding="utf-8")
PARADOXES = ATLAS.split("## The cases of the DATC")[0]
ENTRIES = re.findall(r"\*\*(\d+)\. (.*?)\*\* \((\d+) units.*?\)\n\n```\n(.*?)\n```", PARADOXES, re.DOTALL)


def test_pairs_of_rulebooks_are_those_of_the_search() -> None:
    names = ["1971", "1982", "2023", "webdiplomacy"]
    pairs, examined = differences(names, 3)
    assert len(pairs) == 6
    for pair in pairs:
        found = find_all(property_of(f"differ({pair.one!r}, {pair.two!r})"), Space(3), jobs=1)
        assert found.examined == examined
        assert found.having == pair.differing
        assert {one.shape.pattern for one in found if one.shape} == set(pair.shapes)
        assert (found[0].units if found else None) == pair.fewest
        example = example_of(pair)
        assert example is not None
        one, two = (adjudicate(*example, rules=rulebook(name)) for name in (pair.one, pair.two))
        assert set(one.after.units) != set(two.after.units)


def test_several_properties_at_once() -> None:
    wanted = [property_of(text) for text in ("paradox()", "differ(1971, 1982)")]
    for one, together in zip(wanted, find_each(wanted, Space(3), jobs=1), strict=True):
        alone = find_all(one, Space(3), jobs=1)
        assert list(map(str, alone)) == list(map(str, together))
        assert alone.summary() == together.summary()


def test_the_atlas_has_entries() -> None:
    assert len(ENTRIES) >= 3
    assert [int(number) for number, *_ in ENTRIES] == list(range(1, len(ENTRIES) + 1))


@pytest.mark.parametrize(("number", "name", "units", "orders"), ENTRIES, ids=[f"{n}-{name}" for n, name, *_ in ENTRIES])
def test_each_entry_is_the_paradox_that_it_says(number: str, name: str, units: str, orders: str) -> None:
    turn = read(orders)
    assert len(turn.position.units) == int(units)
    core = core_of(turn.position, turn.orders, turn.board, rulebook())
    assert core is not None
    assert (core.name or core.kind) == name
    assert smallest_of(turn.position, turn.orders, turn.board, property_of("paradox()"))[0].units == turn.position.units


def test_the_simple_paradox_is_found_again() -> None:
    """DATC 6.F.14: two resolutions; three orders help and hinder each other in one cycle."""
    (case,) = library("datc-6.F.14")
    orders = [written.order for written in case.phases[0].orders]
    core = core_of(start_of(case), orders, load_board(), rulebook())
    assert core is not None
    assert core.name == "simple convoy paradox"
    assert core.resolutions == 2
    assert core.cycles == ((3, "+"),)
    assert {sign for _, _, sign in core.depends} == {"+", "−"}
