"""All joint orders of small positions, counted by the number of resolutions, and legal orders: against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from standoff.map import (
    ARMY,
    FLEET,
    Board,
    Dislodged,
    Phase,
    Position,
    Unit,
    UnitType,
    starting_position,
)
from standoff.map.masks import bits
from standoff.solver import PRESETS, Convoy, Hold, Move, Order, Rulebook, Support, UnitName, rulebook
from standoff.solver.law.faults import Illegal
from standoff.solver.law.reach import carries
from standoff.solver.orders.legality import Legality
from standoff.solver.orders.possible import legal_by_place
from standoff.solver.phases.adjustments import adjudicate_adjustments
from standoff.solver.phases.retreats import adjudicate_retreats


def position_of(*texts: str) -> Position:
    return Position(tuple(Unit(UnitType(t[0]), t[2:].partition(" ")[0], t.rpartition(" ")[2]) for t in texts))


def test_no_order_that_could_never_be_carried_out_is_listed() -> None:
    """DATC 6.D.31, 6.G.19."""
    texts = {str(o) for o in legal_by_place(position_of("A RUM AUSTRIA", "F BLA TURKEY"))["BLA"]}
    assert "F BLA C A RUM - ARM" in texts
    assert "F BLA S A RUM - ARM" not in texts
    assert "F BLA S A RUM - SEV" in texts
    spain = position_of("A MAR FRANCE", "F LYO ITALY", "F WES FRANCE")
    texts = {str(o) for o in legal_by_place(spain)["WES"]}
    assert "F WES C A MAR - SPA" not in texts
    assert "F WES C A MAR - NAF" in texts


def tried(board: Board, position: Position, number: int, rules: Rulebook) -> Iterator[Order]:
    """Yield the legal orders of a unit, found by examining every order that can be written for it."""
    legality = Legality(board, position.units, rules, position.civil_disorder, position.closed)
    unit = position.units[number]
    named, provinces = UnitName(unit.location, unit.type), [province.id for province in board.provinces]
    here = board.province_number[unit.province]

    def legal(order: Order) -> bool:
        return not isinstance(legality.examine(order)[1], Illegal)

    yield Hold(unit.power, named)
    for goal in board.locations if unit.type is FLEET else provinces:
        if unit.type is FLEET and "/" not in goal and board.province(goal).coasts:
            continue
        if legal(Move(unit.power, named, goal)):
            yield Move(unit.power, named, goal)
            near = board.tables.army[here] >> board.province_number[goal.partition("/")[0]] & 1
            if (
                unit.type is ARMY
                and near
                and legal(Move(unit.power, named, goal, via_convoy=True))
                and carries(board.tables, legality.placement.at_sea, here, board.province_number[goal])
            ):
                yield Move(unit.power, named, goal, via_convoy=True)
    targets = [UnitName(u.location, u.type, u.power if u.power != unit.power else None) for u in position.units]
    for target in targets:
        yield from filter(legal, (Support(unit.power, named, target, goal) for goal in (None, *provinces)))
    for target in targets:
        yield from filter(legal, (Convoy(unit.power, named, target, goal) for goal in provinces))


def drawn(board: Board, random: Random) -> Position:
    """Return a few units in one part of the board, sometimes a power in civil disorder or a closed province."""
    near = [random.choice(board.provinces).id]
    while len(near) < 16:
        near.append(board.provinces[random.choice(bits(board.around[board.province_number[random.choice(near)]]))].id)
    units: list[Unit] = []
    for name in list(dict.fromkeys(near))[:9]:
        province, power = board.province(name), random.choice(list(board.powers))
        if province.locations and (name not in board.army_stands or random.random() < 0.5):
            units.append(Unit(FLEET, random.choice(province.locations), power))
        else:
            units.append(Unit(ARMY, name, power))
    idle = frozenset([units[0].power]) if random.random() < 0.2 else frozenset[str]()
    return Position(
        tuple(units), civil_disorder=idle, closed=frozenset(near[-1:]) if random.random() < 0.2 else frozenset()
    )


REQUIRED = [rulebook(convoy_path="required"), rulebook("1971", convoy_path="required")]
ASKED = [
    *PRESETS.values(),
    *(rulebook(support_coast=one) for one in ("required", "own-only", "always-required", "default-coast", "ignored")),
]


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*ASKED, *REQUIRED], ids=lambda rules: rules.name)
def test_legal_orders_are_exactly_those_that_stand_the_examination(board: Board, rules: Rulebook) -> None:
    random = Random(rules.name)
    for _ in range(2):
        position = drawn(board, random)
        legal = legal_by_place(position, rules=rules, board=board)
        for number, unit in enumerate(position.units):
            assert list(legal[unit.location]) == list(tried(board, position, number, rules)), position


def test_legal_retreats_and_adjustments_are_carried_out(board: Board) -> None:
    """Every order offered succeeds when it is the only one (DATC 6.H, 6.I)."""
    beaten = Dislodged(Unit(ARMY, "BUR", "FRANCE"), "MUN")
    position = Position((Unit(ARMY, "PAR", "FRANCE"),), dislodged=(beaten,), phase=Phase.parse("F1901R"))
    offered = legal_by_place(position)["BUR"]
    assert {str(order) for order in offered} == {f"A BUR R {to}" for to in ("BEL", "GAS", "MAR", "PIC", "RUH")} | {
        "A BUR D"
    }
    assert all(next(iter(adjudicate_retreats(position, [order]))).success for order in offered)
    start = starting_position(board)
    winter = Position(start.units[3:], start.centers, phase=Phase.parse("W1901A"))
    for orders in legal_by_place(winter).values():
        assert all(next(iter(adjudicate_adjustments(winter, [order]))).success for order in orders)
    assert [str(o) for o in legal_by_place(winter, power="AUSTRIA")["TRI"]] == ["A TRI B", "F TRI B", "WAIVE"]
    assert not legal_by_place(Position(start.units, start.centers, phase=Phase.parse("W1901A")))
