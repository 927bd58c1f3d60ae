"""Many games in parallel, for training: legal orders by number, steps, rewards, resets of single games.

>>> envs = VectorEnv(100, seed=1, reward="centers", last_year=1902)
>>> while not (step := envs.step(envs.sample())).ended.size:
...     pass
>>> step.final.phase[:, 1].tolist()[0], step.observation.phase[step.ended][0].tolist()
(1903, [0, 1901, 0])
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# Arrays have no types of their elements here.
from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from enum import IntEnum
from typing import Any, NamedTuple, Self

import numpy as np

from ..cases import check
from ..map import (
    ArrayError,
    Board,
    Position,
    PositionError,
    StandoffError,
    UnknownNameError,
    named_board,
)
from ..solver import ADJUSTMENT, FALL, RETREAT, SUPPORTS, Rulebook, rulebook
from ..turn import Verdict
from .compiled_games import PHASE, STATE
from .games import Games, LegalOrders, OrderBuffers, find_winners, seeds


class IllegalActionError(StandoffError):
    """An order is illegal, and the environment refuses it; the message names the order and the reason."""


class Outcome(IntEnum):
    """The outcome of a game so far."""

    GOES_ON = 0
    WON = 1
    AGREED_DRAW = 2
    LAST_YEAR = 3
    CUT_OFF = 4


class Observation(NamedTuple):
    """The observations of games; every player sees everything.

    Attributes:
        board: int8, (games, provinces, 10): the fields of `compiled_games.STATE`, by province.
        phase: int16, (games, 3): season (0 spring, 1 autumn, 2 winter), year, kind (0 movement, 1 retreats, 2 winter).
        centers: int8, (games, powers): the number of supply centers of each power.
        units: int8, (games, powers): the number of its units, including dislodged ones.
        adjustments: int8, (games, powers): in winter, the units that it can build (positive) or must remove (negative).
    """

    board: Any
    phase: Any
    centers: Any
    units: Any
    adjustments: Any


class Step(NamedTuple):
    """The result of a step.

    Attributes:
        observation: The observation after it; for a game that has ended, that of the new game.
        rewards: float32, (games, powers).
        terminations: bool, (games, powers): the game is over, or the power is eliminated.
        truncations: bool, (games, powers): the game was cut off after `most_phases`.
        success: int8, (games, provinces): 1 if the order succeeded, 0 if it failed, -1 without an order.
        outcome: int8, (games,): an `Outcome`.
        winner: int64, (games,): the number of the power that has won, -1 for none.
        ended: int64: the numbers of the games that have ended.
        final: Their last observation, before the new games began.
        ignored: bool, (games, provinces): an illegal order was ignored.
    """

    observation: Observation
    rewards: Any
    terminations: Any
    truncations: Any
    success: Any
    outcome: Any
    winner: Any
    ended: Any
    final: Observation
    ignored: Any


# -- rewards ----------------------------------------------------------------------------------------------------------


class RewardContext(NamedTuple):
    """The facts from which the rewards for a phase are computed.

    Attributes:
        before: int64, (games, powers): the number of supply centers of each power before the phase.
        centers: int64, (games, powers): the same after it.
        units: int64, (games, powers): the number of units after it, including dislodged ones.
        over: bool, (games,): the game has ended by the rules: by a victory, a draw, or the last year.
        winner: int64, (games,): the number of the power that has won, -1 for none.
        new_year: bool, (games,): a year has ended, with its winter.
    """

    before: Any
    centers: Any
    units: Any
    over: Any
    winner: Any
    new_year: Any


def draw_size(reckoning: RewardContext) -> Any:
    """Return, at the end of a game, 1 for the winner, equal shares of 1 for the powers in a draw, otherwise 0.

    All powers that still have units share a draw, whatever centers they own.

    Source: rulebook 1982, II; 2000, page 3.

    >>> import numpy as np
    >>> nothing = np.zeros((1, 3))
    >>> ended, winner = np.array([True]), np.array([-1])
    >>> draw_size(RewardContext(nothing, nothing, np.array([[4, 0, 1]]), ended, winner, ...)).tolist()
    [[0.5, 0.0, 0.5]]
    """
    return _at_the_end(reckoning, reckoning.units > 0)


def squares(reckoning: RewardContext) -> Any:
    """Return 1 for the winner; in a draw, each power's share of the sum of squares of the numbers of centers."""
    return _at_the_end(reckoning, reckoning.centers.astype(np.float64) ** 2)


def centers(reckoning: RewardContext) -> Any:
    """Return the centers that each power has gained, minus those lost; centers change hands in autumn."""
    return (reckoning.centers - reckoning.before).astype(np.float64)


def _at_the_end(reckoning: RewardContext, weights: Any) -> Any:
    """Return, at the end of a game, 1 for the winner, and in a draw each power's share of the sum of the weights."""
    rewards: Any = np.zeros(reckoning.units.shape)
    over = np.flatnonzero(reckoning.over)
    if len(over):
        won = np.arange(rewards.shape[1]) == reckoning.winner[over, None]
        shares = weights[over] / np.maximum(weights[over].sum(axis=1, keepdims=True), 1)
        rewards[over] = np.where(won.any(axis=1, keepdims=True), won, shares)
    return rewards


REWARDS: dict[str, Callable[[RewardContext], Any]] = {
    "draw-size": draw_size,
    "squares": squares,
    "centers": centers,
}
"""The rewards by their names; each returns numbers of shape (games, powers)."""


# -- the environment --------------------------------------------------------------------------------------------------


class VectorEnv:
    """Many games of Diplomacy, stepped together, each at a phase of its own.

    All powers order at once. After its end, a game restarts in the same step. Equal seeds and equal orders give equal
    games, with any number of threads. Environments can be copied and pickled.

    Args:
        number: The number of games.
        board: The board, or the name of one.
        rules: The rulebook; 2023 if left out.
        reward: A name of `REWARDS`, or a function of a `RewardContext` that returns numbers of shape (games, powers).
        last_year: The last year; survivors share a draw after it. If left out, thirty years after the board's first.
        most_phases: Games are cut off after this many phases; never if left out.
        victory_centers: The number of supply centers that wins; the board's if left out.
        illegal: ``"refuse"`` to raise an error for an illegal order, ``"ignore"`` to treat it as no order.
        autoreset: False to keep games that have ended until they are reset.
        seed: The seed of `sample`; the game itself is deterministic.
        threads: The number of threads; all cores if left out.

    Attributes:
        games: The games, read-only; `reset` changes their positions.
        powers: The ids of the powers, in the order of their numbers.
        phases: int64, (games,): the number of phases played in each.
        over: bool, (games,): the game has ended and has not been reset.
        eliminated: bool, (games, powers).

    Raises:
        ArrayError: The board is too large for games in arrays, or an option has an impossible value.
        UnknownNameError: There is no such reward.
    """

    def __init__(
        self,
        number: int,
        *,
        board: str | Board = "standard",
        rules: Rulebook | str | None = None,
        reward: str | Callable[[RewardContext], Any] = "draw-size",
        last_year: int | None = None,
        most_phases: int | None = None,
        victory_centers: int | None = None,
        illegal: str = "refuse",
        autoreset: bool = True,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        board = named_board(board)
        self.rules = rulebook(rules)
        if isinstance(reward, str) and reward not in REWARDS:
            raise UnknownNameError(f"no reward named {reward!r}; known: {', '.join(REWARDS)}")
        if illegal not in ("refuse", "ignore"):
            raise ArrayError(f"illegal={illegal!r}; expected refuse or ignore")
        self.reward = reward
        self.last_year = board.first_year + 30 if last_year is None else last_year
        self.most_phases, self.illegal, self.autoreset = most_phases, illegal, autoreset
        self.victory_centers = board.victory_centers if victory_centers is None else victory_centers
        self.threads = threads
        self.powers = tuple(board.powers)
        self.games = Games.start(number, board)
        self.phases = np.zeros(number, dtype=np.int64)
        self.over = np.zeros(number, dtype=bool)
        self._legal: LegalOrders | None = None
        self._listed: OrderBuffers | None = None
        self._chance = seeds(seed, number)
        self._set_holdings(self.games.holdings(rules=self.rules, threads=threads))

    def __len__(self) -> int:
        return len(self.games)

    def __repr__(self) -> str:
        return f"<VectorEnv of {len(self)} games on board {self.games.board.name}>"

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_legal": None, "_listed": None}

    def copy(self) -> Self:
        """Return an independent copy of the games and their random generators, to look ahead.

        >>> envs = VectorEnv(2)
        >>> other = envs.copy()
        >>> _ = other.step(other.sample())
        >>> envs.games.phase["season"].tolist(), other.games.phase["season"].tolist()
        ([0, 0], [1, 1])
        """
        return deepcopy(self)

    # -- reading ---------------------------------------------------------------------------------------------------

    def observe(self, which: Any = slice(None)) -> Observation:
        """Return the observation of the games, or of those with the NumPy index `which`; the arrays are copies."""
        games, size = self.games, len(STATE.names or ())
        state, phase = games.state[which], games.phase[which]
        return Observation(
            state.view(np.int8).reshape(*state.shape, size).copy(),
            phase.view(np.int16).reshape(len(phase), len(PHASE.names or ())).copy(),
            self._centers[which].astype(np.int8),
            self._units[which].astype(np.int8),
            self._adjustments[which].astype(np.int8),
        )

    def legal(self) -> LegalOrders:
        """Return the legal orders of all units, dislodged units and free home centers, listed once per step.

        >>> VectorEnv(2).legal().texts(1, "PAR")[:2]
        ('A PAR H', 'A PAR - BRE')
        """
        if self._legal is None:
            self._legal = self._list().legal()
        return self._legal

    def _list(self) -> OrderBuffers:
        if self._listed is None:
            self._listed, _ = self.games.list_orders(self.rules, self.threads)
        return self._listed

    def _release_orders(self) -> None:
        """Discard the legal orders of games that have changed."""
        if self._listed is not None:
            self._listed.release()
        self._legal = self._listed = None

    def mask(self, game: int, power: str | None = None) -> Any:
        """Return the mask of the orders of the vocabulary that are legal in a game: bool, shape (orders,).

        Args:
            game: The number of the game.
            power: The id of a power; None for all powers.

        >>> VectorEnv(1).mask(0, "ITALY").sum().item()
        38
        """
        if power is None:
            return self.legal().mask(game)
        whose = self.powers.index(self.games.board.power(power).id)
        return self.legal().mask(game, np.flatnonzero(self._ordering_in(game) == whose).tolist())

    def _ordering_in(self, game: int) -> Any:
        return self.ordering_powers(slice(game, game + 1))[0]

    def ordering_powers(self, which: Any = slice(None)) -> Any:
        """Return the power that gives the order of each province: int8, (games, provinces), -1 for none.

        It is the power of the unit; in a retreat phase, of the dislodged unit; in winter, of the unit or home center.

        >>> VectorEnv(1).ordering_powers()[0, :5].tolist()
        [-1, -1, -1, 6, -1]
        """
        state, kind = self.games.state[which], self.games.phase["kind"][which][:, None]
        winter = np.where(state["unit_location"] >= 0, state["power"], state["owner"])
        return np.where(kind == ADJUSTMENT, winter, np.where(kind == RETREAT, state["dislodged_power"], state["power"]))

    # -- playing ---------------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, which: Any = None, positions: Iterable[Position] | None = None
    ) -> Observation:
        """Put games at the start, or at positions; return the observation of all games.

        Args:
            seed: The seed of their random generators, which continue unchanged if it is left out.
            which: A NumPy index of games; all if left out.
            positions: One for each of them.

        >>> envs = VectorEnv(3)
        >>> _ = envs.step(envs.sample())
        >>> envs.reset(which=[1]).phase[:, 0].tolist()
        [1, 0, 1]
        """
        which = np.arange(len(self))[slice(None) if which is None else which]
        if positions is None:
            self.games.restart(which)
        else:
            new_games = Games.from_positions(positions, self.games.board)
            if new_games.unknown_centers:
                raise PositionError("a position does not say who owns the supply centers, on which builds depend")
            if len(new_games) != len(which):
                raise ArrayError(f"{len(new_games)} positions for {len(which)} games")
            self.games.state[which], self.games.phase[which] = new_games.state, new_games.phase
        if seed is not None:
            self._chance[which] = seeds(seed, len(self))[which]
        self._note_start(which)
        return self.observe()

    def sample(self) -> Any:
        """Return a random legal order for each unit, all equally likely: int32, (games, provinces), as `step` takes it.

        In winter there are as many orders as builds or removals.
        """
        self._listed, orders = self.games.list_orders(self.rules, self.threads, self._chance, self._listed)
        return orders

    def step(self, orders: Any, draws: Any = None, *, checked: bool = False) -> Step:
        """Carry out the phase of each game, and go on to the next phase in which a power has something to order.

        Args:
            orders: int32, (games, provinces): numbers of the vocabulary, -1 for none (`Games.advance`).
            draws: bool, (games, powers): the powers that agree to a draw after this phase; it needs all survivors.
            checked: True if the orders are known to be legal, such as those of `sample`.

        Raises:
            IllegalActionError: An order is illegal; no game has been changed.
            ArrayError: An array has a wrong shape, or a game is over.
        """
        games = self.games
        games.check_shape(orders)
        voters = len(self), len(self.powers)
        if draws is not None and np.shape(draws) != voters:
            raise ArrayError(f"draws must be bool of shape {voters}")
        if self.over.any():
            raise ArrayError(f"game {np.flatnonzero(self.over)[0]} is over; reset it")
        ignored = np.zeros(orders.shape, dtype=bool) if checked else self.illegal_in(orders)
        if not checked and ignored.any():
            if self.illegal == "refuse":
                raise self._refusal(orders, ignored)
            orders = np.where(ignored, np.int32(-1), orders)
        before, owned = games.phase.copy(), self._centers
        counts = np.empty((3, len(self), len(self.powers)), dtype=np.int64)
        success = games.carry_out(orders, self.rules, self.threads, counts)
        self._release_orders()
        self.phases += 1
        autumn = np.flatnonzero((before["season"] == FALL) & (games.phase["kind"] != RETREAT))
        self._set_holdings(counts)
        outcome, winner = self._find_endings(autumn, draws)
        over = (outcome != Outcome.GOES_ON) & (outcome != Outcome.CUT_OFF)
        new_year = games.phase["year"] > before["year"]
        reward = REWARDS[self.reward] if isinstance(self.reward, str) else self.reward
        rewards = reward(RewardContext(owned, self._centers, self._units, over, winner, new_year))
        terminations = self.eliminated | over[:, None]
        truncations = (outcome == Outcome.CUT_OFF)[:, None] & ~terminations
        ended = np.flatnonzero(outcome != Outcome.GOES_ON)
        final = self.observe(ended)
        self.over[ended] = True
        if self.autoreset and len(ended):
            games.restart(ended)
            self._note_start(ended)
        rewards = np.asarray(rewards, dtype=np.float32)
        seen = self.observe()
        return Step(seen, rewards, terminations, truncations, success, outcome, winner, ended, final, ignored)

    # -- legality --------------------------------------------------------------------------------------------------

    def illegal_in(self, orders: Any) -> Any:
        """Return where orders are illegal: bool, (games, provinces).

        Two kinds of orders are legal though `legal` does not list them: a support that names a coast, and a far move
        "via convoy", which is listed without these words.

        >>> envs = VectorEnv(1)
        >>> orders = envs.games.no_orders()
        >>> orders[0, envs.games.board.province_number["PAR"]] = envs.games.vocabulary.number("A MUN - BUR")
        >>> envs.illegal_in(orders).sum().item()
        1
        """
        illegal = self._list().lacks(orders, self.threads)
        for game, province in np.argwhere(illegal).tolist():
            number = int(orders[game, province])
            if self._supports_to_coast(number) and self.games.vocabulary.province[number] == province:
                illegal[game, province] = bool(self._fault_in(game, province, number))
        return illegal

    def why_illegal(self, game: int, number: int, power: str) -> str:
        """Return, in a sentence, why an order of a power in a game is illegal; empty if it is legal.

        Args:
            game: The number of the game.
            number: The number of the order.
            power: The id of the power; empty for none.

        >>> envs = VectorEnv(1)
        >>> envs.why_illegal(0, envs.games.vocabulary.number("A MUN - BUR"), "FRANCE")
        'FRANCE A MUN - BUR: illegal; the unit belongs to another power [DATC 6.A.6; 2023 page 6]; \
nearest: A MAR - BUR, A PAR - BUR, A MAR - GAS'
        """
        words = self.games.vocabulary
        if not 0 <= number < len(words):
            return f"order number {number}: the numbers go from 0 to {len(words) - 1}"
        if not power:
            return f"{words.text(number)}: no unit stands there"
        if self.mask(game, power)[words.listed_as[number]]:
            return ""
        (checked,) = check(words.text(number), self.games.position(game), power=power, rules=self.rules)
        if checked.verdict is Verdict.ILLEGAL:
            return str(checked)
        if self._supports_to_coast(number):
            return ""
        return f"{power} {words.text(number)}: not an order for what stands there; meant is {checked.order}"

    def _supports_to_coast(self, number: int) -> bool:
        """Return whether an order is a support that names the coast of a fleet's move: legal, but never listed."""
        words = self.games.vocabulary
        if number >= len(words):
            return False
        order = words.columns[number]
        return order["kind"] == SUPPORTS and order["place"] >= len(self.games.board.provinces)

    def _fault_in(self, game: int, province: int, number: int) -> str:
        """Return why the order of a province is illegal, for the power that gives it."""
        whose = int(self._ordering_in(game)[province])
        return self.why_illegal(game, number, self.powers[whose] if whose >= 0 else "")

    def _refusal(self, orders: Any, wrong: Any) -> IllegalActionError:
        game, province = np.argwhere(wrong)[0].tolist()
        number, place = int(orders[game, province]), self.games.board.provinces[province].id
        why = self._fault_in(game, province, number)
        return IllegalActionError(
            f"game {game}, {place}: {why or f'{self.games.vocabulary.text(number)} is not an order for {place}'}"
        )

    # -- implementation --------------------------------------------------------------------------------------------

    def _note_start(self, which: Any) -> None:
        """Note that games have started."""
        self._release_orders()
        self.phases[which] = 0
        self.over[which] = False
        games = Games(self.games.board, self.games.state[which], self.games.phase[which])
        counts = np.array([self._centers, self._units, self._adjustments])
        counts[:, which] = games.holdings(rules=self.rules, threads=self.threads)
        self._set_holdings(counts)

    def _set_holdings(self, counts: Any) -> None:
        """Keep the centers, units and adjustments of each power, counted as by `Games.holdings`."""
        self._centers, self._units, self._adjustments = counts
        self.eliminated = (self._centers == 0) & (self._units == 0)

    def _find_endings(self, autumn: Any, draws: Any) -> tuple[Any, Any]:
        """Return the outcome and the winner of each game."""
        games = self.games
        outcome = np.zeros(len(self), dtype=np.int8)
        winner = np.full(len(self), -1, dtype=np.int64)
        if self.most_phases is not None:
            outcome[self.phases >= self.most_phases] = Outcome.CUT_OFF
        outcome[games.phase["year"] > self.last_year] = Outcome.LAST_YEAR
        if draws is not None:
            outcome[(np.asarray(draws, dtype=bool) | self.eliminated).all(axis=1)] = Outcome.AGREED_DRAW
        if len(autumn):
            winner[autumn] = find_winners(self._centers[autumn] >= self.victory_centers)
            outcome[winner >= 0] = Outcome.WON
        return outcome, winner
