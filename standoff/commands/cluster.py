"""`standoff cluster`: interchange lines in many files, on many machines."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from . import boards_options, chosen_options, claim, print_notice, progress_bar, rulebooks_named, set_option


@click.command()
@click.argument("files", nargs=-1, required=True)
@click.option("--output", required=True, metavar="FOLDER", help="Folder for the answers.")
@click.option("--scheduler", default=None, metavar="ADDRESS", help="Running Dask scheduler (tcp://host:8786).")
@click.option("--workers", type=click.IntRange(1, 1024), default=None, help="Number of processes, without a scheduler.")
@click.option("--brief", is_flag=True, help="Give only the success of each order.")
@click.option("--rows", is_flag=True, help="Write a row for each order, as JSON lines.")
@click.option("--csv", "as_csv", is_flag=True, help="Write rows as CSV, to files that end in .csv.")
@click.option("--rules", "names", metavar="NAMES", default=None, help="Answer each line under these: 1982,2000,2023.")
@set_option("Add an option to each line's rulebook.")
@boards_options
def cluster(
    files: tuple[str, ...],
    output: str,
    scheduler: str | None,
    workers: int | None,
    brief: bool,
    rows: bool,
    as_csv: bool,
    names: str | None,
    options: tuple[str, ...],
) -> None:
    """Answer files of interchange lines, on all cores of this machine or on a Dask cluster (--scheduler).

    The answers to each file are written to a file of the same name in the folder of --output, which must be visible to
    all machines; they are compressed by gzip if the file is. The same command resumes an interrupted run. Answers stay
    if their lines, the board files that these name, the options and standoff are unchanged, according to a file
    ANSWERS.run beside them. Only one run at a time may write to a folder. --brief, --rows, --csv, --rules and --set are
    those of standoff batch.

    standoff opens no port and starts no scheduler: it connects to the one at ADDRESS. Anyone who can reach a scheduler
    can run code on its workers, and Dask's listens on every address by default: use dask scheduler --host 127.0.0.1

    \b
    Example:
      standoff cluster turns/*.jsonl --output answers
      standoff cluster turns/*.jsonl --output rows --csv --rules 1982,2000,2023
    """
    from ..lines import (
        AnswerForm,
        ClusterError,
        answer_files,
        answers_of,
        compile_for,
        expected_lines,
        remove_unfinished,
    )
    from ..text import counted
    from ..work import errors_as

    form = AnswerForm(
        brief,
        rulebooks_named(names),
        tuple(chosen_options(options).items()),
        "csv" if as_csv else "jsonl" if rows else "",
    )
    if form.has_house_rules:
        raise click.UsageError("--set: a cluster does not support house rules; use batch")
    folder = Path(output)
    for file in files:
        if not Path(file).exists() or Path(file).is_dir():
            raise ClusterError(f"{file}: no such file")
    with errors_as(ClusterError, folder):
        claim(folder, folder=True)
    work = answers_of(files, folder, form)
    done = before = lines = unreadable = 0
    faults: list[str] = []
    remove_unfinished(files, folder, form)
    if scheduler is None:
        compile_for(expected_lines(files), form)
    try:
        with progress_bar("files", len(files), "{task.fields[lines]} lines") as move:
            for done, answered in enumerate(answer_files(work, form=form, scheduler=scheduler, workers=workers), 1):
                before += answered.before
                lines += answered.lines
                unreadable += answered.unreadable
                if answered.fault:
                    faults.append(answered.fault)
                move(done, lines=lines)
    except KeyboardInterrupt:
        print_notice(f"stopped after {done} of {counted(len(files), 'file')}; the same command resumes")
        raise
    finally:
        remove_unfinished(files, folder, form)
    click.echo(
        f"{counted(len(files), 'file')}: "
        f"{len(work) - before - len(faults)} answered, {before} were answered before, {len(faults)} failed; "
        f"{counted(lines, 'line')}, {unreadable} of them unreadable"
    )
    for fault in faults:
        click.echo(fault, err=True)
    if faults or unreadable:
        sys.exit(1)
