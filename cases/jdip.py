"""jDip test cases: ``CASE``, ``PRESTATE``, ``ORDERS``, ``POSTSTATE`` and their kin.

A retreat phase knows its dislodged units and, from ``PRESTATE_RESULTS``, where their attackers came from and where
two moves failed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from ..map import Board, Dislodged, Phase, PhaseType, StandoffError, province_of
from ..solver import Move, OrderError
from ..text import read_standing, read_unit
from .case import Case, CasePhase
from .conversion import Reader, infer_units, phases_to_write

_SEASONS = {"S": "Spring", "F": "Fall", "W": "Winter"}
_LETTERS = {"AUTUMN": "F", **{name.upper(): letter for letter, name in _SEASONS.items()}}
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
            if not match or match[1].upper() not in _LETTERS or match[3].lower() not in list(PhaseType):
                reader.fault(number, f"expected a phase as in 'Spring 1901, Movement', cannot read {rest.strip()!r}")
                continue
            phase.type = PhaseType(match[3].lower())
            phase.phase = Phase(_LETTERS[match[1].upper()], int(match[2]), phase.type)
        elif word == "POSTSTATE_SAME":
            phase.expected.after = frozenset((unit.power, str(unit)) for unit in phase.units)
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
        phase.units.append(read_standing(text, power, board))
    elif block == "PRESTATE_DISLODGED":
        phase.retreating.append(Dislodged(read_standing(text, power, board)))
    elif block == "PRESTATE_SUPPLYCENTER_OWNERS":
        phase.centers[power] = (*phase.centers.get(power, ()), read_unit(text, power, board).province)
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
        phase.expected.after |= {(power, str(read_standing(text, power, board)))}
    else:  # POSTSTATE_DISLODGED names neither attackers nor retreats
        case.unread.append(f"line {number}: that {read_standing(text, power, board)} is dislodged")


def _retreats(phase: CasePhase, moves: list[tuple[bool, Move]]) -> None:
    came = {province_of(move.destination): move.unit.province for succeeded, move in moves if succeeded}
    failed = Counter(province_of(move.destination) for succeeded, move in moves if not succeeded)
    occupied = {unit.province for unit in phase.units}
    phase.retreating = [type(d)(d.unit, came.get(d.unit.province), d.by_convoy) for d in phase.retreating]
    phase.barred = frozenset(place for place, count in failed.items() if count > 1 and place not in occupied)


def write_jdip(cases: list[Case]) -> tuple[str, list[str]]:
    """Return cases as jDip test cases, one for each phase, and what these cannot hold."""
    losses, lines = list[str](), ["VARIANT_ALL Standard"]
    things = ("rulebook and options", "the outcomes of orders", "the possible retreats", "contested provinces")
    things += ("expected paradoxes", "expected owners", "what holds under other rulebooks")
    things += ("powers in civil disorder", "closed provinces")
    for case, number, phase, position, orders in phases_to_write(cases, "short", losses, *things):

        def block(heading: str, entries: Iterable[tuple[str, object]], board: Board = case.board) -> None:
            lines.append(heading)
            lines.extend(f"  {board.names.name(power)}: {text}" for power, text in entries)

        title = case.title or case.id or f"from line {case.line}"
        lines.extend(("", f"CASE {title}" if not number else f"CASE {title}, phase {number + 1}"))
        if position.phase is not None:
            season = _SEASONS[position.phase.season]
            lines.append(f"PRESTATE_SETPHASE {season} {position.phase.year}, {position.phase.type.capitalize()}")
        at = {unit.province: unit for unit in position.units}
        block("PRESTATE", ((unit.power, unit) for unit in position.units))
        if position.dislodged:
            block("PRESTATE_DISLODGED", ((d.unit.power, d.unit) for d in position.dislodged))
            lines.append("PRESTATE_RESULTS")
            for d in position.dislodged:
                attacker = at.get(d.unit.province)
                if attacker is not None and d.attacker_from is not None:
                    move = f"{attacker.type.value} {d.attacker_from} - {attacker.location}"
                    lines.append(f"  SUCCESS: {case.board.names.name(attacker.power)}: {move}")
                else:
                    losses.append(f"{case.id or case.file}: where the attacker of {d.unit} came from left out")
        if position.centers:
            owned = ((power, center) for power, centers in position.centers.items() for center in centers)
            stands = ((power, f"{at[pid].type.value if pid in at else 'A'} {pid}") for power, pid in owned)
            block("PRESTATE_SUPPLYCENTER_OWNERS", stands)
        block("ORDERS", orders)
        if phase.expected.after is not None:
            block("POSTSTATE", sorted(phase.expected.after))
        if phase.expected.dislodged:
            block("POSTSTATE_DISLODGED", sorted((d.power, d.unit) for d in phase.expected.dislodged))
        lines.append("END")
    return "\n".join(lines) + "\n", losses


__all__ = ["read_jdip", "write_jdip"]
