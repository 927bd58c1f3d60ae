"""The command as its users see it: its output, and its messages about unreadable input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from standoff import draw, read
from standoff.commands.cli import COMMANDS
from tests.helpers.command import as_file, refused, run
from tests.helpers.paths import FALL

PARADOX = """
ENGLAND
  F London S F Wales - English Channel
  F Wales - English Channel
FRANCE
  A Brest - London
  F English Channel C A Brest - London
"""


def test_a_turn_is_printed_with_outcome_and_reason_of_every_order() -> None:
    result = run("adjudicate", FALL)
    assert result.exit_code == 0
    assert result.output.count(" S ") >= 10
    for part in ("A YOR - BEL", "no convoy", "its convoy is disrupted", "may retreat to", "contested: SIL"):
        assert part in result.output


def test_a_paradox_is_shown_with_core_resolutions_and_what_settled_it() -> None:
    """DATC 6.F.14."""
    result = run("adjudicate", "-", stdin=PARADOX)
    assert "simple convoy paradox (A), 2 consistent resolutions" in result.output
    assert "core: F LON S F WAL - ENG; F WAL - ENG; F ENG C A BRE - LON" in result.output
    assert "settled by: szykman" in result.output
    assert "paradox" not in run("adjudicate", "--rules", "1982", "-", stdin=PARADOX).output


def test_a_paradox_has_one_name_wherever_it_is_spoken_of() -> None:
    """In Pandin's extended paradox (DATC 6.F.17), the support of a rival attack depends on the convoyed army."""
    named = "Pandin's extended paradox (R)"
    for command in ("adjudicate", "resolutions", "explain", "compare"):
        assert named in run(command, "6.F.17").output, command
    assert "rozšířený Pandinův paradox (R)" in run("adjudicate", "--language", "cs", "6.F.17").output
    assert "расширенный парадокс Пандина (R)" in run("explain", "--language", "ru", "6.F.17").output
    (line,) = json.loads(run("adjudicate", "--json", "6.F.17").output)["paradoxes"]
    (part,) = json.loads(run("resolutions", "--json", "6.F.17").output)["components"]
    assert {(one["name"], one["paradox_class"]) for one in (line, part)} == {("Pandin's extended paradox", "R")}
    turn = read("6.F.17")
    (settled,), (left_open,) = turn.adjudicate().paradoxes, turn.resolutions().paradoxes
    assert settled.title == left_open.title == named
    assert named in draw(turn.resolutions()).svg.replace("&#39;", "'")
    circle, _ = run("adjudicate", "6.C.1").output.split("\n  core:")
    assert circle.endswith("\n\ncircular movement, 2 consistent resolutions")


def test_json_is_the_object_of_the_interchange_lines() -> None:
    data = json.loads(run("adjudicate", "--json", "-", stdin=PARADOX).output)
    assert data["orders"]["ENGLAND"]["F Wales - English Channel"]["outcome"] == "moves"
    assert data["dislodged"]["F ENG"]["retreats"] == ["BEL", "IRI", "MAO", "NTH", "PIC"]
    assert data["paradoxes"][0]["resolutions"] == 2


def test_one_option_can_be_overridden() -> None:
    plain = json.loads(run("adjudicate", "--json", "-", stdin=PARADOX).output)
    all_hold = json.loads(run("adjudicate", "--json", "--set", "paradox_backup=all-hold", "-", stdin=PARADOX).output)
    assert plain["units"]["ENGLAND"] == ["F LON", "F ENG"]
    assert all_hold["units"]["ENGLAND"] == ["F LON", "F WAL"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("ENGLAND\n  F Norht Sea - Holland\n", ("line 2: column 5", "'Norht Sea'", "North Sea")),
        ("ENGLAND\n  F Spain - Gulf of Lyon\n", ("line 2", "coast", "SPA/NC, SPA/SC")),
        ("ENGLAND\n  A London H\nFRANCE\n  F London H\n", ("line 4", "two units in one province", "line 2")),
        ("ENGLAND\n  F London - \n", ("line 2", "no province to move to")),
        ("ENGLAND\n  F London jumps Wales\n", ("line 2", "jumps")),
        ("ENGLNAD\n  F London H\n", ("line 1", "ENGLNAD", "England")),
        ("F London H\n", ("line 1: no power stands before 'F London H'; write FRANCE:",)),
        ("ENGLAND\n  A North Sea H\n", ("line 2", "an army cannot stand at sea")),
        ("", ("line 1", "empty")),
        ("# nothing\n", ("line 1", "nothing in it")),
        ("year: soon\nENGLAND\n  F London H\n", ("line 1", "year", "soon")),
        ("case x\nrules: 1983\nENGLAND\n  F London H => holds\n", ("line 2", "did you mean 1982")),
        ("ENGLAND\n  F London H => hodls\n", ("line 2", "did you mean holds")),
        ("ENGLAND\n  F London H => holds\nPARADOX: a great one\n", ("line 3", "expected 'kind; core")),
        ("ENGLAND\n  F London H => holds\nUNDER 2023, coast=none\n", ("line 3", "no option named 'coast'")),
        ("ENGLAND\n  SET two\n  F London H\n", ("line 2", "expected 'SET', 'SET 2'")),
        (
            "ENGLAND\n  F London H\nPROXY\n  England: F London to France\n",
            ("line 4", "expected 'Power: Unit by Power'"),
        ),
        ("PHASE X1901M\nENGLAND\n  F London H\n", ("line 1", "S1901M")),
        ("ENGLAND\n  A Livv H\n  A Pariss H\n", ("line 2", "line 3", "Paris")),
    ],
)
def test_what_cannot_be_read_is_named_with_file_and_line(tmp_path: Path, text: str, parts: tuple[str, ...]) -> None:
    file = as_file(tmp_path, "turn.txt", text)
    output = refused("adjudicate", file)
    for part in (*parts, file):
        assert part in output


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_text_file_as_editors_save_it(tmp_path: Path, coding: str) -> None:
    file = tmp_path / "turn.txt"
    file.write_bytes("Francie: Armáda Paříž - Burgundsko\r\n".encode(coding))
    result = run("adjudicate", str(file))
    assert (result.exit_code, "A PAR - BUR" in result.output) == (0, True), result.output


@pytest.mark.parametrize(
    ("args", "near"),
    [
        (("--rules", "1983"), "1982"),
        (("--set", "adjacent_convoi=explicit"), "adjacent_convoy"),
        (("--set", "adjacent_convoy=never"), "swap-only"),
        (("--set", "adjacent_convoy"), "OPTION=CHOICE"),
        (("--map", "standrd"), "standard"),
    ],
)
def test_unknown_rulebooks_options_and_boards_name_the_nearest(args: tuple[str, ...], near: str) -> None:
    assert near in refused("adjudicate", *args, "-", stdin=PARADOX)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    assert f"Usage: main {name} " in result.output
    assert f"    standoff {name}" in result.output.replace(" | ", "\n    ")


def test_play_reads_a_file_that_is_named_like_a_verb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("standings").write_text("UNITS\n  France: A BUR\nFRANCE: A BUR - MUN", encoding="utf-8")
    assert "France: A MUN" in run("play", "./standings", "--quiet").stdout
    assert "France: 3 centers, 3 units" in run("play", "standings", "start").stdout


def test_rules_lists_every_option_and_shows_a_preset() -> None:
    from standoff.solver import OPTIONS

    listed = run("rules").output
    for option in OPTIONS.values():
        assert option.option in listed
    assert "any-action" in run("rules", "1982").output
    assert run("rules", "1892").exit_code == 2


def test_play_writes_a_position_that_it_reads_again(tmp_path: Path) -> None:
    spring = as_file(tmp_path, "spring.txt", "GERMANY\n  A Munich - Burgundy\n  A Berlin - Munich\n")
    after = tmp_path / "fall.txt"
    assert run("play", "start", spring, "--out", str(after)).exit_code == 0
    assert "PHASE F1901M" in after.read_text(encoding="utf-8")
    fall = as_file(tmp_path, "orders.txt", "GERMANY\n  A Burgundy - Belgium\n")
    result = run("play", str(after), fall, "--quiet")
    assert result.exit_code == 0
    assert "PHASE W1901A" in result.output
    assert "Germany: BEL, BER, KIE, MUN" in result.output


def test_play_keeps_what_a_retreat_depends_on(tmp_path: Path) -> None:
    """Attackers' origins and contested provinces survive writing and reading."""
    units = "  France: A Burgundy\n  Germany: A Munich, A Ruhr, A Belgium\n  Italy: A Marseilles\n"
    before = as_file(tmp_path, "before.txt", f"PHASE S1905M\nUNITS\n{units}")
    text = "GERMANY\n  A Munich - Burgundy\n  A Ruhr S A Munich - Burgundy\n  A Belgium - Picardy\n"
    orders = as_file(tmp_path, "orders.txt", text)
    retreat = tmp_path / "retreat.txt"
    assert run("play", before, orders, "--out", str(retreat)).exit_code == 0
    assert "France: A BUR from MUN" in retreat.read_text(encoding="utf-8")
    back = as_file(tmp_path, "back.txt", "FRANCE\n  A Burgundy R Munich\n")
    assert "the unit may not retreat there" in run("play", str(retreat), back).output


@pytest.mark.parametrize(
    ("orders", "fault"),
    [
        ("PHASE F1905M\nFRANCE: A PAR - BUR", "line 1: orders for F1905M; the position is of S1901M"),
        ("PHASE retreat\nFRANCE: A PAR - BUR", "line 1: orders for a phase of type retreat; the position is of S1901M"),
        (
            "UNITS\n  France: A BUR\nFRANCE: A BUR - MUN",
            "UNITS lists A BUR of FRANCE, but the position has no such unit",
        ),
        (
            "UNITS\n  France: A PAR\nFRANCE: A PAR - BUR",
            "the position has A BUD of AUSTRIA, but UNITS does not list it",
        ),
        ("CENTERS\n  France: PAR\nFRANCE: A PAR - BUR", "line 1: CENTERS contradicts the position"),
    ],
)
@pytest.mark.parametrize("command", [("play",), ("adjudicate", "--position"), ("check", "--position")])
def test_orders_for_another_position_are_refused(
    tmp_path: Path, command: tuple[str, ...], orders: str, fault: str
) -> None:
    file = as_file(tmp_path, "orders.txt", orders)
    assert fault in refused(*command, "start", file)


@pytest.mark.parametrize(
    ("orders", "line"),
    [
        ("FRANCE: A PAR - BUR\nPHASE F1901M\nFRANCE: A BUR - MUN", 2),
        ("case x\nFRANCE: A PAR - BUR\ncase y\nFRANCE: A MAR - SPA", 3),
    ],
)
def test_play_takes_the_orders_of_one_phase(tmp_path: Path, orders: str, line: int) -> None:
    file = as_file(tmp_path, "orders.txt", orders)
    assert f"line {line}: a second phase; one phase is played at a time" in refused("play", "start", file)


def test_play_takes_a_position_with_its_orders(tmp_path: Path) -> None:
    both = tmp_path / "both.txt"
    both.write_text("UNITS\n  France: A BUR\nFRANCE: A BUR - MUN", encoding="utf-8")
    assert "France: A MUN" in run("play", str(both), "--quiet").output
    assert "give only one of them" in run("play", str(both), str(both)).output
    both.write_text("FRANCE: A BUR - MUN", encoding="utf-8")
    for command in (["play"], ["play", "standings"]):
        assert "line 1: orders, but no position; expected UNITS" in run(*command, str(both)).output
    both.write_text("UNITS\n  France: A BUR", encoding="utf-8")
    assert "--year requires 'start'" in run("play", str(both), "--year", "1950").output


@pytest.mark.slow
@pytest.mark.parametrize("few_lines", [False, True])
def test_a_turn_and_a_few_lines_need_no_heavy_library(few_lines: bool, tmp_path: Path) -> None:
    lines = as_file(tmp_path, "turns.jsonl", '{"units": {"FRANCE": ["A PAR"]}}\n' * 50)
    arguments = ["batch", lines] if few_lines else ["adjudicate", "--json", FALL]
    code = (
        "import sys; from standoff.commands.cli import main\n"
        f"try: main({arguments})\n"
        "except SystemExit: pass\n"
        "print([m for m in ('networkx', 'constraint', 'numpy', 'numba', 'rich', 'lark') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.slow
def test_a_search_by_a_solver_names_all_packages_that_it_lacks() -> None:
    arguments = ["line", "TURKEY: A CON H", "--keep", "CON"]
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        f"from standoff.commands.cli import main; main({arguments})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs the extra: pip install clingo numba numpy python-sat (" in done.stderr


def test_standings_name_winner_leaders_and_draw(tmp_path: Path) -> None:
    """18 centers win; most units at an agreed end; a draw is shared by all who have units."""
    file = tmp_path / "position.txt"
    file.write_text(
        "PHASE W1908A\nUNITS\n  France: A PAR, A BUR\n  Germany: A MUN\n"
        "CENTERS\n  France: PAR, BRE, MAR\n  Germany: MUN\n",
        encoding="utf-8",
    )
    output = run("play", "standings", str(file)).output
    assert "France: 3 centers, 2 units" in output
    assert "won (18 centers): nobody yet" in output
    assert "most units: France" in output
    assert "agreed draw shared by: France, Germany" in output
    assert "won (3 centers): France" in run("play", "standings", str(file), "--centers", "3").output
    assert "won (2 units): France" in run("play", "standings", str(file), "--units", "2").output


def test_sets_of_orders_count_in_play_and_check(tmp_path: Path) -> None:
    """DATC 4.D.1: the later set counts."""
    file = as_file(tmp_path, "sets.txt", "GERMANY\n  SET 1\n  F Kiel - Holland\n  SET 2\n  F Kiel - Denmark\n")
    assert "Germany: F DEN, A BER, A MUN" in run("play", "start", file, "--quiet").output
    assert run("check", file).exit_code == 0
    combined = run("adjudicate", "--json", "--set", "order_sets=combined", file)
    assert list(json.loads(combined.output)["orders"]["GERMANY"]) == ["F Kiel - Denmark"]


# -- where the output goes ------------------------------------------------------------------------


def called(*args: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """A command in its own process, with streams that cannot be replaced within this process."""
    command = [sys.executable, "-m", "standoff", *args]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, encoding="utf-8", check=False, **options)


full_device = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is full")


@pytest.mark.slow
@full_device
@pytest.mark.parametrize("args", [("adjudicate", "6.F.14"), ("adjudicate", "--help")])
def test_a_full_disk_is_named(args: tuple[str, ...]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        process = called(*args, stdout=full)
    message = "standoff: the output cannot be written: No space left on device\n"
    assert (process.returncode, process.stderr) == (2, message)


@pytest.mark.slow
def test_letters_that_the_output_lacks_are_named() -> None:
    process = called(
        *("adjudicate", "--language", "ru", "6.F.14"),
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"},
    )
    assert process.returncode == 2
    message = r"standoff: the output is written in latin-1, which lacks '\u043f'; set PYTHONIOENCODING=utf-8"
    assert process.stderr == f"{message}\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("closed", "args", "expected"),
    [
        (0, ("adjudicate", "-"), (2, "standoff: standard input is closed\n")),
        (1, ("batch", "-"), (0, "")),
    ],
)
def test_closed_streams(closed: int, args: tuple[str, ...], expected: tuple[int, str]) -> None:
    streams: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    process = called(*args, **streams, preexec_fn=lambda: os.close(closed))
    assert (process.returncode, process.stderr) == expected


def test_the_next_position_goes_where_a_link_leads(tmp_path: Path) -> None:
    kept, link = tmp_path / "kept.txt", tmp_path / "link.txt"
    kept.write_text("old", encoding="utf-8")
    link.symlink_to(kept)
    assert run("play", "start", "--quiet", "--out", str(link)).exit_code == 0
    assert link.is_symlink()
    assert kept.read_text(encoding="utf-8").startswith("PHASE F1901M\n")
    assert sorted(tmp_path.iterdir()) == [kept, link]


def test_a_dash_is_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("play", "start", "--quiet", "--out", "-").stdout.startswith("PHASE F1901M\n")
    assert not [*tmp_path.iterdir()]


def test_a_misspelled_command_is_answered_with_the_right_one() -> None:
    output = refused("adjudicat", "6.F.14")
    assert output.endswith("Error: no command 'adjudicat'; did you mean adjudicate?\n")
    assert run("xyzzy").output.endswith("Error: no command 'xyzzy'\n")


def test_rulebooks_and_what_they_choose_are_given_as_json() -> None:
    from standoff import rulebook, rulebooks
    from standoff.solver import OPTIONS, PRESETS

    data = json.loads(run("rules", "--json").output)
    assert [one["name"] for one in data["rulebooks"]] == [one.name for one in rulebooks()] == list(PRESETS)
    assert [one["about"] for one in data["rulebooks"]] == [one.about for one in rulebooks()]
    assert {one["name"]: list(one["choices"]) for one in data["options"]} == {
        name: list(option.choices) for name, option in OPTIONS.items()
    }
    for one in data["rulebooks"]:
        assert one["options"] == dict(rulebook(one["name"]))
        assert json.loads(run("rules", one["name"], "--json").output) == one
    older = json.loads(run("rules", "1982", "--json", "--datc", "3.0").output)
    assert (older["datc"], older["options"]["adjacent_convoy"]) == ("3.0", "own-intent")
    assert older["issues"]["convoyed_attack_from"] is None
    assert run("rules", "1892", "--json").exit_code == 2
