"""Random turns full of circles: supports of what happens at sea, armies that land on supporters, circles of moves.

Every sea touches every other and every coast. Most turns begin with a ring: fleets that convoy armies to those who
support the attacks on the next of these fleets. The others' orders have to do with it more often than not.
`crowded_turn` has a few units in a corner of any board.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

from standoff.map import ARMY, FLEET, Board, Position, Unit, UnitType, province_of
from standoff.map.masks import bits
from standoff.solver import Convoy, Hold, Move, Order, Support, UnitName

POWERS = ("AMBER", "BROWN", "CORAL", "DENIM")


def tangled_board(draw: Random) -> Board:
    """Return a board of one to five seas and four to fourteen coasts, and some land borders."""
    seas = [f"SEA{number}" for number in range(draw.randint(1, 5))]
    coasts = [f"LAND{number}" for number in range(draw.randint(4, 14))]
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


class _Turn:
    """A turn while it is drawn: where units go, which army each fleet carries, what each supports."""

    def __init__(self, draw: Random, board: Board) -> None:
        self.draw = draw
        self.powers = POWERS[: draw.choice((1, 2, 3, 4, 4))]
        self.seas = [place.id for place in board.provinces if place.id.startswith("SEA")]
        self.coasts = [place.id for place in board.provinces if place.id.startswith("LAND")]
        draw.shuffle(self.seas)
        draw.shuffle(self.coasts)
        self.units: dict[str, Unit] = {}
        self.goals: dict[str, str] = {}
        self.carried: dict[str, str] = {}
        self.supported: dict[str, tuple[str, str | None]] = {}

    def put(self, place: str, *, walks: bool = False, enemy: bool | None = None) -> str:
        """Have a unit stand somewhere; of the first power, or of any other, or of any."""
        powers = self.powers if enemy is None or len(self.powers) == 1 else self.powers[1:] if enemy else POWERS[:1]
        self.units[place] = Unit(ARMY if walks else FLEET, place, self.draw.choice(powers))
        return place

    def ring(self, stages: int) -> None:
        """Lay out a ring of this many stages, as far as there is room."""
        signals = [self.put(self.coasts.pop(), enemy=True) for _ in range(stages)]
        for number, signal in enumerate(signals):
            kind = self.draw.choice("AAHR")
            if not self.seas or len(self.coasts) < 2 + "AHR".index(kind):
                return
            sea, army = self.put(self.seas.pop(), enemy=False), self.put(self.coasts.pop(), walks=True, enemy=False)
            foe = self.put(self.coasts.pop(), enemy=True)
            self.carried[sea], self.goals[army], self.goals[foe] = army, signals[(number + 1) % stages], sea
            self.supported[signal] = (sea, None) if kind == "H" else (foe, sea)
            if kind != "A":
                self.supported[self.put(self.coasts.pop(), enemy=True)] = (foe, sea)
            if kind == "R":
                rival = self.put(self.coasts.pop(), enemy=True)
                self.goals[rival], self.supported[signal] = sea, (rival, sea)

    def others(self) -> None:
        """Have units stand in most of the other places, and give those a goal that move."""
        draw = self.draw
        roles = ("lands", "attacks", "circle", "supports", "supports", *["none"] * draw.choice((1, 3, 10)))
        for place in self.seas:
            if draw.choice(roles) != "none":
                self.put(place)
        circle: list[str] = []
        for place in self.coasts:
            role = draw.choice(roles)
            if role == "none":
                continue
            self.put(place, walks=role == "lands" or (role == "circle" and draw.random() < 0.6))
            if role == "circle":
                circle.append(place)
            elif role != "supports":
                self.goals[place] = draw.choice(list(self.units))
        for place, goal in zip(circle, [*circle[1:], *circle[:1]], strict=True):
            self.goals[place] = goal
        self.goals = {place: goal for place, goal in self.goals.items() if place != goal}

    def order(self, place: str) -> Order:
        """Return the order of the unit in a place; a hold if there is nothing for it to do."""
        draw, unit = self.draw, self.units[place]
        name = UnitName(place, unit.type)
        if place in self.goals:
            return Move(unit.power, name, self.goals[place], unit.type is ARMY and draw.random() < 0.2)
        armies = [one for one in self.goals if self.units[one].type is ARMY]
        if place.startswith("SEA") and armies and draw.random() < 0.95:
            army = self.units[self.carried.get(place, draw.choice(armies))]
            convoyed = UnitName(army.location, ARMY, army.power)
            return Convoy(unit.power, name, convoyed, self.goals.get(army.location, place))
        if place in self.supported and draw.random() < 0.95:
            about, goal = self.supported[place]
        else:
            about, goal = draw.choice([(one, self.goals.get(one)) for one in self.units])
        other = self.units[about]
        if place in (about, goal):
            return Hold(unit.power, name)
        return Support(unit.power, name, UnitName(about, other.type, other.power), goal)


def tangled_turn(draw: Random, board: Board) -> tuple[Position, list[Order]]:
    """Return a turn on such a board, with an order for every unit."""
    turn = _Turn(draw, board)
    if draw.random() < 0.8:
        turn.ring(draw.choice((1, 1, 2, 2, 3)))
    turn.others()
    return Position(units=tuple(turn.units.values())), [turn.order(place) for place in turn.units]


@lru_cache(maxsize=1000)
def reached(board: Board, unit_type: UnitType, location: str) -> frozenset[str]:
    """Return the provinces that a unit reaches without a convoy."""
    if unit_type is ARMY:
        return frozenset(board.provinces[n].id for n in bits(board.army_reach[board.province_number[location]]))
    return frozenset(province_of(board.locations[n]) for n in bits(board.fleet_reach[board.location_number[location]]))


def beside(board: Board, place: str) -> frozenset[str]:
    """Return the provinces that a province touches, for armies or fleets."""
    coasts = [reached(board, FLEET, location) for location in board.province(place).locations]
    return reached(board, ARMY, place).union(*coasts)


def crowded_turn(draw: Random, board: Board) -> tuple[Position, list[Order]]:
    """Return a turn in a corner of the board: units go to where others are, or support or convoy those who go."""
    corner = {draw.choice(board.provinces).id}
    while len(corner) < 8:
        corner.add(draw.choice(sorted({other for place in corner for other in beside(board, place)})))
    powers = ("ENGLAND", "FRANCE", "GERMANY")[: draw.choice((1, 2, 3, 3))]
    units: list[Unit] = []
    for place in draw.sample(sorted(corner), draw.randint(5, 8)):
        province = board.province(place)
        swims = province.kind == "sea" or (province.kind == "coastal" and draw.random() < 0.35)
        location = draw.choice(province.locations) if swims else place
        units.append(Unit(FLEET if swims else ARMY, location, draw.choice(powers)))
    near = {unit: sorted(reached(board, unit.type, unit.location) & corner) for unit in units}
    held, goals = {unit.province for unit in units}, dict[Unit, str]()
    for unit in units:
        coasts = [one for one in sorted(corner - {unit.province}) if board.province(one).kind == "coastal"]
        places = coasts if unit.type is ARMY and draw.random() < 0.25 else near[unit]
        if places and draw.random() < 0.6:
            goals[unit] = draw.choice([one for one in places if one in held and draw.random() < 0.8] or places)
    orders: list[Order] = []
    for unit in units:
        name, others = UnitName(unit.location, unit.type), [one for one in units if one != unit]
        armies = [one for one in others if one in goals and one.type is ARMY]
        helped = [one for one in others if goals.get(one, one.province) in near[unit]]
        if unit in goals:
            orders.append(Move(unit.power, name, goals[unit], unit.type is ARMY and draw.random() < 0.3))
        elif armies and board.province(unit.province).kind == "sea" and draw.random() < 0.6:
            army = draw.choice(armies)
            orders.append(Convoy(unit.power, name, UnitName(army.location, ARMY), goals[army]))
        elif helped:
            other = draw.choice([one for one in helped if one in goals] or helped)
            orders.append(Support(unit.power, name, UnitName(other.location, other.type), goals.get(other)))
    return Position(units=tuple(units)), orders
