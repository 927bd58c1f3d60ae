"""A program in a child process that answers each line with a line; it is restarted if it hangs or dies."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
from collections import deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import IO, Any, cast

from ...map import Json, JsonError, JsonSyntaxError, json_value
from .peer import HANGS, UNKNOWN, PeerError, PeerUnavailable

_LONGEST_LINE = 10**6  # characters; no answer is as long, and endless output must not fill the memory
_LONGEST_COMPLAINT = 400  # characters kept of a line of its error output
_MOST_COMPLAINTS = 3000  # lines of it kept: Java prints an exception above its trace of up to 1,024 lines
_MOST_LINES = 10**5  # waiting to be read; more than a pipe holds, so the rest of a killed program's output fits

_EXCEPTION = re.compile(
    r"(?:Uncaught |Unhandled |Caused by: )?(?:[\w.$]*(?:Error|Exception)\b|panic: |thread '.*' panicked|fatal error: )"
)
_RUNTIME = re.compile(r"\(Use `node |Node\.js v\d|note: run with|goroutine \d|exit status \d|\[signal ")


def found_program(command: Sequence[str]) -> list[str]:
    """Return `command` with the path of its program.

    Raises:
        PeerUnavailable: There is no such program.
    """
    if not command:
        raise PeerUnavailable("no program is named")
    program = shutil.which(command[0])
    if program is None:
        message, path = f"no program {command[0]!r} can be run", Path(command[0])
        if path.is_dir():
            message += ": it is a folder"
        elif path.is_file():
            runs = os.access(path, os.X_OK)
            message += f"; expected ./{path}" if runs else ": the file may not be executed (chmod +x)"
        raise PeerUnavailable(message)
    return [program, *command[1:]]


class Child:
    """A child process, started when first needed.

    Args:
        command: The program and its arguments.
        timeout_seconds: How long it may take to answer a line.

    Raises:
        PeerUnavailable: There is no such program.
    """

    def __init__(self, command: Sequence[str], timeout_seconds: float) -> None:
        self.command = found_program(command)
        self.timeout_seconds = timeout_seconds
        self.asked = 0  # objects sent
        self.since_start = 0  # lines sent to this process
        self._process: subprocess.Popen[str] | None = None
        self._lines: Queue[str | None] = Queue()  # its output; None: the end
        self._complaints: deque[str] = deque(maxlen=_MOST_COMPLAINTS)

    def ask(self, data: Json) -> Json:
        """Send a JSON object with an added ``id``, and return the object that the program answers with the same ``id``.

        Raises:
            PeerError: It died, took too long or wrote something else; it is restarted for the next question.
            PeerUnavailable: It cannot be started.
        """
        process = self._process or self._start()
        self.asked += 1
        self.since_start += 1
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps({"id": self.asked, **data}, ensure_ascii=False) + "\n")
            process.stdin.flush()
            line = self._lines.get(timeout=self.timeout_seconds)
        except OSError:
            line = None
        except Empty:
            self.stop()
            raise self._hangs() from None
        if line is None:
            raise self._died(process)
        if len(line) >= _LONGEST_LINE:
            self.stop()
            raise PeerError(f"its answer is longer than {_LONGEST_LINE:,} characters")
        try:
            answer: Any = json_value(line.removeprefix("\ufeff"))  # some systems write a byte order mark first
        except JsonSyntaxError:
            answer = None
        except JsonError as fault:
            self.stop()
            raise PeerError(f"its answer cannot be read: {fault}", line) from None
        if isinstance(answer, dict) and cast(Json, answer).get("id") == self.asked:
            return cast(Json, answer)
        self.stop()  # its next line might still belong to this question
        if isinstance(answer, dict):
            raise PeerError(f"expected an answer with the id {self.asked} of the question", line)
        raise PeerError("expected a JSON object and nothing else on standard output", line)

    def _hangs(self) -> PeerError:
        return PeerError(f"{HANGS} {self.timeout_seconds:g} seconds")

    def output_for(self, text: str) -> str:
        """Return everything that the program prints after reading `text`; a new process is started for it.

        Raises:
            PeerError: It took too long, wrote too much, or ended with a status other than 0.
            PeerUnavailable: It cannot be started.
        """
        process = self._start()
        assert process.stdin is not None
        answer, until = "", monotonic() + self.timeout_seconds
        try:
            with contextlib.suppress(OSError), process.stdin as pipe:  # it may end before it has read everything
                pipe.write(text)
            while (line := self._lines.get(timeout=max(until - monotonic(), 0))) is not None:
                answer += line
                if len(answer) >= _LONGEST_LINE:
                    raise PeerError("its answer does not end", answer)
            status = process.wait(max(until - monotonic(), 0))
        except (Empty, subprocess.TimeoutExpired):
            raise self._hangs() from None
        finally:
            self.stop()
        if status:
            raise PeerError(_end(status, self._complaints))
        return answer

    def _start(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # shields it from Ctrl-C, and lets `stop` end its children
            )
        except OSError as fault:
            raise PeerUnavailable(f"{self.command[0]}: {fault.strerror}") from None
        lines: Queue[str | None] = Queue(_MOST_LINES)
        complaints: deque[str] = deque(maxlen=_MOST_COMPLAINTS)
        error_reader = Thread(target=_keep, args=(process.stderr, complaints), daemon=True)
        error_reader.start()
        Thread(target=_pass_on, args=(process.stdout, lines, error_reader), daemon=True).start()
        self._process, self._lines, self._complaints, self.since_start = process, lines, complaints, 0
        return process

    def _died(self, process: subprocess.Popen[str]) -> PeerError:
        """Return the error that states how the program ended, with the reason from its error output, if any."""
        try:
            end = _end(process.wait(1), self._complaints)
        except subprocess.TimeoutExpired:
            end = "closed its output"
        self.stop()
        return PeerError(end)

    def stop(self) -> None:
        """End the program at once; the next line restarts it."""
        process, self._process = self._process, None
        if process is not None:
            if os.name == "posix":  # its children, too
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.wait()
            assert process.stdin is not None
            with contextlib.suppress(OSError):  # the pipe may hold unread input
                process.stdin.close()


class ChildPeer:
    """Common base of peers that run in a child process; errors as in `Child`."""

    def __init__(self, name: str, command: Sequence[str], timeout_seconds: float) -> None:
        self.name = name
        self.version: str = UNKNOWN
        self._child = Child(command, timeout_seconds)

    @property
    def since_start(self) -> int:
        """How many questions its process was given."""
        return self._child.since_start

    def close(self) -> None:
        """End the program."""
        self._child.stop()


def _end(status: int, complaints: Iterable[str]) -> str:
    """Return how a program ended, with its exception or the last unindented line of its error output.

    Trace lines are indented; after its exception, a runtime may print a few words of its own.
    """
    end = f"ended with status {status}" if status >= 0 else f"died of signal {-status}"
    lines = [line.strip() for line in complaints if line.strip() and not line[0].isspace()]
    lines = [line for line in lines if not _RUNTIME.match(line)] or lines
    why = next((line for line in reversed(lines) if _EXCEPTION.match(line)), lines[-1] if lines else "")
    return f"{end}: {why}" if why else end


def _pass_on(pipe: IO[str], lines: Queue[str | None], error_reader: Thread) -> None:
    with pipe, contextlib.suppress(OSError, ValueError):
        while line := pipe.readline(_LONGEST_LINE):
            lines.put(line)
    error_reader.join(1)  # the last complaints must arrive before the end is reported
    lines.put(None)


def _keep(pipe: IO[str], complaints: deque[str]) -> None:
    with pipe, contextlib.suppress(OSError, ValueError):
        while line := pipe.readline(_LONGEST_LINE):
            complaints.append(line[:_LONGEST_COMPLAINT])
