"""The data of look-ups: queries, records, replies and resolutions."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import NamedTuple

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Outcome(StrEnum):
    """The result of the look-up of one entry."""

    ACCESSIBLE = "accessible"  #: there is a record, and its full text is at hand or free to read
    INACCESSIBLE = "inaccessible"  #: there is a record, and no text
    MISMATCH = "mismatch"  #: the entry leads to another work than the one that it describes
    GHOST = "ghost"  #: every index was asked, and none has such a work
    UNKNOWN = "unknown"  #: not decided, mostly because an index could not be asked


class Status(StrEnum):
    """What a notice states about a work."""

    RETRACTED = "retracted"
    WITHDRAWN = "withdrawn"
    REPLACED = "replaced"  #: retracted and replaced by a corrected version
    CONCERN = "concern"
    CORRECTED = "corrected"


class Notice(NamedTuple):
    """A notice of a publisher: a retraction, an expression of concern, a correction."""

    status: str  #: `retracted`, `withdrawn`, `replaced`, `concern` or `corrected`
    doi: str = ""  #: of the notice itself
    date: str = ""  #: ISO 8601, as far as known
    reason: str = ""  #: in the publisher's words
    origin: str = ""  #: the provider that has it

    @property
    def when(self) -> str:
        """The date of publication after a verb: `` on 2010-02-06``, `` in 2010`` or nothing."""
        return f" on {self.date}" if len(self.date) > 7 else f" in {self.date}" if self.date else ""


class Difference(NamedTuple):
    """A field in which an entry and the record of the work differ."""

    field: str  #: authors, title, year, venue, editors, volume, pages, edition, doi or eprint
    ours: str = ""  #: value of the entry
    theirs: str = ""  #: value of the record
    certain: bool = False  #: whether replacing the entry's value by ``theirs`` is a safe fix


class Person(NamedTuple):
    """An author of a record; an institution has only a family name."""

    family: str  #: family name, or the name of an institution
    given: str = ""  #: first names or initials


class Relation(NamedTuple):
    """Another work that a record names; ``identifier`` is ``doi:...`` or ``arxiv:...``."""

    kind: str  #: published-as, new-version, replaced-by
    identifier: str  #: such as ``doi:10.1000/x`` or ``arxiv:2001.00001``


class Record(NamedTuple):
    """What one provider knows about a work; unknown fields are empty."""

    provider: str  #: name of the provider
    url: str = ""  #: address of the record for readers
    identifiers: Mapping[str, str] = _NOTHING  #: doi, arxiv, pmid, pmcid, openalex, s2
    title: str = ""  #: with its subtitle, unless that is kept apart
    authors: tuple[Person, ...] = ()  #: in order
    year: int = 0  #: of the publication in print; 0 if unknown
    venue: str = ""  #: journal, proceedings or book
    volume: str = ""  #: as printed
    pages: str = ""  #: as printed, such as ``12--34``
    kind: str = ""  #: article, chapter, book, preprint, thesis, dataset, ...; empty if unknown
    notices: tuple[Notice, ...] = ()  #: retractions, corrections and the like
    texts: tuple[str, ...] = ()  #: addresses of free full texts, or paths of local files
    related: tuple[Relation, ...] = ()  #: other versions
    review: bool = False  #: whether the record says that it is a review article
    years: tuple[int, ...] = ()  #: further years: of online publication, of an earlier version
    venues: tuple[str, ...] = ()  #: further names of the venue
    subtitle: str = ""  #: if the provider keeps it apart from the title
    titles: tuple[str, ...] = ()  #: further titles, such as the original one of a translation
    edition: int = 0  #: its number, as stated; 0 if unknown
    editors: tuple[Person, ...] = ()  #: if the provider keeps them apart from the authors


class Query(NamedTuple):
    """What to ask about one entry: bibliographic data only, as plain text."""

    key: str  #: of the entry
    kind: str = ""  #: type of the entry
    doi: str = ""  #: without the address of the resolver; like all fields, empty if the entry has none
    arxiv: str = ""  #: number of the preprint
    pmid: str = ""  #: number of PubMed
    title: str = ""  #: plain text
    authors: tuple[Person, ...] = ()  #: in order
    others: bool = False  #: whether the list of authors ends in "and others"
    year: int = 0  #: 0 if the entry has none
    venue: str = ""  #: journal, proceedings or book
    volume: str = ""  #: as written
    pages: str = ""  #: as written
    url: str = ""  #: as written
    files: tuple[str, ...] = ()  #: local files named in the entry
    version: int = 0  #: of the arXiv preprint, if named
    publisher: str = ""  #: as written
    years: tuple[int, ...] = ()  #: further years in the entry: of the original, of the first edition
    reprint: bool = False  #: whether it says that it is a reprint
    translation: bool = False  #: whether it says that it is a translation
    other_script: bool = False  #: whether it names a language of the work that is not in Latin script
    edition: int = 0  #: its number; 0 if the entry has none
    editors: tuple[Person, ...] = ()  #: in order; for a part those of its book
    by_date: bool = False  #: whether it is an article cited by date, without volume or identifier
    issn: str = ""  #: the first valid one
    printed: str = ""  #: the whole reference, of an entry that has no fields


class Answer(StrEnum):
    """The answer of a provider to a query."""

    FOUND = "found"  #: it has records that may be the work
    ABSENT = "absent"  #: it was asked, and has no such work
    FAILED = "failed"  #: it could not be asked; never an absence
    NOT_ASKED = "not-asked"  #: the query has nothing by which this provider can be asked


class Reply(NamedTuple):
    """The reply of one provider to one query."""

    provider: str  #: name of the provider
    answer: Answer  #: how it answered
    records: tuple[Record, ...] = ()  #: those that may be the work, best first
    detail: str = ""  #: why it failed, for readers
    host: str = ""  #: the host that was asked; empty for a provider on this machine
    by: str = ""  #: how the records were found: doi, arxiv, pmid, file or search
    full: bool = False  #: whether it has as many records as were asked for, so that there may be more
    years: frozenset[int] | None = None  #: all of which it has works of the journal; None if it does not know

    @classmethod
    def of(cls, provider: str, *records: Record | None, full: bool = False) -> Reply:
        """Return a reply with the records that are not None: ``FOUND``, or ``ABSENT`` without any."""
        given = tuple(record for record in records if record is not None)
        return cls(provider, Answer.FOUND if given else Answer.ABSENT, given, full=full)


class Resolution(NamedTuple):
    """The result of all replies to one query."""

    query: Query
    outcome: Outcome
    record: Record | None = None
    replies: tuple[Reply, ...] = ()
    differences: tuple[Difference, ...] = ()
    notices: tuple[Notice, ...] = ()
    detail: str = ""  #: the reason of the outcome, for users
    unasked: str = ""  #: what could not be asked, and has to be asked again
    texts: tuple[str, ...] = ()  #: local files and addresses of the full text
    related: tuple[Relation, ...] = ()
    review: bool = False
    identified: bool = False  #: for a mismatch: whether an identifier of the entry leads to the record
    rests_on_absence: bool = False  #: on indexes without such a work: for a short time, if they find others
    found_nowhere: bool = False  #: whether indexes of such works were asked for the title, and none has it


class Likeness(IntEnum):
    """How similar two titles, lists of names or venues are."""

    UNKNOWN = 0  #: one of the two is missing or cannot be compared
    OTHER = 1
    NEAR = 2
    SAME = 3
