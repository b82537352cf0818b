"""The output to the console, and the options that are read without a parser.

Every run imports it, even `--version`, so it imports only small modules of the standard library.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

#: The namespace of outcomes of runs in the cache.
NAMESPACE = "runs"
FAILED = 3
INTERRUPTED = 130


def is_terminal(stream: object) -> bool:
    """Whether a stream is an open terminal."""
    try:
        return bool(stream.isatty())  # type: ignore[attr-defined]
    except (AttributeError, ValueError):
        return False


def say_who_is_served(client: str) -> None:
    """Print a note that a server waits for a program, if a person has started it in a terminal."""
    if is_terminal(sys.stdin):
        sys.stderr.write(f"argcheck: waiting for {client}, which starts this command by itself; ^C ends it\n")


def obeys_escapes(stream: object) -> bool:
    """Whether a stream is a terminal with escape sequences, unlike M-x compile of Emacs."""
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
    """Write both streams unchanged, findings first, and return the exit code; a closed pipe is no error."""
    for stream, data in ((sys.stdout, out), (sys.stderr, err)):
        if not data or stream is None:
            continue
        try:
            _write(stream.buffer, data)
        except (BrokenPipeError, ConnectionResetError):
            _silence(stream.fileno())
        except OSError as error:
            _silence(stream.fileno())
            if os.name != "nt":  # a closed pipe gives EINVAL on Windows, EPIPE elsewhere
                code = unwritten(error)
    return code


def unwritten(error: OSError) -> int:
    """Report on standard error, if possible, that the output cannot be written; return the exit code."""
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
    """Redirect a closed pipe to the null device, so that the flush at exit does not fail."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)
