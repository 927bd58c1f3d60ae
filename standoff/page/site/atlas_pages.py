"""The pages of the atlas: a list of all entries, and a page with pictures for each."""

from __future__ import annotations

from collections.abc import Sequence

from ...pictures.dependencies import draw_dependencies
from ...pictures.draw import draw
from ...searches.atlas_book import Atlas, AtlasParadox, orders_text, shared_reasons
from ...solver import PRESETS, resolutions
from .html import link, listed, page, tag, words
from .pages import rules_id


def entry_file(entry: AtlasParadox) -> str:
    """Return the name of the page of an entry."""
    return f"{entry.id}.html"


def atlas_page(kept: Atlas) -> str:
    """Return the list of all entries, by kind, resolutions, cycle and parity, and what has no place on the board."""
    entries, turns, units = [*kept.entries, *kept.rings], kept.data["turns"], kept.data["units"]
    unplaced, given_up = kept.data["paradoxes"]["unplaced"], kept.data["paradoxes"]["given_up"]
    lead = tag(
        "p",
        words(
            f"All turns of up to {units} units that hang together were examined, whatever the map: {turns:,} abstract "
            "turns, without coasts and without illegal or void orders. Here are "
            "those whose equations do not have exactly one resolution and from which nothing can be left out, each as "
            "a turn on the standard board, and larger ones that were grown from them; convoy paradoxes first. A shape "
            "is what the units are ordered to do, set free of the map and of powers; its id, a hash, stays. "
            "Ways: in how many ways its units can be divided among powers, up to renaming. "
            "Shortest cycle: of orders that depend on each other. Parity: whether an order on a cycle helps itself "
            "(even) or hinders itself (odd)."
        ),
    )
    groups: dict[str, dict[str, list[AtlasParadox]]] = {}
    for entry in entries:
        groups.setdefault(entry.family, {}).setdefault(entry.group, []).append(entry)
    sections = [
        tag(
            "section",
            tag("h2", words(family)),
            *(tag("h3", words(group)) + _list(inside) for group, inside in by_group.items()),
            class_="chapter",
        )
        for family, by_group in groups.items()
    ]
    numbered = 'Units and provinces are numbered; "by convoy (0 and 1)" names the fleets of a route.'
    for heading, about, shapes in (
        ("Without a place on the board", "All placings on the standard board were tried.", unplaced),
        ("No place found", "Not all placings were tried: there may be one.", given_up),
    ):
        if shapes:
            sections.append(
                tag("h2", words(heading))
                + tag("p", words(f"{about} {numbered}"))
                + listed([words(shape) for shape in shapes], class_="facts")
            )
    return page("The atlas of paradoxes", tag("h1", words("The atlas of paradoxes")), lead, *sections)


def _list(entries: Sequence[AtlasParadox]) -> str:
    return tag(
        "ul",
        *(
            tag(
                "li",
                link(f"atlas/{entry_file(entry)}", entry.id),
                words(f" {entry.title}, {entry.units} units: {orders_text(entry.turn).replace(chr(10), '; ')}"),
            )
            for entry in entries
        ),
        class_="cases",
    )


def entry_page(entry: AtlasParadox, before: AtlasParadox | None, after: AtlasParadox | None) -> str:
    """Return the page of an entry.

    Args:
        entry: The entry.
        before, after: Its neighbors in the atlas.
    """
    name = f"{entry.id}: {entry.title}"
    core = entry.core
    ways = f"{entry.ways} ways, up to renaming," if entry.ways > 1 else "one way, up to renaming,"
    facts = [
        words(f"{entry.units} units; {ways} to divide them among powers"),
        words(f"{entry.family}: {entry.group}; cycles {entry.cycles}"),
        words("Core: " + "; ".join(map(str, core.core))),
        *(
            words(f"{one} {'helps' if sign == '+' else 'hinders' if sign == '−' else 'helps or hinders'} {two}")
            for one, two, sign in core.depends
        ),
    ]
    found = resolutions(entry.turn.position, entry.turn.orders, board=entry.turn.board)
    drawing = draw(entry.turn.adjudicate("2023"), prefix="a-")
    maps = draw(found, board=entry.turn.board, prefix="r-")
    component = next(one for one in found.components if one.paradox is not None)
    graph = draw_dependencies(found, component)
    return page(
        name,
        _neighbors(before, after),
        tag("h1", words(name)),
        tag("pre", words(orders_text(entry.turn))),
        listed(facts, class_="facts"),
        tag("figure", drawing.svg, tag("figcaption", words("Under the rulebook 2023"))),
        tag("h2", words("Under every rulebook")),
        _verdicts(entry),
        tag("h2", words("All resolutions")),
        tag("figure", maps.svg, class_="maps"),
        tag("h2", words("Who helps, who hinders")),
        tag("figure", graph.svg),
        _neighbors(before, after),
        root="../",
    )


def _neighbors(before: AtlasParadox | None, after: AtlasParadox | None) -> str:
    one = link(entry_file(before), f"← {before.id}: {before.title}", rel="prev") if before else tag("span")
    two = link(entry_file(after), f"{after.id}: {after.title} →", rel="next") if after else tag("span")
    return tag("div", one, two, class_="turns")


def _verdicts(entry: AtlasParadox) -> str:
    found = shared_reasons(entry.turn)
    heads = [
        ", ".join(link(f"../options.html#{rules_id(name)}", name) for name in verdict.rulebooks if name in PRESETS)
        for verdict in found
    ]
    rows = [
        tag(
            "tr",
            tag("td", words(order), class_="order"),
            *(
                tag("td", tag("b", words(verdict.orders[number][1])) + words(f": {verdict.orders[number][2]}"))
                for verdict in found
            ),
        )
        for number, (order, _, _) in enumerate(found[0].orders)
    ]
    rows.append(
        tag(
            "tr",
            tag("td", words("left open")),
            *(tag("td", words("; ".join(verdict.paradoxes) or "nothing")) for verdict in found),
        )
    )
    head = tag("tr", tag("th", words("Order"), scope="col"), *(tag("th", one, scope="col") for one in heads))
    return tag("div", tag("table", tag("thead", head), tag("tbody", *rows), class_="orders"), class_="wide")
