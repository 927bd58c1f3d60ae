"""Which rulebook a peer follows, by its answers to the library, and the evidence for each of its choices.

A choice is weighed as a cross-check weighs it (`crosscheck.weighing`): by the questions that would come out differently
under it. A question on which the peer agrees with it counts against it, too, if the answer looks wrong in a way in
which answers often look wrong where the choice changes nothing: a program whose every move fails does not choose to
refuse the move of a unit that is named badly; one that refuses it and has a fault elsewhere may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from ...cases.case import options_of
from ...map import ARMY, PhaseType, province_of
from ...solver import PRESETS, Move, Rulebook, rulebook
from ...turn.turn import Turn
from ..adapters.peer import Answer
from ..crosscheck.causes import explaining
from ..crosscheck.differences import Kind, answer_by, difference, head, heads, settled, side, signs
from ..crosscheck.question_shape import adjacent
from ..crosscheck.weighing import LEAST_SHARE, Weighed, with_choice

LEAST_FIT = 0.9
"""In what share of the phases a rulebook must agree with a peer, to be named as the one that it follows."""

_TRIED = 6  # choices at a time, of those that explain most of what is left
_VOTERS = 40  # answers for which explanations are sought
_LEAST_START = 0.6  # share of the phases that a preset must fit before anything is changed in it
_SELDOM = 0.1  # of the questions where it could look wrong in this way: then something else is wrong there
_SAME = (None, Kind.ORDERS)  # differences that leave units and retreats the same


@dataclass(frozen=True, slots=True)
class CaseAnswer:
    """The answer of a peer to a question.

    Attributes:
        question: The question.
        rules: The rulebook of the case that it belongs to.
        answer: Its answer; None if it gives none.
        cannot: What it cannot express, "" if nothing.
        fault: What it says if it gives no answer, "" if it does.
        alike: The same without what differs from one question to the next.
        seconds: How long it took.
    """

    question: Turn
    rules: Rulebook
    answer: Answer | None
    cannot: str = ""
    fault: str = ""
    alike: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Follows:
    """The rulebook that a peer follows.

    Attributes:
        nearest: The rulebook that fits best, or the one that it claims to follow.
        fits: In how many of the phases asked its units and retreats are those of that rulebook.
        phases: How many phases it was asked.
        heeds: True if it follows the rulebook of each question; `nearest` then says how it departs from that.
        claimed: True if the peer claims to follow it, false if it was found.
    """

    nearest: Rulebook
    fits: int
    phases: int
    heeds: bool = False
    claimed: bool = False

    @property
    def rules(self) -> Rulebook | None:
        """That rulebook; None if it is not claimed, and fits too few of the phases to be named."""
        return self.nearest if self.claimed or self.fits >= LEAST_FIT * max(self.phases, 1) else None

    def book(self, rules: Rulebook) -> Rulebook:
        """Return the rulebook of the peer's answer to a question about the rulebook `rules`."""
        return rules.with_options(**departures(self.nearest, rulebook())) if self.heeds else self.nearest


def departures(rules: Rulebook, other: Rulebook) -> dict[str, str]:
    """Return the choices in which `rules` departs from another rulebook."""
    return {option: choice for option, choice in rules.choices.items() if other[option] != choice}


def carries(question: Turn, answer: Answer) -> bool:
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


class Answers:
    """The answers of a peer, and what each rulebook says to the same questions.

    Args:
        given: Its answers; those to what it cannot express are left out.
    """

    def __init__(self, given: Sequence[CaseAnswer]) -> None:
        self._given = [(one.question, one.answer, one.rules) for one in given if one.answer is not None]
        self._own: dict[tuple[int, Rulebook], Answer] = {}
        self._looks: dict[tuple[int, Rulebook], set[str]] = {}
        self._begun: dict[int, set[str]] = {}
        self._weighed: dict[tuple[Follows, PhaseType, tuple[tuple[str, str], ...]], Weighed] = {}
        self._no_convoys = not any(carries(question, answer) for question, answer, _ in self._given)

    def own(self, number: int, rules: Rulebook) -> Answer:
        """Return standoff's answer to a question under a rulebook."""
        key = number, rules
        if key not in self._own:
            self._own[key] = answer_by(self._given[number][0], rules)
        return self._own[key]

    def _shown(self, number: int, rules: Rulebook) -> set[str]:
        """Return the signs of what differs in units or retreats from a rulebook; none if nothing does."""
        key = number, rules
        if key not in self._looks:
            question, answer, _ = self._given[number]
            kind = difference(self.own(number, rules), answer)
            self._looks[key] = (
                set() if kind is None or kind in _SAME else signs(question, settled(question, rules), answer, kind)
            )
        return self._looks[key]

    def _heads(self, number: int) -> set[str]:
        """Return how the signs begin that the answer to a question can show."""
        if number not in self._begun:
            question, _, rules = self._given[number]
            self._begun[number] = heads(question, settled(question, rules))
        return self._begun[number]

    def under(self, nearest: Rulebook, *, heeds: bool = False, claimed: bool = False) -> Follows:
        """Return how well a rulebook fits."""
        follows = Follows(nearest, 0, len(self._given), heeds, claimed)
        fits = sum(
            difference(self.own(number, follows.book(rules)), answer) in _SAME
            for number, (_, answer, rules) in enumerate(self._given)
        )
        return replace(follows, fits=fits)

    def weigh(self, follows: Follows, instead: Mapping[str, str], phase: PhaseType) -> Weighed:
        """Return the evidence for choices of a rulebook.

        Args:
            follows: The rulebook.
            instead: The choices that it would make without them, by option.
            phase: The type of the phases that are looked at: a program may take the last of two moves and the first of
                two retreats.
        """
        key = follows, phase, tuple(instead.items())
        if key not in self._weighed:
            self._weighed[key] = self._weigh(follows, instead, phase)
        return self._weighed[key]

    def _weigh(self, follows: Follows, instead: Mapping[str, str], phase: PhaseType) -> Weighed:
        sides, looks, same = [0, 0, 0], list[set[str]](), list[tuple[int, Rulebook]]()
        changed: dict[Rulebook, Rulebook] = {}
        for number, (question, answer, rules) in enumerate(self._given):
            if question.type is not phase:
                continue
            book = follows.book(rules)
            if book not in changed:
                changed[book] = book.with_options(**instead)
            without = changed[book]
            own, other = self.own(number, book), self.own(number, without)
            kind = difference(other, own)
            taken = None if kind is None or kind in _SAME else side(other, own, answer, kind)
            if taken is None:
                same.append((number, book))
                continue
            if self._no_convoys and carries(question, other) and not carries(question, own):
                taken = 0  # it has no convoys at all: that is not a choice
            sides[taken] += 1
            if taken == 2:
                looks.append(self._shown(number, without))
        often = {
            sign
            for sign in set[str]().union(*looks)
            if sum(sign in self._shown(number, book) for number, book in same)
            > _SELDOM * sum(head(sign) in self._heads(number) for number, _ in same)
        }
        parted = sum(bool(often & look) for look in looks)
        return Weighed(sides[2] - parted, sides[1], sides[0], parted)

    def fitting(self, *, heeds: bool) -> Follows:
        """Return the rulebook that fits best, with only those choices that more than the fit supports.

        It is the best preset, changed in one option after the other as long as that helps: those choices are tried that
        explain most of the answers with which the rulebook does not agree yet. Then every choice is weighed, and those
        that do not hold are taken back.

        Args:
            heeds: True if the peer is given a rulebook with each question, and may heed it.
        """
        base = rulebook()
        starts = [self.under(preset) for preset in PRESETS.values()]
        best = max(starts, key=lambda one: one.fits)
        if heeds and (obedient := self.under(base, heeds=True)).fits >= best.fits:
            best = obedient
        if best.fits < _LEAST_START * len(self._given):
            return self.under(base)
        best = self._pruned(self._grown(best))
        plain = self.under(base, heeds=best.heeds)
        return plain if plain.fits >= best.fits else self._named(best)

    def _grown(self, best: Follows) -> Follows:
        while True:
            votes: Counter[str] = Counter()
            differing = [
                (question, answer, book, kind)
                for number, (question, answer, rules) in enumerate(self._given)
                if (kind := difference(self.own(number, book := best.book(rules)), answer)) not in _SAME
            ]
            for question, answer, book, kind in differing[:: len(differing) // _VOTERS + 1]:
                assert kind is not None
                votes.update(explaining(question, answer, book, kind, pairs=False))
            better, voted = best, [choice for choice, _ in votes.most_common()]
            for first in range(0, len(voted), _TRIED):
                some = voted[first : first + _TRIED]
                tried = [self.under(with_choice(best.nearest, choice), heeds=best.heeds) for choice in some]
                better = max([best, *tried], key=lambda one: one.fits)
                if better is not best:
                    break
            if better is best:
                return best
            best = better

    def _pruned(self, best: Follows) -> Follows:
        base = rulebook()
        while True:
            weak: list[tuple[float, str]] = []
            for option in departures(best.nearest, base):
                every = [self.weigh(best, {option: base[option]}, phase) for phase in PhaseType]
                bearing = [weighed for weighed in every if weighed.total]
                if bearing and not any(map(holds, bearing)):
                    weak.append((max(weighed.share for weighed in bearing), option))
            if not weak:
                return best
            least = min(weak)[0]
            gone = [option for share, option in weak if share < LEAST_SHARE / 2 or share == least]
            best = self.under(best.nearest.with_options(**{one: base[one] for one in gone}), heeds=best.heeds)

    def _named(self, follows: Follows) -> Follows:
        """Return the same, named after the preset from which it departs least."""
        if follows.heeds:
            return follows
        nearest = min(PRESETS.values(), key=lambda preset: len(departures(follows.nearest, preset)))
        rules = nearest.with_options(**departures(follows.nearest, nearest))
        return replace(follows, nearest=rules)

    def explaining(self, one: CaseAnswer, follows: Follows) -> tuple[str, Weighed] | None:
        """Return the choices that explain why an answer is not that of its case, and the evidence for them.

        Args:
            one: An answer that is not that of its case.
            follows: The rulebook. If it was found, a choice counts if it holds, or if it is that of the DATC where the
                case is about another; if it is claimed, any counts.

        Returns:
            One choice, ``"option=choice"``, or two; or the rulebook; None if nothing explains it.
        """
        assert one.answer is not None
        book, plain = follows.book(one.rules), rulebook().choices
        explanations: list[tuple[int, str, Weighed]] = []
        for some in _sets(departures(book, one.rules)):
            if explanations and len(some) > explanations[0][0]:
                break
            if difference(answer_by(one.question, one.rules.with_options(**some)), one.answer) in _SAME:
                weighed = self.weigh(follows, {option: one.rules[option] for option in some}, one.question.type)
                shown = follows.claimed or (follows.rules is not None and not some.items() - plain.items())
                if shown or holds(weighed):
                    name = options_of(some) if len(some) <= 2 else f"rulebook {book.name}"
                    explanations.append((len(some), name, weighed))
        best = max(explanations, key=lambda entry: (entry[2].share, entry[2].with_choice), default=None)
        return best and best[1:]


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
