"""The law of a movement phase as an answer set program for one rulebook, cut from `law/law.lp`.

With `law/settlement.lp` the orders of a turn have exactly one answer set, what becomes of them; so orders may be
variables, and a solver looks for those with a given outcome.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from ..rules.options import OPTIONS
from ..rules.rulebook import Rulebook

_FOLDER = Path(__file__).parents[1] / "law"

FACTS = frozenset(
    {"unit", "move", "by_land", "via", "through", "support", "coast", "convoy", "off", "disorder", "illegal"}
)
"""The predicates of the facts of a turn."""

COVERED = {
    "convoyed_attack_from": ("start",),
    "support_coast": ("may-be-omitted", "own-only", "required", "always-required", "ignored"),
    "impossible_coast": ("illegal",),
}
"""By option, the choices for which orders may be variables; of other options, all.

Under others an order has more than one arrow (`research/theory.md`), or a support is for another coast than it names.
"""

_PREDICATES = ("true", "succeeds", "dislodged", "helped", "prevent", "fights", "hits", "acts", "by_sea")
_PREDICATES_OF_CYCLES = ("open", "odd", "ring", "circle", "follows", "failing")
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
    >>> not_covered(rulebook("1971")), not_covered(rulebook(convoyed_attack_from="last-fleet"))
    ('', 'convoyed_attack_from=last-fleet')
    """
    options = [f"{name}={rules[name]}" for name, choices in COVERED.items() if rules[name] not in choices]
    return ", ".join([*options, *rules.house_rules.values()])


def law_text() -> str:
    """Return the equations with every option in them, `law/law.lp`."""
    return (_FOLDER / "law.lp").read_text(encoding="utf-8")


def _settlement() -> str:
    return (_FOLDER / "settlement.lp").read_text(encoding="utf-8")


@lru_cache
def law_program(rules: Rulebook, *, rings: bool | None = None, circles: bool = False, routes: bool = True) -> str:
    """Return the law under a rulebook, for the facts of a turn (`FACTS`).

    Args:
        rules: A rulebook that is covered (`not_covered`).
        rings: None for what the equations ask, without the constraints that make orders follow them; True for what
            becomes of each turn; False for the same of turns without a ring of convoys, of which others have none.
        circles: True to tell which circles of moves are open, and how many resolutions each has: ``open``, ``odd``.
        routes: False to leave open which fleets of a convoy take part in it, for many fleets.

    >>> from standoff.solver import rulebook
    >>> "option(" in law_program(rulebook()), "true_opposite" in law_program(rulebook(), rings=True)
    (False, True)
    """
    # where orders against own units are void, a circle may have no resolution: no reasons tell that
    circles = circles or rules["attack_on_own"] == "void"
    choices = {name: rules[name].replace("-", "_") for name in OPTIONS}
    choices["circles"] = "counted" if circles else "by_reasons"
    equations = [clause for clause in _clauses(law_text()) if clause.head and not clause.head.startswith("#")]
    clauses = [one for clause in equations for one in _chosen(choices, clause)]
    if rules["support_coast"] == "ignored":  # the facts are orders as given
        clauses = [one for one in clauses if "not coast(U,C)" not in one.body]
    # whether there is a route needs no list of routes
    clauses = [one._replace(body=tuple("linked(U)" if x == "part(_,U)" else x for x in one.body)) for one in clauses]
    if not routes:
        clauses = [one._replace(head="{ part(F,U) }") if one.head == "part(F,U)" else one for one in clauses]
        clauses = [one._replace(body=("serves(F,U)",)) if one.head == "{ part(F,U) }" else one for one in clauses]
    clauses = _reduced([*clauses, *_clauses(_LINKED)], _PREDICATES)
    if rings is not None:
        worlds = {"opposite"} if rules["paradox_backup"] == "szykman" else {"down", "up"}
        settlement = [one for clause in _clauses(_settlement()) for one in _chosen(choices, clause)]
        settlement = [one for one in settlement if _worlds(one) <= (worlds if rings or circles else set())]
        if not rings:
            settlement = [one._replace(head="") if one.head == "ring(F)" else one for one in settlement]
        again = [*clauses, *(one for one in settlement if "why" in _names(one.head, *one.body))]
        clauses += settlement
        for world in sorted(set[str]().union(*map(_worlds, settlement))):
            clauses += _in_world(again, world)
        clauses = _reduced(clauses, (*_PREDICATES, *_PREDICATES_OF_CYCLES) if circles else _PREDICATES)
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


def _chosen(choices: Mapping[str, str], clause: _Clause) -> Iterator[_Clause]:
    """Yield a clause without its options if they are chosen."""
    body: list[str] = []
    for literal in clause.body:
        if asked := re.fullmatch(r"(not )?option\((\w+),\(?([\w;]+)\)?\)", literal):
            if (choices[asked[2]] in asked[3].split(";")) == bool(asked[1]):
                return
        else:
            body.append(literal)
    yield clause._replace(body=tuple(body))


def _names(*texts: str) -> set[str]:
    """Return the predicates in parts of clauses."""
    return set[str]().union(*map(_names_in, texts))


@lru_cache(maxsize=4096)
def _names_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"(?<![\w(,])(?!not\b)[a-z]\w*(?=\(|$)", text))


@lru_cache(maxsize=4096)
def _is_negated_or_choice(literal: str) -> bool:
    return re.search(r"\bnot\b|\{", literal) is not None


def _reduced(clauses: Sequence[_Clause], predicates: Collection[str]) -> list[_Clause]:
    """Return clauses without those that never apply, or that neither `predicates` nor a constraint needs."""
    while True:
        known = FACTS.union(*(_names(clause.head) for clause in clauses))
        less: list[_Clause] = []
        for head, body in clauses:
            if all(_names_in(one) <= known for one in body if not _is_negated_or_choice(one)):
                less.append(_Clause(head, tuple(filter(None, (_without_unknown(one, known) for one in body)))))
        bodies = defaultdict[str, list[frozenset[str]]](list)
        for head, body in less:
            bodies[head].append(frozenset(body))
        less = [one for one in less if not any(body < {*one.body} for body in bodies[one.head])]
        needed, before, named = set(predicates), -1, [(head, _names(head), _names(*body)) for head, body in less]
        while len(needed) > before:
            before = len(needed)
            needed.update(*(inside for head, defined, inside in named if not head or defined & needed))
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
    if "not " not in literal:
        return literal
    return re.sub(r"(?:, )?\bnot (\w+)(?:\([^()]*\))?", lambda found: found[0] if found[1] in known else "", literal)


def _worlds(clause: _Clause) -> set[str]:
    """Return the other worlds of `settlement.lp` that a clause names."""
    return set(re.findall(r"\w_(opposite|down|up)\(", str(clause)))


def _in_world(clauses: Sequence[_Clause], world: str) -> Iterator[_Clause]:
    """Yield the clauses on what succeeds again, for another world of `settlement.lp`."""
    rest_on, before = {"succeeds"}, 0
    while len(rest_on) > before:
        before = len(rest_on)
        rest_on |= _names(*(head for head, body in clauses if _names(*body) & rest_on))
    pattern = re.compile(rf"(?<!\w)({'|'.join(sorted(rest_on))})(?=\()")
    for clause in clauses:
        if _names(clause.head) & rest_on or (not clause.head and _names(*clause.body) & rest_on):
            head, *body = (pattern.sub(rf"\1_{world}", part) for part in (clause.head, *clause.body))
            yield _Clause(head, tuple(body))
