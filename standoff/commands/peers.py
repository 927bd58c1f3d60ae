"""Other programs: cross-checks, score cards, and how to connect one."""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import closing
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
    datc_option,
    folder_option,
    jobs_option,
    max_questions_option,
    peer_options,
    print_notice,
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
        print_notice(comparison.ended)
        sys.exit(exit_status() if comparison.tally.interrupted else 2)
    for line in comparison.not_compared():
        print_notice(line)
    if not comparison.good:
        sys.exit(1)


@click.command()
@click.argument("peer")
@resume_option
@folder_option("--report", "Write the card into this folder.")
@click.option("--baseline", type=click.Path(path_type=Path), metavar="FILE", help="Earlier score.json.")
@click.option(
    "--suite", "suites", multiple=True, metavar="NAME", help="Suite: datc, separating or editions (repeatable)."
)
@datc_option("Edition of the DATC (default: the newest)")
@click.option("--claimed-rules", metavar="RULEBOOK", help="Rulebook that PEER claims to follow: differences fail.")
@set_option("Override one option of that rulebook.")
@click.option("--against", metavar="RULEBOOK", help="List each option in which PEER departs from this rulebook.")
@at_least_option("cases")
@max_questions_option(150, "failure")
@peer_options
def score(
    peer: NamedPeer,
    state: Path | None,
    report: Path | None,
    baseline: Path | None,
    suites: tuple[str, ...],
    datc: str | None,
    claimed_rules: str | None,
    options: tuple[str, ...],
    against: str | None,
    least: float | None,
    max_questions: int,
) -> None:
    """Ask PEER every case of the library, and print its score card.

    PEER is named as in standoff crosscheck. With --resume, its answers are saved, and the same command resumes an
    interrupted run. The folder of --report gets the card as Markdown and JSON. The exit status is 0 if every
    answer is right under some choice of rules, 1 if one is not or too little was compared (--at-least), 2 if PEER
    cannot be asked. With --baseline, it is 1 only if a case that passed does not pass now, or one that was a choice
    fails.

    \b
    Examples:
      standoff score diplomacy
      standoff score 'lines:./mine' --name mine --version 0.3 --report card
      standoff score 'lines:./mine' --claimed-rules 2000 --set adjacent_convoy=explicit
      standoff score 'lines:./mine' --against 2023
      standoff score 'lines:./mine' --at-least 80
      standoff score 'lines:./mine' --baseline card/score.json
    """
    from ..cases import DATC_EDITIONS
    from ..peers import COLUMNS, SUITES, Mark, PeerWithSavedAnswers, marks_in, next_step, score_card, write_card
    from ..text import Terminal, counted
    from ..turn import rules_object

    unknown = [suite for suite in suites if suite not in SUITES]
    if unknown:
        raise click.UsageError(f"no suite {unknown[0]!r}; expected one of {', '.join(SUITES)}")
    if report and baseline and os.path.realpath(report / "score.json") == os.path.realpath(baseline):
        raise click.UsageError(f"the report would overwrite {baseline}; choose another folder for --report")
    if options and claimed_rules is None:
        raise click.UsageError("--set requires --claimed-rules")
    named = chosen_rules(against, ()) if against is not None else None
    claimed = chosen_rules(claimed_rules, options) if claimed_rules is not None else None
    before = marks_in(baseline) if baseline is not None else None
    claim(report, folder=True)
    claim(state)
    edition = datc or DATC_EDITIONS[-1]
    asked = 0, 0
    with closing(peer.open()) as adjudicator, progress_bar(f"standoff and {peer.spec}", None) as move:

        def progress(done: int, total: int) -> None:
            nonlocal asked
            asked = done, total
            move(done, total=total)

        about = {
            "suites": list(suites),
            "datc": edition,
            "claimed_rules": None if claimed is None else rules_object(claimed),
            "max_questions": max_questions,
        }
        try:
            card = score_card(
                adjudicator if state is None else PeerWithSavedAnswers(adjudicator, state, about),
                suites=suites,
                datc=edition,
                claimed_rules=claimed,
                against=named,
                least=least,
                max_questions=max_questions,
                progress=progress,
            )
        except KeyboardInterrupt:
            go_on = "--resume FILE keeps the answers" if state is None else "the same command resumes"
            how_far = f"after {asked[0]} of {counted(asked[1], 'case')}" if asked[1] else "before the first case"
            print_notice(f"stopped {how_far}; {go_on}")
            raise
    out = Terminal()
    out.print(f"{card.title}: {card.headline()}")
    out.print("; ".join(f"{suite} {card.tally(suite)}" for suite in SUITES if card.asks(suite)))
    out.print(card.rulebook_line().replace("`", ""))
    for line in (*card.coverage.sentences("phase"), *card.not_compared()):
        out.print(line)
    out.table([[str(cell) for cell in row] for row in (COLUMNS, *card.rows())])
    for line in card.summary():
        out.print(line)
    if against is not None:
        for one in card.departures:
            shown = ", ".join(one.cases) or "no case asked"
            weighed = f"{one.weighed.with_choice} for, {one.weighed.contradictions} against"
            out.print(f"departs from {card.against}: {one.option}={one.choice} ({one.issue}; {weighed}): {shown}")
        if not card.departures:
            out.print(f"departs from {card.against} in no option")
    if report is not None:
        write_card(card, report)
        click.echo(f"score.md and score.json: {report}")
    elif card.count(Mark.FAILED):
        click.echo("--report FOLDER writes the smallest turn that shows each failure")
    click.echo(next_step(card, peer.spec))
    if card.count(Mark.UNSUPPORTED) == len(card.scores):
        reason, times = Counter(case.why for case in card.scores).most_common(1)[0]
        print_notice(f"no case could be asked; the most frequent reason ({times} times): {reason}")
        sys.exit(2)
    if before is None:
        sys.exit(0 if card.good else 1)
    worse = card.worse_than(before)
    verdicts = {Mark.CHOICE: "is a choice", Mark.FAILED: "fails", Mark.UNSUPPORTED: "cannot be asked"}
    for case, earlier in worse:
        before_words = "passed" if earlier == "passed" else "was a choice"
        print_notice(f"{case.asked.id} {verdicts[case.mark]} and {before_words} before ({case.why})")
    sys.exit(1 if worse else 0)


@click.command()
def peers() -> None:
    """List how 'standoff score' and 'standoff crosscheck' name other adjudicators.

    To connect your own: 'standoff peers new NAME'.

    \b
    Examples:
      standoff peers
    """
    from ..peers import SPECS

    width = max(map(len, SPECS))
    for spec, about in SPECS.items():
        click.echo(f"{spec:{width}}  {about}")
    click.echo("to connect your own program: standoff peers new NAME")


@click.command()
@click.argument("name")
@click.option(
    "--language",
    default="python",
    show_default=True,
    type=click.Choice(["python", "javascript", "c"]),
    help="Language of the program.",
)
def new(name: str, language: str) -> None:
    """Write a program NAME that connects your adjudicator, into the current folder.

    It reads and writes the interchange lines and answers nothing yet; 'standoff score' states the next step each time.

    \b
    Examples:
      standoff peers new mine
      standoff peers new mine --language javascript
    """
    from ..peers import new_program

    click.echo(new_program(name, language, Path())[1])
