"""Which tests of the project fail with a fault in the solver.

One process imports and collects the quick tests once. Each is run once without a fault, to see how long it takes and
which lines of the solver it runs. Then, for each fault, a forked process runs the tests that execute the changed
statement, the quickest first, until one fails.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

import pytest
from hypothesis import Phase, settings

from standoff.random_turns import questions
from standoff.solver import adjudicate_phase
from tools.forked import Lines, in_child, lines_of, within
from tools.mutation import Mutant, PlantedFault, catalog
from tools.shared import ROOT

MOST_SECONDS = 5.0
"""Of processor time that a test may take without a fault while its lines are watched; slower ones are left out."""

ALL_SECONDS = 12.0
"""Of processor time that the tests for one fault take without it, the quickest first; what comes after is left out."""

LINGERS = 3
"""A test that takes this many times its usual time, and a second more, has failed: a fault may make the solver hang."""


class Killers:
    """A plugin of pytest that runs, instead of all tests once, those that a fault concerns, for each fault.

    Args:
        wanted: The faults.
        note: Called with each fault and the test that kills it, "" if none does.
    """

    def __init__(self, wanted: Sequence[Mutant], note: Callable[[Mutant, str], None]) -> None:
        self.wanted = wanted
        self.note = note
        self.failed: list[str] = []
        self.passed = 0

    def pytest_sessionstart(self) -> None:
        """Keep Hypothesis from looking for a simpler example where it has found one."""
        settings.register_profile("killers", settings.get_profile("quick"), phases=(Phase.explicit, Phase.generate))
        settings.load_profile("killers")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failed.append(report.nodeid)
        self.passed += report.when == "call" and report.passed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: Any) -> bool:
        items: list[Any] = session.items
        warm()
        ran: list[tuple[float, Any, Lines]] = []
        for number, item in enumerate(items):
            run = in_child(lambda item=item: self.sound(item), 120)
            if run is not None:
                ran.append((run[0], item, run[1]))
            if number % 200 == 0:
                print(f"{number} of {len(items)} tests run without a fault", file=sys.stderr)
        ran.sort(key=lambda one: (one[0], one[1].nodeid))
        for mutant in self.wanted:
            killer = in_child(lambda mutant=mutant: self.killer(mutant, ran), 300)
            self.note(mutant, "no answer" if killer is None else killer)
        return True

    def run(self, item: Any) -> None:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)

    def sound(self, item: Any) -> tuple[float, Lines] | None:
        """Return how many seconds a test takes while it is watched, and which lines it runs.

        None if it is skipped, or takes too long.
        """
        silence()
        began = time.process_time()
        lines = within(MOST_SECONDS, lambda: lines_of(lambda: self.run(item)))
        return None if lines is None or self.failed or not self.passed else (time.process_time() - began, lines)

    def killer(self, mutant: Mutant, ran: Sequence[tuple[float, Any, Lines]]) -> str:
        """Return the first test that fails with a fault, "" if none."""
        silence()
        spent = 0.0
        with PlantedFault(mutant).planted():
            for seconds, item, lines in ran:
                if not concerns(lines, mutant):
                    continue
                spent += seconds
                if spent > ALL_SECONDS:
                    break
                if not within(1 + LINGERS * seconds, lambda item=item: self.run(item) or True):
                    return str(item.nodeid)
                if self.failed:
                    return self.failed[0]
        return ""


def warm() -> None:
    """Work out what is kept for turns to come, so that the forked processes need not."""
    for one in islice(questions(1), 40):
        adjudicate_phase(one.position, one.orders, board=one.board)


def silence() -> None:
    """Print nothing from now on."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def concerns(lines: Lines, mutant: Mutant) -> bool:
    """Tell whether a test runs the statement that a fault changes; of some modules it is only asked whether any."""
    if {mutant.module, f"{mutant.module}.{mutant.function}"} & {*catalog()["unlined"]}:
        return mutant.module in lines
    first, last = mutant.lines
    return any(first <= line <= last for line in lines.get(mutant.module, ()))


def run(wanted: Sequence[Mutant], note: Callable[[Mutant, str], None]) -> None:
    """Tell `note` by which test each fault is killed."""
    tests = [str(ROOT / "tests" / name) for name in catalog()["tests"]["files"]]
    left_out = [word for plugin in ("cacheprovider", "xdist", "terminal") for word in ("-p", f"no:{plugin}")]
    chosen = ["-k", catalog()["tests"]["deselected"], *tests]
    pytest.main(["-o", "addopts=", "--rootdir", str(ROOT), *left_out, *chosen], [Killers(wanted, note)])
