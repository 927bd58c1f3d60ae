"""What was in a game: states, orders, results and messages, by phase."""

from __future__ import annotations

from collections.abc import Iterable

from ...map import Json
from .parts import GamePhaseData, GamePhaseException, History, Message, Messages, ResultCode, now
from .power import ROLE

Orders = dict[str, list[str]]


class Record:
    """The histories of a game, and the messages of the phase that is being played."""

    def __init__(self) -> None:
        self.messages: Messages = History()
        self.message_history: History[str, Messages] = History()
        self.state_history: History[str, Json] = History()
        self.order_history: History[str, Orders] = History()
        self.result_history: History[str, dict[str, list[ResultCode]]] = History()
        self.timestamp_created = now()

    def get_current_phase(self) -> str:
        """Return the phase as "S1901M", or "COMPLETED"."""
        raise NotImplementedError

    # -- messages -----------------------------------------------------------------------------------

    def add_message(self, message: Message) -> int:
        """Note a message of this phase; return when it was sent, in microseconds since 1970.

        Raises:
            GamePhaseException: It is of another phase.
        """
        if message.phase != self.get_current_phase():
            raise GamePhaseException(f"a message of phase {message.phase}; the game is in {self.get_current_phase()}")
        if message.time_sent is None:
            message.time_sent = now()
        self.messages[message.time_sent] = message
        return message.time_sent

    @classmethod
    def filter_messages(
        cls,
        messages: Messages,
        game_role: str | Iterable[str],
        timestamp_from: int | None = None,
        timestamp_to: int | None = None,
    ) -> Messages:
        """Return the messages that a power (or several) sent or got, from a time to a time."""
        roles = {game_role} if isinstance(game_role, str) else set(game_role)
        everything = bool(roles & {ROLE, "omniscient_type", "master_type"})
        return History(
            {
                time: message
                for time, message in messages.items()
                if (timestamp_from is None or time >= timestamp_from)
                and (timestamp_to is None or time <= timestamp_to)
                and (everything or message.is_global() or message.sender in roles or message.recipient in roles)
            }
        )

    def get_phase_history(
        self, from_phase: str | None = None, to_phase: str | None = None, game_role: str | None = None
    ) -> list[GamePhaseData]:
        """Return the phases that were adjudicated, from one to another, with the messages that a power saw."""
        return [
            GamePhaseData(
                name,
                self.state_history[name],
                self.order_history.get(name, {}),
                self.result_history.get(name, {}),
                self.filter_messages(self.message_history.get(name, History()), game_role or ROLE),
            )
            for name in self.state_history.sub_keys(from_phase, to_phase)
        ]

    def get_phase_from_history(self, short_phase_name: str, game_role: str | None = None) -> GamePhaseData:
        """Return a phase that was adjudicated.

        Raises:
            IndexError: It was not played.
        """
        return self.get_phase_history(short_phase_name, short_phase_name, game_role)[0]

    def phase_history_from_timestamp(self, timestamp: int) -> list[GamePhaseData]:
        """Return the phases that were adjudicated after a time."""
        return [phase for phase in self.get_phase_history() if phase.state["timestamp"] > timestamp]

    def get_latest_timestamp(self) -> int:
        """Return when the last thing happened, in microseconds since 1970."""
        states: list[int] = [state["timestamp"] for state in self.state_history.values() if "timestamp" in state]
        return max((self.timestamp_created, *states, *self.messages))

    def extend_phase_history(self, game_phase_data: GamePhaseData) -> None:
        """Note a phase as one that was adjudicated."""
        self.state_history[game_phase_data.name] = game_phase_data.state
        self.order_history[game_phase_data.name] = game_phase_data.orders
        self.result_history[game_phase_data.name] = game_phase_data.results
        self.message_history[game_phase_data.name] = game_phase_data.messages

    def _clear_history(self) -> None:
        for history in (self.state_history, self.order_history, self.result_history, self.message_history):
            history.clear()
