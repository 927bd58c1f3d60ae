"""A whole cross-check: ask, sort by cause, report."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path

from ...solver import Rulebook
from ..lines.codec import rules_object
from ..peers.lines import LinesPeer
from ..peers.peer import Peer, PeerUnavailable
from .causes import DRAWN, Cause, Scales, causes
from .known import Known, known_differences
from .report import Report
from .run import Outcome, Task, run
from .sources import Source


def crosscheck(
    open_peer: Callable[[], Peer],
    source_of: Callable[[Rulebook], Source],
    *,
    rules_of: Callable[[Rulebook], Rulebook] | None = None,
    most_tries: int = 300,
    jobs: int | None = None,
    state: Path | None = None,
    known: str | None = None,
    drawn: int = DRAWN,
    progress: Callable[[int, int, int], None] | None = None,
) -> Report:
    """Ask a peer and standoff the same questions, and return the report.

    A run that is interrupted, or whose peer cannot be started any more, ends in a report that says so. A further
    interrupt keeps the peer from being asked where it stands on the choices that explain something.

    Args:
        open_peer: Opens the peer; each process opens one. With several processes it must be picklable.
        source_of: Returns the questions, given the rulebook.
        rules_of: Returns the rulebook of standoff, given the one that the peer is to be read under; that one itself if
            left out.
        most_tries: How many questions may be asked to reduce a difference.
        jobs: How many processes; as many as there are cores if left out.
        state: A file that keeps what was done, and that a run goes on from.
        known: A file of known differences, besides those that come with standoff.
        drawn: Among how many random questions such are sought that show where the peer stands on a choice.
        progress: Told how many questions were asked, of how many, and how many of them differ.

    Raises:
        PeerUnavailable: The peer cannot be started.
        CrosscheckError: The state file or the file of known differences does not fit.
    """
    import networkx  # noqa: F401 # pyright: ignore  - what an interrupt breaks off later could not be imported again

    peer = open_peer()
    try:
        rules = rules_of(peer.rules) if rules_of else peer.rules
        opened = partial(_reading, open_peer, rules)
        source = source_of(rules)
        judged = known_differences(peer.name, peer.version, known)
        header = {
            "standoff": version("standoff"),
            "peer": peer.name,
            "version": peer.version,
            **rules_object(rules),
            "source": source.about,
            "tries": most_tries,
        }
        total = len(source)

        def tell(done: int, differing: int) -> None:
            if progress:
                progress(done, total, differing)

        task = Task(source, opened, rules, most_tries)
        outcome = run(task, jobs=jobs, state=state, header=header, progress=tell)
        found = _causes(outcome, judged, rules, opened, drawn)
    finally:
        peer.close()
    ended = outcome.unavailable or ("interrupted" if outcome.interrupted else "")
    return Report(peer.name, peer.version, rules, source.about, total, outcome.tally, found, ended, outcome.interrupted)


def _reading(open_peer: Callable[[], Peer], rules: Rulebook) -> Peer:
    """Open a peer; one that takes a rulebook with the question is asked for this one."""
    peer = open_peer()
    if isinstance(peer, LinesPeer):
        peer.rules = rules
    return peer


def _causes(
    outcome: Outcome, judged: tuple[Known, ...], rules: Rulebook, open_peer: Callable[[], Peer], drawn: int
) -> list[Cause]:
    """Return what the differences are put down to; an interrupt, or the end of the peer, leaves choices unweighed."""
    findings = outcome.tally.findings
    if findings and not outcome.unavailable:
        try:
            peer = open_peer()
            try:
                return causes(findings, rules, judged, Scales(peer, rules, drawn))
            finally:
                peer.close()
        except PeerUnavailable as fault:
            outcome.unavailable = str(fault)
        except KeyboardInterrupt:
            outcome.interrupted = True
    return causes(findings, rules, judged)
