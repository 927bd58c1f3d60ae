"""A program that connects an adjudicator, begun: it speaks the interchange lines and answers nothing yet."""

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
    """A programming language that there is a template for.

    Attributes:
        ending: How the name of its file ends.
        build: The command that makes a program of it, "" if it runs as it is; ``{}`` stands for the name.
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
    """A program cannot be begun under this name."""


def template(name: str) -> str:
    """Return a template: a program of `LANGUAGES`, one that connects an existing program, or ``run_cases.js``.

    >>> "adjudicate" in template("mine.py")
    True
    """
    return (resources.files("standoff.peers") / "templates" / name).read_text(encoding="utf-8")


def new_program(name: str, language: str, folder: Path) -> tuple[Path, str]:
    """Write a program that answers nothing yet, and return its file and what to do next.

    Args:
        name: Its name, which its file has, too.
        language: One of `LANGUAGES`.
        folder: Where it is written.

    Raises:
        KitError: It is no name for a program, or there is such a file.
    """
    if not re.fullmatch(r"[A-Za-z]\w*", name, re.ASCII):
        raise KitError(f"{name!r}: expected a name of letters, digits and underscores, such as mine")
    chosen = LANGUAGES[language]
    file = folder / f"{name}.{chosen.ending}"
    text = re.sub(rf"\b{_OF_THE_TEMPLATE}\b", name, template(f"{_OF_THE_TEMPLATE}.{chosen.ending}"))
    try:
        file.open("x").close()  # of two runs, one gets the name
    except FileExistsError:
        raise KitError(f"{file}: there is such a file; choose another name") from None
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
        f"- see what it gets right, and what to do then: {score}",
    ]
    return file, "\n".join(steps)
