"""Replies of language models and programs: the orders in them, and the text around.

    PARSABLE OUTPUT: {"orders": ["A PAR - BUR"]}        an object with orders, after any reasoning
    {"FRANCE": ["A PAR - BUR"], "GERMANY": [...]}       an object with the orders of each power
    {"A PAR": "BUR"}                                    an object with the order of each unit
    <orders> ... </orders>                              lines between tags, or in the only block between ``` marks
    | Unit | Order |                                    the column of orders of a table
    ["A PAR - BUR", "F BRE - MAO"]                      a list
    Final orders: A PAR - BUR                           lines below such a heading

A reply is converted to plain lines, each order on its own line number. Thoughts (``<think>``) and what is struck out
hold no orders. Nothing is guessed: if parts of a reply give different orders, or JSON with orders is incomplete, no
order is read; an order under a condition, in a draft, or taken back is `ModelReply.doubtful`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..map import LANGUAGES, Board, PhaseType, language_data, simplified
from ..solver import OrderError, Unclear, UnitName, Waive
from .line import read_raw_line
from .notation.daide import is_daide
from .notation.grammar import read_unit, readable
from .notation.lexicon import lexicon_of, words_for
from .notation.quoting import quoted
from .pasted import is_doubtful, says_orders

if TYPE_CHECKING:
    from lark import Lark


class ModelReply(NamedTuple):
    """The contents of a reply.

    Attributes:
        text: Its orders in plain lines, at their line numbers.
        remarks: Its other lines, by their numbers from 1.
        unread: The keys of its objects that are neither orders nor remarks, each with its line and its value.
        doubtful: What may not be meant as orders, each with its line and the reason.
    """

    text: str
    remarks: tuple[tuple[int, str], ...]
    unread: tuple[tuple[int, str, str], ...] = ()
    doubtful: tuple[tuple[int, str, str], ...] = ()


class Entry(NamedTuple):
    """An order of a reply: its line, from 1, its power, None if unknown, and its text."""

    line: int
    power: str | None
    text: str


_Sets = list[tuple[range, list[Entry]]]
"""Sets of orders, each with its lines from 0."""

_MARKED = re.compile(r"[{\[]\s*[\"'{\[\]}\w]|```|(?i:<(?:orders|answer|final|output|response)>)|^\s*\|", re.MULTILINE)
# an escaped quote does not open a string; otherwise each one would be scanned again
_BRACKETS = re.compile(r"\\.|\"(?:\\.|[^\"\\])*(?:\"|\Z)|'(?:\\.|[^'\\\n])*'|//[^\n]*|[{}\[\]]", re.DOTALL)
_TAGGED = (
    re.compile(r"<orders>(.*?)(?:</orders>|\Z)", re.DOTALL | re.IGNORECASE),
    re.compile(r"<(answer|final|output|response)>(?P<lines>.*?)(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE),
)
_ITEM_TAG = re.compile(r"</?(?:order|move|item|li)>", re.IGNORECASE)
_FENCED = re.compile(r"^[ \t]*```[^\n]*\n(.*?)^[ \t]*```", re.DOTALL | re.MULTILINE)
_TABLE = re.compile(r"^[ \t]*\|.*\n[ \t]*\|[ \t:|-]+$(?:\n[ \t]*\|.*)+", re.MULTILINE)

_ORDERS = {"orders", "order", "moves", "final orders", "my orders", "retreats", "builds", "adjustments"}
"""The keys of orders."""
_DRAFTS = {"orders", "order", "moves", "my orders"}
"""The keys of orders that do not count beside final ones."""

_POWER = {"power", "country", "nation", "player"}
_UNIT = {"unit", "units", "jednotka", "юнит", "отряд"}
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


@lru_cache(maxsize=4)  # several readers in turn ask for the same text
def reply_in(text: str, board: Board, *, settled: bool) -> ModelReply | None:
    """Return the contents of a reply; None for a text without marked orders, for example plain orders.

    Args:
        text: The reply.
        board: The board.
        settled: False to leave drafts, conditions, and what is taken back in the text.

    Raises:
        OrderError: Its parts give different orders, or JSON with orders cannot be read.

    >>> from standoff.map import load_board
    >>> reply_in('I go for Spain.\\n{"orders": ["A MAR - SPA",\\n"F BRE - MAO"]}', load_board(), settled=True)
    ModelReply(text='\\nA MAR - SPA\\nF BRE - MAO', remarks=((1, 'I go for Spain.'),), unread=(), doubtful=())
    >>> reply_in("<think>Picardy?</think>\\nA PAR - BUR", load_board(), settled=True)
    ModelReply(text=' \\nA PAR - BUR', remarks=((1, '<think>Picardy?</think>'),), unread=(), doubtful=())
    """
    if _MARKED.search(text) is None and not is_doubtful(text):
        return None
    spoken, remarks, doubtful = _without_thoughts(text)
    spoken, drafts = _after_final(spoken, board) if settled else (spoken, [])
    reply = _marked_orders(spoken, board)
    if reply is None:
        reply = ModelReply(spoken, ())
    orders, in_doubt = _without_doubts(reply.text, board) if settled else (reply.text, [])
    if orders.split() == text.split() and not doubtful:
        return None
    if remarks and not doubtful and not re.search(r"\w", orders):
        doubtful.append((remarks[0][0], text.strip(), "thoughts without orders"))
    remarks = sorted((*remarks, *drafts, *reply.remarks))
    return ModelReply(orders, tuple(remarks), reply.unread, (*doubtful, *in_doubt))


def _marked_orders(text: str, board: Board) -> ModelReply | None:
    """Return the reply with the orders of JSON, of tags, of tables, or between ``` marks; None if there are none."""
    objects, lists = _Sets(), _Sets()
    beside: list[tuple[int, str]] = []
    unread: list[tuple[int, str, str]] = []
    for start, end, tree in _blocks(text):
        line = text.count("\n", 0, start)
        lines = range(line, text.count("\n", 0, end) + 1)
        if tree is None:
            if re.search(r"[\"']orders[\"']\s*:", text[start:end]):
                raise OrderError(f"this JSON cannot be read, and so none of its orders: {quoted(text[start:end])}")
            continue
        value, left = _value(tree.children[0], line), list[tuple[str, Any]]()
        if (found := _orders_of_value(value, board, left)) is not None:
            objects.append((lines, found))
            unread += [(line + 1, key, _shown(below)) for key, below in left]
            texts = [one for token in tree.scan_values(_is_text) if isinstance(one := _value(token, line), Entry)]
            beside += [(one.line, one.text) for one in texts if " " in one.text and not _is_read(one.text, found)]
        elif isinstance(value, list):
            entries = [*_entries_of(value, board, left)]
            if any(readable(entry.text, board) for entry in entries):
                lists.append((lines, entries))
    tagged = next(filter(None, (_lines_in(tag, text) for tag in _TAGGED)), None)
    marked = objects or tagged or lists or _tables(text, board) or _fenced(text, board)
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
    _refuse_second_thoughts(answer, max(within), board)
    return answer._replace(unread=tuple(unread))


def _refuse_second_thoughts(answer: ModelReply, last: int, board: Board) -> None:
    """Refuse a reply that takes marked orders back below them, or changes one.

    Raises:
        OrderError: It does.
    """
    given = {unit: piece for line in answer.text.splitlines() for piece, unit in _pieces_of(line, board) if unit}
    for number, line in answer.remarks:
        changed = [piece for piece, unit in _pieces_of(line, board) if piece != given.get(unit, piece)]
        if number > last + 1 and (changed or line in _conditions_and_changes()[1]):
            raise OrderError(f"line {number}, {quoted(line)}, may change the orders above it; which of them count?")


def _is_read(text: str, entries: list[Entry]) -> bool:
    """Return whether a text of an object is one of its orders, a unit of one, or a key of orders."""
    unit = f"{simplified(text).upper()} "
    parts = text.splitlines()
    return simplified(text) in _ORDERS or any(
        one.text.endswith(text) or one.text.startswith(unit) or one.text in parts for one in entries
    )


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


def _blocks(text: str, begin: int = 0) -> Iterator[tuple[int, int, Any]]:
    """Yield the start, the end and the parse tree of each bracketed text; None as the tree if it is not JSON.

    An object that is never closed ends with the text.
    """
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
        inner = _tree(text) if text.lstrip().startswith("{") else None  # the arguments of a call are JSON as text
        return Entry(line + tree.line, None, text) if inner is None else _value(inner.children[0], line + tree.line - 1)
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


def _order_keys(pairs: dict[str, Any]) -> list[str]:
    """Return the keys of orders; only the final ones, if there are such."""
    keys = [key for key in pairs if simplified(key) in _ORDERS]
    final = any(simplified(key) in words_for("final") for key in keys)
    return [key for key in keys if not (final and simplified(key) in _DRAFTS)]


def _orders_of_value(value: Any, board: Board, left: list[tuple[str, Any]]) -> list[Entry] | None:
    """Return the orders of a value that is or contains a reply, None otherwise; add keys that are not read to `left`.

    Raises:
        OrderError: It contains several replies that differ.
    """
    if isinstance(value, list):
        value = dict[str, Any]({str(n): one for n, one in enumerate(cast("list[Any]", value)) if isinstance(one, dict)})
    if not isinstance(value, dict):
        return None
    pairs = cast("dict[str, Any]", value)
    keys = {simplified(key): key for key in pairs}
    if _IGNORED_KEYS & keys.keys() or {"unit", "order"} <= keys.keys():
        return None
    powers = {key: board.names.power(key) for key in pairs}
    whose = next((keys[key] for key in sorted(_POWER & keys.keys())), "")
    power = board.names.power(_text_of(pairs[whose])) if whose and _text_of(pairs[whose]) else None
    ordering = _order_keys(pairs)
    if ordering:
        left += [(key, below) for key, below in pairs.items() if key not in (*ordering, whose)]
        return [entry for key in ordering for entry in _orders_of_power(power, pairs[key], board, left)]
    if any(powers.values()):
        entries: list[Entry] = []
        for key, below in pairs.items():
            found = [*_orders_of_power(powers[key], below, board, left, key)]
            entries += found
            if not found:
                left.append((key, below))
        return entries
    types = {key: unit.type for key in pairs if (unit := _unit_of(key, board)) is not None}
    if any(types.values()) or types.keys() == pairs.keys() != set():
        units = {key: pairs[key] for key in types}
        left += [(key, below) for key, below in pairs.items() if key not in units and key != whose]
        return [entry._replace(power=power) for entry in _entries_of(units, board, left)]
    replies: dict[str, list[Entry]] = {}
    inside: list[tuple[str, Any]] = []
    for key, below in pairs.items():
        reply = None if _is_thought(key) else _orders_of_value(below, board, inside)
        if reply is not None:
            replies[key] = reply
        elif not key.isdecimal():
            left.append((key, below))
    final = [reply for key, reply in replies.items() if simplified(key) in words_for("final")]
    different = {tuple((entry.power, entry.text) for entry in reply) for reply in final or replies.values()}
    if len(different) > 1:
        raise OrderError(f"several sets of orders in one answer, {', '.join(replies)}; which of them counts?")
    left += inside
    return next(iter(final or replies.values()), None)


def _unit_of(key: str, board: Board) -> UnitName | None:
    """Return the unit that a key names ("A PAR", "Paris"); None if it names none."""
    with suppress(OrderError):
        return read_unit(key, "", board)
    return None


def _is_thought(key: str) -> bool:
    """Return whether a key or a heading says that no final orders are below it: "reasoning", "Rejected options"."""
    name = simplified(key)
    if name in words_for("final"):
        return False
    return re.fullmatch(_THOUGHTS, name) is not None or not _drafts().isdisjoint(name.split())


@cache
def _drafts() -> frozenset[str]:
    return frozenset(word for name in words_for("drafts") for word in name.split() if word not in ("first", "initial"))


def _orders_of_power(
    power: str | None, value: Any, board: Board, left: list[tuple[str, Any]], key: str = ""
) -> Iterator[Entry]:
    """Yield the orders of a key; an unknown name (`key`) is written before its orders."""
    unknown = power is None and bool(key)
    if _is_thought(key) or (unknown and not (isinstance(value, list) or readable(_text_of(value), board))):
        return
    found = _orders_of_value(value, board, left) if isinstance(value, dict) else None
    for entry in found if found is not None else _entries_of(value, board, left):
        yield entry._replace(power=entry.power or power, text=f"{key}: {entry.text}" if unknown else entry.text)


def _entries_of(value: Any, board: Board, left: list[tuple[str, Any]]) -> Iterator[Entry]:
    """Yield the orders of a value: a text, a list, an object of a unit and its order, or of orders by unit."""
    if isinstance(value, Entry):
        for text in value.text.splitlines():
            if text.strip():
                yield value._replace(text=text.strip())
    elif isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from _entries_of(one, board, left)
    elif isinstance(value, dict):
        entries = cast("dict[str, Any]", value)
        pairs = {simplified(key): one for key, one in entries.items()}
        if len(pairs) < len(entries):
            twice = next(key for key in entries if [simplified(one) for one in entries].count(simplified(key)) > 1)
            raise OrderError(f"key {quoted(twice)} appears twice in an object; which of them counts?")
        if "order" in pairs:
            left += [(key, one) for key, one in entries.items() if simplified(key) not in ("order", "unit")]
            pairs = {_text_of(pairs.get("unit")): pairs["order"]}
        left += [(key, one) for key, one in entries.items() if _is_thought(key)]
        for unit, one in pairs.items():
            if _is_thought(unit):
                continue
            yield from (_of_unit(unit, entry, board) for entry in _entries_of(one, board, left))


def _of_unit(unit: str, entry: Entry, board: Board) -> Entry:
    """Return an entry with its unit, unless it names the same one itself."""
    named = _unit_of(unit, board) if unit and readable(entry.text, board) else None
    others = {other for _, other in _pieces_of(entry.text, board)} if named is not None else set[str]()
    alone = not unit or (readable(entry.text, board) and others <= {"", named and named.place.partition("/")[0]})
    return entry if alone else entry._replace(text=f"{unit.upper()} {entry.text}")


# -- lines -------------------------------------------------------------------------------------------------------------


def _lines_in(marks: re.Pattern[str], text: str) -> _Sets:
    """Return the lines between marks."""
    found = _Sets()
    for match in marks.finditer(text):
        last = match.re.groups
        first = text.count("\n", 0, match.start(last)) + 1
        parts = ((n, part.strip()) for n, one in enumerate(match[last].splitlines()) for part in _ITEM_TAG.split(one))
        lines = [Entry(first + n, None, part) for n, part in parts if part]
        if lines:
            found.append((range(text.count("\n", 0, match.start()), text.count("\n", 0, match.end()) + 1), lines))
    return found


def _fenced(text: str, board: Board) -> _Sets:
    """Return the blocks between ``` marks that contain orders."""
    return [
        (lines, entries)
        for lines, entries in _lines_in(_FENCED, text)
        if any(readable(entry.text.partition(":")[2] or entry.text, board) for entry in entries)
    ]


def _tables(text: str, board: Board) -> _Sets:
    """Return the orders of tables with a column of orders, and perhaps of units and of powers."""
    found = _Sets()
    for match in _TABLE.finditer(text):
        first = text.count("\n", 0, match.start())
        head, _, *rows = [[cell.strip(" *_`") for cell in row.strip(" |").split("|")] for row in match[0].splitlines()]
        columns = {simplified(cell): number for number, cell in enumerate(head)}
        orders = [number for cell, number in columns.items() if says_orders(cell) or cell in ("move", "action")]
        if len(orders) != 1:
            continue
        unit, power = (next((columns[key] for key in sorted(keys & columns.keys())), -1) for keys in (_UNIT, _POWER))
        entries: list[Entry] = []
        for number, row in enumerate(rows, first + 3):
            cells = [*row, *[""] * (len(head) - len(row))]
            entry = _of_unit(cells[unit] if unit >= 0 else "", Entry(number, None, cells[orders[0]]), board)
            name = board.names.power(cells[power]) if power >= 0 else None
            if entry.text and power >= 0 and name is None:
                entry = entry._replace(text=f"{cells[power]}: {entry.text}")
            if entry.text:
                entries.append(entry._replace(power=name))
        found.append((range(first, first + len(rows) + 2), entries))
    return found


# -- thoughts, drafts, doubts ------------------------------------------------------------------------------------------

_THOUGHTS = (
    r"think|thinking|thoughts?|reasoning|reason|rationale|scratch ?pad|analysis|reflection|plan|planning|deliberation|"
    r"(?:inner[ _]?)?monologue|drafts?"
)
"""The names of tags and keys of thoughts."""
_THOUGHT = re.compile(
    rf"(?P<open><(?:\w+:)?(?P<name>{_THOUGHTS})\b[^<>\n]{{0,80}}>|\[think\]|◁think▷|<!--)|"
    rf"(?P<close><\\?/(?:\w+:)?(?:{_THOUGHTS})>|\[/think\]|◁/think▷|<\|channel\|>final<\|message\|>)|"
    r"(?P<struck>~~[^~\n]+~~|<(?P<tag>s|del|strike)>[^\n]{0,400}?</(?P=tag)>)",
    re.IGNORECASE,
)
_ENDS = {"[think]": r"\[/think\]", "◁think▷": "◁/think▷", "<!--": "-->"}


def _without_thoughts(text: str) -> tuple[str, list[tuple[int, str]], list[tuple[int, str, str]]]:
    """Return `text` with blanks for its thoughts, their lines, and what is doubtful, as a thought has no end."""
    hidden: list[tuple[int, int]] = []
    doubtful: list[tuple[int, str, str]] = []
    blocks = [span for *span, tree in _blocks(text) if tree is not None] if _THOUGHT.search(text) else []
    at = outside = last = 0  # the ends of the last thought, of the last outside of JSON, and of the last text in JSON
    while found := _THOUGHT.search(text, at):
        begin, end = 0, len(text)
        block = next((one for one in blocks if outside <= one[0] < found.start() < one[1]), None)
        if block is not None:
            strings = _BRACKETS.finditer(text, max(block[0], last), block[1])
            string = next((one for one in strings if found.start() < one.end()), None)
            if string is None or string.start() > found.start():  # in a comment
                at = found.end()
                continue
            begin, end = string.start() + 1, string.end() - 1
            last = string.start()
        start, stop = found.span()
        if found["close"]:  # the thought began before the text
            start = begin
            hidden = [one for one in hidden if one[1] <= begin]
        elif found["open"]:
            ends = _ENDS.get(found[0].lower(), rf"<\\?/(?:\w+:)?{found['name']}>")
            close = re.compile(ends, re.IGNORECASE).search(text, stop, end)
            stop = close.end() if close is not None else end
            if close is None:
                line = text.count("\n", 0, start) + 1
                doubtful.append((line, text[start:stop], "a thought without an end; orders may be a part of it"))
        hidden.append((start, stop))
        at = stop
        outside = stop if block is None else outside
    remarks: list[tuple[int, str]] = []
    spoken, begin = "", 0
    for start, stop in hidden:
        line, thought = text.count("\n", 0, start) + 1, text[start:stop]
        remarks += [(line + n, one.strip()) for n, one in enumerate(thought.splitlines()) if re.search(r"\w", one)]
        spoken += text[begin:start] + re.sub(r"[^\n]+", " ", thought)
        begin = stop
    return spoken + text[begin:], remarks, doubtful


@dataclass(frozen=True, slots=True)
class _Doubts:
    """A pattern of doubts, which is slow, and the words that they begin with."""

    pattern: re.Pattern[str]
    first_words: frozenset[str]

    def found_in(self, text: str) -> Iterator[re.Match[str]]:
        """Yield the doubts in a text."""
        if not self.first_words.isdisjoint(_words_of(text)):
            yield from self.pattern.finditer(text)

    def __contains__(self, text: str) -> bool:
        return next(self.found_in(text), None) is not None


def _words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


@cache
def _conditions_and_changes() -> tuple[_Doubts, _Doubts]:
    """Return the words of a condition ("if"), and those that take orders back ("actually, no:")."""

    def phrases(key: str, end: str = "") -> str:
        words = (word for language in LANGUAGES for word in language_data(language)[key])
        chosen = sorted((word.strip(",.") for word in words if word.strip(",.") + end == word), key=len, reverse=True)
        return "|".join(r"\W{1,9}".join(map(re.escape, word.split())) for word in chosen)

    # "wait," counts only at the beginning of a clause and before a mark, "instead." only at the end of a line
    clause = r"(?:^|(?<=[.,;:!?…—–(-])|(?<=[.,;:!?…—–(-]\s))\W{0,9}(?:\w{1,20}\W{1,9})?"
    strong, weak, last = (phrases("taken_back", end) for end in ("", ",", "."))
    any_of = rf"(?<!\w)(?:{strong})(?!\w)|{clause}(?:{weak})\W{{0,9}}?(?:[,:.!…—–]|$)|(?<!\w)(?:{last})\W{{0,9}}$"
    back = rf"(?:(?:{any_of})[\s,:.!…—–]*)+"
    condition = rf"(?<!\w)(?:{phrases('if')})(?!\w)"
    first_words = [
        frozenset(_words_of(word)[0] for language in LANGUAGES for word in language_data(language)[key])
        for key in ("if", "taken_back")
    ]
    conditions, changes = (re.compile(pattern, re.IGNORECASE) for pattern in (condition, back))
    return _Doubts(conditions, first_words[0]), _Doubts(changes, first_words[1])


def _heading(line: str) -> tuple[str, str] | None:
    """Return a heading of a line in comparable form, and the rest behind it; None for a line without one."""
    match = re.match(r"[\s#*_>•-]*+([^\n:{}\"'`|\[(]{1,60}?)(?:\s*\([^()]{0,60}\))?[\s*_]*+(?::[*_\s]*(.*)|$)", line)
    if match is None:
        return None
    name = re.sub(r"^(?:(?:here|these) are )?(?:my|our|the|moje|мои) ", "", simplified(match[1]).partition(" for ")[0])
    return name, match[2] or ""


def _after_final(text: str, board: Board) -> tuple[str, list[tuple[int, str]]]:
    """Return the text below the heading of the final orders, at its lines, and the lines above it.

    Raises:
        OrderError: There are several such headings with different orders.
    """
    plain = simplified(text)
    if not any(name in plain for name in words_for("final")):
        return text, []
    lines, fenced = text.splitlines(), False
    finals: list[tuple[int, str]] = []
    powers: list[tuple[int, str]] = []
    for number, line in enumerate(lines):
        fenced ^= line.lstrip().startswith("```")
        heading = None if fenced else _heading(line)
        if heading is not None and heading[0] in words_for("final"):
            finals.append((number, heading[1]))
        elif heading is not None and (power := board.names.power(heading[0])) is not None:
            powers.append((number, power))
    if not finals or len({power for _, power in powers}) > 1 or powers > finals:
        return text, []  # each power has its own
    ends = [number for number, _ in finals[1:]] + [len(lines)]
    sets = [" ".join([rest, *lines[at + 1 : end]]).strip() for (at, rest), end in zip(finals, ends, strict=True)]
    if len({*sets} - {""}) > 1:
        where = ", ".join(str(number + 1) for number, _ in finals)
        raise OrderError(f"several sets of orders in one answer, in lines {where}; which of them counts?")
    first, rest = next((one for one, orders in zip(finals[::-1], sets[::-1], strict=True) if orders), finals[-1])
    above = [(number, line.strip()) for number, line in enumerate(lines[:first], 1) if re.search(r"\w", line)]
    spoken = [*[""] * first, rest, *lines[first + 1 :]]
    for number, power in powers[:1]:
        spoken[number] = f"{power}:"
    return "\n".join(spoken), above


def _pieces_of(line: str, board: Board) -> list[tuple[str, str]]:
    """Return the texts of the orders in a line, each with the province of its unit; it is empty for any other text."""
    if not (lexicon_of(board, False).may_name_place(line) or is_daide(line)):
        return []
    try:
        content = read_raw_line(line, next(iter(board.powers)), board, PhaseType.MOVEMENT, ())
    except OrderError:
        return []
    return [
        (
            text if content.power is None else f"{power}: {text}",
            "" if isinstance(order, OrderError | Waive | Unclear) else order.unit.province,
        )
        for power, text, order in content.orders
    ]


def _without_doubts(text: str, board: Board) -> tuple[str, list[tuple[int, str, str]]]:
    """Return `text` without orders that are conditional, of a draft, or taken back, and these with their lines."""
    if not is_doubtful(text):
        return text, []
    conditions, changes = _conditions_and_changes()
    doubtful: list[tuple[int, str, str]] = []
    kept: list[list[str]] = []  # by line, pieces of its text
    below = ""  # why the orders below a line are in doubt
    until_heading, since = False, 0  # until a heading; or until an empty line, but not the one after this line
    changing, is_conditional = text in changes, text in conditions
    words_of_doubts = changes.first_words | conditions.first_words
    given: dict[str, list[tuple[int, int]]] = {}  # the orders so far by unit: their line and place in it

    def heading_of(piece: str) -> str:
        head, colon, _ = piece.partition(":")
        return f"{head}:" if colon and board.names.power(head) is not None else ""

    def take_back(why: str, units: set[str] | None) -> None:
        """Take back the orders of units; the last one if they have none, and all if the units are unknown."""
        chosen = given.keys() if units is None else given.keys() & units
        if not chosen and given:
            chosen = {max(given, key=lambda unit: given[unit][-1])}
        for line, n in sorted(place for unit in [*chosen] for place in given.pop(unit)):
            doubtful.append((line + 1, kept[line][n], why))
            kept[line][n] = heading_of(kept[line][n])

    def keep(pieces: list[tuple[str, str]]) -> None:
        for piece, unit in pieces:
            if unit:
                given.setdefault(unit, []).append((len(kept) - 1, len(kept[-1])))
            kept[-1].append(piece)

    for number, line in enumerate(text.splitlines(), 1):
        kept.append([])
        name = (_heading(line) or ("",))[0]
        if says_orders(name) or board.names.power(name) is not None:
            below = ""
        elif _is_thought(name) and (":" in line or line.lstrip()[:1] in "#*_"):
            below, until_heading = f"below {quoted(line)}, which may not be final", True
        elif not line.strip() and not until_heading and number > since + 1:
            below = ""
        begin, why = 0, ""
        is_doubtful_line = not words_of_doubts.isdisjoint(_words_of(line))
        for match in (*changes.found_in(line), None) if is_doubtful_line else (None,):
            part = line[begin : match.start() if match else len(line)]
            if why:
                take_back(why, {unit for _, unit in _pieces_of(part, board) if unit} or None)
            for sentence in re.split(r"(?<=[.!?])\s+", part) if is_doubtful_line and part in conditions else (part,):
                found = next(conditions.found_in(sentence), None) if is_doubtful_line else None
                pieces = _pieces_of(sentence, board) if changing or is_conditional or below else []
                unit = next((unit for _, unit in pieces if unit), "")
                reason = f"under the condition {quoted(sentence if not unit else found[0])}" if found else below
                if found and not unit:
                    if sentence.rstrip(" *_").endswith((":", ",", "…", "—")):
                        below, until_heading, since = reason, False, number
                    if re.match(r"\s*\(?[^\W\dA-Z_]", sentence):
                        take_back(reason, set())
                if reason and unit:
                    doubtful.append((number, sentence.strip(), reason))
                    keep([(heading_of(sentence), "")])
                else:
                    keep(pieces if pieces and changing else [(sentence, unit)])
            if match:
                begin, why = match.end(), f"taken back by {quoted(line[match.start() :])}"
    lines = ("; ".join(piece.strip() for piece in pieces if piece.strip()) for pieces in kept)
    return "\n".join(lines), doubtful
