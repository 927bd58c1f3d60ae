"""Orders that are looked up are what the grammar makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from standoff.map import FLEET, Board, load_board
from standoff.solver import Order, OrderError
from standoff.text.notation.exact import ExactOrders
from standoff.text.notation.grammar import by_grammar
from standoff.text.notation.lexicon import Lexicon, Token, lexicon_of
from tests.helpers.turns import standard_board


def orders_in_ids(board: Board, chance: Random, each: int) -> Iterator[str]:
    """Yield orders of all forms, legal or nonsensical, in which every word stands beside every word that it can."""
    places = list(board.location_number)
    for at in places:
        for kind in "AF":
            yield from (f"{kind} {at} {verb}" for verb in "HDB")
            targets = [f"{other} {place}" for other in "AF" for place in chance.sample(places, each)]
            for target in targets:
                place = chance.choice(places)
                yield f"{kind} {at} R {place}"
                yield f"{kind} {at} - {place} VIA"
                yield f"{kind} {at} S {target}"
                yield f"{kind} {at} S {target} - {place}"
                yield f"{kind} {at} C {target} - {place}"
        yield from (f"A {at} - {place}" for place in places)


def fully(text: str, power: str, board: Board) -> list[Order] | None:
    """Return what the grammar makes of a text; None if it cannot be read."""
    tokens, bad = lexicon_of(board, False).tokens(text)
    try:
        return None if bad >= 0 else by_grammar(text, tokens, power, board)
    except OrderError:
        return None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["standard", "czech1962-three", "czech1962-six"])
def test_orders_in_ids_are_what_the_grammar_makes_of_them(name: str) -> None:
    board = load_board(name)
    exact_orders, power = ExactOrders(Lexicon(board)), next(iter(board.powers))
    assert exact_orders.places.keys() == board.location_number.keys()
    for text in orders_in_ids(board, Random(name), 4 if name == "standard" else 1):
        order = exact_orders.order(text, power)
        assert order is not None, text
        assert str(order) == text
        assert [order] == fully(text, power, board), text


def test_everything_else_is_left_to_the_grammar() -> None:
    exact_orders, chance = ExactOrders(Lexicon(load_board())), Random(1)
    for text in orders_in_ids(load_board(), chance, 1):
        words = text.split(" ")
        words[chance.randrange(len(words))] = chance.choice(
            ["", "par", "Paris", "PAR/NC", "X", "a", "h", "–", "->", "A"]
        )
        for changed in (" ".join(words), f" {text}", f"{text} ", text.replace(" ", "  "), f"{text}.", text.lower()):
            order = exact_orders.order(changed, "FRANCE")
            assert order is None or str(order) == changed
            assert order is None or [order] == fully(changed, "FRANCE", load_board()), changed


UNITS = ("PLACE", "TYPE PLACE", "POWER PLACE", "PLACE TYPE")
FORMS = (
    *("{0} HOLD", "{0} DASH HOLD", "{0} {2} PLACE", "{0} {2} PLACE VIA", "{0} {2} PLACE {2} PLACE", "{0} PLACE"),
    *("{0} SUPPORT {1}", "{0} SUPPORT {1} HOLD", "{0} SUPPORT {1} {2} PLACE", "{0} SUPPORT {1} PLACE"),
    *("{0} CONVOY {1} {2} PLACE", "{0} CONVOY {1} {2} PLACE VIA", "{0} RETREAT PLACE", "{0} RETREAT {2} PLACE"),
    *("{0} DISBAND", "{0} BUILD", "DISBAND {0}", "BUILD {0}", "POWER BUILD {0}", "WAIVE", "BUILD {0} {2} PLACE"),
)
VALUES = {"TYPE": FLEET, "POWER": "FRANCE"}


def test_words_of_known_kinds_are_looked_up_as_the_grammar_reads_them() -> None:
    looked_up, found = ExactOrders(Lexicon(load_board())), 0
    for form, unit, target, dash in product(FORMS, UNITS, UNITS, ("DASH", "TO", "MOVE")):
        places = iter(("PAR", "SPA/NC", "BUR", "GAS", "MAR", "PIC"))
        kinds = form.format(unit, target, dash).split()
        tokens = [Token(kind, next(places) if kind == "PLACE" else VALUES.get(kind, kind), 0, 0) for kind in kinds]
        order = looked_up.of_tokens(tokens, "FRANCE")
        if order is not None:
            found += 1
            assert [order] == by_grammar("", tokens, "FRANCE", load_board())
    assert found > 200


def renamed(aliases: dict[str, list[str]], power: str = "") -> Board:
    """Return the standard board with more names for provinces, and for France."""
    data = standard_board()
    for province, names in aliases.items():
        data["provinces"][province].setdefault("aliases", []).extend(names)
    if power:
        data["powers"]["FRANCE"].setdefault("aliases", []).append(power)
    return Board(data)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "lost"),
    [
        (renamed({"GAS": ["Par Bur"]}), {"PAR"}),
        (renamed({"GAS": ["Mun Via"], "PIC": ["Ber S"]}), {"MUN", "BER"}),
        (renamed({"GAS": ["S A"]}), None),
        (renamed({"GAS": ["A Par"]}), None),
        (renamed({}, "A Par - Bur"), None),
        (renamed({}, "Par"), {"PAR"}),
    ],
    ids=["place-place", "place-word", "word-letter", "letter-place", "power", "power-place"],
)
def test_a_board_whose_names_can_be_mistaken_for_orders(board: Board, lost: set[str] | None) -> None:
    exact_orders = ExactOrders(Lexicon(board))
    assert board.location_number.keys() - exact_orders.places.keys() == (
        board.location_number.keys() if lost is None else lost
    )
    for text in orders_in_ids(board, Random(2), 1):
        order = exact_orders.order(text, "FRANCE")
        assert order is None or [order] == fully(text, "FRANCE", board), text
