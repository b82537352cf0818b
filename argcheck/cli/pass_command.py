"""``argcheck verdicts pass``: what people found who read a source."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from argcheck.cli import common, parameters
from argcheck.cli.outcome import CommandOutcome
from argcheck.cli.verdict_files import all_verdicts, change, place_of, read_paths, shown_path, verdict_path
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from argcheck.reading.workspace import Workspace
    from argcheck.verdicts.mentions import Mention


@click.command(
    "pass",
    epilog=parameters.example("verdicts pass smith2020 --supports --at thesis/main.tex:40"),
    cls=parameters.DocumentCommand,
)
@click.argument("key", required=False)
@parameters.paths_argument
@click.option("--supports", "says", flag_value="supports", help="The source says what the sentence says.")
@click.option("--partly", "says", flag_value="partly", help="The source says a part of it.")
@click.option("--does-not", "says", flag_value="does-not", help="The source does not say it.")
@click.option("--at", metavar="FILE:LINE", help="Record it for the citation on this line.")
@click.option("--by", metavar="NAME", help="Name of the reader; default: the user name of git.")
@click.option(
    "--from",
    "saved",
    metavar="FILE",
    type=parameters.PATH,
    help="Import what co-authors saved on a page of `argcheck citations --page`; without KEY.",
)
def pass_(
    key: str | None,
    paths: tuple[Path, ...],
    *,
    says: str | None,
    at: str | None,
    by: str | None,
    saved: Path | None,
    **options: Any,
) -> CommandOutcome:
    """Record what a source says to a citation of KEY.

    The record holds until the sentence is reworded.
    """
    from datetime import UTC, datetime

    from argcheck.verdicts.look_ups import look_up

    if saved is not None:
        if says or at or by:
            raise UsageError("--from takes answers, places and names from FILE; give it alone")
        return _taken_in(saved, read_paths((Path(key), *paths) if key else paths, options))
    if key is None:
        raise UsageError("name the KEY that was looked up, or a FILE of look-ups by --from")
    if says is None:
        raise UsageError("say what you found: --supports, --partly or --does-not")
    name = " ".join((by or _user_of_git()).split())
    if not name:
        raise UsageError("git knows no user name here: say by --by who looked it up")
    workspace = read_paths(paths, options)
    mention, place = _looked_up(workspace, key, at)
    path = verdict_path(workspace)
    line = look_up(mention, says, name, datetime.now(UTC).date())
    change(workspace, path, lambda file: file.with_([line]))
    return CommandOutcome(err=f"{place}: {key}: {says}, by {name}, in {shown_path(workspace, path)}\n")


def _looked_up(workspace: Workspace, key: str, at: str | None) -> tuple[Mention, str]:
    """Return the citation of ``key``, the only one or that at the place ``at``, and its place."""
    cited = [
        (mention, f"{where['file']}:{where['line']}")
        for verdicts in all_verdicts(workspace)
        for mention in verdicts.cited
        if mention.key == key
        for where in [place_of(workspace, mention.citation.span)]
    ]
    if not cited:
        raise UsageError(f"no sentence cites '{key}'")
    chosen = [(mention, place) for mention, place in cited if at in (None, place)]
    places = ", ".join(dict.fromkeys(place for _, place in cited))
    if not chosen:
        raise UsageError(f"--at: '{key}' is cited at {places}")
    if len({mention.hash for mention, _ in chosen}) > 1:
        raise UsageError(f"'{key}' is cited at {places}; name one by --at")
    return chosen[0]


def _taken_in(saved: Path, workspace: Workspace) -> CommandOutcome:
    """Add saved look-ups to the verdict file; of those by the same reader on the same sentence the latest counts."""
    from datetime import UTC, datetime

    from argcheck.verdicts.fields import VerdictError
    from argcheck.verdicts.file import read_file
    from argcheck.verdicts.look_ups import gathered

    name = common.shown(saved)
    try:
        text = saved.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{name}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name}: this is no text in UTF-8; give the file that the page saved") from None
    path = verdict_path(workspace)
    mentions = [mention for verdicts in all_verdicts(workspace) for mention in verdicts.cited]
    known = read_file(workspace.project.root / path, path)
    try:
        new = gathered(text, mentions, known, today=datetime.now(UTC).date())
    except VerdictError as error:
        raise UsageError(f"{name}: {error}; give the file that the page saved") from None
    if new.taken:
        change(workspace, path, lambda file: file.with_(new.taken))
    lines = [f"{len(new.taken)} look-ups taken into {shown_path(workspace, path)}"]
    if new.reworded:
        lines.append(f"{new.reworded} on sentences that were reworded since")
    if new.older:
        lines.append(f"{new.older} older than one that is there")
    return CommandOutcome(err=common.harmless("; ".join(lines) + "\n"))


def _user_of_git() -> str:
    """Return the user name of git; empty if it has none."""
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
