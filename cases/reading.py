"""Reading case files and orders files (`docs/cases.md`).

An orders file is a case without a head and expectations: powers as headings, orders below. `CaseError` lists every
fault of a file with its line, the words and what was expected.
"""

from __future__ import annotations

import itertools
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast

from ..map import (
    MOST_FAULTS,
    Board,
    BoardError,
    JsonError,
    Phase,
    PhaseType,
    Position,
    StandoffError,
    Unit,
    UnreadWarning,
    at_most,
    current_keys,
    is_allowed,
    is_file_name,
    json_value,
    load_board,
    named_board,
    province_of,
    starting_position,
    warn_unread,
)
from ..solver import Order, OrderError, Outcome, Unclear, Waive, rulebook, variant
from ..text import (
    MOST_COUNTED,
    Line,
    MailLine,
    Piece,
    enough,
    is_prose,
    ordered_units,
    phases_in,
    plain_text,
    quoted,
    read_line,
    read_place,
    units_of_orders,
    without_brackets,
    without_comment,
    without_markup,
    without_quote_marks,
)
from .case import (
    SUCCESS_WORDS,
    SUPERSEDED,
    Case,
    CaseError,
    CasePhase,
    Expectation,
    Expected,
    RulebookExpectations,
    SetLine,
    WrittenOrder,
    choices_of,
    kind_of,
    pair,
    split,
)
from .faults import raise_or_collect
from .sections import SECTIONS, Section
from .text_files import is_there

_OUTCOMES = [*(str(outcome) for outcome in Outcome), SUPERSEDED, *SUCCESS_WORDS]
_CASE_LINE = re.compile(r"=>|^(?:title:|source:|note:|[A-Z]{4,}(?: |$))", re.MULTILINE)
"""A line of a case file, which holds no reply."""
_HEAD_KEYS = ("title", "source", "former_ids", "rules", "options", "choice", "map", "year", "note", "start", "variant")


class _FaultsError(OrderError):
    """The faults of one line; formatted when they are shown."""

    def __init__(self, faults: list[object]) -> None:
        super().__init__()
        self.faults = faults

    def __str__(self) -> str:
        return "; ".join(at_most(self.faults))


class _Parser:
    """Reads the head, sections and expectations of cases, and their orders by `read_line`."""

    def __init__(
        self,
        text: str,
        name: str,
        board: Board | None,
        position: Position | None,
        *,
        thread: Sequence[tuple[Phase | None, list[MailLine]]] = (),
        from_start: bool = False,
        lines: Sequence[tuple[int, str]] | None = None,
    ) -> None:
        self.name = name
        self.position = position
        self.board = self.default_board = board or load_board()
        self.lines = text.splitlines()
        self.numbered = list(enumerate(self.lines, 1) if lines is None else lines)
        self.thread = thread
        self.from_start = from_start
        self.at = MailLine(0, "")
        self.headed = set[Phase | None]()
        self.passed_over: list[str] = []
        self.faults: list[tuple[int, str]] = []
        self.cases: list[Case] = []
        self.case = Case(name, 1, self.board)  # until the first one starts
        self.under: RulebookExpectations | None = None
        self.power: str | None = None
        self.section: Section | None = None
        self.section_entries: dict[tuple[int, str], dict[str, tuple[str, int]]] = {}  # power and line by subject
        self.keeping: list[tuple[CasePhase, str, str, int]] = []  # SET lines with KEEPS: phase, power, label, line
        self.begun: CasePhase | None = None  # the phase that began without a PHASE line
        self.set = ""
        self.number = 0
        self.body = False

    # -- lines --------------------------------------------------------------------------------------

    def parse(self) -> None:
        """Read the lines of the text."""
        numbered = itertools.starmap(MailLine, self.numbered)
        for line in [line for _, lines in self.thread for line in lines] if self.thread else numbered:
            self.number, raw = line.number, line.raw
            if line.mail != self.at.mail:
                self.power, self.section, self.set = None, None, ""
            self.at = line
            try:
                self.line(raw)
            except StandoffError as fault:
                if self.is_prose(raw):
                    continue
                # the search for the nearest names is slow: only for the faults that are shown
                what = _in_line(str(fault), raw) if len(self.faults) < MOST_FAULTS else "cannot be read"
                self.faults.append((self.number, what))
                if isinstance(fault, BoardError):
                    break  # the rest cannot be read without its board
                if len(self.faults) == MOST_COUNTED and self.number < self.numbered[-1][0]:
                    self.faults.append((self.number, enough(MOST_COUNTED)))
                    break

    def finished(self, *, position_known: bool) -> list[Case]:
        """Return the cases.

        Raises:
            CaseError: The text has faults.
        """
        self.end_thread()
        for case in [] if position_known else self.cases:
            _place_units(case, self.section_entries, self.faults)
        if self.section_entries or self.keeping:
            self.refer(position_known=position_known)
        if not self.cases and not self.faults:
            self.faults.append((1, "nothing in it; expected powers and their orders"))
        if self.faults:
            shown = [f"{self.name}, line {number}: {what}" for number, what in sorted(self.faults)]
            error = CaseError("\n".join(at_most(shown)))
            if not (self.thread and self.cases and self.cases[0].phases):
                raise error
            lines = ((number, self.lines[number - 1].strip(), what) for number, what in sorted(self.faults))
            error.lines = tuple(Line(number, "", text, fault=what) for number, text, what in lines)
            raise_or_collect(error)
        return self.cases

    # -- threads ------------------------------------------------------------------------------------

    @property
    def may_start(self) -> bool:
        """Whether the text has several phases from the first of the game on, and does not say where units stand."""
        dates = [phase for phase, _ in self.thread if phase]
        stated = any(name in SECTIONS for line in self.lines for name in [line.partition(":")[0].strip()])
        return len(dates) > 1 and dates[0] == self.board.calendar.begin and self.position is None and not stated

    def starts(self) -> bool:
        """Return whether most orders of the first phase are for units of the starting position."""
        standing = {(unit.power, unit.province) for unit in starting_position(self.board).units}
        orders = self.cases[0].phases[0].orders if self.cases and self.cases[0].phases else []
        named = [(one.order.power, province) for one in orders for province in _provinces(one.order)]
        return 2 * sum(unit in standing for unit in named) > len(named)

    def is_prose(self, raw: str) -> bool:
        """Return whether an unreadable line of a thread is no order; note it, and end the orders above a heading."""
        if not self.thread or (self.section is not None and raw[:1] in " \t"):
            return False
        text = without_markup(without_quote_marks(raw).strip())
        if len(text.split()) < 4:  # it may be meant as a heading
            self.power = None
        if is_prose(text, self.board):
            self.passed_over.append(text)
            return True
        return False

    def end_thread(self) -> None:
        """Make sets of several mails of a power in a phase; leave out phases that only the subject of a mail names."""
        if not self.thread or not self.cases:
            return
        case = self.cases[0]
        case.phases[:] = [phase for phase in case.phases if phase.orders or phase.phase in self.headed]
        for phase in case.phases:
            for power in dict.fromkeys(written.order.power for written in phase.orders):
                self.number_mails(phase, power)
        warn_unread(self.name, self.passed_over)

    def number_mails(self, phase: CasePhase, power: str) -> None:
        """Make a set of each mail of a power; one that only repeats an older or a later one is left out."""
        by_mail: dict[str, list[WrittenOrder]] = {}
        for one in phase.orders:
            if one.order.power == power:
                by_mail.setdefault(one.set, []).append(one)
        texts = {label: {str(one.order) for one in orders} for label, orders in by_mail.items()}
        mails = sorted((label for label in by_mail if label.startswith("mail ")), key=lambda label: int(label[5:]))
        repeated = {mail for at, mail in enumerate(mails) if any(texts[mail] <= texts[one] for one in mails[at + 1 :])}
        kept = [mail for mail in mails if mail not in repeated]
        alone = kept if len(kept) == 1 else ()
        phase.orders[:] = [
            one._replace(set="") if one.order.power == power and one.set in alone else one
            for one in phase.orders
            if one.order.power != power or one.set not in repeated
        ]
        if len(kept) > 1:
            phase.sets.update({(power, mail): SetLine(number) for number, mail in enumerate(kept, 1)})
            lines = " and ".join(str(by_mail[mail][0].line) for mail in kept)
            what = f"{phase.phase or phase.type}: {power} orders in several mails, from lines {lines}"
            counts = "they are sets in this order; option order_sets decides which counts"
            warnings.warn_explicit(f"{what}; {counts}", UnreadWarning, self.name, 0)

    def line(self, raw: str) -> None:
        line = without_comment(raw, self.board)
        text = line.strip()
        if not text:
            return
        indented = line[0] in " \t"
        if not indented and (named := re.fullmatch(r"case\s+(\S+)", text)):
            self.start(named[1])
            return
        if not self.cases:
            self.start("")
        head = re.match(r"(\w+)\s*:\s*(.*)$", text) if not (self.body or indented) else None
        ((key, value),) = current_keys({head[1].lower(): head[2]}, "was").items() if head else (("", ""),)
        if key in _HEAD_KEYS:
            self.head(key, value)
        elif not indented and self.keyword(text):
            pass
        elif self.section is not None and indented:
            self.entries(self.section, text)
        elif self.under is not None:
            self.under_line(self.under, text)
        else:
            self.order_line(text)

    def heading(self, power: str) -> None:
        self.body = True
        self.power, self.set = power, ""
        self.phase  # noqa: B018 - a power without orders begins a phase, too

    def start(self, name: str) -> None:
        self.board = self.default_board
        self.case = Case(self.name, self.number, self.board, name)
        self.case.head |= {"start": "standard"} if self.from_start else {}
        self.cases.append(self.case)
        self.under = self.power = self.section = None
        self.body = False

    def head(self, key: str, value: str) -> None:
        if key == "note":
            self.case.notes.append(value)
            return
        if key in self.case.head:
            raise OrderError(f"{key}: a second time in this case; it already says {self.case.head[key]!r}")
        if key == "map":
            self.board = self.case.board = named_board(_path_of_board(self.name, value))
        elif key == "year" and not value.isdecimal():
            raise OrderError(f"year: expected a number, cannot read {value!r}")
        elif key == "rules":
            for name in _each_once(split(value), "rules"):
                rulebook(name)
        elif key == "options":
            rulebook(**_choices(split(value), "options"))
        elif key == "variant":
            variant(value)
        elif key == "start" and value != "standard":
            raise OrderError(f"start: expected 'standard', cannot read {value!r}")
        self.case.head[key] = value

    # -- sections -----------------------------------------------------------------------------------

    @property
    def phase(self) -> CasePhase:
        phases = self.case.phases
        if not phases:
            self.begun = CasePhase(kind_of(self.position), self.number)
            phases.append(self.begun)
        return phases[-1]

    def keyword(self, line: str) -> bool:
        """Read a line that starts a phase, an UNDER block or a section; return whether it is one."""
        word, _, rest = line.partition(" ")
        if word == "PHASE" and rest:
            self.body = True
            self.under = self.power = self.section = None
            kind = rest.strip()
            if kind.lower() in list(PhaseType):
                self.case.phases.append(CasePhase(PhaseType(kind.lower()), self.number))
            else:
                self.begin(Phase.parse(kind), is_heading=False)
            return True
        if word == "UNDER" and rest:
            self.body = True
            self.power = self.section = None
            self.begin_under(split(rest))
            return True
        name, colon, value = line.partition(":")
        section = SECTIONS.get(name.strip())
        if section is not None and (colon or not value):
            self.body = True
            self.power = None
            self.section = section
            self.open_section(section)
            if value.strip():
                self.entries(section, value.strip())
            return True
        return False

    def begin_under(self, entries: list[str]) -> None:
        """Begin a block for other rulebooks; the blocks of a phase must be for different ones."""
        names = tuple(_each_once([entry for entry in entries if "=" not in entry], "UNDER"))
        options = _choices([entry for entry in entries if "=" in entry], "UNDER")
        self.under = under = RulebookExpectations(names, options, self.number)
        if not entries:
            raise OrderError("expected rulebooks or options after UNDER")
        for name in names or ("2023",):
            rulebook(name, **options)
        for other in self.phase.under:
            both = set(names or self.case.rules[:1]) & set(other.rulebooks or self.case.rules[:1])
            if both and options == other.options:
                what = f"UNDER {', '.join(entries)}: a second time in this phase"
                raise OrderError(f"{what}; the first is in line {other.line}")
        self.phase.under.append(under)

    def begin(self, phase: Phase, *, is_heading: bool) -> None:
        """Begin a phase of a known date, or date the current one if it has no orders yet.

        A repeated heading continues the same phase.

        Raises:
            OrderError: The case already has this phase.
        """
        phases = self.case.phases
        last = phases[-1] if phases else None
        undated = last is not None and last is self.begun and last.phase is None and not last.orders
        if (last is None or undated) and self.case.head.get("year", str(phase.year)) != str(phase.year):
            raise OrderError(f"{phase} is not in the year that the head names, {self.case.head['year']}")
        if last is not None and undated and last.type is phase.type:
            last.position = replace(last.position, phase=phase)
            return
        if last is not None and is_heading and last.phase == phase:
            return
        above = next((one for one in phases if one.phase == phase), None)
        if above is not None:
            raise OrderError(f"{phase}: a second time in this case; the first is in line {above.line}")
        phases.append(CasePhase(phase.type, self.number, Position(phase=phase)))

    def open_section(self, section: Section) -> None:
        """Begin or continue a section.

        Raises:
            OrderError: The section is not allowed here.
        """
        kind, name = self.phase.type, section.name
        if self.under is not None and not section.expected:
            raise OrderError(f"{name} stands in an UNDER block, but holds for the whole phase; write it above UNDER")
        if kind not in section.kinds:
            kinds = " or ".join(f"'PHASE {one}'" for one in section.kinds)
            raise OrderError(f"{name} in a {kind} phase; it belongs below {kinds}")
        if name in _POSITION_SECTIONS and len(self.case.phases) == 1 and self.case.head.get("start"):
            raise OrderError(f"{name} in the first phase of a case with 'start: {self.case.head['start']}'")
        section.open(self.holder(section))

    def holder(self, section: Section) -> CasePhase | Expected:
        """Return the object that holds the contents of a section here."""
        if not section.expected:
            return self.phase
        return self.under.expected if self.under else self.phase.expected

    def entries(self, section: Section, line: str) -> None:
        """Read one line of a section.

        Raises:
            OrderError: The line cannot be read, or repeats an entry.
        """
        holder = self.holder(section)
        entries = self.section_entries.setdefault((id(holder), section.name), {})
        for entry in section.entries(line, self.board):
            about = entry.about or f"none {entry.power}"
            if about in entries:
                what = entry.about or "'none'"
                raise OrderError(f"{what}: a second time in {section.name}; the first is in line {entries[about][1]}")
            for other, (power, number) in entries.items():
                same = power == entry.power or not (power and entry.power)
                if same and (entry.about is None or other.startswith("none ")):
                    raise OrderError(f"'none' conflicts with an entry of {section.name} in line {number}")
            entries[about] = entry.power, self.number
            section.add(holder, entry)

    # -- orders -------------------------------------------------------------------------------------

    def under_line(self, under: RulebookExpectations, line: str) -> None:
        text, arrow, outcome = line.rpartition("=>")
        if not arrow:
            raise OrderError(f"expected 'Place => outcome' or a section, cannot read {line!r}")
        province = province_of(read_place(text.strip(), self.board))
        if province in under.orders:
            raise OrderError(f"{province}: a second time in this UNDER block")
        if province not in _ordered(self.phase.orders):
            raise OrderError(f"{province}: no order of this phase is for a unit there")
        under.orders[province] = _expectation(outcome)

    def set_line(self, line: str) -> None:
        """Read ``SET``, ``SET 2``, ``SET 2 REPLACES`` or ``SET 2 KEEPS Place, Place`` under a power's heading."""
        assert self.power is not None
        match = re.fullmatch(r"SET(?:\s+(\d+))?(?:\s+(REPLACES)|\s+KEEPS\s+(.+))?", line)
        if not match:
            raise OrderError(f"expected 'SET', 'SET 2', 'SET 2 REPLACES' or 'SET 2 KEEPS Place', cannot read {line!r}")
        keeps = frozenset(province_of(read_place(part, self.board)) for part in split(match[3] or ""))
        self.set = match[1] or f"unnumbered {self.number}"
        number = int(match[1]) if match[1] else None
        set_line = SetLine(number, keeps, bool(match[2]))
        if self.phase.sets.setdefault((self.power, self.set), set_line) != set_line:
            raise OrderError(f"SET {match[1]}: a second time below {self.power}, and not with the same words")
        if keeps:
            self.keeping.append((self.phase, self.power, self.set, self.number))

    def order_line(self, line: str) -> None:
        """Read orders, alone or with an outcome, a ``SET`` line, a heading or a date."""
        self.body = True
        self.section = None
        line = without_markup(line)
        if self.power is not None and re.match(r"SET\b", line):
            self.set_line(line)
            return
        text, arrow, outcome = line.partition("=>")
        content = read_line(text.strip(), self.power, self.board, self.kind, self.units)
        expected = None
        if self.at.undated and content.orders:
            raise OrderError(f"nothing says of which phase {quoted(text.strip())} is; expected a date above it")
        if content.is_header:
            self.power = None
            if content.date is not None:
                self.begin(content.date, is_heading=True)
            return
        if arrow:
            try:
                expected = _expectation(outcome)
            except OrderError:
                content = read_line(line, self.power, self.board, self.kind, self.units)
                if not content.orders or any(isinstance(order, OrderError) for *_, order in content.orders):
                    raise
        if content.date is not None and expected is None:  # orders are dated: "Spring 1901"
            self.power = None
            self.headed.add(content.date)
            self.begin(content.date, is_heading=True)
            return
        if content.power is not None:
            self.heading(content.power)
        self.add(content.orders, expected)

    def add(self, pieces: Sequence[Piece], expected: Expectation | None) -> None:
        """Add orders to the phase.

        Raises:
            OrderError: Orders cannot be read; the message lists them.
        """
        faults: list[object] = [order for *_, order in pieces if isinstance(order, OrderError)]
        if faults and self.thread:
            self.add([piece for piece in pieces if not isinstance(piece[2], OrderError)], None)
        if faults:
            raise _FaultsError(faults)
        if expected is not None and len(pieces) != 1:
            line = quoted(self.lines[self.number - 1])
            raise OrderError(f"one outcome for several orders: {line}; write each order on a line of its own")
        label = self.set if self.power is not None else ""
        label = label or (f"mail {self.at.mail}" if self.at.mail else "")
        for _, _, order in pieces:
            self.phase.orders.append(WrittenOrder(cast(Order, order), self.number, expected, label))

    def refer(self, *, position_known: bool) -> None:
        """Record references to missing orders or units, if the units are known."""
        for phase, power, label, number in self.keeping:
            elsewhere = [w for w in phase.orders if w.order.power == power and w.set != label]
            for province in sorted(phase.sets[power, label].keeps - _ordered(elsewhere)):
                self.faults.append((number, f"KEEPS {province}: no other set of {power} has an order for a unit there"))
        for case in [] if position_known else self.cases:
            first = case.phases[0] if case.phases else None
            if first is None or first.type is not PhaseType.MOVEMENT:
                continue
            units = starting_position(case.board).units if case.head.get("start") else first.position.units
            unit_places = {(unit.power, unit.province) for unit in units}
            for section, named in (
                ("LASTING", {(order.power, p) for order in first.lasting for p in _provinces(order)}),
                ("PROXY", {(proxy.power, proxy.province) for proxy in first.proxies}),
            ):
                lines = self.section_entries.get((id(first), section), {}).values()
                for power, province in sorted(named - unit_places):
                    number = min(number for of, number in lines if of == power)
                    self.faults.append((number, f"{section}: {power} has no unit in {province}; list it under UNITS"))

    @property
    def kind(self) -> PhaseType:
        """The type of the current phase."""
        phases = self.case.phases
        return phases[-1].type if phases else kind_of(self.position)

    @property
    def units(self) -> Sequence[Unit]:
        """The units that can be ordered now, if known."""
        phases = self.case.phases
        if self.position is not None and len(phases) < 2:
            return ordered_units(self.position)
        if self.kind is PhaseType.RETREAT:
            return [d.unit for d in phases[-1].position.dislodged] if phases else ()
        if len(phases) < 2 and self.case.head.get("start"):
            return _starting_units(self.board)
        return phases[-1].position.units if phases else ()


@cache
def _starting_units(board: Board) -> tuple[Unit, ...]:
    return starting_position(board).units


_POSITION_SECTIONS = ("UNITS", "CENTERS", "RETREATING", "BARRED")  # the sections of a position


def _each_once(names: list[str], where: str) -> list[str]:
    """Return `names`.

    Raises:
        OrderError: A name is repeated.
    """
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise OrderError(f"{twice}: twice after {where}")
    return names


def _choices(entries: list[str], where: str) -> dict[str, str]:
    """Return options and their choices; no option may be repeated."""
    _each_once([pair(entry)[0] for entry in entries], where)
    return choices_of(", ".join(entries))


def _provinces(order: Order) -> set[str]:
    """Return the provinces of the possible units of an order: one, unless it is unclear or a waive."""
    meanings = order.meanings if isinstance(order, Unclear) else (order,)
    return {meaning.unit.province for meaning in meanings if not isinstance(meaning, (Waive, Unclear))}


def _ordered(orders: Iterable[WrittenOrder]) -> set[str]:
    """Return the provinces of the ordered units."""
    return {province for written in orders for province in _provinces(written.order)}


def _path_of_board(file: str, board: str) -> str:
    """Return the name of a board; with the path of the case file, if it is only found there."""
    beside = str(Path(file).parent / board)
    is_beside = is_file_name(board) and is_allowed(beside) and is_there(beside)
    return beside if is_beside and not (is_allowed(board) and is_there(board)) else board


def _in_line(message: str, line: str) -> str:
    """Return a message about parts of a line with columns of the whole line."""

    def shifted(match: re.Match[str]) -> str:
        part = match[2][1:-1]
        at = line.find(part)
        return match[0] if at < 0 else f"column {int(match[1]) + at}, {match[2]}"

    return re.sub(r"column (\d+), ('[^']*'|\"[^\"]*\")", shifted, message)


def _expectation(text: str) -> Expectation:
    outcome, _, fate = (part.strip() for part in text.partition(","))
    if outcome not in _OUTCOMES:
        import difflib

        near = difflib.get_close_matches(outcome, _OUTCOMES, n=1, cutoff=0.5)
        hint = (
            f"did you mean {near[0]}?"
            if near
            else f"a move is written with '-' or '->'; outcomes: {', '.join(_OUTCOMES)}"
        )
        raise OrderError(f"no outcome {outcome!r} after '=>'; {hint}")
    if fate not in ("", "dislodged", "destroyed"):
        raise OrderError(
            f"expected 'outcome', 'outcome, dislodged' or 'outcome, destroyed', cannot read {text.strip()!r}"
        )
    destroyed = "destroyed" in (outcome, fate)
    return Expectation(outcome, destroyed or "dislodged" in (outcome, fate), destroyed)


def _place_units(
    case: Case, entries: Mapping[tuple[int, str], dict[str, tuple[str, int]]], faults: list[tuple[int, str]]
) -> None:
    """Add the units that the orders name to the listed ones of the first phase."""
    if not case.phases:
        if not faults:
            faults.append((case.line, "no orders in it; expected powers and their orders"))
        return
    first, board = case.phases[0], case.board
    if case.head.get("start") or first.type is not PhaseType.MOVEMENT:
        return
    listed = {unit.province for unit in first.position.units}
    empty = entries.get((id(first), "EMPTY"))
    if empty:
        named = {one.order.unit.province for one in first.orders if not isinstance(one.order, Waive)}
        for province, (_, line) in empty.items():
            if not province.startswith("none ") and (province in listed or province not in named):
                what = "UNITS lists a unit there" if province in listed else "no order is for a unit there"
                faults.append((line, f"EMPTY: {province}: {what}"))
    orders = [(one.order, one.line) for one in first.orders]
    begins = first.phase == board.calendar.begin
    units, uncertain = units_of_orders(orders, board, first.position.units, first.empty, at_start=begins)
    faults += uncertain
    first.position = replace(first.position, units=tuple(units))


def read_cases(
    text: str,
    name: str,
    *,
    board: Board | None = None,
    position_known: bool = False,
    position: Position | None = None,
    lines: Sequence[tuple[int, str]] | None = None,
) -> list[Case]:
    """Return the cases of a file's text.

    Args:
        text: The text of a case file or an orders file.
        name: The name of the file in messages.
        board: The default board.
        position_known: True for orders to another position: no units are inferred from them.
        position: That position, if known: it decides the type of the first phase and the owners of units.
        lines: The lines of a case file that stand for a text of another form, with their numbers in it.

    Raises:
        CaseError: The text has faults; all are listed.
    """
    if lines is not None:
        parser = _Parser(text, name, board, position, lines=lines)
        parser.parse()
        return parser.finished(position_known=position_known or position is not None)
    on = board or load_board()
    try:
        text = without_brackets(text, on)
        thread = phases_in(text, on)
        is_settled = not thread and _CASE_LINE.search(text) is None  # in a thread, a later mail replaces orders
        text, reply = plain_text(text, on, settled=is_settled)
        thread = thread if reply is None else phases_in(text, on)
    except OrderError as fault:
        raise CaseError(f"{name}: {fault}") from None
    if reply is not None:
        if reply.doubtful:
            raise CaseError("\n".join(f"{name}, line {at}: {quoted(what)}: {why}" for at, what, why in reply.doubtful))
        warn_unread(name, (key for _, key, _ in reply.unread))
    elif text.lstrip()[:1] in ("{", "["):
        from .formats import readable_forms

        try:
            json_value(text)
        except JsonError as fault:
            if text.lstrip()[0] == "{":
                raise CaseError(f"{name}: not JSON: {fault}") from None
        else:
            raise CaseError(f"{name}: JSON, but of no form that standoff reads: {readable_forms()}")
    known = position_known or position is not None
    parser = _Parser(text, name, board, position, thread=thread)
    for from_start in (True, False) if parser.may_start and not known else (False,):
        parser = _Parser(text, name, board, position, thread=thread, from_start=from_start)
        parser.parse()
        if not from_start or parser.starts():
            break
    return parser.finished(position_known=known)
