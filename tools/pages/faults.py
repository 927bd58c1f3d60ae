"""The catalog of faults, each with a text to paste into an issue, and the fault models (`docs/generated/`)."""

from __future__ import annotations

from functools import cache

from standoff.cases.case import Case, Expectation
from standoff.cases.catalog import library
from standoff.cases.course import play_case
from standoff.cases.reading import read_cases
from standoff.cases.run import rulebooks_of
from standoff.cases.suites import DATC, SUITES
from standoff.cases.write import write_cases
from standoff.peers.comparing.catalog import Attribution, KnownDifference, catalog
from standoff.peers.comparing.fault_values import FAULTS, LEFT_OUT
from standoff.peers.comparing.judgement import AGREEING_KINDS, answer_by, difference
from standoff.peers.score.questions import questions
from standoff.pictures import Drawing, draw
from standoff.text.markdown import block, markdown_table
from standoff.turn.codec import rules_object

_ABOUT = """# The catalog of faults

Made by `python -m tools.pages.generate` from `standoff/peers/comparing/faults.toml`. The known differences between
standoff and other programs: the fault, the rule, a smallest turn that shows it, and the programs and versions with it.
`standoff crosscheck` and `standoff score` recognize them in any program ([how](../crosscheck.md#known-differences)). A
*fault* is behavior that the cited rules do not allow. A case of the library detects each: `standoff explain ID` shows
it, and `standoff score PEER` asks it.
"""

_MODELS = """# Fault models

Made by `python -m tools.pages.generate` from `standoff/peers/comparing/fault_values.py`. Each
fault model predicts the answers of a program with one fault: it is a few lines of Python, an option's choice, a board
without a border, a [house rule](../house-rules.md), another question or another answer. `standoff crosscheck` and
`standoff score` name a difference that a fault model predicts. The numbers count the cases of the DATC, and the others
of [standoff's library](../cases.md), that detect it: units or retreats differ there. The last column names the smallest
of them, which `standoff explain ID` shows.
"""

_CHOICES = """## Choices

Points that the rules leave open, or a matter of words, on which a program behaves differently in different turns, so no
option of a rulebook describes it. They are recognized only in these programs.
"""


def page() -> str:
    """Return the page."""
    faults, choices = (
        [one for one in catalog() if (one.attribution is Attribution.FAULT) is wanted] for wanted in (True, False)
    )
    programs = sorted({program for one in faults for program in one.found})
    rows = [
        (
            f"[{one.title}](#{one.name})",
            one.rule,
            f"`{one.case}`",
            *(", ".join(one.found.get(program, ())) for program in programs),
        )
        for one in faults
    ]
    parts = [_ABOUT, markdown_table(("fault", "rule", "case", *programs), rows)]
    parts += [_shown(one) for one in faults]
    parts += [_CHOICES, *(_shown(one) for one in choices)]
    return "\n".join(parts)


def _shown(entry: KnownDifference) -> str:
    lines = [f"### {entry.name}\n"]
    if turn_of(entry):
        lines.append(f"![The turn as standoff settles it](../pictures/{picture_name(entry)})\n")
    if entry.attribution is Attribution.FAULT:
        lines.append(block(issue(entry), "markdown"))
    else:
        lines.append(f"{entry.title} ({entry.rule}). {entry.remark} Found in {_programs(entry)}.\n")
        if turn_of(entry):
            lines.append(block(turn_of(entry)))
    return "\n".join(lines)


def _programs(entry: KnownDifference) -> str:
    return "; ".join(f"{program} {', '.join(versions)}" for program, versions in sorted(entry.found.items()))


def _case(entry: KnownDifference) -> Case:
    (case,) = library(entry.case) if entry.case else read_cases(entry.turn, entry.name)
    return case


def turn_of(entry: KnownDifference) -> str:
    """Return the smallest turn of an entry as lines of a case file without expectations; "" if it has none."""
    if not entry.case:
        return entry.turn
    text, _ = write_cases([_case(entry)])
    kept = text.partition("\n\n")[2].partition("\nAFTER")[0]
    return "\n".join(line.partition(" =>")[0].rstrip() for line in kept.splitlines())


def picture_name(entry: KnownDifference) -> str:
    """Return the file name of the picture of an entry with a turn."""
    return f"fault-{entry.name}.svg"


def drawn(entry: KnownDifference) -> Drawing:
    """Return the turn of an entry as standoff settles it, under the rulebook of its case."""
    case = _case(entry)
    rules, _ = next(rulebooks_of(case))
    result = next(result for _, result, _ in play_case(case, rules))
    return draw(result, board=case.board, rules=rules, crop=True)


def issue(entry: KnownDifference) -> str:
    """Return the description of a fault, for the maintainers of a program.

    Args:
        entry: An entry with a case or a turn.
    """
    case = _case(entry)
    rules, _ = next(rulebooks_of(case))
    rows = [
        f"- {order_result.order.power.capitalize()}: {order_result.order}: "
        f"{Expectation(order_result.outcome.value, order_result.dislodged, order_result.destroyed)} "
        f"({order_result.text})"
        for _, result, _ in play_case(case, rules)
        for order_result in result
    ]
    lines = [
        entry.title,
        "",
        *([f"Found in {_programs(entry)}.", ""] if entry.found else []),
        "Orders:",
        "",
        *(f"    {line}" for line in turn_of(entry).splitlines()),
        "",
        f"Expected ({entry.rule}):",
        "",
        *rows,
        "",
        *([entry.remark, ""] if entry.remark else []),
        f"Found by comparison with standoff, rulebook {rules_object(rules)['rules']}"
        + (f" (its case {entry.case})." if entry.case else "."),
    ]
    return "\n".join(lines)


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


def models_page() -> str:
    """Return the page of fault models."""
    rows: list[tuple[str, ...]] = []
    for fault in FAULTS:
        by_suite = shown_in()[fault.name]
        others = [one for suite, found in by_suite.items() if suite != DATC for one in found]
        best = min(by_suite[DATC] + others, default=(0, ""))[1]
        rows.append((fault.about, f"`{fault.name}`", fault.rule, *(_counts(by_suite[DATC], others)), f"`{best}`"))
    left = markdown_table(("fault model", "why no value expresses it"), sorted(LEFT_OUT.items()))
    table = markdown_table(("fault model", "name", "rule", "DATC", "others", "for example"), rows)
    return "\n".join([_MODELS, table, "## Not included\n", left])


def _counts(*found: list[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(str(len(one)) for one in found)
