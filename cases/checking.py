"""Check the orders of a text, a file or a case against their position (`standoff.turn.checking`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ..map import Board, Position, StandoffError, WrongTypeError
from ..solver import Order, Rulebook, legal_orders as orders_by_power, rulebook, units_named
from ..text import Line, NotationError, lines_of, phases_in, write_order
from ..turn import CheckedOrder, CheckedOrders, Checker, Game, Turn, known_notation
from .case import Case, start_from
from .faults import CaseError, collected_faults
from .formats import format_of
from .origins import as_collection, start_on
from .text_files import text_named
from .turn_names import read_source, turn_of_case

Standing = Position | str | Path | Mapping[str, Any] | Turn | Game
"""Forms of a position."""


def check(
    orders: str | Iterable[str] | Mapping[str, Any],
    position: Standing = "start",
    *,
    power: str | None = None,
    rules: str | Rulebook | None = None,
    board: str | Path | Board | None = None,
    **options: str,
) -> CheckedOrders:
    """Check orders against a position: the order as understood, its verdict, the reason, the nearest legal orders.

    Unreadable orders are reported with the nearest legal orders as suggestions. Nothing is corrected.

    Args:
        orders: A text, texts by power, or, with `power`, a list of texts.
        position: A position, its text in one or several lines, the `Path` of a file, ``"start"``, the units of each
            power, a turn, or a game.
        power: The power of orders without a heading.
        rules: The rulebook (default: that of the turn or game, otherwise 2023).
        board: The board, if the position names none.
        options: Single options of the rulebook.

    Raises:
        StandoffError: The position cannot be read, or a power, rulebook or option is unknown.

    >>> checks = check("A PAR - MUN, F BRE - MAO", "start", power="FRANCE")
    >>> [(str(one.verdict), one.fault, [str(order) for order in one.nearest[:1]]) for one in checks]
    [('illegal', 'OUT_OF_REACH', ['A PAR - BUR']), ('legal', '', [])]
    >>> [str(order) for order in checks.orders]
    ['F BRE - MAO']
    """
    chosen, start, on = _context(position, rules, board, options)
    if power is None and isinstance(orders, str) and phases_in(orders, on):
        return CheckedOrders(one for _, one in check_text(orders, start, on, chosen))
    return Checker(start, chosen, on).lines(_lines(orders, start, on, on.power_named(power) if power else None))


def legal_orders(
    position: Standing = "start",
    power: str | None = None,
    *,
    notation: str = "package",
    rules: str | Rulebook | None = None,
    board: str | Path | Board | None = None,
    **options: str,
) -> dict[str, dict[str, list[str]]]:
    """Return the texts of all legal orders in the phase of a position.

    Args:
        position: A position, one in one line, a text, the `Path` of a file, ``"start"``, the units of
            each power, a turn, or a game.
        power: The power (default: all powers).
        notation: ``package``, ``datc``, ``short``, ``cs``, ``ru``, ``daide``, …; ``package`` names the power of
            another's unit only where the rulebook requires it (``missing_nationality=invalid``).
        rules: The rulebook; that of the turn or game, else 2023, if left out.
        board: The board, if the position names none.
        options: Single options of the rulebook.

    Returns:
        By power, by the location of the unit (or of the center where it may build), the orders. Each is read back as
        the same order. Orders that the notation cannot express are left out: ``daide`` has no *via convoy* without
        the seas.

    Raises:
        StandoffError: The position cannot be read, or there is no such power, notation, rulebook or option.

    >>> legal_orders({"FRANCE": "A POR"}, notation="datc")
    {'FRANCE': {'POR': ['A Portugal Hold', 'A Portugal - Spain']}}
    >>> legal_orders(Game(), "TURKEY")["TURKEY"]["SMY"][:2]
    ['A SMY H', 'A SMY - ANK']
    """
    chosen, start, on = _context(position, rules, board, options)
    known_notation(notation)
    whose = None if power is None else on.power_named(power)
    return {
        each: {place: list(_texts(orders, on, notation, chosen)) for place, orders in by_place.items()}
        for each, by_place in orders_by_power(start, power=whose, rules=chosen, board=on).items()
    }


def _texts(orders: Iterable[Order], board: Board, notation: str, rules: Rulebook) -> Iterator[str]:
    """Yield the texts of legal orders in a notation, without those that it cannot hold."""
    unnamed = notation == "package" and rules["missing_nationality"] != "invalid"
    if notation == "package" and not unnamed:
        notation = "short"  # the same, with nationalities
    for order in orders:
        with suppress(NotationError):
            yield write_order(_without_nationalities(order) if unnamed else order, board, notation)


def _without_nationalities(order: Order) -> Order:
    named = {part: replace(unit, nationality=None) for part, unit in units_named(order).items() if unit.nationality}
    return replace(order, **cast(Any, named)) if named else order


def _context(
    position: Standing,
    rules: str | Rulebook | None,
    board: str | Path | Board | None,
    options: Mapping[str, str],
) -> tuple[Rulebook, Position, Board]:
    if isinstance(position, (Turn, Game)):
        position, rules, board = position.position, rules or position.rules, board or position.board
    chosen = rulebook(rules if rules is not None else "2023", **options)
    start, on = start_on(position, board, chosen)
    start.check(on)
    return chosen, start, on


def _lines(orders: object, position: Position, board: Board, power: str | None) -> Iterator[Line]:
    if isinstance(orders, str):
        yield from lines_of(orders, board, power=power, position=position, remarks=True)
        return
    if power is not None and not isinstance(orders, Mapping):
        orders = {power: orders}
    if not isinstance(orders, Mapping):
        raise WrongTypeError(f"expected a text of orders, or texts by power, not {orders!r}")
    for name, texts in cast("Mapping[object, Any]", orders).items():
        owner = board.power_named(name)
        for text in as_collection(texts):
            if not isinstance(text, str):
                raise WrongTypeError(f"{owner}: expected the text of an order, not {text!r}")
            lines = lines_of(text, board, power=owner, position=position, remarks=True)
            yield from (one._replace(line=0) for one in lines)


def check_text(
    name: str, position: Position, board: Board, rules: Rulebook, power: str | None = None
) -> list[tuple[str, CheckedOrder]]:
    """Check the orders of a source (`turn_names`), each with the name of its file.

    Args:
        name: The name of the source; a file or text with faults is read line by line.
        position: The position of the orders.
        board: The board.
        rules: The rulebook.
        power: The power of orders without a heading.

    Raises:
        StandoffError: The source is unknown, or a file of another format with faults.

    >>> from standoff.map import load_board, starting_position
    >>> checks = check_text("FRANCE: A PAR - XYZ, A MAR - SPA", starting_position(), load_board(), rulebook())
    >>> [(file, str(one.verdict)) for file, one in checks]
    [('the text', 'unreadable'), ('the text', 'legal')]
    """
    named = text_named(name, board)
    cases: list[Case] | None = None
    with collected_faults() as errors:
        try:
            if power is None:
                cases = read_source(name, board=board, position=position, named=named)
        except StandoffError:
            if named is not None:
                orders = not named.case and format_of(named.text, orders=True, board=board).is_orders
            else:
                orders = ":" in name
            if not orders:
                raise
    if cases is not None:
        for case in cases:
            start_from(case, position)
        return [(case.file, one) for case in cases for one in check_case(case, rules, errors)]
    owner = board.power_named(power) if power else None
    text, called = (name, "the text") if named is None or named.case else (named.text, named.called)
    lines = lines_of(text, board, power=owner, position=position, remarks=True)
    return [(called, one) for one in Checker(position, rules, board).lines(lines)]


def check_case(case: Case, rules: Rulebook, errors: Sequence[CaseError] = ()) -> Iterator[CheckedOrder]:
    """Yield the checked orders of all phases of a case, each with its line in the file.

    Args:
        case: The case.
        rules: The rulebook.
        errors: The errors of unreadable lines of the case (`collected_faults`), which are yielded first.

    Raises:
        StandoffError: The position is impossible.

    >>> from standoff.cases.turn_names import read_case
    >>> [(one.line > 0, one.fault) for one in check_case(read_case("6.A.5"), rulebook()) if one.reason]
    [(True, 'SAME_PLACE'), (True, 'SAME_PLACE'), (True, 'SUPPORTED_CANNOT_MOVE')]
    """
    if not case.phases:
        return
    turn = turn_of_case(case, rules)
    for error in errors:
        yield from Checker(turn.position, rules, case.board).lines(error.lines)
    for number, phase in enumerate(case.phases):
        if number:
            turn = turn.next()
        lines = {written.text: written.line for written in reversed(phase.orders)}
        for one in turn.check():
            yield replace(one, line=lines.get(one.text, 0))
