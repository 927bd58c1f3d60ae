"""`standoff batch`: the interchange lines."""

from __future__ import annotations

import sys

import click

from .progress import progress_bar, say_if_compiling


@click.command()
@click.argument("file", default="-")
@click.option("--jobs", type=click.IntRange(min=1), default=None, help="How many processes; all cores if left out.")
@click.option("--brief", is_flag=True, help="Of each order only whether it succeeds, without outcome and reason.")
def batch(file: str, jobs: int | None, brief: bool) -> None:
    """Answer the interchange lines in FILE (- for standard input): one JSON object in, one out.

    A line that cannot be read gives an answer with "error" in its place; the run goes on, and ends with status 1.
    A file is worked on in blocks, on all cores; what comes through a pipe is answered line by line, unless --jobs is
    given. What gzip has compressed is read, too. With the extra "fast" installed, long inputs are adjudicated by
    compiled code; the answers are the same.

    \b
    Example:
      echo '{"id": 1, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}' | standoff batch
    """
    from ..book.case import CaseError
    from ..lines.answering import answer_lines
    from ..lines.blocks import answer_many
    from ..lines.line_files import open_lines

    good = True
    with open_lines(file) as lines:
        if jobs is None and not lines.is_file:
            answers, total = answer_lines(lines, brief=brief), None
        else:
            say_if_compiling()
            answers, total = answer_many(lines, jobs=jobs, brief=brief), lines.size_bytes if lines.is_file else None
        # answers on the terminal show by themselves how far it is
        quiet = total is None or sys.stdout.isatty()
        with progress_bar(lines.name, total, "{task.fields[answered]} answered", quiet=quiet) as move:
            for number, (text, readable) in enumerate(answers, 1):
                good = good and readable
                try:
                    click.echo(text.encode())
                except BrokenPipeError:
                    raise
                except OSError as fault:
                    raise CaseError(f"the answers cannot be written: {fault.strerror}") from None
                if not quiet and number % 50 == 0:
                    move(lines.read_bytes, answered=number)
    if not good:
        sys.exit(1)
