"""The register of faults as a page, each with words that can be pasted into an issue (`docs/generated/faults.md`)."""

from __future__ import annotations

from ...cases.case import Expectation
from ...cases.read import read_cases
from ...cases.run import play_case
from ...pictures import Drawing, draw
from ...solver import Rulebook
from ...text.markdown import block, table
from ...turn.codec import rules_object
from ..adapters import cdippy, package
from .register import Attribution, KnownDifference, Register, registers

RULES: dict[str, Rulebook] = {"cdippy": cdippy.RULES, "diplomacy": package.RULES}
"""The rulebook that each peer of the register is read under."""

_ABOUT = """# The register of faults

Made by `python -m tools.pages.generate` from `standoff/peers/crosscheck/faults/`. The known differences between
standoff and other adjudicators: what each program does, which rule applies, and a smallest turn that shows it.
`standoff crosscheck` and `standoff score` recognize them ([how](../crosscheck.md#known-differences)). A *fault* is
something that the cited rules do not allow; a *choice* is a point that they leave open, or a matter of words. The texts
in boxes can be pasted into an issue as they are.
"""


def page() -> str:
    """Return the page."""
    return "\n".join([_ABOUT, *(part for register in registers() for part in _of(register))])


def _of(register: Register) -> list[str]:
    versions = ", ".join(register.versions)
    parts = [
        f"## {register.peer}\n",
        f"Looked at: version {versions}.\n",
        table(
            ("what", "", "rule", "since", "fixed in"),
            [
                (entry.title, entry.attribution.value, entry.rule, entry.since or "not known", entry.fixed)
                for entry in register.entries
            ],
        ),
    ]
    for entry in register.entries:
        parts.append(f"### {register.peer}: {entry.name}\n")
        if entry.turn:
            parts.append(f"![The turn as standoff settles it](../pictures/{picture_name(register, entry)})\n")
        if entry.attribution is Attribution.FAULT and entry.turn:
            parts.append(block(issue(register, entry), "markdown"))
        else:
            parts.append(f"{entry.title}. {entry.remark}\n")
            parts.append(block(entry.turn) if entry.turn else "")
    return [part for part in parts if part]


def picture_name(register: Register, entry: KnownDifference) -> str:
    """Return the file name of the picture of an entry with a turn."""
    return f"fault-{register.peer}-{entry.name}.svg"


def drawn(register: Register, entry: KnownDifference) -> Drawing:
    """Return the turn of an entry as standoff settles it, under the rulebook that the peer is compared under."""
    (case,) = read_cases(entry.turn, entry.name)
    rules = RULES[register.peer]
    (result,) = [result for _, result, _ in play_case(case, rules)]
    return draw(result, board=case.board, rules=rules, crop=True)


def issue(register: Register, entry: KnownDifference) -> str:
    """Return the description of a fault, for those who maintain the program.

    Args:
        register: The register that holds the entry.
        entry: An entry with a turn.
    """
    rules = RULES[register.peer]
    shown = rules_object(rules)
    rows = [
        f"- {found.order.power.capitalize()}: {found.order}: "
        f"{Expectation(found.outcome.value, found.dislodged, found.destroyed)} ({found.text})"
        for case in read_cases(entry.turn, entry.name)
        for _, result, _ in play_case(case, rules)
        for found in result
    ]
    lines = [
        f"{entry.title} ({register.peer} {', '.join(register.versions)})",
        "",
        "Orders:",
        "",
        *(f"    {line}" for line in entry.turn.splitlines()),
        "",
        f"Expected ({entry.rule}):",
        "",
        *rows,
        "",
        *([entry.remark, ""] if entry.remark else []),
        f"Found by comparison with standoff, rulebook {shown['rules']}.",
    ]
    return "\n".join(lines)
