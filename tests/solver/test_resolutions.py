"""Resolutions by components: counted and gone through without a list of them, and equal to those of the whole turn."""

from __future__ import annotations

from itertools import islice

import pytest

from standoff import Turn
from standoff.map import Board
from standoff.solver.studies.resolutions import MOST_LISTED
from standoff.turn.resolutions import ManyResolutionsError
from tests.helpers.boards import FAMILIES
from tests.helpers.command import run

FAMILY = {family.name: family for family in FAMILIES}


def laid(name: str, size: int) -> Turn:
    layout = FAMILY[name].lay(size)
    return Turn(layout.position, orders=layout.orders, board=Board(FAMILY[name].board(size)))


def test_many_resolutions_are_counted_and_gone_through_but_not_listed() -> None:
    """A hundred circles of four armies, each of which moves or does not."""
    turn = laid("circles", 400)
    every_resolution = turn.resolutions()
    assert every_resolution.count == 2**100
    assert every_resolution.agree is None
    few = list(islice(every_resolution, 5))
    assert len(set(few)) == 5
    assert all(len(one) % 4 == 0 for one in few)
    with pytest.raises(ManyResolutionsError, match="2 x 2 x 2"):
        every_resolution.resolutions  # noqa: B018
    text = str(every_resolution)
    assert f"not listed: more than {MOST_LISTED}" in text
    assert "too large to be searched as a whole" in text
    assert every_resolution.to_dict()["count"] == 2**100
    assert every_resolution.to_dict()["resolutions"] is None


@pytest.mark.parametrize(("name", "count"), [("convoy circle", 2), ("convoy circle, odd", 0)])
def test_a_long_ring_is_searched_at_once(name: str, count: int) -> None:
    """Theorem 3; a search of the whole turn takes four times as long for every two stages more."""
    every_resolution = laid(name, 240).resolutions()
    assert every_resolution.count == count == len(list(every_resolution))
    assert every_resolution.agree is None
    assert every_resolution.components[0].core == every_resolution.components[0].orders


def test_the_command_counts() -> None:
    assert run("resolutions", "--count", "6.F.24").output == "0\n"
    assert run("resolutions", "--count", "6.F.24").exit_code == 1
    assert run("resolutions", "--count", "FRANCE: A PAR - BUR").exit_code == 0
