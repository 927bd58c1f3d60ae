"""Mutated input through everything that reads: no traceback, no hang, nothing lost.

    python -m benchmarks.fuzz lines 1000000
    python -m benchmarks.fuzz texts 100000 --seed 7 --jobs 1

What is drawn follows from kind, seed and number: a fault can be drawn again. A process that dies or hangs over a block
is a fault of that block.
"""

from __future__ import annotations

import argparse
import faulthandler
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

from benchmarks import fuzz_lines, fuzz_texts
from standoff.cases.commands.progress import progress_bar
from standoff.cases.workers import Stop, over_blocks

IN_BLOCK = 250
"""Inputs that are drawn and read together."""
HANGS_AFTER_SECONDS = 300

Fuzzer = Callable[[int, int, int], list[str]]
"""Takes how many inputs to draw, the seed and the number of the block; returns a sentence for each fault."""


def _texts(count: int, seed: int, block: int) -> list[str]:
    tallies = fuzz_texts.fuzz(count, hash((seed, block)))
    return [f"{reader}: {what}\n{text[:2000]!r}" for reader, tally in tallies.items() for what, text in tally.faults]


FUZZERS: dict[str, Fuzzer] = {
    "lines": fuzz_lines.fuzz,
    "texts": _texts,
}
"""Each kind of input, and what draws it, has it read, and says what went wrong."""


class _Reading:
    """A process that draws and reads blocks; one that hangs ends itself, and says where on its way out."""

    def __init__(self, kind: str, seed: int) -> None:
        self.fuzzer, self.seed = FUZZERS[kind], seed

    def __call__(self, block: tuple[int, int]) -> tuple[int, list[str]]:
        number, count = block
        faulthandler.dump_traceback_later(HANGS_AFTER_SECONDS, exit=True)
        try:
            return count, self.fuzzer(count, self.seed, number)
        finally:
            faulthandler.cancel_dump_traceback_later()


def _opened(kind: str, seed: int, _stop: Stop) -> _Reading:
    return _Reading(kind, seed)


def _died(block: tuple[int, int]) -> tuple[int, list[str]]:
    return block[1], [f"block {block[0]}: the process that read it died or hung"]


def run(kind: str, count: int, seed: int, jobs: int | None = None) -> Iterator[tuple[int, list[str]]]:
    """Yield how many inputs were read, block by block, and the faults found in them."""
    blocks = ((first // IN_BLOCK, min(IN_BLOCK, count - first)) for first in range(0, count, IN_BLOCK))
    return over_blocks(partial(_opened, kind, seed), blocks, jobs=jobs, lost=_died)


def main() -> None:
    """Draw inputs, have them read, print the faults; end with status 1 if there are any."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz")
    parser.add_argument("kind", choices=FUZZERS)
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=None)
    chosen = parser.parse_args()
    done, faults, start = 0, 0, time.perf_counter()
    with progress_bar(chosen.kind, chosen.count, "{task.fields[faults]} faults") as move:
        for count, found in run(chosen.kind, chosen.count, chosen.seed, chosen.jobs):
            done += count
            faults += len(found)
            for fault in found:
                print(fault, flush=True)
            move(done, faults=faults)
    seconds = time.perf_counter() - start
    print(f"{done} {chosen.kind} of seed {chosen.seed}: {faults} faults, {seconds:.0f} seconds")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
