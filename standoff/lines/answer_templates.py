"""The answers to lines in arrays, assembled from the record of the turns without an object for each order.

Every word of an answer comes from `codec`. It is cached in pieces, keyed by the record, with placeholders for the
orders that a reason names; compiled code (`kernels`) assembles them. So the answers are those of `codec` to the letter.
Needs the extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from threading import local
from typing import Any, NamedTuple

import numpy as np

from ..map import ArrayError, Json, bits, power_title
from ..solver import (
    BY_COMPONENTS,
    FAULTS,
    MOST_UNITS,
    REASONS,
    UNIQUE,
    VOIDS,
    Component,
    OrderResult,
    Outcomes,
    ParadoxKind,
    Phrase,
    Rulebook,
    adjudicate_batch,
    english,
    result_of,
)
from ..turn import Turn, cause_object, order_object, paradox_entry
from . import kernels
from .canonical import Block
from .form import OBJECTS, AnswerForm, asked_under, line_object
from .kernels import FIXED, ORDER_UNIT, ORDERS_KEY, SLACK, ReplyPieces, SolvedBlock, Texts
from .rows import BRIEFLY_EMPTY, csv_cells
from .text_index import LEARNING, Pieces, TextIndex

_MARK = "\ue000"
"""A private-use character, the placeholder for an order or a power."""

MOST_RULEBOOKS = 64
"""The most rulebooks whose templates are cached for a board."""

_json = json.JSONEncoder(ensure_ascii=False).encode


# -- templates of orders -----------------------------------------------------------------------------------------------


class _AnswerTemplate(NamedTuple):
    """The answer to an order in pieces, of JSON or CSV: `before`, the reason, `after`.

    Attributes:
        blank: True if the sentence of its reason names the orders that cause it, between `head` and `tail`.
        why: True if the sentence ends with the reason of the order that causes it.
    """

    before: str
    head: str
    tail: str
    after: str
    blank: bool
    why: bool


def _template_of(result: OrderResult) -> _AnswerTemplate:
    """Return the answer to an order in pieces of JSON."""
    before, _, after = _json(order_object(result, _MARK)).partition(_MARK)
    head, tail, blank, why = _sentence(result)
    return _AnswerTemplate(before, _json(head)[1:-1], _json(tail)[1:-1], after, blank, why)


def _sentence(result: OrderResult) -> tuple[str, str, bool, bool]:
    """Return the text before and after the orders in the sentence of a reason, and `blank` and `why`."""
    template = result.reason.sentence
    blank, why = "{by}" in template, "{why}" in template
    assert not why or template.endswith("{why}"), template
    behind = result._replace(by=(result.order,), root=None, more=0)
    text = behind.sentence(english, lambda _: _MARK, lambda _: _MARK)
    head, _, tail = text.partition(f"{_MARK} ({_MARK})" if blank else f" ({_MARK}: {_MARK})")
    return head, tail, blank, why


def _row_template(table: str, result: OrderResult) -> _AnswerTemplate:
    """Return, in pieces, the cells of a row from the success of the order on, without that of its paradox."""
    head, tail, blank, why = _sentence(result)
    cause = cause_object(result)
    causes = [cause.get(column) for column in ("cause", "option", "fault")]
    if table == "csv":
        # the orders in a sentence need no quotation marks
        mark = '"' if csv_cells([head + tail]).startswith('"') else ""
        before = f",{'true' if result.success else 'false'},{csv_cells([str(result.outcome)])},{mark}"
        head, tail = head.replace('"', '""'), tail.replace('"', '""')
        return _AnswerTemplate(before, head, tail, f"{mark},{csv_cells(causes)},", blank, why)
    before = f', "success": {_json(result.success)}, "outcome": {_json(str(result.outcome))}, "reason": "'
    after = "".join(f', "{name}": {_json(one)}' for name, one in zip(("cause", "option", "fault"), causes, strict=True))
    return _AnswerTemplate(before, _json(head)[1:-1], _json(tail)[1:-1], f'"{after}, "paradox": ', blank, why)


# the capacity of `kernels.find_templates`
assert max(len(FAULTS), len(REASONS), MOST_UNITS) < 128
assert len(VOIDS) < 32


class _AnswerTemplates:
    """The templates so far under a rulebook on a board."""

    def __init__(self) -> None:
        none = np.empty(0, dtype=np.int64)
        self._known = none, none  # their numbers, ascending, and their places in the lists
        self.before, self.head, self.tail, self.after = (Pieces() for _ in range(4))
        self.blank, self.why = np.empty(0, dtype=bool), np.empty(0, dtype=bool)

    def places(self, out: Outcomes, new_template: Callable[[int], _AnswerTemplate]) -> Any:
        """Return the indices of the templates of all orders of a batch; `new_template` makes one for a unit's order."""
        number, place = np.empty((2, len(out.answers)), dtype=np.int64)
        outcomes = out.batch.orders, out.answers, out.retreats
        if kernels.find_templates(*outcomes, *self._known, number, place):
            with LEARNING:
                # another thread may have added them in the meantime
                while kernels.find_templates(*outcomes, *self._known, number, place):
                    new = np.flatnonzero(place < 0)
                    unknown, first = np.unique(number[new], return_index=True)
                    self._add(unknown, [new_template(unit) for unit in new[first].tolist()])
        return place

    def _add(self, numbers: Any, templates: list[_AnswerTemplate]) -> None:
        count = len(self.before)
        for template in templates:
            for pieces, text in zip((self.before, self.head, self.tail, self.after), template[:4], strict=True):
                pieces.append(text)
        self.blank = np.concatenate((self.blank, [template.blank for template in templates]))
        self.why = np.concatenate((self.why, [template.why for template in templates]))
        numbers = np.concatenate((self._known[0], numbers))
        places = np.concatenate((self._known[1], np.arange(count, count + len(templates))))
        order = np.argsort(numbers)
        self._known = numbers[order], places[order]


# the columns of a component that compiled code notes (`Outcomes.noted`): the turn, then `solving.Met`
_TURN, _KIND, _CORE, _COUNT = 0, 2, 3, 9


def _noted(out: Outcomes) -> Any:
    """Return the paradoxes that compiled code noted, by turn."""
    parts = [noted for noted, _ in out.noted] or [np.zeros((0, 10), dtype=np.int64)]
    noted = np.concatenate(parts)
    noted = noted[(noted[:, _KIND] != UNIQUE) & (out.how[noted[:, _TURN]] == BY_COMPONENTS)]
    return noted[np.argsort(noted[:, _TURN], kind="stable")]


class _Paradoxes:
    """The templates of paradoxes so far under a rulebook: all but their cores."""

    def __init__(self) -> None:
        self._place: dict[tuple[int, int], int] = {}  # by kind and number of resolutions
        self._heads, self._tails = Pieces(), Pieces()

    def rows(self, out: Outcomes) -> tuple[Any, Any, Texts, Texts]:
        """Return the start of the paradoxes of each line, their cores and templates, and the texts of the templates."""
        noted = _noted(out)
        rows = noted[:, (_CORE, _CORE)]
        with LEARNING:
            for kind, count in {*zip(noted[:, _KIND].tolist(), noted[:, _COUNT].tolist(), strict=True)}:
                alike = np.flatnonzero((noted[:, _KIND] == kind) & (noted[:, _COUNT] == count))
                if (kind, count) not in self._place:
                    turn, core = noted[alike[0], (_TURN, _CORE)].tolist()
                    self._add((kind, count), next(one for one in out.solution(turn).paradoxes if one.core == core))
                rows[alike, 1] = self._place[kind, count]
            start = np.searchsorted(noted[:, _TURN], np.arange(len(out.how) + 1))
            return start, rows, self._heads.texts(), self._tails.texts()

    def _add(self, key: tuple[int, int], paradox: Component) -> None:
        head, _, tail = _json(paradox_entry(paradox, [_MARK])).partition(_MARK)
        self._place[key] = len(self._heads)
        self._heads.append(f", {head}")
        self._tails.append(tail)


# -- phrases of a board ------------------------------------------------------------------------------------------------


_more = [english(Phrase.AND_MORE).format(count=count) for count in range(1, MOST_UNITS + 1)]


class _Phrases:
    """The phrases of the answers so far, objects or rows, under a rulebook on a board.

    Args:
        words: The text index of the board.
        form: The form of the answers.
        rules: The rulebook that they name; None if they name none.
    """

    def __init__(self, words: TextIndex, form: AnswerForm, rules: str | None) -> None:
        self.words, self.templates, self.paradoxes = words, _AnswerTemplates(), _Paradoxes()
        self._table = form.table
        self.template = partial(_row_template, form.table) if form.table else _template_of
        titles, named = (
            [power_title(power) for power in words.powers],
            "" if rules is None else f', "rules": {_json(rules)}',
        )
        kinds, empty = [None, *map(str, ParadoxKind)], [None] * len(BRIEFLY_EMPTY)
        if not form.table:
            fixed = [named + text if number == ORDERS_KEY else text for number, text in enumerate(FIXED)]
        elif form.table == "csv":
            named = "" if rules is None else f",{csv_cells([rules])}"
            briefly = [f",{word},{csv_cells(empty)}\n" for word in ("true", "false")]
            fixed = [*FIXED, "", "", named, *briefly, *[f"{kind or ''}\n" for kind in kinds]]
        else:
            nothing = _json(dict(zip(BRIEFLY_EMPTY, empty, strict=True)))[1:]
            briefly = [f', "success": {word}, {nothing}\n' for word in ("true", "false")]
            fixed = [*FIXED, '{"id": ', "null", named, *briefly, *[f"{_json(kind)}}}\n" for kind in kinds]]
        self._fixed = Pieces(fixed)
        self._power_names = Pieces(titles if form.table == "csv" else (_json(title)[1:-1] for title in titles))
        self._powers = Pieces(self._cell("power", power) for power in words.powers)
        self._units = Pieces(self._cell("unit", text) for text in words.units)
        self._keys = Pieces()

    def _cell(self, column: str, text: str) -> str:
        return f",{csv_cells([text])}" if self._table == "csv" else f', "{column}": {_json(text)}'

    def pieces(self) -> ReplyPieces:
        """Return the current phrases for compiled code."""
        words, order, templates = self.words, self.words.order, self.templates
        with LEARNING:
            if self._table:
                for text in order.texts[len(self._keys) :]:
                    self._keys.append(self._cell("order", text))
                powers, units, keys = self._powers, self._units, self._keys
            else:
                powers, units, keys = words.powers_as_json, words.units_as_json, order.keys_as_json
            return ReplyPieces(
                self._fixed.texts(),
                powers.texts(),
                units.texts(),
                words.centers_as_json.texts(),
                words.locations_as_json.texts(),
                self._power_names.texts(),
                keys.texts(),
                order.names_as_json.texts(),
                templates.before.texts(),
                templates.head.texts(),
                templates.tail.texts(),
                templates.after.texts(),
                templates.blank,
                templates.why,
                words.center_at,
                words.sorted_places,
                words.province,
            )


def _phrases_of(words: TextIndex, rules: Rulebook, form: AnswerForm, name: str | None) -> _Phrases:
    with LEARNING:
        phrases = words.answer_phrases.get(key := (rules, form.table, name))
        if phrases is None:
            if len(words.answer_phrases) >= MOST_RULEBOOKS:
                words.answer_phrases.clear()
            phrases = words.answer_phrases[key] = _Phrases(words, form, name)
        return phrases


# -- answers ---------------------------------------------------------------------------------------------------------


class _Buffers(local):
    """The buffers to which a thread writes its answers, one block after the other."""

    def __init__(self) -> None:
        self.bytes = np.empty(1 << 20, dtype=np.uint8)


_buffers = _Buffers()


def answers(block: Block, form: AnswerForm = OBJECTS, rules: str | None = None) -> tuple[bytes, Any]:
    """Return the answers to the lines of a block, each followed by a newline, and the end of each of them.

    Args:
        block: The lines, as arrays.
        form: The form of the answers.
        rules: The rulebook that the answers name; None if they name none.
    """
    brief = form.brief
    words = _phrases_of(block.words, block.rules, form, rules)
    out = adjudicate_batch(block.batch, rules=block.rules, threads=1, reasons=not brief, checked=True)
    if any(result.undecided for result in out.fallback_results.values()):
        raise ArrayError("what cannot be told of convoys is answered line by line")
    order_of_unit = block.words.holds[block.rows.unit].astype(np.int64)  # units without an order hold
    order_of_unit[block.rows.orders[:, ORDER_UNIT]] = block.rows.order
    fallback_text, extra = np.full(len(block), -1, dtype=np.int64), list[str]()
    for line in out.fallback_results:
        first, entries = int(block.batch.start[line]), list[Json]()
        for paradox in out.solution(line).paradoxes:
            core = order_of_unit[[first + unit for unit in bits(paradox.core)]].tolist()
            entries.append(paradox_entry(paradox, [block.words.order.names[order] for order in core]))
        fallback_text[line] = len(extra)
        extra.append(_json(entries))
    no_templates = np.zeros(0, dtype=np.int64)
    solved = SolvedBlock(
        block.lines.data,
        block.ids,
        block.autumn,
        block.with_centers,
        *block.rows[:3],
        *block.rows[4:],
        order_of_unit,
        out.answers,
        out.decided_by,
        out.contested,
        out.retreats,
        no_templates
        if brief
        else words.templates.places(out, partial(_new_template, block, out, words.template, rules)),
        *words.paradoxes.rows(out),
        fallback_text,
        Pieces([*extra, *_more]).texts(),
        _paradox_kinds(block, out) if form.table else np.empty(0, dtype=np.int64),
    )
    pieces, ends = words.pieces(), np.empty(len(block), dtype=np.int64)

    def write() -> int:
        if form.table:
            return kernels.write_rows(solved, pieces, brief, form.table == "csv", _buffers.bytes, ends)
        return kernels.write(solved, pieces, brief, _buffers.bytes, ends)

    length = write()
    if length + SLACK > len(_buffers.bytes):
        _buffers.bytes = np.empty(2 * length + SLACK, dtype=np.uint8)
        write()
    return _buffers.bytes[:length].tobytes(), ends


def _paradox_kinds(block: Block, out: Outcomes) -> Any:
    """Return, by unit, the kind of the first paradox with its order in the core, from 1; 0 for none."""
    kinds = np.zeros(len(block.batch.units), dtype=np.int64)
    start, numbers = block.batch.start.tolist(), {kind: number for number, kind in enumerate(ParadoxKind, 1)}
    cores = [(turn, kind, core) for turn, kind, core in _noted(out)[:, (_TURN, _KIND, _CORE)].tolist()]
    for turn in out.fallback_results:
        cores += [(turn, numbers[one.kind], one.core) for one in out.solution(turn).paradoxes if one.kind]
    for turn, kind, core in cores:
        for unit in bits(core):
            if not kinds[start[turn] + unit]:
                kinds[start[turn] + unit] = kind
    return kinds


def _new_template(
    block: Block, out: Outcomes, template_of: Callable[[OrderResult], _AnswerTemplate], rules: str | None, unit: int
) -> _AnswerTemplate:
    """Return the template of a unit's order, made by `codec`."""
    rows = block.rows
    line = int(np.searchsorted(block.batch.start, unit, "right")) - 1
    data = line_object(block.lines[int(block.numbers[line])].decode())
    turn = Turn.from_dict(data if rules is None else asked_under(data, rules))
    first, last = rows.start[line : line + 2, 0].tolist()
    begin, end = rows.start[line : line + 2, 1].tolist()
    unit_of = (rows.orders[begin:end, ORDER_UNIT] - first).tolist()
    result = result_of(turn.position, turn.orders, block.rules, unit_of, out, line)
    # units without an order follow the given orders
    unit_of += sorted(set(range(last - first)).difference(unit_of))
    return template_of(list(result)[unit_of.index(unit - first)])
