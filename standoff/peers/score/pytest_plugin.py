"""The library as tests of your own adjudicator, one test per case, with the numbers of the DATC (`docs/score.md`).

A test that requests the fixture ``datc_case`` runs once for each case of chapter 6::

    from mine import adjudicate

    def test_datc(datc_case):
        datc_case.check(adjudicate)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ..adapters.peer import Part
    from .questions import AskedCase


@dataclass(frozen=True)
class DatcCase:
    """One case of the DATC.

    Attributes:
        asked: The case and its questions.
    """

    asked: AskedCase

    @property
    def id(self) -> str:
        """Its number: ``"6.A.1"``."""
        return self.asked.id.removeprefix("datc-")

    @property
    def title(self) -> str:
        """Its title."""
        return self.asked.title

    @property
    def requests(self) -> list[dict[str, Any]]:
        """The questions, phase by phase, as requests of the interchange lines, with an id: ``"6.H.1/2"``."""
        from ..adapters.exchange import request_of

        several = len(self.asked.questions) > 1
        return [
            {"id": f"{self.id}/{number}" if several else self.id} | request_of(question, self.asked.rules)
            for number, question in enumerate(self.asked.questions, 1)
        ]

    def check(self, adjudicate: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        """Fail unless the answer of `adjudicate` agrees with the case in each phase.

        Args:
            adjudicate: Called with a request of the interchange lines, ``id`` included; returns an answer. Parts that
                it lists as ``"unreported"`` are not compared; other missing parts, and ``{"unsupported": "…"}``, skip
                the case.
        """
        from ..adapters.exchange import answer_of, current_answer
        from ..adapters.peer import PeerError, parts_named
        from ..comparing.judgement import Judgement, Kind, listed

        missing: set[Part] = set()
        for question, request in zip(self.asked.questions, self.requests, strict=True):
            data = current_answer(adjudicate(request))
            if isinstance(data.get("unsupported"), str):
                pytest.skip(data["unsupported"])
            try:
                unreported = parts_named(data.get("unreported", ()))
                judged = Judgement(question, self.asked.rules, answer_of(question, data).leaving_out(unreported))
            except PeerError as fault:
                pytest.fail(f"{self.id}, {self.title}: {fault}", pytrace=False)
            if judged.kind is None:
                missing.update(judged.left_open(unreported))
                continue
            lines = [f"{self.id}, {self.title}: {judged.kind.about}"]
            for row in judged.outcomes:
                mark = ">" if row.differs is judged.kind else " "
                lines.append(f"{mark} {row.power.capitalize()}: {row.what}: expected {row.own}; found {row.peer}")
            for unit, own, there in judged.retreats:
                wrong = f"expected {listed(own)}; found {listed(there)}"
                lines.append(f"> {unit.power.capitalize()}: retreats of {unit}: {wrong}")
            if judged.kind is Kind.CONTESTED:
                lines.append(f"> {judged.wrong}")
            pytest.fail("\n".join(lines), pytrace=False)
        if missing:
            pytest.skip(f"it does not say {', nor '.join(sorted(part.about for part in missing))}")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that requests ``datc_case`` once for each case of chapter 6 of the DATC."""
    if "datc_case" in metafunc.fixturenames:
        from .questions import questions

        cases = [DatcCase(case) for case in questions() if case.id.startswith("datc-6.")]
        metafunc.parametrize("datc_case", cases, ids=[case.id for case in cases])
