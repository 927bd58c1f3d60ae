"""The interchange lines: nothing lost, nothing doubled, whatever a line says."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from standoff.lines import answering
from standoff.lines.answering import answer_line
from standoff.map import ARMY, Position, PositionError, Unit, load_board
from standoff.peers.adapters.exchange import answer_of, object_of, request_of
from standoff.peers.adapters.peer import PeerAnswer
from standoff.solver import Hold, UnitName, rulebook
from standoff.solver.rules.presets import board_of
from standoff.turn.turn import Turn
from tests.helpers.command import refused, run
from tests.helpers.lines import answer_lines

ORDER = {"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}


def reply(**data: Any) -> dict[str, Any]:
    answer, _ = answer_line(json.dumps(data))
    return answer


# -- a fault is its line's ------------------------------------------------------------------------------------------

NO_COAST = {"units": {"ITALY": ["F SPA"]}, "options": {"implicit_orders": "allowed"}}


def test_a_position_is_checked_before_anything_is_read_into_it() -> None:
    assert "the coast is missing; expected one of SPA/NC, SPA/SC" in reply(**NO_COAST)["error"]
    file = "UNITS\n  Italy: F Spain\nITALY\n"
    assert "the coast is missing" in refused("adjudicate", "--set", "implicit_orders=allowed", "-", stdin=file)


def test_no_line_ends_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even what nobody foresaw is the answer to its line alone, and the exit status tells of it."""
    plain = answering.adjudicate_phase

    def failing(position: Position, *args: Any, **kwargs: Any) -> Any:
        if any(unit.location == "MOS" for unit in position.units):
            raise KeyError("SPA")
        return plain(position, *args, **kwargs)

    monkeypatch.setattr(answering, "adjudicate_phase", failing)
    lines = [{"id": 1, **ORDER}, {"id": 2, **NO_COAST}, {"id": 3, "units": {"RUSSIA": ["A MOS"]}}, {"id": 4, **ORDER}]
    result = run("batch", stdin="\n".join(map(json.dumps, lines)))
    answers = [json.loads(line) for line in result.output.splitlines()]
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4]
    assert "coast is missing" in answers[1]["error"]
    assert answers[2]["error"] == "a fault of standoff: KeyError: 'SPA'"
    assert answers[0]["units"] == answers[3]["units"] == {"FRANCE": ["A BUR"]}
    assert result.exit_code == 1


# -- nothing twice --------------------------------------------------------------------------------------------------


def test_a_unit_that_is_listed_twice_is_refused() -> None:
    assert reply(units={"FRANCE": ["A PAR", "A PAR"]})["error"].endswith("FRANCE: A PAR: listed twice")
    twice = {"A PAR": {"power": "FRANCE"}, "*A PAR": {"power": "FRANCE"}}
    assert "listed twice" in reply(phase="retreat", dislodged=twice)["error"]
    assert "PAR: a second time in UNITS; the first is in line 4" in refused(
        "adjudicate", "-", stdin="FRANCE\n  A Paris H\nUNITS\n  France: A Paris, A Paris\n"
    )


def test_a_unit_that_is_listed_twice_is_refused_in_arrays() -> None:
    batch = pytest.importorskip("standoff.solver.arrays.batch")
    unit = Unit(ARMY, "PAR", "FRANCE")
    with pytest.raises(PositionError, match="listed twice"):
        batch.encode([(Position((unit, unit)), [])])


def test_an_order_given_many_times_is_answered_as_often_and_shortly() -> None:
    count = 4000
    answer, _ = answer_line(json.dumps({**ORDER, "orders": {"FRANCE": ["A PAR - BUR"] * count}}))
    orders = answer["orders"]["FRANCE"]
    assert len(orders) == count
    assert list(orders)[:3] == ["A PAR - BUR", "A PAR - BUR (again)", "A PAR - BUR (again 3)"]
    assert max(map(len, orders)) < 30
    assert len(json.dumps(answer)) < 200 * count


def test_orders_written_alike_find_their_answers_again() -> None:
    unit = Unit(ARMY, "PAR", "FRANCE")
    hold = Hold("FRANCE", UnitName("PAR", ARMY))
    question = Turn(Position((unit,)), (hold, hold, hold), board=load_board())
    answer = PeerAnswer(frozenset([unit]), {}, {hold: True})
    data = object_of(question, answer)
    assert list(data["orders"]["FRANCE"]) == ["A PAR H", "A PAR H (again)", "A PAR H (again 3)"]
    assert answer_of(question, data) == answer
    data["orders"]["FRANCE"]["A PAR H (again 3)"]["success"] = False
    assert answer_of(question, data).success == {}


LONG = "x" * 300_000


@pytest.mark.parametrize(
    "data",
    [
        {"orders": {"FRANCE": [LONG]}},
        {"units": {"FRANCE": [LONG]}},
        {"units": {LONG: []}},
        {"centers": {"FRANCE": [LONG]}},
        {LONG: 1},
        {"rules": LONG},
        {"map": LONG},
        {"season": LONG},
        {"contested": [LONG]},
        {"civil_disorder": [LONG]},
        {"options": {LONG: "1"}},
        {"options": {"convoy_paths": LONG}},
        {"dislodged": {LONG: {"power": "FRANCE"}}},
        {"dislodged": {"A BUR": {"power": LONG}}},
        {"orders": {"FRANCE": [["A"] * 100_000]}},
        {"units": {"FRANCE": [f"A {n}" for n in range(20_000)]}},
        {"units": {"FRANCE": ["A PAR"] * 20_000}},
    ],
    ids=lambda data: json.dumps(data)[:40],
)
def test_what_cannot_be_read_is_quoted_shortly(data: dict[str, Any]) -> None:
    answer = reply(**data)
    assert 10 < len(answer["error"]) < 2500


# -- destroyed at once ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way_out", [False, True])
def test_ownership_is_settled_when_the_dislodged_are_destroyed(way_out: bool) -> None:
    """DATC 3.2, 4.E.2: who may retreat nowhere is destroyed at once, and no retreat is awaited."""
    german = ["F ENG", "F MAO", "A PIC", *([] if way_out else ["A GAS"])]
    answer = reply(
        season="F1901M",
        centers={"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN"]},
        units={"FRANCE": ["A BRE", "A PAR"], "GERMANY": german},
        orders={"FRANCE": ["A BRE H"], "GERMANY": ["F MAO - BRE", "F ENG S F MAO - BRE"]},
    )
    hold = answer["orders"]["FRANCE"]["A BRE H"]
    if way_out:
        assert (hold["outcome"], "destroyed" in hold) == ("dislodged", False)
        assert answer["dislodged"]["A BRE"]["retreats"] == ["GAS"]
        assert answer["centers"] == {"FRANCE": ["PAR", "BRE"], "GERMANY": ["MUN"]}
    else:
        assert (hold["outcome"], hold["destroyed"]) == ("destroyed", True)
        assert answer["dislodged"]["A BRE"]["retreats"] == []
        assert answer["centers"]["FRANCE"] == ["PAR"]
        assert answer["centers"]["GERMANY"] == ["BRE", "MUN"]


# -- the board of a rulebook ----------------------------------------------------------------------------------------


def test_a_rulebook_brings_its_board() -> None:
    """On the board of 1962 an army in Holland may go to Helgoland."""
    line: dict[str, Any] = {"units": {"GERMANY": ["A HOL"]}, "orders": {"GERMANY": ["A HOL - HEL"]}}
    assert reply(**line, rules="czech1962")["orders"]["GERMANY"]["A HOL - HEL"]["outcome"] == "moves"
    assert reply(**line, rules="czech1962", map="standard")["orders"]["GERMANY"]["A HOL - HEL"]["outcome"] == "illegal"
    board = load_board(board_of("czech1962"))
    question = Turn(Position((Unit(ARMY, "PAR", "FRANCE"),)), (), board=board)
    for name in ("czech1962", "2023"):
        assert Turn.from_dict(request_of(question, rulebook(name))).board is board


# -- files ----------------------------------------------------------------------------------------------------------


def test_compressed_lines_are_read(tmp_path: Path) -> None:
    lines = [json.dumps({"id": number, **ORDER}) for number in range(3)]
    expected = "".join(text + "\n" for text, _ in answer_lines(lines))
    file = tmp_path / "turns.jsonl.gz"
    file.write_bytes(gzip.compress("\n".join(lines).encode()))
    assert run("batch", str(file)).output == expected
    assert run("batch", stdin=file.read_bytes()).output == expected
    result = run("cluster", str(file), "--output", str(tmp_path / "answers"), "--workers", "1")
    assert result.exit_code == 0
    assert gzip.decompress((tmp_path / "answers" / file.name).read_bytes()).decode() == expected

    file.write_bytes(file.read_bytes()[:-12])
    assert f"{file}: damaged" in refused("batch", str(file))


def test_a_compressed_case_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "turn.txt.gz"
    file.write_bytes(gzip.compress(b"FRANCE: A PAR - BUR\n"))
    assert "A PAR - BUR" in run("adjudicate", str(file)).output
