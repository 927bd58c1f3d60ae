"""The rules: orders, legality, rulebooks, the equations, the search, paradoxes and results."""

from . import compiled_folder as _  # noqa: F401  # pyright: ignore[reportUnusedImport]  # first: it notes the time
from .adjustments import AdjustmentResult, adjudicate_adjustments, centers_after
from .ambiguity import Resolutions, resolutions, resolutions_of
from .comparison import Comparison, compare
from .counterfactuals import Counterfactual, Counterfactuals, counterfactuals
from .explanation import Explanation, Explanations, explain
from .game import PhaseResult, adjudicate_phase, following
from .movement import adjudicate
from .orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    OrderError,
    Retreat,
    Support,
    Unclear,
    UnitName,
    Waive,
)
from .outcome import MovementResult
from .paradox import Paradox, ParadoxKind, all_resolutions
from .possible import legal_orders, possible_orders
from .reasons import Outcome, Reason
from .results import OrderResult
from .retreats import RetreatResult, adjudicate_retreats, legal_retreats
from .rulebook import OPTIONS, PRESETS, Option, Rulebook, RulebookError, option, preferences, rulebook
from .terms import datc_terms

__all__ = [
    "OPTIONS",
    "PRESETS",
    "AdjustmentResult",
    "Build",
    "Comparison",
    "Convoy",
    "Counterfactual",
    "Counterfactuals",
    "Disband",
    "Explanation",
    "Explanations",
    "Hold",
    "Move",
    "MovementResult",
    "Option",
    "Order",
    "OrderError",
    "OrderResult",
    "Outcome",
    "Paradox",
    "ParadoxKind",
    "PhaseResult",
    "Reason",
    "Resolutions",
    "Retreat",
    "RetreatResult",
    "Rulebook",
    "RulebookError",
    "Support",
    "Unclear",
    "UnitName",
    "Waive",
    "adjudicate",
    "adjudicate_adjustments",
    "adjudicate_phase",
    "adjudicate_retreats",
    "all_resolutions",
    "centers_after",
    "compare",
    "counterfactuals",
    "datc_terms",
    "explain",
    "following",
    "legal_orders",
    "legal_retreats",
    "option",
    "possible_orders",
    "preferences",
    "resolutions",
    "resolutions_of",
    "rulebook",
]
