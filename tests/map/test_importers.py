"""Boards of other programs: small files of each kind, what is read, what is lost, what is refused by name."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path
from typing import Any

import pytest

from standoff import Turn, read
from standoff.lines.answering import answer_line
from standoff.map import Board, BoardError, BoardWarning, load_board, starting_position
from standoff.map.comparing import compare_boards
from tests.helpers.command import run
from tests.helpers.paths import written

pytestmark = pytest.mark.filterwarnings("ignore::standoff.map.BoardWarning")

MAP = """BEGIN FALL 1492 MOVEMENT
# a bay with a spit that has two coasts, and an island that convoys
NORTH+LAND (NORTHERN:N) HIL
A HIL
SOUTH      (SOUTHERN)   TWN
F TWN
UNOWNED SPT ISL
VICTORY 3

Hill Country         = hil hills
Town                 = twn
Old Town             = old twn+old
Spit (north coast)   = spt/nc
Spit (south coast)   = spt/sc
Spit                 = spt
The Bay              = bay
The Sound            = snd
Island               = isl
Glacier              = ice

LAND   HIL     ABUTS  TWN SPT ICE
COAST  TWN     ABUTS  HIL old BAY SPT/SC
COAST  OLD     ABUTS  twn BAY
COAST  SPT/NC  ABUTS  SND
COAST  SPT/SC  ABUTS  BAY TWN
COAST  spt     ABUTS  SND BAY TWN HIL
WATER  BAY     ABUTS  TWN OLD SPT/SC Isl
WATER  SND     ABUTS  SPT/NC ISL
PORT   ISL     ABUTS  Bay Snd
SHUT   ICE     ABUTS  HIL
"""


def fleets(board: Board, place: str) -> list[str]:
    reach = board.tables.fleet[board.location_number[place]]
    return sorted(board.locations[n] for n in range(len(board.locations)) if reach >> n & 1)


def armies(board: Board, pid: str) -> list[str]:
    reach = board.tables.army[board.province_number[pid]]
    return sorted(p.id for n, p in enumerate(board.provinces) if reach >> n & 1)


def test_a_map_of_the_diplomacy_package(tmp_path: Path) -> None:
    """Capitals are for any unit, small letters for armies, a capital and small letters for fleets."""
    with pytest.warns(BoardWarning, match="N for NORTHLAND"):
        board = load_board(written(tmp_path / "bay.map", MAP))
    assert fleets(board, "TWN") == ["BAY", "SPT/SC"]
    assert fleets(board, "BAY") == ["ISL", "OLD", "SPT/SC", "TWN"]
    assert fleets(board, "SPT/NC") == ["SND"]
    assert armies(board, "TWN") == ["HIL", "OLD", "SPT"]
    assert armies(board, "ISL") == []
    assert board.province("ISL").convoys
    assert board.impassable == {"ICE": "Glacier"}
    assert [str(unit) for unit in starting_position(board).units] == ["A HIL", "F TWN"]
    assert (str(board.calendar.begin), board.victory.centers) == ("F1492M", 3)
    assert board.centers == ("HIL", "TWN", "SPT", "ISL")
    assert board.province("HIL").aliases == ("hills",)
    assert board.lost == ("abbreviations of powers: N for NORTHLAND",)


def test_a_map_that_uses_another_one(tmp_path: Path) -> None:
    written(tmp_path / "bay.map", MAP)
    text = "MAP bay.map\nUNPLAYED SOUTH\nUNOWNED TWN\nRULE BUILD_ANY\nNORTH+LAND () TWN\nUNITS\nF TWN\nDROP OLD\n"
    board = load_board(written(tmp_path / "one.map", text))
    assert list(board.powers) == ["NORTHLAND"]
    assert board.powers["NORTHLAND"].homes == ("HIL", "TWN")
    assert board.powers["NORTHLAND"].builds == board.centers
    assert board.powers["NORTHLAND"].units == ("F TWN",)
    assert "OLD" not in board.location_number


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("RULE NO_RETREAT", "RULE NO_RETREAT: it is not played here"),
        ("FLOW SPRING:MOVEMENT,BUILDS", "no phase follows Fall Movement 1492"),
        ("FLOW FALL:MOVEMENT,RETREATS,ADJUSTMENTS NEWYEAR:-1", "are not played here"),
        ("FLOW FALL:MOVEMENT,RETREATS IFYEARDIV:0 FALL:ADJUSTMENTS", "no phase follows Fall Retreat 1492"),
        ("XYZ -> New Town = new", "no place XYZ to rename"),
        ("MIDDLE -> EAST (EASTERN)", "cannot be read"),
        ("AMEND TWN ABUTS *SND", "TWN abuts *SND: a border of this kind is not played here"),
        ("AMEND TWN ABUTS snd~", "TWN abuts snd~: a border of this kind"),
        ("IN SPRING: SHUT BAY", "SPRING: SHUT BAY: the board changes in the course of the game"),
        ("FROM S1495M\nSOUTH OLD", "S1495M: SOUTH OLD: the board changes"),
        ("NORTH+LAND +OLD", "NORTHLAND: +OLD: building where no center is"),
        ("RESERVES 1", "RESERVES is not played here"),
        ("SOUTH\nOWNS SC!", "OWNS SC! is not played here"),
        ("VICTORY 4", "VICTORY twice in one file"),
        ("RULE VASSAL_DUMMIES", "RULE VASSAL_DUMMIES: it is not played here"),
        ("COAST NEW ABUTS LIM", "NEW abuts LIM, which has no terrain"),
        ("AMEND XXX ABUTS OLD", "line 32: 'AMEND XXX ABUTS OLD' cannot be read"),
        ("USE gone.map", "gone.map: No such file"),
        ("EAST (EASTERN) XYZ", "EAST: no province XYZ"),
        ("USE ../bay.map", "it names the file ../bay.map, which is not in its folder"),
        ("USE /dev/./zero", "it names the file /dev/./zero, which is not in its folder"),
    ],
)
def test_what_a_map_asks_and_is_not_played_is_refused_by_name(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(BoardError) as fault:
        load_board(written(tmp_path / "bay.map", f"{MAP}\n{line}\n"))
    assert message in str(fault.value)
    assert "bay.map" in str(fault.value)


@pytest.mark.parametrize(
    ("lines", "lost"),
    [
        ("NOTIFY judge@example.org\nFLAGS standard\nTEXTONLY", "a board does not need it: FLAGS, NOTIFY, TEXTONLY"),
        ("SOUTH\nFLAG NORTH\nLEAGUE PURPLE", "does not need it: FLAG, LEAGUE"),
        ("RULE NO_DRAW FTF_PRESS NO_DEADLINE", "does not need it: RULE FTF_PRESS, RULE NO_DEADLINE, RULE NO_DRAW"),
        ("DUMMY SOUTH\nRULE CD_DUMMIES IMMOBILE_DUMMIES", "RULE CD_DUMMIES, RULE IMMOBILE_DUMMIES"),
        ("PAYOLA DIRECTIVES\nRULE NO_RETREAT\nTAX 1\nEND DIRECTIVES", "does not need it: directives of PAYOLA"),
        ("RULE REMOTE_BUILDS", "RULE REMOTE_BUILDS: a power builds without a home center, too"),
        ("NEWHOMES 1499", "not only in their homes, which change in 1499"),
        ("NORTH+LAND &SC", "not only in those that they claimed first: NORTHLAND"),
        ("NORTH+LAND @SPT", "a power builds in an alternative center as in a home center: SPT"),
        ("SOUTH\nLEAGUE PURPLE STRICT", "leagues, which forbid orders that help other leagues: SOUTH"),
        ("AMEND TWN ABUTS N:SND", "all powers cross borders that some may not: TWN - N:SND"),
        ("AMEND TWN ABUTS SND(HIL)", "all powers cross borders that some may not: TWN - SND(HIL)"),
        ("IN W1492A\nNORTH+LAND\nHOMES HIL", "fewer places to build in W1492A: NORTHLAND"),
        ("FLOW SPRING:INCOME,MOVEMENT,RETREATS FALL:MOVEMENT,RETREATS,ADJUSTMENTS\nVICTORY 3", "other games: Income"),
    ],
)
def test_what_a_board_does_not_need_is_passed_over_by_name(tmp_path: Path, lines: str, lost: str) -> None:
    begin = MAP.replace("FALL 1492", "SPRING 1492") if "FLOW" in lines else MAP
    board = load_board(written(tmp_path / "bay.map", f"{begin}\n{lines}\n"))
    assert any(lost in loss for loss in board.lost)
    assert (len(board.provinces), list(board.powers)) == (7, ["NORTHLAND", "SOUTH"])


def test_a_map_renames_places_and_powers(tmp_path: Path) -> None:
    """What was read of a place under its former name holds for the new one, in small letters, too."""
    renames = "old -> New Port = npt\nspt/nc -> Spike (north coast) = spk/nc\nSPT/SC -> Spike (south coast) = spk/sc"
    text = (
        f"USE bay.map\n{renames}\nSPT -> Spike = spk spit\nAMEND TWN ABUTS -BAY\nSOUTH -> _EAST+COAST (EASTERN) SPK\n"
    )
    written(tmp_path / "bay.map", MAP + "DUMMY SOUTH\n")
    board = load_board(written(tmp_path / "new.map", text))
    assert (board.province("NPT").name, board.province("SPK").aliases) == ("New Port", ("spit",))
    assert armies(board, "TWN") == ["HIL", "NPT", "SPK"]
    assert (fleets(board, "SPK/NC"), fleets(board, "TWN"), fleets(board, "NPT")) == (["SND"], ["SPK/SC"], ["BAY"])
    east = board.powers["EASTCOAST"]
    assert (east.name, east.adjective, east.homes, east.units) == ("East Coast", "Eastern", ("TWN", "SPK"), ("F TWN",))
    assert board.civil_disorder == {"EASTCOAST"}
    assert "SOUTH" not in board.powers
    assert "OLD" not in board.province_number


@pytest.mark.parametrize(
    ("lines", "calendar", "builds", "units"),
    [
        ("", "F1492M", "home", 2),
        ("RULE MOBILIZE", "W1491A", "home", 0),
        ("RULE HOME_BUILDS", "F1492M", "chosen", 2),
        ("RULE BUILD_ANY\nRULE !BUILD_ANY", "F1492M", "home", 2),
        ("FLOW NEWYEAR:5 A.D.:MOVEMENT,RETREATS IFYEARDIV:10 A.D.:ADJUSTMENTS", "S1425M", "home", 2),
        ("FLOW SPRING:MOVEMENT\nFLOW\nFLOW A.D.:MOVEMENT,RETREATS,ADJUSTMENTS", "F1425M", "home", 2),
    ],
)
def test_the_course_of_the_year_and_the_builds_of_a_map(
    tmp_path: Path, lines: str, calendar: str, builds: str, units: int
) -> None:
    text = MAP.replace("FALL 1492", "A.D. 1425") if "FLOW" in lines else MAP
    board = load_board(written(tmp_path / "bay.map", f"{text}\n{lines}\n"))
    assert (str(board.calendar.begin), board.builds) == (calendar, builds)
    assert len(starting_position(board).units) == units
    if builds == "chosen":
        assert {power.builds for power in board.powers.values()} == {("HIL", "TWN")}
    if "IFYEARDIV" in lines:
        assert (board.calendar.years, board.calendar.fall_after) == (10, 5)


def test_a_trial_map_uses_maps_beside_its_folder(tmp_path: Path) -> None:
    for folder in ("maps", "trials", "tests"):
        (tmp_path / folder).mkdir()
    written(tmp_path / "maps" / "bay.map", MAP)
    board = load_board(written(tmp_path / "trials" / "two.map", "USE bay\nOLD -> Größe = old\n"))
    assert board.province("OLD").name == "Größe"
    (tmp_path / "trials" / "two.map").write_bytes("USE bay\nOLD -> Größe = old\n".encode("latin-1"))
    assert load_board(str(tmp_path / "trials" / "two.map")).province("OLD").name == "Größe"
    with pytest.raises(BoardError, match=r"bay\.map: No such file"):
        load_board(written(tmp_path / "tests" / "two.map", "USE bay\n"))


def dvar(**changed: Any) -> dict[str, Any]:
    """A document of diplicity's schema: ids of many letters, an abbreviation and a name that clash, two coasts."""

    def way(to: str, how: str) -> dict[str, str]:
        return {"to": to, "pass": how}

    def province(pid: str, name: str, kind: str, center: bool, *ways: dict[str, str], **more: Any) -> dict[str, Any]:
        return {"id": pid, "name": name, "type": kind, "supplyCenter": center, "adjacencies": list(ways), **more}

    def step(season: str, kind: str, to: str, then: str, years: int) -> dict[str, Any]:
        return {"from": {"season": season, "type": kind}, "to": {"season": to, "type": then, "yearDelta": years}}

    return {
        "schemaVersion": 1, "id": "two-shores", "name": "Two Shores", "description": "x", "author": "Ann",
        "victoryConditions": [{"type": "supply-center-majority", "supplyCenters": 2}],
        "phaseProgression": {"seasons": ["Dry", "Wet"], "transitions": [
            step("Dry", "Movement", "Dry", "Retreat", 0), step("Dry", "Retreat", "Wet", "Movement", 5),
            step("Wet", "Movement", "Wet", "Retreat", 0), step("Wet", "Retreat", "Wet", "Adjustment", 0),
            step("Wet", "Adjustment", "Dry", "Movement", 5),
        ]},
        "nations": [{"id": "red", "name": "Red", "color": "#FF0000"},
                    {"id": "wild", "name": "Wild", "color": "#00FF00", "non_playable": True}],
        "provinces": [
            province("north-shore", "North", "coastal", True, way("gulf", "fleet"), way("cape", "army"),
                     homeNation="red"),
            province("cape", "Northshore", "land", True, way("north-shore", "army"), homeNation="wild"),
            province("gulf", "Gulf", "sea", False, way("north-shore", "fleet"), way("cape/ec", "fleet"),
                     way("cape", "fleet")),
        ],
        "namedCoasts": [{"id": "cape/ec", "name": "Cape (EC)", "parentProvince": "cape",
                         "adjacencies": [way("gulf", "fleet")]}],
        "initialState": {
            "phase": {"season": "Dry", "year": 1425, "type": "Movement"},
            "units": [{"nation": "red", "type": "Fleet", "location": "north-shore"},
                      {"nation": "wild", "type": "Army", "location": "cape"}],
            "supplyCenters": [{"nation": "red", "province": "north-shore"}, {"nation": "wild", "province": "cape"}],
        },
        **changed,
    }  # fmt: skip


def test_a_document_of_diplicity(tmp_path: Path) -> None:
    with pytest.warns(BoardWarning):
        board = load_board(written(tmp_path / "d.json", dvar()))
    assert [p.id for p in board.provinces] == ["NORTHSHORE", "CAPE", "GULF"]
    assert board.province("CAPE").name == "Northshore (CAPE)"
    assert fleets(board, "GULF") == ["CAPE/EC", "NORTHSHORE"]
    assert board.civil_disorder == {"WILD"}
    assert (board.calendar.years, board.calendar.fall_after, str(board.calendar.begin)) == (10, 5, "S1425M")
    assert [str(unit) for unit in starting_position(board).units] == ["F NORTHSHORE", "A CAPE"]
    assert board.lost == (
        "colors of powers",
        "the names of seasons: Dry and Wet are called spring and fall here",
        "two provinces have one name or abbreviation, 'Northshore': CAPE is called Northshore (CAPE)",
    )


def test_ids_of_other_lengths_are_read_played_and_drawn(tmp_path: Path) -> None:
    """Orders, the next position, and a picture on a board whose ids have 4 and 11 letters."""
    file = written(tmp_path / "d.json", dvar())
    out = str(tmp_path / "shores.json")
    assert run("map", "import", file, "--out", out).exit_code == 0
    orders = written(tmp_path / "o.txt", "Red: F NORTHSHORE - GULF\n")
    start = written(tmp_path / "s.txt", run("play", "start", orders, "--variant", out, "--quiet").stdout)
    assert "F GULF" in Path(start).read_text(encoding="utf-8")
    assert "PHASE F1430M" in Path(start).read_text(encoding="utf-8")
    following = run("play", start, written(tmp_path / "p.txt", "Red: F GULF - CAPE/EC\n"))
    assert "A CAPE" in following.stdout
    assert "CAPE/EC" in following.stdout
    assert run("map", "show", out, "--picture", str(tmp_path / "p.svg")).exit_code == 0
    assert "NORTHSHORE" in (tmp_path / "p.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"adjudicationModifiers": ["neutral-nations-auto-build"]}, "'neutral-nations-auto-build' is not played here"),
        ({"victoryConditions": [{"type": "vote"}]}, "'vote' is not played here"),
        ({"schemaVersion": 2}, "schemaVersion 2; 1 is read"),
        ({"dominanceRules": [{"province": "cape", "nation": "red", "dependencies": []}]}, "supply centers cape"),
        ({"phaseProgression": {"transitions": []}}, "no phase follows Dry Movement 1425"),
        ({"nations": 3}, "not as a document of diplicity is"),
    ],
)
def test_what_a_document_asks_and_is_not_played_is_refused(
    tmp_path: Path, changed: dict[str, Any], message: str
) -> None:
    with pytest.raises(BoardError) as fault:
        load_board(written(tmp_path / "d.json", dvar(**changed)))
    assert message in str(fault.value)


VARIANTS = """<VARIANTS><DESCRIPTION/>
<VARIANT name="Small" version="1" default="true"><DESCRIPTION/><MAP adjacencyURI="adj.xml"/>
<RULEOPTIONS><RULEOPTION name="OPTION_BUILDS" value="VALUE_BUILDS_ANY_OWNED"/></RULEOPTIONS>
<POWER name="Red" active="true" adjective="Reddish" altnames="Crimson"/>
<STARTINGTIME turn="Fall, 1900, Adjustment"/><VICTORYCONDITIONS><WINNING_SUPPLY_CENTERS value="2"/>
<GAME_LENGTH value="10"/><YEARS_WITHOUT_SC_CAPTURE value="7"/></VICTORYCONDITIONS>
<SUPPLYCENTER province="aaa" homepower="crimson" owner="red"/><SUPPLYCENTER province="bee"/>
<INITIALSTATE province="aaa" power="red" unit="fleet" unitcoast="sc"/></VARIANT>
<VARIANT name="Wings" version="1"><MAP adjacencyURI="adj.xml"/><RULEOPTIONS>
<RULEOPTION name="OPTION_WINGS" value="VALUE_WINGS_ENABLED"/></RULEOPTIONS></VARIANT></VARIANTS>"""
ADJACENCY = """<PROVINCES><PROVINCE shortname="aaa" fullname="Aaland"><ADJACENCY type="mv" refs="bbb"/>
<ADJACENCY type="nc" refs="sea"/><ADJACENCY type="sc" refs="sea bbb"/></PROVINCE>
<PROVINCE shortname="bbb" fullname="Beeland" isConvoyableCoast="true"><UNIQUENAME name="bee"/>
<ADJACENCY type="mv" refs="aaa"/><ADJACENCY type="xc" refs="sea aaa-sc"/></PROVINCE>
<PROVINCE shortname="sea" fullname="The Sea"><ADJACENCY type="xc" refs="aaa-nc aaa-sc bee"/></PROVINCE></PROVINCES>"""


def test_xml_of_jdip(tmp_path: Path) -> None:
    written(tmp_path / "adj.xml", ADJACENCY)
    file = written(tmp_path / "variants.xml", VARIANTS)
    with pytest.warns(BoardWarning):
        board = load_board(file)
    assert fleets(board, "AAA/SC") == ["BBB", "SEA"]
    assert fleets(board, "SEA") == ["AAA/NC", "AAA/SC", "BBB"]
    assert (board.powers["RED"].homes, board.powers["RED"].units) == (("AAA",), ("F AAA/SC",))
    assert (board.builds, str(board.calendar.begin)) == ("owned", "W1900A")
    assert str(board.victory) == "2 centers; at the end of 1909, a draw"
    assert board.lost == (
        "other variants in the file, which FILE#NAME takes: Wings",
        "the game ends after 7 years in which no center changes hands",
    )
    with pytest.raises(BoardError, match="OPTION_WINGS VALUE_WINGS_ENABLED is not played here"):
        load_board(f"{file}#Wings")
    with pytest.raises(BoardError, match="no variant 'Tall' in it; it has Small, Wings"):
        load_board(f"{file}#Tall")
    elsewhere = written(tmp_path / "elsewhere.xml", VARIANTS.replace("adj.xml", "/dev/zero"))
    with pytest.raises(BoardError, match="it names the file /dev/zero, which is not in its folder"):
        load_board(elsewhere)
    ice = ADJACENCY.replace(
        "<PROVINCES>",
        '<PROVINCES><BORDER_DEFINITIONS><BORDER id="ice" description="ice in fall"/></BORDER_DEFINITIONS>',
    )
    written(tmp_path / "adj.xml", ice.replace('fullname="The Sea"', 'fullname="The Sea" borders="ice"'))
    with pytest.raises(BoardError, match=r"The Sea: border ice \(ice in fall\) is not played here"):
        load_board(file)


def test_lists_of_jdip_may_have_commas(tmp_path: Path) -> None:
    """As ``refs="sea, bbb"`` is written in some of its variants."""
    written(tmp_path / "adj.xml", ADJACENCY)
    with pytest.warns(BoardWarning):
        plain = load_board(written(tmp_path / "variants.xml", VARIANTS))
    commas = re.sub(r'refs="([^"]*)"', lambda refs: refs[0].replace(" ", ", "), ADJACENCY)
    assert commas.count(",") == 4
    written(tmp_path / "adj.xml", commas.replace(", aaa-sc", " ,aaa-sc,"))
    with pytest.warns(BoardWarning):
        other = load_board(written(tmp_path / "others.xml", VARIANTS))
    assert compare_boards(plain, other).differences() == []


def test_two_sources_of_one_board_are_told_apart(tmp_path: Path) -> None:
    """Matched by name, abbreviation, spelling and place; a border, a coast and a unit differ."""
    one = load_board(written(tmp_path / "one.map", MAP))
    text = MAP.replace("SHUT   ICE", "SHUT   GLA").replace("= ice", "= gla").replace(" ICE", " GLA")
    text = text.replace("COAST  TWN     ABUTS  HIL old BAY SPT/SC", "COAST  TWN     ABUTS  HIL OLD BAY SPT/SC")
    text = text.replace("F TWN", "A TWN").replace("Hill Country", "Hil Country").replace("The Bay ", "Quiet Water ")
    text = (
        text.replace("ABUTS  twn BAY", "ABUTS  TWN BAY")
        .replace("BAY", "QUI")
        .replace("Bay", "Qui")
        .replace("= bay", "= qui")
    )
    two = load_board(written(tmp_path / "two.map", text))
    comparison = compare_boards(one, two)
    assert comparison.matched["BAY"] == "QUI"
    assert dict(comparison.how) == {"HIL": "abbreviation", "BAY": "place"}
    assert comparison.differences() == [
        "OLD - TWN: fleets cross it only in B",
        "SOUTH, units: only in A F TWN; only in B A TWN",
    ]
    assert compare_boards(one, one).differences() == []


@pytest.mark.parametrize(
    "name", ["", "x" * 5000, "x" * 5000 + ".map", "x" * 5000 + ".json", "\0", "\0.map", "\0.json", "#a"]
)
def test_a_name_that_no_file_can_have_is_refused(name: str) -> None:
    with pytest.raises(BoardError):
        load_board(name)


def test_the_map_command(tmp_path: Path) -> None:
    file = written(tmp_path / "bay.map", MAP)
    assert "bay: 7 provinces, 2 coasts, 4 centers, 2 powers" in run("map", "check", file).output
    wrong = written(tmp_path / "bad.map", MAP + "RULE FOG\n")
    both = run("map", "check", file, wrong)
    assert both.exit_code == 2
    assert "bay: 7 provinces" in both.output
    assert f"{wrong}: refused: {wrong}: RULE FOG: it is not played here" in both.output
    assert run("map", "diff", file, file).exit_code == 0
    assert run("map", "diff", "standard", "fleet-rome").exit_code == 1
    assert "SPT       Spit          coastal, center" in run("map", "show", file).output
    gone = run("map", "check", str(tmp_path / "gone.map"))
    assert gone.exit_code == 2
    assert gone.output == f"standoff: {tmp_path / 'gone.map'}: No such file or directory\n"


def test_a_file_of_another_program_is_taken_wherever_a_board_is_named(tmp_path: Path) -> None:
    """Also one in a folder with a blank in its name; what is lost is told on standard error."""
    (tmp_path / "my maps").mkdir()
    file = written(tmp_path / "my maps" / "bay.map", MAP)
    orders = written(tmp_path / "orders.txt", "Northland: A HIL - TWN\nSouth: F TWN - BAY\n")
    after = tmp_path / "after.txt"
    started = run("play", "start", orders, "--map", file, "--quiet", "--out", str(after))
    assert started.exit_code == 0, started.output
    assert f"standoff: {file}: lost: abbreviations of powers: N for NORTHLAND\n" in started.stderr
    assert f"map: {file}\nPHASE W1492A\n" in after.read_text(encoding="utf-8")
    position = str(starting_position(load_board(file)))
    assert position.split(maxsplit=1)[0] == file.replace(" ", "%20")
    turn = read("Northland: A HIL - TWN\nSouth: F TWN - BAY", position=position)
    assert turn == pickle.loads(pickle.dumps(turn))
    assert Turn.from_dict(turn.to_dict()).board is turn.board is load_board(file)
    lines = written(tmp_path / "turn.jsonl", turn.to_json() + "\n")
    assert turn.to_dict()["orders"] == json.loads(run("convert", lines, "-", "--to", "lines").stdout)["orders"]
    assert answer_line(turn.to_json())[0]["units"] == {"NORTHLAND": ["A TWN"], "SOUTH": ["F BAY"]}
    entry = {"name": "more", "extends": "bay.map", "builds": "owned"}
    more = written(tmp_path / "my maps" / "more.json", entry)
    assert run("map", "diff", file, more).stdout.endswith("builds: home in A, owned in B\n")
    written(tmp_path / "my maps" / "bay.map", MAP.replace("VICTORY 3", "VICTORY 4"))
    assert (load_board(file).victory_centers, load_board(more).victory_centers) == (4, 4)
