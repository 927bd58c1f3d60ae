"""Orders as rows of numbers: an exact order and its row say the same; other orders have no row."""

from __future__ import annotations

import pytest

from standoff import load_board, read
from standoff.map import location_and_fleet, unit_key
from standoff.solver import OrderRow, legal_orders, order_of_row, order_row, unit_named
from standoff.text import read_order

BOARD = load_board()
CONVOYS = "ENGLAND: F NTH C A LON - BEL, A LON - BEL, F NWG H\nFRANCE: A BRE - GAS, F SPA/SC - POR\nRUSSIA: F STP/NC H"


def test_a_key_is_a_location_and_a_type() -> None:
    keys = [unit_key(location, fleet) for location in range(len(BOARD.locations)) for fleet in (0, 1)]
    assert keys == sorted(set(keys))
    assert [unit_key(*location_and_fleet(key)) for key in keys] == keys
    assert {str(unit_named(key, BOARD)): key for key in keys} == {
        f"{kind} {place}": key for (kind, place), key in BOARD.unit_keys.items()
    }


def test_every_legal_order_of_a_movement_phase_is_that_of_its_row() -> None:
    orders = [one for power in legal_orders(read(CONVOYS).position).values() for each in power.values() for one in each]
    assert len(orders) > 60
    for order in orders:
        row = order_row(order, BOARD)
        assert row is not None, order
        assert order_of_row(OrderRow(*row), order.power, BOARD) == order


@pytest.mark.parametrize(
    "order",
    [
        "BRE - GAS",
        "A MAR S BRE - GAS",
        "A LON - NTH - BEL",
        "A MAR S A GAS - SPA/NC",
        "F BRE/EC - ENG",
        "A MAR S F BRE/EC",
    ],
)
def test_an_order_that_leaves_something_open_has_no_row(order: str) -> None:
    assert order_row(read_order(order, "FRANCE", BOARD), BOARD) is None


def test_an_order_of_another_phase_has_no_row() -> None:
    others = [order_of_row(OrderRow(kind, 92, place=16), "FRANCE", BOARD) for kind in range(4, 8)]
    assert [str(one) for one in others] == ["A PAR R BUR", "A PAR D", "A PAR B", "WAIVE"]
    assert [order_row(one, BOARD) for one in others] == [None] * 4
