"""Random turns for property tests: crowded, with convoys, supports that match, and orders that cannot be."""

from __future__ import annotations

from hypothesis import strategies as st

from standoff.map import ARMY, FLEET, Board, Unit, load_board
from standoff.solver import Convoy, Hold, Move, Named, Order, Support

BOARD = load_board()
POWERS = ("ENGLAND", "FRANCE", "GERMANY")
# a corner of the board with many seas and coasts, so that few units meet often
NORTH = ["ENG", "NTH", "IRI", "MAO", "LON", "WAL", "YOR", "BEL", "HOL", "PIC", "BRE", "NWY", "EDI", "SKA", "DEN"]


def named(unit: Unit) -> Named:
    return Named(unit.location, unit.type)


@st.composite
def units(draw: st.DrawFn, board: Board = BOARD, least: int = 2, most: int = 9, near: list[str] = NORTH) -> list[Unit]:
    provinces = draw(st.lists(st.sampled_from(near), min_size=least, max_size=most, unique=True))
    found: list[Unit] = []
    for pid in provinces:
        province = board.province(pid)
        fleet = province.kind == "sea" or (province.kind == "coastal" and draw(st.integers(0, 3)) == 0)
        place = draw(st.sampled_from(province.locations)) if fleet else pid
        found.append(Unit(FLEET if fleet else ARMY, place, draw(st.sampled_from(POWERS))))
    return found


def around(board: Board, unit: Unit) -> list[str]:
    if unit.type is FLEET:
        return [
            loc
            for n, loc in enumerate(board.locations)
            if board.fleet_reach[board.location_number[unit.location]] >> n & 1
        ]
    return [
        p.id for n, p in enumerate(board.provinces) if board.army_reach[board.province_number[unit.province]] >> n & 1
    ]


@st.composite
def turns(draw: st.DrawFn, least: int = 2, most: int = 9) -> tuple[list[Unit], list[Order]]:
    """Units and one order for each: moves first (many of them by convoy), then supports and convoys of those moves."""
    board = BOARD
    standing = draw(units(least=least, most=most))
    coast = [pid for pid in NORTH if board.province(pid).kind == "coastal"]
    moves: list[tuple[Unit, Move]] = []
    idle: list[Unit] = []
    for unit in standing:
        if board.province(unit.province).kind == "sea" and draw(st.integers(0, 2)):
            idle.append(unit)
        elif draw(st.integers(0, 2)):
            by_sea = unit.type is ARMY and draw(st.booleans())
            goal = draw(st.sampled_from(coast if by_sea else around(board, unit)))
            moves.append((unit, Move(unit.power, named(unit), goal, by_sea and draw(st.booleans()))))
        else:
            idle.append(unit)
    orders: list[Order] = [move for _, move in moves]
    for unit in idle:
        kind = draw(st.integers(0, 5))
        at_sea = board.province(unit.province).kind == "sea"
        if moves and at_sea and kind < 4:
            army, move = draw(st.sampled_from(moves))
            orders.append(Convoy(unit.power, named(unit), named(army), move.destination))
        elif moves and kind < 4:
            mover, move = draw(st.sampled_from(moves))
            orders.append(Support(unit.power, named(unit), named(mover), move.destination))
        elif kind == 4:
            other = draw(st.sampled_from(standing))
            orders.append(Support(unit.power, named(unit), named(other)))
        else:
            orders.append(Hold(unit.power, named(unit)))
    return standing, draw(st.permutations(orders))
