"""Reports of programs: DAIDE servers and njudge (read only)."""

from __future__ import annotations

import re

from ..map import ARMY, FLEET, Board, Dislodged, Phase, PhaseType, Unit
from ..solver import Convoy, Hold, Move, Order, OrderError, Support
from ..text import LONGEST_LINE, power_of as daide_power, province_of, read_daide, read_order, read_standing
from .case import Case, CasePhase, Expectation, WrittenOrder
from .conversion import Reader, infer_units, success_of

# -- DAIDE ------------------------------------------------------------------------------------------

_SEASONS = {
    "SPR": ("S", PhaseType.MOVEMENT),
    "SUM": ("S", PhaseType.RETREAT),
    "FAL": ("F", PhaseType.MOVEMENT),
    "AUT": ("F", PhaseType.RETREAT),
    "WIN": ("W", PhaseType.ADJUSTMENT),
}
_DAIDE_UNIT = re.compile(
    r"\(\s*([A-Z]{3}) (AMY|FLT) (?:([A-Z]{3})|\(\s*([A-Z]{3}) ([A-Z]CS)\s*\))\s*(MRT\b.*?\)\s*)?\)"
)


def _groups(text: str) -> list[str]:
    """Return the top-level parenthesised groups of `text`."""
    groups: list[str] = []
    depth = start = 0
    for at, char in enumerate(text):
        if char == "(":
            if depth == 0:
                start = at
            depth += 1
        elif char == ")":
            depth -= 1
            if depth == 0:
                groups.append(text[start : at + 1])
            if depth < 0:
                break
    return groups


def read_daide_report(text: str, name: str, board: Board | None = None) -> list[Case]:
    """Return a DAIDE server's messages ``NOW``, ``SCO`` and ``ORD`` as cases, one for each phase with orders.

    Raises:
        FormatError: It has faults; all are listed.
    """
    reader = Reader(name, board)
    board, cases = reader.board, reader.cases
    units: list[Unit] = []
    dislodged: list[Dislodged] = []
    centers: dict[str, tuple[str, ...]] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        token, _, rest = line.partition(" ")
        groups = _groups(rest)
        if token == "NOW" and groups:
            units, dislodged = [], []
            for group in groups[1:]:
                match = _DAIDE_UNIT.fullmatch(group)
                power = daide_power(match[1], board) if match else None
                place = province_of(match[3] or match[4], board) if match else None
                if match is None or power is None or place is None:
                    reader.fault(number, f"expected a unit, cannot read {group!r}")
                else:
                    coast = f"/{match[5][:2]}" if match[5] else ""
                    unit = Unit(ARMY if match[2] == "AMY" else FLEET, place + coast, power)
                    if match[6]:
                        dislodged.append(Dislodged(unit))
                        reader.skip(number, f"where {unit} may retreat: {match[6].strip()}")
                    else:
                        units.append(unit)
        elif token == "SCO":
            centers = {}
            for group in groups:
                owner, *owned = group.strip("() ").split() or [""]
                power = daide_power(owner, board)
                provinces = [province_of(center, board) for center in owned]
                if (power is None and owner != "UNO") or None in provinces:
                    reader.fault(number, f"expected a power (or UNO) and its centers, cannot read {group!r}")
                elif power is not None:
                    centers[power] = tuple(pid for pid in provinces if pid is not None)
        elif token == "ORD" and len(groups) >= 2:
            season = groups[0].strip("() ").split()
            if len(season) != 2 or season[0] not in _SEASONS or not season[1].isdigit():
                reader.fault(number, f"expected a turn as in (SPR 1901), cannot read {groups[0]!r}")
                continue
            phase = Phase(_SEASONS[season[0]][0], int(season[1]), _SEASONS[season[0]][1])
            if not cases or cases[-1].phases[0].phase != phase:
                case = Case(name, number, board, f"{phase}")
                first = CasePhase(phase.type, number, phase, units=list(units), centers=dict(centers))
                first.retreating = list(dislodged) if phase.type is PhaseType.RETREAT else []
                case.phases.append(first)
                cases.append(case)
            owner = re.match(r"\(\s*\(?\s*([A-Z]{3})", groups[1])
            power = daide_power(owner[1], board) if owner else None
            if power is None:
                reader.fault(number, f"expected the token of a power, cannot read {groups[1]!r}")
                continue
            try:
                order = read_daide(groups[1], power, board)
            except OrderError as fault:
                reader.fault(number, fault)
                continue
            tokens = re.findall(r"[A-Z]{3}", groups[2] if len(groups) > 2 else "")
            expected = _daide_result(order, tokens)
            cases[-1].phases[0].orders.append(WrittenOrder(order, groups[1], number, expected))
        elif line:
            reader.skip(number, line)
    return reader.done()


def _daide_result(order: Order, tokens: list[str]) -> Expectation | None:
    out = "RET" in tokens
    for token in tokens:
        if token == "SUC":
            return Expectation(success_of(order).outcome, out)
        word = {"BNC": "bounces", "CUT": "cut", "NSO": "void", "FLD": "illegal", "NSU": "illegal"}.get(token)
        if token == "DSR":
            word = "no convoy" if isinstance(order, Move) else "disrupted"
        if word:
            return Expectation(word, out)
    return Expectation("dislodged", True) if out and isinstance(order, Hold) else None


# -- njudge -----------------------------------------------------------------------------------------

_REPORT = re.compile(
    r"(Movement|Retreat|Adjustment|Build)\w* (?:results|orders) for (Spring|Summer|Fall|Autumn|Winter) of (\d+)"
)
_LINE = re.compile(r"([A-Z][\w-]+(?: [A-Z]\w+)?):\s+(.*?)\s*((?:\(\*[\w, ]+\*\)\s*)*)\.?\s*((?:\(\*[\w, ]+\*\)\s*)*)")
_VERDICTS = {"bounce": "bounces", "cut": "cut", "void": "void", "no convoy": "no convoy", "disrupted": "disrupted"}


def read_njudge(text: str, name: str, board: Board | None = None) -> list[Case]:
    """Return the results that an njudge server has mailed as cases, one per phase.

    Raises:
        FormatError: It has faults; all are listed.
    """
    reader = Reader(name, board)
    board, cases = reader.board, reader.cases
    for number, raw in enumerate(text.splitlines(), 1):
        heading = _REPORT.search(raw)
        if heading:
            kind = {"M": PhaseType.MOVEMENT, "R": PhaseType.RETREAT}.get(heading[1][0], PhaseType.ADJUSTMENT)
            phase = Phase({"S": "S", "W": "W"}.get(heading[2][0], "F"), int(heading[3]), kind)
            cases.append(Case(name, number, board, str(phase)))
            cases[-1].phases.append(CasePhase(kind, number, phase))
            continue
        line = raw.strip()
        match = _LINE.fullmatch(line) if len(line) <= LONGEST_LINE else None
        power = board.names.power(match[1]) if match else None
        if not cases or match is None or power is None:
            if line:
                reader.skip(number, line)
            continue
        unordered, comma, _ = match[2].partition(", No Order Processed")
        try:
            if comma:
                cases[-1].phases[0].units.append(read_standing(unordered, power, board))
                if match[3] or match[4]:
                    reader.skip(number, line)
                continue
            order = read_order(match[2].strip(), power, board, "njudge")
        except OrderError as fault:
            reader.fault(number, fault)
            continue
        printed = re.findall(r"\(\*([\w, ]+)\*\)", match[3] + match[4])
        marks = {mark.strip() for part in printed for mark in part.split(",")}
        for unknown in sorted(marks - _VERDICTS.keys() - {"dislodged"}):
            reader.fault(number, f"expected a result as in (*bounce*), cannot read {unknown!r}")
        out = "dislodged" in marks
        words = [_VERDICTS[mark] for mark in sorted(marks) if mark in _VERDICTS]
        word = words[0] if words else "dislodged" if out and isinstance(order, Hold) else None
        if word is None and not out:
            word = success_of(order, cases[-1].phases[0].type).outcome
        elif word is None:
            failing = ((Support, "cut"), (Convoy, "disrupted"), (Move, "bounces"))
            word = next((text for kind, text in failing if isinstance(order, kind)), None)
        cases[-1].phases[0].orders.append(
            WrittenOrder(order, match[2], number, Expectation(word, out) if word else None)
        )
    for case in cases:
        infer_units(case)
    return reader.done()
