"""Paradoxes taken apart: the core, who helps and who hinders whom, and in which cycles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from ..map import bits
from ..solver import Order, Resolutions, Rulebook, influences, resolutions_of, table_of
from ..turn import Turn


@dataclass(frozen=True)
class Core:
    """A paradox, taken apart.

    Attributes:
        name: What the literature calls it, empty where no name fits.
        word: Its word, empty where it is not certain, and where it is no convoy paradox.
        kind: The kind of the paradox.
        resolutions: How many the whole turn has.
        settled_by: What settles it (`Paradox.settled_by`).
        core: The core.
        depends: The dependencies among the orders that depend on each other: one, two and the sign with which the
            success of the first bears on that of the second.
        cycles: The lengths of the cycles that they make, each with the product of its signs: "+", "−" or "±".
    """

    name: str
    word: str
    kind: str
    resolutions: int
    settled_by: str
    core: tuple[Order, ...]
    depends: tuple[tuple[Order, Order, str], ...]
    cycles: tuple[tuple[int, str], ...]


def core_of(turn: Turn, rules: Rulebook) -> Core | None:
    """Return the first paradox of a turn, taken apart; None if it has none."""
    return next(iter(cores_of(resolutions_of(table_of(turn.board, turn.position, turn.orders, rules)))), None)


def cores_of(resolutions: Resolutions) -> Iterator[Core]:
    """Yield the paradoxes of a turn, taken apart."""
    for component in resolutions.components:
        if component.paradox is not None:
            edges = influences(resolutions.table, component.orders)
            yield Core(
                component.name,
                component.word,
                str(component.paradox.kind),
                resolutions.count,
                component.paradox.settled_by,
                _orders(resolutions, component.paradox.core),
                tuple((resolutions.order(one), resolutions.order(two), sign) for one, two, sign in edges),
                _cycles(edges),
            )


def _orders(resolutions: Resolutions, mask: int) -> tuple[Order, ...]:
    return tuple(resolutions.order(unit) for unit in bits(mask))


def _cycles(edges: Iterable[tuple[int, int, str]]) -> tuple[tuple[int, str], ...]:
    import networkx

    signs = {(one, two): sign for one, two, sign in edges}
    graph: networkx.DiGraph[int] = networkx.DiGraph(list(signs))
    cycles: set[tuple[int, str]] = set()
    for cycle in islice(networkx.simple_cycles(graph), 200):
        on_it = [signs[one, two] for one, two in zip(cycle, [*cycle[1:], cycle[0]], strict=True)]
        sign = "±" if "±" in on_it else "−" if on_it.count("−") % 2 else "+"
        cycles.add((len(cycle), sign))
    return tuple(sorted(cycles))
