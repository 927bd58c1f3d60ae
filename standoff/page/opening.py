"""Opening on the page: the start, a case, a position, a saved game with all its phases, or pasted orders."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import lru_cache

from ..cases import (
    Case,
    CasePhase,
    cases_in,
    collected_faults,
    fields_of,
    format_of,
    library,
    number_of,
    options_of,
    play_case,
    position_named,
    retitled,
    short_id,
    start_from,
    title_in,
    units_by_power,
)
from ..map import (
    LANGUAGES,
    Board,
    Json,
    Phase,
    Position,
    StandoffError,
    Unit,
    board_names,
    json_object,
    load_board,
    named_board,
    starting_position,
)
from ..solver import PhaseResult, Rulebook, rulebook, variants
from ..text import Line, MailLine, lines_of, message, phases_in, text_of
from ..turn import Turn

MOST_PHASES = 500
"""The most phases of a saved game that are opened."""

MOST_NAME = 120
"""A line of at most this many characters may name a case."""


class OpeningError(StandoffError):
    """There is nothing to open; the message has what is expected."""


def orders_text(turn: Turn) -> str:
    """Return the orders of a turn as the page writes them: each power's name, then one order per line.

    >>> from standoff import read
    >>> print(orders_text(read("FRANCE: A PAR - BUR")), end="")
    FRANCE
      A PAR - BUR
    """
    by_power: dict[str, list[str]] = {}
    for order in turn.counted(turn.rules):
        by_power.setdefault(order.power, []).append(order.text or text_of(order, turn.board))
    return "\n".join(f"{power}\n" + "".join(f"  {text}\n" for text in texts) for power, texts in by_power.items())


def opened(source: str, phase: str, rules: Rulebook, at: Position | None = None, language: str = "en") -> Json:
    """Return the game in a text, for the page.

    Args:
        source: ``"start"``, a variant or board, the number of a case, or the text itself, in any format that is read.
        phase: The phase to show (default: the first).
        rules: The rulebook if the text names none.
        at: The position on the page: orders for its units are entered there.
        language: The language of titles and remarks.

    Returns:
        ``nodes``, one per phase, each with its position, orders, rulebook and differences from the record; ``at``, the
        one to show; ``here``: true if they are orders for `at`; ``title``; ``others``: further cases in the text.

    Raises:
        StandoffError: The text has no content.

    >>> answer = opened("6.F.14", "", rulebook())
    >>> answer["title"][:11], len(answer["nodes"]), answer["nodes"][0]["rules"]
    ('datc-6.F.14', 1, '2023')
    """
    source = source.strip()
    if not source:
        raise OpeningError("the text is empty; expected a position, orders, or the number of a case")
    named = position_named(source)
    if named is not None:
        position, rest = named
        return _game([{**_node(Turn(position, rules=rules)), "orders": rest.strip("\n")}])
    if source in variants():
        return _game([_node(Turn(variants()[source].start(), rules=rules))], source)
    if source in board_names():
        return _game([_node(Turn(starting_position(load_board(source)), rules=rules))], source)
    if len(source) <= MOST_NAME and "\n" not in source:
        case = _case_named(source, language)
        if case is not None:
            return of_case(case, phase, language=language)
    if at is not None and not phases_in(source, named_board(at.board)) and _is_for(source, at):
        return {**_game([{**_node(Turn(at, rules=rules)), "orders": source}]), "here": True}
    game = _of_text(source, phase, rules, language, at)
    return {**game, "here": at is not None and [node["position"] for node in game["nodes"]] == [str(at)]}


def _case_named(words: str, language: str = "en") -> Case | None:
    """Return the case of the library that a text names: by its number, in any notation, or by words of its title.

    Titles may be English or in `language`.

    >>> [case.id if (case := _case_named(words)) else "" for words in ("6F16", "DATC 6.F.16", "Pandin", "A PAR - BUR")]
    ['datc-6.F.16', 'datc-6.F.16', 'datc-6.F.16', '']
    """
    words = words.removeprefix("#")
    named = next(library(words), None)
    if named is not None:
        return named
    number = re.fullmatch(r"(?:datc)?\W*(\d)\W?([a-z])\W?(\d+)", words, re.IGNORECASE)
    if number:
        return next(library(f"{number[1]}.{number[2]}.{number[3]}"), None)
    wanted = words.casefold().split()
    if not all(len(word) > 3 for word in wanted):  # it may be an order
        return None
    for case in library():
        shown = {case.title, title_in(case.id, case.title, language)}
        if any(all(word in title.casefold() for word in wanted) for title in shown):
            return case
    return None


def of_turn(turn: Turn) -> Json:
    """Return a turn as a game of one phase, as `opened` does.

    >>> from standoff import read
    >>> of_turn(read("FRANCE: A PAR - BUR"))["nodes"][0]["orders"]
    'FRANCE\\n  A PAR - BUR\\n'
    """
    return _game([_node(turn)])


def _node(turn: Turn, differences: tuple[str, ...] = ()) -> Json:
    return {
        "position": str(turn.position),
        "orders": orders_text(turn),
        "rules": turn.rules.preset,
        "options": dict(turn.rules.differences),
        "differences": list(differences),
    }


def _game(nodes: list[Json], title: str = "", at: int = 0, others: list[str] | None = None) -> Json:
    return {"nodes": nodes, "at": at, "title": title, "others": others or [], "here": False}


def _good(lines: list[Line]) -> list[Line]:
    return [one for one in lines if one.order is not None]


def _is_for(source: str, position: Position) -> bool:
    """Return whether a text is orders, most of them for units of a position."""
    if format_of(source, orders=True, board=named_board(position.board)).name != "standoff":
        return False
    lines = list(lines_of(source, named_board(position.board), position=position))
    good = _good(lines)
    standing = {unit.province for unit in (*position.units, *(d.unit for d in position.dislodged))}
    named = [getattr(one.order, "unit", None) for one in good]
    standing_there = sum(unit is not None and unit.province in standing for unit in named)
    builds = position.phase is not None and position.phase.season == "W"
    return len(good) * 2 > len(lines) and (standing_there * 2 > len(good) or (builds and bool(good)))


def _of_text(source: str, phase: str, rules: Rulebook, language: str, at: Position | None) -> Json:
    """Return the content of a pasted text; if some lines of orders are faulty and others readable, all lines."""
    board = load_board() if at is None else named_board(at.board)
    form = format_of(source, board=board)
    thread = phases_in(source, board) if form.is_orders else []
    here = at if at is not None and _begins_at(thread, at) else None
    try:
        with collected_faults():
            cases = cases_in(source, "the text", board=board if here else None, position=here)
        if here is not None:
            start_from(cases[0], here)
    except StandoffError:
        lines = list(lines_of(source, load_board())) if form.name == "standoff" else []
        good = _good(lines)
        if not good and _is_name(source):
            raise OpeningError(_unknown(source, language)) from None
        if not good:
            raise
        text = "\n".join(f"{one.power}: {one.text}" for one in good)
        game = of_case(cases_in(text, "the text")[0], phase)
        return {**game, "nodes": [{**game["nodes"][0], "orders": source}], "title": ""}
    if not cases or not cases[0].phases:
        raise OpeningError("no orders in it; expected powers and their orders, a position, or the number of a case")
    case = cases[0]
    if "rules" not in case.head and not case.options:
        case = replace(case, head={**case.head, "rules": rules.preset, "options": options_of(rules.differences)})
    game = of_case(case, phase, others=[case.id for case in cases[1:50]], language=language)
    if form.is_orders and not any(node["orders"] or node["position"].split()[2] != "-" for node in game["nodes"]):
        raise OpeningError("no orders in it; expected powers and their orders, a position, or the number of a case")
    if thread:
        lines = dict(thread)
        above = lines.pop(None, [])
        for node, played in zip(game["nodes"], case.phases, strict=False):
            node["orders"] = _as_sent([*above, *lines.get(played.phase, above)], played, node, case.board)
            above = []
    return _as_saved(game, source, case) if form.name == "saved" and len(cases) == 1 else game


def _begins_at(thread: list[tuple[Phase | None, list[MailLine]]], at: Position) -> bool:
    """Return whether the first phase of a thread is that of a position, and its orders are for units there."""
    for phase, lines in thread:
        if phase is not None or len(thread) == 1:
            return phase in (None, at.phase) and _is_for("\n".join(line.raw for line in lines), at)
    return False


def _as_sent(lines: list[MailLine], phase: CasePhase, node: Json, board: Board) -> str:
    """Return the text of a phase of a thread as it was sent, with orders that do not count as comments.

    If this text gave other orders on the page, the orders that count stand alone.
    """
    position, counted = Position.parse(node["position"]), node["orders"]

    def orders_in(text: str) -> list[Line]:
        return _good(list(lines_of(text, board, position=position)))

    wanted = sorted((one.power, str(one.order)) for one in orders_in(counted))
    sent = "\n".join(line.raw for line in lines)
    count = {one.line for one in phase.orders if (one.order.power, str(one.order)) in wanted}
    others = {lines[one.line - 1].number for one in orders_in(sent)} - count
    text = "\n".join(f"{'# ' * (line.number in others)}{line.raw}" for line in lines).strip("\n")
    return text if sorted((one.power, str(one.order)) for one in orders_in(text)) == wanted else counted


def _is_name(source: str) -> bool:
    """Return whether a text without readable orders may be meant as a name: a few words, none of a single letter."""
    return len(source) <= MOST_NAME and bool(re.fullmatch(r"#?[\w.-]{2,}( [\w.-]{2,}){0,3}", source))


@lru_cache(maxsize=len(LANGUAGES))
def _names(language: str) -> dict[str, str]:
    """Return what may be meant by a word: cases, variants and boards, by their names and by words of titles."""
    named = {name: name for name in ("start", *board_names())}
    for case in library():
        named |= {name.casefold(): name for name in (short_id(case.id), case.id)}
        words = re.findall(r"\w{5,}", f"{case.title} {title_in(case.id, case.title, language)}".casefold())
        named |= {word: short_id(case.id) for word in words if word not in named}
    return named


def _unknown(source: str, language: str) -> str:
    """Return the message about an unknown name, with the cases, variants and boards that resemble it."""
    named = _names(language)
    word = source.removeprefix("#").casefold()
    alike = [one for one in named if one.startswith(word)] or get_close_matches(word, named, n=30, cutoff=0.7)
    alike.sort(key=lambda one: one[:4] != word[:4])
    near = [*dict.fromkeys(named[one] for one in alike)][:3]
    hint = f"nearest: {', '.join(near)}" if near else "expected a position, orders, or the number of a case"
    return f"no such case, variant or board: {source!r}; {hint}"


def _as_saved(game: Json, source: str, case: Case) -> Json:
    """Return a game with the additions of `export.game_file`: the typed orders and the comments."""
    with suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):  # another program's file
        saved = json_object(source)
        notes = {entry["name"]: entry["standoff"] for entry in saved["phases"]}
        texts = {key: str(saved["standoff"][key]) for key in ("title", "comment")}
        nodes = [_with_notes(node, notes[node["position"].split(" ")[1]], case.board) for node in game["nodes"]]
        return {**game, **texts, "nodes": nodes}
    return game


def _with_notes(node: Json, notes: Json, board: Board) -> Json:
    typed, rules = str(notes["typed"]), rulebook(notes["rules"], **notes.get("options", {}))
    position = Position.parse(node["position"])
    orders, wanted = (
        sorted((one.order.power, str(one.order)) for one in lines_of(text, board, position=position) if one.order)
        for text in (typed, node["orders"])
    )
    typed_orders = {"orders": typed} if orders == wanted else {}  # the file may have been edited
    own = {"comment": str(notes["comment"]), "rules": rules.preset, "options": dict(rules.differences)}
    return {**node, **own, **typed_orders}


def of_case(case: Case, phase: str = "", others: list[str] | None = None, language: str = "en") -> Json:
    """Return a case with all its phases, as `opened` does.

    Args:
        case: The case.
        phase: The phase to show (default: the first).
        others: Further cases.
        language: The language of its title and remarks.

    Raises:
        CaseError: It has no such phase.

    >>> (case,) = library("6.H.1")
    >>> [node["position"].split()[1] for node in of_case(case)["nodes"]]
    ['S1901M', 'S1901R']
    """
    rules = rulebook(case.rules[0], **case.options)
    at = number_of(case, phase, rules) if phase else 0
    nodes: list[Json] = []
    for played, result, _ in play_case(case, rules):
        turn = Turn(result.before, rules=rules, board=case.board, **fields_of(played))
        nodes.append(_node(turn, tuple(_differences(played, result, case.board, language))))
        if len(nodes) == MOST_PHASES:
            break
    title = " ".join(filter(None, (case.id, title_in(case.id, case.title, language))))
    return _game(nodes, title, min(at, len(nodes) - 1), others)


def title_of_game(title: str, language: str) -> str:
    """Return the title of a game in a language: translated if it is that of a case of the library.

    >>> title_of_game("datc-6.A.12 Three equal moves", "cs"), title_of_game("My own game", "cs")
    ('datc-6.A.12 Tři stejně silné tahy', 'My own game')
    """
    name, _, about = title.partition(" ")
    return f"{name} {retitled(name, about, language)}" if about else title


def _differences(phase: CasePhase, result: PhaseResult, board: Board, language: str) -> list[str]:
    """Return a sentence for each recorded fact about the next position that differs from standoff's result."""
    recorded = phase.expected.after
    ours = frozenset(result.after.units)
    if recorded is None or recorded == ours:
        return []

    def listed(units: frozenset[Unit]) -> str:
        named = ", ".join(f"{board.names.name(unit.power, language)} {unit}" for unit in units_by_power(units))
        return named or message("nothing more", language)

    sentence = message("the record has {record}, standoff {found}", language)
    return [sentence.format(record=listed(recorded - ours), found=listed(ours - recorded))]
