"""The sources of reasons: paragraphs of the rulebook in force, and issues of the DATC.

The table has a line for each reason, and for each choice of an option that a book makes in words. Chapters and numbers
are those of the books themselves: chapters of 1982 as its Czech translations number them; of 1971 those that the DATC
names; the list of 22 rules that closes the books of 2000 and 2023; pages that the DATC names; sections of the Russian
book; the numbers of the Czech edition of 1962.

Source: DATC 3.0, 2 and 4.A.2 (XII.3, XII.5; 2000, page 16; 2023, page 18); the books.
"""

from __future__ import annotations

from functools import cache

from ..law.reasons import Reason
from ..rules.rulebook import PRESETS, Rulebook, option

BOOKS: dict[str, str] = {
    "2023": "2023",
    "2023-book": "2023",
    "2000": "2000",
    "1982": "1982",
    "1971": "1971",
    "1982-czech": "1982-czech",
    "2000-russian": "2000-russian",
    "czech1962": "czech1962",
}
"""By preset, the book that its citations name; a preset without a book whose paragraphs are known cites the DATC."""

_COLUMNS = ("1971", "1982", "1982-czech", "2000", "2000-russian", "2023", "czech1962")

_PARAGRAPHS = """
STANDS                  | -     | -      | -      | -       | -         | -       | rule 6
STANDS_FAST             | -     | IX.2   | IX.2   | rule 5  | rule 5    | rule 5  | rule 7
DISLODGED               | -     | IX.2   | IX.2   | rule 1  | rule 1    | rule 1  | rule 7
MOVES_IN                | -     | VII.1  | VII.1  | rule 2  | rule 2    | rule 2  | rule 6
FOLLOWS                 | -     | VIII   | VIII   | rule 2  | rule 2    | rule 2  | rule 6
OUTNUMBERS              | -     | IX.2   | IX.2   | rule 3  | rule 3    | rule 3  | rule 7
DISLODGES               | -     | IX.2   | IX.2   | rule 1  | rule 1    | rule 1  | rule 7
WINS_BATTLE             | -     | IX.2   | IX.2   | rule 1  | rule 1    | rule 1  | rule 7
STANDOFF                | -     | VIII   | VIII   | rule 3  | rule 3    | rule 3  | rule 12a
REPELLED                | -     | VIII   | VIII   | rule 5  | rule 5    | rule 5  | rule 7
LOSES_BATTLE            | -     | VIII   | VIII   | rule 6  | rule 6    | rule 6  | rule 12c
OWN_UNIT                | -     | IX.3   | IX.3   | rule 12 | rule 12   | rule 12 | rule 12
BLOCKED                 | -     | VIII   | VIII   | rule 5  | rule 5    | rule 5  | rule 12b
BARRED                  | -     | VIII   | VIII   | rule 3  | rule 3    | rule 3  | rule 12a
NO_CONVOY_ORDERED       | -     | XII.1  | XII.1  | -       | section 2 | -       | rule 10
CONVOY_DISRUPTED        | XII.3 | XII.3  | XII.3  | rule 17 | rule 17   | rule 17 | rule 10
ROUTE_DISRUPTED         | -     | -      | -      | -       | -         | -       | -
GIVEN                   | X     | X      | X      | rule 13 | rule 13   | rule 13 | rule 8
SPARED                  | -     | -      | -      | -       | -         | -       | -
CUT_BY_ATTACK           | X     | X      | X      | rule 13 | rule 13   | rule 13 | rule 8
CUT_BY_TARGET           | -     | -      | -      | -       | -         | -       | -
CUT_FROM_SEA            | -     | -      | -      | -       | -         | -       | -
CUT_BY_DISLODGEMENT     | X     | X      | X      | rule 14 | rule 14   | rule 14 | -
FLEET_STAYS             | XII.3 | XII.3  | XII.3  | rule 17 | rule 17   | rule 17 | rule 10
FLEET_DISLODGED         | XII.3 | XII.3  | XII.3  | rule 17 | rule 17   | rule 17 | rule 10
CIRCULAR                | -     | XIV.5  | XIV.5  | rule 7  | rule 7    | rule 7  | -
SZYKMAN                 | -     | -      | -      | -       | -         | -       | -
ALL_HOLD                | -     | -      | -      | -       | -         | -       | -
CONSISTENT_OR_HOLD      | -     | -      | -      | -       | -         | -       | -
UNRESOLVED              | -     | -      | -      | -       | -         | -       | -
ALL_FAIL                | -     | -      | -      | -       | -         | -       | -
PARADOX                 | -     | -      | -      | -       | -         | -       | -
RETREATS                | -     | XI     | XI     | -       | section 4 | -       | rule 13
COLLISION               | -     | XI.2   | XI.2   | -       | section 4 | -       | rule 13
DISBANDED_AS_ORDERED    | -     | -      | -      | -       | -         | -       | -
DISBANDED_WITHOUT_ORDER | -     | XI.2   | XI.2   | -       | section 4 | -       | -
BUILT                   | -     | XIII.2 | XIII.2 | -       | section 5 | -       | rule 14
BUILT_UNORDERED         | -     | -      | -      | -       | -         | -       | -
WAIVED                  | -     | -      | -      | -       | section 5 | -       | -
SURPLUS                 | -     | XIII.2 | XIII.2 | -       | section 5 | -       | rule 14
REMOVED                 | -     | -      | -      | -       | -         | -       | -
VOID                    | -     | -      | -      | -       | -         | -       | -
ILLEGAL                 | -     | VII.4  | VII.4  | -       | section 2 | page 6  | rule 5
multi_route_disruption=any                   | XII.4 | -      | -      | -       | -         | -       | -
multi_route_disruption=all                   | -     | XII.4  | XII.4  | rule 20 | rule 20   | rule 20 | -
paradox_exception=attack-on-own-convoy       | XII.5 | -      | XII.5  | -       | -         | -       | -
paradox_exception=any-action                 | -     | XII.5  | -      | -       | -         | -       | -
paradox_exception=attack-on-necessary        | -     | -      | -      | rule 21 | rule 21   | rule 21 | -
adjacent_convoy=own-intent                   | -     | -      | XII.6  | -       | -         | -       | -
adjacent_convoy=own-intent-or-exchange       | -     | XII.6  | -      | -       | -         | -       | -
adjacent_convoy=via-or-own-fleet             | -     | -      | -      | -       | section 2 | -       | -
cut_by_own_target=cut                        | -     | -      | -      | -       | -         | -       | rule 8
cut_by_own_target=not-cut                    | X     | X      | X      | rule 13 | rule 13   | rule 13 | -
support_of_convoying_fleet=void              | -     | -      | -      | -       | -         | -       | rule 10
exchange_by_convoy=never                     | -     | -      | -      | -       | -         | -       | rule 12c
exchange_by_convoy=allowed                   | -     | XIV.5  | XIV.5  | rule 19 | rule 19   | rule 19 | -
attack_on_own=void                           | -     | -      | -      | -       | -         | -       | rule 12
attack_on_own=counts                         | -     | IX.3   | IX.3   | -       | section 2 | -       | -
dislodged_effect=never                       | -     | -      | IX.7   | -       | rule 11   | -       | -
civil_disorder_distance=owned-centers        | -     | -      | -      | -       | -         | page 20 | -
civil_disorder_distance=home-centers         | -     | XIV.4  | -      | -       | -         | -       | -
civil_disorder_distance=home-centers-convoys | -     | -      | XIV.4  | -       | -         | -       | -
civil_disorder_distance=home-country         | -     | -      | -      | -       | -         | -       | rule 15
"""
"""One line each: its paragraphs in the books of `_COLUMNS`; a dash where a book has none."""


@cache
def paragraphs() -> dict[str, dict[str, str]]:
    """Return the table: by the name of a reason, or by option and choice, the paragraph in each book that has one.

    >>> paragraphs()["STANDOFF"]["czech1962"], paragraphs()["paradox_exception=any-action"]
    ('rule 12a', {'1982': 'XII.5'})
    """
    table: dict[str, dict[str, str]] = {}
    for line in _PARAGRAPHS.strip().splitlines():
        what, *cells = (cell.strip() for cell in line.split("|"))
        table[what] = {book: cell for book, cell in zip(_COLUMNS, cells, strict=True) if cell != "-"}
    return table


def _cited(what: str, preset: str) -> tuple[str, ...]:
    book = BOOKS.get(preset, "")
    paragraph = paragraphs().get(what, {}).get(book)
    return (f"{book} {paragraph}",) if paragraph else ()


def _book_of(rules: Rulebook) -> str:
    """Return the preset that a rulebook started from, empty for one that started from none."""
    name = rules.name.partition(" with ")[0].partition(" of DATC ")[0]
    return name if name in PRESETS else ""


def sources_of(reason: Reason, rules: Rulebook) -> tuple[str, ...]:
    """Return the sources of the rule behind a reason: the DATC, and the book of the rulebook if it has the rule.

    A reason that a choice of the rulebook decided is followed by that choice; the paragraph of a book is cited for it
    where the rulebook has the choice from this book, and not from a single option that was set.

    >>> from standoff.solver import rulebook
    >>> sources_of(Reason.STANDOFF, rulebook("1982")), sources_of(Reason.STANDOFF, rulebook("dptg"))
    (('DATC 5.B.6', '1982 VIII'), ('DATC 5.B.6',))
    >>> sources_of(Reason.SPARED, rulebook("2023-book"))
    ('DATC 5.B.2', 'DATC 4.A.2', '2023 rule 21', 'paradox_exception=attack-on-necessary')
    """
    name = reason.option
    if not name:
        return (*reason.sources, *_cited(reason.name, _book_of(rules)))
    choice = rules[name]
    own = name in rules.house_rules or (reason is Reason.CUT_BY_TARGET and "cut" in rules.functions)
    preset = "" if own or name in rules.differences else _book_of(rules)
    sources = () if own else sources_of_choice(name, choice, preset)
    cited = rules.house_rules["cut"] if own and name not in rules.house_rules else f"{name}={choice}"
    return (*dict.fromkeys((*reason.sources, *sources)), cited)


def sources_of_choice(name: str, choice: str, preset: str = "") -> tuple[str, ...]:
    """Return the sources of a choice of an option: the issue of the DATC, and the paragraph of the preset's book.

    >>> sources_of_choice("paradox_exception", "any-action", "1982")
    ('DATC 4.A.2', '1982 XII.5')
    >>> sources_of_choice("paradox_exception", "any-action", "2023")
    ('DATC 4.A.2',)
    """
    issue = option(name).issue
    return (f"DATC {issue}" if issue[:1].isdigit() else issue, *_cited(f"{name}={choice}", preset))


__all__ = ["BOOKS", "paragraphs", "sources_of", "sources_of_choice"]
