"""Paradoxes, and other sets of orders that depend on each other; loaded on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..map import Json, repr_as
from ..solver import Component, MovementResult, Order, ParadoxKind, PhaseResult
from ..text import Translator, named_paradoxes, paradox_title


@dataclass(frozen=True, slots=True, repr=False)
class Paradox:
    """A set of orders that depend on each other; without exactly one resolution, a paradox and what settled it.

    Attributes:
        orders: The orders.
        resolutions: Every consistent resolution of them: the orders that succeed.
        core: The orders on which the resolutions differ; if there is none, a smallest set whose equations clash.
        name: Its name in the literature; empty if no name fits.
        paradox_class: A letter for each fleet of a convoy paradox, as in "AH" (`research/paradoxes.md`); empty if it is
            not certain.
        kind: Circular movement, convoy paradox, or something else; None if there is exactly one resolution.
        settled_by: The rule that settled it: ``"all succeed"``, ``"szykman"``, ``"all-hold"``, ``"unresolved"``, ``"all
            fail"``, or the name of a user's own settlement; None if there is exactly one resolution.
        succeed, fail: The orders that this rule made succeed or fail.

    >>> from standoff import read
    >>> (paradox,) = read("6.F.14").adjudicate().paradoxes
    >>> paradox.settled_by, len(paradox.resolutions), [str(order) for order in paradox.core]
    ('szykman', 2, ['F LON S F WAL - ENG', 'F WAL - ENG', 'F ENG C A BRE - LON'])
    """

    orders: tuple[Order, ...]
    resolutions: tuple[frozenset[Order], ...]
    core: tuple[Order, ...] = ()
    name: str = ""
    paradox_class: str = ""
    kind: ParadoxKind | None = None
    settled_by: str | None = None
    succeed: frozenset[Order] = frozenset()
    fail: frozenset[Order] = frozenset()

    @property
    def title(self) -> str:
        """The name of the paradox, or its kind, and its class.

        >>> from standoff import read
        >>> [component.title for component in read("6.F.28").resolutions().components]
        ['convoy paradox (AAAAA~2A~2)']
        """
        return paradox_title(self)

    def __str__(self) -> str:
        return paradox_sentence(self)

    def __repr__(self) -> str:
        return repr_as(self, f"{self.title}; {len(self.orders)} orders")


def paradox_sentence(paradox: Paradox, say: Callable[[str], str] = str, written: Callable[[Order], str] = str) -> str:
    """Return a paradox as a sentence. `say` and `written` translate words and orders (default: English).

    >>> from standoff import read
    >>> str(read("6.F.14").adjudicate().paradoxes[0]).partition("; core")[0]
    'simple convoy paradox (A); consistent resolutions: 2'
    """
    count = f"{say('consistent resolutions')}: {len(paradox.resolutions) or say('none')}"
    core, settled_by = "; ".join(map(written, paradox.core)), say(paradox.settled_by or "")
    return f"{paradox_title(paradox, say)}; {count}; {say('core')}: {core}; {say('settled by')}: {settled_by}"


def paradox_of_component(component: Component, result: MovementResult) -> Paradox:
    """Return a component of a turn with orders in place of masks."""
    orders = result.assignment.orders_in
    common = orders(component.orders), tuple([frozenset(orders(one)) for one in component.resolutions])
    if component.kind is None:
        return Paradox(*common)
    return Paradox(
        *common,
        orders(component.core),
        component.name,
        component.paradox_class,
        component.kind,
        component.settled_by,
        frozenset(orders(component.forced_true)),
        frozenset(orders(component.forced_false)),
    )


def paradoxes_of(result: PhaseResult) -> tuple[Paradox, ...]:
    """Return the paradoxes of a phase in the order in which they were settled.

    >>> from standoff import read
    >>> len(paradoxes_of(read("6.F.14").adjudicate("2023").phase_result))
    1
    """
    if not isinstance(result, MovementResult):
        return ()
    return tuple([paradox_of_component(paradox, result) for paradox in named_paradoxes(result)])


def paradox_object(
    paradox: Paradox, names: Callable[[Iterable[Order]], list[Any]], translator: Translator | None = None
) -> Json:
    """Return a paradox, or another component, as JSON has it.

    Args:
        paradox: The paradox.
        names: Returns orders as JSON has them.
        translator: If given, the entry ``"said"`` has its words in that language.

    >>> from standoff import read
    >>> (paradox,) = read("6.F.14").adjudicate().paradoxes
    >>> paradox_object(paradox, lambda orders: [{"order": str(order)} for order in orders])["settled_by"]
    'szykman'
    """
    entry: Json = {
        "kind": paradox.kind and str(paradox.kind),
        "name": paradox.name,
        "paradox_class": paradox.paradox_class,
        "core": names(paradox.core),
        "orders": names(paradox.orders),
        "resolutions": [names(order for order in paradox.orders if order in one) for one in paradox.resolutions],
        "settled_by": paradox.settled_by,
    }
    if translator is not None:
        entry["said"] = {
            "name": paradox_title(paradox, translator.say),
            "core": [*map(translator.order, paradox.core)],
            "settled_by": translator.say(paradox.settled_by) if paradox.settled_by else "",
        }
    return entry


__all__ = ["Paradox", "paradox_object", "paradox_of_component", "paradox_sentence", "paradoxes_of"]
