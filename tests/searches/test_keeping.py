"""Searches that are kept in a file: ended anywhere, they go on, and end as if nothing had happened."""

from __future__ import annotations

import inspect
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click import Context

pytest.importorskip("numba")

from standoff import Found, WrongTypeError, find
from standoff.commands import cli
from standoff.searches.limits import FindError
from standoff.work import Stop
from tests.helpers.command import refused, run

SEARCHES: dict[str, tuple[str, dict[str, Any]]] = {
    "units": ("paradox()", {"units": 3}),
    "first": ("paradox()", {"units": 3, "max_results": 3}),
    "sample": ("paradox()", {"sample": 200, "seed": 3}),
    "position": (
        "paradox('convoy')",
        {"position": "standard S1901M ENGLAND:FENG,ALON;FRANCE:FBRE,FWAL"},
    ),
    "orders": ("paradox()", {"orders": "6.F.14"}),
}


def kept(name: str, file: Path, *, go_on: bool = False, **more: Any) -> Found:
    wanted, question = SEARCHES[name]
    return find(wanted, **question, output=file, go_on=go_on, **more)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_goes_on_from_each_step(name: str, tmp_path: Path) -> None:
    """Whatever was lost of the last lines, in either file, is found again."""
    wanted, question = SEARCHES[name]
    whole = find(wanted, **question)
    file, record = tmp_path / "finds.jsonl", tmp_path / "finds.jsonl.run"
    assert kept(name, file) == whole
    finds, steps = file.read_bytes(), record.read_bytes()
    entries = [json.loads(line) for line in finds.decode().splitlines()]
    key = json.dumps
    assert sorted(map(key, entries)) == sorted(map(key, whole.to_dict()["found"]))
    lines = steps.splitlines(keepends=True)
    for number in {1, 2, len(lines) // 2, len(lines) - 1, len(lines)}:
        for half in (b"", lines[number][:20] if number < len(lines) else b""):
            file.write_bytes(finds)
            record.write_bytes(b"".join(lines[:number]) + half)
            assert kept(name, file, go_on=True) == whole
            assert (file.read_bytes(), record.read_bytes()) == (finds, steps)


def test_a_search_that_is_ended_goes_on(tmp_path: Path) -> None:
    file, stop = tmp_path / "finds.jsonl", Stop()

    def progress(done: int, _total: int, _found: int) -> None:
        if done == 20:
            stop.set()

    assert not kept("units", file, progress=progress, stop=stop).complete
    assert kept("units", file, go_on=True) == find("paradox()", units=3)
    assert not (tmp_path / "finds.jsonl.lock").exists()


def test_another_search_is_not_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "finds.jsonl"
    kept("first", file)
    before = file.read_bytes()
    for more, word in (
        ({"max_results": 2}, "max_results"),
        ({"region": ["LON"]}, "region"),
        ({"rules": "1982"}, "expression"),
    ):
        with pytest.raises(FindError, match=f"is of another search: {word} is"):
            find("paradox()", units=3, output=file, go_on=True, **({"max_results": 3} | more))
    with pytest.raises(FindError, match="already exists; --continue"):
        kept("first", file)
    with pytest.raises(FindError, match="needs --output"):
        find("paradox()", units=2, go_on=True)
    with pytest.raises(FindError, match="names its functions"):
        find(lambda _: True, units=1, output=tmp_path / "others.jsonl")
    assert file.read_bytes() == before
    file.write_bytes(before.replace(b"1", b"2", 1))
    with pytest.raises(FindError, match="was changed since it was written"):
        kept("first", file, go_on=True)
    file.with_name("finds.jsonl.run").unlink()
    with pytest.raises(FindError, match="nothing vouches for these finds"):
        kept("first", file, go_on=True)


def test_other_code_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "finds.jsonl"
    kept("first", file)
    monkeypatch.setattr("standoff.searches.saved_search.digest_of_packages", lambda *_: "0" * 16)
    with pytest.raises(FindError, match="is of another search: code is"):
        kept("first", file, go_on=True)


def test_what_is_no_file_is_refused_unread(tmp_path: Path) -> None:
    """Such a device may have no end."""
    for name in ("finds.jsonl", "finds.jsonl.run"):
        file = tmp_path / name
        file.symlink_to("/dev/zero")
        message = refused("find", "paradox()", "--units", "1", "--output", str(tmp_path / "finds.jsonl"), "--continue")
        assert message == f"standoff: {file} is not a file\n"
        file.unlink()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT", "SIGKILL"])
def test_signals_end_a_search_that_goes_on_afterwards(name: str, tmp_path: Path) -> None:
    number = signal.Signals[name]
    file = tmp_path / "finds.jsonl"
    command = ("find", "paradox()", "--sample", "100", "--seed", "3", "--jobs", "1", "--output", str(file))
    settings: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}

    def as_in_a_terminal() -> None:
        # under nohup, say, a hang-up is ignored, and by all that the tests start
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        os.setsid()

    settings["preexec_fn"] = as_in_a_terminal
    with subprocess.Popen([sys.executable, "-m", "standoff", *command[:3], "100000", *command[4:]], **settings) as one:
        try:
            while not file.exists() or not file.stat().st_size:
                assert one.poll() is None
                time.sleep(0.01)
            one.send_signal(number)
            output, errors = one.communicate(timeout=60)
        finally:
            one.kill()  # else a search that goes on would be waited for
    if number is signal.SIGKILL:
        assert one.returncode == -number
    else:
        assert one.returncode == 128 + number
        assert errors == "standoff: stopped; --continue resumes\n"
        assert output.splitlines()[-1].startswith("The search was not finished; searched so far: ")
        assert not (tmp_path / "finds.jsonl.lock").exists()
    assert "already exists; --continue" in refused(*command)
    assert "another search: sample is [100000, 3] there" in refused(*command, "--continue")


def test_a_command_that_writes_is_ended_by_signals_like_an_interrupt() -> None:
    """Else it would leave its lock."""
    for name in cli.COMMANDS:
        text = inspect.getsource(inspect.unwrap(cli.main.get_command(Context(cli.main), name).callback))
        if "claim(" in text or "progress_bar(" in text:
            assert name.partition(" ")[0] in cli.LONG_COMMANDS, name


# -- counts, and comparisons without a difference --------------------------------------------------------------------


@pytest.mark.parametrize("count", [-1, 0])
@pytest.mark.parametrize("name", ["units", "max_results", "jobs", "sample"])
def test_counts_are_refused_as_the_command_does(name: str, count: int) -> None:
    more = {} if name in ("units", "sample") else {"units": 2}
    with pytest.raises(FindError, match=f"{name}: expected 1 or more, not {count}"):
        find("paradox()", **more, **{name: count})  # type: ignore[arg-type]
    assert run("find", "paradox()", f"--{name}", str(count)).exit_code == 2


def test_what_is_no_count_is_refused() -> None:
    for more in ({"max_results": True}, {"jobs": 1.5}, {"seed": "x"}):
        with pytest.raises(WrongTypeError):
            find("paradox()", units=2, **more)  # type: ignore[arg-type]


def test_rulebooks_that_are_the_same_where_it_looks_give_nothing_and_say_so() -> None:
    """They differ in where a dislodged unit may go, and in removals."""
    found = find("differ('2023-book', '2000')", units=3)
    assert (len(found), found.complete) == (0, True)
    assert "retreat_to_convoyed_attacker, civil_disorder_distance only" in found.summary()
    with pytest.raises(FindError, match="differ in"):
        find("not differ('2023-book', '2000')", units=3)
    assert run("find", "differ('2023-book', '2000')", "--units", "3").exit_code == 1


def test_a_find_without_a_place_says_why() -> None:
    unplaced = [one for one in find("paradox()", units=3, region=["LON", "NTH", "YOR"]) if one.turn is None]
    assert unplaced
    assert all(one.unplaced == "no placing has the property" and one.unplaced in repr(one) for one in unplaced)
