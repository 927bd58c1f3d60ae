"""The terminal: colors, completion, waiting for input, and synonyms of commands."""

from __future__ import annotations

import io
import sys
from typing import cast

import pytest
from click.shell_completion import BashComplete

from standoff.commands import announce_waiting
from standoff.commands.cli import COMMANDS, SYNONYMS, main
from standoff.text import Terminal
from tests.helpers.command import refused, run


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("name", "value", "colored"),
    [("NO_COLOR", "1", False), ("NO_COLOR", "", True), ("TERM", "dumb", False), ("TERM", "xterm", True)],
)
def test_colors_are_left_out_where_nobody_wants_them(
    name: str, value: str, colored: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Screen())
    out = Terminal(40)
    out.print("a paragraph", style="bold")
    out.table([("a", "b"), ("c", "d")], [("bold", "bold"), ("red", "red")])
    assert ("\x1b[" in cast(Screen, sys.stdout).getvalue()) is colored


def completed(*words: str) -> list[str]:
    shell = BashComplete(main, {}, "standoff", "_STANDOFF_COMPLETE")
    *before, last = words
    items = shell.get_completions(before, last)
    return [item.value if item.type == "plain" else f"{item.value} ({item.type})" for item in items]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("adjudicate", "--rules", "2023-"), ["2023-book"]),
        (("rules", "19"), ["1982", "1971", "1982-czech"]),
        (("explain", "6.F.14"), ["6.F.14"]),
        (("cases", "datc-6.A.12"), ["datc-6.A.12"]),
        (("adjudicate", "--set", "waiving="), ["waiving=allowed", "waiving=not-allowed"]),
        (("map", "show", "fleet"), ["fleet-rome"]),
        (("adjudicate", "--map", "winter"), ["winter-1900"]),
        (("draw", "--theme", "mine"), ["mine (file)"]),
        (("adjudicate", "turns/"), ["turns/ (file)"]),
        (("explain", ""), [" (file)"]),
        (("crosscheck", "--report", "fo"), ["fo (dir)"]),
        (("adjudicate", "--language", "c"), ["cs"]),
    ],
)
def test_the_shell_completes(words: tuple[str, ...], expected: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_STANDOFF_COMPLETE", "bash_complete")
    assert completed(*words) == expected


def test_what_people_look_for_points_to_what_does_it() -> None:
    for word, meant in SYNONYMS.items():
        assert meant in COMMANDS or meant in ("--help", "--version")
        assert f"did you mean 'standoff {meant}'?" in refused(word)
    assert "did you mean" not in refused("map", "show", "europe")


def test_a_command_that_waits_on_a_terminal_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Screen())
    announce_waiting()
    assert "waiting for orders" in capsys.readouterr().err
    assert "waiting" not in run("adjudicate", stdin="FRANCE: A PAR H\n").output


@pytest.mark.parametrize("language", ["cs", "ru"])
@pytest.mark.parametrize("command", ["adjudicate", "compare", "resolutions", "rules"])
def test_nothing_is_left_in_english(command: str, language: str) -> None:
    arguments = ["1971"] if command == "rules" else ["6.F.18"]
    english, other = run(command, *arguments).output, run(command, *arguments, "--language", language).output
    sentences = {line.strip() for line in english.splitlines() if " " in line.strip() and not line.endswith(":")}
    same = sentences & {line.strip() for line in other.splitlines()}
    assert not same
