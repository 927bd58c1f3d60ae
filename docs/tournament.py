"""Random and greedy players, a thousand games side by side: `python -m docs.tournament [--games 1000]`.

The example of `docs/arrays.md`: it trains nothing, and shows a learner's calls. In each game every power draws a random
or a greedy player. A greedy player sends each unit toward the nearest supply center that it does not own, and ignores
supports.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from typing import Any

import numpy as np

from standoff.env import VectorEnv
from standoff.map import Board
from standoff.solver import DISBANDS, RETREATS
from standoff.solver.law.course import ADJUSTMENT, FALL
from standoff.solver.law.equations import MOVES
from standoff.solver.law.homes import steps_from

PLAYERS = "random", "greedy"


class Greedy:
    """A player that goes for the nearest supply center that it does not own.

    >>> from standoff.env import VectorEnv
    >>> envs = VectorEnv(1, seed=1)
    >>> orders = Greedy(envs.games.board, seed=1).orders(envs)
    >>> envs.illegal_in(orders).any().item(), envs.games.vocabulary.text(orders[0, envs.games.board.province_number["MAR"]])
    (False, 'A MAR - SPA')
    """

    def __init__(self, board: Board, seed: int) -> None:
        provinces = range(len(board.provinces))
        self.steps = np.array([steps_from(board.around, p) for p in provinces])
        self.centers = np.flatnonzero([province.center for province in board.provinces])
        self.chance = np.random.default_rng(seed)

    def orders(self, envs: VectorEnv) -> Any:
        """Return orders for all powers, as `VectorEnv.step` takes them; builds and removals are random."""
        games, legal, orders = envs.games, envs.legal(), envs.sample()
        board, columns = games.board, games.vocabulary.columns
        powers = np.arange(len(board.powers))
        # how far each power is from a center of another, from each province
        foreign = games.state["owner"][:, None, self.centers] != powers[:, None]
        far = np.where(foreign[:, :, None, :], self.steps[:, self.centers], 99).min(axis=3)
        row = np.repeat(np.arange(len(legal.start) - 1), np.diff(legal.start))
        game, province = np.divmod(row, len(board.provinces))
        given = columns[legal.orders]
        goes = np.isin(given["kind"], (MOVES, RETREATS))
        goal = np.where(goes, np.array(board.tables.province)[given["place"]], province)
        state = games.state[game, province]
        power = np.maximum(np.where(state["dislodged_location"] >= 0, state["dislodged_power"], state["power"]), 0)
        score = -far[game, power, goal] - 50 * (given["kind"] == DISBANDS) + self.chance.random(len(row))
        # in autumn a unit on another power's center stays there
        stays = (games.phase["season"][game] == FALL) & (far[game, power, province] == 0) & (goal == province)
        score += 5 * stays
        firsts = np.flatnonzero(np.diff(legal.start))
        if len(firsts):
            best = np.repeat(np.maximum.reduceat(score, legal.start[firsts]), np.diff(legal.start)[firsts])
            best = (score == best) & (games.phase["kind"][game] != ADJUSTMENT)
            orders[game[best], province[best]] = legal.orders[best]
        return orders


def tournament(number: int, *, last_year: int, seed: int) -> tuple[dict[Any, list[float]], dict[Any, list[int]]]:
    """Play games; return the scores by power and player, and the centers at the end of each year by year and player."""
    envs = VectorEnv(number, seed=seed, reward="squares", last_year=last_year)
    greedy, powers = Greedy(envs.games.board, seed), np.arange(len(envs.powers))
    plays = np.random.default_rng(seed).integers(0, 2, (number, len(powers)))  # who plays each power
    scores, centers = defaultdict[Any, list[float]](list), defaultdict[Any, list[int]](list)
    going = np.ones(number, dtype=bool)
    while going.any():
        year = envs.games.phase["year"].copy()
        mine = np.take_along_axis(plays, np.maximum(envs.ordering_powers(), 0).astype(np.int64), axis=1)
        step = envs.step(np.where(mine == 1, greedy.orders(envs), envs.sample()))
        last = step.observation.centers.copy()
        last[step.ended] = step.final.centers
        over = np.isin(np.arange(number), step.ended)
        for game in np.flatnonzero(going & (over | (envs.games.phase["year"] > year))).tolist():
            for power in powers.tolist():
                centers[int(year[game]), PLAYERS[plays[game, power]]].append(int(last[game, power]))
        for game in np.flatnonzero(going & over).tolist():  # it has begun anew; its first end counts
            for power, name in enumerate(envs.powers):
                scores[name, PLAYERS[plays[game, power]]].append(float(step.rewards[game, power]))
        going &= ~over
    return scores, centers


def shown(scores: dict[Any, list[float]], centers: dict[Any, list[int]]) -> str:
    """Return a table of mean scores, and a plot of the centers that each kind of player owns in the mean, year by year."""
    names = sorted({name for name, _ in scores})
    lines = [f"{'mean score':10}" + "".join(f"{player:>10}" for player in PLAYERS)]
    for name in [*names, "all"]:
        means = [[one for n in (names if name == "all" else [name]) for one in scores[n, player]] for player in PLAYERS]
        lines.append(f"{name:10}" + "".join(f"{np.mean(each) if each else np.nan:10.3f}" for each in means))
    lines += ["", "centers of a power at the end of each year, in the mean"]
    for year in sorted({year for year, _ in centers}):
        for player in PLAYERS:
            mean = float(np.mean(centers[year, player]))
            lines.append(f"{year if player == PLAYERS[0] else '':4} {player:6} {'#' * round(mean * 6)} {mean:.2f}")
    return "\n".join(lines)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--last-year", type=int, default=1910)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(shown(*tournament(given.games, last_year=given.last_year, seed=given.seed)))


if __name__ == "__main__":
    main()
