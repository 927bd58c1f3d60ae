"""Pages of test cases as the DATC prints them: every line of a block is read, or it is a fault."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from standoff.cases.case import Case
from standoff.cases.course import start_of
from standoff.cases.faults import FormatError
from standoff.cases.reading import read_cases
from standoff.cases.write import write_cases
from standoff.map import ARMY, PhaseType, Unit, load_board
from tests.helpers.paths import SHARED
from tools.datc_pages import read_datc

BOARD = load_board()
BUILDS = PhaseType.ADJUSTMENT

DATC = """
6.A.1. TEST CASE, MOVING TO AN AREA THAT IS NOT A NEIGHBOUR
Check if an illegal move will fail.

England:
F North Sea - Picardy

Order should fail.

6.A.11. TEST CASE, SIMPLE BOUNCE

Austria:
A Vienna - Tyrolia

Italy:
A Venice - Tyrolia

The two units bounce.
"""


def test_datc_text() -> None:
    one, two = read_datc(DATC, "sample")
    assert (one.id, one.title) == ("6.A.1", "MOVING TO AN AREA THAT IS NOT A NEIGHBOUR")
    assert [str(w.order) for w in two.phases[0].orders] == ["A VIE - TYR", "A VEN - TYR"]
    with pytest.raises(FormatError, match=r"line 13\b.*Vienna"):
        read_datc(DATC.replace("A Vienna - Tyrolia", "A Vienan - Tyrolia"), "sample")
    text, losses = write_cases([one, two])
    assert not losses
    assert [[w.order for w in case.phases[0].orders] for case in read_cases(text, "again")] == [
        [w.order for w in case.phases[0].orders] for case in (one, two)
    ]


def test_twenty_faults_are_shown_and_their_number() -> None:
    with pytest.raises(FormatError) as fault:
        read_datc("6.A.1. TEST CASE, X\nFrance:\n" + "A Par - Xyz\n" * 50, "text")
    assert len(str(fault.value).splitlines()) == 21


PAGE = """<html><head><title>Cases</title><style>.resolution { color: red }</style></head><body>
<h3>5. RULES</h3><p>Before the cases.</p><pre>def resolve(order):
    pass</pre>
<h3 id="6.D">6.D. TEST CASES, SUPPORTS</h3>
<h4 id="6.D.1">6.D.1. TEST CASE, A SUPPORT</h4>
<p>What it is about. Germany has a fleet in Kiel.</p>
<div class="test-case spring" id="6.D.1.orders">Austria:
Army Wales - London <span class="resolution">illegal</span>
F Trieste Holds <span class="resolution">dislodged</span>

Italy:
A Venice - Trieste <span class="resolution">Succeeds</span>
A Tyrolia Supports A Venice - Trieste <span class="resolution">given</span>
A Rhur - Belgium <span class="resolution">fails</span>

RETREATS

Austria:
F Trieste - Albania <span class="resolution">fails</span>
A Serbia Supports F Trieste - Albania <span class="resolution">illegal</span>
Disband A Wales <span class="resolution">illegal</span>
</div>
<p>A remark with retreat in it.</p>
<h4 id="6.J.2">6.J.2. TEST CASE, REMOVALS</h4>
<div class="test-case winter">Russia owns SC Moscow
Russia owns A Moscow
Russia owns F North Sea
Russia owns F Black Sea

Russia:
Disband F North Sea <span class="resolution">succeeds</span>
<span class="resolution">Automatic disband F Black Sea</span>
</div>
<h4><a name="6.J.9">6.J.9 TEST CASE, OLD FORM</a></h4>
<pre>Russia has to remove one.
Russia owns St Petersburg and Sevastopol.
Russia has armies in Greece and Sevastopol and a fleet in the Baltic Sea.
Russia does not order a disband.
</pre>
<p>So it is.</p>
<pre>Russia has to remove one.
Russia owns Warsaw.
Russia has an army in Tyrolia and a fleet in Skagerrak.
</pre>
<h4><a name="6.H.1">6.H.1. TEST CASE, RETREATS IN A BLOCK OF THEIR OWN</a></h4>
<pre>Austria:
F Trieste Hold

Italy
A Venice - Trieste
A Tyrolia Supports A Venice - Trieste
</pre>
<p>The fleet is dislodged. If its retreat is ordered so:</p>
<pre>Austria:
F Trieste - Albania
</pre>
</body></html>"""


def text_of(page: str) -> str:
    """Return a page as a browser copies it."""
    out: list[str] = []
    body = page[page.index("<body") :]
    for part in re.split(r'(<pre>.*?</pre>|<div class="test-case.*?</div>)', body, flags=re.DOTALL):
        if not part.startswith(("<pre", '<div class="test-case')):
            part = re.sub(r"</(p|h\d|li|tr|blockquote)>|<br>", "\n\n", re.sub(r"\s+", " ", part))
        out.append(html.unescape(re.sub(r"<[^>]*>", "", part)))
    return "\n".join(out)


def substance(cases: list[Case]) -> list[object]:
    return [
        (
            case.id,
            case.title,
            [
                (p.type, [(w.order, str(w.expected)) for w in p.orders], {*p.position.units}, p.position.centers)
                for p in case.phases
            ],
            [p.expected.after for p in case.phases],
        )
        for case in cases
    ]


def test_a_page_of_test_cases_and_its_text_say_the_same() -> None:
    cases = read_datc(PAGE, "page")
    assert substance(cases) == substance(read_datc(text_of(PAGE), "text"))
    one, two, three, four, five = cases
    assert [str(p.type) for p in one.phases] == ["movement", "retreat"]
    assert [(str(w.order), str(w.expected)) for p in one.phases for w in p.orders] == [
        ("A WAL - LON", "illegal"),
        ("F TRI H", "dislodged"),
        ("A VEN - TRI", "moves"),
        ("A TYR S A VEN - TRI", "supports"),
        ("A RUH - BEL", "bounces"),
        ("F TRI - ALB", "bounces"),
        ("A SER S F TRI - ALB", "illegal"),
        ("A WAL D", "illegal"),
    ]
    assert "F KIE" in [str(unit) for unit in one.phases[0].position.units]
    assert one.notes == ["What it is about. Germany has a fleet in Kiel.", "A remark with retreat in it."]
    assert (two.phases[0].type, two.phases[0].position.centers) == (BUILDS, {"RUSSIA": ("MOS",)})
    assert two.phases[0].expected.after == {Unit(ARMY, "MOS", "RUSSIA")}
    assert [case.id for case in (three, four)] == ["6.J.9", "6.J.9b"]
    assert [str(unit) for unit in three.phases[0].position.units] == ["A GRE", "A SEV", "F BAL"]
    assert four.phases[0].position.centers == {"RUSSIA": ("WAR",)}
    assert [(str(p.type), len(p.orders)) for p in five.phases] == [("movement", 3), ("retreat", 1)]
    assert one.unread == ["lines 1 to 3, before the first case"]


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("F Trieste Holds", "F Trieset Holds", "cannot read 'Trieset'; nearest known: Trieste"),
        ("F Trieste Holds", "Something else", "cannot read 'Something else'"),
        ("F Trieste Holds", "<div>F Trieste Holds</div>", "a block within a block"),
        ("Russia owns SC Moscow", "Russia owns SC Mocsow", "cannot read 'Russia owns SC Mocsow'"),
        (">given<", ">perhaps<", "cannot read 'perhaps'"),
        (">given<", ">available<", "cannot read 'available'"),
        ("Automatic disband F Black", "Automatic disband F Baltic", "Russia has no F BAL"),
        ("If its retreat is ordered so:", "Then:", "a second block of orders for Austria"),
    ],
)
def test_a_line_of_a_block_that_is_not_understood_is_a_fault(old: str, new: str, part: str) -> None:
    assert old in PAGE
    with pytest.raises(FormatError, match=re.escape(part)):
        read_datc(PAGE.replace(old, new), "page")


def test_in_plain_text_no_order_is_taken_for_explanation() -> None:
    text = "6.A.1. TEST CASE, X\n\nEngland:\nA Wlaes - London\nF Nth H\n\nThe army gets there.\n\nF Nth - Nwy\n"
    with pytest.raises(FormatError) as fault:
        read_datc(text, "text")
    assert "line 4: column 3, 'A Wlaes - London'" in str(fault.value)
    assert "line 9: no power stands before the order 'F Nth - Nwy'" in str(fault.value)


def test_a_page_without_cases_is_refused() -> None:
    for text in ("<html><body><p>Nothing of the kind.</p></body></html>", "Nothing of the kind."):
        with pytest.raises(FormatError, match="nothing of this format"):
            read_datc(text, "page")


DOCUMENTS = [
    pytest.param(SHARED / "reference" / "DATC_v3_0.html", (165, 173, 731, 0), id="3.0"),
    pytest.param(SHARED / "reference" / "DATC_v3_2.html", (176, 193, 840, 11), id="3.2"),
]


@pytest.mark.parametrize(("file", "counts"), DOCUMENTS)
def test_the_document_converts_whole(file: Path, counts: tuple[int, int, int, int]) -> None:
    if not file.is_file():
        pytest.skip("the document is not part of the project")
    page = file.read_text(encoding="utf-8")
    cases = read_datc(page, file.name)
    assert substance(read_datc(text_of(page), file.name)) == substance(cases)
    phases = [phase for case in cases for phase in case.phases]
    removed = sum(
        len(phase.position.units) - len(phase.expected.after) - sum(str(w.expected) == "disbands" for w in phase.orders)
        for phase in phases
        if phase.expected.after is not None and "J." in next(c.id for c in cases if phase in c.phases)
    )
    assert (len(cases), len(phases), sum(len(phase.orders) for phase in phases), removed) == counts
    # every line of chapter 6 that starts as an order does is one of them
    start = page.index("6.A.1. TEST CASE")
    blocks = re.findall(r'<pre>(.*?)</pre>|<div class="test-case[^>]*>(.*?)</div>', page[start:], re.DOTALL)
    lines = [re.sub(r"<span.*?</span>", "", line).strip() for block in blocks for line in "".join(block).splitlines()]
    written = [line for line in lines if re.match(r"(?:[AF]|Build|Remove|Disband|Decline|Waive) ", line)]
    assert sorted(written) == sorted(w.text for phase in phases for w in phase.orders)
    for case in cases:
        start_of(case).check(case.board)
