"""A picture of a difference: standoff's result next to the peer's."""

from __future__ import annotations

from dataclasses import replace

from ...map import province_of
from ...pictures import (
    LIGHT,
    Drawing,
    Scene,
    Style,
    crop_of,
    keys_of,
    resolved,
    scene_of_position,
    scene_of_result,
    sheet,
)
from ...solver import Move, MovementResult, Order
from .judgement import Judgement


def draw_difference(judged: Judgement, peer: str) -> Drawing:
    """Return two maps, standoff's result and the peer's; orders on which they agree are faded.

    Args:
        judged: The judgement of the peer's answer.
        peer: The name of the peer.
    """
    own = scene_of_result(judged.result, judged.question.board, rules=judged.rules, heading="standoff")
    other = _scene_of_answer(judged, peer)
    differing = keys_of(row.result.order for row in judged.outcomes if row.differs and row.result)
    scenes = [replace(scene, emphasis=differing or None) for scene in (own, other)]
    return sheet(scenes, Style(LIGHT), heading=f"standoff, {peer}", crop=crop_of(scenes))


def _scene_of_answer(judged: Judgement, peer: str) -> Scene:
    """Return the peer's answer: in a movement phase as orders that succeed or fail, otherwise as the next position."""
    question, result, answer = judged.question, judged.result, judged.answer
    assert answer is not None
    if not isinstance(result, MovementResult):
        after = replace(result.after, units=tuple(sorted(answer.units, key=str)))
        return scene_of_position(after, question.board, rules=judged.rules, heading=peer)
    success = answer.success or {}
    succeeding: set[Order] = set()
    arrived = {(unit.power, unit.type, unit.province) for unit in answer.units - frozenset(question.position.units)}
    unit_at = {unit.province: unit for unit in question.position.units}
    for order_result in result:
        order = order_result.order
        if isinstance(order, Move):
            unit = unit_at.get(order.unit.province)
            goal = province_of(order.destination)
            if unit is not None and unit not in answer.units and (unit.power, unit.type, goal) in arrived:
                succeeding.add(order)
        elif success.get(order, order_result.success):
            succeeding.add(order)
    results = resolved(result, frozenset(succeeding))
    return scene_of_result(result, question.board, rules=judged.rules, heading=peer, results=results)
