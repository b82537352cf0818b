"""Answers to reviewers, which quote what these said."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from argcheck.files.grouping import lists_by_key
from argcheck.tex.arguments import arguments
from argcheck.tex.live_source import joined, live_calls
from argcheck.tex.model import once
from argcheck.tex.vocabulary import codes, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords


@once
def words_of_reviewers(manuscript: ManuscriptRecords) -> dict[str, list[tuple[int, int]]]:
    r"""Return what is quoted from reviewers, by file, sorted: arguments of ``\referee``, the text of ``{reviewer}``.

    In a document that is called an answer and speaks of reviewers, all macros and environments of its own quote them,
    but those called after the answer or its authors.
    """
    spans = (*_in_macros(manuscript), *_in_environments(manuscript))
    by_file = lists_by_key((path, (start, end)) for path, start, end in spans)
    return {path: joined(ranges) for path, ranges in by_file.items()}


def _in_macros(manuscript: ManuscriptRecords) -> Iterator[Span]:
    openers = {
        name: made[0].openers.partition("\0")[0]
        for name, made in manuscript.macros.items()
        if made[0].openers and _quotes(manuscript, name)
    }
    for span, match in live_calls(manuscript, sorted(openers)) if openers else ():
        yield span._replace(end=arguments(match.string, span.end, openers[match[1]])[1])


def _in_environments(manuscript: ManuscriptRecords) -> Iterator[Span]:
    own: dict[str, bool] = {}
    for environment in manuscript.environments:
        name = environment.name
        if name not in own:
            own[name] = _quotes(manuscript, name) and _defines(manuscript, name)
        if own[name]:
            yield environment.span


def _quotes(manuscript: ManuscriptRecords, name: str) -> bool:
    """Whether a macro or an environment has a name that fits words of reviewers."""
    called = name.lower()
    if called.startswith(tuple(words(codes(), "documents.reviewer"))):
        return True
    return _answers(manuscript) and not any(
        word in called for word in (*words(codes(), "documents.answer"), "author")
    )


@once
def _answers(manuscript: ManuscriptRecords) -> bool:
    """Whether a document is called an answer and speaks of reviewers, unlike a paper that is a ``letter.tex``."""
    name = PurePosixPath(manuscript.root).stem.lower()
    if not any(word in name for word in words(codes(), "documents.answer")):
        return False
    texts, reviewers = (
        [file.text.lower() for file in manuscript.files.values()],
        words(codes(), "documents.reviewer"),
    )
    return any(word in text for text in texts for word in reviewers)


def _defines(manuscript: ManuscriptRecords, name: str) -> bool:
    r"""Whether a document makes an environment, with whichever command: its name stands behind another than ``\begin``."""
    return any(
        not before.endswith(("\\begin", "\\end"))
        for file in manuscript.files.values()
        for before in file.text.split(f"{{{name}}}")[:-1]
    )
