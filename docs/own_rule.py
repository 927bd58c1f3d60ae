"""A rule of one's own, for the example of `docs/find.md`."""

from standoff import Convoy
from standoff.solver.own_rules import ConvoyedCut


def never_against_convoys(cut: ConvoyedCut) -> bool:
    """Tell whether the support is of an attack on a fleet that convoys: then a convoyed army does not cut it."""
    return isinstance(cut.attacked_order, Convoy) and cut.support.destination is not None
