"""Playing games from files: one phase, the choice of powers, and the standings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..map import Board, PhaseType, Position, StandoffError, UnknownNameError, load_board, repr_as
from ..solver import (
    Rulebook,
    Variant,
    Victory,
    board_of,
    choose_powers,
    draw_powers,
    holdings,
    leaders,
    sharing_draw,
    winner,
)
from ..turn import Game, Turn
from .case import CaseError, CasePhase, start_from
from .course import fields_of
from .position_file import holds_orders, read_position
from .text_files import SourceName, boards_of, read_text
from .turn_names import cases_in


def play_phase(
    position: str,
    files: Sequence[str],
    rules: Rulebook,
    *,
    game: Variant | None = None,
    year: int | None = None,
    civil_disorder: Iterable[str] = (),
    seed: int = 0,
) -> Game:
    """Play one phase and return the game.

    Args:
        position: A file, ``"start"``, or a position in one line.
        files: The files of orders; none if the position's file contains them.
        rules: The rulebook.
        game: The variant (default: that of the position).
        year: The year of the first spring (default: that of the board).
        civil_disorder: Names of powers that are in civil disorder from now on.
        seed: The seed for drawing lots.

    Raises:
        StandoffError: A file cannot be read, or is for another phase.
    """
    if game is not None and position == "start":
        now, board = game.start(), load_board(game.board)
    else:
        position = SourceName(position)
        now, board, named = read_position(position, load_board(board_of(rules.preset)))
        game = game or named
    if year is not None and now.phase is not None:
        now = replace(now, phase=replace(now.phase, year=year))
    now = replace(now, civil_disorder=now.civil_disorder.union(map(board.power_named, civil_disorder)))
    if holds_orders(position, board):
        if files:
            raise CaseError(f"{position}: it holds orders, and so do {', '.join(files)}; give only one of them")
        files = (position,)
    together = CasePhase(now.phase.type if now.phase else PhaseType.MOVEMENT, 1)
    for file in files:
        with boards_of(SourceName(file)):
            cases = cases_in(read_text(file), file, board=board, position=now)
        if len(cases) > 1 or len(cases[0].phases) > 1:
            line = cases[1].line if len(cases) > 1 else cases[0].phases[1].line
            raise CaseError(f"{file}, line {line}: a second phase; one phase is played at a time")
        start_from(cases[0], now)
        (phase,) = cases[0].phases
        together.orders.extend(phase.orders)
        together.sets.update(phase.sets)
        together.lasting += phase.lasting
        together.proxies += phase.proxies
    playing = Game(Turn(now, rules=rules, board=board, **fields_of(together)), variant=game, seed=seed)
    playing.process()
    return playing


def powers_given(text: str, name: str, seed: int) -> dict[str, tuple[str, int]]:
    """Return the power of each player and its rank in the player's list, 0 without lists.

    Args:
        text: A line for each player: a name, optionally with a list of powers, the preferred one first.
        name: The name of the file, for messages.
        seed: The seed for drawing lots.

    Raises:
        StandoffError: The lists have faults, or there are too few powers.

    >>> powers_given("Anna: Austria, Italy\\nBen: Austria, Italy", "lists", seed=1)
    {'Anna': ('AUSTRIA', 1), 'Ben': ('ITALY', 2)}
    """
    board = load_board()
    lists: dict[str, list[str]] = {}
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        player, _, wanted = line.partition(":")
        if not player.strip():
            continue
        if player.strip() in lists:
            faults.append(f"{name}, line {number}: player {player.strip()!r} is named twice")
        chosen = lists.setdefault(player.strip(), [])
        for power in wanted.split(",") if wanted.strip() else ():
            try:
                chosen.append(board.power_named(power.strip()))
            except UnknownNameError as fault:
                faults.append(f"{name}, line {number}: {fault}")
    if faults:
        raise CaseError("\n".join(faults))
    assigned = choose_powers(lists, seed) if any(lists.values()) else draw_powers(list(lists), board, seed)
    return {
        player: (power, lists[player].index(power) + 1 if lists[player] else 0) for player, power in assigned.items()
    }


@dataclass(frozen=True)
class Standings:
    """The standings of the players, and the result if the game ended now; `str` gives them in lines.

    >>> print(standings("start"))  # doctest: +ELLIPSIS
    Austria: 3 centers, 3 units
    ...
    won (18 centers): nobody yet
    most units: Russia
    agreed draw shared by: Austria, England, France, Germany, Italy, Russia, Turkey
    """

    position: Position
    board: Board
    game: Variant

    def __str__(self) -> str:
        now, game = self.position, self.game

        def names(powers: tuple[str, ...]) -> str:
            return "/".join(self.board.powers[power].name for power in powers)

        lines: list[str] = []
        for powers in game.players:
            owned, standing = holdings(now, powers)
            lines.append(f"{names(powers)}: {owned} centers, {standing} units")
        won = winner(now, game)
        lines.append(f"won ({game.victory}): {names(won) if won else 'nobody yet'}")
        lines.append(f"most units: {', '.join(map(names, leaders(now, game)))}")
        lines.append(f"agreed draw shared by: {', '.join(map(names, sharing_draw(now, game))) or 'nobody'}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return repr_as(self, f"{self.game.name} {self.position.phase or '-'}")


def standings(
    position: str, game: Variant | None = None, *, centers: int | None = None, units: int | None = None
) -> Standings:
    """Return the standings of the players.

    Args:
        position: A file, ``"start"``, or a position in one line.
        game: The variant (default: that of the position).
        centers: The number of centers that win (default: that of the variant).
        units: The number of units that win, instead of centers.

    Raises:
        StandoffError: The position cannot be read, or its board lacks a power of the variant.
    """
    now, board, named = read_position(SourceName(position))
    game = game or named
    missing = sorted({power for powers in game.players for power in powers} - board.powers.keys())
    if missing:
        raise StandoffError(
            f"board {board.name} has no {', '.join(missing)}, which variant {game.name} plays with; choose another "
            "variant with --variant"
        )
    return Standings(now, board, replace(game, victory=Victory(centers, units)) if centers or units else game)
