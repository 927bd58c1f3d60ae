"""The result of a turn, in orders, units and provinces: the same for movement, retreats and adjustments.

A `Result` is a view of the solver's record; nothing is decided here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from ..map import Dislodged, Json, Picture, Position, Printed, StandoffError, Unit, repr_as, short_repr
from ..solver import (
    AdjustmentResult,
    MovementResult,
    Order,
    OrderResult,
    Outcome,
    PhaseResult,
    Rulebook,
    following,
    unused_builds,
)
from ..text import Translator, text_of, translator_for
from .codec import dislodged_after, order_object, result_object, rules_object
from .naming import Key
from .turn_fields import orders_given

if TYPE_CHECKING:
    from .paradoxes import Paradox
    from .turn import Turn


class PhaseError(StandoffError):
    """Only another kind of phase has what was asked for.

    >>> from standoff import adjudicate
    >>> adjudicate({"FRANCE": ["A PAR"]}).next()
    Traceback (most recent call last):
        ...
    standoff.turn.result.PhaseError: nothing says which phase this is; give the position a phase (S1901M) to go on
    """


@dataclass(frozen=True)
class Result(Printed, Picture):
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

    def __getitem__(self, key: Key) -> OrderResult:
        """Return the result of a unit or an order.

        Args:
            key: A province or location ("PAR", "Paris", "STP/SC"), an order or its text, or a unit. Of several orders
                that it may mean, it means the one that counts.

        Raises:
            NotInTurnError: No unit stands there, or no such order was given.
            WrongTypeError: The key is none of these.
        """
        every = tuple(self.phase_result)
        numbers = self.turn.naming.orders_named(key, [one.order for one in every], self.texts)
        meant = [every[number] for number in numbers]
        return next((one for one in meant if one.outcome is not Outcome.ILLEGAL), meant[-1])

    def _ipython_key_completions_(self) -> list[str]:
        return [unit.province for unit in self.before.units]

    def success(self, key: Key) -> bool:
        """Return whether an order succeeds.

        Raises:
            NotInTurnError: No unit stands there, or no such order was given.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").adjudicate().success("A PAR - BUR")
        True
        """
        return self[key].success

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders that have a result, in the order of iteration: those that count, then holds of the other units.

        >>> from standoff import adjudicate
        >>> [str(order) for order in adjudicate({"FRANCE": ["A PAR", "F BRE"]}, "FRANCE: F BRE - MAO").orders]
        ['F BRE - MAO', 'A PAR H']
        """
        return tuple([each.order for each in self])

    @cached_property
    def texts(self) -> tuple[str | None, ...]:
        """How each of them was written; None for those that nobody wrote.

        >>> from standoff import read
        >>> read("FRANCE: Army Paris to Burgundy").adjudicate().texts
        ('Army Paris to Burgundy',)
        """
        written = self.turn.texts_of_counted(self.rules)
        return (*written, *[None] * (len(self) - len(written)))

    def by_line(self, *, datc: bool = False) -> Json:
        """Return the result as an answer of the interchange lines, each paradox also with its name and its word.

        Args:
            datc: True to add the outcomes in the terms of the DATC.

        >>> from standoff import read
        >>> read("FRANCE: A PAR - BUR").adjudicate().by_line()["units"]
        {'FRANCE': ['A BUR']}
        """
        board = self.turn.board
        texts = [text or text_of(order, board) for text, order in zip(self.texts, self.orders, strict=True)]
        line = result_object(self.phase_result, texts, board, datc=datc)
        for entry, paradox in zip(line.get("paradoxes", ()), self.paradoxes, strict=True):
            entry |= {"name": paradox.name, "word": paradox.paradox_class}
        return line

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
    def units(self) -> tuple[Unit, ...]:
        """The units that stand on the board after the phase, without the dislodged ones.

        >>> from standoff import read
        >>> [str(unit) for unit in read("FRANCE: A PAR - BUR").adjudicate().units]
        ['A BUR']
        """
        return self.after.units

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
            orders: Its orders, as `adjudicate` takes them. If left out, those of the source, if it continues, or none.

        Raises:
            StandoffError: The orders cannot be read.
            PhaseError: Nothing says which phase this is.

        >>> from standoff import read
        >>> retreat = read("FRANCE: A PAR - BUR, A MAR S A PAR - BUR\\nGERMANY: A BUR H").next("GERMANY: A BUR - MUN")
        >>> str(retreat.phase), retreat.adjudicate()["BUR"].outcome
        ('S1901R', Outcome.RETREATS)
        """
        turn = self.turn
        if turn.phase is None:
            raise PhaseError("nothing says which phase this is; give the position a phase (S1901M) to go on")
        position, later = following(self.after, turn.board), turn.later
        if orders is not None or not later:
            given, later = orders_given(orders, turn.board, position), ()
        else:
            (position, given), later = later[0](position), later[1:]
        named = {"source": turn.source, "id": turn.id, "title": turn.title}
        return type(turn)(position, rules=turn.rules, later=later, board=turn.board, **named, **given)

    # -- paradoxes ----------------------------------------------------------------------------------

    @property
    def paradoxes(self) -> tuple[Paradox, ...]:
        """The sets of orders without exactly one resolution, in the order in which they were settled.

        >>> from standoff import read
        >>> (paradox,) = read("6.F.14").adjudicate().paradoxes
        >>> [str(order) for order in paradox.core]
        ['F LON S F WAL - ENG', 'F WAL - ENG', 'F ENG C A BRE - LON']
        """
        from .paradoxes import paradoxes_of

        return paradoxes_of(self.phase_result)

    @property
    def undecided_convoys(self) -> tuple[str, ...]:
        """Convoy orders whose legality could not be decided, and what may depend on it; nearly always none."""
        return self.phase_result.undecided_convoys if isinstance(self.phase_result, MovementResult) else ()

    # -- reasons ------------------------------------------------------------------------------------

    def explain(
        self, key: Key | None = None, *, full: bool = False, language: str = "en"
    ) -> ExplanationText:
        """Return why an order came out as it did; with no key, every order.

        Args:
            key: As in ``result[key]``.
            full: Follow every cause to its own causes.
            language: The language of the sentences: en, cs, ru.

        Raises:
            NotInTurnError: No unit stands there, or no such order was given.

        >>> from standoff import read
        >>> print(read("FRANCE: A PAR - BUR").adjudicate().explain("PAR"))
        A PAR - BUR: moves; the province is empty, and no other unit gets there [DATC 5.B.1; 2023 rule 2]
            1 > 0; attack 1: A PAR - BUR; hold 0 (the province is empty)
        """
        from .explaining import explained

        orders = None if key is None else [self[key].order]
        entries = explained(self, orders, full=full, whole=key is not None, language=language)
        if key is not None:
            entries = islice(entries, 1)  # of two equal orders, either
        return ExplanationText(line for each in entries for line in each.lines)

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
        from ..solver import obstacles
        from .paradoxes import paradox_object

        turn, movement = self.turn, self.phase_result if isinstance(self.phase_result, MovementResult) else None
        translator = None if language is None else translator_for(language, turn.board)

        def name(order: Order) -> Json:
            return {"power": order.power, "order": turn.canonical(order)}

        def names(orders: Iterable[Order]) -> list[Json]:
            return [name(order) for order in orders]

        orders: list[Json] = []
        for number, (one, text) in enumerate(zip(self, self.texts, strict=True)):
            entry = name(one.order) | {"written": text} | order_object(one, one.text)
            entry |= {"dislodged": one.dislodged, "by": names(one.by)}
            if one.more:
                entry["more"] = one.more
            entry["strengths"] = dict(one.strengths)
            stops = obstacles(movement, number) if movement and number < len(movement.table.orders) else ()
            if len(stops) > 1:  # overdetermined
                entry["obstacles"] = [{"kind": each.kind, "orders": names(each.orders)} for each in stops]
            if translator is not None:
                entry["said"] = result_in_words(one, translator)
            orders.append(entry)
        after = self.after.to_dict()
        if self.dislodged:
            after["dislodged"] = dislodged_after(self.phase_result)
        return {
            "source": turn.source,
            **rules_object(self.rules),
            "before": self.before.to_dict(),
            "orders": orders,
            "after": after,
            **({"undecided": list(self.undecided_convoys)} if self.undecided_convoys else {}),
            "paradoxes": [paradox_object(paradox, names, translator) for paradox in self.paradoxes],
        }

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
        lines.extend(f"undecided: {doubt}" for doubt in self.undecided_convoys)
        lines.extend(f"paradox: {paradox}" for paradox in self.paradoxes)
        result = self.phase_result
        if isinstance(result, AdjustmentResult) and (unused := unused_builds(self.turn.board, result)):
            lines.append("builds not used: " + ", ".join(f"{p.capitalize()} {count}" for p, count in unused.items()))
        return "\n".join(lines)

    def __repr__(self) -> str:
        turn = repr(self.turn)
        what = f"Result of {self.turn.phase or '-'} under {self.rules.name[:100]}: {len(self)} orders"
        return f"<{what}>" if turn.startswith("<") else short_repr(f"{turn}.adjudicate({self.rules!r})", what)

    def _repr_html_(self) -> str:
        from ..text import html_filled

        rows = [(each.order.power.capitalize(), each.order, ", ".join(each.words), each.text) for each in self]
        notes = str(self).splitlines()[len(self) :]
        return html_filled("result.html", picture=self._repr_svg_(), rows=rows, notes=notes)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self.turn).adjudicate, (self.turn, self.rules)


def result_in_words(result: OrderResult, translator: Translator) -> Json:
    """Return what became of an order in words of a language, as JSON has it."""
    return {
        "order": translator.order(result.order),
        "outcome": translator.outcome(result),
        "reason": translator.reason(result),
    }


class ExplanationText(Printed, tuple[str, ...]):
    """The lines of an explanation; `str` and notebooks show them as plain text.

    >>> from standoff import read
    >>> len(read("6.F.14").explain("ENG")) > 1
    True
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(self)

    def __repr__(self) -> str:
        return repr_as(self, f"{len(self)} lines; {self[0] if self else ''}")

    def _repr_html_(self) -> str:
        from ..text import html_filled

        return html_filled("reasons.html", text=str(self))


__all__ = ["ExplanationText", "PhaseError", "Result", "result_in_words"]
