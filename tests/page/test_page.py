"""The page: its messages and its server."""

from __future__ import annotations

import http.client
import json
import random
import re
import socket
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, cast
from urllib.parse import parse_qs

import pytest
from hypothesis import given, settings, strategies as st

from standoff import Game
from standoff.map import Json, Position, UnreadWarning, load_board, starting_position
from standoff.map.loading import allow_boards
from standoff.page import opening, page_workers, server as served
from standoff.page.messages import ACTIONS, answer, orders_in
from standoff.page.page_workers import PageWorkers
from standoff.page.server import MOST_BODY, PageServer, files
from standoff.page.start import address_of
from standoff.solver import Reason
from standoff.text.faults import fault_text
from standoff.text.messages import message
from tests.helpers.paths import GAMES, needs_games, written
from tests.map.test_variants import ISLES, short_game
from tests.text.test_faults import english

PARADOX = "standard S1901M ENGLAND:FLON,FWAL;FRANCE:ABRE,FENG - - - - -"
ORDERS = "ENGLAND\n  F LON S F WAL - ENG\n  F WAL - ENG\nFRANCE: A BRE - LON; F ENG C A BRE - LON"
TURN = {"position": PARADOX, "orders": ORDERS}


# -- messages --------------------------------------------------------------------------------------------------------


def test_a_turn_is_solved_with_its_reasons_and_its_paradox() -> None:
    """DATC 6.F.14."""
    reply = answer({"do": "look", **TURN})
    assert [one["outcome"] for one in reply["result"]["orders"]] == ["supports", "moves", "no convoy", "disrupted"]
    assert all(one["reason"] for one in reply["result"]["orders"])
    assert "consistent resolutions: 2" in reply["result"]["paradoxes"][0][1]
    assert reply["next"]["phase"] == "S1901R"
    assert reply["picture"].startswith("<svg")
    assert not reply["faults"]


def test_a_wrong_order_is_shown_where_it_is_and_the_others_count() -> None:
    reply = answer({"do": "look", "position": PARADOX, "orders": "FRANCE\n  A Brest - Lodnon\n\n  F ENG H\nA Foo H"})
    first, second = reply["faults"]
    assert (first["line"], first["power"]) == (2, "FRANCE")
    assert "London" in first["message"]
    assert second["line"] == 5
    assert [one["order"] for one in reply["result"]["orders"] if " ENG " in one["order"]] == ["F ENG H"]


@pytest.mark.parametrize(
    ("language", "fault", "near"),
    [
        ("en", "column 8, 'A Par -': no province to move to", "A PAR - BUR"),
        ("cs", "sloupec 8, 'A Par -': chybí prostor, kam má táhnout", "Armáda Paříž – Burgundsko"),
        ("ru", "столбец 8, 'A Par -': нет территории, куда идти", "Армия Париж – Бургундия"),
    ],
)
def test_a_fault_and_the_nearest_orders_are_told_in_the_language_of_the_page(
    language: str, fault: str, near: str
) -> None:
    orders = "FRANCE\nA Par -\nA Mar - Mun"
    reply = answer({"do": "look", "position": str(starting_position()), "orders": orders, "language": language})
    assert reply["faults"][0]["message"] == fault
    assert near in [one["said"] for one in reply["faults"][0]["nearest"]]
    assert {one["order"] for one in reply["faults"][1]["nearest"]} <= {"A MAR - BUR", "A MAR - GAS", "A MAR - PIE"}
    assert reply["faults"][1]["nearest"]


@pytest.mark.slow
def test_every_action_answers_a_turn_of_the_library() -> None:
    (opened,) = answer({"do": "open", "source": "6.F.14"})["nodes"]
    turn = {key: opened[key] for key in ("position", "orders", "rules", "options")}
    lines = [one["lines"][0][1] for one in answer({"do": "resolutions", **turn})["shown"]]
    assert lines == ["succeed: F LON S F WAL - ENG; F WAL - ENG", "succeed: F ENG C A BRE - LON"]
    assert answer({"do": "compare", **turn})["marked"]
    assert answer({"do": "explain", **turn, "order": "A BRE - LON"})["lines"]
    assert answer({"do": "change", **turn, "order": "A BRE - LON"})["turned_by"]
    assert {one["order"] for one in answer({"do": "look", "legal": True, **turn})["legal"]["BRE"]} >= {
        "A BRE - LON",
        "A BRE H",
    }
    assert "F ENG" in answer({"do": "export", **turn, "form": "line"})["text"]
    assert "- A BRE - LON: **no convoy**" in answer({"do": "export", **turn, "form": "markdown"})["text"]
    assert "[*]A BRE - LON: [b]no convoy[/b]" in answer({"do": "export", **turn, "form": "bbcode"})["text"]
    assert len(answer({"do": "hello"})["cases"]) > 400
    assert answer({"do": "ground", "language": "cs"})["powers"]["FRANCE"]["name"] == "Francie"


def test_an_exported_case_has_its_rulebook_and_options() -> None:
    request = {"do": "export", **TURN, "rules": "1982", "options": {"paradox_backup": "all-hold"}, "form": "case"}
    (opened,) = answer({"do": "open", "source": answer({**request, "title": "mine"})["text"]})["nodes"]
    assert (opened["rules"], opened["options"]) == ("1982", {"paradox_backup": "all-hold"})
    assert answer(request)["name"] == "S1901M-1982.txt"


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("czech1962", "czech1962 S1901M "),
        ("czech1962-five", "czech1962-five S1901M "),
        ("fleet-rome", "fleet-rome S1901M "),
        ("czech19", "no such case, variant or board: 'czech19'; nearest: czech1962, "),
        ("fleet-rom", "no such case, variant or board: 'fleet-rom'; nearest: fleet-rome"),
        ("Pandim", "no such case, variant or board: 'Pandim'; nearest: 6.F.16"),
        ("datc-6.F", "no such case, variant or board: 'datc-6.F'; nearest: datc-6.F.1, "),
        ("hello world", "no such case, variant or board: 'hello world'; expected a position, orders, or "),
        ("FRANCE", "no orders in it; expected powers and their orders, a position, or "),
        ("A PAR", "the text, line 1: no power stands before 'A PAR'"),
    ],
)
def test_a_board_is_opened_by_its_name_and_an_unknown_word_has_nearest_names(source: str, found: str) -> None:
    reply = answer({"do": "open", "source": source})
    assert (reply.get("error") or reply["nodes"][0]["position"]).startswith(found)
    offered = [one["name"] for one in answer({"do": "hello"})["boards"]]
    assert {"czech1962", "czech1962-five", "fleet-rome", "standard"} <= set(offered)
    assert len(offered) == len(set(offered))


UNREADABLE: list[dict[str, Any]] = [
    *({"do": "open", "source": source} for source in ("czech19", "foo bar", "", "FRANCE", "A XXX", "{}", "<b>")),
    *({"do": "open", "source": f"{text} FRANCE:FPAR"} for text in ("standard S1901M", "standard foo", "nosuch S1901M")),
    {"do": "open", "source": "FRANCE\n A Pariss - Bur"},
    {"do": "open", "source": "/etc/passwd S1901M - -"},
    {"do": "open", "source": "6.F.14", "phase": "foo"},
    *({"do": "edit", **change} for change in ({"phase": "foo"}, {"remove": "xxx"})),
    *({"do": "edit", "power": "FRANCE", "unit": unit} for unit in ("F PAR", "A XXX", "F SPA", "A NTH")),
    *({"do": "look", "orders": orders} for orders in ("FRANCE\n" + "A PAR - BUR\n" * 401, "x" * 10_000_001)),
    *({"do": "look", **rules} for rules in ({"rules": "foo"}, {"options": {"foo": "bar"}})),
    {"do": "look", "options": {"paradox_backup": "bar"}},
    {"do": "explain", "order": "A BUR H"},
    {"do": "resolutions", "position": "standard W1901A FRANCE:APAR"},
    *({"do": "line", "nodes": nodes} for nodes in ([{}] * (opening.MOST_PHASES + 1), [{"position": "standard foo -"}])),
    {"do": "export", "form": "game", "nodes": [{"position": "standard - FRANCE:APAR"}]},
    *({"do": "hold", "powers": powers} for powers in (["FRANCE"], [])),
    {"do": "hold", "powers": ["FRANCE"], "keep": "PAR", "orders": "A PAR S A MUN H"},
]


@pytest.mark.parametrize("language", ["cs", "ru"])
def test_no_fault_is_told_half_in_english(language: str) -> None:
    for request in UNREADABLE:
        first, told = (
            answer({"position": "standard S1901M FRANCE:APAR", **request, "language": one})["error"]
            for one in ("en", language)
        )
        assert told != first
        assert not (english(re.sub('; [^;:]+: .*|"\\w+"|[(]--.*', "", told)) & english(first)) - {"datc", "text"}, told
    late = page_workers._error(page_workers.TOO_LARGE, json.dumps({"language": language}).encode())
    assert json.loads(late)["error"] == message(page_workers.TOO_LARGE, language) != page_workers.TOO_LARGE


LINE = "standard F1905M TURKEY:ACON,AARM;ITALY:AROM TURKEY:ANK,CON,SMY;ITALY:ROM"


@pytest.mark.parametrize(
    ("asked", "verdict", "enemy", "words"),
    [
        ({"no_fleets": "AEG BLA"}, False, "F SYR - SMY", {"en": "SMY is entered", "cs": "vstupuje nepřítel: Smyrna"}),
        ({"no_fleets": "AEG BLA EAS"}, True, "", {"ru": "у противника снаружи сколько угодно отрядов"}),
        ({"no_fleets": "AEG BLA EAS"}, True, "", {"cs": "jen jako příklad: Itálie", "ru": "для примера: Италия"}),
        ({"keep": "CON", "free": True}, False, "AUSTRIA", {"en": "dislodged", "ru": "выбит"}),
        ({"orders": "TURKEY: A CON - BUL", "rules": "dptg"}, None, "", {"en": "open", "cs": "není pro linie popsáno"}),
    ],
)
def test_whether_a_line_holds_is_answered_with_the_turn_that_breaks_it(
    asked: Json, verdict: bool | None, enemy: str, words: dict[str, str]
) -> None:
    """The units of others are left out; the turn that breaks it is opened with the centers of the position."""
    pytest.importorskip("clingo")
    for language, said in words.items():
        found = answer({"do": "hold", "position": LINE, "powers": ["TURKEY"], "language": language, **asked})
        assert found["holds"] is verdict
        assert said in json.dumps([found["said"], found["why"], found["assumed"]], ensure_ascii=False)
        (node,) = found["game"]["nodes"]
        assert "AROM" not in node["position"]
        assert "TURKEY:ANK,CON,SMY" in node["position"]
        assert enemy in node["orders"]
        assert bool(found["orders"]) is (verdict is False)
        assert found["picture"].startswith("<svg")


@pytest.mark.parametrize(("language", "words"), [("en", "may leave its place"), ("cs", "opustit"), ("ru", "покинуть")])
def test_a_line_that_may_leave_its_place_is_shown_leaving(language: str, words: str) -> None:
    """Lipton's dynamic line; what it keeps is named in any language."""
    pytest.importorskip("clingo")
    moving = {
        "position": "standard F1905M TURKEY:FLYO,APOR,FWES,ATUN,ASMY,ASYR",
        "orders": "F LYO - SPA/SC; A POR S F LYO - SPA; F WES S F LYO - SPA; A TUN - NAF; A SMY - CON; A SYR - ARM",
        "keep": "Анкара, Constantinople, POR SPA SMY TUN ARM NAF",
        "no_fleets": "ADR AEG ALB APU BLA BUL EAS GRE ION MAR NAP PIE ROM RUM SEV SYR TRI TUS TYS VEN",
    }
    found = answer({"do": "hold", "powers": ["TURKEY"], "language": language, **moving})
    assert found["holds"] is True
    assert words in found["why"][0]


def test_the_number_of_centers_is_said_in_the_language() -> None:
    for count, kept in (("1", "SMY"), ("2", "SMY CON")):
        assumed = f"3 units are kept with {count} center{'s' * (len(kept) > 3)}"
        assert "center" not in fault_text(assumed, "ru")


def test_without_the_solver_the_page_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in [name for name in sys.modules if name.startswith("standoff.searches")]:
        monkeypatch.delitem(sys.modules, name)
    assert "clingo" in answer({"do": "hold", "position": LINE, "powers": ["TURKEY"]})["error"]


@pytest.mark.parametrize("folder", ["maps", "my maps"])
def test_what_is_shared_names_a_board_by_its_file_and_no_folder(folder: str, tmp_path: Path) -> None:
    (tmp_path / folder).mkdir()
    allow_boards([str(tmp_path / folder)])
    file = short_game(tmp_path / folder)
    position = parse_qs(address_of("start", None, file)[1:])["p"][0]
    turn = {"position": position, "orders": "FRANCE: A MAR - SPA", "title": "a/../b"}
    for form in ("line", "case", "game", "markdown", "svg"):
        reply = answer({"do": "export", "form": form, **turn, "nodes": [turn] if form in ("case", "game") else []})
        assert folder not in reply["text"]
        assert not re.search(r"[/\\]|\.\.", reply["name"]), reply["name"]
    assert '"map": "short.json"' in answer({"do": "export", "form": "line", **turn})["text"]
    assert answer({"do": "ground", "board": position.split(" ")[0]})["provinces"]
    assert answer({"do": "open", "source": "short.json"})["nodes"][0]["position"].endswith(position.partition(" ")[2])


@pytest.mark.slow
def test_the_library_is_shown_by_chapter_and_its_paradoxes_by_class() -> None:
    language = "cs"
    hello = answer({"do": "hello", "language": language})
    assert [one["name"] for one in hello["chapters"]][:2] == ["paradoxes", "datc-2.4"]
    shown: dict[str, list[str]] = {}
    for chapter in ("paradoxes", "datc-6c"):
        for group in answer({"do": "gallery", "chapter": chapter, "board": "standard", "language": language})["groups"]:
            shown[group["name"]] = [card["id"] for card in group["cards"]]
            ids = re.findall(r' id="([^"]+)"', "".join(card["picture"] for card in group["cards"]))
            assert len(ids) == len(set(ids))
    simple, circular = message("simple convoy paradox", language), message("DATC 6.C: circular movement", language)
    assert "datc-6.F.14" in shown[f"{simple} (A)"]
    assert shown[circular][0] == "datc-6.C.1"
    assert answer({"do": "gallery", "chapter": "nothing"}) == {"groups": []}


FRANCE = "standard S1901M FRANCE:APAR,FBRE;GERMANY:AMUN FRANCE:PAR,BRE,MAR;GERMANY:MUN - - - -"


@pytest.mark.parametrize(
    ("orders", "later", "phases"),
    [
        # what can be given is given
        ("A PAR - BUR", [("F1901M", "A BUR - BEL")], [("F1901M", "A BUR - BEL", [])]),
        # what cannot is marked, and stays
        (
            "A PAR - PIC",
            [("F1901M", "A BUR - BEL")],
            [("F1901M", "A BUR - BEL", ["no longer possible: A BUR - BEL – "])],
        ),
        # a line that could not be read stays unread
        (
            "A PAR - PIC",
            [("F1901M", "A Pariss H")],
            [("F1901M", "A Pariss H", ["no longer possible: A Pariss H – col"])],
        ),
        # a phase that is no more
        (
            "A PAR - PIC",
            [("S1901R", "A BUR R GAS"), ("F1901M", "A PIC H")],
            [("F1901M", "A PIC H", ["no longer possible: S1901R: FRANCE, A BUR R GAS"])],
        ),
        # a phase that is new: a retreat from Munich
        (
            "A PAR - BUR\n F BRE H\nGERMANY\n A MUN - BUR",
            [("F1901M", "F BRE - MAO"), ("W1901A", "F BRE B")],
            [("F1901M", "F BRE - MAO", []), ("W1901A", "F BRE B", [])],
        ),
    ],
)
def test_a_branch_takes_over_later_orders_as_far_as_they_can_be_given(
    orders: str, later: list[tuple[str, str]], phases: list[tuple[str, str, list[str]]]
) -> None:
    nodes = [{"position": f"standard {phase} FRANCE:APAR", "orders": f"FRANCE\n{text}"} for phase, text in later]
    found = answer({"do": "carry", "position": FRANCE, "orders": f"FRANCE\n{orders}", "nodes": nodes})["nodes"]
    assert [(one["position"].split()[1], one["orders"].removeprefix("FRANCE\n")) for one in found] == [
        (phase, text) for phase, text, _ in phases
    ]
    for one, (_, _, marks) in zip(found, phases, strict=True):
        assert len(one["differences"]) == len(marks)
        assert all(text.startswith(mark) for text, mark in zip(one["differences"], marks, strict=True))


def test_a_branch_with_a_new_retreat_has_a_phase_for_it() -> None:
    position = "standard S1901M FRANCE:APAR,AMAR;GERMANY:ABUR - - - - -"
    orders = "FRANCE\n A PAR - BUR\n A MAR S A PAR - BUR"
    fall = {"position": "standard F1901M FRANCE:APAR", "orders": "FRANCE\n A MAR - SPA"}
    found = answer({"do": "carry", "position": position, "orders": orders, "nodes": [fall]})["nodes"]
    assert [one["position"].split()[1] for one in found] == ["S1901R", "F1901M"]
    assert [one["orders"] for one in found] == ["", fall["orders"]]
    assert answer({"do": "edit", "position": position, "phase": "-"})["position"].startswith("standard - FRANCE")


def test_a_paste_with_one_bad_line_takes_over_the_rest() -> None:
    text = "FRANCE\n  A Par - Bur\n  A Foo H\n  A Mar S A Par - Bur\n"
    reply = answer({"do": "open", "source": text})
    assert reply["nodes"][0]["orders"] == text.strip()
    assert {str(u) for u in Position.parse(reply["nodes"][0]["position"]).units} == {"A PAR", "A MAR"}
    looked = answer({"do": "look", "position": reply["nodes"][0]["position"], "orders": text})
    assert [one["line"] for one in looked["faults"]] == [3]


def test_orders_for_the_units_that_stand_there_are_taken_over_as_its_orders() -> None:
    here = answer({"do": "open", "source": "start"})["nodes"][0]["position"]
    reply = answer({"do": "open", "source": "France: A Par - Bur\n> Germany: A Mun - Bur\nNMR", "position": here})
    assert reply["here"]
    assert reply["nodes"][0]["position"] == here


@needs_games
def test_a_saved_game_opens_with_all_its_phases_and_what_differs_from_its_record() -> None:
    """The record of a move into an empty province that nobody else enters: it moves (2023, page 8)."""
    text = (GAMES / "433762.json").read_text(encoding="utf-8")
    reply = answer({"do": "open", "source": text})
    assert [one["position"].split()[1] for one in reply["nodes"][:3]] == ["S1901M", "F1901M", "W1901A"]
    assert [one["differences"] for one in reply["nodes"]] == [[]] * len(reply["nodes"])
    game = json.loads(text)
    units = game["phases"][1]["state"]["units"]
    power, first = next((power, own[0]) for power, own in units.items() if own)
    units[power] = ["A SYR", *units[power][1:]]
    game["phases"] = game["phases"][:3]
    spring, fall, _ = answer({"do": "open", "source": json.dumps(game)})["nodes"]
    name = power.capitalize()
    assert spring["differences"] == [f"the record has {name} A SYR, standoff {name} {first}"]
    assert "ASYR" in fall["position"]


CASES = "\n".join(f"case mine-{n}\nPHASE movement\nFRANCE\n  A Paris Hold\n" for n in range(1, 7))
"""A text of six cases with one phase each."""


@pytest.mark.parametrize(
    ("phase", "named", "shown", "rest"),
    [
        ("", [None, "mine-2", "mine-3", "mine-4"], 0, ("5", "Otevřeny jsou fáze 1 až 4 z 6.")),
        ("3", [None, "mine-2", "mine-3", "mine-4"], 2, ("5", "Otevřeny jsou fáze 1 až 4 z 6.")),
        ("5", ["mine-5", "mine-6"], 0, ("1", "Otevřeny jsou fáze 5 až 6 z 6.")),
        ("6", ["mine-5", "mine-6"], 1, ("1", "Otevřeny jsou fáze 5 až 6 z 6.")),
    ],
)
def test_every_case_and_phase_of_a_text_can_be_opened(
    phase: str, named: list[str | None], shown: int, rest: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Further cases are chapters; of more phases than are opened at once, the page names those that are left."""
    request = {"do": "open", "source": CASES, "phase": phase, "language": "cs"}
    assert len(answer(request)["nodes"]) == 6
    monkeypatch.setattr(opening, "MOST_PHASES", 4)
    game = answer(request)
    assert ([one.get("name") for one in game["nodes"]], game["at"]) == (named, shown)
    assert (game["rest"]["next"], game["rest"]["said"]) == rest


def test_a_link_of_a_long_game_says_which_phases_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "MOST_PHASES", 2)
    (tmp_path / "long.txt").write_text("case long\n" + "PHASE movement\nFRANCE\n  A Paris Hold\n" * 3, encoding="utf-8")
    with pytest.warns(UnreadWarning, match="phases 1 to 2 of 3"):
        address_of(str(tmp_path / "long.txt"))


def test_a_game_comes_back_from_its_file_with_what_was_typed_and_said() -> None:
    """All phases of the line; changes of the file by hand count."""
    start = answer({"do": "open", "source": "start"})["nodes"][0]
    typed = "FRANCE\n  A Par - Bur  # at last\n  A Pariss - Bur\n"
    first = {**start, "orders": typed, "comment": "Why not?", "rules": "1982"}
    after = answer({"do": "look", **first})["next"]["position"]
    nodes = [first, {**start, "position": after, "orders": "", "comment": "", "rules": "1982"}]
    told = {"title": "Mine", "comment": "All of it"}
    saved = answer({"do": "export", "form": "game", **first, "nodes": nodes, **told})
    assert saved["name"] == "Mine.json"
    again = answer({"do": "open", "source": saved["text"]})
    assert {key: again[key] for key in told} == told
    assert [(one["orders"], one["comment"], one["rules"]) for one in again["nodes"]] == [
        (typed, "Why not?", "1982"),
        ("", "", "1982"),
    ]
    by_hand = answer({"do": "open", "source": saved["text"].replace("A PAR - BUR", "A PAR - PIC")})["nodes"][0]
    assert by_hand["orders"] == "FRANCE\n  A PAR - PIC\n"


def test_the_positions_of_a_tree_follow_from_its_orders() -> None:
    start = answer({"do": "open", "source": "start"})["nodes"][0]["position"]
    nodes = [
        {"parent": None, "position": start, "orders": "FRANCE: A PAR - BUR"},
        {"parent": 0, "orders": ""},
        {"parent": 0, "orders": "FRANCE: A BUR - MUN"},
        {"parent": 2, "orders": ""},
        {"parent": None, "position": start, "orders": ""},
    ]
    positions = [one["position"] for one in answer({"do": "line", "nodes": nodes})["nodes"]]
    assert [one.split()[1] for one in positions] == ["S1901M", "F1901M", "F1901M", "S1902M", "S1901M"]
    assert "ABUR" in positions[1]
    assert "error" in answer({"do": "line", "nodes": [{"parent": 3}]})
    assert "error" in answer({"do": "line", "nodes": "x"})


def test_a_winter_says_who_builds_and_removes_and_where() -> None:
    """2023, page 17: a power builds as many units as it has more centers than units, in free home centers it owns."""
    position = "standard W1901A FRANCE:ASPA;GERMANY:AMUN,ABER FRANCE:PAR,SPA;GERMANY:MUN - - - -"
    reply = answer({"do": "look", "position": position, "orders": "", "legal": True})
    allowed = [(one["power"], one["count"], one["places"]) for one in reply["allowed"]]
    assert allowed == [("FRANCE", 1, ["PAR"]), ("GERMANY", -1, ["MUN", "BER"])]
    assert [one["order"] for one in reply["legal"]["PAR"]] == ["A PAR B", "WAIVE"]


def test_two_maps_of_a_page_share_no_id() -> None:
    maps = [answer({"do": "look", **TURN, "prefix": prefix})["picture"] for prefix in ("m-", "w-")]
    maps.append(answer({"do": "ground"})["svg"])
    ids = [one for svg in maps for one in re.findall(r' id="([^"]+)"', svg)]
    assert len(ids) > 100
    assert len(ids) == len(set(ids))
    assert "error" in answer({"do": "look", **TURN, "prefix": "g-"})


def test_answers_are_in_the_language_of_the_page() -> None:
    turn = {**TURN, "language": "cs"}
    compared = answer({"do": "compare", **turn})["shown"][1]
    assert any(message("supports", "cs") in text for _, text in compared["lines"])
    assert compared["tab"] == "4.A.2: tahy v něm selhávají"
    (paradox,) = answer({"do": "look", **turn})["result"]["paradoxes"]
    assert paradox[0] == "jednoduchý paradox konvoje (A): "
    assert message("szykman", "cs") in paradox[1]
    turned = answer({"do": "change", **turn, "order": "A BRE - LON"})["turned_by"][0]
    assert (turned["outcome"], turned["said"]["outcome"]) == ("moves", message("moves", "cs"))
    lines = answer({"do": "explain", **turn, "order": "A BRE - LON", "power": "FRANCE"})["lines"]
    assert message(Reason.CONVOY_DISRUPTED, "cs").partition("{")[0].strip() in lines[0]["text"]
    assert message("no convoy", "cs") in answer({"do": "export", "form": "markdown", **turn})["text"]


@pytest.mark.parametrize(
    ("words", "language", "title"),
    [
        ("Pandinův paradox", "cs", "datc-6.F.16 Pandinův paradox: podporovaný útok flotilu zachrání"),
        ("парадокс Пандина", "ru", "datc-6.F.16 Парадокс Пандина: атака с поддержкой спасает флот"),
        ("magic cloak", "ru", "datc-6.F.21 Конвой как волшебный плащ"),
        ("6.A.12", "cs", "datc-6.A.12 Tři stejně silné tahy"),
    ],
)
def test_a_case_opens_by_words_of_the_language_and_under_its_title(words: str, language: str, title: str) -> None:
    opened = answer({"do": "open", "source": words, "language": language})
    assert opened["title"] == title
    assert answer({"do": "hello", "language": language, "title": title})["title"] == title


@pytest.mark.parametrize("language", ["cs", "ru"])
def test_options_cases_and_variants_are_offered_in_every_language(language: str) -> None:
    offered = [answer({"do": "hello", "language": one}) for one in ("en", language)]
    for kind, words in (("options", "about"), ("cases", "title"), ("boards", "about")):
        lists = [[each for one in own[kind] for each in (one, *one.get("choices", ()))] for own in offered]
        pairs = zip(*lists, strict=True)
        assert [one[words] for one, other in pairs if one[words] == other[words]] == []
    said = {one["name"]: one["said"] for one in offered[1]["rulebooks"]}
    assert said["2023"] == "2023"
    assert not {"2023-book", "2000-russian", "czech1962"} & set(said.values())


def test_a_position_is_set_up_piece_by_piece() -> None:
    position = answer({"do": "edit", "position": "standard S1901M - - - - - -", "unit": "F STP/SC", "power": "Russia"})
    owned = answer({"do": "edit", **position, "center": "MOS", "power": "RUSSIA"})
    assert "RUSSIA:MOS" in owned["position"]
    assert "FSTP" not in answer({"do": "edit", **owned, "remove": "STP"})["position"]
    assert "cannot stand at sea" in answer({"do": "edit", **owned, "unit": "A NTH", "power": "ENGLAND"})["error"]


def test_the_ground_of_a_board_of_ones_own_is_found_by_its_file(maps: Path) -> None:
    """A link names the file without its folder; none of the provinces is inland."""
    written(maps / "isles.json", ISLES)
    shown = answer({"do": "ground", "board": "isles.json"})
    assert list(shown["provinces"]) == list(ISLES["provinces"])
    assert "g-A-RED" in shown["svg"]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=10), parts, max_size=3),
    max_leaves=6,
)
KEYS = ("position", "orders", "rules", "options", "language", "theme", "source", "order", "form", "unit", "power")
REQUESTS = st.dictionaries(st.sampled_from(KEYS), values | st.just(PARADOX) | st.just(ORDERS))


@pytest.mark.slow
@given(st.sampled_from(list(ACTIONS)), REQUESTS)
@settings(max_examples=60, deadline=None)
def test_hostile_requests_are_answered_with_a_sentence(action: str, request: dict[str, Any]) -> None:
    reply = answer({**request, "do": action})
    assert isinstance(reply, dict)
    assert "error" not in reply or reply["error"]


def test_markup_in_orders_stays_text() -> None:
    orders = "FRANCE\n  A <img src=x onerror=alert(1)> - LON\n  A BRE - LON"
    assert "<img" not in answer({"do": "look", "position": PARADOX, "orders": orders})["picture"]


def test_the_link_holds_the_turn() -> None:
    parts = parse_qs(address_of("6.F.14").removeprefix("#"))
    assert Position.parse(parts["p"][0]).units
    assert len(orders_in(parts["o"][0], load_board())) == 4
    assert parts["r"] == ["2023"]
    assert address_of("start") == ""


# -- the server ------------------------------------------------------------------------------------------------------


def call(server: PageServer, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
    response, content = response_of(server, method, path, body, **headers)
    return response.status, content


def response_of(
    server: PageServer, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_address[1], timeout=60)
    with closing(connection):
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response, response.read()


def test_the_server_gives_its_own_files_only_and_allows_nothing_from_elsewhere(server: PageServer) -> None:
    response, _ = response_of(server, "GET", "/")
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert call(server, "GET", "/page.js")[0] == 200
    for path in ("/../messages.py", "/static/page.js", "/%2e%2e/server.py", "/etc/passwd", "//etc/passwd"):
        assert call(server, "GET", path)[0] == 404


def test_the_page_says_every_text_as_tables_and_maps_do() -> None:
    """Its texts are in the catalogs, each of them in Czech and Russian."""
    page_files = files()
    page = "".join(content.decode() for path, (content, _) in page_files.items() if path.endswith((".html", ".js")))
    texts = {
        *re.findall(r'data-(?:say|label)="([^"]+)"', page),
        *re.findall(r'\b(?:say|count|heading)\((?:state, act, )?"([^"]+)"', page),
        *re.findall(r'const BAD = "([^"]+)"', page),
    }
    assert {"Supply centers", "Copy link", "Set up"} <= texts
    several = [text for text in texts if text.startswith("{n}") or "|" in text]
    words = json.loads(page_files["/catalog.js"][0].decode().removeprefix("export const CATALOG = ").rstrip(";\n"))
    assert set(words) == {"cs", "ru"}
    for language, translations in words.items():
        assert sorted(texts - set(translations)) == []
        assert {text: message(text, language) for text in translations} == translations
        assert {text: translations[text].count("|") for text in several} == dict.fromkeys(several, 2)  # one, few, many


@pytest.mark.slow
def test_the_server_answers_its_own_page_only(server: PageServer) -> None:
    body = json.dumps({"do": "hello"}).encode()
    headers = {"Content_Type": "application/json"}
    assert call(server, "POST", "/ask", body, **headers)[0] == 200
    assert call(server, "POST", "/ask", body, Host="evil.example", **headers)[0] == 403
    assert call(server, "POST", "/ask", body, Origin="http://evil.example", **headers)[0] == 403
    port = server.server_address[1]
    assert call(server, "POST", "/ask", body, Origin=f"http://127.0.0.1:{port}", **headers)[0] == 200
    for origin in ("http://127.0.0.1", f"http://127.0.0.1:{port + 1}", f"http://localhost:{port}", "null"):
        assert call(server, "POST", "/ask", body, Origin=origin, **headers)[0] == 403
    assert call(server, "GET", "/", Host="127.0.0.1")[0] == 403
    assert call(server, "GET", "/", Host="evil.example")[0] == 403
    assert call(server, "POST", "/ask", body, Content_Type="text/plain")[0] == 415
    assert call(server, "PUT", "/ask", body)[0] == 501


def test_large_bodies_are_refused(server: PageServer) -> None:
    headers = {"Content_Type": "application/json", "Content_Length": str(MOST_BODY + 1)}
    assert call(server, "POST", "/ask", b"", **headers)[0] == 413


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("POST", ["Content-Length: 2", "Content-Length: 2"]),
        ("POST", ["Content-Length: 2", "Content-Length: 60"]),
        ("POST", ["Content-Length: 2", "Transfer-Encoding: chunked"]),
        ("POST", ["Transfer-Encoding: chunked"]),
        ("POST", ["Content-Length: 2, 2"]),
        ("POST", ["Content-Length: 2", "Host: evil.example"]),
        ("GET", ["Content-Length: 2"]),
        ("GET", ["Transfer-Encoding: chunked"]),
    ],
)
def test_a_request_whose_end_is_doubtful_is_refused(server: PageServer, method: str, headers: list[str]) -> None:
    """RFC 9112, 6.3: a second request hidden in the first one must not be answered."""
    port = server.server_address[1]
    path = "/ask" if method == "POST" else "/"
    head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Content-Type: application/json", *headers]
    hidden = f"GET /style.css HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", port), 5) as plug:
        plug.sendall(("\r\n".join(head) + "\r\n\r\n{}" + hidden).encode())
        heard = b"".join(iter(lambda: plug.recv(1 << 16), b""))
    assert heard.split()[1] in (b"400", b"411")
    assert heard.count(b"HTTP/1.1") == 1


def test_malformed_requests_leave_the_server_standing(server: PageServer) -> None:
    draw = random.Random(15)
    for _ in range(60):
        junk = bytes(draw.randrange(256) for _ in range(draw.randrange(60)))
        start = draw.choice([b"", b"GET ", b"POST /ask HTTP/1.1\r\n", b"POST /ask HTTP/1.1\r\nContent-Length: -1\r\n"])
        with socket.create_connection(("127.0.0.1", server.server_address[1]), 5) as plug, suppress(OSError):
            plug.sendall(start + junk + b"\r\n\r\n")
            plug.shutdown(socket.SHUT_WR)
            plug.recv(100)
    for body in (b"", b"{", b"[1]", b'{"do": 7}', b"\xff\xfe", b"[" * 5000, b'{"do": "look"}'):
        status, reply = call(server, "POST", "/ask", body, Content_Type="application/json")
        assert status == 200
        assert "error" in json.loads(reply)
    assert call(server, "GET", "/")[0] == 200


@pytest.mark.slow
def test_a_request_that_takes_for_ever_costs_only_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = PageWorkers(workers=1, seconds=60)
    try:
        assert b"rulebooks" in (desk.ask(b'{"do": "hello"}') or b"")
        desk.seconds = 0.0  # whatever is asked now takes too long
        assert b"no answer in time" in (desk.ask(json.dumps({"do": "compare", **TURN}).encode()) or b"")
        desk.seconds = 60
        assert b"rulebooks" in (desk.ask(b'{"do": "hello"}') or b"")
    finally:
        desk.close()
    assert page_workers.SECONDS < 60


NOT_ALLOWED = "board {!r} was not allowed (--map FILE, --allow-boards FOLDER, load_board)"


SECRET = "MACHINE host LOGIN bob PASSWORD secret\n"


@pytest.mark.parametrize("request_of", [
    lambda file: {"do": "look", **TURN, "position": f"{file} S1901M -"},
    lambda file: {"do": "ground", "board": file},
    lambda file: {"do": "open", "source": file},
    lambda file: {"do": "open", "source": f"{file} S1901M -"},
    lambda file: {"do": "open", "source": f"case x\nmap: {file}\n\nUNITS\n  France: A Paris\n"},
    lambda file: {"do": "open", "source": json.dumps({"map": file, "units": {}})},
    lambda file: {"do": "open", "source": json.dumps({"map": file, "phases": [{"name": "S1901M", "state": {}}]})},
])  # fmt: skip
def test_a_link_or_what_is_pasted_opens_and_quotes_no_file(
    tmp_path: Path, request_of: Callable[[str], dict[str, Any]]
) -> None:
    file = tmp_path / "x.map"
    file.write_text(SECRET)
    request = request_of(str(file))
    error = answer(request)["error"]
    assert request.get("source") == str(file) or NOT_ALLOWED.format(str(file)) in error
    assert "secret" not in error.lower()


@pytest.mark.slow
def test_requests_open_no_files_of_boards_but_those_that_were_allowed(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.json", tmp_path / "other.json"
    for file in (mine, other):
        file.write_text('{"name": "mine", "extends": "standard"}')
    load_board(str(mine))  # as `standoff page --map` does
    desk = PageWorkers(workers=1, seconds=60)

    def ground(board: str) -> dict[str, Any]:
        return json.loads(desk.ask(json.dumps({"do": "ground", "board": board}).encode()) or b"{}")

    try:
        assert "error" not in ground(str(mine))
        assert "error" not in ground("winter-1900")
        assert ground(str(other))["error"] == NOT_ALLOWED.format(str(other))
        assert ground("//host/share/x.map")["error"] == NOT_ALLOWED.format("//host/share/x.map")
    finally:
        desk.close()


def test_a_server_at_another_address_answers_to_that_address() -> None:
    nobody = cast(PageWorkers, None)
    with PageServer(("0.0.0.0", 0), nobody) as server:
        port = server.server_address[1]
        assert all(server.is_own(f"{host}:{port}") for host in ("192.168.0.7", "[fe80::1]", "localhost"))
        for host in (f"evil.example:{port}", "192.168.0.7", f"192.168.0.7:{port + 1}", f"1.evil:{port}", f"x@1:{port}"):
            assert not server.is_own(host)
    with PageServer(("127.0.0.2", 0), nobody) as server:
        port = server.server_address[1]
        assert [server.is_own(f"{host}:{port}") for host in ("127.0.0.2", "192.168.0.7")] == [True, False]


@pytest.mark.slow
def test_bytes_that_trickle_hold_a_place_for_a_time_only(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "SECONDS_TO_SEND", 0.6)
    with socket.create_connection(("127.0.0.1", server.server_address[1]), 5) as plug:
        plug.sendall(b"POST /ask HTTP/1.1\r\nHost: x\r\n")
        plug.setblocking(False)
        for _ in range(600):
            try:
                plug.sendall(b"X")
                if plug.recv(10) == b"":
                    return
            except BlockingIOError:
                time.sleep(0.1)
            except OSError:
                return
    pytest.fail("the place is held for as long as bytes come")


@pytest.mark.parametrize(
    "request_", [{"do": "look", "orderz": ""}, {"do": "line", "nodes": [{"ordres": "FRANCE: A PAR H"}]}]
)
def test_a_key_of_a_request_that_is_not_read_is_named(request_: dict[str, Any]) -> None:
    assert answer({"position": str(starting_position()), **request_})["error"].startswith("unknown key 'ord")


def test_a_long_game_with_messages_is_opened_without_them() -> None:
    game = Game()
    for _ in range(65):
        game.process()
    saved = game.to_dict()
    for phase in saved["phases"]:
        phase["messages"] = [{"sender": "FRANCE", "recipient": "ENGLAND", "message": "let us " + "talk " * 1000}] * 5
    text = json.dumps(saved)
    assert len(text) > 1_000_000
    opened = answer({"do": "open", "source": text})
    assert [node["position"].split()[1] for node in opened["nodes"]][-1] == str(game.phase)
    assert (len(opened["nodes"]), "talk" in json.dumps(opened)) == (66, False)
