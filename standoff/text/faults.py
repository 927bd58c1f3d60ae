"""Error messages of the readers in other languages.

The messages are in English and quote the input. The catalogs have them as templates; inserted parts are translated,
unless they are quoted.
"""

from __future__ import annotations

import re
from functools import cache

from ..map import Board, load_board
from .messages import catalog

_KEY = "Fault: "  # the prefix of such keys in the catalogs; a sentence precedes those that it contains
_PLACES = {
    "quoted": r"(?P<quoted>'.*'|\".*\")",
    "number": r"(?P<number>[\d,]+)",
    "that": r"(?P<that>'.*?'|[\w ]+)",
    "file": r"(?P<file>.+?)",
}


@cache
def sentences(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return patterns of the readers' messages with their translations into a language; none for English."""

    def place(field: re.Match[str]) -> str:
        return _PLACES.get(field[1], f"(?P<{field[1]}>.+)")

    return tuple(
        (re.compile(re.sub(r"\\\{(\w+)\\\}", place, re.escape(text.removeprefix(_KEY))), re.DOTALL), translated)
        for text, translated in catalog(language).items()
        if text.startswith(_KEY)
    )


def fault_text(fault: str, language: str, board: Board | None = None) -> str:
    """Return an error message in a language; in English if the catalog lacks it.

    Args:
        fault: The message of an error, in English, of one line.
        language: The language.
        board: The board of the provinces and powers in the message (default: standard).

    >>> fault_text("column 8, 'A PAR -': no province to move to", "cs")
    "sloupec 8, 'A PAR -': chybí prostor, kam má táhnout"
    >>> fault_text("no power 'Germnay' (nearest known: Germany)", "cs")
    "velmoc 'Germnay' není (nejbližší známé: Německo)"
    """
    for pattern, translated in sentences(language):
        match = pattern.fullmatch(fault)
        if match is not None:
            parts = match.groupdict()
            parts |= {
                part: fault_text(parts[part], language, board) for part in ("what", "that", "file") if part in parts
            }
            if "names" in parts:
                parts["names"] = _named(parts["names"], language, board or load_board())
            return translated.format(**parts)
    return fault


def _named(names: str, language: str, board: Board) -> str:
    """Return a list of names of provinces or powers in a language; abbreviations are not translated."""

    def named(name: str) -> str:
        found = board.names.find(name)
        key = found[0] if len(found) == 1 else board.names.power(name) if not found else None
        return name if key in (None, name) else board.names.name(str(key), language)

    return re.sub(r"[^,]+?(?=,|$| or )", lambda part: re.sub(r"\S.*", lambda text: named(text[0]), part[0]), names)


def faults_text(faults: str, language: str, board: Board | None = None) -> str:
    """Return a message of several lines in a language (`fault_text`).

    >>> print(faults_text("this position is impossible:\\n  FRANCE: F PAR: a fleet cannot stand inland", "cs"))
    taková pozice není možná:
      FRANCE: F PAR: flotila nemůže stát ve vnitrozemí
    """
    if language == "en":
        return faults
    texts = ((line, line.lstrip()) for line in faults.split("\n"))
    return "\n".join(line[: len(line) - len(text)] + fault_text(text, language, board) for line, text in texts)
