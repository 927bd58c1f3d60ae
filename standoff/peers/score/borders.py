"""Borders that a program's board lacks: failures that standoff shares on the board without one of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from ...map import ARMY, Board, PhaseType, StandoffError, Unit, UnitType, province_of
from ...solver import Move, Support
from ...turn import Turn
from ..adapters.peer import Peer
from ..comparing.judging import SAME, Judgement, answer_by, asked, difference, side
from ..comparing.question_shape import units_of
from ..comparing.weighing import LEAST_SHARE

Border = tuple[UnitType, str, str]
"""The kind of unit that it is open to, and its two ends, in alphabetical order."""


def lacking(failures: Sequence[Judgement], every: Sequence[Judgement]) -> dict[int, Border]:
    """Return the border whose lack explains a failure, by the number of the failure.

    Of all borders that a failing turn is about, that one is taken whose lack explains most failures, then the next. It
    counts only if the peer answers as without it wherever that makes a difference.

    Args:
        failures: The answers that are wrong.
        every: All answers of the peer.
    """
    explained: dict[Border, set[int]] = {}
    for number, one in enumerate(failures):
        for border in _borders(one):
            if _answers_without(border, one):
                explained.setdefault(border, set()).add(number)
    found: dict[int, Border] = {}
    while explained:
        border = max(sorted(explained), key=lambda one: len(explained[one]))
        numbers = explained.pop(border) - found.keys()
        if numbers and _holds(border, every):
            found |= dict.fromkeys(numbers, border)
    return found


def border_named(border: Border) -> str:
    """Return what a program lacks, in words."""
    kind, here, there = border
    who = "armies" if kind is ARMY else "fleets"
    return f"the board lacks a border: {who} cannot go from {here} to {there}, or back"


@cache
def _board_without(board: Board, border: Border) -> Board | None:
    try:
        return board.without_border(*border)
    except StandoffError:  # another fault of the board would come of it
        return None


def _without(border: Border, one: Judgement) -> Turn | None:
    board = _board_without(one.question.board, border)
    try:
        return board and Turn(one.question.position, one.question.orders, one.question.rules, board=board)
    except StandoffError:
        return None


def _answers_without(border: Border, one: Judgement) -> bool:
    """Tell whether an answer is standoff's on the board without a border."""
    turn = _without(border, one)
    if turn is None or one.answer is None:
        return False
    left = difference(answer_by(turn, one.rules), one.answer)
    return left is None or (left in SAME and not one.same)


def _holds(border: Border, every: Sequence[Judgement]) -> bool:
    """Tell whether a peer answers as without a border in nearly all questions where that makes a difference."""
    sides = [0, 0, 0]
    for one in every:
        turn = _without(border, one) if one.answer and border in set(_borders(one)) else None
        if turn is None or one.answer is None:
            continue
        other = answer_by(turn, one.rules)
        kind = difference(other, one.own)
        taken = side(one.own, other, one.answer, kind) if kind else None
        if taken is not None:
            sides[taken] += 1
    return sides[2] >= max(LEAST_SHARE * sum(sides), 1)


def _borders(one: Judgement) -> Iterator[Border]:
    """Yield the borders that the orders of a turn cross, help to cross, or a retreat would."""
    question = one.question
    if question.type is PhaseType.ADJUSTMENT:
        return
    unit_at = {unit.province: unit for unit in units_of(question)}
    for order in question.orders:
        unit = unit_at.get(getattr(getattr(order, "unit", None), "province", ""))
        goal = getattr(order, "destination", None)
        if unit is None:
            continue
        if isinstance(order, Support):
            goal = goal or order.supported.province
        if goal and (isinstance(order, (Move, Support)) or question.type is PhaseType.RETREAT):
            yield from _between(question.board, unit, goal)
    for unit, own, there in one.retreats:
        for place in own ^ there:
            yield from _between(question.board, unit, place)


def _between(board: Board, unit: Unit, goal: str) -> Iterator[Border]:
    """Yield the borders over which a unit reaches a province, on any of its coasts."""
    province = province_of(goal)
    graph = board.army_graph if unit.type is ARMY else board.fleet_graph
    here = unit.province if unit.type is ARMY else unit.location
    for place in graph.adj.get(here, ()):
        if province_of(place) == province:
            one, two = sorted((here, place))
            yield unit.type, one, two


def named(failures: Sequence[Judgement], every: Sequence[Judgement], peer: Peer) -> dict[int, str]:
    """Return for each failure that the lack of a border explains what that is, by the number of the failure.

    The peer is asked about a unit that is alone on the board: it must not cross the border.

    Raises:
        PeerUnavailable: The peer can no longer be started.
    """
    found = lacking(failures, every)
    boards = {number: failures[number].question.board for number in found}
    shut = {(board, found[number]): _is_shut(found[number], board, peer) for number, board in boards.items()}
    return {number: border_named(border) for number, border in found.items() if shut[boards[number], border]}


def _is_shut(border: Border, board: Board, peer: Peer) -> bool:
    kind, here, there = border
    power, unit = next(iter(board.powers)), f"{kind.value} {here}"
    lines = {"map": board.source, "units": {power: [unit]}, "orders": {power: [f"{unit} - {there}"]}}
    question = Turn.from_dict({"phase": PhaseType.MOVEMENT.value, "rules": peer.rules.preset, **lines})
    said = asked(question, peer, peer.rules)
    if isinstance(said, str) or said.answer is None:
        return False
    return said.answer.units == frozenset(question.position.units)
