"""Remarks after an order: its result, reasons, and other units that support or convoy it.

A Par - Bur (bounced)      A Par-Bur FAILED      A Par - Bur (to keep Germany out)      A Par-Bur (S by A Mar)
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import cast

from ...map import Board, simplified
from ...solver import Convoy, Move, Order, Support, Unclear, UnitName, Waive
from .grammar import read_unit, readable
from .lexicon import Token, lexicon_of, words_for
from .quoting import quoted
from .unreadable import fault

_MOST = 8
"""The maximum number of remarks after an order."""
_ARROW = re.compile(r"(.*\S)\s+(?:<-+|←)\s(.*)", re.DOTALL)
_REASON = re.compile(r"(.*\S)(?:(:)|\s+[-–—]+)\s+(\S.*)", re.DOTALL)
_MARKED = re.compile(r"(.*\S)\s*([*_]+)([^*_]+)\2[\s.;!]*", re.DOTALL)
_AROUND = re.compile(r"\s*([*_]+|\()(.+?)(?:\1|\))[\s.;!]*", re.DOTALL)

_KINDS = {"PLACE": "p", "TYPE": "t", "POWER": "n", "?": "x"} | (
    dict.fromkeys(("SUPPORT", "_SUPPORTED", "_WITH", "_SUPPORT_MOVE"), "s")
    | dict.fromkeys(("CONVOY", "_CONVOYED", "_CARRIED"), "c")
    | dict.fromkeys(("RETREAT", "DISBAND"), "r")
    | dict.fromkeys(("HOLD", "BUILD", "_MUTUAL"), "h")
)
"""The letters of kinds of words, for patterns; "m" for moves and the rest, "f" for words that only connect."""
_HELPERS = re.compile(r"f*(?:[sc]m?f*(?:n?t?pf+)*n?t?p(?:f+(?=[sc])|f*$))+|f*(?:n?t?pf*)+[sc]f*")
_HIDDEN = re.compile(r"tp|pt?(?:[scrh]|m+f*p)|[scrh][xfm]{0,2}n?t?p|f+n?t?p$")
_HIDDEN_IN_RESULT = re.compile(r"tpr|pt?(?:[sch]|m+f*p)|[sch][xfm]{0,2}n?t?p")


def split_remarks(text: str, board: Board) -> tuple[str, list[str]]:
    """Return an order without the remarks after it, and the remarks; no remarks if there is no readable order.

    An order within brackets or asterisks has them as its remark: zines mark orders so that fail.

    >>> from standoff.map import load_board
    >>> split_remarks("A PAR - BUR (to keep Germany out) FAILED", load_board())
    ('A PAR - BUR', ['to keep Germany out', 'FAILED'])
    >>> split_remarks("*A PAR - BUR*", load_board())
    ('A PAR - BUR', ['*'])
    """
    order, remarks = text.strip(), list[str]()
    while len(remarks) <= _MOST and not (remarks and readable(order, board)):
        order, remark = _last_remark(order, board)
        if not remark:
            break
        remarks.insert(0, remark)
    return (order, remarks) if readable(order, board) else (text, [])


def _last_remark(text: str, board: Board) -> tuple[str, str]:
    """Return `text` without its last remark, and the remark; empty if there is none."""
    around = _AROUND.fullmatch(text)
    if around is not None and readable(around[2], board):
        return around[2], around[1]
    stripped = text.rstrip(" \t\n.;!")
    depth = 0
    for at in range(len(stripped) - 1, -1, -1) if stripped[-1:] in (")", "]") else ():
        depth += (stripped[at] in ")]") - (stripped[at] in "([")
        if depth == 0:
            return stripped[:at].rstrip(), stripped[at + 1 : -1].strip() or "()"
    if match := _ARROW.fullmatch(text) or _MARKED.fullmatch(text):
        return match[1], match[match.re.groups]
    if (match := _REASON.fullmatch(text)) and (match[2] or _is_prose(match[3], board)):
        return match[1], match[3]
    for count in (3, 2, 1):
        words = stripped.rsplit(maxsplit=count)
        last = " ".join(words[1:])
        if len(words) > count and simplified(last.strip("-–—:,*_~ ")) in lexicon_of(board, False).remarks:
            return words[0].rstrip(" \t-–—:,;*_~."), last
    return text, ""


def _is_prose(words: str, board: Board) -> bool:
    """Return whether words behind a dash give a reason rather than a place, which may be misspelled."""
    first, _, rest = words.partition(" ")
    return rest != "" and first.islower() and (first in words_for("reasons") or not board.names.nearest(words))


def _letters(tokens: list[Token]) -> str:
    connecting = words_for("beside") | words_for("and") | {",", ";", ":", "+"}
    return "".join("f" if token.value in connecting else _KINDS.get(token.type, "m") for token in tokens)


def says_result(remark: str, board: Board) -> bool:
    """Return whether a remark says what became of an order: "bounced", "dislodged, retreats to Pic"."""
    first = simplified(re.split(r"[,;:(]|\s[-–—]", remark.strip("*_<-=>← "), maxsplit=1)[0])
    return any(first == word or first.startswith(f"{word} ") for word in lexicon_of(board, False).remarks)


def hides_order(remark: str, board: Board) -> bool:
    """Return whether a remark may contain an order or a part of one: a unit, or a province beside a verb.

    >>> from standoff.map import load_board
    >>> [hides_order(text, load_board()) for text in ("to keep Germany out", "A Mar supports", "retreat: Ber")]
    [False, True, True]
    """
    hidden = _HIDDEN_IN_RESULT if says_result(remark, board) else _HIDDEN
    return hidden.search(_letters(lexicon_of(board, False).tokens(remark, prose=True)[0])) is not None


def ordered_in(text: str, board: Board) -> frozenset[str]:
    """Return the provinces whose units a text orders, whatever stands around the orders: each before a verb.

    >>> from standoff.map import load_board
    >>> ordered_in("Update: A PAR - BUR, to keep Munich quiet", load_board())
    frozenset({'PAR'})
    """
    verbs = {"DASH", "MOVE", "TO", "HOLD", "SUPPORT", "CONVOY", "RETREAT", "DISBAND", "BUILD"}
    ordered: set[str] = set()
    aided = False  # the units behind a support or a convoy are not ordered
    for token, following in pairwise(lexicon_of(board, False).tokens(text, prose=True)[0]):
        aided = token.type in ("SUPPORT", "CONVOY") or (aided and token.value not in (",", ";"))
        if token.type == "PLACE" and following.type in verbs and not aided:
            places = cast("tuple[str, ...]", token.value) if isinstance(token.value, tuple) else (str(token.value),)
            ordered.update(place.partition("/")[0] for place in places)
    return frozenset(ordered)


def helping_orders(order: Order, remark: str, text: str, board: Board) -> list[Order]:
    """Return the orders of the units that support or convoy `order` by a remark in `text`; none for other remarks.

    Raises:
        OrderError: The remark may change the order or contain another one ("if", "or", a place).
    """
    lexicon = lexicon_of(board, False)
    tokens, _ = lexicon.tokens(remark, prose=True)
    letters = _letters(tokens)
    destination = order.destination if isinstance(order, Move) else None
    verb = next((letter for letter in letters if letter in "sc"), "")
    orders: list[Order] = []
    helped = None if isinstance(order, (Unclear, Waive)) else order.unit
    for found in re.finditer(r"[sc]|n?t?p", letters) if helped and _HELPERS.fullmatch(letters) else ():
        if found[0] in "sc":
            verb = found[0]
            continue
        unit = read_unit(remark[tokens[found.start()].start : tokens[found.end() - 1].end], order.power, board)
        if verb == "s":
            orders.append(Support(order.power, unit, cast(UnitName, helped), destination))
        elif destination is not None:
            orders.append(Convoy(order.power, unit, cast(UnitName, helped), destination))
    if orders:
        return orders
    words = re.findall(r"\w+", simplified(remark))
    if {simplified(part.strip("*_ ")) for part in re.split(r"[,;]", remark)} <= lexicon.remarks:
        return []
    known = words and all(word in lexicon.words or word in lexicon.places for word in words)
    doubtful = (known and not says_result(remark, board)) or not words_for("conditions").isdisjoint(words)
    if hides_order(remark, board) or (doubtful and remark[:1] not in "<←"):
        hint = "is it an order, or a condition?"
        if "r" in letters:
            hint = "a retreat is ordered when it is due, to one place"
        raise fault(text, max(text.find(remark), 0), f"cannot read {quoted(remark)} behind the order; {hint}")
    return []
