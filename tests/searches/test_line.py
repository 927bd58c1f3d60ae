"""Stalemate lines: what holds, what breaks, and what is assumed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.helpers.command import refused, run

pytest.importorskip("numba")
pytest.importorskip("clingo")

from research.stalemates import asked, rows
from standoff import StandoffError, line, load_board, read
from standoff.searches import LineError
from standoff.searches.choices import legal_choices
from standoff.searches.programs import may_ring
from standoff.solver import rulebook
from standoff.work import Stop

ROWS = {row["id"]: row for row in rows()}
TURKEY = "TURKEY: A CON H, A ARM H"
SEAS = "AEG BLA EAS"
FALLS = {
    "beshera-1": "F ION is",
    "holcombe-1": "F BAL is",
    "holcombe-2": "F BAL is",
    "lipton-north-2-bar": "A SWE is",
    "lipton-north-2-bot": "F BOT is",
    "lipton-north-3-bel": "A BEL is",
    "reif-dynamic": "ANK is",
    "reif-south-vie": "A VIE is",
    "sharp-3-east": "A SIL is",
    "sharp-3-west": "F LYO is",
    "verheiden-west-3-fleet": "A MUN is",
    "walker-6-syr": "A SMY is",
}
MOVING = {"lipton-dynamic-2", "reif-dynamic-vacant", "verheiden-west-3-army"}
QUICK = ("holcombe-1", "walker-1-bud", "beshera-3", "west-12", "sharp-3-west", "reif-dynamic", "reif-dynamic-vacant")


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in QUICK else [pytest.mark.slow]) for n in ROWS])
def test_a_line_holds_or_a_turn_breaks_it(name: str) -> None:
    found, row = asked(ROWS[name]), ROWS[name]
    assert (found.holds, bool(found.breaks)) == (name not in FALLS, name in FALLS)
    assert (found.leaves is not None) == (name in MOVING)
    if found.breaks is None:
        return
    assert found.broken[0].startswith(FALLS[name])
    result = found.breaks.adjudicate()  # the adjudicator says the same of the turn, read as text
    again = read("\n".join(f"{one.power}: {one}" for one in found.breaks.orders)).adjudicate()
    assert again.after.dislodged == result.after.dislodged
    assert row["condition"]


@pytest.mark.parametrize(
    ("orders", "keep", "options", "holds"),
    [
        (TURKEY, "CON SMY ANK", {"no_fleets": SEAS}, True),
        (TURKEY, "CON SMY ANK", {}, False),
        ("TURKEY: A CON H, A SMY H, A ANK H", "CON SMY ANK", {"enemy": 1}, True),
        # an army that a fleet lands cuts a support
        ("ITALY: A ROM H, A NAP S A ROM", "ROM NAP", {"enemy": 3}, False),
        # two units that meet for ever keep a province
        ("ENGLAND: F NTH - NWG, F EDI - NWG", "EDI NTH NWG", {"enemy": 1}, True),
        ("FRANCE: A MAR - PIE", "MAR", {"enemy": 1}, False),
        ("TURKEY: F AEG C A SMY - GRE, A SMY - GRE", "SMY", {"enemy": 1}, False),
    ],
)
def test_whether_small_lines_hold(orders: str, keep: str, options: dict[str, object], holds: bool) -> None:
    for rules in ("2023", "1971", "1982"):
        found = line(orders, keep, rules=rules, **options)  # type: ignore[arg-type]
        assert found.holds is holds, found
        if found.breaks is not None:
            assert len(found.breaks.position.units) - len(found.turn.position.units) <= options.get("enemy", 99)  # type: ignore[operator]


# an enemy's fleet carries the line's army on, which leaves its place to another
CARRIED_OFF = (
    "ITALY: A NAF - TUS, F WES C A NAF - TUS, F LYO H, F MAO S F WES, F MAR S F LYO, F ION H, F ADR S F ION, A ROM H, "
    "A APU S A ROM, A NAP H, A PIE H, A VEN H",
    ("TUN",),
    {"enemy": 2},
    "FRANCE: F TYS C A NAF - TUS, A TUN - NAF",
    "NAF is entered",
)

# a fleet supports an army where it cannot go itself, and where the line moves to
BARRED_FLEET_SUPPORTS = (
    "GERMANY: A TYR - VEN, A PIE S A TYR - VEN, A MUN - TYR, A VIE H, A BUD H, A SER H, F ALB H, F GRE S F ALB, "
    "F ION H, F APU H, F NAP S F APU, A ROM H, A TUS H",
    ("TRI", "VEN"),
    {"no_fleets": "VEN"},
    "ITALY: A VEN S A TRI - TYR, A TRI - TYR, F ADR S A VEN",
    "A TYR is dislodged",
)


@pytest.mark.parametrize(("orders", "open_centers", "options", "enemy", "broken"), [CARRIED_OFF, BARRED_FLEET_SUPPORTS])
def test_lines_that_turns_break_do_not_hold(
    orders: str, open_centers: tuple[str, ...], options: dict[str, object], enemy: str, broken: str
) -> None:
    after = read(f"{orders}\n{enemy}").adjudicate().after
    assert [str(one.unit) for one in after.dislodged] == [broken.partition(" is")[0]] * broken.endswith("dislodged")
    keep = [one for one in load_board().centers if one not in open_centers]
    found = line(orders, keep, **options)  # type: ignore[arg-type]
    assert (found.holds, found.broken) == (False, (broken,))


def test_units_without_an_order_are_given_holds_and_supports() -> None:
    row = ROWS["lipton-south-1"]
    units = "TURKEY: F WES H, A POR H, A SPA H, F NAF H, A CON H, A ARM H"
    assert line(units, row["keep"], no_fleets=row["no_fleets"]).holds is False
    bare = "standard S1901M TURKEY:FWES,APOR,ASPA,FNAF,ACON,AARM"
    found = line(bare, row["keep"], no_fleets=row["no_fleets"], orders=True)
    assert found.holds
    assert line(found.turn, row["keep"], no_fleets=row["no_fleets"]).holds


def test_a_unit_that_can_be_spared_is_left_out() -> None:
    found = line(f"{TURKEY}, A SMY H", "CON SMY ANK", no_fleets=SEAS, spare=True)
    ((unit, turn),) = found.spare or ()
    assert str(unit) == "A SMY"
    assert line(turn, "CON SMY ANK", no_fleets=SEAS).holds


def test_a_line_that_falls_is_repaired_by_one_unit_elsewhere() -> None:
    found = line("TURKEY: A CON H, A SYR H", "CON SMY ANK", no_fleets=SEAS, repair=True)
    assert found.holds is False
    assert ["A CON", "A ARM"] in [[str(unit) for unit in turn.position.units] for turn in found.repairs or ()]
    for turn in found.repairs or ():
        assert line(turn, "CON SMY ANK", no_fleets=SEAS).holds


def test_what_is_assumed_is_said() -> None:
    text = str(line(TURKEY, "CON SMY ANK BUD", no_fleets=SEAS, enemy=4))
    for words in (
        "rulebook 2023",
        "at most 4 units",
        "no fleet in, and sends none to AEG, BLA, EAS",
        "he has nothing inside",
        "BUD",
    ):
        assert words in text
    assert "2 units are kept with 1 center" in str(line(TURKEY, "CON", no_fleets=SEAS))


def test_owned_centers_are_kept_unless_others_are_named() -> None:
    position = "standard S1901M TURKEY:ACON,ASMY,AANK"
    with pytest.raises(LineError, match="--keep"):
        line(position)
    turn = read(TURKEY)
    owned = replace(turn, position=replace(turn.position, centers={"TURKEY": ("CON", "SMY", "ANK")}))
    assert line(owned, no_fleets=SEAS).keep == ("CON", "SMY", "ANK")


def test_a_line_is_of_the_powers_that_own_centers_or_are_named() -> None:
    found = line(read("holcombe-1"))
    assert (found.holds, set(found.keep)) == (False, set(ROWS["holcombe-1"]["keep"]))
    assert {unit.power for unit in found.turn.position.units} == {"FRANCE"}
    orders = f"{TURKEY}\nRUSSIA: A SEV - ARM\nITALY: A ANK H"
    both = line(orders, "CON SMY ANK", by=["Turkey", "ITALY"], no_fleets=SEAS)
    assert [str(order) for order in both.turn.orders] == ["A CON H", "A ARM H", "A ANK H"]
    assert both.holds
    assert len(line(orders, "CON SMY ANK", no_fleets=SEAS).turn.orders) == 4  # nobody owns a center: all are allies
    with pytest.raises(LineError, match="ITALY: A ANK is behind the line"):
        line(orders, "CON SMY ANK", by="TURKEY", no_fleets=SEAS)
    with pytest.raises(LineError, match="FRANCE has no units here"):
        line(orders, "CON SMY ANK", by="FRANCE")
    with pytest.raises(StandoffError, match="no power 'NARNIA'"):
        line(orders, "CON SMY ANK", by="NARNIA")


def test_the_command_asks_about_a_line_of_the_library() -> None:
    done = run("line", "holcombe-1")
    assert (done.exit_code, "F BAL is dislodged" in done.output) == (1, True)
    done = run("line", "lipton-north-1", "--no-fleets", ",".join(ROWS["lipton-north-1"]["no_fleets"]))
    assert (done.exit_code, "The line holds (3 units, 4 provinces kept)" in done.output) == (0, True)
    done = run("line", "holcombe-1", "--by", "ITALY", "--keep", "BER")
    assert (done.exit_code, "ITALY has no units here" in done.output) == (2, True)


@pytest.mark.parametrize(
    ("orders", "keep", "words"),
    [
        ("TURKEY: A CON - LON", "CON", "A CON - LON: the illegal order counts for nothing"),
        ("TURKEY: A CON S A BUL", "CON", "A CON S A BUL"),
        ("TURKEY: A CON S A SMY - ARM, A SMY H", "CON", "A CON S A SMY - ARM: the .* counts for nothing"),
        ("TURKEY: A CON H", "NARNIA", "NARNIA"),
    ],
)
def test_what_is_no_line_is_refused(orders: str, keep: str, words: str) -> None:
    with pytest.raises(StandoffError, match=words):
        line(orders, keep)


@pytest.mark.parametrize(("rules", "why"), [("dptg", "paradox_backup"), ("czech1962", "attack_on_own")])
def test_a_line_that_moves_is_open_where_the_rules_are_not_stated(rules: str, why: str) -> None:
    found = line("TURKEY: A CON - ANK, A ARM - ANK", "CON SMY ANK", rules=rules)
    assert found.holds is None
    assert why in found.why_open
    assert line(TURKEY, "CON SMY ANK", rules=rules).holds is line(TURKEY, "CON SMY ANK").holds


def test_a_line_is_open_where_convoys_to_elsewhere_would_matter() -> None:
    """Under 1982 a convoy to anywhere spares the supports that act on its fleet."""
    rulebooks = [rulebook(paradox_exception=one) for one in ("none", "any-action", "attack-on-necessary")]
    meet = "ENGLAND: F NTH - NWG, F EDI - NWG"
    found = {one["paradox_exception"]: line(meet, "EDI NTH", rules=one, enemy=1) for one in rulebooks}
    assert {exception for exception, one in found.items() if not one.holds} == {"any-action"}
    assert found["any-action"].why_open.endswith(": convoys by fleets where the line moves to are not all stated")


def test_a_question_that_takes_too_long_is_open() -> None:
    found = line("\n".join(ROWS["verheiden-east-1"]["orders"]), ROWS["verheiden-east-1"]["keep"], seconds=0.0)
    assert (found.holds, found.why_open) == (None, "the solver needs more time")


def test_provinces_are_named_as_in_an_article() -> None:
    for keep in ("Constantinople, Smyrna; ank", "Con Smy Ank", ["Константинополь", "SMY", "Ankara"]):
        found = line(TURKEY, keep, no_fleets="Aegean Sea, bla, Eastern Mediterranean")
        assert (found.holds, found.keep, found.no_fleets) == (True, ("CON", "SMY", "ANK"), ("AEG", "BLA", "EAS"))
        assert "keeps CON, SMY, ANK" in str(found)


def test_fleets_that_enter_what_is_kept_are_not_assumed_away() -> None:
    found = line(TURKEY, "CON SMY ANK", no_fleets="ANK AEG")
    assert found.broken == ("ANK is entered",)
    assert "sends none to AEG\n" in str(found)


def test_the_line_may_be_that_of_some_powers_of_a_turn() -> None:
    turn = read(f"{TURKEY}\nRUSSIA: A SEV - ARM\nAUSTRIA: A BUL - CON")
    found = line(turn, "CON SMY ANK", by=["Turkey"], no_fleets=SEAS)
    assert found.holds
    assert [str(unit) for unit in found.turn.position.units] == ["A CON", "A ARM"]
    done = run("line", f"{TURKEY}; RUSSIA: A SEV - ARM", "--keep", "CON,SMY,ANK", "--by", "TURKEY")
    assert "AUSTRIA: F AEG - SMY" in done.output


def test_a_line_that_breaks_itself_needs_no_enemy() -> None:
    found = line("6.F.14", "LON")
    assert str(found).splitlines()[4:6] == ["broken: F ENG is dislodged:", "  by its own orders alone"]
    assert "inside" not in str(found)
    assert "Warning" not in str(found)


def test_it_is_said_if_no_orders_make_it_hold() -> None:
    found = line("standard S1901M TURKEY:ACON,ASMY,AANK", "CON SMY ANK", orders=True)
    assert (found.holds, found.orders_free) == (False, True)
    assert "it falls with any holds and supports of the units without an order" in str(found)
    found = line("standard S1901M TURKEY:ACON,AARM", "CON SMY ANK", orders=True, no_fleets=SEAS)
    assert (found.holds, "it falls with" in str(found)) == (True, False)


def test_what_was_found_before_the_search_was_stopped_is_kept() -> None:
    stop = Stop()

    def progress(done: int, _: int | None, what: str) -> None:
        if done == 3 and what.startswith("without"):
            stop.set()

    found = line(f"{TURKEY}, A SMY H, A ANK H", "CON SMY ANK", no_fleets=SEAS, spare=True, progress=progress, stop=stop)
    assert (found.holds, found.why_open) == (True, "the search was stopped")
    assert [str(unit) for unit, _ in found.spare or ()] == ["A ARM", "A SMY"]
    assert "what else was asked is open: the search was stopped" in str(found)


def test_the_picture_shows_where_the_enemy_may_stand() -> None:
    found = line(TURKEY, "CON SMY ANK", no_fleets=SEAS)
    drawn = found.picture(crop=False)
    assert drawn.title.endswith("; where the enemy may stand: Austria")
    colors = {re.search(rf'href="#shape-{one}"[^>]*fill="([^"]*)"', drawn.svg) for one in ("SMY", "MUN", "SYR")}
    assert len({color and color[1] for color in colors}) == 3


def test_what_cannot_be_written_is_refused_before_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for = ["line", TURKEY, "--keep", "CON"]
    monkeypatch.setattr("standoff.searches.stalemates.line", lambda *_, **__: pytest.fail("it is searched"))
    assert ".svg" in refused(*asked_for, "--draw", str(tmp_path / "line.gif"))
    same = str(tmp_path / "line.svg")
    assert "different files" in refused(*asked_for, "--draw", same, "--save", same)


def test_a_proof_that_does_not_exist_is_said_not_to_be_written(tmp_path: Path) -> None:
    proof = tmp_path / "line.proof"
    done = run("line", TURKEY, "--keep", "CON,ANK", "--proof", str(proof))
    assert done.exit_code == 1
    assert "not written: there is no proof that the line holds" in done.stderr
    assert not proof.exists()


def test_a_saved_line_is_asked_again(tmp_path: Path) -> None:
    case = tmp_path / "line.txt"
    for seas, code in ((SEAS.replace(" ", ","), 0), ("AEG", 1)):
        run("line", TURKEY, "--keep", "CON,SMY,ANK", "--no-fleets", seas, "--save", str(case))
        again = run("line", str(case), "--by", "TURKEY", "--no-fleets", seas, "--json")
        assert again.exit_code == code
        answer = json.loads(again.output)
        assert (answer["keep"], answer["rules"], answer["board"]) == (["CON", "SMY", "ANK"], "2023", "standard")


def test_the_command_writes_the_break_as_a_picture_and_a_case(tmp_path: Path) -> None:
    picture, case = tmp_path / "break.svg", tmp_path / "break.txt"
    row = ROWS["sharp-3-west"]
    done = run("line", row["orders"][0], "--keep", ",".join(row["keep"]), "--draw", str(picture), "--save", str(case))
    assert done.exit_code == 1
    assert "F LYO is dislodged" in done.output
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    played = run("adjudicate", str(case))
    assert "dislodged" in played.output
    done = run("line", TURKEY, "--keep", "CON,SMY,ANK", "--no-fleets", "AEG,BLA,EAS", "--json")
    assert done.exit_code == 0
    assert json.loads(done.output)["holds"] is True


def test_rings_are_looked_for_where_orders_make_them_possible() -> None:
    for text, possible in (
        ("ENGLAND: F ENG C A LON - BRE, A LON - BRE\nFRANCE: F BRE S F WAL - ENG, F WAL - ENG", True),
        ("ENGLAND: F ENG C A LON - BRE, A LON - BRE\nFRANCE: F GAS H", False),
    ):
        turn = read(text)
        choices = legal_choices(turn.position, turn.board, (rulebook(),))
        assert may_ring(turn.position, turn.board, choices) is possible
