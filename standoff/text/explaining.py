"""Explanations (`standoff.solver.explain`) in the words of each language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..map import Board
from ..solver import (
    CountedStrength,
    Explanation,
    Explanations,
    MovementResult,
    Note,
    Obstacle,
    Order,
    OrderResult,
    Phrases,
    PossibleCut,
    Versus,
)
from .messages import Translator, translator_for
from .paradoxes import named_paradoxes, paradox_title


def words_in(language: str, board: Board) -> Phrases:
    """Return the functions that describe counterfactuals in `language`.

    >>> from standoff import read
    >>> turn = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR")
    >>> turn.counterfactuals("PAR").sentences(words_in("cs", turn.board))[0].partition(",")[0]
    'obrátí to: bez povelu Armáda Mnichov – Burgundsko: táhne'
    """
    translator = translator_for(language, board)
    return Phrases(translator.say, translator.order, translator.why)


def strength_text(strength: CountedStrength, translator: Translator) -> str:
    """Return a strength and its parts in words."""
    say, kind = translator.say, translator.say(strength.kind)
    if strength.of is None:
        return f"{kind} 0 ({say('the province is empty')})"
    counted = [translator.order(part.order) for part in strength.parts if part.counts]
    text = f"{kind} {strength.units}: {' + '.join((translator.order(strength.of), *counted))}"
    if strength.note:
        return f"{text} ({say(strength.note).format(rule=strength.rule)})"
    lost = [f"{translator.order(part.order)} ({say(part.why_not)})" for part in strength.parts if part.why_not]
    return text + (f", {say('without')} {', '.join(lost)}" if lost else "")


def _versus_text(versus: Versus, translator: Translator) -> str:
    attack, against = versus.attack, versus.against
    compared = f"{attack.units} {'>' if versus.exceeds else '<='} {against.units}"
    return f"{compared}; {strength_text(attack, translator)}; {strength_text(against, translator)}"


def _cut_reason(cut: PossibleCut, translator: Translator) -> str:
    return translator.say(cut.why).format(rule=cut.rule)


def _obstacle_text(obstacle: Obstacle, translator: Translator) -> str:
    if obstacle.kind == "convoy":
        return translator.say(Note.NO_CONVOY)
    text = translator.order(obstacle.orders[0])
    return text if obstacle.kind == "prevent" else f"{text} ({translator.say('the unit there')})"


Titles = dict[tuple[Order, ...], str]
"""The titles of the paradoxes of a phase in a language, by their cores."""


def titles_of(result: MovementResult, translator: Translator) -> Titles:
    """Return the titles of the paradoxes of a phase, by their cores.

    >>> from standoff import read
    >>> turn = read("6.F.14")
    >>> list(titles_of(turn.adjudicate().phase_result, translator_for("cs", turn.board)).values())
    ['jednoduchý paradox konvoje (A)']
    """
    return {
        result.assignment.orders_in(paradox.core): paradox_title(paradox, translator.say)
        for paradox in named_paradoxes(result)
    }


def details(explanation: Explanation, translator: Translator, titles: Titles) -> tuple[str, ...]:
    """Return a line for each comparison that decided an order."""
    say, order = translator.say, translator.order
    lines = [f"{'' if leg.stands else say('broken') + ': '}{order(leg.order)}" for leg in explanation.legs]
    if explanation.core:
        count = f"{say('consistent resolutions')}: {explanation.resolutions}"
        core = f"{say('core')}: {'; '.join(map(order, explanation.core))}"
        lines.append(f"{titles[explanation.core]}; {count}; {core}")
    lines.extend(_versus_text(versus, translator) for versus in explanation.versus)
    if explanation.overdetermined:
        alone = "; ".join(_obstacle_text(obstacle, translator) for obstacle in explanation.obstacles)
        lines.append(f"{say('overdetermined, each of these alone would stop it')}: {alone}")
    lines.extend(
        f"{order(cut.order)}: {say('cuts' if cut.cuts else 'does not cut')}, {_cut_reason(cut, translator)}"
        for cut in explanation.possible_cuts
    )
    return tuple(lines)


def headline(result: OrderResult, translator: Translator, sources: Iterable[str] = ()) -> str:
    """Return order, outcome, reason and sources on one line."""
    where = f" [{'; '.join(map(translator.source, sources))}]" if sources else ""
    return f"{translator.order(result.order)}: {translator.outcome(result)}; {translator.why(result)}{where}"


def summary(explanation: Explanation, translator: Translator, titles: Titles) -> list[str]:
    """Return headline and details as lines."""
    first = headline(explanation.result, translator, explanation.sources)
    return [first, *(f"    {detail}" for detail in details(explanation, translator, titles))]


def tree(
    explanations: Explanations, explanation: Explanation, *, full: bool = False, translator: Translator | None = None
) -> list[str]:
    """Return an explanation and its causes as lines; with `full`, also the causes of every cause, each once.

    >>> from standoff import read
    >>> from standoff.solver import explain
    >>> explanations = explain(read("FRANCE: A PAR - BUR").adjudicate().phase_result)
    >>> print(*tree(explanations, next(iter(explanations))), sep="\\n")
    A PAR - BUR: moves; the province is empty, and no other unit gets there [DATC 5.B.1; 2023 rule 2]
        1 > 0; attack 1: A PAR - BUR; hold 0 (the province is empty)
    """
    translator = translator or translator_for("en", explanations.result.assignment.board)
    titles = titles_of(explanations.result, translator)
    lines: list[str] = []
    by_order = {each.result.order: each for each in reversed(list(explanations))}
    shown_orders: set[Order] = set()

    def show(node: Explanation, depth: int) -> None:
        indent = "  " * depth
        shown_orders.add(node.result.order)
        lines.extend(indent + line for line in summary(node, translator, titles))
        if depth and not full:
            return
        for cause in node.causes:
            explained = by_order.get(cause)
            if explained is None:
                lines.append(f"{indent}  {translator.order(cause)}")
            elif cause in shown_orders:
                lines.append(f"{indent}  {translator.order(cause)}: {translator.say('see above')}")
            else:
                show(explained, depth + 1)

    show(explanation, 0)
    return lines


def as_object(explanation: Explanation, translator: Translator, titles: Titles) -> dict[str, Any]:
    """Return an explanation as an object for JSON; its causes are texts of other orders."""

    def strength(compared: CountedStrength) -> dict[str, Any]:
        return {
            "kind": compared.kind,
            "units": compared.units,
            "of": None if compared.of is None else str(compared.of),
            "supports": [
                {
                    "order": str(part.order),
                    "counts": part.counts,
                    "why_not": translator.say(part.why_not) if part.why_not else "",
                }
                for part in compared.parts
            ],
            "note": translator.say(compared.note).format(rule=compared.rule) if compared.note else "",
        }

    result = explanation.result
    return {
        "order": str(result.order),
        "power": result.order.power,
        "success": result.success,
        "outcome": str(result.outcome),
        "reason": result.text,
        "sources": list(explanation.sources),
        "compared": [
            {"attack": strength(v.attack), "against": strength(v.against), "exceeds": v.exceeds}
            for v in explanation.versus
        ],
        "moves_in": [
            {"order": str(cut.order), "cuts": cut.cuts, "why": _cut_reason(cut, translator)}
            for cut in explanation.possible_cuts
        ],
        "obstacles": [
            {"kind": each.kind, "orders": [str(order) for order in each.orders]} for each in explanation.obstacles
        ],
        "overdetermined": explanation.overdetermined,
        "paradox": titles.get(explanation.core, ""),
        "core": [str(order) for order in explanation.core],
        "convoy": [{"order": str(leg.order), "stands": leg.stands} for leg in explanation.legs],
        "causes": [str(cause) for cause in explanation.causes],
    }
