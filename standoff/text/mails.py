"""Threads of mails: the phases of a text, headers, quotations, and the lines that are certainly no orders.

From: alice@example.org                 a header: nothing, and the end of the orders above it
Subject: Re: Spring 1901                a header with a date: a heading of the orders below it
On Monday, Bob wrote:                   the beginning of a quotation
> FRANCE: A Par - Bur                   a copy of lines that stand elsewhere is passed over; any other quotation is
                                        an older mail, and needs a date
Good luck to all of you                 no order: it is listed as not read
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from contextlib import suppress
from functools import cache
from itertools import groupby
from typing import NamedTuple

from ..map import LANGUAGES, Board, Phase, language_data, simplified
from ..solver import OrderError
from .notation.lexicon import lexicon_of, words_for
from .pasted import RULED, without_markup, without_quote_marks

MOST_PIECES = 1000
"""The most mails and quotations of a thread."""

_HEADER = re.compile(r"[\s*]*([^\W\d][\w-]{1,14})\s*:[*\s]*(.*)")
_REPLY = re.compile(r"(?i)^\s*(?:(?:re|fwd?|aw|sv|wg|odp|ответ)\s*(?:\[\d+\])?:\s*|\[[^\]]*\]\s*(?=\S))+")


class MailLine(NamedTuple):
    """A line of a thread.

    Attributes:
        number: Its number in the text, from 1.
        raw: The line.
        mail: The number of its mail, older mails first as far as the text shows; 0 if there is only one.
        undated: True if the text has dates, but none for this line.
    """

    number: int
    raw: str
    mail: int = 0
    undated: bool = False


class MailHeader(NamedTuple):
    """A line of the head of a mail or above a quotation: its date, if it names one, and whether it begins a mail."""

    date: Phase | None = None
    begins: bool = True
    older: bool = False
    sent: str = ""


@cache
def _pattern(key: str) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for language in LANGUAGES for word in language_data(language)[key])
    form = r"(?:.*[\s>])?(?:{}):" if key == "mail_wrote" else r"[\W_]*(?:{})[\W_]*"
    return re.compile(form.format(words), re.IGNORECASE)


def mail_header(line: str, board: Board) -> MailHeader | None:
    """Return a line of the head of a mail, or above a quotation; None for any other line.

    >>> from standoff.map import load_board
    >>> str(mail_header("Subject: Re: [dip] Spring 1901 orders", load_board()).date)
    'S1901M'
    >>> mail_header("On Monday, Bob wrote:", load_board()).begins, mail_header("FRANCE: A PAR - BUR", load_board())
    (False, None)
    """
    match = _HEADER.fullmatch(line)
    if match is not None and board.names.power(match[1]) is None:
        key = simplified(match[1])
        if key in words_for("mail_subject"):
            words = re.findall(r"[\w'-]+", _REPLY.sub("", match[2]))[:12]
            return MailHeader(Phase.dated(" ".join(word for word in words if board.names.power(word) is None)))
        if key in words_for("mail_headers"):
            return MailHeader(Phase.dated(match[2]), sent=match[2] if key in words_for("mail_sent") else "")
    if len(line) < 300 and line[-1:] == ":" and _pattern("mail_wrote").fullmatch(line):
        return MailHeader(begins=False)
    return MailHeader(older=True) if len(line) < 100 and _pattern("mail_original").fullmatch(line) else None


def _date_in(raw: str) -> Phase | None:
    if len(raw) > 200 or not re.search(r"\d", raw):
        return None
    return Phase.dated(without_markup(without_quote_marks(raw).strip()).lstrip("# "))


def _depth(raw: str) -> int:
    return raw[: len(raw) - len(raw.lstrip("> \t"))].count(">")


_CASE_FILE = re.compile(r"^(?:case\s+\S+\s*$|PHASE\s|START\s*:|start\s*:)", re.MULTILINE)


def phases_in(text: str, board: Board) -> list[tuple[Phase | None, list[MailLine]]]:
    """Return the lines of a thread by phase, in the order of time; those without a date come first.

    A thread has mails, or dates of several phases. Copies in quotations are left out.

    Returns:
        The phases; none for any other text, and for a case file, whose phases are in its own order.

    Raises:
        OrderError: It has too many quotations.

    >>> from standoff.map import load_board
    >>> text = "Fall 1901\\nFRANCE: A BUR H\\nSpring 1901\\nFRANCE: A PAR - BUR"
    >>> [(str(phase), [line.number for line in lines]) for phase, lines in phases_in(text, load_board())]
    [('S1901M', [3, 4]), ('F1901M', [1, 2])]
    """
    if _CASE_FILE.search(text):
        return []
    raws = text.splitlines()
    common = min((_depth(raw) for raw in raws if raw.strip()), default=0)
    if 0 < common < 20:  # all of it is quoted: nothing is a copy
        raws = [re.sub(rf"^(?:[ \t]*>){{{common}}} ?", "", raw) for raw in raws]
    between = (":" in raw or raw.lstrip("> \t")[:1] in ("-", "_", "*") for raw in raws)
    heads = [
        mail_header(without_markup(without_quote_marks(raw).strip()), board) if it else None
        for raw, it in zip(raws, between, strict=True)
    ]
    dates = [head.date if head else _date_in(raw) for raw, head in zip(raws, heads, strict=True)]
    named = {date for date in dates if date}
    if not any(heads) and (len(named) < 2 or len(named) < len([*groupby(filter(None, dates))])):
        return []  # a date that comes back may be a slip, except in mails
    pieces, ages = _pieces(raws, heads)
    copies = _copies(raws, pieces)
    ranks = _ranks(heads, pieces, ages)
    by_phase: dict[Phase | None, list[MailLine]] = {}
    last: dict[int, Phase | None] = {}  # the date above, by mail
    running: Phase | None = None
    for number, (depth, mail, lines) in enumerate(pieces):
        if number in copies:
            continue
        phase = last.get(mail, running if depth == 0 else None)
        for at in lines:
            phase = dates[at] or phase
            undated = phase is None and bool(named)
            by_phase.setdefault(phase, []).append(MailLine(at + 1, raws[at], ranks[mail], undated))
        last[mail] = phase
        running = phase if depth == 0 else running
    first = [(None, by_phase.pop(None))] if None in by_phase else []
    return [*first, *((phase, by_phase[phase]) for phase in sorted(phase for phase in by_phase if phase))]


class _Piece(NamedTuple):
    """Neighboring lines of a mail, from 0: the depth of their quotation, and the number of the mail."""

    depth: int
    mail: int
    lines: list[int]


def _pieces(raws: list[str], heads: list[MailHeader | None]) -> tuple[list[_Piece], list[int]]:
    """Return the pieces of all mails, and by mail how many mails above quote or forward it."""
    pieces, ages, here = [_Piece(0, 0, [])], [0], {0: 0}  # the last one: by depth
    in_head = False
    for at, raw in enumerate(raws):
        if not RULED.fullmatch(raw) and raw:
            depth, head = _depth(raw), heads[at]
            begins = head is not None and head.begins and not in_head
            if begins or depth not in here:
                above = ages[pieces[-1].mail] if depth else 0
                older = head is not None and head.older
                here[depth] = len(ages)
                ages.append(ages[pieces[-1].mail] + 1 if older or depth > pieces[-1].depth else above)
            if begins or depth != pieces[-1].depth:
                pieces.append(_Piece(depth, here[depth], []))
                here = {level: mail for level, mail in here.items() if level <= depth}
            in_head = head is not None and head.begins
        pieces[-1].lines.append(at)
    if len(pieces) > MOST_PIECES:
        raise OrderError(f"a thread of more than {MOST_PIECES} mails and quotations")
    return pieces, ages


def _copies(raws: list[str], pieces: list[_Piece]) -> set[int]:
    """Return the quotations that copy lines of a less deep one, or an earlier one, word for word."""
    seen, copies = "\n", set[int]()
    for number in sorted(range(len(pieces)), key=lambda number: (pieces[number].depth, number)):
        words = [" ".join(raws[at].lstrip("> \t").split()) for at in pieces[number].lines]
        lines = "".join(f"{line}\n" for line in words if line)
        if pieces[number].depth and f"\n{lines}" in seen:
            copies.add(number)
        else:
            seen += lines
    return copies


def _ranks(heads: list[MailHeader | None], pieces: list[_Piece], ages: list[int]) -> list[int]:
    """Return the place of each mail in their sequence: older first, by their dates if all have one."""
    from email.utils import parsedate_to_datetime

    sent: dict[int, float] = {}
    for piece in pieces:
        for at in piece.lines:
            if (head := heads[at]) is not None and head.sent:
                with suppress(ValueError, OverflowError):
                    sent.setdefault(piece.mail, parsedate_to_datetime(head.sent).timestamp())
    dated = len(sent) >= len(ages) - 1  # what stands above the first head has none
    order = sorted(range(len(ages)), key=lambda mail: (-ages[mail], sent.get(mail, 0.0) if dated else 0.0, mail))
    ranks = {mail: rank for rank, mail in enumerate(order, 1)}
    return [ranks[mail] if len(ages) > 1 else 0 for mail in range(len(ages))]


_ARROW = re.compile(r"->|=>|→|[-–—>]\s*>|\s[-–—]+\s+\S|\w[–—]\w")


def is_prose(line: str, board: Board) -> bool:
    """Return whether a line is certainly no order, no heading and no date, not even a misspelt one.

    >>> from standoff.map import load_board
    >>> [is_prose(line, load_board()) for line in ("Good luck to you all!", "Cheers, Alice", "A Brg - Mncih", "Frnace")]
    [True, True, False, False]
    """
    from difflib import get_close_matches

    lexicon = lexicon_of(board, False)
    words = re.findall(r"[^\W_]+", simplified(line))
    kinds = [lexicon.words.get(word, ("",))[0] for word in words]
    places = sum(1 for _ in _places(words, lexicon.places))
    deeds = [kind for at, kind in enumerate(kinds) if kind not in ("", "TYPE", "TO", "WITH") and (at or words[0][1:])]
    if not words or places > 1 or (places and (deeds or "-" in line)) or kinds[0] == "TYPE" or _ARROW.search(line):
        return False
    if len(words) < 7 and (deeds or re.search(r"\d{3}", line) or re.search(r"[A-ZА-Я]\w*-[A-ZА-Я]", line)):
        return False
    if len(words) < 4 and (places or "TO" in kinds or Phase.dated(f"{line} 1901") or line.rstrip("*_ ").endswith(":")):
        return False
    return len(words) > 3 or not get_close_matches(" ".join(words), board.names.powers, n=1, cutoff=0.8)


def _places(words: list[str], places: Container[str]) -> Iterator[str]:
    for begin in range(len(words)):
        names = (" ".join(words[begin:end]) for end in range(begin + 1, min(begin + 5, len(words)) + 1))
        yield from (name for name in names if name in places)
