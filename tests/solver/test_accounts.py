"""Why an order came out as it did, by numbers: against turns worked out by hand."""

from __future__ import annotations

from standoff import read
from standoff.solver import Reason, adjudicate, rulebook
from standoff.solver.law.accounts import resistance
from standoff.solver.law.equations import BY_CONVOY, NO, YES
from tests.helpers.turns import laid

# -- the chain in front of a blocked move ------------------------------------------------------------------------------

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
