"""Compare `standoff force` with the enumeration of all joint orders of small random positions.

    python -m tools.check_force --positions 1000 --seed 1

Nothing of the search is used: neither how it reads a goal nor what it leaves out. Orders are made from every word that
could stand in one (each place of the board, each unit, with and without "via convoy"), and are legal if the
adjudicator says so; a goal is drawn as an order, and written; whether a turn reaches it is read off the positions
afterwards, the orders given and the faults found. Needs the extra ``fast``.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from standoff import ARMY, FLEET, Board, Forced, Order, Position, Rulebook, Turn, Unit, force, load_board, rulebook
from standoff.map.masks import bits
from standoff.solver.arrays.batch import Batch, adjudicate_batch, encode_turn
from standoff.solver.rulebook import PRESETS, board_of
from tools.shared import command_line, say

HOLD, MOVE, SUPPORT, CONVOY = 0, 1, 2, 3

Row = tuple[int, int, int, int]

RULEBOOKS = (
    *(rulebook(name) for name in PRESETS),
    rulebook(convoyed_attack_from="last-fleet"),
    rulebook(support_coast="required"),
    rulebook(support_coast="own-only"),
    rulebook(adjacent_convoy="own-intent-with-fallback"),
    rulebook(paradox_backup="all-hold"),
    rulebook(attack_on_own="void"),
    rulebook(cut_by_own_target="cut-by-convoy"),
)
"""The rulebooks that positions are drawn with."""

MOST_TURNS = 20_000
"""Positions with more joint orders are drawn again."""


@dataclass(frozen=True)
class Question:
    """A question to `force`, and what it means in the checker's own terms.

    Attributes:
        position, board, rules: The position.
        text: The goal as written.
        unit: The number of the unit that it is about.
        forms: The orders that are meant by it; empty for "dislodged".
        fails: True if it is to fail.
        by, against: The powers.
        at_best: Whether it is asked with their help.
    """

    position: Position
    board: Board
    rules: Rulebook
    text: str
    unit: int
    forms: tuple[Row, ...]
    fails: bool
    by: tuple[str, ...]
    against: tuple[str, ...]
    at_best: bool

    def __str__(self) -> str:
        how = " --at-best" if self.at_best else ""
        who = " ".join((*(f"--by {p}" for p in self.by), *(f"--against {p}" for p in self.against)))
        return f"standoff force {str(self.position)!r} {self.text!r} {who}{how} --rules {self.rules.name!r}"


def draw_position(draw: random.Random, board: Board) -> Position:
    """Draw two to five units that stand near each other, of two or three powers, often with a fleet at sea."""
    seas = [n for n, sea in enumerate(board.tables.sea) if sea >= 0]
    split = [n for n, province in enumerate(board.provinces) if len(province.locations) > 1]
    center = draw.choice(seas if draw.random() < 0.5 else split if draw.random() < 0.3 else range(len(board.provinces)))
    near = set(bits(board.around[center])) | {center}
    if draw.random() < 0.5:
        near |= set(bits(board.around[draw.choice(sorted(near))]))
    count = min(draw.choice((2, 3, 3, 4, 4, 5)), len(near))
    powers = draw.sample(sorted(board.powers), draw.choice((2, 2, 3)))
    units: list[Unit] = []
    for number in [*draw.sample(sorted(near - {center}), count - 1), center]:
        places = board.provinces[number].locations
        stands = [(ARMY, p) for p in (board.provinces[number].id,) if p in board.army_stands]
        stands += [(FLEET, place) for place in places if place in board.fleet_stands]
        if stands:
            units.append(Unit(*draw.choice(stands), draw.choice(powers)))
    return Position(tuple(units), board=board.source)


def all_rows(board: Board, position: Position, rules: Rulebook) -> list[list[Row]]:
    """Return for each unit every order that the adjudicator finds legal, the hold first."""
    units = unit_rows(board, position)
    count = len(units)
    # nobody goes farther than next to himself, or, by convoy, next to a fleet
    homes = [board.province_number[unit.province] for unit in position.units]
    reach = {near for home in homes for near in (home, *bits(board.around[home]))}
    places = [place for place, province in enumerate(board.province_of_location) if province in reach]
    provinces = [place for place in places if place < len(board.provinces)]
    tried: list[tuple[int, Row]] = []
    for unit in range(count):
        rows: list[Row] = [(MOVE, -1, place, via) for place in places for via in (0, 1)]
        for other in range(count):
            if other != unit:
                rows += [(SUPPORT, other, -1, 0), *((SUPPORT, other, place, 0) for place in places)]
                rows += [(CONVOY, other, place, 0) for place in provinces]
        tried += [(unit, row) for row in rows if _written(board, position, unit, row)]
    orders = np.tile(np.array([HOLD, -1, -1, 0], dtype=np.int16), (len(tried), count, 1))
    for number, (unit, row) in enumerate(tried):
        orders[number, unit] = row
    answers = adjudged(board, units, orders, rules)
    legal: list[list[Row]] = [[(HOLD, -1, -1, 0)] for _ in range(count)]
    for number, (unit, row) in enumerate(tried):
        if not answers["fault"][number, unit]:
            legal[unit].append(row)
    return legal


def _written(board: Board, position: Position, unit: int, row: Row) -> bool:
    """Tell whether an order names only coasts that are there for a fleet, and is not written twice in other words."""
    kind, target, place, via = row
    mover = position.units[unit if kind == MOVE else target]
    if place >= 0 and "/" in board.locations[place] and mover.type is ARMY:
        return False
    if kind == MOVE and mover.type is FLEET and (via or _unclear(board, mover, place)):
        return False  # it goes to a coast that is named; unnamed, it is the same or illegal
    if kind == MOVE and via:  # "via convoy" says nothing where no way leads over land
        return bool(board.army_reach[board.province_number[mover.province]] >> place & 1)
    return True


def _unclear(board: Board, fleet: Unit, place: int) -> bool:
    return "/" not in board.locations[place] and not (
        board.fleet_reach[board.location_number[fleet.location]] >> place & 1
    )


def unit_rows(board: Board, position: Position) -> Any:
    """Return the units as rows of `Batch.units`: int16, shape (units, 3)."""
    powers = list(board.powers)
    return np.array(
        [(int(u.type is FLEET), board.location_number[u.location], powers.index(u.power)) for u in position.units],
        dtype=np.int16,
    )


def adjudged(board: Board, units: Any, orders: Any, rules: Rulebook) -> Any:
    """Return the answers of the adjudicator: records, shape (turns, units)."""
    turns, count = orders.shape[:2]
    start = np.arange(turns + 1, dtype=np.int64) * count
    batch = Batch(board, start, np.tile(units, (turns, 1)), orders.reshape(-1, 4))
    answers = adjudicate_batch(batch, rules=rules, threads=1).answers
    return answers.reshape(turns, count)


def draw_question(draw: random.Random, board: Board, rules: Rulebook) -> tuple[Question, list[list[Row]]] | None:
    """Draw a position and what is asked about it; None if that came to nothing."""
    position = draw_position(draw, board)
    owners = sorted({unit.power for unit in position.units})
    if len(owners) < 2:
        return None
    legal = all_rows(board, position, rules)
    held = sorted(unit.power for unit in position.units)  # who has more units is asked about more often
    by = (draw.choice(held),) if len(owners) < 3 or draw.random() < 0.6 else tuple(draw.sample(owners, 2))
    rest = [power for power in owners if power not in by]
    against = tuple(rest) if draw.random() < 0.8 else (draw.choice(rest),)
    at_best = draw.random() < 0.25
    free = [n for n, unit in enumerate(position.units) if unit.power in (*by, *against)]
    if prod(len(legal[unit]) for unit in free) > MOST_TURNS:
        return None
    kind = draw.choice(("order", "order", "order", "not", "not", "dislodged"))
    units = [n for n, unit in enumerate(position.units) if kind != "order" or unit.power in by]
    if kind == "dislodged" and draw.random() < 0.7:
        units = [n for n, unit in enumerate(position.units) if unit.power not in by]
    number = draw.choice(units)
    unit = position.units[number]
    if kind == "dislodged":
        text = draw.choice((f"{unit} dislodged", f"{unit.province} dislodged"))
        return Question(position, board, rules, text, number, (), False, by, against, at_best), legal
    wanted = draw.choice(sorted({row[0] for row in legal[number]}))
    row = draw.choice([row for row in legal[number] if row[0] == wanted])
    text, forms = write(draw, board, position, number, row, legal[number], fails=kind == "not")
    text = f"not {text}" if kind == "not" else text
    return Question(position, board, rules, text, number, forms, kind == "not", by, against, at_best), legal


def write(
    draw: random.Random, board: Board, position: Position, unit: int, row: Row, legal: Sequence[Row], *, fails: bool
) -> tuple[str, tuple[Row, ...]]:
    """Write an order as a goal, sometimes without its coast; return the text and all orders that it means."""
    kind, target, place, via = row
    named = str(position.units[unit])
    where = board.locations[place] if place >= 0 else ""
    forms = [row]
    if kind == MOVE:
        province = board.province_of_location[place]
        if "/" in where and draw.random() < 0.4:
            where = where.partition("/")[0]
            forms = [r for r in legal if r[0] == MOVE and board.province_of_location[r[2]] == province]
        if fails and not via:
            forms += [r for r in legal if r[0] == MOVE and r[2] == place and r not in forms]
        return f"{named} - {where}{' VIA' if via else ''}", tuple(forms)
    if kind == HOLD:
        return f"{named} H", tuple(forms)
    text = f"{named} {'S' if kind == SUPPORT else 'C'} {position.units[target]}"
    return text + (f" - {where}" if where else ""), tuple(forms)


def enumerate_all(question: Question, legal: list[list[Row]]) -> tuple[list[list[Row]], Any]:
    """Return by unit the orders tried, and for each joint order whether the goal is reached: bool, an axis a unit."""
    position, board = question.position, question.board
    free = (*question.by, *question.against)
    choices = [rows if u.power in free else rows[:1] for u, rows in zip(position.units, legal, strict=True)]
    if question.forms:
        choices[question.unit] = list(question.forms)
    shape = tuple(len(rows) for rows in choices)
    index = np.indices(shape).reshape(len(shape), -1)
    orders = np.stack([np.array(rows, dtype=np.int16)[index[unit]] for unit, rows in enumerate(choices)], axis=1)
    answers = adjudged(board, unit_rows(board, position), orders, question.rules)
    return choices, reached(question, orders, answers).reshape(shape)


def reached(question: Question, orders: Any, answers: Any) -> Any:
    """Tell of each turn whether it reaches the goal, in which the unit has one of the orders that are meant."""
    unit = question.unit
    out = answers["attacker"][:, unit] >= 0
    if not question.forms:
        return out
    kind = question.forms[0][0]
    if kind == MOVE:
        done = ~out & (answers["place"][:, unit] == orders[:, unit, 2])
    elif kind == HOLD:
        done = ~out
    else:
        target = question.forms[0][1]
        theirs = orders[:, target]
        province = np.array(question.board.province_of_location)
        place = orders[:, unit, 2]
        if question.forms[0][2] < 0:
            matches = (theirs[:, 0] != MOVE) | (answers["void"][:, target] != 0)  # void is a hold (1962, rule 12)
        else:
            matches = (theirs[:, 0] == MOVE) & (province[theirs[:, 2]] == province[place])
        done = matches & (answers["void"][:, unit] == 0) & ~out & (answers["succeeds"][:, unit] == 1)
    return ~done if question.fails else done


def verdict(question: Question, table: Any) -> bool:
    """Return whether it can be forced, or come about, by the table of all joint orders."""
    if question.at_best:
        return bool(table.any())
    theirs = tuple(n for n, unit in enumerate(question.position.units) if unit.power not in question.by)
    return bool(table.all(axis=theirs).any())


def faults(question: Question, forced: Forced, choices: list[list[Row]], table: Any) -> list[str]:
    """Return what is wrong with an answer of `force`."""
    wrong: list[str] = []
    right = verdict(question, table)
    if forced.certain != right:
        wrong.append(f"says {forced.certain}, enumeration {right}")
    if forced.refuted:
        wrong.append(f"its own check refutes it: {', '.join(map(str, forced.refuted))}")
    position = question.position
    ours = _index(question, forced.orders, choices)
    theirs = _index(question, forced.answer, choices)
    if ours is None or theirs is None:
        return [*wrong, "orders that are not legal"]
    mine = [unit.power in question.by for unit in position.units]
    if question.at_best:
        if forced.certain and not table[tuple(o if m else t for m, o, t in zip(mine, ours, theirs, strict=True))]:
            wrong.append("the turn that it shows does not reach it")
    elif forced.certain:
        if not table[tuple(o if m else slice(None) for m, o in zip(mine, ours, strict=True))].all():
            wrong.append("the orders that it shows do not force it")
    elif table[tuple(o if m else t for m, o, t in zip(mine, ours, theirs, strict=True))]:
        wrong.append("the answer that it shows does not stop it")
    return wrong


def _index(question: Question, orders: Sequence[Order], choices: list[list[Row]]) -> list[int] | None:
    """Return by unit the number of its order among those tried; a unit without one holds."""
    encoded = encode_turn(question.position, orders, question.board, question.rules)
    if encoded is None:
        return None
    given = {unit: encoded[1][unit] for unit in encoded[2]}
    try:
        return [rows.index(given[n]) if n in given else 0 for n, rows in enumerate(choices)]
    except ValueError:
        return None


def other_results(draw: random.Random, question: Question, choices: list[list[Row]], table: Any) -> list[str]:
    """Compare one joint order's entry of the table with the result of the whole turn in words and values."""
    pick = tuple(draw.randrange(len(rows)) for rows in choices)
    orders = np.array([[rows[n] for rows, n in zip(choices, pick, strict=True)]], dtype=np.int16)
    units = unit_rows(question.board, question.position)
    given = Batch(question.board, np.array([0, len(units)]), units, orders.reshape(-1, 4)).given(0)
    result = Turn(question.position, tuple(given), board=question.board).adjudicate(question.rules)
    unit = question.position.units[question.unit]
    if question.forms:
        done = bool(result[unit.province].success) != question.fails
    else:
        done = any(one.unit == unit for one in result.after.dislodged)
    if done != bool(table[pick]):
        return [f"{', '.join(map(str, given))}: the table says {bool(table[pick])}, the turn {done}"]
    return []


@dataclass
class Run:
    """What was compared: positions by kind of goal and verdict, turns tried, and what was refuted."""

    positions: int
    turns: int
    kinds: Counter[str]
    refuted: list[str]


def run(positions: int, seed: int, *, rulebooks: Sequence[Rulebook] = RULEBOOKS, progress: bool = False) -> Run:
    """Compare this many random positions, drawn from a seed."""
    draw = random.Random(seed)
    done = Run(0, 0, Counter(), [])
    boards = {name: load_board(name) for name in ("standard", "czech1962")}
    while done.positions < positions:
        rules = draw.choice(rulebooks)
        drawn = draw_question(draw, boards[board_of(rules.name)], rules)
        if drawn is None:
            continue
        question, legal = drawn
        choices, table = enumerate_all(question, legal)
        forced = force(
            question.position,
            question.text,
            question.by,
            board=question.board,
            against=question.against,
            rules=question.rules,
            at_best=question.at_best,
            check=20,
        )
        wrong = faults(question, forced, choices, table)
        if done.positions % 10 == 0:
            wrong += other_results(draw, question, choices, table)
        for text in wrong:
            done.refuted.append(f"{question}: {text}")
            if progress:
                print(f"REFUTED {done.refuted[-1]}", flush=True)
        done.positions += 1
        done.turns += table.size
        name = ("hold", "move", "support", "convoy")[question.forms[0][0]] if question.forms else "dislodged"
        name = f"{'not ' if question.fails else ''}{name}{' at best' if question.at_best else ''}"
        done.kinds[f"{name}: {forced.certain}"] += 1
        if progress and done.positions % 1000 == 0:
            say(f"{done.positions:,} positions, {len(done.refuted)} refuted")
    return done


def main() -> None:
    """Compare, print what was compared, and end with status 1 if anything is refuted."""
    parser = command_line(__doc__, seed=1)
    parser.add_argument("--positions", type=int, default=1000, metavar="N")
    given = parser.parse_args()
    done = run(given.positions, given.seed, progress=True)
    for name, count in sorted(done.kinds.items()):
        print(f"{count:8,} {name}")
    print(f"{done.positions:,} positions, {done.turns:,} joint orders enumerated: {len(done.refuted):,} refuted")
    sys.exit(1 if done.refuted else 0)


if __name__ == "__main__":
    main()
