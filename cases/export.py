"""Export of cases for programs in any language: requests of the interchange lines, and the required results.

`docs/cases.md` describes the format, `docs/cases.schema.json` is its schema. Each case is run first: only verified
expectations are written.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from ..map import Json, Position, StandoffError
from ..solver import OPTIONS, ByOptionsRead, MovementResult, Order, PhaseResult, Rulebook, adjudicate_phase
from ..turn import LINES_VERSION, lost_in_lines, orders_for_lines, request_object, result_object
from .case import Case
from .catalog import datc_numbers
from .course import play_case
from .run import given_orders, rulebooks_of, run_case
from .suites import detected_faults, in_sequence, issues_of, place_of, suite_changes

VERSION = 3
"""The version of the format; a new number means that readers must be changed."""

SCHEMA = "cases.schema.json"

REQUIRED = ("units", "dislodged")
"""The required parts of a result; the others are optional."""


class ExportError(StandoffError):
    """A case cannot be exported: it fails, or it has no id of its own."""


def exported(cases: Iterable[Case], rules: str | None = None, *, choices: bool = True) -> Json:
    """Return the phases of cases under each rulebook that they name, as requests with the required results.

    Args:
        cases: The cases.
        rules: Only this rulebook; None for all.
        choices: False to omit the choices that explain other answers, which take most of the time.

    Raises:
        ExportError: A case fails, or has no id of its own.

    >>> from standoff.cases.catalog import library
    >>> (one,) = exported(library("6.A.1"))["cases"]
    >>> one["id"], one["request"]["orders"], one["required"]["units"]
    ('datc-6.A.1', {'ENGLAND': ['F NTH - PIC']}, {'ENGLAND': ['F NTH']})
    """
    written: list[Json] = []
    left_out: list[Json] = []
    log = list(suite_changes())
    added = {change.id: change.version for change in log if change.change == "added"}
    ids: set[str] = set()
    for case in cases:
        if not case.id or case.id in ids:
            what = f"a second case {case.id!r}" if case.id else "a case without an id ('case ID' above it)"
            raise ExportError(f"{case.file}, line {case.line}: {what}; other programs know cases by their ids")
        ids.add(case.id)
        about = _about(case, added.get(case.id))
        for entry in _entries(case, rules, choices=choices):
            if "why" in entry:
                left_out.append(entry)
            else:
                written.append({"id": entry.pop("id"), "case": case.id, **about, **entry})
    first = min((change.version for change in log), default=1)
    changes = [
        {"version": change.version, "id": change.id, "change": change.change, "why": change.why}
        for change in log
        if change.version > first and change.id in ids
    ]
    return {
        "$schema": SCHEMA,
        "version": VERSION,
        "suite": max((change.version for change in log), default=1),
        "lines": LINES_VERSION,
        "license": "MIT",
        "changes": changes,
        "left_out": left_out,
        "cases": written,
    }


def of_datc(cases: Iterable[Case], edition: str, rules: str) -> Json:
    """Return the cases of an edition of the DATC with its numbers: positions, orders, results, and choices.

    Args:
        cases: The cases; those that the edition lacks are omitted.
        edition: One of `catalog.DATC_EDITIONS`.
        rules: The rulebook.

    Raises:
        ExportError: The edition has none of the cases, or one fails.

    >>> from standoff.cases.catalog import library
    >>> [(one["id"], one["number"]) for one in of_datc(library("6.H.1[67]"), "3.2", "2023")["cases"]]
    [('datc-6.H.17/1', '6.H.16'), ('datc-6.H.17/2', '6.H.16')]
    """
    numbered = [(case, numbers[edition]) for case in cases if edition in (numbers := datc_numbers(case))]
    numbered.sort(key=lambda pair: in_sequence(pair[1]))
    number_of = {case.id: number for case, number in numbered}
    data = exported([case for case, _ in numbered], rules)
    keys = ("issues", "phase", "rulebook", "request", "required", "optional", "choice")
    data["cases"] = [
        {"id": one["id"], "number": number_of[one["case"]], **{key: one[key] for key in keys if key in one}}
        for one in data["cases"]
        if one["rulebook"] == rules  # and not with other options
    ]
    if not data["cases"]:
        raise ExportError(f"DATC {edition}: no such case under rulebook {rules}")
    del data["changes"]
    return {**data, "datc": edition}


def digest(case: Case) -> str:
    """Return a digest of the requests and expectations of a case under all rulebooks that it names.

    >>> from standoff.cases.catalog import library
    >>> [len(digest(case)) for case in library("6.A.1")]
    [12]
    """
    keys = ("why", "rulebook", "request", "required", "optional")
    entries = [{key: entry.get(key) for key in keys} for entry in _entries(case, None, choices=False)]
    return hashlib.sha256(json.dumps(entries, sort_keys=True).encode()).hexdigest()[:12]


def _about(case: Case, added: int | None) -> Json:
    """Return the metadata of a case, for selection and reports."""
    suite, section = place_of(case)
    about: Json = {"title": case.title, "source": case.head.get("source", ""), "suite": suite, "section": section}
    further = {
        "editions": datc_numbers(case),
        "issues": issues_of(case),
        "detects": detected_faults(case),
        "added": added,
    }
    return about | {key: value for key, value in further.items() if value}


def _entries(case: Case, only: str | None, *, choices: bool) -> Iterator[Json]:
    """Yield a request for each phase of a case under each rulebook, or why there is none."""
    uses: Counter[str] = Counter()
    for rules, label in rulebooks_of(case):
        first = not uses
        name = case.id if not label and first else f"{case.id}@{rules.name.replace(' with ', ',').replace(' ', '')}"
        uses[name] += 1
        if only not in (None, rules.preset):
            continue
        if differences := run_case(case, rules, label).differences:
            raise ExportError(f"{name}: {differences[0]}")
        if uses[name] > 1:  # the same rulebook, by another block
            continue
        yield from _phases(case, rules, name, choices=choices and first)


def _phases(case: Case, rules: Rulebook, name: str, *, choices: bool) -> Iterator[Json]:
    for number, (phase, result, _) in enumerate(play_case(case, rules), 1):
        entry_id = name if len(case.phases) == 1 else f"{name}/{number}"
        before, orders = result.before, orders_for_lines(given_orders(result), phase.type)
        if lost := lost_in_lines(orders, rules):
            yield {"id": entry_id, "why": lost}
            continue
        answer = _answer(case, adjudicate_phase(before, orders, rules=rules, board=case.board), orders)
        request = request_object(before, orders, case.board, rules)
        entry: Json = {
            "id": entry_id,
            "phase": phase.type.value,
            "board": case.board.source,
            "rulebook": rules.name,
            "request": {"id": entry_id, **request},
            "required": {key: answer[key] for key in REQUIRED if key in answer},
            "optional": {key: value for key, value in answer.items() if key not in REQUIRED},
        }
        if choices and (otherwise := list(_otherwise(case, before, orders, rules))):
            entry["choice"] = otherwise
        yield entry


def _answer(case: Case, result: PhaseResult, orders: Sequence[Order]) -> Json:
    answer = result_object(result, [str(order) for order in orders], case.board, brief=True)
    answer.pop("paradoxes", None)
    return answer


@cache
def _other_choices(rules: Rulebook) -> list[tuple[str, Rulebook]]:
    """Return each rulebook that differs from `rules` in one option, with its choice."""
    return [
        (f"{name}={choice}", rules.with_options(**{name: choice}))
        for name, option in OPTIONS.items()
        for choice in option.choices
        if choice != rules[name]
    ]


def _otherwise(case: Case, before: Position, orders: Sequence[Order], rules: Rulebook) -> Iterator[Json]:
    """Yield each different result under a single changed option, with the options that lead to it."""

    def result_under(book: Rulebook) -> tuple[PhaseResult, object]:
        result = adjudicate_phase(before, orders, rules=book, board=case.board)
        retreats = result.retreats if isinstance(result, MovementResult) else {}
        places = frozenset((province, tuple(sorted(places))) for province, places in retreats.items())
        return result, (frozenset(result.after.units), places)

    results = ByOptionsRead(result_under)
    _, own = results.under(rules)
    others: dict[object, tuple[PhaseResult, list[str]]] = {}
    for named, book in _other_choices(rules):
        result, found = results.under(book)
        if found != own:
            others.setdefault(found, (result, []))[1].append(named)
    for result, names in others.values():
        answer = _answer(case, result, orders)
        yield {"options": names, "required": {key: answer[key] for key in REQUIRED if key in answer}}


def as_text(data: Json) -> str:
    """Return exported cases as JSON, a case on each line.

    >>> as_text({"version": 2, "left_out": [], "cases": [{"id": "a"}, {"id": "b"}]}).splitlines()[-3:]
    ['{"id": "a"},', '{"id": "b"}', ']}']
    """
    head = json.dumps({key: value for key, value in data.items() if key != "cases"}, ensure_ascii=False)
    rows = ",\n".join(json.dumps(one, ensure_ascii=False) for one in data["cases"])
    return f'{head[:-1]}, "cases": [\n{rows}\n]}}\n'
