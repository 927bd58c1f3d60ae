"""Why a line of orders cannot be read, in the language of the page.

The reader's messages are in English and quote what was written. The catalogs have them as sentences with blanks; what
fills a blank is translated, too, unless it was quoted.
"""

from __future__ import annotations

import re
from functools import cache

from ..text.messages import catalog

_KEY = "Fault: "  # what such sentences begin with in the catalogs; those that another contains come after it
_PLACES = {"quoted": r"(?P<quoted>'.*'|\".*\")", "number": r"(?P<number>[\d,]+)", "that": r"(?P<that>'.*?'|[\w ]+)"}


@cache
def sentences(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return patterns of the reader's messages, each with its translation into a language; none for English."""

    def place(field: re.Match[str]) -> str:
        return _PLACES.get(field[1], f"(?P<{field[1]}>.+)")

    return tuple(
        (re.compile(re.sub(r"\\\{(\w+)\\\}", place, re.escape(text.removeprefix(_KEY))), re.DOTALL), translated)
        for text, translated in catalog(language).items()
        if text.startswith(_KEY)
    )


def fault_text(fault: str, language: str) -> str:
    """Return why a line cannot be read, in a language; whatever the catalogs lack, in English.

    Args:
        fault: The message of an `OrderError`, in English.
        language: The language.

    >>> fault_text("column 8, 'A PAR -': no province to move to", "cs")
    "sloupec 8, 'A PAR -': chybí prostor, kam má táhnout"
    """
    for pattern, translated in sentences(language):
        match = pattern.fullmatch(fault)
        if match is not None:
            parts = match.groupdict()
            parts |= {name: fault_text(parts[name], language) for name in ("what", "that") if name in parts}
            return translated.format(**parts)
    return fault
