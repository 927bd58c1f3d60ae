"""Why a line of orders cannot be read, in the language of the page.

The reader says it in English, with what was written in the middle. The catalogs have its sentences with the places
where something stands; what stands there is said in the language, too, unless it was quoted.
"""

from __future__ import annotations

import re
from functools import cache

from ..text.messages import catalog

SENTENCES = (
    "{what}; nearest known: {names}",
    "{what} (nearest known: {names})",
    "column {number}, {quoted}: {what}",
    "column {number}: {what}",
    "expected {what}, cannot read {quoted}",
    "the order ends too early; expected {what}",
    "expected {what}",
    "cannot read {quoted} behind the order",
    "cannot read {quoted} behind it",
    "no DAIDE order; cannot read {quoted}",
    "no order has {number} characters",
    "no order",
    "{name} cannot be entered",
    "{quoted} may be {names}",
    "the package would write {name}",
    "two orders in one; write each by itself",
    "the order names {name}, but stands among those of {power}",
    "a line of {number} characters; no more than {most} are read",
    "{quoted} is a comment; as a heading write {example}",
    "no power {quoted}",
    "no power stands before {quoted}; write {name}: before the orders",
    "no power stands before {quoted}; write FRANCE: (or another) before the orders",
    "the position is of {phase}, not of {other}",
    "{quoted} is called a unit of {name}, but stands among those of {power}",
    "army or fleet? {quoted} does not say",
    "no province {what}",
    "a province {what}",
    "to build in",
    "of the unit",
    "that the supported unit moves to",
    "of the supported unit",
    "that the army is convoyed to",
    "of the convoyed army",
    "to retreat to",
    "to move to",
    "{what} or {that}",
    "{what}, {that}",
    "a province",
    "a power",
    "the end",
)
"""What the reader says; those that another contains come behind it."""

_PLACES = {"quoted": r"(?P<quoted>'.*'|\".*\")", "number": r"(?P<number>[\d,]+)", "that": r"(?P<that>'.*?'|[\w ]+)"}


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    def place(found: re.Match[str]) -> str:
        return _PLACES.get(found[1], f"(?P<{found[1]}>.+)")

    return tuple(
        (sentence, re.compile(re.sub(r"\\\{(\w+)\\\}", place, re.escape(sentence)), re.DOTALL))
        for sentence in SENTENCES
    )


def fault_text(fault: str, language: str) -> str:
    """Return why a line cannot be read, in a language; in English what the reader does not say.

    Args:
        fault: The message of an `OrderError`, in English.
        language: The language.

    >>> fault_text("column 8, 'A PAR -': no province to move to", "cs")
    "sloupec 8, 'A PAR -': chybí prostor, kam má táhnout"
    """
    if language == "en":
        return fault
    for sentence, pattern in _patterns():
        found = pattern.fullmatch(fault)
        if found is not None:
            parts = found.groupdict()
            parts |= {name: fault_text(parts[name], language) for name in ("what", "that") if name in parts}
            return catalog(language).get(sentence, sentence).format(**parts)
    return fault
