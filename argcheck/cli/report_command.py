"""``argcheck report``: the findings, the text, the argument and the sources as one page for a browser."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.archived import reading_archives
from argcheck.cli.outcome import EXIT_BUG, CommandOutcome
from argcheck.cli.progress import ProgressBar
from argcheck.errors import UsageError
from argcheck.files.writing import writing

if TYPE_CHECKING:
    from argcheck.lint.report import Report
    from argcheck.report_page.page import MadePage

_SUFFIXES = (".html", ".htm")
_FILE = Path("report.html")


@click.command(
    "report", epilog=parameters.example("report thesis/ --serve --watch"), cls=parameters.DocumentCommand
)
@parameters.paths_argument
@click.option(
    "-o",
    "--output-file",
    "file",
    type=parameters.PATH,
    metavar="FILE",
    help="Write the page to this file; default: report.html.",
)
@click.option(
    "--runs",
    metavar="RUNS",
    default="author,structure",
    show_default=True,
    help="Sources of claims: author, structure, cues, models, or all.",
)
@click.option("--no-baseline", is_flag=True, help="Show the findings of the baseline, too.")
@click.option(
    "--answer",
    "answers",
    multiple=True,
    type=parameters.PATH,
    metavar="FILE",
    help="Show an answer of `argcheck ask --format json`, too; repeat for several answers.",
)
@click.option("--watch", is_flag=True, help="Make the page again after each change, until interrupted.")
@click.option(
    "--serve", is_flag=True, help="Serve the page to this machine only, until interrupted, and write no file."
)
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    metavar="N",
    help="With --serve: the port; default: any free one.",
)
@reading_archives
def command(
    paths: tuple[Path, ...], file: Path | None, *, watch: bool, serve: bool, port: int | None, **options: Any
) -> CommandOutcome:
    """Write an HTML page with all that is known of PATHS.

    The page has an overview, the findings, the sources by how much rests on them, and the text beside the
    argument; it needs no connection. With --serve --watch it shows what `argcheck verify` or your editor
    writes meanwhile.
    """
    if serve and file:
        raise UsageError("--serve and -o: one at a time")
    if port and not serve:
        raise UsageError("--port needs --serve")
    if not serve:
        written = file or _FILE
        if written.suffix.lower() not in _SUFFIXES:
            raise UsageError(f"-o {common.shown(written)}: a page is called FILE.html")
        return _followed(lambda: _made(paths, options, lambda page: _write(written, page)), watch=watch)
    from argcheck.cli.serving import PageServer

    common.targets(paths)  # wrong paths are reported before the server starts
    server = PageServer(port or 0)

    def publish(page: bytes) -> str:
        server.publish(page)
        return server.address

    try:
        return _followed(
            lambda: _made(paths, options, publish, version=server.version + 1 if watch else None, stays=True),
            watch=watch,
            stays=True,
        )
    finally:
        server.close()


def _followed(make: Callable[[], CommandOutcome], *, watch: bool, stays: bool = False) -> CommandOutcome:
    """Make the page, with ``watch`` after each change; ``stays`` waits for an interrupt without ``watch``."""
    from argcheck.cli import watching

    if watch:
        return watching.watch(make)
    # not cached, as the page itself is no part of the outcome
    outcome = make()._replace(manifest=None)
    return watching.show_until_interrupted(outcome) if stays else outcome


def _write(file: Path, page: bytes) -> str:
    with writing(common.shown(file)):
        file.write_bytes(page)
    return common.shown(file)


def _made(
    paths: tuple[Path, ...],
    options: dict[str, Any],
    publish: Callable[[bytes], str],
    version: int | None = None,
    *,
    stays: bool = False,
) -> CommandOutcome:
    """Make the page and publish it.

    :param publish: publishes a page, and returns its place.
    :param stays: make a page even without documents.
    """
    named = common.runs(options["runs"])
    places = common.targets(paths)
    settings = common.settings_for(places, options)
    from argcheck.lint.engine import run_rules
    from argcheck.lint.registry import load_rules
    from argcheck.lint.without_adopted import without_adopted
    from argcheck.reading.workspace import Workspace
    from argcheck.report_page.page import make_page

    read: dict[Path, str] = {}
    answers = [_answer(file, read) for file in options["answers"]]
    store = common.store_for(options)
    # rules and plugins may print
    with ProgressBar() as bar, redirect_stdout(sys.stderr):
        plugins = [Path.cwd() / plugin for plugin in options["plugins"]]
        registry = load_rules(store, plugins, plugins=not options["no_plugins"])
        workspace = Workspace(places, settings, cwd=Path.cwd(), store=store, readers=registry.readers)
        report = run_rules(workspace, registry, progress=bar)
        if not options["no_baseline"]:
            report = without_adopted(report, workspace.manifest(), settings)
        if not (stays or report.documents or report.unread or answers):
            return CommandOutcome(
                err=common.no_document(places) + "nothing was written\n", manifest=workspace.manifest()
            )
        bar("writing the page")
        page = make_page(workspace, report, named, answers=answers, version=version)
    where = publish(page.text.encode("utf-8", "replace"))
    messages = "" if report.documents or report.unread or answers else common.no_document(places)
    messages += common.failed(report.failures) + common.harmless(_counts(where, report, page, len(answers)))
    depends = workspace.manifest()
    for path, content in read.items():
        depends.file(path, content)
    return CommandOutcome(err=messages, code=EXIT_BUG if report.failures else 0, manifest=depends)


def _counts(where: str, report: Report, page: MadePage, answers: int) -> str:
    """Return a line with the place of a page, and the numbers of findings, claims, sources and answers on it."""
    from argcheck.lint.reporters.summary import counted, findings

    # a colon after an address would be copied with it
    separator = " has" if where.startswith("http:") else ":"
    parts = [findings(report.diagnostics), counted(page.claims, "claim"), counted(page.sources, "source")]
    parts += [counted(answers, "answer")] * bool(answers)
    return f"{where}{separator} {', '.join(parts)}\n"


def _answer(file: Path, read: dict[Path, str]) -> dict[str, Any]:
    """Return an answer of `argcheck ask` from a file, and put its digest into ``read``.

    :raises UsageError: the file cannot be read, or is no such answer.
    """
    from argcheck.files.cache import digest
    from argcheck.report_page.answer_cards import answer_of

    try:
        content = file.read_bytes()
    except OSError as error:
        raise UsageError(f"--answer {common.shown(file)}: cannot be read: {error.strerror}") from None
    read[file] = digest(content)
    return answer_of(content, common.shown(file))
