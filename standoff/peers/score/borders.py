"""Borders that a program's board lacks: failures that standoff reproduces with borders removed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache

from ...map import ARMY, Board, PhaseType, StandoffError, Unit, UnitType, province_of
from ...solver import Move, Rulebook, Support
from ...turn import Turn
from ..adapters.peer import Peer, PeerAnswer
from ..comparing.evidence import LEAST_SHARE, Evidence
from ..comparing.judgement import AGREEING_KINDS, Judgement, answer_by, difference, judgement_of
from ..comparing.question_shape import place_of, units_of

Border = tuple[UnitType, str, str]
"""A border: the type of the units that may cross it, and its two ends, in alphabetical order."""
_MOST = 0.5  # share of the borders of a kind in the questions; a program that crosses fewer has another fault


def named(failures: Sequence[Judgement], evidence: Evidence) -> dict[int, str]:
    """Return the missing borders that explain failures, as text, by the number of the failure.

    For each border in a failing turn, the peer is asked about a unit alone on the board. Those that it does not cross
    are removed from the board; they count only if it then agrees with standoff wherever they make a difference.

    Raises:
        PeerUnavailable: The peer can no longer be started.
    """
    found: dict[int, str] = {}
    peer = evidence.peer
    assert peer is not None, "it was asked"
    for board in dict.fromkeys(one.question.board for one in failures):
        about = sorted({border for one in failures if one.question.board is board for border in _borders(one)})
        lacking = frozenset(border for border in about if _refuses_to_cross(border, board, peer))
        asked_about = [one for one in evidence.given if one.question.board is board]
        if not lacking or not _plausible(lacking, asked_about) or not _holds(lacking, evidence):
            continue
        found |= {
            number: borders_named(lacking)
            for number, one in enumerate(failures)
            if one.question.board is board and _answers_without(lacking, one)
        }
    return found


def borders_named(borders: Collection[Border]) -> str:
    """Return the missing borders as text."""
    ways = [
        f"{'armies' if kind is ARMY else 'fleets'} cannot go between {here} and {there}"
        for kind, here, there in sorted(borders)
    ]
    what = "a border" if len(ways) == 1 else f"{len(ways)} borders"
    return f"the board lacks {what}: {'; '.join(ways)}"


def _refuses_to_cross(border: Border, board: Board, peer: Peer) -> bool:
    """Return whether a unit alone on the board does not cross a border."""
    kind, here, there = border
    power, unit = next(iter(board.powers)), f"{kind.value} {here}"
    lines = {"map": board.source, "units": {power: [unit]}, "orders": {power: [f"{unit} - {there}"]}}
    question = Turn.from_dict({"phase": PhaseType.MOVEMENT.value, "rules": peer.rules.preset, **lines})
    reply = judgement_of(question, peer, peer.rules)
    if isinstance(reply, str) or reply.answer is None:
        return False
    return reply.answer.units == frozenset(question.position.units)


def _plausible(lacking: Collection[Border], every: Sequence[Judgement]) -> bool:
    """Return whether, of the borders in the questions, most exist for each type of unit."""
    about = {border for one in every for border in _borders(one)}
    kinds = {kind for kind, _, _ in lacking}
    return all(sum(one[0] is kind for one in lacking) <= _MOST * sum(one[0] is kind for one in about) for kind in kinds)


@cache
def _board_without(board: Board, borders: frozenset[Border]) -> Board | None:
    try:
        for border in borders:
            board = board.without_border(*border)
    except StandoffError:  # removing them makes the board invalid
        return None
    return board


def _turn_without(borders: frozenset[Border], one: Judgement) -> Turn | None:
    board = _board_without(one.question.board, borders)
    try:
        return board and Turn(one.question.position, one.question.orders, one.question.rules, board=board)
    except StandoffError:
        return None


def _answers_without(borders: frozenset[Border], one: Judgement) -> bool:
    """Return whether an answer is standoff's on the board without some borders."""
    turn = _turn_without(borders, one)
    if turn is None or one.answer is None:
        return False
    left = difference(answer_by(turn, one.rules), one.answer)
    return left is None or (left in AGREEING_KINDS and not one.agrees_on_position)


def _holds(borders: frozenset[Border], evidence: Evidence) -> bool:
    """Return whether a peer agrees with a board without some borders in nearly all questions where that matters."""

    def outcomes(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        one = Judgement(question, rules, None)
        turn = None if borders.isdisjoint(_borders(one)) else _turn_without(borders, one)
        if turn is not None:
            yield answer_by(turn, rules)

    weighed = [evidence.weigh(outcomes, phase, fault=True) for phase in (PhaseType.MOVEMENT, PhaseType.RETREAT)]
    good = sum(one.with_choice for one in weighed)
    return good >= max(LEAST_SHARE * sum(one.total for one in weighed), 1)


def _borders(one: Judgement) -> Iterator[Border]:
    """Yield the borders that the orders or retreats of a turn cross, or help to cross."""
    question = one.question
    if question.type is PhaseType.ADJUSTMENT:
        return
    unit_at = {unit.province: unit for unit in units_of(question)}
    for order in question.orders:
        unit = unit_at.get(place_of(order))
        goal = getattr(order, "destination", None)
        if unit is None:
            continue
        if isinstance(order, Support):
            goal = goal or order.supported.province
        if goal and (isinstance(order, (Move, Support)) or question.type is PhaseType.RETREAT):
            yield from _borders_crossed(question.board, unit, goal)
    for unit, own, there in one.retreats:
        for place in own ^ there:
            yield from _borders_crossed(question.board, unit, place)


def _borders_crossed(board: Board, unit: Unit, goal: str) -> Iterator[Border]:
    """Yield the borders over which a unit reaches a province, on any of its coasts."""
    province = province_of(goal)
    graph = board.army_graph if unit.type is ARMY else board.fleet_graph
    here = unit.province if unit.type is ARMY else unit.location
    for place in graph.adj.get(here, ()):
        if province_of(place) == province:
            one, two = sorted((here, place))
            yield unit.type, one, two
