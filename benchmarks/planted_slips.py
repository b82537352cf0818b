"""Count the slips that argcheck names, of those planted by hand in papers.

`python benchmarks/planted_slips.py CHECKOUTS` copies papers, edits them as `planted_slips.csv` says, one to five slips each,
checks each paper with all of them in it, and counts the slips that an error or a warning names at their line.
What is not in `CHECKOUTS` (as `owner+name`) is fetched with git.  Papers were taken in the order of a hash of their
names, and the slips written before anybody looked at what argcheck says of them.
"""

from __future__ import annotations

import argparse
import csv
import json
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from unseen import fetched

if TYPE_CHECKING:
    from collections.abc import Iterable

LIST = Path(__file__).with_name("planted_slips.csv")


class Slip(NamedTuple):
    """One edit of a paper; without rules it only belongs to another slip."""

    repository: str  #: owner/name
    commit: str
    file: str
    line: int  #: of the file as it was
    old: str  #: what stands in that line
    new: str
    slip: str  #: what went wrong, in words
    rules: list[str]  #: any of these names it
    places: list[tuple[str, int]]  #: files and lines of them as edited; a finding at one of them names it
    round: str  #: when it was planted; each round has papers of its own

    @property
    def folder(self) -> str:
        """Name of its checkout."""
        return self.repository.replace("/", "+")


def slips() -> dict[str, list[Slip]]:
    """Return the slips of each repository."""
    by_repository: dict[str, list[Slip]] = defaultdict(list)
    with LIST.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            places = [place.rpartition(":") for place in row["places"].split()]
            lists = {
                "rules": row["rules"].split(),
                "places": [(file or row["file"], int(line)) for file, _, line in places],
            }
            by_repository[row["repository"]].append(Slip(**{**row, "line": int(row["line"]), **lists}))
    return by_repository


def plant(folder: Path, some: Iterable[Slip]) -> None:
    """Edit the files of a folder; an edit that does not fit its line is an error."""
    for slip in sorted(some, key=lambda slip: -slip.line):  # from the end: an edit may bring lines
        path = folder / slip.file
        lines = path.read_bytes().decode("utf-8", "surrogateescape").split("\n")
        if slip.old not in lines[slip.line - 1]:
            raise ValueError(f"{path}:{slip.line} has no {slip.old!r}")
        lines[slip.line - 1] = lines[slip.line - 1].replace(slip.old, slip.new, 1)
        path.write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))


def checked(folder: Path) -> list[dict[str, Any]]:
    """Return the findings of a folder, as JSON."""
    command = [sys.executable, "-m", "argcheck", "check", folder, "--isolated", "--no-cache", "--exit-zero"]
    done = subprocess.run([*command, "--format", "json"], capture_output=True, check=True)
    return json.loads(done.stdout)["diagnostics"]


def severity(slip: Slip, findings: Iterable[dict[str, Any]]) -> str:
    """Return how the gravest finding that names a slip is called, such as `warning`; nothing where none does."""
    told = set[str]()
    for finding in findings:
        places = {(place["file"], place["line"]) for place in (finding, *finding["related"])}
        if finding["name"] in slip.rules and not places.isdisjoint(slip.places):
            told.add(finding["severity"])
    return next((grave for grave in ("error", "warning", "note") if grave in told), "")


def main() -> int:
    """Print a line for each slip that no error or warning names, and the count."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkouts", type=Path)
    checkouts: Path = parser.parse_args().checkouts.resolve()
    named, noted, planted = (defaultdict[str, int](int) for _ in range(3))
    for some in slips().values():
        checkout = fetched(some[0], checkouts)
        if checkout is None:
            continue
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary, "paper")
            shutil.copytree(checkout, folder, symlinks=True)
            plant(folder, some)
            findings = checked(folder)
        for slip in (slip for slip in some if slip.rules):
            said = severity(slip, findings)
            planted[slip.round] += 1
            named[slip.round] += said in ("error", "warning")
            noted[slip.round] += said == "note"
            if said not in ("error", "warning"):
                print(f"{slip.repository} {slip.file}:{slip.line}: {slip.slip}: {said or 'nothing'}")
    for turn, count in planted.items():
        print(
            f"round {turn}: {named[turn]} of {count} named by an error or a warning at their line, {noted[turn]} more by a note"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
