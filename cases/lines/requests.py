"""Questions and answers as the JSON objects of the interchange lines, there and back."""

from __future__ import annotations

import json
from typing import cast

from ...map import PhaseType, StandoffError, Unit, load_board
from ...solver import PRESETS, Order, Rulebook
from ..peers.peer import Answer, PeerError, Question
from .codec import Json, list_of_texts, object_at, read_standing, turn_object


def unwritable(question: Question, rules: Rulebook) -> str | None:
    """Return what of `question` the interchange lines have no words for, None if nothing."""
    try:
        known = load_board(question.board.name) is question.board
    except StandoffError:
        known = False
    if not known:
        return f"board {question.board.name}, which is no board of that name here"
    if question.position.closed:
        return "provinces that nobody may enter"
    if rules["missing_nationality"] != "valid" or rules["wrong_nationality"] != "valid":
        for order in question.orders:
            named = getattr(order, "supported", None) or getattr(order, "convoyed", None)
            if getattr(named, "nationality", None) is not None:
                return "the power of a unit that an order names"
    return None


def rules_object(rules: Rulebook) -> Json:
    """Return a rulebook as the keys ``rules`` and ``options`` of a request."""
    name = rules.name.partition(" with ")[0]
    start = PRESETS.get(name) or PRESETS["2023"]
    options = {option: choice for option, choice in rules.items() if start[option] != choice}
    return {"rules": start.name, "options": options} if options else {"rules": start.name}


def request_of(question: Question, rules: Rulebook) -> Json:
    """Return `question` as a request, its ``id`` excepted.

    Args:
        question: What `unwritable` finds nothing in.
        rules: The rulebook to ask for.
    """
    orders = ((order.power, str(order)) for order in question.orders)
    turn = turn_object(question.position, orders, question.board.name)
    return {"phase": question.type.value, **rules_object(rules), **turn}


def answer_of(question: Question, found: Json) -> Answer:
    """Return what the answer `found` to a request says.

    Raises:
        PeerError: It is not what the interchange lines answer.
    """
    if "error" in found:
        raise PeerError(f"it says: {found['error']}")
    try:
        return Answer(_units(question, found), _dislodged(question, found), _success(question, found))
    except PeerError:
        raise
    except StandoffError as fault:
        raise PeerError(f"no answer of the interchange lines: {fault}") from None


def object_of(question: Question, answer: Answer) -> Json:
    """Return `answer` as the object in which `answer_of` finds it again.

    Args:
        question: What was asked.
        answer: What was answered.
    """
    units: dict[str, list[str]] = {}
    for power, text in sorted((unit.power, str(unit)) for unit in answer.units):
        units.setdefault(power, []).append(text)
    found: Json = {"units": units}
    if answer.dislodged is not None:
        found["dislodged"] = {
            str(unit): {"power": unit.power, "retreats": sorted(places)}
            for unit, places in sorted(answer.dislodged.items(), key=lambda entry: entry[0].province)
        }
    if answer.success is not None:
        orders: dict[str, Json] = {}
        for order in question.orders:
            if order in answer.success:
                told = orders.setdefault(order.power, {})
                told[_name_in(told, str(order))] = {"success": answer.success[order]}
        found["orders"] = orders
    return found


def _name_in(told: Json, text: str) -> str:
    while text in told:
        text += " (again)"
    return text


def _units(question: Question, found: Json) -> frozenset[Unit]:
    if "units" not in found:
        raise PeerError("expected 'units' in the answer", json.dumps(found))
    by_power = object_at(found, "units")
    strangers = [power for power in by_power if power not in question.board.powers]
    if strangers:
        raise PeerError(f"units of {strangers[0]!r}, which is no power")
    units = [
        read_standing(text, power, question.board)
        for power, texts in by_power.items()
        for text in list_of_texts(texts, f"units of {power}")
    ]
    twice = [unit for number, unit in enumerate(units) if unit in units[:number]]
    if twice:
        raise PeerError(f"{twice[0]} of {twice[0].power} stands there twice")
    return frozenset(units)


def _dislodged(question: Question, found: Json) -> dict[Unit, frozenset[str]] | None:
    if question.type is not PhaseType.MOVEMENT or "dislodged" not in found:
        return None
    out: dict[Unit, frozenset[str]] = {}
    dislodged = object_at(found, "dislodged")
    for text in dislodged:
        entry = object_at(dislodged, text)
        if not isinstance(entry.get("power"), str) or "retreats" not in entry:
            raise PeerError(f"dislodged {text!r}: expected 'power' and 'retreats'", json.dumps(entry))
        unit = read_standing(text.lstrip("*"), entry["power"], question.board)
        places = list_of_texts(entry["retreats"], f"retreats of {text}")
        unknown = [place for place in places if place not in question.board.location_number]
        if unknown:
            raise PeerError(f"{unit} may retreat to {unknown[0]!r}, which is no place on the board")
        out[unit] = frozenset(places)
    return out


def _success(question: Question, found: Json) -> dict[Order, bool] | None:
    if "orders" not in found:
        return None
    orders = object_at(found, "orders")
    by_power = {power: object_at(orders, power) for power in orders}
    seen: dict[Order, int] = {}
    told: dict[Order, set[bool]] = {}
    for order in question.orders:
        again = seen[order] = seen.get(order, -1) + 1
        entry = by_power.get(order.power, {}).get(str(order) + " (again)" * again)
        if isinstance(entry, dict) and isinstance(success := cast(Json, entry).get("success"), bool):
            told.setdefault(order, set()).add(success)
    # of an order given twice one may count and the other not; then nothing can be said of it
    return {order: verdicts.pop() for order, verdicts in told.items() if len(verdicts) == 1}
