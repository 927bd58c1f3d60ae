"""Questions and answers as the JSON objects of the interchange lines, there and back.

A question: ``{"id": "x", "rules": "2023", "units": {"ENGLAND": ["F LON"]}, "orders": {"ENGLAND": ["F LON - ENG"]}}``
and, where wanted, ``phase``, ``map``, ``season``, ``centers``, ``dislodged``, ``contested``, ``options``, ``idle``,
``terms``. An answer: what became of each order, and the position afterwards. `docs/interchange.md` describes both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from ..map import Board, Dislodged, Phase, PhaseType, Position, Unit, load_board
from ..map.masks import bits
from ..solver import (
    MovementResult,
    Order,
    OrderResult,
    PhaseResult,
    Rulebook,
    centers_after,
    datc_terms,
    rulebook,
)
from ..solver.plain.paradox import Paradox
from ..solver.rulebook import board_of
from ..text.notation.quoting import quoted
from ..text.reading import read_order, read_standing
from .json_lines import Json, LineError, list_of_texts, object_at, shown, text_at

_KEYS = (
    "id",
    "phase",
    "rules",
    "units",
    "orders",
    "map",
    "season",
    "centers",
    "dislodged",
    "contested",
    "options",
    "idle",
    "terms",
)


# -- questions -------------------------------------------------------------------------------------------------------


class Request:
    """One question, read: the position, the orders with their texts, the rulebook and the board.

    Args:
        data: The JSON object of a line.

    Raises:
        StandoffError: Something in it cannot be read, or its position is impossible.
    """

    def __init__(self, data: Json) -> None:
        _known_keys(data, _KEYS, "")
        self.id: Any = data.get("id")
        rules = text_at(data, "rules", "2023")
        options = {name: str(choice) for name, choice in object_at(data, "options").items()}
        self.rules: Rulebook = rules_of(rules, tuple(options.items()))
        self.board: Board = load_board(text_at(data, "map", board_of(rules)))
        self.phase = _phase(data)
        terms = data.get("terms")
        if terms not in (None, "datc"):
            raise LineError(f"terms can only be 'datc', found {shown(terms)}")
        self.datc_terms: bool = terms is not None
        units: list[Unit] = []
        for name, texts in object_at(data, "units").items():
            power = self.power(name)
            units.extend(
                read_standing(text, power, self.board, canonical=True)
                for text in list_of_texts(texts, f"units of {name}")
            )
        centers: dict[str, tuple[str, ...]] = {}
        for name, owned in object_at(data, "centers").items():
            power = self.power(name)
            centers[power] = (*centers.get(power, ()), *list_of_texts(owned, f"centers of {name}"))
        dislodged = [self._dislodged(text, entry) for text, entry in object_at(data, "dislodged").items()]
        contested = frozenset(
            self.board.province(place).id for place in list_of_texts(data.get("contested"), "contested")
        )
        idle = frozenset(self.power(p) for p in list_of_texts(data.get("idle"), "idle"))
        self.position = Position(
            tuple(units), centers, tuple(dislodged), contested, self.phase, idle, board=self.board.source
        )
        self.position.check(self.board)
        self.orders: list[Order] = []
        self.texts: list[str] = []
        for name, texts in object_at(data, "orders").items():
            power = self.power(name)
            for text in list_of_texts(texts, f"orders of {name}"):
                self.orders.append(read_order(text, power, self.board))
                self.texts.append(text)

    def _dislodged(self, text: str, entry: Any) -> Dislodged:
        what = f"dislodged {quoted(text)}"
        if not isinstance(entry, dict) or "power" not in entry:
            raise LineError(f"{what}: expected an object with 'power', 'from' and 'by_convoy'")
        info = cast(Json, entry)
        _known_keys(info, ("power", "from", "by_convoy", "retreats"), f"{what}: ")
        by_convoy = info.get("by_convoy", False)
        if not isinstance(by_convoy, bool):
            raise LineError(f"{what}: by_convoy is true or false, found {shown(by_convoy)}")
        origin = info.get("from")
        if origin is not None:
            origin = self.board.province(str(origin)).id
        unit = read_standing(text.lstrip("*"), self.power(info["power"]), self.board, canonical=True)
        return Dislodged(unit, origin, by_convoy)

    def power(self, name: object) -> str:
        """Return the id of the power that `name` says.

        Raises:
            LineError: It says none.
        """
        if isinstance(name, str) and name in self.board.powers:
            return name
        found = self.board.names.power(name) if isinstance(name, str) else None
        if found is None:
            raise LineError(f"no power {shown(name)}; known: {', '.join(self.board.powers)}")
        return found


def _known_keys(data: Json, known: tuple[str, ...], where: str) -> None:
    unknown = next((key for key in data if key not in known), None)
    if unknown is not None:
        raise LineError(f"{where}unknown key {quoted(unknown)}; known: {', '.join(known)}")


@lru_cache(maxsize=1000)
def rules_of(name: str, options: tuple[tuple[str, str], ...]) -> Rulebook:
    """Return the rulebook that the keys ``rules`` and ``options`` say; one object for the same."""
    return rulebook(name, **dict(options))


def _phase(data: Json) -> Phase:
    season = data.get("season")
    kind = data.get("phase")
    if kind is not None and kind not in list(PhaseType):
        raise LineError(f"phase cannot be {shown(kind)}; expected one of {', '.join(PhaseType)}")
    if season is not None:
        phase = Phase.parse(str(season))
        if kind is not None and phase.type != kind:
            raise LineError(f"phase {kind!r} and season {shown(season)} contradict each other")
        return phase
    kind = PhaseType(kind or "movement")
    return Phase("W" if kind is PhaseType.ADJUSTMENT else "S", 1901, kind)


def turn_object(
    position: Position, orders: Iterable[tuple[str, str]], board_name: str = "standard", rules: str = "2023"
) -> Json:
    """Return a turn as a request, without the keys ``id``, ``phase``, ``rules`` and ``options``.

    Closed provinces are left out: the lines have no word for them.

    Args:
        position: The position.
        orders: The power and the text of each order.
        board_name: The name of its board.
        rules: The rulebook that the request names; its board need not be said.
    """
    entry: Json = {} if position.phase is None else {"season": str(position.phase)}
    if board_name != board_of(rules):
        entry["map"] = board_name
    given: dict[str, list[str]] = {}
    for power, text in orders:
        given.setdefault(power, []).append(text)
    entry["units"] = units_object(position.units)
    entry["orders"] = given
    if position.centers:
        entry["centers"] = {power: list(owned) for power, owned in position.centers.items()}
    if position.dislodged:
        entry["dislodged"] = {str(d.unit): _dislodged_object(d) for d in position.dislodged}
    if position.contested:
        entry["contested"] = sorted(position.contested)
    if position.civil_disorder:
        entry["idle"] = sorted(position.civil_disorder)
    return entry


def rules_object(rules: Rulebook) -> Json:
    """Return a rulebook as the keys ``rules`` and ``options`` of a request."""
    options = rules.differences
    return {"rules": rules.preset, "options": options} if options else {"rules": rules.preset}


# -- answers ---------------------------------------------------------------------------------------------------------


def result_object(
    result: PhaseResult, texts: list[str], board: Board, *, datc: bool = False, brief: bool = False
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
        out["dislodged"] = {
            str(d.unit): {**_dislodged_object(d), "retreats": list(result.retreats[d.unit.province])}
            for d in after.dislodged
        }
        out["contested"] = sorted(after.contested)
        out["paradoxes"] = [
            paradox_object(paradox, [str(result.order_of(unit)) for unit in bits(paradox.core)])
            for paradox in result.solution.paradoxes
        ]
    if after.centers:
        out["centers"] = {power: list(centers) for power, centers in owned_after(result, board).items()}
    return out


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


def _dislodged_object(d: Dislodged) -> Json:
    return {"power": d.unit.power, "from": d.attacker_from, "by_convoy": d.by_convoy}


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
