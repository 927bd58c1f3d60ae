"""The gain from threads and jobs: `python -m benchmarks.threads`.

The same work by 1, 2, 4, ... threads or jobs, up to the number of cores: turns in arrays, games in the vector
environment, and the whole of `standoff batch`, everything that Python loads included, from file to file. Its answers
are compared with each other. It needs the extra ``fast``.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.compare import compiled_rows, movements_of, request_lines
from benchmarks.environments import vector_rows
from benchmarks.measuring import BenchmarkError, Options, Row, Section, command_line, cores, repeated
from standoff.solver import rulebook

LINES, QUICK_LINES = 100_000, 60
ROUNDS = 3


class BatchRun:
    """`standoff batch` over a file of lines.

    Attributes:
        peak_mb: The peak memory of a run, if the system reports it.
        digest: A digest of its answers.
    """

    def __init__(self, lines: Path, jobs: int) -> None:
        self.lines, self.jobs = lines, jobs
        self.peak_mb = 0
        self.digest = b""

    def __call__(self) -> None:
        answers = self.lines.with_name(f"answers-{self.jobs}.jsonl")
        answers.unlink(missing_ok=True)
        command = [sys.executable, "-m", "standoff", "batch", str(self.lines), "--jobs", str(self.jobs)]
        with answers.open("wb") as out:
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
            if hasattr(os, "wait4"):
                _, status, used = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.peak_mb = max(self.peak_mb, used.ru_maxrss // (2**20 if sys.platform == "darwin" else 2**10))
            if process.wait():
                raise BenchmarkError(f"{' '.join(command[1:4])} ended with status {process.returncode}")
        self.digest = hashlib.sha256(answers.read_bytes()).digest()


def batch_rows(texts: list[str], folder: Path, options: Options) -> list[Row]:
    """Return the rows of `standoff batch`.

    Raises:
        BenchmarkError: It fails, or its answers depend on the number of jobs, or one is not an answer.
    """
    count = options.of(LINES, QUICK_LINES)
    paths = folder / "few.jsonl", folder / "many.jsonl"
    for path, number in zip(paths, (count // 4, count), strict=True):
        with path.open("w", encoding="utf-8") as file:
            for place, text in enumerate(repeated(texts, number)):
                file.write(json.dumps({"id": place} | json.loads(text)) + "\n")
    few = BatchRun(paths[0], 1)
    few()
    rows: list[Row] = []
    digests: set[bytes] = set()
    for jobs in cores():
        batch = BatchRun(paths[1], jobs)
        batch()
        digests.add(batch.digest)
        about = {"threads": jobs, "peak_mb": batch.peak_mb, "peak_mb_of_a_quarter": few.peak_mb}
        name = f"standoff batch, {count:,} lines, {jobs} {'job' if jobs == 1 else 'jobs'}"
        rows.append(Row(name, batch, count, key=f"batch, {jobs}", about=about))
    with (folder / "answers-1.jsonl").open(encoding="utf-8") as file:
        good = sum('"units"' in line for line in file)
    if len(digests) != 1 or good != count:
        raise BenchmarkError(f"{good} of {count} lines have answers, which are {len(digests)} different files")
    return rows


def sections(options: Options) -> Iterator[Section]:
    """Yield the tasks with each number of threads."""
    try:
        import numba  # noqa: F401  # pyright: ignore
    except ImportError:
        return
    rules, turns = rulebook(options.rules), movements_of("greedy", options)
    with tempfile.TemporaryDirectory() as folder:
        rows = [
            *compiled_rows(turns, rules, options.of(100, 2)),
            *(row for row in vector_rows(rules, options) if "checked" not in row.name),
            *batch_rows(request_lines(turns, rules), Path(folder), options),
        ]
        rounds = min(options.rounds, ROUNDS)
        yield Section("threads", "threads and jobs", "turn", rows, rounds=rounds, compared=False)


if __name__ == "__main__":
    command_line(__doc__, "benchmarks.threads", [sections])
