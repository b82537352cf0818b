"""Notices of what was not read: chapters of no document, broken parts, and citations that are typed by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import shortened
from argcheck.files.manuscript_reader import TranslatedFile
from argcheck.files.patterns import DIGITS, HEADING
from argcheck.tex.vocabulary import codes, in_any_language, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.reading.manuscript import Manuscript
    from argcheck.reading.workspace import Workspace

_NAME = r"[A-ZÀ-Þ][\w'’-]*[a-zß-ÿ][\w'’-]*"
_YEAR = r"(?:1[89]|20)\d\d[a-z]?"
#: (Smith, 2019); (Smith & Roe 2019a; Poe 2001); (see Smith et al. 2019, p. 3); not one name without a comma, which is
#: as often a place or a season. Or numbers: [3]; [3, 5]; [3-5]
_TYPED = (
    rf"\((?:[a-z][a-z.]+,? ){{0,3}}({_NAME})(?:,|(?: (?:{{citations.and}}|&) {_NAME}|,? et al\.?),?) {_YEAR}\b[^()\n]{{0,200}}\)"
    r"|(?<=[\w.,;)] )\[[1-9]\d{0,2}(?: ?[,;\u2013-] ?[1-9]\d{0,2}){0,9}\]"
)
_NUMBERS = 2  # least count of numbers in brackets: a single one may be something else


def partly_read(workspace: Workspace) -> Iterator[str]:
    """Yield a sentence for each part of the documents that was not read."""
    files = workspace.project.files
    yield from _mostly_unread(workspace)
    for manuscript, _ in workspace.documents:
        for path in manuscript.files:
            yield from (f"{path}: {why}" for why in getattr(files.get(path), "unread", ()))
        root = files.get(manuscript.root)
        if not isinstance(root, TranslatedFile) or root.unread or manuscript.citations:
            continue
        if example := _typed(manuscript):
            yield f"{root.path}: it has no {root.reader.citation}; citations typed by hand, such as {example}, are not checked"


def _mostly_unread(workspace: Workspace) -> Iterator[str]:
    """Yield a notice if the files with headings that no document reads are longer than all that is read."""
    files = workspace.project.files
    paths = {path for manuscript, _ in workspace.documents for path in manuscript.files}
    read = sum(len(files[path].text) for path in paths if path in files)
    unread = {path: len(files[path].text) for path in workspace.orphans if path in files}
    if not 0 < read < sum(unread.values()):
        return  # as in most projects, whose files are then not searched
    chapters = [path for path in unread if HEADING.search(files[path].text)]
    if sum(map(unread.__getitem__, chapters)) > read:
        yield (
            f"most of the text here is not checked: no document reads {shortened(', '.join(chapters))} "
            "(are they commented out, or put together by a program?)"
        )


def _typed(manuscript: Manuscript) -> str:
    """Return the first citation that is typed by hand; empty if there is none."""
    months = {month for code in codes() for month in words(code, "dates.months")}
    brackets: dict[str, None] = {}
    for sentence in manuscript.sentences:
        for match in in_any_language(_TYPED).finditer(sentence.text):
            if match[1] is None:
                brackets[match[0]] = None
            elif match[1].lower() not in months:
                return shortened(match[0])
    numbers = {number for bracket in brackets for number in DIGITS.findall(bracket)}
    # The works of a list are numbered from 1, and some are cited alone; intervals and scales have two ends each.
    is_list = "1" in numbers and any(bracket[1:-1].isdecimal() for bracket in brackets)
    return next(iter(brackets)) if is_list and len(brackets) >= _NUMBERS else ""
