"""Sources of turns: text, files of any format, cases, saved games, objects and values (`turn_names` resolves names)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from ..map import (
    Board,
    Phase,
    PhaseType,
    Position,
    Unit,
    WrongTypeError,
    load_board,
    named_board,
)
from ..solver import PRESETS, Order, OrderError, Rulebook, board_of, rulebook
from ..text import phases_in, plain_orders, split_orders, text_of, unit_of_text
from ..turn import TURN_KEYS, Result, Turn, TurnFields, content_of_turn, grouped, order_fields
from .faults import SourceError
from .formats import format_of
from .text_files import SourceName, boards_of, is_file, position_named, source_name, text_named

# readers of cases are loaded on demand

# -- reading -----------------------------------------------------------------------------------------------------


Source = str | Path | Mapping[str, Any] | Position | Turn | Iterable[Order]
"""Sources of a turn."""


def read(
    source: Source,
    orders: str | Mapping[str, Any] | Turn | Iterable[Order] | None = None,
    rules: str | Rulebook | None = None,
    *,
    phase: str | Phase | None = None,
    position: str | Path | Position | Mapping[str, Any] | None = None,
    board: str | Path | Board | None = None,
    **options: str,
) -> Turn:
    """Read a turn.

    Args:
        source: The orders as text with powers as headings, or by power; a file in any format that standoff reads;
            ``"FILE#case"`` for a case of a file; the id of a case of the library ("6.F.14"); a position or its text in
            one line; ``"start"``; the units of each power; a turn; or the object of an interchange line. In other
            arguments, only a `Path` names a file.
        orders: The orders, if the source is a position: texts or orders by power; a text with powers as headings;
            orders; or a turn.
        rules: The rulebook (default: that of the source, otherwise 2023). It also adjudicates the phases before the
            requested one.
        phase: The phase of a game or case, by its name, type or number (default: the first).
        position: The position, if the source is orders: a position, its text in one or several lines, the `Path` of a
            file, ``"start"``, or the units of each power. If left out, the units are inferred from the orders.
        board: The board, its name, or the `Path` of its file, if the source names none (default: that of the rulebook).
        options: Single options of the rulebook.

    Raises:
        StandoffError: The source is unknown or cannot be read.
        WrongTypeError: `source` is of another type.

    >>> turn = read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR")
    >>> [str(unit) for unit in turn.position.units]
    ['A PAR', 'A MUN']
    >>> turn == read({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
    True
    >>> read("6.F.14").source
    'datc-6.F.14'
    """
    return _read(_as_source(source), orders, rules, phase, position, board, options)


def _as_source(source: object) -> object:
    """Return the first argument of `read` or `adjudicate`, which may name a file."""
    return SourceName(source) if isinstance(source, str) else source


def _read(
    source: object,
    orders: object,
    rules: str | Rulebook | None,
    phase: str | Phase | None,
    position: object,
    board: str | Path | Board | None,
    options: Mapping[str, str],
) -> Turn:
    """Read a turn; only a `SourceName` names a file."""
    if orders is not None:
        if position is not None:
            raise SourceError("expected a position once: source (with orders), or position= (source being the orders)")
        if isinstance(orders, str) and orders in PRESETS:
            raise SourceError(f"{orders!r} is a rulebook, not orders: rules={orders!r}")
        if isinstance(orders, Position) or (isinstance(orders, str) and position_named(orders) is not None):
            raise SourceError("the position comes first, and its orders behind it: ('start', {'FRANCE': [...]})")
        if isinstance(source, Turn):
            source = source.with_orders(orders)
        else:
            source, position = orders, source
    turn = turn_from(source, phase=phase, position=position, board=board, rules=rules)
    return replace(turn, rules=turn.rules.with_options(**options)) if options else turn


def adjudicate(
    source: Source | None = None,
    orders: str | Mapping[str, Any] | Turn | Iterable[Order] | None = None,
    rules: str | Rulebook | None = None,
    *,
    phase: str | Phase | None = None,
    position: str | Path | Position | Mapping[str, Any] | None = None,
    board: str | Path | Board | None = None,
    **options: str,
) -> Result:
    """Adjudicate the phase of a source (default: a movement phase).

    Args:
        source, orders, rules, phase, position, board, options: As in `read`.

    Raises:
        StandoffError: The source cannot be read, or the position is impossible.

    >>> result = adjudicate({"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - BUR"]}, rules="1982")
    >>> str(result["PAR"].outcome), [str(unit) for unit in result.after.units]
    ('moves', ['A BUR'])
    >>> adjudicate("FRANCE: A PAR - BUR").after == adjudicate({"FRANCE": ["A PAR - BUR"]}).after
    True
    """
    if source is None and position is not None:
        turn = _read(position, orders, rules, phase, None, board, options)
    else:
        turn = _read(_as_source(source), orders, rules, phase, position, board, options)
    return turn.adjudicate()


def turn_from(
    source: object,
    *,
    phase: str | Phase | None = None,
    position: object = None,
    board: str | Path | Board | None = None,
    rules: str | Rulebook | None = None,
    only: bool = False,
) -> Turn:
    """Read a turn as `read` does, but only a `SourceName` names a file.

    Args:
        source, phase, position, board, rules: As in `read`.
        only: True to require `phase` for a source of several phases.

    Raises:
        StandoffError: The source is unknown or cannot be read.

    >>> turn_from("6.F.14", rules="1982").rules
    rulebook('1982')
    """
    chosen = None if rules is None else rulebook(rules)
    named = board or (board_of(chosen.name) if chosen else None)
    on = None if named is None else named_board(named)
    start: Position | None = None
    if position is not None:  # the board that it names takes precedence over that of a rulebook
        start, chosen = position_in(position, on or load_board()), chosen or rulebook()
        on = named_board(start.board) if on is None or (board is None and start.board != "standard") else on
    phase_name = None if phase is None else str(phase)
    if isinstance(source, (str, Path)):
        return _of_text(source_name(source), on, chosen, start, phase_name, only=only)
    if start is not None and on is not None:
        turn = Turn(start, rules=chosen or rulebook(), board=on, **orders_in(source, on, start))
    elif isinstance(source, Turn):
        turn = source if chosen is None else replace(source, rules=chosen)
    elif isinstance(source, Position):
        turn = Turn(source, rules=chosen or rulebook(), source="position")
    elif isinstance(source, Mapping):
        turn = _of_mapping(dict(cast("Mapping[object, Any]", source)), on, chosen)
    elif isinstance(source, Iterable):
        turn = _of_orders(cast("Iterable[object]", source), on, chosen)
    else:
        raise WrongTypeError(f"expected a text, a file, a case, a position or an object, not {source!r}")
    if phase_name is not None and phase_name != str(turn.phase):
        raise SourceError(f"this is {turn.phase or 'a turn without a phase'}, not {phase}")
    return turn


def _of_mapping(entry: dict[object, Any], board: Board | None, rules: Rulebook | None) -> Turn:
    """Return the turn of an interchange object, or of the units or the orders of each power."""
    if "phases" in entry:
        raise SourceError("a saved game is read as text or file, not as an object")
    if not entry.keys().isdisjoint(TURN_KEYS):
        content = content_of_turn(cast("dict[str, Any]", entry))
        if rules is not None:
            content["rules"] = rules
        return Turn(**content, source=content["id"] or "object")
    on = board or load_board()
    kinds = {_kind_of(one, name, on) for name, texts in entry.items() for one in as_collection(texts)}
    if kinds == {"units", "orders"}:
        raise SourceError(
            "units and orders among each other; expected orders only (they say where units stand), or units with the "
            "orders beside them: ({'FRANCE': ['A PAR', 'A MAR']}, {'FRANCE': ['A PAR - BUR']})"
        )
    if kinds == {"orders"}:
        return _of_orders(entry, board, rules)
    return Turn(position_in(entry, on), rules=rules or rulebook(), source="position", board=on)


def _kind_of(one: object, power: object, board: Board) -> str:
    """Return whether an entry of a power is a unit or an order; an unreadable entry counts as an order."""
    owner = board.power_named(power)
    try:
        return "units" if _units(one, owner, board) else ""
    except (OrderError, WrongTypeError):
        return "orders"


def _of_orders(orders: object, board: Board | None, rules: Rulebook | None) -> Turn:
    """Return the turn of orders that are not a text; their units are inferred, as from a text."""
    on = board or load_board()
    parsed: tuple[Order, ...] = order_fields(orders, on)["orders"]
    below = grouped((order.power, order.text or text_of(order, on)) for order in parsed)
    text = "\n".join(f"{power}:\n" + "\n".join(texts) for power, texts in below.items())
    return _of_text(f"{text}\n", on, rules or rulebook(), None, None, only=False)


def _of_text(
    name: str, board: Board | None, rules: Rulebook | None, start: Position | None, phase: str | None, *, only: bool
) -> Turn:
    """Return the turn of a text or a named source (`turn_names`): of plain orders, or of a case."""
    if start is None:
        if not name.strip():
            raise SourceError("the text is empty; expected powers and their orders")
        with boards_of(name):
            first_line = position_named(name, board)
        if first_line is not None:  # `str` of a position, or of a turn
            start, rest = first_line
            is_start = name.strip().startswith("start")
            on = board if board is not None and is_start else named_board(start.board)
            source = "text" if rest else "start" if is_start else "position"
            if phases_in(rest, on):
                return _of_text(rest, on, rules, start, phase, only=only)
            return Turn(start, rules=rules or rulebook(), source=source, board=on, **orders_in(rest, on, start))
    text = text_named(name, board)
    if (
        text is not None
        and not text.case
        and phase is None
        and format_of(text.text, orders=start is not None, board=board).is_orders
    ):
        on = board or load_board()
        plain = plain_orders(text.text, on, start)
        if plain is not None:
            date = plain.date or on.calendar.first(PhaseType.MOVEMENT)
            start = start or Position(plain.units, phase=date, board=on.source)
            source = "text" if text.called == "the text" else text.called
            return Turn(start, plain.orders, rules or rulebook(), source=source, board=on)
    from .turn_names import read_case, turn_of_case

    case = read_case(name, board=board, position=start, named=text)
    return turn_of_case(case, rules, phase, only=only)


# -- positions and orders as values -----------------------------------------------------------------------------------


def position_in(source: object, board: Board) -> Position:
    """Return a position given in any form.

    Args:
        source: A position, its text in one or several lines, the `Path` of a file, ``"start"``, the units of each
            power, or a `SourceName`.
        board: The board, if the position names none.

    Raises:
        StandoffError: The position cannot be read, or is impossible.
        WrongTypeError: `source` is of another type.

    >>> [str(unit) for unit in position_in({"France": "A PAR, F BRE"}, load_board()).units]
    ['A PAR', 'F BRE']
    """
    if isinstance(source, Position):
        return source
    if isinstance(source, (str, Path)):
        from .position_file import read_position

        name = source_name(source)
        if board.names.power(name) and not (isinstance(name, SourceName) and is_file(name)):
            raise SourceError(f"{source} is a power, not a position; name one before it, such as 'start'")
        return read_position(name, board)[0]
    if not isinstance(source, Mapping):
        raise WrongTypeError(f"expected a position, one in one line, a file, or units by power, not {source!r}")
    entry = dict(cast("Mapping[str, Any]", source))
    if "units" in entry:
        return Position.from_dict(entry)
    units: list[Unit] = []
    for name, texts in entry.items():
        power = board.power_named(name)
        for text in as_collection(texts):
            units.extend(_units(text, power, board))
    position = Position(tuple(units), board=board.source)
    position.check(board)
    return position


def as_collection(texts: object) -> Iterable[object]:
    """Return the values of a collection; a text, a mapping or any other value is a single value.

    >>> list(as_collection(["A PAR", "F BRE"])), list(as_collection("A PAR")), list(as_collection(5))
    (['A PAR', 'F BRE'], ['A PAR'], [5])
    """
    if isinstance(texts, (str, Mapping)) or not isinstance(texts, Iterable):
        return (cast(object, texts),)
    return cast("Iterable[object]", texts)


def _units(text: object, power: str, board: Board) -> list[Unit]:
    if isinstance(text, Unit):
        return [text]
    if not isinstance(text, str):
        raise WrongTypeError(f"{power}: expected a unit such as 'A PAR', not {text!r}")
    units: list[Unit] = []
    for part in split_orders(text):
        try:
            units.append(unit_of_text(part, power, board))
        except OrderError as fault:
            raise OrderError(f"{power}: {fault}") from None
    return units


def orders_in(orders: object, board: Board, position: Position | None = None, name: str = "orders") -> TurnFields:
    """Return the fields of a `Turn` for orders in any form, including those of a case file.

    Args:
        orders: Texts or orders by power, a text with powers as headings, orders, or None.
        board: The board.
        position: Their position; its phase decides how they are read.
        name: Their name in messages.

    Raises:
        StandoffError: An order cannot be read.
        WrongTypeError: `orders` is of another type.

    >>> orders_in({"FRANCE": ["A PAR - BUR"]}, load_board())["orders"]
    (Move('FRANCE', UnitName('PAR', ARMY), 'BUR'),)
    """
    if not isinstance(orders, str):
        return order_fields(orders, board, position, name)
    if not orders.strip():
        return {}
    plain = plain_orders(orders, board, position)
    if plain is not None:
        return {"orders": plain.orders}
    from .case import start_from
    from .course import fields_of

    form = format_of(orders, orders=True, board=board)
    cases = form.read(orders, name, board, position, position_known=True)
    if len(cases) > 1 or len(cases[0].phases) > 1:
        raise SourceError(f"{name}: expected the orders of one phase")
    if position is not None:
        start_from(cases[0], position)
    return fields_of(cases[0].phases[0]) if cases[0].phases else {}


def start_on(position: object, board: str | Path | Board | None, rules: Rulebook) -> tuple[Position, Board]:
    """Return a position given in any form, and its board: `board`, otherwise that of the position.

    >>> start_on("start", None, rulebook("czech1962"))[1].name
    'czech1962'
    """
    start = position_in(position, named_board(board or board_of(rules.name)))
    return start, named_board(start.board if board is None else board)
