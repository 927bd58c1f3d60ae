"""Hostile input through everything that reads: no traceback, no hang, nothing lost, nothing executed.

    python -m tools.fuzz                          before a release: every target, guided by coverage, ten minutes
    python -m tools.fuzz find page --minutes 1
    python -m tools.fuzz lines --count 1000000    drawn by number, on all cores
    python -m tools.fuzz --again FILE find        one input again

Guided runs need Atheris (`pip install atheris`; Linux); without it inputs are drawn for the same time, and a
line says so.
An input with a fault is written to the folder of `--found`.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from random import Random

from standoff.commands.progress import progress_bar
from tools.fuzz import drawn_blocks
from tools.fuzz.targets import TARGETS, drawn, fault_of, seeds
from tools.shared import command_line, seconds


def guided(name: str, for_seconds: float, seed: int, folder: Path) -> int:
    """Run a target under Atheris in a process of its own; return how many faults it ends with, 0 or 1."""
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate(seeds(name)):
            (Path(corpus) / f"{number:05}").write_bytes(data)
        command = [sys.executable, "-m", "tools.fuzz.guided", name, corpus, f"-artifact_prefix={folder}/{name}-"]
        limits = [f"-max_total_time={max(1, round(for_seconds))}", f"-seed={seed}", "-timeout=60", "-rss_limit_mb=4096"]
        done = subprocess.run(
            [*command, *limits, "-max_len=20000", "-print_final_stats=1"],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    output = done.stderr
    inputs = output.rpartition("stat::number_of_executed_units:")[2].split() or ["?"]
    reached = [line for line in output.splitlines() if " cov: " in line]
    covered = reached[-1].partition(" cov: ")[2].split()[0] if reached else "?"
    if done.returncode:
        print(f"{name}: status {done.returncode}\n{(done.stdout + output)[-4000:]}", flush=True)
    print(
        f"{name}: {inputs[0]} inputs in {for_seconds:.0f} seconds, {covered} places covered, "
        f"{bool(done.returncode):d} faults",
        flush=True,
    )
    return bool(done.returncode)


def timed(name: str, for_seconds: float, seed: int, folder: Path) -> int:
    """Draw inputs for a target until the time is over; return how many faults there were."""
    chance, start = Random(f"{name}/{seed}"), seeds(name)
    waiting, faults, inputs, end = list(start), 0, 0, time.monotonic() + for_seconds
    while time.monotonic() < end:
        data = waiting.pop() if waiting else drawn(chance, start)
        inputs += 1
        fault = fault_of(name, data)
        if fault:
            faults += 1
            (folder / f"{name}-{sha256(data).hexdigest()[:16]}").write_bytes(data)
            print(f"{name}: {fault}\n{data[:2000]!r}", flush=True)
    print(f"{name}: {inputs} inputs in {for_seconds:.0f} seconds, drawn, {faults} faults", flush=True)
    return faults


def counted(name: str, count: int, seed: int, jobs: int | None) -> int:
    """Draw this many inputs for a target, on several processes; return how many faults there were."""
    done, faults, began = 0, 0, seconds()
    with progress_bar(name, count, "{task.fields[faults]} faults") as move:
        for number, of_block in drawn_blocks.run(name, count, seed, jobs):
            done += number
            faults += len(of_block)
            for fault in of_block:
                print(fault, flush=True)
            move(done, faults=faults)
    print(f"{done} {name} of seed {seed}: {faults} faults, {seconds() - began:.0f} seconds", flush=True)
    return faults


def main() -> None:
    """Run targets; end with status 1 if there are faults."""
    parser = command_line(__doc__, seed=1)
    parser.add_argument("target", nargs="*", help=f"{', '.join(TARGETS)}; all if left out")
    parser.add_argument("--minutes", type=float, default=10.0, help="for all targets together")
    parser.add_argument("--count", type=int, help="draw this many inputs for each target instead")
    parser.add_argument("--jobs", type=int, help="processes, with --count")
    parser.add_argument("--drawn", action="store_true", help="draw, even where Atheris is installed")
    parser.add_argument("--found", type=Path, default=Path("found"), help="where inputs with a fault are written")
    parser.add_argument("--again", type=Path, help="read this file with the target, and nothing else")
    chosen = parser.parse_args()
    names = chosen.target or list(TARGETS)
    for name in names:
        if name not in TARGETS:
            parser.error(f"no target {name!r}; known: {', '.join(TARGETS)}")
    if chosen.again is not None:
        answers = [(name, fault_of(name, chosen.again.read_bytes())) for name in names]
        print("\n".join(f"{name}: {fault or 'no fault'}" for name, fault in answers))
        sys.exit(any(fault for _, fault in answers))
    faults = 0
    if chosen.count is not None:
        faults = sum(counted(name, chosen.count, chosen.seed, chosen.jobs) for name in names)
    else:
        there = importlib.util.find_spec("atheris") is not None and not chosen.drawn
        if not there:
            print("not guided by coverage, only drawn" + ("" if chosen.drawn else ": Atheris is not installed"))
        chosen.found.mkdir(parents=True, exist_ok=True)
        run = guided if there else timed
        faults = sum(run(name, chosen.minutes * 60 / len(names), chosen.seed, chosen.found) for name in names)
        if not any(chosen.found.iterdir()):
            chosen.found.rmdir()
    print(f"{faults} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
