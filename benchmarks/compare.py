"""standoff and other adjudicators side by side: `python -m benchmarks.compare [--peer PEER]`.

All adjudicate the same movement phases in one run, those of seeded greedy and random games. They take turns, round
after round; the median of the rounds counts. Before anything is timed the others are compared with standoff, as
`standoff crosscheck` does it. What is not installed is left out.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import json
import logging
import os
import platform
import shlex
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

import standoff
from standoff import read
from standoff.lines import AnswerForm
from standoff.lines.answering import answer_block, answer_lines, answers_together
from standoff.lines.blocks import LINES_IN_BLOCK
from standoff.map import PhaseType, Position, load_board
from standoff.peers.adapters import open_peer
from standoff.peers.adapters.cdippy import CdippyPeer
from standoff.peers.adapters.peer import Peer, PeerError, PeerUnavailable
from standoff.peers.comparing.findings import found
from standoff.peers.comparing.judging import Judgement, Kind, asked
from standoff.random_turns import games
from standoff.solver import (
    MovementResult,
    Order,
    Rulebook,
    adjudicate,
    legal_by_place,
    rulebook,
)
from standoff.text.reading import known_line
from standoff.text.tables import print_result
from standoff.turn.codec import rules_object, turn_object

BOARD = load_board()

Turn = tuple[Position, list[Order]]
"""A movement phase: its position and an order for each unit."""


def movements_of(profile: str, seed: int, turns: int) -> list[Turn]:
    """Return the first movement phases of random games of a profile (`docs/generator.md`)."""
    movements = (turn for turn in games(seed, profile=profile) if turn.type is PhaseType.MOVEMENT)
    return [(turn.position, list(turn.orders)) for turn in islice(movements, turns)]


def on_cores(task: str, cores: int) -> str:
    """Return the name of a runner of compiled code: "compiled, all legal orders, 2 cores"."""
    return f"compiled, {task}, {cores} {'core' if cores == 1 else 'cores'}"


RANDOM_PLAY = "phases of random play in VectorEnv"


@dataclass
class Runner:
    """Something that adjudicates a list of turns.

    Attributes:
        name: What the table calls it.
        run: Adjudicates all of them.
        turns: How many it does.
        agrees: On how many it has the same units and retreats as standoff, None where that is standoff itself.
        seconds: What each round took.
        timed: What of the last round counts, in seconds; all of it if None.
    """

    name: str
    run: Callable[[], object]
    turns: int
    agrees: int | None = None
    seconds: list[float] = field(default_factory=list)
    timed: Callable[[], float] | None = None

    @property
    def micros(self) -> float:
        """The median, in microseconds a turn."""
        return statistics.median(self.seconds) / self.turns * 1e6


def drained(results: Callable[[Turn], object], turns: Sequence[Turn]) -> Callable[[], None]:
    def run() -> None:
        for turn in turns:
            results(turn)

    return run


def plain(turns: Sequence[Turn], rules: Rulebook) -> list[Runner]:
    def listed(turn: Turn) -> list[object]:
        return list(adjudicate(turn[0], turn[1], rules=rules))

    files = [orders_file(position, orders) for position, orders in turns]

    def printed(*, known: bool) -> None:
        """Read each turn and print the table of `standoff adjudicate`, as it is where there is no terminal."""
        with contextlib.redirect_stdout(io.StringIO()):
            for text in files:
                if not known:
                    known_line.cache_clear()
                turn = read(text, rules=rules)
                print_result(turn.adjudicate().phase_result, turn.board, turn.rules)

    return [
        Runner("plain", drained(lambda turn: adjudicate(*turn, rules=rules), turns), len(turns)),
        Runner("plain, every outcome and reason", drained(listed, turns), len(turns)),
        Runner("text of a turn to its table, lines met before", lambda: printed(known=True), len(turns)),
        Runner("text of a turn to its table, every line new", lambda: printed(known=False), len(turns)),
    ]


def orders_file(position: Position, orders: Sequence[Any]) -> str:
    """Return a turn as a file of orders: below the name of each power its orders, then the units without one."""
    ordered = {order.unit.province for order in orders}
    idle = [f"  {unit.power}: {unit}\n" for unit in position.units if unit.province not in ordered]
    lines = [f"{power}\n" + "".join(f"  {text}\n" for text in texts) for power, texts in orders_of(orders).items()]
    return "".join(lines) + ("UNITS\n" + "".join(idle) if idle else "")


def compiled(turns: Sequence[Turn], rules: Rulebook, copies: int) -> list[Runner]:
    """Return the runners of the extra ``fast``; `turns` are repeated `copies` times, for one lasts too short."""
    try:
        from standoff.solver.arrays.batch import adjudicate_batch, batch_of, encode_turn
    except ImportError:
        print("not measured: compiled code (pip install '.[fast]')")
        return []
    start, units, orders, encoded = [0], [], [], []
    for position, turn_orders in list(turns) * copies:
        rows = encode_turn(position, turn_orders, BOARD, rules)
        if rows:
            units.extend(rows[0])
            orders.extend(rows[1])
            start.append(len(units))
            encoded.append((position, turn_orders))
    batch = batch_of(BOARD, start, units, orders)
    alone = [adjudicate(*turn, rules=rules) for turn in encoded[: len(encoded) // copies]]
    out = adjudicate_batch(batch, rules=rules)
    agree = sum(same(out, n, result) for n, result in enumerate(alone))
    cores = os.cpu_count() or 1
    print(f"compiled agrees with plain on {agree} of {len(alone)} turns, legal retreats included")
    from_orders = partial(adjudicate_batch, batch, rules=rules)
    all_cores = f"{cores} cores"
    return [
        Runner("compiled, 1 core, from order arrays", partial(from_orders, threads=1), len(batch)),
        Runner(f"compiled, {all_cores}, from order arrays", partial(from_orders, threads=cores), len(batch)),
    ]


def legal(turns: Sequence[Turn], rules: Rulebook) -> list[Runner]:
    """Return the runners that list all legal orders of the positions of turns."""
    positions = [position for position, _ in turns]

    def plainly() -> None:
        for position in positions:
            legal_by_place(position, rules=rules)

    runners = [Runner("plain, all legal orders", plainly, len(turns))]
    try:
        from standoff.env.games import Games
    except ImportError:
        pass
    else:
        games = Games.of(positions)
        games = Games(BOARD, games.state.repeat(10, axis=0), games.phase.repeat(10, axis=0))
        print(f"{len(games.legal(rules=rules).orders) / len(games):.0f} legal orders a position")
        for cores in sorted({1, os.cpu_count() or 1}):
            listed = partial(games.legal, rules=rules, threads=cores)
            runners.append(Runner(on_cores("all legal orders", cores), listed, len(games)))
    if not (diplomacy := installed_package()):
        return runners
    game = diplomacy.Game()
    units = [units_of(position) for position in positions]

    def run() -> None:
        for units_by_power in units:
            game.clear_units()
            for power, texts in units_by_power.items():
                game.set_units(power, texts)
            game.get_all_possible_orders()

    return [*runners, Runner(f"diplomacy {version('diplomacy')}, all possible orders", run, len(turns))]


def lines(turns: Sequence[Turn], rules: Rulebook) -> list[Runner]:
    """Return the runners of interchange lines, from text to text, answered in blocks on one core.

    The texts of units and orders that were met before are known; that is so in any long run.
    """
    try:
        import numba  # noqa: F401  # pyright: ignore
    except ImportError:
        return []
    texts = [json.dumps(rules_object(rules) | turn_object(position, texts_of(orders))) for position, orders in turns]
    expected = list(answer_lines(texts))
    agree = sum(one == other for one, other in zip(answer_block(texts), expected, strict=True))
    print(f"lines in a block are answered as by themselves, to the letter: {agree} of {len(expected)}")
    blocks = ["\n".join(texts[n : n + LINES_IN_BLOCK]).encode() for n in range(0, len(texts), LINES_IN_BLOCK)]

    def answered(*, brief: bool) -> None:
        for block in blocks:
            answers_together(block, AnswerForm(brief=brief))

    return [
        Runner("compiled, lines, every reason", partial(answered, brief=False), len(texts)),
        Runner("compiled, lines, --brief", partial(answered, brief=True), len(texts)),
    ]


def texts_of(orders: Sequence[Any]) -> list[tuple[str, str]]:
    return [(order.power, str(order)) for order in orders]


def same(out: Any, turn: int, result: MovementResult) -> bool:
    units = result.assignment.units
    return (
        out.moved(turn) == [result.moved(n) for n in range(len(units))]
        and out.contested_provinces(turn) == result.after.contested
        and {units[n].province: where for n, where in out.legal_retreats(turn).items()} == result.retreats
    )


def compared_with_standoff(peer: Peer, questions: Sequence[standoff.Turn]) -> int:
    """Return on how many questions a peer has the same units and retreats; `standoff crosscheck` says what differs.

    Standoff goes by the rulebook that the peer is to be read under.
    """
    judged = [asked(question, peer, peer.rules) for question in questions]
    findings = [found(one, peer, number=n) for n, one in enumerate(judged) if isinstance(one, Judgement)]
    return len(questions) - sum(one is not None and one.kind is not Kind.ORDERS for one in findings)


def installed_package() -> Any:
    """Return the `diplomacy` package, kept from logging; None, which is said, if it is not installed."""
    if find_spec("diplomacy") is None:
        print("not measured: the diplomacy package (pip install '.[peers]')")
        return None
    logging.disable(logging.CRITICAL)
    return import_module("diplomacy")


def package(turns: Sequence[Turn]) -> list[Runner]:
    """Return the runners of the `diplomacy` package: the processing alone, and with the orders read."""
    if not (diplomacy := installed_package()):
        return []
    game = diplomacy.Game()
    lines = [(units_of(position), orders_of(orders)) for position, orders in turns]
    reading = processing = 0.0

    def run() -> None:
        nonlocal reading, processing
        reading = processing = 0.0
        for units, orders in lines:
            game.set_current_phase("S1901M")
            game.clear_units()
            game.clear_orders()
            for power, texts in units.items():
                game.set_units(power, texts)
            began = time.perf_counter()
            for power, texts in orders.items():
                game.set_orders(power, texts)
            orders_read = time.perf_counter()
            game.process()
            processing += time.perf_counter() - orders_read
            reading += orders_read - began

    peer = open_peer("diplomacy")
    questions = [standoff.Turn(position, tuple(orders), board=BOARD) for position, orders in turns]
    agrees = compared_with_standoff(peer, questions)
    peer.close()
    name = f"diplomacy {version('diplomacy')}"
    return [
        Runner(f"{name}, process() alone", run, len(turns), agrees, timed=lambda: processing),
        Runner(f"{name}, orders as text", run, len(turns), agrees, timed=lambda: reading + processing),
    ]


def units_of(position: Position) -> dict[str, list[str]]:
    return {power: [str(unit) for unit in units] for power, units in position.by_power().items()}


def orders_of(orders: Sequence[Any]) -> dict[str, list[str]]:
    by_power: dict[str, list[str]] = {}
    for order in orders:
        by_power.setdefault(order.power, []).append(str(order))
    return by_power


def program(spec: str, turns: Sequence[Turn]) -> list[Runner]:
    """Return the runner of a peer named as `standoff crosscheck` names it."""
    try:
        peer = open_peer(spec)
    except PeerUnavailable as fault:
        print(f"not measured: {fault}")
        return []
    questions = [standoff.Turn(position, tuple(orders), board=BOARD) for position, orders in turns]
    questions = [question for question in questions if peer.cannot(question) is None]

    def run() -> None:
        for question in questions:
            try:
                peer.answer(question)
            except PeerError:
                continue

    agrees = compared_with_standoff(peer, questions)
    runners = [Runner(f"{peer.name} {peer.version}, through its protocol", run, len(questions), agrees)]
    if isinstance(peer, CdippyPeer):
        input_text = "".join("CLEAR ALL\n" + peer.wording(question) for question in questions)
        command = shlex.split(spec.partition(":")[2])

        def in_one_process() -> None:
            subprocess.run(command, input=input_text, capture_output=True, text=True, check=True)

        runners.append(Runner("cdippy, text in, verdicts out", in_one_process, len(questions), agrees))
    return runners


def measure(runners: Sequence[Runner], rounds: int) -> None:
    """Let the runners take turns, and note how long each takes."""
    for number in range(rounds + 1):
        for runner in runners:
            gc.collect()
            began = time.perf_counter()
            runner.run()
            seconds = time.perf_counter() - began
            if number:  # the first round only warms up
                runner.seconds.append(runner.timed() if runner.timed else seconds)


def table(runners: Sequence[Runner], item: str = "turn") -> None:
    base = next((runner for runner in runners if runner.name.startswith("diplomacy")), runners[0])
    width = max(len(runner.name) for runner in runners)
    print(f"{'':{width}}  us a {item}   ratio to {base.name.split(',')[0]}  agrees")
    for runner in runners:
        ratio = base.micros / runner.micros
        agrees = "" if runner.agrees is None else f"{runner.agrees} of {runner.turns}"
        print(f"{runner.name:{width}}  {runner.micros:9.2f}   {ratio:9.2f}x  {agrees}")


def machine() -> str:
    model = platform.processor() or platform.machine()
    cpu = Path("/proc/cpuinfo")
    if cpu.exists():
        names = [line.partition(":")[2].strip() for line in cpu.read_text().splitlines() if "model name" in line]
        model = names[0] if names else model
    return f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, {model}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=400, help="of each kind")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--copies", type=int, default=20, help="how often compiled code does the turns in one go")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="2023", help="the rulebook of standoff that is timed")
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="PEER",
        help="cdippy:PROGRAM or lines:COMMAND",
    )
    given = parser.parse_args()
    print(machine())
    kinds: dict[str, list[Turn]] = {
        "greedy games": movements_of("greedy", given.seed, given.turns),
        "random games": movements_of("random", given.seed, given.turns),
    }
    rules = rulebook(given.rules)
    for kind, turns in kinds.items():
        units = sum(len(position.units) for position, _ in turns) / len(turns)
        print(f"\n{kind}: {len(turns)} movement phases, {units:.1f} units on average, rulebook {rules.name}")
        runners = [*plain(turns, rules), *compiled(turns, rules, given.copies), *lines(turns, rules), *package(turns)]
        for spec in given.peer:
            runners.extend(program(spec, turns))
        measure(runners, given.rounds)
        table(runners)
        listing = legal(turns, rules)
        measure(listing, given.rounds)
        table(listing, "position")
    from benchmarks.environments import whole_games

    whole_games(rules, given.rounds)


if __name__ == "__main__":
    main()
