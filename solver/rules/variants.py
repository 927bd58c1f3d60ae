"""Setting up a game and its end: the variants, who plays what, who has won.

Source: rulebook 1982, I and XIV.2; 2000, page 20; the Czech edition of 1962, 15; the sources of each variant are in its
entry. Points D43 to D49 of the editions' comparison.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from ...map import (
    Board,
    Joining,
    Position,
    StandoffError,
    Victory,
    board_names,
    is_allowed,
    is_file_name,
    load_board,
    named_board,
    starting_position,
)
from .rulebook import did_you_mean


class SetupError(StandoffError):
    """A variant is unknown, or the powers cannot be chosen from what was given."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play: a board, and what its file says of players and victory.

    Attributes:
        board: The name of the board, or the path of its file.
        players: The powers of each player.
        victory: What wins, by player.
        joins: A neutral power that joins a side later.
    """

    board: str
    players: tuple[tuple[str, ...], ...]
    victory: Victory
    joins: Joining | None = None

    @property
    def name(self) -> str:
        """Its name, which is that of the board."""
        return self.board

    @property
    def about(self) -> str:
        """One line; empty for a board that is not one of the variants."""
        return named_board(self.board).about

    @property
    def source(self) -> str:
        """Its source: the section of a rulebook."""
        return named_board(self.board).origin

    def start(self) -> Position:
        """Return the position that a game starts from."""
        return starting_position(named_board(self.board))

    def after_lot(self, position: Position) -> Position:
        """Return `position` with the neutral power in play and its borders open.

        Raises:
            SetupError: No power joins in this variant.
        """
        if self.joins is None:
            raise SetupError(f"variant {self.name}: no power joins later")
        return replace(position, civil_disorder=position.civil_disorder - {self.joins.power}, closed=frozenset())


def draw_side(variant: Variant, seed: int) -> int:
    """Return the number of the player whom the neutral power joins, drawn from `seed`.

    Raises:
        SetupError: No power joins in this variant.

    Source: rulebook 1982, XIV.2e; 2000, page 20 (a coin).
    """
    if variant.joins is None:
        raise SetupError(f"variant {variant.name}: no power joins later")
    from random import Random

    return Random(seed).randrange(len(variant.players))


def variant_of(board: Board) -> Variant:
    """Return how a game on a board is played.

    >>> variant_of(load_board("two-1982")).victory.units
    24
    """
    return Variant(board.source, board.players, board.victory, board.joins)


@cache
def variants() -> Mapping[str, Variant]:
    """Return every variant of the package by its name, those for more players first."""
    boards = [board for board in map(load_board, board_names()) if board.about]
    boards.sort(key=lambda board: (-len(board.players), board.name != "standard", board.name))
    return MappingProxyType({board.name: variant_of(board) for board in boards})


def variant(name: str | Path) -> Variant:
    """Return the variant `name`: one of the package, any other board of it, or that of a board's file (`named_board`).

    Raises:
        SetupError: There is none.
        BoardError: The file has faults.
    """
    if isinstance(name, Path) or is_allowed(name) or is_file_name(name):
        return variant_of(named_board(name))
    raise SetupError(f"no variant named {name!r}{did_you_mean(name, variants())}; known: {', '.join(variants())}")


# -- the end of a game ----------------------------------------------------------------------------------------------


def holdings(position: Position, powers: Sequence[str]) -> tuple[int, int]:
    """Return how many centers and how many units several powers have together."""
    centers = sum(len(position.centers.get(power, ())) for power in powers)
    return centers, sum(unit.power in powers for unit in position.units)


def winning_player(enough: Sequence[bool]) -> int:
    """Return the number of the player who has won, -1 if nobody has: if two have enough, neither has won.

    Args:
        enough: By player, whether they have enough centers, or whatever else wins.

    Source: rulebook 1982, II; 2000, page 3.

    >>> winning_player([False, True, False]), winning_player([False, True, True]), winning_player([False, False])
    (1, -1, -1)
    """
    return enough.index(True) if enough.count(True) == 1 else -1


def winner(position: Position, game: Variant) -> tuple[str, ...] | None:
    """Return the powers of the player who has won, None if nobody has; two at once have not won.

    Source: rulebook 1982, II (18 centers) and XIV.2e (24 units); 2000, page 3 (18 centers) and 20 (24 centers).
    """
    board, victory = named_board(position.board), game.victory
    held = [holdings(position, powers) for powers in game.players]

    def leads(player: int) -> bool:
        others = [centers for other, (centers, _) in enumerate(held) if other != player]
        return victory.lead is None or held[player][0] >= max(others, default=0) + victory.lead

    enough = [
        _has_enough(position, board, powers, held[player], victory) and leads(player)
        for player, powers in enumerate(game.players)
    ]
    if not any(enough) and victory.at_end == "most" and has_ended(position, game):
        most = max(centers for centers, _ in held)
        enough = [centers == most for centers, _ in held]
    player = winning_player(enough)
    return game.players[player] if player >= 0 else None


def _has_enough(
    position: Position, board: Board, powers: Sequence[str], held: tuple[int, int], victory: Victory
) -> bool:
    """Return whether a player has enough to win, ignoring the lead over others."""
    centers, units = held
    numbers = (
        victory.centers is not None and centers >= victory.centers,
        victory.units is not None and units >= victory.units,
        victory.share is not None and centers > victory.share * len(board.centers),
        victory.all and centers == len(board.centers),
    )
    if any(numbers):
        return True
    if victory.provinces:
        year = position.phase.year if position.phase is not None else None
        early = victory.provinces_from is not None and (year is None or year < victory.provinces_from)
        owned = {center for power in powers for center in position.centers.get(power, ())}
        owned |= {
            unit.province for unit in position.units if unit.power in powers and unit.province not in board.center_ids
        }
        return not early and owned >= set(victory.provinces)
    alone = victory == Victory(lead=victory.lead, year=victory.year, at_end=victory.at_end)
    return alone and victory.lead is not None


def has_ended(position: Position, game: Variant) -> bool:
    """Return whether the last year of a game is over.

    >>> game = replace(variant("standard"), victory=Victory(year=1905))
    >>> has_ended(Position.parse("standard F1905M -"), game), has_ended(Position.parse("standard S1906M -"), game)
    (False, True)
    """
    last = game.victory.year
    return last is not None and position.phase is not None and position.phase.year > last


def leaders(position: Position, game: Variant) -> tuple[tuple[str, ...], ...]:
    """Return the players with the most units, who win when an agreed end is reached; several share.

    Source: rulebook 1982, III; the Czech edition of 1962, 2.
    """
    most = max(holdings(position, powers)[1] for powers in game.players)
    return tuple(powers for powers in game.players if holdings(position, powers)[1] == most)


def sharing_draw(position: Position, game: Variant) -> tuple[tuple[str, ...], ...]:
    """Return the players who share equally in an agreed draw: all who still have units.

    Source: rulebook 1982, II; 2000, page 3.
    """
    return tuple(powers for powers in game.players if holdings(position, powers)[1])


# -- who plays what ---------------------------------------------------------------------------------------------------


def draw_powers(players: Sequence[str], board: Board, seed: int) -> dict[str, str]:
    """Return a power for each player by lot, drawn from `seed`.

    Raises:
        SetupError: There are more players than powers.
    """
    if len(players) > len(board.powers):
        raise SetupError(f"{len(players)} players, but only {len(board.powers)} powers")
    from random import Random

    drawn = Random(seed).sample(list(board.powers), len(players))
    return dict(zip(players, drawn, strict=True))


def choose_powers(
    lists: Mapping[str, Sequence[str]], seed: int = 0, *, lots: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return a power for each player by lists of preference.

    In each round the players still without a power name the one at that place of their list. A free power that only
    one of them names is granted; if several name it, lots decide; whoever named one that is taken waits for the next
    round.

    Args:
        lists: Each player's powers, the most wanted first.
        seed: What lots are drawn from.
        lots: The player to whom the lot gives a power, where it has been drawn already.

    Raises:
        SetupError: The lists are of different lengths, name a power twice, or leave a player without one.

    Source: the appendix on the choice of powers in the 1982 rules in Czech.
    """
    lengths = {len(names) for names in lists.values()}
    for player, names in lists.items():
        if len(set(names)) != len(names):
            raise SetupError(f"the list of {player} names a power twice: {', '.join(names)}")
    if len(lengths) != 1:
        raise SetupError("the lists are of different lengths")
    from random import Random

    chance = Random(seed)
    given: dict[str, str] = {}
    for place in range(lengths.pop()):
        named: dict[str, list[str]] = {}
        for player, names in lists.items():
            if player not in given and names[place] not in given.values():
                named.setdefault(names[place], []).append(player)
        for power, who in named.items():
            drawn = (lots or {}).get(power)
            given[drawn if drawn in who else who[0] if len(who) == 1 else chance.choice(who)] = power
    left = [player for player in lists if player not in given]
    if left:
        raise SetupError(f"no power is left for {', '.join(left)}")
    return {player: given[player] for player in lists}
