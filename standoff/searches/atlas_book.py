"""The atlas of paradoxes, and the analysis of a paradox.

`atlas.jsonl` has the paradoxes, one line per entry, `atlas.json` the counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from itertools import islice
from typing import Any

from ..map import bits, json_object, package_json
from ..solver import (
    PRESETS,
    Order,
    ResolutionMasks,
    Rulebook,
    adjudicate,
    influences,
    rulebook,
    table_of,
)
from ..text import counted, named_paradoxes, paradox_title
from ..turn import Turn

RULEBOOKS = tuple(PRESETS)
"""The rulebooks that the atlas compares, on the standard board."""

FAMILIES = {
    "convoy": "Convoy paradoxes",
    "other": "Other paradoxes",
    "circular movement": "Circular movements and exchanges of places",
}
"""The kinds of paradoxes and their headings, in this order."""

LINES = "atlas.jsonl"
"""A file next to this module: one entry per line (`docs/found.schema.json`), with its `part` of the atlas."""
FILE = "atlas.json"
"""The other counts of `research/atlas.py`."""
PARADOX, WORD = "paradox", "word"
"""The parts: minimal paradoxes among all turns that were examined, and larger ones made from their words."""


@dataclass(frozen=True)
class Core:
    """An analyzed paradox.

    Attributes:
        name: Its name in the literature, empty if it has none.
        paradox_class: Its class, empty where it is not certain, and where it is no convoy paradox.
        kind: The kind of the paradox.
        resolutions: The number of resolutions of the whole turn.
        settled_by: The rule that settles it (`Component.settled_by`).
        core: The core.
        depends: The dependencies among its orders: two orders, and the sign of the effect of the first one's success
            on that of the second.
        cycles: The lengths of the cycles of these dependencies, each with the product of its signs: "+", "−" or "±".
    """

    name: str
    paradox_class: str
    kind: str
    resolutions: int
    settled_by: str
    core: tuple[Order, ...]
    depends: tuple[tuple[Order, Order, str], ...]
    cycles: tuple[tuple[int, str], ...]


def core_of(turn: Turn, rules: Rulebook) -> Core | None:
    """Return the analysis of the first paradox of a turn; None if it has none."""
    return next(iter(cores_of(ResolutionMasks(table_of(turn.board, turn.position, turn.orders, rules)))), None)


def cores_of(resolutions: ResolutionMasks) -> Iterator[Core]:
    """Yield the analyses of the paradoxes of a turn."""
    for component in resolutions.components:
        if component.kind:
            edges = influences(resolutions.table, component.orders)
            yield Core(
                component.name,
                component.paradox_class,
                str(component.kind),
                resolutions.count,
                component.settled_by,
                tuple(map(resolutions.order, bits(component.core))),
                tuple((resolutions.order(one), resolutions.order(two), sign) for one, two, sign in edges),
                _cycles(edges),
            )


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


@dataclass(frozen=True)
class AtlasParadox:
    """A paradox of the atlas.

    Attributes:
        id: The first digits of a hash of its pattern; it does not depend on other entries.
        turn: The smallest turn on the standard board.
        power_assignments: The ways to divide its units among powers, up to renaming, in which it is a paradox and
            nothing can be left out.
        core: The analysis of the paradox.
    """

    id: str
    turn: Turn
    power_assignments: tuple[tuple[int, ...], ...]
    core: Core

    @property
    def units(self) -> int:
        """The number of its units."""
        return len(self.turn.position.units)

    @property
    def title(self) -> str:
        """Its name in the literature, or its kind."""
        kind = self.core.kind
        return self.core.name or (f"{kind} paradox" if not kind.startswith("circular") else kind)

    @property
    def resolutions(self) -> str:
        """The number of its resolutions, in words."""
        return counted(self.core.resolutions, "resolution", "No")

    @property
    def family(self) -> str:
        """The kind of its paradox, as a heading."""
        return FAMILIES[self.core.kind]

    @property
    def shortest(self) -> int:
        """The number of orders on the shortest cycle of dependencies."""
        return min((length for length, _ in self.core.cycles), default=0)

    @property
    def parity(self) -> str:
        """The parity of the number of negative signs on its cycles: "even", "odd" or "mixed"."""
        signs = {sign for _, sign in self.core.cycles}
        return {"+": "even", "−": "odd"}.get(next(iter(signs)), "mixed") if len(signs) == 1 else "mixed"

    @property
    def group(self) -> str:
        """The class of a convoy paradox; else resolutions, shortest cycle and parity, in words."""
        if self.core.paradox_class:
            return f"Class {self.core.paradox_class}: {self.resolutions.lower()}"
        return f"{self.resolutions}; shortest cycle of {counted(self.shortest, 'order')}, {self.parity}"

    @property
    def cycles(self) -> str:
        """The cycles with their signs, in words.

        >>> from standoff import read, rulebook
        >>> turn = read("6.F.14")
        >>> AtlasParadox("", turn, ((0, 1, 1, 0),), core_of(turn, rulebook())).cycles
        '+3'
        """
        return ", ".join(f"{sign}{length}" for length, sign in self.core.cycles)


@dataclass(frozen=True)
class SharedReasons:
    """The outcome of a turn under rulebooks that agree on every order and for the same reasons.

    Attributes:
        rulebooks: Their names.
        orders: Each order, its outcome and its reason.
        paradoxes: The paradoxes, and the rules that settle them.
    """

    rulebooks: tuple[str, ...]
    orders: tuple[tuple[str, str, str], ...]
    paradoxes: tuple[str, ...]


def shared_reasons(turn: Turn, names: Sequence[str] = RULEBOOKS) -> list[SharedReasons]:
    """Return the outcomes of a turn, grouped by rulebooks that agree in outcomes and reasons.

    >>> from standoff import read
    >>> [verdict.rulebooks for verdict in shared_reasons(read("6.F.14"), ("2023", "1982", "webdiplomacy"))]
    [('2023', 'webdiplomacy'), ('1982',)]
    """
    together: dict[Any, list[str]] = {}
    for name in names:
        result = adjudicate(turn.position, turn.orders, rules=rulebook(name), board=turn.board)
        orders = tuple((str(one.order), ", ".join(one.words), one.text.removeprefix("void: ")) for one in result)
        paradoxes = tuple(
            f"{paradox_title(one)}, {counted(len(one.resolutions), 'resolution', 'no')}, settled by {one.settled_by}"
            for one in named_paradoxes(result)
        )
        together.setdefault((orders, paradoxes), []).append(name)
    return [SharedReasons(tuple(several), orders, paradoxes) for (orders, paradoxes), several in together.items()]


class Atlas:
    """The atlas: its counts, and its entries as stored."""

    def __init__(self, data: dict[str, Any], lines: Sequence[dict[str, Any]]) -> None:
        self.data, self.lines = data, lines

    @cached_property
    def entries(self) -> tuple[AtlasParadox, ...]:
        """The paradoxes with a place on the board: convoy paradoxes by class, others by resolutions and cycle."""
        rules = rulebook()
        entries: list[AtlasParadox] = []
        for line in self.lines:
            if line["placing"] is not None:
                turn = Turn.from_dict(line["placing"])
                core = core_of(turn, rules)
                assert core is not None, line
                entries.append(AtlasParadox(line["id"], turn, tuple(map(tuple, line["power_assignments"])), core))
        fewest: dict[str, int] = {}  # by class
        for entry in entries:
            word = entry.core.paradox_class
            fewest[word] = min(entry.units, fewest.get(word, entry.units)) if word else 0

        def place_of(entry: AtlasParadox) -> tuple[Any, ...]:
            core = entry.core
            return (
                *(list(FAMILIES).index(core.kind), fewest[core.paradox_class], core.paradox_class, core.resolutions),
                *(entry.shortest, entry.parity, entry.units, entry.title, tuple(map(str, entry.turn.orders))),
            )

        return tuple(sorted(entries, key=place_of))

    @property
    def unplaced(self) -> list[str]:
        """The shapes without a place on the board."""
        return [_shape(line) for line in self.lines if line["placing"] is None and not line["placings_tried"]]

    @property
    def given_up(self) -> list[str]:
        """The shapes for which the search for a place was given up."""
        return [_shape(line) for line in self.lines if line["placing"] is None and line["placings_tried"]]


def _shape(line: dict[str, Any]) -> str:
    return f"{line['pattern']}; powers {', '.join(map(str, line['powers']))}"


@lru_cache(maxsize=1)
def atlas() -> Atlas:
    """Return the stored atlas.

    >>> len(atlas().entries) > 30
    True
    """
    folder = resources.files("standoff.searches")
    lines = (folder / LINES).read_text(encoding="utf-8").splitlines()
    return Atlas(package_json(folder / FILE), [json_object(line) for line in lines])


def orders_text(turn: Turn) -> str:
    """Return the orders of a turn, one line per power.

    >>> from standoff import read
    >>> print(orders_text(read("6.F.14")))
    ENGLAND: F LON S F WAL - ENG, F WAL - ENG
    FRANCE: A BRE - LON, F ENG C A BRE - LON
    """
    powers: dict[str, list[str]] = {}
    for order in turn.orders:
        powers.setdefault(order.power, []).append(str(order))
    return "\n".join(f"{power}: {', '.join(texts)}" for power, texts in powers.items())
