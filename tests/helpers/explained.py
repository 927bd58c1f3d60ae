"""Check explanations against the equations."""

from __future__ import annotations

from collections.abc import Iterator

from standoff.map import load_board
from standoff.map.masks import bits
from standoff.solver import Explanations, Reason
from standoff.solver.law.equations import MOVES, SUPPORTS, YES, head_to_head, route
from standoff.solver.law.records import with_fields
from standoff.solver.plain.house_equations import law_of
from standoff.solver.results.explanation import CountedStrength
from standoff.text.explaining import strength_text
from standoff.text.messages import translator_for

ENGLISH = translator_for("en", load_board())


def faults(explanations: Explanations) -> list[str]:
    """Return a sentence for every contradiction between an explanation and the equations.

    Each strength is the solved one and the sum of its parts. Removing a counted support lowers the strength. Success
    agrees with the comparisons. A unit that is said to cut a support does cut it; without these units the support
    holds. A convoy that is said to be disrupted would arrive if its dislodged fleets had stayed.
    """
    result = explanations.result
    table, rows = result.table, result.table.rows
    true, false = result.solution.true, result.solution.false
    forced = 0
    for paradox in result.solution.paradoxes:
        forced |= paradox.forced_true | paradox.forced_false
    wrong: list[str] = []
    for unit, number in enumerate(table.order_of):
        if number < 0 or table.illegal[number] is not None or table.void[unit]:
            continue
        explanation = explanations[table.orders[number]]
        name = str(table.orders[number])
        row = rows[unit]
        if row.kind == MOVES:
            for versus in explanation.versus:
                for strength in (versus.attack, versus.against):
                    if strength.of is not None and not strength.note:
                        if strength.units != 1 + sum(part.counts for part in strength.parts):
                            wrong.append(f"{name}: {strength_text(strength, ENGLISH)} is not the sum of its parts")
                        wrong.extend(_unneeded(explanations, strength))
            arrives = all(versus.exceeds for versus in explanation.versus)
            if arrives != bool(true >> unit & 1) and not forced >> unit & 1:
                wrong.append(f"{name}: its comparisons say {arrives}, the solution {not arrives}")
            broken = sum(1 << f for f in bits(row.fleets) if not true >> f & 1)
            if explanation.result.reason is Reason.CONVOY_DISRUPTED and not route(rows, unit, true | broken):
                wrong.append(f"{name}: it would not arrive even with its convoys whole")
        elif row.kind == SUPPORTS and not forced >> unit & 1:
            cutting = [cut for cut in explanation.possible_cuts if cut.cuts]
            if bool(cutting) == bool(true >> unit & 1):
                wrong.append(f"{name}: who is said to cut it does not agree with whether it is given")
            blamed = sum(
                1 << mover for mover in bits(row.incoming) if result.order_of(mover) in [e.order for e in cutting]
            )
            spared = {"cutters": row.cutters & ~blamed, "dislodgers": row.dislodgers & ~blamed}
            without = with_fields(rows, unit, **spared)
            if law_of(rows).support_holds(without, unit, true, false) != YES:
                wrong.append(f"{name}: without those blamed it would be cut all the same")
    return wrong


def _unneeded(explanations: Explanations, strength: CountedStrength) -> Iterator[str]:
    """Yield a sentence for each counted support whose removal would not change the strength."""
    result = explanations.result
    rows, table = result.table.rows, result.table
    true, false = result.solution.true, result.solution.false
    assert strength.of is not None
    unit = next(u for u in range(len(table.order_of)) if result.order_of(u) == strength.of)
    for part in strength.parts:
        if not part.counts:
            continue
        supporter = next((u for u in bits(rows[unit].supporters) if result.order_of(u) == part.order), -1)
        if supporter < 0:
            yield f"{part.order}: gives no support to {strength.of}"
            continue
        bit = 1 << supporter
        less_true, less_false = true & ~bit, false | bit
        battle = [head_to_head(rows, unit, true, false)] if strength.kind == "attack" else []
        equation = getattr(law_of(rows), f"{strength.kind}_strength")
        units = equation(rows, unit, *battle, less_true, less_false)[0]
        if units != strength.units - 1:
            yield f"{part.order}: {strength_text(strength, ENGLISH)} would not change without it"
