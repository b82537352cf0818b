"""``argcheck verify``: ask about the cited works, once; `argcheck check` then reports from the checkout alone."""

from __future__ import annotations

import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import (
    common,
    models,
    pages_shown,
    parameters,
    planned,
    printed_papers,
    prompt_files,
    verify_named,
    verify_pdf,
)
from argcheck.cli.archived import reading_archives
from argcheck.cli.console import is_terminal, obeys_escapes
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.verify_summary import FAILED, failure_lines, outcome_of
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.service.verify_report import Request, VerifyReport

_EVERY = 50  #: works between two lines of progress without a terminal


@click.command(
    "verify", epilog=parameters.example("verify thesis/ --dry-run"), cls=parameters.DocumentCommand
)
@click.argument("paths", nargs=-1, type=parameters.PATH_OR_ADDRESS)
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
@reading_archives
def command(paths: tuple[Path | str, ...], **options: Any) -> CommandOutcome:
    """Look up cited works in registries, and store verdicts.

    Sends bibliography data (identifiers, titles, authors, venues, years); text only with --llm. If the
    text of a source is on this machine, finds the passages to compare with each citation. Writes
    .argcheck/verdicts.jsonl, to be committed; `argcheck check` reports the verdicts offline. Writes
    nothing for a PDF, or a paper named by its address, DOI or title.
    """
    from argcheck.service.inquiry import Inquiry

    name = verify_named.name_of(paths, options)
    places = (Path.cwd(),) if name else common.targets([Path(path) for path in paths])
    settings = common.settings_for(places, options)
    pdfs = not name and verify_pdf.are_pdfs(places, options)
    request = _request(options)
    plugins = [Path.cwd() / plugin for plugin in options["plugins"]]
    chosen = models.chosen_judging(settings, plugins, options)
    inquiry = Inquiry(settings, request, common.store_for(options), plugins, not options["no_plugins"])
    progress = None if request.dry_run else _Progress()
    if name or pdfs:
        from argcheck.service.paper_verification import PaperVerification

        texts = places[0].parent / "sources" if pdfs else None
        judged = printed_papers.is_judged(options)
        papers = PaperVerification(inquiry, chosen.judging, judged, texts, progress)
        pages, require = pages_shown.page_reader(options, _Progress()), options["require"]
        if pdfs:
            return verify_pdf.verify_pdfs(places, papers, chosen, pages, require=require)
        agreed = options["fetch"] or options["yes"]
        return verify_named.verify_named(name, papers, chosen, pages, agreed=agreed, require=require)
    if options["read_pages"]:
        raise UsageError("--read-pages is for a paper in PDF, and this is a manuscript")
    from argcheck.service.verify import verify

    report = verify(places, inquiry, cwd=Path.cwd(), judging=chosen.judging, progress=progress)
    if not report.documents:
        return CommandOutcome(err=common.no_document(places))
    return _outcome(report, request, chosen, options)


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


def _outcome(
    report: VerifyReport, request: Request, chosen: models.Chosen, options: dict[str, Any]
) -> CommandOutcome:
    """Return the output on a verification, or on what it would ask."""
    client = chosen.judging.client
    failures = list(dict.fromkeys([*report.failures, *chosen.failures]))
    code = FAILED if failures else 0
    if client and options["prompts_out"]:
        judged = () if client.planned else report.judged
        lines = [*judged, *prompt_files.written(client, options["prompts_out"])]
        err = common.printed(report.missing) + failure_lines(failures)
        return CommandOutcome(common.printed(lines), err, code=code)
    sent = planned.asked_judges(chosen.judges, dry=request.dry_run)
    if request.dry_run:
        asked = planned.plan(client) if client else [] if sent else ["text of the manuscript: none"]
        err = common.printed(report.missing) + failure_lines(failures)
        return CommandOutcome(_plan(report.planned, [*sent, *asked]), err, code=code)
    answered = models.spent(client) if client else []
    if client and chosen.given:
        answered += prompt_files.taken(chosen.given, client, options["answers_in"])
    outcome = outcome_of(
        report._replace(requests={**report.requests, **models.requests_of(client, chosen.judges)}),
        failures,
        [*report.judged, *sent, *answered],
        unanswered=options["require"] and _is_unanswered(report, chosen),
    )
    return _with_diff(report, outcome) if request.correct == "diff" else outcome


def _is_unanswered(report: VerifyReport, chosen: models.Chosen) -> bool:
    client = chosen.judging.client
    by_model = bool(client and (client.left_unanswered or (chosen.given and client.planned)))
    return by_model or any(source.silent for source in report.sources)


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
