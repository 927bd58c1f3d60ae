"""The reader of JSON from outside: what it refuses, where, and that every entrance reads with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from standoff import Game, StandoffError, adjudicate, check, read
from standoff.cases import replay
from standoff.cases.records import saved_game
from standoff.lines.answering import answer_line
from standoff.map.json_text import MOST_NESTED, JsonError, JsonSyntaxError, json_object, json_value
from standoff.solver import rulebook
from tests.cases.test_records import DISLODGED
from tests.helpers.command import refused
from tests.helpers.paths import written


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"A": 1, "A": 1}', "A"),
        ('{"x": [1, {"y": {"A": 1, "B": 2, "A": 3}}]}', "A"),
        ('[[{"": 1, "": 2}]]', ""),
        (r'{"\u0041": 1, "A": 2}', "A"),
        (r'{"a\/b": 1, "a/b": 2}', "a/b"),
        (r'{"\ud83d\ude00": 1, "😀": 2}', "😀"),
    ],
)
def test_a_key_that_appears_twice_is_named(text: str, key: str) -> None:
    for given in (text, text.encode()):
        with pytest.raises(JsonError) as fault:
            json_value(given)
        assert str(fault.value) == f"key {key!r} appears twice in an object"


def test_keys_that_look_alike_are_two() -> None:
    """RFC 8259, 8.3: names are compared letter by letter."""
    assert json_value('{"A": 1, "a": 2, "Á": 3, "A\u0301": 4, " A": 5}') == {
        "A": 1, "a": 2, "Á": 3, "A\u0301": 4, " A": 5,
    }  # fmt: skip
    assert json_value('[{"A": 1}, {"A": 2}]') == [{"A": 1}, {"A": 2}]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("NaN", "NaN is not a number of JSON"),
        ('{"x": [Infinity]}', "Infinity is not a number of JSON"),
        ("-Infinity", "-Infinity is not a number of JSON"),
        ("[1e999]", "JSON has no infinite numbers"),
        ("-1e999", "JSON has no infinite numbers"),
        ("9" * 4_301, "a number has too many digits"),
        ("[" * (MOST_NESTED + 1) + "]" * (MOST_NESTED + 1), "deeper than 100 times"),
        ('{"x":' * (MOST_NESTED + 1) + "1" + "}" * (MOST_NESTED + 1), "deeper than 100 times"),
        ("[" * 100_000, "deeper than 100 times"),
        (b'{"x": "\xff"}', "not UTF-8: byte 8"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8: byte 1"),
    ],
)
def test_what_json_does_not_have(text: str | bytes, fault: str) -> None:
    with pytest.raises(JsonError) as refusal:
        json_value(text)
    assert fault in str(refusal.value)
    assert len(str(refusal.value)) < 300


def test_what_json_has() -> None:
    assert json_value(b'\xef\xbb\xbf{"x": "\xc5\x99"}') == {"x": "ř"}
    assert json_value("[" * MOST_NESTED + "]" * MOST_NESTED)
    assert json_value('["' + "[" * 200 + '"]') == ["[" * 200]  # brackets within a text nest nothing
    assert json_value("[1e308, -0.0, 1E-400, 12345678901234567890]") == [1e308, 0.0, 0.0, 12345678901234567890]
    assert json_value("9" * 4_300) == int("9" * 4_300)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ('{"x": 1,}', 1, 9),
        ('{\n  "x": 1\n  "y": 2}', 3, 3),
        ("{'x': 1}", 1, 2),
        ('{"x": "a\nb"}', 1, 9),
        ("[1] 2", 1, 5),
        ('{"x": 01}', 1, 8),
        ('"\\x41"', 1, 2),
    ],
)
def test_a_fault_of_syntax_says_where(text: str, line: int, column: int) -> None:
    """RFC 8259, 2 to 7; lines and columns count from 1."""
    with pytest.raises(JsonSyntaxError) as fault:
        json_value(text)
    assert (fault.value.line, fault.value.column) == (line, column)
    assert str(fault.value).endswith(f"at column {column}")


@pytest.mark.parametrize("text", ["[]", "7", "null", '"{}"'])
def test_what_is_no_object(text: str) -> None:
    with pytest.raises(JsonError, match="expected a JSON object, found"):
        json_object(text)


# -- a key twice, at each entrance -----------------------------------------------------------------------------------

ORDERS = '{"FRANCE": ["A PAR - BUR"], "FRANCE": ["A MAR - SPA"]}'
TWICE = "key 'FRANCE' appears twice in an object"


def test_orders_of_a_power_that_is_there_twice(tmp_path: Path) -> None:
    for text in (ORDERS, f"Here are my orders:\n```json\n{ORDERS}\n```\nGood luck!", f"My answer: {ORDERS}"):
        for entrance in (read, adjudicate):
            with pytest.raises(StandoffError, match=TWICE):
                entrance(text, position="start")
        listed = [entry for entry in check(text, "start") if TWICE in str(entry)]
        assert listed, text
        file = written(tmp_path / "orders.txt", text)
        assert TWICE in refused("adjudicate", file, "--position", "start")
    with pytest.raises(StandoffError, match=TWICE):
        Game().order(ORDERS)


def test_keys_of_a_line_that_are_there_twice() -> None:
    line: dict[str, Any] = {"id": 1, "phase": "movement", "units": {"FRANCE": ["A PAR", "A MAR"]}, "orders": ORDERS}
    assert TWICE in answer_line(json.dumps(line))[0]["error"]
    whole = json.dumps(line | {"orders": {}}).replace('"orders": {}', f'"orders": {ORDERS}')
    assert TWICE in answer_line(whole)[0]["error"]


def test_keys_of_a_saved_game_that_are_there_twice(tmp_path: Path) -> None:
    game = Game()
    game.order("FRANCE", "A PAR - BUR")
    game.process()
    saved = json.dumps(game.to_dict())
    record = json.dumps({"phases": DISLODGED})
    for number, text in enumerate(
        (
            saved.replace('"FRANCE": ["A PAR - BUR"]', ORDERS[1:-1], 1),
            saved.replace('"phases"', '"phases": [], "phases"'),
        )
    ):
        key = "'phases'" if number else "'FRANCE'"
        file = written(tmp_path / f"{number}.json", text)
        for entrance in (read, Game.load, lambda path: list(replay(path, rulebook()))):
            with pytest.raises(StandoffError, match=f"key {key} appears twice"):
                entrance(file)
        assert f"key {key} appears twice" in refused("replay", file)
    twice = record.replace('"terrID": 47', '"terrID": 48, "terrID": 47', 1)
    for entrance in (read, lambda path: list(replay(path, rulebook()))):
        with pytest.raises(StandoffError, match="key 'terrID' appears twice"):
            entrance(written(tmp_path / "record.json", twice))


# -- values of another type in records --------------------------------------------------------------------------------


def recorded(old: str, new: str) -> str:
    """Return a record of webDiplomacy with a piece of its text changed."""
    text = json.dumps({"variantID": 1, "phases": DISLODGED})
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (recorded('"terrID": 47', '"terrID": 1e999'), "JSON has no infinite numbers"),
        (recorded('"terrID": 47', '"terrID": 47.9'), "terrID: expected a whole number, found 47.9"),
        (recorded('"terrID": 47', '"terrID": true'), "terrID: expected a whole number, found true"),
        (recorded('"terrID": 47', '"terrID": -1'), "terrID: no territory -1"),
        (recorded('"variantID": 1', '"variantID": [1]'), "variantID: expected a whole number, found [1]"),
        (recorded('"variantID": 1', '"variantID": true'), "variantID: expected a whole number, found true"),
        (recorded('"units": [{', '"units": ["A PAR", {'), "units: expected a list of objects"),
        (recorded('"units": [{', '"units": "A PAR", "x": [{'), "units: expected a list of objects"),
        (recorded('"type": "Move"', '"type": ["Move"]'), 'type: expected a text, found ["Move"]'),
        (recorded('"type": "Move"', '"type": "Jump"'), "no kind of order: 'jump'"),
        (recorded('"turn": 0', '"turn": ' + "9" * 4_301), "a number has too many digits"),
        (recorded('"turn": 0', '"turn": "' + "9" * 4_301 + '"'), "turn: expected a whole number"),
        (recorded('"turn": 0', '"turn": 0.5'), "turn: expected a whole number, found 0.5"),
        (recorded('"retreating": "No"', '"retreating": {}'), "retreating: expected Yes or No, found {}"),
        (recorded('"countryID": 2', '"countryID": [2]'), "countryID: expected a whole number, found [2]"),
    ],
)
def test_a_value_that_a_record_cannot_have_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(StandoffError) as refusal:
        saved_game(text, "game.json")
    assert fault in str(refusal.value)
    assert len(str(refusal.value)) < 1_000
    file = written(tmp_path / "game.json", text)
    assert fault in refused("replay", file)
    assert fault in refused("adjudicate", file)


@pytest.mark.parametrize("name", ["S" + "1" * 4_301 + "M", "Spring " + "1" * 4_301, 7, None, ["S1901M"], {}])
def test_the_name_of_a_phase_that_is_none(tmp_path: Path, name: object) -> None:
    data = Game().to_dict()
    data["phases"][0]["name"] = name
    file = written(tmp_path / "game.json", data)
    for entrance in (read, Game.load, lambda path: list(replay(path, rulebook()))):
        with pytest.raises(StandoffError, match="is not a phase"):
            entrance(file)
    line = {"id": 1, "phase": "movement", "season": name, "units": {}, "orders": {}}
    answer, good = answer_line(json.dumps(line))
    assert good is (name is None)
    assert good or "season: " in answer["error"] or "is not a phase" in answer["error"]
