"""Whether a record is the work that an entry describes, and in which fields the two differ.

The thresholds were set on one half of labelled entries and tested on the other (``benchmarks/sources.py``).  Titles,
names and venues are compared in `titles`, `same_authors` and `venues`, and printings in `printings`.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

from argcheck.sources.folding import SHOWING, languages_of, length, letters, words
from argcheck.sources.model import Difference, Likeness, Person, Query, Record
from argcheck.sources.printings import (
    PARTS,
    PLAIN,
    WHOLES,
    is_other_version,
    is_preprint,
    is_preprint_record,
    is_reprinted,
    venues_agree,
    years_differ,
)
from argcheck.sources.released import is_of_one_release
from argcheck.sources.replaced import (
    book_of,
    is_no_person,
    names_another_book,
    other_words,
    shares_words,
    strangers,
)
from argcheck.sources.reviews import are_reviews_of_one
from argcheck.sources.same_authors import AuthorAgreement, compare_authors, same_person
from argcheck.sources.titles import (
    begins_alike,
    compare_titles,
    in_each_language,
    is_attached,
    says_less,
    shared_words,
    short_form,
    translation_in,
    without_note,
)
from argcheck.sources.venues import abbreviate_one_name, compare_venues
from argcheck.sources.volumes_and_pages import (
    is_at_its_place,
    is_in_one_journal,
    is_on_its_pages,
    places_differ,
    shares_place,
)

_TELLING = 4  #: least words of a title that few works share
_LONG_WORD = 4  #: letters
_PAIR = 2  #: authors who may have written several similar preprints in a year, or both be in a catalogue
_PAIRS = 2_500  #: most pairs of persons to compare in any form; of more, known forms only
_FIRST = 3  #: least authors before the last one, of a list that leaves those between out
_FEW = 3  #: least words of a title beside an identifier and the authors
_SHORTEST = 2  #: least long words of the title of a book beside publisher and year
_PRINTED_PARTS = frozenset({"chapter", "proceedings"})


class RecordMatch(NamedTuple):
    """Whether a record is the work, and how the two differ if it is.

    ``same`` is None if the record is another work that could be meant: the same title with other authors, or a similar
    title.
    """

    record: Record
    same: bool | None
    differences: tuple[Difference, ...]
    title: Likeness
    authors: Likeness
    whole: bool = True  #: whether the record has the whole title, not only that before the subtitle
    listed: bool = True  #: whether it has both of two authors; of more, catalogues list some
    holds: bool = False  #: whether the record is of the book or the proceedings that contain the work
    #: Differences of form only, which do not count: nothing is replaced.
    form: tuple[Difference, ...] = ()


def judge(query: Query, record: Record, *, identified: bool) -> RecordMatch:
    """Compare an entry with a record.

    :param identified: whether an identifier of the entry led to the record, so that doubts are in its favour.
    """
    review = are_reviews_of_one(query.title, record.title)
    attached = is_attached(query.title, record.title) and not review
    if attached and not identified:
        return RecordMatch(record, False, (), Likeness.OTHER, Likeness.UNKNOWN)
    by_book = identified and _has_title_of_book(query, record)
    title = Likeness.SAME if by_book or review else _likeness_of_titles(query, record)
    written = compare_authors(query.authors, record.authors, others=query.others)
    people, claims = _in_other_form(written, query, record)
    authors = Likeness.UNKNOWN if _is_of_body(query, record) else people.likeness
    form = []
    if people is not written and not claims:
        form.append(Difference("authors", _names(query.authors), _names(record.authors)))
    whole_is_near = title is Likeness.NEAR and bool(record.subtitle)  # then its main title alone says nothing
    shorter = not whole_is_near and (
        _is_known_by_authors(people, query, record)
        or _is_part_of_title(authors, query, record, identified=identified)
    )
    if title in {Likeness.NEAR, Likeness.OTHER} and (
        shorter or _has_no_other_words(authors, query, record, identified=identified)
    ):
        title = Likeness.SAME
        form.append(Difference("title", query.title, _whole_title(record)))
    title = Likeness.NEAR if attached else title
    if identified and title in {Likeness.NEAR, Likeness.OTHER} and _is_in_translation(authors, query, record):
        title = Likeness.UNKNOWN
    differences = tuple(_differences(query, record, title, authors))
    whole = by_book or not says_less(query.title, record.title, record.subtitle)
    listed = len(record.authors) >= len(query.authors) or len(query.authors) > _PAIR
    judged = RecordMatch(record, False, differences, title, authors, whole, listed, form=tuple(form))
    if identified and title is Likeness.OTHER and _is_of_the_whole(query, record):
        return judged._replace(holds=True)
    many = people.matched * 2 >= min(len(query.authors), len(record.authors) or 1)
    by_authors = authors is Likeness.SAME or (authors is Likeness.NEAR and many)
    if title is Likeness.SAME:
        same = by_authors or _by_title(query, judged, identified=identified)
    elif title is Likeness.NEAR:
        same = _by_near_title(query, judged, by_authors=by_authors, identified=identified)
    elif title is Likeness.UNKNOWN:
        same = _without_title(query, judged, identified=identified)
    else:
        same = _by_other_title(query, judged, identified=identified)
    if same and not attached and _lacks_or_adds_words(authors, query, record):
        form += [difference for difference in differences if difference.field == "title"]
    return judged._replace(same=same, form=tuple(form))


def _likeness_of_titles(query: Query, record: Record) -> Likeness:
    """Return the greatest likeness of an entry's title, or its translation, and the titles of a record."""
    titles = [compare_titles(query.title, record.title, record.subtitle)]
    titles += [compare_titles(query.title, other) for other in record.titles]
    if translation := translation_in(query.title):
        ours = translation, without_note(query.title)  # the whole may be in two scripts
        titles += [compare_titles(title, record.title, record.subtitle) for title in ours]
    halves = in_each_language(query.title), in_each_language(record.title)
    if max(map(len, halves)) > 1:
        titles += [compare_titles(*pair) for pair in product(*halves)]
    if record.venue and letters(query.title) == letters(f"{record.title} {record.venue}"):
        titles.append(Likeness.SAME)  # a program added the line of the journal to the title
    return max(titles)


def _by_title(query: Query, match: RecordMatch, *, identified: bool) -> bool | None:
    """Return whether a record of the same title is the work, with regard to all but the authors; None if open."""
    if match.authors is Likeness.UNKNOWN:
        return True if identified or not years_differ(query, match.record) else None
    telling = length(query.title) >= _TELLING or _is_of_its_place(query, match.record)
    telling = telling or (length(query.title) >= _SHORTEST and is_on_its_pages(query, match.record))
    return None if identified or telling else False


def _by_near_title(query: Query, match: RecordMatch, *, by_authors: bool, identified: bool) -> bool | None:
    if by_authors and query.kind in WHOLES and not identified and not is_anchored(query, match.record):
        return None  # authors of a book write others of similar titles
    if match.authors is Likeness.UNKNOWN and venues_agree(query, match.record) is Likeness.SAME:
        by_authors = is_at_its_place(query, match.record)
    if by_authors or (identified and match.authors is Likeness.UNKNOWN):
        return True
    return None if identified or match.authors is not Likeness.OTHER else False


def _without_title(query: Query, match: RecordMatch, *, identified: bool) -> bool | None:
    """Return whether a record whose title cannot be compared with the entry's is the work; None if open."""
    titled = bool(query.title and match.record.title)
    if identified and titled and match.authors is Likeness.UNKNOWN and years_differ(query, match.record):
        return None  # nothing agrees
    return identified and match.authors is not Likeness.OTHER


def _by_other_title(query: Query, match: RecordMatch, *, identified: bool) -> bool | None:
    known = match.authors is Likeness.SAME
    if known and _is_similar_book(query, match.record):
        return None
    if known and identified and len(query.authors) > 1 and not years_differ(query, match.record):
        return True  # a translated or a working title
    return None if identified else False


def _in_other_form(written: AuthorAgreement, query: Query, record: Record) -> tuple[AuthorAgreement, bool]:
    """Correct the agreement of two lists of authors if nobody is replaced; an editor may be in either list.

    SAME if each name of either list is in the other, in any form, order or field; UNKNOWN if a body is in place of
    persons; NEAR if only one list has more names; else unchanged.  Also returns whether a difference counts: not that
    of a list that breaks off, whether the other names are authors, translators or discussants.
    """
    ours, theirs = query.authors, record.authors
    if written.likeness not in {Likeness.NEAR, Likeness.OTHER} or len(ours) * len(theirs) > _PAIRS:
        return written, True
    here = strangers(ours, (*theirs, *record.editors), same_person)
    there = strangers(theirs, (*ours, *query.editors), same_person)
    if (here and all(map(is_no_person, here))) or (there and all(map(is_no_person, there))):
        return AuthorAgreement(Likeness.UNKNOWN), False
    matched = max(written.matched, min(len(ours) - len(here), len(theirs) - len(there)))
    if (here and there) or not matched:
        return written, True
    titled = set(words(query.title))  # of a review, with the author of the book, who may come first
    # a list of the first ones, and the last
    cut = len(ours) > _FIRST and len(there) > 1 and same_person(ours[-1], theirs[-1])
    untitled = [person for person in theirs if not titled.issuperset(words(person.family))]
    first = untitled[: len(ours) - cut]
    translated = query.reprint or is_reprinted(query, record)  # the translator may come first, too
    claims = bool(here) or not (translated or set(first).isdisjoint(there))
    return AuthorAgreement(Likeness.NEAR if here or there else Likeness.SAME, matched), claims


def _is_of_body(query: Query, record: Record) -> bool:
    """Whether the only author is a body (``ICRP``) named in title or venue, whose reports are listed under editors."""
    names = [person.family for person in query.authors if not person.given]
    named = {word for text in (record.title, record.venue, *record.venues) for word in words(text)}
    body = len(query.authors) == 1 and names and names[0].isupper() and words(names[0])
    return bool(body) and set(words(names[0])) <= named


def _is_of_the_whole(query: Query, record: Record) -> bool:
    """Whether a record is of the book that contains a part, by the name of the book in the entry."""
    if query.kind not in PARTS or record.kind not in WHOLES or not query.venue:
        return False
    return compare_titles(query.venue, record.title, record.subtitle) is Likeness.SAME


def _has_title_of_book(query: Query, record: Record) -> bool:
    """Whether an ``@inbook`` has the title of the book, as in BibTeX, and the record is of the part."""
    part = query.kind == "inbook" and not query.venue and record.kind in {"chapter", "proceedings"}
    return part and compare_titles(query.title, record.venue) is Likeness.SAME


def is_anchored(query: Query, record: Record) -> bool:
    """Whether publisher, venue or year show that a record is of the very book or chapter; titles of books recur."""
    if record.kind in {"", "article"}:  # a review has the title of its book
        return False
    return (
        _same_publisher(query, record)
        or _of_year(query, record)
        or compare_venues(query.venue, record.venue) is Likeness.SAME
    )


def _is_in_the_book(query: Query, record: Record) -> bool:
    return compare_titles(query.venue, record.venue) is Likeness.SAME


def _same_publisher(query: Query, record: Record) -> bool:
    ours, theirs = query.publisher, (record.venue, *record.venues)
    return any(shared_words(ours, name) > 0.5 or abbreviate_one_name(ours, name) for name in theirs)


def _of_year(query: Query, record: Record) -> bool:
    return bool(query.year) and query.year in {record.year, *record.years}


def _is_of_its_place(query: Query, record: Record) -> bool:
    """Whether a book has the publisher and the year of an entry, which two books of similar titles hardly do."""
    books = query.kind in WHOLES and record.kind in WHOLES
    return books and _same_publisher(query, record) and _of_year(query, record)


def _is_similar_book(query: Query, record: Record) -> bool:
    """Whether a book of the same publisher, venue or year has half of the long words of the title."""
    as_long = len(words(query.title)) == len(words(record.title))
    least = _SHORTEST if as_long and _is_of_its_place(query, record) else _FEW
    return (
        query.kind not in PLAIN
        and is_anchored(query, record)
        and shared_words(query.title, record.title, shortest=_LONG_WORD, least=least) >= 0.5
    )


def _is_known_by_authors(people: AuthorAgreement, query: Query, record: Record) -> bool:
    """Whether a title lacks its subtitle, while authors and year show that it is the work."""
    books = query.kind in WHOLES and record.kind in WHOLES  # each edition of a book has its own year
    several = people.matched > 1 and not years_differ(query, record)
    if people.likeness is not Likeness.SAME or not (several or books):
        return False
    return short_form(query.title, record.title)


def _has_no_other_words(authors: Likeness, query: Query, record: Record, *, identified: bool) -> bool:
    """Whether no word of two titles replaces another, and all else shows that they are one work."""
    books = query.kind in WHOLES and record.kind in WHOLES and authors is Likeness.SAME
    of_year = books or is_reprinted(query, record) or not years_differ(query, record)
    if authors is Likeness.OTHER or not of_year:
        return False
    named = authors is Likeness.SAME or venues_agree(query, record) is Likeness.SAME
    placed = named and is_at_its_place(query, record)
    fewer = not books and len(record.authors) < len(query.authors)  # who vouch for no other title
    if fewer or authors is Likeness.NEAR or (authors is Likeness.UNKNOWN and not identified):
        nameless = bool(query.venue and not record.authors)
        there = nameless and venues_agree(query, record) is not Likeness.OTHER
        if not placed and not ((identified or there) and begins_alike(query.title, record.title)):
            return False
    anchored = identified or placed or _is_of_its_place(query, record)
    least = _SHORTEST if anchored and authors is Likeness.SAME else _FEW
    whole = _whole_title(record)
    other = other_words(query.title, whole, placed=placed)
    return not other and shares_words(query.title, record.title, least)


def _is_in_translation(authors: Likeness, query: Query, record: Record) -> bool:
    """Whether a work of the same authors, year and place has its title in another language; "per capita" shows none."""
    ours, theirs = languages_of(query.title, SHOWING), languages_of(_whole_title(record), SHOWING)
    apart = bool(ours and theirs) and ours.isdisjoint(theirs) and 0 != query.year == record.year
    there = venues_agree(query, record) is Likeness.SAME or shares_place(query, record)
    known = authors is Likeness.SAME and apart and there
    return known and not _differences(query, record, Likeness.SAME, authors)


def _lacks_or_adds_words(authors: Likeness, query: Query, record: Record) -> bool:
    """Whether no word of one title stands in the place of another, in those of a work by its authors.

    Then the record vouches for no title, but does not contradict the entry's.  Authors of a book write others of
    similar titles.
    """
    if authors is not Likeness.SAME or query.kind in WHOLES or record.kind in WHOLES:
        return False
    return not other_words(query.title, _whole_title(record), placed=True)


def _whole_title(record: Record) -> str:
    return f"{record.title}: {record.subtitle}" if record.subtitle else record.title


def _is_part_of_title(authors: Likeness, query: Query, record: Record, *, identified: bool) -> bool:
    """Whether an identified work has a title with words more or less, or a preprint one that has become longer."""
    versions = is_preprint(query) and is_preprint_record(record) and not years_differ(query, record)
    if versions and authors is Likeness.SAME and len(query.authors) > _PAIR:
        return set(words(query.title)) <= set(words(record.title))
    return identified and authors is not Likeness.OTHER and is_of_one_release(query, record)


def _differences(query: Query, record: Record, title: Likeness, authors: Likeness) -> list[Difference]:
    """Return the fields in which an entry and a record of its work differ."""
    differences = []
    if is_reprinted(query, record):
        query = query._replace(reprint=True)
    if title in {Likeness.NEAR, Likeness.OTHER}:
        differences.append(Difference("title", query.title, _whole_title(record)))
    if authors in {Likeness.NEAR, Likeness.OTHER} and not _has_gained_an_author(query, record):
        differences.append(Difference("authors", _names(query.authors), _names(record.authors)))
    if years_differ(query, record):
        differences.append(Difference("year", str(query.year), str(record.year)))
    venue = venues_agree(query, record)
    if venue is Likeness.OTHER:
        differences.append(Difference("venue", query.venue, book_of(record)))
    if _has_other_editors(query, record):
        differences.append(Difference("editors", _names(query.editors), _names(record.editors)))
    named = venue is Likeness.SAME or is_in_one_journal(query, record)
    there = named or (authors is Likeness.SAME and _is_of_one_printing(query, record, venue))
    told_apart = title is not Likeness.SAME and not _lacks_or_adds_words(authors, query, record)
    if not told_apart and there and not query.reprint:
        differences += places_differ(query, record, named=named)
    return differences


def _has_other_editors(query: Query, record: Record) -> bool:
    """Whether the editors of the book of a chapter, of one year, are all different; they may be listed as authors.

    Bodies, names without given names, and names in two scripts cannot be compared.
    """
    chapter = query.kind in {"incollection", "inbook"} and record.kind == "chapter"
    book = chapter and _is_in_the_book(query, record)
    persons = all(person.given for person in (*query.editors, *record.editors))
    if not (book and persons and query.year == record.year):
        return False
    if compare_authors(query.editors, record.editors).likeness is not Likeness.OTHER:
        return False  # UNKNOWN too
    here = strangers(query.editors, (*record.editors, *record.authors), same_person)
    there = strangers(record.editors, query.editors, same_person)
    return len(here) == len(query.editors) and len(there) == len(record.editors)


def _is_of_one_printing(query: Query, record: Record, venue: Likeness) -> bool:
    """Whether both are of one year and in a book, or share volume or first page, and so are one printing."""
    part = query.kind in PARTS and record.kind in _PRINTED_PARTS and bool(query.venue and record.venue)
    if part and record.kind == "chapter" and names_another_book(query, record):
        return False  # two books of one year
    version = venue is Likeness.OTHER or is_other_version(query, record)
    return (part or (not version and shares_place(query, record))) and 0 != query.year == record.year


def _has_gained_an_author(query: Query, record: Record) -> bool:
    """Whether one of the two is a preprint and the record has one author more."""
    versions = is_preprint(query) or is_preprint_record(record)
    if not versions or len(record.authors) - len(query.authors) != 1:
        return False
    return compare_authors(query.authors, record.authors, others=True).likeness is Likeness.SAME


def _names(people: tuple[Person, ...]) -> str:
    """Return a list of names as text, a long one shortened."""
    shown = [f"{person.given} {person.family}".strip() for person in people[:8]]
    more = f" and {len(people) - 8} others" if len(people) > 8 else ""
    return ", ".join(shown) + more
