"""Compare `standoff line` with every deployment of at most two enemies, and all that they can order.

    python -m tools.check_lines --lines 1000 --seed 1

Lines are small and random: two to five units, most of them holding or supporting, some moving or convoying. A line that
does not hold has a turn that the adjudicator confirms. For one that holds, this tool finds by itself where enemies may
stand, and adjudicates all their joint orders in arrays; it shares no code with the search. Lines of holds and supports
are asked about any number of enemies, too, and compared with the theorem of `research/stalemates`. Each proof that a
line holds is checked. Needs the extra ``search``.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import combinations, product

import networkx
import numpy as np

from research.check_proof import fault_of_file
from standoff import ARMY, FLEET, Board, Hold, Move, Order, Position, Support, Unit, line, load_board, rulebook
from standoff.map import province_of
from standoff.searches import LineError
from standoff.solver import PRESETS, Batch, adjudicate_batch, encode_turn, legal_by_place
from tools.shared import Compared, command_line, in_blocks_until

AT_ONCE = 100_000
"""The number of turns that are adjudicated at once."""

Place = tuple[object, str]
"""A type of unit and a location."""


def stands_in(board: Board, province: str) -> list[Place]:
    """Return the units that can stand in a province."""
    fleets: list[Place] = [(FLEET, place) for place, home in board.fleet_stands.items() if home == province]
    return [(ARMY, province), *fleets] if province in board.army_stands else fleets


def drawn_region(draw: random.Random, board: Board) -> list[str]:
    """Return two to five provinces that hang together."""
    region = [draw.choice(board.provinces).id]
    for _ in range(draw.choice((1, 2, 2, 3, 3, 4))):
        near = sorted({n for one in region for n in board.province_graph[one]} - {*region})
        region.append(draw.choice(near))
    return region


def drawn_line(draw: random.Random, board: Board, rules: str) -> tuple[list[Unit], list[Order], list[str]]:
    """Return the units of a line, their orders, and the provinces kept, among them where it stands."""
    regions = [drawn_region(draw, board) for _ in range(draw.choice((1, 1, 4, 8)))]
    # of several regions, the most sheltered: more lines hold there
    region = min(regions, key=lambda some: len({n for one in some for n in board.province_graph[one]}) / len(some))
    units = [Unit(*draw.choice(stands_in(board, one)), "AUSTRIA") for one in region]
    around = sorted({n for one in region for n in board.province_graph[one]})
    # some lines stand each other off for ever
    meet = draw.choice(around) if draw.random() < 0.2 else ""
    legal = legal_by_place(Position(units), rules=rulebook(rules), board=board).values()
    sets = [[drawn_order(draw, some, meet) for some in legal] for _ in range(draw.choice((1, 4, 16)))]
    # of several sets of orders, the one that supports the most units
    orders = max(sets, key=lambda some: len({one.supported for one in some if isinstance(one, Support)}))
    near = [one for one in around if one not in region]
    return units, orders, [*region, *draw.sample(near, min(len(near), draw.choice((0, 0, 0, 0, 0, 0, 1, 2))))]


def drawn_order(draw: random.Random, legal: Sequence[Order], meet: str) -> Order:
    """Return an order of a unit: most hold or support, some move, to `meet` if they can."""
    moves = [order for order in legal if isinstance(order, Move)]
    stays = [order for order in legal if isinstance(order, Support) and order.destination is None]
    meeting = [order for order in moves if meet and province_of(order.destination) == meet]
    some = meeting if meeting else moves if draw.random() < 0.04 else stays if draw.random() < 0.9 else []
    return draw.choice(some or legal)


def possible(board: Board, stands: set[str], kept: set[str], no_fleets: Collection[str] = ()) -> set[Place]:
    """Return the units that can come from centers outside without passing the line or what it keeps.

    Args:
        board: The board.
        stands, kept: The provinces where the line stands, and that it keeps.
        no_fleets: Provinces where the enemy has no fleet.
    """
    walls = stands | kept

    def open_to(place: Place) -> bool:
        province = province_of(place[1])
        return province not in walls and (place[0] is ARMY or province not in no_fleets)

    seen = {place for one in board.centers for place in stands_in(board, one) if open_to(place)}
    seas = {one.id for one in board.provinces if one.kind == "sea"}
    while True:
        more = {
            (kind, near)
            for kind, place in seen
            for near in (board.army_graph if kind is ARMY else board.fleet_graph)[place]
        }
        sailed = {place for kind, place in seen if kind is FLEET and place in seas}
        for group in networkx.connected_components(board.fleet_graph.subgraph(sailed)):
            beach = {province_of(near) for sea in group for near in board.fleet_graph[sea]} - seas
            if any((ARMY, one) in seen for one in beach):
                more |= {(ARMY, one) for one in beach}
        more = {one for one in more if open_to(one)} - seen
        if not more:
            return seen
        seen |= more


def touching(board: Board, places: Collection[Place], provinces: Collection[str]) -> dict[str, set[str]]:
    """Return, by province, from which others one of some units could move to it without a convoy."""
    touches: dict[str, set[str]] = {one: set() for one in provinces}
    for kind, place in places:
        for near in (board.army_graph if kind is ARMY else board.fleet_graph)[place]:
            touches.get(province_of(near), set()).add(province_of(place))
    return touches


def holds_by_theorem(
    board: Board, units: Sequence[Unit], orders: Sequence[Order], kept: Collection[str], no_fleets: Collection[str] = ()
) -> bool:
    """Return whether a line of holds and supports holds against any number of enemies.

    Each unit must be in a group, it and units that support it, which no more provinces outside touch than the group has
    units.
    """
    stands = {unit.province for unit in units}
    touches = touching(board, possible(board, stands, {*kept}, no_fleets), {*stands, *kept})
    for unit in units:
        helpers = [o.unit.province for o in orders if isinstance(o, Support) and o.supported.province == unit.province]
        groups = (some for size in range(len(helpers) + 1) for some in combinations(helpers, size))
        if not any(
            len(touches[unit.province].union(*(touches[one] for one in some))) <= len(some) + 1 for some in groups
        ):
            return False
    return not any(touches[one] for one in {*kept} - stands)


def deployments(board: Board, units: list[Unit], orders: list[Order], kept: list[str]) -> Iterator[tuple[Unit, ...]]:
    """Yield one or two enemies of which something may act on the line; two of different powers if it moves."""
    here = {unit.province for unit in units}
    acted_on = {*kept} | {province_of(order.destination) for order in orders if isinstance(order, Move)}
    places = sorted(possible(board, here, {*kept}), key=str)
    touching = {place for place in places if {*board.province_graph[province_of(place[1])]} & acted_on}
    moving = any(isinstance(order, Move) for order in orders)
    for one in places:
        if one in touching:
            yield (Unit(*one, "ENGLAND"),)
    for one, two in combinations(places, 2):
        # of two without contact, a fleet may land an army
        fits = one in touching or two in touching or one[0] is not two[0]
        if fits and province_of(one[1]) != province_of(two[1]):
            for power in ("ENGLAND", "FRANCE") if moving else ("ENGLAND",):
                yield Unit(*one, "ENGLAND"), Unit(*two, power)


def broken_by(
    board: Board, units: list[Unit], orders: list[Order], kept: list[str], rules: str, counts: Counter[str]
) -> str:
    """Return a turn that breaks a line; empty if none of all does."""
    rule, own, waiting = rulebook(rules), len(units), list[tuple[object, object]]()

    def first_in(rows: Sequence[tuple[object, object]]) -> str:
        lengths = np.concatenate([np.full(len(o), o.shape[1]) for _, o in rows])
        start = np.concatenate([[0], np.cumsum(lengths)])
        batch = Batch(
            board,
            start,
            np.concatenate([u.reshape(-1, 3) for u, _ in rows]),
            np.concatenate([o.reshape(-1, 4) for _, o in rows]),
        )
        answers = adjudicate_batch(batch, rules=rule).answers
        counts["turns"] += len(lengths)
        number = np.arange(len(answers)) - np.repeat(start[:-1], lengths)
        province = np.array([*board.tables.province, -1])[answers["place"]]
        inside = np.isin(province, [board.province_number[one] for one in kept])
        bad = ((number < own) & (answers["attacker"] >= 0)) | ((number >= own) & inside)
        if not bad.any():
            return ""
        turn = int(np.searchsorted(start, int(np.flatnonzero(bad)[0]), side="right")) - 1
        return f"{batch.position(turn)} {[str(order) for order in batch.orders_of(turn)]}"

    size = 0
    for enemies in deployments(board, units, orders, kept):
        position = Position((*units, *enemies))
        legal = [*legal_by_place(position, rules=rule, board=board).values()][own:]
        encoded = encode_turn(position, orders, board, rule)
        base, rows = (
            encoded[1][:own],
            [
                [encode_turn(position, [order], board, rule)[1][own + n] for order in some]
                for n, some in enumerate(legal)
            ],
        )
        joint = np.array([[*base, *some] for some in product(*rows)], dtype=np.int16)
        waiting.append((np.tile(np.array(encoded[0], dtype=np.int16), (len(joint), 1, 1)), joint))
        size += len(joint)
        if size > AT_ONCE:
            if found := first_in(waiting):
                return found
            waiting, size = [], 0
    return first_in(waiting) if waiting else ""


def block(seed: int, number: int, lines: int = 20) -> Compared:
    """Compare random lines."""
    draw, wrong, counts, board = random.Random(f"{seed} {number}"), list[str](), Counter[str](), load_board()
    while counts["lines"] < lines:
        rules = draw.choice([*PRESETS])
        units, orders, kept = drawn_line(draw, board, rules)
        text = "AUSTRIA: " + ", ".join(map(str, orders))
        try:
            said = line(text, keep=kept, enemy=2, rules=rules, proof=True)
        except LineError:  # an order counts for nothing
            continue
        counts["lines"] += 1
        moving = any(isinstance(order, Move) for order in orders)
        verdict = {True: "holds", False: "broken", None: "open"}[said.holds]
        counts[f"{verdict}, {'moving' if moving else 'static'}"] += 1
        if said.holds and (found := broken_by(board, units, orders, kept, rules, counts)):
            wrong.append(f"REFUTED {rules} {text} keep {kept}: {found}")
        if said.holds and (found := fault_of_file(said.proof)):
            wrong.append(f"NOT PROVED {rules} {text} keep {kept}: {found}")
        if all(isinstance(order, Support | Hold) for order in orders):
            counts["theorem"] += 1
            if line(text, keep=kept, rules=rules).holds is not holds_by_theorem(board, units, orders, kept):
                wrong.append(f"THE THEOREM DIFFERS {rules} {text} keep {kept}")
    return wrong, counts


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    return in_blocks_until(parser, lambda given: partial(block, given.seed), lines=1000)


if __name__ == "__main__":
    sys.exit(main())
