"""``argcheck citations``: the citation map, as data."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from argcheck.commands import Outcome, common, parameters
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

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


@click.command("citations")
@parameters.paths_argument
@parameters.config_options
@click.option(
    "--format", "form", type=click.Choice(["json", "csv", "text"]), default="text", help="Form of the map."
)
@click.option(
    "--evidence", metavar="KEY", help="Show what its source says to each citation of KEY, as verified."
)
@click.option(
    "--quotations",
    is_flag=True,
    help="Show every quotation and whether it stands so in its source, as verified.",
)
@click.option("--missing", is_flag=True, help="Show the citations that nobody has looked up in the source.")
def command(
    paths: tuple[Path, ...],
    form: str,
    evidence: str | None,
    *,
    quotations: bool,
    missing: bool,
    **options: Any,
) -> Outcome:
    """Print every citation of PATHS: where it stands, its key, its sentence."""
    from argcheck.citations import citation_map, evidence_map, missing_map, quotations_map

    places = common.targets(paths)
    settings = common.settings_for(places, options)
    if quotations:
        if form == "csv" or evidence is not None:
            raise UsageError("--quotations is printed as text or json, and without --evidence")
        data, manifest = quotations_map(places, settings, cwd=Path.cwd(), store=common.store_for(options))
        out = _json(data) if form == "json" else _quotations(data)
        return Outcome(out, manifest=None if options["no_cache"] else manifest)
    if evidence is not None:
        if form == "csv":
            raise UsageError("--evidence is printed as text or json")
        data, manifest = evidence_map(
            places, settings, evidence, cwd=Path.cwd(), store=common.store_for(options)
        )
        return Outcome(
            _json(data) if form == "json" else _evidence(data),
            manifest=None if options["no_cache"] else manifest,
        )
    read = missing_map if missing else citation_map
    data, manifest = read(places, settings, cwd=Path.cwd(), store=common.store_for(options))
    out = {"json": _json, "csv": _csv, "text": _text}[form](data)
    said = "" if data["documents"] else common.no_document(places)
    return Outcome(out, said, manifest=None if options["no_cache"] else manifest)


def _evidence(data: Mapping[str, Any]) -> str:
    from argcheck.reporters.text import for_log, one_line

    lines: list[str] = []
    for document in data["documents"]:
        for one in document["citations"]:
            lines.append(f"{one['file']}:{one['line']}:{one['col']}: {' '.join(one['sentence'].split())}")
            lines += ["    " + line for line in _noted(one["evidence"], fresh=one["fresh"])]
            lines += [f"    looked up: {_SAID[s['says']]} ({s['by']}, {s['date']})" for s in one["looked_up"]]
    return for_log("".join(one_line(line) + "\n" for line in lines))


def _noted(evidence: Mapping[str, Any] | None, *, fresh: bool) -> list[str]:
    """Say what was noted on one citation, its passages nearest first."""
    if evidence is None:
        return ["nothing is noted: run `argcheck verify` with the text of the source at hand"]
    said = evidence["verdict"]
    if "class" in evidence:
        said += f", {evidence['class']} ({evidence['subtype']})"
    if evidence.get("confidence"):
        said += f", confidence {evidence['confidence']:.2f}"
    searched = evidence.get("searched", "")
    lines = [
        f"{said}; by {evidence.get('stage', '?')}"
        + (f", from {_SEARCHED.get(searched, searched)}" if searched else "")
        + ("" if fresh else "; what stands around it was changed since")
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
    from argcheck.reporters.text import for_log, one_line

    lines: list[str] = []
    for document in data["documents"]:
        for one in document["quotations"]:
            said = _QUOTED[one["outcome"]]
            if one["outcome"] == "not-found" and one["searched"] != "full":
                said = "not found in what is at hand of the source"
            lines.append(f"{one['file']}:{one['line']}:{one['col']}: {one['key']}: “{one['text']}”: {said}")
            if one["outcome"] != "verbatim":
                lines += [f"    here “{ours}”, there “{theirs}”" for ours, theirs in one["changes"]]
                lines += [f"    {_place(span)}: {_words(span)}" for span in one["spans"]]
    return for_log("".join(one_line(line) + "\n" for line in lines))


def _place(span: Mapping[str, Any]) -> str:
    place = f"p. {span['page']}" if span.get("page") else f"line {span['line']}" if span.get("line") else "?"
    return place + (" (may be read wrongly)" if span.get("uncertain") else "")


def _words(span: Mapping[str, Any]) -> str:
    return str(span.get("quote") or f"not quoted ({span.get('hash', '')})")


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _csv(data: Mapping[str, Any]) -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, _COLUMNS, lineterminator="\n")
    writer.writeheader()
    for document in data["documents"]:
        writer.writerows({"root": document["root"], **citation} for citation in document["citations"])
    return stream.getvalue()


def _text(data: Mapping[str, Any]) -> str:
    from argcheck.reporters.text import for_log, one_line

    lines = [
        f"{one['file']}:{one['line']}:{one['col']}: {one['key']}: {' '.join(one['sentence'].split())}"
        for document in data["documents"]
        for one in document["citations"]
    ]
    return for_log("".join(one_line(line) + "\n" for line in lines))
