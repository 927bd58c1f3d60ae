"""Saved searches: a file of the finds, a line each as they come, and a state file beside it.

The state file, ``FINDS.run``, has the results of each step of the search, and the length and checksum of the finds at
that point. A search consists of the same steps in the same order, with any number of processes; a resumed search takes
the results of the first steps from the file, and ends as if it had not been interrupted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterable, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from zlib import crc32

from ..map import Board, Json
from ..solver import Rulebook, Waive
from ..turn import Turn, rules_object
from ..work import StateFile, checksum_of, digest_of_functions, digest_of_packages, errors_as, output_lock
from .abstract import Pattern
from .deciding import AbstractTurn
from .found import FoundTurn, entry_of
from .limits import FindError, house_functions, parts_of
from .properties import Predicate, Property

_FORMAT = 1  # of the state file
_PACKAGES = ("map", "solver", "text", "turn", "work", "random_turns", "peers", "searches")
"""The packages that a search depends on."""


class SavedSearch:
    """A search that saves its results.

    Attributes:
        steps: The results of the first steps, from an earlier run.
    """

    def __init__(self, output: Path, state: StateFile, rulebooks: Sequence[Rulebook]) -> None:
        self._output, self._state, self._rulebooks = output, state, rulebooks
        self._size = self._written = 0
        self.steps: list[Json] = []

    def begin(self, *, go_on: bool) -> None:
        """Load the results of an earlier run, or start a new file.

        Raises:
            FindError: It is of another search, or was changed; or it cannot be written.
        """
        output = self._output
        if output.exists() and not output.is_file():
            raise FindError(f"{output} is not a file")
        there = output.exists() and output.stat().st_size > 0
        if not go_on and (there or self._state.path.exists()):
            what = output if there else self._state.path
            raise FindError(f"{what} already exists; --continue (Python: go_on=True) goes on with its search")
        if not there and not self._state.path.exists():
            self._state.begin()
        elif not self._state.path.exists():
            raise FindError(f"{output}: nothing vouches for these finds: {self._state.path} is missing; begin anew")
        kept = self._state.read(lambda data: (int(data["size"]), int(data["written"]), dict(data["step"])))
        if kept:
            self._size, self._written = kept[-1][:2]
        with errors_as(FindError, output), output.open("a+b") as file:
            file.seek(0)
            if checksum_of(file, self._size) != self._written or file.tell() != self._size:
                raise FindError(f"{output} was changed since it was written")
            file.truncate(self._size)
        self.steps = [step for _, _, step in kept]

    def keep(self, step: Json, finds: Iterable[FoundTurn]) -> None:
        """Save the results of the next step, and the finds that it adds.

        Raises:
            FindError: It cannot be written.
        """
        lines = "".join(json.dumps(entry_of(one, self._rulebooks), ensure_ascii=False) + "\n" for one in finds).encode()
        if lines:
            with errors_as(FindError, self._output), self._output.open("ab") as file:
                file.write(lines)
        self._size, self._written = self._size + len(lines), crc32(lines, self._written)
        self._state.keep({"size": self._size, "written": self._written, "step": step})


@contextmanager
def saved_search(
    output: str | os.PathLike[str] | None, query: Property, question: Json, *, go_on: bool
) -> Generator[SavedSearch | None]:
    """Save a search in a file, locked against other runs; without a file, yield None.

    Args:
        output: The file of the finds.
        query: The property.
        question: The turns to search, as data.
        go_on: True to resume the search in the file, if there is one.

    Raises:
        FindError: The file is there, or of another search; or the property calls a function that has no name.
        BusyError: Another run writes there.
    """
    if output is None:
        if go_on:
            raise FindError("--continue needs --output (Python: go_on, output): the file of the finds")
        yield None
        return
    if any(isinstance(part, Predicate) and ":" not in part.name for part in parts_of(query)):
        raise FindError("a search that is kept names its functions, predicate('module:function'): their code counts")
    path = Path(output)
    header: Json = {
        "find": _FORMAT,
        "standoff": version("standoff"),
        "code": digest_of_packages(*_PACKAGES),
        "expression": str(query),
        "rules": [rules_object(rules) for rules in query.rulebooks],
        **question,
    }
    if code := digest_of_functions(house_functions(query)):
        header["code of own functions"] = code
    with ExitStack() as lock:
        with errors_as(FindError, path):
            lock.enter_context(output_lock(path))
        kept = SavedSearch(
            path, StateFile(path.with_name(f"{path.name}.run"), header, "search", FindError), query.rulebooks
        )
        kept.begin(go_on=go_on)
        yield kept


# -- finds as data ----------------------------------------------------------------------------------------------------


def object_of(one: FoundTurn) -> Json:
    """Return a find as data for `found_in`."""
    shape = None
    if one.shape is not None:
        pattern = one.shape.pattern
        shape = [pattern.kinds, pattern.aims, pattern.notes, pattern.routes, one.shape.sides]
    return {
        "shape": shape,
        "turn": None if one.turn is None else object_of_turn(one.turn),
        "power_assignments": one.power_assignments,
        "sought": one.sought,
    }


def found_in(data: Json, board: Board) -> FoundTurn:
    """Return the find that `object_of` wrote."""
    shape = None
    if data["shape"] is not None:
        kinds, aims, notes, routes, sides = data["shape"]
        pattern = Pattern(tuple(kinds), tuple(aims), tuple(notes), tuple(map(tuple, routes)))
        shape = AbstractTurn(pattern, tuple(sides))
    turn = None if data["turn"] is None else turn_in(data["turn"], board)
    return FoundTurn(shape, turn, tuple(map(tuple, data["power_assignments"])), data["sought"])


def object_of_turn(turn: Turn) -> Json:
    """Return a turn as data that keeps the order of units and orders."""
    return {
        "turn": turn.to_dict(),
        "units": [unit.province for unit in turn.position.units],
        "orders": [order.unit.province for order in turn.orders if not isinstance(order, Waive)],
    }


def turn_in(data: Json, board: Board) -> Turn:
    """Return the turn that `object_of_turn` wrote."""
    turn = Turn.from_dict(data["turn"])
    units = {unit.province: unit for unit in turn.position.units}
    orders = {order.unit.province: order for order in turn.orders if not isinstance(order, Waive)}
    phase = turn.position.phase if "season" in data["turn"] else None  # lines have one by default
    position = replace(turn.position, units=tuple(units[place] for place in data["units"]), phase=phase)
    return Turn(position, tuple(orders[place] for place in data["orders"]), board=board)
