"""Compare games in arrays with plain play, phase by phase, for `tools.agree --games` and the tests.

In every phase of every game they must agree on the legal orders of all units, the success of every order, and the next
position; at the end of a game, on the winner. Orders are random legal ones; most are then changed to help each other's
moves. Some are disturbed: omitted, illegal orders of the vocabulary, too many builds and removals.
"""

from __future__ import annotations

import random
from collections import Counter, namedtuple
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from standoff.env.compiled_games import STATE
from standoff.env.games import Games, LegalOrders, seeds
from standoff.env.order_vocabulary import vocabulary
from standoff.map import Board, Position, location_and_fleet, unit_key
from standoff.solver import (
    BUILDS,
    DISBANDS,
    RETREATS,
    Order,
    OrderRow,
    Rulebook,
    adjudicate_phase,
    following,
    legal_by_place,
)
from standoff.solver.law.course import ADJUSTMENT, MOVEMENT, RETREAT
from standoff.solver.law.equations import CONVOYS, MOVES, SUPPORTS
from standoff.solver.rules.variants import Victory, variant, winner

GAMES_AT_ONCE = 50

Here = namedtuple("Here", STATE.names or ())
"""A province of a game as a record."""


# -- legal orders -----------------------------------------------------------------------------------------------------


def legal_differing(games: Games, rules: Rulebook, legal: LegalOrders | None = None) -> list[str]:
    """Return the provinces whose legal orders differ between arrays and plain play."""
    board, texts = games.board, games.vocabulary.texts
    legal = legal or games.legal(rules=rules, threads=1)
    wrong: list[str] = []
    for number in range(len(games)):
        position = games.position(number)
        plain: dict[str, list[str]] = {}
        for place, orders in legal_by_place(position, rules=rules, board=board).items():
            plain.setdefault(place.partition("/")[0], []).extend(map(str, orders))
        for province in board.provinces:
            numbers = legal.numbers_in(number, province.id).tolist()
            ours, expected = [texts[one] for one in numbers], plain.get(province.id, [])
            if numbers != sorted(numbers) or sorted(ours) != sorted(expected):
                odd = ", ".join(sorted(set(ours) ^ set(expected)))
                wrong.append(f"{rules.name}: {position}: {province.id}: {odd}")
    return wrong


def positions_differing(positions: Iterable[Position], board: Board, rules: Rulebook) -> tuple[list[str], Counter[str]]:
    """Compare the legal orders of positions that arrays can hold; return differences and counts."""
    kept = [one for one in positions if not one.civil_disorder and not one.closed]
    games = Games.from_positions(kept, board)
    legal = games.legal(rules=rules, threads=1)
    counts = Counter({"positions": len(games), "legal orders": len(legal.orders)})
    return legal_differing(games, rules, legal), counts


# -- orders -----------------------------------------------------------------------------------------------------------


def concerted(games: Games, orders: Any, legal: LegalOrders, chance: random.Random) -> None:
    """Replace orders by legal supports and convoys of the ordered moves."""
    board, columns = games.board, games.vocabulary.columns
    for game in range(len(games)):
        if games.phase["kind"][game] != MOVEMENT or chance.random() < 0.2:
            continue
        rows = [OrderRow(*row) for row in columns[orders[game]].tolist()]
        moves = {
            row.unit: board.tables.province[row.place]
            for row, number in zip(rows, orders[game].tolist(), strict=True)
            if number >= 0 and row.kind == MOVES and chance.random() < 0.5
        }
        for n, province in enumerate(board.provinces):
            if orders[game, n] < 0 or rows[n].unit in moves or chance.random() < 0.2:
                continue
            helping = [
                number
                for number in legal.numbers_in(game, province.id).tolist()
                if columns["kind"][number] in (SUPPORTS, CONVOYS)
                and columns["place"][number] >= 0
                and moves.get(int(columns["target"][number])) == board.tables.province[columns["place"][number]]
            ]
            if helping:
                orders[game, n] = chance.choice(helping)


def disturbed(games: Games, orders: Any, chance: random.Random) -> None:
    """Omit some orders, and replace others by orders of the vocabulary."""
    board, columns = games.board, games.vocabulary.columns
    powers = list(board.powers.values())
    numbers_of = orders_by_unit(board)
    for game in range(len(games)):
        kind, state = int(games.phase["kind"][game]), [Here(*row) for row in games.state[game].tolist()]
        if chance.random() < 0.5:
            continue
        for n, row in enumerate(state):
            if chance.random() > 0.2:
                continue
            numbers = [-1]
            if kind == ADJUSTMENT:
                if row.unit_location >= 0:
                    numbers += numbers_of[DISBANDS, unit_key(row.unit_location, row.fleet)]
                if row.owner >= 0 and board.provinces[n].id in powers[row.owner].homes:
                    numbers += [each for fleet in (0, 1) for each in numbers_of.get((BUILDS, unit_key(n, fleet)), [])]
                    numbers.append(len(columns) - 1)
            else:
                place, fleet = (
                    (row.dislodged_location, row.dislodged_is_fleet)
                    if kind == RETREAT
                    else (row.unit_location, row.fleet)
                )
                if place < 0:
                    continue
                numbers += numbers_of[RETREATS if kind == RETREAT else MOVES, unit_key(place, fleet)]
            number = chance.choice(numbers)
            target = int(columns["target"][number]) if number >= 0 else -1
            there = state[board.tables.province[location_and_fleet(target)[0]]]
            if target < 0 or there.unit_location < 0 or target == unit_key(there.unit_location, there.fleet):
                orders[game, n] = number


@cache
def orders_by_unit(board: Board) -> dict[tuple[int, int], list[int]]:
    """Return numbers of orders by kind and unit: movement orders under MOVES, retreat orders under RETREATS."""
    numbers: dict[tuple[int, int], list[int]] = {}
    for number, row in enumerate(OrderRow(*row) for row in vocabulary(board).columns.tolist()):
        kinds = (MOVES,) if row.kind < RETREATS else (RETREATS, DISBANDS) if row.kind == DISBANDS else (row.kind,)
        for kind in kinds:
            numbers.setdefault((kind, row.unit), []).append(number)
    return numbers


# -- phases and games -------------------------------------------------------------------------------------------------


def plainly(position: Position, orders: list[Order], rules: Rulebook, board: Board) -> tuple[Position, list[int]]:
    """Return the next position and the success of each order by plain play."""
    result = adjudicate_phase(position, orders, rules=rules, board=board)
    return following(result.after, board), [int(one.success) for one in result][: len(orders)]


def phase_differing(
    games: Games, orders: Any, rules: Rulebook, positions: Sequence[Position] | None = None
) -> tuple[list[str], Counter[str], list[Position]]:
    """Advance games by a phase, in arrays and by plain play; return differences, counts and the next positions.

    Args:
        games: The games.
        orders: Their orders, as `advance` takes them.
        rules: The rulebook.
        positions: Their positions, if known.
    """
    if positions is None:
        positions = [games.position(n) for n in range(len(games))]
    before = [(position, games.orders_of(n, orders[n])) for n, position in enumerate(positions)]
    success = games.advance(orders, rules=rules, threads=1)
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    reached: list[Position] = []
    for n, (position, given) in enumerate(before):
        assert position.phase is not None
        after, expected = plainly(position, given, rules, games.board)
        ours = success[n][orders[n] >= 0].tolist()
        counts[f"{position.phase.type.value} phases"] += 1
        counts["orders"] += len(given)
        reached.append(games.position(n))
        if reached[n] != after or ours != expected or (success[n][orders[n] < 0] != -1).any():
            texts = "; ".join(map(str, given))
            wrong.append(
                f"{rules.name}: {position}: {texts}: {expected} and {after}, in arrays {ours} and {reached[n]}"
            )
    return wrong, counts, reached


def games_differing(
    number: int, rules: Rulebook, board: Board, *, seed: int, last_year: int, legal_every: int = 1
) -> tuple[list[str], Counter[str]]:
    """Play whole games, in arrays and by plain play, to a victory or the end of a year; return differences and counts.

    Args:
        number: How many games.
        rules, board: The rulebook and its board.
        seed: The random seed.
        last_year: The last year of the games.
        legal_every: The legal orders are compared in every n-th phase.
    """
    chance, games, own = random.Random(f"{seed} {rules.name}"), Games.start(number, board), seeds(seed, number)
    powers = list(board.powers)
    victory = Victory(centers=board.victory_centers)
    game = replace(variant("standard"), board=board.name, players=tuple((power,) for power in powers), victory=victory)
    wrong: list[str] = []
    counts: Counter[str] = Counter({"whole games": number})
    step, positions = 0, [games.position(n) for n in range(number)]
    while len(games) and not wrong:
        legal = games.legal(rules=rules, threads=1)
        if step % legal_every == 0:
            wrong += legal_differing(games, rules, legal)
            counts["positions whose legal orders were compared"] += len(games)
        orders = games.random_orders(own, rules=rules, threads=1)
        concerted(games, orders, legal, chance)
        disturbed(games, orders, chance)
        unlike, of_phase, positions = phase_differing(games, orders, rules, positions)
        wrong += unlike
        counts += of_phase
        step += 1
        winners = games.winners()
        for n in range(len(games)):
            won = winner(positions[n], game)
            if won != (None if winners[n] < 0 else (powers[winners[n]],)):
                wrong.append(f"{rules.name}: {positions[n]}: won by {won}, in arrays by {winners[n]}")
        counts["games won"] += int((winners >= 0).sum())
        going = (winners < 0) & (games.phase["year"] <= last_year)
        games, own = Games(board, games.state[going], games.phase[going]), own[going]
        positions = [position for position, goes_on in zip(positions, going, strict=True) if goes_on]
    return wrong, counts
