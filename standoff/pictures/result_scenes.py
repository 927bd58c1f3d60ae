"""The scenes of settled phases: movement, retreats, adjustments; and of one resolution among several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..map import FLEET, Board, Unit, province_of
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
    Waive,
    legal_retreats,
)
from ..solver.orders.order import Unclear
from ..text.messages import order_text, wording_in
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
_SUCCEEDS = {Move: Outcome.MOVES, Support: Outcome.SUPPORTS, Convoy: Outcome.CONVOYS}
_ADJUSTMENTS: dict[type, ActionKind] = {Build: ActionKind.BUILD, Disband: ActionKind.DISBAND}
_FAILS = {Move: Outcome.BOUNCES, Support: Outcome.CUT, Convoy: Outcome.DISRUPTED}


def scene_of_result(
    result: PhaseResult, board: Board, *, rules: Rulebook, language: str = "en", heading: str = ""
) -> Scene:
    """Return the scene of a settled phase: the position before it, with all orders and their outcomes."""
    heading = heading or phase_words(result.before.phase, language)
    if isinstance(result, MovementResult):
        return scene_of_movement(result, board, tuple(result), language=language, heading=heading)
    if isinstance(result, RetreatResult):
        return scene_of_retreats(result, board, rules=rules, language=language, heading=heading)
    return scene_of_adjustments(result, board, language=language, heading=heading)


def result_words(result: OrderResult, board: Board, language: str = "en", *, reason: bool = True) -> str:
    """Return power, order and outcome in words, and the reason unless `reason` is False."""
    wording = wording_in(language, board)
    head = f"{board.names.name(result.order.power, language)}: {order_words(result.order, board, language)}: "
    if not reason:
        return head + wording.outcome(result)
    if result.reason in (Reason.ILLEGAL, Reason.VOID):  # the reason begins with the outcome
        return head + wording.reason(result) + (f", {wording.say(result.fate)}" if result.fate else "")
    return f"{head}{wording.outcome(result)}; {wording.reason(result)}"


def order_words(order: Order, board: Board, language: str = "en") -> str:
    """Return an order with the full names of its places."""
    from ..text.notation import NotationError, write_order

    if isinstance(order, Unclear):
        return order.text
    if language != "en":
        return order_text(order, board, language)
    try:
        return write_order(order, board, "datc")
    except NotationError:  # an order that names less, or what the board does not have
        return str(order)


Spoken = tuple[OrderResult, str]
"""The result of an order, and power, order and outcome in words."""


def _piece(
    unit: Unit, state: PieceState, own: Spoken | None, board: Board, language: str, anchor: Anchor = Anchor.UNIT
) -> Piece:
    """Return a unit with its order, if it has one."""
    order, words = (str(own[0].order), own[1]) if own else ("", unit_words(unit, board, language))
    return Piece(unit, state, order, words, anchor)


def _place(name: str, board: Board) -> str:
    """Return the location of that name; its province if the board has no such coast."""
    return name if name in board.location_number else province_of(name)


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
    before = result.before
    standing = {unit.province: unit for unit in before.units}
    landed = {(unit.power, unit.province): unit.location for unit in result.after.units}
    lost = {each.order.unit.province for each in results if each.dislodged and not isinstance(each.order, Waive)}
    by_place: dict[str, Spoken] = {}
    actions: list[Action] = []
    notes: list[str] = []
    for order_result in results:
        order, words = order_result.order, result_words(order_result, board, language, reason=reasons)
        if not isinstance(order, Waive) and (
            order_result.outcome is not Outcome.ILLEGAL or order.unit.province not in by_place
        ):
            by_place[order.unit.province] = order_result, words
        if _unplaced(order, board):
            notes.append(words)
        else:
            actions.append(_movement_action(order_result, result, results, board, standing, landed, words))
    pieces: list[Piece] = []
    for unit in before.units:
        state = PieceState.DISLODGED if unit.province in lost else PieceState.STANDS
        pieces.append(_piece(unit, state, by_place.get(unit.province), board, language))
    return scene_at(before, board, heading, pieces, actions, result.after.contested, notes)


def _unplaced(order: Order, board: Board) -> bool:
    """Return whether the map has no place for an order."""
    return isinstance(order, Waive) or order.unit.province not in board.province_number


def _action(kind: ActionKind, order_result: OrderResult, at: str, words: str) -> Action:
    """Return the action of an order whose unit stands at `at`."""
    status = _STATUS.get(order_result.outcome, Status.DONE if order_result.success else Status.FAILED)
    order = order_result.order
    return Action(kind, status, order.power, str(order), at, str(order_result.outcome), words)


def _movement_action(
    order_result: OrderResult,
    result: MovementResult,
    results: Sequence[OrderResult],
    board: Board,
    standing: dict[str, Unit],
    landed: dict[tuple[str, str], str],
    words: str,
) -> Action:
    order = order_result.order
    assert not isinstance(order, Waive)
    unit = standing.get(order.unit.province)
    at = unit.location if unit else order.unit.province
    action = replace(
        _action(ActionKind.UNCLEAR, order_result, at, words),
        dislodged=order_result.dislodged,
        destroyed=order_result.destroyed,
    )

    def standing_at(province: str) -> str:
        unit = standing.get(province)
        return unit.location if unit else province

    if isinstance(order, Move):
        to = _place(order.destination, board)
        province = province_of(to)
        if order_result.success:
            to = landed.get((order.power, province), to)
        elif unit is not None and unit.type is FLEET:
            to = _coast_of(board, unit.location, to)
        route, broken = route_of(result, results, order_result, board)
        stands_off = not order_result.success and order_result.outcome is Outcome.BOUNCES
        contested = stands_off and province in result.after.contested
        return replace(action, kind=ActionKind.MOVE, to=to, route=route, broken=broken, into_contested=contested)
    if isinstance(order, Support):
        target = standing_at(order.supported.province)
        if order.destination is None:
            return replace(action, kind=ActionKind.SUPPORT_HOLD, target=target)
        return replace(action, kind=ActionKind.SUPPORT_MOVE, target=target, to=_place(order.destination, board))
    if isinstance(order, Convoy):
        target = standing_at(order.convoyed.province)
        return replace(action, kind=ActionKind.CONVOY, target=target, to=_place(order.destination, board))
    if isinstance(order, Hold):
        return replace(action, kind=ActionKind.HOLD)
    return action


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
    orders = [settled.order for settled in result if settled.outcome not in (Outcome.ILLEGAL, Outcome.VOID)]
    moves = [order for order in orders if isinstance(order, Move) and order in succeeding]
    entered = {province_of(move.destination) for move in moves}
    vacated = {move.unit.province for move in moves}
    results: list[OrderResult] = []
    for settled in result:
        order = settled.order
        if isinstance(order, (Waive, Unclear)):
            results.append(settled)
            continue
        province = order.unit.province
        dislodged = province in entered and province not in vacated
        if settled.outcome in (Outcome.ILLEGAL, Outcome.VOID):
            results.append(settled._replace(dislodged=dislodged, destroyed=False))
        elif isinstance(order, (Move, Support, Convoy)):
            succeeds = order in succeeding
            outcome = (_SUCCEEDS if succeeds else _FAILS)[type(order)]
            if succeeds == settled.success:
                outcome = settled.outcome
            results.append(OrderResult(order, succeeds, outcome, Reason.STANDS, dislodged=dislodged))
        else:
            outcome = Outcome.DISLODGED if dislodged else Outcome.HOLDS
            results.append(OrderResult(order, not dislodged, outcome, Reason.STANDS, dislodged=dislodged))
    return results


# -- retreats and adjustments -----------------------------------------------------------------------------------------


def scene_of_retreats(
    result: RetreatResult, board: Board, *, rules: Rulebook, language: str = "en", heading: str = ""
) -> Scene:
    """Return the scene of a retreat phase: the orders of the dislodged units, and their other possible retreats."""
    before = result.before
    standing = {d.unit.province: d for d in before.dislodged}
    landed = {(unit.power, unit.province): unit.location for unit in result.after.units}
    pieces = [Piece(unit, words="") for unit in before.units]
    actions: list[Action] = []
    notes: list[str] = []
    way_taken: dict[str, str] = {}
    orders: dict[str, Spoken] = {}
    clashes: set[str] = set()
    for order_result in result:
        order, words = order_result.order, result_words(order_result, board, language)
        if isinstance(order, Waive) or order.unit.province not in standing:
            notes.append(words)
            continue
        unit = standing[order.unit.province].unit
        if order_result.outcome is not Outcome.ILLEGAL or unit.province not in orders:
            orders[unit.province] = order_result, words
        action = replace(_action(ActionKind.DISBAND, order_result, unit.location, words), anchor=Anchor.DISLODGED)
        if isinstance(order, (Retreat, Move)):
            to = _place(order.destination, board)
            if order_result.success:
                to = landed.get((order.power, province_of(to)), to)
            collides = order_result.outcome is Outcome.BOUNCES
            if collides:
                clashes.add(province_of(to))
            way_taken[unit.province] = to
            action = replace(action, kind=ActionKind.RETREAT, to=to, into_contested=collides)
        actions.append(action)
    for province, d in standing.items():
        own = orders.get(province)
        gone = own is not None and (own[0].outcome is Outcome.DISBANDS or not own[0].success)
        state = PieceState.REMOVED if gone else PieceState.RETREATING
        pieces.append(_piece(d.unit, state, own, board, language, Anchor.DISLODGED))
        ways = legal_retreats(board, before, d, rules)
        actions.extend(retreat_ways(d, ways, way_taken.get(province, "")))
    return scene_at(before, board, heading, pieces, actions, before.contested | clashes, notes)


def scene_of_adjustments(result: AdjustmentResult, board: Board, *, language: str = "en", heading: str = "") -> Scene:
    """Return the scene of an adjustment phase: what stands, what is built and what is removed."""
    before, after = result.before, result.after
    standing = {unit.province: unit for unit in before.units}
    built = {unit.province: unit for unit in after.units if unit not in before.units}
    removed = {unit.province for unit in before.units if unit not in after.units}
    by_place: dict[str, Spoken] = {}
    actions: list[Action] = []
    notes: list[str] = []
    for order_result in result:
        order, words = order_result.order, result_words(order_result, board, language)
        if isinstance(order, (Waive, Unclear)) or _unplaced(order, board):
            notes.append(words)
            continue
        province = order.unit.province
        if order_result.success or province not in by_place:
            by_place[province] = order_result, words
        unit = built.get(province) or standing.get(province)
        kind = _ADJUSTMENTS.get(type(order), ActionKind.UNCLEAR)
        actions.append(_action(kind, order_result, unit.location if unit else province, words))
    pieces: list[Piece] = []
    for unit in (*before.units, *built.values()):
        state = PieceState.REMOVED if unit.province in removed else PieceState.STANDS
        if unit.province in built:
            state = PieceState.BUILT
        pieces.append(_piece(unit, state, by_place.get(unit.province), board, language))
    return scene_at(before, board, heading, pieces, actions, notes=notes)


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
