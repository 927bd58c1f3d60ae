"""All joint orders of small positions, counted by the number of resolutions: the machinery against brute force."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from standoff.map import Board, Position, Unit, UnitType
from standoff.map.masks import bits
from standoff.solver import all_resolutions, rulebook
from standoff.solver.equations import decide
from standoff.solver.order_table import OrderTable
from standoff.solver.paradox import solve
from standoff.solver.possible import possible_orders


def position_of(*texts: str) -> Position:
    return Position(tuple(Unit(UnitType(t[0]), t[2:].partition(" ")[0], t.rpartition(" ")[2]) for t in texts))


def brute_force(turn: OrderTable) -> int:
    live = bits(turn.live)
    count = 0
    for values in product((0, 1), repeat=len(live)):
        true = sum(1 << order for order, value in zip(live, values, strict=True) if value)
        count += all(decide(turn.rows, o, true, turn.live & ~true) == true >> o & 1 for o in live)
    return count


# three units, and in how many of their joint orders two resolutions are consistent, counted by hand: none at the
# Channel, where nothing can go round; the two armies exchanged by the English fleet, with and without "via convoy",
# or by its convoy of the Russian army, which must say so; the circle of three, both ways round
SMALL = {
    "two armies and a fleet at the Channel": (("A BRE FRANCE", "F ENG FRANCE", "F LON ENGLAND"), 0),
    "an exchange over the Skagerrak": (("A NWY ENGLAND", "F SKA ENGLAND", "A SWE RUSSIA"), 3),
    "a triangle in the Low Countries": (("A HOL GERMANY", "F BEL GERMANY", "F NTH ENGLAND"), 2),
}


@pytest.mark.parametrize("name", SMALL)
def test_every_joint_order_has_the_resolutions_that_brute_force_finds(board: Board, name: str) -> None:
    units, ambiguous = SMALL[name]
    position = position_of(*units)
    choices = [list(possible_orders(board, position, unit.location)) for unit in position.units]
    counts: Counter[int] = Counter()
    for orders in product(*choices):
        turn = OrderTable(board, position.units, orders, rulebook())
        found = len(all_resolutions(turn))
        assert found == brute_force(turn), [str(order) for order in orders]
        counts[found] += 1
        solution = solve(turn)
        assert bool(solution.paradoxes) <= (found != 1), [str(order) for order in orders]
    assert sum(counts.values()) == len(choices[0]) * len(choices[1]) * len(choices[2])
    assert set(counts) <= {1, 2}
    assert counts[2] == ambiguous


def test_possible_orders_are_those_that_stand_the_examination(board: Board) -> None:
    """DATC 6.D.31, 6.G.19: no order that could never be carried out is offered."""
    texts = {str(o) for o in possible_orders(board, position_of("A RUM AUSTRIA", "F BLA TURKEY"), "BLA")}
    assert "F BLA C A RUM - ARM" in texts
    assert "F BLA S A RUM - ARM" not in texts
    assert "F BLA S A RUM - SEV" in texts
    spain = position_of("A MAR FRANCE", "F LYO ITALY", "F WES FRANCE")
    texts = {str(o) for o in possible_orders(board, spain, "WES")}
    assert "F WES C A MAR - SPA" not in texts
    assert "F WES C A MAR - NAF" in texts
    with pytest.raises(ValueError, match="no unit"):
        list(possible_orders(board, spain, "PAR"))
