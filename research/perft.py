"""Counting orders, turns and positions from documented positions, for other programs to be held to: `perft.md`.

As chess programs count the moves from a position, so this counts, for one or two movement phases: the legal orders of
every unit, how many ways there are to order all units (the product), and how many different positions follow. It is
counted twice, by whole games in arrays and by plain play, and both must agree. Where positions are too many to be gone
through, those that follow from the starting position are counted unit by unit (`positions_after`).

    python -m research.perft                      # the table, by arrays; what plain play can go through is compared
    python -m research.perft TURKEY --phases 2    # one position
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product
from math import prod
from typing import NamedTuple

from standoff.map import Board, Position, StandoffError, Unit, load_board, province_of, starting_position
from standoff.solver import Move, Order, adjudicate_phase, following, legal_by_place
from tools.shared import command_line

BLOCK = 20_000
"""Turns that are settled at once in arrays."""

MOST_PLAIN = 20_000
"""At most this many turns of a count are gone through by plain play, too."""


class Count(NamedTuple):
    """The continuations of a position, in one phase or several: ways to order all units, and the positions after them."""

    turns: int
    positions: int


def start_of(power: str, board: Board) -> Position:
    """Return the starting position with the units and centers of one power only; of all for ``start``.

    Raises:
        StandoffError: There is no such power.

    >>> str(start_of("TURKEY", load_board()))
    'standard S1901M TURKEY:FANK,ACON,ASMY TURKEY:ANK,CON,SMY - - - -'
    """
    start = starting_position(board)
    if power == "start":
        return start
    chosen = board.power(power).id
    units = tuple(unit for unit in start.units if unit.power == chosen)
    return replace(start, units=units, centers={chosen: start.centers[chosen]})


def ways(position: Position) -> int:
    """Return in how many ways all units of a position can be ordered.

    >>> ways(start_of("TURKEY", load_board()))  # 7 orders of A CON, 10 of A SMY, 7 of F ANK
    490
    """
    return prod(len(orders) for orders in legal_by_place(position).values())


# -- by plain play -----------------------------------------------------------------------------------------------------


def plainly(positions: Sequence[Position], board: Board) -> tuple[Count, list[Position]]:
    """Return how many turns there are from some positions, how many positions follow, and which.

    >>> count, after = plainly([start_of("TURKEY", load_board())], load_board())
    >>> count.positions == len(after) == positions_after(start_of("TURKEY", load_board()))
    True
    """
    turns, after = 0, dict[Position, None]()
    for position in positions:
        for orders in product(*legal_by_place(position, board=board).values()):
            after[following(adjudicate_phase(position, list[Order](orders), board=board).after, board)] = None
            turns += 1
    return Count(turns, len(after)), list(after)


# -- in arrays ---------------------------------------------------------------------------------------------------------


def in_arrays(positions: Sequence[Position], board: Board) -> tuple[Count, list[Position]]:
    """Return the same as `plainly`, by whole games in arrays (extra ``fast``)."""
    from standoff.env.games import Games

    turns, after = 0, dict[Position, None]()
    for position in positions:
        first = Games.from_positions([position], board)
        legal = first.legal()
        places = [place for place in range(len(board.provinces)) if len(legal.numbers_in(0, board.provinces[place].id))]
        each = product(*(legal.numbers_in(0, board.provinces[place].id).tolist() for place in places))
        seen = set[bytes]()
        while block := list(islice(each, BLOCK)):
            games = Games.start(len(block), board)
            games.state[:], games.phase[:] = first.state[0], first.phase[0]
            orders = games.no_orders()
            orders[:, places] = block
            games.advance(orders)
            turns += len(block)
            rows = games.state.view("int8").reshape(len(block), -1)
            for number in range(len(block)):
                key = rows[number].tobytes() + games.phase[number].tobytes()
                if key not in seen:
                    seen.add(key)
                    after[games.position(number)] = None
    return Count(turns, len(after)), list(after)


# -- unit by unit ------------------------------------------------------------------------------------------------------


def positions_after(position: Position) -> int:
    """Return how many positions may follow a movement phase in which nothing can be dislodged and nothing convoyed.

    Whatever is ordered, the same position follows if the units that arrive are ordered to, and all others to hold; so
    it is enough to count where the units can stand: in different provinces, no two of them in each other's place. Two
    armies of a power are not told apart.

    Raises:
        StandoffError: A unit may be dislodged or convoyed.

    >>> positions_after(start_of("TURKEY", load_board()))
    40
    """
    board = load_board(position.board)
    legal = legal_by_place(position, board=board)
    goals: dict[Unit, tuple[str, ...]] = {}
    for unit in position.units:
        moves = [order for order in legal[unit.location] if isinstance(order, Move)]
        if any(move.via_convoy for move in moves):
            raise StandoffError(f"{unit} can be convoyed")
        goals[unit] = unit.location, *(move.destination for move in moves)
    for unit in position.units:
        near = [other for other in goals if unit.province in map(province_of, goals[other])]
        if sum(other.power != unit.power for other in near) > 1:
            raise StandoffError(f"{unit} can be dislodged")
    ends = [_ends(goals, power) for power in dict.fromkeys(unit.power for unit in goals)]
    reached = [{province_of(end.partition(" ")[2]) for places in of_power for end in places} for of_power in ends]

    @cache
    def count(number: int, taken: frozenset[str], left: frozenset[tuple[str, str]]) -> int:
        if number == len(ends):
            return 1
        later = frozenset[str]().union(*reached[number + 1 :])
        positions = 0
        for places, moved in ends[number].items():
            to = frozenset(province_of(end.partition(" ")[2]) for end in places)
            if to & taken or any((there, here) in left for here, there in moved):
                continue
            still = frozenset(pair for pair in left | moved if pair[0] in later)
            positions += count(number + 1, (taken | to) & later, still)
        return positions

    return count(0, frozenset(), frozenset())


def _ends(goals: Mapping[Unit, tuple[str, ...]], power: str) -> dict[frozenset[str], frozenset[tuple[str, str]]]:
    """Return where all units of a power may stand in the end; with each the moves into provinces of foreign units."""
    own = [unit for unit in goals if unit.power == power]
    foreign = {unit.province for unit in goals if unit.power != power}
    ends: dict[frozenset[str], frozenset[tuple[str, str]]] = {}
    for places in product(*(goals[unit] for unit in own)):
        moves = {unit.province: province_of(place) for unit, place in zip(own, places, strict=True)}
        exchange = any(there != here and moves.get(there) == here for here, there in moves.items())
        if len(set(moves.values())) < len(own) or exchange:
            continue
        end = frozenset(f"{unit.type} {place}" for unit, place in zip(own, places, strict=True))
        into = frozenset((here, there) for here, there in moves.items() if there in foreign)
        if ends.setdefault(end, into) != into:
            raise StandoffError(f"{power}: two ways to the same position differ in whose provinces are entered")
    return ends


# -- the table ---------------------------------------------------------------------------------------------------------


def main() -> None:
    """Print the table; status 1 if arrays and plain play count differently."""
    parser = command_line(__doc__)
    parser.add_argument("positions", nargs="*", help="powers, each alone at the start (all)")
    parser.add_argument("--phases", type=int, default=1, choices=(1, 2))
    given = parser.parse_args()
    board, wrong = load_board(), False
    print("| units | phases | orders of all units | positions after | also by plain play |\n|---|---|---|---|---|")
    for name in given.positions or board.powers:
        reached = plain = [start_of(name, board)]
        for phase in range(1, given.phases + 1):
            few = plain and sum(map(ways, plain)) <= MOST_PLAIN
            by_plain, plain = plainly(plain, board) if few else (None, [])
            by_arrays, reached = in_arrays(reached, board)
            wrong |= by_plain not in (None, by_arrays)
            same = "too many" if by_plain is None else "yes" if by_plain == by_arrays else f"NO: {by_plain}"
            print(f"| {name} | {phase} | {by_arrays.turns:,} | {by_arrays.positions:,} | {same} |", flush=True)
    if not given.positions:
        start = start_of("start", board)
        print(f"| start | 1 | {ways(start):,} | {positions_after(start):,} | counted unit by unit |")
    sys.exit(wrong)


if __name__ == "__main__":
    main()
