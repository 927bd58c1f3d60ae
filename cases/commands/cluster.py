"""`standoff cluster`: interchange lines in many files, on many machines."""

from __future__ import annotations

import sys
from pathlib import Path

import click


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--output", required=True, metavar="FOLDER", help="Where the answers are written, by the files' names.")
@click.option("--scheduler", default=None, metavar="ADDRESS", help="A running Dask scheduler (tcp://host:8786).")
@click.option("--workers", type=click.IntRange(min=1), default=None, help="Processes, without a scheduler.")
def cluster(files: tuple[str, ...], output: str, scheduler: str | None, workers: int | None) -> None:
    """Answer files of interchange lines on a Dask cluster, by default one on this machine.

    The answers to each file are written to a file of the same name in the folder of --output, which all machines must
    see. Files that have their answers already are left out: the same command takes up a run that was broken off.

    \b
    Example:
      standoff cluster turns/*.jsonl --output answers
    """
    from rich.console import Console
    from rich.progress import Progress

    from ..lines.cluster import ClusterError, answer_files, still_to_do

    folder = Path(output)
    for file in files:
        if not Path(file).is_file():
            raise ClusterError(f"{file}: no such file")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise ClusterError(f"{folder}: {fault.strerror}") from None
    work = still_to_do(files, folder)
    done = len(files) - len(work)
    lines = unreadable = 0
    faults: list[str] = []
    if work:
        with Progress(console=Console(stderr=True), disable=not sys.stderr.isatty()) as bar:
            task = bar.add_task("files", total=len(files), completed=done)
            for answered in answer_files(work, scheduler=scheduler, workers=workers):
                lines += answered.lines
                unreadable += answered.unreadable
                if answered.fault:
                    faults.append(answered.fault)
                bar.advance(task)
    click.echo(
        f"{len(files)} files: {len(work) - len(faults)} answered, {done} were answered before, {len(faults)} failed; "
        f"{lines} lines, {unreadable} of them unreadable"
    )
    for fault in faults:
        click.echo(fault, err=True)
    if faults or unreadable:
        sys.exit(1)
