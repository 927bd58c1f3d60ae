"""Lines answered together by compiled code, one by one, and by processes: the same answers, and no line is lost."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba")

from standoff.lines import answer_templates, answering, blocks, canonical, text_index
from standoff.lines.answering import LineReplies, answers_singly, answers_together, turn_in
from standoff.lines.blocks import answer_blocks
from standoff.lines.form import AnswerForm
from standoff.map import StandoffError
from standoff.turn.turn import Turn
from tests.helpers.lines import answer_block, answer_lines
from tests.helpers.paths import written
from tests.helpers.turns import movements
from tests.lines.deadly import KILLER, dying

FORMS = (
    *(AnswerForm(), AnswerForm(brief=True), AnswerForm(rules=("1971", "2023-book", "czech1962"))),
    *(AnswerForm(table=table, brief=brief) for table in ("csv", "jsonl") for brief in (False, True)),
    *(AnswerForm(table=table, rules=("1982", "2000")) for table in ("csv", "jsonl")),
    AnswerForm(rules=("2023",), options=(("paradox_backup", "all-hold"), ("missing_nationality", "invalid"))),
)
"""How lines may be answered."""


def lines_of(turns: list[Turn]) -> list[str]:
    lines: list[str] = []
    for number, turn in enumerate(turns):
        units = {power: list(map(str, units)) for power, units in turn.position.by_power().items()}
        orders: dict[str, list[str]] = {}
        for order in turn.orders:
            orders.setdefault(order.power, []).append(str(order))
        lines.append(json.dumps({"id": number, "units": units, "orders": orders}))
    return lines


def mixed_lines(count: int) -> list[str]:
    """Movement phases, retreats, blank lines, and lines that nobody can read."""
    chance = random.Random(5)
    lines: list[str] = []
    for line in lines_of(movements(count)):
        lines.append(line)
        if chance.random() < 0.1:
            lines.append(chance.choice(["", "nonsense", "[]", '{"id": 7, "units": {"FRANCE": ["A XXX"]}}']))
        if chance.random() < 0.1:
            lines.append('{"units": {"FRANCE": ["A PAR", "A PAR"]}}')
        if chance.random() < 0.1:
            lines.append('{"id": "r", "phase": "retreat", "dislodged": {"A BUR": {"power": "FRANCE"}}}')
        if chance.random() < 0.1:
            lines.append('{"id": "m", "rules": "1971", "map": "czech1962", "units": {"FRANCE": ["A PAR"]}}')
    return lines


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        '{"id": null, "units": {}, "orders": {}, "centers": {}}',
        '{"id": true, "units": {"FRANCE": ["A PAR"]}}',
        '{"id": -0, "units": {"FRANCE": ["A PAR"], "ITALY": []}, "orders": {"ITALY": []}}',
        '{"id": 123456789012345678901234567890}',
        '{"id": 1.0}',
        '{"id": [1]}',
        '{"id": "a,b", "units": {"FRANCE": ["A PAR", "F SPA/SC"]}, "orders": {"FRANCE": ["A PAR H", "F SPA - LYO"]}}',
        '{"id": "", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["Army Paris to Burgundy"]}}',
        '{"id": "č;ř", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - MUN"]}}',
        '{"id": false, "rules": "1971", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}',
        '{"id": "a\\u010d\\ud800"}',
        '{"id": 1, "id": 2}',
        '{"units": {"FRANCE": ["A PAR"]}, "units": {"FRANCE": ["A MAR"]}}',
        '{"centers": ""}',
        '{"options": false}',
        '{"units": {"FRANCE": "A"}}',
        '{"units": {"FRANCE": ["A PAR", "A PAR"]}}',
        '{"units": {"FRANCE": ["F STP/SC"], "RUSSIA": ["A STP"]}}',
        '{"units": {"FRANCE": ["F STP"]}}',
        '{"units": {"FRANCE": ["A PAR H"]}, "orders": {"FRANCE": ["A PAR S A BUR", "A PAR - BUR"]}}',
        '{"units": {"A PAR H": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["A PAR H"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}',
        '{"units": {"FRANCE": ["A PAR "]}, "orders": {"FRANCE": ["a par-bur"]}}',
        '{"units": {"France": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR", "A PAR - GAS"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR H", "A PAR H"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "orders": {"ITALY": ["A PAR - BUR"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A BUR S A PAR"]}}',
        '{"units": {"FRANCE": ["A PAR", "A BUR"]}, "orders": {"FRANCE": ["A BUR S GERMANY A PAR"]}}',
        '{"units": {"FRANCE": ["A PAR", "F BRE"]}, "orders": {"FRANCE": ["A PAR S A BRE"]}}',
        '{"units": {"FRANCE": ["A PAR", "F SPA/SC"]}, "orders": {"FRANCE": ["A PAR S F SPA/NC - GAS"]}}',
        '{"units": {"FRANCE": ["F MAO"]}, "orders": {"FRANCE": ["F MAO - SPA"]}}',
        '{"units": {"FRANCE": ["F MAO"]}, "orders": {"FRANCE": ["F MAO - SPA/EC"]}}',
        '{"units": {"FRANCE": ["A GAS"]}, "orders": {"FRANCE": ["A GAS - SPA/NC"]}}',
        '{"phase": "retreat", "units": {"FRANCE": ["A PAR"]}}',
        '{"phase": "movement", "season": "F1901R"}',
        '{"season": 7}',
        '{"season": "f1901m", "units": {"FRANCE": ["A BEL"]}, "centers": {"FRANCE": ["PAR"]}}',
        '{"centers": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}}',
        '{"centers": {"FRANCE": ["BUR"]}}',
        '{"units": {"FRANCE": ["A PAR"]}, "terms": "datc"}',
        '{"units": {"FRANCE": ["A PAR"]}, "civil_disorder": ["FRANCE"], "contested": ["BUR"]}',
        '{"units": {"FRANCE": ["A PAR"]}, "options": {"implicit_orders": "allowed"}}',
        '{"units": {"FRANCE": ["A PAR"]}, "options": {"paradox_backup": "all-hold"}}',
        '{"rules": "no such"}',
        '{"map": "no such"}',
        '{"unit": {}}',
    ],
)
def test_what_is_unusual_in_a_line_is_answered_all_the_same(line: str) -> None:
    block = line.encode("utf-8", "surrogatepass") + b"\n"
    for form in FORMS:
        together, singly = answers_together(block, form), answers_singly(block, form)
        assert (together.text, together.count, together.unreadable) == (singly.text, singly.count, singly.unreadable)


def left_to_codec(lines: list[str]) -> list[str]:
    block_lines = canonical.Lines("\n".join(lines).encode())
    looked_up = {number for block in block_lines.blocks() for number in block.numbers.tolist()}
    return [line for number, line in enumerate(lines) if number not in looked_up]


@pytest.mark.parametrize("missing_nationality", ["valid", "invalid"])
@pytest.mark.parametrize(
    "order", ["A PAR S A BUR", "A PAR S A BUR - GAS", "A PAR S GERMANY F BRE", "F ENG C A LON - BRE"]
)
def test_compiled_code_takes_orders_for_units_that_stand_nowhere(order: str, missing_nationality: str) -> None:
    line = json.dumps(
        {
            "options": {"missing_nationality": missing_nationality},
            "units": {"FRANCE": ["A PAR", "F ENG"], "GERMANY": ["A MUN"]},
            "orders": {"FRANCE": [order], "GERMANY": ["A MUN - BUR"]},
        }
    )
    assert left_to_codec([line]) == []
    ((answer, _),) = answer_block([line])
    assert [(answer, True)] == list(answer_lines([line]))
    assert json.loads(answer)["orders"]["FRANCE"][order]["outcome"] == "illegal"


def read_singly(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list to which each line is added from now on that is read by itself."""
    read: list[str] = []

    def reading(line: str, *rules: Any) -> object:
        read.append(line)
        return turn_in(line, *rules)

    monkeypatch.setattr(answering, "turn_in", reading)
    return read


IMPOSSIBLE = [
    '{"id": "i", "units": {"FRANCE": ["A PAR", "A PAR"]}, "orders": {"FRANCE": ["A PAR H"]}}',
    '{"id": "i", "units": {"FRANCE": ["F STP/SC"], "RUSSIA": ["A STP"]}}',
    '{"id": "i", "units": {"FRANCE": ["A XXX"]}, "orders": {"FRANCE": ["A XXX H"]}, "centers": {"FRANCE": ["PAR"]}}',
    '{"id": "i", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A BUR H", "A PAR - BUR"]}}',
    '{"id": "i", "units": {"FRANCE": [["A PAR"], "A BUR"]}, "centers": {"FRANCE": []}}',
    '{"id": "i", "units": {"FRANCE": ["A PAR"]}, "centers": {"FRANCE": ["PAR", "PAR", "XXX", {}]}}',
]


def test_blocks_are_answered_in_every_form_as_lines_are() -> None:
    lines = mixed_lines(150)
    block = "\n".join([*lines, ""]).encode()
    for form in FORMS:
        together, singly = answers_together(block, form), answers_singly(block, form)
        assert together.text.splitlines() == singly.text.splitlines()
        assert (together.count, together.unreadable) == (singly.count, singly.unreadable)
    assert {b"circular movement", b"convoy"} <= {row.rpartition(b",")[2] for row in singly_rows(block)}


def singly_rows(block: bytes) -> list[bytes]:
    return answers_singly(block, AnswerForm(table="csv")).text.splitlines()


def test_an_impossible_position_leaves_its_neighbors_together(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(movements(60))
    usual = [line for line in lines if line not in left_to_codec(lines)]
    mixed = [line for number, line in enumerate(usual) for line in (IMPOSSIBLE[number % len(IMPOSSIBLE)], line)]
    expected, read = list(answer_lines(mixed)), read_singly(monkeypatch)
    assert answer_block(mixed) == expected
    assert set(read) == set(IMPOSSIBLE)


def test_a_line_that_fails_leaves_its_neighbors_together(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = lines_of(movements(40))
    expected = list(answer_lines(lines))
    together = answer_templates.answers

    def failing(block: canonical.Block, *form: Any) -> tuple[bytes, object]:
        if any(block.lines[number].decode().strip() == faulty for number in block.numbers.tolist()):
            raise StandoffError
        return together(block, *form)

    left = left_to_codec(lines)
    faulty = next(line for line in lines[13:] if line not in left)
    monkeypatch.setattr(answer_templates, "answers", failing)
    read = read_singly(monkeypatch)
    assert answer_block(lines) == expected
    assert sorted(read) == sorted([*left, faulty])


def test_a_fault_of_compiled_code_costs_no_answer_and_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lines = lines_of(movements(10))

    def failing(*_: object, **__: object) -> list[str]:
        raise IndexError("out of the table")

    monkeypatch.setattr(answer_templates, "answers", failing)
    assert answer_block(lines) == list(answer_lines(lines))
    assert "internal error" in caplog.text
    assert "out of the table" in caplog.text


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ('{"id": ' + "9" * 5000 + "}", "a number has too many digits"),
        ('{"id": ' + "[" * 5000 + "]" * 5000 + "}", "deeper than 100 times"),
        ('{"id": ' + "[" * 100 + "]" * 100 + "}", "deeper than 100 times"),
        ('{"units": ' + '{"a":' * 950 + "1" + "}" * 950 + "}", "deeper than 100 times"),
        ('{"id": NaN}', "NaN is not a number of JSON"),
        ('{"id": -Infinity}', "-Infinity is not a number of JSON"),
        ('{"id": [1e400]}', "JSON has no infinite numbers"),
        ('{"units": {"FRANCE": ["A PAR"], "FRANCE": ["A MAR"]}}', "key 'FRANCE' appears twice"),
        ('{"units": []}', "units: expected an object"),
        ('{"orders": 0}', "orders: expected an object"),
        ('{"options": {"name": "x"}}', "no option named 'name'"),
        ('{"options": {"self": "x"}}', "no option named 'self'"),
        ('{"map": "' + "x" * 5000 + '"}', "no board named"),
        ('{"map": "\\u0000"}', "no board named"),
        ('{"centers": {"FRANCE": ["PAR", "PAR"]}}', "centers of FRANCE: PAR is listed twice"),
        ('{"dislodged": {"A BUR": {"power": "FRANCE", "by_convoy": "no"}}}', "by_convoy is true or false"),
        ('{"dislodged": {"A BUR": {"power": "FRANCE", "form": "MUN"}}}', "unknown key 'form'"),
    ],
)
def test_what_cannot_be_meant_is_answered_with_an_error(line: str, error: str) -> None:
    (alone,) = answer_lines([line])
    assert answer_block([line]) == [alone]
    assert alone[1] is False
    assert error in json.loads(alone[0])["error"]


@pytest.mark.parametrize("content", ["5", '{"extends": 5}', "[" * 5000, '{"extends": "itself.json"}'])
def test_a_board_file_that_is_none_is_answered_with_an_error(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ((text, good),) = answer_lines([json.dumps({"map": written(tmp_path / "itself.json", content)})])
    assert good is False
    assert "board" in json.loads(text)["error"]


def test_every_answer_can_be_written() -> None:
    """Half of a surrogate pair is allowed in JSON, and no character."""
    for line in ('{"id": "\\ud800é"}', '{"id": "\\udfff", "map": "\\ud800.json"}'):
        ((text, _),) = answer_lines([line])
        assert json.loads(text.encode("utf-8"))["id"] == json.loads(line)["id"]
        assert answer_block([line])[0][0] == text
    assert "é" in next(answer_lines(['{"id": "\\ud800é"}']))[0]


def test_centers_of_a_power_under_two_names_are_all_its_own() -> None:
    ((text, _),) = answer_lines(['{"centers": {"FRANCE": ["PAR"], "French": ["MAR"]}}'])
    assert json.loads(text)["centers"] == {"FRANCE": ["PAR", "MAR"]}


def unpacked(answers: Iterable[LineReplies]) -> tuple[list[str], int]:
    block_answers = list(answers)
    texts = b"".join(block.text for block in block_answers).decode().split("\n")
    assert sum(block.count for block in block_answers) == len(texts) - 1
    assert not texts.pop()
    return texts, sum(block.unreadable for block in block_answers)


def expected_of(lines: Sequence[str]) -> tuple[list[str], int]:
    answers = list(answer_lines(lines))
    return [text for text, _ in answers], sum(not good for _, good in answers)


def in_blocks(lines: Sequence[str], together: int) -> list[bytes]:
    return ["".join(f"{line}\n" for line in lines[n : n + together]).encode() for n in range(0, len(lines), together)]


def test_threads_answer_in_order_and_as_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line once, in its place, also while the texts of orders are learned by all of them at once."""
    lines = mixed_lines(200)
    monkeypatch.setattr(canonical, "_settings", {})
    text_index._text_indexes.cache_clear()
    answers = blocks.answer_in_blocks(in_blocks(lines, 15), jobs=3, expected=1e9)
    assert unpacked(answers) == expected_of(lines)


@pytest.mark.slow
def test_a_process_that_dies_loses_no_line() -> None:
    """That half an answer holds nobody up is tested with the processes themselves (`test_workers`)."""
    lines = lines_of(movements(40))
    given = in_blocks([*lines[:14], KILLER, *lines[14:]], 10)
    answers, unreadable = unpacked(answer_blocks(given, jobs=2, work=dying))
    expected, others = expected_of(lines)
    assert json.loads(answers.pop(14)) == {"id": "kill", "error": "the process that worked on this line died"}
    assert (answers, unreadable) == (expected, others + 1)


@pytest.mark.slow
def test_lines_are_utf8_whatever_the_terminal_speaks(tmp_path: Path) -> None:
    """In both directions, and with the mark that some editors put before the first line."""
    file = tmp_path / "turns.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"id": "\xc5\x99\xff"}\r\n\r\n{"id": 2}')
    env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "standoff", "batch", str(file)]
    done = subprocess.run(command, env=env, capture_output=True, timeout=20, check=True)
    assert done.stderr == b""
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["ř\ufffd", 2]
