"""Writer of case files (`docs/cases.md`)."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from ..map import PhaseType
from ..solver import OrderError, Waive
from ..text import without_comment
from .case import Case, CasePhase, SetLine, listed, options_of
from .sections import EXPECTED, Target, power_name, start_lines, written_as


def _phase(phase: CasePhase, case: Case, losses: list[str], *, first: bool) -> list[str]:
    board = case.board
    target = Target(board, losses, case.id or case.file)
    lines: list[str] = []
    if phase.phase is not None:
        lines.append(f"PHASE {phase.phase}")
    elif not first or phase.type is not PhaseType.MOVEMENT or (len(case.phases) > 1 and not phase.orders):
        lines.append(f"PHASE {phase.type.value}")
    empty = dict.fromkeys(phase.sets)
    above = ""
    for (power, label), group in groupby(phase.orders, key=lambda written: (written.order.power, written.set)):
        if power != above or not label:
            lines.append(power_name(power, board))
        above = power
        if label:
            empty.pop((power, label), None)
            lines.append(f"  {_set_line(phase.sets[power, label])}")
        for written in group:
            text = written_as(written.order, board, "short", losses, target.where)
            lines.append(f"  {text}" + (f" => {written.expected}" if written.expected else ""))
    for power, label in empty:
        lines.extend((power_name(power, board), f"  {_set_line(phase.sets[power, label])}"))
    at_start = first and case.head.get("start")
    if first and not at_start and phase.type is PhaseType.MOVEMENT:  # otherwise units would be inferred from the orders
        named = {written.order.unit.province for written in phase.orders if not isinstance(written.order, Waive)}
        empty_provinces = named & set(board.province_number) - {unit.province for unit in phase.position.units}
        phase = replace(phase, empty=frozenset(empty_provinces))
    lines.extend(start_lines(phase, target, units=first and not at_start))
    for section in EXPECTED:
        lines.extend(section.lines(phase.expected, target))
    for under in phase.under:
        lines.append(f"UNDER {', '.join(filter(None, (*under.rulebooks, options_of(under.options))))}")
        lines.extend(f"  {place} => {outcome}" for place, outcome in under.orders.items())
        for section in EXPECTED:
            lines.extend(section.lines(under.expected, target))
    return lines


def _set_line(line: SetLine) -> str:
    """Return a ``SET`` line."""
    words = ["SET"] if line.number is None else ["SET", str(line.number)]
    if line.replaces:
        words.append("REPLACES")
    elif line.keeps:
        words.append(f"KEEPS {listed(line.keeps)}")
    return " ".join(words)


def _head_line(key: str, value: str, case: Case, losses: list[str]) -> str:
    """Return a line of a head; text that would be read as a comment or another line is recorded as lost."""
    line = f"{key}: {' '.join(value.split())}".rstrip()
    try:
        bare_line = without_comment(line, case.board)
    except OrderError:
        bare_line = ""
    if bare_line != line:
        losses.append(f"{case.id or case.file}: all of the {key} {value[:60]!r}")
    return bare_line


def write_cases(cases: list[Case]) -> tuple[str, list[str]]:
    """Return cases as the text of a case file, and the losses."""
    losses: list[str] = []
    parts: list[str] = []
    for case in cases:
        lines = [f"case {case.id}"] if case.id else []
        for key, value in (*case.head.items(), *(("note", note) for note in case.notes)):
            lines.append(_head_line(key, value, case, losses))
        if case.board.source != "standard" and "map" not in case.head:
            lines.append(f"map: {case.board.source}")
        for number, phase in enumerate(case.phases):
            lines.extend(("", *_phase(phase, case, losses, first=number == 0)))
        parts.append("\n".join(lines).strip("\n"))
    return "\n\n".join(parts) + "\n", losses
