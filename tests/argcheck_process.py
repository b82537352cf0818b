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
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_AT_START = ("PYTHON", "LC_", "LANG", "LD_", "TZ")  # what only a new interpreter reads
#: What commands import, with what these import when they are used: a run that imports one of them pays as much for it as for itself.
_PACKAGES = (
    "httpx2", "httpcore2", "anyio._backends._asyncio", "encodings.idna", "encodings.utf_8_sig", "truststore",
    "lxml.etree", "lxml.html", "stamina", "openai", "openai.resources.chat.chat",
    "openai.resources.chat.completions.completions", "diskcache", "json_repair", "snowballstemmer", "bm25s", "pypdfium2",
    "genai_prices", "genai_prices.data", "genai_prices.data_units",
    "rapidfuzz.process", "bibtexparser", "networkx", "tomllib", "click._textwrap",
)  # fmt: skip

_NOT_IMPORTED = ("__main__", "mcp_server", "pytest_plugin")  #: they do something, or need an extra


def argcheck(
    *argv: str, cwd: Path | str, env: Mapping[str, str], stdin: bytes = b"", encoding: str | None = None
) -> subprocess.CompletedProcess[Any]:
    """Run argcheck and give its exit code and what it wrote: bytes, or texts where an encoding is given.

    :param env: the whole environment of the run.
    """
    if not hasattr(os, "fork") or _at_start(env) != _at_start(os.environ):
        command = [sys.executable, "-m", "argcheck", *argv]
        ended = subprocess.run(command, cwd=cwd, env=env, input=stdin, capture_output=True, check=False)
        wrote = [stream.decode(encoding) if encoding else stream for stream in (ended.stdout, ended.stderr)]
        return subprocess.CompletedProcess(command, ended.returncode, *wrote)
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        request = json.dumps({"argv": argv, "cwd": str(cwd), "env": dict(env)}).encode()
        channel = _server()
        channel.sendall(len(request).to_bytes(8, "big"))
        socket.send_fds(channel, [b"\0"], [stream.fileno() for stream in (given, out, err)])
        channel.sendall(request)
        status = int.from_bytes(_received(channel, 4), "big")
        wrote = []
        for stream in (out, err):
            stream.seek(0)
            wrote.append(stream.read().decode(encoding) if encoding else stream.read())
        return subprocess.CompletedProcess(["argcheck", *argv], os.waitstatus_to_exitcode(status), *wrote)


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
        _, streams, _, _ = socket.recv_fds(channel, 1, 3)
        request = json.loads(_received(channel, size))
        child = os.fork()
        if not child:
            channel.close()
            _run(request, streams)
        for stream in streams:
            os.close(stream)
        _, status = os.waitpid(child, 0)
        channel.sendall(status.to_bytes(4, "big"))


def _run(request: dict[str, object], streams: list[int]) -> None:
    """Be argcheck, in a child; never returns."""
    import signal
    import traceback

    code = 1
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - the streams of the process
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
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
    """Import what commands import, before a fork."""
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
    gc.freeze()


def _main() -> None:
    import signal

    sys.path.pop(0)  # the folder of this file
    import_all()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ^C is for the tests
    _serve(socket.socket(fileno=int(sys.argv[1])))


if __name__ == "__main__":
    _main()
