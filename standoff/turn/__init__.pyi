from .checking import (
    CheckedOrder as CheckedOrder,
    CheckedOrders as CheckedOrders,
    Checker as Checker,
    Verdict as Verdict,
    known_notation as known_notation,
)
from .codec import (
    LINES_VERSION as LINES_VERSION,
    TURN_KEYS as TURN_KEYS,
    cause_object as cause_object,
    content_of_turn as content_of_turn,
    distinct_keys as distinct_keys,
    grouped as grouped,
    lost_in_lines as lost_in_lines,
    order_object as order_object,
    orders_for_lines as orders_for_lines,
    owned_after as owned_after,
    paradox_entry as paradox_entry,
    request_object as request_object,
    result_object as result_object,
    rules_object as rules_object,
    settings_of as settings_of,
    texts_and_results as texts_and_results,
    turn_object as turn_object,
)
from .comparison import (
    Comparison as Comparison,
    change_in_words as change_in_words,
    settled_in_words as settled_in_words,
)
from .explaining import ExplainedOrder as ExplainedOrder
from .game import Game as Game, GameError as GameError, PlayedPhase as PlayedPhase
from .orders import (
    Later as Later,
    NotInTurnError as NotInTurnError,
    TurnFields as TurnFields,
    order as order,
    order_fields as order_fields,
)
from .paradoxes import Paradox as Paradox, paradox_sentence as paradox_sentence
from .resolutions import Dependencies as Dependencies, Resolutions as Resolutions
from .saved import (
    check_phase_names as check_phase_names,
    end_object as end_object,
    is_completed as is_completed,
    is_drawn_before as is_drawn_before,
    leaves_out_retreats as leaves_out_retreats,
    phase_object as phase_object,
    record_differences as record_differences,
    recorded_orders as recorded_orders,
    recorded_position as recorded_position,
    recorded_retreats as recorded_retreats,
    recorded_rules as recorded_rules,
    unread_keys as unread_keys,
)
from .turn import (
    DecidingStrengths as DecidingStrengths,
    ExplanationText as ExplanationText,
    PhaseError as PhaseError,
    Result as Result,
    Turn as Turn,
    following_turn as following_turn,
)
