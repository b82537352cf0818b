"""Documents that a project keeps beside the one being written: earlier versions, drafts, proposals, texts of others."""

from __future__ import annotations

import re
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.grouping import lists_by_key
from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.files.patterns import DIGITS
from argcheck.reading.asides import (
    has_filler,
    is_by_pandoc,
    is_called,
    is_spoken,
    length,
    name_words,
)
from argcheck.reading.foreign import foreign
from argcheck.reading.last_changed import LEFT, last_changes, left_beside, named_files, stem
from argcheck.reading.word_runs import WordRuns
from argcheck.tex.vocabulary import OTHERS, codes, words

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from argcheck.files.history import History
    from argcheck.tex.model import ManuscriptRecords

_COMPARABLE = 0.2  # of the longer source: comments, pictures and macros are no words
_ALIKE = 0.95  # of the longest text: what is as long as it, since a revision adds
# labels, and cited keys, of a draft that the whole text has too: how many, and their share
_TAKEN_OVER = ((2, 0.5), (5, 0.8))
_PROPOSED = 2  # times as long as its proposal is what was proposed
_SERIES = 3  # documents whose names differ in numbers alone
_BEFORE_MARKS = (" ", "-", "_", "(")  # behind the name of a file, before what calls it a copy
_COUNTED = 2  # digits of a number that counts the documents of a series
_LISTED = 3  # versions that are named one by one
_HOW = {
    "version": ("is another version of", "are other versions of"),
    "draft": ("is a draft that went into", "are drafts that went into"),
    "proposal": ("is a proposal beside", "are proposals beside"),
    "sample": ("is a sample beside", "are samples beside"),
    "left": tuple(f"{were} left a month or more before the last change of" for were in ("was", "were")),
    "foreign": ("is by others than", "are by others than"),
}
_MARKS = ("DIFadd", "DIFaddbegin", "DIFaddFL")  # what latexdiff puts around what is new


class Replaced(NamedTuple):
    """The document that replaces another one, and why."""

    by: str  #: root of the document being written
    how: str  #: a key of `_HOW`


def replaced(
    read: Mapping[str, ManuscriptRecords],
    identity: Mapping[str, str],
    folders: Iterable[str] = (),
    history: History | None = None,
    chapters: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Replaced]:
    """Return the documents that another one replaces, each with its replacement.

    :param identity: for each document, a hash of everything that it was read from; its words are cached under it.
    :param folders: the folders that the user named.
    :param history: a document changed after its replacement is not replaced.
    :param chapters: documents of the class `subfiles` with their main files; none is a version of another.
    """
    if len(read) < 2:
        return {}
    names = name_words(read, folders)
    # Words are read only when two documents may be versions of each other: most projects have only one.
    runs = {root: WordRuns(manuscript, identity[root]) for root, manuscript in read.items()}
    known = {
        root: Replaced(living, "version")
        for root, living in _earlier(read, runs, names, history, chapters).items()
    }

    def replace(root: str, whole: str | None, how: str) -> None:
        if whole is None:
            return
        times = {} if _by_latexdiff(read[root]) else last_changes(read, (root, whole), history)
        if not times or times[root] <= times[whole]:
            known[root] = Replaced(whole, how)

    written = [root for root in sorted(read) if not is_spoken(read[root])]
    kept = {root: _kept(manuscript) for root, manuscript in read.items()}
    for root in written:
        if root not in known and not is_called(names[root], "companion", "answer"):
            may_hold = [other for other in read if root not in chapters or other not in chapters]
            replace(root, _grown(root, may_hold, read, kept, runs), "draft")
    proposals = [root for root in written if is_called(names[root], "proposal")]
    others = [root for root in written if root not in known and root not in proposals]
    for root in proposals:
        if root not in known:
            replace(root, _proposed(root, others, read, runs), "proposal")
    for root, by, how in foreign(read):
        if root not in known:
            replace(root, by, how)
    known.update((root, Replaced(whole, "left")) for root, whole in _left(read, known, chapters, history))
    return {root: _last(root, known) for root in known}


def _last(root: str, known: Mapping[str, Replaced]) -> Replaced:
    """Follow the replacements of a document to the last one; a version of a draft is a draft."""
    seen, last = {root}, known[root]
    while last.by in known and last.by not in seen:
        seen.add(last.by)
        by, how = known[last.by]
        last = Replaced(by, how if last.how == "version" else last.how)
    return last


def _left(
    read: Mapping[str, ManuscriptRecords],
    known: Container[str],
    chapters: Container[str],
    history: History | None,
) -> Iterator[tuple[str, str]]:
    """Yield the documents abandoned at least a month before the last change of the longest one, and that one.

    One that is not committed or was changed in the last month may be worked on.  What the longest names as a page, a
    picture or a document whose labels it uses belongs to it, however old it is.  A chapter reads its main file, which
    reads others, and is never the longest.  Of a series, as the lessons of a course, all or none are left: which one is
    the longest says nothing.
    """
    living = [root for root in sorted(read) if root not in known]
    whole = max(
        (root for root in living if root not in chapters),
        key=lambda root: (length(read[root]), root),
        default=None,
    )
    if whole is None or history is None or len(living) < 2:
        return
    parts = named_files(read[whole])
    beside = [root for root in living if root != whole and root.endswith(TEX_SUFFIXES)]
    beside = [root for root in beside if stem(root) not in parts]
    left = frozenset(left_beside(whole, read, beside, history))
    series = lists_by_key((_numberless(root), root) for root in (whole, *beside))
    goes_on = {name for name, roots in series.items() if len(roots) >= _SERIES and not left.issuperset(roots)}
    yield from ((root, whole) for root in sorted(left) if _numberless(root) not in goes_on)


def _numberless(path: str) -> str:
    """Return a path without its numbers, but with years and dates: what was written for a year goes on in none."""
    return DIGITS.sub(lambda number: number[0] if len(number[0]) > _COUNTED else "", path)


class _Kept(NamedTuple):
    """What a document keeps as it grows."""

    document_class: str
    labels: frozenset[str]
    keys: frozenset[str]  #: that it cites


def _kept(manuscript: ManuscriptRecords) -> _Kept:
    labels = frozenset(label.name for label in manuscript.labels)
    return _Kept(manuscript.document_class.lower(), labels, manuscript.cited_keys)


def _grown(
    root: str,
    others: Iterable[str],
    read: Mapping[str, ManuscriptRecords],
    kept: Mapping[str, _Kept],
    runs: Mapping[str, WordRuns],
) -> str | None:
    """Return the longest document that a draft grew into: it has most of its labels or keys, and nearly half its words.

    Both have the same class: a paper that is also a chapter of a thesis remains a paper.
    """
    document_class, *own = kept[root]
    wanted = [max(least, share * len(names)) for names, (least, share) in zip(own, _TAKEN_OVER, strict=True)]
    if all(len(names) < least for names, least in zip(own, wanted, strict=True)):
        return None
    wholes = [
        other
        for other, (other_class, *has) in ((other, kept[other]) for other in others)
        if other != root
        and other_class == document_class
        and any(len(few & many) >= least for few, many, least in zip(own, has, wanted, strict=True))
        and runs[other].holds(runs[root])
    ]
    return _longest(wholes, read)


def _longest(roots: Iterable[str], read: Mapping[str, ManuscriptRecords]) -> str | None:
    return min(roots, key=lambda root: (-length(read[root]), root), default=None)


def _proposed(
    root: str, others: list[str], read: Mapping[str, ManuscriptRecords], runs: Mapping[str, WordRuns]
) -> str | None:
    """Return the document that was proposed: one with the text of the proposal, else a thesis with chapters.

    The thesis must be twice as long as the proposal and as any other document that shares no file with it.  Beside
    a document without chapters the proposal may be the later text, the next one after a finished paper.
    """
    texts = [other for other in others if runs[other].holds(runs[root]) or runs[root].is_version(runs[other])]
    thesis = max(others, key=lambda path: (length(read[path]), path), default=root)
    enough = length(read[thesis]) / _PROPOSED
    shared = read[thesis].text_files()
    if (
        not texts
        and enough >= length(read[root])
        and _in_chapters(read[thesis])
        and not has_filler(read[thesis])
    ):
        rivals = (path for path in others if length(read[path]) > enough and path != thesis)
        texts = [] if any(shared.isdisjoint(read[path].text_files()) for path in rivals) else [thesis]
    return _longest(texts, read)


def _in_chapters(manuscript: ManuscriptRecords) -> bool:
    return any(section.level <= 0 for section in manuscript.sections)


def _earlier(
    read: Mapping[str, ManuscriptRecords],
    runs: Mapping[str, WordRuns],
    names: Mapping[str, frozenset[str]],
    history: History | None,
    chapters: Container[str],
) -> dict[str, str]:
    """Return the documents that are other versions of the one being written, each with that one.

    Two documents are versions of one text if the shorter is more than half as long and shares a third of its runs of
    words with the other, and if they have the same name, or one lies in the folder of the other or below it.  Files
    that both read are not compared: a print and a screen version read the same ones.

    The current version is the one highest in the folders; of several the longest, and of those about as long the one
    with the last number.  ``paper.tex`` and ``paper_v1.tex`` of the same length may both be current, and so may
    ``paper_v3.tex`` beside a longer ``paper_v2.tex``, or one whose name calls it a revision or a submission.  What a
    program calls a copy, ``paper - Copy.tex``, is not current beside its original, unless it is longer.  The
    output of latexdiff shows two versions at once, is longer than either, and is never current; that of pandoc replaces
    no document in another notation, unless git knows that it was changed later.  Where git knows the
    times of the changes, no version changed after the current one is an earlier one, and every version that was last
    changed more than a month before the newest is.
    """
    families = {root: {root} for root in read}
    places = {root: (root[: root.rfind("/") + 1], root[root.rfind("/") + 1 :]) for root in read}
    for first, second in combinations(read, 2):
        if families[first] is families[second] or not _near(*places[first], *places[second]):
            continue
        if first in chapters and second in chapters:
            continue
        if not _about_as_long(read[first], read[second]):
            continue
        if runs[first].is_version(runs[second]):
            families[first] |= families[second]
            for root in families[second]:
                families[root] = families[first]
    worked_on = {}
    for family in {id(family): family for family in families.values()}.values():
        if len(family) > 1:
            written = [version for version in family if not _by_latexdiff(read[version])] or [*family]
            times = last_changes(read, written, history)
            guessed = {
                root: by
                for root, by in _by_place(sorted(family), written, runs, names).items()
                if not _is_source(root, read[by]) or times.get(root, 0) < times.get(by, 0)
            }
            worked_on.update(_by_time(guessed, written, times))
    return worked_on


def _by_place(
    family: list[str], written: list[str], runs: Mapping[str, WordRuns], names: Mapping[str, frozenset[str]]
) -> dict[str, str]:
    """Map the other versions of one text to the current one, judged by their folders, lengths and names."""
    highest = min(version.count("/") for version in written)
    high = [version for version in written if version.count("/") == highest]
    lengths = {version: runs[version].count() for version in high}
    longest = max(lengths.values())
    as_long = [version for version, length in lengths.items() if length >= _ALIKE * longest]
    copies = {
        version
        for version in as_long
        if any(lengths[version] <= lengths[other] and _is_copy(version, other) for other in as_long)
    }
    living = max((version for version in as_long if version not in copies), key=standing)
    return {
        root: living
        for root in family
        if root != living
        and (root not in as_long or DIGITS.sub("", root) == DIGITS.sub("", living) or root in copies)
        and not (root in written and _may_be_later(root, living, names))
    }


def _is_copy(root: str, original: str) -> bool:
    """Whether a document is called as programs call the copy of another: "a - Copy (2)", "a (2)", but "a (2019)"."""
    name, first = stem(root), stem(original)
    mark = name.removeprefix(first)
    if mark == name or mark[:1] not in _BEFORE_MARKS:
        return False
    said = [word.strip("()").lower() for word in mark.replace("-", " ").replace("_", " ").split()]
    counted = [word for word in said if word.isdecimal() and len(word) <= _COUNTED]
    told = words((OTHERS, *codes()), "documents.copy").intersection(said)
    return len(told) + len(counted) == len(said) and (bool(told) or mark.endswith(")"))


def _by_time(guessed: dict[str, str], written: list[str], times: Mapping[str, float]) -> dict[str, str]:
    """Correct the guesses by the times at which the versions were changed, as far as these are known."""
    if not times:
        return guessed
    last = max(times.values())
    newest = max((version for version in written if times[version] == last), key=standing)
    # a document that a program made of others is the later one
    latex = [version for version in written if version.endswith(TEX_SUFFIXES)]
    left = {version for version in latex if times[version] < last - LEFT}
    kept = {root: by for root, by in guessed.items() if by not in latex or times.get(root, 0) <= times[by]}
    return {root: newest if by in left else by for root, by in kept.items()} | dict.fromkeys(left, newest)


def _may_be_later(root: str, living: str, names: Mapping[str, frozenset[str]]) -> bool:
    """Whether the number or the name of a version puts it after the one taken for current."""
    if DIGITS.sub("", root) == DIGITS.sub("", living):
        number, other = (list(map(int, DIGITS.findall(path))) for path in (root, living))
        return number > other and max(number) > 1  # the first may be older than what has no number
    return is_called(names[root], "revision") and not is_called(names[living], "revision")


def version_notices(versions: Mapping[str, Replaced], having: Container[str]) -> list[str]:
    """Return a line for each document that replaces others, naming these.

    Abandoned documents, many of which are pictures, are named only if they have findings.
    """
    roots_by_replacement = lists_by_key(
        (replacement, root)
        for root, replacement in sorted(versions.items())
        if replacement.how != "left" or root in having
    )
    lines = []
    for (living, how), roots in roots_by_replacement.items():
        more = f" and {len(roots) - _LISTED:,} more" if len(roots) > _LISTED else ""
        named = " and ".join(roots) if len(roots) == 2 else ", ".join(roots[:_LISTED])
        verb, whose = (_HOW[how][0], "its") if len(roots) == 1 else (_HOW[how][1], "their")
        lines.append(
            f"{named}{more} {verb} {living}: {whose} findings are notes; name the file that you work on to have it checked"
        )
    return lines


def standing(path: str) -> tuple[int, list[tuple[int, str]]]:
    """Return a sort key by which the current version is the greatest: high up, and the tenth after the ninth."""
    pieces = [(int(piece), "") if piece.isdigit() else (0, piece) for piece in re.split(r"(\d{1,9})", path)]
    return -path.count("/"), pieces


def _by_latexdiff(manuscript: ManuscriptRecords) -> bool:
    """Whether latexdiff wrote a document, even if its header comment was removed."""
    return not manuscript.commands.isdisjoint(_MARKS)


def _is_source(root: str, manuscript: ManuscriptRecords) -> bool:
    """Whether a document in another notation may be what pandoc wrote a LaTeX document from, or its later text."""
    return not root.endswith(TEX_SUFFIXES) and is_by_pandoc(manuscript.files[manuscript.root].text)


def _near(folder: str, name: str, other: str, other_name: str) -> bool:
    """Whether two files have the same name, or one lies in the folder of the other or below it."""
    return name == other_name or folder.startswith(other) or other.startswith(folder)


def _about_as_long(manuscript: ManuscriptRecords, other: ManuscriptRecords) -> bool:
    """Whether two documents are long enough to be versions, a cheap test before their words are compared."""
    lengths = [
        sum(len(file.text) for path, file in of.files.items() if path not in without.files)
        for of, without in ((manuscript, other), (other, manuscript))
    ]
    return min(lengths) >= _COMPARABLE * max(lengths) > 0
