"""Causes of differences: entries of the catalog, options of the rulebook, or unknown ones.

For the minimal question of each shape, all single choices of standoff's rulebook are tried, then pairs of them. Those
under which standoff agrees with the peer are weighed (`weighing`). A fresh process is asked every example again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ...cases import choices_of
from ...map import PhaseType
from ...solver import MovementResult, Rulebook, explain, option as option_named
from ...turn import Turn
from ..adapters.peer import HANGS, Peer
from .catalog import Attribution, KnownDifference, recognized
from .findings import Finding
from .judgement import CENTER_OF_ANOTHER, Kind, judgement_of
from .weighing import ChoiceWeigher, Weighed

_Choice = tuple[str, PhaseType, Kind]  # a choice that explains differences of a kind in a phase
_EXAMPLES = 3  # of a shape, asked again until one recurs


@dataclass(frozen=True, slots=True)
class SameShape:
    """The differences of one minimal shape, which count as one.

    Attributes:
        text: The shape.
        findings: The differences; first the example, the smallest that recurs.
        options: The choices that explain the example, each ``"option=choice"``, or two with a comma between.
        not_reproduced: The part of the example that a fresh process did not reproduce; "" if none.
    """

    text: str
    findings: tuple[Finding, ...]
    options: tuple[str, ...]
    not_reproduced: str = ""

    @property
    def example(self) -> Finding:
        """The representative difference."""
        return self.findings[0]


@dataclass(frozen=True)
class Cause(KnownDifference):
    """The common cause of differences, as an entry of the catalog or as a new one.

    Attributes:
        known: True if it is in the catalog.
        shapes: Its minimal shapes, most frequent first.
        weighed: The peer's answers elsewhere, for each choice that explains a shape; None if not weighed.
    """

    known: bool = False
    shapes: tuple[SameShape, ...] = ()
    weighed: Mapping[str, Weighed | None] = field(default_factory=lambda: {})

    @property
    def turns(self) -> int:
        """The number of turns that show it."""
        return sum(len(shape.findings) for shape in self.shapes)

    @property
    def findings(self) -> list[Finding]:
        """The differences, in the order of the questions."""
        return sorted((one for shape in self.shapes for one in shape.findings), key=lambda one: one.number)

    @property
    def example(self) -> Finding:
        """The smallest difference of the gravest kind; of equally small ones, the one whose shape is most frequent."""
        kinds = list(Kind)
        return min((shape.example for shape in self.shapes), key=lambda one: (kinds.index(one.kind), one.units))


def causes(
    findings: Iterable[Finding],
    rules: Rulebook,
    known: Sequence[KnownDifference] = (),
    weigher: ChoiceWeigher | None = None,
    original: Callable[[int], Turn | None] | None = None,
) -> list[Cause]:
    """Return the causes of differences, in the order of `Attribution`.

    Args:
        findings: The differences.
        rules: The rulebook of standoff.
        known: The catalog.
        weigher: Weighs choices, and asks the peer again; without it no choice is certain.
        original: Returns a question before its reduction, by number; without it only the reduced one is asked again.

    Raises:
        PeerUnavailable: The peer can no longer be started.
    """
    shapes = _shapes(findings, rules, weigher.peer if weigher else None, original)
    explained: Counter[str] = Counter()
    looks: dict[_Choice, set[str]] = {}
    evidence_by_model: Counter[str] = Counter()
    for shape in shapes:
        for choice in shape.options:
            explained[choice] += len(shape.findings)
            looks.setdefault((choice, shape.example.phase, shape.example.kind), set()).add(shape.example.symptom)
        for one in shape.findings:
            evidence_by_model.update(one.models)
    weighed = {choice: weigher.weigh(*choice, symptoms) if weigher else None for choice, symptoms in looks.items()}
    choices_made = {choice for (choice, _, _), one in weighed.items() if one is not None and one.holds}

    def weighed_of(shape: SameShape) -> dict[str, Weighed | None]:
        return {choice: weighed[choice, shape.example.phase, shape.example.kind] for choice in shape.options}

    groups: dict[tuple[Attribution, str], list[SameShape]] = {}
    entries: dict[str, KnownDifference] = {}
    for shape in shapes:
        first = shape.example
        best, certain = _best(weighed_of(shape), explained, choices_made)
        # entries of other programs, or of none, are named only if no choice may explain the difference
        candidates = [one for one in known if not (best and one.elsewhere)]
        entry = recognized(candidates, first, best if certain else "", shape.options, evidence_by_model)
        if shape.not_reproduced:
            key = (Attribution.NOT_REPRODUCED, shape.not_reproduced)
        elif first.later:
            key = (Attribution.OPEN, f"{first.phase}, {first.kind}, from its own answer to the phase before")
        elif entry is not None:
            entries[entry.name] = entry
            key = (entry.attribution, entry.name)
        elif first.kind is Kind.ERROR:
            key = (Attribution.ERROR, first.symptom)
        elif best:
            key = (Attribution.CHOICE if certain else Attribution.MAYBE, best)
        else:
            key = (Attribution.OPEN, f"{first.phase}, {first.kind}: {first.title or first.symptom}")
        groups.setdefault(key, []).append(shape)
    attributed: list[Cause] = []
    for (attribution, name), group in groups.items():
        group.sort(key=lambda shape: (-len(shape.findings), shape.example.units, shape.text))
        entry = entries.get(name) or new_entry(attribution, name, group[0].example, rules)
        weights = {choice: one for shape in reversed(group) for choice, one in weighed_of(shape).items()}
        attributed.append(Cause(**vars(entry), known=name in entries, shapes=tuple(group), weighed=weights))
    order, kinds = list(Attribution), list(Kind)
    return sorted(attributed, key=lambda c: (order.index(c.attribution), kinds.index(c.example.kind), -c.turns, c.name))


def _shapes(
    findings: Iterable[Finding],
    rules: Rulebook,
    peer: Peer | None,
    original: Callable[[int], Turn | None] | None,
) -> list[SameShape]:
    by_shape: dict[tuple[PhaseType, Kind, str, str], list[Finding]] = {}
    for one in findings:
        # errors are distinguished by their messages, other differences also by their shapes
        same = "" if one.kind is Kind.ERROR else "later" if one.later else one.shape
        by_shape.setdefault((one.phase, one.kind, same, one.symptom), []).append(one)
    shapes: list[SameShape] = []
    for group in by_shape.values():
        group.sort(key=lambda one: (one.units, len(one.request["orders"]), one.number))
        not_reproduced = ""
        if peer and not group[0].later:
            for one in group[:_EXAMPLES]:
                not_reproduced = _part_not_reproduced(one, rules, peer, original)
                if not not_reproduced:
                    group = [one, *(other for other in group if other is not one)]
                    break
        options = () if not_reproduced else group[0].judgement(rules).choices()
        shapes.append(SameShape(group[0].shape, tuple(group), options, not_reproduced))
    return shapes


def _part_not_reproduced(
    finding: Finding, rules: Rulebook, peer: Peer, original: Callable[[int], Turn | None] | None
) -> str:
    """Return the question, original or reduced, that a fresh process answers differently, "" if neither."""
    peer.close()
    reduced = finding.question
    whole = (original(finding.number) if original else None) or reduced
    questions = {"the question itself": whole}
    if not finding.message.startswith(HANGS):
        questions["the reduced question"] = reduced
    for what, question in questions.items():
        again = judgement_of(question, peer, rules)
        if isinstance(again, str) or again.kind is not finding.kind:
            return f"{finding.phase}, {finding.kind}: {what} comes out differently in a fresh process"
    return ""


def _best(
    weights: Mapping[str, Weighed | None], explained: Mapping[str, int], choices_made: Collection[str]
) -> tuple[str, bool]:
    """Return the choice that the peer seems to make, "" if none, and whether that is certain.

    Among choices that it follows equally often, the one that explains more differing turns counts.

    Args:
        weights: The choices that explain the difference, each weighed.
        explained: The number of turns that each choice explains.
        choices_made: The choices that the peer makes in any kind of difference.
    """
    held = {choice: weighed.share for choice, weighed in weights.items() if weighed is not None and weighed.holds}
    if held:
        return max(held, key=lambda choice: (round(held[choice], 1), explained[choice])), True
    left = [choice for choice, weighed in weights.items() if weighed is None or weighed.holds is None]
    certain = [choice for choice in left if choice in choices_made]
    return max(certain or left, key=lambda choice: explained[choice], default=""), bool(certain)


def new_entry(attribution: Attribution, name: str, first: Finding, rules: Rulebook) -> KnownDifference:
    """Return an entry for differences that the catalog does not know; `first` is the most frequent one."""
    if attribution in (Attribution.CHOICE, Attribution.MAYBE):
        options = [(option_named(option), choice) for option, choice in choices_of(name).items()]
        rule = ", ".join(dict.fromkeys(f"DATC {o.issue}" if o.issue[0].isdigit() else o.issue for o, _ in options))
        title = "; ".join(f"{o.about}: {o.choices[choice]}" for o, choice in options)
        return KnownDifference(name, attribution, title, rule, option=name)
    if first.later:
        return KnownDifference(name, attribution, f"{first.symptom}; it went on with {first.later}", "")
    if attribution is Attribution.OPEN:
        return KnownDifference(name, attribution, first.title or first.symptom, _rules_cited(first, rules))
    return KnownDifference(name, attribution, first.message if attribution is Attribution.ERROR else name, "")


def _rules_cited(finding: Finding, rules: Rulebook) -> str:
    """Return the paragraphs of the rules that decide the orders with different results."""
    if finding.kind is Kind.RETREATS or finding.phase is PhaseType.RETREAT:
        return "DATC 6.H"
    if finding.phase is PhaseType.ADJUSTMENT:
        return "DATC 6.I, DATC 6.J"
    if finding.symptom == CENTER_OF_ANOTHER:
        return "1982, XIII.1"
    judgement = finding.judgement(rules)
    assert isinstance(judgement.result, MovementResult)
    cited = {
        source
        for row, explanation in zip(judgement.outcomes, explain(judgement.result), strict=False)
        if row.differs
        for source in explanation.sources
    }
    return ", ".join(sorted(cited, key=lambda source: (not source.startswith("DATC"), source)))
