"""One game of Diplomacy for PettingZoo: every power is an agent, and all of them act at once.

>>> env = DiplomacyEnv(reward="centers", last_year=1901)
>>> observations, infos = env.reset(seed=7)
>>> while env.agents:
...     masks = {agent: seen["action_mask"] for agent, seen in observations.items()}
...     actions = {agent: env.action_space(agent).sample(masks[agent]) for agent in env.agents}
...     observations, rewards, terminations, truncations, infos = env.step(actions)
>>> env.outcome.name, len(rewards)
('LAST_YEAR', 7)
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportMissingImports=false
# Arrays have no types of their elements here; the libraries come with the extra ``env``.
from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv  # pyright: ignore[reportUntypedBaseClass]

from ..map import ArrayError, Board, Phase, Position, install_command
from ..solver import ADJUSTMENT, SEASONS, TYPES
from .compiled_games import STATE
from .vector import IllegalActionError, Observation, Outcome, VectorEnv

if TYPE_CHECKING:
    from ..pictures import Drawing

RENDER_MODES = ("svg", "rgb_array", "ansi")

NOWHERE, WAIVED = -1, -2
"""The place of an ignored order, and of a waiver, which has none."""


# -- spaces -----------------------------------------------------------------------------------------------------------


class OrderSets(spaces.MultiDiscrete):
    """Sets of numbered orders, at most one for each unit or home center.

    For Gymnasium it is an array with one number for each order that a power could give, -1 for none; a shorter array, a
    list or a set of numbers belongs to it as well.

    Args:
        places: int16, (orders,): the place of each order, -1 for an order that several places may have.
        most: The most orders of a set.
        draws: True for one more number, the agreement to a draw.

    >>> space = OrderSets(np.array([0, 0, 1, 1]), 3)
    >>> space.seed(1)
    1
    >>> drawn = space.sample(np.array([1, 0, 1, 1], dtype=np.int8))
    >>> sorted(drawn.tolist())[:2], {2, 0} in space, [2, 7] in space
    ([-1, 0], True, False)
    """

    def __init__(self, places: Any, most: int, *, draws: bool = False) -> None:
        self.places, self.draws = places, draws
        self.orders = len(places) + draws
        super().__init__([self.orders + 1] * most, start=[-1] * most)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a random set of orders: one for each place that has orders in the mask, all equally likely.

        Their order is random, since only the first ones count in winter. If the mask allows the agreement to a draw, it
        is sampled half of the time.

        Args:
            mask: (orders,): the orders that may be sampled, as in an observation's ``action_mask``; none if left out.
            probability: Not supported.

        Raises:
            ValueError: The mask has a wrong shape, or a probability is given.
        """
        sampled = np.full(len(self.nvec), -1, dtype=self.dtype)
        if probability is not None:
            raise ValueError("sets of orders are sampled with a mask, not with a probability")
        if mask is None:
            return sampled
        mask = np.asarray(mask)
        if mask.shape != (self.orders,):
            raise ValueError(f"a mask of shape {mask.shape}; expected {(self.orders,)}")
        listed = np.flatnonzero(mask[: len(self.places)])
        places = self.places[listed]
        waivers, somewhere = listed[places < 0], np.unique(places[places >= 0])
        # any place may have a waiver
        listed = np.concatenate([listed[places >= 0], np.repeat(waivers, len(somewhere))])
        places = np.concatenate([places[places >= 0], np.tile(somewhere, len(waivers))])
        mixed = self.np_random.permutation(len(listed))
        chosen = listed[mixed[np.unique(places[mixed], return_index=True)[1]]]  # the first for each place
        if self.draws and mask[-1] and self.np_random.random() < 0.5:
            chosen = np.append(chosen, self.orders - 1)
        chosen = self.np_random.permutation(chosen)[: len(sampled)]
        sampled[: len(chosen)] = chosen
        return sampled

    def contains(self, x: Any) -> bool:
        """Return whether a value is a set of orders, legal or not."""
        try:
            numbers = np.asarray(list(x) if isinstance(x, set | frozenset) else x)
        except ValueError:
            return False
        if numbers.size == 0:
            return True
        if numbers.ndim != 1 or len(numbers) > len(self.nvec) or not np.issubdtype(numbers.dtype, np.integer):
            return False
        return bool(((numbers >= -1) & (numbers < self.orders)).all())

    def __repr__(self) -> str:
        return f"OrderSets({self.orders} orders, {len(self.nvec)} at most)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OrderSets) and super().__eq__(other) and np.array_equal(self.places, other.places)

    __hash__ = None


def board_space(board: Board, orders: int) -> spaces.Dict:
    """Return the space of observations: the `Observation` of a game, the power, and the action mask."""
    powers = len(board.powers)
    low, high = np.iinfo(np.int16).min, np.iinfo(np.int16).max
    return spaces.Dict(
        {
            "board": spaces.Box(-1, 127, (len(board.provinces), len(STATE.names or ())), np.int8),
            "phase": spaces.Box(low, high, (3,), np.int16),
            "centers": spaces.Box(0, 127, (powers,), np.int8),
            "units": spaces.Box(0, 127, (powers,), np.int8),
            "adjustments": spaces.Box(-128, 127, (powers,), np.int8),
            "power": spaces.Discrete(powers),
            "action_mask": spaces.MultiBinary(orders),
        }
    )


# -- the environment --------------------------------------------------------------------------------------------------


class DiplomacyEnv(ParallelEnv[str, Any, Any]):
    """A game of Diplomacy as a PettingZoo `ParallelEnv`.

    The agents are the powers. An action is a set of numbered orders: an array, list or set of numbers, in any order,
    -1 for none, or a single number. Units without an order hold; dislodged ones disband; builds are waived. In winter
    only the first orders count, up to the number of builds or removals.

    Args:
        draws: True to let agents agree to a draw, in any phase, by the number after the last order.
        render_mode: The result of `render`: ``"svg"`` for a picture as text, ``"rgb_array"`` for one in pixels (needs
            the extra ``pictures``), ``"ansi"`` for a line of text.
        options: Options of `VectorEnv`: board, rules, reward, last_year, most_phases, victory_centers, illegal.

    Attributes:
        game: The game, a `VectorEnv` of one.
        outcome: Its outcome so far.

    Raises:
        ArrayError: An option has an impossible value.

    >>> env = DiplomacyEnv()
    >>> observations, infos = env.reset()
    >>> env.orders("ITALY", observations["ITALY"]["action_mask"])[:2]
    ['A ROM H', 'A VEN H']
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "name": "diplomacy_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": True,
    }

    def __init__(self, *, draws: bool = False, render_mode: str | None = None, **options: Any) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ArrayError(f"render_mode={render_mode!r}; expected {', '.join(RENDER_MODES)}")
        if "autoreset" in options:
            raise ArrayError("autoreset is for VectorEnv; PettingZoo's users call reset")
        self.game = VectorEnv(1, **options, autoreset=False)
        self.draws, self.render_mode = draws, render_mode
        board = self.game.games.board
        orders = self.game.games.vocabulary
        self.draw_number = len(orders)
        self.possible_agents = list(self.game.powers)
        self.agents: list[str] = []
        self.outcome = Outcome.GOES_ON
        actions = self.draw_number + draws
        most = len(board.centers) + draws
        self.action_spaces = {power: OrderSets(orders.province, most, draws=draws) for power in self.possible_agents}
        observations = board_space(board, actions)
        self.observation_spaces = {power: deepcopy(observations) for power in self.possible_agents}

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the sets of orders of an agent."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the observations of an agent."""
        return self.observation_spaces[agent]

    def copy(self) -> Self:
        """Return an independent copy of the game, to look ahead."""
        return deepcopy(self)

    # -- playing ---------------------------------------------------------------------------------------------------

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game.

        Args:
            seed: The seed of the action spaces, a different one for each power; the game itself is deterministic.
            options: ``{"position": …}`` for a position to begin with: a value, or a line that `Position.parse` reads.

        >>> env = DiplomacyEnv()
        >>> _ = env.reset(options={"position": "standard W1901A FRANCE:ASPA FRANCE:PAR,SPA"})
        >>> env.agents, env.phase
        (['FRANCE'], 'W1901A')
        """
        start = (options or {}).get("position")
        start = Position.parse(start) if isinstance(start, str) else start
        self.game.reset(seed=seed, positions=None if start is None else [start])
        if seed is not None:
            for number, space in enumerate(self.action_spaces.values()):
                space.seed(seed * len(self.possible_agents) + number)
        self.outcome = Outcome.GOES_ON
        eliminated = self.game.eliminated[0].tolist()
        self.agents = [power for power, out in zip(self.possible_agents, eliminated, strict=True) if not out]
        return self._observations(self.game.observe(), self.agents), {
            agent: {"phase": self.phase} for agent in self.agents
        }

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Carry out a phase.

        Args:
            actions: By agent, its set of orders; none for agents left out.

        Returns:
            By agent: its observation, its reward, whether the game is over for it, whether it was cut off, and
            ``infos``: the phase, ``orders`` and ``success`` (the outcome of each order of the last phase), ``ignored``
            (why illegal orders did not count), and after the end ``outcome`` and ``winner``.

        Raises:
            IllegalActionError: An order is illegal; the game has not changed.
            ArrayError: The game is over, or an action is not a set of whole numbers, or is for a power not in the game.
        """
        if not self.agents:
            raise ArrayError("no game is going on; call reset")
        unknown = [agent for agent in actions if agent not in self.agents]
        if unknown:
            raise ArrayError(f"an action for {unknown[0]!r}; in the game are {', '.join(self.agents)}")
        taken = {agent: self._accepted_orders(agent, actions.get(agent, ())) for agent in self.agents}
        row, votes = self.game.games.no_orders(), np.zeros((1, len(self.possible_agents)), dtype=bool)
        for agent, one in taken.items():
            votes[0, self.possible_agents.index(agent)] = one.draws
            for number, province in one.orders:
                if province >= 0:
                    row[0, province] = number
        step = self.game.step(row, votes if self.draws else None, checked=True)
        self.outcome = Outcome(int(step.outcome[0]))
        place = {agent: self.possible_agents.index(agent) for agent in taken}
        terminations = {agent: bool(step.terminations[0, n]) for agent, n in place.items()}
        truncations = {agent: bool(step.truncations[0, n]) for agent, n in place.items()}
        rewards = {agent: float(step.rewards[0, n]) for agent, n in place.items()}
        winner = int(step.winner[0])
        infos = dict[str, dict[str, Any]]()
        for agent, one in taken.items():
            success = [int(step.success[0, p]) if p >= 0 else int(p == WAIVED) for _, p in one.orders]
            infos[agent] = {
                "phase": self.phase,
                "orders": np.array([number for number, _ in one.orders], dtype=np.int32),
                "success": np.array(success, dtype=np.int8),
                "ignored": one.ignored,
            }
            if self.outcome is not Outcome.GOES_ON:
                infos[agent]["outcome"] = self.outcome.name.lower().replace("_", "-")
                infos[agent]["winner"] = self.possible_agents[winner] if winner >= 0 else ""
        self.agents = [agent for agent in taken if not terminations[agent] and not truncations[agent]]
        return self._observations(step.observation, list(taken)), rewards, terminations, truncations, infos

    # -- orders ----------------------------------------------------------------------------------------------------

    def orders(self, agent: str, numbers: Any) -> list[str]:
        """Return order numbers, or a mask over them, as text; the agreement to a draw is ``"DRAW"``.

        >>> env = DiplomacyEnv()
        >>> _ = env.reset()
        >>> env.orders("FRANCE", [852, -1])
        ['A PAR - BUR']
        """
        array = np.asarray(list(numbers) if isinstance(numbers, set | frozenset) else numbers)
        listed = np.flatnonzero(array) if array.shape == (self.draw_number + self.draws,) else array[array >= 0]
        words, draw = self.game.games.vocabulary, self.draw_number
        return ["DRAW" if number == draw else words.text(number) for number in listed.tolist()]

    def numbers(self, orders: Iterable[str]) -> list[int]:
        """Return the numbers of orders in canonical notation.

        Raises:
            VocabularyError: A text is not an order; the message names the nearest.

        >>> DiplomacyEnv().numbers(["A PAR - BUR", "F BRE - MAO"])
        [852, 1489]
        """
        words = self.game.games.vocabulary
        return [self.draw_number if text == "DRAW" and self.draws else words.number(text) for text in orders]

    def _accepted_orders(self, agent: str, action: Any) -> _AcceptedOrders:
        """Return the valid orders of an agent; illegal ones are refused or ignored."""
        array = np.atleast_1d(sorted(action) if isinstance(action, set | frozenset) else action)
        if array.size and (array.ndim != 1 or not np.issubdtype(array.dtype, np.integer)):
            raise ArrayError(f"{agent}: an action is a set of whole numbers, not {array.dtype} of shape {array.shape}")
        numbers: list[int] = array.tolist()
        taken, ordered = _AcceptedOrders([], []), dict[int, int]()
        power = self.possible_agents.index(agent)
        legal = self.game.mask(0, agent)
        words = self.game.games.vocabulary
        waives = len(words) - 1
        for number in numbers:
            if number == -1:
                continue
            if self.draws and number == self.draw_number:
                taken.draws = True
                continue
            try:
                listed = 0 <= number < len(words) and legal[number]
                if not listed and (why := self.game.why_illegal(0, number, agent)):
                    raise IllegalActionError(why)
                province = WAIVED if number == waives else int(words.province[number])
                if province in ordered:
                    raise IllegalActionError(
                        f"{agent} {words.text(number)}: a second order beside {words.text(ordered[province])}"
                    )
            except IllegalActionError as fault:
                if self.game.illegal == "refuse":
                    raise
                taken.ignored.append(str(fault))
                continue
            if province != WAIVED:
                ordered[province] = number
            taken.orders.append((number, province))
        if self.game.games.phase["kind"][0] == ADJUSTMENT:
            self._ignore_surplus_orders(taken, power)
        return taken

    def _ignore_surplus_orders(self, taken: _AcceptedOrders, power: int) -> None:
        """Ignore the orders of a power beyond its builds or removals; builds without an order are waived anyway."""
        state, count = self.game.games.state[0], len(taken.orders)
        difference = int((state["owner"] == power).sum() - (state["power"] == power).sum())
        most = abs(difference)
        if count > most:
            choice = self.game.rules["too_many_disbands" if difference < 0 else "too_many_builds"]
            counting = range(most) if choice == "first" else range(count - most, count if choice == "last" else 0)
            for n in {*range(count)} - {*counting}:
                taken.orders[n] = taken.orders[n][0], NOWHERE

    # -- observations ----------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The phase of the game: ``"S1901M"``."""
        season, year, kind = self.game.games.phase[0].tolist()
        return str(Phase(SEASONS[season], year, TYPES[kind]))

    @property
    def position(self) -> Position:
        """The position."""
        return self.game.games.position(0)

    def _observations(self, observation: Observation, agents: Iterable[str]) -> dict[str, Any]:
        common = {name: getattr(observation, name)[0] for name in observation._fields}
        return {
            agent: {**common, "power": self.possible_agents.index(agent), "action_mask": self._mask(agent)}
            for agent in agents
        }

    def _mask(self, agent: str) -> Any:
        """Return the mask of the numbers that an agent may order: int8, (numbers,); all 0 after the end of the game."""
        mask = np.zeros(self.draw_number + self.draws, dtype=np.int8)
        if self.outcome is Outcome.GOES_ON:
            mask[self.draw_number :] = 1
            mask[: self.draw_number] = self.game.mask(0, agent)
        return mask

    def state(self) -> Any:
        """Return the whole position as a row of int16, for learners with a central critic."""
        observation = self.game.observe()
        return np.concatenate([np.asarray(part[0], dtype=np.int16).ravel() for part in observation])

    # -- showing ---------------------------------------------------------------------------------------------------

    def drawing(self, **options: Any) -> Drawing:
        """Return a picture of the position; the options are those of `standoff.draw`.

        >>> env = DiplomacyEnv()
        >>> _ = env.reset()
        >>> env.drawing(width_px=600).width_px
        600
        """
        from ..pictures import draw

        return draw(self.position, board=self.game.games.board, **options)

    def render(self) -> Any:
        """Return the position in the form of ``render_mode``: SVG, pixels of shape (height, width, 3), or text.

        Raises:
            PictureError: Pixels need the extra ``pictures``.

        >>> env = DiplomacyEnv(render_mode="ansi")
        >>> _ = env.reset()
        >>> env.render().split()[:2]
        ['standard', 'S1901M']
        """
        if self.render_mode == "svg":
            return self.drawing().svg
        if self.render_mode == "rgb_array":
            return _pixels(self.drawing())
        return str(self.position) if self.render_mode == "ansi" else None


@dataclass
class _AcceptedOrders:
    """The orders of an agent: number, and province (or NOWHERE, or WAIVED)."""

    orders: list[tuple[int, int]]
    ignored: list[str]
    draws: bool = False


def _pixels(drawing: Drawing) -> Any:
    from io import BytesIO

    from ..pictures import PictureError

    png = drawing.converted(".png")
    try:
        from PIL import Image
    except ImportError as fault:
        raise PictureError(f"pixels need Pillow: {install_command('pictures')} ({fault})") from None
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))
