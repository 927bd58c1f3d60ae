"""`standoff batch`: the interchange lines."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

import click

from .progress import progress_bar


@click.command()
@click.argument("file", default="-")
@click.option("--jobs", type=click.IntRange(min=1), default=None, help="How many processes; all cores if left out.")
@click.option("--brief", is_flag=True, help="Of each order only whether it succeeds, without outcome and reason.")
@click.option("--output", metavar="ANSWERS", default=None, help="Where the answers are written; a new file.")
@click.option("--continue", "go_on", is_flag=True, help="Resume the run that wrote ANSWERS where it was broken off.")
def batch(file: str, jobs: int | None, brief: bool, output: str | None, go_on: bool) -> None:
    """Answer the interchange lines in FILE (- for standard input): one JSON object in, one out.

    A line that cannot be read gives an answer with "error" in its place; the run goes on, and ends with status 1.
    A file is worked on in blocks, on all cores. What comes through a pipe is answered at once, lines that are waiting
    together; with --jobs on several cores. Input compressed with gzip is read, too. With the extra "fast" installed,
    long inputs are adjudicated by compiled code; the answers are the same. With the extra "columns" FILE may be a
    Parquet file, and so are ANSWERS whose name ends with .parquet.

    \b
    Examples:
      echo '{"id": 1, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}' | standoff batch
      standoff batch turns.jsonl --output answers.jsonl --continue
    """
    from ..lines.blocks import LINES_IN_BLOCK, answer_in_blocks, answer_waiting
    from ..lines.line_files import open_lines
    from ..lines.resume import AnswersWritten, left_to_do, written_in

    if go_on and output is None:
        raise click.UsageError("--continue needs --output: the file of answers to resume")
    if go_on and output is not None and output.endswith((".gz", ".parquet")):
        raise click.UsageError(f"{output}: only uncompressed lines can be resumed")
    with open_lines(file) as lines:
        done = AnswersWritten()
        if output is not None:
            with _writing(output):
                if go_on:
                    done = written_in(Path(output))
                elif Path(output).exists() and Path(output).stat().st_size:
                    raise click.UsageError(f"{output} already exists; --continue resumes it")
        blocks = left_to_do(lines.blocks(LINES_IN_BLOCK), done, brief=brief, name=lines.name)
        total = None
        if jobs is None and not lines.is_file:
            answers = answer_waiting(blocks, brief=brief)
        else:
            expected = 0.0
            if lines.is_file:
                total = lines.size_bytes
                expected = lines.expected_lines - done.answers
            answers = answer_in_blocks(blocks, jobs=jobs, brief=brief, expected=expected)
        readable, number = done.unreadable == 0, done.answers
        # answers on the terminal show by themselves how far it is
        quiet = total is None or (output is None and sys.stdout.isatty())
        with (
            _answers_to(output, lines.integer_ids) as write,
            progress_bar(lines.name, total, "{task.fields[answered]} answered", quiet=quiet) as move,
        ):
            for told in answers:
                number += told.count
                readable = readable and not told.unreadable
                with _writing(output):
                    write(told.text)
                if not quiet:
                    move(lines.read_bytes, answered=number)
    if not readable:
        sys.exit(1)


@contextmanager
def _writing(output: str | None) -> Generator[None]:
    from ..book.case import CaseError

    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as fault:
        told = "the answers cannot be written" if output is None else f"{output}: the answers cannot be written"
        raise CaseError(f"{told}: {fault.strerror}") from None


@contextmanager
def _answers_to(output: str | None, integer_ids: bool) -> Generator[Callable[[bytes], object]]:
    """Yield what writes answers; a file that cannot be gone on with appears when it is complete."""
    if output is not None and output.endswith((".gz", ".parquet")):
        from ..lines.line_files import open_answers

        part = Path(f"{output}.part-{os.getpid()}")
        try:
            with _writing(output):
                with open_answers(part, output, integer_ids=integer_ids) as write:
                    yield write
                part.replace(output)
        finally:
            part.unlink(missing_ok=True)
        return
    with _writing(output):
        file = sys.stdout.buffer if output is None else open(output, "ab")  # noqa: SIM115

    def write_at_once(answers: bytes) -> None:
        file.write(answers)
        file.flush()

    try:
        yield write_at_once
    finally:
        if output is not None:
            with _writing(output):
                file.close()
