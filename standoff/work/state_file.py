"""The file that keeps what a long run has done: a first line says what run it is, each other one is a block.

A last line that was not written to its end, because the machine was switched off, is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

from ..map import StandoffError

Json = dict[str, Any]
Made = TypeVar("Made")


class StateFile:
    """A state file.

    Args:
        path: Where it is.
        header: What it must begin with to belong to this run.
        run: What messages call a run: ``"cross-check"``.
        error: What is raised if it does not fit.
    """

    def __init__(self, path: Path, header: Json, run: str, error: type[StandoffError]) -> None:
        self.path = path
        self.header = header
        self.run = run
        self.error = error

    def read(self, block_of: Callable[[Json], Made]) -> list[Made]:
        """Return the blocks that it holds, after beginning it if it is new.

        Args:
            block_of: Makes a block of a line.

        Raises:
            StandoffError: It is of another run or no state file; it cannot be read or written.
        """
        path, begin = self.path, _line(self.header)
        if path.exists() and not path.is_file():
            raise self.error(f"{path}: is not a file")
        blocks: list[Made] = []
        good = 0
        try:
            for number, line in enumerate((path.read_bytes() if path.exists() else b"").splitlines(keepends=True)):
                if not line.endswith(b"\n"):
                    if number == 0 and not begin.startswith(line):
                        raise ValueError(f"it begins with {line[:40]!r}")
                    break
                if number:
                    blocks.append(block_of(_object(line)))
                else:
                    self._check(_object(line))
                good += len(line)
            with path.open("ab") as out:
                out.truncate(good)
                out.write(b"" if good else begin)
        except self.error:
            raise
        except (AttributeError, IndexError, KeyError, TypeError, ValueError, StandoffError) as fault:
            raise self.error(f"{path}: no state of a {self.run} ({type(fault).__name__}: {fault})") from None
        except OSError as fault:
            raise self.error(f"{path}: {fault.strerror}") from None
        return blocks

    def keep(self, block: Json) -> None:
        """Add a block.

        Raises:
            StandoffError: It cannot be written.
        """
        try:
            with self.path.open("ab") as out:
                out.write(_line(block))
        except OSError as fault:
            raise self.error(f"{self.path}: {fault.strerror}") from None

    def _check(self, there: Json) -> None:
        for key, value in self.header.items():
            if there.get(key) != value:
                found, wanted = json.dumps(there.get(key)), json.dumps(value)
                raise self.error(f"{self.path} is of another {self.run}: {key} is {found} there, {wanted} here")


def _line(data: Json) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode() + b"\n"


def _object(line: bytes) -> Json:
    found: Any = json.loads(line)
    if not isinstance(found, dict):
        raise TypeError("expected an object")
    return cast(Json, found)
