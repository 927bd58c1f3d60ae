"""Work over threads and processes: in order, nothing lost, nothing doubled, nothing left behind."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from standoff.work.workers import Stop, WorkersError, WorkerSupervisor, in_threads, over_blocks
from tests.work.works import Patient, Squares, deadly, dying, failing, half_spoken, squares


def test_threads_answer_in_order_and_side_by_side() -> None:
    Squares.most = 0
    works = [Squares(), Squares(), Squares()]
    assert list(in_threads(list(works), range(40))) == [number * number for number in range(40)]
    assert Squares.most == 3
    assert [work.closed for work in works] == [1, 1, 1]
    assert list(in_threads([Squares()], [])) == []


def test_no_more_is_read_ahead_than_is_allowed() -> None:
    read: list[int] = []

    def endless() -> Iterator[int]:
        for number in itertools.count():
            read.append(number)
            yield number

    answers = in_threads([Squares(), Squares()], endless())
    assert [next(iter(answers)) for _ in range(7)] == [number * number for number in range(7)]
    assert len(read) == 10
    answers.close()  # pyright: ignore[reportAttributeAccessIssue]


def test_a_fault_is_raised_in_its_place_and_ends_the_threads() -> None:
    before, work = threading.active_count(), Squares()
    answers = in_threads([work, Squares()], [1, 2, 1000, *range(100)])
    assert (next(answers), next(answers)) == (1, 4)
    with pytest.raises(ValueError, match="no square of 1000"):
        next(answers)
    assert work.closed == 1
    assert threading.active_count() == before


def test_in_any_order_each_answer_comes_as_soon_as_it_is_ready() -> None:
    last = threading.Event()

    def work(number: int) -> int:
        if number == 3:
            last.set()
        assert number or last.wait(60)
        return number

    answers = list(in_threads([work, work], range(4), ordered=False))
    assert sorted(answers) == [0, 1, 2, 3]
    assert sorted(answers[:2]) == [1, 2]


@pytest.mark.parametrize("ordered", [True, False])
def test_nothing_is_begun_once_a_run_is_to_stop(ordered: bool) -> None:
    stop, begun = Stop(), list[int]()

    def work(number: int) -> int:
        begun.append(number)
        stop.set()
        return number

    assert list(in_threads([work], itertools.count(), ordered=ordered, stop=stop)) == begun == [0]


def test_where_there_are_no_threads_the_run_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    with pytest.raises(WorkersError, match="can't start new thread"):
        list(in_threads([Squares(), Squares()], range(5)))


# -- processes -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_answers_come_in_the_order_of_the_blocks(jobs: int) -> None:
    assert list(over_blocks(squares, iter(range(40)), jobs=jobs)) == [n * n for n in range(40)]


def test_nothing_to_do_starts_no_process() -> None:
    assert list(over_blocks(squares, iter(()), jobs=2)) == []


@pytest.mark.slow
def test_only_what_kills_is_lost_and_every_process_closes_its_work(tmp_path: Path) -> None:
    blocks = [list(range(start, start + 5)) for start in range(0, 50, 5)]
    supervisors = [
        WorkerSupervisor(
            partial(deadly, tmp_path, 23),
            Stop(),
            parts=lambda block: [[number] for number in block],
            lost=lambda block: [-number for number in block],
        )
        for _ in range(2)
    ]
    answers = in_threads(list(supervisors), blocks)
    assert [n for block in answers for part in block for n in part] == [-n if n == 23 else n * n for n in range(50)]
    assert list(tmp_path.iterdir())


@pytest.mark.slow
def test_a_death_without_an_answer_for_it_is_an_error() -> None:
    with pytest.raises(WorkersError, match="died over its work"):
        list(over_blocks(partial(deadly, None, 3), [[1], [2], [3], [4]], jobs=2))


@pytest.mark.slow
def test_a_death_in_the_middle_of_an_answer_holds_nobody_up() -> None:
    answers = over_blocks(half_spoken, range(8), jobs=2, lost=lambda number: -number)
    assert list(answers) == [0, 1, 2, -3, 4, 5, 6, 7]


@pytest.mark.slow
def test_what_cannot_begin_says_so() -> None:
    with pytest.raises(ValueError, match="no peer here") as fault:
        list(over_blocks(failing, [1, 2], jobs=2))
    assert "in failing" in fault.value.__notes__[0]
    with pytest.raises(WorkersError, match="status 7 before it began"):
        list(over_blocks(dying, [1, 2], jobs=2))


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


@pytest.mark.slow
def test_leaving_early_ends_the_processes() -> None:
    before = set(multiprocessing.active_children())  # those of a page that other tests look at
    answers = over_blocks(squares, iter(range(1000)), jobs=2)
    assert next(iter(answers)) == 0
    assert len(set(multiprocessing.active_children()) - before) == 2
    answers.close()  # pyright: ignore[reportAttributeAccessIssue]
    assert set(multiprocessing.active_children()) <= before
