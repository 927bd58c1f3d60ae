"""What was in a game: states, orders, results and messages, by phase."""

from __future__ import annotations

from ...map import Json
from .parts import GamePhaseData, GamePhaseException, History, Message, Messages, ResultCode, now

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

    def get_phase_history(
        self, from_phase: str | None = None, to_phase: str | None = None
    ) -> list[GamePhaseData]:
        """Return the phases that were adjudicated, from one to another."""
        return [
            GamePhaseData(
                name,
                self.state_history[name],
                self.order_history.get(name, {}),
                self.result_history.get(name, {}),
                self.message_history.get(name, History()).copy(),
            )
            for name in self.state_history.sub_keys(from_phase, to_phase)
        ]

    def get_phase_from_history(self, short_phase_name: str) -> GamePhaseData:
        """Return a phase that was adjudicated.

        Raises:
            IndexError: It was not played.
        """
        return self.get_phase_history(short_phase_name, short_phase_name)[0]

    def extend_phase_history(self, game_phase_data: GamePhaseData) -> None:
        """Note a phase as one that was adjudicated."""
        self.state_history[game_phase_data.name] = game_phase_data.state
        self.order_history[game_phase_data.name] = game_phase_data.orders
        self.result_history[game_phase_data.name] = game_phase_data.results
        self.message_history[game_phase_data.name] = game_phase_data.messages

    def _clear_history(self) -> None:
        for history in (self.state_history, self.order_history, self.result_history, self.message_history):
            history.clear()
