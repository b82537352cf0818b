"""``argcheck citations``: the citation map, as data."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.archived import reading_archives
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.verdict_files import read_paths
from argcheck.errors import UsageError
from argcheck.files.writing import writing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.reading.workspace import Workspace

_SEARCHED = {
    "full": "the full text",
    "abstract": "the abstract",
    "pages": "some pages",
    "witnesses": "works that cite it",
}
_SAID = {
    "supports": "it supports the sentence",
    "partly": "it supports a part",
    "does-not": "it does not support it",
}
_COLUMNS = ("root", "file", "line", "col", "key", "command", "sentence")


@click.command(
    "citations",
    epilog=parameters.example("citations thesis/ --evidence smith2020"),
    cls=parameters.DocumentCommand,
)
@parameters.paths_argument
@parameters.format_option("json", "csv", "text", of="map", default="text")
@click.option(
    "--evidence",
    metavar="KEY",
    help="Show the passages of the source that `argcheck verify` found for each citation of KEY.",
)
@click.option(
    "--quotations",
    is_flag=True,
    help="Show every quotation, and whether `argcheck verify` found it in its source.",
)
@click.option("--missing", is_flag=True, help="Show the citations that nobody has compared with the source.")
@click.option(
    "--page",
    metavar="FILE",
    type=parameters.PATH,
    help="Write an HTML page on which co-authors note what the sources say; with --evidence, only of KEY.",
)
@reading_archives
def command(
    paths: tuple[Path, ...],
    form: str,
    evidence: str | None,
    page: Path | None,
    *,
    quotations: bool,
    missing: bool,
    **options: Any,
) -> CommandOutcome:
    """Print every citation with its place, key and sentence."""
    from argcheck.lint import citation_map

    places = common.targets(paths)
    settings = common.settings_for(places, options)
    if page is not None:
        if quotations or missing or form != "text":
            raise UsageError("--page is written alone, or with --evidence")
        return _page(page, read_paths(paths, options), evidence or "")
    if quotations and (form == "csv" or evidence is not None):
        raise UsageError("--quotations is printed as text or json, and without --evidence")
    if evidence is not None and form == "csv":
        raise UsageError("--evidence is printed as text or json")
    rows: citation_map.Rows = citation_map.missing if missing else citation_map.citations
    text = _text
    if quotations:
        rows, text = citation_map.quotations, _quotations
    elif evidence is not None:
        rows, text = citation_map.evidence(evidence), _evidence
    store = common.store_for(options)
    data, manifest = citation_map.mapped(rows, places, settings, cwd=Path.cwd(), store=store)
    if evidence is not None and not any(document["citations"] for document in data["documents"]):
        raise UsageError(f"no document cites '{evidence}'")
    out = {"json": common.laid_out, "csv": _csv, "text": text}[form](data)
    messages = "" if out or not quotations else "no quotation with a citation was found\n"
    if not data["documents"]:
        messages = common.no_document(places)
    return CommandOutcome(out, messages, manifest=None if options["no_cache"] else manifest)


def _page(file: Path, workspace: Workspace, key: str) -> CommandOutcome:
    from argcheck.lint.reporters.summary import counted
    from argcheck.service.look_up_page import look_up_page

    page = look_up_page(workspace, key)
    with writing(common.shown(file)):
        file.write_text(page, "utf-8", "replace")
    asked = counted(page.count("<article "), "citation")
    return CommandOutcome(err=f"{common.shown(file)}: {asked} to look up\n")


def _evidence(data: Mapping[str, Any]) -> str:
    lines: list[str] = []
    for document in data["documents"]:
        for citation in document["citations"]:
            lines.append(f"{_at(citation)}: {_sentence(citation)}")
            lines += ["    " + line for line in _noted(citation["evidence"], fresh=citation["fresh"])]
            lines += [
                f"    looked up: {_SAID[look_up['says']]} ({look_up['by']}, {look_up['date']})"
                for look_up in citation["looked_up"]
            ]
    return common.printed(lines)


def _noted(evidence: Mapping[str, Any] | None, *, fresh: bool) -> list[str]:
    """Return the lines on the verdict on a citation, its passages nearest first."""
    if evidence is None:
        return ["no passages are stored: run `argcheck verify` with the text of the source on this machine"]
    words = evidence["verdict"]
    if "class" in evidence:
        words += f", {evidence['class']} ({evidence['subtype']})"
    if evidence.get("confidence"):
        words += f", confidence {evidence['confidence']:.2f}"
    searched = evidence.get("searched", "")
    lines = [
        f"{words}; by {evidence.get('stage', '?')}"
        + (f", from {_SEARCHED.get(searched, searched)}" if searched else "")
        + ("" if fresh else "; the text around it changed since")
    ]
    if evidence.get("reason"):
        lines.append(evidence["reason"])
    lines += [f"{_place(span)}: {_words(span)}" for span in evidence.get("spans", ())]
    if evidence.get("would_support"):
        lines.append(f"the source would support: {evidence['would_support']}")
    return lines


_QUOTED = {
    "verbatim": "stands in the source",
    "differs": "differs from the source",
    "not-found": "not found in the source",
    "not-readable": "the text of the source cannot be read",
    "not-at-hand": "no text of the source is at hand: `argcheck verify` reads sources/KEY.*",
}


def _quotations(data: Mapping[str, Any]) -> str:
    lines: list[str] = []
    for document in data["documents"]:
        for quotation in document["quotations"]:
            words = _QUOTED[quotation["outcome"]]
            if quotation["outcome"] == "not-found" and quotation["searched"] != "full":
                words = "not found in the available text of the source"
            lines.append(f"{_at(quotation)}: {quotation['key']}: “{quotation['text']}”: {words}")
            if quotation["outcome"] != "verbatim":
                lines += [f"    here “{ours}”, there “{theirs}”" for ours, theirs in quotation["changes"]]
                lines += [f"    {_place(span)}: {_words(span)}" for span in quotation["spans"]]
    return common.printed(lines)


def _at(row: Mapping[str, Any]) -> str:
    return f"{row['file']}:{row['line']}:{row['col']}"


def _place(span: Mapping[str, Any]) -> str:
    place = f"p. {span['page']}" if span.get("page") else f"line {span['line']}" if span.get("line") else "?"
    return place + (" (may be read wrongly)" if span.get("uncertain") else "")


def _words(span: Mapping[str, Any]) -> str:
    return str(span.get("quote") or f"not quoted ({span.get('hash', '')})")


def _csv(data: Mapping[str, Any]) -> str:
    from argcheck.lint.reporters.lines import for_log, visible

    stream = io.StringIO()
    writer = csv.DictWriter(stream, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for document in data["documents"]:
        rows = ({"root": document["root"], **citation} for citation in document["citations"])
        writer.writerows({name: visible(str(value)) for name, value in row.items()} for row in rows)
    return for_log(stream.getvalue())


def _text(data: Mapping[str, Any]) -> str:
    return common.printed(
        f"{_at(citation)}: {citation['key']}: {_sentence(citation)}"
        for document in data["documents"]
        for citation in document["citations"]
    )


def _sentence(citation: Mapping[str, Any]) -> str:
    return " ".join(citation["sentence"].split()).replace("\ufffc", "⟨…⟩")
