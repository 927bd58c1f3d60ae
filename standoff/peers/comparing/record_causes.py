"""What explains the differences of recorded games: the fewest choices of options and known faults.

A phase is explained by single choices, otherwise by fault models of the catalog, by pairs of choices, or by rulebooks.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ...cases import RecordedGame, ReplayCount, ReplayedPhase, choices_of, options_of
from ...map import StandoffError, UnreadWarning
from ...solver import PRESETS, Rulebook
from ...turn import recorded_retreats
from ..adapters.peer import PeerAnswer
from .fault_values import MODELS
from .judgement import alternatives, answer_by

FAULT = "the fault "
RULEBOOK = "rulebook "
"""The beginnings of explanations that are not choices."""

_UNEXPLAINED = "explained by no choice, pair of choices, known fault or rulebook"


@dataclass(slots=True)
class ReplayReport:
    """The report on recorded games, as text.

    Attributes:
        lines: The lines on single phases.
        faults: The games that cannot be read, each with the reason.
        count: The numbers of phases that agree and differ.
        explained: The number of differing phases by the explanations of each, most direct first.
        unread: What was not read of the games, a message for each.
    """

    lines: list[str] = field(default_factory=list[str])
    faults: list[str] = field(default_factory=list[str])
    count: ReplayCount = field(default_factory=lambda: ReplayCount(0))
    explained: Counter[tuple[str, ...]] = field(default_factory=Counter[tuple[str, ...]])
    unread: list[str] = field(default_factory=list[str])

    def add(self, other: ReplayReport) -> None:
        """Add the numbers of further games."""
        self.count.games += other.count.games
        self.count.phases += other.count.phases
        self.count.differing += other.count.differing
        self.explained += other.explained

    def summary(self) -> str:
        """Return the numbers, and the fewest explanations of the differences, each with its number of phases."""
        first, *more = [f"{name} explains {number}" for name, number in fewest(self.explained).items()] or [""]
        causes = ", ".join((f"; {first} of {self.count.differing}", *(f"{one} more" for one in more))) if first else ""
        return f"{self.count}{causes}"


def explanations(phase: ReplayedPhase) -> tuple[str, ...]:
    """Return what would lead to the record of a phase that differs; of choices, those of most rulebooks first."""
    turn, rules = phase.turn, phase.turn.rules
    own = answer_by(turn, rules)
    if _fits(own, phase):  # the date differs, or only the centers
        return ()
    only_retreats = _fits(own, phase, retreats=False)  # otherwise a second fault may concern them
    answers = {f"{name}={choice}": answer_by(turn, one) for (name, choice), one in alternatives(rules).items()}
    changed = {choice: answer for choice, answer in answers.items() if answer != own}

    def kinds() -> Iterator[list[str]]:
        yield sorted((choice for choice, answer in changed.items() if _fits(answer, phase)), key=_rareness)
        yield [
            f"{FAULT}{name}"
            for name, fault in MODELS.items()
            if any(_fits(answer, phase, retreats=only_retreats) for answer in fault.answers(turn, rules))
        ]
        yield [
            f"{one}, {two}"
            for one, two in combinations(changed, 2)
            if one.partition("=")[0] != two.partition("=")[0]
            and _fits(answer_by(turn, rules.with_options(**choices_of(f"{one}, {two}"))), phase)
        ]
        yield [f"{RULEBOOK}{name}" for name, other in PRESETS.items() if _fits(answer_by(turn, other), phase)]

    return tuple(next((some for some in kinds() if some), ()))


def _rareness(choice: str) -> int:
    """Return minus the number of rulebooks that make a choice."""
    return -sum(choices_of(choice).items() <= rules.items() for rules in PRESETS.values())


def fewest(found: Mapping[tuple[str, ...], int]) -> dict[str, int]:
    """Return the fewest explanations of most phases, each with the number of phases that it adds.

    Args:
        found: The number of phases by their possible explanations.

    >>> fewest({("a", "b"): 2, ("b",): 3, ("c",): 1, (): 1})
    {'b': 5, 'c': 1}
    """
    left, chosen = {names: number for names, number in found.items() if names}, dict[str, int]()
    while left:
        totals = Counter[str]()
        for names, number in left.items():
            totals.update(dict.fromkeys(names, number))
        name, chosen[name] = totals.most_common(1)[0]
        left = {names: number for names, number in left.items() if name not in names}
    return chosen


def replay_report(
    game: RecordedGame,
    rules: Rulebook | None = None,
    options: Mapping[str, str] | None = None,
    *,
    verbose: bool = False,
) -> ReplayReport:
    """Return the report on a recorded game.

    Args:
        game: The game.
        rules: The rulebook (default: that of the game).
        options: Single options that override it.
        verbose: True to list the phases that agree, too.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", UnreadWarning)
        try:
            report = report_on(game.name, list(game.replay(rules, options)), verbose=verbose)
        except StandoffError as fault:
            return ReplayReport(faults=[str(fault)])
    report.unread = [str(one.message) for one in caught]
    return report


def report_on(name: str, phases: Sequence[ReplayedPhase], *, verbose: bool = False) -> ReplayReport:
    """Return the report on the phases of a game."""
    report = ReplayReport(count=ReplayCount(1))
    causes: dict[str, tuple[str, ...]] = {}
    for phase in phases:
        report.count.add(phase)
        if phase.differences:
            causes[phase.name] = explanations(phase)
    report.explained.update(causes.values())
    chosen = fewest(report.explained)
    for phase in phases:
        if phase.differences or verbose:
            report.lines.extend(f"{name} {line}" for line in str(phase).splitlines())
        if phase.differences:
            cause = next((f"explained by {one}" for one in chosen if one in causes[phase.name]), _UNEXPLAINED)
            report.lines.append(f"{name} {phase.name}: {cause}")
    choices = [one for one in chosen if not one.startswith((FAULT, RULEBOOK))]
    if choices:
        options = choices_of(", ".join(reversed(choices)))  # of two choices of an option, the one for more phases
        rules = phases[0].turn.rules.with_options(**options)
        compared = [phase for phase in phases if phase.compared]
        agreeing = sum(
            _fits(answer_by(phase.turn, rules), phase) if phase.after.units else not phase.differences
            for phase in compared
        )
        report.lines.append(f"{name}: with {options_of(options)}: {agreeing} of {len(compared):,} phases agree")
    return report


def _fits(answer: PeerAnswer, phase: ReplayedPhase, *, retreats: bool = True) -> bool:
    """Return whether an answer to a phase leads to the units of the next record, and to its retreats if requested."""
    after, recorded = phase.after, phase.recorded
    if recorded is None or not after.units or answer.units != frozenset(after.units):
        return False
    places = {unit: to for unit, to in (answer.dislodged or {}).items() if to}
    if not places.keys() <= {d.unit for d in after.dislodged} <= (answer.dislodged or {}).keys():
        return False
    listed = recorded_retreats(recorded) if retreats else ()
    return not listed or listed == {(u.power, str(u), place) for u, to in places.items() for place in to}


__all__ = ["ReplayReport", "explanations", "fewest", "replay_report", "report_on"]
