"""Counts turns on which all ways to solve one agree: `python -m research.certify FILE [--turns 100000000] [--jobs 2]`.

A turn is a movement phase under one rulebook: a random one is drawn once for each board, and counts once for each
rulebook. Plain and compiled code are compared on every one, by all that they fill in (`tools.agree`). On one in so many
(`--every`) the equations are written out in DIMACS, too, and a SAT solver, which knows nothing of Diplomacy, counts
their models: these must be the resolutions that standoff finds, and the only one must be what it adjudicates.

FILE is the certificate: what was run (versions, a digest of the code, the seed, the numbers of the questions), how many
turns, and on how many anything differed. It is written after every block; the same command goes on where it ended, and
refuses if the code has changed since.
"""

from __future__ import annotations

import ast
import hashlib
import json
import platform
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pysat.formula import CNF
from pysat.solvers import Minisat22

from standoff import random_turns
from standoff.map import load_board
from standoff.map.masks import bits
from standoff.solver import PRESETS
from standoff.solver.plain.order_table import OrderTable
from standoff.solver.plain.own_table import table_of
from standoff.solver.plain.paradox import solve
from standoff.solver.rules.presets import board_of
from standoff.solver.studies.equations_out import equations_of
from standoff.solver.studies.resolutions import resolutions_of
from standoff.work.whole_files import write_whole
from tools.agree import compared, movements
from tools.shared import ROOT, command_line

QUESTIONS = 2000
"""This many random movement phases are a block, each adjudicated under every rulebook."""

Json = dict[str, Any]


def models_of(dimacs: str) -> Iterator[tuple[int, ...]]:
    """Yield the models of a text in DIMACS, each as the variables that are true."""
    variables = range(1, int(dimacs.split("p cnf ")[1].split(maxsplit=1)[0]) + 1)
    with Minisat22(bootstrap_with=CNF(from_string=dimacs).clauses) as solver:
        while solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            model = tuple(number for number in variables if number in true)
            yield model
            if not variables:
                return
            solver.add_clause([-number if number in true else number for number in variables])


def models_differ(table: OrderTable) -> tuple[bool, int]:
    """Return whether a SAT solver finds other resolutions than standoff does, and how many it finds."""
    units = bits(table.live)
    models = {
        sum(1 << units[number - 1] for number in model) for model in models_of(equations_of(table).text("dimacs"))
    }
    wrong = models != set(resolutions_of(table))
    return wrong or (len(models) == 1 and models != {solve(table).true}), len(models)


def block(seed: int, first: int, last: int, names: Sequence[str], every: int) -> tuple[Json, list[str]]:
    """Return the counts of the questions `first` to `last` by rulebook, and the turns on which something differs."""
    counts: Json = {}
    faults: list[str] = []
    for name, (wrong, of_rules) in compared(seed, first, last, names, {}).items():
        counts[name] = dict(of_rules)
        faults += [f"plain and compiled: {text}" for text in wrong]
    for name in names:
        rules, board = PRESETS[name], load_board(board_of(name))
        resolutions: Counter[int] = Counter()
        for one in movements(seed, first, last, board)[::every]:
            different, models = models_differ(table_of(board, one.position, one.orders, rules))
            resolutions[models] += 1
            if different:
                faults.append(f"SAT: {name}: {one.position.units} {one.orders}")
        counts[name]["by SAT"] = sum(resolutions.values())
        for models, turns in sorted(resolutions.items()):
            counts[name][f"by SAT with {models} resolutions"] = turns
    return counts, faults


def made_by() -> Json:
    """Return what a certificate holds of the code that it is about: comments, docstrings and layout do not count."""
    digest = hashlib.sha256()
    files = [*(ROOT / "map").glob("*.py"), *(ROOT / "solver").rglob("*.py")]
    for file in sorted([*files, *Path(str(random_turns.__file__)).parent.glob("*.py")]):
        digest.update(f"{file.relative_to(ROOT).as_posix()}\n{_without_docstrings(file)}\n".encode())
    for name in sorted({board_of(rules) for rules in PRESETS}):
        digest.update((ROOT / "map" / "boards" / f"{name}.json").read_bytes())
    packages = ("standoff", "numba", "numpy", "python-constraint2", "networkx", "python-sat")
    versions = {name: version(name) for name in packages} | {"python": platform.python_version()}
    return {"code": digest.hexdigest(), "versions": versions}


def _without_docstrings(file: Path) -> str:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            node.body = [one for one in node.body if not _is_text(one)]
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def opened(file: Path, seed: int, names: Sequence[str], every: int) -> Json:
    """Return the certificate of a file, a new one if there is none.

    Raises:
        SystemExit: It is about other code, or was begun with other arguments.
    """
    head = {**made_by(), "seed": seed, "rules": list(names), "every": every, "block": QUESTIONS}
    if not file.exists():
        return {**head, "blocks": 0, "turns": 0, "by SAT": 0, "seconds": 0.0, "counts": {}, "differ": []}
    certificate: Json = json.loads(file.read_text(encoding="utf-8"))
    unlike = [key for key, value in head.items() if certificate.get(key) != value]
    if unlike:
        raise SystemExit(f"{file}: made with another {', '.join(unlike)}; a certificate goes on with the same only")
    return certificate


def add(certificate: Json, counts: Json, faults: list[str]) -> None:
    """Add a block to a certificate."""
    for name, of_rules in counts.items():
        sums = Counter(certificate["counts"].get(name, {}))
        sums.update(of_rules)
        certificate["counts"][name] = dict(sums)
    certificate["differ"] += faults
    certificate["blocks"] += 1
    certificate["turns"] = sum(one["turns"] for one in certificate["counts"].values())
    certificate["by SAT"] = sum(one["by SAT"] for one in certificate["counts"].values())


def main() -> int:
    parser = command_line(__doc__, seed=1)
    parser.add_argument("file", type=Path, help="the certificate")
    parser.add_argument("--turns", type=int, default=100_000_000, help="go on until there are this many")
    parser.add_argument("--every", type=int, default=50, help="one turn in so many is also given to a SAT solver")
    parser.add_argument("--rules", nargs="*", default=list(PRESETS), help="the rulebooks")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args()
    certificate = opened(given.file, given.seed, given.rules, given.every)
    began, before = time.perf_counter(), certificate["seconds"]
    with ProcessPoolExecutor(given.jobs) as pool:
        try:
            tasks: deque[Future[tuple[Json, list[str]]]] = deque()
            while certificate["turns"] < given.turns:
                while len(tasks) < 2 * given.jobs:
                    first = (certificate["blocks"] + len(tasks)) * QUESTIONS
                    tasks.append(pool.submit(block, given.seed, first, first + QUESTIONS, given.rules, given.every))
                add(certificate, *tasks.popleft().result())
                certificate["seconds"] = round(before + time.perf_counter() - began, 1)
                write_whole(given.file, json.dumps(certificate, indent=1) + "\n")
                print(
                    f"{certificate['turns']:,} turns, {certificate['by SAT']:,} of them by SAT, "
                    f"{len(certificate['differ'])} differ, {certificate['seconds']:.0f} s",
                    file=sys.stderr,
                    flush=True,
                )
            pool.shutdown(wait=False, cancel_futures=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            print(f"stopped; the same command goes on from {given.file}", file=sys.stderr)
    for fault in certificate["differ"][:3]:
        print(fault)
    print(f"{len(certificate['differ'])} differ of {certificate['turns']:,} turns; {given.file}")
    return 1 if certificate["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
