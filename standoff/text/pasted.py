"""Lines as people paste them: markup, several powers on one line, sentences that say who builds what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ..map import LANGUAGES, Board, Names, language_data, simplified
from ..solver import Order, OrderError, as_written
from .notation.compound import read_each, split_orders, starts_with_adjustment
from .notation.lexicon import words_for


def unmarked(line: str) -> str:
    """Return `line` without bold type, italics, underlining and type of code, and without a comment behind ``//``.

    >>> unmarked("**France:** <u>A Par-Bur</u>"), unmarked("`A Par-Bur` // for Germany")
    ('France: A Par-Bur', 'A Par-Bur')
    """
    if "//" in line:
        line = re.sub(r"\s//\s.*", "", line)
    if "`" in line:
        line = line.replace("`", "").strip()
    if "*" not in line and "_" not in line and "<" not in line:
        return line
    plain = re.sub(r"(?i)\*\*|__|</?(?:[biu]|em|strong)>", "", line).strip()
    italics = re.fullmatch(r"([*_])(\w[^*_]*)\1((?: *\([^()]*\))?:?)", plain)
    return italics[2] + italics[3] if italics else plain


def by_power(line: str, names: Names) -> list[tuple[str | None, str]]:
    """Return the parts of a line by the powers named, with a colon, before them; None before the first name.

    >>> from standoff.map import load_board
    >>> by_power("France: A Par-Bur; Germany: A Mun-Ruh", load_board().names)
    [('FRANCE', 'A Par-Bur'), ('GERMANY', 'A Mun-Ruh')]
    """
    parts: list[tuple[str | None, str]] = []
    power: str | None = None
    begin = 0
    at = line.find(":")
    while at >= 0:
        start, next_power = _power_before(line, begin, at, names)
        if next_power is not None:
            before = line[begin:start].strip(" \t;,.|*•-–—\"'«»“”„")
            if before or power is not None:
                parts.append((power, before))
            power, begin = next_power, at + 1
        at = line.find(":", at + 1)
    parts.append((power, line[begin:].strip()))
    return parts


RULED = re.compile(r"[-–—―=_~*+.•·#|─━═\s]+")
"""A ruled line, or an empty one."""


def unquoted(line: str) -> str:
    """Return `line` without the marks that mail programs put before quoted lines.

    >>> unquoted("> > A Par - Bur")
    'A Par - Bur'
    """
    return re.sub(r"(?:[ \t]*>)+ ?(?![ \t]*$)", "", line, count=1) if line.lstrip()[:1] == ">" else line


def says_nothing(text: str) -> bool:
    """Return whether `text` says that a power gave no orders.

    >>> says_nothing("NMR!"), says_nothing("(no orders)"), says_nothing("A Par H")
    (True, True, False)
    """
    return len(text) < 100 and simplified(text.strip(" \t!.()[]*")) in words_for("no_orders")


def says_orders(heading: str) -> bool:
    """Return whether a heading says that orders follow, and not whose: "Orders", "My final orders", "Order 2".

    >>> says_orders("My orders"), says_orders("Order 2"), says_orders("Germany")
    (True, True, False)
    """
    return simplified(re.sub(r"\s*\d+\s*$", "", heading.strip(" \t*#_."))) in words_for("above_orders")


def without_colon(line: str, board: Board) -> str:
    """Return a line of builds or removals without the colon behind its verb; any other line as it is.

    >>> from standoff.map import load_board
    >>> without_colon("Builds: F Kie, A Mun", load_board())
    'Builds F Kie, A Mun'
    """
    verb, colon, units = line.partition(":")
    if not colon or not units.strip() or not verb.strip().isalpha() or board.names.power(verb) is not None:
        return line
    return f"{verb.strip()} {units.strip()}" if starts_with_adjustment(f"{verb} x", board)[1] else line


@cache
def _headings(board: Board) -> dict[str, str]:
    """Return the powers by their names as headings have them: "france", and not "french", which describes a unit."""
    names = {simplified(power): power for power in board.powers}
    for language in LANGUAGES:
        known = language_data(language)["powers"]
        for power in board.powers:
            if language == "en" or "accusative" in known.get(power, {}):  # else the name itself is written before units
                names[simplified(board.names.name(power, language))] = power
    return {name: power for name, power in names.items() if name != simplified(board.powers[power].adjective)}


def heading_before(text: str, board: Board) -> tuple[str, str] | None:
    """Return the power that an order begins with, named as headings are but without a colon, and what follows.

    >>> from standoff.map import load_board
    >>> heading_before("FRANCE A PAR - BUR", load_board())
    ('FRANCE', 'A PAR - BUR')
    >>> heading_before("French A PAR - BUR", load_board())
    """
    words = list(re.finditer(r"[^\s.;,]+", text))[:4]
    for word in reversed(words[:-1]):
        power = _headings(board).get(simplified(text[: word.end()]))
        if power is not None:
            return power, text[word.end() :].lstrip(" .;,")
    return None


def without_player(heading: str) -> str:
    """Return a power's heading without anything in parentheses behind it.

    >>> without_player("AUSTRIA (Alice)")
    'AUSTRIA'
    """
    return re.sub(r"\s*\([^()]*\)\s*$", "", heading)


_LONGEST_NAME = 300
"""The name of a power and what stands in parentheses behind it have no more characters."""


def _power_before(line: str, begin: int, colon: int, names: Names) -> tuple[int, str | None]:
    """Return where the name of the power before `colon` starts, and its id; None if no such name stands there."""
    begin = max(begin, colon - _LONGEST_NAME)
    head = without_player(line[begin:colon])
    words = list(re.finditer(r"[^\s;,.|*•«»“”„\"]+", head))[-3:]
    for word in words:
        power = names.power(head[word.start() :].strip(" *_"))
        if power is not None:
            return begin + word.start(), power
    return colon, None


def sentences(line: str, board: Board) -> Iterator[tuple[str, str, Order | OrderError]] | None:
    """Return power, text and order or fault of a line that says who builds or removes what; None if it is no such line.

    >>> from standoff.map import load_board
    >>> builds = sentences("Anglie staví F Edi, Francie F Mar a Německo F Kie a A Mun", load_board())
    >>> [(power, str(order)) for power, _, order in builds]
    [('ENGLAND', 'F EDI B'), ('FRANCE', 'F MAR B'), ('GERMANY', 'F KIE B'), ('GERMANY', 'A MUN B')]
    """
    if board.names.power(line.strip(" \t.;").partition(" ")[0]) is None:  # nearly always
        return None
    return _sentences(line, board) if starts_with_adjustment(line, board)[1] else None


def _sentences(line: str, board: Board) -> Iterator[tuple[str, str, Order | OrderError]]:
    power = verb = ""
    for text in re.split(r"\.\s+(?=\w)", line):
        for item in split_orders(text, board.names):
            new_power, new_verb, units = starts_with_adjustment(item, board)
            power, verb = new_power or power, new_verb or verb
            orders = [order for _, order in read_each(units, power, board)]
            if any(isinstance(order, OrderError) for order in orders):  # not an order without the verb
                orders = [order for _, order in read_each(f"{verb} {units}", power, board)]
            yield from (
                (power, item, order if isinstance(order, OrderError) else as_written(order, item)) for order in orders
            )
