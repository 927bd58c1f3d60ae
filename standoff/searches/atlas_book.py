"""The atlas as it is kept and shown: `atlas.json` has the turns that were found; what is said of them is worked out."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, cast

from ..cases.origins import read
from ..solver import PRESETS, adjudicate, rulebook
from ..text.counting import counted
from ..turn.turn import Turn
from .cores import Core, core_of

RULEBOOKS = tuple(PRESETS)
"""The rulebooks that the atlas compares; all of them on the standard board."""

FAMILIES = {
    "convoy": "Convoy paradoxes",
    "other": "Other paradoxes",
    "circular movement": "Circular movements and exchanges of places",
}
"""The kinds of paradoxes, and the headings under which they stand, in this order."""


def shape_id(shape: object) -> str:
    """Return the id of a pattern or an abstract turn, six digits of a hash: it depends on nothing but the shape.

    Args:
        shape: A `Pattern` or an `AbstractTurn`, its units numbered as `pattern_of` numbers them.

    >>> from standoff.searches.abstract import Pattern
    >>> shape_id(Pattern((4,), (-1,), (0,)))
    '5236ca'
    """
    return hashlib.sha256(str(shape).encode()).hexdigest()[:6]


FILE = "atlas.json"
"""Beside this module: what `tools/pages/atlas.py` found."""


@dataclass(frozen=True)
class AtlasParadox:
    """A paradox of the atlas.

    Attributes:
        id: The first digits of a hash of its pattern: it stays when others are found or left out.
        turn: The smallest turn on the standard board.
        ways: In how many ways its units can be parted among powers, up to renaming, so that it is a paradox and nothing
            can be left out.
        core: It, taken apart.
    """

    id: str
    turn: Turn
    ways: int
    core: Core

    @property
    def units(self) -> int:
        """How many units it has."""
        return len(self.turn.position.units)

    @property
    def title(self) -> str:
        """What the literature calls it, or its kind."""
        kind = self.core.kind
        return self.core.name or (f"{kind} paradox" if not kind.startswith("circular") else kind)

    @property
    def resolutions(self) -> str:
        """How many resolutions it has, in words."""
        count = self.core.resolutions
        return counted(count, "resolution", "No")

    @property
    def family(self) -> str:
        """The kind of its paradox, as a heading."""
        return FAMILIES[self.core.kind]

    @property
    def shortest(self) -> int:
        """How many orders are on the shortest cycle of those that depend on each other."""
        return min((length for length, _ in self.core.cycles), default=0)

    @property
    def parity(self) -> str:
        """Whether its cycles hinder an even or an odd number of times: "even", "odd" or "mixed"."""
        signs = {sign for _, sign in self.core.cycles}
        return {"+": "even", "−": "odd"}.get(next(iter(signs)), "mixed") if len(signs) == 1 else "mixed"

    @property
    def group(self) -> str:
        """Resolutions, shortest cycle and parity, in words."""
        return f"{self.resolutions}; shortest cycle of {counted(self.shortest, 'order')}, {self.parity}"

    @property
    def cycles(self) -> str:
        """The cycles with their signs, in words.

        >>> from standoff import rulebook
        >>> turn = read("6.F.14")
        >>> core = core_of(turn.position, turn.orders, turn.board, rulebook())
        >>> AtlasParadox("", turn, 1, core).cycles
        '+3'
        """
        return ", ".join(f"{sign}{length}" for length, sign in self.core.cycles)


@dataclass(frozen=True)
class SharedReasons:
    """What some rulebooks make of a turn, order by order and for the same reasons.

    Attributes:
        rulebooks: Their names.
        orders: Each order, what becomes of it, and why.
        paradoxes: What the equations leave open, and what settles it.
    """

    rulebooks: tuple[str, ...]
    orders: tuple[tuple[str, str, str], ...]
    paradoxes: tuple[str, ...]


def shared_reasons(turn: Turn, names: Sequence[str] = RULEBOOKS) -> list[SharedReasons]:
    """Return what rulebooks make of a turn, those together that agree in outcomes and reasons.

    Args:
        turn: The turn.
        names: The rulebooks.

    >>> [verdict.rulebooks for verdict in shared_reasons(read("6.F.14"), ("2023", "1982", "webdiplomacy"))]
    [('2023', 'webdiplomacy'), ('1982',)]
    """
    together: dict[Any, list[str]] = {}
    for name in names:
        result = adjudicate(turn.position, turn.orders, rules=rulebook(name), board=turn.board)
        orders = tuple((str(one.order), ", ".join(one.words), one.text.removeprefix("void: ")) for one in result)
        paradoxes = tuple(
            f"{paradox.kind}, {counted(len(paradox.resolutions), 'resolution', 'no')}, settled by {paradox.settled_by}"
            for paradox in result.solution.paradoxes
        )
        together.setdefault((orders, paradoxes), []).append(name)
    return [SharedReasons(tuple(several), orders, paradoxes) for (orders, paradoxes), several in together.items()]


class Atlas:
    """What was found.

    Args:
        data: The content of the file.
    """

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    @cached_property
    def entries(self) -> tuple[AtlasParadox, ...]:
        """The paradoxes with a place on the board, by kind, resolutions, shortest cycle, parity and size."""
        return self._sorted(self.data["paradoxes"]["found"])

    @cached_property
    def rings(self) -> tuple[AtlasParadox, ...]:
        """The larger ones that were grown, likewise."""
        return self._sorted(self.data["rings"]["found"])

    def _sorted(self, found: list[dict[str, Any]]) -> tuple[AtlasParadox, ...]:
        rules = rulebook()
        entries: list[AtlasParadox] = []
        for one in found:
            turn = read(one["orders"])
            core = core_of(turn.position, turn.orders, turn.board, rules)
            assert core is not None, one
            entries.append(AtlasParadox(one["id"], turn, one["ways"], core))
        return tuple(sorted(entries, key=_place_of))


def _place_of(entry: AtlasParadox) -> tuple[Any, ...]:
    return (
        list(FAMILIES).index(entry.core.kind),
        entry.core.resolutions,
        entry.shortest,
        entry.parity,
        entry.units,
        entry.title,
        tuple(map(str, entry.turn.orders)),
    )


@lru_cache(maxsize=1)
def atlas() -> Atlas:
    """Return the atlas as it is kept.

    >>> len(atlas().entries) > 30
    True
    """
    text = (resources.files("standoff.searches") / FILE).read_text(encoding="utf-8")
    return Atlas(cast("dict[str, Any]", json.loads(text)))


def orders_text(turn: Turn) -> str:
    """Return the orders of a turn, a line a power.

    >>> print(orders_text(read("6.F.14")))
    ENGLAND: F LON S F WAL - ENG, F WAL - ENG
    FRANCE: A BRE - LON, F ENG C A BRE - LON
    """
    powers: dict[str, list[str]] = {}
    for order in turn.orders:
        powers.setdefault(order.power, []).append(str(order))
    return "\n".join(f"{power}: {', '.join(given)}" for power, given in powers.items())


def save(data: dict[str, Any], folder: Path) -> None:
    """Write what was found to where `atlas` reads it."""
    (folder / FILE).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
