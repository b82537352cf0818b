"""``argcheck verdicts``: what was verified, and what the author answers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from argcheck.commands import Outcome, common, parameters
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from argcheck.diagnostic import Span
    from argcheck.verdicts.file import VerdictFile
    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.model import (
        Answer,
        EntryVerdict,
        LookUp,
        MentionVerdict,
        QuotationVerdict,
        Verdict,
    )
    from argcheck.verdicts.replay import Verdicts
    from argcheck.workspace import Workspace

VERSION = 1


@click.group("verdicts")
def command() -> None:
    """Show what `argcheck verify` found of the cited works, and answer it.

    The verdicts are in .argcheck/verdicts.jsonl, to be committed.
    """


# --- show


@command.command("show")
@parameters.paths_argument
@parameters.config_options
@click.option("--key", "keys", multiple=True, metavar="KEYS", help="Show these citation keys only.")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Form of the list."
)
def show(paths: tuple[Path, ...], keys: tuple[str, ...], form: str, **options: Any) -> Outcome:
    """List the works that PATHS cite with what was found of each, and the author's answers."""
    workspace = _read(paths, options)
    wanted = common.words(keys)
    documents = [_shown(one, workspace, wanted) for one in _verdicts(workspace)]
    known = {source["key"] for document in documents for source in document["sources"]}
    if wanted and not known.issuperset(wanted):
        raise UsageError(f"--key: no document cites '{min(set(wanted) - known)}'")
    if form == "json":
        from argcheck.reporters.json_format import dumps

        out = dumps({"version": VERSION, "documents": documents}, indent=2) + "\n"
    else:
        from argcheck.reporters.text import for_log, one_line

        out = for_log("".join(f"{one_line(line)}\n" for one in documents for line in _listed(one)))
    said = "" if documents else common.no_document(workspace.paths)
    return Outcome(out, said, manifest=None if options["no_cache"] else workspace.manifest())


def _shown(verdicts: Verdicts, workspace: Workspace, wanted: list[str]) -> dict[str, Any]:
    """Give one document as the JSON form has it."""
    sources = [
        {
            "key": entry.key,
            **_where(workspace, entry.key_span),
            "verdict": verdict.to_data() if verdict else None,
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
            **_where(workspace, mention.citation.span),
            "sentence": mention.sentence.text,
            "verdict": verdict.to_data(),
            "stale": verdicts.stale(verdict, mention),
            "answers": _answers(verdicts, verdict),
        }
        for mention in verdicts.cited
        if not wanted or mention.key in wanted
        for verdict in verdicts.mentions(mention)[:1]
    ]
    return {"root": verdicts.root, "sources": sources, "mentions": mentions}


def _where(workspace: Workspace, span: Span) -> dict[str, Any]:
    line, column = workspace.project.files[span.path].position(span.start)
    return {"file": common.shown(workspace.project.root / span.path), "line": line, "col": column}


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
    """Write one document for people."""
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
        yield from _said(source["answers"])
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
        yield from _said(mention["answers"])
    yield f"{document['root']}: verified {checked} of {len(document['sources'])} sources"


def _details(verdict: dict[str, Any]) -> Iterator[str]:
    for notice in verdict.get("notices", ()):
        more = (notice.get("date"), notice.get("reason"), notice.get("doi") and f"doi:{notice['doi']}")
        yield f"    {notice['status']}: {', '.join(filter(None, more))}".rstrip(" :")
    for one in verdict.get("differences", ()):
        yield f"    {one['field']}: “{one['ours']}” here, “{one['theirs']}” in the record"
    for name, what in (("published_as", "published as"), ("superseded_by", "later version")):
        if name in verdict:
            yield f"    {what} {verdict[name]}"
    if "asked" in verdict:
        yield "    asked: " + ", ".join(f"{name} {answer}" for name, answer in verdict["asked"])


def _said(answers: list[dict[str, str]]) -> Iterator[str]:
    return (f"    {one['stand']} ({one['matter']}, {one['date']}): {one['reason']}" for one in answers)


# --- answers


def _answer(function: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--at", metavar="FILE:LINE", help="Answer for the citation on this line."),
        click.option("--about", metavar="MATTER", help="Answer this matter, such as retracted or metadata."),
        parameters.config_options,
        parameters.paths_argument,
        click.argument("reason"),
        click.argument("key"),
    ):
        function = option(function)
    return function


@command.command("accept")
@_answer
def accept(key: str, reason: str, paths: tuple[Path, ...], **options: Any) -> Outcome:
    """Say that you know what a verdict on KEY says, and why it may stay: it is reported no more.

    What a retracted work still carries in the argument is reported all the same.
    """
    return _answered("accepted", key, reason, paths, options)


@command.command("dispute")
@_answer
def dispute(key: str, reason: str, paths: tuple[Path, ...], **options: Any) -> Outcome:
    """Say that a verdict on KEY is wrong, and why: the finding becomes a note with your reason."""
    return _answered("disputed", key, reason, paths, options)


class _Open(NamedTuple):
    """One matter of one verdict that can be answered."""

    verdict: EntryVerdict | MentionVerdict | QuotationVerdict
    matter: str
    place: str  #: FILE:LINE
    file: str  #: path of the verdict file


def _answered(stand: str, key: str, reason: str, paths: tuple[Path, ...], options: dict[str, Any]) -> Outcome:
    if not reason.strip():
        raise UsageError("an answer needs a reason: it is what a reader of the report will see")
    workspace = _read(paths, options)
    chosen = _chosen(_open(workspace, key), key, options["about"], options["at"])
    files: dict[str, list[Verdict]] = {}
    for one in chosen:
        files.setdefault(one.file, []).append(_line(one, key, stand, " ".join(reason.split())))
    for path, answers in files.items():
        _write(workspace, path, lambda file, new=answers: file.with_(new))  # type: ignore[misc]
    matters = ", ".join(dict.fromkeys(one.matter for one in chosen))
    return Outcome(
        err=f"{key}: {stand} ({matters}), in {', '.join(_path(workspace, path) for path in files)}\n"
    )


def _open(workspace: Workspace, key: str) -> list[_Open]:
    """Give all that the verdicts hold against the work that ``key`` cites, and against its mentions."""
    found: list[_Open] = []
    cited = False
    for verdicts in _verdicts(workspace):
        seen: list[tuple[EntryVerdict | MentionVerdict | QuotationVerdict, Span]] = []
        seen += [(one, entry.key_span) for entry, one in verdicts.judged if entry.key == key]
        for mention in verdicts.cited:
            if mention.key == key:
                seen += [(one, mention.citation.span) for one in verdicts.mentions(mention)[:1]]
        seen += [
            (one, quotation.span) for quotation, one in verdicts.quotations if one and one.cited_as == key
        ]
        cited = cited or any(entry.key == key for entry in verdicts.used)
        for verdict, span in seen:
            where = _where(workspace, span)
            place, file = f"{where['file']}:{where['line']}", verdicts.place(verdict).path
            found += [_Open(verdict, matter, place, file) for matter in verdict.matters]
    if not cited:
        raise UsageError(f"no document cites '{key}'")
    return found


def _chosen(found: list[_Open], key: str, about: str | None, at: str | None) -> list[_Open]:
    """Take what the options name; without them there must be one thing to answer."""
    if not found:
        raise UsageError(f"no verdict holds anything against '{key}'")
    kept = [one for one in found if about in (None, one.matter) and at in (None, one.place)]
    matters = list(dict.fromkeys(one.matter for one in found))
    if not kept:
        places = ", ".join(dict.fromkeys(one.place for one in found))
        raise UsageError(f"the verdicts on '{key}' are about {', '.join(matters)}, at {places}")
    if len({one.matter for one in kept}) > 1:
        raise UsageError(f"there are several things to answer: {', '.join(matters)}; name one by --about")
    if len({one.verdict.thing for one in kept}) > 1:
        places = ", ".join(dict.fromkeys(one.place for one in kept))
        raise UsageError(f"there are several places to answer for: {places}; name one by --at")
    return kept[:1]


def _line(one: _Open, key: str, stand: str, reason: str) -> Answer:
    from datetime import UTC, datetime

    from argcheck.verdicts.identity import verdict_key
    from argcheck.verdicts.model import Answer, EntryVerdict, QuotationVerdict

    verdict = one.verdict
    sentence = "" if isinstance(verdict, EntryVerdict) else verdict.sentence
    today = datetime.now(UTC).date().isoformat()
    seen = {"of": verdict.key, "about": one.matter, "stand": stand, "reason": reason, "date": today}
    return Answer(
        key=verdict_key("answer", seen),
        work=verdict.work,
        cited_as=key,
        checked=today,
        judge={"name": "author"},
        of_=verdict.key,
        stand=stand,
        reason=reason,
        about=(one.matter,),
        entry="" if isinstance(verdict, QuotationVerdict) else verdict.entry,
        sentence=sentence,
    )


# --- look-ups


@command.command("pass")
@click.argument("key")
@parameters.paths_argument
@parameters.config_options
@click.option("--supports", "says", flag_value="supports", help="The source says what the sentence says.")
@click.option("--partly", "says", flag_value="partly", help="It says a part of it.")
@click.option("--does-not", "says", flag_value="does-not", help="It does not say so.")
@click.option("--at", metavar="FILE:LINE", help="For the citation on this line.")
@click.option("--by", metavar="NAME", help="Who looked it up; else the user name of git.")
def pass_(
    key: str, paths: tuple[Path, ...], says: str | None, at: str | None, by: str | None, **options: Any
) -> Outcome:
    """Note what you found of a citation of KEY when you read the source; it holds until the sentence is reworded."""
    if says is None:
        raise UsageError("say what you found: --supports, --partly or --does-not")
    name = " ".join((by or _user_of_git()).split())
    if not name:
        raise UsageError("git knows no user name here: say by --by who looked it up")
    workspace = _read(paths, options)
    cited = [
        (mention, f"{where['file']}:{where['line']}")
        for verdicts in _verdicts(workspace)
        for mention in verdicts.cited
        if mention.key == key
        for where in [_where(workspace, mention.citation.span)]
    ]
    if not cited:
        raise UsageError(f"no sentence cites '{key}'")
    chosen = [(mention, place) for mention, place in cited if at in (None, place)]
    places = ", ".join(dict.fromkeys(place for _, place in cited))
    if not chosen:
        raise UsageError(f"--at: '{key}' is cited at {places}")
    if len({mention.hash for mention, _ in chosen}) > 1:
        raise UsageError(f"'{key}' is cited at {places}; name one by --at")
    mention, place = chosen[0]
    path = _nearest(workspace)
    line = _look_up(mention, says, name)
    _write(workspace, path, lambda file: file.with_([line]))
    return Outcome(err=f"{place}: {key}: {says}, by {name}, in {_path(workspace, path)}\n")


def _look_up(mention: Mention, says: str, by: str) -> LookUp:
    from datetime import UTC, datetime

    from argcheck.verdicts.identity import entry_hash, verdict_key, work_of
    from argcheck.verdicts.model import LookUp

    work, today = work_of(mention.entry), datetime.now(UTC).date().isoformat()
    key = verdict_key("lookup", {"work": work, "sentence": mention.hash, "by": by})
    judge = {"name": "reader", "by": by}
    entry = entry_hash(mention.entry)
    return LookUp(key, work, mention.key, today, judge, mention.hash, says, entry)


def _user_of_git() -> str:
    """Return the name that git would put under a commit, empty if it has none."""
    import os
    import subprocess

    named = os.environ.get("GIT_AUTHOR_NAME", "")
    if named:
        return named
    try:
        asked = subprocess.run(["git", "config", "user.name"], capture_output=True, check=False, timeout=5)  # noqa: S607 - the user's own git
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return asked.stdout.decode("utf-8", "replace").strip()


def _nearest(workspace: Workspace) -> str:
    """The verdict file beside the paths or in the nearest folder above them; a new one is the project's."""
    from argcheck.verdicts import PATH, places

    base = workspace.project.relative(workspace.base)
    here = list(places(f"{base}/x" if base not in ("", ".") else "x"))
    return next((path for path in here if workspace.project.is_file(path)), PATH)


# --- prune


@command.command("prune")
@click.argument("path", required=False, type=parameters.PATH)
@parameters.config_options
@click.option("--dry-run", is_flag=True, help="Say what would go, and change nothing.")
def prune(path: Path | None, *, dry_run: bool, **options: Any) -> Outcome:
    """Take out verdicts that nothing uses: of works and sentences that are gone, and what a later one replaced.

    All documents of the project are read, whatever the PATH; answers stay as long as the work is cited.
    """
    first = _read((path,) if path else (), options)
    workspace = _read((first.project.root,), options)
    missing = [document.manuscript.root for document in workspace.documents if not _whole(document)]
    missing += [root for root, _ in workspace.unreadable]
    if missing:
        raise UsageError(f"{missing[0]} is not complete, so what it cites is not known; nothing was pruned")
    needed: set[str] = set()
    files: dict[str, int] = {}
    for verdicts in _verdicts(workspace):
        needed |= verdicts.needed
        files |= {file.path: len(file.verdicts) for file in verdicts.files}
    lines = []
    for name, before in sorted(files.items()):
        if dry_run:
            from argcheck.verdicts.file import read_file

            known = read_file(workspace.project.root / name, name)
            left = sum(one.key in needed for one in known.verdicts)
        else:
            left = _write(workspace, name, lambda file: file.only(lambda line: line.key in needed))
        gone = before - left
        verb = "would go" if dry_run else "taken out"
        lines.append(f"{_path(workspace, name)}: {gone} of {before} {verb}\n")
    return Outcome(err="".join(lines) or "there are no verdicts\n")


def _whole(document: Any) -> bool:
    return bool(document.manuscript.complete and document.bibliography.complete)


# --- shared


def _read(paths: tuple[Path, ...], options: dict[str, Any]) -> Workspace:
    from argcheck.workspace import Workspace

    places = common.targets(paths)
    settings = common.settings_for(places, options)
    workspace = Workspace(places, settings, cwd=Path.cwd(), store=common.store_for(options))
    workspace.read()
    workspace.save()
    return workspace


def _verdicts(workspace: Workspace) -> list[Verdicts]:
    from argcheck.verdicts.replay import read_verdicts

    known: dict[str, Any] = {}
    return [read_verdicts(workspace.project, *document, known) for document in workspace.documents]


def _write(workspace: Workspace, path: str, change: Callable[[Any], Any]) -> int:
    """Change a verdict file on the disk; return how many verdicts it holds then."""
    from argcheck.verdicts.file import change_file

    file = workspace.project.root / path

    def changed_file(known: VerdictFile) -> VerdictFile:
        changed: VerdictFile = change(known)
        return changed if workspace.settings.quotes else changed.unquoted()

    try:
        changed = change_file(file, changed_file, path)
    except OSError as error:
        raise UsageError(f"{common.shown(file)}: cannot be written: {error.strerror}") from None
    return len(changed.verdicts)


def _path(workspace: Workspace, path: str) -> str:
    return common.shown(workspace.project.root / path)
