"""Explanations checked against the equations; what turns an outcome, tried; resolutions; what stops a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import combinations, cycle, islice, product

import pytest

from standoff import Turn, read
from standoff.cases.course import play_case, start_of
from standoff.cases.run import rulebooks_of
from standoff.map import PhaseType, Position, load_board, province_of
from standoff.map.masks import bits
from standoff.solver import (
    PRESETS,
    Explanations,
    MovementResult,
    Order,
    Reason,
    Rulebook,
    Support,
    adjudicate,
    explain,
    legal_by_place,
    rulebook,
)
from standoff.solver.law.equations import BY_CONVOY, BY_LAND, MOVES, NO, YES, move_succeeds
from standoff.solver.order import Unclear, Waive
from standoff.solver.results.explanation import obstacles
from standoff.solver.rules.presets import board_of
from standoff.solver.studies.counterfactuals import counterfactuals
from standoff.text.explaining import as_object, headline
from standoff.text.messages import translator_for
from tests.helpers.explained import faults
from tests.helpers.turns import BOARD, library_cases, movements

ENGLISH = translator_for("en", BOARD)


def explained_library() -> Iterator[tuple[str, Explanations]]:
    """Yield the movement phases of the cases, those of the DATC and of the tangled ones under all their rulebooks."""
    for case in library_cases():
        books = dict.fromkeys(rules for rules, _ in rulebooks_of(case))
        most = None if case.id.startswith(("datc", "separating")) else 1
        for book in islice(books, most):
            for _, result, _ in play_case(case, book):
                if isinstance(result, MovementResult):
                    yield f"{case.id} ({book.name})", explain(result)


@pytest.mark.slow
def test_every_order_of_the_library_is_explained_as_the_equations_have_it() -> None:
    orders = numbers = 0
    for name, explanations in explained_library():
        result = explanations.result
        assert faults(explanations) == [], name
        numbers += check_headlines(explanations)
        for explanation, order_result in zip(explanations, result, strict=True):
            assert explanation.result == order_result, name
            if order_result.order in result.orders and result.orders.count(order_result.order) == 1:
                assert result.success(order_result.order) == order_result.success, (name, str(order_result.order))
            assert order_result.reason is not Reason.GIVEN or not order_result.by
            assert explanation.sources
            assert headline(explanation.result, ENGLISH, explanation.sources)
            orders += 1
    assert orders > 3000
    assert numbers > 3000


def solved(turn: Turn) -> MovementResult:
    result = turn.adjudicate("2023").phase_result
    assert isinstance(result, MovementResult)
    return result


# -- what would change it -----------------------------------------------------------------------------------------


def test_turnings_are_the_smallest_and_really_turn() -> None:
    """DATC 6.D.1: with the support of the hold gone, or one more for the attack, Venice falls."""
    turn = read("6.D.1")
    orders, attack = turn.orders, turn.orders[1]
    before = solved(turn).success(attack)
    changes = counterfactuals(turn.position, orders, attack)
    assert [str(change.exchanges[0]) for change in changes] == ["without A TYR S A VEN"]
    for change in changes:
        gone = {exchange.old for exchange in change.exchanges}
        changed = [order for order in orders if order not in gone] + [exchange.new for exchange in change.exchanges]
        again = adjudicate(turn.position, changed)
        assert next(r for r in again if r.order == attack) == change.result
        assert change.result.success != before


def least_changes(position: Position, orders: list[Order], order: Order, rules: Rulebook) -> int:
    """Return how many changes it takes to turn an order, 0 if two are not enough: everything legal is tried."""
    legal = legal_by_place(position, rules=rules)
    instead: dict[str, list[Order]] = {}
    for location, others in legal.items():
        province = province_of(location)
        if province != ordered_in(order):
            now = [one for one in orders if ordered_in(one) == province]
            instead[province] = [one for one in others if [one] != now]

    def success(changed: dict[str, Order]) -> bool:
        kept = [one for one in orders if ordered_in(one) not in changed]
        result = adjudicate(position, [*kept, *changed.values()], rules=rules)
        return next(order_result for order_result in result if order_result.order == order).success

    before = success({})
    if any(success({place: one}) != before for place, others in instead.items() for one in others):
        return 1
    for place, further in combinations(instead, 2):
        for one, two in product(instead[place], instead[further]):
            if success({place: one, further: two}) != before:
                return 2
    return 0


def ordered_in(order: Order) -> str:
    return "" if isinstance(order, (Waive, Unclear)) else order.unit.province


@pytest.mark.slow
def test_two_changes_are_found_wherever_two_suffice() -> None:
    """The cases of the library with at most four units, under two rulebooks in turn, against everything legal."""
    counts: Counter[int] = Counter()
    for case, name in zip(library_cases("datc-6.[CDEFG]*"), cycle(("2023", "1982")), strict=False):
        rules = rulebook(name)
        position, orders = start_of(case), [written.order for written in case.phases[0].orders]
        if position.phase_type is not PhaseType.MOVEMENT or len(position.units) > 4:
            continue
        for order in orders:
            changes = counterfactuals(position, orders, order, rules=rules)
            least = len(changes[0].exchanges) if changes else 0
            assert least == least_changes(position, orders, order, rules), (case.id, str(order))
            assert changes.complete or changes
            counts[least] += 1
    assert counts[1] > 50
    assert counts[2]


def test_a_void_order_is_not_offered_in_place_of_a_hold() -> None:
    """London's support needs Wales to go to the Channel, and York to leave London alone, whatever else it does."""
    turn = read("FRANCE: F WAL H\nGERMANY: F LON S F WAL - ENG\nENGLAND: F YOR - LON")
    changes = turn.counterfactuals("LON", most=99)
    york = {str(order) for order in turn.legal_orders()["ENGLAND"]["YOR"]}
    pairs = [frozenset(str(exchange.new) for exchange in one.exchanges) for one in changes]
    assert york > {order for pair in pairs for order in pair} - {"F WAL - ENG"} >= {"F YOR H", "F YOR - NTH"}
    assert all("F WAL - ENG" in pair and "F YOR S F WAL - LON" not in pair for pair in pairs)


@pytest.mark.parametrize(
    ("text", "name", "where", "pair"),
    [
        # two units that change places: the supporter leaves, and the unit that it supported goes there
        ("RUSSIA: F SYR - EAS, F EAS - SYR, F SMY S F SYR - EAS", "1982", "EAS", ("F SMY - EAS", "F SYR - SMY")),
        # the fleet that supported an army convoys it out of the way
        (
            "FRANCE: A NAF - TUN, F WES S A NAF - TUN\nTURKEY: F TUN - NAF",
            "czech1962",
            "TUN",
            ("A NAF - SPA", "F WES C A NAF - SPA"),
        ),
        # the fleet supports the attacker, once nobody cuts its support
        (
            "ENGLAND: A POR H, F MAR - SPA/SC\nRUSSIA: F SPA/SC S A POR, F MAO - POR",
            "webdiplomacy",
            "POR",
            ("F MAR H", "F SPA/SC S F MAO - POR"),
        ),
        # Turkey's move to where its own army stays is void, so the army in Kiel can be supported to hold
        (
            "ITALY: A BER - KIE, F BAL S A BER - KIE\nTURKEY: A KIE - RUH, A DEN S A BER - KIE",
            "czech1962",
            "A BER - KIE",
            ("A DEN S A KIE", "A KIE - DEN"),
        ),
    ],
    ids=["swap", "convoy", "cut", "void"],
)
def test_the_second_change_may_be_where_the_first_one_leads(
    text: str, name: str, where: str, pair: tuple[str, str]
) -> None:
    """Found among 25,000 orders of random turns: no single change turns these, and some pair does."""
    changes = read(text, rules=name).counterfactuals(where, most=99)
    assert {*pair} in [{str(exchange.new) for exchange in one.exchanges} for one in changes]
    assert {len(one.exchanges) for one in changes} == {2}


def test_of_several_orders_the_one_that_counted_is_changed() -> None:
    """DATC 4.D.3: the first, the last, or none of two orders to one unit counts; Italy's never does (6.A.6)."""
    units = "standard - FRANCE:APAR;GERMANY:AMUN;ITALY:AVEN"
    turn = read("FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR, A MUN - RUH\nITALY: A MUN - TYR", position=units)
    said = {
        choice: [str(one.exchanges[0]) for one in turn.counterfactuals("PAR", multiple_orders=choice)]
        for choice in ("first", "last", "illegal")
    }
    assert said == {
        "first": ["without A MUN - BUR"],
        "last": ["A MUN - BUR instead of A MUN - RUH"],
        "illegal": ["with A MUN - BUR"],
    }
    (kept,) = turn.counterfactuals("PAR", multiple_orders="last")
    assert kept.to_dict()["changes"][0]["old"] == "A MUN - RUH"


def test_an_order_that_follows_from_another_may_be_left_out() -> None:
    """DATC 4.E.3: Burgundy's move is implied by the support for it."""
    turn = read("FRANCE: A MAR S A BUR - GAS\nITALY: A SPA - GAS", position="standard - FRANCE:ABUR,AMAR;ITALY:ASPA")
    changes = turn.counterfactuals("SPA", implicit_orders="allowed")
    assert [str(one.exchanges[0]) for one in changes] == ["without A BUR - GAS", "without A MAR S A BUR - GAS"]


def test_an_unclear_order_is_exchanged_as_a_whole() -> None:
    """DATC 4.E.2: only Liverpool can be meant; where Liverpool is ordered otherwise, the unclear order is gone."""
    turn = read("ENGLAND: A Liv - Yor\nFRANCE: F EDI - YOR", position="standard - ENGLAND:ALVP;FRANCE:FEDI")
    (changed,) = turn.counterfactuals("EDI")
    assert (str(changed.exchanges[0]), str(changed.result.outcome)) == ("without A LVP - YOR", "moves")


def test_the_answer_says_which_pairs_it_tried_in_time() -> None:
    """Paris and Munich bounce on Burgundy, which stands: dislodging it takes a support and one attack less."""
    turn = read("FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR, A BUR H, A RUH S A BUR\nITALY: A GAS H")
    changes = turn.counterfactuals("PAR", most=99)
    assert {len(one.exchanges) for one in changes} == {2}
    assert changes.complete
    text = f"every legal order of one other unit, and all {changes.pairs} pairs of such orders that can bear on it"
    assert changes.searched == text
    for some in (
        counterfactuals(turn.position, turn.orders, turn.orders[0], seconds=0),
        turn.counterfactuals("PAR", seconds=0),
    ):
        assert not some.complete
        assert some.to_dict()["searched"] == text.replace(f"all {changes.pairs}", f"0 of {changes.pairs}")


def test_units_without_an_order_are_asked_about_too() -> None:
    """Marseilles has no order and holds: it is dislodged if Spain attacks it and Piedmont supports that."""
    turn = read("FRANCE: A PAR H\nITALY: A PIE H, A SPA H", position="standard S1901M FRANCE:APAR,AMAR;ITALY:APIE,ASPA")
    changes = turn.counterfactuals("MAR", most=99)
    new_orders = {frozenset(str(exchange.new) for exchange in one.exchanges) for one in changes}
    assert {"A SPA - MAR", "A PIE S A SPA - MAR"} in new_orders
    assert {"A PIE - MAR", "A SPA S A PIE - MAR"} in new_orders
    assert all(not one.result.success for one in changes)
    (explanation,) = (one for one in turn.adjudicate().explain_orders(what_if=True) if str(one.order) == "A MAR H")
    assert explanation.changes == turn.counterfactuals("MAR")


def test_changes_are_sought_under_the_rulebook_of_the_result() -> None:
    """Under 1982 the army does not cut the support (XII.5), so other changes turn these orders than under 2023."""
    turn = read("6.F.14")
    result = turn.adjudicate("1982")
    for one in result.explain_orders(what_if=True):
        assert one.changes == turn.counterfactuals(one.order, "1982")


# -- headline and details ----------------------------------------------------------------------------------------------

BOOKS = (
    *PRESETS.values(),
    rulebook(convoyed_attack_from="last-fleet", dislodged_effect="never"),
    rulebook("1971", cut_by_own_target="cut-by-convoy"),
)


SUPPORTED = (
    *(Reason.DISLODGES, Reason.WINS_BATTLE, Reason.OUTNUMBERS),
    *(Reason.REPELLED, Reason.STANDS_FAST, Reason.LOSES_BATTLE),
)
"""Reasons that name the supports that tell."""


def check_headlines(explanations: Explanations) -> int:
    """Hold every strength that a reason compares against the details; return how many there were."""
    result = explanations.result
    attacks = {one.result.order: one.versus[0].attack.units for one in explanations if one.versus}
    checked = 0
    for one in explanations:
        strengths = dict(one.result.strengths)
        name = str(one)
        if one.result.reason in SUPPORTED:  # a support that is cut is behind nothing
            here = one.result.order.unit.place.partition("/")[0]
            goal = (getattr(one.result.order, "destination", None) or here).partition("/")[0]
            helping = (order for order in one.result.by if isinstance(order, Support) and order.unit.province != goal)
            for order in helping:
                assert result.success(order) or order.supported.province not in (here, goal), name
        if one.versus:
            kinds: dict[str, int] = {}
            for versus in one.versus:
                kinds[versus.against.kind] = max(kinds.get(versus.against.kind, 0), versus.against.units)
                if strengths:
                    assert versus.attack.units == strengths["attack"], name
            battle = one.result.reason in (Reason.WINS_BATTLE, Reason.LOSES_BATTLE)
            if strengths:
                stands = kinds["defend"] if battle else max(kinds.get("hold", 0), kinds.get("defend", 0))
                assert strengths["hold"] == stands, name
                assert strengths["prevent"] == kinds.get("prevent", 0), name
            if one.result.reason is Reason.STANDOFF:
                first = {
                    v.against.of
                    for v in one.versus
                    if v.against.kind == "prevent" and v.against.units == strengths["prevent"]
                }
                assert first == set(one.result.by), name
                assert strengths["attack"] <= strengths["prevent"] > 0, name
            if one.result.reason in (Reason.REPELLED, Reason.LOSES_BATTLE):
                assert strengths["attack"] <= strengths["hold"], name
        elif strengths:
            unit = next(u for u in range(len(result.table.units)) if result.order_of(u) == one.result.order)
            assert strengths["hold"] == explanations.strength("hold", unit).units, name
            if one.result.reason is Reason.DISLODGED:
                (attacker,) = one.result.by
                assert strengths["attack"] == attacks[attacker], name
        checked += len(strengths)
    return checked


def test_a_unit_of_the_same_power_that_does_not_leave_makes_the_attack_strength_0() -> None:
    """DATC 5.B.8: the destination is occupied, its unit's move fails, and it is of the same power: 0.

    Constantinople does not leave: Smyrna is occupied by an army that waits for Ankara, which Bulgaria keeps out with 2.
    """
    turn = read(
        "TURKEY: F ANK - CON, A CON - SMY, A SMY - ANK\nRUSSIA: F BUL/EC - CON\nAUSTRIA: F AEG S F BUL/EC - CON"
    )
    result = turn.adjudicate()
    assert dict(result["ANK"].strengths) == {"attack": 0, "hold": 1, "prevent": 2}
    assert result["ANK"].text == "attack strength 0 does not exceed prevent strength 2 of F BUL/EC - CON (Russia)"
    assert isinstance(result.phase_result, MovementResult)
    versus = explain(result.phase_result)[result["ANK"].order].versus
    assert [(v.attack.units, v.against.kind, v.against.units) for v in versus] == [(0, "hold", 1), (0, "prevent", 2)]


# -- several causes ----------------------------------------------------------------------------------------------------


def stopped(text: str, place: str) -> list[tuple[str, ...]]:
    """Return kinds and orders of the obstacles of the move from `place`; the data must say the same."""
    result = read(text).adjudicate("2023")
    assert isinstance(result.phase_result, MovementResult)
    one = explain(result.phase_result)[result[place].order]
    kinds_and_orders = [(obstacle.kind, *map(str, obstacle.orders)) for obstacle in one.obstacles]
    shown = as_object(one, ENGLISH, {})
    assert [(each["kind"], *each["orders"]) for each in shown["obstacles"]] == kinds_and_orders
    assert shown["overdetermined"] == one.overdetermined == (len(kinds_and_orders) > 1)
    return kinds_and_orders


def test_a_move_that_meets_a_unit_and_a_rival_is_stopped_by_either() -> None:
    """DATC 5.B.5 and 5.B.6: attack 1 exceeds neither hold 1 nor prevent 1."""
    assert stopped("FRANCE: A PAR - BUR\nITALY: A BUR H\nGERMANY: A MUN - BUR", "PAR") == [
        ("hold", "A BUR H"),
        ("prevent", "A MUN - BUR"),
    ]
    assert stopped("FRANCE: A PAR - BUR\nITALY: A BUR H", "PAR") == [("hold", "A BUR H")]
    assert stopped("FRANCE: A PAR - BUR\nITALY: A MAR - BUR\nGERMANY: A MUN - BUR", "PAR") == [
        ("prevent", "A MAR - BUR"),
        ("prevent", "A MUN - BUR"),
    ]


def test_a_rival_that_could_not_keep_it_out_alone_is_no_obstacle() -> None:
    """Attack 2 is less than hold 3 and exceeds the prevent strength 1 of Munich."""
    text = (
        "FRANCE: A PAR - BUR, A GAS S A PAR - BUR\nITALY: A BUR H, A MAR S A BUR, A BEL S A BUR\nGERMANY: A MUN - BUR"
    )
    assert stopped(text, "PAR") == [("hold", "A BUR H")]


def test_a_support_that_counts_only_against_an_empty_province_counts_against_the_rival_alone() -> None:
    """DATC 5.B.8: with Burgundy there attack 1 (its power's support does not count), with Burgundy gone 2 against 1."""
    text = "FRANCE: A PAR - BUR\nITALY: A BUR H, A GAS S A PAR - BUR\nGERMANY: A MUN - BUR"
    assert stopped(text, "PAR") == [("hold", "A BUR H")]
    strong = text.replace("A MUN - BUR", "A MUN - BUR, A RUH S A MUN - BUR")
    assert stopped(strong, "PAR") == [("hold", "A BUR H"), ("prevent", "A MUN - BUR")]


def test_a_broken_convoy_is_an_obstacle_among_others() -> None:
    """DATC 5.B.4: with the convoy whole the army would meet Belgium, and Picardy."""
    text = (
        "ENGLAND: A LON - BEL, F NTH C A LON - BEL\nFRANCE: A BEL H, A PIC - BEL\n"
        "GERMANY: F HOL - NTH, F HEL S F HOL - NTH"
    )
    assert stopped(text, "LON") == [
        ("convoy", "F NTH C A LON - BEL"),
        ("hold", "A BEL H"),
        ("prevent", "A PIC - BEL"),
    ]


def test_a_unit_that_waits_for_the_move_itself_is_no_cause_of_its_failing() -> None:
    """DATC 6.C.3: Constantinople stays only because Ankara does, and would leave if Bulgaria did not come."""
    circle = "TURKEY: F ANK - CON, A CON - SMY, A SMY - ANK, A BUL - CON"
    assert stopped(circle, "ANK") == [("prevent", "A BUL - CON")]
    assert stopped(circle, "BUL") == [("hold", "A CON - SMY"), ("prevent", "F ANK - CON")]
    assert stopped(circle, "CON") == [("hold", "A SMY - ANK")]


def test_what_a_paradox_rule_decides_has_no_obstacles() -> None:
    """DATC 6.F.14: the convoy fails by the Szykman rule; London, which it would reach, is held besides."""
    assert stopped("6.F.14", "ENG") == []
    assert stopped("6.F.14", "BRE") == [("convoy", "F ENG C A BRE - LON"), ("hold", "F LON S F WAL - ENG")]


def without(result: MovementResult, unit: int, kinds: set[str], gone: list[Order]) -> int:
    """Decide the move of a unit as if it needed no convoy, its destination were empty, or some rivals stayed away."""
    rows = list(map(copy, result.table.rows))
    rivals = bits(rows[unit].rivals)
    if "convoy" in kinds and rows[unit].way == BY_CONVOY:
        rows[unit].way = BY_LAND
    if "unit" in kinds:
        rows[unit].defender = rows[unit].opposite = -1
        for other in rivals:
            rows[other].own_attack_void = 0
    rows[unit].rivals = sum(1 << other for other in rivals if result.order_of(other) not in gone)
    return move_succeeds(rows, unit, result.solution.true, result.solution.false)


def check_obstacles(result: MovementResult) -> tuple[int, int]:
    """Hold obstacles against the equations: each stops the move alone, without all of them it arrives.

    Return how many moves failed, and how many of them for several causes.
    """
    table, true = result.table, result.solution.true
    forced = sum(p.forced_true | p.forced_false for p in result.solution.paradoxes)
    failed = several = 0
    for number in range(len(table.orders)):
        unit = table.unit_of[number]
        every_obstacle = obstacles(result, number)
        stands_open = unit < 0 or table.order_of[unit] != number or table.illegal[number] is not None
        if stands_open or table.rows[unit].kind != MOVES or forced >> unit & 1 or true >> unit & 1:
            assert every_obstacle == ()
            continue
        assert every_obstacle, str(table.orders[number])
        failed += 1
        several += len(every_obstacle) > 1
        those = {
            ("convoy" if one.kind == "convoy" else "rival" if one.kind == "prevent" else "unit"): 0
            for one in every_obstacle
        }
        every = [order for one in every_obstacle if one.kind == "prevent" for order in one.orders]
        name = f"{table.orders[number]} in {'; '.join(map(str, table.orders))}"
        waits = "unit" not in those and table.rows[table.rows[unit].defender].kind == MOVES
        assert waits or without(result, unit, those, every) == YES, name
        for one in every_obstacle:
            left = {kind for kind in those if kind != ("unit" if one.kind in ("hold", "defend") else one.kind)}
            if waits:
                left.add("unit")
            assert without(result, unit, left, [order for order in every if order not in one.orders]) == NO, name
    return failed, several


@pytest.mark.slow
@pytest.mark.parametrize("rules", BOOKS, ids=str)
def test_random_turns_are_explained_as_the_equations_have_them(rules: Rulebook) -> None:
    checked = failed = several = 0
    for one in movements(60, load_board(board_of(rules.name))):
        result = adjudicate(one.position, one.orders, rules=rules, board=one.board)
        checked += check_headlines(explain(result))
        counts = check_obstacles(result)
        failed, several = failed + counts[0], several + counts[1]
    assert checked > 500
    assert failed > 70
    assert several > 5
