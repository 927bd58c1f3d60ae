"""Error messages for unreadable orders: the column, the words, what was expected, the nearest names."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple, cast

from ...map import Board, Names, simplified
from ...solver import OrderError
from .lexicon import Lexicon, Token
from .quoting import quoted

EXPECTED = {
    "PLACE": "a province",
    "TYPE": "A or F",
    "DASH": "'-'",
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
"""The kinds of words in messages about expected words, in order."""


class Unexpected(NamedTuple):
    """A sequence of kinds that the grammar cannot read: the index of the fault, and the expected kinds."""

    at: int
    expected: tuple[str, ...]


class HintedError(OrderError):
    """A fault with the nearest names at the end of its message; they are looked up when it is shown.

    Args:
        message: The message without these names.
        names: Returns the names as the end of the message.
    """

    def __init__(self, message: str = "", names: Callable[[], str] = str) -> None:
        super().__init__(message)
        self._names = names

    @property
    def message(self) -> str:
        """The message without the nearest names."""
        return super().__str__()

    @property
    def has_hint(self) -> bool:
        """False if there certainly are no names to look for."""
        return True

    def hint(self) -> str:
        """Return the end of the message; finding it takes a few milliseconds."""
        return self._names()

    def __str__(self) -> str:
        return self.message + self.hint()

    def __reduce__(self) -> tuple[type[OrderError], tuple[str]]:
        return OrderError, (str(self),)  # to another process, it is its message


class UnknownWordError(HintedError):
    """An order with an unknown word; its message is made when it is shown.

    Args:
        text: The order.
        tokens: The tokens before the unknown word.
        at: The position of the word.
        lexicon: The known words.
        is_order: Returns whether tokens are an order.
    """

    def __init__(
        self, text: str, tokens: list[Token], at: int, lexicon: Lexicon, is_order: Callable[[list[Token]], bool]
    ) -> None:
        super().__init__()
        self.text, self.tokens, self.at, self.lexicon, self.is_order = text, tokens, at, lexicon, is_order

    @property
    def follows_place(self) -> bool:
        """True if a province, or a waive, may stand before the word; otherwise no part of the text is an order."""
        return (
            self.text.lstrip()[:1] in ("(", "*", "_")  # around an order
            or any(token.type in ("PLACE", "WAIVE") for token in self.tokens)
            or not self.lexicon.also_places.isdisjoint(simplified(self.text).split())
        )

    @cached_property
    def _message_and_words(self) -> tuple[str, str]:
        text, tokens, at = self.text, self.tokens, self.at
        words, names = words_at(text, at, self.lexicon), self.lexicon.board.names
        barred = _impassable(words, names)
        if barred is not None:
            return str(fault(text, at, f"{barred} cannot be entered")), ""
        if tokens and isinstance(tokens[-1].value, str) and self.is_order(tokens):
            return str(fault(text, at, f"cannot read {quoted(text[at:])} behind the order")), ""
        placed = bool(tokens) and tokens[-1].type == "PLACE"
        expected = "H, -, S, C, R, D or B" if placed else f"a province {_lacking_province(tokens)}"
        return str(fault(text, at, f"expected {expected}, cannot read {quoted(words)}")), words

    @property
    def message(self) -> str:
        """The message without the nearest names."""
        return self._message_and_words[0]

    @property
    def has_hint(self) -> bool:
        """False if names near to the words are no help."""
        return self._message_and_words[1] != ""

    def hint(self) -> str:
        """Return the names of provinces nearest to the words."""
        return nearest_names(self._message_and_words[1], self.lexicon.board.names) if self.has_hint else ""


def nearest_names(words: str, names: Names) -> str:
    """Return the end of a message with the names of provinces nearest to `words`, if any."""
    if len(words) > 60:  # no name is that long
        words = words[:60].rpartition(" ")[0]
    first = words.split()[:1]
    near = names.nearest(words) or (names.nearest(first[0]) if first else [])
    return f"; nearest known: {', '.join(near)}" if near else ""


def fault(text: str, at: int, problem: str) -> OrderError:
    """Return the fault of a text at a position, from 0."""
    return OrderError(f"column {at + 1}, {quoted(text)}: {problem}")


def unexpected_kind(text: str, tokens: list[Token], shape: Unexpected) -> OrderError:
    """Return the fault of a text of known words that do not form an order."""
    choices = [EXPECTED[kind] for kind in shape.expected if kind != "$END"]
    expected = ", ".join(choices[:-1]) + (" or " if len(choices) > 1 else "") + choices[-1] if choices else "the end"
    if shape.at >= len(tokens):
        lacking = tokens[-1].type != "PLACE" and "PLACE" in shape.expected
        what = f"no province {_lacking_province(tokens)}" if lacking else "the order ends too early; expected "
        return fault(text, len(text.rstrip()), what if lacking else what + expected)
    start = tokens[shape.at].start
    unread = quoted(text[start:])
    if "$END" in shape.expected or not choices:
        return fault(text, start, f"cannot read {unread} behind the order")
    return fault(text, start, f"expected {expected}, cannot read {unread}")


def ambiguous(text: str, tokens: list[Token], board: Board) -> OrderError:
    """Return the fault of a text in which a name has several meanings: "Norway, Norwegian Sea or North Sea"."""
    token = next(token for token in tokens if isinstance(token.value, tuple))
    names = sorted(board.names.name(pid) for pid in cast(tuple[str, ...], token.value))
    either = " or ".join((", ".join(names[:-1]), names[-1]) if len(names) > 1 else names)
    return fault(text, token.start, f"{text[token.start : token.end]!r} may be {either}")


def words_at(text: str, at: int, lexicon: Lexicon) -> str:
    """Return the words from position `at` up to the next dash, verb or type."""
    words: list[str] = []
    end = at
    for word, start, stop in lexicon.pieces(text[at:]):
        if words and (word[0] in "-–—−/(->=→" or (word in lexicon.words and start > 0)):
            break
        words.append(word)
        end = at + stop
    return text[at:end] or text[at : at + 1]


def _impassable(words: str, names: Names) -> str | None:
    """Return the impassable space at the beginning of `words`; None if there is none."""
    parts = [word.strip("()[],;:") for word in words.split()[:3]]
    candidates = (names.impassable.get(simplified(" ".join(parts[:count]))) for count in range(len(parts), 0, -1))
    return next((name for name in candidates if name is not None), None)


def _lacking_province(tokens: list[Token]) -> str:
    """Return the part of a message that names the missing province after `tokens`."""
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
