"""Saved games of the package `diplomacy` as it writes them: units gone at once, finished, several in a file."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import standoff
from standoff import Game, StandoffError
from standoff.cases import game_texts, open_games, replay
from standoff.map import board_names, load_board, named_board
from standoff.page.messages import answer
from standoff.peers import fewest, report_on
from tests.helpers.command import refused, run
from tests.helpers.paths import GAMES, ROOT, TURNS, needs_games, written

Record = dict[str, Any]


def phase(name: str, units: Record, orders: Record | None = None, **state: Any) -> Record:
    return {"name": name, "state": {"name": name, "units": units, **state}, "orders": orders or {}}


ORDERS = {"FRANCE": ["A SPA - POR", "F MAO S A SPA - POR", "A BUR - MUN", "A RUH S A BUR - MUN"]}
STAYING = {"FRANCE": ["A POR", "F MAO", "A MUN", "A RUH"]}
MIXED = [
    phase(
        "S1901M", {"ENGLAND": ["A POR"], "FRANCE": ["A SPA", "F MAO", "A BUR", "A RUH"], "GERMANY": ["A MUN"]}, ORDERS
    ),
    phase(
        "S1901R",
        {**STAYING, "GERMANY": ["*A MUN"]},
        {"GERMANY": ["A MUN R BER"]},
        retreats={"ENGLAND": {}, "GERMANY": {"A MUN": ["BER", "BOH", "KIE", "SIL", "TYR"]}},
    ),
    phase("F1901M", {**STAYING, "GERMANY": ["A BER"]}, {"GERMANY": ["A BER - MUN"]}),
]
"""Portugal has nowhere to go and is gone; Munich retreats."""

AFTER = {"FRANCE": ["BRE"], "GERMANY": ["BER"]}
END = phase("COMPLETED", {**STAYING, "GERMANY": ["A BER"]}, {"FRANCE": None}, centers=AFTER)


def game(phases: list[Record], **more: Any) -> Record:
    return {"id": "x", "map": "standard", "rules": ["NO_PRESS"], "phases": phases, **more}


def differences(folder: Path, phases: list[Record]) -> dict[str, tuple[str, ...]]:
    return {one.name: one.differences for one in replay(written(folder / "game.json", game(phases))) if one.compared}


def test_a_unit_with_nowhere_to_go_may_be_missing(tmp_path: Path) -> None:
    assert differences(tmp_path, MIXED) == {"S1901M": (), "S1901R": ()}
    turn = standoff.read(written(tmp_path / "game.json", game(MIXED)), phase="S1901R")
    (dislodged,) = turn.position.dislodged
    assert (str(dislodged.unit), dislodged.attacker_from) == ("A MUN", "BUR")  # so that it cannot retreat there
    lines = run("convert", str(tmp_path / "game.json"), "-", "--to", "lines").stdout.splitlines()
    assert json.loads(lines[1])["dislodged"] == {"A MUN": {"power": "GERMANY", "from": "BUR", "by_convoy": False}}


def test_a_phase_of_retreats_to_nowhere_may_be_missing(tmp_path: Path) -> None:
    """The unit is in no later position, whatever the game is converted to."""
    first = phase("S1901M", {"ENGLAND": ["A POR"], "FRANCE": ["A SPA", "F MAO"]}, {"FRANCE": ORDERS["FRANCE"][:2]})
    file = written(tmp_path / "game.json", game([first, phase("F1901M", {"FRANCE": ["A POR", "F MAO"]})]))
    there = str(tmp_path / "there.json")
    assert run("convert", file, there).exit_code == 0
    assert json.loads(Path(there).read_text(encoding="utf-8"))["phases"][1]["state"]["units"]["ENGLAND"] == []
    assert not standoff.read(file, phase="F1901M").position.dislodged


@pytest.mark.parametrize(
    ("lost", "units", "named"),
    [
        ("that can retreat", {**STAYING}, "dislodged: the record has nothing more, standoff GERMANY A MUN"),
        ("that stays", {"FRANCE": STAYING["FRANCE"][1:], "GERMANY": ["*A MUN"]}, "standoff FRANCE A POR"),
    ],
)
def test_a_unit_that_a_record_wrongly_loses_is_named(tmp_path: Path, lost: str, units: Record, named: str) -> None:
    wrong = {**MIXED[1], "state": {**MIXED[1]["state"], "units": units}}
    assert any(named in one for one in differences(tmp_path, [MIXED[0], wrong, MIXED[2]])["S1901M"])


def test_a_retreat_that_the_record_lists_and_nobody_has_is_named(tmp_path: Path) -> None:
    wrong = json.loads(json.dumps(MIXED).replace('"KIE"', '"BUR"'))
    assert "the record has GERMANY A MUN BUR, standoff GERMANY A MUN KIE" in str(differences(tmp_path, wrong)["S1901M"])


# -- the end of a game --------------------------------------------------------------------------------------------


FALL = phase("F1901M", {"FRANCE": ["A BUR"]}, {"FRANCE": ["A BUR - MUN"]}, centers={"FRANCE": ["PAR"]})
WON = phase("COMPLETED", {"FRANCE": ["A MUN"]}, centers={"FRANCE": ["MUN", "PAR"]})
DRAWN = {**WON, "state": FALL["state"] | {"name": "COMPLETED"}}


@pytest.mark.parametrize(
    ("end", "found"),
    [
        (WON, {"F1901M": ()}),
        (DRAWN, {}),  # ended before the phase was adjudicated
        (phase("COMPLETED", {}), {"F1901M": ()}),
        ({"name": "COMPLETED", "orders": {}}, {"F1901M": ()}),
        (
            phase("COMPLETED", {"FRANCE": ["A MUN"]}, centers={"FRANCE": ["PAR"]}),
            {"F1901M": ("centers: the record has nothing more, standoff FRANCE MUN",)},
        ),
        (
            phase("COMPLETED", {"FRANCE": ["A RUH"]}),
            {"F1901M": ("units: the record has FRANCE A RUH, standoff FRANCE A MUN",)},
        ),
    ],
)
def test_the_last_phase_is_compared_with_the_end(tmp_path: Path, end: Record, found: object) -> None:
    assert differences(tmp_path, [FALL, end]) == found


def test_a_finished_game_is_read_by_every_entrance(tmp_path: Path) -> None:
    file = written(tmp_path / "game.json", game([FALL, WON]))
    assert [str(result.before.phase) for result in Game.load(file).history] == ["F1901M"]
    assert str(standoff.read(file).phase) == "F1901M"
    for command in ("adjudicate", "show", "check", "replay"):
        assert run(command, file).exit_code == 0, run(command, file).output
    there = str(tmp_path / "case.txt")
    assert run("convert", file, there).exit_code == 0
    assert "AFTER\n  France: A MUN\nOWNERS\n  France: MUN, PAR" in Path(there).read_text(encoding="utf-8")
    again = json.loads(run("convert", there, "-", "--to", "saved").stdout)
    assert [one["name"] for one in again["phases"]] == ["F1901M", "COMPLETED"]
    assert again["phases"][1]["state"]["units"]["FRANCE"] == ["A MUN"]
    assert again["phases"][1]["state"]["centers"]["FRANCE"] == ["MUN", "PAR"]
    assert again["standoff"]["rules"] == "diplomacy"
    written(Path(file), game([FALL, DRAWN]))
    assert len(Game.load(file).history) == 0
    assert "not read: the end of the game in F1901M" in run("convert", file, there).stderr


def test_a_game_that_is_over_is_saved_with_its_end() -> None:
    centers = ",".join([*load_board().center_ids][:18])
    over = Game(standoff.Position.parse(f"standard F1907M FRANCE:AMUN FRANCE:{centers}"))
    over.order("FRANCE", "A MUN - BUR")
    over.process()
    saved = over.to_dict()
    assert saved["phases"][-1]["name"] == saved["phases"][-1]["state"]["name"] == "COMPLETED"
    assert Game.from_dict(saved) == over


@pytest.mark.parametrize(
    ("phases", "named"),
    [
        ([WON, FALL], "phase F1901M after COMPLETED, the end of the game"),
        ([WON], "no phase but COMPLETED, the end of the game"),
        ([FALL, WON, WON], "2 phases are called COMPLETED"),
    ],
)
def test_an_end_elsewhere_is_refused(tmp_path: Path, phases: list[Record], named: str) -> None:
    file = written(tmp_path / "game.json", game(phases))
    for entrance in (Game.load, standoff.read, lambda path: [*replay(path)]):
        with pytest.raises(StandoffError, match=named):
            entrance(file)


# -- several games ------------------------------------------------------------------------------------------------


ONE, TWO = game(MIXED), game([FALL, WON], id="y")
FORMS: dict[str, Callable[[list[Record]], str]] = {
    "lines": lambda games: "".join(json.dumps(one) + "\n" for one in games),
    "indented": lambda games: "".join(json.dumps(one, indent=1) + "\n" for one in games),
    "not indented": lambda games: "".join(json.dumps(one, indent=0) + "\n" for one in games),
    "blank lines": lambda games: "\n\n".join(map(json.dumps, games)),
    "Windows": lambda games: "\ufeff" + "\r\n".join(map(json.dumps, games)),
    "one line": lambda games: "".join(map(json.dumps, games)),
    "a list": json.dumps,
    "an indented list": lambda games: json.dumps(games, indent=2),
    "a list, one a line": lambda games: "[" + ",\n".join(map(json.dumps, games)) + "]",
    "separators": lambda games: "".join(f"\x1e{json.dumps(one)}\n" for one in games),
}


@pytest.mark.parametrize("form", FORMS)
def test_games_one_after_the_other(tmp_path: Path, form: str) -> None:
    text = FORMS[form]([ONE, TWO, ONE])
    assert [json.loads(one.text)["id"] for one in game_texts(text.lstrip("\ufeff").split("\n"))] == ["x", "y", "x"]
    file = written(tmp_path / "games.json", text)
    for path in (file, f"{file}.gz"):
        Path(f"{file}.gz").write_bytes(gzip.compress(text.encode()))
        result = run("replay", path)
        assert result.stdout == "3 games, 5 phases compared: 5 agree, 0 differ\n", result.output
        assert run("replay", "-", stdin=Path(path).read_bytes()).stdout == result.stdout
        assert run("adjudicate", f"{path}#y").stdout == run("adjudicate", f"{path}#2").stdout
        assert "A BUR - MUN" in run("adjudicate", f"{path}#y").stdout
    assert "one case is expected, this is 3 cases" in refused("adjudicate", file)
    assert "no game 'z'; its 3 games are named by their ids or numbers" in refused("adjudicate", f"{file}#z")
    saved = run("convert", file, "-", "--to", "saved").stdout
    assert [json.loads(line)["id"] for line in saved.splitlines()] == ["x", "y", "x"]
    assert run("convert", file, "-", "--to", "standoff").stdout.count("\ncase ") == 2


def test_one_of_several_games_is_named_in_every_entrance() -> None:
    file = str(TURNS / "games.jsonl")
    first, second = (standoff.read(f"{file}#{name}", phase="F1901M") for name in ("retreats", "landing"))
    assert (first.id, second.id, second.source) == ("retreats", "landing", f"{file}#landing")
    assert standoff.read(f"{file}#2", phase="F1901M") == second
    for command in ("adjudicate", "check", "show", "explain"):
        assert run(command, f"{file}#landing", *(["--phase", "F1901M"] if command == "explain" else [])).exit_code == 0
    opened = answer({"do": "open", "source": Path(file).read_text(encoding="utf-8")})
    chapters = [node["name"] for node in opened["nodes"] if node.get("chapter")]
    assert (opened["title"], chapters, len(opened["nodes"])) == ("retreats", ["landing"], 7)


@pytest.mark.parametrize(
    ("broken", "line"),
    [
        ('{"id": "z", "phases": [', 2),
        ("no game", 2),
        (json.dumps(game([phase("S1901M", {"FRANCE": ["A XYZ"]})])), 2),
        (json.dumps(ONE, indent=1)[:200], 2),
        (json.dumps(ONE)[:-9], 2),
        (json.dumps({**ONE, "padding": "x" * 10_000_000}), 2),
        (json.dumps({**ONE, "padding": ["x" * 400] * 26_000}, indent=1), 2),
    ],
)
def test_a_broken_game_is_named_by_its_line_and_the_others_go_on(tmp_path: Path, broken: str, line: int) -> None:
    file = written(tmp_path / "games.jsonl", f"{json.dumps(ONE)}\n{broken}\n{json.dumps(TWO)}\n{json.dumps(ONE)}\n")
    result = run("replay", file)
    assert result.exit_code == 2
    assert f"{file}, line {line}" in result.stderr
    assert result.stdout.startswith("3 games, 5 phases compared: 5 agree, 0 differ; 1 game cannot be read")


@pytest.mark.parametrize("indent", [None, 1])
def test_a_game_cut_off_anywhere_loses_no_other(indent: int | None) -> None:
    one, two = json.dumps(ONE, indent=indent), json.dumps(TWO, indent=indent)
    for end in range(1, len(one), 3):
        lines = f"{two}\n{one[:end]}\n{two}\n".split("\n")
        first, *broken, last = game_texts(lines)
        assert json.loads(first.text) == json.loads(last.text) == TWO
        assert "".join("".join(text for _, text in broken).split()) == "".join(one[:end].strip(" \n,[]").split())


def test_a_file_of_no_games_is_refused(tmp_path: Path) -> None:
    for number, text in enumerate(("FRANCE: A PAR - BUR\n" * 50, "", "[]", "\n\n")):
        refused("replay", written(tmp_path / f"{number}.txt", text))


def test_jobs_change_nothing(tmp_path: Path) -> None:
    wrong = game([FALL, phase("COMPLETED", {"FRANCE": ["A RUH"]})])
    file = written(tmp_path / "games.jsonl", FORMS["lines"]([ONE, wrong, TWO, wrong] * 5) + "{\n")
    one, two = (run("replay", file, "-v", "--jobs", jobs) for jobs in ("1", "2"))
    assert (one.exit_code, one.stdout, one.stderr) == (two.exit_code, two.stdout, two.stderr)
    assert one.exit_code == 2


def test_a_stream_of_any_length_takes_no_memory(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with file.open("w", encoding="utf-8") as out:
        for number in range(3000):
            out.write(json.dumps({**ONE, "id": number, "padding": "x" * 4000}) + "\n")
    assert file.stat().st_size > 10_000_000
    tracemalloc.start()
    with open_games(str(file)) as games:
        assert sum(1 for _ in games) == 3000
    _, peak_bytes = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak_bytes < 8_000_000
    assert "#1" in refused("adjudicate", str(file))
    assert run("adjudicate", f"{file}#2999", "--phase", "S1901M").exit_code == 0


@pytest.mark.parametrize("name", ["games.jsonl", "game-1982.json", "webdiplomacy.json", "diplobn.json"])
def test_a_sample_of_each_form_agrees(name: str) -> None:
    result = run("replay", str(TURNS / name))
    assert (result.exit_code, "0 differ" in result.stdout) == (0, True), result.output


# -- what explains a difference -----------------------------------------------------------------------------------


def after(units: Record) -> Record:
    return phase("F1901M", units)


EXPLAINED: dict[str, tuple[list[Record], str]] = {
    "a choice": (
        [
            phase("S1901M", {"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - BUR", "A PAR - PIC"]}),
            after({"FRANCE": ["A BUR"]}),
        ],
        "explained by multiple_orders=first",
    ),
    "a fault": (
        [
            phase(
                "S1901M",
                {"ENGLAND": ["A LON", "F NTH"], "FRANCE": ["A BEL", "A PIC"]},
                {"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"], "FRANCE": ["A PIC S A LON - BEL"]},
            ),
            phase(
                "S1901R",
                {"ENGLAND": ["A BEL", "F NTH"], "FRANCE": ["A PIC", "*A BEL"]},
                retreats={"FRANCE": {"A BEL": ["BUR", "HOL", "PIC", "RUH"]}},  # as the package lists them
            ),
        ],
        "explained by the fault own-support-for-a-convoyed-attack",
    ),
    "two choices": (
        [
            phase(
                "S1901M",
                {"ENGLAND": ["F NTH", "A LON"], "FRANCE": ["A PAR"], "GERMANY": ["F KIE"]},
                {"FRANCE": ["A PAR - BUR", "A PAR - PIC"], "GERMANY": ["A KIE - BER"]},
            ),
            after({"ENGLAND": ["F NTH", "A LON"], "FRANCE": ["A BUR"], "GERMANY": ["F BER"]}),
        ],
        "explained by wrong_unit_type=valid, multiple_orders=first",
    ),
    "nothing": (
        [phase("S1901M", {"FRANCE": ["A PAR"]}), after({"FRANCE": ["A UKR"]})],
        "explained by no choice, pair of choices, known fault or rulebook",
    ),
}


@pytest.mark.parametrize("what", EXPLAINED)
def test_what_explains_a_difference(tmp_path: Path, what: str) -> None:
    phases, words = EXPLAINED[what]
    result = run("replay", written(tmp_path / "game.json", game(phases)))
    assert result.exit_code == 1
    assert words in result.stdout, result.stdout


def test_the_fewest_choices_explain_the_most_phases(tmp_path: Path) -> None:
    assert fewest({("a", "b"): 3, ("b", "c"): 2, ("c",): 1, (): 4}) == {"b": 5, "c": 1}
    phases, _ = EXPLAINED["a choice"]
    games = FORMS["lines"]([game(phases)] * 3 + [game(EXPLAINED["nothing"][0])])
    result = run("replay", written(tmp_path / "games.jsonl", games))
    assert "4 games, 4 phases compared: 0 agree, 4 differ; multiple_orders=first explains 3 of 4" in result.stdout
    assert "line 1: with multiple_orders=first: 1 of 1 phases agree" in result.stdout
    (one,) = (one for one in replay(written(tmp_path / "game.json", game(phases))) if one.differences)
    assert report_on("game", [one]).explained == {("multiple_orders=first",): 1}


# -- the rulebook and the board of a record -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "rules"),
    [({}, "diplomacy"), ({"standoff": {"rules": "1982"}}, "1982"), ({"standoff": {}}, "diplomacy")],
)
def test_a_record_is_read_under_the_rulebook_of_its_program(tmp_path: Path, more: Record, rules: str) -> None:
    file = written(tmp_path / "game.json", game([FALL], **more))
    assert standoff.read(file).rules.name == Game.load(file).rules.name == rules
    assert {one.turn.rules.name for one in replay(file)} == {rules}
    assert standoff.read(str(TURNS / "webdiplomacy.json"), phase="S1901M").rules.name == "webdiplomacy"


ALIASES = json.loads((ROOT / "map" / "aliases.json").read_text(encoding="utf-8"))


def test_names_of_other_programs_are_those_of_one_board_each() -> None:
    assert {*ALIASES} <= {*board_names()}
    for name, aliases in ALIASES.items():
        for alias in (*aliases, aliases[0].upper(), aliases[0].title()):
            assert load_board(alias) is named_board(alias) is load_board(name)


@pytest.mark.parametrize("name", ["ClassicEvT", "ancmed", "Classic Chaos", "pure", "fva2", "standard_fleet_romes", ""])
def test_a_name_of_another_game_is_not_taken_for_a_board(name: str) -> None:
    with pytest.raises(StandoffError, match="no board named"):
        named_board(name)


def test_the_board_of_a_record_may_have_the_name_of_another_program(tmp_path: Path) -> None:
    file = written(tmp_path / "game.json", {**game([phase("S1901M", {"FRANCE": ["A PAR"]})]), "map": "fva"})
    assert standoff.read(file).board.name == "france-austria"
    assert load_board("standard_age_of_empires").powers["ITALY"].units == ("F ROM",)


# -- real games ---------------------------------------------------------------------------------------------------


def as_the_package_writes(record: Record) -> Record:
    """Return a record without units that have nowhere to retreat, and finished."""
    phases: list[Record] = []
    for one in record["phases"]:
        state = one["state"]
        if one["name"].endswith("R"):
            retreats = {power: {u: to for u, to in units.items() if to} for power, units in state["retreats"].items()}
            units = {
                power: [text for text in texts if text[:1] != "*" or text[1:] in retreats.get(power, {})]
                for power, texts in state["units"].items()
            }
            state = {**state, "units": units, "retreats": retreats}
            if not any(retreats.values()):
                continue
        phases.append({**one, "state": state})
    end = {**phases[-1], "name": "COMPLETED", "orders": {}, "state": {**phases[-1]["state"], "name": "COMPLETED"}}
    return {**record, "phases": [*phases, end]}


@needs_games
def test_real_games_as_the_package_writes_them_differ_nowhere_else(tmp_path: Path) -> None:
    records = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(GAMES.glob("*.json"))]
    changed = [as_the_package_writes(one) for one in records]
    assert any(len(str(one)) < len(str(two)) for one, two in zip(changed, records, strict=True))
    found: list[list[tuple[str, tuple[str, ...]]]] = []
    for games in (records, changed):
        file = written(tmp_path / "games.jsonl", FORMS["lines"](games))
        found.append([(one.name, one.differences) for one in replay(file) if one.differences])
    assert found[1] == found[0]
    assert [name for name, _ in found[1]] == ["F1907M"]  # webDiplomacy asks for VIA
