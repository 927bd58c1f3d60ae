"""The meaning of the name of a turn: a file, one of its cases, a case of the library, or orders.

======================  ========================================================================================
``-``                   standard input
``turn.txt``            a file of any format that `standoff convert` reads
``cases.txt#my-case``   one case of a file
``6.F.14``              a case of the library (``datc-6.F.14`` in full)
``ENGLAND: F LON - ENG``  orders, in one or several lines
``start``               the starting position, or a position in one line, with or without orders below it
======================  ========================================================================================

Only a `SourceName` may name a file.

A phase is chosen by its name (``F1904M``), its type (``retreat``) or its number (``2``).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ..map import Board, Phase, Position, load_board
from ..solver import Rulebook, rulebook
from ..text import MOST_QUOTED, lines_of, readable, split_orders
from ..turn import Turn
from .case import Case, CaseError, start_from
from .catalog import is_named, library, library_titles, nearest_ids
from .course import play_case, source_of, start_at, turn_of
from .faults import SourceError
from .formats import format_of
from .text_files import NamedText, SourceName, boards_of, file_called, is_there, read_text, text_named


def read_source(
    name: str, *, board: Board | None = None, position: Position | None = None, named: NamedText | None = None
) -> list[Case]:
    """Return the cases of a named source.

    Args:
        name: See above.
        board: The default board.
        position: The position of the orders, if known: no units are inferred then.
        named: The text of the source (`text_named`), if it has been read.

    Raises:
        CaseError: The source is unknown, or its text has faults; all are listed.

    >>> [case.id for case in read_source("6.F.14")]
    ['datc-6.F.14']
    >>> read_source("ENGLAND: F LON - ENG")[0].phases[0].orders[0].text
    'F LON - ENG'
    """
    named = named or text_named(name, board)
    if named is not None:
        with boards_of(name):
            cases = cases_in(named.text, named.called, board=board, position=position)
        return _chosen(named.called, named.case, cases) if named.case else cases
    from_library = list(library(name.strip()))
    if from_library:
        return from_library
    file = name.rpartition("#")[0]
    power, colon, _ = name.partition(":")
    may_be_file = isinstance(name, SourceName)
    if may_be_file and ("/" in name or "\\" in name or Path(file or name).suffix.lower() in _ENDINGS):
        read_text(file or name)  # raises the error of the file
    board = board or load_board()
    faults = [one.fault for one in lines_of(name, board, position=position)]
    if not any(faults) and (faults or position is not None):
        return cases_in(name, "the text", board=board, position=position)
    powers = board.nearest_power(power) if colon else ""
    near = nearest_ids(name, library_titles())
    hint = f"; nearest: {', '.join(near)}" if near else ""
    pieces = split_orders(name) if not colon else []
    if pieces and readable(pieces[0], board):
        hint = f"; for orders say whose they are: 'POWER: {name}'"
    if not colon and board.names.power(name):
        hint = f"; it is a power, whose orders stand behind it: '{name}: A PAR - BUR'"
    hint = f", and no power {power!r} for orders{powers}" if powers else hint
    kinds = "neither a file nor" if may_be_file else "neither orders nor"
    raise CaseError(f"{name[:MOST_QUOTED]}{'…' * (len(name) > MOST_QUOTED)}: {kinds} a case of the library{hint}")


_ENDINGS = (".txt", ".json", ".jsonl", ".gz", ".datc", ".jdip", ".html")


def cases_in(
    text: str,
    name: str,
    *,
    board: Board | None = None,
    position: Position | None = None,
) -> list[Case]:
    """Return the cases of a text in any format; `name` is its name in messages.

    Raises:
        StandoffError: The text has faults; all are listed.
    """
    return format_of(text, orders=position is not None, board=board).read(text, name, board, position)


def _chosen(file: str, case_id: str, cases: list[Case]) -> list[Case]:
    chosen = [case for case in cases if is_named(case, case_id)]
    if chosen:
        return chosen
    near = nearest_ids(case_id, [case.id for case in cases])
    ids = [case.id for case in cases if case.id]
    hint = (
        f"nearest: {', '.join(near)}"
        if near
        else f"it holds {_abbreviated_list(ids)}"
        if ids
        else "its cases have no ids"
    )
    raise CaseError(f"{file}: no case {case_id!r}; {hint}")


def read_case(
    name: str, *, board: Board | None = None, position: Position | None = None, named: NamedText | None = None
) -> Case:
    """Return the only case of a named source (`read_source`); its first phase starts from `position`, if given.

    Raises:
        CaseError: There is not exactly one case, its text has faults, or it contradicts the position.
    """
    cases = read_source(name, board=board, position=position, named=named)
    if len(cases) == 1:
        if position is not None:
            start_from(cases[0], position)
        return cases[0]
    if name.lstrip()[:1] == "{":
        raise CaseError(f"the text holds {len(cases)} turns; one is expected")
    called = "the text" if "\n" in name else file_called(name)
    ids = [case.id for case in cases if case.id]
    example = (
        f", as in {called}#{ids[0]}"
        if ids and "#" not in name and isinstance(name, SourceName) and is_there(name)
        else ""
    )
    shown = ", ".join(ids[:5]) + (", …" if len(ids) > 5 else "")
    raise CaseError(
        f"{called}, line {cases[1].line}: one case is expected, this is {len(cases)} cases"
        + (f" ({shown}); name one{example}" if ids else "")
    )


def phase_names(case: Case) -> list[str]:
    """Return the name of each phase: its date if known, otherwise its type or its number."""
    kinds = [phase.type for phase in case.phases]
    return [
        str(phase.phase) if phase.phase else str(phase.type) if kinds.count(phase.type) == 1 else str(number)
        for number, phase in enumerate(case.phases, 1)
    ]


def one_phase(case: Case, phase_name: str, rules: Rulebook) -> Case:
    """Return a phase of a case as a case of its own, with its position (`course.start_at`).

    Args:
        case: The case.
        phase_name: The phase: ``F1904M``, ``retreat``, ``2``.
        rules: The rulebook.

    Raises:
        CaseError: The case has no such phase.
    """
    number = number_of(case, phase_name, rules)
    head = {key: value for key, value in case.head.items() if key != "start"}
    return replace(case, head=head, phases=[replace(case.phases[number], position=start_at(case, number, rules))])


def number_of(case: Case, phase_name: str | None, rules: Rulebook) -> int:
    """Return the number of a phase of a case, from 0 (`one_phase`).

    Raises:
        CaseError: The case has no such phase, or several if none is named.
    """
    names = phase_names(case)
    called = case.id or case.file
    if phase_name is None:
        raise CaseError(f"{called}: it has {len(names)} phases; name one with --phase: {_abbreviated_list(names)}")
    word = str(Phase.dated(phase_name) or phase_name.strip()).casefold()  # "Fall 1904" is F1904M
    places = {str(number): number - 1 for number in range(len(names), 0, -1)}
    places |= {str(phase.type): n for n, phase in enumerate(case.phases) if names[n] == str(phase.type)}
    places |= {name.casefold(): n for n, name in enumerate(names) if case.phases[n].phase}
    if word not in places and not all(phase.phase for phase in case.phases):
        played = (result.before.phase for _, result, _ in play_case(case, rules))
        places |= {str(phase).casefold(): n for n, phase in enumerate(played)}
    if word not in places:
        raise CaseError(f"{called}: it has no phase {phase_name!r}; known: {_abbreviated_list(names)}")
    return places[word]


def _abbreviated_list(names: list[str]) -> str:
    return ", ".join(names if len(names) <= 8 else [*names[:4], "…", *names[-3:]])


# -- cases as turns ---------------------------------------------------------------------------------


def turn_of_case(case: Case, rules: Rulebook | None = None, phase: str | None = None, *, only: bool = False) -> Turn:
    """Return a phase of a case as a turn.

    Args:
        case: The case.
        rules: The rulebook (default: the first one of the case).
        phase: The phase (`number_of`; default: the first).
        only: True to require `phase` for a case of several phases.

    Raises:
        StandoffError: The case has no such phase.

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
    start = start_at(case, number, rules)
    if number and any(d.attacker_from is None for d in start.dislodged):
        raise SourceError(
            f"{source_of(case)}: under rulebook {rules.name} the phase before does not lead to what {start.phase} "
            "records; name the rulebook of the game (rules=)"
        )
    return turn_of(case, rules, number, start)
