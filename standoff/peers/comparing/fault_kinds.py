"""How a fault model is said: as an option, a house rule, another board, another question or another answer.

Each way is a function that returns what a program with the fault may answer to a question, so that no fault needs a
hook in the law. What cannot be said like this is named in `fault_values.LEFT_OUT`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

from ...map import (
    Board,
    BoardError,
    Dislodged,
    PhaseType,
    Position,
    PositionError,
    province_of,
)
from ...solver import (
    Convoy,
    Disband,
    Move,
    MovementResult,
    Order,
    Rulebook,
    RulebookError,
    Support,
    UnitName,
    balance,
    legal_retreats,
)
from ...turn import Turn
from ..adapters.peer import PeerAnswer
from .judgement import answer_by, settled

Model = Callable[[Turn, Rulebook], Iterator[PeerAnswer]]
"""From a question and standoff's rulebook to the answers that a fault may lead to."""

Json = dict[str, Any]
MOVEMENT, RETREAT, ADJUSTMENT = PhaseType
_T = TypeVar("_T", bound=Order)


@dataclass(frozen=True, slots=True)
class Fault:
    """A reading of the rules that is wrong.

    Attributes:
        name: A short name, one word.
        rule: The paragraph that says otherwise.
        about: What a program with the fault does, in a clause.
        model: What such a program may answer.
        phases: In which phases it shows.
    """

    name: str
    rule: str
    about: str
    model: Model
    phases: tuple[PhaseType, ...] = (MOVEMENT,)

    @property
    def title(self) -> str:
        """What such a program does, as a title."""
        return self.about[:1].upper() + self.about[1:]

    def answers(self, question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        """Yield what a program with the fault may answer; nothing where its reading leads to what cannot be."""
        if question.type in self.phases:
            try:
                yield from self.model(question, rules)
            except (RulebookError, PositionError, BoardError):
                return


# -- house rules and options --------------------------------------------------------------------------


def rule(**functions: Callable[[Any, Turn], Any]) -> Model:
    """Return the model of a fault that is a house rule; each function is given the question, too."""

    def model(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        bound: dict[str, Callable[[Any], Any]] = {
            name: lambda view, function=function: function(view, question) for name, function in functions.items()
        }
        yield answer_by(question, rules.with_rule("a fault model", **bound))

    return model


def knowing_the_dislodged(make: Callable[[set[str]], Model]) -> Model:
    """Return the model of a fault that depends on the provinces in which units are rightly dislodged."""

    def model(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        return make({d.unit.province for d in settled(question, rules).after.dislodged})(question, rules)

    return model


# -- another question -------------------------------------------------------------------------------


def answer_to(
    question: Turn, rules: Rulebook, instead: Mapping[Order, Order | None], orders: Iterable[Order] | None = None
) -> PeerAnswer:
    """Return the answer to a question with other orders, or none, in place of some, as if those had been given.

    Args:
        question, rules: What is asked.
        instead: From orders to what they are taken for.
        orders: The orders, if they are others than those given; only of these is anything told.
    """
    given = (instead.get(one, one) for one in (question.orders if orders is None else orders))
    changed = tuple(one for one in given if one is not None)
    answer = answer_by(Turn(question.position, changed, rules, board=question.board), rules)
    told = answer.success or {}
    success = {one: told[one] for one in question.orders if one in told}
    success |= {old: new is not None and told.get(new, False) for old, new in instead.items()}
    return replace(answer, success=success)


def each_order(kind: type[_T] | tuple[type[_T], ...], change: Callable[[_T, Turn, Rulebook], Order | None]) -> Model:
    """Return the model of a fault that takes orders of some kinds for others; for None one is not given at all."""

    def model(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        instead: dict[Order, Order | None] = {
            one: new
            for one in question.orders
            if isinstance(one, kind) and (new := change(one, question, rules)) != one
        }
        if instead:
            yield answer_to(question, rules, instead)

    return model


def without_convoys(lost: Callable[[Convoy, Turn, Rulebook], bool]) -> Model:
    """Return the model of a fault by which some orders to convoy count for nothing."""
    return each_order(Convoy, lambda one, question, rules: None if lost(one, question, rules) else one)


def with_position(change: Callable[[Position, Turn], Position]) -> Model:
    """Return the model of a fault that reads another position; after a movement it gives other retreats.

    In a retreat or an adjustment phase the phase is settled from that position; units of both stand afterwards.
    """

    def model(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        board, own = question.board, answer_by(question, rules)
        if question.type is MOVEMENT:
            there = change(settled(question, rules).after, question)
            places = {d.unit: frozenset(legal_retreats(board, there, d, rules)) for d in there.dislodged}
            yield replace(own, dislodged=places)
            return
        changed = change(question.position, question)
        if changed != question.position:
            yield replace(answer_by(Turn(changed, question.orders, rules, board=board), rules), centers=own.centers)

    return model


def each_dislodged(change: Callable[[Dislodged, Turn], Dislodged]) -> Model:
    """Return the model of a fault that is told something else of each dislodged unit."""
    return with_position(
        lambda position, question: replace(
            position, dislodged=tuple(change(d, question) for d in position.dislodged)
        )
    )


# -- another board ----------------------------------------------------------------------------------


def with_board(changed: Callable[[Board], Board]) -> Model:
    """Return the model of a program that has another board."""
    made = cache(changed)

    def model(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        yield answer_by(Turn(question.position, question.orders, rules, board=made(question.board)), rules)

    return model


def on_board(change: Callable[[Json], None]) -> Model:
    """Return the model of a fault in the data of the board."""

    def changed(board: Board) -> Board:
        data = board.data
        change(data)
        return Board(data)

    return with_board(changed)


# -- another answer ---------------------------------------------------------------------------------


def with_answer(change: Callable[[PeerAnswer, Turn, Rulebook], PeerAnswer]) -> Model:
    """Return the model of a fault that spoils the answer afterwards."""

    def model(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        yield change(answer_by(question, rules), question, rules)

    return model


def removing(key: Callable[[Any, Turn, Rulebook], Any], *, fewer: bool = False) -> Model:
    """Return the model of a fault by which other units are removed where orders do not say which.

    Args:
        key: What units are sorted by; the first are removed.
        fewer: True if orders that are too few count for nothing.
    """

    def model(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        position, orders = question.position, list(question.orders)
        for power in dict.fromkeys(unit.power for unit in position.units):
            own = sorted((u for u in position.units if u.power == power), key=lambda u: key(u, question, rules))
            ordered = [one for one in orders if isinstance(one, Disband) and one.power == power]
            named = {one.unit.province for one in ordered}
            missing = -balance(position, power) - len(ordered)
            if fewer and missing > 0 and ordered:
                orders = [one for one in orders if one not in ordered]
                named, missing = set[str](), missing + len(ordered)
            left = [unit for unit in own if unit.province not in named]
            orders += [Disband(power, UnitName(unit.location, unit.type)) for unit in left[: max(missing, 0)]]
        yield answer_to(question, rules, {}, orders)

    return model


# -- what many ask ----------------------------------------------------------------------------------


def goal_of(order: Order) -> str:
    """Return the province that a move goes to, that a support acts on or that an army is convoyed to; "" for none."""
    if isinstance(order, Support):
        return province_of(order.destination) if order.destination else order.supported.province
    return province_of(order.destination) if isinstance(order, Move | Convoy) else ""


def all_of(kind: type[_T], question: Turn) -> list[_T]:
    """Return the orders of a kind."""
    return [one for one in question.orders if isinstance(one, kind)]


def moves_to(question: Turn, province: str) -> list[Move]:
    """Return the moves that are ordered to a province."""
    return [one for one in all_of(Move, question) if goal_of(one) == province]


def move_from(question: Turn, province: str) -> Move | None:
    """Return the move that a unit is ordered to make; None if none is."""
    return next((one for one in all_of(Move, question) if one.unit.province == province), None)


def supports_of(question: Turn, province: str, goal: str = "") -> list[Support]:
    """Return the supports of a unit's move to a province; without one, those to hold."""
    return [
        one
        for one in all_of(Support, question)
        if one.supported.province == province and (goal_of(one) == goal if one.destination else not goal)
    ]


def convoys_for(question: Turn, move: Move) -> list[Convoy]:
    """Return the orders to convoy an army where it is ordered to move."""
    way = move.unit.province, goal_of(move)
    return [one for one in all_of(Convoy, question) if (one.convoyed.province, goal_of(one)) == way]


def power_at(question: Turn, province: str) -> str:
    """Return the power whose unit stands in a province; "" for none."""
    return next((unit.power for unit in question.position.units if unit.province == province), "")


def movement_result(question: Turn, rules: Rulebook) -> MovementResult:
    """Return what standoff finds for a movement phase."""
    result = settled(question, rules)
    assert isinstance(result, MovementResult)
    return result
