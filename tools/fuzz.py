"""Hostile input through everything that reads: no traceback, no hang, nothing lost, nothing executed.

    python -m tools.fuzz                            before a release: every target, ten minutes
    python -m tools.fuzz lines --count 1000000      so many inputs
    python -m tools.fuzz --again lines/1/4711       one input again: target, seed, number

Each input is something that reads well, with characters, words, lines or places in it changed, doubled, lost or taken
from another; what is drawn follows from target, seed and number. What may come of it is an answer or a `StandoffError`;
anything else, more than `MOST_SECONDS` of the processor, or something lost is a fault. With ``NUMBA_BOUNDSCHECK=1``
every index of compiled code is checked.
"""

from __future__ import annotations

import faulthandler
import io
import json
import os
import re
import sys
import tempfile
import time
import unicodedata
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import replace
from functools import cache, partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import standoff
from standoff.cases.case import Case
from standoff.cases.catalog import library
from standoff.cases.formats import FORMATS, converted
from standoff.cases.position_file import read_position, write_position
from standoff.cases.reading import read_cases
from standoff.cases.replaying import replay
from standoff.cases.run import start_of
from standoff.cases.text_files import SourceName
from standoff.commands.cli import main as command
from standoff.lines.answering import answer_block, answer_lines
from standoff.lines.blocks import compiled_code_is_there
from standoff.lines.json_lines import line_object
from standoff.map import Position, StandoffError, load_board, read_variant
from standoff.map.json_text import json_value
from standoff.map.json_values import JsonError
from standoff.page.messages import ACTIONS, answer
from standoff.peers.adapters.exchange import request_of
from standoff.random_turns import question
from standoff.solver import OPTIONS, PRESETS, Unclear, rulebook
from standoff.solver.rules.presets import board_of
from standoff.text import NotationError, read_order, write_order
from standoff.text.notation.compound import read_each
from standoff.text.notation.reader import readable
from standoff.text.notation.writer import WRITTEN
from tools.shared import ROOT, Compared, command_line, in_blocks, seconds

BOARD = load_board()
CORPUS = ROOT / "tools" / "corpus"
MOST_SECONDS = 20.0
HANGS_AFTER_SECONDS = 300
IN_BLOCK = 100
"""Inputs that a process draws and reads at a time."""

COMMANDS = ("adjudicate", "check", "explain", "resolutions", "compare", "play", "play standings", "replay", "convert")

WORDS = (
    *("A", "F", "H", "S", "C", "R", "D", "B", "VIA", "-", "->", "WAIVE", "", " ", "F  ", "*A", "Army", "supports"),
    *("PAR", "STP/SC", "SPA/NC", "XXX", "Severní moře", "BUL/EC", "A PAR - BUR", "F SPA", "A BUL/SC", "FRANCE", "🙂"),
    *("2023", "start", "6.F.14", "S1901M", "F1901R", "standard", "movement", "retreat", "..", "NUL", "coast"),
    "extends",
    *("\0", "\ud800", "é", "x" * 5000, "-" * 300, "(" * 300, "((ENG FLT LON) HLD)", "**England**", "# a remark", "=>"),
    *("id", "phase", "rules", "units", "orders", "map", "season", "centers", "dislodged", "contested", "options", "do"),
    *(
        "civil_disorder",
        "terms",
        "power",
        "from",
        "by_convoy",
        "position",
        "source",
        "paradox()",
        "rules=1971",
        " and not ",
        "1",
    ),
)
"""What is put among the words of a text, and what keys are renamed to."""
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2**63, 10**400, 1e308, 1.5, "", "A PAR", "F STP/SC", "FRANCE", "2023", "start"),
    *([], {}, [[]], [None], ["A PAR", "A PAR"], {"": ""}, {"FRANCE": ["A PAR"]}, {"FRANCE": None}, {"FRANCE": [1]}),
)
"""What stands where something else is expected."""
OTHER_HANDS = (
    (r"^(\s*)(?=[AF] )", r"\g<1>* "),
    (r"^(\s*)(?=[AF] )", r"\g<1>12) "),
    (r"^([^\W\d_]+)(:?)$", r"**\1**\2"),
    (r" - ", " – "),
    (r" - ", "—"),
    (r" - ", " -> "),
    (r"(?<=[AF] )(?!.*=>)(\w+ - \w+)$", r"\1 (bounced)"),
    (r"$", "\r"),
    (r"^", "\n# a remark\n"),
)
"""How another hand may write a line."""

PASTED = (
    "**England**\n* F Lon moves to the English Channel (bounced)\n1. A Lvp - Yor\n\n**France:** A Par—Bur, A Mar—Spa\n",
    "England: F Edi-Nth; A Lvp H. Germany: A Ber-Kie, A Mun-Ruh; Turkey: A Smy - Arm\n",
    "–Německo–\n- Armáda Porúří do Holandska\n- Flotila Kiel podporuje armádu Porúří do Holandska (<– konvoj)\n",
    "PHASE W1901A\nCENTERS\n  Germany: KIE, MUN, BER, HOL\nUNITS\n  Germany: A DEN\nGermany: F Kie a A Mun\n",
    "Россия: Армия Москва – Украина, Флот Севастополь – Чёрное море\n",
)
REPORTS = {
    "datc": '<h4 id="6.A.1">6.A.1. TEST CASE, ONE</h4><p>Some words.</p><div class="test-case spring">'
    'Austria:\nF Trieste Holds <span class="resolution">dislodged</span>\n\nItaly:\nA Venice - Trieste <span class="'
    'resolution">succeeds</span>\n\nRETREATS\n\nAustria:\nF Trieste - Albania</div><h4>6.J.2. TEST CASE, TWO</h4><pre>'
    "Russia has to remove one.\nRussia owns St Petersburg.\nRussia has armies in Greece and Sevastopol.\n</pre>",
}


class FuzzError(AssertionError):
    """Something came of an input that must not."""


# -- changes ---------------------------------------------------------------------------------------------------------


def changed(text: str, other: str, rng: Random) -> str:
    """Return a text as another hand may write it, or spoilt; `other` is where pieces may come from."""
    for _ in range(rng.choice((0, 1, 1, 1, 2, 4))):
        lines = text.split("\n")
        line, at, kind = rng.randrange(len(lines)), rng.randrange(len(text) + 1), rng.randrange(9)
        words = lines[line].split(" ")
        word = rng.randrange(len(words))
        if kind == 0:
            lines[line] = re.sub(*rng.choice(OTHER_HANDS), lines[line])
        elif kind == 1:
            lines[line] = unicodedata.normalize(rng.choice(("NFC", "NFD")), lines[line])
        elif kind == 2:
            words[word : word + rng.randrange(2)] = [rng.choice(WORDS)]
        elif kind == 3:
            words[word] *= rng.choice((0, 2, 500))
        elif kind == 4:
            rng.shuffle(lines)
        elif kind == 5:
            lines.insert(line, rng.choice(other.split("\n")))
        if kind in (2, 3):
            lines[line] = " ".join(words)
        if kind < 6:
            text = "\n".join(lines)
        elif kind == 6:
            text = text[:at] + text[at + rng.randint(1, 200) :]
        elif kind == 7:
            start = rng.randrange(len(other) + 1)
            text = text[:at] + other[start : start + rng.randint(1, 60)] + text[at:]
        else:
            new = "".join(chr(rng.choice((rng.randrange(128), rng.randrange(0x3000)))) for _ in range(rng.randrange(3)))
            text = text[:at] + new + text[at + rng.randrange(3) :]
    return text


def changed_data(data: Any, rng: Random) -> Any:
    """Return data, as JSON has it, with places in it replaced, lost, doubled, renamed, exchanged or rewritten."""
    data = deepcopy(data)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 6))):
        where: Any = data
        while (inner := [one for one in _inside(where) if one and isinstance(one, dict | list)]) and rng.random() < 0.7:
            where = rng.choice(inner)
        keys = list(where) if isinstance(where, dict) else list(range(len(where)))
        if not keys:
            continue
        key, kind = rng.choice(keys), rng.randrange(6)
        if kind == 0:
            del where[key]
        elif kind == 1 and isinstance(where, dict):
            where[rng.choice(WORDS)] = where.pop(key)
        elif kind == 2 and isinstance(where, list):
            where.extend(deepcopy(where[key]) for _ in range(rng.choice((1, 1, 2, 30))))
        elif kind == 3:
            other = rng.choice(keys)
            where[key], where[other] = where[other], where[key]
        elif isinstance(where[key], str):
            where[key] = changed(where[key], rng.choice(WORDS), rng)
        else:
            where[key] = deepcopy(rng.choice(VALUES))
    return data


def _inside(value: Any) -> list[Any]:
    return list(value.values() if isinstance(value, dict) else value)


# -- interchange lines -----------------------------------------------------------------------------------------------


def draw_lines(rng: Random) -> list[str]:
    """Return some lines, most of them with something changed."""
    lines: list[str] = []
    for number in range(10):
        name = rng.choice(list(PRESETS)) if rng.random() < 0.3 else "2023"
        turn = question(1, rng.randrange(2000), board=load_board(board_of(name)))
        option = rng.choice(OPTIONS)
        options = {"options": {option.name: rng.choice(list(option.choices))}} if rng.random() < 0.2 else {}
        request = changed_data({"id": number, **request_of(turn, rulebook(name)), **options}, rng)
        line = json.dumps(request, ensure_ascii=rng.random() < 0.5)
        line = changed(line, lines[-1] if lines else line, rng) if rng.random() < 0.3 else line
        lines.append(line.replace("\n", " ").replace("\r", " "))
    return lines


def check_lines(lines: list[str]) -> None:
    """Answer lines, compiled too: each that is not blank has one answer, with its id, and nothing of it is lost."""
    answers = list(answer_lines(lines))
    if compiled_code_is_there() and (together := list(answer_block(lines))) != answers:
        raise FuzzError(f"compiled code answers otherwise: {together}")
    asked = [line for line in lines if line.strip()]
    if len(answers) != len(asked):
        raise FuzzError(f"{len(asked)} lines and {len(answers)} answers")
    for line, (text, good) in zip(asked, answers, strict=True):
        if fault := _answer_fault(line, text, good):
            raise FuzzError(f"{fault}\n  line   {line[:2000]!a}\n  answer {text[:2000]!a}")


def _answer_fault(line: str, text: str, good: bool) -> str | None:
    if "\n" in text or "\r" in text:
        return "the answer is several lines"
    try:
        text.encode("utf-8")
        answered = json.loads(text)
    except ValueError as fault:
        return f"the answer is not JSON in UTF-8: {fault}"
    if not isinstance(answered, dict) or good == ("error" in answered):
        return "the answer does not say by itself whether it is one"
    if "a fault of standoff" in str(answered.get("error")):
        return "a fault of the program"
    if len(text) > 5000 + 40 * len(line):
        return f"{len(text)} characters answer {len(line)}"
    try:
        data = line_object(line)
    except JsonError:
        return "a line that is not an object is answered" if good else None
    if answered.get("id") != data.get("id"):
        return "the answer has another id"
    return _lost(data, answered) if good else None


def _lost(data: dict[str, Any], answered: dict[str, Any]) -> str | None:
    """Return what of a line the answer says nothing of: each order must be there, and no unit twice."""
    given, before = _orders_in(data.get("orders")), _orders_in(data.get("units"))
    if sum(map(len, answered["orders"].values())) < given:
        return f"{given} orders, and fewer answers to them"
    standing = [unit[2:].partition("/")[0] for units in answered["units"].values() for unit in units]
    if len(standing) != len(set(standing)):
        return "two units in one province"
    if "dislodged" in answered and before != len(standing) + len(answered["dislodged"]):
        return f"{before} units before, {len(standing)} and {len(answered['dislodged'])} dislodged afterwards"
    return None


def _orders_in(given: Any) -> int:
    """Return how many orders (or units) stand there: entries of lists, and in texts the lines that are orders."""
    if isinstance(given, dict):
        return sum(map(_orders_in, given.values()))
    if isinstance(given, str):
        return sum(line[:2] in ("A ", "F ") and readable(line, BOARD) for line in map(str.strip, given.splitlines()))
    return sum(one != "" for one in given or ())


# -- texts and files ---------------------------------------------------------------------------------------------------


@cache
def folder() -> Path:
    """Return a folder for files that are read; it goes when the process ends."""
    kept.append(tempfile.TemporaryDirectory())
    return Path(kept[-1].name)


kept: list[tempfile.TemporaryDirectory[str]] = []


@cache
def samples() -> list[tuple[str, str]]:
    """Return texts, each with the reader that it is for: files in every format, positions, orders."""
    every = [(text, "from standoff") for text in PASTED]
    every += [(text, f"from {name}") for name, text in REPORTS.items()] * 5
    for number, case in enumerate(library()):
        for form in FORMATS.values():
            if form.write is not None and (form.name == "standoff" or number % 8 == 0):
                try:
                    every.append((form.write([case])[0], f"from {form.name}"))
                except StandoffError:
                    continue  # a case that the format cannot hold at all
        if number % 8 == 0:
            position = start_of(case)
            every.append((write_position(position, case.board), "position file"))
            every.append((str(replace(position, board=case.board.name)), "position string"))
        for written in case.phases[0].orders[:1]:
            for style in WRITTEN:
                try:
                    text = write_order(written.order, case.board, style)
                except NotationError:
                    continue
                every.append((text, "an order"))
    return [(text, reader) for text, reader in every if text.strip()]


def draw_text(rng: Random) -> tuple[str, str]:
    """Return a changed text and the reader that it goes to: half of them another one than it is for."""
    text, reader = rng.choice(samples())
    others = [*{reader for _, reader in samples()}, "list of orders", *COMMANDS]
    if rng.random() < 0.5:
        reader = rng.choice(others)
    elif reader == "from standoff" and rng.random() < 0.5:
        reader = rng.choice(COMMANDS)
    return changed(text, rng.choice(samples())[0], rng), reader


def check_text(given: tuple[str, str]) -> None:
    """Have a reader read a text; what it read must read the same when it is written out."""
    text, reader = given
    kind, _, name = reader.partition(" ")
    if reader in COMMANDS:
        run_command(reader, text)
    elif kind == "from":
        read_format(name, text)
    elif reader == "an order":
        order = read_order(text[:200], "ENGLAND", BOARD)
        if not isinstance(order, Unclear) and read_order(write_order(order, BOARD, "datc"), "ENGLAND", BOARD) != order:
            raise FuzzError(f"{order} reads otherwise when written out")
    elif reader == "position string":
        position = Position.parse(text)
        if Position.parse(str(position)) != position:
            raise FuzzError("the position reads otherwise when written out")
    elif reader == "position file":
        (folder() / "position").write_text(text, encoding="utf-8", errors="replace")
        read_position(SourceName(folder() / "position"))
    else:
        list(read_each(text, "ENGLAND", BOARD))


def read_format(name: str, text: str) -> None:
    """Read a text as a file of some format, write it in others, and look for what was lost.

    Raises:
        FuzzError: A line that is an order by itself is neither read nor listed, or cases read otherwise when written.
    """
    cases = FORMATS[name].read(text, "text", None)
    if name in ("standoff", "datc"):
        _nothing_lost(text, cases)
    again, losses = FORMATS["standoff"].write(cases)
    for one, two in zip(cases, read_cases(again, "again"), strict=True) if name != "saved" and not losses else ():
        for first, second in zip(one.phases, two.phases, strict=True):
            ours = [(w.order, w.expected) for w in first.orders if not isinstance(w.order, Unclear)]
            theirs = [(w.order, w.expected) for w in second.orders if not isinstance(w.order, Unclear)]
            same = ours == theirs and first.centers == second.centers and first.barred == second.barred
            if not same or {*first.units} - {*second.units} or first.expected.after != second.expected.after:
                raise FuzzError(f"{one.id or one.file} reads otherwise when written as a case file")
    for form in ("standoff", "lines", "saved"):
        converted(text, "text", FORMATS[name], FORMATS[form])


def _nothing_lost(text: str, cases: list[Case]) -> None:
    said = [note for case in cases for note in (*case.notes, *case.unread, *case.head.values())]
    said += [written.text for case in cases for phase in case.phases for written in phase.orders]
    before = [re.match(r"lines 1 to (\d+), before", entry) for case in cases for entry in case.unread]
    listed = max((int(match[1]) for match in before if match), default=0)
    together = "\n".join(said)
    for line in map(str.strip, text.splitlines()[listed:]):
        if line[:2] in ("A ", "F ") and "#" not in line and readable(line, BOARD) and line not in together:
            raise FuzzError(f"not among the orders read, and not listed: {line!r}")


def run_command(name: str, text: str) -> None:
    """Run a command on a file with the text: it ends with status 0 or 1, or with 2 and a message."""
    file, target = folder() / "text", folder() / "out"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    arguments = {"play": ["start", str(file), "--quiet"], "convert": [str(file), str(target)]}.get(name, [str(file)])
    said = io.StringIO()
    status: int | str | None = 0
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(said):
            command([*name.split(), *arguments], standalone_mode=False)
    except SystemExit as ended:
        status = ended.code
    if status not in (0, 1, 2) or (status == 2 and not said.getvalue().startswith("standoff: ")):
        raise FuzzError(f"{name}: status {status}: {said.getvalue()!r}")


# -- boards and variants -----------------------------------------------------------------------------------------------

_numbers = count()  # boards are kept by name


def _play_on(name: str) -> None:
    board = load_board(name)
    turn = standoff.Turn(standoff.starting_position(board), board=board)
    turn.adjudicate().to_json()
    standoff.draw(turn)


def draw_board(rng: Random) -> str:
    """Return a board file with places or characters changed."""
    boards = sorted((ROOT / "map" / "boards").glob("*.json"))
    text = rng.choice(boards).read_text(encoding="utf-8")
    if rng.random() < 0.3:
        return changed(text, text, rng)
    return json.dumps(changed_data(json.loads(text), rng))


def check_board(text: str) -> None:
    """Load a board file, and play a phase on it."""
    path = folder() / f"board{next(_numbers)}.json"
    path.write_text(text, encoding="utf-8", errors="replace")
    try:
        _play_on(str(path))
    finally:
        path.unlink()


def draw_variant(rng: Random) -> tuple[str, str]:
    """Return another program's board, changed, and how its file's name ends; behind ``%%`` a file that it uses."""
    files = sorted((CORPUS / "variant").iterdir())
    file, other = rng.choice(files), rng.choice(files)
    return changed(file.read_text(encoding="utf-8"), other.read_text(encoding="utf-8"), rng), file.suffix


def check_variant(given: tuple[str, str]) -> None:
    """Import a board, and play on what it is written as."""
    text, suffix = given
    used = folder() / f"used{next(_numbers)}"
    used.mkdir()
    first, _, second = text.partition("\n%%\n")
    for name, part in (("board", first), ("other", second)):
        (used / f"{name}{suffix}").write_text(part, encoding="utf-8", errors="replace")
    imported = read_variant(str(used / f"board{suffix}"))
    (used / "again.json").write_text(imported.text(), encoding="utf-8")
    read, again = standoff.Board(imported.data), load_board(str(used / "again.json"))
    if any(getattr(read, name) != getattr(again, name) for name in ("locations", "army_reach", "fleet_reach")):
        raise FuzzError("the board reads otherwise when written out")
    _play_on(str(used / "again.json"))


# -- values of JSON ----------------------------------------------------------------------------------------------------

RAW = (
    *(
        "null",
        "true",
        "false",
        "0",
        "-1",
        "47.9",
        "1e999",
        "NaN",
        "Infinity",
        "9" * 4301,
        "1" * 30,
        "[]",
        "{}",
        "[null]",
    ),
    *('""', '"A PAR"', '"\\ud800"', '"' + "x" * 5000 + '"', '{"": ""}', "[[[]]]", '["A PAR", "A PAR"]'),
    "[" * 1000 + "]" * 1000,
)
"""JSON texts that stand where something else is expected, some of which are no JSON."""

_HERE = "@@here@@"


@cache
def documents() -> dict[str, tuple[Any, Callable[[str], object]]]:
    """Return for each format of JSON a document in it, and what reads a text of the format."""
    saved = json.loads((ROOT / "cases" / "turns" / "game-1982.json").read_text(encoding="utf-8"))
    unit = {"unitType": "Army", "terrID": 47, "countryID": 2, "retreating": "No"}
    order = {"type": "Move", "terrID": 47, "toTerrID": 48, "fromTerrID": None, "viaConvoy": "No", "countryID": 2}
    center = {"terrID": 47, "countryID": 2}
    phase = {"phase": "Diplomacy", "turn": 0, "units": [unit], "centers": [center], "orders": [order]}
    bn = {"Phase": 19011, "Units": {"France": [["A", "Par"]]}, "SupplyCenters": {"France": ["Par"]}}
    bn |= {"Orders": {"France": [["Par", ["m", "Bur"], "s"]]}, "Status": "Completed"}
    turn = question(1, 7, board=BOARD)
    board = json.loads((ROOT / "map" / "boards" / "two-1982.json").read_text(encoding="utf-8"))

    def game(text: str) -> object:
        path = folder() / "game.json"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return standoff.Game.load(path)

    def replayed(text: str) -> object:
        path = folder() / "record.json"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return list(replay(str(path), rulebook()))

    def board_file(text: str) -> None:
        check_board(text)

    def line(text: str) -> None:
        for answered, _ in answer_lines([text]):
            if "a fault of standoff" in answered:
                raise FuzzError(answered)
        standoff.read(text)

    short = {**saved, "phases": saved["phases"][:2]}
    return {
        "line": ({"id": 1, **request_of(turn, rulebook())}, line),
        "orders": ({"FRANCE": ["A PAR - BUR"], "GERMANY": {"A MUN": "- BUR"}}, standoff.read),
        "answer": ({"orders": ["A PAR - BUR", "A MAR - SPA"], "power": "FRANCE"}, standoff.read),
        "position": (turn.position.to_dict(), Position.from_json),
        "saved": (short, standoff.read),
        "game": (short, game),
        "record": (short, replayed),
        "webdiplomacy": ({"gameID": 1, "variantID": 1, "phases": [phase]}, replayed),
        "diplobn": ({"GameLabel": "x", "GamePhases": [bn]}, replayed),
        "board": (board, board_file),
        "page": (requests()[0], lambda text: check_page(json_value(text))),
    }


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Return every place in data: what it is in, and its key or number."""
    keys = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place for key, value in keys for place in ((data, key), *_places(value))]


def draw_value(rng: Random) -> tuple[str, str, str]:
    """Return a format, a document of it with one value replaced or one key twice, and the key that is there twice."""
    name = rng.choice(list(documents()))
    data = deepcopy(documents()[name][0])
    where, key = rng.choice(_places(data))
    twice = ""
    raw = rng.choice(RAW)
    if isinstance(where, dict) and rng.random() < 0.3:
        twice, raw = key, f"{json.dumps(where[key])}, {json.dumps(key)}: {rng.choice((json.dumps(where[key]), raw))}"
    where[key] = _HERE
    return name, json.dumps(data).replace(json.dumps(_HERE), raw), twice


def check_value(given: tuple[str, str, str]) -> None:
    """Have a document read; one in which a key stands twice is refused, and lines get an error as their answer."""
    name, text, twice = given
    documents()[name][1](text)
    if twice:
        raise FuzzError(f"{name}: {twice!r} stands twice, and is read")


# -- requests of the page ----------------------------------------------------------------------------------------------


@cache
def requests() -> tuple[dict[str, Any], ...]:
    """Return requests of the page: every action but those that take too long for thousands of tries."""
    case = standoff.read("6.F.14")
    turn = {"position": str(case.position), "orders": str(case), "rules": "2023", "language": "en", "options": {}}
    paris = {"position": str(standoff.starting_position()), "orders": "FRANCE\n  A PAR - BUR\n", "order": "A PAR - BUR"}
    quick = [name for name in ACTIONS if name not in ("compare", "change", "resolutions")]
    sources = ("start", "6.F.14", "FRANCE: A PAR - BUR", turn["position"])
    edits = ({"unit": "A PAR", "power": "FRANCE"}, {"center": "PAR", "power": "FRANCE"}, {"phase": "F1901M"})
    return (
        *({"do": name, **base} for name in quick for base in (turn, paris)),
        *({"do": "open", "source": source} for source in sources),
        *({"do": "edit", **paris, **edit} for edit in edits),
    )


def check_page(request: Any) -> None:
    """Answer a request of the page."""
    reply = answer(request)
    json.dumps(reply)
    if "fault of standoff" in str(reply.get("error")):
        raise FuzzError(reply["error"])


# -- long inputs -------------------------------------------------------------------------------------------------------

PIECES = (
    *(
        "x",
        "x ",
        "A ",
        "A PAR ",
        "- ",
        "-",
        "(",
        "() ",
        "PAR ",
        "BUR - ",
        "1",
        "é",
        "/",
        "*",
        "_",
        "`",
        ".",
        ", ",
        ",",
        ";",
    ),
    *(
        ":",
        ": ",
        "\\",
        "'",
        '"',
        "[",
        "{",
        '{"a":',
        "and ",
        "S A PAR ",
        "via ",
        "FRANCE ",
        "FRANCE: ",
        "\n",
        "A X\n",
        "> ",
    ),
    *("#", "| a ", "<b>", "=>", "🙂", "ENG FLT ", "Armáda ", "если ", "[[", "`" * 3 + "\n", "<orders>", "\\'", '\\"'),
)
"""What a long input repeats."""

LONG = 20_000
"""How many characters it has."""

LONG_SECONDS = 3.0


def draw_long(rng: Random) -> str:
    """Return a text in which one or two pieces are repeated, or a line with such a text in one of its places."""
    pieces = rng.sample(PIECES, rng.choice((1, 1, 2)))
    text = "".join(pieces) * (LONG // len("".join(pieces)))
    if rng.random() < 0.5:
        return rng.choice(("", "FRANCE: ", "FRANCE\n", "PHASE S1901M\nUNITS\nFRANCE: ", "FRANCE: A PAR - BUR ")) + text
    line: dict[str, Any] = {"id": 1, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR H"]}}
    key = rng.choice(("orders", "units", "season", "map", "rules", "centers", "contested", "options", text))
    line[key] = rng.choice((text, {"FRANCE": [text]}, {text: ["A PAR"]}, {"FRANCE": text}, [text]))
    return json.dumps(line)


def check_long(text: str) -> None:
    """Have a long text read: it takes no longer than a few times what orders of that length do."""
    began = time.process_time()
    said = ""
    try:
        if text[:1] == "{":
            said = "".join(answer for answer, _ in answer_lines([text]))
        standoff.read(text)
    except StandoffError as fault:
        said += str(fault)
    taken = time.process_time() - began
    if taken > LONG_SECONDS:
        raise FuzzError(f"{len(text)} characters take {taken:.1f} seconds")
    if len(said) > 40 * LONG:
        raise FuzzError(f"{len(text)} characters are answered with {len(said)}")


# -- all of them -------------------------------------------------------------------------------------------------------

TARGETS: dict[str, tuple[Callable[[Random], Any], Callable[[Any], None]]] = {
    "lines": (draw_lines, check_lines),
    "texts": (draw_text, check_text),
    "board": (draw_board, check_board),
    "variant": (draw_variant, check_variant),
    "page": (lambda rng: changed_data(rng.choice(requests()), rng), check_page),
    "values": (draw_value, check_value),
    "long": (draw_long, check_long),
}
"""Each target: what draws an input, and what has it read."""


def fault_of(target: str, given: Any) -> str | None:
    """Return what must not be that came of an input; None if nothing did."""
    start = time.process_time()
    try:
        TARGETS[target][1](given)
    except StandoffError:
        pass
    except Exception as fault:  # that is what is looked for
        return f"{type(fault).__name__}: {fault}"[:3000]
    taken = time.process_time() - start
    return f"took {taken:.1f} seconds" if taken > MOST_SECONDS else None


def drawn(target: str, seed: int, number: int) -> Any:
    """Return an input; target, seed and number say which."""
    return TARGETS[target][0](Random(f"{target}/{seed}/{number}"))


def block(target: str, seed: int, block_number: int, count: int = IN_BLOCK) -> Compared:
    """Read a block of inputs; a process that hangs ends, and says where."""
    faulthandler.dump_traceback_later(HANGS_AFTER_SECONDS, exit=True)
    faults: list[str] = []
    try:
        for number in range(block_number * count, (block_number + 1) * count):
            given = drawn(target, seed, number)
            if fault := fault_of(target, given):
                faults.append(f"{target}/{seed}/{number}: {fault}\n{given!r:.2000}")
    finally:
        faulthandler.cancel_dump_traceback_later()
    return faults, Counter({f"inputs for {target}": count})


def main() -> int:
    parser = command_line(__doc__, seed=1, jobs=os.cpu_count() or 1)
    parser.add_argument("target", nargs="*", metavar="TARGET", help=f"{', '.join(TARGETS)}; all if left out")
    parser.add_argument("--minutes", type=float, default=10.0, help="for all targets together (10)")
    parser.add_argument("--count", type=int, help="inputs for each target, instead of a time")
    parser.add_argument("--again", metavar="INPUT", help="read this one, and nothing else")
    chosen = parser.parse_args()
    if unknown := [name for name in chosen.target if name not in TARGETS]:
        parser.error(f"no target {unknown[0]!r}; known: {', '.join(TARGETS)}")
    if chosen.again:
        target, seed, number = chosen.again.split("/")
        fault = fault_of(target, drawn(target, int(seed), int(number)))
        print(fault or "no fault")
        return int(fault is not None)
    names, wrong = chosen.target or list(TARGETS), 0
    for part, name in enumerate(names, 1):
        until = chosen.minutes * 60 * part / len(names)

        def enough(done: Counter[str], until: float = until) -> bool:
            return done.total() >= chosen.count if chosen.count else seconds() >= until

        wrong |= in_blocks(partial(block, name, chosen.seed), enough, chosen.jobs)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
