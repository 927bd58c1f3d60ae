"""`standoff batch`: the interchange lines."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
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
    from ..book.case import CaseError
    from ..lines.answering import answer_lines
    from ..lines.blocks import answer_many

    if file == "-" and sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise CaseError("standard input is closed")
    good = True
    try:
        lines = click.open_file(file, encoding="utf-8-sig", errors="replace")
    except OSError as fault:
        raise CaseError(f"{file}: {fault.strerror}") from None
    with lines:
        given = _readable(lines, file)
        if jobs is None and not _is_file(lines):
            answers = answer_lines(given)
        else:
            answers = answer_many(given, jobs=jobs)
        for text, readable in answers:
            good = good and readable
            try:
                click.echo(text.encode())
            except BrokenPipeError:
                raise
            except OSError as fault:
                raise CaseError(f"the answers cannot be written: {fault.strerror}") from None
    if not good:
        sys.exit(1)


def _readable(lines: IO[str], file: str) -> Iterator[str]:
    from ..book.case import CaseError

    try:
        yield from lines
    except OSError as fault:
        raise CaseError(f"{file}: {fault.strerror}") from None


def _is_file(lines: IO[str]) -> bool:
    try:
        return stat.S_ISREG(os.fstat(lines.fileno()).st_mode)
    except UnsupportedOperation:  # no file behind it
        return False
