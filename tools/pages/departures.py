"""The page of where rulebooks depart from the letter of their books (`docs/generated/departures.md`)."""

from __future__ import annotations

from standoff.solver import PRESETS
from standoff.solver.rules.departures import DEPARTURES
from standoff.text.markdown import markdown_table

_ABOUT = """# Where a rulebook departs from its book

Made by `python -m tools.pages.generate` from `solver/rules/departures.py`. Each row is a point on which rulebooks of the
package do not follow the letter of their books. Where an option has a choice that would, it is named: `--set
option=choice` follows the letter. What the English books say is as the DATC quotes them. Where a book is silent, the
preference of the DATC is no departure.

"""


def page() -> str:
    """Return the page."""
    rows = [
        (
            ", ".join(f"`{name}`" for name in one.rulebooks),
            f"`{one.option}={one.letter}`" if one.option else "",
            one.paragraph,
            one.said,
            one.done,
            one.why,
        )
        for one in DEPARTURES
    ]
    named = {name for one in DEPARTURES for name in one.rulebooks}
    rest = ", ".join(f"`{name}`" for name in PRESETS if name not in named)
    head = ("rulebooks", "to the letter", "where the book says it", "what it says", "what the rulebook does", "why")
    return f"{_ABOUT}{markdown_table(head, rows)}\nNo book is behind {rest}: it is what a site does.\n"
