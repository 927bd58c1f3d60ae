"""Forty answers as language models write them: what is read of them, and what is only listed.

The forms are those of public programs that let models play; positions and orders are our own. What is expected follows
from the answers as a person reads them: `!` says how many of its orders are not read, or are illegal.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from standoff import CaseError, OrderError, Verdict, check, read
from tests.helpers.paths import DOCS


class Asked(NamedTuple):
    form: str
    power: str
    answer: str
    orders: list[str]
    lost: int
    wrong: str


def answers() -> list[Asked]:
    text = (Path(__file__).parent / "model_answers.txt").read_text(encoding="utf-8")
    found: list[Asked] = []
    for block in text.split("=== ")[1:]:
        head, _, rest = block.partition("\n")
        answer, _, expected = rest.rpartition(">>> ")
        form, _, power = head.partition(" | ")
        orders, _, wrong = expected.strip().partition("!")
        kind, count = wrong.split() if wrong else ("", 0)
        listed = [order.strip() for order in orders.split(";") if order.strip()]
        found.append(Asked(form, power, answer, listed, int(count), kind))
    return found


@pytest.mark.parametrize("asked", answers(), ids=lambda asked: f"{asked.form}, {asked.power}")
def test_an_answer_is_read_as_a_person_reads_it(asked: Asked) -> None:
    checked = check(asked.answer, "start", power=asked.power)
    assert [str(one.order) for one in checked if one.verdict in (Verdict.LEGAL, Verdict.VOID)] == asked.orders
    if asked.wrong == "illegal":
        assert sum(one.verdict is Verdict.ILLEGAL for one in checked) == asked.lost
    elif asked.wrong:
        assert any(one.verdict is Verdict.UNREADABLE for one in checked)
    else:
        marked = any(one.verdict is Verdict.REMARK for one in checked)
        assert marked or all(one.order is not None or not re.match(r"[AF]\b", one.text) for one in checked)


def test_the_table_in_the_documentation_counts_these_answers() -> None:
    rows: dict[str, list[int]] = {}
    for one in answers():
        read_of = len(one.orders) + (one.lost if one.wrong == "illegal" else 0)
        not_read = one.lost if one.wrong == "unreadable" else 0
        row = rows.setdefault(one.form, [0, 0, 0])
        rows[one.form] = [row[0] + 1, row[1] + read_of, row[2] + read_of + not_read]
    totals = [sum(column) for column in zip(*rows.values(), strict=True)]
    page = (DOCS / "orders.md").read_text(encoding="utf-8")
    for form, row in (*rows.items(), ("all", totals)):
        assert f"| {form} | {row[0]} | {row[1]} of {row[2]} |" in page
    assert totals[0] == 40


def test_an_answer_whose_orders_cannot_be_read_is_refused_as_a_whole() -> None:
    with pytest.raises(OrderError, match="cannot read 'PRA'"):
        read("start", {"FRANCE": '{"orders": ["A PRA - BUR", "F BRE - MAO"]}'})


def test_two_sets_of_orders_are_not_chosen_from() -> None:
    with pytest.raises(CaseError, match="several sets of orders in one answer, in lines 1, 2"):
        read("start", '{"FRANCE": ["A PAR - BUR"]}\n{"FRANCE": ["A PAR H"]}')


def test_an_answer_is_read_wherever_a_turn_is_named() -> None:
    turn = read('Here they are: {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]}')
    assert [str(order) for order in turn.orders] == ["A PAR - BUR", "A MUN - BUR"]
    assert read("start", '{"FRANCE": ["A PAR - BUR"]}').texts == ("A PAR - BUR",)


@pytest.mark.parametrize("remark", ["or PIC", "if safe", "not BUR", "via convoy", "PIC", "convoyed"])
def test_a_remark_that_may_change_the_order_is_not_passed_over(remark: str) -> None:
    (checked,) = check(f"A PAR - BUR ({remark})", "start", power="FRANCE")
    assert checked.verdict is not Verdict.LEGAL or str(checked.order) != "A PAR - BUR"


@pytest.mark.parametrize("orders", ['["A MUN H"]', '"A MUN H"'])
def test_orders_of_what_is_no_power_are_listed(orders: str) -> None:
    answer = f'{{"why": "for the center", "FRANCE": ["A PAR H"], "GERMNAY": {orders}}}'
    remark, good, bad = check(answer, "start")
    assert (remark.text, str(remark.verdict)) == ("for the center", "remark")
    assert (str(good.order), str(bad.verdict)) == ("A PAR H", "unreadable")
    with pytest.raises(OrderError, match="GERMNAY"):
        read("start").with_orders(answer)


def test_all_lists_of_orders_in_an_answer_count() -> None:
    position = "standard W1901A FRANCE:ASPA FRANCE:BRE,MAR,PAR,SPA"
    checks = check('{"builds": ["A PAR B"], "orders": ["F BRE B"]}', position, power="FRANCE")
    assert [str(order) for order in checks.orders] == ["A PAR B", "F BRE B"]


def test_brackets_without_end_are_refused() -> None:
    (checked,) = check("{" * 5000 + '"orders": ["A PAR H"]' + "}" * 5000, "start", power="FRANCE")
    assert checked.verdict is Verdict.UNREADABLE


def test_units_by_which_orders_stand_are_no_remarks() -> None:
    answer = '{"my orders": {"A PAR": "- BUR", "mar": "- SPA", "F STP/SC": "- BOT"}, "plan": "west first"}'
    found = [(one.text, str(one.verdict)) for one in check(answer, "start") if str(one.verdict) == "remark"]
    assert found == [("west first", "remark")]


@pytest.mark.parametrize("answer", ['{"orders": ["A PAR - BUR", "A MAR', '["A PAR - BUR"]\nor\n["A PAR - PIC"]'])
def test_nothing_is_suggested_for_an_answer_that_is_not_read_as_a_whole(answer: str) -> None:
    (whole,) = check(answer, "start", power="FRANCE")
    assert (str(whole.verdict), whole.nearest) == ("unreadable", ())
