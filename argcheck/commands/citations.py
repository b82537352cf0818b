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
def command(paths: tuple[Path, ...], form: str, evidence: str | None, **options: Any) -> Outcome:
    """Print every citation of PATHS: where it stands, its key, its sentence."""
    from argcheck.citations import citation_map, evidence_map

    places = common.targets(paths)
    settings = common.settings_for(places, options)
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
    data, manifest = citation_map(places, settings, cwd=Path.cwd(), store=common.store_for(options))
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
    for span in evidence.get("spans", ()):
        place = (
            f"p. {span['page']}" if span.get("page") else f"line {span['line']}" if span.get("line") else "?"
        )
        place += " (may be read wrongly)" if span.get("uncertain") else ""
        lines.append(f"{place}: {span.get('quote') or 'not quoted (' + span.get('hash', '') + ')'}")
    if evidence.get("would_support"):
        lines.append(f"the source would support: {evidence['would_support']}")
    return lines


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
