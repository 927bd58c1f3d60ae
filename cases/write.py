"""Writing the project's own case files (`docs/case-format.md`)."""

from __future__ import annotations

from itertools import groupby

from ..map import Board, PhaseType
from ..solver import Order
from ..text.notation import NotationError, write_order
from .case import Case, CasePhase, Expected, SetLine, listed
from .position_file import position_lines, power_name, standing_lines


def _expected(expected: Expected, board: Board) -> list[str]:
    lines: list[str] = []
    if expected.after is not None:
        lines.append("AFTER")
        for power, group in groupby(sorted(expected.after), key=lambda entry: entry[0]):
            lines.append(f"  {power_name(power, board)}: {', '.join(unit for _, unit in group)}")
    if expected.dislodged is not None:
        lines.append("DISLODGED" if expected.dislodged else "DISLODGED: none")
        for d in sorted(expected.dislodged, key=lambda d: (d.power, d.unit)):
            what = f"{d.unit} from {d.attacker_from or 'nowhere'}; {listed(d.retreats)}"
            lines.append(f"  {power_name(d.power, board)}: {what}")
    if expected.contested is not None:
        lines.append(f"CONTESTED: {listed(expected.contested)}")
    if expected.paradoxes is not None:
        lines.extend(f"PARADOX: {line}" for line in expected.paradoxes or ("none",))
    if expected.owners is not None:
        lines.append("OWNERS")
        lines.extend(f"  {power_name(p, board)}: {listed(c)}" for p, c in expected.owners.items())
    return lines


def _phase(phase: CasePhase, case: Case, losses: list[str], *, first: bool) -> list[str]:
    board = case.board
    lines: list[str] = []
    if phase.phase is not None:
        lines.append(f"PHASE {phase.phase}")
    elif not first or phase.type is not PhaseType.MOVEMENT or (len(case.phases) > 1 and not phase.orders):
        lines.append(f"PHASE {phase.type.value}")
    for power, group in groupby(phase.orders, key=lambda written: written.order.power):
        lines.append(power_name(power, board))
        label = ""
        for written in group:
            if written.set != label:
                label = written.set
                lines.append(f"  {_set_line(phase.sets[power, label])}")
            text = written_as(written.order, board, "short", losses, case.id or case.file)
            lines.append(f"  {text}" + (f" => {written.expected}" if written.expected else ""))
    if phase.lasting:
        lines.append("LASTING")
    for order in phase.lasting:
        text = written_as(order, board, "short", losses, case.id or case.file)
        lines.append(f"  {power_name(order.power, board)}: {text}")
    if phase.proxies:
        lines.append("PROXY")
    for proxy in phase.proxies:
        notice = ", announced" if proxy.announced else ""
        lines.append(f"  {power_name(proxy.power, board)}: {proxy.province} by {power_name(proxy.to, board)}{notice}")
    position = phase.recorded(board)
    if not case.head.get("start") if first else phase.units or phase.retreating:
        lines.extend(position_lines(position, board))
    lines.extend(standing_lines(position, board))
    lines.extend(_expected(phase.expected, board))
    for under in phase.under:
        options = [f"{name}={choice}" for name, choice in under.options.items()]
        lines.append(f"UNDER {', '.join((*under.rulebooks, *options))}")
        lines.extend(f"  {place} => {outcome}" for place, outcome in under.orders.items())
        lines.extend(_expected(under.expected, board))
    return lines


def _set_line(line: SetLine) -> str:
    """Return a ``SET`` line as `book.read` reads it."""
    words = ["SET"] if line.number is None else ["SET", str(line.number)]
    if line.replaces:
        words.append("REPLACES")
    elif line.keeps:
        words.append(f"KEEPS {listed(line.keeps)}")
    return " ".join(words)


def write_cases(cases: list[Case]) -> tuple[str, list[str]]:
    """Return cases as the text of a case file, and what it cannot hold."""
    losses: list[str] = []
    parts: list[str] = []
    for case in cases:
        lines = [f"case {case.id}"] if case.id else []
        lines.extend(f"{key}: {value}" for key, value in case.head.items())
        lines.extend(f"note: {note}" for note in case.notes)
        if case.board.source != "standard" and "map" not in case.head:
            lines.append(f"map: {case.board.source}")
        for number, phase in enumerate(case.phases):
            lines.extend(("", *_phase(phase, case, losses, first=number == 0)))
        parts.append("\n".join(lines).strip("\n"))
    return "\n\n".join(parts) + "\n", losses


def written_as(order: Order, board: Board, style: str, losses: list[str], where: str) -> str:
    """Return an order in a notation; in its plain form, with the loss noted, if that cannot hold it."""
    try:
        return write_order(order, board, style)
    except NotationError as fault:
        losses.append(f"{where}: {fault}")
        return str(order)
