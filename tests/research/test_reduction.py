"""Clauses as turns, and the parts that they are made of, against what they must say."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random

import pytest

from research.reduction import KINDS, main, random_clauses, read_dimacs, reduced, says_satisfiable
from standoff import read
from standoff.map import ARMY, FLEET, Board, Position, Unit, routes
from standoff.map.routes import UNDECIDED
from standoff.solver import Convoy, Move, UnitName
from standoff.solver.plain import order_table
from standoff.solver.plain.house_table import table_of
from tests.helpers.boards import archipelago
from tests.helpers.command import run
from tests.helpers.paths import ROOT, written


def by_all_assignments(clauses: list[list[int]]) -> bool:
    variables = max(abs(one) for clause in clauses for one in clause)
    return any(
        all(any((one > 0) == values[abs(one) - 1] for one in clause) for clause in clauses)
        for values in product((False, True), repeat=variables)
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_a_turn_says_whether_its_clauses_can_be_satisfied(kind: str, seed: int) -> None:
    """Theorem 4 of `research/theory.md`."""
    draw = Random(seed)
    clauses = random_clauses(draw, draw.randint(1, 3), draw.randint(1, 9))
    turn = reduced(clauses, kind)
    variables = max(abs(one) for clause in clauses for one in clause)
    more = 8 if kind == "resolution" else 2
    assert len(turn.position.units) == 4 * variables + sum(map(len, clauses)) + more
    assert says_satisfiable(turn, kind) is by_all_assignments(clauses)


def test_both_answers_occur() -> None:
    assert [by_all_assignments(clauses) for clauses in ([[1], [-1]], [[1, 2], [-1]])] == [False, True]
    for kind in KINDS:
        assert not says_satisfiable(reduced([[1], [-1]], kind), kind)
        assert says_satisfiable(reduced([[1, 2], [-1]], kind), kind)


GATES: dict[str, tuple[int, Callable[..., bool]]] = {
    "wire": (1, lambda a: a),
    "not": (1, lambda a: not a),
    "or": (2, lambda a, b: a or b),
    "and": (2, lambda a, b: a and b),
}


def test_the_files_of_a_reduction_are_read_by_the_commands(tmp_path: Path) -> None:
    file = tmp_path / "small.cnf"
    file.write_text("c two clauses\np cnf 2 2\n1 2 0\n-1 0\n", encoding="utf-8")
    assert main([str(file)]) == 0
    ended = run("resolutions", "--count", "--map", str(tmp_path / "small.json"), str(tmp_path / "small.txt"))
    assert (ended.exit_code, ended.output) == (0, "1\n")
    assert read_dimacs(file.read_text(encoding="utf-8")) == [[1, 2], [-1]]


@pytest.mark.parametrize(
    ("text", "message"), [("1 x 0\n", "line 1: 'x'"), ("p cnf 0 0\n", "not empty"), ("1 3 0\n", "without a gap")]
)
def test_clauses_that_mean_nothing(text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path / "bad.cnf", text)
    with pytest.raises(SystemExit) as end:
        main([file])
    assert end.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("name", GATES)
def test_a_gadget_of_the_documentation_has_its_truth_table(name: str) -> None:
    text = (ROOT / "research" / "gadgets" / f"{name}.txt").read_text(encoding="utf-8")
    inputs, wanted = GATES[name]
    cuts = ["ENGLAND\n  F NAO - IRI\n", "FRANCE\n  A PAR - PIC\n"]
    for values in product((False, True), repeat=inputs):
        turn = read(text + "".join(cut for cut, value in zip(cuts, values, strict=False) if not value))
        assert turn.resolutions().unique
        result = turn.adjudicate()
        assert result["LON"].success is result["NWY"].success is wanted(*values)


def test_what_cannot_be_told_bounds_its_own_order_and_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the search for a route gives up, the turn is adjudicated, and the order is named."""
    monkeypatch.setattr(routes, "MOST_STEPS", 3)
    turn = reduced([[1, 2], [-1]], "move")
    board, text = written(tmp_path / "board.json", turn.data), written(tmp_path / "turn.txt", turn.text)
    words = "undecided: AMBER: F MID C A FROM - GOAL: too many ways lead over the fleets at sea"
    others, none = "what became of other orders may rest on that", "nothing else rests on that"
    for rules, rest in (("2023", others), ("dptg", others), ("webdiplomacy", none)):
        arguments = ["--rules", rules, "--map", board, text]
        assert says_satisfiable(turn, "move") is None
        for command in ("adjudicate", "resolutions"):
            output = " ".join(run(command, *arguments).output.split())
            assert words in output
            assert rest in output
        assert rest in json.loads(run("adjudicate", "--json", *arguments).output)["undecided"][0]


@pytest.mark.parametrize(("rules", "undecided"), [("1971", True), ("1982-czech", True), ("2023", False)])
def test_fleets_that_may_be_part_of_a_convoy_are_named(
    rules: str, undecided: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it matters which of the fleets ordered to convoy take part, not being able to tell is said."""
    board = Board(archipelago(6, 6))
    seas = [place.id for place in board.provinces if place.kind == "sea"]
    orders = [Move("AMBER", UnitName("I0Y0N0", ARMY), "I5Y5N1")]
    orders += [Convoy("AMBER", UnitName(place, FLEET), UnitName("I0Y0N0", ARMY), "I5Y5N1") for place in seas]
    units = [Unit(ARMY, "I0Y0N0", "AMBER"), *(Unit(FLEET, place, "AMBER") for place in seas)]
    table = table_of(board, Position(units=tuple(units)), orders, rules)
    assert not table.undecided
    monkeypatch.setattr(order_table, "chordless_chain", lambda *_: UNDECIDED)
    table = table_of(board, Position(units=tuple(units)), orders, rules)
    assert (len(table.undecided) == len(seas)) is undecided
