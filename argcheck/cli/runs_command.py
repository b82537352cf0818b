"""``argcheck runs``: the claims that models have read in a manuscript, and what the author says to each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.option_bundles import together
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.verdict_files import place_of, read_paths
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from argcheck.interrogation.runs_file import AuthorWord
    from argcheck.reading.workspace import Workspace
    from argcheck.service.author_words import ReadClaim

VERSION = 1
#: The same as in `argcheck.argument.model`, which is not imported for ``--help``.
_KINDS = ("given", "inference", "assumption", "conclusion")
_ROLES = (
    "evidence", "result", "method", "context", "assumption", "conclusion", "hypothesis", "claim", "counterevidence",
    "limitation",
)  # fmt: skip


@click.group("runs", epilog=parameters.example("runs show thesis/"))
def command() -> None:
    """List claims that a model read, and accept or correct them.

    Claims and answers are in .argcheck/runs.jsonl, to be committed; a later interrogation keeps your
    answers.
    """


_answer = together(click.argument("name", metavar="ID"), parameters.paths_argument)


@command.command("show", epilog=parameters.example("runs show thesis/"), cls=parameters.DocumentCommand)
@parameters.paths_argument
@parameters.format_option("text", "json", of="list")
def show(paths: tuple[Path, ...], form: str, **options: Any) -> CommandOutcome:
    """List the claims that models read in PATHS.

    Shows in how many readings each claim occurs, the outcome of its check, and your answer.
    """
    from argcheck.service.author_words import claims_read, unusable

    workspace = read_paths(paths, options)
    claims = [claim for document in workspace.documents for claim in claims_read(workspace, document)]
    if form == "json":
        data = {"version": VERSION, "claims": [_data(workspace, claim) for claim in claims]}
        out = common.laid_out(data)
    else:
        out = common.harmless_lines(line for claim in claims for line in _lines(workspace, claim))
    messages = "" if workspace.documents else common.no_document(workspace.paths)
    problems = common.harmless_lines(unusable(workspace))
    if workspace.documents and not claims and not problems:
        messages = "nothing was read there; `argcheck interrogate` asks a model\n"
    return CommandOutcome(out, messages + problems)


@command.command(
    "accept", epilog=parameters.example("runs accept cl:dunes thesis/"), cls=parameters.DocumentCommand
)
@_answer
@click.option("--reason", default="", metavar="TEXT", help="Reason, for readers of the file.")
def accept(name: str, paths: tuple[Path, ...], reason: str, **options: Any) -> CommandOutcome:
    """Accept the claim ID as it was read.

    ID is one that `argcheck runs show` lists, or FILE:LINE.
    """
    return _kept(name, paths, options, lambda claim: _word(claim, "accepted", reason=reason))


@command.command(
    "edit",
    epilog=parameters.example("runs edit thesis/main.tex:40 --role method thesis/"),
    cls=parameters.DocumentCommand,
)
@_answer
@click.option("--claim", metavar="TEXT", help="The corrected claim.")
@click.option("--kind", type=click.Choice(_KINDS), help="Kind of the claim in the argument.")
@click.option("--role", type=click.Choice(_ROLES), help="Role of the claim in the text.")
@click.option("--reason", default="", metavar="TEXT", help="Reason, for readers of the file.")
def edit(name: str, paths: tuple[Path, ...], reason: str, **options: Any) -> CommandOutcome:
    """Correct the claim ID.

    Your text, kind and role replace those of all readings. ID is one that `argcheck runs show` lists, or
    FILE:LINE.
    """
    changed = {part: options.pop(part) for part in ("claim", "kind", "role")}
    if not any(part is not None for part in changed.values()):
        raise UsageError("say what to change: --claim, --kind or --role")
    return _kept(name, paths, options, lambda known: _word(known, "edited", reason=reason, **changed))


@command.command(
    "dispute",
    epilog=parameters.example('runs dispute cl:dunes --reason "the text says may" thesis/'),
    cls=parameters.DocumentCommand,
)
@_answer
@click.option("--reason", required=True, metavar="TEXT", help="Reason, for readers of the file.")
def dispute(name: str, paths: tuple[Path, ...], reason: str, **options: Any) -> CommandOutcome:
    """Dispute the claim ID: the manuscript does not make it.

    The claim leaves the graph, and models are not asked about it again. ID is one that `argcheck runs
    show` lists, or FILE:LINE.
    """
    if not reason.strip():
        raise UsageError("a dispute needs a reason: readers of the file see it")
    return _kept(name, paths, options, lambda claim: _word(claim, "disputed", reason=reason))


@command.command(
    "forget", epilog=parameters.example("runs forget cl:dunes thesis/"), cls=parameters.DocumentCommand
)
@_answer
def forget(name: str, paths: tuple[Path, ...], **options: Any) -> CommandOutcome:
    """Withdraw your answer to the claim ID."""
    return _kept(name, paths, options, lambda _: None)


def _kept(
    name: str, paths: tuple[Path, ...], options: dict[str, Any], say: Callable[[ReadClaim], AuthorWord | None]
) -> CommandOutcome:
    from argcheck.service.author_words import claim_called, keep_word, unusable

    workspace = read_paths(paths, options)
    problems = unusable(workspace)
    try:
        claim = claim_called(workspace, name)
    except UsageError as error:
        raise UsageError(f"{error}\n{common.harmless_lines(problems)}".rstrip()) from None
    word = say(claim)
    file = keep_word(workspace, claim, word)
    if problems:  # the answer may have resolved some
        problems = unusable(read_paths(paths, options))
    done = f"{word.stand}: {word.claim}" if word else f"answer withdrawn: {claim.claim}"
    return CommandOutcome(
        err=common.harmless(f"{done}\nwritten into {common.shown(file)}\n") + common.harmless_lines(problems)
    )


def _word(read: ReadClaim, stand: str, *, reason: str, **changed: str | None) -> AuthorWord:
    from argcheck.interrogation.runs_file import AuthorWord

    base = read.word if read.word and stand == "edited" else read  # earlier edits are kept
    said = {name: value for name, value in changed.items() if value is not None}
    claim, kind, role = (said.get(name, getattr(base, name)) for name in ("claim", "kind", "role"))
    return AuthorWord(read.sentence, stand, " ".join(claim.split()), kind, role, " ".join(reason.split()))


def _data(workspace: Workspace, claim: ReadClaim) -> dict[str, Any]:
    check, word = claim.check, claim.word
    return {
        "document": claim.root,
        "id": claim.ids[0],
        "ids": list(claim.ids),
        **place_of(workspace, claim.span),
        "claim": claim.claim,
        "kind": claim.kind,
        "role": claim.role,
        "readings": claim.readings,
        "of": claim.of,
        "check": {"verdict": check.verdict, "reason": check.reason} if check else None,
        "author": word._asdict() if word else None,
    }


def _lines(workspace: Workspace, claim: ReadClaim) -> Iterator[str]:
    place = place_of(workspace, claim.span)
    yield (
        f"{place['file']}:{place['line']}:{place['col']}: {claim.ids[0]} ({claim.kind}, {claim.role};"
        f" in {claim.readings} of {claim.of} readings): {claim.claim}"
    )
    if claim.check:
        yield f"    asked again: {claim.check.verdict} ({claim.check.reason})"
    if claim.word:
        because = f" ({claim.word.reason})" if claim.word.reason else ""
        now = f" ({claim.word.kind}, {claim.word.role}): {claim.word.claim}"
        yield f"    {claim.word.stand} by the author{because}{now if claim.word.stand == 'edited' else ''}"
