"""``argcheck verify``: ask about the cited works, once; `argcheck check` then reports from the checkout alone."""

from __future__ import annotations

import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, models, parameters, planned, prompt_files, verify_pdf
from argcheck.cli.console import INTERRUPTED, is_terminal
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.errors import Failure
    from argcheck.service.verify_report import VerifiedSource, VerifyReport
    from argcheck.sources.model import Difference

_FAILED, _UNANSWERED = 3, 4
_EVERY = 50  #: works between two lines of progress where there is no terminal
_SHOWN = 10  #: works that are named where all have one reason
_MEANING = {
    "accessible": "found, with a full text",
    "inaccessible": "found, without a full text",
    "mismatch": "lead to another work than the entry describes",
    "ghost": "in no index that was asked",
    "unknown": "not decided",
}


@click.command("verify", epilog=parameters.example("verify thesis/ --dry-run"))
@parameters.paths_argument
@parameters.config_options
@click.option("--only", multiple=True, metavar="KEYS", help="Ask about these citation keys.")
@click.option("--again", is_flag=True, help="Ask about works whose verdict is still good, too.")
@click.option("--dry-run", is_flag=True, help="Print what would be sent, and send nothing.")
@click.option("--offline", is_flag=True, help="Use what is on this machine, and send nothing.")
@click.option(
    "--require", is_flag=True, help="Exit with 4 if a question, about a work or to a model, got no answer."
)
@click.option("--fetch", is_flag=True, help="Fetch open copies of full texts from known hosts.")
@models.llm_options
@models.judge_options
@click.option(
    "--diff", is_flag=True, help="Print what --fix would change in the bibliography, and change nothing."
)
@click.option(
    "--fix", is_flag=True, help="Write into the bibliography what records settle: DOI, year, pages, capitals."
)
@click.option("--timeout", type=click.IntRange(1), metavar="SECONDS", help="How long a request may take.")
def command(paths: tuple[Path, ...], **options: Any) -> CommandOutcome:
    """Ask registries and indexes about the works that PATHS cite, and write the verdicts.

    Sends bibliography data (identifiers, titles, authors, venues, years) and nothing of the text, unless --llm
    names a model. Where the text of a source is at hand, notes the passages that each citation should
    be compared with. The verdicts are in .argcheck/verdicts.jsonl, to be committed; `argcheck check`
    reports them offline.
    """
    from argcheck.service.verify import verify
    from argcheck.service.verify_report import Request

    places = common.targets(paths)
    settings = common.settings_for(places, options)
    pdfs = verify_pdf.are_pdfs(places, options)
    wanted = tuple(common.words(options["only"]))
    if options["only"] and not wanted:
        raise UsageError("--only: no citation key is named")
    plugins = [Path.cwd() / plugin for plugin in options["plugins"]]
    chosen = models.chosen_judging(settings, plugins, options)
    request = Request(
        wanted,
        options["again"],
        options["dry_run"] or bool(options["prompts_out"]),
        options["offline"],
        options["fetch"],
        options["timeout"] or 0,
        "fix" if options["fix"] else "diff" if options["diff"] else "",
    )
    if request.correct and request.dry_run:
        raise UsageError(
            "a run that sends nothing asks for no records, so there is nothing for --diff or --fix"
        )
    ask = partial(
        verify,
        request=request,
        store=common.store_for(options),
        plugins=plugins,
        installed=not options["no_plugins"],
        judging=chosen.judging,
        progress=None if request.dry_run else _Progress(),
    )
    if pdfs:
        own = settings._replace(
            config_file=None
        )  # the folder of the paper's references is no part of its project
        return verify_pdf.verify_pdfs(places, lambda folder: ask([folder], own, cwd=folder), options)
    report = ask(places, settings, cwd=Path.cwd())
    if not report.documents:
        return CommandOutcome(err=common.no_document(places))
    failures = list(dict.fromkeys([*report.failures, *chosen.failures]))
    sent = planned.asked_judges(chosen.judges, dry=options["dry_run"])
    client = chosen.judging.client
    if client and options["prompts_out"]:
        lines = prompt_files.written(client, options["prompts_out"])
        return CommandOutcome(_printed(lines), _failures(failures), code=_FAILED if failures else 0)
    if options["dry_run"]:
        asked = planned.plan(client) if client else [] if sent else ["text of the manuscript: none"]
        return CommandOutcome(
            _plan(report.planned, [*sent, *asked]), _failures(failures), code=_FAILED if failures else 0
        )
    lines = [*report.judged, *sent, *(models.spent(client) if client else ())]
    if client and chosen.given:
        lines += prompt_files.taken(chosen.given, client, options["answers_in"])
    requests = {**report.requests, **models.requests_of(client, chosen.judges)}
    unanswered = bool(client and (client.counts["unanswered"] or (chosen.given and client.planned)))
    outcome = _outcome(
        report._replace(requests=requests),
        failures,
        lines,
        unanswered=options["require"]
        and (unanswered or any(verified_source.unanswered for verified_source in report.sources)),
    )
    return _with_diff(report, outcome) if options["diff"] and not options["fix"] else outcome


def _with_diff(report: VerifyReport, outcome: CommandOutcome) -> CommandOutcome:
    """Put the diff where a pipe takes it, and the summary beside it."""
    from argcheck.lint.fixes import printable

    diff = printable(report.diff) if is_terminal(sys.stdout) else report.diff
    return outcome._replace(out=diff, err=str(outcome.out) + outcome.err)


class _Progress:
    """Says on standard error how far it is."""

    def __init__(self) -> None:
        self.shown = 0.0

    def __call__(self, doing: str, done: int, of: int, key: str) -> None:
        if is_terminal(sys.stderr):
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
    """What would be sent, at the most: a provider that answers makes later ones needless."""
    hosts = Counter(url.split("/", 3)[2] for url in planned)
    asking = f"{len(hosts)} host{'s' if len(hosts) != 1 else ''}"
    lines = [f"would ask {asking}, at most {len(planned)} requests; nothing is sent"]
    lines += [f"  {host}: {count}" for host, count in sorted(hosts.items())]
    lines += ["requests:", *(f"  GET {url}" for url in sorted(planned))]
    lines += asked
    return _printed(lines)


def _printed(lines: Sequence[str]) -> str:
    """Write lines so that nothing in them moves the cursor or commands a CI runner."""
    from argcheck.lint.reporters.lines import for_log, one_line

    return for_log("".join(one_line(line) + "\n" for line in lines))


def _outcome(
    report: VerifyReport, failures: Sequence[Failure], judged: Sequence[str], *, unanswered: bool
) -> CommandOutcome:
    verdicts = [source.verdict for source in report.sources if source.verdict is not None]
    checked = sum(verdict.outcome != "unknown" for verdict in verdicts)
    lines = [f"checked {checked} of {len(report.sources)} sources"]
    counts = Counter(verdict.outcome for verdict in verdicts)
    lines += [f"  {counts[name]:>5} {what}" for name, what in _MEANING.items() if counts[name]]
    noticed = Counter(
        status for verdict in verdicts for status in {notice.status for notice in verdict.notices}
    )
    lines += [f"  {count:>5} {status}" for status, count in sorted(noticed.items())]
    differing = sum(bool(verdict.differences and verdict.outcome != "mismatch") for verdict in verdicts)
    lines += [f"  {differing:>5} differ from the record in a field"] if differing else []
    lines += judged
    lines += _details(report.sources)
    lines += _undecided(report.sources)
    lines += [correction.fix.message for correction in report.corrections]
    if report.corrections:
        done = f"corrected {len(report.corrections)} entries in {len(report.corrected)} files"
        lines.append(done if report.corrected else f"{len(report.corrections)} entries can be corrected")
    lines += [f"no answer from {name}: {why}" for name, why in sorted(report.silent.items())]
    sent = sum(report.requests.values())
    hosts = ", ".join(f"{host} ({count})" for host, count in sorted(report.requests.items()))
    lines.append(f"requests sent: {sent}" + (f", to {hosts}" if hosts else ""))
    code = _UNANSWERED if unanswered else 0
    code = max(code, INTERRUPTED if report.interrupted else 0, _FAILED if failures else 0)
    return CommandOutcome(_printed(lines), _failures(failures), code)


def _failures(failures: Sequence[Failure]) -> str:
    return _printed([f"argcheck: {failure.message}" for failure in failures])


def _details(sources: Sequence[VerifiedSource]) -> list[str]:
    """One line for each thing that is wrong; `argcheck check` reports the same with rules and codes."""
    lines = []
    for source in sources:
        verdict = source.verdict
        if verdict is None:
            continue
        head = f"{_place(source)}: {source.key}: "
        for notice in verdict.notices:
            more = ", ".join(filter(None, (notice.date, notice.doi and f"doi:{notice.doi}", notice.reason)))
            lines.append(f"{head}{notice.status}" + (f" ({more})" if more else ""))
        if verdict.outcome == "ghost":
            lines.append(f"{head}in no index that was asked")
        elif verdict.outcome == "mismatch":
            lines.append(f"{head}another work: {verdict.more.get('detail', '')}")
        else:
            lines += [head + _said(difference) for difference in verdict.differences]
    return lines


def _said(difference: Difference) -> str:
    ours = f"{difference.field} is '{difference.ours}'"
    if difference.field == "year" and not difference.theirs:
        return f"{ours}, which is still to come"
    return f"{ours}, the record has '{difference.theirs}'"


def _undecided(sources: Sequence[VerifiedSource]) -> list[str]:
    """One line for each work that was not decided; where one reason holds for many, a few of them."""
    reasons: dict[str, list[VerifiedSource]] = {}
    for source in sources:
        if source.unanswered:
            reasons.setdefault(source.unanswered, []).append(source)
    lines = []
    for why, several in reasons.items():
        lines += [f"{_place(source)}: {source.key}: {why}" for source in several[:_SHOWN]]
        if len(several) > _SHOWN:
            lines.append(f"... and {len(several) - _SHOWN} more: {why}")
    return lines


def _place(source: VerifiedSource) -> str:
    return f"{common.shown(source.path)}:{source.line}"
