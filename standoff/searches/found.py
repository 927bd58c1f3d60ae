"""The result of a search: as text, in the types of JSON (`docs/found.schema.json`), and as files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, overload

from ..map import repr_as
from ..peers import case_text
from ..solver import MovementResult, ResolutionMasks, Rulebook, Waive, rulebook
from ..text import counted
from ..turn import Turn
from ..work import write_whole
from .abstract import MOVING, SAILS, first_appear, shape_id
from .atlas_book import Core, cores_of, orders_text
from .deciding import AbstractTurn, Adjudged, on_its_board
from .limits import FindError
from .placing import MOST_PLACEMENTS, shape_of
from .properties import Property, unit_outcomes

ORDER_KINDS = ("convoy", "move", "move", "support", "hold")
WAYS = ("far", "near", "near via convoy")
SIGNS = {"+": "+", "−": "-", "±": "+-"}


@dataclass(frozen=True)
class FoundTurn:
    """A turn with the property.

    Attributes:
        shape: Its abstract turn; None if it has too many units for one.
        turn: The turn on a board; None if it was not placed, for the reason in `unplaced`.
        power_assignments: The ways to divide the units among powers, up to renaming, in which it has the property and
            nothing can be left out: the power of each unit of `shape` or, without one, of each unit of the position.
        sought: For a turn without a place, the number of placings tried before the search was given up; 0 if all were
            tried.

    >>> from standoff import read
    >>> FoundTurn(None, read("FRANCE: A PAR - BUR"), ((0,),)).units
    1
    """

    shape: AbstractTurn | None
    turn: Turn | None
    power_assignments: tuple[tuple[int, ...], ...]
    sought: int = 0

    @property
    def units(self) -> int:
        """The number of its units."""
        if self.turn is not None:
            return len(self.turn.position.units)
        return len(self.shape) if self.shape is not None else 0

    @property
    def unplaced(self) -> str:
        """Why `turn` is None, in words; empty if it is not."""
        if self.turn is not None:
            return ""
        return f"no place was found in {self.sought:,} placings" if self.sought else "no placing has the property"

    def __str__(self) -> str:
        return str(self.shape) if self.turn is None else orders_text(self.turn).replace("\n", "; ")

    def __repr__(self) -> str:
        return repr_as(self, f"{self.units} units; {self}" + f"; {self.unplaced}" * bool(self.unplaced))


@dataclass(frozen=True)
class Found(Sequence[FoundTurn]):
    """The result of a search; a sequence of the smallest turns, by number of units.

    Attributes:
        query: The property.
        turns: The turns from which nothing can be left out, one for each shape.
        searched: The turns searched, in words.
        not_searched: The turns that were not searched, in words.
        warnings: Why turns with the property may be among these, in words; empty without a known reason.
        patterns, examined, matches: The numbers of patterns and turns examined, and of turns with the property.
        complete: False if the search was interrupted, or stopped after the first finds.
        first: The number of finds after which it stopped; None if it did not.
        each: The names of one turn found and of several.
        where: The region in which turns were placed, in words.
        known: The number of turns found from which nothing can be left out, including those that are not listed.

    >>> from standoff import find
    >>> shapes = find("resolutions(2)", units=2)
    >>> len(shapes), shapes.complete
    (0, True)
    """

    query: Property
    turns: tuple[FoundTurn, ...]
    searched: str
    patterns: int
    examined: int
    matches: int
    complete: bool = True
    each: tuple[str, str] = ("minimal shape", "minimal shapes")
    not_searched: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    first: int | None = None
    where: str = "on the board"
    known: int = 0

    def __len__(self) -> int:
        return len(self.turns)

    @overload
    def __getitem__(self, index: int) -> FoundTurn: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[FoundTurn, ...]: ...

    def __getitem__(self, index: int | slice) -> FoundTurn | tuple[FoundTurn, ...]:
        return self.turns[index]

    def __repr__(self) -> str:
        return repr_as(self, f"{len(self)} found; {self.summary()}")

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def to_dict(self) -> dict[str, Any]:
        """Return the turns searched and found in the types of JSON (`docs/found.schema.json`).

        >>> from standoff import find
        >>> find("differ(1971, 1982)", units=3).to_dict()["found"][0]["orders"]
        ['F NTH C A YOR - LON', 'A YOR - LON', 'F LON - YOR']
        """
        return {
            "made_by": {"version": version("standoff"), "expression": str(self.query), "searched": self.searched},
            "not_searched": list(self.not_searched),
            "warnings": list(self.warnings),
            "complete": self.complete,
            "first": self.first,
            "patterns": self.patterns,
            "examined": self.examined,
            "matches": self.matches,
            "found": [entry_of(one, self.query.rulebooks) for one in self],
        }

    def lines(self) -> Iterator[str]:
        """Yield the turns found, with their outcome under each rulebook, and the summary."""
        rulebooks = self.query.rulebooks
        width = max((len(rules.name) for rules in rulebooks), default=0)
        for number, one in enumerate(self.placed, 1):
            ways = (
                f", {len(one.power_assignments)} ways to divide them among powers"
                if len(one.power_assignments) > 1
                else ""
            )
            yield f"{number}. {counted(one.units, 'unit')}{ways}"
            assert one.turn is not None
            power = ""
            for order in one.turn.orders:
                yield f"   {order.power + ':' if order.power != power else '':<9} {one.turn.canonical(order)}"
                power = order.power
            for rules, text in zip(rulebooks, outcomes(one.turn, rulebooks), strict=True):
                yield f"   under {rules.name + ':':<{width + 1}} {text}"
            yield ""
        for heading, sought in (
            (f"Without a place {self.where} (all placings were tried):", False),
            (f"No place was found in {MOST_PLACEMENTS:,} placings (there may be one):", True),
        ):
            shapes = [f"   {counted(one.units, 'unit')}: {one}" for one in self.unplaced if bool(one.sought) is sought]
            if shapes:
                yield from (heading, *shapes, "")
        yield self.summary()

    @property
    def placed(self) -> tuple[FoundTurn, ...]:
        """The turns with a place on the board."""
        return tuple(one for one in self.turns if one.turn is not None)

    @property
    def unplaced(self) -> tuple[FoundTurn, ...]:
        """The turns without a place on the board, or for which none was found."""
        return tuple(one for one in self.turns if one.turn is None)

    def summary(self) -> str:
        """Return the turns searched, omitted and found, in a sentence; then the warnings."""
        finds = "find" if self.first == 1 else f"{self.first:,} finds" if self.first else ""
        start = "Searched" if self.complete else "The search was not finished; searched so far"
        if finds:
            start = f"Stopped after the first {finds}; searched so far"
        left_out = f" (not included: {', '.join(self.not_searched)})" if self.not_searched else ""
        count = f"{self.matches:,} {'turn has' if self.matches == 1 else 'turns have'} the property"
        known = max(self.known, len(self))
        listed = f"{known:,}" if known == len(self) else f"{len(self):,} of {known:,}"
        text = f"{start}: {self.searched}{left_out}: {count}; {listed} {self.each[known != 1]}"
        nowhere = sum(not one.sought for one in self.unplaced)
        if nowhere:
            text += f", {nowhere} of them without a place {self.where}"
        if failed := len(self.unplaced) - nowhere:
            text += f", {failed} for which the first {MOST_PLACEMENTS:,} placings failed, the only ones tried"
        return "\n".join([f"{text}.", *(f"Warning: {warning}." for warning in self.warnings)])


def found(
    query: Property,
    turns: Sequence[FoundTurn],
    searched: tuple[str, str],
    *,
    examined: int,
    matches: int,
    listed: int,
    max_results: int | None,
    whole: bool,
    patterns: int = 0,
    **texts: Any,
) -> Found:
    """Return a result: complete, interrupted, or stopped after its first finds.

    Args:
        query: The property.
        turns: The turns to list.
        searched: The turns searched, in words: for a complete search, and for an incomplete one.
        examined, matches: The numbers of turns examined, and of turns with the property.
        listed: The number of turns found from which nothing can be left out.
        max_results: The number of these after which the search was to stop; None for no limit.
        whole: Whether everything was searched.
        patterns: The number of patterns examined.
        texts: Other fields of `Found`.
    """
    # the search stopped at its limit if it found more, or reached the limit before the end
    stopped = max_results is not None and (listed > max_results or (listed == max_results and not whole))
    return Found(
        query,
        tuple(turns),
        searched[stopped or not whole],
        patterns,
        examined,
        matches,
        whole and not stopped,
        first=max_results if stopped else None,
        known=listed,
        **texts,
    )


# -- outcomes of a turn, in a line each --------------------------------------------------------------------------------


def outcomes(turn: Turn, rulebooks: Sequence[Rulebook]) -> list[str]:
    """Return the outcome of a turn under each rulebook, in a line with enough details to show the difference.

    If they agree on successful moves, dislodged units and paradoxes, the line also has the other successful orders and
    the possible retreats.
    """
    results = [Adjudged(turn).result_under(rules) for rules in rulebooks]
    texts = list(map(outcome_of, results))
    for more in (_retreats, _successes):
        if len(results) < 2 or len(set(texts)) > 1:
            break
        added = [more(result) for result in results]
        if len(set(added)) > 1:
            texts = [f"{text}; {one}" for text, one in zip(texts, added, strict=True)]
    return texts


def _retreats(result: MovementResult) -> str:
    where = ((one.unit, ", ".join(sorted(result.retreats[one.unit.province]))) for one in result.after.dislodged)
    return "; ".join(f"{unit} may retreat {f'to {places}' if places else 'nowhere'}" for unit, places in where)


def _successes(result: MovementResult) -> str:
    return "succeed: " + ("; ".join(str(one.order) for one in result if one.success) or "none")


def outcome_of(result: MovementResult) -> str:
    """Return the outcome of a turn in a line: successful moves, dislodged units, and settled paradoxes."""
    text = "; ".join(str(one.order) for one in result if one.outcome == "moves") or "no move succeeds"
    if out := [str(d.unit) for d in result.after.dislodged]:
        text += f"; dislodged: {', '.join(out)}"
    for paradox in result.solution.paradoxes:
        count = len(paradox.resolutions)
        text += f"; {paradox.kind}{'' if paradox.kind == 'circular movement' else ' paradox'}"
        text += f" ({counted(count, 'resolution', 'no')}, settled by {paradox.settled_by})"
    return text


# -- in the types of JSON ----------------------------------------------------------------------------------------------


def entry_of(one: FoundTurn, rulebooks: Sequence[Rulebook] = ()) -> dict[str, Any]:
    """Return a turn that was found: its shape, all ways to divide its units, a placing, and its outcomes.

    The outcomes are those under each of the rulebooks, or under 2023 if there are none.

    >>> from standoff import find
    >>> entry = entry_of(find("differ(1971, 1982)", units=3)[1])
    >>> entry["pattern"], entry["power_assignments"], entry["orders"]  # doctest: +NORMALIZE_WHITESPACE
    ('0 convoys 1; 1 to 2 by convoy (0), a neighbor; 2 to 1 by convoy (no route), a neighbor, via convoy',
     [[0, 1, 0], [0, 1, 2]], ['F NTH C A YOR - LON', 'A YOR - LON', 'A LON - YOR VIA'])
    """
    shape, numbers, ways = _numbered(one)
    placing = None
    if one.turn is None:
        assert one.shape is not None
        turn = on_its_board(one.shape)
    else:
        turn = one.turn
        placing = {key: value for key, value in turn.to_dict().items() if key not in ("rules", "season")}
    text_by_province = {order.unit.province: str(order) for order in turn.orders if not isinstance(order, Waive)}
    units = [turn.position.units[number] for number in numbers]
    return {
        "id": None if shape is None else shape_id(shape.pattern),
        "units": one.units,
        "pattern": None if shape is None else str(shape.pattern),
        "does": None if shape is None else _order_of(shape),
        "routes": None if shape is None else [list(route) for route in shape.pattern.routes],
        "power_assignments": [list(way) for way in ways],
        "powers": list(first_appear([unit.power for unit in units])),
        "placing": placing,
        "orders": None if placing is None else [text_by_province.get(unit.province, f"{unit} H") for unit in units],
        "placings_tried": one.sought or None,
        "by_rulebook": _outcomes_by_rulebook(turn, numbers, rulebooks or (rulebook(),)),
    }


def _numbered(one: FoundTurn) -> tuple[AbstractTurn | None, Sequence[int], Sequence[Sequence[int]]]:
    """Return a turn's shape, the numbers in the position of the shape's units, and the ways to divide them."""
    if one.turn is None:
        return one.shape, range(one.units), one.power_assignments
    try:
        shape, numbers = shape_of(one.turn)
    except ValueError:  # too many units
        return None, range(one.units), one.power_assignments
    if one.shape is not None:
        return shape, numbers, one.power_assignments
    return shape, numbers, [first_appear([way[number] for number in numbers]) for way in one.power_assignments]


def _order_of(shape: AbstractTurn) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for kind, aim, note in zip(shape.pattern.kinds, shape.pattern.aims, shape.pattern.notes, strict=True):
        about = {"to": aim} if kind in MOVING else {"of": aim} if aim >= 0 else {}
        way = {"by_convoy": WAYS[note]} if kind == SAILS else {}
        out.append({"kind": ORDER_KINDS[kind], **about, **way})
    return out


def _outcomes_by_rulebook(turn: Turn, numbers: Sequence[int], rulebooks: Sequence[Rulebook]) -> list[dict[str, Any]]:
    """Return the outcomes of a turn, grouped by rulebooks that agree."""
    together: list[dict[str, Any]] = []
    new = {turn.position.units[old].province: number for number, old in enumerate(numbers)}
    adjudged = Adjudged(turn)
    for rules, text in zip(rulebooks, outcomes(turn, rulebooks), strict=True):
        result = adjudged.result_under(rules)
        fates = unit_outcomes(result)
        resolutions = ResolutionMasks(result.table)
        entry = {
            "text": text,
            "outcomes": [fates[old][0] for old in numbers],
            "success": [fates[old][1] for old in numbers],
            "dislodged": [number for number, old in enumerate(numbers) if fates[old][2]],
            "resolutions": len(resolutions.by_search),
            "paradoxes": [_paradox(core, new) for core in cores_of(resolutions)],
        }
        same = next((other for other in together if other.items() >= entry.items()), None)
        if same is None:
            together.append({"rules": [rules.name], **entry})
        else:
            same["rules"].append(rules.name)
    return together


def _paradox(core: Core, new: dict[str, int]) -> dict[str, Any]:
    def number(order: Any) -> int:
        return new[order.unit.province]

    return {
        "kind": core.kind,
        "name": core.name,
        "paradox_class": core.paradox_class,
        "settled_by": core.settled_by,
        "core": sorted(map(number, core.core)),
        "depends": sorted([number(two), number(one), SIGNS[sign]] for one, two, sign in core.depends),
        "cycles": [[length, SIGNS[sign]] for length, sign in core.cycles],
    }


# -- as files ----------------------------------------------------------------------------------------------------------


def write(finds: Found, folder: Path) -> list[Path]:
    """Write each turn found as a case file and a picture into a folder, and return the files.

    Raises:
        FindError: They cannot be written.
    """
    from ..pictures import draw

    written: list[Path] = []
    rulebooks = finds.query.rulebooks
    rules = rulebooks[0] if rulebooks else rulebook()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, one in enumerate(finds.placed, 1):
            assert one.turn is not None
            name = f"find-{number:02}"
            under = zip(rulebooks, outcomes(one.turn, rulebooks), strict=True)
            notes = [f"found by standoff find: {finds.query}", finds.summary()]
            notes += [f"under {each.name}: {text}" for each, text in under]
            case = case_text(one.turn, id=name, title=counted(one.units, "unit"), rules=rules, notes=notes)
            drawing = draw(one.turn.adjudicate(rules), title=f"{name}, {rules.name}")
            for file, text in ((folder / f"{name}.txt", case), (folder / f"{name}.svg", f"{drawing.svg}\n")):
                write_whole(file, text)
                written.append(file)
    except OSError as fault:
        raise FindError(f"{folder}: {fault.strerror}") from None
    return written
