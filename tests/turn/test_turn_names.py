"""A turn is named by a file, a case of it, a case of the library, a phase, or its orders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from standoff.cases.case import CaseError
from standoff.cases.origins import turn_from
from standoff.cases.text_files import SourceName
from standoff.cases.turn_names import one_phase, phase_names, read_case, read_source
from standoff.map import StandoffError
from standoff.solver import rulebook
from standoff.turn.turn import Turn
from tests.helpers.command import as_file
from tests.helpers.paths import GAMES, LIBRARY, ROOT, needs_games

RULES = rulebook("2023")


def turn_of(name: str, phase: str | None = None) -> Turn:
    return turn_from(SourceName(name), phase=phase, rules=RULES, only=True)


def texts(name: str, phase: str | None = None) -> list[str]:
    return [str(order) for order in turn_of(name, phase).orders]


def fault(name: str, phase: str | None = None) -> str:
    with pytest.raises(CaseError) as raised:
        turn_of(name, phase)
    return str(raised.value)


@pytest.mark.slow
def test_a_case_of_the_library_by_its_long_and_short_id() -> None:
    assert [case.id for case in read_source("datc-6.F.1")] == ["datc-6.F.1"]
    assert texts("6.f.14") == texts("datc-6.F.14")
    assert len(texts("6.F.14")) == 4
    assert fault("6.F.99").startswith("6.F.99: neither a file nor a case of the library; nearest: 6.F.9, ")


def test_a_case_of_a_file() -> None:
    file = str(LIBRARY / "datc-6f.txt")
    assert texts(f"{file}#6.F.14") == texts("6.F.14")
    assert fault(f"{file}#6.F.140").endswith("no case '6.F.140'; nearest: 6.F.14, 6.F.10, 6.F.4")
    assert f"name one, as in {file}#datc-6.F.1" in fault(file)
    assert fault(f"{ROOT}/nothing.txt").endswith("nothing.txt: No such file or directory")
    assert fault("nothing.txt#6.F.14") == "nothing.txt: No such file or directory"


def test_orders_are_their_own_name() -> None:
    assert texts("FRANCE: A PAR - BUR; A MAR S A PAR - BUR") == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    assert texts("FRANCE\n  A PAR - BUR\nGERMANY: A MUN - BUR") == ["A PAR - BUR", "A MUN - BUR"]
    with pytest.raises(StandoffError, match="the text, line 2"):
        read_source("FRANCE\n  A PAR - BRU")


def test_orders_below_a_position_are_for_it() -> None:
    at_start = "start\nFRANCE: A PAR - BUR, A MAR S A PAR - BUR"
    assert texts(at_start) == ["A PAR - BUR", "A MAR S A PAR - BUR"]
    assert len(turn_of(at_start).position.units) == 22
    assert turn_of("start").source == "start"


def test_a_file_in_another_format(tmp_path: Path) -> None:
    file = tmp_path / "turns.jsonl"
    lines = [
        {"id": name, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": [f"A PAR - {to}"]}}
        for name, to in (("one", "BUR"), ("two", "PIC"))
    ]
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    assert texts(f"{file}#two") == ["A PAR - PIC"]


def test_phases_by_season_kind_and_number() -> None:
    case = read_case("6.H.1")
    assert phase_names(case) == ["movement", "retreat"]
    assert texts("6.H.1", "retreat") == texts("6.H.1", "2") == texts("6.H.1", "s1901r")
    position = turn_of("6.H.1", "retreat").position
    assert {(str(d.unit), d.attacker_from) for d in position.dislodged} == {("F TRI", "TYR"), ("F GRE", "ION")}
    assert fault("6.H.1") == "datc-6.H.1: it has 2 phases; name one with --phase: movement, retreat"
    assert fault("6.H.1", "S1950M") == "datc-6.H.1: it has no phase 'S1950M'; known: movement, retreat"


def test_a_later_phase_starts_where_the_record_says(tmp_path: Path) -> None:
    text = "PHASE S1901M\nFRANCE: A PAR - BUR\nPHASE F1901M\nFRANCE: A PIC - BEL\nUNITS\n  France: A PIC\n"
    turn = turn_of(as_file(tmp_path, "record.txt", text), "F1901M")
    assert [str(unit) for unit in turn.position.units] == ["A PIC"]
    assert not turn.later


@needs_games
@pytest.mark.parametrize("game", sorted(GAMES.glob("*.json"))[:5], ids=lambda file: file.stem)
def test_every_phase_of_a_saved_game(game: Path) -> None:
    recorded = json.loads(game.read_text(encoding="utf-8"))["phases"]
    case = read_case(SourceName(game))
    for phase in recorded:
        one = one_phase(case, phase["name"], rulebook("webdiplomacy")).phases[0]
        standing = {f"{unit}" for unit in one.position.units} | {f"*{d.unit}" for d in one.position.dislodged}
        assert standing == {unit for units in phase["state"]["units"].values() for unit in units}
        if phase["name"][-1] == "R":
            assert all(d.attacker_from for d in one.position.dislodged)
