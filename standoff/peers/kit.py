"""Starter programs that connect an adjudicator: they speak the interchange lines and answer nothing yet."""

from __future__ import annotations

import re
import shlex
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from ..map import StandoffError
from ..work import errors_as, write_whole

_OF_THE_TEMPLATE = "mine"


class Language(NamedTuple):
    """A programming language with a template.

    Attributes:
        ending: The ending of the file's name.
        build: The command that compiles the program, "" if none is needed; ``{}`` stands for the name.
        run: The command that runs it.
    """

    ending: str
    build: str
    run: str


LANGUAGES = {
    "python": Language("py", "", "python {}.py"),
    "javascript": Language("js", "", "node {}.js"),
    "c": Language("c", "cc -o {0} {0}.c", "./{}"),
}
"""The languages that `new_program` writes."""


class KitError(StandoffError):
    """No program can be written under this name."""


def template(name: str) -> str:
    """Return a template: a program of `LANGUAGES`, one that connects an existing program, or ``run_cases.js``.

    >>> "adjudicate" in template("mine.py")
    True
    """
    return (resources.files("standoff.peers") / "templates" / name).read_text(encoding="utf-8")


def new_program(name: str, language: str, folder: Path) -> tuple[Path, str]:
    """Write a program that answers nothing yet; return its file and the next steps.

    Args:
        name: The name of the program and of its file.
        language: One of `LANGUAGES`.
        folder: The folder of the file.

    Raises:
        KitError: The name is not valid, or the file exists.
    """
    if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
        raise KitError(f"{name!r}: expected letters, digits and underscores, as in mine")
    chosen = LANGUAGES[language]
    file = folder / f"{name}.{chosen.ending}"
    text = re.sub(rf"\b{_OF_THE_TEMPLATE}\b", name, template(f"{_OF_THE_TEMPLATE}.{chosen.ending}"))
    try:
        file.open("x").close()  # of two simultaneous runs, one fails
    except FileExistsError:
        raise KitError(f"{file} already exists; choose another name") from None
    except OSError as fault:
        raise KitError(f"{file}: {fault.strerror}") from None
    try:
        with errors_as(KitError, file):
            write_whole(file, text)
    except BaseException:
        file.unlink()
        raise
    score = f"standoff score {shlex.quote(f'lines:{chosen.run.format(name)}')} --name {name}"
    steps = [
        f"{file} answers nothing yet. Next:",
        f"- put your adjudicator in place of `adjudicate` in {file.name}: first for movement phases,",
        '- write "movement" into its PHASES,',
        *([f"- build it: {chosen.build.format(name)}"] if chosen.build else []),
        f"- score it, and see the next step: {score}",
    ]
    return file, "\n".join(steps)
