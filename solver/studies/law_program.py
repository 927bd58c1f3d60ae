"""The law of a movement phase as an answer set program for one rulebook, cut from `law/law.lp`.

With `law/settlement.lp` the orders of a turn have exactly one answer set, what becomes of them; so orders may be
variables, and a solver looks for those with a given outcome.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..rules.rulebook import Rulebook

_FOLDER = Path(__file__).parents[1] / "law"

FACTS = frozenset({"unit", "move", "by_land", "via", "support", "coast", "convoy", "off"})
"""The predicates of the facts of a turn; the others of `law.lp` occur under choices only that are not covered."""

COVERED = {
    "paradox_backup": ("szykman",),
    "convoyed_attack_from": ("start",),
    "dislodged_effect": ("beaten-head-to-head",),
    "cut_by_own_target": ("not-cut",),
    "convoy_path": ("ignored",),
    "support_of_convoying_fleet": ("allowed",),
    "exchange_by_convoy": ("allowed",),
    "attack_on_own": ("counts",),
    "illegal_orders": ("ignored",),
    "multi_route_disruption": ("all", "any"),
}
"""By option, the choices that `settlement.lp` is for; of other options, it is for all."""

_KEPT = ("true", "succeeds", "dislodged", "helped", "prevent", "fights", "hits", "acts")
"""The predicates that settlements, and questions, ask for."""

_LINKED = """
chain(U,F) :- serves(F,U), off(F,U).
chain(U,G) :- chain(U,F), serves(G,U), off(G,F).
linked(U) :- chain(U,F), lands(F,U).
"""
"""Whether fleets make a route: if any chain of them does, one without superfluous fleets does."""


def not_covered(rules: Rulebook) -> str:
    """Return, in words, why there is no program of what becomes of turns under a rulebook; empty if there is one.

    >>> from standoff.solver import rulebook
    >>> not_covered(rulebook("1971")), not_covered(rulebook("czech1962")).partition(",")[0]
    ('', 'cut_by_own_target=cut')
    """
    options = [f"{name}={rules[name]}" for name, choices in COVERED.items() if rules[name] not in choices]
    return ", ".join([*options, *rules.house_rules.values()])


def law_text() -> str:
    """Return the equations with every option in them, `law/law.lp`."""
    return (_FOLDER / "law.lp").read_text(encoding="utf-8")


def _settlement() -> str:
    return (_FOLDER / "settlement.lp").read_text(encoding="utf-8")


@lru_cache
def law_program(rules: Rulebook, *, rings: bool | None = None, routes: bool = True) -> str:
    """Return the law under a rulebook, for the facts of a turn (`FACTS`).

    Args:
        rules: A rulebook that is covered (`not_covered`).
        rings: None for what the equations ask, without the constraints that make orders follow them; True for what
            becomes of each turn; False for the same of turns without a ring of convoys, of which others have none.
        routes: False to leave open which fleets of a convoy take part in it, for many fleets.

    >>> from standoff.solver import rulebook
    >>> "option(" in law_program(rulebook()), "true_opposite" in law_program(rulebook(), rings=True)
    (False, True)
    """
    equations = [clause for clause in _clauses(law_text()) if clause.head and not clause.head.startswith("#")]
    clauses = [one for clause in equations for one in _under(rules, clause)]
    # whether there is a route needs no list of routes
    clauses = [one._replace(body=tuple("linked(U)" if x == "part(_,U)" else x for x in one.body)) for one in clauses]
    if not routes:
        clauses = [one._replace(head="{ part(F,U) }") if one.head == "part(F,U)" else one for one in clauses]
        clauses = [one._replace(body=("serves(F,U)",)) if one.head == "{ part(F,U) }" else one for one in clauses]
    clauses = _reduced([*clauses, *_clauses(_LINKED)], _KEPT)
    if rings is not None:
        settlement = list(_clauses(_settlement()))
        if rings:
            clauses += settlement
            clauses += _opposite(clauses)
        else:
            clauses += [one._replace(head="") if one.head == "ring(F)" else one for one in settlement]
            clauses = _reduced(clauses, _KEPT)
    return "".join(f"{clause}\n" for clause in clauses)


class _Clause(NamedTuple):
    head: str
    body: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.head}{' :- ' * bool(self.body)}{', '.join(self.body)}."


def _clauses(text: str) -> Iterator[_Clause]:
    """Yield the clauses of a program; each ends with a full stop at the end of a line."""
    code = ""
    for line in text.splitlines():
        code = f"{code} {line.partition('%')[0].strip()}".strip()
        if code.endswith("."):
            head, _, body = code[:-1].partition(":-")
            # commas within brackets divide no literals
            literals = re.findall(r"(?:[^,({]|\((?:[^()]|\([^()]*\))*\)|\{[^}]*\})+", body)
            yield _Clause(head.strip(), tuple(one.strip() for one in literals))
            code = ""


def _under(rules: Rulebook, clause: _Clause) -> Iterator[_Clause]:
    """Yield a clause without its options if they are those of a rulebook."""
    body: list[str] = []
    for literal in clause.body:
        if asked := re.fullmatch(r"(not )?option\((\w+),\(?([\w;]+)\)?\)", literal):
            if (rules[asked[2]].replace("-", "_") in asked[3].split(";")) == bool(asked[1]):
                return
        else:
            body.append(literal)
    yield clause._replace(body=tuple(body))


def _names(*texts: str) -> set[str]:
    """Return the predicates in parts of clauses."""
    return {name for text in texts for name in re.findall(r"(?<![\w(,])(?!not\b)[a-z]\w*(?=\(|$)", text)}


def _reduced(clauses: Sequence[_Clause], wanted: Collection[str]) -> list[_Clause]:
    """Return clauses without those that never apply, and without those that neither `wanted` nor a constraint needs."""
    while True:
        known = FACTS.union(*(_names(clause.head) for clause in clauses))
        less: list[_Clause] = []
        for head, body in clauses:
            if all(_names(one) <= known for one in body if not re.search(r"\bnot\b|\{", one)):
                less.append(_Clause(head, tuple(filter(None, (_without_unknown(one, known) for one in body)))))
        less = [one for one in less if not any(one.head == head and {*body} < {*one.body} for head, body in less)]
        needed = set(wanted)
        for _ in less:
            bodies = [body for head, body in less if not head or _names(head) & needed]
            needed |= {name for body in bodies for name in _names(*body)}
        texts = [literal for _, body in less for literal in body]
        # what holds "without(F)" is asked for under some choices only
        unasked = [word for word in ("without(", "with(") if not any(word in text for text in texts)]
        less = [
            clause
            for clause in less
            if (not clause.head or _names(clause.head) & needed) and not any(word in clause.head for word in unasked)
        ]
        if less == clauses:
            return less
        clauses = less


def _without_unknown(literal: str, known: Collection[str]) -> str:
    """Return a literal of a body without what never holds: itself if it is negated, or a negated part of it."""
    return re.sub(r"(?:, )?\bnot (\w+)(?:\([^()]*\))?", lambda found: found[0] if found[1] in known else "", literal)


def _opposite(clauses: Iterable[_Clause]) -> Iterator[_Clause]:
    """Yield the clauses on what succeeds again, for the second world of `settlement.lp`."""
    both = [one for one in clauses if not _names(one.head, *one.body) & {"ring", "open", "link", "follows"}]
    rest_on = {"succeeds"}
    for _ in both:
        rest_on |= {name for head, body in both if _names(*body) & rest_on for name in _names(head)}
    pattern = re.compile(rf"(?<!\w)({'|'.join(sorted(rest_on))})(?=\()")
    for clause in both:
        if _names(clause.head) & rest_on or (not clause.head and _names(*clause.body) & rest_on):
            head, *body = (pattern.sub(r"\1_opposite", part) for part in (clause.head, *clause.body))
            yield _Clause(head, tuple(body))
