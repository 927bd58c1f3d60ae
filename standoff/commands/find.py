"""`standoff find`: turns with a property, the smallest first."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import (
    MOST_TURNS,
    claim,
    folder_option,
    jobs_option,
    json_option,
    print_json,
    print_notice,
    progress_bar,
    rules_options,
    seed_option,
)

if TYPE_CHECKING:
    from ..solver import Rulebook


@click.command()
@click.argument("expression", metavar="EXPR")
@rules_options
@click.option("--units", type=click.IntRange(1), metavar="N", help="Search all turns of up to N units (at most 6).")
@click.option("--complete-convoys", is_flag=True, help="Omit convoys that lack a fleet.")
@click.option("--region", metavar="PLACES", help="Place units only in these provinces: LON,YOR,NTH.")
@click.option("--map", "map_name", default=None, help="Board.")
@click.option("--max-results", type=click.IntRange(1), metavar="COUNT", help="Stop after COUNT finds.")
@click.option("--sample", type=click.IntRange(1, MOST_TURNS), metavar="COUNT", help="Search COUNT random phases.")
@seed_option("the random turns")
@click.option("--position", metavar="POSITION", help="Search all joint orders of a position (file or line).")
@click.option("--orders", metavar="FILE", help="Search all powers and types of the units in FILE.")
@jobs_option
@json_option("Print JSON, with all power assignments of each find.")
@click.option("--output", metavar="FINDS", help="Write each find to this new file as a JSON line.")
@click.option("--continue", "go_on", is_flag=True, help="Resume the interrupted search that wrote FINDS.")
@folder_option("--out", "Write cases and pictures to this folder.")
def find(
    expression: str,
    rules: Rulebook,
    units: int | None,
    region: str | None,
    map_name: str | None,
    sample: int | None,
    jobs: int | None,
    as_json: bool,
    output: str | None,
    go_on: bool,
    out: Path | None,
    **further: Any,
) -> None:
    """Find turns for which EXPR holds, the smallest first, each reduced as far as possible.

    Every answer states its search space; a property that depends on turns outside it is refused, or causes a warning.
    Terms without a rulebook use --rules and --set, which may name your own functions. EXPR combines
    differ(RULES, RULES), paradox(KIND), resolutions(NUMBER), order(KIND, …), components(NUMBER) and
    predicate("module:function") with and, or, not; docs/search.md describes them. An interrupt (Ctrl-C) ends the search
    and shows its finds. With --output, finds and progress are saved; the same command with --continue resumes the
    search, with the same result as without the interrupt. The exit status is 1 if nothing is found.

    \b
    Examples:
      standoff find "differ(1971, 1982)" --units 4
      standoff find "resolutions(0, rules=2000)" --units 5
      standoff find "paradox('other')" --sample 20000 --out found
      standoff find "paradox('other')" --units 4 --output finds.jsonl --continue
      standoff find "paradox()" --position "standard S1901M ENGLAND:FENG,ALON;FRANCE:FBRE,FWAL"
    """

    from ..cases import SourceName
    from ..map import load_board
    from ..searches import find as find_turns, write
    from ..work import Stop, exit_status

    if go_on and output is None:
        raise click.UsageError("--continue requires --output")
    if out is not None and out.exists() and not out.is_dir():
        raise click.UsageError(f"{out} is not a folder")
    for name in ("position", "orders"):
        further[name] = further[name] and SourceName(further[name])
    claim(out, folder=True)
    stop = Stop()
    # small searches are faster than starting a process, except with functions
    small = sample is None and (units is None or units <= 4) and ":" not in expression and not rules.house_rules
    with progress_bar("searching", None, "{task.fields[found]} found") as move:
        result = find_turns(
            expression,
            rules=rules,
            units=units,
            region=region.split(",") if region is not None else None,
            board=map_name and load_board(map_name),
            sample=sample,
            jobs=jobs or (1 if small else os.cpu_count()),
            progress=lambda done, total, count: move(done, total=total, found=count),
            stop=stop,
            output=output,
            go_on=go_on,
            **further,
        )
    if stop.is_set():
        print_notice(f"stopped; {'--continue resumes' if output else '--output FINDS saves a search'}")
    if as_json:
        print_json(result.to_dict())
    else:
        click.echo(str(result))
    if out is not None:
        files = write(result, out)
        click.echo(f"{len(files)} files: {out}", err=as_json)
    if stop.is_set():
        sys.exit(exit_status())
    if not len(result):
        sys.exit(1)
