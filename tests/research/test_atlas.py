"""The page of the atlas: what it says of the kept turns."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

pytest.importorskip("numba")

from research.atlas import page, pictures
from standoff import read
from standoff.searches.atlas_book import RULEBOOKS, atlas
from tests.searches.test_atlas import NAMED

ATLAS = page(atlas())


def test_every_entry_of_up_to_five_units_has_its_picture() -> None:
    drawn = pictures(atlas())
    assert len(drawn) > 20
    assert sorted(re.findall(r"\]\((\w+\.svg)\)", ATLAS)) == sorted(drawn)


def test_convoy_paradoxes_stand_first_and_apart() -> None:
    kinds = [entry.core.kind for entry in atlas().entries]
    convoys = kinds.count("convoy")
    assert set(kinds[:convoys]) == {"convoy"}
    assert "### Convoy paradoxes" in ATLAS
    assert ATLAS.index("### Convoy paradoxes") < ATLAS.index("### Circular movements and exchanges of places")


def test_answers_are_the_right_way_round() -> None:
    about = dict(re.findall(r"^\*\*(.*?)\*\*(?: `.*?`)?\n\n(Yes|No)", ATLAS, re.MULTILINE))
    assert about["Is there a turn with two components?"] == "Yes"
    assert about["Are the rulebooks of 2000 and 2023, to the letter, the same?"] == "Yes"
    assert about["Does it matter which component is settled first?"] == "No"
    assert about["Does the rule of 1982 leave a convoy paradox open?"] == "No"
    assert about["And one without any?"] == "Yes"


def test_the_fewest_units_count_an_order_that_is_legal_under_one_rulebook_only() -> None:
    """A YOR - LON VIA, no fleet anywhere."""
    rows = dict(re.findall(r"^\| ([\w-]+, [\w-]+) \| ([^|]*) \|", ATLAS, re.MULTILINE))
    turn = read("ENGLAND: A YOR - LON VIA")
    for one, two in combinations(RULEBOOKS, 2):
        differs = turn.adjudicate(one).after != turn.adjudicate(two).after
        assert rows[f"{one}, {two}"].startswith("1; ") is differs, (one, two)
    assert rows["2023, 1982"].startswith("1; ")


def test_the_named_paradoxes_of_the_datc_are_found_again() -> None:
    """Pandin's extended one is Pandin's with a landing that counts where a rule lets the army land at all."""
    titles = {entry.id: entry.title for entry in (*atlas().entries, *atlas().rings)}
    rows = re.findall(r"^\| 6\.F\.(\d+) \| .*? \| entry (\w+) \((.*?)\)(?:; whole: (.*?))? \|$", ATLAS, re.MULTILINE)
    assert {int(case): whole or name for case, _, name, whole in rows} == NAMED
    assert all(titles[number] == name for _, number, name, _ in rows)
    assert [case for case, _, _, whole in rows if whole] == ["17"]
