"""Several sets of orders, implicit, perpetual and proxy orders (DATC 4.D.1, 4.D.2, 4.E.3 to 4.E.5)."""

from __future__ import annotations

import pytest

from standoff.map import ARMY, FLEET, Position, Unit, load_board
from standoff.map.phases import Phase
from standoff.solver import Order, adjudicate_phase, rulebook
from standoff.solver.orders.order_sets import OrderSet, Proxy, orders_of_turn
from standoff.text.notation import read_orders

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
    return tuple(read_orders(text, power, BOARD))


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
