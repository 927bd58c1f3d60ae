"""Board files, drawings and files of other programs that somebody else made: nothing in them harms or hangs."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from standoff.map import Board, BoardError, board_data, load_board
from standoff.map.files import MOST_BYTES
from standoff.map.importers.reading import read_variant
from standoff.pictures import geometry_of
from standoff.pictures.boards import drawing_file
from tests.helpers.paths import written


def small(**more: Any) -> dict[str, Any]:
    """Return the data of a board of three seas."""
    return {
        "name": "small",
        "powers": {"RED": {"name": "Red", "adjective": "Red", "homes": [], "units": ["F ONE"]}},
        "provinces": {pid: {"name": pid.title(), "kind": "sea"} for pid in ("ONE", "TWO", "SIX")},
        "army": {},
        "fleet": {"ONE": "TWO SIX"},
        **more,
    }


def fault_of(name: str) -> str:
    with pytest.raises(BoardError) as fault:
        load_board(name)
    return str(fault.value)


# -- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [".json", ".map", ".xml"])
def test_only_regular_files_are_opened_and_up_to_a_size(tmp_path: Path, ending: str) -> None:
    """A pipe that nobody writes to would be waited for, and a device never ends."""
    pipe, link = tmp_path / f"pipe{ending}", tmp_path / f"link{ending}"
    os.mkfifo(pipe)
    link.symlink_to("/dev/zero")
    for path in (pipe, link):
        assert "not a regular file" in fault_of(str(path))
        with pytest.raises(BoardError, match="not a regular file"):
            read_variant(str(path))
    with (tmp_path / f"long{ending}").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert f"more than {MOST_BYTES:,} bytes" in fault_of(str(tmp_path / f"long{ending}"))


def test_the_files_of_one_board_have_a_size_together(tmp_path: Path) -> None:
    for name in ("one.map", "two.map"):
        written(tmp_path / name, "# " + "x" * (MOST_BYTES // 2) + "\n")
    assert f"more than {MOST_BYTES:,} bytes" in fault_of(written(tmp_path / "all.map", "USE one.map\nUSE two.map\n"))


def test_so_is_a_drawing(tmp_path: Path) -> None:
    board = load_board(written(tmp_path / "mine.json", small()))
    drawing = tmp_path / "mine.drawing.json"
    drawing.symlink_to("/dev/zero")
    with pytest.raises(BoardError, match=r"drawing .*mine\.drawing\.json: not a regular file"):
        geometry_of(board)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"width": 10**9}, "width: more than 100,000 px"),
        ({"outlines": {"ONE": [[[1, 1]] * 21]}}, "points; a drawing has at most 20"),
        ({"anchors": {"ONE": {"unit": [10**400, 1]}}}, "expected a list of numbers"),
    ],
)
def test_a_drawing_has_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], fault: str
) -> None:
    monkeypatch.setattr(drawing_file, "MOST_POINTS", 20)
    board = load_board(written(tmp_path / "mine.json", small()))
    anchors = {place: {"unit": [5, 5]} for place in board.locations}
    written(tmp_path / "mine.drawing.json", {"width": 9, "height": 9, "anchors": anchors, **change})
    with pytest.raises(BoardError, match=fault):
        geometry_of(board)


def test_a_board_from_a_file_has_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """3,000 seas that all touch took 40 seconds."""
    file = written(tmp_path / "mine.json", small(fleet_one_way={"TWO": "SIX"}))
    assert (board_data.MOST_PROVINCES, board_data.MOST_BORDERS) == (5_000, 50_000)
    for name, most, fault in (
        ("MOST_PROVINCES", 2, "3 provinces; at most 2 are read"),
        ("MOST_BORDERS", 2, "fleet: 3 borders; at most 2 are read"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(board_data, name, most)
            assert fault in fault_of(file)
            assert len(Board(small()).provinces) == 3  # one's own data have no limits
    assert len(load_board(file).provinces) == 3


def test_unknown_keys_without_end_are_not_all_looked_at(tmp_path: Path) -> None:
    """Each is compared with all that are known: 300,000 of them would take a minute."""
    data = small(**{f"nme{number}": 1 for number in range(3_000)})
    assert fault_of(written(tmp_path / "mine.json", data)).count("unknown key") == 200


# -- what a board extends ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "inside", ["gone.map", "../secret.map", "{tmp}/secret.map", "//host/share/x.json", "link.json"]
)
def test_what_a_board_extends_is_in_its_folder(tmp_path: Path, inside: str) -> None:
    (tmp_path / "boards").mkdir()
    written(tmp_path / "secret.map", "MACHINE host LOGIN bob PASSWORD secret\n")
    (tmp_path / "boards" / "link.json").symlink_to(tmp_path / "secret.map")
    name = inside.format(tmp=tmp_path)
    fault = fault_of(written(tmp_path / "boards" / "mine.json", {"name": "mine", "extends": name}))
    assert ("No such file" if inside == "gone.map" else f"extends {name!r}, which is not in its folder") in fault
    assert "secret\n" not in fault
    assert "PASSWORD" not in fault


def test_a_board_in_a_folder_below_or_named_in_full_is_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    base = written(tmp_path / "more" / "base.json", small())
    for number, extended in enumerate(("more/base.json", base)):
        board = load_board(written(tmp_path / f"{number}.json", {"name": "mine", "extends": extended}))
        assert len(board.provinces) == 3


def test_a_circle_of_boards_is_named(tmp_path: Path) -> None:
    one = written(tmp_path / "one.json", {"name": "one", "extends": "two.json"})
    two = written(tmp_path / "two.json", {"name": "two", "extends": "one.json"})
    own = written(tmp_path / "own.json", {"name": "own", "extends": "./own.json"})
    assert fault_of(one) == f"board file {two}: circular extends of 'one.json'"
    assert fault_of(own) == f"board file {own}: circular extends of './own.json'"


@pytest.mark.parametrize(
    ("base", "fault"),
    [
        ({"name": "base"}, "'provinces' is missing"),
        ({"name": "base", "powers": {}, "provinces": {}, "army": {}}, "'fleet' is missing"),
        (small(provinces=7), "'provinces': expected an object, not 7"),
        (small(fleet=["ONE"]), "'fleet': expected an object"),
    ],
)
def test_what_a_board_extends_must_be_a_whole_one(tmp_path: Path, base: object, fault: str) -> None:
    written(tmp_path / "base.json", base)
    message = fault_of(written(tmp_path / "mine.json", {"name": "mine", "extends": "base.json"}))
    assert "extends" in message
    assert str(tmp_path / "base.json") in message
    assert fault in message


# -- what stands in a file --------------------------------------------------------------------------------------------

IDS = "an id has only letters, digits, _ and -, and begins with a letter or a digit"


@pytest.mark.parametrize("bad", ['X")}.#script', "A B", "-", "_X", "", "X/Y", "X;Y", "X\n"])
def test_ids_are_of_letters_digits_and_dashes(bad: str) -> None:
    power = {"name": "Blue", "adjective": "Blue", "homes": [], "units": []}
    for data in (
        small(powers={bad: power}),
        small(provinces={**small()["provinces"], bad: {"name": "Bad", "kind": "sea"}}),
        small(provinces={**small()["provinces"], "BAD": {"name": "Bad", "kind": "coastal", "coasts": [bad]}}),
    ):
        with pytest.raises(BoardError) as fault:
            Board(data)
        assert repr(bad)[:90] in str(fault.value)
        assert IDS in str(fault.value)


def test_other_ids_are_taken() -> None:
    power = {"adjective": "Blue", "homes": [], "units": []}
    good = ["PAR", "north-sea", "x_1", "Čechy", "12"]
    assert list(Board(small(powers={one: {"name": one, **power} for one in good})).powers) == good


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_is_refused(tmp_path: Path, value: str) -> None:
    text = json.dumps(small(victory={"share": 0.5})).replace("0.5", value)
    assert f"{value} is not a number of JSON" in fault_of(written(tmp_path / "mine.json", text))
    with pytest.raises(BoardError, match="expected a number, not"):
        Board(small(victory={"share": float(value)}))


@pytest.mark.parametrize("coding", ["utf-8", "utf-16", "utf-16-be", "utf-16-le"])
def test_entities_are_refused_in_any_encoding(tmp_path: Path, coding: str) -> None:
    entities = '<!DOCTYPE PROVINCES [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>'
    text = f'{entities}<PROVINCES><PROVINCE shortname="&b;"/></PROVINCES>'
    file = tmp_path / "x.xml"
    head = f'<?xml version="1.0" encoding="{"utf-16" if coding != "utf-8" else coding}"?>'
    file.write_bytes((head + text).encode(coding))
    assert fault_of(str(file)) == f"{file}: it defines entities"


def test_what_an_importer_makes_has_such_ids(tmp_path: Path) -> None:
    text = (
        "Bay = b;y\nTown = to'n\nSEA B;Y ABUTS TO'N\n".replace("SEA", "WATER")
        + "COAST TO'N ABUTS B;Y\nRED+\")}.#script (RED) TO'N\nUNITS\nA TO'N\n"
    )
    data = read_variant(written(tmp_path / "x.map", text)).data
    assert [*data["powers"], *data["provinces"]] == ["REDSCRIPT", "BY", "TON"]
    assert len(Board(data).provinces) == 2
