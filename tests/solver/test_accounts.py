"""Why an order came out as it did, by numbers: held against the equations, and against turns worked out by hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from standoff import read
from standoff.map.masks import bits
from standoff.solver import Reason, Rulebook, adjudicate, rulebook
from standoff.solver.law.accounts import (
    cutting,
    is_blocked,
    prevented,
    resistance,
)
from standoff.solver.law.equations import (
    BY_CONVOY,
    MOVES,
    NO,
    SUPPORTS,
    YES,
    attack_strength,
    head_to_head,
    hold_strength,
    move_succeeds,
    path,
    prevent_strength,
    support_holds,
)
from standoff.solver.law.records import Group, with_fields
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.plain.own_table import table_of
from standoff.solver.plain.paradox import solve
from tests.helpers.turns import laid, movement_turns

RULEBOOKS = (
    rulebook(),
    rulebook("1971"),
    rulebook("czech1962"),
    rulebook(convoyed_attack_from="last-fleet", dislodged_effect="never"),
    rulebook(adjacent_convoy="via-or-own-fleet-with-fallback", cut_by_own_target="cut-by-convoy"),
)


def solved(rules: Rulebook) -> Iterator[tuple[OrderTable, int, int, list[list[int]]]]:
    """Yield tables, which of their orders succeed and fail, and rows for what is noted of the moves to a province."""
    for turn in movement_turns("datc-6.[CEFG]*", 60):
        table = table_of(*turn, rules)
        solution = solve(table)
        yield table, solution.true, solution.false, noting(len(table.rows))


def noting(units: int) -> list[Group]:
    return [Group() for _ in range(2 * units)]


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULEBOOKS, ids=str)
def test_who_keeps_a_move_out(rules: Rulebook) -> None:
    """The greatest prevent strength of the others, who has it, and who has any: the same for whom it is asked first."""
    for table, true, false, groups in solved(rules):
        rows = table.rows
        for move in (move for move in bits(table.live) if rows[move].kind == MOVES):
            strength = {other: prevent_strength(rows, other, true, false)[0] for other in bits(rows[move].rivals)}
            most = max(strength.values(), default=0)
            those = sum(1 << other for other, one in strength.items() if one == most > 0)
            some = sum(1 << other for other, one in strength.items() if one > 0)
            for _ in range(2):
                kept_out_by = prevented(rows, move, 0, true, false, groups)
                assert (kept_out_by[0], kept_out_by[1] if most else 0, kept_out_by[2]) == (most, those, some)
                assert strength or kept_out_by == (0, 0, 0)


@pytest.mark.parametrize("rules", RULEBOOKS, ids=str)
def test_a_move_is_blocked_if_the_unit_in_front_stops_it_and_nothing_else(rules: Rulebook) -> None:
    """Had that unit left, the move would have arrived."""
    blocked = 0
    for table, true, false, groups in solved(rules):
        rows = table.rows
        for move in (move for move in bits(false) if rows[move].kind == MOVES):
            in_front = rows[move].defender
            stopped = (
                in_front >= 0
                and rows[in_front].kind == MOVES
                and false >> in_front & 1
                and path(rows, move, true)
                and head_to_head(rows, move, true, false) == NO
                and attack_strength(rows, move, NO, true, false)[0] <= hold_strength(rows, in_front, true, false)[0]
            )
            gone = 1 << max(in_front, 0)
            wanted = bool(stopped) and move_succeeds(rows, move, true | gone, false & ~gone) == YES
            assert is_blocked(rows, move, true, false, groups) == wanted, (turn_of(table), str(table.order(move)))
            blocked += wanted
    assert blocked > 10


def turn_of(table: OrderTable) -> str:
    return "; ".join(str(table.order(unit)) for unit in range(len(table.units)))


@pytest.mark.parametrize("rules", RULEBOOKS, ids=str)
def test_a_move_cuts_a_support_if_it_would_do_so_alone(rules: Rulebook) -> None:
    for table, true, false, _ in solved(rules):
        for support in (support for support in bits(table.live) if table.rows[support].kind == SUPPORTS):
            cut_by = cutting(table.rows, support, true, false)
            for cutter in bits(table.rows[support].cutters):
                rows = with_fields(table.rows, support, cutters=1 << cutter, dislodgers=0)
                assert (support_holds(rows, support, true, false) == NO) == cut_by >> cutter & 1


# -- the chain in front of a blocked move ------------------------------------------------------------------------------

PAR, BUR, MUN = 0, 1, 2


def test_who_attacks_the_last_fleet_is_resisted_by_the_fleet_and_the_army_that_it_lands() -> None:
    """Brannan's rule, DATC 3.2, 4.A.4: the greater of the two strengths."""
    text = "ENGLAND: F NTH C A LON - BEL; A LON - BEL; {}\nGERMANY: F BEL - NTH; F HOL S F BEL - NTH"
    fleet = laid(text.format("F EDI S F NTH"), convoyed_attack_from="last-fleet").rows
    assert resistance(fleet, 3, YES, 0b00100, 0) == 2
    army = laid(text.format("A PIC S A LON - BEL"), convoyed_attack_from="last-fleet").rows
    assert resistance(army, 3, YES, 0b00100, 0) == 2
    assert resistance(army, 3, NO, 0b00100, 0) == 1
    assert army[3].opposite == 1
    assert army[1].way == BY_CONVOY


# -- whom a reason names -----------------------------------------------------------------------------------------------


def named(text: str, order: str, **options: str) -> tuple[Reason | None, list[str]]:
    """Return the reason of an order and the orders behind it."""
    turn = read(text)
    result = adjudicate(turn.position, turn.orders, rules=rulebook(**options))
    assert [result.result(number) for number in range(len(turn.orders))] == list(result)[: len(turn.orders)]
    order_result = next(one for one in result if str(one.order) == order)
    assert order_result.more == 0
    return order_result.reason, [str(one) for one in order_result.by]


CUT = "AUSTRIA: A TYR - BOH"
"""Cuts a support of an army in Bohemia."""


def test_a_support_that_is_cut_is_behind_nothing() -> None:
    """Of three supports one is cut: whichever reason names supports leaves it out."""
    held = "GERMANY: A MUN H; A BER S A MUN; A BOH S A MUN\nFRANCE: A BUR - MUN\n" + CUT
    assert named(held, "A BUR - MUN") == (Reason.REPELLED, ["A MUN H", "A BER S A MUN"])
    assert named(held, "A MUN H") == (Reason.STANDS_FAST, ["A BER S A MUN", "A BUR - MUN"])
    attack = "FRANCE: A BUR - MUN; A RUH S A BUR - MUN; A BOH S A BUR - MUN\nGERMANY: A MUN H\n" + CUT
    assert named(attack, "A BUR - MUN") == (Reason.DISLODGES, ["A RUH S A BUR - MUN", "A MUN H"])
    battle = "FRANCE: A BUR - MUN; A RUH S A BUR - MUN; A BOH S A BUR - MUN\nGERMANY: A MUN - BUR\n" + CUT
    assert named(battle, "A BUR - MUN") == (Reason.WINS_BATTLE, ["A RUH S A BUR - MUN", "A MUN - BUR"])
    lost = "FRANCE: A BUR - MUN\nGERMANY: A MUN - BUR; A RUH S A MUN - BUR; A BOH S A MUN - TYR"
    assert named(lost, "A BUR - MUN") == (Reason.LOSES_BATTLE, ["A MUN - BUR", "A RUH S A MUN - BUR"])


def test_a_convoyed_army_that_does_not_arrive_cuts_nothing_and_is_not_named() -> None:
    """Two come for Belgium: the army's convoy is disrupted, the other over land cuts."""
    text = """
GERMANY: F BEL S F HOL - NTH; F HOL - NTH; F SKA S F HOL - NTH
ENGLAND: F NTH C A LON - BEL; A LON - BEL
FRANCE: A PIC - BEL
"""
    reason, by = named(text, "F BEL S F HOL - NTH")
    assert (reason, by) == (Reason.CUT_BY_ATTACK, ["A PIC - BEL"])


def test_a_void_support_names_the_unit_that_it_is_for_but_not_one_in_civil_disorder() -> None:
    """DATC 4.D.9."""
    assert named("FRANCE: A PAR S A BUR\nGERMANY: A BUR - MUN", "A PAR S A BUR") == (Reason.VOID, ["A BUR - MUN"])
    text = "FRANCE\n A PIE S A VEN\nUNITS\n Italy: A VEN\nIDLE: Italy"
    assert named(text, "A PIE S A VEN") == (Reason.GIVEN, [])
    assert named(text, "A PIE S A VEN", civil_disorder_support="fails") == (Reason.VOID, [])
