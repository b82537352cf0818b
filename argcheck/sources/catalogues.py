"""Catalogues of libraries, which have books: how to ask them, and for which books an absence counts.

A catalogue returns all works with all words of a question, hardly ranked.  It is therefore asked for a few long words
of a title, and then for the works of the first author with any of them, so that a subtitle, a series or a slip in an
entry hides no book.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.patterns import ALPHANUMERIC
from argcheck.sources.bodies import is_body
from argcheck.sources.folding import languages_of, letters, without_volume
from argcheck.sources.judged import PEOPLE, PUBLISHER, SEARCH
from argcheck.sources.model import Answer, Query, Record, Reply
from argcheck.sources.printed_words import is_in_pages, printed_words
from argcheck.sources.same_authors import same_person
from argcheck.sources.titles import begins_alike, main_title
from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.sources.http import Http, Service

#: Types of entries that are books, or have the title of a book.
_KINDS = frozenset({"book", "mvbook", "collection", "mvcollection", "proceedings", "inbook", "reference"})
_TELLING, _WORDS = 4, 4  # least letters of a word to ask for, and most words
_SEVERAL = 3  #: least books of a publisher near a year that show that a catalogue has its books
_YEARS = 1
_OLDEST = 1900  #: earliest year: titles of older books are spelt in many ways
_LATE = 1  #: years after which a book is in a catalogue
#: Function words of languages that also have the word ``for``.
_NORTHERN = frozenset({"og", "och", "i", "til", "till", "av", "af", "en", "et", "ett", "det", "som"})


class Wanted(NamedTuple):
    """A request to a catalogue: for books that meet all of these conditions."""

    all_of: tuple[str, ...] = ()  #: words of the title, all of them
    any_of: tuple[str, ...] = ()  #: words of the title, at least one
    family: str = ""  #: family name of an author
    publisher: tuple[str, ...] = ()  #: words of its name
    years: tuple[int, ...] = ()  #: years, one of them


class Catalogue:
    """A catalogue of libraries that is asked by words; subclasses write requests and read answers."""

    name: str
    service: Service
    answers = frozenset({SEARCH, PEOPLE, PUBLISHER})
    authority = False
    covers = frozenset({"book"})
    takes_references = True
    most = 50  #: most books in an answer
    by_edition = (
        True  #: whether each edition has a record; else one has the year of the first, and is found by any
    )

    @property
    def services(self) -> tuple[Service, ...]:
        """The services that it connects to."""
        return (self.service,)

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for a book by title, for books of its first author near its year, or for books of its publisher."""
        if query.printed:
            return await self._ask_for_printed(query.printed, http)
        if query.kind not in _KINDS:
            return Reply(self.name, Answer.NOT_ASKED)
        if by == SEARCH:
            return await self._ask_by_title(query, http)
        years = tuple(range(query.year - _YEARS, query.year + _YEARS + 1)) if query.year else ()
        if by == PEOPLE and years and query.authors:
            total, books = await self._page(Wanted(family=_family_to_ask(query), years=years), http)
            return Reply.of(self.name, *books, full=total > len(books))
        if by == PUBLISHER:  # without a distinctive name there is no question, and so no witness
            name = publisher_words(query.publisher) if years else ()
            books = (await self._page(Wanted(publisher=name, years=years), http))[1] if name else []
            several = sum(_is_of(name, book) for book in books) >= _SEVERAL  # not its reply to any question
            return Reply(self.name, Answer.FOUND if several else Answer.ABSENT)
        return Reply(self.name, Answer.NOT_ASKED)

    async def _ask_by_title(self, query: Query, http: Http) -> Reply:
        words = _words_to_ask(query.title)
        if not words:
            return Reply(self.name, Answer.NOT_ASKED)
        total, books = await self._page(Wanted(all_of=words), http)
        cut = total > len(books)
        if query.authors and not any(_may_be_book(query, book) for book in books):
            total, more = await self._page(Wanted(any_of=words, family=_family_to_ask(query)), http)
            books, cut = books + more, cut or total > len(more)
        return Reply.of(self.name, *books, full=cut)

    async def _ask_for_printed(self, text: str, http: Http) -> Reply:
        """Ask for books of the author that a reference prints, of its year, with any of its longest words."""
        printed = printed_words(text)
        if printed is None or is_in_pages(text):
            return Reply(self.name, Answer.NOT_ASKED)
        wanted = Wanted(any_of=printed.words, family=printed.family, years=printed.years)
        total, books = await self._page(wanted, http)
        if not self.by_edition:
            last = printed.years[-1]
            books = [book._replace(years=printed.years) if book.year <= last else book for book in books]
        return Reply.of(self.name, *books, full=total > len(books))

    async def _page(self, wanted: Wanted, http: Http) -> tuple[int, list[Record]]:
        path, parameters = self.request(wanted)
        return await http.ask(self.service, path, parameters, read=self.read) or (0, [])

    def request(self, wanted: Wanted) -> tuple[str, Mapping[str, str]]:
        """Return the path and the parameters of a request."""
        raise NotImplementedError

    def read(self, body: bytes) -> Any:
        """Return the number of books in an answer and the records that it has, or nothing if there are none.

        :raises ValueError: it is not an answer of this catalogue.
        """
        raise NotImplementedError


def quoted(name: str) -> str:
    """Return a name without characters that end a quoted phrase."""
    return name.replace("\\", " ").replace('"', " ")


def _words_to_ask(title: str) -> tuple[str, ...]:
    """Return the longest words before the subtitle of a title, with accents, which some catalogues need."""
    for part in (main_title(without_volume(title)), title):
        telling = [word.lower() for word in ALPHANUMERIC.findall(part) if len(word) >= _TELLING]
        if telling:
            return tuple(sorted(dict.fromkeys(telling), key=len, reverse=True)[:_WORDS])
    return ()


def publisher_words(publisher: str) -> tuple[str, ...]:
    """Return the distinctive words of the name of a publisher, in lower case."""
    names = [word.lower() for word in ALPHANUMERIC.findall(publisher.replace("/", ",").partition(",")[0])]
    names = [word for word in names if word not in _words("press") and not is_body(f"the {word}")]
    return tuple([word for word in names if len(word) >= _TELLING] or names)[:_WORDS]


def _is_of(publisher: tuple[str, ...], book: Record) -> bool:
    """Whether a record has a publisher with these words in its name."""
    return all(letters(word) in letters(" ".join((book.venue, *book.venues))) for word in publisher)


def _family_to_ask(query: Query) -> str:
    """Return the longest part of the family name of the first author; particles are written in many ways."""
    return max(ALPHANUMERIC.findall(query.authors[0].family), key=len, default="")


def _words(key: str) -> frozenset[str]:
    return vocabulary.words(vocabulary.codes(), f"publishers.{key}")


def _may_be_book(query: Query, book: Record) -> bool:
    """Whether a book has the title of an entry, or its beginning, and its first author."""
    titled = letters(book.title) == letters(query.title) or begins_alike(book.title, query.title)
    return titled and any(same_person(author, query.authors[0]) for author in book.authors)


def is_catalogued(query: Query, this_year: int) -> bool:
    """Whether catalogues must have a book, as far as its entry shows.

    It is in English and not a translation, by a person, from a publisher that is neither an institute nor the author,
    and neither new nor old.
    """
    publisher = {word.lower() for word in ALPHANUMERIC.findall(query.publisher)}
    return (
        bool(publisher_words(query.publisher))
        and not query.translation
        and publisher.isdisjoint(_words("authors"))
        and (not is_body(query.publisher) or not publisher.isdisjoint(_words("press")))
        and _OLDEST <= query.year < this_year - _LATE
        and bool(query.authors)
        and all(author.given and not is_body(author.family) for author in query.authors)
        and _is_english(query.title)
    )


def _is_english(title: str) -> bool:
    """Whether the function words of a title are English; ``for`` is also one of Nordic languages."""
    if not all(letter.isascii() for letter in title if letter.isalpha()):
        return False
    words = set(title.lower().split())
    languages = languages_of(title)
    return languages == {"en"} or (not languages and "for" in words and words.isdisjoint(_NORTHERN))
