"""Answers as no web framework gives them, written to the socket byte by byte: each takes the place of a service.

By somebody who had not read the client.  None of them says that a work does not exist.
"""

from __future__ import annotations

import gzip
import json
import socket
import struct
import time
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable

    from services import Handler

    Fault = Callable[[Handler, int], bool]

JSON = "Content-Type: application/json\r\n"
CAPTCHA = "<html><head><title>Just a moment...</title></head><body><form action='/verify'>Are you human?</form></body></html>"


def raw(*parts: bytes, pause: float = 0) -> Fault:
    """Write parts to the socket, and close it."""

    def answer(handler: Handler, _: int) -> bool:
        handler.close_connection = True
        with suppress(OSError):
            for part in parts:
                handler.connection.sendall(part)
                time.sleep(pause)
        return True

    return answer


def reply(status: str, headers: str, body: bytes, version: str = "HTTP/1.1", *, length: bool = True) -> Fault:
    size = f"Content-Length: {len(body)}\r\n" if length else ""
    return raw(f"{version} {status}\r\n{headers}{size}Connection: close\r\n\r\n".encode() + body)


def chunked(
    *chunks: bytes, end: bytes = b"0\r\n\r\n", status: str = "404 Not Found", head: str = JSON
) -> Fault:
    body = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)
    return raw(f"HTTP/1.1 {status}\r\n{head}Transfer-Encoding: chunked\r\n\r\n".encode() + body + end)


def reset(handler: Handler, _: int) -> bool:
    """Close with a reset, nothing said."""
    handler.close_connection = True
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    handler.connection.close()
    return True


def half_closed(handler: Handler, _: int) -> bool:
    """Say nothing more, and keep the other half open."""
    handler.close_connection = True
    with suppress(OSError):
        handler.connection.sendall(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"
        )
        handler.connection.shutdown(socket.SHUT_WR)
        time.sleep(0.5)
    return True


def elsewhere(place: str, status: int = 302) -> Fault:
    return lambda handler, _: handler.send(status, "", Location=place) or True


def around(handler: Handler, _: int) -> bool:
    """A redirect to itself."""
    handler.send(301, "", Location=handler.path)
    return True


def json_body(value: object) -> bytes:
    return json.dumps(value).encode()


_EMPTY_LIST = {"status": "ok", "message-type": "work-list", "message": {"total-results": 0, "items": []}}
_ERRORS = json_body(
    {"errors": [{"status": "404", "title": "Not Found", "detail": "no Route matched with those values"}]}
)

FAULTS: dict[str, Fault] = {
    "captcha-403": reply("403 Forbidden", "Content-Type: text/html\r\nServer: gate\r\n", CAPTCHA.encode()),
    "captcha-200": reply("200 OK", "Content-Type: text/html\r\n", CAPTCHA.encode()),
    "captcha-404": reply("404 Not Found", "Content-Type: text/plain\r\n", CAPTCHA.encode()),
    "401-json": reply("401 Unauthorized", JSON, b'{"error": "Paper with id not found for this token"}'),
    "402-json": reply("402 Payment Required", JSON, b'{"error": "not found"}'),
    "404-gateway-route": reply("404 Not Found", JSON, b'{"error": "Not Found", "path": "/works"}'),
    "404-wrong-shape": reply("404 Not Found", JSON, b'{"error": ["Paper with id x not found"]}'),
    "404-nested": reply("404 Not Found", JSON, b'{"data": {"error": "Title match not found"}}'),
    "404-kong": reply("404 Not Found", JSON, _ERRORS),
    "404-null": reply("404 Not Found", JSON, b"null"),
    "404-array": reply("404 Not Found", JSON, b"[]"),
    "404-handle-error": reply("404 Not Found", JSON, b'{"responseCode": 2, "handle": "10.1000/sort"}'),
    "404-two-keys": reply("404 Not Found", JSON, b'{"responseCode": 100, "responseCode": 2, "error": "a", "error": "b"}'),
    "404-two-answers": reply("404 Not Found", JSON, b'{"responseCode": 2, "responseCode": 100, "error": "a", "error": "Title match not found"}'),
    "404-cut-text": reply("404 Not Found", "Content-Type: text/plain\r\n", b"Resource not fou"),
    "404-no-reason": raw(b"HTTP/1.1 404\r\n\r\n"),
    "404-http-1.0": reply("404 Not Found", "Content-Type: text/html\r\n", b"<h1>Not found</h1>", "HTTP/1.0", length=False),
    "404-too-long": raw(b"HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 900\r\n\r\nResource not found."),
    "404-too-short": raw(b"HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nResource not found."),
    "404-two-lengths": raw(b"HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\nContent-Length: 19\r\n\r\nResource not found."),
    "404-chunks-cut": chunked(b'{"error": "Ti', end=b""),
    "chunks-no-hex": chunked(b"", end=b"zz\r\nhello\r\n0\r\n\r\n", status="200 OK"),
    "chunks-without-end": chunked(json_body(_EMPTY_LIST)[:-1], end=b"", status="200 OK"),
    "gzip-garbage": reply("200 OK", JSON + "Content-Encoding: gzip\r\n", b"\x1f\x8b\x08\0garbage"),
    "gzip-not-packed": reply("200 OK", JSON + "Content-Encoding: gzip\r\n", b'{"results": []}'),
    "gzip-cut": reply("200 OK", JSON + "Content-Encoding: gzip\r\n", gzip.compress(json_body(_EMPTY_LIST) * 99)[:40]),
    "gzip-404-cut": reply("404 Not Found", "Content-Type: text/plain\r\nContent-Encoding: gzip\r\n", gzip.compress(b"Resource not found.")[:-9]),
    "deflate-of-html": reply("200 OK", JSON + "Content-Encoding: deflate\r\n", zlib.compress(CAPTCHA.encode())),
    "bom-html": reply("200 OK", JSON, b"\xef\xbb\xbf" + CAPTCHA.encode()),
    "utf-16": reply("200 OK", "Content-Type: application/json; charset=utf-16\r\n", '{"results": 1}'.encode("utf-16")),
    "latin-1": reply("200 OK", JSON, b'{"status": "caf\xe9"}'),
    "json-twice": reply("200 OK", JSON, json_body({}) + json_body({})),
    "json-nan": reply("200 OK", JSON, b'{"meta": {"count": NaN}, "message": Infinity}'),
    "json-deep": reply("200 OK", JSON, b"[" * 100_000 + b"]" * 100_000),
    "json-huge-number": reply("200 OK", JSON, b'{"meta": {"count": ' + b"9" * 5000 + b'}, "results": []}'),
    "json-string": reply("200 OK", JSON, b'"no results"'),
    "xml-as-json": reply("200 OK", JSON, b"<?xml version='1.0'?><feed><title>Error</title></feed>"),
    "xml-of-another": reply("200 OK", "Content-Type: application/atom+xml\r\n", b"<?xml version='1.0'?><rss><channel/></rss>"),
    "xml-entities": reply("200 OK", "Content-Type: application/atom+xml\r\n", b'<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><feed xmlns="http://www.w3.org/2005/Atom">&c;</feed>'),
    "items-are-strings": reply("200 OK", JSON, json_body({"message": {"items": ["a"], "total-results": 1}, "results": ["a"], "data": ["a"], "resultList": {"result": ["a"]}})),
    "items-are-a-map": reply("200 OK", JSON, json_body({"message": {"items": {}, "total-results": 0}, "results": {}, "data": {}, "resultList": {"result": {}}, "hitCount": "many"})),
    "items-are-empty": reply("200 OK", JSON, json_body({"message": {"items": [{}], "total-results": 1}, "results": [{}], "data": [{}], "resultList": {"result": [{}]}})),
    "items-are-others": reply("200 OK", JSON, json_body({"message": {"items": [{"name": "a"}], "total-results": 1}, "results": [{"name": "a"}], "data": [{"name": "a"}], "resultList": {"result": [{"name": "a"}]}})),
    "204": raw(b"HTTP/1.1 204 No Content\r\n\r\n"),
    "205": raw(b"HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n"),
    "206": reply("206 Partial Content", JSON + "Content-Range: bytes 0-1/900\r\n", b"{}"),
    "304": raw(b"HTTP/1.1 304 Not Modified\r\n\r\n"),
    "300-no-place": raw(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n"),
    "redirect-around": around,
    "redirect-out": elsewhere("http://example.invalid/works/10.1000/sort"),
    "redirect-metadata": elsewhere("http://169.254.169.254/latest/meta-data/"),
    "redirect-file": elsewhere("file:///etc/passwd"),
    "redirect-garbage": elsewhere("http://[::1"),
    "redirect-308-loopback": elsewhere("http://127.0.0.1:9/none", 308),
    "status-999": raw(b"HTTP/1.1 999 Request denied\r\nContent-Length: 0\r\n\r\n"),
    "status-no-number": raw(b"HTTP/1.1 OK\r\n\r\n"),
    "no-http": raw(b"220 mail.example ESMTP ready\r\n"),
    "http-0.9": raw(b"<html>Not found</html>"),
    "http-2-preface": raw(b"\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x64"),
    "tls-alert": raw(b"\x15\x03\x01\x00\x02\x02\x46"),
    "header-without-end": raw(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX: " + b"a" * 200_000),
    "header-null": raw(b"HTTP/1.1 404 Not Found\r\nX\0: y\r\nContent-Length: 0\r\n\r\n"),
    "continue-only": raw(b"HTTP/1.1 100 Continue\r\n\r\n" * 3),
    "nothing": raw(),
    "reset": reset,
    "half-closed": half_closed,
}  # fmt: skip


# -- right answers in other frames


class _Written:
    """What a service would have sent."""

    def __init__(self) -> None:
        self.status, self.body, self.headers = 0, b"", {}

    def send(self, status: int, body: bytes | str, **headers: str) -> None:
        self.status, self.headers = status, headers
        self.body = body.encode() if isinstance(body, str) else body

    def json(self, data: object, status: int = 200, **headers: str) -> None:
        self.send(
            status,
            json.dumps(data, indent=1, ensure_ascii=False),
            Content_Type="application/json;charset=UTF-8",
            **headers,
        )


def framed(how: str) -> Fault:
    """Let a service answer as it does, in another frame: ``chunked``, ``gzip``, ``http-1.0`` or ``lower``."""

    def answer(handler: Handler, _: int) -> bool:
        from services import ANSWERS

        name, _, rest = handler.path.lstrip("/").partition("/")
        parts = urlsplit("/" + rest)
        written = _Written()
        query = {key: values[0] for key, values in parse_qs(parts.query).items()}
        ANSWERS[name](written, handler.server.services, parts.path, query)  # type: ignore[arg-type, attr-defined]
        body, head = (
            written.body,
            [f"{key.replace('_', '-')}: {value}" for key, value in written.headers.items()],
        )
        if how == "gzip":
            body = gzip.compress(body)
            head.append("Content-Encoding: gzip")
        if how == "chunked":
            cuts = [body[start : start + 7] for start in range(0, len(body), 7)]
            body = (
                b"".join(b"%X;part=1\r\n%s\r\n" % (len(cut), cut) for cut in cuts)
                + b"0\r\nDigest: none\r\n\r\n"
            )
            head.append("Transfer-Encoding: chunked")
        elif how != "http-1.0":
            head.append(f"Content-Length: {len(body)}")
        if how == "lower":
            head = [line.lower() for line in head]
        version = "1.0" if how == "http-1.0" else "1.1"
        lines = "\r\n".join([f"HTTP/{version} {written.status} Said", *head, "Connection: close"])
        return raw(lines.encode() + b"\r\n\r\n" + body)(handler, 0)

    return answer
