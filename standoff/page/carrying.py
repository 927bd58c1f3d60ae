"""Carrying the later orders of a game over to a branch: as far as they still can be given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..map import Json, Phase, Position, StandoffError, named_board
from ..solver import Outcome, Rulebook
from ..text import fault_text, lines_of, message, translator_for
from ..turn import Turn

MOST_ADDED = 500
"""The most phases of a branch."""


class LaterPhase(NamedTuple):
    """A later phase of the line that a branch leaves: its name, its orders as typed, its rulebook."""

    phase: Phase
    orders: str
    rules: Rulebook


def carry_orders(turn: Turn, later: Sequence[LaterPhase], language: str = "en") -> list[Json]:
    """Return the phases after a changed turn, with the orders of the line that it leaves.

    A phase that only the branch has (a retreat, say) gets no orders. Orders stay as they were typed; those that no
    longer can be given are listed under ``differences``, as are those of a phase that the branch does not have.

    Args:
        turn: The changed turn.
        later: The later phases of the other line, in sequence.
        language: The language of the remarks.

    Returns:
        Of each phase its ``position``, ``orders``, ``rules``, ``options`` and ``differences``.

    >>> from standoff import read
    >>> turn = read("FRANCE: A PAR - PIC", position="standard S1901M FRANCE:APAR - - - - -")
    >>> fall = LaterPhase(Phase.parse("F1901M"), "FRANCE: A BUR - MUN", turn.rules)
    >>> (phase,) = carry_orders(turn, [fall])
    >>> phase["orders"], phase["differences"]
    ('FRANCE: A BUR - MUN', ['no longer possible: A BUR - MUN – illegal: no unit stands there'])
    """
    nodes: list[Json] = []
    waiting = list(later)
    while waiting and len(nodes) < MOST_ADDED:
        try:
            position = turn.adjudicate().next().position
        except StandoffError:
            break
        assert position.phase is not None  # it follows from one
        lost: list[str] = []
        while waiting and _order(waiting[0].phase) < _order(position.phase):
            gone = waiting.pop(0)
            if gone.orders.strip():
                lost.append(f"{_no_longer(language)}: {gone.phase}: {', '.join(gone.orders.split(chr(10)))}")
        if not waiting and not lost:
            break
        same = bool(waiting) and waiting[0].phase == position.phase
        entry = waiting.pop(0) if same else LaterPhase(position.phase, "", turn.rules)
        turn, faults = _turn_with_orders(position, entry, language)
        nodes.append({
            "position": str(position),
            "orders": entry.orders,
            "rules": entry.rules.preset,
            "options": dict(entry.rules.differences),
            "differences": [*lost, *faults],
        })  # fmt: skip
    return nodes


def _order(phase: Phase) -> tuple[int, int, int]:
    return phase.year, "SFW".index(phase.season), "MRA".index(str(phase)[-1])


def _no_longer(language: str) -> str:
    return message("no longer possible", language)


def _turn_with_orders(position: Position, entry: LaterPhase, language: str) -> tuple[Turn, list[str]]:
    """Return a turn with the orders of a phase, and sentences on those that cannot be given in it."""
    board = named_board(position.board)
    lines = list(lines_of(entry.orders, board, position=position))
    turn = Turn(position, tuple(one.order for one in lines if one.order), entry.rules, board=board)
    results, faults, translator = iter(turn.adjudicate()), list[str](), translator_for(language, board)
    for line in lines:
        result = next(results) if line.order is not None else None
        why = fault_text(line.fault, language) if line.fault else ""
        if result is not None and result.outcome is Outcome.ILLEGAL:
            why = translator.reason(result)
        if why:
            faults.append(f"{_no_longer(language)}: {line.text} – {why}")
    return turn, faults
