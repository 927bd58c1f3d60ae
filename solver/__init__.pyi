from .arrays.batch import (
    MOST_LOCATIONS as MOST_LOCATIONS,
    Batch as Batch,
    Outcomes as Outcomes,
    adjudicate_batch as adjudicate_batch,
    encode as encode,
    encode_turn as encode_turn,
    fill as fill,
    is_plain as is_plain,
    on_same_board as on_same_board,
    result_of as result_of,
    results_of as results_of,
    tables_of as tables_of,
)
from .arrays.compiled import (
    ANSWER as ANSWER,
    MOST_UNITS as MOST_UNITS,
    Arrays as Arrays,
    compiled as compiled,
    unowned as unowned,
)
from .arrays.compiled_folder import is_kept as is_kept
from .arrays.compiled_views import part as part, view_of as view_of
from .arrays.threads import share_out as share_out
from .law.adjusting import (
    PowerOrders as PowerOrders,
    Powers as Powers,
    build_fault as build_fault,
    carry_out_builds as carry_out_builds,
    carry_out_removals as carry_out_removals,
    count_free_homes as count_free_homes,
    is_free_home as is_free_home,
    note_balances as note_balances,
    note_sequence as note_sequence,
    removal_fault as removal_fault,
    waiver_fault as waiver_fault,
)
from .law.aftermath import came_from as came_from
from .law.course import (
    ADJUSTMENT as ADJUSTMENT,
    FALL as FALL,
    MOVEMENT as MOVEMENT,
    RETREAT as RETREAT,
    pass_on as pass_on,
)
from .law.equations import BY_LAND as BY_LAND, CONVOYS as CONVOYS, HOLDS as HOLDS, MOVES as MOVES, SUPPORTS as SUPPORTS
from .law.faults import FAULTS as FAULTS, VOIDS as VOIDS, Illegal as Illegal, Void as Void
from .law.homes import UNREACHABLE as UNREACHABLE, Homes as Homes, homes_of as homes_of, steps_from as steps_from
from .law.legal import (
    MOST_ROUTES as MOST_ROUTES,
    Ranges as Ranges,
    Routes as Routes,
    UnitPlacement as UnitPlacement,
    convoy_goals as convoy_goals,
    may_support_to_hold as may_support_to_hold,
    moves_by_convoy as moves_by_convoy,
    note_carried as note_carried,
    note_convoyed as note_convoyed,
    note_without as note_without,
    ranges_of as ranges_of,
    support_goals as support_goals,
)
from .law.placement import Placement as Placement, sea_held as sea_held
from .law.reach import carries as carries
from .law.reasons import (
    REASONS as REASONS,
    Note as Note,
    Outcome as Outcome,
    Phrase as Phrase,
    Reason as Reason,
    Word as Word,
    english as english,
)
from .law.records import WORD as WORD, LegalOrder as LegalOrder
from .law.retreating import (
    carry_out_retreats as carry_out_retreats,
    may_retreat as may_retreat,
    note_closed as note_closed,
)
from .law.solving import (
    BY_COMPONENTS as BY_COMPONENTS,
    CIRCULAR_MOVEMENT as CIRCULAR_MOVEMENT,
    CONVOY_PARADOX as CONVOY_PARADOX,
    HOUSE_RULE as HOUSE_RULE,
    OTHER_PARADOX as OTHER_PARADOX,
    UNIQUE as UNIQUE,
)
from .law.state import (
    PhaseState as PhaseState,
    ProvinceState as ProvinceState,
    place_unit as place_unit,
    remove_unit as remove_unit,
    state_of as state_of,
)
from .order import (
    Build as Build,
    Convoy as Convoy,
    Disband as Disband,
    Hold as Hold,
    Move as Move,
    Order as Order,
    OrderError as OrderError,
    Retreat as Retreat,
    Support as Support,
    Unclear as Unclear,
    UnitName as UnitName,
    Waive as Waive,
    as_written as as_written,
    is_order as is_order,
    units_named as units_named,
)
from .orders.adjustment_orders import (
    Adjustments as Adjustments,
    balance as balance,
    free_homes as free_homes,
    require_centers as require_centers,
)
from .orders.legality import Legality as Legality
from .orders.order_rows import (
    BUILDS as BUILDS,
    DISBANDS as DISBANDS,
    RETREATS as RETREATS,
    WAIVES as WAIVES,
    OrderRow as OrderRow,
    order_of_row as order_of_row,
    order_row as order_row,
    unit_named as unit_named,
)
from .orders.order_sets import (
    OrderSet as OrderSet,
    Proxy as Proxy,
    implied as implied,
    is_well_formed as is_well_formed,
    orders_for as orders_for,
    orders_of_turn as orders_of_turn,
)
from .orders.possible import legal_by_place as legal_by_place, legal_orders as legal_orders
from .orders.retreat_orders import examine_retreat as examine_retreat, legal_retreats as legal_retreats
from .phases.adjustments import (
    AdjustmentResult as AdjustmentResult,
    adjudicate_adjustments as adjudicate_adjustments,
    centers_after as centers_after,
    distance_from_home as distance_from_home,
    unused_builds as unused_builds,
)
from .phases.game import (
    SEASONS as SEASONS,
    TYPES as TYPES,
    PhaseResult as PhaseResult,
    adjudicate_phase as adjudicate_phase,
    following as following,
    may_adjust as may_adjust,
)
from .phases.movement import adjudicate as adjudicate
from .phases.retreats import RetreatResult as RetreatResult, adjudicate_retreats as adjudicate_retreats
from .plain.house_table import table_of as table_of
from .plain.order_table import OrderTable as OrderTable
from .plain.paradox import (
    Component as Component,
    ParadoxKind as ParadoxKind,
    all_resolutions as all_resolutions,
)
from .results.citations import sources_of as sources_of, sources_of_choice as sources_of_choice
from .results.explanation import (
    CountedStrength as CountedStrength,
    Explanation as Explanation,
    Explanations as Explanations,
    Obstacle as Obstacle,
    PossibleCut as PossibleCut,
    Versus as Versus,
    explain as explain,
    obstacles as obstacles,
)
from .results.outcome import MovementResult as MovementResult
from .results.results import MOST_NAMED as MOST_NAMED, OrderResult as OrderResult
from .results.terms import datc_terms as datc_terms
from .rules.house_rule_arguments import (
    ConvoyedCut as ConvoyedCut,
    Cut as Cut,
    OpenParadox as OpenParadox,
    Strength as Strength,
)
from .rules.options import OPTIONS as OPTIONS, Choice as Choice
from .rules.presets import DATC as DATC, OLDER_DATC as OLDER_DATC, board_of as board_of
from .rules.recording import ByOptionsRead as ByOptionsRead
from .rules.rulebook import (
    PRESETS as PRESETS,
    Rulebook as Rulebook,
    RulebookError as RulebookError,
    function_named as function_named,
    option as option,
    preferences as preferences,
    rulebook as rulebook,
    rulebooks as rulebooks,
)
from .rules.variants import (
    Variant as Variant,
    Victory as Victory,
    choose_powers as choose_powers,
    draw_powers as draw_powers,
    draw_side as draw_side,
    has_ended as has_ended,
    holdings as holdings,
    leaders as leaders,
    sharing_draw as sharing_draw,
    variant as variant,
    variant_of as variant_of,
    variants as variants,
    winner as winner,
    winning_player as winning_player,
)
from .studies.comparison import (
    Change as Change,
    Settlement as Settlement,
    SharedOutcome as SharedOutcome,
    compare as compare,
)
from .studies.counterfactuals import (
    Counterfactual as Counterfactual,
    Counterfactuals as Counterfactuals,
    Phrases as Phrases,
    counterfactuals as counterfactuals,
)
from .studies.equation_export import (
    Equation as Equation,
    EquationError as EquationError,
    Equations as Equations,
    equations as equations,
)
from .studies.law_program import (
    FACTS as FACTS,
    law_program as law_program,
    law_text as law_text,
    not_covered as not_covered,
)
from .studies.paradox_classes import Stage as Stage, Stages as Stages, first_rotation as first_rotation
from .studies.resolutions import (
    MOST_LISTED as MOST_LISTED,
    ResolutionMasks as ResolutionMasks,
    graph_dot as graph_dot,
    influences as influences,
    resolutions as resolutions,
)
