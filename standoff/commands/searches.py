"""Searches: turns with a property, forced outcomes, stalemate lines."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import (
    MOST_TURNS,
    NamedTurn,
    claim,
    folder_option,
    jobs_option,
    json_option,
    phase_option,
    print_json,
    print_notice,
    progress_bar,
    rules_options,
    seconds_option,
    seed_option,
    turn_options,
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
@seconds_option(" of a solver, with --position")
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
    search, with the same result as without the interrupt. The exit status is 1 if nothing is found, and 3 if there was
    not enough time to find anything.

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
            region=region,
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
        sys.exit(1 if result.complete else 3)


@click.command()
@click.argument("file")
@click.argument("goal")
@click.option("--by", multiple=True, required=True, metavar="POWER", help="Power that forces it (repeatable).")
@click.option("--against", multiple=True, metavar="POWER", help="Opposing power (default: all others).")
@click.option("--cooperative", is_flag=True, help="Ask whether GOAL is possible if the others help.")
@click.option("--given", metavar="FILE", help="Find orders that reach GOAL against those in FILE.")
@seconds_option(" of a solver")
@phase_option
@json_option()
@rules_options
def force(
    file: str,
    goal: str,
    by: tuple[str, ...],
    against: tuple[str, ...],
    cooperative: bool,
    given: str | None,
    seconds: float,
    phase: str | None,
    as_json: bool,
    rules: Rulebook,
) -> None:
    """Find orders of a power that make GOAL certain, against all legal orders of the others.

    GOAL is a successful order ("A PAR - BUR"), an order that fails if it is tried ("not A MUN - BUR"), a unit that is
    dislodged or not ("A MUN not dislodged"), a power in a province ("ENGLAND in WAR"), or several, joined by and, or.
    If nothing makes it certain, orders that prevent it are shown, and the exit status is 1; 3 if the question is open.
    FILE names a position: a file, a case of the library, one
    line, start. Units of powers outside --by and --against hold.

    \b
    Examples:
      standoff force start "A PAR - BUR" --by FRANCE
      standoff force 6.D.1 "A VEN dislodged" --by AUSTRIA --against ITALY
      standoff force turn.txt "A SER - RUM" --by TURKEY --cooperative
      standoff force turn.txt "A SER not dislodged and TURKEY in RUM" --by TURKEY
    """
    from ..cases import SourceName, read
    from ..searches import force as forced
    from ..work import Stop, exit_status

    if cooperative and given is not None:
        raise click.UsageError("--cooperative and --given are mutually exclusive")
    position = read(file, phase=phase)
    stop = Stop()
    with progress_bar("searching", None, "{task.fields[found]}") as move:
        outcome = forced(
            position,
            goal,
            by,
            against=against or None,
            rules=rules,
            cooperative=cooperative,
            given=given and SourceName(given),
            seconds=seconds,
            progress=lambda what: move(0, total=None, found=what),
            stop=stop,
        )
    if as_json:
        print_json(outcome.to_dict())
    else:
        click.echo(str(outcome))
    if stop.is_set():
        sys.exit(exit_status())
    if not outcome.certain:
        sys.exit(1 if outcome.certain is False else 3)


@click.command()
@turn_options
@click.option("--by", multiple=True, metavar="POWER", help="Power of the line (default: owners of centers, or all).")
@click.option("--keep", metavar="PROVINCES", help="What it keeps: ANK,CON (default: the centers that it owns).")
@click.option("--enemy", type=click.IntRange(1), metavar="UNITS", help="The most units that the enemy has.")
@click.option("--no-fleets", default="", metavar="PROVINCES", help="Provinces where the enemy has no fleet.")
@click.option("--orders", is_flag=True, help="Find holds and supports for units without an order.")
@click.option("--spare", is_flag=True, help="Find the units that can be left out.")
@click.option("--repair", is_flag=True, help="Find lines that hold with one unit elsewhere.")
@click.option("--draw", "picture", metavar="FILE", help="Draw the break, or the line: .svg, .png or .pdf.")
@click.option("--save", metavar="FILE", help="Write the break, or the line, to this case file.")
@click.option("--proof", metavar="FILE", help="Write a proof that it holds to this file.")
@seconds_option(" for each answer")
@json_option()
def line(
    named: NamedTurn,
    by: tuple[str, ...],
    picture: str | None,
    save: str | None,
    proof: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Say whether a stalemate line holds, whatever the enemy has outside and whatever he orders.

    TURN has the units of the line and their orders; their powers are allies. The enemy comes from every center that is
    not kept, and may have any units that can get where they stand without passing the line; those that TURN has are
    only an example. The line is broken if a unit of it is dislodged, or an enemy enters what it keeps; a turn that
    breaks it is shown. All that is assumed is printed. Units of a position given as a line have no orders, for
    --orders. The exit status is 1 if the line does not hold, and 3 if that, or what else is asked, is open. The library
    has lines in print, such as beshera-2.

    \b
    Examples:
      standoff line beshera-2
      standoff line "TURKEY: A CON H, A ARM H" --keep CON,ANK,SMY
      standoff line "TURKEY: A CON H, A ARM H" --keep CON,ANK,SMY --no-fleets AEG,BLA,EAS --spare
      standoff line "TURKEY: A CON H, A ARM H" --keep CON,ANK,SMY --draw break.svg --save break.txt
      standoff line "standard S1901M TURKEY:ACON,AARM,ASMY" --keep CON,ANK,SMY --orders
    """
    from ..pictures import ending_of
    from ..searches import line as line_of
    from ..work import Stop, exit_status, write_whole

    turn, stop = named.turn(), Stop()
    targets = [target for target in (picture, save, proof) if target]
    if len({Path(target).absolute() for target in targets}) < len(targets):
        raise click.UsageError("--draw, --save and --proof require different files")
    for target in targets:
        claim(target, named.name)
    if picture:
        ending_of(picture)
    with progress_bar("searching", None, "{task.fields[what]}") as move:

        def watch(done: int, total: int | None, what: str) -> None:
            move(done, total=total, what=what)

        found = line_of(turn, by=by or None, proof=proof is not None, progress=watch, stop=stop, **asked)
    if as_json:
        print_json(found.to_dict())
    else:
        click.echo(str(found))
    if save:
        write_whole(Path(save), found.case_text())
    if proof and found.proof:
        write_whole(Path(proof), found.proof)
    elif proof:
        print_notice(f"{proof}: not written: there is no proof that the line holds")
    if picture:
        found.picture().save(picture)
    if stop.is_set():
        sys.exit(exit_status())
    if not found.holds or found.why_open:
        sys.exit(1 if found.holds is False else 3)
