"""The scenes of settled phases: movement, retreats, adjustments; and of one resolution among several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..map import FLEET, Board, Position, Unit, province_of
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
from ..text import order_text, wording_in
from .boards.geometry import Anchor
from .positions import phase_words, retreat_ways, scene_at, unit_words
from .route_lines import route_of
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
"""What the map shows of an order besides its status, by the attributes of `Action`."""


def scene_of_result(
    result: PhaseResult, board: Board, *, rules: Rulebook, language: str = "en", heading: str = ""
) -> Scene:
    """Return the scene of a settled phase: the position before it, with all orders and their outcomes."""
    heading = heading or phase_words(result.before.phase, language)
    if isinstance(result, MovementResult):
        return scene_of_movement(result, board, tuple(result), language=language, heading=heading)
    telling = _Telling(result.before, result.after, board, language)
    contested = _tell_retreats(telling, result, rules) if isinstance(result, RetreatResult) else frozenset[str]()
    if isinstance(result, AdjustmentResult):
        _tell_adjustments(telling, result)
    return telling.scene(heading, contested)


class _Telling:
    """Collects the scene of a settled phase: the orders on the map, the order of each unit, what has no place there.

    Args:
        before, after: The positions before and after the phase.
        board: The board.
        language: The language of words.
        reasons: True to say why the orders came out as they did.
    """

    def __init__(self, before: Position, after: Position, board: Board, language: str, *, reasons: bool = True) -> None:
        self.before, self.board, self.language, self.reasons = before, board, language, reasons
        self.wording = wording_in(language, board)
        self.standing = {unit.province: unit for unit in before.units}
        self.landed = {(unit.power, unit.province): unit.location for unit in after.units}
        self.order_of: dict[str, tuple[OrderResult, str]] = {}
        self.pieces: list[Piece] = []
        self.actions: list[Action] = []
        self.notes: list[str] = []

    def add_order(self, order_result: OrderResult, look: Look | None, *, first: bool) -> None:
        """Add an order.

        Args:
            order_result: Its result.
            look: What the map shows of it; None if it has no place there and becomes a note.
            first: True if it is the order of its unit though that has another one.
        """
        order, at, words = order_result.order, province_of_unit(order_result.order), self.words(order_result)
        if look is None:
            self.notes.append(words)
            return
        if first or at not in self.order_of:
            self.order_of[at] = order_result, words
        status = _STATUS.get(order_result.outcome, Status.DONE if order_result.success else Status.FAILED)
        self.actions.append(
            Action(
                status=status,
                power=order.power,
                order=str(order),
                at=self.location(at),
                outcome=str(order_result.outcome),
                words=words,
                **look,
            )
        )

    def words(self, result: OrderResult) -> str:
        """Return power, order, outcome and reason in words."""
        wording = self.wording
        head = f"{self.board.names.name(result.order.power, self.language)}: {self.order_words(result.order)}: "
        if not self.reasons:
            return head + wording.outcome(result)
        if result.reason in (Reason.ILLEGAL, Reason.VOID):  # the reason begins with the outcome
            return head + wording.reason(result) + (f", {wording.say(result.fate)}" if result.fate else "")
        return f"{head}{wording.outcome(result)}; {wording.reason(result)}"

    def order_words(self, order: Order) -> str:
        """Return an order with the full names of its places."""
        from ..text import NotationError, write_order

        if self.language != "en" or isinstance(order, Unclear):
            return order_text(order, self.board, self.language)
        try:
            return write_order(order, self.board, "datc")
        except NotationError:  # an order that names less, or what the board does not have
            return str(order)

    def location(self, province: str) -> str:
        """Return where the unit in a province stands, the province itself without one."""
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

    def scene(self, heading: str, contested: Iterable[str]) -> Scene:
        """Return the scene."""
        return scene_at(self.before, self.board, heading, self.pieces, self.actions, contested, self.notes)


def province_of_unit(order: Order) -> str:
    """Return the province of the unit that an order is for; empty for a build that is waived."""
    return "" if isinstance(order, Waive) else order.unit.province


# -- movement ---------------------------------------------------------------------------------------------------------


def scene_of_movement(
    result: MovementResult,
    board: Board,
    results: Sequence[OrderResult],
    *,
    language: str = "en",
    heading: str = "",
    reasons: bool = True,
) -> Scene:
    """Return the scene of a movement phase with the given results of its orders, with reasons in words on demand."""
    telling = _Telling(result.before, result.after, board, language, reasons=reasons)
    for each in results:
        look = None
        if province_of_unit(each.order) in board.province_number:
            look = _movement_look(each, result, results, telling)
            look |= {"dislodged": each.dislodged, "destroyed": each.destroyed}
        telling.add_order(each, look, first=each.outcome is not Outcome.ILLEGAL)
    lost = {province_of_unit(each.order) for each in results if each.dislodged}
    for unit in result.before.units:
        telling.add_unit(unit, PieceState.DISLODGED if unit.province in lost else PieceState.STANDS)
    return telling.scene(heading, result.after.contested)


def _movement_look(
    order_result: OrderResult, result: MovementResult, results: Sequence[OrderResult], telling: _Telling
) -> Look:
    """Return the look of an order of a movement phase."""
    order = order_result.order
    if isinstance(order, Move):
        to = telling.goal(order, success=order_result.success)
        unit = telling.standing.get(order.unit.province)
        if not order_result.success and unit is not None and unit.type is FLEET:
            to = _coast_of(telling.board, unit.location, to)
        route, broken = route_of(result, results, order_result, telling.board)
        contested = order_result.outcome is Outcome.BOUNCES and province_of(to) in result.after.contested
        return {"kind": ActionKind.MOVE, "to": to, "route": route, "broken": broken, "into_contested": contested}
    if isinstance(order, Support):
        kind = ActionKind.SUPPORT_HOLD if order.destination is None else ActionKind.SUPPORT_MOVE
        target, to = telling.location(order.supported.province), telling.place(order.destination or "")
        return {"kind": kind, "target": target, "to": to}
    if isinstance(order, Convoy):
        target, to = telling.location(order.convoyed.province), telling.place(order.destination)
        return {"kind": ActionKind.CONVOY, "target": target, "to": to}
    return {"kind": ActionKind.HOLD if isinstance(order, Hold) else ActionKind.UNCLEAR}


def _coast_of(board: Board, at: str, to: str) -> str:
    """Return the coast of `to` that a fleet at `at` would reach, `to` itself if that stays open."""
    province = province_of(to)
    if to != province or at not in board.location_number:
        return to
    ways = {b if a == at else a for a, b in board.fleet_edges if at in (a, b)}
    reached = [place for place in board.province(province).locations if place in ways]
    return reached[0] if len(reached) == 1 else to


def resolved(result: MovementResult, succeeding: frozenset[Order]) -> list[OrderResult]:
    """Return the results of a turn's orders as they would be if exactly `succeeding` succeeded.

    Args:
        result: The turn as the rulebook settles it; illegal and void orders are taken from it.
        succeeding: The moves, supports and convoys that succeed.
    """
    ignored = (Outcome.ILLEGAL, Outcome.VOID)
    orders = [settled.order for settled in result if settled.outcome not in ignored]
    moves = [order for order in orders if isinstance(order, Move) and order in succeeding]
    entered = {province_of(move.destination) for move in moves} - {move.unit.province for move in moves}
    results: list[OrderResult] = []
    for settled in result:
        order = settled.order
        dislodged = province_of_unit(order) in entered
        if settled.outcome in ignored:
            settled = settled._replace(dislodged=dislodged, destroyed=False)
        elif type(order) in _OUTCOMES:
            holds = isinstance(order, Hold)
            success = not dislodged if holds else order in succeeding
            same = success == settled.success and not holds
            outcome = settled.outcome if same else _OUTCOMES[type(order)][success]
            settled = OrderResult(order, success, outcome, Reason.STANDS, dislodged=dislodged)
        results.append(settled)
    return results


# -- retreats and adjustments -----------------------------------------------------------------------------------------


def _tell_retreats(telling: _Telling, result: RetreatResult, rules: Rulebook) -> frozenset[str]:
    """Tell of the orders of the dislodged units, and of their other retreats; return the contested provinces."""
    before = result.before
    telling.standing = {d.unit.province: d.unit for d in before.dislodged}
    telling.pieces = [Piece(unit) for unit in before.units]
    way_taken: dict[str, str] = {}
    clashes: set[str] = set()
    for each in result:
        order, at = each.order, province_of_unit(each.order)
        look: Look | None = {"kind": ActionKind.DISBAND, "anchor": Anchor.DISLODGED}
        if at not in telling.standing:
            look = None
        elif isinstance(order, (Retreat, Move)):
            to = way_taken[at] = telling.goal(order, success=each.success)
            collides = each.outcome is Outcome.BOUNCES
            clashes |= {province_of(to)} if collides else set()
            look |= {"kind": ActionKind.RETREAT, "to": to, "into_contested": collides}
        telling.add_order(each, look, first=each.outcome is not Outcome.ILLEGAL)
    for d in before.dislodged:
        own, _ = telling.order_of.get(d.unit.province, (None, ""))
        gone = own is not None and (own.outcome is Outcome.DISBANDS or not own.success)
        telling.add_unit(d.unit, PieceState.REMOVED if gone else PieceState.RETREATING, Anchor.DISLODGED)
        ways = legal_retreats(telling.board, before, d, rules)
        telling.actions.extend(retreat_ways(d, ways, way_taken.get(d.unit.province, "")))
    return before.contested | clashes


def _tell_adjustments(telling: _Telling, result: AdjustmentResult) -> None:
    """Tell of what stands, what is built and what is removed."""
    before, after = result.before, result.after
    built = {unit.province: unit for unit in after.units if unit not in before.units}
    telling.standing |= built
    kinds: Mapping[type, ActionKind] = {Build: ActionKind.BUILD, Disband: ActionKind.DISBAND}
    for each in result:
        placed = province_of_unit(each.order) in telling.board.province_number and not isinstance(each.order, Unclear)
        look = {"kind": kinds.get(type(each.order), ActionKind.UNCLEAR)} if placed else None
        telling.add_order(each, look, first=each.success)
    for unit in before.units:
        state = PieceState.STANDS if unit in after.units else PieceState.REMOVED
        telling.add_unit(unit, PieceState.BUILT if unit.province in built else state)
    for unit in built.values():
        telling.add_unit(unit, PieceState.BUILT)


def orders_only(scene: Scene) -> Scene:
    """Return the scene of a turn with its orders as they are given: what becomes of them is left out."""
    return replace(
        scene,
        pieces=tuple(
            replace(piece, state=PieceState.STANDS) if piece.state is PieceState.DISLODGED else piece
            for piece in scene.pieces
        ),
        actions=tuple(
            replace(
                action,
                status=action.status if action.status in (Status.VOID, Status.ILLEGAL) else Status.DONE,
                outcome="",
                words="",
                broken=frozenset(),
                into_contested=False,
                dislodged=False,
                destroyed=False,
            )
            for action in scene.actions
        ),
        contested=scene.contested if any(action.kind is ActionKind.RETREAT for action in scene.actions) else (),
    )
