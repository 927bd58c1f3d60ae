"""Many games in arrays: legal orders, all phases, ownership and victory, by compiled code.

Every phase has the result of `adjudicate_phase` and `following`. Needs the extra ``fast`` (NumPy and Numba).

>>> games = Games.start(3)
>>> legal = games.legal()
>>> legal.texts(0, "PAR")[:3]
('A PAR H', 'A PAR - BRE', 'A PAR - BUR')
>>> orders = games.no_orders()
>>> orders[:, games.board.province_number["PAR"]] = games.vocabulary.number("A PAR - BUR")
>>> success = games.advance(orders)
>>> games.position(0).phase, [str(unit) for unit in games.position(0).units if unit.power == "FRANCE"]
(Phase('F', 1901, PhaseType.MOVEMENT), ['F BRE', 'A BUR', 'A MAR'])
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from ..map import (
    ARMY,
    FLEET,
    ArrayError,
    Board,
    Dislodged,
    Phase,
    PhaseType,
    Position,
    PositionError,
    Unit,
    load_board,
    named_board,
    on_board,
    starting_position,
    unit_key,
)
from ..solver import (
    ADJUSTMENT,
    ANSWER,
    MOST_UNITS,
    MOVES,
    SEASONS,
    TYPES,
    Arrays,
    Batch,
    Homes,
    Move,
    Order,
    Outcomes,
    Rulebook,
    fill,
    homes_of,
    implied,
    is_plain,
    on_same_board,
    require_centers,
    rulebook,
    share_out,
    state_of,
    tables_of,
    winning_player,
)
from . import compiled_games as kernel
from .compiled_games import PHASE, STATE, BoardArrays, GameArrays, MovementBatch, WorkingArrays
from .order_vocabulary import Vocabulary, vocabulary

MOST_POWERS = 127
"""The most powers of a board: their numbers have eight bits."""

LAST_YEAR = 32_000
"""The last year in which a game can begin: years have sixteen bits."""

_fields = attrgetter(*STATE.names or ())

GAMES_IN_PART = 256
"""The number of games that are advanced together, so that their data stay in the cache."""


@dataclass(frozen=True)
class Games:
    """Games in arrays, each at a phase of its own.

    Attributes:
        board: Their board.
        state: `compiled_games.STATE`, shape (games, provinces): the contents of each province, in the fields of
            `state.ProvinceState`, a byte each: ``state["owner"]`` is the power that owns its supply center, int8, shape
            (games, provinces). Powers are numbered as in ``board.powers``. A number without meaning is -1, a truth
            value without meaning 0. ``state.view("int8")`` has all fields in a row.
        phase: `compiled_games.PHASE`, shape (games,): ``season`` (0 spring, 1 autumn, 2 winter), ``year``, and ``kind``
            (0 movement, 1 retreats, 2 adjustments), int16 each.
        unknown_centers: True if a position did not say who owns the centers: such a game has no owner in `state`, and
            does not go beyond a spring.

    >>> games = Games.start(2)
    >>> games
    <2 games on board standard>
    >>> games.state.shape, games.phase.tolist()
    ((2, 75), [(0, 1901, 0), (0, 1901, 0)])
    """

    board: Board
    state: Any
    phase: Any
    unknown_centers: bool = field(default=False, repr=False)

    @classmethod
    def from_positions(cls, positions: Iterable[Position], board: Board | None = None) -> Games:
        """Return games at the given positions; one without a phase is at the movement phase of a spring.

        Args:
            positions: The positions.
            board: Their board; the one that they name if left out.

        Raises:
            PositionError: A position is impossible, or arrays cannot hold it: it has powers in civil disorder or closed
                provinces, more than 62 units including the dislodged ones, a year after 32000, or a phase that it
                cannot be in; or it is on another board than the first.
            ArrayError: The board is too large for games in arrays: more than 124 locations, 62 seas, 127 powers, or 62
                home centers of one power.
        """
        rows, phases = list[list[tuple[int, ...]]](), list[tuple[int, int, int]]()
        here, unknown = None if board is None else named_board(board), False
        for number, position in enumerate(positions):
            position, here = on_same_board(on_board(position, board), here, number)
            _tables_for_games(here)
            unknown = unknown or not position.centers
            rows.append(_state_of(here, position, number))
            phases.append(_phase_of(here, position))
        here = here or load_board()
        _tables_for_games(here)
        state = np.array(rows, dtype=STATE).reshape(-1, len(here.provinces))
        return cls(here, state, np.array(phases, dtype=PHASE), unknown)

    @classmethod
    def start(cls, games: int, board: Board | None = None) -> Games:
        """Return games at their start.

        >>> len(Games.start(1000))
        1000
        """
        board = board or load_board()
        one = _starting_game(board)
        return cls(board, np.repeat(one.state, games, axis=0), np.repeat(one.phase, games, axis=0))

    def __len__(self) -> int:
        return len(self.state)

    def __repr__(self) -> str:
        return f"<{len(self)} games on board {self.board.name}>"

    @property
    def vocabulary(self) -> Vocabulary:
        """The orders that can be given, by number."""
        return vocabulary(self.board)

    # -- reading -----------------------------------------------------------------------------------------------------

    def position(self, game: int) -> Position:
        """Return the position of a game, as `following` returns it."""
        board, powers, locations = self.board, self.board.power_names, self.board.locations
        season, year, kind = self.phase[game].tolist()
        units, dislodged = list[Unit](), list[Dislodged]()
        centers: dict[str, list[str]] = {power: [] for power in powers}
        contested = list[str]()
        for province, row in zip(board.provinces, self.state[game].tolist(), strict=True):
            owner, stands, fleet, power, out, dislodged_is_fleet, dislodged_power, attacker_from, by_convoy, closed = (
                row
            )
            if stands >= 0:
                units.append(Unit(FLEET if fleet else ARMY, locations[stands], powers[power]))
            if out >= 0:
                unit = Unit(FLEET if dislodged_is_fleet else ARMY, locations[out], powers[dislodged_power])
                origin = board.provinces[attacker_from].id if attacker_from >= 0 else None
                dislodged.append(Dislodged(unit, origin, bool(by_convoy)))
            if owner >= 0:
                centers[powers[owner]].append(province.id)
            if closed:
                contested.append(province.id)
        return Position(
            tuple(units),
            {power: tuple(owned) for power, owned in centers.items()},
            tuple(dislodged),
            frozenset(contested),
            Phase(SEASONS[season], year, TYPES[kind]),
            board=board.source,
        )

    def orders_of(self, game: int, orders: Any) -> list[Order]:
        """Return the orders of a game as values, in the order of the provinces.

        Args:
            game: The number of the game.
            orders: int32, shape (provinces,): the row of the game in the orders for `advance`.
        """
        position, words = self.position(game), self.vocabulary
        powers = self.board.power_names
        written = list[Order]()
        for province, number in enumerate(orders.tolist()):
            if number >= 0:
                owner = int(self.state["owner"][game, province])
                written.append(words.order(number, position, powers[owner] if owner >= 0 else ""))
        return written

    def holdings(self, *, rules: Rulebook | str | None = None, threads: int | None = None) -> tuple[Any, Any, Any]:
        """Return the centers, units and adjustments of each power: three arrays of int64, shape (games, powers).

        Args:
            rules: The rulebook; 2023 if left out.
            threads: The number of threads; all cores if left out.

        Returns:
            The number of its supply centers; the number of its units, including dislodged ones; and in a winter the
            number of units that it can build in free home centers (positive) or must remove (negative), otherwise 0.

        >>> centers, units, adjustments = Games.start(1).holdings()
        >>> centers.tolist(), units.tolist(), adjustments.any().item()
        ([[3, 3, 3, 3, 3, 4, 3]], [[3, 3, 3, 3, 3, 4, 3]], False)
        """
        counts = np.empty((3, len(self), len(self.board.powers)), dtype=np.int64)
        engine = _engine(self.board, rulebook(rules))

        def part(first: int, last: int) -> None:
            with engine.workspace() as workspace:
                kernel.count_holdings(
                    workspace.arrays, engine.compiled, self.arrays(first, last), *counts[:, first:last]
                )

        share_out(part, len(self), GAMES_IN_PART, threads)
        return counts[0], counts[1], counts[2]

    def winners(self, centers: int | None = None) -> Any:
        """Return the number of the power that has won each game, -1 where none has: int64, shape (games,).

        Args:
            centers: The number of supply centers that wins; the board's if left out. If two powers have it, neither has
                won.

        Raises:
            ArrayError: The board says that something other than a number of centers wins, and `centers` is left out.

        Source: rulebook 1982, II; 2000, page 3.
        """
        if centers is None and not self.board.victory.plain:
            raise ArrayError(
                f"board {self.board.name} is won by {self.board.victory}; arrays know a number of centers only"
            )
        owned, _, _ = self.holdings()
        return find_winners(owned >= (self.board.victory_centers if centers is None else centers))

    def restart(self, which: Any) -> None:
        """Put games back to the start.

        Args:
            which: A NumPy index of games: numbers, or truth values.
        """
        one = _starting_game(self.board)
        self.state[which], self.phase[which] = one.state[0], one.phase[0]

    # -- orders --------------------------------------------------------------------------------------------------------

    def no_orders(self) -> Any:
        """Return an array without orders: int32, shape (games, provinces), all -1."""
        return np.full((len(self), len(self.board.provinces)), -1, dtype=np.int32)

    def legal(self, *, rules: Rulebook | str | None = None, threads: int | None = None) -> LegalOrders:
        """Return the legal orders of all units, dislodged units and free home centers: those of `legal_by_place`.

        Args:
            rules: The rulebook; 2023 if left out.
            threads: The number of threads; all cores if left out.

        Raises:
            ArrayError: There are more than 62 units in a game.
        """
        listed, _ = self.list_orders(rulebook(rules), threads)
        legal = listed.legal()
        listed.release()
        return legal

    def random_orders(self, chance: Any, *, rules: Rulebook | str | None = None, threads: int | None = None) -> Any:
        """Return a legal order for each unit, dislodged unit and free home center, all equally likely.

        A power that must remove units removes exactly as many; one that may build gets an order for as many home
        centers as it has builds, which may be a waiver. In both cases each choice of provinces is equally likely.

        Args:
            chance: uint64, shape (games,): the state of the random generator of each game, which is advanced (`seeds`).
            rules: The rulebook; 2023 if left out.
            threads: The number of threads; all cores if left out.

        Returns:
            int32, shape (games, provinces), as `advance` takes it.

        Raises:
            ArrayError: There are more than 62 units in a game.
        """
        listed, chosen = self.list_orders(rulebook(rules), threads, chance)
        listed.release()
        return chosen

    def list_orders(
        self, rules: Rulebook, threads: int | None, chance: Any = None, listed: OrderBuffers | None = None
    ) -> tuple[OrderBuffers, Any]:
        """Return the legal orders, listed unless `listed` has them, and with `chance` also random orders."""
        self._check_units()
        engine = _engine(self.board, rules)
        draws, chosen = chance is not None, self.no_orders()
        out = OrderBuffers(engine) if listed is None else listed

        def part(first: int, last: int) -> None:
            with engine.workspace() as workspace:
                if listed is None:
                    out.add(workspace, self, first, last)
                for here, begin, orders in out.pieces(first, last) if draws else ():
                    games = self.arrays(here.start, here.stop)
                    kernel.choose(workspace.arrays, games, begin, orders, chance[here], chosen[here])

        share_out(part, len(self), GAMES_IN_PART, threads)
        return out, chosen

    # -- phases --------------------------------------------------------------------------------------------------------

    def advance(
        self, orders: Any, *, rules: Rulebook | str | None = None, threads: int | None = None, checked: bool = False
    ) -> Any:
        """Carry out the phase of each game, and go on to the next phase in which a power has something to order.

        The games are changed in place, after all orders have been checked.

        Args:
            orders: int32, shape (games, provinces): numbers of the vocabulary, -1 for none. By province the order of
                the unit there; in a retreat phase, of the unit dislodged from there; in an adjustment phase, the build,
                removal or waiver there. Surplus builds and removals are dropped in the order of the provinces.
            rules: The rulebook; 2023 if left out.
            threads: The number of threads; all cores if left out.
            checked: True if the orders are known to be valid, such as those of `random_orders`.

        Returns:
            int8, shape (games, provinces): 1 if the order succeeded, 0 if it failed or was illegal, -1 without an
            order.

        Raises:
            PositionError: Builds depend on unknown centers.
            ArrayError: The array has a wrong shape, or cannot hold an order: it is of another phase, no such unit is
                there, it misnames another unit, or no power could build there; or a game has more than 62 units.
        """
        rules = rulebook(rules)
        if not checked:
            self._check(orders, rules)
        if self.unknown_centers:
            unowned = (self.phase["season"] > 0) & (self.state["owner"] < 0).all(axis=1)
            for game in np.flatnonzero(unowned)[:1]:
                require_centers(self.board, replace(self.position(game), centers={}))
        return self.carry_out(orders, rules, threads)

    def carry_out(self, orders: Any, rules: Rulebook, threads: int | None, counts: Any = None) -> Any:
        """Carry out valid orders as `advance` does; fill in the counts of the next phase (`holdings`)."""
        self._check_units()
        engine, success = _engine(self.board, rules), np.empty(orders.shape, dtype=np.int8)

        def part(first: int, last: int) -> None:
            games = self.arrays(first, last)
            with engine.workspace() as workspace:
                engine.advance(workspace, games, orders[first:last], success[first:last])
                if counts is not None:
                    kernel.count_holdings(workspace.arrays, engine.compiled, games, *counts[:, first:last])

        share_out(part, len(self), GAMES_IN_PART, threads)
        return success

    def _check(self, orders: Any, rules: Rulebook) -> None:
        self.check_shape(orders)
        words = self.vocabulary
        game, province, fault = kernel.check_orders(_engine(self.board, rules).compiled, self.arrays(), orders)
        if fault:
            number = int(orders[game, province])
            text = words.text(number) if number < len(words) else f"order number {number}"
            place = self.board.provinces[province].id
            raise ArrayError(f"game {game}, {place}: {text}: {_FAULTS[fault]}")

    def check_shape(self, orders: Any) -> None:
        """Raise `ArrayError` if an array cannot hold orders of these games."""
        shape = len(self), len(self.board.provinces)
        if not is_plain(orders) or orders.dtype != np.int32 or orders.shape != shape:
            raise ArrayError(f"orders must be int32 of shape {shape}, without a mask")

    def arrays(self, first: int = 0, last: int | None = None) -> GameArrays:
        """Return the games from `first` to before `last` for compiled code."""
        return GameArrays(self.state[first:last], self.phase[first:last])

    def _check_units(self) -> None:
        """Raise `ArrayError` if builds have made more units than arrays hold; few boards have enough centers."""
        if len(self.board.centers) > MOST_UNITS:
            _refuse_many((self.state["unit_location"] >= 0).sum(axis=1))

    def check(self) -> None:
        """Raise `ArrayError` if the arrays have a wrong shape or hold numbers without a meaning.

        Call this after writing into them: compiled code does not check numbers again.
        """
        board, state, phase = self.board, self.state, self.phase
        provinces, powers = len(board.provinces), len(board.powers)
        if (
            not all(map(is_plain, (state, phase)))
            or state.dtype != STATE
            or phase.dtype != PHASE
            or state.shape != (len(phase), provinces)
            or phase.ndim != 1
        ):
            raise ArrayError(f"state must be STATE of shape (games, {provinces}), phase PHASE of shape (games,)")
        # by unit key: its province, -1 if there is no such unit
        province_of_key = np.where(self.vocabulary.numbering.hold >= 0, np.repeat(board.tables.province, 2), -1)
        center = np.array([province.center for province in board.provinces])
        owner = state["owner"]
        wrong = (owner < -1) | (owner >= powers) | ((owner >= 0) & ~center)
        for fields in (
            ("unit_location", "fleet", "power"),
            ("dislodged_location", "dislodged_is_fleet", "dislodged_power"),
        ):
            place, fleet, power = (state[field].astype(np.int64) for field in fields)
            sound = (place >= 0) & (place < len(board.locations)) & ((fleet == 0) | (fleet == 1))
            key = np.where(sound, unit_key(place, fleet), 0)
            sound &= (province_of_key[key] == np.arange(provinces)) & (power >= 0) & (power < powers)
            wrong |= (place != -1) & ~sound
        wrong |= (state["attacker_from"] < -1) | (state["attacker_from"] >= provinces)
        faulty = np.argwhere(wrong)
        if len(faulty):
            game, province = faulty[0].tolist()
            row = dict(zip(STATE.names or (), state[game, province].tolist(), strict=True))
            raise ArrayError(f"game {game}, {board.provinces[province].id}: a province cannot be in the state {row}")
        _refuse_many(((state["unit_location"] >= 0) + (state["dislodged_location"] >= 0).astype(np.int8)).sum(axis=1))
        season, kind = phase["season"], phase["kind"]
        wrong = np.flatnonzero(
            (season < 0) | (season > 2) | (kind < 0) | (kind > 2) | ((season == 2) != (kind == ADJUSTMENT))
        )
        if len(wrong):
            row = dict(zip(PHASE.names or (), phase[wrong[0]].tolist(), strict=True))
            raise ArrayError(f"game {wrong[0]}: there is no such phase as {row}")


_FAULTS = {
    kernel.NO_SUCH_ORDER: "not an order of the vocabulary",
    kernel.NO_UNIT: "there is no such unit",
    kernel.WRONG_PHASE: "an order of another phase",
    kernel.OTHER_UNIT: "the unit that it names is a different one, or stands on a different coast",
    kernel.NOBODYS: "the owner of the province, if it has one, cannot build there",
}


@dataclass(frozen=True)
class LegalOrders:
    """The legal orders of games, by province.

    Attributes:
        board: The board.
        start: int64, shape (games * provinces + 1,): the start of the orders of each province of each game, then the
            number of all orders.
        orders: int32: numbers of the vocabulary, those of a province ascending.

    >>> legal = Games.start(1).legal()
    >>> legal.numbers_in(0, "VEN").tolist()[:3], legal.texts(0, "VEN")[:3]
    ([51, 1324, 1343], ('A VEN H', 'A VEN - APU', 'A VEN - PIE'))
    >>> int(legal.mask(0).sum()), len(legal.orders)
    (238, 238)
    """

    board: Board
    start: Any
    orders: Any

    def numbers_in(self, game: int, province: str) -> Any:
        """Return the numbers of the orders that are legal in a province of a game."""
        return self._row(game * len(self.board.provinces) + self.board.number_of(province))

    def _row(self, row: int) -> Any:
        return self.orders[self.start[row] : self.start[row + 1]]

    def texts(self, game: int, province: str) -> tuple[str, ...]:
        """Return the legal orders of a province of a game in canonical notation."""
        words = vocabulary(self.board)
        return tuple(words.text(number) for number in self.numbers_in(game, province).tolist())

    def mask(self, game: int, provinces: Iterable[int] | None = None) -> Any:
        """Return a mask over the vocabulary: bool, true for the legal orders of a game, or of some of its provinces."""
        mask, size = np.zeros(len(vocabulary(self.board)), dtype=bool), len(self.board.provinces)
        for province in range(size) if provinces is None else provinces:
            mask[self._row(game * size + province)] = True
        return mask


def find_winners(enough: Any) -> Any:
    """Return the number of the winner of each game, -1 for none: int64; `enough` is bool, shape (games, powers).

    If two powers have enough, neither has won.
    """
    winners = np.full(len(enough), -1, dtype=np.int64)
    for game in np.flatnonzero(enough.any(axis=1)).tolist():
        winners[game] = winning_player(enough[game].tolist())
    return winners


def seeds(seed: int, games: int) -> Any:
    """Return the states of the random generators of games: uint64, shape (games,).

    >>> seeds(1, 2).tolist() == seeds(1, 3).tolist()[:2]
    True
    """
    return np.random.SeedSequence(seed).generate_state(games, np.uint64)


# -- implementation ----------------------------------------------------------------------------------------------------


class OrderBuffers:
    """The legal orders of games, listed by threads in reusable buffers that are held until `release`.

    A buffer is two arrays: int64, (games, provinces + 1): the start of the orders of each province, then the end of the
    last ones; and int32: the numbers of the orders.
    """

    def __init__(self, engine: _PhaseEngine) -> None:
        self._engine, self._parts = engine, list[tuple[int, int, tuple[Any, Any]]]()

    def add(self, workspace: _Workspace, games: Games, first: int, last: int) -> None:
        """List the orders of the games from `first` to before `last`, as many in a buffer as it holds."""
        while first < last:
            buffer, played = self._engine.buffer(), games.arrays(first, last)
            fitting = kernel.list_orders(
                workspace.arrays, self._engine.compiled, played, *buffer, self._engine.most_orders
            )
            self._parts.append((first, first + fitting, buffer))
            first += fitting

    def pieces(self, first: int, last: int) -> Iterator[tuple[slice, Any, Any]]:
        """Yield slices of the games from `first` to before `last`, each with the starts and numbers of its orders."""
        for start, end, (begin, orders) in self._parts:
            here = slice(max(first, start), min(last, end))
            if here.start < here.stop:
                yield here, begin[here.start - start : here.stop - start], orders

    def lacks(self, numbers: Any, threads: int | None) -> Any:
        """Return where orders are not listed: bool, shape (games, provinces).

        Far moves "via convoy" are listed without these words.
        """
        unlisted, numbers = np.empty(numbers.shape, dtype=bool), np.ascontiguousarray(numbers)
        listed_as, found = vocabulary(self._engine.board).listed_as, unlisted.view(np.uint8)

        def part(first: int, last: int) -> None:
            for here, begin, orders in self.pieces(first, last):
                kernel.note_unlisted(begin, orders, listed_as, numbers[here], found[here])

        share_out(part, len(numbers), GAMES_IN_PART, threads)
        return unlisted

    def legal(self) -> LegalOrders:
        """Return the legal orders in arrays of their own."""
        starts, orders, total = list[Any](), [np.empty(0, dtype=np.int32)], 0
        for first, end, (begins, numbers) in sorted(self._parts, key=lambda part: part[0]):
            begin = begins[: end - first]
            starts.append((begin[:, :-1] + total).ravel())
            orders.append(numbers[: begin[-1, -1]])
            total += int(begin[-1, -1])
        start = np.concatenate([*starts, np.array([total])])
        return LegalOrders(self._engine.board, start, np.concatenate(orders))

    def release(self) -> None:
        """Release the buffers; the listed orders are lost."""
        self._engine.buffers.extend(buffer for _, _, buffer in self._parts)
        self._parts.clear()


class _Workspace(NamedTuple):
    """The buffers of a thread for a part of the games: the arrays of compiled code, and a batch."""

    arrays: WorkingArrays
    movements: MovementBatch


class _PhaseEngine:
    """Lists and carries out the orders of games on a board under a rulebook; threads share it."""

    def __init__(self, board: Board, rules: Rulebook) -> None:
        self.board, self.rules = board, rules
        tables, words = _tables_for_games(board), vocabulary(board)
        choices = rules.numbers.as_integers()
        self.compiled = BoardArrays(tables, choices, words.numbering, words.columns, homes_in_arrays(board, rules))
        self.most_orders = len(words) + len(board.provinces)  # only the waiver is legal twice: for each home center
        self.buffers, self._workspaces = list[tuple[Any, Any]](), list[_Workspace]()

    def buffer(self) -> tuple[Any, Any]:
        """Return a buffer for legal orders; released ones are reused, so that no memory must be cleared again."""
        try:
            return self.buffers.pop()
        except IndexError:
            begin = np.empty((GAMES_IN_PART, len(self.board.provinces) + 1), dtype=np.int64)
            return begin, np.empty(self.most_orders + 1024 * GAMES_IN_PART, dtype=np.int32)

    @contextmanager
    def workspace(self) -> Generator[_Workspace]:
        """Provide a workspace to a thread; it is reused for the next part of the games, and the next step.

        The system clears new memory, for one thread at a time.
        """
        try:
            workspace = self._workspaces.pop()
        except IndexError:
            workspace = self._new_workspace()
        yield workspace
        self._workspaces.append(workspace)

    def _new_workspace(self) -> _Workspace:
        games, provinces = GAMES_IN_PART, len(self.board.provinces)
        units = games * min(MOST_UNITS, provinces)
        return _Workspace(
            kernel.working_arrays(provinces, len(self.board.powers)),
            MovementBatch(
                start=np.empty(games + 1, dtype=np.int64),
                units=np.empty((units, 3), dtype=np.int16),
                orders=np.empty((units, 4), dtype=np.int16),
                unit_in=np.empty(units, dtype=np.int16),
                turn_of=np.empty(games, dtype=np.int64),
                answers=np.empty(units, dtype=ANSWER),
                masks=np.empty((games, 2), dtype=np.int64),
                contested=np.empty((games, 2), dtype=np.int64),
                retreats=np.empty((units, 2), dtype=np.int64),
                how=np.empty(games, dtype=np.uint8),
            ),
        )

    def advance(self, workspace: _Workspace, played: GameArrays, chosen: Any, success: Any) -> None:
        """Carry out the phase of some games."""
        movements, arrays = workspace.movements, workspace.arrays
        turns = kernel.lay_out(arrays, self.compiled, played, chosen, movements)
        if turns:
            start = movements.start[: turns + 1]
            units = start[-1]
            batch = Batch(self.board, start, movements.units[:units], movements.orders[:units])
            if self.rules["implicit_orders"] != "not-allowed":
                self._imply(batch, movements, chosen)
            nobody = np.empty(0, dtype=np.int64)
            out = Outcomes(
                batch, movements.answers[:units], movements.masks[:turns], movements.contested[:turns],
                movements.retreats[:units], nobody, movements.how[:turns], self.rules, [], {},
            )  # fmt: skip
            fill(out, threads=1, checked=True)
        kernel.advance(arrays, self.compiled, played, chosen, movements, success)

    def _imply(self, batch: Batch, movements: MovementBatch, chosen: Any) -> None:
        """Give units of a batch without an order the moves that their power's other orders imply (DATC 4.E.3).

        Args:
            batch: The movement phases, whose orders change.
            movements: The games that they belong to.
            chosen: int32, shape (games, provinces): the orders of these games, -1 for none.
        """
        number_of, orders = self.board.location_number, batch.orders
        for game, turn in enumerate(movements.turn_of[: len(chosen)].tolist()):
            if turn < 0:
                continue
            first, end = batch.start[turn : turn + 2].tolist()
            ordered = chosen[game, movements.unit_in[first:end]] >= 0
            targets = orders[first:end][(orders[first:end, 2] >= 0) & (orders[first:end, 1] >= 0), 1]
            if ordered[targets].all():
                continue
            position, turn_orders = batch.position(turn), batch.orders_of(turn)
            written = [order for order, is_written in zip(turn_orders, ordered.tolist(), strict=True) if is_written]
            unit_of = {unit.province: first + unit_number for unit_number, unit in enumerate(position.units)}
            for order in implied(position, written, rules=self.rules, board=self.board):
                assert isinstance(order, Move), "only moves are presumed"
                orders[unit_of[order.unit.province]] = MOVES, -1, number_of[order.destination], order.via_convoy


@lru_cache(maxsize=8)
def _engine(board: Board, rules: Rulebook) -> _PhaseEngine:
    """Return the engine for games on a board under a rulebook; it is cached."""
    return _PhaseEngine(board, rules)


def _refuse_many(units: Any) -> None:
    """Refuse games with too many units.

    Raises:
        ArrayError: A game has too many.
    """
    many = np.flatnonzero(units > MOST_UNITS)
    if len(many):
        raise ArrayError(
            f"game {many[0]}: {units[many[0]]} units; arrays hold {MOST_UNITS} at most, dislodged ones too"
        )


@lru_cache(maxsize=16)
def _starting_game(board: Board) -> Games:
    """Return a game at its start; it must not be changed."""
    return Games.from_positions([starting_position(board)], board)


@lru_cache(maxsize=16)
def _tables_for_games(board: Board) -> Arrays:
    """Return the tables of a board for compiled code.

    Raises:
        ArrayError: The board has more locations, seas, powers, or home centers of a power, than games in arrays hold.
    """
    tables = tables_of(board)
    if len(board.powers) > MOST_POWERS:
        raise ArrayError(
            f"board {board.name} has {len(board.powers)} powers; games in arrays have {MOST_POWERS} at most"
        )
    for power in board.powers.values():
        if len(power.builds) > MOST_UNITS:
            what = "home centers" if power.builds == power.homes else "centers to build in"
            raise ArrayError(
                f"board {board.name}: {power.id} has {len(power.builds)} {what}; games in arrays have "
                f"{MOST_UNITS} of a power at most"
            )
    return tables


@lru_cache(maxsize=64)
def homes_in_arrays(board: Board, rules: Rulebook) -> Homes:
    """Return the home centers of a board under a rulebook in arrays; sets are rows of 0 and 1."""
    plain, provinces = homes_of(board, rules), len(board.provinces)

    def sets(masks: Iterable[int]) -> Any:
        return np.array([[mask >> p & 1 for p in range(provinces)] for mask in masks], dtype=np.uint8)

    return plain._replace(
        center=np.array(plain.center, dtype=np.uint8),
        home=sets(plain.home),
        goals=sets(plain.goals),
        steps=np.array([plain.steps[key] for key in range(len(plain.steps))], dtype=np.int32),
        alphabet=np.array(plain.alphabet, dtype=np.int16),
    )


def _state_of(board: Board, position: Position, number: int) -> list[tuple[int, ...]]:
    if position.civil_disorder or position.closed:
        raise PositionError(f"position {number}: arrays hold no powers in civil disorder and no closed provinces")
    units = len(position.units) + len(position.dislodged)
    if units > MOST_UNITS:
        raise PositionError(f"position {number}: arrays hold {MOST_UNITS} units at most, not {units}")
    return [_fields(here) for here in state_of(board, position)]


def _phase_of(board: Board, position: Position) -> tuple[int, int, int]:
    phase = position.phase or board.calendar.first(PhaseType.MOVEMENT)
    if (phase.season == "W") != (phase.type is PhaseType.ADJUSTMENT):
        raise PositionError(
            f"{phase} is not a phase of a game: adjustments take place in winter, and nothing else does"
        )
    if phase.year > LAST_YEAR:
        raise PositionError(f"{phase}: arrays hold years up to {LAST_YEAR}")
    return SEASONS.index(phase.season), phase.year, TYPES.index(phase.type)
