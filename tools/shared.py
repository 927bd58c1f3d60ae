"""Shared by the tools: paths, options, comparison in blocks, progress."""

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
"""Faults as texts, and counts of the compared items."""

_BEGAN = time.perf_counter()


def command_line(doc: str | None, *, seed: int | None = None, jobs: int | None = None) -> argparse.ArgumentParser:
    """Return a parser of a tool's options with its docstring as help.

    Args:
        doc: The docstring.
        seed: The default seed; None if the tool draws nothing.
        jobs: The default number of processes; None if the tool uses one.
    """
    module = getattr(sys.modules["__main__"], "__spec__", None)
    parser = argparse.ArgumentParser(
        prog=f"python -m {module.name.removesuffix('.__main__')}" if module else None,
        description=doc,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    if seed is not None:
        parser.add_argument("--seed", type=int, default=seed, help=f"random seed ({seed})")
    if jobs is not None:
        parser.add_argument("--jobs", type=int, default=jobs, help=f"processes ({jobs})")
    return parser


def in_blocks(block: Callable[[int], Compared], enough: Callable[[Counter[str]], bool], jobs: int) -> int:
    """Compare the blocks 0, 1, 2, … in `jobs` processes until there are enough; print faults and counts.

    Returns:
        The exit status: 1 if there are faults.
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
    """Compare in blocks until a count reaches the number that an option of its name sets.

    Args:
        parser: The options, with ``--jobs``.
        block_of: Returns the function that compares a block, from the options.
        least: The name of the count, and the default of the option.

    Returns:
        The status of the command.
    """
    ((name, number),) = least.items()
    parser.add_argument(f"--{name}", type=int, default=number, metavar="N", help=f"how many to compare ({number:,})")
    options = parser.parse_args()
    return in_blocks(block_of(options), lambda counts: counts[name] >= getattr(options, name), options.jobs)


def seconds() -> float:
    """Return the time since the tool started."""
    return time.perf_counter() - _BEGAN


def say(progress: str) -> None:
    """Print the progress to standard error."""
    print(f"{progress}, {seconds():.0f} s", file=sys.stderr, flush=True)
