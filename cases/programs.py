"""JSON files: saved games of the `diplomacy` package and interchange lines."""

from __future__ import annotations

import json
from typing import Any, cast

from ..map import Board, Json, Phase, PhaseType, StandoffError, load_board, object_at, text_at
from ..solver import rulebook
from ..turn import Turn, phase_object, recorded_orders, recorded_position, turn_object
from .case import Case, CasePhase, FormatError, WrittenOrder, lay_out, options_of
from .conversion import Reader, phases_to_write
from .records import loaded, saved_game


def _entries(data: Json, key: str, name: str) -> list[Json]:
    entries: Any = data.get(key) or []
    if not isinstance(entries, list):
        raise FormatError(f"{name}: expected a list under {key!r}")
    return cast(list[Json], entries)


# -- saved games ------------------------------------------------------------------------------------


_OF_PHASES = ("name", "state", "orders", "written")


def read_saved(text: str, name: str, board: Board | None = None) -> list[Case]:
    """Return a recorded game (`records`) as one case of all its phases.

    Each phase says where its units stand, if that is recorded, and expects the units that the next one records.

    Raises:
        FormatError: It has faults; all are listed.
    """
    data = saved_game(text, name, board)
    board = board or load_board(str(data.get("map", "standard")))
    reader = Reader(name, board)
    case = Case(name, 1, board, str(data.get("id", "")))
    entries = _entries(data, "phases", name)
    beside = {key for key in data if key not in ("id", "map", "phases", "standoff")}
    if isinstance(ours := data.get("standoff"), dict):  # what `Game.save` adds
        case.head["rules"] = text_at(cast(Json, ours), "rules", "2023")
        if options := object_at(cast(Json, ours), "options"):
            case.head["options"] = options_of(options)
    for number, entry in enumerate(entries, 1):
        try:
            date = Phase.parse(str(entry["name"]))
            phase = CasePhase(date.type, number, date)
            position = recorded_position(board, entry) if object_at(entry, "state") else None
            if position is not None:
                lay_out(phase, position)
            texts = recorded_orders(entry, "written" if entry.get("written") else "orders")
            given = (reader.order(order, board.power_named(power), number) for power, order in texts)
            phase.orders.extend(written for written in given if written is not None)
            if case.phases and position is not None:
                case.phases[-1].expected.after = frozenset((unit.power, str(unit)) for unit in position.units)
            case.phases.append(phase)
            beside.update(key for key, value in entry.items() if value and key not in _OF_PHASES)
        except (KeyError, AttributeError, TypeError) as fault:
            reader.fault(number, f"phase {number}: not a phase of a saved game: {type(fault).__name__} {fault}")
        except StandoffError as fault:
            reader.fault(number, f"phase {number}: {fault}")
    case.unread.extend(sorted(f"{key} of the game or its phases" for key in beside))
    reader.cases += [case] if case.phases else []
    return reader.done()


def write_saved(cases: list[Case]) -> tuple[str, list[str]]:
    """Return a case as a saved game of the `diplomacy` package, and what it cannot hold."""
    if len(cases) != 1:
        raise FormatError(f"a saved game holds one game, not {len(cases)} cases")
    (case,), losses = cases, list[str]()
    where, rules = case.id or case.file, rulebook(case.rules[0], **case.options)
    things = ("the outcomes of orders", "expected dislodged units", "what holds under other rulebooks")
    things += ("provinces contested before the game starts", "where attackers came from", "powers in civil disorder")
    phases = [
        phase_object(one.position, one.orders, case.board, rules)
        for one in phases_to_write(cases, "package", losses, *things)
    ]
    if case.phases[-1].expected.after is not None:
        losses.append(f"{where}: where units stand after the last phase left out")
    return json.dumps({"id": where, "map": case.board.source, "phases": phases}, indent=1) + "\n", losses


# -- interchange lines ------------------------------------------------------------------------------


def read_lines(text: str, name: str, board: Board | None = None, *, above: int = 0) -> list[Case]:
    """Return interchange lines as cases; `above` is the number of lines of the file that stand above them.

    Raises:
        FormatError: Lines have faults; all are listed.
    """
    reader = Reader(name, board)
    for number, line in enumerate(text.split("\n"), above + 1):
        if not line.strip():
            continue
        try:
            reader.cases.append(_case_of_request(loaded(line, name), name, number))
        except StandoffError as fault:
            reader.fault(number, str(fault).removeprefix(f"{name}, line 1: "))
    return reader.done()


def _case_of_request(data: Json, name: str, number: int) -> Case:
    turn = Turn.from_dict(data)
    case = Case(name, number, turn.board, turn.id)
    if "rules" in data:
        case.head["rules"] = str(data["rules"])
    if data.get("options"):
        case.head["options"] = options_of(data["options"])
    phase = lay_out(CasePhase(PhaseType.MOVEMENT, number), turn.position)
    phase.orders = [WrittenOrder(*order, number, None) for order in zip(turn.orders, turn.texts, strict=True)]
    case.phases.append(phase)
    return case


def write_lines(cases: list[Case]) -> tuple[str, list[str]]:
    """Return cases as interchange lines, one per phase, and what these cannot hold."""
    losses, lines = list[str](), list[str]()
    things = ("the outcomes of orders", "where units are expected afterwards", "expected dislodged units")
    things += ("what holds under other rulebooks", "title and notes")
    for case, _, _, position, orders in phases_to_write(cases, "short", losses, *things):
        entry: Json = {"id": case.id or None, "rules": case.rules[0]}
        if case.options:
            entry["options"] = case.options
        entry |= turn_object(position, orders, case.board.source, case.rules[0])
        lines.append(json.dumps(entry, ensure_ascii=False))
    return "\n".join(lines) + "\n", losses
