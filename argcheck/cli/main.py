"""The command line for click: a group whose commands are imported when they are called."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from argcheck import __version__
from argcheck.cli.outcome import COMMANDS, EXIT_USAGE, CommandOutcome

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class _Commands(click.Group):
    """A group that imports a command when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"argcheck.cli.{COMMANDS[cmd_name]}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command; ``check`` if none is named."""
        return super().resolve_command(ctx, args if args[0] in COMMANDS else ["check", *args])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the first word: a command, or an argument of ``check``, which is the default."""
        from click.shell_completion import CompletionItem

        if incomplete.startswith("-"):
            check = self.get_command(ctx, "check")
            assert check is not None
            options = check.shell_complete(click.Context(check, ctx), incomplete)
            return [*super().shell_complete(ctx, incomplete), *options]
        commands = [] if ctx.args else super().shell_complete(ctx, incomplete)
        return commands or [CompletionItem(incomplete, type="file")]


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


def run_command(arguments: list[str]) -> CommandOutcome:
    """Run a command line that begins with a command or an option of the group.

    :raises KeyboardInterrupt: the user stopped it.
    """
    try:
        outcome = main.main(arguments, prog_name="argcheck", standalone_mode=False)
    except click.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        message = error.format_message().replace(" range.", ".")  # click says "is not a valid integer range."
        if message.startswith("Usage: "):  # a group without a command shows its help
            return CommandOutcome(err=f"{message}\n", code=EXIT_USAGE)
        usage = error.ctx.get_usage() + "\n" if isinstance(error, click.UsageError) and error.ctx else ""
        return CommandOutcome(err=f"{usage}argcheck: error: {message}\n", code=EXIT_USAGE)
    if isinstance(outcome, CommandOutcome):
        return outcome
    return CommandOutcome(code=outcome if isinstance(outcome, int) else 0)
