"""Saved games in the package's format: a dictionary of phases; files have one game a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

from ...map import Json, StandoffError, json_object, named_board
from ...turn import Game as PlayedGame
from ..adapters.package import RULES
from .game import COMPLETED, Game
from .parts import DiplomacyException, GamePhaseData

RULES_TO_SKIP = ["SOLITAIRE", "NO_DEADLINE", "CD_DUMMIES", "ALWAYS_WAIT", "IGNORE_ERRORS"]


def to_saved_game_format(game: Game, output_path: str | None = None, output_mode: str = "a") -> Json:
    """Return a game as one dictionary: its phases, the current one last.

    Args:
        game: The game.
        output_path: A file to which it is also written, as one line.
        output_mode: "a" to append to the file, "w" to replace it.

    >>> [phase["name"] for phase in to_saved_game_format(Game())["phases"]]
    ['S1901M']
    """
    rules = [rule for rule in game.rules if rule not in RULES_TO_SKIP]
    phases = [phase.to_dict() for phase in (*game.get_phase_history(), game.get_phase_data())]
    for phase in phases:
        phase["state"].update(game_id=game.game_id, map=game.map_name, rules=rules)
    saved: Json = {"id": game.game_id, "map": game.map_name, "rules": rules, "phases": phases}
    if output_path:
        with Path(output_path).open(output_mode, encoding="utf-8") as file:
            file.write(json.dumps(saved) + "\n")
    return saved


def from_saved_game_format(saved_game: Json) -> Game:
    """Return the game in a dictionary; it can be continued.

    Raises:
        StandoffError: Something in it cannot be read.

    >>> from_saved_game_format(to_saved_game_format(Game())).get_current_phase()
    'S1901M'
    """
    board = named_board(saved_game.get("map", "standard"))
    game = Game(saved_game.get("id"), board.source, saved_game.get("rules"))
    phases = saved_game.get("phases")
    if not isinstance(phases, list):
        raise DiplomacyException("a saved game without phases")
    game.set_phase_data([GamePhaseData.from_dict(phase) for phase in cast(list[Json], phases)])
    if game.phase == COMPLETED:
        game.status = "completed"
        names = {name[:3]: name for name in game.powers}
        won = game.note.partition("Victory by: ")[2].split(", ")
        last = game.state_history.last_key() if game.state_history else COMPLETED
        game.outcome = [last, *(names[short] for short in won if short in names)]
    return game


def is_valid_saved_game(saved_game: Json) -> bool:
    """Return whether the orders of a saved game lead from each phase to the recorded next one.

    >>> is_valid_saved_game(to_saved_game_format(Game()))
    True
    """
    try:
        PlayedGame.from_dict(saved_game, RULES)
    except StandoffError:
        return False
    return True


def load_saved_games_from_disk(input_path: str, on_error: str = "raise") -> list[Game]:
    """Return the games in a file, one a line; none if there is no such file.

    Args:
        input_path: The file.
        on_error: The treatment of unreadable lines: "raise", "warn" or "ignore".

    Raises:
        DiplomacyException: A line is unreadable, and `on_error` is "raise".
    """
    import warnings

    if on_error not in ("raise", "warn", "ignore"):
        raise ValueError(f"on_error {on_error!r}; expected raise, warn or ignore")
    path = Path(input_path)
    games: list[Game] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines() if path.exists() else [], 1):
        try:
            games.append(from_saved_game_format(json_object(line)))
        except (StandoffError, ValueError, AttributeError, TypeError) as fault:
            message = f"{input_path}, line {number}: no saved game: {fault}"
            if on_error == "raise":
                raise DiplomacyException(message) from None
            if on_error == "warn":
                warnings.warn(message, stacklevel=2)
    return games
