"""Words of convoy paradoxes: what `research/paradoxes.md` says, against the atlas, turns laid out, and random ones."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

pytest.importorskip("numba")

from research.listed import is_whole, listed, predicted
from research.words import (
    Link,
    Shape,
    counted,
    is_paradox,
    laid,
    resolutions,
    shapes,
    smaller,
    stages,
    table,
    turn_of,
    words,
)
from standoff import Turn
from standoff.map import PhaseType, Position
from standoff.random_turns import question
from standoff.searches.atlas_book import PARADOX, atlas
from standoff.solver import Convoy, Hold, Move, Stage, Stages, Support, resolutions as every_resolution
from standoff.solver.law.searching import is_circle
from tests.helpers.paths import ROOT


def only_word(turn: Turn) -> str:
    """Return the word of the only paradox of a turn."""
    (paradox,) = turn.resolutions().paradoxes
    return paradox.paradox_class


def text(shape: Shape) -> str:
    return "".join(map(str, shape.word))


# -- counts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("units", range(4, 13))
def test_the_formula_counts_the_words_that_are_listed(units: int) -> None:
    by_count = [resolutions(word) for word in words(units)]
    assert counted(12)[units] == (by_count.count(0), by_count.count(2))


def test_the_page_has_the_table_that_the_formula_makes() -> None:
    assert table() in (ROOT / "research" / "paradoxes.md").read_text(encoding="utf-8")


def test_stages_are_those_of_the_definition_and_no_others() -> None:
    for units in range(4, 16):
        assert all(stage.units == units for stage in stages(units))
    assert {len(stage.guards) for stage in stages(14)} == {0, 1, 2}
    assert not any(stage.letter == "B" and not stage.more for units in range(16) for stage in stages(units))


# -- the atlas -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("units", [4, 5, 6])
def test_the_shapes_listed_by_the_search_are_those_predicted(units: int) -> None:
    found = {
        line["pattern"]
        for line in atlas().lines
        if line["part"] == PARADOX
        and line["units"] == units
        and line["by_rulebook"][0]["paradoxes"][0]["kind"] == "convoy"
    }
    assert {str(laid(shape)[0].numbered().pattern) for shape in shapes(units)} == found


def test_there_are_26_shapes_of_seven_units() -> None:
    assert len({laid(shape)[0].numbered().pattern for shape in shapes(7)}) == 26


@pytest.mark.parametrize(("units", "shapes_whole"), [(4, 3), (5, 6)])
def test_all_turns_with_a_ring_of_arrows_hold_the_shapes_predicted(units: int, shapes_whole: int) -> None:
    """Of 6 units it takes seconds, of 7 minutes: `python -m research.listed 7`."""
    _, minimal = listed(units)
    assert minimal == predicted(units)
    assert sum(map(is_whole, minimal)) == shapes_whole


# -- laid on boards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("units", [4, 5, 6, 7, 8])
def test_each_shape_is_a_minimal_paradox_with_the_predicted_resolutions(units: int) -> None:
    for shape in shapes(units):
        turn = turn_of(shape)
        assert len(turn.position.units) == units
        assert turn.resolutions().count == resolutions(shape.word), str(shape)
        assert only_word(turn) == text(shape)
        assert not any(map(is_paradox, smaller(turn))), str(shape)


@pytest.mark.parametrize("letters", ["A", "H", "AA", "AH", "HH", "AAA", "AAH", "AHH", "HHH"])
def test_a_ring_has_two_resolutions_or_none_and_is_its_core(letters: str) -> None:
    """Theorem 3 of `research/theory.md`: by the number of stages that hinder; a core has three orders of each stage."""
    turn = turn_of(Shape(tuple(Link(Stage(letter)) for letter in letters)))
    every = every_resolution(turn.position, turn.orders, board=turn.board)
    assert every.count == (0 if letters.count("H") % 2 else 2) == len(every.by_search)
    (component,) = every.components
    assert component.kind is not None
    assert component.core == component.orders
    assert component.orders.bit_count() == 3 * len(letters)
    assert is_circle(every.table.rows, component.orders)


@pytest.mark.parametrize("fleets", range(1, 7))
def test_a_route_of_m_fleets_has_m_families_with_a_dead_fleet(fleets: int) -> None:
    """Each is minimal; they differ in how many fleets the dead one's way leaves out."""
    around: set[int] = set()
    for skipped in range(1, fleets + 1):
        shape = Shape((Link(Stage("A", fleets=fleets), "d", skipped),))
        turn, pattern = turn_of(shape), laid(shape)[0].pattern
        assert is_paradox(turn)
        assert not any(map(is_paradox, smaller(turn)))
        whole, other = sorted(pattern.routes, key=lambda route: 0 in route, reverse=True)
        assert (len(whole), 0 in other) == (fleets, False)
        around.add(len(set(whole) - set(other)))
    assert around == set(range(1, fleets + 1))


@pytest.mark.parametrize(
    ("rules", "left"),
    [
        ("2000", lambda word: len(word) > 1 or word[0].letter == "H"),
        ("1982", lambda word: False),
        ("dptg", lambda word: True),
        ("czech1962", lambda word: all(stage.letter == "A" and not stage.more for stage in word)),
    ],
)
def test_what_other_rulebooks_leave_open(rules: str, left: Callable[[Stages], bool]) -> None:
    """The table of `research/paradoxes.md`, for the classes of up to 8 units with far armies."""
    for units in range(4, 9):
        for word in words(units):
            turn = turn_of(Shape(tuple(map(Link, word))))
            minimal = bool(turn.resolutions(rules).paradoxes) and not any(
                any(one.kind == "convoy" for one in less.resolutions(rules).paradoxes) for less in smaller(turn)
            )
            assert minimal is left(word), (rules, text(Shape(tuple(map(Link, word)))))


# -- random paradoxes ------------------------------------------------------------------------------------------------


def check_is_word(turn: Turn) -> None:
    """Check that a minimal paradox has a word that has a place for each of its units."""
    (paradox,) = turn.resolutions().paradoxes
    assert paradox.paradox_class, turn
    word = list(_parsed(paradox.paradox_class))
    assert turn.resolutions().count == resolutions(tuple(word))
    convoys = [order for order in turn.orders if isinstance(order, Convoy)]
    off = len(convoys) - sum(stage.fleets for stage in word)  # loose and dead ones
    idle = len(turn.position.units) - sum(not isinstance(order, Hold) for order in turn.orders)
    known = sum(stage.units for stage in word) + off + idle
    assert len(turn.position.units) - known in range(0, 2 * off + 1, 2), turn  # two for each that is dead
    assert not idle or off


def _parsed(word: str) -> Iterator[Stage]:
    for letter, more, fleets, guards in re.findall(r"([ABHR])(?:\+(\d+))?(?:~(\d+))?((?:!\d+)*)", word):
        yield Stage(letter, int(more or 0), int(fleets or 1), tuple(map(int, guards.split("!")[1:])))


def reduced(turn: Turn) -> Turn:
    """Return a convoy paradox reduced, one order or unit at a time, until no single one can be left out."""
    while (less := next(filter(is_paradox, smaller(turn)), None)) is not None:
        turn = less
    return turn


def noisy(drawn: random.Random) -> Turn:
    """Return a word of up to 9 units on its board, some of its units given to others, some orders exchanged."""
    turn = turn_of(drawn.choice([shape for units in (6, 7, 8, 9) for shape in SHAPES[units]]))
    board = turn.board
    units = list(turn.position.units)
    orders = list(turn.orders)
    for _ in range(drawn.randrange(1, 4)):
        number = drawn.randrange(len(units))
        what = drawn.randrange(3)
        if what == 0:
            power = drawn.choice(sorted({unit.power for unit in units}))
            units[number] = replace(units[number], power=power)
            orders[number] = replace(orders[number], power=power)
            continue
        other = drawn.randrange(len(units))
        target, unit = orders[other], orders[number].unit
        if isinstance(target, Move) and what == 1:
            orders[number] = Support(orders[number].power, unit, target.unit, target.destination)
        elif what == 2 and other != number:
            orders[number] = Move(orders[number].power, unit, units[other].location)
    return Turn(Position(tuple(units)), tuple(orders), board=board)


SHAPES = {units: shapes(units) for units in (6, 7, 8, 9)}


def test_words_with_noise_reduce_to_words() -> None:
    drawn = random.Random(7)
    met: set[str] = set()
    for _ in range(200):
        turn = noisy(drawn)
        if is_paradox(turn):
            less = reduced(turn)
            check_is_word(less)
            met.add(only_word(less))
    assert len(met) > 15


@pytest.mark.slow
def test_paradoxes_of_the_generator_reduce_to_words() -> None:
    """Movement phases of the generator, of whole boards: reduced, they have few units left."""
    found = 0
    for number in range(130):
        turn = question(5, number)
        if turn.type is PhaseType.MOVEMENT and is_paradox(turn):
            check_is_word(reduced(turn))
            found += 1
    assert found
