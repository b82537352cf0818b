"""``argcheck interrogate``: ask a model several times what a manuscript argues, and keep what survives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import asking, common, parameters, prompt_files
from argcheck.cli.archived import reading_archives
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.verdict_files import read_paths
from argcheck.service.current_documents import current_documents, left_out
from argcheck.tex.model import InputPlace

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from argcheck.interrogation.loop import Interrogation
    from argcheck.reading.workspace import Workspace

_TEXT = frozenset((InputPlace.FRONT, InputPlace.BODY))  #: places of included files with sentences


@click.command(
    "interrogate", epilog=parameters.example("interrogate thesis/ --dry-run"), cls=parameters.DocumentCommand
)
@parameters.paths_argument
@asking.asking_options
@click.option(
    "--mode",
    type=click.Choice(["academic", "journal", "finance"]),
    default="academic",
    show_default=True,
    help="Kind of text, which decides on the roles of claims.",
)
@reading_archives
def command(paths: tuple[Path, ...], **options: Any) -> CommandOutcome:
    """Ask a language model several times what PATHS argue.

    The readings are independent; disputed claims are checked by further questions, and what is refuted is
    dropped. Sends the text of the manuscript. Writes .argcheck/runs.jsonl, to be committed; `argcheck
    graph --runs all` reads it offline.
    """
    from argcheck.service.interrogating import interrogate

    workspace = read_paths(paths, options)
    if not workspace.documents:
        return CommandOutcome(err=common.no_document(workspace.paths))
    with asking.asking(options) as asked:
        report = interrogate(workspace, asked.client, asking.asked_for(options), asked.consent)
    if not report.agreed:
        return CommandOutcome(err="argcheck: nothing was sent\n")
    results = (line for done in report.documents for line in _lines(done))
    kept = [f"written into {common.shown(file)}" for file in report.files] or ["nothing was written"]
    shown = " ".join(map(common.shown, workspace.paths))
    more = prompt_files.next_questions(asked.given, asked.client, options["answers_in"])
    if more:
        kept += more
    elif report.files:
        kept.append(
            f"next: `argcheck {shown} --select ARG --runs all` checks what was read, `argcheck runs show {shown}` lists it"
        )
    if report.unused:
        kept.append(f"{report.unused} lines there cannot be used, and stay as they are")
    lines = asking.lines_of(asked, options, results, kept)
    code = asking.exit_code(
        options,
        asked.client,
        answered=sum(done.interrogated.answered for done in report.documents),
        unanswered=sum(done.missing for done in report.documents),
    )
    out = common.harmless_lines([*left_out(workspace), *_gaps(workspace), *lines])
    return CommandOutcome(out, code=code)


def _gaps(workspace: Workspace) -> Iterator[str]:
    """Yield a line for each document that includes missing files: the model does not see these."""
    for document in current_documents(workspace):
        names = [
            file.target for file in document.manuscript.missing if file.kind == "text" and file.place in _TEXT
        ]
        if names:
            yield f"{document.manuscript.root}: some of its text is not there, and is not asked about: {', '.join(names)}"


def _asked_again(questions: int) -> str:
    """Return how many questions got no answer, as a line."""
    from argcheck.lint.reporters.summary import counted

    return f"{counted(questions, 'question')} got no answer and {'is' if questions == 1 else 'are'} asked again next time"


_LONGEST = 200  #: characters of a conclusion in the report
_SHOWN = 5  #: claims that no sentence says


def _lines(done: Interrogation) -> Iterator[str]:
    """Yield the lines on the results for a document."""
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import AUTHOR, is_reading
    from argcheck.files.diagnostic import shortened
    from argcheck.lint.reporters.summary import counted
    from argcheck.tex.formula_signs import in_signs

    unanswered = done.answers.unanswered
    if unanswered and not done.interrogated.answered:
        yield f"{done.root}: {done.stopped}; {_asked_again(unanswered)}"
        return
    causes = ", ".join(f"{count} {cause}" for cause, count in sorted(done.answers.dropped.items()))
    if causes and not done.interrogated.answered:
        yield f"{done.root}: no reading is usable: {causes}; they are asked for again next time"
        return
    notes, nodes = done.interrogated.notes, done.interrogated.nodes
    tied = sum(bool(node.sentence) for node in nodes)
    answered = done.interrogated.answered
    came = (
        counted(answered, "run") if answered == len(notes) else f"{answered} of {counted(len(notes), 'run')}"
    )
    yield (
        f"{done.root}: {came}, {counted(len(nodes), 'claim')}, {tied} of them tied to a sentence;"
        f" asked again about {counted(len(done.interrogated.checks), 'disputed claim')}; {done.stopped}"
    )
    if causes:
        yield f"    answers that could not be used: {causes}"
    if unanswered:
        yield f"    {_asked_again(unanswered)}"
    macros = done.graph.layout.manuscript.formula_macros if isinstance(done.graph, ManuscriptGraph) else {}
    for name, width in done.widths.items():
        node = done.graph.nodes[name]
        readings = sum(map(is_reading, node.run_ids))
        if not readings and AUTHOR not in node.run_ids:
            continue  # by its place alone
        routes = counted(width, "independent route")
        text = shortened(in_signs(node.text, macros), _LONGEST)
        yield f"    conclusion in {readings} of {done.interrogated.answered} runs, {routes}: {text}"
    untied = [node.claim for node in nodes if not node.sentence]
    yield from (f"    left out, as its sentence does not say it: {claim}" for claim in untied[:_SHOWN])
    if len(untied) > _SHOWN:
        yield f"    and {len(untied) - _SHOWN} more"
    for check in done.interrogated.checks:
        yield f"    {check.verdict}: {check.claim} ({check.reason})"
    for name in done.disputed:
        yield f"    still disputed: {done.graph.nodes[name].text}"
