"""Replies of language models and programs: the orders in them, and the text around.

    PARSABLE OUTPUT: {"orders": ["A PAR - BUR"]}        an object with orders, after any reasoning
    {"FRANCE": ["A PAR - BUR"], "GERMANY": [...]}       an object with the orders of each power
    <orders> ... </orders>                              lines between tags, or in the only block between ``` marks
    ["A PAR - BUR", "F BRE - MAO"]                      a list

A reply is converted to plain lines, each order on its own line number. Nothing is guessed: if parts of a reply give
different orders, or JSON with orders is incomplete, no order is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..map import Board, simplified
from ..solver import OrderError
from .notation.grammar import readable
from .notation.quoting import quoted

if TYPE_CHECKING:
    from lark import Lark


class ModelReply(NamedTuple):
    """The contents of a reply.

    Attributes:
        text: Its orders in plain lines, at their line numbers.
        remarks: Its other lines, by their numbers from 1.
        unread: The keys of its objects that are neither orders nor remarks, each with its line and its value.
    """

    text: str
    remarks: tuple[tuple[int, str], ...]
    unread: tuple[tuple[int, str, str], ...] = ()


class Entry(NamedTuple):
    """An order of a reply: its line, from 1, its power, None if unknown, and its text."""

    line: int
    power: str | None
    text: str


_MARKED = re.compile(r"[{\[]\s*[\"'{\[\]}\w]|```|(?i:<orders>)")
# an escaped quote does not open a string; otherwise each one would be scanned again
_BRACKETS = re.compile(r"\\.|\"(?:\\.|[^\"\\])*(?:\"|\Z)|'(?:\\.|[^'\\\n])*'|//[^\n]*|[{}\[\]]", re.DOTALL)
_TAGGED = re.compile(r"<orders>(.*?)(?:</orders>|\Z)", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"^[ \t]*```[^\n]*\n(.*?)^[ \t]*```", re.DOTALL | re.MULTILINE)

_ORDERS = {"orders", "order", "moves", "final orders", "my orders", "retreats", "builds", "adjustments"}
"""The keys of orders."""

_POWER = {"power", "country", "nation", "player"}
_IGNORED_KEYS = {"units", "phases"}
"""The keys of objects that are turns and games rather than replies."""

_OF_TURNS = {
    *("rules", "options", "map", "centers", "dislodged", "contested", "closed", "terms"),
    *("civil disorder", "idle"),  # the latter is the former key
}
"""The keys of a turn that would change the meaning of the orders."""

_MOST_BLOCKS = 50
"""The maximum number of JSON candidates."""

_DEEPEST = 20
"""The maximum depth of nested brackets in a reply."""


@cache
def _parser() -> Lark:
    from lark import Lark

    return Lark.open("notation/answer.lark", rel_to=__file__, parser="lalr", propagate_positions=True)


def answer_in(text: str, board: Board) -> ModelReply | None:
    """Return the contents of a reply; None for a text without marked orders, for example plain orders.

    Raises:
        OrderError: Its parts give different orders, or JSON with orders cannot be read.

    >>> from standoff.map import load_board
    >>> answer_in('I go for Spain.\\n{"orders": ["A MAR - SPA",\\n"F BRE - MAO"]}', load_board())
    ModelReply(text='\\nA MAR - SPA\\nF BRE - MAO', remarks=((1, 'I go for Spain.'),), unread=())
    """
    if _MARKED.search(text) is None:
        return None
    objects: list[tuple[range, list[Entry]]] = []
    lists: list[tuple[range, list[Entry]]] = []
    beside: list[tuple[int, str]] = []
    unread: list[tuple[int, str, str]] = []
    for start, end, tree in _blocks(text):
        line = text.count("\n", 0, start)
        lines = range(line, text.count("\n", 0, end) + 1)
        if tree is None:
            if re.search(r"[\"']orders[\"']\s*:", text[start:end]):
                raise OrderError(f"this JSON cannot be read, and so none of its orders: {quoted(text[start:end])}")
            continue
        value = _value(tree.children[0], line)
        if isinstance(value, list):
            entries = [*_below(value, board)]
            if any(readable(entry.text, board) for entry in entries):
                lists.append((lines, entries))
        elif (found := _answered(value, board)) is not None:
            objects.append((lines, found))
            unread += [(line + 1, key, _shown(below)) for key, below in _passed_over(value, board)]
            texts = [_value(token, line) for token in tree.scan_values(_is_text)]
            beside += [(one.line, one.text) for one in texts if " " in one.text and not _is_read(one.text, found)]
    marked = objects or _lines_in(_TAGGED, text) or lists or _fenced(text, board)
    if not marked:
        return None
    if len({tuple((entry.power, entry.text) for entry in entries) for _, entries in marked}) > 1:
        where = ", ".join(str(lines.start + 1) for lines, _ in marked)
        raise OrderError(f"several sets of orders in one answer, in lines {where}; which of them counts?")
    within = {line for lines, _ in marked for line in lines}
    for _, key, _ in unread:
        if simplified(key) in _OF_TURNS:
            raise OrderError(f"{key!r} beside orders: expected orders only, or a turn with 'units' and 'orders'")
    answer = _in_lines(text, within, marked[-1][1], beside if objects else [])
    return answer._replace(unread=tuple(unread))


def _is_read(text: str, entries: list[Entry]) -> bool:
    """Return whether a text of an object is one of its orders, a unit of one, or a key of orders."""
    unit = f"{simplified(text).upper()} "
    return simplified(text) in _ORDERS or any(one.text.endswith(text) or one.text.startswith(unit) for one in entries)


def _in_lines(text: str, within: set[int], entries: list[Entry], beside: list[tuple[int, str]]) -> ModelReply:
    """Return the reply with the orders `entries` from the lines `within`, and other texts of objects as remarks."""
    raw = text.splitlines()
    lines = [""] * max(len(raw), 1)
    power: str | None = None
    for entry in entries:
        order = " ".join(entry.text.split("\n"))
        if entry.power is not None and (entry.power != power or not lines[entry.line - 1]):
            order = f"{entry.power}: {order}"
        power = entry.power
        before = lines[entry.line - 1]
        lines[entry.line - 1] = f"{before}; {order}" if before else order
    around = [(n + 1, one.strip()) for n, one in enumerate(raw) if n not in within and one.strip()[:3] != "```"]
    return ModelReply("\n".join(lines), tuple(sorted(one for one in (*around, *beside) if re.search(r"\w", one[1]))))


# -- JSON --------------------------------------------------------------------------------------------------------------


def _blocks(text: str) -> Iterator[tuple[int, int, Any]]:
    """Yield the start, the end and the parse tree of each bracketed text; None as the tree if it is not JSON.

    An object that is never closed ends with the text.
    """
    begin = 0
    for _ in range(_MOST_BLOCKS):
        opened = re.compile(r"[{\[]").search(text, begin)
        if opened is None:
            return
        start, depth, deepest, begin = opened.start(), 0, 0, opened.end()
        for match in _BRACKETS.finditer(text, start):
            depth += 1 if match[0] in "{[" else -1 if match[0] in "}]" else 0
            deepest = max(depth, deepest)
            if depth == 0:
                tree = _tree(text[start : match.end()]) if deepest <= _DEEPEST else None
                yield start, match.end(), tree
                begin = match.end() if tree is not None else begin
                break
        else:
            if text[start] == "{":
                yield start, len(text), None
                return


def _tree(text: str) -> Any:
    """Return the parse tree of JSON; None if the text is not JSON."""
    from lark.exceptions import LarkError

    try:
        return _parser().parse(text)
    except LarkError:
        return None


def _value(tree: Any, line: int) -> Any:
    """Return a parse tree as dictionaries and lists, with texts as entries; `line` is the number of lines above."""
    if not hasattr(tree, "children"):
        if tree.type == "WORD":
            return None if tree == "null" else Entry(line + tree.line, None, str(tree))
        text = re.sub(r"(?s)\\(.)", lambda match: {"n": "\n", "t": " "}.get(match[1], match[1]), tree[1:-1])
        return Entry(line + tree.line, None, text)
    children = [child for child in tree.children if child is not None]
    if tree.data == "array":
        return [_value(child, line) for child in children]
    pairs = dict[str, Any]()
    for child in children:
        if child.data == "object":  # directly within another: doubled braces
            more = _value(child, line)
        else:
            key, below = child.children
            more = {_text_of(_value(key, line)) or str(key): _value(below, line)}
        if twice := pairs.keys() & more.keys():
            raise OrderError(f"key {quoted(min(twice))} appears twice in an object; which of them counts?")
        pairs |= more
    return pairs


def _passed_over(value: Any, board: Board) -> Iterator[tuple[str, Any]]:
    """Yield the keys of an object, with their values, that `_answered` does not use."""
    pairs = cast("dict[str, Any]", value)
    ordering = any(simplified(key) in _ORDERS for key in pairs)
    whose = ordering and next((key for key in sorted(pairs, key=simplified) if simplified(key) in _POWER), None)
    powers = not ordering and any(board.names.power(key) for key in pairs)
    inner: str | None = None
    for key, below in pairs.items():
        if ordering:
            used = simplified(key) in _ORDERS or key == whose
        elif powers:
            used = next(_orders_of_power(board.names.power(key), below, board, key), None) is not None
        else:
            used = inner is None and _answered(below, board) is not None
            inner = key if used else inner
        if not used:
            yield key, below
        elif isinstance(below, dict) and _answered(below, board) is not None:
            yield from _passed_over(below, board)
        else:
            yield from _left_of_orders(below)


def _left_of_orders(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the keys that `_below` does not read: other keys of an object of a unit and its order."""
    parts: list[Any] = cast("list[Any]", value) if isinstance(value, list) else []
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value)
        if any(simplified(key) == "order" for key in pairs):
            yield from ((key, one) for key, one in pairs.items() if simplified(key) not in ("order", "unit"))
            return
        parts = list(pairs.values())
    for part in parts:
        yield from _left_of_orders(part)


def _shown(value: Any) -> str:
    """Return a JSON value on one line."""
    if isinstance(value, Entry):
        return " ".join(value.text.split())
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, cast('list[Any]', value)))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_shown(one)}' for key, one in cast('dict[str, Any]', value).items())}}}"
    return "null"


def _is_text(token: Any) -> bool:
    return token.type == "TEXT"


def _text_of(value: Any) -> str:
    """Return the text of a value; empty if it is not a text."""
    return value.text if isinstance(value, Entry) else ""


def _answered(value: Any, board: Board) -> list[Entry] | None:
    """Return the orders of an object that is or contains a reply; None otherwise."""
    if not isinstance(value, dict):
        return None
    pairs = cast("dict[str, Any]", value)
    keys = {simplified(key): key for key in pairs}
    if _IGNORED_KEYS & keys.keys():
        return None
    powers = {key: board.names.power(key) for key in pairs}
    named = next((_text_of(pairs[keys[key]]) for key in sorted(_POWER & keys.keys())), "")
    whose = board.names.power(named) if named else None
    ordering = [below for key, below in pairs.items() if simplified(key) in _ORDERS]
    if ordering:
        return [entry for below in ordering for entry in _orders_of_power(whose, below, board)]
    if any(powers.values()):
        return [entry for key, below in pairs.items() for entry in _orders_of_power(powers[key], below, board, key)]
    return next((found for below in pairs.values() if (found := _answered(below, board)) is not None), None)


def _orders_of_power(power: str | None, value: Any, board: Board, key: str = "") -> Iterator[Entry]:
    """Yield the orders of a key; an unknown name (`key`) is written before its orders."""
    unknown = power is None and bool(key)
    if unknown and not (isinstance(value, list) or readable(_text_of(value), board)):
        return
    found = _answered(value, board)
    for entry in found if found is not None else _below(value, board):
        yield entry._replace(power=entry.power or power, text=f"{key}: {entry.text}" if unknown else entry.text)


def _below(value: Any, board: Board) -> Iterator[Entry]:
    """Yield the orders of a value: a text, a list, an object of a unit and its order, or of orders by unit."""
    if isinstance(value, Entry):
        if value.text.strip():
            yield value
    elif isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from _below(one, board)
    elif isinstance(value, dict):
        entries = cast("dict[str, Any]", value)
        pairs = {simplified(key): one for key, one in entries.items()}
        if len(pairs) < len(entries):
            twice = next(key for key in entries if [simplified(one) for one in entries].count(simplified(key)) > 1)
            raise OrderError(f"key {quoted(twice)} appears twice in an object; which of them counts?")
        if "order" in pairs:
            pairs = {_text_of(pairs.get("unit")): pairs["order"]}
        for unit, one in pairs.items():
            for entry in _below(one, board):
                alone = not unit or readable(entry.text, board)
                yield entry if alone else entry._replace(text=f"{unit.upper()} {entry.text}")


# -- lines -------------------------------------------------------------------------------------------------------------


def _lines_in(marks: re.Pattern[str], text: str) -> list[tuple[range, list[Entry]]]:
    """Return the lines between marks."""
    found: list[tuple[range, list[Entry]]] = []
    for match in marks.finditer(text):
        first = text.count("\n", 0, match.start(1)) + 1
        lines = [Entry(first + n, None, one.strip()) for n, one in enumerate(match[1].splitlines()) if one.strip()]
        if lines:
            found.append((range(text.count("\n", 0, match.start()), text.count("\n", 0, match.end()) + 1), lines))
    return found


def _fenced(text: str, board: Board) -> list[tuple[range, list[Entry]]]:
    """Return the blocks between ``` marks that contain orders."""
    return [
        (lines, entries)
        for lines, entries in _lines_in(_FENCED, text)
        if any(readable(entry.text.partition(":")[2] or entry.text, board) for entry in entries)
    ]


__all__ = ["ModelReply", "answer_in"]
