"""The pages of the atlas: a list of all entries, and a page with pictures for each."""

from __future__ import annotations

from typing import Any

from ...pictures import draw, draw_dependencies
from ...searches import Atlas, AtlasParadox, orders_text, shared_reasons
from ...solver import PRESETS
from ...text import html_filled
from ..opening import of_turn
from ..start import fragment_of
from .pages import Link, preset_links


def entry_file(entry: AtlasParadox) -> str:
    """Return the file name of an entry's page."""
    return f"{entry.id}.html"


def atlas_page(kept: Atlas, *, site: tuple[str, ...] = ()) -> str:
    """Return the list of all entries, by kind and class or cycle, and of those without a place on the board."""
    families: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for entry in kept.entries:
        families.setdefault(entry.family, {}).setdefault(entry.group, []).append(
            {
                "id": entry.id,
                "file": entry_file(entry),
                "title": entry.title,
                "units": entry.units,
                "orders": orders_text(entry.turn).splitlines(),
            }
        )
    data = kept.data
    return html_filled(
        "atlas.html",
        units=data["units"],
        turns=data["turns"],
        families=families,
        unplaced=kept.unplaced,
        given_up=kept.given_up,
        site=site,
    )


def entry_page(
    entry: AtlasParadox, before: AtlasParadox | None, after: AtlasParadox | None, *, site: tuple[str, ...] = ()
) -> str:
    """Return the page of an entry.

    Args:
        entry: The entry.
        before, after: Its neighbors in the atlas.
        site: What is in the folder above the book: nothing, or ``page``, perhaps ``docs``.
    """
    every = entry.turn.resolutions("2023")
    component = next(one for one in every.masks.components if one.kind)
    verdicts = shared_reasons(entry.turn)
    return html_filled(
        "atlas_entry.html",
        title=_named(entry),
        site=site,
        open=site and f"../../index.html{fragment_of(of_turn(entry.turn))}",
        entry=entry,
        orders=orders_text(entry.turn).splitlines(),
        drawing=draw(entry.turn.adjudicate("2023"), prefix="a-").svg,
        maps=draw(every, prefix="r-").svg,
        graph=draw_dependencies(every.masks, component).svg,
        verdicts=[
            {
                "names": preset_links(name for name in verdict.rulebooks if name in PRESETS),
                "paradoxes": verdict.paradoxes,
            }
            for verdict in verdicts
        ],
        rows=list(zip(*(verdict.orders for verdict in verdicts), strict=True)),
        before=before and Link(_named(before), entry_file(before)),
        after=after and Link(_named(after), entry_file(after)),
    )


def _named(entry: AtlasParadox) -> str:
    return f"{entry.id}: {entry.title}"
