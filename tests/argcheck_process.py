"""Argcheck in a process of its own, as a user starts it, without paying for its imports each time.

A helper process imports what commands import, and forks for each run: the child gets the arguments, the folder, the
environment and the streams of that run, and nothing is shared between runs.  What an interpreter only reads when it starts (``PYTHON*``,
the locale) cannot be given to a fork, so runs that change it, and systems without fork, get a new interpreter.  So do tests of
start-up itself, of signals and of what is imported: they start their processes by hand.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import BinaryIO

_AT_START = ("PYTHON", "LC_", "LANG", "LD_", "TZ")  # what only a new interpreter reads
#: What commands import, with what these import when they are used: a run that imports one of them pays as much for it as for itself.
_PACKAGES = (
    "httpx2", "httpcore2", "anyio._backends._asyncio", "encodings.idna", "encodings.utf_8_sig", "truststore",
    "lxml.etree", "lxml.html", "stamina", "openai", "openai.resources.chat.chat",
    "openai.resources.chat.completions.completions", "diskcache", "json_repair", "snowballstemmer", "bm25s", "pypdfium2",
    "genai_prices", "genai_prices.data", "genai_prices.data_units", "pygls.lsp.server",
    "rapidfuzz.process", "bibtexparser", "networkx", "tomllib", "click._textwrap",
)  # fmt: skip

_NOT_IMPORTED = ("__main__", "mcp_server", "pytest_plugin")  #: they do something, or need an extra


def argcheck(
    *argv: str, cwd: Path | str, env: Mapping[str, str], stdin: bytes = b"", encoding: str | None = None
) -> subprocess.CompletedProcess[Any]:
    """Run argcheck and give its exit code and what it wrote: bytes, or texts where an encoding is given.

    :param env: the whole environment of the run.
    """
    env = without_certificates(env)
    if not _forks(env):
        command = [sys.executable, "-m", "argcheck", *argv]
        ended = subprocess.run(command, cwd=cwd, env=env, input=stdin, capture_output=True, check=False)
        wrote = [stream.decode(encoding) if encoding else stream for stream in (ended.stdout, ended.stderr)]
        return subprocess.CompletedProcess(command, ended.returncode, *wrote)
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        channel = _asked([given, out, err], argv, cwd, env)
        status = int.from_bytes(_received(channel, 4), "big")
        wrote = []
        for stream in (out, err):
            stream.seek(0)
            wrote.append(stream.read().decode(encoding) if encoding else stream.read())
        return subprocess.CompletedProcess(["argcheck", *argv], os.waitstatus_to_exitcode(status), *wrote)


def started(*argv: str, cwd: Path | str, env: Mapping[str, str]) -> subprocess.Popen[bytes] | Forked:
    """Start argcheck with pipes to and from it, for a test that talks to it while it goes on; what it writes to stderr is lost."""
    env = without_certificates(env)
    if _forks(env):
        return Forked(argv, cwd, env)
    return subprocess.Popen(
        [sys.executable, "-m", "argcheck", *argv], cwd=cwd, env=env,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def without_certificates(env: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which none are read: no server of a test speaks TLS, and a short run spends nearly half of itself on them."""
    return {name: value for name, value in env.items() if name != "SSL_CERT_FILE"} | {
        "SSL_CERT_DIR": os.path.dirname(__file__)  # noqa: PTH120
    }


class Forked:
    """A run of the helper that goes on, as :class:`subprocess.Popen` has it."""

    def __init__(self, argv: Sequence[str], cwd: Path | str, env: Mapping[str, str]) -> None:
        given, self.stdin = _pipe()
        self.stdout, out = _pipe()
        self._told, keeper = socket.socketpair()
        with given, out, keeper, tempfile.TemporaryFile() as lost:
            channel = _asked([given, out, lost, keeper], argv, cwd, env)
            _received(channel, 4)
        self.pid = int.from_bytes(_received(self._told, 4), "big")
        self._status: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit code.

        :raises TimeoutError: it goes on for longer.
        """
        if self._status is None:
            self._told.settimeout(timeout)
            self._status = int.from_bytes(_received(self._told, 4), "big")
            self._told.close()
        return os.waitstatus_to_exitcode(self._status)

    def kill(self) -> None:
        """End it, if it has not ended."""
        if self._status is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    read, write = os.pipe()
    return os.fdopen(read, "rb"), os.fdopen(write, "wb")


def _forks(env: Mapping[str, str]) -> bool:
    return hasattr(os, "fork") and _at_start(env) == _at_start(os.environ)


def _asked(
    streams: Sequence[BinaryIO | socket.socket], argv: Sequence[str], cwd: Path | str, env: Mapping[str, str]
) -> socket.socket:
    """Ask the helper for a run with these streams: stdin, stdout, stderr and, if it is not to be waited for, what is told of it."""
    request = json.dumps({"argv": argv, "cwd": str(cwd), "env": dict(env)}).encode()
    channel = _server()
    channel.sendall(len(request).to_bytes(8, "big"))
    socket.send_fds(channel, [b"\0"], [stream.fileno() for stream in streams])
    channel.sendall(request)
    return channel


def _at_start(env: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in env.items() if key.startswith(_AT_START)}


@cache
def _server() -> socket.socket:
    """Start the helper of this process, which ends when this process does."""
    here, there = socket.socketpair()
    with there:
        command = [sys.executable, __file__, str(there.fileno())]
        process = subprocess.Popen(command, pass_fds=[there.fileno()], stdin=subprocess.DEVNULL)

    def end() -> None:
        here.close()
        process.wait()

    atexit.register(end)
    return here


def _received(channel: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = channel.recv(size - len(data))
        if not part:
            raise EOFError
        data += part
    return data


# --- in the helper


def _serve(channel: socket.socket) -> None:
    while True:
        try:
            size = int.from_bytes(_received(channel, 8), "big")
        except EOFError:
            return
        _, streams, _, _ = socket.recv_fds(channel, 1, 4)
        request = json.loads(_received(channel, size))
        child = os.fork()
        if not child:
            channel.close()
            if len(streams) > 3:
                _keep(streams.pop(), streams)
            _run(request, streams)
        for stream in streams:
            os.close(stream)
        _, status = (0, 0) if len(streams) > 3 else os.waitpid(child, 0)
        channel.sendall(status.to_bytes(4, "big"))


def _keep(told: int, streams: list[int]) -> None:
    """Let a child be the run, and tell its number and, when it has ended, its status; returns in the child alone."""
    run = os.fork()
    if run:
        for stream in streams:
            os.close(stream)
        os.write(told, run.to_bytes(4, "big"))
        _, status = os.waitpid(run, 0)
        with suppress(OSError):  # nobody waits for it any more
            os.write(told, status.to_bytes(4, "big"))
        os._exit(0)
    os.close(told)


def _run(request: dict[str, object], streams: list[int]) -> None:
    """Be argcheck, in a child; never returns."""
    import traceback

    code = 1
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - the streams of the process
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = (
            sys.stdin,
            sys.stdout,
            sys.stderr,
        )  # else closed with them
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.chdir(str(request["cwd"]))
        os.environ.clear()
        os.environ.update(request["env"])
        sys.argv = ["argcheck", *request["argv"]]
        from argcheck.launcher import script

        script()
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:  # noqa: BLE001 - as the interpreter would
        traceback.print_exc()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    os._exit(code)


def import_all() -> None:
    """Import what commands import, and compile what patterns that has, before a fork."""
    import gc
    import pkgutil
    from importlib import import_module
    from importlib.util import find_spec

    modules = [
        module.name
        for name in ("argcheck", "argcheck.rules", "argcheck.plugins")
        for module in pkgutil.walk_packages(import_module(name).__path__, f"{name}.")
        if not module.name.endswith(_NOT_IMPORTED)
    ]
    for name in (*(name for name in _PACKAGES if find_spec(name.partition(".")[0])), *modules):
        with suppress(ModuleNotFoundError):  # an extra that is not installed
            import_module(name)
    from argcheck.files.patterns import WORDS

    for module in [module for name, module in sys.modules.items() if name.startswith("argcheck.")]:
        for value in vars(module).values():
            if isinstance(value, type(WORDS)):
                _ = value.pattern  # else each run compiles it anew
    gc.freeze()


def _main() -> None:
    sys.path.pop(0)  # the folder of this file
    import_all()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ^C is for the tests
    _serve(socket.socket(fileno=int(sys.argv[1])))


if __name__ == "__main__":
    _main()
