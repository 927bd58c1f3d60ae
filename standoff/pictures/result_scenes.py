"""The scenes of settled phases: movement, retreats, adjustments; and of one resolution among several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

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


class _Telling:
    """Collects the scene of a settled phase: the orders on the map, the order of each unit, what has no place there.

    Args:
        before: The position before the phase.
        board: The board.
        language: The language of words.
        reasons: True to say why the orders came out as they did.
    """

    def __init__(self, before: Position, board: Board, language: str, *, reasons: bool = True) -> None:
        self.before, self.board, self.language, self.reasons = before, board, language, reasons
        self.standing = {unit.province: unit for unit in before.units}
        self.order_of: dict[str, tuple[OrderResult, str]] = {}
        self.pieces: list[Piece] = []
        self.actions: list[Action] = []
        self.notes: list[str] = []

    def action(self, order_result: OrderResult, at: str, *, placed: bool, first: bool) -> Action | None:
        """Return the action of an order without what its kind adds; None if the map has no place for it.

        Args:
            order_result: The result of the order.
            at: The province of its unit.
            placed: True if the map has a place for it; else it becomes a note.
            first: True if it is the order of its unit though that has another one.
        """
        order, words = order_result.order, result_words(order_result, self.board, self.language, reason=self.reasons)
        if at and (first or at not in self.order_of):
            self.order_of[at] = order_result, words
        if not placed:
            self.notes.append(words)
            return None
        status = _STATUS.get(order_result.outcome, Status.DONE if order_result.success else Status.FAILED)
        location = self.location(at)
        return Action(ActionKind.UNCLEAR, status, order.power, str(order), location, str(order_result.outcome), words)

    def location(self, province: str) -> str:
        """Return where the unit in a province stands, the province itself without one."""
        unit = self.standing.get(province)
        return unit.location if unit else province

    def add_piece(self, unit: Unit, state: PieceState, anchor: Anchor = Anchor.UNIT) -> None:
        """Add a unit with its order, if it has one."""
        own = self.order_of.get(unit.province)
        order, words = (str(own[0].order), own[1]) if own else ("", unit_words(unit, self.board, self.language))
        self.pieces.append(Piece(unit, state, order, words, anchor))

    def place(self, name: str) -> str:
        """Return the location of that name; its province if the board has no such coast."""
        return name if name in self.board.location_number else province_of(name)

    def scene(self, heading: str, contested: Iterable[str] = ()) -> Scene:
        """Return the scene."""
        return scene_at(self.before, self.board, heading, self.pieces, self.actions, contested, self.notes)


def _province(order: Order) -> str:
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
    telling = _Telling(result.before, board, language, reasons=reasons)
    landed = {(unit.power, unit.province): unit.location for unit in result.after.units}
    for each in results:
        at = _province(each.order)
        legal = each.outcome is not Outcome.ILLEGAL
        action = telling.action(each, at, placed=at in board.province_number, first=legal)
        if action is not None:
            shown = replace(action, dislodged=each.dislodged, destroyed=each.destroyed)
            telling.actions.append(_movement_action(shown, each, result, results, telling, landed))
    lost = {_province(each.order) for each in results if each.dislodged}
    for unit in result.before.units:
        telling.add_piece(unit, PieceState.DISLODGED if unit.province in lost else PieceState.STANDS)
    return telling.scene(heading, result.after.contested)


def _movement_action(
    action: Action,
    order_result: OrderResult,
    result: MovementResult,
    results: Sequence[OrderResult],
    telling: _Telling,
    landed: Mapping[tuple[str, str], str],
) -> Action:
    """Return the action of an order of a movement phase; `landed` says where the units of each power came to stand."""
    order = order_result.order
    if isinstance(order, Move):
        to = telling.place(order.destination)
        province = province_of(to)
        unit = telling.standing.get(order.unit.province)
        if order_result.success:
            to = landed.get((order.power, province), to)
        elif unit is not None and unit.type is FLEET:
            to = _coast_of(telling.board, unit.location, to)
        route, broken = route_of(result, results, order_result, telling.board)
        stands_off = not order_result.success and order_result.outcome is Outcome.BOUNCES
        contested = stands_off and province in result.after.contested
        return replace(action, kind=ActionKind.MOVE, to=to, route=route, broken=broken, into_contested=contested)
    if isinstance(order, Support):
        kind = ActionKind.SUPPORT_HOLD if order.destination is None else ActionKind.SUPPORT_MOVE
        to = telling.place(order.destination or "")
        return replace(action, kind=kind, target=telling.location(order.supported.province), to=to)
    if isinstance(order, Convoy):
        target, to = telling.location(order.convoyed.province), telling.place(order.destination)
        return replace(action, kind=ActionKind.CONVOY, target=target, to=to)
    return replace(action, kind=ActionKind.HOLD) if isinstance(order, Hold) else action


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
    telling = _Telling(before, board, language)
    telling.standing = {d.unit.province: d.unit for d in before.dislodged}
    landed = {(unit.power, unit.province): unit.location for unit in result.after.units}
    telling.pieces = [Piece(unit) for unit in before.units]
    way_taken: dict[str, str] = {}
    clashes: set[str] = set()
    for each in result:
        order, at = each.order, _province(each.order)
        placed = at in telling.standing
        action = telling.action(each, at if placed else "", placed=placed, first=each.outcome is not Outcome.ILLEGAL)
        if action is None:
            continue
        kind = ActionKind.DISBAND
        if isinstance(order, (Retreat, Move)):
            kind, to = ActionKind.RETREAT, telling.place(order.destination)
            if each.success:
                to = landed.get((order.power, province_of(to)), to)
            collides = each.outcome is Outcome.BOUNCES
            if collides:
                clashes.add(province_of(to))
            way_taken[at] = to
            action = replace(action, to=to, into_contested=collides)
        telling.actions.append(replace(action, kind=kind, anchor=Anchor.DISLODGED))
    for d in before.dislodged:
        own, _ = telling.order_of.get(d.unit.province, (None, ""))
        gone = own is not None and (own.outcome is Outcome.DISBANDS or not own.success)
        telling.add_piece(d.unit, PieceState.REMOVED if gone else PieceState.RETREATING, Anchor.DISLODGED)
        ways = legal_retreats(board, before, d, rules)
        telling.actions.extend(retreat_ways(d, ways, way_taken.get(d.unit.province, "")))
    return telling.scene(heading, before.contested | clashes)


def scene_of_adjustments(result: AdjustmentResult, board: Board, *, language: str = "en", heading: str = "") -> Scene:
    """Return the scene of an adjustment phase: what stands, what is built and what is removed."""
    before, after = result.before, result.after
    telling = _Telling(before, board, language)
    built = {unit.province: unit for unit in after.units if unit not in before.units}
    telling.standing |= built
    for each in result:
        at = _province(each.order)
        placed = at in board.province_number and not isinstance(each.order, Unclear)
        action = telling.action(each, at if placed else "", placed=placed, first=each.success)
        if action is not None:
            kind = _ADJUSTMENTS.get(type(each.order), ActionKind.UNCLEAR)
            telling.actions.append(replace(action, kind=kind))
    for unit in before.units:
        state = PieceState.STANDS if unit in after.units else PieceState.REMOVED
        telling.add_piece(unit, PieceState.BUILT if unit.province in built else state)
    for unit in built.values():
        telling.add_piece(unit, PieceState.BUILT)
    return telling.scene(heading)


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
