"""The readings gone wrong: each is shown by a case, and named where a program has it."""

from __future__ import annotations

import re

import pytest

from standoff.cases.origins import read
from standoff.map import load_board
from standoff.peers.comparing.catalog import Attribution, catalog, readings, recognized
from standoff.peers.comparing.fault_kinds import Fault, changed_board, rule
from standoff.peers.comparing.fault_values import FAULTS, MODELS, models_of
from standoff.peers.comparing.findings import found
from standoff.peers.comparing.judging import SAME, Judgement, Kind, answer_by, asked, difference
from standoff.solver import rulebook
from tests.helpers.paths import DOCS
from tests.peers.conftest import library
from tests.peers.test_crosscheck import Standin


@pytest.mark.slow
def test_each_reading_is_shown_by_the_case_that_the_page_names() -> None:
    """Units or retreats differ there."""
    page = (DOCS / "generated" / "readings.md").read_text(encoding="utf-8")
    named = dict(re.findall(r"^\|.*\| `([a-z-]+)` \|.*\| `(\S+)` \|$", page, re.MULTILINE))
    assert named.keys() == {one.name for one in FAULTS}
    by_id = {case.id: case for case in library()}
    for fault in FAULTS:
        case = by_id[named[fault.name]]
        answers = [(q, answer) for q in case.questions for answer in fault.answers(q, case.rules)]
        assert any(difference(answer_by(q, case.rules), answer) not in SAME for q, answer in answers), fault.name


def test_each_reading_has_a_name_of_its_own_and_is_an_entry() -> None:
    names = [one.name for one in FAULTS]
    assert len(set(names)) == len(names) >= 60
    assert {one.name for one in readings()} == set(names) - {one.name for one in catalog()}
    assert {one.name for one in catalog() if one.model} <= set(MODELS)
    assert all(one.reading and one.attribution is Attribution.FAULT for one in readings())


@pytest.mark.parametrize(
    ("name", "orders", "expected"),
    [
        ("supports-itself", "ITALY: A VEN - TRI, A TYR S A VEN - TRI\nTURKEY: F TRI S F TRI", Kind.POSITION),
        ("goes-to-its-other-coast", "FRANCE: F SPA/NC - SPA/SC", Kind.POSITION),
        ("no-border-of-gascony", "FRANCE: F GAS - SPA/NC", Kind.POSITION),
        ("circle-stands", "TURKEY: F ANK - CON, A CON - SMY, A SMY - ANK", Kind.POSITION),
        (
            "three-way-standoff-is-none",
            "FRANCE: A BUR H, A BRE - PIC\nENGLAND: F ENG - PIC, A BEL - PIC\n"
            "GERMANY: A MUN - BUR, A RUH S A MUN - BUR",
            Kind.RETREATS,
        ),
    ],
)
def test_a_reading_leads_to_another_answer_by_which_it_is_named(name: str, orders: str, expected: Kind) -> None:
    turn, rules = read(orders), rulebook()
    (answer,) = MODELS[name].answers(turn, rules)
    assert difference(answer_by(turn, rules), answer) is expected
    models = models_of(Judgement(turn, rules, answer))
    assert name in models
    assert any(one.name in models for one in readings())


def test_what_cannot_be_is_no_answer() -> None:
    """Two attacks that both succeed: the own rule is refused, and the model has nothing to say."""
    all_win = rule(attack_strength=lambda _, __: 9, prevent_strength=lambda _, __: 0)
    turn = read("FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR")
    assert list(Fault("all-win", "none", "every attack succeeds", all_win).answers(turn, rulebook())) == []


def test_a_changed_board_is_made_once() -> None:
    def nothing(_: object) -> None:
        pass

    board = load_board()
    assert changed_board(board, nothing) is changed_board(board, nothing) is not board
    assert board.data["name"] == board.name


def test_the_name_of_a_fault_follows_from_all_that_differs() -> None:
    """Any attack disrupts: in what is left of a turn the fleet is foreign, too, but without the attack it convoys."""
    fault, foreign = MODELS["disrupted-by-an-attack"], "foreign-fleets-do-not-convoy"
    peer = Standin(lambda _, question, answer: next(fault.answers(question, rulebook()), answer))
    (case,) = [case for case in library() if case.id == "datc-6.F.4"]
    judged = asked(case.questions[0], peer, case.rules)
    assert isinstance(judged, Judgement)
    finding = found(judged, peer)
    assert finding
    assert list(MODELS).index(foreign) < list(MODELS).index(fault.name)
    assert finding.models[foreign] < finding.models[fault.name] == 2
    named = recognized(readings(), finding)
    assert named
    assert named.name == fault.name
    # what is seen of other turns counts as well
    named = recognized(readings(), finding, led={foreign: 9, fault.name: 5})
    assert named
    assert named.name == foreign
