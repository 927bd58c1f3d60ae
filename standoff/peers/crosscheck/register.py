"""The register of faults: what is known of differences from a peer, as TOML files (`docs/generated/faults.md`).

Those in the folder ``faults`` come with standoff, one for each peer; a user's own file goes before them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any, cast

from ...cases.read import read_text
from ...solver import option as option_named
from ..adapters.peer import UNKNOWN
from .differences import Kind
from .findings import CrosscheckError, Finding
from .question_shape import without_places


class Attribution(StrEnum):
    """What a difference is attributed to, in the order of a report."""

    FAULT = "fault"
    ERROR = "error"
    OPEN = "open"
    UNSTEADY = "unsteady"
    MAYBE = "choice?"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True)
class Sign:
    """How an entry is recognized.

    Attributes:
        kind: What the answers differ in.
        symptom: What the difference looks like (`differences.symptom`).
        shape: Its minimal shape (`shape.shape`); without places it stands for all; "" for any shape.
        option: A choice that must explain it, as ``"option=choice"``; "" for none. It tells apart what a shape does not
            show: coasts that mean nothing, for example.
    """

    kind: Kind
    symptom: str
    shape: str = ""
    option: str = ""

    def shows_in(self, finding: Finding, options: Collection[str] = ()) -> bool:
        """Tell whether the difference that was found looks like this; `options` are the choices that explain it."""
        shapes = ("", finding.shape, without_places(finding.shape))
        looks = (self.kind, self.symptom) == (finding.kind, finding.symptom) and self.shape in shapes
        return looks and (not self.option or self.option in options)


@dataclass(frozen=True, slots=True)
class KnownDifference:
    """A known difference, recognized by one of its signs, without any by the option that explains it.

    Attributes:
        name: A short name, one word.
        attribution: A fault, a choice, or open as long as nobody has looked at it.
        title: What the peer does, a line.
        rule: The paragraph of the rule.
        remark: What there is to be said about it.
        option: The option that explains it, as ``"option=choice"``; "" if none does.
        signs: How it is recognized.
        since: The first version that shows it, as far as is known; "" if nobody looked.
        fixed: The first version that does not any more; "" if there is none.
        turn: A turn that shows it, as lines of an orders file; "" if none is given.
    """

    name: str
    attribution: Attribution
    title: str
    rule: str
    remark: str = ""
    option: str = ""
    signs: tuple[Sign, ...] = ()
    since: str = ""
    fixed: str = ""
    turn: str = ""


@dataclass(frozen=True, slots=True)
class Register:
    """What is known of one peer.

    Attributes:
        peer: Its name, as its spec begins: ``"cdippy"``.
        versions: The versions that were looked at.
        entries: What is known.
    """

    peer: str
    versions: tuple[str, ...]
    entries: tuple[KnownDifference, ...]

    def is_of(self, peer: str, version: str) -> bool:
        """Tell whether it holds for a peer; for one that does not report its version it does."""
        return peer.partition(":")[0] == self.peer and version in (*self.versions, UNKNOWN)


@cache
def registers() -> tuple[Register, ...]:
    """Return the registers that come with standoff, in the order of the alphabet."""
    folder = resources.files("standoff.peers.crosscheck") / "faults"
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    return tuple(read_register(file.read_text(encoding="utf-8"), file.name) for file in files)


def known_differences(peer: str, version: str, file: str | None = None) -> tuple[KnownDifference, ...]:
    """Return the known differences from a peer: those in a user's file first, then those that come with standoff.

    Args:
        peer: The name of the peer.
        version: Its version.
        file: The user's file; whatever peer it is for.

    Raises:
        CrosscheckError: A file cannot be read.
    """
    own = read_register(read_text(file), file).entries if file else ()
    return (*own, *(entry for register in registers() if register.is_of(peer, version) for entry in register.entries))


def recognized(
    known: Iterable[KnownDifference], finding: Finding, choice: str = "", options: Collection[str] = ()
) -> KnownDifference | None:
    """Return the entry that a difference belongs to: by kind, symptom and shape, else by the choice made; None if none.

    Args:
        known: The entries; one that names the shape goes before one that is about any.
        finding: The difference.
        choice: The choice of the rulebook that it is attributed to, "" if to none.
        options: All single choices that would explain it.
    """
    known = tuple(known)
    fit = [(sign, one) for one in known for sign in one.signs if sign.shows_in(finding, options)]
    if fit:
        return max(fit, key=lambda pair: bool(pair[0].shape))[1]
    return next((one for one in known if choice and one.option == choice and not one.signs), None)


_KEYS = ("name", "verdict", "title", "rule", "remark", "option", "seen", "since", "fixed", "turn")
_VERDICTS = (Attribution.FAULT, Attribution.CHOICE, Attribution.OPEN)


def read_register(text: str, where: str) -> Register:
    """Return the register in a TOML file.

    Raises:
        CrosscheckError: It is not one; the message says what is missing or unknown.
    """
    try:
        data: dict[str, Any] = tomllib.loads(text)
        entries = cast(list[dict[str, Any]], data.get("difference", []))
        versions = data.get("version", [])
        named = [versions] if isinstance(versions, str) else versions
        return Register(str(data.get("peer", "")), tuple(map(str, named)), tuple(map(_entry, entries)))
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        what = f"lacks {fault}" if isinstance(fault, KeyError) else str(fault)
        raise CrosscheckError(f"{where}: not a file of known differences: {what}") from None


def _entry(data: dict[str, Any]) -> KnownDifference:
    unknown = sorted(data.keys() - {*_KEYS})
    if unknown:
        raise ValueError(f"unknown key {unknown[0]!r}; known: {', '.join(_KEYS)}")
    name, verdict, option = str(data["name"]), data["verdict"], str(data.get("option", ""))
    if verdict not in _VERDICTS:
        raise ValueError(f"{name}: verdict cannot be {verdict!r}; expected one of {', '.join(_VERDICTS)}")
    seen = cast(list[dict[str, Any]], data.get("seen", []))
    for single, _, choice in (str(one["option"]).partition("=") for one in (data, *seen) if one.get("option")):
        if choice not in option_named(single).choices:
            raise ValueError(f"{name}: {single} cannot be {choice!r}")
    if not (seen or option):
        raise ValueError(f"{name}: expected 'seen', with 'differs' and 'symptom', or an 'option' alone")
    title, remark = (" ".join(str(text).split()) for text in (data["title"], data.get("remark", "")))
    signs = map(_sign, seen)
    since, fixed, turn = (str(data.get(key, "")).strip() for key in ("since", "fixed", "turn"))
    rule = str(data["rule"])
    return KnownDifference(name, Attribution(verdict), title, rule, remark, option, tuple(signs), since, fixed, turn)


def _sign(data: dict[str, Any]) -> Sign:
    symptom, shape, option = (str(data.get(key, "")).strip() for key in ("symptom", "shape", "option"))
    if not symptom:
        raise KeyError("symptom")
    return Sign(Kind(data["differs"]), symptom, shape, option)
