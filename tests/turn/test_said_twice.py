"""What a saved game, a position or a case file says twice: refused by name, or both count."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from standoff import Game, StandoffError, adjudicate, read, rulebook
from standoff.cases import replay
from standoff.cases.reading import read_cases
from standoff.cases.records import saved_game
from standoff.lines.answering import answer_line
from standoff.map import Position, load_board
from tests.helpers.command import refused
from tests.helpers.paths import written

Change = Callable[[list[dict[str, Any]]], object]


def doubled(key: str, name: str, more: list[str]) -> Change:
    """Return what lets the last phase of a saved game say something more under a power's name."""
    return lambda phases: phases[-1]["state"][key].setdefault(name, []).extend(more)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda phases: phases.append(phases[-1]), "2 phases are called F1901M"),
        (lambda phases: phases.insert(0, phases[0]), "2 phases are called S1901M"),
        (lambda phases: phases.append({**phases[0], "orders": {}}), "2 phases are called S1901M"),
        (doubled("units", "FRANCE", ["A MAR"]), "FRANCE: A MAR: listed twice"),
        (doubled("units", "FRANCE", ["F MAR"]), "FRANCE: F MAR: two units in one province"),
        (doubled("units", "ITALY", ["A MAR"]), "two units in one province"),
        (doubled("units", "Francie", ["A MAR"]), "FRANCE: A MAR: listed twice"),
        (doubled("centers", "FRANCE", ["PAR"]), "centers of FRANCE: PAR is listed twice"),
        (doubled("centers", "ITALY", ["PAR"]), "PAR is owned by FRANCE and by ITALY"),
        (doubled("centers", "Francie", ["PAR"]), "centers of FRANCE: PAR is listed twice"),
    ],
)
def test_in_a_saved_game(tmp_path: Path, change: Change, fault: str) -> None:
    game = Game()
    game.order("FRANCE", "A PAR - BUR")
    game.process()
    data = json.loads(json.dumps(game.to_dict()))
    assert Game.from_dict(data) == game
    change(data["phases"])
    file = written(tmp_path / "game.json", data)
    for entrance in (read, Game.load, lambda path: list(replay(path, rulebook()))):
        with pytest.raises(StandoffError) as refusal:
            entrance(file)
        assert fault in str(refusal.value)
        assert "game.json" in str(refusal.value)
    assert fault in refused("replay", file)


def test_other_centers_than_those_of_the_start() -> None:
    """Before, the centers of the record were not looked at."""
    data = Game().to_dict()
    data["phases"][0]["state"]["centers"]["FRANCE"].remove("PAR")
    with pytest.raises(StandoffError, match="other centers than the position that it starts from"):
        Game.from_dict(data)
    data = Game().to_dict()
    data["standoff"]["start"] = 7
    with pytest.raises(StandoffError, match="start: expected a text, found 7"):
        Game.from_dict(data)


def test_a_country_of_diplobn_in_two_spellings() -> None:
    entry = {
        "Phase": 19011,
        "Units": {"France": [["A", "Par"]], "FRANCE": [["A", "Mar"]]},
        "SupplyCenters": {"France": ["Par"], "FRANCE": ["Mar"]},
        "Orders": {"France": [["Par", ["h"]]], "FRANCE": [["Mar", ["h"]]]},
    }
    (phase,) = saved_game(json.dumps({"GamePhases": [entry]}), "game.json")["phases"]
    assert phase["state"] == {"units": {"FRANCE": ["A PAR", "A MAR"]}, "centers": {"FRANCE": ["PAR", "MAR"]}}
    assert phase["orders"] == {"FRANCE": ["A PAR H", "A MAR H"]}


@pytest.mark.parametrize(
    ("line", "entry", "fault"),
    [
        ("FRANCE:APAR,APAR", {"units": {"FRANCE": ["A PAR", "A PAR"]}}, "FRANCE: A PAR: listed twice"),
        ("FRANCE:APAR;French:APAR", {"units": {"FRANCE": ["A PAR"], "French": ["A PAR"]}}, "A PAR: listed twice"),
        (
            "FRANCE:APAR;ITALY:FBRE,APAR",
            {"units": {"FRANCE": ["A PAR"], "ITALY": ["A PAR"]}},
            "ITALY: A PAR: two units",
        ),
        ("FRANCE:FSPA/NC,FSPA/SC", {"units": {"FRANCE": ["F SPA/NC", "F SPA/SC"]}}, "F SPA/SC: two units"),
        ("- FRANCE:PAR,PAR", {"units": {}, "centers": {"FRANCE": ["PAR", "PAR"]}}, "PAR is listed twice"),
        ("- FRANCE:PAR;ITALY:PAR", {"units": {}, "centers": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}}, "PAR is owned by"),
    ],
)
def test_in_a_position(line: str, entry: dict[str, Any], fault: str) -> None:
    for entrance in (
        lambda: Position.parse(f"standard S1901M {line}"),
        lambda: Position.from_dict(entry),
        lambda: adjudicate("FRANCE:", position=f"standard S1901M {line}"),
        lambda: adjudicate("FRANCE:", position=entry),
        lambda: Game(f"standard S1901M {line}"),
    ):
        with pytest.raises(StandoffError, match=fault):
            entrance()
    assert fault in answer_line(json.dumps({"id": 1, "phase": "movement", "orders": {}, **entry}))[0]["error"]


@pytest.mark.parametrize(
    "line", ["FRANCE:APAR;FRANCE:AMAR FRANCE:PAR;ITALY:ROM;Francie:MAR", "FRANCE:APAR,AMAR FRANCE:PAR,MAR;ITALY:ROM"]
)
def test_a_power_may_stand_twice_in_a_position_of_one_line(line: str) -> None:
    """Its units were all kept, of its centers those of the last entry only."""
    position = Position.parse(f"standard S1901M {line}")
    position.check(load_board())
    assert [str(unit) for unit in position.units] == ["A PAR", "A MAR"]
    assert {power: {*owned} for power, owned in position.centers.items()} == {
        "FRANCE": {"PAR", "MAR"},
        "ITALY": {"ROM"},
    }


HEAD = "case one\ntitle: one\nrules: 2023\n"
BODY = "UNITS\n  France: A PAR\nFrance\n  A PAR - BUR => moves\nAFTER\n  France: A BUR\n"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (HEAD.replace("2023", "2023, 1982, 2023") + BODY, "line 3: 2023: twice after rules"),
        (HEAD + "rules: 1982\n" + BODY, "line 4: rules: a second time in this case; it already says '2023'"),
        (HEAD + BODY + "UNITS\n  Italy: A PAR\n", "line 11: PAR: a second time in UNITS; the first is in line 5"),
        (HEAD + BODY.replace("A PAR\n", "A PAR, A PAR\n", 1), "line 5: PAR: a second time in UNITS"),
        (HEAD + "CENTERS\n  France: PAR\n  Italy: PAR\n" + BODY, "line 6: PAR: a second time in CENTERS"),
        (HEAD + BODY + "AFTER\n  France: A BUR\n", "line 11: BUR: a second time in AFTER; the first is in line 9"),
        (
            HEAD + BODY + "UNDER 1982\n  PAR => holds\nUNDER 1971, 1982\n  PAR => moves\n",
            "line 12: UNDER 1971, 1982: a",
        ),
        (
            HEAD + BODY + "UNDER 1982\n  PAR => holds\n  PAR => moves\n",
            "line 12: PAR: a second time in this UNDER block",
        ),
        (HEAD + "PHASE S1901M\n" + BODY + "PHASE S1901M\n" + BODY, "line 11: S1901M: a second time in this case; the"),
        (
            "Spring 1901\nFrance: A PAR H\nFall 1901\nFrance: A PAR H\nSpring 1901\nItaly: A ROM H\n",
            "line 5: S1901M: a",
        ),
    ],
)
def test_in_a_case_file(text: str, fault: str) -> None:
    with pytest.raises(StandoffError) as refusal:
        read_cases(text, "one.txt")
    assert fault in str(refusal.value)


def test_orders_below_the_same_date_are_of_one_phase() -> None:
    """As in a folder of mails; Italy's order was one of a second spring, in which no unit stood in Rome."""
    result = adjudicate("Spring 1901\nFrance: A PAR - BUR\nSpring 1901\nItaly: A ROM - VEN\n")
    assert [(one.order.power, one.success) for one in result] == [("FRANCE", True), ("ITALY", True)]
