"""What answers to reviewers quote from them."""

from __future__ import annotations

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
    r"""Return what is quoted from reviewers, by file, sorted: arguments of ``\referee``, the text of ``{reviewer}``."""
    spans = (*_in_macros(manuscript), *_in_environments(manuscript))
    by_file = lists_by_key((path, (start, end)) for path, start, end in spans)
    return {path: joined(ranges) for path, ranges in by_file.items()}


def _in_macros(manuscript: ManuscriptRecords) -> Iterator[Span]:
    openers = {
        name: made[0].openers.partition("\0")[0]
        for name, made in manuscript.macros.items()
        if made[0].openers and _quotes(name)
    }
    for span, match in live_calls(manuscript, sorted(openers)) if openers else ():
        yield span._replace(end=arguments(match.string, span.end, openers[match[1]])[1])


def _in_environments(manuscript: ManuscriptRecords) -> Iterator[Span]:
    own: dict[str, bool] = {}
    for environment in manuscript.environments:
        name = environment.name
        if name not in own:
            own[name] = _quotes(name) and _defines(manuscript, name)
        if own[name]:
            yield environment.span


def _quotes(name: str) -> bool:
    r"""Whether a macro or an environment is called after reviewers, and not after an answer (``\refereereply``)."""
    called, others = name.lower(), (*words(codes(), "documents.answer"), "answer", "author")
    return called.startswith(tuple(words(codes(), "documents.reviewer"))) and not any(
        word in called for word in others
    )


def _defines(manuscript: ManuscriptRecords, name: str) -> bool:
    r"""Whether a document makes an environment, with whichever command: its name stands behind another than ``\begin``."""
    return any(
        not before.endswith(("\\begin", "\\end"))
        for file in manuscript.files.values()
        for before in file.text.split(f"{{{name}}}")[:-1]
    )
