"""The catalog of faults: known differences from other programs, as TOML (`docs/generated/faults.md`).

``faults.toml`` comes with standoff. An entry describes a fault, not a program: it lists the programs in which the fault
was found, and is recognized in any. A user's own file of the same format takes precedence.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any, cast

from ...cases import library, read_text
from ...solver import option as option_named
from ..adapters.peer import UNKNOWN
from .fault_values import FAULTS, MODELS
from .findings import CrosscheckError, Finding
from .judgement import Kind
from .question_shape import without_places

FILE = "faults.toml"
"""The file name of the catalog that comes with standoff."""


class Attribution(StrEnum):
    """The classes of causes, in the order of a report."""

    FAULT = "fault"
    ERROR = "error"
    OPEN = "open"
    NOT_REPRODUCED = "not reproduced"
    MAYBE = "choice?"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign by which an entry is recognized.

    Attributes:
        kind: The kind of difference.
        symptom: Its symptom (`judgement.Judgement.symptom`).
        shape: Its minimal shape (`question_shape.shape`); a shape without places matches all places, "" any shape.
        option: A choice that must explain it, as ``"option=choice"``; "" for none. It shows what a shape does not, for
            example irrelevant coasts.
    """

    kind: Kind
    symptom: str
    shape: str = ""
    option: str = ""

    def shows_in(self, finding: Finding, options: Collection[str] = ()) -> bool:
        """Return whether a difference has this sign; `options` are the choices that explain it."""
        shapes = ("", finding.shape, without_places(finding.shape))
        looks = (self.kind, self.symptom) == (finding.kind, finding.symptom) and self.shape in shapes
        return looks and (not self.option or self.option in options)


@dataclass(frozen=True)
class KnownDifference:
    """A known difference, recognized by a sign, its fault model (`fault_values`), or the option that explains it.

    Attributes:
        name: A short name, one word.
        attribution: A fault, a choice, or open until somebody has examined it.
        title: What a program does, in one line.
        rule: The paragraph of the rules.
        remark: Further remarks, "" if none.
        option: The option that explains it, as ``"option=choice"``; "" if none does.
        signs: Its signs.
        found: The programs in which it was found, by name, with their versions; empty in a user's own file.
        case: The id of the library case that shows it; "" if there is none.
        turn: A turn that shows it, as a case file, if there is no case; "" if none is given.
        elsewhere: True for an entry applied to a program in which it was not found.
    """

    name: str
    attribution: Attribution
    title: str
    rule: str
    remark: str = ""
    option: str = ""
    signs: tuple[Sign, ...] = ()
    found: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: {})
    case: str = ""
    turn: str = ""
    elsewhere: bool = False

    @property
    def model(self) -> bool:
        """True if a fault model predicts its results in every turn."""
        return self.name in MODELS

    def entry_for_peer(self, peer: str, version: str) -> KnownDifference | None:
        """Return the entry with the signs by which it is recognized in a program; None if there are none.

        Elsewhere than where somebody examined it, signs of a fault need a shape, and choices are matters of words.
        """
        versions = self.found.get(peer.partition(":")[0].casefold(), ())
        if not self.found or (versions and version in (*versions, UNKNOWN)):  # an unknown version matches every one
            return self
        fault = self.attribution is Attribution.FAULT
        signs = tuple(
            s for s in self.signs if not s.option and (s.shape if fault else s.kind is Kind.ORDERS and not s.shape)
        )
        return replace(self, signs=signs, option="", elsewhere=True) if signs or (self.model and fault) else None


@cache
def catalog() -> tuple[KnownDifference, ...]:
    """Return the entries that come with standoff: faults first, those found in most programs before others."""
    text = (resources.files("standoff.peers.comparing") / FILE).read_text(encoding="utf-8")
    entries = read_catalog(text, FILE)
    return tuple(sorted(entries, key=lambda one: (one.attribution is not Attribution.FAULT, -len(one.found))))


@cache
def models_without_entry() -> tuple[KnownDifference, ...]:
    """Return the fault models without an entry in the catalog: each is recognized by its model alone."""
    named = {one.name for one in catalog()}
    return tuple(
        KnownDifference(one.name, Attribution.FAULT, one.title, one.rule, elsewhere=True)
        for one in FAULTS
        if one.name not in named
    )


def known_differences(peer: str, version: str, file: str | None = None) -> tuple[KnownDifference, ...]:
    """Return the known differences to look for in a program: the user's own, then the catalog, then fault models.

    Args:
        peer: The name of the program.
        version: Its version.
        file: The user's file.

    Raises:
        CrosscheckError: A file cannot be read.
    """
    own = read_catalog(read_text(file), file) if file else ()
    entries = (one.entry_for_peer(peer, version) for one in (*own, *catalog(), *models_without_entry()))
    return tuple(one for one in entries if one is not None)


def named_by_sign(
    known: Iterable[KnownDifference], finding: Finding, options: Collection[str] = ()
) -> KnownDifference | None:
    """Return the entry with a sign of a difference, None if there is none; a sign with a shape precedes one without.

    Args:
        known: The entries.
        finding: The difference.
        options: The choices that explain the difference.
    """
    fit = [(sign, one) for one in known for sign in one.signs if sign.shows_in(finding, options)]
    return max(fit, key=lambda pair: (bool(pair[0].shape), not pair[1].elsewhere))[1] if fit else None


def choice_titles(known: Iterable[KnownDifference], signs: Collection[str]) -> str:
    """Return the titles of the entries that call all these signs a matter of words; "" if some are not."""
    named = {
        sign: one.title
        for one in known
        if one.attribution is Attribution.CHOICE
        for seen in one.signs
        if seen.kind is Kind.ORDERS and not (seen.shape or seen.option)
        for sign in seen.symptom.split(" | ")
    }
    return "; ".join(sorted({named[sign] for sign in signs})) if signs and named.keys() >= {*signs} else ""


_KEYS = ("name", "verdict", "title", "rule", "remark", "option", "found", "case", "turn", "seen")
_VERDICTS = (Attribution.FAULT, Attribution.CHOICE, Attribution.OPEN)


def read_catalog(text: str, where: str) -> tuple[KnownDifference, ...]:
    """Return the entries of a TOML file.

    Raises:
        CrosscheckError: The file is not a catalog; the message names the missing or unknown key.
    """
    try:
        data: dict[str, Any] = tomllib.loads(text)
        unknown = sorted(data.keys() - {"difference"})
        if unknown:
            raise ValueError(f"unknown key {unknown[0]!r}; expected [[difference]]")
        return tuple(map(_entry, cast(list[dict[str, Any]], data.get("difference", []))))
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        what = f"lacks {fault}" if isinstance(fault, KeyError) else str(fault)
        raise CrosscheckError(f"{where}: not a file of known differences: {what}") from None


def _entry(data: dict[str, Any]) -> KnownDifference:
    unknown = sorted(data.keys() - {*_KEYS})
    if unknown:
        raise ValueError(f"unknown key {unknown[0]!r}; known: {', '.join(_KEYS)}")
    name, option = str(data["name"]), str(data.get("option", ""))
    verdict = data.get("verdict", Attribution.FAULT) if "case" in data else data["verdict"]
    if verdict not in _VERDICTS:
        raise ValueError(f"{name}: verdict cannot be {verdict!r}; expected one of {', '.join(_VERDICTS)}")
    seen = cast(list[dict[str, Any]], data.get("seen", []))
    for single, _, choice in (str(one["option"]).partition("=") for one in (data, *seen) if one.get("option")):
        if choice not in option_named(single).choices:
            raise ValueError(f"{name}: {single} cannot be {choice!r}")
    fault = MODELS.get(name)
    if not (seen or option or fault):
        raise ValueError(f"{name}: expected 'seen', with 'differs' and 'symptom', or an 'option' alone")
    if fault:  # which has its title and rule
        data = {"title": fault.title, "rule": fault.rule, **data}
    title, remark = (" ".join(str(text).split()) for text in (data["title"], data.get("remark", "")))
    case, turn = (str(data.get(key, "")).strip() for key in ("case", "turn"))
    if case and not any(one.id == case for one in library(case)):
        raise ValueError(f"{name}: no case {case!r} in the library")
    programs = {
        str(program).casefold(): tuple(map(str, [versions] if isinstance(versions, str) else versions))
        for program, versions in cast(dict[str, Any], data.get("found", {})).items()
    }
    signs, rule = tuple(map(_sign, seen)), str(data["rule"])
    return KnownDifference(name, Attribution(verdict), title, rule, remark, option, signs, programs, case, turn)


def _sign(data: dict[str, Any]) -> Sign:
    symptom, shape, option = (str(data.get(key, "")).strip() for key in ("symptom", "shape", "option"))
    if not symptom:
        raise KeyError("symptom")
    return Sign(Kind(data["differs"]), symptom, shape, option)
