"""The rules: orders, legality, rulebooks, the equations, the search, paradoxes and results."""

from .adjustments import AdjustmentResult, adjudicate_adjustments, centers_after
from .game import PhaseResult, adjudicate_phase, following
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
from .outcome import MovementResult
from .paradox import Paradox, ParadoxKind, all_resolutions
from .results import OrderResult, Outcome, Reason
from .retreats import RetreatResult, adjudicate_retreats, legal_retreats
from .rulebook import OPTIONS, PRESETS, Option, Rulebook, RulebookError, option, rulebook

__all__ = [
    "OPTIONS",
    "PRESETS",
    "AdjustmentResult",
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
    "PhaseResult",
    "Reason",
    "Retreat",
    "RetreatResult",
    "Rulebook",
    "RulebookError",
    "Support",
    "Waive",
    "adjudicate",
    "adjudicate_adjustments",
    "adjudicate_phase",
    "adjudicate_retreats",
    "all_resolutions",
    "centers_after",
    "following",
    "legal_retreats",
    "option",
    "rulebook",
]
