"""Files of other programs: read, written, converted; positions in one line; `standoff check` and `standoff convert`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from standoff.cases.case import Case
from standoff.cases.course import start_of
from standoff.cases.faults import FormatError
from standoff.cases.formats import FORMATS, converted, format_named, format_of, written
from standoff.cases.reading import read_cases
from standoff.lines.answering import answer_line
from standoff.map import (
    FLEET,
    Dislodged,
    Position,
    StandoffError,
    Unit,
    load_board,
    starting_position,
)
from tests.helpers.command import run
from tests.helpers.paths import GAMES, needs_games, written as written_file
from tests.helpers.turns import library_cases

BOARD = load_board()

JDIP = """
VARIANT_ALL Standard
CASE 6.A.1 moving to an area that is not a neighbour
PRESTATE_SETPHASE Fall 1901, Movement
PRESTATE
    England: F nth
    Russia: F stp/sc
ORDERS
    England: F nth-pic     # illegal
    Russia: F stp/sc-bot
POSTSTATE
    England: F nth
    Russia: F bot
END
CASE a retreat
PRESTATE_SETPHASE Spring 1902, Retreat
PRESTATE
    Russia: F ank
    Italy: F ion
PRESTATE_DISLODGED
    Turkey: F ank
PRESTATE_RESULTS
    SUCCESS: Russia: F bla-ank
    FAILURE: Italy: F ion-aeg
    FAILURE: Turkey: F smy-aeg
ORDERS
    Turkey: F ank-bla
END
"""
SAMPLES = {"jdip": JDIP}


def read(name: str, text: str | None = None) -> list[Case]:
    return FORMATS[name].read(SAMPLES[name] if text is None else text, "sample", None)


def write(name: str, cases: list[Case]) -> tuple[str, list[str]]:
    return FORMATS[name].write(cases)


def substance(cases: list[Case]) -> list[object]:
    """Return what cases say, without lines, texts and the order of units."""
    return [
        (
            case.id,
            case.head,
            case.notes,
            case.board.name,
            [
                (
                    phase.type,
                    phase.phase,
                    [(w.order, w.expected) for w in phase.orders],
                    sorted(map(repr, phase.position.units)),
                    {power: owned for power, owned in phase.position.centers.items() if owned},
                    phase.position.dislodged,
                    phase.position.contested,
                    phase.position.civil_disorder,
                    phase.position.closed,
                    phase.expected,
                    [(u.rulebooks, u.options, u.orders, u.expected) for u in phase.under],
                )
                for phase in case.phases
            ],
        )
        for case in cases
    ]


# -- reading ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SAMPLES])
def test_a_format_is_told_from_the_others(name: str) -> None:
    assert format_of(SAMPLES[name]).name == name


@pytest.mark.parametrize("text", ["# a\n\n  CASE\t1\n", "#a\r#b\rCASE 1\r", "\r\n# CASE\r\nVARIANT_ALL Standard\r\n"])
def test_comments_and_any_line_ends_before_the_first_word_do_not_matter(text: str) -> None:
    assert format_of(text).name == "jdip"
    assert format_of(f"FRANCE\n{text}").name == "standoff"


def test_jdip() -> None:
    one, two = read("jdip")
    assert one.id == "6.A.1"
    assert str(start_of(one).phase) == "F1901M"
    assert [str(w.order) for w in one.phases[0].orders] == ["F NTH - PIC", "F STP/SC - BOT"]
    assert one.phases[0].expected.after == {Unit(FLEET, "NTH", "ENGLAND"), Unit(FLEET, "BOT", "RUSSIA")}
    assert two.phases[0].position.dislodged == (Dislodged(Unit(FLEET, "ANK", "TURKEY"), "BLA"),)
    assert two.phases[0].position.contested == {"AEG"}


def test_a_number_in_place_of_a_list_is_a_fault() -> None:
    with pytest.raises(FormatError, match="expected a list under"):
        FORMATS["saved"].read('{"phases": 7}', "sample", None)


@pytest.mark.parametrize(
    ("name", "old", "new", "parts"),
    [
        ("jdip", "F nth-pic", "F nht-pic", ("line 9", "'nht'", "nearest known: NTH")),
        ("jdip", "England: F nth\n", "Englnad: F nth\n", ("line 6", "England")),
        ("jdip", "Fall 1901, Movement", "Fall 1901", ("line 4", "Spring 1901, Movement")),
    ],
)
def test_faults_are_named_with_their_line(name: str, old: str, new: str, parts: tuple[str, ...]) -> None:
    text = SAMPLES[name].replace(old, new)
    assert text != SAMPLES[name]
    with pytest.raises(FormatError) as fault:
        read(name, text)
    for part in parts:
        assert part in str(fault.value)


# -- there and back ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["jdip"])
@pytest.mark.parametrize("through", ["standoff", "lines"])
def test_what_both_formats_can_hold_comes_back(name: str, through: str) -> None:
    cases = [case for case in read(name) if len(case.phases) == 1 and case.phases[0].type.value == "movement"]
    text, losses = write(through, cases)
    again = read(through, text)
    assert len(again) == len(cases)
    for one, two in zip(cases, again, strict=True):
        assert [(w.order.power, str(w.order)) for w in two.phases[0].orders] == [
            (w.order.power, str(w.order)) for w in one.phases[0].orders
        ]
        missing = {*one.phases[0].position.units} - {*two.phases[0].position.units}
        assert not missing or any("units without an order" in loss for loss in losses)
        if one.phases[0].expected.after != two.phases[0].expected.after:
            assert any("afterwards" in loss or "expected" in loss for loss in losses)
        if [w.expected for w in one.phases[0].orders] != [w.expected for w in two.phases[0].orders]:
            assert any("outcomes" in loss or "way orders fail" in loss for loss in losses)


@pytest.mark.slow
def test_every_case_of_the_library_can_be_written_in_every_format() -> None:
    for case in library_cases():
        for name in written():
            text, losses = write(name, [case])
            if losses or name == "standoff":
                continue
            again = read(name, text)
            assert [str(w.order) for c in again for p in c.phases for w in p.orders] == [
                str(w.order) for p in case.phases for w in p.orders
            ]


def test_interchange_lines_that_are_written_can_be_answered() -> None:
    text, _ = converted(JDIP, "x", FORMATS["jdip"], FORMATS["lines"])
    lines = text.splitlines()
    assert len(lines) == 2
    for line in lines:
        answer, good = answer_line(line)
        assert good, answer


def test_what_a_target_cannot_hold_is_said() -> None:
    case = library_cases("6.F.14")[0]
    for name in ("saved", "lines"):
        assert any("outcomes" in sentence for sentence in write(name, [case])[1])
    with pytest.raises(FormatError, match="only read"):
        converted(JDIP, "x", FORMATS["jdip"], FORMATS["jdip"])
    with pytest.raises(FormatError, match="did you mean jdip"):
        format_named("jdipp")


@needs_games
@pytest.mark.parametrize("game", sorted(GAMES.glob("*.json"))[::3], ids=lambda file: file.stem)
def test_a_saved_game_keeps_its_record_through_a_case_file(game: Path) -> None:
    """Where the record differs from what standoff finds, too: units, centers, retreats and orders of every phase."""
    text = game.read_text(encoding="utf-8")
    case, _ = converted(text, game.name, FORMATS["saved"], FORMATS["standoff"])
    again, losses = converted(case, game.name, FORMATS["standoff"], FORMATS["saved"])
    assert losses == []
    recorded, kept = json.loads(text)["phases"], json.loads(again)["phases"]
    assert [phase["name"] for phase in kept] == [phase["name"] for phase in recorded]

    def record(phase: dict[str, Any]) -> list[dict[str, Any]]:
        state = phase["state"]
        parts = (state["units"], state["centers"], state.get("retreats", {}), phase["orders"])
        return [{power: sorted(entry) for power, entry in part.items() if entry} for part in parts]

    for one, other in zip(recorded, kept, strict=True):
        assert record(one) == record(other), one["name"]


# -- a position in one line -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("standard S1901M", "3 to 8 fields"),
        ("standard S1901M ENGLND:FLON", "England"),
        ("standard S1901M ENGLAND:XLON", "not a unit"),
        ("standard S1901M ENGLAND:AENG", "army cannot stand at sea"),
        ("standard S1901 ENGLAND:ALON", "not a phase"),
        ("nowhere S1901M ENGLAND:ALON", "no board"),
    ],
)
def test_a_position_string_s_faults(text: str, part: str) -> None:
    with pytest.raises(StandoffError, match=part):
        Position.parse(text)


# -- the commands -----------------------------------------------------------------------------------


def test_commands_take_a_position_string(tmp_path: Path) -> None:
    file = written_file(tmp_path / "orders.txt", "ENGLAND: A Liv - Yor\n")
    text = str(starting_position(BOARD))
    ended = run("adjudicate", "--position", text, file)
    assert ended.exit_code == 0
    assert "A LVP - YOR" in ended.output
    played = run("play", "--quiet", text, file)
    assert played.exit_code == 0
    assert "A YOR" in played.output


def test_check(tmp_path: Path) -> None:
    file = tmp_path / "orders.txt"
    file.write_text("ENGLAND\n  F Lon S A Wal - Par\n  A Wal H\nFRANCE\n  A Par S A Mar - Bur\n  A Mar H\n", "utf-8")
    ended = run("check", str(file))
    assert ended.exit_code == 1
    illegal, void = ended.output.splitlines()
    assert illegal.startswith(f"{file}, line 2: ENGLAND F Lon S A Wal - Par: illegal; ")
    assert void.startswith(f"{file}, line 5: FRANCE A Par S A Mar - Bur: void; ")
    file.write_text("ENGLAND\n  F Lon - Nth\n", "utf-8")
    assert run("check", str(file)).exit_code == 0
    file.write_text("ENGLAND\n  F Lno - Nth\n  F Edi - Nrth\n", "utf-8")
    ended = run("check", str(file))
    assert ended.exit_code == 2
    assert "line 2" in ended.output
    assert "line 3" in ended.output


def test_convert(tmp_path: Path) -> None:
    source, target = written_file(tmp_path / "in.txt", JDIP), tmp_path / "out.jsonl"
    ended = run("convert", source, str(target))
    assert ended.exit_code == 0
    back = run("convert", "--to", "standoff", str(target), "-")
    assert back.exit_code == 0
    assert "F STP/SC - BOT" in back.output
    assert run("convert", "--to", "jdip", source, "-").exit_code == 2


def test_every_format_is_read_or_says_why() -> None:
    for name in FORMATS:
        with pytest.raises(StandoffError):
            FORMATS[name].read("", "empty", None)
    assert set(written()) == {"saved", "lines", "standoff"}


def test_sets_of_orders_survive_in_the_projects_own_format_and_are_named_as_lost_elsewhere() -> None:
    text = "GERMANY\n  SET 1\n  F KIE - HOL\n  A RUH H\n  SET 2 KEEPS RUH\n  F KIE - DEN\n"
    text += "PROXY\n  France: A PAR by Germany\nUNITS\n  France: A PAR\n"
    own, losses = converted(text, "sets", FORMATS["standoff"], FORMATS["standoff"])
    assert losses == []
    one, two = read_cases(text, "sets")[0].phases[0], read_cases(own, "sets")[0].phases[0]
    assert [(str(w.order), w.set) for w in one.orders] == [(str(w.order), w.set) for w in two.orders]
    assert (one.sets, one.proxies) == (two.sets, two.proxies)
    _, losses = converted(text, "sets", FORMATS["standoff"], FORMATS["lines"])
    assert any("sets of orders left out" in loss for loss in losses)
