"""Untrusted input for everything that reads: no traceback, no hang, nothing lost, nothing executed.

Each input is valid text or data in which characters, words, lines or values are changed, doubled, removed or taken
from another one. The outcome must be an answer or a `StandoffError`. With ``NUMBA_BOUNDSCHECK=1`` every index of
compiled code is checked. The long run before a release is
`python -m pytest -n auto tests/properties --hypothesis-profile long`.
"""

from __future__ import annotations

import io
import json
import re
import tempfile
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout, suppress
from copy import deepcopy
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import currently_in_test_context, given, note, strategies as st

import standoff
from standoff.cases.case import Case
from standoff.cases.course import start_of
from standoff.cases.formats import FORMATS, converted
from standoff.cases.position_file import read_position, write_position
from standoff.cases.reading import read_cases
from standoff.cases.replaying import replay
from standoff.cases.text_files import SourceName
from standoff.commands.cli import main as command
from standoff.lines.blocks import load_compiled_code
from standoff.lines.form import line_object
from standoff.map import Position, StandoffError, load_board, read_variant
from standoff.map.json_text import JsonError, json_value
from standoff.page.messages import ACTIONS, answer
from standoff.peers.adapters.exchange import request_of
from standoff.random_turns import question
from standoff.solver import OPTIONS, PRESETS, Unclear, rulebook
from standoff.solver.rules.presets import board_of
from standoff.text import NotationError, read_order, write_order
from standoff.text.notation.compound import read_each
from standoff.text.notation.grammar import readable
from standoff.text.notation.writer import WRITTEN
from tests.helpers.examples import examples
from tests.helpers.lines import answer_block, answer_lines
from tests.helpers.paths import ROOT
from tests.helpers.turns import BOARD, library_cases

VARIANTS = Path(__file__).with_name("variants")
"""Board files that once broke an importer."""

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
"""Words that are inserted into texts, and new names for keys."""
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2**63, 10**400, 1e308, 1.5, "", "A PAR", "F STP/SC", "FRANCE", "2023", "start"),
    *([], {}, [[]], [None], ["A PAR", "A PAR"], {"": ""}, {"FRANCE": ["A PAR"]}, {"FRANCE": None}, {"FRANCE": [1]}),
)
"""Values that replace others."""
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
"""Other ways to write a line: pattern and replacement."""

PASTED = (
    "**England**\n* F Lon moves to the English Channel (bounced)\n1. A Lvp - Yor\n\n**France:** A Par—Bur, A Mar—Spa\n",
    "England: F Edi-Nth; A Lvp H. Germany: A Ber-Kie, A Mun-Ruh; Turkey: A Smy - Arm\n",
    "–Německo–\n- Armáda Porúří do Holandska\n- Flotila Kiel podporuje armádu Porúří do Holandska (<– konvoj)\n",
    "PHASE W1901A\nCENTERS\n  Germany: KIE, MUN, BER, HOL\nUNITS\n  Germany: A DEN\nGermany: F Kie a A Mun\n",
    "Россия: Армия Москва – Украина, Флот Севастополь – Чёрное море\n",
)


# -- changes ---------------------------------------------------------------------------------------------------------


def changed(text: str, other: str, rng: Random) -> str:
    """Return a text written differently or damaged, with pieces from `other`."""
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
            Random(rng.getrandbits(32)).shuffle(lines)
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
    """Return JSON data in which values are replaced, removed, doubled, exchanged or rewritten, or keys renamed."""
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
    """Return ten lines, most of them changed."""
    lines: list[str] = []
    for number in range(10):
        name = rng.choice(list(PRESETS)) if rng.random() < 0.3 else "2023"
        turn = question(1, rng.randrange(2000), board=load_board(board_of(name)))
        option = rng.choice([*OPTIONS.values()])
        options = {"options": {option.option: rng.choice(list(option.choices))}} if rng.random() < 0.2 else {}
        request = changed_data({"id": number, **request_of(turn, rulebook(name)), **options}, rng)
        line = json.dumps(request, ensure_ascii=rng.random() < 0.5)
        line = changed(line, lines[-1] if lines else line, rng) if rng.random() < 0.3 else line
        lines.append(line.replace("\n", " ").replace("\r", " "))
    return lines


def lines_fault(lines: Sequence[str], answers: Sequence[tuple[str, bool]]) -> str | None:
    """Return the first fault of the answers: each line that is not blank has one, with its id, and loses nothing."""
    asked = [line for line in lines if line.strip()]
    if len(answers) != len(asked):
        return f"{len(asked)} lines and {len(answers)} answers"
    for line, (text, good) in zip(asked, answers, strict=True):
        if fault := _answer_fault(line, text, good):
            return f"{fault}\n  line   {line[:2000]!a}\n  answer {text[:2000]!a}"
    return None


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
    """Return what the answer to a line lacks: it must have each order, and each unit once."""
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
    """Count orders or units: entries of lists, and lines of texts that are orders."""
    if isinstance(given, dict):
        return sum(map(_orders_in, given.values()))
    if isinstance(given, str):
        return sum(line[:2] in ("A ", "F ") and readable(line, BOARD) for line in map(str.strip, given.splitlines()))
    return sum(one != "" for one in given or ())


# -- texts and files ---------------------------------------------------------------------------------------------------


_FOLDER = tempfile.TemporaryDirectory()
FOLDER = Path(_FOLDER.name)
"""For the files that are read."""


@cache
def samples() -> list[tuple[str, str]]:
    """Return files in every format, positions and orders, each with the name of its reader."""
    every = [(text, "from standoff") for text in PASTED]
    for number, case in enumerate(library_cases()):
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
    """Return a changed text and the name of a reader: in half of all cases not its own."""
    text, reader = rng.choice(samples())
    others = [*{reader for _, reader in samples()}, "list of orders", *COMMANDS]
    if rng.random() < 0.5:
        reader = rng.choice(others)
    elif reader == "from standoff" and rng.random() < 0.5:
        reader = rng.choice(COMMANDS)
    return changed(text, rng.choice(samples())[0], rng), reader


def check_text(given: tuple[str, str]) -> None:
    """Have a reader read a text; its value, written out, must read the same."""
    text, reader = given
    kind, _, name = reader.partition(" ")
    if reader in COMMANDS:
        run_command(reader, text)
    elif kind == "from":
        read_format(name, text)
    elif reader == "an order":
        order = read_order(text[:200], "ENGLAND", BOARD)
        if not isinstance(order, Unclear) and read_order(write_order(order, BOARD, "datc"), "ENGLAND", BOARD) != order:
            raise AssertionError(f"{order} reads otherwise when written out")
    elif reader == "position string":
        position = Position.parse(text)
        if Position.parse(str(position)) != position:
            raise AssertionError("the position reads otherwise when written out")
    elif reader == "position file":
        (FOLDER / "position").write_text(text, encoding="utf-8", errors="replace")
        read_position(SourceName(FOLDER / "position"))
    else:
        list(read_each(text, "ENGLAND", BOARD))


def read_format(name: str, text: str) -> None:
    """Read a text as a file of some format and write it in others; cases must read the same when written."""
    cases = FORMATS[name].read(text, "text", None)
    if name == "standoff":
        _nothing_lost(text, cases)
    again, losses = FORMATS["standoff"].write(cases)
    for one, two in zip(cases, read_cases(again, "again"), strict=True) if name != "saved" and not losses else ():
        for first, second in zip(one.phases, two.phases, strict=True):
            ours = [(w.order, w.expected) for w in first.orders if not isinstance(w.order, Unclear)]
            theirs = [(w.order, w.expected) for w in second.orders if not isinstance(w.order, Unclear)]
            one_at, two_at = first.position, second.position
            same = ours == theirs and one_at.centers == two_at.centers and one_at.contested == two_at.contested
            if not same or {*one_at.units} - {*two_at.units} or first.expected.after != second.expected.after:
                raise AssertionError(f"{one.id or one.file} reads otherwise when written as a case file")
    for form in ("standoff", "lines", "saved"):
        converted(text, "text", FORMATS[name], FORMATS[form])


def _nothing_lost(text: str, cases: list[Case]) -> None:
    """Check that each line that is an order by itself is read or listed as unread."""
    said = [note for case in cases for note in (*case.notes, *case.unread, *case.head.values())]
    said += [written.text for case in cases for phase in case.phases for written in phase.orders]
    together = "\n".join(said)
    for line in map(str.strip, text.splitlines()):
        if line[:2] in ("A ", "F ") and "#" not in line and readable(line, BOARD) and line not in together:
            raise AssertionError(f"not among the orders read, and not listed: {line!r}")


def run_command(name: str, text: str) -> None:
    """Run a command on a file with the text: the status is 0 or 1, or 2 with a message."""
    file, target = FOLDER / "text", FOLDER / "out"
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
        raise AssertionError(f"{name}: status {status}: {said.getvalue()!r}")


# -- boards and variants -----------------------------------------------------------------------------------------------

_numbers = count()  # load_board caches boards by name


def _play_on(name: str) -> None:
    board = load_board(name)
    turn = standoff.Turn(standoff.starting_position(board), board=board)
    turn.adjudicate().to_json()
    standoff.draw(turn)


def check_board(text: str) -> None:
    """Load a board file, and play a phase on it."""
    path = FOLDER / f"board{next(_numbers)}.json"
    path.write_text(text, encoding="utf-8", errors="replace")
    try:
        _play_on(str(path))
    finally:
        path.unlink()


def draw_variant(rng: Random) -> tuple[str, str]:
    """Return a changed board file of another program and its suffix; a second file may follow after ``%%``."""
    files = sorted(VARIANTS.iterdir())
    file, other = rng.choice(files), rng.choice(files)
    return changed(file.read_text(encoding="utf-8"), other.read_text(encoding="utf-8"), rng), file.suffix


def check_variant(given: tuple[str, str]) -> None:
    """Import a board, write it, and play a phase on the written board."""
    text, suffix = given
    used = FOLDER / f"used{next(_numbers)}"
    used.mkdir()
    first, _, second = text.partition("\n%%\n")
    for name, part in (("board", first), ("other", second)):
        (used / f"{name}{suffix}").write_text(part, encoding="utf-8", errors="replace")
    imported = read_variant(str(used / f"board{suffix}"))
    (used / "again.json").write_text(imported.text(), encoding="utf-8")
    read, again = standoff.Board(imported.data), load_board(str(used / "again.json"))
    if any(getattr(read, name) != getattr(again, name) for name in ("locations", "tables")):
        raise AssertionError("the board reads otherwise when written out")
    _play_on(str(used / "again.json"))


# -- values of JSON ----------------------------------------------------------------------------------------------------

RAW = (
    *("null", "true", "false", "0", "-1", "47.9", "1e999", "NaN", "Infinity", "9" * 4301, "1" * 30, "[]", "{}"),
    *("[null]", '""', '"A PAR"', '"\\ud800"', '"' + "x" * 5000 + '"', '{"": ""}', "[[[]]]", '["A PAR", "A PAR"]'),
    "[" * 1000 + "]" * 1000,
)
"""JSON texts that replace a value; some are not JSON."""

_HERE = "@@here@@"


@cache
def documents() -> dict[str, tuple[Sequence[Any], Callable[[str], object]]]:
    """Return documents and the reader by JSON format."""
    saved = json.loads((ROOT / "cases" / "turns" / "game-1982.json").read_text(encoding="utf-8"))
    unit = {"unitType": "Army", "terrID": 47, "countryID": 2, "retreating": "No"}
    order = {"type": "Move", "terrID": 47, "toTerrID": 48, "fromTerrID": None, "viaConvoy": "No", "countryID": 2}
    center = {"terrID": 47, "countryID": 2}
    phase = {"phase": "Diplomacy", "turn": 0, "units": [unit], "centers": [center], "orders": [order]}
    bn = {"Phase": 19011, "Units": {"France": [["A", "Par"]]}, "SupplyCenters": {"France": ["Par"]}}
    bn |= {"Orders": {"France": [["Par", ["m", "Bur"], "s"]]}, "Status": "Completed"}
    turn = question(1, 7, board=BOARD)
    boards = [json.loads(file.read_text(encoding="utf-8")) for file in sorted((ROOT / "map" / "boards").glob("*.json"))]

    def game(text: str) -> object:
        path = FOLDER / "game.json"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return standoff.Game.load(path)

    def replayed(text: str) -> object:
        path = FOLDER / "record.json"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        return list(replay(str(path), rulebook()))

    def line(text: str) -> None:
        for answered, _ in answer_lines([text]):
            if "a fault of standoff" in answered:
                raise AssertionError(answered)
        standoff.read(text)

    short = {**saved, "phases": saved["phases"][:2]}
    answers = {"orders": ["A PAR - BUR", "A MAR - SPA"], "power": "FRANCE"}
    return {
        "line": ([{"id": 1, **request_of(turn, rulebook())}], line),
        "orders": ([{"FRANCE": ["A PAR - BUR"], "GERMANY": {"A MUN": "- BUR"}}, answers], standoff.read),
        "position": ([turn.position.to_dict()], Position.from_json),
        "saved": ([short], standoff.read),
        "game": ([short], game),
        "games": ([[short, {"id": "x", "phases": saved["phases"][:1]}]], replayed),
        "record": ([short, {"gameID": 1, "variantID": 1, "phases": [phase]}], replayed),
        "DiploBN": ([{"GameLabel": "x", "GamePhases": [bn]}], replayed),
        "board": (boards, check_board),
        "page": (requests(), lambda text: check_page(json_value(text))),
    }


def _places(data: Any) -> list[tuple[Any, Any]]:
    """Return the position of every value in data: its container, and its key or number."""
    keys = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place for key, value in keys for place in ((data, key), *_places(value))]


def draw_document(rng: Random) -> tuple[str, str, str]:
    """Return a format, a changed document as text, and the key that was doubled, if any."""
    name = rng.choice(list(documents()))
    data = deepcopy(rng.choice(documents()[name][0]))
    if rng.random() < 0.4:
        return name, json.dumps(changed_data(data, rng)), ""
    if rng.random() < 0.2:
        return name, changed(json.dumps(data), json.dumps(requests()[0]), rng), ""
    where, key = rng.choice(_places(data))
    twice = ""
    raw = rng.choice(RAW)
    if isinstance(where, dict) and rng.random() < 0.3:
        twice, raw = key, f"{json.dumps(where[key])}, {json.dumps(key)}: {rng.choice((json.dumps(where[key]), raw))}"
    where[key] = _HERE
    return name, json.dumps(data).replace(json.dumps(_HERE), raw), twice


def check_document(given: tuple[str, str, str]) -> None:
    """Have a document read; a doubled key must be refused."""
    name, text, twice = given
    documents()[name][1](text)
    if twice:
        raise AssertionError(f"{name}: {twice!r} is doubled, and read")


# -- requests of the page ----------------------------------------------------------------------------------------------


@cache
def requests() -> tuple[dict[str, Any], ...]:
    """Return requests of the page for every action except slow ones."""
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
        raise AssertionError(reply["error"])


# -- long inputs -------------------------------------------------------------------------------------------------------

PIECES = (
    *("x", "x ", "A ", "A PAR ", "- ", "-", "(", "() ", "PAR ", "BUR - ", "1", "é", "/", "*", "_", "`", ".", ", ", ","),
    *(";", ":", ": ", "\\", "'", '"', "[", "{", '{"a":', "and ", "S A PAR ", "via ", "FRANCE ", "FRANCE: ", "\n"),
    *("A X\n", "> ", "#", "| a ", "<b>", "=>", "🙂", "ENG FLT ", "Armáda ", "если ", "[[", "`" * 3 + "\n", "<orders>"),
    *("\\'", '\\"'),
)
"""A long input repeats one or two of these."""

LONG = 20_000
"""Characters."""

LONG_SECONDS = 3.0


def draw_long(rng: Random) -> str:
    """Return a text that repeats one or two pieces, or a line with such a text as one of its values."""
    pieces = rng.sample(PIECES, rng.choice((1, 1, 2)))
    text = "".join(pieces) * (LONG // len("".join(pieces)))
    if rng.random() < 0.5:
        return rng.choice(("", "FRANCE: ", "FRANCE\n", "PHASE S1901M\nUNITS\nFRANCE: ", "FRANCE: A PAR - BUR ")) + text
    line: dict[str, Any] = {"id": 1, "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR H"]}}
    key = rng.choice(("orders", "units", "season", "map", "rules", "centers", "contested", "options", text))
    line[key] = rng.choice((text, {"FRANCE": [text]}, {text: ["A PAR"]}, {"FRANCE": text}, [text]))
    return json.dumps(line)


def check_long(text: str) -> None:
    """Have a long text read: the time is at most a few times that of orders of the same length."""
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
        raise AssertionError(f"{len(text)} characters take {taken:.1f} seconds")
    if len(said) > 40 * LONG:
        raise AssertionError(f"{len(text)} characters are answered with {len(said)}")


# -- tests -------------------------------------------------------------------------------------------------------------

CHANCE = st.randoms(use_true_random=False)
MOST_SECONDS = 20.0


@pytest.fixture(scope="module", autouse=True)
def files_of_the_module() -> Iterator[None]:
    yield
    _FOLDER.cleanup()


def check_input(check: Callable[[Any], None], value: Any) -> None:
    """Check an input: `StandoffError` is an answer; any other exception is a fault, as is a long time."""
    if currently_in_test_context():
        note(f"{value!r:.2000}")
    began = time.process_time()
    with suppress(StandoffError):
        check(value)
    assert time.process_time() - began < MOST_SECONDS


@pytest.mark.slow
@examples(10)
@given(CHANCE)
def test_every_line_has_an_answer_and_loses_nothing(chance: Random) -> None:
    lines = draw_lines(chance)
    note(repr(lines))
    answers = list(answer_lines(lines))
    assert lines_fault(lines, answers) is None
    if load_compiled_code():
        assert list(answer_block(lines)) == answers


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*not read")
@examples(80)
@given(CHANCE)
def test_texts_are_read_or_refused_and_lose_nothing(chance: Random) -> None:
    check_input(check_text, draw_text(chance))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*not read")
@examples(60)
@given(CHANCE)
def test_boards_of_other_programs_are_imported_or_refused(chance: Random) -> None:
    check_input(check_variant, draw_variant(chance))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*not read")
@examples(240)
@given(CHANCE)
def test_json_is_read_or_refused_and_doubled_keys_are_refused(chance: Random) -> None:
    check_input(check_document, draw_document(chance))


@pytest.mark.slow
@examples(20)
@given(CHANCE)
def test_long_inputs_take_linear_time(chance: Random) -> None:
    check_input(check_long, draw_long(chance))


@pytest.mark.parametrize("file", sorted(VARIANTS.iterdir()), ids=lambda file: file.name)
def test_a_board_that_once_broke_an_importer_is_read_or_refused(file: Path) -> None:
    check_input(check_variant, (file.read_text(encoding="utf-8"), file.suffix))


def test_a_lost_line_and_a_fault_are_noticed() -> None:
    lines = [json.dumps({"id": n, **request_of(question(1, n, board=BOARD), rulebook())}) for n in range(10)]
    answers = list(answer_lines(lines))
    assert lines_fault(lines, answers) is None
    assert "10 lines and 9 answers" in str(lines_fault(lines, answers[1:]))
    assert "has another id" in str(lines_fault(lines, [*answers[1:], answers[0]]))
    broken = [('{"error": "a fault of standoff: x"}', False)] * 10
    assert "a fault of the program" in str(lines_fault(lines, broken))
    assert "several lines" in str(lines_fault(lines, [(text + "\n", good) for text, good in answers]))
    assert "whether it is one" in str(lines_fault(lines, [(text, not good) for text, good in answers]))


@pytest.mark.parametrize(
    "orders",
    ["FRANCE: A PAR H\nA PAR - BUR", {"FRANCE": "A PAR - BUR"}, {"FRANCE": ["A PAR - BUR", ""], "TURKEY": "FRANCE"}],
)
def test_orders_that_are_text_are_counted_by_orders_not_by_characters(orders: Any) -> None:
    whole = {"orders": {"FRANCE": {"A PAR - BUR": {}}}, "units": {}}
    assert _lost({"orders": orders}, whole) is None
    assert "fewer answers" in str(_lost({"orders": orders}, {"orders": {}, "units": {}}))
