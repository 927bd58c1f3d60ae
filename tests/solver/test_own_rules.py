"""Rules of one's own, as functions: used like any preset."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Mapping
from itertools import islice

import pytest

from standoff import Order, RulebookError, WrongTypeError, read, rulebook
from standoff.cases.run import start_of
from standoff.map import PhaseType, Position
from standoff.peers.random_turns.generator import questions
from standoff.solver import Convoy, Move, Rulebook, adjudicate, resolutions
from standoff.solver.plain.order_table import table_of
from standoff.solver.plain.own_rules import ConvoyedCut, OpenParadox, check_settled
from tests.helpers.turns import library_cases


def of_1971(cut: ConvoyedCut) -> bool:
    """XII.5 of 1971: it does not cut a support of an attack on a fleet that convoys it."""
    return cut.support.destination is not None and cut.attacked_order in cut.convoys


def of_1982(cut: ConvoyedCut) -> bool:
    """XII.5 of 1982: it does not cut a support of any action in a body of water that holds a convoying fleet."""
    return isinstance(cut.attacked_order, Convoy)


def of_2000(cut: ConvoyedCut) -> Iterable[Convoy] | bool:
    """2000: it does not cut a support of an attack on a fleet that it needs."""
    order = cut.attacked_order
    return [order] if cut.support.destination and isinstance(order, Convoy) and order in cut.convoys else False


def szykman(paradox: OpenParadox) -> Mapping[Order, bool] | None:
    return dict.fromkeys(paradox.convoys, False) or None


AS_PRESETS = [
    (of_1971, "attack-on-own-convoy"),
    (of_1982, "any-action"),
    (of_2000, "attack-on-necessary"),
]
"""Functions that say what an option says."""


def turns() -> Iterable[tuple[Position, tuple[Order, ...]]]:
    for case in library_cases("datc-6.[CFG]*"):
        if case.phases[0].type is PhaseType.MOVEMENT:
            yield start_of(case), tuple(written.order for written in case.phases[0].orders)
    for question in islice(questions(5), 400):
        if question.type is PhaseType.MOVEMENT:
            yield question.position, question.orders


@pytest.mark.slow
@pytest.mark.parametrize(("function", "choice"), AS_PRESETS, ids=[choice for _, choice in AS_PRESETS])
def test_a_function_that_says_what_an_option_says(function: object, choice: str) -> None:
    own = rulebook().with_rule("mine", support_exception=function, settlement=szykman)  # type: ignore[arg-type]
    preset = rulebook(paradox_exception=choice)
    differ = 0
    for position, orders in turns():
        found = adjudicate(position, orders, rules=own)
        wanted = adjudicate(position, orders, rules=preset)
        told = [(r.order, r.success, r.outcome, r.dislodged) for r in found]
        assert told == [(r.order, r.success, r.outcome, r.dislodged) for r in wanted]
        assert found.after == wanted.after
        masks = resolutions(position, orders, rules=own).whole
        assert masks == resolutions(position, orders, rules=preset).whole
        differ += masks != resolutions(position, orders, rules="2023").whole
    assert differ  # some turns do depend on the exception


def test_the_name_stands_wherever_a_choice_does() -> None:
    own = rulebook("1982").with_rule("spare fleets", settlement=szykman, support_exception=lambda _: False)
    assert own.name == "1982 with spare fleets"
    assert own["paradox_exception"] == own["paradox_backup"] == "spare fleets"
    result = read("6.F.14").adjudicate(own)
    assert result.paradoxes[0].settled_by == "spare fleets"
    assert "spare fleets" in result["ENG"].text
    assert read("6.F.14").compare(own).outcomes[0].rulebooks[0] == own.name
    assert len(read("6.F.14").resolutions(own)) == 2  # the 1982 exception is replaced


def test_an_option_takes_the_place_of_an_own_rule() -> None:
    own = rulebook().with_rule("mine", support_exception=of_1982)
    assert own.with_options(paradox_exception="none") == rulebook()
    assert own.with_options(adjacent_convoy="explicit").support_exception is of_1982


def test_what_an_own_settlement_makes_succeed() -> None:
    def army_lands(paradox: OpenParadox) -> dict[Order, bool]:
        return dict.fromkeys(paradox.convoys, True)

    result = read("6.F.14").adjudicate(rulebook().with_rule("the army lands", settlement=army_lands))
    assert [r.success for r in result] == [False, False, False, True]
    assert result["ENG"].outcome == "convoys"
    assert not result.dislodged


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda _: {}, "settles none"),
        (lambda _: "szykman", "answers None or a mapping"),
        (lambda paradox: {paradox.core[0]: 1}, "expected True or False"),
        (lambda paradox: {"A PAR": False}, "which is not open"),
    ],
)
def test_a_settlement_that_makes_no_sense(function: object, message: str) -> None:
    with pytest.raises(RulebookError, match=message):
        read("6.F.14").adjudicate(rulebook().with_rule("mine", settlement=function))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "orders", ["FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR", "FRANCE: A PAR - BUR\nGERMANY: A BUR - PAR"]
)
def test_what_cannot_stand_on_the_board_is_refused(orders: str) -> None:
    given = read(orders)
    turn = table_of(given.board, given.position, given.orders, rulebook().with_rule("mine", settlement=szykman))
    check_settled(turn, 0b01)
    with pytest.raises(RulebookError, match="succeed that cannot both: A PAR - BUR; A"):
        check_settled(turn, 0b11)


@pytest.mark.parametrize("answer", ["yes", None, 3, [5]])
def test_an_exception_that_makes_no_sense(answer: object) -> None:
    own = rulebook().with_rule("mine", support_exception=lambda _: answer)  # type: ignore[arg-type, return-value]
    with pytest.raises(RulebookError, match="rule 'mine'"):
        read("6.F.14").adjudicate(own)


def test_rules_that_are_none() -> None:
    with pytest.raises(RulebookError, match="means something already"):
        rulebook().with_rule("szykman", settlement=szykman)
    with pytest.raises(RulebookError, match="no function"):
        rulebook().with_rule("mine")
    with pytest.raises(WrongTypeError, match="expected a function"):
        rulebook().with_rule("mine", settlement="szykman")  # type: ignore[arg-type]


def test_own_rulebooks_are_values() -> None:
    own = rulebook("2000").with_rule("mine", support_exception=of_1982)
    assert own == rulebook("2000").with_rule("mine", support_exception=of_1982)
    assert own != rulebook("2000").with_rule("mine", support_exception=of_1971)
    assert hash(own) == hash(pickle.loads(pickle.dumps(own)))
    assert eval(repr(own), {"rulebook": rulebook, "of_1982": of_1982}) == own


def test_compiled_code_leaves_own_rules_to_the_plain_engine() -> None:
    batch = pytest.importorskip("standoff.solver.arrays.batch")
    own = rulebook().with_rule("mine", support_exception=of_1982)
    given = [turn for turn in islice(turns(), 60) if turn[0].units]
    for found, (position, orders) in zip(batch.results(given, rules=own), given, strict=True):
        assert found.after == adjudicate(position, orders, rules=own).after
    rows, left_out = batch.encode(given, rules=own)
    outcomes = batch.adjudicate_batch(rows, rules=own)
    encoded = [turn for number, turn in enumerate(given) if number not in left_out]
    for number, (position, orders) in enumerate(encoded):
        found = adjudicate(position, orders, rules=own)
        moved = {r.order.unit.province for r in found if r.success and isinstance(r.order, Move)}
        assert {u.province for u, gone in zip(position.units, outcomes.moved(number), strict=True) if gone} == moved


def test_peers_are_not_asked_about_functions() -> None:
    from standoff.peers.adapters.exchange import unwritable

    question = next(iter(questions(1)))
    own: Rulebook = rulebook().with_rule("mine", settlement=szykman)
    assert unwritable(question, own) == "rule 'mine', which is a function"
