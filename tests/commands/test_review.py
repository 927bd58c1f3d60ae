"""`standoff map review`: a checklist of borders, with wrong ones planted in the standard board."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from standoff.map import load_board
from tests.helpers.command import run
from tests.helpers.paths import ROOT


def _planted(seed: int, many: int = 10) -> tuple[dict[str, Any], set[tuple[str, str, str]]]:
    """Return the standard board with wrong borders, and these: for whom, and the two ends in alphabetical order."""
    data = json.loads((ROOT / "map" / "boards" / "standard.json").read_text(encoding="utf-8"))
    chance = random.Random(seed)
    stands = {
        "army": [place for place, one in data["provinces"].items() if one["kind"] != "sea"],
        "fleet": [p for p, one in data["provinces"].items() if one["kind"] != "inland" and not one.get("coasts")],
    }
    wrong: set[tuple[str, str, str]] = set()
    while len(wrong) < many:
        kind = chance.choice(("army", "fleet"))
        there = {(one, two) for one, listed in data[kind].items() for two in listed.split()}
        if chance.random() < 0.5:
            one, two = chance.choice(sorted(there))
        else:
            one, two = chance.sample(stands[kind], 2)
        first, second = sorted((one, two))
        if (kind, first, second) in wrong or (two, one) in there:
            continue
        wrong.add((kind, first, second))
        kept = [place for place in data[kind].get(one, "").split() if place != two]
        data[kind][one] = " ".join(kept if (one, two) in there else [*kept, two])
    data[kind] = {place: listed for place, listed in data[kind].items() if listed}
    return {**data, "name": "planted"}, wrong


def _listed(page: str) -> Iterator[tuple[str, str, str]]:
    for one, two, units in re.findall(r"(\S+) - (\S+): (armies|fleets) cross it only in [AB]", page):
        first, second = sorted((one, two))
        yield {"armies": "army", "fleets": "fleet"}[units], first, second


@pytest.mark.parametrize("seed", range(5))
def test_each_of_ten_wrong_borders_is_listed_marked_and_drawn(tmp_path: Path, seed: int) -> None:
    data, wrong = _planted(seed)
    board, page = tmp_path / "planted.json", tmp_path / "review.html"
    board.write_text(json.dumps(data), encoding="utf-8")
    assert run("map", "review", str(board), "standard", "--out", str(page)).exit_code == 1
    html = page.read_text(encoding="utf-8")
    assert set(_listed(html)) == wrong
    assert html.count('stroke="#c00020"') == len(re.findall(r"<circle[^>]*r=\"11\"", html)) == 10
    odd = set(re.findall(r'<tr class="odd">.*?<b>(\w+)</b>', html))
    assert odd == {end.partition("/")[0] for _, *ends in wrong for end in ends}
    printed = run("map", "review", str(board), "standard")
    assert set(_listed(printed.stdout)) == wrong
    assert printed.stdout.count("**+") + printed.stdout.count("~~") // 2 == 2 * 10 + 2  # each at both ends; the key


def test_a_board_is_reviewed_alone_and_every_province_has_its_line() -> None:
    done = run("map", "review", "czech1962")
    assert done.exit_code == 0, done.stderr
    lines = re.findall(r"^- \[ \] \*\*(\w+)\*\*", done.stdout, flags=re.MULTILINE)
    assert sorted(lines) == sorted(province.id for province in load_board("czech1962").provinces)
    assert "difference" not in done.stdout
