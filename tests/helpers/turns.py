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
from standoff.cases.course import start_of
from standoff.map import Board, PhaseType, Position, Unit, load_board
from standoff.map.masks import bits
from standoff.random_turns import question, questions, tangled_board
from standoff.solver import MovementResult, Order, Rulebook, adjudicate, rulebook
from standoff.solver.plain.house_equations import law_of
from standoff.solver.plain.house_table import table_of
from standoff.solver.plain.order_table import OrderTable
from standoff.turn.turn import Turn
from tests.helpers.paths import ROOT

Drawn = tuple[list[Unit], list[Order]]
"""Units and orders of a movement phase."""

BOARD = load_board()
POWERS = tuple(BOARD.powers)


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
    """Return a fresh copy of the standard board's data."""
    return json.loads((ROOT / "map" / "boards" / "standard.json").read_text(encoding="utf-8"))


def laid(text: str, rules: str | Rulebook | None = None, **options: str) -> OrderTable:
    """Return the table of a turn."""
    turn = read(text)
    return table_of(turn.board, turn.position, turn.orders, rulebook(rules, **options))


@cache
def library_cases(pattern: str = "*") -> tuple[Case, ...]:
    """Return the cases of a pattern as `library` does; each process reads every file once."""
    if pattern == "*":
        return tuple(library())
    named = tuple(case for case in library_cases() if is_named(case, pattern, formerly=False))
    return named or tuple(case for case in library_cases() if is_named(case, pattern))


@cache
def _being_drawn(board: Board) -> tuple[list[Turn], Iterator[Turn]]:
    return [], questions(11, board=board)


def drawn(count: int, board: Board = BOARD) -> list[Turn]:
    """Return random turns of all phases, cached: drawing one takes ten times as long as adjudicating it."""
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
    """Return the first phases of `cases` and of the separating cases if they are movement phases, and random ones."""
    turns = [
        (case.board, start_of(case), tuple(one.order for one in case.phases[0].orders))
        for pattern in (cases, "separating-[DEFG]*")
        for case in library_cases(pattern)
        if case.phases[0].type is PhaseType.MOVEMENT
    ]
    return turns + [(one.board, one.position, one.orders) for one in movements(number)]


def enumerated(table: OrderTable) -> list[int]:
    """Return all assignments that satisfy the equations of a table, as masks."""
    live, masks = bits(table.live), list[int]()
    law = law_of(table.rows)
    for values in product((0, 1), repeat=len(live)):
        true = sum(1 << order for order, value in zip(live, values, strict=True) if value)
        if all(law.decide(table.rows, one, true, table.live & ~true) == true >> one & 1 for one in live):
            masks.append(true)
    return sorted(masks)


def tangled(count: int) -> Iterator[tuple[Board, Position, list[Order]]]:
    """Yield turns of the seeds from 0, each on its own small board."""
    for seed in range(count):
        turn = question(seed, 0, board=tangled_board(Random(seed)), phase=PhaseType.MOVEMENT, profile="tangled")
        yield turn.board, turn.position, list(turn.orders)


def adjudicated(turn: Drawn, rules: Rulebook | str | None = None) -> MovementResult:
    units, orders = turn
    return adjudicate(Position(units=tuple(units)), orders, rules=rules)


def _of(turn: Turn) -> Drawn:
    return list(turn.position.units), list(turn.orders)


def turns(most: int = 9, profile: str = "interacting") -> st.SearchStrategy[Drawn]:
    """Draw movement phases of a few units on the standard board."""
    seeds = st.integers(0, 1 << 32)
    return seeds.map(lambda seed: _of(question(seed, 0, phase=PhaseType.MOVEMENT, profile=profile, most=most)))


def landings() -> st.SearchStrategy[Drawn]:
    """Draw turns in which armies land on units that act on convoying fleets: convoy paradoxes."""
    return turns(profile="tangled")
