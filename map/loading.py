"""Loads boards: those of the package, and files, which untrusted input may name only if they are allowed."""

from __future__ import annotations

import copyreg
import os
import re
import warnings
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from time import time
from typing import Any

from .board import Board
from .board_data import (
    check_board_data,
    check_extending,
    check_size,
    extended_data,
    is_file_name,
    names_a_file,
    split_name,
)
from .errors import BoardError, BoardWarning, WrongTypeError
from .files import MOST_BYTES, file_beside, is_within, read_file
from .json_text import JsonError, json_object, package_json, shown_text


class _FileRead:
    """A file as it was read.

    Size and times show whether it has changed; for a file that is too new for that, its content does.
    """

    _YOUNG_SECONDS = 2.0
    """Upper bound of the resolution of file times on any file system."""

    def __init__(self, path: Path) -> None:
        self._path = path.absolute()
        self.content: bytes = self._read()

    def _read(self) -> bytes:
        state, now = self._file_status(), time()
        content = read_file(self._path)
        self._state, self._settled = state, now - max(state[:2]) / 1e9 > self._YOUNG_SECONDS
        return content

    def is_of(self, path: Path) -> bool:
        """Return whether a path leads to this file."""
        return os.path.realpath(self._path) == os.path.realpath(path)

    def _file_status(self) -> tuple[int, int, int, int]:
        status = self._path.stat()
        return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino

    def is_same(self) -> bool:
        """Return whether the file still has the content that was read."""
        try:
            if self._settled and self._file_status() == self._state:
                return True
            same = self._read() == self.content
        except OSError:
            return False
        if not same:
            self._settled = False  # if the new content is no board, a later call must not accept the old one
        return same


@cache
def board_names() -> tuple[str, ...]:
    """Return the names of the boards of the package, including variants.

    >>> "standard" in board_names()
    True
    """
    folder = Path(__file__).with_name("boards")  # `importlib.resources` takes 10 ms to load
    return tuple(sorted(entry.name.removesuffix(".json") for entry in folder.iterdir() if entry.name.endswith(".json")))


@cache
def _aliases() -> dict[str, str]:
    """Return the names of other programs for boards of the package, simplified; all have the same rules and units."""
    data: dict[str, list[str]] = package_json(Path(__file__).with_name("aliases.json"))
    return {_words(alias): name for name, aliases in data.items() for alias in (name, *aliases)}


def _words(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).casefold()


def own_name(name: str) -> str:
    """Return the name of the board of the package that other programs call by a name; any other name unchanged.

    >>> own_name("standard_fleet_rome"), own_name("Classic - France vs Austria"), own_name("mine.json")
    ('fleet-rome', 'france-austria', 'mine.json')
    """
    if name in board_names() or is_file_name(name):
        return name
    return _aliases().get(_words(name), name)


def _no_board(name: str) -> BoardError:
    import difflib

    near = difflib.get_close_matches(name[:100], board_names(), n=1, cutoff=0.6)
    hint = f"; did you mean {near[0]}?" if near else ""
    return BoardError(f"no board named {shown_text(name)}{hint}; known: {', '.join(board_names())}")


def _board_data(name: str, files: list[_FileRead], lost: list[str]) -> dict[str, Any]:
    """Return the data of the board named `name`, or of the file at the path `name`.

    User files that are read are added to `files`, and reports of their unsupported content to `lost`.
    """
    if name in board_names():
        path = Path(__file__).with_name("boards") / f"{name}.json"
        return _with_extended(name, _json_object(path, path.read_bytes()), files, lost)
    if not names_a_file(name):
        raise _no_board(name)

    def read(path: Path) -> bytes:
        files.append(_FileRead(path))
        if sum(len(file.content) for file in files) > MOST_BYTES:
            raise BoardError(f"{path}: the files of this board have more than {MOST_BYTES:,} bytes; no more are read")
        return files[-1].content

    path = Path(name)
    if path.suffix.lower() == ".json":
        try:
            data = _json_object(path, read(path))
        except OSError as fault:
            raise BoardError(f"board file {path}: {fault.strerror}") from None
        if "schemaVersion" not in data:  # only documents of diplicity have it
            return _with_extended(name, data, files, lost)
    from .importers.reading import read_variant

    variant = read_variant(name, read=read)
    lost += variant.lost
    return variant.data


def _json_object(path: Path, content: bytes) -> dict[str, Any]:
    try:
        return json_object(content)
    except JsonError as fault:
        raise BoardError(f"board file {path}: {fault}") from None


def _with_extended(name: str, data: dict[str, Any], files: list[_FileRead], lost: list[str]) -> dict[str, Any]:
    """Return the data of a board file, merged with those of the board that it extends, if any."""
    if "extends" not in data:
        return data
    check_extending(name, data)
    extended: str = data["extends"]
    if extended not in board_names():
        beside = file_beside(Path(name), extended)
        if beside is None:
            raise BoardError(f"board file {name}: extends {extended[:100]!r}, which is not in its folder")
        if not names_a_file(str(beside)):
            raise _no_board(extended)
        if any(file.is_of(beside) for file in files):
            raise BoardError(f"board file {name}: circular extends of {extended[:100]!r}")
        extended = str(beside)
    base = _board_data(extended, files, lost)
    try:
        check_board_data(base)
    except BoardError as fault:
        raise BoardError(f"board file {name}: extends {extended}: {fault}") from None
    return extended_data(data, base)


def load_board(name: str | Path | Board = "standard") -> Board:
    """Return a board, always the same object unless its file has changed.

    Args:
        name: A board of the package, also by the name that another program gives it (``map/aliases.json``); or the
            path of a file: a board file, or one of another program (a ``.map`` of the diplomacy package, diplicity's
            JSON, ``variants.xml`` of jDip with ``#NAME`` after it for one of several).
            A relative path starts from the current folder. A board is returned unchanged.

    Raises:
        BoardError: There is no such board, or its data are contradictory.
        WrongTypeError: `name` is neither text nor a path nor a board.

    Warns:
        BoardWarning: A file of another program has unsupported content, which `Board.lost` lists, too.

    >>> load_board()
    <Board standard: 75 provinces, 7 powers>
    """
    if isinstance(name, Board):
        return name
    if not isinstance(name, (str, Path)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WrongTypeError(f"expected the name of a board, not {name!r}")
    return _board_of(own_name(str(name)))


_loaded: dict[str, tuple[Board, list[_FileRead]]] = {}
"""Boards, each with the files that it was read from, by name or absolute path."""


# -- untrusted names ---------------------------------------------------------------------------------------------

_allowed: set[str] = set()
"""Absolute paths of the files and folders that are allowed in this process."""

_folders: ContextVar[tuple[str, ...]] = ContextVar("folders of the user's own text", default=())


def allow_boards(paths: Iterable[str]) -> None:
    """Allow untrusted names of these board files, and of all files in these folders, in this process.

    `load_board` allows the file that it loads.

    >>> allow_boards(["maps"])
    >>> is_allowed("maps/mine.json"), is_allowed("maps/../mine.json")
    (True, False)
    """
    _allowed.update(map(os.path.abspath, paths))


def allowed_boards() -> tuple[str, ...]:
    """Return the paths allowed in this process, for another process: those of `allow_boards` and of loaded files.

    >>> allow_boards(["maps"])
    >>> os.path.abspath("maps") in allowed_boards()
    True
    """
    return tuple(sorted({*_allowed, *_loaded} - {*board_names()}))


@contextmanager
def boards_within(*folders: str | Path) -> Generator[None]:
    """Allow names of board files in these folders while a text of the user is read.

    >>> with boards_within("maps"):
    ...     is_allowed("maps/mine.json"), is_allowed("mine.json")
    (True, False)
    """
    token = _folders.set(tuple([os.path.abspath(folder) for folder in folders]))
    try:
        yield
    finally:
        _folders.reset(token)


def is_allowed(name: str) -> bool:
    """Return whether an untrusted text may name a board; no file is accessed unless it may.

    Allowed are the boards of the package, boards that this process has loaded by `load_board`, the paths of
    `allow_boards`, and, within a text of the user, the folders of `boards_within`. Untrusted are lines, links,
    requests, objects, positions in one line and orders; an argument of `load_board` is trusted.

    >>> is_allowed("standard"), is_allowed("/etc/secret.map"), is_allowed("//host/share")
    (True, False, False)
    """
    name = own_name(name)
    if name in _loaded or name in board_names():
        return True
    path = os.path.abspath(name)
    whole = str(split_name(path)[0])  # the file, without the variant in it
    known = any(one in _loaded or one in _allowed for one in (path, whole))
    return known or any(is_within(whole, folder) for folder in [*_allowed, *_folders.get()])


def named_board(name: str | Path | Board) -> Board:
    """Return the board of an untrusted name. A board is returned unchanged; a `Path` is trusted.

    Raises:
        BoardError: The board is not allowed, or has faults.
        WrongTypeError: `name` is neither text nor a path nor a board.

    >>> named_board("/etc/secret.map")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    standoff.map.errors.BoardError: board '/etc/secret.map' was not allowed (--map FILE, --allow-boards FOLDER, ...)
    """
    if isinstance(name, str) and not is_allowed(name):
        if is_file_name(name):
            raise BoardError(f"board {name[:100]!r} was not allowed (--map FILE, --allow-boards FOLDER, load_board)")
        raise _no_board(name)
    return load_board(name)


def _board_of(name: str) -> Board:
    where = name
    kept = _loaded.get(where)
    if kept is None and name not in board_names():
        where = os.path.abspath(name)
        kept = _loaded.get(where)
    # boards of the package do not change; files may have
    if kept is not None and all(file.is_same() for file in kept[1]):
        return kept[0]
    files, lost = list[_FileRead](), list[str]()
    try:
        data = _board_data(name, files, lost)
        try:
            check_size(data)
            board = Board(data, checked=not files)
        except BoardError as fault:
            raise (BoardError(f"{name}: {fault}") if files else fault) from None
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as fault:
        raise BoardError(f"board {name}: {type(fault).__name__}: {fault}") from fault
    board.__dict__.update(source=name, place=where, lost=tuple(lost))  # no other reference exists yet
    if lost:
        warnings.warn_explicit("lost: " + "\n  ".join(lost), BoardWarning, name, 0)
    if kept is None:  # another thread may have been faster
        return _loaded.setdefault(where, (board, files))[0]
    _loaded[where] = board, files
    return board


def _is_loaded(board: Board) -> bool:
    try:
        return load_board(board.source) is board
    except BoardError:
        return False


def _reduced(board: Board) -> tuple[Callable[..., Board], tuple[Any, ...]]:
    """Return how to unpickle a board: a loaded one is the same object for all, and is loaded again."""
    return (load_board, (board.source,)) if _is_loaded(board) else (Board, (board.data,))


copyreg.pickle(Board, _reduced)
