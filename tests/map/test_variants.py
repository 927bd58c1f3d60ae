"""Variant files: what they say, what is refused, and what the five switches change in a game."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from standoff import Turn, read
from standoff.map import Board, BoardError, Phase, Position, compare_boards, load_board, starting_position
from standoff.map.board_data import schema
from standoff.map.inspecting import remarks
from standoff.map.loading import board_names
from standoff.map.settings import Victory
from standoff.solver import adjudicate_phase, following, legal_by_place
from standoff.solver.rules.variants import has_ended, leaders, variant, variant_of, variants, winner
from tests.helpers.command import run
from tests.helpers.paths import ROOT, written

ISLES: dict[str, Any] = {
    "name": "isles",
    "powers": {
        "RED": {"name": "Red", "adjective": "Red", "homes": ["EAST"], "units": ["A EAST"]},
        "BLUE": {"name": "Blue", "adjective": "Blue", "homes": ["WEST"], "units": ["F WEST"]},
    },
    "provinces": {
        "EAST": {"name": "East", "kind": "coastal", "center": True},
        "WEST": {"name": "West", "kind": "coastal", "center": True},
        "ISLE": {"name": "Isle", "kind": "coastal", "center": True},
        "SEA1": {"name": "First Sea", "kind": "sea"},
        "SEA2": {"name": "Second Sea", "kind": "sea"},
    },
    "army": {},
    "fleet": {"EAST": "SEA1", "SEA1": "ISLE", "ISLE": "SEA2", "SEA2": "WEST"},
}
"""East and west, and an isle between their seas: its fleets can convoy if the file says so."""


def isles(**changed: Any) -> Board:
    return Board({**json.loads(json.dumps(ISLES)), **changed})


def test_every_board_file_is_what_the_schema_says() -> None:
    jsonschema.Draft202012Validator.check_schema(schema())
    check = jsonschema.Draft202012Validator(schema())
    for name in board_names():
        check.validate(json.loads((ROOT / "map" / "boards" / f"{name}.json").read_text(encoding="utf-8")))
        Board(vars(load_board(name))["_data"])  # which finds no fault either; at the start nobody looks
    for data, fault in (
        ({**ISLES, "builds": "anywhere"}, "'builds': expected home, owned or chosen, not 'anywhere'"),
        ({**ISLES, "calendar": {"years": "two"}}, "calendar: 'years': expected a whole number, not 'two'"),
        ({**ISLES, "fog": True}, "unknown key 'fog'"),
        ({key: value for key, value in ISLES.items() if key != "army"}, "'army' is missing"),
    ):
        assert not check.is_valid(data)
        with pytest.raises(BoardError) as refused:
            Board(data)
        assert fault in str(refused.value)


def test_all_faults_of_a_variant_are_told_at_once(tmp_path: Path) -> None:
    entry = {
        "name": "bad",
        "extends": "standard",
        "players": [["FRANCE", "SPAIN"], ["FRANCE"]],
        "civil_disorder": ["ENGLAND"],
        "closed": ["ATLANTIS"],
        "victory": {"provinces": ["XXX"], "at_end": "most", "share": 1},
        "calendar": {"begin": "S1901R", "fall_after": 3, "seasons": ["F", "S"]},
        "powers": {"ITALY": {"centers": ["ROM", "PAR"]}},
    }
    with pytest.raises(BoardError) as fault:
        load_board(written(tmp_path / "bad.json", entry))
    for part in (
        "no power SPAIN", "FRANCE is played by two", "nobody plays AUSTRIA", "no province and no power ATLANTIS",
        "no province XXX", "at_end goes with year", "nobody has more than all", "a game begins with movement",
        "seasons F S: only S F and F", "fall_after is more than years", "PAR is owned by FRANCE and by ITALY",
    ):  # fmt: skip
        assert part in str(fault.value)


def test_an_extending_file_changes_parts_and_loses_none(tmp_path: Path) -> None:
    """Before, `powers` of a file that extends another board was not looked at."""
    file = tmp_path / "mine.json"
    entry: dict[str, Any] = {
        "name": "mine",
        "extends": "standard",
        "powers": {"ITALY": {"units": ["F ROM"]}, "FRANCE": {"homes": ["BRE", "MAR"]}},
        "provinces": {"SWI": {"name": "Switzerland", "kind": "inland"}, "PAR": {"center": False}},
        "army_added": {"SWI": "MUN BUR"},
        "army_removed": {"NAF": "TUN"},
    }
    board = load_board(written(file, entry))
    assert board.powers["ITALY"].units == ("F ROM",)
    assert board.powers["ITALY"].homes == ("NAP", "ROM", "VEN")
    assert sorted(board.army_graph["SWI"]) == ["BUR", "MUN"]
    assert "TUN" not in board.army_graph["NAF"]
    assert len(board.centers) == 33
    beside = written(tmp_path / "more.json", {"name": "more", "extends": "mine.json"})
    assert load_board(beside).powers["ITALY"].units == ("F ROM",)
    for wrong, message in (
        ({"army": {"NAF": "SPA"}}, "army: a board that extends another one has army_added"),
        ({"fleet_removed": {"NAF": "ENG"}}, "fleet_removed: ENG NAF is no border of standard"),
        ({"without_powers": ["SPAIN"]}, "without_powers: standard has no SPAIN"),
    ):
        with pytest.raises(BoardError, match=message):
            load_board(written(file, {"name": "wrong", "extends": "standard", **wrong}))


def test_the_variants_on_the_standard_map() -> None:
    """What each is known by; the documents' variants are in tests/solver/test_whole_games.py."""
    assert [len(variants()[name].players) for name in ("france-austria", "england-turkey", "germany-italy")] == [
        2,
        2,
        2,
    ]
    start = variant("france-austria").start()
    assert {unit.power for unit in start.units} == {"FRANCE", "AUSTRIA"}
    assert sorted(start.centers) == ["AUSTRIA", "FRANCE"]
    assert len(load_board("france-austria").centers) == 34
    assert "F ROM" in map(str, variant("fleet-rome").start().units)
    winter = variant("winter-1900").start()
    assert (str(winter.phase), winter.units, len(winter.centers["RUSSIA"])) == ("W1900A", (), 4)


def test_winter_1900_is_built_and_goes_on_with_spring() -> None:
    start = variant("winter-1900").start()
    orders = read("FRANCE: A PAR B, F MAR B, A BRE B", position=str(start)).orders
    result = Turn(start, tuple(orders)).adjudicate()
    assert [str(unit) for unit in result.after.units] == ["A PAR", "F MAR", "A BRE"]
    assert str(following(result.after).phase) == "S1901M"


@pytest.mark.parametrize(("board", "built"), [("standard", False), ("build-anywhere", True)])
def test_where_units_are_built(board: str, built: bool) -> None:
    position = Position.parse(f"{board} W1901A FRANCE:APAR FRANCE:PAR,SPA,MAR")
    orders = read("FRANCE: A SPA B", position=str(position)).orders
    assert [one.success for one in adjudicate_phase(position, orders)] == [built]
    listed = {str(order) for of_unit in legal_by_place(position, board=load_board(board)).values() for order in of_unit}
    assert ("A SPA B" in listed) is built


def test_chosen_centers_to_build_in() -> None:
    powers = {**ISLES["powers"], "RED": {**ISLES["powers"]["RED"], "builds": ["ISLE"]}}
    board = isles(builds="chosen", powers=powers)
    position = replace(
        starting_position(board), units=(), phase=Phase.parse("W1901A"), centers={"RED": ("EAST", "ISLE")}
    )
    listed = {str(order) for of_unit in legal_by_place(position, board=board).values() for order in of_unit}
    assert listed == {"A ISLE B", "F ISLE B", "WAIVE"}


def test_a_convoying_coast_convoys_others_and_is_no_way_to_itself(tmp_path: Path) -> None:
    """As over Baleares in Ancient Mediterranean; a fleet there does not convoy to Baleares itself."""
    provinces = {**ISLES["provinces"], "ISLE": {**ISLES["provinces"]["ISLE"], "convoys": True}}
    convoys = "F SEA1 C A EAST - WEST, F ISLE C A EAST - WEST, F SEA2 C A EAST - WEST"
    for changed, moves in (({"provinces": provinces}, True), ({}, False)):
        file = written(tmp_path / f"{moves}.json", {**ISLES, **changed})
        load_board(file)
        position = f"{file} S1901M RED:AEAST,FSEA1,FISLE,FSEA2"
        result = read(f"RED: A EAST - WEST VIA, {convoys}", position=position).adjudicate()
        assert result["EAST"].success is moves
    near = {"fleet": {"EAST": "SEA1 ISLE", "SEA1": "ISLE", "ISLE": "SEA2", "SEA2": "WEST"}, "provinces": provinces}
    written(Path(file), {**ISLES, **near})
    # over Isle and the first sea an army would come back to Isle: its fleet would hold up whoever attacks it
    orders = "RED: A EAST - ISLE\nBLUE: F ISLE C A EAST - ISLE, F SEA1 C A EAST - ISLE, F SEA2 - ISLE"
    result = read(orders, position=f"{file} S1901M RED:AEAST;BLUE:FISLE,FSEA1,FSEA2").adjudicate()
    assert not result["ISLE"].success


@pytest.mark.parametrize(("rules", "paradox"), [("1982", False), ("2023", True)])
def test_a_convoying_coast_in_a_paradox(rules: str, paradox: bool, tmp_path: Path) -> None:
    """1982, XII.5: a convoyed army does not cut a support against a convoying fleet, one off an isle as one at sea.

    The rulebook is named beside a position on another board than the rulebook's.
    """
    provinces = {**ISLES["provinces"], "ISLE": {**ISLES["provinces"]["ISLE"], "convoys": True}}
    provinces["SEA3"] = {"name": "Third Sea", "kind": "sea"}
    fleet = {"EAST": "SEA1", "SEA1": "ISLE", "ISLE": "SEA2 SEA3 WEST", "SEA2": "WEST", "SEA3": "WEST"}
    file = written(tmp_path / "isles.json", {**ISLES, "provinces": provinces, "fleet": fleet})
    convoys = ", ".join(f"F {place} C A EAST - WEST" for place in ("SEA1", "ISLE", "SEA2"))
    orders = f"RED: A EAST - WEST, {convoys}\nBLUE: F SEA3 - ISLE, F WEST S F SEA3 - ISLE"
    load_board(file)
    position = f"{file} S1901M RED:AEAST,FSEA1,FISLE,FSEA2;BLUE:FSEA3,FWEST"
    result = read(orders, position=position, rules=rules).adjudicate()
    assert bool(result.paradoxes) is paradox
    assert [result[place].success for place in ("EAST", "SEA3", "WEST")] == [False, True, True]


def test_borders_of_one_way() -> None:
    board = isles(fleet_one_way={"SEA1": "SEA2"})
    reach = {
        place: [board.locations[other] for other in range(5) if board.tables.fleet[number] >> other & 1]
        for number, place in enumerate(board.locations)
    }
    assert "SEA2" in reach["SEA1"]
    assert "SEA1" not in reach["SEA2"]
    assert board.fleet_graph.is_directed()
    assert not board.fleet_graph.has_edge("SEA2", "SEA1")
    assert remarks(board)[0] == "fleets cross SEA1 - SEA2 one way only"
    said = "fleets cross it this way only in A; in B,"
    assert compare_boards(board, isles()).differences() == [f"SEA1 - SEA2: {said} not at all"]
    only_back = isles(fleet_one_way={"SEA2": "SEA1"})
    assert compare_boards(board, only_back).differences()[0] == f"SEA1 - SEA2: {said} only back"


@pytest.mark.parametrize(
    ("calendar", "phases"),
    [
        ({}, ["S1901M", "F1901M", "S1902M", "F1902M"]),
        ({"begin": "S1425M", "years": 10, "fall_after": 5}, ["S1425M", "F1430M", "S1435M", "F1440M"]),
        ({"begin": "F1901M", "seasons": ["F"]}, ["F1901M", "F1902M", "F1903M"]),
        ({"begin": "F100M", "seasons": ["F"], "years": 25}, ["F100M", "F125M", "F150M"]),
    ],
)
def test_the_calendar(calendar: dict[str, Any], phases: list[str]) -> None:
    board = isles(calendar=calendar)
    position = starting_position(board)
    played = [str(position.phase)]
    while len(played) < len(phases):
        position = following(position, board)
        played.append(str(position.phase))
    assert played == phases


@pytest.mark.parametrize(
    ("victory", "red", "won"),
    [
        ({"centers": 2}, ["EAST", "ISLE"], "RED"),
        ({"centers": 3}, ["EAST", "ISLE"], None),
        ({"share": 0.5}, ["EAST", "ISLE"], "RED"),
        ({"share": 0.7}, ["EAST", "ISLE"], None),
        ({"all": True}, ["EAST", "ISLE"], None),
        ({"all": True}, ["EAST", "ISLE", "WEST"], "RED"),
        ({"lead": 1}, ["EAST", "ISLE"], "RED"),
        ({"lead": 2}, ["EAST", "ISLE"], None),
        ({"centers": 1, "lead": 1}, ["EAST"], "BLUE"),
        ({"provinces": ["ISLE"]}, ["EAST", "ISLE"], "RED"),
        ({"provinces": ["ISLE"], "provinces_from": 1905}, ["EAST", "ISLE"], None),
        ({"year": 1903}, ["EAST", "ISLE"], "RED"),
        ({"year": 1904}, ["EAST", "ISLE"], None),
        ({"year": 1903, "at_end": "draw"}, ["EAST", "ISLE"], None),
    ],
)
def test_what_wins(victory: dict[str, Any], red: list[str], won: str | None, tmp_path: Path) -> None:
    board = load_board(written(tmp_path / "isles.json", {**ISLES, "victory": victory}))
    left = tuple(center for center in board.centers if center not in red)
    owned = {"RED": tuple(red), "BLUE": left}
    position = Position(centers=owned, phase=Phase.parse("S1904M"), board=board.source)
    game = variant_of(board)
    assert winner(position, game) == ((won,) if won else None)
    assert has_ended(position, game) is (victory.get("year") == 1903)
    assert leaders(position, game) == (("RED",), ("BLUE",))  # by units: neither has any
    assert str(Victory.from_data({"victory": victory}))


SPRING = "France: A MAR - SPA, F BRE - MAO, A PAR - BUR\nAustria: A VIE - GAL, A BUD - SER, F TRI - ALB\n"
FALL = "France: A SPA H, F MAO - POR, A BUR - BEL\nAustria: A SER S F ALB - GRE, F ALB - GRE, A GAL - RUM\n"
WINTER = "France: A PAR B, F BRE B, A MAR B\nAustria: A VIE B, A BUD B, F TRI B\n"
GAME = {
    "S1901M": SPRING,
    "F1901M": FALL,
    "W1901A": WINTER,
    "S1902M": "France: A BEL - HOL\n",
    "F1902M": "France: A HOL H\n",
}
"""By phase, a game that France wins: both have six centers after 1901, and France takes Holland."""


def short_game(folder: Path) -> str:
    """France and Austria, six centers win."""
    short = {"name": "short", "extends": "france-austria", "victory": {"centers": 6, "lead": 1}}
    return written(folder / "short.json", short)


def test_a_game_for_two_is_played_through_by_commands(tmp_path: Path) -> None:
    """With six centers nobody has won while the other one has as many."""
    variant_file = short_game(tmp_path)
    now, output = "start", ""
    for phase, orders in GAME.items():
        file, after = written(tmp_path / f"orders{phase}.txt", orders), tmp_path / f"{phase}.txt"
        chosen = ("--map", variant_file) if now == "start" else ()
        result = run("play", now, file, "--quiet", *chosen, "--out", str(after))
        assert result.exit_code == 0, result.output
        now, output = str(after), result.output
        assert ("won by France" in output) is (phase == "F1902M")
    text = Path(now).read_text(encoding="utf-8")
    assert f"map: {variant_file}\nPHASE S1903M" in text
    assert "France: BEL, BRE, HOL, MAR, PAR, POR, SPA" in text
    assert "won (6 centers, 1 more than any other): France" in run("play", "standings", now).output
