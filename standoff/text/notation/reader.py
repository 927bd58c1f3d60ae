"""Reading orders: from text, in any of the notations, to the order objects of the solver.

    F North Sea Convoys A Yorkshire - Belgium      A LON - BEL VIA      A Bur S A Par - Mar      Build F Kiel
    Armáda Porúří do Holandska                     F Lon-Удерживать     ((ENG FLT LON) MTO NTH)

Most orders are looked up word by word (`exact`); a grammar reads the rest. It sees only the kinds of words, so each
sequence of kinds is parsed once and its tree kept. If a name has several meanings, and only one of them makes a
conceivable order, that is the order; else it is an `Unclear`, which the position may still settle. Nothing is
corrected: text that cannot be read raises `OrderError`, which says what was not understood, where, and which known
names are nearest.
"""

from __future__ import annotations

import contextlib
import re
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ...map import LANGUAGES, Board, Names, PhaseType, UnitType, language_data, simplified
from ...solver import Build, Disband, Hold, Move, Order, OrderError, Support, Unclear, UnitName, Waive, conceivable
from .exact import ExactOrders
from .lexicon import ORDER_KINDS, Lexicon, Token
from .quoting import at_most, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lark import Lark

NOTATIONS = ("written", "package", "daide", "njudge", "dpjudge", "webdiplomacy")
"""The notations that can be read: orders as people write them (any language), and those of programs."""

_EXPECTED = {
    "PLACE": "a province",
    "TYPE": "A or F",
    "POWER": "a power",
    "DASH": "'-'",
    "TO": "'to'",
    "MOVE": "'move'",
    "HOLD": "H",
    "SUPPORT": "S",
    "CONVOY": "C",
    "RETREAT": "R",
    "DISBAND": "D",
    "BUILD": "B",
    "WAIVE": "'waive'",
    "VIA": "'via convoy'",
    "$END": "the end",
}
_SHOWN = ("PLACE", "TYPE", "DASH", "HOLD", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "BUILD", "WAIVE", "VIA", "$END")


@cache
def lexicon_of(board: Board, reports: bool) -> Lexicon:
    """Return the words and names of a board; with `reports`, also the words of the judges' reports."""
    return Lexicon(board, reports=reports)


@cache
def _exact(board: Board) -> ExactOrders:
    return ExactOrders(lexicon_of(board, False))


def exact_order(text: str, power: str, board: Board) -> Order | None:
    """Return the order that `text` says if its words need only be looked up (`exact`), else None.

    >>> from standoff.map import load_board
    >>> str(exact_order("A PAR - BUR", "FRANCE", load_board()))
    'A PAR - BUR'
    """
    return _exact(board).order(text, power)


# -- the grammars ----------------------------------------------------------------------------------


@cache
def _parser(notation: str) -> Lark:
    from lark import Lark, Token as LarkToken
    from lark.lexer import Lexer

    class Shapes(Lexer):
        """Passes on a sequence of kinds unchanged; each token's value is its place in the sequence."""

        def __init__(self, lexer_conf: Any) -> None:
            pass

        def lex(self, lexer_state: Any, parser_state: Any = None) -> Any:
            for number, kind in enumerate(lexer_state):
                yield LarkToken(kind, number)  # type: ignore[arg-type]

    return Lark.open(
        f"{notation}.lark",
        rel_to=__file__,
        parser="lalr",
        lexer=Shapes,
        maybe_placeholders=True,
        keep_all_tokens=False,
    )


class UnknownWordsError(OrderError):
    """An order with words that are not names; the nearest names are looked up when the message is shown."""

    def __init__(self, message: str, words: str, names: Names) -> None:
        super().__init__(message)
        self.words, self.names = words, names

    def __str__(self) -> str:
        return f"{super().__str__()}{nearest_names(self.words, self.names)}"


class _Unexpected(NamedTuple):
    """A sequence of kinds that the grammar cannot read: where it stops, and what could stand there."""

    at: int
    expected: tuple[str, ...]


@lru_cache(maxsize=20_000)
def _parsed(notation: str, kinds: tuple[str, ...]) -> Any:
    """Return a sequence of kinds as the grammar of a notation reads it: a tree of numbers, or an `_Unexpected`."""
    from lark.exceptions import UnexpectedInput

    try:
        return _parser(notation).parse(cast(str, kinds)).children[0]
    except UnexpectedInput as fault:
        token = getattr(fault, "token", None)
        at = len(kinds) if token is None or token.type == "$END" else int(token.value)
        expected: set[str] = getattr(fault, "accepts", None) or getattr(fault, "expected", None) or set()
        return _Unexpected(at, tuple(kind for kind in _SHOWN if kind in expected))


# -- orders -----------------------------------------------------------------------------------------


def _values(tree: Any, kind: str, values: list[Any]) -> list[Any]:
    """Return the values of the words of a kind right below a node."""
    return [values[leaf.value] for leaf in tree.children if leaf is not None and leaf.type == kind]


def _build(tree: Any, values: list[Any], power: str) -> list[Order]:
    """Return the orders of a tree with these values; several only if two units support each other."""
    name = str(tree.data)
    if name == "waive":
        return [Waive(power)]
    units: list[UnitName] = []
    places: list[str] = []
    via = False
    route: tuple[str, ...] = ()
    for child in tree.children:
        if child is None:
            continue
        if not hasattr(child, "children"):  # a word
            if child.type == "PLACE":
                places.append(values[child.value])
            elif child.type == "POWER" and values[child.value] != power:
                named = values[child.value]
                raise OrderError(f"column 1: the order names {named}, but stands among those of {power}")
            via = via or child.type == "VIA"
        elif child.data == "path":
            *between, last = _values(child, "PLACE", values)
            route = tuple(place.partition("/")[0] for place in between)
            places.append(last)
        elif child.data == "carried":
            via = True
            if name != "support_carried":
                route = (_values(child, "PLACE", values)[0].partition("/")[0],)
        else:
            kinds, nations = _values(child, "TYPE", values), _values(child, "POWER", values)
            (place,) = _values(child, "PLACE", values)
            units.append(UnitName(place, *(kinds or [None]), *(nations or [None])))
    if name.endswith("_passive"):  # "A is supported by B" is an order to B
        units.reverse()
    unit = units[0]
    if unit.nationality == power:
        unit = units[0] = UnitName(unit.place, unit.type)
    if name == "mutual":
        supported = UnitName(units[1].place, units[1].type)
        return [Support(power, unit, units[1]), Support(power, supported, unit)]
    kind = ORDER_KINDS[name.partition("_")[0]]
    if kind is Move:
        return [Move(power, unit, places[0], via, route)]
    return [kind(power, *units[:2], *places)]  # a third unit only helps


def _fault(text: str, at: int, problem: str) -> OrderError:
    return OrderError(f"column {at + 1}, {quoted(text)}: {problem}")


def _words(text: str, at: int, lexicon: Lexicon) -> str:
    """Return the words from position `at` up to the next dash, verb or type."""
    words: list[str] = []
    end = at
    for word, start, stop in lexicon.pieces(text[at:]):
        meaning = lexicon.words.get(word)
        if words and (word[0] in "-–—−/(->=→" or (meaning is not None and start > 0)):
            break
        words.append(word)
        end = at + stop
    return text[at:end] or text[at : at + 1]


def _lacking_province(tokens: list[Token]) -> str:
    """Return the part of a message that says which province is missing behind `tokens`."""
    kinds = [token.type for token in tokens]
    if "PLACE" not in kinds:
        return "to build in" if kinds[:1] == ["BUILD"] else "of the unit"
    if kinds[-1] in ("_SUPPORTED", "_CONVOYED"):
        return "of the supporting unit" if kinds[-1] == "_SUPPORTED" else "of the convoying fleet"
    moving = kinds[-1] in ("DASH", "TO", "MOVE")
    if "SUPPORT" in kinds:
        return "that the supported unit moves to" if moving else "of the supported unit"
    if "CONVOY" in kinds:
        return "that the army is convoyed to" if moving else "of the convoyed army"
    return "to retreat to" if "RETREAT" in kinds else "to move to"


def _unknown(text: str, tokens: list[Token], at: int, lexicon: Lexicon) -> OrderError:
    words = _words(text, at, lexicon)
    names = lexicon.board.names
    barred = _impassable(words, names)
    if barred is not None:
        return _fault(text, at, f"{barred} cannot be entered")
    placed = bool(tokens) and tokens[-1].type == "PLACE"
    expected = "H, -, S, C, R, D or B" if placed else f"a province {_lacking_province(tokens)}"
    message = f"column {at + 1}, {quoted(text)}: expected {expected}, cannot read {quoted(words)}"
    return UnknownWordsError(message, words, names)


def _tokens(text: str, board: Board, *, reports: bool = False) -> list[Token]:
    """Return the tokens of a text.

    Raises:
        OrderError: A word is unknown.
    """
    lexicon = lexicon_of(board, reports)
    tokens, bad = lexicon.tokens(text)
    if bad >= 0:
        raise _unknown(text, tokens, bad, lexicon)
    return tokens


def _impassable(words: str, names: Names) -> str | None:
    """Return the impassable space that `words` begin with, None if they begin with something else."""
    parts = [word.strip("()[],;:") for word in words.split()[:3]]
    candidates = (names.impassable.get(simplified(" ".join(parts[:count]))) for count in range(len(parts), 0, -1))
    return next((name for name in candidates if name is not None), None)


def nearest_names(words: str, names: Names) -> str:
    """Return the end of a message that offers the names of provinces nearest to `words`, if there are any."""
    if len(words) > 60:  # no name is that long
        words = words[:60].rpartition(" ")[0]
    first = words.split()[:1]
    near = names.nearest(words) or (names.nearest(first[0]) if first else [])
    return f"; nearest known: {', '.join(near)}" if near else ""


def _unexpected(text: str, tokens: list[Token], shape: _Unexpected) -> OrderError:
    choices = [_EXPECTED[kind] for kind in shape.expected if kind != "$END"]
    expected = ", ".join(choices[:-1]) + (" or " if len(choices) > 1 else "") + choices[-1] if choices else "the end"
    if shape.at >= len(tokens):
        if tokens[-1].type != "PLACE" and "PLACE" in shape.expected:
            return _fault(text, len(text.rstrip()), f"no province {_lacking_province(tokens)}")
        return _fault(text, len(text.rstrip()), f"the order ends too early; expected {expected}")
    token = tokens[shape.at]
    unread = quoted(text[token.start :])
    if "$END" in shape.expected or not choices:
        return _fault(text, token.start, f"cannot read {unread} behind the order")
    return _fault(text, token.start, f"expected {expected}, cannot read {unread}")


_REPORTS = ("webdiplomacy", "njudge")
_REPORT_WORDS = r"(?i)\b(?:at|in|from|an|postpone[sd]|destroyed|disbanded)\b"
_DAIDE = r"\s*\((?:\(|[A-Z]{3}\s+WVE\s*\)\s*$)"
"""How an order in DAIDE tokens begins; that of a waiver, which names no unit, is all of it."""
LONGEST = 20_000
"""No order has more characters."""


def _orders_in(text: str, power: str, board: Board, notation: str, phase: PhaseType | None = None) -> list[Order]:
    """Return the orders that `text` says.

    Notation ``written`` also reads sentences of the programs' reports and, among adjustments, units alone as builds.
    """
    if len(text) > LONGEST:
        raise OrderError(f"column 1, {quoted(text)}: no order has {len(text):,} characters")
    if notation in ("written", "package"):
        exact = exact_order(text, power, board)
        if exact is not None:
            return [exact]
    try:
        return _read_as(text, power, board, notation)
    except OrderError:
        if notation != "written":
            raise
        if re.search(_REPORT_WORDS, text):
            for report in _REPORTS:
                with contextlib.suppress(OrderError):
                    return _read_as(text, power, board, report)
        if phase is PhaseType.ADJUSTMENT:
            unit = _unit_alone(text, power, board)
            if unit is not None:
                return [Build(power, unit)]
        order = _without_remark(text, board)
        if order is not None:
            return _orders_in(order, power, board, notation, phase)
        raise


_BRACKETED = re.compile(r"(.*\S)\s*[(\[]([^()\[\]]*)[)\]][\s.;!]*", re.DOTALL)
_BEHIND_ARROW = re.compile(r"(.*\S)\s+(?:<-+|←)\s(.*)", re.DOTALL)


@cache
def _conditions() -> frozenset[str]:
    """Return the words of remarks that may change an order: "if", "or", "not", "via", coasts."""
    words = (word for language in LANGUAGES for word in language_data(language)["conditions"])
    return frozenset(simplified(word) for word in words)


def _without_remark(text: str, board: Board) -> str | None:
    """Return an order without the remark behind it, in brackets or behind an arrow that points back at it.

    None if there is no such remark, if it may change the order, or if what stands before is no order.

    >>> from standoff.map import load_board
    >>> _without_remark("A PAR - BUR (to keep Germany out)", load_board())
    'A PAR - BUR'
    >>> _without_remark("A PAR - BUR (or PIC)", load_board())
    """
    match = _BRACKETED.fullmatch(text) or _BEHIND_ARROW.fullmatch(text)
    if match is None:
        return None
    words = re.findall(r"\w+", simplified(match[2]))
    lexicon = lexicon_of(board, False)
    known = (word in lexicon.words or word in lexicon.places for word in words)
    if all(known) or not _conditions().isdisjoint(words):
        return None
    return match[1] if readable(match[1], board) else _without_remark(match[1], board)


def _read_as(text: str, power: str, board: Board, notation: str) -> list[Order]:
    if notation == "daide" or (notation == "written" and re.match(_DAIDE, text)):
        from .daide import read_daide

        return [read_daide(text, power, board)]
    tokens = _tokens(text, board, reports=notation in _REPORTS)
    if not tokens:
        raise OrderError(f"column 1, {quoted(text)}: no order")
    usual = _exact(board).of_tokens(tokens, power) if notation == "written" else None
    return [usual] if usual is not None else _by_grammar(text, tokens, power, board, notation)


def _by_grammar(text: str, tokens: list[Token], power: str, board: Board, notation: str) -> list[Order]:
    tree = _parsed(notation, tuple(token.type for token in tokens))
    if isinstance(tree, _Unexpected):
        raise _unexpected(text, tokens, tree)
    values = [token.value for token in tokens]
    if not any(type(value) is tuple for value in values):
        return _build(tree, values, power)
    several: list[tuple[Any, ...]] = [
        cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,) for value in values
    ]
    if tree.data == "mutual":
        raise _ambiguous(text, tokens, board)
    meanings = [_build(tree, list(chosen), power)[0] for chosen in product(*several)]
    good = [order for order in meanings if conceivable(order, board)] or meanings
    return [good[0] if len(good) == 1 else Unclear(power, text.strip(), tuple(good))]


def _ambiguous(text: str, tokens: list[Token], board: Board) -> OrderError:
    token = next(token for token in tokens if isinstance(token.value, tuple))
    ids = cast(tuple[str, ...], token.value)
    return _fault(text, token.start, f"{text[token.start : token.end]!r} may be {_either(ids, board)}")


def _either(ids: Iterable[str], board: Board) -> str:
    """Return the names of provinces as a choice: "Norway, Norwegian Sea or North Sea"."""
    names = sorted(board.names.name(pid) for pid in ids)
    return " or ".join((", ".join(names[:-1]), names[-1]) if len(names) > 1 else names)


@lru_cache(maxsize=100_000)
def read_order(text: str, power: str, board: Board, notation: str = "written", phase: PhaseType | None = None) -> Order:
    """Return the order that `text` says.

    Args:
        text: One order.
        power: The id of the power that gives it.
        board: The board whose names it uses.
        notation: One of `NOTATIONS`; ``written`` also reads DAIDE tokens and the notations of the other programs.
        phase: The kind of phase it is for, if that is known: among adjustments, a unit alone is built.

    Returns:
        The order; an `Unclear` if a name in it has several meanings and more than one of them is conceivable.

    Raises:
        OrderError: It cannot be read.

    >>> from standoff.map import load_board
    >>> str(read_order("F North Sea Convoys A Yorkshire - Belgium", "ENGLAND", load_board()))
    'F NTH C A YOR - BEL'
    """
    orders = _orders_in(text, power, board, notation, phase)
    if notation == "package" and str(orders[0]) != " ".join(text.split()):
        raise OrderError(f"column 1, {quoted(text)}: the package would write {orders[0]}")
    if len(orders) > 1:
        raise OrderError(f"column 1, {quoted(text)}: two orders in one; write each by itself")
    return orders[0]


def _unit_alone(text: str, power: str, board: Board) -> UnitName | None:
    """Return the unit of `power` if `text` is just that, with its type; None if it is anything else."""
    try:
        unit = read_unit(text, power, board)
    except OrderError:
        return None
    if unit.type is None or unit.nationality not in (None, power):
        return None
    return UnitName(unit.place, unit.type)


# -- several orders in one text ---------------------------------------------------------------------

_ITEM = r"[;\n]|,(?![^(]*\)|\s*který)"
_REMARK = r"\((?:\s*[<*]|\s*[-–—←])[^)]*\)|</?[a-zA-Z]{1,6}>"


@cache
def _joints() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return patterns: what joins orders ("and", "a", "и" before a unit or a verb), the same before any word, and what
    starts a list of adjustments."""
    words: dict[str, list[str]] = {}
    for language in LANGUAGES:
        for terminal, own in language_data(language)["words"].items():
            words.setdefault(terminal, []).extend(map(re.escape, own))
    verbs = "|".join(
        sorted((w for t in ("BUILD", "DISBAND") for w in words[t] if len(w) > 1), key=lambda word: (-len(word), word))
    )
    types = [re.escape(word) for t in ("ARMY", "FLEET") for word in words[t]]
    units = "|".join(word for word in types if len(word) > 1)
    letters = "".join(word.upper() for word in types if len(word) == 1)
    ands = [word for language in LANGUAGES for word in language_data(language)["and"]]
    any_and = "|".join(map(re.escape, ands))
    verb_and = "|".join(re.escape(word) for word in ands if re.escape(word) not in types)  # "a" may be an article
    unit = rf"(?:(?i:an?|the)\s+)?[\W_]*(?:[{letters}]\s|(?i:{units})\b)"
    joint = re.compile(rf"\s+(?:(?:{any_and})\s+(?={unit})|(?:{verb_and})\s+(?=(?i:{verbs})\b))")
    before_power = re.compile(rf"\s+(?:(?:{any_and})\s+(?={unit}|([^\W\d]+)\s))")
    return joint, before_power, re.compile(rf"\W*(?:\w+\W+)??((?i:{verbs}))\b(?=\W*\w)")


def _unjoined(text: str, names: Names | None) -> Iterator[str]:
    """Yield the parts of `text` that an "and" joins, where a unit or a verb follows (with `names` also a power)."""
    joint, before_power, starts = _joints()
    begin = 0
    for match in (joint if names is None else before_power).finditer(text):
        before = text[begin : match.start()]
        verb = starts.match(before + " x")
        if verb is not None and verb.end() >= len(before.rstrip()):
            continue  # "builds a fleet": an article
        if names is not None and match[1] is not None and names.power(match[1]) is None:
            continue
        yield before
        begin = match.end()
    yield text[begin:]


def starts_with_adjustment(text: str, board: Board) -> tuple[str | None, str, str]:
    """Return the power and the verb of building or removing that `text` starts with, if it does, and the rest.

    >>> from standoff.map import load_board
    >>> starts_with_adjustment("Germany builds F Kie", load_board())
    ('GERMANY', 'builds', 'F Kie')
    """
    stripped = text.strip(" \t.;")
    first, _, after_first = stripped.partition(" ")
    power = board.names.power(first)
    tail = stripped if power is None else after_first.strip()
    match = _joints()[2].match(tail)
    if match is None or match.start(1) > 0:
        return power, "", tail
    return power, match[1], tail[match.end(1) :].strip()


def split_orders(text: str, names: Names | None = None) -> list[str]:
    """Return the texts of the orders in `text`, at least one.

    Args:
        text: The orders.
        names: If given, an "and" before the name of a power separates, too.

    They are separated by commas, semicolons, line ends, or an "and" (Czech "a", Russian "и") before the next unit.

    >>> split_orders("A Par - Bur, A Mar H; F Bre H and A Bel H")
    ['A Par - Bur', 'A Mar H', 'F Bre H', 'A Bel H']
    """
    parts = [piece.strip() for part in re.split(_ITEM, re.sub(_REMARK, "", text)) for piece in _unjoined(part, names)]
    return [part for part in parts if part.strip(".\"'«»“”„ ")] or [text.strip()]


def _with_verb(verb: str, text: str, power: str, board: Board, notation: str) -> Order | None:
    """Return the build or removal of the unit `text` by `verb`; None if `text` is not a unit with its type."""
    with contextlib.suppress(OrderError):
        order = _orders_in(f"{verb} {text}", power, board, notation)[0]
        if isinstance(order, (Build, Disband)) and order.unit.type is not None:
            return order
    return None


def read_each(
    text: str, power: str, board: Board, notation: str = "written", phase: PhaseType | None = None
) -> Iterator[tuple[str, list[Order] | OrderError]]:
    """Yield each order of a list, or the fault in it, with its text.

    The verb that starts a list of builds or removals applies to the units that follow: "Remove F Kie, A Mun".
    """
    starts = _joints()[2]
    verb = ""
    for item in split_orders(text):
        try:
            yield item, _orders_in(item, power, board, notation, phase if not verb else None)
        except OrderError as fault:
            listed = _with_verb(verb, item, power, board, notation) if verb else None
            yield item, fault if listed is None else [listed]
            if listed is not None:
                continue
        match = starts.match(item)
        verb = match[1] if match is not None else ""


def read_orders(
    text: str, power: str, board: Board, notation: str = "written", phase: PhaseType | None = None
) -> list[Order]:
    """Return the orders in `text`, separated as `split_orders` says.

    Raises:
        OrderError: Some cannot be read; the message lists each, one a line.

    >>> from standoff.map import load_board
    >>> [str(order) for order in read_orders("Build F Kie and A Mun", "GERMANY", load_board())]
    ['F KIE B', 'A MUN B']
    """
    orders: list[Order] = []
    faults: list[OrderError] = []
    for _, item in read_each(text, power, board, notation, phase):
        if isinstance(item, OrderError):
            faults.append(item)
        else:
            orders.extend(item)
    if faults:
        raise OrderError("\n".join(at_most(faults)))
    return orders


def readable(text: str, board: Board) -> bool:
    """Return whether `text` is an order of notation ``written``, without saying what is wrong if it is not."""
    if len(text) > LONGEST:
        return False
    tokens, bad = lexicon_of(board, False).tokens(text)
    if bad >= 0 or not tokens:
        return False
    usual = _exact(board).of_tokens(tokens, "")
    return usual is not None or not isinstance(_parsed("written", tuple(token.type for token in tokens)), _Unexpected)


@lru_cache(maxsize=20_000)
def read_unit(text: str, power: str, board: Board) -> UnitName:
    """Return the unit that `text` names ("F Spain(nc)").

    Raises:
        OrderError: It cannot be read, or the name has several meanings.
    """
    tokens = _tokens(text, board)
    kinds = [token.type for token in tokens]
    nationality: str | None = None
    kind: UnitType | None = None
    remaining = tokens
    if kinds[:1] == ["POWER"]:
        nationality, remaining = cast(str, remaining[0].value), remaining[1:]
    if remaining and remaining[0].type == "TYPE":
        kind, remaining = cast(UnitType, remaining[0].value), remaining[1:]
    elif len(remaining) == 2 and remaining[1].type == "TYPE":
        kind, remaining = cast(UnitType, remaining[1].value), remaining[:1]
    if not remaining or remaining[0].type != "PLACE":
        at = remaining[0].start if remaining else len(text.rstrip())
        words = _words(text, at, lexicon_of(board, False)) if remaining else ""
        raise _fault(text, at, f"expected a province of the unit, cannot read {quoted(words)}")
    if len(remaining) > 1:
        raise _fault(text, remaining[1].start, f"cannot read {quoted(text[remaining[1].start :])} behind it")
    place = remaining[0].value
    if isinstance(place, tuple):
        units = [UnitName(pid, kind, nationality) for pid in cast(tuple[str, ...], place)]
        fitting = [unit for unit in units if conceivable(Hold(power, unit), board)]
        if len(fitting) == 1:
            return fitting[0]
        raise _ambiguous(text, tokens, board)
    return UnitName(cast(str, place), kind, nationality)


@lru_cache(maxsize=20_000)
def read_place(text: str, board: Board) -> str:
    """Return the location that `text` names ("Spain(nc)": "SPA/NC").

    Raises:
        OrderError: It cannot be read, or has several meanings.
    """
    tokens = _tokens(text, board)
    if len(tokens) != 1 or tokens[0].type != "PLACE":
        hint = nearest_names(text.strip(), board.names)
        raise OrderError(f"column 1, {quoted(text)}: expected a province{hint}")
    value = tokens[0].value
    if isinstance(value, tuple):
        raise _ambiguous(text, tokens, board)
    return cast(str, value)
