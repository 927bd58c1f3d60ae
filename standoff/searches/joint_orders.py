"""All joint orders of a position, and which of them have a property: counted exactly, also where units are far apart.

Units that no order brings together do not affect each other. So joint orders of each such group are tried by
themselves, on a board without the other units, and what the whole turn has follows from what its groups have.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Any

import numpy as np

from ..map import Board
from .choices import AT_ONCE, numbers_few_first, orders_numbered
from .component_order import OrderMatters
from .deciding import played
from .outside import FindError, own_functions, parts_of
from .properties import COMPONENTS, Both, Counted, Differ, HasOrder, Not, Paradoxical, Property, having

MOST_LISTED = 1_000_000
"""At most this many turns are listed, and this many ways for the groups to be put together are looked at."""

FIRST_PIECE = 1000
"""So many turns are tried before it is asked for the first time whether to go on."""


def by_groups(wanted: Property) -> bool:
    """Tell whether what a turn is in groups of units that cannot affect each other says whether it has a property.

    Functions of a user's own may look at the whole turn.

    >>> from standoff.searches.expression import property_of
    >>> by_groups(property_of("not resolutions(1)")), by_groups(property_of("predicate('math:sqrt')"))
    (True, False)
    """
    known = (Differ, Paradoxical, Counted, OrderMatters, HasOrder)
    return not any(own_functions(wanted)) and all(isinstance(part, known) for part in parts_of(wanted))


def told(wanted: Property, values: Mapping[Property, Sequence[int]]) -> bool:
    """Tell whether a turn has a property.

    Args:
        wanted: The property.
        values: By part of it, for each group: how many resolutions or components, or whether the group has it.

    >>> from standoff.searches.expression import property_of
    >>> four = property_of("resolutions(4)")
    >>> told(four, {four: (2, 2, 1)})
    True
    """
    if isinstance(wanted, Both):
        return (all if wanted.every else any)(told(part, values) for part in wanted.parts)
    if isinstance(wanted, Not):
        return not told(wanted.part, values)
    if isinstance(wanted, Counted):
        together = sum if wanted.what == COMPONENTS else prod
        return bool(wanted.counts(together(values[wanted])))
    return any(values[wanted])


class _Group:
    """The joint orders of some units; each is one of few kinds, by the values of the parts of a property.

    Attributes:
        units: The units.
        sizes, strides: By unit, how many orders it has, and how far apart the next ones are among all joint orders.
        choices: By unit, its orders, in which the units of the group alone are numbered.
        kinds: By joint orders, the number of their kind; -1 where they were not tried.
        values: By kind, the values.
        tried: How many joint orders were tried.
    """

    def __init__(self, units: Sequence[int], choices: Sequence[Any]) -> None:
        self.units = list(units)
        self.sizes = [len(choices[unit]) for unit in units]
        self.strides = np.cumprod([1, *self.sizes[:-1]], dtype=np.int64)
        numbers = np.full(len(choices) + 1, -1, dtype=np.int16)  # the last one for no unit
        numbers[self.units] = np.arange(len(self.units))
        self.choices = [choices[unit].copy() for unit in units]
        for rows in self.choices:
            rows[:, 1] = numbers[rows[:, 1]]
        self.kinds = np.full(prod(self.sizes), -1, dtype=np.int32)
        self.values: dict[tuple[int, ...], int] = {}
        self.tried = 0

    def pieces(self, exact: bool) -> Iterator[Any]:
        """Yield all joint orders in parts, those with the fewest orders first; small ones if they are tried singly."""
        size = FIRST_PIECE
        for which in numbers_few_first(self.sizes, range(len(self.sizes))):
            start = 0
            while start < len(which):
                yield which[start : start + size]
                start += size
                size = min(2 * size, AT_ONCE) if exact else size

    def note(self, which: Any, values: Any) -> Any:
        """Keep the values of joint orders, int, shape (turns, parts); return the numbers of the joint orders."""
        spans = values.max(axis=0) + 1
        if prod(spans.tolist()) <= AT_ONCE:  # in place of sorting them
            steps = np.cumprod([1, *spans[:-1]], dtype=np.int64)
            keys = values @ steps
            seen = np.flatnonzero(np.bincount(keys))
            rows, kinds = seen[:, None] // steps % spans, np.searchsorted(seen, keys)
        else:
            rows, kinds = np.unique(values, axis=0, return_inverse=True)
        known = np.array([self.values.setdefault(tuple(row), len(self.values)) for row in rows.tolist()])
        numbers = which @ self.strides
        self.kinds[numbers] = known[kinds.reshape(-1)]
        self.tried += len(which)
        return numbers

    def needing(self, numbers: Any, lost: Any) -> Any:
        """Return those of some joint orders that come to a kind that is lost if any one order becomes a hold."""
        for stride, size in zip(self.strides.tolist(), self.sizes, strict=True):
            order = numbers // stride % size
            numbers = numbers[(order == 0) | lost[self.kinds[numbers - order * stride]]]
        return numbers

    def orders_of(self, numbers: Any) -> Any:
        """Return which orders the units have in joint orders, the fewest first: int16, shape (turns, units)."""
        each = [numbers // stride % size for stride, size in zip(self.strides.tolist(), self.sizes, strict=True)]
        return _few_first(np.stack([one.astype(np.int16) for one in each], axis=1))


def _few_first(which: Any) -> Any:
    """Return joint orders as `numbers_few_first` has them one after the other."""
    ordered = which != 0
    units = np.array([1 << n for n in range(which.shape[1])][::-1], dtype=np.int64)
    return which[np.lexsort((*which.T, -(ordered @ units), ordered.sum(axis=1)))]


class JointOrders:
    """The joint orders of a position.

    Args:
        wanted: A property.
        choices: By unit, its orders: int16, shape (orders, 4), the first one a hold.
        groups: The units in groups that cannot affect each other; one, if the property looks at the whole turn.
        units: The rows of the units (`choices.rows_of_units`).
        board: The board.

    Attributes:
        exist: How many joint orders there are.
        tried: How many were tried, group by group.
        total: How many there are to be tried.
        having: How many of those `decided` have it; `needing` counts them.
    """

    def __init__(
        self, wanted: Property, choices: Sequence[Any], groups: Sequence[Sequence[int]], units: Any, board: Board
    ) -> None:
        self.wanted, self.choices, self.units, self.board = wanted, choices, units, board
        self.groups = [_Group(group, choices) for group in groups]
        self.parts = tuple(dict.fromkeys(parts_of(wanted))) if len(groups) > 1 else (wanted,)
        self.exist = prod(len(rows) for rows in choices)
        self.total = sum(len(group.kinds) for group in self.groups)
        self.tried = self.having = 0
        self.holds = cache(self._holds)

    @property
    def decided(self) -> int:
        """Of how many joint orders of all units it is known whether they have the property."""
        return prod(group.tried for group in self.groups)

    def _holds(self, kinds: tuple[int, ...]) -> bool:
        """Tell whether turns have the property whose groups are of these kinds."""
        values = [list(group.values)[kind] for group, kind in zip(self.groups, kinds, strict=True)]
        if len(values) == 1:
            return bool(values[0][0])
        return told(self.wanted, dict(zip(self.parts, zip(*values, strict=True), strict=True)))

    def _lost(self, kinds: tuple[int, ...], group: int) -> Any:
        """Tell for each kind of one group whether turns of that kind, and of these in the others, lack the property."""
        every = range(len(self.groups[group].values))
        return np.array([not self.holds((*kinds[:group], kind, *kinds[group + 1 :])) for kind in every])

    def run(
        self, first: int | None, progress: Callable[[int, int, int], None] | None, stopped: Callable[[], bool]
    ) -> bool:
        """Try all of them; return False if the search was stopped, or ended after the first finds."""
        whole, found, several = True, 0, len(self.groups) > 1
        for group in self.groups:
            rows = self.units[group.units]
            for which in group.pieces(self.wanted.exact):
                if group.tried and (stopped() or (first is not None and found >= first)):
                    whole = False
                    break
                turns = played(self.board, rows, orders_numbered(group.choices, which))
                values = [
                    part.numbers(turns) if several and isinstance(part, Counted) else having(part, turns)
                    for part in self.parts
                ]
                numbers = group.note(which, np.stack(values, axis=1).astype(np.int64))
                self.tried += len(which)
                if not several:
                    found += sum(
                        len(group.needing(numbers[group.kinds[numbers] == kind], self._lost((kind,), 0)))
                        for kind in group.values.values()
                        if self.holds((kind,))
                    )
                if progress is not None:
                    progress(self.tried, self.total, found)
        return whole

    def needing(self, first: int | None) -> tuple[int, Any]:
        """Count the turns with the property, and return those that lose it if any one order becomes a hold.

        Args:
            first: At most this many are returned, those with the fewest orders; None for all.

        Returns:
            How many there are; and of those returned, which orders the units have: int16, shape (turns, units).

        Raises:
            FindError: They are too many.
        """
        every = [range(len(group.values)) for group in self.groups]
        if prod(map(len, every)) > MOST_LISTED:
            raise FindError(f"the units are in too many groups ({len(every)}) that cannot affect each other")
        counts = [np.bincount(group.kinds[group.kinds >= 0]).tolist() for group in self.groups]
        some: dict[tuple[int, int, bytes], Any] = {}
        parts: list[list[tuple[int, int, bytes]]] = []
        self.having = number = listed = 0
        for kinds in filter(self.holds, product(*every)):
            self.having += prod(of_group[kind] for of_group, kind in zip(counts, kinds, strict=True))
            lost = [self._lost(kinds, group) for group in range(len(kinds))]
            keys = [(group, kind, lost[group].tobytes()) for group, kind in enumerate(kinds)]
            for key, group, one in zip(keys, self.groups, lost, strict=True):
                if key not in some:
                    some[key] = group.needing(np.flatnonzero(group.kinds == key[1]), one)
            if count := prod(len(some[key]) for key in keys):
                number += count
                listed += prod(len(some[key][:first]) for key in keys)
                parts.append(keys)
        if listed > MOST_LISTED:
            raise FindError(
                f"{self.having:,} turns have the property, and in {number:,} no order can become a hold: too many to "
                f"list; the limit is {MOST_LISTED:,}: ask for the first ones (--first, Python: first=…)"
            )
        ordered = {key: self.groups[key[0]].orders_of(some[key])[:first] for keys in parts for key in keys}
        joint = [self._together([ordered[key] for key in keys]) for keys in parts]
        which = np.concatenate([np.zeros((0, len(self.choices)), dtype=np.int16), *joint])
        return number, _few_first(which)[:first]

    def _together(self, parts: Sequence[Any]) -> Any:
        """Return all ways to put joint orders of the groups together: int16, shape (turns, units)."""
        numbers = np.indices([len(which) for which in parts]).reshape(len(parts), -1)
        out = np.zeros((numbers.shape[1], len(self.choices)), dtype=np.int16)
        for group, which, number in zip(self.groups, parts, numbers, strict=True):
            out[:, group.units] = which[number]
        return out
