"""Questions and answers as the JSON objects of the interchange lines, there and back.

A question: ``{"id": "x", "rules": "2023", "units": {"ENGLAND": ["F LON"]}, "orders": {"ENGLAND": ["F LON - ENG"]}}``
and, where wanted, ``phase``, ``map``, ``season``, ``centers``, ``dislodged``, ``contested``, ``options``, ``idle``,
``closed``, ``terms``. An answer: what became of each order, and the position afterwards. `docs/interchange.md`
describes both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..map import Board, Phase, PhaseType, Position, Unit, load_board
from ..map.json_values import Json, JsonError, known_keys, object_at, shown, text_at
from ..map.masks import bits
from ..map.position_object import POSITION_KEYS, by_power, content_of_object
from ..solver import (
    Move,
    MovementResult,
    Order,
    OrderResult,
    PhaseResult,
    Retreat,
    Rulebook,
    centers_after,
    datc_terms,
    rulebook,
)
from ..solver.orders.order import units_named
from ..solver.plain.paradox import Paradox
from ..solver.rulebook import board_of
from ..text.reading import read_order

TURN_KEYS = ("id", "phase", "rules", "options", "orders", "terms", *POSITION_KEYS)

LINES_VERSION = 1
"""The version of the interchange lines; within one, keys are only added that may be left out."""


# -- questions -------------------------------------------------------------------------------------------------------


MOST_ORDERS = 50_000
"""A line gives at most so many orders: each may take ten times as long to answer as to read."""


def content_of_turn(data: Json) -> dict[str, Any]:
    """Return what an object says of a turn: the attributes of `Turn` that it gives, by their names.

    Args:
        data: The object of an interchange line.

    Raises:
        StandoffError: Something in it cannot be read, or its position is impossible.

    >>> content_of_turn({"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}})["texts"]
    ('A PAR - BUR',)
    """
    known_keys(data, TURN_KEYS)
    named = text_at(data, "rules", "2023")
    options = {name: str(choice) for name, choice in object_at(data, "options").items()}
    rules = rules_of(named, tuple(options.items()))
    board = load_board(text_at(data, "map", board_of(named)))
    if (terms := data.get("terms")) not in (None, "datc"):
        raise JsonError(f"terms can only be 'datc', found {shown(terms)}")
    content = content_of_object(data, board)
    position = Position(*content._replace(phase=_phase(content.phase, data)))
    position.check(board)
    orders: list[Order] = []
    written: list[str] = []
    for power, texts in by_power(data, "orders", board).items():
        if len(written) + len(texts) > MOST_ORDERS:
            raise JsonError(f"a turn has at most {MOST_ORDERS:,} orders")
        orders.extend(read_order(text, power, board) for text in texts)
        written.extend(texts)
    return {
        "position": position,
        "orders": tuple(orders),
        "texts": tuple(written),
        "rules": rules,
        "board": board,
        "id": "" if data.get("id") is None else str(data["id"]),
    }


@lru_cache(maxsize=1000)
def rules_of(name: str, options: tuple[tuple[str, str], ...]) -> Rulebook:
    """Return the rulebook that the keys ``rules`` and ``options`` say; one object for the same."""
    return rulebook(name, **dict(options))


def _phase(phase: Phase | None, data: Json) -> Phase:
    kind = data.get("phase")
    if kind is not None and kind not in list(PhaseType):
        raise JsonError(f"phase cannot be {shown(kind)}; expected one of {', '.join(PhaseType)}")
    if phase is not None:
        if kind is not None and phase.type != kind:
            raise JsonError(f"phase {kind!r} and season '{phase}' contradict each other")
        return phase
    kind = PhaseType(kind or "movement")
    return Phase("W" if kind is PhaseType.ADJUSTMENT else "S", 1901, kind)


def turn_object(
    position: Position, orders: Iterable[tuple[str, str]], board_name: str = "standard", rules: str = "2023"
) -> Json:
    """Return a turn as an object, without the keys ``id``, ``phase``, ``rules`` and ``options``.

    Args:
        position: The position.
        orders: The power and the text of each order.
        board_name: The name of its board.
        rules: The rulebook that the object names; its board need not be said.

    >>> turn_object(Position.parse("standard S1901M FRANCE:APAR"), [("FRANCE", "A PAR - BUR")])
    {'season': 'S1901M', 'units': {'FRANCE': ['A PAR']}, 'orders': {'FRANCE': ['A PAR - BUR']}}
    """
    given: dict[str, list[str]] = {}
    for power, text in orders:
        given.setdefault(power, []).append(text)
    entry = position.to_dict()
    del entry["map"]
    head: Json = {"season": entry.pop("season")} if "season" in entry else {}
    if board_name != board_of(rules):
        head["map"] = board_name
    return {**head, "units": entry.pop("units"), "orders": given, **entry}


def request_object(position: Position, orders: Iterable[Order], board: Board, rules: Rulebook) -> Json:
    """Return a phase as another program is asked for it: phase, rulebook and board are always said.

    Args:
        position: What the phase starts from.
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
    said = rules_object(rules)
    turn = turn_object(position, texts, board.source, said["rules"])
    return {"phase": position.phase_type.value, **said, "map": board.source, **turn}


def as_asked(orders: Iterable[Order], phase: PhaseType) -> tuple[Order, ...]:
    """Return orders as the lines have them: in a retreat phase a move is a retreat, which it is read as.

    >>> from standoff.solver import Move, UnitName
    >>> [str(one) for one in as_asked([Move("FRANCE", UnitName("BUR"), "GAS")], PhaseType.RETREAT)]
    ['BUR R GAS']
    """
    if phase is not PhaseType.RETREAT:
        return tuple(orders)
    return tuple(Retreat(o.power, o.unit, o.destination) if isinstance(o, Move) else o for o in orders)


def lost_in_lines(orders: Iterable[Order], rules: Rulebook) -> str | None:
    """Return what the lines cannot say though it matters under a rulebook, None if nothing.

    >>> from standoff import read
    >>> orders = read("FRANCE: A MAR S German A BUR", position="standard S1901M FRANCE:AMAR;GERMANY:ABUR").orders
    >>> lost_in_lines(orders, rulebook()), lost_in_lines(orders, rulebook(missing_nationality="invalid"))
    (None, 'the power of a unit that an order names')
    """
    if rules["missing_nationality"] != "valid" or rules["wrong_nationality"] != "valid":
        for order in orders:
            if any(named.nationality is not None for named in units_named(order).values()):
                return "the power of a unit that an order names"
    return None


def rules_object(rules: Rulebook) -> Json:
    """Return a rulebook as the keys ``rules`` and ``options``: the preset that it starts from, and what differs.

    Own rules, which no other program can read, stand under ``own_rules``.

    >>> rules_object(rulebook("1982", adjacent_convoy="explicit"))
    {'rules': '1982', 'options': {'adjacent_convoy': 'explicit'}}
    """
    own = rules.own_rules
    options = {option: choice for option, choice in rules.differences.items() if option not in own}
    return {"rules": rules.preset} | ({"options": options} if options else {}) | ({"own_rules": own} if own else {})


# -- answers ---------------------------------------------------------------------------------------------------------


def result_object(
    result: PhaseResult, texts: Sequence[str], board: Board, *, datc: bool = False, brief: bool = False
) -> Json:
    """Return a result as the answer of the interchange lines.

    Args:
        result: The result of a phase.
        texts: The orders as they were given, in the order of the result.
        board: Its board.
        datc: Also say of each order what the DATC would print behind it, as ``terms``.
        brief: Of each order only whether it succeeds.
    """
    orders: dict[str, Json] = {}
    name = telling_apart()
    for number, found in enumerate(result):
        if isinstance(result, MovementResult) and number >= len(result.orders):
            break  # units without an order
        text = texts[number] if number < len(texts) else str(found.order)
        power = found.order.power
        entry: Json = {"success": found.success} if brief else order_object(found, found.text)
        orders.setdefault(power, {})[name(power, text)] = entry
        if datc:
            entry["terms"] = list(datc_terms(found))
    after = result.after
    out: Json = {"orders": orders, "units": units_object(after.units)}
    if isinstance(result, MovementResult):
        out["dislodged"] = dislodged_after(result)
        out["contested"] = sorted(after.contested)
        out["paradoxes"] = [
            paradox_object(paradox, [str(result.order_of(unit)) for unit in bits(paradox.core)])
            for paradox in result.solution.paradoxes
        ]
        if result.doubts:
            out["undecided"] = list(result.doubts)
    if after.centers:
        out["centers"] = {power: list(centers) for power, centers in owned_after(result, board).items()}
    return out


def dislodged_after(result: PhaseResult) -> dict[str, Json]:
    """Return the dislodged units by their names: their powers, who dislodged them, and where they may retreat to.

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
    """Return who owns which centers after a phase: settled anew after an autumn in which nobody may retreat.

    >>> from standoff.map import Position
    >>> from standoff.solver import adjudicate_phase
    >>> autumn = Position.parse("standard F1901M FRANCE:ASPA FRANCE:PAR")
    >>> owned_after(adjudicate_phase(autumn, ()), load_board())["FRANCE"]
    ('PAR', 'SPA')
    """
    after = result.after
    # a unit that may retreat nowhere is destroyed at once: nobody waits for it
    waiting = isinstance(result, MovementResult) and any(result.retreats[d.unit.province] for d in after.dislodged)
    autumn = after.phase is not None and after.phase.season == "F" and not waiting
    return centers_after(board, after) if autumn else after.centers


def paradox_object(paradox: Paradox, core: list[str]) -> Json:
    """Return a paradox as an answer has it, with the texts of the orders of its core."""
    return {
        "kind": str(paradox.kind),
        "core": core,
        "resolutions": len(paradox.resolutions),
        "settled_by": paradox.settled_by,
    }


def order_object(found: OrderResult, reason: str) -> Json:
    """Return what became of an order as an answer has it, with the sentence of its reason."""
    entry: Json = {"success": found.success, "outcome": str(found.outcome), "reason": reason}
    if found.dislodged:
        entry["dislodged"] = True
    if found.destroyed:
        entry["destroyed"] = True
    return entry


# -- what both have --------------------------------------------------------------------------------------------------


def units_object(units: Iterable[Unit]) -> dict[str, list[str]]:
    """Return units by their powers, as questions and answers have them."""
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(unit.power, []).append(str(unit))
    return found


def telling_apart() -> Callable[[str, str], str]:
    """Return what tells the orders of a power apart that are written alike.

    The second ``A PAR H`` is the key ``A PAR H (again)``, the third ``A PAR H (again 3)``.
    """
    counts: dict[tuple[str, str], int] = {}

    def name(power: str, text: str) -> str:
        count = counts[power, text] = counts.get((power, text), 0) + 1
        while count > 1:
            key = f"{text} (again{f' {count}' if count > 2 else ''})"
            if (power, key) not in counts:
                counts[power, key] = 1
                return key
            count += 1
        return text

    return name
