"""A game: orders handed in power by power, phase after phase, to its end and back; saved and read again.

>>> game = Game()
>>> game.order("FRANCE", "A PAR - BUR", "F BRE - MAO")
>>> game.process()["PAR"].success, str(game.phase)
(True, 'F1901M')
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from ..map import (
    Board,
    Json,
    JsonError,
    Phase,
    Position,
    StandoffError,
    WrongTypeError,
    boards_within,
    is_position_string,
    json_object,
    load_board,
    named_board,
    object_at,
    text_at,
    warn_unread,
)
from ..solver import (
    Order,
    Rulebook,
    RulebookError,
    Variant,
    board_of,
    draw_side,
    following,
    has_ended,
    leaders,
    rulebook,
    sharing_draw,
    variant,
    variant_of,
    winner,
)
from ..text import lines_of, message
from ..work import errors_as, write_whole
from .codec import Entry, grouped, rules_object, rules_of
from .result import Result
from .saved import (
    check_phase_names,
    leaves_out_retreats,
    phase_object,
    record_differences,
    recorded_orders,
    recorded_position,
    unread_keys,
)
from .turn import Turn
from .turn_fields import orders_given

if TYPE_CHECKING:
    from .checking import CheckedOrders

OURS = "standoff"
"""The key of a saved game under which stands what the `diplomacy` package does not save."""

COMPLETED = "COMPLETED"
"""What the `diplomacy` package calls the phase after the end of a game."""

WRITTEN = "written"
"""The key of a phase under which its orders stand as they were written, where that is not the package's notation."""


class GameError(StandoffError):
    """A game cannot be set up, go on or go back, be saved or read as was asked.

    >>> Game().undo()
    Traceback (most recent call last):
        ...
    standoff.turn.game.GameError: no phase has been played yet
    """


@dataclass(frozen=True)
class PlayedPhase:
    """A phase that was played.

    Attributes:
        result: What became of it.
        variant: The variant that is played.
        seed: What lots are drawn from.

    >>> game = Game()
    >>> str(PlayedPhase(game.turn.adjudicate(), game.variant).after.phase)
    'F1901M'
    """

    result: Result
    variant: Variant
    seed: int = 0

    @cached_property
    def joined(self) -> str:
        """Which side a neutral power joins by lot after this phase, in a sentence; empty if none does."""
        joins, before, after = self.variant.joins, self.result.before, self._following
        if joins is None or before.phase is None or after.phase is None:
            return ""
        if joins.power not in after.civil_disorder or after.phase.year < joins.plays_from.year:
            return ""
        side = self.variant.players[draw_side(self.variant, self.seed)]
        names = ", ".join(power.capitalize() for power in side)
        return f"by lot, {joins.power.capitalize()} joins {names}"

    @cached_property
    def _following(self) -> Position:
        return following(self.result.after, self.result.turn.board)

    @cached_property
    def after(self) -> Position:
        """The position that follows."""
        return self.variant.after_lot(self._following) if self.joined else self._following

    @property
    def won(self) -> tuple[str, ...]:
        """The powers of the player who has won with this phase; nobody wins in spring."""
        phase = self.result.before.phase
        if phase is None or phase.season == "S":
            return ()
        return winner(self.after, self.variant) or ()

    @property
    def shared(self) -> tuple[tuple[str, ...], ...]:
        """Who shares the game whose last year is over; empty if it goes on, or somebody has won."""
        if self.won or not has_ended(self.after, self.variant):
            return ()
        return (leaders if self.variant.victory.at_end == "most" else sharing_draw)(self.after, self.variant)

    def ending(self, language: str = "en") -> str:
        """Return who has won or shares the game with this phase, in a sentence; empty if it goes on."""
        names, players = self.result.turn.board.names, (self.won,) if self.won else self.shared
        winners = ", ".join("/".join(names.name(power, language) for power in powers) for powers in players)
        if not winners:
            return ""
        sentence = "won by {powers}" if self.won else "the game ended with {year}, shared by {powers}"
        return message(sentence, language).format(powers=winners, year=self.variant.victory.year)


class Game:
    """A game that is being played. It changes: `order`, `process` and `undo`; all that it gives out does not.

    Args:
        start: What it starts from: the name of a variant or board ("two-1982"), the `Path` of a board's file, a board,
            a variant, a position or one in one line, a turn with its orders; ``"start"``, or nothing, for that of the
            rulebook's board.
        rules: The rulebook, or its name; that of the turn, or 2023, if left out.
        variant: Who plays what and what wins, where the board does not say it: a variant, its name, or the `Path` of a
            board's file.
        seed: What lots are drawn from.

    Attributes:
        variant: Who plays what, and what wins.
        seed: What lots are drawn from.

    Raises:
        StandoffError: There is no such variant, board or rulebook, or the position is impossible.

    >>> game = Game(rules="1982")
    >>> game.order({"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]})
    >>> game.orders
    {'FRANCE': ('A PAR - BUR',), 'GERMANY': ('A MUN - BUR',)}
    >>> game.process().contested, game
    (frozenset({'BUR'}), <Game standard F1901M, 1982: 1 phase played, 0 orders given>)
    """

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # it changes

    def __init__(
        self,
        start: str | Path | Board | Variant | Position | Turn | None = None,
        rules: str | Rulebook | None = None,
        *,
        variant: str | Path | Variant | None = None,
        seed: int = 0,
    ) -> None:
        if isinstance(start, Turn):
            chosen = start.rules if rules is None else rulebook(rules)
            self._turn = replace(start, rules=chosen).with_orders(start)
        else:
            chosen = rulebook(rules)
            position = _start(load_board(board_of(chosen.preset)) if start in (None, "start") else start)
            self._turn = Turn(position, rules=chosen)
        if isinstance(start, Variant) and variant is None:
            variant = start
        self.variant = _variant_named(self._turn.board if variant is None else variant)
        if not isinstance(seed, int):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"seed: expected a whole number, not {seed!r}")
        self.seed = seed
        self._played: tuple[PlayedPhase, ...] = ()

    # -- where it stands ----------------------------------------------------------------------------

    @property
    def turn(self) -> Turn:
        """The phase that is being played, with the orders given so far: to check, explain, draw, compare."""
        return self._turn

    @property
    def position(self) -> Position:
        """The position."""
        return self._turn.position

    @property
    def phase(self) -> Phase | None:
        """The phase; None if the position that it started from has none."""
        return self._turn.phase

    @property
    def board(self) -> Board:
        """The board."""
        return self._turn.board

    @property
    def rules(self) -> Rulebook:
        """The rulebook."""
        return self._turn.rules

    @property
    def played(self) -> tuple[PlayedPhase, ...]:
        """The phases played, each with what the variant says of it: who joined, who has won."""
        return self._played

    @property
    def history(self) -> tuple[Result, ...]:
        """The results of the phases played."""
        return tuple(played.result for played in self._played)

    @property
    def is_over(self) -> bool:
        """True if the last phase ended the game: somebody has won, or its last year is over."""
        return bool(self._played) and bool(self._played[-1].won or self._played[-1].shared)

    @property
    def winner(self) -> tuple[str, ...]:
        """The powers of the player who has won with the last phase; empty if nobody has."""
        return self._played[-1].won if self._played else ()

    # -- orders -------------------------------------------------------------------------------------

    @property
    def orders(self) -> dict[str, tuple[str, ...]]:
        """The orders given so far, as they were written, by power."""
        return {power: tuple(texts) for power, texts in _by_power(self._turn, self._turn.texts).items()}

    def order(self, whose: object, *orders: str | Order | Sequence[str | Order]) -> None:
        """Give orders; they take the place of those that the power has given before.

        Args:
            whose: A power, and its orders behind it, none to withdraw them. Or the orders of several powers at once, as
                `adjudicate` takes them: by power, a text with powers as headings, orders, or a turn.
            orders: The orders of the power: texts or orders.

        Raises:
            StandoffError: Something cannot be read; then no order has changed.

        >>> game = Game()
        >>> game.order("France", "A PAR - BUR")
        >>> game.order("FRANCE: A PAR - PIC, A MAR - SPA")
        >>> game.orders
        {'FRANCE': ('A PAR - PIC', 'A MAR - SPA')}
        """
        turn, board = self._turn, self.board
        if orders or (isinstance(whose, str) and board.names.power(whose) is not None):
            several = ([one] if isinstance(one, str) or not isinstance(one, Sequence) else one for one in orders)
            whose = {board.power_named(whose): [one for some in several for one in some]}
        if isinstance(whose, Turn):
            self._turn = turn.with_orders(whose)
            return
        given = orders_given(whose, board, turn.position)
        pairs = [*zip(given.get("orders", ()), given.get("texts", ()), strict=True)]
        powers = {order.power for order, _ in pairs}
        if isinstance(whose, Mapping):
            powers.update(board.power_named(name) for name in cast("Mapping[object, object]", whose))
        self._replace_orders(powers, pairs)

    def _replace_orders(self, powers: set[str], pairs: list[tuple[Order, str]]) -> None:
        """Replace the orders of some powers by others, each with its text."""
        turn, board = self._turn, self.board
        if turn.sets or turn.lasting or turn.proxies:
            raise GameError("sets of orders, lasting orders or proxies were handed in; hand in all orders as a turn")
        pairs = pairs + [pair for pair in zip(turn.orders, turn.texts, strict=True) if pair[0].power not in powers]
        place = {power: number for number, power in enumerate(board.powers)}
        pairs.sort(key=lambda pair: place[pair[0].power])  # powers in the board's order
        orders_now, texts = tuple(order for order, _ in pairs), tuple(text for _, text in pairs)
        self._turn = Turn(turn.position, orders_now, turn.rules, texts, board=board)

    def submit(self, power: str, text: str) -> CheckedOrders:
        """Give the orders that can be read in a text, and report on each: for texts that programs and models write.

        Nothing is repaired or guessed at. Readable orders replace those that the power gave before, illegal ones among
        them: the rules say what becomes of these. Unreadable orders and orders under the heading of another power are
        reported, but not given.

        Args:
            power: The power.
            text: Its orders, in any notation that `check` reads, with or without words around them.

        Returns:
            The orders and remarks of the text with their verdicts, as `check` returns them.

        Raises:
            UnknownNameError: There is no such power.
            GameError: Sets of orders, lasting orders or proxies were handed in.

        >>> game = Game()
        >>> [(one.text, str(one.verdict)) for one in game.submit("FRANCE", "A PAR - BUR, F BRE - XYZ")]
        [('A PAR - BUR', 'legal'), ('F BRE - XYZ', 'unreadable')]
        >>> game.orders
        {'FRANCE': ('A PAR - BUR',)}
        """
        from .checking import CheckedOrder, CheckedOrders, Checker, Verdict

        owner, position = self.board.power_named(power), self.position
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected the text of the orders of {owner}, not {text!r}")
        lines = [*lines_of(text, self.board, power=owner, position=position, remarks=True)]
        others = [line.order is not None and line.power != owner for line in lines]
        own = [line for line, other in zip(lines, others, strict=True) if not other]
        checked = iter(Checker(position, self.rules, self.board).lines(own))
        self._replace_orders({owner}, [(line.order, line.text) for line in own if line.order is not None])
        fault = "under the heading of another power: not given"
        return CheckedOrders(
            CheckedOrder(line.power, line.text, Verdict.ILLEGAL, self.board, line.order, fault, line=line.line)
            if other
            else next(checked)
            for line, other in zip(lines, others, strict=True)
        )

    def legal_orders(self, power: str | None = None) -> dict[str, dict[str, tuple[Order, ...]]]:
        """Return every order that may legally be given now, by power and place (`Turn.legal_orders`).

        >>> [str(order) for order in Game("two-1982").legal_orders("Turkey")["TURKEY"]["ANK"]][:2]
        ['F ANK H', 'F ANK - ARM']
        """
        return self._turn.legal_orders(power)

    # -- on and back --------------------------------------------------------------------------------

    def process(self) -> Result:
        """Carry the phase out and go on to the next in which somebody has something to order.

        Units without orders hold, or disband if dislodged; powers without orders waive their builds, and lose units as
        in civil disorder.

        Raises:
            GameError: The game is over.
        """
        if self.is_over:
            raise GameError(f"the game is over: {self._played[-1].ending()}")
        return self._carry_out().result

    def _carry_out(self) -> PlayedPhase:
        turn = self._turn
        played = PlayedPhase(turn.adjudicate(), self.variant, self.seed)
        self._turn = Turn(played.after, rules=turn.rules, board=turn.board)
        self._played = (*self._played, played)
        return played

    def undo(self) -> Result:
        """Take the last phase back: the game stands where it did, with the orders that were given then.

        Returns:
            The result of the phase.

        Raises:
            GameError: None has been played.

        >>> game = Game()
        >>> game.order("FRANCE", "A PAR - BUR")
        >>> game.undo() == game.process() if game.history else game.process() == game.undo()
        True
        >>> game.orders
        {'FRANCE': ('A PAR - BUR',)}
        """
        if not self._played:
            raise GameError("no phase has been played yet")
        result = self._played[-1].result
        self._played, self._turn = self._played[:-1], result.turn
        return result

    # -- kept ---------------------------------------------------------------------------------------

    def to_dict(self) -> Json:
        """Return the game as the `diplomacy` package saves games; what that does not save is under ``"standoff"``.

        Raises:
            GameError: It cannot be saved so: sets of orders, lasting orders, proxies, victory by a house rule.
            RulebookError: It is played under house rules.

        >>> [phase["name"] for phase in Game().to_dict()["phases"]]
        ['S1901M']
        """
        if self.rules.house_rules:
            raise RulebookError(f"rulebook {self.rules.name} has rules of a user: functions cannot be saved")
        if _variant_named(self.variant.board) != self.variant:
            raise GameError(f"victory by {self.variant.victory} is not that of variant {self.variant.name}: not saved")
        turns = self._turns()
        ours = rules_object(self.rules) | {"variant": self.variant.board, "seed": self.seed}
        start = {"start": str(turns[0].position)}
        return {"map": self.board.source, OURS: ours | start, "phases": [_saved(turn) for turn in turns]}

    @classmethod
    def from_dict(cls, data: Json, rules: str | Rulebook | None = None) -> Self:
        """Return the game that a saved game holds, played again.

        Args:
            data: The saved game, of standoff or of the `diplomacy` package.
            rules: The rulebook; that of the game, or 2023, if left out.

        Raises:
            GameError: A phase cannot be read, or does not lead to the next one as recorded.
            StandoffError: There is no such board, rulebook or variant.

        Warns:
            UnreadWarning: It has keys that no saved game has.

        >>> game = Game("two-1982", "1982")
        >>> _ = game.process()
        >>> Game.from_dict(game.to_dict()) == game
        True
        """
        if not isinstance(data, dict) or not isinstance(entries := data.get("phases"), list) or not entries:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise GameError("not a saved game: no phases")
        phases = cast("list[Json]", entries)
        if not all(isinstance(phase, dict) for phase in phases):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise GameError("not a saved game: its phases are not objects")
        warn_unread("saved game", unread_keys(data))
        try:
            check_phase_names(phases)
        except JsonError as fault:
            raise GameError(f"not a saved game: {fault}") from None
        board, ours = named_board(text_at(data, "map", "standard")), object_at(data, OURS)
        options = tuple((name, str(choice)) for name, choice in object_at(ours, "options").items())
        start = Position.parse(text_at(ours, "start", "")) if "start" in ours else None
        seed = ours.get("seed", 0)
        chosen = rules_of(text_at(ours, "rules", "2023"), options) if rules is None else rulebook(rules)
        with _in_phase(phases[0]):
            first = recorded_position(board, phases[0])
        if start is not None and (other := _other_start(start, first)):
            raise GameError(f"phase {first.phase}: the record has other {other} than the position that it starts from")
        turn = Turn(first if start is None else start, rules=chosen, board=board)
        game = cls(turn, variant=text_at(ours, "variant", board.source), seed=seed)
        for phase, after in zip_longest(phases, phases[1:]):
            with _in_phase(phase):
                game.order(_recorded(phase, board))
                if phase.get(WRITTEN) and recorded_orders(phase) != _canonical(game.turn):  # changed by hand
                    raise GameError(f"its orders are not those that stand under {WRITTEN!r}")
                ended = after is not None and after.get("name") == COMPLETED
                if after is None or (
                    ended and _has_units_of(after, game.position)
                ):  # the orders were never carried out
                    break
                played = game._carry_out()
                if not ended and leaves_out_retreats(played.result.phase_result, recorded_position(board, after)):
                    played = game._carry_out()
                recorded = {**after, "name": str(played.after.phase)} if ended else after
                wanted = recorded_position(board, recorded)
                for difference in record_differences(played.result.phase_result, played.after, wanted, recorded):
                    raise GameError(f"what follows is not as recorded: {difference}")
                if ended:
                    break
        return game

    def save(self, path: str | Path) -> None:
        """Write the game to a file, completely or not at all (`to_dict`).

        Raises:
            GameError: It cannot be written, or not be saved.

        >>> import tempfile
        >>> path = Path(tempfile.mkdtemp()) / "game.json"
        >>> Game().save(path)
        >>> Game.load(path)
        <Game standard S1901M, 2023: 0 phases played, 0 orders given>
        """
        file = _file(path)
        text = json.dumps({"id": file.stem, **self.to_dict()}, indent=1, ensure_ascii=False)
        with errors_as(GameError, path):
            write_whole(file, text + "\n", synced=True)

    @classmethod
    def load(cls, path: str | Path, rules: str | Rulebook | None = None) -> Self:
        """Read a saved game, of standoff or of the `diplomacy` package, and play it again.

        Args:
            path: The file.
            rules: The rulebook; that of the game, or 2023, if left out.

        Raises:
            GameError: It is not a saved game, or a phase does not lead to the next one as recorded.
        """
        try:
            with errors_as(GameError, path):
                data = json_object(_file(path).read_bytes())
        except JsonError as fault:
            raise GameError(f"{path}: not a saved game: {fault}") from None
        try:
            with boards_within(os.curdir, _file(path).parent):  # the user's own file
                return cls.from_dict(data, rules)
        except StandoffError as fault:
            raise GameError(f"{path}: {fault}") from None

    # -- as a value ---------------------------------------------------------------------------------

    def copy(self) -> Self:
        """Return an independent copy."""
        return copy(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return copy(self)  # what it holds never changes

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._content() == other._content()

    def _content(self) -> tuple[object, ...]:
        """Return what the game is: in which order the powers handed in their orders is not part of it."""
        turns = [
            (turn.position, turn.rules, _by_power(turn, turn.orders), turn.sets, turn.lasting, turn.proxies)
            for turn in self._turns()
        ]
        return self.variant, self.seed, turns

    def _turns(self) -> list[Turn]:
        return [*(played.result.turn for played in self._played), self._turn]

    def __str__(self) -> str:
        return str(self._turn)

    def __repr__(self) -> str:
        played, given = len(self._played), len(self._turn.orders)
        counts = f"{played} phase{'s' * (played != 1)} played, {given} order{'s' * (given != 1)} given"
        over = f", {self._played[-1].ending()}" if self.is_over else ""
        return f"<Game {self.variant.name[-50:]} {self.phase or '-'}, {self.rules.name[:50]}: {counts}{over[:60]}>"

    def _repr_svg_(self) -> str | None:
        return self._turn._repr_svg_()


def _start(given: object) -> Position:
    if isinstance(given, Position):
        return given
    if isinstance(given, str) and is_position_string(given):
        return Position.parse(given)
    return _variant_named(given).start()


def _variant_named(given: object) -> Variant:
    if isinstance(given, Variant):
        return given
    if isinstance(given, Board):
        return variant_of(given)
    if not isinstance(given, (str, Path)):
        raise WrongTypeError(f"expected a variant, a board, a position or a turn, not {given!r}")
    return variant(given)


def _by_power(turn: Turn, entries: Iterable[Entry]) -> dict[str, list[Entry]]:
    """Return what belongs to the orders of a turn, one to each, by power."""
    return grouped((order.power, entry) for order, entry in zip(turn.orders, entries, strict=True))


# -- saved games ------------------------------------------------------------------------------------------------------


def _file(path: object) -> Path:
    if not isinstance(path, (str, Path)):
        raise WrongTypeError(f"expected the path of a file, not {path!r}")
    if "\0" in str(path):
        raise GameError(f"{path!r} cannot be the path of a file")
    return Path(path)


@contextmanager
def _in_phase(phase: Json) -> Generator[None]:
    """Name the phase of a record in the message of what goes wrong with it."""
    try:
        yield
    except StandoffError as fault:
        raise GameError(f"phase {str(phase.get('name'))[:20]}: {fault}") from None


def _saved(turn: Turn) -> Json:
    if turn.phase is None:
        raise GameError("nothing says which phase this is; a saved game names its phases (S1901M)")
    if turn.sets or turn.lasting or turn.proxies:
        raise GameError(f"phase {turn.phase}: a saved game holds no sets of orders, lasting orders or proxies")
    plain = _canonical(turn)
    entry = phase_object(turn.position, plain, turn.board, turn.rules)
    if [text for _, text in plain] != list(turn.texts):
        entry[WRITTEN] = _by_power(turn, turn.texts)
    return entry


def _canonical(turn: Turn) -> list[tuple[str, str]]:
    return [(order.power, turn.canonical(order)) for order in turn.orders]


def _recorded(phase: Json, board: Board) -> dict[str, list[str]]:
    """Return the orders of a recorded phase as they were written."""
    orders = recorded_orders(phase, WRITTEN if phase.get(WRITTEN) else "orders")
    return grouped([(board.power_named(name), text) for name, text in orders], board.powers)


def _other_start(start: Position, recorded: Position) -> str:
    """Return what a record says otherwise than the position that its game starts from, empty if nothing."""
    if ({*start.units}, start.phase) != ({*recorded.units}, recorded.phase):
        return "units"
    ours, theirs = (
        {(power, center) for power, owned in position.centers.items() for center in owned}
        for position in (start, recorded)
    )
    return "centers" if theirs and ours != theirs else ""


def _has_units_of(recorded: Json, position: Position) -> bool:
    """Tell whether a record has the units of a position, as after a game that was broken off."""
    wanted = recorded_position(named_board(position.board), {**recorded, "name": str(position.phase)})
    return {*wanted.units} == {*position.units}


__all__ = ["Game", "GameError", "PlayedPhase"]
