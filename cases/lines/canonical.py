"""Movement phases whose lines are written as programs write them: from text to arrays, a block of lines at a time.

Units, centers and orders are looked up, not read; no position and no order is made. A line that has anything unusual in
it is left to `codec`. Needs the extra ``fast``.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from json.encoder import encode_basestring
from typing import Any, cast

import numpy as np

from ...map import Phase, PhaseType, StandoffError, load_board
from ...solver import Rulebook
from ...solver.batch import Batch
from ...solver.compiled import MOST_UNITS
from ...solver.equations import HOLDS
from ...solver.rulebook import board_of
from .codec import rules_of
from .json_lines import Json, line_object
from .vocabulary import KIND, NATIONALITY, TARGET, TO, UNIT, VIA, Numbers, Vocabulary, takes, vocabulary

try:
    from orjson import loads
except ImportError:  # a slower reader does the same
    loads = line_object

_USUAL = frozenset(("id", "phase", "rules", "units", "orders", "map", "season", "centers", "options"))
_LISTS = frozenset((list,))


class _UnusualError(Exception):
    """A line that is left to `codec`."""


Setting = tuple[str, str, tuple[tuple[str, str], ...]]
"""The rulebook that a line names, its board, and the options."""


@lru_cache(maxsize=1000)
def _taken(setting: Setting) -> Rulebook | None:
    """Return the rulebook of a setting, None if compiled code does not take it or its board."""
    name, board, options = setting
    rules = rules_of(name, options)
    return rules if takes(load_board(board), rules) else None


@lru_cache(maxsize=10_000)
def _is_autumn(season: str) -> bool:
    phase = Phase.parse(season)
    if phase.type is not PhaseType.MOVEMENT:
        raise _UnusualError
    return phase.season == "F"


# -- texts, line by line ---------------------------------------------------------------------------------------------


class _Lists:
    """Lists of texts, each of a power, of many lines: all texts, how many in each list, the powers, lists a line."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.sizes: list[int] = []
        self.powers: list[int] = []
        self.lists: list[int] = []

    def add(self, lists: Any, powers: dict[str, int]) -> int:
        """Add the lists of a line; return how many texts it has, the names of powers among them."""
        if lists is None:
            self.lists.append(0)
            return 0
        if type(lists) is not dict:
            raise _UnusualError
        values = cast(list[list[str]], lists.values())
        if not _LISTS.issuperset(map(type, values)):
            raise _UnusualError
        before = len(self.texts)
        self.powers += map(powers.__getitem__, lists)
        self.sizes += map(len, values)
        self.texts += chain.from_iterable(values)
        self.lists.append(len(lists))
        return len(self.texts) - before + len(lists)

    def cut(self, lines: int, lists: int, texts: int) -> None:
        """Forget what stands behind so many lines, lists and texts."""
        del self.lists[lines:], self.sizes[lists:], self.powers[lists:], self.texts[texts:]


class _Group:
    """The lines of one setting, as texts."""

    def __init__(self, rules: Rulebook, words: Vocabulary) -> None:
        self.rules, self.words = rules, words
        self.numbers: list[int] = []
        self.ids: list[str] = []
        self.autumn: list[bool] = []
        self.given: list[bool] = []
        self.units, self.orders, self.centers = _Lists(), _Lists(), _Lists()

    def add(self, number: int, line: str, data: Json, texts: int) -> None:
        """Add line `number`.

        Args:
            number: Its number in the block.
            line: The line.
            data: What it says.
            texts: How many texts it has, keys included, beside those under ``units``, ``orders`` and ``centers``.

        Raises:
            _UnusualError, LookupError, TypeError, ValueError: It is left to `codec`.
        """
        identity, season, centers = data.get("id"), data.get("season"), data.get("centers")
        if type(identity) is int:
            written = str(identity)
        elif type(identity) is str:
            written = encode_basestring(identity)
            if not written.isascii():
                written.encode()  # half of a surrogate pair is escaped by `codec`
        elif identity is None or type(identity) is bool:
            written = _WRITTEN[identity]
        else:
            raise _UnusualError
        autumn = season is not None and _is_autumn(season)
        parts = (self.units, self.orders, self.centers)
        before = [(len(part.lists), len(part.sizes), len(part.texts)) for part in parts]
        try:
            power = self.words.power
            texts += self.units.add(data.get("units"), power)
            texts += self.orders.add(data.get("orders"), power)
            texts += self.centers.add(centers, power)
            # every text has two quotation marks; if the line has more of them, a key stands in it twice
            if line.count('"') != 2 * texts:
                raise _UnusualError
        except Exception:
            for part, sizes in zip(parts, before, strict=True):
                part.cut(*sizes)
            raise
        self.numbers.append(number)
        self.ids.append(written)
        self.autumn.append(autumn)
        self.given.append(bool(centers))


_WRITTEN = {None: "null", True: "true", False: "false"}


def _sorted_out(lines: Iterable[tuple[int, str]]) -> list[_Group]:
    """Return the usual lines of a block, by their settings."""
    groups: dict[Setting, _Group | None] = {}
    for number, line in lines:
        try:
            if "\\" in line:
                continue
            data = cast(Json, loads(line))
            if type(data) is not dict or not data.keys() <= _USUAL or data.get("phase") not in (None, "movement"):
                continue
            rules, options = data.get("rules", "2023"), data.get("options")
            chosen = () if options is None else tuple(options.items())
            board = data.get("map", board_of(rules)) if type(rules) is str else None
            if type(board) is not str or not all(type(choice) is str for _, choice in chosen):
                continue
            setting = (rules, board, chosen)
            if setting not in groups:
                taken = _taken(setting)
                groups[setting] = None if taken is None else _Group(taken, vocabulary(load_board(board)))
            group = groups[setting]
            if group is not None:
                strings = [*map(type, data.values())].count(str)
                group.add(number, line, data, len(data) + strings + 2 * len(chosen))
        except (_UnusualError, StandoffError, LookupError, TypeError, AttributeError, ValueError):
            continue
    return [group for group in groups.values() if group is not None]


# -- arrays, all lines at once ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of all lines of a block, one after the other: where those of each line begin, its line, and its power."""

    start: Any
    line: Any
    power: Any

    def kept(self, lines: Any, rows: Any) -> Rows:
        """Return the rows `rows` alone, those of the lines `lines`."""
        sizes = np.diff(self.start)[lines]
        return Rows(_starts(sizes), np.repeat(np.arange(len(sizes)), sizes), self.power[rows])


@dataclass(frozen=True, slots=True)
class Block:
    """Movement phases of one board and rulebook, as arrays take them, and what their answers need.

    Attributes:
        words: The words of the board.
        rules: The rulebook.
        numbers: The number of each line.
        ids: The ``id`` of each line, as JSON.
        autumn: bool: by line, whether ownership is settled afterwards.
        given: bool: by line, whether it says who owns the centers.
        batch: The units and orders.
        units: The rows of the units.
        unit: By row, the number of the unit (`Vocabulary`).
        orders: The rows of the orders as given.
        order: By row, the number of the order.
        unit_of: By row, the row of its unit.
        centers: The rows of the centers; a power that owns none has one of its own.
        center: By row, the number of the center, -1 for none.
    """

    words: Vocabulary
    rules: Rulebook
    numbers: Any
    ids: list[str]
    autumn: Any
    given: Any
    batch: Batch
    units: Rows
    unit: Any
    orders: Rows
    order: Any
    unit_of: Any
    centers: Rows
    center: Any

    def __len__(self) -> int:
        return len(self.ids)


def _starts(sizes: Any) -> Any:
    start = np.zeros(len(sizes) + 1, dtype=np.int64)
    np.cumsum(sizes, out=start[1:])
    return start


def _rows(lists: _Lists, empty: bool = False) -> Rows:
    """Return the rows of lists; with `empty` one for each empty list."""
    sizes = np.array(lists.sizes, dtype=np.int64)
    if empty:
        sizes = np.maximum(sizes, 1)
    of_list = np.repeat(np.arange(len(lists.lists)), lists.lists)
    of_line = np.bincount(of_list, sizes, len(lists.lists)).astype(np.int64)
    power = np.repeat(np.array(lists.powers, dtype=np.int64), sizes)
    return Rows(_starts(of_line), np.repeat(of_list, sizes), power)


def _looked_up(texts: Sequence[str], numbers: dict[str, int]) -> Any:
    """Return the numbers of texts, -1 for what is none."""
    try:
        return np.fromiter(map(numbers.__getitem__, texts), dtype=np.int64, count=len(texts))
    except TypeError:  # a list or an object stands among them
        one_by_one = (numbers[text] if type(text) is str else -1 for text in texts)
        return np.fromiter(one_by_one, dtype=np.int64, count=len(texts))


def _block(group: _Group) -> Block | None:
    """Return the lines of a group as arrays, without those in which something is unusual; None if none is left."""
    words, lines = group.words, len(group.ids)
    if not lines:
        return None
    unusual = np.zeros(lines, dtype=bool)

    # units: each in a province of its own
    units, unit = _rows(group.units), _looked_up(group.units.texts, words.unit)
    unusual[units.line[unit < 0]] = True
    unusual |= np.diff(units.start) > MOST_UNITS
    np.maximum(unit, 0, out=unit)
    location, row = unit >> 1, np.arange(len(unit))
    province = words.province[location]
    alone = np.empty((lines, len(words.board.provinces)), dtype=np.int64)
    alone[units.line, province] = row
    unusual[units.line[alone[units.line, province] != row]] = True
    at = np.full((lines, 2 * len(words.board.locations)), -1, dtype=np.int64)
    at[units.line, 2 * province + (unit & 1)] = row  # a unit's coast may be left out
    at[units.line, unit] = row

    # orders: one a unit, of its own power; they name each unit as it is
    orders, order = _rows(group.orders), _looked_up(group.orders.texts, words.order)
    unusual[orders.line[order < 0]] = True
    np.maximum(order, 0, out=order)
    told, row = words.order.columns()[order], np.arange(len(order))
    unit_of, target = at[orders.line, told[:, UNIT]], told[:, TARGET]
    aimed = target >= 0
    target_row = at[orders.line, target]
    fault = (unit_of < 0) | (aimed & (target_row < 0))
    if len(unit):
        fault |= units.power[unit_of] != orders.power
        last = np.empty(len(unit), dtype=np.int64)
        last[unit_of[~fault]] = row[~fault]
        fault |= last[unit_of] != row
        owner, named = units.power[target_row], told[:, NATIONALITY]
        fault |= aimed & (named >= 0) & (named != owner)
        if group.rules["missing_nationality"] != "valid":
            fault |= aimed & (named < 0) & (owner != orders.power)
    unusual[orders.line[fault]] = True

    # centers: none of them twice
    centers = _rows(group.centers, empty=True)
    center = _centers(group.centers, words.center, unusual, len(words.board.centers))

    kept = np.flatnonzero(~unusual)
    if not len(kept):
        return None
    ids, numbers = group.ids, np.array(group.numbers)
    autumn, given = np.array(group.autumn), np.array(group.given)
    if len(kept) < lines:
        ids = [ids[line] for line in kept.tolist()]
        numbers, autumn, given = numbers[kept], autumn[kept], given[kept]
        of_units, of_orders, of_centers = (~unusual[rows.line] for rows in (units, orders, centers))
        moved = np.cumsum(of_units) - 1
        unit, order, center, told = unit[of_units], order[of_orders], center[of_centers], told[of_orders]
        unit_of, target_row, aimed = moved[unit_of[of_orders]], moved[target_row[of_orders]], aimed[of_orders]
        units, orders = units.kept(kept, of_units), orders.kept(kept, of_orders)
        centers = centers.kept(kept, of_centers)

    stand = np.stack((unit & 1, unit >> 1, units.power), axis=1).astype(np.int16)
    act = np.empty((len(unit), 4), dtype=np.int16)
    act[:] = (HOLDS, -1, -1, 0)
    if len(unit):
        first = units.start[orders.line]
        act[unit_of] = np.stack((told[:, KIND], np.where(aimed, target_row - first, -1), told[:, TO], told[:, VIA]), 1)
    batch = Batch(words.board, units.start, stand, act)
    return Block(
        words,
        group.rules,
        numbers,
        ids,
        autumn,
        given,
        batch,
        units,
        unit,
        orders,
        order,
        unit_of,
        centers,
        center,
    )


def _centers(lists: _Lists, numbers: Numbers, unusual: Any, count: int) -> Any:
    """Return the numbers of centers, -1 for each empty list; mark the lines with something unusual."""
    sizes = np.array(lists.sizes, dtype=np.int64)
    of_list = np.repeat(np.arange(len(lists.lists)), lists.lists)
    real = np.repeat(sizes > 0, np.maximum(sizes, 1))
    number, line = _looked_up(lists.texts, numbers), np.repeat(of_list, sizes)
    unusual[line[number < 0]] = True
    owned = np.bincount(line * count + np.maximum(number, 0), minlength=len(unusual) * count)
    unusual |= (owned.reshape(len(unusual), count) > 1).any(axis=1) if count else False
    found = np.full(len(real), -1, dtype=np.int64)
    found[real] = number
    return found


def blocks(lines: Iterable[tuple[int, str]]) -> list[Block]:
    """Return the lines that can be looked up, each with its number, by board and rulebook.

    >>> (block,) = blocks([(3, '{"units": {"FRANCE": ["A PAR"]}}'), (4, "nonsense")])
    >>> block.numbers.tolist(), len(block.batch)
    ([3], 1)
    """
    found = [_block(group) for group in _sorted_out(lines)]
    return [block for block in found if block is not None]
