"""Documents that are versions of one text, and which of them is worked on: ``paper_v1.tex`` and ``paper_v2.tex``."""

from __future__ import annotations

import re
from functools import cached_property, partial
from itertools import combinations
from posixpath import split
from typing import TYPE_CHECKING
from zlib import crc32

from argcheck.files.cache import digest
from argcheck.files.patterns import DIGITS, WORDS, lazy
from argcheck.tex.flatten import Flat
from argcheck.tex.formulas import FORMULA
from argcheck.tex.live_source import live
from argcheck.tex.pieces import of_each_piece, packed_flats

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from argcheck.tex.model import ManuscriptRecords

_RUN = 6  # words in a row by which a passage is known
_EACH = 4  # of so many runs one is looked at: enough for a share, and cheap
_FEW = 100  # runs that are looked at; two letters have as many in common
_SHARED = 1 / 3  # of the runs of the shorter text: what a revision leaves of an early version
_AS_LONG = 0.6  # of the longer text: a summary of a thesis is no version of it
_COMPARABLE = 0.2  # of the longer source: comments, pictures and macros are no words
_ALIKE = 0.95  # of the longest text: what is as long as it, since a revision adds
_LISTED = 3  # versions that are named one by one
_MARKED = lazy(r"\\DIFadd(?:begin|FL)?(?![A-Za-z])")  # what latexdiff puts around what is new


def earlier(read: Mapping[str, ManuscriptRecords], identity: Mapping[str, str]) -> dict[str, str]:
    """Which of several documents are other versions of one that is worked on, and of which.

    ``identity`` is a hash of all that reading each of them depended on, under which its words are kept.

    Two documents are versions of one text if the shorter has a third of its words in runs that the other has too,
    and is more than half as long, and if they have one name, or lie in one folder or one in a folder below that of the
    other.  Files that both of them read do not count, as print and screen version read them.
    The one that lies highest is worked on: of several the longest, and of those that are about as long the last by number.
    Of ``paper.tex`` and ``paper_v1.tex`` of one length either may be the later one: both are.
    What latexdiff wrote shows two versions at once, and so is longer than either: nobody works on it.
    """
    # Only of those that may be versions: most projects have one document, whose words are not read for this.
    runs = {root: _Runs(manuscript, identity[root]) for root, manuscript in read.items()}
    families = {root: {root} for root in read}
    for first, second in combinations(read, 2):
        if families[first] is families[second] or not _near(first, second):
            continue
        if not _about_as_long(read[first], read[second]):
            continue
        if _are_versions(runs[first], runs[second]):
            families[first] |= families[second]
            for root in families[second]:
                families[root] = families[first]
    worked_on = {}
    for root, family in families.items():
        if len(family) == 1:
            continue
        written = [version for version in family if not _by_latexdiff(read[version])] or family
        highest = min(version.count("/") for version in written)
        high = [version for version in written if version.count("/") == highest]
        lengths = {version: runs[version].count() for version in high}
        longest = max(lengths.values())
        as_long = [version for version, length in lengths.items() if length >= _ALIKE * longest]
        living = max(as_long, key=standing)
        numbered_alike = DIGITS.sub("", root) == DIGITS.sub("", living)
        if root != living and (root not in as_long or numbered_alike):
            worked_on[root] = living
    return worked_on


def told(versions: Mapping[str, str]) -> list[str]:
    """Say which documents are taken for other versions, one line for those of one text."""
    alike: dict[str, list[str]] = {}
    for root, living in sorted(versions.items()):
        alike.setdefault(living, []).append(root)
    lines = []
    for living, roots in alike.items():
        more = f" and {len(roots) - _LISTED:,} more" if len(roots) > _LISTED else ""
        named = " and ".join(roots) if len(roots) == 2 else ", ".join(roots[:_LISTED])
        verb, whose = ("is another version", "its") if len(roots) == 1 else ("are other versions", "their")
        lines.append(
            f"{named}{more} {verb} of {living}: {whose} findings are notes; name the file that you work on to have it checked"
        )
    return lines


def standing(path: str) -> tuple[int, list[tuple[int, str]]]:
    """Order paths so that the one of a living version is the greatest: high up, and the tenth after the ninth."""
    pieces = [(int(piece), "") if piece.isdigit() else (0, piece) for piece in re.split(r"(\d{1,9})", path)]
    return -path.count("/"), pieces


def _by_latexdiff(manuscript: ManuscriptRecords) -> bool:
    """Whether latexdiff wrote a document, which may have lost the line that says so at its top."""
    return any(live(manuscript, _MARKED, ("\\DIFadd",)))


def _near(path: str, other: str) -> bool:
    """Whether two files have one name, or lie in one folder or below it."""
    (first, name), (second, other_name) = split(path), split(other)
    return (
        name == other_name
        or not (first and second)
        or f"{first}/".startswith(f"{second}/")
        or f"{second}/".startswith(f"{first}/")
    )


def _about_as_long(manuscript: ManuscriptRecords, other: ManuscriptRecords) -> bool:
    """Whether the files of two documents let them be versions, before their words are looked at."""
    lengths = [
        sum(len(file.text) for path, file in of.files.items() if path not in without.files)
        for of, without in ((manuscript, other), (other, manuscript))
    ]
    return min(lengths) >= _COMPARABLE * max(lengths) > 0


class _Runs:
    """Digests of some of the runs of words of a document, by file; a file is looked at when it is asked for."""

    def __init__(self, manuscript: ManuscriptRecords, identity: str) -> None:
        self._manuscript = manuscript
        self._identity = identity
        self._known: dict[str, frozenset[int]] = {}

    @cached_property
    def _paths(self) -> frozenset[str]:
        """The files that have words."""
        remember, key = self._manuscript.remember, self._identity
        paths: frozenset[str] = remember("worded files", key, lambda: frozenset(self._paragraphs))
        return paths

    @cached_property
    def _paragraphs(self) -> dict[str, list[str]]:
        by_file: dict[str, list[str]] = {}
        pieces = of_each_piece(self._manuscript, partial(packed_flats, self._manuscript))
        for stretch, packed in pieces:
            by_file.setdefault(stretch.piece.path, []).extend(Flat(*flat).text for flat in packed)
        return by_file

    def _of(self, path: str) -> frozenset[int]:
        if path not in self._known:
            key = digest(f"{self._identity} {path}".encode("utf-8", "surrogatepass"))
            self._known[path] = self._manuscript.remember("word runs", key, lambda: self._read(path))
        return self._known[path]

    def _read(self, path: str) -> frozenset[int]:
        text = " ".join(self._paragraphs[path]).replace(FORMULA, "").lower()
        return frozenset(_sampled(WORDS.findall(text)))

    def without(self, other: _Runs) -> frozenset[int]:
        """Return those in the files that the other document does not read."""
        return frozenset().union(*map(self._of, self._paths - other._paths))

    def count(self) -> int:
        """Return how many there are, file by file."""
        return sum(len(self._of(path)) for path in self._paths)


def _are_versions(runs: _Runs, other: _Runs) -> bool:
    first, second = runs.without(other), other.without(runs)
    shorter, longer = sorted((len(first), len(second)))
    if shorter < _FEW or shorter < _AS_LONG * longer:
        return False
    return len(first & second) >= _SHARED * shorter


def _sampled(words: list[str]) -> Iterable[int]:
    for start in range(len(words) - _RUN + 1):
        run = crc32(" ".join(words[start : start + _RUN]).encode("utf-8", "surrogatepass"))
        if run % _EACH == 0:
            yield run
