"""How a reading gone wrong is said: as an option, an own rule, another board, another question or another answer.

Each way is a function that returns what a program with the fault may answer to a question, so that no fault needs a
hook in the law. What cannot be said like this is named in `fault_values.LEFT_OUT`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ...map import (
    Board,
    BoardError,
    Dislodged,
    PhaseType,
    Position,
    PositionError,
    UnitType,
    UnknownNameError,
    province_of,
)
from ...solver import (
    Convoy,
    Cut,
    Disband,
    Move,
    MovementResult,
    Order,
    Rulebook,
    RulebookError,
    Strength,
    Support,
    UnitName,
    balance,
    legal_retreats,
)
from ...turn import Turn
from ..adapters.peer import Answer
from .judging import answer_by, settled

Model = Callable[[Turn, Rulebook], Iterator[Answer]]
"""From a question and standoff's rulebook to the answers that a fault may lead to."""

Json = dict[str, Any]
MOVEMENT, RETREAT, ADJUSTMENT = PhaseType


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

    def answers(self, question: Turn, rules: Rulebook) -> Iterator[Answer]:
        """Yield what a program with the fault may answer; nothing where its reading leads to what cannot be."""
        if question.type in self.phases:
            try:
                yield from self.model(question, rules)
            except (RulebookError, PositionError, BoardError):
                return


# -- own rules and options --------------------------------------------------------------------------


def rule(**functions: Callable[[Any, Turn], Any]) -> Model:
    """Return the model of a fault that is an own rule; each function is given the question, too."""

    def model(question: Turn, rules: Rulebook) -> Iterator[Answer]:
        bound: dict[str, Callable[[Any], Any]] = {
            name: lambda view, function=function: function(view, question) for name, function in functions.items()
        }
        yield answer_by(question, rules.with_rule("a reading gone wrong", **bound))

    return model


def strength(which: str, says: Callable[[Strength, Turn], int]) -> Model:
    """Return the model of a fault in a strength: "attack", "defend", "hold" or "prevent"."""
    return rule(**{f"{which}_strength": says})


def cutting(says: Callable[[Cut, Turn], bool]) -> Model:
    """Return the model of a fault in what cuts a support."""
    return rule(cut=says)


def knowing_the_dislodged(make: Callable[[set[str]], Model]) -> Model:
    """Return the model of a fault that depends on the provinces in which units are rightly dislodged."""

    def model(question: Turn, rules: Rulebook) -> Iterator[Answer]:
        return make({d.unit.province for d in settled(question, rules).after.dislodged})(question, rules)

    return model


def with_options(**choices: str) -> Model:
    """Return the model of a fault that is a choice of options, made where it does not belong."""

    def model(question: Turn, rules: Rulebook) -> Iterator[Answer]:
        yield answer_by(question, rules.with_options(**choices))

    return model


# -- another question -------------------------------------------------------------------------------


def answer_to(question: Turn, rules: Rulebook, instead: Mapping[Order, Order | None]) -> Answer:
    """Return the answer to a question with other orders, or none, in place of some, as if those had been given."""
    changed = [instead.get(one, one) for one in question.orders]
    orders = tuple(one for one in changed if one is not None)
    answer = answer_by(Turn(question.position, orders, rules, board=question.board), rules)
    success = dict(answer.success or {})
    for old, new in instead.items():
        success[old] = success.get(new, False) if new is not None else False
    return replace(answer, success={one: success[one] for one in question.orders if one in success})


def with_more_orders(question: Turn, rules: Rulebook, orders: Iterable[Order]) -> Answer:
    """Return the answer to a question with other orders, of which only those that were given are told about."""
    answer = answer_by(Turn(question.position, tuple(orders), rules, board=question.board), rules)
    success = {one: good for one, good in (answer.success or {}).items() if one in question.orders}
    return replace(answer, success=success)


def each_order(change: Callable[[Order, Turn], Order | None]) -> Model:
    """Return the model of a fault that takes orders for others; for None an order is not given at all."""

    def model(question: Turn, rules: Rulebook) -> Iterator[Answer]:
        instead = {one: new for one in question.orders if (new := change(one, question)) != one}
        if instead:
            yield answer_to(question, rules, instead)

    return model


def supports(change: Callable[[Support, Move | None, Turn], Support | None], *, to_hold: bool | None = None) -> Model:
    """Return the model of a fault that takes supports for others.

    Args:
        change: From a support, and the move that the supported unit is ordered to make, to the other; None for none.
        to_hold: True for supports to hold only, False for supports of moves only.
    """

    def changed(order: Order, question: Turn) -> Order | None:
        if not isinstance(order, Support) or to_hold is (order.destination is not None):
            return order
        return change(order, move_from(question, order.supported.province), question)

    return each_order(changed)


def without_orders(dropped: Callable[[Turn, Rulebook], Iterable[Order]]) -> Model:
    """Return the model of a fault by which some orders count for nothing."""

    def model(question: Turn, rules: Rulebook) -> Iterator[Answer]:
        gone = list(dropped(question, rules))
        if gone:
            yield answer_to(question, rules, dict.fromkeys(gone))

    return model


def without_convoys(lost: Callable[[Convoy, Turn, Rulebook], bool]) -> Model:
    """Return the model of a fault by which some orders to convoy count for nothing."""
    return without_orders(lambda question, rules: [one for one in all_convoys(question) if lost(one, question, rules)])


def with_position(change: Callable[[Position, Board], Position]) -> Model:
    """Return the model of a fault that reads another position; after a movement it gives other retreats.

    In a retreat or an adjustment phase the phase is settled from that position; units of both stand afterwards.
    """

    def model(question: Turn, rules: Rulebook) -> Iterator[Answer]:
        board = question.board
        if question.type is not MOVEMENT:
            changed = change(question.position, board)
            if changed != question.position:
                answer = answer_by(Turn(changed, question.orders, rules, board=board), rules)
                yield replace(answer, centers=answer_by(question, rules).centers)
            return
        yield _retreating(question, rules, lambda after: change(after, board))

    return model


def each_dislodged(change: Callable[[Dislodged, Board], Dislodged]) -> Model:
    """Return the model of a fault that is told something else of each dislodged unit."""
    return with_position(
        lambda position, board: replace(position, dislodged=tuple(change(d, board) for d in position.dislodged))
    )


def after_movement(change: Callable[[Position, Turn], Position]) -> Model:
    """Return the model of a fault by which retreats are those of another position after the movement."""

    def model(question: Turn, rules: Rulebook) -> Iterator[Answer]:
        yield _retreating(question, rules, lambda after: change(after, question))

    return model


def _retreating(question: Turn, rules: Rulebook, change: Callable[[Position], Position]) -> Answer:
    there = change(settled(question, rules).after)
    places = {d.unit: frozenset(legal_retreats(question.board, there, d, rules)) for d in there.dislodged}
    return replace(answer_by(question, rules), dislodged=places)


# -- another board ----------------------------------------------------------------------------------


@cache
def changed_board(board: Board, change: Callable[[Json], None]) -> Board:
    """Return a board after a change of its data."""
    data = board.data
    change(data)
    return Board(data)


def with_board(changed: Callable[[Board], Board]) -> Model:
    """Return the model of a program that has another board."""

    def model(question: Turn, rules: Rulebook) -> Iterator[Answer]:
        board = changed(question.board)
        yield answer_by(Turn(question.position, question.orders, rules, board=board), rules)

    return model


def on_board(change: Callable[[Json], None]) -> Model:
    """Return the model of a fault in the data of the board."""
    return with_board(lambda board: changed_board(board, change))


def without_border(kind: UnitType, here: str, there: str) -> Model:
    """Return the model of a program whose board lacks a border between two locations."""

    @cache
    def lacking(board: Board) -> Board:
        try:
            return board.without_border(kind, here, there)
        except UnknownNameError:  # another board, without this border anyway
            return board

    return with_board(lacking)


# -- another answer ---------------------------------------------------------------------------------


def with_answer(change: Callable[[Answer, Turn, Rulebook], Answer]) -> Model:
    """Return the model of a fault that spoils the answer afterwards."""

    def model(question: Turn, rules: Rulebook) -> Iterator[Answer]:
        yield change(answer_by(question, rules), question, rules)

    return model


def removing(key: Callable[[Any, Turn, Rulebook], Any], *, fewer: bool = False) -> Model:
    """Return the model of a fault by which other units are removed where orders do not say which.

    Args:
        key: What units are sorted by; the first are removed.
        fewer: True if orders that are too few count for nothing.
    """

    def model(question: Turn, rules: Rulebook) -> Iterator[Answer]:
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
        yield with_more_orders(question, rules, orders)

    return model


# -- what many ask ----------------------------------------------------------------------------------


def goal_of(order: Order) -> str:
    """Return the province that a move goes to, that a support acts on or that an army is convoyed to; "" for none."""
    if isinstance(order, Support):
        return province_of(order.destination) if order.destination else order.supported.province
    return province_of(order.destination) if isinstance(order, Move | Convoy) else ""


def moves_of(question: Turn) -> list[Move]:
    """Return the moves that are ordered."""
    return [one for one in question.orders if isinstance(one, Move)]


def moves_to(question: Turn, province: str) -> list[Move]:
    """Return the moves that are ordered to a province."""
    return [one for one in moves_of(question) if goal_of(one) == province]


def move_from(question: Turn, province: str) -> Move | None:
    """Return the move that a unit is ordered to make; None if none is."""
    return next((one for one in moves_of(question) if one.unit.province == province), None)


def all_supports(question: Turn) -> list[Support]:
    """Return the supports that are ordered."""
    return [one for one in question.orders if isinstance(one, Support)]


def all_convoys(question: Turn) -> list[Convoy]:
    """Return the orders to convoy."""
    return [one for one in question.orders if isinstance(one, Convoy)]


def convoys_for(question: Turn, move: Move) -> list[Convoy]:
    """Return the orders to convoy an army where it is ordered to move."""
    way = move.unit.province, goal_of(move)
    return [one for one in all_convoys(question) if (one.convoyed.province, goal_of(one)) == way]


def power_at(question: Turn, province: str) -> str:
    """Return the power whose unit stands in a province; "" for none."""
    return next((unit.power for unit in question.position.units if unit.province == province), "")


def movement_result(question: Turn, rules: Rulebook) -> MovementResult:
    """Return what standoff finds for a movement phase."""
    result = settled(question, rules)
    assert isinstance(result, MovementResult)
    return result
