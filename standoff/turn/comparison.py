"""A turn under every rulebook and every single choice: `Turn.compare`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..hooks import Picture
from ..map import Board, load_board
from ..solver import OrderResult, Rulebook, rulebook
from ..solver.results.explanation import sources_of_choice
from ..solver.studies.comparison import Comparison
from ..text.messages import wording_in
from .result import Json, outcome_of


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


__all__ = ["TurnComparison"]
