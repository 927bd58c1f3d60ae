"""Which orders depend on each other: by integers, and by NetworkX."""

from __future__ import annotations

import networkx

from standoff.map.masks import bits
from standoff.solver import rulebook
from standoff.solver.law.equations import propagate, rests_on
from standoff.solver.law.searching import independent_components
from standoff.solver.plain.order_table import OrderTable
from tests.helpers.turns import movements


def by_networkx(table: OrderTable, pending: int) -> list[int]:
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_nodes_from(bits(pending))
    graph.add_edges_from((one, other) for one in bits(pending) for other in bits(rests_on(table.rows, one) & pending))
    whole = networkx.condensation(graph)
    ends = (whole.nodes[node]["members"] for node in whole if not whole.out_degree(node))
    return sorted((sum(1 << order for order in members) for members in ends), key=lambda mask: mask & -mask)


def test_the_orders_that_depend_on_no_others_are_those_of_a_graph() -> None:
    with_several = 0
    for one in movements(150):
        table = OrderTable(one.board, one.position.units, one.orders, rulebook("1971"))
        true, false = propagate(table.rows, table.live, 0, 0)
        for pending in (table.live, table.live & ~(true | false)):  # the whole turn, and what stays open
            if pending:
                components = by_networkx(table, pending)
                with_several += sum(component.bit_count() > 1 for component in components)
                assert independent_components(table.rows, pending) == components
    assert with_several > 20
