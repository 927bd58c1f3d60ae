"""The fault models: each is shown by a case, and named for a program that has it."""

from __future__ import annotations

import re

import pytest

from standoff.cases.origins import read
from standoff.peers.adapters.peer import PeerAnswer
from standoff.peers.comparing.catalog import Attribution, catalog, models_without_entry
from standoff.peers.comparing.causes import Attributor
from standoff.peers.comparing.evidence import Evidence
from standoff.peers.comparing.fault_kinds import Fault, on_board, rule
from standoff.peers.comparing.fault_values import FAULTS, MODELS, models_of
from standoff.peers.comparing.findings import found
from standoff.peers.comparing.judgement import AGREEING_KINDS, Judgement, answer_by, difference, judgement_of
from standoff.peers.score.questions import questions
from standoff.solver import Hold, rulebook
from standoff.turn.turn import Turn
from tests.helpers.paths import DOCS
from tests.helpers.standin import Standin


@pytest.mark.slow
def test_each_reading_is_shown_by_the_case_that_the_page_names() -> None:
    """Units or retreats differ there."""
    page = (DOCS / "generated" / "fault-models.md").read_text(encoding="utf-8")
    named = dict(re.findall(r"^\|.*\| `([a-z-]+)` \|.*\| `(\S+)` \|$", page, re.MULTILINE))
    assert named.keys() == {one.name for one in FAULTS}
    by_id = {case.id: case for case in questions()}
    for fault in FAULTS:
        case = by_id[named[fault.name]]
        answers = [(q, answer) for q in case.questions for answer in fault.answers(q, case.rules)]
        assert any(difference(answer_by(q, case.rules), answer) not in AGREEING_KINDS for q, answer in answers), (
            fault.name
        )


def test_each_reading_has_a_name_of_its_own_and_is_an_entry() -> None:
    names = [one.name for one in FAULTS]
    assert len(set(names)) == len(names) >= 60
    assert {one.name for one in models_without_entry()} == set(names) - {one.name for one in catalog()}
    assert all(one.elsewhere and not one.found for one in models_without_entry())
    assert {one.attribution for one in models_without_entry()} == {Attribution.FAULT}


def test_what_cannot_be_is_no_answer() -> None:
    """Two attacks that both succeed: the house rule is refused, and the model gives no answer."""
    all_win = rule(attack_strength=lambda _, __: 9, prevent_strength=lambda _, __: 0)
    turn = read("FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR")
    assert list(Fault("all-win", "none", "every attack succeeds", all_win).answers(turn, rulebook())) == []


def test_a_board_is_changed_once_and_stays_what_it_is() -> None:
    changed: list[object] = []
    turn = read("FRANCE: A PAR - BUR")
    before = turn.board.data
    model = on_board(changed.append)
    for _ in range(2):
        (answer,) = model(turn, rulebook())
        assert answer == answer_by(turn, rulebook())
    assert (len(changed), turn.board.data) == (1, before)


def test_the_name_of_a_fault_follows_from_all_that_the_program_answers() -> None:
    """Any attack disrupts: in the reduced turn, the fleet is foreign, too, but it convoys without the attack."""
    fault, foreign = MODELS["disrupted-by-an-attack"], "foreign-fleets-do-not-convoy"
    peer = Standin(lambda _, question, answer: next(fault.answers(question, rulebook()), answer))
    (case,) = [case for case in questions() if case.id == "datc-6.F.4"]
    judged = judgement_of(case.questions[0], peer, case.rules)
    assert isinstance(judged, Judgement)
    finding = found(judged, peer)
    assert finding
    assert {foreign, fault.name} <= {*models_of(finding.judgement(case.rules))}
    assert list(MODELS).index(foreign) < list(MODELS).index(fault.name)
    (cause,) = Attributor(Evidence(peer, case.rules), models_without_entry()).causes([finding])
    assert (cause.attribution, cause.name) == (Attribution.FAULT, fault.name)
    # without answers elsewhere, no name is certain
    (cause,) = Attributor(None, models_without_entry()).causes([finding])
    assert cause.attribution is not Attribution.FAULT


def test_a_name_that_other_answers_refute_is_not_given() -> None:
    """Two units of one program that does not know the support: no model, and no name."""

    def silent(_: int, question: Turn, answer: PeerAnswer) -> PeerAnswer:
        orders = tuple(Hold(o.power, o.unit) if str(o) == "F LON S F NTH - ENG" else o for o in question.orders)
        return answer_by(Turn(question.position, orders, board=question.board), rulebook())

    turn = read("ENGLAND: F NTH - ENG, F LON S F NTH - ENG\nFRANCE: F ENG H")
    peer = Standin(silent)
    judged = judgement_of(turn, peer, rulebook())
    assert isinstance(judged, Judgement)
    finding = found(judged, peer)
    assert finding
    (cause,) = Attributor(Evidence(peer, rulebook(), drawn=300), models_without_entry()).causes([finding])
    assert cause.attribution is Attribution.OPEN
    assert cause.remark == "No known fault explains this."
