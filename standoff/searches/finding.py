"""Every turn with a property, up to a number of units: all abstract turns are examined, and finds are placed.

The work is divided into independent blocks, by the kinds of orders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from ..map import Board, Json, load_board
from ..text import counted
from ..turn import Turn
from ..work import Stop, over_blocks
from .abstract import Pattern
from .deciding import AbstractTurn, Adjudged, compile_first, decide
from .found import Found, FoundTurn, found
from .limits import FindError, house_functions, warnings_for
from .listing import kinds_of, parted, patterns_of
from .placing import MOST_PLACEMENTS, PlacingLimitError, place
from .properties import Property
from .reducing import having_and_minimal, needs_all_units
from .saved_search import SavedSearch, found_in, object_of

MOST_ABSTRACT = 6
"""The most units of abstract turns to search; with more, fleets have too many embeddings."""

_PARTS = {5: 2, 6: 8}
"""By number of units, the number of blocks for the patterns with the same kinds of orders."""


@dataclass(frozen=True, slots=True)
class Space:
    """The abstract turns to search: all of up to so many units, or those with complete convoys only.

    Raises:
        FindError: Of 0 units, or of more than 6.

    >>> Space(3, complete_convoys=True).not_searched
    ('convoys that lack a fleet', 'coasts', 'illegal or void orders')
    >>> len(list(Space(2).blocks()))
    15
    """

    units: int
    complete_convoys: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.units <= MOST_ABSTRACT:
            raise FindError(f"all turns of {self.units} units: expected 1 to {MOST_ABSTRACT}; for more, draw samples")

    @property
    def not_searched(self) -> tuple[str, ...]:
        """Features that no turn of the space has."""
        missing = ("convoys that lack a fleet",) if self.complete_convoys else ()
        return (*missing, "coasts", "illegal or void orders")

    def blocks(self) -> Iterator[BlockKey]:
        """Yield the blocks, by the number of units."""
        for units in range(1, self.units + 1):
            parts = _PARTS.get(units, 1)
            for kinds in kinds_of(units):
                for part in range(parts):
                    yield kinds, part, parts

    def turns(self, key: BlockKey) -> Iterator[tuple[Pattern, Any]]:
        """Yield the patterns of a block, each with the ways to divide its units: int16, one row per way."""
        return ((pattern, parted(pattern)) for pattern in patterns_of(*key, complete_convoys=self.complete_convoys))


BlockKey = tuple[tuple[int, ...], int, int]
"""A block: the kinds of orders of its units, its part, and the number of parts."""

Sides = tuple[int, ...]
"""The power of each unit of a pattern."""

Progress = Callable[[int, int, int], None]
"""A function of the number of blocks done, the number of all blocks, and the number of shapes found."""


@dataclass(slots=True)
class SearchedBlock:
    """The result of searching a block.

    Attributes:
        patterns, examined: The numbers of patterns and turns examined.
        matches: The number of turns with the property.
        shapes: The number of minimal patterns with the property, from which nothing can be left out.
        finds: The first of these, placed, each with the ways to divide its units among powers, up to renaming, in which
            it has the property.
    """

    patterns: int = 0
    examined: int = 0
    matches: int = 0
    shapes: int = 0
    finds: list[FoundTurn] = field(default_factory=list[FoundTurn])

    def as_object(self) -> Json:
        """Return it as data."""
        counts = {name: getattr(self, name) for name in ("patterns", "examined", "matches", "shapes")}
        return counts | {"finds": [object_of(one) for one in self.finds]}

    @classmethod
    def from_object(cls, data: Json, board: Board) -> SearchedBlock:
        """Return what `as_object` wrote."""
        finds = [found_in(one, board) for one in data["finds"]]
        return cls(data["patterns"], data["examined"], data["matches"], data["shapes"], finds)


def find_each(
    query: Sequence[Property],
    space: Space,
    *,
    board: Board | None = None,
    region: Sequence[str] | None = None,
    max_results: int | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    stop: Stop | None = None,
    kept: SavedSearch | None = None,
) -> list[Found]:
    """Search all abstract turns of a space once; place those with each property from which nothing can be left out.

    Args:
        query: The properties.
        space: The turns.
        board: The board for placing them; the standard board if left out.
        region: The provinces that may be used; all if left out.
        max_results: Stop after this many shapes of all properties together, and give this many of each at most.
        jobs: The number of processes; all cores if left out.
        progress: Called after each block; the shapes are those of all properties together.
        stop: Ends the search when it is set.
        kept: Saves the results, and has those of an earlier run.

    Raises:
        FindError: A property lies outside the space (`limits.warnings_for`).

    >>> from standoff.searches.expression import property_of
    >>> wanted = [property_of("resolutions(2)"), property_of("differ(1971, 1982)")]
    >>> [len(shapes) for shapes in find_each(wanted, Space(2), jobs=1)]
    [0, 0]
    """
    board = board or load_board()
    stop = stop or Stop()
    warnings = [warnings_for(one) for one in query]
    all_blocks = list(space.blocks())
    done = [
        [SearchedBlock.from_object(block, board) for block in step["blocks"]] for step in (kept.steps if kept else ())
    ]
    known = sum(block.shapes for of_all in done for block in of_all)
    places = _Places(board, None if region is None else tuple(region), max_results)
    work = partial(_Work, tuple(query), space, places)
    left = all_blocks[len(done) :] if max_results is None or known < max_results else []
    if jobs != 1:
        compile_first()
    # in the order of the blocks, so that the first finds do not depend on the number of processes
    with closing(over_blocks(work, left, jobs=jobs, stop=stop)) as blocks_found:
        for of_all in blocks_found:
            if of_all is None:
                break
            if kept is not None:
                step = {"blocks": [block.as_object() for block in of_all]}
                rest = None if max_results is None else max(max_results - known, 0)
                kept.keep(step, [find for block in of_all for find in block.finds][:rest])
            done.append(of_all)
            known += sum(block.shapes for block in of_all)
            if progress is not None:
                progress(len(done), len(all_blocks), known)
            if max_results is not None and known >= max_results:
                break
    finds: list[Found] = []
    for number, one in enumerate(query):
        blocks = [block[number] for block in done]
        patterns, examined = (sum(getattr(block, name) for block in blocks) for name in ("patterns", "examined"))
        turns, units = f"{examined:,} abstract turns ({patterns:,} patterns)", counted(space.units, "unit")
        finds.append(
            found(
                one,
                [find for block in blocks for find in block.finds][:max_results],
                (f"all {turns} of up to {units}", f"{turns} of those of up to {units}"),
                patterns=patterns,
                examined=examined,
                matches=sum(block.matches for block in blocks),
                listed=sum(block.shapes for block in blocks),
                max_results=max_results,
                whole=len(done) == len(all_blocks),
                not_searched=(
                    *space.not_searched,
                    *(("armies that go over land",) if any(house_functions(one)) else ()),
                ),
                warnings=warnings[number],
                where="on the board" if region is None else f"in {', '.join(region)}",
            )
        )
    return finds


class _Places(NamedTuple):
    """Places for shapes: the board, the provinces (all if None), and the most shapes of a block."""

    board: Board
    region: tuple[str, ...] | None
    most: int | None


class _Work:
    """Searches one block for several properties at once, and places the finds; None if it is interrupted."""

    def __init__(self, queries: tuple[Property, ...], space: Space, places: _Places, stop: Stop) -> None:
        self.queries, self.space, self.places, self.stop = queries, space, places, stop

    def __call__(self, key: BlockKey) -> list[SearchedBlock] | None:
        blocks = [SearchedBlock() for _ in self.queries]
        shapes: list[dict[Pattern, list[Sides]]] = [{} for _ in self.queries]
        for decided in decide(self.space.turns(key)):
            for wanted, block, of_one in zip(self.queries, blocks, shapes, strict=True):
                if self.stop.is_set():
                    return None
                ((has_it, minimal),) = having_and_minimal((wanted,), decided)
                block.patterns += len(decided.patterns)
                block.examined += len(decided.played)
                block.matches += int(has_it.sum())
                for turn in minimal:
                    of_one.setdefault(turn.pattern, []).append(turn.sides)
        board, region, most = self.places
        for wanted, block, of_one in zip(self.queries, blocks, shapes, strict=True):
            block.shapes = len(of_one)
            for pattern, sides in islice(of_one.items(), most):
                if self.stop.is_set():
                    return None
                block.finds.append(placed(wanted, pattern, sides, board, region))
        return blocks


def placed(
    query: Property, pattern: Pattern, sides: Sequence[Sides], board: Board, region: Sequence[str] | None = None
) -> FoundTurn:
    """Place a pattern on a board, or in a region of it, where it has a property and nothing can be left out of it.

    `sides` are the ways to divide its units.

    >>> from standoff import find
    >>> from standoff.map import load_board
    >>> from standoff.searches.expression import property_of
    >>> shape = find("paradox()", units=3).turns[0].shape
    >>> placed(property_of("paradox()"), shape.pattern, [shape.sides], load_board()).turn is not None
    True
    """

    def holds(turn: Turn) -> bool:
        # fleets at sea, and possible retreats, differ from place to place
        return needs_all_units(query, turn) and query.holds(Adjudged(turn))

    ways = tuple(sorted(sides, key=lambda one: (max(one), one)))
    nowhere = FoundTurn(AbstractTurn(pattern, ways[0]), None, ways)
    try:
        placing = place(pattern, ways, holds, board=board, region=region)
    except PlacingLimitError:
        return replace(nowhere, sought=MOST_PLACEMENTS)
    return nowhere if placing is None else FoundTurn(*placing, ways)
