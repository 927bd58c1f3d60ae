"""Interchange lines in many files, answered file by file: by processes on this machine or, with Dask, on many.

The answers to ``turns.jsonl`` are written to ``turns.jsonl`` in another folder, under another name until they are
complete. So an interrupted run resumes where it stopped, and a process that dies loses nothing: its file is given to
another.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..map import StandoffError
from ..map.board import allow_boards, allowed_boards
from ..map.errors import install_command
from ..work.whole_files import UNFINISHED, whole_file
from ..work.workers import Stop, over_blocks
from .blocks import LINES_IN_BLOCK, answer_waiting
from .line_files import LineFileError, open_answers, open_lines
from .parquet import ColumnsError

TRIES = 3
"""A file is given to at most this many machines, one after the other, if they die."""


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
            open_answers(part, target, integer_ids=opened.integer_ids) as write,
        ):
            for answers in answer_waiting(opened.blocks(LINES_IN_BLOCK)):
                write(answers.text)
                lines += answers.count
                unreadable += answers.unreadable
    except (LineFileError, ColumnsError) as fault:
        return Answered(file, fault=str(fault))
    except OSError as fault:
        return Answered(file, fault=f"{fault.filename or target}: {fault.strerror or fault}")
    return Answered(file, lines, unreadable)


def _answer_allowed(file: str, target: str, boards: Sequence[str]) -> Answered:
    """Do what `answer_file` does on another machine, whose lines may name the same boards as on this one."""
    allow_boards(boards)
    return answer_file(file, target)


def expected_lines(files: Iterable[str]) -> float:
    """Return roughly how many lines the regular files among `files` have."""
    count = 0.0
    for file in files:
        if Path(file).is_file():
            with suppress(LineFileError, ColumnsError), open_lines(file) as lines:
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
        ClusterError: The extra ``cluster`` is not installed, or the scheduler does not answer.
    """
    if scheduler is not None:
        yield from _by_dask(work, scheduler, timeout_seconds)
        return
    yield from over_blocks(
        _opened,
        work,
        jobs=min(workers or os.cpu_count() or 1, max(len(work), 1)),
        ordered=False,
        lost=lambda entry: Answered(entry[0], fault=f"{entry[0]}: two processes that worked on it died"),
    )


def _opened(_stop: Stop) -> Callable[[tuple[str, str]], Answered]:
    return lambda entry: answer_file(*entry)


def _by_dask(work: Sequence[tuple[str, str]], scheduler: str, timeout_seconds: float) -> Iterator[Answered]:
    try:
        from distributed import Client, as_completed
    except ImportError as fault:
        raise ClusterError(f"a cluster needs the extra: {install_command('cluster')} ({fault})") from None
    with _quiet():
        try:
            client: Any = Client(scheduler, timeout=timeout_seconds)
        except (OSError, ValueError) as fault:
            raise ClusterError(f"no Dask scheduler answers at {scheduler}: {fault}") from None
        try:
            yield from _submitted(client, as_completed, work)
        finally:
            client.close()


def _submitted(client: Any, as_completed: Any, work: Sequence[tuple[str, str]]) -> Iterator[Answered]:
    boards = allowed_boards()
    files = {
        client.submit(_answer_allowed, file, target, boards, pure=False, retries=TRIES - 1): file
        for file, target in work
    }
    for future in as_completed(list(files)):
        if future.status == "finished":
            yield future.result()
        else:  # cancelled or lost: the scheduler is gone
            error = future.status == "error"
            fault = repr(future.exception()) if error else f"the scheduler has {future.status} it"
            yield Answered(files[future], fault=f"{files[future]}: {fault}")


@contextmanager
def _quiet() -> Generator[None]:
    """Keep Dask from logging tracebacks of a scheduler that is gone; that is reported anyway."""
    names = list(logging.root.manager.loggerDict)
    loggers = [logging.getLogger(name) for name in names if name.partition(".")[0] == "distributed"]
    before = [logger.level for logger in loggers]
    try:
        for logger in loggers:
            logger.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
