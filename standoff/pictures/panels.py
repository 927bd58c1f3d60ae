"""Maps side by side: the resolutions of a paradox, the outcomes of rulebooks; and a map with causes emphasized."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..map import Board, province_of
from ..solver import Comparison, Explanations, Move, MovementResult, Order, OrderResult, Outcome, Rulebook, Waive
from ..text.explaining import summary
from ..text.messages import message, wording_in
from ..turn.resolutions import TurnResolutions
from .positions import phase_words
from .result_scenes import resolved, scene_of_movement, scene_of_result
from .scene import Scene

SHOWN = 12
"""At most this many resolutions get a map."""


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
    causes_of = {each.result.order: each.causes for each in explanations}
    chain: dict[Order, None] = {}
    to_follow = [order]
    while to_follow:
        cause = to_follow.pop()
        if cause not in chain:
            chain[cause] = None
            to_follow.extend(causes_of.get(cause, ()))
    emphasized = replace(scene, emphasis=keys_of(chain), core=keys_of(explanation.core))
    return [emphasized], summary(explanation, wording_in(language, board))


def scenes_of_resolutions(
    resolutions: TurnResolutions, result: MovementResult, rules: Rulebook, board: Board, *, language: str = "en"
) -> tuple[list[Scene], list[str]]:
    """Return a scene for each resolution that the equations admit, and lines that name the paradoxes.

    Orders outside of paradoxes are faded, those of the cores marked; the resolution that the rulebook adopts is framed.
    If the rulebook adopts none of them, its result gets a map of its own at the end.

    Args:
        resolutions: The resolutions.
        result: The turn's result under the rulebook.
        rules: The rulebook.
        board: The board.
        language: The language of the words.
    """
    paradoxes = resolutions.paradoxes
    core = keys_of(order for paradox in paradoxes for order in paradox.core)
    depending = keys_of(order for paradox in paradoxes for order in paradox.orders)
    emphasis = core | keys_of(resolutions.differing) | depending
    rule_names = list(dict.fromkeys(message(p.settled_by, language) for p in paradoxes if p.settled_by))
    by = f"{message('settled by', language)} {', '.join(rule_names)}" if rule_names else ""
    succeeded = frozenset(each.order for each in result if each.success)
    can_succeed = succeeded.union(*resolutions.resolutions)
    undecided = (Outcome.ILLEGAL, Outcome.VOID, Outcome.HOLDS, Outcome.DISLODGED)
    decided = {each.order for each in result if each.outcome not in undecided and each.order in can_succeed}
    adopted = succeeded & decided
    count = len(resolutions.resolutions)
    scenes: list[Scene] = []
    adopted_shown = False

    def scene_with(results: list[OrderResult], heading: str, *, frame: bool) -> Scene:
        scene = scene_of_movement(result, board, results, language=language, heading=heading, reasons=False)
        return replace(
            scene,
            emphasis=emphasis if paradoxes else None,
            core=core,
            adopted=frame,
            contested=_still_empty(results, scene.contested),
        )

    for number, succeeding in enumerate(resolutions.resolutions[:SHOWN], 1):
        same = succeeding & decided == adopted
        adopted_shown |= same
        heading = f"{message('resolution', language).capitalize()} {number} / {count}"
        if count == 1:
            heading = message("the only resolution", language).capitalize()
        if same and by:
            heading += f": {message('adopted', language)}, {by}"
        scenes.append(scene_with(resolved(result, succeeding), heading, frame=same and count > 1))
    if not adopted_shown:
        heading = f"{message('adopted', language).capitalize()}, {by}; {message('rulebook', language)} {rules.name}"
        if not count:
            heading = f"{message('no consistent resolution', language).capitalize()}. {heading}"
        scenes.append(scene_with(list(result), heading, frame=True))
    names = [message(paradox.name, language) for paradox in paradoxes if paradox.name]
    notes = [", ".join(dict.fromkeys(names))] if names else []
    if count > SHOWN:
        notes.append(f"{SHOWN} / {count}")
    return scenes, [*notes, *resolutions.remarks]


def _still_empty(results: list[OrderResult], contested: tuple[str, ...]) -> tuple[str, ...]:
    """Return the contested provinces that stay empty if the orders come out like this."""
    stays: set[str] = set()
    for order_result in results:
        if isinstance(order_result.order, Move) and order_result.success:
            stays.add(province_of(order_result.order.destination))
        elif not isinstance(order_result.order, Waive):
            stays.add(order_result.order.unit.province)
    return tuple(province for province in contested if province not in stays)


def scenes_of_comparison(comparison: Comparison, board: Board, *, rules: Rulebook, language: str = "en") -> list[Scene]:
    """Return a scene for each outcome, headed by its rulebooks and choices, with the differences emphasized."""
    changed: set[tuple[str, str]] = set()
    for verdict in comparison:
        changed.update(key_of(one.order) for change in verdict.changes for one in (change.before, change.after) if one)
        places = {place for place, _, _ in verdict.retreats}
        changed.update(
            key_of(order_result.order)
            for order_result in verdict.result
            if not isinstance(order_result.order, Waive) and order_result.order.unit.province in places
        )
    scenes: list[Scene] = []
    for verdict in comparison:
        heading = ", ".join((*verdict.rulebooks, *verdict.choices))
        scene = scene_of_result(verdict.result, board, rules=rules, language=language, heading=heading)
        scenes.append(replace(scene, emphasis=frozenset(changed) if changed else None))
    return scenes
