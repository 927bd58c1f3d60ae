"""The kinds of fault models: an option, a house rule, another board, another question or another answer.

Each kind is a function that returns the possible answers of a program with the fault, so that no fault needs a hook in
the law. Faults that no kind expresses are listed in `fault_values.LEFT_OUT`.
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
    Json,
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
"""Takes a question and standoff's rulebook, and yields the answers that a fault may lead to."""

MOVEMENT, RETREAT, ADJUSTMENT = PhaseType
_T = TypeVar("_T", bound=Order)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault model: a wrong reading of the rules.

    Attributes:
        name: A short name, one word.
        rule: The paragraph that is violated.
        about: The program's behavior, as a clause.
        model: The program's possible answers.
        phases: The phases in which the fault shows.
    """

    name: str
    rule: str
    about: str
    model: Model
    phases: tuple[PhaseType, ...] = (MOVEMENT,)

    @property
    def title(self) -> str:
        """The program's behavior, as a title."""
        return self.about[:1].upper() + self.about[1:]

    def answers(self, question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        """Yield the possible answers of a program with the fault; none where the model leads to an impossible turn."""
        if question.type in self.phases:
            try:
                yield from self.model(question, rules)
            except (RulebookError, PositionError, BoardError):
                return


# -- house rules and options --------------------------------------------------------------------------


def rule(**functions: Callable[[Any, Turn], Any]) -> Model:
    """Return the model of a fault that is a house rule; its functions also get the question."""

    def model(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        bound: dict[str, Callable[[Any], Any]] = {
            name: lambda view, function=function: function(view, question) for name, function in functions.items()
        }
        yield answer_by(question, rules.with_rule("a fault model", **bound))

    return model


def knowing_the_dislodged(make: Callable[[set[str]], Model]) -> Model:
    """Return the model of a fault that depends on the provinces in which units are correctly dislodged."""

    def model(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        return make({d.unit.province for d in settled(question, rules).after.dislodged})(question, rules)

    return model


# -- another question -------------------------------------------------------------------------------


def answer_to(
    question: Turn, rules: Rulebook, instead: Mapping[Order, Order | None], orders: Iterable[Order] | None = None
) -> PeerAnswer:
    """Return the answer to a question in which some orders are replaced or dropped, reported for the given orders.

    Args:
        question, rules: The question and the rulebook.
        instead: The replacements; None drops an order.
        orders: The orders (default: those of the question).
    """
    replaced = (instead.get(one, one) for one in (question.orders if orders is None else orders))
    changed = tuple(one for one in replaced if one is not None)
    answer = answer_by(Turn(question.position, changed, rules, board=question.board), rules)
    outcomes = answer.success or {}
    success = {one: outcomes[one] for one in question.orders if one in outcomes}
    success |= {old: new is not None and outcomes.get(new, False) for old, new in instead.items()}
    return replace(answer, success=success)


def each_order(kind: type[_T] | tuple[type[_T], ...], change: Callable[[_T, Turn, Rulebook], Order | None]) -> Model:
    """Return the model of a fault that replaces orders of some kinds; None drops an order."""

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
    """Return the model of a fault that ignores some orders to convoy."""
    return each_order(Convoy, lambda one, question, rules: None if lost(one, question, rules) else one)


def with_position(change: Callable[[Position, Turn], Position]) -> Model:
    """Return the model of a fault that changes the position; after a movement phase it changes the retreats.

    A retreat or adjustment phase is adjudicated from the changed position.
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
    """Return the model of a fault that changes the data of each dislodged unit."""
    return with_position(
        lambda position, question: replace(position, dislodged=tuple(change(d, question) for d in position.dislodged))
    )


# -- another board ----------------------------------------------------------------------------------


def with_board(changed: Callable[[Board], Board]) -> Model:
    """Return the model of a fault that changes the board."""
    made = cache(changed)

    def model(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        yield answer_by(Turn(question.position, question.orders, rules, board=made(question.board)), rules)

    return model


def on_board(change: Callable[[Json], None]) -> Model:
    """Return the model of a fault that changes the data of the board."""

    def changed(board: Board) -> Board:
        data = board.data
        change(data)
        return Board(data)

    return with_board(changed)


# -- another answer ---------------------------------------------------------------------------------


def with_answer(change: Callable[[PeerAnswer, Turn, Rulebook], PeerAnswer]) -> Model:
    """Return the model of a fault that changes the answer."""

    def model(question: Turn, rules: Rulebook) -> Iterator[PeerAnswer]:
        yield change(answer_by(question, rules), question, rules)

    return model


def removing(key: Callable[[Any, Turn, Rulebook], Any], *, fewer: bool = False) -> Model:
    """Return the model of a fault that removes other units where orders do not say which.

    Args:
        key: The sort key of units; the first ones are removed.
        fewer: True to ignore all removals of a power that orders too few.
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


# -- functions that models share --------------------------------------------------------------------


def goal_of(order: Order) -> str:
    """Return the province that an order moves to, supports in or convoys to; "" for other orders."""
    if isinstance(order, Support):
        return province_of(order.destination) if order.destination else order.supported.province
    return province_of(order.destination) if isinstance(order, Move | Convoy) else ""


def all_of(kind: type[_T], question: Turn) -> list[_T]:
    """Return the orders of one class."""
    return [one for one in question.orders if isinstance(one, kind)]


def moves_to(question: Turn, province: str) -> list[Move]:
    """Return the moves to a province."""
    return [one for one in all_of(Move, question) if goal_of(one) == province]


def move_from(question: Turn, province: str) -> Move | None:
    """Return the move of the unit in a province; None if there is none."""
    return next((one for one in all_of(Move, question) if one.unit.province == province), None)


def supports_of(question: Turn, province: str, goal: str = "") -> list[Support]:
    """Return the supports of a unit's move to a province; without one, of its hold."""
    return [
        one
        for one in all_of(Support, question)
        if one.supported.province == province and (goal_of(one) == goal if one.destination else not goal)
    ]


def convoys_for(question: Turn, move: Move) -> list[Convoy]:
    """Return the orders to convoy a moving army."""
    way = move.unit.province, goal_of(move)
    return [one for one in all_of(Convoy, question) if (one.convoyed.province, goal_of(one)) == way]


def power_at(question: Turn, province: str) -> str:
    """Return the power of the unit in a province; "" if there is none."""
    return next((unit.power for unit in question.position.units if unit.province == province), "")


def movement_result(question: Turn, rules: Rulebook) -> MovementResult:
    """Return standoff's result of a movement phase."""
    result = settled(question, rules)
    assert isinstance(result, MovementResult)
    return result
