"""Counts turns on which all ways to solve one agree: `python -m research.certify FILE [--turns 100000000] [--jobs 2]`.

A turn is a movement phase under one movement system: rulebooks that choose alike wherever outcomes are concerned are
one. A random phase is drawn once for each board, and counts once for each system. Plain and compiled code are compared
on every one, by all that they fill in (`tools.agree`). On one in so many (`--every`) clingo, which knows nothing of
Diplomacy, looks for the answer sets of `law.lp`: these must be the resolutions that standoff finds, and the only one
must be what it adjudicates. What the three ways have in common is in the certificate (`SHARED`).

FILE is the certificate: what was run (the commit, versions, a digest of the code, the seed, the numbers of the
questions), how many turns, and on how many anything differed. It is written after every block; the same command goes on
where it ended, and refuses if the code has changed since. So `research/certificate.json` is about the code of its commit;
to make it anew: commit, remove the file, run `python -m research.certify research/certificate.json --turns 10000000
--every 100 --seed 11`, and write the commit and the figures into `research/README.md`, which a test holds to it.
"""

from __future__ import annotations

import ast
import hashlib
import io
import json
import platform
import subprocess
import sys
import time
import tokenize
from collections import Counter, deque
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeGuard

from research import law
from standoff import random_turns
from standoff.map import load_board
from standoff.map.masks import bits
from standoff.solver import OPTIONS, PRESETS, OrderTable, board_of, table_of
from standoff.solver.plain.paradox import solve
from standoff.solver.studies.equation_export import facts_of
from standoff.work.outputs import write_whole
from tools.agree import compared, movements
from tools.shared import ROOT, command_line, say

QUESTIONS = 2000
"""This many random movement phases are a block, each adjudicated under every rulebook."""

Json = dict[str, Any]


SHARED = {
    "plain and compiled": "the functions of solver/law, interpreted or compiled: both would share a wrong rule",
    "standoff and law.lp": "who stands where and which orders are legal (solver/orders, solver/law/reach.py); no rule of 5.B",
    "all": "the questions (standoff/random_turns) and the boards",
}
"""What the ways to solve a turn have in common, so that their agreement says nothing of it."""


OF_BOARDS_ALONE = ("comparing", "inspecting")
"""The modules of `map` that say what boards are like, and take no part in adjudicating."""


def systems(names: Sequence[str]) -> dict[str, list[str]]:
    """Return the distinct movement systems, each by the first rulebook that has it, and all rulebooks that do.

    >>> systems(["2023", "2023-book", "2025EE", "2000", "2000-russian"])
    {'2023': ['2023'], '2023-book': ['2023-book', '2025EE', '2000'], '2000-russian': ['2000-russian']}
    """
    outcomes = [name for name, option in OPTIONS.items() if option.concerns == "outcomes"]
    found: dict[tuple[str, ...], list[str]] = {}
    for name in names:
        found.setdefault((board_of(name), *(PRESETS[name][option] for option in outcomes)), []).append(name)
    return {alike[0]: alike for alike in found.values()}


def answers_differ(table: OrderTable) -> tuple[bool, int]:
    """Return whether clingo finds other resolutions in `law.lp` than standoff does, and how many it finds."""
    found = law.answer_sets(facts_of(table))
    adjudicated = frozenset(table.units[unit].province for unit in bits(solve(table).true))
    return found != law.resolutions(table) or (len(found) == 1 and found != {adjudicated}), len(found)


def block(seed: int, first: int, last: int, names: Sequence[str], every: int) -> tuple[Json, list[str]]:
    """Return the counts of the questions `first` to `last` by rulebook, and the turns on which something differs."""
    counts: Json = {}
    faults: list[str] = []
    for name, (wrong, of_rules) in compared(seed, first, last, names).items():
        counts[name] = dict(of_rules)
        faults += [f"plain and compiled: {text}" for text in wrong]
    for name in names:
        rules, board = PRESETS[name], load_board(board_of(name))
        resolutions: Counter[int] = Counter()
        for one in movements(seed, first, last, board)[::every]:
            different, found = answers_differ(table_of(board, one.position, one.orders, rules))
            resolutions[found] += 1
            if different:
                faults.append(f"law.lp: {name}: {one.position.units} {one.orders}")
        counts[name]["by law.lp"] = sum(resolutions.values())
        for found, turns in sorted(resolutions.items()):
            counts[name][f"by law.lp with {found} resolutions"] = turns
    return counts, faults


@cache
def made_by() -> Json:
    """Return what a certificate holds of the code that it is about: comments, docstrings, blank lines do not count."""
    digest = hashlib.sha256()
    files = [path for path in (ROOT / "map").glob("*.py") if path.stem not in OF_BOARDS_ALONE]
    files += (ROOT / "solver").rglob("*.py")
    for file in sorted([*files, *Path(str(random_turns.__file__)).parent.glob("*.py")]):
        source = _code(file.read_text(encoding="utf-8"))
        digest.update(f"{file.relative_to(ROOT).as_posix()}\n{source}\n".encode())
    digest.update("\n".join(one.text for one in law.clauses()).encode())
    for name in sorted({board_of(rules) for rules in PRESETS}):
        digest.update((ROOT / "map" / "boards" / f"{name}.json").read_bytes())
    packages = ("standoff", "numba", "numpy", "python-constraint2", "networkx", "clingo")
    versions = {name: version(name) for name in packages} | {"python": platform.python_version()}
    return {"code": digest.hexdigest(), "versions": versions, "shared": SHARED}


def _code(source: str) -> str:
    """Return the lines of a source without comments and docstrings, which no version of Python sees otherwise."""
    lines = source.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(source)):
        if _is_text(node):
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    return "\n".join(line.rstrip() for line in lines if line.strip())


def _is_text(node: ast.AST) -> TypeGuard[ast.Expr]:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def commit() -> str:
    """Return the commit that is checked out; with a plus sign if files that git knows have been changed since."""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    return git("rev-parse", "HEAD") + "+" * bool(git("status", "--porcelain", "--untracked-files=no"))


def opened(file: Path, seed: int, names: Sequence[str], every: int) -> Json:
    """Return the certificate of a file, a new one if there is none.

    Raises:
        SystemExit: It is about other code, or was begun with other arguments.
    """
    head = {**made_by(), "seed": seed, "systems": systems(names), "every": every, "block": QUESTIONS}
    if not file.exists():
        return {"commit": commit(), **head, "blocks": 0, "turns": 0, "by law.lp": 0, "seconds": 0.0, "counts": {}, "differ": []}
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
    certificate["by law.lp"] = sum(one["by law.lp"] for one in certificate["counts"].values())


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=1)
    parser.add_argument("file", type=Path, help="the certificate")
    parser.add_argument("--turns", type=int, default=100_000_000, help="go on until there are this many")
    parser.add_argument("--every", type=int, default=50, help="one turn in so many is also given to clingo")
    parser.add_argument("--rules", nargs="*", default=list(PRESETS), help="rulebooks; of those alike, the first")
    given = parser.parse_args()
    certificate = opened(given.file, given.seed, given.rules, given.every)
    names = list(certificate["systems"])
    began, before = time.perf_counter(), certificate["seconds"]
    with ProcessPoolExecutor(given.jobs) as pool:
        try:
            tasks: deque[Future[tuple[Json, list[str]]]] = deque()
            while certificate["turns"] < given.turns:
                while len(tasks) < 2 * given.jobs:
                    first = (certificate["blocks"] + len(tasks)) * QUESTIONS
                    tasks.append(pool.submit(block, given.seed, first, first + QUESTIONS, names, given.every))
                add(certificate, *tasks.popleft().result())
                certificate["seconds"] = round(before + time.perf_counter() - began, 1)
                write_whole(given.file, json.dumps(certificate, indent=1) + "\n")
                by_law, differ = certificate["by law.lp"], len(certificate["differ"])
                say(f"{certificate['turns']:,} turns, {by_law:,} of them by law.lp, {differ} differ")
        except KeyboardInterrupt:
            say(f"stopped; the same command goes on from {given.file}")
        pool.shutdown(wait=False, cancel_futures=True)
    for fault in certificate["differ"][:3]:
        print(fault)
    print(f"{len(certificate['differ'])} differ of {certificate['turns']:,} turns; {given.file}")
    return 1 if certificate["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
