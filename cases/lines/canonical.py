"""Movement phases whose lines are written as programs write them: from text to arrays, and from the record to text.

Units and orders are looked up, not read, once they were met; no position, order or result is made. A line that has
anything unusual in it is left to `codec`, and every word of an answer comes from there: it is kept in pieces, by what
the record says, with blanks for the orders behind a reason. So the answers are those of `codec` to the letter.

Needs the extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, cast

import numpy as np

from ...map import ARMY, FLEET, Board, Phase, PhaseType, StandoffError, Unit, load_board
from ...map.masks import bits
from ...solver import Convoy, Hold, Move, OrderResult, Rulebook, Support
from ...solver.adjustments import owned_after
from ...solver.batch import MOST_LOCATIONS, Outcomes, adjudicate_batch, batch_of, result_of
from ...solver.columns import ATTACK, ATTACKER, CONVOYED, FAULT, HOLD, PLACE, PREVENT, REASON, SUCCEEDS, VOID
from ...solver.compiled import MOST_UNITS
from ...solver.equations import CONVOYS, HOLDS, MOVES, SUPPORTS
from ...solver.faults import FAULTS, VOIDS
from ...solver.orders import UnitName
from ...solver.reasons import REASONS
from ...solver.record import named
from ...solver.rulebook import board_of
from ..text.reading import read_order
from .codec import Request, order_object, paradox_object, read_standing, rules_of
from .json_lines import Json, line_object

try:
    from orjson import loads
except ImportError:  # a slower reader does the same
    loads = line_object

_USUAL = frozenset(("id", "phase", "rules", "units", "orders", "map", "season", "centers", "options"))

_MOST_TEXTS = 200_000
"""So many texts of orders are kept for a board; then the table starts anew."""

_MARK = "\ue000"
"""A letter of nobody's alphabet: it stands where an order or a power is put in."""


class _UnusualError(Exception):
    """A line, or a text in it, that is left to `codec`."""


# -- units and orders by their texts ---------------------------------------------------------------------------------


class _UnitText(NamedTuple):
    """A unit: its row in `Batch.units`, the key of its province, the key of its location, both with its type."""

    row: tuple[int, int, int]
    in_province: int
    at: int


class _OrderText(NamedTuple):
    """An order as looked up.

    Attributes:
        unit: The key of its unit: twice the number of the place, and 1 for a fleet.
        kind: HOLDS, MOVES, SUPPORTS or CONVOYS.
        target: The key of the supported or convoyed unit, -1 without one.
        place: The number of the location of the destination, -1 without one.
        via: 1 for "via convoy".
        nationality: The number of the power named with the target, -1 if none is.
        text: The order, written anew.
        key: The text as given, as a key of JSON.
        told, behind: The order as a sentence names it, and as it stands in parentheses behind one.
    """

    unit: int
    kind: int
    target: int
    place: int
    via: int
    nationality: int
    text: str
    key: str
    told: str
    behind: str


def _json(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _named_in(text: str, power: str) -> tuple[str, str]:
    """Return an order as `OrderResult.sentence` names it, inside a text of JSON."""
    return _json(f"{text} ({power.capitalize()})")[1:-1], _json(f"{power.capitalize()}: {text}")[1:-1]


class _UnitTexts(dict[str, _UnitText]):
    """The units of a power by their texts; those that can stand where they do."""

    def __init__(self, board: Board, power: str) -> None:
        self.board, self.power = board, power
        self.number = list(board.powers).index(power)

    def __missing__(self, text: str) -> _UnitText:
        board = self.board
        unit = read_standing(text, self.power, board)
        province = (board.army_stands if unit.type is ARMY else board.fleet_stands).get(unit.location)
        if province is None or text != str(unit):
            raise _UnusualError
        fleet, location = int(unit.type is FLEET), board.location_number[unit.location]
        key = 2 * board.province_number[province] + fleet
        found = self[text] = _UnitText((fleet, location, self.number), key, 2 * location + fleet)
        return found


class _OrderTexts(dict[str, _OrderText]):
    """The orders of a power by their texts; those that name everything as arrays need it (`batch.encode_turn`)."""

    def __init__(self, board: Board, power: str) -> None:
        self.board, self.power = board, power

    def __missing__(self, text: str) -> _OrderText:
        order = read_order(text, self.power, self.board)
        if not isinstance(order, (Hold, Move, Support, Convoy)) or order.power != self.power:
            raise _UnusualError
        kind, target, place, via, nationality = HOLDS, -1, -1, 0, -1
        goer = order.unit
        if isinstance(order, Move):
            if order.route:
                raise _UnusualError
            kind, via = MOVES, int(order.via_convoy)
        elif not isinstance(order, Hold):
            goer = order.supported if isinstance(order, Support) else order.convoyed
            kind = SUPPORTS if isinstance(order, Support) else CONVOYS
            target = self._key(goer)
            if goer.nationality is not None:
                nationality = list(self.board.powers).index(goer.nationality)
        destination = None if isinstance(order, Hold) else order.destination
        if destination is not None:
            place = self.board.location_number[destination]
            if goer.type is ARMY and "/" in destination:
                raise _UnusualError
        if len(self) > _MOST_TEXTS:
            self.clear()
        found = self[text] = _OrderText(
            self._key(order.unit),
            kind,
            target,
            place,
            via,
            nationality,
            str(order),
            _json(text) + ": ",
            *_named_in(str(order), self.power),
        )
        return found

    def _key(self, named: UnitName) -> int:
        if named.type is None:
            raise _UnusualError
        return 2 * self.board.location_number[named.place] + (named.type is FLEET)


# -- words of the answers --------------------------------------------------------------------------------------------


class _Wording(NamedTuple):
    """What an order's answer says, in pieces of JSON: `before`, the reason, `after`.

    Attributes:
        whole: All of it, where no orders are behind the reason.
        blank: True if the orders behind the reason stand inside its sentence, between `head` and `tail`.
        why: True if the reason of the order behind it ends the sentence.
    """

    whole: str
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
    behind = found._replace(by=(found.order,), root=None)
    text = behind.sentence(str, lambda _: _MARK, lambda _: _MARK)
    entry = _json_object(order_object(found, _MARK))
    before, _, after = entry.partition(_MARK)
    mark = f"{_MARK} ({_MARK})" if blank else f" ({_MARK}: {_MARK})"
    head, _, tail = _json(text)[1:-1].partition(mark)
    return _Wording(before + head + tail + after, before, head, tail, after, blank, why)


def _json_object(entry: Any) -> str:
    return json.dumps(entry, ensure_ascii=False)


class _Words:
    """What is known of the texts of a board and of the answers under a rulebook.

    Args:
        board: The board.
        rules: The rulebook.

    Raises:
        _UnusualError: Compiled code does not take them.
    """

    def __init__(self, board: Board, rules: Rulebook) -> None:
        if (
            rules.own_rules
            or rules["implicit_orders"] != "not-allowed"
            or len(board.locations) > MOST_LOCATIONS
            or len(board.powers) > 64
        ):
            raise _UnusualError
        self.board, self.rules = board, rules
        self.unnamed_power: bool = rules["missing_nationality"] == "valid"
        self.units = {power: _UnitTexts(board, power) for power in board.powers}
        self.orders = {power: _OrderTexts(board, power) for power in board.powers}
        self.wordings: dict[int, _Wording] = {}
        self.center_json = {center: _json(center) for center in board.centers}
        self.powers = list(board.powers)
        self.power_json = {power: _json(power) for power in board.powers}
        self.unit_json = [_json(str(Unit(kind, place, ""))) for place in board.locations for kind in (ARMY, FLEET)]
        self.province_of = [place.partition("/")[0] for place in board.locations]
        # a unit without an order holds
        self.holding = [
            [
                _named_in(str(hold), power)
                for place in board.locations
                for hold in (Hold(power, UnitName(place, ARMY)), Hold(power, UnitName(place, FLEET)))
            ]
            for power in board.powers
        ]


@lru_cache(maxsize=32)
def _words(board: Board, rules: str, options: tuple[tuple[str, str], ...]) -> _Words:
    return _Words(board, rules_of(rules, options))


# -- lines -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Canonical:
    """A movement phase as a line has it: what arrays take, and what its answer needs.

    Attributes:
        line: The line.
        words: What is known of its board and rulebook.
        id: Its ``id``, as JSON.
        units, orders: The rows of `Batch`.
        powers: By power with orders: its name and its orders, each with the number of its unit.
        order_of: The order of each unit, None without one.
        centers: The supply centers of each power.
        autumn: True if ownership is settled afterwards.
    """

    line: str
    words: _Words
    id: str
    units: list[tuple[int, int, int]]
    orders: list[tuple[int, int, int, int]]
    powers: list[tuple[str, list[tuple[int, _OrderText]]]]
    order_of: list[_OrderText | None]
    centers: dict[str, tuple[str, ...]]
    autumn: bool


@lru_cache(maxsize=10_000)
def _is_autumn(season: str) -> bool:
    phase = Phase.parse(season)
    if phase.type is not PhaseType.MOVEMENT:
        raise _UnusualError
    return phase.season == "F"


def canonical(line: str) -> Canonical | None:
    """Return what a line says, None if it is left to `codec`."""
    try:
        return _read(line)
    except (_UnusualError, StandoffError, LookupError, TypeError, AttributeError, ValueError):
        return None


_HOLDS = (HOLDS, -1, -1, 0)


def _object(data: Json, key: str) -> Json:
    value = data.get(key)
    return {} if value is None else value  # anything but an object has no items


def _read(line: str) -> Canonical:
    if "\\" in line:
        raise _UnusualError
    data = cast(Json, loads(line))
    if not isinstance(data, dict) or not data.keys() <= _USUAL:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise _UnusualError
    texts = len(data)  # every one has two quotation marks; if the line has more of them, a key stands in it twice
    identity = data.get("id")
    if identity is not None and type(identity) not in (int, str, bool):
        raise _UnusualError
    rules, phase, season = data.get("rules", "2023"), data.get("phase"), data.get("season")
    if phase not in (None, "movement") or type(rules) is not str or (season is not None and type(season) is not str):
        raise _UnusualError
    chosen = tuple(_object(data, "options").items())
    if not all(type(choice) is str for _, choice in chosen):
        raise _UnusualError
    map_name = data.get("map", board_of(rules))
    if type(map_name) is not str:
        raise _UnusualError
    texts += sum(type(value) is str for value in data.values()) + 2 * len(chosen)
    words = _words(load_board(map_name), rules, chosen)

    rows: list[tuple[int, int, int]] = []
    at: dict[int, int] = {}
    provinces = set[int]()
    for power, standing in _object(data, "units").items():
        known = words.units[power]
        texts += 1 + len(standing)
        if type(standing) is not list:
            raise _UnusualError
        for text in standing:
            row, in_province, location = known[text]
            at[in_province] = at[location] = len(rows)
            provinces.add(in_province >> 1)
            rows.append(row)
    if len(provinces) < len(rows) or len(rows) > MOST_UNITS:
        raise _UnusualError

    given: list[tuple[int, int, int, int]] = [_HOLDS] * len(rows)
    order_of: list[_OrderText | None] = [None] * len(rows)
    by_power: list[tuple[str, list[tuple[int, _OrderText]]]] = []
    for power, ordered in _object(data, "orders").items():
        looked_up = words.orders[power]
        number = words.units[power].number
        texts += 1 + len(ordered)
        if type(ordered) is not list:
            raise _UnusualError
        of_power: list[tuple[int, _OrderText]] = []
        for text in ordered:
            order = looked_up[text]
            unit = at[order.unit]
            if rows[unit][2] != number or order_of[unit] is not None:
                raise _UnusualError
            order_of[unit] = order
            of_power.append((unit, order))
            if order.target >= 0:
                target = at[order.target]
                owner = rows[target][2]
                if order.nationality >= 0:
                    if order.nationality != owner:
                        raise _UnusualError
                elif owner != number and not words.unnamed_power:
                    raise _UnusualError
                given[unit] = (order.kind, target, order.place, 0)
            else:
                given[unit] = (order.kind, -1, order.place, order.via)
        if of_power:
            by_power.append((power, of_power))

    centers: dict[str, tuple[str, ...]] = {}
    owned_once = set[str]()
    owned_in_all = 0
    for power, owned in _object(data, "centers").items():
        if power not in words.units or type(owned) is not list:
            raise _UnusualError
        centers[power] = tuple(owned)
        owned_in_all += len(owned)
        texts += 1 + len(owned)
        owned_once.update(owned)
    if len(owned_once) < owned_in_all or not owned_once <= words.center_json.keys():
        raise _UnusualError
    if line.count('"') != 2 * texts:
        raise _UnusualError
    written = str(identity) if type(identity) is int else json.dumps(identity, ensure_ascii=False)
    if not written.isascii():
        written.encode()  # half of a surrogate pair is escaped by `codec`
    autumn = season is not None and _is_autumn(season)
    return Canonical(line, words, written, rows, given, by_power, order_of, centers, autumn)


# -- answers ---------------------------------------------------------------------------------------------------------

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


def answers(block: Sequence[Canonical], *, brief: bool = False) -> list[str]:
    """Return the answers to lines of one board and rulebook.

    Args:
        block: The lines.
        brief: Of each order only whether it succeeds.

    Raises:
        RouteLimitError: A turn has too many ways over its fleets.
    """
    words = block[0].words
    start, units, orders = [0], list[tuple[int, int, int]](), list[tuple[int, int, int, int]]()
    for one in block:
        units += one.units
        orders += one.orders
        start.append(len(units))
    out = adjudicate_batch(batch_of(words.board, start, units, orders), rules=words.rules, threads=1)
    numbers = (out.answers[:, SUCCEEDS] if brief else _wording_numbers(out)).tolist()
    by = np.where(out.answers[:, FAULT] > 0, 0, out.decided_by).tolist()
    places = out.answers[:, PLACE].tolist()
    dislodged: list[list[int]] = [[] for _ in block]
    rows = np.flatnonzero(out.answers[:, ATTACKER] >= 0)
    for row, turn in zip(rows.tolist(), (np.searchsorted(out.batch.start, rows, "right") - 1).tolist(), strict=True):
        dislodged[turn].append(row - start[turn])
    contested = out.contested.tolist()
    found: list[str] = []
    for turn, one in enumerate(block):
        first, last = start[turn], start[turn + 1]
        answer = _Answer(
            one, out, turn, numbers[first:last], by[first:last], places[first:last], contested[turn], dislodged[turn]
        )
        found.append(answer.text(brief))
    return found


class _Answer:
    """The answer to one line, put together."""

    __slots__ = ("_contested", "_decided_by", "_dislodged", "_numbers", "_one", "_out", "_places", "_turn", "_words")

    def __init__(
        self,
        one: Canonical,
        out: Outcomes,
        turn: int,
        numbers: list[int],
        decided_by: list[int],
        places: list[int],
        contested: list[int],
        dislodged: list[int],
    ) -> None:
        self._one, self._words, self._out, self._turn = one, one.words, out, turn
        self._numbers, self._decided_by, self._places = numbers, decided_by, places
        self._contested, self._dislodged = contested, dislodged

    def text(self, brief: bool) -> str:
        """Return the answer as a line."""
        one, words = self._one, self._words
        told = ", ".join(self._verdicts() if brief else self._results())
        parts = [f'{{"id": {one.id}, "orders": {{{told}}}, "units": {{{self._units()}}}, "dislodged": ']
        fates = {self._unit_text(unit): self._fate(unit) for unit in self._dislodged}
        parts.append(_json_object(fates) if fates else "{}")
        contested = sorted(named(self._contested, words.board)) if any(self._contested) else ()
        parts.append(f', "contested": {_json_object(contested) if contested else "[]"}, "paradoxes": ')
        paradoxes = self._out.solution(self._turn).paradoxes
        told = [paradox_object(paradox, self._core(paradox.core)) for paradox in paradoxes]
        parts.append(_json_object(told) if told else "[]")
        if one.centers:
            parts.append(f', "centers": {{{self._centers()}}}')
        parts.append("}")
        return "".join(parts)

    # -- orders -------------------------------------------------------------------------------------

    def _verdicts(self) -> Iterator[str]:
        succeed, power_json = self._numbers, self._words.power_json
        for power, orders in self._one.powers:
            told = [f'{order.key}{{"success": {"true" if succeed[unit] else "false"}}}' for unit, order in orders]
            yield f"{power_json[power]}: {{{', '.join(told)}}}"

    def _results(self) -> Iterator[str]:
        numbers, decided_by, known = self._numbers, self._decided_by, self._words.wordings
        for power, orders in self._one.powers:
            told: list[str] = []
            for unit, order in orders:
                wording = known.get(numbers[unit]) or self._new_wording(unit)
                if decided_by[unit]:
                    told.append(f"{order.key}{wording.before}{self._reason(unit, wording)}{wording.after}")
                else:
                    told.append(order.key + wording.whole)
            yield f"{self._words.power_json[power]}: {{{', '.join(told)}}}"

    def _reason(self, unit: int, wording: _Wording) -> str:
        """Return the sentence of a reason with the orders behind it, inside a text of JSON."""
        behind = self._decided_by[unit]
        if not wording.blank:
            if not behind:
                return wording.head + wording.tail
            return f"{wording.head} ({'; '.join([self._named(other)[1] for other in bits(behind)])}){wording.tail}"
        text = f"{wording.head}{'; '.join([self._named(other)[0] for other in bits(behind)])}{wording.tail}"
        if not wording.why:
            return text
        root = behind.bit_length() - 1
        return text + self._reason(root, self._words.wordings.get(self._numbers[root]) or self._new_wording(root))

    def _new_wording(self, unit: int) -> _Wording:
        wording = self._words.wordings[self._numbers[unit]] = _wording(self._in_words(unit))
        return wording

    def _in_words(self, unit: int) -> OrderResult:
        """Return what `codec` makes an answer of."""
        request = Request(line_object(self._one.line))
        unit_of = [of for _, orders in self._one.powers for of, _ in orders]
        record = self._out.record(self._turn)
        result = result_of(request.board, request.position, request.orders, request.rules, unit_of, record)
        # behind the orders as given come the units without one
        unit_of += [number for number, order in enumerate(self._one.order_of) if order is None]
        return list(result)[unit_of.index(unit)]

    def _named(self, unit: int) -> tuple[str, str]:
        """Return the order of a unit as a sentence names it, and as it stands in parentheses."""
        order = self._one.order_of[unit]
        if order is not None:
            return order.told, order.behind
        fleet, location, power = self._one.units[unit]
        return self._words.holding[power][2 * location + fleet]

    def _core(self, mask: int) -> list[str]:
        orders = [self._one.order_of[unit] for unit in bits(mask)]
        return [order.text for order in orders if order is not None]  # a unit without an order is in no core

    # -- the position afterwards --------------------------------------------------------------------

    def _unit_text(self, unit: int) -> str:
        fleet, location, _ = self._one.units[unit]
        return f"{'AF'[fleet]} {self._words.board.locations[location]}"

    def _units(self) -> str:
        texts = self._words.unit_json
        by_power: dict[int, list[str]] = {}
        for (fleet, _, power), place in zip(self._one.units, self._places, strict=True):
            if place >= 0:
                standing = by_power.get(power)
                if standing is None:
                    by_power[power] = [texts[2 * place + fleet]]
                else:
                    standing.append(texts[2 * place + fleet])
        names, powers = self._words.power_json, self._words.powers
        return ", ".join([f"{names[powers[power]]}: [{', '.join(standing)}]" for power, standing in by_power.items()])

    def _fate(self, unit: int) -> Json:
        first = int(self._out.batch.start[self._turn])
        attacker = int(self._out.answers[first + unit, ATTACKER])
        return {
            "power": self._words.powers[self._one.units[unit][2]],
            "from": self._words.province_of[self._one.units[attacker][1]],
            "by_convoy": bool(self._out.answers[first + attacker, CONVOYED]),
            "retreats": list(named(self._out.retreats[first + unit].tolist(), self._words.board)),
        }

    def _waiting(self) -> bool:
        first = int(self._out.batch.start[self._turn])
        return any(self._out.retreats[first + unit].any() for unit in self._dislodged)

    def _centers(self) -> str:
        words = self._words
        owned = self._one.centers
        if self._one.autumn and not self._waiting():
            standing = [
                (words.province_of[place], words.powers[power])
                for (_, _, power), place in zip(self._one.units, self._places, strict=True)
                if place >= 0
            ]
            owned = owned_after(words.board, owned, standing)
        names, texts = words.power_json, words.center_json
        lists = {power: ", ".join([texts[center] for center in centers]) for power, centers in owned.items()}
        return ", ".join([f"{names[power]}: [{told}]" for power, told in lists.items()])
