"""Many turns at once: compiled code gives exactly what the plain solver gives."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("numba")

from standoff.map import (
    ARMY,
    FLEET,
    Board,
    Phase,
    PhaseType,
    Position,
    PositionError,
    Unit,
    load_board,
    starting_position,
)
from standoff.solver import Convoy, Hold, Move, Order, Retreat, RulebookError, Support, UnitName, adjudicate, rulebook
from standoff.solver.law.equations import MOVES
from tests.helpers.turns import movements

np = pytest.importorskip("numpy")
batch = pytest.importorskip("standoff.solver.arrays.batch")


def drawn(count: int, board: Board | None = None) -> list[tuple[Position, tuple[Order, ...]]]:
    """Return random movement phases, each as position and orders."""
    return [(one.position, one.orders) for one in movements(count, board or load_board())]


def test_what_arrays_cannot_hold_is_left_out() -> None:
    start = starting_position()
    paris, marseilles = UnitName("PAR", ARMY), UnitName("MAR", ARMY)
    move = Move("FRANCE", paris, "BUR")
    for orders in (
        [move, Hold("FRANCE", paris)],  # two orders to one unit
        [Move("GERMANY", paris, "BUR")],  # by another power
        [Move("FRANCE", UnitName("PAR", FLEET), "BUR")],  # the wrong type
        [Move("FRANCE", UnitName("PAR"), "BUR")],  # none
        [Retreat("FRANCE", paris, "BUR")],
        [Support("FRANCE", marseilles, UnitName("BRE", ARMY), "GAS")],  # for an army where a fleet stands
        [Move("FRANCE", marseilles, "SPA/NC")],  # a coast for an army
        [Move("FRANCE", paris, "BUR", False, ("ENG",))],
    ):
        assert batch.encode([(start, orders)])[1] == [0]
        (result,) = batch.results_of([(start, orders)])
        assert list(result) == list(adjudicate(start, orders))
    assert batch.encode([(start, [move])])[1] == []
    foreign = Support("GERMANY", UnitName("MUN", ARMY), paris, "BUR")
    named = rulebook(missing_nationality="invalid")
    assert batch.encode([(start, [foreign])])[1] == []
    assert batch.encode([(start, [foreign])], rules=named)[1] == [0]


@pytest.mark.parametrize("nationality", [None, "FRANCE", "GERMANY"])
@pytest.mark.parametrize("name", ["1971", "1982", "2000", "2023", "2025EE", "dptg", "webdiplomacy"])
def test_a_unit_that_stands_nowhere_is_supported_and_convoyed_in_arrays(name: str, nationality: str | None) -> None:
    """Both orders are illegal, and the army in Marseilles, which holds alone, is dislodged."""
    rules = rulebook(name)
    position = Position(
        (
            Unit(ARMY, "MAR", "FRANCE"),
            Unit(FLEET, "ENG", "FRANCE"),
            Unit(ARMY, "SPA", "ITALY"),
            Unit(FLEET, "LYO", "ITALY"),
        )
    )
    nobody = UnitName("GAS", ARMY, nationality), UnitName("LON", ARMY, nationality), UnitName("SPA/NC", FLEET)
    attack = [
        Move("ITALY", UnitName("SPA", ARMY), "MAR"),
        Support("ITALY", UnitName("LYO", FLEET), UnitName("SPA", ARMY), "MAR"),
    ]
    for first in (
        Support("FRANCE", UnitName("MAR", ARMY), nobody[0]),
        Support("FRANCE", UnitName("MAR", ARMY), nobody[0], "BUR"),
    ):
        orders = [first, Convoy("FRANCE", UnitName("ENG", FLEET), nobody[1], "BRE"), *attack]
        turns, left_out = batch.encode([(position, orders)], rules=rules)
        assert left_out == []
        assert turns.orders[:, 1].tolist() == [-1, -1, -1, 2]
        out = batch.adjudicate_batch(turns, rules=rules)
        assert (out.success(0), out.fallback_count) == ([False, False, True, True], 0)
        (result,) = batch.results_of([(position, orders)], rules=rules)
        assert list(result) == list(adjudicate(position, orders, rules=rules))
    elsewhere = Support("FRANCE", UnitName("MAR", ARMY), nobody[2])  # the army stands in the same province
    assert batch.encode([(position, [elsewhere])], rules=rules)[1] == [0]
    unknown = Support("FRANCE", UnitName("MAR", ARMY), UnitName("XYZ", ARMY))
    assert batch.encode([(position, [unknown])], rules=rules)[1] == [0]


HELGOLAND = Position((Unit(ARMY, "HOL", "GERMANY"),), board="czech1962")
"""A board on which armies enter Helgoland."""

TO_HELGOLAND = Move("GERMANY", UnitName("HOL", ARMY), "HEL")


def test_turns_are_on_the_board_that_their_position_names() -> None:
    given = [(HELGOLAND, [TO_HELGOLAND])]
    turns, left_out = batch.encode(given)
    assert (turns.board, left_out) == (load_board("czech1962"), [])
    assert batch.adjudicate_batch(turns).success(0) == [True]
    on_standard, _ = batch.encode(given, board=load_board())
    assert batch.adjudicate_batch(on_standard).success(0) == [False]
    assert batch.encode([])[0].board is load_board()
    elsewhere = replace(HELGOLAND, board="standard")
    mixed = [*given, (elsewhere, [TO_HELGOLAND]), *given]
    with pytest.raises(PositionError, match="position 1 is on board standard, those before it on czech1962"):
        batch.encode(mixed)
    for board in (None, load_board(), load_board("czech1962")):
        together = batch.results_of(mixed, board=board)
        alone = [adjudicate(position, orders, board=board) for position, orders in mixed]
        assert [list(one) for one in together] == [list(one) for one in alone]
        assert [one.after for one in together] == [one.after for one in alone]


def test_only_movement_phases_are_taken() -> None:
    later = replace(starting_position(), phase=Phase("S", 1901, PhaseType.RETREAT))
    for take in (batch.encode, batch.results_of):
        with pytest.raises(PositionError, match="S1901R is not a movement phase"):
            take([(later, [])])


def allied(*options: str) -> list[Order]:
    """Return orders of which the support of a foreign unit names its power, or leaves it out."""
    return [
        Move("ITALY", UnitName("PIE", ARMY), "MAR"),
        Support("FRANCE", UnitName("SPA", ARMY), UnitName("PIE", ARMY, *options), "MAR"),
        Hold("GERMANY", UnitName("MAR", ARMY)),
    ]


MARSEILLES = Position((Unit(ARMY, "PIE", "ITALY"), Unit(ARMY, "SPA", "FRANCE"), Unit(ARMY, "MAR", "GERMANY")))


@pytest.mark.parametrize("choice", ["valid", "invalid", "valid-unless-other"])
def test_a_batch_handed_to_plain_code_names_the_powers(choice: str) -> None:
    """DATC 4.C.5."""
    rules = rulebook(missing_nationality=choice)
    own = rules.with_rule("as usual", cut=lambda cut: cut.default)
    turns, left_out = batch.encode([(MARSEILLES, allied("ITALY"))], rules=rules)
    assert left_out == []
    assert turns.orders_of(0) == allied("ITALY")
    for under in (rules, own):
        out = batch.adjudicate_batch(turns, rules=under)
        assert (out.success(0), out.fallback_count) == ([True, True, False], int(under is own))
        assert next(iter(adjudicate(turns.position(0), turns.orders_of(0), rules=under))).success


def test_a_batch_is_refused_under_a_rulebook_by_which_its_orders_are_others() -> None:
    """DATC 4.C.5, 4.E.3: what was left out is filled in when orders become arrays."""
    position = Position((Unit(ARMY, "PAR", "FRANCE"), Unit(ARMY, "BUR", "FRANCE")))
    presumes = Support("FRANCE", UnitName("BUR", ARMY), UnitName("PAR", ARMY), "GAS")
    for turn, options, moved in (
        ((MARSEILLES, allied()), {"missing_nationality": "invalid"}, [True, False, False]),
        ((position, [presumes]), {"implicit_orders": "allowed"}, [False, False]),
    ):
        turns, _ = batch.encode([turn])
        assert batch.adjudicate_batch(turns).moved(0) == moved
        with pytest.raises(RulebookError, match=f"read by {next(iter(options))}="):
            batch.adjudicate_batch(turns, rules=rulebook(**options))
        with pytest.raises(RulebookError, match=f"read by {next(iter(options))}="):
            batch.adjudicate_batch(turns, rules=rulebook(**options).with_rule("mine", cut=lambda cut: cut.default))
    presumes_nothing = replace(presumes, destination=None)
    turns, _ = batch.encode([(position, [presumes_nothing]), (MARSEILLES, allied("ITALY"))])
    assert turns.read_by == {}
    implied, _ = batch.encode([(position, [presumes])], rules=rulebook(implicit_orders="allowed"))
    assert batch.adjudicate_batch(implied, rules=rulebook(implicit_orders="allowed")).moved(0) == [True, False]


def test_long_circles_are_settled_in_compiled_code() -> None:
    """One guess settles a circle, however long it is."""
    short = ["NTH", "NWG", "NAO", "IRI", "ENG"]
    circle = ["NTH", "NWG", "NAO", "IRI", "ENG", "BEL", "HOL", "HEL", "DEN", "SKA"]
    longer = ["NTH", "NWG", "NAO", "LVP", "WAL", "ENG", "BEL", "HOL", "HEL", "DEN", "SKA"]
    for places in (short, circle, longer):
        units = tuple(Unit(FLEET, place, "ENGLAND") for place in places)
        goals = [*places[1:], places[0]]
        orders = [Move("ENGLAND", UnitName(place, FLEET), goal) for place, goal in zip(places, goals, strict=True)]
        plain = adjudicate(Position(units), orders)
        turns, _ = batch.encode([(Position(units), orders)])
        out = batch.adjudicate_batch(turns)
        assert plain.solution.paradoxes
        assert (out.how.tolist(), out.fallback_count) == ([1], 0)
        assert out.moved(0) == [True] * len(places)
        assert out.record(0).arrays()[:2] == plain.record.arrays()[:2]
        assert out.answers["place"].tolist() == [load_board().location_number[goal] for goal in goals]


BURGUNDY = [Move("FRANCE", UnitName("PAR", ARMY), "BUR")]


def test_numbers_that_mean_nothing_are_refused() -> None:
    turns, _ = batch.encode([(starting_position(), BURGUNDY)])
    for column, value, words in (
        (("units", 0), 2, "1 for a fleet"),
        (("units", 1), 900, "a location"),
        (("units", 2), -1, "a power"),
        (("orders", 0), 4, "a kind"),
        (("orders", 1), 22, "a unit of the turn"),
        (("orders", 2), 81, "a location, or -1"),
        (("orders", 3), 3, "via convoy"),
    ):
        array = getattr(turns, column[0]).copy()
        array[5, column[1]] = value
        arrays = {"units": turns.units, "orders": turns.orders, column[0]: array}
        with pytest.raises(ValueError, match=words):
            batch.adjudicate_batch(batch.Batch(turns.board, turns.start, arrays["units"], arrays["orders"]))
    bad = turns.orders.copy()
    bad[0, 0], bad[0, 2] = MOVES, -1
    with pytest.raises(ValueError, match="without destination"):
        batch.adjudicate_batch(batch.Batch(turns.board, turns.start, turns.units, bad))


def test_arrays_that_are_no_turns_are_refused() -> None:
    """Compiled code does not look whether there is what a number points at."""
    turns, _ = batch.encode([(starting_position(), BURGUNDY)] * 3)
    nothing = np.zeros((0, 3), dtype=np.int16), np.zeros((0, 4), dtype=np.int16)

    def refused(words: str, start: object = None, units: object = None, orders: object = None) -> None:
        given = [
            old if new is None else new
            for old, new in zip((turns.start, turns.units, turns.orders), (start, units, orders), strict=True)
        ]
        with pytest.raises(ValueError, match=words):
            batch.adjudicate_batch(batch.Batch(turns.board, *given))

    refused("turn 1 has -5 units", np.array([0, 5, 0]), *nothing)
    refused("turn 1 has -10 units", np.array([0, 30, 20, 66]))
    refused("turn 0 has 66 units", np.array([0, 66]))
    refused("start goes from 0", np.array([], dtype=np.int64))
    refused("start must be an array of signed integers", turns.start.tolist())
    refused("start must be an array of signed integers with 1 dim", turns.start.reshape(-1, 1))
    refused("units must be an array of signed integers", None, turns.units.astype(float))
    refused("orders must be an array of signed integers", None, None, turns.orders.tolist())


@pytest.mark.parametrize(
    ("unit", "words"),
    [
        ((0, "NTH"), "A NTH cannot stand there"),
        ((0, "STP/NC"), "A STP/NC cannot stand there"),
        ((1, "BOH"), "F BOH cannot stand there"),
        ((1, "SPA"), "F SPA cannot stand there"),
        ((0, "PAR"), "turn 1: two units stand in one province"),
    ],
)
def test_units_that_cannot_stand_so_are_refused(unit: tuple[int, str], words: str) -> None:
    turns, _ = batch.encode([(starting_position(), [])] * 3)
    fleet, place = unit
    turns.units[22, :2] = fleet, turns.board.location_number[place]
    with pytest.raises(ValueError, match=words):
        batch.adjudicate_batch(turns)


def test_an_army_bound_for_a_coast_is_refused() -> None:
    """Whether that is illegal is for an option to say; arrays have no word for it."""
    army, fleet = UnitName("GAS", ARMY), UnitName("MAR", FLEET)
    units = (Unit(ARMY, "GAS", "FRANCE"), Unit(FLEET, "MAR", "FRANCE"))
    orders: list[Order] = [Move("FRANCE", army, "SPA"), Support("FRANCE", fleet, army, "SPA")]
    for row in (0, 1):
        turns, _ = batch.encode([(starting_position(), []), (Position(units), orders)])
        turns.orders[22 + row, 2] = turns.board.location_number["SPA/SC"]
        with pytest.raises(ValueError, match=f"unit {22 + row}: the destination of an army is a province"):
            batch.adjudicate_batch(turns)


def test_impossible_positions_are_no_surprise() -> None:
    for unit in (Unit(ARMY, "XXX", "FRANCE"), Unit(ARMY, "PAR", "BURGUNDY")):
        for read in (batch.results_of, batch.encode):
            with pytest.raises(PositionError):
                read([(Position((unit,)), [])])


# -- reused outcomes --------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_outcomes_are_reused_for_other_turns_of_the_same_size() -> None:
    """Nothing of what stood in it before is left: retreats and contested provinces among it."""
    pairs = drawn(100)
    turns, _ = batch.encode(pairs)
    backwards = batch.Batch(turns.board, turns.start, turns.units, turns.orders.copy())
    backwards.orders[:, 0] = np.where(backwards.orders[:, 0] == MOVES, MOVES, 0)
    outcomes = batch.adjudicate_batch(turns)
    arrays = ("answers", "masks", "contested", "retreats", "decided_by")
    kept = {name: getattr(outcomes, name).copy() for name in arrays}
    assert all(array.any() for array in (kept["contested"], kept["retreats"]))
    again = batch.adjudicate_batch(backwards, out=outcomes)
    fresh = batch.adjudicate_batch(backwards)
    assert again.answers is outcomes.answers
    for name in kept:
        assert (getattr(again, name) == getattr(fresh, name)).all()
    once_more = batch.adjudicate_batch(turns, out=again, checked=True)
    for name, array in kept.items():
        assert (getattr(once_more, name) == array).all()
    with pytest.raises(ValueError, match="`out` is for"):
        batch.adjudicate_batch(batch.encode(pairs[:3])[0], out=outcomes)


def test_reasons_may_be_left_out() -> None:
    pairs = drawn(100)
    turns, _ = batch.encode(pairs)
    full, short = batch.adjudicate_batch(turns), batch.adjudicate_batch(turns, reasons=False)
    assert not len(short.decided_by)
    fields = ["reason", "attack", "hold", "prevent"]
    assert not any(short.answers[name].any() for name in fields)
    rest = [name for name in full.answers.dtype.names if name not in fields]
    assert (short.answers[rest] == full.answers[rest]).all()
    assert (short.retreats == full.retreats).all()


def test_an_order_for_nobody_in_arrays_is_given_for_an_empty_province() -> None:
    """A turn handed over to the plain solver may hold one."""
    turns, _ = batch.encode([(Position((Unit(ARMY, "PAR", "FRANCE"),)), [])])
    turns.orders[0] = 2, -1, 5, 0
    (order,) = turns.orders_of(0)
    assert not adjudicate(turns.position(0), [order]).success(order)
