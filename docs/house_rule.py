"""House rules and a predicate, for the examples of `docs/house-rules.md` and `docs/search.md`."""

from standoff import Convoy, Hold, Move, Order, Turn
from standoff.map import ARMY, FLEET
from standoff.map.masks import bits
from standoff.searches.properties import position_after
from standoff.solver import MovementResult, adjudicate
from standoff.solver.rules.house_rule_arguments import ConvoyedCut, Cut, OpenParadox, Strength


def never_against_convoys(cut: ConvoyedCut) -> bool:
    """Return whether the support is for an attack on a convoying fleet: then a convoyed army does not cut it."""
    return isinstance(cut.attacked_order, Convoy) and cut.support.destination is not None


def differs_if_the_army_holds(turn: Turn) -> bool:
    """Return whether the two readings of the Szykman rule differ.

    Here the convoys in a paradox fail, and the army still counts as ordered to move: nobody can support it in its place.
    In the words of the rule it counts as ordered to hold.
    """
    result = turn.adjudicate("2023").phase_result
    assert isinstance(result, MovementResult)
    armies: set[str] = set()
    for paradox in result.solution.paradoxes:
        core = [result.table.order(unit) for unit in bits(paradox.core)]
        armies |= {order.convoyed.place for order in core if isinstance(order, Convoy)}
    held = [
        Hold(order.power, order.unit) if isinstance(order, Move) and order.unit.place in armies else order
        for order in turn.orders
    ]
    return position_after(adjudicate(turn.position, held, board=turn.board)) != position_after(result)


def fleets_are_never_cut(cut: Cut) -> bool:
    """Return whether a support is cut: that of a fleet only by dislodging it."""
    return cut.dislodges if cut.support.unit.type is FLEET else cut.default


def armies_hold_for_two(strength: Strength) -> int:
    """Return the hold strength of a unit: an army that holds counts for two."""
    return strength.default + (strength.unit.type is ARMY and isinstance(strength.order, Hold))


def circles_stand(circle: OpenParadox) -> dict[Order, bool]:
    """Have nobody move in a circular movement."""
    return dict.fromkeys(circle.core, False)
