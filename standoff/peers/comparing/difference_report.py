"""The report of a cross-check, in Markdown and as JSON, with a file of minimal cases for each cause."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile

from ...cases import options_of
from ...map import Json, JsonError, PhaseType, StandoffError, json_object
from ...solver import Rulebook
from ...text import anchor, counted, distinct, markdown_filled, slug
from ...turn import Turn, result_object, rules_object
from ...work import write_whole
from ..adapters.peer import UNKNOWN
from .asking import AGREE, INEXPRESSIBLE, NOT_REPORTED, UNSUPPORTED, Tally
from .case_text import case_text
from .catalog import Attribution
from .causes import Cause
from .evidence import LEAST_SHARE, LEAST_TURNS
from .findings import CrosscheckError, Finding
from .judgement import Judgement, Kind, listed
from .question_shape import places, without_places

_NAMED = 5  # turns of a cause named in the Markdown
_PLACES = 12  # places of a cause named there


@dataclass(frozen=True)
class DifferenceReport:
    """The content of a report.

    Attributes:
        peer: The name of the peer.
        version: Its version.
        rules: The rulebook that standoff followed.
        source: A description of the questions.
        question_count: The number of questions.
        tally: The results of those that were asked.
        causes: The causes of the differences.
        request_text: Returns the peer's input for a question, in its own notation.
        least: The share of the questions that must be compared; None for all movement phases.
        claimed: True if the peer claims to follow the rulebook: choices count as differences.
    """

    peer: str
    version: str
    rules: Rulebook
    source: str
    question_count: int
    tally: Tally
    causes: Sequence[Cause]
    request_text: Callable[[Turn], str]
    least: float | None = None
    claimed: bool = False

    @property
    def good(self) -> bool:
        """True if a choice of rules explains every difference, and enough was compared."""
        wrong = any(self.claimed or not cause.excused for cause in self.causes)
        return not (wrong or self.tally.coverage.undeclared) and self.enough

    @property
    def enough(self) -> bool:
        """True if as many questions were compared as must be; those that cannot be put to the peer do not count."""
        counts = {key: number for key, number in self.tally.counts.items() if key[1] != INEXPRESSIBLE}
        missing = {key: number for key, number in counts.items() if key[1] in (UNSUPPORTED, NOT_REPORTED)}
        compared = sum(counts.values()) - sum(missing.values())
        if self.least is not None:
            return compared >= self.least * sum(counts.values())
        return compared > 0 and not any(phase == PhaseType.MOVEMENT.value for phase, _ in missing)

    def not_compared(self) -> list[str]:
        """Return why too little was compared, with a line for each reason; empty if enough was."""
        if self.enough:
            return []
        least = "every movement phase" if self.least is None else f"{self.least:.0%} of the turns"
        reasons = [f"not compared: {counted(n, 'turn')}: {why}" for why, n in self.tally.unsupported.most_common()]
        return [*reasons, f"too little was compared: expected {least} (--at-least)"]

    @property
    def ended(self) -> str:
        """Why not all questions were asked, "" if they were."""
        return self.tally.unavailable or ("interrupted" if self.tally.interrupted else "")

    @property
    def _name(self) -> str:
        return self.peer if self.version == UNKNOWN else f"{self.peer} {self.version}"

    @cached_property
    def _ids(self) -> Sequence[str]:
        """A file name for each cause, all different."""
        return distinct((slug(cause.name) for cause in self.causes), ".", 2)

    # -- JSON ---------------------------------------------------------------------------------------

    def as_object(self) -> Json:
        """Return the report for programs; the other forms are made from it."""
        return self._object

    @cached_property
    def _object(self) -> Json:
        tally, kinds = self.tally, (AGREE, NOT_REPORTED, *(kind.value for kind in Kind), UNSUPPORTED, INEXPRESSIBLE)
        return {
            "standoff": version("standoff"),
            "peer": {"name": self.peer, "version": self.version},
            **rules_object(self.rules),
            "asked": {"source": self.source, "questions": tally.done, "of": self.question_count, "ended": self.ended},
            "agreement": {phase.value: {what: tally.counts[phase, what] for what in kinds} for phase in PhaseType},
            "good": self.good,
            "enough_compared": self.enough,
            **tally.coverage.as_object(),
            "not_asked": dict(sorted(tally.unsupported.items())),
            "differences": [self._cause_object(cause, id) for cause, id in zip(self.causes, self._ids, strict=True)],
        }

    def _cause_object(self, cause: Cause, id: str) -> Json:
        example = cause.example
        judged = example.judgement(self.rules)
        question = judged.question
        return {
            "id": id,
            "name": cause.name,
            "verdict": cause.attribution.value,
            "known": cause.known,
            "title": cause.title,
            "rule": cause.rule,
            "remark": cause.remark,
            "option": cause.option,
            "phase": example.phase.value,
            "differs": example.kind.value,
            "turns": cause.turns,
            "met_in": [one.name for one in cause.findings[:_NAMED]],
            "met_at": _places_of(cause),
            "weighed": {choice: one and asdict(one) for choice, one in cause.weighed.items()},
            "shapes": [
                {
                    "shape": shape.text,
                    "differs": shape.example.kind.value,
                    "symptom": shape.example.symptom,
                    "turns": len(shape.findings),
                    "options": list(shape.options),
                    "request": shape.example.request,
                    "peer": shape.example.peer,
                    "names": [one.name for one in sorted(shape.findings, key=lambda one: one.number)],
                }
                for shape in cause.shapes
            ],
            "example": {
                "name": example.name,
                "units": example.units,
                "minimal": example.minimal,
                "request": example.request,
                "standoff": result_object(judged.result, [str(order) for order in question.orders], question.board),
                "peer": example.peer if example.peer is not None else {"error": example.message},
                "orders": [
                    {
                        "power": row.power,
                        "order": row.what,
                        "standoff": row.own,
                        "peer": row.peer,
                        "differs": row.differs is not None,
                    }
                    for row in judged.outcomes
                ],
                "retreats": self._retreats(judged),
                "case": self._case(cause, example, id),
                "wording": self._request_text(question),
            },
        }

    def _retreats(self, judged: Judgement) -> list[str]:
        """Return a sentence on each unit whose retreats differ."""
        return [
            f"Retreats of {unit.power.capitalize()} {unit}: standoff {listed(own)}; {self.peer} {listed(there)}."
            for unit, own, there in judged.retreats
        ]

    def _request_text(self, question: Turn) -> str:
        try:
            return self.request_text(question)
        except StandoffError as fault:
            return str(fault)

    def _case(self, cause: Cause, example: Finding, id: str) -> str:
        """Return the question of an example as a case file."""
        notes = [f"{self._name}: {cause.title}", *([f"Rule: {cause.rule}"] if cause.rule else [])]
        if example.peer is None:
            notes.append(f"It gives no answer: {example.message}")
        judged = example.judgement(self.rules)
        notes += [f"{self.peer} has {r.power.capitalize()} {r.what}: {r.peer}" for r in judged.outcomes if r.differs]
        notes += self._retreats(judged)
        try:
            return case_text(judged.question, id=id, title=cause.title, rules=self.rules, notes=notes)
        except StandoffError as fault:
            return f"# {' '.join(str(fault).split())}\n# {json.dumps(example.request)}\n"

    # -- other forms --------------------------------------------------------------------------------

    def markdown(self, *, pictures: bool = False) -> str:
        """Return the report for people; with `pictures` it refers to those that `write` saves next to it."""
        shown = self.as_object()
        headings = [_heading(cause) for cause in shown["differences"]]
        return markdown_filled(
            "differences.md",
            **shown,
            name=self._name,
            chosen=options_of(shown.get("options", {})),
            totals={what: sum(of[what] for of in shown["agreement"].values()) for what in (AGREE, NOT_REPORTED, *Kind)},
            silences=self.tally.coverage.sentences("turn"),
            headings=headings,
            links=distinct(map(anchor, headings), "-", 1),
            least_share=f"{LEAST_SHARE:.0%}",
            least_turns=LEAST_TURNS,
            pictures=pictures,
        )

    def summary(self) -> str:
        """Return the number of questions, the agreement, and a line for each cause."""
        lines = [
            f"  {cause.attribution}: {cause.name} ({counted(cause.turns, 'turn')}, {cause.example.phase}, "
            f"{cause.example.kind.about}){'' if cause.known else ' [new]'}"
            + (f"\n    {cause.remark}" if cause.attribution is Attribution.OPEN and cause.remark else "")
            for cause in self.causes
        ]
        return "\n".join([self.markdown().partition("\n## ")[0].strip(), *lines])

    def known_file(self) -> str:
        """Return the causes outside the catalog as entries of one; they are open until somebody edits them."""
        differences = self.as_object()["differences"]
        causes = [one for one in differences if not one["known"] and one["verdict"] != Attribution.NOT_REPRODUCED]
        who = " ".join(f"{self.peer} {self.version}".split())
        return markdown_filled("known.toml", who=who, causes=causes, toml=partial(json.dumps, ensure_ascii=False))

    def write(self, folder: Path) -> None:
        """Write ``report.md``, ``report.json``, ``known.toml`` (new causes), and a case and a picture for each cause.

        The case file of a cause holds the smallest question of each of its shapes. Files that an earlier report left in
        the folder are removed.

        Raises:
            CrosscheckError: The folder is not writable.
        """
        from .picture import draw_difference

        make_folder(folder)
        files = {f"{id}.txt": self._cases(cause, id) for cause, id in zip(self.causes, self._ids, strict=True)}
        try:
            for name in _files_of(folder / "report.json") - files.keys():
                (folder / "cases" / Path(name).name).unlink(missing_ok=True)
                (folder / "pictures" / Path(name).with_suffix(".svg").name).unlink(missing_ok=True)
            write_whole(folder / "report.md", self.markdown(pictures=True))
            text = json.dumps({**self.as_object(), "files": sorted(files)}, ensure_ascii=False, indent=1)
            write_whole(folder / "report.json", text + "\n")
            write_whole(folder / "known.toml", self.known_file())
            for name, cases in files.items():
                write_whole(folder / "cases" / name, cases)
            for cause, id in zip(self.causes, self._ids, strict=True):
                if cause.example.peer is not None:
                    drawing = draw_difference(cause.example.judgement(self.rules), self.peer)
                    drawing.save(str(folder / "pictures" / f"{id}.svg"))
        except OSError as fault:
            raise CrosscheckError(f"{folder}: {fault.strerror}") from None

    def _cases(self, cause: Cause, id: str) -> str:
        """Return a case file with the smallest question of each shape of a cause, the example first."""
        others = [shape.example for shape in cause.shapes if shape.example is not cause.example]
        examples = [(cause.example, id), *((one, f"{id}-{number}") for number, one in enumerate(others, 2))]
        return "\n".join(self._case(cause, one, name) for one, name in examples)


def make_folder(folder: Path) -> None:
    """Make the folder of a report, if it does not exist.

    Raises:
        CrosscheckError: It cannot be made or is not writable.
    """
    try:
        for part in ("cases", "pictures"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as fault:
        raise CrosscheckError(f"{folder}: {fault.strerror}") from None


def _files_of(report: Path) -> set[str]:
    """Return the case files that the report in a folder lists."""
    with suppress(OSError, JsonError, KeyError, TypeError):
        return {str(name) for name in json_object(report.read_bytes())["files"]}
    return set()


def _heading(cause: Json) -> str:
    return f"{cause['name']}: {cause['phase']}" if cause["verdict"] == Attribution.ERROR else str(cause["name"])


def _places_of(cause: Cause) -> str:
    """Return the places of a cause with one or two units, "" for other causes."""
    if any(shape.text == without_places(shape.text) for shape in cause.shapes):
        return ""
    by_place = Counter("–".join(places(one.question)) for one in cause.findings)
    if len(by_place) < 2:
        return ""
    shown = [f"{where} {turns}" for where, turns in by_place.most_common(_PLACES)]
    what = {0: "places", 1: "pairs"}.get(max(where.count("–") for where in by_place), "sets of provinces")
    return f"{len(by_place)} {what}: {', '.join(shown)}{', …' * (len(by_place) > _PLACES)}"
