"""The entry point: ``--version`` and unchanged runs are answered before anything heavy is imported.

A test limits the modules that these two fast paths import.  All other runs go to `argcheck.cli`, which stores the
outcome of a run that only reads.
"""

from __future__ import annotations

import os
import sys

from argcheck import __version__
from argcheck.cli.console import INTERRUPTED, NAMESPACE, cache_folder, emit, is_terminal

#: In older ones `re` loses matches of possessive quantifiers: files seemed empty, or to have other braces.
_OLDEST = (3, 11, 5)

#: Variables, besides ``ARGCHECK_*``, that can change the output of a run or its files.
_VARIABLES = (
    "APPDATA", "BIBINPUTS", "CI", "COLORTERM", "COLUMNS", "FORCE_COLOR", "GITHUB_ACTIONS", "GIT_DIR",
    "GIT_INDEX_FILE", "GIT_WORK_TREE", "HOME", "INSIDE_EMACS", "NO_COLOR", "PRE_COMMIT", "SOURCE_DATE_EPOCH", "TERM",
    "TEXINPUTS", "USERPROFILE", "VIMRUNTIME", "XDG_CONFIG_HOME",
)  # fmt: skip

#: Variables with which a run is never replayed; the last is set by a shell that completes a command line.
_NOT_STORED = ("GITHUB_STEP_SUMMARY", "ARGCHECK_NO_CACHE", "_ARGCHECK_COMPLETE")


def script() -> None:
    """Run argcheck on ``sys.argv`` and end the process at once, without freeing the objects of the run."""
    code = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (AttributeError, OSError, ValueError):
            continue
    os._exit(code)


def main() -> int:
    """Run argcheck on ``sys.argv`` and return its exit code."""
    argv = sys.argv[1:]
    # pip sees to it, but not where the Python of an environment is taken for another later
    if sys.version_info < _OLDEST:
        told = f"argcheck: error: argcheck needs Python 3.11.5 or newer, this is {sys.version.split()[0]}\n"
        return emit(b"", told.encode(), 2)
    if argv == ["--version"]:
        return emit(f"argcheck {__version__}\n".encode(), b"", 0)
    try:
        key = run_key(argv)
        code = replay(argv, key) if key else None
        if code is not None:
            return code
        import gc

        gc.disable()  # the process is short, and looking for cycles costs a tenth of its time
        from argcheck.cli.run import run

        return run(argv, key)
    except KeyboardInterrupt:
        return INTERRUPTED


def replay(argv: list[str], key: str) -> int | None:
    """Print the stored outcome of this very run, if nothing that it depends on has changed."""
    from argcheck.files.cache import Store
    from argcheck.files.manifest import verify

    record = Store(cache_folder(argv)).get(NAMESPACE, key)
    if not (isinstance(record, tuple) and len(record) == 4 and verify(record[3])):
        return None
    out, err, code, _ = record
    return emit(out, err, code)


def run_key(argv: list[str]) -> str:
    """Return the key of this run in the store, or nothing if it must not be answered from there."""
    if "--no-cache" in argv or "-" in argv or any(map(os.environ.get, _NOT_STORED)):
        return ""
    environ = sorted(
        item for item in os.environ.items() if item[0] in _VARIABLES or item[0].startswith("ARGCHECK_")
    )
    try:
        here = os.getcwd()
    except OSError:
        return ""
    return repr((argv, here, environ, _terminal(), sys.version, sys.prefix, sys.path, sys.flags.optimize))


def _terminal() -> tuple[bool, bool, int]:
    out, err = is_terminal(sys.stdout), is_terminal(sys.stderr)
    try:
        width = os.get_terminal_size(1).columns if out else 0
    except OSError:
        width = 0
    return out, err, width
