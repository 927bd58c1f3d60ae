"""`standoff replay`: recorded games, phase by phase."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import chosen_options, draw_to, jobs_option, phase_file, picture_option, print_notice, progress_bar, set_option

if TYPE_CHECKING:
    from ..cases import RecordedGame
    from ..peers import ReplayReport
    from ..work import Stop


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--rules", metavar="NAME", help="Rulebook (default: that of each game).")
@set_option()
@jobs_option
@click.option("--verbose", "-v", is_flag=True, help="Also list the phases that agree.")
@picture_option("each phase, in its own file")
def replay(
    files: tuple[str, ...],
    rules: str | None,
    options: tuple[str, ...],
    jobs: int | None,
    verbose: bool,
    picture: str | None,
) -> None:
    """Adjudicate recorded games phase by phase, and report where the record differs.

    A FILE (- for standard input) has one game or several, one a line or one after the other, in any length: saved games
    of the diplomacy package, or games of webDiplomacy or DiploBN (JSON). It may be compressed with gzip.

    Without --rules, a game is adjudicated under the rulebook that it names; otherwise a saved game under diplomacy, one
    of webDiplomacy under webdiplomacy, one of DiploBN under 2023.

    Differences are explained by the fewest choices of options and known faults of other programs. The exit status is 1
    if any phase differs, 2 if a game cannot be read; the others are replayed all the same.

    \b
    Examples:
      standoff replay game.json
      standoff replay --rules webdiplomacy games/*.json
      standoff replay games.jsonl.gz --jobs 2
      standoff replay game.json --picture game.svg
    """
    from ..cases import file_called, games_of, open_games
    from ..peers import ReplayReport, replay_report, report_on
    from ..solver import rulebook
    from ..text import counted
    from ..work import over_blocks

    changes = chosen_options(options)
    chosen = None if rules is None else rulebook(rules).with_named(**changes)
    how: dict[str, Any] = {"rules": chosen, "options": {} if chosen else changes, "verbose": verbose}
    total, unread, broken, done_bytes = ReplayReport(), Counter[str](), 0, 0
    sizes = [os.path.getsize(file) if os.path.isfile(file) else _MANY_BYTES for file in files]

    def games() -> Iterator[RecordedGame]:
        nonlocal done_bytes
        for path, size in zip(files, sizes, strict=True):
            with open_games(path) as file:
                above = done_bytes
                for game in games_of(path, file):
                    done_bytes = above + file.read_bytes
                    yield game
                done_bytes = above + size

    def with_pictures(game: RecordedGame) -> ReplayReport:
        phases = [*game.replay(chosen, changes)]
        for phase in phases:
            name = phase.name if len(files) == 1 else f"{Path(game.file).stem}-{phase.name}"
            draw_to(phase_file(picture or "", name), phase.result, rules=phase.turn.rules)
        return report_on(game.name, phases, verbose=verbose)

    if picture is not None:
        reports = (with_pictures(game) for game in games())
    else:
        jobs = jobs or (None if sum(sizes) >= _MANY_BYTES else 1)
        reports = over_blocks(partial(_opened, partial(replay_report, **how)), games(), jobs=jobs, lost=_lost)
    size = None if "-" in files else sum(sizes)
    title = file_called(files[0]) if len(files) == 1 else counted(len(files), "file")
    numbers = "{task.fields[games]} games, {task.fields[differ]} differ"
    with closing(reports), progress_bar(title, size, numbers) as move:
        for report in reports:
            for line in report.lines:
                click.echo(line)
            for fault in report.faults:
                print_notice(fault)
            broken += len(report.faults)
            unread.update(report.unread)
            total.add(report)
            move(done_bytes, games=total.count.games, differ=total.count.differing)
    for what, number in unread.items():
        print_notice(f"{what} in {counted(number, 'game')}")
    if total.count.games:
        click.echo(total.summary() + (f"; {counted(broken, 'game')} cannot be read" if broken else ""))
    if broken or total.count.differing:
        sys.exit(2 if broken else 1)


_MANY_BYTES = 3_000_000
"""From this size on, all cores are used."""


def _opened(work: Callable[[RecordedGame], ReplayReport], _stop: Stop) -> Callable[[RecordedGame], ReplayReport]:
    return work


def _lost(game: RecordedGame) -> ReplayReport:
    from ..peers import ReplayReport

    return ReplayReport(faults=[f"{game.name}: the process that worked on this game died"])
