"""Every entrance through which a turn comes in, and whether all of them give one answer: `tools.agree --entrances`.

The reference is `Turn.adjudicate`. Every other entrance is given the same turn in its own form, and must give what the
reference gives, or refuse by name: with a `StandoffError`, or in a way that is stated here (`RefusedError`). Where the
reference itself raises one (an own rule may let two units into one province), every entrance must.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

import standoff
from standoff.cases.case import Case, CasePhase, SetLine, WrittenOrder, lay_out, options_of
from standoff.cases.write import write_cases
from standoff.env import VectorEnv
from standoff.env.games import Games
from standoff.lines.answering import answer_block, answer_line, answer_lines
from standoff.map import Dislodged, Phase, PhaseType, Position, StandoffError, load_board
from standoff.page.messages import answer as page_answer
from standoff.peers.stand_ins.game import Game
from standoff.solver import MovementResult, Order, Retreat, Rulebook, RulebookError, Unclear, Waive
from standoff.solver.arrays.batch import adjudicate_batch, encode, results_of
from standoff.solver.order import units_named
from standoff.turn.codec import owned_after
from standoff.turn.result import Result
from standoff.turn.turn import Turn
from tools.agree_games import plainly
from tools.drawn_turns import own_rules_on, rules_drawn, turn_drawn

Answer = dict[str, Any]


class RefusedError(StandoffError):
    """An entrance does not take such a turn, as its documentation says."""


@dataclass(frozen=True)
class Question:
    """A turn, the rulebook beneath its own rules, and what chance is made from.

    Attributes:
        turn: The turn, under its rulebook.
        beneath: The same rulebook without rules of one's own.
        seed: For what an entrance draws.
    """

    turn: Turn
    beneath: Rulebook
    seed: int
    _kept: dict[str, Any] = field(default_factory=dict[str, Any], compare=False, repr=False)

    @cached_property
    def result(self) -> Result:
        """The reference."""
        return self.turn.adjudicate()

    @cached_property
    def answer(self) -> Answer:
        """What the reference says."""
        return answer_of(self.result)

    @property
    def plain(self) -> Turn:
        """The turn, if it has nothing but orders."""
        if self.turn.sets or self.turn.lasting or self.turn.proxies:
            raise RefusedError("sets, lasting orders and proxies")
        return self.turn

    @property
    def by_power(self) -> dict[str, list[str]]:
        """The texts of its orders, by power."""
        texts: dict[str, list[str]] = {}
        for order, text in zip(self.turn.orders, self.turn.texts, strict=True):
            texts.setdefault(order.power, []).append(text)
        return texts


# -- what is compared -------------------------------------------------------------------------------------------------


def answer_of(result: Result) -> Answer:
    """Return what a result says, as values that do not depend on the order in which anything is listed."""
    return {
        "orders": Counter((one.order.power, str(one.order), one.success, str(one.outcome)) for one in result),
        "after": _told(result.after if result.turn.phase else replace(result.after, phase=None)),
        "retreats": {d.unit.province: frozenset(result.retreats.get(d.unit.province, ())) for d in result.dislodged},
        "centers": _centers(owned_after(result.phase_result, result.turn.board)),
        "paradoxes": Counter(
            (str(one.kind), frozenset(map(_whose, one.core)), len(one.resolutions), one.settled_by)
            for one in result.paradoxes
        ),
    }


def _whose(order: Order) -> tuple[str, str]:
    return order.power, str(order)


def _told(position: Position) -> Position:
    """Return a position as every entrance has it: a phase where none is named, no powers that own nothing."""
    centers = {power: owned for power, owned in position.centers.items() if owned}
    phase = position.phase or Phase("S", load_board(position.board).first_year, PhaseType.MOVEMENT)
    return replace(position, centers=centers, phase=phase)


def _centers(centers: Any) -> dict[str, frozenset[str]]:
    return {power: frozenset(owned) for power, owned in centers.items() if owned}


# -- entrances that take texts ----------------------------------------------------------------------------------------


def front_door(question: Question) -> tuple[Any, Any]:
    """`standoff.adjudicate` with texts by power."""
    turn = question.plain
    result = standoff.adjudicate(turn.position, question.by_power, rules=turn.rules, board=turn.board)
    return answer_of(result), question.answer


def text_read(question: Question) -> tuple[Any, Any]:
    """`standoff.read` of a turn's `str`."""
    return answer_of(standoff.read(str(question.plain), rules=question.turn.rules).adjudicate()), question.answer


def case_file(question: Question) -> tuple[Any, Any]:
    """A case file, written and read again."""
    turn = question.turn
    if turn.rules.own_rules:
        raise RefusedError("rules of one's own")
    text, losses = write_cases([_case(turn)])
    if losses:
        raise RefusedError("an order that no case file can hold")
    read = standoff.read(text)
    if turn.phase is None:  # which a file then takes for the first of a game
        read = replace(read, position=replace(read.position, phase=None))
    return answer_of(read.adjudicate()), question.answer


def _case(turn: Turn) -> Case:
    """Return a turn as a case, with its sets, lasting orders and proxies."""
    head = {"rules": turn.rules.preset, "map": turn.board.source}
    if turn.rules.differences:
        head["options"] = options_of(turn.rules.differences)
    phase = lay_out(CasePhase(turn.type, 1), turn.position)
    labels: list[str] = []
    for number, one in enumerate(turn.sets):
        label = f"set {number}"
        phase.sets[one.power, label] = SetLine(one.number, one.keeps, one.replaces)
        labels += [label] * len(one.orders)
    labels += [""] * (len(turn.orders) - len(labels))
    entries = zip(turn.orders, turn.texts, labels, strict=True)
    phase.orders = [WrittenOrder(order, text, 1, None, label) for order, text, label in entries]
    phase.lasting, phase.proxies = list(turn.lasting), list(turn.proxies)
    return Case("", 1, turn.board, head=head, phases=[phase])


def page_game(question: Question) -> tuple[Any, Any]:
    """The page's request for the phases of a game: where the orders lead."""
    turn = _on_the_page(question)
    request = {**_page_request(turn), "do": "line"}
    node = {"position": request.pop("position"), "orders": request.pop("orders")}
    (root, leaf) = _asked({**request, "nodes": [node, {"parent": 0, "orders": ""}]})["nodes"]
    if "error" in root:
        raise StandoffError(root["error"])
    return _told(Position.parse(leaf["position"])), _told(question.result.next().position)


def page_look(question: Question) -> tuple[Any, Any]:
    """The page's request for a turn: what became of each order."""
    turn = _on_the_page(question)
    look = _asked({**_page_request(turn), "do": "look"})
    if look["faults"]:
        raise StandoffError(look["faults"][0]["message"])
    shown = question.result.to_dict()
    pairs = Counter((one["power"], one["order"], one["success"], one["outcome"]) for one in look["result"]["orders"])
    expected = Counter((one["power"], one["order"], one["success"], one["outcome"]) for one in shown["orders"])
    return (pairs, look["result"].get("after")), (expected, shown.get("after"))


def _on_the_page(question: Question) -> Turn:
    turn = question.plain
    if turn.rules.own_rules:
        raise RefusedError("rules of one's own")
    if turn.phase is None:
        raise RefusedError("a turn without a phase")
    return turn


def _page_request(turn: Turn) -> dict[str, Any]:
    lines = [f"{power}\n" + "\n".join(texts) for power, texts in Question(turn, turn.rules, 0).by_power.items()]
    return {
        "position": str(turn.position),
        "orders": "\n".join(lines),
        "rules": turn.rules.preset,
        "options": turn.rules.differences,
    }


def _asked(request: dict[str, Any]) -> dict[str, Any]:
    answered = page_answer(request)
    if "error" in answered:
        raise StandoffError(answered["error"])
    return answered


# -- lines ------------------------------------------------------------------------------------------------------------


def as_data(question: Question) -> tuple[Any, Any]:
    """`Turn.from_dict` of `Turn.to_dict`."""
    read = Turn.from_dict(json.loads(question.turn.to_json()))
    if question.turn.phase is None:  # which lines then take for the first of a game
        read = replace(read, position=replace(read.position, phase=None))
    return answer_of(read.adjudicate()), question.answer


def line(question: Question) -> tuple[Any, Any]:
    """An interchange line, with all reasons; own rules are named beside it, as `batch --set` does."""
    named: dict[str, str] = {}
    for hook, (_, function) in question.turn.rules.functions.items():
        setattr(sys.modules[__name__], f"own_{hook}", function)
        named[hook] = f"{__name__}:own_{hook}"
    answered, _ = answer_line(_line(question), options=named or None)
    if "error" in answered:
        raise StandoffError(answered["error"])
    expected = question.turn.adjudicate(question.beneath.with_named(**named)) if named else question.result
    del answered["id"]
    told = json.loads(json.dumps(expected.by_line()))
    for paradox in told.get("paradoxes", []):
        del paradox["name"], paradox["word"]  # lines leave these out: finding them takes longer than the turn
    return answered, told


def _line(question: Question) -> str:
    return replace(question.turn, rules=question.beneath).to_json()


def blocks_differing(questions: Iterable[Question]) -> list[str]:
    """Return the lines that are answered otherwise in a block than alone, to the letter."""
    lines: list[str] = []
    for question in questions:
        try:
            lines.append(_line(question))
        except StandoffError:
            continue
    wrong: list[str] = []
    for brief in (False, True):
        alone, together = answer_lines(lines, brief=brief), answer_block(lines, brief=brief)
        for text, one, other in zip(lines, alone, together, strict=True):
            if one != other:
                wrong.append(f"line {text}: alone {one[0]}, in a block {other[0]}")
    return wrong


# -- arrays -----------------------------------------------------------------------------------------------------------


def one_of_many(question: Question) -> tuple[Any, Any]:
    """`results`: one of many turns, most of them solved by compiled code."""
    turn = question.turn
    if turn.type is not PhaseType.MOVEMENT:
        raise RefusedError("phases other than movement")
    (solved,) = results_of([(turn.position, turn.adjudicate().orders)], rules=turn.rules)
    result = Result(turn, turn.rules, solved)
    # an implied order is among those given, but comes out the same
    return answer_of(result), question.answer


def batch(question: Question) -> tuple[Any, Any]:
    """`encode` and `adjudicate_batch`: what becomes of each unit."""
    turn = question.turn
    if turn.type is not PhaseType.MOVEMENT:
        raise RefusedError("phases other than movement")
    encoded, left_out = encode([(turn.position, turn.adjudicate().orders)], rules=turn.rules)
    if left_out:
        raise RefusedError("orders that arrays cannot hold")
    outcomes, movement = adjudicate_batch(encoded, rules=turn.rules, threads=1), question.result.phase_result
    assert isinstance(movement, MovementResult)
    solution = movement.solution
    retreats = {u.province: n for n, u in enumerate(turn.position.units)}
    ours = (
        outcomes.masks[0].tolist(),
        outcomes.contested_provinces(0),
        {unit: frozenset(places) for unit, places in outcomes.legal_retreats(0).items()},
        outcomes.solution(0).paradoxes,
    )
    expected = (
        [solution.true, solution.false],
        movement.after.contested,
        {retreats[d.unit.province]: frozenset(movement.retreats[d.unit.province]) for d in movement.after.dislodged},
        solution.paradoxes,
    )
    return ours, expected


def games(question: Question) -> tuple[Any, Any]:
    """`Games.advance`: what became of each order, and where the game goes on."""
    one, row, given = _in_a_game(question)

    def advanced() -> tuple[Position, list[int]]:
        success = one.advance(row, rules=question.turn.rules, threads=1)
        return _told(one.position(0)), success[0][row[0] >= 0].tolist()

    return _or_refused(advanced), _played_plainly(question, given)


def environment(question: Question) -> tuple[Any, Any]:
    """`VectorEnv.step`: the same where all orders are legal."""
    _, row, given = _in_a_game(question)
    rules, board = question.turn.rules, question.turn.board
    envs = VectorEnv(1, board=board, rules=rules, last_year=30_000, autoreset=False, threads=1)
    envs.reset(positions=[_at(question)])

    def stepped() -> tuple[Position, list[int]]:
        success = envs.step(row).success
        return _told(envs.games.position(0)), success[0][row[0] >= 0].tolist()

    return _or_refused(stepped), _played_plainly(question, given)


def _played_plainly(question: Question, given: list[Order]) -> Any:
    """Return what plain play makes of the orders as games name them: always with the powers of foreign units."""

    def played() -> tuple[Position, list[int]]:
        after, success = plainly(_at(question), given, question.turn.rules, question.turn.board)
        return _told(after), success

    return _or_refused(played)


def _or_refused(work: Callable[[], Any]) -> Any:
    """Return what `work` does; None where own rules let happen what cannot be, whichever of several is named."""
    try:
        return work()
    except RulebookError:
        return None


def _at(question: Question) -> Position:
    """Return the position with a phase: games are always at one."""
    turn = question.turn
    return _told(turn.position)


def _in_a_game(question: Question) -> tuple[Games, Any, list[Order]]:
    """Return a turn as a game in arrays, its orders by number, and the same orders as values."""
    turn = question.plain
    board, one = turn.board, Games.of([_at(question)])
    words, row = one.vocabulary, one.no_orders()
    for order in turn.orders:
        if isinstance(order, (Waive, Unclear)):
            raise RefusedError("unclear orders, and builds waived nowhere")
        if any(unit.nationality is not None for unit in units_named(order).values()):
            raise RefusedError("orders that name a power")
        province = board.province_number[order.unit.province]
        if row[0, province] >= 0:
            raise RefusedError("two orders for one province")
        row[0, province] = words.numbers([str(order)])[0]
        if row[0, province] < 0:
            raise RefusedError("orders that the vocabulary does not have")
    one.check()
    given = one.given(0, row[0])
    if Counter(map(_whose, given)) != Counter(map(_whose, turn.orders)):
        raise RefusedError("orders of another power than the unit's")
    return one, row, given


# -- the stand-in -----------------------------------------------------------------------------------------------------


def stand_in(question: Question) -> tuple[Any, Any]:
    """`Game.process` of the class that stands in for the `diplomacy` package's."""
    turn, position = question.plain, _at(question)
    if position.civil_disorder or position.closed or position.contested or not position.centers:
        raise RefusedError("civil disorder, closed or contested provinces, and games without owned centers")
    game = Game(map_name=turn.board.source, rulebook=turn.rules)
    game.set_current_phase(str(position.phase))
    units = position.by_power()
    for power in turn.board.powers:
        game.set_units(power, list(map(str, units.get(power, ()))), reset=True)
        game.set_centers(power, list(position.centers.get(power, ())), reset=True)
    for d in position.dislodged:
        game.set_units(d.unit.power, f"*{d.unit}")
    for power, texts in question.by_power.items():
        game.set_orders(power, texts)
    seen = game.turn
    if Counter(map(_whose, seen.orders)) != Counter(map(_whose, turn.orders)) or game.error:
        raise RefusedError("orders that it leaves out")
    expected = _where_somebody_orders(seen.adjudicate().next())
    game.process()
    if game.is_game_done:
        raise RefusedError("a game that is over")
    ours = (str(game.turn.phase), frozenset(game.turn.position.units), _gone(game.turn.position.dislodged))
    retreating = [d for d in expected.position.dislodged if d.unit.province in _going(expected)]
    return ours, (str(expected.phase), frozenset(expected.position.units), _gone(retreating))


def _going(turn: Turn) -> set[str]:
    """Return where the dislodged units stand that can retreat."""
    legal = turn.legal_orders().values() if turn.type is PhaseType.RETREAT else ()
    orders = (order for by_place in legal for of_unit in by_place.values() for order in of_unit)
    return {order.unit.province for order in orders if isinstance(order, Retreat)}


def _where_somebody_orders(turn: Turn) -> Turn:
    """Return the next turn that is not a retreat phase in which nobody can retreat: the package leaves these out."""
    return turn.adjudicate().next() if turn.type is PhaseType.RETREAT and not _going(turn) else turn


def _gone(dislodged: Iterable[Dislodged]) -> frozenset[Any]:
    return frozenset(d.unit for d in dislodged)


# -- the same turn otherwise ------------------------------------------------------------------------------------------


def permuted(question: Question) -> tuple[Any, Any]:
    """The same turn with units and powers listed in another order; the orders of each power stay as they are."""
    turn, chance = question.turn, Random(question.seed)
    units = chance.sample(turn.position.units, len(turn.position.units))
    dislodged = chance.sample(turn.position.dislodged, len(turn.position.dislodged))
    owned = chance.sample(sorted(turn.position.centers.items()), len(turn.position.centers))
    position = replace(turn.position, units=tuple(units), dislodged=tuple(dislodged), centers=dict(owned))
    powers = chance.sample(list(turn.board.powers), len(turn.board.powers))
    entries = sorted(zip(turn.orders, turn.texts, strict=True), key=lambda entry: powers.index(entry[0].power))
    sets = tuple(sorted(turn.sets, key=lambda one: powers.index(one.power)))
    orders, texts = tuple(zip(*entries, strict=True)) or ((), ()) if entries else ((), ())
    other = replace(turn, position=position, orders=orders, texts=texts, sets=sets)
    return answer_of(other.adjudicate()), question.answer


ENTRANCES: dict[str, Callable[[Question], tuple[Any, Any]]] = {
    "standoff.adjudicate": front_door,
    "text": text_read,
    "case file": case_file,
    "data": as_data,
    "line": line,
    "results": one_of_many,
    "encode": batch,
    "games": games,
    "environment": environment,
    "stand-in": stand_in,
    "page, game": page_game,
    "page, look": page_look,
    "permuted": permuted,
}
"""The entrances beside `Turn.adjudicate`, and another way to list the same turn."""

NAMED = {"games", "environment"}
"""Entrances whose orders always name the powers of foreign units: what they expect is worked out for these."""

SLOW = {"page, look": 10, "stand-in": 3}
"""Entrances that take long are asked about one turn in so many."""


# -- comparing --------------------------------------------------------------------------------------------------------


def compared(question: Question, name: str) -> tuple[str, str]:
    """Return what came of one turn at one entrance: ``same``, ``refused`` or ``differs``, and why."""
    try:
        _ = question.answer
        raised = None
    except StandoffError as fault:
        raised = fault
    try:
        ours, expected = ENTRANCES[name](question)
    except StandoffError as fault:
        if raised is not None and name not in NAMED:
            return "same", ""
        return "refused", _in_short(fault)
    if raised is not None and name not in NAMED:
        return "differs", f"the reference raises {raised}; here {ours}"
    return ("same", "") if ours == expected else ("differs", _parting(ours, expected))


def _parting(ours: Any, expected: Any, where: str = "") -> str:
    """Return the first place at which two answers part, with what stands there."""
    if isinstance(ours, dict) and isinstance(expected, dict) and not isinstance(ours, Counter):
        for key in [*ours, *(key for key in expected if key not in ours)]:
            if ours.get(key) != expected.get(key):
                return _parting(ours.get(key), expected.get(key), f"{where}/{key}")
    if isinstance(ours, Counter) and isinstance(expected, Counter):
        ours, expected = dict(ours - expected), dict(expected - ours)
    if isinstance(ours, tuple) and isinstance(expected, tuple) and len(ours) == len(expected):
        for number, pair in enumerate(zip(ours, expected, strict=True)):
            if pair[0] != pair[1]:
                return _parting(*pair, f"{where}/{number}")
    return f"{where}: here {ours}; expected {expected}"


def _in_short(fault: StandoffError) -> str:
    """Return the reason of a refusal, without what it names of the turn."""
    text = re.sub(r"under rulebook .*: a function", "under rulebook …: a function", str(fault).split("\n")[0])
    text = re.sub(r"'[^']*'|\"[^\"]*\"", "…", text)
    text = re.sub(r"\b[AF] [A-Z]{3}(/[A-Z]{2})?( [HSCRDBV-].*)?|\b[A-Z]{3,}\b|\d+", "…", text)
    return f"{type(fault).__name__}: {text[:100]}"


def entrances_compared(seed: int, first: int, last: int, board_name: str) -> tuple[list[str], Counter[str]]:
    """Compare the rulebooks `first` to `last` of a seed, four turns under each, at every entrance.

    Returns:
        What differs, and counts: pairs of turn and entrance, and by entrance what was the same or refused.
    """
    board = load_board(board_name)
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    for number in range(first, last):
        chance = Random(f"{seed}/{board_name}/{number}")
        beneath = rules_drawn(chance)
        rules = own_rules_on(chance, beneath)
        questions = [Question(turn_drawn(chance, board, rules), beneath, chance.randrange(1 << 30)) for _ in range(4)]
        for place, question in enumerate(questions):
            for name in ENTRANCES:
                if (4 * number + place) % SLOW.get(name, 1):
                    continue
                what, why = compared(question, name)
                counts["pairs"] += what == "same"
                counts[f"{name}: {what}{f', {why}' if what == 'refused' else ''}"] += 1
                if what == "differs":
                    wrong.append(f"{name}: {question.turn!r}\n  rules {rules.name}\n  {why}")
        faulty = blocks_differing(questions)
        counts["pairs"] += 2 * len(questions)
        wrong += faulty
    return wrong, counts
