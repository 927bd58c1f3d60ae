"""Reports of results and listings of positions, as lines of a case file.

    Movement results for Fall of 1901.  (delphi.002)      PHASE F1901M
    Russia: Army Vienna -> Budapest.  (*bounce*)          RUSSIA: Army Vienna -> Budapest => bounces
    The Russian Army in Vienna can retreat to Tyrolia.    DISLODGED: RUSSIA: Army Vienna from BUD; Tyrolia

In a phase with marks, orders without one succeeded. Whatever may be an order goes to the reader of case files, which
reports its faults; other lines are listed as unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest

from ..map import Board, Phase, PhaseType, Position, Unit, province_of
from ..solver import Build, Convoy, Disband, Hold, Move, Order, OrderError, Retreat, Support, Waive
from ..text import (
    quoted,
    read_line,
    readable,
    split_orders,
    split_remarks,
    unit_of_text,
    unit_place,
    without_quote_marks,
)
from .conversion import CaseLines
from .faults import FormatError

_DATE = r"(?P<date>[^.(\n]*?\d+)\W*(?:\(.*\))?$"
_BLOCKS = {
    "results": rf"(?:status of the )?(?P<kind>movement|retreat|adjustment)s? (?:results|orders) for {_DATE}",
    "units": rf"(?:starting position|status of the (?P<kind>\w+) phase) for {_DATE}",
    "dislodged": r"the following units? w\w+ dislodged:?$",
    "after": r"unit (?:locations|positions):?$",
    "owners": r"(?:ownership of supply cent\w+|supply cent\w+ ownership):?$",
}
"""The blocks of a judge's report by their headings."""

_SECTIONS = {"units": "UNITS", "after": "AFTER", "owners": "OWNERS"}

_KINDS = {
    "diplomacy": PhaseType.MOVEMENT,
    "retreats": PhaseType.RETREAT,
    "unitplacement": PhaseType.ADJUSTMENT,
    "builds": PhaseType.ADJUSTMENT,
}
"""Headings of a part of a season, without blanks."""

_RESULTS = {
    r"(?:bounce[sd]?|stand-?off|stood off)(?: (?:with|off|by|against) .*)?": "bounces",
    r"(?:support )?cut(?: by .*)?": "cut",
    r"no convoy": "no convoy",
    r"void|nso|ordered to move|not ordered": "void",
    r"invalid|illegal|impossible": "illegal",
    r"(?:convoy )?disrupted": "disrupted",
    r"(?:dislodged|disbanded)(?: by .*)?": "dislodged",
    r"(?:destroyed|annihilated)(?: by .*)?": "destroyed",
    r"fail(?:s|ed|ure)?|unsuccessful|false|no|0": "fails",
    r"succe(?:ed|eds|eded|ss|ssful)|works|true|yes|1": "succeeds",
}
"""The outcomes of case files by the marks of reports."""

_SUCCESSES: dict[type, str] = {
    **{Hold: "holds", Move: "moves", Support: "supports", Convoy: "convoys"},
    **{Retreat: "retreats", Disband: "disbands", Build: "builds", Waive: "waives"},
}
"""The outcome of an order that succeeds."""

_SIGNS = {"parenthes": "(", "bracket": "(", "asterisk": "*", "underlin": "_", "italic": "*_", "bold": "*"}
"""The signs around failed orders by the words for them."""

_LEGEND = re.compile(r"(?i)\b(?:fail\w*|unsuccessful)\b.*\b({0})|\b({0})\w*\b.*\bfail".format("|".join(_SIGNS)))
"""A line that says how failed orders are marked."""

_DISLODGED = re.compile(
    r"(?i)the (?P<power>\w[\w -]*?) (?P<unit>army|fleet) (?:in|over|at)(?: the)? (?P<place>.+?)"
    r"(?: can retreat to (?P<places>.+?)| with no valid retreats?\b.*?)\.?$"
)
_NO_ORDER = re.compile(r"(?i)(.+?),? no orders? (?:processed|received|given)\b")
_REDUNDANT = re.compile(
    r"(?i)\d+ supply cent|\d* ?(?:unusable|unused) builds?|\W*(?:the )?(?:next phase|deadline)|orders? resolution"
)
_MAY_BE_ORDER = re.compile(
    r"\b(?:[AF]|(?i:army|fleet))\b\.? ?\(?\w.*(?:[-–>]|\b(?:[SCH]|(?i:supports?|convoys?|holds?))\b)"
)
_POWER = re.compile(r"\W{0,3}([^\W\d][^:]{0,80}?)\s*(?:\([^():]*\)\s*)?(?::\s*(.*)|)$")
_UNIT = re.compile(r"(?i)(?:a|f|army|fleet)\.?\s+\w[\w.' -]*(?: ?\([\w .]+\)|/\w\w)?\.?")


def results_of(words: str) -> tuple[set[str], str]:
    """Return the outcomes that a mark names, none if it is no mark, and the place of a retreat that it names.

    >>> results_of("dislodged, retreats to Pic"), results_of("for Germany")
    (({'dislodged'}, 'Pic'), (set(), ''))
    """
    found: set[str] = set()
    place = ""
    for part in re.split(r"\s*[,;/+]\s*|\s+(?:and|but)\s+", words.strip()):
        found.update(name for pattern, name in _RESULTS.items() if re.fullmatch(pattern, part, re.IGNORECASE))
        if retreat := re.fullmatch(r"(?:(?:retreat(?:s|ed)?|r)(?: to)?|to|->?) +(.+)", part, re.IGNORECASE):
            place = retreat[1]
    return (found, place) if found else (found, "")


@dataclass(slots=True)
class _ReportedOrder:
    """An order of a report, with its line, its marks, and its meaning, if it is one order."""

    line: int
    power: str
    text: str
    marks: set[str]
    order: Order | None = None
    units: list[Unit] = field(default_factory=list[Unit])
    success: str = "succeeds"

    def expected(self, *, has_list: bool) -> str:
        """Return its outcome in the words of case files; `has_list`: destroyed units are listed."""
        fates = self.marks & {"dislodged", "destroyed"}
        other = min(self.marks - fates, default="")
        if not fates:
            return self.success if other in ("", "succeeds") else other
        fate = min(fates, key=("destroyed", "dislodged").index)
        if fate == "dislodged" and not has_list:
            return "fails, dislodged"  # whether it may retreat is unknown
        return fate if isinstance(self.order, Hold) and not other else f"{other or 'fails'}, {fate}"


_Entry = tuple[int, str, str]
"""An entry of a section: its line, its power, its text."""


@dataclass(slots=True)
class _ReportedPhase:
    """A phase of a report.

    A judge's has the orders of all units, and may list the units before them. It is unclear if nobody says what
    brackets mean.
    """

    kind: PhaseType
    date: Phase | None
    line: int
    is_judged: bool = False
    is_listed: bool = False
    is_unclear: bool = False
    is_reported: bool = False
    orders: list[_ReportedOrder] = field(default_factory=list[_ReportedOrder])
    said: set[tuple[str, str, frozenset[str]]] = field(default_factory=set[tuple[str, str, frozenset[str]]])
    sections: dict[str, list[_Entry]] = field(default_factory=dict[str, list[_Entry]])

    def add(self, section: str, line: int, power: str, text: str) -> None:
        """Add an entry to a section."""
        self.sections.setdefault(section, []).append((line, power, text))


class _Report:
    """Reads the blocks of a report."""

    def __init__(self, text: str, name: str, board: Board, block: str = "results") -> None:
        self.name, self.board, self.block = name, board, block
        self.phases: dict[tuple[PhaseType, Phase | None], _ReportedPhase] = {}
        self.phase: _ReportedPhase | None = None
        self.unread: list[str] = []
        self.power = ""
        legend = _LEGEND.search(text)
        self.failed = _SIGNS[(legend[1] or legend[2]).lower()] if legend else ""
        self.has_marks = bool(self.failed or re.search(r"(?im)^[^\w\n]*diplomacy[^\w\n]*$", text))
        below = False
        for number, line in self.joined(text.splitlines()):
            if line:
                self.line(number, line, below=below)
            below = bool(line)

    def joined(self, lines: list[str]) -> Iterator[tuple[int, str]]:
        """Yield the lines, stripped, with their numbers; parts of a broken line are joined."""
        number, whole = 0, ""
        for n, raw in enumerate(lines, 1):
            line = without_quote_marks(raw).strip()
            is_open = re.match(r"The .*(?:Army|Fleet)\b", whole) or (self.powered(whole) or ("", ""))[1]
            is_open = (is_open and not re.search(r"[.):*]$", whole)) or whole.endswith(" St.")
            is_open = is_open and not re.match(r"\W*(?:(?:A|F|Army|Fleet|The)\b|$)", line)
            if is_open and self.powered(line) is None:
                whole += f" {line}"
                continue
            if number:
                yield number, whole
            number, whole = n, line
        yield number, whole

    def powered(self, line: str) -> tuple[str, str] | None:
        """Return the power at the beginning of a line, before a colon or alone, and the rest; None without one."""
        match = _POWER.match(line)
        power = self.board.names.power(match[1].strip(" *_")) if match else None
        return (power, match[2] or "") if match and power is not None else None

    def fault(self, line: int, what: str) -> FormatError:
        return FormatError(f"{self.name}, line {line}: {what}")

    def begin(self, kind: PhaseType, date: Phase | None, line: int) -> _ReportedPhase:
        """Return the phase of a date, new or not."""
        return self.phases.setdefault((kind, date), _ReportedPhase(kind, date, line, is_reported=self.has_marks))

    def line(self, number: int, line: str, *, below: bool) -> None:
        """Read a line; `below`: there is no empty line above it."""
        if self.heading(number, line):
            return
        phase = self.phase or self.begin(PhaseType.MOVEMENT, None, number)
        found = self.powered(line)
        if _REDUNDANT.match(line) or _LEGEND.search(line):
            return
        if self.block == "dislodged" and (match := _DISLODGED.match(line)):
            power = self.board.names.power(match["power"])
            if power is None:
                raise self.fault(number, f"no power {quoted(match['power'])}{self.board.nearest_power(match['power'])}")
            places = ", ".join(re.split(r"\s+or\s+", match["places"])) if match["places"] else "none"
            phase.add("DISLODGED", number, power, f"{match['unit']} {match['place']};{places}")
        elif found is not None:
            self.power, rest = found
            if rest and not _REDUNDANT.match(rest):
                self.entries(number, phase, rest)
        elif self.block == "dislodged" and re.search(r"(?i)retreat|destroyed", line):
            expected = "'The Austrian Army in Vienna can retreat to Bohemia or Galicia.'"
            raise self.fault(number, f"expected a line as in {expected}, cannot read {quoted(line)}")
        elif (below and self.power and self.block != "dislodged") or (
            self.block == "results" and any(self.may_be_order(part) for part in (line, line.partition(":")[2].strip()))
        ):
            self.power = self.power if below else ""
            self.entries(number, phase, line)
        else:
            self.unread.append(f"line {number}: {line}")

    def may_be_order(self, text: str) -> bool:
        return readable(text, self.board) or _MAY_BE_ORDER.search(text) is not None

    def heading(self, number: int, line: str) -> bool:
        """Read a heading of a block or a date; return whether it is one."""
        for block, pattern in _BLOCKS.items():
            match = re.match(rf"(?i)\W*{pattern}", line)
            if match is None:
                continue
            self.block, self.power = block, ""
            if "date" in match.groupdict():
                kind = match["kind"] or "movement"
                date = Phase.dated(f"{match['date']} {kind}")
                if date is None:
                    raise self.fault(number, f"expected a date as in 'Fall of 1901', cannot read {quoted(line)}")
                self.phase = self.begin(date.type, date, number)
                self.phase.is_judged = self.phase.is_reported = self.phase.is_judged or block == "results"
            return True
        date = Phase.dated(re.sub(r"\(.*?\)|[:,. ]+$", "", line)) if len(line) < 100 else None
        kind = _KINDS.get(re.sub(r"\W", "", line).lower())
        if date is None and kind is not None and self.phase is not None and self.phase.date is not None:
            season = "W" if kind is PhaseType.ADJUSTMENT else self.phase.date.season.replace("W", "F")
            date = replace(self.phase.date, season=season, type=kind)
        elif date is None:
            return False
        else:
            self.block, self.power = "results", ""
        self.phase = self.begin(date.type, date, number)
        return True

    def entries(self, number: int, phase: _ReportedPhase, text: str) -> None:
        """Read the units, centers or orders of a power in a line."""
        section = _SECTIONS.get(self.block)
        no_order = _NO_ORDER.match(text)
        if no_order:
            phase.add("UNITS", number, self.power, no_order[1])
        elif section is not None:
            phase.is_listed |= section == "UNITS"
            for part in re.split(r"[,;]\s*", text.rstrip(" .")):
                phase.add(section, number, self.power, part.strip())
        else:
            for part in split_orders(text, self.board.names):
                self.order(number, phase, part)

    def order(self, number: int, phase: _ReportedPhase, text: str) -> None:
        """Read an order and its marks."""
        marks, retreat, kept = set[str](), "", list[str]()
        sentence = re.fullmatch(r"(.*?)[\s.]*((?:\([\w ,]*\)[\s.]*)+)", text)
        bare, remarks = split_remarks(text, self.board)
        if not remarks and sentence is not None:
            bare, remarks = sentence[1], re.findall(r"\((.*?)\)", sentence[2])
        for remark in remarks:
            found, place = results_of(remark.strip("*_ ."))
            marks, retreat = marks | found, retreat or place
            if remark.strip("*_(") == "":  # around the order
                marks |= {"fails"} if self.failed and remark[0] in self.failed else set()
                phase.is_unclear |= not self.failed
            elif not found and re.fullmatch(r"\*.*\*", remark):
                known = ", ".join(dict.fromkeys(_RESULTS.values()))
                raise self.fault(number, f"no result {quoted(remark)} in {quoted(text)}; known: {known}")
            elif not found:
                kept.append(f" ({remark})")
        one = _ReportedOrder(number, self.power, bare.strip().rstrip(".") + "".join(kept), marks)
        said = (one.power, one.text, frozenset(marks))
        if phase.kind is PhaseType.MOVEMENT and said in phase.said:
            return  # quoted in another mail
        phase.said.add(said)
        phase.orders.append(one)
        phase.is_reported |= bool(marks)
        try:
            content = read_line(f"{self.power}: {one.text}" if self.power else one.text, None, self.board, phase.kind)
        except OrderError:
            return  # the reader of case files reports it
        orders = [order for _, _, order in content.orders if not isinstance(order, OrderError)]
        one.order = orders[0] if len(content.orders) == len(orders) == 1 else None
        is_retreat = phase.kind is PhaseType.RETREAT and isinstance(one.order, Move)
        one.success = "retreats" if is_retreat else _SUCCESSES.get(type(one.order), one.success)
        places = [unit_place(order.unit, order.power, self.board) for order in orders if not isinstance(order, Waive)]
        one.units = [place.unit for place in places if place.unit is not None]
        if retreat and phase.kind is PhaseType.MOVEMENT:
            date = phase.date and replace(phase.date, type=PhaseType.RETREAT)
            text = f"{one.units[0] if one.units else one.text} R {retreat}"
            self.begin(PhaseType.RETREAT, date, number).orders.append(_ReportedOrder(number, self.power, text, set()))

    # -- lines of a case file ---------------------------------------------------------------------------

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield the lines, each with that of the report."""
        phases = [one for one in self.phases.values() if one.orders or one.sections]
        is_dated = all(one.date for one in phases)
        phases.sort(key=lambda one: (one.date or 0) if is_dated else one.line)
        owners: list[_Entry] = []
        for phase in phases:
            owners = self.complete(phase, owners)
        for phase, following in zip_longest(phases, phases[1:]):
            if following is not None and _is_next(phase, following) and "DISLODGED" not in phase.sections:
                phase.sections.setdefault("AFTER", following.sections["UNITS"])
            yield phase.line, f"PHASE {phase.date or phase.kind}"
            units = phase.sections.pop("UNITS", [])
            yield from ((line, f"UNITS: {power}: {text}") for line, power, text in units)
            has_list = "DISLODGED" in phase.sections
            for one in phase.orders:
                is_told = one.marks or (phase.is_reported and not phase.is_unclear and one.order is not None)
                expected = f" => {one.expected(has_list=has_list)}" if is_told else ""
                yield one.line, f"{f'{one.power}: ' if one.power else ''}{one.text}{expected}"
            for section, entries in phase.sections.items():
                for line, power, text in entries:
                    yield line, f"{section}: {power}: {text}" if power else f"{section}: {text}"

    def complete(self, phase: _ReportedPhase, owners: list[_Entry]) -> list[_Entry]:
        """Complete the sections of a phase; return the owners of centers after it, `owners` being those before."""
        if phase.is_judged and phase.kind is PhaseType.MOVEMENT:
            listed = phase.sections.setdefault("UNITS", [])
            known = {unit.province for _, power, text in listed if (unit := self.unit(power, text))}
            ordered = {unit.province: (one, unit) for one in reversed(phase.orders) for unit in one.units}
            new = [ordered[province] for province in reversed(ordered) if province not in known]
            if phase.is_listed:  # units that are ordered and not there
                phase.sections["EMPTY"] = [(one.line, "", unit.province) for one, unit in new]
            else:
                listed += [(one.line, one.power, str(unit)) for one, unit in new]
        if entries := phase.sections.get("DISLODGED"):
            phase.sections["DISLODGED"] = [self.dislodged(phase, *entry) for entry in entries]
        given = phase.sections.pop("OWNERS", [])
        is_after = phase.date is not None and phase.date.season == "F"
        if centers := owners if phase.kind is PhaseType.ADJUSTMENT and owners else [] if is_after else given:
            phase.sections["CENTERS"] = centers
        elif given and entries:
            self.unread.append(f"line {given[0][0]}: owners of centers before retreats")
        elif given:
            phase.sections["OWNERS"] = given
        return given or owners

    def unit(self, power: str, text: str) -> Unit | None:
        try:
            return unit_of_text(text, power, self.board)
        except OrderError:
            return None

    def dislodged(self, phase: _ReportedPhase, line: int, power: str, text: str) -> _Entry:
        """Return an entry of DISLODGED, completed by the origin of the attacker; AFTER loses the unit."""
        name, _, places = text.partition(";")
        unit = self.unit(power, name)
        if unit is None:
            return line, power, text
        for one in phase.orders:
            if one.units == [unit] and places == "none":
                one.marks.add("destroyed")
        after = phase.sections.get("AFTER", [])
        phase.sections["AFTER"] = [entry for entry in after if self.unit(entry[1], entry[2]) != unit]
        for one in phase.orders:
            if isinstance(one.order, Move) and province_of(one.order.destination) == unit.province and not one.marks:
                return line, power, f"{name} from {one.order.unit.province}; {places}"
        if any(one.order is None for one in phase.orders):
            return line, power, name  # the reader of case files reports the order
        raise self.fault(line, f"{power} {unit} is dislodged, but no order to {unit.province} succeeded")


def _is_next(phase: _ReportedPhase, following: _ReportedPhase) -> bool:
    """Return whether a phase leads to a judge's movement phase, which shows all units."""
    if not following.is_judged or following.kind is not PhaseType.MOVEMENT or not (phase.date and following.date):
        return False
    years = {("S", "F"): 0, ("W", "S"): 1}.get((phase.date.season, following.date.season))
    return following.date.year - phase.date.year == years


def report_lines(text: str, name: str, board: Board, _position: Position | None = None) -> CaseLines:
    """Return a report of results, or a listing of positions, as lines of a case file.

    Raises:
        FormatError: A date, a power or a mark cannot be read; or no order explains a dislodged unit.
    """
    report = _Report(text, name, board, "units" if is_listing(text, board) else "results")
    return CaseLines(list(report.lines()), report.unread)


def is_listing(text: str, board: Board) -> bool:
    """Return whether a text lists units, at least two, below or behind the names of powers, and nothing else.

    >>> from standoff.map import load_board
    >>> is_listing("England: F Lon, F Edi", load_board()), is_listing("England: F Lon - ENG, F Edi H", load_board())
    (True, False)
    """
    report = _Report(text, "", board, "units")
    sections = {name: entries for phase in report.phases.values() for name, entries in phase.sections.items()}
    listed = sections.pop("UNITS", [])
    units = [_UNIT.fullmatch(unit) and report.unit(power, unit) for _, power, unit in listed]
    return len(units) > 1 and all(units) and not sections and not report.unread
