"""Random questions and random games (`docs/crosscheck.md`).

Question number *i* of a seed depends on the seed and *i* alone: a run can be resumed, and divided among cores.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random

from ..map import Board, Phase, PhaseType, Position, load_board, on_board, starting_position
from ..solver import adjudicate_phase, following, may_adjust, rulebook, winning_player
from ..turn import Turn
from .boards import board_index
from .movements import drawn_movement, orders_for
from .profiles import LARGE_SHARE, PHASES, RARE_SHARE, Profile, drawn_row, profile_of
from .retreats import movement_and_retreats, retreat_orders, retreats_after_a_movement
from .winters import adjustment_orders, winter

INTERACTING = "interacting"
"""The profile of whoever names none."""

YEARS = (6, 16)
"""In `games`, a game that nobody wins ends after so many years, at least and at most."""

SPAN_YEARS = 60
"""A question is of one of so many years."""
_EARLY = 0.4  # of the questions are of the first three years
_WITH_CENTERS = 0.5  # of the movement and retreat phases
_OWNED = 0.75  # of the centers

PAIR = (7, 8)
"""Of every 20 questions of a varied profile: the numbers of a movement phase that dislodges, and of its retreats."""

DEMANDING = "demanding"
"""The profile of what other programs are asked."""

OTHER_BOARDS = ("czech1962-three", "build-anywhere", "standard")
"""Boards of some demanding questions: small, or with other home centers."""

_ASKED_AGAIN = {16: 3, 19: 12}  # of every 20 demanding questions: those that were asked before, and as what
_ON_ANOTHER_BOARD = {5: PhaseType.ADJUSTMENT, 14: None}  # likewise on another board, and their phases

_RULES = rulebook()


def demanding_question(seed: int, number: int, board: Board, *, other_boards: bool = True) -> tuple[int, Turn]:
    """Return a question for another program, with its number: one in ten was asked before, and has an earlier number.

    With `other_boards`, one in ten is on another board.

    >>> [demanding_question(1, number, load_board())[0] for number in (3, 15, 16, 17)]
    [3, 15, 3, 17]
    """
    place = _ASKED_AGAIN.get(number % 20, number % 20)
    number, phase = number - number % 20 + place, None
    if other_boards and place in _ON_ANOTHER_BOARD:
        others = [name for name in OTHER_BOARDS if name != board.source]
        board, phase = load_board(others[number // 20 % len(others)]), _ON_ANOTHER_BOARD[place]
    return number, question(seed, number, board=board, phase=phase, profile=DEMANDING)


def questions(
    seed: int, *, board: Board | None = None, start: int = 0, phase: PhaseType | None = None, profile: str = INTERACTING
) -> Iterator[Turn]:
    """Yield question number `start` of a seed and all that follow, without end; the arguments are those of `question`.

    >>> from itertools import islice
    >>> list(islice(questions(1, start=5), 2)) == [question(1, 5), question(1, 6)]
    True
    """
    for number in count(start):
        yield question(seed, number, board=board, phase=phase, profile=profile)


def question(
    seed: int,
    number: int,
    *,
    board: Board | None = None,
    phase: PhaseType | None = None,
    profile: str = INTERACTING,
    most: int = 34,
) -> Turn:
    """Return question `number` of a seed; equal arguments give equal questions, on every run and machine.

    Args:
        seed: The seed of the question.
        number: Its number, from 0.
        board: The board; the standard one if left out.
        phase: The type of its phase; drawn, too, if left out.
        profile: What movement phases are made of (`PROFILES`).
        most: The most units of a movement phase.

    Raises:
        ProfileError: No profile has that name.

    >>> question(1, 0) == question(1, 0)
    True
    >>> len(question(1, 0, phase=PhaseType.MOVEMENT, profile="tangled", most=5).orders) <= 5
    True
    """
    index, parts = board_index(board or load_board()), profile_of(profile)
    # a text seeds the same on every run
    random = Random(f"{seed}/{number}" if profile == INTERACTING else f"{seed}/{profile}/{number}")
    if parts.varied and phase is None and number % 20 in PAIR:
        pair = movement_and_retreats(index, Random(f"{seed}/{profile}/pair/{number // 20}"))
        return _varied(pair[PAIR.index(number % 20)], Random(f"{seed}/{profile}/year/{number // 20}"))
    kind = phase or drawn_row(random, PHASES)[0]
    if kind is PhaseType.RETREAT:
        turn = retreats_after_a_movement(index, random)
    elif kind is PhaseType.ADJUSTMENT:
        turn = winter(index, random)
    else:
        mixture = parts.rare if parts.rare and random.random() < RARE_SHARE else parts.drawn
        if parts.large and random.random() < LARGE_SHARE:
            mixture = parts.large
        turn = drawn_movement(index, random, mixture, most)
    return _varied(turn, random) if parts.varied else turn


def game(
    position: Position, seed: int | str, *, board: Board | None = None, profile: str = INTERACTING
) -> Iterator[Turn]:
    """Yield the phases of a random game that continues from `position`, each with legal orders that make some sense.

    Units attack, support, convoy and follow each other as the profile has it, retreat where they may, and are
    built and removed as due; standoff's own results lead from one phase to the next. It goes on without end unless no
    unit is left.

    Args:
        position: Where it starts; a movement phase in spring of the board's first year if it names none.
        seed: What the game is drawn from.
        board: The board; that of the position if left out.
        profile: What its movement phases are made of (`PROFILES`).

    Raises:
        PositionError: The position is impossible.
        ProfileError: No profile has that name.
    """
    parts = profile_of(profile)
    position, board = on_board(position, board)
    if position.phase is None:
        position = replace(position, phase=Phase("S", board.first_year, PhaseType.MOVEMENT))
    for number in count():
        if not position.units and not position.dislodged:
            return
        turn = _turn_of_game(position, board, Random(f"{seed}/game/{number}"), parts)
        yield turn
        after = adjudicate_phase(position, turn.orders, rules=_RULES, board=board).after
        position = following(after, board)


def games(seed: int, *, board: Board | None = None, profile: str = INTERACTING) -> Iterator[Turn]:
    """Yield the phases of one random game after the other, from the board's start; each ends when a power has won.

    If none has, it ends after six to sixteen years. The arguments are those of `game`.
    """
    board = board or load_board()
    for number in count():
        last = board.first_year + Random(f"{seed}/games/{number}").randint(*YEARS)
        for turn in game(starting_position(board), f"{seed}/{number}", board=board, profile=profile):
            enough = [len(owned) >= board.victory_centers for owned in turn.position.centers.values()]
            if winning_player(enough) >= 0 or (turn.phase is not None and turn.phase.year >= last):
                break
            yield turn


def _turn_of_game(position: Position, board: Board, random: Random, parts: Profile) -> Turn:
    kind = position.phase_type
    if kind is PhaseType.MOVEMENT:
        return orders_for(board_index(board), position, random, parts.in_a_game)
    if kind is PhaseType.RETREAT:
        return Turn(position, retreat_orders(position, board, random, 2), board=board)
    orders = [
        order
        for power in board.powers
        if may_adjust(board, position, power)
        for order in adjustment_orders(position, board, power, random, 2)
    ]
    return Turn(position, tuple(orders), board=board)


def _varied(turn: Turn, random: Random) -> Turn:
    """Return a question with another year, season and ownership, with powers, units and orders in any order.

    Two questions varied by equal random numbers are of one year, one season and one ownership.
    """
    board, position = turn.board, turn.position
    year = board.first_year + (random.randrange(3) if random.random() < _EARLY else random.randrange(SPAN_YEARS))
    season, owned = random.choice("SF"), _owned(board, random) if random.random() < _WITH_CENTERS else {}
    if position.phase_type is PhaseType.ADJUSTMENT:
        season, owned = "W", dict(position.centers)
    ranks = {power: random.random() for power in board.powers}
    units = sorted(random.sample(position.units, len(position.units)), key=lambda unit: ranks[unit.power])
    orders = sorted(random.sample(turn.orders, len(turn.orders)), key=lambda order: ranks[order.power])
    dislodged = random.sample(position.dislodged, len(position.dislodged))
    changed = replace(
        position,
        units=tuple(units),
        dislodged=tuple(dislodged),
        centers={power: owned[power] for power in sorted(owned, key=ranks.__getitem__)},
        phase=Phase(season, year, position.phase_type),
    )
    return Turn(changed, tuple(orders), board=board)


def _owned(board: Board, random: Random) -> dict[str, tuple[str, ...]]:
    """Return who owns which centers, at random."""
    owner = {center: random.choice(list(board.powers)) for center in board.centers if random.random() < _OWNED}
    return {power: tuple(c for c in board.centers if owner.get(c) == power) for power in {*owner.values()}}
