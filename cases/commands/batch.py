"""`standoff batch`: the interchange lines."""

from __future__ import annotations

import os
import stat
import sys
from io import UnsupportedOperation
from typing import IO

import click


@click.command()
@click.argument("file", default="-")
@click.option("--jobs", type=click.IntRange(min=1), default=None, help="How many processes; all cores if left out.")
def batch(file: str, jobs: int | None) -> None:
    """Answer the interchange lines in FILE (- for standard input): one JSON object in, one out.

    A line that cannot be read gives an answer with "error" in its place; the run goes on, and ends with status 1.
    A file is worked on in blocks, on all cores; what comes through a pipe is answered line by line, unless --jobs is
    given. With the extra "fast" installed, long inputs are adjudicated by compiled code; the answers are the same.

    \b
    Example:
      echo '{"id": 1, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}' | standoff batch
    """
    from ..blocks import answer_many
    from ..casefile import CaseError
    from ..interchange import answer_lines

    good = True
    try:
        with click.open_file(file, encoding="utf-8", errors="replace") as lines:
            if jobs is None and not _is_file(lines):
                answers = answer_lines(lines)
            else:
                answers = answer_many(lines, jobs=jobs)
            for text, readable in answers:
                good = good and readable
                click.echo(text)
    except OSError as fault:
        raise CaseError(f"{file}: {fault.strerror}") from None
    if not good:
        sys.exit(1)


def _is_file(lines: IO[str]) -> bool:
    try:
        return stat.S_ISREG(os.fstat(lines.fileno()).st_mode)
    except UnsupportedOperation:  # no file behind it
        return False
