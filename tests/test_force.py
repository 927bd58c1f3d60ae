"""What a power can force, compared with plain enumeration of all orders."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("numba")

import numpy as np

from standoff import read, rulebook
from standoff.cases.cli import main
from standoff.cases.find import forcing
from standoff.cases.find.deciding import played
from standoff.cases.find.forcing import Forced, ForceError, force, goal_of
from standoff.cases.find.given import joint_orders, rows_of_orders
from standoff.map import FLEET, Position

POSITIONS = {
    # two attackers of Burgundy, one defender with a possible cutter of the support
    "land": ("standard S1901M FRANCE:APAR,AMAR;GERMANY:ABUR;ITALY:APIE", ["FRANCE"]),
    # a convoy that can be disrupted
    "sea": ("standard S1901M ENGLAND:FENG,ALON;FRANCE:FBRE,FMAO", ["ENGLAND"]),
    # a unit between two, which may help each other
    "between": ("standard S1901M AUSTRIA:ASER,ABUD;RUSSIA:ARUM,ASEV;TURKEY:ABUL", ["RUSSIA"]),
}
GOALS = [
    ("land", "A PAR - BUR"),
    ("land", "A BUR dislodged"),
    ("land", "A MAR H"),
    ("land", "not A PIE - MAR"),
    ("land", "A MAR S A PAR - BUR"),
    ("sea", "A LON - BRE"),
    ("sea", "A LON - BEL"),
    ("sea", "F ENG C A LON - BEL"),
    ("sea", "not F MAO - ENG"),
    ("between", "A RUM H"),
    ("between", "A SEV S A RUM"),
    ("between", "A RUM - BUD"),
    ("between", "not A SER - RUM"),
]


def plainly(position: Position, text: str, by: list[str], rules_name: str, *, at_best: bool = False) -> bool:
    """Tell by trying all orders of all units whether something can be forced, or can come about."""
    board, rules = read(f"{position}").board, rulebook(rules_name)
    goal = goal_of(text, position, board, by)
    choices = rows_of_orders(position, board, (rules,))
    own = [n for n, unit in enumerate(position.units) if unit.power in by]
    others = [n for n in range(len(position.units)) if n not in own]
    powers = list(board.powers)
    units = np.array(
        [
            (int(unit.type is FLEET), board.location_number[unit.location], powers.index(unit.power))
            for unit in position.units
        ],
        dtype=np.int16,
    )
    if goal.row is not None and goal.wanted == "succeeds":
        choices[goal.unit] = np.array([goal.row], dtype=np.int16)
    for ours in joint_orders(choices, own):
        for one in ours:
            fixed = [rows if n in others else one[n][None] for n, rows in enumerate(choices)]
            reached = np.concatenate(
                [
                    goal.reached(played(board, np.repeat(units[None], len(orders), axis=0), orders), rules)
                    for orders in joint_orders(fixed, others)
                ]
            )
            if reached.any() if at_best else reached.all():
                return True
    return False


def ask(name: str, text: str, rules: str = "2023", *, at_best: bool = False) -> tuple[Forced, Position]:
    line, by = POSITIONS[name]
    turn = read(line)
    return force(turn.position, text, by, board=turn.board, rules=rulebook(rules), at_best=at_best), turn.position


@pytest.mark.parametrize("rules", ["2023", "1971"])
@pytest.mark.parametrize(("name", "text"), GOALS)
def test_what_can_be_forced_is_what_plain_enumeration_says(name: str, text: str, rules: str) -> None:
    found, position = ask(name, text, rules)
    assert found.certain == plainly(position, text, POSITIONS[name][1], rules)


@pytest.mark.parametrize(("name", "text"), GOALS)
def test_what_can_come_about_is_what_plain_enumeration_says(name: str, text: str) -> None:
    found, position = ask(name, text, at_best=True)
    assert found.certain == plainly(position, text, POSITIONS[name][1], "2023", at_best=True)


def test_some_can_be_forced_and_some_cannot() -> None:
    assert {ask(name, text)[0].certain for name, text in GOALS} == {True, False}


@pytest.mark.parametrize(("name", "text"), GOALS)
def test_the_answer_stops_it(name: str, text: str) -> None:
    found, position = ask(name, text)
    board = read(POSITIONS[name][0]).board
    goal = goal_of(text, position, board, POSITIONS[name][1])
    from standoff.solver.batch import encode_turn

    rows = encode_turn(position, [*found.orders, *found.answer], board, rulebook())
    assert rows is not None
    turns = played(board, np.array([rows[0]], dtype=np.int16), np.array([rows[1]], dtype=np.int16))
    assert bool(goal.reached(turns, rulebook())[0]) == found.certain


def test_against_given_orders() -> None:
    turn = read(POSITIONS["land"][0])
    given = read("ITALY: A PIE - MAR\nGERMANY: A BUR H", position=turn.position).orders
    found = force(turn.position, "A BUR dislodged", ["FRANCE"], board=turn.board, given=given)
    assert found.certain  # the attack of Marseilles is supported by Paris, which nobody attacks
    assert {str(order) for order in found.orders} == {"A MAR - BUR", "A PAR S A MAR - BUR"}


def test_paris_to_burgundy_in_spring_1901() -> None:
    run = CliRunner().invoke(main, ["force", "start", "A PAR - BUR", "--by", "France"])
    assert run.exit_code == 0, run.output
    assert "A MAR S A PAR - BUR" in run.output
    run = CliRunner().invoke(main, ["force", "start", "F LON - ENG", "--by", "ENGLAND", "--json"])
    assert run.exit_code == 1
    assert '"answer": ["F BRE - ENG"]' in run.output


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ("A MUN - BUR", "who does not force it"),
        ("A RUH dislodged", "no unit stands in RUH"),
        ("A PAR - LON", "illegal"),
        ("A PAR B", "not an order of a movement phase"),
        ("nonsense", "nonsense"),
    ],
)
def test_what_means_nothing_is_said(goal: str, words: str) -> None:
    turn = read("start")
    with pytest.raises(ForceError, match=words):
        force(turn.position, goal, ["FRANCE"], board=turn.board)


def test_beyond_the_bound_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forcing, "MOST_ANSWERS", 200_000)
    turn = read(Path(__file__).parents[1] / "cases" / "turns" / "fall-1906.txt")
    unit = next(unit for unit in turn.position.units if unit.power == "TURKEY")
    with pytest.raises(ForceError, match="the limit is"):
        force(turn.position, f"{unit} H", ["TURKEY"], board=turn.board)
