"""What another site, another program of this machine or a broken client may send to `report --serve`: it gets nothing, and harms nothing."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from patience import patience

from argcheck.cli.serving import PageServer

if TYPE_CHECKING:
    from collections.abc import Iterator

SECRET = b"Sand is wet"
SHORT = 0.5  #: seconds that a client may take of whom that is asked
HARDENING = {
    b"cache-control: no-store",
    b"content-security-policy: frame-ancestors 'none'; default-src 'none'",
    b"cross-origin-opener-policy: same-origin",
    b"cross-origin-resource-policy: same-origin",
    b"referrer-policy: no-referrer",
    b"x-content-type-options: nosniff",
    b"x-frame-options: DENY",
}


class Target:
    """A server with a page that holds a secret."""

    def __init__(self, seconds: float = 4.0) -> None:
        self.server = PageServer(patience=seconds)
        self.server.publish(b"<!doctype html><p>" + SECRET)
        parts = urlsplit(self.server.address)
        self.port, self.path = parts.port or 0, parts.path
        self.host = f"Host: 127.0.0.1:{self.port}"

    def raw(self, request: str | bytes) -> bytes:
        """Send bytes, end the sending, and give all that comes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience(10)) as connection:
            try:
                connection.sendall(request.encode("latin-1") if isinstance(request, str) else request)
                return b"".join(iter(lambda: connection.recv(65536), b""))
            except ConnectionError:  # it would hear no more
                return b""

    def get(self, path: str, *headers: str, method: str = "GET", version: str = "HTTP/1.1") -> bytes:
        return self.raw("\r\n".join([f"{method} {path} {version}", *headers, "", ""]))


@pytest.fixture(scope="module")
def target() -> Iterator[Target]:
    made = Target()
    yield made
    made.server.close()


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def test_who_has_the_address_gets_the_page(target: Target) -> None:
    answer = target.get(target.path, target.host)
    assert status(answer) == 200
    assert answer.endswith(SECRET)


PATHS = {
    "no token": "/",
    "wrong token": "/" + "A" * 43 + "/",
    "without the last slash": "{token}",
    "two slashes before": "//{token}/",
    "two slashes behind": "/{token}//",
    "dot before": "/./{token}/",
    "dots before": "/x/../{token}/",
    "dots behind": "/{token}/../",
    "encoded dots behind": "/{token}/%2e%2e/",
    "query": "/{token}/?x=1",
    "fragment": "/{token}/#x",
    "parameter": "/{token}/;x",
    "encoded": "/{encoded}/",
    "encoded slash": "%2f{token}%2f",
    "a null byte": "/{token}/\0",
    "a backslash": "\\{token}\\",
    "no path": "",
    "an absolute address": "http://127.0.0.1:{port}/{token}/",
    "bytes that are no text": "/{token}/\xff",
    "in capitals": "/{upper}/",
    "a file": "/{token}/../../../../../../etc/passwd",
}


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
def test_any_other_path_gets_nothing(target: Target, path: str) -> None:
    token = target.path.strip("/")
    filled = path.format(
        token=token,
        encoded="".join(f"%{ord(c):02x}" for c in token),
        upper=token.swapcase(),
        port=target.port,
    )
    answer = target.get(filled, target.host)
    assert SECRET not in answer
    assert status(answer) in (400, 404, 505)


HOSTS = [
    "",
    "evil.example",
    "evil.example:{port}",
    "127.0.0.1.nip.io:{port}",
    "localhost.evil.example:{port}",
    "localtest.me:{port}",
    "localhost.:{port}",
    "127.0.0.1.:{port}",
    "127.1:{port}",
    "2130706433:{port}",
    "0x7f.0.0.1:{port}",
    "0.0.0.0:{port}",
    "127.0.0.2:{port}",
    "[::1]:{port}",
    "[::ffff:127.0.0.1]:{port}",
    "evil@127.0.0.1:{port}",
    "127.0.0.1:{port}@evil.example",
    "127.0.0.1:{port}, evil.example",
    "127.0.0.1:{port}#evil.example",
    "127.0.0.1:0{port}",
    "127.0.0.1",
    "127.0.0.1:80",
]


@pytest.mark.parametrize("host", HOSTS)
def test_a_name_that_was_made_to_mean_this_machine_gets_nothing(target: Target, host: str) -> None:
    answer = target.get(target.path, "Host: " + host.format(port=target.port))
    assert SECRET not in answer
    assert status(answer) == 403


OTHERS = [
    "Origin: http://evil.example",
    "Origin: null",
    "Origin: https://127.0.0.1:{port}",
    "Origin: http://127.0.0.1",
    "Origin: http://127.0.0.1:{port}.evil.example",
    "Origin: http://127.0.0.1:{port} http://evil.example",
    "Origin:",
    "Origin: http://127.0.0.1:{port}\r\nOrigin: http://evil.example",
    "Origin: http://evil.example\r\nOrigin: http://127.0.0.1:{port}",
    "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-site",
    "Sec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site",
    "Sec-Fetch-Site:",
    "Referer: http://evil.example/",
    "Referer: http://127.0.0.1:{port}.evil.example/",
    "Referer: http://127.0.0.1:{port}@evil.example/",
    "Referer: http://127.0.0.1:{port}/\r\nReferer: http://evil.example/",
    "Host: evil.example",
]


@pytest.mark.parametrize("header", OTHERS)
@pytest.mark.slow
def test_what_comes_from_another_site_gets_nothing(target: Target, header: str) -> None:
    answer = target.get(target.path, target.host, header.format(port=target.port))
    assert SECRET not in answer
    assert status(answer) == 403


def test_its_own_page_and_an_address_that_was_typed_get_it(target: Target) -> None:
    own = f"http://127.0.0.1:{target.port}"
    for headers in (
        ["Sec-Fetch-Site: none"],
        ["Sec-Fetch-Site: same-origin", f"Origin: {own}"],
        [f"Referer: {own}/"],
        [f"Referer: {own}{target.path}"],
    ):
        assert SECRET in target.get(target.path, target.host, *headers)


def requests(path: str, host: str) -> dict[str, bytes]:
    """Requests of which each is refused at another place of the server, or answered."""
    lines = {
        "page": f"GET {path} HTTP/1.1\r\n{host}\r\n\r\n",
        "version": f"GET {path}version HTTP/1.1\r\n{host}\r\n\r\n",
        "not found": f"GET /<script>alert(1)</script> HTTP/1.1\r\n{host}\r\n\r\n",
        "another site": f"GET {path} HTTP/1.1\r\nHost: <script>alert(1)</script>\r\n\r\n",
        "no host": f"GET {path} HTTP/1.0\r\n\r\n",
        "no such method": f"<script>alert(1)</script> {path} HTTP/1.1\r\n{host}\r\n\r\n",
        "post": f"POST {path} HTTP/1.1\r\n{host}\r\nContent-Length: 3\r\n\r\na=1",
        "options": f"OPTIONS {path} HTTP/1.1\r\n{host}\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: GET\r\n\r\n",
        "no such version": f"GET {path} HTTP/9.9\r\n{host}\r\n\r\n",
        "no version": f"GET {path} <script>alert(1)</script>\r\n{host}\r\n\r\n",
        "no request": "\x16\x03\x01 hello there all\r\n\r\n",
        "long line": f"GET /{'a' * 70_000} HTTP/1.1\r\n{host}\r\n\r\n",
        "long header": f"GET {path} HTTP/1.1\r\n{host}\r\nX: {'a' * 70_000}\r\n\r\n",
        "many headers": f"GET {path} HTTP/1.1\r\n{host}\r\n" + "X: a\r\n" * 300 + "\r\n",
        "a broken header": f"GET {path} HTTP/1.1\r\n{host}\r\nno colon\r\nOrigin: http://evil.example\r\n\r\n",
    }
    return {name: text.encode("latin-1") for name, text in lines.items()}


@pytest.mark.parametrize("name", [*requests("/", "Host: x")])
def test_every_answer_has_the_same_headers_and_repeats_nothing(target: Target, name: str) -> None:
    answer = target.raw(requests(target.path, target.host)[name])
    if not answer and name.startswith(("long", "many")):
        return  # the rest of what was sent came after the end
    head, _, body = answer.partition(b"\r\n\r\n")
    _, *lines = head.split(b"\r\n")
    told = {
        line.partition(b": ")[0].lower() + b": " + line.partition(b": ")[2] for line in lines if b": " in line
    }
    good = name in ("page", "version")
    assert (status(answer) == 200) == good
    assert (SECRET in answer) == (name == "page")
    assert b"alert" not in answer
    if name == "page":  # its own policy is in the page: scripts by their hashes
        assert b"content-security-policy: frame-ancestors 'none'" in told
        assert told >= {line for line in HARDENING if b"policy: frame" not in line}
        assert b"content-type: text/html; charset=utf-8" in told
    else:
        assert told >= HARDENING
        assert b"content-type: text/plain; charset=utf-8" in told
    assert b"content-length: " + str(len(body)).encode() in told
    assert not [line for line in told if line.startswith((b"access-control", b"set-cookie", b"location"))]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get"])
def test_it_can_only_be_read(target: Target, method: str) -> None:
    answer = target.get(target.path, target.host, method=method)
    assert status(answer) == 501
    assert SECRET not in answer


def test_head_has_no_body_and_the_oldest_protocol_gets_nothing(target: Target) -> None:
    head = target.get(target.path, target.host, method="HEAD")
    assert status(head) == 200
    assert head.endswith(b"\r\n\r\n")
    assert SECRET not in target.raw(f"GET {target.path}\r\n{target.host}\r\n\r\n")
    assert SECRET not in target.raw(f"GET {target.path}\r\n\r\n")


def test_one_connection_gives_one_answer(target: Target) -> None:
    request = f"GET {target.path} HTTP/1.1\r\n{target.host}\r\nConnection: keep-alive\r\n\r\n"
    assert target.raw(request * 3).count(SECRET) <= 1


def test_many_clients_that_say_nothing_keep_nobody_waiting(target: Target) -> None:
    with ExitStack() as open_ones:
        for _ in range(100):
            open_ones.enter_context(socket.create_connection(("127.0.0.1", target.port)))
        assert SECRET in target.get(target.path, target.host)


@pytest.mark.slow
def test_a_client_that_says_a_letter_now_and_then_is_sent_away() -> None:
    """A limit for each letter would let it stay for ever."""
    target = Target(SHORT)
    with socket.create_connection(("127.0.0.1", target.port), timeout=patience(60)) as connection:
        start = time.monotonic()
        ended = threading.Event()

        def drip() -> None:
            try:
                while not ended.wait(SHORT / 5):
                    connection.sendall(b"G")
            except OSError:
                pass

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            assert connection.recv(1000) == b""
        except ConnectionResetError:
            pass
        finally:
            ended.set()
            dripping.join()
        assert time.monotonic() - start < patience(20)
    target.server.close()


@pytest.mark.slow
def test_a_client_that_goes_away_is_no_news(target: Target, capfd: pytest.CaptureFixture[str]) -> None:
    """As a browser does whose page is closed or loaded anew while it comes."""
    page = b"<p>" + SECRET
    target.server.publish(b"x" * 20_000_000)
    try:
        request = f"GET {target.path} HTTP/1.1\r\n{target.host}\r\n\r\n".encode()
        for sent in (request, request[:6]):
            connection = socket.create_connection(("127.0.0.1", target.port), timeout=patience(10))
            connection.sendall(sent)
            if sent is request:
                connection.recv(100)
            connection.setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0"
            )  # ends with a reset
            connection.close()
    finally:
        target.server.publish(page)
    assert SECRET in target.raw(f"GET {target.path} HTTP/1.1\r\n{target.host}\r\nConnection: close\r\n\r\n")
    time.sleep(SHORT)
    assert capfd.readouterr().err == ""
