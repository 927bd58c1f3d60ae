"""Exports from the page: the picture shown, and a game as a file."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..cases import Case, CasePhase, WrittenOrder, options_of, write_cases
from ..map import Board, Json, StandoffError
from ..pictures import (
    Drawing,
    Scene,
    Style,
    crop_of,
    scene_of_causes,
    scenes_of_resolutions,
    sheet,
    theme_named,
)
from ..solver import MovementResult, Rulebook
from ..text import message
from ..turn import Result, Turn, phase_object, rules_object
from .maps import scene_of


class ExportError(StandoffError):
    """A game cannot be written as a file; the message has the reason."""


def drawn(
    result: Result,
    *,
    view: str,
    chosen: str,
    other: Rulebook | None,
    marked: frozenset[tuple[str, str]],
    theme: str,
    language: str,
    title: str,
    judged: bool = True,
    arrows: str = "",
) -> tuple[Drawing, str]:
    """Return the picture of what the page shows, and a suffix for its file name.

    Args:
        result: The result of the turn.
        view: ``"turn"``, ``"resolutions-2"``, or ``"compare"``.
        chosen: The order whose causes are emphasized; empty for none.
        other: The rulebook of the comparison.
        marked: The powers and orders that differ under it.
        theme, language: The theme and language of the page.
        title: The title of the game.
        judged: False if the page shows the turn unsolved.
        arrows: The reader's arrows and rings, "PAR-BUR,LON"; the page draws them, the picture has room for them.

    >>> from standoff import read
    >>> result = read("6.F.14").adjudicate()
    >>> look = {"chosen": "", "other": None, "marked": frozenset(), "theme": "light", "language": "en", "title": ""}
    >>> drawing, name = drawn(result, view="resolutions-2", **look)
    >>> drawing.title, name
    ('Resolution 2 / 2', '-resolution-2-of-2')
    """
    style = Style(theme_named(theme), language)
    also = {place for place in re.split("[-,]", arrows) if place in result.turn.board.province_number}
    kind, _, number = view.partition("-")
    if kind == "resolutions" and isinstance(result.phase_result, MovementResult):
        scenes, notes = scenes_of_resolutions(result.turn.resolutions(), language=language)
        at = min(max(int(number) if number.isdecimal() else 1, 1), len(scenes))
        scene = scenes[at - 1]
        heading = " – ".join(filter(None, (title, scene.heading)))
        drawing = sheet([scene], style, heading=heading, crop=crop_of(scenes, always=True, also=also), notes=notes)
        return drawing, f"-resolution-{at}-of-{len(scenes)}"
    if kind == "compare" and other is not None:
        both = [_compared(one, marked, language) for one in (result, result.turn.adjudicate(other))]
        drawing = sheet(both, style, heading=title, crop=crop_of(both, always=True, also=also), captions=True)
        return drawing, f"-and-{as_file_name(other.name)}"
    notes: list[str] = []
    more = ""
    if chosen and isinstance(result.phase_result, MovementResult):
        rules, board = result.rules, result.turn.board
        scene, notes = scene_of_causes(result.phase_result, result[chosen].order, board, rules, language)
        more = f"-why-{as_file_name(chosen)}"
    else:
        scene = scene_of(result, language, judged=judged)
    return sheet([scene], style, heading=title, crop=crop_of([scene], also=also), notes=notes), more


def _compared(result: Result, marked: frozenset[tuple[str, str]], language: str) -> Scene:
    heading = f"{message('Rulebook', language)} {result.rules.name}"
    return replace(scene_of(result, language), heading=heading, emphasis=marked or None)


def as_file_name(words: str) -> str:
    """Return words as the name of a file, in no folder.

    >>> as_file_name("a/../b"), as_file_name("6.F.14: Why?")
    ('a-b', '6.F.14-Why')
    """
    return re.sub(r"([^\w.]|\.\.)+", "-", words).strip("-.")[:100]


def board_name(board: Board) -> str:
    """Return the name of a board for others: that of its file, without the folder."""
    return re.split(r"[/\\]", board.source)[-1]


def interchange_line(turn: Turn) -> str:
    """Return a turn as an interchange line that names its board by its file, without the folder."""
    entry = turn.to_dict()
    named = {"map": board_name(turn.board)} if "map" in entry else {}
    return json.dumps({**entry, **named}, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Shown:
    """A phase of the page.

    Attributes:
        turn: The turn, of all readable orders.
        typed: The complete text of its orders.
        comment: The comment on it.
    """

    turn: Turn
    typed: str
    comment: str


def game_file(phases: Sequence[Shown], title: str = "", comment: str = "") -> str:
    """Return phases in sequence as the `diplomacy` package saves games; further content is under "standoff".

    Raises:
        ExportError: A phase has no name.

    >>> from standoff import read
    >>> turn = read("FRANCE: A PAR - BUR")
    >>> saved = json.loads(game_file([Shown(turn, "FRANCE: A PAR - BUR", "Why not?")], "Mine"))
    >>> saved["standoff"]["title"], saved["phases"][0]["standoff"]["comment"]
    ('Mine', 'Why not?')
    """
    if any(one.turn.phase is None for one in phases):
        raise ExportError("a saved game requires the names of phases (S1901M): set the phase, or save a case file")
    first = phases[0].turn
    entries: list[Json] = []
    for one in phases:
        turn = one.turn
        orders = [(order.power, turn.canonical(order)) for order in turn.orders]
        own = {"typed": one.typed, "comment": one.comment, **rules_object(turn.rules)}
        entries.append({**phase_object(turn.position, orders, turn.board, turn.rules), "standoff": own})
    ours = {**rules_object(first.rules), "title": title, "comment": comment}
    return json.dumps(
        {"map": board_name(first.board), "standoff": ours, "phases": entries}, ensure_ascii=False, indent=1
    )


def case_file(phases: Sequence[Shown], title: str = "", note: str = "") -> str:
    """Return phases in sequence as a case file, with their rulebook and options.

    >>> from standoff import read
    >>> print(case_file([Shown(read("FRANCE: A PAR - BUR", rules="1982"), "", "")]).splitlines()[0])
    rules: 1982
    """
    first = phases[0].turn
    head = {"title": _one_line(title)} if title.strip() else {}
    head["rules"] = first.rules.preset
    if first.rules.differences:
        head["options"] = options_of(first.rules.differences)
    if first.phase is not None:
        head["year"] = str(first.phase.year)
    if first.board.source != "standard":
        head["map"] = board_name(first.board)
    notes = [_one_line(one) for one in (note, *(one.comment for one in phases)) if one.strip()]
    case = Case("", 1, first.board, head=head, notes=notes)
    for turn in (one.turn for one in phases):
        orders = [WrittenOrder(order, 1) for order in turn.orders]
        case.phases.append(CasePhase(turn.type, 1, turn.position, orders))
    text, _ = write_cases([case])
    return text


def _one_line(text: str) -> str:
    return " ".join(text.split())
