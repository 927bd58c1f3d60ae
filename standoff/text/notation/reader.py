"""Reader of orders: from text in any notation to the order objects of the solver.

    F North Sea Convoys A Yorkshire - Belgium      A LON - BEL VIA      A Bur S A Par - Mar      Build F Kiel
    Armáda Porúří do Holandska                     F Lon-Удерживать     ((ENG FLT LON) MTO NTH)

Most orders are looked up word by word (`exact`); a grammar reads the rest. It parses only the kinds of words, and the
tree of each sequence of kinds is cached. If a name has several meanings, and only one of them makes a well-formed
order, that is the order; otherwise it is an `Unclear`, which the position may settle. Nothing is corrected: an
unreadable text raises `OrderError` with the column, the words and the nearest known names (`unreadable`). `compound`
reads texts of several orders.
"""

from __future__ import annotations

import contextlib
import re
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, cast

from ...map import Board, PhaseType, simplified
from ...solver import (
    Build,
    Convoy,
    Hold,
    Move,
    Order,
    OrderError,
    Support,
    Unclear,
    UnitName,
    Waive,
    as_written,
    is_well_formed,
)
from .exact import exact_order, exact_orders
from .lexicon import ORDER_KINDS, Token, lexicon_of, words_for
from .quoting import quoted
from .unreadable import (
    EXPECTED,
    Unexpected,
    ambiguous,
    fault,
    nearest_names,
    unexpected_kind,
    unknown_word,
    words_at,
)

if TYPE_CHECKING:
    from lark import Lark

LONGEST = 20_000
"""The maximum length of an order."""

_REPORT_WORDS = re.compile(r"\b(?:at|in|from|an|postpone[sd]|destroyed|disbanded)\b", re.IGNORECASE)
_DAIDE = re.compile(r"\s*\((?:\(|[A-Z]{3}\s+WVE\s*\)\s*$)")
"""The beginning of an order in DAIDE tokens, or all of a waive."""


# -- the grammars ----------------------------------------------------------------------------------


@cache
def _parser(grammar: str) -> Lark:
    from lark import Lark, Token as LarkToken
    from lark.lexer import Lexer

    class Kinds(Lexer):
        """Passes on a sequence of kinds unchanged; the value of a token is its index."""

        def __init__(self, lexer_conf: Any) -> None:
            pass

        def lex(self, lexer_state: Any, parser_state: Any = None) -> Any:
            for number, kind in enumerate(lexer_state):
                yield LarkToken(kind, number)  # type: ignore[arg-type]

    return Lark.open(f"{grammar}.lark", rel_to=__file__, parser="lalr", lexer=Kinds, maybe_placeholders=True)


@lru_cache(maxsize=20_000)
def _parsed(grammar: str, kinds: tuple[str, ...]) -> Any:
    """Return the parse tree of a sequence of kinds with indices as leaves, or an `Unexpected`."""
    from lark.exceptions import UnexpectedInput

    try:
        return _parser(grammar).parse(cast(str, kinds)).children[0]
    except UnexpectedInput as found:
        token = getattr(found, "token", None)
        at = len(kinds) if token is None or token.type == "$END" else int(token.value)
        expected: set[str] = getattr(found, "accepts", None) or getattr(found, "expected", None) or set()
        return Unexpected(at, tuple(kind for kind in EXPECTED if kind in expected))


def _values(tree: Any, kind: str, values: list[Any]) -> list[Any]:
    """Return the values of the direct leaves of a kind."""
    return [values[leaf.value] for leaf in tree.children if leaf is not None and leaf.type == kind]


def _build(tree: Any, values: list[Any], power: str) -> list[Order]:
    """Return the orders of a tree; several only if two units support each other."""
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
        kind = str(getattr(child, "data", None) or child.type)
        if kind == "PLACE":
            places.append(values[child.value])
        elif kind == "POWER" and values[child.value] != power:
            named = values[child.value]
            raise OrderError(f"column 1: the order names {named}, but stands among those of {power}")
        elif kind == "VIA":
            via = True
        elif kind == "path":
            *between, last = _values(child, "PLACE", values)
            route = tuple(place.partition("/")[0] for place in between)
            places.append(last)
        elif kind == "carried":
            via = True
            if name != "support_carried":
                route = (_values(child, "PLACE", values)[0].partition("/")[0],)
        elif kind.islower():  # a unit
            types, nations = _values(child, "TYPE", values), _values(child, "POWER", values)
            units.append(UnitName(*_values(child, "PLACE", values), *(types or [None]), *(nations or [None])))
    if name.endswith("_passive"):  # "A is supported by B" is an order to B
        units.reverse()
    unit = units[0]
    if unit.nationality == power:
        unit = units[0] = UnitName(unit.place, unit.type)
    if name == "mutual":
        supported = UnitName(units[1].place, units[1].type)
        return [Support(power, unit, units[1]), Support(power, supported, unit)]
    if name == "convoy_support":  # of an army that stays: illegal
        return [Convoy(power, unit, units[1], units[1].province)]
    order_kind = ORDER_KINDS[name.partition("_")[0]]
    if order_kind is Move:
        return [Move(power, unit, places[0], via, route)]
    return [order_kind(power, *units[:2], *places)]  # a third unit only helps


def by_grammar(text: str, tokens: list[Token], power: str, board: Board, grammar: str = "written") -> list[Order]:
    """Return the orders of a text with the words `tokens`, by a grammar.

    Raises:
        OrderError: The words do not form an order.
    """
    tree = _parsed(grammar, tuple(token.type for token in tokens))
    if isinstance(tree, Unexpected):
        raise unexpected_kind(text, tokens, tree)
    values = [token.value for token in tokens]
    if not any(type(value) is tuple for value in values):
        return _build(tree, values, power)
    if tree.data == "mutual":
        raise ambiguous(text, tokens, board)
    several = (cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,) for value in values)
    meanings = [_build(tree, list(chosen), power)[0] for chosen in product(*several)]
    good = [order for order in meanings if is_well_formed(order, board)] or meanings
    return [good[0] if len(good) == 1 else Unclear(power, text.strip(), tuple(good))]


# -- orders -----------------------------------------------------------------------------------------


def package_order(text: str, power: str, board: Board) -> Order | None:
    """Read an order in the notation of the `diplomacy` package; None for any other text."""
    return exact_orders(board).of_package(text, power)


def _tokens(text: str, board: Board, *, reports: bool = False) -> list[Token]:
    """Return the tokens of a text; with `reports`, also those of words of judges' reports.

    Raises:
        OrderError: A word is unknown.
    """
    lexicon = lexicon_of(board, reports)
    tokens, bad = lexicon.tokens(text)
    if bad >= 0:
        raise unknown_word(text, tokens, bad, lexicon)
    return tokens


def orders_in(text: str, power: str, board: Board, phase: PhaseType | None = None) -> list[Order]:
    """Return the orders of a text (`read_order`): one, or two that support each other.

    Raises:
        OrderError: It cannot be read.
    """
    if len(text) > LONGEST:
        raise OrderError(f"column 1, {quoted(text)}: no order has {len(text):,} characters")
    exact = exact_order(text, power, board)
    if exact is not None:
        return [exact]
    if _DAIDE.match(text):
        from .daide import read_daide

        return [read_daide(text, power, board)]
    try:
        tokens = _tokens(text, board)
        if not tokens:
            raise OrderError(f"column 1, {quoted(text)}: no order")
        usual = exact_orders(board).of_tokens(tokens, power)
        return [usual] if usual is not None else by_grammar(text, tokens, power, board)
    except OrderError:
        if _REPORT_WORDS.search(text):
            with contextlib.suppress(OrderError):
                return by_grammar(text, _tokens(text, board, reports=True), power, board, "reports")
        if phase is PhaseType.ADJUSTMENT:
            with contextlib.suppress(OrderError):
                unit = read_unit(text, power, board)
                if unit.type is not None and unit.nationality in (None, power):
                    return [Build(power, UnitName(unit.place, unit.type))]
        order = _without_remark(text, board)
        if order is None:
            raise
        return orders_in(order, power, board, phase)


_REMARK = re.compile(r"(.*\S)(?:\s*[(\[]([^()\[\]]*)[)\]][\s.;!]*|\s+(?:<-+|←)\s(.*))", re.DOTALL)
"""An order and a remark after it: in brackets, or after an arrow that points back at the order."""


def _without_remark(text: str, board: Board) -> str | None:
    """Return an order without the remark after it.

    None if there is no such remark, if it may change the order ("if", "or", a place), or if no order precedes it.

    >>> from standoff.map import load_board
    >>> _without_remark("A PAR - BUR (to keep Germany out)", load_board())
    'A PAR - BUR'
    >>> _without_remark("A PAR - BUR (or PIC)", load_board())
    """
    match = _REMARK.fullmatch(text)
    if match is None:
        return None
    words = re.findall(r"\w+", simplified(match[2] if match[3] is None else match[3]))
    lexicon = lexicon_of(board, False)
    known = (word in lexicon.words or word in lexicon.places for word in words)
    if all(known) or not words_for("conditions").isdisjoint(words):
        return None
    return match[1] if readable(match[1], board) else _without_remark(match[1], board)


@lru_cache(maxsize=100_000)
def read_order(text: str, power: str, board: Board, phase: PhaseType | None = None) -> Order:
    """Read an order as people write it, in any language, or in the notation of a program.

    Args:
        text: One order.
        power: The id of its power.
        board: The board of its names.
        phase: The type of the phase, if known: a unit alone is a build in an adjustment phase.

    Returns:
        The order, which carries its text; an `Unclear` if several of its meanings are well-formed.

    Raises:
        OrderError: It cannot be read.

    >>> from standoff.map import load_board
    >>> str(read_order("F North Sea Convoys A Yorkshire - Belgium", "ENGLAND", load_board()))
    'F NTH C A YOR - BEL'
    """
    orders = orders_in(text, power, board, phase)
    if len(orders) > 1:
        raise OrderError(f"column 1, {quoted(text)}: two orders in one; write each by itself")
    return as_written(orders[0], text)


def readable(text: str, board: Board) -> bool:
    """Return whether `text` is a readable order."""
    if len(text) > LONGEST:
        return False
    tokens, bad = lexicon_of(board, False).tokens(text)
    if bad >= 0 or not tokens:
        return False
    usual = exact_orders(board).of_tokens(tokens, "")
    return usual is not None or not isinstance(_parsed("written", tuple(token.type for token in tokens)), Unexpected)


# -- units and places -------------------------------------------------------------------------------

_UNITS = [[*power, *words] for power in ((), ("POWER",)) for words in (["PLACE"], ["TYPE", "PLACE"], ["PLACE", "TYPE"])]
"""The possible arrangements of the words of a unit."""


@lru_cache(maxsize=20_000)
def read_unit(text: str, power: str, board: Board) -> UnitName:
    """Return the unit that `text` names ("F Spain(nc)").

    Raises:
        OrderError: It cannot be read, or the name has several meanings.
    """
    tokens = _tokens(text, board)
    kinds = [token.type for token in tokens]
    if kinds not in _UNITS:
        at = next(n for n in range(len(kinds) + 1) if all(form[: n + 1] != kinds[: n + 1] for form in _UNITS))
        start = tokens[at].start if at < len(tokens) else len(text.rstrip())
        if kinds[:at] in _UNITS:
            raise fault(text, start, f"cannot read {quoted(text[start:])} behind it")
        words = words_at(text, start, lexicon_of(board, False)) if at < len(tokens) else ""
        raise fault(text, start, f"expected a province of the unit, cannot read {quoted(words)}")
    found: dict[str, Any] = {token.type: token.value for token in tokens}
    places = cast("tuple[str, ...]", found["PLACE"] if isinstance(found["PLACE"], tuple) else (found["PLACE"],))
    units = [UnitName(place, found.get("TYPE"), found.get("POWER")) for place in places]
    fitting = [unit for unit in units if len(units) == 1 or is_well_formed(Hold(power, unit), board)]
    if len(fitting) != 1:
        raise ambiguous(text, tokens, board)
    return fitting[0]


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
    if isinstance(tokens[0].value, tuple):
        raise ambiguous(text, tokens, board)
    return cast(str, tokens[0].value)
