"""``argcheck claims``: what sentences assert of their sources beside what the sources assert, as verified."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.archived import reading_archives
from argcheck.cli.outcome import CommandOutcome


@click.command("claims", epilog=parameters.example("claims thesis/"), cls=parameters.DocumentCommand)
@parameters.paths_argument
@parameters.format_option("text", "json", of="list")
@reading_archives
def command(paths: tuple[Path, ...], form: str, **options: Any) -> CommandOutcome:
    """Print the claims of citing sentences, and what sources say.

    Prints what `argcheck verify --llm --claims` stored in .argcheck/verdicts.jsonl, and sends nothing.
    """
    from argcheck.lint.citation_map import claims, mapped

    places = common.targets(paths)
    settings = common.settings_for(places, options)
    data, manifest = mapped(claims, places, settings, cwd=Path.cwd(), store=common.store_for(options))
    out = common.laid_out(data) if form == "json" else _text(data)
    messages = "" if data["documents"] else common.no_document(places)
    return CommandOutcome(out, messages, manifest=None if options["no_cache"] else manifest)


def _text(data: Mapping[str, Any]) -> str:
    lines: list[str] = []
    for document in data["documents"]:
        if not document["claims"]:
            lines.append(f"{document['root']}: nothing is compared: run `argcheck verify --llm --claims`")
            continue
        for citing in document["claims"]:
            lines.append(
                f"{citing['file']}:{citing['line']}:{citing['col']}: {citing['key']}: {' '.join(citing['sentence'].split())}"
            )
            lines += [
                f"    {'supported' if claim['supported'] else 'no match'}: {claim['claim']}"
                for claim in citing["claims"]
            ]
            lines += [f"    left out: {claim['claim']}" for claim in citing["omitted"]]
        for key, (included, relevant) in document["coverage"].items():
            lines.append(f"{key}: {included} of {relevant} claims that matter are included")
        included, relevant = (sum(row[place] for row in document["coverage"].values()) for place in (0, 1))
        lines.append(f"{document['root']}: {included} of {relevant} claims that matter are included")
    return common.printed(lines)
