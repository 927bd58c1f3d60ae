"""Answering interchange lines: one by one, or a block of them together by compiled code.

Whatever happens while a line is answered is the answer to that line: an ``error``, and the run goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...map import Board, PhaseType, StandoffError
from ...solver import PhaseResult, Rulebook, adjudicate_phase
from ..text.quoting import shortened
from .codec import Request, result_object
from .json_lines import Json, line_object, written


def _error(identity: Any, fault: Exception) -> Json:
    """Return the answer to a line at fault; what is no `StandoffError` is a fault of standoff, and says so."""
    told = str(fault) if isinstance(fault, StandoffError) else f"a fault of standoff: {type(fault).__name__}: {fault}"
    return {"id": identity, "error": shortened(told)}


def request_in(line: str) -> Request | Json:
    """Return the request that a line holds, or what is answered to a line that cannot be read."""
    identity: Any = None
    try:
        data = line_object(line)
        identity = data.get("id")
        return Request(data)
    except Exception as fault:
        return _error(identity, fault)


def _answer(request: Request | Json, result: PhaseResult | None = None) -> tuple[Json, bool]:
    """Return the answer to a request, and whether it is one; `result` if that is known already."""
    if not isinstance(request, Request):
        return request, False
    try:
        if result is None:
            result = adjudicate_phase(request.position, request.orders, rules=request.rules, board=request.board)
        told = result_object(result, request.texts, request.board, datc=request.datc_terms)
        return {"id": request.id, **told}, True
    except Exception as fault:
        return _error(request.id, fault), False


def answer_line(line: str) -> tuple[Json, bool]:
    """Return the answer to one line and whether it could be read; a fault is an answer with ``error``.

    >>> print(answer_line('{"id": 7, "units": {"FRANCE": ["A PAR", "A PAR"]}}')[0]["error"])
    this position cannot be:
      FRANCE: A PAR: listed twice
    """
    return _answer(request_in(line))


def answer_lines(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Yield the answer to each line that is not blank, as a line, and whether it could be read."""
    for line in lines:
        if line.strip():
            found, good = answer_line(line)
            yield written(found), good


def answer_block(lines: Sequence[str]) -> list[tuple[str, bool]]:
    """Return what `answer_lines` does, with movement phases adjudicated together by compiled code.

    Raises:
        ImportError: The extra ``fast`` is not installed.
    """
    from ...solver.batch import results

    requests = [request_in(line) for line in lines if line.strip()]
    together: dict[tuple[Board, Rulebook], list[Request]] = {}
    for request in requests:
        if isinstance(request, Request) and request.phase.type is PhaseType.MOVEMENT:
            together.setdefault((request.board, request.rules), []).append(request)
    found: dict[int, PhaseResult] = {}
    for (board, rules), group in together.items():
        try:
            turns = [(one.position, one.orders) for one in group]
            found.update(zip(map(id, group), results(turns, rules=rules, board=board), strict=True))
        except Exception:  # whichever line is at fault: one by one, below
            continue
    answers = (_answer(request, found.get(id(request))) for request in requests)
    return [(written(answer), good) for answer, good in answers]
