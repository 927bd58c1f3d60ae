"""The page of departures of rulebooks from the letter of their books (`docs/generated/departures.md`)."""

from __future__ import annotations

from standoff.solver import PRESETS
from standoff.solver.rules.departures import DEPARTURES
from standoff.text.markdown import markdown_table

_ABOUT = """# Where a rulebook departs from its book

Made by `python -m tools.pages.generate` from `solver/rules/departures.py`. Each row is a point on which rulebooks of the
package do not follow the letter of their books. Where a choice of an option does, the row names it: `--set
option=choice` follows the letter. The English books are quoted from the DATC. Where a book is silent, the preference of
the DATC is no departure.

"""


def page() -> str:
    """Return the page."""
    rows = [
        (
            ", ".join(f"`{name}`" for name in one.rulebooks),
            f"`{one.option}={one.letter}`" if one.option else "",
            one.paragraph,
            one.book,
            one.preset,
            one.why,
        )
        for one in DEPARTURES
    ]
    named = {name for one in DEPARTURES for name in one.rulebooks}
    rest = ", ".join(f"`{name}`" for name in PRESETS if name not in named)
    head = ("rulebooks", "to the letter", "paragraph", "the book", "the rulebook", "reason")
    return f"{_ABOUT}{markdown_table(head, rows)}\n{rest} has no book: it follows a site.\n"
