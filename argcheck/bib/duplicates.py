"""Entries of one work under two keys.

Precision before recall: an entry is a duplicate if its DOI says so, or if title, authors and year agree and nothing
else (pages, volume, edition, kind) differs; volume and pages may stand for the year.  Entries are compared only within
blocks, not all with all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.bib.entry_identifiers import entry_doi, entry_pmid
from argcheck.bib.identifiers import normal_isbn
from argcheck.bib.names import same_family
from argcheck.bib.similar_titles import similar, similar_venues
from argcheck.bib.works import SUBTITLE, Work, folded, plain_title, printed_apart, year_of
from argcheck.files.grouping import lists_by_key
from argcheck.files.patterns import ALPHANUMERIC, split_at
from argcheck.tex.vocabulary import any_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.bib.entry import Entry
    from argcheck.bib.names import Name

_WIDEST = 24  #: most entries of a block that an entry is compared with
_WORDS = 4  #: least words of a title in which one slip does not make another title
_OTHER_WORK = "the same DOI, but another "
_PLACE = "the same title, authors, volume and pages"
_SHORT = 12  #: letters; shorter titles (Editorial, Preface) are not sufficient
_NO_WORKS = frozenset({"xdata", "set", "control", "string", "ieeetranbstctl", "comment"})
_MISC = frozenset({"misc", "online", "electronic", "www", "webpage", "unpublished", "preprint", "eprint"})
_THESIS = frozenset({"phdthesis", "mastersthesis", "thesis", "bachelorsthesis"})
_WHOLE = frozenset({
    "book", "mvbook", "proceedings", "mvproceedings", "collection", "mvcollection",
    "reference", "mvreference", "periodical", "booklet", "manual",
})  # fmt: skip
_PARTS = frozenset({
    "inbook", "incollection", "inreference", "bookinbook", "suppbook", "suppcollection", "conference", "inproceedings",
})  # fmt: skip


def duplicate_entries(entries: Iterable[Entry]) -> list[tuple[Entry, Entry, str]]:
    """Return the pairs of entries of one work: (earlier entry, later entry, reason), sorted by the later one.

    Of three entries of a work these are three pairs.  Entries with one key are left out, as another rule reports them.
    """
    works = [entry for entry in entries if entry.type not in _NO_WORKS]
    compared: dict[int, Work] = {}
    repeated = []
    for later, earlier in sorted(_candidates(works).items()):
        for place in sorted(earlier):
            first, second = (compared.setdefault(which, Work(works[which])) for which in (place, later))
            reason = same_work(first, second)
            if reason:
                repeated.append((first.entry, second.entry, reason))
    return repeated


def one_work(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Return pairs of positions of entries, of any number of bibliographies, that are one work, the earlier first.

    Keys do not matter, since each bibliography has its own; nor does an identifier that entries of two titles share.
    """
    works = [(place, Work(entry)) for place, entry in enumerate(entries) if entry.type not in _NO_WORKS]
    candidates = _candidates([work.entry for _, work in works])
    for later, earlier in _sharing_numbers([work for _, work in works]):
        candidates.setdefault(later, set()).add(earlier)
    pairs = []
    for later, several in sorted(candidates.items()):
        place, work = works[later]
        for earlier in sorted(several):
            if _are_one(works[earlier][1], work):
                pairs.append((works[earlier][0], place))
                break
    return pairs


def _sharing_numbers(works: Iterable[Work]) -> Iterator[tuple[int, int]]:
    """Yield the positions of works with the arXiv or PubMed number of an earlier one, later position first."""
    known: dict[tuple[str, str], int] = {}
    for place, work in enumerate(works):
        for kind, number in (("arxiv", work.arxiv), ("pmid", entry_pmid(work.entry))):
            if number and (earlier := known.setdefault((kind, number), place)) != place:
                yield place, earlier


def _are_one(first: Work, second: Work) -> bool:
    reason = _reason(first, second)
    if reason is None:
        pmids = entry_pmid(first.entry), entry_pmid(second.entry)
        shared = (first.arxiv and first.arxiv == second.arxiv) or (pmids[0] and pmids[0] == pmids[1])
        return bool(shared) and similar(first.plain_title, second.plain_title)
    return not reason.startswith(_OTHER_WORK)


def _candidates(works: Iterable[Entry]) -> dict[int, set[int]]:
    """Return for positions of works those of the earlier works that share a block."""
    blocks = lists_by_key((block, place) for place, work in enumerate(works) for block in _blocks(work))
    earlier: dict[int, set[int]] = {}
    for members in (shared for shared in blocks.values() if len(shared) > 1):
        for number, place in enumerate(members[1:], 1):
            earlier.setdefault(place, set()).update(members[: min(number, _WIDEST)])
    return earlier


def _blocks(entry: Entry) -> Iterator[str]:
    """Yield the blocks of an entry: two entries are compared if they share one.

    Most entries share none, so blocks must be cheap to compute.  Two titles that differ in one word share one half.
    """
    doi = entry_doi(entry)
    if doi:
        yield doi
    title = plain_title(entry)
    words = ALPHANUMERIC.findall(title)
    if not words:
        return
    year = year_of(entry)
    yield f"{year}={''.join(words)}"
    subtitle = SUBTITLE.search(title)
    if subtitle:
        yield f"{year}={''.join(ALPHANUMERIC.findall(title[: subtitle.start()]))}"
    if len(words) >= _WORDS:
        yield "".join(words)
        half = len(words) // 2
        yield f"{year}<{' '.join(words[:half])}"
        yield f"{year}>{' '.join(words[half:])}"


def same_work(first: Work, second: Work) -> str | None:
    """Return why two entries are one work, or None."""
    reason = _reason(first, second)
    if reason is None or _same_key(first.entry, second.entry) or _linked(first.entry, second.entry):
        return None
    return reason


def _reason(first: Work, second: Work) -> str | None:
    if first.doi and first.doi == second.doi:
        return _reason_of_doi(first, second)
    if not _same_title(first, second) or _are_different(first, second) or not _same_people(first, second):
        return None
    if first.year != second.year:
        return _PLACE if not (first.year and second.year) else f"{_PLACE}, in different years"
    return "the same title, authors and year" if first.year else "the same title and authors"


def _same_key(first: Entry, second: Entry) -> bool:
    if first.bibliography is not None:
        return first.bibliography.fold(first.key) == first.bibliography.fold(second.key)
    return first.key == second.key


def _linked(first: Entry, second: Entry) -> bool:
    """Whether one entry refers to the other: a paper to its proceedings, a translation to its original."""
    return _refers_to(first, second.key) or _refers_to(second, first.key)


def _refers_to(entry: Entry, key: str) -> bool:
    return any(
        key in split_at(entry.raw(name) or "", ",")
        for name in ("crossref", "xref", "related", "entryset")
        if name in entry.fields
    )


def _reason_of_doi(first: Work, second: Work) -> str | None:
    """Return the reason for entries with one DOI; if the titles differ completely, one has the wrong DOI.

    Without a title, that is so if authors and years differ.
    """
    if _different_parts(first, second):
        return None
    if first.plain_title and second.plain_title:
        other = (
            "" if similar(first.plain_title, second.plain_title) and not _apart(first, second) else "title"
        )
    else:
        given = first.people.names and second.people.names and first.year and second.year
        differ = given and first.year != second.year and not _same_people(first, second)
        other = "author and year" if differ else ""
    return f"{_OTHER_WORK}{other}" if other else "the same DOI"


def _apart(first: Work, second: Work) -> bool:
    """Whether titles that share words are of two works: on other pages, and by others or of another volume and year.

    A comment on an article has the words of its title, and papers on one region share its name.
    """
    if first.title == second.title or not _differ(first.first_page, second.first_page):
        return False
    people, others = first.people.names, second.people.names
    strangers = not any(_same_families(name, other) for name in people for other in others)
    elsewhere = _differ(first.year, second.year) and _differ(first.number("volume"), second.number("volume"))
    return elsewhere or bool(strangers and people and others)


def _different_parts(first: Work, second: Work) -> bool:
    """Whether entries with one DOI are a book and its chapters, or a paper and its erratum."""
    if _words_of_own_works(first) != _words_of_own_works(second) or printed_apart(first, second):
        return True
    if "inbook" in {first.entry.type, second.entry.type} and _other_chapter(first, second):
        return True  # an inbook has the title of the book, and may have its DOI
    if first.title == second.title or not (first.title and second.title):
        return False
    kinds = {first.entry.type, second.entry.type}
    elsewhere = kinds <= _PARTS and _differ(first.first_page, second.first_page)
    return bool(kinds & (_PARTS | _WHOLE)) and (
        elsewhere or not similar(first.plain_title, second.plain_title)
    )


def _other_chapter(first: Work, second: Work) -> bool:
    """Whether two parts of a book are different: by chapter or pages; between equal types both must be given."""
    one_kind = first.entry.type == second.entry.type
    places = (first.chapter, second.chapter), (first.number("pages"), second.number("pages"))
    return any(first != second and ((first and second) or not one_kind) for first, second in places)


def _words_of_own_works(work: Work) -> set[str]:
    return set(any_of("en", "bibliography.own-works").findall(work.plain_title))


# -- title


def _same_title(first: Work, second: Work) -> bool:
    """Whether the titles are the same; for a slip or a missing subtitle more must agree."""
    if not (first.title and second.title):
        return False
    if first.title == second.title:
        return len(first.title) >= _SHORT or _same_place(first, second)
    if _words_of_own_works(first) != _words_of_own_works(second) or not _same_place(first, second):
        return False
    return _one_slip(first.words, second.words) or _without_subtitle(first, second)


def _one_slip(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether two titles differ by one letter of one long word; not by an affix such as ``unsupervised``."""
    if len(first) != len(second) or len(first) < _WORDS:
        return False
    different = [(word, other) for word, other in zip(first, second, strict=True) if word != other]
    if len(different) != 1:
        return False
    word, other = different[0]
    is_affixed = word.endswith(other) or other.endswith(word)
    if is_affixed or min(len(word), len(other)) < 5 or not (word + other).isalpha():
        return False
    from rapidfuzz.distance import OSA

    return OSA.distance(word, other) == 1


def _without_subtitle(first: Work, second: Work) -> bool:
    shorter, longer = sorted((first, second), key=lambda work: len(work.title))
    return len(shorter.title) >= _SHORT and shorter.title == longer.main_title


def _same_place(first: Work, second: Work) -> bool:
    """Whether two works have the same arXiv number, first page or volume of a journal, or are books of one publisher."""
    if first.arxiv and first.arxiv == second.arxiv:
        return True
    if first.first_page and first.first_page == second.first_page:
        return True
    same_volume = first.number("volume") != "" and first.number("volume") == second.number("volume")
    if (
        same_volume
        and first.venue
        and first.venue == second.venue
        and not first.first_page + second.first_page
    ):
        return True
    publishers = folded(first.get("publisher")), folded(second.get("publisher"))
    return (
        {first.entry.type, second.entry.type} <= _WHOLE
        and publishers[0] != ""
        and publishers[0] == publishers[1]
    )


# -- authors


def _same_people(first: Work, second: Work) -> bool:
    shorter, longer = sorted((first.people, second.people), key=lambda people: len(people.names))
    if not shorter.names:
        one_type = first.entry.type == second.entry.type
        return not longer.names and one_type and _same_place(first, second)
    if len(shorter.names) < len(longer.names) and (longer.others or not shorter.others):
        return False
    rest = iter(longer.names)  # "and others" may stand for names in the middle
    return _same_person(shorter.names[0], longer.names[0]) and all(
        any(_same_person(name, each) for each in rest) for name in shorter.names
    )


def _same_person(first: Name, second: Name) -> bool:
    given = folded(first.given)[:1], folded(second.given)[:1]
    return _same_families(first, second) and not (given[0] and given[1] and given[0] != given[1])


def _same_families(first: Name, second: Name) -> bool:
    """Whether two family names are the same; ``Marc Van Barel`` is Barel to BibTeX, ``Van Barel, Marc`` is not."""
    if same_family(first.family, second.family):
        return True
    if same_family(first.particle + first.family, second.particle + second.family):
        return True
    words = first.family.split(), second.family.split()
    if len(words[0]) != len(words[1]) and all(words) and same_family(words[0][-1], words[1][-1]):
        return True
    family, other = first.folded_family, second.folded_family
    if min(len(family), len(other)) < 5 or len(set(family) ^ set(other)) > 0.15 * len(family + other):
        return False  # more letters are in only one of them than the ratio allows; rapidfuzz takes long to import
    from rapidfuzz.fuzz import ratio

    return ratio(family, other) >= 85


# -- differences


def _are_different(first: Work, second: Work) -> bool:
    """Whether anything shows that the two are different works or different publications."""
    if first.year != second.year and not _in_one_place(first, second):
        return True
    if first.arxiv and second.arxiv and first.arxiv != second.arxiv:
        return True
    if _different_kinds(first, second) or first.talk != second.talk:
        return True
    if first.preprint or second.preprint:
        return first.doi is not None and second.doi is not None and first.preprint == second.preprint
    if first.doi and second.doi:
        return True
    if _differ(*(normal_isbn(work.get("isbn")) or "" for work in (first, second))):
        return True
    # the number of a report or an issue: "Front cover" is on the same page of each
    if _differ(first.chapter, second.chapter):
        return True
    names = ("pages", "volume", "number", "edition", "part")
    if any(_differ(first.number(name), second.number(name)) for name in names):
        return True
    elsewhere = _other_record(first, second) or _other_place(first, second)
    return elsewhere or _differ(first.pages_in_note, second.pages_in_note)


def _in_one_place(first: Work, second: Work) -> bool:
    """Whether two papers with one longer title are on the same pages of one volume, so that a year is a slip."""
    in_one = _kind(first) == "paper" and similar_venues(first.venue, second.venue)
    if not in_one or first.title != second.title or len(first.words) < _WORDS or not first.first_page:
        return False
    pages, others = (ALPHANUMERIC.findall(work.get("pages")) for work in (first, second))
    return pages == others and first.number("volume") == second.number("volume") != ""


def _differ(first: str, second: str) -> bool:
    return bool(first) and bool(second) and first != second


def _different_kinds(first: Work, second: Work) -> bool:
    """Whether the kinds differ so that equal titles are different works: book and chapter, thesis and paper."""
    kinds = _kind(first), _kind(second)
    return kinds[0] != kinds[1] and "preprint" not in kinds


def _kind(work: Work) -> str:
    kind = work.entry.type
    for name, kinds in (("whole", _WHOLE), ("thesis", _THESIS)):
        if kind in kinds:
            return name
    if work.preprint:
        return "preprint"
    if kind in _MISC:
        return "misc"
    return "paper" if kind == "article" or kind in _PARTS else kind


def _other_record(first: Work, second: Work) -> bool:
    """Whether the addresses are those of two records of one archive, which differ only in the number at the end."""
    (archive, _, record), (other_archive, _, other) = (_address(w).rpartition("/") for w in (first, second))
    return archive == other_archive and record != other and (record + other).isdecimal()


def _other_place(first: Work, second: Work) -> bool:
    """Whether addresses or venues differ: pages with one title, or a talk and the article about it."""
    kinds = {_kind(first), _kind(second)}
    if kinds == {"misc"}:
        return _differ(_address(first), _address(second)) or _differ(first.get("month"), second.get("month"))
    if kinds != {"paper"} or not (first.venue and second.venue):
        return False
    if first.first_page and first.first_page == second.first_page:
        return False
    return not similar_venues(first.venue, second.venue)


def _address(work: Work) -> str:
    address = work.get("url") or work.get("howpublished")
    scheme, mark, page = address.strip().lower().rstrip("/").partition("://")
    return page.removeprefix("www.") if mark and scheme in ("http", "https") else f"{scheme}{mark}{page}"
