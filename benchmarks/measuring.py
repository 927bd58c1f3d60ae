"""Shared code of the benchmarks: alternating rows, the machine and its load, the file of a run, the command line.

A *row* is one program at one task; the rows of a *section* are measured together. All are run once to warm up, then in
alternation, round after round, so that other load on the machine affects all of them. Before each round, the load of
other programs is measured for a tenth of a second in which the benchmark is idle.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import psutil

RESULTS = Path(__file__).with_name("results")
"""The folder of runs; the pages are filled from `measured.json`, which is under version control."""

MEASURED = RESULTS / "measured.json"
"""The run of all benchmarks that the pages quote."""

WATCHED_SECONDS = 0.1
"""The time for which the load of the machine is measured before each round."""

STANDOFF = "standoff"
"""The program of the rows of standoff."""


class BenchmarkError(Exception):
    """The times of a benchmark are worthless: standoff disagrees with itself, or a program does not answer."""


@dataclass
class Row:
    """A program at a task.

    Attributes:
        name: Its name in tables.
        run: Does the task once; returns the seconds that count, or None if all of its time counts.
        items: The number of turns, phases or questions of the task.
        program: The program and its version, `STANDOFF` for standoff's own.
        key: Its name for pages; `name` if left out.
        agrees: The number of turns on which a peer has the same units and retreats as standoff.
        asked: The number of turns that it can express, on which it is timed.
        about: Further values for the file.
        seconds: The time of each round.
    """

    name: str
    run: Callable[[], object]
    items: int = 1
    program: str = STANDOFF
    key: str = ""
    agrees: int | None = None
    asked: int | None = None
    about: dict[str, Any] = field(default_factory=dict[str, Any])
    seconds: list[float] = field(default_factory=list[float])

    @property
    def micros(self) -> list[float]:
        """The microseconds per item of each round."""
        return [seconds / self.items * 1e6 for seconds in self.seconds]

    def as_object(self) -> dict[str, Any]:
        """Return the row for the file of a run."""
        micros = self.micros
        quarters = quantiles(micros, n=4, method="inclusive") if len(micros) > 1 else micros * 3
        values = {"minimum": min(micros), "median": median(micros), "maximum": max(micros)}
        agreement = {} if self.agrees is None else {"agrees": self.agrees, "asked": self.asked}
        return {
            "key": self.key or self.name,
            "name": self.name,
            "program": self.program,
            "items": self.items,
            "microseconds": {name: _rounded(value) for name, value in values.items()},
            "spread": _rounded((quarters[2] - quarters[0]) / values["median"]),
            "rounds": [_rounded(value) for value in micros],
            **agreement,
            **self.about,
        }


@dataclass
class Section:
    """Rows that are measured together.

    Attributes:
        key: Its name for pages.
        title: Its title.
        item: The unit of the times: "turn".
        rows: The rows.
        about: Further values for the file.
        rounds: The number of rounds, if it differs from that of the run.
        compared: True if the rows do the same task, so that the ratio of their times has a meaning.
        close: Ends the programs of the rows.
    """

    key: str
    title: str
    item: str
    rows: list[Row]
    about: dict[str, Any] = field(default_factory=dict[str, Any])
    rounds: int | None = None
    compared: bool = True
    close: Callable[[], None] = lambda: None


@dataclass(frozen=True)
class Options:
    """The options of the command line.

    Attributes:
        quick: True for a short form: a few turns, one round.
        rounds: The number of rounds.
        peers: Other programs, in the notation of `peer_named`.
        rules: The rulebook of standoff that is timed.
        seed: The seed of the random games.
    """

    quick: bool = False
    rounds: int = 5
    peers: tuple[str, ...] = ()
    rules: str = "2023"
    seed: int = 1

    def of(self, full: int, quick: int) -> int:
        """Return a number of items, smaller in the quick form."""
        return quick if self.quick else full


Benchmark = Callable[[Options], Iterable[Section]]


def _rounded(value: float) -> float:
    """Return a value with four significant digits; no time is more precise."""
    return float(f"{value:.4g}")


def measure(section: Section, rounds: int, *, warm: bool = True) -> dict[str, Any]:
    """Run the rows in alternation, and return the section for the file of a run.

    Args:
        section: The rows.
        rounds: The number of rounds.
        warm: True to run all once before, and to collect garbage before each row.
    """
    busy: list[float] = []
    if warm:
        gc.collect()
        gc.freeze()  # existing objects are not scanned again before each row
    for number in range(0 if warm else 1, rounds + 1):
        if number:
            busy.append(psutil.cpu_percent(WATCHED_SECONDS) / 100 * (os.cpu_count() or 1))
        for row in section.rows:
            if warm:
                gc.collect()
            began = time.perf_counter()
            counted = row.run()
            seconds = time.perf_counter() - began
            if number:
                row.seconds.append(counted if isinstance(counted, float) else seconds)
    if warm:
        gc.unfreeze()
    section.close()
    return {
        "title": section.title,
        "item": section.item,
        "compared": section.compared,
        **section.about,
        "busy_cores": {"median": _rounded(median(busy)), "maximum": _rounded(max(busy))},
        "rows": [row.as_object() for row in section.rows],
    }


def table(section: dict[str, Any]) -> str:
    """Return the table of a section: times, their range, and the ratio to the package, or else to the first row."""
    rows: list[dict[str, Any]] = section["rows"]
    base = base_of(rows)
    width = max(len(row["name"]) for row in rows)
    heads = f"{'us a ' + section['item']:>14}  {'minimum to maximum':>23}"
    lines = [f"{'':{width}}  {heads}  {'ratio':>8}  agrees" if section["compared"] else f"{'':{width}}  {heads}"]
    for row in rows:
        times = row["microseconds"]
        between = f"{number(times['minimum'])} to {number(times['maximum'])}"
        line = f"{row['name']:{width}}  {number(times['median']):>14}  {between:>23}"
        if section["compared"]:
            line += f"  {number(ratio(base, row)):>8}"
        if "agrees" in row:
            line += f"  {row['agrees']} of {row['asked']}"
        lines.append(line)
    return "\n".join(lines)


def number(value: float) -> str:
    """Return a time with three significant digits or all before the point: 0.123, 12.3, 1,234."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def base_of(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the row that others are compared with: that of the package `diplomacy`, else the first."""
    return next((row for row in rows if row["program"].startswith("diplomacy")), rows[0])


def ratio(slow: dict[str, Any], fast: dict[str, Any]) -> float:
    """Return the speed of one row relative to another: the median of the ratios within each round."""
    return median(one / other for one, other in zip(slow["rounds"], fast["rounds"], strict=True))


def machine() -> dict[str, Any]:
    """Return a description of the machine."""
    info = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*:\s*(.*)", info.read_text()) if info.exists() else []
    return {
        "processor": names[0] if names else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "memory_gb": round(psutil.virtual_memory().total / 1e9),
        "system": platform.system(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def versions() -> dict[str, str]:
    """Return the versions of standoff, Python and the libraries."""
    found: dict[str, str] = {}
    for name in ("standoff", "python-constraint2", "networkx", "numpy", "numba", "llvmlite"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def commit() -> dict[str, Any]:
    """Return the measured commit, and whether the sources differ from it; nothing outside a clone."""

    def git(*arguments: str) -> str:
        command = ["git", *arguments]
        return subprocess.run(command, cwd=RESULTS.parent, capture_output=True, text=True, check=True).stdout.strip()

    try:
        changed = git("status", "--porcelain", "--", ":/map", ":/solver", ":/standoff", ":/cases", ":/benchmarks/*.py")
        return {"commit": git("rev-parse", "--short=8", "HEAD"), "changed": bool(changed)}
    except (OSError, subprocess.CalledProcessError):
        return {}


def run(benchmarks: Iterable[Benchmark], options: Options, *, made_by: str) -> dict[str, Any]:
    """Measure the sections of benchmarks, print their tables, and return the run for its file.

    Raises:
        BenchmarkError: Standoff disagrees with itself, or a timed program gives no answer.
    """
    began, load = time.time(), os.getloadavg() if hasattr(os, "getloadavg") else None
    result: dict[str, Any] = {
        "made_by": made_by,
        "quick": options.quick,
        "began": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(began)),
        **commit(),
        "machine": machine(),
        "versions": versions(),
        "load_average": load and [_rounded(value) for value in load],
        "sections": {},
    }
    print(", ".join(str(value) for value in result["machine"].values()), flush=True)
    for benchmark in benchmarks:
        for section in benchmark(options):
            measured = measure(section, section.rounds or options.rounds, warm=not options.quick)
            result["sections"][section.key] = measured
            print(f"\n{section.title}\n{table(measured)}", flush=True)
    result["minutes"] = _rounded((time.time() - began) / 60)
    result["busy_cores"] = _rounded(
        max((section["busy_cores"]["median"] for section in result["sections"].values()), default=0.0)
    )
    print(f"\nother programs kept up to {result['busy_cores']:.2g} cores busy; {result['minutes']:.2g} minutes")
    return result


def command_line(
    doc: str | None, name: str, benchmarks: Sequence[Benchmark], arguments: Sequence[str] | None = None
) -> tuple[dict[str, Any], Path]:
    """Run benchmarks with the options of the command line, and write the file of the run.

    Args:
        doc: The help.
        name: The module: "benchmarks.compare".
        benchmarks: The benchmarks.
        arguments: The arguments of the command line; `sys.argv` if left out.

    Returns:
        The run, and the file that it is written to.
    """
    default = name.rpartition(".")[2] if "." in name else MEASURED.stem
    parser = argparse.ArgumentParser(
        prog=f"python -m {name}", description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="in seconds: a few turns, one round")
    parser.add_argument("--rounds", type=int, help="how many rounds are measured (5; 1 with --quick)")
    parser.add_argument("--rules", default="2023", help="the rulebook of standoff that is timed (2023)")
    parser.add_argument("--seed", type=int, default=1, help="of the random games (1)")
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="[NAME=]PEER",
        help="diplomacy, diplomacy:PYTHON, cdippy:PROGRAM or lines:COMMAND; the name and version to print before it",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file of the run (in benchmarks/results)")
    given = parser.parse_args(arguments)
    rounds: int = given.rounds or (1 if given.quick else Options.rounds)
    options = Options(given.quick, rounds, tuple(given.peer), given.rules, given.seed)
    out: Path = given.out or RESULTS / f"{default}{'-quick' if given.quick else ''}.json"
    try:
        result = run(benchmarks, options, made_by=f"python -m {name}")
    except BenchmarkError as fault:
        sys.exit(f"{name}: {fault}")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"written: {out}")
    return result, out


def cores() -> list[int]:
    """Return the numbers of threads to measure: 1, 2, 4, ... and the number of cores."""
    count = os.cpu_count() or 1
    return sorted({1, count, *(2**power for power in range(count.bit_length()) if 2**power < count)})


def each(task: Callable[[Any], object], things: Sequence[Any]) -> Callable[[], None]:
    """Return a function that does a task for each of some items."""

    def run_all() -> None:
        for thing in things:
            task(thing)

    return run_all


def repeated(values: Iterable[Any], count: int) -> Iterator[Any]:
    """Yield values repeatedly, a given number in all."""
    kept = list(values)
    for place in range(count):
        yield kept[place % len(kept)]
