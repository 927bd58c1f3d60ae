"""Commands: equal names of turns, headings, explanations and changes; tables that fit."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.command import as_file, refused, run
from tests.helpers.paths import FALL, LIBRARY, TURNS

GAME = str(TURNS / "game-1982.json")
LIBRARY_FILE = str(LIBRARY / "datc-6f.txt")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["adjudicate", "explain", "compare", "resolutions", "show"])
def test_a_turn_has_the_same_name_in_every_command(command: str, tmp_path: Path) -> None:
    """Case 6.F.14: by its id, by file and id, and as its own file."""
    file = tmp_path / "turn.txt"
    file.write_text(run("show", "6.F.14").output, encoding="utf-8")
    outputs = {run(command, name).output for name in ("6.F.14", "datc-6.F.14", f"{LIBRARY_FILE}#6.F.14", str(file))}
    assert len(outputs) == 1
    assert "F LON S F WAL - ENG" in outputs.pop()
    own = run(command, "FRANCE: A PAR - BUR")
    assert own.exit_code == 0
    assert own.output
    assert "F1901M" in run(command, GAME).output  # the phases to choose from, or all of them
    assert run(command, GAME, "--phase", "F1901M").exit_code in (0, 1)
    assert "neither a file nor a case of the library; nearest: 6.F.14" in refused(command, "6.F.1400")


def test_a_case_is_adjudicated_under_the_rulebook_that_it_names() -> None:
    """As in `standoff.read`; --rules takes precedence."""
    import standoff

    name = "czech1962-6"
    for rules in (None, "2023"):
        chosen = ["--rules", rules] if rules else []
        answer = json.loads(run("adjudicate", "--json", name, *chosen).output)
        result = standoff.read(name).adjudicate(rules)
        assert {u for units in answer["units"].values() for u in units} == {str(u) for u in result.after.units}


@pytest.mark.slow
def test_cases_runs_the_case_named_and_wildcards_run_several() -> None:
    assert run("cases", "6.F.1").output.endswith("1 case, 1 run: 1 passed, 0 failed\n")
    assert int(run("cases", "6.F.1*").output.splitlines()[-1].split()[0]) > 10
    output = refused("cases", "6.F")
    assert re.search(r"no case '6\.F'; \d+ match '\*6\.F\*'", output)
    assert run("cases", "--file", LIBRARY_FILE, "6.F.1").output.endswith("1 case, 1 run: 1 passed, 0 failed\n")


def test_several_phases_have_headings() -> None:
    printed = run("adjudicate", "6.H.1").output
    assert [line for line in printed.splitlines() if line.startswith("PHASE")] == ["PHASE S1901M", "PHASE S1901R"]
    assert "PHASE" not in run("adjudicate", "6.H.1", "--phase", "retreat").output
    answers = [json.loads(line) for line in run("adjudicate", "6.H.1", "--json").output.splitlines()]
    assert [entry["season"] for entry in answers] == ["S1901M", "S1901R"]


def test_changes_are_sought_among_the_orders_of_a_power() -> None:
    order = "A SER - RUM"

    def changes(*args: str) -> list[dict[str, Any]]:
        (explanation,) = json.loads(run("explain", "--what-if", "--json", FALL, order, *args).output)
        return explanation["turned_by"]

    anybody, turkish, french = changes(), changes("--by", "Turkey"), changes("--by", "France")
    assert {change["power"] for one in anybody for change in one["changes"]} >= {"TURKEY"}
    assert turkish
    assert {change["power"] for one in turkish for change in one["changes"]} == {"TURKEY"}
    assert french == []
    turned = turkish[0]
    assert (turned["success"], turned["outcome"]) == (True, "moves")
    assert turned["changes"][0]["old"] == "A BUL S F RUM"
    output = run("explain", "--what-if", "--by", "Turky", FALL).output
    assert "no power 'Turky' on board standard (nearest known: Turkey" in output


def test_replay_says_what_would_explain_a_difference(tmp_path: Path) -> None:
    """A convoy to an adjacent province that was intended to go by land (DATC 4.A.3)."""
    state = {"units": {"ENGLAND": ["A LON", "F NTH"], "FRANCE": ["F ENG", "F BEL"]}, "centers": {"ENGLAND": ["LON"]}}
    orders = {"ENGLAND": ["A LON - YOR", "F NTH C A LON - YOR"], "FRANCE": ["F ENG - NTH", "F BEL S F ENG - NTH"]}
    after = {"ENGLAND": ["A YOR", "*F NTH"], "FRANCE": ["F NTH", "F BEL"]}  # the convoy is lost, the army arrives
    retreats = {"ENGLAND": {"F NTH": ["DEN", "EDI", "HEL", "HOL", "LON", "NWG", "NWY", "SKA"]}}
    record = {
        "id": "one",
        "map": "standard",
        "phases": [
            {"name": "S1901M", "state": state, "orders": orders},
            {"name": "S1901R", "state": {**state, "units": after, "retreats": retreats}, "orders": {}},
        ],
    }
    file = as_file(tmp_path, "game.json", json.dumps(record))
    printed = run("replay", file).output
    (why,) = [line for line in printed.splitlines() if "explained by" in line]
    assert why.endswith("explained by adjacent_convoy=swap-only")
    assert run("replay", "--rules", "dptg", file).exit_code == 0


# -- tables ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("language", ["en", "cs", "ru"])
def test_tables_fit_the_terminal(width: int, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    printed = run("adjudicate", "--language", language, FALL).output
    assert max(map(len, printed.splitlines())) <= width
    monkeypatch.delenv("COLUMNS")
    whole = run("adjudicate", "--language", language, FALL).output
    headings = whole.splitlines()[0].split()
    missing = Counter(whole.split()) - Counter(printed.split())
    assert not printed.split() or not missing or sorted(missing) == sorted(headings)  # which need a table
