"""Chooses the importer of a file and returns its result."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ..board_data import split_name
from ..files import MOST_BYTES, file_beside, read_file
from ..json_text import JsonError, json_object
from .dip_map import read_map
from .diplicity import read_document
from .draft import Draft
from .jdip import parsed, read_jdip

KINDS = {
    ".map": "a map of the diplomacy package",
    ".xml": "a file of jDip",
    ".json": "a document of diplicity",
}
"""Supported formats, by file name ending."""


class Imported(NamedTuple):
    """The result of an import.

    Attributes:
        data: The data of a board file.
        lost: Unsupported content of the file, one sentence each.
    """

    data: dict[str, Any]
    lost: tuple[str, ...]

    def text(self) -> str:
        """Return the data as the text of a board file, one entry per line."""
        lines: list[str] = []
        for key, value in self.data.items():
            text = json.dumps(value, ensure_ascii=False)
            if value and key in ("powers", "provinces", "army", "fleet", "army_one_way", "fleet_one_way"):
                inside = [f"    {json.dumps(pid)}: {json.dumps(one, ensure_ascii=False)}" for pid, one in value.items()]
                text = "{\n" + ",\n".join(inside) + "\n  }"
            lines.append(f"  {json.dumps(key)}: {text}")
        return "{\n" + ",\n".join(lines) + "\n}\n"


def read_variant(file: str, read: Callable[[Path], bytes] = read_file) -> Imported:
    """Import a board or variant of another program.

    Args:
        file: The file; ``variants.xml#NAME`` for one of several.
        read: Reads a file.

    Raises:
        BoardError: The file cannot be read, or requires unsupported rules; the message names them.
    """
    path, wanted = split_name(file)
    draft = _drafted(path, wanted, read)
    if not draft.places:
        raise draft.refuse("no provinces in it")
    if not draft.army and not draft.fleet:
        raise draft.refuse("no borders in it: nothing could move")
    return Imported(draft.data(), tuple(draft.lost))


def _drafted(path: Path, variant_name: str, read: Callable[[Path], bytes]) -> Draft:
    draft = Draft(str(path), path.stem)
    kind = path.suffix.lower()
    left = MOST_BYTES

    def content(path: Path) -> bytes:
        nonlocal left
        data = read(path)
        left -= len(data)
        if left < 0:
            raise draft.refuse(f"it and the files that it names have more than {MOST_BYTES:,} bytes; no more are read")
        return data

    def text(path: Path) -> str:
        data = content(path)
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            return data.decode("latin-1")

    try:
        if kind == ".map":
            read_map(draft, text(path), lambda name: text(_sibling_file(draft, path, name)))
        elif kind == ".xml":
            read_jdip(
                draft,
                parsed(draft, content(path)),
                lambda name: content(_sibling_file(draft, path, name)),
                variant_name,
            )
        elif kind == ".json":
            _read_json(draft, text(path))
        else:
            ends = ", ".join(f"{what} ({end})" for end, what in KINDS.items())
            raise draft.refuse(f"unsupported kind of file; supported are {ends}")
    except OSError as fault:
        other = f"{fault.filename}: " if str(fault.filename or path) != str(path) else ""
        raise draft.refuse(f"{other}{fault.strerror}") from None
    except (KeyError, TypeError, AttributeError, IndexError, ValueError, RecursionError) as fault:
        raise draft.refuse(f"not as {KINDS[kind]} is: {type(fault).__name__}: {fault}") from None
    return draft


def _read_json(draft: Draft, text: str) -> None:
    try:
        data = json_object(text)
    except JsonError as fault:
        raise draft.refuse(str(fault)) from None
    if data.get("schemaVersion") != 1:
        raise draft.refuse(f"schemaVersion {data.get('schemaVersion')!r}; 1 is read")
    read_document(draft, data)


def _sibling_file(draft: Draft, path: Path, name: str) -> Path:
    """Return the path of a file that an untrusted one names, which must be in the same folder or below.

    A map in a folder ``trials`` may use those in the folder ``maps`` beside it.
    """
    beside = file_beside(path, name)
    if beside is None:
        raise draft.refuse(f"it names the file {name[:100]}, which is not in its folder")
    if path.parent.name == "trials" and not beside.is_file():  # the DPjudge looks there, too
        return file_beside(path.parent.with_name("maps") / path.name, name) or beside
    return beside
