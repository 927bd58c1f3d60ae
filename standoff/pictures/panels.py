"""Maps side by side: the resolutions of a paradox, the outcomes of rulebooks; and a map with causes emphasized."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..map import Board, province_of
from ..solver import Explanations, Move, MovementResult, Order, OrderResult, Outcome, Rulebook, explain
from ..text import message, paradox_title, summary, titles_of, translator_for
from ..turn import Comparison, Resolutions
from .result_scenes import province_of_unit, resolved, scene_of_result
from .scene import Scene

SHOWN = 12
"""The most resolutions with a map."""


def keys_of(orders: Iterable[Order]) -> frozenset[tuple[str, str]]:
    """Return the keys of orders in a scene: the power and the text of each."""
    return frozenset((order.power, str(order)) for order in orders)


def chain_of(explanations: Explanations, order: Order) -> list[Order]:
    """Return an order of a turn and the chain of its causes."""
    causes_of = {each.result.order: each.causes for each in explanations}
    chain = [order]
    for cause in chain:
        chain += [one for one in dict.fromkeys(causes_of.get(cause, ())) if one not in chain]
    return chain


def scene_of_causes(
    result: MovementResult, order: Order, board: Board, rules: Rulebook, language: str, heading: str = ""
) -> tuple[Scene, list[str]]:
    """Return the scene of a turn with an order and the chain of its causes emphasized, and its explanation in words."""
    explanations = explain(result)
    explanation = explanations[order]
    scene = scene_of_result(result, board, rules=rules, language=language, heading=heading)
    emphasized = replace(scene, emphasis=keys_of(chain_of(explanations, order)))
    translator = translator_for(language, board)
    return emphasized, summary(explanation, translator, titles_of(result, translator))


def scenes_of_resolutions(resolutions: Resolutions, *, language: str = "en") -> tuple[list[Scene], list[str]]:
    """Return a scene for each resolution that the equations admit, and lines that name the paradoxes.

    Orders outside of paradoxes are faded, those of the cores marked; the resolution that the rulebook adopts is framed.
    If the rulebook adopts none of them, its result gets a map of its own at the end.
    """
    result = resolutions.result
    rules, board = result.assignment.rules, result.assignment.board
    settled = tuple(result)
    paradoxes = resolutions.paradoxes
    core = keys_of(order for paradox in paradoxes for order in paradox.core)
    depending = keys_of(order for paradox in paradoxes for order in paradox.orders)
    emphasis = core | keys_of(resolutions.differing) | depending if paradoxes else None

    def scene_with(results: Sequence[OrderResult], heading: str, *, adopted: bool) -> Scene:
        scene = scene_of_result(result, board, rules=rules, language=language, heading=heading, results=results)
        occupied = {_ends(one) for one in results}
        contested = tuple(province for province in scene.contested if province not in occupied)
        return replace(scene, emphasis=emphasis, core=core, adopted=adopted, contested=contested)

    def say(words: str) -> str:
        return message(words, language)

    rule_names = dict.fromkeys(say(p.settled_by) for p in paradoxes if p.settled_by)
    by = f"{say('settled by')} {', '.join(rule_names)}" if rule_names else ""
    succeeded = frozenset(each.order for each in settled if each.success)
    can_succeed = succeeded.union(*resolutions.resolutions)
    undecided = (Outcome.ILLEGAL, Outcome.VOID, Outcome.HOLDS, Outcome.DISLODGED)
    decided = {each.order for each in settled if each.outcome not in undecided and each.order in can_succeed}
    count = len(resolutions.resolutions)
    scenes: list[Scene] = []
    adopted_shown = False
    for number, succeeding in enumerate(resolutions.resolutions[:SHOWN], 1):
        adopted = succeeding & decided == succeeded & decided
        adopted_shown |= adopted
        heading = say("the only resolution").capitalize()
        if count > 1:
            heading = f"{say('resolution').capitalize()} {number} / {count}"
        if adopted and by:
            heading += f": {say('adopted')}, {by}"
        scenes.append(scene_with(resolved(result, succeeding), heading, adopted=adopted and count > 1))
    if not adopted_shown:
        heading = f"{say('adopted').capitalize()}, {by}; {say('rulebook')} {rules.name}"
        if not count:
            heading = f"{say('no consistent resolution').capitalize()}. {heading}"
        scenes.append(scene_with(settled, heading, adopted=True))
    names = ", ".join(dict.fromkeys(paradox_title(paradox, say) for paradox in paradoxes))
    more = f"{SHOWN} / {count}" if count > SHOWN else ""
    return scenes, [*filter(None, (names, more)), *resolutions.remarks]


def _ends(one: OrderResult) -> str:
    """Return the province of the unit of an order after the phase, dislodged or not."""
    if isinstance(one.order, Move) and one.success:
        return province_of(one.order.destination)
    return province_of_unit(one.order)


def scenes_of_comparison(comparison: Comparison, *, language: str = "en") -> list[Scene]:
    """Return a scene for each outcome, headed by its rulebooks and choices, with the differences emphasized."""
    changed: list[Order] = []
    for verdict in comparison:
        changed += [one.order for change in verdict.changes for one in (change.before, change.after) if one]
        places = {place for place, _, _ in verdict.retreats}
        changed += [one.order for one in verdict.result if province_of_unit(one.order) in places]
    scenes: list[Scene] = []
    for verdict in comparison:
        heading = ", ".join((*verdict.rulebooks, *verdict.choices))
        scene = scene_of_result(
            verdict.result, comparison.board, rules=comparison.rules, language=language, heading=heading
        )
        scenes.append(replace(scene, emphasis=keys_of(changed) or None))
    return scenes
