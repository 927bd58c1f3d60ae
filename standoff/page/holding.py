"""The question *Hold?*: whether units keep their ground whatever the others have and order, and what breaks them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..map import Json, UnitType
from ..text import fault_text, message, order_text
from ..turn import Turn
from .maps import place_in, type_in
from .opening import of_turn

SECONDS = 15.0
"""The time limit of the search; the page gives up later (`page_workers.SECONDS`)."""

VERDICTS = {True: "The line holds.", False: "The line does not hold.", None: "This is open."}
"""The answer in words; None if there is none in time, or if the rulebook is not stated for the solver."""

LEAVES = "a unit may leave its place this turn"
"""What is added if the orders of a line that holds do not leave it as it is."""

_UNIT = re.compile(r"\b((?P<type>[AF]) )?(?P<place>[A-Z]{2,}(/[A-Z]{2})?)\b")


def held(
    turn: Turn, powers: Sequence[str], keep: str, no_fleets: str, *, free: bool, theme: str, language: str
) -> Json:
    """Return whether a line holds.

    Args:
        turn: The turn; the units and orders of other powers are left out.
        powers: The powers of the line, which are allies.
        keep: The provinces that it keeps (default: the centers that these powers own).
        no_fleets: Provinces where the enemy has no fleet.
        free: True to find orders for units without one.
        theme, language: The names of the theme and language.

    Returns:
        ``holds``; ``said``, the answer in words; ``why``, what is broken, that a unit may leave its place, or why it
        is open; ``orders``, those of the enemy that bring this about; ``assumed``, in words; ``picture``; and
        ``game``, that turn or the line, as `opening.opened` returns it.

    Raises:
        StandoffError: The units are no line (`searches.LineError`), or there is no solver.

    >>> from standoff import read
    >>> turn = read("TURKEY: A CON H, A ARM H")
    >>> small = held(turn, ["TURKEY"], "CON ANK SMY", "AEG BLA", free=False, theme="light", language="en")
    >>> small["said"], small["why"], small["orders"]
    ('The line does not hold.', ['SMY is entered'], ['F SYR - SMY'])
    """
    from ..searches import line

    board = turn.board
    found = line(turn, keep.strip() or None, by=powers or None, no_fleets=no_fleets, orders=free, seconds=SECONDS)
    shown = found.breaks or found.leaves or found.turn
    why = [*found.broken, *[LEAVES] * (found.leaves is not None), *[found.why_open] * (found.holds is None)]

    def said(text: str) -> str:
        return _UNIT.sub(named, fault_text(text, language, board))

    def named(unit: re.Match[str]) -> str:
        if unit["place"] not in board.location_number:
            return unit[0]
        kind = f"{type_in(UnitType(unit['type']), language)} " if unit["type"] else ""
        return kind + place_in(unit["place"], board, language)

    return {
        "holds": found.holds,
        "said": message(VERDICTS[found.holds], language),
        "why": [*map(said, why)],
        "orders": [order_text(one, board, language) for one in shown.orders[len(found.turn.orders) :]],
        "assumed": [*map(said, found.assumed)],
        "picture": found.picture(title=" ", theme=theme, language=language, prefix="h-").svg,
        "game": of_turn(replace(shown, position=replace(turn.position, units=shown.position.units))),
    }
