"""The form of interchange lines: JSON objects, read strictly and written as valid UTF-8; the layout of the answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast

from ..map import Json, JsonError, JsonSyntaxError, json_value
from ..solver import Rulebook, rulebook
from ..text import quoted, visible

Options = Mapping[str, str]
"""Choices by option, and house rules named ``module:function`` (`Rulebook.with_named`)."""


@dataclass(frozen=True, slots=True)
class AnswerForm:
    """The form of the answers of a run.

    Attributes:
        brief: Give only whether each order succeeds.
        rules: Each line is answered under each of these rulebooks, in place of the rulebook and the options that it
            names; the answer names it. Empty: under its own rulebook.
        options: Options and house rules added to that rulebook, each as its name and its choice.
        table: ``csv`` or ``jsonl`` for a row per order; empty for an object per line.

    >>> AnswerForm(rules=("1982", "2000")).rulebooks
    ('1982', '2000')
    >>> AnswerForm().rulebooks
    (None,)
    """

    brief: bool = False
    rules: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    table: Literal["", "csv", "jsonl"] = ""

    @property
    def rulebooks(self) -> tuple[str | None, ...]:
        """The rulebooks under which each line is answered, in this order; None for that of the line."""
        return self.rules or (None,)

    @property
    def has_house_rules(self) -> bool:
        """True if the options hold house rules, which compiled code does not run."""
        return bool(rulebook().with_named(**dict(self.options)).house_rules)

    def rules_on(self, rules: Rulebook) -> Rulebook:
        """Return a rulebook with the options added.

        Raises:
            RulebookError: An option or a choice is unknown.
        """
        return rules.with_named(**dict(self.options)) if self.options else rules


def asked_under(data: Json, rules: str) -> Json:
    """Return a line with a rulebook in place of its own rulebook and options.

    >>> asked_under({"id": 7, "rules": "1971", "options": {"waiving": "allowed"}}, "2000")
    {'id': 7, 'rules': '2000', 'options': None}
    """
    return {**data, "rules": rules, "options": None}


OBJECTS = AnswerForm()
"""An object for each line, under its own rulebook."""


# -- JSON objects -----------------------------------------------------------------------------------------------------

LONGEST_LINE_BYTES = 4_000_000
"""The most bytes of a line; a turn of 10,000 units has some 500,000."""

CUT_OFF = b"\0"
"""Replaces the end of a longer line; it cannot occur in JSON."""


def line_object(line: str) -> Json:
    """Return the JSON object that a line holds.

    Raises:
        JsonError: It holds none, repeats a key of an object, or has a value that cannot be written as JSON again.

    >>> line_object('{"id": 7}')
    {'id': 7}
    """
    if len(line) > LONGEST_LINE_BYTES or (len(line) > LONGEST_LINE_BYTES // 4 and CUT_OFF.decode() in line):
        raise JsonError(f"a line has at most {LONGEST_LINE_BYTES:,} bytes")
    try:
        data = json_value(line)
    except JsonSyntaxError as fault:
        raise JsonError(f"no JSON: {fault}") from None
    if not isinstance(data, dict):
        raise JsonError(f"expected a JSON object, found {quoted(line)}")
    return cast(Json, data)


def written(answer: Json) -> str:
    """Return an answer as a line that is valid UTF-8 and safe to show (`visible`).

    >>> written({"id": 7, "error": "no power 'Čechy'"})
    '{"id": 7, "error": "no power \\'Čechy\\'"}'
    """
    return visible(json.dumps(answer, ensure_ascii=False))
