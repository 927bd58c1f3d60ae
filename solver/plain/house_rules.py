"""House rules, as Python functions: when a convoyed army does not cut a support, and what settles a paradox.

Those that change the equations are in `house_equations`. A rulebook with such a function (`Rulebook.with_rule`) is used
like any other. The functions see orders and units; here their answers become masks. Compiled code does not know them:
plain code solves the turns under these rulebooks.

>>> from standoff import read, rulebook
>>> def never_cuts(cut):
...     return True
>>> turn = read("6.F.14")
>>> len(turn.resolutions()), len(turn.resolutions(rulebook().with_rule("never cuts", support_exception=never_cuts)))
(2, 1)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from ...map import bits
from ..law.equations import BY_CONVOY, BY_LAND, CONVOYS, SUPPORTS, YES, head_to_head, path, route
from ..order import Convoy, Move, Order, Support
from ..rules.rulebook import RulebookError
from .order_table import OrderTable

if TYPE_CHECKING:
    from ..rules.house_rule_arguments import ConvoyedCut


def except_supports(table: OrderTable) -> dict[int, dict[int, int]]:
    """Let the rulebook's own support exception say which convoys an army must do without to cut a support.

    The function is asked once for each support and army that goes or may go by convoy, before anything is decided.

    Returns:
        By support and army, where a column of the table cannot say it: the convoys, as a mask, that the army must do
        without to cut by dislodging the unit.

    Raises:
        RulebookError: It answers with something other than True, False or convoys of the army.
    """
    rows = table.rows
    dislodging: dict[int, dict[int, int]] = {}
    for support in bits(table.live):
        row = rows[support]
        if row.kind != SUPPORTS:
            continue
        for army in bits(row.incoming):
            bit = 1 << army
            if rows[army].way == BY_LAND or not (row.cutters | row.dislodgers) & bit:
                continue
            view = _cut(table, support, army)
            answer = table.rules.ask("support_exception", view)
            if answer is False:
                continue
            if answer is True and rows[army].way == BY_CONVOY:  # by no way at all
                row.cutters &= ~bit
                row.dislodgers &= ~bit
                continue
            without = rows[army].fleets if answer is True else _spared(table, army, view, answer)
            row.spared |= without
            if row.dislodgers & bit:
                dislodging.setdefault(support, {})[army] = without
    return dislodging


def _cut(table: OrderTable, support: int, army: int) -> ConvoyedCut:
    rows, legality = table.rows, table.legality
    order = table.legal_orders[support]
    there = legality.at[order.destination if order.destination >= 0 else legality.province[order.target]]
    fleets = rows[army].fleets
    necessary = sum(1 << fleet for fleet in bits(fleets) if not route(rows, army, fleets & ~(1 << fleet)))
    from ..rules.house_rule_arguments import ConvoyedCut

    return ConvoyedCut(
        cast(Support, table.order(support)),
        cast(Move, table.order(army)),
        table.units[there] if there >= 0 else None,
        table.carried_out(there) if there >= 0 else None,
        cast("tuple[Convoy, ...]", table.orders_in(fleets)),
        cast("tuple[Convoy, ...]", table.orders_in(necessary)),
        tuple(table.carried_out(unit) for unit in range(len(table.units))),
        table.units,
    )


def _spared(table: OrderTable, army: int, view: ConvoyedCut, answer: object) -> int:
    """Return the fleets that the army must do without to cut, as a mask."""
    name = table.rules["paradox_exception"]
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        raise RulebookError(
            f"the support exception of rule {name!r} answers True (does not cut), False (cuts as any move), or the "
            f"convoys that the army must do without; for {view.move} and {view.support} it answered {answer!r}"
        )
    spared = 0
    numbers = dict(zip(table.orders_in(table.rows[army].fleets), bits(table.rows[army].fleets), strict=True))
    for order in cast("Iterable[object]", answer):
        if order not in numbers:
            raise RulebookError(
                f"the support exception of rule {name!r} names {order!s}, which does not convoy {view.move}"
            )
        spared |= 1 << numbers[cast(Order, order)]
    return spared


def house_settlement(
    table: OrderTable, hook: str, component: int, core: int, several: Iterable[int], pending: int
) -> tuple[int, int] | None:
    """Return which orders the rulebook's own settlement makes succeed and fail, as masks; None to go by its option.

    Args:
        table: The table of the turn.
        hook: ``"settlement"`` or ``"circular_movement"``.
        component, core: The orders that depend on each other, and the core, as masks.
        several: The resolutions of the component, as masks.
        pending: The orders that may be settled (`OpenParadox.pending`).

    Raises:
        RulebookError: It answers with something other than None or a mapping of open orders to True or False, or it
            settles none of the orders that depend on each other.
    """
    if hook not in table.rules.functions:
        return None
    convoys = sum(1 << order for order in bits(core) if table.rows[order].kind == CONVOYS)
    from ..rules.house_rule_arguments import OpenParadox

    view = OpenParadox(
        table.orders_in(core),
        table.orders_in(component),
        tuple(frozenset(table.orders_in(one)) for one in several),
        cast("tuple[Convoy, ...]", table.orders_in(convoys)),
        table.orders_in(pending),
    )
    answer = table.rules.ask(hook, view)
    if answer is None:
        return None
    rule = f"the {hook} of rule {table.rules.functions[hook][0]!r}"
    if not isinstance(answer, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise RulebookError(
            f"{rule} answers None or a mapping of orders to True (succeeds) or False (fails), not {answer!r}"
        )
    numbers = dict(zip(view.pending, bits(pending), strict=True))
    true = false = 0
    for order, succeeds in cast("Mapping[object, object]", answer).items():
        if order not in numbers:
            raise RulebookError(f"{rule} names {order!s}, which is not open")
        if not isinstance(succeeds, bool):
            raise RulebookError(f"{rule} answers {succeeds!r} for {order!s}; expected True or False")
        bit = 1 << numbers[cast(Order, order)]
        true, false = (true | bit, false) if succeeds else (true, false | bit)
    if not (true | false) & component:
        raise RulebookError(
            f"{rule} settles none of the orders that depend on each other: {'; '.join(map(str, view.orders))}"
        )
    return true, false


def check_settled(table: OrderTable, true: int) -> None:
    """Refuse what house rules made of a turn if it is impossible on the board.

    Raises:
        RulebookError: Two units would get into one province, or exchange places over land, or an army would get where
            no convoy brings it.
    """
    names = " or ".join(map(repr, dict.fromkeys(table.rules.house_rules.values())))
    for move in bits(table.moves & true):
        row = table.rows[move]
        if not path(table.rows, move, true):
            raise RulebookError(f"rule {names} lets an order succeed without its convoy: {table.order(move)}")
        other = row.rivals & true
        exchanged = row.opposite == row.defender >= 0 and true >> row.opposite & 1
        if exchanged and head_to_head(table.rows, move, true, table.live & ~true) == YES:
            other |= 1 << row.opposite
        if other:
            both = "; ".join(map(str, table.orders_in(other | 1 << move)))
            raise RulebookError(f"rule {names} lets orders succeed that cannot both: {both}")


__all__ = ["check_settled", "except_supports", "house_settlement"]
