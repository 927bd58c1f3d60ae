"""Runs of the case library, and tables of their outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..solver import PRESETS, MovementResult, PhaseResult, rulebook
from ..text import counted, escaped, markdown_table, message
from .case import Case, CaseError
from .catalog import is_named, library, library_titles, nearest_ids
from .course import play_case
from .reading import read_cases
from .run import CaseReport, rulebooks_of, run_case
from .text_files import SourceName, boards_of, is_there, read_text


@dataclass
class LibraryCount:
    """The numbers of passed and failed runs of cases under each rulebook.

    >>> count = LibraryCount()
    >>> for report in library_runs("6.F.14", "2023"):
    ...     count.add(report)
    >>> print(count)
    2023: 2 passed, 0 failed
    1 case, 2 runs: 2 passed, 0 failed
    """

    cases: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    passed: Counter[str] = field(default_factory=Counter[str])
    failed: Counter[str] = field(default_factory=Counter[str])

    def add(self, report: CaseReport) -> None:
        """Count a run."""
        self.cases.add((report.case.file, report.case.id))
        (self.passed if report.passed else self.failed)[report.rules.preset] += 1

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = "en") -> str:
        """Return the counts in a language."""

        def tally(runs: str, passed: int, failed: int) -> str:
            sentence = message("{runs}: {passed} passed, {failed} failed", language)
            return sentence.format(runs=runs, passed=f"{passed:,}", failed=f"{failed:,}")

        names = sorted(self.passed | self.failed)
        lines = [tally(name, self.passed[name], self.failed[name]) for name in names]
        total, bad, cases = self.passed.total(), self.failed.total(), len(self.cases)
        if language == "en":
            runs = f"{counted(cases, 'case')}, {counted(total + bad, 'run')}"
        else:
            runs = message("cases: {cases}, runs: {runs}", language).format(cases=cases, runs=total + bad)
        return "\n".join([*lines, tally(runs, total, bad)])


def library_runs(
    pattern: str | None, rules: str | None, files: Sequence[str] = (), language: str = "en"
) -> Iterator[CaseReport]:
    """Run cases and yield their reports.

    Args:
        pattern: An id, or a pattern for ids and titles with ``*``; None for all.
        rules: Only this rulebook; None or ``"all"`` for all that a case names.
        files: Case files (default: the library).
        language: The language of titles that the pattern may match, besides English.

    Raises:
        CaseError: A case file has faults, no case matches, or no matching case names the rulebook.
        RulebookError: The rulebook is unknown.
    """
    if rules not in (None, "all"):
        rulebook(str(rules))
    chosen = chosen_cases(pattern, files, language)
    runs = [(case, *run) for case in chosen for run in rulebooks_of(case) if rules in (None, "all", run[0].preset)]
    if not runs:
        raise CaseError(f"{counted(len(chosen), 'case')}, but none that names rulebook {rules}")
    for case, rules_of_case, label in runs:
        yield run_case(case, rules_of_case, label)


def chosen_cases(pattern: str | None, files: Sequence[str] = (), language: str = "en") -> list[Case]:
    """Return the cases of files (default: the library) that a pattern names; all for None.

    The pattern may match titles in English and in `language`.

    Raises:
        CaseError: A case file has faults, or no case matches.
    """
    chosen: list[Case] = []
    for file in files:
        with boards_of(SourceName(file)):
            cases = read_cases(read_text(file), file)
        chosen.extend(case for case in cases if pattern is None or is_named(case, pattern))
    if not files:
        chosen.extend(library(pattern, language))
    if not chosen:
        where = f" in {', '.join(files)}" if files else _hint(pattern)
        raise CaseError(f"no case {pattern!r}{where}")
    return chosen


def _hint(pattern: str | None) -> str:
    """Return suggestions for a pattern without matches, for the end of a message."""
    if is_there(pattern or ""):
        return f"; cases of a file: --file {pattern}"
    wider = f"*{pattern}*"
    count = sum(1 for _ in library(wider))
    near = nearest_ids(pattern or "", library_titles())
    return f"; {count} match {wider!r}" if count else f"; nearest: {', '.join(near)}" if near else ""


def outcome_table(
    pattern: str | None, rules: str | None = None, files: Sequence[str] = (), language: str = "en"
) -> str:
    """Return a Markdown table of the outcomes of each case under every rulebook.

    An asterisk marks rulebooks that the case names. An equals sign means the outcome of the first rulebook.

    Args:
        pattern: An id, or a pattern for ids and titles with ``*``; None for all.
        rules: Only this rulebook; None or ``"all"`` for all.
        files: Case files (default: the library's cases on the standard board, except whole games).
        language: The language of titles that the pattern may match, besides English.

    Raises:
        CaseError: A case file has faults, or no case matches.
        RulebookError: The rulebook is unknown.
    """
    chosen = chosen_cases(pattern, files, language)
    if not files:
        chosen = [case for case in chosen if case.board.name == "standard" and not case.head.get("start")]
    if not chosen:
        raise CaseError(f"no case {pattern!r} on the standard board that is no whole game")
    names = list(PRESETS) if rules in (None, "all") else [rulebook(rules).preset]
    rows: list[list[str]] = []
    for case in chosen:
        stated = {rules.name for rules, _ in rulebooks_of(case)}
        cells: list[str] = []
        for name in names:
            results = [result for _, result, _ in play_case(case, rulebook(name, **case.options))]
            shown = "; ".join(summary(result) for result in results)
            same = bool(cells) and shown == cells[0].removeprefix("\\* ")
            cells.append(("\\* " if name in stated else "") + ("=" if same else shown))
        rows.append([escaped(case.id or f"{case.file}, line {case.line}"), *cells])
    return markdown_table(["case", *names], rows)


def summary(result: PhaseResult) -> str:
    """Return a short list of the units that move, are dislodged, retreat, are built or disband."""
    if not isinstance(result, MovementResult):
        before = {str(unit) for unit in result.before.units}
        after = {str(unit) for unit in result.after.units}
        changes = [*(f"+{unit}" for unit in sorted(after - before)), *(f"-{unit}" for unit in sorted(before - after))]
        return ", ".join(changes) or "="
    parts = [str(one.order)[2:].removesuffix(" VIA") for one in result if one.outcome == "moves"]
    parts.extend(f"{d.unit.province} out" for d in result.after.dislodged)
    return ", ".join(parts) or "nobody moves"
