"""The report of a cross-check, in Markdown and as JSON, with a file of minimal cases for each cause."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from ...cases.case import options_of
from ...map import PhaseType, StandoffError
from ...map.json_values import Json
from ...solver import PhaseResult, Rulebook
from ...text.counting import counted
from ...text.markdown import anchor, block, code, distinct, escaped, slug, table
from ...turn.codec import result_object, rules_object
from ...turn.turn import Turn
from ...work.whole_files import write_whole
from ..adapters.peer import UNKNOWN, UNTOLD, Answer
from .asking import AGREE, CANNOT, Tally
from .case_text import case_text
from .catalog import Attribution
from .causes import Cause
from .differences import Kind, OrderTold, retreats_told, settled, told
from .findings import CrosscheckError, Finding
from .question_shape import places, without_places
from .weighing import LEAST_SHARE, LEAST_TURNS, Weighed

if TYPE_CHECKING:
    from ...pictures import Drawing

_NAMED = 5  # turns of a cause that the Markdown names; the JSON names all
_PLACES = 12  # places of a cause likewise
_SIZES = {"1 to 4": 4, "5 to 8": 8, "9 to 14": 14, "15 to 22": 22, "23 to 34": 34, "35 and more": 999}
_COUNTED = {
    AGREE: "agree{}",
    Kind.POSITION: "differ{} in the position",
    Kind.RETREATS: "differ{} in the legal retreats only",
    Kind.ORDERS: "differ{} only in what is said of an order",
    Kind.ERROR: "got no answer",
}
_HEADINGS = {
    Attribution.FAULT: ("Faults", "What the rules do not allow under any choice: the catalog says where they stand."),
    Attribution.ERROR: ("No answer", "Turns on which the peer crashed, hung or answered nonsense."),
    Attribution.OPEN: (
        "To be looked at",
        "No choice of a rulebook explains these: a fault of the peer, or of standoff.",
    ),
    Attribution.UNSTEADY: (
        "Not repeated",
        "Asked again in a fresh process, the peer did not say the same: its answers depend on what was asked before, "
        "or on chance.",
    ),
    Attribution.MAYBE: (
        "Perhaps matters of rulebook",
        f"A choice explains these turns, but was not weighed, or matters in fewer than {LEAST_TURNS} of the random "
        "turns that it was weighed with.",
    ),
    Attribution.CHOICE: ("Matters of rulebook", "The rules leave these open, or rulebooks differ in them."),
}


@dataclass(frozen=True)
class DifferenceReport:
    """Everything that a report says.

    Attributes:
        peer: The name of the peer.
        version: Its version.
        rules: The rulebook that standoff followed.
        source: What was asked.
        wanted: How many questions there are.
        tally: The results of those that were asked.
        causes: What the differences are attributed to.
        wording: Returns the input that the peer is given, in its own notation.
    """

    peer: str
    version: str
    rules: Rulebook
    source: str
    wanted: int
    tally: Tally
    causes: Sequence[Cause]
    wording: Callable[[Turn], str]

    @property
    def ended(self) -> str:
        """Why not all questions were asked, "" if they were."""
        return self.tally.unavailable or ("interrupted" if self.tally.interrupted else "")

    @property
    def new(self) -> int:
        """How many turns differ for a cause that the catalog does not name."""
        return sum(cause.turns for cause in self.causes if not cause.known)

    @property
    def _name(self) -> str:
        return self.peer if self.version == UNKNOWN else f"{self.peer} {self.version}"

    @cached_property
    def _slugs(self) -> Sequence[str]:
        return distinct((slug(cause.name) for cause in self.causes), ".", 2)

    def _slug(self, cause: Cause) -> str:
        """Return a name for a cause that is valid for a file and different from those of the other causes."""
        return self._slugs[self.causes.index(cause)]

    def _count(self, what: str, phase: str | None = None) -> int:
        return sum(n for (of, outcome), n in self.tally.counts.items() if outcome == what and phase in (None, of))

    def _orders_and_retreats(self, one: Finding) -> tuple[list[OrderTold], list[str]]:
        """Return what becomes of each order of a question, and a sentence on each unit that may retreat elsewhere."""
        question = one.question
        answer = one.answer(question)
        if answer is None:
            return [], []
        result = settled(question, self.rules)
        return told(question, result, answer), list(_retreats(result, answer, self.peer))

    # -- Markdown -----------------------------------------------------------------------------------

    def markdown(self, *, pictures: bool = False) -> str:
        """Return the report for people; with `pictures` it refers to those that `write` puts next to it."""
        parts = [self._head(), self._agreement()]
        if self.tally.cannot:
            rows = [
                (escaped(what), n) for what, n in sorted(self.tally.cannot.items(), key=lambda row: (-row[1], row[0]))
            ]
            parts.append("## Not asked\n\n" + table(("the peer cannot express", "questions"), rows))
        parts.append(self._overview() if self.causes else "## Differences\n\nNone.\n")
        for attribution, (heading, about) in _HEADINGS.items():
            chosen = [cause for cause in self.causes if cause.attribution is attribution]
            if chosen:
                parts.append(f"## {heading}\n\n{about}\n")
                parts.extend(self._cause(cause, picture=pictures) for cause in chosen)
        return "\n".join(parts)

    def summary(self) -> str:
        """Return what was asked and how much agrees, and a line for each difference."""
        lines = [
            f"  {cause.attribution}: {cause.name} ({counted(cause.turns, 'turn')}, {cause.example.phase}, "
            f"{cause.example.kind.about}){'' if cause.known else ' [new]'}"
            for cause in self.causes
        ]
        return "\n".join([self._head().strip(), *lines])

    def _head(self) -> str:
        shown = rules_object(self.rules)
        options = options_of(shown.get("options", {}))
        counts = ((words, self._count(kind)) for kind, words in _COUNTED.items())
        compared = [f"{counted(turns, 'turn')} {words.format('s' * (turns == 1))}" for words, turns in counts if turns]
        questions = f"{escaped(self.source)}; {counted(self.tally.done, 'question')}" + f" of {self.wanted:,}" * bool(
            self.ended
        )
        lines = [
            f"# {escaped(self._name)} compared with standoff",
            "",
            f"- standoff {version('standoff')}, rulebook `{shown['rules']}`" + f" with `{options}`" * bool(options),
            f"- asked: {questions}",
            *([f"- **not finished**: {escaped(self.ended)}"] if self.ended else []),
            f"- {', '.join(compared) or 'nothing was compared'}",
            *([f"- {UNTOLD.format(counted(self.tally.untold, 'turn'))}"] if self.tally.untold else []),
            "",
        ]
        return "\n".join(lines)

    def _agreement(self) -> str:
        rows: list[tuple[object, ...]] = []
        for phase in PhaseType:
            counts = [self._count(kind, phase) for kind in _COUNTED]
            compared, not_asked = sum(counts), self._count(CANNOT, phase)
            if compared or not_asked:
                share = f"{100 * (counts[0] + counts[3]) / compared:.2f} %" if compared else ""
                rows.append((phase.value, compared, *counts, share, not_asked))
        columns = (
            *("phase", "compared", "agree", "position differs", "retreats differ", "only what is said differs"),
            *("no answer", "same units and retreats", "not asked"),
        )
        sizes: Counter[tuple[str, str]] = Counter()
        for (phase, units), number in self.tally.sizes.items():
            sizes[phase, next((span for span, most in _SIZES.items() if units <= most), "1 to 4")] += number
        phases = [phase.value for phase in PhaseType if any(of == phase.value for of, _ in sizes)]
        spans = [span for span in _SIZES if any(size == span for _, size in sizes)]
        of_sizes = [(span, *(sizes[phase, span] for phase in phases)) for span in spans]
        return (
            f"## Agreement\n\n{table(columns, rows)}\nSizes of what was compared:\n\n"
            f"{table(('units', *phases), of_sizes)}"
        )

    def _overview(self) -> str:
        links = distinct((anchor(_heading(cause)) for cause in self.causes), "-", 1)
        rows = [
            (
                f"[{escaped(cause.name)}](#{link})",
                cause.attribution.value,
                f"{cause.example.phase}, {cause.example.kind}",
                cause.turns,
                len(cause.shapes),
                cause.example.units,
                escaped(cause.rule),
            )
            for cause, link in zip(self.causes, links, strict=True)
        ]
        columns = ("difference", "attributed to", "phase, what differs", "turns", "shapes")
        return (
            "## Differences\n\nTurns whose minimal case has the same shape, powers and geography aside, count as one "
            "shape.\n\n" + table((*columns, "units of the smallest", "rule"), rows)
        )

    def _cause(self, cause: Cause, *, picture: bool = False) -> str:
        example, peer = cause.example, escaped(self.peer)
        named = ", ".join(one.name for one in cause.findings[:_NAMED]) + ", …" * (cause.turns > _NAMED)
        facts = [
            f"Rule: {escaped(cause.rule)}" if cause.rule else "",
            f"Option: {code(cause.option)}" if cause.option not in ("", cause.name) else "",
            f"Met in {counted(cause.turns, 'turn')} of {counted(len(cause.shapes), 'shape')}: {escaped(named)}",
            _places(cause),
            *_weighed_lines(cause, peer),
        ]
        lines = [f"### {escaped(_heading(cause))}", "", f"{escaped(_capital(cause.title))}.", ""]
        lines += [f"- {fact}" for fact in facts if fact]
        if cause.remark:
            lines += ["", escaped(cause.remark)]
        if example.peer is None:
            lines += ["", f"It says: {escaped(example.message)}"]
        else:
            orders, retreats = self._orders_and_retreats(example)
            rows = [
                (_order(row), escaped(row.own), f"**{escaped(row.peer)}**" if row.differs else escaped(row.peer))
                for row in orders
            ]
            lines += ["", table(("order", "standoff", peer), rows).rstrip()]
            lines += [line for words in retreats for line in ("", escaped(words))]
            if picture:
                lines += ["", f"![{escaped(_capital(cause.title))}](pictures/{self._slug(cause)}.svg)"]
        wording = self._wording(example.question)
        lines += ["", block(self._case(cause)), f"What {peer} is told:", "", block(wording)]
        return "\n".join(lines)

    def _picture(self, cause: Cause) -> Drawing | None:
        """Return the example of a cause, standoff's outcome next to the peer's; None if the peer gives no answer."""
        from .picture import draw_difference

        question = cause.example.question
        answer = cause.example.answer(question)
        if answer is None:
            return None
        return draw_difference(question, settled(question, self.rules), answer, self.rules, self.peer)

    def _wording(self, question: Turn) -> str:
        try:
            return self.wording(question)
        except StandoffError as fault:
            return str(fault)

    def _case(self, cause: Cause, example: Finding | None = None, suffix: str = "") -> str:
        """Return the question of an example of a cause, of the cause's own if none is given, as a case file."""
        example = example or cause.example
        question = example.question
        notes = [f"{self._name}: {cause.title}", *([f"Rule: {cause.rule}"] if cause.rule else [])]
        if example.peer is None:
            notes.append(f"It gives no answer: {example.message}")
        orders, retreats = self._orders_and_retreats(example)
        notes += [f"{self.peer} has {_order(row, str)}: {row.peer}" for row in orders if row.differs]
        notes += retreats
        try:
            return case_text(question, id=self._slug(cause) + suffix, title=cause.title, rules=self.rules, notes=notes)
        except StandoffError as fault:
            return f"# {' '.join(str(fault).split())}\n# {json.dumps(example.request)}\n"

    # -- JSON ---------------------------------------------------------------------------------------

    def as_object(self) -> Json:
        """Return the report for programs."""
        kinds = (AGREE, *(kind.value for kind in Kind), CANNOT)
        sizes = sorted(self.tally.sizes.items())
        return {
            "standoff": version("standoff"),
            "peer": {"name": self.peer, "version": self.version},
            **rules_object(self.rules),
            "asked": {"source": self.source, "questions": self.tally.done, "of": self.wanted, "ended": self.ended},
            "agreement": {phase.value: {what: self._count(what, phase) for what in kinds} for phase in PhaseType},
            "retreats_not_told": self.tally.untold,
            "not_asked": dict(sorted(self.tally.cannot.items())),
            "sizes": {phase.value: {str(n): count for (of, n), count in sizes if of == phase} for phase in PhaseType},
            "differences": [self._cause_object(cause) for cause in self.causes],
        }

    def _cause_object(self, cause: Cause) -> Json:
        example = cause.example
        question = example.question
        return {
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
            "weighed": {choice: one and asdict(one) for choice, one in cause.weighed.items()},
            "shapes": [
                {
                    "shape": shape.text,
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
                "request": example.request,
                "standoff": result_object(
                    settled(question, self.rules), [str(order) for order in question.orders], question.board
                ),
                "peer": example.peer if example.peer is not None else {"error": example.message},
                "case": self._case(cause),
                "wording": self._wording(question),
            },
        }

    # -- files --------------------------------------------------------------------------------------

    def known_file(self) -> str:
        """Return the causes that the catalog does not name as entries of one, open until somebody edits them."""
        who = " ".join(f"{self.peer} {self.version}".split())
        lines = [f"# What {who} does otherwise than standoff, to be looked at."]
        for cause in self.causes:
            if cause.known or cause.attribution is Attribution.UNSTEADY:
                continue
            lines += [
                "",
                "[[difference]]",
                f"name = {_toml(self._slug(cause))}",
                f"verdict = {_toml(Attribution.OPEN)}  # or fault, or choice",
                f"title = {_toml(cause.title)}",
                f"rule = {_toml(cause.rule)}",
                'remark = ""',
                *([f"option = {_toml(cause.option)}"] if cause.option and "," not in cause.option else []),
                "seen = [",
            ]
            crash = cause.attribution is Attribution.ERROR
            for shape in cause.shapes:
                text = "" if crash else f", shape = {_toml(shape.text)}"
                one = shape.example
                lines.append(f"  {{ differs = {_toml(one.kind)}, symptom = {_toml(one.symptom)}{text} }},")
            lines.append("]")
        return "\n".join(lines) + "\n"

    def write(self, folder: Path) -> None:
        """Write ``report.md``, ``report.json``, ``known.toml`` with what is new, a case and a picture for each cause.

        The case file of a cause holds the smallest question of each of its shapes. Files that an earlier report left in
        the folder are removed.

        Raises:
            CrosscheckError: The folder cannot be written to.
        """
        make_folder(folder)
        files = {f"{self._slug(cause)}.txt": self._cases(cause) for cause in self.causes}
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
            for cause in self.causes:
                drawing = self._picture(cause)
                if drawing is not None:
                    drawing.save(str(folder / "pictures" / f"{self._slug(cause)}.svg"))
        except OSError as fault:
            raise CrosscheckError(f"{folder}: {fault.strerror}") from None

    def _cases(self, cause: Cause) -> str:
        """Return a case file with the smallest question of each shape of a cause, the example first."""
        others = [shape.example for shape in cause.shapes if shape.example is not cause.example]
        return "\n".join([self._case(cause), *(self._case(cause, one, f"-{n}") for n, one in enumerate(others, 2))])


def make_folder(folder: Path) -> None:
    """Make the folder of a report, if it does not exist.

    Raises:
        CrosscheckError: It cannot be made, or nothing can be written there.
    """
    try:
        for part in ("cases", "pictures"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
    except OSError as fault:
        raise CrosscheckError(f"{folder}: {fault.strerror}") from None


def _files_of(report: Path) -> set[str]:
    """Return the case files that the report in a folder wrote next to it."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        return {str(name) for name in json.loads(report.read_text(encoding="utf-8"))["files"]}
    return set()


def _order(row: OrderTold, shown: Callable[[str], str] = code) -> str:
    return f"{row.name[0].capitalize()} {shown(row.name[1])}"


def _retreats(result: PhaseResult, answer: Answer, peer: str) -> Iterable[str]:
    """Yield a sentence on each unit that the peer lets retreat elsewhere."""
    for unit, mine, theirs in retreats_told(result, answer):
        yield f"Retreats of {unit.power.capitalize()} {unit}: standoff {mine}; {peer} {theirs}."


def _places(cause: Cause) -> str:
    """Return where a cause of one or two units was met, "" for any other."""
    met: Counter[str] = Counter()
    for shape in cause.shapes:
        if shape.text == without_places(shape.text):
            return ""
        where = [places(one.question) for one in shape.findings]
        met.update("–".join(some) for some in where)
    if len(met) < 2:
        return ""
    shown = [f"{where} {turns}" for where, turns in met.most_common(_PLACES)]
    what = {1: "place", 2: "pair"}.get(max(where.count("–") + 1 for where in met), "set of provinces")
    plural = "sets of provinces" if what.startswith("set") else f"{what}s"
    return f"{len(met)} {plural}: {', '.join(shown)}{', …' * (len(met) > _PLACES)}"


def _weighed_lines(cause: Cause, peer: str) -> Iterable[str]:
    others: list[str] = []
    for choice, weighed in cause.weighed.items():
        if choice != cause.option:
            shown = "not weighed" if weighed is None else f"{weighed.with_choice} of {weighed.total + weighed.parted}"
            others.append(f"`{choice}` ({shown})")
        elif weighed is None:
            yield f"Explained by `{choice}`; not weighed"
        elif not weighed.total:
            yield f"Explained by `{choice}`, which matters in none of the random turns that it was weighed with"
        else:
            yield f"Explained by `{choice}`: {_weighed(weighed, peer)}"
    if others:
        also = "also " if cause.option in cause.weighed else ""
        yield (
            f"Some of these would {also}be explained by another choice, which {peer} does not make elsewhere "
            f"({LEAST_SHARE:.0%} of at least {LEAST_TURNS} random turns would be needed): {', '.join(others)}"
        )


def _weighed(weighed: Weighed, peer: str) -> str:
    text = (
        f"of {counted(weighed.total, 'random turn')} on which this choice matters, {peer} goes with it in "
        f"{weighed.with_choice} and with the rulebook in {weighed.with_rules}"
    )
    text += f", with neither in {weighed.neither}" if weighed.neither else ""
    return text + (f"; {weighed.parted} more show the same where it does not matter" if weighed.parted else "")


def _heading(cause: Cause) -> str:
    return f"{cause.name}: {cause.example.phase}" if cause.attribution is Attribution.ERROR else cause.name


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".")


def _toml(text: str) -> str:
    return json.dumps(str(text), ensure_ascii=False)
