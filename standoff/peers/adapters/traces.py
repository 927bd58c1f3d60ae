"""Why a program died: the exception in its error output, in whatever language it is written."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAMED = r"(?:[A-Za-z_$][\w$]*(?:\.|::))*(?:[A-Z][\w$]*)?(?:Error|Exception|Exit|Interrupt|Fault|Throwable)"
_HEADS = re.compile(
    "|".join(
        (
            r"Exception in thread \"[^\"]*\" (?P<java>.+)",  # Java, Kotlin
            r"(?P<go>(?:panic|fatal error): .+)",
            r"Unhandled [Ee]xception[.:] (?P<dotnet>.+)",
            r"(?P<rust>thread '[^']*' panicked at .+)",
            r"(?P<cpp>terminate called after throwing .+)",
            r"(?P<assertion>.*[Aa]ssertion .*failed.*)",
            r"\S+:\d+:in [`'][^']*': (?P<ruby>.+)",
            rf"(?:Uncaught )?(?P<named>{_NAMED}(?:: .*|:?$))",  # Python, JavaScript; Java, where it is only printed
        )
    )
)
"""How the line that names an exception begins, without the indentation of what is below it."""

_CAUSED = re.compile(r"Caused by: (.+)")
_REMARKS = re.compile(r"note: |goroutine \d+|exit status \d+|Node\.js v|\[signal |Aborted|Segmentation fault")
"""How lines that come after a message, and are no part of it, begin."""


def exception_in(lines: Iterable[str]) -> str:
    r"""Return why a program ended, from its error output: its last exception, else its last line.

    For an exception caused by others, the first cause is named, too. A message that is below the line of the exception,
    as in Rust and C++, is added to it.

    Args:
        lines: The lines of the error output, at least from the exception on.

    >>> exception_in(["panic: assignment to nil map", "", "goroutine 1 [running]:", "main.main()", "\t/m.go:9 +0x18"])
    'panic: assignment to nil map'
    >>> exception_in(["ready", "out of memory"])
    'out of memory'
    """
    printed = [line.rstrip() for line in lines if line.strip()]
    head, cause = "", ""
    for number, line in enumerate(printed):
        if line[0].isspace():
            continue
        match = _HEADS.match(line)
        if match:
            head, cause = next(text for text in match.groups() if text), ""
            if match["rust"] or match["cpp"]:  # the message is below
                below = printed[number + 1].strip() if number + 1 < len(printed) else ""
                head = f"{head.rstrip(':')}: {below}" if below and not _REMARKS.match(below) else head
        elif caused := _CAUSED.match(line):
            cause = caused[1]
    if head:
        return f"{head}, caused by {cause}" if cause else head
    last = printed[-1] if printed else ""
    return next((line.strip() for line in reversed(printed) if not _REMARKS.match(line.strip())), last)
