"""Drawn input by the million, block by block over several processes.

What is drawn follows from kind, seed and number: a fault can be drawn again. A process that dies or hangs over a block
is a fault of that block.
"""

from __future__ import annotations

import faulthandler
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from standoff.work.workers import Stop, over_blocks
from tools.fuzz import lines, texts
from tools.fuzz.targets import TARGETS, drawn, fault_of, seeds

IN_BLOCK = 250
"""Inputs that are drawn and read together."""
HANGS_AFTER_SECONDS = 300

Fuzzer = Callable[[int, int, int], list[str]]
"""Takes how many inputs to draw, the seed and the number of the block; returns a sentence for each fault."""


def _of_target(name: str, count: int, seed: int, block: int) -> list[str]:
    chance, start = Random(f"{name}/{seed}/{block}"), seeds(name)
    given = (drawn(chance, start) for _ in range(count))
    return [f"{fault}\n{data!r}" for data in given for fault in [fault_of(name, data)] if fault]


FUZZERS: dict[str, Fuzzer] = {name: partial(_of_target, name) for name in TARGETS}
FUZZERS |= {"lines": lines.fuzz, "texts": texts.fuzz}
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
