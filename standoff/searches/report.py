"""What a search found, as text, case files and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..peers.crosscheck.case_text import case_text
from ..solver import MovementResult, Rulebook, rulebook
from ..text.counting import counted
from ..turn.turn import Turn
from ..work.whole_files import write_whole
from .deciding import Adjudged
from .outside import FindError
from .placing import TRIED

if TYPE_CHECKING:
    from .finding import Found, FoundTurn


def lines_of(finds: Found) -> Iterator[str]:
    """Yield the turns that were found, with their outcome under each rulebook, and what was searched."""
    for number, one in enumerate(finds.placed, 1):
        ways = f", {len(one.ways)} ways to divide them among powers" if len(one.ways) > 1 else ""
        yield f"{number}. {counted(one.units, 'unit')}{ways}"
        assert one.turn is not None
        yield from ("   " + line for line in _orders_and_outcomes(one.turn, finds.wanted.rulebooks))
        yield ""
    for heading, sought in (
        (f"Without a place {finds.where} (all placings were tried):", False),
        (f"No place was found in {TRIED:,} placings (there may be one):", True),
    ):
        shapes = [one for one in finds.unplaced if bool(one.sought) is sought]
        if shapes:
            yield heading
            for one in shapes:
                yield f"   {counted(one.units, 'unit')}: {one}"
            yield ""
    yield finds.summary()


def table_of(finds: Found) -> tuple[list[str], list[list[str]]]:
    """Return what was found as a table: the headings and the rows, with a line for each order.

    >>> from standoff import find
    >>> columns, rows = table_of(find("differ(1971, 1982)", units=3))
    >>> columns, rows[0][2].splitlines()
    (['units', 'ways', 'orders', 'under 1971', 'under 1982'], ['F NTH C A YOR - LON', 'A YOR - LON', 'F LON - YOR'])
    """
    rulebooks = finds.wanted.rulebooks
    rows: list[list[str]] = []
    for one in finds:
        turn = one.turn
        orders = str(one) if turn is None else "\n".join(map(turn.canonical, turn.orders))
        under = [""] * len(rulebooks) if turn is None else outcomes(turn, rulebooks)
        rows.append([str(one.units), str(len(one.ways)), orders, *under])
    return ["units", "ways", "orders", *(f"under {rules.name}" for rules in rulebooks)], rows


def _orders_and_outcomes(turn: Turn, rulebooks: tuple[Rulebook, ...]) -> Iterator[str]:
    power = ""
    for order in turn.orders:
        yield f"{order.power + ':' if order.power != power else '':<9} {turn.canonical(order)}"
        power = order.power
    width = max((len(rules.name) for rules in rulebooks), default=0)
    for rules, text in zip(rulebooks, outcomes(turn, rulebooks), strict=True):
        yield f"under {rules.name + ':':<{width + 1}} {text}"


def outcomes(turn: Turn, rulebooks: Sequence[Rulebook]) -> list[str]:
    """Return the outcome of a turn under each rulebook, in a line that says enough to show the difference.

    Where they agree on which moves succeed, who is dislodged and how paradoxes are settled, the line also says what
    else succeeds and where dislodged units may retreat.

    >>> from standoff import read, rulebook
    >>> outcomes(read("FRANCE: A PAR - BUR"), [rulebook()])
    ['A PAR - BUR']
    """
    results = [Adjudged(turn).under(rules) for rules in rulebooks]
    texts = list(map(outcome_of, results))
    for more in (_retreats, _successes):
        if len(results) < 2 or len(set(texts)) > 1:
            break
        added = [more(result) for result in results]
        if len(set(added)) > 1:
            texts = [f"{text}; {one}" for text, one in zip(texts, added, strict=True)]
    return texts


def _retreats(result: MovementResult) -> str:
    parts: list[str] = []
    for one in result.after.dislodged:
        where = result.retreats[one.unit.province]
        parts.append(f"{one.unit} may retreat {'to ' + ', '.join(sorted(where)) if where else 'nowhere'}")
    return "; ".join(parts)


def _successes(result: MovementResult) -> str:
    return "succeed: " + ("; ".join(str(one.order) for one in result if one.success) or "none")


def outcome_of(result: MovementResult) -> str:
    """Return the outcome of a turn in a line: which moves succeed, who is dislodged, how paradoxes were settled."""
    text = "; ".join(str(one.order) for one in result if one.outcome == "moves") or "no move succeeds"
    if out := [str(d.unit) for d in result.after.dislodged]:
        text += f"; dislodged: {', '.join(out)}"
    for paradox in result.solution.paradoxes:
        count = len(paradox.resolutions)
        text += f"; {paradox.kind}{'' if paradox.kind == 'circular movement' else ' paradox'}"
        text += f" ({counted(count, 'resolution', 'no')}, settled by {paradox.settled_by})"
    return text


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
