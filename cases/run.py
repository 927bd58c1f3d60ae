"""Running cases: expectations are compared with results under each rulebook that a case names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace

from ..map import Board, Position, PositionError, Unit, bits
from ..solver import (
    MovementResult,
    Order,
    OrderResult,
    Outcome,
    PhaseResult,
    Rulebook,
    Unclear,
    Waive,
    centers_after,
    following,
    rulebook,
)
from .case import (
    SUPERSEDED,
    Case,
    CasePhase,
    Expectation,
    Expected,
    RulebookExpectations,
    SetLine,
    WrittenOrder,
    listed,
    units_by_power,
)
from .catalog import title_in
from .course import play_case


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a case and standoff: where, the expectation, and the result."""

    where: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"{self.where}: expected {self.expected}, found {self.found}"


@dataclass(frozen=True, slots=True)
class CaseReport:
    """The report of a case under a rulebook; `str` gives a line for each difference."""

    case: Case
    rules: Rulebook
    differences: tuple[Difference, ...]

    @property
    def passed(self) -> bool:
        """True if there are no differences."""
        return not self.differences

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = "en") -> str:
        """Return the report with the title of the case in a language."""
        case = self.case
        about = f"{case.id} ({self.rules.name}): {title_in(case.id, case.title, language)}"
        if self.passed:
            return f"pass  {about}"
        head = f"FAIL  {about}   [{case.file}, line {case.line}]"
        return "\n".join([head, *(f"        {difference}" for difference in self.differences)])


def rulebooks_of(case: Case) -> Iterator[tuple[Rulebook, str]]:
    """Yield the rulebooks that a case names, each with the label of its block ("" for the main one)."""
    for name in case.rules:
        yield rulebook(name, **case.options), ""
    seen: set[str] = set()
    for phase in case.phases:
        for under in phase.under:
            for rules, label in _under_rulebooks(case, under):
                if label not in seen:
                    seen.add(label)
                    yield rules, label


def _under_rulebooks(case: Case, under: RulebookExpectations) -> Iterator[tuple[Rulebook, str]]:
    for name in under.rulebooks or case.rules[:1]:
        options = {**case.options, **under.options}
        rules = rulebook(name, **options)
        yield rules, f"{name} {sorted(under.options.items())}"


def _block(case: Case, phase: CasePhase, label: str) -> tuple[dict[str, Expectation], Expected]:
    """Return the expectations of a phase under the block `label`: for orders by province, and for the position.

    Sections that the block omits are those of the phase, except for paradoxes, which hold only for their own rulebook.
    """
    for under in phase.under:
        if any(other == label for _, other in _under_rulebooks(case, under)):
            sections = {one.name: getattr(under.expected, one.name) for one in fields(Expected)}
            written = {name: section for name, section in sections.items() if section is not None}
            return under.orders, replace(phase.expected, **{"paradoxes": None, **written})
    return {}, replace(phase.expected, paradoxes=None) if label else phase.expected


def given_orders(result: PhaseResult) -> tuple[Order, ...]:
    """Return the orders of a result, without unordered removals."""
    if isinstance(result, MovementResult):
        return tuple(result.orders)
    return tuple(one.order for one in list(result)[: result.given])


def run_case(case: Case, rules: Rulebook, label: str = "") -> CaseReport:
    """Run a case under `rules`; `label` names the block whose expectations apply."""
    differences: list[Difference] = []
    for phase, result, position in play_case(case, rules):
        overrides, expected = _block(case, phase, label)
        prefix = f"{phase.phase or phase.type}: " if len(case.phases) > 1 else ""
        for difference in _compare(case.board, phase, result, position, overrides, expected):
            differences.append(replace(difference, where=prefix + difference.where))
    return CaseReport(case, rules, tuple(differences))


def _shown(result: OrderResult) -> str:
    return str(Expectation(result.outcome.value, result.dislodged, result.destroyed))


def _compare(
    board: Board,
    phase: CasePhase,
    result: PhaseResult,
    position: Position,
    overrides: dict[str, Expectation],
    expected: Expected,
) -> Iterator[Difference]:
    pairs = list(_with_results(phase, result))
    for written, found, expectation in _expectations(pairs, overrides):
        shown = SUPERSEDED if found is None else _shown(found)
        if expectation is None:
            yield Difference(written.text, _NO_EXPECTATION, "none")
        elif str(expectation) != shown and (found is None or not expectation.covers(found)):
            yield Difference(written.text, str(expectation), shown)
    after = frozenset(result.after.units)
    if expected.after is None:
        yield Difference("AFTER", _NO_SECTION, "none")
    elif expected.after != after:
        yield Difference("AFTER", _units(expected.after - after), _units(after - expected.after))
    yield from _compare_positions(result, expected)
    if expected.owners is not None:
        owners = (
            centers_after(board, result.after)
            if result.after.phase and result.after.phase.season == "F"
            else {power: tuple(centers) for power, centers in position.centers.items()}
        )
        for power in board.powers:
            wanted_centers, got = expected.owners.get(power, frozenset()), frozenset(owners.get(power, ()))
            if wanted_centers != got:
                yield Difference(f"OWNERS {power}", listed(wanted_centers), listed(got))


_NO_EXPECTATION, _NO_SECTION = "an expectation in the case", "a section in the case"


def reported_differences(case: Case, phase: CasePhase, result: PhaseResult) -> Iterator[Difference]:
    """Yield the differences between a result and the record of a phase, which need not state everything."""
    stated, position = phase.expected, result.after
    with suppress(PositionError):  # nothing says who owns the centers
        position = following(result.after, case.board)
    unstated = {"DISLODGED": stated.dislodged is None, "CONTESTED": stated.contested is None}
    unstated["OWNERS"] = not any(result.before.centers.values())  # unknown before, and so after
    for difference in _compare(case.board, phase, result, position, {}, stated):
        left_out = difference.expected in (_NO_EXPECTATION, _NO_SECTION)
        if not left_out and not unstated.get(difference.where.partition(" ")[0]):
            yield difference


_Pair = tuple[WrittenOrder, OrderResult | None]


def _with_results(phase: CasePhase, result: PhaseResult) -> Iterator[_Pair]:
    """Yield each written order with its result; None if another set or a proxy's order counts instead."""
    if not (phase.sets or phase.lasting or phase.proxies):
        yield from zip(phase.orders, result, strict=False)  # unordered units come last
        return
    found: dict[tuple[str, str], list[OrderResult]] = {}
    for one in result:
        found.setdefault((one.order.power, _plainly(one.order)), []).append(one)
    owners = {(proxy.to, proxy.province): proxy.power for proxy in phase.proxies}
    numbers = [phase.sets.get((w.order.power, w.set), SetLine()).number or 0 for w in phase.orders]
    by_order: dict[int, OrderResult] = {}
    # of equal orders in two sets, the later one counts
    for at in sorted(range(len(numbers)), key=lambda at: (numbers[at], at), reverse=True):
        written_order = phase.orders[at].order
        for order in (written_order, *(written_order.meanings if isinstance(written_order, Unclear) else ())):
            owner = "" if isinstance(order, Waive) else owners.get((order.power, order.unit.province), "")
            results = found.get((order.power, _plainly(order))) or found.get((owner, _plainly(order)))
            if results:
                by_order[at] = results.pop()
                break
    for at, written in enumerate(phase.orders):
        yield written, by_order.get(at)


def _plainly(order: Order) -> str:
    """Return an order without the nationality of its unit, which an order of the owner omits."""
    if isinstance(order, (Waive, Unclear)) or order.unit.nationality is None:
        return str(order)
    return str(replace(order, unit=replace(order.unit, nationality=None)))


def _expectations(
    pairs: Sequence[_Pair], overrides: Mapping[str, Expectation]
) -> Iterator[tuple[WrittenOrder, OrderResult | None, Expectation | None]]:
    """Yield orders and results with their expectations.

    Of several orders to a unit, an UNDER block applies to those that count; to all if none counts.
    """
    places = [_place(written, found) for written, found in pairs]
    applies: dict[str, list[bool]] = {place: [] for place in overrides}
    for (_, found), place in zip(pairs, places, strict=True):
        if place in applies:
            applies[place].append(_applies(overrides[place], found))
    for (written, found), place in zip(pairs, places, strict=True):
        override = overrides.get(place)
        overridden = override is not None and (not any(applies[place]) or _applies(override, found))
        yield written, found, override if overridden else written.expected


def _place(written: WrittenOrder, found: OrderResult | None) -> str:
    order = written.order if found is None else found.order  # the meaning of an unclear order
    return order.unit.province if not isinstance(order, Waive) else ""


def _applies(override: Expectation, found: OrderResult | None) -> bool:
    outcome = SUPERSEDED if found is None else found.outcome.value
    return outcome not in (SUPERSEDED, Outcome.ILLEGAL.value) or outcome == override.outcome


def _compare_positions(result: PhaseResult, expected: Expected) -> Iterator[Difference]:
    """Yield differences in dislodged units, contested provinces and paradoxes; only movement phases have any."""
    movements = [result] if isinstance(result, MovementResult) else []
    expected_units = {d.unit: (d.attacker_from, d.retreats) for d in expected.dislodged or ()}
    found_units = {
        d.unit: (d.attacker_from, frozenset(moved.retreats[d.unit.province]))
        for moved in movements
        for d in moved.after.dislodged
    }
    for unit in units_by_power(expected_units.keys() | found_units.keys()):
        wanted, got = _retreats(expected_units.get(unit)), _retreats(found_units.get(unit))
        if wanted != got:
            yield Difference(f"DISLODGED {unit.power} {unit}", wanted, got)
    contested = expected.contested or frozenset[str]()
    found = frozenset(province for moved in movements for province in moved.after.contested)
    if contested != found:
        yield Difference("CONTESTED", listed(contested), listed(found))
    if expected.paradoxes is not None:
        lines = [paradox_line(moved, n) for moved in movements for n in range(len(moved.solution.paradoxes))]
        wanted_lines = list(expected.paradoxes)
        if sorted(lines) != sorted(wanted_lines):
            yield Difference("PARADOX", " and ".join(wanted_lines) or "none", " and ".join(lines) or "none")


def _units(units: frozenset[Unit]) -> str:
    return ", ".join(f"{unit.power} {unit}" for unit in units_by_power(units)) or "nothing more"


def _retreats(entry: tuple[str | None, frozenset[str]] | None) -> str:
    if entry is None:
        return "not dislodged"
    return f"from {entry[0]}; {listed(entry[1])}"


def paradox_line(result: MovementResult, number: int) -> str:
    """Return paradox `number` of a result in the notation of case files."""
    paradox = result.solution.paradoxes[number]
    core = sorted(result.assignment.units[unit].province for unit in bits(paradox.core))
    return f"{paradox.kind}; core {', '.join(core)}; {len(paradox.resolutions)} resolutions; {paradox.settled_by}"
