"""Reducing questions: small, still different, the same again; their shapes and their case files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count, islice, pairwise
from random import Random

import pytest

from standoff import read
from standoff.cases.read import read_cases
from standoff.cases.run import rulebooks_of, run_case, start_of
from standoff.map import ARMY, FLEET, Board, Dislodged, Phase, PhaseType, Position, Unit, load_board
from standoff.peers.crosscheck.case_text import case_text
from standoff.peers.crosscheck.minimizer import impossible, minimize
from standoff.peers.crosscheck.question_shape import pattern as shape
from standoff.peers.random_turns.generator import question, questions
from standoff.solver import (
    Move,
    MovementResult,
    Outcome,
    ParadoxKind,
    PhaseResult,
    Reason,
    Retreat,
    Rulebook,
    adjudicate_phase,
    rulebook,
)
from standoff.text.reading import read_order
from standoff.turn.turn import Turn

BOARD = load_board()
drawn_once = cache(question)
MOVEMENT, RETREAT, ADJUSTMENT = PhaseType.MOVEMENT, PhaseType.RETREAT, PhaseType.ADJUSTMENT


def settled(asked: Turn, rules: Rulebook | None = None) -> PhaseResult:
    return adjudicate_phase(asked.position, asked.orders, rules=rules, board=asked.board)


def turn(**orders: str) -> Turn:
    """Return a movement phase from the orders of each power, separated by commas."""
    return read("\n".join(f"{power}: {texts}" for power, texts in orders.items()))


def first(kind: PhaseType, differs: Callable[[Turn], bool], least: int = 0, seed: int = 5) -> Turn:
    """Return the first drawn question of a kind that differs and has at least so many units."""
    for number in count():
        asked = drawn_once(seed, number)
        if asked.type is kind and len(asked.position.units) >= least and differs(asked):
            return asked
    raise AssertionError


def any_cut(asked: Turn) -> bool:
    return any(found.outcome is Outcome.CUT for found in settled(asked))


def paradox(asked: Turn) -> bool:
    result = settled(asked)
    assert isinstance(result, MovementResult)
    return any(one.kind is ParadoxKind.CONVOY for one in result.solution.paradoxes)


def between(**options: str) -> Callable[[Turn], bool]:
    """Return the difference between the 2023 rules and these with another choice: a peer that is wrong in one rule."""
    right, wrong = rulebook(), rulebook(**options)

    def outcome(asked: Turn, rules: Rulebook) -> tuple[object, ...]:
        result = settled(asked, rules)
        retreats = result.retreats if isinstance(result, MovementResult) else {}
        return [(found.outcome, found.dislodged) for found in result], result.after, retreats

    return lambda asked: outcome(asked, right) != outcome(asked, wrong)


# -- the smallest cases are known -------------------------------------------------------------------

CUT_IN_A_MOVE = "movement:\n1 a - c\n1 b - d\n2 c S b - d"
CUT_IN_HOLDING = "movement:\n1 a\n1 b - c\n2 c S a"


def test_thirty_units_with_a_cut_support_become_three() -> None:
    asked = first(MOVEMENT, any_cut, 30)
    found = minimize(asked, any_cut)
    assert any_cut(found)
    assert len(found.position.units) == 3
    assert shape(found) in (CUT_IN_A_MOVE, CUT_IN_HOLDING)


@pytest.mark.slow
def test_thirty_units_with_a_convoy_paradox_become_four() -> None:
    shapes: list[str] = []
    for number in range(6):
        found = minimize(first(MOVEMENT, paradox, 30, seed=20 + number), paradox)
        assert paradox(found)
        # at most two fleets that are attacked by way of each other, or a route that the board does not let be shorter
        assert 4 <= len(found.position.units) <= 6
        shapes.append(shape(found))
    # an attack on the convoying fleet, supported by the fleet where the army lands
    assert "movement:\n1 a - b\n1 c S a - b\n2 b C <d - >c\n2 d ~ c" in shapes


@pytest.mark.slow
def test_circular_movement_becomes_three_units_or_an_exchange_by_convoy() -> None:
    def circular(asked: Turn) -> bool:
        result = settled(asked)
        assert isinstance(result, MovementResult)
        return any(one.kind is ParadoxKind.CIRCULAR_MOVEMENT for one in result.solution.paradoxes)

    shapes = {shape(minimize(asked, circular)) for asked in islice(filter(circular, movements(6)), 12)}
    three = "movement:\n1 a - c\n1 b - a\n1 c - b"
    exchange = "movement:\n1 a - b\n1 b - a\n1 c C <a - >b"
    assert {three, exchange} & shapes
    assert all(one.count(" - ") >= 3 for one in shapes)
    # a long circle by sea cannot be made shorter by leaving units out
    assert all(len(one.splitlines()) <= 6 or " C " in one for one in shapes)


def movements(seed: int) -> list[Turn]:
    drawn = islice(questions(seed), 400)
    return [asked for asked in drawn if asked.type is MOVEMENT]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "units", "words"),
    [
        # a support against the convoy of the army that attacks it is cut, or is not (DATC 4.A.2)
        ({"paradox_exception": "attack-on-own-convoy"}, 4, ("~", " C ", " S ")),
        # two units exchange places by convoy, or meet head to head
        ({"exchange_by_convoy": "never"}, 3, ("1 a - b\n1 b - a\n", " C ")),
        # a move against a unit of the same power stands off others, or has no effect
        ({"attack_on_own": "void"}, 2, ()),
    ],
)
def test_a_peer_that_is_wrong_in_one_rule(options: dict[str, str], units: int, words: tuple[str, ...]) -> None:
    differs = between(**options)
    sizes: list[int] = []
    for number in range(5):
        found = minimize(first(MOVEMENT, differs, 8, seed=number), differs)
        assert differs(found)
        sizes.append(len(found.position.units))
        assert all(word in shape(found) for word in words)
    assert min(sizes) == units
    assert max(sizes) <= 6


def test_retreats_that_bounce_become_two_dislodged_units_and_their_attackers() -> None:
    def bounces(asked: Turn) -> bool:
        return any(found.outcome is Outcome.BOUNCES for found in settled(asked))

    found = minimize(first(RETREAT, bounces, 6), bounces)
    assert bounces(found)
    assert (len(found.position.dislodged), len(found.position.units), len(found.orders)) == (2, 2, 2)
    assert {d.unit.province for d in found.position.dislodged} == {u.province for u in found.position.units}
    assert found.position.contested == frozenset()


@pytest.mark.slow
def test_a_retreat_to_a_contested_province() -> None:
    def barred(asked: Turn) -> bool:
        return any(
            found.outcome is Outcome.ILLEGAL
            and isinstance(found.order, Retreat)
            and found.order.destination.partition("/")[0] in asked.position.contested
            for found in settled(asked)
        )

    found = minimize(first(RETREAT, barred), barred)
    assert barred(found)
    assert (len(found.position.dislodged), len(found.position.units), len(found.position.contested)) == (1, 1, 1)


def test_a_winter_becomes_one_power() -> None:
    def removed(asked: Turn) -> bool:
        return any(found.reason is Reason.REMOVED for found in settled(asked))

    found = minimize(first(ADJUSTMENT, removed, 10), removed)
    assert removed(found)
    assert (len(found.position.units), len(found.orders), dict(found.position.centers)) == (1, 0, {})

    def surplus(asked: Turn) -> bool:
        return any(found.outcome is Outcome.SURPLUS and str(found.order) != "WAIVE" for found in settled(asked))

    found = minimize(first(ADJUSTMENT, surplus, 10), surplus)
    assert surplus(found)
    assert len(found.orders) <= 2
    assert len({order.power for order in found.orders}) == 1


# -- what holds for every one -----------------------------------------------------------------------


@pytest.mark.slow
def test_the_result_differs_is_possible_and_cannot_be_reduced_again() -> None:
    reduced = 0
    for differs in (any_cut, paradox, between(adjacent_convoy="explicit")):
        for asked in islice(filter(differs, movements(7)), 8):
            found = minimize(asked, differs)
            found.position.check(BOARD)
            assert differs(found)
            assert minimize(found, differs) == found
            assert nothing_can_be_left_out(found, differs)
            reduced += len(found.position.units) < len(asked.position.units)
    assert reduced > 15


def nothing_can_be_left_out(found: Turn, differs: Callable[[Turn], bool]) -> bool:
    """Tell whether neither an order nor a unit can go; said again here, not with the minimizer's own means."""
    position = found.position
    for number in range(len(found.orders)):
        if differs(replace(found, orders=found.orders[:number] + found.orders[number + 1 :])):
            return False
    for gone in position.units:
        units = tuple(one for one in position.units if one is not gone)
        orders = tuple(order for order in found.orders if gone.province not in _units_named(str(order)))
        if differs(replace(found, position=replace(position, units=units), orders=orders)):
            return False
    return True


def _units_named(order: str) -> set[str]:
    """Return the provinces behind an A or F in an order as the `diplomacy` package writes it."""
    words = order.split()
    return {place[:3] for letter, place in pairwise(words) if letter in ("A", "F")}


def test_each_question_is_asked_once_and_not_more_than_allowed() -> None:
    asked = first(MOVEMENT, any_cut, 20)
    calls: list[str] = []

    def differs(one: Turn) -> bool:
        calls.append(repr((one.position, one.orders)))
        return any_cut(one)

    whole = minimize(asked, differs)
    assert len(calls) == len(set(calls)) < 300
    calls.clear()
    part = minimize(asked, differs, most_tries=8)
    assert len(calls) == 9  # the question itself, to begin with
    assert any_cut(part)
    assert len(whole.orders) < len(part.orders) < len(asked.orders)


@pytest.mark.slow
def test_every_question_tried_is_possible_whatever_differs() -> None:
    """With a difference that comes and goes by chance the search goes everywhere: nothing impossible is ever asked."""
    tried = 0
    for number in range(60):
        start = question(12, number)
        chance = Random(number)

        def differs(asked: Turn, start: Turn = start, chance: Random = chance) -> bool:
            nonlocal tried
            tried += 1
            position = asked.position
            position.check(BOARD)
            standing = {one.province for one in position.units} | {d.unit.province for d in position.dislodged}
            powers = {one.power for one in position.units} | {d.unit.power for d in position.dislodged}
            assert position.phase == start.position.phase
            assert len(asked.orders) <= len(start.orders)
            assert {order.power for order in asked.orders} <= powers | set(position.centers)
            if asked.type is not ADJUSTMENT:
                assert all(_units_named(str(order)) <= standing for order in asked.orders)
            # who dislodged a unit stands there while that unit waits
            assert all(d.unit.province in {one.province for one in position.units} for d in position.dislodged)
            settled(asked)
            return asked is start or chance.random() < 0.3

        minimize(start, differs, most_tries=150)
    assert tried > 1000


def test_what_does_not_differ_is_not_minimized() -> None:
    with pytest.raises(ValueError, match="there is no difference to be reduced"):
        minimize(turn(FRANCE="A PAR - BUR"), any_cut)


def test_fewer_powers_and_plainer_orders() -> None:
    def arrives(asked: Turn) -> bool:
        return any(found.success and found.order.unit.type == "F" for found in settled(asked))  # type: ignore[union-attr]

    def moves(asked: Turn) -> bool:
        return any(isinstance(found.order, Move) and found.success for found in settled(asked))

    asked = turn(ENGLAND="F WAL S A LON - BRE, A LON - BRE VIA", FRANCE="F ENG C A LON - BRE", TURKEY="F SPA/SC - MAR")
    found = minimize(asked, moves)
    assert [str(order) for order in found.orders] in (["A SPA - MAR"], ["A PIC - BRE"])
    found = minimize(asked, lambda one: moves(one) and arrives(one) and len(one.position.units) == 4)
    assert len({one.power for one in found.position.units}) == 1
    assert not any(isinstance(order, Move) and order.via_convoy for order in found.orders)


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
        asked = question(8, number)
        chance = Random(number)
        if asked.type is ADJUSTMENT or len(asked.position.units) > 12:
            continue
        renamed = dict(zip(powers, chance.sample(powers, len(powers)), strict=True))
        units = [replace(one, power=renamed[one.power]) for one in asked.position.units]
        out = [replace(d, unit=replace(d.unit, power=renamed[d.unit.power])) for d in asked.position.dislodged]
        orders = [replace(order, power=renamed[order.power]) for order in asked.orders]
        for things in (units, out, orders):
            chance.shuffle(things)  # type: ignore[arg-type]
        position = replace(asked.position, units=tuple(units), dislodged=tuple(out))
        assert shape(Turn(position, tuple(orders), board=BOARD)) == shape(asked), number


@pytest.mark.slow
def test_no_retreat_is_tried_that_can_come_about_in_no_game() -> None:
    """No unit is dislodged by its own power, and no army comes from the sea."""
    tried: list[Turn] = []

    def anything(asked: Turn) -> bool:
        tried.append(asked)
        return bool(asked.position.dislodged)

    for number in range(60):
        asked = question(5, number, phase=PhaseType.RETREAT)
        if asked.position.dislodged:
            assert not impossible(asked)
            minimize(asked, anything, most_tries=200)
    assert len(tried) > 500
    assert not [fault for asked in tried for fault in impossible(asked)]


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

    assert shape(retreat("GERMANY", "MUN", "BUR", "PAR", "FRANCE")) == shape(
        retreat("RUSSIA", "UKR", "GAL", "VIE", "AUSTRIA")
    )
    assert shape(retreat("GERMANY", "MUN", "BUR", "MUN", "FRANCE")) != shape(
        retreat("GERMANY", "MUN", "BUR", "PAR", "FRANCE")
    )

    def winter(power: str, homes: str, build: str) -> Turn:
        phase = Phase("W", 1901, ADJUSTMENT)
        position = Position(centers={power: tuple(homes.split())}, phase=phase)
        return Turn(position, (read_order(build, power, BOARD),), board=BOARD)

    assert shape(winter("FRANCE", "PAR", "A PAR B")) == shape(winter("ITALY", "ROM", "A ROM B"))
    assert shape(winter("FRANCE", "PAR", "A PAR B")) != shape(winter("FRANCE", "PAR", "A MAR B"))


# -- case files -------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("rules", [rulebook(), rulebook("1971"), rulebook("2000", adjacent_convoy="explicit")])
def test_case_files_read_back_and_pass(rules: Rulebook) -> None:
    for number in range(70):
        asked = question(11, number)
        text = case_text(asked, id=f"drawn-{number}", title="A drawn turn", rules=rules, notes=["Found at random."])
        (case,) = read_cases(text, "drawn")
        assert (case.id, case.title, case.notes[0]) == (f"drawn-{number}", "A drawn turn", "Found at random.")
        assert len(case.notes) > len(asked.orders)
        assert start_of(case).units == asked.position.units
        assert start_of(case).dislodged == asked.position.dislodged
        assert [written.order for written in case.phases[0].orders] == list(asked.orders)
        ((found, label),) = rulebooks_of(case)
        assert dict(found) == dict(rules)
        report = run_case(case, found, label)
        assert report.passed, (text, report.differences)


def test_a_case_file_says_why() -> None:
    asked = turn(ENGLAND="F LON S F WAL - ENG, F WAL - ENG", FRANCE="A BRE - LON, F ENG C A BRE - LON")
    text = case_text(
        asked, id="peer 1", title="landing #1\non a supporter", rules=rulebook(), notes=["two\nlines # one"]
    )
    assert text.startswith("case peer-1\ntitle: landing no. 1 on a supporter\nrules: 2023\nnote: two lines no. one\n")
    assert "note: France: F ENG C A BRE - LON: disrupted, dislodged; Szykman rule: the convoy fails [DATC 4.A.2" in text
    assert "\nPARADOX: convoy; core ENG, LON, WAL; 2 resolutions; szykman\n" in text


def test_other_boards_are_named(board: Board) -> None:
    other = load_board("czech1962")
    asked = next(one for one in questions(2, board=other) if one.orders)
    text = case_text(asked, id="x", title="x", rules=rulebook("czech1962"))
    (case,) = read_cases(text, "x")
    assert case.board is other
    assert case.board is not board
    assert all(run_case(case, rules, label).passed for rules, label in rulebooks_of(case))
