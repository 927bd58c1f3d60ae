"""The paradoxes of a turn, in orders; loaded only where one is asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..map import bits, shown_as
from ..solver import MovementResult, Order, ParadoxKind, PhaseResult
from ..text import Titled, Wording, counted, named_paradoxes, paradox_title

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ParadoxResult:
    """A set of orders whose equations have no resolution, or several, and the rule that settled it.

    Attributes:
        kind: Circular movement, convoy paradox, or something else.
        core: The orders on which the resolutions differ; if there is none, a smallest set whose equations clash.
        orders: The orders that depend on each other, the core among them.
        resolutions: Every consistent resolution of these orders: the orders that succeed.
        settled_by: The rule that settled it: ``"all succeed"``, ``"szykman"``, ``"all-hold"``, ``"unresolved"``, ``"all
            fail"``, or the name of a user's own settlement.
        succeed, fail: The orders that this rule made succeed or fail.
        name: What the literature calls the paradox; empty if no name fits.
        word: What is done at each fleet of a convoy paradox, as in "AH" (`research/paradoxes.md`); empty if it is not
            certain.

    >>> from standoff import read
    >>> (paradox,) = read("6.F.14").adjudicate().paradoxes
    >>> paradox.title
    'simple convoy paradox (A)'
    >>> paradox.settled_by, len(paradox.resolutions), [str(order) for order in paradox.core]
    ('szykman', 2, ['F LON S F WAL - ENG', 'F WAL - ENG', 'F ENG C A BRE - LON'])
    """

    kind: ParadoxKind
    core: tuple[Order, ...]
    orders: tuple[Order, ...]
    resolutions: tuple[frozenset[Order], ...]
    settled_by: str
    succeed: frozenset[Order]
    fail: frozenset[Order]
    name: str = ""
    word: str = ""

    @property
    def title(self) -> str:
        """The name of the paradox, or its kind, and its word."""
        return paradox_title(self)

    def __str__(self) -> str:
        return paradox_sentence(self)

    def __repr__(self) -> str:
        return shown_as(self, str(self))


def paradox_sentence(paradox: ParadoxResult, wording: Wording | None = None) -> str:
    """Return a paradox as a sentence; in English, with orders as `str` gives them, if no words are given.

    >>> from standoff import read
    >>> str(read("6.F.14").adjudicate().paradoxes[0]).partition(";")[0]
    'simple convoy paradox (A), 2 consistent resolutions'
    """
    number = len(paradox.resolutions)
    if wording is None:
        count, core = counted(number, "consistent resolution", "no"), "; ".join(map(str, paradox.core))
        return f"{paradox.title}, {count}; core: {core}; settled by: {paradox.settled_by}"
    say, core = wording.say, "; ".join(map(wording.order, paradox.core))
    count = f"{say('consistent resolutions')}: {number or say('none')}"
    settled = f"{say('settled by')}: {say(paradox.settled_by)}"
    return f"{paradox_title(paradox, say)}; {count}; {say('core')}: {core}; {settled}"


def paradoxes_of(result: PhaseResult) -> tuple[ParadoxResult, ...]:
    """Return the sets of orders without exactly one resolution, in the order in which they were settled.

    >>> from standoff import read
    >>> len(paradoxes_of(read("6.F.14").adjudicate("2023").phase_result))
    1
    """
    if not isinstance(result, MovementResult):
        return ()

    def orders(mask: int) -> tuple[Order, ...]:
        return tuple(result.order_of(unit) for unit in bits(mask))

    return tuple(
        ParadoxResult(
            paradox.kind,
            orders(paradox.core),
            orders(paradox.orders),
            tuple(frozenset(orders(resolution)) for resolution in paradox.resolutions),
            paradox.settled_by,
            frozenset(orders(paradox.forced_true)),
            frozenset(orders(paradox.forced_false)),
            paradox.name,
            paradox.word,
        )
        for paradox in named_paradoxes(result)
        if paradox.kind
    )


def paradox_object(
    paradox: ParadoxResult, names: Callable[[Iterable[Order]], list[Json]], wording: Wording | None = None
) -> Json:
    """Return a paradox as JSON has it.

    Args:
        paradox: The paradox.
        names: Returns orders as JSON has them.
        wording: The words in which it is also put: ``"said"``.

    >>> from standoff import read
    >>> (paradox,) = read("6.F.14").adjudicate().paradoxes
    >>> paradox_object(paradox, lambda orders: [{"order": str(order)} for order in orders])["settled_by"]
    'szykman'
    """
    orders = paradox.orders
    entry: Json = {
        "kind": str(paradox.kind),
        "name": paradox.name,
        "word": paradox.word,
        "core": names(paradox.core),
        "orders": names(orders),
        "resolutions": [names(order for order in orders if order in one) for one in paradox.resolutions],
        "settled_by": paradox.settled_by,
    }
    if wording is not None:
        entry["said"] = paradox_in_words(paradox, paradox.core, paradox.settled_by, wording)
    return entry


def paradox_in_words(paradox: Titled, core: Iterable[Order], settled_by: str | None, wording: Wording) -> Json:
    """Return a paradox in words: its name, its core, and the rule that settled it."""
    return {
        "name": paradox_title(paradox, wording.say),
        "core": [wording.order(order) for order in core],
        "settled_by": wording.say(settled_by) if settled_by else "",
    }


__all__ = ["ParadoxResult", "paradox_in_words", "paradox_object", "paradox_sentence", "paradoxes_of"]
