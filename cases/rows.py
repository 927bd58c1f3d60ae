"""Rows of order tables, and page data of a sandbox, as lines of a case file.

power,unit_order,location,target,success       FRANCE: Paris - Burgundy => fails
FRANCE,MOVE,Paris,Burgundy,0
{"Germany": {"Ber": {"type": "MOVE", …}}}       GERMANY: F Ber - BAL
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

from ..map import Board, Json, JsonError, Phase, PhaseType, Position, at_most, json_value, object_at, shown, text_at
from .conversion import CaseLines
from .faults import FormatError
from .reports import results_of

_COLUMNS = {
    "game": "gameid game",
    "power": "power country nation owner",
    "kind": "unitorder ordertype order action kind type",
    "unit": "unittype unit piece type",
    "place": "location place province territory source src origin from",
    "to": "targetdest to destination dest",
    "target": "target aux supported from",
    "coast": "tocoast coast",
    "season": "season",
    "year": "year",
    "phase": "phase phasetype",
    "turn": "turnnum turn",
    "result": "success succeeded result outcome",
}
"""The names of each column, in small letters without signs; the first one that no column above has counts."""

_ORDERS = {
    "hold": ("hold holds hld h", "{place} H"),
    "move": ("move moves mto m attack", "{place} - {goal}{coast}"),
    "retreat": ("retreat retreats rto r", "{place} R {goal}{coast}"),
    "support hold": ("supporthold", "{place} S {aided}"),
    "support move": ("supportmove", "{place} S {target} - {to}{coast}"),
    "support": ("support supports sup s", "{place} S {target}{attack}"),
    "convoy": ("convoy convoys cvy c", "{place} C {target} - {to}"),
    "build": ("build builds bld b buildarmy buildfleet", "{place} B"),
    "disband": ("disband disbands destroy remove removes dsb rem d", "{place} D"),
    "waive": ("waive wait wve", "Waive"),
}
"""The kinds of orders in tables, each with its words and the order as text."""

_TYPES = {"a": "A", "army": "A", "f": "F", "fleet": "F", "buildarmy": "A", "buildfleet": "F"}
_PHASES = {"build": PhaseType.ADJUSTMENT, "waive": PhaseType.ADJUSTMENT, "retreat": PhaseType.RETREAT}
_STAGES = {"NEEDS_BUILDS": PhaseType.ADJUSTMENT, "BUILDS": PhaseType.ADJUSTMENT, "ADJUSTMENT": PhaseType.ADJUSTMENT}


def _plain(word: object) -> str:
    return re.sub(r"[\W_]", "", str(word)).lower()


def columns_of(names: Iterable[str]) -> dict[str, str]:
    """Return the columns of an order table by their meaning; none without kinds of orders and places.

    >>> columns_of(["type", "from", "to"]), columns_of(["name", "score"])
    ({'kind': 'type', 'place': 'from', 'to': 'to'}, {})
    """
    plain = {_plain(name): name for name in names}
    columns: dict[str, str] = {}
    for meaning, words in _COLUMNS.items():
        if found := next((word for word in words.split() if word in plain), None):
            columns[meaning] = plain.pop(found)
    return columns if {"kind", "place"} <= columns.keys() and len(columns) > 2 else {}


def order_of(row: Mapping[str, str]) -> tuple[str, str]:
    """Return the kind of an order and its text, with what became of it.

    Raises:
        JsonError: It is of no known kind, or lacks a place.

    >>> order_of({"kind": "SUPPORT", "unit": "A", "place": "Mun", "target": "Ruh", "to": "Bur", "result": "FAILS"})
    ('support', 'A Mun S Ruh - Bur => fails')
    """
    value = {meaning: " ".join(row.get(meaning, "").split()) for meaning in _COLUMNS}
    word = _plain(value["kind"])
    kind = next((kind for kind, (words, _) in _ORDERS.items() if word in words.split()), "")
    if not kind:
        raise JsonError(f"no kind of order: {value['kind']!r}; known: {', '.join(_ORDERS)}")
    target, to, unit = value["target"], value["to"], _TYPES.get(_plain(value["unit"] or word), "")
    if kind == "build" and not value["place"]:  # "fleet Berlin"
        type_name, _, value["place"] = target.partition(" ")
        unit = _TYPES.get(type_name.lower(), "")
    value["coast"] = f" ({value['coast']})" if value["coast"] else ""
    attack = f" - {to}{value['coast']}" if to and _plain(to) != _plain(target) else ""
    parts = {**value, "goal": to or target, "aided": target or to, "attack": attack}
    form = _ORDERS[kind][1]
    missing = [name for name in re.findall(r"{(\w+)}", form) if name not in ("coast", "attack") and not parts[name]]
    if missing:
        raise JsonError(f"a {kind} without a place: {shown({key: one for key, one in row.items() if one})}")
    outcomes, _ = results_of(value["result"])
    expected = f" => {min(outcomes)}" if outcomes else ""
    return kind, f"{unit} {form.format(**parts)}{expected}".strip()


def table_lines(text: str, name: str, board: Board, position: Position | None = None) -> CaseLines:
    """Return the rows of an order table (CSV, JSON lines or a list in JSON) as lines of a case file.

    Raises:
        FormatError: It has no power or no date where one is needed, or a row is not an order.
    """
    rows = [*_rows(text, name)]
    names = dict.fromkeys(key for _, row in rows for key in row)
    columns = columns_of(names)
    if not columns or ("power" not in columns and position is None):
        without = "without powers" if columns else "without kinds of orders and places"
        expected = "a column 'power' or 'country', or the position beforehand" if columns else "columns type, from, to"
        raise FormatError(f"{name}: rows of an order table {without} ({', '.join(names)}); expected {expected}")
    turns = {(row.get(columns.get("game", "")), row.get(columns.get("turn", ""))) for _, row in rows}
    one_turn = len(turns) == len({game for game, _ in turns})
    faults: list[str] = []
    phases: dict[tuple[str, Phase | PhaseType], list[tuple[int, str]]] = {}
    for line, row in rows:
        values = {meaning: row.get(column, "") for meaning, column in columns.items()}
        try:
            kind, order = order_of(values)
            power = f"{_power(values['power'], board)}: " if "power" in columns else ""
            phase = _phase(values, _PHASES.get(kind, PhaseType.MOVEMENT))
            if not (one_turn or isinstance(phase, Phase)):
                raise FormatError(f"{name}: rows of {len(turns)} turns without dates; expected columns season and year")
            phases.setdefault((values.get("game", ""), phase), []).append((line, f"{power}{order}"))
        except JsonError as fault:
            faults.append(f"{name}, line {line}: {fault}")
    if faults:
        raise FormatError("\n".join(at_most(faults)))
    lines: list[tuple[int, str]] = []
    dated = sorted(phases, key=lambda one: (one[0], (1, one[1]) if isinstance(one[1], Phase) else (0, 0)))
    for game, phase in dated:
        orders = phases[game, phase]
        if len({one for one, _ in dated}) > 1 and (1, f"case {game}") not in lines:
            lines.append((1, f"case {game}"))
        lines += [(orders[0][0], f"PHASE {phase}"), *orders]
    return CaseLines(lines, [f"column {key}" for key in names if key not in columns.values()])


def _rows(text: str, name: str) -> Iterable[tuple[int, dict[str, str]]]:
    """Yield the rows of a table, each with its line."""
    first, entries = text.lstrip()[:1], list[tuple[int, Any]]()
    try:
        if first == "[":
            entries += enumerate(cast("list[Any]", json_value(text)), 1)
        elif first == "{":
            entries += ((n, json_value(line)) for n, line in enumerate(text.splitlines(), 1) if line.strip())
        else:
            head = text.lstrip().partition("\n")[0]
            reader = csv.DictReader(text.splitlines(), delimiter=max(",;\t|", key=head.count), restkey="")
            entries += ((reader.line_num, row) for row in reader)
        for number, entry in entries:
            if not isinstance(entry, dict) or "" in entry:
                raise JsonError(f"line {number}: expected a value for each column, found {shown(entry)}")
            row = cast(Json, entry)
            yield number, {key: "" if value in (None, "NULL") else str(value) for key, value in row.items()}
    except (JsonError, csv.Error) as fault:
        raise FormatError(f"{name}: rows of an order table: {fault}") from None


def _power(text: str, board: Board) -> str:
    """Return the power of a name, or of a letter that only one begins with."""
    of_letter = [power for power in board.powers if len(text) == 1 and power[0] == text.upper()]
    power = of_letter[0] if len(of_letter) == 1 else board.names.power(text)
    if power is None:
        raise JsonError(f"no power {text!r}{board.nearest_power(text)}")
    return power


def _phase(values: Mapping[str, str], kind: PhaseType) -> Phase | PhaseType:
    """Return the date of a row; without one, the type of its phase."""
    written = f"{values.get('season', '')} {values.get('year', '')}".strip()
    date = Phase.dated(written or values.get("phase", ""))
    if date is None and written:
        raise JsonError(f"no date: {written!r}")
    if date is None or not written:
        return date or kind
    return Phase("W" if kind is PhaseType.ADJUSTMENT else date.season, date.year, kind)


# -- sandbox ------------------------------------------------------------------------------------------


_VARIABLES = ("stage", "unitsByPlayer", "orders", "territories", "retreatOptions")


def sandbox_lines(text: str, name: str, board: Board, _position: Position | None = None) -> CaseLines:
    """Return the page data of a Backstabbr sandbox or game, JSON or the source of the page, as lines of a case file.

    Raises:
        FormatError: The data cannot be read, or are of a retreat phase: they do not say where attackers came from.
    """
    try:
        data = {key: _variable(text, key) for key in _VARIABLES}
        if not data["unitsByPlayer"]:
            raise JsonError("unitsByPlayer: expected the units of each player")
        if data["retreatOptions"]:
            raise JsonError("page data of a retreat phase, without the origins of attackers; expected another phase")
        return CaseLines([(1, line) for line in _sandbox(data, text, board)], [])
    except JsonError as fault:
        raise FormatError(f"{name}: {fault}") from None


def _variable(text: str, key: str) -> Any:
    match = re.search(rf"\b{key}[\"']?\s*[=:]\s*(?=[{{\"'])", text)
    if match is None:
        return None
    try:
        return json.JSONDecoder().raw_decode(text, match.end())[0]  # noqa: TID251  # its values are checked
    except (ValueError, RecursionError) as fault:
        raise JsonError(f"{key}: not JSON: {fault}") from None


def _sandbox(data: Json, text: str, board: Board) -> Iterable[str]:
    kind = _STAGES.get(str(data["stage"]).upper(), PhaseType.MOVEMENT)
    title = re.search(r"\b(?:spring|fall|autumn|winter) \d{4}\b", text, re.IGNORECASE)
    yield f"PHASE {(Phase.dated(title[0]) if title else None) or kind}"
    owners, units = dict[str, str](), dict[str, tuple[str, str]]()
    for player in (by_player := object_at(data, "unitsByPlayer")):
        for place, value in object_at(by_player, player).items():
            unit = cast(Json, value) if isinstance(value, dict) else {"type": value}
            coast = str(unit.get("coast") or "")
            owners[place], units[place] = player, (text_at(unit, "type", ""), place + (f" ({coast})" if coast else ""))
            yield f"UNITS: {_power(player, board)}: {' '.join(units[place])}"
    for place, player in object_at(data, "territories").items():
        if player and place.upper() in board.center_ids:
            yield f"CENTERS: {_power(str(player), board)}: {place}"
    by_power: dict[str, Json] = {}
    for key in (orders := object_at(data, "orders")):
        below = object_at(orders, key)
        player, placed = (owners.get(key, ""), {key: below}) if "type" in below else (key, below)
        by_power[player] = {**by_power.get(player, {}), **placed}
    for player, placed in by_power.items():
        for place in placed:
            order = {key: str(value) for key, value in object_at(placed, place).items() if value is not None}
            unit, at = units.get(place, (order.get("unit", ""), place))
            row = {"kind": order.get("type", ""), "unit": unit, "place": at, "target": order.get("from", "")}
            row |= {"to": order.get("to", ""), "coast": order.get("to_coast", ""), "result": order.get("result", "")}
            yield f"{_power(player, board)}: {order_of(row)[1]}"
