"""The command line: finds the command, writes its outcome, turns errors into exit codes."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

from argcheck.cli import console
from argcheck.cli.outcome import COMMANDS, EXIT_BUG, EXIT_USAGE, CommandOutcome
from argcheck.errors import ArgcheckError

_TRACEBACK = "ARGCHECK_TRACEBACK"  #: variable of the environment: the traceback of a bug is printed


def run(argv: Sequence[str], key: str = "") -> int:
    """Run one command line and return its exit code.

    :param key: the key of the outcome in the cache, for the launcher; empty to store nothing.
    """
    _use_utf8()
    try:
        outcome = _run(list(argv))
    except KeyboardInterrupt:
        return console.INTERRUPTED
    except BrokenPipeError:
        return 0
    except OSError as error:
        if error.errno == errno.ENOSPC:  # from the help, which click writes itself
            return console.unwritten(error)
        outcome = _without_folder() or CommandOutcome(err=_bug(error, argv), code=EXIT_BUG)
    except Exception as error:  # noqa: BLE001 - no user may see a traceback
        outcome = CommandOutcome(err=_bug(error, argv), code=EXIT_BUG)
    if any(name.startswith("ARGCHECK_") for name in os.environ):
        outcome = outcome._replace(err=_misnamed() + outcome.err)
    if key and outcome.manifest:
        _store(argv, key, outcome)
    return console.emit(_encoded(outcome.out), _encoded(outcome.err), outcome.code)


def _run(argv: list[str]) -> CommandOutcome:
    arguments = argv if argv and argv[0] in {*COMMANDS, "--help", "-h", "--version"} else ["check", *argv]
    from argcheck.cli.main import run_command

    try:
        return run_command(arguments)
    except ArgcheckError as error:
        from argcheck.cli.common import harmless

        return CommandOutcome(err=harmless(f"argcheck: error: {error}\n"), code=EXIT_USAGE)


def _without_folder() -> CommandOutcome | None:
    """Return an error if the current folder has been deleted, as may happen with --watch; else None."""
    try:
        os.getcwd()  # noqa: PTH109
    except FileNotFoundError:
        error = "argcheck: error: the folder that this runs in has been deleted\n"
        return CommandOutcome(err=error, code=EXIT_USAGE)
    return None


def _misnamed() -> str:
    """Return warnings of environment variables that look like argcheck's but are unknown."""
    from argcheck.settings.keys import KEYS, environment_name
    from argcheck.settings.mistyped import misnamed_variables

    warnings = misnamed_variables(os.environ, map(environment_name, KEYS))
    return "".join(f"argcheck: warning: {warning}\n" for warning in warnings)


def _encoded(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "backslashreplace")


def _store(argv: Sequence[str], key: str, outcome: CommandOutcome) -> None:
    from argcheck.files.cache import Store, digest

    assert outcome.manifest is not None
    outcome.manifest.program()
    store = Store(console.cache_folder(list(argv)))
    data = outcome.manifest.to_data()
    store.put(console.NAMESPACE, key, (_encoded(outcome.out), _encoded(outcome.err), outcome.code, data))
    if digest(key.encode("utf-8", "surrogatepass")).startswith("0"):
        store.evict()


def _bug(error: Exception, argv: Sequence[str]) -> str:
    import traceback

    if os.environ.get(_TRACEBACK) or "-v" in argv or "--verbose" in argv:
        return "".join(traceback.format_exception(error))
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"  # noqa: PTH119
    what = " ".join(str(error).split())[:200]
    return (
        f"argcheck: bug in argcheck: {type(error).__name__}: {what} ({place});"
        f" please report it with the traceback, which {_TRACEBACK}=1 in the environment shows\n"
    )


def _use_utf8() -> None:
    """Set both streams to UTF-8 in any locale: help and messages are not only ASCII."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace")
