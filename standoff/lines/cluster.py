"""Interchange lines in many files, answered file by file: by processes on this machine, or on many with Dask.

The answers to ``turns.jsonl`` are written to ``turns.jsonl`` in another folder, under another name until they are
complete. A file next to them has their checksums (`resume`): the answers stay as long as the lines, the board files
that they name and the code are the same. So an interrupted run resumes where it stopped, and a process that dies loses
nothing: another one takes its file.
"""

from __future__ import annotations

import gzip
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ..map import StandoffError, allow_boards, allowed_boards, install_command
from ..work import UNFINISHED, Stop, over_blocks, whole_file
from .answering import block_of, lines_in
from .blocks import LINES_IN_BLOCK, BlockWork
from .form import OBJECTS, AnswerForm
from .line_files import LineFileError, open_lines
from .resume import NOTHING, RECORD, ResumeError, RunRecord, standoff_here
from .rows import heading

TRIES = 3
"""The most machines that are given a file, one after the other, if they die."""

_REPLY_SECONDS = 60.0
"""The time limit for a machine to report the outcome for a file that it has answered."""


class ClusterError(StandoffError):
    """The files or the scheduler cannot be used."""


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """The outcome for a file.

    Attributes:
        file: Its path.
        lines: The number of lines answered.
        unreadable: The number of lines that could not be read, and were answered with ``error``.
        fault: Why the file could not be answered at all; empty if it was.
        before: True if an earlier run answered it.
    """

    file: str
    lines: int = 0
    unreadable: int = 0
    fault: str = ""
    before: bool = False


def answer_file(file: str, target: str, form: AnswerForm = OBJECTS) -> FileOutcome:
    """Write the answers to the lines of `file` to `target`, which appears only when they are complete.

    Existing answers stay if they are the answers to these lines, in this form, by this code.
    """
    answers = Path(target)
    record = RunRecord(answers, form)
    try:
        if (before := _answered_before(file, answers, record)) is not None:
            return before
        progress, unreadable = NOTHING, 0
        with whole_file(answers) as part, open_lines(file) as opened:
            with (
                part.open("wb") as plain,
                # no date or name inside, so that equal answers make equal files
                gzip.GzipFile("", "wb", fileobj=plain, mtime=0) if target.endswith(".gz") else plain as out,
            ):
                work = BlockWork(form)
                out.write(heading(form))
                for block in opened.blocks(LINES_IN_BLOCK):
                    lines = lines_in(block)
                    progress = progress.with_lines(len(lines), block_of(lines))
                    of_block = work(block)
                    out.write(of_block.text)
                    unreadable += of_block.unreadable
            record.keep_file(progress, unreadable, part)
    except (LineFileError, ResumeError) as fault:
        return FileOutcome(file, fault=str(fault))
    except OSError as fault:
        return FileOutcome(file, fault=f"{fault.filename or target}: {fault.strerror or fault}")
    return FileOutcome(file, progress.answers, unreadable)


def _answered_before(file: str, answers: Path, record: RunRecord) -> FileOutcome | None:
    """Return the outcome for a file that is already answered; None if it is not.

    Raises:
        LineFileError, OSError: A file cannot be read.
        ResumeError: The existing answers were not written here, or were changed since.
    """
    if not answers.exists():
        return None
    if not answers.is_file():
        raise ResumeError(f"{answers}: {'a folder' if answers.is_dir() else 'no file'}; the answers need this name")
    with open_lines(file) as opened:
        if not opened.is_file:  # a pipe cannot be read again
            return None
        done = record.progress_if_complete(opened)
    return None if done is None else FileOutcome(file, done.answers, done.unreadable, before=True)


def expected_lines(files: Iterable[str]) -> float:
    """Return the approximate number of lines of the regular files among `files`."""
    count = 0.0
    for file in filter(os.path.isfile, files):  # a pipe can be opened only once
        with suppress(LineFileError), open_lines(file) as lines:
            count += lines.expected_lines
    return count


def answers_of(files: Sequence[str], folder: Path, form: AnswerForm = OBJECTS) -> list[tuple[str, str]]:
    """Return files, each with the path of its answers in `folder`, both absolute; rows in CSV are in ``.csv`` files.

    Raises:
        ClusterError: Two files have the same name, or the answers would overwrite the lines or the record of others.
    """
    targets: dict[str, str] = {}
    for file in files:
        target = str(folder / _name_of_answers(Path(file).name, form))
        if target in targets:
            raise ClusterError(f"{file} and {targets[target]} have the same name; their answers would, too")
        if os.path.realpath(target) == os.path.realpath(file):
            raise ClusterError(f"{file}: its answers would be written over it; name another folder")
        targets[target] = file
    for target, file in targets.items():
        if target.endswith(RECORD) and target.removesuffix(RECORD) in targets:
            raise ClusterError(f"{file}: {target} is what vouches for other answers; give it another name")
    # a worker may run in another folder than this
    return [(os.path.abspath(file), os.path.abspath(target)) for target, file in targets.items()]


def _name_of_answers(name: str, form: AnswerForm) -> str:
    if form.table != "csv":
        return name
    plain = name.removesuffix(".gz")
    return f"{Path(plain).stem}.csv{name[len(plain) :]}"


def remove_unfinished(files: Sequence[str], folder: Path, form: AnswerForm = OBJECTS) -> None:
    """Remove from `folder` the unfinished answers to `files`, left by processes that were killed."""
    names = tuple(f"{_name_of_answers(Path(file).name, form)}{UNFINISHED}-" for file in files)
    for unfinished in folder.glob(f"*{UNFINISHED}-*"):
        if unfinished.name.startswith(names):
            with suppress(OSError):
                unfinished.unlink()


def answer_files(
    work: Sequence[tuple[str, str]],
    *,
    form: AnswerForm = OBJECTS,
    scheduler: str | None = None,
    workers: int | None = None,
    timeout_seconds: float = 10.0,
) -> Iterator[FileOutcome]:
    """Answer files; yield the outcome of each as it is done.

    Args:
        work: Paths of files of interchange lines and of their answers, as all machines see them.
        form: The form of the answers.
        scheduler: The address of a running Dask scheduler; if left out, processes on this machine do the work.
        workers: The number of processes on this machine; all cores if left out.
        timeout_seconds: The time limit for the scheduler to answer.

    Raises:
        ClusterError: The extra ``cluster`` is not installed; the scheduler does not answer; a worker runs other code
            than this process.
    """
    if scheduler is not None:
        yield from _by_dask(work, form, scheduler, timeout_seconds)
        return
    yield from over_blocks(
        partial(_opened, form),
        work,
        jobs=min(workers or os.cpu_count() or 1, max(len(work), 1)),
        ordered=False,
        lost=lambda entry: _outcome_on_disk(*entry, form, why="two processes that worked on it died"),
    )


def _opened(form: AnswerForm, _stop: Stop) -> Callable[[tuple[str, str]], FileOutcome]:
    return lambda entry: answer_file(*entry, form)


def _by_dask(
    work: Sequence[tuple[str, str]], form: AnswerForm, scheduler: str, timeout_seconds: float
) -> Iterator[FileOutcome]:
    try:
        from distributed import Client, as_completed
    except ImportError as fault:
        raise ClusterError(f"a cluster needs the extra: {install_command('cluster')} ({fault})") from None
    logging.disable()  # Dask would also log the traceback of a lost scheduler, which is reported here
    try:
        with Client(scheduler, timeout=timeout_seconds) as client:
            yield from _submitted(client, as_completed, work, form)
    except (OSError, ValueError) as fault:
        raise ClusterError(f"no Dask scheduler answers at {scheduler}: {fault}") from None
    finally:
        logging.disable(logging.NOTSET)


def _answer_as(here: str, file: str, target: str, form: AnswerForm, boards: Sequence[str]) -> FileOutcome:
    """Answer a file in a worker; its lines may name the same boards as on this machine.

    Refuse if the worker runs other code: it may have joined after the others were checked.
    """
    from distributed import get_worker

    if (there := standoff_here()) != here:
        where = f"the worker at {get_worker().address}"
        return FileOutcome(file, fault=f"{file}: {where} runs other code ({there}, not {here}); it was not answered")
    allow_boards(boards)
    return answer_file(file, target, form)


def _submitted(
    client: Any, as_completed: Any, work: Sequence[tuple[str, str]], form: AnswerForm
) -> Iterator[FileOutcome]:
    """Yield the outcomes of files for all workers, if they run the same code as this process."""
    here, boards = standoff_here(), allowed_boards()
    there: dict[str, object] = client.run(standoff_here, on_error="return")
    others = [f"the worker at {address}: {answer}" for address, answer in there.items() if answer != here]
    if others:
        raise ClusterError("\n  ".join((f"this is {here}, and other code runs here:", *others)))
    files = {
        client.submit(_answer_as, here, file, target, form, boards, pure=False, retries=TRIES - 1): (file, target)
        for file, target in work
    }
    for future in as_completed(list(files)):
        file, target = files[future]
        try:
            yield future.result(timeout=_REPLY_SECONDS)
        except Exception as fault:  # raised by the worker; or the task was cancelled or lost
            error = future.status == "error"
            yield _outcome_on_disk(file, target, form, repr(fault) if error else "the scheduler is gone")


def _outcome_on_disk(file: str, target: str, form: AnswerForm, why: str) -> FileOutcome:
    """Return the outcome for a file that no worker reports: its answers exist if they are complete."""
    answers = Path(target)
    with suppress(OSError, StandoffError):
        if (before := _answered_before(file, answers, RunRecord(answers, form))) is not None:
            return replace(before, before=False)
    return FileOutcome(file, fault=f"{file}: {why}")
