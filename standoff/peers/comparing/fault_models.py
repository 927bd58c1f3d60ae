"""What a program with a fault of the catalog answers, by which the fault is recognized in turns of any shape.

A model is a function from a question and standoff's rulebook to the answers that the fault may lead to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations

from ...map import PhaseType, province_of
from ...solver import Convoy, Hold, Move, Order, Rulebook, Strength, Support
from ...turn import Turn
from ..adapters.peer import Answer
from .judging import Judgement, Kind, answer_by, difference

Model = Callable[[Turn, Rulebook], Iterator[Answer]]


def _own_support_for_a_convoyed_attack(question: Turn, rules: Rulebook) -> Iterator[Answer]:
    def attack(strength: Strength) -> int:
        there = strength.there
        if not (strength.by_convoy and strength.arrives and there and there.power != strength.unit.power):
            return strength.default
        return 1 + len(strength.supports)

    yield answer_by(question, rules.with_rule("all supports of a convoyed attack", attack_strength=attack))


def _foreign_support_does_not_defend(question: Turn, rules: Rulebook) -> Iterator[Answer]:
    def defend(strength: Strength) -> int:
        there = strength.there
        return strength.default - sum(there is not None and one.power == there.power for one in strength.supports)

    yield answer_by(question, rules.with_rule("no support by the opponent", defend_strength=defend))


def _walks_when_its_convoy_is_disrupted(question: Turn, rules: Rulebook) -> Iterator[Answer]:
    yield answer_by(question, rules.with_options(adjacent_convoy="own-intent-with-fallback"))


def _harmless_attack_disrupts(question: Turn, rules: Rulebook) -> Iterator[Answer]:
    """Yield the outcomes if fleets do not convoy that another power attacks with supports of the fleet's power."""
    yield from _disrupted(question, rules, lambda convoy, support: support.power == convoy.power)


def _chain_of_convoys_taken_for_a_paradox(question: Turn, rules: Rulebook) -> Iterator[Answer]:
    """Yield the outcomes if fleets do not convoy against which a support stands that a convoyed army may cut."""
    landed_at = {province_of(one.destination) for one in question.orders if isinstance(one, Convoy)}
    yield from _disrupted(question, rules, lambda _, support: support.unit.province in landed_at)


def _disrupted(question: Turn, rules: Rulebook, exposes: Callable[[Convoy, Support], bool]) -> Iterator[Answer]:
    """Yield the outcomes without convoys by fleets that another power attacks with a support that exposes them.

    Their armies do not walk instead, where they could.
    """
    supports = [one for one in question.orders if isinstance(one, Support) and one.destination is not None]
    attacked = {(province_of(one.destination), one.power) for one in question.orders if isinstance(one, Move)}
    exposed = [
        one
        for one in question.orders
        if isinstance(one, Convoy)
        and any(place == one.unit.province and power != one.power for place, power in attacked)
        and any(province_of(each.destination or "") == one.unit.province and exposes(one, each) for each in supports)
    ]
    for count in range(1, min(len(exposed), 4) + 1):
        for disrupted in combinations(exposed, count):
            armies = {one.convoyed.province for one in disrupted}
            instead: dict[Order, Order] = {one: Hold(one.power, one.unit) for one in disrupted}
            instead |= {
                one: replace(one, via_convoy=True)
                for one in question.orders
                if isinstance(one, Move) and one.unit.province in armies
            }
            answer = _answer_to(question, rules, instead)
            yield replace(answer, success={**(answer.success or {}), **dict.fromkeys(disrupted, False)})


def _support_with_the_wrong_coast(question: Turn, rules: Rulebook) -> Iterator[Answer]:
    """Yield the outcomes if supports name no coasts."""
    bare: dict[Order, Order] = {
        one: replace(one, destination=province_of(one.destination))
        for one in question.orders
        if isinstance(one, Support) and one.destination is not None and "/" in one.destination
    }
    if bare:
        yield _answer_to(question, rules, bare)


def _answer_to(question: Turn, rules: Rulebook, instead: Mapping[Order, Order]) -> Answer:
    """Return the answer to a question with other orders in place of some, as if those had been given."""
    orders = tuple(instead.get(one, one) for one in question.orders)
    answer = answer_by(Turn(question.position, orders, rules, board=question.board), rules)
    success = answer.success or {}
    return replace(answer, success={**success, **{one: success[new] for one, new in instead.items() if new in success}})


MODELS: dict[str, Model] = {
    "own-support-for-a-convoyed-attack": _own_support_for_a_convoyed_attack,
    "foreign-support-does-not-defend": _foreign_support_does_not_defend,
    "harmless-attack-disrupts": _harmless_attack_disrupts,
    "chain-of-convoys-taken-for-a-paradox": _chain_of_convoys_taken_for_a_paradox,
    "support-with-the-wrong-coast": _support_with_the_wrong_coast,
    "walks-when-its-convoy-is-disrupted": _walks_when_its_convoy_is_disrupted,
}
"""By the names of entries of the catalog."""


def models_of(judgement: Judgement) -> tuple[str, ...]:
    """Return the entries of the catalog whose faults lead to a peer's answer, whatever the turn looks like.

    Args:
        judgement: The judgement of the answer, best to a minimal question; what is less grave than what differs there
            need not agree.
    """
    question, answer, kind = judgement.question, judgement.answer, judgement.kind
    if question.type is not PhaseType.MOVEMENT or answer is None or kind is None:
        return ()
    graver = list(Kind)[: list(Kind).index(kind) + 1]
    return tuple(
        name
        for name, model in MODELS.items()
        if any(difference(modeled, answer) not in graver for modeled in model(question, judgement.rules))
    )
