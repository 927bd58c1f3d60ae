"""Stalemate lines: does a line hold, whatever the enemy has outside, and whatever he orders?

A line is units with orders, and the provinces that it keeps.
"""

# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# Arrays and clingo have no types here.
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from ..map import Board, PhaseType, Position, Unit, province_of, repr_as
from ..solver import HOLDS, SUPPORTS, Convoy, Hold, Move, Order, Rulebook, Support, rulebook, table_of
from ..text import counted, read_places
from ..turn import Turn
from ..work import Stop, interrupt_sets
from .choices import HOLD, batch_order, legal_choices
from .frontier import EnemyUnit, Frontier
from .line_program import LineError, LineProgram
from .programs import MOST_SECONDS, OpenError
from .proofs import proof_text, require_prover

if TYPE_CHECKING:
    from ..pictures import Drawing


@dataclass(frozen=True)
class Line:
    """Whether a line holds, and what breaks it; in turns that break it, the units and orders of the line come first.

    `str` gives the answer as the command prints it.

    Attributes:
        holds: True if nothing that the enemy may have and order breaks it; None if that is open.
        turn: The line: its units and their orders.
        keep: The provinces that it keeps.
        enemy: The most units that the enemy has; None for any number.
        no_fleets: The provinces where he has no fleet.
        enemy_units: The units that the enemy may have, as in ``A BER``.
        entries: The provinces behind the line that he could enter.
        breaks: A turn that breaks it, with the units and orders of the enemy.
        broken: What that turn breaks, in words.
        leaves: For a line that holds with orders to move: a turn in which one of its units leaves its place.
        orders_free: True if units without an order may hold and support as they like; `turn` has orders that hold.
        spare: Units that can be left out, each with the orders of the others.
        repairs: Lines that hold, each with one unit elsewhere.
        assumed: What the answer rests on, in words.
        why_open: Why it is open, or what else was asked, in words.
        proof: For a line that holds, if a proof is asked for: the text of its file (`proofs.proof_text`).

    >>> from standoff import line
    >>> small = line("TURKEY: A CON H, A ARM H", keep="CON ANK SMY", no_fleets="AEG BLA")
    >>> small.holds, small.broken, [str(order) for order in small.breaks.orders[2:]]
    (False, ('SMY is entered',), ['F SYR - SMY'])
    """

    holds: bool | None
    turn: Turn
    keep: tuple[str, ...]
    enemy: int | None = None
    no_fleets: tuple[str, ...] = ()
    enemy_units: tuple[str, ...] = ()
    entries: tuple[str, ...] = ()
    breaks: Turn | None = None
    broken: tuple[str, ...] = ()
    leaves: Turn | None = None
    orders_free: bool = False
    spare: tuple[tuple[Unit, Turn], ...] | None = None
    repairs: tuple[Turn, ...] | None = None
    assumed: tuple[str, ...] = field(default=(), repr=False)
    why_open: str = ""
    proof: str = field(default="", repr=False)

    def picture(self, **options: Any) -> Drawing:
        """Return the turn that breaks it, or the line, as a picture: what it keeps, and where the enemy may stand.

        Args:
            options: Those of `pictures.draw`.
        """
        from ..pictures import draw

        turn, board, ours = self.breaks or self.leaves or self.turn, self.turn.board, self.turn.position.units
        powers = [unit.power for unit in turn.position.units]
        enemy = [*powers[len(ours) :], *(power for power in board.powers if power not in powers), *powers][0]
        outside = {province_of(unit.rpartition(" ")[2]) for unit in self.enemy_units}
        tints = dict.fromkeys(outside, enemy) | dict.fromkeys(self.keep, powers[0])
        tints |= {unit.province: unit.power for unit in ours}
        centers = {power: tuple(one for one in board.centers if tints.get(one) == power) for power in (*powers, enemy)}
        shown = replace(turn, position=replace(turn.position, centers=centers))
        first, name = str(self).partition("\n")[0], board.powers[enemy].name
        title = options.pop("title", "") or f"{first}; where the enemy may stand: {name}"
        return draw(shown.adjudicate(), title=title, tints=tints, **options)

    def case_text(self) -> str:
        """Return the turn that breaks it, or the line, as a case file, with the answer in its notes.

        In it, a power of the line owns the centers that it keeps: `line` asks again whether the line holds.
        """
        from ..peers import case_text

        turn, (title, *notes) = self.breaks or self.turn, str(self).splitlines()
        centers = {turn.position.units[0].power: tuple(one for one in self.keep if one in turn.board.centers)}
        shown = replace(turn, position=replace(turn.position, centers=centers))
        return case_text(shown, id="line", title=title, rules=turn.rules, notes=notes)

    def to_dict(self) -> dict[str, Any]:
        """Return it in the types of JSON."""

        def lines(turn: Turn | None) -> list[str] | None:
            return None if turn is None else _orders_by_power(turn)

        return {
            "holds": self.holds,
            "orders": _orders_by_power(self.turn),
            "keep": list(self.keep),
            "enemy": self.enemy,
            "no_fleets": list(self.no_fleets),
            "rules": self.turn.rules.name,
            "board": self.turn.board.name,
            "enemy_units": list(self.enemy_units),
            "entries": list(self.entries),
            "breaks": lines(self.breaks),
            "broken": list(self.broken),
            "leaves": lines(self.leaves),
            "orders_free": self.orders_free,
            "spare": None if self.spare is None else [[str(unit), lines(turn)] for unit, turn in self.spare],
            "repairs": None if self.repairs is None else [lines(turn) for turn in self.repairs],
            "assumed": list(self.assumed),
            "why_open": self.why_open,
        }

    def __str__(self) -> str:
        what = f"{counted(len(self.turn.position.units), 'unit')}, {counted(len(self.keep), 'province')} kept"
        verdict = {True: "holds", False: "does not hold", None: f"open: {self.why_open}"}[self.holds]
        lines = [f"The line {verdict} ({what})" if self.holds is not None else f"The line is {verdict}"]
        lines += [f"  {one}" for one in _orders_by_power(self.turn)]
        lines.append(f"  keeps {', '.join(self.keep)}")
        if self.orders_free and self.holds is False:
            lines.append("it falls with any holds and supports of the units without an order; for example, with these")
        for heading, turn in (
            (f"broken: {', '.join(self.broken)}", self.breaks),
            ("it holds this turn, but a unit may leave its place", self.leaves),
        ):
            if turn is not None:
                enemy = _orders_by_power(replace(turn, orders=turn.orders[len(self.turn.position.units) :]))
                lines += [f"{heading}:", *(f"  {one}" for one in enemy or ["by its own orders alone"])]
        if self.spare is not None:
            lines.append(f"can be spared: {', '.join(str(unit) for unit, _ in self.spare) or 'none'}")
            lines += [f"  without {unit}: {one}" for unit, turn in self.spare for one in _orders_by_power(turn)]
        if self.repairs is not None:
            lines.append(f"with one unit elsewhere it holds in {counted(len(self.repairs), 'way')}")
            lines += [f"  {one}" for turn in self.repairs for one in _orders_by_power(turn)]
        if self.why_open and self.holds is not None:
            lines.append(f"what else was asked is open: {self.why_open}")
        return "\n".join([*lines, *["It is assumed:"] * bool(self.assumed), *(f"- {one}" for one in self.assumed)])

    def __repr__(self) -> str:
        return repr_as(self, str(self).partition("\n")[0])


def _orders_by_power(turn: Turn) -> list[str]:
    by_power: dict[str, list[str]] = {}
    for order in turn.orders:
        by_power.setdefault(order.power, []).append(str(order))
    return [f"{power}: {', '.join(orders)}" for power, orders in by_power.items()]


def line(
    turn: Any,
    keep: str | Iterable[str] | None = None,
    *,
    by: str | Iterable[str] | None = None,
    enemy: int | None = None,
    no_fleets: str | Iterable[str] = (),
    orders: bool = False,
    spare: bool = False,
    repair: bool = False,
    proof: bool = False,
    rules: Rulebook | str | None = None,
    board: str | Board | None = None,
    seconds: float = MOST_SECONDS,
    progress: Callable[[int, int | None, str], None] | None = None,
    stop: Stop | None = None,
) -> Line:
    """Return whether a stalemate line holds, whatever the enemy has outside and whatever he orders.

    The enemy comes from every center that is not kept, and may have any units that can get where they stand without
    passing the line or a kept province. The line is broken if one of its units is dislodged, or an enemy enters a
    province where it stood or that it keeps.

    Args:
        turn: The units of the line and their orders, in any form that `read` takes. Units of other powers may be
            there, too; the answer is about all that the enemy may have instead.
        keep: The provinces that it keeps; the centers that its powers own if left out.
        by: The powers of the line, which are allies; if left out, those of the turn that own a center in it, or all of
            its powers if none does.
        enemy: The most units that the enemy has; any number if left out.
        no_fleets: Provinces where he has no fleet, and sends none.
        orders: True to find holds and supports of units without an order, with which the line holds.
        spare: True to find which units can be left out, even if the others get new holds and supports.
        repair: True to find lines that hold with one unit elsewhere: nearby, or of the other type.
        proof: True for a proof that the line holds, which rests on no solver (`Line.proof`).
        rules: The rulebook; that of the turn if left out.
        board: The board; that of the turn if left out.
        seconds: How long to look for each answer.
        progress: Called with how much is done, of how much (None if that is not known), and what is tried, in words.
        stop: Ends the search when it is set, as the first interrupt does; what was not asked by then is open.

    Raises:
        LineError: Nothing is kept, an order of the line counts for nothing, a power of the line has no units, a unit of
            another power is inside, or the turn is no movement phase.
        ProofError: There is no package to make proofs.

    >>> from standoff import line
    >>> line("TURKEY: A CON H, A ARM H", keep="CON ANK SMY", no_fleets="AEG BLA EAS").holds
    True
    """
    from ..cases import turn_from

    given, stop = turn_from(turn, board=board), stop or Stop()
    chosen = given.rules if rules is None else rulebook(rules)
    own_board, position = given.board, given.position
    kept, barred = (_provinces(names, own_board) for names in ((keep or ()), no_fleets))
    powers = _powers(by, position, own_board)
    if keep is None:
        kept = [one for power in powers for one in position.centers.get(power, ())]
    if not kept:
        raise LineError("name the provinces that the line keeps (--keep), or their owners in the turn")
    if given.type is not PhaseType.MOVEMENT or not position.units or position.civil_disorder or position.closed:
        raise LineError("a line has units and orders of a movement phase, without civil disorder or closed provinces")
    others = [unit for unit in position.units if unit.power not in powers]
    position = Position([unit for unit in position.units if unit.power in powers], board=position.board)
    ordered = tuple(order for order in given.orders if order.power in powers)
    legal, written = _choices(position, ordered, own_board, chosen)
    if proof:
        require_prover()

    def search(units: Sequence[Unit], choices: Sequence[Any]) -> LineProgram:
        ends = monotonic() + seconds
        here = Position(units, board=position.board)
        return LineProgram(here, choices, kept, enemy, barred, own_board, chosen, ends, stop)

    def report(done: int, total: int | None, what: str) -> None:
        if progress is not None:
            progress(done, total, what)
        if stop.is_set():
            raise OpenError("the search was stopped")

    def lines_that_hold(variants: Sequence[tuple[str, list[Unit]]]) -> Iterator[tuple[int, Turn]]:
        """Yield which of some named variants hold, each with holds and supports with which it does."""
        for number, (name, units) in enumerate(variants):
            report(number, len(variants), name)
            here = Position(units, board=position.board)
            one = search(units, _choices(here, (), own_board, chosen)[0])
            if (numbers := one.orders_that_hold()) is not None:
                yield number, Turn(here, one.orders(numbers), chosen, board=own_board)

    choices = [
        rows if orders and row is None else np.array([row or HOLD]) for rows, row in zip(legal, written, strict=True)
    ]
    here = Turn(position, ordered, chosen, board=own_board)
    answer = Line(None, here, tuple(kept), enemy, tuple(sorted(barred)), orders_free=orders)
    with interrupt_sets(stop):
        try:
            report(0, None, "the line")
            one = search(position.units, choices)
            for unit in others:
                if EnemyUnit(unit.type, unit.location) not in one.frontier.possible:
                    raise LineError(f"{unit.power}: {unit} is behind the line, where the enemy has no such unit")
            answer = replace(answer, **_premises(one, kept, enemy, others))
            numbers: list[int] | None = [0] * len(choices)
            if orders and any(len(rows) > 1 for rows in choices):
                numbers = one.orders_that_hold(lambda done: report(done, None, f"{counted(done, 'break')} withstood"))
            numbers = numbers or [0] * len(choices)
            found, held = one.first_break(numbers), Turn(position, one.orders(numbers), chosen, board=own_board)
            answer = replace(answer, turn=held, holds=found is None)
            if found is not None:
                answer = replace(answer, breaks=found[0], broken=tuple(found[1]))
            elif not one.static and (moved := one.first_break(numbers, moves=True)):
                answer = replace(answer, leaves=moved[0])
            if proof and answer.holds:
                report(0, None, "the proof")
                answer = replace(answer, proof=_proof(held, kept, enemy, barred, seconds))
            if spare:
                answer = replace(answer, spare=())
                units = position.units
                fewer = [(f"without {spared}", [unit for unit in units if unit is not spared]) for spared in units]
                for number, left in lines_that_hold(fewer):
                    answer = replace(answer, spare=(*(answer.spare or ()), (units[number], left)))
            if repair:
                answer = replace(answer, repairs=())
                for _, changed in lines_that_hold(list(_variants(position.units, one.frontier))):
                    answer = replace(answer, repairs=(*(answer.repairs or ()), changed))
        except OpenError as fault:
            return replace(answer, why_open=str(fault))
    return answer


def _proof(turn: Turn, keep: Sequence[str], enemy: int | None, no_fleets: Sequence[str], seconds: float) -> str:
    """Return the text of a file with the proof that a line holds.

    Raises:
        OpenError: There is none by the deadline.
    """
    question: dict[str, Any] = {"orders": _orders_by_power(turn), "keep": keep, "enemy": enemy, "no_fleets": no_fleets}
    question |= {"rules": turn.rules.preset, "options": turn.rules.differences, "board": turn.board.name}
    search = unbroken_program(question, seconds)
    search.first_break([0] * len(search.choices))  # leaves out breaks that the adjudicator does not confirm
    return proof_text({**question, "refused": search.refused}, search.unbroken(), seconds)


def unbroken_program(question: Mapping[str, Any], seconds: float = MOST_SECONDS) -> LineProgram:
    """Return the program of a question in a file with a proof; `LineProgram.unbroken` is what is proved.

    Raises:
        LineError: The question is about no line.
        OpenError: The question cannot be stated.
    """
    from ..cases import turn_from

    rules = rulebook(question["rules"], **question["options"])
    turn = turn_from("\n".join(question["orders"]), board=question["board"], rules=rules)
    written = _choices(turn.position, turn.orders, turn.board, rules)[1]
    choices, ends = [np.array([row or HOLD]) for row in written], monotonic() + seconds
    keep, enemy, no_fleets = question["keep"], question["enemy"], question["no_fleets"]
    return LineProgram(turn.position, choices, keep, enemy, no_fleets, turn.board, rules, ends)


def _powers(by: str | Iterable[str] | None, position: Position, board: Board) -> list[str]:
    """Return the powers of a line, in the order of the position's units.

    Raises:
        LineError: One of them has no unit.
    """
    having = list(dict.fromkeys(unit.power for unit in position.units))
    if by is None:
        return [power for power in having if position.centers.get(power)] or having
    named = [board.power_named(name) for name in ([by] if isinstance(by, str) else by)]
    for power in named:
        if power not in having:
            raise LineError(f"{power} has no units here")
    return [power for power in having if power in named]


def _provinces(names: str | Iterable[str], board: Board) -> list[str]:
    """Return the ids of named provinces."""
    places = read_places(names if isinstance(names, str) else ",".join(names), board)
    return list(dict.fromkeys(map(province_of, places)))


def _choices(
    position: Position, orders: Sequence[Order], board: Board, rules: Rulebook
) -> tuple[list[Any], list[tuple[int, ...] | None]]:
    """Return, by unit, its holds and supports for units that stay; and the order that it is given, None without one.

    Raises:
        LineError: An order is illegal, or void: it supports a unit of the line in what this does not do.
    """
    legal = legal_choices(position, board, (rules,))
    static = [rows[(rows[:, 0] == HOLDS) | ((rows[:, 0] == SUPPORTS) & (rows[:, 2] < 0))] for rows in legal]
    table = table_of(board, position, orders, rules)
    at = {unit.province: number for number, unit in enumerate(position.units)}
    given: list[tuple[int, ...] | None] = [None] * len(legal)
    for order in orders:
        unit = at.get(order.unit.province, -1) if isinstance(order, Hold | Move | Support | Convoy) else -1
        legal_order = table.legal_orders[unit]
        if unit < 0 or (legal_order.kind == HOLDS) != isinstance(order, Hold) or table.void[unit]:
            what = "void" if unit >= 0 and table.void[unit] else "illegal"
            raise LineError(f"{order.power}: {order}: the {what} order counts for nothing")
        given[unit] = batch_order(legal_order)
    return static, given


def _premises(search: LineProgram, keep: Sequence[str], most: int | None, others: Sequence[Unit]) -> dict[str, Any]:
    """Return what a line's answer rests on, as fields of it."""
    frontier, board = search.frontier, search.board
    units = "any number of units" if most is None else f"at most {counted(most, 'unit')}"
    inside = [one.id for one in board.provinces if one.id not in frontier.free | frontier.provinces]
    homes = {home for name, power in board.powers.items() if name not in search.powers for home in power.homes}
    own_homes = [one for one in keep if one in homes]
    examples = dict.fromkeys(board.powers[unit.power].name for unit in others)
    assumed = [
        f"rulebook {search.rules.name}",
        f"the enemy has {units}, anywhere outside",
        *([f"units of {', '.join(examples)} are only an example"] if examples else []),
        *([f"he has no fleet in, and sends none to {', '.join(sorted(frontier.closed))}"] if frontier.closed else []),
        *([f"he has nothing inside, in {', '.join(inside)}"] if inside else []),
        *([f"he builds nothing in his home centers inside: {', '.join(own_homes)}"] if own_homes else []),
    ]
    centers = sum(one in board.centers for one in keep)
    if centers < len(search.position.units):
        assumed.append(f"{len(search.position.units)} units are kept with {counted(centers, 'center')}")
    possible = tuple(sorted(map(str, frontier.possible)))
    return {"enemy_units": possible, "entries": tuple(sorted(frontier.entries)), "assumed": tuple(assumed)}


def _variants(units: Sequence[Unit], frontier: Frontier) -> Iterator[tuple[str, list[Unit]]]:
    """Yield which of some units is elsewhere, of the other type or where it could move; and the units."""
    taken = {unit.province for unit in units}
    for number, unit in enumerate(units):
        here = EnemyUnit(unit.type, unit.location)
        others = [one for one in frontier.of_province[unit.province] if one != here]
        near = [EnemyUnit(unit.type, place) for place in frontier.reach(here)]
        for one in [*others, *(other for other in near if other.province not in taken)]:
            changed = [*units[:number], Unit(one.type, one.location, unit.power), *units[number + 1 :]]
            yield f"{one} for {unit}", changed
