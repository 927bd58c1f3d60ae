"""The local server of the page: files of the package, and requests answered by `PageWorkers`. For one local user.

The standard library's server suffices: there is one page and no session, and workers give all answers.
"""

from __future__ import annotations

import gzip
import io
import json
import re
import select
import socket
import threading
import time
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path
from typing import Any

from ..map import LANGUAGES, MOST_BYTES
from ..text import catalog, html_file, html_filled
from .page_workers import PageWorkers

MOST_BODY = 2 * MOST_BYTES  # a text as JSON is longer
"""The most bytes of a request that are read."""

MOST_AT_ONCE = 32
"""The most connections served at once."""

SECONDS_TO_SEND = 10
"""The time limit for receiving a request and for sending an answer."""

SMALL = 1000
"""Larger answers are compressed, in bytes."""

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
}

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The content security policy: nothing from other sites, no inline script or style."""

HEADERS = {
    "Vary": "Accept-Encoding",
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""The headers of every answer, beside its type and length."""


def files(
    policy: str = "", seconds: int = 0, *, share_url: str = "", links: tuple[str, ...] = ()
) -> dict[str, tuple[bytes, str]]:
    """Return the files of the page, content and type, by path; no others are served.

    Args:
        policy: The content security policy of a page that answers itself; empty for one with a server.
        seconds: The time limit for an answer on such a page.
        share_url: The public address of the page; empty if unknown.
        links: What is next to it: ``book``, the case book; ``docs``, the documentation.
    """
    alone = ("python.mjs", "service.js", "worker.js")  # only for a page that answers itself
    texts = {
        entry.name: entry.read_text(encoding="utf-8")
        for entry in (resources.files("standoff.page") / "static").iterdir()
        if policy or entry.name not in alone
    }
    scripts = [name for name in sorted(texts) if name.endswith(".js") and name not in (*alone, "page.js")]
    page = html_filled("app.html", policy=policy, seconds=seconds, share_url=share_url, links=links, scripts=scripts)
    all_text = page + "".join(texts.values())
    words = {  # translations of the page's texts
        language: {text: translation for text, translation in catalog(language).items() if f'"{text}"' in all_text}
        for language in LANGUAGES
        if language != "en"
    }
    texts["index.html"] = page
    texts["style.css"] = html_file("style.css")
    texts["catalog.js"] = f"export const CATALOG = {json.dumps(words, ensure_ascii=False, indent=1)};\n"
    return {f"/{name}": (text.encode(), TYPES[Path(name).suffix]) for name, text in texts.items()}


DEFAULT_OF_BROWSERS = 80
"""The port that browsers omit from addresses."""


def written_host(host: str) -> str:
    """Return a host as written in an address.

    >>> written_host("::1"), written_host("localhost")
    ('[::1]', 'localhost')
    """
    return f"[{host}]" if ":" in host else host.lower()


class PageServer(ThreadingHTTPServer):
    """The server.

    Args:
        address: Host and port; port 0 takes a free one.
        workers: The processes that answer.
        share_url: The public address of the page; empty if unknown.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, address: tuple[str, int], workers: PageWorkers, *, share_url: str = "") -> None:
        if ":" in address[0]:
            self.address_family = socket.AF_INET6
        super().__init__(address, _Handler)
        self.page_workers = workers
        self.files = files(share_url=share_url)
        self.everywhere = address[0] in ("0.0.0.0", "::", "")
        own = socket.gethostname().lower() if self.everywhere else written_host(address[0])
        self.names = {"127.0.0.1", "localhost", "[::1]", own}
        self._places = threading.BoundedSemaphore(MOST_AT_ONCE)

    def is_own(self, host: str) -> bool:
        """Return whether a request for this host and port is for this server.

        Where it listens at every address of the machine, any numeric address will do: only a name could be made to
        point here by somebody else.
        """
        named = re.fullmatch(r"(\[[^]]*\]|[^:]*)(?::(\d+))?", host.lower())
        if named is None or int(named[2] or DEFAULT_OF_BROWSERS) != self.server_address[1]:
            return False
        return named[1] in self.names or (self.everywhere and bool(re.fullmatch(r"[\d.]+|\[[\da-f:.]+\]", named[1])))

    def address(self, host: str) -> str:
        """Return the address of the page as reached by `host`."""
        return f"http://{written_host(host)}:{self.server_address[1]}/"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Serve a connection in its own thread, or refuse it if there are too many."""
        if not self._places.acquire(blocking=False):
            request.settimeout(1)
            with suppress(OSError):
                request.sendall(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Serve a connection, then admit the next one."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Do nothing: a client that disconnects is not a fault."""


class _Timely(io.RawIOBase):
    """The input of a connection, up to the time limit of a request, however slowly it arrives."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.start()

    def start(self) -> None:
        self.due = time.monotonic() + SECONDS_TO_SEND

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        left = self.due - time.monotonic()
        if left <= 0:
            raise TimeoutError("the request did not arrive in time")
        self.connection.settimeout(left)
        return self.connection.recv_into(buffer)


class _Handler(BaseHTTPRequestHandler):
    server: PageServer  # pyright: ignore[reportIncompatibleVariableOverride]
    protocol_version = "HTTP/1.1"
    server_version = "standoff"
    sys_version = ""
    timeout = SECONDS_TO_SEND
    disable_nagle_algorithm = True  # otherwise a body waits for the acknowledgment of its head

    def setup(self) -> None:
        super().setup()
        self.rfile.close()
        self._coming = _Timely(self.connection)
        self.rfile = io.BufferedReader(self._coming)

    def handle_one_request(self) -> None:
        self._coming.start()
        super().handle_one_request()

    def _has_hung_up(self) -> bool:
        """Return whether the client has disconnected."""
        try:
            readable, _, _ = select.select([self.connection], [], [], 0)
            return bool(readable) and not self.connection.recv(1, socket.MSG_PEEK)
        except (OSError, ValueError):
            return True

    def log_message(self, format: str, *args: Any) -> None:
        """Do nothing."""

    def do_GET(self) -> None:
        self._file(body=True)

    def do_HEAD(self) -> None:
        self._file(body=False)

    def do_POST(self) -> None:
        if not self._allowed():
            return
        if self.path not in ("/ask", "/search"):
            self._send(HTTPStatus.NOT_FOUND, b"no such page")
            return
        if self.headers.get_content_type() != "application/json":
            self._send(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, b"expected application/json")
            return
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit():
            self._send(HTTPStatus.LENGTH_REQUIRED, b"expected a Content-Length")
            return
        if len(length) > 9 or int(length) > MOST_BODY:
            self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"a request has at most %d MB" % (MOST_BODY // 1_000_000))
            return
        body = self.rfile.read(int(length))
        if len(body) < int(length):
            self.close_connection = True
            return
        response = self.server.page_workers.ask(body, slow=self.path == "/search", unwanted=self._has_hung_up)
        if response is None:
            self.close_connection = True
            return
        self._send(HTTPStatus.OK, response, TYPES[".json"])

    def _allowed(self) -> bool:
        """Refuse ambiguous requests, and pages of other sites.

        The latter must neither send requests here nor pose as this one (DNS rebinding). A request whose end another
        program on the way may see elsewhere could hide a second one.
        """
        lengths = self.headers.get_all("Content-Length", [])
        body = self.command != "POST" and lengths not in ([], ["0"])
        if body or len(lengths) > 1 or "Transfer-Encoding" in self.headers or len(self.headers.get_all("Host", [])) > 1:
            self._send(HTTPStatus.BAD_REQUEST, b"expected one Host, and at most one Content-Length, for what is sent")
            return False
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        good = self.server.is_own(host)
        if origin is not None:
            scheme, _, named = origin.partition("://")
            good = good and scheme in ("http", "https") and named.lower() == host.lower()
        if not good:
            self._send(HTTPStatus.FORBIDDEN, b"this server answers its own page only")
        return good

    def _file(self, *, body: bool) -> None:
        if not self._allowed():
            return
        path = self.path.partition("?")[0]
        entry = self.server.files.get("/index.html" if path == "/" else path)
        if entry is None:
            self._send(HTTPStatus.NOT_FOUND, b"no such page", body=body)
        else:
            self._send(HTTPStatus.OK, *entry, body=body)

    def _send(
        self, status: HTTPStatus, content: bytes, kind: str = "text/plain; charset=utf-8", *, body: bool = True
    ) -> None:
        self.connection.settimeout(SECONDS_TO_SEND)
        self.send_response(status)
        accepted = self.headers.get("Accept-Encoding", "") if self.headers else ""
        if len(content) > SMALL and "gzip" in accepted:
            content = gzip.compress(content, 3, mtime=0)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        for name, value in HEADERS.items():
            self.send_header(name, value)
        if status != HTTPStatus.OK:
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        if body:
            self.wfile.write(content)
