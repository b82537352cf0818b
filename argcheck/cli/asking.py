"""Helpers of the commands that ask a model about claims: their options and their client."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from argcheck.cli import models, planned, prompt_files
from argcheck.cli.option_bundles import together
from argcheck.cli.progress import ProgressBar

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.interrogation.subjects import InterrogationOptions
    from argcheck.llm.by_hand import GivenAnswers
    from argcheck.llm.client import Client
    from argcheck.llm.model import Consent, Question

UNANSWERED = 4  #: exit code if a required answer is missing


#: Adds the options for the model, its cost, and whether anything is sent.
common_options = together(
    models.endpoint_options,
    click.option("--dry-run", is_flag=True, help="Print what would be sent, and send nothing."),
    click.option("--offline", is_flag=True, help="Use stored answers only, and send nothing."),
    click.option(
        "--require", is_flag=True, help="Exit with 4 if any question got no answer; default: if none got one."
    ),
    prompt_files.options_of_files,
    click.option("--timeout", type=click.IntRange(1), metavar="SECONDS", help="Time limit for an answer."),
)
#: Adds the options of a command that asks a model several times and joins the answers.
asking_options = together(
    click.option(
        "--runs",
        type=click.IntRange(1, 50),
        metavar="N",
        default=6,
        show_default=True,
        help="Number of independent readings.",
    ),
    click.option(
        "--min-width",
        type=click.IntRange(1),
        metavar="N",
        default=2,
        show_default=True,
        help="Independent routes of support with which a conclusion needs no more checks.",
    ),
    click.option(
        "--temperature",
        type=click.FloatRange(0, 2),
        metavar="T",
        default=0.8,
        show_default=True,
        help="Temperature of the model.",
    ),
    click.option(
        "--checks",
        type=click.IntRange(0),
        metavar="N",
        default=20,
        show_default=True,
        help="Limit on calls that check disputed claims: a claim takes three, and three more if it is decided, or five if it is refuted.",
    ),
    click.option(
        "--max-nodes",
        type=click.IntRange(1, 200),
        metavar="N",
        default=16,
        show_default=True,
        help="Limit on claims in one answer.",
    ),
    common_options,
)


def asked_for(options: dict[str, Any]) -> InterrogationOptions:
    """Return the options of an interrogation, with its default mode for a command without the option ``mode``."""
    from argcheck.interrogation.subjects import InterrogationOptions

    asked = InterrogationOptions(
        options["runs"],
        options["min_width"],
        options["temperature"],
        options["checks"],
        max_nodes=options["max_nodes"],
    )
    return asked._replace(mode=options.get("mode", asked.mode))


class Asking(NamedTuple):
    """The client of a command, with answers from files and the consent of the user."""

    client: Client
    given: GivenAnswers | None  #: answers from files
    consent: Consent | None  #: receives the questions, and returns whether they may be asked


def exit_code(options: dict[str, Any], client: Client, *, answered: int, unanswered: int) -> int:
    """Return the exit code of a command that asks: 4 if a required answer is missing, or all are; else 0.

    :param answered: number of answers or results, including cached ones.
    :param unanswered: number of questions without an answer; those with an unusable one are known to the client.
    """
    missing = unanswered or client.left_unanswered
    asks = not (options["dry_run"] or options["prompts_out"])
    return UNANSWERED if missing and (options["require"] or (asks and not answered)) else 0


@contextmanager
def asking(options: dict[str, Any]) -> Iterator[Asking]:
    """Yield the client for a command; the number of answers is shown once the user has agreed.

    :raises UsageError: options contradict each other, there is no consent and no terminal, or `client_of` or
        `offer_answers` raises.
    """
    from argcheck.cli.consent import consent_of
    from argcheck.verdicts.judging import Judges

    client, given = _client(options)
    agreed = consent_of({**options, "committee": False}, client if client.endpoint else None, Judges())
    with _progress_of(client, agreed) as consent:
        yield Asking(client, given, consent)


def lines_of(
    asked: Asking, options: dict[str, Any], results: Iterable[str], kept: Iterable[str]
) -> list[str]:
    """Return the lines on files with questions or answers, on a dry run, or on results and cost.

    :param results: lines on the results, if anything was asked.
    :param kept: lines on where they were written.
    """
    client, given = asked.client, asked.given
    lines = prompt_files.taken(given, client, options["answers_in"]) if given else []
    if options["prompts_out"]:
        return lines + prompt_files.written(client, options["prompts_out"])
    if options["dry_run"]:
        return lines + planned.plan(client)
    return [*lines, *results, *models.spent(client), *kept]


@contextmanager
def _progress_of(client: Client, agreed: Consent | None) -> Iterator[Consent | None]:
    """Show the number of answers once the user has agreed; yields the consent to use instead of ``agreed``."""

    def progress() -> tuple[str, int, int]:
        done = client.counts["asked"]
        return "answers", done, done + client.waiting

    def consent(planned: Sequence[tuple[Question, int]]) -> bool:
        yes = agreed is None or agreed(planned)
        bar.start()
        return yes

    bar = ProgressBar(asked=progress)
    try:
        yield consent if agreed else None
    finally:
        bar.stop()


def _client(options: dict[str, Any]) -> tuple[Client, GivenAnswers | None]:
    """Return the client, and the answers from files.

    :raises UsageError: options contradict each other, or `client_of` or `offer_answers` raises.
    """
    if not prompt_files.is_by_hand(options):
        return models.client_of(options, dry=options["dry_run"]), None
    client = models.client_of(options, dry=bool(options["prompts_out"] or options["dry_run"]))
    folder = options["answers_in"]
    return client, prompt_files.offer_answers(client, folder) if folder else None
