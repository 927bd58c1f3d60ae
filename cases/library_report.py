"""Printing what the case library agrees with and what it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import click

from ..solver import PRESETS, MovementResult, PhaseResult, rulebook
from ..text.counting import counted
from .case import Case, CaseError
from .catalog import is_named, library, library_ids, nearest_ids
from .read import read_cases, read_text
from .run import play_case, rulebooks_of, run_case


def run_library(pattern: str | None, rules: str | None, files: Iterable[str] = (), *, verbose: bool = False) -> bool:
    """Run cases and print each one that fails, with every difference; tell whether all passed.

    Args:
        pattern: An id, or a pattern for ids and titles with ``*``; None for all.
        rules: Only under this rulebook; None or ``"all"`` for every one that a case speaks of.
        files: Case files whose cases are run instead of the library's.
        verbose: Print the cases that pass, too.

    Raises:
        CaseError: A case file has faults, or no case matches.
        RulebookError: There is no such rulebook.
    """
    if rules not in (None, "all"):
        rulebook(str(rules))
    chosen = chosen_cases(pattern, files)
    passed: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    for case in chosen:
        for rules_of_case, label in rulebooks_of(case):
            name = rules_of_case.name
            if rules not in (None, "all") and name.split(" with ")[0] != rules:
                continue
            report = run_case(case, rules_of_case, label)
            (passed if report.passed else failed)[name.split(" with ")[0]] += 1
            if report.passed:
                if verbose:
                    click.echo(f"pass  {case.id} ({name})")
                continue
            click.echo(f"FAIL  {case.id} ({name}): {case.title}   [{case.file}, line {case.line}]")
            for difference in report.differences:
                click.echo(f"        {difference}")
    for name in sorted(passed | failed):
        click.echo(f"{name}: {passed[name]} passed, {failed[name]} failed")
    total, bad = sum(passed.values()), sum(failed.values())
    click.echo(f"{counted(len(chosen), 'case')}, {counted(total + bad, 'run')}: {total:,} passed, {bad:,} failed")
    return not bad


def chosen_cases(pattern: str | None, files: Iterable[str] = ()) -> list[Case]:
    """Return the cases of files, of the library if there are none, that a pattern names; None: all.

    Raises:
        CaseError: A case file has faults, or no case matches.
    """
    chosen: list[Case] = []
    for file in files:
        cases = read_cases(read_text(file), file)
        chosen.extend(case for case in cases if pattern is None or is_named(case, pattern))
    if not files:
        chosen.extend(library(pattern))
    if not chosen:
        raise CaseError(f"no case {pattern!r}{_hint(pattern)}")
    return chosen


def _hint(pattern: str | None) -> str:
    """Return what else the pattern may have meant, for the end of a message."""
    wider = f"*{pattern}*"
    count = sum(1 for _ in library(wider))
    near = nearest_ids(pattern or "", library_ids())
    return f"; {count} match {wider!r}" if count else f"; nearest: {', '.join(near)}" if near else ""


def outcome_table(pattern: str | None) -> str:
    """Return a Markdown table of what the orders of each case come to under every rulebook.

    Every case on the standard board gets a row, whole games excepted. Rulebooks that the case speaks of are marked
    with an asterisk: what stands there is also expected by the case. An equals sign stands for the first rulebook's
    outcome.

    Raises:
        CaseError: No case matches.
    """
    chosen = [case for case in library(pattern) if case.board.name == "standard" and not case.head.get("start")]
    if not chosen:
        raise CaseError(f"no case {pattern!r}{_hint(pattern)}")
    names = list(PRESETS)
    lines = [f"| case | {' | '.join(names)} |", "|---" * (len(names) + 1) + "|"]
    for case in chosen:
        stated = {rules.name for rules, _ in rulebooks_of(case)}
        cells: list[str] = []
        for name in names:
            results = [result for _, result, _ in play_case(case, rulebook(name, **case.options))]
            shown = "; ".join(summary(result) for result in results)
            same = bool(cells) and shown == cells[0].removeprefix("\\* ")
            cells.append(("\\* " if name in stated else "") + ("=" if same else shown))
        lines.append(f"| {case.id} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def summary(result: PhaseResult) -> str:
    """Return who moves and who is dislodged, retreats, is built or disbands, in few words."""
    if not isinstance(result, MovementResult):
        before = {str(unit) for unit in result.before.units}
        after = {str(unit) for unit in result.after.units}
        changes = [*(f"+{unit}" for unit in sorted(after - before)), *(f"-{unit}" for unit in sorted(before - after))]
        return ", ".join(changes) or "="
    parts = [str(found.order)[2:].removesuffix(" VIA") for found in result if found.outcome == "moves"]
    parts.extend(f"{d.unit.province} out" for d in result.after.dislodged)
    return ", ".join(parts) or "nobody moves"
