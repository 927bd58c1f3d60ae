"""Lines from strangers: what they may cost, and what of them is shown."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import BinaryIO, cast

import pytest

import standoff
from standoff.cases import text_files
from standoff.lines import blocks
from standoff.lines.answering import answer_line, answers_singly
from standoff.lines.blocks import answer_blocks
from standoff.lines.form import LONGEST_LINE_BYTES
from standoff.lines.line_files import LineFile
from standoff.map import StandoffError
from standoff.text.escaping import visible, visible_output
from standoff.text.terminal import Terminal
from tests.helpers.command import as_file, refused, run
from tests.lines.deadly import never_ending, remembering

UNITS = '"units": {"FRANCE": ["A PAR"]}'
UNSEEN = "\x1b[2J\x07\x7f\x9b\u061c\u200e\u202e\u2066\u2028\ufeff"
"""Escape sequences, controls, and marks that turn the direction of reading."""


def shown_raw(text: str) -> list[str]:
    return [letter for letter in UNSEEN if letter in text and not letter.isprintable()]


# -- time, memory and length -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_line_that_takes_too_long_costs_itself_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of its block, and of the next one, which the same keeper gives to another process."""
    monkeypatch.setattr(blocks, "TOGETHER_SECONDS", 0.2)
    lines = [f'{{"id": {number}, {UNITS}}}' for number in range(8)]
    lines[3] = '{"id": "endless"}'
    halves = ["".join(f"{line}\n" for line in half).encode() for half in (lines[:6], lines[6:])]
    answers = answer_blocks(halves, work=never_ending, jobs=1, limit_seconds=0.5)
    expected = [answer_line(line)[0] for line in lines]
    expected[3] = {"id": "endless", "error": "no answer within the limit of 0.5 s"}
    whole = [json.loads(line) for block in answers for line in block.text.splitlines()]
    assert whole == expected


def test_a_line_that_takes_too_much_memory_costs_itself_alone() -> None:
    lines = [f'{{"id": 1, {UNITS}}}', '{"id": "huge"}', f'{{"id": 3, {UNITS}}}']
    answers = answer_blocks([f"{line}\n".encode() for line in lines], work=remembering, jobs=1, limit_seconds=20)
    expected = [answer_line(line)[0] for line in lines]
    expected[1] = {"id": "huge", "error": "there is not enough memory to answer this line"}
    assert [json.loads(block.text) for block in answers] == expected


def test_within_the_limit_answers_are_the_same_and_come_at_once(tmp_path: Path) -> None:
    lines = "".join(f'{{"id": {number}, {UNITS}}}\n' for number in range(20)) + "nonsense\n"
    (tmp_path / "turns.jsonl").write_text(lines, encoding="utf-8")
    runs = [run("batch", str(tmp_path / "turns.jsonl"), *more) for more in ([], ["--line-timeout", "20"])]
    assert runs[0].output == runs[1].output
    assert [ended.exit_code for ended in runs] == [1, 1]
    assert run("batch", "--line-timeout", "0").exit_code == 2


def test_a_line_has_a_greatest_length_and_its_neighbors_are_answered() -> None:
    long = b'{"id": 2, "units": {}}' + b" " * (LONGEST_LINE_BYTES + 1)
    data = b'{"id": 1}\n' + long + b'\n{"id": 3}\n' + long * 3
    parts = LineFile(cast(BinaryIO, io.BytesIO(data)), "the lines").blocks(400)
    answers = [json.loads(line) for block in parts for line in answers_singly(block).text.splitlines()]
    assert [(answer["id"], answer.get("error")) for answer in answers] == [
        (1, None),
        (None, "a line has at most 4,000,000 bytes"),
        (3, None),
        (None, "a line has at most 4,000,000 bytes"),
    ]


def test_a_turn_has_a_greatest_number_of_orders() -> None:
    waived = {"phase": "adjustment", "centers": {"FRANCE": ["PAR"]}, "orders": {"FRANCE": ["WAIVE"] * 50_001}}
    assert answer_line(json.dumps(waived))[0]["error"] == "a turn has at most 50,000 orders"
    waived["orders"] = {"FRANCE": ["WAIVE"] * 50_000, "ITALY": ["WAIVE"]}
    assert answer_line(json.dumps(waived))[0]["error"] == "a turn has at most 50,000 orders"


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_has_a_greatest_length(packed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that a few bytes unpack to: no more of it is kept."""
    assert text_files.LONGEST_FILE_BYTES == 10_000_000
    monkeypatch.setattr(text_files, "LONGEST_FILE_BYTES", 1000)
    file, text = tmp_path / "turn.txt", b"FRANCE: A PAR - BUR\n"
    for length, status in ((1000, 0), (1001, 2)):
        content = text + b" " * (length - len(text))
        file.write_bytes(gzip.compress(content) if packed else content)
        result = run("adjudicate", str(file))
        assert result.exit_code == status
    assert f"{file}: a file of more than 1,000 bytes" in result.output


@pytest.mark.parametrize(
    "text", ['{"phases": ' + "[" * 100_000, '{"cases": ' + "[" * 100_000, '{"cases": ' + "9" * 5000]
)
@pytest.mark.parametrize("command", ["adjudicate", "cases", "replay"])
def test_a_file_of_json_that_python_cannot_read_is_refused(command: str, text: str, tmp_path: Path) -> None:
    file = as_file(tmp_path, "turn.json", text)
    assert file in refused(command, file)


def test_a_name_that_no_file_can_have_is_refused() -> None:
    with pytest.raises(StandoffError, match="expected 'start', a position in one line"):
        standoff.read({"FRANCE": ["A PAR"]}, position="\0")


# -- what is shown ---------------------------------------------------------------------------------------------------


def test_what_is_escaped_is_what_json_escapes() -> None:
    assert json.loads(f'"{visible(UNSEEN)}"') == UNSEEN
    assert visible("Čechy: A PAR – Бургундия\t\n") == "Čechy: A PAR – Бургундия\t\n"
    shown = {code for code in range(128) if visible(f"a{chr(code)}b") == f"a{chr(code)}b"}
    assert shown == {*b"\t\n", *range(ord(" "), 127)}
    assert visible("a\r\nb\rc\U000e0041") == "a\r\nb\\u000dc\\udb40\\udc41"


@pytest.mark.parametrize("command", ["adjudicate", "convert", "explain", "replay"])
def test_no_command_prints_what_nobody_sees(command: str, tmp_path: Path) -> None:
    """Neither of an order's text nor of the name of a file that is there, or is not."""
    (tmp_path / f"a{UNSEEN}.txt").write_text(f"FRANCE: A PAR - {UNSEEN}BUR\n", encoding="utf-8")
    for turn in (f"FRANCE: A PAR {UNSEEN} - BUR", str(tmp_path / f"a{UNSEEN}.txt"), str(tmp_path / f"b{UNSEEN}.txt")):
        result = run(command, turn, color=True)
        assert shown_raw(result.output) == []
        assert result.output


def test_paragraphs_and_tables_hold_nothing_that_nobody_sees(capsys: pytest.CaptureFixture[str]) -> None:
    """For their colors they are printed past what escapes everything else."""
    terminal = Terminal()
    with visible_output():
        terminal.print(f"order {UNSEEN}")
        paragraph = capsys.readouterr().out
        terminal.table([["order", "outcome"], [UNSEEN, UNSEEN]])
        table = capsys.readouterr().out
    for printed in (paragraph, table):
        assert "order" in printed
        assert shown_raw(printed) == []


def test_answers_hold_nothing_that_nobody_sees_and_mean_the_same() -> None:
    line = json.dumps(
        {"id": UNSEEN, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR H"]}}, ensure_ascii=False
    )
    answer = run("batch", stdin=line + "\n").output
    assert shown_raw(answer) == []
    assert json.loads(answer)["id"] == UNSEEN


def test_files_that_are_written_hold_no_such_letters(tmp_path: Path) -> None:
    picture = tmp_path / "turn.svg"
    result = run("draw", "FRANCE: A PAR - BUR", "--title", UNSEEN, "--output", str(picture))
    assert result.exit_code == 0, result.output
    assert shown_raw(picture.read_text(encoding="utf-8")) == []
