"""The rules: orders, legality, rulebooks, the equations, the search, paradoxes and results.

Nothing here reads or writes files, and no text but that of orders and reasons; only `map` is imported.
"""

from .law.reasons import Outcome, Reason
from .orders.order import (
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
from .orders.possible import legal_orders, possible_orders
from .orders.retreat_orders import legal_retreats
from .plain.adjustments import AdjustmentResult, adjudicate_adjustments, centers_after
from .plain.game import PhaseResult, adjudicate_phase, following
from .plain.movement import adjudicate
from .plain.paradox import Paradox, ParadoxKind, all_resolutions
from .plain.retreats import RetreatResult, adjudicate_retreats
from .results.explanation import Explanation, Explanations, explain
from .results.outcome import MovementResult
from .results.results import OrderResult
from .results.terms import datc_terms
from .rulebook import OPTIONS, PRESETS, Option, Rulebook, RulebookError, option, preferences, rulebook
from .studies.comparison import Comparison, compare
from .studies.counterfactuals import Counterfactual, Counterfactuals, counterfactuals
from .studies.equations_out import Equation, EquationError, Equations, equations
from .studies.resolutions import Resolutions, resolutions, resolutions_of

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
    "Equation",
    "EquationError",
    "Equations",
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
    "equations",
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
