"""Cards of adjudicators of which it is known beforehand what a fair card says."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from standoff.map import PhaseType
from standoff.peers.adapters import open_peer
from standoff.peers.adapters.exchange import object_of, request_of, unwritable
from standoff.peers.adapters.peer import HANGS, Answer, PeerError
from standoff.peers.crosscheck.catalog import Attribution, known_differences, recognized
from standoff.peers.crosscheck.differences import Kind, difference, leaning
from standoff.peers.crosscheck.fault_models import models_shown
from standoff.peers.crosscheck.findings import found
from standoff.peers.crosscheck.question_shape import units_in, without_places
from standoff.peers.score.card import Card, Mark, score_card
from standoff.peers.score.outputs import markdown
from standoff.peers.score.questions import AskedCase
from standoff.solver import PRESETS, Convoy, Move, Rulebook, rulebook
from standoff.turn.turn import Turn
from tests.peers.conftest import answer_by, library
from tests.peers.test_crosscheck import Standin

pytestmark = pytest.mark.usefixtures("answered_once")


def nothing_moves(_: int, question: Turn, __: Answer) -> Answer:
    """Leave everything as it is: no unit moves, retreats, is built or removed."""
    return Answer(frozenset(question.position.units), {} if question.type is PhaseType.MOVEMENT else None)


def without_convoys(_: int, question: Turn, __: Answer) -> Answer:
    """Take no notice of orders to convoy: their fleets hold."""
    orders = tuple(order for order in question.orders if not isinstance(order, Convoy))
    return replace(answer_by(replace(question, orders=orders), rulebook()), success=None)


def no_fleet_convoys_twice(_: int, question: Turn, answer: Answer) -> Answer:
    """Know convoys by one fleet only: chains carry nobody."""
    convoyed = [order.convoyed for order in question.orders if isinstance(order, Convoy)]
    orders = tuple(
        order for order in question.orders if not (isinstance(order, Convoy) and convoyed.count(order.convoyed) > 1)
    )
    return replace(answer_by(replace(question, orders=orders), rulebook()), success=None)


FAULTY: dict[str, Callable[[int, Turn, Answer], Answer]] = {
    "nothing moves": nothing_moves,
    "without convoys": without_convoys,
    "no chains of fleets": no_fleet_convoys_twice,
}
"""Adjudicators that make no choice: whatever they do otherwise is wrong."""


WHOLE = ("2023", "webdiplomacy")
"""The presets whose programs are asked the whole library; the others the cases of the DATC, which takes a third."""


@cache
def card_of(fault: str) -> Card:
    return score_card(Standin(FAULTY[fault]), suites=("datc",), most_tries=0)


@cache
def card_under(preset: str, *suites: str, **options: str) -> Card:
    return score_card(Standin(preset=preset, **options), suites=suites, most_tries=0)


def right(case: AskedCase, answer: Callable[[Turn], Answer]) -> bool:
    """Tell whether in each phase units and retreats are those of the rulebook of the case."""
    return all(
        difference(answer_by(question, case.rules), answer(question)) in (None, Kind.ORDERS)
        for question in case.questions
    )


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTY)
def test_what_no_choice_explains_is_failed(fault: str) -> None:
    """Where its units or retreats are not those of the case; nothing else is, and no case is excused."""
    card = card_of(fault)
    wrong = FAULTY[fault]
    for score in card.scores:
        good = right(score.asked, lambda question: wrong(0, question, answer_by(question, rulebook())))
        if score.asked.rules == rulebook():  # else it cannot know which rulebook the case is about
            assert score.mark is (Mark.PASSED if good else Mark.FAILED), (score.asked.id, score.why)
        elif not good:
            assert score.mark is not Mark.PASSED
    assert card.count(Mark.CHOICE, "datc") == 0


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["nothing moves", "without convoys"])
def test_no_rulebook_is_named_that_does_not_fit(fault: str) -> None:
    assert card_of(fault).follows.rules is None


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_a_program_that_follows_a_rulebook_fails_nothing(preset: str) -> None:
    """A case is passed if its own rulebook says the same; else the choice is named, with nothing against it."""
    rules: Rulebook = rulebook(preset)
    card = card_under(preset, *(() if preset in WHOLE else ("datc",)))
    assert card.count(Mark.FAILED) == 0
    for score in card.scores:
        good = right(score.asked, lambda question: answer_by(question, rules))
        assert score.mark is (Mark.PASSED if good else Mark.CHOICE), (score.asked.id, score.why)
    follows = card.follows
    assert follows.rules is not None
    assert follows.fits == follows.phases
    for score in card.scores:
        for question in score.asked.questions:
            assert answer_by(question, follows.rules).units == answer_by(question, rules).units
    assert all(weight.with_choice and not weight.against for weight in card.choices().values())


@pytest.mark.slow
def test_all_hold_is_a_choice_in_the_paradoxes_and_nowhere_else() -> None:
    card = card_under("2023", "datc", paradox_backup="all-hold")
    chosen = {score.asked.id for score in card.scores if score.mark is Mark.CHOICE and score.asked.suite == "datc"}
    assert {"datc-6.F.14", "datc-6.F.15", "datc-6.F.22"} <= chosen
    assert chosen <= {case.id for case in library() if case.section in ("6.F", "6.G", "4.A")}
    assert card.count(Mark.FAILED) == 0
    assert set(card.choices()) >= {"paradox_backup=all-hold"}


# -- what a program says of itself ------------------------------------------------------------------


@pytest.mark.slow
def test_what_differs_from_the_rulebook_claimed_is_failed() -> None:
    """Whatever the rulebook of the case says; what both say is passed, what only the claim says a choice."""
    claim = rulebook("2000")
    peer = Standin(preset="2000", adjacent_convoy="explicit")
    card = score_card(peer, suites=("datc",), claims=claim, most_tries=0)
    assert (card.follows.rules, card.follows.claimed) == (claim, True)
    for score in card.scores:
        as_claimed = right(replace(score.asked, rules=claim), lambda question: answer_by(question, peer.own))
        passed = right(score.asked, lambda question: answer_by(question, peer.own))
        expected = Mark.FAILED if not as_claimed else Mark.PASSED if passed else Mark.CHOICE
        assert score.mark is expected, (score.asked.id, score.why)
    assert {score.asked.id for score in card.scores if score.mark is Mark.FAILED} >= {"datc-6.G.1", "datc-6.G.5"}
    assert "the rulebook that it claims to follow: `2000`; it has" in markdown(card)


@pytest.mark.slow
def test_a_rulebook_named_in_the_answers_is_a_claim() -> None:
    peer = Standin(preset="1982")
    peer.follows = rulebook("1982")  # type: ignore[attr-defined]
    card = score_card(peer, suites=("datc",), most_tries=0)
    assert (card.follows.rules, card.follows.claimed) == (rulebook("1982"), True)
    assert card.count(Mark.FAILED) == 0
    assert card.count(Mark.CHOICE) == 15


@pytest.mark.slow
def test_a_program_that_heeds_the_rulebook_passes_under_each() -> None:
    """Of one that is told a rulebook with the question, none is named but those."""

    class Obedient(Standin):
        told_rules = True

        def answer(self, question: Turn) -> Answer:
            return answer_by(question, self.rules)

    card = score_card(Obedient(), most_tries=0)
    assert card.count(Mark.PASSED) == len(card.scores)
    assert card.follows.heeds
    assert "the rulebook that fits best: the one given with each question; it has" in markdown(card)


@pytest.mark.slow
def test_a_choice_that_explains_a_single_turn_does_not_excuse_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Choices are weighed; that the model of one leads to an answer makes it none."""
    usual = {score.asked.id: score.mark for score in card_of("without convoys").scores}
    monkeypatch.setattr("standoff.peers.score.card.models_shown", lambda *_: ("walks-when-its-convoy-is-disrupted",))
    peer = Standin(without_convoys)
    peer.name, peer.version = "diplomacy", "1.1.2"  # that choice is listed for it alone
    card = score_card(peer, suites=("datc",), most_tries=0)
    assert {score.asked.id: score.mark for score in card.scores} == usual
    assert Mark.FAILED in usual.values()


# -- what is shown ----------------------------------------------------------------------------------


def test_a_hang_is_named_and_asked_once() -> None:
    retreats_asked = 0

    class Hanging(Standin):
        def answer(self, question: Turn) -> Answer:
            nonlocal retreats_asked
            if question.type is PhaseType.RETREAT:
                retreats_asked += 1
                raise PeerError(f"{HANGS} 20 seconds")
            return super().answer(question)

    card = score_card(Hanging(), suites=("datc",), most_tries=20)
    failed = [score for score in card.scores if score.mark is Mark.FAILED]
    assert {score.why for score in failed} == {"it hangs: no answer within 20 seconds"}
    assert [fault.name for fault in card.faults()] == ["it hangs: no answer within … seconds"]
    assert retreats_asked == sum(q.type is PhaseType.RETREAT for score in card.scores for q in score.asked.questions)


def two_faced(_: int, question: Turn, answer: Answer) -> Answer:
    """In turns of three units and more let nothing move; in smaller ones let every move succeed."""
    if question.type is not PhaseType.MOVEMENT:
        return answer
    if len(question.position.units) >= 3:
        return Answer(frozenset(question.position.units), {})
    goes = {order.unit.province: order.destination for order in question.orders if isinstance(order, Move)}
    units = {replace(unit, location=goes.get(unit.province, unit.location)) for unit in question.position.units}
    return Answer(frozenset(units), {})


def test_a_difference_does_not_turn_into_its_opposite() -> None:
    """What standoff carries out and the peer does not never becomes what the peer carries out and standoff does not."""
    peer = Standin(two_faced)
    (case,) = [case for case in library() if case.id == "datc-6.G.20"]
    (question,) = case.questions
    first = leaning(question, case.rules, peer.answer(question), Kind.POSITION)
    assert {entry[1:] for entry in first} <= {("goes", "stays"), ("dislodged", "stays")}
    reduced = found(0, case.id, question, peer, case.rules)
    assert reduced is not None
    assert reduced.units == 3
    smallest = reduced.question
    left = leaning(smallest, case.rules, peer.answer(smallest), Kind.POSITION)
    assert {entry[1:] for entry in left} <= {("goes", "stays"), ("dislodged", "stays")}


@pytest.mark.slow
def test_failures_are_grouped_by_sign_and_shape_each_with_a_smallest_turn() -> None:
    card = score_card(Standin(without_convoys), suites=("separating",), most_tries=60)
    groups = card.faults()
    assert len({fault.name for fault in groups}) == len(groups) > 2
    shapes = {(one.kind, one.symptom, without_places(one.shape)) for fault in groups if (one := fault.smallest)}
    assert len(shapes) == len([fault for fault in groups if fault.smallest])
    for fault in groups:
        assert fault.entry or len({score.group for score in fault.scores}) == 1
        assert all(
            fault.smallest and score.finding and fault.smallest.units <= score.finding.units for score in fault.scores
        )


def no_foreign_defense(_: int, question: Turn, answer: Answer) -> Answer:
    """In a head-to-head battle let a support given by the opponent's power not count for the defense (DATC 5.B.7)."""
    (case,) = [one for one in library() if one.id == "separating-fault-foreign-support-does-not-defend"]
    if (
        set(question.position.units) != set(case.questions[0].position.units)
        or question.orders != case.questions[0].orders
    ):
        return answer
    beaten = next(unit for unit in answer.units if str(unit) == "A PIE")
    winner = next(unit for unit in answer.units if str(unit) == "A MAR")
    return Answer(
        answer.units - {beaten, winner} | {replace(winner, location="PIE")}, {beaten: frozenset({"TYR", "VEN"})}
    )


def test_a_fault_has_the_same_name_in_every_program() -> None:
    """Found in the package `diplomacy`, it is recognized in a program that nobody has looked at."""
    (case,) = [one for one in library() if one.id == "separating-fault-foreign-support-does-not-defend"]
    peer = Standin(no_foreign_defense)
    entries = known_differences(peer.name, peer.version)
    finding = found(0, case.id, case.questions[0], peer, case.rules)
    assert finding is not None
    entry = recognized(entries, finding, models=models_shown(finding, case.rules))
    assert entry is not None
    assert (entry.name, entry.elsewhere) == ("foreign-support-does-not-defend", True)
    assert entry.attribution is Attribution.FAULT
    assert (
        recognized(entries, finding, "attack_on_own=void", (), models_shown(finding, case.rules)) is None
    )  # a choice that holds elsewhere goes before it
    mere_words = [one for one in entries if one.attribution is not Attribution.FAULT]
    assert mere_words == []
    own = known_differences("diplomacy", "1.1.2")
    assert not any(one.elsewhere for one in own if "diplomacy" in one.found)


@pytest.mark.slow
def test_what_was_passed_and_is_a_choice_is_worse() -> None:
    card = card_under("2023", "datc", paradox_backup="all-hold")
    before = {score.asked.id: "passed" for score in card.scores if score.asked.suite == "datc"}
    worse = card.worse_than(before)
    assert {one.asked.id for one, was in worse if was == "passed"} == {
        score.asked.id for score in card.scores if score.mark is Mark.CHOICE and score.asked.suite == "datc"
    }
    assert not card.worse_than(dict.fromkeys(before, "choice"))


@pytest.mark.slow
def test_recorded_failures_are_shown_by_the_smallest_that_is_recorded(tmp_path: Path) -> None:
    """Another record that shows the same takes the place of a larger one; nothing else can be asked."""
    peer = Standin(without_convoys)
    lines = [
        json.dumps({"request": request_of(question, case.rules), "answer": object_of(question, peer.answer(question))})
        for case in library()
        if case.suite in ("datc", "separating")
        for question in case.questions
        if unwritable(question, case.rules) is None and case.section != "6.H"
    ]
    lines += [
        json.dumps({"request": request_of(question, case.rules), "answer": {"cannot": "no retreats"}})
        for case in library()
        if case.suite == "datc" and case.section == "6.H"
        for question in case.questions
    ]
    (tmp_path / "recorded.jsonl").write_text("\n".join(lines), encoding="utf-8")
    card = score_card(open_peer(f"folder:{tmp_path}"), suites=("datc",))
    assert card.count(Mark.CANNOT, "datc", "6.H") == len(
        [case for case in library() if case.section == "6.H" and case.suite == "datc"]
    )
    sizes = {
        score.asked.id: (units_in(score.question), score.finding.units)
        for score in card.scores
        if score.question and score.finding
    }
    assert any(smaller < whole for whole, smaller in sizes.values())
    assert all(smaller <= whole for whole, smaller in sizes.values())
