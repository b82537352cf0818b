"""Catalogues of libraries, which hold books: how they are asked, and for which books their silence says something.

A catalogue finds the works that have all words of a question and hardly ranks them.  So it is asked for few telling
words of a title, and then for what the first author wrote with any of them: a subtitle, a series or a slip in an entry
hides no book.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.patterns import ALPHANUMERIC
from argcheck.sources.bodies import is_body
from argcheck.sources.folding import languages_of, letters
from argcheck.sources.judged import PEOPLE, PUBLISHER, SEARCH
from argcheck.sources.model import Answer, Query, Record, Reply
from argcheck.sources.same_authors import same_person
from argcheck.sources.titles import begins_alike, main_title
from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.sources.http import Http, Service

#: Types of entries that are books, or go by the title of one.
_KINDS = frozenset({"book", "mvbook", "collection", "mvcollection", "proceedings", "inbook", "reference"})
_TELLING, _WORDS = 4, 4  # letters of a word that is asked for, and words
_SEVERAL = 3  #: books of a publisher about a year, by which a catalogue is known to hold its books
_YEARS = 1
_OLDEST = 1900  #: titles of older books are written in many ways
_LATE = 1  #: years after which a book is in a catalogue
#: Small words of languages that have ``for``, too.
_NORTHERN = frozenset({"og", "och", "i", "til", "till", "av", "af", "en", "et", "ett", "det", "som"})


class Wanted(NamedTuple):
    """What a catalogue is asked for: books that have all of this."""

    all_of: tuple[str, ...] = ()  #: words of the title
    any_of: tuple[str, ...] = ()  #: words, of which the title has one
    family: str = ""  #: of an author
    publisher: tuple[str, ...] = ()  #: words of its name
    years: tuple[int, ...] = ()  #: of which it has one


class Catalogue:
    """A catalogue of libraries that is asked by words; who inherits it says how they are written, and reads the answer."""

    name: str
    service: Service
    answers = frozenset({SEARCH, PEOPLE, PUBLISHER})
    authority = False
    covers = frozenset({"book"})
    most = 50  #: books that are asked for at a time

    @property
    def services(self) -> tuple[Service, ...]:
        """What it connects to."""
        return (self.service,)

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for a book by its title, for what its first author wrote about its year, or whether books of its publisher are there."""
        if query.kind not in _KINDS:
            return Reply(self.name, Answer.NOT_ASKED)
        if by == SEARCH:
            return await self._titled(query, http)
        years = tuple(range(query.year - _YEARS, query.year + _YEARS + 1)) if query.year else ()
        if by == PEOPLE and years and query.authors:
            total, books = await self._page(Wanted(family=_telling_family(query), years=years), http)
            return Reply.of(self.name, *books, full=total > len(books))
        if by == PUBLISHER:  # without a telling name there is nothing to ask, and no witness
            name = _telling_name(query.publisher) if years else ()
            books = (await self._page(Wanted(publisher=name, years=years), http))[1] if name else []
            several = (
                sum(_is_of(name, book) for book in books) >= _SEVERAL
            )  # and not what it says to any question
            return Reply(self.name, Answer.FOUND if several else Answer.ABSENT)
        return Reply(self.name, Answer.NOT_ASKED)

    async def _titled(self, query: Query, http: Http) -> Reply:
        words = _telling_words(query.title)
        if not words:
            return Reply(self.name, Answer.NOT_ASKED)
        total, books = await self._page(Wanted(all_of=words), http)
        cut = total > len(books)
        if query.authors and not any(_may_be(query, book) for book in books):
            total, more = await self._page(Wanted(any_of=words, family=_telling_family(query)), http)
            books, cut = books + more, cut or total > len(more)
        return Reply.of(self.name, *books, full=cut)

    async def _page(self, wanted: Wanted, http: Http) -> tuple[int, list[Record]]:
        path, parameters = self.request(wanted)
        return await http.ask(self.service, path, parameters, read=self.read) or (0, [])

    def request(self, wanted: Wanted) -> tuple[str, Mapping[str, str]]:
        """Give the path and the parameters of a request."""
        raise NotImplementedError

    def read(self, body: bytes) -> Any:
        """Read how many books there are, and those that are shown; nothing where it says that there are none.

        :raises ValueError: it is no answer of this catalogue.
        """
        raise NotImplementedError


def quoted(name: str) -> str:
    """Give a name without what ends a phrase in quotation marks."""
    return name.replace("\\", " ").replace('"', " ")


def _telling_words(title: str) -> tuple[str, ...]:
    """Give the longest words of a title before its subtitle, as they are written: some catalogues know no letter without its accent."""
    for part in (main_title(title), title):
        telling = [word.lower() for word in ALPHANUMERIC.findall(part) if len(word) >= _TELLING]
        if telling:
            return tuple(sorted(dict.fromkeys(telling), key=len, reverse=True)[:_WORDS])
    return ()


def _telling_name(publisher: str) -> tuple[str, ...]:
    """Give the words by which a publisher is known, without what many names of publishers have."""
    names = [word.lower() for word in ALPHANUMERIC.findall(publisher.replace("/", ",").partition(",")[0])]
    names = [word for word in names if word not in _words("press") and not is_body(f"the {word}")]
    return tuple([word for word in names if len(word) >= _TELLING] or names)[:_WORDS]


def _is_of(publisher: tuple[str, ...], book: Record) -> bool:
    """Whether a record has a publisher of this name."""
    return all(letters(word) in letters(" ".join((book.venue, *book.venues))) for word in publisher)


def _telling_family(query: Query) -> str:
    """Give the longest part of the family name of the first author: particles are written in many ways."""
    return max(ALPHANUMERIC.findall(query.authors[0].family), key=len, default="")


def _words(key: str) -> frozenset[str]:
    return vocabulary.words(vocabulary.codes(), f"publishers.{key}")


def _may_be(query: Query, book: Record) -> bool:
    """Whether a book has the title of an entry, or its beginning, and its first author."""
    titled = letters(book.title) == letters(query.title) or begins_alike(book.title, query.title)
    return titled and any(same_person(author, query.authors[0]) for author in book.authors)


def is_catalogued(query: Query, this_year: int) -> bool:
    """Whether catalogues would have a book, as far as its entry tells.

    It is in English and no translation, of a publisher and not of an institute or of its author, by a person, and
    neither new nor old.
    """
    publisher = {word.lower() for word in ALPHANUMERIC.findall(query.publisher)}
    return (
        bool(_telling_name(query.publisher))
        and not query.translation
        and publisher.isdisjoint(_words("authors"))
        and (not is_body(query.publisher) or not publisher.isdisjoint(_words("press")))
        and _OLDEST <= query.year < this_year - _LATE
        and bool(query.authors)
        and all(author.given and not is_body(author.family) for author in query.authors)
        and _is_english(query.title)
    )


def _is_english(title: str) -> bool:
    """Whether a title is in English by its small words; ``for`` is one of languages of the North, too."""
    if not all(letter.isascii() for letter in title if letter.isalpha()):
        return False
    words = set(title.lower().split())
    languages = languages_of(title)
    return languages == {"en"} or (not languages and "for" in words and words.isdisjoint(_NORTHERN))
