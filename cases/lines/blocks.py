"""Long inputs of interchange lines: answered in blocks, on several cores, in the order in which they came.

The line that kills its process gets an answer with ``error``; no other line is lost with it (`workers`).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain, islice
from pathlib import Path

from ..workers import Stop, over_blocks
from .answering import answer_block, answer_lines
from .json_lines import LineError, line_object, written

LINES_IN_BLOCK = 200
"""At most this many lines are worked on together."""

Answers = list[tuple[str, bool]]
Work = Callable[[list[str]], Answers]


@cache
def compiled_code_is_there() -> bool:
    """Tell whether the extra ``fast`` is installed, and load it."""
    try:
        from ...solver import batch  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError:
        return False
    gc.freeze()  # what Numba brought stays: to look through it again and again takes longer than the work
    return True


def code_is_compiled() -> bool:
    """Tell whether the compiled code is there from an earlier run, or there is nothing to compile."""
    try:
        from ...solver.compiled import _cache_folder
    except ImportError:
        return True
    folder = _cache_folder()
    return bool(folder) and any(Path(folder).rglob("*.nbc"))


def block_answers(lines: list[str], *, brief: bool = False) -> Answers:
    """Return the answers to a block of lines, by compiled code if the extra ``fast`` is installed."""
    return answer_block(lines, brief=brief) if compiled_code_is_there() else list(answer_lines(lines, brief=brief))


def answer_many(
    lines: Iterable[str], *, jobs: int | None = None, work: Work | None = None, brief: bool = False
) -> Iterator[tuple[str, bool]]:
    """Yield the answer to each line that is not blank, as a line, and whether it could be read.

    Args:
        lines: The lines; they may go on for ever.
        jobs: How many processes; as many as there are cores if left out. An input of one block needs none.
        work: What answers a block; `block_answers` if left out.
        brief: Of each order only whether it succeeds.
    """
    blocks = _blocks(iter(lines))
    first = next(blocks, list[str]())
    second = next(blocks, list[str]())
    if not second:
        yield from answer_lines(first, brief=brief)
        return
    answers = over_blocks(
        partial(_opened, work or partial(block_answers, brief=brief)),
        chain((first, second), blocks),
        jobs=jobs,
        parts=lambda block: [[line] for line in block if line.strip()],
        lost=lambda block: [(_died(line), False) for line in block],
    )
    for answered in answers:
        yield from answered


def _opened(work: Work, _stop: Stop) -> Work:
    return work


def _blocks(lines: Iterator[str]) -> Iterator[list[str]]:
    while block := list(islice(lines, LINES_IN_BLOCK)):
        yield block


def _died(line: str) -> str:
    try:
        identity = line_object(line).get("id")
    except LineError:
        identity = None
    return written({"id": identity, "error": "the process that worked on this line died"})
