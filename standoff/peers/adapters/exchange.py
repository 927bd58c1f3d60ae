"""Questions to peers and their answers as the JSON objects of the interchange lines (`turn.codec`), there and back."""

from __future__ import annotations

from collections.abc import Container
from typing import cast

from ...map import Board, PhaseType, StandoffError, Unit, load_board
from ...map.json_values import Json, list_of_texts, object_at, shown
from ...map.position_object import unit_on
from ...solver import Order, Rulebook
from ...turn.codec import lost_in_lines, request_object, telling_apart, units_object
from ...turn.turn import Turn
from .peer import Answer, PeerError


def request_of(question: Turn, rules: Rulebook) -> Json:
    """Return `question` as a request, without an ``id``.

    Args:
        question: One in which `unwritable` finds nothing.
        rules: The rulebook to ask for.
    """
    return request_object(question.position, question.orders, question.board, rules)


def unwritable(question: Turn, rules: Rulebook) -> str | None:
    """Return what in `question` the interchange lines cannot express, None if nothing."""
    try:
        known = load_board(question.board.source) is question.board
    except StandoffError:
        known = False
    if not known:
        return f"board {question.board.name}, which is not the board of that name here"
    if rules.own_rules:
        return f"rule {next(iter(rules.own_rules.values()))!r}, which is a function"
    return lost_in_lines(question.orders, rules)


def object_of(question: Turn, answer: Answer) -> Json:
    """Return `answer` as the object from which `answer_of` reads it back.

    Args:
        question: What was asked.
        answer: What was answered.
    """
    data: Json = {"units": units_object(sorted(answer.units, key=lambda unit: (unit.power, str(unit))))}
    if answer.dislodged is not None:
        data["dislodged"] = {
            str(unit): {"power": unit.power} | ({} if places is None else {"retreats": sorted(places)})
            for unit, places in sorted(answer.dislodged.items(), key=lambda entry: entry[0].province)
        }
    if answer.success is not None:
        orders: dict[str, Json] = {}
        name = telling_apart()
        for order in question.orders:
            if order in answer.success:
                key = name(order.power, str(order))
                orders.setdefault(order.power, {})[key] = {"success": answer.success[order]}
        data["orders"] = orders
    if answer.centers is not None:
        centers: dict[str, list[str]] = {}
        for center, power in sorted(answer.centers.items()):
            centers.setdefault(power, []).append(center)
        data["centers"] = centers
    return data


def answer_of(question: Turn, data: Json) -> Answer:
    """Return what the answer `data` to a question says.

    Raises:
        PeerError: It is not what the interchange lines answer.
    """
    if data.get("error") is not None:
        raise PeerError(f"it says: {data['error']}")
    try:
        return Answer(
            _units(question, data), _dislodged(question, data), _success(question, data), _centers(question, data)
        )
    except PeerError:
        raise
    except StandoffError as fault:
        what = "not an answer of the interchange lines"
        raise PeerError(f"{what}: {fault}", alike=what) from None


def _units(question: Turn, data: Json) -> frozenset[Unit]:
    if "units" not in data:
        raise PeerError("expected 'units' in the answer", shown(data))
    by_power = object_at(data, "units")
    units = [
        _unit(text, power, question.board)
        for power, texts in by_power.items()
        for text in list_of_texts(texts, f"units of {power}")
    ]
    standing: set[Unit] = set()
    for unit in units:
        if unit in standing:
            raise PeerError(f"{unit} of {unit.power} is listed twice")
        standing.add(unit)
    return frozenset(standing)


def _dislodged(question: Turn, data: Json) -> dict[Unit, frozenset[str] | None] | None:
    if question.type is not PhaseType.MOVEMENT or "dislodged" not in data:
        return None
    out: dict[Unit, frozenset[str] | None] = {}
    dislodged = object_at(data, "dislodged")
    for text in dislodged:
        entry = object_at(dislodged, text)
        if not isinstance(entry.get("power"), str):
            raise PeerError(f"dislodged {text!r}: expected 'power' and 'retreats'", shown(entry))
        unit = _unit(text.lstrip("*"), entry["power"], question.board)
        if entry.get("retreats") is None:
            out[unit] = None
            continue
        locations = question.board.location_number
        places = [_spelled(place, locations) for place in list_of_texts(entry["retreats"], f"retreats of {text}")]
        unknown = [place for place in places if place not in locations]
        if unknown:
            raise PeerError("expected retreats to places on the board", f"{text}: {unknown[0]}")
        out[unit] = frozenset(places)
    return out


def _centers(question: Turn, data: Json) -> dict[str, str] | None:
    if not question.position.centers or "centers" not in data:
        return None
    owner: dict[str, str] = {}
    by_power = object_at(data, "centers")
    for power, texts in by_power.items():
        for text in list_of_texts(texts, f"centers of {power}"):
            center, its = _spelled(text, question.board.center_ids), _power(power, question.board)
            if center not in question.board.center_ids:
                raise PeerError("expected supply centers", f"{power}: {text}")
            if owner.setdefault(center, its) != its:
                raise PeerError("expected one owner of each supply center", f"{power}: {text}")
    return owner


def _power(text: str, board: Board) -> str:
    """Return the power that the answer means; letter case does not matter.

    Raises:
        PeerError: There is no such power.
    """
    power = _spelled(text, board.powers)
    if power not in board.powers:
        raise PeerError(f"expected one of the powers {', '.join(board.powers)}", text)
    return power


def _spelled(text: str, names: Container[str]) -> str:
    """Return `text` unchanged if it is known in that form, otherwise in capitals."""
    return text if text in names else text.upper()


def _unit(text: str, power: str, board: Board) -> Unit:
    """Return the unit of a power that the answer means; letter case does not matter.

    Raises:
        PeerError: There is no such power, or the text is not a unit.
    """
    owner = _power(power, board)
    kind, _, place = text.strip().partition(" ")
    try:
        unit = f"{kind.upper()} {_spelled(place.strip(), board.location_number)}"
        return unit_on(unit, owner, board)
    except StandoffError:
        raise PeerError("expected units as in 'A PAR' and 'F STP/SC'", f"{power}: {text}") from None


def _success(question: Turn, data: Json) -> dict[Order, bool] | None:
    if "orders" not in data:
        return None
    orders = object_at(data, "orders")
    by_power = {power: object_at(orders, power) for power in orders}
    name = telling_apart()
    by_order: dict[Order, set[bool]] = {}
    for order in question.orders:
        entry = by_power.get(order.power, {}).get(name(order.power, str(order)))
        success = cast(Json, entry).get("success") if isinstance(entry, dict) else None
        if isinstance(success, bool):
            by_order.setdefault(order, set()).add(success)
    # if an order is given twice, one may count and the other not; then nothing can be said of it
    return {order: verdicts.pop() for order, verdicts in by_order.items() if len(verdicts) == 1}
