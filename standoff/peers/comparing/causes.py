"""Causes of differences: entries of the catalog, choices of the rulebook, fault models, or unknown ones.

For the minimal question of each shape, all single choices of standoff's rulebook are tried, then pairs of them, and the
fault models. Those under which standoff agrees with the peer are weighed (`evidence`): a name is given only if the
peer's other answers do not refute it. A fresh process is asked every example again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...cases import choices_of
from ...map import PhaseType
from ...solver import MovementResult, Rulebook, explain, option as option_named
from ...text import counted
from ...turn import Turn
from ..adapters.peer import HANGS, Peer
from .catalog import Attribution, KnownDifference, named_by_sign
from .evidence import Evidence, Weighed
from .fault_values import MODELS, models_of
from .findings import Finding
from .judgement import AGREEING_KINDS, CENTER_OF_ANOTHER, Judgement, Kind, judgement_of, side

_EXAMPLES = 3  # of a shape, asked again until one recurs
_MOST_TRIED = 40  # shapes for which all fault models, and pairs of choices, are tried
_MOST_SIGNS = 6  # of an unknown cause that its remark lists


@dataclass(frozen=True)
class SameShape:
    """The differences of one minimal shape, which count as one.

    Attributes:
        text: The shape.
        findings: The differences; first the example, the smallest that recurs.
        options: The choices that explain the example, each ``"option=choice"``, or two with a comma between.
        judged: The judgement of the example.
        not_reproduced: The part of the example that a fresh process did not reproduce; "" if none.
    """

    text: str
    findings: tuple[Finding, ...]
    options: tuple[str, ...]
    judged: Judgement
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
    def excused(self) -> bool:
        """True for a choice of rules that no other answer refutes."""
        weighed = self.weighed.get(self.option)
        refuted = weighed is not None and weighed.contradictions and not weighed.plausible
        return self.attribution is Attribution.CHOICE or (self.attribution is Attribution.MAYBE and not refuted)

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


class Attributor:
    """Attributes differences to causes, of a catalog or new ones, under a rulebook or that of each question.

    Without evidence, explanations are not weighed, and no name is certain.
    """

    def __init__(
        self, evidence: Evidence | None, known: Sequence[KnownDifference] = (), rules: Rulebook | None = None
    ) -> None:
        self.evidence, self.known, self.rules = evidence, known, rules
        self._entries = {one.name: one for one in known if one.model}
        self._choices: dict[tuple[str, PhaseType, bool], Weighed | None] = {}
        self._faults: dict[tuple[str, PhaseType], Weighed] = {}

    def causes(self, findings: Iterable[Finding], original: Callable[[int], Turn | None] | None = None) -> list[Cause]:
        """Return the causes of differences, in the order of `Attribution`.

        With `original`, which returns a question before its reduction by its number, a fresh process is asked again.

        Raises:
            PeerUnavailable: The peer can no longer be started.
        """
        shapes = sorted(self._shapes(findings, original), key=lambda shape: -len(shape.findings))
        explained = Counter[str]()
        for shape in shapes:
            explained.update(dict.fromkeys(shape.options, len(shape.findings)))
        faults = self._faults_of(shapes)
        groups: dict[tuple[Attribution, str], list[SameShape]] = {}
        entries: dict[str, KnownDifference] = {}
        for shape in shapes:
            attribution, name, entry = self._attributed(shape, explained, faults)
            if entry is not None:
                entries[name] = entry
            groups.setdefault((attribution, name), []).append(shape)
        attributed = [self._cause(*key, entries.get(key[1]), group) for key, group in groups.items()]
        order, kinds = list(Attribution), list(Kind)
        return sorted(
            attributed, key=lambda c: (order.index(c.attribution), kinds.index(c.example.kind), -c.turns, c.name)
        )

    def _attributed(
        self, shape: SameShape, explained: Mapping[str, int], faults: Mapping[str, int]
    ) -> tuple[Attribution, str, KnownDifference | None]:
        """Return the class and name of the cause of a shape, and its entry if the catalog has one."""
        first = shape.example
        if shape.not_reproduced:
            return Attribution.NOT_REPRODUCED, shape.not_reproduced, None
        if first.later:
            return Attribution.OPEN, f"{first.phase}, {first.kind}, from its own answer to the phase before", None
        entry = named_by_sign((one for one in self.known if not one.elsewhere), first, shape.options)
        best, certain = self._best(shape, explained)
        names = [name for name in faults if self._leads(name, shape)]
        may_be = certain or ((weighed := self._weighed(shape).get(best)) and weighed.plausible)
        if entry is None and may_be and not any(faults[name] > explained[best] for name in names):
            by_option = (one for one in self.known if one.option == best and not (one.signs or one.model))
            entry = next((one for one in by_option if not one.elsewhere), None)
            if entry is None:
                return Attribution.CHOICE if certain else Attribution.MAYBE, best, None
        if entry is None and names:
            entry = self._entries[names[0]]
        entry = entry or named_by_sign(self.known, first, shape.options)
        if entry is not None:
            return entry.attribution, entry.name, entry
        if first.kind is Kind.ERROR:
            return Attribution.ERROR, first.symptom, None
        if best:
            return Attribution.CHOICE if certain else Attribution.MAYBE, best, None
        what = Kind.RETREATS if first.kind is Kind.CONTESTED else first.kind
        return Attribution.OPEN, f"{first.phase}: {what.about}", None

    def _cause(
        self, attribution: Attribution, name: str, entry: KnownDifference | None, group: list[SameShape]
    ) -> Cause:
        group.sort(key=lambda shape: (-len(shape.findings), shape.example.units, shape.text))
        known = entry is not None
        entry = entry or new_entry(attribution, name, group)
        weights = {choice: one for shape in reversed(group) for choice, one in self._weighed(shape).items()}
        entry = replace(entry, attribution=attribution)
        return Cause(**vars(entry), known=known, shapes=tuple(group), weighed=weights)

    # -- explanations ---------------------------------------------------------------------------------

    def _weighed(self, shape: SameShape) -> dict[str, Weighed | None]:
        """Return the evidence for each choice that explains a shape; None if it is not weighed."""
        words = shape.example.kind in AGREEING_KINDS
        for choice in shape.options:
            key = choice, shape.example.phase, words
            if key not in self._choices:
                weigh = self.evidence and self.evidence.weigh_choice
                self._choices[key] = weigh(choices_of(choice), key[1], words=words) if weigh else None
        return {choice: self._choices[choice, shape.example.phase, words] for choice in shape.options}

    def _best(self, shape: SameShape, explained: Mapping[str, int]) -> tuple[str, bool]:
        """Return the choice that the peer seems to make, "" if none, and whether that is certain."""
        weights = self._weighed(shape)
        held = {choice: weighed.share for choice, weighed in weights.items() if weighed is not None and weighed.holds}
        if held:
            return max(held, key=lambda choice: (round(held[choice], 1), explained[choice])), True
        left = [
            c for c, one in weights.items() if one is None or (one.holds is None and one.plausible) or not one.total
        ]
        made = {choice for (choice, _, _), one in self._choices.items() if one is not None and one.holds}
        certain = [choice for choice in left if choice in made]
        return max(certain or left, key=lambda choice: explained[choice], default=""), bool(certain)

    def _faults_of(self, shapes: Sequence[SameShape]) -> dict[str, int]:
        """Return the fault models that the peer's answers bear out, with the number of turns that each explains.

        They are in the order in which they are preferred: first one that was found in this program, then one that
        explains more turns, one with fewer contradictions, one found in any program, and the more specific one.
        """
        standing: dict[str, None] = {}
        tried = 0
        for shape in shapes:
            if shape.not_reproduced or shape.example.later or any(self._leads(name, shape) for name in standing):
                continue
            tried += 1
            if tried > _MOST_TRIED:
                break
            phase = shape.example.phase
            standing |= dict.fromkeys(name for name in models_of(shape.judged) if self._fault(name, phase).plausible)
        turns = Counter[str]()
        for shape in shapes:
            turns.update(dict.fromkeys(models_of(shape.judged, standing), len(shape.findings)))
        share = {
            name: min(one.share for (n, _), one in self._faults.items() if n == name and one.total) for name in standing
        }
        ranks, entries = list(MODELS), self._entries
        ordered = sorted(
            standing,
            key=lambda n: (entries[n].elsewhere, -turns[n], -share[n], not entries[n].found, ranks.index(n)),
        )
        return {name: turns[name] for name in ordered}

    def _fault(self, name: str, phase: PhaseType) -> Weighed:
        """Return the evidence for a fault model: none without an entry, one turn if somebody examined this program."""
        key = name, phase
        if key not in self._faults:
            entry = self._entries.get(name)
            weigh = entry and entry.elsewhere and entry.attribution is Attribution.FAULT and self.evidence
            found = Weighed(with_choice=int(entry is not None and not entry.elsewhere))
            self._faults[key] = weigh.weigh(MODELS[name].answers, phase, fault=True) if weigh else found
        return self._faults[key]

    def _leads(self, name: str, shape: SameShape) -> bool:
        """Return whether a fault model explains the example of a shape, wholly or as far as it changes anything."""
        judged, kind, there = shape.judged, shape.example.kind, shape.judged.answer
        if there is None or not self._fault(name, shape.example.phase).plausible:
            return False
        answers = MODELS[name].answers(judged.question, judged.rules)
        return any(side(judged.own, answer, there, kind) == 2 for answer in answers)

    # -- shapes -----------------------------------------------------------------------------------------

    def _shapes(
        self, findings: Iterable[Finding], original: Callable[[int], Turn | None] | None
    ) -> Iterator[SameShape]:
        peer = self.evidence.peer if self.evidence else None
        by_shape: dict[tuple[PhaseType, Kind, str, str], list[Finding]] = {}
        for one in findings:
            # errors are distinguished by their messages, other differences also by their shapes
            same = "" if one.kind is Kind.ERROR else "later" if one.later else one.shape
            by_shape.setdefault((one.phase, one.kind, same, one.symptom), []).append(one)
        for number, group in enumerate(by_shape.values()):
            group.sort(key=lambda one: (one.units, len(one.request["orders"]), one.number))
            not_reproduced = ""
            if peer and original and not group[0].later:
                for one in group[:_EXAMPLES]:
                    not_reproduced = _part_not_reproduced(one, self.rules or one.question.rules, peer, original)
                    if not not_reproduced:
                        group = [one, *(other for other in group if other is not one)]
                        break
            judged = group[0].judgement(self.rules or group[0].question.rules)
            pairs = judged.kind not in AGREEING_KINDS and number < _MOST_TRIED
            options = () if not_reproduced else judged.choices(pairs=pairs)
            yield SameShape(group[0].shape, tuple(group), options, judged, not_reproduced)


def _part_not_reproduced(finding: Finding, rules: Rulebook, peer: Peer, original: Callable[[int], Turn | None]) -> str:
    """Return the question, original or reduced, that a fresh process answers differently, "" if neither."""
    peer.close()
    reduced = finding.question
    whole = original(finding.number) or reduced
    questions = {"the question itself": whole}
    if not finding.message.startswith(HANGS):
        questions["the reduced question"] = reduced
    for what, question in questions.items():
        again = judgement_of(question, peer, rules)
        if isinstance(again, str) or again.kind is not finding.kind:
            return f"{finding.phase}, {finding.kind}: {what} comes out differently in a fresh process"
    return ""


def new_entry(attribution: Attribution, name: str, group: Sequence[SameShape]) -> KnownDifference:
    """Return an entry for differences that the catalog does not know, the most frequent ones first."""
    first = group[0].example
    if attribution in (Attribution.CHOICE, Attribution.MAYBE):
        options = [(option_named(option), choice) for option, choice in choices_of(name).items()]
        rule = ", ".join(dict.fromkeys(f"DATC {o.issue}" if o.issue[0].isdigit() else o.issue for o, _ in options))
        title = "; ".join(f"{o.about}: {o.choices[choice]}" for o, choice in options)
        return KnownDifference(name, attribution, title, rule, option=name)
    if first.later:
        return KnownDifference(name, attribution, f"{first.symptom}; it went on with {first.later}", "")
    if attribution is Attribution.OPEN:
        signs = signs_of(group)
        return KnownDifference(name, attribution, first.title or first.symptom, _rules_cited(group[0]), signs)
    return KnownDifference(name, attribution, first.message if attribution is Attribution.ERROR else name, "")


def signs_of(group: Sequence[SameShape]) -> str:
    """Return that no name stands, and the signs of the differences, each with the number of turns that show it."""
    turns = Counter[str]()
    for shape in group:
        turns[shape.example.title or shape.example.symptom] += len(shape.findings)
    if len(turns) == 1:
        return "No known fault explains this."
    shown = [f"{title} ({counted(number, 'turn')})" for title, number in turns.most_common(_MOST_SIGNS)]
    more = [f"{len(turns) - _MOST_SIGNS} more signs"] * (len(turns) > _MOST_SIGNS)
    return f"No known fault explains these. The signs: {' / '.join((*shown, *more))}."


def _rules_cited(shape: SameShape) -> str:
    """Return the paragraphs of the rules that decide the orders with different results."""
    finding, judged = shape.example, shape.judged
    if finding.kind is Kind.RETREATS or finding.phase is PhaseType.RETREAT:
        return "DATC 6.H"
    if finding.symptom == CENTER_OF_ANOTHER:
        return "1982, XIII.1"
    if finding.phase is PhaseType.ADJUSTMENT:
        return "DATC 6.I, DATC 6.J"
    assert isinstance(judged.result, MovementResult)
    cited = {
        source
        for row, explanation in zip(judged.outcomes, explain(judged.result), strict=False)
        if row.differs
        for source in explanation.sources
    }
    return ", ".join(sorted(cited, key=lambda source: (not source.startswith("DATC"), source)))
