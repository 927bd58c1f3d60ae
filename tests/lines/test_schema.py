"""The published schema of the interchange lines says what the library asks and answers."""

from __future__ import annotations

import json
from itertools import islice

import jsonschema
import pytest

from standoff.cases.course import play_case
from standoff.cases.turn_names import turn_of_case
from standoff.lines.answering import answer_line
from standoff.map import Position
from standoff.peers.adapters.exchange import request_of
from standoff.random_turns import questions
from standoff.solver import OPTIONS, Illegal, Reason, Void, rulebook
from standoff.turn.codec import TURN_KEYS
from standoff.turn.turn import Turn
from tests.helpers.schemas import schema_and_check
from tests.helpers.turns import library_cases

SCHEMA, checked = schema_and_check("interchange.schema.json")


def test_the_schema_has_the_keys_of_the_codec() -> None:
    assert set(SCHEMA["$defs"]["question"]["properties"]) == set(TURN_KEYS)


def test_the_schema_names_every_cause() -> None:
    told = SCHEMA["$defs"]["told"]["properties"]
    assert told["cause"]["enum"] == list(Reason.__members__)
    assert set(told["option"]["enum"]) == {reason.option for reason in Reason} - {""} <= set(OPTIONS)
    assert told["fault"]["enum"] == list({**Illegal.__members__, **Void.__members__})


def test_turns_of_the_library_and_their_answers() -> None:
    for case in library_cases("datc-6*")[::7]:
        turn = turn_of_case(case)
        question = checked(turn.to_dict(), "question")
        assert Turn.from_dict(question).position == turn.position
        answer, good = answer_line(json.dumps(question))
        assert good
        checked(answer, "answer")
        checked({"id": None, **turn.adjudicate().by_line(datc=True)}, "answer")
        checked(answer_line(json.dumps(question), rules="1982")[0], "answer")
        for _, result, _ in play_case(case, turn.rules):
            assert Position.from_dict(result.after.to_dict()) == result.after


def test_random_phases_of_every_kind() -> None:
    for question in islice(questions(5), 60):
        line = checked(checked(request_of(question, rulebook("1982")), "question"), "request")
        checked(answer_line(json.dumps(line))[0], "answer")


def test_a_line_that_cannot_be_read_and_one_that_says_too_much() -> None:
    checked(answer_line("{}}")[0], "answer")
    with pytest.raises(jsonschema.ValidationError):
        checked({"unit": {}}, "question")


def test_closed_provinces_are_asked_for_and_counted() -> None:
    """Nobody may enter a closed province: the move fails in the lines as it does in a case file."""
    line = {"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}
    assert answer_line(json.dumps(line))[0]["orders"]["FRANCE"]["A PAR - BUR"]["success"]
    closed = answer_line(json.dumps({**line, "closed": ["BUR"]}))[0]
    assert not closed["orders"]["FRANCE"]["A PAR - BUR"]["success"]
    assert closed["units"] == {"FRANCE": ["A PAR"]}
    turn = Turn.from_dict({**line, "closed": ["BUR"]})
    assert Turn.from_dict(turn.to_dict()) == turn
