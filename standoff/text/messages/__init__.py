"""Messages: a catalog for each language, keyed by values or by English headings.

Reasons, faults and choices contain their English text; words of explanations are in all catalogs.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from ...map import Board, known_language, package_json
from ...solver import Choice, Order, OrderResult, Outcome, Unclear, Word, english


class Translator(NamedTuple):
    """Functions that translate results and explanations.

    Attributes:
        say: Translates a value or a heading.
        source: Translates the source of a rule.
        order: Writes an order.
        reason: Describes the reason for an outcome; for an unclear order, also its meanings.
        why: The same without repeating the outcome.
    """

    say: Callable[[Word | str], str]
    source: Callable[[str], str]
    order: Callable[[Order], str]
    reason: Callable[[OrderResult], str]
    why: Callable[[OrderResult], str]

    def outcome(self, result: OrderResult) -> str:
        """Return the outcome of an order and of its unit."""
        return ", ".join(map(self.say, result.words))


@cache
def catalog(language: str) -> dict[str, str]:
    """Return the catalog of a language: the words for each value and heading."""
    file = Path(__file__).with_name(f"{language}.json")
    return package_json(file)


def key_of(word: Word | str) -> str:
    """Return the key of a value or a heading in the catalogs.

    >>> from standoff.solver import Reason
    >>> from standoff.solver.rules.options import ParadoxException
    >>> key_of(Reason.STANDS), key_of(ParadoxException.ANY_ACTION), key_of("holds")
    ('Reason.STANDS', 'paradox_exception=any-action', 'holds')
    """
    if isinstance(word, Choice):
        return f"{word.option}={word.word}"
    if isinstance(word, Enum) and not isinstance(word, Outcome):
        return f"{type(word).__name__}.{word.name}"
    return str(word)


def source_text(source: str, language: str) -> str:
    """Return the source of a rule in a language.

    >>> source_text("2000 rule 3", "cs"), source_text("DATC 5.B.6", "cs")
    ('2000, pravidlo 3', 'DATC 5.B.6')
    """
    for word in ("rule", "page", "section"):
        book, found, number = source.partition(f" {word} ")
        if found:
            return message(f"{{book}} {word} {{number}}", language).format(book=book, number=number)
    return source


@lru_cache(maxsize=4096, typed=True)  # words of different types may be equal as texts
def message(word: Word | str, language: str) -> str:
    """Return a value or a heading in `language`; in English if the catalog lacks it."""
    return catalog(language).get(key_of(word)) or english(word)


def order_text(order: Order, board: Board, language: str) -> str:
    """Return an order as people write it in `language`; in English in the notation of the `diplomacy` package."""
    if language == "en" or isinstance(order, Unclear):
        return str(order)
    from ..notation.writer import NotationError, write_order

    try:
        return write_order(order, board, language)
    except NotationError:  # the notation cannot hold the order
        return str(order)


def translator_for(language: str, board: Board) -> Translator:
    """Return the functions that translate results and explanations into `language`; texts of orders are cached.

    Raises:
        UnknownNameError: There is no such language.
    """
    known_language(language)

    def say(word: Word | str) -> str:
        return message(word, language)

    order, power = _orders_in(language, board), partial(board.names.name, language=language)

    def with_meanings(sentence: str, unclear: Unclear) -> str:
        *meanings, last = map(order, unclear.meanings)
        return f"{sentence}: {say('it may mean')} {', '.join(meanings)} {say('or')} {last}"

    def reason(result: OrderResult) -> str:
        sentence = result.sentence(say, order, power)
        return with_meanings(sentence, result.order) if isinstance(result.order, Unclear) else sentence

    def reason_of(result: OrderResult) -> str:
        sentence = result.sentence(say, order, power, after_outcome=True)
        return with_meanings(sentence, result.order) if isinstance(result.order, Unclear) else sentence

    return Translator(say, partial(source_text, language=language), order, reason, reason_of)


def _orders_in(language: str, board: Board) -> Callable[[Order], str]:
    texts: dict[int, tuple[Order, str]] = {}  # by identity: comparing orders takes as long as writing them

    def cached_words(order: Order) -> str:
        entry = texts.get(id(order))
        if entry is None:
            text = str(order) if language == "en" else order_text(order, board, language)
            entry = texts[id(order)] = order, text
        return entry[1]

    return cached_words
