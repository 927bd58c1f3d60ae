"""Games: orders by power, phase after phase, with undo; saved and loaded.

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
    power_title,
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
from .codec import grouped, rules_object, rules_of
from .orders import order_fields
from .saved import (
    check_phase_names,
    contents_of,
    end_object,
    is_completed,
    is_drawn_before,
    leaves_out_retreats,
    phase_object,
    record_differences,
    recorded_orders,
    recorded_position,
    recorded_rules,
    unread_keys,
)
from .turn import Result, Turn, following_turn

if TYPE_CHECKING:
    from .checking import CheckedOrders

OURS = "standoff"
"""The key of a saved game for data that the `diplomacy` package does not save."""

WRITTEN = "written"
"""The key of a phase for its orders as written, if they are not in the package's notation."""


class GameError(StandoffError):
    """A game cannot be set up, continued, undone, saved or loaded.

    >>> Game().undo()
    Traceback (most recent call last):
        ...
    standoff.turn.game.GameError: no phase has been played yet
    """


@dataclass(frozen=True)
class PlayedPhase:
    """A phase of a game that has been adjudicated.

    Attributes:
        result: Its result.
        variant: The variant of the game.
        seed: The seed for drawing lots.

    >>> game = Game()
    >>> str(PlayedPhase(game.turn.adjudicate(), game.variant).after.phase)
    'F1901M'
    """

    result: Result
    variant: Variant
    seed: int = 0

    @cached_property
    def joined(self) -> str:
        """A sentence on the side that a neutral power joins by lot after this phase; empty if none joins."""
        joins, before, after = self.variant.joins, self.result.before, self._following.position
        if joins is None or before.phase is None or after.phase is None:
            return ""
        if joins.power not in after.civil_disorder or after.phase.year < joins.plays_from.year:
            return ""
        side = self.variant.players[draw_side(self.variant, self.seed)]
        names = ", ".join(map(power_title, side))
        return f"by lot, {power_title(joins.power)} joins {names}"

    @cached_property
    def _following(self) -> Turn:
        return following_turn(self.result)

    @cached_property
    def after(self) -> Position:
        """The position that follows."""
        position = self._following.position
        return self.variant.after_lot(position) if self.joined else position

    @property
    def following(self) -> Turn:
        """The phase that follows, with the orders that its source has for it."""
        return replace(self._following, position=self.after, source="", id="", title="")

    @property
    def winner(self) -> tuple[str, ...]:
        """The powers of the player who wins with this phase; nobody wins in spring."""
        phase = self.result.before.phase
        if phase is None or phase.season == "S":
            return ()
        return winner(self.after, self.variant) or ()

    @property
    def shared(self) -> tuple[tuple[str, ...], ...]:
        """The players who share the draw after the last year; empty if the game goes on, or somebody has won."""
        if self.winner or not has_ended(self.after, self.variant):
            return ()
        return (leaders if self.variant.victory.at_end == "most" else sharing_draw)(self.after, self.variant)

    def ending(self, language: str = "en") -> str:
        """Return a sentence on the winner or the draw after this phase; empty if the game goes on."""
        names, players = self.result.turn.board.names, (self.winner,) if self.winner else self.shared
        winners = ", ".join("/".join(names.name(power, language) for power in powers) for powers in players)
        if not winners:
            return ""
        sentence = "won by {powers}" if self.winner else "the game ended with {year}, shared by {powers}"
        return message(sentence, language).format(powers=winners, year=self.variant.victory.year)


class Game:
    """A game in progress. `order`, `submit`, `process` and `undo` change it; returned values are immutable.

    Args:
        start: The name of a variant or board ("two-1982"), the `Path` of a board's file, a board, a variant, a position
            or its text in one line, or a turn with its orders and those of its later phases; ``"start"`` (the default)
            for the starting position of the rulebook's board.
        rules: The rulebook or its name (default: that of the turn, otherwise 2023).
        variant: The variant, its name, or the `Path` of a board's file (default: that of the board). It defines the
            players and the victory condition.
        seed: The seed for drawing lots.

    Attributes:
        variant: The players and the victory condition.
        seed: The seed for drawing lots.

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
            self._turn = replace(replace(start, rules=chosen).with_orders(start), later=start.later)
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

    # -- state --------------------------------------------------------------------------------------

    @property
    def turn(self) -> Turn:
        """The current phase with the orders given so far."""
        return self._turn

    @property
    def position(self) -> Position:
        """The position."""
        return self._turn.position

    @property
    def phase(self) -> Phase | None:
        """The phase; None if the starting position has none."""
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
        """The phases played, each with who joined and who has won."""
        return self._played

    @property
    def history(self) -> tuple[Result, ...]:
        """The results of the phases played."""
        return tuple(played.result for played in self._played)

    @property
    def is_over(self) -> bool:
        """True if somebody has won, or the last year is over."""
        return bool(self._played) and bool(self._played[-1].winner or self._played[-1].shared)

    @property
    def winner(self) -> tuple[str, ...]:
        """The powers of the player who has won; empty if nobody has."""
        return self._played[-1].winner if self._played else ()

    # -- orders -------------------------------------------------------------------------------------

    @property
    def orders(self) -> dict[str, tuple[str, ...]]:
        """The orders given so far, as written, by power."""
        return {power: tuple(texts) for power, texts in _texts_by_power(self._turn).items()}

    def order(self, whose: object, *orders: str | Order | Sequence[str | Order]) -> None:
        """Give orders; they replace earlier orders of the same power.

        Args:
            whose: A power, followed by its orders; without orders, they are withdrawn. Or the orders of several powers,
                in any form that `adjudicate` accepts.
            orders: The orders of the power: texts or orders.

        Raises:
            StandoffError: An order cannot be read; no order changes then.

        >>> game = Game()
        >>> game.order("France", "A PAR - BUR")
        >>> game.order("FRANCE: A PAR - PIC, A MAR - SPA")
        >>> game.orders
        {'FRANCE': ('A PAR - PIC', 'A MAR - SPA')}
        """
        turn, board = self._turn, self.board
        if orders or (isinstance(whose, str) and board.names.power(whose) is not None):
            several = ([one] if isinstance(one, str) or not isinstance(one, Sequence) else one for one in orders)
            whose = {board.power_named(whose): [order for entry in several for order in entry]}
        if isinstance(whose, Turn):
            self._turn = turn.with_orders(whose)
            return
        new_orders: tuple[Order, ...] = order_fields(whose, board, turn.position).get("orders", ())
        powers = {order.power for order in new_orders}
        if isinstance(whose, Mapping):
            powers.update(board.power_named(name) for name in cast("Mapping[object, object]", whose))
        self._replace_orders(powers, new_orders)

    def _replace_orders(self, powers: set[str], orders: Iterable[Order]) -> None:
        """Replace the orders of some powers by others."""
        turn, board = self._turn, self.board
        if turn.in_sets:
            raise GameError("sets of orders, lasting orders or proxies were handed in; hand in all orders as a turn")
        place = {power: number for number, power in enumerate(board.powers)}
        kept = (order for order in turn.orders if order.power not in powers)
        in_order = sorted((*orders, *kept), key=lambda order: place[order.power])  # powers in the board's order
        self._turn = Turn(turn.position, tuple(in_order), turn.rules, later=turn.later, board=board)

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
        from .checking import CheckedOrder, CheckedOrders, Checker, Verdict, ordered_province

        owner, position = self.board.power_named(power), self.position
        if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise WrongTypeError(f"expected the text of the orders of {owner}, not {text!r}")
        lines = [*lines_of(text, self.board, power=owner, position=position, remarks=True)]
        others = [line.order is not None and line.power != owner for line in lines]
        own = [line for line, other in zip(lines, others, strict=True) if not other]
        checks = Checker(position, self.rules, self.board).lines(own)
        checked = iter(checks)
        given = [line.order for line in own if line.order is not None]
        self._replace_orders({owner}, [order for order in given if ordered_province(order) not in checks.doubted])
        fault = "under the heading of another power: not given"
        return CheckedOrders(
            CheckedOrder(line.power, line.text, Verdict.ILLEGAL, self.board, line.order, fault, line=line.line)
            if other
            else next(checked)
            for line, other in zip(lines, others, strict=True)
        )

    def legal_orders(self, power: str | None = None) -> dict[str, dict[str, tuple[Order, ...]]]:
        """Return every legal order of the current phase by power and location (`Turn.legal_orders`).

        >>> [str(order) for order in Game("two-1982").legal_orders("Turkey")["TURKEY"]["ANK"]][:2]
        ['F ANK H', 'F ANK - ARM']
        """
        return self._turn.legal_orders(power)

    # -- playing ------------------------------------------------------------------------------------

    def process(self) -> Result:
        """Adjudicate the phase and go on to the next phase that needs orders.

        Units without orders hold, or disband if dislodged; powers without orders waive their builds and remove units as
        in civil disorder.

        Raises:
            GameError: The game is over.
        """
        if self.is_over:
            raise GameError(f"the game is over: {self._played[-1].ending()}")
        return self._carry_out().result

    def _carry_out(self) -> PlayedPhase:
        played = PlayedPhase(self._turn.adjudicate(), self.variant, self.seed)
        self._turn = played.following
        self._played = (*self._played, played)
        return played

    def undo(self) -> Result:
        """Undo the last phase and restore its orders.

        Returns:
            The result of the phase.

        Raises:
            GameError: No phase has been played.

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

    # -- as data and files --------------------------------------------------------------------------

    def to_dict(self) -> Json:
        """Return the game in the format of the `diplomacy` package; further data is under ``"standoff"``.

        After the end of the game the last phase is ``COMPLETED``, as in the package.

        Raises:
            GameError: The format cannot hold it: sets of orders, lasting orders, proxies, a changed victory condition.
            RulebookError: The game is under house rules.

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
        phases = [_saved(turn) for turn in turns]
        if self.is_over and not self._turn.orders and not self.position.dislodged:
            phases[-1] = end_object(self.position, self.board, self.rules)
        return {"map": self.board.source, OURS: ours | start, "phases": phases}

    @classmethod
    def from_dict(cls, data: Json, rules: str | Rulebook | None = None) -> Self:
        """Return a saved game by playing it again.

        Args:
            data: The saved game, of standoff or of the `diplomacy` package.
            rules: The rulebook (default: that of the game, otherwise diplomacy).

        Raises:
            GameError: A phase cannot be read, or does not lead to the next recorded one.
            StandoffError: There is no such board, rulebook or variant.

        Warns:
            UnreadWarning: It has unknown keys.

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
        start = Position.parse(text_at(ours, "start", "")) if "start" in ours else None
        seed = ours.get("seed", 0)
        name, options = recorded_rules(data)
        chosen = rules_of(name, tuple(options.items())) if rules is None else rulebook(rules)
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
                if after is None:
                    break
                expected, kept = recorded_position(board, after), (game._turn, game._played)
                played = game._carry_out()
                if leaves_out_retreats(played.result.phase_result, expected):
                    played = game._carry_out()
                result, then = played.result.phase_result, played.after
                difference = next(record_differences(result, then, expected, after), "")
                if is_drawn_before(expected, kept[0].position) and (difference or not (ours or kept[0].orders)):
                    game._turn, game._played = kept  # never adjudicated
                    break
                if difference:
                    raise GameError(f"what follows is not as recorded: {difference}")
                if is_completed(after):
                    break
        return game

    def save(self, path: str | Path) -> None:
        """Write the game to a file atomically (`to_dict`).

        Raises:
            GameError: It cannot be saved or written.

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
        """Load a saved game, of standoff or of the `diplomacy` package, by playing it again.

        Args:
            path: The file.
            rules: The rulebook (default: that of the game, otherwise diplomacy).

        Raises:
            GameError: It is not a saved game, or a phase does not lead to the next recorded one.
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
        return copy(self)  # its contents are immutable

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._content() == other._content()

    def _content(self) -> tuple[object, ...]:
        """Return the content for comparison; the order in which the powers submitted is not part of it."""

        def orders(turn: Turn) -> dict[str, list[Order]]:
            return grouped((order.power, order) for order in turn.orders)

        turns = [
            (each.position, each.rules, orders(each), each.sets, each.lasting, each.proxies) for each in self._turns()
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


def _texts_by_power(turn: Turn) -> dict[str, list[str]]:
    """Return the orders of a turn as they were written, by power."""
    return grouped(zip((order.power for order in turn.orders), turn.texts, strict=True))


# -- saved games ------------------------------------------------------------------------------------------------------


def _file(path: object) -> Path:
    if not isinstance(path, (str, Path)):
        raise WrongTypeError(f"expected the path of a file, not {path!r}")
    if "\0" in str(path):
        raise GameError(f"{path!r} cannot be the path of a file")
    return Path(path)


@contextmanager
def _in_phase(phase: Json) -> Generator[None]:
    """Name the phase of a record in error messages."""
    try:
        yield
    except StandoffError as fault:
        raise GameError(f"phase {str(phase.get('name'))[:20]}: {fault}") from None


def _saved(turn: Turn) -> Json:
    if turn.phase is None:
        raise GameError("nothing says which phase this is; a saved game names its phases (S1901M)")
    if turn.in_sets:
        raise GameError(f"phase {turn.phase}: a saved game holds no sets of orders, lasting orders or proxies")
    plain = _canonical(turn)
    entry = phase_object(turn.position, plain, turn.board, turn.rules)
    if [text for _, text in plain] != list(turn.texts):
        entry[WRITTEN] = _texts_by_power(turn)
    return entry


def _canonical(turn: Turn) -> list[tuple[str, str]]:
    return [(order.power, turn.canonical(order)) for order in turn.orders]


def _recorded(phase: Json, board: Board) -> dict[str, list[str]]:
    """Return the orders of a recorded phase as written."""
    orders = recorded_orders(phase, WRITTEN if phase.get(WRITTEN) else "orders")
    return grouped([(board.power_named(name), text) for name, text in orders], board.powers)


def _other_start(start: Position, recorded: Position) -> str:
    """Return what differs between the starting position of a game and its first record; empty if nothing does."""
    ours, theirs = contents_of(start), contents_of(recorded)
    if (ours["units"], start.phase) != (theirs["units"], recorded.phase):
        return "units"
    return "centers" if theirs["centers"] and ours["centers"] != theirs["centers"] else ""


__all__ = ["Game", "GameError", "PlayedPhase"]
