"""Which words of convoy paradoxes a board can hold: by exhaustive search, for each word of up to so many units.

    python -m research.on_board UNITS               every word of 4 to UNITS units: its place on the standard board, or none
    python -m research.on_board --stages R          a word of R stages, if there is one
        --largest          one with as many units as are found
        --seconds S        how long to look for one, or for a larger one (60)

A word has a place if its units can stand in different provinces such that every order is legal, and each army goes by a chain of
fleets without chords; armies have "via convoy" written. By `paradoxes.md` nothing else is needed, and nothing more is possible: other
intents only ask for more. clingo goes through all places; each one found is adjudicated: it must be a convoy paradox of
this word, and no single unit or order can be left out.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

import clingo

from research.words import Link, Shape, by_name, is_paradox, smaller, words
from standoff import Turn
from standoff.map import ARMY, FLEET, INLAND, SEA, Board, load_board, province_of
from standoff.searches.abstract import CONVOYS, MOVES, SAILS
from standoff.searches.placing import Place, turn_on
from standoff.solver import Stage, Stages, first_rotation
from tools.shared import command_line, say

RULES = """
1 {at(fleet(I,K),S): sea(S)} 1 :- chain(I,K).
1 {fought(I,K): chain(I,K)} 1 :- stage(I).
1 {at(army(I),P): coast(P)} 1 :- stage(I).
1 {at(support(I),L): location(L,P), coast(P)} 1 :- stage(I).
lands(I,P) :- at(support(J),L), location(L,P), next(I,J).

% the support acts on the sea of the fleet that is fought over, and so do the others there; and those of a guard on its sea
over(I,S) :- fought(I,K), at(fleet(I,K),S).
:- at(support(I),L), over(I,S), not sails(L,S).
N {at(around(I,L),L): sails(L,S)} N :- over(I,S), around(I,N).
1 {guarded(I,G,K): chain(I,K)} 1 :- guard(I,G,_).
:- guarded(I,G,K), fought(I,K).
:- guarded(I,G,K), guarded(I,H,K), G < H.
N {at(guards(I,G,L),L): sails(L,S)} N :- guarded(I,G,K), at(fleet(I,K),S), guard(I,G,N).

% one unit in a province
stands(U,P) :- at(U,L), location(L,P).
:- location(_,P), 2 {stands(U,P)}.

% the route is a chain without chords
:- chain(I,K), at(army(I),P), at(fleet(I,K),S), K = 1, not shore(S,P).
:- chain(I,K), at(army(I),P), at(fleet(I,K),S), K > 1, shore(S,P).
:- chain(I,K), lands(I,P), at(fleet(I,K),S), not chain(I,K+1), not shore(S,P).
:- chain(I,K), lands(I,P), at(fleet(I,K),S), chain(I,K+1), shore(S,P).
:- at(fleet(I,K),S), at(fleet(I,K+1),T), not sails(S,T).
:- at(fleet(I,K),S), at(fleet(I,J),T), J > K+1, sails(S,T).

#show at/2.
#show fought/2.
#show guarded/3.
"""

LONGEST = 9
"""No route without superfluous fleets on the standard board has more: `A~10` has no place there."""

LARGEST = """
1 {length(I,1..longest)} 1 :- stage(I).
chain(I,1..M) :- length(I,M).
1 {around(I,1..most)} 1 :- stage(I).
{guard(I,G,N): N = 4..most, N \\ 2 = 0} 1 :- length(I,M), G = 1..M-1.
:- guard(I,G,N), guard(I,H,M), G < H, N > M.
#maximize {M,I,length: length(I,M); N,I,around: around(I,N); N,I,G: guard(I,G,N)}.
"""
"""Any word, and of all the largest."""

LEAST = """
1 {length(I,1..longest)} 1 :- stage(I).
chain(I,1..M) :- length(I,M).
around(I,1) :- stage(I).
"""
"""Words of A alone, which have a place wherever one of as many stages has."""


def facts_of(board: Board) -> str:
    """Return a board as facts: seas, coasts, locations, and how fleets sail."""
    lines: list[str] = []
    for province in board.provinces:
        if province.kind == INLAND:
            continue
        name = province.id.lower()
        lines.append(f"{'sea' if province.kind == SEA else 'coast'}({name}).")
        lines += [f"location({_term(location)},{name})." for location in province.locations]
        if province.kind != SEA:
            lines.append(f"location({name},{name}).")
    for one, other in board.fleet_graph.edges:
        for here, there in ((one, other), (other, one)):
            lines.append(f"sails({_term(here)},{_term(there)}).")
            if board.province(province_of(here)).kind == SEA:
                lines.append(f"shore({here.lower()},{province_of(there).lower()}).")
    return "\n".join(lines)


def _term(location: str) -> str:
    return location.lower().replace("/", "_")


def facts_of_word(word: Stages) -> str:
    """Return what a word asks for, as facts."""
    lines: list[str] = []
    for i, stage in enumerate(word):
        around = Stage(stage.letter, stage.more).units - 3  # without fleet, army, and the support of the ring
        lines.append(f"stage({i}). next({i},{(i + 1) % len(word)}). chain({i},1..{stage.fleets}). around({i},{around}).")
        lines += [f"guard({i},{g},{2 + 2 * guard})." for g, guard in enumerate(stage.guards)]
    return "\n".join(lines)


def _models(program: str, seconds: float = 0) -> Iterator[list[clingo.Symbol] | None]:
    """Yield answers, better and better ones if something is maximized; at last None, if there are no more.

    Args:
        program: What is asked.
        seconds: How long to wait for the next one; as long as it takes if 0.
    """
    control = clingo.Control(["--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True, async_=True) as handle:
        while True:
            handle.resume()
            if seconds and not handle.wait(seconds):
                handle.cancel()
                return
            model = handle.model()
            yield None if model is None else [*model.symbols(shown=True)]
            if model is None:
                return


def placed(board: Board, word: Stages) -> Turn | None:
    """Return a turn of a word on a board, None if it has no place there."""
    found = next(_models(facts_of(board) + RULES + facts_of_word(word)))
    return None if found is None else turn_of(board, word, found)


def turn_of(board: Board, word: Stages, found: list[clingo.Symbol]) -> Turn:
    """Return the turn of a word at the places found."""
    spots: dict[str, list[str]] = {}
    fought: dict[int, int] = {}
    guarded: dict[tuple[int, int], int] = {}
    for symbol in found:
        if symbol.name == "at":
            unit, where = symbol.arguments
            numbers = [one for one in unit.arguments if one.type is clingo.SymbolType.Number]
            spots.setdefault(" ".join(map(str, (unit.name, *numbers))), []).append(str(where).upper().replace("_", "/"))
        elif symbol.name == "fought":
            fought[symbol.arguments[0].number] = symbol.arguments[1].number
        else:
            i, g, k = (one.number for one in symbol.arguments)
            guarded[i, k] = g
    beside: dict[str, list[str]] = {}
    for i, stage in enumerate(word):
        others = [k for k in range(1, stage.fleets + 1) if k != fought[i]]
        route = [fought[i], *sorted(others, key=lambda k, i=i: guarded.get((i, k), stage.fleets))]
        places = [spots.pop(f"fleet {i} {k}") for k in range(1, stage.fleets + 1)]
        for number, k in enumerate(route):
            spots[f"fleet {i} {number}"] = places[k - 1]
            around = f"around {i}" if number == 0 else f"guards {i} {guarded.get((i, k), -1)}"
            beside[f"fleet {i} {number}"] = spots.get(around, [])
    every = by_name(Shape(tuple(Link(stage, "v") for stage in word)))

    def fleet_of(name: str) -> str:
        kind, aim, _, _ = every.units[name]
        return name if kind == CONVOYS else aim if kind == MOVES else fleet_of(aim)

    at: list[Place] = []
    for name in every.names:
        (place,) = spots[name] if name in spots else [beside[fleet_of(name)].pop()]
        at.append(Place(ARMY if every.units[name][0] == SAILS else FLEET, place, board.province_number[province_of(place)]))
    return turn_on(every.turn()[0], at, board)


def holds(turn: Turn, word: Stages) -> bool:
    """Return whether a turn is a convoy paradox of a word from which no unit and no order can be left out."""
    return (
        [one.paradox_class for one in turn.resolutions().paradoxes] == ["".join(map(str, first_rotation(word)))]
        and is_paradox(turn)
        and not any(map(is_paradox, smaller(turn)))
    )


def of_stages(board: Board, stages: int, words_of: str, seconds: float) -> tuple[tuple[Stages, Turn] | None, bool]:
    """Return a word of so many stages with its turn, if one is found; and whether the search ended.

    Args:
        board: Where.
        stages: How many.
        words_of: `LEAST` or `LARGEST`.
        seconds: How long to look for one, or for a larger one.
    """
    most = max(degree for _, degree in board.fleet_graph.degree)
    program = words_of.replace("longest", str(LONGEST)).replace("most", str(most))
    program += "".join(f"stage({i}). next({i},{(i + 1) % stages}). " for i in range(stages))
    best: list[clingo.Symbol] | None = None
    whole = False
    for found in _models(facts_of(board) + RULES + program, seconds):
        best, whole = found or best, found is None
        if words_of == LEAST:
            break
    if best is None:
        return None, whole
    word = word_at(best, stages)
    return (word, turn_of(board, word, best)), whole


def word_at(found: list[clingo.Symbol], stages: int) -> Stages:
    """Return the word of an answer; of two stages with as many units around the fleet, the one with an A or H.

    The units of each guard stand in the order of their numbers.
    """
    names = Counter(str(one.arguments[0]).rpartition(",")[0] for one in found if one.name == "at")
    word: list[Stage] = []
    for i in range(stages):
        count = names[f"around({i}"]
        guards = [names[f"guards({i},{g}"] // 2 - 1 for g in range(len(found))]
        letter, more = ("A", count // 2) if count % 2 else ("H", count // 2 - 1)
        word.append(Stage(letter, more, names[f"fleet({i}"], tuple(one for one in guards if one > 0)))
    return tuple(word)


def main() -> int:
    """Run the command; 1 if a turn is not what it must be."""
    parser = command_line(__doc__)
    parser.add_argument("units", type=int, nargs="?", default=0)
    parser.add_argument("--stages", type=int)
    parser.add_argument("--largest", action="store_true")
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    board, wrong = load_board(), 0
    for units in range(4, given.units + 1):
        nowhere: list[str] = []
        for word in words(units):
            turn, text = placed(board, word), "".join(map(str, word))
            if turn is None:
                nowhere.append(text)
                continue
            wrong += not holds(turn, word)
            print(text, "; ".join(map(str, turn.orders)), sep="\t")
        print(f"{units} units: {len(words(units))} words, {len(nowhere)} have no place", *nowhere, flush=True)
        say(f"{units} units")
    if given.stages:
        found, whole = of_stages(board, given.stages, LARGEST if given.largest else LEAST, given.seconds)
        if found is None:
            print("no such word has a place" if whole else "none was found in time")
        else:
            word, turn = found
            wrong += not holds(turn, word)
            more = ", or more" if given.largest and not whole else ""
            print(f"{len(turn.position.units)} units{more}: {''.join(map(str, first_rotation(word)))}")
            print("; ".join(map(str, turn.orders)))
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
