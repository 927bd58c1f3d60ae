"""Questions to peers and their answers as JSON objects of the interchange lines (`turn.codec`), in both directions."""

from __future__ import annotations

from collections.abc import Container
from typing import cast

from ...map import (
    Board,
    Json,
    JsonError,
    Phase,
    PhaseType,
    StandoffError,
    Unit,
    by_power,
    current_keys,
    list_of_texts,
    load_board,
    object_at,
    shown,
    unit_on,
)
from ...solver import Order, Rulebook
from ...turn import Turn, distinct_keys, grouped, lost_in_lines, request_object
from .peer import PeerAnswer, PeerError


def request_of(question: Turn, rules: Rulebook) -> Json:
    """Return `question` as a request under `rules`, without an ``id``; `unwritable` must have found nothing in it."""
    return request_object(question.position, question.orders, question.board, rules)


def unwritable(question: Turn, rules: Rulebook) -> str | None:
    """Return the part of `question` that the interchange lines cannot express, None if there is none."""
    try:
        known = load_board(question.board.source) is question.board
    except StandoffError:
        known = False
    if not known:
        return f"board {question.board.name}, which is not the board of that name here"
    if rules.house_rules:
        return f"rule {next(iter(rules.house_rules.values()))!r}, which is a function"
    return lost_in_lines(question.orders, rules)


def object_of(question: Turn, answer: PeerAnswer) -> Json:
    """Return the answer to a question as an object that `answer_of` reads back."""
    data: Json = {"units": grouped(sorted((unit.power, str(unit)) for unit in answer.units))}
    if answer.dislodged is not None:
        data["dislodged"] = {
            str(unit): {"power": unit.power} | ({} if places is None else {"retreats": sorted(places)})
            for unit, places in sorted(answer.dislodged.items(), key=lambda entry: entry[0].province)
        }
    if answer.contested is not None:
        data["contested"] = sorted(answer.contested)
    if answer.success is not None:
        orders: dict[str, Json] = {}
        name = distinct_keys()
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


def current_answer(data: Json) -> Json:
    """Return an answer with former keys replaced by the current ones.

    Raises:
        PeerError: It has a key under both names.
    """
    try:
        return current_keys(data, "cannot", "follows", "without")
    except JsonError as fault:
        raise PeerError(str(fault)) from None


def answer_of(question: Turn, data: Json) -> PeerAnswer:
    """Return the answer to a question that `data` holds.

    Raises:
        PeerError: It is not an answer of the interchange lines.
    """
    if data.get("error") is not None:
        raise PeerError(f"it says: {data['error']}")
    if "units" not in data:
        raise PeerError("expected 'units' in the answer", shown(data))
    _check_season(question, data)
    board, moved = question.board, question.type is PhaseType.MOVEMENT
    dislodged, attackers, contested = None, None, None
    try:
        if moved and "dislodged" in data:
            dislodged, attackers = _dislodged(board, object_at(data, "dislodged"))
        if moved and data.get("contested") is not None:
            texts = list_of_texts(data["contested"], "contested")
            contested = frozenset(_matched_name(text, board.province_number, "contested provinces") for text in texts)
        centers = _centers(board, data) if question.position.centers and "centers" in data else None
        return PeerAnswer(_units(board, data), dislodged, _success(question, data), centers, contested, attackers)
    except PeerError:
        raise
    except StandoffError as fault:
        what = "not an answer of the interchange lines"
        raise PeerError(f"{what}: {fault}", alike=what) from None


def _check_season(question: Turn, data: Json) -> None:
    """Raise a `PeerError` if an answer names a season other than that of the question or of the phase that follows."""
    asked, season = question.position.phase, data.get("season")
    if asked is None or season is None:
        return
    try:
        named = Phase.parse(str(season))
    except StandoffError:
        raise PeerError("expected 'season' as in 'S1901M'", str(season)) from None
    seasons = 3 * (named.year - asked.year) + "SFW".index(named.season) - "SFW".index(asked.season)
    if named < asked or seasons > 1 + (asked.season == "F"):  # after an autumn there may be no winter
        raise PeerError("its answer is of another season than the question", f"{named} instead of {asked}")


def _units(board: Board, data: Json) -> frozenset[Unit]:
    units: set[Unit] = set()
    for power, texts in by_power(data, "units", board).items():
        for text in texts:
            unit = _unit(text, power, board)
            if unit in units:
                raise PeerError(f"{unit} of {unit.power} is listed twice")
            units.add(unit)
    return frozenset(units)


def _dislodged(
    board: Board, entries: Json
) -> tuple[dict[Unit, frozenset[str] | None], dict[Unit, tuple[str | None, bool]] | None]:
    """Return each dislodged unit's retreats, and each attacker's origin and whether it came by convoy, where given."""
    retreats: dict[Unit, frozenset[str] | None] = {}
    origins: dict[Unit, tuple[str | None, bool]] = {}
    for text in entries:
        entry = object_at(entries, text)
        if not isinstance(entry.get("power"), str):
            raise PeerError(f"dislodged {text!r}: expected 'power' and 'retreats'", shown(entry))
        unit = _unit(text.lstrip("*"), board.power_named(entry["power"]), board)
        retreats[unit] = None
        if entry.get("retreats") is not None:
            places = list_of_texts(entry["retreats"], f"retreats of {text}")
            expected = "retreats to places on the board"
            retreats[unit] = frozenset(_matched_name(place, board.location_number, expected) for place in places)
        origin, by_convoy = entry.get("from"), entry.get("by_convoy")
        if isinstance(origin, str) and isinstance(by_convoy, bool):
            start = _matched_name(origin, board.province_number, "a province that the attacker came from")
            origins[unit] = start, by_convoy
    return retreats, origins or None


def _centers(board: Board, data: Json) -> dict[str, str]:
    owner: dict[str, str] = {}
    for power, texts in by_power(data, "centers", board).items():
        for text in texts:
            center = _matched_name(text, board.center_ids, "supply centers")
            if owner.setdefault(center, power) != power:
                raise PeerError("expected one owner of each supply center", f"{power}: {text}")
    return owner


def _known_spelling(text: str, names: Container[str]) -> str:
    """Return `text` if it is a known name as it is written, otherwise `text` in capitals."""
    return text if text in names else text.upper()


def _matched_name(text: str, names: Container[str], what: str) -> str:
    """Return the name that the answer uses, whatever its letter case.

    Raises:
        PeerError: There is no such name.
    """
    name = _known_spelling(text, names)
    if name not in names:
        raise PeerError(f"expected {what}", text)
    return name


def _unit(text: str, power: str, board: Board) -> Unit:
    """Return the unit of a power that a text names, whatever its letter case.

    Raises:
        PeerError: The text is not a unit.
    """
    kind, _, place = text.strip().partition(" ")
    try:
        return unit_on(f"{kind.upper()} {_known_spelling(place.strip(), board.location_number)}", power, board)
    except StandoffError:
        raise PeerError("expected units as in 'A PAR' and 'F STP/SC'", f"{power}: {text}") from None


def _success(question: Turn, data: Json) -> dict[Order, bool] | None:
    if "orders" not in data:
        return None
    orders = object_at(data, "orders")
    by_power = {power: object_at(orders, power) for power in orders}
    name = distinct_keys()
    by_order: dict[Order, set[bool]] = {}
    for order in question.orders:
        entry = by_power.get(order.power, {}).get(name(order.power, str(order)))
        success = cast(Json, entry).get("success") if isinstance(entry, dict) else None
        if isinstance(success, bool):
            by_order.setdefault(order, set()).add(success)
    # an order given twice may succeed once and fail once: its success is then unknown
    return {order: verdicts.pop() for order, verdicts in by_order.items() if len(verdicts) == 1}
