"""Interchange lines in many files, answered file by file: by processes on this machine or, with Dask, on many.

The answers to ``turns.jsonl`` are written to ``turns.jsonl`` in another folder, under another name until they are
complete. So an interrupted run resumes where it stopped, and a process that dies loses nothing: its file is given to
another.
"""

from __future__ import annotations

import gzip
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..map import StandoffError, allow_boards, allowed_boards, install_command
from ..work import UNFINISHED, Stop, over_blocks, whole_file
from .answering import lines_in
from .blocks import LINES_IN_BLOCK, BlockWork
from .code_of_lines import standoff_here
from .json_lines import line_object
from .line_files import LineFileError, open_lines

TRIES = 3
"""A file is given to at most this many machines, one after the other, if they die."""

_PATIENCE_SECONDS = 60.0
"""How long a machine may take to tell the outcome for a file that it is done with."""


class ClusterError(StandoffError):
    """The files or the scheduler cannot be used."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The outcome for a file.

    Attributes:
        file: Its path.
        lines: How many lines were answered.
        unreadable: How many of them could not be read, and were answered with ``error``.
        fault: Why the file could not be answered at all; empty if it was.
    """

    file: str
    lines: int = 0
    unreadable: int = 0
    fault: str = ""


def answer_file(file: str, target: str) -> Answered:
    """Write the answers to the lines of `file` to `target`, which appears when they are complete."""
    lines = unreadable = 0
    try:
        with (
            whole_file(Path(target)) as part,
            open_lines(file) as opened,
            part.open("wb") as plain,
            # equal answers make equal files: no date or name inside
            gzip.GzipFile("", "wb", fileobj=plain, mtime=0) if target.endswith(".gz") else plain as out,
        ):
            for answers in map(BlockWork(), opened.blocks(LINES_IN_BLOCK)):
                out.write(answers.text)
                lines += answers.count
                unreadable += answers.unreadable
    except LineFileError as fault:
        return Answered(file, fault=str(fault))
    except OSError as fault:
        return Answered(file, fault=f"{fault.filename or target}: {fault.strerror or fault}")
    return Answered(file, lines, unreadable)


def expected_lines(files: Iterable[str]) -> float:
    """Return roughly how many lines the regular files among `files` have."""
    count = 0.0
    for file in filter(os.path.isfile, files):  # a pipe is opened once
        with suppress(LineFileError), open_lines(file) as lines:
            count += lines.expected_lines
    return count


def still_to_do(files: Sequence[str], folder: Path) -> list[tuple[str, str]]:
    """Return the files without answers in `folder`, each with the path of its answers, both absolute.

    Raises:
        ClusterError: Two files have the same name, or the answers would overwrite the lines.
    """
    targets: dict[str, str] = {}
    for file in files:
        target = str(folder / Path(file).name)
        if target in targets:
            raise ClusterError(f"{file} and {targets[target]} have the same name; their answers would, too")
        if os.path.realpath(target) == os.path.realpath(file):
            raise ClusterError(f"{file}: its answers would be written over it; name another folder")
        targets[target] = file
    # a worker may run in another folder than this
    return [
        (os.path.abspath(file), os.path.abspath(target))
        for target, file in targets.items()
        if not Path(target).exists()
    ]


def remove_unfinished(files: Sequence[str], folder: Path) -> None:
    """Remove from `folder` the unfinished answers to `files`, left by processes that were killed."""
    names = tuple(f"{Path(file).name}{UNFINISHED}-" for file in files)
    for unfinished in folder.glob(f"*{UNFINISHED}-*"):
        if unfinished.name.startswith(names):
            with suppress(OSError):
                unfinished.unlink()


def answer_files(
    work: Sequence[tuple[str, str]],
    *,
    scheduler: str | None = None,
    workers: int | None = None,
    timeout_seconds: float = 10.0,
) -> Iterator[Answered]:
    """Answer files; yield the outcome of each as it is done.

    Args:
        work: Paths of files of interchange lines and of their answers, as all machines see them.
        scheduler: The address of a running Dask scheduler; if left out, processes on this machine do the work.
        workers: How many processes on this machine; all cores if left out.
        timeout_seconds: How long a scheduler may take to answer.

    Raises:
        ClusterError: The extra ``cluster`` is not installed; the scheduler does not answer; a worker runs other code
            than this process.
    """
    if scheduler is not None:
        yield from _by_dask(work, scheduler, timeout_seconds)
        return
    yield from over_blocks(
        _opened,
        work,
        jobs=min(workers or os.cpu_count() or 1, max(len(work), 1)),
        ordered=False,
        lost=lambda entry: _untold(*entry, why="two processes that worked on it died"),
    )


def _opened(_stop: Stop) -> Callable[[tuple[str, str]], Answered]:
    return lambda entry: answer_file(*entry)


def _by_dask(work: Sequence[tuple[str, str]], scheduler: str, timeout_seconds: float) -> Iterator[Answered]:
    try:
        from distributed import Client, as_completed
    except ImportError as fault:
        raise ClusterError(f"a cluster needs the extra: {install_command('cluster')} ({fault})") from None
    logging.disable()  # Dask logs tracebacks of a scheduler that is gone, which is reported anyway
    try:
        with Client(scheduler, timeout=timeout_seconds) as client:
            yield from _submitted(client, as_completed, work)
    except (OSError, ValueError) as fault:
        raise ClusterError(f"no Dask scheduler answers at {scheduler}: {fault}") from None
    finally:
        logging.disable(logging.NOTSET)


def _answer_as(here: str, file: str, target: str, boards: Sequence[str]) -> Answered:
    """Answer a file in a worker, whose lines may name the same boards as on this machine.

    It is refused if the worker runs other code than the one named: it may have come after the others were asked.
    """
    from distributed import get_worker

    if (there := standoff_here()) != here:
        where = f"the worker at {get_worker().address}"
        return Answered(file, fault=f"{file}: {where} runs other code ({there}, not {here}); it was not answered")
    allow_boards(boards)
    return answer_file(file, target)


def _submitted(client: Any, as_completed: Any, work: Sequence[tuple[str, str]]) -> Iterator[Answered]:
    """Yield the outcomes of files for all workers, if they run the same code as this process."""
    here, boards = standoff_here(), allowed_boards()
    there: dict[str, object] = client.run(standoff_here, on_error="return")
    others = [f"the worker at {address}: {answer}" for address, answer in there.items() if answer != here]
    if others:
        raise ClusterError("\n  ".join((f"this is {here}, and other code runs here:", *others)))
    files = {
        client.submit(_answer_as, here, file, target, boards, pure=False, retries=TRIES - 1): (file, target)
        for file, target in work
    }
    for future in as_completed(list(files)):
        file, target = files[future]
        try:
            yield future.result(timeout=_PATIENCE_SECONDS)
        except Exception as fault:  # of the worker; or cancelled or lost
            error = future.status == "error"
            yield _untold(file, target, repr(fault) if error else "the scheduler is gone")


def _untold(file: str, target: str, why: str) -> Answered:
    """Return the outcome for a file of which nobody tells any more: its answers are there if they are complete."""
    if not Path(target).exists():
        return Answered(file, fault=f"{file}: {why}")
    lines = unreadable = 0
    with open_lines(target) as opened:
        for block in opened.blocks(LINES_IN_BLOCK):
            for line in lines_in(block):
                lines += 1
                unreadable += b'"error": ' in line and "error" in line_object(line.decode())
    return Answered(file, lines, unreadable)
