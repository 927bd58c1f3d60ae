"""Reducing questions: small, still different, the same again; their shapes and their case files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count, islice, pairwise
from random import Random

import pytest

from standoff import read
from standoff.cases.course import start_of
from standoff.cases.reading import read_cases
from standoff.cases.run import rulebooks_of, run_case
from standoff.map import ARMY, FLEET, Board, Dislodged, Phase, PhaseType, Position, Unit, load_board
from standoff.peers.comparing.case_text import case_text
from standoff.peers.comparing.fault_values import MODELS
from standoff.peers.comparing.judgement import Kind, answer_by, difference
from standoff.peers.comparing.minimizer import impossible, minimize
from standoff.peers.comparing.question_shape import shape, without_places
from standoff.random_turns import question as random_question, questions
from standoff.solver import (
    Move,
    MovementResult,
    Outcome,
    ParadoxKind,
    PhaseResult,
    Reason,
    Rulebook,
    Support,
    adjudicate_phase,
    rulebook,
)
from standoff.text import read_order
from standoff.turn.turn import Turn

BOARD = load_board()
drawn_once = cache(random_question)
MOVEMENT, RETREAT, ADJUSTMENT = PhaseType.MOVEMENT, PhaseType.RETREAT, PhaseType.ADJUSTMENT


def settled(question: Turn, rules: Rulebook | None = None) -> PhaseResult:
    return adjudicate_phase(question.position, question.orders, rules=rules, board=question.board)


def turn(**orders: str) -> Turn:
    """Return a movement phase from the orders of each power, separated by commas."""
    return read("\n".join(f"{power}: {texts}" for power, texts in orders.items()))


def first(kind: PhaseType, differs: Callable[[Turn], bool], least: int = 0, seed: int = 5) -> Turn:
    """Return the first drawn question of a kind that differs and has at least so many units."""
    for number in count():
        question = drawn_once(seed, number)
        if question.type is kind and len(question.position.units) >= least and differs(question):
            return question
    raise AssertionError


def any_cut(question: Turn) -> bool:
    return any(order_result.outcome is Outcome.CUT for order_result in settled(question))


def paradox(question: Turn) -> bool:
    result = settled(question)
    assert isinstance(result, MovementResult)
    return any(one.kind is ParadoxKind.CONVOY for one in result.solution.paradoxes)


def between(**options: str) -> Callable[[Turn], bool]:
    """Return the difference between the 2023 rules and these with another choice: a peer that is wrong in one rule."""
    right, wrong = rulebook(), rulebook(**options)

    def outcome(question: Turn, rules: Rulebook) -> tuple[object, ...]:
        result = settled(question, rules)
        retreats = result.retreats if isinstance(result, MovementResult) else {}
        return [(order_result.outcome, order_result.dislodged) for order_result in result], result.after, retreats

    return lambda question: outcome(question, right) != outcome(question, wrong)


# -- the smallest cases are known -------------------------------------------------------------------

CUT_IN_A_MOVE = "movement:\n1 a - c\n1 b - d\n2 c S b - d"
CUT_IN_HOLDING = "movement:\n1 a\n1 b - c\n2 c S a"


def test_thirty_units_with_a_cut_support_become_three() -> None:
    question = first(MOVEMENT, any_cut, 30)
    smallest = minimize(question, any_cut)
    assert any_cut(smallest)
    assert len(smallest.position.units) == 3
    assert shape(smallest) in (CUT_IN_A_MOVE, CUT_IN_HOLDING)


@pytest.mark.slow
def test_thirty_units_with_a_convoy_paradox_become_four() -> None:
    shapes: list[str] = []
    for number in range(3):
        smallest = minimize(first(MOVEMENT, paradox, 30, seed=20 + number), paradox)
        assert paradox(smallest)
        # at most two fleets that are attacked by way of each other, or a route that the board does not let be shorter
        assert 4 <= len(smallest.position.units) <= 6
        shapes.append(shape(smallest))
    # an attack on the convoying fleet, supported by the fleet where the army lands
    assert "movement:\n1 a - b\n1 c S a - b\n2 b C <d - >c\n2 d ~ c" in shapes


def movements(seed: int) -> list[Turn]:
    drawn = islice(questions(seed), 400)
    return [question for question in drawn if question.type is MOVEMENT]


def test_retreats_that_bounce_become_two_dislodged_units_and_their_attackers() -> None:
    def bounces(question: Turn) -> bool:
        return any(order_result.outcome is Outcome.BOUNCES for order_result in settled(question))

    smallest = minimize(first(RETREAT, bounces, 6), bounces)
    assert bounces(smallest)
    assert (len(smallest.position.dislodged), len(smallest.position.units), len(smallest.orders)) == (2, 2, 2)
    assert {d.unit.province for d in smallest.position.dislodged} == {u.province for u in smallest.position.units}
    assert smallest.position.contested == frozenset()


def test_a_winter_becomes_one_power() -> None:
    def removed(question: Turn) -> bool:
        return any(order_result.reason is Reason.REMOVED for order_result in settled(question))

    smallest = minimize(first(ADJUSTMENT, removed, 10), removed)
    assert removed(smallest)
    assert (len(smallest.position.units), len(smallest.orders)) == (1, 0)
    assert not any(smallest.position.centers.values())

    def surplus(question: Turn) -> bool:
        return any(
            order_result.outcome is Outcome.SURPLUS and str(order_result.order) != "WAIVE"
            for order_result in settled(question)
        )

    smallest = minimize(first(ADJUSTMENT, surplus, 10), surplus)
    assert surplus(smallest)
    assert len(smallest.orders) <= 2
    assert len({order.power for order in smallest.orders}) == 1


# -- what holds for every one -----------------------------------------------------------------------


@pytest.mark.slow
def test_the_result_differs_is_possible_and_cannot_be_reduced_again() -> None:
    reduced = 0
    for differs in (any_cut, paradox, between(adjacent_convoy="explicit")):
        for question in islice(filter(differs, movements(7)), 2):
            smallest = minimize(question, differs)
            smallest.position.check(BOARD)
            assert differs(smallest)
            assert minimize(smallest, differs) == smallest
            assert nothing_can_be_left_out(smallest, differs)
            reduced += len(smallest.position.units) < len(question.position.units)
    assert reduced > 4


def nothing_can_be_left_out(smallest: Turn, differs: Callable[[Turn], bool]) -> bool:
    """Return whether neither an order nor a unit can be dropped, independently of the minimizer."""
    position = smallest.position
    for number in range(len(smallest.orders)):
        if differs(replace(smallest, orders=smallest.orders[:number] + smallest.orders[number + 1 :])):
            return False
    for gone in position.units:
        units = tuple(one for one in position.units if one is not gone)
        orders = tuple(order for order in smallest.orders if gone.province not in _units_named(str(order)))
        if differs(replace(smallest, position=replace(position, units=units), orders=orders)):
            return False
    return True


def _units_named(order: str) -> set[str]:
    """Return the provinces after an A or F in an order, in the notation of the `diplomacy` package."""
    words = order.split()
    return {place[:3] for letter, place in pairwise(words) if letter in ("A", "F")}


def test_each_question_is_asked_once_and_not_more_than_allowed() -> None:
    question = first(MOVEMENT, any_cut, 20)
    calls: list[str] = []

    def differs(one: Turn) -> bool:
        calls.append(repr((one.position, one.orders)))
        return any_cut(one)

    whole = minimize(question, differs)
    assert len(calls) == len(set(calls)) < 300
    calls.clear()
    part = minimize(question, differs, max_questions=8)
    assert len(calls) == 9  # the question itself, to begin with
    assert any_cut(part)
    assert len(whole.orders) < len(part.orders) < len(question.orders)


@pytest.mark.slow
def test_every_question_tried_is_possible_whatever_differs() -> None:
    """With a difference at random, the search tries everything: nothing impossible is ever asked."""
    tried = 0
    for number in range(40):
        start = random_question(12, number)
        chance = Random(number)

        def differs(question: Turn, start: Turn = start, chance: Random = chance) -> bool:
            nonlocal tried
            tried += 1
            position = question.position
            position.check(BOARD)
            standing = {one.province for one in position.units} | {d.unit.province for d in position.dislodged}
            powers = {one.power for one in position.units} | {d.unit.power for d in position.dislodged}
            assert position.phase == start.position.phase
            assert len(question.orders) <= len(start.orders)
            assert {order.power for order in question.orders} <= powers | set(position.centers)
            if question.type is not ADJUSTMENT:
                assert all(_units_named(str(order)) <= standing for order in question.orders)
            # who dislodged a unit stands there while that unit waits
            assert all(d.unit.province in {one.province for one in position.units} for d in position.dislodged)
            assert impossible(question) <= impossible(start)
            settled(question)
            return question is start or chance.random() < 0.3

        minimize(start, differs, max_questions=150)
    assert tried > 800


def supports(question: Turn) -> int:
    return sum(isinstance(order, Support) for order in question.orders)


def standing(question: Turn) -> set[str]:
    return {unit.province for unit in question.position.units}


@pytest.mark.parametrize(
    ("question", "differs", "smallest"),
    [
        ({"FRANCE": "A PAR - PIC"}, lambda one: standing(one) == {"PAR"}, (1, 1, [[]])),
        (  # neither Burgundy nor Ruhr can go alone
            {"FRANCE": "A BUR H, A PAR H, A RUH H, A MAR H"},
            lambda one: standing(one) >= {"PAR", "MAR"} and len(standing(one) & {"BUR", "RUH"}) != 1,
            (2, 1, [[]]),
        ),
        (  # one unit may be supported twice
            {"FRANCE": "A PAR H, A MAR H, A BRE S A PAR, A GAS S A MAR"},
            lambda one: supports(one) == 2,
            (3, 1, [[f"A {one} S A {at}" for one in ("BRE", "GAS")] for at in ("PAR", "MAR")]),
        ),
        (
            {"ENGLAND": "A LON - BRE, F ENG C A LON - BRE"},
            lambda one: any(isinstance(each.order, Move) and each.success for each in settled(one)),
            (1, 1, [[f"A {beside} - BRE"] for beside in ("GAS", "PAR", "PIC")]),
        ),
        (
            {power: f"A {place} H, F {sea} H, F {other} H" for power, place, sea, other in (
                ("ENGLAND", "YOR", "NTH", "ENG"), ("FRANCE", "PAR", "BRE", "MAO"), ("ITALY", "ROM", "NAP", "ION"),
                ("TURKEY", "SMY", "CON", "AEG"), ("RUSSIA", "MOS", "SEV", "BLA"),
            )},
            lambda one: len(one.position.units) == 15,
            (15, 1, [[]]),
        ),
    ],
    ids=["an order", "two units", "a unit for another", "a convoy", "powers"],
)  # fmt: skip
def test_each_way_to_something_smaller_is_tried(
    question: dict[str, str], differs: Callable[[Turn], bool], smallest: tuple[int, int, list[list[str]]]
) -> None:
    found = minimize(turn(**question), differs)
    units = found.position.units
    assert (len(units), len({unit.power for unit in units})) == smallest[:2]
    assert [str(order) for order in found.orders] in smallest[2]


def test_what_does_not_differ_is_not_minimized() -> None:
    with pytest.raises(ValueError, match="there is no difference to reduce"):
        minimize(turn(FRANCE="A PAR - BUR"), any_cut)


def test_fewer_powers_and_plainer_orders() -> None:
    def arrives(question: Turn) -> bool:
        return any(order_result.success and order_result.order.unit.type == "F" for order_result in settled(question))  # type: ignore[union-attr]

    def moves(question: Turn) -> bool:
        return any(isinstance(order_result.order, Move) and order_result.success for order_result in settled(question))

    question = turn(
        ENGLAND="F WAL S A LON - BRE, A LON - BRE VIA", FRANCE="F ENG C A LON - BRE", TURKEY="F SPA/SC - MAR"
    )
    smallest = minimize(question, moves)
    assert [str(order) for order in smallest.orders] in (["A SPA - MAR"], ["A PIC - BRE"])
    smallest = minimize(question, lambda one: moves(one) and arrives(one) and len(one.position.units) == 4)
    assert len({one.power for one in smallest.position.units}) == 1
    assert not any(isinstance(order, Move) and order.via_convoy for order in smallest.orders)


# -- shapes -----------------------------------------------------------------------------------------


def test_the_same_difference_elsewhere_has_the_same_shape() -> None:
    here = turn(ENGLAND="F LON S F WAL - ENG, F WAL - ENG", FRANCE="A BRE - LON, F ENG C A BRE - LON")
    there = turn(ITALY="A TUN - NAP, F TYS C A TUN - NAP", TURKEY="F ROM - TYS, F NAP S F ROM - TYS")
    assert shape(here) == shape(there)
    # the support aims at another sea, comes from another power, goes to a hold
    for other in (
        turn(ENGLAND="F LON S F WAL - ENG, F WAL - ENG", FRANCE="A BEL - LON, F NTH C A BEL - LON"),
        turn(FRANCE="F LON S F WAL - ENG, A BRE - LON, F ENG C A BRE - LON", ENGLAND="F WAL - ENG"),
        turn(ENGLAND="F LON S F ENG, F WAL - ENG", FRANCE="A BRE - LON, F ENG C A BRE - LON"),
        turn(ENGLAND="F LON S F WAL - ENG, F WAL - ENG", FRANCE="A BRE - LON VIA, F ENG C A BRE - LON"),
    ):
        assert shape(other) != shape(here)


def test_chains_and_alternative_routes_have_different_shapes() -> None:
    chain = turn(ENGLAND="A LON - NWY, F ENG C A LON - NWY, F NTH C A LON - NWY")
    routes = turn(ENGLAND="A LON - BEL, F ENG C A LON - BEL, F NTH C A LON - BEL")
    again = turn(ENGLAND="A YOR - HOL, F NTH C A YOR - HOL, F HEL C A YOR - HOL")
    assert len({shape(chain), shape(routes), shape(again)}) == 3


def test_a_shape_does_not_depend_on_powers_order_or_writing() -> None:
    powers = list(BOARD.powers)
    for number in range(150):
        question = random_question(8, number)
        chance = Random(number)
        if question.type is ADJUSTMENT or len(question.position.units) > 12:
            continue
        renamed = dict(zip(powers, chance.sample(powers, len(powers)), strict=True))
        units = [replace(one, power=renamed[one.power]) for one in question.position.units]
        out = [replace(d, unit=replace(d.unit, power=renamed[d.unit.power])) for d in question.position.dislodged]
        orders = [replace(order, power=renamed[order.power]) for order in question.orders]
        for things in (units, out, orders):
            chance.shuffle(things)  # type: ignore[arg-type]
        position = replace(question.position, units=tuple(units), dislodged=tuple(out))
        assert shape(Turn(position, tuple(orders), board=BOARD)) == shape(question), number


def test_what_can_come_about_in_no_game_is_told() -> None:
    board = load_board()
    unit, phase = Unit(FLEET, "HOL", "GERMANY"), Phase("F", 1901, PhaseType.RETREAT)
    for attacker, origin, by_convoy, fault in (
        (Unit(ARMY, "HOL", "FRANCE"), "NTH", False, "A HOL cannot have come from NTH"),
        (Unit(ARMY, "HOL", "FRANCE"), "YOR", False, "A HOL cannot have come from YOR"),
        (Unit(ARMY, "HOL", "FRANCE"), "YOR", True, None),
        (Unit(ARMY, "HOL", "FRANCE"), "BEL", False, None),
        (Unit(FLEET, "HOL", "FRANCE"), "NTH", False, None),
        (Unit(FLEET, "HOL", "FRANCE"), "YOR", False, "F HOL cannot have come from YOR"),
        (Unit(ARMY, "HOL", "GERMANY"), "BEL", False, "F HOL was dislodged by its own power"),
    ):
        position = Position((attacker,), dislodged=(Dislodged(unit, origin, by_convoy),), phase=phase)
        assert impossible(Turn(position, (), board=board)) == ({fault} if fault else set())


def test_retreats_and_winters_have_shapes() -> None:
    def retreat(attacker: str, origin: str, place: str, goal: str, power: str) -> Turn:
        out = Dislodged(Unit(ARMY, place, power), origin)
        phase = Phase("S", 1901, RETREAT)
        position = Position(units=(Unit(ARMY, place, attacker),), dislodged=(out,), phase=phase)
        return Turn(position, (read_order(f"A {place} R {goal}", power, BOARD),), board=BOARD)

    def winter(power: str, homes: str, build: str) -> Turn:
        phase = Phase("W", 1901, ADJUSTMENT)
        position = Position(centers={power: tuple(homes.split())}, phase=phase)
        return Turn(position, (read_order(build, power, BOARD),), board=BOARD)

    for one, same, other in (
        (
            retreat("GERMANY", "MUN", "BUR", "PAR", "FRANCE"),
            retreat("RUSSIA", "UKR", "GAL", "VIE", "AUSTRIA"),
            retreat("GERMANY", "MUN", "BUR", "MUN", "FRANCE"),
        ),
        (winter("FRANCE", "PAR", "A PAR B"), winter("ITALY", "ROM", "A ROM B"), winter("FRANCE", "PAR", "A MAR B")),
    ):
        assert shape(one) != shape(same)  # of one unit or two, the shape says where they are
        assert without_places(shape(one)) == without_places(shape(same)) != without_places(shape(other))


# -- case files -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("rules", [rulebook(), rulebook("1971"), rulebook("2000", adjacent_convoy="explicit")])
def test_case_files_read_back_and_pass(rules: Rulebook) -> None:
    for number in range(20):
        question = random_question(11, number)
        text = case_text(question, id=f"drawn-{number}", title="A drawn turn", rules=rules, notes=["Found at random."])
        (case,) = read_cases(text, "drawn")
        assert (case.id, case.title, case.notes[0]) == (f"drawn-{number}", "A drawn turn", "Found at random.")
        assert len(case.notes) > len(question.orders)
        assert start_of(case).units == question.position.units
        assert start_of(case).dislodged == question.position.dislodged
        assert [written.order for written in case.phases[0].orders] == list(question.orders)
        ((case_rules, label),) = rulebooks_of(case)
        assert dict(case_rules) == dict(rules)
        report = run_case(case, case_rules, label)
        assert report.passed, (text, report.differences)


def test_a_case_file_says_why() -> None:
    question = turn(ENGLAND="F LON S F WAL - ENG, F WAL - ENG", FRANCE="A BRE - LON, F ENG C A BRE - LON")
    text = case_text(
        question, id="peer 1", title="landing #1\non a supporter", rules=rulebook(), notes=["two\nlines # one"]
    )
    assert text.startswith("case peer-1\ntitle: landing no. 1 on a supporter\nrules: 2023\nnote: two lines no. one\n")
    assert "note: France: F ENG C A BRE - LON: disrupted, dislodged; Szykman rule: the convoy fails [DATC 4.A.2" in text
    assert "\nPARADOX: convoy; core ENG, LON, WAL; 2 resolutions; szykman\n" in text


def test_other_boards_are_named(board: Board) -> None:
    other = load_board("czech1962")
    question = next(one for one in questions(2, board=other) if one.orders)
    text = case_text(question, id="x", title="x", rules=rulebook("czech1962"))
    (case,) = read_cases(text, "x")
    assert case.board is other
    assert case.board is not board
    assert all(run_case(case, rules, label).passed for rules, label in rulebooks_of(case))


def test_units_are_merged_where_nothing_can_be_left_out() -> None:
    """Two attacks on Picardy, each of which needs the other: one is enough if it also does the other's part."""
    drawn = turn(
        AUSTRIA="A PAR - PIC, A BUR S A PAR - PIC", FRANCE="A BEL - PIC, A BRE S A BEL - PIC",
        TURKEY="A PIC - BEL, A RUH S A PIC - BEL",
    )  # fmt: skip

    def differs(question: Turn) -> bool:
        right = answer_by(question, rulebook())
        wrong = MODELS["no-support-defends"].answers(question, rulebook())
        return any(difference(right, answer) is Kind.POSITION for answer in wrong)

    assert differs(drawn)
    assert len(minimize(drawn, differs).position.units) == 4
