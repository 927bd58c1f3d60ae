"""The JSON objects of the interchange lines: turns as input, results as output (`docs/batch.md`).

Input: ``{"id": "x", "rules": "2023", "units": {"ENGLAND": ["F LON"]}, "orders": {"ENGLAND": ["F LON - ENG"]}}`` and the
optional keys ``phase``, ``map``, ``season``, ``centers``, ``dislodged``, ``contested``, ``options``,
``civil_disorder``, ``closed``, ``terms``. Output: the result of each order, and the position after the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from ..map import (
    POSITION_KEYS,
    Board,
    Json,
    JsonError,
    Phase,
    PhaseType,
    Position,
    by_power,
    current_keys,
    fields_of_object,
    known_keys,
    named_board,
    object_at,
    shown,
    text_at,
    unchecked_position,
)
from ..solver import (
    Component,
    Illegal,
    Move,
    MovementResult,
    Order,
    OrderResult,
    PhaseResult,
    Retreat,
    Rulebook,
    Void,
    board_of,
    centers_after,
    datc_terms,
    rulebook,
    units_named,
)
from ..text import Translator, read_order, text_of
from .orders import order_fields

TURN_KEYS = ("id", "phase", "rules", "options", "orders", "terms", *POSITION_KEYS)

LINES_VERSION = 2
"""The version of the interchange lines; only optional keys are added within a version."""


Entry = TypeVar("Entry")


def grouped(entries: Iterable[tuple[str, Entry]], powers: Iterable[str] = ()) -> dict[str, list[Entry]]:
    """Return entries grouped by power.

    Args:
        entries: Pairs of a power and an entry.
        powers: Powers that come first, even without entries.

    >>> grouped([("FRANCE", "A PAR"), ("FRANCE", "F BRE")], ["ENGLAND"])
    {'ENGLAND': [], 'FRANCE': ['A PAR', 'F BRE']}
    """
    by_owner: dict[str, list[Entry]] = {power: [] for power in powers}
    for power, entry in entries:
        by_owner.setdefault(power, []).append(entry)
    return by_owner


# -- turns -------------------------------------------------------------------------------------------------------


MOST_ORDERS = 50_000
"""The most orders of a line: answering an order may take ten times as long as reading it."""


def content_of_turn(data: Json) -> dict[str, Any]:
    """Return the fields of the `Turn` that an object describes.

    Args:
        data: The object of an interchange line.

    Raises:
        StandoffError: The object cannot be read, or its position is impossible.

    >>> content_of_turn({"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}})["orders"]
    (Move('FRANCE', UnitName('PAR', ARMY), 'BUR'),)
    """
    data = current_keys(data, "idle")
    known_keys(data, TURN_KEYS)
    rules, board_name = settings_of(data)
    board = named_board(board_name)
    if (terms := data.get("terms")) not in (None, "datc"):
        raise JsonError(f"terms can only be 'datc', found {shown(terms)}")
    fields = fields_of_object(data, board)
    position = unchecked_position(fields | {"phase": _phase(fields["phase"], data, board)})
    position.check(board)
    as_text = isinstance(data.get("orders"), str)
    if as_text or any(isinstance(text, str) for text in object_at(data, "orders").values()):
        orders = order_fields(data["orders"], board, position, quiet=True)
    else:  # a text for each order
        pairs = [(power, text) for power, texts in by_power(data, "orders", board).items() for text in texts]
        orders = {"orders": tuple([read_order(text, power, board) for power, text in pairs])}
    if len(orders["orders"]) > MOST_ORDERS:
        raise JsonError(f"a turn has at most {MOST_ORDERS:,} orders")
    name = data.get("id")
    return {"position": position, **orders, "rules": rules, "board": board, "id": "" if name is None else str(name)}


def settings_of(data: Json) -> tuple[Rulebook, str]:
    """Return the rulebook of an object, with its options, and the name of its board.

    >>> settings_of({"rules": "1982", "options": {"adjacent_convoy": "explicit"}})
    (rulebook('1982', adjacent_convoy='explicit'), 'standard')
    """
    name, options = rules_keys(data)
    return rules_of(name, tuple(options.items())), text_at(data, "map", board_of(name))


def rules_keys(data: Json, default: str = "2023") -> tuple[str, dict[str, str]]:
    """Return the keys ``rules``, the name of a rulebook, and ``options`` of an object.

    Raises:
        JsonError: They are not texts.
    """
    options = {name: str(choice) for name, choice in object_at(data, "options").items()}
    return text_at(data, "rules", default), options


@lru_cache(maxsize=1000)
def rules_of(name: str, options: tuple[tuple[str, str], ...]) -> Rulebook:
    """Return the rulebook of the keys ``rules`` and ``options``; equal keys return the same object."""
    return rulebook(name, **dict(options))


def _phase(phase: Phase | None, data: Json, board: Board) -> Phase:
    kind = data.get("phase")
    if kind is not None and kind not in list(PhaseType):
        raise JsonError(f"phase cannot be {shown(kind)}; expected one of {', '.join(PhaseType)}")
    if phase is not None and kind not in (None, phase.type):
        raise JsonError(f"phase {kind!r} and season '{phase}' contradict each other")
    return phase or board.calendar.first(PhaseType(kind or "movement"))


def turn_object(
    position: Position, orders: Iterable[tuple[str, str]], board_name: str = "standard", rules: str = "2023"
) -> Json:
    """Return a turn as an object, without the keys ``id``, ``phase``, ``rules`` and ``options``.

    Args:
        position: The position.
        orders: The power and the text of each order.
        board_name: The name of its board.
        rules: The rulebook of the object, whose board is the default.

    >>> turn_object(Position.parse("standard S1901M FRANCE:APAR"), [("FRANCE", "A PAR - BUR")])
    {'season': 'S1901M', 'units': {'FRANCE': ['A PAR']}, 'orders': {'FRANCE': ['A PAR - BUR']}}
    """
    entry = position.to_dict()
    del entry["map"]
    head: Json = {"season": entry.pop("season")} if "season" in entry else {}
    if board_name != board_of(rules):
        head["map"] = board_name
    return {**head, "units": entry.pop("units"), "orders": grouped(orders), **entry}


def request_object(position: Position, orders: Iterable[Order], board: Board, rules: Rulebook) -> Json:
    """Return a phase as a request to another program, with phase, rulebook and board stated.

    Args:
        position: The position before the phase.
        orders: The orders; moves of a retreat phase are written as retreats.
        board: The board.
        rules: The requested rulebook.

    >>> from standoff import read
    >>> turn = read("FRANCE: A PAR - BUR")
    >>> request_object(turn.position, turn.orders, turn.board, turn.rules)  # doctest: +NORMALIZE_WHITESPACE
    {'phase': 'movement', 'rules': '2023', 'map': 'standard', 'season': 'S1901M',
     'units': {'FRANCE': ['A PAR']}, 'orders': {'FRANCE': ['A PAR - BUR']}}
    """
    texts = ((order.power, str(order)) for order in orders_for_lines(orders, position.phase_type))
    rulebook_keys = rules_object(rules)
    turn = turn_object(position, texts, board.source, rulebook_keys["rules"])
    return {"phase": position.phase_type.value, **rulebook_keys, "map": board.source, **turn}


def orders_for_lines(orders: Iterable[Order], phase: PhaseType) -> tuple[Order, ...]:
    """Return orders in the form of the lines: a move in a retreat phase is a retreat.

    >>> from standoff.solver import Move, UnitName
    >>> [str(order) for order in orders_for_lines([Move("FRANCE", UnitName("BUR"), "GAS")], PhaseType.RETREAT)]
    ['BUR R GAS']
    """
    if phase is not PhaseType.RETREAT:
        return tuple(orders)
    return tuple(Retreat(o.power, o.unit, o.destination) if isinstance(o, Move) else o for o in orders)


def lost_in_lines(orders: Iterable[Order], rules: Rulebook) -> str | None:
    """Return what the lines cannot express but a rulebook depends on; None if nothing is lost.

    >>> from standoff import read
    >>> orders = read("FRANCE: A MAR S German A BUR", position="standard S1901M FRANCE:AMAR;GERMANY:ABUR").orders
    >>> lost_in_lines(orders, rulebook()), lost_in_lines(orders, rulebook(missing_nationality="invalid"))
    (None, 'the power of a unit that an order names')
    """
    if rules["missing_nationality"] == rules["wrong_nationality"] == "valid":
        return None
    named = any(unit.nationality is not None for order in orders for unit in units_named(order).values())
    return "the power of a unit that an order names" if named else None


def rules_object(rules: Rulebook) -> Json:
    """Return a rulebook as the keys ``rules`` (its preset) and ``options`` (the differences from it).

    House rules, which no other program can read, are under ``house_rules``.

    >>> rules_object(rulebook("1982", adjacent_convoy="explicit"))
    {'rules': '1982', 'options': {'adjacent_convoy': 'explicit'}}
    """
    house = rules.house_rules
    options = {option: choice for option, choice in rules.differences.items() if option not in house}
    return (
        {"rules": rules.preset} | ({"options": options} if options else {}) | ({"house_rules": house} if house else {})
    )


# -- results ---------------------------------------------------------------------------------------------------------


def result_object(
    result: PhaseResult, texts: Sequence[str], board: Board, *, datc: bool = False, brief: bool = False
) -> Json:
    """Return a result as an answer of the interchange lines.

    Args:
        result: The result of a phase.
        texts: The orders as written, in the order of the result.
        board: Its board.
        datc: Include the terms of the DATC for each order, as ``terms``.
        brief: Include only the success of each order.
    """
    orders: dict[str, Json] = {}
    name = distinct_keys()
    for text, order_result in texts_and_results(result, texts, board):
        power = order_result.order.power
        entry: Json = {"success": order_result.success} if brief else order_object(order_result, order_result.text)
        orders.setdefault(power, {})[name(power, text)] = entry
        if datc:
            entry["terms"] = list(datc_terms(order_result))
    after = result.after
    out: Json = {"orders": orders, "units": grouped((unit.power, str(unit)) for unit in after.units)}
    if isinstance(result, MovementResult):
        out["dislodged"] = dislodged_after(result)
        out["contested"] = sorted(after.contested)
        out["paradoxes"] = [
            paradox_entry(paradox, [*map(str, result.assignment.orders_in(paradox.core))])
            for paradox in result.solution.paradoxes
        ]
        if result.undecided_convoys:
            out["undecided"] = list(result.undecided_convoys)
    if after.centers:
        out["centers"] = {power: list(centers) for power, centers in owned_after(result, board).items()}
    return out


def texts_and_results(result: PhaseResult, texts: Sequence[str], board: Board) -> Iterator[tuple[str, OrderResult]]:
    """Yield the orders of an answer as written, with their results: those given, and unordered removals.

    Args:
        result: The result of a phase.
        texts: The orders as written, in the order of the result.
        board: Its board.
    """
    for number, order_result in enumerate(result):
        if isinstance(result, MovementResult) and number >= len(result.orders):
            break  # units without an order
        yield texts[number] if number < len(texts) else text_of(order_result.order, board), order_result


def dislodged_after(result: PhaseResult) -> dict[str, Json]:
    """Return the power, the attacker's origin and the possible retreats of each dislodged unit, by its text.

    >>> from standoff import read
    >>> turn = read("FRANCE: A PAR - BUR, A MAR S A PAR - BUR\\nGERMANY: A BUR H")
    >>> dislodged_after(turn.adjudicate().phase_result)["A BUR"]["retreats"]
    ['BEL', 'GAS', 'MUN', 'PIC', 'RUH']
    """
    retreats = result.retreats if isinstance(result, MovementResult) else {}
    return {
        str(d.unit): {
            "power": d.unit.power,
            "from": d.attacker_from,
            "by_convoy": d.by_convoy,
            "retreats": list(retreats.get(d.unit.province, ())),
        }
        for d in result.after.dislodged
    }


def owned_after(result: PhaseResult, board: Board) -> Mapping[str, Sequence[str]]:
    """Return the centers of each power after a phase; ownership changes after an autumn without possible retreats.

    >>> from standoff.map import Position, load_board
    >>> from standoff.solver import adjudicate_phase
    >>> autumn = Position.parse("standard F1901M FRANCE:ASPA FRANCE:PAR")
    >>> owned_after(adjudicate_phase(autumn, ()), load_board())["FRANCE"]
    ('PAR', 'SPA')
    """
    after = result.after
    # a unit without a retreat is destroyed at once
    waiting = isinstance(result, MovementResult) and any(result.retreats[d.unit.province] for d in after.dislodged)
    autumn = after.phase is not None and after.phase.season == "F" and not waiting
    return centers_after(board, after) if autumn else after.centers


def paradox_entry(paradox: Component, core: list[str]) -> Json:
    """Return a paradox of an answer; `core` holds the texts of the orders of its core."""
    return {
        "kind": str(paradox.kind),
        "core": core,
        "resolutions": len(paradox.resolutions),
        "settled_by": paradox.settled_by,
    }


def order_object(order_result: OrderResult, reason: str) -> Json:
    """Return the result of an order in an answer; `reason` is a sentence."""
    entry: Json = {"success": order_result.success, "outcome": str(order_result.outcome), "reason": reason}
    entry |= cause_object(order_result)
    if order_result.dislodged:
        entry["dislodged"] = True
    if order_result.destroyed:
        entry["destroyed"] = True
    return entry


def cause_object(order_result: OrderResult) -> Json:
    """Return the stable names of the cause of an outcome.

    ``cause`` is the name of the `Reason`, ``option`` that of the deciding option, ``fault`` that of the `Illegal` or
    `Void`, if there is one.

    >>> from standoff import read
    >>> cause_object(read("FRANCE: A PAR - BUR\\nGERMANY: A MUN - BUR").adjudicate()["PAR"])
    {'cause': 'STANDOFF'}
    >>> cause_object(read("FRANCE: A PAR - MUN").adjudicate()["PAR"])
    {'cause': 'ILLEGAL', 'fault': 'OUT_OF_REACH'}
    """
    reason, rule = order_result.reason, order_result.rule
    cause: Json = {"cause": reason.name}
    if reason.option:
        cause["option"] = reason.option
    if isinstance(rule, Illegal | Void):
        cause["fault"] = rule.name
    return cause


def result_in_words(result: OrderResult, translator: Translator) -> Json:
    """Return the result of an order in the words of a language, for JSON."""
    return {
        "order": translator.order(result.order),
        "outcome": translator.outcome(result),
        "reason": translator.reason(result),
    }


def distinct_keys() -> Callable[[str, str], str]:
    """Return a function that gives each order of a power its own key, even if several have the same text.

    The second ``A PAR H`` is the key ``A PAR H (again)``, the third ``A PAR H (again 3)``.
    """
    times: dict[tuple[str, str], int] = {}

    def name(power: str, text: str) -> str:
        key = text
        while (power, key) in times:
            times[power, text] += 1
            key = f"{text} (again {times[power, text]})" if times[power, text] > 2 else f"{text} (again)"
        times[power, key] = 1
        return key

    return name
