"""The scenes of settled phases: movement, retreats, adjustments; and of one resolution among several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..map import ARMY, FLEET, Board, Unit, province_of
from ..solver import (
    AdjustmentResult,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    MovementResult,
    Order,
    OrderResult,
    Outcome,
    ParadoxKind,
    PhaseResult,
    Reason,
    Retreat,
    RetreatResult,
    Rulebook,
    Support,
    Unclear,
    Waive,
    legal_retreats,
)
from ..text import NotationError, order_text, translator_for, write_order
from .boards.geometry import Anchor
from .positions import phase_words, retreat_ways, scene_at, unit_words
from .scene import Action, ActionKind, Piece, PieceState, Scene, Status

_STATUS = {
    Outcome.VOID: Status.VOID,
    Outcome.ILLEGAL: Status.ILLEGAL,
    Outcome.SURPLUS: Status.ILLEGAL,
    Outcome.UNRESOLVED: Status.OPEN,
}
_OUTCOMES: dict[type, tuple[Outcome, Outcome]] = {
    Move: (Outcome.BOUNCES, Outcome.MOVES),
    Support: (Outcome.CUT, Outcome.SUPPORTS),
    Convoy: (Outcome.DISRUPTED, Outcome.CONVOYS),
    Hold: (Outcome.DISLODGED, Outcome.HOLDS),
}
"""Of each type of order, the outcome if it fails and if it succeeds."""

Look = dict[str, Any]
"""The look of an order besides its status: attributes of `Action`."""

_IGNORED = (Outcome.ILLEGAL, Outcome.VOID)
"""The outcomes of orders without an effect."""

_ORDER_FIELDS = ("kind", "to", "target", "route", "anchor")
"""The attributes that do not depend on the outcome of the order."""


def scene_of_result(
    result: PhaseResult,
    board: Board,
    *,
    rules: Rulebook,
    language: str = "en",
    heading: str = "",
    results: Sequence[OrderResult] | None = None,
    judged: bool = True,
) -> Scene:
    """Return the scene of a settled phase: the position before it, with all orders and their outcomes.

    Args:
        result: The phase.
        board: The board.
        rules: The rulebook, for possible retreats.
        language: The language of its words.
        heading: Its heading; the name of the phase if empty.
        results: Other results of the orders of a movement phase; then there are no reasons.
        judged: False to draw the orders without their outcomes.
    """
    builder = _SceneBuilder(result, board, language, reasons=results is None, judged=judged)
    contested = frozenset[str]()
    if isinstance(result, MovementResult):
        builder.movement(result, tuple(result) if results is None else results)
        contested = result.after.contested if judged else contested
    elif isinstance(result, RetreatResult):
        clashes = builder.retreats(result, rules)
        contested = result.before.contested | clashes if judged else result.before.contested
    else:
        builder.adjustments(result)
    heading = heading or phase_words(result.before.phase, language)
    scene = scene_at(result.before, board, heading, builder.pieces, builder.actions, contested, builder.notes)
    return replace(scene, core=_core_of(result)) if judged and isinstance(result, MovementResult) else scene


def _core_of(result: MovementResult) -> frozenset[tuple[str, str]]:
    """Return the orders of the cores of a turn's paradoxes, as keys of a scene."""
    paradoxes = [one for one in result.paradoxes if one.kind is not ParadoxKind.CIRCULAR_MOVEMENT]
    orders = (order for one in paradoxes for order in result.assignment.orders_in(one.core))
    return frozenset((order.power, str(order)) for order in orders)


class _SceneBuilder:
    """Collects the scene of a settled phase: the orders on the map, the order of each unit, and notes."""

    def __init__(self, result: PhaseResult, board: Board, language: str, *, reasons: bool, judged: bool) -> None:
        self.board, self.language, self.reasons, self.judged = board, language, reasons, judged
        self.translator = translator_for(language, board)
        self.standing = {unit.province: unit for unit in result.before.units}
        self.landed = {(unit.power, unit.province): unit.location for unit in result.after.units}
        self.order_of: dict[str, tuple[OrderResult, str]] = {}
        self.pieces: list[Piece] = []
        self.actions: list[Action] = []
        self.notes: list[str] = []

    def add_order(self, one: OrderResult, look: Look | None, *, first: bool) -> None:
        """Add an order.

        Args:
            one: Its result.
            look: Its look on the map; None if it becomes a note.
            first: True if it is the order of its unit even if that has another one.
        """
        order, at, words = one.order, province_of_unit(one.order), self.words(one)
        if look is None:
            self.notes.append(words)
            return
        if first or at not in self.order_of:
            self.order_of[at] = one, words
        status, outcome = _STATUS.get(one.outcome, Status.DONE if one.success else Status.FAILED), str(one.outcome)
        if not self.judged:
            status = status if status in (Status.VOID, Status.ILLEGAL) else Status.DONE
            outcome, look = "", {name: value for name, value in look.items() if name in _ORDER_FIELDS}
        described = {"outcome": outcome, "words": words}
        self.actions.append(
            Action(status=status, power=order.power, order=str(order), at=self.location(at), **described, **look)
        )

    def words(self, one: OrderResult) -> str:
        """Return power, order, outcome and reason in words."""
        translator = self.translator
        head = f"{self.board.names.name(one.order.power, self.language)}: {self.order_words(one.order)}"
        if self.reasons and one.reason in (Reason.ILLEGAL, Reason.VOID):  # the reason begins with the outcome
            fate = f", {translator.say(one.unit_outcome)}" if one.unit_outcome and self.judged else ""
            return f"{head}: {translator.reason(one)}{fate}"
        if not self.judged:
            return head
        if not self.reasons:
            return f"{head}: {translator.outcome(one)}"
        return f"{head}: {translator.outcome(one)}; {translator.reason(one)}"

    def order_words(self, order: Order) -> str:
        """Return an order with the full names of its places."""
        if self.language != "en" or isinstance(order, Unclear):
            return order_text(order, self.board, self.language)
        try:
            return write_order(order, self.board, "datc")
        except NotationError:  # an incomplete order, or one with unknown names
            return str(order)

    def location(self, province: str) -> str:
        """Return the location of the unit in a province; the province itself without a unit."""
        unit = self.standing.get(province)
        return unit.location if unit else province

    def add_unit(self, unit: Unit, state: PieceState, anchor: Anchor = Anchor.UNIT) -> None:
        """Add a unit with its order, if it has one."""
        own = self.order_of.get(unit.province)
        order, words = (str(own[0].order), own[1]) if own else ("", unit_words(unit, self.board, self.language))
        self.pieces.append(Piece(unit, state, order, words, anchor))

    def goal(self, order: Move | Retreat, *, success: bool) -> str:
        """Return the location that a move or retreat goes to, with the coast where it landed."""
        to = self.place(order.destination)
        return self.landed.get((order.power, province_of(to)), to) if success else to

    def place(self, name: str) -> str:
        """Return the location of that name; its province if the board has no such coast."""
        return name if name in self.board.location_number else province_of(name)

    def movement(self, result: MovementResult, results: Sequence[OrderResult]) -> None:
        """Add a movement phase, with these results of its orders."""
        for one in results:
            look = None
            if province_of_unit(one.order) in self.board.province_number:
                look = {"dislodged": one.dislodged, "destroyed": one.destroyed, **self._look(one, result, results)}
            self.add_order(one, look, first=one.outcome is not Outcome.ILLEGAL)
        lost = {province_of_unit(one.order) for one in results if one.dislodged and self.judged}
        for unit in result.before.units:
            self.add_unit(unit, PieceState.DISLODGED if unit.province in lost else PieceState.STANDS)

    def _look(self, one: OrderResult, result: MovementResult, results: Sequence[OrderResult]) -> Look:
        order = one.order
        if isinstance(order, Move):
            to = self.goal(order, success=one.success)
            unit = self.standing.get(order.unit.province)
            if not one.success and unit is not None and unit.type is FLEET:
                to = _coast_of(self.board, unit.location, to)
            route, broken = _route_of(result, results, one, self.board)
            contested = one.outcome is Outcome.BOUNCES and province_of(to) in result.after.contested
            return {"kind": ActionKind.MOVE, "to": to, "route": route, "broken": broken, "into_contested": contested}
        if isinstance(order, Support):
            kind = ActionKind.SUPPORT_HOLD if order.destination is None else ActionKind.SUPPORT_MOVE
            target, to = self.location(order.supported.province), self.place(order.destination or "")
            return {"kind": kind, "target": target, "to": to}
        if isinstance(order, Convoy):
            target, to = self.location(order.convoyed.province), self.place(order.destination)
            return {"kind": ActionKind.CONVOY, "target": target, "to": to}
        return {"kind": ActionKind.HOLD if isinstance(order, Hold) else ActionKind.UNCLEAR}

    def retreats(self, result: RetreatResult, rules: Rulebook) -> set[str]:
        """Add the orders of the dislodged units, and their other retreats; return where retreats collide."""
        before = result.before
        self.standing = {d.unit.province: d.unit for d in before.dislodged}
        self.pieces = [Piece(unit) for unit in before.units]
        way_taken: dict[str, str] = {}
        clashes: set[str] = set()
        for one in result:
            order, at = one.order, province_of_unit(one.order)
            look: Look | None = {"kind": ActionKind.DISBAND, "anchor": Anchor.DISLODGED}
            if at not in self.standing:
                look = None
            elif isinstance(order, (Retreat, Move)):
                to = way_taken[at] = self.goal(order, success=one.success)
                collides = one.outcome is Outcome.BOUNCES
                clashes |= {province_of(to)} if collides else set()
                look |= {"kind": ActionKind.RETREAT, "to": to, "into_contested": collides}
            self.add_order(one, look, first=one.outcome is not Outcome.ILLEGAL)
        for d in before.dislodged:
            own, _ = self.order_of.get(d.unit.province, (None, ""))
            gone = own is not None and (own.outcome is Outcome.DISBANDS or not own.success)
            self.add_unit(d.unit, PieceState.REMOVED if gone else PieceState.RETREATING, Anchor.DISLODGED)
            ways = legal_retreats(self.board, before, d, rules)
            self.actions.extend(retreat_ways(d, ways, way_taken.get(d.unit.province, "")))
        return clashes

    def adjustments(self, result: AdjustmentResult) -> None:
        """Add the units, builds and removals of an adjustment phase."""
        before, after = result.before, result.after
        built = {unit.province: unit for unit in after.units if unit not in before.units}
        self.standing |= built
        for one in result:
            order = one.order
            kinds: dict[type, ActionKind] = {Build: ActionKind.BUILD, Disband: ActionKind.DISBAND}
            placed = province_of_unit(order) in self.board.province_number and not isinstance(order, Unclear)
            look = {"kind": kinds.get(type(order), ActionKind.UNCLEAR)} if placed else None
            self.add_order(one, look, first=one.success)
        for unit in before.units:
            state = PieceState.STANDS if unit in after.units else PieceState.REMOVED
            self.add_unit(unit, PieceState.BUILT if unit.province in built else state)
        for unit in built.values():
            self.add_unit(unit, PieceState.BUILT)


def province_of_unit(order: Order) -> str:
    """Return the province of the unit that an order is for; empty for a build that is waived."""
    return "" if isinstance(order, Waive) else order.unit.province


def _coast_of(board: Board, at: str, to: str) -> str:
    """Return the coast of `to` that a fleet at `at` would reach, or `to` itself if there are several."""
    if to != province_of(to) or at not in board.location_number:
        return to
    reached = [place for place in board.neighbors(at, FLEET) if province_of(place) == to]
    return reached[0] if len(reached) == 1 else to


def resolved(result: MovementResult, succeeding: frozenset[Order]) -> list[OrderResult]:
    """Return the results of a turn's orders as they would be if exactly `succeeding` succeeded.

    Args:
        result: The result under the rulebook, from which illegal and void orders are taken.
        succeeding: The moves, supports and convoys that succeed.
    """
    moves = [
        one.order
        for one in result
        if isinstance(one.order, Move) and one.outcome not in _IGNORED and one.order in succeeding
    ]
    entered = {province_of(move.destination) for move in moves} - {move.unit.province for move in moves}
    results: list[OrderResult] = []
    for settled in result:
        order = settled.order
        dislodged = province_of_unit(order) in entered
        if settled.outcome in _IGNORED:
            settled = settled._replace(dislodged=dislodged, destroyed=False)
        elif type(order) in _OUTCOMES:
            holds = isinstance(order, Hold)
            success = not dislodged if holds else order in succeeding
            same = success == settled.success and not holds
            outcome = settled.outcome if same else _OUTCOMES[type(order)][success]
            settled = OrderResult(order, success, outcome, Reason.STANDS, dislodged=dislodged)
        results.append(settled)
    return results


def _route_of(
    result: MovementResult, results: Sequence[OrderResult], move_result: OrderResult, board: Board
) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the seas that a convoyed army passes, in its order, and those of them whose convoy fails.

    The route is a shortest chain of fleets whose convoys succeed, otherwise of all fleets ordered to convoy it; without
    a chain, it is all fleets connected to its province. A move over land passes none.
    """
    order = move_result.order
    if not isinstance(order, Move) or move_result.outcome in _IGNORED:
        return (), frozenset()
    start, goal = order.unit.province, province_of(order.destination)
    succeeding: dict[str, bool] = {}
    for each in results:
        convoy = each.order
        if not isinstance(convoy, Convoy) or each.outcome in _IGNORED:
            continue
        if (convoy.convoyed.province, province_of(convoy.destination)) == (start, goal):
            succeeding[convoy.unit.province] = each.success
    if not succeeding or not _by_convoy(result, order, move_result.outcome, board):
        return (), frozenset()
    chain, _ = _chain(board, start, goal, [sea for sea, good in succeeding.items() if good])
    if not chain:
        chain, reached = _chain(board, start, goal, succeeding)
        chain = chain or reached or tuple(sorted(succeeding))
    return chain, frozenset(sea for sea in chain if not succeeding[sea])


def _by_convoy(result: MovementResult, order: Move, outcome: Outcome, board: Board) -> bool:
    """Return whether a move with fleets ordered to convoy it goes by convoy."""
    if order.via_convoy or outcome is Outcome.NO_CONVOY:
        return True
    start, goal = (board.province_number[place] for place in (order.unit.province, province_of(order.destination)))
    if not board.tables.army[start] >> goal & 1:
        return True
    units = enumerate(result.assignment.units)
    army = next((n for n, unit in units if unit.province == order.unit.province and unit.type is ARMY), None)
    return army is not None and result.came_by_convoy(army)


def _chain(board: Board, start: str, goal: str, seas: Sequence[str] | dict[str, bool]) -> tuple[tuple[str, ...], ...]:
    """Return a shortest chain of fleets from `start` to `goal`, empty without one, and all fleets reached so far."""
    number = board.province_number
    ways: dict[str, tuple[str, ...]] = {start: ()}
    queue = [start]
    for place in queue:
        around = board.around[number[place]]
        if ways[place] and around >> number[goal] & 1:
            return ways[place], tuple(queue[1:])
        for sea in sorted(seas):
            if sea not in ways and around >> number[sea] & 1:
                ways[sea] = (*ways[place], sea)
                queue.append(sea)
    return (), tuple(queue[1:])
