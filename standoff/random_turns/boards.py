"""Small boards on which paradoxes are frequent: every sea touches every other and every coast."""

from __future__ import annotations

from random import Random

from ..map import Board

POWERS = ("AMBER", "BROWN", "CORAL", "DENIM")


def tangled_board(random: Random) -> Board:
    """Return a board of one to five seas and four to fourteen coasts, and some land borders.

    >>> board = tangled_board(Random(1))
    >>> all(board.around[0] >> place & 1 for place in range(1, len(board.provinces)))
    True
    """
    seas = [f"SEA{number}" for number in range(random.randint(1, 5))]
    coasts = [f"LAND{number}" for number in range(random.randint(4, 14))]
    places = seas + coasts
    borders = random.choice((0, 0.2, 0.5))
    army = {
        one: " ".join(other for other in coasts[number + 1 :] if random.random() < borders)
        for number, one in enumerate(coasts)
    }
    return Board(
        {
            "name": f"tangled {random.random()}",
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
