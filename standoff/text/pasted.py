"""Pasted lines: markup, several powers on one line, sentences about builds and removals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ..map import LANGUAGES, Board, Names, language_data, simplified
from ..solver import Order, OrderError, as_written
from .notation.compound import read_each, split_orders, starts_with_adjustment
from .notation.daide import daide_owner
from .notation.grammar import readable
from .notation.lexicon import words_for


def without_markup(line: str) -> str:
    """Return `line` without markup for bold, italics, underlining and code.

    >>> without_markup("**France:** <u>A Par-Bur</u>"), without_markup("`A Par-Bur`")
    ('France: A Par-Bur', 'A Par-Bur')
    """
    if "`" in line:
        line = line.replace("`", "").strip()
    if "*" not in line and "_" not in line and "<" not in line:
        return line
    plain = re.sub(r"(?i)\*\*|__|</?(?:[biu]|em|strong)>", "", line).strip()
    italics = re.fullmatch(r"([*_])(\w[^*_]*)\1((?: *\([^()]*\))?:?)", plain)
    return italics[2] + italics[3] if italics else plain


_LIST = re.compile(
    r"""^([ \t]*["']?([^\W\d][^\n:"'\[({]*?)["']?)[ \t]*:?[ \t]*(?:[\[({]\s*((?:(["'])[^"'\n]*\4\s*,?\s*)*)[\])}]|"""
    r"""\[([^\n"'\[\]{}]*)\])[ \t]*,?[ \t]*$""",
    re.MULTILINE,
)


def without_brackets(text: str, board: Board) -> str:
    """Return a text with the printed lists behind the names of powers as plain orders.

    >>> from standoff.map import load_board
    >>> without_brackets("FRANCE: ['A PAR - BUR', 'A MAR - SPA']", load_board())
    "FRANCE: 'A PAR - BUR', 'A MAR - SPA'"
    """

    def plain(match: re.Match[str]) -> str:
        orders = match[3] if match[5] is None else match[5]
        return match[0] if board.names.power(match[2]) is None else f"{match[1]}: {orders}"

    return _LIST.sub(plain, text) if "[" in text or "'" in text or '"' in text else text


def by_power(line: str, names: Names) -> list[tuple[str | None, str]]:
    """Split a line at power names with a colon; the power of the part before the first name is None.

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


RULED = re.compile(r"[-–—―=_~*+.•·#|─━═>\s]+")
"""A ruled line, or an empty one."""


def without_quote_marks(line: str) -> str:
    """Return `line` without the quote marks of mail programs.

    >>> without_quote_marks("> > A Par - Bur")
    'A Par - Bur'
    """
    return re.sub(r"(?:[ \t]*>)+ ?(?![ \t]*$)", "", line, count=1) if line.lstrip()[:1] == ">" else line


def says_nothing(text: str) -> bool:
    """Return whether `text` means that a power gave no orders.

    >>> says_nothing("NMR!"), says_nothing("(no orders)"), says_nothing("A Par H")
    (True, True, False)
    """
    return len(text) < 100 and simplified(text.strip(" \t!.()[]*")) in words_for("no_orders")


def says_orders(heading: str) -> bool:
    """Return whether a heading announces orders without a power: "Orders", "My final orders", "Order 2".

    >>> says_orders("My orders"), says_orders("Order 2"), says_orders("Germany")
    (True, True, False)
    """
    return simplified(re.sub(r"\s*\d+\s*$", "", heading.strip(" \t*#_."))) in words_for("above_orders")


_MARKS = str.maketrans(dict.fromkeys("#*_>()[],.:;!?…—–-\"'“”", " "))


@cache
def _doubts() -> dict[str, tuple[str, ...]]:
    """Return phrases of thoughts, drafts, conditions and orders that are taken back, by their first words."""
    phrases: dict[str, set[str]] = {}
    for data in map(language_data, LANGUAGES):
        names = [*data["if"], *data["taken_back"], *data["final"], *data["drafts"]]
        names += (word for name in data["drafts"] for word in name.split() if word not in ("first", "initial"))
        for name in names:
            words = name.casefold().translate(_MARKS).split()
            phrases.setdefault(words[0], set()).add(f" {' '.join(words)} ")
    return {word: tuple(found) for word, found in phrases.items()}


def is_doubtful(text: str) -> bool:
    """Return whether a text may contain thoughts, drafts, or orders that are conditional or taken back.

    >>> is_doubtful("A PAR - BUR, A MAR hold"), is_doubtful("Wait, A PAR H"), is_doubtful("~~A PAR H~~")
    (False, True, True)
    """
    if "<" in text or "~~" in text or "hink" in text:
        return True
    words = text.casefold().translate(_MARKS).split()
    if not (found := _doubts().keys() & words):
        return False
    plain = f" {' '.join(words)} "
    return any(phrase in plain for word in found for phrase in _doubts()[word])


def without_colon(line: str, board: Board) -> str:
    """Return a line of builds or removals without the colon after its verb; any other line unchanged.

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
    """Return the powers by their names in headings: "france", but not "french", which describes a unit."""
    names = {simplified(power): power for power in board.powers}
    for language in LANGUAGES:
        known = language_data(language)["powers"]
        for power in board.powers:
            if language == "en" or "accusative" in known.get(power, {}):  # otherwise the name itself precedes units
                names[simplified(board.names.name(power, language))] = power
    return {name: power for name, power in names.items() if name != simplified(board.powers[power].adjective)}


def heading_before(text: str, board: Board) -> tuple[str, str] | None:
    """Return the power name at the beginning of an order, as in a heading without a colon, and the rest.

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


def powers_named(text: str, board: Board) -> list[tuple[str | None, str]]:
    """Return the parts of a text without a heading, each with the power that it names before its first order.

    A name counts if it is that of a heading; an abbreviation of one if a readable order follows. An order in DAIDE
    tokens names its power.

    >>> from standoff.map import load_board
    >>> powers_named("Austria A Vie-Gal, A Bud H, Eng F Lon-Nth", load_board())
    [('AUSTRIA', 'A Vie-Gal, A Bud H'), ('ENGLAND', 'F Lon-Nth')]
    """
    owner = daide_owner(text, board)
    if owner is not None:
        return [(owner, text)]
    parts: list[tuple[str | None, str]] = []
    for item in split_orders(text):
        bare = item.lstrip(" (*_[")
        first, _, rest = bare.partition(" ")
        rest = rest.lstrip(" )-–—*_]")
        named = heading_before(bare, board)
        if named is None and rest and readable(rest, board):
            short = simplified(first.strip(" .,)*_]"))
            power = board.names.power(short)
            if power is not None and short != simplified(board.powers[power].adjective):
                whose = [name for name, heading in _headings(board).items() if heading == power]
                named = (power, rest) if any(name.startswith(short) for name in whose) else None
        if named or not parts:
            parts.append(named or (None, item))
        else:
            parts[-1] = (parts[-1][0], f"{parts[-1][1]}, {item}")
    return parts if any(power for power, _ in parts) else [(None, text)]


def without_player(heading: str) -> str:
    """Return a heading without a trailing remark in parentheses.

    >>> without_player("AUSTRIA (Alice)")
    'AUSTRIA'
    """
    return re.sub(r"\([^()]*\)$", "", heading.rstrip()).rstrip() if ")" in heading else heading


_LONGEST_NAME = 300
"""The maximum length of a power name with a remark in parentheses."""


def _power_before(line: str, begin: int, colon: int, names: Names) -> tuple[int, str | None]:
    """Return the start and the id of the power name before `colon`; None if there is no such name."""
    begin = max(begin, colon - _LONGEST_NAME)
    head = without_player(line[begin:colon])
    words = list(re.finditer(r"[^\s;,.|*•«»“”„\"]+", head))[-3:]
    for word in words:
        power = names.power(head[word.start() :].strip(" *_"))
        before = head[: word.start()].strip(" *_")
        goal = before and before[-1] not in ";,.|" and names.find(head[word.start() :])  # "F Bre - Eng: ..."
        if power is not None and not goal:
            return begin + word.start(), power
    return colon, None


def sentences(line: str, board: Board) -> Iterator[tuple[str, str, Order | OrderError]] | None:
    """Return the power, text, and order or fault of each build or removal in a sentence; None for another line.

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
