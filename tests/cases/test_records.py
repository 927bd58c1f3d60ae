"""Games of webDiplomacy and DiploBN: small hand-made records in their formats, read and replayed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from standoff import Game, StandoffError, read, rulebook
from standoff.cases import format_of, replay
from standoff.cases.records import saved_game
from tests.helpers.paths import written

FRANCE, GERMANY = 2, 4
PAR, BUR, MUN, MAR, GAS, MAO, SPA_SC = 47, 48, 41, 49, 50, 61, 77


def unit(country: int, place: int, kind: str = "Army", *, retreating: bool = False) -> dict[str, Any]:
    return {"unitType": kind, "terrID": place, "countryID": country, "retreating": "Yes" if retreating else "No"}


def order(country: int, place: int, kind: str, to: int = 0, source: int = 0, via: str = "No") -> dict[str, Any]:
    return {
        "countryID": country,
        "terrID": place,
        "unitType": "",
        "type": kind,
        "toTerrID": to,
        "fromTerrID": source,
        "viaConvoy": via,
    }


def phase(turn: int, name: str, units: list[dict[str, Any]], orders: list[dict[str, Any]]) -> dict[str, Any]:
    return {"turn": turn, "phase": name, "units": units, "centers": [{"countryID": 0, "terrID": 8}], "orders": orders}


DISLODGED = [
    phase(
        0,
        "Diplomacy",
        [unit(FRANCE, PAR), unit(FRANCE, MAR), unit(GERMANY, BUR), unit(FRANCE, MAO, "Fleet")],
        [
            order(FRANCE, PAR, "Move", BUR),
            order(FRANCE, MAR, "Support move", BUR, PAR),
            order(FRANCE, MAO, "Move", SPA_SC),
            order(GERMANY, BUR, "Hold"),
        ],
    ),
    phase(
        0,
        "Retreats",
        [unit(FRANCE, BUR), unit(FRANCE, MAR), unit(GERMANY, BUR, retreating=True), unit(FRANCE, SPA_SC, "Fleet")],
        [order(GERMANY, BUR, "Retreat", MUN)],
    ),
    phase(
        1,
        "Diplomacy",
        [unit(FRANCE, BUR), unit(FRANCE, MAR), unit(GERMANY, MUN), unit(FRANCE, SPA_SC, "Fleet")],
        [order(FRANCE, BUR, "Support hold", MAR)],
    ),
]


def replayed(folder: Path, game: object) -> list[tuple[str, ...]]:
    file = written(folder / "game.json", game)
    return [(one.name, *one.differences) for one in replay(file, rulebook("webdiplomacy"))]


def test_a_game_of_webdiplomacy_agrees_with_its_record(tmp_path: Path) -> None:
    game = {"gameID": 5, "variantID": 1, "phases": DISLODGED}
    assert replayed(tmp_path, game) == [("S1901M",), ("S1901R",), ("F1901M",)]


def test_what_a_record_has_otherwise_is_named(tmp_path: Path) -> None:
    wrong = [*DISLODGED[:2], {**DISLODGED[2], "units": [unit(GERMANY, GAS), *DISLODGED[2]["units"][:2]]}]
    _, (name, difference), _ = replayed(tmp_path, {"variantID": 1, "phases": wrong})
    assert name == "S1901R"
    assert "the record has GERMANY A GAS, standoff FRANCE F SPA/SC, GERMANY A MUN" in difference


def test_later_files_of_webdiplomacy_have_truth_values(tmp_path: Path) -> None:
    later = json.loads(json.dumps(DISLODGED).replace('"Yes"', "true").replace('"No"', "false"))
    for entry in later:
        for standing in entry["units"]:
            standing["type"] = standing.pop("unitType")
    phases = [*later, {"turn": 1, "phase": "Finished", "units": [], "centers": [], "orders": []}]
    assert replayed(tmp_path, {"schema": 1, "phases": phases}) == [("S1901M",), ("S1901R",), ("F1901M",)]


def test_a_game_of_webdiplomacy_is_a_turn(tmp_path: Path) -> None:
    file = written(tmp_path / "game.json", {"gameID": 5, "variantID": 1, "phases": DISLODGED})
    assert format_of(Path(file).read_text(encoding="utf-8")).name == "webdiplomacy"
    turn = read(file, phase="S1901M")
    assert [str(one) for one in turn.orders if one.power == "FRANCE"] == [
        "A PAR - BUR",
        "A MAR S A PAR - BUR",
        "F MAO - SPA/SC",
    ]
    (dislodged,) = read(file, phase="S1901R").position.dislodged
    assert (str(dislodged.unit), dislodged.attacker_from) == ("A BUR", "PAR")


def test_a_winter_without_orders_may_be_missing(tmp_path: Path) -> None:
    """webDiplomacy does not record a winter in which nobody orders anything: builds are waived."""
    centers = [{"countryID": FRANCE, "terrID": place} for place in (46, PAR, MAR)]
    game = [
        {**phase(1, "Diplomacy", [unit(FRANCE, GAS)], []), "centers": centers},
        {**phase(2, "Diplomacy", [unit(FRANCE, GAS)], []), "centers": centers},
    ]
    assert replayed(tmp_path, {"variantID": 1, "phases": game}) == [("F1901M",), ("S1902M",)]


def test_the_variants_for_two_number_coasts_behind_their_province() -> None:
    game = {"variantID": 15, "phases": [phase(0, "Diplomacy", [unit(1, 53), unit(2, 80), unit(1, 10, "Fleet")], [])]}
    saved = saved_game(json.dumps(game), "game.json")
    assert saved["map"] == "france-austria"
    assert saved["phases"][0]["state"]["units"] == {"FRANCE": ["A PAR", "F SPA/SC"], "AUSTRIA": ["A BUD"]}


BN = {
    "GameLabel": "Table 3",
    "Competition": "a cup",
    "GamePhases": [
        {
            "Phase": 19012,
            "Status": "Completed",
            "SupplyCenters": {"France": ["Bre", "Mar", "Par"], "Germany": ["Mun"]},
            "Units": {"France": [["A", "Par"], ["A", "Mar"], ["F", ["Spa", "sc"]]], "Germany": [["A", "Bur"]]},
            "Orders": {
                "France": [
                    ["Par", ["m", "Bur"], "s"],
                    ["Mar", ["sm", "Par", "Bur"], "s"],
                    ["Spa", ["h"], ["s", ""]],
                ],
                "Germany": [["Bur", "h", ["f", "Dislodged"]]],
            },
            "DislodgedUnits": ["Bur"],
            "RetreatOrders": {"Germany": [["Bur", ["m", "Ruh"], "s"]]},
        },
        {
            "Phase": 19013,
            "Status": "Completed",
            "SupplyCenters": {"France": ["Bre", "Mar", "Par", "Spa"], "Germany": ["Mun"]},
            "Units": {"France": [["A", "Bur"], ["A", "Mar"], ["F", ["Spa", "sc"]]], "Germany": [["A", "Ruh"]]},
            "Orders": {"France": [["Par", ["b", ["A", "Par"]], "s"]]},
        },
        {
            "Phase": 19021,
            "Status": "GameEnded",
            "SupplyCenters": {"France": ["Bre", "Mar", "Par", "Spa"], "Germany": ["Mun"]},
            "Units": {
                "France": [["A", "Bur"], ["A", "Mar"], ["F", ["Spa", "sc"]], ["A", "Par"]],
                "Germany": [["A", "Ruh"]],
            },
        },
    ],
}


def test_a_game_of_diplobn_agrees_with_its_record(tmp_path: Path) -> None:
    assert replayed(tmp_path, BN) == [("F1901M",), ("F1901R",), ("W1901A",), ("S1902M",)]


def test_a_retreat_of_diplobn_that_leads_elsewhere_is_named(tmp_path: Path) -> None:
    game = json.loads(json.dumps(BN).replace('"m", "Ruh"', '"m", "Gas"'))
    _, (name, difference), *_ = replayed(tmp_path, game)
    assert name == "F1901R"
    assert difference == "units: the record has GERMANY A RUH, standoff GERMANY A GAS"


def test_a_game_of_diplobn_is_a_case_with_what_is_not_read_listed(tmp_path: Path) -> None:
    file = written(tmp_path / "game.json", BN)
    assert format_of(Path(file).read_text(encoding="utf-8")).name == "diplobn"
    turn = read(file, phase="F1901R")
    assert [str(one) for one in turn.orders] == ["A BUR R RUH"]
    assert str(turn.adjudicate()["BUR"].outcome) == "retreats"


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ({"variantID": 9, "phases": DISLODGED}, "variant 9 of webDiplomacy; known: 1, 15, 23"),
        ({"phases": [phase(0, "Diplomacy", [unit(9, PAR)], [])]}, "phase 1: not a phase of webDiplomacy"),
        ({"phases": [phase(0, "Diplomacy", [unit(0, PAR)], [])]}, "phase 1: not a phase of webDiplomacy"),
        ({"GamePhases": [{"Phase": 19010}]}, "phase 1: not a phase of DiploBN"),
        ({"phases": [phase(0, "Diplomacy", [], [order(2, 99, "Hold")])]}, "not a phase of webDiplomacy"),
        ({"GamePhases": [{"Phase": 19011, "Orders": {"France": [["Par", ["x"]]]}}]}, "not a phase of DiploBN"),
        ({"GamePhases": [{}]}, "not a phase of DiploBN"),
        ({"GamePhases": 5}, "phase 1: not a phase of DiploBN"),
        ({"GamePhases": [5]}, "not a phase of DiploBN"),
    ],
)
def test_a_damaged_record_is_refused_in_words(tmp_path: Path, game: object, words: str) -> None:
    with pytest.raises(StandoffError, match=words):
        replayed(tmp_path, game)


@pytest.mark.parametrize("reader", [read, Game.load, lambda path: [*replay(path, rulebook())]])
def test_a_message_quotes_little_of_the_name_of_a_phase(reader: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    phase = {"name": f"S{'1' * 4301}M", "state": {"units": {"FRANCE": ["A PAR"]}}, "orders": {}}
    path.write_text(json.dumps({"phases": [phase]}), encoding="utf-8")
    with pytest.raises(StandoffError) as caught:
        reader(str(path))
    message = str(caught.value)
    assert "1" * 50 in message
    assert len(message) < 900 + len(str(path))
