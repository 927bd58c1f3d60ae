"""Compare the definition that `research/proof` is about with the package: `python -m research.proof.compare`.

The definition, extracted from Coq (`make -C research/proof` makes the program `run`), and the package are asked the same
turns: movement phases of the library, turns of the generator, tangled ones, and tangled ones on boards with convoying
coasts. Compared are the set of all resolutions, what propagation decides, and the outcome under the Szykman rule. Turns with
more than `--most` orders are asked without their resolutions. What a turn is, the facts after matching, is the
package's; the strengths, paths and equations are each one's own.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

from standoff.map import ARMY, FLEET, Board, PhaseType, Position, Unit
from standoff.map.masks import bits
from standoff.peers import case_questions
from standoff.random_turns import question, questions, tangled_board
from standoff.solver import Convoy, Move, Order, Rulebook, Support, UnitName, rulebook
from standoff.solver.law.equations import BY_CONVOY, BY_EITHER, CONVOYS, MOVES, SUPPORTS, propagate
from standoff.solver.law.solving import CONVOY_PARADOX, Cyclic, PlainCallbacks, solve
from standoff.solver.plain.house_table import table_of
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.plain.paradox import all_resolutions
from standoff.solver.rules.options import ParadoxBackup
from tools.shared import command_line, say, seconds

PROGRAM = Path(__file__).parent / "run"

EXCEPTIONS = {"none": 0, "attack-on-own-convoy": 1971, "any-action": 1982, "attack-on-necessary": 2000}
"""The choices for ``paradox_exception``, and how the program calls them."""

HOLD, MOVE, SUPPORT, CONVOY = 1, 2, 3, 4
"""The kinds of orders as the program reads them; 0 is an empty province."""

KINDS = ("library", "random", "tangled", "coasts")

Laid = tuple[str, Board, Position, Sequence[Order]]


class Answer(NamedTuple):
    """An adjudicator's result of a turn, as sets of units.

    Attributes:
        resolutions: What succeeds in each resolution, in order; None if not asked for.
        true, false: What propagation decides.
        szykman: What succeeds if the convoys that are left open fail, and circles move.
    """

    resolutions: list[tuple[int, ...]] | None
    true: tuple[int, ...]
    false: tuple[int, ...]
    szykman: tuple[int, ...]


def boards_with_coasts(draw: Random) -> tuple[Board, Board, list[str]]:
    """Return a tangled board, the same with some seas as coasts whose fleets convoy, and these coasts."""
    seas = [f"SEA{number}" for number in range(draw.randint(2, 5))]
    coasts = [f"LAND{number}" for number in range(draw.randint(4, 10))]
    convoying, places = draw.sample(seas, draw.randint(1, len(seas) - 1)), seas + coasts
    borders, powers = draw.choice((0, 0.2, 0.5)), ("AMBER", "BROWN", "CORAL", "DENIM")
    army = {
        one: " ".join(other for other in coasts[number + 1 :] if draw.random() < borders)
        for number, one in enumerate(coasts)
    }
    sea, coast = {"kind": "sea"}, {"kind": "coastal"}
    usual = {one: {"name": f"Place {one}", **(sea if one in seas else coast)} for one in places}
    data = {
        "name": f"coasts {draw.random()}",
        "powers": {one: {"name": one.title(), "adjective": one.title(), "homes": [], "units": []} for one in powers},
        "provinces": usual,
        "army": {one: near for one, near in army.items() if near},
        "fleet": {one: " ".join(places[number + 1 :]) for number, one in enumerate(places[:-1])},
    }
    changed = usual | {one: {"name": f"Place {one}", **coast, "convoys": True} for one in convoying}
    return Board(data), Board(data | {"name": f"{data['name']} convoying", "provinces": changed}), convoying


def landing_on(draw: Random, orders: Sequence[Order], coasts: Sequence[str]) -> list[Order]:
    """Return the orders with some convoyed armies sent to these coasts instead, and what goes with it."""
    armies = sorted({order.convoyed.place for order in orders if isinstance(order, Convoy)})
    goals = {army: draw.choice(coasts) for army in armies if draw.random() < 0.5}

    def changed(order: Order) -> Order:
        if isinstance(order, Convoy) and order.convoyed.place in goals:
            return Convoy(order.power, order.unit, order.convoyed, goals[order.convoyed.place])
        if isinstance(order, Move) and order.unit.place in goals:
            return Move(order.power, order.unit, goals[order.unit.place], True)
        if isinstance(order, Support) and order.destination and order.supported.place in goals:
            return Support(order.power, order.unit, order.supported, goals[order.supported.place])
        return order

    return [changed(order) for order in orders]


def ring_of_convoys(draw: Random, board: Board, coasts: Sequence[str]) -> tuple[Position, list[Order]] | None:
    """Return two or more armies that each attack, with support, the fleet that convoys the one before; None if no place is left.

    The fleets stand on convoying coasts, so that the core of the paradox has no support (`research/theory.md`).
    """
    land = [province.id for province in board.provinces if province.id not in coasts and province.kind == "coastal"]
    most = min(len(coasts), len(land) // 2)
    if most < 2:
        return None
    ring = draw.sample(coasts, draw.randint(2, most))
    starts = draw.sample(land, 2 * len(ring))
    units: list[Unit] = []
    orders: list[Order] = []
    for number, coast in enumerate(ring):
        power = draw.choice([one for one in board.powers if not units or one != units[-1].power])
        goal, start, beside = ring[(number + 1) % len(ring)], starts[2 * number], starts[2 * number + 1]
        fleet, army, helper = Unit(FLEET, coast, power), Unit(ARMY, start, power), Unit(FLEET, beside, power)
        units += [fleet, army, helper]
        names = [UnitName(unit.location, unit.type) for unit in (fleet, army, helper)]
        orders += [
            Convoy(power, names[0], names[1], goal),
            Move(power, names[1], goal, True),
            Support(power, names[2], names[1], goal),
        ]
    return Position(tuple(units), board=board.source), orders


def laid(kind: str, seed: int) -> Iterator[Laid]:
    """Yield movement phases of one of `KINDS`, with their names; those of the library end."""
    if kind == "library":
        cases = case_questions(rulebook())
        for number in range(len(cases)):
            name, turn = cases.ask(number)
            if turn.type is PhaseType.MOVEMENT:
                yield name, turn.board, turn.position, turn.orders
    elif kind == "random":
        for number, turn in enumerate(questions(seed, phase=PhaseType.MOVEMENT)):
            yield f"random {number}", turn.board, turn.position, turn.orders
    else:
        draw, number = Random(f"{seed} {kind}"), 0
        while True:
            board, laid_out, coasts = boards_with_coasts(draw) if kind == "coasts" else (tangled_board(draw), None, [])
            if laid_out and (ring := ring_of_convoys(draw, laid_out, coasts)):
                yield f"{kind} {number}", laid_out, *ring
                number += 1
            for _ in range(10):
                turn = question(draw.randrange(1 << 30), 0, board=board, phase=PhaseType.MOVEMENT, profile="tangled")
                orders = landing_on(draw, turn.orders, coasts) if coasts else turn.orders
                yield f"{kind} {number}", laid_out or board, turn.position, orders
                number += 1


def described(table: OrderTable) -> str | None:
    """Return the matched turn as a line for the program; None if its equations are other ones (a fallback to land).

    A unit's province has the number of the unit; provinces without one come after them.
    """
    number = {table.legality.province[unit]: unit for unit in range(len(table.units))}
    powers = sorted({unit.power for unit in table.units})
    squares, pairs = [], set()
    for unit, row in enumerate(table.rows):
        kind, x, y = HOLD, 0, 0
        if table.live >> unit & 1:
            order = table.legal_orders[unit]
            goal = number.setdefault(order.destination, len(number)) if order.destination >= 0 else order.target
            if row.way >= BY_EITHER:
                return None
            if row.kind == MOVES:
                kind, x, y = MOVE, goal, int(row.way == BY_CONVOY)
                if y:
                    pairs |= {(fleet, unit) for fleet in bits(row.first)} | {(fleet, goal) for fleet in bits(row.last)}
            elif row.kind == SUPPORTS:
                kind, x, y = SUPPORT, order.target, goal
            else:
                assert row.kind == CONVOYS
                kind, x, y = CONVOY, order.target, goal
                pairs |= {(unit, other) for other in bits(row.near)}
        squares.append((powers.index(table.units[unit].power), kind, x, y))
    squares += [(0, 0, 0, 0)] * (len(number) - len(squares))
    numbers = [EXCEPTIONS[table.rules["paradox_exception"]], len(squares), *(n for square in squares for n in square)]
    return " ".join(map(str, [*numbers, len(pairs), *(n for pair in sorted(pairs) for n in pair)]))


def of_package(table: OrderTable, listing: bool, counts: Counter[str]) -> Answer:
    """Return what the package answers, and count what was met."""
    true, false = propagate(table.rows, table.live, 0, 0)
    met: list[tuple[int, ...]] = []
    _, szykman, _ = solve(table.rows, table.live, table.unopposed, Cyclic(ParadoxBackup.SZYKMAN, met, []), PlainCallbacks(None))
    counts["turns"] += 1
    counts["orders"] += table.live.bit_count()
    counts["left open"] += bool(table.live & ~(true | false))
    counts["settled"] += any(one[1] == CONVOY_PARADOX for one in met)
    resolutions = sorted(tuple(bits(mask)) for mask in all_resolutions(table)) if listing else None
    if resolutions is not None:
        counts[f"with {len(resolutions)} resolutions"] += 1
    return Answer(resolutions, *(tuple(bits(mask)) for mask in (true, false, szykman)))


def of_program(line: str) -> Answer:
    """Read an answer of the program: how many resolutions there are, negative if not asked for; and what it says."""
    number, listed, *others = line.split("|")
    true, false, szykman = (tuple(map(int, part.split())) for part in others)
    several = sorted(tuple(map(int, part.split())) for part in listed.split(";")) if int(number) > 0 else []
    return Answer(None if int(number) < 0 else several, true, false, szykman)


def asked(lines: Sequence[str], way: str) -> list[Answer]:
    """Return the program's answers."""
    command, text = [str(PROGRAM), way], "".join(f"{line}\n" for line in lines)
    run = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return [of_program(line) for line in run.stdout.splitlines()]


def compared(turns: Iterable[Laid], rules: Rulebook, most: int) -> tuple[Counter[str], list[str]]:
    """Return counts of what was compared, and the names of the turns on which the two differ."""
    counts: Counter[str] = Counter()
    waiting: dict[str, list[tuple[str, str, Answer]]] = {"all": [], "quick": []}
    for name, board, position, orders in turns:
        table = table_of(board, position, orders, rules)
        line = described(table)
        if line is None:
            counts["not described"] += 1
            continue
        counts["coast convoys"] += sum(
            table.rows[unit].kind == CONVOYS and board.provinces[table.legality.province[unit]].kind == "coastal"
            for unit in bits(table.live)
        )
        listing = table.live.bit_count() <= most
        waiting["all" if listing else "quick"].append((name, line, of_package(table, listing, counts)))
    differ: list[str] = []
    for way, some in waiting.items():
        answers = asked([line for _, line, _ in some], way)
        for (name, _, one), other in zip(some, answers, strict=True):
            parts = [part for part in Answer._fields if getattr(one, part) != getattr(other, part)]
            if parts:
                differ.append(f"{name}: {', '.join(parts)}")
    return counts, differ


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 1 if the two differ."""
    parser = command_line(__doc__, seed=1)
    parser.add_argument("--turns", type=int, default=20_000, help="random turns of each kind (20000)")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS, help="of turns (all)")
    parser.add_argument("--most", type=int, default=11, help="orders in a turn whose resolutions are listed (11)")
    parser.add_argument("--exception", choices=EXCEPTIONS, default="none", help="for convoyed attacks (none)")
    given = parser.parse_args(arguments)
    if not PROGRAM.exists():
        print("make -C research/proof makes the program; it needs Coq", file=sys.stderr)
        return 2
    rules = rulebook("2023", paradox_exception=given.exception)
    wrong = 0
    for kind in given.kinds:
        turns = laid(kind, given.seed)
        counts, differ = compared(turns if kind == "library" else islice(turns, given.turns), rules, given.most)
        wrong += len(differ)
        print(f"{kind}: {len(differ)} differ; {', '.join(f'{number} {what}' for what, number in sorted(counts.items()))}")
        print(*differ[:5], sep="\n", end="\n" if differ else "")
        say(kind)
    print(f"{wrong} turns differ; {seconds():.0f} s")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
