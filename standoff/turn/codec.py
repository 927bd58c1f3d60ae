"""Questions and answers as the JSON objects of the interchange lines, there and back.

A question: ``{"id": "x", "rules": "2023", "units": {"ENGLAND": ["F LON"]}, "orders": {"ENGLAND": ["F LON - ENG"]}}``
and, where wanted, ``phase``, ``map``, ``season``, ``centers``, ``dislodged``, ``contested``, ``options``, ``idle``,
``closed``, ``terms``. An answer: what became of each order, and the position afterwards. `docs/interchange.md`
describes both.
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
    bits,
    by_power,
    content_of_object,
    known_keys,
    named_board,
    object_at,
    shown,
    text_at,
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
from ..text import read_order, text_of
from .turn_fields import orders_given

TURN_KEYS = ("id", "phase", "rules", "options", "orders", "terms", *POSITION_KEYS)

LINES_VERSION = 1
"""The version of the interchange lines; within one, only keys that may be left out are added."""


Entry = TypeVar("Entry")


def grouped(entries: Iterable[tuple[str, Entry]], powers: Iterable[str] = ()) -> dict[str, list[Entry]]:
    """Return by power what belongs to it.

    Args:
        entries: A power, and something that belongs to it, each.
        powers: Powers that are to be there in any case, and first.

    >>> grouped([("FRANCE", "A PAR"), ("FRANCE", "F BRE")], ["ENGLAND"])
    {'ENGLAND': [], 'FRANCE': ['A PAR', 'F BRE']}
    """
    by_owner: dict[str, list[Entry]] = {power: [] for power in powers}
    for power, entry in entries:
        by_owner.setdefault(power, []).append(entry)
    return by_owner


# -- questions -------------------------------------------------------------------------------------------------------


MOST_ORDERS = 50_000
"""A line gives at most this many orders: each may take ten times as long to answer as to read."""


def content_of_turn(data: Json) -> dict[str, Any]:
    """Return the attributes of `Turn` that an object gives, by their names.

    Args:
        data: The object of an interchange line.

    Raises:
        StandoffError: Something in it cannot be read, or its position is impossible.

    >>> content_of_turn({"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}})["texts"]
    ('A PAR - BUR',)
    """
    known_keys(data, TURN_KEYS)
    rulebook_name = text_at(data, "rules", "2023")
    options = {name: str(choice) for name, choice in object_at(data, "options").items()}
    rules = rules_of(rulebook_name, tuple(options.items()))
    board = named_board(text_at(data, "map", board_of(rulebook_name)))
    if (terms := data.get("terms")) not in (None, "datc"):
        raise JsonError(f"terms can only be 'datc', found {shown(terms)}")
    content = content_of_object(data, board)
    position = Position(*content._replace(phase=_phase(content.phase, data)))
    position.check(board)
    as_text = isinstance(data.get("orders"), str)
    if as_text or any(isinstance(text, str) for text in object_at(data, "orders").values()):
        given = orders_given(data["orders"], board, position, quiet=True)
    else:  # a text for each order
        pairs = [(power, text) for power, texts in by_power(data, "orders", board).items() for text in texts]
        orders = tuple([read_order(text, power, board) for power, text in pairs])
        given = {"orders": orders, "texts": tuple([text for _, text in pairs])}
    if len(given["orders"]) > MOST_ORDERS:
        raise JsonError(f"a turn has at most {MOST_ORDERS:,} orders")
    name = data.get("id")
    return {"position": position, **given, "rules": rules, "board": board, "id": "" if name is None else str(name)}


@lru_cache(maxsize=1000)
def rules_of(name: str, options: tuple[tuple[str, str], ...]) -> Rulebook:
    """Return the rulebook that the keys ``rules`` and ``options`` name; equal keys give the same object."""
    return rulebook(name, **dict(options))


def _phase(phase: Phase | None, data: Json) -> Phase:
    kind = data.get("phase")
    if kind is not None and kind not in list(PhaseType):
        raise JsonError(f"phase cannot be {shown(kind)}; expected one of {', '.join(PhaseType)}")
    if phase is not None and kind not in (None, phase.type):
        raise JsonError(f"phase {kind!r} and season '{phase}' contradict each other")
    return phase or Phase("W" if kind == PhaseType.ADJUSTMENT else "S", 1901, PhaseType(kind or "movement"))


def turn_object(
    position: Position, orders: Iterable[tuple[str, str]], board_name: str = "standard", rules: str = "2023"
) -> Json:
    """Return a turn as an object, without the keys ``id``, ``phase``, ``rules`` and ``options``.

    Args:
        position: The position.
        orders: The power and the text of each order.
        board_name: The name of its board.
        rules: The rulebook that the object names; its board need not be named.

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
    """Return a phase as a question to another program, which always names phase, rulebook and board.

    Args:
        position: The position before the phase.
        orders: The orders; moves of a retreat phase are written as retreats.
        board: The board.
        rules: The rulebook to ask for.

    >>> from standoff import read
    >>> turn = read("FRANCE: A PAR - BUR")
    >>> request_object(turn.position, turn.orders, turn.board, turn.rules)  # doctest: +NORMALIZE_WHITESPACE
    {'phase': 'movement', 'rules': '2023', 'map': 'standard', 'season': 'S1901M',
     'units': {'FRANCE': ['A PAR']}, 'orders': {'FRANCE': ['A PAR - BUR']}}
    """
    texts = ((order.power, str(order)) for order in as_asked(orders, position.phase_type))
    rulebook_keys = rules_object(rules)
    turn = turn_object(position, texts, board.source, rulebook_keys["rules"])
    return {"phase": position.phase_type.value, **rulebook_keys, "map": board.source, **turn}


def as_asked(orders: Iterable[Order], phase: PhaseType) -> tuple[Order, ...]:
    """Return orders as the lines have them: in a retreat phase, a move is read and written as a retreat.

    >>> from standoff.solver import Move, UnitName
    >>> [str(order) for order in as_asked([Move("FRANCE", UnitName("BUR"), "GAS")], PhaseType.RETREAT)]
    ['BUR R GAS']
    """
    if phase is not PhaseType.RETREAT:
        return tuple(orders)
    return tuple(Retreat(o.power, o.unit, o.destination) if isinstance(o, Move) else o for o in orders)


def lost_in_lines(orders: Iterable[Order], rules: Rulebook) -> str | None:
    """Return what matters under a rulebook but cannot be said in the lines; None if nothing is lost.

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
    """Return a rulebook as the keys ``rules`` and ``options``: the preset that it starts from, and what differs.

    A house rules, which no other program can read, are under ``house_rules``.

    >>> rules_object(rulebook("1982", adjacent_convoy="explicit"))
    {'rules': '1982', 'options': {'adjacent_convoy': 'explicit'}}
    """
    own = rules.house_rules
    options = {option: choice for option, choice in rules.differences.items() if option not in own}
    return {"rules": rules.preset} | ({"options": options} if options else {}) | ({"house_rules": own} if own else {})


# -- answers ---------------------------------------------------------------------------------------------------------


def result_object(
    result: PhaseResult, texts: Sequence[str], board: Board, *, datc: bool = False, brief: bool = False
) -> Json:
    """Return a result as the answer of the interchange lines.

    Args:
        result: The result of a phase.
        texts: The orders as written, in the order of the result.
        board: Its board.
        datc: Also give the terms of the DATC for each order, as ``terms``.
        brief: Give only whether each order succeeds.
    """
    orders: dict[str, Json] = {}
    name = distinct_keys()
    for text, order_result in orders_answered(result, texts, board):
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
            paradox_entry(paradox, [str(result.order_of(unit)) for unit in bits(paradox.core)])
            for paradox in result.solution.paradoxes
        ]
        if result.undecided_convoys:
            out["undecided"] = list(result.undecided_convoys)
    if after.centers:
        out["centers"] = {power: list(centers) for power, centers in owned_after(result, board).items()}
    return out


def orders_answered(
    result: PhaseResult, texts: Sequence[str], board: Board
) -> Iterator[tuple[str, OrderResult]]:
    """Yield the orders that an answer has, as written, each with its result: those given, and removals without one.

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
    """Return, by name, each dislodged unit's power, where its attacker came from, and where it may retreat to.

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
    """Return who owns which centers after a phase; they change hands after an autumn in which nobody may retreat.

    >>> from standoff.map import Position, load_board
    >>> from standoff.solver import adjudicate_phase
    >>> autumn = Position.parse("standard F1901M FRANCE:ASPA FRANCE:PAR")
    >>> owned_after(adjudicate_phase(autumn, ()), load_board())["FRANCE"]
    ('PAR', 'SPA')
    """
    after = result.after
    # a unit with no retreat is destroyed at once: nobody waits for it
    waiting = isinstance(result, MovementResult) and any(result.retreats[d.unit.province] for d in after.dislodged)
    autumn = after.phase is not None and after.phase.season == "F" and not waiting
    return centers_after(board, after) if autumn else after.centers


def paradox_entry(paradox: Component, core: list[str]) -> Json:
    """Return a paradox as interchange lines have it; `core` is its core as texts."""
    return {
        "kind": str(paradox.kind),
        "core": core,
        "resolutions": len(paradox.resolutions),
        "settled_by": paradox.settled_by,
    }


def order_object(order_result: OrderResult, reason: str) -> Json:
    """Return what became of an order as an answer has it; `reason` is a sentence."""
    entry: Json = {"success": order_result.success, "outcome": str(order_result.outcome), "reason": reason}
    entry |= cause_object(order_result)
    if order_result.dislodged:
        entry["dislodged"] = True
    if order_result.destroyed:
        entry["destroyed"] = True
    return entry


def cause_object(order_result: OrderResult) -> Json:
    """Return the cause of an outcome by names that do not change with any sentence.

    ``cause`` is the name of the `Reason`; ``option`` that of the option whose choice decided, and ``fault`` that of the
    `Illegal` or `Void`, where there is one.

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


def distinct_keys() -> Callable[[str, str], str]:
    """Return a function that gives each order of a power its own key, even if several are written alike.

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
