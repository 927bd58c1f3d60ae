"""Random turns under random options and house rules, by brute force.

All assignments of success to the orders of a turn are tried, with every equation fully determined. The resolutions
found by components, by a search of the whole turn, and by the exported equations must be the same; the first two ask
functions while something is open. The adjudicated turn must be one of them unless it has a paradox.
"""

from __future__ import annotations

from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import assume, given, strategies as st

from standoff.map import PhaseType
from standoff.map.masks import bits
from standoff.random_turns import question, tangled_board
from standoff.solver import OPTIONS, Rulebook, RulebookError, adjudicate, rulebook
from standoff.solver.plain.house_table import table_of
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.studies.equation_export import equations_of
from standoff.solver.studies.resolutions import ResolutionMasks
from standoff.turn.turn import Turn
from tests.helpers.examples import examples
from tests.helpers.turns import BOARD, enumerated
from tools.random_house_rules import drawn

pytestmark = pytest.mark.slow

MOST_ORDERS = 8
OUTCOME_OPTIONS = tuple(name for name, kind in OPTIONS.items() if kind.concerns == "outcomes")
"""The options that the equations know."""
SEEDS = st.integers(0, 1 << 30)


@st.composite
def rulebooks(draw: st.DrawFn) -> Rulebook:
    chance = Random(draw(SEEDS))
    options = {name: chance.choice([*OPTIONS[name].choices]) for name in chance.sample(OUTCOME_OPTIONS, 4)}
    return drawn(chance, rulebook(**options))


@st.composite
def turns(draw: st.DrawFn) -> Turn:
    chance = Random(draw(SEEDS))
    board = BOARD if draw(st.booleans()) else tangled_board(chance)
    profile = draw(st.sampled_from(("interacting", "tangled"))) if board is BOARD else "tangled"
    return question(draw(SEEDS), 0, board=board, phase=PhaseType.MOVEMENT, profile=profile, most=MOST_ORDERS)


def exported(table: OrderTable) -> list[int]:
    """Return the assignments that satisfy the exported equations."""
    orders = bits(table.live)
    number = {order: n for n, order in enumerate(orders, 1)}
    equations = [equation.value for equation in equations_of(table)]
    subsets = chain.from_iterable(combinations(orders, size) for size in range(len(orders) + 1))
    return sorted(
        sum(1 << order for order in chosen)
        for chosen in subsets
        if [order in chosen for order in orders]
        == [bool(one({number[order] for order in chosen})) for one in equations]
    )


@examples(120)
@given(turns(), rulebooks())
def test_all_searches_find_the_resolutions_that_trying_all_assignments_finds(turn: Turn, rules: Rulebook) -> None:
    table = table_of(turn.board, turn.position, turn.orders, rules)
    assume(2 <= table.live.bit_count() <= MOST_ORDERS)
    every, solved = enumerated(table), ResolutionMasks(table)
    assert ([*solved.by_components], [*solved.by_search], exported(table)) == (every, every, every)
    try:
        solution = adjudicate(turn.position, turn.orders, rules=rules, board=turn.board).solution
    except RulebookError:
        return
    assert solution.paradoxes or solution.true in every
