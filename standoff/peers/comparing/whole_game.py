"""A whole game in which a peer continues from its own answers, until it first differs from standoff."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from ...map import Dislodged, Position
from ...random_turns import game
from ...solver import PhaseResult, Rulebook, following
from ...turn import Turn
from ..adapters.peer import Part, Peer, PeerAnswer, declared
from .judgement import Judgement, judgement_of

MOST_PHASES = 24
"""The most phases of a game, about six years, unless it is a long one."""
LONG_GAMES, _LONG = 5, 30
"""One of so many games is long: it goes on through the thirtieth year."""


def last_phase(start: Turn, seed: str, peer: Peer, rules: Rulebook) -> tuple[Turn, Judgement | str, str]:
    """Play a game until a peer differs from standoff, and return the phase in which it does, or the last one.

    Both begin with the same position and get the same orders; each continues from its own result. Parts that the peer
    declares not to know are taken from standoff; other missing parts stay missing.

    Args:
        start: The first phase.
        seed: The seed of the orders.
        peer: The peer.
        rules: The rulebook of standoff.

    Returns:
        The phase as standoff has it; the judgement of the peer's answer from its own position, or why it cannot be
        asked; and what the peer's position has that standoff's has not, "" if nothing.

    Raises:
        PeerUnavailable: The peer can no longer be started.
    """
    turn, board, theirs = start, start.board, start.position
    held: Judgement | str = ""
    other = ""
    is_long = seed.rpartition("/")[2].isdecimal() and int(seed.rpartition("/")[2]) % LONG_GAMES == LONG_GAMES - 1
    for number in count():
        other = _otherwise(turn.position, theirs)
        reply = judgement_of(replace(turn, position=theirs) if other else turn, peer, rules)
        held = reply if isinstance(reply, str) else replace(reply, question=turn)
        if isinstance(held, str) or held.kind is not None or held.answer is None:
            break
        after = following(held.result.after, board)
        theirs = following(_reported_position(held.result, held.answer, declared(peer)), board)
        ahead = next(game(after, f"{seed}/{number}", board=board), None)
        if ahead is None or (number + 1 >= MOST_PHASES and not is_long):
            break
        if ahead.phase is not None and ahead.phase.year >= board.first_year + _LONG:
            break
        turn = ahead
    return turn, held, other


def _reported_position(result: PhaseResult, answer: PeerAnswer, unreported: frozenset[Part]) -> Position:
    """Return the position after a phase according to a peer whose units and retreats agree with standoff's so far."""
    after = result.after
    contested = after.contested if Part.CONTESTED in unreported else answer.contested or frozenset()
    came = answer.attackers or {}

    def reported(one: Dislodged) -> Dislodged:
        origin, by_convoy = came.get(one.unit, (one.attacker_from, one.by_convoy))
        return replace(one, attacker_from=origin, by_convoy=by_convoy)

    return replace(after, contested=contested, dislodged=tuple(map(reported, after.dislodged)))


def _otherwise(ours: Position, theirs: Position) -> str:
    """Return what differs in a peer's own position, "" if nothing."""
    parts: list[str] = []
    if ours.contested != theirs.contested:
        named = (", ".join(sorted(places)) or "none" for places in (theirs.contested, ours.contested))
        parts.append("contested {} instead of {}".format(*named))
    for one, other in zip(ours.dislodged, theirs.dislodged, strict=False):
        if one != other:
            by = (f"{d.attacker_from}{' by convoy' if d.by_convoy else ''}" for d in (other, one))
            parts.append(f"{one.unit} dislodged from {' instead of '.join(by)}")
    return "; ".join(parts)
