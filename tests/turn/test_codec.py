"""The object of a position and the object of a turn are read by one reader, and what names a power by another."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from standoff import Position, StandoffError, Turn, read
from standoff.cases.origins import position_in
from standoff.map import UnknownNameError, load_board
from standoff.page.editing import changed

UNITS = {"units": {"FRANCE": ["A PAR"], "GERMANY": ["A BUR"]}}
DISLODGED = {"power": "FRANCE", "from": "MUN", "by_convoy": False}


def read_as(reader: Callable[[dict[str, Any]], Position], entry: dict[str, Any]) -> str:
    """Return the position that a reader finds, or its fault."""
    try:
        return str(reader(entry))
    except StandoffError as fault:
        return f"fault: {fault}"


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"dislodged": {"A BUR": {**DISLODGED, "by_convoy": "false"}}}, 'by_convoy is true or false, found "false"'),
        ({"dislodged": {"A BUR": {**DISLODGED, "by_convy": True}}}, "unknown key 'by_convy'"),
        ({"dislodged": {"A BUR": {"from": "MUN"}}}, "expected an object with 'power'"),
        ({"dislodged": {"*A BUR": DISLODGED}}, " FRANCE:ABUR<MUN "),
        ({"dislodged": {"A BUR": {**DISLODGED, "from": 5}}}, "dislodged 'A BUR', from: expected a text, found 5"),
        ({"dislodged": {"A BUR": {**DISLODGED, "retreats": ["GAS"]}}}, " FRANCE:ABUR<MUN "),
        ({"dislodged": ["A BUR"]}, "dislodged: expected an object"),
        ({"contested": ["STP/SC"]}, " STP "),
        ({"contested": ["STX"]}, "contested: no province 'STX'"),
        ({"closed": "BUR"}, 'closed: expected a list of texts, found "BUR"'),
        ({"civil_disorder": ["French"]}, " FRANCE "),
        ({"civil_disorder": ["Marsians"]}, "civil_disorder: no power 'Marsians'"),
        ({"units": {"FRNCE": ["A PAR"]}}, "units: no power 'FRNCE' on board standard (nearest known: France)"),
        ({"units": {"FRANCE": ["A PRA"]}}, "FRANCE: 'A PRA' is not a unit; expected A or F and a place"),
        ({"units": {"FRANCE": ["APAR"]}}, "'APAR' is not a unit"),
        ({"units": {"FRANCE": None}, "centers": None}, "standard S1901R - - "),
        ({"centers": {"FRANCE": ["PAR"], "French": ["BRE"]}}, " FRANCE:PAR,BRE "),
        ({"centers": {"FRANCE": ["PRA"]}}, "FRANCE: PRA is not a supply center"),
        ({"season": "F1901X"}, "F1901X"),
        ({"season": 1901}, "season: expected a text, found 1901"),
        ({"map": "standrad"}, "no board named 'standrad'"),
        ({"wings": []}, "unknown key 'wings'"),
    ],
    ids=str,
)
def test_a_position_is_the_same_by_itself_and_in_a_turn(more: dict[str, Any], expected: str) -> None:
    entry = {"season": "S1901R", **UNITS, **more}
    alone = read_as(Position.from_dict, entry)
    assert expected in alone
    if "wings" not in more:  # a turn has more keys, which the message lists
        assert read_as(lambda entry: Turn.from_dict(entry).position, entry) == alone
        assert read_as(lambda entry: read(entry).position, entry) == alone


@pytest.mark.parametrize("name", ["FRANCE", "France", "french", "Francie", "Fra"])
def test_a_power_has_the_same_names_everywhere(name: str) -> None:
    board = load_board()
    wanted = Position.parse("standard - FRANCE:APAR")
    assert board.power_named(name) == "FRANCE"
    assert Position.parse(f"standard - {name}:APAR") == wanted
    assert Position.from_dict({"units": {name: ["A PAR"]}}) == wanted
    assert position_in({name: "A PAR"}, board) == wanted
    assert changed(Position(), {"unit": "A PAR", "power": name}, board) == wanted


def test_a_power_that_nobody_knows_is_named_the_same_everywhere() -> None:
    board, message = load_board(), "no power 'Frnace' on board standard (nearest known: France)"
    for reader in (
        board.power_named,
        lambda name: Position.parse(f"standard - {name}:APAR"),
        lambda name: Position.from_dict({"units": {name: ["A PAR"]}}),
        lambda name: position_in({name: "A PAR"}, board),
        lambda name: changed(Position(), {"unit": "A PAR", "power": name}, board),
        lambda name: read("FRANCE: A PAR - BUR").counterfactuals("PAR", by=name),
    ):
        with pytest.raises(StandoffError, match=re.escape(message)):
            reader("Frnace")
    with pytest.raises(UnknownNameError, match="no power 5 on board standard; known: AUSTRIA, "):
        board.power_named(5)
