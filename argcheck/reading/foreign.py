"""Documents in a project that others wrote: a thesis kept as a reference, the sample document of a template."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from argcheck.reading.asides import is_called, length, words_in
from argcheck.reading.title_page import author_words
from argcheck.tex.vocabulary import codes, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.tex.model import ManuscriptRecords

_SHORT = 4  # letters of the shortest name searched for in a text: "Lee" is part of too many words


def foreign(read: Mapping[str, ManuscriptRecords]) -> Iterator[tuple[str, str, str]]:
    """Yield each document that someone else wrote, the longest document beside it, and its kind.

    A ``sample`` names a placeholder as its author ("First Author"), is a single file, and cites nothing that another
    document cites.  A ``foreign`` document names authors that no document outside its folder names; the folder is
    named after one of them and lies below the other document, or its name says what it is for: ``references``.
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
    """Yield the folders of a document named after one of these people (True), or by a word for references (False)."""
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
    """Whether none of these people is an author of a document or, if it names no author, mentioned in it."""
    if others:
        return people.isdisjoint(others)
    text = manuscript.files[manuscript.root].text.lower()
    return not any(name in text for name in people if len(name) >= _SHORT)
