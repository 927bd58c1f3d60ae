"""How names are compared: what is written differently, and what nobody sees, makes no difference."""

from __future__ import annotations

import re
import unicodedata

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")


def visible(text: str) -> str:
    """Return `text` without the characters that nobody sees, which come along from mails and PDFs: soft hyphens,
    spaces of no width, marks of direction.

    >>> visible("Nor\\u00adth Sea\\u200b")
    'North Sea'
    """
    return text if text.isascii() else _INVISIBLE.sub("", text)


def simplified(name: str) -> str:
    """Return `name` in the form under which names are compared: small letters, single spaces, no accents."""
    if name.isascii():
        return re.sub(r"[\s.\-_']+", " ", name.lower()).strip()
    plain = "".join(c for c in unicodedata.normalize("NFKD", visible(name)) if not unicodedata.combining(c))
    return re.sub(r"[\s.\-‐‑‒–—―−_'’]+", " ", plain.casefold()).strip()
