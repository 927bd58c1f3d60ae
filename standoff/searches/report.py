"""What a search found, as case files and pictures."""

from __future__ import annotations

from pathlib import Path

from ..peers import case_text
from ..solver import rulebook
from ..text import counted
from ..work import write_whole
from .entries import FoundTurn
from .found import Found
from .outcomes import outcomes
from .outside import FindError


def write(finds: Found, folder: Path) -> list[Path]:
    """Write each turn found as a case file and a picture into a folder, and return the files.

    Raises:
        FindError: They cannot be written.
    """
    from ..pictures import draw

    written: list[Path] = []
    rules = finds.wanted.rulebooks[0] if finds.wanted.rulebooks else rulebook()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, one in enumerate(finds.placed, 1):
            assert one.turn is not None
            turn, name = one.turn, f"find-{number:02}"
            text = case_text(turn, id=name, title=counted(one.units, "unit"), rules=rules, notes=notes_of(one, finds))
            write_whole(folder / f"{name}.txt", text)
            drawing = draw(turn.adjudicate(rules), title=f"{name}, {rules.name}")
            write_whole(folder / f"{name}.svg", drawing.svg + "\n")
            written += [folder / f"{name}.txt", folder / f"{name}.svg"]
    except OSError as fault:
        raise FindError(f"{folder}: {fault.strerror}") from None
    return written


def notes_of(one: FoundTurn, finds: Found) -> list[str]:
    """Return what a case file says about a turn that was found."""
    assert one.turn is not None
    notes = [f"found by standoff find: {finds.wanted}", finds.summary()]
    rulebooks = finds.wanted.rulebooks
    for rules, text in zip(rulebooks, outcomes(one.turn, rulebooks), strict=True):
        notes.append(f"under {rules.name}: {text}")
    return notes
