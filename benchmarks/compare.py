"""standoff compared with other adjudicators: `python -m benchmarks.compare [--peer PEER …]`.

All adjudicate the same movement phases of seeded greedy and random games, in one run. Before anything is timed,
compiled code is compared with plain code, and the peers with standoff (`peers.py`). Missing programs are left out.
"""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from statistics import mean
from typing import Any

import standoff
from benchmarks.measuring import BenchmarkError, Options, Row, Section, command_line, cores, each, repeated
from benchmarks.peers import PeerRows, open_packages, turn_texts
from standoff import read
from standoff.lines import AnswerForm
from standoff.lines.answering import answers_singly, answers_together, block_of
from standoff.lines.blocks import LINES_IN_BLOCK
from standoff.map import PhaseType
from standoff.random_turns import games
from standoff.solver import MovementResult, Rulebook, adjudicate, legal_by_place, rulebook
from standoff.text.line import read_raw_line
from standoff.text.tables import print_result
from standoff.turn.codec import rules_object, turn_object

TURNS, QUICK_TURNS = 200, 6
COPIES, QUICK_COPIES = 40, 2
"""The number of repetitions of compiled code in one measurement: a single one is too short."""


def movements_of(profile: str, options: Options) -> list[standoff.Turn]:
    """Return the first movement phases of random games of a profile (`docs/crosscheck.md`)."""
    movements = (turn for turn in games(options.seed, profile=profile) if turn.type is PhaseType.MOVEMENT)
    return list(islice(movements, options.of(TURNS, QUICK_TURNS)))


def on_cores(task: str, count: int) -> str:
    """Return the name of a row of compiled code: "compiled, all legal orders, 2 cores"."""
    return f"compiled, {task}, {count} {'core' if count == 1 else 'cores'}"


def plain_rows(turns: Sequence[standoff.Turn], rules: Rulebook) -> list[Row]:
    """Return the rows of plain Python: from values to values, and from text to the table of `standoff adjudicate`."""
    texts = [orders_file(turn) for turn in turns]

    def solved(turn: standoff.Turn) -> object:
        return adjudicate(turn.position, turn.orders, rules=rules)

    def listed(turn: standoff.Turn) -> object:
        return list(adjudicate(turn.position, turn.orders, rules=rules))

    def printed(*, known: bool) -> None:
        with contextlib.redirect_stdout(io.StringIO()):
            for text in texts:
                if not known:
                    read_raw_line.cache_clear()
                turn = read(text, rules=rules)
                print_result(turn.adjudicate().phase_result, turn.board, turn.rules)

    count = len(turns)
    return [
        Row("plain", each(solved, turns), count),
        Row("plain, every outcome and reason", each(listed, turns), count),
        Row("text of a turn to its table, lines met before", partial(printed, known=True), count),
        Row("text of a turn to its table, every line new", partial(printed, known=False), count),
    ]


def orders_file(turn: standoff.Turn) -> str:
    """Return a turn as a file of orders: below the name of each power its orders, then the units without one."""
    ordered = {order.unit.province for order in turn.orders}
    idle = [f"  {unit.power}: {unit}\n" for unit in turn.position.units if unit.province not in ordered]
    _, orders = turn_texts(turn)
    lines = [f"{power}\n" + "".join(f"  {text}\n" for text in texts) for power, texts in orders.items()]
    return "".join(lines) + ("UNITS\n" + "".join(idle) if idle else "")


def compiled_rows(turns: Sequence[standoff.Turn], rules: Rulebook, copies: int) -> list[Row]:
    """Return the rows of compiled code from order arrays.

    Raises:
        BenchmarkError: Its results, including legal retreats, differ from those of plain code.
    """
    try:
        from standoff.solver.arrays.batch import adjudicate_batch, encode
    except ImportError:
        return []
    pairs = [(turn.position, turn.orders) for turn in turns]
    once, left_out = encode(pairs, rules=rules)
    expected = [adjudicate(*pair, rules=rules) for n, pair in enumerate(pairs) if n not in left_out]
    outcomes = adjudicate_batch(once, rules=rules)
    same = sum(agrees(outcomes, n, result) for n, result in enumerate(expected))
    if same != len(expected) or not expected:
        raise BenchmarkError(f"compiled agrees with plain on {same} of {len(expected)} turns only")
    batch, _ = encode(repeated(pairs, copies * len(pairs)), rules=rules)
    return [
        Row(
            on_cores("from order arrays", count),
            partial(adjudicate_batch, batch, rules=rules, threads=count),
            len(batch),
            key=f"arrays, {count}",
            about={"threads": count, "same_as_plain": same},
        )
        for count in cores()
    ]


def agrees(outcomes: Any, number: int, result: MovementResult) -> bool:
    """Return whether compiled and plain code agree on success, contested provinces and legal retreats."""
    units = result.assignment.units
    success = dict(zip((unit.province for unit in units), outcomes.success(number), strict=True))
    return (
        all(success[order_result.order.unit.province] == order_result.success for order_result in result)
        and outcomes.contested_provinces(number) == result.after.contested
        and {units[n].province: where for n, where in outcomes.legal_retreats(number).items()} == result.retreats
    )


def line_rows(turns: Sequence[standoff.Turn], rules: Rulebook) -> list[Row]:
    """Return the rows of interchange lines, from text to text, answered in blocks on one core.

    The texts of units and orders are cached already, as in any long run.

    Raises:
        BenchmarkError: A line has another answer in a block than by itself.
    """
    try:
        import numba  # noqa: F401  # pyright: ignore
    except ImportError:
        return []
    texts = request_lines(turns, rules)
    block = block_of(text.encode() for text in texts)
    expected, together = (answers(block).text.splitlines() for answers in (answers_singly, answers_together))
    same = sum(one == other for one, other in zip(together, expected, strict=True))
    if same != len(expected):
        raise BenchmarkError(f"lines in a block are answered as by themselves in {same} of {len(expected)} cases only")
    blocks = ["\n".join(texts[n : n + LINES_IN_BLOCK]).encode() for n in range(0, len(texts), LINES_IN_BLOCK)]

    def answered(*, brief: bool) -> None:
        for block in blocks:
            answers_together(block, AnswerForm(brief=brief))

    return [
        Row("compiled, lines, every reason", partial(answered, brief=False), len(texts)),
        Row("compiled, lines, --brief", partial(answered, brief=True), len(texts)),
    ]


def request_lines(turns: Sequence[standoff.Turn], rules: Rulebook) -> list[str]:
    """Return turns as interchange lines."""
    return [
        json.dumps(
            rules_object(rules) | turn_object(turn.position, [(order.power, str(order)) for order in turn.orders])
        )
        for turn in turns
    ]


def legal_section(turns: Sequence[standoff.Turn], rules: Rulebook, options: Options) -> Section:
    """Return the section of listing all legal orders of the positions of turns."""
    positions = [turn.position for turn in turns]
    listed = [legal_by_place(position, rules=rules) for position in positions]
    average = mean(sum(map(len, orders.values())) for orders in listed)

    def plainly(position: standoff.Position) -> object:
        return legal_by_place(position, rules=rules)

    rows = [Row("plain, all legal orders", each(plainly, positions), len(positions))]
    try:
        from standoff.env.games import Games
    except ImportError:
        pass
    else:
        copies = options.of(10, 1)
        games = Games.from_positions(list(repeated(positions, copies * len(positions))))
        if len(games.legal(rules=rules).orders) != sum(len(each) for of in listed for each in of.values()) * copies:
            raise BenchmarkError("compiled code lists another number of legal orders than plain code")
        rows += [
            Row(
                on_cores("all legal orders", count),
                partial(games.legal, rules=rules, threads=count),
                len(games),
                key=f"legal, {count}",
            )
            for count in cores()
        ]
    packages = open_packages(options)
    for package in packages:

        def possible(package: Any = package) -> float:
            return package.ask(task="legal", turns=[turn_texts(turn) for turn in turns])["seconds"]

        rows.append(Row(f"{package.name}, all possible orders", possible, len(turns), package.name))
    return Section(
        "legal",
        f"all legal orders of {len(positions)} positions, {average:.0f} a position",
        "position",
        rows,
        {"legal_orders": round(average)},
        close=lambda: [package.close() for package in packages] and None,
    )


def sections(options: Options) -> Iterator[Section]:
    """Yield the movement phases of greedy games and, except in the quick form, random games; and all legal orders."""
    rules = rulebook(options.rules)
    for profile in ("greedy",) if options.quick else ("greedy", "random"):
        turns = movements_of(profile, options)
        units = mean(len(turn.position.units) for turn in turns)
        peers = PeerRows(options, turns)
        rows = [
            *plain_rows(turns, rules),
            *compiled_rows(turns, rules, options.of(COPIES, QUICK_COPIES)),
            *line_rows(turns, rules),
            *peers.rows,
        ]
        title = f"{len(turns)} movement phases of {profile} games, {units:.1f} units on average, rulebook {rules.name}"
        about = {"turns": len(turns), "units": round(units, 1), "rules": rules.name}
        yield Section(profile, title, "turn", rows, about, close=peers.close)
    yield legal_section(movements_of("greedy", options), rules, options)


if __name__ == "__main__":
    command_line(__doc__, "benchmarks.compare", [sections])
