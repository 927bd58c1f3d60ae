"""The report of a cross-check, in Markdown and as JSON, with a file of minimal cases for each cause."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path

from ...map import PhaseType, StandoffError
from ...solver import MovementResult, Rulebook
from ..book.case import Expectation
from ..lines.codec import result_object, rules_object
from ..lines.json_lines import Json
from ..peers.peer import UNKNOWN
from .case_text import case_text
from .causes import Cause, Weighed
from .compare import Kind, answer_by, settled, told
from .findings import CrosscheckError, Finding
from .known import Verdict
from .run import AGREE, CANNOT, Tally

_NAMED = 5  # turns of a cause that the Markdown names; the JSON names all
_SIZES = ((1, 4), (5, 8), (9, 14), (15, 22), (23, 34), (35, 999))

_HEADINGS = {
    Verdict.FAULT: ("Faults", "What the rules do not allow under any choice. Each was judged by a person."),
    Verdict.ERROR: ("No answer", "Turns on which the peer crashed, hung or answered nonsense."),
    Verdict.OPEN: (
        "To be looked at",
        "No choice of a rulebook explains these, and nobody has judged them yet: a fault of the peer, or of standoff.",
    ),
    Verdict.CHOICE: ("Matters of rulebook", "The rules leave these open, or rulebooks differ in them."),
}


@dataclass(frozen=True)
class Report:
    """All that a report says.

    Attributes:
        peer: The name of the peer.
        version: Its version.
        rules: The rulebook that standoff was read under.
        sources: What was asked.
        wanted: How many questions there are.
        tally: What came of those that were asked.
        causes: What the differences are put down to.
        ended: Why not all questions were asked, "" if they were.
        interrupted: True if that is because somebody ended the run.
    """

    peer: str
    version: str
    rules: Rulebook
    source: str
    wanted: int
    tally: Tally
    causes: Sequence[Cause]
    ended: str = ""
    interrupted: bool = False

    @property
    def new(self) -> int:
        """How many turns differ for a cause that no file of known differences names."""
        return sum(cause.turns for cause in self.causes if not cause.known)

    @property
    def _name(self) -> str:
        return self.peer if self.version == UNKNOWN else f"{self.peer} {self.version}"

    @cached_property
    def _slugs(self) -> Sequence[str]:
        return _distinct(map(_slug, self.causes), ".", 2)

    def _slug(self, cause: Cause) -> str:
        """Return a name for a cause that a file can have, and that none of the other causes has."""
        return self._slugs[self.causes.index(cause)]

    # -- Markdown -----------------------------------------------------------------------------------

    def markdown(self) -> str:
        """Return the report for people."""
        parts = [self._head(), self._agreement()]
        if self.tally.cannot:
            rows = sorted(self.tally.cannot.items(), key=lambda row: (-row[1], row[0]))
            parts.append("## Not asked\n\n" + _table(("the peer cannot express", "questions"), rows))
        if not self.causes:
            parts.append("## Differences\n\nNone.\n")
        else:
            parts.append(self._overview())
        for verdict, (heading, about) in _HEADINGS.items():
            chosen = [cause for cause in self.causes if cause.verdict is verdict]
            if chosen:
                parts.append(f"## {heading}\n\n{about}\n")
                parts.extend(self._cause(cause) for cause in chosen)
        return "\n".join(parts)

    def summary(self) -> str:
        """Return what was asked and how much agrees, and a line for each difference."""
        lines = [*self._head().strip().splitlines()]
        lines.extend(
            f"  {cause.verdict}: {cause.name} ({cause.turns} turn{'s' * (cause.turns != 1)}, {cause.example.phase}, "
            f"{cause.kind.about}){'' if cause.known else ' [new]'}"
            for cause in self.causes
        )
        return "\n".join(lines)

    def _head(self) -> str:
        tally = self.tally
        shown = rules_object(self.rules)
        options = ", ".join(f"{name}={choice}" for name, choice in shown.get("options", {}).items())
        lines = [
            f"# {self._name} held against standoff",
            "",
            f"- standoff {version('standoff')}, rulebook `{shown['rules']}`"
            + (f" with `{options}`" if options else ""),
            f"- asked: {self.source}; {tally.done:,} questions" + (f" of {self.wanted:,}" if self.ended else ""),
        ]
        if self.ended:
            lines.append(f"- **not finished**: {self.ended}")
        counted = ", ".join(
            f"{turns:,} turn{'s' * (turns != 1)} {what.format('s' * (turns == 1))}"
            for what, turns in (
                ("agree{}", self._count(AGREE)),
                ("differ{} in the position", self._count(Kind.POSITION)),
                ("differ{} in the legal retreats only", self._count(Kind.RETREATS)),
                ("differ{} only in what is said of an order", self._count(Kind.ORDERS)),
                ("got no answer", self._count(Kind.ERROR)),
            )
            if turns
        )
        lines += [f"- {counted or 'nothing was compared'}", ""]
        return "\n".join(lines)

    def _count(self, what: str, phase: str | None = None) -> int:
        return sum(
            number
            for (of_phase, found), number in self.tally.counts.items()
            if found == what and phase in (None, of_phase)
        )

    def _agreement(self) -> str:
        kinds = (AGREE, Kind.POSITION, Kind.RETREATS, Kind.ORDERS, Kind.ERROR)
        rows: list[tuple[object, ...]] = []
        for phase in PhaseType:
            counts = [self._count(kind, phase) for kind in kinds]
            compared = sum(counts)
            if compared or self._count(CANNOT, phase):
                same = sum(counts[:1] + counts[3:4])
                share = f"{100 * same / compared:.2f} %" if compared else ""
                rows.append((phase.value, compared, *counts, share, self._count(CANNOT, phase)))
        columns = (
            *("phase", "compared", "agree", "position differs", "retreats differ", "only what is said differs"),
            *("no answer", "same units and retreats", "not asked"),
        )
        text = "## Agreement\n\n" + _table(columns, rows)
        sizes: Counter[tuple[str, int]] = Counter()
        for (phase, units), number in self.tally.sizes.items():
            sizes[phase, next((n for n, (_, most) in enumerate(_SIZES) if units <= most), 0)] += number
        phases = [phase.value for phase in PhaseType if any(of == phase.value for of, _ in sizes)]
        shown = [n for n in range(len(_SIZES)) if any(size == n for _, size in sizes)]
        rows = [(_span(n), *(sizes[phase, n] for phase in phases)) for n in shown]
        return text + "\nSizes of what was compared:\n\n" + _table(("units", *phases), rows)

    def _overview(self) -> str:
        rows = [
            (
                f"[{cause.name}](#{anchor})",
                cause.verdict.value,
                f"{cause.example.phase}, {cause.kind}",
                cause.turns,
                len(cause.shapes),
                cause.example.units,
                cause.rule,
            )
            for cause, anchor in zip(self.causes, _distinct(map(_anchor, self.causes), "-", 1), strict=True)
        ]
        columns = (
            "difference",
            "put down to",
            "phase, what differs",
            "turns",
            "shapes",
            "units of the smallest",
            "rule",
        )
        return (
            "## Differences\n\nTurns whose minimal case has the same shape, powers and geography aside, count as one "
            "shape.\n\n" + _table(columns, rows)
        )

    def _cause(self, cause: Cause) -> str:
        example = cause.example
        lines = [f"### {_heading(cause)}", "", f"{_capital(cause.title)}.", ""]
        if cause.rule:
            lines.append(f"- Rule: {cause.rule}")
        if cause.option and cause.option != cause.name:
            lines.append(f"- Option: `{cause.option}`")
        lines.append(
            f"- Met in {cause.turns} turn{'s' * (cause.turns != 1)} of {len(cause.shapes)} "
            f"shape{'s' * (len(cause.shapes) != 1)}: {', '.join(_names(cause)[:_NAMED])}"
            + (", …" if cause.turns > _NAMED else "")
        )
        lines.extend(_weighed_lines(cause, self.peer))
        if cause.remark:
            lines += ["", cause.remark]
        asked, answer = example.question, example.answer(example.question)
        if answer is None:
            lines += ["", f"It says: {example.message}", "", "```", self._case(cause).rstrip(), "```", ""]
            return "\n".join(lines)
        result = settled(asked, self.rules)
        rows = [
            (
                f"{row.found.order.power.capitalize()} `{row.found.order}`",
                str(Expectation(row.found.outcome.value, row.found.dislodged, row.found.destroyed)),
                f"**{row.peer}**" if row.differs else row.peer,
            )
            for row in told(asked, result, answer)
        ]
        lines += ["", _table(("order", "standoff", self.peer), rows).rstrip()]
        if isinstance(result, MovementResult):
            lines += list(self._retreats(result, answer.dislodged))
        lines += ["", "```", self._case(cause).rstrip(), "```", ""]
        return "\n".join(lines)

    def _retreats(self, result: MovementResult, there: object) -> Iterable[str]:
        known: dict[object, frozenset[str]] = dict(there) if there else {}  # type: ignore[call-overload]
        for d in result.after.dislodged:
            own = ", ".join(sorted(result.retreats[d.unit.province])) or "none"
            if d.unit in known and known[d.unit] != frozenset(result.retreats[d.unit.province]):
                said = ", ".join(sorted(known[d.unit])) or "none"
                yield ""
                yield f"Retreats of {d.unit.power.capitalize()} {d.unit}: standoff {own}; {self.peer} {said}."

    def _cases(self, cause: Cause) -> str:
        """Return a case file with the smallest question of each shape of a cause, the example first."""
        others = [shape.findings[0] for shape in cause.shapes if shape.findings[0] is not cause.example]
        cases = [self._case(cause), *(self._case(cause, one, f"-{n}") for n, one in enumerate(others, 2))]
        return "\n".join(cases)

    def _case(self, cause: Cause, example: Finding | None = None, suffix: str = "") -> str:
        """Return the question of a cause, that of its example if none is given, as a case file."""
        example = example or cause.example
        asked = example.question
        notes = [f"{self._name}: {cause.title}"]
        if cause.rule:
            notes.append(f"Rule: {cause.rule}")
        answer = example.answer(asked)
        if answer is None:
            notes.append(f"It gives no answer: {example.message}")
        else:
            result = settled(asked, self.rules)
            notes.extend(
                f"{self.peer} has {row.found.order.power.capitalize()} {row.found.order}: {row.peer}"
                for row in told(asked, result, answer)
                if row.differs
            )
            own = answer_by(asked, self.rules).dislodged or {}
            for unit, places in sorted((answer.dislodged or {}).items(), key=str):
                if own.get(unit, places) == places:
                    continue
                named = ", ".join(sorted(places)) or "none"
                notes.append(f"{self.peer} lets {unit.power.capitalize()} {unit} retreat to: {named}")
        try:
            return case_text(asked, id=self._slug(cause) + suffix, title=cause.title, rules=self.rules, notes=notes)
        except StandoffError as fault:
            return f"# {fault}\n# {json.dumps(example.request)}\n"

    # -- JSON ---------------------------------------------------------------------------------------

    def as_object(self) -> Json:
        """Return the report for programs."""
        return {
            "standoff": version("standoff"),
            "peer": {"name": self.peer, "version": self.version},
            **rules_object(self.rules),
            "asked": {"source": self.source, "questions": self.tally.done, "of": self.wanted, "ended": self.ended},
            "agreement": {
                phase.value: {
                    what: self._count(what, phase) for what in (AGREE, *(kind.value for kind in Kind), CANNOT)
                }
                for phase in PhaseType
            },
            "not_asked": dict(sorted(self.tally.cannot.items())),
            "sizes": {
                phase.value: {
                    str(units): number for (of, units), number in sorted(self.tally.sizes.items()) if of == phase.value
                }
                for phase in PhaseType
            },
            "differences": [self._cause_object(cause) for cause in self.causes],
        }

    def _cause_object(self, cause: Cause) -> Json:
        example = cause.example
        asked = example.question
        texts = [str(order) for order in asked.orders]
        return {
            "name": cause.name,
            "verdict": cause.verdict.value,
            "known": cause.known,
            "title": cause.title,
            "rule": cause.rule,
            "remark": cause.remark,
            "option": cause.option,
            "phase": example.phase.value,
            "differs": cause.kind.value,
            "turns": cause.turns,
            "weighed": {
                choice: None
                if one is None
                else {"with_choice": one.with_choice, "with_rules": one.with_rules, "neither": one.neither}
                for choice, one in cause.weighed.items()
            },
            "shapes": [
                {
                    "shape": shape.text,
                    "symptom": shape.findings[0].symptom,
                    "turns": len(shape.findings),
                    "options": list(shape.options),
                    "request": shape.findings[0].request,
                    "peer": shape.findings[0].peer,
                    "names": [one.name for one in sorted(shape.findings, key=lambda one: one.number)],
                }
                for shape in cause.shapes
            ],
            "example": {
                "name": example.name,
                "units": example.units,
                "request": example.request,
                "standoff": result_object(settled(asked, self.rules), texts, asked.board),
                "peer": example.peer if example.peer is not None else {"error": example.message},
                "case": self._case(cause),
            },
        }

    # -- files --------------------------------------------------------------------------------------

    def known_file(self) -> str:
        """Return the causes that no file names as a file of known differences, to be completed by a person."""
        lines = [f"peer = {_toml(self.peer)}", f"version = {_toml(self.version)}"]
        for cause in self.causes:
            if cause.known:
                continue
            verdict = Verdict.CHOICE if cause.verdict is Verdict.CHOICE else Verdict.FAULT
            lines += [
                "",
                "[[difference]]",
                f"name = {_toml(self._slug(cause))}",
                f"verdict = {_toml(verdict)}",
                f"title = {_toml(cause.title)}",
                f"rule = {_toml(cause.rule)}",
                'remark = ""',
            ]
            if cause.option and "," not in cause.option:
                lines.append(f"option = {_toml(cause.option)}")
            elif cause.verdict is Verdict.ERROR:
                lines.append(f"symptoms = [{_toml(cause.example.symptom)}]")
            else:
                texts = dict.fromkeys(shape.text for shape in cause.shapes)
                lines += ["shapes = [", *(f"  '''\n{text}\n''',".replace("  '''", "'''") for text in texts), "]"]
        return "\n".join(lines) + "\n"

    def write(self, folder: Path) -> None:
        """Write ``report.md``, ``report.json``, ``known.toml`` with what is new, and a case file for each cause.

        The case file of a cause holds the smallest question of each of its shapes.

        Raises:
            CrosscheckError: The folder cannot be written to.
        """
        make_folder(folder)
        try:
            (folder / "report.md").write_text(self.markdown(), encoding="utf-8")
            text = json.dumps(self.as_object(), ensure_ascii=False, indent=1)
            (folder / "report.json").write_text(text + "\n", encoding="utf-8")
            (folder / "known.toml").write_text(self.known_file(), encoding="utf-8")
            for cause in self.causes:
                (folder / "cases" / f"{self._slug(cause)}.txt").write_text(self._cases(cause), encoding="utf-8")
        except OSError as fault:
            raise CrosscheckError(f"{folder}: {fault.strerror}") from None


def make_folder(folder: Path) -> None:
    """Make the folder of a report, if it is not there.

    Raises:
        CrosscheckError: It cannot be made, or nothing can be written there.
    """
    try:
        (folder / "cases").mkdir(parents=True, exist_ok=True)
        (folder / "report.md").open("ab").close()
    except OSError as fault:
        raise CrosscheckError(f"{folder}: {fault.strerror}") from None


def _weighed_lines(cause: Cause, peer: str) -> Iterable[str]:
    others: list[str] = []
    for choice, weighed in cause.weighed.items():
        if choice != cause.option:
            shown = "not weighed" if weighed is None else f"{weighed.with_choice} of {weighed.total}"
            others.append(f"`{choice}` ({shown})")
        elif weighed is None:
            yield f"- Explained by `{choice}`; not weighed"
        elif not weighed.total:
            yield f"- Explained by `{choice}`, which matters in none of the random turns that it was weighed with"
        else:
            yield f"- Explained by `{choice}`: {_weighed(weighed, peer)}"
    if others:
        also = "also " if cause.option in cause.weighed else ""
        yield (
            f"- Some of these would {also}be explained by another choice; in brackets, in how many of the random turns "
            f"on which that one matters {peer} goes with it: {', '.join(others)}"
        )


def _weighed(weighed: Weighed, peer: str) -> str:
    text = (
        f"of {weighed.total} random turns on which this choice matters, {peer} goes with it in {weighed.with_choice} "
        f"and with the rulebook in {weighed.with_rules}"
    )
    return text + (f", with neither in {weighed.neither}" if weighed.neither else "")


def _names(cause: Cause) -> list[str]:
    found: list[Finding] = [one for shape in cause.shapes for one in shape.findings]
    return [one.name for one in sorted(found, key=lambda one: one.number)]


def _heading(cause: Cause) -> str:
    return f"{cause.name}: {cause.example.phase}" if cause.verdict is Verdict.ERROR else cause.name


def _anchor(cause: Cause) -> str:
    """Return the name that a heading gets as the target of a link."""
    return re.sub(r"[^\w\- ]", "", _heading(cause).lower()).replace(" ", "-")


def _slug(cause: Cause) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", cause.name.lower()).strip("-")
    return words[:80].strip("-") or "difference"


def _distinct(words: Iterable[str], mark: str, second: int) -> Sequence[str]:
    """Return the words, those that were there before with a number behind `mark`, the first of them `second`."""
    seen: Counter[str] = Counter()
    found: list[str] = []
    for word in words:
        found.append(f"{word}{mark}{second - 1 + seen[word]}" if seen[word] else word)
        seen[word] += 1
    return found


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".")


def _span(number: int) -> str:
    least, most = _SIZES[number]
    return f"{least} to {most}" if most < 999 else f"{least} and more"


def _table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    def cell(value: object) -> str:
        return (f"{value:,}" if isinstance(value, int) else str(value)).replace("|", "\\|")

    lines = [f"| {' | '.join(map(cell, columns))} |", "|---" * len(columns) + "|"]
    lines.extend(f"| {' | '.join(map(cell, row))} |" for row in rows)
    return "\n".join(lines) + "\n"


def _toml(text: str) -> str:
    return json.dumps(str(text), ensure_ascii=False)
