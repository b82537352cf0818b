"""The arguments and options of several commands, for click."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from argcheck.cli import completing
from argcheck.cli.option_bundles import together

PATH = click.Path(path_type=Path)


class _PathOrAddress(click.Path):
    """A path or a name, kept as written: a `Path` would drop ``./`` and a slash of an address."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value if isinstance(value, str) else super().convert(value, param, ctx)


PATH_OR_ADDRESS = _PathOrAddress(path_type=Path)

paths_argument = click.argument("paths", nargs=-1, type=PATH)

#: Adds the options that choose plugins.
plugin_options = together(
    click.option("--plugin", "plugins", multiple=True, type=PATH, metavar="FILE", help="Load rules from a Python file."),
    click.option("--no-plugins", is_flag=True, envvar="ARGCHECK_NO_PLUGINS", help="Load no installed plugin."),
)  # fmt: skip
#: Adds the options that choose rules and files.
config_options = together(
    click.option("--config", "config_file", type=PATH, metavar="FILE", envvar="ARGCHECK_CONFIG", help="Use this configuration file."),
    click.option("--isolated", is_flag=True, envvar="ARGCHECK_ISOLATED", help="Read no configuration file."),
    click.option("--select", multiple=True, metavar="RULES", shell_complete=completing.rules, help="Run these rules: names, codes, prefixes, ALL."),
    click.option("--ignore", multiple=True, metavar="RULES", shell_complete=completing.rules, help="Leave these rules out."),
    click.option("--extend-select", multiple=True, metavar="RULES", shell_complete=completing.rules, help="Run these rules as well."),
    click.option("--extend-ignore", multiple=True, metavar="RULES", shell_complete=completing.rules, help="Leave these rules out as well."),
    click.option("--per-file-ignores", multiple=True, metavar="GLOB:RULE", help="Leave a rule out in files that match."),
    click.option("--exclude", multiple=True, metavar="GLOBS", help="Leave these files and folders out."),
    click.option("--force-exclude", is_flag=True, default=None, help="Leave them out even if PATHS names them."),
    click.option("--no-respect-gitignore", is_flag=True, default=None, help="Read files that git ignores, too."),
    click.option("--extra-root", "extra_roots", multiple=True, type=PATH, metavar="DIR", help="Allow reading files in this folder outside the repository."),
    plugin_options,
    click.option("--cache-dir", type=PATH, metavar="DIR", help="Keep the cache here."),
    click.option("--no-cache", is_flag=True, envvar="ARGCHECK_NO_CACHE", help="Neither read nor write the cache."),
)  # fmt: skip


def format_option(*forms: str, of: str, default: str = "") -> Callable[..., Any]:
    """Return the option ``--format`` for these forms; the default is the first."""
    choice = click.Choice(forms)
    return click.option(
        "--format", "form", type=choice, default=default or forms[0], help=f"Format of the {of}."
    )


def example(words: str) -> str:
    """Return the end of a help text: a command line that can be copied."""
    return f"\b\nExample:\n  argcheck {words}"
