"""The console: how output leaves, and what is read of the command line without a parser.

Imported before every answer, `--version` included, so that it imports nothing but the standard library's least.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

#: Where the store keeps the outcomes of runs.
NAMESPACE = "runs"
FAILED = 3
INTERRUPTED = 130


def is_terminal(stream: object) -> bool:
    """Whether a stream is a terminal; one that is closed is none."""
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):
        return False


def say_who_is_served(client: str) -> None:
    """Tell a person who starts a server in a terminal that it waits for a program; a program is told nothing."""
    if is_terminal(sys.stdin):
        sys.stderr.write(f"argcheck: this waits for {client}, which starts it by itself; ^C ends it\n")


def obeys_escapes(stream: object) -> bool:
    """Whether a stream is a terminal that moves its cursor and changes colours when it is told; M-x compile of Emacs is none."""
    dumb = os.environ.get("TERM") == "dumb" or os.environ.get("INSIDE_EMACS", "").endswith(",compile")
    return is_terminal(stream) and not dumb


def cache_folder(argv: list[str]) -> str | None:
    """Return the value of ``--cache-dir``, read without a parser."""
    for index, word in enumerate(argv):
        if word.startswith("--cache-dir="):
            return os.path.abspath(word.partition("=")[2])
        if word == "--cache-dir" and index + 1 < len(argv):
            return os.path.abspath(argv[index + 1])
    return None


def emit(out: bytes, err: bytes, code: int) -> int:
    """Write both streams as they are, findings first; a reader that went away is no error."""
    for stream, data in ((sys.stdout, out), (sys.stderr, err)):
        if not data or stream is None:
            continue
        try:
            _write(stream.buffer, data)
        except (BrokenPipeError, ConnectionResetError):
            _silence(stream.fileno())
        except OSError as error:
            _silence(stream.fileno())
            if os.name != "nt":  # Windows says EINVAL where others say EPIPE
                code = unwritten(error)
    return code


def unwritten(error: OSError) -> int:
    """Say that a stream cannot take the output, as on a full disk, where that can still be said."""
    if sys.stderr is not None:
        try:
            _write(
                sys.stderr.buffer, f"argcheck: error: cannot write the output: {error.strerror}\n".encode()
            )
        except OSError:
            _silence(sys.stderr.fileno())
    return FAILED


def _write(buffer: BinaryIO, data: bytes) -> None:
    buffer.write(data)
    buffer.flush()


def _silence(descriptor: int) -> None:
    """Point a closed pipe nowhere, or the interpreter complains when it flushes at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)
