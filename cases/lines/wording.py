"""The answers to lines in arrays: put together from the record of the turns, without an object for each order.

Every word of an answer comes from `codec`: it is kept in pieces, by what the record says, with blanks for the orders
behind a reason. So the answers are those of `codec` to the letter. Needs the extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise, starmap
from typing import Any, NamedTuple

import numpy as np

from ...map.masks import bits
from ...solver import OrderResult, Rulebook
from ...solver.batch import Outcomes, adjudicate_batch, result_of
from ...solver.columns import ATTACK, ATTACKER, CONVOYED, FAULT, HOLD, PLACE, PREVENT, REASON, SUCCEEDS, VOID
from ...solver.compiled import MOST_UNITS
from ...solver.faults import FAULTS, VOIDS
from ...solver.reasons import REASONS
from ...solver.record import named
from ...solver.results import AND_MORE, MOST_NAMED
from .canonical import Block, Rows
from .codec import Request, order_object, paradox_object
from .json_lines import line_object
from .vocabulary import Pieces, Vocabulary

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
    template = found.reason.value
    blank, why = "{by}" in template, "{why}" in template
    assert not why or template.endswith("{why}"), template
    behind = found._replace(by=(found.order,), root=None, more=0)
    text = behind.sentence(str, lambda _: _MARK, lambda _: _MARK)
    before, _, after = _json(order_object(found, _MARK)).partition(_MARK)
    mark = f"{_MARK} ({_MARK})" if blank else f" ({_MARK}: {_MARK})"
    head, _, tail = _json(text)[1:-1].partition(mark)
    return _Wording(before, head, tail, after, blank, why)


# the bits of the number that stands for what a record says of an order, and so for its wording
_WIDTHS = {SUCCEEDS: 1, FAULT: 7, VOID: 5, REASON: 7, ATTACK: 7, HOLD: 7, PREVENT: 7}
assert max(len(FAULTS), len(REASONS), MOST_UNITS) < 128
assert len(VOIDS) < 32


def _wording_numbers(out: Outcomes) -> Any:
    """Return for each unit of a batch a number; where it is the same, the same is said of the order."""
    dislodged = out.answers[:, ATTACKER] >= 0
    number = out.batch.orders[:, 0].astype(np.int64)
    number = number << 2 | dislodged.astype(np.int64) + (dislodged & ~out.retreats.any(axis=1))
    for column, width in reversed(_WIDTHS.items()):
        number = number << width | out.answers[:, column]
    return number


class _Wordings:
    """The wordings that a rulebook and a board brought up so far."""

    def __init__(self) -> None:
        self._known = np.empty(0, dtype=np.int64)  # their numbers, ascending
        self._which = np.empty(0, dtype=np.int64)  # and their places in the lists
        self.all: list[_Wording] = []
        self.alone, self.opening, self.closing = Pieces(), Pieces(), Pieces()

    def places(self, numbers: Any, made: Callable[[int], _Wording]) -> Any:
        """Return the places of numbers in the lists; `made` gives the wording of a row whose number is new."""
        place = self._found(numbers)
        new = np.flatnonzero(place < 0)
        if len(new):
            unknown, rows = np.unique(numbers[new], return_index=True)
            for row in new[rows].tolist():
                self._add(made(row))
            count = len(self.all)
            known = np.concatenate((self._known, unknown))
            which = np.concatenate((self._which, np.arange(count - len(unknown), count)))
            order = np.argsort(known)
            self._known, self._which = known[order], which[order]
            place = self._found(numbers)
        return place

    def _found(self, numbers: Any) -> Any:
        if not len(self._known):
            return np.full(len(numbers), -1)
        at = np.minimum(np.searchsorted(self._known, numbers), len(self._known) - 1)
        return np.where(self._known[at] == numbers, self._which[at], -1)

    def _add(self, one: _Wording) -> None:
        self.all.append(one)
        self.alone.append(one.before + one.head + one.tail + one.after)
        self.opening.append(one.before + one.head)
        self.closing.append(("" if one.blank else ")") + one.tail + one.after)

    @property
    def blank(self) -> Any:
        """By place, whether the orders behind the reason stand inside its sentence."""
        return np.array([one.blank for one in self.all], dtype=bool)

    @property
    def why(self) -> Any:
        """By place, whether the reason of the order behind it ends the sentence."""
        return np.array([one.why for one in self.all], dtype=bool)


# -- what is said of a board -----------------------------------------------------------------------------------------


class _Phrases:
    """Words of a board with what stands before and behind them in an answer.

    Attributes:
        orders, lists: What stands before a member of a JSON object by power: a comma and a blank, then for each power
            what opens its object (list) where it is the first, then where it is not.
        before, behind: By power, its name before an order in parentheses, and in parentheses behind one.
    """

    def __init__(self, words: Vocabulary) -> None:
        names = words.powers_as_json
        opened = ["{}: {{", "}}, {}: {{"]
        self.orders = Pieces([", ", *(form.format(name) for form in opened for name in names)])
        opened = ["{}: [", "], {}: ["]
        self.lists = Pieces([", ", *(form.format(name) for form in opened for name in names)])
        told = [_json(power.capitalize())[1:-1] for power in words.powers]
        self.before = Pieces([f" ({name}: " for name in told])
        self.behind = Pieces([f" ({name})" for name in told])
        self.told = told


class _Known:
    """What was said so far under a rulebook on a board."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.wordings, self.phrases = _Wordings(), _Phrases(words)
        self.places: dict[tuple[int, ...], str] = {}
        self.sorted_places: dict[tuple[int, ...], str] = {}

    def listed(self, mask: list[int]) -> str:
        """Return the locations of a mask in words as a list of JSON."""
        found = self.places.get(tuple(mask))
        if found is None:
            found = _forgetful(self.places)[tuple(mask)] = _json(list(named(mask, self.words.board)))
        return found

    def contested(self, mask: list[int]) -> str:
        """Return the locations of a mask in words as a list of JSON, sorted."""
        found = self.sorted_places.get(tuple(mask))
        if found is None:
            found = _forgetful(self.sorted_places)[tuple(mask)] = _json(sorted(named(mask, self.words.board)))
        return found


def _forgetful(kept: dict[tuple[int, ...], str]) -> dict[tuple[int, ...], str]:
    if len(kept) > 20_000:
        kept.clear()
    return kept


def _known(words: Vocabulary, rules: Rulebook) -> _Known:
    found = words.said.get(rules)
    if found is None:
        if len(words.said) >= MOST_RULEBOOKS:
            words.said.clear()
        found = words.said[rules] = _Known(words)
    return found


# -- answers ---------------------------------------------------------------------------------------------------------


def answers(block: Block, lines: Sequence[str], *, brief: bool = False) -> list[str]:
    """Return the answers to the lines of a block.

    Args:
        block: The lines, as arrays.
        lines: The lines, by their numbers.
        brief: Of each order only whether it succeeds.

    Raises:
        RouteLimitError: A turn has too many ways over its fleets.
    """
    return _Answers(block, lines).texts(brief)


def _before(rows: Rows, powers: int, first: Any) -> Any:
    """Return for each row what stands before it (`_Phrases`); `first` says which are the first of their line."""
    new = np.empty(len(rows.power), dtype=bool)
    new[:1] = True
    new[1:] = rows.power[1:] != rows.power[:-1]
    return np.where(first, 1 + rows.power, np.where(new, 1 + powers + rows.power, 0))


def _first(line: Any) -> Any:
    """Tell of each row whether it is the first of its line."""
    first = np.empty(len(line), dtype=bool)
    first[:1] = True
    first[1:] = line[1:] != line[:-1]
    return first


def _joined(pieces: Sequence[Any], start: Any) -> list[str]:
    """Return for each line the pieces of its rows, one behind the other."""
    table = np.empty((len(pieces[0]), len(pieces)), dtype=object)
    for column, piece in enumerate(pieces):
        table[:, column] = piece
    flat = table.ravel().tolist()
    ends = (len(pieces) * start).tolist()
    return ["".join(flat[first:last]) for first, last in pairwise(ends)]


class _Answers:
    """The answers to a block, put together."""

    def __init__(self, block: Block, lines: Sequence[str]) -> None:
        self.block, self.lines = block, lines
        self.known = _known(block.words, block.rules)
        self.out = adjudicate_batch(block.batch, rules=block.rules, threads=1)

    def texts(self, brief: bool) -> list[str]:
        """Return the answers, a line each."""
        block, out = self.block, self.out
        count = len(block)
        dislodged, contested, paradoxes = ["{}"] * count, ["[]"] * count, ["[]"] * count
        for line, text in self._fates().items():
            dislodged[line] = text
        for line in np.flatnonzero(out.contested.any(axis=1)).tolist():
            contested[line] = self.known.contested(out.contested[line].tolist())
        for line in np.flatnonzero(out.how).tolist():
            told = [paradox_object(one, self._core(line, one.core)) for one in out.solution(line).paradoxes]
            paradoxes[line] = _json(told)
        form = '{{"id": {}, "orders": {{{}}}, "units": {{{}}}, "dislodged": {}, "contested": {}, "paradoxes": {}{}}}'
        orders = self._verdicts() if brief else self._results()
        parts = (block.ids, orders, self._units(), dislodged, contested, paradoxes, self._centers())
        return list(starmap(form.format, zip(*parts, strict=True)))

    # -- orders -------------------------------------------------------------------------------------

    def _order_texts(self, pieces: Sequence[Any]) -> list[str]:
        """Return the object of the orders of each line, without its braces."""
        rows, powers = self.block.orders, len(self.block.words.powers)
        before = self.known.phrases.orders.array()[_before(rows, powers, _first(rows.line))]
        joined = _joined([before, *pieces], rows.start)
        return [text + "}" if text else text for text in joined]

    def _verdicts(self) -> list[str]:
        orders, order = self.block.words.order, self.block.order
        good = self.out.answers[self.block.unit_of, SUCCEEDS] > 0
        return self._order_texts([np.where(good, orders.succeeds.array()[order], orders.fails.array()[order])])

    def _results(self) -> list[str]:
        block, known = self.block, self.known
        wordings, phrases, words = known.wordings, known.phrases, block.words.order
        wording = self._wording_of[block.unit_of]
        by = self._by[block.unit_of]
        one = (by > 0) & (by & (by - 1) == 0) & ~wordings.why[wording]
        several = np.flatnonzero((by > 0) & ~one)
        opening = np.where(one, wordings.opening.array()[wording], wordings.alone.array()[wording])
        middle, end, closing = (np.full(len(by), "", dtype=object) for _ in range(3))
        # one order behind the reason
        row = np.flatnonzero(one)
        bit = np.log2(by[row].astype(np.float64)).astype(np.int64)  # exact: they are powers of two
        other = block.units.start[block.orders.line[row]] + bit
        name, power = words.names_as_json.array()[self._order_of_unit[other]], block.units.power[other]
        inside = wordings.blank[wording[row]]
        middle[row] = np.where(inside, name, phrases.before.array()[power])
        end[row] = np.where(inside, phrases.behind.array()[power], name)
        closing[row] = wordings.closing.array()[wording[row]]
        units, firsts = block.unit_of[several].tolist(), block.units.start[block.orders.line[several]].tolist()
        for n, place, unit, first in zip(several.tolist(), wording[several].tolist(), units, firsts, strict=True):
            said = wordings.all[place]
            opening[n] = f"{said.before}{self._reason(unit, first)}{said.after}"
        return self._order_texts([words.keys_as_json.array()[block.order], opening, middle, end, closing])

    @cached_property
    def _by(self) -> Any:
        """By unit, the units whose orders decided its own, as a mask."""
        return np.where(self.out.answers[:, FAULT] > 0, 0, self.out.decided_by)

    @cached_property
    def _order_of_unit(self) -> Any:
        """By unit, the number of its order; one without an order holds."""
        found = self.block.words.holds[self.block.unit]
        found[self.block.unit_of] = self.block.order
        return found

    @cached_property
    def _wording_of(self) -> Any:
        """By unit, the place of the wording of its order."""
        return self.known.wordings.places(_wording_numbers(self.out), self._new_wording)

    def _new_wording(self, unit: int) -> _Wording:
        """Return the wording of a unit's order, from what `codec` makes an answer of."""
        block = self.block
        line = int(np.searchsorted(block.units.start, unit, "right")) - 1
        request = Request(line_object(self.lines[int(block.numbers[line])]))
        first, last = block.units.start[line : line + 2].tolist()
        begin, end = block.orders.start[line : line + 2].tolist()
        unit_of = (block.unit_of[begin:end] - first).tolist()
        record = self.out.record(line)
        result = result_of(request.board, request.position, request.orders, request.rules, unit_of, record)
        # behind the orders as given come the units without one
        unit_of += sorted(set(range(last - first)).difference(unit_of))
        return _wording(list(result)[unit_of.index(unit - first)])

    def _reason(self, unit: int, first: int) -> str:
        """Return the sentence of a reason, inside a text of JSON; `first` is the first unit of the turn."""
        places, masks, names, powers = self._lists_by_unit
        said, by = self.known.wordings.all[places[unit]], masks[unit]
        if not by:
            return said.head + said.tail
        told = self.known.phrases.told
        units = [first + bit for bit in bits(by)]
        more = [AND_MORE.format(count=len(units) - MOST_NAMED)] if len(units) > MOST_NAMED else []
        if not said.blank:
            behind = "; ".join([f"{told[powers[other]]}: {names[other]}" for other in units[:MOST_NAMED]] + more)
            return f"{said.head} ({behind}){said.tail}"
        inside = "; ".join([f"{names[other]} ({told[powers[other]]})" for other in units[:MOST_NAMED]] + more)
        text = f"{said.head}{inside}{said.tail}"
        return text + self._reason(units[-1], first) if said.why else text

    @cached_property
    def _lists_by_unit(self) -> tuple[list[int], list[int], list[str], list[int]]:
        """By unit: its wording's place, who decided it as a mask, its order as a sentence has it, its power."""
        names = self.block.words.order.names_as_json.array()[self._order_of_unit]
        return self._wording_of.tolist(), self._by.tolist(), names.tolist(), self.block.units.power.tolist()

    def _core(self, line: int, mask: int) -> list[str]:
        block = self.block
        first, orders = int(block.units.start[line]), slice(*block.orders.start[line : line + 2].tolist())
        number = dict(zip(block.unit_of[orders].tolist(), block.order[orders].tolist(), strict=True))
        names = block.words.order.names_as_json.array()
        # a unit without an order is in no core
        return [json.loads(f'"{names[number[first + unit]]}"') for unit in bits(mask) if first + unit in number]

    # -- the position afterwards --------------------------------------------------------------------

    def _units(self) -> list[str]:
        block = self.block
        place = self.out.answers[:, PLACE]
        stands = np.flatnonzero(place >= 0)
        sizes = np.bincount(block.units.line[stands], minlength=len(block))
        rows = Rows(np.concatenate(([0], np.cumsum(sizes))), block.units.line[stands], block.units.power[stands])
        unit = 2 * place[stands].astype(np.int64) + (block.unit[stands] & 1)
        return self._lists(rows, block.words.units_as_json.array()[unit])

    def _lists(self, rows: Rows, texts: Any) -> list[str]:
        """Return lists by power of texts, as JSON without the braces of the object."""
        before = _before(rows, len(self.block.words.powers), _first(rows.line))
        joined = _joined([self.known.phrases.lists.array()[before], texts], rows.start)
        return [text + "]" if text else text for text in joined]

    @cached_property
    def _dislodged(self) -> Any:
        """The rows of the units that were dislodged."""
        return np.flatnonzero(self.out.answers[:, ATTACKER] >= 0)

    def _fates(self) -> dict[int, str]:
        """Return what is said of the dislodged units of each line that has any."""
        block, words, out = self.block, self.block.words, self.out
        rows = self._dislodged
        line = block.units.line[rows]
        attacker = block.units.start[line] + out.answers[rows, ATTACKER]
        provinces, powers = [_json(one.id) for one in words.board.provinces], words.powers_as_json
        told: dict[int, list[str]] = {}
        for of_line, unit, power, origin, convoyed, ways in zip(
            line.tolist(),
            words.units_as_json.array()[block.unit[rows]].tolist(),
            block.units.power[rows].tolist(),
            words.province[block.unit[attacker] >> 1].tolist(),
            out.answers[attacker, CONVOYED].tolist(),
            out.retreats[rows].tolist(),
            strict=True,
        ):
            told.setdefault(of_line, []).append(
                f'{unit}: {{"power": {powers[power]}, "from": {provinces[origin]}, '
                f'"by_convoy": {"true" if convoyed else "false"}, "retreats": {self.known.listed(ways)}}}'
            )
        return {of_line: f"{{{', '.join(entries)}}}" for of_line, entries in told.items()}

    def _centers(self) -> list[str]:
        """Return who owns the centers afterwards, with the key before it; an empty text where nobody said."""
        block, out = self.block, self.out
        waits = np.zeros(len(block), dtype=bool)
        waits[block.units.line[self._dislodged[out.retreats[self._dislodged].any(axis=1)]]] = True
        settled = block.given & block.autumn & ~waits
        as_given = block.given & ~settled
        found = [""] * len(block)
        for lines, (rows, center) in (
            (np.flatnonzero(as_given), self._owned_before(as_given)),
            (np.flatnonzero(settled), self._owned_after(settled)),
        ):
            texts = block.words.centers_as_json.array()[center]
            texts[center < 0] = ""
            for line, text in zip(lines.tolist(), self._lists(rows, texts), strict=True):
                found[line] = f', "centers": {{{text}}}'
        return found

    def _owned_before(self, lines: Any) -> tuple[Rows, Any]:
        kept = lines[self.block.centers.line]
        return self.block.centers.kept(np.flatnonzero(lines), kept), self.block.center[kept]

    def _owned_after(self, lines: Any) -> tuple[Rows, Any]:
        """Return the centers after an autumn as `owned_after` does: of all powers, in the order of the board."""
        block, words = self.block, self.block.words
        count, powers, centers = int(lines.sum()), len(words.powers), len(words.board.centers)
        place_of_line = np.cumsum(lines) - 1
        owner = np.full((count, centers + 1), -1)  # the last column takes what is no center
        rows = np.flatnonzero(lines[block.centers.line])
        owner[place_of_line[block.centers.line[rows]], block.center[rows]] = block.centers.power[rows]
        place = self.out.answers[:, PLACE]
        rows = np.flatnonzero(lines[block.units.line] & (place >= 0))
        center = words.center_at[words.province[place[rows]]]
        owner[place_of_line[block.units.line[rows]], center] = block.units.power[rows]
        line, center = np.nonzero(owner[:, :centers] >= 0)
        of = line * powers + owner[line, center]
        order = np.argsort(of, kind="stable")
        owned = np.bincount(of, minlength=count * powers)
        listed = np.repeat(np.arange(count * powers), np.maximum(owned, 1))
        found = np.full(len(listed), -1)
        found[owned[listed] > 0] = center[order]
        start = np.concatenate(([0], np.cumsum(np.maximum(owned, 1).reshape(count, powers).sum(axis=1))))
        return Rows(start, listed // powers, listed % powers), found
