"""Interchange lines in many files, answered on many machines by Dask: a file is the unit of work.

The answers to ``turns.jsonl`` are written to ``turns.jsonl`` in another folder, under another name until they are
complete. So a run that was broken off goes on where it stopped, and a machine that dies loses nothing: Dask gives its
file to another one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

from ...map import StandoffError
from .blocks import answer_many

UNFINISHED = ".part"
"""How the name of a file ends whose answers are not complete."""

TRIES = 3
"""A file whose machine dies is given to another one, so many times in all."""


class ClusterError(StandoffError):
    """The files or the scheduler cannot be used."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a file.

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
    part = Path(f"{target}{UNFINISHED}-{uuid4().hex}")  # two machines may work on one file, with equal process numbers
    try:
        with open(file, encoding="utf-8-sig", errors="replace") as given, part.open("w", encoding="utf-8") as out:
            for text, good in answer_many(given, jobs=1):
                out.write(text + "\n")
                lines += 1
                unreadable += not good
        part.replace(target)
    except OSError as fault:
        return Answered(file, fault=f"{fault.filename or file}: {fault.strerror}")
    finally:
        with suppress(OSError):  # it is gone if all went well
            part.unlink()
    return Answered(file, lines, unreadable)


def still_to_do(files: Sequence[str], folder: Path) -> list[tuple[str, str]]:
    """Return the files without answers in `folder`, with the path that these will have, both absolute.

    Raises:
        ClusterError: Two files have the same name, or the answers would be written over the lines.
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


def answer_files(
    work: Sequence[tuple[str, str]],
    *,
    scheduler: str | None = None,
    workers: int | None = None,
    timeout_seconds: float = 10.0,
) -> Iterator[Answered]:
    """Answer files on a cluster; yield what became of each, as they are done.

    Args:
        work: Paths of files of interchange lines and of their answers, as all machines see them.
        scheduler: The address of a running Dask scheduler; a cluster on this machine is started if left out.
        workers: How many processes that one has; as many as there are cores if left out.
        timeout_seconds: How long a scheduler may take to answer.

    Raises:
        ClusterError: The extra ``cluster`` is not installed, or the scheduler does not answer.
    """
    try:
        from distributed import Client, LocalCluster, as_completed
    except ImportError as fault:
        raise ClusterError(f"a cluster needs the extra: pip install 'standoff[cluster]' ({fault})") from None
    cluster: Any = None
    if scheduler is None:
        options: dict[str, Any] = {"threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
        cluster = LocalCluster(n_workers=workers or os.cpu_count() or 1, **options)
    try:
        client: Any = Client(cluster or scheduler, timeout=timeout_seconds)
    except (OSError, ValueError) as fault:
        raise ClusterError(f"no Dask scheduler answers at {scheduler}: {fault}") from None
    try:
        files = {client.submit(answer_file, file, target, pure=False, retries=TRIES - 1): file for file, target in work}
        done: Any = as_completed(list(files))
        for future in done:
            if future.status == "finished":
                yield future.result()
            else:  # cancelled or lost: the scheduler has gone
                error = future.status == "error"
                fault = repr(future.exception()) if error else f"the scheduler has {future.status} it"
                yield Answered(files[future], fault=f"{files[future]}: {fault}")
    finally:
        client.close()
        if cluster is not None:
            cluster.close()
