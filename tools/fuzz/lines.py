"""Mutated interchange lines, as `python -m tools.fuzz lines --count 1000000` draws them by the million.

What must hold of every block of lines: each that is not blank gets one answer, in its order, that is one line of JSON
in UTF-8, with the id of the line; it is an ``error`` exactly if it is counted as unreadable, never a fault of standoff
itself, and never longer than what the line gives reason to; compiled code and the plain solver answer alike; nothing
takes longer than it may.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from copy import deepcopy
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Any

from standoff.lines.answering import answer_block, answer_lines
from standoff.lines.blocks import compiled_code_is_there
from standoff.lines.json_lines import line_object
from standoff.map import load_board
from standoff.map.json_values import JsonError
from standoff.peers.adapters.exchange import request_of
from standoff.random_turns import question
from standoff.solver import OPTIONS, PRESETS, rulebook
from standoff.solver.rulebook import board_of

MOST_SECONDS = 20.0
"""Of the processor, for a block: hundreds of lines, each of which may be mutated to be long."""

WORDS = (
    *("A", "F", "H", "S", "C", "R", "D", "B", "VIA", "-", "WAIVE", "", " ", "a", "F  ", "*A", "Army", "supports"),
    *("PAR", "STP/SC", "STP", "SPA/NC", "ENG", "XXX", "Severní moře", "Vienna", "BUL/EC", "(", "/", "->", "\u0000"),
    *(
        "\ud800",
        "é",
        "1",
        "A PAR - BUR",
        "FRANCE",
        "F SPA",
        "A BUL/SC",
        "🙂",
        "((ENG FLT LON) HLD)",
        "S1901M",
        "F1901R",
    ),
)
VALUES: tuple[Any, ...] = (
    *(
        None,
        True,
        False,
        0,
        -1,
        1e308,
        10**400,
        "",
        "A PAR",
        [],
        {},
        [[]],
        {"": ""},
        ["A PAR", "A PAR"],
        "2023",
        "start",
    ),
    *([None], {"FRANCE": None}, {"FRANCE": "A PAR"}, {"FRANCE": [1]}, {"FRANKREICH": []}, {"power": "FRANCE"}),
)
KEYS = (
    *("id", "phase", "rules", "units", "orders", "map", "season", "centers", "dislodged", "contested", "options"),
    *("idle", "terms", "FRANCE", "GERMANY", "from", "by_convoy", "retreats", "power", "", "A PAR", "*F BRE"),
)


@lru_cache(maxsize=50_000)
def _request(seed: int, number: int) -> str:
    """Return a question of the generator as a request, before anything is done to it."""
    chance = Random(f"{seed}/{number}")
    name = chance.choice(list(PRESETS)) if chance.random() < 0.3 else "2023"
    turn = question(seed, number, board=load_board(board_of(name)))
    request = {"id": number, **request_of(turn, rulebook(name))}
    if chance.random() < 0.2:
        option = chance.choice(OPTIONS)
        request["options"] = {option.name: chance.choice(list(option.choices))}
    return json.dumps(request)


def _within(chance: Random, value: Any, depth: int = 0) -> tuple[Any, Any]:
    """Return a list or object somewhere in `value`, and a key or place in it; (None, None) if there is none."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not keys:
        return None, None
    key = chance.choice(keys)
    if depth < 4 and chance.random() < 0.75:
        inner, place = _within(chance, value[key], depth + 1)
        if inner is not None:
            return inner, place
    return value, key


# each change is given the request, and a list or object in it with a key or place


def _replaced(chance: Random, _data: Any, where: Any, key: Any) -> None:
    where[key] = deepcopy(chance.choice(VALUES))


def _removed(_chance: Random, _data: Any, where: Any, key: Any) -> None:
    del where[key]


def _doubled(chance: Random, _data: Any, where: Any, key: Any) -> None:
    if isinstance(where, list):
        where.extend(deepcopy(where[key]) for _ in range(chance.choice((1, 1, 1, 2, 30))))


def _renamed(chance: Random, _data: Any, where: Any, key: Any) -> None:
    if isinstance(where, dict):
        where[chance.choice(KEYS)] = where.pop(key)


def _moved(chance: Random, data: Any, where: Any, key: Any) -> None:
    two, place = _within(chance, data)
    if two is not where:
        where[key], two[place] = deepcopy(two[place]), deepcopy(where[key])


def _rewritten(chance: Random, _data: Any, where: Any, key: Any) -> None:
    if not isinstance(where[key], str):
        return
    words = where[key].split(" ")
    at = chance.randrange(len(words))
    what = chance.randrange(4)
    if what == 0:
        words[at] = chance.choice(WORDS)
    elif what == 1:
        words.insert(at, chance.choice(WORDS))
    elif what == 2:
        del words[at]
    else:
        words[at] = words[at] * chance.choice((2, 2, 500))
    where[key] = " ".join(words)


CHANGES = (_replaced, _removed, _doubled, _renamed, _moved, _rewritten)
"""What is done to a request before it is written."""


def _garbled(chance: Random, line: str) -> str:
    """Return `line` with a few characters changed, lost, doubled or moved."""
    for _ in range(chance.choice((1, 1, 2, 5))):
        if not line:
            return line
        at = chance.randrange(len(line))
        what = chance.randrange(5)
        if what == 0:
            line = line[:at] + line[at + 1 :]
        elif what == 1:
            line = line[:at] + chance.choice('{}[]",:\\\u0000\u2028\ufeff\t eE-+0.') + line[at:]
        elif what == 2:
            line = line[:at] + chr(chance.randrange(1, 0x3000)) + line[at + 1 :]
        elif what == 3:
            line = line[:at]
        else:
            end = min(len(line), at + chance.randrange(1, 40))
            line = line[:end] + line[at:end] + line[end:]
    return line.replace("\n", " ").replace("\r", " ")


def lines_of(seed: int, block: int, count: int) -> Iterator[str]:
    """Yield the lines of a block; seed, block and place say which they are."""
    for place in range(count):
        chance = Random(f"{seed}/{block}/{place}")
        data = json.loads(_request(seed, chance.randrange(2000)))
        data["id"] = f"{block}/{place}"
        kind = chance.random()
        if kind > 0.1:  # some stay as they are
            for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
                change = chance.choice(CHANGES)
                where, key = _within(chance, data)
                if where is not None:
                    change(chance, data, where, key)
        line = json.dumps(data, ensure_ascii=chance.random() < 0.5)
        yield _garbled(chance, line) if kind > 0.7 else line


def faults_in(given: list[str], *, compiled: bool = False) -> Iterator[str]:
    """Yield a sentence for everything that must not be in the answers to these lines; `compiled` asks both ways."""
    compiled = compiled and compiled_code_is_there()
    if compiled:
        answer_block(['{"units": {"FRANCE": ["A PAR"]}}'])  # what is compiled now takes no time of the lines
    start = time.process_time()
    answers = list(answer_lines(given))
    if compiled:
        for line, one, two in zip(given, answers, answer_block(given), strict=False):
            if one != two:
                yield f"compiled code answers otherwise: {line}"
    seconds = time.process_time() - start
    if seconds > MOST_SECONDS:
        yield f"{len(given)} lines took {seconds:.1f} seconds"
    requests = [line for line in given if line.strip()]
    if len(answers) != len(requests):
        yield f"{len(requests)} lines and {len(answers)} answers"
    for line, (text, good) in zip(requests, answers, strict=False):
        fault = _fault(line, text, good)
        if fault is not None:
            yield f"{fault}\n  line   {line[:2000]!a}\n  answer {text[:2000]!a}"


def _fault(line: str, text: str, good: bool) -> str | None:
    if "\n" in text or "\r" in text:
        return "the answer is several lines"
    try:
        text.encode("utf-8")
        answer = json.loads(text)
    except ValueError as fault:
        return f"the answer is not JSON in UTF-8: {fault}"
    if not isinstance(answer, dict) or good == ("error" in answer):
        return "the answer does not say by itself whether it is one"
    if "a fault of standoff" in str(answer.get("error")):
        return "a fault of the program"
    if len(text) > 5000 + 40 * len(line):
        return f"{len(text)} characters answer {len(line)}"
    try:
        identity = line_object(line).get("id")
    except JsonError:
        return "a line that is not an object is answered" if good else None
    if answer.get("id") != identity:
        return "the answer has another id"
    return _what_is_lost(line, answer) if good else None


def _what_is_lost(line: str, answer: dict[str, Any]) -> str | None:
    """Return what of a line the answer says nothing of: each order must be there, and no unit twice."""
    data = line_object(line)
    given = sum(len(texts or ()) for texts in (data.get("orders") or {}).values())
    answered = sum(map(len, answer["orders"].values()))
    if answered < given:
        return f"{given} orders and {answered} answers to them"
    standing = [unit[2:].partition("/")[0] for units in answer["units"].values() for unit in units]
    if len(standing) != len(set(standing)):
        return "two units in one province"
    before = sum(len(texts or ()) for texts in (data.get("units") or {}).values())
    if "dislodged" in answer and before != len(standing) + len(answer["dislodged"]):
        return f"{before} units before, {len(standing)} and {len(answer['dislodged'])} dislodged afterwards"
    return None


def fuzz(count: int, seed: int, block: int) -> list[str]:
    """Return the first faults of a block of lines."""
    given = list(lines_of(seed, block, count))
    return list(islice(faults_in(given, compiled=block % 4 == 0), 20))
