"""standoff behind the class ``Game`` of the `diplomacy` package, as a replacement for it.

Units, orders, phases, states and results are the texts, lists and dictionaries that the package uses, and a game keeps
its state in them, as programs that change them expect. standoff checks every order and adjudicates every phase.
Networks, players' rights and votes are not offered; using them raises `NotOffered`.
"""

from __future__ import annotations

import json
import warnings
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import wraps
from os import urandom
from pathlib import Path
from typing import Any, Self

from ...map import (
    Board,
    Dislodged,
    Json,
    Phase,
    PhaseType,
    Position,
    StandoffError,
    named_board,
    province_of,
    unit_faults,
    unit_on,
)
from ...solver import (
    Move,
    MovementResult,
    Order,
    OrderResult,
    PhaseResult,
    Retreat,
    Rulebook,
    Waive,
    adjudicate_phase,
    following,
    legal_retreats,
)
from ...text import lines_of
from ...turn import CheckedOrders, Checker, Turn
from ...work import write_whole
from ..adapters.package import RULES
from .game_map import Map
from .order_rules import OrderChecker, order_of, split
from .parts import (
    DISBAND,
    VOID,
    DiplomacyException,
    GamePhaseData,
    GamePhaseException,
    MapPowerException,
    Message,
    Messages,
    NotOffered,
    ResultCode,
    SortedDict,
    copied,
    messages_of,
    not_offered,
    results_of,
    timestamp_microseconds,
)
from .power import ROLE, Power
from .result_codes import CodesOf, codes_for

Orders = dict[str, list[str]]

COMPLETED = "COMPLETED"
_FORMING = "FORMING"
DEFAULT_RULES = (
    *("NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "SOLITAIRE"),  # the last one implies the others
    *("NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE"),
)
_OTHER_GAMES = {
    "BUILD_ANY": "it belongs to the board: `Game(map_name='build-anywhere')`, or a .map file that says RULE BUILD_ANY",
    "DONT_SKIP_PHASES": "phases in which nobody has anything to order are left out",
    "HOLD_WIN": "a power wins at once",
    "SHARED_VICTORY": "one power wins",
    "DIFFERENT_ADJUDICATION": "it has a rulebook instead: `Game(rulebook=…)`",
    "WELFARE": "one power wins, and a power disbands in winter what it must",
}
"""Rules of the package that change the winner or the adjudication, and are not offered."""
_DRAW_AFTER_YEARS = 100
_SAVED_FIELDS = ("note", "win", "victory", "status", "deadline", "n_controls", "timestamp_created", "outcome", "error")
"""Attributes that a caller may set, and that a dictionary of a game has."""
_OF_SERVERS = ("registration_password", "observer_level", "controlled_powers", "daide_port")


def _of_each(method: Callable[[Game, str], Any]) -> Callable[..., Any]:
    """Return a method that does the same for one power; for all powers, by name, if none is named."""

    @wraps(method)
    def by_power(self: Game, power_name: str | None = None) -> Any:
        if power_name is None:
            return {name: method(self, name) for name in self.powers}
        return method(self, power_name)

    return by_power


class Game:
    """A game, adjudicated by standoff. Unknown powers raise a `MapPowerException`.

    Args:
        game_id: Its id (default: a random one).
        map_name: The board, or the path of any ``.map`` file of the package.
        rules: The package's names of house rules (`add_rule`).
        rulebook: The rulebook (default: the one closest to the package).
        settings: Further arguments of the package: notes, numbers of centers, status. Those of servers are ignored,
            with a warning.

    Raises:
        BoardError: There is no such board.
        NotOffered: A rule requires a game that standoff does not adjudicate.

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
        rules: Iterable[str] | None = None,
        rulebook: Rulebook = RULES,
        **settings: Any,
    ) -> None:
        self.messages: Messages = messages_of()
        self.message_history: SortedDict[str, Messages] = SortedDict(str, SortedDict)
        self.state_history: SortedDict[str, Json] = SortedDict(str, dict)
        self.order_history: SortedDict[str, Orders] = SortedDict(str, dict)
        self.result_history: SortedDict[str, dict[str, list[ResultCode]]] = SortedDict(str, dict)
        self.timestamp_created = timestamp_microseconds()
        self._kept_checker: tuple[Any, OrderChecker] | None = None
        self.game_id = game_id if game_id is not None else urlsafe_b64encode(urandom(12)).decode()
        self.map_name = map_name
        self.rulebook = rulebook
        self.map = Map(map_name)
        self.board: Board = self.map.board
        self.phase: str = self.map.phase
        self.phase_type: str = self.phase.split()[-1][0]
        self.rules: list[str] = []
        self.note = ""
        self.status = "forming"
        self.role = ROLE
        self.victory: list[int] = list(self.map.victory)
        self.win: int = self.victory[-1]
        self.deadline = 0
        self.n_controls: int | None = None
        self.outcome: list[str] = []
        self.error: list[str] = []
        self.popped: list[str] = []
        self.command: dict[str, str] = {}
        self.ordered_units: Orders = {}
        self.dislodged: dict[str, str] = {}
        self.powers: dict[str, Power] = {}
        for name in sorted(self.board.powers):
            power = self.powers[name] = Power(self, name)
            power.homes = list(self.board.powers[name].homes)
            power.centers = list(power.homes)
            power.units = list(self.board.powers[name].units)
            power.influence = [unit[2:5] for unit in power.units]
        for rule in (*(DEFAULT_RULES if rules is None else rules), *self.map.rules):
            self.add_rule(rule)
        self.n_controls = 0 if "SOLITAIRE" in self.rules else None
        for name, value in settings.items():
            if name in (*_SAVED_FIELDS, "role"):
                setattr(self, name, value)
            elif name not in _OF_SERVERS or value is not None:  # the package is silent here
                warnings.warn(f"Game() takes no {name!r}; it is ignored", stacklevel=2)

    def __getattr__(self, name: str) -> Any:
        raise not_offered("Game", name)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        made = self.__class__.__new__(self.__class__)
        memo[id(self)] = made
        shared = ("map", "board", "rulebook", "_kept_checker")
        for name, value in self.__dict__.items():
            made.__dict__[name] = value if name in shared else deepcopy(value, memo)
        return made

    def __str__(self) -> str:
        lines = [f"GAME {self.game_id}", f"PHASE {self.phase}", f"MAP {self.map_name}"]
        lines += [f"RESULT {' '.join(self.outcome)}"] if self.outcome else []
        return "\n".join([*lines, *(f"RULE {rule}" for rule in self.rules)])

    # -- rules --------------------------------------------------------------------------------------

    def add_rule(self, rule: str) -> None:
        """Adopt a rule of the package; only "NO_CHECK" has an effect, the others concern players, clocks and press.

        Raises:
            NotOffered: The rule requires a game that standoff does not adjudicate.
        """
        if rule in _OTHER_GAMES:
            raise NotOffered(f"rule {rule} is not offered by standoff: {_OTHER_GAMES[rule]}")
        if rule not in self.rules:
            self.rules.append(rule)

    # -- the current phase --------------------------------------------------------------------------

    def get_current_phase(self) -> str:
        """Return the phase as "S1901M", or "COMPLETED"."""
        return self.map.phase_abbr(self.phase, self.phase)

    current_short_phase = property(get_current_phase, doc="What `get_current_phase` returns.")
    is_game_done = property(lambda self: self.phase == COMPLETED, doc="True when the game is over.")
    is_game_completed = is_game_done

    def get_map_power_names(self) -> Iterable[str]:
        """Return the names of the powers."""
        return self.powers.keys()

    def has_power(self, power_name: str) -> bool:
        """Return whether there is such a power."""
        return power_name in self.powers

    def get_power(self, power_name: str) -> Power | None:
        """Return a power, None if there is none of that name."""
        return self.powers.get(power_name.upper())

    def _power_named(self, power_name: str) -> Power:
        power = self.get_power(power_name)
        if power is None:
            raise MapPowerException(f"no power {power_name!r}; known: {', '.join(self.powers)}")
        return power

    def _powers_named(self, power_name: str | None) -> Iterable[Power]:
        """Return a power, or all powers if none is named."""
        return self.powers.values() if power_name is None else [self._power_named(power_name)]

    def _current_phase(self) -> Phase | None:
        """Return the phase, None if none is being played."""
        return None if self.phase in (COMPLETED, _FORMING) else Phase.parse(self.get_current_phase())

    @property
    def turn(self) -> Turn:
        """The phase as a `Turn`, with its orders: to adjudicate, explain, draw or compare.

        >>> game = Game()
        >>> game.set_orders("FRANCE", "A PAR - BUR")
        >>> game.turn.adjudicate()["PAR"].success
        True
        """
        orders = [] if self.is_game_done else self._orders_and_voids()[0]
        return Turn(self._checker().position, tuple(orders), self.rulebook, board=self.board)

    @_of_each
    def get_units(self, power_name: str) -> Any:
        """Return the units of a power, dislodged ones with an asterisk; of all powers by name, if none is named."""
        power = self._power_named(power_name)
        return [*power.units, *(f"*{unit}" for unit in power.retreats)]

    @_of_each
    def get_centers(self, power_name: str) -> Any:
        """Return the supply centers of a power; of all powers by name, if none is named."""
        return list(self._power_named(power_name).centers)

    @_of_each
    def get_orders(self, power_name: str) -> Any:
        """Return the orders of a power; of all powers by name, if none is named."""
        power = self._power_named(power_name)
        if self.phase_type == "M":
            return [
                action if unit[:6] == "ORDER " else f"{unit} {action}"
                for unit, action in power.orders.items()
                if action
            ]
        return [order for order in power.adjust if order.partition(" ")[0] not in ("WAIVE", "VOID")]

    @property
    def orders(self) -> dict[str, str]:
        """The order of each unit; after a movement phase, what it did."""
        actions = {unit: action for power in self.powers.values() for unit, action in power.orders.items()}
        return actions or dict(self.command)

    @_of_each
    def get_orderable_locations(self, power_name: str) -> Any:
        """Return the provinces in which a power may give orders; of all powers by name, if none is named."""
        power = self._power_named(power_name)
        if self.phase_type == "R":
            return sorted(unit[2:5] for unit in power.retreats)
        own = sorted(unit[2:5] for unit in power.units)
        if self.phase_type == "M":
            return own
        checker = self._checker()
        return sorted([*checker.sites(power.name), *(own if checker.balance(power.name) < 0 else ())])

    def _unit_owner(self, unit: str, coast_required: int = 1) -> Power | None:
        """Return the power of a unit, None if there is no such unit; the coast may be omitted."""

        def is_unit(text: str) -> bool:
            return text == unit or (not coast_required and text[:5] == unit[:5])

        return next((power for power in self.powers.values() if any(map(is_unit, power.units))), None)

    def get_state(self) -> Json:
        """Return the state of the game as one dictionary, as in saved games."""
        powers = self.powers.values()
        checker = self._checker() if self.phase_type == "A" and not self.is_game_done else None
        builds: Json = {power.name: {"count": 0, "homes": []} for power in powers}
        if checker:
            builds = {name: {"count": checker.limit(name), "homes": checker.sites(name)} for name in self.powers}
        return {
            "timestamp": timestamp_microseconds(),
            "zobrist_hash": self.get_hash(),
            "note": self.note,
            "name": self.get_current_phase(),
            "phase": self.get_current_phase(),  # as a widespread fork of the package has it too
            "units": self.get_units(),
            "retreats": {power.name: copied(power.retreats) for power in powers},
            "centers": self.get_centers(),
            "homes": {power.name: list(power.homes) for power in powers},
            "influence": {power.name: list(power.influence) for power in powers},
            "civil_disorder": {power.name: power.civil_disorder for power in powers},
            "builds": builds,
        }

    def get_hash(self) -> str:
        """Return a number, as text, that is equal for equal units, centers and homes in the same phase."""
        lists = ((p.name, *map(sorted, (p.units, p.retreats, p.centers, p.homes))) for p in self.powers.values())
        raw = repr((self.get_current_phase(), list(lists))).encode()
        return str(zlib.crc32(raw) << 32 | zlib.adler32(raw))

    rebuild_hash = get_hash
    zobrist_hash = property(lambda self: int(self.get_hash()), doc="What `get_hash` returns, as a number.")

    def get_order_status(self, power_name: str | None = None, unit: str | None = None, loc: str | None = None) -> Any:
        """Return the results of units in the last phase: of one, of a power's, or of all by power.

        Args:
            power_name: A power: the results of its units, by name.
            unit: A unit ("A PAR"): its results.
            loc: A province or location: the unit there, with its results.

        Returns:
            For a unit a list of "bounce", "cut", "void", "no convoy", "dislodged", "disrupted", "disband"; empty for
            one that succeeded. `check_orders` and `error` have the reasons for refused orders.
        """
        results = self.result_history.last_value() if self.result_history else {}
        if unit is not None:
            return list(results.get(unit, ()))
        if loc is not None:
            units = [unit for unit in results if unit[2:5] == loc[:3]]
            return (units[0], list(results[units[0]])) if units else (loc, list[ResultCode]())
        if power_name is None:
            return {name: self.get_order_status(name) for name in self.powers}
        if not self.state_history:
            return {}
        before: list[str] = self.state_history.last_value()["units"][self._power_named(power_name).name]
        return {text.lstrip("*"): self.get_order_status(unit=text.lstrip("*")) for text in before}

    def check_orders(self, power_name: str, orders: str | Iterable[str]) -> CheckedOrders:
        """Return for each order whether it is legal; if not, the reason, the rule and the nearest legal orders.

        The package has no such method: its reasons are in `error`. This gives no orders.

        Raises:
            MapPowerException: There is no such power.

        >>> (checked,) = Game().check_orders("FRANCE", "A PAR - LON")
        >>> checked.reason, checked.sources[0], str(checked.nearest[0])
        ('the unit cannot get there', 'DATC 6.A.1', 'A PAR - BRE')
        """
        text = orders if isinstance(orders, str) else "\n".join(orders)
        position = self._checker().position
        lines = lines_of(text, self.board, power=self._power_named(power_name).name, position=position)
        return Checker(position, self.rulebook, self.board).lines(lines)

    def get_all_possible_orders(self) -> Orders:
        """Return all legal orders, by location; those of a fleet on a coast also by its province."""
        if self.phase_type == "M" and not self.is_game_done:
            return {place: list(own) for place, own in self._checker().texts(self.map.locs).items()}
        by_location: dict[str, dict[str, None]] = {place.upper(): {} for place in self.map.locs}

        def add(location: str, *orders: str) -> None:
            for place in (location, province_of(location)):
                by_location[place].update(dict.fromkeys(orders))

        checker = self._checker()
        for power in () if self.is_game_done else self.powers.values():
            if self.phase_type == "R":
                for text, places in power.retreats.items():
                    add(text[2:], f"{text} D", *(f"{text} R {place}" for place in places))
                continue
            for text in power.units if checker.balance(power.name) < 0 else ():
                add(text[2:], f"{text} D")
            for site in checker.sites(power.name):
                add(site, f"A {site} B")
                locations = self.board.province(site).locations
                for location in locations:
                    add(location, f"F {location} B")
                for place in (site, *locations):
                    add(place, "WAIVE")
        return {location: list(orders) for location, orders in by_location.items()}

    # -- changes ------------------------------------------------------------------------------------

    def set_units(self, power_name: str, units: str | Sequence[str], reset: bool = False) -> None:
        """Put units on the board, one with an asterisk as dislodged. Units already in their provinces are removed.

        Impossible units, and units in impossible places, are left out and listed in `error`.

        Args:
            power_name: Their power.
            units: A unit ("F STP/SC"), or several.
            reset: True to remove all other units of the power.
        """
        power = self._power_named(power_name)
        if reset:
            power.clear_units()
        for text in [units] if isinstance(units, str) else units:
            try:
                unit = unit_on(text.lstrip("*").upper(), power.name, self.board)
            except StandoffError as fault:
                self.error.append(str(fault))
                continue
            if faults := unit_faults(self.board, [unit]):
                self.error.extend(faults)
            elif text.startswith("*"):
                for each in self.powers.values():
                    each.retreats = {t: to for t, to in each.retreats.items() if t[2:5] != unit.province}
                power.retreats[str(unit)] = []
            else:
                for each in self.powers.values():
                    each.units = [other for other in each.units if other[2:5] != unit.province]
                power.units.append(str(unit))
                self._arrive(power, unit.province)
        if self.phase_type == "R":
            # its attacker is unknown: it may retreat to any free province next to it
            position = self._checker().position
            for d in position.dislodged:
                places = legal_retreats(self.board, position, d, self.rulebook)
                self.powers[d.unit.power].retreats[str(d.unit)] = list(places)

    def _arrive(self, power: Power, province: str) -> None:
        """Record the power whose unit last entered a province."""
        for each in self.powers.values():
            if province in each.influence:
                if each is power:
                    return
                each.influence.remove(province)
        power.influence.append(province)

    def clear_units(self, power_name: str | None = None) -> None:
        """Remove the units of a power, or of all powers."""
        for power in self._powers_named(power_name):
            power.clear_units()

    def set_centers(self, power_name: str, centers: str | Sequence[str], reset: bool = False) -> None:
        """Give supply centers to a power; with `reset` it loses its present ones. Other provinces are ignored."""
        power = self._power_named(power_name)
        if reset:
            power.clear_centers()
        for center in [centers] if isinstance(centers, str) else centers:
            if center in self.board.center_ids:
                for each in self.powers.values():
                    each.centers = [other for other in each.centers if other != center]
                power.centers.append(center)

    def clear_centers(self, power_name: str | None = None) -> None:
        """Remove the supply centers of a power, or of all powers."""
        for power in self._powers_named(power_name):
            power.clear_centers()

    def set_orders(
        self, power_name: str, orders: str | Sequence[str], expand: bool = True, replace: bool = True
    ) -> None:
        """Give orders to units of a power; illegal ones are left out, and listed in `error` with the reason.

        Of several orders to a unit, the last counts; in retreats and adjustments, the first one of a call.

        Args:
            power_name: The power.
            orders: An order, or several, in players' notation or the package's. None at all, in retreats and
                adjustments, deletes earlier orders.
            expand: Without effect: orders are always read in full.
            replace: False to keep earlier orders of the units.
        """
        power = self._power_named(power_name)
        texts = [text for text in ([orders] if isinstance(orders, str) else orders) if text.strip()]
        if self.is_game_done:
            self.error.extend(f"{text}: the game is over" for text in texts)
        elif self.phase_type != "M":
            self._adjust(power, texts, replace)
        elif "NO_CHECK" in self.rules:  # stored unread
            number = {action[:5].upper(): unit for unit, action in power.orders.items()} if replace else {}
            for text in (" ".join(text.split()) for text in texts):
                power.orders[number.get(text[:5].upper(), f"ORDER {len(power.orders) + 1}")] = text
        else:
            checker = self._checker()
            for text in texts:
                order = self._accepted(text, power, checker)
                if order is None:
                    continue
                unit, action = split(str(checker.in_full(order)))
                given = [each for each in power.orders if each[2:5] == unit[2:5]]
                if replace or not given:
                    for each in given:
                        del power.orders[each]
                    power.orders[unit] = action

    def _read(self, text: str, power: Power) -> Order | None:
        """Return an order, None if it is unreadable; then `error` has the reason."""
        try:
            return order_of(text, power.name, self.board)
        except StandoffError as fault:
            self.error.append(str(fault))
            return None

    def _accepted(self, text: str, power: Power, checker: OrderChecker) -> Order | None:
        """Return an order, None if it is not legal in this phase; then `error` has the reason."""
        order = self._read(text, power)
        fault = order and checker.fault(order)
        if fault:
            self.error.append(f"{text}: {fault}")
        return None if fault else order

    def _adjust(self, power: Power, texts: Sequence[str], replace: bool) -> None:
        """Store orders of retreats or adjustments."""
        if not texts:
            power.adjust = []
        checker = self._checker()
        ordered: set[str] = set()  # by this call
        for text in texts:
            order = self._read(text, power)
            if order is None:
                continue
            if isinstance(order, Waive):
                power.adjust.append("WAIVE")
                continue
            fault = "it is ordered twice" if order.unit.province in ordered else checker.fault(order)
            if fault is not None:
                self.error.append(f"{text}: {fault}")
                power.adjust.append(f"VOID {' '.join(text.upper().split())}")
                continue
            at = [n for n, given in enumerate(power.adjust) if split(given)[0][2:5] == order.unit.province]
            if not at:
                power.adjust.append(str(order))
            elif replace:
                power.adjust[at[0]] = str(order)
            if replace or not at:
                ordered.add(order.unit.province)
        limit = checker.limit(power.name) if self.phase_type == "A" else 0
        if limit > 0 and texts:  # builds that are not ordered are waived, wherever that is written
            power.adjust = [given for given in power.adjust if given != "WAIVE"]
            power.adjust += ["WAIVE"] * (limit - len(power.adjust))

    def _checker(self) -> OrderChecker:
        """Return the `OrderChecker` for the units in the powers' lists; the same one until they change."""
        powers = self.powers.values()
        lists = [(*p.units, "", *p.retreats, "", *p.centers, *map(tuple, p.retreats.values())) for p in powers]
        key = self.phase, self.rulebook, lists
        if self._kept_checker is None or self._kept_checker[0] != key:
            phase, board = self._current_phase(), self.board
            gone = [unit_on(text, power.name, board) for power in powers for text in power.retreats]
            position = Position(
                tuple(unit_on(text, power.name, board) for power in powers for text in power.units),
                {power.name: tuple(power.centers) for power in powers},
                phase=phase,
                dislodged=tuple(map(Dislodged, gone)) if phase and phase.type is PhaseType.RETREAT else (),
                board=board.source,
            )
            retreats = {unit[2:5]: tuple(to) for power in powers for unit, to in power.retreats.items()}
            self._kept_checker = key, OrderChecker(position, board, self.rulebook, retreats)
        return self._kept_checker[1]

    def clear_orders(self, power_name: str | None = None) -> None:
        """Delete the orders of a power, or of all powers."""
        for power in self._powers_named(power_name):
            power.clear_orders()

    def clear_cache(self) -> None:
        """Do nothing: nothing is cached."""

    def set_current_phase(self, new_phase: str) -> None:
        """Set the phase, "S1901M" or "COMPLETED".

        Raises:
            PositionError: It is not a phase.
        """
        if new_phase not in (COMPLETED, _FORMING):
            Phase.parse(new_phase)
            self.phase_type = new_phase[-1]
        self.phase = self.map.phase_long(new_phase)

    def set_state(self, state: Json, clear_history: bool = True) -> None:
        """Adopt a state, as from `get_state` or a saved game.

        Raises:
            StandoffError: Something in it is unreadable, or it belongs to another board.
        """
        if state.get("map", self.map_name) != self.map_name:
            raise DiplomacyException(f"a state on board {state['map']}; the game is on board {self.map_name}")
        homes_by_power: dict[str, list[str]] = state.get("homes") or {}
        for name, homes in homes_by_power.items():
            if set(homes or ()) != set(self.board.power(name).homes):
                raise NotOffered(f"{name} with other home centers than the board's is not offered by standoff")
        if clear_history:
            self._clear_history()
        self.clear_orders()
        self.note = state.get("note", self.note)
        if state.get("name"):
            self.set_current_phase(state["name"])
        for name, units in state.get("units", {}).items():
            self.set_units(name, units, reset=True)
        for name, centers in state.get("centers", {}).items():
            self.set_centers(name, centers, reset=True)
        for name, retreats in state.get("retreats", {}).items():
            self._power_named(name).retreats = {unit: list(places) for unit, places in retreats.items()}
        disordered: dict[str, int] = state.get("civil_disorder") or {}
        for name, number in disordered.items():
            self._power_named(name).civil_disorder = number
        if "influence" in state:
            for power in self.powers.values():
                power.influence = list(state["influence"].get(power.name, ()))

    # -- processing --------------------------------------------------------------------------------

    def process(self) -> GamePhaseData:
        """Adjudicate the phase, and proceed to the next one in which any power may give orders.

        Returns:
            The phase that was adjudicated; if the game is over, where it ended.

        Raises:
            StandoffError: The powers' lists are impossible.
        """
        if self.is_game_done:
            return self.get_phase_data()
        self.error = []
        orders, refused = self._orders_and_voids()
        position = self._checker().position
        result = adjudicate_phase(position, orders, rules=self.rulebook, board=self.board)
        entries, given = list(result), self.get_orders()
        results = self._results(codes_for(result, entries), entries, orders, refused)
        phase = replace(self.get_phase_data(), orders=given, results=results)
        movement = self.phase_type == "M"
        self.ordered_units = {}
        for power in self.powers.values():
            texts = given[power.name] if movement else [text.removeprefix("VOID ") for text in power.adjust]
            self.ordered_units[power.name] = list(dict.fromkeys(split(text)[0] for text in texts))
        self.command = {str(unit): "H" for unit in position.units} if movement else {}
        for order in (entry.order for entry in entries):
            unit, action = split(str(order))
            if unit in self.command:
                self.command[unit] = action.removesuffix(" VIA")
            elif self.phase_type == "A" and not isinstance(order, Waive):
                own = self.ordered_units[order.power]
                own += [unit] if unit not in own else []  # a removal of a power that ordered too few
        if self.phase_type != "A":
            self.popped = [unit for unit, codes in phase.results.items() if DISBAND in codes]
        self.dislodged = {}
        self._close(phase)
        self._go_on(result, entries)
        return phase

    def _close(self, phase: GamePhaseData) -> None:
        self.extend_phase_history(phase)
        self.messages = messages_of()
        self.clear_orders()

    def _orders_and_voids(self) -> tuple[list[Order], dict[str, list[str]]]:
        """Return the orders of all powers, and by power the units with void orders."""
        orders: list[Order] = []
        refused: dict[str, list[str]] = {}
        movement, unread, checker = self.phase_type == "M", "NO_CHECK" in self.rules, self._checker()
        for power in self.powers.values():
            if movement and not unread:
                orders += [
                    order_of(f"{unit} {action}", power.name, self.board) for unit, action in power.orders.items()
                ]
            for text in power.adjust if not movement else power.orders.values() if unread else ():
                void, _, rest = text.partition(" ")
                if void == "VOID":
                    refused.setdefault(power.name, []).append(split(rest)[0])
                    continue
                order = self._accepted(text, power, checker) if movement else order_of(text, power.name, self.board)
                if order:
                    orders.append(order)
                else:
                    refused.setdefault(power.name, []).append(split(text.upper())[0])
        orders.sort(key=lambda order: isinstance(order, Waive))  # to the package, a waived build is a remaining one
        return orders, refused

    def _results(
        self, words: CodesOf, entries: Sequence[OrderResult], orders: Sequence[Order], refused: dict[str, list[str]]
    ) -> dict[str, list[ResultCode]]:
        """Return the results of all units, as the package's codes."""
        adjustment = self.phase_type == "A"
        results: dict[str, list[ResultCode]] = {}
        for power in () if adjustment else self.powers.values():
            results.update({unit: [] for unit in (power.retreats if self.phase_type == "R" else power.units)})
        names = {text[2:5]: text for text in results}
        ordered = {(order.power, order.unit.province) for order in orders if not isinstance(order, Waive)}
        for power, unit in ((power, unit) for power, units in refused.items() for unit in units):
            if self.phase_type == "M":  # unchecked orders: perhaps to missing or foreign units
                if unit not in results or unit in self.powers[power].units:
                    results.setdefault(unit, []).append(VOID)
            elif adjustment or (power, unit[2:5]) not in ordered:  # unless it got a better order afterwards
                results.setdefault(names.get(unit[2:5], unit), []).append(VOID)
        for entry in entries:
            if not isinstance(entry.order, Waive):
                unit = names.get(entry.order.unit.province, str(entry.order.unit))
                codes = results.setdefault(unit, [])
                codes += [code for code in words(entry) if adjustment or code not in codes]
        waived = sum(power.adjust.count("WAIVE") for power in self.powers.values()) if adjustment else 0
        return {**results, "WAIVE": [VOID] * waived} if waived else results

    def _go_on(self, result: PhaseResult, entries: Sequence[OrderResult]) -> None:
        """Go from the end of this phase to the next one in which any power may give orders."""
        after, board = result.after, self.board
        retreats: dict[str, dict[str, list[str]]] = {}
        if isinstance(result, MovementResult):
            for d in after.dislodged:
                if places := result.retreats[d.unit.province]:
                    retreats.setdefault(d.unit.power, {})[str(d.unit)] = list(places)
                else:
                    self.popped.append(str(d.unit))
                if d.attacker_from:
                    self.dislodged[str(d.unit)] = d.attacker_from
            kept = tuple(d for d in after.dislodged if str(d.unit) in retreats.get(d.unit.power, ()))
            after = replace(after, dislodged=kept)
        played = self._current_phase()
        assert played is not None
        if not any(power.centers for power in self.powers.values()):  # as in the package: a position without centers
            after = replace(after, centers={power.name: tuple(power.homes) for power in self.powers.values()})
        position = following(after, board)
        then = position.phase
        assert then is not None
        # to the package, a newly built unit has not entered its province
        arrived = [entry.order for entry in entries if entry.success and isinstance(entry.order, (Move, Retreat))]
        reached = {province_of(order.destination) for order in arrived}
        for power in self.powers.values():
            own = [unit for unit in position.units if unit.power == power.name]
            power.units = [str(unit) for unit in own]
            power.retreats = retreats.get(power.name, {})
            owned = position.centers.get(power.name, ())
            power.centers = [*(c for c in power.centers if c in owned), *(c for c in owned if c not in power.centers)]
        for unit in position.units:
            if unit.province in reached:
                self._arrive(self.powers[unit.power], unit.province)
        self.set_current_phase(str(then))
        if played.season == "F" and then.type is not PhaseType.RETREAT:  # ownership was updated
            self._end_if_over(played.year)

    def _end_if_over(self, year: int) -> None:
        """End the game if one power has enough centers to win, and more than any other, or after 100 years.

        Source: rulebook 1982, II.
        """
        most = max(len(power.centers) for power in self.powers.values())
        leaders = [power.name for power in self.powers.values() if len(power.centers) == most]
        won = leaders if most >= self.win and len(leaders) == 1 else []
        if won or year - self.board.first_year + 1 >= _DRAW_AFTER_YEARS:
            self.phase_type = "A"
            self._finish(won or self._alive(), f"W{year}A")

    def _alive(self) -> list[str]:
        return [power.name for power in self.powers.values() if not power.is_eliminated()]

    def _finish(self, victors: Sequence[str], when: str | None = None) -> None:
        self.outcome = [when or self.get_current_phase(), *victors]
        self.note = f"Victory by: {', '.join(name[:3] for name in victors)}"
        self.phase, self.status = COMPLETED, "completed"

    def draw(self, winners: Iterable[str] | None = None) -> tuple[GamePhaseData, GamePhaseData]:
        """End the game as a draw of some powers, or of all survivors; return the phases before and after."""
        names = self._alive() if winners is None else [self._power_named(name).name for name in winners]
        before = self.get_phase_data()
        self._close(replace(before, orders=self.get_orders()))
        self._finish(names)
        return before, self.get_phase_data()

    # -- history -------------------------------------------------------------------------------------

    def add_message(self, message: Message) -> int:
        """Record a message of this phase; return when it was sent, in microseconds since 1970.

        Raises:
            GamePhaseException: It belongs to another phase.
        """
        if message.phase != self.get_current_phase():
            raise GamePhaseException(f"a message of phase {message.phase}; the game is in {self.get_current_phase()}")
        if message.time_sent is None:
            message.time_sent = timestamp_microseconds()
        self.messages[message.time_sent] = message
        return message.time_sent

    def get_phase_history(self, from_phase: str | None = None, to_phase: str | None = None) -> list[GamePhaseData]:
        """Return the adjudicated phases, from one to another."""
        return [
            GamePhaseData(
                name,
                self.state_history[name],
                self.order_history.get(name, {}),
                self.result_history.get(name, {}),
                self.message_history.get(name, messages_of()).copy(),
            )
            for name in self.state_history.sub_keys(from_phase, to_phase)
        ]

    def get_phase_from_history(self, short_phase_name: str) -> GamePhaseData:
        """Return an adjudicated phase.

        Raises:
            IndexError: It was not played.
        """
        return self.get_phase_history(short_phase_name, short_phase_name)[0]

    def extend_phase_history(self, game_phase_data: GamePhaseData) -> None:
        """Record a phase as adjudicated."""
        self.state_history[game_phase_data.name] = game_phase_data.state
        self.order_history[game_phase_data.name] = game_phase_data.orders
        self.result_history[game_phase_data.name] = game_phase_data.results
        self.message_history[game_phase_data.name] = game_phase_data.messages

    def _clear_history(self) -> None:
        for history in (self.state_history, self.order_history, self.result_history, self.message_history):
            history.clear()

    def get_phase_data(self) -> GamePhaseData:
        """Return the current phase; the orders of a power without any are None."""
        orders = {name: own or None for name, own in self.get_orders().items()}
        return GamePhaseData(self.get_current_phase(), self.get_state(), orders, {}, self.messages.copy())

    def set_phase_data(self, phase_data: GamePhaseData | Sequence[GamePhaseData], clear_history: bool = True) -> None:
        """Adopt phases: the last as the current one, the others as history.

        Raises:
            StandoffError: Something in them is unreadable.
        """
        phases = [phase_data] if isinstance(phase_data, GamePhaseData) else list(phase_data)
        if not phases:
            return
        if clear_history:
            self._clear_history()
        *played, last = phases
        if last.state.get("name", last.name) != last.name:
            raise DiplomacyException(f"phase {last.name}: its state is of {last.state['name']}")
        for phase in played:
            self.extend_phase_history(phase)
        self.set_state(last.state, clear_history=False)
        if last.name in (COMPLETED, _FORMING):
            self.phase = last.name
        for name, orders in last.orders.items():
            if orders is not None:
                self.set_orders(name, orders)
        self.messages = last.messages.copy()

    # -- as a dictionary -----------------------------------------------------------------------------

    def to_dict(self) -> Json:
        """Return the complete game as one dictionary, for `from_dict`."""

        def lists(messages: Messages) -> list[Json]:
            return [message.to_dict() for message in messages.values()]

        more = ("game_id", "map_name", "phase", "role", "rules", "zobrist_hash")
        return {
            **{name: copied(getattr(self, name)) for name in (*_SAVED_FIELDS, *more)},
            **dict.fromkeys(("controlled_powers", "daide_port", "observer_level", "registration_password")),
            "message_history": {name: lists(messages) for name, messages in self.message_history.items()},
            "messages": lists(self.messages),
            "meta_rules": [],
            "no_rules": [],
            "order_history": copied(dict(self.order_history)),
            "phase_abbr": "",
            "powers": {power.name: power.to_dict() for power in self.powers.values()},
            "result_history": {
                name: {unit: [str(code) for code in codes] for unit, codes in results.items()}
                for name, results in self.result_history.items()
            },
            "state_history": copied(dict(self.state_history)),
        }

    def json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict())

    @classmethod
    def from_dict(cls, json_dict: Json) -> Self:
        """Return the game in a dictionary.

        Raises:
            StandoffError: Something in it is unreadable.
        """
        board = named_board(json_dict.get("map_name", "standard"))
        game = cls(json_dict.get("game_id"), board.source, json_dict.get("rules"))
        for name in _SAVED_FIELDS:
            if json_dict.get(name) is not None:
                setattr(game, name, copied(json_dict[name]))
        if phase := json_dict.get("phase"):
            game.phase = phase
            game.phase_type = phase.split()[-1][0] if phase not in (COMPLETED, _FORMING) else game.phase_type
            game._current_phase()  # raises now, not later
        powers: dict[str, Json] = json_dict.get("powers") or {}
        for name, entry in powers.items():
            power = game._power_named(name)
            power.__dict__.update(Power.from_dict(entry).__dict__, game=game, name=power.name, abbrev=power.abbrev)

        def recorded(what: str) -> Json:
            return json_dict.get(what) or {}

        game.state_history = SortedDict(str, dict, copied(recorded("state_history")))
        game.order_history = SortedDict(str, dict, copied(recorded("order_history")))
        results = {name: results_of(entry) for name, entry in recorded("result_history").items()}
        game.result_history = SortedDict(str, dict, results)
        messages = {name: messages_of(own) for name, own in recorded("message_history").items()}
        game.message_history = SortedDict(str, SortedDict, messages)
        game.messages = messages_of(json_dict.get("messages") or ())
        return game

    # -- pictures ------------------------------------------------------------------------------------

    def render(
        self,
        incl_orders: bool = True,
        incl_abbrev: bool = False,
        output_format: str = "svg",
        output_path: str | None = None,
    ) -> str:
        """Return a picture of the position as SVG.

        Args:
            incl_orders: True to draw the orders of this phase.
            incl_abbrev: True to write short names of provinces.
            output_format: "svg".
            output_path: A file to which it is also written.

        Raises:
            ValueError: Another format is requested.

        >>> Game().render().count('class="unit stands"')
        22
        """
        from ...pictures import draw

        if output_format != "svg":
            raise ValueError(f"format {output_format!r}; a game is drawn as svg only (`standoff draw` knows others)")
        turn = self.turn
        title = self.note or COMPLETED if self.is_game_done else ""
        shown = turn if incl_orders and turn.orders else turn.position
        svg = draw(shown, board=self.board, names="short" if incl_abbrev else "none", crop=False, title=title).svg
        if output_path:
            write_whole(Path(output_path), svg)
        return svg


class Renderer:
    """Draws a game.

    Args:
        game: The game.
        svg_path: Without effect: the board is drawn, not read from a file.

    >>> Renderer(Game()).render().count('class="unit stands"')
    22
    """

    def __init__(self, game: Game, svg_path: str | None = None) -> None:
        self.game = game
        self.render = game.render
