"""Documents that lie about and that others wrote: a thesis that is kept for reading, the sample of a template."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from argcheck.reading.asides import is_called, length, words_in
from argcheck.reading.title_page import author_words
from argcheck.tex.vocabulary import codes, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.tex.model import ManuscriptRecords

_SHORT = 4  # letters from which on a word is looked for in a text: "Lee" stands in every other one


def foreign(read: Mapping[str, ManuscriptRecords]) -> Iterator[tuple[str, str, str]]:
    """Yield the documents that others wrote than the author, the longest beside them, and how they come to lie there.

    A ``sample`` names nobody as its author ("First Author"), is one file and cites what no other document cites. What
    is ``foreign`` names people whom no document outside of its folder names, and that folder is called after one of
    them and lies below the document beside it, or says what it is for: ``references``.
    """
    nobody = words(codes(), "documents.anyone")
    named = {root: author_words(manuscript) for root, manuscript in read.items()}
    people = {root: frozenset(n for n in names - nobody if len(n) > 1) for root, names in named.items()}
    by_length = sorted(read, key=lambda root: (-length(read[root]), root))
    for place, root in enumerate(by_length):
        known = next((other for other in by_length[:place] if people[other]), None)
        if named[root] and not people[root] and known:
            cited = read[root].cited_keys
            elsewhere = (read[other].cited_keys for other in read if other != root and people[other])
            alone = read[root].text_files() <= {root}
            if alone and cited and cited.isdisjoint(frozenset().union(*elsewhere)):
                yield root, known, "sample"
        elif people[root]:
            for folder, only_above in _folders(root, people[root]):
                outside = [other for other in by_length if not other.startswith(f"{folder}/")]
                beside = [o for o in outside if not only_above or f"{folder}/".startswith(_at(o))]
                if beside and all(_strange(people[root], people[other], read[other]) for other in outside):
                    yield root, beside[0], "foreign"
                    break


def _folders(root: str, people: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Yield the folders of a document that are called by a word for what is read, or after one of these people, and which it is."""
    for folder in reversed(PurePosixPath(root).parents[:-1]):
        called = words_in(folder.name)
        if is_called(called, "reading"):
            yield str(folder), False
        elif called <= people and max(map(len, called), default=0) >= _SHORT:
            yield str(folder), True


def _at(path: str) -> str:
    """Return the folder of a file, with its slash."""
    return path[: path.rfind("/") + 1]


def _strange(people: frozenset[str], others: frozenset[str], manuscript: ManuscriptRecords) -> bool:
    """Whether people are none of the authors of a document, or where it names none, whether it does not know them."""
    if others:
        return people.isdisjoint(others)
    text = manuscript.files[manuscript.root].text.lower()
    return not any(name in text for name in people if len(name) >= _SHORT)
