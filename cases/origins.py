"""Where turns come from: text, files of any format, cases, saved games, objects, values; each becomes a `Turn`."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ..map import (
    Board,
    Phase,
    Position,
    StandoffError,
    Unit,
    UnknownNameError,
    WrongTypeError,
    load_board,
    starting_position,
)
from ..map.position_string import is_position_string
from ..solver import Order, OrderError, PhaseResult, Rulebook, adjudicate_phase, following, rulebook
from ..solver.order_sets import OrderSet
from ..solver.orders import is_order
from ..solver.rulebook import board_of
from .book.casefile import Case, CaseError, CasePhase, SetLine, library, read_cases, read_text, standing_unit
from .book.replay import read_game, recorded_orders, recorded_position
from .book.run import start_of
from .lines.codec import Json, Request
from .text.formats import format_of
from .text.position_file import read_position
from .text.reading import read_order, read_unit, split_orders
from .turn import Given, Turn, _powers_hint, _turn


class SourceError(StandoffError):
    """Nothing can be read from what was named; the message says what was expected."""


CASE_ID = re.compile(r"[\w-]+(\.[\w-]+)*")
"""What the id of a case looks like."""


def turn_from(
    source: object,
    *,
    phase: str | Phase | None,
    position: object,
    board: str | Board | None,
    rules: str | Rulebook | None,
) -> Turn:
    """Return the turn that `read` reads; its arguments."""
    chosen = None if rules is None else rulebook(rules)
    wanted = Phase.parse(phase) if isinstance(phase, str) else phase
    base = load_board(board or (board_of(chosen.name) if chosen else "standard"))
    if position is not None:
        start = position_in(position, base)
        if isinstance(source, Path) or (isinstance(source, str) and _is_file(source)):
            text, name = read_text(str(source)), str(source)
        elif isinstance(source, str):
            text, name = source, "text"
        else:
            return turn_at(start, cast(Any, source), board=base, rules=chosen or rulebook())
        if _is_json(text):
            raise SourceError(f"{name}: it says itself where units stand; leave out position")
        given = given_in(text, load_board(start.board), name)
        return _turn(start, load_board(start.board), given, chosen or rulebook(), name)
    if isinstance(source, Position):
        found = Turn(source, rules=chosen or rulebook(), source="position")
    elif isinstance(source, Path):
        found = _of_file(str(source), "", base, chosen, wanted)
    elif isinstance(source, Mapping):
        found = _of_object(dict(cast("Mapping[str, Any]", source)), "object", chosen)
    elif isinstance(source, str):
        found = _of_text(source, base, chosen, wanted)
    else:
        raise WrongTypeError(f"expected a text, a file, a case, a position or an object, not {source!r}")
    if wanted is not None and found.phase != wanted:
        return _forward(found, wanted)
    return found


def _forward(turn: Turn, wanted: Phase) -> Turn:
    """Return the phase `wanted` of a source that starts with `turn`, by adjudication."""
    names = [turn.phase]
    while turn.later:
        turn = turn.next()
        names.append(turn.phase)
        if turn.phase == wanted:
            return turn
    known = ", ".join(map(str, names))
    raise SourceError(f"{turn.source or 'the turn'}: no phase {wanted}; it has {known}")


def _is_file(text: str) -> bool:
    try:
        return "\n" not in text and Path(text).is_file()
    except (OSError, ValueError):
        return False


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] == "{"


def _of_text(text: str, board: Board, rules: Rulebook | None, phase: Phase | None) -> Turn:
    line = text.strip()
    if not line:
        raise SourceError("the text is empty; expected powers and their orders")
    if is_position_string(line):
        return Turn(Position.parse(line), rules=rules or rulebook(), source="position")
    head, _, rest = line.partition("\n")
    if rest and is_position_string(head):  # as `str` of a turn writes it
        position = Position.parse(head)
        on = load_board(position.board)
        return _turn(position, on, given_in(rest, on), rules or rulebook(), "text")
    if "\n" in line or _is_json(line):
        return _of_content(text, "text", board, rules, phase)
    if line == "start":
        return Turn(starting_position(board), rules=rules or rulebook(), source=line)
    if _is_file(text):
        return _of_file(text, "", board, rules, phase)
    file, hash_, case = text.rpartition("#")
    if hash_ and _is_file(file):
        return _of_file(file, case.strip(), board, rules, phase)
    if CASE_ID.fullmatch(line) and ":" not in line and not re.search(r"\.(txt|json|jsonl|cases)$", line):
        return _of_case(_library_case(line), rules)
    if ":" in line and not re.search(r"\.\w{2,5}(#.*)?$", line):
        return _of_content(text, "text", board, rules, phase)
    raise SourceError(
        f"{line[:60]!r} is no file that exists, no case of the library and no orders; "
        "expected 'FRANCE: A PAR - BUR', a file, FILE#case, or a case such as 6.F.14"
    )


def _library_case(name: str) -> Case:
    wanted = name.casefold()
    ids: list[str] = []
    for case in library():
        if case.id.casefold() in (wanted, f"datc-{wanted}"):
            return case
        ids.append(case.id)
    near = difflib.get_close_matches(name, [*ids, *(one.removeprefix("datc-") for one in ids)], n=3, cutoff=0.5)
    hint = f"; nearest known: {', '.join(near)}" if near else ""
    raise SourceError(f"no case {name!r} in the library{hint}")


def _of_file(path: str, case: str, board: Board, rules: Rulebook | None, phase: Phase | None) -> Turn:
    return _of_content(read_text(path), path, board, rules, phase, case)


def _of_content(
    text: str, name: str, board: Board, rules: Rulebook | None, phase: Phase | None, case: str = ""
) -> Turn:
    """Return the turn in a text, of whatever format."""
    kind = format_of(text)
    if kind.name == "saved":
        return _of_game(text, name, rules, phase)
    cases = kind.read(text, name, None if kind.name == "lines" else board)
    if case:
        found = [one for one in cases if one.id.casefold() in (case.casefold(), f"datc-{case.casefold()}")]
        if not found:
            raise SourceError(f"{name}: no case {case!r} in it; it has {_listed(one.id for one in cases)}")
        return _of_case(found[0], rules, name)
    if len(cases) > 1:
        ids = _listed(one.id or f"line {one.line}" for one in cases)
        raise SourceError(f"{name}: it holds {len(cases)} cases; say which one: FILE#case, of {ids}")
    return _of_case(cases[0], rules, name)


def _listed(names: Iterable[str]) -> str:
    known = list(names)
    return ", ".join(known[:8]) + (f" and {len(known) - 8} more" if len(known) > 8 else "")


def _of_object(data: Json, name: str, rules: Rulebook | None) -> Turn:
    if "phases" in data:
        raise SourceError(f"{name}: a saved game is read as text or file, not as an object")
    request = Request(data)
    given = Given(tuple(request.orders), tuple(request.texts))
    source = name if request.id is None else str(request.id)
    return _turn(request.position, request.board, given, rules or request.rules, source)


# -- cases ------------------------------------------------------------------------------------------------------------


def given_of(phase: CasePhase) -> Given:
    """Return what a phase of a case gives."""
    orders = tuple(written.order for written in phase.orders)
    texts = tuple(written.text for written in phase.orders)
    return Given(
        orders, texts, _sets(phase), tuple(phase.lasting), tuple(phase.proxies), phase.type, phase.phase, phase.idle
    )


def _sets(phase: CasePhase) -> tuple[OrderSet, ...]:
    """Return the sets that the orders of a phase stand in; none if each power handed in one."""
    if not phase.sets:
        return ()
    by_set: dict[tuple[str, str], list[Order]] = {key: [] for key in phase.sets}
    for written in phase.orders:
        by_set.setdefault((written.order.power, written.set), []).append(written.order)
    found: list[OrderSet] = []
    for (power, label), orders in by_set.items():
        line = phase.sets.get((power, label), SetLine(number=0))
        found.append(OrderSet(power, tuple(orders), line.number, line.keeps, line.replaces))
    return tuple(found)


def _of_case(case: Case, rules: Rulebook | None, name: str = "") -> Turn:
    if not case.phases:
        raise CaseError(f"{case.file}, line {case.line}: no orders in it; expected powers and their orders")
    given, *later = map(given_of, case.phases)
    own = rulebook(case.rules[0], **case.options)
    source = case.id if not name or name == "text" else f"{name}#{case.id}" if case.id else name
    return _turn(start_of(case), case.board, given, rules or own, source or name, tuple(later))


# -- saved games ------------------------------------------------------------------------------------------------------


def _of_game(text: str, name: str, rules: Rulebook | None, phase: Phase | None) -> Turn:
    """Return a phase of a saved game.

    The record does not say where attackers came from: a retreat phase is that which follows from the movements.
    """
    board, phases = read_game(name, text)
    names = [str(entry["name"]) for entry in phases]
    if phase is not None and str(phase) not in names:
        raise SourceError(f"{name}: no phase {phase}; it has {names[0]} to {names[-1]}")
    number = names.index(str(phase)) if phase else 0
    rules = rules or rulebook()
    position = recorded_position(board, phases[number])
    if position.dislodged and number:
        position = _with_attackers(board, phases[number - 1], position, rules, name)
    given, *later = [_recorded(board, entry) for entry in phases[number:]]
    return _turn(position, board, given, rules, f"{name}, {names[number]}", tuple(later))


def _recorded(board: Board, entry: Json) -> Given:
    written = recorded_orders(entry)
    orders = tuple(read_order(text, power, board) for power, text in written)
    phase = Phase.parse(str(entry["name"]))
    return Given(orders, tuple(text for _, text in written), type=phase.type, phase=phase)


def _with_attackers(board: Board, before: Json, recorded: Position, rules: Rulebook, name: str) -> Position:
    given = _recorded(board, before)
    result: PhaseResult = adjudicate_phase(recorded_position(board, before), given.orders, rules=rules, board=board)
    found = following(result.after, board)
    same = {d.unit for d in found.dislodged} == {d.unit for d in recorded.dislodged}
    if found.phase != recorded.phase or not same or set(found.units) != set(recorded.units):
        raise SourceError(
            f"{name}: under rulebook {rules.name} {given.phase} does not lead to what {recorded.phase} records; "
            "name the rulebook of the game (rules=)"
        )
    return replace(found, centers=recorded.centers or found.centers)


# -- positions and orders as values -----------------------------------------------------------------------------------


def position_in(given: object, board: Board) -> Position:
    """Return the position that `given` says.

    Args:
        given: A position, one in one line, a file, ``"start"``, or the units of each power.
        board: The board if it names none.

    Raises:
        StandoffError: It cannot be read, or is impossible.
        WrongTypeError: It is nothing that says a position.
    """
    if isinstance(given, Position):
        return given
    if isinstance(given, (str, Path)):
        return read_position(str(given), board)[0]
    if not isinstance(given, Mapping):
        raise WrongTypeError(f"expected a position, one in one line, a file, or units by power, not {given!r}")
    entry = dict(cast("Mapping[str, Any]", given))
    if "units" in entry:
        return Position.from_dict(entry)
    units: list[Unit] = []
    for name, texts in entry.items():
        power = power_in(name, board)
        for text in [texts] if isinstance(texts, (str, Unit)) else list(texts):
            units.extend(_units(text, power, board))
    position = Position(tuple(units), board=board.source)
    position.check(board)
    return position


def _units(text: object, power: str, board: Board) -> list[Unit]:
    if isinstance(text, Unit):
        return [text]
    if not isinstance(text, str):
        raise WrongTypeError(f"{power}: expected a unit such as 'A PAR', not {text!r}")
    found: list[Unit] = []
    for part in split_orders(text):
        unit = standing_unit(read_unit(part, power, board), power, board)
        if unit is None:
            raise OrderError(f"{power}: army or fleet? {part!r} does not say")
        found.append(unit)
    return found


def power_in(name: object, board: Board) -> str:
    """Return the power that `name` means.

    Raises:
        UnknownNameError: None.
    """
    if not isinstance(name, str):
        raise WrongTypeError(f"expected the name of a power, not {name!r}")
    found = name if name in board.powers else board.names.power(name)
    if found is None:
        raise UnknownNameError(f"no power {name!r}{_powers_hint(name, board)}")
    return found


def given_in(orders: object, board: Board, name: str = "orders") -> Given:
    """Return what `orders` gives.

    Args:
        orders: Texts or orders by power, a text with powers as headings, orders, or None.
        board: The board.
        name: What messages call them.

    Raises:
        StandoffError: Something cannot be read.
        WrongTypeError: It is nothing that gives orders.
    """
    if orders is None:
        return Given()
    if isinstance(orders, Given):
        return orders
    if isinstance(orders, Turn):
        return Given(orders.orders, orders.texts, orders.sets, orders.lasting, orders.proxies)
    if isinstance(orders, str):
        if not orders.strip():
            return Given()
        cases = read_cases(orders, name, board=board, position_known=True)
        phases = cases[0].phases
        if len(cases) > 1 or len(phases) > 1:
            raise SourceError(f"{name}: expected the orders of one phase")
        return replace(given_of(phases[0]), type=None, phase=None) if phases else Given()
    if isinstance(orders, Mapping):
        return _by_power(cast("Mapping[object, object]", orders), board)
    if not isinstance(orders, Iterable):
        raise WrongTypeError(f"expected orders by power, a text, or orders, not {orders!r}")
    found: list[Order] = []
    for order in cast("Iterable[object]", orders):
        if not is_order(order):
            hint = "; whose order is it? expected {'FRANCE': ['A PAR - BUR']}" if isinstance(order, str) else ""
            raise WrongTypeError(f"expected an order, not {order!r}{hint}")
        found.append(cast(Order, order))
    return Given(tuple(found), tuple(map(str, found)))


def _by_power(given: Mapping[object, object], board: Board) -> Given:
    orders: list[Order] = []
    texts: list[str] = []
    faults: list[str] = []
    for name, of_power in given.items():
        power = power_in(name, board)
        if isinstance(of_power, str):
            entries: list[object] = list(split_orders(of_power)) if of_power.strip() else []
        elif isinstance(of_power, Iterable):
            entries = list(cast("Iterable[object]", of_power))
        else:
            raise WrongTypeError(f"{power}: expected a list of orders, not {of_power!r}")
        for number, entry in enumerate(entries, 1):
            if is_order(entry):
                order = cast(Order, entry)
                if order.power != power:
                    raise OrderError(f"{power}: {order} is an order of {order.power}")
                orders.append(order)
                texts.append(str(order))
            elif isinstance(entry, str):
                try:
                    orders.append(read_order(entry, power, board))
                    texts.append(entry.strip())
                except OrderError as fault:
                    faults.append(f"{power}, order {number}: {fault}")
            else:
                raise WrongTypeError(f"{power}: expected an order or its text, not {entry!r}")
    if faults:
        raise OrderError("\n".join(faults))
    return Given(tuple(orders), tuple(texts))


def turn_at(position: object, orders: object, *, board: str | Board | None, rules: Rulebook) -> Turn:
    """Return the turn of a position and orders, each in any form that `adjudicate` takes."""
    base = load_board(board or board_of(rules.name))
    start = position_in(position, base)
    on = load_board(board) if board is not None else load_board(start.board)
    return _turn(start, on, given_in(orders, on), rules, "")


__all__ = ["SourceError", "given_in", "given_of", "position_in", "power_in", "turn_at", "turn_from"]
