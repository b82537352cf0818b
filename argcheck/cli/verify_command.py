"""``argcheck verify``: ask about the cited works, once; `argcheck check` then reports from the checkout alone."""

from __future__ import annotations

import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from argcheck.cli import (
    common,
    models,
    pages_shown,
    parameters,
    planned,
    prompt_files,
    verify_named,
    verify_pdf,
)
from argcheck.cli.console import is_terminal, obeys_escapes
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.verify_summary import FAILED, failure_lines, outcome_of
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from argcheck.files.cache import Store
    from argcheck.llm.client import Client
    from argcheck.service.named_paper import LocatedPaper
    from argcheck.service.verify import Asked
    from argcheck.service.verify_report import Request, VerifyReport
    from argcheck.settings.config import Settings

#: The rules for printed papers; that on quotations is left out, as print itself may change the words.
_MISCITED = ("MIS001", "MIS002", "MIS003", "MIS004", "MIS005", "MIS006")
_EVERY = 50  #: works between two lines of progress without a terminal


@click.command("verify", epilog=parameters.example("verify thesis/ --dry-run"))
@click.argument("paths", nargs=-1, type=parameters.PATH_OR_ADDRESS)
@parameters.config_options
@click.option("--only", multiple=True, metavar="KEYS", help="Look up only these citation keys.")
@click.option("--again", is_flag=True, help="Look up works with a valid verdict again, too.")
@click.option("--dry-run", is_flag=True, help="Print what would be sent, and send nothing.")
@click.option("--offline", is_flag=True, help="Use only data on this machine, and send nothing.")
@click.option(
    "--require", is_flag=True, help="Exit with 4 if a request to a registry or a model got no answer."
)
@click.option("--fetch", is_flag=True, help="Fetch open copies of full texts from known hosts.")
@click.option(
    "--read-pages",
    is_flag=True,
    help="Send pages of a PDF with a bad text layer to the language model, to read them.",
)
@models.llm_options
@models.judge_options
@click.option(
    "--diff", is_flag=True, help="Print what --fix would change in the bibliography, and change nothing."
)
@click.option(
    "--fix",
    is_flag=True,
    help="Write certain values of records into the bibliography: DOI, year, pages, capitals.",
)
@click.option("--timeout", type=click.IntRange(1), metavar="SECONDS", help="Time limit for a request.")
def command(paths: tuple[Path | str, ...], **options: Any) -> CommandOutcome:
    """Look up cited works in registries, and store verdicts.

    Sends bibliography data (identifiers, titles, authors, venues, years); text only with --llm. If the
    text of a source is on this machine, finds the passages to compare with each citation. Writes
    .argcheck/verdicts.jsonl, to be committed; `argcheck check` reports the verdicts offline. Writes
    nothing for a PDF, or a paper named by its address, DOI or title.
    """
    name = verify_named.name_of(paths, options)
    places = (Path.cwd(),) if name else common.targets([Path(path) for path in paths])
    settings = common.settings_for(places, options)
    pdfs = not name and verify_pdf.are_pdfs(places, options)
    request = _request(options)
    plugins = [Path.cwd() / plugin for plugin in options["plugins"]]
    chosen = models.chosen_judging(settings, plugins, options)
    call = _VerifyCommand(settings, request, common.store_for(options), plugins, chosen, options)
    if name or pdfs:
        asking = call.works_asked(places[0].parent / "sources" if pdfs else None)
        return call.named(name, asking) if name else verify_pdf.verify_pdfs(places, asking, options)
    if options["read_pages"]:
        raise UsageError("--read-pages is for a paper in PDF, and this is a manuscript")
    report = call.verify(places, cwd=Path.cwd())
    return call.outcome(report) if report.documents else CommandOutcome(err=common.no_document(places))


def _request(options: dict[str, Any]) -> Request:
    """Return the request of the options.

    :raises UsageError: options contradict each other.
    """
    from argcheck.service.verify_report import Request

    wanted = tuple(common.words(options["only"]))
    if options["only"] and not wanted:
        raise UsageError("--only: no citation key is named")
    request = Request(
        only=wanted,
        again=options["again"],
        dry_run=options["dry_run"] or bool(options["prompts_out"]),
        offline=options["offline"],
        fetch=options["fetch"],
        timeout=options["timeout"] or 0,
        correct="fix" if options["fix"] else "diff" if options["diff"] else "",
    )
    if request.correct and request.dry_run:
        raise UsageError(
            "a run that sends nothing asks for no records, so there is nothing for --diff or --fix"
        )
    return request


class _VerifyCommand(NamedTuple):
    """A call of the command, with its settings, request, judges and options."""

    settings: Settings
    request: Request
    store: Store | None
    plugins: list[Path]
    chosen: models.Chosen
    options: dict[str, Any]

    def verify(self, paths: Sequence[Path], *, cwd: Path) -> VerifyReport:
        from argcheck.service.verify import verify

        return verify(
            paths,
            self.settings,
            self.request,
            cwd=cwd,
            store=self.store,
            plugins=self.plugins,
            installed=not self.options["no_plugins"],
            judging=self.chosen.judging,
            progress=None if self.request.dry_run else _Progress(),
        )

    def _asked(self) -> Asked:
        from argcheck.service.verify import whom_to_ask

        installed = not self.options["no_plugins"]
        return whom_to_ask(self.settings, self.request, self.store, plugins=self.plugins, installed=installed)

    # -- a paper, without its source

    def works_asked(self, texts: Path | None) -> verify_pdf.WorksAsked:
        """Return how the works listed in a paper are asked about.

        :param texts: a folder with texts of cited works.
        """
        from argcheck.api import check
        from argcheck.service.reference_matching import match_references

        is_judged = verify_pdf.is_judged(self.options)
        own = self._replace(
            # the folder of its references is no part of the project
            settings=self.settings._replace(config_file=None),
            # without a judge, --fetch is consent to fetch the paper, not all works that it lists
            request=self.request._replace(fetch=self.request.fetch and is_judged),
        )

        def alone(path: Path) -> VerifyReport:
            return own.verify([path], cwd=path if path.is_dir() else path.parent)

        judged = verify_pdf.CitationsJudged(
            partial(check, config={"select": list(_MISCITED)}, isolated=True, plugins=self.plugins),
            partial(_spent, self.chosen, dry=self.options["dry_run"]),
            lambda: bool(self.chosen.judging.client and self.chosen.judging.client.left_unanswered),
            texts,
        )
        return verify_pdf.WorksAsked(
            lambda texts: match_references(texts, self._asked()),
            alone,
            pages_shown.page_reader(self.options, _Progress()),
            judged if is_judged else None,
        )

    def named(self, name: str, asking: verify_pdf.WorksAsked) -> CommandOutcome:
        from argcheck.service.named_paper import locate_paper

        def locate(name: str, agree: Callable[[LocatedPaper], bool]) -> LocatedPaper:
            return locate_paper(name, self._asked(), agree=agree, scans=self.options["read_pages"])

        return verify_named.verify_named(name, locate, asking, self.options)

    # -- a manuscript

    def outcome(self, report: VerifyReport) -> CommandOutcome:
        """Return the output on a verification, or on what it would ask."""
        options, client = self.options, self.chosen.judging.client
        failures = list(dict.fromkeys([*report.failures, *self.chosen.failures]))
        code = FAILED if failures else 0
        if client and options["prompts_out"]:
            judged = () if client.planned else report.judged
            lines = [*judged, *prompt_files.written(client, options["prompts_out"])]
            return CommandOutcome(common.printed(lines), failure_lines(failures), code=code)
        sent = planned.asked_judges(self.chosen.judges, dry=options["dry_run"])
        if options["dry_run"]:
            asked = planned.plan(client) if client else [] if sent else ["text of the manuscript: none"]
            err = common.printed(report.missing) + failure_lines(failures)
            return CommandOutcome(_plan(report.planned, [*sent, *asked]), err, code=code)
        outcome = outcome_of(
            report._replace(requests={**report.requests, **models.requests_of(client, self.chosen.judges)}),
            failures,
            [*report.judged, *sent, *self._answered(client)],
            unanswered=options["require"] and self._left_unanswered(report, client),
        )
        return _with_diff(report, outcome) if options["diff"] and not options["fix"] else outcome

    def _answered(self, client: Client | None) -> Iterator[str]:
        if client:
            yield from models.spent(client)
            if self.chosen.given:
                yield from prompt_files.taken(self.chosen.given, client, self.options["answers_in"])

    def _left_unanswered(self, report: VerifyReport, client: Client | None) -> bool:
        by_model = bool(client and (client.left_unanswered or (self.chosen.given and client.planned)))
        return by_model or any(source.unanswered for source in report.sources)


def _with_diff(report: VerifyReport, outcome: CommandOutcome) -> CommandOutcome:
    """Return the outcome with the diff on standard output, and the summary on standard error."""
    from argcheck.lint.fixes import printable

    diff = printable(report.diff) if is_terminal(sys.stdout) else report.diff
    return outcome._replace(out=diff, err=str(outcome.out) + outcome.err)


class _Progress:
    """Shows the progress on standard error."""

    def __init__(self) -> None:
        self.shown = 0.0

    def __call__(self, doing: str, done: int, of: int, key: str) -> None:
        if obeys_escapes(sys.stderr):
            from argcheck.lint.reporters.lines import visible

            now = time.monotonic()
            if now - self.shown > 0.1 or done == of:
                self.shown = now
                end = "\n" if done == of else ""
                sys.stderr.write(f"\r\x1b[K{doing} {done} of {of}: {visible(key[:40])}{end}")
        elif done % _EVERY == 0 or done == of:
            sys.stderr.write(f"argcheck: {doing} {done} of {of}\n")
        sys.stderr.flush()


def _spent(chosen: models.Chosen, *, dry: bool) -> list[str]:
    """Return the lines on what judges were asked, or would be."""
    client = chosen.judging.client
    if dry:
        return [*planned.asked_judges(chosen.judges, dry=True), *(planned.plan(client) if client else ())]
    return [*planned.asked_judges(chosen.judges, dry=False), *(models.spent(client) if client else ())]


def _plan(planned: Sequence[str], asked: Sequence[str]) -> str:
    """Return the lines on all requests that may be sent; an answer makes those to later providers unnecessary."""
    from argcheck.lint.reporters.summary import counted

    hosts = Counter(url.split("/", 3)[2] for url in planned)
    asking = counted(len(hosts), "host")
    lines = [f"would ask {asking}, at most {len(planned)} requests; nothing is sent"]
    lines += [f"  {host}: {count}" for host, count in sorted(hosts.items())]
    lines += ["requests:", *(f"  GET {url}" for url in sorted(planned))]
    lines += asked
    return common.printed(lines)
