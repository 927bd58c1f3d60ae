"""The grammars of orders: from tokens to the order objects of the solver, and to units and places.

A grammar parses only the kinds of words, and the tree of each sequence of kinds is cached. If a name has several
meanings, and only one of them makes a well-formed order, that is the order; otherwise it is an `Unclear`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, cast

from ...map import Board, StandoffError
from ...solver import Convoy, Hold, Move, Order, Support, Unclear, UnitName, Waive, is_well_formed
from .exact import exact_orders
from .lexicon import ORDER_KINDS, Token, lexicon_of
from .quoting import quoted
from .unreadable import (
    EXPECTED,
    Unexpected,
    UnknownWordError,
    ambiguous,
    fault,
    nearest_names,
    unexpected_kind,
    words_at,
)

if TYPE_CHECKING:
    from lark import Lark

LONGEST = 20_000
"""The maximum length of an order."""


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
    for child in tree.children:
        if getattr(child, "type", "") == "POWER" and (named := tokens[int(child.value)]).value != power:
            raise fault(text, named.start, f"the order names {named.value}, but stands among those of {power}")
    if not any(type(value) is tuple for value in values):
        return _build(tree, values, power)
    if tree.data == "mutual":
        raise ambiguous(text, tokens, board)
    several = (cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,) for value in values)
    meanings = [_build(tree, list(chosen), power)[0] for chosen in product(*several)]
    good = [order for order in meanings if is_well_formed(order, board)] or meanings
    return [good[0] if len(good) == 1 else Unclear(power, text.strip(), tuple(good))]


def tokens_of(text: str, board: Board, *, reports: bool = False) -> list[Token]:
    """Return the tokens of a text; with `reports`, also those of words of judges' reports.

    Raises:
        OrderError: A word is unknown.
    """
    lexicon = lexicon_of(board, reports)
    tokens, bad = lexicon.tokens(text)
    if bad >= 0:
        raise UnknownWordError(text, tokens, bad, lexicon, _is_order)
    return tokens


def _is_order(tokens: list[Token]) -> bool:
    return not isinstance(_parsed("written", tuple(token.type for token in tokens)), Unexpected)


def readable(text: str, board: Board) -> bool:
    """Return whether `text` is a readable order."""
    if len(text) > LONGEST:
        return False
    tokens, bad = lexicon_of(board, False).tokens(text)
    if bad >= 0 or not tokens:
        return False
    return exact_orders(board).of_tokens(tokens, "") is not None or _is_order(tokens)


# -- units and places -------------------------------------------------------------------------------

_UNITS = [[*power, *words] for power in ((), ("POWER",)) for words in (["PLACE"], ["TYPE", "PLACE"], ["PLACE", "TYPE"])]
"""The possible arrangements of the words of a unit."""


@lru_cache(maxsize=20_000)
def read_unit(text: str, power: str, board: Board) -> UnitName:
    """Return the unit that `text` names ("F Spain(nc)").

    Raises:
        OrderError: It cannot be read, or the name has several meanings.
    """
    tokens = tokens_of(text, board)
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
    tokens = tokens_of(text, board)
    if len(tokens) != 1 or tokens[0].type != "PLACE":
        wrong = next((token for token in tokens if token.type != "PLACE"), tokens[1] if tokens[1:] else None)
        hint = nearest_names(text.strip(), board.names)
        raise fault(text, wrong.start if wrong is not None else 0, f"expected a province{hint}")
    if isinstance(tokens[0].value, tuple):
        raise ambiguous(text, tokens, board)
    return cast(str, tokens[0].value)


def read_places(text: str, board: Board) -> list[str]:
    """Return the locations that a list names, parted by commas, semicolons or line breaks.

    Spaces part them, too, where a name has none.

    Raises:
        UnknownNameError: One of them cannot be read.

    >>> from standoff.map import load_board
    >>> read_places("St Petersburg, spa(nc) con", load_board())
    ['STP', 'SPA/NC', 'CON']
    """
    places: list[str] = []
    for part in filter(None, map(str.strip, re.split(r"[,;\n]", text))):
        for name in (part,) if _is_place(part, board) else part.split():
            places.append(read_place(name, board) if _is_place(name, board) else board.province(name).id)
    return places


def _is_place(text: str, board: Board) -> bool:
    try:
        read_place(text, board)
    except StandoffError:
        return False
    return True
