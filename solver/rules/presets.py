"""The rulebooks and the older versions of the DATC as data.

A rulebook lists its differences from the default, ``2023``, which takes the preferences of DATC 3.2 throughout.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

_OLD_REMOVAL = {"civil_disorder_distance": "home-centers", "retreat_to_convoyed_attacker": "barred"}
DIFFERENCES: dict[str, dict[str, str]] = {
    "2023": {},
    "2023-book": {"paradox_exception": "attack-on-necessary"},
    "2025EE": {
        # what the book says in words, preferred by the DATC or not
        "multi_route_disruption": "all",
        "paradox_exception": "attack-on-necessary",
        "adjacent_convoy": "via-or-own-fleet",
        "retreat_to_convoyed_attacker": "allowed",
        "missing_unit_type": "valid",
        "multiple_orders": "first",
        "too_many_builds": "first",
        "too_many_disbands": "first",
        "waiving": "allowed",
        "civil_disorder_distance": "owned-centers",
        "illegal_orders": "ignored",
    },
    "2000": {
        "paradox_exception": "attack-on-necessary",
        **_OLD_REMOVAL,
        "civil_disorder_distance": "home-country",
    },
    "1982": {"paradox_exception": "any-action", "adjacent_convoy": "own-intent-or-exchange", **_OLD_REMOVAL},
    "1971": {
        "multi_route_disruption": "any",
        "paradox_exception": "attack-on-own-convoy",
        "adjacent_convoy": "swap-only",
        **_OLD_REMOVAL,
    },
    "dptg": {
        "multi_route_disruption": "any-of-own",
        "paradox_backup": "consistent-or-hold",
        "adjacent_convoy": "explicit",
        "cut_by_own_target": "cut-by-convoy",
        "support_coast": "ignored",
        "civil_disorder_distance": "home-centers",
        "illegal_orders": "cannot-be-supported",
    },
    "webdiplomacy": {"adjacent_convoy": "explicit-with-fallback"},
    "diplomacy": {
        "adjacent_convoy": "own-intent",
        "wrong_unit_type": "invalid",
        "multiple_orders": "last",
        "missing_build_type": "fails",
        "civil_disorder_distance": "home-centers",
    },
    "1982-czech": {
        "paradox_exception": "attack-on-own-convoy",
        "adjacent_convoy": "own-intent",
        "dislodged_effect": "never",
        **_OLD_REMOVAL,
        "civil_disorder_distance": "home-centers-convoys",
    },
    "2000-russian": {
        "paradox_exception": "attack-on-necessary",
        "missing_unit_type": "invalid-of-ordered",
        "dislodged_effect": "never",
        **_OLD_REMOVAL,
        "civil_disorder_distance": "home-country",
    },
    "czech1962": {
        "adjacent_convoy": "own-intent",
        "attack_on_own": "void",
        "cut_by_own_target": "cut",
        "support_of_convoying_fleet": "void",
        "exchange_by_convoy": "never",
        **_OLD_REMOVAL,
        "civil_disorder_distance": "home-country",
    },
}
"""The choices of each rulebook that are not those of 2023."""

ABOUT = {
    "2023": "the preferences of DATC 3.2; the rulebook of 2023 to the letter is 2023-book",
    "2023-book": "the rulebook of 2023 to the letter; the preferences of DATC 3.2 where it is silent",
    "2025EE": "the rules of Era of Empire (2025), as far as they are those of the standard game",
    "2000": "the rulebook of 2000 (Avalon Hill)",
    "1982": "the English rulebook of 1982",
    "1971": "the English rulebook of 1971",
    "dptg": "the Diplomacy Player's Technical Guide, as DATC 2.4 quotes it",
    "webdiplomacy": "as the site webDiplomacy adjudicates",
    "diplomacy": "as the Python package diplomacy adjudicates, apart from its faults",
    "1982-czech": "the rules of 1982 as two Czech translations have them",
    "2000-russian": "the rules of 2000 as a Russian translation has them",
    "czech1962": "the Czech edition of 1962, with simpler rules",
}
"""A description of each rulebook in one line."""


@dataclass(frozen=True, slots=True)
class DatcVersion:
    """The differences of an older version of the DATC from the newest.

    Attributes:
        name: Its number, "3.0".
        issues: By option, the number that it gives the issue where that differs (None if it has no such issue).
        preferences: By option, the choice that it prefers where that differs.
        presets: By preset, the choices in which it reads the rulebook differently.

    >>> OLDER_DATC["3.0"].preferences["multiple_orders"]
    'illegal'
    """

    name: str
    issues: Mapping[str, str | None]
    preferences: Mapping[str, str]
    presets: Mapping[str, Mapping[str, str]]


DATC = "3.2"
"""The version of the DATC whose numbers and preferences the options have."""

OLDER_DATC: Mapping[str, DatcVersion] = MappingProxyType(
    {
        "3.0": DatcVersion(
            "3.0",
            issues={"poorly_written": "4.E.2", "convoyed_attack_from": None},
            preferences={"multiple_orders": "illegal", "missing_build_type": "by-province"},
            presets={"1982": {"adjacent_convoy": "own-intent"}},
        ),
        "2": DatcVersion(
            "2",
            issues={"poorly_written": "4.E.2", "convoyed_attack_from": None},
            preferences={
                "multiple_orders": "illegal",
                "missing_build_type": "by-province",
                "adjacent_convoy": "via-or-own-fleet-with-fallback",
                "civil_disorder_distance": "home-centers",
            },
            presets={"1982": {"adjacent_convoy": "own-intent"}},
        ),
    }
)
"""The older versions of the DATC, by number. Version 2 is known only from 3.0 and 3.2."""


def board_of(name: str) -> str:
    """Return the default board of a rulebook.

    The oldest Czech edition lets armies enter Helgoland (its rules 6a and 6d): it has a board of its own.

    >>> board_of("czech1962"), board_of("2023")
    ('czech1962', 'standard')
    """
    return "czech1962" if name.startswith("czech1962") else "standard"
