"""Writing orders: every order that a notation can hold, so that reading it gives an equal order."""

from __future__ import annotations

from ...map import FLEET, Board, StandoffError
from ...map.names import language_data
from ...solver import Build, Convoy, Disband, Hold, Move, Order, OrderError, Retreat, Support, UnitName, Waive
from ...solver.orders.order import Unclear
from .daide import write_daide
from .reader import read_order

WRITTEN = ("package", "datc", "short", "cs", "ru", "daide", "njudge", "dpjudge", "webdiplomacy")
"""The styles: `datc`, `short`, `cs` and `ru` are long and short English, Czech and Russian; all are read by notation
``written``, the others by the notation of their name."""


class NotationError(StandoffError):
    """A notation cannot hold an order; the message says which and why."""


_WORDS = {
    "datc": ("A", "F", "Hold", "Supports", "Convoys", "via Convoy", "R", "Remove {}", "Build {}", "Waive"),
    "cs": (
        "armáda", "flotila", "drží", "podporuje", "konvojuje", "konvojem", "ustupuje do", "rozpouští {}", "staví {}",
        "nestaví",
    ),
    "ru": (
        "армия", "флот", "удерживает позицию", "поддерживает", "сопровождает", "конвоем", "отступает в",
        "расформировать {}", "создать {}", "не создаёт",
    ),
    "njudge": (
        "Army", "Fleet", "HOLD", "SUPPORT", "CONVOY", "via convoy", "RETREAT ->", "{} DISBAND", "Builds {}",
        "Build waived",
    ),
}  # fmt: skip


_ACCUSATIVE = {"cs": ("armádu", "flotilu"), "ru": ("армию", "флот")}


def write_place(place: str, board: Board, style: str = "package") -> str:
    """Return a location in a style: its id, its English, Czech or Russian name."""
    if style in ("package", "short", "dpjudge"):
        return place
    language = style if style in ("cs", "ru") else "en"
    province, _, coast = place.partition("/")
    if style == "datc" and coast:
        return f"{board.names.name(province)}({coast.lower()})"
    return board.names.name(place, language)


def _nationality(unit: UnitName, board: Board, style: str) -> str:
    if unit.nationality is None:
        return ""
    if style in ("cs", "ru"):
        adjectives = language_data(style)["powers"].get(unit.nationality, {}).get("accusative")
        if unit.type is None or adjectives is None:
            return board.names.name(unit.nationality, style) + " "
        return adjectives[unit.type.value] + " "
    return board.powers[unit.nationality].adjective + " "


def _sentence(order: Order, board: Board, style: str) -> str:
    army, fleet, hold, support, convoy, via, retreat, disband, build, waive = _WORDS[style]
    long = style in ("cs", "ru")
    dash = {"njudge": " -> ", "datc": " - "}.get(style, " – ")

    def place(text: str) -> str:
        return write_place(text, board, style)

    def unit(name: UnitName) -> str:
        kind = f"{fleet if name.type is FLEET else army} " if name.type else ""
        return f"{_nationality(name, board, style)}{kind}{place(name.place)}"

    def aided(name: UnitName) -> str:  # supported and convoyed units are in the accusative
        kind = f"{_ACCUSATIVE[style][name.type is FLEET]} " if long and name.type else ""
        return f"{_nationality(name, board, style)}{kind}{place(name.place)}" if long else unit(name)

    if isinstance(order, Waive):
        text = waive
    elif isinstance(order, Hold):
        text = f"{unit(order.unit)} {hold}"
    elif isinstance(order, Move):
        text = dash.join((unit(order.unit), *map(place, order.route), place(order.destination)))
        text += f" {via}" if order.via_convoy else ""
    elif isinstance(order, Support):
        text = f"{unit(order.unit)} {support} {aided(order.supported)}"
        text += f"{dash}{place(order.destination)}" if order.destination else ""
    elif isinstance(order, Convoy):
        text = f"{unit(order.unit)} {convoy} {aided(order.convoyed)}{dash}{place(order.destination)}"
    elif isinstance(order, Retreat):
        text = f"{unit(order.unit)} {retreat} {place(order.destination)}"
    elif isinstance(order, Disband):
        text = disband.format(aided(order.unit))
    else:
        assert isinstance(order, Build)
        text = build.format(aided(order.unit))
    return text[0].upper() + text[1:] if long else text


def _web(order: Order, board: Board) -> str:
    def place(text: str) -> str:
        return write_place(text, board, "webdiplomacy")

    def unit(name: UnitName, article: str = "The ") -> str:
        return f"{article}{'fleet' if name.type is FLEET else 'army'} at {place(name.place)}"

    def aided(name: UnitName) -> str:
        kind = "" if name.type is None else ("fleet at " if name.type is FLEET else "army at ")
        return _nationality(name, board, "webdiplomacy") + kind + place(name.place)

    if isinstance(order, Waive):
        return "Waive"
    own = unit(order.unit)
    if isinstance(order, Hold):
        return f"{own} hold"
    if isinstance(order, Move):
        return f"{own} move to {place(order.destination)}" + (" via convoy" if order.via_convoy else "")
    if isinstance(order, Support):
        if order.destination is None:
            return f"{own} support hold to {aided(order.supported)}"
        return f"{own} support move to {place(order.destination)} from {aided(order.supported)}"
    if isinstance(order, Convoy):
        return f"{own} convoy to {place(order.destination)} from {aided(order.convoyed)}"
    if isinstance(order, Retreat):
        return f"{own} retreat to {place(order.destination)}"
    if isinstance(order, Disband):
        return f"{own} disband"
    assert isinstance(order, Build)
    return f"Build {unit(order.unit, '')}"


def _short(order: Order, board: Board, style: str) -> str:
    if isinstance(order, Waive):
        return "WAIVE"
    text = f"{_nationality(order.unit, board, style)}{order}"
    for unit in (getattr(order, "supported", None), getattr(order, "convoyed", None)):
        if isinstance(unit, UnitName) and unit.nationality:
            verb = " S " if isinstance(order, Support) else " C "
            text = text.replace(verb, f"{verb}{_nationality(unit, board, style)}", 1)
    if style == "dpjudge":
        text = {"D": f"REMOVE {text[:-2]}", "B": f"BUILD {text[:-2]}"}.get(text[-1] if text[-2] == " " else "", text)
    return text


def write_order(order: Order, board: Board, style: str = "package") -> str:
    """Return `order` in one of the styles `WRITTEN`, so that reading it gives an equal order.

    Args:
        order: The order.
        board: The board whose names are used.
        style: The notation, or the language of a written order.

    Raises:
        NotationError: There is no such style, or it cannot hold the order: DAIDE and webDiplomacy have no orders
            without unit types, DAIDE no ``via convoy`` without the seas, the package no nationalities and no seas.
    """
    if style not in WRITTEN:
        raise NotationError(f"no notation {style!r}; known: {', '.join(WRITTEN)}")
    if isinstance(order, Unclear):
        return order.text
    if style == "daide":
        text = write_daide(order)
    elif style == "webdiplomacy":
        text = _web(order, board)
    elif style in _WORDS:
        text = _sentence(order, board, style)
    elif style == "package":
        text = str(order)
    else:
        text = _short(order, board, style)
    notation = "written" if style in ("datc", "short", "cs", "ru") else style
    try:
        back = read_order(text, order.power, board, notation)
    except OrderError as fault:
        raise NotationError(f"{order}: {style} cannot hold it ({fault})") from None
    if back != order:
        raise NotationError(f"{order}: {style} cannot hold all of it; what it holds reads as {back}")
    return text
