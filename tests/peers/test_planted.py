"""Programs that are wrong on purpose: each is found, none is named wrongly, and a right one is right."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

import pytest

from standoff.lines.answering import answer_line
from standoff.map import load_board
from standoff.peers.adapters import open_peer
from standoff.peers.comparing.catalog import Attribution
from standoff.peers.comparing.crosscheck import crosscheck
from standoff.peers.comparing.difference_report import DifferenceReport
from standoff.peers.comparing.sources import random_questions, whole_games
from standoff.peers.score.card import Mark, score_card
from standoff.peers.score.outputs import as_object
from standoff.solver import rulebook
from tests.helpers.command import run
from tests.helpers.examples import WHOLE
from tests.helpers.standin import Standin
from tests.peers.conftest import Answering, Json, peer_program
from tests.peers.planted import FAULTS, LIARS, Liar, PlantedPeer

RIGHT = "a right program"
WORDS = "convoys said to fail"


def checked(name: str, count: int, seed: int = 1) -> DifferenceReport:
    peer = partial(PlantedPeer, name)
    return crosscheck(peer, partial(random_questions, seed, count), jobs=1, max_questions=80)


def assert_rightly_named(name: str, report: DifferenceReport, groups: int = 2) -> None:
    """Check that a fault is found and has its name, or none, in few groups."""
    assert report.causes, f"{name} is not found"
    assert report.good is (name in (RIGHT, WORDS) or "=" in "".join(FAULTS[name].names))
    named = {cause.name for cause in report.causes if cause.attribution in (Attribution.FAULT, Attribution.CHOICE)}
    assert named <= {*FAULTS[name].names}, f"{name} is called {named}"
    assert len(report.causes) <= groups, [cause.name for cause in report.causes]


@pytest.mark.parametrize(
    ("name", "turns"),
    [
        ("strength above 4 counts as 4", 200),
        ("a garrison falls to two equal attackers", 160),
        ("centers taken in spring", 20),
    ],
)
def test_planted_faults_are_found_soon_and_named(name: str, turns: int) -> None:
    report = checked(name, turns)
    assert_rightly_named(name, report)
    assert {cause.name for cause in report.causes} & {*FAULTS[name].names}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seed"),
    [*((RIGHT, seed) for seed in range(10 * WHOLE)), *((name, 1) for name in [*FAULTS][:: 1 if WHOLE else 8])],
)
def test_every_planted_fault_is_found_by_random_turns(name: str, seed: int) -> None:
    count = 2000 if WHOLE else 600
    report = checked(name, count, seed)
    if name == RIGHT:
        assert (report.good, report.causes, report.tally.done) == (True, [], count)
    else:
        assert_rightly_named(name, report)


BY_RANDOM_TURNS_ONLY = {"ownership frozen after 1920", "standard homes on every board"}
"""The faults that no case of the library shows: it has no years after 1920, and no winter of powers on other boards."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [*FAULTS][3 * (not WHOLE) :: 1 if WHOLE else 8])
def test_every_other_planted_fault_is_found_by_the_library(name: str) -> None:
    card = score_card(PlantedPeer(name))
    named = {score.cause.name for score in card.scores if score.cause and score.cause.known}
    assert named <= {*FAULTS[name].names}, f"{name} is called {named}"
    excused = name in (RIGHT, WORDS) or "=" in "".join(FAULTS[name].names)
    assert card.good is (excused or name in BY_RANDOM_TURNS_ONLY)
    assert len(card.faults()) <= 2


@pytest.mark.slow
@pytest.mark.parametrize("suites", [(), ("datc",), ("separating",), ("editions",)][:: 1 if WHOLE else 4])
def test_a_right_program_passes_every_suite(suites: tuple[str, ...]) -> None:
    card = score_card(PlantedPeer(RIGHT), suites=suites)
    assert card.good
    assert card.count(Mark.FAILED) == card.count(Mark.UNSUPPORTED) == 0


DEVIATIONS = {
    "multi_route_disruption": "any",
    "paradox_exception": "any-action",
    "adjacent_convoy": "explicit",
    "cut_by_own_target": "cut",
    "retreat_to_convoyed_attacker": "barred",
    "dislodged_effect": "never",
    "omitted_coast_two": "default-coast",
    "multiple_orders": "last",
    "civil_disorder_distance": "home-centers",
    "illegal_orders": "cannot-be-supported",
}


@pytest.mark.slow
def test_each_deviation_from_a_named_rulebook_is_listed_with_its_cases() -> None:
    card = score_card(Standin(preset="2023", **DEVIATIONS), against=rulebook("2023"), max_questions=0)
    assert {one.option: one.choice for one in card.departures} == DEVIATIONS
    assert all(one.cases and one.weighed.with_choice and one.issue.startswith("4.") for one in card.departures)
    assert [one["option"] for one in as_object(card)["departures"]] == [one.option for one in card.departures]
    assert score_card(PlantedPeer(RIGHT), suites=("datc",), against=rulebook("2023")).departures == ()


# -- liars ------------------------------------------------------------------------------------------

SAID: dict[str, tuple[str, str]] = {
    "cannot to all but one": ("expected every movement phase", "expected every movement phase"),
    "cannot to supports and convoys": ("cases: supports and convoys", "turns: supports and convoys"),
    "declares all and retreats to Paris": (
        "it does not say where dislodged units may retreat",
        "too little was compared",
    ),
    "wrong if powers are in another order": ("", "differs"),
    "wrong if units are in another order": ("", "differs"),
    "leaks the question before": ("contested", "contested"),
    "wrong at the first try": ("failed", "in a fresh process"),
    "wrong when asked again": ("", "differ"),
    "of another season": ("of another season", "of another season"),
    "says no orders": ('"unreported": [orders]', "orders"),
    "all orders succeed": ("failed", "only the reported outcome differs"),
    "no unit is ever dislodged": ("failed", "differs"),
}
"""The words with which card and cross-check name each liar; "" where that command asks too little."""


@pytest.mark.usefixtures("few_asked")
@pytest.mark.parametrize("name", LIARS)
def test_liars_and_lazy_programs_have_status_1_or_2_and_are_told_why(name: str, answering: Answering) -> None:
    liars: dict[str, Liar] = {}

    def answer(_: str, request: Json) -> Json:
        return liars.setdefault(name, Liar(name))(request)

    answering(answer)
    spec = f"lines:{sys.executable} liar"
    by_score, by_turns = SAID[name]
    for args, said in (
        (("score", spec, "--suite", "datc", "--max-questions", "0"), by_score),
        (("crosscheck", spec, "--random", "40", "--jobs", "1", "--max-questions", "10"), by_turns),
    ):
        if said:
            done = run(*args)
            assert done.exit_code in (1, 2), (args, done.output)
            assert said.replace("[orders]", '["orders"]') in done.output + done.stderr, (args, done.output[-1500:])


def test_a_choice_has_status_0_unless_a_rulebook_is_claimed(
    answering: Answering, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(crosscheck.__kwdefaults__, "drawn", 60)
    answering(lambda _, asked: answer_line(json.dumps(asked | {"options": {"adjacent_convoy": "explicit"}}))[0])
    args = (
        "crosscheck",
        f"lines:{sys.executable}",
        "--random",
        "12",
        "--seed",
        "2",
        "--jobs",
        "1",
        "--max-questions",
        "20",
    )
    assert run(*args).exit_code == 0
    claimed = run(*args, "--claimed-rules", "2023")
    assert claimed.exit_code == 1
    assert "adjacent_convoy=explicit" in claimed.output
    assert run(*args, "--claimed-rules", "2023", "--rules", "2023").exit_code == 2


def test_a_share_that_the_author_states_is_enough(answering: Answering) -> None:
    liar = Liar("cannot to supports and convoys")
    answering(lambda _, request: liar(request))
    spec = f"lines:{sys.executable} liar"
    for args in (
        ("score", spec, "--suite", "datc", "--max-questions", "0"),
        ("crosscheck", spec, "--random", "40", "--jobs", "1"),
    ):
        assert [run(*args, "--at-least", share).exit_code for share in ("1", "99")] == [0, 1]


_LINES = "import json, sys\nfor line in sys.stdin:\n    request = json.loads(line)\n    {}\n"


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("print('{\"id\": %d, \"units\": NaN}' % request['id'], flush=True)", "NaN is not a number of JSON"),
        ('print(\'{"id": %d, "units": {}, "units": {}}\' % request[\'id\'], flush=True)', "key 'units' appears twice"),
        ("print('x' * 5_000_000, flush=True)", "its answer is longer than 1,000,000 characters"),
        (
            "sys.exit('Error: no such province\\n    at adjudicate (mine.js:3)\\n\\nNode.js v20.11.1')",
            "Error: no such province",
        ),
        (
            "sys.exit('panic: no route\\n\\ngoroutine 1 [running]:\\nmain.main()\\n\\t/x.go:3\\nexit status 2')",
            "panic: no route",
        ),
    ],
)
def test_what_is_wrong_with_an_answer_is_named(answers: str, said: str, tmp_path: Path) -> None:
    peer = open_peer(peer_program(tmp_path, _LINES.format(answers)))
    try:
        with pytest.raises(Exception, match=r".") as caught:
            peer.answer(random_questions(1, 1, peer.rules).ask(0)[1])
    finally:
        peer.close()
    assert said in str(caught.value)


@pytest.mark.slow
def test_hanging_on_convoys_does_not_end_a_run_at_its_beginning(tmp_path: Path) -> None:
    program = "import json, sys, time\nfrom standoff.lines.answering import answer_line\nfor line in sys.stdin:\n"
    program += "    if ' C ' in line: time.sleep(60)\n    print(json.dumps(answer_line(line)[0]), flush=True)\n"
    spec = peer_program(tmp_path, program)
    done = run("crosscheck", spec, "--random", "8", "--timeout", "1.5", "--jobs", "1", "--max-questions", "0")
    assert done.exit_code == 1
    assert "it hangs" in done.output


# -- what is asked ------------------------------------------------------------------------------------


def test_random_questions_are_asked_again_and_on_a_second_board() -> None:
    source = random_questions(3, 40, PlantedPeer(RIGHT).rules)
    asked = [source.ask(number) for number in range(40)]
    names = [name for name, _ in asked]
    assert len({*names}) == 36
    assert all(names.index(name) != number - 1 for number, name in enumerate(names))
    assert sum(turn.board is not load_board() for _, turn in asked) == 4


@pytest.mark.slow
def test_whole_games_find_what_depends_on_the_phase_before() -> None:
    """A retreat won by the stronger attacker, and centers kept when a unit is destroyed; some games last to 1930."""
    for name in ("centers kept when a unit is destroyed", "ownership frozen after 1920"):
        report = crosscheck(partial(PlantedPeer, name), partial(whole_games, 1, 10), jobs=1, max_questions=0)
        assert report.causes, name
