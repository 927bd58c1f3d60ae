"""`standoff crosscheck`: standoff compared with another adjudicator."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from . import (
    MOST_TURNS,
    NamedPeer,
    allow,
    at_least_option,
    chosen_options,
    chosen_rules,
    claim,
    folder_option,
    jobs_option,
    max_questions_option,
    peer_options,
    progress_bar,
    resume_option,
    seed_option,
    set_option,
)

if TYPE_CHECKING:
    from ..peers import DifferenceReport, Source
    from ..solver import Rulebook


@click.command()
@click.argument("peer")
@click.argument("files", nargs=-1)
@click.option("--cases", "cases", is_flag=True, help="Ask every phase of the case library.")
@click.option("--games", is_flag=True, help="Ask every phase of the games in FILES.")
@click.option("--random", "count", type=click.IntRange(1, MOST_TURNS), metavar="N", help="Ask N random turns.")
@click.option(
    "--whole-games",
    type=click.IntRange(1, MOST_TURNS),
    metavar="N",
    help="Play N games; PEER continues from its own answers.",
)
@click.option("--question", metavar="ID", help="Ask one question of a report again: 4/17, datc-6.A.1, FILE, PHASE.")
@seed_option("the random turns")
@click.option("--map", "map_name", metavar="NAME", help="Board of random turns, as PEER names it.")
@click.option("--rules", metavar="NAME", help="Rulebook (default: PEER's).")
@click.option("--claimed-rules", metavar="RULEBOOK", help="Rulebook that PEER claims to follow: choices count, too.")
@set_option()
@at_least_option("turns")
@jobs_option
@resume_option
@folder_option("--report", "Write the report and case files to this folder.")
@click.option("--known", metavar="FILE", help="Known differences, which precede standoff's catalog.")
@max_questions_option(300, "difference")
@peer_options
def crosscheck(
    peer: NamedPeer,
    files: tuple[str, ...],
    cases: bool,
    games: bool,
    count: int | None,
    whole_games: int | None,
    question: str | None,
    seed: int,
    map_name: str | None,
    rules: str | None,
    claimed_rules: str | None,
    options: tuple[str, ...],
    least: float | None,
    jobs: int | None,
    state: Path | None,
    report: Path | None,
    known: str | None,
    max_questions: int,
) -> None:
    """Ask PEER and standoff the same questions, and report differences and their causes.

    PEER is diplomacy, diplomacy:PYTHON, cdippy:PROGRAM, lines:COMMAND or folder:DIR. An interrupt (Ctrl-C) ends the
    run and reports its findings. The exit status is 0 if every answer is right under some choice of rules (with
    --claimed-rules, under these), 1 if one is not or too little was compared (--at-least), 2 if PEER cannot be asked.

    \b
    Examples:
      standoff crosscheck diplomacy --cases
      standoff crosscheck diplomacy --cases --random 20000 --seed 7 --resume run.jsonl --report found
      standoff crosscheck diplomacy --games game.json
      standoff crosscheck diplomacy --games found/cases/*.txt
      standoff crosscheck diplomacy --question 7/1234
      standoff crosscheck 'lines:./mine' --whole-games 50
      standoff crosscheck diplomacy --random 1000 --map ancmed.json
      standoff crosscheck 'lines:standoff batch' --random 1000 --rules 1982
    """
    from ..cases import rulebooks_of
    from ..peers import (
        case_questions,
        crosscheck as checked,
        game_questions,
        library_case,
        make_folder,
        one_question,
        random_questions,
        several_sources,
        whole_games as whole_games_of,
    )

    if rules and claimed_rules:
        raise click.UsageError("--rules and --claimed-rules contradict each other")
    rules = rules or claimed_rules
    allow([map_name], ())
    if not cases and not games and count is None and whole_games is None and question is None:
        raise click.UsageError("one of --cases, --games, --random, --whole-games and --question is required")
    if games != bool(files):
        raise click.UsageError("--games requires FILES")
    if "-" in files:
        raise click.UsageError("--games reads files, not standard input: each process reads them")
    if report is not None:
        if known and os.path.realpath(report / "known.toml") == os.path.realpath(known):
            raise click.UsageError(f"the report would overwrite {known}; choose another folder for --report")
        claim(report, folder=True)
        make_folder(report)  # fail now if it is not writable, not after hours

    claim(state, known, *files)

    case = library_case(question) if question is not None else None

    def rules_of(own: Rulebook) -> Rulebook:
        if rules:
            return chosen_rules(rules, options)
        books = [book for book, _ in rulebooks_of(case)] if case else [own]
        book = own if own in books else books[0]
        return book.with_named(**chosen_options(options))

    def source_of(book: Rulebook) -> Source:
        chosen: list[Source] = [case_questions(book)] if cases else []
        if games:
            chosen.append(game_questions(files, book))
        if question is not None:
            return one_question(question, chosen, book, map_name)
        if whole_games is not None:
            chosen.append(whole_games_of(seed, whole_games, book, map_name))
        if count is not None:
            chosen.append(random_questions(seed, count, book, map_name))
        return chosen[0] if len(chosen) == 1 else several_sources(tuple(chosen))

    with progress_bar(f"standoff and {peer.spec}", None, "{task.fields[differing]} differ") as move:

        def progress(done: int, total: int, differing: int) -> None:
            move(done, total=total, differing=differing)

        comparison = checked(
            peer.open,
            source_of,
            rules_of=rules_of,
            max_questions=max_questions,
            jobs=jobs,
            state=state,
            known=known,
            progress=progress,
        )
    _print_report(replace(comparison, least=least, claimed=claimed_rules is not None), report)


def _print_report(comparison: DifferenceReport, report: Path | None) -> None:
    """Print a report, write it if a folder is given, and exit with its status."""
    from ..work import exit_status

    if report is not None:
        comparison.write(report)
        click.echo(comparison.summary())
        click.echo(f"report, known differences and cases: {report}")
    else:
        click.echo(comparison.markdown(), nl=False)
    if comparison.ended:
        click.echo(f"standoff: {comparison.ended}", err=True)
        sys.exit(exit_status() if comparison.tally.interrupted else 2)
    for line in comparison.not_compared():
        click.echo(f"standoff: {line}", err=True)
    if not comparison.good:
        sys.exit(1)
