"""The page's requests and the answers to them: plain objects in, plain objects out, and nothing else.

A request names what it wants under ``"do"`` and carries the turn it is about: a position string, the orders as text, a
rulebook. Nothing is kept between two requests. No text of a request is ever used as the name of a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice, zip_longest
from typing import Any, cast

from ..cases.catalog import library
from ..cases.playing import PlayedPhase
from ..map import Board, PhaseType, Position, StandoffError, UnknownNameError, load_board
from ..map.board import for_strangers
from ..map.names import LANGUAGES
from ..pictures import chain_of, draw, phase_words, scenes_of_resolutions
from ..solver import (
    OPTIONS,
    PRESETS,
    Build,
    Convoy,
    Move,
    MovementResult,
    Order,
    Outcome,
    Retreat,
    Rulebook,
    Support,
    Waive,
    explain,
    legal_orders,
    rulebook,
)
from ..solver.options import ENUMERATIONS
from ..solver.orders.adjustment_orders import Adjustments
from ..solver.variants import variant_of, variants
from ..text.explaining import words_in
from ..text.faults import fault_text
from ..text.messages import message, order_text
from ..text.reading import Line, lines_of
from ..text.visible import all_visible, visible
from ..turn.checking import Checker, Verdict
from ..turn.explained import explained
from ..turn.result import Result
from ..turn.turn import Turn
from .editing import changed
from .forum import FORUMS, case_text, forum_text
from .key import key
from .maps import GROUND, box_of, ground, picture, scene_of
from .opening import MOST_PHASES, opened

Json = dict[str, Any]

MOST_TEXT = 200_000
"""At most this many characters of orders or pasted text are read."""

MOST_ORDERS = 400
"""At most this many orders are read; no board of ours has more units."""


CHANGE_SECONDS = 5
"""After this long no further pair of changes is tried."""

MOST_NODES = MOST_PHASES
"""A game has at most this many phases, in all its branches."""


class RequestError(StandoffError):
    """A request cannot be understood; the message says what was given and what is expected."""


def orders_in(text: str, board: Board, position: Position | None = None) -> list[Line]:
    """Return the orders of a text, good and bad, in their order (`text.reading.lines_of`).

    Raises:
        RequestError: They are too many.

    >>> from standoff.map import starting_position
    >>> [(one.power, str(one.order), one.fault) for one in orders_in("A PAR - BUR", load_board(), starting_position())]
    [('FRANCE', 'A PAR - BUR', '')]
    """
    lines = list(islice(lines_of(text, board, position=position), MOST_ORDERS + 1))
    if len(lines) > MOST_ORDERS:
        raise RequestError(f"at most {MOST_ORDERS} orders are read")
    return lines


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


# -- a turn ----------------------------------------------------------------------------------------------------------


def _open(request: Mapping[str, Any]) -> Json:
    """Start from the opening, a case of the library, a position string, or a pasted text in any format."""
    at = _position(request) if request.get("position") else None
    return opened(_text(request, "source"), _text(request, "phase"), _rules(request), at, _language(request))


def _line(request: Mapping[str, Any]) -> Json:
    """Return the positions that the orders of a tree of phases lead to, one per node, in the order of the nodes."""
    nodes = request.get("nodes", [])
    if not isinstance(nodes, list) or len(cast("list[Any]", nodes)) > MOST_NODES:
        raise RequestError(f"nodes: expected a list of at most {MOST_NODES} phases")
    answers: list[Json] = []
    after: list[Position | None] = []
    for number, node in enumerate(cast("list[Any]", nodes)):
        if not isinstance(node, dict):
            raise RequestError(f"nodes: expected objects; number {number} is not one")
        entry = cast(Json, node)
        parent = entry.get("parent")
        if isinstance(parent, int) and not isinstance(parent, bool):
            if not 0 <= parent < number:
                raise RequestError(f"nodes: {parent} does not come before {number}, whose parent it is")
            position = after[parent]
        else:
            position = _position(entry)
        entry_answer: Json = {"position": None if position is None else str(position)}
        next_one: Position | None = None
        if position is not None:
            try:
                turn = _turn_of(position, _lines(entry, position), _rules({**request, **entry}))
                next_one = turn.adjudicate().next().position
            except StandoffError as fault:
                entry_answer["error"] = visible(str(fault)[:400])
        answers.append(entry_answer)
        after.append(next_one)
    return {"nodes": answers}


def _look(request: Mapping[str, Any]) -> Json:
    """Settle a turn: its map, what became of each order and why, the paradoxes, and what comes next."""
    position, language, theme = _position(request), _language(request), _text(request, "theme", "light")
    lines, rules = _lines(request, position), _rules(request)
    turn = _turn_of(position, lines, rules)
    judged = request.get("judged", True) is not False
    result = turn.adjudicate()
    scene = scene_of(result, language, judged=judged)
    box = box_of([scene])
    marked = _orders_named(request, "marked")
    if marked:
        scene = replace(scene, emphasis=frozenset(marked))
        box = box_of([scene], always=True)
    near = _nearest(lines, result, language)
    out: Json = {
        "faults": [
            {
                "line": one.line,
                "power": one.power,
                "text": one.text,
                "message": fault_text(one.fault, language),
                "nearest": near.get(number, []),
            }
            for number, one in enumerate(lines)
            if one.fault
        ],
        "phase": str(turn.phase) if turn.phase else "",
        "phase_words": phase_words(turn.phase, language),
        "kind": str(turn.type),
        "picture": picture(scene, theme, language, _prefix(request)),
        "box": box,
        "orders": [
            {
                "line": one.line,
                "power": one.power,
                "text": one.text,
                "order": str(one.order),
                "place": _place(one.order),
                "nearest": near.get(number, []),
            }
            for number, one in enumerate(lines)
            if one.order is not None
        ],
        "allowed": _allowed(turn, language),
    }
    if request.get("legal"):
        out["legal"] = _legal(turn)
    if judged:
        out["result"] = _result(result, language)
        try:
            after = result.next().position
        except StandoffError:
            out["next"] = None
        else:
            end = PlayedPhase(result, variant_of(turn.board)).ending(language)
            out["next"] = {"position": str(after), "phase": str(after.phase or ""), "end": end}
    return out


def _nearest(lines: list[Line], result: Result, language: str) -> dict[int, list[Json]]:
    """Return the legal orders nearest to those that cannot be read or are illegal, by the number of their line."""
    if all(one.order is not None for one in lines) and not any(one.outcome is Outcome.ILLEGAL for one in result):
        return {}
    turn = result.turn
    wrong = (Verdict.UNREADABLE, Verdict.ILLEGAL)
    return {
        number: [{"order": str(order), "said": order_text(order, turn.board, language)} for order in one.nearest]
        for number, one in enumerate(Checker(turn.position, turn.rules, turn.board).lines(lines))
        if one.verdict in wrong
    }


def _place(order: Order) -> str:
    """Return the province of the unit that an order is for, an empty text if there is none."""
    return "" if isinstance(order, Waive) or not hasattr(order, "unit") else order.unit.province


def _result(result: Result, language: str) -> Json:
    """Return what became of a turn, in words of a language."""
    full = result.to_dict(language=language)
    for entry, one in zip(full["orders"], result, strict=True):
        entry["drawn"] = str(one.order)  # by which the picture names it
        entry["place"] = _place(one.order)
    return full


def _allowed(turn: Turn, language: str) -> list[Json]:
    """Return what a winter allows each power: how many units it builds (or removes, below 0), and where."""
    if turn.type is not PhaseType.ADJUSTMENT:
        return []
    winter = Adjustments(turn.board, turn.position, turn.rules)
    names = turn.board.names
    out: list[Json] = []
    for power, number in winter.powers.items():
        count = winter.balance[number]
        places = winter.free_homes(power) if count > 0 else []
        if count < 0:
            places = [unit.province for unit in turn.position.units if unit.power == power]
        if count:
            out.append({"power": power, "name": names.name(power, language), "count": count, "places": places})
    return out


def _prefix(request: Mapping[str, Any]) -> str:
    prefix = _text(request, "prefix", "m-")
    if not re.fullmatch(r"[a-z][a-z0-9]{0,7}-", prefix) or prefix == GROUND:
        raise RequestError(f"prefix: {prefix[:20]!r}; expected a letter, perhaps more, and '-', and not {GROUND!r}")
    return prefix


def _orders_named(request: Mapping[str, Any], key: str) -> list[tuple[str, str]]:
    """Return powers and orders that a request names."""
    entries = request.get(key, [])
    if not isinstance(entries, list) or not all(
        isinstance(one, list)
        and len(cast("list[Any]", one)) == 2
        and all(isinstance(part, str) for part in cast("list[Any]", one))
        for one in cast("list[Any]", entries)
    ):
        raise RequestError(f"{key}: expected a list of powers and orders")
    return [(power, order) for power, order in cast("list[list[str]]", entries)]


def _legal(turn: Turn) -> Json:
    """Return every legal order of every unit, in the parts that are needed for pointing at the map."""
    legal = legal_orders(turn.position, rules=turn.rules, board=turn.board)
    return {place: [_parts(order) for order in orders] for place, orders in legal.items()}


def _parts(order: Order) -> Json:
    out: Json = {"order": str(order), "power": order.power, "kind": type(order).__name__.lower()}
    if isinstance(order, Move):
        out.update(to=order.destination, via=order.via_convoy)
    elif isinstance(order, Support):
        out.update(unit=order.supported.place, to=order.destination)
    elif isinstance(order, Convoy):
        out.update(unit=order.convoyed.place, to=order.destination)
    elif isinstance(order, Retreat):
        out["to"] = order.destination
    elif isinstance(order, Build):
        out.update(to=order.unit.place, type=order.unit.type.value if order.unit.type else "")
    return out


# -- questions about it -----------------------------------------------------------------------------------------------


def _explain(request: Mapping[str, Any]) -> Json:
    """Return why an order came out as it did, with the chain of its causes, and the orders in it."""
    result, language = _turn(request).adjudicate(), _language(request)
    chosen = _chosen(result, request)
    (one,) = explained(result, [chosen], full=True, language=language)
    lines = [{"depth": (len(line) - len(line.lstrip())) // 2, "text": line.strip()} for line in one.lines]
    chain = [chosen]
    if isinstance(result.phase_result, MovementResult):
        chain = chain_of(explain(result.phase_result), chosen)
    return {"order": str(chosen), "lines": lines, "chain": sorted([order.power, str(order)] for order in chain)}


def _chosen(result: Result, request: Mapping[str, Any]) -> Order:
    """Return the order that a request asks about, of the power that it names, if it names one."""
    key, power = _text(request, "order"), _text(request, "power")
    for one in result:
        if one.order.power == power and str(one.order) == key:
            return one.order
    return result[key].order


def _resolutions(request: Mapping[str, Any]) -> Json:
    """Return every resolution of the turn, each with its map, and the cores of its paradoxes."""
    turn, language, theme = _turn(request), _language(request), _text(request, "theme", "light")
    resolutions = turn.resolutions()
    scenes, notes = scenes_of_resolutions(resolutions, language=language)

    def texts(orders: Iterable[Order]) -> list[str]:
        return [order_text(order, turn.board, language) for order in orders]

    solved = resolutions.to_dict(language=language)
    return {
        "count": solved["count"],
        "components": solved["components"],
        "shown": [
            {
                "heading": scene.heading,
                "adopted": scene.adopted,
                "succeed": texts(order for order in resolutions.differing if order in succeeding)
                if succeeding is not None
                else None,
                "picture": picture(replace(scene, adopted=False), theme, language, _prefix(request)),
            }
            for scene, succeeding in zip_longest(scenes, resolutions.resolutions[: len(scenes)])
        ],
        "box": box_of(scenes, always=True),
        "notes": notes,
    }


def _compare(request: Mapping[str, Any]) -> Json:
    """Return the outcomes of the turn under every rulebook and every single choice: the differences only."""
    comparison = _turn(request).compare().to_dict(language=_language(request))
    changes = [one for verdict in comparison["verdicts"] for one in verdict["changes"]]
    changed = {(one["power"], side["order"]) for one in changes for side in (one["from"], one["to"]) if side}
    return {**comparison, "marked": sorted(map(list, changed))}


def _change(request: Mapping[str, Any]) -> Json:
    """Return the smallest changes of other orders that would turn an order's success."""
    turn, language = _turn(request), _language(request)
    search = turn.counterfactuals(_chosen(turn.adjudicate(), request), most=4, seconds=CHANGE_SECONDS)
    return search.to_dict(words_in(language, turn.board))


def _export(request: Mapping[str, Any]) -> Json:
    """Return the turn in another form: a case file, an interchange line, a picture, a text for a forum."""
    turn, form, language = _turn(request), _text(request, "form", "case"), _language(request)
    name = "-".join(filter(None, (str(turn.phase or ""), turn.rules.preset)))
    if form == "line":
        return {"text": turn.to_json(), "name": f"{name}.jsonl"}
    if form == "case":
        return {"text": case_text(turn, _text(request, "title"), _text(request, "comment")), "name": f"{name}.txt"}
    if form == "svg":
        theme = _text(request, "theme", "light")
        drawing = draw(turn.adjudicate(), theme=theme, language=language, title=_text(request, "title"))
        return {"text": drawing.svg, "name": f"{name}.svg"}
    if form in FORUMS:
        words = (_text(request, "title"), _text(request, "comment"), _text(request, "link"))
        return {"text": forum_text(turn.adjudicate(), FORUMS[form], language, *words, f"{name}.png"), "name": name}
    raise RequestError(f"form: {form!r}; expected case, line, svg, {' or '.join(FORUMS)}")


@lru_cache(maxsize=len(LANGUAGES))
def _offered(language: str) -> Json:
    return {
        "rulebooks": list(PRESETS),
        "options": [
            {
                "name": option.name,
                "issue": option.issue,
                "about": message(option.about, language),
                "choices": [
                    {"name": name, "about": message(ENUMERATIONS[option.name].of_word(name), language)}
                    for name in option.choices
                ],
                "presets": {preset: rules[option.name] for preset, rules in PRESETS.items()},
            }
            for option in OPTIONS
        ],
        "cases": [{"id": case.id, "title": case.title} for case in library()],
        "variants": [{"name": name, "about": variant.about} for name, variant in variants().items()],
    }


def _hello(request: Mapping[str, Any]) -> Json:
    """Return what the page offers: rulebooks, options, cases, variants."""
    return _offered(_language(request))


def _ground(request: Mapping[str, Any]) -> Json:
    """Return an empty board to draw on, and what stands on it: provinces, powers, names in a language."""
    board = load_board(_text(request, "board", "standard"))
    return ground(board, _text(request, "theme", "light"), _language(request))


def _key(request: Mapping[str, Any]) -> Json:
    """Return the key of the signs, with pictures."""
    return key(_text(request, "theme", "light"), _language(request))


def _edit(request: Mapping[str, Any]) -> Json:
    """Return a position with one thing changed: a unit added or removed, the owner of a center, the phase."""
    position = _position(request)
    board = load_board(position.board)
    return {"position": str(changed(position, request, board))}


ACTIONS: dict[str, Callable[[Mapping[str, Any]], Json]] = {
    "hello": _hello,
    "ground": _ground,
    "key": _key,
    "open": _open,
    "line": _line,
    "look": _look,
    "edit": _edit,
    "explain": _explain,
    "resolutions": _resolutions,
    "compare": _compare,
    "change": _change,
    "export": _export,
}
"""What can be asked, by the word under ``"do"``."""


def answer(request: object) -> Json:
    """Return the answer to a request of the page; a fault is an answer, too.

    Args:
        request: An object with the key ``"do"``, one of `ACTIONS`, and what that takes.

    Returns:
        What the action gives; or ``{"error": "…"}``, a sentence for the reader of the page.

    >>> answer({"do": "dance"})["error"][:40]
    "do: 'dance'; expected hello, ground, key"
    """
    try:
        if not isinstance(request, dict):
            raise RequestError("expected an object")
        message_object = cast(Json, request)
        action = ACTIONS.get(_text(message_object, "do"))
        if action is None:
            raise RequestError(f"do: {_text(message_object, 'do')[:40]!r}; expected {', '.join(ACTIONS)}")
        with for_strangers():  # a link, and what is pasted, may be anybody's
            return cast(Json, all_visible(action(message_object)))
    except (StandoffError, UnknownNameError) as fault:
        return {"error": visible(str(fault)[:4000])}
    except RecursionError:
        return {"error": "this is nested too deeply to be read"}
