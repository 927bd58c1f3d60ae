"""Rules of one's own for the examples of `docs/find.md`."""

from standoff.solver.own_rules import ConvoyedCut


def never_against_convoys(cut: ConvoyedCut) -> bool:
    """A convoyed army does not cut a support of an attack on any fleet that convoys."""
    return cut.attacked_order is not None and "C" in str(cut.attacked_order).split() and cut.support.destination is not None
