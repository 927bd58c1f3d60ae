"""Interchange lines: of one input, and in many files on many machines."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import (
    boards_options,
    chosen_options,
    claim,
    jobs_option,
    print_notice,
    progress_bar,
    rulebooks_named,
    set_option,
)

if TYPE_CHECKING:
    from ..lines import LineReplies, RunRecord


@click.command()
@click.argument("file", default="-")
@jobs_option
@click.option("--brief", is_flag=True, help="Give only the success of each order.")
@click.option("--rows", is_flag=True, help="Write a row for each order: JSON lines, or CSV to ANSWERS.csv.")
@click.option("--csv", "as_csv", is_flag=True, help="Write rows as CSV to any output.")
@click.option("--output", metavar="ANSWERS", default=None, help="Write answers to this new file.")
@click.option("--continue", "go_on", is_flag=True, help="Resume the interrupted run that wrote ANSWERS.")
@click.option(
    "--line-timeout",
    "limit_seconds",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True, max=86_400),
    default=None,
    help="Time limit for each line, for untrusted input.",
)
@click.option("--rules", "names", metavar="NAMES", default=None, help="Answer each line under these: 1982,2000,2023.")
@set_option("Add an option or house rule to each line's rulebook (cut=module:function).")
@boards_options
def batch(
    file: str,
    jobs: int | None,
    brief: bool,
    rows: bool,
    as_csv: bool,
    output: str | None,
    go_on: bool,
    limit_seconds: float | None,
    names: str | None,
    options: tuple[str, ...],
) -> None:
    """Answer the interchange lines in FILE (- for standard input): one JSON object in, one out.

    An unreadable line gets an answer with "error"; the run continues and ends with status 1. A file is answered in
    blocks, on all cores. Lines from a pipe are answered as they arrive, on several cores with --jobs. Input may be
    compressed with gzip. With the extra "fast", compiled code adjudicates long inputs; the answers are the same. With
    --line-timeout, a line that takes longer, or more than 1 GB of memory, also gets an answer with "error". A line
    names a board of standoff; --map and --allow-boards also allow board files.

    With --rules, each line has an answer under each of these rulebooks, in this order, named in "rules". They replace
    the rulebook and the options of the line. A line without a board uses that of the rulebook.

    With --rows, answers are a table with a row for each order: id, power, order, unit, success, outcome, reason, cause,
    option, fault, paradox; with --rules also rules, after the id. An unreadable line is one row with the outcome
    "error". ANSWERS that end in .csv are CSV, others JSON lines.

    \b
    Examples:
      echo '{"id": 1, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}' | standoff batch
      standoff batch turns.jsonl --output answers.jsonl --continue
      standoff batch turns.jsonl --rows --output orders.csv
      standoff batch turns.jsonl --rules 1982,2000,2023 --rows --output orders.csv
    """
    from ..lines import (
        LINES_IN_BLOCK,
        NOTHING,
        AnswerForm,
        RunRecord,
        answer_in_blocks,
        heading,
        left_to_do,
        open_lines,
    )
    from ..text import counted
    from ..work import is_regular

    table = ("csv" if as_csv or (output or "").endswith(".csv") else "jsonl") if rows or as_csv else ""
    form = AnswerForm(brief, rulebooks_named(names), tuple(chosen_options(options).items()), table)
    plainly = form.has_house_rules  # reports faults in the options at once
    if output is not None and output.endswith(".gz"):
        raise click.UsageError(f"{output}: answers are not compressed; pipe them to gzip")
    if go_on and plainly:
        raise click.UsageError("--continue cannot resume a run with house rules, which may have changed")
    if go_on and output is None:
        raise click.UsageError("--continue requires --output")
    with _writing(output):
        claim(output)
    with open_lines(file) as lines:
        done, record = NOTHING, None
        new = output is not None and not Path(output).exists()
        blocks = lines.blocks_and_pauses(LINES_IN_BLOCK)
        if output is not None:
            target = Path(output)
            with _writing(output):
                if target.is_file() and target.stat().st_size and not go_on:
                    raise click.UsageError(f"{output} already exists; --continue resumes it")
                if not plainly and (new or target.is_file()):
                    record = RunRecord(target, form)
                    done = record.written() if go_on else done
                    blocks = left_to_do(blocks, done, name=lines.name, record=record)
        answers = answer_in_blocks(
            blocks,
            jobs=jobs or (None if lines.is_file else 1),
            form=form,
            expected=lines.expected_lines and max(lines.expected_lines - done.answers, 1.0),
            limit_seconds=limit_seconds,
        )
        written = _Output(output, record, done.answers * len(form.rulebooks), new=new, by_line=not table)
        unreadable = done.unreadable
        # on a terminal, the answers themselves show the progress
        quiet = not lines.is_file or (output is None and sys.stdout.isatty())
        size = lines.size_bytes if lines.is_file else None
        with (
            written.closed(),
            closing(answers),
            progress_bar(lines.name, size, "{task.fields[answered]} answered", quiet=quiet) as move,
        ):
            for block in answers if done.size else _with_heading(heading(form), answers):
                unreadable += block.unreadable
                written.write(block)
                if not quiet:
                    move(lines.read_bytes, answered=written.answers)
    if unreadable:
        if output is not None or is_regular(sys.stdout.buffer):
            where = "" if output is None else f"{output}: "
            errors = counted(unreadable, "error")
            print_notice(f"{where}{counted(written.answers, 'answer')}, {errors} among them")
        sys.exit(1)


def _with_heading(heading: bytes, answers: Iterable[LineReplies]) -> Iterator[LineReplies]:
    """Yield answers with a heading before the first, or alone if there is none."""
    from ..lines import LineReplies

    for block in answers:
        yield replace(block, text=heading + block.text) if heading else block
        heading = b""
    if heading:
        yield LineReplies(heading, 0, 0)


class _Output:
    """The output of answers: a file, or standard output.

    Args:
        name: The file; None for standard output.
        record: The record by which a later run can resume; None if there is none.
        answers: The number of answers already written.
        new: True if the file did not exist when the run began.
        by_line: True if each answer is a line: partly written blocks are then counted by lines.
    """

    def __init__(self, name: str | None, record: RunRecord | None, answers: int, *, new: bool, by_line: bool) -> None:
        from ..work import is_regular

        self.name, self.record, self.answers, self.by_line = name, record, answers, by_line
        with _writing(name):
            if record is not None and not answers:
                record.begin()
            # a file that did not exist when the run began must still not exist
            self.file = sys.stdout.buffer if name is None else open(name, "xb" if new else "ab")  # noqa: SIM115
        # to a pipe, only about its capacity, for it may not be read; to a file, a block
        self.most = 1 << 25 if is_regular(self.file) else 1 << 15

    def write(self, answers: LineReplies) -> None:
        """Write the answers to a block."""
        from ..work import interrupt_waits

        after, text, start = self.answers + answers.count, answers.text, 0
        with _writing(self.name):
            while start < len(text):
                # complete lines, so that an interrupt leaves no partial one
                end = text.find(b"\n", start + self.most) + 1 or len(text)
                with interrupt_waits():
                    piece = memoryview(text)[start:end]
                    while piece:  # an unbuffered output (python -u) may write only a part
                        piece = piece[self.file.write(piece) :]
                    self.file.flush()
                    if end == len(text):
                        self.answers = after
                    elif self.by_line:
                        self.answers += text.count(b"\n", start, end)
                start = end
        if self.record is not None and answers.count:  # not a heading alone
            self.record.keep(answers)

    @contextmanager
    def closed(self) -> Generator[None]:
        """Close the file at the end; report the number of answers after an interrupt, or if the output was closed."""
        from ..text import counted

        try:
            yield
        except (BrokenPipeError, KeyboardInterrupt) as fault:
            what = "stopped" if isinstance(fault, KeyboardInterrupt) else "the output was closed"
            kept = "; --continue resumes" if self.record is not None else ""
            print_notice(f"{what} after {counted(self.answers, 'answer')}{kept}")
            raise
        finally:
            if self.name is not None:
                with _writing(self.name):
                    self.file.close()


@contextmanager
def _writing(output: str | None) -> Generator[None]:
    from ..cases import CaseError

    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as fault:
        prefix = "" if output is None else f"{output}: "
        raise CaseError(f"{prefix}the answers cannot be written: {fault.strerror}") from None


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
