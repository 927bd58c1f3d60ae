"""Compare the program of `standoff line` with adjudicated turns: each, cut down, must be an answer set.

    python -m tools.check_relaxation --turns 20000 --seed 1

The program leaves out most orders of the enemy, and lets others succeed freely (`research/proof/Relaxation.v`). Here
turns are drawn with the units of all powers; those of one or two are the line, the others the enemy. Each turn is
adjudicated and cut down to the orders that the program knows. With these orders, and with the outcomes of the line's
orders and of all moves that act on the line, the program must have an answer set in which the same provinces are
broken. Needs the extra ``search``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random
from time import monotonic

import numpy as np

from standoff import FLEET, Board, Convoy, Hold, Move, Order, Position, Unit, load_board, rulebook
from standoff.map import province_of
from standoff.map.masks import bits
from standoff.random_turns.boards import board_index
from standoff.random_turns.movements import drawn_movement, orders_for
from standoff.random_turns.profiles import profile_of
from standoff.searches.choices import batch_order
from standoff.searches.frontier import EnemyUnit
from standoff.searches.line_program import LineProgram
from standoff.searches.programs import solver_of, text_of
from standoff.solver import CONVOYS, MOVES, Rulebook, UnitName, table_of
from standoff.solver.law.equations import BY_CONVOY, BY_LAND
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.plain.paradox import solve
from tools.shared import Compared, command_line, in_blocks_until

RULEBOOKS = ("2023", "2023", "2023-book", "2000", "1982", "1971", "webdiplomacy")
"""A line of holds and supports is asked under any; its program is that of 2023."""

TURNS_OF_A_LINE = 40
"""So many turns are drawn for each line, whose program is grounded once."""


UNKNOWN = -1
"""The number of an order that the program does not have."""


class RandomLine:
    """A random line, and its program without the question.

    Args:
        draw: What it is drawn from.
        board, rules: The board and the rulebook.
        static: True to leave out its moves and convoys.

    Attributes:
        search: The line's program.
        always: The parts of the program that no order of the enemy bears on, without the question.
        made_true: By order of the enemy, as ``does(P,S,N).``, the facts that it makes true.
    """

    def __init__(self, draw: Random, board: Board, rules: Rulebook, *, static: bool) -> None:
        self.draw, self.board, self.rules = draw, board, rules
        self.index, self.mixture = board_index(board), profile_of(draw.choice(("interacting", "tangled"))).drawn
        powers: list[str] = []
        while len(powers) < 2:
            self.turn = drawn_movement(self.index, draw, self.mixture, draw.choice((8, 14, 24, 34)))
            powers = sorted({unit.power for unit in self.turn.position.units})
        allied = draw.sample(powers, min(len(powers) - 1, draw.choice((1, 1, 2))))
        self.position = Position(
            tuple(unit for unit in self.turn.position.units if unit.power in allied), board=board.source
        )
        orders, table = (), table_of(board, self.position, self.turn.orders, rules)
        while orders != (counting := tuple(self._counting(table, static=static))):
            orders, table = counting, table_of(board, self.position, counting, rules)
        self.orders: tuple[Order, ...] = orders
        rows = [np.array([batch_order(order)]) for order in table.legal_orders]
        here = {unit.province for unit in self.position.units}
        around = sorted({near for one in here for near in board.province_graph[one]} - here)
        keep = [*here, *draw.sample(around, min(len(around), draw.choice((0, 0, 1, 3))))]
        barred = draw.sample(around, min(len(around), draw.choice((0, 0, 0, 1, 3))))
        self.search = LineProgram(self.position, rows, keep, None, barred, board, rules, monotonic() + 60)
        self.always, self.made_true = list[str](), dict[str, list[str]]()
        for part in self.search.program:
            head, _, atom = part.partition(" :- ")
            if atom.startswith('does("'):
                self.made_true.setdefault(atom, []).append(f"{head}.")
            elif not part.startswith(("{ does(", "{ asked(")):
                self.always.append(part.partition("#minimize")[0])

    def _counting(self, table: OrderTable, *, static: bool) -> Iterator[Order]:
        """Yield the orders that count if the line is alone, holds for others."""
        for number, unit in enumerate(self.position.units):
            order = table.carried_out(number)
            left_out = static and isinstance(order, Move | Convoy)
            yield Hold(unit.power, UnitName(unit.location, unit.type)) if left_out else order

    def turns(self) -> Iterator[OrderTable]:
        """Yield turns of the line with an enemy outside, as tables of orders."""
        possible = sorted(self.search.frontier.possible)
        enemies = [one for one in self.turn.position.units if one.power not in self.search.powers]
        powers = sorted({one.power for one in enemies})
        near = [one for one in possible if self._near(one)]
        while True:
            units = [one for one in enemies if EnemyUnit(one.type, one.location) in self.search.frontier.possible]
            units = [one for one in units if self.draw.random() < 0.8]
            for one in self.draw.sample(near, min(len(near), self.draw.choice((0, 2, 5)))):
                if one.province not in {unit.province for unit in units}:
                    units.append(Unit(one.type, one.location, self.draw.choice(powers)))
            position = replace(self.position, units=(*self.position.units, *units))
            orders = orders_for(self.index, position, self.draw, self.mixture).orders
            theirs = [one for one in orders if one.power not in self.search.powers and not self._barred(one)]
            yield table_of(self.board, position, [*self.orders, *theirs], self.rules)

    def text(self, table: OrderTable) -> str:
        """Return a turn in words."""
        own, orders = (
            len(self.position.units),
            [f"{one.power}: {one}" for one in map(table.carried_out, range(len(table.units)))],
        )
        barred = ", ".join(sorted(self.search.frontier.no_fleets)) or "no province"
        kept = ", ".join(sorted(self.search.frontier.entries)) or "nothing"
        line, enemy = "; ".join(orders[:own]), "; ".join(orders[own:])
        return f"{self.rules.name}, no fleets in {barred}, {kept} entered: {line} | {enemy}"

    def _barred(self, order: Order) -> bool:
        """Return whether an order sends a fleet to where the enemy has none."""
        closed = self.search.frontier.closed
        return isinstance(order, Move) and order.unit.type is FLEET and province_of(order.destination) in closed

    def _near(self, one: EnemyUnit) -> bool:
        return any(near in self.search.frontier.acted_on for near in self.board.province_graph[one.province])

    def cut_down(self, table: OrderTable, succeeded: set[str]) -> tuple[list[str], set[str]]:
        """Return the clauses that an answer set of a turn, cut down, must satisfy; and the provinces that are broken.

        Args:
            table: The turn.
            succeeded: The provinces of the units whose orders succeed.
        """
        frontier, own = self.search.frontier, len(self.position.units)
        ours = {unit.province for unit in table.units[:own]}
        clauses, watched = (
            list[str](),
            {unit.province for n, unit in enumerate(table.units[:own]) if table.live >> n & 1},
        )
        entered = dict[str, str]()
        for number, unit in enumerate(table.units):
            here, acts = unit.province, False
            if table.moves >> number & 1:
                goal = self.board.provinces[table.legal_orders[number].destination].id
                acts = goal in frontier.acted_on
                if here in succeeded:
                    entered[goal] = here
            if number < own:
                continue
            cut = self._cut(table, number, succeeded=here in succeeded)
            if cut is not None:
                name = str(EnemyUnit(unit.type, unit.location))
                atom = f"does({text_of(here)},{text_of(name)},{cut})."
                clauses += [atom, *self.made_true.get(atom, ())]
                watched |= {here} if acts and cut else set()
                clauses += [":- #true."] if cut == UNKNOWN else []
        left = {one for one in ours if one in entered.values()}
        broken = {one for one, by in entered.items() if one in ours - left}
        broken |= {one for one, by in entered.items() if one in ours | frontier.entries and by not in ours}
        clauses += [f":- {'not ' * (one in succeeded)}succeeds({text_of(one)})." for one in sorted(watched)]
        every = sorted(frontier.provinces | frontier.entries)
        return [*clauses, *(f":- {'not ' * (one in broken)}broken({text_of(one)})." for one in every)], broken

    def _cut(self, table: OrderTable, number: int, *, succeeded: bool) -> int | None:
        """Return the number of an enemy's order in the program, 0 for a hold; None if the unit is left out."""
        frontier, unit = self.search.frontier, table.units[number]
        idle = 0 if unit.province in frontier.moves_to else None
        if not table.live >> number & 1:
            return idle
        kind, target, place, via = batch_order(table.legal_orders[number])
        whom = table.units[target].province if target >= 0 else ""
        goal = self.board.locations[place] if place >= 0 else ""
        acts = province_of(goal or whom) in frontier.acted_on
        way = table.rows[number].way if kind == MOVES else BY_LAND
        if not acts and (kind != MOVES or idle is None or way == BY_CONVOY):
            return None if kind == MOVES and succeeded else idle
        # an army that no fleets outside could carry is left out with all that helps it, and a fleet on no way of one
        if (way == BY_CONVOY and self._stranded(table, number)) or (goal and self._stranded(table, target)):
            return idle
        via = bool(via) and acts and way != BY_LAND and goal in frontier.reach(EnemyUnit(unit.type, unit.location))
        wanted = kind, whom, goal if kind == MOVES else province_of(goal), via
        for count, order in enumerate(frontier.orders[EnemyUnit(unit.type, unit.location)]):
            if (order.kind, order.target, order.destination, order.via) == wanted:
                return count
        on_no_way = kind == CONVOYS and not any(
            unit.province in group for group in {*frontier.landings(whom)} & {*frontier.landings(province_of(goal))}
        )
        return idle if on_no_way else UNKNOWN

    def _stranded(self, table: OrderTable, number: int) -> bool:
        """Return whether an enemy's army is to go by convoy, but no fleets outside could carry it."""
        if number < len(self.position.units) or not table.moves >> number & 1:
            return False
        if table.rows[number].way != BY_CONVOY:
            return False
        goal = self.board.provinces[table.legal_orders[number].destination].id
        frontier = self.search.frontier
        return not {*frontier.landings(goal)} & {*frontier.landings(table.units[number].province)}

    def is_model(self, table: OrderTable) -> tuple[bool, bool]:
        """Return whether a turn as the adjudicator settles it, cut down, is an answer set; and whether it is broken."""
        succeeded = {table.units[unit].province for unit in bits(solve(table).true)}
        clauses, broken = self.cut_down(table, succeeded)
        return bool(solver_of(*self.always, *clauses).solve().satisfiable), bool(broken)


def block(seed: int, number: int, lines: int = 5) -> Compared:
    """Compare the turns of random lines, every second one of holds and supports."""
    draw, wrong, counts, board = Random(f"{seed} {number}"), list[str](), Counter[str](), load_board()
    for count in range(lines):
        rules = rulebook(draw.choice(RULEBOOKS))
        line = RandomLine(draw, board, rules, static=bool(count % 2))
        for table in islice(line.turns(), TURNS_OF_A_LINE):
            model, broken = line.is_model(table)
            counts["turns"] += 1
            counts[f"{'static' if line.search.static else 'moving'}, {'broken' if broken else 'unbroken'}"] += 1
            if not model:
                counts["no answer set"] += 1
                wrong.append(line.text(table))
    return wrong, counts


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    return in_blocks_until(parser, lambda given: partial(block, given.seed), turns=20_000)


if __name__ == "__main__":
    sys.exit(main())
