"""The judgement of a peer's answer: how it differs from standoff's, and the symptom of the difference.

Cross-check, score card and the pytest plugin judge by `Judgement`: the question, the results of standoff and the peer,
and the choices of options that explain a difference.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple
from weakref import WeakKeyDictionary, ref

from ...cases import Expectation
from ...map import Unit, province_of
from ...solver import (
    BY_LAND,
    OPTIONS,
    Build,
    ByOptionsRead,
    Move,
    MovementResult,
    Order,
    OrderResult,
    PhaseResult,
    Retreat,
    Rulebook,
    Support,
    adjudicate_phase,
)
from ...turn import Turn, owned_after
from ..adapters.peer import Coverage, NotExpressible, Part, Peer, PeerAnswer, PeerError, declared
from .off_by_one import OffByOneDetector
from .question_shape import place_of, units_of

CENTER_OF_ANOTHER = "a supply center belongs to another power"
"""The sign of a supply center that the peer gives to another power than standoff does."""
_LONGEST = 600  # characters of a message


class Kind(StrEnum):
    """The kinds of differences, gravest first."""

    POSITION = "position"
    RETREATS = "retreats"
    CONTESTED = "contested"
    ORDERS = "orders"
    ERROR = "error"

    @property
    def about(self) -> str:
        """A description."""
        return {
            Kind.POSITION: "the position afterwards differs",
            Kind.RETREATS: "the legal retreats differ",
            Kind.CONTESTED: "the contested provinces differ",
            Kind.ORDERS: "only the reported outcome differs",
            Kind.ERROR: "the peer gives no answer",
        }[self]


AGREEING_KINDS = (None, Kind.CONTESTED, Kind.ORDERS)
"""The kinds of differences that leave units and retreats the same."""


@dataclass(frozen=True, slots=True)
class ReportedOutcome:
    """The outcome of an order, of a unit without one, of a unit that no order explains, or of a supply center.

    Attributes:
        power: Its power.
        what: The order, the unit or the center: "A PAR - BUR".
        own: Standoff's outcome.
        peer: The peer's outcome: where the unit is, and whether the order succeeds if that is reported.
        differs: The kind of difference, the position or only the success; None if they agree.
        result: Standoff's result, with its reason; None where there is no order.
        words: Standoff's outcome in the words of `peer`; where there is no order, the sign of the difference.
    """

    power: str
    what: str
    own: str
    peer: str
    differs: Kind | None
    result: OrderResult | None
    words: str


@dataclass(frozen=True, eq=False)
class Judgement:
    """A peer's answer to a question, compared with standoff's.

    Attributes:
        question: The question.
        rules: The rulebook of standoff.
        answer: The peer's answer; None if there is none.
        message: The peer's error if there is no answer, as one line.
        alike: The constant part of `message`.
    """

    question: Turn
    rules: Rulebook
    answer: PeerAnswer | None
    message: str = ""
    alike: str = ""

    @cached_property
    def result(self) -> PhaseResult:
        """Standoff's result."""
        return settled(self.question, self.rules)

    @cached_property
    def own(self) -> PeerAnswer:
        """Standoff's result as an answer."""
        return answer_by(self.question, self.rules)

    @cached_property
    def kind(self) -> Kind | None:
        """The gravest kind of difference; None if there is none."""
        return Kind.ERROR if self.answer is None else difference(self.own, self.answer)

    @property
    def agrees_on_position(self) -> bool:
        """True if units and retreats agree, whatever is reported of single orders."""
        return self.kind in AGREEING_KINDS

    @cached_property
    def reports(self) -> dict[Part, bool]:
        """Whether the peer reports each part that matters; empty without an answer."""
        own, there = self.own, self.answer
        if there is None:
            return {}
        reports = {
            Part.DISLODGED: (own.dislodged, there.dislodged is not None),
            Part.RETREATS: (own.dislodged, there.dislodged is not None and None not in there.dislodged.values()),
            Part.CONTESTED: (own.contested, there.contested is not None),
            Part.ORDERS: (own.success, bool(there.success)),
        }
        return {part: reported for part, (matters, reported) in reports.items() if matters}

    @property
    def missing(self) -> frozenset[Part]:
        """The parts that matter and that the peer does not report; they are not compared."""
        return frozenset(part for part, reported in self.reports.items() if not reported)

    def count(self, coverage: Coverage, unreported: Collection[Part]) -> None:
        """Count reported and missing parts; `unreported` are the parts that the peer declares not to know."""
        coverage.reported.update(self.reports.keys() - self.missing)
        coverage.missing.update(self.missing - {*unreported})
        coverage.declared.update(self.missing & {*unreported})

    def left_open(self, unreported: Collection[Part]) -> frozenset[Part]:
        """Return the missing parts that leave open whether the answer is right.

        Args:
            unreported: The parts that the peer declares not to know. It must still report which units are dislodged,
                and their retreats: what is not compared has not passed.
        """
        needed = (Part.DISLODGED, Part.RETREATS)
        return frozenset(part for part in self.missing if part not in unreported or part in needed)

    def under_rulebook(self, rules: Rulebook) -> Judgement:
        """Return the judgement of the same answer under another rulebook."""
        if rules is self.rules:
            return self
        return Judgement(self.question, rules, self.answer, self.message, self.alike)

    # -- description ------------------------------------------------------------------------------------

    @cached_property
    def outcomes(self) -> list[ReportedOutcome]:
        """The outcomes of all orders, of units without one, and of unexplained units; empty without an answer."""
        question, own, peer = self.question, self.own, self.answer
        if peer is None:
            return []
        rows: list[ReportedOutcome] = []
        unit_at = {unit.province: unit for unit in units_of(question)}
        explained = {*own.units, *question.position.units}
        pairs = [(one, unit_at.get(place_of(one.order))) for one in self.result]
        mine = [*_matched(pairs, [_arrived(*pair, own) for pair in pairs], own, question)]
        matched = _matched(pairs, [ours.units for ours in mine], peer, question)
        for (one, _), ours, theirs in zip(pairs, mine, matched, strict=True):
            order = one.order
            explained.update(theirs.units)
            says, success = (peer.success or {}).get(order), (own.success or {}).get(order)
            differs = Kind.POSITION if ours.text != theirs.text else None
            if differs is None and None not in (says, success) and says != success:
                differs = Kind.ORDERS
            expected = str(Expectation(one.outcome.value, one.dislodged, one.destroyed))
            found = _joined(theirs.text, says) or "not told"
            rows.append(
                ReportedOutcome(order.power, str(order), expected, found, differs, one, _joined(ours.text, success))
            )
        there = {*peer.units, *(peer.dislodged or ())}
        missing: set[Unit] = set()
        if not any(
            row.differs is Kind.POSITION for row in rows
        ):  # otherwise it was taken instead of a unit in these rows
            ordered = {place_of(one.order) for one in self.result}
            missing = {unit for unit in own.units & {*question.position.units} if unit.province not in ordered}
        for unit in sorted((there - explained) | (missing - there), key=lambda unit: (unit.power, str(unit))):
            became, other = ("no such unit", "stands") if unit in there else ("stays", "gone")
            sign = "a unit that no order explains" if unit in there else "a unit without an order is gone"
            rows.append(ReportedOutcome(unit.power, str(unit), became, other, Kind.POSITION, None, sign))
        for center in sorted({center for center, _ in _owned(own, peer) ^ _owned(peer, own)}):
            mine, theirs = ((answer.centers or {}).get(center, "") for answer in (own, peer))
            became, other = (f"belongs to {power.capitalize() or 'nobody'}" for power in (mine, theirs))
            rows.append(ReportedOutcome(mine or theirs, center, became, other, Kind.POSITION, None, CENTER_OF_ANOTHER))
        return rows

    @cached_property
    def retreats(self) -> list[tuple[Unit, frozenset[str], frozenset[str]]]:
        """Each dislodged unit whose retreats differ, with its retreats according to standoff and to the peer."""
        reported = (self.answer and self.answer.dislodged) or {}
        return [
            (unit, own, there)
            for unit, own in (self.own.dislodged or {}).items()
            if own is not None and (there := reported.get(unit)) is not None and there != own
        ]

    @property
    def _differing(self) -> list[ReportedOutcome]:
        """The outcomes that differ in `kind`."""
        return [row for row in self.outcomes if row.differs is self.kind]

    @property
    def heads(self) -> frozenset[str]:
        """The possible beginnings of signs of a difference in position or retreats, from standoff's result."""
        return _answers_of(self.question).heads.under(self.rules)

    def may_show(self, signs: Collection[str]) -> bool:
        """Return whether an answer could show any of some signs, judging by standoff's result alone."""
        return any(head(sign) in (sign, *self.heads) for sign in signs)

    @cached_property
    def signs(self) -> set[str]:
        """A sign for each unit or order that differs in `kind`, without powers and places.

        It has the order's kind, standoff's reason, and the peer's outcome.
        """
        if self.kind is Kind.RETREATS:
            return set(self._signs_of_retreats())
        if self.kind is Kind.CONTESTED and self.answer is not None:
            own, there = (_contested(answer) for answer in (self.own, self.answer))
            signs = {
                "a province that a standoff left empty is not contested": own - there,
                "a province that no standoff left empty is contested": there - own,
            }
            return {sign for sign, places in signs.items() if places}
        return {
            f"{self._named(row.result)}; there {_plain(row.peer, self.kind)}" if row.result else row.words
            for row in self._differing
        }

    @property
    def symptom(self) -> str:
        """All signs of the difference; if the peer gives no answer, the constant part of its error."""
        return self.alike if self.answer is None else " | ".join(sorted(self.signs)) or "one unit for another"

    @property
    def title(self) -> str:
        """A description of the difference: the expected outcomes, and the peer's."""
        if self.answer is None or self.kind in (Kind.RETREATS, Kind.CONTESTED):
            return self.symptom
        titles = sorted({self._titled(row) for row in self._differing}) or [self.symptom]
        more = f"; {len(titles) - _MOST_TITLES} more" if len(titles) > _MOST_TITLES else ""
        return "; ".join(titles[:_MOST_TITLES]) + more

    def _titled(self, row: ReportedOutcome) -> str:
        if row.result is None:
            return row.words
        kind, _, reason = self._named(row.result).partition(": ")
        own, peer = (_plain(words, self.kind) for words in (row.words, row.peer))
        if own == peer == "goes":
            peer = "goes to another coast" if "/" in row.peer else "goes, and its coast is missing"
        return f"{kind} ({reason}): should {_SHOULD.get(own, own)}, {_VERB_PHRASES.get(peer, peer)}"

    def _named(self, order_result: OrderResult) -> str:
        """Return the kind of an order and the reason for its result."""
        return _kind_and_reason(order_result, self.question, self.result)

    def _signs_of_retreats(self) -> Iterator[str]:
        """Yield a sign for each unit whose retreats differ: how it was dislodged, and places added or missing."""
        after = self.result.after
        dislodged = {d.unit: d for d in after.dislodged}
        kind_of = dict.fromkeys(after.contested, "contested") | {unit.province: "occupied" for unit in after.units}
        for unit, own, there in self.retreats:
            d = dislodged[unit]
            kinds = {d.attacker_from: "the attacker's"} | kind_of
            for word, places in (("more", there - own), ("fewer", own - there)):
                if places:
                    which = sorted({kinds.get(province_of(place), "free") for place in places})
                    yield f"{_outcome_without_places(d.by_convoy)}: {word} retreats ({', '.join(which)})"

    @property
    def wrong(self) -> str:
        """The outcomes that differ in `kind`, with the expected ones."""
        if self.answer is None:
            return self.message
        if self.kind is Kind.RETREATS:
            return "; ".join(
                f"retreats of {unit}: {listed(there)} (expected: {listed(own)})" for unit, own, there in self.retreats
            )
        if self.kind is Kind.CONTESTED:
            own, there = (listed(_contested(answer)) for answer in (self.own, self.answer))
            return f"contested provinces: {there} (expected: {own})"
        return "; ".join(f"{row.what}: {row.peer} (expected: {row.own})" for row in self._differing)

    # -- comparing and explaining differences ------------------------------------------------------------

    def differs_alike(self, other: Judgement) -> bool:
        """Return whether two answers have the same kind of difference, and, without an answer, the same error."""
        return self.kind is not None and (self.kind, self.alike) == (other.kind, other.alike)

    def choices(self, *, pairs: bool = True) -> tuple[str, ...]:
        """Return the choices under which standoff agrees with the peer, or pairs of choices if no single one is enough.

        If the position or the retreats differ, reported outcomes of orders need not agree.

        Args:
            pairs: False to try single choices only.
        """
        answer = self.answer
        if answer is None:
            return ()
        enough = AGREEING_KINDS if self.kind not in AGREEING_KINDS else (None,)

        answers = {single: answer_by(self.question, rules) for single, rules in alternatives(self.rules).items()}
        good = [one for one, own in answers.items() if own != self.own and difference(own, answer) in enough]
        if good or not pairs:
            return tuple("=".join(single) for single in good)
        return tuple(
            f"{'='.join(one)}, {'='.join(two)}"
            for one, two in combinations(answers, 2)
            if one[0] != two[0] and (answers[one] != self.own or answers[two] != self.own)
            if difference(answer_by(self.question, changed(self.rules, (one, two))), answer) in enough
        )


@lru_cache(maxsize=4096)
def changed(rules: Rulebook, choices: tuple[tuple[str, str], ...]) -> Rulebook:
    """Return a rulebook with other choices, by option."""
    return rules.with_options(**dict(choices))


@lru_cache(maxsize=64)
def alternatives(rules: Rulebook) -> dict[tuple[str, str], Rulebook]:
    """Return the rulebooks that differ in one option, by option and choice."""
    singles = [(name, choice) for name, kind in OPTIONS.items() for choice in kind.choices if choice != rules[name]]
    return {(name, choice): rules.with_options(**{name: choice}) for name, choice in singles}


class Inexpressible(str):
    """Why a question cannot be put to a peer at all, whatever the peer could answer."""

    __slots__ = ()


def judgement_of(question: Turn, peer: Peer, rules: Rulebook) -> Judgement | str:
    """Ask `peer`, and return the judgement of its answer, or why it cannot be asked.

    Parts that the peer declares not to know are not compared.

    Raises:
        PeerUnavailable: The peer can no longer be started, is one answer late, or hangs after a fixed number of
            questions.
    """
    missing = peer.unsupported(question)
    if missing is not None:
        return Inexpressible(missing)
    detector = _detectors.setdefault(peer, OffByOneDetector())
    try:
        answer = detector.answer(peer, question)
    except NotExpressible as why:
        return str(why)
    except PeerError as fault:
        return Judgement(question, rules, None, _line(str(fault)), re.sub(r"\d+", "…", _line(fault.message)))
    judged = Judgement(question, rules, answer.leaving_out(declared(peer)))
    detector.record(peer, question, judged.own, judged.answer)
    return judged


_detectors: WeakKeyDictionary[Peer, OffByOneDetector] = WeakKeyDictionary()


def _line(message: str) -> str:
    """Return a peer's message as one line, short enough for a report and without unprintable characters."""
    line = "".join(c if c.isprintable() else "\ufffd" for c in " ".join(message.split()))
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"


# -- answers ----------------------------------------------------------------------------------------


def settled(question: Turn, rules: Rulebook) -> PhaseResult:
    """Return standoff's result for `question` under `rules`."""
    return adjudicate_phase(question.position, question.orders, rules=rules, board=question.board)


class _QuestionAnswers:
    """What is known of a question, computed once for all rulebooks that agree in the options that matter there.

    Attributes:
        answers: Standoff's own answer.
        heads: The kinds and reasons of orders, and the ways in which units are dislodged.
    """

    def __init__(self, itself: ref[Turn]) -> None:
        def answer(rules: Rulebook) -> PeerAnswer:
            question = existing()
            return answer_of_result(question, settled(question, rules))

        def heads(rules: Rulebook) -> frozenset[str]:
            question = existing()
            result = settled(question, rules)
            named = [_kind_and_reason(one, question, result) for one in result]
            return frozenset([*named, *(_outcome_without_places(d.by_convoy) for d in result.after.dislodged)])

        def existing() -> Turn:
            question = itself()
            assert question is not None
            return question

        self.itself, self.answers, self.heads = itself, ByOptionsRead(answer), ByOptionsRead(heads)


_question_answers: dict[int, _QuestionAnswers] = {}
"""What is known of each question that exists, by its `id`: a turn is hashed more slowly than it is adjudicated."""


def _answers_of(question: Turn) -> _QuestionAnswers:
    key = id(question)
    known = _question_answers.get(key)
    if known is None:
        known = _question_answers[key] = _QuestionAnswers(ref(question, lambda _: _question_answers.pop(key, None)))
    return known


def answer_by(question: Turn, rules: Rulebook) -> PeerAnswer:
    """Return standoff's own answer to `question` under `rules`; it is kept as long as the question."""
    return _answers_of(question).answers.under(rules)


def _kind_and_reason(one: OrderResult, question: Turn, result: PhaseResult) -> str:
    """Return the kind of an order and the reason for its result."""
    order, kind = one.order, type(one.order).__name__.lower()
    if isinstance(order, Support):
        kind = "support of a move" if order.destination else "support to hold"
    if isinstance(result, MovementResult) and isinstance(order, Move) and not one.rule:
        unit = next((n for n, u in enumerate(question.position.units) if u.province == place_of(order)), -1)
        if unit >= 0 and result.table.rows[unit].way != BY_LAND:
            kind = "convoyed move"
    return f"{kind}: {one.rule or one.reason.name.lower().replace('_', ' ')}"


def answer_of_result(question: Turn, result: PhaseResult) -> PeerAnswer:
    """Return a result as an answer."""
    after = frozenset(result.after.units)
    centers = None
    if question.position.centers:
        owned = owned_after(result, question.board)
        centers = {center: power for power, some in owned.items() for center in some}
    if not isinstance(result, MovementResult):
        return PeerAnswer(after, None, _success(question, result), centers)
    dislodged = {d.unit: frozenset(result.retreats[d.unit.province]) for d in result.after.dislodged}
    orders = question.orders
    if orders == result.orders and len(set(orders)) == len(orders):  # cheaper: makes no reasons
        return PeerAnswer(
            after, dislodged, {order: result.success(order) for order in orders}, centers, result.after.contested
        )
    return PeerAnswer(after, dislodged, _success(question, result), centers, result.after.contested)


def _success(question: Turn, result: PhaseResult) -> dict[Order, bool]:
    """Return whether each order succeeds; an order given twice is left out unless both succeed or both fail."""
    verdicts: dict[Order, set[bool]] = {}
    for _, order_result in zip(question.orders, result, strict=False):
        verdicts.setdefault(order_result.order, set()).add(order_result.success)
    return {order: values.pop() for order, values in verdicts.items() if len(values) == 1}


def difference(own: PeerAnswer, peer: PeerAnswer) -> Kind | None:
    """Return the gravest difference between standoff's answer and a peer's, None if there is none.

    Parts that the peer does not report do not differ.
    """
    if own == peer:
        return None
    return next((kind for kind in _COMPARED if _facts(own, kind, peer) != _facts(peer, kind, own)), None)


def side(one: PeerAnswer, two: PeerAnswer, peer: PeerAnswer, kind: Kind) -> int | None:
    """Return which of two answers a peer agrees with where they differ in `kind`: 1 or 2, or 0 for neither.

    None if they do not differ, or only in unreported parts.
    """
    first, second = (_facts(answer, kind, peer) for answer in (one, two))
    there = _facts(peer, kind, one) | _facts(peer, kind, two)
    if first == second:
        return None
    if first - second <= there and not (second - first) & there:
        return 1
    return 2 if second - first <= there and not (first - second) & there else 0


_COMPARED = tuple(kind for kind in Kind if kind is not Kind.ERROR)


def _facts(answer: PeerAnswer, kind: Kind, other: PeerAnswer) -> frozenset[object]:
    """Return the facts of a kind that an answer states, in the parts that another answer reports, too."""
    if kind is Kind.POSITION:
        out = (answer.dislodged or ()) if other.dislodged is not None else ()
        return frozenset((*answer.units, *(("out", unit) for unit in out), *_owned(answer, other)))
    if kind is Kind.RETREATS:
        there = other.dislodged or {}
        return frozenset(
            (unit, places)
            for unit, places in (answer.dislodged or {}).items()
            if places is not None and there.get(unit) is not None
        )
    if kind is Kind.CONTESTED:
        return _contested(answer) if other.contested is not None else frozenset()
    there = other.success or {}
    return frozenset(item for item in (answer.success or {}).items() if item[0] in there)


def _owned(answer: PeerAnswer, other: PeerAnswer) -> frozenset[tuple[str, str]]:
    """Return the owners of supply centers, if another answer reports them, too."""
    return frozenset((answer.centers or {}).items()) if other.centers is not None else frozenset()


def _contested(answer: PeerAnswer) -> frozenset[str]:
    """Return the contested provinces without a unit: elsewhere, being contested makes no difference."""
    return (answer.contested or frozenset()) - {unit.province for unit in answer.units}


# -- words ------------------------------------------------------------------------------------------


_VERDICT = {None: "", True: "succeeds", False: "fails"}
_SHOULD = {
    "stays": "stay",
    "goes": "go",
    "dislodged": "be dislodged",
    "gone": "disband",
    "built": "be built",
    "succeeds": "succeed",
    "fails": "fail",
    "": "come to nothing",
}
_VERB_PHRASES = {"dislodged": "is dislodged", "gone": "is gone", "built": "is built", "not told": "does not"}
_MOST_TITLES = 3  # orders in a title
_WITHOUT_PLACES = {"goes to ": "goes", "built as ": "built as another unit"}
"""The beginnings of unit outcomes that name places or units, and the same outcomes without them."""


def head(sign: str) -> str:
    """Return the beginning of a sign: standoff's outcome."""
    return sign.partition("; there " if "; there " in sign else ": ")[0]


def listed(places: frozenset[str]) -> str:
    """Return the retreats of a unit as text."""
    return ", ".join(sorted(places)) or "none"


def _joined(outcome: str, success: bool | None) -> str:
    return ", ".join(filter(None, (outcome, _VERDICT[success])))


def _outcome_without_places(by_convoy: bool) -> str:
    return f"dislodged {'by convoy' if by_convoy else 'over land'}"


def _plain(words: str, kind: Kind | None) -> str:
    """Return an outcome without places."""
    outcome, _, verdict = words.partition(", ")
    if kind is Kind.ORDERS:
        return verdict or outcome
    return next((plain for begun, plain in _WITHOUT_PLACES.items() if outcome.startswith(begun)), outcome)


class _UnitOutcome(NamedTuple):
    """The outcome of a unit, judged by the position afterwards ("" if none), and the units that it explains."""

    text: str
    units: Sequence[Unit] = ()


_Pair = tuple[OrderResult, Unit | None]  # the result of an order, and its unit


def _arrived(result: OrderResult, unit: Unit | None, own: PeerAnswer) -> list[Unit]:
    """Return the unit at the destination of a move or retreat that standoff carries out."""
    goes = result.success and isinstance(result.order, Move | Retreat)
    return [there for there in own.units if unit and goes and there != unit and _may_become(unit, result.order, there)]


def _matched(
    pairs: Sequence[_Pair], first: Sequence[Sequence[Unit]], peer: PeerAnswer, question: Turn
) -> Iterator[_UnitOutcome]:
    """Yield the outcome of each unit, so that as many as possible of the units in an answer are explained.

    Of units of one power and type, those are matched first that are at the places in `first`.
    """
    out = peer.dislodged or {}
    places = [
        sorted((u for u in peer.units if unit and unit not in out and _may_become(unit, one.order, u)), key=str)
        for one, unit in pairs
    ]
    order_of = {unit: n for n, units in enumerate(first) for unit in units if unit in places[n]}

    def match(number: int, tried: set[Unit]) -> bool:
        for there in places[number]:
            if there not in tried:
                tried.add(there)
                if there not in order_of or match(order_of[there], tried):
                    order_of[there] = number
                    return True
        return False

    for number in range(len(pairs)):
        _ = number in order_of.values() or match(number, set())
    for number, (one, unit) in enumerate(pairs):
        there = frozenset(place for place, other in order_of.items() if other == number)
        yield _unit_outcome(unit, one.order, peer if unit is None else replace(peer, units=there), question)


def _may_become(unit: Unit, order: Order, there: Unit) -> bool:
    """Return whether a unit may be the one that stands somewhere after an order: it stayed, or went there."""
    goal = province_of(order.destination) if isinstance(order, Move | Retreat) else ""
    return (there.power, there.type) == (unit.power, unit.type) and (there == unit or there.province == goal)


def _unit_outcome(unit: Unit | None, order: Order, answer: PeerAnswer, question: Turn) -> _UnitOutcome:
    if isinstance(order, Build):
        built = [u for u in answer.units if u.province == order.unit.province and u.power == order.power]
        if unit is not None or not built:
            return _UnitOutcome("")
        as_ordered = (built[0].type, built[0].location) == (order.unit.type, order.unit.place)
        return _UnitOutcome("built" if as_ordered else f"built as {built[0]}", built)
    if unit is None:
        return _UnitOutcome("")
    if unit in (answer.dislodged or {}):
        return _UnitOutcome("dislodged", [unit])
    if unit in answer.units and not any(d.unit == unit for d in question.position.dislodged):
        return _UnitOutcome("stays", [unit])
    goal = province_of(order.destination) if isinstance(order, Move | Retreat) else ""
    arrived = [u for u in answer.units if u.province == goal and (u.power, u.type) == (unit.power, unit.type)]
    if not arrived:
        return _UnitOutcome("gone")
    return _UnitOutcome(f"goes to {goal if arrived[0] in question.position.units else arrived[0].location}", arrived)
