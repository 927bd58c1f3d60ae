"""Several maps side by side: the resolutions of a paradox, the outcomes of rulebooks; and one with causes emphasized."""

from __future__ import annotations

from dataclasses import replace

from ...map import Board
from ...map.masks import bits
from ...solver import (
    Comparison,
    Explanations,
    MovementResult,
    Order,
    OrderResult,
    PhaseResult,
    Resolutions,
    Rulebook,
    adjudicate,
)
from ..text.messages import message
from .positions import phase_words
from .results import resolved, scene_of_movement, scene_of_result
from .scene import Scene

SHOWN = 12
"""At most as many resolutions get a map."""


def key_of(order: Order) -> tuple[str, str]:
    """Return what a scene knows an order by: its power and text."""
    return order.power, str(order)


def scenes_of_explanation(
    explanations: Explanations, order: Order | None, board: Board, *, language: str = "en", heading: str = ""
) -> tuple[list[Scene], list[str]]:
    """Return the scene of a turn with one order and the chain of its causes emphasized, and the explanation in words.

    Raises:
        KeyError: `order` is none of the turn.
    """
    from ..text.messages import wording_in

    result = explanations.result
    heading = heading or phase_words(result.before.phase, language)
    scene = scene_of_movement(result, board, tuple(result), language=language, heading=heading)
    if order is None:
        return [scene], []
    explanation = explanations[order]
    chain: dict[Order, None] = {}
    edge = [order]
    while edge:
        one = edge.pop()
        if one in chain:
            continue
        chain[one] = None
        try:
            edge.extend(explanations[one].causes)
        except KeyError:  # a cause without an explanation of its own
            continue
    emphasis = frozenset(map(key_of, chain))
    core = frozenset(map(key_of, explanation.core))
    lines = explanations.tree(explanation, wording=wording_in(language, board))
    return [replace(scene, emphasis=emphasis, core=core)], lines[: 1 + len(explanation.details())]


def scenes_of_resolutions(found: Resolutions, board: Board, *, language: str = "en") -> tuple[list[Scene], list[str]]:
    """Return a scene for each resolution that the equations admit, and lines that say what settled the paradox.

    The orders outside of all cores are faded, those of the cores marked; what the rulebook adopts is framed. If it is none
    of the resolutions, it gets a map of its own at the end.
    """
    turn = found.turn
    result = adjudicate(turn_position(found), turn.orders, rules=turn.rules, board=board)
    settled = [component for component in found.components if component.paradox is not None]
    core = 0
    dependent = 0
    for component in settled:
        assert component.paradox is not None
        core |= component.paradox.core
        dependent |= component.orders
    emphasis = frozenset(key_of(found.order(unit)) for unit in bits(dependent | core | found.differing))
    in_core = frozenset(key_of(found.order(unit)) for unit in bits(core))
    rules = sorted({message(c.paradox.settled_by, language) for c in settled if c.paradox is not None})
    names = list(dict.fromkeys(c.name or str(c.paradox.kind) for c in settled if c.paradox is not None))
    adopted = frozenset(one.order for one in result if one.success)
    scenes: list[Scene] = []
    kept = False
    whole = found.whole[:SHOWN]
    by = f"{message('settled by', language)} {', '.join(rules)}" if rules else ""

    def scene_with(results: list[OrderResult], heading: str, *, frame: bool) -> Scene:
        scene = scene_of_movement(result, board, results, language=language, heading=heading, reasons=False)
        return replace(
            scene, emphasis=emphasis if settled else None, core=in_core, adopted=frame, contested=_contested(results, scene)
        )

    for number, mask in enumerate(whole, 1):
        succeeding = frozenset(found.order(unit) for unit in bits(mask))
        same = all((order in succeeding) == (order in adopted) for order in _live(found))
        kept |= same
        count = len(found.whole)
        heading = f"{message('resolution', language).capitalize()} {number} / {count}"
        if count == 1:
            heading = message("the only resolution", language).capitalize()
        if same and by:
            heading += f": {message('adopted', language)}, {by}"
        scenes.append(scene_with(resolved(result, succeeding), heading, frame=same and count > 1))
    if not kept:
        heading = f"{message('adopted', language).capitalize()}, {by}; {message('rulebook', language)} {turn.rules.name}"
        if not whole:
            heading = f"{message('no consistent resolution', language).capitalize()}. {heading}"
        scenes.append(scene_with(list(result), heading, frame=True))
    notes = [f"{', '.join(message(name, language) for name in names)}"] if names else []
    if len(found.whole) > SHOWN:
        notes.append(f"{SHOWN} / {len(found.whole)}")
    notes.extend(found.remarks)
    return scenes, notes


def turn_position(found: Resolutions):  # noqa: ANN201 - a Position, made anew
    """Return the position that the turn of some resolutions starts from."""
    from ...map import Position

    return Position(units=tuple(found.turn.units))


def _live(found: Resolutions) -> list[Order]:
    return [found.order(unit) for unit in bits(found.turn.live)]


def _contested(results: list[OrderResult], scene: Scene) -> tuple[str, ...]:
    """Return the empty provinces into which moves of `results` fail, as far as the picture goes."""
    from ...solver import Move

    stays = {
        one.order.unit.province
        for one in results
        if hasattr(one.order, "unit") and not (isinstance(one.order, Move) and one.success)
    }
    entered = {
        one.order.destination.partition("/")[0] for one in results if isinstance(one.order, Move) and one.success
    }
    return tuple(province for province in scene.contested if province not in stays | entered)


def scenes_of_comparison(
    found: Comparison, board: Board, *, rules: Rulebook, language: str = "en"
) -> list[Scene]:
    """Return a scene for each outcome, headed by the rulebooks and choices that lead to it; what differs is emphasized."""
    changed: set[tuple[str, str]] = set()
    for verdict in found:
        changed.update(key_of(change.before.order) for change in verdict.changes)
        for place, _, _ in verdict.retreats:
            changed.update(
                key_of(one.order)
                for one in verdict.result
                if hasattr(one.order, "unit") and one.order.unit.province == place  # pyright: ignore[reportAttributeAccessIssue]
            )
    scenes: list[Scene] = []
    for verdict in found:
        heading = ", ".join((*verdict.rulebooks, *verdict.choices))
        scene = scene_of_result(_phase(verdict.result), board, rules=rules, language=language, heading=heading)
        scenes.append(replace(scene, emphasis=frozenset(changed) if changed else None))
    return scenes


def _phase(result: PhaseResult) -> PhaseResult:
    return result


__all__ = ["MovementResult", "key_of", "scenes_of_comparison", "scenes_of_explanation", "scenes_of_resolutions"]
