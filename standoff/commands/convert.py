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
    reading only: jdip, webdiplomacy, diplobn, report (results of a judge or zine), listing (units), table (rows of
    orders), sandbox (page data), reply (an answer of a model). The default of --to depends on the ending of TARGET:
    .jsonl (lines), .json (saved), otherwise standoff. SOURCE may exceed 10 MB if it has recorded games, or lines, by
    its ending .jsonl or by --from. Several games are written one a line. Losses are reported on standard error. SOURCE
    names boards of standoff; --map and --allow-boards also allow board files.

    \b
    Examples:
      standoff convert cases.jdip cases.txt
      standoff convert --to lines cases.txt turns.jsonl
    """
    from ..cases import (
        FORMATS,
        CaseError,
        cases_of_games,
        cases_of_lines,
        collected_faults,
        converted,
        converted_in_parts,
        file_called,
        format_named,
        format_of,
        open_games,
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
    if reads is None and source != "-":
        with open_lines(source) as lines:
            begins_as = format_of(next(lines.blocks(_LINES_AT_ONCE), b"").decode())
        is_jsonl = source.removesuffix(".gz").endswith(".jsonl")
        known = begins_as.is_of_games or begins_as.name == "table"
        reads = begins_as if known else FORMATS["lines"] if is_jsonl else None
    all_losses: dict[str, None] = {}
    errors: list[CaseError] = []

    def parts() -> Iterator[tuple[str, list[str]]]:
        if reads == FORMATS["lines"]:
            with open_lines(source) as lines:
                blocks = (block.decode() for block in lines.blocks(_LINES_AT_ONCE))
                yield from converted_in_parts(cases_of_lines(blocks, name), name, writes)
        elif reads is not None and reads.is_of_games:
            with open_games(source) as games:
                yield from converted_in_parts(cases_of_games(games, name, several=games.several), name, writes)
        else:
            text = read_text(source)
            with collected_faults() as found:
                part = converted(text, name, reads or format_of(text), writes)
            errors.extend(found)
            yield part

    def texts() -> Iterator[str]:
        for written, losses in parts():
            all_losses.update(dict.fromkeys(losses))
            yield written

    if target == "-":
        for part in texts():
            click.echo(part, nl=False)
    else:
        with errors_as(CaseError, target), whole_file(Path(target)) as path, path.open("wb") as file:
            for part in texts():
                file.write(visible(part).encode())
    for loss in all_losses:
        click.echo(loss, err=True)
    for error in errors:
        raise error


_LINES_AT_ONCE = 1000
