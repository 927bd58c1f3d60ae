"""Random turns as players write them, under random rulebooks, for `tools.agree --entrances`.

Phases come from `standoff crosscheck`'s generator. Their orders are then disturbed: omitted, doubled, given by another
power, lasting, given by proxy, in several sets, with right, wrong or missing unit types, coasts and powers, with the
seas of a convoy, with ambiguous abbreviations; in any of several notations. Rulebooks are presets with random choices
for any number of options, some with house rules.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from random import Random

from standoff.map import ARMY, FLEET, Board, Phase, PhaseType, Position
from standoff.random_turns import question
from standoff.solver import (
    OPTIONS,
    PRESETS,
    Hold,
    Move,
    Order,
    Retreat,
    Rulebook,
    Unclear,
    Waive,
    legal_by_place,
    rulebook,
)
from standoff.solver.order import units_named
from standoff.solver.orders.order_sets import OrderSet, Proxy
from standoff.text import NotationError, read_order, write_order
from standoff.turn.turn import Turn
from tools.random_house_rules import drawn as house_rules_drawn

STYLES = ("package", "datc", "short", "cs", "ru")
"""Notations that are read without being named."""


def rules_drawn(chance: Random) -> Rulebook:
    """Return a preset, mostly with one, several or all options changed."""
    preset = chance.choice(list(PRESETS))
    share = chance.choice((0.0, 0.04, 0.3, 1.0))
    changes = {name: chance.choice(list(option.choices)) for name, option in OPTIONS.items() if chance.random() < share}
    return rulebook(preset, **changes)


def house_rules_on(chance: Random, rules: Rulebook) -> Rulebook:
    """Return a rulebook; one in five gets house rules."""
    return house_rules_drawn(chance, rules) if chance.random() < 0.2 else rules


def turn_drawn(chance: Random, board: Board, rules: Rulebook) -> Turn:
    """Return a turn on a board under a rulebook, with orders read from its texts."""
    asked = question(chance.randrange(1 << 30), 0, board=board)
    position = _position(chance, asked.position, board)
    written: list[Order] = []
    lasting: list[Order] = []
    for order in _disturbed(chance, asked.orders, position, board):
        if chance.random() < 0.004 and position.phase_type is PhaseType.MOVEMENT:
            lasting.append(order)
            continue
        written.append(_written(chance, order, board))
    written = _grouped(written, board)
    sets: tuple[OrderSet, ...] = ()
    if chance.random() < 0.08 and position.phase_type is PhaseType.MOVEMENT:
        sets, written = _in_sets(chance, written)
    proxies = _proxies(chance, position, board) if chance.random() < 0.08 else ()
    return Turn(position, tuple(written), rules, sets=sets, lasting=tuple(lasting), proxies=proxies, board=board)


def _position(chance: Random, position: Position, board: Board) -> Position:
    """Add what the generator omits to a position: phase, centers, civil disorder, closed provinces."""
    if position.phase_type is PhaseType.MOVEMENT:
        phase = chance.choice((None, Phase("S", 1901, PhaseType.MOVEMENT), Phase("F", 1903, PhaseType.MOVEMENT)))
        position = replace(position, phase=phase)
        if chance.random() < 0.4:
            powers = list(board.powers)
            owned: dict[str, list[str]] = {}
            for center in board.centers:
                owned.setdefault(chance.choice(powers), []).append(center)
            position = replace(position, centers={power: tuple(of) for power, of in owned.items()})
    if chance.random() < 0.06:
        position = replace(position, civil_disorder=frozenset({chance.choice(list(board.powers))}))
    if chance.random() < 0.04:
        taken = {unit.province for unit in position.units}
        free = [province.id for province in board.provinces if province.id not in taken]
        position = replace(position, closed=frozenset(chance.sample(free, min(3, len(free)))))
    return position


# -- orders -----------------------------------------------------------------------------------------------------------


def _disturbed(chance: Random, orders: tuple[Order, ...], position: Position, board: Board) -> list[Order]:
    """Return orders with mistakes; one turn in three has none."""
    if chance.random() < 0.33:
        return list(orders)
    powers, legal = list(board.powers), _legal(position, board)
    out: list[Order] = []
    for order in orders:
        what = chance.random()
        if what < 0.06:
            continue  # without an order, or one that others imply
        out.append(_misnamed(chance, order, board) if what < 0.35 else order)
        if what > 0.94 and not isinstance(order, Waive):
            other = chance.choice(legal.get(order.unit.province) or [Hold(order.power, order.unit)])
            out.append(other if chance.random() < 0.7 else _misnamed(chance, other, board))
        elif what > 0.90:
            out.append(_given_by(chance.choice(powers), order))
    if chance.random() < 0.1 and legal:
        out.append(_unclear(chance, chance.choice(powers), board) or Waive(chance.choice(powers)))
    if chance.random() < 0.1:
        chance.shuffle(out)
    return out


def _legal(position: Position, board: Board) -> dict[str, list[Order]]:
    by_province: dict[str, list[Order]] = {}
    for place, orders in legal_by_place(position, board=board).items():
        by_province.setdefault(place.partition("/")[0], []).extend(orders)
    return by_province


def _given_by(power: str, order: Order) -> Order:
    return order if isinstance(order, Unclear) else replace(order, power=power)


def _misnamed(chance: Random, order: Order, board: Board) -> Order:
    """Return an order with one name in it changed, rightly or wrongly."""
    if isinstance(order, (Waive, Unclear)):
        return order
    part, named = chance.choice(list(units_named(order).items()))
    what = chance.randrange(8)
    if what == 0:
        return replace(order, **{part: replace(named, type=None)})
    if what == 1:
        return replace(order, **{part: replace(named, type=FLEET if named.type is ARMY else ARMY)})
    if what == 2:
        return replace(order, **{part: replace(named, nationality=chance.choice(list(board.powers)))})
    if what == 3:
        place = named.province if "/" in named.place else chance.choice(_coasts(board, named.province))
        return replace(order, **{part: replace(named, place=place)})
    destination = getattr(order, "destination", None)
    if what <= 5 and destination:
        province = destination.partition("/")[0]
        return replace(order, destination=province if "/" in destination else chance.choice(_coasts(board, province)))
    if isinstance(order, Move) and not isinstance(order, Retreat) and order.unit.type is ARMY:
        if what == 6:
            return replace(order, via_convoy=not order.via_convoy)
        seas = [board.provinces[sea].id for sea in range(len(board.provinces)) if board.seas >> sea & 1]
        return replace(order, route=tuple(chance.sample(seas, min(chance.randint(1, 2), len(seas))))) if seas else order
    return order


@lru_cache(maxsize=4096)
def _coasts(board: Board, province: str) -> list[str]:
    """Return names of coasts of a province, and one that it may not have."""
    return [*board.province(province).locations, f"{province}/EC", province]


@cache
def _unclear_texts(board: Board) -> list[str]:
    """Return ambiguous abbreviations of places."""
    starts = {name[:3] for province in board.provinces for name in (board.names.name(province.id, "en"),)}
    texts: list[str] = []
    for start in sorted(starts):
        try:
            order = read_order(f"A {start} H", next(iter(board.powers)), board)
        except Exception:
            continue
        if isinstance(order, Unclear):
            texts.append(start)
    return texts


def _unclear(chance: Random, power: str, board: Board) -> Order | None:
    names = _unclear_texts(board)
    if not names:
        return None
    other = chance.choice([province.id for province in board.provinces])
    text = chance.choice((f"A {chance.choice(names)} - {other}", f"{other} - {chance.choice(names)}"))
    try:
        return read_order(text, power, board)
    except Exception:
        return None


def _written(chance: Random, order: Order, board: Board) -> Order:
    """Return an order as read from a text, in canonical or another notation."""
    style = chance.choice(STYLES) if chance.random() < 0.3 else "package"
    text = str(order)
    if style != "package" or any(unit.nationality for unit in units_named(order).values()):
        try:
            text = write_order(order, board, style if style != "package" else "datc")
        except NotationError:
            text = str(order)
    return read_order(text, order.power, board)


def _grouped(written: list[Order], board: Board) -> list[Order]:
    """Return orders grouped by power."""
    rank = {power: number for number, power in enumerate(board.powers)}
    return sorted(written, key=lambda order: rank[order.power])


# -- order sets and proxies -------------------------------------------------------------------------------------------


def _in_sets(chance: Random, written: list[Order]) -> tuple[tuple[OrderSet, ...], list[Order]]:
    """Return one or two order sets for each power, and all orders in the order of the sets."""
    by_power: dict[str, list[Order]] = {}
    for order in written:
        by_power.setdefault(order.power, []).append(order)
    sets: list[OrderSet] = []
    out: list[Order] = []
    for power, entries in by_power.items():
        several = len(entries) > 1 and chance.random() < 0.6
        cut = chance.randint(1, len(entries) - 1) if several else 0
        numbered = chance.random() < 0.7
        for number, part in enumerate((entries[:cut], entries[cut:]) if several else (entries,), 1):
            provinces = sorted({o.unit.province for o in entries[:cut] if not isinstance(o, (Waive, Unclear))})
            last = several and number == 2 and numbered
            keeps = frozenset(provinces) if last and chance.random() < 0.3 else frozenset[str]()
            replaces = last and not keeps and chance.random() < 0.3
            label = number if numbered or not several else None
            sets.append(OrderSet(power, tuple(part), label, keeps, replaces))
            out += part
    return tuple(sets), out


def _proxies(chance: Random, position: Position, board: Board) -> tuple[Proxy, ...]:
    units = [unit for unit in position.units if len(board.powers) > 1]
    if not units:
        return ()
    unit = chance.choice(units)
    to = chance.choice([power for power in board.powers if power != unit.power])
    return (Proxy(unit.power, unit.province, to, chance.random() < 0.5),)
