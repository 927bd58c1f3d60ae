"""What each order amounts to by itself, and why one is illegal: every fault by a turn, and what comes close to it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from standoff import read
from standoff.map import ARMY, FLEET, Position, Unit, load_board
from standoff.solver import (
    Convoy,
    Move,
    Order,
    Support,
    Unclear,
    UnitName,
    adjudicate,
    option,
    rulebook,
)
from standoff.solver.law.equations import SUPPORTS
from standoff.solver.law.faults import Illegal
from standoff.solver.law.records import LegalOrder
from standoff.solver.orders.legality import Legality
from standoff.solver.plain.order_table import OrderTable
from tests.helpers.turns import laid

BOARD = load_board()


def legality(units: str, power: str = "FRANCE", closed: str = "", **options: str) -> Legality:
    """Return the units of a text like ``"A PAR, ITALY F ROM"``, those without a power of `power`."""
    standing: list[Unit] = []
    for text in units.split(", "):
        *owner, kind, place = text.split()
        standing.append(Unit(ARMY if kind == "A" else FLEET, place, owner[0] if owner else power))
    return Legality(BOARD, standing, rulebook(**options), frozenset(), frozenset(closed.split()))


def fault(units: str, order: str, power: str = "FRANCE", closed: str = "", **options: str) -> Illegal | LegalOrder:
    """Return what an order of `power` amounts to among these units, examined by itself and in a table."""
    return examined(legality(units, power, closed, **options), read(f"{power}: {order}").orders[0], closed)


def illegal(examination: Illegal | LegalOrder) -> Illegal | None:
    """Return why an order is illegal, None if it is not."""
    return examination if isinstance(examination, Illegal) else None


def examined(among: Legality, order: Order, closed: str = "") -> Illegal | LegalOrder:
    unit, examination = among.examine(order)
    table = OrderTable(BOARD, among.units, [order], among.rules, frozenset(), frozenset(closed.split()))
    if isinstance(examination, Illegal):
        assert table.illegal == [examination]
    else:
        assert replace(table.legal_orders[unit], doubtful=0) == replace(examination, doubtful=0)
    return examination


@pytest.mark.parametrize(
    ("units", "order", "options", "wanted"),
    [
        # convoys, DATC 4.E.1
        ("F ENG, A PAR", "F ENG C A PAR - LON", {}, Illegal.NOT_COASTAL),
        ("F ENG, A BRE", "F ENG C A BRE - PAR", {}, Illegal.NOT_COASTAL),
        ("F ENG, A PAR", "F ENG C A PAR - BUR", {}, Illegal.NOT_COASTAL),
        ("F BAL, A BRE", "F BAL C A BRE - LON", {}, Illegal.NOT_ON_ROUTE),
        # moves
        ("A PAR", "A PAR - LON", {}, Illegal.OUT_OF_REACH),
        ("A PAR", "A PAR - VIE", {}, Illegal.OUT_OF_REACH),
        ("A BRE, F ENG", "A BRE - LON", {}, None),
        ("A ALB", "A ALB - VEN", {}, Illegal.NO_ROUTE),
        ("A ALB, F ADR", "A ALB - VEN", {}, None),
        ("A PIC", "A PIC - BRE VIA", {}, Illegal.NO_ROUTE),
        ("A PIC, F ENG", "A PIC - BRE VIA", {}, None),
        # supports
        ("F ENG, A BRE", "F ENG S A BRE - LON", {}, Illegal.ONLY_WITH_SUPPORTER),  # DATC 6.D.31
        ("F ENG, A BRE, F NTH", "F ENG S A BRE - LON", {}, Illegal.ONLY_WITH_SUPPORTER),
        ("F NTH, A BRE, F ENG", "F NTH S A BRE - LON", {}, None),
        ("A WAL, A BRE, F ENG", "A WAL S A BRE - LON", {}, None),
        ("F WAL, A BRE", "F WAL S A BRE - LON", {}, Illegal.SUPPORTED_CANNOT_MOVE),
        ("F ADR, A ALB", "F ADR S A ALB - VEN", {}, Illegal.ONLY_WITH_SUPPORTER),  # province and sea number 0
        ("F ADR, A ALB, F ION", "F ADR S A ALB - VEN", {}, Illegal.ONLY_WITH_SUPPORTER),
        ("F TRI, F VEN", "F TRI S F VEN - ADR", {}, None),
        ("F TRI, F ADR", "F TRI S F ADR", {}, None),
        ("F ALB, F ADR", "F ALB S F ADR - ADR", {}, Illegal.SUPPORTED_CANNOT_MOVE),
        # a move by convoy to a neighbor needs fleets only where it may not walk, DATC 4.A.3
        ("A PIC", "A PIC - BRE VIA", {"adjacent_convoy": "via-or-own-fleet"}, Illegal.NO_ROUTE),
        ("A PIC", "A PIC - BRE", {"adjacent_convoy": "via-or-own-fleet"}, None),
        ("A PIC", "A PIC - BRE VIA", {"adjacent_convoy": "explicit"}, Illegal.NO_ROUTE),
        ("A PIC", "A PIC - BRE", {"adjacent_convoy": "explicit"}, None),
        ("A PIC", "A PIC - BRE VIA", {"adjacent_convoy": "own-intent"}, None),
        ("A PIC", "A PIC - BRE", {"adjacent_convoy": "own-intent"}, None),
        ("A PIC", "A PIC - BRE VIA", {"adjacent_convoy": "via-or-own-fleet-with-fallback"}, None),
        ("A PIC", "A PIC - BRE", {"adjacent_convoy": "via-or-own-fleet-with-fallback"}, None),
        ("A PIC", "A PIC - BRE VIA", {"adjacent_convoy": "swap-only"}, None),
        ("A PIC", "A PIC - BRE", {"adjacent_convoy": "swap-only"}, None),
        # by convoy to where no sea leads, whatever stands where, DATC 4.E.1: inland, or beside other seas only
        *(
            (units, order, {"adjacent_convoy": choice}, wanted)
            for choice in option("adjacent_convoy").choices
            for units, order, wanted in (
                ("A LVN, F BOT, F BAL", "A LVN - MOS VIA", Illegal.OUT_OF_REACH),
                ("A LVN, F BOT, F BAL", "A LVN - MOS", None),
                ("A ARM, F BLA, F AEG", "A ARM - SMY VIA", Illegal.NO_ROUTE),
                ("A FIN, F BOT, F SKA", "A FIN - NWY VIA", Illegal.NO_ROUTE),
            )
        ),
        # without army or fleet, point D9: of the unit ordered, and of one that it is for
        ("A GAS, A MAR", "A GAS S MAR - SPA", {"missing_unit_type": "invalid"}, Illegal.MISSING_TYPE),
        ("A GAS, A MAR", "A GAS S MAR - SPA", {"missing_unit_type": "invalid-of-ordered"}, None),
        ("F ENG, A BRE", "F ENG C BRE - LON", {"missing_unit_type": "invalid-of-ordered"}, None),
        # DATC 2.4, 4.B.4: the only coast must be named; a default one; none that is named means anything
        ("A GAS, F WES", "A GAS S F WES - SPA", {"support_coast": "always-required"}, Illegal.COAST_OMITTED),
        ("A GAS, F WES", "A GAS S F WES - SPA/SC", {"support_coast": "always-required"}, None),
        ("A GAS, F BRE", "A GAS S F BRE - PIC", {"support_coast": "always-required"}, Illegal.TARGET_OUT_OF_REACH),
        ("A GAS, A MAR", "A GAS S A MAR - SPA", {"support_coast": "always-required"}, None),
        ("A GAS, F MAO", "A GAS S F MAO - SPA", {"support_coast": "default-coast"}, None),
        ("A GAS, F WES", "A GAS S F WES - SPA/NC", {"support_coast": "default-coast"}, Illegal.COAST_OUT_OF_REACH),
        ("A GAS, F WES", "A GAS S F WES - SPA/NC", {"support_coast": "ignored"}, None),
        # a support that names no coast of two, DATC 4.B.4: a coast that is named is enough, whoever's fleet it is
        ("A GAS, F MAO, ENGLAND F POR", "A GAS S F MAO - SPA", {"support_coast": "required"}, Illegal.COAST_OMITTED),
        ("A GAS, F MAO, ENGLAND F POR", "A GAS S F MAO - SPA/NC", {"support_coast": "required"}, None),
        ("A GAS, F MAO, ENGLAND F POR", "A GAS S F MAO - SPA/SC", {"support_coast": "required"}, None),
        ("A GAS, F MAO, ENGLAND F POR", "A GAS S F MAO - SPA", {"support_coast": "may-be-omitted"}, None),
        ("A GAS, F MAO, ENGLAND F POR", "A GAS S F MAO - SPA", {"support_coast": "own-only"}, None),
        ("A GAS, F MAO, ENGLAND F POR", "A GAS S F POR - SPA", {"support_coast": "own-only"}, Illegal.COAST_OMITTED),
        ("A GAS, F MAO, ENGLAND F POR", "A GAS S F POR - SPA/SC", {"support_coast": "own-only"}, None),
        # a coast that means nothing, DATC 4.B.5, 4.B.6: of a fleet a wrong one; of an army any, and one not there
        ("F SPA/NC", "F SPA/SC - GAS", {}, None),
        ("F SPA/NC", "F SPA/SC - GAS", {"wrong_unit_coast": "fails"}, Illegal.WRONG_COAST),
        ("F SPA/NC", "F SPA/NC - GAS", {"wrong_unit_coast": "fails", "irrelevant_coast": "fails"}, None),
        ("F SPA/NC", "F SPA/SC - GAS", {"irrelevant_coast": "fails"}, None),
        ("A SPA", "A SPA/NC - GAS", {"irrelevant_coast": "fails"}, Illegal.NO_SUCH_COAST),
        ("A SPA", "A SPA/NC - GAS", {"wrong_unit_coast": "fails"}, None),
        ("F BRE", "F BRE - GAS/NC", {"irrelevant_coast": "fails"}, Illegal.NO_SUCH_COAST),
        ("A BRE", "A BRE - GAS/NC", {}, None),
        ("A GAS", "A GAS - SPA/NC", {"irrelevant_coast": "fails"}, Illegal.NO_SUCH_COAST),
        ("A GAS, A MAR", "A GAS S A MAR - SPA/SC", {}, None),
        ("A GAS, A MAR", "A GAS S A MAR - SPA/SC", {"irrelevant_coast": "fails"}, Illegal.NO_SUCH_COAST),
        ("F MAO", "F MAO - SPA/EC", {}, Illegal.NO_SUCH_COAST),
        ("F MAO", "F MAO - SPA/EC", {"irrelevant_coast": "fails"}, Illegal.NO_SUCH_COAST),
        ("F MAO", "F MAO - SPA/EC", {"omitted_coast_two": "default-coast"}, None),
        ("F MAO", "F MAO - SPA", {}, Illegal.COAST_OPEN),
        ("F MAO", "F MAO - POR/EC", {}, None),
        ("F WES", "F WES - SPA/EC", {}, None),
        ("F WES", "F WES - SPA/EC", {"omitted_coast_one": "fails"}, Illegal.NO_SUCH_COAST),
        ("A GAS, F MAO", "A GAS S F MAO - SPA/EC", {"support_coast": "required"}, Illegal.NO_SUCH_COAST),
        ("A GAS, F MAO", "A GAS S F MAO - SPA/EC", {}, None),
        ("A GAS, F SPA/NC", "A GAS S F SPA/SC", {"wrong_unit_coast": "fails"}, Illegal.WRONG_COAST),
        ("F LYO, A TUN", "F LYO C A TUN - SPA/SC", {}, Illegal.NOT_ON_ROUTE),
        ("F WES, A TUN", "F WES C A TUN - SPA/SC", {}, None),
        ("F WES, A TUN", "F WES C A TUN - SPA/SC", {"irrelevant_coast": "fails"}, Illegal.NO_SUCH_COAST),
        # closed provinces; where one stands already no border is what stops an order
        ("A SWE, A FIN, F SKA", "A SWE - NWY", {"closed": "NWY"}, Illegal.BORDERS_CLOSED),
        ("A SWE, A FIN, F SKA", "A SWE - DEN", {"closed": "NWY"}, None),
        ("A SWE, A FIN, F SKA", "A FIN S A SWE - NWY", {"closed": "NWY"}, Illegal.BORDERS_CLOSED),
        ("A SWE, A FIN, F SKA", "F SKA C A SWE - NWY", {"closed": "NWY"}, Illegal.BORDERS_CLOSED),
        ("A SWE, A FIN, F SKA", "F SKA C A SWE - DEN", {"closed": "NWY"}, None),
        ("A NWY", "A NWY - NWY", {"closed": "NWY"}, Illegal.SAME_PLACE),
        ("A NWY, F SKA", "F SKA C A NWY - NWY", {"closed": "NWY"}, Illegal.SAME_PLACE),
        ("A NWY, A SWE", "A NWY S A SWE - NWY", {"closed": "NWY"}, Illegal.OWN_PROVINCE),
    ],
)
def test_faults(units: str, order: str, options: dict[str, str], wanted: Illegal | None) -> None:
    assert illegal(fault(units, order, **options)) is wanted


def goal_of(examination: Illegal | LegalOrder) -> str:
    """Return the location that a legal order comes to, or is for."""
    assert isinstance(examination, LegalOrder)
    return BOARD.locations[examination.coast if examination.coast >= 0 else examination.destination]


@pytest.mark.parametrize(
    ("units", "order", "choice", "wanted"),
    [
        ("F GAS", "F GAS - SPA/SC", "illegal", Illegal.COAST_OUT_OF_REACH),
        ("F GAS", "F GAS - SPA/SC", "ignored", "SPA/NC"),
        ("F GAS", "F GAS - SPA/NC", "illegal", "SPA/NC"),
        ("A GAS, F MAR", "A GAS S F MAR - SPA/NC", "illegal", Illegal.COAST_OUT_OF_REACH),
        ("A GAS, F MAR", "A GAS S F MAR - SPA/NC", "ignored", "SPA"),
        ("A GAS, F MAR", "A GAS S F MAR - SPA/SC", "illegal", "SPA/SC"),
    ],
)
def test_a_coast_that_the_fleet_cannot_reach(units: str, order: str, choice: str, wanted: Illegal | str) -> None:
    """DATC 4.B.3."""
    examination = fault(units, order, impossible_coast=choice)
    assert examination is wanted if isinstance(wanted, Illegal) else goal_of(examination) == wanted


def test_a_coast_of_the_unit_that_its_province_does_not_have() -> None:
    order = Move("FRANCE", UnitName("SPA/EC", FLEET), "GAS")
    assert legality("F SPA/NC", irrelevant_coast="fails").examine(order)[1] is Illegal.NO_SUCH_COAST
    assert isinstance(legality("F SPA/NC", wrong_unit_coast="fails").examine(order)[1], LegalOrder)
    support = Support("FRANCE", UnitName("GAS", ARMY), UnitName("MAO", FLEET), "SPA/EC")
    assert isinstance(examined(legality("A GAS, F MAO"), support), LegalOrder)
    assert examined(legality("A GAS, F MAO", irrelevant_coast="fails"), support) is Illegal.NO_SUCH_COAST


def supports(named: UnitName) -> Order:
    return Support("FRANCE", UnitName("GAS", ARMY), named, "SPA")


@pytest.mark.parametrize(
    ("named", "options", "wanted"),
    [
        (UnitName("MAR", ARMY, "FRANCE"), {}, None),
        (UnitName("MAR", ARMY), {}, None),
        (UnitName("MAR", ARMY), {"missing_nationality": "invalid"}, None),  # a unit of the same power
        (UnitName("MAR", ARMY, "ITALY"), {}, None),
        (UnitName("MAR", ARMY, "ITALY"), {"wrong_nationality": "invalid"}, Illegal.WRONG_NATIONALITY),
        (UnitName("POR", ARMY), {"missing_nationality": "invalid"}, Illegal.MISSING_NATIONALITY),
        (UnitName("POR", ARMY, "ITALY"), {"missing_nationality": "invalid"}, None),
        (UnitName("POR", ARMY, "FRANCE"), {"missing_nationality": "invalid"}, None),
        (UnitName("POR", ARMY, "FRANCE"), {"wrong_nationality": "invalid"}, Illegal.WRONG_NATIONALITY),
        (UnitName("POR", FLEET), {"wrong_unit_type": "invalid"}, Illegal.WRONG_TYPE),
        (UnitName("POR", None), {"missing_unit_type": "invalid"}, Illegal.MISSING_TYPE),
        (UnitName("BUR", ARMY), {}, Illegal.NOBODY_TO_SUPPORT),
        (UnitName("GAS", ARMY), {}, Illegal.SUPPORTS_ITSELF),
    ],
)
def test_how_a_support_names_the_unit(named: UnitName, options: dict[str, str], wanted: Illegal | None) -> None:
    """DATC 4.C: the unit's own power, another, or none; in civil disorder or not, by the quick way or the long one."""
    units = "A GAS, A MAR, ITALY A POR"
    examination = examined(legality(units, **options), supports(named))
    assert illegal(examination) is wanted
    if isinstance(examination, LegalOrder):
        number = 1 if named.place == "MAR" else 2
        assert (examination.kind, examination.target, examination.doubtful) == (SUPPORTS, number, False)


@pytest.mark.parametrize("option", ["wrong_nationality", "wrong_unit_type", "missing_nationality", "missing_unit_type"])
def test_an_order_that_names_its_unit_badly_serves_while_there_is_no_better_one(option: str) -> None:
    named = {
        "wrong_nationality": UnitName("POR", ARMY, "FRANCE"),
        "missing_nationality": UnitName("POR", ARMY),
        "wrong_unit_type": UnitName("POR", FLEET, "ITALY"),
        "missing_unit_type": UnitName("POR", None, "ITALY"),
    }
    for about, unit in named.items():
        among = legality("A GAS, A MAR, ITALY A POR", **{option: "valid-unless-other"})
        _, legal_order = among.examine(supports(unit))
        assert isinstance(legal_order, LegalOrder)
        assert legal_order.doubtful == (about == option)


def test_orders_for_nobody_and_for_others() -> None:
    """By number: which unit an order is for, and that it is for none."""
    among = legality("A PAR, GERMANY A MUN")
    moves = [("FRANCE", "PAR"), ("FRANCE", "MAR"), ("FRANCE", "MUN"), ("GERMANY", "MUN")]
    examinations = [among.examine(Move(power, UnitName(place, ARMY), "BUR")) for power, place in moves]
    assert [unit for unit, _ in examinations] == [0, -1, -1, 1]
    assert [each for _, each in examinations if isinstance(each, Illegal)] == [Illegal.NO_UNIT, Illegal.NOT_YOURS]
    assert among.number_of_unit(UnitName("MUN", ARMY)) == 1
    assert among.number_of_unit(UnitName("BUR", ARMY)) == -1
    assert legality("F SPA/NC").number_of_unit(UnitName("SPA/EC", FLEET)) == 0
    assert legality("F SPA/NC").number_of_unit(UnitName("BUL/EC", FLEET)) == -1


def test_an_unclear_order_is_for_the_unit_that_all_its_meanings_are_for() -> None:
    paris, move = UnitName("PAR", ARMY), Move("FRANCE", UnitName("PAR", ARMY), "BUR")
    both = (move, Move("FRANCE", paris, "GAS"))
    unclear = Unclear("FRANCE", "A PAR - somewhere", both)
    assert legality("A PAR").examine(unclear) == (0, Illegal.UNREADABLE)
    assert legality("A MAR").examine(unclear) == (-1, Illegal.UNREADABLE)


def route_of(order: str, units: str = "A BRE, F ENG, F ADR, F MAO, F IRI", **options: str) -> list[str]:
    """Return the seas that a move names; a stretch over land is a sea that no fleet is in."""
    legal_order = fault(units, order, **options)
    assert isinstance(legal_order, LegalOrder)
    tables = BOARD.tables
    return [
        BOARD.provinces[tables.sea_province[sea]].id if sea < len(tables.near) else "land"
        for sea in range(len(tables.near) + 1)
        if legal_order.route >> sea & 1
    ]


def test_the_seas_that_a_move_names_are_its_way_where_the_rulebook_says_so() -> None:
    """DATC 4.A.6."""
    assert route_of("A BRE - ENG - LON", convoy_path="allowed") == ["ENG"]
    assert sorted(route_of("A BRE - MAO - IRI - WAL", convoy_path="allowed")) == ["IRI", "MAO"]
    assert route_of("A BRE - ENG - LON", convoy_path="ignored") == []
    assert route_of("A ALB - ADR - VEN", units="A ALB, F ADR", convoy_path="allowed") == ["ADR"]  # sea number 0
    assert sorted(route_of("A BRE - PIC - ENG - LON", convoy_path="allowed")) == ["ENG", "land"]
    assert route_of("A BRE - ENG - PIC", convoy_path="allowed") == ["ENG"]  # a neighbor, but that way


# -- which of several orders a unit follows ----------------------------------------------------------------------------


def chosen(orders: str, **options: str) -> tuple[str, list[str]]:
    """Return the order that the first unit follows, and those that are refused for there being several."""
    table = laid(orders, **options)
    pairs = zip(table.orders, table.illegal, strict=True)
    refused = [str(order) for order, why in pairs if why is Illegal.SEVERAL_ORDERS]
    return str(table.order(0)) if table.order_of[0] >= 0 and not table.illegal[table.order_of[0]] else "", refused


SAME = "FRANCE\n A PAR - BUR\n A PAR - BUR"
TWO = "FRANCE\n A PAR - BUR\n A PAR - GAS"


@pytest.mark.parametrize(
    ("orders", "choice", "follows", "refused"),
    [
        (TWO, "first", "A PAR - BUR", ["A PAR - GAS"]),
        (TWO, "last", "A PAR - GAS", ["A PAR - BUR"]),
        (TWO, "illegal", "", ["A PAR - BUR", "A PAR - GAS"]),
        (SAME, "first", "A PAR - BUR", []),
        (SAME, "last", "A PAR - BUR", []),
        (SAME, "illegal", "A PAR - BUR", []),  # it is one order, written twice
        ("FRANCE\n A PAR - MUN\n A PAR - BUR", "illegal", "A PAR - BUR", []),
    ],
)
def test_several_orders_for_one_unit(orders: str, choice: str, follows: str, refused: list[str]) -> None:
    """DATC 4.D.3."""
    assert chosen(orders, multiple_orders=choice) == (follows, refused)


def test_of_one_order_written_twice_the_first_is_followed() -> None:
    for choice in ("first", "last", "illegal"):
        assert laid(SAME, multiple_orders=choice).order_of == [0]


def test_a_unit_whose_orders_are_all_illegal_shows_the_first_of_them() -> None:
    assert laid("FRANCE\n A PAR - MUN\n A PAR - LON\n A MAR - GAS\n A MAR - LON").order_of == [0, 2]


def test_whom_nobody_may_support_after_an_illegal_move() -> None:
    """DATC 4.E.1: only a move that cannot be; neither another illegal order nor none, and of legal moves none."""
    for order, void in (("A PAR - LON", True), ("A PAR S A LON", False), ("A PAR H", False), ("", False)):
        # the last order of all is an illegal move, too
        text = f"FRANCE\n {order}\n A BUR S A PAR\n A MAR - LON\nUNITS\n FRANCE: A PAR"
        table = laid(text, illegal_orders="cannot-be-supported")
        burgundy = next(n for n, unit in enumerate(table.units) if unit.province == "BUR")
        assert bool(table.void[burgundy]) == void, order


def test_an_illegal_order_is_told_with_what_became_of_its_unit() -> None:
    """The order that the unit shows bears its dislodgement; another one for it, or one for nobody, does not."""
    text = "FRANCE\n A BUR - LON\n A BUR - NWY\n A PIE - LON\nGERMANY\n A MUN - BUR\n A RUH S A MUN - BUR"
    turn = read(text)
    result = adjudicate(turn.position, turn.orders)
    became = {str(r.order): (r.outcome.value, r.dislodged, r.destroyed) for r in result}
    assert became["A BUR - LON"] == ("illegal", True, False)
    assert became["A BUR - NWY"] == ("illegal", False, False)
    nobody = Move("FRANCE", UnitName("PIE", ARMY), "TYR")
    with_nobody = adjudicate(Position(units=turn.position.units[:1]), [*turn.orders[:1], nobody])
    assert [order_result.dislodged for order_result in with_nobody] == [False, False]
    assert not with_nobody.success(nobody)
    assert not with_nobody.success(turn.orders[0])
    last = Position(units=(*turn.position.units[2:], *turn.position.units[:1]))  # the last unit is number -1, too
    assert not adjudicate(last, [*turn.orders[3:], nobody]).success(nobody)
    assert not next(iter(adjudicate(last, [nobody, *turn.orders[3:]]))).dislodged


def test_a_convoy_of_a_wrong_phase_is_not_taken_for_another_order() -> None:
    among = legality("F ENG, A BRE")
    order = Convoy("FRANCE", UnitName("ENG", FLEET), UnitName("BRE", ARMY), "LON")
    assert isinstance(among.examine(order)[1], LegalOrder)
    winter = read("standard W1901A FRANCE:ABRE FRANCE:PAR,BRE\nFRANCE: A PAR B").orders[0]
    assert among.examine(winter)[1] is Illegal.WRONG_PHASE
    assert isinstance(OrderTable(BOARD, among.units, [winter]).illegal[0], Illegal)


def test_the_same_order_twice_and_another_between() -> None:
    """DATC 4.D.3, the first of several different orders counts: in a movement phase and in a retreat phase alike."""
    moves = read("FRANCE\n A PAR - BUR\n A PAR - PIC\n A PAR - BUR").adjudicate().phase_result
    assert [order_result.outcome.value for order_result in moves] == ["moves", "illegal", "illegal"]
    retreats = read(
        "standard S1901R GERMANY:AMUN - FRANCE:ABUR<MUN -\nFRANCE\n A BUR - PAR\n A BUR - PIC\n A BUR - PAR"
    ).adjudicate()
    assert [order_result.outcome.value for order_result in retreats.phase_result] == ["retreats", "illegal", "illegal"]
