"""``argcheck report --serve``: one page on 127.0.0.1, for whoever has its address, and for no other site.

A browser lets any site send requests to 127.0.0.1, and a name of a site may come to mean 127.0.0.1 while its page is open (DNS
rebinding).  So a request gets something only if its path has the token that was printed, its ``Host`` is this server, and neither its ``Origin`` nor
its ``Sec-Fetch-Site`` is another.  Nothing can be written, no file is served, and no header lets another origin read.
"""

from __future__ import annotations

import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from argcheck.errors import UsageError

_HOST = "127.0.0.1"
_PATIENCE = 10  #: seconds that a client may take for its request
_OURS = ("same-origin", "none")
_HEADERS = (
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "frame-ancestors 'none'"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
)


class PageServer:
    """Serves the page that was published last, until it is closed."""

    def __init__(self, port: int = 0) -> None:
        """Listen, and answer as soon as there is a page.

        :param port: 0 for any that is free.
        :raises UsageError: the port is taken.
        """
        self.version = 0
        self._page = b""
        self._token = secrets.token_urlsafe(32)
        try:
            self._server = ThreadingHTTPServer((_HOST, port), self._handler())
        except (OSError, OverflowError) as error:
            raise UsageError(f"--port {port}: {getattr(error, 'strerror', None) or error}") from None
        self._server.daemon_threads = True
        self._port = self._server.server_address[1]
        Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return f"http://{_HOST}:{self._port}/{self._token}/"

    def publish(self, page: bytes) -> None:
        """Serve this page from now on."""
        self._page = page
        self.version += 1

    def close(self) -> None:
        """Listen no more."""
        self._server.shutdown()
        self._server.server_close()

    def answer(self, path: str) -> tuple[str, bytes] | None:
        """Return media type and content of what is at a path, None where nothing is."""
        given = path.encode("utf-8", "replace")
        for name, media, content in (
            ("", "text/html", self._page),
            ("version", "text/plain", str(self.version).encode()),
        ):
            if secrets.compare_digest(given, f"/{self._token}/{name}".encode()):
                return f"{media}; charset=utf-8", content
        return None

    def is_ours(self, hosts: list[str], origin: str | None, site: str | None) -> bool:
        """Whether a request names this server, and was not made by the page of another."""
        names = [f"{name}:{self._port}" for name in (_HOST, "localhost")]
        own = len(hosts) == 1 and hosts[0] in names
        return own and origin in (None, *(f"http://{name}" for name in names)) and site in (None, *_OURS)

    def _handler(server) -> type[BaseHTTPRequestHandler]:  # noqa: N805 - the class below has the other self
        class Handler(BaseHTTPRequestHandler):
            timeout = _PATIENCE
            server_version, sys_version = "argcheck", ""

            def do_GET(self) -> None:
                headers = self.headers
                if not server.is_ours(
                    headers.get_all("Host", []), headers["Origin"], headers["Sec-Fetch-Site"]
                ):
                    return self._say(HTTPStatus.FORBIDDEN, b"This is not for other sites.\n")
                content = server.answer(self.path)
                if content is None:
                    return self._say(
                        HTTPStatus.NOT_FOUND, b"Open the whole address that argcheck report has printed.\n"
                    )
                return self._say(HTTPStatus.OK, content[1], content[0])

            do_HEAD = do_GET  # noqa: N815 - as http.server calls it

            def _say(
                self, status: HTTPStatus, content: bytes, media: str = "text/plain; charset=utf-8"
            ) -> None:
                self.send_response(status)
                for name, value in (
                    ("Content-Type", media),
                    ("Content-Length", str(len(content))),
                    *_HEADERS,
                ):
                    self.send_header(name, value)
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(content)

            def log_message(self, *_: object) -> None:
                """Say nothing: the token would stand in logs."""

        return Handler
