"""Work over several processes: nothing lost, nothing doubled, nothing left behind."""

from __future__ import annotations

import os
import signal
import struct
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from standoff.work.workers import Stop, WorkersError, over_blocks


def squares(stop: Stop) -> Callable[[int], int]:
    return square


def square(number: int) -> int:
    return number * number


class Deadly:
    """Sums numbers; one number kills the process, as often as it is met, and closing leaves a file."""

    def __init__(self, folder: Path | None, deadly: int) -> None:
        self.folder, self.deadly = folder, deadly

    def __call__(self, numbers: list[int]) -> list[int]:
        if self.deadly in numbers:
            os.kill(os.getpid(), signal.SIGKILL)
        return [number * number for number in numbers]

    def close(self) -> None:
        if self.folder is not None:
            (self.folder / str(os.getpid())).touch()


def deadly(folder: Path | None, number: int, stop: Stop) -> Deadly:
    return Deadly(folder, number)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_answers_come_in_the_order_of_the_blocks(jobs: int) -> None:
    assert list(over_blocks(squares, iter(range(40)), jobs=jobs)) == [n * n for n in range(40)]


@pytest.mark.slow
def test_in_any_order_none_is_lost() -> None:
    assert sorted(over_blocks(squares, range(40), jobs=2, ordered=False)) == [n * n for n in range(40)]


def test_nothing_to_do_starts_no_process() -> None:
    assert list(over_blocks(squares, iter(()), jobs=2)) == []


@pytest.mark.slow
def test_only_what_kills_is_lost_and_every_process_closes_its_work(tmp_path: Path) -> None:
    blocks = [list(range(start, start + 5)) for start in range(0, 50, 5)]
    answers = over_blocks(
        partial(deadly, tmp_path, 23),
        blocks,
        jobs=2,
        parts=lambda block: [[number] for number in block],
        lost=lambda block: [-number for number in block],
    )
    assert [n for some in answers for n in some] == [-n if n == 23 else n * n for n in range(50)]
    assert list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_death_without_an_answer_for_it_is_an_error() -> None:
    with pytest.raises(WorkersError, match="died over its work"):
        list(over_blocks(partial(deadly, None, 3), [[1], [2], [3], [4]], jobs=2))


class HalfSpoken:
    """Dies over one number when a part of its answer is in the pipe."""

    def __call__(self, number: int) -> int:
        if number == 3:
            from multiprocessing import connection

            def begin(pipe: connection.Connection, _: object) -> None:
                os.write(pipe.fileno(), struct.pack("!i", 1000) + b"the beginning of 1000 bytes")
                os.kill(os.getpid(), signal.SIGKILL)

            connection.Connection._send_bytes = begin  # type: ignore[attr-defined]
        return number


def half_spoken(stop: Stop) -> HalfSpoken:
    return HalfSpoken()


@pytest.mark.slow
def test_a_death_in_the_middle_of_an_answer_holds_nobody_up() -> None:
    answers = over_blocks(half_spoken, range(8), jobs=2, lost=lambda number: -number)
    assert list(answers) == [0, 1, 2, -3, 4, 5, 6, 7]


def failing(stop: Stop) -> Callable[[int], int]:
    raise ValueError("no peer here")


def dying(stop: Stop) -> Callable[[int], int]:
    os._exit(7)


@pytest.mark.slow
def test_what_cannot_begin_says_so() -> None:
    with pytest.raises(ValueError, match="no peer here") as fault:
        list(over_blocks(failing, [1, 2], jobs=2))
    assert "in failing" in fault.value.__notes__[0]
    with pytest.raises(WorkersError, match="status 7 before it began"):
        list(over_blocks(dying, [1, 2], jobs=2))


class Patient:
    """Says which process it is, and works until it is told to stop."""

    def __init__(self, folder: Path, stop: Stop) -> None:
        self.folder, self.stop = folder, stop

    def __call__(self, number: int) -> tuple[int, bool]:
        (self.folder / f"at-{number}").touch()
        while not self.stop.is_set():
            time.sleep(0.005)
        return number, True

    def close(self) -> None:
        (self.folder / f"closed-{os.getpid()}").touch()


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_lets_what_is_under_way_finish(jobs: int, tmp_path: Path) -> None:
    def interrupt() -> None:
        while len(list(tmp_path.glob("at-*"))) < jobs:
            time.sleep(0.005)
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    stop = Stop()
    threading.Thread(target=interrupt, daemon=True).start()
    answers = list(over_blocks(partial(Patient, tmp_path), range(100), jobs=jobs, stop=stop))
    assert answers == [(number, True) for number in range(jobs)]
    assert stop.is_set()
    assert len(list(tmp_path.glob("closed-*"))) == jobs
    assert signal.getsignal(signal.SIGINT) is before


class Stubborn(Patient):
    """Hears nothing, but closes its work when it is ended."""

    def __call__(self, number: int) -> tuple[int, bool]:
        (self.folder / f"at-{number}").touch()
        while True:
            time.sleep(0.01)


@pytest.mark.slow
def test_a_second_interrupt_waits_for_nobody(tmp_path: Path) -> None:
    stop = Stop()

    def interrupt() -> None:
        while len(list(tmp_path.glob("at-*"))) < 2:
            time.sleep(0.005)
        os.kill(os.getpid(), signal.SIGINT)
        while not stop.is_set():
            time.sleep(0.005)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        list(over_blocks(partial(Stubborn, tmp_path), range(100), jobs=2, stop=stop))
    assert len(list(tmp_path.glob("closed-*"))) == 2


@pytest.mark.slow
def test_leaving_early_ends_the_processes(tmp_path: Path) -> None:
    answers = over_blocks(squares, iter(range(1000)), jobs=2)
    assert next(iter(answers)) == 0
    answers.close()  # pyright: ignore[reportAttributeAccessIssue]
    import multiprocessing

    assert multiprocessing.active_children() == []
