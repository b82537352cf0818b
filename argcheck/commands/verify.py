"""``argcheck verify``: ask about the cited works, once; `argcheck check` then reports from the checkout alone."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from argcheck.commands import Outcome, common, models, parameters
from argcheck.console import INTERRUPTED, is_terminal
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.llm.client import Client
    from argcheck.report import Failure
    from argcheck.sources.citers import Cited
    from argcheck.sources.http import Http
    from argcheck.sources.model import Provider
    from argcheck.sources.options import Options
    from argcheck.sources.text.model import SourceText
    from argcheck.verdicts.judging import Judge, Judges
    from argcheck.verdicts.verify import Run, Task, Verification
    from argcheck.workspace import Workspace

_FAILED, _UNANSWERED = 3, 4
_EVERY = 50  #: works between two lines of progress where there is no terminal
_SHOWN = 10  #: works that are named where all have one reason
_ANSWERS = 1_000_000_000  #: bytes of stored answers


@click.command("verify")
@parameters.paths_argument
@parameters.config_options
@click.option("--only", multiple=True, metavar="KEYS", help="Ask about these citation keys.")
@click.option("--again", is_flag=True, help="Ask about works whose verdict is still good, too.")
@click.option("--dry-run", is_flag=True, help="Print what would be sent, and send nothing.")
@click.option("--offline", is_flag=True, help="Use what is on this machine, and send nothing.")
@click.option("--require", is_flag=True, help="Exit with 4 if a work could not be asked about.")
@click.option("--fetch", is_flag=True, help="Fetch open copies of full texts from known hosts.")
@models.llm_options
@models.judge_options
@click.option("--timeout", type=click.IntRange(1), metavar="SECONDS", help="How long a request may take.")
def command(paths: tuple[Path, ...], **options: Any) -> Outcome:
    """Ask registries and indexes about the works that PATHS cite, and write the verdicts.

    Sends bibliography data (identifiers, titles, authors, years) and nothing of the text, unless --llm
    names a model. Where the text of a source is at hand, notes the passages that each citation should
    be compared with. The verdicts are in .argcheck/verdicts.jsonl, to be committed; `argcheck check`
    reports them offline.
    """
    from argcheck.registry import load_judges, load_providers
    from argcheck.sources.options import options_of
    from argcheck.sources.texts import HOSTS as TEXT_HOSTS
    from argcheck.verdicts.guarded import guarded
    from argcheck.verdicts.verify import tasks_of
    from argcheck.workspace import Workspace

    places = common.targets(paths)
    settings = common.settings_for(places, options)
    workspace = Workspace(places, settings, cwd=Path.cwd(), store=common.store_for(options))
    workspace.read()
    workspace.save()
    if not workspace.documents:
        return Outcome(err=common.no_document(places))
    wanted = common.words(options["only"])
    if options["only"] and not wanted:
        raise UsageError("--only: no citation key is named")
    tasks = tasks_of(workspace.documents, wanted)
    missing = sorted(set(wanted) - {task.entry.key for task in tasks})
    if missing:
        raise UsageError(f"--only: no document cites '{missing[0]}'")
    plugins = [Path.cwd() / plugin for plugin in options["plugins"]]
    providers, failures = load_providers(settings, plugins, plugins=not options["no_plugins"])
    named = models.named_judges(options)
    judges, owners, broken = load_judges(settings, named, plugins, plugins=not options["no_plugins"])
    failures = list(dict.fromkeys([*failures, *broken]))
    usable = models.usable_judges(judges, offline=options["offline"], dry=options["dry_run"])
    usable = guarded(usable, owners, failures)
    chosen = options_of(settings)
    if options["timeout"]:
        chosen = chosen._replace(timeout=options["timeout"])
    providers = _chosen(providers, chosen)
    for flag in ("claims", "committee"):
        if options[flag] and not options["llm"]:
            raise UsageError(f"--{flag} needs --llm: a language model reads the texts")
    hosts = frozenset(_host(service.base) for one in providers for service in one.services)
    client = models.client_of(options, dry=options["dry_run"]) if options["llm"] else None
    chosen = chosen._replace(
        hosts=hosts | (TEXT_HOSTS if options["fetch"] or options["committee"] else frozenset())
    )
    if hosts and not (options["offline"] or options["dry_run"]):
        _ready_to_ask()
    run, http, reading = _run(
        workspace, tasks, providers, chosen, client=client, judges=usable, options=options
    )
    sent = models.asked_judges(judges, dry=options["dry_run"])
    if options["dry_run"]:
        asked = models.plan(client) if client else [] if sent else ["text of the manuscript: none"]
        return Outcome(_plan(http, [*sent, *asked]), _failures(failures), code=_FAILED if failures else 0)
    return _outcome(
        workspace,
        run,
        http,
        failures,
        [*reading, *sent, *(models.spent(client) if client else ())],
        require=options["require"],
    )


def _ready_to_ask() -> None:
    """Load what connections need, before the first of them.

    :raises UsageError: it is not installed.
    """
    try:
        import httpx2  # noqa: F401
        import lxml  # noqa: F401
        import stamina
    except ImportError as error:
        raise UsageError(
            f"argcheck verify needs {error.name}: pip install 'argcheck-lint[sources]'"
        ) from None
    stamina.instrumentation.set_on_retry_hooks(())  # it would tell the terminal of every repeated request


def _ready_to_read() -> None:
    """Load what reading texts needs, before the first of them.

    :raises UsageError: it is not installed.
    """
    try:
        import bm25s  # noqa: F401
        import lxml  # noqa: F401
        import pypdfium2  # noqa: F401
        import snowballstemmer  # noqa: F401
    except ImportError as error:
        raise UsageError(
            f"reading the texts of sources needs {error.name}: pip install 'argcheck-lint[sources]'"
        ) from None


def _chosen(providers: Sequence[Provider], options: Options) -> list[Provider]:
    from argcheck.layers import nearest_match

    names = {one.name for one in providers}
    for name in options.providers:
        if name not in names:
            raise UsageError(
                f"sources.providers: there is no provider '{name}'" + nearest_match([name], names)
            )
    return [one for one in providers if not options.providers or one.name in options.providers]


def _host(base: str) -> str:
    from urllib.parse import urlsplit

    return urlsplit(base).hostname or ""


def _run(
    workspace: Workspace,
    tasks: list[Task],
    providers: Sequence[Provider],
    chosen: Options,
    *,
    client: Client | None,
    judges: Judges,
    options: dict[str, Any],
) -> tuple[Run, Http, list[str]]:
    from datetime import UTC, datetime

    from argcheck.cache import Store
    from argcheck.sources.http import MARK, Http
    from argcheck.verdicts import PATH
    from argcheck.verdicts.verify import Verification

    store = common.store_for(options)
    answers = Store(store.folder, _ANSWERS, MARK) if store else None
    asked = chosen._replace(max_age=1) if options["again"] else chosen  # a day: a run that was killed goes on

    async def verify() -> tuple[Run, Http, list[str]]:
        async with Http(asked, answers, offline=options["offline"], dry=options["dry_run"]) as http:
            verification = Verification(
                _nearest(workspace, PATH),
                providers,
                http,
                today=datetime.now(UTC).date(),
                max_age=chosen.max_age,
                again=options["again"],
            )
            if not workspace.settings.quotes:
                verification.unquote()
            run = await verification.run(tasks, _Progress("asked about", quiet=options["dry_run"]))
            if run.interrupted:
                return run, http, []
            reading, interrupted = await _judged(
                workspace, verification, run, client, given=judges, options=options
            )
            return run._replace(interrupted=interrupted), http, reading

    return asyncio.run(verify())


async def _judged(
    workspace: Workspace,
    verification: Verification,
    run: Run,
    client: Client | None,
    *,
    given: Judges,
    options: dict[str, Any],
) -> tuple[list[str], bool]:
    """Judge the citations of sources whose text is at hand; give lines for the summary, and whether it was interrupted."""
    from argcheck.sources.evidence import Bm25, Embedded
    from argcheck.sources.texts import Texts
    from argcheck.verdicts.claims import Claims
    from argcheck.verdicts.claims import summary as claims_summary
    from argcheck.verdicts.committee import Committee, indexes_among
    from argcheck.verdicts.funnel import Funnel, Tools
    from argcheck.verdicts.verify_mentions import MentionVerification

    texts = Texts(verification.http, fetch=options["fetch"])
    sources, problems = {}, dict[str, None]()
    at_hand = await verification.texts_of(run, fetch=options["fetch"])
    if at_hand:
        _ready_to_read()
    for work, places in at_hand.items():
        found = await texts.of(places)
        problems.update(dict.fromkeys(found.problems))
        if found.text is not None:
            sources[work] = found.text
    lines = [f"not read: {one.removeprefix(f'{Path.cwd()}{os.sep}')}" for one in problems]
    judges: list[tuple[Judge, Mapping[str, SourceText | Cited]]] = []
    if sources:
        retrievers = (Bm25(), Embedded(given.embedder)) if given.embedder else ()
        tools = Tools(retrievers, given.reranker, given.entailment, client)
        judges.append((Funnel(tools), sources))
    if sources and client and options["claims"]:
        judges.append((Claims(client), sources))
    sought = verification.without_text(run, sources, fetched=options["fetch"])
    if sought and client and options["committee"]:
        witnesses = Texts(verification.http, fetch=True)
        indexes = indexes_among(verification.providers)
        committee = Committee(client, verification.http, witnesses, indexes, embedder=given.embedder)
        judges.append((committee, sought))
    summary: list[str] = []
    interrupted = False
    try:
        for judge, of_works in judges:
            mentions = MentionVerification(
                verification.file,
                judge,
                today=verification.today,
                max_age=0 if verification.again else verification.max_age,
                quotes=workspace.settings.quotes,
                dry=options["dry_run"],
            )
            doing = f"judged citations ({judge.identity['name']})"
            judged = await mentions.run(
                workspace.documents, of_works, _Progress(doing, quiet=options["dry_run"])
            )
            if isinstance(judge, Claims):
                summary += claims_summary(judged)
            elif isinstance(judge, Committee):
                summary += judged.lines("sources of which only works speak that cite them")
            else:
                summary += judged.summary
            interrupted = judged.interrupted
            if interrupted:
                break
    finally:
        if client:
            await client.close()
    return [*summary, *lines], interrupted


def _nearest(workspace: Workspace, name: str) -> Path:
    """The verdict file in the folder of the paths or in the nearest folder above; a new one is the project's."""
    root = workspace.project.root
    for folder in (workspace.base, *workspace.base.parents):
        if not folder.is_relative_to(root):
            break
        if (folder / name).is_file():
            return folder / name
    return root / name


class _Progress:
    """Says on standard error how far it is."""

    def __init__(self, doing: str, *, quiet: bool) -> None:
        self.doing = doing
        self.quiet = quiet
        self.shown = 0.0

    def __call__(self, done: int, of: int, key: str) -> None:
        if self.quiet:
            return
        if is_terminal(sys.stderr):
            from argcheck.reporters.text import visible

            now = time.monotonic()
            if now - self.shown > 0.1 or done == of:
                self.shown = now
                end = "\n" if done == of else ""
                sys.stderr.write(f"\r\x1b[K{self.doing} {done} of {of}: {visible(key[:40])}{end}")
        elif done % _EVERY == 0 or done == of:
            sys.stderr.write(f"argcheck: {self.doing} {done} of {of}\n")
        sys.stderr.flush()


def _plan(http: Http, asked: Sequence[str]) -> str:
    """What would be sent, at the most: a provider that answers makes later ones needless."""
    hosts = Counter(url.split("/", 3)[2] for url in http.planned)
    asking = f"{len(hosts)} host{'s' if len(hosts) != 1 else ''}"
    lines = [f"would ask {asking}, at most {len(http.planned)} requests; nothing is sent"]
    lines += [f"  {host}: {count}" for host, count in sorted(hosts.items())]
    lines += ["requests:", *(f"  GET {url}" for url in sorted(http.planned))]
    lines += asked
    return _printed(lines)


def _printed(lines: Sequence[str]) -> str:
    """Write lines so that nothing in them moves the cursor or commands a CI runner."""
    from argcheck.reporters.text import for_log, one_line

    return for_log("".join(one_line(line) + "\n" for line in lines))


def _outcome(
    workspace: Workspace,
    run: Run,
    http: Http,
    failures: Sequence[Failure],
    reading: Sequence[str],
    *,
    require: bool,
) -> Outcome:
    unanswered = run.unanswered
    checked = sum(one is not None and one.outcome != "unknown" for one in run.verdicts)
    lines = [f"checked {checked} of {len(run.tasks)} sources"]
    counts = Counter(one.outcome for one in run.verdicts if one is not None)
    meaning = {
        "accessible": "found, with a full text",
        "inaccessible": "found, without a full text",
        "mismatch": "lead to another work than the entry describes",
        "ghost": "in no index that was asked",
        "unknown": "not decided",
    }
    lines += [f"  {counts[name]:>5} {what}" for name, what in meaning.items() if counts[name]]
    noticed = Counter(status for one in run.verdicts if one for status in {n.status for n in one.notices})
    lines += [f"  {count:>5} {status}" for status, count in sorted(noticed.items())]
    differing = sum(bool(one and one.differences and one.outcome != "mismatch") for one in run.verdicts)
    lines += [f"  {differing:>5} differ from the record in a field"] if differing else []
    lines += reading
    lines += _details(workspace, run)
    lines += _undecided(workspace, unanswered)
    lines += [f"no answer from {name}: {why}" for name, why in sorted(run.silent.items())]
    sent = sum(http.requests.values())
    hosts = ", ".join(f"{host} ({count})" for host, count in sorted(http.requests.items()))
    lines.append(f"requests sent: {sent}" + (f", to {hosts}" if hosts else ""))
    code = _UNANSWERED if require and unanswered else 0
    code = max(code, INTERRUPTED if run.interrupted else 0, _FAILED if failures else 0)
    return Outcome(_printed(lines), _failures(failures), code)


def _failures(failures: Sequence[Failure]) -> str:
    return _printed([f"argcheck: {one.message}" for one in failures])


def _details(workspace: Workspace, run: Run) -> list[str]:
    """One line for each thing that is wrong; `argcheck check` reports the same with rules and codes."""
    lines = []
    for task, verdict in zip(run.tasks, run.verdicts, strict=True):
        if verdict is None:
            continue
        head = f"{_place(workspace, task)}: {task.entry.key}: "
        for notice in verdict.notices:
            more = ", ".join(filter(None, (notice.date, notice.doi and f"doi:{notice.doi}", notice.reason)))
            lines.append(f"{head}{notice.status}" + (f" ({more})" if more else ""))
        if verdict.outcome == "ghost":
            lines.append(f"{head}in no index that was asked")
        elif verdict.outcome == "mismatch":
            lines.append(f"{head}another work: {verdict.more.get('detail', '')}")
        else:
            lines += [
                f"{head}{one.field} is '{one.ours}', the record has '{one.theirs}'"
                for one in verdict.differences
            ]
    return lines


def _undecided(workspace: Workspace, unanswered: Sequence[tuple[Task, str]]) -> list[str]:
    """One line for each work that was not decided; where one reason holds for many, a few of them."""
    reasons: dict[str, list[Task]] = {}
    for task, why in unanswered:
        reasons.setdefault(why, []).append(task)
    lines = []
    for why, tasks in reasons.items():
        lines += [f"{_place(workspace, task)}: {task.entry.key}: {why}" for task in tasks[:_SHOWN]]
        if len(tasks) > _SHOWN:
            lines.append(f"... and {len(tasks) - _SHOWN} more: {why}")
    return lines


def _place(workspace: Workspace, task: Task) -> str:
    path, start = task.place
    source = workspace.project.files[path]
    return f"{common.shown(workspace.project.root / path)}:{source.position(start)[0]}"
