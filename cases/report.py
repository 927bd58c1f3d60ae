"""Printing what the case library agrees with and what it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import click

from ..solver import rulebook
from .casefile import Case, CaseError, library, read_cases, read_text
from .runner import rulebooks_of, run_case


def run_library(pattern: str | None, rules: str | None, files: Iterable[str] = (), *, verbose: bool = False) -> bool:
    """Run cases and print each one that fails, with every difference; tell whether all passed.

    Args:
        pattern: Part of an id or title, or a pattern for ids with ``*``; None for all.
        rules: Only under this rulebook; None or ``"all"`` for every one that a case speaks of.
        files: Case files to run instead of the library.
        verbose: Print the cases that pass, too.

    Raises:
        CaseError: A case file has faults, or no case matches.
        RulebookError: There is no such rulebook.
    """
    if rules not in (None, "all"):
        rulebook(str(rules))
    chosen: list[Case] = []
    for file in files:
        chosen.extend(read_cases(read_text(file), file))
    if not files:
        chosen.extend(library(pattern))
    if not chosen:
        raise CaseError(f"no case matches {pattern!r}")
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
    click.echo(f"{len(chosen)} cases, {total + bad} runs: {total} passed, {bad} failed")
    return not bad
