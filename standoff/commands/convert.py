"""`standoff convert`: from one file format to another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from . import boards_options, claim


@click.command()
@click.argument("source")
@click.argument("target")
@click.option("--from", "source_format", default=None, metavar="FORMAT", help="Format of SOURCE.")
@click.option("--to", "target_format", default=None, metavar="FORMAT", help="Format of TARGET.")
@boards_options
def convert(source: str, target: str, source_format: str | None, target_format: str | None) -> None:
    """Convert the file SOURCE (- for standard input) into TARGET (- for standard output).

    Formats: standoff (case and orders files), saved (games of the diplomacy package), lines (interchange lines); for
    reading only: jdip, webdiplomacy, diplobn. The default of --to depends on the ending
    of TARGET: .jsonl (lines), .json (saved), otherwise standoff. SOURCE may exceed 10 MB if it has lines, by its ending
    .jsonl or by --from. Losses are reported on standard error. SOURCE names boards of standoff; --map and
    --allow-boards also allow board files.

    \b
    Examples:
      standoff convert cases.jdip cases.txt
      standoff convert --to lines cases.txt turns.jsonl
    """
    from ..cases import (
        FORMATS,
        CaseError,
        collected_faults,
        converted,
        converted_lines,
        file_called,
        format_named,
        format_of,
        read_text,
    )
    from ..lines import open_lines
    from ..text import visible
    from ..work import errors_as, whole_file

    name = file_called(source)
    claim(target, source)
    endings = {".jsonl": "lines", ".json": "saved", ".jdip": "jdip"}  # the last one cannot be written
    writes = format_named(target_format or endings.get(Path(target).suffix, "standoff"))
    reads = format_named(source_format) if source_format else None
    if reads is None and source.removesuffix(".gz").endswith(".jsonl"):
        reads = FORMATS["lines"]
    all_losses: dict[str, None] = {}
    errors: list[CaseError] = []

    def parts() -> Iterator[str]:
        if reads == FORMATS["lines"]:
            with open_lines(source) as lines:
                blocks = (block.decode() for block in lines.blocks(_LINES_AT_ONCE))
                for written, losses in converted_lines(blocks, name, writes):
                    all_losses.update(dict.fromkeys(losses))
                    yield written
        else:
            text = read_text(source)
            with collected_faults() as found:
                written, losses = converted(text, name, reads or format_of(text), writes)
            errors.extend(found)
            all_losses.update(dict.fromkeys(losses))
            yield written

    if target == "-":
        for part in parts():
            click.echo(part, nl=False)
    else:
        with errors_as(CaseError, target), whole_file(Path(target)) as path, path.open("wb") as file:
            for part in parts():
                file.write(visible(part).encode())
    for loss in all_losses:
        click.echo(loss, err=True)
    for error in errors:
        raise error


_LINES_AT_ONCE = 1000
