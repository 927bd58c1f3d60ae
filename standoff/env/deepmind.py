"""DeepMind's layout, for networks that were trained on it: boards of 81 areas by 35 features, 18,584 orders.

Nothing here is a table of theirs: which provinces, areas and orders there are, and in which order, follows from the
board by rules that `layout` states. Needs the extra ``fast``.

Source: the README of github.com/google-deepmind/diplomacy; T. Anthony et al., Learning to Play No-Press Diplomacy with
Best Response Policy Iteration, NeurIPS 2020 (arXiv:2006.04635).

>>> from standoff.map import load_board
>>> codes = layout(load_board())
>>> len(codes.actions), codes.text(18583), codes.areas[-3:]
(18584, 'POR S STP - SPA', ('STP', 'STP/NC', 'STP/SC'))
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import networkx as nx
import numpy as np

from ..map import ArrayError, Board
from ..map.masks import bits
from ..solver.arrays.compiled import MOST_UNITS
from ..solver.arrays.games import Games
from ..solver.arrays.vocabulary import BUILDS, DISBANDS, RETREATS, WAIVES, vocabulary
from ..solver.law.course import ADJUSTMENT, RETREAT, WINTER
from ..solver.law.equations import CONVOYS, HOLDS, MOVES, SUPPORTS
from ..text.notation.daide import daide_place
from .counting import home_centers

if TYPE_CHECKING:
    from .vector import VectorEnv

AREAS, FEATURES, SEASONS, ORDERS = 81, 35, 5, 18_584

ARMY, FLEET, NO_UNIT, POWER, NO_POWER = 0, 1, 2, 3, 10
BUILDABLE, REMOVABLE = 11, 12
OUT_ARMY, OUT_FLEET, NOBODY_OUT, OUT_POWER, NO_OUT_POWER = 13, 14, 15, 16, 23
LAND, SEA, COAST = 24, 25, 26
OWNER, UNOWNED = 27, 34
"""The features of an area, by their numbers; POWER, OUT_POWER and OWNER are the first of seven."""

CONVOYED, CONVOY, HOLD, MOVE, SUPPORT_HOLD, SUPPORT_MOVE = 1, 2, 3, 4, 5, 6
DISBAND, RETREAT_TO, BUILD_ARMY, BUILD_FLEET, REMOVE, WAIVE = 8, 9, 10, 11, 12, 13
"""The kinds of orders: the lowest byte of an order's code."""


@dataclass(frozen=True, eq=False)
class Layout:
    """The provinces, areas and orders of the standard board, numbered as DeepMind's networks know them.

    Attributes:
        board: The board.
        provinces: The ids of the provinces: inland ones, those with a center after those without; seas; coastal ones,
            likewise; those with two coasts. Each of these groups is in alphabetical order of the DAIDE tokens.
        areas: The locations of the areas: the provinces, each followed by its two coasts, the one in the south last.
        actions: int64, (18584,): the orders as they are written in 64 bits, the number of each in the highest 16. They
            are in the order of their codes: kind, from bit 0; province and coast of the unit, from bits 9 and 8;
            those of the goal (or of the unit supported to hold), from bits 17 and 16; the province of the unit that is
            supported or convoyed, from bit 25.
        places: int16, (18584,): the number of the province that each is for, -1 for the waiver.
    """

    board: Board
    provinces: tuple[str, ...]
    areas: tuple[str, ...]
    actions: Any
    places: Any
    _of_order: Any = field(repr=False)
    _ours: dict[tuple[int, int, int], int] = field(repr=False)

    def numbers(self, orders: Any, winter: Any = False) -> Any:
        """Return DeepMind's numbers of orders, given by their numbers in the vocabulary: int32.

        Args:
            orders: The numbers; -1 stays -1.
            winter: True where they are orders of a winter: removals have numbers of their own.

        >>> from standoff.map import load_board
        >>> codes, words = layout(load_board()), vocabulary(load_board())
        >>> codes.text(codes.numbers(words.number("A MAR S A PAR - BUR")).item())
        'MAR S PAR - BUR'
        """
        orders = np.asarray(orders)
        theirs = self._of_order[np.asarray(winter, dtype=np.int64), np.maximum(orders, 0)]
        return np.where(orders < 0, -1, theirs).astype(np.int32)

    def ours(self, number: int, stand: int, other: int) -> int:
        """Return the number in the vocabulary of an order by DeepMind's number, -1 if such units could not be given it.

        Args:
            number: The order.
            stand: Where the unit stands (`vocabulary.Numbering`), -1 if nobody is there.
            other: Where the unit that it names stands.
        """
        kind = int(self.actions[number]) & 255
        if kind in (BUILD_ARMY, BUILD_FLEET, WAIVE):
            stand = -1
        if kind not in (SUPPORT_HOLD, SUPPORT_MOVE, CONVOY):
            other = -1
        return self._ours.get((number, stand, other), -1)

    def text(self, number: int) -> str:
        """Return an order as text; it does not say what kind the units are.

        Raises:
            ArrayError: There is no such number.
        """
        if not 0 <= number < len(self.actions):
            raise ArrayError(f"no order number {number}; DeepMind's go from 0 to {len(self.actions) - 1}")
        kind, unit, goal, third = fields_of(int(self.actions[number]))
        place, end, other = self.provinces[unit[0]], self.provinces[goal[0]], self.provinces[third[0]]
        several_coasts = unit[0] >= len(self.provinces) - 3
        at = self.areas[self.areas.index(place) + 1 + unit[1]] if kind == BUILD_FLEET and several_coasts else place
        to = f"{end}/SC" if goal[1] else end
        return {
            HOLD: f"{place} H",
            MOVE: f"{place} - {to}",
            CONVOYED: f"{place} - {end} VIA",
            SUPPORT_HOLD: f"{place} S {end}",
            SUPPORT_MOVE: f"{place} S {other} - {end}",
            CONVOY: f"{place} C {other} - {end}",
            DISBAND: f"{place} D",
            RETREAT_TO: f"{place} R {to}",
            BUILD_ARMY: f"A {place} B",
            BUILD_FLEET: f"F {at} B",
            REMOVE: f"{place} D",
            WAIVE: "WAIVE",
        }[kind]


@lru_cache(maxsize=2)
def layout(board: Board) -> Layout:
    """Return the layout of the standard board.

    There is an order for whatever some unit could be ordered, whether it is an army or a fleet: holds; moves with or
    without convoy; supports, the coast of the goal disregarded; convoys by every fleet that lies on some way over the
    seas that passes none twice, even if superfluous; retreats, disbandments in retreats, removals in winter; builds; a
    waiver.

    Raises:
        ArrayError: It is a different board.
    """
    if board.name != "standard":
        raise ArrayError(f"board {board.name}: DeepMind's layout is that of the standard board")
    return _Layout(board).layout()


class _Layout:
    def __init__(self, board: Board) -> None:
        self.board, self.words = board, vocabulary(board)
        provinces = sorted(board.provinces, key=lambda one: (_group(one), daide_place(one.id)))
        self.provinces = tuple(one.id for one in provinces)
        self.number = {pid: number for number, pid in enumerate(self.provinces)}
        # the southern one of two coasts comes last
        self.areas = tuple(place for one in provinces for place in (one.id, *sorted(set(one.locations) - {one.id})))

    def layout(self) -> Layout:
        size = len(self.words)
        codes = [self._code(number, winter) for winter in (False, True) for number in range(size)]
        actions = sorted({*codes, *self._convoys()})
        at = {code: number for number, code in enumerate(actions)}
        of_order = np.array([at[code] for code in codes], dtype=np.int32).reshape(2, size)
        ours = dict[tuple[int, int, int], int]()
        kinds, stands, others = (self.words.columns[name].tolist() for name in ("kind", "unit", "target"))
        for row in of_order.tolist():
            for number, theirs in enumerate(row):
                build = kinds[number] in (BUILDS, WAIVES)
                key = theirs, -1 if build else stands[number], others[number]
                ours.setdefault(key, number)  # far moves "via convoy", and supports to a coast, come last
        written = np.array([code | number << 48 for number, code in enumerate(actions)], dtype=np.int64)
        places = np.array([-1 if code & 255 == WAIVE else code >> 9 & 127 for code in actions], dtype=np.int16)
        return Layout(self.board, self.provinces, self.areas, written, places, of_order, ours)

    def _place(self, location: int) -> tuple[int, int]:
        place = self.board.locations[location]
        return self.number[self.board.provinces[self.board.province_of_location[location]].id], place.endswith("/SC")

    def _code(self, number: int, winter: bool) -> int:
        """Return the code of an order of the vocabulary."""
        kind, stand, other, goal, via = self.words.columns[number].tolist()
        locations = len(self.board.locations)
        if kind == WAIVES:
            return WAIVE
        unit, coast = self._place(stand % locations)
        third = self._place(other % locations)[0] if other >= 0 else 0
        end, to_south = self._place(goal) if goal >= 0 else (0, 0)
        if kind == BUILDS:
            return _code(BUILD_FLEET if stand >= locations else BUILD_ARMY, unit, coast)
        if kind == DISBANDS:
            return _code(REMOVE if winter else DISBAND, unit)
        if kind == SUPPORTS:
            return _code(SUPPORT_HOLD, unit, 0, third) if goal < 0 else _code(SUPPORT_MOVE, unit, 0, end, 0, third)
        if kind == CONVOYS:
            return _code(CONVOY, unit, 0, end, 0, third)
        if kind == HOLDS:
            return _code(HOLD, unit)
        province = self.board.province_of_location[goal]
        far = kind == MOVES and stand < locations and not self.board.army_reach[stand] >> province & 1
        if via or far:
            return _code(CONVOYED, unit, 0, end)
        return _code(RETREAT_TO if kind == RETREATS else MOVE, unit, 0, end, to_south)

    def _convoys(self) -> Iterable[int]:
        """Yield the codes of the convoys by each fleet between each two coasts."""
        tables, board = self.board.tables, self.board
        seas: Any = nx.Graph((sea, other) for sea, near in enumerate(tables.near) for other in bits(near))
        coasts = [p for p in range(len(board.provinces)) if board.coastal >> p & 1]
        names = [self.number[one.id] for one in board.provinces]
        for origin in coasts:
            for goal in coasts:
                if goal <= origin:
                    continue
                ways = seas.copy()
                ways.add_edges_from(("from", sea) for sea in bits(tables.shore[origin]))
                ways.add_edges_from(("to", sea) for sea in bits(tables.shore[goal]))
                ways.add_edge("from", "to")
                parts: Any = nx.biconnected_components(ways)
                for part in parts:
                    if {"from", "to"} <= part:
                        for sea in part - {"from", "to"}:
                            fleet = names[tables.sea_province[sea]]
                            yield _code(CONVOY, fleet, 0, names[goal], 0, names[origin])
                            yield _code(CONVOY, fleet, 0, names[origin], 0, names[goal])


def _code(kind: int, unit: int, coast: int = 0, goal: int = 0, goal_coast: int = 0, third: int = 0) -> int:
    return kind | int(coast) << 8 | unit << 9 | int(goal_coast) << 16 | goal << 17 | third << 25


def fields_of(action: int) -> tuple[int, tuple[int, int], tuple[int, int], tuple[int, int]]:
    """Return kind, unit, goal and third of an order, the places as number of the province and coast.

    >>> fields_of(0x0000_0000_0000_0203)
    (3, (1, 0), (0, 0), (0, 0))
    """
    unit, goal, third = ((action >> start + 1 & 127, action >> start & 1) for start in (8, 16, 24))
    return action & 255, unit, goal, third


def _group(province: Any) -> int:
    coasts = len(set(province.locations) - {province.id})
    if coasts > 1:
        return 5
    return {"inland": 0, "sea": 2}.get(province.kind, 3) + province.center


# -- what is seen ------------------------------------------------------------------------------------------------------


def boards(games: Games, adjustments: Any) -> Any:
    """Return the boards of games: uint8, (games, 81, 35).

    A fleet on one of two coasts is in two areas, that of the province and that of its coast; the owner of a supply
    center is noted in all its areas. Builds and removals are marked in winter alone.

    Args:
        games: The games.
        adjustments: int, (games, powers): how many units each power can build or must remove (`VectorEnv`).

    >>> from standoff.env import VectorEnv
    >>> envs = VectorEnv(1)
    >>> board = boards(envs.games, envs.last_adjustments)
    >>> [area for area, fleet in zip(layout(envs.games.board).areas, board[0, :, FLEET]) if fleet][-2:]
    ['STP', 'STP/SC']
    """
    areas = _areas(games.board)
    state, powers = games.state[:, areas.province], np.arange(7)
    winter = (games.phase["kind"] == ADJUSTMENT)[:, None]
    planes = np.zeros((len(games), AREAS, FEATURES), dtype=np.uint8)
    stands, out = state["stands"], state["out"]
    here = np.where(areas.coast, stands == areas.location, stands >= 0)
    gone = np.where(areas.coast, out == areas.location, out >= 0)
    for standing, fleet, power, first, first_power in (
        (here, state["fleet"], state["power"], ARMY, POWER),
        (gone, state["out_fleet"], state["out_power"], OUT_ARMY, OUT_POWER),
    ):
        planes[:, :, first] = standing & (fleet == 0)
        planes[:, :, first + 1] = standing & (fleet == 1)
        planes[:, :, first + 2] = planes[:, :, first_power + 7] = ~standing
        planes[:, :, first_power : first_power + 7] = standing[:, :, None] & (power[:, :, None] == powers)
    owner = state["owner"]
    whose = np.maximum(owner, 0).astype(np.int64)
    home = areas.home[whose, np.arange(AREAS)] & (owner >= 0) & (stands < 0)
    planes[:, :, BUILDABLE] = winter & home & (np.take_along_axis(adjustments, whose, axis=1) > 0)
    theirs = np.maximum(state["power"], 0).astype(np.int64)
    planes[:, :, REMOVABLE] = winter & here & (np.take_along_axis(adjustments, theirs, axis=1) < 0)
    planes[:, :, LAND], planes[:, :, SEA], planes[:, :, COAST] = areas.land, areas.sea, areas.coast
    planes[:, :, OWNER : OWNER + 7] = owner[:, :, None] == powers
    planes[:, :, UNOWNED] = areas.center & (owner < 0)
    return planes


def seasons(games: Games) -> Any:
    """Return the seasons: int32, (games,): moves and retreats of spring, of autumn, and builds, from 0 to 4."""
    season, kind = games.phase["season"].astype(np.int32), games.phase["kind"].astype(np.int32)
    return np.where(season == WINTER, 4, season * 2 + kind)


def build_numbers(envs: VectorEnv) -> Any:
    """Return how many units each power can build or must remove: int32, (games, 7).

    Outside winter the removals of the last winter stay, the builds do not: the networks were trained that way.
    """
    return envs.last_adjustments.astype(np.int32)


def observation(envs: VectorEnv, last_actions: Sequence[int], game: int = 0) -> dict[str, Any]:
    """Return what is seen of a game, as `DiplomacyState.observation` of DeepMind's protocol has it.

    Args:
        envs: The games.
        last_actions: DeepMind's numbers of the orders of the last phase.
        game: The number of the game.

    Returns:
        ``season``, ``board`` (uint8, 81 by 35), ``build_numbers`` (int32, 7), and ``last_actions`` (int64, 62, in 64
        bits each, then 0).

    >>> from standoff.env import VectorEnv
    >>> seen = observation(VectorEnv(1), [])
    >>> seen["season"], seen["build_numbers"].tolist()
    (0, [0, 0, 0, 0, 0, 0, 0])
    """
    games = envs.games
    one = Games(games.board, games.state[game : game + 1], games.phase[game : game + 1])
    written = np.zeros(MOST_UNITS, dtype=np.int64)
    written[: len(last_actions)] = layout(games.board).actions[list(last_actions)]
    return {
        "season": int(seasons(one)[0]),
        "board": boards(one, envs.last_adjustments[game : game + 1])[0],
        "build_numbers": build_numbers(envs)[game],
        "last_actions": written,
    }


def our_orders(games: Games, game: int, numbers: Iterable[int]) -> list[int]:
    """Return the numbers in the vocabulary of orders in a game, given by DeepMind's numbers; -1 where no unit could.

    >>> from standoff.env import VectorEnv
    >>> games = VectorEnv(1).games
    >>> codes = layout(games.board)
    >>> theirs = codes.numbers(games.vocabulary.numbers(["F STP/SC - BOT", "A WAR H"]))
    >>> [games.vocabulary.text(number) for number in our_orders(games, 0, theirs.tolist())]
    ['F STP/SC - BOT', 'A WAR H']
    """
    codes, board = layout(games.board), games.board
    place, fleet = ("out", "out_fleet") if games.phase["kind"][game] == RETREAT else ("stands", "fleet")
    state = games.state[game]

    def stand(theirs: int) -> int:
        row = state[board.province_number[codes.provinces[theirs]]]
        return int(row[place]) + len(board.locations) * int(row[fleet]) if row[place] >= 0 else -1

    ours = list[int]()
    for number in numbers:
        codes.text(number)
        kind, unit, goal, third = fields_of(int(codes.actions[number]))
        other = goal if kind == SUPPORT_HOLD else third
        ours.append(codes.ours(number, stand(unit[0]), stand(other[0])))
    return ours


@dataclass(frozen=True)
class _Areas:
    """What is known about the areas: int64 or bool, (81,); `home` by power."""

    province: Any
    location: Any
    coast: Any
    land: Any
    sea: Any
    center: Any
    home: Any


@lru_cache(maxsize=2)
def _areas(board: Board) -> _Areas:
    names = layout(board).areas
    location = np.array([board.location_number[name] for name in names])
    province = np.array([board.province_of_location[place] for place in location.tolist()])
    kinds = np.array([board.provinces[p].kind for p in province.tolist()])
    coast = location >= len(board.provinces)
    center = np.array([board.provinces[p].center for p in province.tolist()])
    sea, home = kinds == "sea", home_centers(board)[:, province]
    return _Areas(province, location, coast, ~coast & ~sea, sea, center, home)
