"""Boards that say a thing twice, or with nothing in it, or with a number out of all bounds: refused by name.

In a board file, in the files of other programs, and in data: one of the two would be lost in silence.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from standoff.map import Board, BoardError, load_board, read_variant
from standoff.map.inspecting import remarks
from tests.helpers.command import refused, run
from tests.helpers.paths import written

from .test_importers import ADJACENCY, MAP, VARIANTS, dvar
from .test_variants import ISLES

pytestmark = pytest.mark.filterwarnings("ignore::standoff.map.BoardWarning")


def changed(path: tuple[str, ...], value: object) -> dict[str, Any]:
    """Return the data of a board of two powers and an isle with two coasts, with a value changed."""
    data = json.loads(json.dumps(ISLES))
    data["provinces"]["ISLE"]["coasts"] = ["NC", "SC"]
    data["fleet"] = {"EAST": "SEA1", "SEA1": "ISLE/NC", "ISLE/SC": "SEA2", "SEA2": "WEST"}
    *inside, key = path
    entry = data
    for part in inside:
        entry = entry.setdefault(part, {})
    entry[key] = value
    return data


NEW = {"name": "New", "kind": "inland"}
GREEN = {"name": "Green", "adjective": "green", "homes": [], "units": []}
ISLE, RED = ("provinces", "ISLE"), ("powers", "RED")


@pytest.mark.parametrize(
    ("path", "value", "fault"),
    [
        ((*ISLE, "coasts"), ["NC", "SC", "NC"], "province ISLE: coasts: 'NC' twice"),
        ((*ISLE, "coasts"), ["NC", "nc", "SC"], "province ISLE: coasts NC and nc are one name"),
        ((*ISLE, "coasts"), ["NC", "SC", "ŠČ"], "province ISLE: coasts SC and ŠČ are one name"),
        ((*ISLE, "coasts"), ["NC", "SC", ""], "province ISLE: coast ''"),
        (("provinces", "NEW"), {**NEW, "coasts": ["NC", "SC"]}, "province NEW: coasts of a province that is inland"),
        (("provinces", "isle"), NEW, "ISLE and isle are both called 'isle'"),
        (("provinces", "ÍSLE"), NEW, "ISLE and ÍSLE are both called 'ÍSLE'"),
        (("provinces", "NEW"), {**NEW, "name": "ISLE"}, "ISLE and NEW are both called 'ISLE'"),
        (("provinces", "NEW"), {**NEW, "name": ""}, "province NEW: name: '' has no letter and no digit"),
        (("provinces", "NEW"), {**NEW, "name": " - "}, "province NEW: name: ' - ' has no letter and no digit"),
        (("provinces", "NEW"), {**NEW, "aliases": ["x", "x"]}, "province NEW: aliases: 'x' twice"),
        (("provinces", "NEW"), {**NEW, "aliases": ["."]}, "province NEW: aliases: '.' has no letter"),
        (("provinces", ""), NEW, "province '': an id has only letters"),
        (("powers", "red"), GREEN, "RED and red are both called 'red'"),
        (("powers", "GREEN"), {**GREEN, "name": "RED"}, "RED and GREEN are both called 'RED'"),
        (("powers", "GREEN"), {**GREEN, "adjective": "Red"}, "RED and GREEN are both called 'Red'"),
        (("powers", "GREEN"), {**GREEN, "aliases": ["red"]}, "RED and GREEN are both called 'red'"),
        (("powers", "GREEN"), {**GREEN, "adjective": ""}, "power GREEN: adjective: '' has no letter"),
        (("powers", "GREEN"), {**GREEN, "aliases": [" "]}, "power GREEN: aliases: ' ' has no letter"),
        (("name",), "", "name: '' has no letter"),
        ((*RED, "homes"), ["EAST", "EAST"], "power RED: homes: 'EAST' twice"),
        ((*RED, "centers"), ["EAST", "EAST"], "power RED: centers: 'EAST' twice"),
        ((*RED, "country"), ["EAST", "EAST"], "power RED: country: 'EAST' twice"),
        ((*RED, "country"), ["EAST", "MARS"], "RED: country: no province MARS"),
        ((*RED, "builds"), ["EAST", "EAST"], "power RED: builds: 'EAST' twice"),
        ((*RED, "units"), ["A EAST", "A EAST"], "power RED: units: 'A EAST' twice"),
        ((*RED, "units"), ["A EAST", "F EAST"], "F EAST of RED starts where A EAST of RED does"),
        ((*RED, "units"), ["F ISLE/NC", "F ISLE/SC"], "F ISLE/SC of RED starts where F ISLE/NC of RED does"),
        ((*RED, "units"), ["A WEST"], "F WEST of BLUE starts where A WEST of RED does: two units in one province"),
        (("fleet", "EAST"), "SEA1 SEA1", "fleet EAST SEA1: written twice, or a loop"),
        (("fleet", "EAST"), "SEA1 EAST", "fleet EAST EAST: written twice, or a loop"),
        (("fleet_one_way",), {"SEA1": "EAST"}, "fleet SEA1 EAST: written twice, or a loop"),
        (("fleet", "MARS"), "", "fleet MARS: a fleet cannot stand there"),
        (("impassable",), {"east": "Eastern Desert"}, "'east' is impassable, and a province"),
        (("impassable",), {"DES": "East"}, "'East' is impassable, and a province"),
        (("impassable",), {"DES": ""}, "impassable 'DES': '' has no letter"),
        (("first_year",), -1, "'first_year': expected 0 or more, not -1"),
        (("first_year",), 10**30, "'first_year': expected 99999 or less, not 1" + 30 * "0"),
        (("victory_centers",), 0, "'victory_centers': expected 1 or more, not 0"),
        (("victory_centers",), 10**30, "'victory_centers': expected 99999 or less"),
        (("victory",), {"centers": 10**30}, "victory: 'centers': expected 99999 or less"),
        (("victory",), {"year": -1}, "victory: 'year': expected 0 or more, not -1"),
        (("victory",), {"provinces": ["EAST", "EAST"]}, "victory: provinces: 'EAST' twice"),
        (("calendar",), {"years": 10**30}, "calendar: 'years': expected 1000 or less"),
        (("calendar",), {"fall_after": -1}, "calendar: 'fall_after': expected 0 or more, not -1"),
        (("calendar",), {"begin": "S100000M"}, "'S100000M' is not a phase"),
        (("calendar",), {"seasons": ["S", "S"]}, "calendar: seasons S S: only S F and F are played here"),
        (("players",), [["RED", "RED"], ["BLUE"]], "players: entry 1: 'RED' twice"),
        (("players",), [["RED"], ["BLUE"], []], "players: player 3 has no power"),
        (("civil_disorder",), ["RED", "RED"], "civil_disorder: 'RED' twice"),
        (("closed",), ["EAST", "EAST"], "closed: 'EAST' twice"),
        (("without_provinces",), ["EAST"], "without_provinces: only a board file that extends another one has it"),
        (("fleet_removed",), {"EAST": "SEA1"}, "fleet_removed: only a board file that extends another one has it"),
        (("extends",), "standard", "extends: only a board file that extends another one has it"),
    ],
)
def test_what_a_board_says_twice_or_with_nothing_in_it(path: tuple[str, ...], value: object, fault: str) -> None:
    Board(changed(("about",), "as it should be"))
    with pytest.raises(BoardError) as refusal:
        Board(changed(path, value))
    assert fault in str(refusal.value)


def test_a_board_that_extends_another_one_repeats_nothing_either(tmp_path: Path) -> None:
    data = {"name": "mine", "extends": "standard", "without_powers": ["ITALY", "ITALY"]}
    data |= {"provinces": {"SPA": {"coasts": ["NC", "SC", "NC"]}}}
    with pytest.raises(BoardError) as refusal:
        load_board(written(tmp_path / "mine.json", data))
    assert "province SPA: coasts: 'NC' twice" in str(refusal.value)
    assert "without_powers: 'ITALY' twice" in str(refusal.value)
    data = {"name": "mine", "extends": "standard", "provinces": {"SPA": {"coasts": ["NC", "SC", "nc"]}}}
    with pytest.raises(BoardError, match="province SPA: coasts NC and nc are one name"):
        load_board(written(tmp_path / "mine.json", data))


def test_an_adjective_of_two_powers_names_neither() -> None:
    board = Board(changed(("powers", "GREEN"), {**GREEN, "adjective": "blueish"}))
    assert board.names.power("blueish") == "GREEN"
    two = changed(("powers", "GREEN"), {**GREEN, "adjective": "colored"})
    two["powers"]["RED"]["adjective"] = "Colored"
    board = Board(two)
    assert (board.names.power("colored"), board.names.power("Red")) == (None, "RED")
    assert "'colored' may mean RED or GREEN" in remarks(board)


# -- files of other programs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("COAST SPT/NC ABUTS SND BAY", "SPT/NC with its terrain twice in one file"),
        ("COAST TWN ABUTS HIL", "TWN with its terrain twice in one file"),
        ("VICTORY 4", "VICTORY twice in one file"),
        ("BEGIN SPRING 1901 MOVEMENT", "BEGIN twice in one file"),
        ("Town = hil", "the name Town twice in one file"),
        ("SOUTH\nA HIL", "a unit in HIL twice in one file"),
        ("SOUTH\nOWNS TWN TWN", "power SOUTH: centers: 'TWN' twice"),
    ],
)
def test_what_a_map_says_twice(tmp_path: Path, lines: str, fault: str) -> None:
    with pytest.raises(BoardError, match=fault):
        load_board(written(tmp_path / "bay.map", f"{MAP}\n{lines}\n"))


def test_what_a_map_says_anew(tmp_path: Path) -> None:
    """A file changes what it uses; a second name of a province is kept as another one."""
    written(tmp_path / "bay.map", MAP)
    text = "USE bay.map\nVICTORY 4\nCOAST TWN ABUTS HIL BAY\nSOUTH\nF OLD\nUNITS\nF TWN\nVillage = twn ville\n"
    board = load_board(written(tmp_path / "mine.map", text))
    assert (board.victory.centers, board.powers["SOUTH"].units) == (4, ("F TWN",))
    assert (board.province("TWN").name, board.province("TWN").aliases) == ("Village", ("Town", "ville"))


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        (("provinces", 0), "province NORTHSHORE twice"),
        (("nations", 0), "power RED twice"),
        (("namedCoasts", 0), "province CAPE: coasts: 'EC' twice"),
        (("initialState", "units", 0), "power RED: units: 'F NORTHSHORE' twice"),
        (("initialState", "supplyCenters", 0), "power RED: centers: 'NORTHSHORE' twice"),
        (("victoryConditions", 0), "victoryConditions: 'supply-center-majority' twice"),
    ],
)
def test_what_a_document_of_diplicity_says_twice(tmp_path: Path, part: tuple[Any, ...], fault: str) -> None:
    document = dvar()
    entries: Any = document
    for key in part[:-1]:
        entries = entries[key]
    entries.append(entries[part[-1]])
    with pytest.raises(BoardError, match=fault):
        load_board(written(tmp_path / "d.json", document))


@pytest.mark.parametrize(
    ("piece", "fault"),
    [
        ('<ADJACENCY type="nc" refs="sea"/>', "Aaland: ADJACENCY of type nc twice"),
        ('<ADJACENCY type="mv" refs="bbb"/>', "Aaland: ADJACENCY of type mv twice"),
        (ADJACENCY[ADJACENCY.rindex("<PROVINCE ") : -len("</PROVINCES>")], "province SEA twice"),
        ('<POWER name="Red" active="true" adjective="Reddish" altnames="Crimson"/>', "power RED twice"),
        ('<SUPPLYCENTER province="bee"/>', "supply center BBB twice"),
        ('<STARTINGTIME turn="Fall, 1900, Adjustment"/>', "STARTINGTIME twice"),
        ('<GAME_LENGTH value="10"/>', "GAME_LENGTH twice"),
        ('<INITIALSTATE province="aaa" power="red" unit="fleet" unitcoast="sc"/>', "units: 'F AAA/SC' twice"),
    ],
)
def test_what_a_file_of_jdip_says_twice(tmp_path: Path, piece: str, fault: str) -> None:
    assert (ADJACENCY + VARIANTS).count(piece) == 1
    written(tmp_path / "adj.xml", ADJACENCY.replace(piece, piece + piece))
    with pytest.raises(BoardError, match=fault):
        load_board(written(tmp_path / "variants.xml", VARIANTS.replace(piece, piece + piece)))


def test_a_variant_of_jdip_that_is_there_twice(tmp_path: Path) -> None:
    written(tmp_path / "adj.xml", ADJACENCY)
    file = written(tmp_path / "variants.xml", VARIANTS.replace('name="Wings"', 'name="small"'))
    with pytest.raises(BoardError, match="2 variants 'Small' in it"):
        load_board(f"{file}#Small")


# -- at each entrance -------------------------------------------------------------------------------------------------


def test_at_each_entrance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A coast named twice was a traceback, and a fault of standoff."""
    monkeypatch.chdir(tmp_path)
    data = changed(("provinces", "ISLE", "coasts"), ["NC", "SC", "NC"])
    (tmp_path / "maps").mkdir()
    written(tmp_path / "maps" / "mine.json", data)
    written(tmp_path / "orders.txt", "RED: A EAST H\n")
    fault = "province ISLE: coasts: 'NC' twice"
    assert fault in refused("map", "check", "maps/mine.json")
    assert fault in refused("play", "start", "orders.txt", "--map", "maps/mine.json")
    assert fault in refused("adjudicate", "orders.txt", "--map", "maps/mine.json")
    assert fault in refused("map", "show", "maps/mine.json")
    assert fault in refused("batch", "orders.txt", "--map", "maps/mine.json")
    line = json.dumps({"id": 1, "map": "maps/mine.json", "phase": "movement", "units": {}, "orders": {}})
    answered = run("batch", "-", "--allow-boards", "maps", stdin=line + "\n")
    assert answered.exit_code == 1
    assert fault in json.loads(answered.stdout)["error"]
    assert "fault of standoff" not in answered.output


@pytest.mark.parametrize("kind", ["d.json", "variants.xml", "bay.map"])
def test_files_of_other_programs_at_the_command_that_imports(tmp_path: Path, kind: str) -> None:
    document = dvar()
    document["namedCoasts"] *= 2
    written(tmp_path / "adj.xml", ADJACENCY)
    texts = {
        "d.json": json.dumps(document),
        "variants.xml": VARIANTS.replace("<SUPPLYCENTER", '<SUPPLYCENTER province="bee"/><SUPPLYCENTER', 1),
        "bay.map": MAP + "COAST SPT/NC ABUTS BAY\n",
    }
    file = written(tmp_path / kind, texts[kind])
    message = refused("map", "import", file, "--out", str(tmp_path / "out.json"))
    assert "twice" in message
    assert kind in message
    assert not (tmp_path / "out.json").exists()
    assert read_variant(written(tmp_path / "good.map", MAP)).data["name"] == "good"
