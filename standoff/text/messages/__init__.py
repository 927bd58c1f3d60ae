"""What standoff prints, in Czech and Russian: a catalog for each language, keyed by the English text."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib import resources

from ...map import Board
from ...map.names import LANGUAGES
from ...solver import Order, OrderResult
from ...solver.orders.order import Unclear
from ...solver.results.explanation import Wording


@cache
def catalog(language: str) -> dict[str, str]:
    """Return the catalog of a language: the translation of each English text; none for English."""
    if language == "en":
        return {}
    file = resources.files("standoff.text") / "messages" / f"{language}.json"
    return json.loads(file.read_text(encoding="utf-8"))


def message(text: str, language: str) -> str:
    """Return an outcome, a reason or a heading in `language`; in English if the catalog lacks it."""
    return catalog(language).get(text, text)


def order_text(order: Order, board: Board, language: str) -> str:
    """Return an order as people write it in `language`; in English in the notation of the `diplomacy` package."""
    if language == "en" or isinstance(order, Unclear):
        return str(order)
    from ..notation import NotationError, write_order

    try:
        return write_order(order, board, language)
    except NotationError:  # a text that says less than the order, or more: the plain form says it all
        return str(order)


def reason_text(found: OrderResult, board: Board, language: str) -> str:
    """Return why an order came out as it did, in `language`; of an order with several meanings, which they are."""
    return wording_in(language, board).reason(found)


def meanings_text(order: Unclear, board: Board, language: str) -> str:
    """Return what an order with several meanings may mean: "it may mean F EDI - NTH or F EDI - NWG"."""
    meanings = [order_text(meaning, board, language) for meaning in order.meanings]
    last = f" {message('or', language)} "
    return f"{message('it may mean', language)} {last.join((', '.join(meanings[:-1]), meanings[-1]))}"


def wording_in(language: str, board: Board) -> Wording:
    """Return how results and explanations are put into words in `language`; an order that comes again is kept."""
    if language == "en":
        return Wording(str, str, lambda found: _reason(found, board, "en", str, str, str.capitalize))
    texts: dict[int, tuple[Order, str]] = {}  # by identity: to compare orders takes as long as to look them up

    def say(text: str) -> str:
        return message(text, language)

    def written(order: Order) -> str:
        kept = texts.get(id(order))
        if kept is None:
            kept = texts[id(order)] = order, order_text(order, board, language)
        return kept[1]

    def power(name: str) -> str:
        return board.names.name(name, language)

    return Wording(say, written, lambda found: _reason(found, board, language, say, written, power))


def _reason(
    found: OrderResult,
    board: Board,
    language: str,
    say: Callable[[str], str],
    written: Callable[[Order], str],
    power: Callable[[str], str],
) -> str:
    sentence = found.sentence(say, written, power)
    order = found.order
    return f"{sentence}: {meanings_text(order, board, language)}" if isinstance(order, Unclear) else sentence


__all__ = ["LANGUAGES", "catalog", "meanings_text", "message", "order_text", "reason_text", "wording_in"]
