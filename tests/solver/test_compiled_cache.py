"""Compiled code on disk: whatever happens to it, it never gives another answer, and whoever runs it is told."""

from __future__ import annotations

import ast
import errno
import logging
import multiprocessing
import os
import pkgutil
import random
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

numba = pytest.importorskip("numba")
from numba.extending import is_jitted  # noqa: E402

from standoff.solver.arrays import batch, compiled_cache, compiled_folder, compiled_games  # noqa: E402
from standoff.solver.arrays.compiled_cache import DamagedError, read_code, sealed, unsealed, write_code  # noqa: E402
from standoff.solver.arrays.compiled_folder import changed_sources, content_digest, sources  # noqa: E402
from standoff.solver.law import functions_in  # noqa: E402
from tests.helpers.paths import ROOT  # noqa: E402

compiled = batch.compiled
COMPILING = ("solver/arrays/compiled.py", "solver/arrays/compiled_games.py", "standoff/lines/kernels.py")
"""The modules with functions whose compiled code is kept."""


def two_more(number: int) -> int:
    return number + 2


def three_more(number: int) -> int:
    return number + 3


@pytest.fixture(autouse=True)
def kept_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(compiled_cache, "_told", set())
    monkeypatch.setattr(compiled_folder, "STARTED", time.time())


def hits_of_two_more(_: int = 0) -> int:
    function = compiled._compiled(two_more)
    assert function(1) == 3
    return sum(function.stats.cache_hits.values())


def only_file() -> Path:
    (file,) = Path(os.environ["XDG_CACHE_HOME"]).rglob("two_more-*.code")
    return file


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    messages = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    caplog.clear()
    return messages


# -- what it is compiled from ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("module", COMPILING)
def test_a_change_of_any_module_it_is_compiled_from_is_noticed(module: str, tmp_path: Path) -> None:
    files = sources(ROOT / module)
    for file in files:
        copy = tmp_path / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    own = tmp_path / module
    assert [file.relative_to(tmp_path) for file in sources(own, tmp_path)] == [file.relative_to(ROOT) for file in files]
    before = content_digest(own, tmp_path)
    assert before == content_digest(ROOT / module)
    names = {before}
    for file in sources(own, tmp_path):
        content = file.read_bytes()
        file.write_bytes(content + b"#")
        names.add(content_digest(own, tmp_path))
        file.write_bytes(content)
    assert len(names) == 1 + len(files)
    assert content_digest(own, tmp_path) == before


def test_modules_that_only_lend_numbers_are_sources() -> None:
    names = {file.relative_to(ROOT).as_posix() for file in sources(ROOT / "solver/arrays/compiled_games.py")}
    assert {"solver/law/adjusting.py", "map/masks.py", "solver/arrays/vocabulary.py"} <= names
    assert not any(name.startswith("cases/") for name in names)


@pytest.mark.slow
def test_every_module_that_compiles_code_is_looked_at_here() -> None:
    """Asked of the package as it is in memory: where functions of its own stand compiled."""
    for room in ("standoff", "standoff.map", "standoff.solver", "standoff.cases"):
        for module in pkgutil.walk_packages(import_module(room).__path__[:1], f"{room}."):
            if not module.name.endswith("__main__"):
                with suppress(ImportError):  # an optional extra is not installed
                    import_module(module.name)
    compiling = {
        Path(module.__file__ or "").relative_to(ROOT).as_posix()
        for name, module in [*sys.modules.items()]
        if name.startswith("standoff.")
        for value in [*vars(module).values()]
        if is_jitted(value) and value.py_func.__module__ == name
    }
    assert compiling == {*COMPILING}
    for module in COMPILING:
        assert ROOT / "solver" / "arrays" / "compiled.py" in sources(ROOT / module)


def test_whatever_a_source_has_from_another_module_makes_that_a_source() -> None:
    """Asked of the modules as they are in memory, not of what is written in them."""
    from standoff.lines import kernels

    for module in (compiled, compiled_games, kernels):
        files = {*sources(Path(module.__file__ or ""))}
        loaded = {Path(one.__file__): one for one in [*sys.modules.values()] if getattr(one, "__file__", None)}
        assert files <= {*loaded}
        for file in files:
            for value in vars(loaded[file]).values():
                origin = sys.modules.get(getattr(value, "__module__", None) or "")
                name = getattr(origin, "__name__", "")
                if name.startswith("standoff."):
                    assert origin is not None
                    assert Path(origin.__file__ or "") in files, (file, value)


def test_functions_registered_for_compiled_code_are_in_sources() -> None:
    functions = [function for module in compiled.LAW for function in functions_in(module).values()]
    files = {Path(sys.modules[one.__module__].__file__ or "") for one in functions}
    assert files <= {*sources(Path(compiled.__file__))}


def test_which_imports_count(tmp_path: Path) -> None:
    files = {
        "solver/own.py": "from . import near\nimport standoff.map.far\nfrom standoff.lines import deep\n"
        "from typing import TYPE_CHECKING\nimport os\ntry:\n    from ..map import tried\nexcept ImportError:\n"
        "    from ..map import instead\nif TYPE_CHECKING:\n    from . import checked\n"
        "def later():\n    from . import late\nfrom ..map import VALUE\nfrom ....beyond import it\n",
        "solver/near.py": "class Inner:\n    from .inner import value\n",
        "solver/inner.py": "from . import own\n",
    }
    others = ("solver/__init__", "solver/checked", "solver/late", "map/__init__", "map/far", "map/tried", "map/instead")
    for name in (*others, "standoff/lines/deep", "beyond"):
        files[f"{name}.py"] = ""
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    counted = {file.relative_to(tmp_path).as_posix() for file in sources(tmp_path / "solver/own.py", tmp_path)}
    not_counted = {"solver/__init__.py", "solver/checked.py", "solver/late.py", "beyond.py"}
    assert counted == {*files} - not_counted


@pytest.mark.slow
def test_imports_are_the_same_read_in_part_and_as_a_whole() -> None:
    def shown(statements: Any) -> set[str]:
        return {ast.unparse(one) for one in statements}

    files = [file for folder in ("map", "solver", "cases") for file in (ROOT / folder).rglob("*.py")]
    contents = [file.read_bytes() for file in files]
    contents += [
        b"try:\n# a word\n    from .a import b\nexcept ImportError:\n    b = None\n",
        b"if 1: import os; import standoff.map\n",
        b"TEXT = '''\ndef f():\n    import this\n'''\nfrom .a import (\n    b,\n    c\n)\n",
        b"def f():\n    import os\nclass C:\n    from .a import b\n    def g(self):\n        import sys\n",
    ]
    for content in contents:
        whole = compiled_folder._run_when_imported(ast.parse(content).body)
        assert shown(compiled_folder._import_statements(content)) >= shown(whole)


def test_settings_of_numba_and_the_machine_are_in_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    module = Path(__file__)
    before = content_digest(module)
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert content_digest(module) != before
    monkeypatch.delenv("NUMBA_BOUNDSCHECK")
    assert hits_of_two_more() == 0
    monkeypatch.setattr(compiled_folder, "machine", lambda: "another-0123456789abcdef")
    compiled_folder._names.cache_clear()
    assert hits_of_two_more() == 0
    compiled_folder._names.cache_clear()
    monkeypatch.undo()


def test_the_machine_is_the_one_that_numba_compiles_for() -> None:
    from llvmlite import binding

    assert compiled_folder.machine().startswith("".join(filter(str.isalnum, binding.get_host_cpu_name())))


def test_a_source_that_changes_while_the_process_runs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """What is in memory is the old code: kept under the name of the new, it would give old answers."""
    assert hits_of_two_more() == 0
    monkeypatch.setattr(compiled_folder, "STARTED", 0.0)
    assert hits_of_two_more() == 0
    (message,) = warnings_in(caplog)
    assert message.startswith("compiled code is not kept: ")
    assert message.endswith(" has changed since this process began")
    only_file().unlink()
    assert hits_of_two_more() == 0
    assert not list(Path(os.environ["XDG_CACHE_HOME"]).rglob("*.code"))
    own = tmp_path / "own.py"
    own.write_text("", encoding="utf-8")
    assert changed_sources(own) == [own]
    monkeypatch.setattr(compiled_folder, "STARTED", time.time() + 1)
    os.utime(own, (time.time() + 9_000,) * 2)
    assert changed_sources(own) == []
    own.unlink()
    assert changed_sources(own) == [own]


# -- files at fault --------------------------------------------------------------------------------------------------


def contents(whole: bytes) -> dict[str, tuple[bytes, str]]:
    chance = random.Random(5)
    head = len(b"standoff compiled code, form 1\n")
    flipped = bytearray(whole)
    flipped[len(whole) // 2] ^= 4
    return {
        "empty": (b"", "it is empty"),
        "first letters": (whole[:10], "it is cut short"),
        "head": (whole[:head], "it is cut short"),
        "half": (whole[: len(whole) // 2], "it is cut short"),
        "one byte short": (whole[:-1], "it is cut short"),
        "one byte more": (whole + b"x", "it is too long"),
        "random": (chance.randbytes(len(whole)), "it does not begin as this version's files do"),
        "another form": (whole.replace(b"form 1", b"form 2"), "it does not begin as this version's files do"),
        "a flipped bit": (bytes(flipped), "its checksum is wrong"),
        "no pickle": (sealed(b"nonsense"), "UnpicklingError: "),
    }


@pytest.mark.slow
@pytest.mark.parametrize("fault", list(contents(b"x" * 400)))
def test_damaged_code_is_compiled_again_and_told_once(fault: str, caplog: pytest.LogCaptureFixture) -> None:
    assert hits_of_two_more() == 0
    assert hits_of_two_more() == 1
    assert warnings_in(caplog) == []
    file = only_file()
    content, why = contents(file.read_bytes())[fault]
    file.write_bytes(content)
    assert hits_of_two_more() == 0
    (message,) = warnings_in(caplog)
    assert message.startswith(f"compiled code on disk cannot be used, and is compiled again: {file}: {why}")
    assert hits_of_two_more() == 1
    file.write_bytes(content)
    assert hits_of_two_more() == 0
    assert warnings_in(caplog) == []


def test_no_flipped_bit_is_loaded() -> None:
    """Of every byte one bit, of the first and last bytes every bit."""
    assert hits_of_two_more() == 0
    whole = only_file().read_bytes()
    chance = random.Random(7)
    ends = [(at, bit) for at in (*range(120), *range(len(whole) - 20, len(whole))) for bit in range(8)]
    for at, bit in [*ends, *((at, chance.randrange(8)) for at in range(len(whole)))]:
        flipped = bytearray(whole)
        flipped[at] ^= 1 << bit
        with pytest.raises(DamagedError):
            unsealed(bytes(flipped))
    assert sealed(unsealed(whole)) == whole


@pytest.mark.slow
def test_functions_with_flipped_bits_answer_as_ever() -> None:
    assert hits_of_two_more() == 0
    chance = random.Random(11)
    for _ in range(12):
        content = bytearray(only_file().read_bytes())
        for _ in range(chance.choice((1, 1, 2, 30))):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        only_file().write_bytes(content)
        assert hits_of_two_more() == 0


def test_code_of_another_function_is_never_taken(caplog: pytest.LogCaptureFixture) -> None:
    assert hits_of_two_more() == 0
    file = only_file()
    other = compiled._compiled(three_more)
    assert other(1) == 4
    (others,) = (one for one in file.parent.glob("*.code") if one != file)
    shutil.copy(others, file)
    assert hits_of_two_more() == 0
    assert warnings_in(caplog)[0].endswith(": it is for another machine or function")


def test_a_folder_in_the_place_of_a_file(caplog: pytest.LogCaptureFixture) -> None:
    assert hits_of_two_more() == 0
    file = only_file()
    file.unlink()
    (file / "inside").mkdir(parents=True)
    for _ in range(2):
        assert hits_of_two_more() == 0
    read, kept = warnings_in(caplog)
    assert read.endswith(": it is no file")
    assert kept.startswith(f"compiled code cannot be kept in {file.parent}, and is compiled again each time: ")
    assert [one.name for one in file.parent.iterdir() if one.suffix == ".tmp"] == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in folders")
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    assert hits_of_two_more() == 0
    file = only_file()
    for one in (file, file.parent / "two_more.lock"):
        one.unlink()
        os.mkfifo(one)
    assert hits_of_two_more() == 0
    assert warnings_in(caplog)[0].endswith(": it is no file")
    assert hits_of_two_more() == 1


@pytest.mark.slow
def test_a_file_in_the_place_of_a_folder(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "cache").write_text("", encoding="utf-8")
    for _ in range(2):
        assert hits_of_two_more() == 0
    assert len(warnings_in(caplog)) == 2
    assert (tmp_path / "cache").read_text(encoding="utf-8") == ""
    assert not list(Path(__file__).parent.rglob("*two_more*"))


def test_missing_files_and_folders_and_dates_in_the_future(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert hits_of_two_more() == 0
    os.utime(only_file(), (time.time() + 10**8,) * 2)
    assert hits_of_two_more() == 1
    only_file().unlink()
    assert hits_of_two_more() == 0
    function = compiled._compiled(two_more)
    shutil.rmtree(tmp_path / "cache")
    assert function(1) == 3
    assert hits_of_two_more() == 1
    assert warnings_in(caplog) == []


# -- nowhere to write ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("number", ["ENOSPC", "EROFS"])
@pytest.mark.parametrize("call", ["mkdir", "mkstemp", "replace"])
def test_where_nothing_can_be_written_it_is_told_once(
    number: str, call: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    code = getattr(errno, number)

    def failing(*_: Any, **__: Any) -> Any:
        raise OSError(code, os.strerror(code))

    place = {"mkdir": Path, "mkstemp": compiled_cache.tempfile, "replace": os}[call]
    monkeypatch.setattr(place, call, failing)
    for _ in range(2):
        assert hits_of_two_more() == 0
    (message,) = warnings_in(caplog)
    assert message.startswith("compiled code cannot be kept in ")
    assert message.endswith(f", and is compiled again each time: {os.strerror(code)}")
    monkeypatch.undo()
    assert not list(Path(os.environ.get("XDG_CACHE_HOME", "/nowhere")).rglob("*.tmp"))


SMALL_FILES = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))
from standoff.solver.arrays.compiled import _compiled
def two_more(n): return n + 2
print(_compiled(two_more)(5))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="files have no limit")
@pytest.mark.parametrize("most", [0, 4096])
def test_a_disk_that_is_full_half_way(most: int, tmp_path: Path) -> None:
    script = tmp_path / "small_files.py"
    script.write_text(SMALL_FILES.format(most=most), encoding="utf-8")
    done = subprocess.run([sys.executable, "-B", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "7\n")
    (line,) = done.stderr.splitlines()
    assert line.startswith("compiled code cannot be kept in ")
    assert line.endswith(os.strerror(errno.EFBIG))
    assert not [file for file in (tmp_path / "cache").rglob("*") if file.suffix in (".tmp", ".code")]


def test_without_a_home_compiled_code_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", no_home)
    for _ in range(2):
        assert hits_of_two_more() == 0
    assert warnings_in(caplog) == ["compiled code is not kept: Could not determine home directory."]
    assert not compiled_folder.is_kept(Path(__file__), "two_more")


def test_a_cache_folder_that_is_not_absolute_is_ignored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As the XDG Base Directory Specification has it: it would be another folder wherever one stands."""
    monkeypatch.setenv("XDG_CACHE_HOME", "cache")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert compiled_folder.compiled_folder(Path(__file__)).is_relative_to(tmp_path / ".cache" / "standoff")


def test_it_is_told_whether_code_is_kept() -> None:
    assert not compiled_folder.is_kept(Path(__file__), "two_more")
    assert hits_of_two_more() == 0
    assert compiled_folder.is_kept(Path(__file__), "two_more")
    assert not compiled_folder.is_kept(Path(__file__), "two")


def test_numba_keeps_the_code_of_others_where_it_did(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert os.environ.get("NUMBA_CACHE_DIR", "") == numba.config.CACHE_DIR
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "others"))
    assert hits_of_two_more() == 0
    assert str(tmp_path / "others") == numba.config.CACHE_DIR
    assert not (tmp_path / "others").exists()


# -- several processes -----------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="files cannot be locked")
def test_of_several_processes_one_compiles() -> None:
    with multiprocessing.get_context("fork").Pool(3) as processes:
        assert sorted(processes.map(hits_of_two_more, range(3), chunksize=1)) == [0, 1, 1]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="files cannot be locked")
def test_of_several_processes_that_find_it_damaged_one_compiles() -> None:
    assert hits_of_two_more() == 0
    only_file().write_bytes(b"nonsense")
    with multiprocessing.get_context("fork").Pool(3) as processes:
        assert sorted(processes.map(hits_of_two_more, range(3), chunksize=1)) == [0, 1, 1]


def lock_of_two_more() -> int | None:
    return compiled_cache.locked(compiled_folder.compiled_folder(Path(__file__)) / "two_more.lock")


def test_a_process_that_compiles_for_ever_is_waited_for_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_cache, "_LONGEST_WAIT_SECONDS", 0)
    held = lock_of_two_more()
    assert held is not None or os.name != "posix"
    assert hits_of_two_more() == 0
    if held is not None:
        os.close(held)
    assert hits_of_two_more() == 1


@pytest.mark.skipif(os.name != "posix", reason="files cannot be locked")
def test_whoever_is_interrupted_while_compiling_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_cache, "_LONGEST_WAIT_SECONDS", 0)

    def interrupted(*_: Any) -> Any:
        held.append(lock_of_two_more())
        raise KeyboardInterrupt

    function, held = compiled._compiled(two_more), []
    with monkeypatch.context() as patched:
        patched.setattr(function._compiler, "compile", interrupted)
        with pytest.raises(KeyboardInterrupt):
            function(1)
    assert held == [None]
    after = lock_of_two_more()
    assert after is not None
    os.close(after)
    assert function(1) == 3


def writing(file: Path, number: int) -> None:
    for _ in range(200):
        write_code(file, bytes([number]) * 40_000)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be replaced")
def test_who_reads_while_others_write_finds_it_whole(tmp_path: Path) -> None:
    file = tmp_path / "both.code"
    write_code(file, b"\0" * 40_000)
    context = multiprocessing.get_context("fork")
    writers = [context.Process(target=writing, args=(file, number)) for number in (1, 2)]
    for one in writers:
        one.start()
    while any(one.is_alive() for one in writers):
        content = read_code(file)
        assert content == content[:1] * 40_000
    assert [one.exitcode for one in writers] == [0, 0]
    assert [one.name for one in tmp_path.glob("both*")] == ["both.code"]


# -- old folders -----------------------------------------------------------------------------------------------------


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """Folders of earlier versions, the last used 10 hours ago, the one before 11, and so on."""
    folder = tmp_path / "cache" / "standoff"
    for hours in range(10, 18):
        for name in (f"test_compiled_cache-{hours:016x}", f"other-{hours:016x}", f"{hours:016x}"):
            (folder / name / "machine").mkdir(parents=True)
            (folder / name / "machine" / "f-1.code").write_bytes(b"x")
            os.utime(folder / name, (time.time() - 3600 * hours,) * 2)
    return folder


def test_old_folders_do_not_pile_up(base: Path) -> None:
    in_use = base / f"test_compiled_cache-{99:016x}"
    from_future = base / f"test_compiled_cache-{98:016x}"
    for folder in (in_use, from_future, base / "somebody's own"):
        folder.mkdir()
    os.utime(from_future, (time.time() + 10**8,) * 2)
    (base / f"{97:016x}").write_text("a file", encoding="utf-8")
    assert hits_of_two_more() == 0
    own = only_file().parents[1].name
    stay = {own, in_use.name, "somebody's own", f"{97:016x}"}
    stay |= {f"test_compiled_cache-{hours:016x}" for hours in (10, 11)}
    stay |= {f"{before}{hours:016x}" for hours in (10, 11, 12, 13) for before in ("other-", "")}
    assert {folder.name for folder in base.iterdir()} == stay
    assert hits_of_two_more() == 1


def test_what_a_killed_process_left_is_taken_away(base: Path) -> None:
    folder = compiled_folder.compiled_folder(Path(__file__))
    folder.mkdir(parents=True)
    for name, hours in (("old.tmp", 2), ("new.tmp", 0)):
        (folder / name).write_bytes(b"half")
        os.utime(folder / name, (time.time() - 3600 * hours,) * 2)
    assert hits_of_two_more() == 0
    assert [file.name for file in folder.glob("*.tmp")] == ["new.tmp"]
