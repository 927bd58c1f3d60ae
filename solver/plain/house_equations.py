"""House rules that change equations: what cuts a support, how strong an order is, what a dislodged unit does.

The functions of `law` are bound anew for a turn under such a rulebook, with some of them exchanged for functions that
call the house rule's. A house rule is called with decided orders only: while some are open, it is called for each of
their possible outcomes, and a result on which all calls agree counts as known.

>>> from standoff import read, rulebook
>>> def any_attack_cuts(cut):
...     return True
>>> turn = read("FRANCE: A PAR - BUR, A MAR S A PAR - BUR\\nGERMANY: A BUR - MAR")
>>> turn.adjudicate().success("MAR"), turn.adjudicate(rulebook().with_rule("mine", cut=any_attack_cuts)).success("MAR")
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FunctionType, SimpleNamespace
from typing import Any, cast

from ...map import bits
from ..law import accounts, aftermath, equations, functions_in, searching, solving
from ..law.equations import MOVES, NO, OPEN, SUPPORTS, YES
from ..law.records import Row, Rows, with_fields
from ..order import Move, Support
from ..rules.rulebook import RulebookError
from .order_table import OrderTable

MOST_OPEN = 8
"""A house rule is called for the possible outcomes of at most this many open orders; with more, its result is open."""

ANY = 1_000_000
"""Limit of a strength by a house rule."""


class HouseRows(list[Row]):
    """The rows of a table whose equations are not all those of the rulebook; `law` has them."""

    law: SimpleNamespace


_MODULES = (equations, aftermath, accounts, searching, solving)

Function = Callable[..., Any]


_STANDARD = SimpleNamespace(**{name: one for module in _MODULES for name, one in functions_in(module).items()})


def law_of(rows: Rows) -> SimpleNamespace:
    """Return the functions of `law` that apply to a table, some of them exchanged by house rules."""
    return rows.law if isinstance(rows, HouseRows) else _STANDARD


def house_rows(table: OrderTable) -> HouseRows:
    """Return the rows of a table under a rulebook whose house rules change equations."""
    rows = HouseRows(table.rows)
    spaces = [dict(vars(module)) for module in _MODULES]
    bound: dict[str, Function] = {}
    for module, space in zip(_MODULES, spaces, strict=True):
        for name, one in functions_in(module).items():
            bound[name] = FunctionType(one.__code__, space, name, one.__defaults__, one.__closure__)
    own = _HouseEquations(table, dict(bound))
    hooks = table.rules.functions
    for kind in ("attack", "hold", "prevent", "defend"):
        if f"{kind}_strength" in hooks or (kind == "prevent" and "dislodged_effect" in hooks):
            bound[f"{kind}_strength"] = own.strength(kind)
    if "cut" in hooks:
        bound["support_holds"], bound["cutting"], bound["cuts"] = own.support_holds, own.cutting, own.cuts
        bound["cuts_by_dislodging"] = own.cuts_in_the_end
    elif table.spared:
        bound["support_holds"] = own.support_holds_unless_spared
        bound["cuts_by_dislodging"] = own.cuts_by_dislodging
    bound["rests_on"] = own.rests_on
    for space in spaces:
        space.update({name: one for name, one in bound.items() if name in space})
    rows.law = SimpleNamespace(**bound)
    return rows


def _assignments(unknown: int, true: int, false: int) -> Iterator[tuple[int, int]]:
    """Yield each state in which all orders of a mask are decided."""
    succeed = 0
    while True:
        yield true | succeed, false | unknown & ~succeed
        succeed = (succeed - unknown) & unknown
        if not succeed:
            return


class _HouseEquations:
    """The functions that replace those of the law, for one table; `law` has the replaced ones."""

    def __init__(self, table: OrderTable, law: dict[str, Function]) -> None:
        self.table, self.rules, self.law = table, table.rules, law

    def _name(self, hook: str) -> str:
        return f"{hook} of rule {self.rules.functions[hook][0]!r}"

    def _arrives(self, rows: Rows, move: int, true: int) -> bool:
        return bool(self.law["path"](rows, move, true))

    # -- strengths --------------------------------------------------------------------------------

    def strength(self, kind: str) -> Function:
        """Return the function that bounds a strength as a house rule has it."""
        base = self.law[f"{kind}_strength"]
        asks = f"{kind}_strength" in self.rules.functions
        effect = kind == "prevent" and "dislodged_effect" in self.rules.functions

        def bounds(rows: Rows, unit: int, *facts: int) -> tuple[int, int]:
            if unit < 0:  # an empty province
                return base(rows, unit, *facts)
            true, false = facts[-2:]
            unknown = self._looked_at(rows, kind, unit, effect) & ~(true | false)
            if unknown.bit_count() > MOST_OPEN:
                return 0, ANY
            values: list[int] = []
            for yes, no in _assignments(unknown, true, false):
                value = base(rows, unit, *facts[:-2], yes, no)[0]
                if effect:
                    value = self._after_dislodgement(rows, unit, value, yes, no)
                if asks:
                    value = self._strength_by_rule(rows, kind, unit, value, yes)
                values.append(value)
            return min(values), max(values)

        return bounds

    def _looked_at(self, rows: Rows, kind: str, unit: int, effect: bool) -> int:
        """Return the orders, as a mask, that a strength rests on."""
        row = rows[unit]
        if row.kind != MOVES:
            return row.supporters
        mask = row.supporters | row.fleets  # of these the function is told whatever the rulebook looks at
        if kind == "hold":
            return mask | 1 << unit
        if kind == "defend":
            return mask
        if row.defender >= 0 and rows[row.defender].kind == MOVES and (kind == "attack" or row.own_attack_void):
            mask |= 1 << row.defender
        if kind == "prevent":
            if row.opposite >= 0:
                mask |= 1 << row.opposite | rows[row.opposite].fleets
                if row.opposite != row.defender:
                    mask |= 1 << unit
            if row.beaten or (effect and self._goes_back(rows, unit)):
                mask |= 1 << row.defender | 1 << unit | rows[row.defender].fleets
        return mask

    def _strength_by_rule(self, rows: Rows, kind: str, unit: int, default: int, true: int) -> int:
        row, table = rows[unit], self.table
        moves = row.kind == MOVES
        there = row.defender if moves else -1
        from ..rules.house_rule_arguments import Strength

        about = Strength(
            kind,
            table.units[unit],
            table.carried_out(unit),
            default,
            cast("tuple[Support, ...]", table.orders_in(row.supporters & true)),
            cast("tuple[Support, ...]", table.orders_in(row.supporters & ~true)),
            table.units[there] if there >= 0 else None,
            moves and self.law["goes_by_sea"](rows, unit, true, ~true) == YES,
            moves and self._arrives(rows, unit, true),
        )
        value = self.rules.ask(f"{kind}_strength", about)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < ANY:
            raise RulebookError(
                f"{self._name(f'{kind}_strength')} answers {value!r} for {table.order(unit)}; "
                "expected a number that is not negative"
            )
        return value

    def _goes_back(self, rows: Rows, move: int) -> bool:
        """Return whether the unit at the destination of a move goes to where the move comes from."""
        there = rows[move].defender
        return there >= 0 and rows[there].kind == MOVES and rows[there].defender == move

    def _after_dislodgement(self, rows: Rows, move: int, default: int, true: int, false: int) -> int:
        """Return the prevent strength of a move, with what a house rule says if its unit is dislodged."""
        there = rows[move].defender
        if not (self._goes_back(rows, move) and true >> there & 1 and false >> move & 1):
            return default
        if not self._arrives(rows, move, true):
            return 0
        orders = cast("tuple[Move, Move]", (self.table.order(move), self.table.order(there)))
        by_convoy = any(self.law["goes_by_sea"](rows, one, true, false) == YES for one in (move, there))
        from ..rules.house_rule_arguments import DislodgedMove

        answer = self.rules.ask("dislodged_effect", DislodgedMove(*orders, default > 0, by_convoy))
        if not isinstance(answer, bool):
            raise RulebookError(
                f"{self._name('dislodged_effect')} answers {answer!r} for {orders[0]}; expected True or False"
            )
        return 1 + (rows[move].supporters & true).bit_count() if answer else 0

    # -- supports ---------------------------------------------------------------------------------

    def support_holds(self, rows: Rows, support: int, true: int, false: int) -> int:
        """Decide whether a support is given, as `equations.support_holds` does, by a house rule on what cuts it."""
        decision = YES
        for move in bits(rows[support].incoming):
            answers = self.cuts(rows, support, move, true, false)
            if answers == {True}:
                return NO
            if len(answers) > 1:
                decision = OPEN
        return decision

    def support_holds_unless_spared(self, rows: Rows, support: int, true: int, false: int) -> int:
        """Decide whether a support is given where a house rule's support exception concerns moves that may dislodge."""
        spared = self.table.spared.get(support, {})
        others = rows[support].dislodgers & ~sum(1 << move for move in spared)
        decision = self.law["support_holds"](with_fields(rows, support, dislodgers=others), support, true, false)
        for move in spared:
            cuts = self.cuts_by_dislodging(rows, support, move, true, false)
            if cuts == YES:
                return NO
            if cuts == OPEN and decision == YES:
                decision = OPEN
        return int(decision)

    def cuts_in_the_end(self, rows: Rows, support: int, move: int, true: int, false: int) -> int:
        """Return whether a move cuts a support by a house rule, as `accounts.cuts_by_dislodging` does."""
        return YES if self.cuts(rows, support, move, true, false) == {True} else NO

    def cuts_by_dislodging(self, rows: Rows, support: int, move: int, true: int, false: int) -> int:
        """Decide whether a move dislodges a supporting unit, by a way that a house rule's exception leaves it."""
        if false >> move & 1 or not rows[support].dislodgers >> move & 1:
            return NO
        without = self.table.spared.get(support, {}).get(move)
        arrives = YES if without is None else self.law["arrives_to_cut"](rows, move, without, 0, true, false)
        return int(arrives) if arrives == NO or true >> move & 1 else OPEN

    def cutting(self, rows: Rows, support: int, true: int, false: int) -> int:
        """Return the moves that cut a support by coming to its border, as `accounts.cutting` does."""
        mask = 0
        for move in bits(rows[support].incoming):
            bit = 1 << move
            if self.cuts(rows, support, move, true & ~bit, false | bit) == {True}:
                mask |= bit
        return mask

    def cuts(self, rows: Rows, support: int, move: int, true: int, false: int) -> set[bool]:
        """Return a house rule's answers on a move and a support, over all open outcomes."""
        unknown = (rows[move].fleets | 1 << move) & ~(true | false)
        if unknown.bit_count() > MOST_OPEN:
            return {True, False}
        table, row, bit = self.table, rows[support], 1 << move
        orders = cast(Support, table.order(support)), cast(Move, table.order(move))
        target = row.directed_at >= 0 and row.directed_at == move
        own = table.units[support].power == table.units[move].power
        outcomes: set[bool] = set()
        for yes, no in _assignments(unknown, true, false):
            dislodges = bool(yes & bit)
            default = bool(row.dislodgers & bit) and self.cuts_by_dislodging(rows, support, move, yes, no) == YES
            if row.cutters & bit:
                by_sea = row.cutters_by_sea & bit
                default |= self.law["arrives_to_cut"](rows, move, row.spared, by_sea, yes, no) == YES
            by_convoy = self.law["goes_by_sea"](rows, move, yes, no) == YES
            arrives = self._arrives(rows, move, yes)
            from ..rules.house_rule_arguments import Cut

            answer = self.rules.ask("cut", Cut(*orders, default, arrives, dislodges, by_convoy, own, target))
            if not isinstance(answer, bool):
                raise RulebookError(
                    f"{self._name('cut')} answers {answer!r} for {orders[1]} and {orders[0]}; expected True or False"
                )
            outcomes.add(answer)
        return outcomes

    # -- what rests on what -----------------------------------------------------------------------

    def rests_on(self, rows: Rows, order: int) -> int:
        """Return the mask of all orders that the decision of `order` can look at, as `equations.rests_on` does."""
        mask, row, hooks = self.law["rests_on"](rows, order), rows[order], self.rules.functions
        if row.kind == SUPPORTS:
            if "cut" in hooks:
                for move in bits(row.incoming):
                    mask |= rows[move].fleets | 1 << move
            for move in self.table.spared.get(order, ()):
                mask |= rows[move].fleets
        if row.kind == MOVES:
            for move in (order, *bits(row.rivals)):
                if -1 < rows[move].opposite != rows[move].defender:
                    mask |= 1 << move  # Brannan's rule: whether it meets an army at sea may hang on itself
            compared = [("attack", order), ("hold", row.defender), ("defend", row.opposite)]
            for kind, unit in (*compared, *(("prevent", rival) for rival in bits(row.rivals))):
                effect = kind == "prevent" and "dislodged_effect" in hooks
                if unit >= 0 and (effect or f"{kind}_strength" in hooks):
                    mask |= self._looked_at(rows, kind, unit, effect)
        return int(mask)


__all__ = ["HouseRows", "house_rows", "law_of"]
