"""Phases a second of whole games of random legal play: `python -m benchmarks.environments`.

The vector environment (legal orders listed, one drawn for each unit, the phase carried out, rewards, ends, what is
seen), the environment for PettingZoo, plain play, and the `diplomacy` package, in one run, taking turns. What is not
installed is left out.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from importlib.metadata import version
from random import Random
from typing import Any

from benchmarks.compare import RANDOM_PLAY, Runner, installed_package, machine, measure, on_cores, table
from standoff.map import load_board, starting_position
from standoff.solver import Rulebook, adjudicate_phase, following, legal_by_place, rulebook

GAMES, PHASES, SINGLE_PHASES, LAST_YEAR = 256, 60, 100, 1930


def vector_runners(rules: Rulebook) -> list[Runner]:
    """Return the runners of the vector environment."""
    try:
        from standoff.env import VectorEnv

        VectorEnv(1)
    except ImportError:
        return []

    def play(cores: int, checked: bool) -> Callable[[], None]:
        def run() -> None:
            envs = VectorEnv(GAMES * cores, rules=rules, last_year=LAST_YEAR, seed=1, threads=cores)
            for _ in range(PHASES):
                envs.step(envs.sample(), checked=checked)

        return run

    runners = list[Runner]()
    for cores in sorted({1, os.cpu_count() or 1}):
        name, phases = on_cores(RANDOM_PLAY, cores), GAMES * PHASES * cores
        runners.append(Runner(name, play(cores, True), phases))
        runners.append(Runner(f"{name}, each order checked", play(cores, False), phases))
    return runners


def single_runners(rules: Rulebook) -> list[Runner]:
    """Return the runner of the environment for PettingZoo."""
    try:
        from standoff.env import DiplomacyEnv
    except ImportError:
        return []
    env = DiplomacyEnv(rules=rules, last_year=LAST_YEAR)

    def run() -> None:
        seen, _ = env.reset(seed=1)
        for _ in range(SINGLE_PHASES):
            if not env.agents:
                seen, _ = env.reset()
            actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
            seen, *_ = env.step(actions)

    return [Runner("DiplomacyEnv, observations and masks of all powers", run, SINGLE_PHASES)]


def plain_runner(rules: Rulebook) -> Runner:
    """Return the runner of plain play, from position to position."""

    def run() -> None:
        position, chance = starting_position(load_board()), Random(1)
        for _ in range(SINGLE_PHASES):
            orders = [chance.choice(listed) for listed in legal_by_place(position, rules=rules).values()]
            position = following(adjudicate_phase(position, orders, rules=rules).after)
            if position.phase and position.phase.year > LAST_YEAR:
                position = starting_position(load_board())

    return Runner("plain, phases of random play", run, SINGLE_PHASES)


def package_runners() -> list[Runner]:
    """Return the runner of the package."""
    if not (diplomacy := installed_package()):
        return []

    def run() -> None:
        game, chance = diplomacy.Game(), Random(1)
        for _ in range(SINGLE_PHASES):
            possible: dict[str, list[str]] = game.get_all_possible_orders()
            for power in game.powers:
                places: Any = game.get_orderable_locations(power)
                game.set_orders(power, [chance.choice(possible[place]) for place in places if possible[place]])
            game.process()
            if game.is_game_done or int(game.get_current_phase()[1:5]) > LAST_YEAR:
                game = diplomacy.Game()

    return [Runner(f"diplomacy {version('diplomacy')}, phases of random play", run, SINGLE_PHASES)]


def whole_games(rules: Rulebook, rounds: int) -> None:
    """Measure whole games, and print the table."""
    print("\nwhole games of random legal play")
    runners = [*vector_runners(rules), *single_runners(rules), plain_runner(rules), *package_runners()]
    measure(runners, rounds)
    table(runners, "phase")
    for runner in runners:
        print(f"{runner.name}: {1e6 / runner.micros:,.0f} phases a second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rules", default="2023", help="the rulebook")
    given = parser.parse_args()
    print(machine())
    whole_games(rulebook(given.rules), given.rounds)


if __name__ == "__main__":
    main()
