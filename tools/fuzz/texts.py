"""Mutated texts and files through everything that reads them: `python -m tools.fuzz texts`.

Each text is a file of some format, an orders file, a position, an order or a page of test cases, with letters, words
and lines changed, doubled, lost or taken from another. It goes to one reader: a command, a format of `standoff
convert`, or a notation. What must hold: nothing but a message for the user comes out, within the time allowed; what was
read says the same when it is written and read again; and each line that is an order by itself is among the orders
read, or listed. The same seed gives the same texts.
"""

from __future__ import annotations

import io
import random
import re
import tempfile
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from standoff.cases.case import Case
from standoff.cases.catalog import library
from standoff.cases.formats import FORMATS, converted
from standoff.cases.position_file import read_position, write_position
from standoff.cases.read import read_cases
from standoff.cases.run import start_of
from standoff.commands.cli import main as command
from standoff.map import Position, StandoffError, load_board
from standoff.solver.orders.order import Unclear
from standoff.text.notation import NOTATIONS, NotationError, read_order, read_orders, write_order
from standoff.text.notation.reader import readable
from standoff.text.notation.writer import WRITTEN

BOARD = load_board()
MOST_SECONDS = 5.0
COMMANDS = ("adjudicate", "check", "explain", "resolutions", "compare", "play", "play standings", "replay", "convert")

PASTED = (
    "**England**\n* F Lon moves to the English Channel (bounced)\n1. A Lvp - Yor\n\n**France:** A Par—Bur, A Mar—Spa\n",
    "England: F Edi-Nth; A Lvp H. Germany: A Ber-Kie, A Mun-Ruh; Turkey: A Smy - Arm\n",
    "–Německo–\n- Armáda Porúří do Holandska\n- Flotila Kiel podporuje armádu Porúří do Holandska (<– konvoj)\n",
    "PHASE W1901A\nCENTERS\n  Germany: KIE, MUN, BER, HOL\nUNITS\n  Germany: A DEN\nGermany: F Kie a A Mun\n",
    "PHASE W1901A\nUNITS\n  France: A PAR\nАнглия создаёт «F Edi». Германия создаёт «F Kie» и «A Mun».\n",
    "Россия: Армия Москва – Украина, Флот Севастополь – Чёрное море\n",
    "FRANCE\n  The army at Paris support move to Burgundy from army at Marseilles\n"
    "  The army at Marseilles move to Burgundy\n",
)
REPORTS = (
    "SCO (ENG EDI LON LVP) (FRA BRE MAR PAR) (UNO SER)\n"
    "NOW (SPR 1901) (ENG FLT LON) (ENG AMY LVP) (RUS FLT (STP SCS))\n"
    "ORD (SPR 1901) ((ENG FLT LON) MTO ECH) (SUC)\nORD (SPR 1901) ((ENG AMY LVP) MTO YOR) (BNC)\n",
    "Movement results for Spring of 1901.  (game.001)\n\nAustria: Army Budapest -> Serbia.\n"
    "France:  Army Marseilles SUPPORT Army Paris -> Burgundy.  (*cut*)\n"
    "Germany: Army Munich -> Burgundy.  (*bounce*)\n",
)
PAGE = (
    '<html><body><h4 id="6.A.1">6.A.1. TEST CASE, ONE</h4><p>Some words. England has a fleet in London.</p>'
    '<div class="test-case spring">Austria:\nF Trieste Holds <span class="resolution">dislodged</span>\n\nItaly:\n'
    'A Venice - Trieste <span class="resolution">succeeds</span>\nA Tyrolia Supports A Venice - Trieste '
    '<span class="resolution">given</span>\n\nRETREATS\n\nAustria:\nF Trieste - Albania <span class="resolution">'
    "succeeds</span>\n</div><p>More words.</p><h4>6.J.2. TEST CASE, TWO</h4><pre>Russia has to remove one.\n"
    "Russia owns St Petersburg and Sevastopol.\nRussia has armies in Greece and Sevastopol and a fleet in the Baltic "
    "Sea.\nRussia does not order a disband.\n</pre></body></html>"
)
ALPHABET = (
    "abcdefghijklmnopqrstuvwxyzABFSCHRD -–—/()[]{}<>*:;,.'\"«»#=0123456789ěščřžýáíéабвгдёя\t\n\0\u200b\u0301\u2028"
)


@cache
def samples() -> list[tuple[str, str]]:
    """Return the texts that are mutated, each with a reader for it: files in every format, positions, orders."""
    every = [(text, "--from standoff") for text in PASTED]
    every += [(REPORTS[0], "--from daide"), (REPORTS[1], "--from njudge"), (PAGE, "--from datc")] * 5
    for number, case in enumerate(library()):
        for form in FORMATS.values():
            if form.write is not None and (form.name == "standoff" or number % 4 == 0):
                try:
                    every.append((form.write([case])[0], f"--from {form.name}"))
                except StandoffError:
                    continue  # a case that the format cannot hold at all
        if number % 4 == 0:
            position = start_of(case)
            every.append((write_position(position, case.board), "position file"))
            every.append((str(replace(position, board=case.board.name)), "position string"))
        for written in case.phases[0].orders[:1]:
            for style in WRITTEN:
                try:
                    text = write_order(written.order, case.board, style)
                except NotationError:
                    continue
                every.append((text, f"notation {style if style in NOTATIONS else 'written'}"))
    return [(text, reader) for text, reader in every if text.strip()]


def mutated(text: str, other: str, rng: random.Random) -> str:
    """Return `text` with up to four changes, harmless ones among them; `other` is where pieces may come from."""
    for _ in range(rng.randrange(4)):
        text = harmless(text, rng)
    for _ in range(rng.choice((0, 0, 0, 1, 1, 2, 4))):
        kind = rng.randrange(8)
        at = rng.randrange(len(text) + 1)
        if kind <= 2:
            text = text[:at] + "".join(rng.choices(ALPHABET, k=rng.randint(0, 3))) + text[at + rng.randint(0, 3) :]
        elif kind == 3:
            lines = text.split("\n")
            rng.shuffle(lines)
            text = "\n".join(lines)
        elif kind == 4:
            lines = text.split("\n")
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(other.split("\n")))
            text = "\n".join(lines)
        elif kind == 5:
            words = text.split(" ")
            del words[rng.randrange(len(words))]
            text = " ".join(words)
        elif kind == 6:
            text = text[:at] + text[at + rng.randint(1, 200) :]
        else:
            start = rng.randrange(len(other) + 1)
            text = text[:at] + other[start : start + rng.randint(1, 60)] + text[at:]
    return text


def harmless(text: str, rng: random.Random) -> str:
    """Return `text` as another hand may write it: bullets, bold names, blank lines, other dashes, another case."""
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    kind = rng.randrange(8)
    if kind == 0:
        lines[at] = re.sub(r"^(\s*)(?=[AF] )", rf"\g<1>{rng.choice(('* ', '• ', '1. ', '12) ', '- '))}", lines[at])
    elif kind == 1:
        lines[at] = re.sub(r"^([^\W\d_]+)(:?)$", r"**\1**\2", lines[at])
    elif kind == 2:
        lines.insert(at, rng.choice(("", "  ", "# a remark")))
    elif kind == 3:
        lines[at] = lines[at].replace(" - ", rng.choice((" – ", "—", "-", " -> ")))
    elif kind == 4 and not lines[at].startswith(("case", "note", "title")):
        lines[at] = re.sub(r"(?<=[AF] )[A-Z]{3}\b", lambda match: match[0].capitalize(), lines[at])
    elif kind == 5:
        lines[at] += rng.choice((" ", "  \t", "\r"))
    elif kind == 6 and "=>" not in lines[at] and re.match(r"\s*[AF] \w+ - \w+$", lines[at]):
        lines[at] += rng.choice((" (bounced)", " [fails]", "."))
    else:
        lines[at] = unicodedata.normalize(rng.choice(("NFC", "NFD")), lines[at])
    return "\n".join(lines)


# -- what must hold ---------------------------------------------------------------------------------


class LossError(AssertionError):
    """Something of a text was neither read nor listed, or reads otherwise when it is written out."""


def nothing_lost(text: str, cases: list[Case]) -> None:
    """Check that each line of `text` that is an order by itself is among the orders read, the notes, or what is listed.

    Raises:
        LossError: One is not.
    """
    kept = "\n".join(
        [
            *(written.text for case in cases for phase in case.phases for written in phase.orders),
            *(note for case in cases for note in (*case.notes, *case.unread, *case.head.values())),
        ]
    )
    before = [re.match(r"lines 1 to (\d+), before", entry) for case in cases for entry in case.unread]
    listed = max((int(match[1]) for match in before if match), default=0)
    for raw in text.splitlines()[listed:]:
        line = raw.strip()
        if line[:2] in ("A ", "F ") and "#" not in line and readable(line, BOARD) and line not in kept:
            raise LossError(f"not among the orders read, and not listed: {line!r}")


def reads_back(cases: list[Case]) -> None:
    """Check that cases say the same after they were written as case files.

    Raises:
        LossError: They do not.
    """
    write = FORMATS["standoff"].write
    assert write is not None
    text, losses = write(cases)
    if losses:
        return
    again = read_cases(text, "again")
    for one, two in zip(cases, again, strict=True):
        for first, second in zip(one.phases, two.phases, strict=True):
            ours = [(w.order, w.expected) for w in first.orders if not isinstance(w.order, Unclear)]
            theirs = [(w.order, w.expected) for w in second.orders if not isinstance(w.order, Unclear)]
            same = ours == theirs and first.centers == second.centers and first.barred == second.barred
            if not same or {*first.units} - {*second.units} or first.expected.after != second.expected.after:
                raise LossError(f"{one.id or one.file} reads otherwise when written as a case file")


# -- readers ----------------------------------------------------------------------------------------


def read_format(name: str, text: str) -> None:
    """Read a text as a format; what is read must be whole."""
    cases = FORMATS[name].read(text, "text", None)
    if name in ("standoff", "datc"):
        nothing_lost(text, cases)
    if name != "saved":
        reads_back(cases)
    for form in ("standoff", "lines", "datc", "jdip"):
        converted(text, "text", FORMATS[name], FORMATS[form])


def read_notation(name: str, text: str) -> None:
    """Read a text as one order; written out in full it must read back equal."""
    order = read_order(text[:200], "ENGLAND", BOARD, name)
    if not isinstance(order, Unclear) and read_order(write_order(order, BOARD, "datc"), "ENGLAND", BOARD) != order:
        raise LossError(f"{order} reads otherwise when written out")


def read_list(text: str) -> None:
    """Read a text as a list of orders."""
    read_orders(text, "ENGLAND", BOARD)


def read_standing_text(text: str) -> None:
    """Read a text as a position in one line."""
    position = Position.parse(text)
    if Position.parse(str(position)) != position:
        raise LossError("the position reads otherwise when written out")


def run_command(name: str, text: str, folder: Path) -> None:
    """Run a command on a file with the text.

    Raises:
        StandoffError: The command refused it, with a message.
        AssertionError: It ended otherwise than a command may.
    """
    file, target = folder / "text", folder / "out"
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    arguments = {"play": ["start", str(file), "--quiet"], "convert": [str(file), str(target)]}.get(name, [str(file)])
    out, err = io.StringIO(), io.StringIO()
    status: int | str | None = 0
    try:
        with redirect_stdout(out), redirect_stderr(err):
            command([*name.split(), *arguments], standalone_mode=False)
    except SystemExit as ended:
        status = ended.code
    if status == 2:
        if not err.getvalue().startswith("standoff: "):
            raise AssertionError(f"status 2 without a message: {err.getvalue()!r}")
        raise StandoffError(err.getvalue())
    if status not in (0, 1):
        raise AssertionError(f"status {status}: {err.getvalue()!r}")


def readers(folder: Path) -> dict[str, Callable[[str], None]]:
    """Return every reader by its name."""
    by_name: dict[str, Callable[[str], None]] = {}
    for name in FORMATS:
        by_name[f"--from {name}"] = partial(read_format, name)
    for name in NOTATIONS:
        by_name[f"notation {name}"] = partial(read_notation, name)
    by_name["list of orders"] = read_list
    by_name["position string"] = read_standing_text
    for name in COMMANDS:
        by_name[name] = partial(run_command, name, folder=folder)

    def position(text: str) -> None:
        (folder / "position").write_text(text, encoding="utf-8", errors="replace")
        read_position(str(folder / "position"))

    by_name["position file"] = position
    return by_name


def texts(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield `count` mutated texts, each with the reader that its original is for."""
    rng = random.Random(seed)
    originals = samples()
    for _ in range(count):
        text, reader = rng.choice(originals)
        yield mutated(text, rng.choice(originals)[0], rng), reader


def fuzz(count: int, seed: int, block: int) -> list[str]:
    """Return the faults of a block of texts, each with the reader and the text."""
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        every = readers(Path(name))
        names = list(every)
        for number, (text, reader) in enumerate(texts(count, hash((seed, block)))):
            # every second text goes to a reader that it is for, case files also to the commands: so much of it is read
            if number % 2:
                reader = names[number // 2 % len(names)]
            elif reader == "--from standoff" and number % 4:
                reader = COMMANDS[number // 4 % len(COMMANDS)]
            if fault := fault_in(partial(every[reader], text), MOST_SECONDS):
                faults.append(f"{reader}: {fault}\n{text[:2000]!r}")
    return faults


def fault_in(read: Callable[[], object], most_seconds: float) -> str | None:
    """Return what must not be that came of reading something; None if nothing did.

    Args:
        read: Reads it; a `StandoffError` is an answer.
        most_seconds: What it may take, of processor time.
    """
    start = time.process_time()
    try:
        read()
    except StandoffError:
        pass
    except Exception as fault:  # that is what is looked for
        return f"{type(fault).__name__}: {fault}"[:3000]
    seconds = time.process_time() - start
    return f"took {seconds:.1f} seconds" if seconds > most_seconds else None
