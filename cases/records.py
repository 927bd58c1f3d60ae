"""Recorded games of webDiplomacy and DiploBN, converted to saved games of the `diplomacy` package.

`programs.read_saved` and `replaying` read the saved games. Data that a site does not record is omitted: retreat phases
of DiploBN have no units, and the origins of attackers follow from the phase before.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, islice
from typing import Any, NamedTuple, cast

from ..lines import LineFile, open_lines
from ..map import (
    MOST_BYTES,
    Board,
    Json,
    JsonError,
    JsonSyntaxError,
    Phase,
    PhaseType,
    StandoffError,
    json_object,
    list_of_texts,
    load_board,
    object_at,
    objects_at,
    province_of,
    shown,
    warn_unread,
    whole_number,
)
from ..turn import check_phase_names, unread_keys
from .faults import FormatError
from .formats import format_of, is_game

_COASTS = ("SPA/NC", "SPA/SC", "STP/NC", "STP/SC", "BUL/EC", "BUL/SC")
_PROVINCES = (
    "CLY EDI LVP YOR WAL LON POR SPA NAF TUN NAP ROM TUS PIE VEN APU GRE ALB SER BUL RUM CON SMY ANK ARM SYR SEV UKR "
    "WAR LVN MOS STP FIN SWE NWY DEN KIE BER PRU SIL MUN RUH HOL BEL PIC BRE PAR BUR MAR GAS BAR NWG NTH SKA HEL BAL "
    "BOT NAO IRI ENG MAO WES LYO TYS ION ADR AEG EAS BLA TYR BOH VIE TRI BUD GAL"
)
_COASTS_LAST = (*_PROVINCES.split(), *_COASTS)
_COASTS_BETWEEN = sorted(_COASTS_LAST, key=lambda place: _COASTS_LAST.index(province_of(place)))
"""The territories in the numbering of the variants for two players: coasts follow their province."""

_VARIANTS = {
    1: ("standard", "ENGLAND FRANCE ITALY GERMANY AUSTRIA TURKEY RUSSIA", _COASTS_LAST),
    15: ("france-austria", "FRANCE AUSTRIA", _COASTS_BETWEEN),
    23: ("germany-italy", "GERMANY ITALY", _COASTS_BETWEEN),
}
"""The board, the countries and the territories, both numbered from 1, by webDiplomacy's number of a variant."""

_GAME_KEYS = (
    *("gameID", "GameLabel", "countryID", "potType", "turn", "phase", "gameOver", "pressType", "standoffs"),
    *("occupiedFrom", "votes", "orderStatus", "status", "title", "name", "drawType", "drawVotes", "id", "map"),
    "Competition",
)
"""The other keys of a record, which are irrelevant or redundant."""

_WEBDIPLOMACY_KEYS = {
    "units": ("unitType", "type", "terrID", "countryID", "retreating"),
    "centers": ("countryID", "terrID"),
    "orders": (
        *("turn", "phase", "countryID", "terrID", "unitType", "type", "toTerrID", "fromTerrID", "viaConvoy"),
        *("success", "dislodged"),
    ),
}
"""The known keys of the objects in each list of a phase of webDiplomacy."""

_KINDS = {"Diplomacy": PhaseType.MOVEMENT, "Retreats": PhaseType.RETREAT, "Builds": PhaseType.ADJUSTMENT}

RESULTS = "the results of single orders"
"""The key of a converted phase that marks omitted results."""


def loaded(text: str, name: str) -> Json:
    """Return the JSON object of a text.

    Raises:
        FormatError: The text is not a JSON object, or too long.
    """
    if len(text) > MOST_BYTES or "\0" in text:  # where `open_lines` cut off a line
        raise FormatError(f"{name}: more than {MOST_BYTES:,} bytes, or a NUL byte; the rest of the line is not read")
    try:
        return json_object(text)
    except JsonSyntaxError as fault:
        raise FormatError(f"{name}, line {fault.line}: not JSON: {fault}") from None
    except JsonError as fault:
        raise FormatError(f"{name}: {fault}") from None


class GameText(NamedTuple):
    """The text of one game of several in a file.

    Attributes:
        line: The number of its first line.
        text: The text.
    """

    line: int
    text: str


_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"')
_BRACE = re.compile("[{}]")
_TOKEN = re.compile(rf"{_STRING.pattern}|[{{}}]")
_GAME_SEPARATORS = " \t\r\n,[]\x1e"
"""What may stand between games: white space, what encloses and separates those of a list, record separators."""


def game_texts(lines: Iterable[str]) -> Iterator[GameText]:
    """Yield the text of each game: games one a line, indented over several lines, or in a list.

    A text that is cut off ends where the next game begins; nothing but the game being read is kept in memory.

    >>> [*game_texts(['{"phases": []}', '', '{"phases":', ' []}'])]
    [GameText(line=1, text='{"phases": []}'), GameText(line=3, text='{"phases":\\n []}')]
    """
    piece: list[str] = []
    first = size = depth = ends = 0
    last = ""

    def texts() -> Iterator[GameText]:
        text = "\n".join(piece).strip(_GAME_SEPARATORS)
        return (GameText(first, part) for part in (_objects(text) if ends > 1 else [text]))

    for number, line in enumerate(lines, 1):
        bare = line.strip(_GAME_SEPARATORS)
        whole = bare[-1:] == "}" and is_game(bare)
        indented = len(piece) > 1 and piece[1][:1].isspace()
        outdented = line[:1] == "{" and (indented or last not in "[,:")  # in JSON, no other sign comes before a brace
        if piece and (whole or outdented):
            yield from texts()
            piece, size, depth, ends = [], 0, 0, 0
        if not piece and not bare:
            continue
        first = first if piece else number
        if size <= MOST_BYTES:  # a longer one is refused
            piece.append(line)
            size += len(line)
        last = line.rstrip()[-1:] or last
        for brace in _BRACE.findall(_STRING.sub("", bare)):
            depth += 1 if brace == "{" else -1
            ends += depth == 0
        if depth <= 0:
            yield from texts()
            piece, size, depth, ends = [], 0, 0, 0
    if piece:
        yield from texts()


def _objects(text: str) -> Iterator[str]:
    """Yield the objects of a text, one after the other, and what is left."""
    start = depth = 0
    for match in _TOKEN.finditer(text):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if match[0] == "}" and depth == 0:
            yield text[start : match.end()].strip(_GAME_SEPARATORS)
            start = match.end()
    if rest := text[start:].strip(_GAME_SEPARATORS):
        yield rest


class GameFile:
    """An open file of recorded games, of any length; `several` is true if there are two or more."""

    def __init__(self, lines: LineFile) -> None:
        self._lines = lines
        blocks = (block.decode().removesuffix("\n") for block in lines.blocks(_LINES_AT_ONCE))
        texts = (line for block in blocks for line in block.split("\n"))
        above: list[str] = []
        for line in texts:
            above.append(line)
            if line.strip():
                break
        first = "".join(above).strip()
        is_whole = first[:1] not in ("{", "[", "\x1e") or format_of(first).name == "table"
        rest = chain(above, texts)
        self._texts = iter([GameText(1, "\n".join(rest))]) if is_whole else game_texts(rest)
        self._first = [*islice(self._texts, 2)]
        if not any(text[:1] == "{" for _, text in self._first):  # another kind of file: one fault is enough
            self._first, self._texts = self._first[:1], iter(())
        self.several = len(self._first) > 1

    @property
    def read_bytes(self) -> int:
        """The number of bytes of the file read so far; 0 if unknown."""
        return self._lines.read_bytes if self._lines.is_file else 0

    def __iter__(self) -> Iterator[GameText]:
        return chain(self._first, self._texts)


@contextmanager
def open_games(path: str) -> Generator[GameFile]:
    """Open a file of recorded games, ``-`` for standard input, compressed or not.

    Raises:
        StandoffError: It cannot be opened, or is damaged.
    """
    with open_lines(path, MOST_BYTES) as lines:
        yield GameFile(lines)


_LINES_AT_ONCE = 10_000


def game_named(path: str, id_or_number: str) -> GameText | None:
    """Return the game of an id, otherwise of a number from 1, in a file of several games; None for any other file.

    Raises:
        StandoffError: The file has several games, and no such one, or it cannot be read.
    """
    numbered, number = None, 0
    with open_games(path) as file:
        for number, game in enumerate(file, 1):
            if not file.several or not (number > 1 or is_game(game.text)):
                return None
            if id_or_number in game.text and id_or_number == _id_of(game.text):
                return game
            numbered = game if str(number) == id_or_number else numbered
    if numbered is None:
        raise FormatError(f"{path}: no game {id_or_number!r}; its {number} games are named by their ids or numbers")
    return numbered


def _id_of(text: str) -> str:
    """Return the id of a game; empty if it has none, or is not JSON."""
    try:
        data = json_object(text)
    except JsonError:
        return ""
    return str(data.get("id") or data.get("gameID") or data.get("GameLabel") or "")


def saved_game(text: str, name: str, board: Board | None = None) -> Json:
    """Return a recorded game in the format of the `diplomacy` package; a game in that format is unchanged.

    Args:
        text: The file.
        name: Its name in messages.
        board: The default board.

    Raises:
        FormatError: The text is not JSON or violates its format; the message names the invalid phase.

    >>> game = saved_game('{"GamePhases": [{"Phase": 19011, "Units": {"France": [["A", "Par"]]}}]}', "game.json")
    >>> game["phases"][0]["name"], game["phases"][0]["state"]["units"]
    ('S1901M', {'FRANCE': ['A PAR']})
    """
    data = loaded(text, name)
    phases: Any = data.get("GamePhases", data.get("phases"))
    if "GamePhases" not in data and not _is_webdiplomacy(phases):
        warn_unread(name, unread_keys(data))
        _check_names(phases, name)
        return data
    site = _DiploBN() if "GamePhases" in data else _WebDiplomacy(data.get("variantID"), board, name)
    translated: list[Json] = []
    for number, entry in enumerate(cast("list[Any]", phases) if isinstance(phases, list) else [phases], 1):
        try:
            if not isinstance(entry, dict):
                raise JsonError(f"expected an object, found {shown(entry)}")
            translated.extend(site.phases(dict(cast(Json, entry))))
        except StandoffError as fault:
            raise FormatError(f"{name}, phase {number}: not a phase of {site.name}: {fault}") from None
    _check_names(translated, name)
    beside = {key: value for key, value in data.items() if key not in ("GamePhases", "phases", "variantID")}
    warn_unread(name, [*(key for key in beside if key not in _GAME_KEYS), *site.unread])
    game_id = str(data.get("gameID") or data.get("GameLabel") or "")
    rules = {"rules": site.rules}
    return {**beside, "id": game_id, "map": site.board.source, "standoff": rules, "phases": translated}


def _check_names(phases: Any, name: str) -> None:
    try:
        check_phase_names(cast("list[Any]", phases) if isinstance(phases, list) else [])
    except JsonError as fault:
        raise FormatError(f"{name}: {fault}") from None


def _is_webdiplomacy(phases: Any) -> bool:
    """Return whether the phases of a game are numbered by turns, as in webDiplomacy."""
    first: Any = next(iter(cast("list[Any]", phases)), None) if isinstance(phases, list) else None
    return isinstance(first, dict) and "turn" in first


def _order(unit: str, kind: str, *places: str) -> str:
    """Return the text of an order by its kind in a record; `places` are units or destinations.

    Raises:
        JsonError: There is no such kind.
    """
    first, second = (*places, "", "")[:2]
    texts = {
        "hold": f"{unit} H",
        "move": f"{unit} - {first}",
        "support hold": f"{unit} S {first}",
        "support move": f"{unit} S {first} - {second}",
        "convoy": f"{unit} C {first} - {second}",
        "retreat": f"{unit} R {first}",
        "disband": f"{unit} D",
        "destroy": f"{unit} D",
        "build": f"{unit} B",
    }
    if kind not in texts:
        raise JsonError(f"no kind of order: {kind[:100]!r}; known: {', '.join(texts)}")
    return texts[kind]


class _WebDiplomacy:
    """webDiplomacy's ``game/status`` and, with truth values for Yes and No, its later ``history.json``."""

    name, rules = "webDiplomacy", "webdiplomacy"
    keys = ("phase", "turn", "units", "centers", "orders")
    """The keys of an entry that are read."""

    def __init__(self, variant: Any, board: Board | None, file: str) -> None:
        try:
            if variant is None:
                number = next((number for number, of in _VARIANTS.items() if board and of[0] == board.name), 1)
            else:
                number = whole_number(variant, "variantID")
        except JsonError as fault:
            raise FormatError(f"{file}: {fault}") from None
        if number not in _VARIANTS:
            raise FormatError(f"{file}: variant {number} of webDiplomacy; known: {', '.join(map(str, _VARIANTS))}")
        source, countries, self.places = _VARIANTS[number]
        self.board, self.countries = load_board(source), dict(enumerate(countries.split(), 1))
        self.unread: list[str] = []

    def place(self, entry: Json, key: str) -> str:
        """Return the location of the number under a key; empty for none or 0.

        Raises:
            JsonError: It is not the number of a territory.
        """
        number = _number(entry, key)
        if not 0 <= number <= len(self.places):
            raise JsonError(f"{key}: no territory {number}; they are numbered from 1 to {len(self.places)}")
        return self.places[number - 1] if number else ""

    def phases(self, entry: Json) -> list[Json]:
        """Return an entry as phases; entries after the end of a game have none.

        Raises:
            StandoffError: The entry is invalid.
        """
        if (kind := _KINDS.get(_text(entry, "phase"))) is None:
            return []
        self.unread += [key for key in entry if key not in ("phase", "turn", "messages", *_WEBDIPLOMACY_KEYS)]
        for key, known in _WEBDIPLOMACY_KEYS.items():
            self.unread += [f"{one} of {key}" for each in objects_at(entry, key) for one in each if one not in known]
        turn = whole_number(entry.get("turn"), "turn")
        season = "W" if kind is PhaseType.ADJUSTMENT else "SF"[turn % 2]
        units, centers, at = dict[str, list[str]](), dict[str, list[str]](), dict[str, str]()
        sorted_units = sorted(objects_at(entry, "units"), key=lambda unit: _is_yes(unit, "retreating"))
        for unit in sorted_units:  # dislodged units last: they retreat
            text = f"{(_text(unit, 'unitType', '') or _text(unit, 'type'))[:1]} {self.place(unit, 'terrID')}"
            star = "*" if _is_yes(unit, "retreating") else ""
            units.setdefault(self.power(unit), []).append(star + text)
            at[province_of(text[2:])] = text
        for center in objects_at(entry, "centers"):
            if _number(center, "countryID"):
                centers.setdefault(self.power(center), []).append(self.place(center, "terrID"))
        orders: dict[str, list[str]] = {}
        order_entries = objects_at(entry, "orders")
        for order in order_entries:
            orders.setdefault(self.power(order), []).append(self.order(order, at))
        phase = Phase(season, self.board.first_year + turn // 2, kind)
        beside = {key: value for key, value in entry.items() if key not in self.keys}
        return [_phase(phase, orders, {"units": units, "centers": centers}, beside, results=bool(order_entries))]

    def power(self, entry: Json) -> str:
        """Return the power of a unit, center or order.

        Raises:
            JsonError: It names none.
        """
        number = _number(entry, "countryID")
        if number not in self.countries:
            raise JsonError(f"countryID: no country {number}; they are numbered from 1 to {len(self.countries)}")
        return self.countries[number]

    def order(self, order: Json, units: dict[str, str]) -> str:
        """Return the text of an order; `units` are those that stand there, by province.

        Raises:
            JsonError: It is not an order.
        """
        kind = _text(order, "type").lower()
        if kind == "wait":
            return "WAIVE"
        place = self.place(order, "terrID") or self.place(order, "toTerrID")
        source, to = self.place(order, "fromTerrID"), self.place(order, "toTerrID")
        if kind in ("build army", "build fleet"):
            return f"{kind.split()[1][0].upper()} {place} B"
        unit = units.get(province_of(place), f"{_text(order, 'unitType', '')[:1]} {place}".strip())
        if kind.startswith(("support", "convoy")):
            aided = source or to
            return _order(unit, kind, units.get(province_of(aided), aided), to)
        text = _order(unit, kind, to)
        return f"{text} VIA" if _is_yes(order, "viaConvoy") and kind == "move" else text


def _text(data: Json, key: str, default: str | None = None) -> str:
    """Return the text under a key, `default` for none.

    Raises:
        JsonError: The value is not text, or there is none and no default.
    """
    value = default if data.get(key) is None else data[key]
    if not isinstance(value, str):
        raise JsonError(f"{key}: expected a text, found {shown(value)}")
    return value


def _number(data: Json, key: str) -> int:
    """Return the whole number under a key, 0 for none.

    Raises:
        JsonError: The value is not a whole number.
    """
    value = data.get(key)
    return 0 if value is None or value == "" else whole_number(value, key)


def _is_yes(data: Json, key: str) -> bool:
    """Return whether the value of a key is "Yes" or true.

    Raises:
        JsonError: The value is not Yes, No, true, false or empty.
    """
    value: Any = data.get(key)
    if not (value is None or isinstance(value, bool) or value in ("Yes", "No", "")):
        raise JsonError(f"{key}: expected Yes or No, found {shown(value)}")
    return value in ("Yes", True)


class _DiploBN:
    """A game in DiploBN's published schema: a retreat phase is part of the entry of the phase before it."""

    name, rules = "DiploBN", "2023"
    keys = ("Phase", "Status", "CenterCounts", "SupplyCenters", "Units", "Orders", "DislodgedUnits", "RetreatOrders")
    """The keys of an entry that are read or redundant."""

    def __init__(self) -> None:
        self.board = load_board()
        self.unread: list[str] = []

    @staticmethod
    def place(location: Any) -> str:
        """Return a location: a province, or a province and a coast.

        Raises:
            JsonError: It is neither.
        """
        parts = [location] if isinstance(location, str) else _list(location, "a place")
        parts = [one for one in parts if one not in ("", None)]
        return "/".join(list_of_texts(parts, "a place")).upper()

    def phases(self, entry: Json) -> list[Json]:
        """Return an entry as a phase, followed by a retreat phase if units were dislodged.

        Raises:
            StandoffError: The entry is invalid.
        """
        number = whole_number(entry.get("Phase"), "Phase")
        if number % 10 not in (1, 2, 3):
            raise JsonError(f"Phase: expected a year and 1, 2 or 3, found {number}")
        season = "SFW"[number % 10 - 1]
        self.unread += [key for key in entry if key not in self.keys]
        kind = PhaseType.ADJUSTMENT if season == "W" else PhaseType.MOVEMENT
        units, at = dict[str, list[str]](), dict[tuple[str, str], str]()
        for country, country_units in object_at(entry, "Units").items():
            for unit in _list(country_units, f"Units of {country}"):
                letter, location = _pair(unit, f"Units of {country}")
                text = f"{letter} {self.place(location)}"
                units.setdefault(country.upper(), []).append(text)
                at[country.upper(), province_of(text[2:])] = at["", province_of(text[2:])] = text
        centers: dict[str, list[str]] = {}
        for country, owned in object_at(entry, "SupplyCenters").items():
            places = [self.place(center) for center in _list(owned, f"SupplyCenters of {country}")]
            centers.setdefault(country.upper(), []).extend(places)
        order_lists, retreats = object_at(entry, "Orders"), object_at(entry, "RetreatOrders")
        phase = Phase(season, number // 10, kind)
        beside = {key: value for key, value in entry.items() if key not in self.keys}
        state = {"units": units, "centers": centers}
        phases = [_phase(phase, self.orders(order_lists, at), state, beside, results=any(order_lists.values()))]
        if (retreats or entry.get("DislodgedUnits")) and kind is PhaseType.MOVEMENT:
            retreat = replace(phase, type=PhaseType.RETREAT)
            phases.append(_phase(retreat, self.orders(retreats, at, "retreat"), {}, {}, results=False))
        return phases

    def orders(self, order_lists: Json, at: dict[tuple[str, str], str], moving: str = "move") -> dict[str, list[str]]:
        """Return the texts of orders by power; `at` has the units by power and province, and by province alone.

        Raises:
            JsonError: They are not orders.
        """
        orders: dict[str, list[str]] = {}
        for country, listed in order_lists.items():
            what = f"orders of {country}"
            pairs = [_pair(_list(one, what)[:2], what) for one in _list(listed, what)]  # its result may stand behind
            texts = [self.order(country.upper(), province, order, at, moving) for province, order in pairs]
            orders.setdefault(country.upper(), []).extend(texts)
        return orders

    def order(self, power: str, province: str, order: Any, at: dict[tuple[str, str], str], moving: str) -> str:
        """Return the text of an order of the unit of a province.

        Raises:
            JsonError: It is not an order.
        """
        kind, *rest = [order] if isinstance(order, str) else _list(order, "an order") or [""]
        place = self.place(province)
        if kind == "b":  # the type, or the type and the place
            built = rest[0] if rest else None
            letter, location = (built, province) if isinstance(built, str) else _pair(built, "a build")
            return _order(f"{letter} {self.place(location)}", "build")
        unit = at.get((power, province_of(place))) or at.get(("", province_of(place)), place)
        places = [self.place(one) for one in rest]
        names = {"h": "hold", "m": moving, "sh": "support hold", "sm": "support move", "c": "convoy", "d": "disband"}
        if not isinstance(kind, str) or kind not in names or len(places) < _PLACES.get(kind, 0):
            raise JsonError(f"not an order: {shown(order)}")
        if kind in ("sh", "sm", "c"):
            places[0] = at.get(("", province_of(places[0])), places[0])
        return _order(unit, names[kind], *places)


_PLACES = {"m": 1, "sh": 1, "sm": 2, "c": 2}
"""The number of places in an order, by its kind."""


def _list(value: Any, what: str) -> list[Any]:
    """Return a list.

    Raises:
        JsonError: It is something else.
    """
    if not isinstance(value, list):
        raise JsonError(f"{what}: expected a list, found {shown(value)}")
    return cast("list[Any]", value)


def _pair(value: Any, what: str) -> tuple[str, Any]:
    """Return a pair of a text and another value.

    Raises:
        JsonError: It is something else.
    """
    if not isinstance(value, list) or len(cast("list[Any]", value)) != 2 or not isinstance(value[0], str):
        raise JsonError(f"{what}: expected a list of a text and one thing more, found {shown(value)}")
    text, other = cast("list[Any]", value)
    return text, other


def _phase(phase: Phase, orders: dict[str, list[str]], state: Json, beside: Json, *, results: bool) -> Json:
    """Return a phase of a saved game, with further keys."""
    return {**beside, RESULTS: results, "name": str(phase), "state": state, "orders": orders}
