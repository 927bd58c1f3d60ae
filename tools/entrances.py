"""Compare the entry points for turns with each other: `tools.agree --entrances`.

The reference is `Turn.adjudicate`. Every other entry point gets the same turn in its own form. It must return the same
result or refuse with a `StandoffError`; a `RefusedError` of this module states a documented limit. If the reference
raises one (a house rule may let two units into one province), every entry point must.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

import standoff
from standoff.cases.case import Case, CasePhase, SetLine, WrittenOrder, options_of
from standoff.cases.write import write_cases
from standoff.env import VectorEnv
from standoff.env.games import Games
from standoff.lines import AnswerForm
from standoff.lines.answering import answer_line, answers_singly, answers_together, block_of, lines_in
from standoff.lines.blocks import LINES_IN_BLOCK
from standoff.map import Phase, PhaseType, Position, StandoffError, UnreadWarning, load_board
from standoff.page.messages import answer as page_answer
from standoff.peers.stand_ins.game import Game
from standoff.solver import MovementResult, Order, Retreat, Rulebook, RulebookError, Unclear, Waive
from standoff.solver.arrays.batch import adjudicate_batch, encode, results_of
from standoff.solver.order import units_named
from standoff.turn.codec import owned_after
from standoff.turn.turn import Result, Turn
from tools.agree_games import plainly
from tools.drawn_turns import house_rules_on, rules_drawn, turn_drawn

Answer = dict[str, Any]


class RefusedError(StandoffError):
    """An entry point does not take such a turn, as its documentation says."""


@dataclass(frozen=True)
class Question:
    """A turn to be compared.

    Attributes:
        turn: The turn, under its rulebook.
        beneath: The same rulebook without house rules.
        seed: For random choices of an entry point.
    """

    turn: Turn
    beneath: Rulebook
    seed: int

    @cached_property
    def result(self) -> Result:
        """The reference."""
        return self.turn.adjudicate()

    @cached_property
    def answer(self) -> Answer:
        """The answer of the reference."""
        return answer_of(self.result)

    @property
    def plain(self) -> Turn:
        """The turn; it must consist of orders only."""
        if self.turn.sets or self.turn.lasting or self.turn.proxies:
            raise RefusedError("sets, lasting orders and proxies")
        return self.turn

    @property
    def at(self) -> Position:
        """The position as games have it: always with a phase, and with centers, if only with none."""
        position = _reported_position(self.turn.position)
        return replace(position, centers=position.centers or {next(iter(self.turn.board.powers)): ()})

    def of_read(self, turn: Turn) -> Result:
        """Return the result of a turn that was read, without a phase if the question has none."""
        if self.turn.phase is None:  # which is then read as the first of a game
            turn = replace(turn, position=replace(turn.position, phase=None))
        return turn.adjudicate()

    @property
    def by_power(self) -> dict[str, list[str]]:
        """The texts of its orders, by power."""
        texts: dict[str, list[str]] = {}
        for order, text in zip(self.turn.orders, self.turn.texts, strict=True):
            texts.setdefault(order.power, []).append(text)
        return texts


# -- answers ----------------------------------------------------------------------------------------------------------


def answer_of(result: Result) -> Answer:
    """Return the content of a result as values without an order."""
    return {
        "orders": Counter((one.order.power, str(one.order), one.success, str(one.outcome)) for one in result),
        "after": _reported_position(result.after if result.turn.phase else replace(result.after, phase=None)),
        "retreats": {d.unit.province: frozenset(result.retreats.get(d.unit.province, ())) for d in result.dislodged},
        "centers": _centers(owned_after(result.phase_result, result.turn.board)),
        "paradoxes": Counter(
            (str(one.kind), frozenset(map(_whose, one.core)), len(one.resolutions), one.settled_by)
            for one in result.paradoxes
        ),
    }


def _whose(order: Order) -> tuple[str, str]:
    return order.power, str(order)


def _reported_position(position: Position) -> Position:
    """Return a position with a phase and without powers that own nothing, as every entry point has it."""
    centers = {power: owned for power, owned in position.centers.items() if owned}
    phase = position.phase or Phase("S", load_board(position.board).first_year, PhaseType.MOVEMENT)
    return replace(position, centers=centers, phase=phase)


def _centers(centers: Any) -> dict[str, frozenset[str]]:
    return {power: frozenset(owned) for power, owned in centers.items() if owned}


# -- texts ------------------------------------------------------------------------------------------------------------


def adjudicate_texts(question: Question) -> Result:
    """`standoff.adjudicate` with texts by power."""
    turn = question.plain
    return standoff.adjudicate(turn.position, question.by_power, rules=turn.rules, board=turn.board)


def text_read(question: Question) -> Result:
    """`standoff.read` of a turn's `str`."""
    return standoff.read(str(question.plain), rules=question.turn.rules).adjudicate()


def case_file(question: Question) -> Result:
    """A case file, written and read again."""
    if question.turn.rules.house_rules:
        raise RefusedError("house rules")
    text, losses = write_cases([_case(question.turn)])
    if losses:
        raise RefusedError("an order that no case file can hold")
    return question.of_read(standoff.read(text))


def _case(turn: Turn) -> Case:
    """Return a turn as a case, with its sets, lasting orders and proxies."""
    head = {"rules": turn.rules.preset, "map": turn.board.source}
    if turn.rules.differences:
        head["options"] = options_of(turn.rules.differences)
    phase = CasePhase(turn.type, 1, turn.position)
    labels: list[str] = []
    for number, one in enumerate(turn.sets):
        label = f"set {number}"
        phase.sets[one.power, label] = SetLine(one.number, one.keeps, one.replaces)
        labels += [label] * len(one.orders)
    labels += [""] * (len(turn.orders) - len(labels))
    phase.orders = [WrittenOrder(order, 1, None, label) for order, label in zip(turn.orders, labels, strict=True)]
    phase.lasting, phase.proxies = turn.lasting, turn.proxies
    return Case("", 1, turn.board, head=head, phases=[phase])


def page_game(question: Question) -> tuple[Any, Any]:
    """The page's request for the phases of a game: the next position."""
    request = {**_page_request(question), "do": "line"}
    node = {"position": request.pop("position"), "orders": request.pop("orders")}
    (root, leaf) = _asked({**request, "nodes": [node, {"parent": 0, "orders": ""}]})["nodes"]
    if "error" in root:
        raise StandoffError(root["error"])
    return _reported_position(Position.parse(leaf["position"])), _reported_position(question.result.next().position)


def page_look(question: Question) -> tuple[Any, Any]:
    """The page's request for a turn: the outcome of each order."""
    look = _asked({**_page_request(question), "do": "look"})
    if look["faults"]:
        raise StandoffError(look["faults"][0]["message"])

    def shown(result: dict[str, Any]) -> tuple[Any, Any]:
        orders = Counter((one["power"], one["order"], one["success"], one["outcome"]) for one in result["orders"])
        return orders, result.get("after")

    return shown(look["result"]), shown(question.result.to_dict())


def thread(question: Question) -> tuple[Any, Any]:
    """A thread of mails, one of each power and phase, in any order: the turn and the next one, also as a game."""
    turn, chance = question.plain, Random(question.seed)
    if turn.rules.house_rules or turn.phase is None or not turn.orders:
        raise RefusedError("house rules, turns without a phase, and threads that begin with a later phase")
    turn = replace(turn, position=question.at)
    second = turn.adjudicate().next()
    legal = second.legal_orders()
    chosen = {power: [str(chance.choice(orders)) for orders in places.values()] for power, places in legal.items()}
    second = second.with_orders(chosen)
    mails = [
        f"From: {power}\nSubject: Re: {phase}\n\nHello,\n{power}:\n" + "\n".join(texts)
        for phase, by_power in ((turn.phase, question.by_power), (second.phase, chosen))
        for power, texts in by_power.items()
        if texts
    ]
    text = "\n\n".join(chance.sample(mails, len(mails)))
    with warnings.catch_warnings(action="ignore", category=UnreadWarning):
        read = standoff.read(text, position=turn.position, rules=turn.rules, board=turn.board)
    game = standoff.Game(read)
    played = [game.process() for _ in range(1 + len(read.later))]
    expected = [answer_of(turn.adjudicate()), answer_of(second.adjudicate())][: len(played)]
    return ([answer_of(one) for one in read.course()], [answer_of(one) for one in played]), (expected, expected)


def _page_request(question: Question) -> dict[str, Any]:
    turn = question.plain
    if turn.rules.house_rules or turn.phase is None:
        raise RefusedError("house rules, and turns without a phase")
    lines = [f"{power}\n" + "\n".join(texts) for power, texts in question.by_power.items()]
    position, orders = str(turn.position), "\n".join(lines)
    return {"position": position, "orders": orders, "rules": turn.rules.preset, "options": turn.rules.differences}


def _asked(request: dict[str, Any]) -> dict[str, Any]:
    answered = page_answer(request)
    if "error" in answered:
        raise StandoffError(answered["error"])
    return answered


# -- lines ------------------------------------------------------------------------------------------------------------


def as_data(question: Question) -> Result:
    """`Turn.from_dict` of `Turn.to_dict`."""
    return question.of_read(Turn.from_dict(json.loads(question.turn.to_json())))


def line(question: Question) -> tuple[Any, Any]:
    """An interchange line with all reasons; house rules are named as with `batch --set`."""
    named: dict[str, str] = {}
    for hook, (_, function) in question.turn.rules.functions.items():
        setattr(sys.modules[__name__], f"own_{hook}", function)
        named[hook] = f"{__name__}:own_{hook}"
    answered, _ = answer_line(_line(question), AnswerForm(options=tuple(named.items())))
    if "error" in answered:
        raise StandoffError(answered["error"])
    expected = question.turn.adjudicate(question.beneath.with_named(**named)) if named else question.result
    del answered["id"]
    wanted = json.loads(json.dumps(expected.by_line()))
    for paradox in wanted.get("paradoxes", []):
        del paradox["name"], paradox["paradox_class"]  # lines omit these, which take longer than the turn
    return answered, wanted


def _line(question: Question) -> str:
    return replace(question.turn, rules=question.beneath).to_json()


FORMS = (
    AnswerForm(),
    AnswerForm(brief=True),
    AnswerForm(table="csv"),
    AnswerForm(table="jsonl", rules=("1971", "2023-book")),
)
"""The forms of the compared answers."""


def answered_otherwise_together(lines: Sequence[str]) -> list[str]:
    """Return the lines whose answer in a block differs from the answer alone in any letter, in some form."""
    wrong: list[str] = []
    for form in FORMS:
        for first in range(0, len(lines), LINES_IN_BLOCK):
            some = [line for line in lines[first : first + LINES_IN_BLOCK] if line.strip()]
            block = block_of([line.encode("utf-8", "surrogatepass") for line in some])
            alone, together = answers_singly(block, form), answers_together(block, form)
            if alone.text != together.text or alone.unreadable != together.unreadable:
                each = [answers_singly(block_of([line]), form).text for line in lines_in(block)]
                parts = [answers_together(block_of([line]), form).text for line in lines_in(block)]
                pairs = [(one.decode(), other.decode()) for one, other in zip(each, parts, strict=True) if one != other]
                pairs = pairs or [(alone.text.decode(), together.text.decode())]  # only beside each other
                wrong += [f"{form}: alone {one}, in a block {other}" for one, other in pairs]
    return wrong


# -- arrays -----------------------------------------------------------------------------------------------------------


def one_of_many(question: Question) -> Result:
    """`results`: one of many turns, most of them solved by compiled code."""
    turn, orders = question.turn, _ordered(question)
    (solved,) = results_of([(turn.position, orders)], rules=turn.rules)
    return Result(turn, turn.rules, solved)


def _ordered(question: Question) -> Any:
    """Return the orders of a movement phase that count, with the implied ones; the outcome is the same."""
    if question.turn.type is not PhaseType.MOVEMENT:
        raise RefusedError("phases other than movement")
    turn = question.turn
    given, disorder = set(turn.counted(turn.rules)), turn.position.civil_disorder  # whose implied holds stay implied
    return [order for order in question.result.orders if order.power not in disorder or order in given]


def batch(question: Question) -> tuple[Any, Any]:
    """`encode` and `adjudicate_batch`: the outcome of each unit."""
    turn, movement = question.turn, question.result.phase_result
    encoded, left_out = encode([(turn.position, _ordered(question))], rules=turn.rules)
    if left_out:
        raise RefusedError("orders that arrays cannot hold")
    outcomes = adjudicate_batch(encoded, rules=turn.rules, threads=1)
    assert isinstance(movement, MovementResult)
    solution = movement.solution
    number = {u.province: n for n, u in enumerate(turn.position.units)}
    retreats = {unit: frozenset(places) for unit, places in outcomes.legal_retreats(0).items()}
    ours = outcomes.masks[0].tolist(), outcomes.contested_provinces(0), retreats, outcomes.solution(0).paradoxes
    gone = [d.unit.province for d in movement.after.dislodged]
    expected = {number[province]: frozenset(movement.retreats[province]) for province in gone}
    return ours, ([solution.true, solution.false], movement.after.contested, expected, solution.paradoxes)


def games(question: Question) -> tuple[Any, Any]:
    """`Games.advance`: the success of each order, and the next position."""
    one, row, given = _in_a_game(question)

    def advanced() -> tuple[Any, Position]:
        return one.advance(row, rules=question.turn.rules, threads=1), one.position(0)

    return _in_arrays_and_plainly(question, advanced, row, given)


def environment(question: Question) -> tuple[Any, Any]:
    """`VectorEnv.step`: the same, for legal orders."""
    _, row, given = _in_a_game(question)
    rules, board = question.turn.rules, question.turn.board
    envs = VectorEnv(1, board=board, rules=rules, last_year=30_000, autoreset=False, threads=1)
    envs.reset(positions=[question.at])

    def stepped() -> tuple[Any, Position]:
        return envs.step(row).success, envs.games.position(0)

    return _in_arrays_and_plainly(question, stepped, row, given)


def _in_arrays_and_plainly(
    question: Question, step: Callable[[], tuple[Any, Position]], row: Any, given: list[Order]
) -> tuple[Any, Any]:
    """Return the outcome of a step and that of plain play, both with the powers of foreign units named.

    None stands for a `RulebookError`: house rules led to an impossible position.
    """
    ours = expected = None
    with suppress(RulebookError):
        success, after = step()
        ours = _reported_position(after), success[0][row[0] >= 0].tolist()
    with suppress(RulebookError):
        after, successes = plainly(question.at, given, question.turn.rules, question.turn.board)
        expected = _reported_position(after), successes
    return ours, expected


def _in_a_game(question: Question) -> tuple[Games, Any, list[Order]]:
    """Return a turn as a game in arrays, its orders by number, and the same orders as values."""
    turn = question.plain
    board, one = turn.board, Games.from_positions([question.at])
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
    given = one.orders_of(0, row[0])
    if Counter(map(_whose, given)) != Counter(map(_whose, turn.orders)):
        raise RefusedError("orders of another power than the unit's")
    return one, row, given


# -- the stand-in -----------------------------------------------------------------------------------------------------


def stand_in(question: Question) -> tuple[Any, Any]:
    """`Game.process` of the stand-in for the `diplomacy` package."""
    turn, position = question.plain, question.at
    if position.civil_disorder or position.closed or position.contested or not any(position.centers.values()):
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
    expected, going = _retreating(seen.adjudicate().next())
    if expected.type is PhaseType.RETREAT and not going:  # the package skips phases in which nobody can retreat
        expected, going = _retreating(expected.adjudicate().next())
    game.process()
    if game.is_game_done:
        raise RefusedError("a game that is over")
    after = game.turn.position
    ours = str(game.turn.phase), frozenset(after.units), frozenset(d.unit for d in after.dislodged)
    return ours, (str(expected.phase), frozenset(expected.position.units), going)


def _retreating(turn: Turn) -> tuple[Turn, frozenset[Any]]:
    """Return a turn, and the dislodged units that can retreat in it."""
    legal = turn.legal_orders().values() if turn.type is PhaseType.RETREAT else ()
    orders = (order for by_place in legal for of_unit in by_place.values() for order in of_unit)
    going = {order.unit.province for order in orders if isinstance(order, Retreat)}
    return turn, frozenset(d.unit for d in turn.position.dislodged if d.unit.province in going)


# -- the same turn in another order -----------------------------------------------------------------------------------


def permuted(question: Question) -> Result:
    """Return the turn with units and powers in another order; each power's orders keep their order."""
    turn, chance = question.turn, Random(question.seed)

    def shuffled(some: Iterable[Any]) -> list[Any]:
        some = list(some)
        return chance.sample(some, len(some))

    units, dislodged, owned = map(shuffled, (turn.position.units, turn.position.dislodged, turn.position.centers))
    centers = {power: turn.position.centers[power] for power in owned}
    position = replace(turn.position, units=tuple(units), dislodged=tuple(dislodged), centers=centers)
    powers = shuffled(turn.board.powers)
    orders = tuple(sorted(turn.orders, key=lambda order: powers.index(order.power)))
    sets = tuple(sorted(turn.sets, key=lambda one: powers.index(one.power)))
    return replace(turn, position=position, orders=orders, sets=sets).adjudicate()


WHOLE: dict[str, Callable[[Question], Result]] = {
    "standoff.adjudicate": adjudicate_texts,
    "text": text_read,
    "case file": case_file,
    "data": as_data,
    "results": one_of_many,
    "permuted": permuted,
}
"""Entry points that return a whole result, and the permuted turn."""

IN_PART: dict[str, Callable[[Question], tuple[Any, Any]]] = {
    "line": line,
    "encode": batch,
    "games": games,
    "environment": environment,
    "stand-in": stand_in,
    "thread": thread,
    "page, game": page_game,
    "page, look": page_look,
}
"""Entry points that return something else, with the expected value."""

ENTRANCES = (*WHOLE, *IN_PART)

NAMED = {"games", "environment"}
"""Entry points whose orders always name the powers of foreign units; their expected values do, too."""

SLOW = {"page, look": 10, "stand-in": 3, "thread": 3}
"""Slow entry points get one turn in n."""


# -- comparing --------------------------------------------------------------------------------------------------------


def compared(question: Question, name: str) -> tuple[str, str]:
    """Compare a turn at an entry point; return ``same``, ``refused`` or ``differs``, and why."""
    raised = None
    try:
        _ = question.answer
    except StandoffError as fault:
        raised = None if name in NAMED else fault
    try:
        if name in WHOLE:
            ours, expected = answer_of(WHOLE[name](question)), None if raised else question.answer
        else:
            ours, expected = IN_PART[name](question)
    except StandoffError as fault:
        why = str(fault) if isinstance(fault, RefusedError) else type(fault).__name__
        return ("refused", why) if raised is None else ("same", "")
    if raised is not None:
        return "differs", f"the reference raises {raised}; here {ours}"
    if ours == expected:
        return "same", ""
    if isinstance(ours, dict) and isinstance(expected, dict):
        parted = [key for key in {**ours, **expected} if ours.get(key) != expected.get(key)]
        ours, expected = ({key: one.get(key) for key in parted} for one in (ours, expected))
    return "differs", f"here {ours}; expected {expected}"


def entrances_compared(seed: int, first: int, last: int, board_name: str) -> tuple[list[str], Counter[str]]:
    """Compare four turns under each of the rulebooks `first` to `last` of a seed at every entry point.

    Returns:
        Differences, and counts: pairs of turn and entry point, and the outcomes by entry point.
    """
    board = load_board(board_name)
    wrong: list[str] = []
    counts: Counter[str] = Counter()
    for number in range(first, last):
        chance = Random(f"{seed}/{board_name}/{number}")
        beneath = rules_drawn(chance)
        rules = house_rules_on(chance, beneath)
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
        lines: list[str] = []
        for question in questions:
            with suppress(StandoffError):
                lines.append(_line(question))
        wrong += answered_otherwise_together(lines)
        counts["pairs"] += 2 * len(lines)
    return wrong, counts
