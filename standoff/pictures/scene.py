"""The contents of a picture, before any layout: the units, the orders with their outcomes, the owners of land.

A scene is made of locations and powers; `layout` places the arrows, and `paint` turns everything into SVG.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from ..map import Board, Unit
from .boards.geometry import Anchor


class ActionKind(StrEnum):
    """The look of an order, or of a trace on the map."""

    MOVE = "move"
    SUPPORT_MOVE = "support-move"
    SUPPORT_HOLD = "support-hold"
    CONVOY = "convoy"
    HOLD = "hold"
    RETREAT = "retreat"
    OPTION = "option"
    """A place that a dislodged unit may retreat to."""
    ATTACK = "attack"
    """Where the attacker of a dislodged unit came from."""
    BUILD = "build"
    DISBAND = "disband"
    UNCLEAR = "unclear"
    """An order with nothing to draw; the sign is put on its unit."""


class Status(StrEnum):
    """The outcomes of orders that differ in their look."""

    DONE = "done"
    FAILED = "failed"
    VOID = "void"
    """Legal, but matched by no order."""
    ILLEGAL = "illegal"
    OPEN = "open"
    """Left unresolved by the rulebook, or not adjudicated."""


class PieceState(StrEnum):
    """The look of a unit."""

    STANDS = "stands"
    DISLODGED = "dislodged"
    """Dislodged in this phase: still in its place, with a broken ring."""
    RETREATING = "retreating"
    """Next to the unit that dislodged it."""
    BUILT = "built"
    REMOVED = "removed"


class Piece(NamedTuple):
    """A unit on the map."""

    unit: Unit
    state: PieceState = PieceState.STANDS
    order: str = ""  # as the `diplomacy` package writes it; empty without one
    words: str = ""
    anchor: Anchor = Anchor.UNIT  # the spot of its location that it is drawn at


class Action(NamedTuple):
    """An order, or a trace of one, on the map."""

    kind: ActionKind
    status: Status
    power: str
    order: str  # as the `diplomacy` package writes it
    at: str  # the location of its unit
    outcome: str = ""  # in a word or two ("no convoy"); empty where nothing was adjudicated
    words: str = ""  # order, outcome and reason, in the language of the picture
    to: str = ""  # the location that a move or retreat goes to, or the one supported or convoyed into
    target: str = ""  # the location of the unit supported or convoyed
    route: tuple[str, ...] = ()  # the locations of the fleets that a convoyed army passes, in its order
    broken: frozenset[str] = frozenset()  # those of them whose convoy fails
    into_contested: bool = False  # a move fails before an empty province
    dislodged: bool = False
    destroyed: bool = False  # it also has no retreat
    anchor: Anchor = Anchor.UNIT  # the spot of `at` that its unit is drawn at


@dataclass(frozen=True)
class Scene:
    """One map with everything on it.

    Attributes:
        board: The board.
        heading: Its heading.
        pieces: The units.
        actions: The orders.
        tints: By province, the power whose color it has.
        owners: By supply center, its owner.
        contested: The provinces left empty by a standoff.
        notes: Lines for what cannot be shown on the map (a build that is waived).
        emphasis: The orders that are not faded, by text; None for all.
        core: The orders of a paradox core, by text.
        adopted: True for the resolution that the rulebook adopts, which gets a frame.
    """

    board: Board
    heading: str = ""
    pieces: tuple[Piece, ...] = ()
    actions: tuple[Action, ...] = ()
    tints: dict[str, str] = field(default_factory=dict[str, str])
    owners: dict[str, str] = field(default_factory=dict[str, str])
    contested: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    emphasis: frozenset[tuple[str, str]] | None = None
    core: frozenset[tuple[str, str]] = frozenset()
    adopted: bool = False

    def faded(self, power: str, order: str) -> bool:
        """Return whether an order of a power is faded."""
        return self.emphasis is not None and (power, order) not in self.emphasis

    def words(self) -> tuple[str, ...]:
        """Return the picture in sentences: the units, or the orders with their outcomes, and the notes."""
        words = [action.words for action in self.actions if action.words]
        spoken = {action.order for action in self.actions if action.words}
        words = [piece.words for piece in self.pieces if piece.words and piece.order not in spoken] + words
        return (*dict.fromkeys(words), *self.notes)

    def powers(self) -> tuple[str, ...]:
        """Return the powers that have a unit, an order or a center in it, in the order of the board."""
        shown = {piece.unit.power for piece in self.pieces} | {action.power for action in self.actions}
        shown.update(self.owners.values())
        return tuple(power for power in self.board.powers if power in shown)

    def places(self, *, emphasized: bool = False) -> tuple[str, ...]:
        """Return the locations of its units and orders, or only those of emphasized ones."""
        named: dict[str, None] = {}
        for piece in self.pieces:
            if not (emphasized and self.faded(piece.unit.power, piece.order)):
                named[piece.unit.location] = None
        for action in self.actions:
            if emphasized and self.faded(action.power, action.order):
                continue
            for place in (action.at, action.to, action.target, *action.route):
                if place:
                    named[place] = None
        return tuple(named)
