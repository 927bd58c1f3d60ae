"""The rulebook that a peer follows, from its answers to the library, with the evidence for each of its choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple

from ...cases import choices_of, options_of
from ...map import PhaseType
from ...solver import PRESETS, Rulebook, rulebook
from ..adapters.peer import Part, Peer
from ..comparing.evidence import LEAST_SHARE, Evidence, Weighed
from ..comparing.judgement import Judgement, changed

LEAST_FIT = 0.9
"""The least share of phases in which a rulebook must agree with a peer, to be named as the one that it follows."""

_LEAST_START = 0.6  # share of phases that a preset must fit before options are changed


@dataclass(frozen=True, slots=True)
class RulebookFit:
    """The rulebook that a peer follows.

    Attributes:
        nearest: The rulebook that fits best, or the one that it claims to follow.
        fits: The number of phases in which units and retreats are those of that rulebook.
        phases: The number of phases asked.
        incomplete: The number of fitting phases in which dislodged units or their retreats are missing.
        exact: The number of phases in which everything reported agrees with that rulebook.
        varies: True if it follows the rulebook of each question; `nearest` then states how it departs from that.
        claimed: True if the peer claims to follow it, False if it was found.
    """

    nearest: Rulebook
    fits: int
    phases: int
    varies: bool = False
    claimed: bool = False
    incomplete: int = 0
    exact: int = 0

    @property
    def rules(self) -> Rulebook | None:
        """The rulebook; None if it is not claimed, and fits too few phases to be named."""
        return self.nearest if self.claimed or self.fits >= LEAST_FIT * max(self.phases, 1) else None

    @property
    def rank(self) -> tuple[int, int]:
        """A sort key: the phases that fit by units and retreats, then those that agree in everything."""
        return self.fits, self.exact

    def book(self, rules: Rulebook) -> Rulebook:
        """Return the rulebook of the peer's answer to a question under the rulebook `rules`."""
        return rules.with_options(**departures(self.nearest, rulebook())) if self.varies else self.nearest


def departures(rules: Rulebook, other: Rulebook) -> dict[str, str]:
    """Return the choices of `rules` that differ from another rulebook."""
    return {option: choice for option, choice in rules.choices.items() if other[option] != choice}


class Explanation(NamedTuple):
    """One choice, two or a rulebook that explain an answer, the evidence, and the answer's judgement under them.

    The reason says why they count without sufficient evidence; it is "" if the evidence suffices.
    """

    name: str
    weighed: Weighed
    reason: str
    under: Judgement


class LibraryEvidence(Evidence):
    """The answers of a peer to the library, and the results of each rulebook for the same questions."""

    def __init__(self, peer: Peer | None, given: Sequence[Judgement], rules: Rulebook | None = None) -> None:
        super().__init__(peer, rules or rulebook(), given)
        self._under = cache(self._held_against)
        self.departing = cache(self._departing)

    @cached_property
    def sometimes_reported(self) -> frozenset[Part]:
        """Orders, if the peer reports the success of any: it may choose of which."""
        return frozenset({Part.ORDERS} if any(one.reports.get(Part.ORDERS) for one in self.given) else ())

    def _held_against(self, number: int, rules: Rulebook) -> Judgement:
        return self.given[number].under_rulebook(rules)

    def fit_of(self, nearest: Rulebook, *, varies: bool = False, claimed: bool = False, least: int = 0) -> RulebookFit:
        """Return how well a rulebook fits; the count may stop once fewer than `least` phases can fit."""
        fit = RulebookFit(nearest, 0, len(self.given), varies, claimed)
        fitting: list[Judgement] = []
        for number, one in enumerate(self.given):
            judged = self._under(number, fit.book(one.rules))
            if judged.agrees_on_position:
                fitting.append(judged)
            elif len(fitting) + len(self.given) - number <= least:
                break
        incomplete = sum(Part.RETREATS in one.missing for one in fitting)
        return replace(fit, fits=len(fitting), incomplete=incomplete, exact=sum(one.kind is None for one in fitting))

    def _departing(
        self, fit: RulebookFit, instead: tuple[tuple[str, str], ...], phase: PhaseType, *, words: bool = False
    ) -> Weighed:
        """Return the evidence for choices of a rulebook, each given by what it would choose `instead`."""
        made = {option: fit.nearest[option] for option, _ in instead}
        return self.weigh_choice(made, phase, book=lambda rules: changed(fit.book(rules), instead), words=words)

    def fitting(self, *, varies: bool) -> RulebookFit:
        """Return the rulebook that a peer follows; with `varies`, it may be the one given with each question.

        It is the best preset, changed in one option after another as long as that helps: each time by the choice with
        which most answers agree. Then every choice is weighed, and those that do not hold are undone.
        """
        base = rulebook()
        starts = [self.fit_of(preset) for preset in PRESETS.values()]
        best = max(starts, key=lambda one: one.fits)
        if varies and (obedient := self.fit_of(base, varies=True)).fits >= best.fits:
            best = obedient
        if best.fits < _LEAST_START * len(self.given):
            return self.fit_of(base)
        best = self._in_words(self._pruned(self._grown(best)))
        plain = self.fit_of(base, varies=best.varies)
        if plain.rank >= best.rank or best.varies:
            return max(plain, best, key=lambda one: one.rank)
        named = min(PRESETS.values(), key=lambda preset: len(departures(best.nearest, preset)))
        return replace(best, nearest=named.with_options(**departures(best.nearest, named)))

    def _grown(self, best: RulebookFit) -> RulebookFit:
        """Return the rulebook changed in one option after another, as long as more answers agree.

        Only choices that explain an answer can help; the number of these answers bounds their gain.
        """
        while True:
            votes: Counter[str] = Counter()
            for number, one in enumerate(self.given):
                judged = self._under(number, best.book(one.rules))
                if not judged.agrees_on_position:
                    votes.update(judged.choices(pairs=False))
            better = best
            for choice, gain in votes.most_common():
                if best.fits + gain < better.fits:
                    break
                better = self._better(better, best.nearest.with_options(**choices_of(choice)))
            if better is best:
                return best
            best = better

    def _better(self, best: RulebookFit, nearest: Rulebook) -> RulebookFit:
        """Return the better of two rulebooks, the first one if both fit equally well."""
        return max(best, self.fit_of(nearest, varies=best.varies, least=best.fits), key=lambda one: one.rank)

    def _in_words(self, best: RulebookFit) -> RulebookFit:
        """Return the rulebook with those choices, too, that affect only reported orders."""
        held = (self._under(number, best.book(one.rules)) for number, one in enumerate(self.given))
        looks = {one.symptom: one for one in held if one.agrees_on_position and one.kind is not None}
        for judged in looks.values():
            for choice in judged.choices(pairs=False):
                other = self._better(best, best.nearest.with_options(**choices_of(choice)))
                before = tuple((option, best.nearest[option]) for option in choices_of(choice))
                if other is not best and holds(self.departing(other, before, judged.question.type, words=True)):
                    best = other
        return best

    def _pruned(self, best: RulebookFit) -> RulebookFit:
        base = rulebook()
        while True:
            weak: list[tuple[float, str]] = []
            for option in departures(best.nearest, base):
                by_phase = [self.departing(best, ((option, base[option]),), phase) for phase in PhaseType]
                bearing = [weighed for weighed in by_phase if weighed.total]
                if bearing and not any(map(holds, bearing)):
                    weak.append((max(weighed.share for weighed in bearing), option))
            if not weak:
                return best
            least = min(weak)[0]
            gone = [option for share, option in weak if share < LEAST_SHARE / 2 or share == least]
            best = self.fit_of(best.nearest.with_options(**{one: base[one] for one in gone}), varies=best.varies)

    def explaining(self, one: Judgement, fit: RulebookFit) -> Explanation | None:
        """Return the best explanation of an answer that differs from its case, None if there is none.

        Of a rulebook that is found, a choice counts if it holds, or if it is the DATC's and the case is about another;
        of one that is claimed, every choice counts.
        """
        book, plain = fit.book(one.rules), rulebook().choices
        explanations: list[Explanation] = []
        least = 0
        for some in _sets(departures(book, one.rules)):
            if explanations and len(some) > least:
                break
            under = one.under_rulebook(one.rules.with_options(**some))
            if under.kind is None or (under.agrees_on_position and not one.agrees_on_position):
                instead = tuple((option, one.rules[option]) for option in some)
                weighed = self.departing(fit, instead, one.question.type, words=one.agrees_on_position)
                preferred = fit.rules is not None and not some.items() - plain.items()
                if fit.claimed or preferred or holds(weighed):
                    least = len(some)
                    name = options_of(some) if least <= 2 else f"rulebook {book.name}"
                    reason = "as claimed" if fit.claimed else "as the DATC prefers"
                    explanations.append(Explanation(name, weighed, "" if holds(weighed) else reason, under))
        return max(explanations, key=lambda one: (one.weighed.share, one.weighed.with_choice), default=None)


def _sets(departing: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield single choices, then pairs, then all."""
    for size in (1, 2):
        for some in combinations(departing.items(), size):
            yield dict(some)
    if len(departing) > 2:
        yield dict(departing)


def holds(weighed: Weighed) -> bool:
    """Return whether a choice is sufficiently supported: by some questions, and against hardly any.

    The library has only one or two cases for many choices, so no least number is required, unlike in a cross-check.
    """
    return weighed.share >= LEAST_SHARE
