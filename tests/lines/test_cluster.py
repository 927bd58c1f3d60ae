"""`standoff cluster`: files of interchange lines on a Dask cluster."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from standoff.lines import resume
from standoff.lines.cluster import ClusterError, FileOutcome, answer_file, answer_files
from tests.helpers.command import as_file, refused, run
from tests.helpers.lines import answer_lines
from tests.helpers.paths import ROOT
from tests.lines.deadly import hears_interrupts


def lines_of(year: int) -> list[str]:
    units = {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}
    return [
        json.dumps({"id": f"{year}-{n}", "units": units, "orders": {"FRANCE": [f"A PAR {order}"]}})
        for n, order in enumerate(("- BUR", "H", "- MUN", "- PIC"))
    ]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths: list[Path] = []
    for year in range(1901, 1905):
        file = tmp_path / f"{year}.jsonl"
        file.write_text("\n".join(lines_of(year)) + "\n", encoding="utf-8")
        paths.append(file)
    return paths


@pytest.mark.slow
def test_files_are_answered_and_a_second_run_only_does_what_is_missing(files: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "answers"
    command = ["cluster", *map(str, files), "--output", str(folder), "--workers", "2"]
    result = run(*command)
    assert result.exit_code == 0
    assert result.output == "4 files: 4 answered, 0 were answered before, 0 failed; 16 lines, 0 of them unreadable\n"
    for file in files:
        lines = file.read_text(encoding="utf-8").splitlines()
        answers = (folder / file.name).read_text(encoding="utf-8").splitlines()
        assert answers == [text for text, _ in answer_lines(lines)]
    names = sorted(name for file in files for name in (file.name, f"{file.name}.run"))
    assert sorted(path.name for path in folder.iterdir()) == names

    (folder / "1902.jsonl").unlink()
    (folder / "1903.jsonl.part-1").write_text("half", encoding="utf-8")
    files[1].write_text("nonsense\n" + files[1].read_text(encoding="utf-8"), encoding="utf-8")
    for answered, before in ((1, 3), (0, 4)):
        result = run(*command)
        assert result.exit_code == 1  # also when the error is among the answers from before
        assert result.output == (
            f"4 files: {answered} answered, {before} were answered before, 0 failed; 17 lines, 1 of them unreadable\n"
        )
    assert len((folder / "1902.jsonl").read_text(encoding="utf-8").splitlines()) == 5
    assert sorted(path.name for path in folder.iterdir()) == names


# -- answers that are there -------------------------------------------------------------------------------------------


def answered(file: Path, folder: Path) -> FileOutcome:
    folder.mkdir(exist_ok=True)
    return answer_file(str(file), str(folder / file.name))


def test_answers_stay_only_if_lines_and_code_are_the_same(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, folder = files[0], tmp_path / "answers"
    target = folder / file.name
    assert answered(file, folder) == FileOutcome(str(file), 4)
    assert answered(file, folder) == FileOutcome(str(file), 4, before=True)
    for change in (
        lambda: file.write_text("\n".join(lines_of(1910)), encoding="utf-8"),  # as many, and as long
        lambda: file.write_text("\n".join(lines_of(1910)[:3]), encoding="utf-8"),
        lambda: file.write_text("", encoding="utf-8"),
        lambda: file.write_text("\n".join(lines_of(1911)), encoding="utf-8"),
        lambda: monkeypatch.setattr(resume, "code_of_lines", lambda: "0" * 16),
    ):
        change()
        lines = file.read_text(encoding="utf-8").splitlines()
        assert answered(file, folder) == FileOutcome(str(file), len(lines))
        assert answered(file, folder) == FileOutcome(str(file), len(lines), before=True)
        assert target.read_text(encoding="utf-8") == "".join(f"{text}\n" for text, _ in answer_lines(lines))


def test_answers_on_a_board_stay_only_if_its_file_is_the_same(tmp_path: Path) -> None:
    """Nor do errors stay once the board is there: a name that is not allowed at first is read otherwise afterwards."""
    file, folder, own = Path(as_file(tmp_path, "turns.jsonl", "")), tmp_path / "answers", tmp_path / "own.json"
    line = {"map": str(own), "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}
    file.write_text(json.dumps(line), encoding="utf-8")
    command = ("cluster", str(file), "--output", str(folder), "--workers", "1")
    own.write_text(json.dumps({"name": "own", "extends": "standard"}), encoding="utf-8")
    assert run(*command).exit_code == 1
    result = run(*command, "--map", str(own))
    assert (result.exit_code, result.output[:18]) == (0, "1 file: 1 answered")
    own.write_text(json.dumps({"name": "own", "extends": "standard", "about": "changed"}), encoding="utf-8")
    assert run(*command, "--map", str(own)).output.startswith("1 file: 1 answered")
    assert run(*command, "--map", str(own)).output.startswith("1 file: 0 answered, 1 were answered before")


def test_what_has_the_name_of_answers_is_not_taken_for_them(files: list[Path], tmp_path: Path) -> None:
    folder = tmp_path / "answers"
    target = folder / files[0].name
    target.mkdir(parents=True)
    assert answered(files[0], folder).fault == f"{target}: a folder; the answers need this name"
    target.rmdir()
    target.write_text("mine", encoding="utf-8")
    assert answered(files[0], folder).fault == f"{target}: nothing vouches for these answers: {target}.run is missing"
    assert target.read_text(encoding="utf-8") == "mine"
    target.unlink()
    assert answered(files[0], folder).lines == 4
    target.write_text("mine", encoding="utf-8")
    assert answered(files[0], folder).fault == f"{target} was changed since it was written"
    assert target.read_text(encoding="utf-8") == "mine"
    Path(f"{target}.run").write_text("nonsense", encoding="utf-8")
    named = [str(files[0]), as_file(tmp_path, "1901.jsonl.run", "")]
    assert "vouches for other answers" in refused("cluster", *named, "--output", str(tmp_path / "others"))


def test_a_run_that_ends_before_answers_get_their_name_is_resumed(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What vouches for them is there already, and so is what vouches for those before."""
    folder = tmp_path / "answers"

    class Ended(BaseException):
        pass

    def ends(*_: object) -> None:
        raise Ended

    for year in (1901, 1912):
        files[0].write_text("\n".join(lines_of(year)), encoding="utf-8")
        with monkeypatch.context() as patched:
            patched.setattr(Path, "replace", ends)
            with pytest.raises(Ended):
                answered(files[0], folder)
        assert answered(files[0], folder) == FileOutcome(str(files[0]), 4)
        assert (folder / files[0].name).read_text(encoding="utf-8") == expected_answers(year)


# -- a cluster ------------------------------------------------------------------------------------------------------


class Cluster:
    """A scheduler on loopback with workers, each in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.processes = folder, dict[str, subprocess.Popen[bytes]]()
        file = folder / "scheduler.json"
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file))
        while not (file.exists() and file.read_text().rstrip().endswith("}")):
            assert self.processes["scheduler"].poll() is None
            time.sleep(0.05)
        self.address = json.loads(file.read_text())["address"]

    def start(self, role: str, *arguments: str, name: str = "scheduler", code: Path | None = None) -> None:
        command = [sys.executable, "-m", "distributed.cli.dask_" + role, *arguments]
        world = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "3s"}
        if code is not None:
            world["PYTHONPATH"] = str(code)
        with open(self.folder / f"{name}.log", "wb") as log:
            self.processes[name] = subprocess.Popen(command, cwd=self.folder, env=world, stdout=log, stderr=log)

    def worker(self, name: str, *, code: Path | None = None) -> None:
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--name", name, "--host", "127.0.0.1")
        self.start("worker", self.address, *options, name=name, code=code)
        until(lambda: "Registered to:" in (self.folder / f"{name}.log").read_text())

    def end(self, *names: str) -> None:
        for name in names:
            process = self.processes.pop(name)
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    running = Cluster(tmp_path_factory.mktemp("cluster"))
    yield running
    running.end(*running.processes)


@pytest.fixture
def machines(scheduler: Cluster) -> Iterator[Cluster]:
    """Return a cluster without workers; its scheduler is that of all tests, and lives until the last of them."""
    yield scheduler
    scheduler.end(*(name for name in scheduler.processes if name != "scheduler"))


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def waiting_run(machines: Cluster, files: list[Path], folder: Path) -> tuple[subprocess.Popen[str], int]:
    """Start a run with one worker, which waits for the end of a file that is a pipe; return it with that pipe."""
    pipe = folder.parent / "endless.jsonl"
    os.mkfifo(pipe)
    opened = os.open(pipe, os.O_RDWR)
    os.write(opened, ("\n".join(lines_of(1900)) + "\n").encode())
    machines.worker("first")
    command = [sys.executable, "-m", "standoff", "cluster", str(pipe), *map(str, files), "--output", str(folder)]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen([*command, "--scheduler", machines.address], **pipes)
    until(lambda: bool(list(folder.glob("endless.jsonl.part-*"))))
    return process, opened


def expected_answers(year: int) -> str:
    return "".join(f"{text}\n" for text, _ in answer_lines(lines_of(year)))


@pytest.mark.slow
def test_a_file_whose_worker_is_killed_is_given_to_another(
    machines: Cluster, files: list[Path], tmp_path: Path
) -> None:
    folder = tmp_path / "answers"
    process, pipe = waiting_run(machines, files, folder)
    machines.end("first")
    machines.worker("second")
    os.write(pipe, ("\n".join(lines_of(1900)) + "\n").encode())
    until(lambda: len(list(folder.glob("endless.jsonl.part-*"))) == 2)
    os.close(pipe)
    output, errors = process.communicate(timeout=60)
    assert output == "5 files: 5 answered, 0 were answered before, 0 failed; 20 lines, 0 of them unreadable\n", errors
    assert (folder / "endless.jsonl").read_text(encoding="utf-8") == expected_answers(1900)
    assert not list(folder.glob("*.part-*"))


def with_other_code(folder: Path) -> Path:
    """Return the folder, with a copy of standoff in which a comment was changed."""
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "standoff", folder / "standoff", ignore=leave)
    for room in ("map", "solver", "cases"):
        shutil.copytree(ROOT / room, folder / "standoff" / room, ignore=leave)
    with (folder / "standoff" / "solver" / "law" / "equations.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    return folder


@pytest.mark.slow
def test_a_worker_with_other_code_is_refused(machines: Cluster, files: list[Path], tmp_path: Path) -> None:
    machines.worker("other", code=with_other_code(tmp_path / "other"))
    folder = tmp_path / "answers"
    message = refused("cluster", *map(str, files), "--output", str(folder), "--scheduler", machines.address)
    first, *named = message.splitlines()
    assert first.startswith("standoff: this is standoff ")
    assert "other code" in first
    assert len(named) == 1
    assert named[0].strip().startswith("the worker at tcp://127.0.0.1:")
    assert not folder.exists()


@pytest.mark.slow
def test_a_scheduler_that_is_killed_is_named_and_the_run_goes_on_without_it(
    machines: Cluster, files: list[Path], tmp_path: Path
) -> None:
    folder = tmp_path / "answers"
    process, pipe = waiting_run(machines, files, folder)
    machines.processes["scheduler"].kill()
    output, errors = process.communicate(timeout=90)
    os.close(pipe)
    assert process.returncode == 1
    assert "Traceback" not in errors
    assert "endless.jsonl: the scheduler is gone" in errors
    assert "0 answered" in output
    machines.end("first", "scheduler")
    assert run("cluster", *map(str, files), "--output", str(folder), "--workers", "1").exit_code == 0
    assert [(folder / file.name).read_text(encoding="utf-8") for file in files] == [
        expected_answers(year) for year in range(1901, 1905)
    ]


@pytest.mark.slow
def test_a_run_that_is_interrupted_leaves_nothing_half_written(tmp_path: Path) -> None:
    """What a run that was killed leaves is removed by the next one, as above."""
    file, folder = tmp_path / "endless.jsonl", tmp_path / "answers"
    os.mkfifo(file)  # its answers are never complete: nobody closes it
    command = [sys.executable, "-m", "standoff", "cluster", str(file), "--output", str(folder)]
    other = as_file(tmp_path, "1901.jsonl", "\n".join(lines_of(1901)))
    settings: dict[str, Any] = {"stderr": subprocess.PIPE, "text": True, "preexec_fn": hears_interrupts}
    pipe = os.open(file, os.O_RDWR)
    os.write(pipe, "\n".join(lines_of(1902)).encode())
    with subprocess.Popen([*command, "--workers", "2", other], **settings) as process:
        while not list(folder.glob("endless.jsonl.part-*")) or not (folder / "1901.jsonl").exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    os.close(pipe)
    assert (process.returncode, errors) == (
        130,
        "standoff: stopped after 1 of 2 files; the same command resumes\nstandoff: interrupted\n",
    )
    assert not list(folder.glob("*.part-*"))


def test_a_file_that_cannot_be_written_leaves_nothing_behind(files: list[Path], tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "1901.jsonl"
    assert answer_file(str(files[0]), str(missing)).fault.endswith("No such file or directory")
    answered = answer_file(str(tmp_path / "1910.jsonl"), str(tmp_path / "out.jsonl"))
    assert answered == FileOutcome(
        str(tmp_path / "1910.jsonl"), fault=f"{tmp_path}/1910.jsonl: No such file or directory"
    )
    assert not list(tmp_path.glob("*.part*"))


def test_wrong_files_are_named(files: list[Path], tmp_path: Path) -> None:
    folder = str(tmp_path / "answers")
    assert "1910.jsonl: no such file" in refused("cluster", str(tmp_path / "1910.jsonl"), "--output", folder)
    assert "would be written over it" in refused("cluster", str(files[0]), "--output", str(tmp_path))
    assert "have the same name" in refused("cluster", str(files[0]), str(files[0]), "--output", folder)


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer_is_reported(files: list[Path], tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    work = [(str(files[0]), str(tmp_path / "answers.jsonl"))]
    with pytest.raises(ClusterError, match="no Dask scheduler answers at tcp:"):
        list(answer_files(work, scheduler="tcp://127.0.0.1:9", timeout_seconds=0.2))
