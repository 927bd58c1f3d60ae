"""Which single faults of an adjudicator do the DATC's cases show, which the library's? `python -m tools.mutants`.

Every mutant of the catalog (`mutants.toml`) is run as the plain solver, in a process of its own, against the cases of
DATC 3.0, those of 3.2, the separating cases, and the whole library under every rulebook that it names; those that all
of them miss, against random turns.
"""

from __future__ import annotations

import gc
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from standoff.cases.catalog import library
from standoff.cases.run import paradox_line, rulebooks_of
from standoff.map.masks import bits
from standoff.peers.crosscheck.sources import asked_in
from standoff.random_turns import question
from standoff.solver import PRESETS, MovementResult, Rulebook, adjudicate_phase, centers_after, rulebook
from standoff.solver.law import equations
from standoff.solver.rulebook import OPTIONS, board_of
from standoff.text.markdown import table
from standoff.turn.turn import Turn
from tools import mutant_tests
from tools.forked import in_child, lines_of, within
from tools.mutation import EDITION, Mutant, PlantedFault, absent, catalog, mutants
from tools.shared import command_line, json_lines, keep

CASES = ("DATC 3.0", "DATC 3.2", "separating", "library")
"""The suites of cases."""

SECONDS = 0.5
"""Of processor time for one question, then the fault counts as a hang."""

UNITS, ORDERS, WORDS, REASONS = "units", "orders", "words", "reasons"
"""In what a fault shows: where units are and may retreat to; whether an order succeeds; what else a case states
(the outcome of each order, contested provinces, paradoxes, owners of centers); only in the reasons."""

ASPECTS = (UNITS, ORDERS, WORDS, REASONS)


@dataclass(frozen=True)
class Probe:
    """A question under a rulebook, with the sound solver's answer by aspect."""

    name: str
    question: Turn
    rules: Rulebook
    own: tuple[Any, ...]


def answer(question: Turn, rules: Rulebook, aspects: int = len(ASPECTS)) -> tuple[Any, ...]:
    """Return what the solver says, one value an aspect, the first `aspects` of `ASPECTS`."""
    result = adjudicate_phase(question.position, question.orders, rules=rules, board=question.board)
    after = result.after
    dislodged: frozenset[Any] = frozenset()
    if isinstance(result, MovementResult):
        dislodged = frozenset((d.unit, frozenset(result.retreats[d.unit.province])) for d in after.dislodged)
    where = frozenset(after.units), dislodged
    if aspects == 1:
        return (where,)
    rows = list(result)
    success: list[Any] = [(str(row.order), row.success) for row in rows]
    stated: list[Any] = [(row.outcome, row.dislodged, row.destroyed) for row in rows]
    if isinstance(result, MovementResult):
        success.append([result.record.succeeds(unit) for unit in range(len(result.assignment.units))])
        success.append([result.success(order) for order in question.orders])
        stated.append([frozenset((d.unit, d.attacker_from, d.by_convoy) for d in after.dislodged), after.contested])
        stated.append(sorted(paradox_line(result, n) for n in range(len(result.solution.paradoxes))))
    elif after.phase is not None and after.phase.season == "F":
        stated.append(centers_after(question.board, after))
    return (where, success, stated, [row.text for row in rows])[:aspects]


def probe(name: str, one: Turn, rules: Rulebook) -> Probe:
    return Probe(name, one, rules, answer(one, rules, 4))


def suites() -> dict[str, list[Probe]]:
    """Return the suites, each question with the sound answer; those of the DATC under its preferences alone."""
    new = set(catalog()["new_in_3_2"])
    by_suite: dict[str, list[Probe]] = {"DATC 3.0": [], "DATC 3.2": [], "separating": [], "library": []}
    cases = list(library())
    replaced = {case.id.partition(".")[2] for case in cases if case.id.startswith("datc30.")}
    for case in cases:
        for number, (rules, label) in enumerate(rulebooks_of(case)):
            for one in asked_in(case, rules):
                entry = probe(f"{case.id} {rules.name}{' ' if label else ''}{label}", one, rules)
                collection, _, short = case.id.partition("-")
                if case.id.startswith("separating-"):
                    by_suite["separating"].append(entry)
                    continue
                by_suite["library"].append(entry)
                if number == 0 and collection == "datc" and short.startswith("6."):
                    by_suite["DATC 3.2"].append(entry)
                    if short not in new and short not in replaced:
                        by_suite["DATC 3.0"].append(entry)
                elif number == 0 and case.id.startswith("datc30."):
                    by_suite["DATC 3.0"].append(entry)
    return by_suite


def drawn(seed: int, count: int) -> list[Probe]:
    """Return random questions: half of them under the default, the others under presets and single options."""
    variants = [rulebook(name) for name in PRESETS if board_of(name) == "standard"]
    variants += [
        rulebook(**{option.name: choice}) for option in OPTIONS for choice in option.choices if choice != option.default
    ]
    chance = Random(seed)
    picked = [(rulebook() if chance.random() < 0.5 else chance.choice(variants), n) for n in range(count)]
    picked.sort(key=lambda pair: (variants.index(pair[0]), pair[1]))  # what is kept of a rulebook is not lost at once
    return [probe(f"{seed}/{n}", question(seed, n), rules) for rules, n in picked]


def editions() -> Iterator[Mutant]:
    """Yield the faults of following another edition in one point though the rulebook says otherwise."""
    for option in OPTIONS:
        for choice in option.choices:
            if choice != option.default:
                yield Mutant("solver.rulebook", option.name, EDITION, option.default, choice, 1, (0, 0))


def answer_with(fault: PlantedFault, one: Turn, rules: Rulebook, aspects: int = len(ASPECTS)) -> tuple[Any, ...] | None:
    """Return what the solver says with the fault; None if nothing: it raises an error, or goes on without end."""
    try:
        with fault.planted():
            return within(SECONDS, lambda: answer(one, fault.mutant.rules(rules), aspects))
    except Exception:  # whatever it is, it is not an answer
        return None


def shows(fault: PlantedFault, one: Probe) -> str:
    """Return in what a question shows a fault, "" if in nothing."""
    if fault.mutant.kind == EDITION and fault.mutant.rules(one.rules) is one.rules:
        return ""
    theirs = answer_with(fault, one.question, one.rules)
    if theirs is None:
        return UNITS
    return next((aspect for aspect, a, b in zip(ASPECTS, theirs, one.own, strict=True) if a != b), "")


Run = dict[str, dict[int, set[tuple[str, int]]]]


def lines_run(of: dict[str, list[Probe]]) -> Run:
    """Return by module and line which questions run it: the suite, and the number in it."""
    by_module: Run = {name: {} for name in catalog()["modules"]}
    for suite, questions in of.items():
        for number, one in enumerate(questions):
            for module, lines in lines_of(lambda one=one: answer(one.question, one.rules)).items():
                for line in lines:
                    by_module[module].setdefault(line, set()).add((suite, number))
    return by_module


def concerned(mutant: Mutant, of: dict[str, list[Probe]], ran: Run) -> dict[str, list[Probe]]:
    """Return the questions that run the statement that a mutant changes, by suite."""
    if mutant.kind == EDITION or {mutant.module, f"{mutant.module}.{mutant.function}"} & {*catalog()["unlined"]}:
        return of
    lines = ran[mutant.module]
    first, last = mutant.lines
    met = set().union(*(lines.get(line, ()) for line in range(first, last + 1)))
    return {suite: [one for n, one in enumerate(questions) if (suite, n) in met] for suite, questions in of.items()}


def examined(mutant: Mutant, of: dict[str, list[Probe]]) -> dict[str, str]:
    """Return for each suite in what it shows a fault, and by which question: ``"units datc-6.A.1"``; "" if in nothing.

    The questions that no suite before has shown the fault by are asked until one shows where units are; a suite that
    comes after one that does is left out.
    """
    by_suite: dict[str, str] = {}
    caught = False
    fault = PlantedFault(mutant)
    for suite, questions in of.items():
        if caught and suite in ("library", "random"):
            break
        best = ""
        for one in questions:
            aspect = shows(fault, one)
            if aspect and (not best or ASPECTS.index(aspect) < ASPECTS.index(best.partition(" ")[0])):
                best = f"{aspect} {one.name}"
            if aspect == UNITS:
                break
        by_suite[suite] = best
        caught |= best.startswith(UNITS)
    return by_suite


def caught(by_suite: dict[str, str], *of: str) -> bool:
    """Tell whether one of the suites `of` shows a fault in where units are."""
    return any(by_suite.get(suite, "").startswith(UNITS) for suite in of)


Known = tuple[Sequence[Sequence[int]], int, int, int, list[int]]
"""A table, the orders that are live, those of them that succeed and fail, none being open, and every decision."""


def assigned(of: dict[str, list[Probe]]) -> list[Known]:
    """Return full assignments of the movement phases of all questions, drawn at random, and what each equation says."""
    chance = Random(1)
    every: list[Known] = []
    for one in (one for questions in of.values() for one in questions):
        result = adjudicate_phase(one.question.position, one.question.orders, rules=one.rules, board=one.question.board)
        if isinstance(result, MovementResult) and result.table.live:
            live = result.table.live
            for _ in range(3):
                true = live & chance.getrandbits(live.bit_length())
                every.append((result.table.rows, live, true, live & ~true, decisions(result.table.rows, live, true)))
    return every


def decisions(rows: Sequence[Sequence[int]], live: int, true: int) -> list[int]:
    """Return what the equation of each live order says where the orders `true` succeed and all others fail."""
    return [equations.decide(rows, order, true, live & ~true) for order in bits(live)]


def concerns_partial_knowledge(mutant: Mutant, assignments: Sequence[Known]) -> bool:
    """Tell whether every equation says the same with a fault wherever nothing is open.

    Such a fault changes how soon an order is decided, not how, unless it decides one too soon: then some turn shows it.
    """
    fault = PlantedFault(mutant)
    try:
        with fault.planted():
            return all(decisions(rows, live, true) == expected for rows, live, true, _, expected in assignments)
    except Exception:  # an equation that raises an error says something else
        return False


def run_partial(of: dict[str, list[Probe]], wanted: Iterable[Mutant]) -> set[str]:
    """Return the names of the mutants of the equations that concern partial knowledge alone."""
    assignments = assigned(of)
    gc.freeze()
    return {
        mutant.name
        for mutant in wanted
        if mutant.module == "solver.law.equations"
        and in_child(lambda mutant=mutant: concerns_partial_knowledge(mutant, assignments), 60)
    }


def run_tests(wanted: Sequence[Mutant], kept: Path) -> dict[str, str]:
    """Return by which test of the project each mutant is killed, "" if by none; what is in the file stands."""
    killers: dict[str, str] = dict(json_lines(kept))

    def note(mutant: Mutant, test: str) -> None:
        killers[mutant.name] = test
        keep(kept, [mutant.name, test])

    left = [mutant for mutant in wanted if mutant.name not in killers and mutant.kind != EDITION]
    if left:
        mutant_tests.run(left, note)
    return killers


def run_all(of: dict[str, list[Probe]], wanted: Iterable[Mutant], kept: Path) -> dict[str, dict[str, str]]:
    """Return what `examined` finds of each mutant; what is in the file already is not examined again."""
    ran = lines_run(of)
    results: dict[str, dict[str, str]] = dict(json_lines(kept))
    cases = ", ".join(one.name for one in of["separating"])
    cases = sha256(cases.encode()).hexdigest()[:8]
    gc.collect()
    gc.freeze()
    for mutant in wanted:
        before = results.get(mutant.name, {})
        if before.get("cases") == cases:
            continue
        those = {suite: questions for suite, questions in of.items() if not before or suite == "separating"}
        if before and caught(before, "DATC 3.2"):
            those = {}
        by_suite: dict[str, str] | None = {}
        if those:
            by_suite = in_child(lambda mutant=mutant, those=those: examined(mutant, concerned(mutant, those, ran)), 300)
        by_suite = dict.fromkeys(those, f"{UNITS} no answer") if by_suite is None else by_suite
        results[mutant.name] = {**before, **by_suite, "cases": cases}
        keep(kept, [mutant.name, results[mutant.name]])
    return results


def reason(name: str) -> str:
    """Return why a mutant changes nothing that a case could show, "" if the catalog does not say."""
    return next(
        (str(one["why"]) for one in catalog()["explained"] if any(re.fullmatch(e, name) for e in one["like"])), ""
    )


def left_behind() -> list[str]:
    """Return the explanations that explain no mutant any more, the code having changed."""
    names = [mutant.name for mutant in (*mutants(), *editions())]
    every = [str(like) for one in catalog()["explained"] for like in one["like"]]
    return [like for like in every if not any(re.fullmatch(like, name) for name in names)]


def by_sample(shown: str) -> bool:
    """Tell whether a case shows a fault whose reasons are not kept."""
    return not shown.split(" ")[1].startswith(("datc-", "separating-", "czech1962-"))


def fate(mutant: Mutant, by_suite: dict[str, str], test: str, partial: bool = False) -> str:
    """Return what kills a mutant first: ``"words"`` if a case states something else than where units are."""
    for suite in CASES:
        if caught(by_suite, suite):
            return suite
    if any(by_suite.get(suite, "").split(" ")[0] in (ORDERS, WORDS) for suite in CASES):
        return "words"
    if any(by_suite.get(suite, "").startswith(REASONS) and not by_sample(by_suite[suite]) for suite in CASES):
        return REASONS  # kept in tests/golden/reasons.tsv
    if test:
        return "tests"
    return "explained" if partial or reason(mutant.name) else "survives"


FATES = (*CASES, "words", REASONS, "tests", "explained", "survives")


def report(
    results: dict[str, dict[str, str]], tests: dict[str, str], partial: Collection[str], wanted: Iterable[Mutant]
) -> str:
    """Return the figures as Markdown, and the mutants that survive."""
    by_module: dict[str, Counter[str]] = {}
    left: list[str] = []
    for mutant in wanted:
        if mutant.name in results:
            became = fate(mutant, results[mutant.name], tests.get(mutant.name, ""), mutant.name in partial)
            by_module.setdefault(mutant.module, Counter())[became] += 1
            if became == "survives":
                left.append(mutant.name)
    total = sum(by_module.values(), Counter[str]())
    rows = [(name, n.total(), *(n[one] for one in FATES)) for name, n in (*by_module.items(), ("all", total))]
    good = total.total() - total["survives"]
    lines = [table(("module", "faults", *FATES), rows), f"{good} of {total.total()} killed or explained", "", *left]
    lines += [f"explained, and not in the catalog: {like}" for like in left_behind()]
    return "\n".join(lines)


def main() -> None:
    parser = command_line(__doc__)
    parser.add_argument("--state", type=Path, default=Path("mutants.jsonl"), help="what is known already, kept here")
    parser.add_argument("--random", type=int, default=600, help="random turns, for what the cases miss")
    parser.add_argument("--only", default="", help="mutants whose name begins so")
    parser.add_argument("--tests", action="store_true", help="run the tests as well, where no case shows a fault")
    args = parser.parse_args()
    if gone := absent():
        parser.error(f"mutants.toml names what no longer exists: {', '.join(gone)}")
    wanted = [mutant for mutant in (*mutants(), *editions()) if mutant.name.startswith(args.only)]
    of = suites()
    of["random"] = drawn(1, args.random)
    results = run_all(of, wanted, args.state)
    partial = run_partial(of, (one for one in wanted if fate(one, results[one.name], "") == "survives"))
    left = [one for one in wanted if fate(one, results[one.name], "", one.name in partial) == "survives"]
    tests = run_tests(left if args.tests else (), args.state.with_suffix(".tests.jsonl"))
    print(report(results, tests, partial, wanted))


if __name__ == "__main__":
    main()
