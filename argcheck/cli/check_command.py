"""``argcheck check``: its options, for click."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import checking, completing, parameters
from argcheck.lint.reporters.formats import FORMATS

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.cli.outcome import CommandOutcome


class _Check(parameters.DocumentCommand):
    """Takes a reason for ``--add-ignore`` only after ``=``: the next word is a PATH, whose documents are to change."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        end = args.index("--") if "--" in args else len(args)
        options = [f"{arg}=" if arg == "--add-ignore" else arg for arg in args[:end]]
        return super().parse_args(ctx, options + args[end:])


@click.command("check", epilog=parameters.example("check thesis/ --select CIT,REF --format full"), cls=_Check)
@parameters.paths_argument
@click.option(
    "--format",
    "--output-format",
    "formats",
    multiple=True,
    metavar="NAME[:FILE]",
    envvar="ARGCHECK_FORMAT",
    shell_complete=completing.formats,
    help=f"{', '.join(FORMATS)}; several with commas.",
)
@click.option(
    "-o", "--output-file", type=parameters.PATH, metavar="FILE", help="Write the findings to this file."
)
@click.option(
    "--fail-on", type=click.Choice(["error", "warning", "note"]), help="Lowest severity for exit code 1."
)
@click.option(
    "--stage",
    type=click.Choice(["draft", "submission"]),
    help="With draft, what matters only at submission is a note.",
)
@click.option(
    "--runs",
    "argument_runs",
    type=click.Choice(["stated", "all"]),
    help="Graph that ARG rules read: all, with --select ARG, includes claims that models have read (argcheck interrogate).",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even if there are findings.")
@click.option("--fix", is_flag=True, help="Apply safe fixes.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix or --diff: also fixes that may change the printed text."
)
@click.option("--diff", is_flag=True, help="Print what --fix would change, and change nothing.")
@click.option("--show-fixes", is_flag=True, help="With --fix: list the fixes.")
@click.option("--add-ignore", metavar="[=REASON]", help="Add a suppression comment for each finding.")
@click.option("--no-suppressions", is_flag=True, help="Report suppressed findings, too.")
@click.option(
    "--baseline", type=parameters.PATH, metavar="FILE", help="Leave out the findings in this baseline."
)
@click.option("--no-baseline", is_flag=True, help="Report the findings of the baseline, too.")
@click.option(
    "--only-files",
    is_flag=True,
    help="Print only findings in the named files; whole documents are analysed all the same.",
)
@click.option(
    "--diff-base",
    metavar="REV",
    envvar="ARGCHECK_DIFF_BASE",
    help="Report only findings that the git commit REV does not have.",
)
@click.option("--require", is_flag=True, help="Exit with 4 while a cited work is not verified.")
@click.option("--watch", is_flag=True, help="Check again after each change, until interrupted.")
@click.option("--statistics", is_flag=True, help="Print findings and time by rule.")
@click.option("--show-files", is_flag=True, help="List the files that are read, and stop.")
@click.option("--show-settings", is_flag=True, help="List the settings, and stop.")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    envvar="ARGCHECK_COLOR",
    help="Colour the output.",
)
@click.option(
    "--column-unit",
    type=click.Choice(["char", "byte", "utf16"]),
    default="char",
    envvar="ARGCHECK_COLUMN_UNIT",
    help="Unit of columns in text formats.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    default=1,
    envvar="ARGCHECK_JOBS",
    help="Processes to use.",
)
@click.option(
    "--stdin-filename",
    type=parameters.PATH,
    metavar="FILE",
    help="With - as PATH: the file whose text is on standard input.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print no summary.")
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Print every finding, and tracebacks of rules and plugins that fail.",
)
def command(paths: tuple[Path, ...], **options: Any) -> CommandOutcome:
    """Check documents: PATHS are folders, or files of documents.

    Exit codes: 0 no findings, 1 findings, 2 wrong usage or configuration, 3 a part of argcheck or of a
    plugin failed, 4 a cited work is not verified (with --require), 130 interrupted.
    """
    if options["watch"]:
        from argcheck.cli.watching import watch

        return watch(lambda: checking.check(paths, options))
    return checking.check(paths, options)
