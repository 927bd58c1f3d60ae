"""Threads over blocks: order, faults, ends; and parts of arrays shared out among threads."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator

import pytest

from standoff.solver.arrays.threads import share_out
from standoff.work.processes import Stop
from standoff.work.threads import in_threads
from tests.helpers.works import Squares


def test_answers_come_in_order_and_side_by_side() -> None:
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

    answers = in_threads([Squares(), Squares()], endless(), ahead=5)
    assert [next(iter(answers)) for _ in range(7)] == [number * number for number in range(7)]
    assert len(read) == 11
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
    assert answers[:2] == [1, 2]


@pytest.mark.parametrize("ordered", [True, False])
def test_nothing_is_begun_once_a_run_is_to_stop(ordered: bool) -> None:
    stop, begun = Stop(), list[int]()

    def work(number: int) -> int:
        begun.append(number)
        stop.set()
        return number

    assert list(in_threads([work], itertools.count(), ordered=ordered, stop=stop)) == begun == [0]


def test_where_there_are_no_threads_work_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    plain, left = threading.Thread.start, list[int]()

    def refused(thread: threading.Thread) -> None:
        if not left:
            raise RuntimeError("can't start new thread")
        left.pop()
        plain(thread)

    monkeypatch.setattr(threading.Thread, "start", refused)
    for allowed in (0, 1):
        left[:] = [1] * allowed
        assert list(in_threads([Squares(), Squares()], range(5))) == [0, 1, 4, 9, 16]


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_every_turn_is_done_once(threads: int) -> None:
    for count in (0, 1, 255, 256, 1024, 5000):
        done = [0] * count

        def part(first: int, last: int, done: list[int] = done) -> None:
            assert last - first <= 100
            for number in range(first, last):
                done[number] += 1

        share_out(part, count, 100, threads)
        assert done == [1] * count


def test_a_fault_of_a_part_ends_the_others_and_is_raised() -> None:
    done: list[int] = []

    def part(first: int, _last: int) -> None:
        time.sleep(0.001)
        if first >= 500:
            raise IndexError(f"at {first}")
        done.append(first)

    with pytest.raises(IndexError, match=r"at [5-9]00"):  # of the parts that raise, one that came early
        share_out(part, 100_000, 100, 2)
    assert len(done) <= 6
    share_out(lambda first, last: done.append(first), 1000, 100, 2)  # the threads are there as before


def test_parts_may_be_shared_out_within_parts() -> None:
    done: list[int] = []
    inner = lambda first, last: done.append(last - first)  # noqa: E731
    share_out(lambda first, last: share_out(inner, 1000, 100, 4), 2000, 500, 4)
    assert sum(done) == 4000
