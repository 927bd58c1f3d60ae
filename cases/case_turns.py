"""The phases of a case as turns."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ..map import Position
from ..solver import Rulebook, rulebook
from ..turn import Given, Turn
from .case import Case, CasePhase
from .faults import CaseError, SourceError
from .run import later_start, sets_of, start_of
from .turn_names import number_of, one_phase


def orders_of(phase: CasePhase) -> Given:
    """Return what a phase of a case gives, as the attributes of a `Turn`.

    >>> from standoff.cases.catalog import library
    >>> (case,) = library("6.F.14")
    >>> orders_of(case.phases[0])["texts"][1]
    'F Wales - English Channel'
    """
    return {
        "orders": tuple([written.order for written in phase.orders]),
        "texts": tuple([written.text for written in phase.orders]),
        "sets": sets_of(phase) if phase.sets else (),
        "lasting": tuple(phase.lasting),
        "proxies": tuple(phase.proxies),
    }


def _later(phase: CasePhase, position: Position) -> tuple[Position, Given]:
    return later_start(position, phase), orders_of(phase)


def _source_of(case: Case) -> str:
    if case.file.startswith("the text"):
        return case.id or "text"
    return f"{case.file}#{case.id}" if case.id and Path(case.file).exists() else case.id or case.file


def turn_of_case(case: Case, rules: Rulebook | None = None, phase: str | None = None, *, only: bool = False) -> Turn:
    """Return a phase of a case.

    Args:
        case: The case.
        rules: The rulebook; the first one of the case if left out.
        phase: Its phase (`turn_names.number_of`); the first if left out.
        only: True if one of several must be asked for.

    Raises:
        StandoffError: It has no such phase, or none at all.

    >>> from standoff.cases.catalog import library
    >>> (case,) = library("6.F.14")
    >>> turn_of_case(case).id
    'datc-6.F.14'
    """
    if not case.phases:
        raise CaseError(f"{case.file}, line {case.line}: no orders in it; expected powers and their orders")
    if rules is None:
        rules = rulebook(case.rules[0], **case.options) if case.head else rulebook()
    several = only and len(case.phases) > 1
    number = 0 if phase is None and not several else number_of(case, phase, rules)
    start = start_of(one_phase(case, phase, rules) if number else case)
    if number and any(d.attacker_from is None for d in start.dislodged):
        raise SourceError(
            f"{_source_of(case)}: under rulebook {rules.name} the phase before does not lead to what {start.phase} "
            "records; name the rulebook of the game (rules=)"
        )
    chosen, *later = case.phases[number:]
    return Turn(
        start,
        rules=rules,
        source=_source_of(case),
        id=case.id,
        title=case.title,
        later=tuple([partial(_later, each) for each in later]),
        board=case.board,
        **orders_of(chosen),
    )


__all__ = ["orders_of", "turn_of_case"]
