"""What differences are put down to: an option of the rulebook, a known fault, or nothing yet.

For the minimal question of each shape all single choices of standoff's rulebook are tried, then pairs of them. One
under which standoff says what the peer says may do so by chance: so the peer is asked random questions on which that
choice matters, to see which side it takes there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ...map import PhaseType, load_board
from ...solver import OPTIONS, MovementResult, Rulebook, explain
from ...solver import option as option_named
from ...solver.rulebook import board_of
from ..peers.peer import Answer, Peer, PeerError, Question
from .compare import Kind, answer_by, difference, settled, side, told
from .findings import Finding
from .generator import question
from .known import Known, Verdict, recognised

DRAWN = 1500
"""Among how many random questions such are sought on which a choice matters."""
_ENOUGH = 30  # that matter


@dataclass(frozen=True, slots=True)
class Weighed:
    """Which side a peer takes in random questions on which a choice matters.

    Attributes:
        with_choice: In how many its answer is that under the choice.
        with_rules: In how many it is that of the rulebook.
        neither: In how many it is neither.
    """

    with_choice: int
    with_rules: int
    neither: int

    @property
    def total(self) -> int:
        """How many questions there were."""
        return self.with_choice + self.with_rules + self.neither


@dataclass(frozen=True, slots=True)
class Shape:
    """The differences of one minimal shape, which count as one.

    Attributes:
        text: The shape.
        findings: The differences, the smallest first.
        options: What explains the smallest, each a choice ``"option=choice"`` or two with a comma between.
    """

    text: str
    findings: tuple[Finding, ...]
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cause:
    """What differences have in common.

    Attributes:
        name: A short name.
        verdict: What it is put down to.
        title: What the peer does, a line.
        rule: Where the rule stands.
        remark: What there is to be said about it.
        option: The choice that explains it, "" if none does.
        known: True if a file of known differences names it.
        shapes: Its minimal shapes, that of the most turns first.
        weighed: For each choice that explains a shape, which side the peer takes elsewhere; None where nobody asked.
    """

    name: str
    verdict: Verdict
    title: str
    rule: str
    remark: str
    option: str
    known: bool
    shapes: tuple[Shape, ...]
    weighed: Mapping[str, Weighed | None]

    @property
    def turns(self) -> int:
        """How many turns show it."""
        return sum(len(shape.findings) for shape in self.shapes)

    @property
    def example(self) -> Finding:
        """The smallest difference of the gravest kind; of equally small ones, that of the shape met most often."""
        kinds = list(Kind)
        return min((shape.findings[0] for shape in self.shapes), key=lambda one: (kinds.index(one.kind), one.units))

    @property
    def kind(self) -> Kind:
        """In what the example differs."""
        return self.example.kind


def explaining(question: Question, answer: Answer, rules: Rulebook, kind: Kind) -> tuple[str, ...]:
    """Return the choices under which standoff agrees with the peer's `answer`, pairs of them if no single one does.

    Args:
        question: The question, best a minimal one.
        answer: What the peer says.
        rules: The rulebook under which standoff says something else.
        kind: In what it differs; what is only said of orders has not to agree if more than that differs.
    """
    enough = (None,) if kind is Kind.ORDERS else (None, Kind.ORDERS)
    base = answer_by(question, rules)
    singles = [(one.name, choice) for one in OPTIONS for choice in one.choices if choice != rules[one.name]]
    good: list[str] = []
    moving: list[tuple[str, str]] = []
    for name, choice in singles:
        own = answer_by(question, rules.with_options(**{name: choice}))
        if own != base:
            moving.append((name, choice))
            if difference(own, answer) in enough:
                good.append(f"{name}={choice}")
    if good:
        return tuple(good)
    for one, two in combinations(singles, 2):
        if one[0] != two[0] and (one in moving or two in moving):
            own = answer_by(question, rules.with_options(**dict((one, two))))
            if difference(own, answer) in enough:
                good.append(f"{one[0]}={one[1]}, {two[0]}={two[1]}")
    return tuple(good)


def with_choice(rules: Rulebook, text: str) -> Rulebook:
    """Return a rulebook with the choices in `text` made."""
    pairs = (part.strip().partition("=") for part in text.split(","))
    return rules.with_options(**{name: choice for name, _, choice in pairs})


class Scales:
    """Weighs choices: asks the peer random questions on which one matters.

    Args:
        peer: The peer.
        rules: The rulebook that standoff is read under.
        drawn: Among how many random questions such are sought.
    """

    def __init__(self, peer: Peer, rules: Rulebook, drawn: int = DRAWN) -> None:
        self.peer = peer
        self.rules = rules
        self.drawn = drawn
        self._answers: dict[int, Answer | None] = {}
        self._weighed: dict[tuple[str, PhaseType, Kind], Weighed] = {}

    def weigh(self, choice: str, phase: PhaseType, kind: Kind) -> Weighed:
        """Return which side the peer takes; nothing in it if the choice matters in no question that was drawn.

        Raises:
            PeerUnavailable: The peer cannot be started any more.
        """
        key = (choice, phase, kind)
        if key not in self._weighed:
            self._weighed[key] = self._weigh(with_choice(self.rules, choice), phase, kind)
        return self._weighed[key]

    def _weigh(self, changed: Rulebook, phase: PhaseType, kind: Kind) -> Weighed:
        sides = [0, 0, 0]
        for number, (asked, base) in enumerate(_drawn(self.rules, self.drawn)):
            if sum(sides) >= _ENOUGH:
                break
            if asked.type is not phase:
                continue
            other = answer_by(asked, changed)
            if other == base:
                continue
            answer = self._answer(number, asked)
            taken = None if answer is None else side(base, other, answer, kind)
            if taken is not None:
                sides[taken] += 1
        return Weighed(sides[2], sides[1], sides[0])

    def _answer(self, number: int, asked: Question) -> Answer | None:
        if number not in self._answers:
            try:
                self._answers[number] = None if self.peer.cannot(asked) else self.peer.answer(asked)
            except PeerError:
                self._answers[number] = None
        return self._answers[number]


@lru_cache(maxsize=2)
def _drawn(rules: Rulebook, count: int) -> list[tuple[Question, Answer]]:
    """Return random questions, each with standoff's answer."""
    board = load_board(board_of(rules.name))
    drawn = (question(0, number, board=board) for number in range(count))
    return [(asked, answer_by(asked, rules)) for asked in drawn]


def causes(
    findings: Iterable[Finding], rules: Rulebook, known: Sequence[Known] = (), scales: Scales | None = None
) -> list[Cause]:
    """Return what differences are put down to: faults first, then what is open, then matters of rulebook.

    Args:
        findings: The differences.
        rules: The rulebook that standoff was read under.
        known: The differences that a person has judged.
        scales: What weighs choices; without it a choice that explains a shape counts as its cause.

    Raises:
        PeerUnavailable: The peer cannot be started any more.
    """
    groups: dict[tuple[Verdict, str], list[Shape]] = {}
    entries: dict[str, Known] = {}
    weighed: dict[tuple[str, PhaseType, Kind], Weighed | None] = {}
    every = _shapes(findings, rules)
    explained: Counter[str] = Counter()
    for shape in every:
        explained.update({choice: len(shape.findings) for choice in shape.options})
    for shape in every:
        first = shape.findings[0]
        for choice in shape.options:
            weighed[choice, first.phase, first.kind] = scales.weigh(choice, first.phase, first.kind) if scales else None
        sides = {choice: weighed[choice, first.phase, first.kind] for choice in shape.options}
        # of a crash the shape says little: anything may come out wrong in the same turn
        text = "" if first.kind is Kind.ERROR else shape.text
        entry = recognised(known, text, first.symptom, shape.options)
        best = _best(sides, explained)
        if entry is not None:
            entries[entry.name] = entry
            key = (entry.verdict, entry.name)
        elif first.kind is Kind.ERROR:
            key = (Verdict.ERROR, first.symptom)
        elif best:
            key = (Verdict.CHOICE, best)
        else:
            key = (Verdict.OPEN, f"{first.phase}, {first.kind}: {first.symptom}")
        groups.setdefault(key, []).append(shape)
    made: list[Cause] = []
    for (verdict, name), shapes in groups.items():
        shapes.sort(key=lambda shape: (-len(shape.findings), shape.findings[0].units, shape.text))
        sides = {
            choice: weighed[choice, shape.findings[0].phase, shape.findings[0].kind]
            for shape in reversed(shapes)
            for choice in shape.options
        }
        made.append(_cause(verdict, name, tuple(shapes), sides, entries.get(name), rules))
    order = list(Verdict)
    return sorted(made, key=lambda c: (order.index(c.verdict), list(Kind).index(c.kind), -c.turns, c.name))


def _shapes(findings: Iterable[Finding], rules: Rulebook) -> list[Shape]:
    by_shape: dict[tuple[PhaseType, Kind, str, str], list[Finding]] = {}
    for one in findings:
        # crashes are told apart by what the peer says, everything else by its shape
        same = one.symptom if one.kind is Kind.ERROR else one.shape
        by_shape.setdefault((one.phase, one.kind, same, one.symptom), []).append(one)
    found: list[Shape] = []
    for group in by_shape.values():
        group.sort(key=lambda one: (one.units, len(one.request["orders"]), one.number))
        first = group[0]
        asked = first.question
        answer = first.answer(asked)
        options = explaining(asked, answer, rules, first.kind) if answer is not None else ()
        found.append(Shape(first.shape, tuple(group), options))
    return found


def _best(sides: Mapping[str, Weighed | None], explained: Mapping[str, int]) -> str:
    """Return the choice that the peer seems to have made, "" if it goes with none of them elsewhere.

    Of choices that it goes with as often, the one that explains more of the turns that differ.
    """
    best, most = "", (0.0, 0)
    for choice, weighed in sides.items():
        share = 0.5  # nothing speaks against it
        if weighed is not None and weighed.total:
            share = weighed.with_choice / weighed.total
        if share >= 0.5 and (round(share, 1), explained[choice]) > most:
            best, most = choice, (round(share, 1), explained[choice])
    return best


def _cause(
    verdict: Verdict,
    name: str,
    shapes: tuple[Shape, ...],
    weighed: Mapping[str, Weighed | None],
    known: Known | None,
    rules: Rulebook,
) -> Cause:
    if known is not None:
        return Cause(name, verdict, known.title, known.rule, known.remark, known.option, True, shapes, weighed)
    first = shapes[0].findings[0]
    if verdict is Verdict.CHOICE:
        parts = [part.strip().partition("=") for part in name.split(",")]
        options = [(option_named(option), choice) for option, _, choice in parts]
        rule = ", ".join(dict.fromkeys(f"DATC {o.issue}" if o.issue[0].isdigit() else o.issue for o, _ in options))
        title = "; ".join(f"{o.about}: {o.choices[choice]}" for o, choice in options)
        return Cause(name, verdict, title, rule, "", name, False, shapes, weighed)
    if verdict is Verdict.ERROR:
        return Cause(name, verdict, name, "", "", "", False, shapes, {})
    return Cause(name, verdict, first.symptom, ", ".join(_sources(first, rules)), "", "", False, shapes, weighed)


_OTHER_SOURCES = {
    Kind.RETREATS: ("DATC 6.H",),
    PhaseType.RETREAT: ("DATC 6.H",),
    PhaseType.ADJUSTMENT: ("DATC 6.I", "DATC 6.J"),
}


def _sources(finding: Finding, rules: Rulebook) -> list[str]:
    """Return where the rules stand that decide the orders on which the answers differ."""
    asked = finding.question
    answer = finding.answer(asked)
    if finding.kind is Kind.RETREATS or finding.phase is not PhaseType.MOVEMENT or answer is None:
        return list(_OTHER_SOURCES.get(finding.kind, ()) or _OTHER_SOURCES.get(finding.phase, ()))
    result = settled(asked, rules)
    assert isinstance(result, MovementResult)
    rows = told(asked, result, answer)
    found: dict[str, None] = {}
    for row, explanation in zip(rows, explain(result), strict=True):
        if row.differs:
            found.update(dict.fromkeys(source for source in explanation.sources))
    return sorted(found, key=lambda source: (not source.startswith("DATC"), source))
