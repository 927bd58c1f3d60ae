"""`find`: turns with a property, the smallest first."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..map import Board, WrongTypeError, load_board, named_board, province_of
from ..solver import Rulebook, rulebook
from ..text import read_places
from ..work import Stop
from .finding import Progress, Space, find_each
from .found import Found
from .limits import FindError, idle
from .programs import MOST_SECONDS
from .properties import Predicate, Property
from .saved_search import saved_search

if TYPE_CHECKING:
    from ..turn import Turn


def find(
    query: str | Property | Callable[[Turn], bool],
    *,
    rules: str | Rulebook | None = None,
    units: int | None = None,
    complete_convoys: bool = False,
    region: str | Sequence[str] | None = None,
    board: str | Board | None = None,
    max_results: int | None = None,
    sample: int | None = None,
    seed: int = 1,
    position: Any = None,
    orders: Any = None,
    jobs: int | None = None,
    seconds: float = MOST_SECONDS,
    progress: Progress | None = None,
    stop: Stop | None = None,
    output: str | os.PathLike[str] | None = None,
    go_on: bool = False,
) -> Found:
    """Find turns with a property, the smallest first, each reduced until nothing can be left out.

    Exactly one of `units`, `sample`, `position` and `orders` chooses the turns to search.

    Args:
        query: An expression (`docs/search.md`), or a function of a `Turn`.
        rules: The rulebook of the properties that name none, and of the turns passed to a function.
        units: All turns of up to this many units on any map, without coasts and without illegal or void orders
            (`docs/search.md`); each shape found is then placed on the board.
        complete_convoys: With `units`: leave out convoys with a missing fleet.
        region: With `units`: provinces where a shape may be placed, as text or by their names.
        board: The board.
        max_results: Stop after this many finds.
        sample: The number of random questions to search; retreats and adjustments among them are left out.
        seed: The seed of these.
        position: A position whose orders are free, in any form that `read` takes, but only a `Path` names a file.
        orders: Orders whose units may be of any power and type, in the same forms.
        jobs: The number of processes; 1 if left out. More need the line ``if __name__ == "__main__":`` in a script.
        seconds: With `position`: how long a solver may look for turns, where there are too many to try.
        progress: Called with the number of blocks done, the number of all blocks, and the number of turns found.
        stop: Ends the search when it is set.
        output: A file for the finds, written as they come, one entry of `Found.to_dict` per line; the state of the
            search is beside it, in ``OUTPUT.run``.
        go_on: True to resume the search that wrote `output`.

    Raises:
        PropertyError: The expression cannot be read.
        FindError: None of them is given, or several are; or the search is impossible; or the property needs turns
            outside the search (`Found.not_searched`); or `output` is of another search, or cannot be written.

    >>> shapes = find("differ(1971, 1982)", units=3)
    >>> print(shapes.summary())  # doctest: +ELLIPSIS
    Searched: all ... of up to 3 units (not included: coasts, illegal or void orders): ...; 2 minimal shapes.
    >>> print(shapes[1])
    AUSTRIA: F NTH C A YOR - LON, A LON - YOR VIA; ENGLAND: A YOR - LON
    """
    from ..cases import turn_from
    from .expression import property_of

    chosen = rulebook(rules)
    if isinstance(query, str):
        text, query = query, property_of(query, chosen)
        if rules is not None and chosen != rulebook() and query == property_of(text):
            raise FindError(f"{query}: every part of it names its own rulebooks, so {chosen.name} would not be used")
    elif callable(query):
        query = Predicate(query, getattr(query, "__qualname__", "a function"), chosen)
    elif not hasattr(query, "among"):
        raise WrongTypeError(f"expected an expression, a property or a function, not {query!r}")
    ways = {"units": units, "sample": sample, "position": position, "orders": orders}
    way_names = [name for name, value in ways.items() if value is not None]
    if len(way_names) != 1:
        raise FindError(
            "say what to search: --units 3 (all turns of up to 3 units), --sample 1000 (random turns), --position or "
            "--orders (Python: units=3, sample=1000, position=…, orders=…); given: "
            + (" and ".join(f"--{name}" for name in way_names) or "none of them")
        )
    for name, value in (("complete_convoys", complete_convoys or None), ("region", region)):
        if value is not None and way_names != ["units"]:
            raise FindError(f"--{name.replace('_', '-')} (Python: {name}) requires --units")
    ground = load_board() if board is None else named_board(board)
    if not isinstance(seed, int) or isinstance(seed, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WrongTypeError(f"seed: expected a number, not {seed!r}")
    _check_counts(units=units, max_results=max_results, sample=sample, jobs=jobs)
    named = region if isinstance(region, str) else ",".join(region or ())
    places = None if region is None else list(dict.fromkeys(map(province_of, read_places(named, ground))))
    turn = None
    if position is not None or orders is not None:
        turn = turn_from(position if position is not None else orders, board=board)
        ground = turn.board
        if turn.type.name != "MOVEMENT":
            raise FindError(f"{turn.phase} is not a movement phase")
    question = {
        "board": [ground.source, ground.checksum],
        "units": units,
        "complete_convoys": complete_convoys,
        "region": places,
        "sample": [sample, seed] if sample is not None else None,
        "position": None if position is None or turn is None else repr(turn.position),
        "orders": None if orders is None or turn is None else repr((turn.position, turn.orders)),
        "max_results": max_results,
    }
    if sample is None and (why := idle(query, *(() if turn is None else ("support_coast",)))):
        return Found(query, (), "nothing, as no turn can have the property", 0, 0, 0, warnings=(why,))
    stop = stop or Stop()
    with saved_search(output, query, question, go_on=go_on) as kept:
        ends: dict[str, Any] = {"max_results": max_results, "stop": stop, "kept": kept}
        if orders is not None:
            from .half_given import find_units

            assert turn is not None
            return find_units(query, turn.position, turn.orders, ground, **ends)
        ends["progress"] = progress
        if position is not None:
            from .half_given import find_orders

            assert turn is not None
            return find_orders(query, turn.position, ground, seconds=seconds, **ends)
        ends |= {"board": ground, "jobs": jobs or 1}
        if sample is not None:
            from .sampling import find_among_samples

            return find_among_samples(query, sample, seed, **ends)
        assert units is not None
        (finds,) = find_each((query,), Space(units, complete_convoys), region=places, **ends)
        return finds


def _check_counts(**counts: int | None) -> None:
    """Raise an error for a count that is not a number, or less than 1."""
    for name, number in counts.items():
        if number is None:
            continue
        if not isinstance(number, int) or isinstance(number, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"{name}: expected a number, not {number!r}")
        if number < 1:
            raise FindError(f"{name}: expected 1 or more, not {number}")
