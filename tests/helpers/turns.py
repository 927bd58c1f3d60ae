"""Random turns for property tests: crowded, with convoys, supports that match, and orders that cannot be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any

from hypothesis import strategies as st

from standoff import read
from standoff.cases.case import Case
from standoff.cases.catalog import is_named, library
from standoff.cases.run import start_of
from standoff.map import ARMY, FLEET, Board, PhaseType, Position, Unit, UnitType, load_board, province_of
from standoff.map.masks import bits
from standoff.peers.random_turns.generator import questions
from standoff.solver import Convoy, Hold, Move, MovementResult, Order, Rulebook, Support, UnitName, adjudicate, rulebook
from standoff.solver.plain.order_table import OrderTable, table_of
from standoff.solver.plain.own_equations import law_of
from standoff.turn.turn import Turn
from tests.helpers.paths import ROOT
from tools.tangled import tangled_board, tangled_turn

Drawn = tuple[list[Unit], list[Order]]
"""What `turns` and `landings` draw."""

BOARD = load_board()
POWERS = ("ENGLAND", "FRANCE", "GERMANY")
# a corner of the board with many seas and coasts, so that few units meet often
NORTH = ["ENG", "NTH", "IRI", "MAO", "LON", "WAL", "YOR", "BEL", "HOL", "PIC", "BRE", "NWY", "EDI", "SKA", "DEN"]


SIMPLE_PARADOX = """
ENGLAND
  F LON S F WAL - ENG
  F WAL - ENG
FRANCE
  A BRE - LON
  F ENG C A BRE - LON
"""
"""DATC 6.F.14."""


def standard_board() -> dict[str, Any]:
    """Return the data of the standard board, to be changed."""
    return json.loads((ROOT / "map" / "boards" / "standard.json").read_text(encoding="utf-8"))


def laid(text: str, rules: str | Rulebook | None = None, **options: str) -> OrderTable:
    """Return the table of a turn."""
    turn = read(text)
    return table_of(turn.board, turn.position, turn.orders, rulebook(rules, **options))


@cache
def library_cases(pattern: str = "*") -> tuple[Case, ...]:
    """Return what `library` yields of a pattern; every file is read once in a process."""
    if pattern == "*":
        return tuple(library())
    named = tuple(case for case in library_cases() if is_named(case, pattern, formerly=False))
    return named or tuple(case for case in library_cases() if is_named(case, pattern))


@cache
def _being_drawn(board: Board) -> tuple[list[Turn], Iterator[Turn]]:
    return [], questions(11, board=board)


def drawn(count: int, board: Board = BOARD) -> list[Turn]:
    """Return random turns of all phases: the same for whoever asks, as drawing one takes ten times as long as to
    adjudicate it."""
    so_far, more = _being_drawn(board)
    so_far.extend(islice(more, max(0, count - len(so_far))))
    return so_far[:count]


def movements(count: int, board: Board = BOARD) -> list[Turn]:
    """Return the first movement phases of those turns."""
    for size in range(2 * count, 100 * count, count):
        phases = [one for one in drawn(size, board) if one.type is PhaseType.MOVEMENT]
        if len(phases) >= count:
            return phases[:count]
    raise AssertionError("hardly any movement phases")


@cache
def movement_turns(cases: str, number: int) -> list[tuple[Board, Position, tuple[Order, ...]]]:
    """Return the movement phases that `cases` and the separating cases begin with, and some random ones."""
    turns = [
        (case.board, start_of(case), tuple(one.order for one in case.phases[0].orders))
        for pattern in (cases, "separating-[DEFG]*")
        for case in library_cases(pattern)
        if case.phases[0].type is PhaseType.MOVEMENT
    ]
    return turns + [(one.board, one.position, one.orders) for one in movements(number)]


def enumerated(table: OrderTable) -> list[int]:
    """Return what satisfies all equations of a table, of everything that orders may do, as masks."""
    live, masks = bits(table.live), list[int]()
    law = law_of(table.rows)
    for values in product((0, 1), repeat=len(live)):
        true = sum(1 << order for order, value in zip(live, values, strict=True) if value)
        if all(law.decide(table.rows, one, true, table.live & ~true) == true >> one & 1 for one in live):
            masks.append(true)
    return sorted(masks)


def tangled(count: int) -> Iterator[tuple[Board, Position, list[Order]]]:
    """Yield turns of the seeds from 0, each on a small board of its own."""
    for seed in range(count):
        draw = Random(seed)
        board = tangled_board(draw)
        yield (board, *tangled_turn(draw, board))


def adjudicated(turn: Drawn, rules: Rulebook | str | None = None) -> MovementResult:
    units, orders = turn
    return adjudicate(Position(units=tuple(units)), orders, rules=rules)


def named(unit: Unit) -> UnitName:
    return UnitName(unit.location, unit.type)


@st.composite
def units(draw: st.DrawFn, most: int) -> list[Unit]:
    provinces = draw(st.lists(st.sampled_from(NORTH), min_size=2, max_size=most, unique=True))
    placed: list[Unit] = []
    for pid in provinces:
        province = BOARD.province(pid)
        fleet = province.kind == "sea" or (province.kind == "coastal" and draw(st.integers(0, 3)) == 0)
        place = draw(st.sampled_from(province.locations)) if fleet else pid
        placed.append(Unit(FLEET if fleet else ARMY, place, draw(st.sampled_from(POWERS))))
    return placed


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
def turns(draw: st.DrawFn, most: int = 9) -> Drawn:
    """Units and one order for each: moves first (many of them by convoy), then supports and convoys of those moves."""
    board = BOARD
    standing = draw(units(most))
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
            target = draw(st.sampled_from(standing))
            orders.append(Support(unit.power, named(unit), named(target)))
        else:
            orders.append(Hold(unit.power, named(unit)))
    return standing, draw(st.permutations(orders))


@st.composite
def landings(draw: st.DrawFn) -> Drawn:
    """Turns in which armies land on units that act on seas with convoying fleets: the stuff of convoy paradoxes.

    One or two seas hold a fleet that convoys an army; the unit where it lands supports an attack on one of these
    seas, or a hold there; other fleets attack the seas, with supports of their own.
    """
    board = BOARD
    taken: set[str] = set()
    units: list[Unit] = []
    orders: list[Order] = []

    def put(kind: UnitType, place: str) -> Unit | None:
        if province_of(place) in taken:
            return None
        taken.add(province_of(place))
        units.append(Unit(kind, place, draw(st.sampled_from(POWERS))))
        return units[-1]

    seas = draw(
        st.lists(st.sampled_from(["ENG", "NTH", "IRI", "SKA", "BAL", "NWG"]), min_size=1, max_size=2, unique=True)
    )
    fleets = [fleet for sea in seas if (fleet := put(FLEET, sea))]
    attacks: list[tuple[Unit, str]] = []
    for fleet in fleets:
        beside = [p for p in around(board, fleet) if p not in seas]
        attackers = draw(st.lists(st.sampled_from(beside), min_size=1, max_size=2, unique=True))
        attacks.extend((unit, fleet.location) for place in attackers if (unit := put(FLEET, place)))
    for fleet in fleets:
        shores = [p for p in around(board, fleet) if board.province(p).kind == "coastal" and "/" not in p]
        free = [p for p in shores if p not in taken]
        if len(free) < 2:
            orders.append(Hold(fleet.power, named(fleet)))
            continue
        origin, goal = draw(st.permutations(free))[:2]
        army, supporter = put(ARMY, origin), put(FLEET, goal)
        assert army is not None
        assert supporter is not None
        orders.append(Convoy(fleet.power, named(fleet), named(army), goal))
        orders.append(Move(army.power, named(army), goal, draw(st.booleans())))
        near = around(board, supporter)
        targets = [(attacker, sea) for attacker, sea in attacks if sea in near]
        held = [other for other in fleets if other.location in near]
        if targets and draw(st.integers(0, 2)):
            attacker, sea = draw(st.sampled_from(targets))
            orders.append(Support(supporter.power, named(supporter), named(attacker), sea))
        elif held:
            orders.append(Support(supporter.power, named(supporter), named(draw(st.sampled_from(held)))))
        else:
            orders.append(Hold(supporter.power, named(supporter)))
    for attacker, sea in attacks:
        orders.append(Move(attacker.power, named(attacker), sea))
    for place in draw(st.lists(st.sampled_from(NORTH), max_size=3, unique=True)):
        kind = ARMY if board.province(place).kind == "coastal" and draw(st.booleans()) else FLEET
        helper = put(kind, place)
        moves = [order for order in orders if isinstance(order, Move)]
        if helper and moves:
            move = draw(st.sampled_from(moves))
            orders.append(Support(helper.power, named(helper), move.unit, move.destination))
    return units, draw(st.permutations(orders))
