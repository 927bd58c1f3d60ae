"""The phases of a case as turns, and their course: each phase starts where the one before it leads."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from ..map import Board, PhaseType, Position, PositionError, starting_position
from ..solver import Order, OrderSet, PhaseResult, Rulebook, adjudicate_phase, following
from ..turn import Turn, TurnFields
from .case import Case, CasePhase, SetLine


def start_of(case: Case) -> Position:
    """Return the position before the first phase of a case."""
    first = case.phases[0]
    phase = first.phase or case.first_phase(first.type)
    if not case.head.get("start"):
        return replace(first.position, phase=phase, board=case.board.source)
    start, stated = starting_position(case.board), first.position
    return replace(start, civil_disorder=stated.civil_disorder, closed=stated.closed, phase=phase)


def later_start(after: Position, phase: CasePhase, board: Board, rules: Rulebook) -> Position:
    """Return the position before a later phase of a case: what it states, otherwise what the phases before lead to.

    Retreats and adjustments between them that the case omits are carried out without orders. A phase without a date
    is the next one of its type.

    Args:
        after: The position that the phase before left behind.
        phase: The later phase.
        board: The board.
        rules: The rulebook.

    Raises:
        PositionError: It is an adjustment phase, and nothing says who owns the supply centers.
    """
    stated = phase.position
    date = stated.phase or (board.calendar.next(after.phase, phase.type) if after.phase else None)
    known = bool(after.centers) or not board.centers
    if phase.type is PhaseType.RETREAT:
        position = after
    elif known or (phase.type is PhaseType.ADJUSTMENT and not stated.centers):
        position = following(after, board)
        while position.phase and date and position.phase < date and position.phase.type is not PhaseType.MOVEMENT:
            position = following(adjudicate_phase(position, (), rules=rules, board=board).after, board)
    else:  # who builds or removes is unknown, and a movement phase follows
        position = after
    position = replace(position, phase=date)
    if phase.type is not PhaseType.RETREAT:  # a record may leave out retreats if nobody has any
        position = replace(position, dislodged=(), contested=frozenset())
    changes = {"civil_disorder": stated.civil_disorder, "closed": stated.closed, "centers": stated.centers}
    position = replace(position, **{name: value for name, value in changes.items() if value})
    if not (stated.units or stated.dislodged or stated.contested):
        return position
    # a record may omit where attackers came from, which provinces are contested, and units with nowhere to go
    units = stated.units if stated.units or stated.dislodged else position.units
    before = {d.unit: d for d in position.dislodged}
    dislodged, contested = stated.dislodged or position.dislodged, stated.contested
    if set(units) == set(position.units) and {d.unit for d in dislodged} <= before.keys():
        dislodged = tuple(d if d.attacker_from else before[d.unit] for d in dislodged)
        contested = contested or position.contested
    return replace(position, units=units, dislodged=dislodged, contested=contested)


def start_at(case: Case, number: int, rules: Rulebook) -> Position:
    """Return the position before phase `number` of a case, from 0.

    A phase that records all of its position, as those of saved games do, starts there; any other phase starts where the
    phases before it lead under `rules`.
    """
    first = max((n for n in range(1, number + 1) if _is_self_contained(case.phases[n])), default=0)
    head = {key: value for key, value in case.head.items() if key != "start" or not first}
    course = replace(case, head=head, phases=case.phases[first : number + 1])
    return start_of(course) if first == number else [result.before for _, result, _ in play_case(course, rules)][-1]


def _is_self_contained(phase: CasePhase) -> bool:
    """Return whether a phase records all of its position that matters."""
    # only the phase before a retreat phase says where attackers came from and where a standoff was
    return bool(phase.position.units) and phase.type is not PhaseType.RETREAT and phase.phase is not None


def fields_of(phase: CasePhase) -> TurnFields:
    """Return the fields of a `Turn` that hold the orders of a phase.

    >>> from standoff.cases.catalog import library
    >>> (case,) = library("6.F.14")
    >>> fields_of(case.phases[0])["orders"][1].text
    'F Wales - English Channel'
    """
    by_set: dict[tuple[str, str], list[Order]] = {key: [] for key in phase.sets}
    for written in phase.orders if phase.sets else ():
        by_set.setdefault((written.order.power, written.set), []).append(written.order)
    lines = {key: phase.sets.get(key, SetLine(number=0)) for key in by_set}
    return {
        "orders": tuple([written.order for written in phase.orders]),
        "sets": tuple(
            [
                OrderSet(key[0], tuple(orders), lines[key].number, lines[key].keeps, lines[key].replaces)
                for key, orders in by_set.items()
            ]
        ),
        "lasting": phase.lasting,
        "proxies": phase.proxies,
    }


def turn_of(case: Case, rules: Rulebook, number: int = 0, start: Position | None = None) -> Turn:
    """Return a phase of a case as a turn, which the later phases continue.

    Args:
        case: The case.
        rules: The rulebook.
        number: The phase, from 0.
        start: The position before it; that of `start_of` for the first phase if left out.
    """
    first, *later = case.phases[number:]
    return Turn(
        start_of(case) if start is None else start,
        rules=rules,
        source=source_of(case),
        id=case.id,
        title=case.title,
        later=tuple([partial(_later, phase, case.board) for phase in later]),
        board=case.board,
        **fields_of(first),
    )


def _later(phase: CasePhase, board: Board, after: Position, rules: Rulebook) -> tuple[Position, TurnFields]:
    return later_start(after, phase, board, rules), fields_of(phase)


def source_of(case: Case) -> str:
    """Return the `Turn.source` of a case."""
    if case.file.startswith("the text"):
        return case.id or "text"
    return f"{case.file}#{case.id}" if case.id and Path(case.file).exists() else case.id or case.file


def play_case(case: Case, rules: Rulebook) -> Iterator[tuple[CasePhase, PhaseResult, Position]]:
    """Yield each phase of a case with its result under `rules` and the position that follows.

    A later phase starts where the one before it leads, except for what it states itself: the record of a game may have
    been played under another rulebook.
    """
    for phase, result in zip(case.phases, turn_of(case, rules).course(), strict=True):
        after = result.after
        with suppress(PositionError):  # unknown centers: nobody knows what follows
            after = following(after, case.board)
        yield phase, result.phase_result, after
