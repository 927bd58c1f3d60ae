"""An order carries the text that it was read from; it belongs neither to its value nor to its notation."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest

from standoff import Game, Position, Turn, read, starting_position
from standoff.map import ARMY, Phase
from standoff.solver import Move, UnitName
from standoff.turn import following_turn

PLAIN = Move("FRANCE", UnitName("PAR", ARMY), "BUR")


@pytest.mark.parametrize("text", ["A PAR - BUR", "Army Paris to Burgundy", "Armáda Paříž do Burgundska", "a par-bur"])
def test_an_order_carries_its_text(text: str) -> None:
    for order in (read(f"FRANCE: {text}").orders[0], read("start", {"FRANCE": [text]}).orders[0]):
        assert (order, hash(order), repr(order), str(order)) == (PLAIN, hash(PLAIN), repr(PLAIN), str(PLAIN))
        assert order.text == text
        assert [twin.text for twin in (copy.copy(order), pickle.loads(pickle.dumps(order)))] == [text, text]
        assert replace(order, destination="GAS").text == ""


def test_an_order_given_as_a_value_is_written_in_canonical_notation() -> None:
    turn = Turn(starting_position(), (PLAIN,))
    assert (PLAIN.text, turn.texts, turn.adjudicate().texts[:2]) == ("", ("A PAR - BUR",), ("A PAR - BUR", None))


def test_equal_orders_keep_their_own_texts() -> None:
    turn = read("FRANCE\n SET 1\n  Paris - Burgundy\n SET 2\n  A PAR - BUR\n")
    assert turn.texts == ("Paris - Burgundy", "A PAR - BUR")
    game = Game()
    game.order("FRANCE", "Army Paris to Burgundy")
    game.order("GERMANY", "A MUN - BUR")
    assert game.orders == {"FRANCE": ("Army Paris to Burgundy",), "GERMANY": ("A MUN - BUR",)}
    assert Game.from_dict(game.to_dict()).orders == game.orders


def test_phases_that_a_record_omits_are_skipped() -> None:
    autumn = Turn(Position.parse("standard F1901M FRANCE:ASPA FRANCE:PAR")).adjudicate()
    assert str(following_turn(autumn).phase) == "W1901A"
    spring = following_turn(autumn, recorded=Position(phase=Phase.parse("S1902M")))
    assert (str(spring.phase), spring.position.centers["FRANCE"]) == ("S1902M", ("PAR", "SPA"))
    assert str(following_turn(autumn, recorded=Position(phase=Phase.parse("W1901A"))).phase) == "W1901A"
