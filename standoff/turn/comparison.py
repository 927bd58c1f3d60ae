"""Comparison of a turn under all rulebooks and single choices: `Turn.compare`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from ..map import Board, Json, Picture, Printed, load_board, repr_as
from ..solver import Change, Order, OrderResult, Rulebook, Settlement, SharedOutcome, rulebook, sources_of_choice
from ..text import Translator, counted, translator_for
from .codec import result_in_words
from .paradoxes import paradox_object, paradox_sentence, paradoxes_of


@dataclass(frozen=True, repr=False)
class Comparison(Printed, Picture):
    """The different outcomes of a turn under the rulebooks; notebooks draw them as maps.

    Attributes:
        outcomes: The outcomes; the first one is that of `rules`.
        rules: The rulebook that the others are compared with.
        board: The board of the turn.

    >>> from standoff import read
    >>> comparison = read("6.F.14").compare("1982")
    >>> comparison.rules, comparison.agree
    (rulebook('1982'), False)
    """

    outcomes: tuple[SharedOutcome, ...]
    rules: Rulebook = field(default_factory=rulebook, compare=False)
    board: Board = field(default_factory=load_board, compare=False)

    @property
    def agree(self) -> bool:
        """True if every rulebook and every single choice has the same outcome."""
        return len(self.outcomes) == 1

    def __len__(self) -> int:
        return len(self.outcomes)

    def __iter__(self) -> Iterator[SharedOutcome]:
        return iter(self.outcomes)

    def to_dict(self, *, language: str | None = None) -> Json:
        """Return the comparison as an object for JSON.

        Args:
            language: A language in which each changed order, its outcomes and reasons are also put into words:
                ``"said"``.

        >>> from standoff import read
        >>> read("6.F.14").compare().to_dict()["agree"]
        False
        """
        translator = None if language is None else translator_for(language, self.board)

        def named(orders: Iterable[Order]) -> list[Json]:
            return [{"power": order.power, "order": str(order)} for order in orders]

        def side(result: OrderResult | None) -> Json | None:
            if result is None:
                return None
            entry: Json = {"order": str(result.order), "outcome": str(result.outcome), "reason": result.text}
            return entry | ({} if translator is None else {"said": result_in_words(result, translator)})

        return {
            "agree": self.agree,
            "verdicts": [
                {
                    "rulebooks": list(outcome.rulebooks),
                    "choices": list(outcome.choices),
                    "settled": [
                        {
                            "rulebooks": list(way.rulebooks),
                            "choices": list(way.choices),
                            "paradoxes": [paradox_object(one, named, translator) for one in paradoxes_of(way.result)],
                        }
                        for way in outcome.settled
                    ],
                    "because": {name: list(choices) for name, choices in outcome.because},
                    "changes": [
                        {
                            "order": str(change.order),
                            "power": change.order.power,
                            "from": side(change.before),
                            "to": side(change.after),
                            **({"said": {"order": translator.order(change.order)}} if translator else {}),
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
        left, english = [list(outcome.changes) for outcome in self], translator_for("en", self.board)

        def cells(before: OrderResult | None, order: Order) -> list[str]:
            row: list[str] = []
            for changes in left:
                change = next((one for one in changes if one.before == before and one.order == order), None)
                if change is not None:
                    changes.remove(change)
                shown = before if change is None else change.after
                outcome_text = _outcome if shown is not None and shown.order == order else _full_outcome
                row.append(outcome_text(shown, english))
            return [str(order), *row]

        rows = [cells(before, before.order) for before in next(iter(self)).result]
        for changes in left:
            while changes:
                rows.append(cells(None, changes[0].order))
        return columns, rows

    def text(self, language: str = "en") -> str:
        """Return the differences from the rulebook as lines in a language.

        Raises:
            UnknownNameError: There is no such language.

        >>> from standoff import read
        >>> print(read("6.F.14").compare().text("cs").splitlines()[7])
          Flotila Londýn podporuje flotilu Wales – Kanál La Manche: podpora zrušena, nikoli podporuje
        """
        translator = translator_for(language, self.board)
        say, place_name = translator.say, str if language == "en" else partial(self.board.names.name, language=language)
        lines: list[str] = []
        for number, outcome in enumerate(self):
            names = ", ".join((*outcome.rulebooks, *outcome.choices))
            if number:
                lines += ["", f"{names}:"]
            else:
                lines.append(f"{names}: {say('agree' if len(outcome.settled) == 1 else 'agree on the outcome')}")
            lines += (f"  {way}" for way in settled_in_words(outcome.settled, translator))
            for choices in dict.fromkeys(choices for _, choices in outcome.because):
                names = [name for name, own in outcome.because if own == choices]
                because = f" {say('and')} ".join(_with_sources(choice, names, translator) for choice in choices)
                lines.append(f"  {', '.join(names)}: {say('because of')} {because}")
            for change in outcome.changes:
                lines.append(f"  {''.join(change_in_words(change, translator))}")
                if change.after is not None:
                    lines.append(f"      {translator.reason(change.after)}")
            for place, *retreats in outcome.retreats:
                before, after = (", ".join(map(place_name, places)) or say("none") for places in retreats)
                sentence = say("retreats from {place}: {after} instead of {before}")
                lines.append(f"  {sentence.format(place=place_name(place), before=before, after=after)}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return repr_as(self, counted(len(self), "outcome"))


def settled_in_words(ways: tuple[Settlement, ...], translator: Translator) -> Iterator[str]:
    """Yield the ways to an outcome, one line each; none for a single way without a paradox.

    >>> from standoff import read
    >>> turn = read("6.F.14")
    >>> print(*settled_in_words(turn.compare().outcomes[1].settled, translator_for("en", turn.board)))
    paradox: simple convoy paradox (A); consistent resolutions: 2; core: F LON S F WAL - ENG; F WAL - ENG; \
F ENG C A BRE - LON; settled by: all-hold
    """
    say = translator.say
    for way in ways:
        names = f"{', '.join((*way.rulebooks, *way.choices))}: " if len(ways) > 1 else ""
        paradoxes = paradoxes_of(way.result)
        yield from (f"{names}{say('paradox')}: {paradox_sentence(one, say, translator.order)}" for one in paradoxes)
        if names and not paradoxes:
            yield f"{names}{say('exactly one resolution')}"


def _with_sources(choice: str, rulebooks: Iterable[str], translator: Translator) -> str:
    name, word = choice.split("=", 1)
    sources = dict.fromkeys(source for book in rulebooks for source in sources_of_choice(name, word, book))
    return f"{choice} ({'; '.join(map(translator.source, sources))})"


def change_in_words(change: Change, translator: Translator) -> tuple[str, str]:
    """Return the order with a colon, empty if there are two, and the two outcomes.

    >>> from standoff import read
    >>> turn = read("6.F.14")
    >>> change_in_words(turn.compare().outcomes[1].changes[0], translator_for("en", turn.board))
    ('F LON S F WAL - ENG: ', 'cut instead of supports')
    """
    before, after = change.before, change.after
    same = before is not None and after is not None and before.order == after.order
    outcome_text = _outcome if same else _full_outcome
    order = f"{translator.order(change.order)}: " if same else ""
    instead = translator.say("{after} instead of {before}")
    return order, instead.format(after=outcome_text(after, translator), before=outcome_text(before, translator))


def _outcome(result: OrderResult | None, translator: Translator) -> str:
    return translator.say("nothing") if result is None else translator.outcome(result)


def _full_outcome(result: OrderResult | None, translator: Translator) -> str:
    outcome = _outcome(result, translator)
    return outcome if result is None else f"{translator.order(result.order)} ({outcome})"


__all__ = ["Comparison", "change_in_words", "settled_in_words"]
