"""The reason of an order names what really decided: the root of a chain, the rule, the supports that count."""

from __future__ import annotations

import pytest
from hypothesis import given

from standoff import read
from standoff.cases.course import play_case
from standoff.map import load_board
from standoff.solver import (
    PRESETS,
    MovementResult,
    Note,
    OrderResult,
    Reason,
    Support,
    adjudicate,
    compare,
    explain,
    rulebook,
)
from standoff.solver.rules.presets import board_of
from tests.helpers.turns import Drawn, adjudicated, landings, library_cases, movements


def result_of(text: str, rules: str = "2023") -> MovementResult:
    turn = read(text)
    return adjudicate(turn.position, turn.orders, rules=rules, board=turn.board)


def solved(text: str, rules: str = "2023") -> dict[str, OrderResult]:
    """Return the results of a turn by the text of the order."""
    return {str(order_result.order): order_result for order_result in result_of(text, rules)}


def movement_results(count: int, names: tuple[str, ...] = tuple(PRESETS)) -> list[MovementResult]:
    return [
        adjudicate(one.position, one.orders, rules=name, board=one.board)
        for name in names
        for one in movements(count, load_board(board_of(name)))
    ]


# -- who is behind it --------------------------------------------------------------------------------------------------


def test_a_unit_that_was_pushed_back_is_not_what_keeps_its_own_side_out() -> None:
    """Its attack strength is 0 all the same, since the unit there is of its power and did not leave (DATC 5.B.8)."""
    results = solved("GERMANY: A MUN - RUH; A RUH - BUR; A BUR - MUN\nFRANCE: A BEL - RUH; A HOL S A BEL - RUH")
    own = results["A MUN - RUH"]
    assert own.text == "attack strength 0 does not exceed prevent strength 2 of A BEL - RUH (France)"
    assert own.reason is Reason.STANDOFF
    assert results["A RUH - BUR"].dislodged
    for blocked in ("A RUH - BUR", "A BUR - MUN"):
        assert results[blocked].root == own
        assert results[blocked].text == f"the unit there cannot leave, because A MUN - RUH (Germany) fails: {own.text}"


def test_a_circle_of_own_units_under_the_czech_rules_of_1962() -> None:
    """DATC 6.C.3: the fourth army stops the circle only if the unit that it attacks leaves.

    It stays, so that by rule 12 both orders against it have no effect: attack and prevent strength are 0.
    """
    results = solved("TURKEY: F ANK - CON; A CON - SMY; A SMY - ANK; A BUL - CON", "czech1962")
    assert results["F ANK - CON"].text == "even if the unit there left, A BUL - CON (Turkey) would keep it out"
    assert results["F ANK - CON"].reason is Reason.BARRED
    assert dict(results["F ANK - CON"].strengths) == {"attack": 0, "hold": 1, "prevent": 0}
    assert results["A SMY - ANK"].root == results["F ANK - CON"]


@pytest.mark.slow
def test_the_root_of_a_chain_fails_for_a_reason_of_its_own() -> None:
    chains = 0
    for result in movement_results(70):
        for order_result in result:
            if order_result.reason is Reason.BLOCKED:
                chains += 1
                assert order_result.root is not None
                assert order_result.root.reason is not Reason.BLOCKED
                assert not order_result.root.success
                assert order_result.by == (order_result.root.order,)
    assert chains > 60


# -- the rule ----------------------------------------------------------------------------------------------------------

RULES = {
    "1971": ("paradox_exception=attack-on-own-convoy", "1971 XII.5"),
    "1982": ("paradox_exception=any-action", "1982 XII.5"),
    "2000": ("paradox_exception=attack-on-necessary", "2000 rule 21"),
    "2023-book": ("paradox_exception=attack-on-necessary", "2023 rule 21"),
    "1982-czech": ("paradox_exception=attack-on-own-convoy", "1982-czech XII.5"),
}


@pytest.mark.parametrize("name", RULES)
def test_the_exception_that_spares_a_support_is_cited(name: str) -> None:
    """DATC 6.F.14."""
    result = result_of("6.F.14", name)
    explanations = explain(result)
    support = next(order_result for order_result in result if isinstance(order_result.order, Support))
    assert support.reason is Reason.SPARED
    assert support.text.startswith("not cut by A BRE - LON (France): a convoyed army never cuts a support of")
    choice, source = RULES[name]
    assert {choice, source, "DATC 4.A.2"} <= set(explanations[support.order].sources)


@pytest.mark.parametrize("name", ["2023", "webdiplomacy", "czech1962"])
def test_the_rule_that_settles_a_paradox_is_cited_by_every_order_it_decides(name: str) -> None:
    """DATC 6.F.14."""
    result = result_of("6.F.14", name)
    (convoy,) = [order_result for order_result in result if order_result.reason is Reason.SZYKMAN]
    assert convoy.text == "Szykman rule: the convoy fails"
    for explanation in explain(result):
        assert {"paradox_backup=szykman", "DATC 4.A.2"} <= set(explanation.sources), str(explanation)


def test_the_rule_of_the_dptg_is_cited_for_convoys_and_for_moves() -> None:
    """DATC 2.4, 6.F.14: the convoy fails; 6.F.24: the moves (the armies would bounce anyway)."""
    for case, places in (("6.F.14", {"ENG"}), ("6.F.24", {"EDI", "IRI"})):
        result = result_of(case, "dptg")
        ruled = [one for one in result if one.reason is Reason.CONSISTENT_OR_HOLD]
        assert {str(one.order).split()[1] for one in ruled} == places
        assert not any(one.success for one in ruled)


def test_a_spared_army_that_dislodges_is_not_what_cuts() -> None:
    """Under 1982 (XII.5) the army never cuts that support, so only the attack over land does (DATC 5.B.2)."""
    orders = (
        "ENGLAND: F LON S F WAL - ENG, F WAL - ENG",
        "FRANCE: F ENG C A BRE - LON, A BRE - LON, F NTH S A BRE - LON",
        "GERMANY: A YOR - LON",
    )
    support = read("\n".join(orders)).adjudicate("1982")["LON"]
    assert (support.reason, [str(order) for order in support.by]) == (Reason.CUT_BY_ATTACK, ["A YOR - LON"])


def test_a_cut_from_the_province_supported_against_is_called_so() -> None:
    text = "GERMANY: A MUN S A RUH - BUR; A RUH - BUR\nFRANCE: A BUR - MUN"
    assert solved(text)["A MUN S A RUH - BUR"].success
    cut = solved(text, "czech1962")["A MUN S A RUH - BUR"]
    assert cut.reason is Reason.CUT_BY_TARGET
    assert "although the support is directed at the province it comes from" in cut.text


@pytest.mark.parametrize("choice", ["cut", "cut-by-convoy"])
def test_of_two_cutters_only_the_one_from_elsewhere_is_said_to_come_from_elsewhere(choice: str) -> None:
    """DATC 4.A.4: by these choices Trieste cuts the support that is directed at it, and Tyrolia cuts it anyway."""
    text = "AUSTRIA: A TRI - VEN VIA, F ADR C A TRI - VEN, A TYR - VEN\nITALY: A VEN S F ALB - TRI, F ALB - TRI"
    rules = rulebook(cut_by_own_target=choice)
    turn = read(text)
    result = adjudicate(turn.position, turn.orders, rules=rules, board=turn.board)
    (support,) = [one for one in result if isinstance(one.order, Support)]
    assert support.text == "cut by A TYR - VEN (Austria), from a province that the support is not directed at"
    whys = {str(cut.order): cut.why for cut in explain(result)[support.order].possible_cuts}
    assert whys == {"A TRI - VEN VIA": Note.ALSO_FROM_TARGET, "A TYR - VEN": Note.FROM_ELSEWHERE}


def test_under_brannans_rule_a_convoyed_army_is_said_to_come_from_the_last_fleet() -> None:
    """DATC 6.G.13: the attack comes from the Adriatic Sea, and not from Trieste, where the support is directed."""
    turn = read("6.G.13")
    for choice in ("not-cut", "cut-by-convoy"):
        rules = rulebook(convoyed_attack_from="last-fleet", cut_by_own_target=choice)
        result = adjudicate(turn.position, turn.orders, rules=rules, board=turn.board)
        (support,) = [one for one in result if isinstance(one.order, Support)]
        assert support.reason is Reason.CUT_FROM_SEA
        assert support.text.endswith("whose attack comes from the last convoying fleet (Brannan's rule)")
        explanation = explain(result)[support.order]
        assert [cut.why for cut in explanation.possible_cuts] == [Note.FROM_LAST_FLEET]
        assert explanation.sources[-2:] == ("DATC 4.A.4", "convoyed_attack_from=last-fleet")


def test_a_cut_by_a_house_rule_names_that_rule_and_the_move() -> None:
    """Under a house rule a support is cut from where it is directed, or only by dislodging the unit."""
    text = "GERMANY: A MUN S A RUH - BUR; A RUH - BUR\nFRANCE: A BUR - MUN"
    turn = read(text)
    result = adjudicate(turn.position, turn.orders, rules=rulebook().with_rule("any", cut=lambda cut: cut.arrives))
    (support,) = [one for one in result if isinstance(one.order, Support)]
    assert support.text.endswith("directed at the province it comes from: by the rule 'any'")
    turn = read("GERMANY: A MUN S A RUH - BUR; A RUH - BUR\nITALY: A TYR - MUN, A BOH S A TYR - MUN")
    result = adjudicate(turn.position, turn.orders, rules=rulebook().with_rule("late", cut=lambda cut: cut.dislodges))
    (support,) = [one for one in result if one.order.unit.place == "MUN"]
    assert (support.reason, [*map(str, support.by)]) == (Reason.CUT_BY_DISLODGEMENT, ["A TYR - MUN"])


def same(one: MovementResult, two: MovementResult) -> bool:
    first, second = ([(each.order, each.success, each.outcome) for each in result] for result in (one, two))
    return first == second and one.after == two.after


EXCEPTIONS = ("attack-on-own-convoy", "any-action", "attack-on-necessary")


@pytest.mark.slow
@given(landings())
def test_an_exception_that_is_not_cited_made_no_difference(turn: Drawn) -> None:
    without = adjudicated(turn)
    for choice in EXCEPTIONS:
        with_it = adjudicated(turn, rulebook("2023", paradox_exception=choice))
        if not any(order_result.reason is Reason.SPARED for order_result in with_it):
            assert same(with_it, without), choice


def test_compare_names_the_choices_that_made_the_difference() -> None:
    """DATC 6.F.16; with these choices alone on top of the first rulebook the outcome is that of the preset."""
    turn = read("6.F.16")
    outcomes = compare(turn.position, turn.orders)
    because = {name: choices for verdict in outcomes for name, choices in verdict.because}
    assert because["1982"] == ("paradox_exception=any-action",)
    assert because["1971"] == ("paradox_exception=attack-on-own-convoy",)
    assert because["2000"] == ("paradox_exception=attack-on-necessary",)
    assert because["dptg"] == ("paradox_backup=consistent-or-hold",)
    for verdict in outcomes:
        for _, choices in verdict.because:
            rules = rulebook("2023", **dict(choice.split("=") for choice in choices))
            result = adjudicate(turn.position, turn.orders, rules=rules)
            assert isinstance(verdict.result, MovementResult)
            assert same(result, verdict.result)


# -- every reason, with its numbers and who is behind it --------------------------------------------------------------

CAUSES = """
6.H.1 | 2023 | F GRE H | DISLODGED | attack=2, hold=1 | F ION - GRE
6.H.1 | 2023 | F ION - GRE | DISLODGES | attack=2, hold=1 | F GRE H; F AEG S F ION - GRE
6.B.5 | 2023 | F LYO H | STANDS_FAST | hold=1 | F MAR - LYO
6.B.5 | 2023 | F MAR - LYO | REPELLED | attack=1, hold=1 | F LYO H
6.D.35 | 2023 | A ARM - ANK | OUTNUMBERS | attack=2, prevent=1 | F BLA - ANK; A SMY S F ARM - ANK
6.C.3 | 2023 | F ANK - CON | STANDOFF | attack=0, prevent=1 | A BUL - CON
6.G.4 | 2023 | A PIC - BEL | WINS_BATTLE | attack=2, hold=1 | A BUR S A PIC - BEL; A BEL - PIC
6.G.5 | dptg | A ROM - APU | LOSES_BATTLE | attack=1, hold=1 | A APU - ROM
6.D.10 | 2023 | F KIE - BER | OWN_UNIT |  | A BER H
6.C.5 | 2023 | A TRI - SER | BLOCKED |  | A BUL - TRI
6.C.2 | 2023 | F ANK - CON | FOLLOWS |  | A CON - SMY
6.G.5 | 2023 | A ROM - APU | CIRCULAR |  | A APU - ROM
6.D.2 | 2023 | A TYR S A VEN | CUT_BY_ATTACK |  | A VIE - TYR
6.D.17 | 2023 | F CON S F BLA - ANK | CUT_BY_DISLODGEMENT |  | F ANK - CON
6.F.20 | 1982 | F NAP S F ION | SPARED |  | A TUN - NAP
6.D.8 | 2023 | A BUL S A GRE | VOID |  | A GRE - NAP
4.A.4 | 2023 | F TYS C A SPA - NAP | FLEET_DISLODGED |  | F NAP - TYS
6.F.27 | 2023 | A TUN - GRE | CONVOY_DISRUPTED |  | F ION C A TUN - GRE
6.F.20 | 1971 | A TUN - NAP | ROUTE_DISRUPTED |  | F ION C A TUN - NAP
6.F.20 | 1971 | F ION C A TUN - NAP | SZYKMAN |  |
6.H.7 | 2023 | A BOH - TYR | COLLISION |  | A VIE - TYR
6.H.6 | 2023 | A VIE D | DISBANDED_WITHOUT_ORDER |  |
6.H.9 | 2023 | A PRU D | DISBANDED_AS_ORDERED |  |
6.J.6 | 1971 | F NTH D | REMOVED |  |
6.J.1 | 2023 | A PAR D | SURPLUS |  |
6.J.1 | 2023 | F LYO D | ILLEGAL |  |
"""
"""Case of the DATC, rulebook, order; its reason, the strengths that this compares, and the orders behind it."""


@pytest.mark.parametrize("line", CAUSES.strip().splitlines(), ids=lambda line: line.split(" | ")[3])
def test_a_reason_names_its_numbers_and_orders(line: str) -> None:
    case, rules, order, reason, *behind = (part.strip() for part in line.split("|"))
    (found,) = library_cases(f"datc-{case}")
    results = [one for _, result, _ in play_case(found, rulebook(rules)) for one in result if str(one.order) == order]
    (cause,) = [one for one in results if one.reason.name == reason]
    numbers = [f"{name}={units}" for name, units in cause.strengths if f"{{{name}}}" in cause.reason.sentence]
    assert [", ".join(numbers), "; ".join(map(str, cause.by))] == behind
