"""A complete cross-check: ask, attribute to causes, report."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path

from ...map import Json
from ...solver import Rulebook
from ...turn import Turn, rules_object
from ...work import digest_of_functions
from ..adapters.peer import Peer, PeerUnavailable, ask_under
from ..adapters.saved_answers import code_of_asking
from .asking import Tally, Task, ask_all, check_that_it_answers
from .catalog import KnownDifference, known_differences
from .causes import Attributor, Cause
from .difference_report import DifferenceReport
from .evidence import DRAWN, Evidence
from .sources import Source


def crosscheck(
    open_peer: Callable[[], Peer],
    source_of: Callable[[Rulebook], Source],
    *,
    rules_of: Callable[[Rulebook], Rulebook] | None = None,
    max_questions: int = 300,
    jobs: int | None = None,
    state: Path | None = None,
    known: str | None = None,
    drawn: int = DRAWN,
    progress: Callable[[int, int, int], None] | None = None,
) -> DifferenceReport:
    """Ask a peer and standoff the same questions, and return the report.

    A run that is interrupted, or whose peer can no longer be asked, ends in a report that states this. A second
    interrupt leaves choices unweighed.

    Args:
        open_peer: Opens the peer; each process opens its own. With several processes it must be picklable.
        source_of: Returns the questions for a rulebook.
        rules_of: Returns the rulebook of standoff for that of the peer (default: the same).
        max_questions: The most questions asked to reduce a difference.
        jobs: The number of processes (default: one per core).
        state: A file that saves the results, from which a later run resumes.
        known: A file of known differences, in addition to the catalog.
        drawn: The number of random questions searched for those on which a choice matters.
        progress: Called with the number of questions asked, of all questions, and of differences.

    Raises:
        PeerUnavailable: The peer cannot be started, or answers nothing.
        CrosscheckError: The state file or the file of known differences is not usable.
    """
    import networkx  # noqa: F401 # pyright: ignore  - an interrupted import could not be repeated

    peer = open_peer()
    try:
        name, its_version = peer.name, peer.version
        rules = rules_of(peer.rules) if rules_of else peer.rules
        source = source_of(rules)
        entries = known_differences(name, its_version, known)
        check_that_it_answers(ask_under(peer, rules), source)
    finally:
        peer.close()
    header: Json = {
        "standoff": version("standoff"),
        "code": code_of_asking(),
        "peer": name,
        "version": its_version,
        **rules_object(rules),
        "source": source.about,
        "max_questions": max_questions,
    }
    # only for a user's files, whose content may change under the same names
    if source.content:
        header["content of files"] = source.content
    if code := digest_of_functions(rules.house_rules.values()):
        header["code of house rules"] = code
    task = Task(source, partial(opened_under, open_peer, rules), rules, max_questions)
    tally = ask_all(task, jobs=jobs, state=state, header=header, progress=progress)
    attributed = _causes(tally, entries, task, drawn)
    return DifferenceReport(name, its_version, rules, source.about, len(source), tally, attributed, peer.request_text)


def _original(source: Source, number: int) -> Turn | None:
    """Return the question of a number; None in a whole game, where questions depend on earlier answers."""
    return None if source.seed_of(number) else source.ask(number)[1]


def opened_under(open_peer: Callable[[], Peer], rules: Rulebook) -> Peer:
    """Open a peer; one that takes a rulebook with each question is asked under this one."""
    return ask_under(open_peer(), rules)


def _causes(tally: Tally, known: tuple[KnownDifference, ...], task: Task, drawn: int) -> list[Cause]:
    """Return the causes of the differences; after an interrupt, or without the peer, choices stay unweighed."""
    findings = tally.findings
    if findings and not tally.unavailable:
        try:
            peer = task.open_peer()
            try:
                attributor = Attributor(Evidence(peer, task.rules, drawn=drawn), known, task.rules)
                return attributor.causes(findings, partial(_original, task.source))
            finally:
                peer.close()
        except PeerUnavailable as fault:
            tally.unavailable = str(fault)
        except KeyboardInterrupt:
            tally.interrupted = True
    return Attributor(None, known, task.rules).causes(findings)
