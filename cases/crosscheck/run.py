"""Running a cross-check: questions in blocks, on all cores, kept in a file so that it can be resumed.

A block is a row of question numbers; what comes of it depends on these, the peer, the rulebook and the number of
tries only, not on how the blocks are divided over processes.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import active_children
from multiprocessing.util import Finalize
from pathlib import Path
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import Any, Protocol, cast

from ...map import PhaseType, StandoffError
from ...solver import Rulebook
from ..lines.json_lines import Json
from ..peers.peer import Peer, PeerUnavailable
from .compare import Kind
from .findings import CrosscheckError, Finding, Stopped, found
from .sources import Source

BLOCK = 20
"""How many questions a process is given at a time."""

AGREE, CANNOT = "agree", "cannot"
_FORMAT = 1


class Stop(Protocol):
    """Something that can be set once, by whoever wants the run to end."""

    def is_set(self) -> bool:
        """Tell whether it was set."""
        ...

    def set(self) -> None:
        """Set it."""
        ...


@dataclass(frozen=True)
class Task:
    """What is to be done.

    Attributes:
        source: Where the questions come from.
        open_peer: Opens the peer; each process has one of its own.
        rules: The rulebook of standoff.
        most_tries: How many questions may be asked to reduce a difference.
    """

    source: Source
    open_peer: Callable[[], Peer]
    rules: Rulebook
    most_tries: int = 300


@dataclass
class Tally:
    """What came of a row of questions.

    Attributes:
        counts: By phase type and ``"agree"``, ``"cannot"`` or the kind of difference, how many questions.
        cannot: What the peer cannot express, and how often it was met.
        sizes: By phase type and number of units, how many questions.
        findings: The differences, by the number of the question.
        done: How many questions.
    """

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    cannot: Counter[str] = field(default_factory=Counter)
    sizes: Counter[tuple[str, int]] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=lambda: [])
    done: int = 0

    @property
    def adds_up(self) -> bool:
        """Tell whether every question is counted once, under something that is known."""
        known = {(phase.value, what) for phase in PhaseType for what in (AGREE, CANNOT, *(kind.value for kind in Kind))}
        differing = sum(n for (_, what), n in self.counts.items() if what not in (AGREE, CANNOT))
        return (
            self.counts.keys() <= known
            and self.counts.total() == self.done == self.sizes.total() + self.cannot.total()
            and differing == len(self.findings)
        )

    def add(self, other: Tally) -> None:
        """Add what came of other questions."""
        self.counts += other.counts
        self.cannot += other.cannot
        self.sizes += other.sizes
        self.findings.extend(other.findings)
        self.done += other.done


@dataclass
class Block:
    """What came of the questions ``start`` to ``stop - 1``.

    Attributes:
        start: The first one.
        stop: The one after the last.
        tally: What came of them.
        unavailable: Why the peer cannot be asked any more, "" if it can.
    """

    start: int
    stop: int
    tally: Tally
    unavailable: str = ""

    def as_object(self) -> Json:
        """Return it as a JSON object."""
        tally = self.tally
        return {
            "from": self.start,
            "to": self.stop,
            "counts": [[*key, number] for key, number in sorted(tally.counts.items())],
            "cannot": dict(tally.cannot),
            "sizes": [[*key, number] for key, number in sorted(tally.sizes.items())],
            "findings": [one.as_object() for one in tally.findings],
        }

    @classmethod
    def from_object(cls, data: Json) -> Block:
        """Return what `as_object` wrote.

        Raises:
            KeyError, TypeError, ValueError, StandoffError: It is something else, or its numbers do not add up.
        """
        start, stop = int(data["from"]), int(data["to"])
        tally = Tally(
            Counter({(phase, what): number for phase, what, number in data["counts"]}),
            Counter(data["cannot"]),
            Counter({(phase, units): number for phase, units, number in data["sizes"]}),
            [Finding.from_object(one) for one in data["findings"]],
            stop - start,
        )
        if not 0 <= start < stop or not tally.adds_up or any(not start <= f.number < stop for f in tally.findings):
            raise ValueError(f"the numbers of the block from {start} to {stop} do not add up")
        return cls(start, stop, tally)


@dataclass
class Outcome:
    """What came of a run.

    Attributes:
        tally: What came of all its questions.
        interrupted: True if somebody ended it before its end.
        unavailable: Why the peer could not be asked any more, "" if it could.
    """

    tally: Tally
    interrupted: bool = False
    unavailable: str = ""


def run(
    task: Task,
    *,
    jobs: int | None = None,
    state: Path | None = None,
    header: Json | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Outcome:
    """Ask a peer all questions, and return what came of them.

    An interrupt (`KeyboardInterrupt`) ends the run; what was found is kept. With several processes the answers that are
    under way are awaited, after a second interrupt they are not.

    Args:
        task: What to ask.
        jobs: How many processes; as many as there are cores if left out, and 1 is this one.
        state: A file to keep what was done in; what it holds already is not asked again.
        header: What a state file must begin with to belong to this run.
        progress: Told how many questions were asked and how many differ, now and then.

    Raises:
        CrosscheckError: The state file is of another run, or cannot be written.
    """
    outcome = Outcome(Tally())
    total = len(task.source)
    done: set[int] = set()
    keep = _kept(state, header or {}, outcome.tally, done, total) if state else None
    blocks = list(_blocks(total, done))
    jobs = min(jobs or os.cpu_count() or 1, max(len(blocks), 1))
    if progress:
        progress(outcome.tally.done, len(outcome.tally.findings))

    def take(block: Block) -> None:
        if block.stop > block.start:
            outcome.tally.add(block.tally)
            if keep is not None:
                keep(block)
        outcome.unavailable = outcome.unavailable or block.unavailable
        if progress:
            progress(outcome.tally.done, len(outcome.tally.findings))

    if jobs == 1:
        _alone(task, blocks, take, outcome)
    else:
        _together(task, blocks, take, outcome, jobs)
    assert outcome.interrupted or outcome.unavailable or outcome.tally.done == total, "questions got lost"
    outcome.tally.findings.sort(key=lambda one: one.number)
    return outcome


def _blocks(total: int, done: set[int]) -> Iterator[tuple[int, int]]:
    """Yield the rows of numbers that are not done yet."""
    for first in range(0, total, BLOCK):
        left = [number for number in range(first, min(first + BLOCK, total)) if number not in done]
        while left:
            row = [number for place, number in enumerate(left) if number == left[0] + place]
            yield row[0], row[-1] + 1
            left = left[len(row) :]


# -- asking -----------------------------------------------------------------------------------------


class _Flag:
    """A `Stop`, shared with the processes that it is given to; it has no lock that one of them could die with."""

    def __init__(self) -> None:
        self._set = multiprocessing.RawValue("b", 0)

    def is_set(self) -> bool:
        return bool(self._set.value)

    def set(self) -> None:
        self._set.value = 1


def _ask(task: Task, peer: Peer, start: int, stop: int, stopping: Stop) -> Block:
    """Ask a row of questions; an interrupt or `stopping` ends it early."""
    tally = Tally()
    block = Block(start, start, tally)
    for number in range(start, stop):
        if stopping.is_set():
            break
        try:
            _ask_one(task, peer, number, tally, stopping)
        except PeerUnavailable as fault:
            block.unavailable = str(fault)
            break
        except (KeyboardInterrupt, Stopped):
            stopping.set()
            break
        block.stop = number + 1
    tally.done = block.stop - block.start
    return block


def _ask_one(task: Task, peer: Peer, number: int, tally: Tally, stopping: Stop) -> None:
    name, question = task.source.ask(number)
    phase = question.type.value
    missing = peer.cannot(question)
    one = None
    if missing is None:
        one = found(number, name, question, peer, task.rules, most_tries=task.most_tries, stopped=stopping.is_set)
    tally.counts[phase, CANNOT if missing else one.kind.value if one else AGREE] += 1
    if missing:
        tally.cannot[missing] += 1
    else:
        tally.sizes[phase, len(question.position.units) + len(question.position.dislodged)] += 1
    if one:
        tally.findings.append(one)


def _alone(task: Task, blocks: list[tuple[int, int]], take: Callable[[Block], None], outcome: Outcome) -> None:
    stopping = _Flag()
    peer = task.open_peer()
    try:
        for start, stop in blocks:
            take(_ask(task, peer, start, stop, stopping))
            if stopping.is_set() or outcome.unavailable:
                break
    except KeyboardInterrupt:  # between two blocks
        stopping.set()
    finally:
        peer.close()
    outcome.interrupted = stopping.is_set()


_worker: tuple[Task, Peer | str, Stop] | None = None
"""In a process that asks: what it does, its peer or why there is none, and what ends it."""


def _begin(task: Task, stopping: Stop) -> None:
    global _worker  # noqa: PLW0603 - a process of a pool has nowhere else to keep its peer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it decides
    signal.signal(signal.SIGTERM, _leave)
    Thread(target=_follow, daemon=True).start()
    try:
        peer = task.open_peer()
    except PeerUnavailable as fault:
        _worker = (task, str(fault), stopping)
        return
    _worker = (task, peer, stopping)
    Finalize(None, peer.close, exitpriority=0)  # what is registered with atexit does not run in such a process


def _leave(*_: object) -> None:
    """End this process and its peer at once."""
    if _worker is not None and not isinstance(_worker[1], str):
        _worker[1].close()
    os._exit(1)


def _follow() -> None:
    """Wait for the end of the process that started this one; one that was killed could not end the others."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    _leave()


def _block(start: int, stop: int) -> Block:
    assert _worker is not None
    task, peer, stopping = _worker
    if isinstance(peer, str):
        return Block(start, start, Tally(), peer)
    return _ask(task, peer, start, stop, stopping)


def _together(
    task: Task, blocks: list[tuple[int, int]], take: Callable[[Block], None], outcome: Outcome, jobs: int
) -> None:
    context = multiprocessing.get_context("spawn")  # a forked process would have the threads' locks, not the threads
    stopping = _Flag()
    left = iter(blocks)
    others = active_children()

    def interrupt(*_: object) -> None:
        if outcome.interrupted:  # not for the first time: wait for no answer
            for process in active_children():
                if process not in others:
                    process.terminate()
        outcome.interrupted = True
        stopping.set()

    with _on_interrupt(interrupt), ProcessPoolExecutor(jobs, context, _begin, (task, stopping)) as pool:

        def submit(block: tuple[int, int]) -> Future[Block]:
            with _interrupt_later():  # it would end a process that is only starting
                return pool.submit(_block, *block)

        try:
            running = {submit(block) for block in islice(left, 2 * jobs)}
            while running:
                finished, running = wait(running, return_when=FIRST_COMPLETED)
                for future in sorted(finished, key=lambda one: one.exception() is not None):
                    take(future.result())
                    block = None if outcome.unavailable or outcome.interrupted else next(left, None)
                    if block:
                        running.add(submit(block))
        except BrokenExecutor:
            if not outcome.interrupted:
                outcome.unavailable = "one of the processes that ask died"
        finally:
            stopping.set()


@contextmanager
def _on_interrupt(handler: Callable[[int, FrameType | None], None]) -> Generator[None]:
    """Have `handler` called on an interrupt; elsewhere than in the main thread none arrives."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _interrupt_later() -> Generator[None]:
    """Keep interrupts from this thread, and from the processes that it starts, until they handle them."""
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- keeping ----------------------------------------------------------------------------------------


def _kept(state: Path, header: Json, tally: Tally, done: set[int], total: int) -> Callable[[Block], None]:
    """Read a state file, or begin one; return what adds a block to it.

    Its first line says what was asked of whom, each other one is a block. A last line that was not written to its
    end, because the machine was switched off, is dropped.
    """
    first = {"crosscheck": _FORMAT, **header}
    begin = json.dumps(first, ensure_ascii=False).encode() + b"\n"
    good = 0
    if state.exists() and not state.is_file():
        raise CrosscheckError(f"{state}: is no file")
    try:
        data = state.read_bytes() if state.exists() else b""
        lines = data.splitlines(keepends=True)
        for number, line in enumerate(lines):
            if not line.endswith(b"\n"):
                if number == 0 and not begin.startswith(line):
                    raise ValueError(f"it begins with {line[:40]!r}")
                break
            if number == 0:
                _check(state, line, first)
            else:
                block = Block.from_object(_object(line))
                numbers = range(block.start, block.stop)
                if block.stop <= total and done.isdisjoint(numbers):
                    tally.add(block.tally)
                    done.update(numbers)
            good += len(line)
        with state.open("ab") as out:
            out.truncate(good)
            if not good:
                out.write(begin)
    except CrosscheckError:
        raise
    except (AttributeError, KeyError, TypeError, ValueError, StandoffError) as fault:
        raise CrosscheckError(f"{state}: no state of a cross-check ({type(fault).__name__}: {fault})") from None
    except OSError as fault:
        raise CrosscheckError(f"{state}: {fault.strerror}") from None

    def keep(block: Block) -> None:
        line = json.dumps(block.as_object(), ensure_ascii=False).encode() + b"\n"
        try:
            with state.open("ab") as out:
                out.write(line)
        except OSError as fault:
            raise CrosscheckError(f"{state}: {fault.strerror}") from None

    return keep


def _object(line: bytes) -> dict[str, Any]:
    found = json.loads(line)
    if not isinstance(found, dict):
        raise TypeError("expected an object")
    return cast(dict[str, Any], found)


def _check(state: Path, line: bytes, wanted: Json) -> None:
    there = _object(line)
    for key, value in wanted.items():
        if there.get(key) != value:
            raise CrosscheckError(
                f"{state} is of another run: {key} is {json.dumps(there.get(key))} there, {json.dumps(value)} here"
            )
