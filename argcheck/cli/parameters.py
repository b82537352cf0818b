"""The arguments and options of several commands, for click."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from argcheck.cli import completing

PATH = click.Path(path_type=Path)


class _PathOrAddress(click.Path):
    """A path or a name, kept as written: a `Path` would drop ``./`` and a slash of an address."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if isinstance(value, str) else super().convert(value, param, ctx)


PATH_OR_ADDRESS = _PathOrAddress(path_type=Path)

paths_argument = click.argument("paths", nargs=-1, type=PATH)

#: The options that choose plugins.
PLUGIN_OPTIONS = [
    click.Option(["--plugin", "plugins"], multiple=True, type=PATH, metavar="FILE", help="Load rules from a Python file."),
    click.Option(["--no-plugins"], is_flag=True, envvar="ARGCHECK_NO_PLUGINS", help="Load no installed plugin."),
]  # fmt: skip
#: The options of all commands on documents: they choose rules and files.
SHARED_OPTIONS = [
    click.Option(["--config", "config_file"], type=PATH, metavar="FILE", envvar="ARGCHECK_CONFIG", help="Use this configuration file."),
    click.Option(["--isolated"], is_flag=True, envvar="ARGCHECK_ISOLATED", help="Read no configuration file."),
    click.Option(["--select"], multiple=True, metavar="RULES", shell_complete=completing.rules, help="Run these rules: names, codes, prefixes, ALL."),
    click.Option(["--ignore"], multiple=True, metavar="RULES", shell_complete=completing.rules, help="Leave these rules out."),
    click.Option(["--extend-select"], multiple=True, metavar="RULES", shell_complete=completing.rules, help="Run these rules as well."),
    click.Option(["--extend-ignore"], multiple=True, metavar="RULES", shell_complete=completing.rules, help="Leave these rules out as well."),
    click.Option(["--per-file-ignores"], multiple=True, metavar="GLOB:RULE", help="Leave a rule out in files that match."),
    click.Option(["--exclude"], multiple=True, metavar="GLOBS", help="Leave these files and folders out."),
    click.Option(["--force-exclude"], is_flag=True, default=None, help="Leave them out even if PATHS names them."),
    click.Option(["--no-respect-gitignore"], is_flag=True, default=None, help="Read files that git ignores, too."),
    click.Option(["--extra-root", "extra_roots"], multiple=True, type=PATH, metavar="DIR", help="Allow reading files in this folder outside the repository."),
    *PLUGIN_OPTIONS,
    click.Option(["--cache-dir"], type=PATH, metavar="DIR", help="Keep the cache here."),
    click.Option(["--no-cache"], is_flag=True, envvar="ARGCHECK_NO_CACHE", help="Neither read nor write the cache."),
]  # fmt: skip


class PluginCommand(click.Command):
    """A command that reads no documents, but loads plugins."""

    def __init__(self, name: str | None, params: list[click.Parameter], **settings: Any) -> None:
        super().__init__(name, params=[*params, *PLUGIN_OPTIONS], **settings)


class DocumentCommand(click.Command):
    """A command on documents, which has the shared options behind its own."""

    def __init__(self, name: str | None, params: list[click.Parameter], **settings: Any) -> None:
        super().__init__(name, params=[*params, *SHARED_OPTIONS], **settings)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of its own and those that are shared under headings of their own."""
        options = [each for each in self.get_params(ctx) if isinstance(each, click.Option)]
        own = [each for each in options if each not in SHARED_OPTIONS]
        for heading, listed in ("Options", own), ("Options of all commands on documents", SHARED_OPTIONS):
            with formatter.section(heading):
                formatter.write_dl([record for each in listed if (record := each.get_help_record(ctx))])


def own_options(command: click.Command) -> list[click.Option]:
    """Return the options of a command; of one on documents, without those that all of these have."""
    shared = SHARED_OPTIONS if isinstance(command, DocumentCommand) else ()
    return [each for each in command.params if isinstance(each, click.Option) and each not in shared]


def format_option(*forms: str, of: str, default: str = "") -> Callable[..., Any]:
    """Return the option ``--format`` for these forms; the default is the first."""
    choice = click.Choice(forms)
    return click.option(
        "--format", "form", type=choice, default=default or forms[0], help=f"Format of the {of}."
    )


def example(words: str) -> str:
    """Return the end of a help text: a command line that can be copied."""
    return f"\b\nExample:\n  argcheck {words}"
