"""Public values cannot be changed, and equal their own copies and pickles, hash included."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import standoff
from standoff import Dislodged, Phase, Position, Unit, load_board, read, rulebook, rulebooks, starting_position
from standoff.map import FLEET, ReadOnlyDict
from standoff.solver import variants

MADE: dict[str, Callable[[], object]] = {
    "unit": lambda: Unit(FLEET, "BRE", "FRANCE"),
    "dislodged": lambda: Dislodged(Unit(FLEET, "BRE", "FRANCE"), "MAO"),
    "phase": lambda: Phase.parse("F1901M"),
    "board": load_board,
    "names": lambda: load_board().names,
    "position": starting_position,
    "order": lambda: standoff.order("A PAR - BUR", "FRANCE"),
    "rulebook": lambda: rulebook("1982", adjacent_convoy="explicit"),
    "rulebooks": rulebooks,
    "turn": lambda: read("6.F.14"),
    "result": lambda: read("6.F.14").adjudicate(),
    "movement": lambda: read("6.F.14").adjudicate().phase_result,
    "order result": lambda: read("6.F.14").adjudicate()["LON"],
    "paradox": lambda: read("6.F.14").adjudicate().paradoxes[0],
    "retreats": lambda: read("6.H.2").next().adjudicate(),
    "adjustments": lambda: read("6.I.1").adjudicate(),
    "comparison": lambda: read("6.F.14").compare(),
    "outcome": lambda: read("6.F.14").compare().outcomes[1],
    "resolutions": lambda: read("6.F.14").resolutions(),
    "counterfactuals": lambda: read("6.F.14").counterfactuals("LON"),
    "checked": lambda: standoff.check("A PAR - MUN", "start", power="FRANCE"),
    "drawing": lambda: standoff.draw("6.F.14"),
}


@pytest.mark.parametrize("name", MADE)
def test_a_value_equals_its_copies(name: str) -> None:
    value = MADE[name]()
    for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value)), MADE[name]()):
        assert value == other
        if type(value).__hash__ is not None:
            assert hash(value) == hash(other)


def test_what_other_turns_had_read_is_not_in_a_copy() -> None:
    """Once copies had all orders that were ever read on the board, and went as deep as these refer to each other."""
    orders = "FRANCE: A PAR - BUR, A MAR S A PAR - BUR"
    result = read(orders).adjudicate().phase_result
    before = len(pickle.dumps(result))
    chain = [place for place in load_board().army_stands if "/" not in place]
    for one in chain:
        for other in chain:
            if one != other:
                read(f"FRANCE: A {one} S A {other}, A {other} H").adjudicate()
    assert len(pickle.dumps(read(orders).adjudicate().phase_result)) == before
    assert copy.deepcopy(result) == result


def test_results_of_other_turns_differ() -> None:
    results = [read(case).adjudicate(rules).phase_result for case in ("6.F.14", "6.F.15") for rules in ("2023", "1982")]
    assert len(set(results)) == 4
    assert all((one == two) == (one is two) for one in results for two in results)


def test_the_centers_of_a_position_are_its_own() -> None:
    """Neither through the position nor through what it was made from."""
    mine: dict[str, Any] = {"FRANCE": ["PAR", "BRE"]}
    position = Position(centers=mine)
    before = hash(position)
    mine["FRANCE"].append("MAR")
    mine["ITALY"] = ("ROM",)
    assert position.centers == {"FRANCE": ("PAR", "BRE")}
    assert hash(position) == before
    for change in (
        lambda: position.centers.__setitem__("FRANCE", ()),
        position.centers.clear,
        lambda: Position().centers.update(FRANCE=()),
    ):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()


def test_a_board_is_one_for_all_and_nobody_changes_it() -> None:
    board = load_board()
    mappings = [name for name, value in vars(board).items() if isinstance(value, dict) and not name.startswith("_")]
    assert {"powers", "impassable", "province_number", "location_number"} <= set(mappings)
    assert [name for name in mappings if type(getattr(board, name)) is not ReadOnlyDict] == []
    for name in ("victory_centers", "powers", "anything"):
        with pytest.raises(AttributeError, match="a board never changes"):
            setattr(board, name, 1)
    with pytest.raises(AttributeError):
        del board.powers
    for graph in (board.army_graph, board.fleet_graph, board.province_graph):
        with pytest.raises(Exception, match="Frozen"):
            graph.add_edge("PAR", "NTH")
        assert not graph.copy().has_edge("PAR", "NTH")
    board.data["name"] = "mine"
    assert board.data["name"] == "standard"
    with pytest.raises(TypeError):
        variants()["standard"] = variants()["two-1982"]  # type: ignore[index]  # pyright: ignore[reportIndexIssue]


@pytest.mark.parametrize(
    "change",
    [
        lambda one: one.__setitem__("a", 2),
        lambda one: one.__delitem__("a"),
        lambda one: one.__ior__({"b": 1}),
        lambda one: one.clear(),
        lambda one: one.pop("a"),
        lambda one: one.popitem(),
        lambda one: one.setdefault("b", 1),
        lambda one: one.update(b=1),
    ],
)
def test_a_read_only_dict_refuses_every_change(change: Callable[[Any], object]) -> None:
    one = ReadOnlyDict({"a": 1})
    with pytest.raises(TypeError, match="cannot be changed"):
        change(one)
    assert one == {"a": 1}
    assert type(pickle.loads(pickle.dumps(one))) is type(copy.deepcopy(one)) is ReadOnlyDict


@pytest.mark.parametrize("power", [[], {}, ["FRANCE"], 7, None])
def test_the_power_of_an_order_is_a_text(power: Any) -> None:
    with pytest.raises(standoff.UnknownNameError):
        standoff.order("A PAR - BUR", power)
