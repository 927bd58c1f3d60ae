"""What was found as data: by the published schema, with all ways, and as the rules have it."""

from __future__ import annotations

import hashlib
import json

import pytest

from tests.helpers.command import run
from tests.helpers.schemas import schema_and_check

pytest.importorskip("numba")

from standoff import find
from standoff.searches.atlas_book import RULEBOOKS, atlas
from standoff.turn import Turn

_, checked = schema_and_check("found.schema.json")


def test_the_simple_paradox_as_data() -> None:
    """DATC 6.F.14: the convoy, the attack on its fleet and the support of that depend on each other in a circle.

    The landing cuts the support (-), the attack disrupts the convoy (-), the support helps the attack (+). Units can be
    divided in fifteen ways; the landing cuts no support of its own power, no power dislodges its own fleet, and a
    support of an attack on one's own fleet does not count: 5 ways are left.
    """
    (entry,) = checked(find("paradox('convoy')", orders="6.F.14").to_dict(), "found")["found"]
    assert entry["pattern"] == "0 convoys 1; 1 to 3 by convoy (0); 2 to 0; 3 supports 2"
    assert entry["orders"] == ["F ENG C A BRE - LON", "A BRE - LON", "F WAL - ENG", "F LON S F WAL - ENG"]
    assert entry["id"] in {kept["id"] for kept in atlas().lines if kept["units"] == 4}
    assert entry["routes"] == [[0]]
    assert sorted(entry["power_assignments"]) == [[0, 0, 1, 1], [0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2], [0, 1, 2, 3]]
    (under,) = entry["by_rulebook"]
    assert under["rules"] == ["2023"]
    assert under["outcomes"] == ["disrupted", "no convoy", "moves", "supports"]
    assert (under["resolutions"], under["dislodged"]) == (2, [0])
    (paradox,) = under["paradoxes"]
    assert paradox["core"] == [0, 2, 3]
    assert paradox["depends"] == [[0, 2, "-"], [2, 3, "+"], [3, 0, "-"]]
    assert paradox["cycles"] == [[3, "+"]]
    assert (paradox["kind"], paradox["settled_by"]) == ("convoy", "szykman")
    assert paradox["name"] == "simple convoy paradox"


def test_every_kind_of_search_is_as_the_schema_has_it() -> None:
    searches = [
        find("differ(1971, 1982, 'retreats')", units=3),
        find(
            "differ(2023, rules(2023, convoyed_attack_from='last-fleet'))",
            units=4,
            complete_convoys=True,
            max_results=2,
        ),
        find("paradox()", position="standard S1901M ENGLAND:FENG,ALON;FRANCE:FBRE,FWAL", max_results=3),
        find("paradox('convoy')", sample=60, seed=3),
        find("resolutions(2)", units=2),
    ]
    for finds in searches:
        data = checked(finds.to_dict(), "found")
        assert len(data["found"]) == len(finds)
        for entry in data["found"]:
            assert entry["id"] == hashlib.sha256(entry["pattern"].encode()).hexdigest()[:6]
            assert [sorted(set(way)) == list(range(len(set(way)))) for way in entry["power_assignments"]]
    (unplaced,) = (entry for entry in searches[1].to_dict()["found"] if entry["placing"] is None)
    assert (unplaced["orders"], unplaced["placings_tried"]) == (None, None)


def test_the_command_prints_what_the_value_says() -> None:
    ended = run("find", "differ(1971, 1982)", "--units", "3")
    finds = find("differ(1971, 1982)", units=3)
    assert ended.output == f"{finds}\n"
    assert json.loads(run("find", "differ(1971, 1982)", "--units", "3", "--json").output) == finds.to_dict()


# -- the atlas --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_lines_of_the_atlas_are_as_the_schema_has_them() -> None:
    for number, line in enumerate(atlas().lines):
        if number % 4 == 0:
            checked(line, "line")
        assert line["id"] == hashlib.sha256(line["pattern"].encode()).hexdigest()[:6]
        assert sorted(name for under in line["by_rulebook"] for name in under["rules"]) == sorted(RULEBOOKS)
        assert line["made_by"]["expression"].startswith("paradox(")
    ids = [line["id"] for line in atlas().lines]
    assert len(set(ids)) == len(ids)


def test_the_lines_of_the_atlas_are_what_its_rulebooks_make_of_the_turns() -> None:
    for line in atlas().lines:
        if line["placing"] is not None:
            turn = Turn.from_dict(line["placing"])
            for under in line["by_rulebook"]:
                expected = dict(zip(line["orders"], under["success"], strict=True))
                for name in under["rules"]:
                    result = turn.adjudicate(name).phase_result
                    assert {str(one.order): one.success for one in result} == expected, (line["id"], name)
