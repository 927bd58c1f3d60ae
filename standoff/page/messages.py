"""The page's requests and the answers to them: plain objects in, plain objects out, and nothing else.

A request names what it wants under ``"do"`` and carries the turn it is about: a position string, the orders as text, a
rulebook. Nothing is kept between two requests. No text of a request is ever used as the name of a file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, cast

from ..cases import library, title_in
from ..map import (
    LANGUAGES,
    Board,
    PhaseType,
    Position,
    StandoffError,
    UnknownNameError,
    allowed_boards,
    board_names,
    named_board,
    schema_faults,
)
from ..pictures import chain_of, crop_of, open_places, phase_words, province_of_unit
from ..solver import (
    OPTIONS,
    PRESETS,
    Adjustments,
    Build,
    Convoy,
    Move,
    MovementResult,
    Order,
    Outcome,
    Retreat,
    Rulebook,
    Support,
    explain,
    legal_by_place,
    rulebook,
    variant_of,
    variants,
)
from ..text import Line, all_visible, fault_text, lines_of, message, order_text, translator_for, visible, words_in
from ..turn import Checker, PlayedPhase, Result, Turn, Verdict, explained
from .editing import changed
from .export import Shown, case_file, drawn, game_file
from .forum import FORUMS, forum_text
from .key import key
from .maps import SHARED_PREFIX, empty_board, picture, place_in, scene_of, type_in
from .opening import MOST_PHASES, opened, title_of_game
from .studies import compared, paradox_title_and_text, resolutions, rulebook_title

Json = dict[str, Any]

MOST_TEXT = 200_000
"""At most this many characters of orders or pasted text are read."""

MOST_ORDERS = 400
"""At most this many orders are read; no board of ours has more units."""

CHANGE_SECONDS = 5
"""After this long no further pair of changes is tried."""


_TEXT = {"type": "string"}
_TEXTS = "do position orders rules board language theme prefix source phase order power form title comment view link"
_SCHEMA: Json = {
    "type": "object",
    "properties": {
        **dict.fromkeys(_TEXTS.split(), _TEXT),
        "options": {"type": "object", "additionalProperties": _TEXT},
        "marked": {"type": "array", "items": {"type": "array", "items": _TEXT}},
        "nodes": {"type": "array", "items": {"type": "object"}},
        "other": {"type": "object"},
        **{key: {} for key in ("parent", "judged", "legal", "unit", "remove", "center", "clear", "differences")},
    },
    "additionalProperties": False,
}
"""What a request may carry; what a change of the position takes, `editing.changed` reads."""


class RequestError(StandoffError):
    """A request cannot be understood; the message says what was given and what is expected."""


def orders_in(text: str, board: Board, position: Position | None = None) -> list[Line]:
    """Return the orders of a text, good and bad, in their order (`text.reading.lines_of`).

    Raises:
        RequestError: They are too many.

    >>> from standoff.map import load_board, starting_position
    >>> [(one.power, str(one.order), one.fault) for one in orders_in("A PAR - BUR", load_board(), starting_position())]
    [('FRANCE', 'A PAR - BUR', '')]
    """
    lines = list(islice(lines_of(text, board, position=position), MOST_ORDERS + 1))
    if len(lines) > MOST_ORDERS:
        raise RequestError(f"at most {MOST_ORDERS} orders are read")
    return lines


class Request:
    """What a request carries; its parts are read when they are asked for.

    Raises:
        RequestError: It has not the form of a request.
    """

    def __init__(self, entries: object) -> None:
        if isinstance(entries, dict):  # null is nothing, as for a phase whose position is not known yet
            entries = {name: value for name, value in cast(Json, entries).items() if value is not None}
        faults = schema_faults(entries, _SCHEMA)
        if faults:
            raise RequestError(faults[0])
        self.entries = cast(Json, entries)
        for name, value in self.entries.items():
            if isinstance(value, str) and len(value) > MOST_TEXT:
                raise RequestError(f"{name}: {len(value)} characters; at most {MOST_TEXT} are read")

    def text(self, key: str, default: str = "") -> str:
        """Return a text, a default if there is none."""
        return self.entries.get(key, default)

    @property
    def rules(self) -> Rulebook:
        """The rulebook with its options."""
        return rulebook(self.text("rules", "2023"), **self.entries.get("options", {}))

    @cached_property
    def position(self) -> Position:
        """The position; a board may be named by its file, whatever folder that is in here."""
        board, _, rest = self.text("position").partition(" ")
        return Position.parse(f"{_board_here(board)} {rest}")

    @property
    def language(self) -> str:
        """The language of the answer."""
        language = self.text("language", "en")
        if language not in LANGUAGES:
            raise RequestError(f"language: expected one of {', '.join(LANGUAGES)}")
        return language

    @property
    def theme(self) -> str:
        """The name of the theme of pictures."""
        return self.text("theme", "light")

    @property
    def prefix(self) -> str:
        """What the ids of a picture begin with."""
        prefix = self.text("prefix", "m-")
        if not re.fullmatch(r"[a-z][a-z0-9]{0,7}-", prefix) or prefix == SHARED_PREFIX:
            raise RequestError(
                f"prefix: {prefix[:20]!r}; expected a letter, perhaps more, and '-', and not {SHARED_PREFIX!r}"
            )
        return prefix

    @property
    def nodes(self) -> list[Request]:
        """The phases of its game, each as a request of its own."""
        nodes: list[Json] = self.entries.get("nodes", [])
        if len(nodes) > MOST_PHASES:
            raise RequestError(f"nodes: expected a list of at most {MOST_PHASES} phases")
        return [Request({**self.entries, "nodes": [], "position": "", "orders": "", **node}) for node in nodes]

    @cached_property
    def lines(self) -> list[Line]:
        """The orders, good and bad."""
        return orders_in(self.text("orders"), named_board(self.position.board), self.position)

    @property
    def turn(self) -> Turn:
        """The turn, of the orders that can be read."""
        good = [(one.order, one.text) for one in self.lines if one.order is not None]
        orders, texts = tuple(order for order, _ in good), tuple(text for _, text in good)
        return Turn(self.position, orders, self.rules, texts, board=named_board(self.position.board))

    def order_in(self, result: Result) -> Order:
        """Return the order that is asked about, of the power that is named, if one is."""
        key, power = self.text("order"), self.text("power")
        named = (one.order for one in result if (one.order.power, str(one.order)) == (power, key))
        return next(named, None) or result[key].order


def _board_here(name: str) -> str:
    """Return the path under which this process may read the board file of a link, or the name itself."""
    file, sharp, variant = name.partition("#")
    if name not in board_names() and not re.search(r"[/\\]", name):
        for path in map(Path, allowed_boards()):
            for one in (path, path / file):
                if one.name == file and one.is_file():
                    return f"{one}{sharp}{variant}"
    return name


# -- a turn ----------------------------------------------------------------------------------------------------------


def _open(request: Request) -> Json:
    """Start from the opening, a case of the library, a position string, or a pasted text in any format."""
    at = request.position if request.entries.get("position") else None
    return opened(request.text("source"), request.text("phase"), request.rules, at, request.language)


def _line(request: Request) -> Json:
    """Return the positions that the orders of a tree of phases lead to, one per node, in the order of the nodes."""
    answers: list[Json] = []
    after: list[Position | None] = []
    for number, entry in enumerate(request.nodes):
        parent = entry.entries.get("parent")
        if type(parent) is not int:
            position = entry.position
        elif 0 <= parent < number:
            position = after[parent]
        else:
            raise RequestError(f"nodes: {parent} does not come before {number}, whose parent it is")
        answers.append({"position": None if position is None else str(position)})
        after.append(None)
        if position is not None:
            entry.position = position
            try:
                after[number] = entry.turn.adjudicate().next().position
            except StandoffError as fault:
                answers[number]["error"] = visible(str(fault)[:400])
    return {"nodes": answers}


def _look(request: Request) -> Json:
    """Settle a turn: its map, what became of each order and why, the paradoxes, and what comes next."""
    language, turn = request.language, request.turn
    judged = request.entries.get("judged", True) is not False
    result = turn.adjudicate()
    scene = scene_of(result, language, judged=judged)
    orders, faults = _orders(request, result)
    out: Json = {
        "faults": faults,
        "phase": str(turn.phase) if turn.phase else "",
        "phase_words": phase_words(turn.phase, language),
        "kind": str(turn.type),
        "picture": picture(scene, request.theme, language, request.prefix),
        "box": crop_of([scene], also=open_places(turn.position, turn.board, turn.rules)),
        "orders": orders,
        "allowed": _allowed(turn, language),
        "rules_words": _rules_words(turn.rules, language),
    }
    if request.entries.get("legal"):
        out["legal"] = _legal(turn, language)
    if judged:
        out |= {"result": _result(result, language), "next": None}
        with suppress(StandoffError):
            after = result.next().position
            end = PlayedPhase(result, variant_of(turn.board)).ending(language)
            out["next"] = {"position": str(after), "phase": str(after.phase or ""), "end": end}
    return out


def _orders(request: Request, result: Result) -> tuple[list[Json], list[Json]]:
    """Return the orders of a request that can be read; and those with a fault, with the legal orders nearest to them.

    A fault is one of writing, or what makes an order illegal.
    """
    language, turn, results = request.language, result.turn, iter(result)
    orders: list[Json] = []
    faults: list[tuple[int, Json]] = []
    reason = translator_for(language, turn.board).reason
    for number, one in enumerate(request.lines):
        entry: Json = {"line": one.line, "power": one.power, "text": one.text}
        if one.fault:
            faults.append((number, {**entry, "message": fault_text(one.fault, language)}))
        if one.order is not None:
            entry |= {"order": str(one.order), "place": province_of_unit(one.order)}
            orders.append(entry)
            solved = next(results)
            if solved.outcome is Outcome.ILLEGAL:
                faults.append((number, {**entry, "message": reason(solved)}))
    checked = [*Checker(turn.position, turn.rules, turn.board).lines(request.lines)] if faults else []
    for number, entry in faults:
        wrong = checked[number].verdict in (Verdict.UNREADABLE, Verdict.ILLEGAL)
        near = checked[number].nearest if wrong else ()
        entry["nearest"] = [{"order": str(each), "said": order_text(each, turn.board, language)} for each in near]
    return orders, [entry for _, entry in faults]


def _rules_words(rules: Rulebook, language: str) -> str:
    """Return what a rulebook and its single options say, in words."""
    about = {name: OPTIONS[name].choices[choice] for name, choice in rules.differences.items()}
    chosen = [f"{name} = {rules[name]} ({message(choice, language)})" for name, choice in about.items()]
    options = f" {message('with', language)} {'; '.join(chosen)}" if chosen else ""
    said = f"{message('Rulebook', language)} {rulebook_title(rules.preset, language)}"
    return f"{said}{options} – {message(PRESETS[rules.preset].about, language)}"


def _result(result: Result, language: str) -> Json:
    """Return what became of a turn, in words of a language."""
    full, translator = result.to_dict(language=language), translator_for(language, result.turn.board)
    for entry, one in zip(full["orders"], result, strict=True):
        entry["drawn"] = str(one.order)  # by which the picture names it
        entry["place"] = province_of_unit(one.order)
    powers = list(dict.fromkeys(entry["power"] for entry in full["orders"]))
    return {
        **full,
        "orders": sorted(full["orders"], key=lambda entry: powers.index(entry["power"])),  # one heading for each
        "paradoxes": [paradox_title_and_text(one, translator) for one in result.paradoxes],
        "left": list(_left(result, language)),
    }


def _left(result: Result, language: str) -> Iterator[str]:
    """Yield what a phase leaves to be settled: who must retreat, and where nobody may."""
    board, say = result.turn.board, partial(message, language=language)
    place = partial(place_in, board=board, language=language)
    ways = result.phase_result.retreats if isinstance(result.phase_result, MovementResult) else {}
    for unit in (one.unit for one in result.dislodged):
        fate = say("has no retreat and disbands")
        if ways.get(unit.province):
            fate = f"{say('may retreat to')}: {', '.join(map(place, ways[unit.province]))}"
        name = f"{type_in(unit.type, language)} {place(unit.location)}"
        yield f"{board.names.name(unit.power, language)}: {name}: {say('dislodged')}, {fate}"
    if result.contested:
        yield f"{say('contested')}: {', '.join(map(place, sorted(result.contested)))}"


def _allowed(turn: Turn, language: str) -> list[Json]:
    """Return what a winter allows each power: how many units it builds (removes, below 0), where, and where still."""
    if turn.type is not PhaseType.ADJUSTMENT:
        return []
    winter, say = Adjustments(turn.board, turn.position, turn.rules), partial(message, language=language)
    ordered = [(order.power, province_of_unit(order)) for order in turn.orders]
    out: list[Json] = []
    for power, number in winter.powers.items():
        count = winter.balance[number]
        if not count:
            continue
        places = [unit.province for unit in turn.position.units if unit.power == power]
        sentence = "{power} removes: {count} ({places})"
        if count > 0:
            places = winter.free_homes(power)
            nothing = "{power} builds nothing: no home center is free"
            sentence = "{power} builds: {count} ({places})" if places else nothing
        said = say(sentence).format(
            power=turn.board.names.name(power, language),
            count=min(abs(count), len(places)),
            places=", ".join(place_in(place, turn.board, language) for place in places),
        )
        given = f"{say('orders given')}: {sum(own == power for own, _ in ordered)}"
        free = [place for place in places if all(place != taken for _, taken in ordered)]
        out.append({"power": power, "count": count, "places": places, "open": free, "said": f"{said}; {given}"})
    return out


def _legal(turn: Turn, language: str) -> Json:
    """Return every legal order of every unit, in words and in the parts that are needed for pointing at the map."""
    legal = legal_by_place(turn.position, rules=turn.rules, board=turn.board)
    return {
        place: [{**_parts(order), "said": order_text(order, turn.board, language)} for order in orders]
        for place, orders in legal.items()
    }


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


def _explain(request: Request) -> Json:
    """Return why an order came out as it did, with the chain of its causes, and the orders in it."""
    result, language = request.turn.adjudicate(), request.language
    chosen = request.order_in(result)
    (one,) = explained(result, [chosen], full=True, language=language)
    repeated = f": {message('see above', language)}"
    lines = [
        {"depth": (len(line) - len(line.lstrip())) // 2, "text": line.strip()}
        for line in one.lines
        if not line.endswith(repeated)  # it stands above with its causes
    ]
    chain = [chosen]
    if isinstance(result.phase_result, MovementResult):
        chain = chain_of(explain(result.phase_result), chosen)
    return {"order": str(chosen), "lines": lines, "chain": sorted([order.power, str(order)] for order in chain)}


def _change(request: Request) -> Json:
    """Return the smallest changes of other orders that would turn an order's success."""
    turn = request.turn
    search = turn.counterfactuals(request.order_in(turn.adjudicate()), most=4, seconds=CHANGE_SECONDS)
    return search.to_dict(words_in(request.language, turn.board))


def _export(request: Request) -> Json:
    """Return the turn in another form: a file of its game, an interchange line, the picture shown, a forum's text."""
    turn, form, language = request.turn, request.text("form", "case"), request.language
    name = "-".join(filter(None, (str(turn.phase or ""), turn.rules.preset)))
    if form == "line":
        return {"text": turn.to_json(), "name": f"{name}.jsonl"}
    title, comment = request.text("title"), request.text("comment")
    if form in ("case", "game"):
        phases = [Shown(one.turn, one.text("orders"), one.text("comment")) for one in request.nodes]
        write, ending = (case_file, "txt") if form == "case" else (game_file, "json")
        return {"text": write(phases or [Shown(turn, "", "")], title, comment), "name": f"{title or name}.{ending}"}
    if form == "svg":
        compared = request.entries.get("other")
        drawing, more = drawn(
            turn.adjudicate(),
            view=request.text("view"),
            chosen=request.text("order"),
            other=None if compared is None else Request(compared).rules,
            marked=frozenset(map(tuple, request.entries.get("marked", []))),
            theme=request.theme,
            language=language,
            title=title,
        )
        return {"text": drawing.svg, "name": f"{name}{more}.svg"}
    if form in FORUMS:
        words = (title, comment, request.text("link"), f"{name}.png")
        return {"text": forum_text(turn.adjudicate(), FORUMS[form], language, *words), "name": name}
    raise RequestError(f"form: {form!r}; expected case, game, line, svg, {' or '.join(FORUMS)}")


@lru_cache(maxsize=len(LANGUAGES))
def _offered(language: str) -> Json:
    """Return what the page offers in a language: rulebooks, options, cases, variants."""
    return {
        "rulebooks": [{"name": name, "said": rulebook_title(name, language)} for name in PRESETS],
        "options": [
            {
                "name": name,
                "issue": option.issue,
                "about": message(option.about, language),
                "choices": [
                    {"name": word, "about": message(choice, language)} for word, choice in option.choices.items()
                ],
                "presets": {preset: rules[name] for preset, rules in PRESETS.items()},
            }
            for name, option in OPTIONS.items()
        ],
        "cases": [{"id": case.id, "title": title_in(case.id, case.title, language)} for case in library()],
        "variants": [{"name": name, "about": message(variant.about, language)} for name, variant in variants().items()],
    }


def _hello(request: Request) -> Json:
    """Return what the page offers, and the title of its game in the reader's language if it is that of a case."""
    titled, language = request.text("title"), request.language
    return {**_offered(language), "titled": titled, "title": title_of_game(titled, language)}


def _board(request: Request) -> Board:
    """Return the board that is named, by its name or that of its file."""
    return named_board(_board_here(request.text("board", "standard")))


def _edit(request: Request) -> Json:
    """Return a position with one thing changed: a unit added or removed, the owner of a center, the phase."""
    return {"position": str(changed(request.position, request.entries, named_board(request.position.board)))}


ACTIONS: dict[str, Callable[[Request], Json]] = {
    "hello": _hello,
    "ground": lambda request: empty_board(_board(request), request.theme, request.language),
    "key": lambda request: key(request.theme, request.language),
    "open": _open,
    "line": _line,
    "look": _look,
    "edit": _edit,
    "explain": _explain,
    "resolutions": lambda request: resolutions(request.turn, request.theme, request.language),
    "compare": lambda request: compared(request.turn, request.theme, request.language),
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
        asked = Request(request)
        action = ACTIONS.get(asked.text("do"))
        if action is None:
            raise RequestError(f"do: {asked.text('do')[:40]!r}; expected {', '.join(ACTIONS)}")
        return cast(Json, all_visible(action(asked)))
    except (StandoffError, UnknownNameError) as fault:
        return {"error": visible(str(fault)[:4000])}
    except RecursionError:
        return {"error": "this is nested too deeply to be read"}
