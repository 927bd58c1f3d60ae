"""What has the keys of an interchange line is a line at every entrance, and every key is used or named."""

from __future__ import annotations

import json
import re
import warnings
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import standoff
from standoff import StandoffError, Turn
from standoff.lines.answering import turn_in
from standoff.map import UnreadWarning
from standoff.page.messages import answer
from standoff.turn import TURN_KEYS
from tests.helpers.command import run

LINE: dict[str, Any] = {
    "id": "x",
    "rules": "1971",
    "season": "F1901M",
    "units": {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
    "orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
    "centers": {"FRANCE": ["PAR"]},
    "options": {"adjacent_convoy": "explicit"},
    "civil_disorder": [],
}


def by_batch(entry: dict[str, Any]) -> Turn | str:
    """Return the turn of a line, or what it is refused with."""
    data, turn = turn_in(json.dumps(entry))
    return data["error"] if turn is None else turn


def _or_refusal(made: Any) -> Turn | str:
    try:
        return made()
    except StandoffError as fault:
        return re.sub(r"^the text, line \d: ", "", str(fault))


def at_every_entrance(entry: dict[str, Any]) -> dict[str, Turn | str]:
    text = json.dumps(entry)
    return {
        "read(text)": _or_refusal(lambda: standoff.read(text)),
        "read(text in lines)": _or_refusal(lambda: standoff.read(f"\n {text}\n")),
        "read(object)": _or_refusal(lambda: standoff.read(entry)),
        "adjudicate(object)": _or_refusal(lambda: standoff.adjudicate(entry).turn),
        "adjudicate(text)": _or_refusal(lambda: standoff.adjudicate(text).turn),
        "Turn.from_dict": _or_refusal(lambda: Turn.from_dict(entry)),
    }


def on_the_page(entry: dict[str, Any]) -> tuple[object, ...] | str:
    opened = answer({"do": "open", "source": json.dumps(entry)})
    if "error" in opened:
        return str(opened["error"]).removeprefix("the text, line 1: ")
    (node,) = opened["nodes"]
    orders = standoff.read("FRANCE: A PAR - BUR").with_orders(node["orders"]).orders if node["orders"] else ()
    return node["position"], node["rules"], {*orders}


def same_everywhere(entry: dict[str, Any]) -> Turn | str:
    expected = by_batch(entry)
    for entrance, got in at_every_entrance(entry).items():
        assert got == expected, f"{entrance}: {got!r}, not {expected!r}"
    return expected


@pytest.mark.parametrize(
    "entry",
    [
        {"id": 1, "rules": "1971", "orders": {"FRANCE": ["A PAR - BUR"]}},
        {"orders": {"FRANCE": ["A PAR - BUR"]}},
        {"rules": "nonsense", "orders": {"FRANCE": ["A PAR - BUR"]}},
        {"map": "nowhere", "orders": {"FRANCE": ["A PAR - BUR"]}},
        {"season": "garbage", "orders": {"FRANCE": ["A PAR - BUR"]}},
        {"options": {"nonsense": "x"}, "orders": {"FRANCE": ["A PAR - BUR"]}},
        {"unitz": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}},
        {"power": "FRANCE", "id": 1, "orders": ["A PAR - BUR"]},
        {"season": "S1901M"},
        {"FRANCE": ["A PAR - BUR"], "id": 3},
    ],
    ids=str,
)
def test_a_line_without_units_is_what_batch_makes_of_it(entry: dict[str, Any]) -> None:
    expected = same_everywhere(entry)
    shown = on_the_page(entry)
    assert (
        shown == expected
        if isinstance(expected, str)
        else (shown[0], shown[1])
        == (
            str(expected.position),
            expected.rules.preset,
        )
    )
    printed = run("adjudicate", "--json", json.dumps(entry))
    assert (printed.exit_code == 2) == isinstance(expected, str)


_NAMES = st.sampled_from([*TURN_KEYS, "unitz", "order", "rulez", "power", "note", "FRANCE", "seeson", ""])
_VALUES = st.sampled_from([None, 7, "x", "1982", "FRANCE", [], {}, ["A PAR - BUR"], {"FRANCE": ["A PAR - BUR"]}])


@given(st.sets(st.sampled_from([*LINE])), st.dictionaries(_NAMES, _VALUES, max_size=2), st.permutations([*LINE]))
@settings(max_examples=60, deadline=None)
def test_keys_left_out_misspelled_or_added_are_refused_alike(
    left_out: set[str], added: dict[str, Any], order: list[str]
) -> None:
    entry = {key: LINE[key] for key in order if key not in left_out} | added
    if entry.keys().isdisjoint(TURN_KEYS):
        return  # not a line: the orders or the units of each power
    expected = same_everywhere(entry)
    if unknown := entry.keys() - {*TURN_KEYS}:
        assert isinstance(expected, str)
        assert any(repr(key) in expected for key in unknown) or "key" not in expected


@given(st.sampled_from([*LINE]), st.text("abcdefghijklmnopqrstuvwxyz_", min_size=1, max_size=9))
@settings(max_examples=60, deadline=None)
def test_no_renamed_key_vanishes(key: str, name: str) -> None:
    entry = {(name if one == key else one): value for one, value in LINE.items()}
    expected = same_everywhere(entry)
    assert isinstance(expected, Turn) == (name in TURN_KEYS) or isinstance(expected, str)
    if name not in TURN_KEYS:
        assert repr(name) in str(expected)


# -- answers ----------------------------------------------------------------------------------------------------------


@given(st.sampled_from(["confidence", "note", "seson", "xunits", "beliefs", "phase"]), _VALUES)
@settings(max_examples=40, deadline=None)
def test_each_key_beside_the_orders_of_an_answer_is_named(key: str, value: Any) -> None:
    text = f"Here they are: {json.dumps({'orders': {'FRANCE': ['A PAR - BUR']}, key: value})}"
    remarks = [one.text for one in standoff.check(text, "start") if str(one.verdict) == "remark"]
    assert any(remark.startswith(f"{key}: ") for remark in remarks)
    for called in (
        lambda: standoff.read("start", text),
        lambda: standoff.read(text),
        lambda: standoff.Game().order(text),
    ):
        with pytest.warns(UnreadWarning, match=f"not read: '{key}'"):
            called()


@pytest.mark.parametrize("key", ["rules", "map", "options", "centers", "terms"])
def test_a_key_that_would_change_the_turn_is_refused_beside_orders(key: str) -> None:
    text = f"Here they are: {json.dumps({'orders': {'FRANCE': ['A PAR - BUR']}, key: '1971'})}"
    for called in (
        lambda: standoff.read("start", text),
        lambda: standoff.read(text),
        lambda: standoff.Game().order(text),
    ):
        with pytest.raises(StandoffError, match=f"'{key}' beside orders"):
            called()


def test_plain_orders_and_answers_stay_what_they_are() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for text in (
            '{"FRANCE": ["A PAR - BUR"]}',
            'PARSABLE OUTPUT: {"orders": {"FRANCE": ["A PAR - BUR"]}}',
        ):
            assert [str(unit) for unit in standoff.read(text).position.units] == ["A PAR"]
        assert standoff.read("start", '{"power": "FRANCE", "orders": ["A PAR - BUR"]}').texts == ("A PAR - BUR",)
        assert standoff.read("start", '{"orders": {"FRANCE": ["A PAR - BUR"]}}').texts == ("A PAR - BUR",)


# -- saved games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["game", "phase", "state", "standoff"])
def test_an_unknown_key_of_a_saved_game_is_named(place: str) -> None:
    game = standoff.Game()
    game.order("FRANCE: A PAR - BUR")
    data = json.loads(json.dumps(game.to_dict()))
    known = {
        "game": data,
        "phase": data["phases"][0],
        "state": data["phases"][0]["state"],
        "standoff": data["standoff"],
    }
    known["phase"] |= {"messages": [], "results": {}}
    known["state"] |= {"note": "", "zobrist_hash": "1"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert standoff.Game.from_dict(data) == game
    known[place]["ordres"] = {"FRANCE": ["A MAR - SPA"]}
    with pytest.warns(UnreadWarning, match="not read: 'ordres'"):
        standoff.Game.from_dict(data)
    with pytest.warns(UnreadWarning, match="not read: 'ordres'"):
        standoff.read(json.dumps(data))


@pytest.mark.parametrize("of", ["units", "centers", "orders", "phase"])
def test_an_unknown_key_of_a_game_of_webdiplomacy_is_named(of: str) -> None:
    phase: dict[str, Any] = {
        "turn": 0,
        "phase": "Diplomacy",
        "units": [{"unitType": "Army", "terrID": 47, "countryID": 2, "retreating": "No"}],
        "centers": [{"countryID": 2, "terrID": 47}],
        "orders": [{"countryID": 2, "terrID": 47, "unitType": "Army", "type": "Hold"}],
    }
    (phase if of == "phase" else phase[of][0])["retreeting"] = "Yes"
    with pytest.warns(UnreadWarning, match="not read: 'retreeting"):
        standoff.read(json.dumps({"variantID": 1, "phases": [phase]}))
