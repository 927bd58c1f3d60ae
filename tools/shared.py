"""What the tools share: where the clone is, how they read options, compare in blocks, and say how far they are."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"

Compared = tuple[list[str], Counter[str]]
"""What is wrong, a text each, and counts of what was compared."""

_BEGAN = time.perf_counter()


def command_line(doc: str | None, *, seed: int | None = None, jobs: int | None = None) -> argparse.ArgumentParser:
    """Return a parser of a tool's options: its help is the tool's docstring.

    Args:
        doc: The docstring.
        seed: The seed of what it draws, if it draws anything, where none is given.
        jobs: In how many processes it works, if it can in several, where the number is not given.
    """
    module = getattr(sys.modules["__main__"], "__spec__", None)
    parser = argparse.ArgumentParser(
        prog=f"python -m {module.name.removesuffix('.__main__')}" if module else None,
        description=doc,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if seed is not None:
        parser.add_argument("--seed", type=int, default=seed, help=f"of what is drawn ({seed})")
    if jobs is not None:
        parser.add_argument("--jobs", type=int, default=jobs, help=f"processes ({jobs})")
    return parser


def in_blocks(block: Callable[[int], Compared], enough: Callable[[Counter[str]], bool], jobs: int) -> int:
    """Compare the blocks 0, 1, 2, … in so many processes until there are enough; print what is wrong, and the counts.

    Returns:
        The status of the command: 1 if anything is wrong.
    """
    counts, wrong, number = Counter[str](), 0, 0
    waiting: deque[Future[Compared]] = deque()
    with ProcessPoolExecutor(jobs) as pool:
        while not enough(counts):
            while len(waiting) < 2 * jobs:
                waiting.append(pool.submit(block, number))
                number += 1
            texts, more = waiting.popleft().result()
            counts.update(more)
            wrong += len(texts)
            for text in texts[:3]:
                print(text, flush=True)
            say(f"{number - len(waiting)} blocks, {wrong} wrong")
        pool.shutdown(wait=False, cancel_futures=True)
    for what, count in sorted(counts.items()):
        print(f"{count:11,} {what}")
    print(f"{wrong} wrong; {seconds():.0f} s", flush=True)
    return int(wrong > 0)


def in_blocks_until(
    parser: argparse.ArgumentParser, block_of: Callable[[argparse.Namespace], Callable[[int], Compared]], **least: int
) -> int:
    """Compare in blocks until so many of something are counted, as many as an option of that name says.

    Args:
        parser: The options, with ``--jobs``.
        block_of: What makes the function that compares a block of the options.
        least: The name of what is counted, and how many if the option is not given.

    Returns:
        The status of the command.
    """
    ((what, number),) = least.items()
    parser.add_argument(f"--{what}", type=int, default=number, metavar="N", help=f"how many ({number:,})")
    given = parser.parse_args()
    return in_blocks(block_of(given), lambda done: done[what] >= getattr(given, what), given.jobs)


def seconds() -> float:
    """Return how long the tool has been running."""
    return time.perf_counter() - _BEGAN


def say(done: str) -> None:
    """Say on standard error how far the tool is."""
    print(f"{done}, {seconds():.0f} s", file=sys.stderr, flush=True)
