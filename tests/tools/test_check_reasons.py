"""A short run of `tools.check_reasons`, and faults that it finds in the functions that state reasons."""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType

import pytest

from standoff.solver.law import accounts
from standoff.solver.results import explanation
from standoff.solver.results.explanation import Explanations
from tools import check_reasons


def test_every_stated_reason_of_random_turns_is_true() -> None:
    faults, counts = check_reasons.block(3, 0, 60)
    assert faults == []
    assert counts["statements"] > 2000


FAULTS: list[tuple[FunctionType, str, str, int]] = [
    (accounts.support_account, "else cutters & ~(1 << target)", "else cutters", 8),
    (accounts.support_account, "return Reason.CUT_BY_DISLODGEMENT", "return Reason.CUT_BY_ATTACK", 0),
    (accounts.support_account, "if armies:", "if row.incoming:", 0),
    (accounts.support_account, "if row.cut_from_sea and", "if not row.cut_from_sea and", 35),
    (accounts.move_account, "counted &= row.foreign_supporters", "pass", 4),
    (accounts.move_account, "elif hold > 0:", "elif hold > 1:", 0),
    (accounts.move_account, "elif prevent > 0:", "elif prevent > 1:", 0),
    (accounts.move_account, "prevent, 1 << root", "prevent, 1 << defender", 0),
    (
        accounts.move_account,
        "Reason.CONVOY_DISRUPTED, attack, hold, prevent, row.fleets & false",
        "Reason.CONVOY_DISRUPTED, attack, hold, prevent, row.fleets",
        0,
    ),
    (
        accounts.move_account,
        "if fought:\n        reason = Reason.OWN_UNIT if row.own and not attack",
        "if fought:\n        reason = Reason.OWN_UNIT if True",
        0,
    ),
    (accounts.move_account, "if not path(rows, move, -1):", "if not path(rows, move, true):", 0),
    (
        accounts.move_account,
        "if fought:\n            reason, by",
        "if battle == NO and hold > 0:\n            reason, by",
        0,
    ),
    (accounts.prevented, "return group.following, group.with_following", "return group.most, group.with_following", 0),
    (accounts.noted_group, "elif strength == most:", "elif strength == most - 1:", 0),
    (accounts.resistance, "if battle == YES:", "if battle == 9:", 0),
    (accounts.is_blocked, "attack > prevented(rows, move, len(rows), yes, no, groups)[0]", "True", 0),
    (accounts.account, "row.incoming | row.supporters & true", "row.incoming", 0),
    (accounts.account, "hold, 0, 1 << attacker", "hold + 1, 0, 1 << attacker", 0),
    (accounts.ruled_account, "return solved.rule", "return Reason.SZYKMAN", 43),
    (Explanations._counted, "(None, counted & row.foreign_supporters)", "(None, counted)", 0),
    (Explanations._counted, "Note.LEAVES if true", "Note.LEAVES if false", 0),
    (Explanations._counted, "return Note.NO_CONVOY, 0", "return Note.DISLODGED_FROM_THERE, 0", 0),
    (Explanations._part, "Note.OF_THE_ATTACKED if", "Note.CUT if", 0),
    (Explanations._possible_cut, "False, Note.NO_CONVOY", "False, Note.OWN_SUPPORT", 0),
    (Explanations._possible_cut, "False, Note.OWN_SUPPORT", "False, Note.SPARED", 0),
    (Explanations._possible_cut, "True, Note.DISLODGES", "True, Note.FROM_ELSEWHERE", 0),
    (Explanations._why_it_cuts, "if row.directed_at != mover:", "if True:", 8),
    (Explanations._legs, "bool(self._true >> f & 1)", "True", 0),
    (explanation._opponents, "if battle != YES or row.opposite != row.defender:", "if True:", 0),
    (explanation._standing, "behind |= there", "pass", 0),
    (explanation._standing, "rows = with_fields(rows, move, way=BY_LAND)", "pass", 0),
]
"""A function, a piece of its source, the faulty replacement, and the first block of turns to check."""


@contextmanager
def planted(function: FunctionType, old: str, new: str) -> Iterator[None]:
    """Change a function in place, for all modules that have imported it."""
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1
    scope = dict(vars(inspect.getmodule(function)))
    flags = __future__.annotations.compiler_flag
    exec(compile(source.replace(old, new), str(function.__name__), "exec", flags), scope)
    right, function.__code__ = function.__code__, scope[function.__name__].__code__
    try:
        yield
    finally:
        function.__code__ = right


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "old", "new", "first"), FAULTS, ids=[f"{fault[0].__name__}: {fault[1][:30]}" for fault in FAULTS]
)
def test_the_check_sees_a_fault(function: FunctionType, old: str, new: str, first: int) -> None:
    with planted(function, old, new):
        for number in range(first, first + 40):
            try:
                if check_reasons.block(5, number, 20)[0]:
                    return
            except (AssertionError, ValueError, KeyError):  # what is said of it makes no sense at all
                return
    pytest.fail("not seen")
