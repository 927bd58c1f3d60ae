"""The resolutions of a turn, in orders: `Turn.resolutions`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

from ..map import Json, Picture, Printed, StandoffError, repr_as
from ..solver import MOST_LISTED, Component, MovementResult, Order, ResolutionMasks, graph_dot
from ..text import counted, paradox_title, translator_for
from .orders import NotInTurnError
from .paradoxes import Paradox, paradox_object, paradox_of_component


class ManyResolutionsError(StandoffError):
    """A turn has too many resolutions to list or draw; they can still be counted and iterated over.

    >>> from standoff import read
    >>> letters = ["PAR BUR GAS", "ROM VEN APU", "ANK CON SMY", "BER KIE MUN"]
    >>> circles = (f"A {a} - {b}, A {b} - {c}, A {c} - {a}" for a, b, c in map(str.split, letters))
    >>> resolutions = read(f"FRANCE: {', '.join(circles)}").resolutions()
    >>> resolutions.count, len(resolutions.resolutions)  # raised here if there were more than a thousand
    (16, 16)
    """


class Dependencies(NamedTuple):
    """The dependencies between the orders of one component, as `graph` draws them."""

    masks: ResolutionMasks
    component: Component


@dataclass(frozen=True, repr=False)
class Resolutions(Printed, Picture):
    """The resolutions of a movement phase, before any paradox rule.

    Each is the set of the orders that succeed. Iteration builds them one by one from the resolutions of the components;
    `count` counts them without listing them.

    Attributes:
        result: The turn's result under the rulebook, as the solver has it.

    >>> from standoff import read
    >>> resolutions = read("6.F.14").resolutions()
    >>> resolutions.count, resolutions.unique, resolutions.components[0].name
    (2, False, 'simple convoy paradox')
    """

    result: MovementResult

    @cached_property
    def masks(self) -> ResolutionMasks:
        """The resolutions as the solver has them: masks of units."""
        return ResolutionMasks(self.result.table)

    @property
    def orders(self) -> tuple[Order, ...]:
        """The moves, supports and convoys that are legal and match, in the order of the units."""
        return self.masks.table.orders_in(self.masks.table.live)

    @cached_property
    def components(self) -> tuple[Paradox, ...]:
        """The sets of orders that depend on each other, in the order in which they were settled."""
        return tuple([paradox_of_component(component, self.result) for component in self.masks.components])

    @property
    def paradoxes(self) -> tuple[Paradox, ...]:
        """The components without exactly one resolution."""
        return tuple(component for component in self.components if component.settled_by is not None)

    @property
    def count(self) -> int:
        """The number of resolutions; 0 or a power of two without Brannan's rule."""
        return self.masks.count

    @property
    def unique(self) -> bool:
        """True if the turn has exactly one resolution."""
        return self.count == 1

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[frozenset[Order]]:
        return (frozenset(self.masks.table.orders_in(mask)) for mask in self.masks)

    @cached_property
    def resolutions(self) -> tuple[frozenset[Order], ...]:
        """All of them.

        Raises:
            ManyResolutionsError: There are too many; iteration still goes over them.
        """
        return tuple([frozenset(self.masks.table.orders_in(mask)) for mask in self._listed().by_components])

    @cached_property
    def differing(self) -> tuple[Order, ...]:
        """The orders on which the resolutions differ.

        Raises:
            ManyResolutionsError: There are too many resolutions.
        """
        return self.masks.table.orders_in(self._listed().differing)

    def _listed(self) -> ResolutionMasks:
        if self.count > MOST_LISTED:
            raise ManyResolutionsError(f"{self.how_many}; that is too many to be listed or drawn")
        return self.masks

    @property
    def agree(self) -> bool | None:
        """Whether the whole turn and its components have the same resolutions; if they differ, standoff has a bug.

        None for a turn too large to be searched as a whole.
        """
        return self.masks.agree

    @property
    def remarks(self) -> tuple[str, ...]:
        """Notes on components that have exactly one resolution where the whole turn does not, or the reverse."""
        return self.masks.remarks

    @property
    def undecided_convoys(self) -> tuple[str, ...]:
        """Convoy orders whose legality could not be decided (`Result.undecided_convoys`)."""
        return self.result.undecided_convoys

    def graph(self, form: str = "svg") -> str:
        """Return a drawing of the dependencies between the orders of the first paradox, its core in bold.

        Args:
            form: ``"svg"``, or ``"dot"`` for the language of Graphviz.

        Raises:
            NotInTurnError: There is no paradox.

        >>> from standoff import read
        >>> read("6.F.14").resolutions().graph("dot").splitlines()[0]
        'digraph dependencies {'
        """
        first = next((component for component in self.masks.components if component.kind), None)
        if first is None:
            raise NotInTurnError("nothing to draw, every component has exactly one resolution")
        return graph_dot(self.masks, first) if form == "dot" else Picture.drawn(Dependencies(self.masks, first))

    @property
    def how_many(self) -> str:
        """The number of resolutions in words, with that of each component.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR, A BUR - GAS, A GAS - PAR, ITALY: A ROM - VEN, A VEN - APU, A APU - ROM"
        ...     ).resolutions().how_many
        '4 resolutions: 2 x 2 of the components'
        """
        number = counted(self.count, "resolution", "no")
        counts = [len(component.resolutions) for component in self.paradoxes]
        if len(counts) < 2 or prod(counts) != self.count:
            return number
        return f"{number}: {' x '.join(map(str, counts))} of the components"

    def to_dict(self, *, language: str | None = None) -> Json:
        """Return the resolutions as an object for JSON.

        Args:
            language: A language in which the paradoxes are also put into words: ``"said"``.

        >>> from standoff import read
        >>> read("6.F.14").resolutions().to_dict()["resolutions"]
        [['F LON S F WAL - ENG', 'F WAL - ENG'], ['F ENG C A BRE - LON']]
        """
        translator = None if language is None else translator_for(language, self.masks.table.board)
        listed = self.count <= MOST_LISTED

        def texts(orders: Iterable[Order]) -> list[Any]:
            return [str(order) for order in orders]

        found = [texts(order for order in self.orders if order in one) for one in self.resolutions] if listed else None
        return {
            "count": self.count,
            "resolutions": found,
            "agree": self.agree,
            "differing": texts(self.differing) if listed else None,
            "components": [paradox_object(component, texts, translator) for component in self.components],
            "remarks": list(self.remarks),
            **({"undecided": list(self.undecided_convoys)} if self.undecided_convoys else {}),
        }

    def text(self, language: str = "en") -> str:
        """Return the resolutions, their differences and the paradoxes as lines in a language.

        Raises:
            UnknownNameError: There is no such language.

        >>> from standoff import read
        >>> print(read("6.F.14").resolutions().text("cs").partition("\\n")[0])
        řešení celého tahu: 2; po částech stejná
        """
        translator = translator_for(language, self.masks.table.board)
        count, translate = self.count, translator.say

        def say(sentence: str, **parts: object) -> str:
            return translate(sentence).format(**parts)

        def orders(among: Iterable[Order]) -> str:
            return "; ".join(map(translator.order, among))

        many = self.how_many if language == "en" else count
        if self.agree is None:
            lines = [say("{count}; the turn is too large to be searched as a whole as well", count=many)]
        elif self.agree:
            whole = counted(count, "resolution", "no") if language == "en" else count
            lines = [say("{count} of the whole turn; by components the same", count=whole)]
        else:
            wrong = "{count}; the whole turn, searched or solved, has others: please report this turn"
            lines = [say(wrong, count=many)]
        for number, resolution in enumerate(self.resolutions if count <= MOST_LISTED else (), 1):
            succeeding = [order for order in (self.differing if count > 1 else self.orders) if order in resolution]
            if not succeeding:
                text = say("all of the core fails" if count > 1 else "no move, support or convoy succeeds")
            else:
                verb = "{orders} succeeds" if len(succeeding) == 1 else "{orders} succeed"
                text = say(verb, orders=orders(succeeding))
                if count > 1 and len(succeeding) < len(self.differing):
                    text += f", {say('the rest of the core fails')}"
            lines.append(f"  {number}: {text}")
        if count > MOST_LISTED:
            lines.append(say("not listed: more than {number}", number=MOST_LISTED))
        elif count > 1:
            lines.append(f"{say('they differ on')}: {orders(self.differing)}")
        for paradox in self.paradoxes:
            depending = "{count} resolutions of {number} orders that depend on each other"
            clash = "core, a smallest set whose equations clash"
            minimal = "core, on which they differ" if paradox.resolutions else clash
            none = "no" if language == "en" else 0
            several = say(depending, count=len(paradox.resolutions) or none, number=len(paradox.orders))
            lines += ["", f"{paradox_title(paradox, translate)}: {several}", f"  {say(minimal)}:"]
            lines += (f"    {translator.order(order)}" for order in paradox.core)
            lines.append(f"  {say('settled by')}: {translate(paradox.settled_by or '')}")
        for remark in self.remarks:
            lines += ["", f"{say('note')}: {remark}"]
        lines += [f"{say('undecided')}: {doubt}" for doubt in self.undecided_convoys]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return repr_as(self, f"{self.count} of {len(self.orders)} orders")


__all__ = ["Dependencies", "ManyResolutionsError", "Resolutions"]
