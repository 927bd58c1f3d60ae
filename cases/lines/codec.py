"""The interchange lines: one JSON object in, one out, in the notation of the `diplomacy` package.

In: ``{"id": "x", "rules": "2023", "units": {"ENGLAND": ["F LON"]}, "orders": {"ENGLAND": ["F LON - ENG"]}}`` and, where
wanted, ``phase``, ``map``, ``season``, ``centers``, ``dislodged``, ``contested``, ``options``, ``idle``. Out: what
became of each order, and the position afterwards. `docs/interchange.md` describes both.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import isfinite
from typing import Any, cast

from ...map import Board, Dislodged, Phase, PhaseType, Position, StandoffError, Unit, UnitType, load_board
from ...map.masks import bits
from ...solver import (
    MovementResult,
    Order,
    OrderResult,
    PhaseResult,
    Rulebook,
    adjudicate_phase,
    centers_after,
    rulebook,
)
from ...solver.game import all_orders
from ..text.reading import read_order

Json = dict[str, Any]


MOST_NESTED = 100
"""So deep may lists and objects of a line stand in each other."""


class LineError(StandoffError):
    """A line is no request; the message says what was found and what is expected."""


_KEYS = (
    "id",
    "phase",
    "rules",
    "units",
    "orders",
    "map",
    "season",
    "centers",
    "dislodged",
    "contested",
    "options",
    "idle",
)


class Request:
    """One request, read: the position, the orders with their texts, the rulebook and the board.

    Args:
        data: The JSON object of a line.

    Raises:
        StandoffError: Something in it cannot be read.
    """

    def __init__(self, data: Json) -> None:
        unknown = [key for key in data if key not in _KEYS]
        if unknown:
            raise LineError(f"unknown key {unknown[0]!r}; known: {', '.join(_KEYS)}")
        self.id: Any = data.get("id")
        self.board: Board = load_board(_text(data, "map", "standard"))
        options = {name: str(choice) for name, choice in object_at(data, "options").items()}
        self.rules: Rulebook = _rulebook(_text(data, "rules", "2023"), tuple(options.items()))
        self.phase = _phase(data)
        units: list[Unit] = []
        for power, texts in object_at(data, "units").items():
            units.extend(
                read_standing(text, self.power(power), self.board) for text in list_of_texts(texts, f"units of {power}")
            )
        centers: dict[str, tuple[str, ...]] = {}
        for name, owned in object_at(data, "centers").items():
            power = self.power(name)
            centers[power] = (*centers.get(power, ()), *list_of_texts(owned, f"centers of {name}"))
        dislodged: list[Dislodged] = []
        for text, entry in object_at(data, "dislodged").items():
            if not isinstance(entry, dict) or "power" not in entry:
                raise LineError(f"dislodged {text!r}: expected an object with 'power', 'from' and 'by_convoy'")
            info = cast(Json, entry)
            unknown = [key for key in info if key not in ("power", "from", "by_convoy", "retreats")]
            if unknown:
                raise LineError(f"dislodged {text!r}: unknown key {unknown[0]!r}; known: power, from, by_convoy")
            by_convoy = info.get("by_convoy", False)
            if not isinstance(by_convoy, bool):
                raise LineError(f"dislodged {text!r}: by_convoy is true or false, found {json.dumps(by_convoy)}")
            unit = read_standing(text.lstrip("*"), self.power(info["power"]), self.board)
            origin = info.get("from")
            if origin is not None:
                origin = self.board.province(str(origin)).id
            dislodged.append(Dislodged(unit, origin, by_convoy))
        contested = frozenset(
            self.board.province(str(p)).id for p in list_of_texts(data.get("contested", []), "contested")
        )
        idle = frozenset(self.power(p) for p in list_of_texts(data.get("idle", []), "idle"))
        self.position = Position(tuple(units), centers, tuple(dislodged), contested, self.phase, idle)
        self.orders: list[Order] = []
        self.texts: list[str] = []
        for power, texts in object_at(data, "orders").items():
            for text in list_of_texts(texts, f"orders of {power}"):
                self.orders.append(read_order(text, self.power(power), self.board))
                self.texts.append(text)

    def power(self, name: object) -> str:
        """Return the id of the power that `name` says.

        Raises:
            LineError: It says none.
        """
        if isinstance(name, str) and name in self.board.powers:
            return name
        found = self.board.names.power(name) if isinstance(name, str) else None
        if found is None:
            raise LineError(f"no power {name!r}; known: {', '.join(self.board.powers)}")
        return found


@lru_cache(maxsize=1000)
def _rulebook(name: str, options: tuple[tuple[str, str], ...]) -> Rulebook:
    return rulebook(name, **dict(options))


def _phase(data: Json) -> Phase:
    season = data.get("season")
    kind = data.get("phase")
    if kind is not None and kind not in list(PhaseType):
        raise LineError(f"phase cannot be {kind!r}; expected one of {', '.join(PhaseType)}")
    if season is not None:
        phase = Phase.parse(str(season))
        if kind is not None and phase.type != kind:
            raise LineError(f"phase {kind!r} and season {season!r} contradict each other")
        return phase
    kind = PhaseType(kind or "movement")
    return Phase("W" if kind is PhaseType.ADJUSTMENT else "S", 1901, kind)


def _text(data: Json, key: str, default: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise LineError(f"{key}: expected a text, found {json.dumps(value)}")
    return value


def object_at(data: Json, key: str) -> Json:
    """Return the object under `key`, an empty one if there is none.

    Raises:
        LineError: Something else stands there.
    """
    value: Any = data.get(key)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise LineError(f"{key}: expected an object, found {json.dumps(value)}")
    return cast(Json, value)


def list_of_texts(value: Any, what: str) -> list[str]:
    """Return a list of texts, an empty one for None.

    Args:
        value: What may be one.
        what: What it is called in a message.

    Raises:
        LineError: It is something else.
    """
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in cast(list[Any], value)):
        raise LineError(f"{what}: expected a list of texts, found {json.dumps(value)}")
    return cast(list[str], value)


@lru_cache(maxsize=100_000)
def read_standing(text: str, power: str, board: Board) -> Unit:
    """Return the unit that ``"F STP/SC"`` says.

    Raises:
        LineError: It says none.
    """
    kind, _, place = text.strip().partition(" ")
    if kind in ("A", "F") and place in board.location_number:
        return Unit(UnitType(kind), place, power)
    raise LineError(f"{power}: {text!r} is no unit; expected A or F and a place{board.nearest(place)}")


def turn_object(position: Position, orders: Iterable[tuple[str, str]], board_name: str = "standard") -> Json:
    """Return a turn as a request, without the keys ``id``, ``phase``, ``rules`` and ``options``.

    Closed provinces are left out: the lines have no word for them.

    Args:
        position: The position.
        orders: The power and the text of each order.
        board_name: The name of its board.
    """
    entry: Json = {} if position.phase is None else {"season": str(position.phase)}
    if board_name != "standard":
        entry["map"] = board_name
    given: dict[str, list[str]] = {}
    for power, text in orders:
        given.setdefault(power, []).append(text)
    entry["units"] = {power: [str(unit) for unit in units] for power, units in position.by_power().items()}
    entry["orders"] = given
    if position.centers:
        entry["centers"] = {power: list(owned) for power, owned in position.centers.items()}
    if position.dislodged:
        entry["dislodged"] = {
            str(d.unit): {"power": d.unit.power, "from": d.attacker_from, "by_convoy": d.by_convoy}
            for d in position.dislodged
        }
    if position.contested:
        entry["contested"] = sorted(position.contested)
    if position.idle:
        entry["idle"] = sorted(position.idle)
    return entry


def answer(request: Request) -> Json:
    """Return the answer to a request.

    Raises:
        PositionError: Its position is impossible.
    """
    result = adjudicate_phase(request.position, request.orders, rules=request.rules, board=request.board)
    return {"id": request.id, **result_object(result, request.texts, request.board)}


def result_object(result: PhaseResult, texts: list[str], board: Board) -> Json:
    """Return a result as the JSON object of the interchange lines.

    Args:
        result: The result of a phase.
        texts: The orders as they were given, in the order of the result.
        board: Its board.
    """
    orders: dict[str, Json] = {}
    for number, found in enumerate(result):
        if isinstance(result, MovementResult) and number >= len(result.orders):
            break  # units without an order
        key = texts[number] if number < len(texts) else str(found.order)
        of_power = orders.setdefault(found.order.power, {})
        while key in of_power:
            key += " (again)"
        of_power[key] = _order_object(found)
    after = result.after
    units = {power: [str(unit) for unit in of_power] for power, of_power in after.by_power().items()}
    out: Json = {"orders": orders, "units": units}
    if isinstance(result, MovementResult):
        out["dislodged"] = {
            str(d.unit): {
                "power": d.unit.power,
                "from": d.attacker_from,
                "by_convoy": d.by_convoy,
                "retreats": list(result.retreats[d.unit.province]),
            }
            for d in after.dislodged
        }
        out["contested"] = sorted(after.contested)
        out["paradoxes"] = [
            {
                "kind": str(paradox.kind),
                "core": [str(result.order_of(unit)) for unit in bits(paradox.core)],
                "resolutions": len(paradox.resolutions),
                "settled_by": paradox.settled_by,
            }
            for paradox in result.solution.paradoxes
        ]
    phase = after.phase
    if after.centers:
        autumn = phase is not None and phase.season == "F" and not after.dislodged
        owned = centers_after(board, after) if autumn else after.centers
        out["centers"] = {power: list(centers) for power, centers in owned.items()}
    return out


def _order_object(found: OrderResult) -> Json:
    entry: Json = {"success": found.success, "outcome": str(found.outcome), "reason": found.text}
    if found.dislodged:
        entry["dislodged"] = True
    return entry


# -- lines -----------------------------------------------------------------------------------------------------------


def line_object(line: str) -> Json:
    """Return the JSON object that a line holds.

    Raises:
        LineError: It holds none, names a key of an object twice, or what JSON cannot write again.
    """
    try:
        data: Any = _DECODER.decode(line)
    except json.JSONDecodeError as fault:
        raise LineError(f"no JSON: {fault.msg} at column {fault.colno}") from None
    except RecursionError:
        raise LineError(_TOO_DEEP) from None
    except ValueError:
        raise LineError("no JSON that can be read: a number has too many digits") from None
    if not isinstance(data, dict):
        raise LineError(f"expected a JSON object, found {line.strip()[:40]!r}")
    # how deep Python reads depends on where it is called from: an answer must not
    if line.count("[") + line.count("{") > MOST_NESTED and not _within(data, MOST_NESTED):
        raise LineError(_TOO_DEEP)
    found = cast(Json, data)
    if isinstance(found.get("id"), (float, list, dict)) and not _finite(found["id"]):
        raise LineError("id: JSON has no infinite numbers")
    return found


_TOO_DEEP = f"lists and objects stand in each other deeper than {MOST_NESTED} times"


def _once(pairs: list[tuple[str, Any]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen = set[str]()
        for key, _ in pairs:
            if key in seen:
                raise LineError(f"key {key!r} stands twice in an object")
            seen.add(key)
    return found


def _no_number(text: str) -> None:
    raise LineError(f"no JSON: {text}")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return cast(Json, value).values()
    return cast(list[Any], value) if isinstance(value, list) else ()


def _within(value: Any, depth: int) -> bool:
    return not isinstance(value, (dict, list)) or (
        depth > 0 and all(_within(part, depth - 1) for part in _parts(value))
    )


def _finite(value: Any) -> bool:
    return isfinite(value) if isinstance(value, float) else all(map(_finite, _parts(value)))


def written(answer: Json) -> str:
    """Return an answer as a line, which UTF-8 can hold: half of a surrogate pair stays escaped, as it came."""
    line = json.dumps(answer, ensure_ascii=False)
    return line if line.isascii() else line.encode("utf-8", "backslashreplace").decode("utf-8")


def request_in(line: str) -> Request | Json:
    """Return the request that a line holds, or what is answered to a line that cannot be read."""
    identity: Any = None
    try:
        data = line_object(line)
        identity = data.get("id")
        return Request(data)
    except StandoffError as fault:
        return {"id": identity, "error": str(fault)}


def answer_line(line: str) -> tuple[Json, bool]:
    """Return the answer to one line and whether it could be read; a fault is an answer with ``error``."""
    request = request_in(line)
    if not isinstance(request, Request):
        return request, False
    try:
        return answer(request), True
    except StandoffError as fault:
        return {"id": request.id, "error": str(fault)}, False


def answer_lines(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield the answer to each line that is not blank, as a line, and whether it could be read."""
    for line in lines:
        if line.strip():
            found, good = answer_line(line)
            yield written(found), good


def answer_block(lines: Sequence[str]) -> list[tuple[str, bool]]:
    """Return what `answer_lines` does, with movement phases adjudicated together by compiled code.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    from ...solver.batch import results

    requests = [request_in(line) for line in lines if line.strip()]
    together: dict[tuple[Board, Rulebook], list[Request]] = {}
    for request in requests:
        if isinstance(request, Request) and request.phase.type is PhaseType.MOVEMENT:
            together.setdefault((request.board, request.rules), []).append(request)
    found: dict[int, PhaseResult] = {}
    for (board, rules), group in together.items():
        try:
            turns = [(one.position, all_orders(one.position, one.orders, rules, board)) for one in group]
            found.update(zip(map(id, group), results(turns, rules=rules, board=board), strict=True))
        except (StandoffError, ValueError):
            continue  # some position is impossible, or the board is too large: one by one, below
    answers: list[tuple[str, bool]] = []
    for request in requests:
        good = isinstance(request, Request)
        if not isinstance(request, Request):
            answer_object = request
        elif id(request) in found:
            answer_object = {"id": request.id, **result_object(found[id(request)], request.texts, request.board)}
        else:
            try:
                answer_object = answer(request)
            except StandoffError as fault:
                answer_object, good = {"id": request.id, "error": str(fault)}, False
        answers.append((written(answer_object), good))
    return answers
