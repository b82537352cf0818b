"""``argcheck ask``: a question about documents, asked several times, and what survives as its answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import asking, common, models, parameters, planned, prompt_files
from argcheck.cli.outcome import CommandOutcome
from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from pathlib import Path


@click.command(
    "ask", epilog=parameters.example('ask "Do fences slow dunes?" --documents sources/ --max-cost 0.20')
)
@click.argument("question")
@click.option(
    "--documents",
    type=parameters.PATH,
    required=True,
    metavar="DIR",
    help="Folder of the documents: text, Markdown, LaTeX, HTML, JATS, PDF.",
)
@click.option(
    "--language",
    type=click.Choice(vocabulary.codes()),
    default="en",
    show_default=True,
    help="Language of the documents.",
)
@parameters.format_option("markdown", "json", of="report")
@asking.asking_options
def command(question: str, documents: Path, language: str, form: str, **options: Any) -> CommandOutcome:
    """Answer QUESTION from documents, with a language model.

    Asks several times, and ranks the conclusions of the answers. Sends the text of the documents. The
    report quotes the passages that each conclusion rests on, and lists what the documents do not support,
    what is left out, and which claims were refuted.
    """
    from argcheck.service.answering import as_data, as_markdown, ask

    with asking.asking(options) as (client, given, consent):
        answer = ask(question, documents, client, asking.asked_for(options), consent, language=language)
    if answer is None:
        return CommandOutcome(err="argcheck: nothing was sent\n")
    lines = prompt_files.taken(given, client, options["answers_in"]) if given else []
    out = ""
    if options["prompts_out"]:
        lines += prompt_files.written(client, options["prompts_out"])
    elif options["dry_run"]:
        out = "".join(f"{line}\n" for line in planned.plan(client))
    else:
        lines += [*models.spent(client), *prompt_files.next_questions(given, client, options["answers_in"])]
        out = common.laid_out(as_data(answer, client)) if form == "json" else as_markdown(answer, client)
    done = answer.interrogation
    code = asking.exit_code(options, client, answered=done.interrogated.answered, unanswered=done.missing)
    err = common.harmless_lines(lines)
    shown = out if form == "json" and not options["dry_run"] else common.harmless(out)
    return CommandOutcome(shown, err, code=code)
