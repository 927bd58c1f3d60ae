"""Several sets of orders, implicit, perpetual and proxy orders (DATC 4.D.1, 4.D.2, 4.E.3 to 4.E.5)."""

from __future__ import annotations

import pytest

from standoff.map import ARMY, FLEET, Position, Unit, load_board
from standoff.map.phases import Phase
from standoff.solver import Order, adjudicate_phase, rulebook
from standoff.solver.orders.order_sets import OrderSet, Proxy, orders_of_turn
from tests.helpers.orders import read_orders

BOARD = load_board()
POSITION = Position(
    (
        Unit(ARMY, "KIE", "GERMANY"),
        Unit(ARMY, "RUH", "GERMANY"),
        Unit(ARMY, "PAR", "FRANCE"),
        Unit(FLEET, "BRE", "FRANCE"),
    ),
    phase=Phase.parse("S1901M"),
)


def orders(text: str, power: str = "GERMANY") -> tuple[Order, ...]:
    return tuple(read_orders(text, power))


def texts(orders: tuple[Order, ...]) -> list[str]:
    return [str(order) for order in orders]


FIRST = OrderSet("GERMANY", orders("A Kie-Hol, A Ruh S A Kie-Hol"), 1)
SECOND = OrderSet("GERMANY", orders("A Kie-Den"), 2)
KEEPING = OrderSet("GERMANY", orders("A Kie-Den"), 2, keeps=frozenset({"RUH"}))
REPLACING = OrderSet("GERMANY", orders("A Kie-Den"), 2, replaces=True)


@pytest.mark.parametrize(
    ("choice", "latest", "expected"),
    [
        ("latest", KEEPING, ["A KIE - DEN"]),
        ("latest-unless-clear", SECOND, ["A KIE - DEN"]),
        ("latest-unless-clear", KEEPING, ["A RUH S A KIE - HOL", "A KIE - DEN"]),
        ("combined", REPLACING, ["A RUH S A KIE - HOL", "A KIE - DEN"]),
        ("combined-unless-clear", SECOND, ["A RUH S A KIE - HOL", "A KIE - DEN"]),
        ("combined-unless-clear", REPLACING, ["A KIE - DEN"]),
    ],
)
def test_several_sets_in_a_known_order(choice: str, latest: OrderSet, expected: list[str]) -> None:
    rules = rulebook(order_sets=choice)
    # the order in which they are handed over makes no difference: their numbers count
    for sets in ([FIRST, latest], [latest, FIRST]):
        assert texts(orders_of_turn(POSITION, sets, rules=rules, board=BOARD)) == expected


@pytest.mark.parametrize(("choice", "count"), [("combined", 3), ("all-hold", 0)])
def test_several_sets_in_no_known_order(choice: str, count: int) -> None:
    sets = [OrderSet("GERMANY", FIRST.orders), OrderSet("GERMANY", SECOND.orders)]
    rules = rulebook(unordered_sets=choice)
    assert len(orders_of_turn(POSITION, sets, rules=rules, board=BOARD)) == count


def test_an_implicit_order_follows_from_an_own_support() -> None:
    support = orders("A Ruh S A Kie-Hol")
    allowed = adjudicate_phase(POSITION, support, rules=rulebook(implicit_orders="allowed"))
    assert "A HOL" in [str(unit) for unit in allowed.after.units]
    not_allowed = adjudicate_phase(POSITION, support, rules=rulebook())
    assert "A KIE" in [str(unit) for unit in not_allowed.after.units]


@pytest.mark.parametrize(
    "text",
    ["A Ruh S A Kie-Hol, A Kie H", "A Ruh S A Kie-Tyr"],
)
def test_an_explicit_order_outranks_it_and_an_impossible_one_does_not_follow(text: str) -> None:
    result = adjudicate_phase(POSITION, orders(text), rules=rulebook(implicit_orders="allowed"))
    assert "A KIE" in [str(unit) for unit in result.after.units]


def test_no_implicit_order_follows_from_another_power_s_order() -> None:
    support = orders("A Ruh S French A Par-Bur")
    result = adjudicate_phase(POSITION, support, rules=rulebook(implicit_orders="allowed"))
    assert "A PAR" in [str(unit) for unit in result.after.units]


@pytest.mark.parametrize("choice", ["allowed", "not-allowed"])
@pytest.mark.parametrize("foreign", ["A Kie-Ber", "A Kie-Mos", "A Kie H", "F Kie-Den"])
def test_another_power_s_order_takes_nothing_from_an_implied_or_lasting_one(choice: str, foreign: str) -> None:
    """DATC 4.E.1, 4.E.3, 4.E.4: an illegal order is ignored, and nobody orders the units of others."""
    own, given = orders("A Ruh S A Kie-Hol"), orders(foreign, "FRANCE")
    lasting = orders("A Kie-Hol")
    rules = rulebook(implicit_orders=choice, perpetual_orders="not-allowed")
    for together in ((*own, *given), (*given, *own)):
        after = adjudicate_phase(POSITION, together, rules=rules).after.units
        assert (Unit(ARMY, "HOL", "GERMANY") in after) == (choice == "allowed")
    sets = [OrderSet("GERMANY", own), OrderSet("FRANCE", given)]
    counted = orders_of_turn(POSITION, sets, rules=rulebook(perpetual_orders=choice), board=BOARD, lasting=lasting)
    assert counted == (*own, *given, *(lasting if choice == "allowed" else ()))


@pytest.mark.parametrize(
    ("choice", "expected"), [("allowed", ["A KIE - HOL", "A RUH S A KIE"]), ("not-allowed", ["A KIE - HOL"])]
)
def test_lasting_orders_of_units_without_another(choice: str, expected: list[str]) -> None:
    lasting = orders("A Ruh S A Kie, A Kie S A Ruh, A Mun H")
    rules = rulebook(perpetual_orders=choice)
    sets = [OrderSet("GERMANY", orders("A Kie-Hol"), 1)]
    assert texts(orders_of_turn(POSITION, sets, rules=rules, board=BOARD, lasting=lasting)) == expected


@pytest.mark.parametrize(
    ("choice", "announced", "power"),
    [
        ("announced", True, "FRANCE"),
        ("announced", False, "GERMANY"),
        ("in-orders", False, "FRANCE"),
        ("in-orders", True, "GERMANY"),
        ("not-allowed", True, "GERMANY"),
    ],
)
def test_a_unit_handed_over(choice: str, announced: bool, power: str) -> None:
    sets = [OrderSet("GERMANY", orders("A Par-Bur"), 1)]
    turn_orders = orders_of_turn(
        POSITION,
        sets,
        rules=rulebook(proxy_orders=choice),
        board=BOARD,
        proxies=[Proxy("FRANCE", "PAR", "GERMANY", announced=announced)],
    )
    assert [(order.power, str(order)) for order in turn_orders] == [(power, "A PAR - BUR")]


LIVERPOOL = Position((Unit(ARMY, "LVP", "ENGLAND"), Unit(ARMY, "KIE", "GERMANY")), phase=Phase.parse("S1901M"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A Liverpool - Nor", "A Liverpool - Nor"),  # Norway, the North Sea or the Norwegian Sea
        ("A Liv - Yor", "A LVP - YOR"),  # nobody is in Livonia
    ],
)
def test_an_unclear_order_to_a_unit_handed_over_counts_for_its_owner(text: str, expected: str) -> None:
    """DATC 4.E.2, 4.E.5: whether an order is clear makes no difference to who may give it."""
    sets = [
        OrderSet("GERMANY", orders(text)),
        OrderSet("ENGLAND", (*orders("A Liverpool - Wales", "ENGLAND"), *orders("A Liverpool - Nor", "ENGLAND"))),
    ]
    proxies = [Proxy("ENGLAND", "LVP", "GERMANY")]
    rules = rulebook(proxy_orders="in-orders")
    counted = orders_of_turn(LIVERPOOL, sets, rules=rules, board=BOARD, proxies=proxies)
    assert [(order.power, str(order)) for order in counted] == [("ENGLAND", expected)]


@pytest.mark.parametrize(
    ("earlier", "later", "expected"),
    [
        ("A Liv - Yor", "A Liverpool H", ["A LVP H"]),
        ("A Liverpool H", "A Liv - Yor", ["A LVP - YOR"]),
        ("A Liv - Yor", "A Edinburgh H", ["A LVP - YOR", "A EDI H"]),
        ("A Liverpool - Nor", "A Edinburgh H", ["A Liverpool - Nor", "A EDI H"]),
    ],
)
def test_unclear_orders_of_several_sets(earlier: str, later: str, expected: list[str]) -> None:
    """DATC 4.D.1: an unclear order to a unit counts, and is replaced, as any other."""
    sets = [OrderSet("ENGLAND", orders(earlier, "ENGLAND"), 1), OrderSet("ENGLAND", orders(later, "ENGLAND"), 2)]
    rules = rulebook(order_sets="combined")
    assert texts(orders_of_turn(LIVERPOOL, sets, rules=rules, board=BOARD)) == expected


def test_a_lasting_order_may_be_unclear() -> None:
    rules = rulebook(perpetual_orders="allowed")
    counted = orders_of_turn(LIVERPOOL, [], rules=rules, board=BOARD, lasting=orders("A Liv - Yor", "ENGLAND"))
    assert texts(counted) == ["A LVP - YOR"]
