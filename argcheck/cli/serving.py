"""``argcheck report --serve``: a page on 127.0.0.1, for those who have its address, and not for other sites.

A browser lets any site send requests to 127.0.0.1, and the name of a site may resolve to 127.0.0.1 while its page is
open (DNS rebinding).  So a request is served only if its path is the one that was printed, its ``Host`` is this server,
and its ``Origin``, ``Referer`` and ``Sec-Fetch-Site`` name no other.  Nothing can be written, no file is served, no
header lets another origin read, and no response repeats anything of its request.
"""

from __future__ import annotations

import secrets
import socket
import sys
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread, Timer
from typing import TYPE_CHECKING, Any

from argcheck.errors import UsageError

if TYPE_CHECKING:
    from email.message import Message

_HOST = "127.0.0.1"
_PATIENCE = 10  #: most seconds for a client to send its request
_OURS = ("same-origin", "none")
_TEXT = "text/plain; charset=utf-8"
_NOT_FRAMED = "frame-ancestors 'none'"  # the page itself has the rest of its policy
_HEADERS = (
    ("Cache-Control", "no-store"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
)


class PageServer:
    """Serves the latest published page until it is closed."""

    def __init__(self, port: int = 0, *, patience: float = _PATIENCE) -> None:
        """Start the server.

        :param port: 0 for any free one.
        :param patience: most seconds for a client to send its request.
        :raises UsageError: the port is invalid or in use.
        """
        self.version = 0
        self._page = b""
        self._token = secrets.token_urlsafe(32)
        try:
            self._server = _Listener(port, self, patience)
        except (OSError, OverflowError) as error:
            raise UsageError(f"--port {port}: {getattr(error, 'strerror', None) or error}") from None
        self._port = self._server.server_address[1]
        Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """The address of the page for a browser."""
        return f"http://{_HOST}:{self._port}/{self._token}/"

    def publish(self, page: bytes) -> None:
        """Serve this page from now on."""
        self._page = page
        self.version += 1

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path: str) -> tuple[str, bytes] | None:
        """Return media type and content at a path; None if there is nothing."""
        given = path.encode("utf-8", "replace")
        for name, media, content in (
            ("", "text/html", self._page),
            ("version", "text/plain", str(self.version).encode()),
        ):
            if secrets.compare_digest(given, f"/{self._token}/{name}".encode()):
                return f"{media}; charset=utf-8", content
        return None

    def is_ours(self, headers: Message) -> bool:
        """Whether a request names exactly this server as its host, and does not come from a page of another one."""
        names = [f"{name}:{self._port}" for name in (_HOST, "localhost")]
        origins = [f"http://{name}" for name in names]
        host, origin, referer, site = (
            headers.get_all(name, []) for name in ("Host", "Origin", "Referer", "Sec-Fetch-Site")
        )
        return (
            len(host) == 1
            and host[0] in names
            and all(each in origins for each in origin)
            and all("/".join(each.split("/")[:3]) in origins for each in referer)
            and all(each in _OURS for each in site)
        )


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # with the default of 5, clients may wait for seconds when there are many

    def __init__(self, port: int, pages: PageServer, patience: float) -> None:
        self.pages = pages
        self.patience = patience
        super().__init__((_HOST, port), _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnected early; report all other errors, which are bugs."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Answers a request."""

    server: _Listener
    server_version, sys_version = "argcheck", ""
    disable_nagle_algorithm = True  # else each page takes 40 ms: its body waits for an acknowledgement

    def setup(self) -> None:
        super().setup()
        # this limits a single read; the timer stops clients that send a byte now and then
        self.connection.settimeout(self.server.patience)
        self._patience = Timer(self.server.patience, self._hang_up)
        self._patience.daemon = True
        self._patience.start()

    def _hang_up(self) -> None:
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def finish(self) -> None:
        self._patience.cancel()
        super().finish()

    def do_GET(self) -> None:
        self._patience.cancel()
        if self.request_version == "HTTP/0.9" or self.headers.defects:  # the rest is not parsed
            return self.send_error(HTTPStatus.BAD_REQUEST)
        if not self.server.pages.is_ours(self.headers):
            return self._say(HTTPStatus.FORBIDDEN, b"This is not for other sites.\n")
        content = self.server.pages.answer(self.requestline.split()[1])  # `path` is normalised
        if content is None:
            advice = b"Open the whole address that argcheck report has printed.\n"
            return self._say(HTTPStatus.NOT_FOUND, advice)
        return self._say(HTTPStatus.OK, content[1], content[0])

    do_HEAD = do_GET  # noqa: N815 - the name in http.server

    def send_error(self, code: int, _message: str | None = None, _explain: str | None = None) -> None:
        self.request_version = "HTTP/1.0"  # else the response to a malformed request has no headers
        self._say(HTTPStatus(code), b"This is no request that is answered here.\n")

    def _say(self, status: HTTPStatus, content: bytes, media: str = _TEXT) -> None:
        policy = _NOT_FRAMED if media.startswith("text/html") else f"{_NOT_FRAMED}; default-src 'none'"
        self.send_response(status)
        for name, value in (
            ("Content-Type", media),
            ("Content-Length", str(len(content))),
            ("Content-Security-Policy", policy),
            *_HEADERS,
        ):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Log nothing: logs would contain the token."""
