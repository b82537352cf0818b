"""Make a project as small as possible while it still shows a finding, or its absence: delta debugging.

The files are cut at sections, environments, entries, paragraphs, lines and sentences; parts are removed, as many at
once as possible, as long as the finding stays in its line (Zeller and Hildebrandt, 2002).  Then words are replaced.
No library is used: the existing ones want one list of parts and a process for each try, or a newer Python, and the
loop itself (`minimise`) is a dozen lines.
"""

from __future__ import annotations

import math
import re
import sys
from bisect import bisect_right
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from argcheck.errors import ArgcheckError
from argcheck.files.source import line_starts
from argcheck.lint.cut_points import UNITS, balanced
from argcheck.lint.invented_words import folded_words, inventions, renamed, replaced, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.lint.cut_points import Cut
    from argcheck.lint.registry import Registry
    from argcheck.lint.report import Report

Part = TypeVar("Part")
#: path, start, end: a part of a file, by offsets into its original text
Range = tuple[str, int, int]

_FRAME = re.compile(r"[^\n]*\\(?:documentclass|begin\{document\}|end\{document\})[^\n]*\n?")


class ShrinkTarget(NamedTuple):
    """What has to stay: a finding of a rule in a line, or its absence."""

    path: str
    line: int  #: from 1
    code: str
    missing: bool = False


class Interrupted(Exception):  # noqa: N818 - a signal, caught where the best so far is written
    """The time is over, or the user stopped it."""


class Shrinker:
    """A project in a folder of its own, cut down try by try; after each success it still shows the finding."""

    def __init__(
        self,
        files: Mapping[str, str],
        target: ShrinkTarget,
        folder: Path,
        registry: Registry,
        *,
        root: str,
        seconds: float,
        said: Callable[[Shrinker], None] = lambda _: None,
    ) -> None:
        """Take the texts of a project by path.

        :param folder: an empty folder for the tries.
        :param root: path of the root file of the document.
        :param seconds: how long to go on.
        :param said: called after each success.
        """
        self.original = dict(files)
        self.texts = dict(files)
        self.target = target
        self.root = root
        self.tries = 0
        self._folder, self._registry, self._said = folder, registry, said
        self._seconds = seconds
        self._end = monotonic() + seconds
        self._removed: frozenset[Range] = frozenset()
        self._written: dict[str, str] = {}
        self._line_starts = line_starts(files[target.path])
        self._words = ""  # how the message begins
        self._line: int | None = None
        self._balanced: set[str] = set()  # files that close all they open, and must go on doing so

    @property
    def size(self) -> int:
        """Number of characters left."""
        return sum(map(len, self.texts.values()))

    # -- what is tried

    def shows(self, texts: Mapping[str, str], removed: frozenset[Range]) -> bool:
        """Whether these texts still show what has to stay; False if they cannot be read."""
        report = self._attempt(texts, self.target)
        if report is None:
            return False
        here = self._here(report, removed)
        if self.target.missing:
            return not here and not any(held.rule in self._names() for held in report.held_back)
        return any(diagnostic.message.startswith(self._words) for diagnostic in here)

    def _attempt(self, texts: Mapping[str, str], target: ShrinkTarget) -> Report | None:
        """Check the texts; None if they cannot be read, a rule fails, or no document reads the target's file.

        :raises Interrupted: the time is over.
        """
        if monotonic() > self._end:
            raise Interrupted
        self.tries += 1
        try:
            report = self.check(texts)
        except ArgcheckError:
            return None
        read = any(target.path in document.files for document in report.documents)
        return report if read and not report.failures else None

    def start(self) -> bool:
        """Whether a plain copy of the files shows what has to stay; if not, nothing can be shrunk."""
        here = self._here(self.check(self.texts), frozenset())
        if self.target.missing:
            return not here
        if here:
            self._words = " ".join(here[0].message.split()[:3]).rstrip("'0123456789")
        return bool(here)

    def check(self, texts: Mapping[str, str]) -> Report:
        """Run the rule over the texts."""
        from argcheck.lint.engine import analyse
        from argcheck.settings.config import settings_for

        self._write(texts)
        select = ["ALL"] if self.target.code.startswith("SUP") else [self.target.code]
        settings = settings_for([self._folder], cwd=self._folder, overrides={"select": select})
        return analyse([self._folder], settings, cwd=self._folder, registry=self._registry)[0]

    def of_the_rule(self, report: Report, target: ShrinkTarget | None = None) -> list[Diagnostic]:
        """Return the findings of the rule in the target's file, in order."""
        wanted = target or self.target
        same = (diagnostic for diagnostic in report.diagnostics if diagnostic.code == wanted.code)
        return [diagnostic for diagnostic in same if diagnostic.span.path == wanted.path]

    def _here(self, report: Report, removed: frozenset[Range]) -> list[Diagnostic]:
        """Return the findings of the rule in the target's line, in order."""
        return [
            diagnostic
            for diagnostic in self.of_the_rule(report)
            if self._original_line(diagnostic, removed) == self.target.line
        ]

    def _names(self) -> set[str]:
        return {rule.name for rule in self._registry.rules.values() if rule.code == self.target.code}

    def _write(self, texts: Mapping[str, str]) -> None:
        for path in self._written.keys() - texts.keys():
            (self._folder / path).unlink()
        for path, text in texts.items():
            if self._written.get(path) != text:
                file = self._folder / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, "utf-8", newline="\n")
        self._written = dict(texts)

    def _original_line(self, diagnostic: Diagnostic, removed: frozenset[Range]) -> int:
        """Return the line in the original text at which a finding in a reduced text starts."""
        offset = diagnostic.span.start
        for start, end in _joined(removed, self.target.path):
            if start > offset:
                break
            offset += end - start
        return bisect_right(self._line_starts, offset)

    # -- removing parts

    def shrink(self) -> None:
        """Remove all that can be removed, coarse parts first.

        :raises Interrupted: the time is over; what was done so far stays.
        """
        before = -1
        while before != self.size:
            before = self.size
            self._begin_anew()
            for units in UNITS:
                self._take_away(units)
        self._drop_empty_files()

    def _begin_anew(self) -> None:
        """Make what is left the original: it may be cut in other places."""
        line = self._present_line()
        self.target = self.target._replace(line=line)
        self.original, self._removed = dict(self.texts), frozenset()
        text = self.original[self.target.path]
        self._line_starts = line_starts(text)
        self._balanced = {path for path, text in self.original.items() if balanced(text)}

    def _take_away(self, units: Callable[[str, str], Iterable[Cut]]) -> None:
        kept = self._protected()
        gone = {path: list(_joined(self._removed, path)) for path in self.texts}
        parts = [
            (path, start, end)
            for path in gone
            for start, end in units(path, self.original[path])
            if not any(path == other and start < high and low < end for other, low, high in kept)
            and not _covered(start, end, gone[path])
            and (path not in self._balanced or balanced(self.original[path][start:end]))
        ]
        already = frozenset((path, *range_) for path, ranges in gone.items() for range_ in ranges)
        every = frozenset(parts)

        def without(rest: Sequence[Range]) -> bool:
            removed = already | (every - set(rest))
            texts = self._cut(removed)
            if not self.shows(texts, removed):
                return False
            self._removed, self.texts = removed, texts
            self._said(self)
            return True

        minimise(parts, without)

    def _protected(self) -> list[Range]:
        """Return the frame of the document, and the target's line if a finding must stay absent from it."""
        frame = [
            (self.root, match.start(), match.end())
            for match in _FRAME.finditer(self.original.get(self.root, ""))
        ]
        if not self.target.missing:
            return frame
        text, line = self.original[self.target.path], self.target.line
        ends = [*self._line_starts[1:], len(text)]
        return [*frame, (self.target.path, self._line_starts[line - 1], ends[line - 1])]

    def _cut(self, removed: frozenset[Range]) -> dict[str, str]:
        texts = {}
        for path in self.texts:
            text, pieces, position = self.original[path], [], 0
            for start, end in _joined(removed, path):
                pieces.append(text[position:start])
                position = end
            texts[path] = "".join([*pieces, text[position:]])
        return texts

    def _drop_empty_files(self) -> None:
        for path in [path for path, text in self.texts.items() if not text.strip()]:
            texts = {other: text for other, text in self.texts.items() if other != path}
            if self.shows(texts, self._removed):
                self.texts = texts
                self._said(self)

    def tidy(self) -> None:
        """Move the document to the top, as ``main.tex``, if the finding survives that.

        :raises Interrupted: the time is over.
        """
        line = self.line()
        folder = f"{self.root.rpartition('/')[0]}/"
        if folder != "/" and all(path.startswith(folder) for path in self.texts):
            self._move(lambda path: path.removeprefix(folder), line)
        self._move(lambda path: "main.tex" if path == self.root else path, line)

    def _move(self, moved: Callable[[str], str], line: int) -> None:
        texts = {moved(path): text for path, text in self.texts.items()}
        target = self.target._replace(path=moved(self.target.path))
        if len(texts) == len(self.texts) and self._shows_at(texts, target, line):
            self.texts, self.target, self.root = texts, target, moved(self.root)

    # -- replacing words

    def replace_words(self) -> None:
        """Replace the author's words, except those that the finding needs, each always by the same made-up one.

        :raises Interrupted: the time is over; some of the author's words may remain.
        """
        line = self.line()
        own = words_of({**self.texts, "names": " ".join(path.rpartition(".")[0] for path in self.texts)})
        if self.target.missing:
            own = [
                word
                for word in own
                if word not in folded_words(self.texts[self.target.path].split("\n")[line - 1])
            ]
        invented = inventions(own)
        at_first, at_first_target, at_first_root = self.texts, self.target, self.root

        def needed(keep: Sequence[str]) -> bool:
            kept = set(keep)
            mapping = {word: invented[word] for word in own if word not in kept}
            texts = {renamed(path, mapping): replaced(text, mapping) for path, text in at_first.items()}
            target = at_first_target._replace(path=renamed(at_first_target.path, mapping))
            if not self._shows_at(texts, target, line):
                return False
            self.texts, self.target, self.root = texts, target, renamed(at_first_root, mapping)
            self._said(self)
            return True

        minimise(own, needed)

    def line(self) -> int:
        """Return the line of the target in the present texts, which no step after `shrink` changes."""
        if self._line is None:
            self._line = self._present_line()
        return self._line

    def _present_line(self) -> int:
        if not self.target.missing:
            report = self.check(self.texts)
            return report.position(self._here(report, self._removed)[0].span)[0]
        start = self._line_starts[self.target.line - 1]
        gone = sum(
            min(end, start) - low for low, end in _joined(self._removed, self.target.path) if low < start
        )
        text = (self.texts if gone else self.original)[self.target.path]
        return text.count("\n", 0, start - gone) + 1

    def _shows_at(self, texts: Mapping[str, str], target: ShrinkTarget, line: int) -> bool:
        report = self._attempt(texts, target)
        if report is None:
            return False
        lines = [report.position(diagnostic.span)[0] for diagnostic in self.of_the_rule(report, target)]
        return (line in lines) != target.missing

    def more_time(self) -> None:
        """Restart the time, so that replacing words has as long as removing parts had."""
        self._end = monotonic() + self._seconds

    def stop(self) -> None:
        """End the time; safe in a signal handler, where an exception could leave texts and folder inconsistent."""
        self._end = -math.inf


def minimise(parts: Sequence[Part], still: Callable[[Sequence[Part]], bool]) -> list[Part]:
    """Return a subset of ``parts`` that ``still`` accepts and from which no single part can be removed (ddmin)."""
    kept, count = list(parts), 1
    while kept:
        size = -(-len(kept) // count)
        for start in range(0, len(kept), size):
            rest = kept[:start] + kept[start + size :]
            if still(rest):
                kept, count = rest, max(count - 1, 2)
                break
        else:
            if size == 1:
                break
            count = min(2 * count, len(kept))
    return kept


def _joined(removed: Iterable[Range], path: str) -> Iterator[tuple[int, int]]:
    """Yield the removed ranges of one file in order, merged where they touch."""
    low = high = -1
    for start, end in sorted((start, end) for other, start, end in removed if other == path):
        if start > high:
            if low < high:
                yield low, high
            low, high = start, end
        else:
            high = max(high, end)
    if low < high:
        yield low, high


def _covered(start: int, end: int, ranges: Sequence[tuple[int, int]]) -> bool:
    """Whether a part is already removed; ``ranges`` are in order and do not touch."""
    place = bisect_right(ranges, (start, sys.maxsize)) - 1
    return place >= 0 and end <= ranges[place][1]
