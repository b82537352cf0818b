"""``argcheck verdicts``: what was verified, and what the author answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from argcheck.cli import parameters
from argcheck.cli.option_bundles import together
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.pass_command import pass_
from argcheck.cli.verdict_files import all_verdicts, change, place_of, read_paths, shown_path
from argcheck.cli.verdicts_show import show
from argcheck.errors import UsageError
from argcheck.files.grouping import lists_by_key

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.files.diagnostic import Span
    from argcheck.reading.workspace import Workspace
    from argcheck.verdicts.author_answers import AuthorAnswer
    from argcheck.verdicts.model import Judged


@click.group("verdicts", epilog=parameters.example("verdicts show thesis/"))
def command() -> None:
    """Show the verdicts of `argcheck verify`, and answer them.

    The verdicts are in .argcheck/verdicts.jsonl, to be committed.
    """


command.add_command(show)
command.add_command(pass_)


# --- answers


_answer = together(
    click.argument("key"),
    click.argument("reason"),
    parameters.paths_argument,
    click.option(
        "--about", metavar="MATTER", help="Part of the verdict to answer, such as retracted or metadata."
    ),
    click.option("--at", metavar="FILE:LINE", help="Answer only for the citation on this line."),
)


@command.command(
    "accept",
    epilog=parameters.example('verdicts accept smith2020 "the preprint is meant" thesis/'),
    cls=parameters.DocumentCommand,
)
@_answer
def accept(key: str, reason: str, paths: tuple[Path, ...], **options: Any) -> CommandOutcome:
    """Accept a verdict on KEY: it is no longer reported.

    REASON says why it may stay. What a retracted work still carries in the argument is reported all the
    same.
    """
    return _answered("accepted", key, reason, paths, options)


@command.command(
    "dispute",
    epilog=parameters.example('verdicts dispute smith2020 "it exists, in print only" thesis/'),
    cls=parameters.DocumentCommand,
)
@_answer
def dispute(key: str, reason: str, paths: tuple[Path, ...], **options: Any) -> CommandOutcome:
    """Dispute a verdict on KEY: it becomes a note with REASON."""
    return _answered("disputed", key, reason, paths, options)


class _Objection(NamedTuple):
    """A matter of a verdict that can be answered."""

    verdict: Judged
    matter: str
    place: str  #: FILE:LINE
    file: str  #: path of the verdict file


def _answered(
    stand: str, key: str, reason: str, paths: tuple[Path, ...], options: dict[str, Any]
) -> CommandOutcome:
    if not reason.strip():
        raise UsageError("an answer needs a reason: it is what a reader of the report will see")
    workspace = read_paths(paths, options)
    chosen = _chosen(_objections(workspace, key), key, options["about"], options["at"])
    reason = " ".join(reason.split())
    files = lists_by_key((objection.file, _line(objection, key, stand, reason)) for objection in chosen)
    for path, answers in files.items():
        change(workspace, path, lambda file, new=answers: file.with_(new))  # type: ignore[misc]
    matters = ", ".join(dict.fromkeys(objection.matter for objection in chosen))
    return CommandOutcome(
        err=f"{key}: {stand} ({matters}), in {', '.join(shown_path(workspace, path) for path in files)}\n"
    )


def _objections(workspace: Workspace, key: str) -> list[_Objection]:
    """Return the matters of all verdicts on the work of ``key``, its mentions and quotations; UsageError if uncited."""
    objections: list[_Objection] = []
    cited = False
    for verdicts in all_verdicts(workspace):
        seen: list[tuple[Judged, Span]] = []
        seen += [(verdict, entry.key_span) for entry, verdict in verdicts.judged if entry.key == key]
        for mention in verdicts.cited:
            if mention.key == key:
                seen += [(verdict, mention.citation.span) for verdict in verdicts.mentions(mention)[:1]]
        seen += [
            (verdict, quotation.span)
            for quotation, verdict in verdicts.quotations
            if verdict and verdict.cited_as == key
        ]
        cited = cited or any(entry.key == key for entry in verdicts.used)
        for verdict, span in seen:
            where = place_of(workspace, span)
            place, file = f"{where['file']}:{where['line']}", verdicts.place(verdict).path
            objections += [_Objection(verdict, matter, place, file) for matter in verdict.matters]
    if not cited:
        raise UsageError(f"no document cites '{key}'")
    return objections


def _chosen(objections: list[_Objection], key: str, about: str | None, at: str | None) -> list[_Objection]:
    """Return the matter that the options choose, in a list; UsageError unless there is exactly one to answer."""
    if not objections:
        raise UsageError(f"no verdict holds anything against '{key}'")
    kept = [
        objection
        for objection in objections
        if about in (None, objection.matter) and at in (None, objection.place)
    ]
    matters = list(dict.fromkeys(objection.matter for objection in objections))
    if not kept:
        places = ", ".join(dict.fromkeys(objection.place for objection in objections))
        raise UsageError(f"the verdicts on '{key}' are about {', '.join(matters)}, at {places}")
    if len({objection.matter for objection in kept}) > 1:
        raise UsageError(f"there are several things to answer: {', '.join(matters)}; name one by --about")
    if len({objection.verdict.thing for objection in kept}) > 1:
        places = ", ".join(dict.fromkeys(objection.place for objection in kept))
        raise UsageError(f"there are several places to answer for: {places}; name one by --at")
    return kept[:1]


def _line(objection: _Objection, key: str, stand: str, reason: str) -> AuthorAnswer:
    from datetime import UTC, datetime

    from argcheck.verdicts.author_answers import AuthorAnswer
    from argcheck.verdicts.identity import verdict_key
    from argcheck.verdicts.model import EntryVerdict, QuotationVerdict

    verdict = objection.verdict
    sentence = "" if isinstance(verdict, EntryVerdict) else verdict.sentence
    today = datetime.now(UTC).date().isoformat()
    seen = {"of": verdict.key, "about": objection.matter, "stand": stand, "reason": reason, "date": today}
    return AuthorAnswer(
        key=verdict_key("answer", seen),
        work=verdict.work,
        cited_as=key,
        checked=today,
        judge={"name": "author"},
        of_=verdict.key,
        stand=stand,
        reason=reason,
        about=(objection.matter,),
        entry="" if isinstance(verdict, QuotationVerdict) else verdict.entry,
        sentence=sentence,
    )


# --- prune


@command.command("prune", epilog=parameters.example("verdicts prune thesis/"), cls=parameters.DocumentCommand)
@click.argument("path", required=False, type=parameters.PATH)
@click.option("--dry-run", is_flag=True, help="List what would be removed, and change nothing.")
def prune(path: Path | None, *, dry_run: bool, **options: Any) -> CommandOutcome:
    """Remove verdicts that nothing uses.

    These are verdicts on works and sentences that are gone, and those that a later one replaced. All
    documents of the project are read, whatever the PATH; answers stay as long as the work is cited.
    """
    first = read_paths((path,) if path else (), options)
    workspace = read_paths((first.project.root,), options)
    missing = [document.manuscript.root for document in workspace.documents if not _whole(document)]
    missing += [root for root, _ in workspace.unreadable]
    if missing:
        raise UsageError(f"{missing[0]} is not complete, so what it cites is not known; nothing was pruned")
    needed: set[str] = set()
    files: dict[str, int] = {}
    for verdicts in all_verdicts(workspace):
        needed |= verdicts.needed
        files |= {file.path: len(file.verdicts) for file in verdicts.files}
    lines = []
    for name, before in sorted(files.items()):
        if dry_run:
            from argcheck.verdicts.file import read_file

            known = read_file(workspace.project.root / name, name)
            left = sum(verdict.key in needed for verdict in known.verdicts)
        else:
            left = change(workspace, name, lambda file: file.only(lambda line: line.key in needed))
        gone = before - left
        verb = "would go" if dry_run else "taken out"
        lines.append(f"{shown_path(workspace, name)}: {gone} of {before} {verb}\n")
    return CommandOutcome(err="".join(lines) or "there are no verdicts\n")


def _whole(document: Any) -> bool:
    return bool(document.manuscript.complete and document.bibliography.complete)
