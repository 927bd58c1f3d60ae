"""Answers of language models with thoughts, drafts, conditions and second thoughts: what may be handed in of them.

Behind `>>>` stand the orders that a person would hand in; behind `!` words of the reason why another was not read.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from standoff import Game, StandoffError, Turn, Verdict, adjudicate, check, order, read
from standoff.commands import mcp
from standoff.map import starting_position
from tests.helpers.lines import answer_lines

pytestmark = pytest.mark.filterwarnings("ignore::standoff.map.UnreadWarning")

FILE = Path(__file__).parent / "reasoned_answers.txt"


class Answer(NamedTuple):
    form: str
    power: str
    text: str
    orders: list[str]
    why: str | None


def answers() -> list[Answer]:
    found: list[Answer] = []
    for block in FILE.read_text(encoding="utf-8").split("=== ")[1:]:
        head, _, rest = block.partition("\n")
        text, _, expected = rest.rpartition(">>>")
        form, _, power = head.partition(" | ")
        orders, mark, why = expected.strip().partition("!")
        listed = [order.strip() for order in orders.split(";") if order.strip()]
        found.append(Answer(form, power, text, listed, why.strip() if mark else None))
    return found


ANSWERS = answers()
each_answer = pytest.mark.parametrize("answer", ANSWERS, ids=lambda one: f"{one.form}: {one.text[:40]!r}")


def test_the_answers_are_of_many_forms() -> None:
    assert len(ANSWERS) >= 90
    assert len({answer.form for answer in ANSWERS}) == 10


@each_answer
def test_orders_are_what_may_be_handed_in(answer: Answer) -> None:
    checks = check(answer.text, "start", power=answer.power)
    assert [str(order) for order in checks.orders] == answer.orders
    faults = [one.reason for one in checks if one.verdict in (Verdict.UNREADABLE, Verdict.ILLEGAL)]
    assert answer.why is None or any(answer.why in fault for fault in faults)
    assert all(one.verdict is not Verdict.REMARK or one.order is None for one in checks)


def _orders(turn: Turn) -> list[str]:
    return [turn.canonical(order) for order in turn.orders]


def _submitted(answer: Answer) -> list[str]:
    game = Game()
    game.submit(answer.power, answer.text)
    return [START.canonical(order(text, answer.power)) for text in game.orders.get(answer.power, ())]


def _answered(answer: Answer, orders: object) -> list[str]:
    (line, good) = next(answer_lines([json.dumps({**START.to_dict(), "orders": orders})]))
    if not good:
        raise StandoffError(line)
    given = json.loads(line)["orders"].get(answer.power, {})
    return [
        START.canonical(order(text, answer.power))
        for text, one in given.items()
        if one["outcome"] != "holds" or " H" in text
    ]


START = Turn(starting_position())
ENTRANCES: dict[str, Callable[[Answer], list[str]]] = {
    "adjudicate": lambda one: _orders(adjudicate("start", {one.power: one.text}).turn),
    "a list": lambda one: _orders(adjudicate("start", {one.power: [one.text]}).turn),
    "a text without a power": lambda one: _orders(START.with_orders(one.text)),
    "read": lambda one: _orders(read("start", one.text)),
    "read, below the position": lambda one: _orders(read(f"start\n{one.power}:\n{one.text}")),
    "an object": lambda one: _orders(Turn.from_dict({**START.to_dict(), "orders": {one.power: [one.text]}})),
    "mcp": lambda one: [each["order"] for each in mcp.adjudicate({one.power: one.text})["orders"] if each["written"]],
    "submit": _submitted,
    "a line": lambda one: _answered(one, {one.power: one.text}),
    "a line, a list": lambda one: _answered(one, {one.power: [one.text]}),
}


@pytest.mark.parametrize("entrance", ENTRANCES)
@each_answer
def test_an_answer_is_read_so_or_refused_at_every_entrance(answer: Answer, entrance: str) -> None:
    try:
        orders = ENTRANCES[entrance](answer)
    except StandoffError:
        return
    if answer.why != "several different orders":  # the rulebook decides which of them counts
        assert orders == answer.orders


def test_the_heading_of_an_order_that_is_taken_back_stays() -> None:
    answer = "GERMANY: A MUN H\nFRANCE: A PAR - PIC\nF BRE - MAO\nActually, no: A PAR - BUR"
    orders = check(answer, "start").orders
    assert [(one.power, str(one)) for one in orders] == [
        ("GERMANY", "A MUN H"),
        ("FRANCE", "F BRE - MAO"),
        ("FRANCE", "A PAR - BUR"),
    ]


PARTS = ("A PAR - BUR", "F BRE - MAO", "A MAR - SPA", '{"orders": ["A PAR - BUR"]}', '{"A PAR": "BUR"}', "FRANCE:")
AROUND = (
    *("<think>", "</think>", "<reasoning>", "</reasoning>", "[THINK]", "```", "~~", "<s>", "</s>", "<!--", "-->", '"'),
    *(
        "\n",
        " ",
        "\n\n",
        "{",
        "}",
        "[",
        "]",
        "|",
        "| Order |\n|---|\n",
        "Final orders:\n",
        "Draft:\n",
        "Wait, ",
        "If so, ",
    ),
)


@pytest.mark.parametrize("seed", range(400))
def test_no_order_of_a_thought_is_read_whatever_stands_around_it(seed: int) -> None:
    """A PAR - PIC stands only within thoughts; the rest is made of pieces of answers in any order."""
    chosen = random.Random(seed)
    tag = chosen.choice(["think", "thinking", "reasoning", "scratchpad"])
    thought = chosen.choice(
        ["A PAR - PIC", "FRANCE: A PAR - PIC", '{"orders": ["A PAR - PIC"]}', "```\nA PAR - PIC\n```"]
    )
    pieces = [chosen.choice(PARTS + AROUND) for _ in range(chosen.randint(0, 8))]
    pieces.insert(chosen.randint(0, len(pieces)), f"<{tag}>{thought}</{tag}>")
    text = "".join(pieces)
    assert "A PAR - PIC" not in map(str, check(text, "start", power="FRANCE").orders)
    for entrance in ENTRANCES.values():
        with suppress(StandoffError):
            assert "A PAR - PIC" not in entrance(Answer("", "FRANCE", text, [], None)), text
