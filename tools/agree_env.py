"""Games through the environments compared with plain play: `python -m tools.agree_env [--games 10000]`.

Each game is played twice: in a `VectorEnv`, and plainly, from position to position. At every step are compared which
orders succeed, the position after it, who is out of the game, and the rewards; in some the mask of each power; at the
end, why a game has ended and who has won, and that it then begins anew. Orders are random legal ones, most of them made
to help each other's moves. With `--single` the games go through the PettingZoo environment, one by one.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from dataclasses import dataclass

import numpy as np

from standoff.env import VectorEnv
from standoff.env.vector import Outcome
from standoff.map import Board, PhaseType, Position, load_board, starting_position
from standoff.solver import Order, Rulebook, adjudicate_phase, following, legal_by_place, rulebook
from tools.agree_games import concerted
from tools.shared import command_line, say, seconds

GAMES_AT_ONCE = 100


@dataclass
class PlainGame:
    """A game played from position to position; `position` is where it stands."""

    board: Board
    rules: Rulebook
    last_year: int
    victory_centers: int
    position: Position

    def holdings(self) -> list[tuple[int, int]]:
        """Return how many centers and units each power has, dislodged ones counted."""
        units = [*self.position.units, *(one.unit for one in self.position.dislodged)]
        return [
            (len(self.position.centers.get(power, ())), sum(unit.power == power for unit in units))
            for power in self.board.powers
        ]

    def step(self, orders: list[Order]) -> tuple[dict[str, bool], str, int]:
        """Carry out a phase; return which orders succeeded, by province, how the game stands, and who has won."""
        before = self.position.phase
        assert before is not None
        result = adjudicate_phase(self.position, orders, rules=self.rules, board=self.board)
        success = {
            _province(one.order): one.success for one in list(result)[: len(orders)] if hasattr(one.order, "unit")
        }
        self.position = following(result.after, self.board)
        after = self.position.phase
        assert after is not None
        centers = [owned for owned, _ in self.holdings()]
        enough = [power for power, owned in enumerate(centers) if owned >= self.victory_centers]
        if before.season == "F" and after.type is not PhaseType.RETREAT and len(enough) == 1:
            return success, "WON", enough[0]
        return success, "LAST_YEAR" if after.year > self.last_year else "GOES_ON", -1


def _province(order: Order) -> str:
    return order.unit.province  # type: ignore[union-attr]


def differing(
    number: int, rules: Rulebook, board: Board, *, seed: int, last_year: int, victory_centers: int, masks_every: int = 7
) -> tuple[list[str], Counter[str]]:
    """Play games in a `VectorEnv` and plainly, each to its end; return what is not the same, and counts.

    Args:
        number: How many games.
        rules, board: The rulebook and its board.
        seed: What chance is made from.
        last_year, victory_centers: As for `VectorEnv`.
        masks_every: The masks of all powers are compared at every so many steps.
    """
    envs = VectorEnv(
        number, board=board, rules=rules, last_year=last_year, victory_centers=victory_centers, seed=seed, threads=1
    )
    chance, powers, columns = random.Random(seed), list(board.powers), envs.games.vocabulary.columns
    start = PlainGame(board, rules, last_year, victory_centers, starting_position(board))
    plain = [PlainGame(board, rules, last_year, victory_centers, start.position) for _ in range(number)]
    going = set(range(number))
    wrong, counts, steps = list[str](), Counter[str](games=number), 0

    def note(game: int, what: str, ours: object, expected: object) -> None:
        if ours != expected:
            where = f"{rules.name}, seed {seed}, game {game}, {plain[game].position}"
            wrong.append(f"{where}: {what} {ours}, not {expected}")

    while going and not wrong:
        orders = envs.sample()
        concerted(envs.games, orders, envs.legal(), chance)
        given = {game: envs.games.given(game, orders[game]) for game in going}
        if steps % masks_every == 0:
            for game in going:
                for power in powers:
                    legal = legal_by_place(plain[game].position, power=power, rules=rules, board=board)
                    expected = sorted({str(order) for listed in legal.values() for order in listed})
                    numbers = np.flatnonzero(envs.mask(game, power)).tolist()
                    note(game, f"{power} may order", sorted(map(envs.games.vocabulary.text, numbers)), expected)
                    counts["masks"] += 1
        step = envs.step(orders)
        steps += 1
        for game in sorted(going):
            one = plain[game]
            success, outcome, won = one.step(given[game])
            counts["phases"] += 1
            counts["orders"] += len(given[game])
            for n, province in enumerate(board.provinces):
                if orders[game, n] >= 0 and columns["unit"][orders[game, n]] >= 0:
                    note(game, f"success in {province.id}", int(step.success[game, n]), int(success[province.id]))
            note(game, "outcome", Outcome(step.outcome[game]).name, outcome)
            note(game, "winner", int(step.winner[game]), won)
            holdings = one.holdings()
            over = outcome != "GOES_ON"
            note(game, "over for", step.terminations[game].tolist(), [over or had == (0, 0) for had in holdings])
            sharing = sum(units > 0 for _, units in holdings)
            shares = [0.0] * len(powers)
            if over:
                shares = [float(n == won) if won >= 0 else (h[1] > 0) / sharing for n, h in enumerate(holdings)]
            note(game, "rewards", step.rewards[game].tolist(), np.array(shares, dtype=np.float32).tolist())
            if over:
                counts[outcome.lower()] += 1
                going.discard(game)
                at = step.ended.tolist().index(game)
                note(game, "last seen", step.final.centers[at].tolist(), [owned for owned, _ in holdings])
                one.position = start.position
            if envs.games.position(game) != one.position:
                wrong.append(f"game {game}: {envs.games.position(game)}, not {one.position}")
    return wrong, counts


def single_differing(rules: Rulebook, board: Board, *, seed: int, last_year: int) -> tuple[list[str], Counter[str]]:
    """Play a game through the PettingZoo environment and plainly; return what is not the same, and counts."""
    from standoff.env import DiplomacyEnv

    env = DiplomacyEnv(board=board, rules=rules, last_year=last_year)
    seen, _ = env.reset(seed=seed)
    plain = PlainGame(board, rules, last_year, board.victory_centers, starting_position(board))
    wrong, counts = list[str](), Counter[str](games=1)
    while env.agents and not wrong:
        actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
        legal = legal_by_place(plain.position, rules=rules, board=board)
        given = list[Order]()
        for agent, action in actions.items():
            texts = env.orders(agent, action)
            mine = [one for place in legal.values() for one in place if one.power == agent]
            given += [next(one for one in mine if str(one) == text) for text in texts]
        seen, _, _, _, infos = env.step(actions)
        success, outcome, _ = plain.step(given)
        counts["phases"] += 1
        for agent in actions:
            mine = [one for one in given if one.power == agent]
            for one, ours in zip(mine, infos[agent]["success"].tolist(), strict=True):
                if hasattr(one, "unit") and ours != int(success[_province(one)]):
                    wrong.append(f"{plain.position}: {one}: {ours}")
        if env.position != plain.position or env.outcome.name != outcome:
            wrong.append(f"{env.position} {env.outcome.name}, not {plain.position} {outcome}")
    return wrong, counts


def main() -> int:
    parser = command_line(__doc__, seed=1)
    parser.add_argument("--games", type=int, default=10_000, help="how many games")
    parser.add_argument("--rules", default="2023", help="the rulebook")
    parser.add_argument("--last-year", type=int, default=1908, help="the last year of a game that nobody wins")
    parser.add_argument("--centers", type=int, default=18, help="how many supply centers win")
    parser.add_argument("--single", action="store_true", help="through the PettingZoo environment, one by one")
    given = parser.parse_args()
    rules = rulebook(given.rules)
    board, total, differ = load_board(), Counter[str](), 0
    at_once = 1 if given.single else GAMES_AT_ONCE
    for first in range(0, given.games, at_once):
        seed = given.seed * 1_000_003 + first
        if given.single:
            wrong, counts = single_differing(rules, board, seed=seed, last_year=given.last_year)
        else:
            number = min(at_once, given.games - first)
            wrong, counts = differing(
                number, rules, board, seed=seed, last_year=given.last_year, victory_centers=given.centers
            )
        total += counts
        differ += len(wrong)
        for text in wrong[:3]:
            print(text, flush=True)
        say(f"{first + at_once} games")
    print(", ".join(f"{count} {what}" for what, count in total.items()))
    print(f"{differ} differ; {seconds():.0f} s")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
