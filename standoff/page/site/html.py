"""Writing HTML: elements with escaped words, and the frame that every page has."""

from __future__ import annotations

from ...pictures.svg import escaped

_VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


def tag(name: str, /, *children: str, **entries: str | None) -> str:
    """Return an element; `children` are HTML already, the values of `entries` are escaped, None is left out.

    >>> tag("a", words("6.F.1 & more"), href="a.html", class_="case")
    '<a href="a.html" class="case">6.F.1 &amp; more</a>'
    """
    shown = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escaped(value)}"'
        for key, value in entries.items()
        if value is not None
    )
    return f"<{name}{shown}>" if name in _VOID else f"<{name}{shown}>{''.join(children)}</{name}>"


def words(text: str) -> str:
    """Return a text as HTML."""
    return escaped(text)


def link(href: str, text: str, **entries: str | None) -> str:
    """Return a link."""
    return tag("a", words(text), href=href, **entries)


def listed(items: list[str], **entries: str | None) -> str:
    """Return a list of HTML items; nothing for none."""
    return tag("ul", *(tag("li", item) for item in items), **entries) if items else ""


def page(title: str, *content: str, root: str = "", script: bool = False) -> str:
    """Return a whole page.

    Args:
        title: Its title.
        content: What stands in it.
        root: The way to the folder of the site, ``"../"`` for a page below it.
        script: True for a page with a search or orders to point at.
    """
    head = tag(
        "head",
        '<meta charset="utf-8">',
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", words(title)),
        tag("link", rel="stylesheet", href=f"{root}style.css"),
        *([tag("script", src=f"{root}book.js", defer="")] if script else []),
    )
    pages = (("index.html", "Cases"), ("paradoxes.html", "Paradoxes"), ("options.html", "Rulebooks"))
    navigation = tag("nav", *(link(f"{root}{href}", name) for href, name in pages), aria_label="Book")
    body = tag("body", tag("header", navigation), tag("main", *content))
    return f"<!DOCTYPE html>\n{tag('html', head, body, lang='en')}\n"
