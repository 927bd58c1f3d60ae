"""A file is read only where it is named by contract: every other parameter and text takes what it is given as text.

A canary stands for each kind of file; no entrance opens it, and nothing of it is in an answer or a message.
"""

from __future__ import annotations

import inspect
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import standoff
from standoff.commands import mcp
from standoff.lines.answering import answer_line
from standoff.map import StandoffError, load_board
from standoff.page.messages import ACTIONS, answer
from tests.helpers.paths import DOCS
from tests.map.test_variants import ISLES

WORD = "CANARY"
MAY_NAME_A_FILE = {
    ("read", "source"),
    ("adjudicate", "source"),
    ("load_board", "name"),
    ("Game.load", "path"),
    ("Game.save", "path"),
    ("Drawing.save", "path"),
    ("find", "output"),
}
"""The only parameters of the public API whose text may name a file; `docs/python.md` lists them."""

TEXTS_COME_IN = (
    *("read", "adjudicate", "check", "order", "starting_position", "Game", "Game.order", "Game.from_dict"),
    *("Position", "Position.parse", "Position.from_dict", "Position.from_json", "Turn.from_dict", "Turn.with_orders"),
)
"""What reads texts of all kinds."""

RUNS_CODE = {("Rulebook.with_named", "changes")}
"""Parameters that import a module of the user's, as its docstring says."""

CONTENTS = {
    "canary.txt": f"FRANCE: A {WORD} - BUR\n",
    "canary.json": f'{{"name": "{WORD}", "{WORD}": 1, "map": "{WORD}"}}',
    "canary.map": f"{WORD}\nVICTORY {WORD}\n",
    "canary.xml": f"<VARIANTS><{WORD}/></VARIANTS>",
    "canary.go": f"package {WORD}\n",
    "canary.jsonl": f'{{"id": "{WORD}"}}\n',
}

_opened: list[str] = []
_watched: list[str] = []


def _notice(event: str, arguments: tuple[Any, ...]) -> None:
    if (
        _watched
        and event in ("open", "os.listdir", "os.scandir")
        and isinstance(arguments[0], (str, bytes, os.PathLike))
    ):
        path = os.path.abspath(os.fsdecode(arguments[0]))
        if path.startswith(_watched[0]):
            _opened.append(path)


sys.addaudithook(_notice)  # it stays for good, and does nothing unless a folder is watched


class _Never(io.RawIOBase):
    """Standard input that nobody may read."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        _opened.append("standard input")
        return 0


@contextmanager
def nothing_opened(folder: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> Iterator[None]:
    """Fail if a file of a folder is opened meanwhile, or standard input is read."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(_Never())))
        _opened.clear()
        _watched[:] = [str(folder)]
        try:
            yield
        finally:
            _watched.clear()
    assert not _opened, f"{what} opened {_opened}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("files")
    for name, text in CONTENTS.items():
        (made / name).write_text(text, encoding="utf-8")
    (made / "maps").mkdir()
    (made / "maps" / "canary.go").write_text(CONTENTS["canary.go"], encoding="utf-8")
    os.mkfifo(made / "fifo")
    (made / "link.txt").symlink_to(made / "canary.txt")
    return made


def hostile_texts(folder: Path) -> list[str]:
    """Return texts that could be taken for names of files, or that name files of boards."""
    files = [*CONTENTS, "link.txt", "fifo", "maps"]
    texts = [str(folder / name) for name in files] + [os.path.relpath(folder / name) for name in files]
    text, board = folder / "canary.txt", folder / "canary.json"
    texts += [f"{text}#1", f"{folder / 'canary.xml'}#{WORD}", "-", " - ", f"@{text}", f"<{text}", text.as_uri()]
    texts += [f"file:{text}", f" {text}", f"{text}\n", f"{text}\0", str(folder / "absent.txt"), str(folder)]
    for name in ("canary.json", "canary.map", "canary.xml", "canary.go"):
        board = folder / name
        texts += [
            f"map: {board}\nFRANCE: A PAR - BUR",
            f"variant: {board}\nFRANCE: A PAR - BUR",
            f"{board} S1901M FRANCE:APAR",
            f"{board} S1901M FRANCE:APAR\nFRANCE: A PAR - BUR",
            f'{{"map": "{board}", "units": {{"FRANCE": ["A PAR"]}}, "orders": {{}}}}',
            f'{{"map": "{board}", "phases": [{{"name": "S1901M", "state": {{"units": {{}}}}, "orders": {{}}}}]}}',
            f"case x\nmap: {board}\n\nUNITS\n  France: A Paris\n",
        ]
    return texts


def refused_or_answered(call: Callable[[], object], what: str) -> str:
    """Return what a call says; an error of the system would tell what is there."""
    try:
        said = _everything(call())
    except OSError as fault:
        pytest.fail(f"{what}: {type(fault).__name__}: {fault}")
    except Exception as fault:
        said = str(fault)
    assert WORD not in said.replace(f"#{WORD}", ""), f"{what} says {said}"
    return said


def _everything(value: object) -> str:
    parts = [str(value), repr(value)]
    if isinstance(value, standoff.Turn):
        parts.append(str(value.source))
    return " ".join(parts)


# -- the public API ---------------------------------------------------------------------------------------------------

START = standoff.starting_position()
VALID: dict[str, Any] = {
    "source": "FRANCE: A PAR - BUR",
    "orders": "FRANCE: A PAR - BUR",
    "position": START,
    "goal": "A PAR - BUR",
    "by": "FRANCE",
    "subject": START,
    "wanted": "paradox()",
    "text": "A PAR - BUR",
    "power": "FRANCE",
    "key": "A PAR",
    "entry": {"units": {"FRANCE": ["A PAR"]}},
    "data": {"phases": []},
    "place": "PAR",
    "name": "standard",
    "board": standoff.load_board(),
    "whose": "FRANCE",
    "order": "A PAR - BUR",
    "option": "adjacent_convoy",
    "rules": "2023",
    "location": "PAR",
    "other": "BUR",
    "number": 0,
}
"""A value for each parameter that has no default."""


@cache
def _instances() -> dict[str, Callable[[], object]]:
    turn = standoff.read("FRANCE: A PAR - BUR")
    return {
        "Board": standoff.load_board,
        "Position": lambda: START,
        "Turn": lambda: turn,
        "Result": turn.adjudicate,
        "Game": standoff.Game,
        "Rulebook": standoff.rulebook,
        "Drawing": lambda: standoff.draw(turn),
        "CheckedOrders": turn.check,
        "CheckedOrder": lambda: turn.check()[0],
        "Comparison": turn.compare,
        "Resolutions": turn.resolutions,
        "Phase": lambda: standoff.Phase.parse("S1901M"),
    }


@cache
def public_calls() -> tuple[tuple[str, Callable[..., object]], ...]:
    """Return every function, class and method that `import standoff` offers, by its name."""
    instances, calls = _instances(), list[tuple[str, Callable[..., object]]]()
    for name in standoff.__all__:
        offered = getattr(standoff, name)
        if not inspect.isclass(offered):
            if inspect.isfunction(offered):
                calls.append((name, offered))
            continue
        if issubclass(offered, (Exception, str, int)):
            continue
        calls.append((name, offered))
        for method, _ in inspect.getmembers(offered, inspect.isroutine):
            mine = not method.startswith("_") or method in ("__getitem__", "__contains__")
            if mine and method not in ("count", "index", "drawn") and name in instances:

                def called(*args: Any, _of: Any = instances[name], _name: str = method, **more: Any) -> object:
                    return getattr(_of(), _name)(*args, **more)

                calls.append((f"{name}.{method}", called))
    return tuple(calls)


@cache
def signature_of(name: str) -> inspect.Signature | None:
    """Return the signature of a function or method; finding it once saves making its object for each text."""
    of, _, method = name.partition(".")
    target = getattr(standoff, of)
    if method:
        target = getattr(_instances()[of](), method)
    try:
        return inspect.signature(target)
    except (ValueError, TypeError):
        return None


def calls_with(text: str) -> Iterator[tuple[str, str, Callable[[], object]]]:
    """Yield a call for each parameter of the public API that gets a text instead of what it should get."""
    for name, call in public_calls():
        signature = signature_of(name)
        for wanted in signature.parameters.values() if signature else ():
            given: dict[str, Any] = {}
            listed: list[Any] = []
            for one in signature.parameters.values() if signature else ():
                hostile = one.name == wanted.name
                if one.kind is one.VAR_KEYWORD:
                    given |= {"paradox_backup": text, "cut": text} if hostile else {}
                elif one.kind is one.VAR_POSITIONAL:
                    listed += [text] if hostile else []
                elif hostile or one.default is one.empty:
                    value = text if hostile else VALID.get(one.name, "PAR")
                    if one.kind is one.POSITIONAL_ONLY or one.name in ("whose",):
                        listed.append(value)
                    else:
                        given[one.name] = value
            if name == "find":
                given |= {} if wanted.name in ("position", "orders", "units", "sample") else {"units": 1}
            yield name, wanted.name, lambda _call=call, _listed=listed, _given=given: _call(*_listed, **_given)


@pytest.mark.slow
def test_no_parameter_of_the_public_api_reads_a_file_that_it_may_not_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = set[tuple[str, str]]()
    for number, text in enumerate(hostile_texts(folder)):
        for name, parameter, call in calls_with(text):
            if number % 14 and name not in TEXTS_COME_IN:  # the others take seconds, and texts as names only
                continue
            if (name, parameter) in MAY_NAME_A_FILE | RUNS_CODE or (
                text == str(folder) and name == "Drawing.converted"
            ):
                continue
            what = f"{name}({parameter}={text!r})"
            with nothing_opened(folder, monkeypatch, what):
                refused_or_answered(call, what)
            seen.add((name, parameter))
    assert {
        ("adjudicate", "orders"),
        ("check", "position"),
        ("Turn.with_orders", "orders"),
        ("Game.order", "whose"),
    } <= seen
    assert len(seen) > 100


def test_what_may_name_a_file_does(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the table says no more than is true."""
    reading = {
        (name, parameter)
        for name, parameter in MAY_NAME_A_FILE
        if parameter in ("source", "name") or name == "Game.load"
    }
    names = {"load_board": "canary.json", "Game.load": "canary.json"}
    for name, parameter in sorted(reading):
        for of, called, call in calls_with(str(folder / names.get(name, "canary.txt"))):
            if (of, called) == (name, parameter):
                watched = nothing_opened(folder, monkeypatch, name)
                with pytest.raises(AssertionError, match="opened"), watched, pytest.raises(StandoffError):
                    call()


def test_a_path_names_a_file_wherever_a_position_board_or_orders_are_expected(tmp_path: Path) -> None:
    orders, position = tmp_path / "orders.txt", tmp_path / "position.txt"
    orders.write_text("FRANCE: A PAR - BUR\n", encoding="utf-8")
    position.write_text("PHASE F1902M\nUNITS\n  France: A PAR\n", encoding="utf-8")
    turn = standoff.read(position, orders)
    assert (str(turn.phase), turn.texts) == ("F1902M", ("A PAR - BUR",))
    assert standoff.adjudicate(orders, position=position).turn == turn
    assert standoff.check("A PAR - BUR", position, power="FRANCE")[0].fault == ""
    assert list(standoff.legal_orders(position)["FRANCE"]) == ["PAR"]
    assert standoff.draw(orders).title == standoff.draw(standoff.read(orders).adjudicate()).title
    with pytest.raises(StandoffError, match="expected 'start', a position in one line"):
        standoff.read(orders, position=str(position))
    # what a position file holds may be given as the text that it is
    assert standoff.check("A PAR - BUR", position.read_text(encoding="utf-8"), power="FRANCE")[0].fault == ""


def test_the_documentation_lists_the_parameters_that_may_name_a_file() -> None:
    page = (DOCS / "python.md").read_text(encoding="utf-8")
    (paragraph,) = (part for part in page.split("\n\n") if part.startswith("**File names.**"))
    listed = (
        {("read", "source"), ("adjudicate", "source")}
        if "first argument of `read` and `adjudicate`" in " ".join(paragraph.split())
        else set()
    )
    listed |= {(name, parameter) for name, parameter in MAY_NAME_A_FILE if f"`{name}`" in paragraph}
    assert listed == MAY_NAME_A_FILE


# -- the other entrances ----------------------------------------------------------------------------------------------


def tool_calls(text: str) -> Iterator[tuple[str, Callable[[], object]]]:
    for tool in (mcp.legal_orders, mcp.check, mcp.adjudicate, mcp.explain):
        for wanted in inspect.signature(tool).parameters:
            forms: list[Any] = [text]
            if wanted in ("orders", "position"):
                forms += [{"FRANCE": [text]}, {"FRANCE": text}, {text: ["A PAR"]}, [text], {"map": text, "units": {}}]
                forms += [{"units": {"FRANCE": ["A PAR"]}, "map": text, "orders": {"FRANCE": [text]}}, {"orders": text}]
            for form in forms:
                given = {"orders": "FRANCE: A PAR - BUR"} if "orders" in inspect.signature(tool).parameters else {}
                yield (
                    f"{tool.__name__}({wanted}={form!r})",
                    lambda _tool=tool, _given={**given, wanted: form}: _tool(**_given),
                )


@pytest.mark.slow
def test_no_tool_of_the_protocol_reads_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in hostile_texts(folder)[::2]:
        for what, call in tool_calls(text):
            with nothing_opened(folder, monkeypatch, what):
                refused_or_answered(call, what)


def test_what_is_there_is_not_told_from_what_is_not(folder: Path) -> None:
    for tool in (mcp.legal_orders, mcp.check, mcp.adjudicate, mcp.explain):
        for wanted in inspect.signature(tool).parameters:
            said: set[str] = set()
            for name in ("canary.txt", "absent.txt"):
                texts = [str(folder / name), f"map: {folder / name}.json\nFRANCE: A PAR H", f"{folder / name}#1"]
                for number, text in enumerate(texts):
                    given = {"orders": "FRANCE: A PAR - BUR", wanted: text}
                    given = {one: value for one, value in given.items() if one in inspect.signature(tool).parameters}
                    answered = refused_or_answered(
                        lambda _given=given, _tool=tool: _tool(**_given), f"{tool}, {wanted}"
                    )
                    said.add(f"{number}: {answered.replace(name, 'FILE')}")
            assert len(said) == 3


@pytest.mark.slow
def test_no_line_and_no_request_of_the_page_reads_a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = {"units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}
    request = {"position": str(START), "orders": "FRANCE: A PAR - BUR"}
    for text in hostile_texts(folder):
        for key in ("id", "phase", "season", "rules", "map", "terms", "units", "orders", "centers", "civil_disorder"):
            for value in (text, [text], {"FRANCE": [text]}):
                what = f"line {key}: {value}"
                with nothing_opened(folder, monkeypatch, what):
                    said = answer_line(json.dumps({**line, key: value}))[0]
                assert WORD not in str({**said, "id": None}).replace(f"#{WORD}", ""), what
    texts = hostile_texts(folder)
    for text in (texts[0], texts[1], *texts[18:20], *texts[-7:-1]):
        for action in ACTIONS.keys() - {"explain", "resolutions", "compare", "change"}:
            for key in ("position", "orders", "rules", "board", "language", "theme", "source", "form"):
                what = f"request {action}, {key}: {text}"
                with nothing_opened(folder, monkeypatch, what):
                    said = str(answer({**request, "do": action, key: text}))
                assert WORD not in said.replace(f"#{WORD}", ""), what


def test_a_case_file_names_boards_beside_it_and_no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, outside = tmp_path / "cases", tmp_path / "elsewhere"
    for made in (inside, outside):
        made.mkdir()
        (made / "isles.json").write_text(json.dumps(ISLES), encoding="utf-8")
    (inside / "link.json").symlink_to(outside / "isles.json")
    case = inside / "case.txt"
    text = "UNITS\n  Red: A EAST\nRED: A EAST H\n"
    for named, good in (
        ("isles.json", True),
        (str(inside / "isles.json"), True),
        ("../elsewhere/isles.json", False),
        (str(outside / "isles.json"), False),
        ("link.json", False),
    ):
        case.write_text(f"map: {named}\n{text}", encoding="utf-8")
        if good:
            assert standoff.read(str(case)).board.name == ISLES["name"]
            continue
        with (
            nothing_opened(outside, monkeypatch, named),
            pytest.raises(StandoffError, match=r"was not allowed|No such file"),
        ):
            standoff.read(str(case))
    load_board(str(outside / "isles.json"))
    case.write_text(f"map: {outside / 'isles.json'}\n{text}", encoding="utf-8")
    assert standoff.read(case).board.place == str(outside / "isles.json")
