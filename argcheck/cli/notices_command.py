"""``argcheck watch``: new retractions and notices on what many papers cite, for a job that runs by itself."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.archived import is_archive, unpacked
from argcheck.cli.outcome import EXIT_BUG, CommandOutcome
from argcheck.errors import UsageError
from argcheck.files.writing import replace_file, writing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from argcheck.errors import Failure
    from argcheck.reading.workspace import Workspace
    from argcheck.service.new_notices import Looked, WatchedLine
    from argcheck.settings.config import Settings
    from argcheck.sources.model import Notice

_SUFFIXES = {"text": ".txt", "json": ".json", "markdown": ".md"}
_NEW, _UNANSWERED = 1, 4


@click.command(
    "watch", epilog=parameters.example("watch papers.txt --format markdown"), cls=parameters.DocumentCommand
)
@click.argument("file", type=parameters.PATH)
@parameters.format_option("text", "json", "markdown", of="report")
@click.option(
    "--out",
    type=parameters.PATH,
    metavar="DIR",
    help="Write each report to a new file in this folder.",
)
@click.option(
    "--state",
    type=parameters.PATH,
    metavar="FILE",
    help="File that records what was reported; default: FILE.told.",
)
@click.option(
    "--ask", is_flag=True, help="First look up the cited works in registries, like argcheck verify."
)
@click.option("--require", is_flag=True, help="With --ask: exit with 4 if a request got no answer.")
@click.option(
    "--timeout", type=click.IntRange(1), metavar="SECONDS", help="With --ask: time limit for a request."
)
def command(file: Path, form: str, out: Path | None, state: Path | None, **options: Any) -> CommandOutcome:
    """Report new retractions and notices on works that papers cite.

    Reports what is new since the last run. FILE lists the papers: a folder, a file or an archive a line,
    relative to FILE itself; # begins a comment. A folder may hold the tables of `argcheck audit`. Without
    --ask nothing is sent: notices come from the snapshot of `argcheck sources retractions import`, and
    from the papers' repositories.
    """
    from argcheck.audit.audited_notices import is_audit
    from argcheck.service import notice_report
    from argcheck.service.new_notices import lines_of, look
    from argcheck.service.notice_journal import NoticeJournal

    if (options["require"] or options["timeout"]) and not options["ask"]:
        raise UsageError("--require and --timeout need --ask")
    if os.path.isdir(file):  # `Path.is_dir` raises where a link leads into a folder that is closed
        raise UsageError(
            f"{file}: is a folder; FILE lists papers, a folder or a file a line. To check a folder after each change: argcheck --watch {file}"
        )
    try:
        text = file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    base = file.resolve().parent
    lines, bad = lines_of(text, base)
    if not lines and not bad:
        raise UsageError(f"{file}: no paper is listed")
    known, day = _snapshot()
    reader = _Reader(options)
    audits = [line for line in lines if is_audit(line.path)]
    with NoticeJournal(state or file.with_name(f"{file.name}.told")) as journal:

        def take(row: dict[str, Any]) -> None:
            if not journal.knows(row):
                journal.keep(row)

        looked = look([line for line in lines if line not in audits], reader.read, known, base, take)
        for line in audits:
            looked = _with_audit(looked, line, base, known, take)
        looked = looked._replace(not_read=tuple(sorted((*bad, *looked.not_read))))
        if out and journal.pending:
            journal.claim(out)
        report = notice_report.report_of(
            journal.number, journal.pending, looked, common.shown(file.resolve()), day
        )
        _tell(_printed(report, form), out and out / f"{journal.number:04}{_SUFFIXES[form]}", report)
        if journal.pending:
            journal.told()
    return CommandOutcome("", _messages(file, looked, reader, day), _code(report, looked, reader, options))


def _with_audit(
    looked: Looked,
    line: WatchedLine,
    base: Path,
    known: Mapping[str, tuple[Notice, ...]],
    take: Callable[[dict[str, Any]], None],
) -> Looked:
    """Return the totals with the papers in the tables of an audit, whose notices go to ``take``."""
    from argcheck.audit.audited_notices import look_up
    from argcheck.service.new_notices import UNREADABLE, NotRead

    inside = line.path.is_relative_to(base)
    shown = (line.path.relative_to(base) if inside else line.path).as_posix()
    try:
        audited = look_up(line.path, shown, known, take)
    except UsageError as error:
        return looked._replace(not_read=(*looked.not_read, NotRead(line.number, str(error), UNREADABLE)))
    return looked._replace(papers=looked.papers + audited.papers, works=looked.works + audited.works)


class _Reader:
    """Reads papers, each with the settings of its project, and first asks about their works with ``--ask``."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = options
        self.silent: dict[str, str] = {}
        self.unanswered = 0
        self.left_out = ""  # warnings of files of archives that were not unpacked
        self.failures: dict[Failure, None] = {}  # of providers, each once

    @contextmanager
    def read(self, path: Path) -> Iterator[tuple[Workspace, Path]]:
        """Yield the papers of a path, and the folder in which their files are shown.

        :raises UsageError: an archive cannot be read.
        """
        if not is_archive(path):
            workspace = self._workspace(path, self._options)
            yield workspace, workspace.project.root
            return
        with unpacked(path) as (folder, warning):
            self.left_out += warning
            yield self._workspace(folder, {**self._options, "no_cache": True}), path

    def _workspace(self, path: Path, options: Mapping[str, Any]) -> Workspace:
        settings = common.settings_for([path], options)
        if options["ask"]:
            self._verify(path, settings)
        workspace = common.workspace_for([path], settings, options)
        common.read_some(workspace)
        workspace.save()
        return workspace

    def _verify(self, path: Path, settings: Settings) -> None:
        from argcheck.service.inquiry import Inquiry
        from argcheck.service.verify import verify
        from argcheck.service.verify_report import Request

        request = Request(timeout=self._options["timeout"] or 0)
        inquiry = Inquiry(settings, request, common.store_for(self._options))
        report = verify([path], inquiry, cwd=Path.cwd())
        # The answers so far are in the verdicts; the next run announces what is new in them.
        if report.interrupted:
            raise KeyboardInterrupt
        self.silent |= report.silent
        self.failures |= dict.fromkeys(report.failures)
        self.unanswered += sum(source.silent for source in report.sources)


def _snapshot() -> tuple[Mapping[str, tuple[Notice, ...]], str | None]:
    """Return the retractions in the local snapshot, and its date."""
    from datetime import UTC, datetime

    from argcheck.sources.retractions import load, snapshot

    file = snapshot()
    if not file.exists():
        return {}, None
    try:
        return load(file), datetime.fromtimestamp(file.stat().st_mtime, UTC).date().isoformat()
    except ValueError as error:
        raise UsageError(f"{file}: the list of retractions is damaged ({error}); import it again") from None


def _printed(report: dict[str, Any], form: str) -> str:
    from argcheck.service.notice_report import as_markdown, as_text

    if form == "json":
        return common.laid_out(report)
    return common.harmless(as_markdown(report) if form == "markdown" else as_text(report))


def _tell(text: str, file: Path | None, report: dict[str, Any]) -> None:
    """Print a report, or write its file atomically, before it is recorded as reported.

    :raises UsageError: the file cannot be written.
    """
    if file is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    elif report["notices"]:
        with writing(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            replace_file(file, text.encode("utf-8", "backslashreplace"))


def _messages(file: Path, looked: Looked, reader: _Reader, day: str | None) -> str:
    lines = [f"{file}:{row.number}: {row.message}" for row in looked.not_read]
    lines += reader.left_out.splitlines()
    lines += [f"no answer from {name}: {why}" for name, why in sorted(reader.silent.items())]
    lines += [f"argcheck: {failure.message}" for failure in reader.failures]
    if day is None:
        lines.append(
            "argcheck: warning: no snapshot of retractions on this machine (`argcheck sources retractions import`);"
            " only the verdicts and lists of the repositories were looked at"
        )
    return common.harmless_lines(lines)


def _code(report: dict[str, Any], looked: Looked, reader: _Reader, options: Mapping[str, Any]) -> int:
    codes = [_NEW if report["notices"] else 0]
    codes += [row.code for row in looked.not_read]
    codes += [_UNANSWERED] if options["require"] and reader.unanswered else []
    codes += [EXIT_BUG] if reader.failures else []
    return max(codes)
