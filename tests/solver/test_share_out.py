"""Parts of arrays shared out among threads."""

from __future__ import annotations

import time

import pytest

from standoff.solver.arrays.threads import share_out


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
