"""Known differences: what a person found out about differences from a peer, as TOML files.

The files in the folder ``known`` are for the peers and versions that they name; a user's own file goes before them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from typing import Any, cast

from ...solver import option as option_named
from ..book.read import read_text
from .findings import CrosscheckError


class Verdict(StrEnum):
    """What a difference is put down to."""

    FAULT = "fault"
    CHOICE = "choice"
    OPEN = "open"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Known:
    """A known difference; it is recognised by one of its shapes, else by one of its symptoms.

    One that has neither is recognised by the option that explains it.

    Attributes:
        name: A short name, one word.
        verdict: A fault of the peer, or a matter of rulebook.
        title: What the peer does, a line.
        rule: Where the rule stands.
        remark: What there is to be said about it.
        option: The option that explains it, as ``"option=choice"``; "" if none does.
        symptoms: What it looks like (`compare.symptom`).
        shapes: Its minimal shapes (`shape.shape`).
    """

    name: str
    verdict: Verdict
    title: str
    rule: str
    remark: str = ""
    option: str = ""
    symptoms: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()


def known_differences(peer: str, version: str, file: str | None = None) -> tuple[Known, ...]:
    """Return the known differences from a peer: those in a user's file first, then those that come with standoff.

    Args:
        peer: The name of the peer.
        version: Its version.
        file: The user's file; whatever peer it is for.

    Raises:
        CrosscheckError: A file cannot be read.
    """
    found = list(_read(read_text(file), file)[1]) if file else []
    folder = resources.files("standoff.cases.crosscheck") / "known"
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            head, differences = _read(entry.read_text(encoding="utf-8"), entry.name)
            if head == (peer, version):
                found.extend(differences)
    return tuple(found)


def recognised(known: Iterable[Known], shape: str, symptom: str, options: Sequence[str]) -> Known | None:
    """Return the known difference that shows in a shape, a symptom or what explains it, None if none."""
    known = tuple(known)
    for one in known:
        if shape in one.shapes:
            return one
    for one in known:
        if symptom in one.symptoms:
            return one
    return next((one for one in known if one.option in options and not (one.shapes or one.symptoms)), None)


_KEYS = {"name", "verdict", "title", "rule", "remark", "option", "symptoms", "shapes"}


def _read(text: str, where: str) -> tuple[tuple[str, str], tuple[Known, ...]]:
    try:
        data: dict[str, Any] = tomllib.loads(text)
        entries = cast(list[dict[str, Any]], data.get("difference", []))
        return (str(data.get("peer", "")), str(data.get("version", ""))), tuple(_entry(one) for one in entries)
    except (ValueError, KeyError, TypeError, AttributeError) as fault:
        what = f"lacks {fault}" if isinstance(fault, KeyError) else str(fault)
        raise CrosscheckError(f"{where}: no file of known differences: {what}") from None


def _entry(data: dict[str, Any]) -> Known:
    """Return the entry that a table of the file holds.

    Raises:
        ValueError, KeyError, TypeError: It lacks something or has too much.
    """
    unknown = sorted(data.keys() - _KEYS)
    if unknown:
        raise ValueError(f"unknown key {unknown[0]!r}; known: {', '.join(sorted(_KEYS))}")
    name = str(data["name"])
    option = str(data.get("option", ""))
    if option:
        single, _, choice = option.partition("=")
        if choice not in option_named(single).choices:
            raise ValueError(f"{name}: {single} cannot be {choice!r}")
    verdict = Verdict(data["verdict"])
    if verdict not in (Verdict.FAULT, Verdict.CHOICE):
        raise ValueError(f"{name}: verdict is {Verdict.FAULT} or {Verdict.CHOICE}")
    return Known(
        name,
        verdict,
        " ".join(str(data["title"]).split()),
        str(data["rule"]),
        " ".join(str(data.get("remark", "")).split()),
        option,
        tuple(str(text).strip() for text in data.get("symptoms", ())),
        tuple(str(text).strip() for text in data.get("shapes", ())),
    )
