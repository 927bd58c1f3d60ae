"""The result of a turn, in orders, units and provinces: the same for movement, retreats and adjustments.

A `Result` is a view of the solver's record; nothing is decided here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, cast

from ..hooks import DRAWS, READS, Picture
from ..map import Board, Dislodged, Position, StandoffError, Unit, load_board
from ..map.masks import bits
from ..solver import (
    AdjustmentResult,
    Comparison,
    MovementResult,
    Order,
    OrderResult,
    ParadoxKind,
    PhaseResult,
    Resolutions,
    Rulebook,
    UnitName,
    explain,
    rulebook,
)
from ..solver.plain.adjustments import unused_builds
from ..solver.results.obstacles import Obstacle, obstacles
from ..solver.studies.resolutions import MOST_LISTED
from ..text.counting import counted
from ..text.explaining import summary, tree
from ..text.messages import Wording, wording_in
from .codec import dislodged_after, order_object, result_object, rules_object

if TYPE_CHECKING:
    from .turn import Turn

Json = dict[str, Any]


class NotInTurnError(StandoffError, LookupError):
    """A key means nothing in the turn: no unit stands there, or no such order was given.

    >>> from standoff import read
    >>> read("FRANCE: A PAR - BUR").adjudicate()["LON"]
    Traceback (most recent call last):
        ...
    standoff.turn.result.NotInTurnError: no unit stands in LON in this turn
    """


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
class ParadoxResult:
    """A set of orders whose equations have no resolution, or several, and the rule that settled it.

    Attributes:
        kind: Circular movement, convoy paradox, or something else.
        core: The orders on which the resolutions differ; if there is none, a smallest set whose equations clash.
        orders: The orders that depend on each other, the core among them.
        resolutions: Every consistent resolution of these orders: the orders that succeed.
        settled_by: The rule that settled it: ``"all succeed"``, ``"szykman"``, ``"all-hold"``, ``"unresolved"``, ``"all
            fail"``, or the name of an own settlement.
        succeed, fail: The orders that this rule made succeed or fail.

    >>> from standoff import read
    >>> (paradox,) = read("6.F.14").adjudicate().paradoxes
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

    def __str__(self) -> str:
        count = counted(len(self.resolutions), "consistent resolution", "no")
        core = "; ".join(map(str, self.core))
        return f"{self.kind}, {count}; core: {core}; settled by: {self.settled_by}"

    def __repr__(self) -> str:
        return f"<ParadoxResult {self}>"


@dataclass(frozen=True)
class Result(Picture):
    """The result of a turn under a rulebook.

    ``result["PAR"]`` looks up a province, location, unit or order (an order or its text); `len` and iteration go over
    the orders as given, then over the units without an order.

    Attributes:
        turn: The turn.
        rules: The rulebook.
        phase_result: The result of the solver.

    >>> from standoff import read
    >>> result = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR").adjudicate()
    >>> result["PAR"].outcome
    Outcome.BOUNCES
    >>> result.contested
    frozenset({'BUR'})
    """

    turn: Turn
    rules: Rulebook
    phase_result: PhaseResult = field(compare=False, repr=False)

    # -- the orders ---------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.phase_result)

    def __iter__(self) -> Iterator[OrderResult]:
        return iter(self.phase_result)

    def __contains__(self, key: object) -> bool:
        try:
            self[cast(Any, key)]
        except StandoffError:
            return False
        return True

    def __getitem__(self, key: str | Order | Unit | UnitName) -> OrderResult:
        """Return the result of a unit or an order.

        Args:
            key: A province or location ("PAR", "Paris", "STP/SC"), an order or its text, or a unit. Of several orders
                to a unit, it means the one that counts.

        Raises:
            NotInTurnError: No unit stands there, or no such order was given.
            WrongTypeError: The key is none of these.
        """
        return self.turn.pick(key, tuple(self.phase_result))

    def _ipython_key_completions_(self) -> list[str]:
        return [unit.province for unit in self.before.units]

    def success(self, key: str | Order | Unit | UnitName) -> bool:
        """Return whether an order succeeds.

        Raises:
            NotInTurnError: No unit stands there, or no such order was given.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").adjudicate().success("A PAR - BUR")
        True
        """
        return self[key].success

    def written(self, order: Order) -> str:
        """Return an order as it was written; in canonical notation if nobody wrote it.

        >>> from standoff import read
        >>> result = read("FRANCE: Army Paris to Burgundy").adjudicate()
        >>> [(result.written(each.order), result.turn.canonical(each.order)) for each in result]
        [('Army Paris to Burgundy', 'A PAR - BUR')]
        """
        texts = (text for each, text in zip(self, self._texts, strict=True) if each.order == order)
        return next(filter(None, texts), None) or self.turn.written(order)

    def by_line(self, *, datc: bool = False) -> Json:
        """Return the result as an answer of the interchange lines.

        Args:
            datc: True to add the outcomes in the terms of the DATC.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").adjudicate().by_line()["units"]
        {'FRANCE': ['A BUR']}
        """
        texts = [text or str(each.order) for text, each in zip(self._texts, self, strict=True)]
        return result_object(self.phase_result, texts, self.turn.board, datc=datc)

    @cached_property
    def _texts(self) -> list[str | None]:
        return self.turn.texts_of([each.order for each in self])

    # -- the position -------------------------------------------------------------------------------

    @property
    def before(self) -> Position:
        """The position before the phase."""
        return self.turn.position

    @property
    def after(self) -> Position:
        """The position after the phase, including dislodged units and contested provinces."""
        return self.phase_result.after

    @property
    def dislodged(self) -> tuple[Dislodged, ...]:
        """The dislodged units."""
        return self.after.dislodged

    @property
    def contested(self) -> frozenset[str]:
        """The provinces left empty by a standoff."""
        return self.after.contested

    @property
    def retreats(self) -> dict[str, tuple[str, ...]]:
        """Where each dislodged unit may retreat to, by the province that it stood in."""
        return dict(self.phase_result.retreats) if isinstance(self.phase_result, MovementResult) else {}

    def next(self, orders: Any = None) -> Turn:
        """Return the turn of the following phase.

        Args:
            orders: Its orders, as `adjudicate` takes them. If left out, those of the source, if it goes on; else none.

        Raises:
            StandoffError: The orders cannot be read, or nothing says which phase this is.

        >>> from standoff import read
        >>> retreat = read("FRANCE: A PAR - BUR, A MAR S A PAR - BUR\\nGERMANY: A BUR H").next("GERMANY: A BUR - MUN")
        >>> str(retreat.phase), retreat.adjudicate()["BUR"].outcome
        ('S1901R', Outcome.RETREATS)
        """
        return READS["following"](self.turn, self.after, orders)

    # -- paradoxes ----------------------------------------------------------------------------------

    @property
    def paradoxes(self) -> tuple[ParadoxResult, ...]:
        """The sets of orders without exactly one resolution, in the order in which they were settled.

        >>> from standoff import read
        >>> (paradox,) = read("6.F.14").adjudicate().paradoxes
        >>> [str(order) for order in paradox.core]
        ['F LON S F WAL - ENG', 'F WAL - ENG', 'F ENG C A BRE - LON']
        """
        result = self.phase_result
        if not isinstance(result, MovementResult):
            return ()

        def orders(mask: int) -> tuple[Order, ...]:
            return tuple(result.order_of(unit) for unit in bits(mask))

        return tuple(
            ParadoxResult(
                paradox.kind,
                orders(paradox.core),
                orders(paradox.component),
                tuple(frozenset(orders(resolution)) for resolution in paradox.resolutions),
                paradox.settled_by,
                frozenset(orders(paradox.forced_true)),
                frozenset(orders(paradox.forced_false)),
            )
            for paradox in result.solution.paradoxes
        )

    @property
    def doubts(self) -> tuple[str, ...]:
        """Convoy orders whose legality could not be decided, and what may depend on it; nearly always none."""
        return self.phase_result.doubts if isinstance(self.phase_result, MovementResult) else ()

    # -- reasons ------------------------------------------------------------------------------------

    def explain(self, key: str | Order | Unit | UnitName | None = None, *, full: bool = False) -> ExplanationText:
        """Return why an order came out as it did; with no key, every order.

        Args:
            key: As in ``result[key]``.
            full: Follow every cause to its own causes.

        Raises:
            NotInTurnError: No unit stands there, or no such order was given.

        >>> from standoff import read
        >>> print(read("FRANCE: A PAR - BUR").adjudicate().explain("PAR"))
        A PAR - BUR: moves; the province is empty, and no other unit gets there [DATC 5.B.1; 1982 VII; 2000 rule 2]
            1 > 0; attack 1: A PAR - BUR; hold 0 (the province is empty)
        """
        chosen = None if key is None else self[key].order
        if not isinstance(self.phase_result, MovementResult):
            return ExplanationText(str(each) for each in self if chosen in (None, each.order))
        explanations, wording = explain(self.phase_result), wording_in("en", self.turn.board)
        lines: list[str] = []
        for explanation in explanations:
            if chosen in (None, explanation.result.order):
                causes = full or chosen is not None
                lines.extend(tree(explanations, explanation, full=full) if causes else summary(explanation, wording))
                if chosen is not None:
                    break
        return ExplanationText(lines)

    def _obstacles(self, number: int) -> tuple[Obstacle, ...]:
        if not isinstance(self.phase_result, MovementResult) or number >= len(self.phase_result.table.orders):
            return ()
        return obstacles(self.phase_result, number)

    # -- as data ------------------------------------------------------------------------------------

    def to_dict(self, *, language: str | None = None) -> Json:
        """Return the result as an object for JSON; the interchange lines show a part of it (`by_line`).

        Every order is given as written and in canonical notation. Everywhere else an order is an object of its power
        and its canonical notation, so that the parts can be joined. A move that fails for several causes, each of which
        alone would stop it, has them all under ``"obstacles"``.

        Args:
            language: A language in which each order, its outcome and its reason, and each paradox, are also put into
                words: ``"said"``.

        >>> from standoff import read
        >>> data = read("FRANCE: Army Paris to Burgundy").adjudicate().to_dict()
        >>> [(entry["order"], entry["written"], entry["outcome"]) for entry in data["orders"]]
        [('A PAR - BUR', 'Army Paris to Burgundy', 'moves')]
        """
        turn = self.turn
        wording = None if language is None else wording_in(language, turn.board)

        def name(order: Order) -> Json:
            return {"power": order.power, "order": turn.canonical(order)}

        def names(orders: Iterable[Order]) -> list[Json]:
            return [name(order) for order in orders]

        def in_turn(orders: frozenset[Order], paradox: ParadoxResult) -> list[Json]:
            return names(order for order in paradox.orders if order in orders)

        orders: list[Json] = []
        for number, (order_result, text) in enumerate(zip(self, self._texts, strict=True)):
            entry = name(order_result.order) | {"written": text} | order_object(order_result, order_result.text)
            entry |= {"dislodged": order_result.dislodged, "by": names(order_result.by)}
            if order_result.more:
                entry["more"] = order_result.more
            entry["strengths"] = dict(order_result.strengths)
            if len(obstacles := self._obstacles(number)) > 1:  # overdetermined
                entry["obstacles"] = [{"kind": each.kind, "orders": names(each.orders)} for each in obstacles]
            if wording is not None:
                entry["said"] = {
                    "order": wording.order(order_result.order),
                    "outcome": wording.outcome(order_result),
                    "reason": wording.reason(order_result),
                }
            orders.append(entry)
        out: Json = {"source": turn.source, **rules_object(self.rules), "before": self.before.to_dict()}
        out["orders"] = orders
        out["after"] = self.after.to_dict()
        if self.dislodged:
            out["after"]["dislodged"] = dislodged_after(self.phase_result)
        if self.doubts:
            out["undecided"] = list(self.doubts)
        out["paradoxes"] = [
            {
                "kind": str(paradox.kind),
                "core": names(paradox.core),
                "orders": names(paradox.orders),
                "resolutions": [in_turn(resolution, paradox) for resolution in paradox.resolutions],
                "settled_by": paradox.settled_by,
                **({} if wording is None else {"said": _said(paradox, wording, str(paradox.kind))}),
            }
            for paradox in self.paradoxes
        ]
        return out

    def to_json(self) -> str:
        """Return `to_dict` as JSON.

        >>> from standoff import read
        >>> '"outcome": "moves"' in read("FRANCE: A PAR - BUR").adjudicate().to_json()
        True
        """
        return json.dumps(self.to_dict(), ensure_ascii=False)

    # -- as text ------------------------------------------------------------------------------------

    def __str__(self) -> str:
        lines = [f"{each.order.power.capitalize()}: {each}" for each in self]
        for d in self.dislodged:
            places = ", ".join(self.retreats.get(d.unit.province, ())) or "none"
            lines.append(f"dislodged: {d.unit.power.capitalize()} {d.unit}, retreats: {places}")
        if self.contested:
            lines.append(f"contested: {', '.join(sorted(self.contested))}")
        lines.extend(f"undecided: {doubt}" for doubt in self.doubts)
        lines.extend(f"paradox: {paradox}" for paradox in self.paradoxes)
        result = self.phase_result
        if isinstance(result, AdjustmentResult) and (unused := unused_builds(self.turn.board, result)):
            lines.append("builds not used: " + ", ".join(f"{p.capitalize()} {count}" for p, count in unused.items()))
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"{self.turn!r}.adjudicate({self.rules!r})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("Result(...)" if cycle else str(self))

    def _repr_html_(self) -> str:
        from ..text.html import filled

        rows = [(each.order.power.capitalize(), each.order, outcome_of(each), each.text) for each in self]
        notes = str(self).splitlines()[len(self) :]
        return filled("result.html", picture=self._repr_svg_(), rows=rows, notes=notes)

    def __reduce__(self) -> tuple[object, ...]:
        return _adjudicated, (self.turn, self.rules)


def _adjudicated(turn: Turn, rules: Rulebook) -> Result:
    return turn.adjudicate(rules)


def _said(paradox: ParadoxResult | OpenSet, wording: Wording, name: str) -> Json:
    """Return a paradox in words."""
    return {
        "name": wording.say(name),
        "core": [wording.order(order) for order in paradox.core],
        "settled_by": wording.say(paradox.settled_by) if paradox.settled_by else "",
    }


def outcome_of(result: OrderResult) -> str:
    """Return the outcome of an order in words, including the dislodgement of its unit.

    >>> from standoff import read
    >>> outcome_of(read("6.F.14").adjudicate()["ENG"])
    'disrupted, dislodged'
    """
    return ", ".join(result.words)


class ExplanationText(tuple[str, ...]):
    """The lines of an explanation; `str` and notebooks show them as plain text.

    >>> from standoff import read
    >>> len(read("6.F.14").explain("ENG")) > 1
    True
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        from ..text.html import filled

        return filled("reasons.html", text=str(self))


@dataclass(frozen=True, slots=True)
class OpenSet:
    """Orders that depend on each other, as found while a turn was resolved.

    Attributes:
        orders: The orders.
        resolutions: Their resolutions: the orders that succeed.
        core: Those on which the resolutions differ, or that clash; empty if there is exactly one resolution.
        name: What the literature calls the paradox; empty if no name fits.
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
    settled_by: str | None = None
    kind: ParadoxKind | None = None


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
        from ..solver.studies.resolutions import graph_dot

        paradoxical = [component for component in self.solved.components if component.paradox]
        if not paradoxical:
            raise NotInTurnError("nothing to draw, every component has exactly one resolution")
        return (graph_dot if form == "dot" else DRAWS["dependencies"])(self.solved, paradoxical[0])

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
                    "core": self._texts(component.core),
                    "settled_by": component.settled_by,
                    **({} if wording is None else {"said": _said(component, wording, component.name or "paradox")}),
                }
                for component in self.components
            ],
            "remarks": list(self.remarks),
            **({"undecided": list(self.doubts)} if self.doubts else {}),
        }

    def __str__(self) -> str:
        count = self.count
        lines = [f"{counted(count, 'resolution', 'no')} of the whole turn; by components the same"]
        if self.agree is None:
            lines = [f"{self.how_many}; the turn is too large to be searched as a whole as well"]
        elif not self.agree:
            lines = [f"{self.how_many}, but {len(self.solved.whole)} of the whole turn: please report this turn"]
        for number, resolution in enumerate(self.resolutions if count <= MOST_LISTED else (), 1):
            succeeding = self._texts(self.differing if count > 1 else self.orders, resolution)
            failing = ", the rest of the core fails" if count > 1 and len(succeeding) < len(self.differing) else ""
            verb = "succeeds" if len(succeeding) == 1 else "succeed"
            none = "all of the core fails" if count > 1 else "no move, support or convoy succeeds"
            lines.append(f"  {number}: " + (f"{'; '.join(succeeding)} {verb}{failing}" if succeeding else none))
        if count > MOST_LISTED:
            lines.append(f"not listed: more than {MOST_LISTED}")
        elif count > 1:
            lines.append(f"they differ on: {'; '.join(self._texts(self.differing))}")
        for paradox in self.paradoxes:
            minimal = "on which they differ" if paradox.resolutions else "a smallest set whose equations clash"
            lines += [
                "",
                f"{paradox.name or paradox.kind}: {len(paradox.resolutions) or 'no'} resolutions of "
                f"{len(paradox.orders)} orders that depend on each other",
                f"  core, {minimal}:",
                *(f"    {order}" for order in paradox.core),
                f"  settled by: {paradox.settled_by}",
            ]
        for remark in self.remarks:
            lines += ["", f"note: {remark}"]
        lines += [f"undecided: {doubt}" for doubt in self.doubts]
        return "\n".join(lines)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_svg_(self) -> str | None:
        return None if self.result is None else super()._repr_svg_()


@dataclass(frozen=True, repr=False)
class TurnComparison(Comparison, Picture):
    """The different outcomes of a turn under the rulebooks; notebooks draw them as maps.

    Attributes:
        rules: The rulebook that the others are compared with.
        board: The board of the turn.

    >>> from standoff import read
    >>> comparison = read("6.F.14").compare("1982")
    >>> comparison.rules, comparison.agree
    (rulebook('1982'), False)
    """

    rules: Rulebook = field(default_factory=rulebook, compare=False)
    board: Board = field(default_factory=load_board, compare=False)

    def to_dict(self, *, language: str | None = None) -> Json:
        """Return the comparison as an object for JSON.

        Args:
            language: A language in which each changed order, its outcomes and reasons are also put into words:
                ``"said"``.

        >>> from standoff import read
        >>> read("6.F.14").compare().to_dict()["agree"]
        False
        """
        wording = None if language is None else wording_in(language, self.board)

        def side(result: OrderResult) -> Json:
            entry: Json = {"outcome": str(result.outcome), "reason": result.text}
            if wording is not None:
                entry["said"] = {"outcome": wording.outcome(result), "reason": wording.reason(result)}
            return entry

        return {
            "agree": self.agree,
            "verdicts": [
                {
                    "rulebooks": list(outcome.rulebooks),
                    "choices": list(outcome.choices),
                    "because": {name: list(choices) for name, choices in outcome.because},
                    "changes": [
                        {
                            "order": str(change.before.order),
                            "power": change.before.order.power,
                            "from": side(change.before),
                            "to": side(change.after),
                            **({"said": {"order": wording.order(change.before.order)}} if wording else {}),
                        }
                        for change in outcome.changes
                    ],
                    "retreats": {place: {"from": list(old), "to": list(new)} for place, old, new in outcome.retreats},
                }
                for outcome in self
            ],
        }

    def table(self) -> tuple[list[str], list[list[str]]]:
        """Return the outcome of each order under the rulebooks and choices; those that agree share a column.

        Returns:
            The headings and the rows of a table.

        >>> from standoff import read
        >>> columns, rows = read("6.F.14").compare().table()
        >>> columns[2], rows[0][:3]
        ('paradox_backup=all-hold', ['F LON S F WAL - ENG', 'supports', 'cut'])
        """
        columns = ["order", *(", ".join((*outcome.rulebooks, *outcome.choices)) for outcome in self)]
        first = next(iter(self)).result
        rows: list[list[str]] = []
        for before in first:
            after = [{change.before.order: change.after for change in outcome.changes} for outcome in self]
            rows.append([str(before.order), *(outcome_of(changed.get(before.order, before)) for changed in after)])
        return columns, rows

    def __str__(self) -> str:
        from ..solver.results.explanation import sources_of_choice

        def with_sources(choice: str) -> str:
            return f"{choice} ({'; '.join(sources_of_choice(*choice.split('=', 1)))})"

        first, *others = self
        lines = [f"{', '.join(first.rulebooks)}: agree"]
        for outcome in others:
            lines += ["", f"{', '.join((*outcome.rulebooks, *outcome.choices))}:"]
            for choices in dict.fromkeys(choices for _, choices in outcome.because):
                names = ", ".join(name for name, own in outcome.because if own == choices)
                lines.append(f"  {names}: because of {' and '.join(map(with_sources, choices))}")
            for change in outcome.changes:
                before, after = outcome_of(change.before), outcome_of(change.after)
                lines += [f"  {change.before.order}: {after} instead of {before}", f"      {change.after.text}"]
            for place, *retreats in outcome.retreats:
                before, after = (", ".join(places) or "none" for places in retreats)
                lines.append(f"  retreats from {place}: {after} instead of {before}")
        return "\n".join(lines)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


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
            orders(component.paradox.core) if component.paradox else (),
            component.name,
            component.paradox.settled_by if component.paradox else None,
            component.paradox.kind if component.paradox else None,
        )
        for component in resolutions.components
    )
    return TurnResolutions(resolutions, orders(resolutions.table.live), components, result)


__all__ = [
    "ExplanationText",
    "ManyResolutionsError",
    "NotInTurnError",
    "OpenSet",
    "ParadoxResult",
    "Result",
    "TurnComparison",
    "TurnResolutions",
    "in_orders",
    "outcome_of",
]
