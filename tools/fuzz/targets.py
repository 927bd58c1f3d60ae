"""What is fuzzed: each target takes bytes, has the program read what they say, and knows what may come of it.

What may come of it is an answer or a `StandoffError`; anything else, more than `MOST_SECONDS`, or something lost is a
fault.
"""

from __future__ import annotations

import json
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import standoff
from standoff.map import Board, StandoffError, load_board
from standoff.map.importers import read_variant
from standoff.map.position_string import is_position_string
from standoff.page.messages import ACTIONS, answer
from standoff.searches import expression
from standoff.solver import PRESETS
from standoff.solver.variants import variant, variants
from tools.fuzz import lines, texts
from tools.fuzz.choices import VALUES, Choices

SLOW = frozenset({"compare", "change", "resolutions"})
"""The requests of the page that take too long for thousands of tries."""

MOST_SECONDS = 10.0
CORPUS = Path(__file__).parent / "corpus"


class FuzzError(AssertionError):
    """Something came of an input that must not."""


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass" if data.isascii() else "replace")


@cache
def _kept() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


def _folder() -> Path:
    """Return a folder for files that are read; it goes when the process ends."""
    return Path(_kept().name)


# -- interchange lines, texts, files and orders ------------------------------------------------------------------------


def check_lines(data: bytes) -> None:
    """Answer lines."""
    for fault in lines.faults_in(_text(data[:20_000]).splitlines()):
        raise FuzzError(fault)


@cache
def _readers() -> dict[str, Callable[[str], None]]:
    return texts.readers(_folder())


def check_texts(data: bytes) -> None:
    """Have a reader read a text: the first byte says which."""
    readers = _readers()
    reader = list(readers)[data[0] % len(readers)] if data else next(iter(readers))
    readers[reader](_text(data[1:20_000]) or " ")


def _text_seeds() -> Iterator[bytes]:
    names = list(_readers())
    for text, reader in texts.samples()[::7]:
        if reader in names:
            yield bytes([names.index(reader)]) + text.encode("utf-8", "replace")


# -- positions in one line, board files, variants ----------------------------------------------------------------------


def check_position(data: bytes) -> None:
    """Read a position in one line; what is read is written and read again."""
    text = _text(data[:5000])
    is_position_string(text)
    texts.read_standing_text(text)


def _position_seeds() -> Iterator[bytes]:
    for text, reader in texts.samples():
        if reader == "position string":
            yield text.encode()


@cache
def _boards() -> tuple[dict[str, Any], ...]:
    folder = Path(standoff.map.__path__[0]) / "boards"
    return tuple(json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"), reverse=True))


_BOARD_WORDS = ("PAR", "STP/SC", "ENG", "standard", "coast", "sea", "inland", "extends", "FRANCE", "MAO PAR", "army")
_numbers = count()  # boards are kept by name


def check_board(data: bytes) -> None:
    """Load a board file with places changed, and play a phase on what is loaded."""
    choices = Choices(data)
    check_board_text(json.dumps(choices.changed(choices.one_of(_boards()), _BOARD_WORDS)).encode())


def check_board_text(data: bytes) -> None:
    """Load a file that may be a board or any bytes, and play a phase on what is loaded."""
    path = _folder() / f"board{next(_numbers)}.json"
    try:
        path.write_bytes(data)
        _play_on(str(path))
    finally:
        path.unlink(missing_ok=True)


def _play_on(name: str) -> None:
    board = load_board(name)
    turn = standoff.Turn(standoff.starting_position(board), board=board)
    turn.adjudicate().to_json()
    standoff.draw(turn)


IMPORTED = (".map", ".json", ".xml", ".go")
"""How the name of another program's board or variant ends (`standoff.map.importers`)."""


def check_variant(data: bytes) -> None:
    """Import another program's board or variant and play on it, or start a game of a variant that is named.

    The first byte says which: "0" to "3" the kinds in `IMPORTED`, "4" a name. What stands behind a line ``%%`` is the
    file that the first one uses: ``other`` with the same ending.
    """
    kind = (data[0] - ord("0")) % (len(IMPORTED) + 1) if data else 0
    if kind == len(IMPORTED):
        _start(Choices(data[1:]))
        return
    text, _, used = data[1:20_000].partition(b"\n%%\n")
    with tempfile.TemporaryDirectory(dir=_folder()) as folder:
        file = Path(folder) / f"board{IMPORTED[kind]}"
        file.write_bytes(text)
        file.with_stem("other").write_bytes(used)
        imported = read_variant(str(file))
        read = Board(imported.data)
        again = Path(folder) / "again.json"
        again.write_text(imported.text(), encoding="utf-8")
        board = load_board(str(again))
        if (board.locations, board.army_reach, board.fleet_reach) != (
            read.locations,
            read.army_reach,
            read.fleet_reach,
        ):
            raise FuzzError("the board reads otherwise when written out")
        _play_on(str(again))


def _start(choices: Choices) -> None:
    names = [*variants(), *(value for value in VALUES if isinstance(value, str))]
    name = choices.one_of(names)
    opened = variant(name) if choices.below(2) else standoff.read(name)
    if not isinstance(opened, standoff.Turn):
        opened = standoff.Turn(opened.start())
    opened.adjudicate()


# -- requests of the page ----------------------------------------------------------------------------------------------


@cache
def _requests() -> tuple[dict[str, Any], ...]:
    case = standoff.read("6.F.14")
    turn = {"position": str(case.position), "orders": str(case), "rules": "2023", "language": "en", "options": {}}
    paris = {"position": str(standoff.starting_position()), "orders": "FRANCE\n  A PAR - BUR\n", "order": "A PAR - BUR"}
    requests = [{"do": name, **base} for name in ACTIONS if name not in SLOW for base in (turn, paris)]
    requests += [
        {"do": "open", "source": source} for source in ("start", "6.F.14", "FRANCE: A PAR - BUR", turn["position"])
    ]
    edits = ({"unit": "A PAR", "power": "FRANCE"}, {"center": "PAR", "power": "FRANCE"}, {"phase": "F1901M"})
    return (*requests, *({"do": "edit", **paris, **edit} for edit in edits))


def check_page(data: bytes) -> None:
    """Answer a request of the page with places changed."""
    choices = Choices(data)
    request = choices.changed(
        choices.one_of(_requests()), (*ACTIONS, *PRESETS, "position", "orders", "source", "power")
    )
    reply = answer(request)
    json.dumps(reply)
    if "fault of standoff" in str(reply.get("error")):
        raise FuzzError(reply["error"])


# -- expressions of `find` ---------------------------------------------------------------------------------------------

_WATCHED = frozenset({"exec", "import", "open", "os.system", "subprocess.Popen", "socket.connect", "ctypes.dlopen"})
_seen: list[str] | None = None
_hooked: list[bool] = []


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _seen is not None and event in _WATCHED:
        _seen.append(f"{event} {arguments[:1]!r}")


@contextmanager
def watched() -> Iterator[list[str]]:
    """Give a list to which everything is added that is executed, imported or opened meanwhile."""
    global _seen  # noqa: PLW0603 - a hook stays for the life of the process
    if not _hooked:
        sys.addaudithook(_hook)
        _hooked.append(True)
    _seen = events = list[str]()
    try:
        yield events
    finally:
        _seen = None


def check_find(data: bytes) -> None:
    """Read an expression; it must execute, import and open nothing, and read back as it is written.

    A function that is named is not looked for here: that would import whatever the bytes name.
    """
    text = _text(data[:2000])
    named, expression.function_named = expression.function_named, lambda _name: bool
    rules_of = expression.rules_of
    try:
        for name in PRESETS:
            rules_of(name)  # loaded before anybody looks
        with watched() as seen, warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            condition = expression.property_of(text)
        if seen or warned:
            raise FuzzError(f"{seen} {[str(one.message) for one in warned]}")
        if "predicate" not in text:
            again = str(condition)
            if str(expression.property_of(again)) != again:
                raise FuzzError(f"{again} reads otherwise when written out")
    finally:
        expression.function_named = named


# -- the Python interface ----------------------------------------------------------------------------------------------


def _find(wanted: Any) -> object:
    return (
        None if callable(wanted) else standoff.find(wanted, units=1, jobs=1)
    )  # a function of one's own may raise what it likes


def _calls() -> dict[str, Callable[..., object]]:
    def results(position: Any, orders: Any, rules: Any, name: Any) -> object:
        return standoff.adjudicate(position, orders, rules)[name]

    return {
        "read": lambda source, phase, position: standoff.read(source, phase=phase, position=position),
        "read on": lambda source, board, rules: standoff.read(source, board=board, rules=rules),
        "adjudicate": standoff.adjudicate,
        "result of": results,
        "rulebook": standoff.rulebook,
        "load_board": standoff.load_board,
        "parse": standoff.Position.parse,
        "phase": standoff.Phase.parse,
        "turn": standoff.Turn,
        "explain": lambda name: standoff.read("6.F.14").adjudicate().explain(name),
        "counterfactuals": lambda name: standoff.read("FRANCE: A PAR - BUR").counterfactuals(name),
        "draw": standoff.draw,
        "find": _find,
    }


_MOST_ARGUMENTS = 4
_GOOD: tuple[Callable[[], Any], ...] = (
    standoff.starting_position,
    lambda: standoff.read("6.F.14"),
    lambda: standoff.read("6.F.14").adjudicate(),
    lambda: standoff.Unit("FRANCE", standoff.ARMY, "PAR"),
    lambda: standoff.rulebook("1971"),
    load_board,
    object,
    lambda: bytes(3),
    lambda: Path("nowhere"),
    lambda: {1, 2},
    lambda: iter("ab"),
    lambda: int,
)


def check_interface(data: bytes) -> None:
    """Call something of the package with values of all kinds."""
    choices = Choices(data)
    calls = _calls()
    call = calls[choices.one_of(list(calls))]
    code = getattr(call, "__func__", call)
    parameters = (
        code.__code__.co_varnames[: code.__code__.co_argcount] if hasattr(code, "__code__") else ("self", "position")
    )
    needed = len([name for name in parameters if name not in ("self", "cls")])
    values = [*(lambda value=value: value for value in VALUES), *_GOOD]
    drawn = [choices.one_of(values)() for _ in range(min(needed, _MOST_ARGUMENTS))]
    try:
        call(*drawn)
    except StandoffError:
        raise
    except Exception as fault:
        raise FuzzError(f"{drawn!r:.300}: {type(fault).__name__}: {fault}") from fault


# -- all of them -------------------------------------------------------------------------------------------------------


def _drawn_bytes() -> Iterator[bytes]:
    chance = Random(1901)
    for _ in range(20):
        yield chance.randbytes(chance.randrange(4, 40))


def _line_seeds() -> Iterator[bytes]:
    for number in range(20):
        yield "\n".join(lines.lines_of(1, number, 2)).encode("utf-8", "replace")


def _board_seeds() -> Iterator[bytes]:
    for data in _boards():
        yield json.dumps(data).encode()


TARGETS: dict[str, tuple[Callable[[bytes], None], Callable[[], Iterable[bytes]]]] = {
    "lines": (check_lines, _line_seeds),
    "texts": (check_texts, _text_seeds),
    "position": (check_position, _position_seeds),
    "board": (check_board, _drawn_bytes),
    "board-text": (check_board_text, _board_seeds),
    "variant": (check_variant, _drawn_bytes),
    "page": (check_page, _drawn_bytes),
    "find": (check_find, lambda: ()),
    "interface": (check_interface, _drawn_bytes),
}
"""Each target: what reads its bytes, and inputs to start from besides those of the corpus."""


def seeds(name: str) -> list[bytes]:
    """Return the inputs that a target starts from: those of the corpus first."""
    kept = [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]
    return [*kept, *TARGETS[name][1]()]


def fault_of(name: str, data: bytes) -> str | None:
    """Return what must not be that came of an input; None if nothing did."""
    return texts.fault_in(partial(TARGETS[name][0], data), MOST_SECONDS)


def drawn(chance: Random, start: list[bytes]) -> bytes:
    """Return one of the inputs to start from, with a few bytes or pieces changed, or bytes of no origin."""
    if not start or chance.random() < 0.1:
        return chance.randbytes(chance.randrange(60))
    data = bytearray(chance.choice(start))
    for _ in range(chance.choice((0, 1, 1, 2, 4, 8))):
        at, what = chance.randrange(len(data) + 1), chance.randrange(4)
        if what == 0:
            data[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
        elif what == 1:
            del data[at : at + chance.randrange(1, 30)]
        elif what == 2:
            other = chance.choice(start)
            cut = chance.randrange(len(other) + 1)
            data[at:at] = other[cut : cut + chance.randrange(1, 60)]
        else:
            data[at:at] = bytes(chance.choices(b"()[]{}\"',:;.=*-/\\ \n0123456789AaFf", k=chance.randint(1, 3)))
    return bytes(data)
