"""Names of paradoxes: the name in the literature, and the class."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ..solver import Component, MovementResult, ParadoxKind, PhaseResult


class Titled(Protocol):
    """A paradox with its name and class (`named_paradoxes`), each empty if unknown."""

    @property
    def kind(self) -> ParadoxKind | None:
        """Its kind; None if there is exactly one resolution."""
        ...

    @property
    def name(self) -> str:
        """Its name in the literature."""
        ...

    @property
    def paradox_class(self) -> str:
        """Its class: the action at each fleet of a convoy paradox."""
        ...


def named_paradoxes(result: PhaseResult) -> tuple[Component, ...]:
    """Return the paradoxes of a phase with their names and classes, in the order in which they were settled.

    >>> from standoff import read
    >>> [(one.name, one.paradox_class) for one in named_paradoxes(read("6.F.17").adjudicate().phase_result)]
    [("Pandin's extended paradox", 'R')]
    """
    if not isinstance(result, MovementResult) or not result.paradoxes:
        return ()
    from ..solver import ResolutionMasks  # loaded on demand

    return tuple(one for one in ResolutionMasks(result.table).components if one.kind)


def paradox_title(paradox: Titled, say: Callable[[str], str] = str) -> str:
    """Return the name of a paradox, or its kind, and its class.

    Args:
        paradox: The paradox, or interdependent orders with exactly one resolution.
        say: Translates a name (default: English).

    >>> from standoff import read
    >>> [paradox_title(one) for one in named_paradoxes(read("6.F.28").adjudicate().phase_result)]
    ['convoy paradox (AAAAA~2A~2)']
    """
    kind = f"{paradox.kind} paradox" if paradox.kind else "dependencies"
    return say(paradox.name or kind) + (f" ({paradox.paradox_class})" if paradox.paradox_class else "")
