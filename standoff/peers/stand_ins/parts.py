"""The parts of a game: histories, phases, messages, result codes, and names that are not offered."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import asdict, dataclass, field
from typing import Any, Generic, Self, TypeVar, cast

from ...map import Json, StandoffError

Key = TypeVar("Key")
Value = TypeVar("Value")

GLOBAL, SYSTEM, OBSERVER, OMNISCIENT = "GLOBAL", "SYSTEM", "OBSERVER", "OMNISCIENT"
"""Senders and recipients of messages that are not powers."""


class NotOffered(StandoffError, AttributeError):  # noqa: N818
    """The package has it, the stand-in does not; the message states the reason."""


class DiplomacyException(StandoffError):  # noqa: N818  # the package's name
    """The package's base of all errors, for programs that catch it."""


class MapPowerException(DiplomacyException):
    """There is no such power."""


class GamePhaseException(DiplomacyException):
    """An argument belongs to another phase."""


_NO_NETWORK = "it has no network: play in this process"
_REASONS = {
    _NO_NETWORK: """
        is_valid_password set_controlled update_controller get_controlled_power_names
        is_controlled_by update_powers_controllers add_token remove_tokens has_token new_power_message
        new_global_message filter_messages set_status set_wait controller order_is_set tokens wait is_dummy
        is_controlled does_not_wait get_controller is_server_power moves_submitted is_server_game is_player_game
        is_observer_game is_omniscient_game is_fixed_state_unchanged phase_history_from_timestamp
        get_latest_timestamp is_game_forming is_game_active is_game_paused is_game_canceled""",
    "it knows no votes: end a game with `draw(winners)`": "vote clear_vote count_voted has_draw_vote",
    "it does not edit boards: a board is a file": "drop load validate rearrange merge add_homes",
    "it reads orders with a grammar, not word by word; see `read_order` of standoff": """
        vet alias unclear norm norm_power compact keywords default_coast _expand_order _expand_coast
        _add_unit_types _add_coasts""",
    "it solves the turn as a whole; see `Turn.explain` and `Turn.equations` of standoff": """
        supports convoy_paths convoy_paths_possible convoy_paths_dest _resolve _resolve_moves _strengths
        _cut_support _bounce _boing _unbounce _move_results _other_results _check_disruptions _detect_paradox
        _no_effect _get_convoy_paths _get_convoy_destinations combat""",
}
_NOT_OFFERED = {name: why for why, names in _REASONS.items() for name in names.split()}


def not_offered(owner: str, name: str) -> AttributeError:
    """Return the error for a missing name of an object.

    >>> str(not_offered("Game", "has_draw_vote"))
    '`Game.has_draw_vote` is not offered by standoff: it knows no votes: end a game with `draw(winners)`'
    """
    if name in _NOT_OFFERED:
        return NotOffered(f"`{owner}.{name}` is not offered by standoff: {_NOT_OFFERED[name]}")
    return AttributeError(f"{owner!r} object has no attribute {name!r}")


def connect(*_: Any, **__: Any) -> Any:
    """Refuse network access: a program may import it, but not use it.

    Raises:
        NotOffered: Always.
    """
    raise NotOffered(f"connections and servers are not offered by standoff: {_NO_NETWORK}")


Connection = Server = connect


class ResultCode(str):
    """The result of an order: a text, with the package's number for it.

    >>> BOUNCE == "bounce", BOUNCE.code, [BOUNCE]
    (True, 10002, [10002:bounce])
    """

    code: int

    def __new__(cls, code: int, message: str) -> Self:  # noqa: D102  # as the class says
        made = super().__new__(cls, message)
        made.code = code
        return made

    @property
    def message(self) -> str:
        """The text alone."""
        return str(self)

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]  # two arguments where `str` takes one
        return self.code, str(self)

    def __repr__(self) -> str:
        return f"{self.code}:{self}"

    def __bool__(self) -> bool:
        return True  # even for a success, whose text is empty


_WORDS = ["", "no convoy", "bounce", "void", "cut", "dislodged", "disrupted", "disband", "maybe"]
CODES = {word: ResultCode(10000 + number if number else 0, word) for number, word in enumerate(_WORDS)}
OK, NO_CONVOY, BOUNCE, VOID, CUT, DISLODGED, DISRUPTED, DISBAND, MAYBE = CODES.values()


def phase_order(phase: str) -> tuple[int, int, int]:
    """Return the sort key of phases, "S1901M"; "COMPLETED" is last, and texts that are no phase are first."""
    match = re.fullmatch(r"([SFW])(\d+)([MRA?])", phase)
    if match is None:
        return 10**9 if phase == "COMPLETED" else -1, 0, 0
    return int(match[2]), "SFW".index(match[1]), "MRA?".index(match[3])


def _rank(key: Any) -> Any:
    return (phase_order(key), key) if isinstance(key, str) else key


class SortedDict(dict[Key, Value], Generic[Key, Value]):
    """A dictionary with ascending keys: times, or short names of phases ("S1901M") in the order of the game.

    >>> list(SortedDict(str, int, {"F1901M": 2, "S1902M": 3, "S1901M": 1}))
    ['S1901M', 'F1901M', 'S1902M']
    """

    def __init__(self, key_type: type[Key], val_type: Any, kwargs: Mapping[Key, Value] | None = None) -> None:
        super().__init__()
        self.key_type, self.val_type = key_type, val_type
        for key, value in (kwargs or {}).items():
            self[key] = value

    def __setitem__(self, key: Key, value: Value) -> None:
        is_out_of_order = key not in self and len(self) > 0 and _rank(key) < _rank(self.last_key())
        super().__setitem__(key, value)
        if is_out_of_order:
            entries = sorted(self.items(), key=lambda entry: _rank(entry[0]))
            self.clear()
            self.update(entries)

    def first_key(self) -> Key:
        """Return the first key; there must be one."""
        return self.key_from_index(0)

    def last_key(self) -> Key:
        """Return the last key; there must be one."""
        return next(reversed(self))

    def first_value(self) -> Value:
        """Return the value of the first key; there must be one."""
        return self[self.first_key()]

    def last_value(self) -> Value:
        """Return the value of the last key; there must be one."""
        return self[self.last_key()]

    def last_item(self) -> tuple[Key, Value]:
        """Return the last key and its value; there must be one."""
        return self.last_key(), self.last_value()

    def key_from_index(self, index: int) -> Key:
        """Return a key by its number."""
        return list(self)[index]

    def get_previous_key(self, key: Key) -> Key | None:
        """Return the key before an existing one, None if it is the first."""
        keys = [None, *self]
        return keys[keys.index(key) - 1]

    def get_next_key(self, key: Key) -> Key | None:
        """Return the key after an existing one, None if it is the last."""
        keys = [*self, None]
        return keys[keys.index(key) + 1]

    def sub_keys(self, key_from: Key | None = None, key_to: Key | None = None) -> list[Key]:
        """Return the keys from one to another, both included."""
        return [
            key
            for key in self
            if (key_from is None or _rank(key_from) <= _rank(key)) and (key_to is None or _rank(key) <= _rank(key_to))
        ]

    def sub(self, key_from: Key | None = None, key_to: Key | None = None) -> list[Value]:
        """Return the values from one key to another, both included."""
        return [self[key] for key in self.sub_keys(key_from, key_to)]

    def copy(self) -> SortedDict[Key, Value]:
        """Return a copy."""
        return SortedDict(self.key_type, self.val_type, self)


def copied(value: Any) -> Any:
    """Return a deep copy of a JSON value; much faster than `deepcopy`.

    >>> units = {"FRANCE": ["A PAR"]}
    >>> copied(units) == units, copied(units)["FRANCE"] is units["FRANCE"]
    (True, False)
    """
    if type(value) is dict:
        return {key: entry if type(entry) is str else copied(entry) for key, entry in cast(Json, value).items()}
    if type(value) is list:
        return [entry if type(entry) is str else copied(entry) for entry in cast(list[Any], value)]
    return value if type(value) in _UNCHANGING else deepcopy(value)


_UNCHANGING = frozenset({str, int, float, bool, type(None)})


_last = 0


def timestamp_microseconds() -> int:
    """Return the microseconds since 1970, never the same number twice."""
    global _last  # noqa: PLW0603
    _last = max(_last + 1, time.time_ns() // 1000)
    return _last


@dataclass(slots=True)
class Message:
    """A message from a power to a power, or to all.

    >>> Message(sender="FRANCE", recipient=GLOBAL, phase="S1901M", message="Peace!").is_global()
    True
    """

    sender: str
    recipient: str
    phase: str
    message: str
    time_sent: int | None = None

    def is_global(self) -> bool:
        """Return whether it is to all."""
        return self.recipient == GLOBAL

    def to_dict(self) -> Json:
        """Return the message as in saved games."""
        return asdict(self)

    @classmethod
    def from_dict(cls, json_dict: Json) -> Self:
        """Return the message in a dictionary."""
        parts = {name: json_dict.get(name) for name in ("sender", "recipient", "phase", "message", "time_sent")}
        return cls(**cast(dict[str, Any], parts))

    def __str__(self) -> str:
        return f"[{self.time_sent or 0}/{self.phase}/{self.sender}->{self.recipient}]({self.message})"


Messages = SortedDict[int, Message]


def messages_of(entries: Iterable[Message | Json] = ()) -> Messages:
    """Return messages by the time at which they were sent.

    Raises:
        DiplomacyException: A message has not been sent yet, or lacks a field.
    """
    by_time: Messages = SortedDict(int, Message)
    for entry in entries:
        message = entry if isinstance(entry, Message) else Message.from_dict(entry)
        if message.time_sent is None:
            raise DiplomacyException(f"message {message}: no time_sent")
        by_time[message.time_sent] = message
    return by_time


@dataclass(slots=True)
class GamePhaseData:
    """A phase: the state before it, the orders, the results of units, the messages."""

    name: str
    state: Json
    orders: dict[str, Any]
    results: dict[str, list[ResultCode]]
    messages: Messages = field(default_factory=messages_of)

    def to_dict(self) -> Json:
        """Return a copy of the phase, as in saved games."""
        return {
            "name": self.name,
            "state": copied(self.state),
            "orders": copied(self.orders),
            "results": {unit: [str(code) for code in codes] for unit, codes in self.results.items()},
            "messages": [message.to_dict() for message in self.messages.values()],
        }

    @classmethod
    def from_dict(cls, json_dict: Json) -> Self:
        """Return the phase in a dictionary.

        Raises:
            DiplomacyException: A field is missing, or a result is unknown.
        """
        missing = {"name", "state", "orders"} - set(json_dict)
        if missing:
            raise DiplomacyException(f"a phase without {', '.join(sorted(missing))}")
        return cls(
            json_dict["name"],
            copied(json_dict["state"]),
            copied(json_dict["orders"]),
            results_of(json_dict.get("results")),
            messages_of(json_dict.get("messages") or ()),
        )


def results_of(entries: Json | None) -> dict[str, list[ResultCode]]:
    """Return the codes in texts, by unit; the package also writes "10002:bounce".

    Raises:
        DiplomacyException: A text is not a known result.
    """
    words = {unit: [str(text).rpartition(":")[2] for text in texts] for unit, texts in (entries or {}).items()}
    for word in (word for own in words.values() for word in own if word not in CODES):
        raise DiplomacyException(f"result {word!r}; expected one of: {', '.join(filter(None, CODES))}")
    return {unit: [CODES[word] for word in own] for unit, own in words.items()}
