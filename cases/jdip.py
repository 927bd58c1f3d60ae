"""Reader of jDip test cases: ``CASE``, ``PRESTATE``, ``ORDERS``, ``POSTSTATE`` and related blocks.

In a retreat phase, ``PRESTATE_RESULTS`` gives the origins of attackers and the contested provinces.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from ..map import Board, Dislodged, Phase, PhaseType, StandoffError, province_of
from ..solver import Move, OrderError
from ..text import read_unit, unit_of_text
from .case import Case, CasePhase
from .conversion import Reader, infer_units

_SEASONS = {"SPRING": "S", "FALL": "F", "AUTUMN": "F", "WINTER": "W"}
_BLOCKS = (
    "PRESTATE",
    "PRESTATE_DISLODGED",
    "PRESTATE_RESULTS",
    "PRESTATE_SUPPLYCENTER_OWNERS",
    "ORDERS",
    "POSTSTATE",
    "POSTSTATE_DISLODGED",
)


def read_jdip(text: str, name: str, board: Board | None = None) -> list[Case]:
    """Return the cases of a jDip test case file.

    Raises:
        FormatError: It has faults; all are listed.
    """
    reader = Reader(name, board)
    board, cases = reader.board, reader.cases
    case: Case | None = None
    block = ""
    moves: list[tuple[bool, Move]] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        word, _, rest = line.partition(" ")
        if not line:
            continue
        if word == "VARIANT_ALL":
            if rest.strip().casefold() != board.name.casefold():
                reader.fault(number, f"the cases are for the variant {rest.strip()!r}, not for the board {board.name}")
            continue
        if word == "CASE":
            title = rest.strip()
            heading = re.match(r"(\d+\.[A-Za-z]\.\d+\w?)\.?\s*(.*)", title)
            case = Case(name, number, board, heading[1] if heading else re.sub(r"\s+", "-", title))
            case.head["title"] = title
            case.phases.append(CasePhase(PhaseType.MOVEMENT, number))
            cases.append(case)
            block, moves = "", []
            continue
        if case is None:
            reader.fault(number, f"expected CASE, cannot read {line!r}")
            continue
        phase = case.phases[0]
        if word == "END":
            _retreats(phase, moves)
            infer_units(case)
            case = None
        elif word == "PRESTATE_SETPHASE":
            match = re.fullmatch(r"(\w+)\s+(\d+)\s*[,(]\s*(\w+)\)?", rest.strip())
            if not match or match[1].upper() not in _SEASONS or match[3].lower() not in list(PhaseType):
                reader.fault(number, f"expected a phase as in 'Spring 1901, Movement', cannot read {rest.strip()!r}")
                continue
            phase.type = PhaseType(match[3].lower())
            date = Phase(_SEASONS[match[1].upper()], int(match[2]), phase.type)
            phase.position = replace(phase.position, phase=date)
        elif word == "POSTSTATE_SAME":
            phase.expected.after = frozenset(phase.position.units)
            block = ""
        elif word in _BLOCKS and not rest:
            block = word
            if block == "POSTSTATE":
                phase.expected.after = frozenset()
        else:
            try:
                _entry(reader, case, block, line, number, moves)
            except StandoffError as fault:
                reader.fault(number, fault)
    if case is not None:
        reader.fault(case.line, f"the case {case.title!r} has no END")
    return reader.done()


def _entry(reader: Reader, case: Case, block: str, line: str, number: int, moves: list[tuple[bool, Move]]) -> None:
    phase, board = case.phases[0], case.board
    position = phase.position
    succeeded = False
    if block == "PRESTATE_RESULTS":
        verdict, _, line = line.partition(":")
        if verdict.strip() not in ("SUCCESS", "FAILURE"):
            raise OrderError(f"expected SUCCESS or FAILURE, cannot read {verdict!r}")
        succeeded = verdict.strip() == "SUCCESS"
    match = re.match(r"\s*([^:]+?)\s*:\s*(.+)", line) or re.match(r"\s*(\w+)\s+(.+)", line)
    if not match or not block:
        raise OrderError(f"cannot read {line.strip()!r}; expected 'Power: ...' in a block ({', '.join(_BLOCKS)})")
    power, text = board.power_named(match[1]), match[2]
    if block == "PRESTATE":
        phase.position = replace(position, units=(*position.units, unit_of_text(text, power, board)))
    elif block == "PRESTATE_DISLODGED":
        dislodged = Dislodged(unit_of_text(text, power, board))
        phase.position = replace(position, dislodged=(*position.dislodged, dislodged))
    elif block == "PRESTATE_SUPPLYCENTER_OWNERS":
        owned = (*position.centers.get(power, ()), read_unit(text, power, board).province)
        phase.position = replace(position, centers={**position.centers, power: owned})
    elif block == "PRESTATE_RESULTS":
        written = reader.order(text, power, number)
        if written is not None and isinstance(written.order, Move):
            moves.append((succeeded, written.order))
    elif block == "ORDERS":
        written = reader.order(text, power, number)
        if written is not None:
            phase.orders.append(written)
    elif block == "POSTSTATE":
        assert phase.expected.after is not None
        phase.expected.after |= {unit_of_text(text, power, board)}
    else:  # POSTSTATE_DISLODGED names neither attackers nor retreats
        case.unread.append(f"line {number}: that {unit_of_text(text, power, board)} is dislodged")


def _retreats(phase: CasePhase, moves: list[tuple[bool, Move]]) -> None:
    came = {province_of(move.destination): move.unit.province for succeeded, move in moves if succeeded}
    failed = Counter(province_of(move.destination) for succeeded, move in moves if not succeeded)
    occupied = {unit.province for unit in phase.position.units}
    dislodged = tuple(replace(d, attacker_from=came.get(d.unit.province)) for d in phase.position.dislodged)
    contested = frozenset(place for place, count in failed.items() if count > 1 and place not in occupied)
    phase.position = replace(phase.position, dislodged=dislodged, contested=contested)
