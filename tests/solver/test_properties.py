"""Invariants of any turn, on random turns full of convoys and supports."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, strategies as st

from standoff.map import Unit, province_of
from standoff.map.masks import bits
from standoff.solver import (
    PRESETS,
    Convoy,
    Order,
    Outcome,
    ResolutionMasks,
    Support,
    UnitName,
    all_resolutions,
    rulebook,
)
from standoff.solver.law.equations import decide
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.plain.paradox import solve
from tests.helpers.turns import BOARD, POWERS, Drawn, adjudicated, enumerated, landings, turns

RULES = {
    **PRESETS,
    # DATC 4.A.4, Brannan's rule, and 4.A.3 with the land route to fall back on: no preset has them
    "2023, last fleet": rulebook("2023", convoyed_attack_from="last-fleet"),
    "1971, last fleet": rulebook("1971", convoyed_attack_from="last-fleet", dislodged_effect="never"),
    "2000, fallback": rulebook("2000", adjacent_convoy="via-or-own-fleet-with-fallback"),
    "1982, both": rulebook("1982", convoyed_attack_from="last-fleet", adjacent_convoy="own-intent-with-fallback"),
}
RULEBOOKS = st.sampled_from(sorted(RULES))
TURNS = st.one_of(turns(), landings())
FEW = st.one_of(turns(most=7), landings())


@given(TURNS, RULEBOOKS)
def test_components_and_whole_turn_find_the_same_resolutions(turn: Drawn, rules: str) -> None:
    resolutions = ResolutionMasks(OrderTable(BOARD, *turn, RULES[rules]))
    assert resolutions.by_components == resolutions.by_search
    assert resolutions.count == len(resolutions.by_search)


@given(FEW, RULEBOOKS)
def test_search_finds_what_brute_force_finds(turn: Drawn, rules: str) -> None:
    table = OrderTable(BOARD, *turn, RULES[rules])
    assert enumerated(table) == all_resolutions(table)


@given(TURNS, RULEBOOKS)
def test_no_two_units_in_one_place_and_every_unit_accounted_for(turn: Drawn, rules: str) -> None:
    units, _ = turn
    result = adjudicated(turn, RULES[rules])
    after = result.after
    assert len({unit.province for unit in after.units}) == len(after.units)
    assert len(after.units) + len(after.dislodged) == len(units)
    everyone = sorted([unit.power for unit in after.units] + [d.unit.power for d in after.dislodged])
    assert everyone == sorted(unit.power for unit in units)
    occupied = {unit.province for unit in after.units}
    for d in after.dislodged:
        assert d.unit.province in occupied
        places = {province_of(place) for place in result.retreats[d.unit.province]}
        assert not places & (occupied | after.contested)


@given(TURNS, st.permutations(POWERS), RULEBOOKS)
def test_renamed_powers_give_renamed_results(turn: Drawn, others: list[str], rules: str) -> None:
    units, orders = turn
    new = dict(zip(POWERS, others, strict=True))
    renamed_units = [replace(unit, power=new[unit.power]) for unit in units]
    renamed_orders = [replace(order, power=new[order.power]) for order in orders]
    one, two = adjudicated(turn, RULES[rules]), adjudicated((renamed_units, renamed_orders), RULES[rules])
    assert [(r.success, r.outcome, r.reason, r.text.count("(")) for r in one] == [
        (r.success, r.outcome, r.reason, r.text.count("(")) for r in two
    ]
    assert [replace(u, power=new[u.power]) for u in one.after.units] == list(two.after.units)


@given(TURNS, st.randoms(use_true_random=False), RULEBOOKS)
def test_the_order_of_units_and_orders_does_not_matter(turn: Drawn, chance: Random, rules: str) -> None:
    units, orders = turn
    mixed_units, mixed_orders = units[:], orders[:]
    chance.shuffle(mixed_units)
    chance.shuffle(mixed_orders)
    one, two = adjudicated(turn, RULES[rules]), adjudicated((mixed_units, mixed_orders), RULES[rules])
    assert set(one.after.units) == set(two.after.units)
    assert set(one.after.dislodged) == set(two.after.dislodged)
    assert {str(r.order): (r.success, r.outcome) for r in one} == {str(r.order): (r.success, r.outcome) for r in two}


@given(TURNS, RULEBOOKS)
def test_the_solution_satisfies_every_equation_that_no_paradox_rule_overrides(turn: Drawn, rules: str) -> None:
    table = OrderTable(BOARD, *turn, RULES[rules])
    solution = solve(table)
    assert solution.true | solution.false == table.live
    assert not solution.true & solution.false
    forced = 0
    for paradox in solution.paradoxes:
        forced |= paradox.forced_true | paradox.forced_false
        if paradox.kind == "circular movement":
            forced &= ~paradox.forced_true  # all moving is one of the resolutions
    for order in bits(table.live & ~forced):
        assert decide(table.rows, order, solution.true, solution.false) == solution.true >> order & 1


@given(turns(most=6))
def test_an_impossible_order_changes_nothing(turn: Drawn) -> None:
    units, orders = turn
    idle = Unit(units[0].type, units[0].location, units[0].power)
    nonsense: list[Order] = [
        Support(idle.power, UnitName("MOS"), UnitName(idle.location, idle.type)),
        Convoy(idle.power, UnitName(idle.location, idle.type), UnitName("MOS"), "STP"),
    ]
    assert set(adjudicated(turn).after.units) == set(adjudicated((units, [*orders, *nonsense])).after.units)


@given(TURNS)
def test_rulebooks_differ_only_over_convoys(turn: Drawn) -> None:
    """Without convoys and illegal orders all presets but the oldest Czech edition (own units, counterattacks) agree."""
    units, orders = turn
    illegal = {one.order for one in adjudicated(turn) if one.outcome is Outcome.ILLEGAL}  # a matter of DPTG (4.E.1)
    orders = [
        order
        for order in orders
        if order not in illegal and not isinstance(order, Convoy) and not getattr(order, "via_convoy", False)
    ]
    results = {name: adjudicated((units, orders), rules) for name, rules in PRESETS.items() if name != "czech1962"}
    one = results.pop("2023")
    for other in results.values():
        assert [(r.success, r.outcome, r.dislodged) for r in one] == [
            (r.success, r.outcome, r.dislodged) for r in other
        ]
        assert one.after == other.after
        assert one.retreats == other.retreats
