"""The forms of texts and files: one table says what a text is, how it is read, and how it is written (`docs/cases.md`).

Every form is read into the cases of `cases.case`; some are written from them. Forms that cannot be read are named.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..map import Board, Position, load_board
from ..turn import TURN_KEYS
from .faults import FormatError

if TYPE_CHECKING:
    from .case import Case


class Format(NamedTuple):
    """A form of a text: how it is recognized, its reader, its writer.

    Attributes:
        name: Its name; that of a format of `standoff convert` if it is read.
        title: What it is, in messages.
        known_by: How it is recognized, for the docs.
        contents: What is read, for the docs; empty if it cannot be read.
        passed_over: What is not read, for the docs.
        begins: The possible first words of a text, not counting comments.
        keys: The keys of a text that is a JSON object.
        words: Words in small letters, one of which is in the text; they are sought before the pattern, which is slow.
        pattern: A pattern in the text, without regard to the case of letters.
        test: The module and function that decides about a text with that pattern, given a board.
        signature: The first bytes of a file that is not text.
        reader: The module and function of its reader, loaded on demand.
        lines: Instead of a reader, the function that converts it to lines of a case file.
        writer: The module and function of its writer; empty if it is read-only.
        separator: The separator of cases that are written in parts.
    """

    name: str
    title: str
    known_by: str = ""
    contents: str = ""
    passed_over: str = ""
    begins: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    pattern: str = ""
    test: str = ""
    signature: bytes = b""
    reader: str = ""
    lines: str = ""
    writer: str = ""
    separator: str = ""

    @property
    def is_orders(self) -> bool:
        """True if its lines are those of a case or orders file."""
        return self.name in ("standoff", "reply")

    def read(
        self,
        text: str,
        name: str,
        board: Board | None = None,
        position: Position | None = None,
        *,
        position_known: bool = False,
    ) -> list[Case]:
        """Return the cases of a text of this form.

        Args:
            text: The text.
            name: Its name in messages.
            board: The default board.
            position: The position of its orders, if known.
            position_known: True for orders to another position: no units are inferred from them.

        Raises:
            StandoffError: The form cannot be read, or the text has faults; all are listed.
        """
        if not self.contents:
            raise FormatError(f"{name}: {self.title}; standoff reads {readable_forms()}")
        if not (self.lines or self.is_orders):
            return _function(self.reader)(text, name, board=board)
        as_lines = _function(self.lines)(text, name, board or load_board(), position) if self.lines else None
        lines: list[tuple[int, str]] | None = as_lines and as_lines.lines
        read_cases = _function("reading.read_cases")
        cases = read_cases(text, name, board=board, position_known=position_known, position=position, lines=lines)
        if as_lines is not None:
            cases[0].unread += as_lines.unread
        return cases

    def write(self, cases: list[Case]) -> tuple[str, list[str]]:
        """Return cases as the text of a file, and its losses.

        Raises:
            FormatError: The format is read-only, or cannot hold the cases.
        """
        self.refuse_only_read()
        return _function(self.writer)(cases)

    @property
    def is_of_games(self) -> bool:
        """True for recorded games, of which a file may have any number, one after the other."""
        return self.reader == _GAME

    def has_keys(self, text: str) -> bool:
        """Return whether a text has the keys of this form, if it has such."""
        return self.keys != () and all(f'"{key}"' in text for key in self.keys)

    def refuse_only_read(self) -> None:
        """Raise `FormatError` if this format is read-only."""
        if not self.writer:
            raise FormatError(f"{self.name} is only read; formats that are written: {', '.join(written())}")


@cache
def _function(name: str) -> Callable[..., Any]:
    module, _, function = name.partition(".")
    return getattr(import_module(f".{module}", __package__), function)


_GAME = "programs.read_saved"
_MARK = (
    r"(?:\((?:bounced?|bounces|fail(?:s|ed)?|cut|void|no convoy|dislodged)\b[^()\n]*\)[^\w\n]*$"
    r"|[:.>] *(?:success|failed|failure|bounced)[^\w\n]*$)"
)
_REPORT = (
    r"\A(?!(?s:.)*?(?:=>|^case ))(?:(?s:.)*?(?:"  # the comments of case files may have such words
    r"^[^\w\n]*(?:(?:status of the )?(?:movement results|(?:retreat|adjustment)s? (?:results|orders)) for"
    r"|starting position for|status of the \w+ phase for|the following units? w\w+ dislodged|ownership of supply c)"
    r"|\(\*[a-z][a-z ,]*\*\)|\b(?:failed|unsuccessful)\b.{0,40}\b(?:parenthes|bracket|asterisk|underlin|italic)"
    r"|\b(?:parenthes|bracket|asterisk|underlin|italic)\w*\b.{0,40}\bfail)"
    rf"|(?!(?s:.)*?(?:^[^\w\n]*(?:from|subject|date):|\bwrote:))(?s:.)*?{_MARK}(?s:.)*?{_MARK})"  # no mails
)
_REPORT_WORDS = (
    *("results for", "orders for", "position for", "phase for", "dislodged", "ownership", "fail", "success"),
    *("bounce", "cut", "void", "convoy)", "(*"),
)
_NO_ORDER = (
    r"\A(?!(?s:.)*?(?:\s-|->|[{\[<=]|^case |\b(?:[hscrdb]|holds?)\b(?!\.| coast)))(?s:.)*?\b(?:[af]|army|fleet)\b"
)
_YAML = r"\A(?:\w+:.*\n)*(?:orders|units|phases):[ \t]*\n[ \t-]"
# fmt: off
FORMS = (
    Format("webdiplomacy", "a game of webDiplomacy", "keys `phases`, `turn`, `terrID`", "positions, orders",
           "messages, results of single orders", keys=("phases", "turn", "terrID"), reader=_GAME),
    Format("diplobn", "a game of DiploBN", "key `GamePhases`", "positions, orders, retreats",
           "results of single orders", keys=("GamePhases",), reader=_GAME),
    Format("saved", "a saved game of the package diplomacy", "key `phases`", "positions, orders",
           "messages, results of single orders", keys=("phases",), reader=_GAME,
           writer="programs.write_saved"),
    Format("jdip", "a jDip test case file", "`CASE`, `VARIANT_ALL` at the beginning", "positions, orders",
           "dislodged units afterwards", begins=("VARIANT_ALL", "CASE"), reader="jdip.read_jdip"),
    Format("sandbox", "page data of a Backstabbr sandbox or game", "`unitsByPlayer`, in JSON or in a saved page",
           "units, orders, results, centers", "the rest of the page; retreat phases are refused",
           words=("unitsbyplayer",), lines="rows.sandbox_lines"),
    Format("html", "an HTML page; copy its text", "`<html`", words=("<",),
           pattern=r"\A\W*<(?:!doctype html|html|head|body)\b"),
    Format("sql", "a dump of a database (SQL)", "`INSERT INTO`", words=("insert into ", "create table "),
           pattern=r"^(?:insert into|create table) "),
    Format("yaml", "YAML", "`orders:` above indented lines", words=("orders:", "units:", "phases:"), pattern=_YAML),
    Format("table", "rows of an order table", "columns for kind and place, as CSV, JSON lines or a list",
           "orders, results, dates, games", "other columns", test="formats.is_table", lines="rows.table_lines"),
    Format("lines", "interchange lines", "a JSON object with `units`, `orders`, `rules`, …", "turns",
           test="formats.is_lines", reader="programs.read_lines", writer="programs.write_lines"),
    Format("report", "a report of results", "a judge's headings, marks such as `(*bounce*)` or `(failed)`",
           "orders, results, dislodged units, retreats, units, centers", "press, counts, deadlines",
           words=_REPORT_WORDS, pattern=_REPORT, lines="reports.report_lines"),
    Format("listing", "a listing of positions", "nothing but units of powers, two or more", "units",
           pattern=_NO_ORDER, test="reports.is_listing", lines="reports.report_lines"),
    Format("reply", "an answer of a model or program", "`{`, `[` or `<` at the beginning; others are orders files",
           "orders", "what it says besides orders", pattern=r"\A\s*[{\[<]"),
    Format("standoff", "a case or orders file", "none of these", "cases, orders, positions",
           reader="reading.read_cases", writer="write.write_cases", separator="\n"),
    Format("pdf", "a PDF", "its first bytes", signature=b"%PDF"),
    Format("png", "a PNG", "its first bytes", signature=b"\x89PNG"),
    Format("jpeg", "a JPEG", "its first bytes", signature=b"\xff\xd8\xff"),
    Format("zip", "an XLSX, DOCX or other ZIP", "its first bytes", signature=b"PK\x03\x04"),
    Format("xls", "an old Office file, XLS", "its first bytes", signature=b"\xd0\xcf\x11\xe0"),
    Format("sqlite", "an SQLite database", "its first bytes", signature=b"SQLite format 3"),
    Format("pickle", "a Python pickle", "its first bytes", signature=b"\x80\x04\x95"),
)
# fmt: on
"""The forms, in the order in which they are tried."""

FORMATS: dict[str, Format] = {one.name: one for one in FORMS if one.contents}
"""The forms that can be read, by name."""


def is_game(text: str) -> bool:
    """Return whether a text that begins with an object may be a recorded game.

    >>> is_game('{"phases": []}'), is_game('{"units": {}}')
    (True, False)
    """
    return text[:1] == "{" and any(one.is_of_games and one.has_keys(text) for one in reversed(FORMS))


def readable_forms() -> str:
    """Return the forms that can be read, for messages."""
    return "; ".join(one.title for one in FORMATS.values())


def format_named(name: str) -> Format:
    """Return the format of a name.

    Raises:
        FormatError: There is no such format.
    """
    if name not in FORMATS:
        import difflib

        near = difflib.get_close_matches(name, FORMATS, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise FormatError(f"no format {name!r}{hint}; known: {', '.join(FORMATS)}")
    return FORMATS[name]


def refuse_binary(data: bytes, name: str) -> None:
    """Raise `FormatError` if a file is of a known form that is not text."""
    for one in FORMS:
        if one.signature and data.startswith(one.signature):
            one.read("", name)


_FIRST_WORD = re.compile(r"(?:\A|[\n\r])[^\S\n\r]*([^#\s]\S*)")  # of the first line that is not a comment


def _first_object(text: str) -> tuple[Mapping[str, Any], str]:
    """Return the JSON object at the beginning of a text, or the first one of a list there, and the rest of the text."""
    text = text.lstrip()
    if text[:1] not in ("{", "["):
        return {}, ""
    try:
        entry, end = json.JSONDecoder().raw_decode(text)  # noqa: TID251  # only its keys are used
    except (ValueError, RecursionError):
        return {}, ""
    entries: list[Any] = cast("list[Any]", entry) if isinstance(entry, list) else [entry]
    first: Any = entries[0] if entries else None
    return (cast("Mapping[str, Any]", first) if isinstance(first, dict) else {}), text[end:].lstrip()


def is_lines(text: str, _board: Board) -> bool:
    """Return whether a text begins with a JSON object with a key of an interchange line.

    >>> board = load_board()
    >>> is_lines('{"rules": "1971", "orders": {}}', board), is_lines('{"FRANCE": ["A PAR - BUR"]}', board)
    (True, False)
    """
    entry, rest = _first_object(text)
    alone = text.lstrip()[:1] == "{" and rest[:1] in ("", "{")  # otherwise words surround it, as in a reply
    return alone and not entry.keys().isdisjoint(TURN_KEYS)


def is_table(text: str, _board: Board) -> bool:
    """Return whether a text begins with the columns of an order table.

    >>> is_table("type,from,to", load_board()), is_table('{"type": "move", "from": "PAR"}', load_board())
    (True, False)
    """
    head = text.lstrip().partition("\n")[0]
    names = re.split(r"[,;\t|]", head.replace('"', "")) if re.match(r"[\w ,;\t|\"]*$", head) else ()
    if head[:1] in ("{", "["):
        names = tuple(_first_object(text)[0])
    return len(names) > 2 and not {"units", "orders"} & {*names} and bool(_function("rows.columns_of")(names))


def format_of(text: str, *, orders: bool = False, board: Board | None = None) -> Format:
    """Return the form of a text; the project's own if no other fits.

    Args:
        text: The text.
        orders: True if orders to a known position are expected: an object with the key ``orders`` is a reply then.
        board: The board, which decides what the name of a power is.
    """
    match = _FIRST_WORD.search(text)
    word = match[1] if match is not None else ""
    is_object, small = text.lstrip()[:1] == "{", text.lower()
    for one in FORMS:
        if orders and one.name in ("lines", "listing"):
            continue
        may_have = is_object or (one.is_of_games and text.lstrip()[:1] == "[")
        if word in one.begins or (may_have and one.has_keys(text)):
            return one
        if one.words and not any(word in small for word in one.words):
            continue
        fits = _pattern(one.pattern).search(text) if one.pattern else one.words or one.test
        if fits and (not one.test or _function(one.test)(text, board or load_board())):
            return one
    return FORMATS["standoff"]


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE | re.MULTILINE)


Converted = tuple[str, list[str]]
"""The text of a file in another format, and a message for each part not read or lost."""


def converted(text: str, name: str, source: Format, target: Format, board: Board | None = None) -> Converted:
    """Convert the text of a file to another format; return also a message for each part not read or lost.

    Raises:
        StandoffError: The file has faults, or the target is read-only.
    """
    target.refuse_only_read()
    return _from_cases(source.read(text, name, board), name, target)


def converted_in_parts(cases: Iterable[Case], name: str, target: Format) -> Iterator[Converted]:
    """Convert the cases of a file in parts, so that it may have any length (`converted`).

    Raises:
        StandoffError: The file has faults, or none of the cases of its format, or the target is read-only.
    """
    target.refuse_only_read()
    waiting: list[Case] = []
    separator = ""
    for case in cases:
        waiting.append(case)
        if len(waiting) == 2 * _CASES_AT_ONCE:  # the last one is never alone: it could be written otherwise
            output, losses = _from_cases(waiting[:_CASES_AT_ONCE], name, target)
            yield f"{separator}{output}", losses
            waiting, separator = waiting[_CASES_AT_ONCE:], target.separator
    if not waiting:
        raise FormatError(f"{name}, line 1: nothing of this format in it")
    output, losses = _from_cases(waiting, name, target)
    yield f"{separator}{output}", losses


_CASES_AT_ONCE = 50


def _from_cases(cases: list[Case], name: str, target: Format) -> Converted:
    output, losses = target.write(cases)
    unread = [f"{name}: not read: {what}" for case in cases for what in case.unread]
    return output, [*unread, *(f"{target.name} cannot hold: {loss}" for loss in dict.fromkeys(losses))]


def written() -> list[str]:
    """Return the names of the writable formats."""
    return [one.name for one in FORMATS.values() if one.writer]
