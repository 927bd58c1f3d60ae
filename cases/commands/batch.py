"""`standoff batch`: the interchange lines."""

from __future__ import annotations

import sys

import click


@click.command()
@click.argument("file", default="-")
def batch(file: str) -> None:
    """Answer the interchange lines in FILE (- for standard input): one JSON object in, one out.

    A line that cannot be read gives an answer with "error" in its place; the run goes on, and ends with status 1.

    \b
    Example:
      echo '{"id": 1, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}' | standoff batch
    """
    from ..casefile import CaseError
    from ..interchange import answer_lines

    good = True
    try:
        with click.open_file(file, encoding="utf-8", errors="replace") as lines:
            for text, readable in answer_lines(lines):
                good = good and readable
                click.echo(text)
    except OSError as fault:
        raise CaseError(f"{file}: {fault.strerror}") from None
    if not good:
        sys.exit(1)
