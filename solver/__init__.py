"""The rules: orders, legality, rulebooks, the equations, the search, paradoxes and results."""

from .movement import adjudicate
from .orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Named,
    Order,
    OrderError,
    Retreat,
    Support,
    Waive,
)
from .outcome import MovementResult, OrderResult, Outcome, Reason
from .paradox import Paradox, ParadoxKind, all_resolutions
from .rulebook import OPTIONS, PRESETS, Option, Rulebook, RulebookError, option, rulebook

__all__ = [
    "OPTIONS",
    "PRESETS",
    "Build",
    "Convoy",
    "Disband",
    "Hold",
    "Move",
    "MovementResult",
    "Named",
    "Option",
    "Order",
    "OrderError",
    "OrderResult",
    "Outcome",
    "Paradox",
    "ParadoxKind",
    "Reason",
    "Retreat",
    "Rulebook",
    "RulebookError",
    "Support",
    "Waive",
    "adjudicate",
    "all_resolutions",
    "option",
    "rulebook",
]
