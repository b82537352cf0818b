"""The command line: finds the command, writes its outcome, turns errors into exit codes."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import click

from argcheck import __version__, launcher
from argcheck.errors import ArgcheckError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.manifest import Manifest

EXIT_USAGE = 2
EXIT_BUG = 3

#: Command -> module under `argcheck.commands`; the object is called ``command``.
COMMANDS = {
    "check": "check",
    "rules": "rules",
    "explain": "explain",
    "citations": "citations",
    "claims": "claims",
    "graph": "graph",
    "verify": "verify",
    "sources": "sources",
    "verdicts": "verdicts",
    "baseline": "baseline",
    "config": "config",
    "init": "init",
    "schema": "schema",
    "cache": "cache",
    "mcp": "mcp",
}


class Outcome(NamedTuple):
    """What a command says and how it ends; with a manifest it may be given again as it is."""

    out: str = ""
    err: str = ""
    code: int = 0
    manifest: Manifest | None = None


class _Commands(click.Group):
    """A group that imports a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"argcheck.commands.{COMMANDS[cmd_name]}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Take ``check`` for granted where no command is named."""
        return super().resolve_command(ctx, args if args[0] in COMMANDS else ["check", *args])


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "ignore_unknown_options": True,
        "max_content_width": 100,
    },
)
@click.version_option(__version__, message="argcheck %(version)s")
def main() -> None:
    """Check the citations, references and arguments of LaTeX documents.

    `argcheck PATH` is short for `argcheck check PATH`; without a PATH it is the current folder.
    """


def run(argv: Sequence[str], key: str = "") -> int:
    """Run one command line and return its exit code.

    :param key: where the launcher looks for the outcome of this run; empty to store nothing.
    """
    _use_utf8()
    try:
        outcome = _run(list(argv))
    except KeyboardInterrupt:
        return launcher.INTERRUPTED
    except BrokenPipeError:
        return 0
    except Exception as error:  # noqa: BLE001 - the one place that no user may see a traceback of
        outcome = Outcome(err=_bug(error, argv), code=EXIT_BUG)
    if key and outcome.manifest:
        _store(argv, key, outcome)
    return launcher.emit(_encoded(outcome.out), _encoded(outcome.err), outcome.code)


def _run(argv: list[str]) -> Outcome:
    arguments = argv if argv and argv[0] in {*COMMANDS, "--help", "-h", "--version"} else ["check", *argv]
    try:
        outcome = main.main(arguments, prog_name="argcheck", standalone_mode=False)
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        usage = error.ctx.get_usage() + "\n" if isinstance(error, click.UsageError) and error.ctx else ""
        return Outcome(err=f"{usage}argcheck: error: {error.format_message()}\n", code=EXIT_USAGE)
    except ArgcheckError as error:
        return Outcome(err=f"argcheck: error: {error}\n", code=EXIT_USAGE)
    if isinstance(outcome, Outcome):
        return outcome
    return Outcome(code=outcome if isinstance(outcome, int) else 0)


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def _store(argv: Sequence[str], key: str, outcome: Outcome) -> None:
    from argcheck.cache import Store, digest

    assert outcome.manifest is not None
    outcome.manifest.program()
    store = Store(launcher.cache_folder(list(argv)))
    data = outcome.manifest.to_data()
    store.put(launcher.NAMESPACE, key, (_encoded(outcome.out), _encoded(outcome.err), outcome.code, data))
    if digest(key.encode("utf-8", "surrogatepass")).startswith("0"):
        store.evict()


def _bug(error: Exception, argv: Sequence[str]) -> str:
    import traceback

    if "-v" in argv or "--verbose" in argv:
        return "".join(traceback.format_exception(error))
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else "?"  # noqa: PTH119
    what = " ".join(str(error).split())[:200]
    return (
        f"argcheck: bug in argcheck: {type(error).__name__}: {what} ({place});"
        " please report it, `-v` shows the traceback\n"
    )


def _use_utf8() -> None:
    """Whatever the locale is: help and messages hold more than ASCII."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(encoding="utf-8", errors="backslashreplace")
