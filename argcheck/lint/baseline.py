"""The baseline: findings that a project has adopted, which are counted but not shown until they are gone.

Each entry has a fingerprint, so it survives moved lines, rewrapped paragraphs and renamed files.  An edit next to a
finding changes its fingerprint: an entry whose fingerprint matches nothing stands for one finding of the same
``rule``, ``file`` and ``message``; if its file is gone, as after a rename, for one of any file that no entry names.
The entry of a finding that stands for many has the words of each in ``members``: these stay adopted when they are
later reported alone or in another group.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.errors import ConfigError
from argcheck.lint.fingerprint import fingerprint, plain_message
from argcheck.lint.grouped_findings import member_words, single_messages, split_by_known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.files.source import SourceFile
    from argcheck.lint.report import Report

VERSION = 1

_TEXTS = ("fingerprint", "rule", "file", "message")
_WAY_OUT = "restore it from version control, or adopt the present findings with `argcheck baseline create`"


@dataclass(frozen=True, slots=True)
class AdoptedFinding:
    """An adopted finding, or ``count`` equal ones."""

    fingerprint: str
    count: int
    rule: str
    file: str
    message: str
    members: tuple[str, ...] = ()  #: of a finding that stands for many: the words of each, sorted


class Applied(NamedTuple):
    """Findings that are not in the baseline, the number of those that are, and the stale entries.

    The ``count`` of a stale entry is the number of its findings that are gone.
    """

    new: tuple[Diagnostic, ...]
    baselined: int
    stale: tuple[AdoptedFinding, ...]


@dataclass(frozen=True, slots=True)
class Baseline:
    """Adopted findings by fingerprint."""

    entries: Mapping[str, AdoptedFinding]

    @classmethod
    def create(cls, diagnostics: Iterable[Diagnostic], sources: Mapping[str, SourceFile]) -> Baseline:
        """Adopt all of ``diagnostics``."""
        entries: dict[str, AdoptedFinding] = {}
        for diagnostic in diagnostics:
            name = fingerprint(diagnostic, sources)
            members = member_words(diagnostic, sources) if diagnostic.stands_for else ()
            first = entries.get(name) or AdoptedFinding(
                name, 0, diagnostic.name, diagnostic.span.path, diagnostic.message
            )
            entries[name] = replace(
                first, count=first.count + 1, members=tuple(sorted((*first.members, *members)))
            )
        return cls(entries)

    def apply(
        self,
        diagnostics: Iterable[Diagnostic],
        sources: Mapping[str, SourceFile],
        covered: Callable[[AdoptedFinding], bool] | None = None,
    ) -> Applied:
        """Separate new findings from adopted ones.

        :param covered: whether the run could have found an entry again; without
            it, the run covers every entry.
        """
        diagnostics = self._parted(diagnostics, sources)
        names, left, _ = self._matches(diagnostics, sources, covered)
        new = tuple(diagnostic for diagnostic, name in zip(diagnostics, names, strict=True) if name is None)
        gone = (
            replace(entry, count=left[entry.fingerprint])
            for entry in self._sorted()
            if left[entry.fingerprint] > 0
        )
        stale = tuple(entry for entry in gone if not covered or covered(entry))
        return Applied(new, len(diagnostics) - len(new), stale)

    def _parted(
        self, diagnostics: Iterable[Diagnostic], sources: Mapping[str, SourceFile]
    ) -> tuple[Diagnostic, ...]:
        """Split off the members of groups that were not adopted."""
        words = Counter((entry.rule, text) for entry in self.entries.values() for text in entry.members)
        messages: Counter[tuple[str, str]] = Counter()
        for entry in self.entries.values():
            messages[entry.rule, plain_message(entry.message)] += 0 if entry.members else entry.count

        def known(diagnostic: Diagnostic, text: str) -> bool:
            name = diagnostic.name
            if words[name, text] > 0:
                words[name, text] -= 1
                return True
            for message in single_messages(diagnostic.message):
                if messages[name, message] > 0:
                    messages[name, message] -= 1
                    return True
            return False

        return tuple(split_by_known(diagnostics, sources, known))

    def _matches(
        self,
        diagnostics: Sequence[Diagnostic],
        sources: Mapping[str, SourceFile],
        covered: Callable[[AdoptedFinding], bool] | None,
    ) -> tuple[list[str | None], Counter[str], dict[str, list[str]]]:
        """Return for each finding its entry's fingerprint or None, the unmatched counts, and matched members."""
        left = Counter({name: entry.count for name, entry in self.entries.items()})
        names: list[str | None] = []
        for diagnostic in diagnostics:
            name = fingerprint(diagnostic, sources)
            names.append(name if left[name] > 0 else None)
            left[name] -= left[name] > 0
        present = {*sources, *(diagnostic.span.path for diagnostic in diagnostics)}
        by_key: dict[tuple[str, str, str], list[str]] = {}
        by_rule: dict[str, list[tuple[str, str, str]]] = {}  # file, message and fingerprint
        for entry in reversed(self._sorted()):
            message, name = plain_message(entry.message), entry.fingerprint
            gone = entry.file not in present and (covered is None or covered(entry))
            key = entry.rule, "" if gone else entry.file, message
            by_key.setdefault(key, []).extend([name] * left[name])
            by_rule.setdefault(entry.rule, []).append((entry.file, message, name))
        named = {entry.file for entry in self.entries.values()}
        for place, diagnostic in enumerate(diagnostics):
            # "": the file may have been renamed
            file = diagnostic.span.path if diagnostic.span.path in named else ""
            others = by_key.get((diagnostic.name, file, plain_message(diagnostic.message)))
            if names[place] is None and others:
                names[place] = name = others.pop()
                left[name] -= 1
        for place, diagnostic in enumerate(diagnostics):
            known = by_rule.get(diagnostic.name, [])
            if names[place] is None and (members := _folded(diagnostic, known, left)):
                names[place] = members[0]
                left.subtract(members)
        return names, left, self._match_members(diagnostics, sources, names, left)

    def _match_members(
        self,
        diagnostics: Sequence[Diagnostic],
        sources: Mapping[str, SourceFile],
        names: list[str | None],
        left: Counter[str],
    ) -> dict[str, list[str]]:
        """Match adopted members of groups by their words; an entry with a matching member is not gone.

        :returns: the words of the matched members, by fingerprint.
        """
        met: dict[str, list[str]] = {}
        having: dict[tuple[str, str], list[str]] = {}
        for entry in self._sorted():
            for text in entry.members:
                having.setdefault((entry.rule, text), []).append(entry.fingerprint)
        if not having:
            return met
        for place in sorted(range(len(diagnostics)), key=lambda place: names[place] is None):
            diagnostic, name = diagnostics[place], names[place]
            wanted = Counter((diagnostic.name, text) for text in member_words(diagnostic, sources))
            if name is not None and not self.entries[name].members:
                continue
            if name is None and any(count > len(having.get(key, ())) for key, count in wanted.items()):
                continue
            taken = [(having[key].pop(), key[1]) for key in wanted.elements() if having.get(key)]
            for known, text in taken:
                names[place] = names[place] or known
                left[known] = 0
                met.setdefault(known, []).append(text)
        return met

    def prune(
        self,
        diagnostics: Iterable[Diagnostic],
        sources: Mapping[str, SourceFile],
        covered: Callable[[AdoptedFinding], bool] | None = None,
    ) -> Baseline:
        """Return a baseline without the findings and members that are gone; the rest is unchanged."""
        stale = {entry.fingerprint: entry.count for entry in self.apply(diagnostics, sources, covered).stale}
        met = self._matches(self._parted(diagnostics, sources), sources, covered)[2]
        kept = {}
        for name, entry in self.entries.items():
            if left := entry.count - stale.get(name, 0):
                whole = covered is None or covered(replace(entry, file=""))  # its members may be in any file
                members = tuple(sorted(met.get(name, ()))) if whole else ()
                kept[name] = replace(entry, count=left, members=members or entry.members)
        return Baseline(kept)

    def update(
        self,
        diagnostics: Iterable[Diagnostic],
        sources: Mapping[str, SourceFile],
        covered: Callable[[AdoptedFinding], bool] | None = None,
    ) -> Baseline:
        """Return a baseline without what is gone and with the present places of the rest; no new finding is adopted."""
        diagnostics = self._parted(diagnostics, sources)
        names, left, _ = self._matches(diagnostics, sources, covered)
        still = [diagnostic for diagnostic, name in zip(diagnostics, names, strict=True) if name is not None]
        unseen = (
            replace(entry, count=left[name])
            for name, entry in self.entries.items()
            if left[name] and covered and not covered(entry)
        )
        entries = dict(Baseline.create(still, sources).entries)
        for entry in unseen:
            known = entries.get(entry.fingerprint)
            entries[entry.fingerprint] = replace(entry, count=entry.count + known.count) if known else entry
        return Baseline(entries)

    def _sorted(self) -> list[AdoptedFinding]:
        return sorted(self.entries.values(), key=attrgetter("file", "rule", "message", "fingerprint"))

    def dumps(self) -> str:
        """Return the text of the file: sorted, one entry per line, so that changes read and merge well."""
        lines = [json.dumps(_as_json(entry), ensure_ascii=False) for entry in self._sorted()]
        body = ",\n    ".join(lines)
        findings = f"[\n    {body}\n  ]" if lines else "[]"
        return f'{{\n  "version": {VERSION},\n  "findings": {findings}\n}}\n'

    def write(self, path: Path) -> None:
        """Write the file atomically, and create its folder if needed.

        :raises UsageError: it cannot be written.
        """
        from argcheck.files.writing import replace_file, writing

        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, self.dumps().encode("utf-8", "backslashreplace"))

    @classmethod
    def load(cls, path: Path, project: Path | None = None) -> Baseline:
        """Read the file; inside ``project`` it must not be a link that leads out of it.

        :raises ConfigError: it is missing, not a regular file, or damaged; the message says where and what to do.
        """
        from argcheck.files.opening import InputError, Limits, regular_bytes

        limits = Limits()
        own = project is not None and path.is_relative_to(project)
        inside = os.path.join(os.path.realpath(project), "") if own and project else ""  # noqa: PTH118
        try:
            text = regular_bytes(str(path), (inside,), limits.max_file_size, limits).decode("utf-8-sig")
        except InputError as error:
            if error.reason == "missing":
                raise ConfigError(f"{path}: no baseline yet; `argcheck baseline create` makes one") from None
            raise ConfigError(f"{path}: cannot be read: {error.detail}; {_WAY_OUT}") from None
        except UnicodeDecodeError as error:
            raise _damaged(path, error.object.count(b"\n", 0, error.start) + 1, "not UTF-8") from error
        return cls(_merged(_entries(path, text)))


def _folded(
    diagnostic: Diagnostic, known: Iterable[tuple[str, str, str]], left: Mapping[str, int]
) -> list[str]:
    """Return the entries of the findings that this one groups, if each was adopted by itself; else none.

    Such a finding appends a clause to the message of its first member, and has the others as related places.
    """
    if not diagnostic.related:
        return []
    own = set(single_messages(diagnostic.message))
    by_key: dict[tuple[str, str], list[str]] = {}
    for file, message, name in known:
        by_key.setdefault((file, "" if message in own else message), []).extend([name] * left[name])
    wanted = [(diagnostic.span.path, "")]
    for span, words in diagnostic.related:
        message = plain_message(words)
        wanted.append((span.path, "" if message in own else message))
    if any(count > len(by_key.get(key, ())) for key, count in Counter(wanted).items()):
        return []
    return [by_key[key].pop() for key in wanted]


def _as_json(entry: AdoptedFinding) -> dict[str, Any]:
    data = {name: getattr(entry, name) for name in ("fingerprint", "count", "rule", "file", "message")}
    return {**data, "members": list(entry.members)} if entry.members else data


def _merged(entries: Iterable[AdoptedFinding]) -> dict[str, AdoptedFinding]:
    """Return the entries by fingerprint; of duplicates, as a merge can leave them, the larger count counts."""
    merged: dict[str, AdoptedFinding] = {}
    for entry in entries:
        known = merged.get(entry.fingerprint)
        if not known or entry.count > known.count:
            merged[entry.fingerprint] = entry
    return merged


def _damaged(path: Path, line: int, what: str) -> ConfigError:
    return ConfigError(f"{path}:{line}: the baseline is damaged ({what}); {_WAY_OUT}")


def _entries(path: Path, text: str) -> Iterator[AdoptedFinding]:
    data = _parse(path, text)
    if not isinstance(data, dict) or not isinstance(data.get("findings"), list):
        raise _damaged(path, 1, "no object with a list of findings")
    if data.get("version") != VERSION:
        version = data.get("version")
        raise ConfigError(
            f"{path}:1: the baseline has version {version!r}, this argcheck reads {VERSION}; {_WAY_OUT}"
        )
    for number, entry in enumerate(data["findings"]):
        if not _is_entry(entry):
            raise _damaged(path, _line_of(text, number), "no complete entry")
        members = tuple(entry.get("members", ()))
        yield AdoptedFinding(**{name: entry[name] for name in (*_TEXTS, "count")}, members=members)


def _parse(path: Path, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = text.split("\n")[error.lineno - 1 : error.lineno]
        conflict = bool(line) and line[0].startswith(("<<<<<<<", "=======", ">>>>>>>"))
        raise _damaged(path, error.lineno, "merge conflict" if conflict else error.msg) from error
    except (ValueError, RecursionError) as error:
        raise _damaged(path, 1, "no sensible JSON") from error


def _is_entry(entry: Any) -> bool:
    if not isinstance(entry, dict) or not all(isinstance(entry.get(name), str) for name in _TEXTS):
        return False
    members = entry.get("members", [])
    if not isinstance(members, list) or not all(isinstance(text, str) for text in members):
        return False
    return type(entry.get("count")) is int and entry["count"] > 0


def _line_of(text: str, number: int) -> int:
    """Return the line of an item in the list of findings."""
    decoder = json.JSONDecoder()
    position = text.index("[", text.index('"findings"')) + 1
    for _ in range(number):
        position = decoder.raw_decode(text, _skip(text, position))[1]
    return text.count("\n", 0, _skip(text, position)) + 1


def _skip(text: str, position: int) -> int:
    while text[position] in ", \t\r\n":
        position += 1
    return position


def coverage(report: Report) -> Callable[[AdoptedFinding], bool]:
    """Return whether the run could have found an entry again: its rule ran, and its file was read or is gone."""
    silent = {held.rule for held in report.held_back}
    whole = report.base == report.project

    def covered(entry: AdoptedFinding) -> bool:
        if not report.documents or entry.rule not in report.rules or entry.rule in silent:
            return False
        return entry.file in report.sources or whole or not os.path.exists(report.project / entry.file)

    return covered
