"""Minimal turns that show the faults which the DATC's cases miss: `python -m tools.separate STATE DRAFT`.

Of each fault that `tools.mutants` found no case of DATC 3.2 to show, a smallest turn that does is sought, unless
one found before shows it, too. What is written is a line of JSON for each fault, with the turn as a request of the
interchange lines: cases are made of them by whoever argues from the rule what is to be expected.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from standoff.peers.adapters.exchange import request_of
from standoff.peers.adapters.peer import Question
from standoff.peers.crosscheck.findings import question_from
from standoff.peers.crosscheck.minimiser import minimise
from standoff.peers.random_turns.generator import question
from standoff.solver import Rulebook, rulebook
from tools.forked import in_child
from tools.mutants import UNITS, Asked, answer, asked, concerned, drawn, editions, found_by, lines_run, suites
from tools.mutation import EDITION, Mutant, PlantedFault, mutants
from tools.shared import command_line, json_lines

TRIES = 400
"""Questions to reduce one turn with."""
STARTS = 3
"""How many turns that show a fault are reduced."""


def shown_by(fault: PlantedFault, questions: Sequence[Asked], most: int) -> Iterator[Asked]:
    """Yield questions that show a fault in where units are, at most `most`."""
    for one in questions:
        if fault.mutant.kind == EDITION and fault.rules(one.rules) is one.rules:
            continue
        if found_by(fault, one.question, one.rules, 1) != one.own[:1]:
            most -= 1
            yield one
            if not most:
                return


def smallest(fault: PlantedFault, starts: Sequence[Asked]) -> tuple[Question, Rulebook]:
    """Return the smallest of the minimal questions that come of `starts`, and its rulebook."""

    def reduced(one: Asked) -> Question:
        rules = one.rules
        return minimise(
            one.question,
            lambda other: found_by(fault, other, rules, 1) != answer(other, rules, 1),
            most_tries=TRIES,
        )

    found = [(reduced(one), one.rules) for one in starts]
    return min(found, key=lambda pair: size(pair[0]))


def size(one: Question) -> tuple[int, ...]:
    """Return how large a question is."""
    position = one.position
    powers = {unit.power for unit in position.units} | {order.power for order in one.orders}
    return len(position.units) + len(position.dislodged), len(one.orders), len(position.contested), len(powers)


def candidates(found: dict[str, str], of: dict[str, list[Asked]]) -> list[list[Asked]]:
    """Return where a turn that shows a mutant is sought: under other rulebooks only if the library shows it nowhere."""
    random = found.get("random", "").startswith(UNITS) and not found.get("library", "").startswith(UNITS)
    return [of["default"], of["others"]] if random else [of["default"]]


def sought(mutant: Mutant, pools: Sequence[Sequence[Asked]]) -> Any:
    """Return a minimal question that shows a mutant, as a request; None if none of the pools has one."""
    fault = PlantedFault(mutant)
    for pool in pools:
        starts = list(shown_by(fault, sorted(pool, key=lambda one: size(one.question)), STARTS))
        if starts:
            best, rules = smallest(fault, starts)
            return request_of(best, rules)
    return None


def main() -> None:
    parser = command_line(__doc__, seed=2)
    parser.add_argument("state", type=Path)
    parser.add_argument("draft", type=Path)
    parser.add_argument("--random", type=int, default=6000)
    args = parser.parse_args()
    state = dict(json_lines(args.state))
    by_name = {m.name: m for m in (*mutants(), *editions())}
    todo = [
        by_name[name] for name, found in state.items() if name in by_name and not found["DATC 3.2"].startswith(UNITS)
    ]
    draft = json_lines(args.draft)
    done = {name for one in draft for name in one["mutants"]}
    library = suites()["library"]
    random = drawn(1, 1500)
    default = rulebook()
    pools = {
        "default": [one for one in library if one.rules == default]
        + [asked(f"{args.seed}/{n}", question(args.seed, n), default) for n in range(args.random)],
        "others": [one for one in random if one.rules != default],
    }
    ran = lines_run(pools)
    kept = [
        asked(str(n), question_from(one["request"]), rules_of(one)) for n, one in enumerate(draft) if one["request"]
    ]
    gc.collect()
    gc.freeze()
    with args.draft.open("a") as out:
        for number, mutant in enumerate(todo):
            if mutant.name in done:
                continue
            hit = in_child(lambda mutant=mutant: [one.name for one in shown_by(PlantedFault(mutant), kept, 1)], 60)
            request = None
            if not hit:
                request = in_child(
                    lambda mutant=mutant: sought(mutant, candidates(state[mutant.name], concerned(mutant, pools, ran))),
                    200,
                )
                if request:
                    one = {"request": request}
                    kept.append(asked(str(len(kept)), question_from(request), rules_of(one)))
            out.write(json.dumps({"mutants": [mutant.name], "request": request, "by": hit}) + "\n")
            out.flush()
            print(number, len(todo), len(kept), mutant.name, bool(hit), bool(request), flush=True)


def rules_of(one: Any) -> Rulebook:
    """Return the rulebook of a request."""
    request = one["request"]
    return rulebook(request.get("rules", "2023"), **request.get("options", {}))


if __name__ == "__main__":
    main()
