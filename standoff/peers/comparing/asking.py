"""Asking a peer all questions: in blocks, on all cores, with results saved so that a run can be resumed.

A block is a run of consecutive question numbers. Its results depend on these, the peer, the rulebook and the number of
questions per reduction, not on how blocks are divided among processes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path

from ...map import Json, load_board
from ...solver import Convoy, Rulebook, board_of
from ...turn import Turn
from ...work import StateFile, Stop, WorkersError, over_blocks
from ..adapters.peer import HANGS, Coverage, Part, Peer, PeerUnavailable, declared
from .findings import CrosscheckError, Finding, Stopped, found
from .judgement import Inexpressible, Judgement, judgement_of
from .sources import Source
from .whole_game import last_phase

BLOCK = 20
"""The number of questions in a block."""
HOPELESS = 50
"""After this many failures in a row, a process stops asking its peer."""
_FIRST_TRIES = 10  # questions; the peer must answer one of the first ones
_FIRST_HANGS = 3  # of these may take too long

_FORMAT = 7  # of the state file

AGREE, NOT_REPORTED, UNSUPPORTED, INEXPRESSIBLE = "agree", "not told", "unsupported", "inexpressible"
_NEEDED = frozenset({Part.DISLODGED, Part.RETREATS})
"""The parts that must be reported before units and retreats count as agreeing."""


@dataclass(frozen=True)
class Task:
    """The work of a run.

    Attributes:
        source: The questions.
        open_peer: Opens the peer; each process opens its own.
        rules: The rulebook of standoff.
        max_questions: The most questions asked to reduce a difference.
    """

    source: Source
    open_peer: Callable[[], Peer]
    rules: Rulebook
    max_questions: int = 300


@dataclass
class Tally:
    """The results of consecutive questions, or of all.

    Attributes:
        start: The number of the first question.
        counts: The number of questions by phase type and ``"agree"``, ``"not told"``, ``"unsupported"``,
            ``"inexpressible"`` or the kind of difference. ``"not told"``: the answer is right, but lacks retreats;
            ``"inexpressible"``: it cannot be put to the peer, or is about another board, which the peer declines.
        unsupported: How often each reason occurred for which the peer cannot be asked.
        findings: The differences.
        coverage: The parts that the peer reports, and those that it does not.
        interrupted: True if the run was interrupted.
        unavailable: Why the peer can no longer be asked, "" if it can.
    """

    start: int = 0
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    unsupported: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=lambda: [])
    coverage: Coverage = field(default_factory=Coverage)
    interrupted: bool = False
    unavailable: str = ""

    @property
    def done(self) -> int:
        """The number of questions asked."""
        return self.counts.total()

    @property
    def stop(self) -> int:
        """The number after the last question."""
        return self.start + self.done

    def add(self, other: Tally) -> None:
        """Add the results of other questions."""
        self.counts += other.counts
        self.unsupported += other.unsupported
        self.findings.extend(other.findings)
        self.coverage.add(other.coverage)
        self.unavailable = self.unavailable or other.unavailable

    def as_object(self) -> Json:
        """Return the results as a JSON object."""
        return {
            "from": self.start,
            "to": self.stop,
            "counts": [[*key, number] for key, number in sorted(self.counts.items())],
            "unsupported": dict(self.unsupported),
            "findings": [one.as_object() for one in self.findings],
            "coverage": {name: dict(parts) for name, parts in vars(self.coverage).items()},
        }

    @classmethod
    def from_object(cls, data: Json) -> Tally:
        """Return what `as_object` wrote.

        Raises:
            AttributeError, KeyError, TypeError, ValueError, StandoffError: `data` is something else, or its numbers do
                not add up.
        """
        tally = Tally(
            int(data["from"]),
            Counter({(phase, what): number for phase, what, number in data["counts"]}),
            Counter(data["unsupported"]),
            [Finding.from_object(one) for one in data["findings"]],
            Coverage(*(Counter[str](data["coverage"][name]) for name in ("reported", "missing", "declared"))),
        )
        if not 0 <= tally.start < tally.stop == int(data["to"]):
            raise ValueError(f"the numbers of the block from {data['from']} to {data['to']} do not add up")
        return tally


def ask_all(
    task: Task,
    *,
    jobs: int | None = None,
    state: Path | None = None,
    header: Json | None = None,
    progress: Callable[[int, int, int], None] | None = None,
) -> Tally:
    """Ask a peer all questions, and return the results.

    An interrupt (Ctrl-C) ends the run and keeps its results. Questions in progress are finished, unless a second
    interrupt comes.

    Args:
        task: The work.
        jobs: The number of processes (default: one per core); 1 is this process.
        state: A file for the results; questions that it answers are not asked again.
        header: Settings that a state file must begin with to belong to this run.
        progress: Called with the number of questions asked, of all questions, and of differences.

    Raises:
        CrosscheckError: The state file belongs to another run, or cannot be written.
    """
    tally, total = Tally(), len(task.source)
    begins = {"crosscheck": _FORMAT, **(header or {})}
    kept = StateFile(state, begins, "cross-check", CrosscheckError) if state else None
    left = {(start, min(start + BLOCK, total)) for start in range(0, total, BLOCK)}

    def report_progress() -> None:
        if progress:
            progress(tally.done, total, len(tally.findings))

    for block in kept.read(Tally.from_object) if kept else ():
        if (block.start, block.stop) in left:  # an unfinished block is asked again
            left.remove((block.start, block.stop))
            tally.add(block)
    report_progress()
    jobs = min(jobs or os.cpu_count() or 1, max(len(left), 1))
    stop = Stop()
    try:
        for block in over_blocks(partial(_Asking, task), sorted(left), jobs=jobs, ordered=False, stop=stop):
            tally.add(block)
            report_progress()
            if kept and block.done:
                kept.keep(block.as_object())
            if tally.unavailable:
                stop.set()
    except KeyboardInterrupt:
        stop.set()
    except WorkersError as fault:
        tally.unavailable = tally.unavailable or str(fault)
    tally.interrupted = stop.is_set() and not tally.unavailable
    assert tally.interrupted or tally.unavailable or tally.done == total, "questions got lost"
    tally.findings.sort(key=lambda one: one.number)
    return tally


class _Asking:
    """Asks the questions of one block after another, in one process."""

    def __init__(self, task: Task, stop: Stop) -> None:
        self.task, self.stopping = task, stop
        self.peer: Peer | None = None
        self.failures = FailureBudget(HOPELESS)

    def __call__(self, numbers: tuple[int, int]) -> Tally:
        tally = Tally(numbers[0])
        try:
            self.peer = self.peer or self.task.open_peer()
            for number in range(*numbers):
                if self.stopping.is_set():
                    break
                self.ask(self.peer, number, tally)
        except PeerUnavailable as fault:
            tally.unavailable = str(fault)
        except (KeyboardInterrupt, Stopped):
            self.stopping.set()
        return tally

    def ask(self, peer: Peer, number: int, tally: Tally) -> None:
        """Ask one question and count its result.

        Raises:
            PeerUnavailable: The peer can no longer be started, or keeps failing.
            Stopped: The run is to end.
        """
        task, later = self.task, ""
        name, question = task.source.ask(number)
        if seed := task.source.seed_of(number):
            question, first, later = last_phase(question, seed, peer, task.rules)
            name = f"{name}, {question.phase}"
        else:
            first = judgement_of(question, peer, task.rules)
        phase, unreported = question.type.value, declared(peer)
        if isinstance(first, str):
            other = question.board is not load_board(board_of(task.rules.name))
            beyond = other or isinstance(first, Inexpressible)
            tally.counts[phase, INEXPRESSIBLE if beyond else UNSUPPORTED] += 1
            tally.unsupported[first] += 1
            return
        questions = 0 if later else task.max_questions  # alone, the phase comes out right
        one = found(first, peer, number=number, name=name, max_questions=questions, stopped=self.stopping.is_set)
        self.failures.count(first.message)
        first.count(tally.coverage, unreported)
        if one:
            tally.findings.append(replace(one, later=later))
            tally.counts[phase, one.kind.value] += 1
        else:
            tally.counts[phase, NOT_REPORTED if first.left_open(unreported) & _NEEDED else AGREE] += 1

    def close(self) -> None:
        if self.peer is not None:
            self.peer.close()


@dataclass
class FailureBudget:
    """Counts a peer's consecutive failures, and gives up in time.

    Attributes:
        most: The number of consecutive failures after which it is no longer asked.
        name: The peer's name until its first answer; until then, the limit is lower.
    """

    most: int
    name: str = ""
    _failures: int = 0
    _hangs: int = 0

    def count(self, fault: str) -> None:
        """Count the result of a question.

        Args:
            fault: The peer's error; "" if it answered.

        Raises:
            PeerUnavailable: The limit is reached.
        """
        if not fault:
            self.name, self._failures = "", 0
            return
        self._failures += 1
        self._hangs += fault.startswith(HANGS)
        if self.name and (self._failures >= _FIRST_TRIES or self._hangs >= _FIRST_HANGS):
            raise PeerUnavailable(f"{self.name} answers none of {self._failures} questions, the last time: {fault}")
        if self._failures >= self.most:
            raise PeerUnavailable(f"{self._failures} failures in a row, the last one: {fault}")


def convoys_in(questions: Iterable[Turn]) -> bool:
    """Return whether questions have convoys; those without come first, because they test most of a program."""
    return any(isinstance(order, Convoy) for question in questions for order in question.orders)


def check_that_it_answers(peer: Peer, source: Source) -> None:
    """Ask a peer questions until it answers one.

    Raises:
        PeerUnavailable: It answers none of the first ten questions that it can express, or takes too long for three;
            the message states its last error.
    """
    failures = FailureBudget(HOPELESS, peer.name)
    with closing(peer):
        first = [source.ask(number)[1] for number in range(min(len(source), 2 * _FIRST_TRIES))]
        later = (source.ask(number)[1] for number in range(len(first), len(source)))
        for question in chain(sorted(first, key=lambda one: convoys_in((one,))), later):
            one = judgement_of(question, peer, peer.rules)
            if isinstance(one, Judgement):
                failures.count(one.message)
                if not one.message:
                    return
