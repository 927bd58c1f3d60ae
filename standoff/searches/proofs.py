"""Proofs that a program has no answer set: the program as clauses, and a SAT solver's proof that they contradict.

A ground program becomes its completion: an atom is true exactly if a rule for it applies. Atoms that support only each
other are refuted by *loop formulas* (Lin and Zhao 2004), added when a model has such atoms. The solver's proof, in the
format DRAT, rests on no solver: `python -m research.check_proof` checks it. Needs clingo's grounder and python-sat.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportMissingTypeStubs=false, reportMissingImports=false
# clingo and python-sat have no types here.
from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any, NamedTuple

import networkx

from ..map import StandoffError, install_command
from .programs import MOST_SECONDS, OpenError

Clause = list[int]
"""Variables, negative if negated; one of them is true."""


class ProofError(StandoffError):
    """There is no proof: the program has an answer set, or python-sat is not installed."""


_Body = tuple[tuple[int, int], ...]
"""Literals with their weights."""


def _weight(body: _Body) -> int:
    return sum([weight for _, weight in body])


class _Rule(NamedTuple):
    """A rule: its head, whether this is a choice, and its body: literals with weights that reach a bound."""

    head: Sequence[int]
    is_choice: bool
    body: _Body
    bound: int


class _Grounded:
    """The rules that clingo's grounder makes (a `clingo.Observer`)."""

    def __init__(self) -> None:
        self.rules: list[_Rule] = []

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        literals = dict.fromkeys(body)
        self.rules.append(_Rule(tuple(head), choice, tuple((one, 1) for one in literals), len(literals)))

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        self.rules.append(_Rule(tuple(head), choice, tuple(body), lower_bound))


class Completion:
    """The clauses of a program; their models are its answer sets once `refute_loop` has refuted all `loops_of` them.

    Args:
        program: The program's text.

    Attributes:
        clauses: The clauses of the completion.
        loops: The sets of atoms that were refuted.
        variables: The number of variables; those of atoms come first.
    """

    def __init__(self, program: str) -> None:
        import clingo

        grounded = _Grounded()
        solver = clingo.Control(["--warn=none"])
        solver.register_observer(grounded)  # pyright: ignore[reportArgumentType]
        solver.add("base", [], program)
        solver.ground([("base", [])])
        self._solver = solver
        rules = grounded.rules
        if any(len(one.head) > 1 and not one.is_choice for one in rules):
            raise ProofError("the program has a disjunction in a head: it has no proof in clauses")
        used = {abs(one) for rule in rules for one in (*rule.head, *(lit for lit, _ in rule.body))}
        self.variables = max(used, default=0) + 1
        self._true = self.variables
        self.clauses: list[Clause] = [[self._true]]
        self.loops: list[list[int]] = []
        self._sums: dict[tuple[_Body, int], int] = {}
        # by atom, the bodies that support it: each as its variable and the atoms in it
        self._supports: dict[int, list[tuple[int, frozenset[int]]]] = {one: [] for one in sorted(used)}
        for head, is_choice, body, bound in rules:
            holds = self._at_least(body, bound, _weight(body))
            for atom in head:
                self._supports[atom].append((holds, frozenset(lit for lit, _ in body if lit > 0)))
                if not is_choice:
                    self.clauses.append([atom, -holds])
            if not head:
                self.clauses.append([-holds])
        self.clauses += [[-atom, *dict.fromkeys(one for one, _ in bodies)] for atom, bodies in self._supports.items()]
        graph = networkx.DiGraph(
            (atom, other) for atom, bodies in self._supports.items() for _, others in bodies for other in others
        )
        components = networkx.strongly_connected_components(graph)
        components = [one for one in components if len(one) > 1 or graph.has_edge(*one, *one)]
        self._components = [sorted(one) for one in components]
        sums = [one for one in rules if 0 < one.bound < _weight(one.body)]
        if any({lit for lit, _ in one.body} & atoms and atoms & {*one.head} for one in sums for atoms in components):
            raise ProofError("a sum depends on itself: the program has no proof in clauses")

    def _at_least(self, body: _Body, bound: int, most: int) -> int:
        """Return a variable, or literal, that is true exactly if literals with `most` weight in all reach a bound."""
        if bound <= 0:
            return self._true
        if most < bound:
            return -self._true
        if len(body) == 1:
            return body[0][0]
        key = tuple(sorted(body)), bound
        if key not in self._sums:
            self.variables += 1
            new = self._sums[key] = self.variables
            if most == bound:
                self.clauses += [[new, *(-one for one, _ in body)], *([-new, one] for one, _ in body)]
            else:
                (first, weight), *others = key[0]
                rest, most = tuple(others), most - weight
                more, less = self._at_least(rest, bound - weight, most), self._at_least(rest, bound, most)
                self.clauses += [[-new, first, less], [-new, more], [new, -first, -more], [new, -less]]
        return self._sums[key]

    def symbols(self, model: Collection[int]) -> list[Any]:
        """Return the atoms that are true in a model."""
        true = {one for one in model if one > 0}
        return [atom.symbol for atom in self._solver.symbolic_atoms if atom.is_fact or atom.literal in true]

    def refute_loop(self, loop: Collection[int]) -> None:
        """Add that an atom of a set is true only if a body without atoms of the set supports one of them."""
        among = set(loop)
        outside = [body for atom in loop for body, atoms in self._supports[atom] if not atoms & among]
        self.loops.append(sorted(loop))
        self.clauses += [[-atom, *dict.fromkeys(outside)] for atom in self.loops[-1]]

    def loops_of(self, model: Collection[int]) -> list[set[int]]:
        """Return the sets of true atoms of a model that support only each other."""
        true, found = set(model), list[set[int]]()
        for component in self._components:
            unfounded, size = true.intersection(component), 0
            while size != len(unfounded):
                size = len(unfounded)
                supported = {
                    atom
                    for atom in unfounded
                    if any(body in true and not atoms & unfounded for body, atoms in self._supports[atom])
                }
                unfounded -= supported
            found += [unfounded] * bool(unfounded)
        return found


def require_prover() -> None:
    """Check that python-sat is installed.

    Raises:
        ProofError: It is not.
    """
    if find_spec("pysat") is None:
        raise ProofError(f"proofs are made by python-sat, which is not installed: {install_command('search')}")


def _has_model(solver: Any, seconds: float) -> bool:
    """Return whether a solver's clauses have a model; an interrupt, or the end of the time, ends the search."""
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(solver.solve_limited, expect_interrupt=True)
        try:
            return bool(answer.result(seconds))
        except TimeoutError:
            raise OpenError("the proof needs more time") from None
        finally:
            if not answer.done():
                solver.interrupt()


def proof_text(question: dict[str, Any], program: str, seconds: float = MOST_SECONDS) -> str:
    """Return the text of a file with a proof that a program has no answer set.

    The first line is a comment with the question, the versions and the loops, as JSON; the clauses follow in the format
    DIMACS, a comment ``c proof``, and the proof in the format DRAT.

    Args:
        question: The question that the program answers.
        program: Its text.
        seconds: How long to look for the proof.

    Raises:
        ProofError: The program has an answer set.
        OpenError: It took too long.
    """
    from importlib.metadata import version

    from pysat.solvers import Solver

    completion = Completion(program)
    with Solver(name="glucose4", bootstrap_with=completion.clauses, with_proof=True) as solver:
        while _has_model(solver, seconds):
            size, loops = len(completion.clauses), completion.loops_of(solver.get_model() or ())
            if not loops:
                raise ProofError("there is no proof: the program has an answer set")
            for loop in loops:
                completion.refute_loop(loop)
            solver.append_formula(completion.clauses[size:])
        proof = solver.get_proof()
    versions = {name: version(name) for name in ("standoff", "clingo", "python-sat")}
    head = {**question, "loops": completion.loops, "versions": versions}
    clauses = (" ".join(map(str, [*one, 0])) for one in completion.clauses)
    size = f"p cnf {completion.variables} {len(completion.clauses)}"
    return "\n".join([f"c {json.dumps(head)}", size, *clauses, "c proof", *(proof or ()), ""])
