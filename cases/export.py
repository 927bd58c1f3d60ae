"""The library for programs in any language: requests of the interchange lines, and the required results.

`docs/cases-json.md` describes it, `docs/cases.schema.json` is its schema. Only what a case expects and standoff
finds is written: each case is run first.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator

from ..map import Json, StandoffError
from ..solver import Rulebook, adjudicate_phase
from ..turn import LINES_VERSION, as_asked, lost_in_lines, request_object, result_object
from .case import Case
from .run import given_orders, play_case, rulebooks_of, run_case

VERSION = 1
"""The version of what is written; another number means that a reader must be changed."""

SCHEMA = "cases.schema.json"


class ExportError(StandoffError):
    """A case fails, so no other program may be measured by it; or no program could name it."""


def exported(cases: Iterable[Case], rules: str | None = None) -> Json:
    """Return cases, phase by phase and under each rulebook that they name, as requests with the required results.

    Args:
        cases: The cases.
        rules: Only under this rulebook; None for all.

    Raises:
        ExportError: Standoff does not find what a case expects, or a case has no id of its own.

    >>> from standoff.cases.catalog import library
    >>> (one,) = exported(library("6.A.1"))["cases"]
    >>> one["id"], one["request"]["orders"], one["expected"]["units"]
    ('datc-6.A.1', {'ENGLAND': ['F NTH - PIC']}, {'ENGLAND': ['F NTH']})
    """
    written: list[Json] = []
    left_out: list[Json] = []
    ids: set[str] = set()
    for case in cases:
        if not case.id or case.id in ids:
            what = f"a second case {case.id!r}" if case.id else "a case without an id ('case ID' above it)"
            raise ExportError(f"{case.file}, line {case.line}: {what}; other programs know cases by their ids")
        ids.add(case.id)
        met: Counter[str] = Counter()
        for one, label in rulebooks_of(case):
            name = case.id if not label and not met else f"{case.id}@{one.name.replace(' with ', ',').replace(' ', '')}"
            met[name] += 1
            if rules not in (None, one.preset):
                continue
            if differences := run_case(case, one, label).differences:
                raise ExportError(f"{name}: {differences[0]}")
            if met[name] > 1:  # the same rulebook, by another block
                continue
            for entry in _phases(case, one, name):
                (left_out if "why" in entry else written).append(entry)
    head = {"$schema": SCHEMA, "version": VERSION, "lines": LINES_VERSION, "license": "MIT"}
    return {**head, "left_out": left_out, "cases": written}


def _phases(case: Case, rules: Rulebook, name: str) -> Iterator[Json]:
    for number, (phase, result, _) in enumerate(play_case(case, rules), 1):
        entry_id = name if len(case.phases) == 1 else f"{name}/{number}"
        before, orders = result.before, as_asked(given_orders(result), phase.type)
        if lost := lost_in_lines(orders, rules):
            yield {"id": entry_id, "why": lost}
            continue
        texts = [str(order) for order in orders]
        settled = adjudicate_phase(before, orders, rules=rules, board=case.board)
        answer = result_object(settled, texts, case.board, brief=True)
        answer.pop("paradoxes", None)
        head = {"id": entry_id, "title": case.title, "source": case.head.get("source", ""), "phase": phase.type.value}
        request = request_object(before, orders, case.board, rules)
        yield {
            **head,
            "board": case.board.source,
            "rulebook": rules.name,
            "request": {"id": entry_id, **request},
            "expected": answer,
        }


def as_text(data: Json) -> str:
    """Return what `exported` gives as JSON, a case on each line.

    >>> as_text({"version": 1, "left_out": [], "cases": [{"id": "a"}, {"id": "b"}]}).splitlines()[-3:]
    ['{"id": "a"},', '{"id": "b"}', ']}']
    """
    head = json.dumps({key: value for key, value in data.items() if key != "cases"}, ensure_ascii=False)
    rows = ",\n".join(json.dumps(one, ensure_ascii=False) for one in data["cases"])
    return f'{head[:-1]}, "cases": [\n{rows}\n]}}\n'
