"""What programs use of `pydipcc`, the Python module of the C++ adjudicator of `diplomacy_cicero`, on standoff's game.

Networks' inputs, regret counters and thread pools are not offered: they have nothing to do with adjudicating.
"""

from __future__ import annotations

import json
from copy import deepcopy
from itertools import pairwise
from typing import Any, Self

from ...map.json_values import Json
from . import game as package
from .export import play_on
from .parts import GamePhaseData, Message, NotOffered, now

PhaseData = GamePhaseData
_OTHERS = ("CFRStats", "SinglePowerCFRStats", "ThreadPool", "board_state_enc_width")


class Letter(Message):
    """A message, which these programs read as a dictionary.

    >>> Letter("FRANCE", "ALL", "S1901M", "Peace!", 5)["sender"]
    'FRANCE'
    """

    def __getitem__(self, key: str) -> Any:
        return self.to_dict()[key]

    def keys(self) -> list[str]:
        """Return the names of its parts."""
        return list(self.to_dict())

    def get(self, key: str, default: Any = None) -> Any:
        """Return a part of it, a default if it has none with that name."""
        return self.to_dict().get(key, default)


class Game(package.Game):
    """A game of the standard board.

    Args:
        draw_on_stalemate_years: After how many years without a supply center gained the game is a draw; -1: never.
        is_full_press: False if nobody may write.

    >>> game = Game()
    >>> game.set_orders("FRANCE", ["A PAR - BUR"])
    >>> game.process()
    >>> game.current_short_phase, game.get_unit_power_at("BUR"), len(game.get_all_phases())
    ('F1901M', 'FRANCE', 2)
    """

    SCORING_SOS = 0
    SCORING_DSS = 1
    LOC_STRS = sorted(package.Map().board.locations)

    def __init__(self, draw_on_stalemate_years: int | Game = -1, is_full_press: bool = True) -> None:
        if isinstance(draw_on_stalemate_years, Game):
            self.__dict__.update(deepcopy(draw_on_stalemate_years).__dict__)
            for power in self.powers.values():
                power.game = self
            return
        super().__init__(rules=("NO_DEADLINE",))
        self.game_id = ""
        self.is_full_press = is_full_press
        self.stalemate_years = draw_on_stalemate_years
        self.scoring_system = self.SCORING_SOS
        self.metadata: dict[str, str] = {}
        self.logs: dict[str, list[str]] = {}

    # -- as JSON -------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """Return the game as JSON."""
        saved: Json = {
            "version": "1.0",
            "id": self.game_id,
            "map": self.map_name,
            "is_full_press": self.is_full_press,
            "scoring_system": ["sum_of_squares", "draw_size"][self.scoring_system],
            "metadata": self.metadata,
            "phases": [phase.to_dict() for phase in self.get_all_phases()],
        }
        return json.dumps(saved)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Return the game that JSON holds.

        Raises:
            ValueError: It is not JSON.
            StandoffError: Something in it cannot be read.
        """
        saved = json.loads(text)
        game = cls(is_full_press=saved.get("is_full_press", True))
        game.clear_units()
        game.clear_centers()
        play_on(game, saved)
        game.game_id, game.metadata = saved.get("id", ""), saved.get("metadata", {})
        game.scoring_system = int(saved.get("scoring_system") == "draw_size")
        for history in (game.messages, *game.message_history.values()):
            history.update({time: Letter(**message.to_dict()) for time, message in history.items()})
        return game

    def from_json_inplace(self, text: str) -> None:
        """Become the game that JSON holds."""
        self.__dict__ = self.from_json(text).__dict__
        for power in self.powers.values():
            power.game = self

    # -- where it stands -----------------------------------------------------------------------------

    current_year = property(lambda self: self._position().phase.year if not self.is_game_done else -1, doc="The year.")

    def get_alive_powers(self) -> list[str]:
        """Return the powers that share a draw: those that own a supply center, or the winner."""
        return [name for name, score in zip(self.powers, self.get_scores(self.SCORING_DSS), strict=True) if score]

    def get_alive_power_ids(self) -> list[int]:
        """Return their numbers."""
        return [number for number, score in enumerate(self.get_scores(self.SCORING_DSS)) if score]

    def get_scores(self, scoring_system: int | None = None) -> list[float]:
        """Return the score of each power: 1 for a winner, else its part of the squares of centers, or of a draw."""
        system = self.scoring_system if scoring_system is None else scoring_system
        counts = [len(power.centers) for power in self.powers.values()]
        if max(counts) >= self.win:
            parts = [float(count >= self.win) for count in counts]
        else:
            parts = [float(count**2 if system == self.SCORING_SOS else count > 0) for count in counts]
        return [part / (sum(parts) or 1) for part in parts]

    def get_unit_power_at(self, loc: str) -> str | None:
        """Return whose unit stands somewhere, None if none does."""
        return next((p.name for p in self.powers.values() if any(loc[:3] == u[2:5] for u in p.units)), None)

    def get_unit_type_at(self, loc: str) -> str | None:
        """Return "A" or "F" for the unit that stands somewhere, None if none does."""
        return next((u[0] for p in self.powers.values() for u in p.units if loc[:3] == u[2:5]), None)

    def is_supply_center(self, loc: str) -> bool:
        """Tell whether a place is a supply center."""
        return loc[:3] in self.board.center_ids

    def get_supply_center_power(self, loc: str) -> str | None:
        """Return who owns a supply center, None if nobody does."""
        return next((p.name for p in self.powers.values() if loc[:3] in p.centers), None)

    def get_consecutive_years_without_sc_change(self) -> int:
        """Return for how many years no supply center has changed hands."""
        springs = [state["centers"] for name, state in self.state_history.items() if name[0] == "S" and name[-1] == "M"]
        owned = [{c: name for name, own in centers.items() for c in own} for centers in (*springs, self.get_centers())]
        unchanged = [before == after for before, after in pairwise(owned)]
        return next((n for n, same in enumerate(reversed(unchanged)) if not same), len(unchanged))

    def compute_board_hash(self) -> int:
        """Return a number that is the same for the same position."""
        return int(self.get_hash())

    def compute_order_history_hash(self) -> int:
        """Return a number that is the same for the same orders so far."""
        return hash(json.dumps([{name: sorted(own) for name, own in o.items()} for o in self.order_history.values()]))

    # -- settings ------------------------------------------------------------------------------------

    def get_metadata(self, key: str) -> str:
        """Return what was noted under a key, an empty text if nothing was."""
        return self.metadata.get(key, "")

    def set_metadata(self, key: str, value: str) -> None:
        """Note something under a key."""
        self.metadata[key] = value

    def get_scoring_system(self) -> int:
        """Return `SCORING_SOS` or `SCORING_DSS`."""
        return self.scoring_system

    def set_scoring_system(self, scoring_system: int) -> None:
        """Score by squares or by draws from now on."""
        self.scoring_system = scoring_system

    def set_draw_on_stalemate_years(self, years: int) -> None:
        """Say after how many years without a change the game is a draw; -1: never."""
        self.stalemate_years = years

    def add_log(self, text: str) -> None:
        """Attach a text to the phase."""
        self.logs.setdefault(self.current_short_phase, []).append(text)

    def get_logs(self) -> dict[str, list[str]]:
        """Return the texts noted, by phase."""
        return self.logs

    def clear_old_all_possible_orders(self) -> None:
        """Do nothing: none are kept."""

    def add_message(  # type: ignore[override]  # pydipcc takes the parts of a message
        self, sender: str, recipient: str, body: str, time_sent: int | None = None, increment_on_collision: bool = False
    ) -> int:
        """Note a message of this phase; return its time, in hundredths of a second.

        Raises:
            ValueError: There is already a message with that time.
        """
        at = now() // 10_000 if time_sent is None else int(time_sent)
        while at in self.messages and (increment_on_collision or time_sent is None):
            at += 1
        if at in self.messages:
            raise ValueError(f"there is a message of time {at}")
        return super().add_message(Letter(sender, recipient, self.current_short_phase, body, at))

    # -- going on ------------------------------------------------------------------------------------

    def process(self) -> None:  # type: ignore[override]  # pydipcc returns nothing
        """Adjudicate the phase, and go on to the next one in which any power has something to order."""
        autumn = self.current_short_phase[0] == "F"
        super().process()
        on = not self.is_game_done and autumn and self.phase_type != "R" and self.stalemate_years > 0
        if on and self.get_consecutive_years_without_sc_change() >= self.stalemate_years:
            self._finish(self._alive())

    def set_all_orders(self, power_orders: dict[str, list[str]]) -> None:
        """Give the orders of all powers in place of those given before."""
        self.clear_orders()
        for power, orders in power_orders.items():
            self.set_orders(power, orders)

    # -- what was ------------------------------------------------------------------------------------

    def get_staged_phase_data(self) -> GamePhaseData:
        """Return the phase that is being played, with its orders and messages."""
        return GamePhaseData(self.current_short_phase, self.get_state(), self.get_orders(), {}, self.messages.copy())

    def get_all_phases(self) -> list[GamePhaseData]:
        """Return all phases, the one that is being played last."""
        return [*self.get_phase_history(), self.get_staged_phase_data()]

    def get_all_phase_names(self) -> list[str]:
        """Return their names."""
        return [*self.state_history, self.current_short_phase]

    def rolled_back_to_phase_start(self, phase: str) -> Self:
        """Return the game as it stood when a phase began: without its orders and messages.

        Raises:
            IndexError: It was not played.
        """
        return self._rolled_back(phase, with_orders=False)

    def rolled_back_to_phase_end(self, phase: str) -> Self:
        """Return the game as it stood before a phase was adjudicated: with its orders and messages.

        Raises:
            IndexError: It was not played.
        """
        return self._rolled_back(phase, with_orders=True)

    def _rolled_back(self, phase: str, with_orders: bool) -> Self:
        phases = self.get_all_phases()
        names = self.get_all_phase_names()
        if phase not in names:
            raise IndexError(f"phase {phase} was not played; expected one of: {', '.join(names)}")
        kept = deepcopy(phases[: names.index(phase) + 1])
        if not with_orders:
            kept[-1] = GamePhaseData(phase, kept[-1].state, {}, {})
        made = self.__class__(self)
        made.outcome, made.status = [], "forming"
        made.set_phase_data(kept)
        return made


def __getattr__(name: str) -> Any:
    if name in _OTHERS or name.startswith(("encode_", "encoding_", "decode_", "max_input")):
        raise NotOffered(f"`pydipcc.{name}` is not offered by standoff: it has no networks and no search of its own")
    raise AttributeError(f"module 'pydipcc' has no attribute {name!r}")
