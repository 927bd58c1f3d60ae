"""The local server of the page: files of the package, and requests answered by `PageWorkers`. For one person, locally.

The standard library's server suffices: there is one page, no session, and every answer comes from a worker.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import Any

from ..text.html import file, filled
from ..text.messages import LANGUAGES, catalog
from .page_workers import PageWorkers

MOST_BODY = 1_000_000
"""At most this many bytes of a request are read."""

MOST_AT_ONCE = 32
"""At most this many connections are served at once."""

SECONDS_TO_SEND = 10
"""A request must have arrived by then."""

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
}

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy: nothing from other sites, no script or style in the page."""


def files(policy: str = "", seconds: int = 0) -> dict[str, tuple[bytes, str]]:
    """Return the files of the page, content and type, by path: nothing else can be asked for.

    Args:
        policy: The content security policy of a page that answers by itself; empty for one that a server answers.
        seconds: How long such a page waits for an answer.
    """
    found = {
        entry.name: entry.read_text(encoding="utf-8")
        for entry in (resources.files("standoff.page") / "static").iterdir()
    }
    page = found["index.html"] = filled("app.html", policy=policy, seconds=seconds)
    found["style.css"] = file("style.css")
    found["catalogue.js"] = _catalogue(page + found["page.js"])
    return {f"/{name}": (text.encode(), TYPES[Path(name).suffix]) for name, text in found.items()}


def _catalogue(page: str) -> str:
    """Return as a script what the page says in other languages: in each, what its catalogue has for texts of `page`."""
    said = {
        language: {text: told for text, told in catalog(language).items() if f'"{text}"' in page}
        for language in LANGUAGES
        if language != "en"
    }
    return f"export const CATALOGUE = {json.dumps(said, ensure_ascii=False, indent=1)};\n"


class PageServer(ThreadingHTTPServer):
    """The server.

    Args:
        address: Host and port; port 0 takes a free one.
        desk: The processes that answer.
        hosts: Further host names under which it may be reached.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], desk: PageWorkers, hosts: Iterable[str] = ()) -> None:
        super().__init__(address, _Handler)
        self.page_workers = desk
        self.files = files()
        port = self.server_address[1]
        names = {"127.0.0.1", "localhost", "[::1]", address[0], *hosts}
        self.hosts = names | {f"{name}:{port}" for name in names}
        self._places = threading.BoundedSemaphore(MOST_AT_ONCE)

    def address(self, host: str) -> str:
        """Return the address of the page when it is called by `host`."""
        return f"http://{f'[{host}]' if ':' in host else host}:{self.server_address[1]}/"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a connection in a thread of its own, or refuse it when there are too many."""
        if not self._places.acquire(blocking=False):
            request.settimeout(1)
            with suppress(OSError):
                request.sendall(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection, and make room for the next one."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Do nothing: a client that disconnects is not a fault."""


class _Handler(BaseHTTPRequestHandler):
    server: PageServer  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"
    server_version = "standoff"
    sys_version = ""
    timeout = SECONDS_TO_SEND

    def log_message(self, format: str, *args: Any) -> None:
        """Do nothing."""

    def do_GET(self) -> None:
        self._file(body=True)

    def do_HEAD(self) -> None:
        self._file(body=False)

    def do_POST(self) -> None:
        if not self._allowed():
            return
        if self.path != "/ask":
            self._say(HTTPStatus.NOT_FOUND, b"no such page")
            return
        if self.headers.get_content_type() != "application/json":
            self._say(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, b"expected application/json")
            return
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit():
            self._say(HTTPStatus.LENGTH_REQUIRED, b"expected a Content-Length")
            return
        if len(length) > 9 or int(length) > MOST_BODY:
            self._say(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"a request has at most 1 MB")
            return
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            self.close_connection = True
            return
        self._say(HTTPStatus.OK, self.server.page_workers.ask(body), "application/json; charset=utf-8")

    def _allowed(self) -> bool:
        """Refuse pages of other sites: they must neither send requests here nor pose as this one (DNS rebinding)."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        good = host.lower() in self.server.hosts
        if origin is not None:
            scheme, _, named = origin.partition("://")
            good = good and scheme in ("http", "https") and named.lower() in self.server.hosts
        if not good:
            self._say(HTTPStatus.FORBIDDEN, b"this server answers its own page only")
        return good

    def _file(self, *, body: bool) -> None:
        if not self._allowed():
            return
        path = self.path.partition("?")[0]
        found = self.server.files.get("/index.html" if path == "/" else path)
        if found is None:
            self._say(HTTPStatus.NOT_FOUND, b"no such page", body=body)
        else:
            self._say(HTTPStatus.OK, found[0], found[1], body=body)

    def _say(
        self, status: HTTPStatus, content: bytes, kind: str = "text/plain; charset=utf-8", *, body: bool = True
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Cache-Control", "no-store")
        if status != HTTPStatus.OK:
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        if body:
            self.wfile.write(content)
