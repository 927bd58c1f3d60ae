"""Texts with more than one phase: threads of mails, dates, and what is unknown in them."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import standoff
from standoff import Game, Position, Result, StandoffError, Turn, read
from standoff.cases.case import Case, CaseError
from standoff.cases.reading import read_cases
from standoff.commands.mcp import adjudicate as by_protocol
from standoff.map import PositionError, UnreadWarning, load_board, starting_position
from standoff.page.messages import answer
from standoff.text import is_prose, phases_in
from tests.helpers.command import as_file, refused, run
from tests.helpers.examples import examples
from tests.helpers.paths import SHARED, TURNS

BOARD = load_board()
START = starting_position()
MAILS = (TURNS / "mails.txt").read_text(encoding="utf-8")

Phases = list[tuple[str, list[tuple[str, str, str]]]]
"""Of each phase: its position, and each order's power, text and outcome."""


@pytest.fixture(autouse=True)
def _unread() -> Any:
    """Ignore the warnings of what is not read; `told` collects them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnreadWarning)
        yield


def told(text: str) -> str:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", UnreadWarning)
        read(text)
    return "\n".join(str(one.message) for one in found)


def case_of(text: str, **known: Any) -> Case:
    (case,) = read_cases(text, "thread", **known)
    return case


def in_phases(text: str) -> dict[str, list[str]]:
    return {str(one.phase): [f"{w.order.power} {w.order}" for w in one.orders] for one in case_of(text).phases}


# -- every entrance ---------------------------------------------------------------------------------------------------


def shown(results: Any) -> Phases:
    return [
        (str(one.turn.position), sorted((each.order.power, str(each.order), str(each.outcome)) for each in one))
        for one in results
    ]


def game_played(turn: Turn) -> list[Result]:
    game = Game(turn)
    return [game.process() for _ in range(1 + len(turn.later))]


def of_objects(phases: list[Any]) -> Phases:
    return [
        (
            str(Position.from_dict(one["before"])),
            sorted((each["power"], each["order"], each["outcome"]) for each in one["orders"]),
        )
        for one in phases
    ]


def on_the_page(text: str, position: str | None) -> Phases:
    """Return the phases of the page, each looked at, after their positions were computed from the first one."""
    nodes = answer({"do": "open", "source": text, "position": position})["nodes"]
    tree = [{**nodes[0]}, *({**node, "parent": number} for number, node in enumerate(nodes[1:]))]
    fields = ("position", "orders", "rules", "options", "parent")
    tree = [{key: node[key] for key in fields if key in node} for node in tree]
    reached = answer({"do": "line", "nodes": tree})["nodes"]
    assert [node["position"] for node in nodes] == [node["position"] for node in reached]
    looked = [answer({"do": "look", "position": node["position"], "orders": node["orders"]}) for node in nodes]
    return of_objects([one["result"] for one in looked])


def from_output(*arguments: str) -> Phases:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return shown(read(result.stdout).course())


ENTRANCES: dict[str, Callable[[Path], Phases]] = {
    "read": lambda _: shown(read(MAILS).course()),
    "read from a file": lambda _: shown(read(TURNS / "mails.txt").course()),
    "read with a position": lambda _: shown(read(MAILS, position="start").course()),
    "orders of a position": lambda _: shown(read("start", MAILS).course()),
    "position string, then text": lambda _: shown(read(f"{START}\n{MAILS}").course()),
    "adjudicate, then next": lambda _: (
        shown([standoff.adjudicate(MAILS)]) + shown(list(standoff.adjudicate(MAILS).next().course()))
    ),
    "game": lambda _: shown(game_played(read(MAILS))),
    "protocol": lambda _: of_objects(by_protocol(MAILS)["phases"]),
    "protocol, no position": lambda _: of_objects(by_protocol(MAILS, position=str(START))["phases"]),
    "page, empty board": lambda _: on_the_page(MAILS, "standard S1901M - - - - - -"),
    "page, start": lambda _: on_the_page(MAILS, str(START)),
    "page, nothing": lambda _: on_the_page(MAILS, None),
    "show": lambda _: from_output("show", str(TURNS / "mails.txt")),
    "convert": lambda _: from_output("convert", "--to", "saved", str(TURNS / "mails.txt"), "-"),
    "a phase each": lambda _: shown(
        [read(MAILS, phase=name).adjudicate() for name in ("S1901M", "F1901M", "W1901A", "S1902M")]
    ),
}


@pytest.mark.parametrize("entrance", ENTRANCES)
def test_a_thread_of_six_mails_is_a_game_of_four_phases(entrance: str, tmp_path: Path) -> None:
    expected = shown(read(MAILS).course())
    assert [position.split()[1] for position, _ in expected] == ["S1901M", "F1901M", "W1901A", "S1902M"]
    assert [len(orders) for _, orders in expected] == [22, 23, 7, 29]
    assert ENTRANCES[entrance](tmp_path) == expected


def test_the_commands_show_each_phase() -> None:
    file = str(TURNS / "mails.txt")
    output = run("adjudicate", file).output
    assert [line for line in output.splitlines() if line.startswith("PHASE")] == [
        f"PHASE {name}" for name in ("S1901M", "F1901M", "W1901A", "S1902M")
    ]
    assert "France   A BUR - MUN          moves" in output
    lines = [json.loads(line) for line in run("adjudicate", "--json", file).stdout.splitlines()]
    assert [line["season"] for line in lines] == ["S1901M", "F1901M", "W1901A", "S1902M"]
    assert "line 43: TURKEY F Bla - Rum: illegal" in run("check", file).output
    assert [str(one.verdict) for one in standoff.check(MAILS)].count("legal") == 53


def test_what_of_a_thread_is_not_read_is_listed() -> None:
    assert told(MAILS).splitlines() == [
        "F1901M: FRANCE orders in several mails, from lines 64 and 73; they are sets in this order; option order_sets "
        "decides which counts",
        "not read: 'Hello everyone, and good luck!', 'Alice', 'Best wishes,', 'Boris', 'Clara', "
        "'I have changed my mind about Munich.'",
    ]


# -- splitting --------------------------------------------------------------------------------------------------------

SPRING, FALL = "Spring 1901\nFRANCE: A PAR - BUR\n", "Fall 1901\nFRANCE: A BUR - BEL\n"
BOTH = {"S1901M": ["FRANCE A PAR - BUR"], "F1901M": ["FRANCE A BUR - BEL"]}


@pytest.mark.parametrize(
    ("text", "phases"),
    [
        (SPRING + FALL, BOTH),
        (FALL + SPRING, BOTH),  # the newest first
        (f"Hi all,\n\n{SPRING}\nCheers, Tom\n\n{FALL}\nGood luck to everybody in the next year!\n", BOTH),
        (
            f"From: tom@example.org\nDate: Mon, 6 Jan 2025\n\n{SPRING}\n-- \nTom\n\nFrom: ann@example.org\n\n{FALL}",
            BOTH,
        ),
        ("Subject: Spring 1901\n\nFRANCE: A PAR - BUR\n\nSubject: Re: Fall 1901\n\nFRANCE: A BUR - BEL\n", BOTH),
        ("Předmět: Re: Jaro 1901\n\nFrancie: A PAR - BUR\n\nPředmět: podzim 1901\n\nFrancie: A BUR - BEL\n", BOTH),
        ("Тема: Весна 1901\n\nФранция: A Par—Bur\n\nТема: Осень 1901\n\nФранция: A Bur—Bel\n", BOTH),
        ("## Spring 1901\n\n* **France:** A Par-Bur\n\n## Fall 1901\n\n* **France:** A Bur-Bel\n", BOTH),
        # a subject that is left over from an earlier phase is no phase
        (f"Subject: Re: Winter 1900\n\n{SPRING}\nSubject: Re: Winter 1900\n\n{FALL}", BOTH),
        # copies are passed over, in mails of any depth
        (f"From: a\n\n{SPRING}\nFrom: b\n\n{FALL}\nOn Monday, a wrote:\n> Spring 1901\n> FRANCE: A PAR - BUR\n", BOTH),
        (f"From: a\n\n{SPRING}\nFrom: b\n\n> > Spring 1901\n> > FRANCE: A PAR - BUR\n> hm?\n\n{FALL}", BOTH),
        # an older mail that stands only in the quotation is read
        (f"From: b\n\n{FALL}\nOn Monday, a wrote:\n> Spring 1901\n> FRANCE: A PAR - BUR\n", BOTH),
        (f"From: b\n\n{FALL}\n-----Original Message-----\nFrom: a\nSent: Monday\n\n{SPRING}", BOTH),
        # the whole text is quoted
        ("".join(f"> {line}\n" for line in (SPRING + FALL).splitlines()), BOTH),
        # equal orders of a mail and of its forwarded form
        (f"From: a\n\n{SPRING}\nFrom: a\n\nSpring 1901\nFrance:\nArmy Paris to Burgundy\n\nFrom: b\n\n{FALL}", BOTH),
    ],
)
def test_a_text_is_split_at_its_dates(text: str, phases: dict[str, list[str]]) -> None:
    assert in_phases(text) == phases


WORDS = st.sampled_from(
    [
        *(
            "Spring 1901",
            "> Fall 1901",
            "From: a",
            "Subject: Winter 1901",
            "On Monday, a wrote:",
            ">> A PAR H",
            "FRANCE:",
        ),
        *("A PAR - BUR", "Hello all", "GERMANY", "-----Original Message-----", "# x", "UNITS", "  France: A PAR", ">"),
        *("PHASE retreat", "F1901R", "A PAR - XYZ", "case x", "SET 1", "Date: Mon, 6 Jan 2025 18:02:11 +0100"),
    ]
)


@examples(150)
@given(st.lists(WORDS | st.text(max_size=12), max_size=14).map("\n".join), st.booleans())
def test_any_text_is_read_or_refused(text: str, from_start: bool) -> None:
    for entrance in (
        lambda: list(read("start" if from_start else text, text if from_start else None).course()),
        lambda: phases_in(text, BOARD),
    ):
        try:
            entrance()
        except StandoffError:
            continue
    looked = answer({"do": "open", "source": text, "position": str(START) if from_start else None})
    assert looked.get("error") or looked["nodes"]


DATES = ["Spring 1901", "Fall 1901", "Winter 1901", "Spring 1902", "Fall 1902 retreats"]
LINES = {
    "movement": ["FRANCE: A PAR - BUR, F BRE H", "Germany\n  A Mun S A Ber - Sil", "Italy: NMR", "TURKEY: A CON - BUL"],
    "retreat": ["FRANCE: A PAR - BUR", "RUSSIA\n  A WAR D"],
    "adjustment": ["FRANCE: Build A PAR", "Germany: Builds F Kie and A Mun", "Italy: waive"],
}


@examples(100)
@given(st.data())
def test_texts_one_below_another_are_as_many_phases(data: Any) -> None:
    """Whatever their order, with mails or without: each has the orders that it has alone."""
    dates = data.draw(st.lists(st.sampled_from(DATES), min_size=2, max_size=5, unique=True))
    singles: dict[str, str] = {}
    for date in dates:
        kind = str(standoff.Phase.parse(date).type)
        orders = data.draw(st.lists(st.sampled_from(LINES[kind]), min_size=1, unique=True))
        singles[date] = "\n".join([date, *orders])
    between = data.draw(st.sampled_from(["\n\n", "\n\nFrom: a@example.org\n\n", "\n\nThanks, Tom\n\n"]))
    text = between.join(singles.values())
    alone = [case_of(text, position_known=True).phases[0] for text in singles.values()]
    together = case_of(text, position_known=True).phases
    wanted = {str(one.phase): [(w.order.power, str(w.order)) for w in one.orders] for one in alone}
    assert {str(one.phase): [(w.order.power, str(w.order)) for w in one.orders] for one in together} == wanted
    assert [one.phase for one in together] == sorted(one.phase for one in alone if one.phase)


# -- mails of one power -----------------------------------------------------------------------------------------------

FIRST, LAST = "FRANCE: A PAR - BUR, F BRE - MAO", "FRANCE: A PAR - PIC"


def mail(body: str, date: str = "", subject: str = "Spring 1901") -> str:
    return f"From: a\n{f'Date: {date}' if date else 'To: b'}\nSubject: {subject}\n\n{body}\n\n"


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (mail(FIRST) + mail(LAST), ["A PAR - PIC"]),
        (mail(LAST, "Tue, 7 Jan 2025 10:00:00 +0000") + mail(FIRST, "Mon, 6 Jan 2025 10:00:00 +0000"), ["A PAR - PIC"]),
        (mail(f"{LAST}\n\n> Spring 1901\n> {FIRST}"), ["A PAR - PIC"]),
        (mail(LAST) + f"-----Original Message-----\nFrom: a\nSubject: Spring 1901\n\n{FIRST}\n", ["A PAR - PIC"]),
        (mail(FIRST) + mail("GERMANY: A MUN H") + mail(FIRST), ["A PAR - BUR", "F BRE - MAO"]),
        (mail(LAST) + mail(f"{FIRST}, A MAR H") + mail(LAST.replace("PIC", "GAS")), ["A PAR - GAS"]),
    ],
)
def test_a_later_mail_replaces_an_earlier_one_as_a_set_does(text: str, orders: list[str]) -> None:
    turn = read(text)
    assert [str(order) for order in turn.counted(turn.rules) if order.power == "FRANCE"] == orders


def test_the_rulebook_decides_between_mails() -> None:
    turn = read(mail(FIRST) + mail(LAST))
    for choice, count in {"latest": 1, "combined": 2}.items():
        assert len(turn.counted(standoff.rulebook(order_sets=choice))) == count
    assert "orders in several mails, from lines 5 and 11" in told(mail(FIRST) + mail(LAST))
    page = answer({"do": "open", "source": mail(FIRST) + mail(LAST)})["nodes"][0]["orders"]
    assert f"# {FIRST}" in page
    assert f"\n{LAST}" in page


# -- what destroys nothing, and what is refused -----------------------------------------------------------------------


def test_one_slip_is_marked_in_its_phase(tmp_path: Path) -> None:
    """The other orders, those of its own line among them, are shown; the exit status says that one is not."""
    text = MAILS.replace("A Ber - Kie, F Kie", "A Ber - Kei, F Kie")
    file = as_file(tmp_path, "slip.txt", text)
    fault = (
        "line 21: column 31, 'A Ber - Kei': expected a province to move to, cannot read 'Kei'; nearest known: KIE, EDI"
    )
    for arguments in (("adjudicate", file), ("show", file), ("convert", "--to", "standoff", file, "-")):
        output = refused(*arguments)
        assert fault in output
        assert [name for name in ("S1901M", "F1901M", "W1901A", "S1902M") if f"PHASE {name}" not in output] == []
        assert "A MUN - BUR" in output
    checked = refused("check", file)
    assert "line 21: Germany: A Mun - Bur, A Ber - Kei, F Kie - Den: unreadable" in checked
    assert "line 43: TURKEY F Bla - Rum: illegal" in checked
    with pytest.raises(CaseError) as refusal:
        read(text)
    assert str(refusal.value) == f"the text, {fault}"
    nodes = answer({"do": "open", "source": text})["nodes"]
    assert [one["position"].split()[1] for one in nodes] == ["S1901M", "F1901M", "W1901A", "S1902M"]
    looked = answer({"do": "look", "position": nodes[0]["position"], "orders": nodes[0]["orders"]})
    assert "A Ber - Kei" in [one["text"] for one in looked["faults"]]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (SPRING + FALL + "Frnace\nA BUR H\n", "line 5: column 1, 'Frnace'"),
        (SPRING + FALL + "Sprng 1902\nFRANCE: A BEL H\n", "line 5: column 1, 'Sprng 1902'"),
        (SPRING + FALL + "I hope to see you in Burgundy - soon\n", "line 5: column 1, 'I hope to see you in Burgundy"),
        (SPRING + FALL + SPRING, "line 5: S1901M: a second time in this case"),  # 1902?
        (
            f"FRANCE: A BUR H\n{mail(FIRST)}",
            "line 1: nothing says of which phase 'FRANCE: A BUR H' is; expected a date",
        ),
        (
            f"{mail(FIRST)}> FRANCE: A GAS H",
            "line 7: nothing says of which phase 'FRANCE: A GAS H' is; expected a date",
        ),
        ("Hi all,\nFRANCE: A PAR - BUR", "line 1: no power stands before 'Hi all,'"),  # no thread
        (">a\nx\n" * 600 + "From: a", "a thread of more than 1000 mails and quotations"),
    ],
)
def test_what_may_be_an_order_or_a_heading_is_refused(text: str, fault: str) -> None:
    with pytest.raises(StandoffError) as refusal:
        read(text)
    assert fault in str(refusal.value)


@pytest.mark.parametrize(
    ("prose", "lines"),
    [
        (True, "Hi all,|Cheers, Alice|Good luck in the war|Thanks!|Sent from my iPhone|Ahoj všichni|С уважением|-- x"),
        (
            True,
            "Alice, playing France|Sorry for the delay, I was ill.|Have a nice day|Всем привет|S pozdravem|e-mail me",
        ),
        (False, "Frnace|Austira:|Italia|A Brr - Kei|Brr-Kri|Pris to Burgndy|Brr H|Brg supports Mncih to Brl|Removes:"),
        (
            False,
            "Spring|Sprng 1902|I hold|I move to Burgundy|army Pris|F Brst|A PAR BUR|Par->Bur|waive|Bur S Par - Mar",
        ),
    ],
)
def test_only_what_is_certainly_no_order_is_prose(lines: str, *, prose: bool) -> None:
    assert [line for line in lines.split("|") if is_prose(line, BOARD) is not prose] == []


# -- positions and dates ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "units", "centers"),
    [
        (SPRING + FALL, 22, True),  # the first phase of the game
        (SPRING + FALL + "Winter 1901\nFRANCE: Build A PAR\n", 22, True),
        (FALL + "Spring 1902\nFRANCE: A BEL H\n", 1, False),  # units from the orders
        (f"UNITS\n  Italy: A ROM\n{SPRING}{FALL}", 2, False),  # as stated
        ("Spring 1901\nFRANCE: A BUR - BEL, F MAO H, A PAR H\nFall 1901\nFRANCE: A BEL H", 3, False),  # not the start
    ],
)
def test_where_a_thread_begins(text: str, units: int, *, centers: bool) -> None:
    turn = read(text)
    assert (len(turn.position.units), bool(turn.position.centers)) == (units, centers)


def test_phases_that_a_thread_omits_have_no_orders() -> None:
    """France cannot keep Belgium and builds nothing; the beaten army of Burgundy, which nobody retreats, is gone."""
    text = "Spring 1901\nFRANCE: A PAR - BUR\nGERMANY: A MUN - RUH\nFall 1901\nGERMANY: A RUH - BEL\nSpring 1902\n"
    spring = list(read(text + "GERMANY: A BEL H").course())[-1]
    assert str(spring.turn.phase) == "S1902M"
    assert "BEL" in spring.before.centers["GERMANY"]
    beaten = (
        "UNITS\n  France: A BUR\nFall 1905\nGERMANY: A MUN - BUR, A RUH S A MUN - BUR\nSpring 1906\nGERMANY: A BUR H"
    )
    assert [str(unit) for unit in list(read(beaten).course())[-1].before] == ["A BUR", "A RUH"]


@pytest.mark.parametrize(
    ("text", "phases"),
    [
        ("year: 1905\nPHASE S1905M\nFRANCE: A PAR H\nCENTERS\n  France: PAR, BRE\nPHASE adjustment", "S1905M W1905A"),
        ("PHASE F1905M\nFRANCE: A PAR H\nPHASE retreat\nFRANCE: A BUR R GAS", "F1905M F1905R"),
        ("year: 1905\nFRANCE: A PAR H\nPHASE movement\nFRANCE: A PAR H\nPHASE movement", "S1905M F1905M S1906M"),
        ("PHASE W1905A\nCENTERS\n  France: PAR\nUNITS\n  France: A PAR\nPHASE movement", "W1905A S1906M"),
        ("map: two-1982\nFRANCE: A PAR H\nPHASE movement\nFRANCE: A PAR H", "S1914M F1914M"),
        ("PHASE S1901R\nRETREATING\n  France: A PAR from BUR\nPHASE movement\nFRANCE: A GAS H", "S1901R F1901M"),
    ],
)
def test_a_phase_without_a_year_goes_on_from_the_one_before(text: str, phases: str) -> None:
    assert [str(result.turn.phase) for result in read(text).course()] == phases.split()


@pytest.mark.parametrize("board", ["standard", "two-1982", "czech1962", "five-2000"])
def test_a_turn_without_a_date_is_of_the_first_phase_in_every_form(board: str) -> None:
    on = load_board(board)
    (power, *_), (unit, *_) = on.powers, next(iter(on.powers.values())).units
    turns = [
        read({"map": board, "units": {power: [unit]}, "orders": {power: [f"{unit} H"]}}),
        read(json.dumps({"map": board, "units": {power: [unit]}, "orders": {power: [f"{unit} H"]}})),
        read(f"map: {board}\n{power}: {unit} H"),
        read({power: [f"{unit} H"]}, board=board),
        read(f"{power}: {unit} H", board=board),
    ]
    assert {str(turn.phase) for turn in turns} == {str(on.calendar.begin)}
    assert all(turn == turns[0] for turn in turns)


# -- unknown centers --------------------------------------------------------------------------------------------------

AUTUMN = Position.parse("standard F1901M FRANCE:APAR")
WINTER = Position.parse("standard W1901A FRANCE:ABUR")
MISSING = "nothing says who owns the supply centers, on which builds and removals depend"


@pytest.mark.parametrize(
    "asked",
    [
        lambda: read("Fall 1901\nFRANCE: A PAR - BUR").next(),
        lambda: read("Fall 1901\nFRANCE: A PAR - BUR").adjudicate().next(),
        lambda: Game(AUTUMN).process(),
        lambda: read(WINTER).adjudicate(),
        lambda: read("PHASE W1901A\nUNITS\n  France: A BUR\nFRANCE: Remove A BUR").adjudicate(),
        lambda: read({"season": "W1901A", "units": {"FRANCE": ["A BUR"]}, "orders": {}}).adjudicate(),
        lambda: list(read("Fall 1901\nFRANCE: A PAR - BUR\nWinter 1901\nFRANCE: Build A PAR").course()),
        lambda: standoff.legal_orders(WINTER),
        lambda: standoff.games.Games.from_positions([WINTER]).advance(
            standoff.games.Games.from_positions([WINTER]).no_orders()
        ),
    ],
)
def test_unknown_centers_make_up_no_winter(asked: Callable[[], object]) -> None:
    with pytest.raises(PositionError, match=MISSING):
        asked()


def test_unknown_centers_are_named_by_lines_page_and_commands(tmp_path: Path) -> None:
    line = {"season": "W1901A", "units": {"FRANCE": ["A BUR"]}, "orders": {"FRANCE": ["A BUR D"]}}
    lines = as_file(tmp_path, "lines.jsonl", json.dumps(line) + "\n")
    assert MISSING in run("batch", lines).output
    assert MISSING in refused("adjudicate", f"{WINTER}\nFRANCE: A BUR D\n")
    assert MISSING in refused("play", str(AUTUMN), as_file(tmp_path, "f.txt", "FRANCE: A PAR - BUR"))
    looked = answer({"do": "look", "position": str(AUTUMN), "orders": "FRANCE: A PAR - BUR"})
    assert looked["next"] is None
    assert MISSING in looked["result"]["left"][-1]
    nodes = [{"position": str(AUTUMN), "orders": ""}, {"parent": 0, "orders": ""}]
    assert MISSING in answer({"do": "line", "nodes": nodes})["nodes"][0]["error"]
    assert by_protocol("FRANCE: A PAR - BUR", position=str(AUTUMN))["missing"].startswith(f"F1901M: {MISSING}")


def test_a_record_without_centers_is_compared_by_its_units(tmp_path: Path) -> None:
    game = Game()
    for _ in range(4):
        game.process()
    data = game.to_dict()
    del data["standoff"]
    for phase in data["phases"]:
        del phase["state"]["centers"]
    replayed = run("replay", as_file(tmp_path, "game.json", json.dumps(data)))
    assert "4 phases compared: 4 agree, 0 differ" in replayed.output


def test_no_centers_differ_from_unknown_ones() -> None:
    none = Position(WINTER.units, {"FRANCE": ()}, phase=AUTUMN.phase)
    assert none != Position(none.units, phase=none.phase)
    assert Position.parse(str(none)) == none
    assert Position.from_dict(none.to_dict()) == none
    assert Position.parse(str(AUTUMN)) == AUTUMN
    (removed,) = read(none).next().adjudicate()
    assert (str(removed.order), removed.success) == ("A BUR D", True)
    # a text that goes on with a spring says itself that nothing was built or removed
    text = "Fall 1901\nFRANCE: A PAR - BUR\nSpring 1902\nFRANCE: A BUR H"
    assert [str(unit) for unit in list(read(text).course())[-1].before] == ["A BUR"]
    assert [str(unit) for unit in game_played(read(text))[-1].before] == ["A BUR"]


# -- printed examples -------------------------------------------------------------------------------------------------

PRINTED = [
    ("**Англия:** A Lon—Nwy; F Nth C A Lon—Nwy", "A LON - NWY, F NTH C A LON - NWY"),
    ("Англия: A Hol—Bel; F Bel—Nth  \n Франция: F Nth—Hol", "A HOL - BEL, F BEL - NTH, F NTH - HOL"),
    ("**Франция:** A Par S German A Ruh—Bur; A Bur -Удерживать", "A PAR S A RUH - BUR, A BUR H"),
    (
        "**Англия:** A Pic—Bre, A Lon S A Pic—Bre\n\n**F Eng C A Lon S A Pic—Bre**\n\n**Франция:** F Bre—Удерживать",
        "A PIC - BRE, A LON S A PIC - BRE, F ENG C A LON - LON, F BRE H",
    ),
    (
        "### Весна 1901 года\n**Россия:** A Mos—Ukr, A War—Gal, F StP—Bot, F Sev—Bla",
        "A MOS - UKR, A WAR - GAL, F STP - BOT, F SEV - BLA",
    ),
]


@pytest.mark.parametrize(("text", "orders"), PRINTED)
def test_printed_examples_are_read_as_printed(text: str, orders: str) -> None:
    assert ", ".join(str(order) for order in read(text).orders) == orders


def test_an_order_that_is_not_carried_out_leaves_the_others(tmp_path: Path) -> None:
    """Russian rules of 2000: a support is not carried by a convoy; the fleet stands."""
    result = read(PRINTED[3][0]).adjudicate("2000-russian")
    assert [str(one.outcome) for one in result] == ["bounces", "illegal", "illegal", "holds"]


@pytest.mark.skipif(not (SHARED / "seeds").is_dir(), reason="the documents are not part of the project")
def test_the_printed_starts_stand_at_the_start() -> None:
    (document,) = (SHARED / "seeds").glob("003*")
    text = document.read_text(encoding="utf-8")
    begin = text.index("### Весна 1901 года")
    turn = read(text[begin : text.index("**Комментарий", begin)])
    assert {(unit.province, unit.power) for unit in turn.position} >= {("STP", "RUSSIA"), ("PAR", "FRANCE")}
