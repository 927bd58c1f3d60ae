"""Read test cases as the DATC prints them, versions 2 and 3.0 to 3.2: the page (HTML) or its text.

The case library was made with it: ``python -m tools.datc_pages FILE`` writes the cases of a page as a case file.

A case is a numbered heading, explanation, and blocks of orders below the names of their powers. Every line of a page is
accounted for: what is in a block is an order, a fact ("Russia owns SC Warsaw", "Russia has fleets in Skagerrak and
Berlin") or a fault; explanation becomes the notes of its case; what comes before the first case, and facts that a case
cannot hold, are listed as not read.
"""

from __future__ import annotations

import argparse
import html
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from standoff.cases.case import Case, CasePhase, Expectation, WrittenOrder
from standoff.cases.conversion import Reader, infer_units
from standoff.cases.faults import FormatError
from standoff.cases.write import write_cases
from standoff.map import ARMY, FLEET, SEA, Board, Phase, PhaseType, Unit, linked, load_board, province_of
from standoff.solver import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    OrderError,
    Retreat,
    Support,
    Unclear,
    Waive,
)
from standoff.text import read_order, read_place, unit_of_text

_CASE = re.compile(r"(\d+\.[A-Z]\.\d+\w?)\.?\s+(TEST CASE,?)?\s*(.*)", re.DOTALL)
_SECTION = re.compile(r"\d+\.([A-Z]\.)?\s+TEST CASES\b.*", re.DOTALL)
_PHASES = {"retreat": PhaseType.RETREAT, "build": PhaseType.ADJUSTMENT, "adjustment": PhaseType.ADJUSTMENT}
_WORDS = "given|cut|succeeds|fails|stands|dislodged|destroyed|available|disrupted|illegal|invalid"
_RESULT = re.compile(rf"(.*?\S)\s+((?:{_WORDS})(?:\s*,\s*(?:dislodged|destroyed))?)\s*", re.IGNORECASE)
_AUTOMATIC = re.compile(r"Automatic disband\s+(.+)", re.IGNORECASE)
_ORDERLY = re.compile(r"(?:[AF]|Army|Fleet|Build|Remove|Disband|Waive|Decline)\b", re.IGNORECASE)

# -- pages and texts as lines -----------------------------------------------------------------------


class _Line(NamedTuple):
    """A line of the file: its number, its text, what it is, and the season of its block where a page says it.

    A line of a ``block`` is part of a turn, a paragraph is ``prose``; a line of a text, or a heading, is ``any`` thing.
    """

    number: int
    text: str
    kind: str = "any"
    season: str = ""


# no pattern looks far behind a "<" that nothing closes: that would take the square of a page's length
_SILENT = re.compile(r"<(head|script|style|title)\b.*?(?:</\1>|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL | re.IGNORECASE)
_BLOCK = r"<(?:pre\b|div\b[^<>]*\btest-case\b)[^<>]*>.*?(?:</(?:pre|div)>|\Z)"
_BREAK = r"</?(?:p|div|li|ul|ol|table|tr|td|th|blockquote|br|body|html|h[1-6])\b[^<>]*>"
_PARTS = re.compile(f"({_BLOCK}|{_BREAK})", re.DOTALL | re.IGNORECASE)


def _lines(text: str, name: str) -> Iterator[_Line]:
    """Yield the lines of a text, or the headings, paragraphs and lines of blocks of a page."""
    if not _is_page(text):
        yield from (_Line(number, raw.strip()) for number, raw in enumerate(text.splitlines(), 1))
        return
    number, kind = 1, "prose"
    for at, part in enumerate(_PARTS.split(_SILENT.sub(lambda match: "\n" * match[0].count("\n"), text))):
        plain = html.unescape(re.sub(r"<[^<>]*>", "", part))
        if at % 2 == 0:
            if plain.strip():
                lead = plain[: len(plain) - len(plain.lstrip())].count("\n")
                yield _Line(number + lead, " ".join(plain.split()), kind)
        elif re.match("<(pre|div)", part, re.IGNORECASE) and not re.fullmatch(_BREAK, part, re.IGNORECASE):
            if "<div" in part[1:].lower():  # where the block ends would be a guess
                raise FormatError(f"{name}, line {number}: a block within a block; save the page as text")
            season = re.match(r"<[^<>]*\b(spring|fall|winter)\b", part)
            for line, raw in enumerate(plain.split("\n"), number):
                yield _Line(line, raw.strip(), "block", season[1] if season else "")
            kind = "prose"
        else:
            kind = "any" if re.match("<h[1-6]", part, re.IGNORECASE) else "prose"
        number += part.count("\n")


def _is_page(text: str) -> bool:
    """Return whether `text` is a page in HTML."""
    return re.search(r"<(?:html|body|pre|h[1-6]|p|div)\b[^<>]*>", text, re.IGNORECASE) is not None


# -- facts ------------------------------------------------------------------------------------------

_NUMBERS = {"no": 0, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_FACT = re.compile(
    r"(?:has |with )?(?:an? )?(?P<kind>army|fleet|armies|fleets) (?:in|at|on) (?:the )?(?P<unit>.+)"
    r"|owns (?:the )?(?:supply cent(?:er|re)s? |SC )?(?P<center>.+)"
    r"|has to (?:remove|disband) (?P<less>\w+)(?: units?)?"
    r"|(?:may build|has) (?P<more>\w+)(?: units?| builds?)?"
    r"|(?P<empty>.+) is empty"
    r"|(?P<nothing>(?:does not order (?:an? |any )?(?:disband|removal|build)s?)|orders(?: the following)?)",
    re.IGNORECASE,
)


class _Facts(NamedTuple):
    """The content of a sentence about a power: units, centers, and its builds (or removals, below 0)."""

    power: str
    units: tuple[Unit, ...]
    centers: tuple[str, ...]
    change: int | None


def _facts(sentence: str, board: Board) -> _Facts | None:
    """Return what a sentence of facts says; None if any part of it is something else."""
    text = " ".join(sentence.split()).rstrip(".:")
    head, _, rest = text.partition(" ")
    power = board.names.power(head)
    if power is None or not rest:
        return None
    units: list[Unit] = []
    centers: list[str] = []
    change: int | None = None
    mode = ""
    try:
        for item in re.split(r"\s*(?:,\s*and\b|,\s*but\b|,|\band\b|\bbut\b)\s*", rest):
            first, _, after = item.partition(" ")
            match = _FACT.fullmatch(after if board.names.power(first) == power and after else item)
            if match is None:
                if not mode or not item:
                    return None
                if mode == "center":
                    centers.append(province_of(read_place(item, board)))
                else:
                    units.append(unit_of_text(f"{mode} {item}", power, board))
            elif match["unit"]:
                mode = "A" if match["kind"][0] in "aA" else "F"
                units.append(unit_of_text(f"{mode} {match['unit']}", power, board))
            elif match["center"]:
                if re.match(r"(?:[AF]|army|fleet)\s", match["center"], re.IGNORECASE):
                    units.append(unit_of_text(match["center"], power, board))
                else:
                    mode = "center"
                    centers.append(province_of(read_place(match["center"], board)))
            elif match["less"] or match["more"]:
                word = match["less"] or match["more"]
                count = int(word) if word.isdecimal() else _NUMBERS.get(word.lower())
                if count is None:
                    return None
                change = -count if match["less"] else count
            elif match["empty"]:
                read_place(match["empty"], board)
    except OrderError:
        return None
    return _Facts(power, tuple(units), tuple(centers), change)


# -- reading ----------------------------------------------------------------------------------------

_OUTCOMES: dict[tuple[str, type[Order]], str] = {
    **{("dislodged", Hold): "dislodged", ("destroyed", Hold): "destroyed", ("stands", Hold): "holds"},
    **{("given", Support): "supports", ("cut", Support): "cut"},
    **{("available", Convoy): "convoys", ("disrupted", Convoy): "disrupted"},
    **{("fails", Build): "illegal", ("fails", Disband): "illegal"},
}
"""The outcomes that words printed after orders of a kind stand for; those of other words depend on more."""


_SUCCESSES: dict[type[Order], str] = {
    **{Hold: "holds", Move: "moves", Support: "supports", Convoy: "convoys"},
    **{Retreat: "retreats", Disband: "disbands", Build: "builds", Waive: "waives"},
}


def _success_of(order: Order, kind: PhaseType) -> str:
    """Return the outcome of an order that succeeds in a phase of this kind; a move in a retreat phase is a retreat."""
    if kind is PhaseType.RETREAT and isinstance(order, Move):
        return "retreats"
    return _SUCCESSES.get(type(order), "convoys")


class _Datc:
    def __init__(self, name: str, board: Board, *, numbered: bool) -> None:
        self.reader = Reader(name, board)
        self.board = board
        self.numbered = numbered  # only headings with the words TEST CASE start a case
        self.cases: list[Case] = []
        self.before: list[_Line] = []
        self.paragraph: list[_Line] = []
        self.power: str | None = None
        self.latest: str | None = None  # the power of the last order, across blank lines
        self.retreats_announced = False
        self.behind_prose = False
        self.changes: list[tuple[Case, str, int]] = []
        self.results: list[tuple[Case, CasePhase, WrittenOrder, str]] = []
        self.automatic: list[tuple[CasePhase, str, str, int]] = []

    @property
    def case(self) -> Case:
        return self.cases[-1]

    @property
    def phase(self) -> CasePhase:
        return self.case.phases[-1]

    def start(self, number: int, name: str, title: str = "") -> None:
        case = Case(self.reader.name, number, self.board, name)
        if title:
            case.head["title"] = title
        case.phases.append(CasePhase(PhaseType.MOVEMENT, number))
        self.cases.append(case)
        self.power = self.latest = None
        self.retreats_announced = self.behind_prose = False

    def line(self, line: _Line) -> None:
        """Read one line; whatever is not a heading, power, phase, fact or order is explanation or a fault."""
        if line.kind != "any" or not line.text:
            self.end_paragraph()
        heading = _CASE.fullmatch(line.text) if line.kind == "any" else None
        if heading and (heading[2] or not self.numbered):
            self.end_paragraph()
            self.start(line.number, heading[1], " ".join(heading[3].split()))
        elif line.kind == "any" and _SECTION.fullmatch(line.text):
            self.end_paragraph()
            self.power = self.latest = None
        elif not line.text:
            self.power = None
        elif self.numbered and not self.cases:
            self.before.append(line)
        elif line.kind != "prose" and self.orders(line):
            self.behind_prose = False
        elif line.kind == "block" and self.cases:
            self.reader.fault(line.number, f"expected a power, an order or a fact, cannot read {line.text!r}")
        else:
            self.prose(line)

    def orders(self, line: _Line) -> bool:
        """Read a line as part of a block; return whether it is that, or its fault."""
        word = line.text.rstrip(":").strip().casefold().removesuffix("s")
        if word in _PHASES and self.cases:
            self.end_paragraph()
            self.open_phase(_PHASES[word], line.number)
            return True
        automatic = _AUTOMATIC.fullmatch(line.text)
        if automatic and self.cases:
            if self.latest is None:
                self.reader.fault(line.number, f"no power stands before {automatic[0]!r}")
            else:
                self.automatic.append((self.phase, self.latest, automatic[1], line.number))
            return True
        name, colon, rest = line.text.partition(":")
        power = self.board.names.power(name)
        if power is not None and (colon or not rest):
            self.end_paragraph()
            if not self.cases:
                self.start(line.number, "")
            self.new_block(power, line)
            self.power = self.latest = power
            if rest.strip():
                self.order(line._replace(text=rest.strip()))
            return True
        if self.cases and (facts := _facts(line.text, self.board)) is not None:
            self.end_paragraph()
            self.facts(facts, line.number, in_block=True)
            return True
        return self.order(line)

    def order(self, line: _Line) -> bool:
        """Read a line as an order and its printed result; return whether it is one, or its fault."""
        power = self.power or self.latest
        if power is None and line.kind == "any" and (not self.cases or not _ORDERLY.match(line.text)):
            return False
        text, result = line.text, ""
        order = self.read(text, power)
        if printed := _RESULT.fullmatch(text):
            without = self.read(printed[1], power)
            if isinstance(order, OrderError) or not isinstance(without, OrderError):
                text, result, order = printed[1], printed[2], without
        if isinstance(order, OrderError):
            if power is None or not self.like_an_order(line):
                return False
            self.reader.fault(line.number, order)
            return True
        if power is None or not self.cases:
            self.reader.fault(line.number, f"no power stands before the order {text!r}; write 'England:' above it")
            return True
        self.power = power
        written = WrittenOrder(order, line.number)
        self.phase.orders.append(written)
        if result:
            self.results.append((self.case, self.phase, written, result))
        return True

    def read(self, text: str, power: str | None) -> Order | OrderError:
        try:
            return read_order(text, power or next(iter(self.board.powers)), self.board)
        except OrderError as fault:
            return fault

    def like_an_order(self, line: _Line) -> bool:
        """Return whether a line that cannot be read was meant as an order, rather than as explanation."""
        if line.kind == "block":
            return True
        words = line.text.split()
        sentence = line.text.endswith(".")
        if len(words) >= 16:
            return False
        if re.search(r"\s[-–—]\s|->", line.text) and not sentence:
            return True
        return bool(_ORDERLY.match(line.text)) and not (len(words) > 1 and words[1][:1].islower() and sentence)

    def new_block(self, power: str, line: _Line) -> None:
        """Decide which phase the orders of `power` belong to when others precede them."""
        phase = self.phase
        mine = [written for written in phase.orders if written.order.power == power]
        if self.behind_prose and self.retreats_announced and phase.orders and phase.type is PhaseType.MOVEMENT:
            self.open_phase(PhaseType.RETREAT, line.number)
        elif self.behind_prose and mine:
            self.reader.fault(
                line.number,
                f"a second block of orders for {self.board.names.name(power)}; write RETREATS above it if it is one",
            )
        self.retreats_announced = False
        if line.season == "fall" and phase.phase is None and not phase.orders:
            phase.position = replace(
                phase.position, phase=Phase("F", self.case.first_phase(PhaseType.MOVEMENT).year, PhaseType.MOVEMENT)
            )

    def open_phase(self, kind: PhaseType, number: int) -> None:
        if self.phase.orders or self.phase.position.units:
            self.case.phases.append(CasePhase(kind, number))
        else:
            self.phase.type = kind
        self.power = self.latest = None

    def facts(self, facts: _Facts, number: int, *, in_block: bool) -> None:
        """Adopt what a sentence says; a second position in one case starts a case of its own."""
        if in_block and self.behind_prose and (self.phase.position.units or self.phase.position.centers):
            base = self.case
            letter = "abcdefgh"[sum(case.id.startswith(base.id) for case in self.cases)]
            self.start(number, f"{base.id}{letter}", base.title)
        phase = self.phase
        position = phase.position
        units = (*position.units, *(unit for unit in facts.units if unit not in position.units))
        owned, centers = position.centers.get(facts.power, ()), {**position.centers}
        if facts.centers:
            centers[facts.power] = (*owned, *(pid for pid in facts.centers if pid not in owned))
        phase.position = replace(position, units=units, centers=centers)
        if facts.change is not None:
            self.changes.append((self.case, facts.power, facts.change))
        self.latest = facts.power

    def prose(self, line: _Line) -> None:
        """Take a line as explanation; those of a paragraph are read together at its end."""
        self.power = self.latest = None
        self.behind_prose = True
        if not self.cases:
            self.before.append(line)
            return
        self.paragraph.append(line)
        if line.kind != "any":
            self.end_paragraph()

    def end_paragraph(self) -> None:
        """Keep a paragraph of explanation as a note, and adopt the facts in it that come before any order."""
        if not self.paragraph:
            return
        text = " ".join(line.text for line in self.paragraph)
        number = self.paragraph[0].number
        self.paragraph = []
        self.case.notes.append(text)
        if "retreat" in text.casefold():
            self.retreats_announced = True
        if not self.phase.orders:
            for sentence in re.split(r"(?<=[.:])\s+", text):
                facts = _facts(sentence, self.board)
                if facts is not None:
                    self.facts(facts, number, in_block=False)
        self.power = self.latest = None

    # -- what follows from the whole ----------------------------------------------------------------

    def done(self) -> list[Case]:
        """Return the cases, completed by what follows from the whole of them.

        Raises:
            FormatError: There are faults, or no cases.
        """
        self.end_paragraph()
        empty: list[str] = []
        for case in self.cases:
            first = case.phases[0]
            if not any(phase.orders for phase in case.phases) and not first.position.units:
                empty.append(f"{case.id or case.file}, line {case.line}: no orders and no units in it")
                continue
            if {type(written.order) for written in first.orders} <= {Build, Disband, Waive}:
                first.type = PhaseType.ADJUSTMENT
            infer_units(case)
            self.reader.cases.append(case)
        for case, power, count in self.changes:
            self.change(case, power, count)
        for result in self.results:
            self.result(*result)
        for case in self.cases:
            for phase in case.phases:
                self.removals(phase)
        cases = self.reader.done()
        if self.before:
            cases[0].unread.append(f"lines 1 to {self.before[-1].number}, before the first case")
        cases[0].unread.extend(empty)
        return cases

    def change(self, case: Case, power: str, count: int) -> None:
        """List how many units a power may build or must remove where that does not follow from its centers."""
        start = case.phases[0].position
        if count != len(start.centers.get(power, ())) - sum(unit.power == power for unit in start.units):
            what = f"may build {count}" if count >= 0 else f"must remove {-count}"
            name = self.board.names.name(power)
            case.unread.append(f"{case.id}: that {name} {what}; its centers and units are not all named")

    def result(self, case: Case, phase: CasePhase, written: WrittenOrder, printed: str) -> None:
        """Give an order the outcome that the document prints after it."""
        word, *fates = [word.strip().casefold() for word in printed.split(",")]
        order = written.order
        outcome = _OUTCOMES.get((word, type(order)))
        if word == "illegal":
            outcome = "illegal"
        elif isinstance(order, Unclear):
            outcome = None
        elif word == "invalid":
            outcome = "no convoy" if isinstance(order, Move) else "void"
        elif word == "succeeds":
            outcome = _success_of(order, phase.type)
        elif word == "fails" and isinstance(order, Move):
            arrives = phase.type is PhaseType.RETREAT or self.arrives(phase, order)
            if arrives is None:
                case.unread.append(f"{case.id}: that {order} fails; by land or for lack of a convoy is not said")
                return
            outcome = "bounces" if arrives else "no convoy"
        if outcome is None:
            self.reader.fault(written.line, f"expected a result of {written.text!r}, cannot read {printed!r}")
            return
        out = not {"dislodged", "destroyed"}.isdisjoint((word, *fates))
        expected = Expectation(outcome, out, "destroyed" in (word, *fates))
        phase.orders[phase.orders.index(written)] = written._replace(expected=expected)

    def arrives(self, phase: CasePhase, move: Move) -> bool | None:
        """Return whether a failing move got to its destination, by the convoys printed as available; None if open."""
        board, tables = self.board, self.board.tables
        if move.unit.type is FLEET:
            return True
        start, end = (board.province_number[province_of(place)] for place in (move.unit.place, move.destination))
        by_land = bool(board.tables.army[start] >> end & 1) and not move.via_convoy
        fleets, ordered = 0, False
        available = {
            written.line for _, _, written, result in self.results if result.casefold().startswith("available")
        }
        for written in phase.orders:
            order = written.order
            if (
                isinstance(order, Convoy)
                and order.convoyed.province == move.unit.province
                and order.destination == move.destination
                and board.province(order.unit.province).kind == SEA
            ):
                ordered = True
                if written.line in available:
                    fleets |= 1 << tables.sea[board.province_number[order.unit.province]]
        if linked(tables.near, fleets, tables.shore[start], tables.shore[end]):
            return True
        return (None if ordered else True) if by_land else False

    def removals(self, phase: CasePhase) -> None:
        """Write the remaining units if all results of an adjustment are printed."""
        left = {*phase.position.units}
        gone = [entry[1:] for entry in self.automatic if entry[0] is phase]
        for power, text, line in gone:
            if phase.type is not PhaseType.ADJUSTMENT:
                self.reader.fault(line, f"an automatic disband of {text} outside of adjustments")
                continue
            try:
                unit = unit_of_text(text, power, self.board)
            except OrderError as fault:
                self.reader.fault(line, fault)
                continue
            if unit not in left:
                self.reader.fault(line, f"{self.board.names.name(power)} has no {unit} to disband")
            left.discard(unit)
        printed = [written.expected for written in phase.orders]
        if phase.type is not PhaseType.ADJUSTMENT or not (gone or printed) or None in printed:
            return
        for written in phase.orders:
            order = written.order
            if isinstance(order, (Build, Disband)) and str(written.expected) in ("builds", "disbands"):
                kind = FLEET if order.unit.type is FLEET else ARMY
                unit = Unit(kind, order.unit.place, order.power)
                left = left | {unit} if isinstance(order, Build) else left - {unit}
        phase.expected.after = frozenset(left)


_LONGEST_PAGE = 2_000_000  # characters; no page of test cases is longer


def _heads(text: str, board: Board) -> bool:
    """Return whether a line or paragraph of `text` begins with a numbered heading or the name of a power."""
    if re.search(r"(?:^|>)\s*\d+\.[A-Z]\.\d", text, re.MULTILINE):
        return True
    heads = re.finditer(r"(?:^|>)[ \t]*([^\W\d_][\w-]{1,20}(?: \w{1,15})?)[ \t]*(?::|$)", text, re.MULTILINE)
    return any(board.names.power(head[1]) is not None for head in heads)


def read_datc(text: str, name: str, board: Board | None = None) -> list[Case]:
    """Return the cases of a page or text in the style of the DATC: a number and title, then powers with their orders.

    Raises:
        FormatError: It has faults; all are listed.
    """
    board = board or load_board()
    numbered = "TEST CASE" in text
    if not numbered and not _heads(text, board):
        raise FormatError(f"{name}, line 1: nothing of this format in it; expected '6.A.1. TEST CASE, …' or a power")
    if _is_page(text) and len(text) > _LONGEST_PAGE:
        raise FormatError(f"{name}, line 1: a page of {len(text):,} characters; at most {_LONGEST_PAGE:,} are read")
    datc = _Datc(name, board, numbered=numbered)
    for line in _lines(text, name):
        datc.line(line)
    return datc.done()


def main() -> None:
    """Write the cases of a page as a case file to standard output; what it cannot hold goes to standard error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    file: Path = parser.parse_args().file
    cases = read_datc(file.read_text(encoding="utf-8"), str(file))
    text, losses = write_cases(cases)
    print(text, end="")
    for lost in (*losses, *(f"not read: {what}" for case in cases for what in case.unread)):
        print(lost, file=sys.stderr)


if __name__ == "__main__":
    main()
