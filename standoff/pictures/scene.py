"""What a picture shows, without where and how: the units, the orders with their outcomes, who owns the land.

A scene speaks of locations and powers; `layout` finds the places of arrows, `paint` makes SVG of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from ..map import Board, Unit
from ..map.drawing.geometry import Anchor


class ActionKind(StrEnum):
    """What an order, or a trace on the map, looks like."""

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
    """An order that says nothing to be drawn; its unit bears the mark."""


class Status(StrEnum):
    """What became of an order, as far as its looks go."""

    DONE = "done"
    FAILED = "failed"
    VOID = "void"
    """Legal, but matched by no order."""
    ILLEGAL = "illegal"
    OPEN = "open"
    """Left unresolved by the rulebook, or not adjudicated."""


class PieceState(StrEnum):
    """How a unit is shown."""

    STANDS = "stands"
    DISLODGED = "dislodged"
    """Beaten in this phase: it still stands in its place, with a broken ring."""
    RETREATING = "retreating"
    """Beside the unit that came in."""
    BUILT = "built"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit on the map.

    Attributes:
        unit: The unit, where it stands.
        state: How it is shown.
        order: Its order, as the `diplomacy` package writes it; empty without one.
        words: Its description.
        anchor: The spot of its location that it is drawn at.
    """

    unit: Unit
    state: PieceState = PieceState.STANDS
    order: str = ""
    words: str = ""
    anchor: Anchor = Anchor.UNIT


@dataclass(frozen=True, slots=True)
class Action:
    """An order, or a trace of one, on the map.

    Attributes:
        kind: What it looks like.
        status: What became of it, as far as its looks go.
        power: Its power.
        order: The order as the `diplomacy` package writes it.
        outcome: The outcome in a word or two ("no convoy"); empty where nothing was adjudicated.
        words: Order, outcome and reason, in the language of the picture.
        at: The location of its unit.
        to: The location that a move or retreat goes to, or the one supported or convoyed into.
        target: The location of the unit supported or convoyed.
        route: The locations of the fleets that a convoyed army passes, in its order.
        broken: Those of them whose convoy fails.
        into_contested: True for a move that fails before an empty province.
        dislodged: True if the unit is dislodged.
        destroyed: True if it can retreat nowhere, too.
        anchor: The spot of `at` that its unit is drawn at.
    """

    kind: ActionKind
    status: Status
    power: str
    order: str
    at: str
    outcome: str = ""
    words: str = ""
    to: str = ""
    target: str = ""
    route: tuple[str, ...] = ()
    broken: frozenset[str] = frozenset()
    into_contested: bool = False
    dislodged: bool = False
    destroyed: bool = False
    anchor: Anchor = Anchor.UNIT


@dataclass(frozen=True)
class Scene:
    """One map with everything on it.

    Attributes:
        board: The board.
        heading: Its heading.
        pieces: The units.
        actions: The orders.
        tints: By province, the power whose color it bears.
        owners: By supply center, who owns it.
        contested: The empty provinces where units stood each other off.
        notes: What cannot be shown on the map, a line each (a build that is waived).
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
        """Tell whether an order of a power is faded."""
        return self.emphasis is not None and (power, order) not in self.emphasis

    def words(self) -> tuple[str, ...]:
        """Return what the picture shows as sentences: the units, or the orders with their outcomes, and the notes."""
        words = [action.words for action in self.actions if action.words]
        spoken = {action.order for action in self.actions if action.words}
        words = [piece.words for piece in self.pieces if piece.words and piece.order not in spoken] + words
        return (*dict.fromkeys(words), *self.notes)

    def powers(self) -> tuple[str, ...]:
        """Return the powers that have a unit, an order or a center in it, in the order of the board."""
        seen = {piece.unit.power for piece in self.pieces} | {action.power for action in self.actions}
        seen.update(self.owners.values())
        return tuple(power for power in self.board.powers if power in seen)

    def places(self, *, emphasized: bool = False) -> tuple[str, ...]:
        """Return the locations that its units and orders speak of, or only those that stand out."""
        found: dict[str, None] = {}
        for piece in self.pieces:
            if not (emphasized and self.faded(piece.unit.power, piece.order)):
                found[piece.unit.location] = None
        for action in self.actions:
            if emphasized and self.faded(action.power, action.order):
                continue
            for place in (action.at, action.to, action.target, *action.route):
                if place:
                    found[place] = None
        return tuple(found)
