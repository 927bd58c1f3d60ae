"""A movement phase as the table that the equations work on: which orders match, who meets whom.

`Turn` reads the orders of a position under a rulebook and lays down what each unit does, which moves compete,
support, cut and convoy each other. It decides nothing: that is left to the equations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from ..map import Board, Position, Unit
from ..map.routes import on_chordless_chain
from .equations import (
    ALIEN_HELPERS,
    BEATEN_BY,
    BY_CONVOY,
    BY_EITHER,
    COLUMNS,
    CONVOYS,
    CUTTERS,
    DEFENDER,
    DISLODGERS,
    ENTRANTS,
    EVERY_ROUTE,
    FIRST,
    FLEETS,
    HELPERS,
    KIND,
    LAST,
    MOVES,
    MUTE,
    NEAR,
    OPPOSITE,
    OWN,
    RIVALS,
    SPARED,
    SUPPORTS,
    WAY,
)
from .legality import HOLD, Field, Illegal, Ordered
from .orders import Move, Order
from .rulebook import Rulebook, rulebook

EMPTY_ROW: tuple[int, ...] = tuple(-1 if column in (DEFENDER, OPPOSITE, BEATEN_BY) else 0 for column in range(COLUMNS))
"""The row of a unit that holds and that nothing meets."""


class Void(Enum):
    """Why a legal order is void; the value says it to a player."""

    MOVE_NOT_ORDERED = "the move that it is for is not ordered"
    OTHER_COAST = "the supported fleet is ordered to the other coast"
    UNIT_MOVES = "the unit that it is for does not hold"
    BY_LAND = "the army goes over land"
    OTHER_ROUTE = "the army's order names another way"
    AGAINST_OWN = "it is against a unit of the same power"
    CIVIL_DISORDER = "the unit that it is for is in civil disorder"
    FLEET_CONVOYS = "a convoying fleet cannot be supported"
    ILLEGALLY_MOVED = "the unit that it is for was given an impossible move"


class Turn:
    """The orders of one movement phase, matched with each other, as a table for the equations.

    Args:
        board: The board.
        units: The units on it; unit *i* is bit *i* of every mask.
        orders: The orders, in any order; several for one unit and orders for units of others are allowed.
        rules: The rulebook.
        idle: Powers in civil disorder.
        closed: Provinces that nobody may enter.

    Attributes:
        field: The units in the board's numbers.
        orders: The orders as given.
        unit_of: For each order the number of its unit, -1 if it has none that its power may order.
        illegal: For each order why it is illegal, None if it is legal.
        order_of: For each unit the number of the order that it follows, -1 if it has none and holds.
        does: For each unit what it does; an illegal order is a hold, a void one is still what it says.
        void: For each unit why its order is void, None if it is not.
        rows: The table that the equations read.
        live: The moves, supports and convoys that are neither illegal nor void: the Boolean variables.
        moves: Those of them that are moves.
    """

    def __init__(
        self,
        board: Board,
        units: Sequence[Unit],
        orders: Iterable[Order],
        rules: Rulebook | None = None,
        idle: frozenset[str] = frozenset(),
        closed: frozenset[str] = frozenset(),
    ) -> None:
        self.rules = rules = rulebook() if rules is None else rules
        self.board = board
        self.field = Field(board, units, rules, idle, closed)
        self.orders: tuple[Order, ...] = tuple(orders)
        self._assign()
        self._match()

    # -- one order for each unit --------------------------------------------------------------------

    def _assign(self) -> None:
        self.unit_of: list[int] = []
        self.illegal: list[Illegal | None] = []
        count = len(self.field.units)
        self.does: list[Ordered] = [HOLD] * count
        self.order_of: list[int] = [-1] * count
        several: dict[int, list[tuple[int, Ordered]]] = {}
        for number, order in enumerate(self.orders):
            unit, found = self.field.examine(order)
            self.unit_of.append(unit)
            if isinstance(found, Illegal):
                self.illegal.append(found)
                continue
            self.illegal.append(None)
            if self.order_of[unit] >= 0:
                several.setdefault(unit, [(self.order_of[unit], self.does[unit])]).append((number, found))
            else:
                self.order_of[unit], self.does[unit] = number, found
        for unit, given in several.items():
            self._choose(unit, given)
        # a unit whose only order is illegal holds, and that order is shown as its order
        for number, unit in enumerate(self.unit_of):
            if unit >= 0 and self.order_of[unit] < 0:
                self.order_of[unit] = number

    def _choose(self, unit: int, given: list[tuple[int, Ordered]]) -> None:
        """Settle which of several legal orders `unit` follows (DATC 4.D.3; 4.C for badly named ones)."""
        exact = [pair for pair in given if not pair[1].doubtful] or given
        for pair in given:
            if pair not in exact:
                self.illegal[pair[0]] = Illegal.SEVERAL_ORDERS
        different = {found._replace(doubtful=False) for _, found in exact}
        choice = self.rules["multiple_orders"]
        if len(different) == 1 or choice == "first":
            chosen = exact[0]
        elif choice == "last":
            chosen = exact[-1]
        else:
            for number, _ in exact:
                self.illegal[number] = Illegal.SEVERAL_ORDERS
            self.does[unit], self.order_of[unit] = HOLD, exact[0][0]
            return
        if len(different) > 1:
            for number, _ in exact:
                if number != chosen[0]:
                    self.illegal[number] = Illegal.SEVERAL_ORDERS
        self.order_of[unit], self.does[unit] = chosen

    # -- orders matched with each other -------------------------------------------------------------

    def _match(self) -> None:
        field, rules, does = self.field, self.rules, self.does
        province, power, board, at = field.province, field.power, self.board, field.at
        count = len(field.units)
        rows = [[*EMPTY_ROW] for _ in range(count)]
        self.rows: list[list[int]] = rows
        self.void: list[Void | None] = [None] * count
        void = self.void
        into: dict[int, int] = {}  # province: moves into it
        moves = supports = convoys = 0
        if rules["attack_on_own"] == "void":
            self._void_attacks_on_own()
        for i, ordered in enumerate(does):
            kind = ordered.kind
            if kind == MOVES:
                if void[i] is None:
                    moves |= 1 << i
                    rows[i][KIND] = MOVES
                    into[ordered.destination] = into.get(ordered.destination, 0) | 1 << i
            elif kind == SUPPORTS:
                supports |= 1 << i
            elif kind == CONVOYS:
                convoys |= 1 << i
        self.moves = moves
        self.into = into
        if convoys:
            convoys = self._match_convoys(convoys)
        for i in bits(moves):
            if rows[i][WAY] == 0 and not field.is_fleet[i]:
                self._settle_way(i)
        for i in bits(convoys):  # a convoy for an army that goes over land
            army = does[i].target
            if rows[army][WAY] == 0:
                void[i] = Void.BY_LAND
                convoys ^= 1 << i
            else:
                rows[i][KIND] = CONVOYS
        for i in bits(supports):
            supports ^= self._match_support(i)
        self.live = moves | supports | convoys
        for i in range(count):
            entrants = into.get(province[i])
            if entrants:
                rows[i][ENTRANTS] = entrants
        literal = rules["dislodged_effect"] == "never"
        mute = int(rules["attack_on_own"] == "void")
        never = rules["exchange_by_convoy"] == "never"
        for i in bits(moves):
            row = rows[i]
            destination = does[i].destination
            row[RIVALS] = into[destination] & ~(1 << i)
            defender = at.get(destination, -1)
            if defender < 0:
                continue
            row[DEFENDER] = defender
            row[MUTE] = mute
            if power[defender] == power[i]:
                row[OWN] = 1
            elif row[HELPERS]:
                helpers = row[HELPERS]
                for helper in bits(helpers):
                    if power[helper] == power[defender]:
                        helpers ^= 1 << helper
                row[ALIEN_HELPERS] = helpers
            if moves >> defender & 1 and does[defender].destination == province[i]:
                if never or (row[WAY] != BY_CONVOY and rows[defender][WAY] != BY_CONVOY):
                    row[OPPOSITE] = defender
                if literal:
                    row[BEATEN_BY] = defender
        for i in bits(supports):
            self._lay_cutters(i, convoys)
        if convoys:
            around = board.around
            for i in bits(convoys):
                near = around[province[i]]
                for j in bits(convoys):
                    if near >> province[j] & 1:
                        rows[i][NEAR] |= 1 << j

    def _void_attacks_on_own(self) -> None:
        # 001, rule 12: an order against an own unit that stays, or a support of any move against one, has no effect
        field, does = self.field, self.does
        for i, ordered in enumerate(does):
            if ordered.kind in (MOVES, SUPPORTS) and ordered.destination >= 0:
                there = field.at.get(ordered.destination, -1)
                if there >= 0 and field.power[there] == field.power[i] and does[there].kind != MOVES:
                    self.void[i] = Void.AGAINST_OWN

    def _match_convoys(self, convoys: int) -> int:
        """Give each move its convoying fleets; return the convoy orders that match one."""
        field, does, rows = self.field, self.does, self.rows
        around, province = self.board.around, field.province
        for i in bits(convoys):
            _, army, destination, *_ = does[i]
            if not (self.moves >> army & 1 and does[army].destination == destination):
                self.void[i] = Void.MOVE_NOT_ORDERED
                convoys ^= 1 << i
                continue
            if does[army].route and not does[army].route >> province[i] & 1:
                self.void[i] = Void.OTHER_ROUTE
                convoys ^= 1 << i
                continue
            row = rows[army]
            row[FLEETS] |= 1 << i
            if around[province[army]] >> province[i] & 1:
                row[FIRST] |= 1 << i
            if around[destination] >> province[i] & 1:
                row[LAST] |= 1 << i
        return convoys

    def _settle_way(self, i: int) -> None:
        """Decide whether army `i` goes over land or by convoy (DATC 4.A.3), and what disrupts its convoy (4.A.1)."""
        field, does, rows, rules = self.field, self.does, self.rows, self.rules
        row, ordered = rows[i], does[i]
        origin, destination = field.province[i], ordered.destination
        if not self.board.army_reach[origin] >> destination & 1:
            row[WAY] = BY_CONVOY
        else:
            choice = rules["adjacent_convoy"]
            own_fleet = any(field.power[f] == field.power[i] for f in bits(row[FLEETS]))
            if choice == "via-or-own-fleet":
                if ordered.via or own_fleet:
                    row[WAY] = BY_CONVOY
            elif choice == "explicit":
                if ordered.via:
                    row[WAY] = BY_CONVOY
            elif choice == "swap-only":
                there = field.at.get(destination, -1)
                if (
                    there >= 0
                    and self.moves >> there & 1
                    and does[there].destination == origin
                    and self._route_ordered(i)
                ):
                    row[WAY] = BY_EITHER
            elif (ordered.via or (own_fleet and choice == "own-intent")) and self._route_ordered(i):
                row[WAY] = BY_CONVOY
        if row[WAY] and rules["multi_route_disruption"] == "any":
            self._keep_routes_only(i)

    def _route_ordered(self, i: int) -> bool:
        """Tell whether the convoy orders for army `i`, none being disrupted, make a route."""
        fleets = self._seas(self.rows[i][FLEETS])
        start = self.board.around[self.field.province[i]] & fleets
        end = self.board.around[self.does[i].destination] & fleets
        return any(on_chordless_chain(self.board.around, fleets, start, end, sea) for sea in bits(start))

    def _keep_routes_only(self, i: int) -> None:
        # 1971: a fleet that is part of no route cannot disrupt the convoy (DATC 6.F.12)
        row, province, around = self.rows[i], self.field.province, self.board.around
        fleets = self._seas(row[FLEETS])
        start, end = around[province[i]] & fleets, around[self.does[i].destination] & fleets
        for f in bits(row[FLEETS]):
            if not on_chordless_chain(around, fleets, start, end, province[f]):
                row[FLEETS] &= ~(1 << f)
        row[FIRST] &= row[FLEETS]
        row[LAST] &= row[FLEETS]
        row[EVERY_ROUTE] = 1

    def _seas(self, fleets: int) -> int:
        seas = 0
        for f in bits(fleets):
            seas |= 1 << self.field.province[f]
        return seas

    def _match_support(self, i: int) -> int:
        """Give support `i` to its unit; return its bit if it is void."""
        field, does, rows = self.field, self.does, self.rows
        _, target, destination, coast, *_ = does[i]
        if self.void[i] is not None:
            return 1 << i
        moving = self.moves >> target & 1
        if destination < 0:
            if moving:
                self.void[i] = Void.UNIT_MOVES
            elif does[target].kind == CONVOYS and self.rules["support_of_convoying_fleet"] == "void":
                self.void[i] = Void.FLEET_CONVOYS
            elif field.power[target] in field.idle and self.rules["civil_disorder_support"] == "fails":
                self.void[i] = Void.CIVIL_DISORDER
            elif self.rules["illegal_orders"] == "cannot-be-supported" and self._only_illegal_move(target):
                self.void[i] = Void.ILLEGALLY_MOVED
        elif not moving or does[target].destination != destination:
            self.void[i] = Void.MOVE_NOT_ORDERED
        elif coast >= 0 and does[target].coast != coast:
            self.void[i] = Void.OTHER_COAST
        if self.void[i] is not None:
            return 1 << i
        rows[target][HELPERS] |= 1 << i
        rows[i][KIND] = SUPPORTS
        return 0

    def _only_illegal_move(self, unit: int) -> bool:
        number = self.order_of[unit]
        return number >= 0 and self.illegal[number] is not None and isinstance(self.orders[number], Move)

    def _lay_cutters(self, i: int, convoys: int) -> None:
        """Lay down which moves cut support `i`, and how (DATC 5.B.2, 4.A.2, 4.A.4)."""
        field, does, rows, rules = self.field, self.does, self.rows, self.rules
        row = rows[i]
        attackers = row[ENTRANTS]
        if not attackers:
            return
        target, destination = does[i].target, does[i].destination
        acts_on = destination if destination >= 0 else field.province[target]
        exception = rules["paradox_exception"]
        fleet = field.at.get(acts_on, -1)
        attacked_convoy = fleet >= 0 and bool(convoys >> fleet & 1)
        cutters = dislodgers = 0
        for a in bits(attackers):
            bit = 1 << a
            by_convoy = rows[a][WAY] == BY_CONVOY
            if by_convoy and attacked_convoy:
                if exception == "any-action":
                    continue
                if destination >= 0:
                    if exception == "attack-on-own-convoy" and rows[a][FLEETS] >> fleet & 1:
                        continue
                    if exception == "attack-on-necessary":
                        row[SPARED] = 1 << fleet
            if field.power[a] == field.power[i]:
                continue  # neither cuts nor dislodges (DATC 6.D.20, 6.D.10)
            if field.province[a] == acts_on and not (
                rules["cut_by_own_target"] == "cut" or (by_convoy and rules["cut_by_own_target"] == "cut-by-convoy")
            ):
                dislodgers |= bit
            else:
                cutters |= bit
        row[CUTTERS], row[DISLODGERS] = cutters, dislodgers


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits set in `mask`, ascending."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def turn_of(board: Board, position: Position, orders: Iterable[Order], rules: Rulebook | None = None) -> Turn:
    """Return the turn of a position's units and `orders`."""
    return Turn(board, position.units, orders, rules, position.idle, position.closed)
