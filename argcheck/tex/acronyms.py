r"""Finds acronyms and terms that are used but not defined: ``\gls{cpu}`` without a ``\newacronym{cpu}``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import COMMENTS
from argcheck.tex.acronym_forms import BEGINNINGS, BRACED, COMMANDS, PACKAGES, USE, own_commands
from argcheck.tex.arguments import arguments, behind_blanks, command_names, group_end
from argcheck.tex.live_source import files_with, holding, live, live_calls_in
from argcheck.tex.model import once
from argcheck.tex.units import class_unseen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from argcheck.tex.model import ManuscriptRecords

#: Commands that load definitions from elsewhere.
_ELSEWHERE = frozenset(
    ("loadglsentries", "GlsXtrLoadResources", "glsxtrresourcefile", "DTLloaddb", "directlua")
)
#: Commands that describe a term, in the list of terms alone -> what their arguments begin with.
_DESCRIBING = {"newglossaryentry": "{{", "provideglossaryentry": "{{", "longnewglossaryentry": "{{{"}
_LISTS = ("gloss", "noidxgloss", "unsrtgloss", "acronyms", "symbols", "numbers", "abbreviations", "index")
#: Commands that list what is not used, too, or that choose what is listed.
_LISTING_ALL = ("glsaddall", "printunsrt", "glsxtr")
_BETWEEN = str.maketrans(dict.fromkeys("\\{}[]=,()", " "))  #: what stands between keys
_MOSTLY = 3  # of four keys must be defined, else the document defines them in an unknown way


def undefined_acronyms(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    """Yield place and key of the first use of each key that no other command has, so that none can define it."""
    if PACKAGES.isdisjoint(manuscript.packages) or not _ELSEWHERE.isdisjoint(manuscript.commands):
        return
    first: dict[str, Span] = {}
    uses = COMMANDS.keys() - own_commands(manuscript)
    for span, match in live(manuscript, USE, BEGINNINGS):
        if match[1] in uses:
            start, end = match.span(2)
            first.setdefault(match[2], span._replace(start=start, end=end))
    if not first:
        return
    defined: set[str] = set()
    for source in manuscript.files.values():
        defined.update(match[2] for match in BRACED.finditer(source.text) if match[1] not in COMMANDS)
    built = _built(defined)
    lost = [key for key in first if key not in defined and not _is_built(key, built)]
    if 4 * len(lost) <= (4 - _MOSTLY) * len(first):
        yield from ((first[key], key) for key in lost)


def _built(keys: Iterable[str]) -> set[tuple[str, str]]:
    """Return what stands before and behind the parameters of keys that macros put together."""
    built = {(key[: key.index("#")], key[key.rindex("#") + 2 :]) for key in keys if "#" in key}
    return built - {("", "")}


def _is_built(key: str, built: set[tuple[str, str]]) -> bool:
    return any(key.startswith(before) and key.endswith(behind) for before, behind in built)


def is_unlisted(manuscript: ManuscriptRecords, span: Span) -> bool:
    """Whether a place is in the description of a term that is in no list: the document prints none, or never uses it."""
    return bool(holding(_descriptions(manuscript).get(span.path, ()), span.start))


@once
def _descriptions(manuscript: ManuscriptRecords) -> Mapping[str, list[tuple[int, int]]]:
    """Return the ranges of descriptions that nothing prints, by file."""
    m = manuscript
    if PACKAGES.isdisjoint(m.packages) or class_unseen(m) or not m.complete:
        return {}
    paths = sorted(files_with(m, [f"\\{name}" for name in _DESCRIBING]))
    texts = [COMMENTS.sub("", file.text) for file in m.files.values()] if paths else []
    used = _may_use(texts) if any(map(_may_list, texts)) else lambda _key, _own: False
    ranges: dict[str, list[tuple[int, int]]] = {}
    for path in paths:
        for call in live_calls_in(m, Span(path, 0, len(m.files[path].text)), _DESCRIBING):
            text, openers = call.string, _DESCRIBING[call[1]]
            given, end = arguments(text, call.end(), openers)
            place = _description(text, given[-1], openers)
            if place and given[0] and not used(text[slice(*given[0])].strip(), text[call.end() : end]):
                ranges.setdefault(path, []).append(place)
    return ranges


def _may_use(texts: Iterable[str]) -> Callable[[str, str], bool]:
    """Return whether something but its own definition names a term, if only as a word; or all terms are listed."""
    words = Counter(word for text in texts for word in text.translate(_BETWEEN).split())
    built = _built(words)
    every = any(word.startswith(_LISTING_ALL) for word in words)

    def may_use(key: str, own: str) -> bool:
        of_own = COMMENTS.sub("", own).translate(_BETWEEN).split().count(key)
        return every or words[key] != of_own or not of_own or _is_built(key, built)

    return may_use


def _description(text: str, place: tuple[int, int] | None, openers: str) -> tuple[int, int] | None:
    """Return the range of the description of a term, in braces: its last argument, or its value in that."""
    if place is None or openers == "{{{":
        return place
    key = text.find("description", *place)
    value = behind_blanks(text, text.find("=", key, place[1]) + 1) if key >= 0 else 0
    end = group_end(text, value)
    return (value, end) if end > 0 else None


def _may_list(text: str) -> bool:
    """Whether a text may print a list of terms, or have a macro that does; also the description of one term."""
    lists = tuple(f"print{name}" for name in _LISTS)
    return any(
        name.startswith(lists) or name.endswith(("desc", "descplural")) for name in command_names(text)
    )
