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
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, cast

from ...map import ARMY, FLEET, Board, Phase, PhaseType, StandoffError, Unit, load_board
from ...map.masks import bits
from ...solver import Convoy, Hold, Move, OrderResult, Rulebook, Support
from ...solver.adjustments import owned_after
from ...solver.batch import MOST_LOCATIONS, Outcomes, adjudicate_batch, batch_of, result_of
from ...solver.columns import ATTACK, ATTACKER, CONVOYED, FAULT, HOLD, PLACE, PREVENT, REASON, SUCCEEDS, VOID
from ...solver.compiled import MOST_UNITS
from ...solver.equations import CONVOYS, HOLDS, MOVES, SUPPORTS
from ...solver.orders import UnitName
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

_MARK, _WHY = "\ue000", "\ue001"
"""Letters of nobody's alphabet: they stand where an order, a power or a further reason is put in."""


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
        key: The text as given, as a key of JSON.
        told, behind: The order as a sentence names it, and as it stands in parentheses behind one.
    """

    unit: int
    kind: int
    target: int
    place: int
    via: int
    nationality: int
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
    behind = found._replace(by=(found.order,), root=None)
    text = behind.sentence(str, lambda _: _MARK, lambda _: _MARK) + _WHY * why
    entry = _json_object(order_object(found, _MARK))
    before, _, after = entry.partition(_MARK)
    head, _, tail = _json(text)[1:-1].replace(_WHY, "").partition(
        f"{_MARK} ({_MARK})" if blank else f" ({_MARK}: {_MARK})"
    )
    return _Wording(before, head, tail, after, blank, why)


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
        self.wordings: dict[tuple[int, ...], _Wording] = {}
        self.center_json = {center: _json(center) for center in board.centers}
        self.power_json = [_json(power) for power in board.powers]
        self.unit_json = [_json(str(Unit(kind, place, ""))) for place in board.locations for kind in (ARMY, FLEET)]
        self.province_of = [place.partition("/")[0] for place in board.locations]
        # a unit without an order holds
        self.holding = [
            [
                (str(hold), *_named_in(str(hold), power))
                for place in board.locations
                for hold in (Hold(power, UnitName(place, ARMY)), Hold(power, UnitName(place, FLEET)))
            ]
            for power in board.powers
        ]


@lru_cache(maxsize=32)
def _words(board: Board, rules: Rulebook) -> _Words:
    return _Words(board, rules)


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
    rules, options, phase, season = data.get("rules", "2023"), data.get("options"), data.get("phase"), data.get("season")
    if phase not in (None, "movement") or type(rules) is not str or (season is not None and type(season) is not str):
        raise _UnusualError
    chosen = tuple(options.items()) if options else ()
    if not all(type(choice) is str for _, choice in chosen):
        raise _UnusualError
    map_name = data.get("map", board_of(rules))
    if type(map_name) is not str:
        raise _UnusualError
    texts += sum(type(value) is str for value in data.values()) + 2 * len(chosen)
    words = _words(load_board(map_name), rules_of(rules, chosen))

    rows: list[tuple[int, int, int]] = []
    at: dict[int, int] = {}
    provinces = set[int]()
    for power, standing in (data.get("units") or {}).items():
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
    for power, ordered in (data.get("orders") or {}).items():
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
    for power, owned in (data.get("centers") or {}).items():
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
    written = json.dumps(identity, ensure_ascii=False)
    if not written.isascii():
        written.encode()  # half of a surrogate pair is escaped by `codec`
    autumn = season is not None and _is_autumn(season)
    return Canonical(line, words, written, rows, given, by_power, order_of, centers, autumn)


# -- answers ---------------------------------------------------------------------------------------------------------


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
    rows, by = out.answers.tolist(), out.decided_by.tolist()
    contested, retreats = out.contested.tolist(), out.retreats.tolist()
    found: list[str] = []
    for turn, one in enumerate(block):
        first, last = start[turn], start[turn + 1]
        answer = _Answer(one, out, turn, rows[first:last], by[first:last], contested[turn], retreats[first:last])
        found.append(answer.text(brief))
    return found


class _Answer:
    """The answer to one line, put together."""

    __slots__ = ("_contested", "_decided_by", "_dislodged", "_one", "_out", "_retreats", "_rows", "_turn", "_words")

    def __init__(
        self,
        one: Canonical,
        out: Outcomes,
        turn: int,
        rows: list[list[int]],
        decided_by: list[int],
        contested: list[int],
        retreats: list[list[int]],
    ) -> None:
        self._one, self._words, self._out, self._turn = one, one.words, out, turn
        self._rows, self._decided_by, self._contested, self._retreats = rows, decided_by, contested, retreats
        self._dislodged = [unit for unit, row in enumerate(rows) if row[ATTACKER] >= 0]

    def text(self, brief: bool) -> str:
        """Return the answer as a line."""
        one = self._one
        if brief:
            told = self._verdicts()
        else:
            told = ", ".join(
                [
                    f'"{power}": {{{", ".join([order.key + self._order(unit) for unit, order in orders])}}}'
                    for power, orders in one.powers
                ]
            )
        parts = [f'{{"id": {one.id}, "orders": {{{told}}}, "units": {{{self._units()}}}, "dislodged": {{']
        if self._dislodged:
            parts.append(_json_object({self._unit_text(unit): self._fate(unit) for unit in self._dislodged})[1:-1])
        parts.append('}, "contested": ')
        parts.append(_json_object(sorted(named(self._contested, self._words.board))) if any(self._contested) else "[]")
        parts.append(', "paradoxes": ')
        paradoxes = self._out.solution(self._turn).paradoxes if self._turn in self._out.solutions else ()
        parts.append(_json_object([paradox_object(one, self._orders_of(one.core)) for one in paradoxes]))
        if one.centers:
            parts.append(f', "centers": {{{self._centers()}}}')
        parts.append("}")
        return "".join(parts)

    # -- orders -------------------------------------------------------------------------------------

    def _verdicts(self) -> str:
        rows = self._rows
        return ", ".join(
            [
                f'"{power}": {{'
                + ", ".join(
                    [
                        f'{order.key}{{"success": true}}' if rows[unit][SUCCEEDS] else f'{order.key}{{"success": false}}'
                        for unit, order in orders
                    ]
                )
                + "}"
                for power, orders in self._one.powers
            ]
        )

    def _order(self, unit: int) -> str:
        wording = self._wording(unit)
        return wording.before + self._reason(unit, wording) + wording.after

    def _wording(self, unit: int) -> _Wording:
        row = self._rows[unit]
        out = row[ATTACKER] >= 0
        key = (
            row[SUCCEEDS],
            row[FAULT],
            row[VOID],
            row[REASON],
            row[ATTACK],
            row[HOLD],
            row[PREVENT],
            out + (out and not any(self._retreats[unit])),
            self._one.orders[unit][0],
        )
        found = self._words.wordings.get(key)
        if found is None:
            found = self._words.wordings[key] = _wording(self._in_words(unit))
        return found

    def _reason(self, unit: int, wording: _Wording) -> str:
        """Return the sentence of a reason, inside a text of JSON."""
        behind = 0 if self._rows[unit][FAULT] else self._decided_by[unit]
        if wording.blank:
            text = f"{wording.head}{'; '.join([self._named(other)[1] for other in bits(behind)])}{wording.tail}"
            if wording.why:
                root = behind.bit_length() - 1
                text += self._reason(root, self._wording(root))
            return text
        if not behind:
            return wording.head + wording.tail
        return f"{wording.head} ({'; '.join([self._named(other)[2] for other in bits(behind)])}){wording.tail}"

    def _in_words(self, unit: int) -> OrderResult:
        """Return what `codec` makes an answer of."""
        request = Request(line_object(self._one.line))
        unit_of = [of for _, orders in self._one.powers for of, _ in orders]
        record = self._out.record(self._turn)
        result = result_of(request.board, request.position, request.orders, request.rules, unit_of, record)
        if unit in unit_of:
            return result.result(unit_of.index(unit))
        return list(result)[len(unit_of) + [u for u, o in enumerate(self._one.order_of) if o is None].index(unit)]

    def _named(self, unit: int) -> tuple[str, str, str]:
        """Return the order of a unit: its text; in a sentence; in parentheses."""
        order = self._one.order_of[unit]
        if order is None:
            fleet, location, power = self._one.units[unit]
            return self._words.holding[power][2 * location + fleet]
        return "", order.told, order.behind

    def _orders_of(self, mask: int) -> list[str]:
        powers = list(self._words.board.powers)
        found: list[str] = []
        for unit in bits(mask):
            told = self._named(unit)[1]
            suffix = f" ({powers[self._one.units[unit][2]].capitalize()})"
            found.append(json.loads(f'"{told}"').removesuffix(suffix))
        return found

    # -- the position afterwards --------------------------------------------------------------------

    def _unit_text(self, unit: int) -> str:
        fleet, location, _ = self._one.units[unit]
        return f"{'AF'[fleet]} {self._words.board.locations[location]}"

    def _units(self) -> str:
        texts = self._words.unit_json
        by_power: dict[int, list[str]] = {}
        for (fleet, _, power), row in zip(self._one.units, self._rows, strict=True):
            place = row[PLACE]
            if place >= 0:
                standing = by_power.get(power)
                if standing is None:
                    by_power[power] = [texts[2 * place + fleet]]
                else:
                    standing.append(texts[2 * place + fleet])
        names = self._words.power_json
        return ", ".join([f"{names[power]}: [{', '.join(standing)}]" for power, standing in by_power.items()])

    def _fate(self, unit: int) -> Json:
        attacker = self._rows[unit][ATTACKER]
        return {
            "power": list(self._words.board.powers)[self._one.units[unit][2]],
            "from": self._words.province_of[self._one.units[attacker][1]],
            "by_convoy": bool(self._rows[attacker][CONVOYED]),
            "retreats": list(named(self._retreats[unit], self._words.board)),
        }

    def _centers(self) -> str:
        words = self._words
        owned = self._one.centers
        if self._one.autumn and not any(any(self._retreats[unit]) for unit in self._dislodged):
            powers = list(words.board.powers)
            standing = [
                (words.province_of[row[PLACE]], powers[unit[2]])
                for unit, row in zip(self._one.units, self._rows, strict=True)
                if row[PLACE] >= 0
            ]
            owned = owned_after(words.board, owned, standing)
        texts = words.center_json
        return ", ".join(
            [f"{_json(power)}: [{', '.join([texts[center] for center in centers])}]" for power, centers in owned.items()]
        )
