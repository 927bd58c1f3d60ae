"""Setting up a game: the variants for fewer than seven players, and who plays what.

Source: rulebook 1982, I and XIV.2; 2000, page 20; the Czech edition of 1962, 15; the sources of each variant are in its
entry. Points D43 to D49 of the editions' comparison.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from ..map import Board, Phase, PhaseType, Position, StandoffError, load_board, starting_position


class SetupError(StandoffError):
    """A variant is unknown, or the powers cannot be chosen from what was given."""


@dataclass(frozen=True, slots=True)
class Victory:
    """What wins a game: as many `centers`, or as many `units` on the board (None where that does not count)."""

    centers: int | None = None
    units: int | None = None


@dataclass(frozen=True, slots=True)
class Joining:
    """A neutral power that joins a side by lot.

    Attributes:
        power: The power.
        lot_at: The phase before which the lot is drawn.
        plays_from: The phase from which it is played by the side drawn.
    """

    power: str
    lot_at: Phase
    plays_from: Phase


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play, by number of players.

    Attributes:
        name: The name.
        about: One line.
        source: The rulebook section.
        board: The name of the board.
        players: The powers of each player.
        civil_disorder: Powers that nobody plays: their units hold as in civil disorder.
        closed: Provinces that nobody may enter while their power is neutral.
        first_year: The year of the first spring.
        victory: What wins, by player.
        joins: A neutral power that joins a side later.
    """

    name: str
    about: str
    source: str
    board: str
    players: tuple[tuple[str, ...], ...]
    civil_disorder: frozenset[str]
    closed: frozenset[str]
    first_year: int
    victory: Victory
    joins: Joining | None = None

    def start(self) -> Position:
        """Return the position that a game starts from."""
        board = load_board(self.board)
        position = starting_position(board)
        phase = Phase("S", self.first_year, PhaseType.MOVEMENT)
        return replace(position, phase=phase, civil_disorder=self.civil_disorder, closed=self.closed)

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
    return random.Random(seed).randrange(len(variant.players))


@cache
def variants() -> dict[str, Variant]:
    """Return every variant by its name."""
    text = (resources.files("standoff.solver") / "variants.json").read_text(encoding="utf-8")
    entries: dict[str, dict[str, Any]] = json.loads(text)
    found: dict[str, Variant] = {}
    for name, entry in entries.items():
        board = load_board(entry.get("board", "standard"))
        idle = frozenset[str](entry.get("civil_disorder", ()))
        players = entry.get("players") or [[power] for power in board.powers if power not in idle]
        joins = entry.get("joins")
        found[name] = Variant(
            name,
            entry["about"],
            entry["source"],
            board.name,
            tuple(tuple(powers) for powers in players),
            idle,
            frozenset(province for power in entry.get("closed", ()) for province in board.powers[power].country),
            entry.get("first_year", board.first_year),
            Victory(**entry.get("victory", {"centers": board.victory_centers})),
            Joining(joins["power"], Phase.parse(joins["lot_at"]), Phase.parse(joins["plays_from"])) if joins else None,
        )
    return found


def variant(name: str) -> Variant:
    """Return the variant `name`.

    Raises:
        SetupError: There is none.
    """
    known = variants()
    if name not in known:
        raise SetupError(f"no variant named {name!r}; known: {', '.join(known)}")
    return known[name]


# -- the end of a game ----------------------------------------------------------------------------------------------


def holdings(position: Position, powers: Sequence[str]) -> tuple[int, int]:
    """Return how many centers and how many units several powers have together."""
    centers = sum(len(position.centers.get(power, ())) for power in powers)
    return centers, sum(unit.power in powers for unit in position.units)


def winner(position: Position, game: Variant) -> tuple[str, ...] | None:
    """Return the powers of the player who has won, None if nobody has; two at once have not.

    Source: rulebook 1982, II (18 centers) and XIV.2e (24 units); 2000, page 3 (18 centers) and 20 (24 centers).
    """
    won: list[tuple[str, ...]] = []
    for powers in game.players:
        centers, units = holdings(position, powers)
        if (game.victory.centers is not None and centers >= game.victory.centers) or (
            game.victory.units is not None and units >= game.victory.units
        ):
            won.append(powers)
    return won[0] if len(won) == 1 else None


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
    drawn = random.Random(seed).sample(list(board.powers), len(players))
    return dict(zip(players, drawn, strict=True))


def choose_powers(
    lists: Mapping[str, Sequence[str]], seed: int = 0, *, lots: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return a power for each player by lists of preference.

    In each round the players still without a power name the power that stands at that place of their list. A free
    power named once is granted; for one named by several the lot decides; who named one that is taken waits for
    the next round.

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
    chance = random.Random(seed)
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
