"""The answers to lines in arrays: put together from the record of the turns, without an object for each order.

Every word of an answer comes from `codec`: it is kept in pieces, by what the record says, with blanks for the orders
behind a reason; compiled code (`kernels`) puts them together. So the answers are those of `codec` to the letter. Needs
the extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

import json
from collections.abc import Callable
from threading import local
from typing import Any, NamedTuple

import numpy as np

from ..map import ArrayError
from ..map.masks import bits
from ..solver import OrderResult, Rulebook
from ..solver.arrays.batch import Outcomes, adjudicate_batch, result_of
from ..solver.arrays.compiled import MOST_UNITS
from ..solver.law.faults import FAULTS, VOIDS
from ..solver.law.reasons import REASONS, Phrase, english
from ..turn.codec import order_object, paradox_object
from ..turn.turn import Turn
from . import kernels
from .board_words import BoardWords
from .canonical import Block
from .json_lines import line_object
from .kernels import FIXED, ORDER_UNIT, SLACK, Said, SolvedBlock
from .text_tables import LEARNING, Pieces

_MARK = "\ue000"
"""A letter of nobody's alphabet: it stands where an order or a power is put in."""

MOST_RULEBOOKS = 64
"""The wordings of so many rulebooks are kept for a board."""

_json = json.JSONEncoder(ensure_ascii=False).encode


# -- what is said of an order ----------------------------------------------------------------------------------------


class _Wording(NamedTuple):
    """What an order's answer says, in pieces of JSON: `before`, the reason, `after`.

    Attributes:
        blank: True if the orders behind the reason stand inside its sentence, between `head` and `tail`.
        why: True if the reason of the order behind it ends the sentence.
    """

    before: str
    head: str
    tail: str
    after: str
    blank: bool
    why: bool


def _wording(found: OrderResult) -> _Wording:
    """Return the answer to an order in pieces."""
    template = found.reason.sentence
    blank, why = "{by}" in template, "{why}" in template
    assert not why or template.endswith("{why}"), template
    behind = found._replace(by=(found.order,), root=None, more=0)
    text = behind.sentence(english, lambda _: _MARK, lambda _: _MARK)
    before, _, after = _json(order_object(found, _MARK)).partition(_MARK)
    mark = f"{_MARK} ({_MARK})" if blank else f" ({_MARK}: {_MARK})"
    head, _, tail = _json(text)[1:-1].partition(mark)
    return _Wording(before, head, tail, after, blank, why)


# what `kernels.find_wordings` has room for
assert max(len(FAULTS), len(REASONS), MOST_UNITS) < 128
assert len(VOIDS) < 32


class _Wordings:
    """The wordings that a rulebook and a board brought up so far."""

    def __init__(self) -> None:
        none = np.empty(0, dtype=np.int64)
        self._known = none, none  # their numbers, ascending, and their places in the lists
        self.before, self.head, self.tail, self.after = (Pieces() for _ in range(4))
        self.blank, self.why = np.empty(0, dtype=bool), np.empty(0, dtype=bool)

    def places(self, out: Outcomes, made: Callable[[int], _Wording]) -> Any:
        """Return the places of the wordings of all orders of a batch; `made` gives that of a unit if it is new."""
        number, place = np.empty((2, len(out.answers)), dtype=np.int64)
        given = out.batch.orders, out.answers, out.retreats
        if kernels.find_wordings(*given, *self._known, number, place):
            with LEARNING:
                # another thread may have added them meanwhile
                while kernels.find_wordings(*given, *self._known, number, place):
                    new = np.flatnonzero(place < 0)
                    unknown, first = np.unique(number[new], return_index=True)
                    self._add(unknown, [made(unit) for unit in new[first].tolist()])
        return place

    def _add(self, numbers: Any, wordings: list[_Wording]) -> None:
        count = len(self.before)
        for one in wordings:
            self.before.append(one.before)
            self.head.append(one.head)
            self.tail.append(one.tail)
            self.after.append(one.after)
        self.blank = np.concatenate((self.blank, [one.blank for one in wordings]))
        self.why = np.concatenate((self.why, [one.why for one in wordings]))
        known = np.concatenate((self._known[0], numbers))
        which = np.concatenate((self._known[1], np.arange(count, count + len(wordings))))
        order = np.argsort(known)
        self._known = known[order], which[order]


# -- what is said of a board -----------------------------------------------------------------------------------------


_fixed = Pieces(FIXED)
_more = [english(Phrase.AND_MORE).format(count=count) for count in range(1, MOST_UNITS + 1)]


class _Said:
    """What was said so far under a rulebook on a board."""

    def __init__(self, words: BoardWords) -> None:
        self.words, self.wordings = words, _Wordings()
        self._told = Pieces(_json(power.capitalize())[1:-1] for power in words.powers)

    def said(self) -> Said:
        """Return it for compiled code, as it is now."""
        with LEARNING:
            return self._said()

    def _said(self) -> Said:
        words, wordings = self.words, self.wordings
        return Said(
            _fixed.texts(),
            words.powers_as_json.texts(),
            words.units_as_json.texts(),
            words.centers_as_json.texts(),
            words.locations_as_json.texts(),
            self._told.texts(),
            words.order.keys_as_json.texts(),
            words.order.names_as_json.texts(),
            wordings.before.texts(),
            wordings.head.texts(),
            wordings.tail.texts(),
            wordings.after.texts(),
            wordings.blank,
            wordings.why,
            words.center_at,
            words.sorted_places,
            words.province,
        )


def _known(words: BoardWords, rules: Rulebook) -> _Said:
    with LEARNING:
        found = words.said.get(rules)
        if found is None:
            if len(words.said) >= MOST_RULEBOOKS:
                words.said.clear()
            found = words.said[rules] = _Said(words)
        return found


# -- answers ---------------------------------------------------------------------------------------------------------


class _Room(local):
    """Where the answers of a thread are written, one block after the other."""

    def __init__(self) -> None:
        self.bytes = np.empty(1 << 20, dtype=np.uint8)


_room = _Room()


def answers(block: Block, *, brief: bool = False) -> tuple[bytes, Any]:
    """Return the answers to the lines of a block, each with a newline behind it, and where each of them ends.

    Args:
        block: The lines, as arrays.
        brief: Of each order only whether it succeeds.
    """
    return _Answers(block, brief).written()


class _Answers:
    """The answers to a block, put together."""

    def __init__(self, block: Block, brief: bool) -> None:
        self.block, self.brief = block, brief
        self.known = _known(block.words, block.rules)
        self.out = adjudicate_batch(block.batch, rules=block.rules, threads=1, reasons=not brief, checked=True)

    def written(self) -> tuple[bytes, Any]:
        """Return the answers, and where each of them ends."""
        block, out, extra = self.block, self.out, Pieces()
        if any(result.undecided for result in out.handed.values()):
            raise ArrayError("what cannot be told of convoys is answered line by line")
        paradoxes = np.full(len(block), -1, dtype=np.int64)
        for line in np.flatnonzero(out.how).tolist():
            told = [paradox_object(one, self._core(line, one.core)) for one in out.solution(line).paradoxes]
            paradoxes[line] = extra.append(_json(told))
        for more in _more:
            extra.append(more)
        none = np.zeros(0, dtype=np.int64)
        solved = SolvedBlock(
            block.lines.data,
            block.ids,
            block.autumn,
            block.given,
            *block.rows._replace(told=none)[:3],
            *block.rows[4:],
            none if self.brief else self._order_of_unit(),
            out.answers,
            out.decided_by,
            out.contested,
            out.retreats,
            none if self.brief else self._wordings(),
            paradoxes,
            extra.texts(),
        )
        said, ends = self.known.said(), np.empty(len(block), dtype=np.int64)
        length = kernels.write(solved, said, self.brief, _room.bytes, ends)
        if length + SLACK > len(_room.bytes):
            _room.bytes = np.empty(2 * length + SLACK, dtype=np.uint8)
            kernels.write(solved, said, self.brief, _room.bytes, ends)
        return _room.bytes[:length].tobytes(), ends

    def _order_of_unit(self) -> Any:
        """By unit, the number of its order; one without an order holds."""
        rows = self.block.rows
        found = self.block.words.holds[rows.unit].astype(np.int64)
        found[rows.orders[:, ORDER_UNIT]] = rows.order
        return found

    def _wordings(self) -> Any:
        """Return by unit the place of the wording of its order."""
        return self.known.wordings.places(self.out, self._new_wording)

    def _new_wording(self, unit: int) -> _Wording:
        """Return the wording of a unit's order, from what `codec` makes an answer of."""
        block, rows = self.block, self.block.rows
        line = int(np.searchsorted(block.batch.start, unit, "right")) - 1
        turn = Turn.from_dict(line_object(block.lines[int(block.numbers[line])].decode()))
        first, last = rows.start[line : line + 2, 0].tolist()
        begin, end = rows.start[line : line + 2, 1].tolist()
        unit_of = (rows.orders[begin:end, ORDER_UNIT] - first).tolist()
        record = self.out.record(line)
        result = result_of(turn.board, turn.position, turn.orders, turn.rules, unit_of, record)
        # behind the orders as given come the units without one
        unit_of += sorted(set(range(last - first)).difference(unit_of))
        return _wording(list(result)[unit_of.index(unit - first)])

    def _core(self, line: int, mask: int) -> list[str]:
        with LEARNING:
            texts = self.block.words.order.names_as_json.texts()
        rows = self.block.rows
        first, orders = int(rows.start[line, 0]), slice(*rows.start[line : line + 2, 1].tolist())
        number = dict(zip(rows.orders[orders, ORDER_UNIT].tolist(), rows.order[orders].tolist(), strict=True))
        # a unit without an order is in no core
        found = (number[first + unit] for unit in bits(mask) if first + unit in number)
        return [json.loads(f'"{texts.data[texts.start[n] : texts.start[n + 1]].tobytes().decode()}"') for n in found]
