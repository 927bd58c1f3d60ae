"""Writer of orders: reading a written order gives an equal order."""

from __future__ import annotations

from ...map import FLEET, Board, StandoffError, language_data
from ...solver import Convoy, Move, Order, OrderError, Support, Unclear, UnitName, Waive
from .daide import write_daide
from .reader import package_order, read_order

WRITTEN = ("package", "datc", "short", "cs", "ru", "daide", "njudge", "dpjudge", "webdiplomacy")
"""The notations: `datc`, `short`, `cs` and `ru` are long and short English, Czech and Russian."""


class NotationError(StandoffError):
    """A notation cannot express an order; the message gives the reason."""


_KINDS = ("Hold", "Move", "Support", "Support to", "Convoy", "Retreat", "Disband", "Build", "Waive", "via")
_FORMS = {
    "datc": (
        "{unit} Hold", "{unit} - {to}{via}", "{unit} Supports {aided}", "{unit} Supports {aided} - {to}",
        "{unit} Convoys {aided} - {to}", "{unit} R {to}", "Remove {aided}", "Build {aided}", "Waive", " via Convoy",
    ),
    "cs": (
        "{unit} drží", "{unit} – {to}{via}", "{unit} podporuje {aided}", "{unit} podporuje {aided} – {to}",
        "{unit} konvojuje {aided} – {to}", "{unit} ustupuje do {to}", "rozpouští {aided}", "staví {aided}", "Nestaví",
        " konvojem",
    ),
    "ru": (
        "{unit} удерживает позицию", "{unit} – {to}{via}", "{unit} поддерживает {aided}",
        "{unit} поддерживает {aided} – {to}", "{unit} сопровождает {aided} – {to}", "{unit} отступает в {to}",
        "расформировать {aided}", "создать {aided}", "Не создаёт", " конвоем",
    ),
    "njudge": (
        "{unit} HOLD", "{unit} -> {to}{via}", "{unit} SUPPORT {aided}", "{unit} SUPPORT {aided} -> {to}",
        "{unit} CONVOY {aided} -> {to}", "{unit} RETREAT -> {to}", "{aided} DISBAND", "Builds {aided}",
        "Build waived", " via convoy",
    ),
    "webdiplomacy": (
        "The {unit} hold", "The {unit} move to {to}{via}", "The {unit} support hold to {aided}",
        "The {unit} support move to {to} from {aided}", "The {unit} convoy to {to} from {aided}",
        "The {unit} retreat to {to}", "The {unit} disband", "Build {unit}", "Waive", " via convoy",
    ),
}  # fmt: skip
"""The templates of `_KINDS` in each notation."""

_TYPES = {
    "datc": ("A ", "F "),
    "cs": ("armáda ", "flotila "),
    "ru": ("армия ", "флот "),
    "njudge": ("Army ", "Fleet "),
    "webdiplomacy": ("army at ", "fleet at "),
}
"""Army and fleet."""
_ACCUSATIVE = {"cs": ("armádu ", "flotilu "), "ru": ("армию ", "флот ")}
"""The same for units that are supported, convoyed, built or disbanded."""
_DASHES = {"datc": " - ", "njudge": " -> "}
"""The separator of the provinces of a convoy route; in other notations " – "."""


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
    return board.power(unit.nationality).adjective + " "


def _sentence(order: Order, board: Board, style: str) -> str:
    forms: dict[str, str] = dict(zip(_KINDS, _FORMS[style], strict=True))
    assert not isinstance(order, Unclear)  # `write_order` leaves its text as it is
    if isinstance(order, Waive):
        return forms["Waive"]

    def unit(name: UnitName, types: tuple[str, str]) -> str:
        kind = types[name.type is FLEET] if name.type else ""
        return f"{_nationality(name, board, style)}{kind}{write_place(name.place, board, style)}"

    kind, aided, to = type(order).__name__, order.unit, getattr(order, "destination", None)
    if isinstance(order, Support):
        kind, aided = "Support to" if to else kind, order.supported
    elif isinstance(order, Convoy):
        aided = order.convoyed
    path = (*getattr(order, "route", ()), *((to,) if to else ()))
    text = forms[kind].format(
        unit=unit(order.unit, _TYPES[style]),
        aided=unit(aided, _ACCUSATIVE.get(style, _TYPES[style])),
        to=_DASHES.get(style, " – ").join(write_place(place, board, style) for place in path),
        via=forms["via"] if isinstance(order, Move) and order.via_convoy else "",
    )
    return text[0].upper() + text[1:] if style in _ACCUSATIVE else text


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


def text_of(order: Order, board: Board) -> str:
    """Return an order in canonical notation with nationalities, which `str` omits; reading it gives an equal order.

    >>> from standoff import read
    >>> turn = read("FRANCE: A MAR S German A BUR", position="standard - FRANCE:AMAR;GERMANY:ABUR")
    >>> str(turn.orders[0]), text_of(turn.orders[0], turn.board)
    ('A MAR S A BUR', 'A MAR S German A BUR')
    """
    return order.text if isinstance(order, Unclear) else _short(order, board, "short")


def write_order(order: Order, board: Board, style: str = "package") -> str:
    """Return an order in one of the notations `WRITTEN`; reading it gives an equal order.

    Args:
        order: The order.
        board: The board of the names.
        style: The notation.

    Raises:
        NotationError: There is no such notation, or it cannot express the order: DAIDE and webDiplomacy have no orders
            without unit types, DAIDE no ``via convoy`` without the seas, the package no nationalities and no seas.
    """
    if style not in WRITTEN:
        raise NotationError(f"no notation {style!r}; known: {', '.join(WRITTEN)}")
    if isinstance(order, Unclear):
        return order.text
    if style == "webdiplomacy" and not isinstance(order, Waive) and order.unit.type is None:
        raise NotationError(f"{order}: {style} cannot hold it (A or F?)")
    if style == "daide":
        text = write_daide(order)
    elif style in _FORMS:
        text = _sentence(order, board, style)
    elif style == "package":
        text = str(order)
    else:
        text = _short(order, board, style)
        if text == str(order) != order.text != "" and type(order) is Support:
            supported, destination = order.supported, order.destination
            if destination in (supported.place, supported.province):  # people mean a hold; programs do not write it so
                text = text.replace(" - ", "-")
    try:
        back = (package_order if style == "package" else read_order)(text, order.power, board)
    except OrderError as fault:
        raise NotationError(f"{order}: {style} cannot hold it ({fault})") from None
    if back is None:
        raise NotationError(f"{order}: {style} cannot hold it")
    if back != order:
        raise NotationError(f"{order}: {style} cannot hold all of it; what it holds reads as {back}")
    return text
