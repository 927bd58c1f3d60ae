"""standoff behind the methods of the `diplomacy` package's class ``Game``, as a replacement for it.

Units, orders, phases, states and results are the texts, lists and dictionaries that the package uses. What has nothing
to do with adjudicating is left out: players and their rights, messages, votes, clocks, pictures and hashes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

from ...map import (
    ARMY,
    FLEET,
    Board,
    Dislodged,
    Phase,
    PhaseType,
    Position,
    StandoffError,
    Unit,
    load_board,
    province_of,
    starting_position,
)
from ...map.json_values import Json
from ...map.position import unit_faults
from ...map.position_object import unit_on
from ...solver import (
    Convoy,
    Hold,
    Move,
    MovementResult,
    Order,
    OrderResult,
    Outcome,
    PhaseResult,
    Retreat,
    Rulebook,
    Support,
    UnitName,
    Waive,
    adjudicate_adjustments,
    adjudicate_phase,
    following,
    legal_retreats,
)
from ...solver.orders.adjustment_orders import balance, free_homes
from ...solver.orders.legality import Illegal, Legality
from ...solver.orders.possible import possible_orders
from ...solver.orders.retreat_orders import examine_retreat
from ...solver.variants import Victory, variant, winner
from ...text.reading import read_order
from ..adapters.package import RULES
from .game_parts import GamePhaseData, History, Map, Power

_SEASONS = {"S": "SPRING", "F": "FALL", "W": "WINTER"}
_TYPES = {
    PhaseType.MOVEMENT: "MOVEMENT",
    PhaseType.RETREAT: "RETREATS",
    PhaseType.ADJUSTMENT: "ADJUSTMENTS",
}
_WORDS = {
    Outcome.BOUNCES: "bounce",
    Outcome.NO_CONVOY: "no convoy",
    Outcome.CUT: "cut",
    Outcome.DISRUPTED: "disrupted",
    Outcome.VOID: "void",
    Outcome.ILLEGAL: "void",
    Outcome.SURPLUS: "void",
}
COMPLETED = "COMPLETED"


class Game:
    """A game, adjudicated by standoff.

    Args:
        game_id: A name for it.
        map_name: The board.
        rules: The names of house rules that the package knows; kept, and without effect.
        rulebook: The rulebook; the one that the package follows, if left out.

    Raises:
        BoardError: There is no such board.

    >>> game = Game()
    >>> game.set_orders("FRANCE", ["A PAR - BUR", "F BRE - MAO"])
    >>> game.process().name
    'S1901M'
    >>> game.get_current_phase(), game.get_units("FRANCE")
    ('F1901M', ['F MAO', 'A MAR', 'A BUR'])
    """

    def __init__(
        self,
        game_id: str | None = None,
        map_name: str = "standard",
        rules: Iterable[str] = (),
        rulebook: Rulebook = RULES,
    ) -> None:
        self.game_id = game_id
        self.map_name = map_name
        self.rules: list[str] = list(rules)
        self.rulebook = rulebook
        self.board: Board = load_board(map_name)
        self.map = Map(self.board)
        self.note = ""
        self.win: int = self.board.victory_centers
        self.outcome: list[str] = []
        self.error: list[str] = []
        self.state_history: History[Json] = History()
        self.order_history: History[dict[str, list[str]]] = History()
        self.result_history: History[dict[str, list[str]]] = History()
        self._position: Position = starting_position(self.board)
        self._retreats: dict[Unit, tuple[str, ...]] = {}  # of each dislodged unit
        self._orders: dict[str, dict[str, Order]] = {}  # by power and province; waived builds by number
        self._refused: dict[str, list[str]] = {}  # by power: the units that a retreat or adjustment was refused
        self._influence: dict[str, str] = {}
        self._completed = False
        self._spread_influence(self._position.units)

    # -- where the game stands ----------------------------------------------------------------------

    def _phase(self) -> Phase:
        assert self._position.phase is not None
        return self._position.phase

    def get_current_phase(self) -> str:
        """Return the phase as "S1901M", or "COMPLETED"."""
        return COMPLETED if self._completed else str(self._phase())

    @property
    def current_short_phase(self) -> str:
        """The phase as "S1901M", or "COMPLETED"."""
        return self.get_current_phase()

    @property
    def phase(self) -> str:
        """The phase as "SPRING 1901 MOVEMENT", or "COMPLETED"."""
        if self._completed:
            return COMPLETED
        phase = self._phase()
        return f"{_SEASONS[phase.season]} {phase.year} {_TYPES[phase.type]}"

    @property
    def phase_type(self) -> str | None:
        """The phase's type as "M", "R" or "A"; None when the game is over."""
        return None if self._completed else str(self._phase())[-1]

    @property
    def is_game_done(self) -> bool:
        """True when a power has won."""
        return self._completed

    @property
    def powers(self) -> dict[str, Power]:
        """The current state of the powers."""
        return {power: self.get_power(power) for power in self.board.powers}

    def get_map_power_names(self) -> list[str]:
        """Return the names of the powers."""
        return list(self.board.powers)

    def has_power(self, power_name: str) -> bool:
        """Tell whether there is such a power."""
        return power_name in self.board.powers

    def get_power(self, power_name: str) -> Power:
        """Return the current state of a power.

        Raises:
            StandoffError: There is no such power.
        """
        power = self._known(power_name)
        movement = self._phase().type is PhaseType.MOVEMENT
        orders = self._orders.get(power, {}).values()
        return Power(
            power,
            [str(unit) for unit in self._position.units if unit.power == power],
            {str(unit): list(places) for unit, places in self._retreats.items() if unit.power == power},
            list(self._position.centers.get(power, ())),
            list(self.board.powers[power].homes),
            dict(self._split(order) for order in orders) if movement else {},
            [] if movement else [str(order) for order in orders],
            [province for province, owner in self._influence.items() if owner == power],
        )

    @staticmethod
    def _split(order: Order) -> tuple[str, str]:
        """Return an order as the package keeps it: the unit, and what it does."""
        kind, place, *rest = str(order).split()
        return f"{kind} {place}", " ".join(rest)

    def _known(self, power_name: str) -> str:
        name = power_name.upper()
        if name not in self.board.powers:
            raise StandoffError(f"no power {power_name!r}; known: {', '.join(self.board.powers)}")
        return name

    def get_units(self, power_name: str | None = None) -> Any:
        """Return the units of a power, dislodged ones with an asterisk; of all powers by name, if none is named."""
        if power_name is None:
            return {power: self.get_units(power) for power in self.board.powers}
        power = self.get_power(power_name)
        return [*power.units, *(f"*{unit}" for unit in power.retreats)]

    def get_centers(self, power_name: str | None = None) -> Any:
        """Return the supply centers of a power; of all powers by name, if none is named."""
        if power_name is None:
            return {power: self.get_centers(power) for power in self.board.powers}
        return list(self._position.centers.get(self._known(power_name), ()))

    def get_orders(self, power_name: str | None = None) -> Any:
        """Return the orders of a power; of all powers by name, if none is named."""
        if power_name is None:
            return {power: self.get_orders(power) for power in self.board.powers}
        orders = self._orders.get(self._known(power_name), {}).values()
        return [str(order) for order in orders if not isinstance(order, Waive)]

    def get_orderable_locations(self, power_name: str | None = None) -> Any:
        """Return the provinces that a power may order something in; of all powers by name, if none is named."""
        if power_name is None:
            return {power: self.get_orderable_locations(power) for power in self.board.powers}
        power = self._known(power_name)
        if self._phase().type is PhaseType.RETREAT:
            return sorted(unit.province for unit in self._retreats if unit.power == power)
        own = sorted(unit.province for unit in self._position.units if unit.power == power)
        if self._phase().type is PhaseType.MOVEMENT:
            return own
        difference = balance(self._position, power)
        if difference > 0:
            return sorted(free_homes(self.board, self._position, power))
        return own if difference < 0 else []

    def get_state(self) -> Json:
        """Return the state of the game as one dictionary, as saved games hold it."""
        powers = self.powers
        adjustment = self._phase().type is PhaseType.ADJUSTMENT and not self._completed
        builds: Json = {}
        for power in powers:
            count = balance(self._position, power) if adjustment else 0
            homes = free_homes(self.board, self._position, power) if count > 0 else []
            builds[power] = {"count": min(count, len(homes)) if count > 0 else count, "homes": homes}
        return {
            "name": self.get_current_phase(),
            "map": self.map_name,
            "note": self.note,
            "units": self.get_units(),
            "retreats": {name: power.retreats for name, power in powers.items()},
            "centers": self.get_centers(),
            "homes": {name: power.homes for name, power in powers.items()},
            "influence": {name: power.influence for name, power in powers.items()},
            "civil_disorder": dict.fromkeys(powers, 0),
            "builds": builds,
        }

    def get_order_status(self, power_name: str | None = None, unit: str | None = None, loc: str | None = None) -> Any:
        """Return what became of the units in the last phase: of one, of a power's, or of all by power.

        Args:
            power_name: A power, to be told of its units by name.
            unit: A unit ("A PAR"), to be told of it.
            loc: A province or location, to be told of the unit there, with its name.

        Returns:
            For a unit a list of "bounce", "cut", "void", "no convoy", "dislodged", "disrupted", "disband"; empty for
            one that did as ordered.
        """
        results = self.result_history.last_value() if self.result_history else {}
        if unit is not None:
            return list(results.get(unit, ()))
        if loc is not None:
            found = [unit for unit in results if unit[2:5] == loc[:3]]
            return (found[0], list(results[found[0]])) if found else (loc, list[str]())
        if power_name is None:
            return {power: self.get_order_status(power) for power in self.board.powers}
        if not self.state_history:
            return {}
        before = cast(list[str], self.state_history.last_value()["units"][self._known(power_name)])
        return {text.lstrip("*"): self.get_order_status(unit=text.lstrip("*")) for text in before}

    def get_all_possible_orders(self) -> dict[str, list[str]]:
        """Return every order that could be given now, by location; a fleet's on a coast also by its province."""
        found: dict[str, dict[str, None]] = {location: {} for location in self.board.locations}

        def add(location: str, orders: Iterable[str]) -> None:
            for place in dict.fromkeys((location, province_of(location))):
                found[place].update(dict.fromkeys(orders))

        if self._completed:
            return {location: [] for location in found}
        kind = self._phase().type
        if kind is PhaseType.MOVEMENT:
            for unit in self._position.units:
                add(unit.location, self._possible_moves(unit))
        elif kind is PhaseType.RETREAT:
            for unit, places in self._retreats.items():
                add(unit.location, [f"{unit} D", *(f"{unit} R {place}" for place in places)])
        else:
            for power in self.board.powers:
                difference = balance(self._position, power)
                if difference < 0:
                    for unit in self._position.units:
                        if unit.power == power:
                            add(unit.location, [f"{unit} D"])
                elif difference > 0:
                    for site in free_homes(self.board, self._position, power):
                        self._add_builds(found, site)
        return {location: list(orders) for location, orders in found.items()}

    def _possible_moves(self, unit: Unit) -> list[str]:
        """Return the orders of a unit as the package lists them: moves by convoy say so, supports name coasts too."""
        board = self.board
        reach = board.army_reach[board.province_number[unit.province]]
        legality = Legality(board, self._position.units, self.rulebook)
        texts: list[str] = []
        for order in possible_orders(board, self._position, unit.location, self.rulebook):
            if isinstance(order, Move) and unit.type is ARMY:
                beside = reach >> board.province_number[order.destination] & 1
                order = replace(order, via_convoy=order.via_convoy or not beside)
            texts.append(str(order))
            if isinstance(order, Support) and order.destination and order.supported.type is FLEET:
                coasts = board.province(order.destination).locations
                for coast in coasts if len(coasts) > 1 else ():
                    named = replace(order, destination=coast)
                    if not isinstance(legality.examine(named)[1], Illegal):
                        texts.append(str(named))
        return texts

    def _add_builds(self, found: dict[str, dict[str, None]], site: str) -> None:
        province = self.board.province(site)
        found[site][f"A {site} B"] = None
        for location in province.locations:
            for place in dict.fromkeys((site, location)):
                found[place][f"F {location} B"] = None
        for place in dict.fromkeys((site, *province.locations)):
            found[place]["WAIVE"] = None

    # -- changing it --------------------------------------------------------------------------------

    def set_units(self, power_name: str, units: str | Sequence[str], reset: bool = False) -> None:
        """Put units on the board; one with an asterisk is dislodged. What stands in their provinces goes.

        Units that cannot stand where they are put are left out, and named in `error`.

        Args:
            power_name: Their power.
            units: A unit ("F STP/SC"), or several.
            reset: True to remove all other units of the power.

        Raises:
            StandoffError: There is no such power, or a text is no unit.
        """
        power = self._known(power_name)
        if reset:
            self.clear_units(power)
        kept = list(self._position.units)
        retreats = dict(self._retreats)
        for text in [units] if isinstance(units, str) else units:
            unit = unit_on(text.lstrip("*").upper(), power, self.board)
            faults = unit_faults(self.board, [unit])
            if faults:
                self.error.extend(faults)
            elif text.startswith("*"):
                retreats = {other: goals for other, goals in retreats.items() if other.province != unit.province}
                retreats[unit] = ()
            else:
                kept = [other for other in kept if other.province != unit.province]
                kept.append(unit)
                self._influence.pop(unit.province, None)
        self._position = replace(self._position, units=tuple(kept))
        if self._phase().type is PhaseType.RETREAT:
            # nothing is known of the attackers: any free province beside it
            retreats = {
                unit: legal_retreats(self.board, self._position, Dislodged(unit), self.rulebook) for unit in retreats
            }
        self._retreats = retreats
        self._spread_influence(self._position.units)

    def clear_units(self, power_name: str | None = None) -> None:
        """Remove the units of a power, or all."""
        power = None if power_name is None else self._known(power_name)
        stay = tuple(unit for unit in self._position.units if power not in (None, unit.power))
        self._position = replace(self._position, units=stay)
        self._retreats = {unit: goals for unit, goals in self._retreats.items() if power not in (None, unit.power)}
        self._influence = {province: owner for province, owner in self._influence.items() if power not in (None, owner)}

    def set_centers(self, power_name: str, centers: str | Sequence[str], reset: bool = False) -> None:
        """Give supply centers to a power; with `reset` it loses those that it has.

        Raises:
            StandoffError: There is no such power.
        """
        power = self._known(power_name)
        given = [centers] if isinstance(centers, str) else list(centers)
        given = [center for center in given if center in self.board.centers]
        owned = {
            name: tuple(c for c in of if c not in given and not (reset and name == power))
            for name, of in self._position.centers.items()
        }
        owned[power] = (*owned.get(power, ()), *dict.fromkeys(given))
        self._position = replace(self._position, centers=owned)

    def clear_centers(self, power_name: str | None = None) -> None:
        """Take the supply centers of a power, or all."""
        for power in self.board.powers if power_name is None else [power_name]:
            self.set_centers(power, [], reset=True)

    def set_orders(
        self, power_name: str, orders: str | Sequence[str], expand: bool = True, replace: bool = True
    ) -> None:
        """Give orders to units of a power; those that are illegal are left out, and named in `error`.

        Of several orders to a unit the last counts; of those given at once in retreats and adjustments, the first.

        Args:
            power_name: The power.
            orders: An order, or several; as players write them or as the package does. None at all in retreats and
                adjustments: the orders given before are forgotten.
            expand: Without effect: orders are always read in full.
            replace: False to keep what the units were ordered before.

        Raises:
            StandoffError: There is no such power.
        """
        power = self._known(power_name)
        texts = [text for text in ([orders] if isinstance(orders, str) else orders) if text.strip()]
        movement = self._phase().type is PhaseType.MOVEMENT
        if not texts and not movement:
            self.clear_orders(power)
        own = self._orders.setdefault(power, {})
        ordered: set[str] = set()  # by this call
        legality = Legality(self.board, self._position.units, self.rulebook)
        for text in texts:
            try:
                order = read_order(text, power, self.board)
            except StandoffError as fault:
                self.error.append(str(fault))
                continue
            place = f"{len(own)}" if isinstance(order, Waive) else order.unit.province
            fault = self._fault(order, legality)
            if fault is None and not movement and place in ordered:
                fault = "it is ordered twice"
            if fault is not None:
                self.error.append(f"{text}: {fault}")
                if not movement and not isinstance(order, Waive):
                    self._refused.setdefault(power, []).append(str(order.unit))
            elif replace or place not in own:
                own[place] = self._in_full(order, legality)
                ordered.add(place)

    def _fault(self, order: Order, legality: Legality) -> str | None:
        """Return why an order may not be given in this phase, None if it may."""
        kind = self._phase().type
        if self._completed:
            return "the game is over"
        if kind is PhaseType.MOVEMENT:
            _, found = legality.examine(order)
            return found.value if isinstance(found, Illegal) else None
        if kind is PhaseType.ADJUSTMENT:
            alone = next(iter(adjudicate_adjustments(self._position, [order], rules=self.rulebook, board=self.board)))
            return alone.rule if alone.outcome is Outcome.ILLEGAL else None
        dislodged = {unit.province: Dislodged(unit) for unit in self._retreats}
        places = {unit.province: goals for unit, goals in self._retreats.items()}
        found, _ = examine_retreat(self.board, dislodged, places, order, self.rulebook)
        return found.value if isinstance(found, Illegal) else None

    def _in_full(self, order: Order, legality: Legality) -> Order:
        """Return a legal order with the units in it named in full, and a fleet's coast where only one can be meant."""
        if not isinstance(order, (Hold, Move, Support, Convoy)):
            return order
        number, found = legality.examine(order)

        def named(unit: Unit) -> UnitName:
            return UnitName(unit.location, unit.type)

        order = replace(order, unit=named(legality.units[number]))
        if isinstance(found, Illegal):
            return order
        if isinstance(order, Support):
            return replace(order, supported=named(legality.units[found.target]))
        if isinstance(order, Convoy):
            return replace(order, convoyed=named(legality.units[found.target]))
        if isinstance(order, Move) and found.coast >= 0:
            return replace(order, destination=self.board.locations[found.coast])
        return order

    def clear_orders(self, power_name: str | None = None) -> None:
        """Forget the orders of a power, or all."""
        for power in self.board.powers if power_name is None else [self._known(power_name)]:
            self._orders.pop(power, None)
            self._refused.pop(power, None)

    def clear_cache(self) -> None:
        """Do nothing: nothing is cached that could become outdated."""

    def set_current_phase(self, new_phase: str) -> None:
        """Go to a phase, "S1901M", or to "COMPLETED".

        Raises:
            PositionError: It is not a phase.
        """
        self._completed = new_phase == COMPLETED
        if not self._completed:
            self._position = replace(self._position, phase=Phase.parse(new_phase))

    def set_state(self, state: Json, clear_history: bool = True) -> None:
        """Take over a state as `get_state` or a saved game holds it.

        Raises:
            StandoffError: Something in it cannot be read, or it is of another board.
        """
        if state.get("map", self.map_name) != self.map_name:
            raise StandoffError(f"a state on board {state['map']}; the game is on board {self.map_name}")
        if clear_history:
            for history in (self.state_history, self.order_history, self.result_history):
                history.clear()
        self.clear_orders()
        self.note = state.get("note", self.note)
        if state.get("name"):
            self.set_current_phase(state["name"])
        for power, units in state.get("units", {}).items():
            self.set_units(power, units, reset=True)
        for power, centers in state.get("centers", {}).items():
            self.set_centers(power, centers, reset=True)
        for power, retreats in state.get("retreats", {}).items():
            for text, places in retreats.items():
                unit = unit_on(text, self._known(power), self.board)
                self._retreats[unit] = tuple(places)
        if "influence" in state:
            self._influence = {province: power for power, own in state["influence"].items() for province in own}

    def _spread_influence(self, units: Iterable[Unit]) -> None:
        """Note whose units came to their provinces last."""
        for unit in units:
            if self._influence.get(unit.province) != unit.power:
                self._influence.pop(unit.province, None)
                self._influence[unit.province] = unit.power

    # -- going on -----------------------------------------------------------------------------------

    def process(self) -> GamePhaseData:
        """Adjudicate the phase, and go on to the next one in which any power has something to order.

        Returns:
            The phase that was adjudicated.

        Raises:
            StandoffError: The game is over.
        """
        if self._completed:
            raise StandoffError("the game is over")
        self.error = []
        name, state, given = self.get_current_phase(), self.get_state(), self.get_orders()
        position = replace(self._position, dislodged=tuple(Dislodged(unit) for unit in self._retreats))
        orders = [order for of_power in self._orders.values() for order in of_power.values()]
        orders.sort(key=lambda order: isinstance(order, Waive))  # to the package a waived build is one left over
        result = adjudicate_phase(position, orders, rules=self.rulebook, board=self.board)
        results = self._results(result)
        self.state_history[name], self.order_history[name], self.result_history[name] = state, given, results
        self._go_on(result)
        self.clear_orders()
        return GamePhaseData(name, state, given, results)

    def _results(self, result: PhaseResult) -> dict[str, list[str]]:
        """Return what became of each unit, as the package says it."""
        adjustment = self._phase().type is PhaseType.ADJUSTMENT
        found: dict[str, list[str]] = {}
        if not adjustment:
            standing = self._retreats if self._phase().type is PhaseType.RETREAT else self._position.units
            found = {str(unit): [] for unit in standing}
        names = {text[2:5]: text for text in found}
        for power, units in self._refused.items():
            for unit in units:
                # a dislodged unit may have got a better order since
                if adjustment or unit[2:5] not in self._orders.get(power, ()):
                    found.setdefault(names.get(unit[2:5], unit), []).append("void")
        for entry in result:
            if isinstance(entry.order, Waive):
                continue
            unit = names.get(entry.order.unit.province, str(entry.order.unit))
            found.setdefault(unit, []).extend(self._said(entry, adjustment))
        return found

    def _said(self, entry: OrderResult, adjustment: bool) -> list[str]:
        if adjustment:
            return ["" if entry.success else "void"]
        words = [_WORDS[entry.outcome]] if entry.outcome in _WORDS else []
        if self._phase().type is PhaseType.RETREAT:
            return words if entry.outcome is Outcome.RETREATS else [*words, "disband"]
        # to the package a convoy is disrupted only while its fleet stays
        return [*(word for word in words if word != "disrupted"), "dislodged"] if entry.dislodged else words

    def _go_on(self, result: PhaseResult) -> None:
        """Go to the next phase with something to order, from the end of this one."""
        after = result.after
        self._retreats = {}
        if isinstance(result, MovementResult):
            self._retreats = {d.unit: places for d in after.dislodged if (places := result.retreats[d.unit.province])}
            after = replace(after, dislodged=tuple(d for d in after.dislodged if d.unit in self._retreats))
        autumn = self._phase().season == "F"
        position = following(after, self.board)
        # to the package a unit that is built has not come anywhere
        arrived = [found.order for found in result if found.success and isinstance(found.order, (Move, Retreat))]
        reached = {province_of(order.destination) for order in arrived}
        self._spread_influence(unit for unit in position.units if unit.province in reached)
        self._position = replace(position, dislodged=(), contested=frozenset())
        if autumn and self._phase().type is not PhaseType.RETREAT:  # who owns what was settled
            self._end_if_won()

    def _end_if_won(self) -> None:
        """End the game when one power has the centers that it takes, and more than any other.

        Source: rulebook 1982, II.
        """
        most = max(map(len, self._position.centers.values()), default=0)
        players = tuple((power,) for power in self._position.centers)
        game = replace(variant("standard"), players=players, victory=Victory(centers=max(most, self.win)))
        if won := winner(self._position, game):
            self.outcome = [str(self._phase()), *won]
            self.note = f"Victory by: {won[0][:3]}"
            self._completed = True

    def get_phase_history(self) -> list[GamePhaseData]:
        """Return the phases that were adjudicated."""
        return [
            GamePhaseData(name, state, self.order_history[name], self.result_history[name])
            for name, state in self.state_history.items()
        ]
