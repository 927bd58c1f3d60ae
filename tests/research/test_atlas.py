"""The page of the atlas: what it says of the kept turns; and that what it is made with agrees with the search."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, groupby

import pytest

pytest.importorskip("numba")

from research.atlas import page
from research.of_atlas import OnePart, OrderMatters, differences, settled_in_every_order
from standoff import read, rulebook
from standoff.peers.comparing.minimizer import minimize
from standoff.searches.abstract import Pattern
from standoff.searches.atlas_book import RULEBOOKS, AtlasParadox, atlas
from standoff.searches.deciding import Adjudged
from standoff.searches.expression import property_of
from standoff.searches.finding import Space, find_each
from standoff.searches.placing import shape_of
from standoff.searches.properties import position_after
from standoff.solver import Convoy, Order, adjudicate
from standoff.solver.plain.house_table import table_of
from standoff.solver.rules.house_rule_arguments import OpenParadox


@cache
def made() -> str:
    """Return the page; it takes seconds, so nobody makes it who only collects tests."""
    return page(atlas())


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


def test_every_entry_stands_on_the_page_once() -> None:
    rows = re.findall(r"^\| (\w+) \| ([^|]*) \| (\d+) \| \d+ \| [^|]* \| ([^|]*) \|$", made(), re.MULTILINE)
    entries = [(entry.id, entry.title, str(entry.units)) for entry in atlas().entries]
    assert [(name, title, units) for name, title, units, _ in rows] == entries
    assert all(len(read(orders.replace("; ", "\n")).position.units) == int(units) for _, _, units, orders in rows)


def test_convoy_paradoxes_stand_first_and_apart() -> None:
    kinds = [entry.core.kind for entry in atlas().entries]
    convoys = kinds.count("convoy")
    assert set(kinds[:convoys]) == {"convoy"}
    assert "### Convoy paradoxes" in made()
    assert made().index("### Convoy paradoxes") < made().index("### Circular movements and exchanges of places")


def test_answers_are_the_right_way_round() -> None:
    about = dict(re.findall(r"^\*\*(.*?)\*\*(?: `.*?`)?\n\n(Yes|No)", made(), re.MULTILINE))
    assert about["Is there a turn with two components?"] == "Yes"
    assert about["Are the rulebooks of 2000 and 2023, to the letter, the same?"] == "Yes"
    assert about["Does it matter which component is settled first?"] == "No"
    assert about["Does the rule of 1982 leave a convoy paradox open?"] == "No"
    assert about["And one without any?"] == "Yes"


def test_the_fewest_units_count_an_order_that_is_legal_under_one_rulebook_only() -> None:
    """A YOR - LON VIA, no fleet anywhere."""
    rows = dict(re.findall(r"^\| ([\w-]+, [\w-]+) \| ([^|]*) \|", made(), re.MULTILINE))
    turn = read("ENGLAND: A YOR - LON VIA")
    for one, two in combinations(RULEBOOKS, 2):
        differs = turn.adjudicate(one).after != turn.adjudicate(two).after
        assert rows[f"{one}, {two}"].startswith("1; ") is differs, (one, two)
    assert rows["2023, 1982"].startswith("1; ")


def test_the_named_paradoxes_of_the_datc_are_found_again() -> None:
    """Pandin's extended one is Pandin's with a landing that counts where a rule lets the army land at all."""
    titles = {entry.id: entry.title for entry in atlas().entries}
    row = r"^\| 6\.F\.(\d+) \| .*? \| .*?: entry (\w+) \((.*?)\)(?:; whole: (.*?))? \|$"
    rows = re.findall(row, made(), re.MULTILINE)
    assert {int(case): whole or name for case, _, name, whole in rows} == NAMED
    assert all(titles[number] == name for _, number, name, _ in rows)
    assert [case for case, _, _, whole in rows if whole] == ["17"]


def shape(entry: AtlasParadox) -> Pattern:
    return shape_of(entry.turn)[0].pattern


@pytest.mark.slow
def test_pairs_of_rulebooks_are_those_of_the_search() -> None:
    names = ["1971", "1982", "2023", "webdiplomacy"]
    pairs, examined = differences(names, 3)
    assert len(pairs) == 6
    wanted = tuple(property_of(f"differ({pair.one!r}, {pair.two!r})") for pair in pairs)
    in_one_part, everywhere = (find_each(wanted, space, jobs=1) for space in (OnePart(3), Space(3)))
    for pair, finds, others in zip(pairs, in_one_part, everywhere, strict=True):
        assert finds.examined == examined
        assert finds.matches == pair.differing + pair.via_alone
        assert list(map(str, others)) == list(map(str, finds))
        assert {one.shape.pattern for one in finds if one.shape} == set(pair.shapes)
        example = finds.placed[0].turn
        assert example is not None
        one, two = (adjudicate(example.position, example.orders, rules=rulebook(name)) for name in (pair.one, pair.two))
        assert position_after(one) != position_after(two)


def test_pandins_extended_paradox_is_where_2000_and_szykman_part() -> None:
    """DATC 6.F.17, 7 units: none of up to 6 is."""
    wanted = property_of("differ(2023, '2023-book')")
    smaller = minimize(read("6.F.17"), lambda one: wanted.holds(Adjudged(one)))
    assert len(smaller.position.units) == 7
    about = made()[made().index("`differ(2023, '2023-book')`") :]
    reduced = about.index("But DATC 6.F.17 comes down to this, of 7 units")
    assert reduced < about.index("Is there a turn with two components?")


def test_the_paradox_of_the_sixth_order_has_a_word_of_six_stages() -> None:
    """DATC 6.F.28, reduced."""
    assert "| 26 units, AAAAA~2A~2 |" in made()


def test_entries_stand_by_class_and_their_words_count_their_units() -> None:
    convoys = [entry for entry in atlas().entries if entry.core.kind == "convoy"]
    words = [entry.core.paradox_class for entry in convoys]
    assert all(words)
    assert list(dict.fromkeys(words)) == [word for word, _ in groupby(words)]
    assert words[0] == "A"
    assert {"AA", "AH", "HH"} < set(words)


# -- which component is settled first ----------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("case", ["6.F.14", "6.F.22", "6.F.24", "6.F.27", "6.F.28"])
@pytest.mark.parametrize(
    ("rules", "backup"),
    [("2023", "szykman"), ("2023", "all-hold"), ("2000", "szykman"), ("1971", "all-hold"), ("1982", "szykman")],
)
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
    assert OrderMatters(rulebook()).holds(Adjudged(turn)) is False


def others_fail(paradox: OpenParadox) -> dict[Order, bool]:
    return {order: order in paradox.orders for order in paradox.pending if isinstance(order, Convoy)}
