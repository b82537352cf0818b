"""The manuscripts of `tests/manuscripts`: each as it stands, with its defects, and with any of them mended.

``DEFECTS.toml`` beside a manuscript has a ``[[defect]]`` for each:

- ``rule``: the rule that finds it;
- ``file`` (``main.tex`` by default), ``wrong`` and ``right``: what stands there, once in the file, and what mends it;
- ``at``: words of the line that the finding stands on, by default the first line of ``wrong``;
- ``accept``: words of other lines where it would stand just as well, such as the other one of two that differ;
  in another file as a table of ``file`` and ``at``;
- ``accept-rules``: other rules that may say it instead;
- ``also``: what else the defect brings about, each a table of ``rule``, ``file`` and ``at``;
- ``missed``: why the rule cannot find it, if it cannot;
- ``why``: the reason, for people.
"""

from __future__ import annotations

import shutil
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ROOM = Path(__file__).resolve().parents[1] / "manuscripts"
DECLARATION = "DEFECTS.toml"


class Place(NamedTuple):
    """Words, and the file that they stand in once."""

    file: str
    words: str

    def line(self, folder: Path) -> int:
        """Return the number of the line on which the words begin.

        :raises ValueError: the words do not stand there, or more than once.
        """
        text = (folder / self.file).read_bytes().decode()
        if text.count(self.words) != 1:
            raise ValueError(f"{folder.name}: {text.count(self.words)} times in {self.file}: {self.words!r}")
        return text[: text.index(self.words)].count("\n") + 1


@dataclass(frozen=True, slots=True)
class Finding:
    """A finding that is asked for: the rules that may say it, the places where it may stand."""

    rules: tuple[str, ...]  #: the declared one first
    places: tuple[Place, ...]  #: the best first

    def __str__(self) -> str:
        return f"{self.rules[0]} at {self.places[0].words!r}"


@dataclass(frozen=True, slots=True)
class Defect:
    """Something wrong with a manuscript, and how to mend it."""

    file: str
    wrong: str
    right: str
    why: str
    missed: str
    findings: tuple[Finding, ...]  #: its own first, then what it brings about

    def mend(self, folder: Path) -> None:
        """Mend it in a copy of the manuscript."""
        Place(self.file, self.wrong).line(folder)
        path = folder / self.file
        path.write_bytes(path.read_bytes().decode().replace(self.wrong, self.right).encode())


@dataclass(frozen=True, slots=True)
class Manuscript:
    """One folder of `tests/manuscripts`, and what is wrong with it."""

    folder: Path
    defects: tuple[Defect, ...]

    def __str__(self) -> str:
        return self.folder.name

    def reasons(self, rule: str, file: str, line: int) -> list[str]:
        """Return why a finding at this place of the manuscript, as it stands, is right; empty if none is declared."""
        return [
            defect.why
            for defect in self.defects
            for finding in defect.findings
            if rule in finding.rules
            and any(place.file == file and place.line(self.folder) == line for place in finding.places)
        ]

    def copy(self, target: Path, keep: Iterable[Defect]) -> Path:
        """Write the manuscript to ``target`` with these defects only, and without the declaration."""
        kept = list(keep)
        shutil.copytree(self.folder, target, ignore=shutil.ignore_patterns(DECLARATION))
        for defect in self.defects:
            if defect not in kept:
                defect.mend(target)
        return target


def manuscripts() -> list[Manuscript]:
    """Return all manuscripts, in order of their names."""
    return [_manuscript(path.parent) for path in sorted(ROOM.glob(f"*/{DECLARATION}"))]


def _manuscript(folder: Path) -> Manuscript:
    declared = tomllib.loads((folder / DECLARATION).read_text("utf-8"))["defect"]
    return Manuscript(folder, tuple(map(_defect, declared)))


def _defect(row: Mapping[str, Any]) -> Defect:
    file = row.get("file", "main.tex")
    places = tuple(_place(one, file) for one in (row.get("at", row["wrong"]), *row.get("accept", ())))
    own = Finding((row["rule"], *row.get("accept-rules", ())), places)
    others = (Finding((one["rule"],), (_place(one, file),)) for one in row.get("also", ()))
    return Defect(file, row["wrong"], row["right"], row["why"], row.get("missed", ""), (own, *others))


def _place(one: str | Mapping[str, str], file: str) -> Place:
    return Place(file, one) if isinstance(one, str) else Place(one.get("file", file), one["at"])
