"""Phases per second of whole games of random legal play: `python -m benchmarks.environments`.

The vector environment (legal orders, a random one for each unit, the phase, rewards, ends of games, observations), the
environment for PettingZoo, plain play, and the `diplomacy` package, in alternation in one run. Missing programs are
left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from benchmarks.compare import on_cores
from benchmarks.measuring import BenchmarkError, Options, Row, Section, command_line, cores
from benchmarks.peers import open_packages
from standoff.map import load_board, starting_position
from standoff.solver import Rulebook, adjudicate_phase, following, legal_by_place, rulebook

GAMES, PHASES, SINGLE_PHASES, LAST_YEAR = 256, 60, 100, 1930
QUICK_GAMES, QUICK_PHASES = 8, 6
RANDOM_PLAY = "phases of random play in VectorEnv"


def vector_rows(rules: Rulebook, options: Options) -> list[Row]:
    """Return the rows of the vector environment."""
    try:
        from standoff.env import VectorEnv

        VectorEnv(1)
    except ImportError:
        return []
    games, phases = options.of(GAMES, QUICK_GAMES), options.of(PHASES, QUICK_PHASES)

    def play(count: int, *, checked: bool) -> None:
        envs = VectorEnv(games * count, rules=rules, last_year=LAST_YEAR, seed=1, threads=count)
        for _ in range(phases):
            envs.step(envs.sample(), checked=checked)

    rows = list[Row]()
    for count in cores():
        name = on_cores(RANDOM_PLAY, count)
        about = {"threads": count}
        for checked, ending in ((True, ""), (False, ", each order checked")):
            task = partial(play, count, checked=checked)
            key = f"vector, {count}{ending}"
            rows.append(Row(name + ending, task, games * phases * count, key=key, about=about))
    return rows


def single_rows(rules: Rulebook, phases: int) -> list[Row]:
    """Return the row of the environment for PettingZoo."""
    try:
        from standoff.env import DiplomacyEnv
    except ImportError:
        return []
    env = DiplomacyEnv(rules=rules, last_year=LAST_YEAR)

    def play() -> None:
        seen, _ = env.reset(seed=1)
        for _ in range(phases):
            if not env.agents:
                seen, _ = env.reset()
            actions = {agent: env.action_space(agent).sample(seen[agent]["action_mask"]) for agent in env.agents}
            seen, *_ = env.step(actions)

    return [Row("DiplomacyEnv, observations and masks of all powers", play, phases)]


def plain_row(rules: Rulebook, phases: int) -> Row:
    """Return the row of plain play, from position to position."""

    def play() -> None:
        position, chance = starting_position(load_board()), Random(1)
        for _ in range(phases):
            orders = [chance.choice(listed) for listed in legal_by_place(position, rules=rules).values()]
            position = following(adjudicate_phase(position, orders, rules=rules).after)
            if position.phase and position.phase.year > LAST_YEAR:
                position = starting_position(load_board())

    return Row("plain, phases of random play", play, phases)


def check(rules: Rulebook, phases: int) -> int:
    """Play a game in arrays, and each phase of it in plain code with the same orders; return the number of phases.

    Raises:
        BenchmarkError: The positions after a phase differ.
    """
    try:
        from standoff.env.games import Games, seeds
    except ImportError:
        return 0
    games = Games.start(1)
    for number in range(phases):
        before, orders = games.position(0), games.random_orders(seeds(number, 1), rules=rules)
        after = following(adjudicate_phase(before, games.orders_of(0, orders[0]), rules=rules).after)
        games.advance(orders, rules=rules)
        if games.position(0) != Games.from_positions([after]).position(0):
            raise BenchmarkError(f"phase {number + 1} of a game in arrays is not as in plain play")
    return phases


def sections(options: Options) -> Iterator[Section]:
    """Yield whole games."""
    rules, phases = rulebook(options.rules), options.of(SINGLE_PHASES, QUICK_PHASES)
    same = check(rules, phases)
    rows = [*vector_rows(rules, options), *single_rows(rules, phases), plain_row(rules, phases)]
    packages = open_packages(options)
    for package in packages:

        def play(package: Any = package) -> float:
            return package.ask(task="games", phases=phases)["seconds"]

        rows.append(Row(f"{package.name}, phases of random play", play, phases, package.name))
    yield Section(
        "games",
        "whole games of random legal play",
        "phase",
        rows,
        {"same_as_plain": same},
        close=lambda: [package.close() for package in packages] and None,
    )


if __name__ == "__main__":
    command_line(__doc__, "benchmarks.environments", [sections])
