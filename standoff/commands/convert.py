"""`standoff convert`: from one file format to another."""

from __future__ import annotations

import click

from . import allow, boards_options, write_out


@click.command()
@click.argument("source")
@click.argument("target")
@click.option("--from", "source_format", default=None, metavar="FORMAT", help="The format of SOURCE.")
@click.option("--to", "target_format", default=None, metavar="FORMAT", help="The format of TARGET.")
@boards_options
def convert(
    source: str,
    target: str,
    source_format: str | None,
    target_format: str | None,
    maps: tuple[str, ...],
    folders: tuple[str, ...],
) -> None:
    """Convert the file SOURCE (- for standard input) into TARGET (- for standard output).

    Formats: standoff (case and orders files), datc (the DATC, page or text), jdip, crate (the Rust crate's JSON cases),
    saved (games of the diplomacy package), lines (interchange lines); only for reading: export (what standoff cases
    --export wrote), daide, njudge. Without --to, the ending of TARGET decides: .jdip, .datc, .jsonl (lines), .json
    (saved), .parquet (lines as columns), otherwise standoff. A Parquet file of columns is read as lines. What cannot be
    read, and what TARGET cannot hold, is reported on standard error. SOURCE names boards of standoff; --map and --maps
    allow files of boards, too.

    \b
    Examples:
      standoff convert DATC_v3_0.html cases.txt
      standoff convert --to crate cases.txt cases.json
    """
    from pathlib import Path

    from ..cases.case import CaseError
    from ..cases.formats import converted, format_named, format_of
    from ..cases.read import read_text
    from ..lines.parquet import PARQUET, as_lines, is_parquet, write_questions
    from ..map.board import for_strangers
    from ..work.whole_files import errors_as, whole_file

    allow(maps, folders)
    text = "".join(f"{line}\n" for line in as_lines(source)) if is_parquet(source) else read_text(source)
    name = "standard input" if source == "-" else source
    reads = format_named(source_format) if source_format else format_of(text)
    endings = {".jdip": "jdip", ".datc": "datc", ".jsonl": "lines", ".json": "saved", PARQUET: "lines"}
    writes = format_named(target_format or endings.get(Path(target).suffix, "standoff"))
    with for_strangers():
        written, losses = converted(text, name, reads, writes)
    if Path(target).suffix == PARQUET:
        with errors_as(CaseError, target), whole_file(Path(target)) as part:
            write_questions(written.splitlines(), part)
    else:
        write_out(written, target)
    for loss in losses:
        click.echo(loss, err=True)
