"""Work over several processes: nothing lost, nothing doubled, nothing left behind."""

from __future__ import annotations

import os
import signal
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from standoff.work.workers import Stop, WorkersError, over_blocks
from tests.helpers.works import Patient, deadly, dying, failing, half_spoken, squares


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
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
def test_leaving_early_ends_the_processes(tmp_path: Path) -> None:
    answers = over_blocks(squares, iter(range(1000)), jobs=2)
    assert next(iter(answers)) == 0
    answers.close()  # pyright: ignore[reportAttributeAccessIssue]
    import multiprocessing

    assert multiprocessing.active_children() == []
