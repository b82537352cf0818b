"""Questions as files and answers from files, for the commands that ask a language model."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli.option_bundles import together
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from argcheck.llm.by_hand import GivenAnswers
    from argcheck.llm.client import Client

_OPTIONS = ("prompts_out", "answers_in")
_LISTED = 24  #: most lines that list the files
_MODEL = "by-hand"  #: the default name


#: Adds the options that name the folders.
options_of_files = together(
    click.option(
        "--prompts-out", metavar="DIR", help="Write the questions as files in this folder, and send nothing."
    ),
    click.option(
        "--answers-in",
        metavar="DIR",
        help="Read answers to such files from this folder, and send nothing.",
    ),
)


def is_by_hand(options: dict[str, Any]) -> bool:
    """Whether questions are written to files, or answers read from files; sets the options so that nothing is sent.

    :raises UsageError: both options are given.
    """
    named = [name for name in _OPTIONS if options[name]]
    if len(named) > 1:
        raise UsageError("--prompts-out and --answers-in: one after the other")
    if named:
        options["offline"] = True
        options["llm_model"] = options["llm_model"] or _MODEL
    return bool(named)


def offer_answers(client: Client, folder: str) -> GivenAnswers:
    """Give a client the answers in a folder, and return them.

    :raises UsageError: the folder does not exist.
    """
    from argcheck.llm.by_hand import given_answers

    given = given_answers(Path(folder), client.model)
    client.cache.offered = dict(given.by_key)
    return given


def written(client: Client, folder: str) -> list[str]:
    """Write the questions of a dry client into a folder, and return lines on them.

    :raises UsageError: the folder cannot be written.
    """
    from argcheck.lint.reporters.summary import counted
    from argcheck.llm.by_hand import write_prompts

    questions = write_prompts(Path(folder), client.planned.values(), client.model)
    lines = [
        f"{counted(questions.asked, 'question was', 'questions were')} written into {folder}; nothing is sent"
    ]
    if questions.left:
        lines.append(f"{questions.left} older questions there have no answer and are not asked any more")
    if questions.asked:
        lines.append(
            f"put each answer beside its question as KEY.answer.txt, then give --answers-in {folder}"
        )
    if questions.files:
        listed = [
            line
            for asked, names in questions.files.items()
            for line in (asked, *(f"    {name}" for name in names))
        ]
        lines += listed[:_LISTED]
        if len(listed) > _LISTED:
            lines.append(f"... and {len(listed) - _LISTED} lines more")
    if questions.repeated:
        lines.append(
            "questions with the same text want independent answers: a new chat, or another person, for each"
        )
    return lines


def taken(given: GivenAnswers, client: Client, folder: str) -> list[str]:
    """Return lines on the answers in a folder, and on the questions without one, including follow-up questions."""
    from argcheck.lint.reporters.summary import counted

    idle = len(client.cache.offered)
    lines = [f"{counted(len(given.by_key) - idle, 'answer was', 'answers were')} taken from {folder}"]
    if idle:
        lines.append(
            f"{idle} answers there belong to no question that is asked now: that is decided, or the text or an option changed"
        )
    lines += given.problems
    count = sum(several for _, several in client.planned.values())
    if count:
        noted = counted(count, "question has", "questions have")
        lines.append(f"{noted} no answer yet: --prompts-out {folder} writes them")
    return lines


def next_questions(given: GivenAnswers | None, client: Client, folder: str) -> list[str]:
    """Return a line on how to get the follow-up questions; empty if no answer was used or no question is open."""
    led = given and client.planned and len(given.by_key) > len(client.cache.offered)
    return [f"next: the same with `--prompts-out {folder}` writes what these answers lead to"] if led else []
