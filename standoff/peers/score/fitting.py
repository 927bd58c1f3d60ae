"""Which rulebook a peer fit, by its answers to the library, and the evidence for each of its choices.

A choice is weighed as a cross-check weighs it (`crosscheck.weighing`): by the questions that would come out differently
under it. A question on which the peer agrees with it counts against it, too, if the answer looks wrong in a way in
which answers often look wrong where the choice changes nothing: a program whose every move fails does not choose to
refuse the move of a unit that is named badly; one that refuses it and has a fault elsewhere may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple

from ...cases import choices_of, options_of
from ...map import ARMY, PhaseType, province_of
from ...solver import PRESETS, Move, Rulebook, rulebook
from ...turn import Turn
from ..adapters.peer import Part, PeerAnswer
from ..comparing.judgement import AGREEING_KINDS, Judgement, difference, head as head_of, side
from ..comparing.question_shape import adjacent
from ..comparing.weighing import LEAST_SHARE, Weighed, with_choice

LEAST_FIT = 0.9
"""In what share of the phases a rulebook must agree with a peer, to be named as the one that it fit."""

_LEAST_START = 0.6  # share of the phases that a preset must fit before anything is changed in it
_SELDOM = 0.1  # of the questions where it could look wrong in this way: then something else is wrong there


@dataclass(frozen=True, slots=True)
class RulebookFit:
    """The rulebook that a peer follows.

    Attributes:
        nearest: The rulebook that fits best, or the one that it claims to follow.
        fits: In how many of the phases asked its units and retreats are those of that rulebook.
        phases: How many phases it was asked.
        untold: In how many of those that fit the peer does not say all of dislodged units and their retreats.
        exact: In how many phases all that the peer says is as that rulebook has it.
        heeds: True if it follows the rulebook of each question; `nearest` then says how it departs from that.
        claimed: True if the peer claims to follow it, false if it was found.
    """

    nearest: Rulebook
    fits: int
    phases: int
    heeds: bool = False
    claimed: bool = False
    untold: int = 0
    exact: int = 0

    @property
    def rules(self) -> Rulebook | None:
        """That rulebook; None if it is not claimed, and fits too few of the phases to be named."""
        return self.nearest if self.claimed or self.fits >= LEAST_FIT * max(self.phases, 1) else None

    @property
    def rank(self) -> tuple[int, int]:
        """How well it fits: by units and retreats, then by all that the peer says."""
        return self.fits, self.exact

    def book(self, rules: Rulebook) -> Rulebook:
        """Return the rulebook of the peer's answer to a question about the rulebook `rules`."""
        return rules.with_options(**departures(self.nearest, rulebook())) if self.heeds else self.nearest


def departures(rules: Rulebook, other: Rulebook) -> dict[str, str]:
    """Return the choices in which `rules` departs from another rulebook."""
    return {option: choice for option, choice in rules.choices.items() if other[option] != choice}


def carries(question: Turn, answer: PeerAnswer) -> bool:
    """Tell whether an army has gone by convoy to where it could not have walked."""
    before, after = {*question.position.units}, answer.units
    stayed = {unit.province for unit in before & after}
    for order in question.orders:
        if not isinstance(order, Move) or order.unit.type is not ARMY or order.unit.province in stayed:
            continue
        there = (order.power, ARMY, province_of(order.destination))
        came = any((unit.power, unit.type, unit.province) == there for unit in after - before)
        if came and not adjacent(question, order.unit, order.destination):
            return True
    return False


class Explanation(NamedTuple):
    """What explains why an answer is not that of its case.

    Attributes:
        name: A choice, ``"option=choice"``, two, or the rulebook.
        weighed: The evidence.
        reason: Why it explains something although the evidence does not suffice; "" if it does.
        under: The answer held against standoff with these choices.
    """

    name: str
    weighed: Weighed
    reason: str
    under: Judgement


class Evidence:
    """The answers of a peer, and what each rulebook says to the same questions.

    Args:
        given: Its answers, judged under the rulebooks of their cases; those to what it cannot express are left out.
    """

    def __init__(self, given: Sequence[Judgement]) -> None:
        self._given = given
        self._under = cache(self._held_against)
        self.weigh = cache(self._weigh)

    @cached_property
    def convoys(self) -> bool:
        """True if any army went by convoy."""
        return any(one.answer and carries(one.question, one.answer) for one in self._given)

    @cached_property
    def sometimes_reported(self) -> frozenset[Part]:
        """Orders, if the peer says of some whether they succeed: of which it does, is left to it."""
        return frozenset({Part.ORDERS} if any(one.says.get(Part.ORDERS) for one in self._given) else ())

    def _held_against(self, number: int, rules: Rulebook) -> Judgement:
        """Return an answer held against a rulebook."""
        return self._given[number].under_rulebook(rules)

    def _shown(self, number: int, rules: Rulebook) -> set[str]:
        """Return the signs of what differs in units or retreats from a rulebook; none if nothing does."""
        judgement = self._under(number, rules)
        return set() if judgement.agrees_on_position else judgement.signs

    def fit_of(self, nearest: Rulebook, *, heeds: bool = False, claimed: bool = False, least: int = 0) -> RulebookFit:
        """Return how well a rulebook fits; if that is fewer than `least` phases, not all of them are looked at."""
        fit = RulebookFit(nearest, 0, len(self._given), heeds, claimed)
        fitting: list[Judgement] = []
        for number, one in enumerate(self._given):
            judged = self._under(number, fit.book(one.rules))
            if judged.agrees_on_position:
                fitting.append(judged)
            elif len(fitting) + len(self._given) - number <= least:
                break
        untold = sum(Part.RETREATS in one.silent for one in fitting)
        return replace(fit, fits=len(fitting), untold=untold, exact=sum(one.kind is None for one in fitting))

    def _weigh(
        self, fit: RulebookFit, instead: tuple[tuple[str, str], ...], phase: PhaseType, *, words: bool = False
    ) -> Weighed:
        """Return the evidence for choices of a rulebook.

        Args:
            fit: The rulebook.
            instead: The options, each with the choice that it would make without them.
            phase: The type of the phases that are looked at: a program may take the last of two moves and the first of
                two retreats.
            words: True to count what is said of orders and contested provinces, too.
        """
        sides, looks, same = [0, 0, 0], list[set[str]](), list[tuple[int, Rulebook]]()
        for number, one in enumerate(self._given):
            if one.question.type is not phase or one.answer is None:
                continue
            book = fit.book(one.rules)
            without = _changed(book, instead)
            own, other = self._under(number, book).own, self._under(number, without).own
            kind = difference(other, own)
            alike = kind is None if words else kind in AGREEING_KINDS
            taken = None if alike or kind is None else side(other, own, one.answer, kind)
            if taken is None:
                same.append((number, book))
                continue
            if not self.convoys and carries(one.question, other) and not carries(one.question, own):
                taken = 0  # it has no convoys at all: that is not a choice
            sides[taken] += 1
            if taken == 2:
                looks.append(self._shown(number, without))
        heads = Counter(head for number, _ in same for head in self._under(number, self._given[number].rules).heads)
        often = {
            sign
            for sign in set[str]().union(*looks)
            if sum(sign in self._shown(number, book) for number, book in same) > _SELDOM * heads[head_of(sign)]
        }
        parted = sum(bool(often & look) for look in looks)
        return Weighed(sides[2] - parted, sides[1], sides[0], parted)

    def fitting(self, *, heeds: bool) -> RulebookFit:
        """Return the rulebook that a peer follows, with only those choices that more than the fit supports.

        It is the best preset, changed in one option after the other as long as that helps: each time the choice is made
        with which most answers agree. Then every choice is weighed, and those that do not hold are taken back.

        Args:
            heeds: True if the peer is given a rulebook with each question, and may heed it.
        """
        base = rulebook()
        starts = [self.fit_of(preset) for preset in PRESETS.values()]
        best = max(starts, key=lambda one: one.fits)
        if heeds and (obedient := self.fit_of(base, heeds=True)).fits >= best.fits:
            best = obedient
        if best.fits < _LEAST_START * len(self._given):
            return self.fit_of(base)
        best = self._in_words(self._pruned(self._grown(best)))
        plain = self.fit_of(base, heeds=best.heeds)
        if plain.rank >= best.rank or best.heeds:
            return max(plain, best, key=lambda one: one.rank)
        named = min(PRESETS.values(), key=lambda preset: len(departures(best.nearest, preset)))
        return replace(best, nearest=named.with_options(**departures(best.nearest, named)))

    def _grown(self, best: RulebookFit) -> RulebookFit:
        """Return the rulebook changed in one option after the other, as long as more answers agree.

        Only choices that explain an answer can help; what each gains there bounds what it gains in all.
        """
        while True:
            votes: Counter[str] = Counter()
            for number, one in enumerate(self._given):
                judged = self._under(number, best.book(one.rules))
                if not judged.agrees_on_position:
                    votes.update(judged.choices(pairs=False))
            better = best
            for choice, gain in votes.most_common():
                if best.fits + gain < better.fits:
                    break
                better = self._better(better, with_choice(best.nearest, choice))
            if better is best:
                return best
            best = better

    def _better(self, best: RulebookFit, nearest: Rulebook) -> RulebookFit:
        """Return the better of two rulebooks, the first one if both fit equally well."""
        return max(best, self.fit_of(nearest, heeds=best.heeds, least=best.fits), key=lambda one: one.rank)

    def _in_words(self, best: RulebookFit) -> RulebookFit:
        """Return the rulebook with those choices, too, that show only in what is said of orders."""
        looks: dict[str, Judgement] = {}
        for number, one in enumerate(self._given):
            judged = self._under(number, best.book(one.rules))
            if judged.agrees_on_position and judged.kind is not None:
                looks.setdefault(judged.symptom, judged)
        for judged in looks.values():
            for choice in judged.choices(pairs=False):
                other = self._better(best, with_choice(best.nearest, choice))
                before = tuple((option, best.nearest[option]) for option in choices_of(choice))
                if other is not best and holds(self.weigh(other, before, judged.question.type, words=True)):
                    best = other
        return best

    def _pruned(self, best: RulebookFit) -> RulebookFit:
        base = rulebook()
        while True:
            weak: list[tuple[float, str]] = []
            for option in departures(best.nearest, base):
                every = [self.weigh(best, ((option, base[option]),), phase) for phase in PhaseType]
                bearing = [weighed for weighed in every if weighed.total]
                if bearing and not any(map(holds, bearing)):
                    weak.append((max(weighed.share for weighed in bearing), option))
            if not weak:
                return best
            least = min(weak)[0]
            gone = [option for share, option in weak if share < LEAST_SHARE / 2 or share == least]
            best = self.fit_of(best.nearest.with_options(**{one: base[one] for one in gone}), heeds=best.heeds)

    def explaining(self, one: Judgement, fit: RulebookFit) -> Explanation | None:
        """Return what explains why an answer is not that of its case, and the evidence for it.

        Args:
            one: An answer that is not that of its case.
            fit: The rulebook. If it was found, a choice counts if it holds, or if it is that of the DATC where the
                case is about another; if it is claimed, any counts.

        Returns:
            One choice or two, or the rulebook; None if nothing explains it.
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
                weighed = self.weigh(fit, instead, one.question.type, words=one.agrees_on_position)
                preferred = fit.rules is not None and not some.items() - plain.items()
                if fit.claimed or preferred or holds(weighed):
                    least = len(some)
                    name = options_of(some) if least <= 2 else f"rulebook {book.name}"
                    reason = "as claimed" if fit.claimed else "as the DATC prefers"
                    explanations.append(Explanation(name, weighed, "" if holds(weighed) else reason, under))
        return max(explanations, key=lambda one: (one.weighed.share, one.weighed.with_choice), default=None)


@cache
def _changed(rules: Rulebook, choices: tuple[tuple[str, str], ...]) -> Rulebook:
    return rules.with_options(**dict(choices))


def _sets(changed: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield single choices, then pairs, then all."""
    for size in (1, 2):
        for some in combinations(changed.items(), size):
            yield dict(some)
    if len(changed) > 2:
        yield dict(changed)


def holds(weighed: Weighed) -> bool:
    """Tell whether a choice explains anything: some questions speak for it, and hardly any against it.

    The library asks about many choices in one or two cases only, so no least number is required as in a cross-check.
    """
    return weighed.share >= LEAST_SHARE
