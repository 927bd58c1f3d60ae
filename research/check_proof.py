"""Check proofs that stalemate lines hold (`standoff line --proof FILE`), or that no line has fewer units.

    python -m research.check_proof FILE …

The clauses of the file must be those of its question, grounded and translated anew; each line of the proof must follow
from what stands before it by unit propagation (reverse unit propagation, of which the format DRAT is an extension that
the solver here does not need), and the last one must be the contradiction. No solver is asked. The exit status is 1 if
something is wrong. Needs the extras ``search`` and ``fast``.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numba import njit

from research.stalemates.fewest import program_of
from standoff import StandoffError
from standoff.searches.proofs import Clause, Completion
from standoff.searches.stalemates import unbroken_program
from tools.shared import command_line, seconds


@njit(cache=True)
def propagate(begin, trail, value, clauses, start, watches, following, dead):  # pyright: ignore[reportMissingParameterType]
    """Assign what the assigned literals imply, from one of them on.

    Args:
        begin: The first literal on the trail to look at.
        trail: The assigned literals after their number.
        value: By literal (negative ones from the end), 1 if it is true, -1 if false.
        clauses, start: The literals of all clauses, and where each begins; the first two of each are watched.
        watches, following: By literal, the first of its watches; by watch (two a clause), the next, or -1.
        dead: By clause, whether it was deleted.

    Returns:
        Whether a clause is false.
    """
    while begin < trail[0]:
        begin += 1
        false = -trail[begin]
        before, watch = -1, watches[false]
        while watch >= 0:
            clause, after = watch >> 1, following[watch]
            first, end = start[clause], start[clause + 1]
            other = clauses[first + 1 - (watch & 1)]
            moved = dead[clause]
            if not moved and value[other] != 1:
                for place in range(first + 2, end):
                    new = clauses[place]
                    if value[new] != -1:
                        clauses[place], clauses[first + (watch & 1)] = false, new
                        following[watch], watches[new] = watches[new], watch
                        moved = True
                        break
                if not moved:
                    if value[other] == -1:
                        return True
                    trail[0] += 1
                    trail[trail[0]] = other
                    value[other], value[-other] = 1, -1
            if moved:
                if before < 0:
                    watches[false] = after
                else:
                    following[before] = after
            else:
                before = watch
            watch = after
    return False


@njit(cache=True)
def first_fault(given, steps, clauses, start, variables):  # pyright: ignore[reportMissingParameterType]
    """Return the number of the first clause that does not follow; -1 if all do and contradict, -2 if they do not.

    Args:
        given: The number of clauses that need no proof, the first ones.
        steps: In order, the clauses, each as its number, and -1 - number for a clause that is deleted.
        clauses, start: The literals of all clauses, and where each begins (with the end of the last one).
        variables: The number of variables.
    """
    value = np.zeros(2 * variables + 1, dtype=np.int8)
    watches, trail = np.full(2 * variables + 1, -1), np.zeros(variables + 1, dtype=np.int64)
    following, dead = np.full(2 * len(start), -1), np.zeros(len(start), dtype=np.bool_)
    for step in steps:
        if step < 0:
            first, end = start[-1 - step], start[-step]
            # one that implies a literal stays: so does what followed from it
            dead[-1 - step] = (value[clauses[first:end]] >= 0).sum() > 1
            continue
        first, end, level = start[step], start[step + 1], trail[0]
        if step >= given:
            follows = False
            for one in clauses[first:end]:
                if value[one] == 1:
                    follows = True
                    break
                if value[one] == 0:
                    trail[0] += 1
                    trail[trail[0]] = -one
                    value[one], value[-one] = -1, 1
            follows = follows or propagate(level, trail, value, clauses, start, watches, following, dead)
            for one in trail[level + 1 : trail[0] + 1]:
                value[one] = value[-one] = 0
            trail[0] = level
            if not follows:
                return step
        open_ones = 0
        for place in range(first, end):  # watched are literals that are not false, as far as there are any
            one = clauses[place]
            if value[one] >= 0 and open_ones < 2:
                clauses[place], clauses[first + open_ones] = clauses[first + open_ones], one
                open_ones += 1
        if open_ones == 0:
            return -1
        if end - first > 1:
            for watch in range(2):
                one = clauses[first + watch]
                following[2 * step + watch], watches[one] = watches[one], 2 * step + watch
        one = clauses[first]
        if open_ones == 1 and value[one] == 0:
            trail[0] += 1
            trail[trail[0]] = one
            value[one], value[-one] = 1, -1
            if propagate(level, trail, value, clauses, start, watches, following, dead):
                return -1
    return -2


def fault_of(clauses: Sequence[Clause], proof: Iterable[str]) -> str:
    """Return what is wrong with a proof that clauses contradict, in words; empty if nothing is."""
    known: dict[tuple[int, ...], list[int]] = {}
    derived, steps = [list(dict.fromkeys(one)) for one in clauses], [*range(len(clauses))]
    for number, clause in enumerate(derived):
        known.setdefault(tuple(sorted(clause)), []).append(number)
    given = len(derived)
    for line in proof:
        lemma = [int(one) for one in line.removeprefix("d ").split()]
        if lemma.pop() != 0:
            return f"no clause: {line}"
        key = tuple(sorted(set(lemma)))
        if not line.startswith("d "):
            known.setdefault(key, []).append(len(derived))
            steps.append(len(derived))
            derived.append(list(key))
        elif known.get(key):
            steps.append(-1 - known[key].pop())
    lengths = np.cumsum([0, *map(len, derived)])
    literals = np.array([one for clause in derived for one in clause], dtype=np.int64)
    variables = int(abs(literals).max(initial=0))
    fault = first_fault(given, np.array(steps), literals, lengths, variables)
    if fault >= 0:
        return f"line {fault - given + 1} of the proof does not follow: {' '.join(map(str, derived[fault]))}"
    return "" if fault == -1 else "the proof ends without a contradiction"


def fault_of_file(text: str) -> str:
    """Return what is wrong with a file with a proof, in words; empty if nothing is."""
    head, _, rest = text.partition("\n")
    dimacs, found, proof = rest.partition("\nc proof\n")
    try:
        question = json.loads(head.removeprefix("c "))
        numbers = [[int(one) for one in line.split()] for line in dimacs.splitlines()[1:]]
    except ValueError:
        return "not a file with a proof"
    if not found or not isinstance(question, dict) or any(not one or one[-1] or 0 in one[:-1] for one in numbers):
        return "not a file with a proof"
    if "orders" in question:
        program = unbroken_program(question).unbroken(question["refused"])
    else:
        program = program_of(**question["proved"])
    completion = Completion(program)
    for loop in question["loops"]:
        completion.refute_loop(loop)
    clauses = [one[:-1] for one in numbers]
    if clauses != completion.clauses:
        versions = ", ".join(f"{name} {number}" for name, number in question["versions"].items())
        return f"the clauses are not those of the question (they were made with {versions})"
    return fault_of(clauses, proof.splitlines())


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE")
    status = 0
    for name in parser.parse_args().files:
        try:
            fault = fault_of_file(Path(name).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, KeyError, TypeError, StandoffError) as error:
            fault = f"{type(error).__name__}: {error}"
        print(f"{name}: {fault or 'checked'}; {seconds():.1f} s")
        status = status or int(bool(fault))
    return status


if __name__ == "__main__":
    sys.exit(main())
