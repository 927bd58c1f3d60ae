"""Texts of several orders: lists, orders joined by "and", builds and removals that share a verb."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from ...map import COASTS, LANGUAGES, Board, Names, PhaseType, language_data
from ...solver import Build, Convoy, Disband, Hold, Order, OrderError, Support, UnitName, as_written
from .grammar import read_unit, readable
from .reader import orders_in
from .unreadable import UnknownWordError

# not within brackets; bounded, as it is searched from every comma
_ITEM = re.compile(r"[;\n+&,](?<!,(?=\s*který))(?![^()\[\]]{0,300}[)\]])")
_STOP = re.compile(r"\s*([./|]|\t|\s{2})\s*")
_FIRST_WORD = re.compile(r"\w*")
_LONGEST = 200
"""The maximum length of an order before a full stop or slash."""


@cache
def _joint_patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return patterns: a conjunction ("and", "a", "и") before a unit or a verb, the same before any word, the beginning
    of a list of adjustments, and a unit with its type."""
    languages = [language_data(language) for language in LANGUAGES]

    def words(*kinds: str) -> list[str]:
        return [re.escape(word) for kind in kinds for data in languages for word in data["words"].get(kind, ())]

    types, ands = words("ARMY", "FLEET"), [re.escape(word) for data in languages for word in data["and"]]
    verbs = "|".join(sorted((w for w in words("BUILD", "DISBAND") if len(w) > 1), key=lambda word: (-len(word), word)))
    units = "|".join(word for word in types if len(word) > 1)
    letters = "".join(word.upper() for word in types if len(word) == 1)
    verb_and = "|".join(word for word in ands if word not in types)  # "a" may be an article
    unit = rf"(?:(?i:an?|the)\s+)?[\W_]*(?:[{letters}][\s(\[]|(?i:{units})\b)"
    before_unit = rf"(?:{'|'.join(ands)})\s+(?={unit}"
    return (
        re.compile(rf"\s+(?:{before_unit})|(?:{verb_and})\s+(?=(?i:{verbs})\b))"),
        re.compile(rf"\s+(?:{before_unit}|([^\W\d]+)\s))"),
        re.compile(rf"\W*(?:\w+\W+)??((?i:{verbs}))\b(?=\W*\w)"),
        re.compile(unit),
    )


@cache
def _conjunctions() -> frozenset[str]:
    return frozenset(word for language in LANGUAGES for word in language_data(language)["and"])


def _unjoined(text: str, names: Names | None) -> Iterator[str]:
    """Yield the parts of `text` joined by "and" before a unit or a verb (with `names` also before a power)."""
    if _conjunctions().isdisjoint(text.split()):
        yield text
        return
    joint, before_power, starts, _ = _joint_patterns()
    begin = 0
    for match in (joint if names is None else before_power).finditer(text):
        before = text[begin : match.start()]
        if len(re.findall(r"[(\[]", before)) > len(re.findall(r"[)\]]", before)):
            continue
        verb = starts.match(before + " x")
        if verb is not None and verb.end() >= len(before.rstrip()):
            continue  # "builds a fleet": an article
        if names is not None and match[1] is not None and names.power(match[1]) is None:
            continue
        yield before
        begin = match.end()
    yield text[begin:]


def starts_with_adjustment(text: str, board: Board) -> tuple[str | None, str, str]:
    """Return the power and the verb of building or removing at the beginning of `text`, if any, and the rest.

    >>> from standoff.map import load_board
    >>> starts_with_adjustment("Germany builds F Kie", load_board())
    ('GERMANY', 'builds', 'F Kie')
    """
    stripped = text.strip(" \t.;")
    first, _, after_first = stripped.partition(" ")
    power = board.names.power(first)
    tail = stripped if power is None else after_first.strip()
    match = _joint_patterns()[2].match(tail)
    if match is None or match.start(1) > 0:
        return power, "", tail
    return power, match[1], tail[match.end(1) :].strip()


def split_orders(text: str, names: Names | None = None) -> list[str]:
    """Return the texts of the orders in `text`, at least one.

    Args:
        text: The orders.
        names: If given, an "and" before the name of a power separates orders, too.

    Orders are separated by commas, semicolons, "+", "&", line ends, or "and" (Czech "a", Russian "и") before the next
    unit.

    >>> split_orders("A Par - Bur, A Mar H; F Bre H and A Bel H")
    ['A Par - Bur', 'A Mar H', 'F Bre H', 'A Bel H']
    """
    parts = [piece.strip() for part in _ITEM.split(text) for piece in _unjoined(part, names)]
    return [part for part in parts if part.strip(".\"'«»“”„ ")] or [text.strip()]


def _with_verb(verb: str, text: str, power: str, board: Board) -> Order | None:
    """Return the build or removal of the unit `text` by `verb`; None if `text` is not a unit with its type."""
    with contextlib.suppress(OrderError):
        order = orders_in(f"{verb} {text}", power, board)[0]
        if isinstance(order, (Build, Disband)) and order.unit.type is not None:
            return order
    return None


def _at_stops(text: str, board: Board) -> list[str]:
    """Return the texts of orders joined by full stops, slashes, bars or wide spaces; the whole text if it is none."""
    parts: list[str] = []
    begin = 0
    stops = [*_STOP.finditer(text)]
    for number, stop in enumerate(stops, 1):
        head = text[begin : stop.start()]
        if stop[1] == "/" and (_FIRST_WORD.match(text, stop.end()) or [""])[0].lower() in COASTS:
            continue
        following = text[stop.end() : stops[number].start() if number < len(stops) else len(text)]
        if (
            len(head) <= _LONGEST
            and (readable(head, board) or (stop[1] == "/" and _unit_in(head, "", board) is not None))
            and (_joint_patterns()[3].match(text, stop.end()) or readable(following, board))
        ):
            parts.append(head)
            begin = stop.end()
    return [*parts, text[begin:]]


def _unit_in(text: str, power: str, board: Board) -> UnitName | None:
    with contextlib.suppress(OrderError):
        return read_unit(text, power, board)
    return None


def read_each(
    text: str, power: str, board: Board, phase: PhaseType | None = None
) -> Iterator[tuple[str, Order | OrderError]]:
    """Yield the text of each order of a list, and the order, which carries its text, or its fault.

    The verb of a list of builds or removals applies to all of its units: "Remove F Kie, A Mun". Units before a support,
    a convoy or a hold share it: "A Gal & A Boh S A Sil".

    >>> from standoff.map import load_board
    >>> [str(order) for _, order in read_each("Build F Kie and A Mun", "GERMANY", load_board())]
    ['F KIE B', 'A MUN B']
    """
    verb = before = ""
    sharing: list[tuple[str, UnitName, OrderError]] = []
    items = [*reversed(split_orders(text))]
    while items:
        item = items.pop()
        if before:
            match = _joint_patterns()[2].match(before)
            verb = match[1] if match is not None else ""
        before = item
        found: list[tuple[str, Order | OrderError]] = []
        shared: Order | None = None
        try:
            orders = orders_in(item, power, board, None if verb else phase)
            found += [(item, as_written(order, item)) for order in orders]
            shared = orders[0] if isinstance(orders[0], (Support, Convoy, Hold)) else None
        except OrderError as fault:
            if verb and (listed := _with_verb(verb, item, power, board)) is not None:
                found.append((item, as_written(listed, item)))
                before = ""
            elif isinstance(fault, UnknownWordError) and not fault.follows_place:
                found.append((item, fault))
            elif (unit := _unit_in(item, power, board)) is not None:
                sharing.append((item, unit, fault))
                continue
            elif len(parts := _at_stops(item, board)) > 1:
                items += reversed(parts)
                continue
            else:
                found.append((item, fault))
        for one, unit, unread in sharing:
            yield one, unread if shared is None else as_written(replace(shared, unit=unit), f"{one} {item}")
        sharing = []
        yield from found
    yield from ((one, unread) for one, _, unread in sharing)
