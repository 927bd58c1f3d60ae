"""Every resolution of a turn that its equations admit, in orders: `Turn.resolutions`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

from ..map import Picture, StandoffError, bits, shown_as
from ..solver import MOST_LISTED, Component, Order, ParadoxKind, Resolutions, graph_dot
from ..text import counted, paradox_title, wording_in
from .paradoxes import paradox_in_words
from .result import Json, NotInTurnError, Result


class ManyResolutionsError(StandoffError):
    """A turn has too many resolutions to list or draw; they can still be counted and iterated over.

    >>> from standoff import read
    >>> letters = ["PAR BUR GAS", "ROM VEN APU", "ANK CON SMY", "BER KIE MUN"]
    >>> circles = (f"A {a} - {b}, A {b} - {c}, A {c} - {a}" for a, b, c in map(str.split, letters))
    >>> resolutions = read(f"FRANCE: {', '.join(circles)}").resolutions()
    >>> resolutions.count, len(resolutions.resolutions)  # raised here if there were more than a thousand
    (16, 16)
    """


@dataclass(frozen=True, slots=True)
class OpenSet:
    """Orders that depend on each other, as found while a turn was resolved.

    Attributes:
        orders: The orders.
        resolutions: Their resolutions: the orders that succeed.
        core: Those on which the resolutions differ, or that clash; empty if there is exactly one resolution.
        name: What the literature calls the paradox; empty if no name fits.
        word: What is done at each fleet of a convoy paradox, as in "AH" (`research/paradoxes.md`); empty if it is not
            certain.
        settled_by: The rule that settles it under the rulebook; None if there is exactly one resolution.
        kind: Circular movement, convoy paradox, or something else; None if there is exactly one resolution.

    >>> from standoff import read
    >>> (component,) = read("6.F.14").resolutions().components
    >>> component.name, component.settled_by, len(component.resolutions)
    ('simple convoy paradox', 'szykman', 2)
    """

    orders: tuple[Order, ...]
    resolutions: tuple[frozenset[Order], ...]
    core: tuple[Order, ...] = ()
    name: str = ""
    word: str = ""
    settled_by: str | None = None
    kind: ParadoxKind | None = None

    @property
    def title(self) -> str:
        """The name of the paradox, or its kind, and its word.

        >>> from standoff import read
        >>> [component.title for component in read("6.F.28").resolutions().components]
        ['convoy paradox (AAAAA~2A~2)']
        """
        return paradox_title(self)

    def __repr__(self) -> str:
        return shown_as(self, f"{self.name or 'component'} of {len(self.orders)} orders")


class Dependencies(NamedTuple):
    """Which order's success depends on which in one component of a turn's resolutions: what `graph` draws."""

    solved: Resolutions
    component: Component


@dataclass(frozen=True)
class TurnResolutions(Picture):
    """Every resolution of a turn that its equations admit, before any paradox rule: sets of orders that succeed.

    Iteration builds them one by one from the resolutions of the components; `count` counts them without listing them.

    Attributes:
        solved: The resolutions as the solver has them.
        orders: The moves, supports and convoys that are legal and match, in the order of the units.
        components: The sets of orders that depend on each other, in the order in which they were settled.
        result: The turn's result under the rulebook; None if that is not known.

    >>> from standoff import read
    >>> resolutions = read("6.F.14").resolutions()
    >>> resolutions.count, resolutions.unique, resolutions.components[0].name
    (2, False, 'simple convoy paradox')
    """

    solved: Resolutions = field(compare=False, repr=False)
    orders: tuple[Order, ...]
    components: tuple[OpenSet, ...]
    result: Result | None = field(default=None, compare=False, repr=False)

    def _succeeding(self, mask: int) -> frozenset[Order]:
        return frozenset(self.solved.order(unit) for unit in bits(mask))

    @property
    def count(self) -> int:
        """How many resolutions there are; 0 or a power of two under every rulebook without Brannan's rule."""
        return self.solved.count

    def _listed(self) -> Resolutions:
        if self.count > MOST_LISTED:
            raise ManyResolutionsError(f"{self.how_many}; that is too many to be listed or drawn")
        return self.solved

    @cached_property
    def resolutions(self) -> tuple[frozenset[Order], ...]:
        """All of them.

        Raises:
            ManyResolutionsError: There are too many; iteration still goes over them.
        """
        return tuple(self._succeeding(mask) for mask in self._listed().by_components)

    @cached_property
    def differing(self) -> tuple[Order, ...]:
        """The orders on which the resolutions differ.

        Raises:
            ManyResolutionsError: There are too many resolutions.
        """
        return tuple(self.solved.order(unit) for unit in bits(self._listed().differing))

    @property
    def remarks(self) -> tuple[str, ...]:
        """Where a component and the whole turn disagree on whether there is exactly one resolution."""
        return self.solved.remarks

    @property
    def doubts(self) -> tuple[str, ...]:
        """Convoy orders whose legality could not be decided (`Result.doubts`)."""
        return self.result.doubts if self.result else ()

    @property
    def unique(self) -> bool:
        """True if the turn has exactly one resolution."""
        return self.count == 1

    @property
    def paradoxes(self) -> tuple[OpenSet, ...]:
        """The components without exactly one resolution."""
        return tuple(component for component in self.components if component.settled_by is not None)

    def graph(self, form: str = "svg") -> str:
        """Return a drawing of which order's success depends on which in the first paradox, its core in bold.

        Args:
            form: ``"svg"``, or ``"dot"`` for the language of Graphviz.

        Raises:
            NotInTurnError: There is no paradox.

        >>> from standoff import read
        >>> read("6.F.14").resolutions().graph("dot").splitlines()[0]
        'digraph dependencies {'
        """
        paradoxical = [component for component in self.solved.components if component.kind]
        if not paradoxical:
            raise NotInTurnError("nothing to draw, every component has exactly one resolution")
        graph = Dependencies(self.solved, paradoxical[0])
        return graph_dot(graph.solved, graph.component) if form == "dot" else Picture.drawn(graph)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[frozenset[Order]]:
        return map(self._succeeding, self.solved)

    @property
    def agree(self) -> bool | None:
        """Whether the whole turn and its components have the same resolutions; if they differ, standoff has a bug.

        None for a turn too large to be searched as a whole.
        """
        return self.solved.agree

    @property
    def how_many(self) -> str:
        """How many there are, in words, with the number of each component.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR, A BUR - GAS, A GAS - PAR, ITALY: A ROM - VEN, A VEN - APU, A APU - ROM"
        ...     ).resolutions().how_many
        '4 resolutions: 2 x 2 of the components'
        """
        counts = [len(component.resolutions) for component in self.paradoxes]
        if len(counts) < 2 or prod(counts) != self.count:
            return counted(self.count, "resolution", "no")
        return f"{counted(self.count, 'resolution', 'no')}: {' x '.join(map(str, counts))} of the components"

    def _texts(self, orders: Iterable[Order], among: frozenset[Order] | None = None) -> list[str]:
        return [str(order) for order in orders if among is None or order in among]

    def to_dict(self, *, language: str | None = None) -> Json:
        """Return the resolutions as an object for JSON.

        Args:
            language: A language in which the paradoxes are also put into words: ``"said"``.

        >>> from standoff import read
        >>> read("6.F.14").resolutions().to_dict()["resolutions"]
        [['F LON S F WAL - ENG', 'F WAL - ENG'], ['F ENG C A BRE - LON']]
        """
        wording = None if language is None else wording_in(language, self.solved.table.board)
        listed = self.count <= MOST_LISTED

        def said(one: OpenSet) -> Json:
            if wording is None:
                return {}
            return {"said": paradox_in_words(one, one.core, one.settled_by, wording)}

        return {
            "count": self.count,
            "resolutions": [self._texts(self.orders, each) for each in self.resolutions] if listed else None,
            "agree": self.agree,
            "differing": self._texts(self.differing) if listed else None,
            "components": [
                {
                    "orders": self._texts(component.orders),
                    "resolutions": [self._texts(component.orders, each) for each in component.resolutions],
                    "kind": component.kind and str(component.kind),
                    "name": component.name,
                    "word": component.word,
                    "core": self._texts(component.core),
                    "settled_by": component.settled_by,
                    **said(component),
                }
                for component in self.components
            ],
            "remarks": list(self.remarks),
            **({"undecided": list(self.doubts)} if self.doubts else {}),
        }

    def text(self, language: str = "en") -> str:
        """Return the resolutions, what they differ on, and the paradoxes, as lines in a language.

        Raises:
            UnknownNameError: There is no such language.

        >>> from standoff import read
        >>> print(read("6.F.14").resolutions().text("cs").partition("\\n")[0])
        řešení celého tahu: 2; po částech stejná
        """
        wording = wording_in(language, self.solved.table.board)
        count, said = self.count, wording.say

        def say(sentence: str, **parts: object) -> str:
            return said(sentence).format(**parts)

        def orders(among: Iterable[Order]) -> str:
            return "; ".join(map(wording.order, among))

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
            lines += ["", f"{paradox_title(paradox, said)}: {several}", f"  {say(minimal)}:"]
            lines += (f"    {wording.order(order)}" for order in paradox.core)
            lines.append(f"  {say('settled by')}: {said(paradox.settled_by or '')}")
        for remark in self.remarks:
            lines += ["", f"{say('note')}: {remark}"]
        lines += [f"{say('undecided')}: {doubt}" for doubt in self.doubts]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return shown_as(self, f"{self.count} of {len(self.orders)} orders")

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_svg_(self) -> str | None:
        return None if self.result is None else super()._repr_svg_()


def in_orders(resolutions: Resolutions, result: Result | None = None) -> TurnResolutions:
    """Return the solver's resolutions, which are masks, as sets of orders.

    Args:
        resolutions: The resolutions.
        result: The turn's result under the rulebook, if that is known.

    >>> from standoff import read
    >>> from standoff.solver import resolutions
    >>> turn = read("FRANCE: A PAR - BUR")
    >>> len(in_orders(resolutions(turn.position, turn.orders)))
    1
    """

    def orders(mask: int) -> tuple[Order, ...]:
        return tuple(resolutions.order(unit) for unit in bits(mask))

    components = tuple(
        OpenSet(
            orders(component.orders),
            tuple(frozenset(orders(mask)) for mask in component.resolutions),
            orders(component.core),
            component.name,
            component.word,
            component.settled_by or None,
            component.kind,
        )
        for component in resolutions.components
    )
    return TurnResolutions(resolutions, orders(resolutions.table.live), components, result)


__all__ = ["ManyResolutionsError", "OpenSet", "TurnResolutions", "in_orders"]
