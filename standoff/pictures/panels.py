"""Maps side by side: the resolutions of a paradox, the outcomes of rulebooks; and one with causes emphasized."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..map import Board, province_of
from ..solver import Comparison, Explanations, Move, MovementResult, Order, OrderResult, Outcome, Rulebook, Waive
from ..text.explaining import told
from ..text.messages import message, wording_in
from ..turn.result import TurnResolutions
from .positions import phase_words
from .result_scenes import resolved, scene_of_movement, scene_of_result
from .scene import Scene

SHOWN = 12
"""At most as many resolutions get a map."""


def key_of(order: Order) -> tuple[str, str]:
    """Return the key of an order in a scene: its power and text."""
    return order.power, str(order)


def keys_of(orders: Iterable[Order]) -> frozenset[tuple[str, str]]:
    """Return the keys of several orders in a scene."""
    return frozenset(map(key_of, orders))


def scenes_of_explanation(
    explanations: Explanations, order: Order | None, board: Board, *, language: str = "en", heading: str = ""
) -> tuple[list[Scene], list[str]]:
    """Return the scene of a turn with one order and the chain of its causes emphasized, and the explanation in words.

    Raises:
        KeyError: `order` does not belong to the turn.
    """
    result = explanations.result
    heading = heading or phase_words(result.before.phase, language)
    scene = scene_of_movement(result, board, tuple(result), language=language, heading=heading)
    if order is None:
        return [scene], []
    explanation = explanations[order]
    of_order = {one.result.order: one for one in explanations}
    chain: dict[Order, None] = {}
    edge = [order]
    while edge:
        one = edge.pop()
        if one not in chain:
            chain[one] = None
            edge.extend(of_order[one].causes if one in of_order else ())
    emphasized = replace(scene, emphasis=keys_of(chain), core=keys_of(explanation.core))
    return [emphasized], told(explanation, wording_in(language, board))


def scenes_of_resolutions(
    found: TurnResolutions, result: MovementResult, rules: Rulebook, board: Board, *, language: str = "en"
) -> tuple[list[Scene], list[str]]:
    """Return a scene for each resolution that the equations admit, and lines that say what paradox it is.

    The orders that depend on nothing open are faded, those of the cores marked; what the rulebook adopts is framed. If
    it is none of the resolutions, it gets a map of its own at the end.

    Args:
        found: The resolutions.
        result: What the rulebook makes of the turn.
        rules: The rulebook.
        board: The board.
        language: The language of the words.
    """
    settled = [one for one in found.components if one.settled_by is not None]
    core = keys_of(order for one in settled for order in one.core)
    emphasis = core | keys_of(found.differing) | keys_of(order for one in settled for order in one.orders)
    rule_names = list(dict.fromkeys(message(one.settled_by, language) for one in settled if one.settled_by))
    by = f"{message('settled by', language)} {', '.join(rule_names)}" if rule_names else ""
    can_succeed = {order for one in found.resolutions for order in one} | {one.order for one in result if one.success}
    decided = {
        one.order
        for one in result
        if one.outcome not in (Outcome.ILLEGAL, Outcome.VOID, Outcome.HOLDS, Outcome.DISLODGED)
        and one.order in can_succeed
    }
    adopted = frozenset(one.order for one in result if one.success) & decided
    count = len(found.resolutions)
    scenes: list[Scene] = []
    kept = False

    def scene_with(results: list[OrderResult], heading: str, *, frame: bool) -> Scene:
        scene = scene_of_movement(result, board, results, language=language, heading=heading, reasons=False)
        return replace(
            scene,
            emphasis=emphasis if settled else None,
            core=core,
            adopted=frame,
            contested=_still_empty(results, scene.contested),
        )

    for number, succeeding in enumerate(found.resolutions[:SHOWN], 1):
        same = succeeding & decided == adopted
        kept |= same
        heading = f"{message('resolution', language).capitalize()} {number} / {count}"
        if count == 1:
            heading = message("the only resolution", language).capitalize()
        if same and by:
            heading += f": {message('adopted', language)}, {by}"
        scenes.append(scene_with(resolved(result, succeeding), heading, frame=same and count > 1))
    if not kept:
        heading = f"{message('adopted', language).capitalize()}, {by}; {message('rulebook', language)} {rules.name}"
        if not count:
            heading = f"{message('no consistent resolution', language).capitalize()}. {heading}"
        scenes.append(scene_with(list(result), heading, frame=True))
    names = [message(one.name, language) for one in settled if one.name]
    notes = [", ".join(dict.fromkeys(names))] if names else []
    if count > SHOWN:
        notes.append(f"{SHOWN} / {count}")
    return scenes, [*notes, *found.remarks]


def _still_empty(results: list[OrderResult], contested: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the contested provinces that are empty and not entered if the orders come out so."""
    stays: set[str] = set()
    for one in results:
        if isinstance(one.order, Move) and one.success:
            stays.add(province_of(one.order.destination))
        elif not isinstance(one.order, Waive):
            stays.add(one.order.unit.province)
    return tuple(province for province in contested if province not in stays)


def scenes_of_comparison(found: Comparison, board: Board, *, rules: Rulebook, language: str = "en") -> list[Scene]:
    """Return a scene for each outcome, headed by the rulebooks and choices behind it; what differs is emphasized."""
    changed: set[tuple[str, str]] = set()
    for verdict in found:
        changed.update(key_of(change.before.order) for change in verdict.changes)
        places = {place for place, _, _ in verdict.retreats}
        changed.update(
            key_of(one.order)
            for one in verdict.result
            if not isinstance(one.order, Waive) and one.order.unit.province in places
        )
    scenes: list[Scene] = []
    for verdict in found:
        heading = ", ".join((*verdict.rulebooks, *verdict.choices))
        scene = scene_of_result(verdict.result, board, rules=rules, language=language, heading=heading)
        scenes.append(replace(scene, emphasis=frozenset(changed) if changed else None))
    return scenes
