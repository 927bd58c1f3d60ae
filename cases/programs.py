"""Readers and writers of JSON files: saved games of the `diplomacy` package, and interchange lines."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from ..map import Board, Json, Phase, Position, StandoffError, named_board, object_at, text_at
from ..solver import rulebook
from ..turn import (
    Turn,
    end_object,
    is_completed,
    is_drawn_before,
    phase_object,
    recorded_orders,
    recorded_position,
    recorded_rules,
    rules_object,
    turn_object,
)
from .case import Case, CasePhase, WrittenOrder, options_of, units_by_power
from .conversion import Reader
from .course import play_case
from .faults import FormatError
from .records import GameText, game_texts, loaded, saved_game
from .run import given_orders
from .sections import written_as


def _entries(data: Json, key: str, name: str) -> list[Json]:
    entries: Any = data.get(key) or []
    if not isinstance(entries, list):
        raise FormatError(f"{name}: expected a list under {key!r}")
    return cast(list[Json], entries)


# -- saved games ------------------------------------------------------------------------------------


_OF_PHASES = ("name", "state", "orders", "written")


def read_saved(text: str, name: str, board: Board | None = None) -> list[Case]:
    """Return recorded games (`records`) as cases, each of all its phases.

    Each phase states its recorded position, if there is one, and expects the units that the next phase records.

    Raises:
        FormatError: A game has faults; all are listed.
    """
    games = [*game_texts(text.split("\n"))] or [GameText(1, text)]
    return [*cases_of_games(games, name, board, several=len(games) > 1)]


def cases_of_games(
    games: Iterable[GameText], name: str, board: Board | None = None, *, several: bool = True
) -> Iterator[Case]:
    """Yield recorded games as cases (`read_saved`); `several` is true if messages name their lines.

    Raises:
        FormatError: A game has faults; all are listed.
    """
    for game in games:
        yield _case_of_game(game, f"{name}, game in line {game.line}" if several else name, name, board)


def _case_of_game(game: GameText, called: str, name: str, board: Board | None = None) -> Case:
    data = saved_game(game.text, called, board)
    board = board or named_board(text_at(data, "map", "standard"))
    reader = Reader(called, board)
    case = Case(name, game.line, board, str(data.get("id", "")))
    entries = _entries(data, "phases", called)
    beside = {key for key in data if key not in ("id", "map", "phases", "standoff")}
    case.head["rules"], options = recorded_rules(data)
    if options:
        case.head["options"] = options_of(options)
    for number, entry in enumerate(entries, 1):
        try:
            position = recorded_position(board, entry) if object_at(entry, "state") else None
            if is_completed(entry):
                _end(case, position)
                continue
            date = Phase.parse(str(entry["name"]))
            phase = CasePhase(date.type, number, position or Position(phase=date))
            texts = recorded_orders(entry, "written" if entry.get("written") else "orders")
            orders = (reader.order(order, board.power_named(power), number) for power, order in texts)
            phase.orders.extend(written for written in orders if written is not None)
            if case.phases and position is not None:
                case.phases[-1].expected.after = frozenset(position.units)
            case.phases.append(phase)
            beside.update(key for key, value in entry.items() if value and key not in _OF_PHASES)
        except (KeyError, AttributeError, TypeError) as fault:
            reader.fault(number, f"phase {number}: not a phase of a saved game: {type(fault).__name__} {fault}")
        except StandoffError as fault:
            reader.fault(number, f"phase {number}: {fault}")
    case.unread.extend(sorted(f"{key} of the game or its phases" for key in beside))
    reader.cases += [case] if case.phases else []
    return reader.done()[0]


def _end(case: Case, after: Position | None) -> None:
    """Add what a record says after the end of its game to the last phase of a case."""
    if after is None or is_drawn_before(after, case.phases[-1].position):
        case.unread.append(f"the end of the game in {case.phases[-1].phase}, perhaps before it was adjudicated")
        return
    case.phases[-1].expected.after = frozenset(after.units)
    case.phases[-1].expected.owners = {power: frozenset(owned) for power, owned in after.centers.items()}


def write_saved(cases: list[Case]) -> tuple[str, list[str]]:
    """Return a case as a saved game of the `diplomacy` package, several as one a line, and the losses.

    A last phase that expects units and owners of centers is followed by the end of the game (`COMPLETED`).
    """
    losses = list[str]()
    indent = 1 if len(cases) == 1 else None
    games = [json.dumps(_saved(case, losses), indent=indent, ensure_ascii=indent is None) for case in cases]
    return "".join(f"{game}\n" for game in games), losses


def _saved(case: Case, losses: list[str]) -> Json:
    rules, phases, expected = rulebook(case.rules[0], **case.options), list[Json](), case.phases[-1].expected
    for phase, position, orders in _played(case, "package", losses):
        features = {
            "provinces contested before the game starts": phase.position.contested,
            "where attackers came from": any(d.attacker_from for d in phase.position.dislodged),
            "powers in civil disorder": position.civil_disorder,
        }
        losses.extend(_left_out(case, features))
        phases.append(phase_object(position, orders, case.board, rules))
    if expected.after is not None and expected.owners is not None:
        centers = {power: tuple(sorted(owned)) for power, owned in expected.owners.items()}
        end = Position(tuple(units_by_power(expected.after)), centers)
        phases.append(end_object(end, case.board, rules))
    else:
        losses.extend(_left_out(case, {"where units stand after the last phase": expected.after is not None}))
    ours = rules_object(rules)
    return {"id": case.id or case.file, "map": case.board.source, "standoff": ours, "phases": phases}


def _left_out(case: Case, features: Mapping[str, object]) -> Iterator[str]:
    """Yield a message for each present thing that a format cannot hold."""
    return (f"{case.id or case.file}: {thing} left out" for thing, is_there in features.items() if is_there)


def _played(case: Case, style: str, losses: list[str]) -> Iterator[tuple[CasePhase, Position, list[tuple[str, str]]]]:
    """Yield each phase, its position, and the power and text of each order; losses are appended to `losses`.

    The position is the recorded one, otherwise the one that the phases before lead to under the case's first rulebook.
    """
    for phase, result, _ in play_case(case, rulebook(case.rules[0], **case.options)):
        features = {
            "the outcomes of orders": any(written.expected for written in phase.orders),
            "expected dislodged units": phase.expected.dislodged,
            "what holds under other rulebooks": phase.under,
            "sets of orders": phase.sets,
            "lasting orders": phase.lasting,
            "proxies": phase.proxies,
        }
        losses.extend(_left_out(case, features))
        where = case.id or case.file
        counted = given_orders(result) if phase.sets else [one.order for one in phase.orders]
        orders = [(order.power, written_as(order, case.board, style, losses, where)) for order in counted]
        yield phase, result.before, orders


# -- interchange lines ------------------------------------------------------------------------------


def read_lines(text: str, name: str, board: Board | None = None) -> list[Case]:
    """Return interchange lines as cases.

    Raises:
        FormatError: Lines have faults; all are listed.
    """
    return [*cases_of_lines([text], name, board)] or Reader(name, board).done()


def cases_of_lines(blocks: Iterable[str], name: str, board: Board | None = None) -> Iterator[Case]:
    """Yield interchange lines as cases (`read_lines`); each block has whole lines.

    Raises:
        FormatError: Lines of a block have faults; all are listed.
    """
    above = 0
    for block in blocks:
        reader = Reader(name, board)
        for number, line in enumerate(block.split("\n"), above + 1):
            if line.strip():
                try:
                    reader.cases.append(_case_of_request(loaded(line, name), name, number))
                except StandoffError as fault:
                    reader.fault(number, str(fault).removeprefix(f"{name}, line 1: "))
        if block.strip():
            yield from reader.done()
        above += block.count("\n")


def _case_of_request(data: Json, name: str, number: int) -> Case:
    turn = Turn.from_dict(data)
    case = Case(name, number, turn.board, turn.id)
    if "rules" in data:
        case.head["rules"] = str(data["rules"])
    if data.get("options"):
        case.head["options"] = options_of(data["options"])
    orders = [WrittenOrder(order, number) for order in turn.orders]
    case.phases.append(CasePhase(turn.type, number, turn.position, orders))
    return case


def write_lines(cases: list[Case]) -> tuple[str, list[str]]:
    """Return cases as interchange lines, one per phase, and the losses."""
    losses, lines = list[str](), list[str]()
    for case in cases:
        losses.extend(_left_out(case, {"title and notes": case.notes or case.title}))
        for phase, position, orders in _played(case, "short", losses):
            losses.extend(_left_out(case, {"where units are expected afterwards": phase.expected.after is not None}))
            entry: Json = {"id": case.id or None, "rules": case.rules[0]}
            if case.options:
                entry["options"] = case.options
            entry |= turn_object(position, orders, case.board.source, case.rules[0])
            lines.append(json.dumps(entry, ensure_ascii=False))
    return "\n".join(lines) + "\n", losses
