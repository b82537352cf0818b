"""`report --serve` and `--watch`: a page on this machine for who has its address, new after each change, and nothing for other sites."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from argcheck_process import argcheck
from patience import patience
from read_page import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="an interrupt is sent in another way there"),
]
PAPER = "\\documentclass{article}\\begin{document}\n%% argcheck: claim id=cl:one\nSand is %s~\\ref{nowhere}.\n\\end{document}\n"


class Served:
    """A running `argcheck report`, with what it said and how it answers requests."""

    def __init__(self, folder: Path, *words: str) -> None:
        command = [sys.executable, "-m", "argcheck", "report", "--no-cache", *words]
        self.process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
        self.said = ""
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said += line

    def says(self, pattern: str) -> re.Match[str]:
        end = time.monotonic() + patience(30)
        while time.monotonic() < end:
            if match := re.search(pattern, self.said):
                return match
            time.sleep(0.05)
        raise AssertionError(self.said)

    @property
    def address(self) -> str:
        return self.says(r"http://127\.0\.0\.1:\d+/\S+")[0]

    @property
    def port(self) -> int:
        return urlsplit(self.address).port or 0

    def ask(
        self, path: str | None = None, method: str = "GET", **headers: str
    ) -> tuple[int, dict[str, str], str]:
        """Send one request; headers as ``Sec_Fetch_Site``."""
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience(10))
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        client.putrequest(
            method, urlsplit(self.address).path if path is None else path, skip_host="Host" in named
        )
        for name, value in named.items():
            client.putheader(name, value)
        client.endheaders()
        answer = client.getresponse()
        told = (
            answer.status,
            {name.lower(): value for name, value in answer.getheaders()},
            answer.read().decode(),
        )
        client.close()
        return told

    def raw(self, request: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience(10)) as connection:
            connection.sendall(request)
            return b"".join(iter(lambda: connection.recv(65536), b""))

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(patience(30))
        self._reader.join(patience(30))
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code


@contextmanager
def served(folder: Path, *words: str) -> Iterator[Served]:
    run = Served(folder, *words)
    try:
        yield run
    finally:
        run.end()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("served")
    (folder / "paper.tex").write_text(PAPER % "wet", "utf-8")
    with served(folder, "--serve") as run:
        yield run


def test_the_address_that_is_printed_gives_the_page(page: Served) -> None:
    status, headers, text = page.ask()
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "Sand is wet" in text
    assert headers["cache-control"] == "no-store"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["x-frame-options"] == "DENY"
    assert not [name for name in headers if name.startswith("access-control")]
    assert page.ask(method="HEAD")[::2] == (200, "")
    assert page.ask(Host=f"localhost:{page.port}")[0] == 200
    assert page.ask(Origin=f"http://127.0.0.1:{page.port}", Sec_Fetch_Site="same-origin")[0] == 200


def test_a_run_without_watch_writes_no_file_and_asks_for_nothing_new(page: Served) -> None:
    assert "connect-src" not in page.ask()[2]
    assert page.says(r"\^C ends")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/version",
        "/index.html",
        "/x/",
        "/../../etc/passwd",
        "/%2e%2e/paper.tex",
        "http://127.0.0.1/",
        "*",
        "//",
    ],
)
def test_without_the_token_there_is_nothing(page: Served, path: str) -> None:
    status, _, text = page.ask(path)
    assert status in (403, 404)
    assert "Sand" not in text


def test_a_token_that_is_almost_right_is_wrong(page: Served) -> None:
    path = urlsplit(page.address).path
    assert len(path) > 40
    for wrong in (path[:-2] + "/", path[:-1], path + "x", path.swapcase(), path + "../"):
        assert page.ask(wrong)[0] == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:{port}"},
        {"Host": "127.0.0.1.evil.example:{port}"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Host": ""},
        {"Host": "[::1]:{port}"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://evil.example:{port}"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
    ids=str,
)
def test_another_site_gets_nothing_even_with_the_token(page: Served, headers: dict[str, str]) -> None:
    named = {name: value.format(port=page.port) for name, value in headers.items()}
    status, answer, text = page.ask(**named)
    assert status == 403
    assert "Sand" not in text
    assert not [name for name in answer if name.startswith("access-control")]


def test_requests_without_or_with_two_hosts_get_nothing(page: Served) -> None:
    path, port = urlsplit(page.address).path, page.port
    for request in (
        f"GET {path} HTTP/1.0\r\n\r\n",
        f"GET {path} HTTP/1.1\r\nHost: evil.example\r\nHost: 127.0.0.1:{port}\r\n\r\n",
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil.example\r\n\r\n",
        f"GET http://evil.example{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n",
    ):
        answer = page.raw(request.encode())
        assert answer.split(b" ")[1] in (b"403", b"404")
        assert b"Sand" not in answer


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT"])
def test_it_can_only_be_read(page: Served, method: str) -> None:
    status, headers, _ = page.ask(method=method)
    assert status == 501
    assert not [name for name in headers if name.startswith("access-control")]


def test_only_this_address_listens(page: Served) -> None:
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.2", page.port), timeout=patience(2))


def test_a_client_that_says_nothing_keeps_nobody_waiting(page: Served) -> None:
    with socket.create_connection(("127.0.0.1", page.port)):
        assert page.ask()[0] == 200


def test_a_watched_page_is_made_again_when_a_verdict_comes(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "verified", tmp_path / "thesis")
    verdicts = tmp_path / "thesis" / ".argcheck" / "verdicts.jsonl"
    lines = verdicts.read_text("utf-8").splitlines(keepends=True)
    verdicts.write_text("".join(lines[1:]), "utf-8")
    with served(tmp_path, "thesis", "--serve", "--watch") as run:
        _, _, text = run.ask()
        assert "7 of 9" in text
        assert "connect-src &#x27;self&#x27;" in text
        version = urlsplit(run.address).path + "version"
        before = run.ask(version)
        assert before[0] == 200
        assert f'data-version="{before[2]}"' in text
        assert run.ask(version, Host="evil.example")[0] == 403
        verdicts.write_text("".join(lines), "utf-8")
        end = time.monotonic() + patience(30)
        while run.ask(version)[2] == before[2] and time.monotonic() < end:
            time.sleep(0.1)
        assert "8 of 9" in run.ask()[2]
        (tmp_path / "thesis" / "argcheck.toml").write_text("selct = 1\n", "utf-8")
        run.says("unknown key 'selct'")
        assert "8 of 9" in run.ask()[2]
        assert run.end() == 130


def test_a_watched_file_is_written_again(tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text(PAPER % "wet", "utf-8")
    with served(tmp_path, "--watch", "-o", "page.html") as run:
        run.says("page.html: ")
        assert "Sand is wet" in (tmp_path / "page.html").read_text("utf-8")
        (tmp_path / "paper.tex").write_text(PAPER % "dry", "utf-8")
        end = time.monotonic() + patience(30)
        while "Sand is dry" not in (tmp_path / "page.html").read_text("utf-8") and time.monotonic() < end:
            time.sleep(0.1)
        assert "Sand is dry" in (tmp_path / "page.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--serve", "-o", "page.html"), "--serve and -o: one at a time"),
        (("--port", "8000"), "--port needs --serve"),
    ],
)
def test_options_that_contradict_each_other(tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    ended = argcheck("report", *words, cwd=tmp_path, env=dict(os.environ), encoding="utf-8")
    assert (ended.returncode, ended.stderr) == (2, f"argcheck: error: {message}\n")


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = argcheck(
            "report", "--serve", "--port", str(port), cwd=tmp_path, env=dict(os.environ), encoding="utf-8"
        )
    assert ended.returncode == 2
    assert f"--port {port}: " in ended.stderr


def test_a_file_that_is_gone_is_written_again_though_nothing_changed(tmp_path: Path) -> None:
    (tmp_path / "paper.tex").write_text(PAPER % "wet", "utf-8")
    for _ in range(2):
        argcheck("report", cwd=tmp_path, env=os.environ | {"ARGCHECK_CACHE_DIR": str(tmp_path / "cache")})
        (tmp_path / "report.html").unlink()
