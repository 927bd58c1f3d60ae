"""Recorded games of other sites as saved games: webDiplomacy's and DiploBN's JSON.

Both are rewritten phase by phase as the `diplomacy` package saves games; from there on there is one reader
(`programs.read_saved`) and one replay (`replaying`). What a site does not record stays unsaid: retreat phases of
DiploBN come without units, and where attackers came from follows from the phase before.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, cast

from ..map import Board, Json, Phase, PhaseType, StandoffError, load_board, object_at, province_of, warn_unread
from ..turn import unread_keys
from .faults import FormatError

_COASTS = ("SPA/NC", "SPA/SC", "STP/NC", "STP/SC", "BUL/EC", "BUL/SC")
_PROVINCES = (
    "CLY EDI LVP YOR WAL LON POR SPA NAF TUN NAP ROM TUS PIE VEN APU GRE ALB SER BUL RUM CON SMY ANK ARM SYR SEV UKR "
    "WAR LVN MOS STP FIN SWE NWY DEN KIE BER PRU SIL MUN RUH HOL BEL PIC BRE PAR BUR MAR GAS BAR NWG NTH SKA HEL BAL "
    "BOT NAO IRI ENG MAO WES LYO TYS ION ADR AEG EAS BLA TYR BOH VIE TRI BUD GAL"
)
_COASTS_LAST = (*_PROVINCES.split(), *_COASTS)
_COASTS_BETWEEN = sorted(_COASTS_LAST, key=lambda place: _COASTS_LAST.index(province_of(place)))
"""The territories as the variants for two players number them: coasts stand behind their province."""

_VARIANTS = {
    1: ("standard", "ENGLAND FRANCE ITALY GERMANY AUSTRIA TURKEY RUSSIA", _COASTS_LAST),
    15: ("france-austria", "FRANCE AUSTRIA", _COASTS_BETWEEN),
    23: ("germany-italy", "GERMANY ITALY", _COASTS_BETWEEN),
}
"""By webDiplomacy's number of a variant: the board, the countries and the territories, both counted from 1."""

_GAME_KEYS = (
    *("gameID", "GameLabel", "countryID", "potType", "turn", "phase", "gameOver", "pressType", "standoffs"),
    *("occupiedFrom", "votes", "orderStatus", "status", "title", "name", "drawType", "drawVotes", "id", "map"),
    "Competition",
)
"""The keys of a record beside its phases that say nothing of orders and positions, or what follows from them."""

_WEBDIPLOMACY_KEYS = {
    "units": ("unitType", "type", "terrID", "countryID", "retreating"),
    "centers": ("countryID", "terrID"),
    "orders": (
        *("turn", "phase", "countryID", "terrID", "unitType", "type", "toTerrID", "fromTerrID", "viaConvoy"),
        *("success", "dislodged"),
    ),
}
"""What an object in each list of a phase of webDiplomacy may say."""

_KINDS = {"Diplomacy": PhaseType.MOVEMENT, "Retreats": PhaseType.RETREAT, "Builds": PhaseType.ADJUSTMENT}

RESULTS = "the results of single orders"
"""The key under which a translated phase says that it leaves out the results."""


def loaded(text: str, name: str) -> Json:
    """Return the JSON object of a text.

    Raises:
        FormatError: It is none.
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as fault:
        raise FormatError(f"{name}, line {fault.lineno}: not JSON: {fault.msg} at column {fault.colno}") from None
    except (ValueError, RecursionError) as fault:  # a number with too many digits, brackets nested too deeply
        raise FormatError(f"{name}: JSON that cannot be read: {fault}") from None
    if not isinstance(data, dict):
        raise FormatError(f"{name}, line 1: expected a JSON object")
    return cast(Json, data)


def saved_game(text: str, name: str, board: Board | None = None) -> Json:
    """Return a recorded game as the `diplomacy` package saves it; one that it saved, as it is.

    Args:
        text: The file.
        name: What messages call it.
        board: The board of a record that names none.

    Raises:
        FormatError: It is not JSON, or something in it is not of its format; the phase at fault is named.

    >>> game = saved_game('{"GamePhases": [{"Phase": 19011, "Units": {"France": [["A", "Par"]]}}]}', "game.json")
    >>> game["phases"][0]["name"], game["phases"][0]["state"]["units"]
    ('S1901M', {'FRANCE': ['A PAR']})
    """
    data = loaded(text, name)
    phases: Any = data.get("GamePhases", data.get("phases"))
    if "GamePhases" not in data and not _is_webdiplomacy(phases):
        warn_unread(name, unread_keys(data))
        return data
    site = _DiploBN() if "GamePhases" in data else _WebDiplomacy(data.get("variantID"), board, name)
    translated: list[Json] = []
    for number, entry in enumerate(cast("list[Any]", phases) if isinstance(phases, list) else [phases], 1):
        try:
            translated.extend(site.phases(dict(entry)))
        except (KeyError, IndexError, TypeError, ValueError, StandoffError) as fault:
            what = f"not a phase of {site.name}: {type(fault).__name__} {fault}"
            raise FormatError(f"{name}, phase {number}: {what}") from None
    beside = {key: value for key, value in data.items() if key not in ("GamePhases", "phases", "variantID")}
    warn_unread(name, [*(key for key in beside if key not in _GAME_KEYS), *site.unread])
    game_id = str(data.get("gameID") or data.get("GameLabel") or "")
    return {**beside, "id": game_id, "map": site.board.source, "phases": translated}


def _is_webdiplomacy(phases: Any) -> bool:
    """Tell whether the phases of a game are numbered by turns, as webDiplomacy's are."""
    first: Any = next(iter(cast("list[Any]", phases)), None) if isinstance(phases, list) else None
    return isinstance(first, dict) and "turn" in first


def _order(unit: str, kind: str, *places: str) -> str:
    """Return the text of an order by its kind in a record; `places` are units or destinations."""
    first, second = (*places, "", "")[:2]
    return {
        "hold": f"{unit} H",
        "move": f"{unit} - {first}",
        "support hold": f"{unit} S {first}",
        "support move": f"{unit} S {first} - {second}",
        "convoy": f"{unit} C {first} - {second}",
        "retreat": f"{unit} R {first}",
        "disband": f"{unit} D",
        "destroy": f"{unit} D",
        "build": f"{unit} B",
    }[kind]


class _WebDiplomacy:
    """webDiplomacy's ``game/status`` and, with truth values for Yes and No, its later ``history.json``."""

    name = "webDiplomacy"

    def __init__(self, variant: Any, board: Board | None, file: str) -> None:
        if variant is None:
            variant = next((number for number, of in _VARIANTS.items() if board and of[0] == board.name), 1)
        if variant not in _VARIANTS:
            raise FormatError(f"{file}: variant {variant!r} of webDiplomacy; known: {', '.join(map(str, _VARIANTS))}")
        source, countries, self.places = _VARIANTS[variant]
        self.board, self.countries = load_board(source), dict(enumerate(countries.split(), 1))
        self.unread: list[str] = []

    def place(self, number: Any) -> str:
        """Return the location of a number; empty if none is given."""
        return self.places[int(number) - 1] if int(number or 0) > 0 else ""

    def phases(self, entry: Json) -> list[Json]:
        """Return an entry as phases; what stands after the end of a game is none."""
        if entry["phase"] not in _KINDS:
            return []
        self.unread += [key for key in entry if key not in ("phase", "turn", "messages", *_WEBDIPLOMACY_KEYS)]
        for key, known in _WEBDIPLOMACY_KEYS.items():
            self.unread += [f"{one} of {key}" for each in entry.get(key) or () for one in each if one not in known]
        kind, turn = _KINDS[entry.pop("phase")], int(entry.pop("turn"))
        season = "W" if kind is PhaseType.ADJUSTMENT else "SF"[turn % 2]
        units, centers, at = dict[str, list[str]](), dict[str, list[str]](), dict[str, str]()
        standing = sorted(entry.pop("units"), key=lambda unit: unit.get("retreating") in ("Yes", True))
        for unit in standing:  # dislodged ones last: they are the ones that retreat
            text = f"{(unit.get('unitType') or unit['type'])[0]} {self.place(unit['terrID'])}"
            star = "*" if unit.get("retreating") in ("Yes", True) else ""
            units.setdefault(self.power(unit), []).append(star + text)
            at[province_of(text[2:])] = text
        for center in entry.pop("centers"):
            if int(center["countryID"] or 0):
                centers.setdefault(self.power(center), []).append(self.place(center["terrID"]))
        orders: dict[str, list[str]] = {}
        given = entry.pop("orders")
        for order in given:
            orders.setdefault(self.power(order), []).append(self.order(order, at))
        phase = Phase(season, self.board.first_year + turn // 2, kind)
        return [_phase(phase, orders, {"units": units, "centers": centers}, entry, results=bool(given))]

    def power(self, entry: Json) -> str:
        """Return the power of a unit, center or order."""
        return self.countries[int(entry["countryID"])]

    def order(self, order: Json, units: dict[str, str]) -> str:
        """Return the text of an order; `units` are those that stand there, by province."""
        kind = order["type"].lower()
        if kind == "wait":
            return "WAIVE"
        place = self.place(order.get("terrID")) or self.place(order.get("toTerrID"))
        source, to = self.place(order.get("fromTerrID")), self.place(order.get("toTerrID"))
        if kind.startswith("build"):
            return f"{kind.split()[1][0].upper()} {place} B"
        unit = units.get(province_of(place), f"{(order.get('unitType') or '')[:1]} {place}".strip())
        if kind.startswith(("support", "convoy")):
            aided = source or to
            return _order(unit, kind, units.get(province_of(aided), aided), to)
        text = _order(unit, kind, to)
        return f"{text} VIA" if order.get("viaConvoy") in ("Yes", True) and kind == "move" else text


class _DiploBN:
    """A game of DiploBN's published schema: a retreat phase stands in the entry of the phase before it."""

    name = "DiploBN"
    keys = ("Phase", "Status", "CenterCounts", "SupplyCenters", "Units", "Orders", "DislodgedUnits", "RetreatOrders")
    """What is read of an entry, or follows from what is read."""

    def __init__(self) -> None:
        self.board = load_board()
        self.unread: list[str] = []

    @staticmethod
    def place(location: Any) -> str:
        """Return a location, which is a province, or a province and a coast."""
        return (location if isinstance(location, str) else "/".join(filter(None, location))).upper()

    def phases(self, entry: Json) -> list[Json]:
        """Return an entry as a phase, and as the retreat phase behind it where units were dislodged."""
        number = int(entry["Phase"])
        self.unread += [key for key in entry if key not in self.keys]
        season = {1: "S", 2: "F", 3: "W"}[number % 10]
        kind = PhaseType.ADJUSTMENT if season == "W" else PhaseType.MOVEMENT
        units, at = dict[str, list[str]](), dict[tuple[str, str], str]()
        for country, standing in object_at(entry, "Units").items():
            for letter, location in standing:
                text = f"{letter} {self.place(location)}"
                units.setdefault(country.upper(), []).append(text)
                at[country.upper(), province_of(text[2:])] = at["", province_of(text[2:])] = text
        centers = {
            country.upper(): [self.place(center) for center in owned]
            for country, owned in object_at(entry, "SupplyCenters").items()
        }
        given, retreats = object_at(entry, "Orders"), object_at(entry, "RetreatOrders")
        phase = Phase(season, number // 10, kind)
        beside = {key: value for key, value in entry.items() if key not in self.keys}
        state = {"units": units, "centers": centers}
        phases = [_phase(phase, self.orders(given, at), state, beside, results=any(given.values()))]
        if (retreats or entry.get("DislodgedUnits")) and kind is PhaseType.MOVEMENT:
            retreat = replace(phase, type=PhaseType.RETREAT)
            phases.append(_phase(retreat, self.orders(retreats, at, "retreat"), {}, {}, results=False))
        return phases

    def orders(self, given: Json, at: dict[tuple[str, str], str], moving: str = "move") -> dict[str, list[str]]:
        """Return the texts of orders by power; `at` has the units by power and province, and by province alone."""
        return {
            country.upper(): [self.order(country.upper(), one[0], one[1], at, moving) for one in listed]
            for country, listed in given.items()
        }

    def order(self, power: str, province: str, order: Any, at: dict[tuple[str, str], str], moving: str) -> str:
        """Return the text of an order of the unit of a province."""
        kind, *rest = [order] if isinstance(order, str) else order
        place = self.place(province)
        if kind == "b":  # the type, or the type and the place
            letter, location = (rest[0], province) if isinstance(rest[0], str) else rest[0]
            return _order(f"{letter} {self.place(location)}", "build")
        unit = at.get((power, province_of(place))) or at.get(("", province_of(place)), place)
        places = [self.place(one) for one in rest]
        if kind in ("sh", "sm", "c"):
            places[0] = at.get(("", province_of(places[0])), places[0])
        names = {"h": "hold", "m": moving, "sh": "support hold", "sm": "support move", "c": "convoy", "d": "disband"}
        return _order(unit, names[kind], *places)


def _phase(phase: Phase, orders: dict[str, list[str]], state: Json, beside: Json, *, results: bool) -> Json:
    """Return a phase as saved games have it, with what stood beside it."""
    return {**beside, RESULTS: results, "name": str(phase), "state": state, "orders": orders}


__all__ = ["loaded", "saved_game"]
