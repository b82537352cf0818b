"""``argcheck citations``: the citation map, as data."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import Outcome
from argcheck.commands import common

if TYPE_CHECKING:
    from collections.abc import Mapping

_COLUMNS = ("root", "file", "line", "col", "key", "command", "sentence")


@click.command("citations")
@common.paths_argument
@common.config_options
@click.option(
    "--format", "form", type=click.Choice(["json", "csv", "text"]), default="text", help="Form of the map."
)
def command(paths: tuple[Path, ...], form: str, **options: Any) -> Outcome:
    """Print every citation of PATHS: where it stands, its key, its sentence."""
    from argcheck.citations import citation_map

    places = common.targets(paths)
    settings = common.settings_for(places, options)
    data, manifest = citation_map(places, settings, cwd=Path.cwd(), store=common.store_for(options))
    out = {"json": _json, "csv": _csv, "text": _text}[form](data)
    return Outcome(out, manifest=None if options["no_cache"] else manifest)


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
