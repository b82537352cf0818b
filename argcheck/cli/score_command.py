"""``argcheck score``: how far the argument of each document can be trusted, with how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from argcheck.cli import asking, common, parameters
from argcheck.cli.archived import reading_archives
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from argcheck.reading.workspace import Workspace
    from argcheck.service.rating_claims import DocumentRatings


#: Options that say how a model is asked.
_OF_MODELS = (
    "dry_run", "offline", "require", "prompts_out", "answers_in", "llm_base_url", "llm_model", "max_calls", "max_tokens",
    "max_cost", "price", "yes", "timeout",
)  # fmt: skip


@click.command(
    "score", epilog=parameters.example("score thesis/ --fail-under 0.5"), cls=parameters.DocumentCommand
)
@parameters.paths_argument
@parameters.format_option("text", "json", of="answer")
@click.option(
    "--runs",
    metavar="RUNS",
    default="author,structure",
    show_default=True,
    help="Sources of claims: author, structure, cues, models, or all; readings of models are scored one by one, too.",
)
@click.option(
    "--trials",
    type=click.IntRange(1, 1000),
    metavar="N",
    default=8,
    show_default=True,
    help="Number of variations of the weights, for the interval.",
)
@click.option(
    "--seed", type=int, metavar="N", default=0, show_default=True, help="Seed of the random variation."
)
@click.option(
    "--fail-under",
    metavar="SCORE",
    type=click.FloatRange(0, 1),
    help="Exit with 1 if a document has a lower score, or none.",
)
@click.option(
    "--features", metavar="DIR", type=parameters.PATH, help="Write the features of the scores as tables."
)
@click.option("--parquet", is_flag=True, help="With --features: write Parquet instead of JSON.")
@click.option("--llm", is_flag=True, help="First ask a language model to rate the claims.")
@click.option(
    "--samples",
    type=click.IntRange(1, 20),
    metavar="N",
    default=3,
    show_default=True,
    help="With --llm: number of independent ratings of each claim.",
)
@asking.common_options
@reading_archives
def command(paths: tuple[Path, ...], form: str, **options: Any) -> CommandOutcome:
    """Compute a score of trust in the argument of PATHS.

    Prints a score, its interval and the metrics it is made of. Metrics come from committed verdicts, from
    the structure of the argument, from .argcheck/metrics.csv, and from ratings by a model (--llm) in
    .argcheck/runs.jsonl; unknown ones stay unknown. Only --llm sends text of the manuscript and of
    sources.
    """
    from argcheck.audit.parquet import pyarrow
    from argcheck.service.scored_documents import lines_of, scores_of

    if options["parquet"] and not options["features"]:
        raise UsageError("--parquet needs --features DIR")
    # flags that are not given are False, and a limit may be 0
    needless = [name for name in _OF_MODELS if options[name] is not None and options[name] is not False]
    if needless and not options["llm"]:
        raise UsageError(f"--{needless[0].replace('_', '-')} needs --llm: a model rates claims only then")
    workspace = common.read_paths(paths, options)
    runs = common.runs(options["runs"])
    rating = _rated(workspace, runs, options) if options["llm"] else None
    if rating is not None and (options["dry_run"] or options["prompts_out"]):
        return CommandOutcome(common.harmless_lines(rating.lines))
    if rating is not None:
        # a new workspace reads the ratings that were written
        workspace = common.workspace_for(workspace.paths, workspace.settings, options)
        workspace.read()
    documents, problems = scores_of(workspace, runs, trials=options["trials"], seed=options["seed"])
    if form == "json":
        data = {"version": 1, "documents": [document.to_data() for document in documents]}
        out = common.laid_out(data)
    else:
        told = [line for document in documents for line in lines_of(document)]
        if any(document.unannotated for document in documents):
            told += _next_steps(" ".join(map(common.shown, workspace.paths)))
        out = common.fitting("".join(f"{line}\n" for line in told))
    if options["features"]:
        from argcheck.service.score_features import tables_of, write_tables

        tables = tables_of(documents, seed=options["seed"])
        write_tables(tables, options["features"], pyarrow() if options["parquet"] else None)
    messages = common.harmless_lines(problems)
    if not documents:
        messages = common.no_document(workspace.paths)
    if rating is not None:
        messages += common.harmless_lines(rating.lines)
    least = options["fail_under"]
    failing = least is not None and any(document.fails(least) for document in documents)
    fresh = options["no_cache"] or options["features"] or rating is not None
    return CommandOutcome(
        out,
        messages,
        code=(rating.code if rating is not None else 0) or int(failing),
        manifest=None if fresh else workspace.manifest(),
    )


def _next_steps(paths: str) -> Iterator[str]:
    """Yield the next steps towards a score of a text without annotations."""
    yield "a score needs a hypothesis or question and the conclusion that answers it, which argcheck does not guess; either"
    yield f"    `argcheck graph {paths} --suggest`"
    yield "    proposes annotations to paste; one of `% argcheck: hypothesis id=NAME uses=ANSWER` is yours to add; or"
    yield f"    `argcheck interrogate {paths} --prompts-out questions`"
    yield "    writes questions for any chat window, no key needed; then"
    yield f"    `argcheck interrogate {paths} --answers-in questions`"
    yield f"    `argcheck score {paths} --runs all`"


class _Rating(NamedTuple):
    """The result of a rating by a model."""

    lines: list[str]
    code: int  #: exit code: 0, or 4 if an answer is missing


def _rated(workspace: Workspace, runs: Collection[str], options: dict[str, Any]) -> _Rating:
    """Let a model rate the claims of the documents, and return the result."""
    from argcheck.service.rating_claims import rate_claims

    with asking.asking(options) as asked:
        report = rate_claims(workspace, runs, asked.client, options["samples"], asked.consent)
    if not report.agreed:
        return _Rating(["nothing was sent"], 0)
    unread = [f"texts of sources are not shown: {report.unread}"] if report.unread else []
    results = (line for done in report.documents for line in _lines(done))
    kept = [f"written into {common.shown(file)}" for file in report.files]
    lines = [*unread, *asking.lines_of(asked, options, results, kept)]
    code = asking.exit_code(
        options,
        asked.client,
        answered=sum(len(done.outcome.ratings) for done in report.documents),
        unanswered=sum(done.outcome.unanswered for done in report.documents),
    )
    return _Rating(lines, code)


def _lines(done: DocumentRatings) -> Iterator[str]:
    """Yield the lines on the ratings of a document."""
    from argcheck.lint.reporters.summary import counted

    outcome = done.outcome
    rated = len({rating.sentence for rating in outcome.ratings})
    yield (
        f"{done.root}: {rated} of {counted(done.claims, 'claim')} between hypotheses and conclusions rated"
        if done.claims
        else f"{done.root}: nothing to rate, as no hypothesis reaches a conclusion, or support goes in a circle"
    )
    causes = ", ".join(f"{count} {cause}" for cause, count in sorted(outcome.left_out.items()))
    if causes:
        yield f"    left out: {causes}"
    if outcome.unanswered:
        yield f"    {outcome.unanswered} questions got no answer and are asked again next time"
    if outcome.stopped:
        yield f"    {outcome.stopped}"
