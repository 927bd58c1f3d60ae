"""Random turns full of circles: supports of what happens at sea, armies that land on supporters, circles of moves.

The questions of `standoff crosscheck` meet a convoy paradox in one turn of a hundred; on these boards, where every sea
touches every other and every coast, most turns have one, and many have several.
"""

from __future__ import annotations

from random import Random

from standoff.map import ARMY, FLEET, Board, Position, Unit
from standoff.solver import Convoy, Hold, Move, Order, Support, UnitName

POWERS = ("AMBER", "BROWN", "CORAL", "DENIM")


def tangled_board(draw: Random) -> Board:
    """Return a board of one to five seas and four to nine coasts, all within reach of fleets, and some land borders."""
    seas = [f"SEA{number}" for number in range(draw.randint(1, 5))]
    coasts = [f"LAND{number}" for number in range(draw.randint(4, 9))]
    places = seas + coasts
    borders = draw.choice((0, 0.2, 0.5))
    army = {
        one: " ".join(other for other in coasts[number + 1 :] if draw.random() < borders)
        for number, one in enumerate(coasts)
    }
    return Board(
        {
            "name": f"tangled {draw.random()}",
            "powers": {
                power: {"name": power.title(), "adjective": power.title(), "homes": [], "units": []} for power in POWERS
            },
            "provinces": {
                place: {"name": f"Place {place}", "kind": "sea" if place in seas else "coastal"} for place in places
            },
            "army": {one: near for one, near in army.items() if near},
            "fleet": {one: " ".join(places[number + 1 :]) for number, one in enumerate(places[:-1])},
        }
    )


def tangled_turn(draw: Random, board: Board) -> tuple[Position, list[Order]]:
    """Return a turn on such a board, with an order for every unit."""
    seas = [place.id for place in board.provinces if place.id.startswith("SEA")]
    coasts = [place.id for place in board.provinces if place.id.startswith("LAND")]
    powers = POWERS[: draw.choice((1, 2, 3, 4, 4))]
    circles = draw.choice((0, 1, 3))
    units = {place: Unit(FLEET, place, draw.choice(powers)) for place in seas if draw.random() < 0.95}
    lands: list[str] = []
    attacks: list[str] = []
    circle: list[str] = []
    supports: list[str] = []
    for place in coasts:
        if draw.random() < 0.07:
            continue
        (role,) = draw.choices((lands, attacks, supports, circle), (4, 3, 5, circles))
        role.append(place)
        walks = role is lands or (role is circle and draw.random() < 0.6)
        units[place] = Unit(ARMY if walks else FLEET, place, draw.choice(powers))
    goals = {place: draw.choice(seas) for place in attacks}
    goals |= {place: draw.choice(supports if supports and draw.random() < 0.85 else coasts) for place in lands}
    goals |= {place: draw.choice(circle) for place in circle}
    goals = {place: goal for place, goal in goals.items() if goal != place}
    orders: list[Order] = []
    for place, unit in units.items():
        name = UnitName(place, unit.type)
        if place in goals:
            orders.append(Move(unit.power, name, goals[place], unit.type is ARMY and draw.random() < 0.2))
        elif place in seas:
            armies = [one for one in goals if units[one].type is ARMY]
            if armies and draw.random() < 0.94:
                army = draw.choice(armies)
                orders.append(Convoy(unit.power, name, UnitName(army, ARMY, units[army].power), goals[army]))
            else:
                orders.append(Hold(unit.power, name))
        else:
            orders.append(_support(draw, units, goals, place))
    return Position(units=tuple(units.values())), orders


def _support(draw: Random, units: dict[str, Unit], goals: dict[str, str], place: str) -> Order:
    """Return a support by the fleet in `place` of something that is ordered, mostly at sea; a hold if there is none."""
    unit = units[place]
    name = UnitName(place, unit.type)
    at_sea = [one for one in units if one.startswith("SEA")]
    about = draw.choice(at_sea if at_sea and draw.random() < 0.88 else list(units))
    into = [one for one, goal in goals.items() if goal == about and one != place]
    if into and draw.random() < 0.7:
        other = units[draw.choice(into)]
        return Support(unit.power, name, UnitName(other.location, other.type, other.power), about)
    if about not in goals and about != place:
        other = units[about]
        return Support(unit.power, name, UnitName(about, other.type, other.power))
    return Hold(unit.power, name)
