"""The fault models as a page: each with its paragraph and the cases that show it (`docs/generated/fault-models.md`)."""

from __future__ import annotations

from functools import cache

from standoff.cases.suites import DATC, SUITES
from standoff.peers.comparing.fault_values import FAULTS, LEFT_OUT
from standoff.peers.comparing.judgement import AGREEING_KINDS, answer_by, difference
from standoff.peers.score.questions import questions
from standoff.text.markdown import markdown_table

_ABOUT = """# Fault models

Made by `python -m tools.pages.generate` from `standoff/peers/comparing/fault_values.py`. Each
fault model predicts the answers of a program with one fault: it is a few lines of Python, an option's choice, a board
without a border, a [house rule](../house-rules.md), another question or another answer. `standoff crosscheck` and
`standoff score` name a difference that a fault model predicts. The numbers count the cases of the DATC, and the others
of [standoff's library](../cases.md), that detect it: units or retreats differ there. The last column names the smallest
of them, which `standoff explain ID` shows.
"""


@cache
def shown_in() -> dict[str, dict[str, list[tuple[int, str]]]]:
    """Return, by fault model and suite, the cases with other units or retreats under it, with their number of units."""
    shown: dict[str, dict[str, list[tuple[int, str]]]] = {
        fault.name: {suite: list[tuple[int, str]]() for suite in SUITES} for fault in FAULTS
    }
    for case in questions():
        for question in case.questions:
            own = answer_by(question, case.rules)
            for fault in FAULTS:
                found = shown[fault.name][case.suite]
                if any(one for one in found if one[1] == case.id):
                    continue
                if any(difference(own, answer) not in AGREEING_KINDS for answer in fault.answers(question, case.rules)):
                    found.append((len(question.position.units), case.id))
    return shown


def page() -> str:
    """Return the page."""
    rows: list[tuple[str, ...]] = []
    for fault in FAULTS:
        by_suite = shown_in()[fault.name]
        others = [one for suite, found in by_suite.items() if suite != DATC for one in found]
        best = min(by_suite[DATC] + others, default=(0, ""))[1]
        rows.append((fault.about, f"`{fault.name}`", fault.rule, *(_number(by_suite[DATC], others)), f"`{best}`"))
    left = markdown_table(("fault model", "why no value expresses it"), sorted(LEFT_OUT.items()))
    table = markdown_table(("fault model", "name", "rule", "DATC", "others", "for example"), rows)
    return "\n".join([_ABOUT, table, "## Not included\n", left])


def _number(*found: list[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(str(len(one)) for one in found)
