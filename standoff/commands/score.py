"""`standoff score`: the score card of an adjudicator."""

from __future__ import annotations

import os
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import click

from . import (
    NamedPeer,
    at_least_option,
    chosen_rules,
    claim,
    datc_option,
    folder_option,
    max_questions_option,
    peer_options,
    print_notice,
    progress_bar,
    resume_option,
    set_option,
)


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
        click.echo(f"standoff: no case could be asked; the most frequent reason ({times} times): {reason}", err=True)
        sys.exit(2)
    if before is None:
        sys.exit(0 if card.good else 1)
    worse = card.worse_than(before)
    verdicts = {Mark.CHOICE: "is a choice", Mark.FAILED: "fails", Mark.UNSUPPORTED: "cannot be asked"}
    for case, earlier in worse:
        before_words = "passed" if earlier == "passed" else "was a choice"
        click.echo(f"standoff: {case.asked.id} {verdicts[case.mark]} and {before_words} before ({case.why})", err=True)
    sys.exit(1 if worse else 0)
