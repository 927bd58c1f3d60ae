"""A turn as a forum post, in Markdown or BBCode: the link, the picture, the orders with their outcomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..pictures import phase_words
from ..text import escaped, paradox_title, translator_for
from ..turn import Result


@dataclass(frozen=True, slots=True)
class Forum:
    """The markup of a forum.

    Attributes:
        bold: Bold text.
        link: A link.
        image: A picture, from its description and file name.
        item: An item of a list.
        escaped: Escapes text that would be read as markup.
        open, close: The beginning and end of a list.
    """

    bold: Callable[[str], str]
    link: Callable[[str, str], str]
    image: Callable[[str, str], str]
    item: Callable[[str], str]
    escaped: Callable[[str], str]
    open: str = ""
    close: str = ""


FORUMS = {
    "markdown": Forum(
        "**{}**".format,
        "[{}]({})".format,
        "![{}]({})".format,
        "- {}".format,
        escaped,
    ),
    "bbcode": Forum(
        "[b]{}[/b]".format,
        "[url={1}]{0}[/url]".format,
        "[img]{1}[/img]".format,
        "[*]{}".format,
        lambda text: text.replace("[", "(").replace("]", ")"),
        "[list]",
        "[/list]",
    ),
}


def forum_text(
    result: Result, forum: Forum, language: str, title: str = "", comment: str = "", link: str = "", file: str = ""
) -> str:
    """Return the post.

    Args:
        result: The result of the turn.
        forum: The markup.
        language: The language of the post.
        title, comment: The author's title and comment; may be empty.
        link: The address that shows the turn on the page; empty for none.
        file: The picture's file name; empty for none.

    >>> from standoff import read
    >>> print(forum_text(read("FRANCE: A PAR - BUR").adjudicate(), FORUMS["bbcode"], "en"))
    [b]Spring 1901[/b], rulebook 2023
    <BLANKLINE>
    [b]France[/b]
    [list]
    [*]A PAR - BUR: [b]moves[/b]
    [/list]
    """
    turn, board = result.turn, result.turn.board
    translator = translator_for(language, board)
    say, plain = translator.say, forum.escaped
    head = phase_words(turn.phase, language) or say("Orders")
    rules = f"{say('rulebook')} {plain(result.rules.name)}"
    lines = [f"{forum.bold(plain(title))}", ""] if title else []
    lines += [f"{forum.bold(head)}, {rules}", ""]
    if comment:
        lines += [*map(plain, comment.split("\n")), ""]
    if file:
        lines += [forum.image(head, file), ""]
    power = ""
    for one in result:
        if one.order.power != power:
            if power:
                lines += [forum.close, ""] if forum.close else [""]
            power = one.order.power
            lines.append(forum.bold(plain(board.names.name(power, language))))
            lines += [forum.open] if forum.open else [""]
        why = "" if one.success else f" ({plain(translator.reason(one))})"
        lines.append(forum.item(f"{plain(translator.order(one.order))}: {forum.bold(translator.outcome(one))}{why}"))
    if power and forum.close:
        lines.append(forum.close)
    for paradox in result.paradoxes:
        core = "; ".join(plain(translator.order(order)) for order in paradox.core)
        settled = f"{say('settled by')} {plain(say(paradox.settled_by or ''))}"
        name = plain(paradox_title(paradox, say))
        lines += ["", f"{forum.bold(name)}: {say('core')} {core}; {settled}"]
    if link:
        lines += ["", forum.link(say("Open on the page"), link)]
    return "\n".join(lines)
