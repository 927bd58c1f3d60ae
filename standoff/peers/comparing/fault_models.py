"""What a program with a known fault answers, by which the fault is recognized in turns of any shape."""

from __future__ import annotations

from collections.abc import Collection

from .fault_kinds import Fault, with_options
from .fault_values import FAULTS
from .judging import Judgement, Kind, difference

_A_CHOICE = Fault(
    "walks-when-its-convoy-is-disrupted",
    "DATC 4.A.3",
    "an army that a fleet of the same power is ordered to convoy next door walks if the convoy is disrupted",
    with_options(adjacent_convoy="own-intent-with-fallback"),
)
"""What the rules leave open; a program that does not do so everywhere is met all the same."""

MODELS: dict[str, Fault] = {one.name: one for one in (*FAULTS, _A_CHOICE)}
"""By name, the more particular ones first."""


def models_of(judgement: Judgement, among: Collection[str] = MODELS) -> tuple[str, ...]:
    """Return the faults that lead to a peer's answer, whatever the turn looks like, the more particular ones first.

    Args:
        judgement: The judgement of the answer, best to a minimal question; what is less grave than what differs there
            need not agree.
        among: The names of those to try.
    """
    question, answer, kind = judgement.question, judgement.answer, judgement.kind
    if answer is None or kind is None:
        return ()
    graver = list(Kind)[: list(Kind).index(kind) + 1]
    return tuple(
        name
        for name, fault in MODELS.items()
        if name in among
        and any(difference(modeled, answer) not in graver for modeled in fault.answers(question, judgement.rules))
    )
