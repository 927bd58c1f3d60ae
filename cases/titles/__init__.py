"""The titles of the library's cases in other languages than English: a file for each, keyed by the ids of cases."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ...map import package_json


@cache
def titles(language: str) -> dict[str, str]:
    """Return the title of each case of the library in a language, by its id; nothing in English.

    >>> titles("cs")["datc-6.A.11"], titles("en")
    ('Dva stejně silné tahy', {})
    """
    if language == "en":  # English titles stand in the cases themselves
        return {}
    return package_json(Path(__file__).with_name(f"{language}.json"))
