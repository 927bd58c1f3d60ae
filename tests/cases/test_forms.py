"""Every form of a text is recognized by one table, and read alike at every entrance, or refused by its name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import standoff
from standoff.cases.case import Case
from standoff.cases.formats import FORMATS, FORMS, format_of
from standoff.cases.position_file import read_position
from standoff.cases.replaying import replay
from standoff.cases.text_files import SourceName
from standoff.cases.turn_names import cases_in
from standoff.map import StandoffError
from standoff.page.opening import opened
from standoff.solver import rulebook
from standoff.turn.turn import Turn
from tests.helpers.command import as_file, refused, run
from tests.helpers.paths import ROOT

JUDGE = """From: judge@example.org
Subject: Diplomacy results delphi F1901M

Movement results for Fall of 1901.  (delphi.002)

Austria: Army Vienna -> Trieste.
Austria: Army Serbia SUPPORT Fleet Albania -> Greece.  (*cut*)
Austria: Fleet Albania -> Greece.  (*bounce*)

England: Fleet North Sea CONVOY Army Yorkshire -> Belgium.
England: Army Yorkshire -> North Sea -> Belgium.

Germany: Army Munich, No Order Processed.  (*dislodged*)

Italy: Army Tyrolia -> Munich.
Italy: Army Bohemia SUPPORT Army Tyrolia -> Munich.

Turkey: Army Bulgaria -> Serbia.  (*bounce*)
Turkey: Fleet Aegean Sea -> Greece.  (*bounce*)


The following units were dislodged:

The German Army in Munich can retreat to Burgundy or Ruhr or Kiel or Berlin
or Silesia.

The next phase of 'delphi' will be Retreats for Fall of 1901.
The deadline for orders will be Wed Apr 10 2002 17:54:23 -0500.
"""

THREE_PHASES = """Movement results for Spring of 1901.  (delphi.001)

Austria: Army Vienna -> Galicia.  (*bounce*)
Austria: Army Budapest -> Serbia.
Austria: Fleet Trieste -> Albania.
Russia: Army Warsaw -> Galicia.  (*bounce*)
Russia: Fleet St Petersburg (south coast) -> Gulf of Bothnia.

Movement results for Fall of 1901.  (delphi.002)

Austria: Army Vienna HOLD.
Austria: Army Serbia SUPPORT Fleet Albania -> Greece.
Austria: Fleet Albania -> Greece.
Russia: Army Warsaw -> Galicia.
Russia: Fleet Gulf of Bothnia -> Sweden.

Ownership of supply centers:

Austria:   Budapest, Greece, Serbia, Trieste, Vienna.
Russia:    Moscow, Sevastopol, St.
           Petersburg, Sweden, Warsaw.

Austria:   5 Supply centers,  3 Units:  Builds   2 units.
Russia:    5 Supply centers,  2 Units:  Builds   3 units.

Adjustment orders for Winter of 1901.  (delphi.003)

Austria:    Builds an army in Budapest.
Austria:    Builds an army in Trieste.
Russia:     Builds a fleet in St Petersburg (north coast).
Russia:     Builds an army in Moscow.
Russia:     1 unusable build pending.
"""

GAME_MASTER = """Movement results for Fall of 1903. (Ministry)

Austria:
A Budapest - Serbia
A Galicia - Rumania (*Bounce*)
A Trieste Supports A Tyrolia - Venice
A Tyrolia - Venice

Italy:
A Venice - Tuscany (*Fails*, dislodged)
F Tyrrhenian Sea - Tuscany (*Bounce*)
F Rome - Tuscany (*Bounce*)

Turkey:
A Bulgaria - Rumania (*Bounce*)

Unit locations:

Austria:  A Serbia, A Galicia, A Trieste, A Venice.
Italy:    F Tyrrhenian Sea, F Rome, A Venice.
Turkey:   A Bulgaria.

The following units were dislodged:

The Italian Army in Venice can retreat to Apulia or Piedmont.
"""

ZINE = """Spring 1901 (failed orders in brackets)

AUSTRIA (Alice): A Vie-Tri, F Tri-Alb, (A Bud-Gal)
RUSSIA
(A War-Gal)
A Mos-Ukr
F Sev-Bla (bounced)
TURKEY: F Ank-Bla (bounce); A Con-Bul; A Smy-Con
"""

SITE = """Autumn, 1901:
Austria:
Diplomacy
The army at Budapest move to Serbia.
The army at Vienna move to Galicia. (fail)
Russia:
Diplomacy
The army at Warsaw move to Galicia. (fail)
"""

START = """Starting position for Spring of 1901.  (delphi.001)

Austria:   Army  Budapest.
Austria:   Fleet Trieste.
Russia:    Fleet St Petersburg (south coast).
"""

SANDBOX = json.dumps(
    {
        "stage": "NEEDS_ORDERS",
        "unitsByPlayer": {"Germany": {"Ber": "F", "Mun": "A"}, "Russia": {"Stp": {"type": "F", "coast": "sc"}}},
        "orders": {
            "Germany": {"Ber": {"type": "MOVE", "to": "BAL"}, "Mun": {"type": "SUPPORT", "from": "Ber"}},
            "Russia": {"Stp": {"type": "MOVE", "to": "BOT"}},
        },
        "territories": {"Ber": "Germany", "Pru": "Germany"},
    }
)

PAGE = """<!DOCTYPE html><html><head><meta property="og:title" content="A game (Fall 1902)"></head><body><script>
var stage = "NEEDS_ORDERS";
var unitsByPlayer = {"Germany": {"Ber": "F"}};
var orders = {"Ber": {"type": "MOVE", "to": "BAL", "result": "SUCCEEDS"}};
</script></body></html>
"""

CSV = """gameID,country,unitID,unit_type,unit_order,location,target,target_dest,success,reason
1,F,5,A,MOVE,Paris,Burgundy,,0,Bounced
1,F,6,A,SUPPORT,Marseilles,Paris,Burgundy,1,
1,G,7,A,SUPPORT,Ruhr,Munich,Munich,1,
1,G,8,A,HOLD,Munich,NULL,NULL,1,
"""

ROWS = """{"power": "FRANCE", "type": "move", "unit": "A", "from": "PAR", "to": "BUR"}
{"power": "FRANCE", "type": "hold", "unit": "A", "from": "MAR", "to": null}
"""

DATED = """season;year;phase;power;order_type;unit;from;to
Spring;1901;Orders;France;MTO;A;PAR;BUR
Fall;1901;Orders;France;HLD;A;BUR;
Winter;1901;Build;France;BLD;A;PAR;
"""

A_YEAR = """Movement results for Fall of 1901.  (delphi.002)

Germany: Army Munich HOLD.  (*dislodged*)
Italy: Army Tyrolia -> Munich.
Italy: Army Bohemia SUPPORT Army Tyrolia -> Munich.

The following units were dislodged:

The German Army in Munich can retreat to Burgundy or Ruhr or Kiel or Berlin
or Silesia.

Retreat orders for Fall of 1901.  (delphi.003)

Germany: Army Munich -> Ruhr.

Ownership of supply centers:

Germany:   Berlin, Kiel.
Italy:     Munich, Naples, Rome, Venice.

Adjustment orders for Winter of 1901.  (delphi.004)

Germany:     Builds an army in Berlin.
Italy:    Builds a fleet in Naples.
Italy:    Build waived.

Movement results for Spring of 1902.  (delphi.005)

Germany: Army Ruhr -> Munich.
Germany: Army Berlin SUPPORT Army Ruhr -> Munich.  (*cut*)
Italy: Army Munich -> Berlin.  (*bounce*)
Italy: Army Bohemia HOLD.
Italy: Fleet Naples -> Ionian Sea.
"""

LAST_WORD = """Orders in parentheses failed.

> Austria
> A Budapest -> Serbia: SUCCESS
> (A Vienna -> Galicia)
> Russia
> A Warsaw -> Galicia: BOUNCED
"""

READ: dict[str, tuple[str, str, str]] = {
    "a judge": (
        JUDGE,
        "report",
        "PHASE F1901M\nUNITS: Germany: A Mun\nAUSTRIA: A VIE - TRI\nAUSTRIA: A SER S F ALB - GRE\n"
        "AUSTRIA: F ALB - GRE\nENGLAND: F NTH C A YOR - BEL\nENGLAND: A YOR - NTH - BEL\nITALY: A TYR - MUN\n"
        "ITALY: A BOH S A TYR - MUN\nTURKEY: A BUL - SER\nTURKEY: F AEG - GRE\n",
    ),
    "a game master": (
        GAME_MASTER,
        "report",
        "PHASE F1903M\nAUSTRIA: A BUD - SER, A GAL - RUM, A TRI S A TYR - VEN, A TYR - VEN\n"
        "ITALY: A VEN - TUS, F TYS - TUS, F ROM - TUS\nTURKEY: A BUL - RUM\n",
    ),
    "a zine": (
        ZINE,
        "report",
        "PHASE S1901M\nAUSTRIA: A VIE - TRI, F TRI - ALB, A BUD - GAL\nRUSSIA: A WAR - GAL, A MOS - UKR, F SEV - BLA\n"
        "TURKEY: F ANK - BLA, A CON - BUL, A SMY - CON\n",
    ),
    "a site": (SITE, "report", "PHASE F1901M\nAUSTRIA: A BUD - SER, A VIE - GAL\nRUSSIA: A WAR - GAL\n"),
    "a starting position": (START, "report", "PHASE S1901M\nUNITS\n Austria: A BUD, F TRI\n Russia: F STP/SC\n"),
    "units by power": (
        "England: F Lon, F Edi, A Lvp\nFrance\n  A Par\n  A Mar\n",
        "listing",
        "UNITS\n England: F LON, F EDI, A LVP\n France: A PAR, A MAR\n",
    ),
    "units, one a line": (
        "Austria: Army  Vienna.\nRussia:    Fleet  St Petersburg (south coast).\n",
        "listing",
        "UNITS\n Austria: A VIE\n Russia: F STP/SC\n",
    ),
    "page data": (
        SANDBOX,
        "sandbox",
        "UNITS: Germany: F BER, A MUN\nUNITS: Russia: F STP/SC\nCENTERS: Germany: BER\n"
        "GERMANY: F BER - BAL, A MUN S BER\nRUSSIA: F STP/SC - BOT\n",
    ),
    "a saved page": (PAGE, "sandbox", "PHASE F1902M\nGERMANY: F BER - BAL\n"),
    "a table": (
        CSV,
        "table",
        "FRANCE: A PAR - BUR, A MAR S PAR - BUR\nGERMANY: A RUH S MUN, A MUN H\n",
    ),
    "rows of JSON": (ROWS, "table", "FRANCE: A PAR - BUR, A MAR H\n"),
    "a list of rows": (f"[{','.join(ROWS.splitlines())}]", "table", "FRANCE: A PAR - BUR, A MAR H\n"),
}
"""Texts, the names of their forms, and the same turn as a case file."""

REPLAYED: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "a judge who is right": (JUDGE, []),
    "three phases": (THREE_PHASES, []),
    "a year, and a choice that explains": (
        A_YEAR,
        [
            ("S1902M", "Army Berlin SUPPORT Army Ruhr -> Munich: the record has cut, standoff supports"),
            ("S1902M", "Army Munich -> Berlin: the record has bounces, standoff bounces, dislodged"),
        ],
    ),
    "verdicts behind orders": (LAST_WORD, []),
    "a game master": (GAME_MASTER, []),
    "a zine": (ZINE, []),
    "a site": (SITE.replace("Russia:", "Unit-placement\nBuild army at Vienna.\nRussia:"), []),
    "a table": (CSV, [("movement", "A Paris - Burgundy: the record has fails, standoff moves")]),
    "a bounce overlooked": (
        JUDGE.replace("Fleet Albania -> Greece.  (*bounce*)", "Fleet Albania -> Greece."),
        [("F1901M", "Fleet Albania -> Greece: the record has moves, standoff bounces")],
    ),
    "a retreat too many": (
        JUDGE.replace("or Silesia.", "or Silesia or Bohemia."),
        [
            (
                "F1901M",
                "DISLODGED GERMANY A MUN: the record has from TYR; BER, BOH, BUR, KIE, RUH, SIL, "
                "standoff from TYR; BER, BUR, KIE, RUH, SIL",
            )
        ],
    ),
    "a unit elsewhere": (
        GAME_MASTER.replace("A Serbia, A Galicia,", "A Budapest, A Galicia,"),
        [("F1903M", "AFTER: the record has AUSTRIA A BUD, standoff AUSTRIA A SER")],
    ),
    "units of the next phase": (
        THREE_PHASES.replace("Russia: Fleet Gulf of Bothnia ->", "Russia: Fleet Baltic Sea ->"),
        [("S1901M", "AFTER: the record has RUSSIA F BAL, standoff RUSSIA F BOT")],
    ),
    "brackets that nobody explains": (
        "Movement results for Spring of 1901.\n\nFrance: (A Par-Bur)\nFrance: A Mar-Spa.  (*bounce*)\n",
        [("S1901M", "A Mar-Spa: the record has bounces, standoff moves")],
    ),
}
"""Reports, and the differences from standoff, each with its phase."""

REFUSED: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "a PDF": (b"%PDF-1.4\n\xff", ("a PDF; standoff reads", "a report of results")),
    "a picture": (b"\x89PNG\r\n\x1a\n", ("a PNG; standoff reads",)),
    "a spreadsheet": (b"PK\x03\x04", ("an XLSX, DOCX or other ZIP; standoff reads",)),
    "an HTML page": (b"<!DOCTYPE html>\n<html><p>FRANCE: A PAR - BUR</p></html>", ("an HTML page; copy its text",)),
    "YAML": (b"phase: S1901M\norders:\n  FRANCE:\n    - A PAR - BUR\n", ("YAML; standoff reads",)),
    "SQL": (b"INSERT INTO wD_MovesArchive VALUES (1,0,47);\n", ("a dump of a database (SQL); standoff reads",)),
    "an empty object": (b"{}", ("JSON, but of no form that standoff reads",)),
    "an empty list": (b"[]", ("JSON, but of no form that standoff reads",)),
    "a table without powers": (CSV.replace("country", "number").encode(), ("rows of an order table without powers",)),
    "a table of several turns": (
        b"power,turn_num,unit_order,location,target\nFrance,1,MOVE,Paris,Burgundy\nFrance,2,HOLD,Burgundy,\n",
        ("rows of 2 turns without dates; expected columns season and year",),
    ),
    "a kind of order": (ROWS.replace("hold", "entrench").encode(), ("line 2: no kind of order: 'entrench'; known:",)),
    "a place left out": (ROWS.replace('"BUR"', '""').encode(), ("line 1: a move without a place",)),
    "more values than columns": (
        b"power,type,from,to\nFrance,move,Par,Bur,Mun\n",
        ("line 2: expected a value for each column",),
    ),
    "a mark": (
        JUDGE.replace("(*cut*)", "(*cute*)").encode(),
        ("line 7: no result '*cute*'", "known: bounces, cut, no convoy"),
    ),
    "a dislodged unit without attacker": (
        JUDGE.replace("Tyrolia -> Munich.", "Tyrolia -> Vienna.").encode(),
        ("GERMANY A MUN is dislodged, but no order to MUN succeeded",),
    ),
    "an order in a report": (
        JUDGE.replace("-> Trieste", "-> Trest").encode(),
        ("line 6: ", "'Trest'", "nearest known"),
    ),
    "a power in a report": (
        JUDGE.replace("\nItaly: Army Tyr", "\nItly: Army Tyr").encode(),
        ("line 15: no power 'Itly'",),
    ),
    "retreats of a sandbox": (
        b'{"unitsByPlayer": {"Germany": {"Ber": "F"}}, "retreatOptions": {"Ber": ["Pru"]}}',
        ("page data of a retreat phase, without the origins of attackers",),
    ),
}
"""Files that are refused, and words of the message."""


def _orders(turn: Turn) -> list[tuple[str, str]]:
    return [(order.power, str(order)) for order in turn.orders]


@pytest.mark.parametrize("name", READ)
def test_the_same_turn_by_every_entrance(name: str, tmp_path: Path) -> None:
    text, form, plain = READ[name]
    expected = standoff.read(plain)
    assert format_of(text).name == form
    path = as_file(tmp_path, "turn.txt", text)
    result = run("convert", "--from", "standoff", "--to", "lines", as_file(tmp_path, "plain.txt", plain), "-")
    lines = run("convert", "--to", "lines", path, "-")
    in_file = as_file(tmp_path, "case.txt", run("convert", "--to", "standoff", path, "-").stdout)
    turns = {
        "text": standoff.read(text, phase="1"),
        "file": standoff.read(Path(path), phase="1"),
        "convert, case file": standoff.read(Path(in_file), phase="1"),
        "convert, lines": Turn.from_dict(json.loads(lines.stdout.splitlines()[0])),
    }
    own = Turn.from_dict(json.loads(result.stdout.splitlines()[0]))
    for entrance, turn in turns.items():
        assert _orders(turn) == _orders(own if entrance == "convert, lines" else expected), entrance
        assert set(turn.position.units) == set(expected.position.units), entrance
        assert turn.phase == (expected.phase or own.phase), entrance
        assert turn.adjudicate().after.units == expected.adjudicate().after.units, entrance
    node = opened(text, "", rulebook())["nodes"][0]
    assert standoff.read(node["position"]).position.units == turns["text"].position.units
    assert _orders(standoff.read(node["position"], node["orders"] or None)) == _orders(own)
    printed = [
        run("adjudicate", path, "--phase", "1").stdout,
        run("adjudicate", as_file(tmp_path, "p.txt", plain)).stdout,
    ]
    assert printed[0] == printed[1]
    assert run("show", path).stdout.count("\n") > 1


@pytest.mark.parametrize("name", REPLAYED)
def test_a_report_is_compared_order_by_order(name: str, tmp_path: Path) -> None:
    text, expected = REPLAYED[name]
    path = as_file(tmp_path, "report.txt", text)
    found = [(phase.name, one) for phase in replay(path) for one in phase.differences]
    assert all(one.endswith(two) and phase == name for (phase, one), (name, two) in zip(found, expected, strict=True))
    result = run("replay", path)
    assert (result.exit_code, "cannot be read" in result.output) == (bool(expected), False)


def test_a_converted_report_keeps_its_results_and_names_what_it_cannot_keep(tmp_path: Path) -> None:
    result = run(
        "convert", as_file(tmp_path, "report.txt", THREE_PHASES.replace("Movement", "Dear all,\n\nMovement", 1)), "-"
    )
    assert result.exit_code == 0
    for line in (
        "PHASE W1901A",
        "  A VIE - GAL => bounces",
        "  F STP/NC B => builds",
        "  Austria: A SER, A VIE, F ALB",
    ):
        assert line in result.stdout.splitlines()
    assert result.stderr.endswith("report.txt: not read: line 1: Dear all,\n")
    again = as_file(tmp_path, "case.txt", result.stdout)
    assert run("replay", again, "-v").stdout.count("agrees") == 3


@pytest.mark.parametrize("name", REFUSED)
def test_a_form_that_is_not_read_is_named(name: str, tmp_path: Path) -> None:
    data, words = REFUSED[name]
    path = tmp_path / "file"
    path.write_bytes(data)
    for command in ("adjudicate", "show", "convert", "replay"):
        output = refused(command, str(path), *(("-",) if command == "convert" else ()))
        if command != "replay" or data not in (b"[]", REFUSED["a picture"][0]):
            for word in words:
                assert word in output, command


def test_dated_rows_are_phases_and_games_are_cases() -> None:
    (case,) = cases_in(DATED, "rows")
    assert [str(phase.phase) for phase in case.phases] == ["S1901M", "F1901M", "W1901A"]
    text = "game,power,type,unit,from,to\na,France,move,A,Par,Bur\nb,Italy,hold,A,Rom,\n"
    assert [(one.id, str(one.phases[0].orders[0].order)) for one in cases_in(text, "rows")] == [
        ("a", "A PAR - BUR"),
        ("b", "A ROM H"),
    ]


def test_rows_without_powers_belong_to_the_owners_of_the_units() -> None:
    rows = "unit_order,location,target,target_dest\nMOVE,Paris,Burgundy,\nHOLD,Munich,,\n"
    assert _orders(standoff.read("start", rows)) == [("FRANCE", "PAR - BUR"), ("GERMANY", "MUN H")]


def test_a_listing_is_a_position(tmp_path: Path) -> None:
    path = SourceName(as_file(tmp_path, "units.txt", "England: F Lon, F Edi\nFrance: A Par\n"))
    assert [str(unit) for unit in read_position(path)[0].units] == ["F LON", "F EDI", "A PAR"]
    assert "needs A or F" not in refused("adjudicate", "-", stdin="England: Lon, Edi\n")
    assert "the order ends too early" in refused("adjudicate", "England: F Lon")  # an unfinished order


def test_the_docs_list_the_forms_of_the_table() -> None:
    rows = [
        f"| `{form.name}` | {form.title} | {form.known_by} | {form.contents or 'refused'} | {form.passed_over} |"
        for form in FORMS
    ]
    text = (ROOT / "docs" / "cases.md").read_text(encoding="utf-8")
    assert "\n".join(rows) in text
    assert {form.name for form in FORMATS.values()} == {form.name for form in FORMS if form.contents}


def _orders_of(cases: list[Case]) -> list[str]:
    return [str(one.order) for case in cases for phase in case.phases for one in phase.orders]


@pytest.mark.parametrize("name", [name for name, (_, form, _) in READ.items() if form == "report"])
def test_no_order_of_a_report_is_dropped(name: str) -> None:
    text, lines = READ[name][0], READ[name][0].splitlines()
    number = len(_orders_of(cases_in(text, "text")))
    for at in range(len(lines) + 1):  # one more, anywhere
        with_order = "\n".join([*lines[:at], "France: Army Gascony -> Spain.", *lines[at:]])
        try:
            assert "A GAS - SPA" in _orders_of(cases_in(with_order, "text")), at
        except StandoffError:  # it belongs to a power or a block that it breaks off
            continue
    for changed in _mutations(text, Random(name), 150):
        try:
            found = cases_in(changed, "text")
        except StandoffError:
            continue
        left = number - len(_orders_of(found))
        assert left <= sum(len(case.unread) for case in found) + changed.count("Order Processed"), changed


def _mutations(text: str, chance: Random, number: int) -> Iterator[str]:
    """Yield a text with one letter of an order left out, doubled or changed."""
    lines = text.splitlines()
    of_orders = [n for n, line in enumerate(lines) if " -> " in line or ("-" in line and "A " in line)]
    for _ in range(number if of_orders else 0):
        n = chance.choice(of_orders)
        at = chance.randrange(len(lines[n]))
        letter = chance.choice(["", lines[n][at] * 2, chance.choice("aeX.:,-(*) ")])
        yield "\n".join([*lines[:n], lines[n][:at] + letter + lines[n][at + 1 :], *lines[n + 1 :]])


@pytest.mark.parametrize("name", READ)
def test_damaged_texts_are_read_or_refused(name: str) -> None:
    text, chance = READ[name][0], Random(name)
    pieces = [other for other, _, _ in READ.values()]
    for _ in range(120):
        at, end = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        other = chance.choice(pieces)
        insert = other[chance.randrange(len(other)) :][: chance.randrange(40)]
        changed = text[:at] + insert + text[min(end, at + chance.randrange(20)) :]
        try:
            cases_in(changed, "text")
            opened(changed, "", rulebook())
        except StandoffError:
            continue
