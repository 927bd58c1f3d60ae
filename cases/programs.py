"""JSON files: cases of the Rust `diplomacy` crate, saved games of the Python package, interchange lines, the export."""

from __future__ import annotations

import json
from typing import Any, cast

from ..map import Board, PhaseType, StandoffError, load_board, object_at, text_at
from ..solver import Build, Convoy, Hold, Move, Order, Retreat, Support, UnitName, Waive
from ..text import read_standing
from ..turn import Turn, phase_object, recorded_orders, recorded_position, telling_apart, turn_object
from .case import Case, CasePhase, ExpectedDislodged, FormatError, WrittenOrder, lay_out, options_of
from .conversion import (
    Reader,
    fails,
    infer_units,
    lost,
    positions,
    success_of,
    written_as,
)

Json = dict[str, Any]


def _loaded(text: str, name: str) -> Json:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as fault:
        raise FormatError(f"{name}, line {fault.lineno}: not JSON: {fault.msg} at column {fault.colno}") from None
    except (ValueError, RecursionError) as fault:  # a number with too many digits, brackets nested too deeply
        raise FormatError(f"{name}: JSON that cannot be read: {fault}") from None
    if not isinstance(data, dict):
        raise FormatError(f"{name}, line 1: expected a JSON object")
    return cast(Json, data)


def _entries(data: Json, key: str, name: str) -> list[Json]:
    entries: Any = data.get(key) or []
    if not isinstance(entries, list):
        raise FormatError(f"{name}: expected a list under {key!r}")
    return cast(list[Json], entries)


# -- the Rust crate ---------------------------------------------------------------------------------


def read_crate(text: str, name: str, board: Board | None = None) -> list[Case]:
    """Return the test cases of the Rust `diplomacy` crate in `text`.

    An order that ``Fails`` gets no expected outcome: the crate does not say how it fails.

    Raises:
        FormatError: It has faults; all are listed.
    """
    reader = Reader(name, board)
    data = _loaded(text, name)
    for number, entry in enumerate(_entries(data, "cases", name), 1):
        try:
            case = _crate_case(reader, entry, number)
        except (AttributeError, KeyError, TypeError, ValueError) as fault:
            reader.fault(number, f"case {number}: not as the crate writes it: {type(fault).__name__}: {fault}")
            continue
        if case is not None:
            reader.cases.append(case)
    return reader.done()


def _crate_case(reader: Reader, entry: Json, number: int) -> Case | None:
    board = reader.board
    case = Case(reader.name, number, board, str(entry.get("name", f"case-{number}")))
    if "url" in entry:
        case.head["source"] = str(entry["url"])
    if entry.get("edition"):
        case.head["rules"] = str(entry["edition"])
    keys = ("name", "url", "edition", "phase", "preceding_main_phase", "starting_state", "orders", "occupiers")
    case.unread.extend(f"case {case.id}: {key}" for key in entry if key not in keys)
    kind = {"Main": PhaseType.MOVEMENT, "Retreat": PhaseType.RETREAT, "Build": PhaseType.ADJUSTMENT}.get(
        str(entry.get("phase"))
    )
    if kind is None:
        reader.fault(number, f"case {case.id}: phase cannot be {entry.get('phase')!r}")
        return None
    if kind is PhaseType.RETREAT:
        case.phases.append(_crate_phase(reader, entry.get("preceding_main_phase") or {}, PhaseType.MOVEMENT, case))
    case.phases.append(_crate_phase(reader, entry, kind, case))
    if kind is PhaseType.ADJUSTMENT:
        _crate_centers(case, entry, reader)
    infer_units(case)
    return case


def _crate_phase(reader: Reader, entry: Json, kind: PhaseType, case: Case) -> CasePhase:
    phase = CasePhase(kind, case.line)
    failing = 0
    try:
        for text in cast(list[str], entry.get("starting_state") or []):
            power, _, rest = text.partition(":")
            phase.units.append(read_standing(rest, case.board.power_named(power), case.board))
        for text, verdict in cast(dict[str, Any], entry.get("orders") or {}).items():
            power, _, rest = text.partition(":")
            written = reader.order(rest, case.board.power_named(power), case.line)
            if written is not None:
                if verdict not in ("Succeeds", "Fails", None):
                    reader.fault(case.line, f"case {case.id}: {text}: expected Succeeds or Fails, not {verdict!r}")
                failing += verdict == "Fails"
                expected = success_of(written.order, kind) if verdict == "Succeeds" else None
                phase.orders.append(written._replace(expected=expected))
    except StandoffError as fault:
        reader.fault(case.line, f"case {case.id}: {fault}")
    if failing:
        case.unread.append(f"case {case.id}: how orders fail ({failing})")
    return phase


def _crate_centers(case: Case, entry: Json, reader: Reader) -> None:
    """Give each center to the power that occupies it, else to the power whose home it is, as the crate does."""
    board, phase = case.board, case.phases[-1]
    owner = {home: power.id for power in board.powers.values() for home in power.homes}
    owner.update({unit.province: unit.power for unit in phase.units})
    try:
        for place, power in cast(dict[str, str], entry.get("occupiers") or {}).items():
            owner[place.upper()] = board.power_named(power)
    except StandoffError as fault:
        reader.fault(case.line, f"case {case.id}: {fault}")
    phase.centers = {
        power: tuple(center for center in board.centers if owner.get(center) == power) for power in board.powers
    }


def _crate_place(place: str) -> str:
    pid, _, coast = place.lower().partition("/")
    return f"{pid}({coast})" if coast else pid


def _crate_order(order: Order) -> str:
    def unit(named: UnitName) -> str:
        kind = f"{named.type.value} " if named.type else ""
        return kind + _crate_place(named.place)

    if isinstance(order, Waive):
        return "waive"
    own = unit(order.unit)
    if isinstance(order, Hold):
        return f"{own} holds"
    if isinstance(order, Move):
        return f"{own} -> {_crate_place(order.destination)}" + (" via convoy" if order.via_convoy else "")
    if isinstance(order, Support):
        to = f" -> {_crate_place(order.destination)}" if order.destination else ""
        return f"{own} supports {unit(order.supported)}{to}"
    if isinstance(order, Convoy):
        return f"{own} convoys {unit(order.convoyed)} -> {_crate_place(order.destination)}"
    if isinstance(order, Retreat):
        return f"{own} -> {_crate_place(order.destination)}"
    return f"{own} build" if isinstance(order, Build) else f"{own} disband"


def write_crate(cases: list[Case]) -> tuple[str, list[str]]:
    """Return cases as test cases of the Rust `diplomacy` crate, and what these cannot hold."""
    losses: list[str] = []
    out: list[Json] = []
    for case in cases:
        where = case.id or case.file
        last = case.phases[-1]
        kind = {PhaseType.MOVEMENT: "Main", PhaseType.RETREAT: "Retreat", PhaseType.ADJUSTMENT: "Build"}[last.type]
        expected = 2 if kind == "Retreat" else 1
        if len(case.phases) != expected:
            losses.append(
                f"{where}: {len(case.phases)} phases; a case of the crate has one: movement, retreat or build"
            )
            continue
        things = ("where units are expected afterwards", "expected dislodged units", "expected contested provinces")
        things += ("how orders fail", "what holds under other rulebooks", "single options", "notes")
        things += ("powers in civil disorder", "nationality in supports and convoys", "the seas of a convoy")
        for phase in case.phases:
            lost(losses, case, phase, phase.recorded(case.board), *things)
        entry: Json = {"name": where, "url": case.head.get("source", "")}
        if "rules" in case.head:
            if case.rules[0] in ("1971", "1982", "2023", "dptg"):
                entry["edition"] = case.rules[0]
            else:
                losses.append(f"{where}: rulebook {case.rules[0]} left out")
        entry["phase"] = kind
        if kind == "Retreat":
            entry["preceding_main_phase"] = _crate_state(case.phases[0])
            entry["orders"] = _crate_state(last)["orders"]
        else:
            if kind == "Build":
                stands = {unit.province for unit in last.units}
                entry["occupiers"] = {
                    center.lower(): power[:3]
                    for power, owned in last.centers.items()
                    for center in owned
                    if center not in stands
                }
            entry.update(_crate_state(last))
        out.append(entry)
    return json.dumps({"cases": out}, indent=2, ensure_ascii=False) + "\n", losses


def _crate_state(phase: CasePhase) -> Json:
    orders: Json = {}
    for written in phase.orders:
        verdict = None if written.expected is None else "Fails" if fails(written.expected) else "Succeeds"
        orders[f"{written.order.power[:3]}: {_crate_order(written.order)}"] = verdict
    units = [f"{unit.power[:3]}: {unit.type.value} {_crate_place(unit.location)}" for unit in phase.units]
    return {"starting_state": units, "orders": orders} if units else {"orders": orders}


# -- saved games ------------------------------------------------------------------------------------


_OF_PHASES = ("name", "state", "orders", "written")


def read_saved(text: str, name: str, board: Board | None = None) -> list[Case]:
    """Return a saved game of the `diplomacy` package as one case of all its phases.

    Each phase says where its units stand, and expects the units that the next one records.

    Raises:
        FormatError: It has faults; all are listed.
    """
    data = _loaded(text, name)
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
            position = recorded_position(board, entry)
            phase = CasePhase(PhaseType.MOVEMENT, number)
            lay_out(phase, position)
            texts = recorded_orders(entry, "written" if entry.get("written") else "orders")
            given = (reader.order(order, board.power_named(power), number) for power, order in texts)
            phase.orders.extend(written for written in given if written is not None)
            if case.phases:
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
    from ..solver import rulebook

    if len(cases) != 1:
        raise FormatError(f"a saved game holds one game, not {len(cases)} cases")
    case = cases[0]
    where, losses = case.id or case.file, list[str]()
    rules = rulebook(case.rules[0], **case.options)
    phases: list[Json] = []
    for phase, position in zip(case.phases, positions(case), strict=False):
        things = ("the outcomes of orders", "expected dislodged units", "what holds under other rulebooks")
        things += ("provinces contested before the game starts", "where attackers came from")
        lost(losses, case, phase, position, *things, "powers in civil disorder")
        orders = [
            (written.order.power, written_as(written.order, case.board, "package", losses, where))
            for written in phase.orders
        ]
        phases.append(phase_object(position, orders, case.board, rules))
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
            reader.cases.append(_case_of_request(_loaded(line, name), name, number))
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


def read_export(text: str, name: str, board: Board | None = None) -> list[Case]:
    """Return the cases that `standoff cases --export` wrote (`docs/cases-json.md`): each phase is a case of its own.

    Raises:
        FormatError: It has faults; all are listed.
    """
    reader = Reader(name, board)
    data = _loaded(text, name)
    for number, entry in enumerate(_entries(data, "cases", name), 1):
        try:
            case = _case_of_request(entry["request"], name, number)
            case.head |= {key: str(entry[key]) for key in ("title", "source") if entry.get(key)}
            _take_expected(case, entry["expected"] if data["version"] == 1 else entry["required"] | entry["optional"])
            reader.cases.append(case)
        except (AttributeError, KeyError, TypeError, StandoffError) as fault:
            what = fault if isinstance(fault, StandoffError) else f"{type(fault).__name__}: {fault}"
            reader.fault(number + 1, f"case {number}: {what}")
    cases = reader.done()
    cases[0].unread.extend(f"left out of it: {json.dumps(entry)}" for entry in _entries(data, "left_out", name))
    return cases


def _take_expected(case: Case, answer: Json) -> None:
    """Let a case expect what an answer of the interchange lines says."""
    (phase,) = case.phases
    expected = phase.expected
    failing, key = 0, telling_apart()
    for at, written in enumerate(phase.orders):
        power = written.order.power
        if answer["orders"].get(power, {}).get(key(power, written.text), {}).get("success"):
            phase.orders[at] = written._replace(expected=success_of(written.order, phase.type))
        else:
            failing += 1
    if failing:
        case.unread.append(f"case {case.id}: how orders fail ({failing})")
    expected.after = frozenset((power, unit) for power, units in answer["units"].items() for unit in units)
    if "dislodged" in answer:
        expected.dislodged = frozenset(
            ExpectedDislodged(entry["power"], unit, entry["from"], frozenset(entry["retreats"]))
            for unit, entry in answer["dislodged"].items()
        )
    if "contested" in answer:
        expected.contested = frozenset(answer["contested"])
    if "centers" in answer:
        expected.owners = {power: frozenset(owned) for power, owned in answer["centers"].items()}


def write_lines(cases: list[Case]) -> tuple[str, list[str]]:
    """Return cases as interchange lines, one per phase, and what these cannot hold."""
    losses: list[str] = []
    lines: list[str] = []
    for case in cases:
        for phase, position in zip(case.phases, positions(case), strict=False):
            where = case.id or case.file
            things = ("the outcomes of orders", "where units are expected afterwards", "expected dislodged units")
            lost(losses, case, phase, position, *things, "what holds under other rulebooks", "title and notes")
            orders = [
                (written.order.power, written_as(written.order, case.board, "short", losses, where))
                for written in phase.orders
            ]
            entry: Json = {"id": case.id or None, "rules": case.rules[0]}
            if case.options:
                entry["options"] = case.options
            entry |= turn_object(position, orders, case.board.source, case.rules[0])
            lines.append(json.dumps(entry, ensure_ascii=False))
    return "\n".join(lines) + "\n", losses
