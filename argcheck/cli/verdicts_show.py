"""``argcheck verdicts show``: what was verified, work by work and mention by mention."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.verdict_files import all_verdicts, place_of, read_paths, shown_path
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from argcheck.reading.workspace import Workspace
    from argcheck.verdicts.model import EntryVerdict, MentionVerdict
    from argcheck.verdicts.replay import Verdicts

VERSION = 1
WAY_OUT = "mend or delete them: `argcheck schema verdicts` prints what a line may hold"


@click.command("show", epilog=parameters.example("verdicts show thesis/"), cls=parameters.DocumentCommand)
@parameters.paths_argument
@click.option("--key", "keys", multiple=True, metavar="KEYS", help="Show only these citation keys.")
@click.option(
    "--audit", "audited", metavar="KEY", help="Show all evidence for the verdicts on the citations of KEY."
)
@parameters.format_option("text", "json", of="list")
def show(
    paths: tuple[Path, ...], keys: tuple[str, ...], audited: str | None, form: str, **options: Any
) -> CommandOutcome:
    """List the works that PATHS cite, with verdicts and answers."""
    workspace = read_paths(paths, options)
    if audited is not None:
        from argcheck.cli.verdicts_audit import audit

        return audit(workspace, audited, form)
    wanted = common.words(keys)
    read = all_verdicts(workspace)
    documents = [_shown(verdicts, workspace, wanted) for verdicts in read]
    known = {source["key"] for document in documents for source in document["sources"]}
    if wanted and not known.issuperset(wanted):
        raise UsageError(f"--key: no document cites '{min(set(wanted) - known)}'")
    if form == "json":
        out = common.laid_out({"version": VERSION, "documents": documents})
    else:
        out = common.printed(
            line
            for document in documents
            for line in _listed({**document, "root": shown_path(workspace, document["root"])})
        )
    messages = _not_used(workspace, read) if documents else common.no_document(workspace.paths)
    return CommandOutcome(out, messages, manifest=None if options["no_cache"] else workspace.manifest())


def _not_used(workspace: Workspace, read: Sequence[Verdicts]) -> str:
    """Return the lines of the verdict files that cannot be used, with advice."""
    from argcheck.service.problem_lines import problem_lines

    problems = (problem for verdicts in read for problem in verdicts.problems)
    lines = [*problem_lines(workspace, problems, shown=partial(shown_path, workspace))]
    return common.printed([*lines, f"such lines are kept; {WAY_OUT}"] if lines else lines)


def _shown(verdicts: Verdicts, workspace: Workspace, wanted: list[str]) -> dict[str, Any]:
    """Return the JSON data of a document."""
    from argcheck.verdicts.model import to_data

    sources = [
        {
            "key": entry.key,
            **place_of(workspace, entry.key_span),
            "verdict": to_data(verdict) if verdict else None,
            "stale": bool(verdict and verdicts.stale(verdict, entry)),
            "answers": _answers(verdicts, verdict),
        }
        for entry in verdicts.used
        if not wanted or entry.key in wanted
        for verdict in [verdicts.entry(entry)]
    ]
    mentions = [
        {
            "key": mention.key,
            **place_of(workspace, mention.citation.span),
            "sentence": mention.sentence.text,
            "verdict": to_data(verdict),
            "stale": verdicts.stale(verdict, mention),
            "answers": _answers(verdicts, verdict),
        }
        for mention in verdicts.cited
        if not wanted or mention.key in wanted
        for verdict in verdicts.mentions(mention)[:1]
    ]
    return {"root": verdicts.root, "sources": sources, "mentions": mentions}


def _answers(verdicts: Verdicts, verdict: EntryVerdict | MentionVerdict | None) -> list[dict[str, str]]:
    known = ((matter, verdicts.answer(verdict, matter)) for matter in verdict.matters) if verdict else ()
    return [
        {"matter": matter, "stand": answer.stand, "reason": answer.reason, "date": answer.checked}
        for matter, answer in known
        if answer is not None
    ]


_OUTCOMES = {
    "accessible": "found, with a full text",
    "inaccessible": "found, without a full text",
    "mismatch": "leads to another work",
    "ghost": "in no index that was asked",
    "unknown": "could not be checked",
}


def _listed(document: dict[str, Any]) -> Iterator[str]:
    """Yield the lines on a document."""
    checked = 0
    for source in document["sources"]:
        head = f"{source['file']}:{source['line']}: {source['key']}: "
        verdict = source["verdict"]
        if verdict is None:
            yield f"{head}not verified"
            continue
        checked += verdict["outcome"] != "unknown" and not source["stale"]
        stale = ", before the entry was changed" if source["stale"] else ""
        yield f"{head}{_OUTCOMES[verdict['outcome']]} ({verdict['checked']}{stale})"
        yield from _details(verdict)
        yield from _answer_lines(source["answers"])
    for mention in document["mentions"]:
        verdict = mention["verdict"]
        sure = f", confidence {verdict['confidence']:.2f}" if "confidence" in verdict else ""
        stale = ", before the text was changed" if mention["stale"] else ""
        what = " ".join(filter(None, (verdict["verdict"], verdict.get("class", ""))))
        yield f"{mention['file']}:{mention['line']}:{mention['col']}: {mention['key']}: {what}{sure}{stale}"
        for span in verdict.get("spans", ()):
            place = f"p. {span['page']}" if "page" in span else f"line {span.get('line', 0)}"
            place += " (may be read wrongly)" if span.get("uncertain") else ""
            yield f"    {place}: " + (f"“{span['quote']}”" if "quote" in span else span.get("hash", ""))
        yield from _answer_lines(mention["answers"])
    unknown = any(source["verdict"] is None for source in document["sources"])
    more = "; `argcheck verify` asks about the others" if unknown else ""
    yield f"{document['root']}: verified {checked} of {len(document['sources'])} sources{more}"


def _details(verdict: dict[str, Any]) -> Iterator[str]:
    for notice in verdict.get("notices", ()):
        more = (notice.get("date"), notice.get("reason"), notice.get("doi") and f"doi:{notice['doi']}")
        yield f"    {notice['status']}: {', '.join(filter(None, more))}".rstrip(" :")
    for difference in verdict.get("differences", ()):
        yield f"    {difference['field']}: “{difference['ours']}” here, “{difference['theirs']}” in the record"
    for name, what in (("published_as", "published as"), ("superseded_by", "later version")):
        if name in verdict:
            yield f"    {what} {verdict[name]}"
    if "asked" in verdict:
        yield "    asked: " + ", ".join(f"{name} {answer}" for name, answer in verdict["asked"])


def _answer_lines(answers: list[dict[str, str]]) -> Iterator[str]:
    return (
        f"    {answer['stand']} ({answer['matter']}, {answer['date']}): {answer['reason']}"
        for answer in answers
    )
