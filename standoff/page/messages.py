"""The page's requests and their answers: plain objects in, plain objects out.

A request names an action under ``"do"`` and contains its turn: a position string, the orders as text, a rulebook. No
state is kept between requests. No text of a request is used as a file name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import cast

from ..cases import library, title_in
from ..map import (
    LANGUAGES,
    MOST_BYTES,
    Board,
    Json,
    PhaseType,
    Position,
    PositionError,
    StandoffError,
    UnknownNameError,
    allowed_boards,
    board_names,
    load_board,
    named_board,
    schema_faults,
    starting_position,
)
from ..pictures import chain_of, crop_of, draw_strengths, open_places, phase_words, province_of_unit
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
from ..text import (
    Line,
    all_visible,
    fault_text,
    faults_text,
    lines_of,
    message,
    order_text,
    translator_for,
    visible,
    words_in,
)
from ..turn import Checker, PhaseError, PlayedPhase, Result, Turn, Verdict
from .carrying import LaterPhase, carry_orders
from .editing import changed
from .export import Shown, as_file_name, case_file, drawn, game_file, interchange_line
from .forum import FORUMS, forum_text
from .gallery import chapters, gallery
from .key import key
from .maps import SHARED_PREFIX, empty_board, picture, place_in, scene_of, type_in
from .opening import MOST_PHASES, opened, title_of_game
from .studies import compared, paradox_title_and_text, resolutions, rulebook_title

MOST_ORDERS = 400
"""The most orders that are read; no board of the package has more units."""

CHANGE_SECONDS = 5
"""The time after which no further pair of changes is tried."""


_TEXT = {"type": "string"}
_TEXTS = (
    "do position orders rules board language theme prefix source phase order power form title comment view link "
    "arrows chapter"
)
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
"""The fields of a request; `editing.changed` reads those of a change of the position."""


class RequestError(StandoffError):
    """A request is invalid; the message has the value and what is expected."""


def orders_in(text: str, board: Board, position: Position | None = None) -> list[Line]:
    """Return the orders of a text, good and bad, in their order (`text.reading.lines_of`).

    Raises:
        RequestError: There are too many.

    >>> from standoff.map import load_board, starting_position
    >>> [(one.power, str(one.order), one.fault) for one in orders_in("A PAR - BUR", load_board(), starting_position())]
    [('FRANCE', 'A PAR - BUR', '')]
    """
    lines = list(islice(lines_of(text, board, position=position), MOST_ORDERS + 1))
    if len(lines) > MOST_ORDERS:
        raise RequestError(f"at most {MOST_ORDERS} orders are read")
    return lines


class Request:
    """A request; its parts are read on demand.

    Raises:
        RequestError: It is not a valid request.
    """

    def __init__(self, entries: object) -> None:
        if isinstance(entries, dict):  # null is absent, as for a phase with unknown position
            entries = {name: value for name, value in cast(Json, entries).items() if value is not None}
        faults = schema_faults(entries, _SCHEMA)
        if faults:
            raise RequestError(faults[0])
        self.entries = cast(Json, entries)
        for name, value in self.entries.items():
            if isinstance(value, str) and len(value) > MOST_BYTES:
                raise RequestError(f"{name}: {len(value):,} characters; at most {MOST_BYTES:,} are read")

    def text(self, key: str, default: str = "") -> str:
        """Return a text field, or a default."""
        return self.entries.get(key, default)

    @property
    def rules(self) -> Rulebook:
        """The rulebook with its options."""
        return rulebook(self.text("rules", "2023"), **self.entries.get("options", {}))

    @cached_property
    def position(self) -> Position:
        """The position; a board may be named by its file name, in any allowed folder."""
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
    def judged(self) -> bool:
        """False for a turn shown unsolved."""
        return self.entries.get("judged", True) is not False

    @property
    def prefix(self) -> str:
        """The prefix of a picture's ids."""
        prefix = self.text("prefix", "m-")
        if not re.fullmatch(r"[a-z][a-z0-9]{0,7}-", prefix) or prefix == SHARED_PREFIX:
            raise RequestError(
                f"prefix: {prefix[:20]!r}; expected a letter, perhaps more, and '-', and not {SHARED_PREFIX!r}"
            )
        return prefix

    @property
    def nodes(self) -> list[Request]:
        """The phases of its game, each as a request."""
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
        """The turn, of all readable orders."""
        orders = tuple(line.order for line in self.lines if line.order is not None)
        return Turn(self.position, orders, self.rules, board=named_board(self.position.board))

    def order_in(self, result: Result) -> Order:
        """Return the order in question, of the named power, if any."""
        key, power = self.text("order"), self.text("power")
        named = (one.order for one in result if (one.order.power, str(one.order)) == (power, key))
        return next(named, None) or result[key].order


def language_of(request: object) -> str:
    """Return the language of the answer to a request, whatever that is; English if it names none.

    >>> language_of({"language": "cs"}), language_of({"language": 7}), language_of("cs")
    ('cs', 'en', 'en')
    """
    language = cast(Json, request).get("language") if isinstance(request, dict) else None
    return language if language in LANGUAGES else "en"


def _board_here(name: str) -> str:
    """Return the path under which this process may read the board file of a link, or the name itself."""
    file, sharp, variant = name.replace("%20", " ").partition("#")
    if name not in board_names() and re.fullmatch(r"[^/\\{}\n]{1,200}", name):
        for path in map(Path, allowed_boards()):
            for one in (path, path / file):
                if one.name == file and one.is_file():
                    return f"{one}{sharp}{variant}".replace(" ", "%20")
    return name


# -- a turn ----------------------------------------------------------------------------------------------------------


def _open(request: Request) -> Json:
    """Open the start, a case of the library, a board, a position string, or a pasted text in any format."""
    at = request.position if request.entries.get("position") else None
    source = request.text("source").strip()
    file = _board_here(source)
    if file != source:
        source = str(starting_position(named_board(file.replace("%20", " "))))
    return opened(source, request.text("phase"), request.rules, at, request.language)


def _line(request: Request) -> Json:
    """Return the position after the orders of each node of a tree of phases, in the order of the nodes."""
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
                answers[number]["error"] = visible(faults_text(str(fault)[:400], request.language))
    return {"nodes": answers}


def _carry(request: Request) -> Json:
    """Return the phases after a changed turn, with the orders of the nodes, the later phases of the line it leaves."""
    later: list[LaterPhase] = []
    for node in request.nodes:
        if not node.entries.get("position"):
            break
        phase = node.position.phase
        if phase is not None:
            later.append(LaterPhase(phase, node.text("orders"), node.rules))
    return {"nodes": carry_orders(request.turn, later, request.language)}


def _look(request: Request) -> Json:
    """Adjudicate a turn: its map, each order's outcome and reason, the paradoxes, and the next phase."""
    language, turn, judged = request.language, request.turn, request.judged
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
        with suppress(PhaseError):
            try:
                after = result.next().position
            except PositionError as fault:  # unknown centers
                out["result"]["left"].append(fault_text(str(fault), language))
                return out
            end = PlayedPhase(result, variant_of(turn.board)).ending(language)
            out["next"] = {"position": str(after), "phase": str(after.phase or ""), "end": end}
    return out


def _orders(request: Request, result: Result) -> tuple[list[Json], list[Json]]:
    """Return the readable orders of a request; and those with a fault, with the nearest legal orders.

    Unreadable and illegal orders have faults.
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
    """Return a description of a rulebook and its options."""
    about = {name: OPTIONS[name].choices[choice] for name, choice in rules.differences.items()}
    chosen = [f"{name} = {rules[name]} ({message(choice, language)})" for name, choice in about.items()]
    options = f" {message('with', language)} {'; '.join(chosen)}" if chosen else ""
    title = f"{message('Rulebook', language)} {rulebook_title(rules.preset, language)}"
    return f"{title}{options} – {message(PRESETS[rules.preset].about, language)}"


def _result(result: Result, language: str) -> Json:
    """Return the result of a turn in a language."""
    full, translator = result.to_dict(language=language), translator_for(language, result.turn.board)
    for entry, one in zip(full["orders"], result, strict=True):
        entry["drawn"] = str(one.order)  # its name in the picture
        entry["place"] = province_of_unit(one.order)
    powers = list(dict.fromkeys(entry["power"] for entry in full["orders"]))
    return {
        **full,
        "orders": sorted(full["orders"], key=lambda entry: powers.index(entry["power"])),  # one heading per power
        "paradoxes": [paradox_title_and_text(one, translator) for one in result.paradoxes],
        "left": list(_left(result, language)),
    }


def _left(result: Result, language: str) -> Iterator[str]:
    """Yield what is left to settle after a phase: the units that must retreat, and the provinces closed to them."""
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
    """Return each power's adjustments: the number of builds (negative: removals), the homes, and those still free."""
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
        text = say(sentence).format(
            power=turn.board.names.name(power, language),
            count=min(abs(count), len(places)),
            places=", ".join(place_in(place, turn.board, language) for place in places),
        )
        given_text = f"{say('orders given')}: {sum(own == power for own, _ in ordered)}"
        free = [place for place in places if all(place != ordered_place for _, ordered_place in ordered)]
        out.append({"power": power, "count": count, "places": places, "open": free, "said": f"{text}; {given_text}"})
    return out


def _legal(turn: Turn, language: str) -> Json:
    """Return every legal order of every unit, as text and in the parts used for pointing at the map."""
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
    """Return the reason for an order's outcome, with the chain of causes, and the orders in it."""
    result, language = request.turn.adjudicate(), request.language
    chosen = request.order_in(result)
    (one,) = result.explain_orders([chosen], full=True, language=language)
    repeated = f": {message('see above', language)}"
    lines = [
        {"depth": (len(line) - len(line.lstrip())) // 2, "text": line.strip()}
        for line in one.lines
        if not line.endswith(repeated)  # shown above with its causes
    ]
    chain, strengths = [chosen], ""
    if isinstance(result.phase_result, MovementResult):
        explanations = explain(result.phase_result)
        chain = chain_of(explanations, chosen)
        if explanations[chosen].versus:
            board, theme = request.turn.board, request.theme
            strengths = draw_strengths(explanations[chosen], board, theme=theme, language=language).svg
    return {
        "order": str(chosen),
        "lines": lines,
        "strengths": strengths,
        "chain": sorted([order.power, str(order)] for order in chain),
    }


def _change(request: Request) -> Json:
    """Return the smallest changes of other orders that would alter an order's success."""
    turn = request.turn
    search = turn.counterfactuals(request.order_in(turn.adjudicate()), most=4, seconds=CHANGE_SECONDS)
    return search.to_dict(words_in(request.language, turn.board))


def _export(request: Request) -> Json:
    """Return an export of the turn: a file of its game, an interchange line, the picture shown, a forum post."""
    turn, form, language = request.turn, request.text("form", "case"), request.language
    name = as_file_name(f"{turn.phase or ''} {turn.rules.preset}")
    if form == "line":
        return {"text": interchange_line(turn), "name": f"{name}.jsonl"}
    title, comment = request.text("title"), request.text("comment")
    if form in ("case", "game"):
        phases = [Shown(one.turn, one.text("orders"), one.text("comment")) for one in request.nodes]
        write, ending = (case_file, "txt") if form == "case" else (game_file, "json")
        return {
            "text": write(phases or [Shown(turn, "", "")], title, comment),
            "name": f"{as_file_name(title) or name}.{ending}",
        }
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
            judged=request.judged,
            arrows=request.text("arrows"),
        )
        return {"text": drawing.svg, "name": f"{name}{more}.svg"}
    if form in FORUMS:
        file = f"{name}.png"
        text = forum_text(turn.adjudicate(), FORUMS[form], language, title, comment, request.text("link"), file)
        first = message("Upload the picture {file} to the forum first; the text names it.", language)
        return {"text": text, "name": name, "first": first.format(file=file)}
    raise RequestError(f"form: {form!r}; expected case, game, line, svg, {' or '.join(FORUMS)}")


@lru_cache(maxsize=len(LANGUAGES))
def _offered(language: str) -> Json:
    """Return the page's choices in a language: rulebooks, options, cases, variants and boards."""
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
        "chapters": chapters(language),
        "cases": [{"id": case.id, "title": title_in(case.id, case.title, language)} for case in library()],
        "boards": [
            {"name": name, "about": _about(load_board(name), language)}
            for name in dict.fromkeys([*variants(), *board_names()])
        ],
    }


def _about(board: Board, language: str) -> str:
    """Return a few words on a board."""
    if board.about:
        return message(board.about, language)
    sizes = {"provinces": len(board.provinces), "powers": len(board.powers)}
    return message("board: {provinces} provinces, {powers} powers", language).format(**sizes)


def _hello(request: Request) -> Json:
    """Return the page's choices, and the title of its game in the reader's language if it is that of a case."""
    titled, language = request.text("title"), request.language
    files = dict.fromkeys(path.name for path in map(Path, allowed_boards()) if path.is_file())
    boards = [{"name": name, "about": message("board file", language)} for name in files]
    offered = _offered(language)
    return {
        **offered,
        "boards": [*offered["boards"], *boards],
        "titled": titled,
        "title": title_of_game(titled, language),
    }


def _board(request: Request) -> Board:
    """Return the named board, by its name or that of its file, as positions write it."""
    return named_board(_board_here(request.text("board", "standard")).replace("%20", " "))


def _edit(request: Request) -> Json:
    """Return a position with one change: a unit added or removed, a center's owner, the phase."""
    return {"position": str(changed(request.position, request.entries, named_board(request.position.board)))}


ACTIONS: dict[str, Callable[[Request], Json]] = {
    "hello": _hello,
    "ground": lambda request: empty_board(_board(request), request.theme, request.language),
    "key": lambda request: key(request.theme, request.language),
    "open": _open,
    "line": _line,
    "carry": _carry,
    "look": _look,
    "edit": _edit,
    "explain": _explain,
    "resolutions": lambda request: resolutions(request.turn, request.theme, request.language),
    "compare": lambda request: compared(request.turn, request.theme, request.language),
    "change": _change,
    "export": _export,
    "gallery": lambda request: gallery(
        request.text("chapter"), request.theme, request.language, request.text("board", "standard")
    ),
}
"""The actions, by their names under ``"do"``."""


def answer(request: object) -> Json:
    """Return the answer to a request of the page; a fault is an answer, too.

    Args:
        request: An object with the key ``"do"``, one of `ACTIONS`, and its fields.

    Returns:
        The result of the action; or ``{"error": "…"}``, a sentence for the reader.

    >>> answer({"do": "dance"})["error"][:40]
    "do: 'dance'; expected hello, ground, key"
    """
    try:
        parsed = Request(request)
        action = ACTIONS.get(parsed.text("do"))
        if action is None:
            raise RequestError(f"do: {parsed.text('do')[:40]!r}; expected {', '.join(ACTIONS)}")
        return cast(Json, all_visible(action(parsed)))
    except (StandoffError, UnknownNameError) as fault:
        return {"error": visible(faults_text(str(fault)[:4000], language_of(request)))}
    except RecursionError:
        return {"error": message("this is nested too deeply to be read", language_of(request))}
