"""Games in arrays compared with plain play, phase by phase: what `benchmarks.agree --games` and the tests run.

Of every game and phase are compared: the legal orders of all units, the success of every order, and the position at
the start of the phase that follows. Most orders are random legal ones. Some are disturbed on purpose: left out, taken
from the vocabulary though they are illegal, or too many builds and removals.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np

from standoff.map import Board, PhaseType, Position
from standoff.solver import Move, Order, Rulebook, Support, adjudicate_phase, following, legal_orders
from standoff.solver.compiled_games import FLEET, OUT, OUT_FLEET, OWNER, STANDS, TYPE
from standoff.solver.course import ADJUSTMENT, MOVEMENT, RETREAT
from standoff.solver.games import Games, seeds
from standoff.solver.variants import variants, winner
from standoff.solver.vocabulary import BUILDS, DISBANDS, KIND, RETREATS, TARGET, UNIT, WAIVES, vocabulary

GAMES_AT_ONCE = 64


def unnamed(order: Order) -> str:
    """Return the canonical text of an order; without the coast that a support need not name."""
    return str(order)


def legal_differing(games: Games, rules: Rulebook) -> list[str]:
    """Return the positions whose legal orders are not the same in arrays and plainly."""
    board, words, legal = games.board, games.vocabulary, games.legal(rules=rules, threads=1)
    wrong: list[str] = []
    provinces = len(board.provinces)
    for number in range(len(games)):
        position = games.position(number)
        plain: dict[str, list[str]] = {}
        for place, orders in legal_orders(position, rules=rules, board=board).items():
            plain.setdefault(place.partition("/")[0], []).extend(map(str, orders))
        for n, province in enumerate(board.provinces):
            begin, end = legal.start[number * provinces + n : number * provinces + n + 2].tolist()
            found = legal.orders[begin:end].tolist()
            texts = [words.texts[one] for one in found]
            if sorted(texts) != sorted(plain.get(province.id, [])) or found != sorted(found):
                odd = sorted(set(texts) ^ set(plain.get(province.id, [])))
                wrong.append(f"{rules.name}: {position}: {province.id}: {', '.join(odd)}")
    return wrong


def disturbed(games: Games, orders: Any, chance: random.Random) -> None:
    """Leave out some of the orders, and put others of the vocabulary in their place."""
    board, columns, state = games.board, games.vocabulary.columns, games.state
    locations = len(board.locations)
    by_stand = _by_stand(board)
    for game in range(len(games)):
        kind = int(games.phase[game, TYPE])
        if chance.random() < 0.5:
            continue
        for province, row in enumerate(state[game].tolist()):
            if chance.random() > 0.2:
                continue
            if kind == ADJUSTMENT:
                numbers = [-1]
                if row[STANDS] >= 0:
                    numbers += by_stand[DISBANDS][row[STANDS] + locations * row[FLEET]]
                if row[OWNER] >= 0 and board.provinces[province].id in list(board.powers.values())[row[OWNER]].homes:
                    for stand in (province, province + locations):
                        numbers += by_stand[BUILDS].get(stand, [])
                    numbers.append(len(columns) - 1)
                orders[game, province] = chance.choice(numbers)
                continue
            place, fleet = (row[OUT], row[OUT_FLEET]) if kind == RETREAT else (row[STANDS], row[FLEET])
            if place < 0:
                continue
            orders[game, province] = -1
            number = chance.choice(by_stand[RETREATS if kind == RETREAT else MOVEMENT][place + locations * fleet])
            target = int(columns[number, TARGET])
            if target >= 0:
                there = state[game, board.province_of_location[target % locations]]
                if there[STANDS] >= 0 and target != there[STANDS] + locations * there[FLEET]:
                    continue
            if chance.random() < 0.8:
                orders[game, province] = number


def _by_stand(board: Board) -> dict[int, dict[int, list[int]]]:
    """Return numbers of orders by kind (those of a movement phase under MOVEMENT) and stand."""
    found: dict[int, dict[int, list[int]]] = {MOVEMENT: {}, RETREATS: {}, DISBANDS: {}, BUILDS: {}, WAIVES: {}}
    for number, row in enumerate(vocabulary(board).columns.tolist()):
        kinds = (MOVEMENT,) if row[KIND] < RETREATS else (RETREATS, DISBANDS) if row[KIND] == DISBANDS else (row[KIND],)
        for kind in kinds:
            found[kind].setdefault(row[UNIT], []).append(number)
    return found


def plainly(position: Position, orders: list[Order], rules: Rulebook, board: Board) -> tuple[Position, list[bool]]:
    """Return the position at the start of the next phase, and the success of each order, by plain play."""
    result = adjudicate_phase(position, orders, rules=rules, board=board)
    return following(result.after, board), [one.success for one in result][: len(orders)]


def phase_differing(games: Games, orders: Any, rules: Rulebook) -> tuple[list[str], Counter[str]]:
    """Advance games by a phase, in arrays and plainly; return what is not the same, and counts."""
    board = games.board
    before = [(games.position(n), games.given(n, orders[n])) for n in range(len(games))]
    success = games.advance(orders, rules=rules, threads=1)
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    for n, (position, given) in enumerate(before):
        assert position.phase is not None
        after, succeeded = plainly(position, given, rules, board)
        found = success[n][orders[n] >= 0].tolist()
        counts[f"{position.phase.type.value} phases"] += 1
        if games.position(n) != after or found != list(map(int, succeeded)) or (success[n][orders[n] < 0] != -1).any():
            told = "; ".join(map(str, given))
            wrong.append(f"{rules.name}: {position}: {told}: plainly {after}, in arrays {games.position(n)}; {found} {succeeded}")
    return wrong, counts


def games_differing(
    number: int, rules: Rulebook, board: Board, *, seed: int, last_year: int, legal_every: int = 1, disturb: bool = True
) -> tuple[list[str], Counter[str]]:
    """Play whole games, in arrays and plainly, to a victory or to the end of a year; return what differs, and counts.

    Args:
        number: How many games.
        rules, board: The rulebook and its board.
        seed: What chance is made from.
        last_year: The last year that is played.
        legal_every: The legal orders are compared in every so many phases.
        disturb: False plays by legal orders only.
    """
    chance, games, own = random.Random(f"{seed} {rules.name}"), Games.start(number, board), seeds(seed, number)
    game = next((one for one in variants().values() if one.board == board.name and not one.idle), None)
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    steps = 0
    while len(games):
        if steps % legal_every == 0:
            wrong += legal_differing(games, rules)
            counts["positions whose legal orders were compared"] += len(games)
        orders = games.random_orders(own, rules=rules, threads=1)
        if disturb:
            disturbed(games, orders, chance)
        unlike, of_phase = phase_differing(games, orders, rules)
        wrong += unlike
        counts += of_phase
        steps += 1
        winners = games.winners()
        for n in range(len(games)):
            if winners[n] >= 0 and game is not None:
                won = winner(games.position(n), game)
                counts["games won"] += 1
                if won != (list(board.powers)[winners[n]],):
                    wrong.append(f"{rules.name}: {games.position(n)}: won by {won}, in arrays by {winners[n]}")
        going = (winners < 0) & (games.phase[:, 1] <= last_year)
        counts["whole games"] += int((~going).sum())
        games, own = Games(board, games.state[going], games.phase[going]), own[going]
        if wrong:
            break
    return wrong, counts


__all__ = ["GAMES_AT_ONCE", "Move", "PhaseType", "Support", "games_differing", "legal_differing", "np"]
