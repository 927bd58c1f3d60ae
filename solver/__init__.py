"""The rules: orders, legality, rulebooks, the equations, the search, paradoxes and results.

Nothing here reads or writes files, and no text but that of orders and reasons; only `map` is imported.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .law.reasons import Outcome, Reason
from .order import Build, Convoy, Disband, Hold, Move, Order, OrderError, Retreat, Support, Unclear, UnitName, Waive
from .orders.possible import legal_orders, possible_orders
from .orders.retreat_orders import legal_retreats
from .phases.adjustments import AdjustmentResult, adjudicate_adjustments, centers_after
from .phases.game import PhaseResult, adjudicate_phase, following
from .phases.movement import adjudicate
from .phases.retreats import RetreatResult, adjudicate_retreats
from .plain.paradox import Paradox, ParadoxKind, all_resolutions
from .results.outcome import MovementResult
from .results.results import OrderResult
from .results.terms import datc_terms
from .rules.rulebook import OPTIONS, PRESETS, Option, Rulebook, RulebookError, option, preferences, rulebook

if TYPE_CHECKING:
    from .results.explanation import Explanation, Explanations, explain
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

_LOADED_LATER = {
    "results.explanation": "Explanation Explanations explain",
    "studies.comparison": "Comparison compare",
    "studies.counterfactuals": "Counterfactual Counterfactuals counterfactuals",
    "studies.equations_out": "Equation EquationError Equations equations",
    "studies.resolutions": "Resolutions resolutions resolutions_of",
}
"""Each module that adjudication does not need, and what of it is offered here."""
_MODULE = {name: module for module, names in _LOADED_LATER.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _MODULE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value = getattr(import_module(f".{_MODULE[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return __all__
