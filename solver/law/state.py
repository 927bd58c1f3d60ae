"""The state of each province, in numbers: for retreats, adjustments, ownership and the course of a game.

One list of fields serves plain play, where each province has a `ProvinceState`, and games in arrays, where it has a
record of the same fields; `state_of` makes the first from a position.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...map import FLEET, Board, Position


class ProvinceState:
    """The state of a province: powers, locations and provinces by number, -1 for none; truth values are 0 or 1.

    Attributes:
        owner: The power that owns its supply center.
        unit_location: The location of the unit in it.
        fleet: 1 if that is a fleet.
        power: The power of that unit.
        dislodged_location: The location of the unit dislodged from it.
        dislodged_is_fleet: 1 if that is a fleet.
        dislodged_power: The power of that unit.
        attacker_from: The province that its attacker came from, -1 if that bars no retreat.
        by_convoy: 1 if the attacker came by convoy.
        contested: 1 if a standoff left the province empty.
    """

    owner: int = -1
    unit_location: int = -1
    fleet: int = 0
    power: int = -1
    dislodged_location: int = -1
    dislodged_is_fleet: int = 0
    dislodged_power: int = -1
    attacker_from: int = -1
    by_convoy: int = 0
    contested: int = 0


class PhaseState:
    """A phase: season, year and type, the first and the last as `course` numbers them."""

    season: int = 0
    year: int = 0
    kind: int = 0


State = Sequence[ProvinceState]
"""The states of a board's provinces, by their numbers."""


def state_of(board: Board, position: Position) -> list[ProvinceState]:
    """Return the state of each province in a position.

    Raises:
        PositionError: The position is impossible.

    >>> from standoff.map import load_board, starting_position
    >>> board = load_board()
    >>> paris = state_of(board, starting_position())[board.province_number["PAR"]]
    >>> list(board.powers)[paris.owner], paris.fleet, paris.dislodged_location
    ('FRANCE', 0, -1)
    """
    try:
        return _state_of(board, position)
    except KeyError:
        position.check(board)
        raise


def _state_of(board: Board, position: Position) -> list[ProvinceState]:
    states = [ProvinceState() for _ in board.provinces]
    powers = board.power_number
    places, province_of = board.location_number, board.province_of_place
    for power, owned in position.centers.items():
        number = powers[power]
        for center in owned:
            states[places[center]].owner = number
    for unit in position.units:
        here = states[province_of[unit.location]]
        here.unit_location, here.power = places[unit.location], powers[unit.power]
        if unit.type is FLEET:
            here.fleet = 1
    for one in position.dislodged:
        unit = one.unit
        here = states[province_of[unit.location]]
        here.dislodged_location, here.dislodged_is_fleet, here.dislodged_power = (
            places[unit.location],
            int(unit.type is FLEET),
            powers[unit.power],
        )
        here.attacker_from = -1 if one.attacker_from is None else board.number_of(one.attacker_from)
        here.by_convoy = int(one.by_convoy)
    for province in position.contested:
        states[places[province]].contested = 1
    return states


def remove_unit(here: ProvinceState) -> None:
    """Take away the unit that stands in a province."""
    here.unit_location = -1
    here.fleet = 0
    here.power = -1


def place_unit(here: ProvinceState, location: int, fleet: int, power: int) -> None:
    """Have a unit stand in a province."""
    here.unit_location = location
    here.fleet = fleet
    here.power = power
