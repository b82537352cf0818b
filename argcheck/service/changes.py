"""The findings that a change introduced: those of today that the commit before had nowhere in the documents.

The files of the commit are exported to a temporary folder and checked there with the settings of today.  Findings are
the same if they have the same fingerprint, or else the same rule, words and message: an edit beside one is no new one.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.git import write_index
from argcheck.files.grouping import lists_by_key
from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.files.revision import export, find_revision, leads_into
from argcheck.lint.engine import run_rules
from argcheck.lint.fingerprint import fingerprint, outline
from argcheck.lint.grouped_findings import member_words, split_by_known
from argcheck.lint.report import Changes, GoneFinding
from argcheck.reading.workspace import Workspace
from argcheck.service.weakened import standings, weakened

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.files.revision import Revision
    from argcheck.lint.registry import Registry
    from argcheck.lint.report import Report
    from argcheck.service.weakened import SupportOfRoots
    from argcheck.settings.config import Settings


_FILE, _LINK = 0o100644, 0o120000  # modes in git's index
_ALIKE = 0.5  # least share of equal lines for a renamed file, as in git


class _Before(NamedTuple):
    """The results for the commit."""

    report: Report
    standings: SupportOfRoots


def only_introduced(report: Report, workspace: Workspace, registry: Registry, base: str) -> Report:
    """Return a report with only the findings that a change introduced, and main claims that lost support.

    Files that git ignores, and those in submodules, count as unchanged.

    :param report: of today, made from ``workspace``.
    :param base: the commit to compare with, as for `argcheck.files.revision.find_revision`.
    :raises UsageError: there is no repository or no such commit.
    """
    revision = find_revision(workspace.project.root, base)
    with TemporaryDirectory(prefix="argcheck-") as folder:
        before = _before(revision, Path(os.path.realpath(folder)), workspace, registry)
    changes = Changes(revision.label, revision.commit)
    if before is None:  # the commit has none of the paths
        return report._replace(changes=changes)
    today = _parted(report, before.report)
    new, gone = _unmatched(today, before.report)
    weak = weakened(before.standings, standings(workspace), revision.label)
    taken = {diagnostic.span for diagnostic in new}
    added = [*new, *(diagnostic for diagnostic in weak if diagnostic.span not in taken)]
    known = len(today.diagnostics) - len(new)
    return report._replace(
        diagnostics=tuple(sorted(added, key=lambda diagnostic: diagnostic.sort_key)),
        changes=changes._replace(known=known, gone=tuple(_gone(gone, report, before.report))),
    )


def _before(revision: Revision, folder: Path, workspace: Workspace, registry: Registry) -> _Before | None:
    """Check the files of the commit; None if it has none of the paths."""
    export(revision, folder, workspace.settings.limits)
    tracked = {
        file.relative_to(folder).as_posix(): _LINK if file.is_symlink() else _FILE
        for file in folder.rglob("*")
        if file.is_symlink() or file.is_file()
    }
    (folder / ".git").mkdir()  # makes the folder a project
    (folder / ".git" / "index").write_bytes(write_index(tracked))
    _copy_unversioned(workspace, folder)
    root = workspace.project.root
    moved = _moved(root, folder)
    paths = [path for path in map(moved, workspace.paths) if path.exists()]
    settings = _settings(workspace.settings, moved)
    if not paths or (workspace.settings.roots and not settings.roots):
        return None
    then = Workspace(paths, settings, cwd=folder, readers=registry.readers)
    report = run_rules(then, registry)
    return _Before(report, standings(then))


def _moved(root: Path, folder: Path) -> Callable[[Path], Path]:
    """Return a function from paths in the project to those in ``folder``; other paths are unchanged.

    A new LaTeX file gets the path of the deleted one that is most like it, if at least half of the lines are equal.
    """

    def there(path: Path) -> Path:
        if not path.is_relative_to(root):
            return path
        same = folder / path.relative_to(root)
        renamed = path.suffix in TEX_SUFFIXES and path.is_file() and not same.exists()
        return (_renamed(path, root, folder) if renamed else None) or same

    return there


def _renamed(path: Path, root: Path, folder: Path) -> Path | None:
    lines = _lines(path)
    gone = (
        file
        for suffix in TEX_SUFFIXES
        for file in sorted(folder.rglob(f"*{suffix}"))
        if file.is_file() and not file.is_symlink() and not (root / file.relative_to(folder)).exists()
    )
    likeness, best = max(((_likeness(lines, _lines(file)), file) for file in gone), default=(0.0, path))
    return best if likeness >= _ALIKE else None


def _lines(file: Path) -> Counter[bytes]:
    return Counter(line for line in map(bytes.strip, file.read_bytes().splitlines()) if line)


def _likeness(lines: Counter[bytes], others: Counter[bytes]) -> float:
    """Return the share of equal lines in the longer of two texts, 0 to 1."""
    return (lines & others).total() / max(lines.total(), others.total(), 1)


def _settings(settings: Settings, moved: Callable[[Path], Path]) -> Settings:
    """Return the settings of today with paths in the folder of the commit."""

    def there(paths: Iterable[Path]) -> tuple[Path, ...]:
        return tuple(path for path in map(moved, paths) if path.exists())

    return settings._replace(
        base=moved(settings.base),
        project=moved(settings.project),
        config_file=moved(settings.config_file) if settings.config_file else None,
        roots=there(settings.roots),
        tex_inputs=there(settings.tex_inputs),
        source_indexes=there(settings.source_indexes),
        baseline=None,
    )


def _copy_unversioned(workspace: Workspace, folder: Path) -> None:
    """Copy files that were read and that git does not track: they are no part of a change."""
    project = workspace.project
    for path, there in project.looked_up.items():
        target = folder / path
        if not there or project.outside(path) or target.exists() or not project.repository.kept_out(path):
            continue
        if not leads_into(target, folder):  # the commit may have had a link there
            continue
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            if path in project.files:
                shutil.copyfile(project.root / path, target)
            else:
                target.touch()
        except OSError:
            continue


def _parted(report: Report, before: Report) -> Report:
    """Return the report with grouped findings split into those that the commit had and others."""
    had = Counter(chain.from_iterable(_members(diagnostic, before) for diagnostic in before.diagnostics))

    def known(diagnostic: Diagnostic, words: str) -> bool:
        had[diagnostic.name, words] -= 1
        return had[diagnostic.name, words] >= 0

    return report._replace(diagnostics=tuple(split_by_known(report.diagnostics, report.sources, known)))


def _unmatched(report: Report, before: Report) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return the findings that only the first report has, and those that only the second has."""
    new: Sequence[Diagnostic] = report.diagnostics
    gone: Sequence[Diagnostic] = before.diagnostics
    for name in (fingerprint, outline):
        new, gone = _without_equals(
            [(name(diagnostic, report.sources), diagnostic) for diagnostic in new],
            [(name(diagnostic, before.sources), diagnostic) for diagnostic in gone],
        )
    return _without_members(new, gone, report, before)


def _without_members(
    new: Sequence[Diagnostic], gone: Sequence[Diagnostic], report: Report, before: Report
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return both without findings that are single in one report and in a group in the other, by rule and words."""
    if not any(diagnostic.stands_for for diagnostic in (*new, *gone)):
        return list(new), list(gone)
    alone = []
    folded, single = (
        Counter(chain.from_iterable(_members(each, before) for each in gone if bool(each.stands_for) == many))
        for many in (True, False)
    )
    for diagnostic in new:
        members = Counter(_members(diagnostic, report))
        if members <= (folded + single if diagnostic.stands_for else folded):
            single -= members - folded
            folded -= members
        else:
            alone.append(diagnostic)
    return alone, [
        each for each in gone if Counter(_members(each, before)) <= (folded if each.stands_for else single)
    ]


def _members(diagnostic: Diagnostic, report: Report) -> Iterator[Hashable]:
    """Yield rule and words of each finding that a group stands for, or of a single one."""
    for words in member_words(diagnostic, report.sources):
        yield diagnostic.name, words


def _without_equals(
    new: Sequence[tuple[Hashable, Diagnostic]], old: Sequence[tuple[Hashable, Diagnostic]]
) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return both lists without pairs of equal keys."""
    remaining = lists_by_key(reversed(old))
    alone = []
    for key, diagnostic in new:
        if remaining.get(key):
            remaining[key].pop()
        else:
            alone.append(diagnostic)
    gone = {id(diagnostic) for rest in remaining.values() for diagnostic in rest}
    return alone, [diagnostic for _, diagnostic in old if id(diagnostic) in gone]


def _gone(gone: Iterable[Diagnostic], report: Report, before: Report) -> Iterator[GoneFinding]:
    """Yield the findings that are gone, without those of rules held back today, which may still be there."""
    held = {rule.rule for rule in report.held_back}
    for diagnostic in gone:
        if diagnostic.name in report.rules and diagnostic.name not in held:
            line, _ = before.position(diagnostic.span)
            yield GoneFinding(
                diagnostic.code, diagnostic.name, diagnostic.span.path, line, diagnostic.message
            )
