"""Services that misbehave as real ones do: each fault answers a request in the place of a service."""

from __future__ import annotations

import gzip
import json
import threading
import time
from contextlib import suppress
from email.utils import formatdate
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from services import Handler

    Fault = Callable[[Handler, int], bool]

PORTAL = "<!doctype html><html><head><title>Sign in to the network</title></head><body>Please accept the terms.</body></html>"
FIREWALL = "<html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center><hr><center>gate</center></body></html>"
#: What a web framework says of an address that it does not know.
FRAMEWORK = (
    "<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n<p>The requested URL was not found on "
    "the server. If you entered the URL manually please check your spelling and try again.</p>\n"
)


def page(status: int, body: str, media: str = "text/html; charset=utf-8") -> Fault:
    return lambda handler, _: handler.send(status, body, Content_Type=media) or True


def data(status: int, value: object) -> Fault:
    return lambda handler, _: handler.json(value, status) or True


def refusal(**headers: str) -> Fault:
    return lambda handler, _: handler.send(429, "slow down", **headers) or True


def hang(handler: Handler, _: int) -> bool:
    """Take the request and say nothing."""
    time.sleep(60)
    return True


def hang_after_headers(handler: Handler, _: int) -> bool:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    time.sleep(60)
    return True


def drip(handler: Handler, _: int) -> bool:
    """A byte now and then."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "100000")
    handler.end_headers()
    with suppress(OSError):
        for _ in range(200):
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.3)
    handler.close_connection = True
    return True


def cut(handler: Handler, _: int) -> bool:
    """JSON that ends in the middle, though all bytes came."""
    handler.send(200, b'{"status": "ok", "message": {"DOI": "10.10', Content_Type="application/json")
    return True


def huge(handler: Handler, _: int) -> bool:
    """A gigabyte, in chunks."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    block = b"%X\r\n" % 1_000_000 + b" " * 1_000_000 + b"\r\n"
    with suppress(OSError):
        for _ in range(1_000):
            handler.wfile.write(block)
    handler.close_connection = True
    return True


def announced(handler: Handler, _: int) -> bool:
    """A gigabyte that the headers announce."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(1_000_000_000))
    handler.end_headers()
    with suppress(OSError):
        for _ in range(1_000):
            handler.wfile.write(b" " * 1_000_000)
    handler.close_connection = True
    return True


_PACKING = threading.Lock()  #: services answer at the same time, and each would pack


def packed() -> bytes:
    """Two hundred megabytes, in two hundred kilobytes."""
    with _PACKING:
        return _packed()


@cache
def _packed() -> bytes:
    return gzip.compress(bytes(200_000_000), 9)


def bomb(handler: Handler, _: int) -> bool:
    handler.send(200, packed(), Content_Type="application/json", Content_Encoding="gzip")
    return True


def twice_packed(handler: Handler, _: int) -> bool:
    """A list of encodings, the way to make a small bomb of a smaller one."""
    handler.send(200, gzip.compress(packed()), Content_Type="application/json", Content_Encoding="gzip, gzip")
    return True


def brotli(handler: Handler, _: int) -> bool:
    """An encoding that was not asked for."""
    handler.send(200, b"\x8b\x03\x80" * 1000, Content_Type="application/json", Content_Encoding="br")
    return True


#: Bodies within the limit of size that would take a hundred times their bytes, or as many as may be read.
OPEN = b"[" * 3_000_000
LISTS = b"[" + b"[]," * 1_600_000 + b"[]]"
OBJECTS = b'{"a":' * 900_000
PAIRS = b"{" + b",".join(b'"%d":1' % number for number in range(149_000)) + b"}"
TAGS = b"<feed xmlns='http://www.w3.org/2005/Atom'>" + b"<a/>" * 1_200_000 + b"</feed>"


def filled(body: bytes) -> Fault:
    return lambda handler, _: handler.send(200, body, Content_Type="application/json") or True


def far_ahead() -> str:
    return formatdate(time.time() + 7200, usegmt=True)


#: What is no answer, whatever the status says, on every service; none of it is the absence of a work.
NO_ABSENCE: dict[str, Fault] = {
    "404-portal": page(404, PORTAL),
    "404-firewall": page(404, FIREWALL),
    "404-framework": page(404, FRAMEWORK),
    "404-empty": page(404, "", "text/plain"),
    "404-no-type": lambda handler, _: handler.send(404, "Resource not found") or True,
    "404-other-json": data(404, {"message": "no route"}),
    "404-gateway": data(404, {"errors": [{"status": "502", "title": "upstream"}]}),
    "404-html-as-json": page(404, FIREWALL, "application/json"),
    "403-firewall": page(403, FIREWALL),
    "410-gone": page(410, "Gone", "text/plain"),
    "200-portal": page(200, PORTAL),
    "200-html-as-json": page(200, PORTAL, "application/json"),
    "200-error": data(200, {"error": "internal", "message": "try later"}),
    "200-null": data(200, None),
    "200-empty-object": data(200, {}),
    "200-empty": page(200, "", "application/json"),
    "503-maintenance": page(503, "<h1>Down for maintenance</h1>"),
    "cut": cut,
    "brotli": brotli,
}


def listless(handler: Handler, _: int) -> bool:
    """An empty list that contradicts its own count."""
    value = {"status": "ok", "message-type": "work-list", "message": {"total-results": 4711, "items": []}}
    handler.json(value)
    return True


def dumps(value: object) -> bytes:
    return json.dumps(value).encode()
