"""What the page asks and what it is answered: plain objects in, plain objects out, and nothing else.

A request names what it wants under ``"do"`` and carries the turn it is about: a position string, the orders as text, a
rulebook. Nothing is kept between two requests. No text of a request is ever a name of a file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, cast

from ..cases.case import Case
from ..cases.catalog import library
from ..cases.origins import orders_of
from ..cases.turn_names import cases_in, phase_names
from ..map import Board, Position, StandoffError, UnknownNameError, load_board, starting_position
from ..map.names import LANGUAGES
from ..map.position_string import is_position_string
from ..solver import (
    OPTIONS,
    PRESETS,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    Rulebook,
    Support,
    Waive,
    legal_orders,
    rulebook,
)
from ..solver.variants import variants
from ..text.reading import Line, lines_of
from ..text.visible import all_visible, visible
from ..turn.result import Result
from ..turn.turn import Turn
from .editing import changed

Json = dict[str, Any]

MOST_TEXT = 200_000
"""At most this many characters of orders or pasted text are read."""

MOST_ORDERS = 400
"""At most this many orders are read; no board of ours has more units."""


CHANGE_SECONDS = 5
"""After so long no further pair of changes is tried."""


class RequestError(StandoffError):
    """A request is none; the message says what was found and what is expected."""


def orders_in(text: str, board: Board, position: Position | None = None) -> list[Line]:
    """Return the orders of a text, good and bad, in their order (`text.reading.lines_of`).

    Raises:
        RequestError: They are too many.

    >>> from standoff.map import starting_position
    >>> [(one.power, str(one.order), one.fault) for one in orders_in("A PAR - BUR", load_board(), starting_position())]
    [('FRANCE', 'A PAR - BUR', '')]
    """
    found = list(islice(lines_of(text, board, position=position), MOST_ORDERS + 1))
    if len(found) > MOST_ORDERS:
        raise RequestError(f"at most {MOST_ORDERS} orders are read")
    return found


# -- the parts of a request ------------------------------------------------------------------------------------------


def _text(request: Mapping[str, Any], key: str, default: str = "") -> str:
    value = request.get(key, default)
    if not isinstance(value, str):
        raise RequestError(f"{key}: expected a text, not {type(value).__name__}")
    if len(value) > MOST_TEXT:
        raise RequestError(f"{key}: {len(value)} characters; at most {MOST_TEXT} are read")
    return value


def _rules(request: Mapping[str, Any]) -> Rulebook:
    options = request.get("options", {})
    if not isinstance(options, dict) or not all(
        isinstance(part, str) for pair in cast("dict[Any, Any]", options).items() for part in pair
    ):
        raise RequestError("options: expected an object of names and choices")
    return rulebook(_text(request, "rules", "2023"), **cast("dict[str, str]", options))


def _position(request: Mapping[str, Any]) -> Position:
    return Position.parse(_text(request, "position"))


def _language(request: Mapping[str, Any]) -> str:
    language = _text(request, "language", "en")
    if language not in LANGUAGES:
        raise RequestError(f"language: expected one of {', '.join(LANGUAGES)}")
    return language


def _lines(request: Mapping[str, Any], position: Position) -> list[Line]:
    return orders_in(_text(request, "orders"), load_board(position.board), position)


def _turn(request: Mapping[str, Any]) -> Turn:
    """Return the turn of a request, of the orders that can be read."""
    position = _position(request)
    return _turn_of(position, _lines(request, position), _rules(request))


def _turn_of(position: Position, lines: list[Line], rules: Rulebook) -> Turn:
    good = [one for one in lines if one.order is not None]
    orders = tuple(cast(Order, one.order) for one in good)
    return Turn(position, orders, rules, tuple(one.text for one in good), board=load_board(position.board))


# -- answers ---------------------------------------------------------------------------------------------------------


def _opened(turn: Turn, title: str, later: int = 0) -> Json:
    """Return a turn as the page takes it over."""
    return {
        "position": str(turn.position),
        "orders": orders_text(turn),
        "rules": turn.rules.preset,
        "options": dict(turn.rules.differences),
        "title": title,
        "later": later,
    }


def orders_text(turn: Turn) -> str:
    """Return the orders of a turn as the page writes them: each power's name, then an order a line."""
    by_power: dict[str, list[str]] = {}
    for order, text in zip(turn.orders, turn.texts, strict=True):
        by_power.setdefault(order.power, []).append(text)
    return "\n".join(f"{power}\n" + "".join(f"  {text}\n" for text in texts) for power, texts in by_power.items())


def _open(request: Mapping[str, Any]) -> Json:
    """Start from the opening, a case of the library, a position string, or a pasted text in any format."""
    source = _text(request, "source").strip()
    if not source:
        raise RequestError("the text is empty; expected a position, orders, or the number of a case")
    rules = _rules(request)
    if source == "start":
        return _opened(Turn(starting_position(), rules=rules), "start")
    if source in variants():
        return _opened(Turn(variants()[source].start(), rules=rules), source)
    first, _, rest = source.partition("\n")
    if is_position_string(first):
        position = Position.parse(first)
        return {**_opened(Turn(position, rules=rules), ""), "orders": rest.strip("\n")}
    if len(source) < 60 and "\n" not in source:
        cases = list(library(source.removeprefix("#")))
        if cases:
            return _of_case(cases[0], _text(request, "phase"))
    cases = cases_in(source, "the text")
    if not cases or not cases[0].phases:
        raise RequestError("no orders in it; expected powers and their orders, a position, or the number of a case")
    return _of_case(cases[0], _text(request, "phase"), others=[case.id for case in cases[1:50]])


def _of_case(case: Case, phase: str, others: list[str] | None = None) -> Json:
    from ..cases.run import play_case, start_of

    rules = rulebook(case.rules[0], **case.options)
    names = phase_names(case)
    if phase and phase not in names:
        raise RequestError(f"no phase {phase!r}; expected one of {', '.join(names[:12])}")
    number = names.index(phase) if phase else 0
    start = start_of(case)
    for played, (_, result, _) in zip(range(len(case.phases)), play_case(case, rules), strict=False):
        if played == number:
            start = result.before
            break
    turn = Turn(start, rules=rules, board=case.board, **orders_of(case.phases[number]))
    title = " ".join(part for part in (case.id, case.title) if part)
    return {**_opened(turn, title, len(names) - number - 1), "phases": names, "others": others or []}


def _look(request: Mapping[str, Any]) -> Json:
    """Settle a turn: its picture, what became of each order and why, the paradoxes, and what comes next."""
    position, language = _position(request), _language(request)
    lines = _lines(request, position)
    turn = _turn_of(position, lines, _rules(request))
    judged = request.get("judged", True) is not False
    result = turn.adjudicate() if judged else None
    out: Json = {
        "faults": [
            {"line": one.line, "power": one.power, "text": one.text, "message": one.fault} for one in lines if one.fault
        ],
        "phase": str(turn.phase) if turn.phase else "",
        "kind": str(turn.type),
        "picture": _picture(request, result if result is not None else turn, language),
        "orders": [
            {"line": one.line, "power": one.power, "text": one.text, "order": str(one.order)}
            for one in lines
            if one.order is not None
        ],
    }
    if result is not None:
        out["result"] = result.to_dict(language=language)
        for entry, one in zip(out["result"]["orders"], result, strict=True):
            entry["drawn"] = str(one.order)  # by which the picture names it
        after = result.next().position if _goes_on(result) else None
        out["next"] = None if after is None else {"position": str(after), "phase": str(after.phase or "")}
    return out


def _goes_on(result: Result) -> bool:
    try:
        result.next()
    except StandoffError:
        return False
    return True


def _picture(request: Mapping[str, Any], subject: Any, language: str, **more: Any) -> str:
    from ..pictures import draw

    theme = _text(request, "theme", "light")
    crop = request.get("crop")
    if crop is not None and not isinstance(crop, bool):
        raise RequestError("crop: expected true, false or null")
    return draw(subject, theme=theme, language=language, crop=crop, **more).svg


def _legal(request: Mapping[str, Any]) -> Json:
    """Return every legal order of every unit, in the parts that pointing at the map needs."""
    position, rules = _position(request), _rules(request)
    board = load_board(position.board)
    found = legal_orders(position, rules=rules, board=board)
    return {"units": {place: [_parts(order) for order in orders] for place, orders in found.items()}}


def _parts(order: Order) -> Json:
    out: Json = {"order": str(order), "power": order.power}
    if isinstance(order, Hold):
        out["kind"] = "hold"
    elif isinstance(order, Move):
        out.update(kind="move", to=order.destination, via=order.via_convoy)
    elif isinstance(order, Support):
        out.update(kind="support", unit=order.supported.place, to=order.destination)
    elif isinstance(order, Convoy):
        out.update(kind="convoy", unit=order.convoyed.place, to=order.destination)
    elif isinstance(order, Retreat):
        out.update(kind="retreat", to=order.destination)
    elif isinstance(order, Disband):
        out["kind"] = "disband"
    elif isinstance(order, Build):
        out.update(kind="build", to=order.unit.place, type=order.unit.type.value if order.unit.type else "")
    elif isinstance(order, Waive):
        out["kind"] = "waive"
    return out


def _explain(request: Mapping[str, Any]) -> Json:
    """Return why an order came out as it did, with the chain of its causes, and the picture of that."""
    result, key, language = _turn(request).adjudicate(), _text(request, "order"), _language(request)
    chosen = result[key]
    lines = list(result.explain(chosen.order, full=True))
    movement = str(result.turn.type) == "movement"
    picture = _picture(request, result, language, order=chosen.order) if movement else ""
    return {"order": str(chosen.order), "lines": lines, "picture": picture}


def _resolutions(request: Mapping[str, Any]) -> Json:
    """Return every resolution of the turn, the cores of its paradoxes, and a map for each resolution."""
    found, language = _turn(request).resolutions(), _language(request)
    return {**found.to_dict(), "picture": _picture(request, found, language)}


def _compare(request: Mapping[str, Any]) -> Json:
    """Return what every rulebook, and every single choice, makes of the turn: the differences only."""
    return _turn(request).compare().to_dict()


def _change(request: Mapping[str, Any]) -> Json:
    """Return the smallest changes of other orders that would turn an order's success."""
    found = _turn(request).counterfactuals(_text(request, "order"), most=4, seconds=CHANGE_SECONDS)
    return {**found.to_dict(), "texts": [str(one) for one in found]}


def _export(request: Mapping[str, Any]) -> Json:
    """Return the turn in another form: a case file, an interchange line, a text for a forum."""
    turn, form = _turn(request), _text(request, "form", "case")
    if form == "line":
        return {"text": turn.to_json()}
    if form == "forum":
        result = turn.adjudicate()
        return {"text": f"{turn.phase or ''} ({turn.rules.name})\n\n{result}".strip()}
    if form == "case":
        return {"text": str(turn)}
    raise RequestError(f"form: {form!r}; expected case, line or forum")


@lru_cache(maxsize=1)
def _catalogue() -> Json:
    return {
        "rulebooks": list(PRESETS),
        "options": [
            {
                "name": option.name,
                "issue": option.issue,
                "about": option.about,
                "choices": [{"name": name, "about": about} for name, about in option.choices.items()],
                "presets": {preset: rules[option.name] for preset, rules in PRESETS.items()},
            }
            for option in OPTIONS
        ],
        "cases": [{"id": case.id, "title": case.title} for case in library()],
        "variants": [{"name": name, "about": variant.about} for name, variant in variants().items()],
    }


def _hello(_request: Mapping[str, Any]) -> Json:
    """Return what the page offers: rulebooks, options, cases, variants."""
    return _catalogue()


def _board(request: Mapping[str, Any]) -> Json:
    """Return what stands on a board: provinces, coasts, powers, and names in a language."""
    board, language = load_board(_text(request, "board", "standard")), _language(request)
    names = board.names
    return {
        "provinces": {
            province.id: {
                "name": names.name(province.id, language),
                "kind": province.kind,
                "center": province.center,
                "places": list(province.locations),
                "army": province.id in board.army_stands,
            }
            for province in board.provinces
        },
        "powers": {power: names.name(power, language) for power in board.powers},
    }


def _edit(request: Mapping[str, Any]) -> Json:
    """Return a position with one thing changed: a unit set or taken away, a center owned, the phase."""
    position = _position(request)
    board = load_board(position.board)
    return {"position": str(changed(position, request, board))}


ACTIONS: dict[str, Callable[[Mapping[str, Any]], Json]] = {
    "hello": _hello,
    "board": _board,
    "open": _open,
    "look": _look,
    "legal": _legal,
    "edit": _edit,
    "explain": _explain,
    "resolutions": _resolutions,
    "compare": _compare,
    "change": _change,
    "export": _export,
}
"""What can be asked, by the word under ``"do"``."""

SLOW = frozenset({"compare", "change", "resolutions"})
"""What searches: it may take seconds, and is given a time limit."""


def answer(request: object) -> Json:
    """Return the answer to a request of the page; a fault is an answer, too.

    Args:
        request: An object with the key ``"do"``, one of `ACTIONS`, and what that takes.

    Returns:
        What the action gives; or ``{"error": "…"}``, a sentence for the reader of the page.

    >>> answer({"do": "dance"})["error"]
    "do: 'dance'; expected hello, board, open, look, legal, edit, explain, resolutions, compare, change, export"
    """
    try:
        if not isinstance(request, dict):
            raise RequestError("expected an object")
        asked = cast(Json, request)
        action = ACTIONS.get(_text(asked, "do"))
        if action is None:
            raise RequestError(f"do: {_text(asked, 'do')[:40]!r}; expected {', '.join(ACTIONS)}")
        return cast(Json, all_visible(action(asked)))
    except (StandoffError, UnknownNameError) as fault:
        return {"error": visible(str(fault)[:4000])}
    except RecursionError:
        return {"error": "this is nested too deep to be read"}
