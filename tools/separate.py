"""Which faults that others make do the cases show? And turns for those that none shows: `python -m tools.separate`.

The faults are rules read wrongly (`planted.toml`), and with `--editions` each option of a rulebook read as another
choice. Each is planted in the solver, and the cases of DATC 3.2, the separating cases and random turns are run, all
under the preferences of the DATC.

With `--seek FILE` a smallest turn is sought for each fault: all turns of up to this many units are gone through, as
`standoff find` lists them, and random turns that show it are reduced. `--write` makes separating cases of what FILE
holds. What such a case expects is what the solver finds without the fault, with and without decomposition, and what a
SAT solver finds that is given nothing but the equations.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any

from standoff.cases.catalog import library
from standoff.cases.read import read_cases
from standoff.cases.run import rulebooks_of, run_case
from standoff.map import ARMY, FLEET, Dislodged, Phase, PhaseType, Position, Unit, load_board
from standoff.peers.adapters.exchange import request_of
from standoff.peers.crosscheck.case_text import case_text
from standoff.peers.crosscheck.minimizer import minimize
from standoff.peers.crosscheck.question_shape import shape, units_in
from standoff.peers.crosscheck.sources import asked_in
from standoff.random_turns import question
from standoff.searches.finding import Space
from standoff.searches.placing import PlacingLimitError, place
from standoff.solver import Build, Retreat, Rulebook, UnitName, rulebook
from standoff.solver.plain.adjustments import distance_from_home
from standoff.solver.plain.order_table import table_of
from standoff.solver.plain.paradox import all_resolutions, solve
from standoff.text.markdown import table
from standoff.turn.turn import Turn
from tools.certify import models_differ
from tools.forked import in_child
from tools.mutants import UNITS, Probe, answer, answer_with, editions, probe, shows, suites
from tools.mutation import Misreading, Mutant, PlantedFault, misreadings, mutants
from tools.shared import command_line, json_lines, keep, say

CASES = Path(__file__).parents[1] / "cases" / "library" / "separating-readings.txt"
SUITES = ("DATC 3.2", "separating", "random")
TRIES = 400
"""Turns to reduce one turn with."""
STARTS = 4
"""How many turns that show a fault are reduced."""
SECONDS = 100
"""For one fault and one kind of turns; --seek has three times as long."""

Fault = Misreading | Mutant


def random_turns(seed: int, count: int) -> list[Probe]:
    """Return the first questions of a seed under the preferences of the DATC."""
    return [probe(f"{seed}/{n}", question(seed, n), rulebook()) for n in range(count)]


def datc() -> list[Probe]:
    """Return the cases of DATC 3.2 under its preferences."""
    return [one for one in suites()["DATC 3.2"] if one.rules.preset == "2023"]


def shown_by(fault: PlantedFault, questions: Sequence[Probe], most: int) -> Iterator[Probe]:
    """Yield questions that show a fault in where units are, at most `most`.

    Raises:
        RuntimeError: There is no answer with the fault: it is badly planted.
    """
    for one in questions:
        theirs = answer_with(fault, one.question, one.rules, 1)
        if theirs is None:
            raise RuntimeError(f"{fault.mutant.name}: no answer to {one.name}")
        if theirs[0] != one.own[0]:
            yield one
            most -= 1
            if not most:
                return


def measured(faults: Sequence[Fault], of: dict[str, list[Probe]], kept: Path) -> dict[str, dict[str, str]]:
    """Return for each fault by which question each suite shows it first, "" if by none; what FILE holds stands.

    Raises:
        RuntimeError: A suite takes too long.
    """
    results: dict[str, dict[str, str]] = dict(json_lines(kept))
    gc.collect()
    gc.freeze()
    for number, fault in enumerate(faults, 1):
        by_suite = results.setdefault(fault.name, {})
        for suite, questions in of.items():
            if suite in by_suite:
                continue

            def first(fault: Fault = fault, questions: list[Probe] = questions) -> str:
                return next((one.name for one in shown_by(PlantedFault(fault), questions, 1)), "")

            name = in_child(first, SECONDS)
            if name is None:  # nobody knows then whether the suite shows it
                raise RuntimeError(f"{fault.name}: {suite} was not through after {SECONDS} s")
            by_suite[suite] = name
        keep(kept, [fault.name, by_suite])
        say(f"{number} of {len(faults)}: {fault.name}: {by_suite}")
    return results


def report(faults: Sequence[Fault], results: dict[str, dict[str, str]]) -> str:
    """Return how many faults each suite shows, and the faults with the first question that shows each, as Markdown."""
    groups = {
        "rules read wrongly, before the cases": [f for f in faults if isinstance(f, Misreading) and f.drawn == 1],
        "rules read wrongly, after the cases": [f for f in faults if isinstance(f, Misreading) and f.drawn == 2],
        "rules read wrongly, by a second author": [f for f in faults if isinstance(f, Misreading) and f.drawn == 3],
        "options read as another choice": [f for f in faults if isinstance(f, Mutant)],
    }
    counts = [
        (name, len(group), *(sum(bool(results[f.name].get(suite)) for f in group) for suite in SUITES),
         sum(any(results[f.name].get(suite) for suite in SUITES) for f in group))
        for name, group in groups.items() if group
    ]  # fmt: skip
    rows = [
        (f.name, f.drawn, f.rule, f.wrong, *(results[f.name].get(suite) or "no" for suite in SUITES))
        for f in faults
        if isinstance(f, Misreading)
    ]
    first = table(("faults", "number", *SUITES, "any"), counts)
    return f"{first}\n\n{table(('fault', 'rule', 'what is read', *SUITES), rows)}"


# -- smallest turns ---------------------------------------------------------------------------------------------------


def size(one: Turn) -> tuple[int, ...]:
    """Return how large a question is."""
    position = one.position
    powers = {unit.power for unit in position.units} | {order.power for order in one.orders}
    return units_in(one), len(one.orders), len(position.contested), len(powers)


def abstract_turns(units: int) -> Iterator[Turn]:
    """Yield every turn of up to this many units that have to do with each other, on the board, as `find` lists them."""
    board = load_board()
    space = Space(units, one_part=True)
    for key in space.blocks():
        for pattern, sides in space.turns(key):
            every = list(map(tuple, sides.tolist()))
            placed: list[Turn] = []

            def each(turn: Turn, placed: list[Turn] = placed, of: int = len(every)) -> bool:
                placed.append(turn)
                return len(placed) == of

            with suppress(PlacingLimitError):
                place(pattern, every, each, board=board)
            yield from placed


def small_winters() -> Iterator[Turn]:
    """Yield winters: two units of a kind, equally far from one center; a build in each center, whoever owns it."""
    board = load_board()
    winter = Phase("W", board.first_year, PhaseType.ADJUSTMENT)
    powers = list(board.powers)[:4]
    for power, kind, home in (
        (p, kind, home) for p in powers for kind in (ARMY, FLEET) for home in board.powers[p].homes
    ):
        stands = [Unit(kind, at, power) for at in (board.fleet_graph if kind is FLEET else board.army_graph)]
        far = {unit: distance_from_home(board, unit, [home], rulebook()) for unit in stands}
        for one, two in combinations(stands, 2):
            if far[one] == far[two] and one.province != two.province:
                yield Turn(Position((one, two), {power: (home,)}, phase=winter), board=board)
    for power, center in product(powers, board.centers):
        build = Build(power, UnitName(center, ARMY))
        for owner in powers:
            home = next(home for home in board.powers[power].homes if home != center)
            owned = {power: (home, center)} if owner == power else {power: (home,), owner: (center,)}
            yield Turn(Position((), owned, phase=winter), (build,), board=board)


def small_retreats() -> Iterator[Turn]:
    """Yield retreats of two or three armies of different powers to one province next door."""
    board = load_board()
    phase = Phase("S", board.first_year, PhaseType.RETREAT)
    of, attacker = ("AUSTRIA", "ENGLAND", "GERMANY"), "FRANCE"
    for goal, count in product(board.army_graph, (2, 3)):
        for places in combinations(sorted(board.army_graph[goal]), count):
            out: list[Dislodged] = []
            for here, power in zip(places, of, strict=False):
                others = [near for near in board.army_graph[here] if near not in (goal, *places)]
                out += [Dislodged(Unit(ARMY, here, power), others[0])] if others else []
            if len(out) == count:
                standing = tuple(Unit(ARMY, here, attacker) for here in places)
                orders = tuple(Retreat(d.unit.power, UnitName(d.unit.location, ARMY), goal) for d in out)
                yield Turn(Position(standing, {}, tuple(out), phase=phase), orders, board=board)


def smallest(fault: PlantedFault, starts: Sequence[Probe]) -> tuple[Turn, Rulebook]:
    """Return the smallest of the minimal questions that come of `starts`, and its rulebook."""

    def reduced(one: Probe) -> Turn:
        def still(other: Turn) -> bool:
            return answer_with(fault, other, one.rules, 1) != answer(other, one.rules, 1)

        return minimize(one.question, still, most_tries=TRIES)

    candidates = [(reduced(one), one.rules) for one in starts]
    return min(candidates, key=lambda pair: size(pair[0]))


def sought(fault: Fault, small: Sequence[Probe], random: Sequence[Probe]) -> Any:
    """Return a smallest turn that shows a fault, as a request; an empty one if there is none among those tried."""
    planted = PlantedFault(fault)
    starts = list(shown_by(planted, small, 1)) or list(shown_by(planted, random, STARTS))
    if not starts:
        return {}
    best, rules = smallest(planted, starts)
    return request_of(best, rules)


def given(fault: Fault) -> Any:
    """Return the turn that the catalog has for a fault, as a request; None if it has none."""
    if isinstance(fault, Mutant) or not fault.turn:
        return None
    (case,) = read_cases(fault.turn, fault.name)
    (one,) = asked_in(case, rulebook())
    return request_of(one, rulebook())


def seek(faults: Sequence[Fault], units: int, random: Sequence[Probe], kept: Path) -> None:
    """Seek a smallest turn for each fault, and write it down; those that the file has are left out."""
    done = {one["fault"] for one in json_lines(kept)}
    done |= {case.id.removeprefix("separating-fault-") for case in library("separating-fault-*")}
    every = chain(abstract_turns(units), small_retreats(), small_winters())
    small = [probe(f"find {n}", one, rulebook()) for n, one in enumerate(every)]
    small.sort(key=lambda one: size(one.question))
    say(f"{len(small)} turns of up to {units} units")
    random = sorted(random, key=lambda one: size(one.question))
    gc.collect()
    gc.freeze()
    for fault in (fault for fault in faults if fault.name not in done):
        request = given(fault) or in_child(partial(sought, fault, small, random), 3 * SECONDS)
        if request is None:
            say(f"{fault.name}: not through after {3 * SECONDS} s")
            continue
        keep(kept, {"fault": fault.name, "request": request})
        say(f"{fault.name}: {units_in(Turn.from_dict(request)) if request else 'nothing'}")


# -- cases ------------------------------------------------------------------------------------------------------------


def proved(one: Turn, rules: Rulebook) -> None:
    """Hold what the solver finds of a turn against the whole turn at once, and against a SAT solver.

    Raises:
        RuntimeError: They do not agree.
    """
    if one.type is not PhaseType.MOVEMENT:
        return
    turn = table_of(one.board, one.position, one.orders, rules)
    differs, models = models_differ(turn)
    resolutions = all_resolutions(turn)
    if differs or models != len(resolutions) or (models == 1 and resolutions != [solve(turn).true]):
        raise RuntimeError(f"{request_of(one, rules)}: {models} models, {len(resolutions)} resolutions")


def cases_of(entries: Sequence[dict[str, Any]], faults: dict[str, Fault]) -> Iterator[str]:
    """Yield a case for each turn, with what it catches and the rules that its expectations follow from."""
    catches: dict[str, list[Misreading]] = {}
    places, others = list(faults), elsewhere()
    for one in sorted((one for one in entries if one["fault"] in faults), key=lambda one: places.index(one["fault"])):
        fault = faults[one["fault"]]
        if one["request"] and isinstance(fault, Misreading):
            catches.setdefault(json.dumps(one["request"]), []).append(fault)
    for text, those in catches.items():
        request = json.loads(text)
        turn, rules = Turn.from_dict(request), rulebook(request["rules"], **request.get("options", {}))
        same = [one for one in others.get(shape(turn), ()) if one.rules == rules]
        if any(all(shows(PlantedFault(fault), one) == UNITS for fault in those) for one in same):
            continue
        proved(turn, rules)
        position = turn.position
        turned = replace(position, units=position.units[::-1])  # some faults look at the first of several units
        written = [case_for(one, rules, those) for one in (turn, replace(turn, position=turned))]
        yield next(text for text in written if shows_all(text, rules, those))


def elsewhere() -> dict[str, list[Probe]]:
    """Return the questions of the separating cases in other files, by their shape."""
    by_shape: dict[str, list[Probe]] = {}
    for case in library("separating-*"):
        for rules, _ in rulebooks_of(case) if case.file != CASES.name else ():
            for one in asked_in(case, rules):
                by_shape.setdefault(shape(one), []).append(probe(case.id, one, rules))
    return by_shape


def case_for(turn: Turn, rules: Rulebook, those: Sequence[Misreading]) -> str:
    """Return a turn as a case that says which faults it catches."""
    name = f"separating-{those[0].section}.{those[0].name}"
    title = those[0].name.replace("-", " ").capitalize()
    notes = [f"Catches: {'; '.join(fault.wrong for fault in those)}."]
    lines = case_text(turn, id=name, title=title, rules=rules, notes=notes).splitlines()
    explained = [n for n, line in enumerate(lines) if line.startswith("note: ")][1:]
    kept = [line for n, line in enumerate(lines) if n not in explained]
    kept.insert(2, f"source: {'; '.join(dict.fromkeys(fault.rule for fault in those))}")
    return "\n".join(kept)


def shows_all(text: str, rules: Rulebook, those: Sequence[Misreading]) -> bool:
    """Tell whether a case, read back, shows all these faults.

    Raises:
        RuntimeError: It does not pass without them.
    """
    (case,) = read_cases(text, "case")
    if differences := run_case(case, rules).differences:
        raise RuntimeError(f"{case.id}: {differences[0]}")
    (one,) = (probe(case.id, one, rules) for one in asked_in(case, rules))
    return all(shows(PlantedFault(fault), one) == UNITS for fault in those)


HEAD = """\
# Separating cases for rules that others read wrongly: written by `python -m tools.separate --seek FILE --write`, not by
# hand. For each fault of tools/planted.toml it is a smallest turn that shows it; docs/mutants.md says how it was found,
# and how its expectations were checked.
"""


def main() -> None:
    parser = command_line(__doc__, seed=1)
    parser.add_argument("--state", type=Path, default=Path("planted.jsonl"), help="what is measured, kept here")
    parser.add_argument("--random", type=int, default=2000, help="random turns (2000)")
    parser.add_argument("--editions", action="store_true", help="also each option read as another choice")
    parser.add_argument("--only", default="", help="faults whose name begins so")
    parser.add_argument(
        "--seek",
        type=Path,
        help="seek smallest turns, kept in this file; without --only for those drawn before the cases",
    )
    parser.add_argument(
        "--mutants", type=Path, help="--seek: also for what `tools.mutants` kept here, and no case of DATC 3.2 shows"
    )
    parser.add_argument("--units", type=int, default=4, help="--seek: all turns of up to this many units are tried (4)")
    parser.add_argument("--write", action="store_true", help=f"make {CASES.name} of what --seek has found")
    args = parser.parse_args()
    faults: list[Fault] = [one for one in misreadings() if one.name.startswith(args.only)]
    if args.seek and args.write:
        texts = cases_of(json_lines(args.seek), {one.name: one for one in faults})
        CASES.write_text("\n\n".join((HEAD.rstrip(), *texts)) + "\n", encoding="utf-8")
        return
    if args.seek:
        of = [one for one in faults if args.only or not isinstance(one, Misreading) or one.drawn == 1]
        if args.mutants:
            missed = {name for name, by_suite in json_lines(args.mutants) if not by_suite["DATC 3.2"].startswith(UNITS)}
            of += [one for one in (*mutants(), *editions()) if one.name in missed]
        starts = [*random_turns(args.seed + 1, args.random), *datc()]
        seek(of, args.units, starts, args.seek)
        return
    if args.editions:
        faults += [one for one in editions() if one.name.startswith(args.only)]
    pools = {"DATC 3.2": datc(), "separating": [one for one in suites()["separating"] if one.rules == rulebook()]}
    pools["random"] = random_turns(args.seed, args.random)
    print(report(faults, measured(faults, pools, args.state)))


if __name__ == "__main__":
    main()
