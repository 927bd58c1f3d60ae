"""The scenes of settled phases: movement, retreats, adjustments; and of one resolution among several."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..map import FLEET, Board, Unit, province_of
from ..map.drawing.geometry import Anchor
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
from ..text.messages import message, order_text, reason_text
from .positions import owners_of, phase_words, retreat_ways, tints_of, unit_words
from .route_lines import route_of
from .scene import Action, ActionKind, Piece, PieceState, Scene, Status

_STATUS = {
    Outcome.VOID: Status.VOID,
    Outcome.ILLEGAL: Status.ILLEGAL,
    Outcome.SURPLUS: Status.ILLEGAL,
    Outcome.UNRESOLVED: Status.OPEN,
}
_SUCCEEDS = {Move: Outcome.MOVES, Support: Outcome.SUPPORTS, Convoy: Outcome.CONVOYS}
_FAILS = {Move: Outcome.BOUNCES, Support: Outcome.CUT, Convoy: Outcome.DISRUPTED}


def scene_of_result(
    result: PhaseResult, board: Board, *, rules: Rulebook, language: str = "en", heading: str = ""
) -> Scene:
    """Return the scene of a settled phase: the position before it, with all orders and what became of them."""
    heading = heading or phase_words(result.before.phase, language)
    if isinstance(result, MovementResult):
        return scene_of_movement(result, board, tuple(result), language=language, heading=heading)
    if isinstance(result, RetreatResult):
        return scene_of_retreats(result, board, rules=rules, language=language, heading=heading)
    return scene_of_adjustments(result, board, language=language, heading=heading)


def result_words(found: OrderResult, board: Board, language: str = "en", *, reason: bool = True) -> str:
    """Return power, order and outcome in words, and the reason unless `reason` is False."""
    power = board.names.name(found.order.power, language)
    outcome = ", ".join(message(str(one), language) for one in found.words)
    head = f"{power}: {order_words(found.order, board, language)}: "
    if not reason:
        return head + outcome
    if found.reason in (Reason.ILLEGAL, Reason.VOID):  # the reason begins with the outcome
        out = f", {message(str(found.fate), language)}" if found.fate else ""
        return f"{head}{reason_text(found, board, language)}{out}"
    return f"{head}{outcome}; {reason_text(found, board, language)}"


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


# -- movement ---------------------------------------------------------------------------------------------------------


def scene_of_movement(
    result: MovementResult,
    board: Board,
    found: Iterable[OrderResult],
    *,
    language: str = "en",
    heading: str = "",
    reasons: bool = True,
) -> Scene:
    """Return the scene of a movement phase whose orders came out as `found` says; its words give reasons on demand."""
    before = result.before
    results = list(found)
    standing = {unit.province: unit for unit in before.units}
    landed = {(unit.power, unit.province): unit.location for unit in result.after.units}
    lost = {one.order.unit.province for one in results if one.dislodged and not isinstance(one.order, Waive)}
    contested = tuple(sorted(result.after.contested))
    by_place: dict[str, OrderResult] = {}
    for one in results:
        if not isinstance(one.order, Waive) and (
            one.outcome is not Outcome.ILLEGAL or one.order.unit.province not in by_place
        ):
            by_place[one.order.unit.province] = one
    words = [result_words(one, board, language, reason=reasons) for one in results]
    sentences = dict(zip(map(id, results), words, strict=True))
    actions = [
        _movement_action(one, result, results, board, standing, landed, spoken)
        for one, spoken in zip(results, words, strict=True)
    ]
    pieces: list[Piece] = []
    for unit in before.units:
        own = by_place.get(unit.province)
        about = sentences[id(own)] if own else unit_words(unit, board, language)
        state = PieceState.DISLODGED if unit.province in lost else PieceState.STANDS
        pieces.append(Piece(unit, state, str(own.order) if own else "", about))
    return Scene(
        board,
        heading,
        tuple(pieces),
        tuple(action for action in actions if action is not None),
        tints_of(board, before),
        owners_of(before),
        contested,
        tuple(sentences[id(one)] for one in results if _unplaced(one.order, board)),
    )


def _unplaced(order: Order, board: Board) -> bool:
    """Tell whether the map has no place for an order."""
    return isinstance(order, Waive) or order.unit.province not in board.province_number


def _movement_action(
    found: OrderResult,
    result: MovementResult,
    results: list[OrderResult],
    board: Board,
    standing: dict[str, Unit],
    landed: dict[tuple[str, str], str],
    words: str,
) -> Action | None:
    order = found.order
    if isinstance(order, Waive) or _unplaced(order, board):
        return None
    unit = standing.get(order.unit.province)
    at = unit.location if unit else order.unit.province
    action = Action(
        ActionKind.UNCLEAR,
        _STATUS.get(found.outcome, Status.DONE if found.success else Status.FAILED),
        order.power,
        str(order),
        at,
        str(found.outcome),
        words,
        dislodged=found.dislodged,
        destroyed=found.destroyed,
    )

    def place(name: str) -> str:
        return name if name in board.location_number else province_of(name)

    def standing_at(province: str) -> str:
        there = standing.get(province)
        return there.location if there else province

    if isinstance(order, Move):
        to = place(order.destination)
        province = province_of(to)
        if found.success:
            to = landed.get((order.power, province), to)
        elif unit is not None and unit.type is FLEET:
            to = _coast_of(board, unit.location, to)
        route, broken = route_of(result, results, found, board)
        fails_before = not found.success and province in result.after.contested and found.outcome is Outcome.BOUNCES
        return replace(action, kind=ActionKind.MOVE, to=to, route=route, broken=broken, into_contested=fails_before)
    if isinstance(order, Support):
        target = standing_at(order.supported.province)
        if order.destination is None:
            return replace(action, kind=ActionKind.SUPPORT_HOLD, target=target)
        return replace(action, kind=ActionKind.SUPPORT_MOVE, target=target, to=place(order.destination))
    if isinstance(order, Convoy):
        return replace(
            action, kind=ActionKind.CONVOY, target=standing_at(order.convoyed.province), to=place(order.destination)
        )
    if isinstance(order, Hold):
        return replace(action, kind=ActionKind.HOLD)
    return action


def _coast_of(board: Board, at: str, to: str) -> str:
    """Return the coast of `to` that a fleet at `at` would reach, `to` itself where that stays open."""
    province = province_of(to)
    if to != province or at not in board.location_number:
        return to
    ways = {b if a == at else a for a, b in board.fleet_edges if at in (a, b)}
    reached = [place for place in board.province(province).locations if place in ways]
    return reached[0] if len(reached) == 1 else to


def resolved(result: MovementResult, succeeding: frozenset[Order]) -> list[OrderResult]:
    """Return the results of a turn's orders as they would be if of all that can succeed just `succeeding` did.

    Args:
        result: The turn as the rulebook settles it; illegal and void orders are as there.
        succeeding: The moves, supports and convoys that succeed.
    """
    decided = [one for one in result if one.outcome not in (Outcome.ILLEGAL, Outcome.VOID)]
    entered = {
        province_of(one.order.destination): one.order
        for one in decided
        if isinstance(one.order, Move) and one.order in succeeding
    }
    left = {order.unit.province for order in entered.values()}
    found: list[OrderResult] = []
    for one in result:
        order = one.order
        if isinstance(order, (Waive, Unclear)):
            found.append(one)
            continue
        province = order.unit.province
        out = province in entered and province not in left
        if one.outcome in (Outcome.ILLEGAL, Outcome.VOID):
            found.append(one._replace(dislodged=out, destroyed=False))
        elif isinstance(order, (Move, Support, Convoy)):
            succeeds = order in succeeding
            outcome = (_SUCCEEDS if succeeds else _FAILS)[type(order)]
            if succeeds == one.success:
                outcome = one.outcome
            found.append(OrderResult(order, succeeds, outcome, Reason.STANDS, dislodged=out))
        else:
            outcome = Outcome.DISLODGED if out else Outcome.HOLDS
            found.append(OrderResult(order, not out, outcome, Reason.STANDS, dislodged=out))
    return found


# -- retreats and adjustments -----------------------------------------------------------------------------------------


def scene_of_retreats(
    result: RetreatResult, board: Board, *, rules: Rulebook, language: str = "en", heading: str = ""
) -> Scene:
    """Return the scene of a retreat phase: what each dislodged unit was ordered, and the other ways that it had."""
    before = result.before
    standing = {d.unit.province: d for d in before.dislodged}
    landed = {(unit.power, unit.province): unit.location for unit in result.after.units}
    pieces = [Piece(unit, words="") for unit in before.units]
    actions: list[Action] = []
    taken: dict[str, str] = {}
    orders: dict[str, OrderResult] = {}
    clashes: set[str] = set()
    for found in result:
        order = found.order
        if isinstance(order, Waive) or order.unit.province not in standing:
            continue
        unit = standing[order.unit.province].unit
        if found.outcome is not Outcome.ILLEGAL or unit.province not in orders:
            orders[unit.province] = found
        action = Action(
            ActionKind.DISBAND,
            _STATUS.get(found.outcome, Status.DONE if found.success else Status.FAILED),
            order.power,
            str(order),
            unit.location,
            str(found.outcome),
            result_words(found, board, language),
            anchor=Anchor.DISLODGED,
        )
        if isinstance(order, (Retreat, Move)):
            to = order.destination if order.destination in board.location_number else province_of(order.destination)
            if found.success:
                to = landed.get((order.power, province_of(to)), to)
            collides = found.outcome is Outcome.BOUNCES
            if collides:
                clashes.add(province_of(to))
            taken[unit.province] = to
            action = replace(action, kind=ActionKind.RETREAT, to=to, into_contested=collides)
        actions.append(action)
    for province, d in standing.items():
        own = orders.get(province)
        gone = own is not None and (own.outcome is Outcome.DISBANDS or not own.success)
        pieces.append(
            Piece(
                d.unit,
                PieceState.REMOVED if gone else PieceState.RETREATING,
                str(own.order) if own else "",
                result_words(own, board, language) if own else unit_words(d.unit, board, language),
                Anchor.DISLODGED,
            )
        )
        ways = legal_retreats(board, before, d, rules)
        actions.extend(retreat_ways(d, ways, taken.get(province, "")))
    return Scene(
        board,
        heading,
        tuple(pieces),
        tuple(actions),
        tints_of(board, before),
        owners_of(before),
        tuple(sorted({*before.contested, *clashes})),
        tuple(
            result_words(found, board, language)
            for found in result
            if isinstance(found.order, Waive) or found.order.unit.province not in standing
        ),
    )


def scene_of_adjustments(result: AdjustmentResult, board: Board, *, language: str = "en", heading: str = "") -> Scene:
    """Return the scene of an adjustment phase: what stands, what is built and what is removed."""
    before, after = result.before, result.after
    standing = {unit.province: unit for unit in before.units}
    made = {unit.province: unit for unit in after.units if unit not in before.units}
    removed = {unit.province for unit in before.units if unit not in after.units}
    by_place: dict[str, OrderResult] = {}
    actions: list[Action] = []
    notes: list[str] = []
    for found in result:
        order = found.order
        words = result_words(found, board, language)
        if isinstance(order, (Waive, Unclear)) or order.unit.province not in board.province_number:
            notes.append(words)
            continue
        province = order.unit.province
        if found.success or province not in by_place:
            by_place[province] = found
        unit = made.get(province) or standing.get(province)
        kind = (
            ActionKind.BUILD
            if isinstance(order, Build)
            else ActionKind.DISBAND
            if isinstance(order, Disband)
            else ActionKind.UNCLEAR
        )
        actions.append(
            Action(
                kind,
                _STATUS.get(found.outcome, Status.DONE if found.success else Status.FAILED),
                order.power,
                str(order),
                unit.location if unit else province,
                str(found.outcome),
                words,
            )
        )
    pieces: list[Piece] = []
    for unit in (*before.units, *made.values()):
        own = by_place.get(unit.province)
        state = (
            PieceState.BUILT
            if unit.province in made
            else PieceState.REMOVED
            if unit.province in removed
            else PieceState.STANDS
        )
        words = result_words(own, board, language) if own else unit_words(unit, board, language)
        pieces.append(Piece(unit, state, str(own.order) if own else "", words))
    return Scene(
        board,
        heading,
        tuple(pieces),
        tuple(actions),
        tints_of(board, before),
        owners_of(before),
        notes=tuple(notes),
    )


def orders_only(scene: Scene) -> Scene:
    """Return the scene of a turn with its orders as they are given: what becomes of them is left out."""
    return replace(
        scene,
        pieces=tuple(replace(piece, state=_PLAIN.get(piece.state, piece.state)) for piece in scene.pieces),
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


_PLAIN = {PieceState.DISLODGED: PieceState.STANDS}
