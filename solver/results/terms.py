"""The words of DATC 3.2, 4.E.2, for what became of an order.

Its test cases print one or two of them after every order: first what became of the order, then `dislodged` or
`destroyed`, if its unit lost its place. Ours say more; this is the table that translates them.

Source: DATC 3.2, 4.E.2, and the words printed in its chapter 6.
"""

from __future__ import annotations

from ..law.faults import Void
from ..law.reasons import Outcome, Reason
from ..order import Convoy, Hold, Move, Order, Support
from .results import OrderResult

ILLEGAL, INVALID, FAILS, SUCCEEDS = "illegal", "invalid", "fails", "succeeds"
CUT, GIVEN = "cut", "given"
DISRUPTED, AVAILABLE = "disrupted", "available"
STANDS, DISLODGED, DESTROYED = "stands", "dislodged", "destroyed"
AUTOMATIC = "automatic disband"

OF_ANY: dict[Outcome, str] = {
    Outcome.ILLEGAL: ILLEGAL,
    Outcome.VOID: INVALID,
    Outcome.RETREATS: SUCCEEDS,
    Outcome.BUILDS: SUCCEEDS,
    Outcome.WAIVES: SUCCEEDS,
    Outcome.DISBANDS: SUCCEEDS,
    Outcome.SURPLUS: ILLEGAL,
}
"""The words for outcomes of any order."""

OF_KIND: dict[type, dict[Outcome, str]] = {
    Hold: {Outcome.HOLDS: STANDS, Outcome.DISLODGED: DISLODGED, Outcome.DESTROYED: DESTROYED},
    Move: {
        Outcome.MOVES: SUCCEEDS,
        Outcome.BOUNCES: FAILS,
        Outcome.NO_CONVOY: FAILS,
        Outcome.UNRESOLVED: FAILS,
    },
    Support: {Outcome.SUPPORTS: GIVEN, Outcome.CUT: CUT, Outcome.UNRESOLVED: CUT},
    Convoy: {Outcome.CONVOYS: AVAILABLE, Outcome.DISRUPTED: DISRUPTED, Outcome.UNRESOLVED: DISRUPTED},
}
"""The words for outcomes of an order of one kind; of a retreat those of a move."""

BY_REASON: dict[Reason, str] = {
    Reason.NO_CONVOY_ORDERED: INVALID,  # the move needs a convoy, and no path of convoys is ordered
    Reason.REMOVED: AUTOMATIC,
    Reason.DISBANDED_WITHOUT_ORDER: AUTOMATIC,
}
"""The words that depend on the reason, not only on the outcome."""


def datc_terms(result: OrderResult) -> tuple[str, ...]:
    """Return the result of an order in the words of DATC 3.2: of the order, and of its unit.

    A convoy for an army that goes over land all the same is not an invalid order to the DATC: the fleet was available,
    or disrupted (6.G.2, 6.G.3).

    >>> from standoff.map import load_board, starting_position
    >>> from standoff.solver import adjudicate
    >>> from standoff.solver.order import Move, UnitName
    >>> from standoff.map import ARMY
    >>> order = Move("FRANCE", UnitName("PAR", ARMY), "MUN")
    >>> datc_terms(next(iter(adjudicate(starting_position(load_board()), [order]))))
    ('illegal',)
    """
    word = _word(result.order, result)
    of_unit = result.unit_outcome
    return (word,) if of_unit is None or word == of_unit else (word, str(of_unit))


def _word(order: Order, result: OrderResult) -> str:
    if isinstance(order, Convoy) and result.rule is Void.GOES_OVER_LAND:
        return DISRUPTED if result.dislodged else AVAILABLE
    by_reason = BY_REASON.get(result.reason)
    if by_reason is not None:
        return by_reason
    if result.outcome in OF_ANY:
        return OF_ANY[result.outcome]
    kind = next((kind for kind in OF_KIND if isinstance(order, kind)), Move)
    return OF_KIND[kind][result.outcome]


__all__ = ["datc_terms"]
