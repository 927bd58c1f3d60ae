"""The points on which rulebooks depart from the letter of their books, and why (`docs/generated/departures.md`).

English books are quoted from the DATC.
"""

from __future__ import annotations

from typing import NamedTuple


class Departure(NamedTuple):
    """A point on which rulebooks of the package depart from what their books say in words.

    Attributes:
        rulebooks: The presets.
        option: The option, "" where none has a choice for what the book says.
        letter: The choice that would follow the letter, "" likewise.
        paragraph: Where the book says it.
        book: What it says.
        preset: What the preset does.
        why: Why.

    >>> DEPARTURES[0].option, DEPARTURES[0].letter
    ('paradox_exception', 'attack-on-necessary')
    """

    rulebooks: tuple[str, ...]
    option: str
    letter: str
    paragraph: str
    book: str
    preset: str
    why: str


DEPARTURES: tuple[Departure, ...] = (
    Departure(
        ("2023",),
        "paradox_exception",
        "attack-on-necessary",
        "DATC 4.A.2",
        "a convoyed army does not cut a support of an attack on a fleet that its convoy needs",
        "it cuts like any other move; the Szykman rule settles what then contradicts itself",
        "the DATC prefers the Szykman rule alone; the book to the letter is 2023-book",
    ),
    Departure(
        ("1971", "1982", "2000", "2023", "2023-book", "2025EE"),
        "dislodged_effect",
        "never",
        "1982 IX.7; 2000 rule 11; DATC 4.A.7",
        "a dislodged unit has no effect on the province that its attacker came from",
        "it has none after a head-to-head battle; where a convoy takes part, it still stands others off there",
        "the DATC calls that the intent of the rule, and prefers it to the letter",
    ),
    Departure(
        ("1971", "1982"),
        "civil_disorder_distance",
        "home-centers-convoys",
        "1982 XIV.4, the same in 1971; DATC 4.D.8",
        "the distance to the nearest home center by the shortest route, convoys included",
        "armies count every sea that they cross as a move",
        "the books do not say what a convoy counts; this is what the DATC up to version 2 preferred, and the DPTG says",
    ),
    Departure(
        ("1982",),
        "",
        "",
        "1982 XII.6; DATC 4.A.3",
        "the totality of the orders of a power shows whether its army goes by convoy",
        "a fleet that is to convoy it, or an own unit that comes the opposite way, shows it, and nothing else does",
        "the book does not say what shows it; the DATC names these two",
    ),
    Departure(
        ("2000", "2023-book", "2000-russian"),
        "",
        "",
        "2000, disrupting a convoy, and rule 17; DATC 2",
        "an army whose convoy is disrupted stays; that it has no effect where it was bound is left out",
        "it has none there, as 1971 and 1982 XII.3 say",
        "the author of the edition has said that nothing else was meant; the rule for paradoxes is needless otherwise",
    ),
    Departure(
        ("2025EE",),
        "",
        "",
        "2025EE, building, converting units",
        "units are built in every owned center, and converted",
        "units are built in home centers",
        "the game is played on another board; its rules count here as those of the standard game",
    ),
    Departure(
        ("dptg",),
        "",
        "",
        "DPTG, as DATC 2.4, 6.E.7 and 6.E.15, reports it",
        "a unit is dislodged that only its own power's support would dislodge; of two friends in battle one advances",
        "neither happens",
        "the DATC shows both to be faults of the algorithm, which contradict its house rules",
    ),
    Departure(
        ("dptg",),
        "",
        "",
        "DPTG, as DATC 2.4, 4.E.1, reports it",
        "an order to a place that is not on the map is an order to move: its unit cannot be supported to hold",
        "a name that is not on the board is an error of the text; only an impossible move on the board counts so",
        "a name that nobody knows is more often a misspelling",
    ),
    Departure(
        ("diplomacy",),
        "",
        "",
        "the package diplomacy, version 1.1.2",
        "supports by the power of the unit attacked count for a convoyed attack; its victim retreats anywhere",
        "they do not count; the victim retreats where others may",
        "the catalog of faults names these and others; they are not choices",
    ),
    Departure(
        ("2000-russian",),
        "",
        "",
        "2000 rules in Russian, retreats, and other rules of building",
        "what a retreat left empty is closed to retreats; a power that has lost all its centers builds nothing",
        "what a standoff left empty is closed; what counts are the home centers",
        "slips of the translation: the diagrams, and the English book, say what is meant",
    ),
    Departure(
        ("1982-czech", "2000-russian", "2000", "czech1962"),
        "",
        "",
        "XIV.4; Civil disorder; 15",
        "of units equally far, the first in the alphabet goes (czech1962: no word on it)",
        "the alphabet is that of the English names",
        "the DATC prefers English where no board is on the table",
    ),
    Departure(
        ("czech1962",),
        "",
        "",
        "Czech edition of 1962, 5",
        "the North Sea alone convoys an army from Kiel to London",
        "the order is illegal",
        "on the map the two do not touch",
    ),
    Departure(
        ("czech1962",),
        "",
        "",
        "Czech edition of 1962, 2",
        "who has a substantial majority of the pieces has won",
        "who owns 18 centers has",
        "the edition gives no number",
    ),
)
"""By option where there is one, the later books after the earlier."""
