"""The server of the Model Context Protocol, asked by the client of its own library."""

from __future__ import annotations

import asyncio
import sys
from importlib.util import find_spec
from typing import Any

import pytest

pytestmark = pytest.mark.skipif(find_spec("mcp") is None, reason="the extra mcp is not installed")
# to import it takes a second, which only tests that are run should cost


def asked(*calls: tuple[str, dict[str, Any]], of: Any = None) -> list[Any]:
    from mcp import Client

    from standoff.commands.mcp import server

    async def run() -> list[Any]:
        async with Client(of or server()) as client:
            return [await client.call_tool(name, given) for name, given in calls]

    return asyncio.run(run())


def test_the_tools_are_described() -> None:
    from mcp import Client

    from standoff.commands.mcp import server

    async def run() -> Any:
        async with Client(server()) as client:
            return await client.list_tools()

    tools = {tool.name: tool for tool in asyncio.run(run()).tools}
    assert sorted(tools) == ["adjudicate", "check", "explain", "legal_orders"]
    assert "nearest legal orders" in tools["check"].description
    assert tools["check"].input_schema["required"] == ["orders"]


def test_legal_orders_of_a_unit() -> None:
    (answer,) = asked(("legal_orders", {"position": {"FRANCE": ["A POR"]}, "power": "France"}))
    assert answer.structured_content == {"FRANCE": {"POR": ["A POR H", "A POR - SPA"]}}


def test_an_answer_is_checked_and_what_is_no_order_is_listed() -> None:
    text = 'I attack.\n{"orders": ["A PAR - MUN", "F BRE - MAO"]}'
    (answer,) = asked(("check", {"orders": text, "power": "FRANCE"}))
    verdicts = [(one["text"], one["verdict"]) for one in answer.structured_content["orders"]]
    assert verdicts == [("I attack.", "remark"), ("A PAR - MUN", "illegal"), ("F BRE - MAO", "legal")]


def test_a_bounce_is_adjudicated_and_explained() -> None:
    orders = "FRANCE: A PAR - BUR\nGERMANY: A MUN - BUR"
    adjudicated, explained = asked(
        ("adjudicate", {"orders": orders}), ("explain", {"orders": orders, "order": "A PAR - BUR"})
    )
    outcomes = {(one["power"], one["outcome"]) for one in adjudicated.structured_content["orders"]}
    assert {("FRANCE", "bounces"), ("GERMANY", "bounces")} <= outcomes
    assert adjudicated.structured_content["next_position"].startswith("standard F1901M ")
    (explanation,) = explained.structured_content["explanations"]
    assert explanation.startswith("A PAR - BUR: bounces")


@pytest.mark.parametrize(
    "given",
    [
        {"orders": "FRANCE: A PRA - BUR"},
        {"orders": "FRANCE: A PAR - BUR", "rules": "1492"},
        {"orders": "FRANCE: A PAR - BUR", "position": "/etc/hostname"},
        {"orders": "FRANCE: A PAR - BUR", "position": "./board.json S1901M FRANCE:APAR"},
        {"orders": "FRANCE: A PAR - BUR", "position": {"map": "../board.json", "units": {}}},
    ],
)
def test_what_cannot_be_read_is_an_error_in_words(given: dict[str, Any]) -> None:
    (answer,) = asked(("adjudicate", given))
    assert answer.is_error
    assert "Traceback" not in answer.content[0].text
    assert "hostname:" not in answer.content[0].text


def test_the_command_serves_on_standard_input_and_output() -> None:
    from mcp import StdioServerParameters

    command = StdioServerParameters(command=sys.executable, args=["-m", "standoff", "mcp"])
    (answer,) = asked(("legal_orders", {"position": {"FRANCE": ["A POR"]}}), of=command)
    assert answer.structured_content == {"FRANCE": {"POR": ["A POR H", "A POR - SPA"]}}


def test_orders_come_as_objects_and_lists_too() -> None:
    by_power, listed, nobodys = asked(
        ("adjudicate", {"orders": {"FRANCE": ["A PAR - BUR"], "GERMANY": "A MUN - BUR"}}),
        ("check", {"orders": ["A PAR - MUN", "F BRE - MAO"], "power": "FRANCE"}),
        ("adjudicate", {"orders": ["A PAR - BUR"]}),
    )
    outcomes = [one["outcome"] for one in by_power.structured_content["orders"]]
    assert outcomes.count("bounces") == 2
    assert [one["verdict"] for one in listed.structured_content["orders"]] == ["illegal", "legal"]
    assert nobodys.is_error
    assert "whose order is it?" in nobodys.content[0].text


@pytest.mark.parametrize("tool", ["adjudicate", "explain"])
@pytest.mark.parametrize("orders", ["A PAR - XYZ", "FRANCE: A PAR - XYZ", {"FRANCE": ["A PAR - XYZ"]}])
def test_a_wrong_order_is_a_wrong_order(tool: str, orders: object) -> None:
    (answer,) = asked((tool, {"orders": orders}))
    assert answer.is_error
    assert "cannot read 'XYZ'" in answer.content[0].text


def test_units_without_a_phase_are_adjudicated() -> None:
    (answer,) = asked(("adjudicate", {"orders": "A PAR - BUR", "position": {"FRANCE": ["A PAR"]}}))
    assert answer.structured_content["next_position"] == "standard - FRANCE:ABUR - - - - -"
