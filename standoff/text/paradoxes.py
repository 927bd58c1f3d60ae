"""What a paradox is called wherever one is spoken of: the name that the literature has for it, and its word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ..solver import Component, MovementResult, ParadoxKind, PhaseResult


class Titled(Protocol):
    """A paradox with the name and the class that `named_paradoxes` finds, each empty if none fits."""

    @property
    def kind(self) -> ParadoxKind | None:
        """What it is; None if there is exactly one resolution."""
        ...

    @property
    def name(self) -> str:
        """What the literature calls it."""
        ...

    @property
    def paradox_class(self) -> str:
        """A letter for each fleet of a convoy paradox."""
        ...


def named_paradoxes(result: PhaseResult) -> tuple[Component, ...]:
    """Return the paradoxes of a phase with their names and classes, in the order in which they were settled.

    >>> from standoff import read
    >>> [(one.name, one.paradox_class) for one in named_paradoxes(read("6.F.17").adjudicate().phase_result)]
    [("Pandin's extended paradox", 'R')]
    """
    if not isinstance(result, MovementResult) or not result.paradoxes:
        return ()
    from ..solver import Resolutions  # loaded only where there is a paradox

    return tuple(one for one in Resolutions(result.table).components if one.kind)


def paradox_title(paradox: Titled, say: Callable[[str], str] = str) -> str:
    """Return the name of a paradox, or its kind, and its class.

    Args:
        paradox: The paradox; or orders that depend on each other, but have exactly one resolution.
        say: Says a name in some language; in English if left out.

    >>> from standoff import read
    >>> [paradox_title(one) for one in named_paradoxes(read("6.F.28").adjudicate().phase_result)]
    ['convoy paradox (AAAAA~2A~2)']
    """
    kind = f"{paradox.kind} paradox" if paradox.kind else "dependencies"
    return say(paradox.name or kind) + (f" ({paradox.paradox_class})" if paradox.paradox_class else "")


__all__ = ["Titled", "named_paradoxes", "paradox_title"]
