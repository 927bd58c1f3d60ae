"""`standoff cluster`: interchange lines in many files, on many machines."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from . import boards_options, claim
from .progress import progress_bar


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--output", required=True, metavar="FOLDER", help="The folder that the answers are written to.")
@click.option("--scheduler", default=None, metavar="ADDRESS", help="A running Dask scheduler (tcp://host:8786).")
@click.option("--workers", type=click.IntRange(1, 1024), default=None, help="How many processes, without a scheduler.")
@boards_options
def cluster(files: tuple[str, ...], output: str, scheduler: str | None, workers: int | None) -> None:
    """Answer files of interchange lines, on all cores of this machine or on a Dask cluster (--scheduler).

    The answers to each file are written to a file of the same name in the folder of --output, which all machines must
    see: compressed by gzip if the file is. Files that already have answers are skipped, so that the same command
    resumes an interrupted run. Only one run at a time may write to a folder.

    standoff opens no port and starts no scheduler: it connects to the one at ADDRESS. Anyone who can reach a scheduler
    can run any code on its workers, and Dask's listens on every address by default; try dask scheduler --host 127.0.0.1

    \b
    Example:
      standoff cluster turns/*.jsonl --output answers
    """
    from ..lines import ClusterError, answer_files, compile_for, expected_lines, remove_unfinished, still_to_do
    from ..text import counted
    from ..work import errors_as

    folder = Path(output)
    for file in files:
        if not Path(file).exists() or Path(file).is_dir():
            raise ClusterError(f"{file}: no such file")
    with errors_as(ClusterError, folder):
        claim(folder, folder=True)
    work = still_to_do(files, folder)
    done = len(files) - len(work)
    lines = unreadable = 0
    faults: list[str] = []
    remove_unfinished(files, folder)
    if work:
        lines_to_come = expected_lines([file for file, _ in work])
        if scheduler is None:
            compile_for(lines_to_come)
        try:
            with progress_bar("files", len(files), "{task.fields[lines]} lines") as move:
                move(done)
                for number, answered in enumerate(answer_files(work, scheduler=scheduler, workers=workers), done + 1):
                    lines += answered.lines
                    unreadable += answered.unreadable
                    if answered.fault:
                        faults.append(answered.fault)
                    move(number, lines=lines)
        finally:
            remove_unfinished(files, folder)
    click.echo(
        f"{counted(len(files), 'file')}: "
        f"{len(work) - len(faults)} answered, {done} were answered before, {len(faults)} failed; "
        f"{counted(lines, 'line')}, {unreadable} of them unreadable"
    )
    for fault in faults:
        click.echo(fault, err=True)
    if faults or unreadable:
        sys.exit(1)
