r"""Names and years beside a citation that are not those of the cited work.

A sentence may tell of any year: ``in 1986 by \citet{x}``, ``Mazur \cite{x} from 1979``.  Only a year that the source
cannot have counts: a work cannot be of a later year, and if the last digits of two years are swapped one is a slip.  An
earlier year may be that of the first print.
"""

from __future__ import annotations

from functools import cache, partial
from itertools import pairwise
from operator import itemgetter, ne
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.bib.attribution import attributions, citation_groups, named_before
from argcheck.bib.faults import YEARS
from argcheck.bib.mistyped_names import NamesInEntries, mistyped_names
from argcheck.bib.names import name_forms
from argcheck.bib.people import authors, has_more, in_other_letters, may_be, only_persons, spellings
from argcheck.bib.typed_names import candidates
from argcheck.bib.years import one_year, years
from argcheck.files.cache import digest
from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex.by_file import citations_by_file
from argcheck.tex.document_language import language
from argcheck.tex.typography import printed_by
from argcheck.tex.vocabulary import codes, flag, wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from argcheck.bib.attribution import Attribution
    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.tex.model import Analyses, Citation, ManuscriptRecords

_Key = tuple[Any, ...]
_Wrong = tuple[list[Any], list[Any]]  # names and years, with positions in place of entries

_WINDOW = 40  # characters before a command that are searched
_BEFORE = lazy(r"\b(?P<said>[Ii]n[ ~\n](?P<year>(?:19|20)\d\d)(?P<by>,?[ ~\n]by)?)[ ~\n({\[]*\Z")
_AFTER = (
    r"[)\]}]?[ ~\n]{1,2}(?=[a-z])(?P<said>{citations.dating}[ ~\n](?P<year>(?:19|20)\d\d))(?![\w/])"
    r"(?![ ~]?(?:--?|–|{citations.going-on})\b)(?![ ~]?[-–])"
)
_CLAUSE = 200  # most characters between a name with a year and their citation
_ENDS = (". ", ".\n", "? ", "! ", "\n\n", "cite")  # ends of a sentence, or another citation, in between
_REPRINT = 40  # least years after which an edition is a reprint rather than misdated
_SLIP = 2  # most digits in which a slip differs: 1919 for 2019
_LATER = 2  # least years after the entry that a work must be, not to be a preprint or a volume of it


class Misattributed(NamedTuple):
    """Names beside a citation that none of its entries has."""

    said: str  #: the plain words
    span: Span  #: of the key, or of a mistyped name
    entry: Entry
    others: tuple[Entry, ...]  #: at most two entries with these names


class Misdated(NamedTuple):
    """A year beside a citation that none of its entries has."""

    said: str  #: the plain words
    span: Span  #: of the key
    entry: Entry
    given: str  #: the year in the text
    year: str  #: the year of the entry


def mismatches(
    manuscript: ManuscriptRecords,
    bibliography: Entries,
    by_first_author: Callable[[], Mapping[str, list[Entry]]],
) -> Iterator[tuple[list[Misattributed], list[Misdated]]]:
    """Yield the wrong names and years of each file, searched again only if its text or the entries changed."""
    entries = bibliography.entries
    capitals = flag(language(manuscript), "language.capitals")
    written, names = _WrittenEntries(bibliography), NamesInEntries(bibliography, by_first_author)
    for path, citations in citations_by_file(manuscript).items():
        file = manuscript.files[path]
        slot = ("cited", manuscript.root, path)
        cited = manuscript.analyses.keep(
            slot, (file.digest, citations), partial(_digest_of_citations, file.digest, citations)
        )
        kind = f"attributions {capitals} {cited}"

        def look(text: str = file.text, citations: list[Citation] = citations) -> tuple[bool, _Wrong]:
            names.asked = False
            plain = _mismatches_in(text, citations, bibliography, names, capitals=capitals)
            return names.asked, plain

        slot = ("mismatches", manuscript.root, path)
        find = partial(_cached, manuscript.analyses, slot, kind, partial(written.cited_by, citations), look)
        wrong_names, dates = bibliography.remember(kind, find)
        yield (
            [
                Misattributed(
                    said, Span(path, *span), entries[place], tuple(entries[other] for other in others)
                )
                for said, span, place, others in wrong_names
            ],
            [
                Misdated(said, Span(path, *span), entries[place], given, year)
                for said, span, place, given, year in dates
            ],
        )


def _mismatches_in(
    text: str, citations: Sequence[Citation], bibliography: Entries, names: NamesInEntries, *, capitals: bool
) -> _Wrong:
    stated = list(attributions(text, citations, bibliography))
    around = _misdated_by_sentence(text, citations, bibliography, names.by_first_author)
    dated = {misdated[1]: misdated for misdated in (*around, *_misdated_beside(stated))}
    groups = citation_groups(citations)
    wrong = [
        *_misattributed(stated, names.by_first_author),
        *_of_another_work(text, groups, bibliography),
    ]
    keys = {place for _, place, _, _ in wrong}
    mistyped = mistyped_names(text, groups, bibliography, names, capitals=capitals)
    wrong += ((word, place, entry.place, []) for word, place, key, entry in mistyped if key not in keys)
    return sorted(wrong, key=itemgetter(1)), [dated[place] for place in sorted(dated)]


def _cached(
    analyses: Analyses,
    slot: _Key,
    kind: str,
    cited: Callable[[], _Key],
    look: Callable[[], tuple[bool, _Wrong]],
) -> _Wrong:
    """Return the result of ``look``, cached unless a cited entry changed or all entries were searched for a name."""
    looked: list[bool] = []

    def look_now() -> tuple[bool, _Wrong]:
        looked.append(True)
        return look()

    asked, plain = analyses.keep(slot, (kind, *cited()), look_now)
    return look()[1] if asked and not looked else plain


class _WrittenEntries:
    """The source of entries, with those that they inherit from."""

    def __init__(self, bibliography: Entries) -> None:
        self._bibliography = bibliography
        self._known: dict[int, _Key] = {}

    def cited_by(self, citations: Iterable[Citation]) -> _Key:
        """Return a key of the sources of the entries that some citations find."""
        find = self._bibliography.find
        places = {entry.place: entry for citation in citations if (entry := find(citation.key))}
        return self._bibliography.strings, tuple(self._sources_of(places[place]) for place in sorted(places))

    def _sources_of(self, entry: Entry) -> _Key:
        if entry.place not in self._known:
            used = sorted(self._bibliography.used((entry.key,)))  # with those that it inherits from
            others = filter(None, map(self._bibliography.find, used))
            self._known[entry.place] = tuple(
                (each.place, each.key, each.type, each.whole, each.fields.source) for each in (entry, *others)
            )
        return self._known[entry.place]


def _digest_of_citations(text: str, citations: Iterable[Citation]) -> str:
    """Return a digest of the places and keys of citations, and of the digest of their text."""
    written = (f"{citation.command_span[1:]} {citation.span.start} {citation.key}" for citation in citations)
    return digest(" ".join((text, *written)).encode())


def _misattributed(
    stated: Iterable[Attribution], known: Callable[[], Mapping[str, list[Entry]]]
) -> Iterator[tuple[str, tuple[int, int], int, list[int]]]:
    """Yield the attributions with names that none of the entries has: words, place, entry, at most two other entries.

    "Et al." is about people; other names count only if they are the authors of another entry, or two people of whom the
    cited work has only the second.
    """
    meant = cache(partial(_entries_by, known))
    for attribution in stated:
        said = attribution.said
        if not said.names:
            continue
        if _is_author(attribution) and (
            said.group or len(said.names) == 1 or _is_author(attribution, first=True)
        ):
            if _other_pair(attribution):
                yield said.text, attribution.span[1:], attribution.entries[0].place, []
            continue
        others = meant(said.names, said.year, group=said.group)
        if any(in_other_letters(said.names[0], entry) for entry in attribution.entries):
            continue
        if not all(map(authors, attribution.entries)):
            continue  # the entry has no authors
        edited = any(
            not entry.raw("author") and entry.type != "bibitem" for entry in attribution.entries
        )  # its parts are by others
        if others or (said.sure and not edited and all(map(only_persons, attribution.entries))):
            yield (
                said.text,
                attribution.span[1:],
                attribution.entries[0].place,
                [other.place for other in others[:2]],
            )


def _of_another_work(
    source: str, groups: Sequence[Sequence[Citation]], bibliography: Entries
) -> Iterator[tuple[str, tuple[int, int], int, list[int]]]:
    r"""Yield works that are cited right after the authors of another one: ``\citeauthor{smith} \cite{jones}``."""
    for named, cited in pairwise(groups):
        command = named[0].command.rstrip("*").lower()
        between = source[named[0].command_span.end : cited[0].command_span.start]
        if (
            command != "citeauthor"
            or len(named) > 1
            or between.strip(" ~\n(")
            or printed_by(cited[0].command)
        ):
            continue
        entry, *entries = (bibliography.find(citation.key) for citation in (*named, *cited))
        others = [other for other in entries if other and authors(other) and only_persons(other)]
        if entry is None or not authors(entry) or len(others) < len(entries):
            continue
        first = spellings(authors(entry)[0])
        if all(first.isdisjoint(name_forms(authors(other)[0])) for other in others):
            names = source[slice(*named[0].command_span[1:])]
            yield names, cited[0].span[1:], others[0].place, [entry.place]


def _other_pair(attribution: Attribution) -> bool:
    """Whether two people are named of whom the only cited work has the first, and another one as second."""
    if len(attribution.said.names) != 2 or attribution.said.group or len(attribution.entries) != 1:
        return False
    first, second = attribution.said.names
    [entry] = attribution.entries
    families = authors(entry)
    return (
        len(families) == len(attribution.said.names)
        and entry.type != "bibitem"
        and only_persons(entry)
        and not spellings(first).isdisjoint(name_forms(families[0]))
        and not any(may_be(second, known) for known in (entry, *attribution.near))
        # not "the Yang and Mills Lagrangian", which is named after two people
        and all(spellings(word).isdisjoint(name_forms(families[1])) for word in attribution.said.text.split())
    )


def _misdated_beside(
    stated: Iterable[Attribution],
) -> Iterator[tuple[str, tuple[int, int], int, str, str]]:
    """Yield the attributions with a year that none of the entries has: words, place, entry, both years."""
    for attribution in stated:
        said = attribution.said
        if not said.year or (said.names and not _is_author(attribution)):
            continue
        if said.names and not any(map(authors, attribution.entries)):
            continue  # a word of the title and a year: "the survey, 2020"
        if not any(said.year in years(entry) for entry in attribution.entries):
            named = (e for e in attribution.entries if any(may_be(name, e) for name in said.names))
            entry = next(named, attribution.entries[0])
            year = one_year(entry)
            known = year and all(map(one_year, attribution.entries))
            if known and not _is_of_first_print(said.year, year):
                yield said.text, attribution.span[1:], entry.place, said.year, year


def _is_of_first_print(year: str, printed: str) -> bool:
    """Whether a year is far before that of an entry, as "Keynes, 1920" of an edition of 2012, and not a slip."""
    return int(printed) - int(year) >= _REPRINT and sum(map(ne, year, printed)) > _SLIP


def _misdated_by_sentence(
    source: str,
    citations: Iterable[Citation],
    bibliography: Entries,
    known: Callable[[], Mapping[str, list[Entry]]],
) -> Iterator[tuple[str, tuple[int, int], int, str, str]]:
    """Yield the years that a sentence states for a work around its citation and that the work cannot have."""
    for group in citation_groups(citations):
        first = group[0]
        looked_up = [bibliography.find(citation.key) for citation in group]
        entries = [entry for entry in looked_up if entry is not None]
        prints = printed_by(first.command)
        if len(entries) < len(group) or prints == "authors" or first.nocite:
            continue

        def names(first: Citation = first) -> tuple[str, ...]:
            said = named_before(source, first.command_span, announced=True)
            return said.names if said and not said.year else ()

        _, start, end = first.command_span
        around = _year_around(source, start, end, entries, names, prints_names=bool(prints))
        if not around and not prints and len(entries) == 1:
            around = _named_and_dated_before(source, start, entries[0], known)
        if around:
            yield around[0], first.span[1:], entries[0].place, around[1], one_year(entries[0])


def _year_around(
    source: str,
    start: int,
    end: int,
    entries: Sequence[Entry],
    names: Callable[[], Sequence[str]],
    *,
    prints_names: bool,
) -> tuple[str, str] | None:
    """Return the words and the wrong year that a sentence states for the works of a command, or None.

    :param names: returns the authors right before the command.
    """
    before = _BEFORE.search(source, max(0, start - _WINDOW), start)
    if (
        before
        and bool(before["by"]) == prints_names
        and _is_wrong(before["year"], entries, later=prints_names)
    ):
        return _on_one_line(before["said"]), before["year"]
    after = None if prints_names else wording(codes(), _AFTER).match(source, end)
    named = after and any(may_be(name, entry) for name in names() for entry in entries)
    if after and named and _is_wrong(after["year"], entries, later=True):
        return _on_one_line(after["said"]), after["year"]
    return None


def _on_one_line(words: str) -> str:
    return " ".join(words.replace("~", " ").split())


def _named_and_dated_before(
    source: str, start: int, entry: Entry, known: Callable[[], Mapping[str, list[Entry]]]
) -> tuple[str, str] | None:
    """Return the words and the wrong year that a sentence states with an author some words before a citation, or None.

    If an entry by the same first author has that year, the sentence may be about both.

    :param known: returns the entries by every spelling of the name of their first authors.
    """
    low = max(0, start - _CLAUSE)
    before = source[low:start]
    if not YEARS.search(before):
        return None
    families = authors(entry)
    for first, end, names, year in reversed(candidates(before)):
        group = names[-1:] == ("et al.",)
        pair = len(names) == len(families) == 2
        if not (group or pair) or any(sign in before[end:] for sign in _ENDS):
            continue
        forms = spellings(names[0])
        named = zip(names[: 1 if group else 2], families, strict=False)
        theirs = families and not any(spellings(name).isdisjoint(name_forms(own)) for name, own in named)
        others = [other for form in forms for other in known().get(form, ())]
        if (
            theirs
            and _is_wrong(year, [entry], later=None)
            and not any(year in years(other) for other in others)
        ):
            return _on_one_line(before[first:end]), year
    return None


def _is_wrong(year: str, entries: Sequence[Entry], *, later: bool | None) -> bool:
    known = [one_year(entry) for entry in entries]
    if not all(known) or any(year in years(entry) for entry in entries):
        return False
    if later is None:
        return True
    exchanged = any(printed == year[:2] + year[3] + year[2] for printed in known)
    return exchanged or (later and all(int(year) >= int(printed) + _LATER for printed in known))


def _is_author(attribution: Attribution, *, first: bool = False) -> bool:
    """Whether one of the names, or the first, may be that of an author of the entries, in any spelling."""
    names = attribution.said.names[:1] if first else attribution.said.names
    return any(may_be(name, entry) for name in names for entry in (*attribution.entries, *attribution.near))


def _entries_by(
    known: Callable[[], Mapping[str, list[Entry]]], names: tuple[str, ...], year: str, *, group: bool
) -> list[Entry]:
    """Return the entries with these authors: for a group those with more, and preferably those of the year."""
    wanted = [spellings(name) for name in names]
    entries = []
    for entry in dict.fromkeys(entry for form in sorted(wanted[0]) for entry in known().get(form, ())):
        families = authors(entry)
        rest = [name_forms(family) | name_forms(family.split()[-1]) for family in families[: len(wanted)]]
        exact = has_more(entry, len(wanted)) if group else len(families) == len(wanted)
        if exact and len(rest) == len(wanted) and not any(map(frozenset.isdisjoint, wanted, rest)):
            entries.append(entry)
    if year:
        entries = [entry for entry in entries if year in years(entry)] or entries
    return entries
