"""What asking about a source gives: pure data."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import NamedTuple

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Outcome(StrEnum):
    """How the look-up of one entry ended."""

    ACCESSIBLE = "accessible"  #: a record, and its full text at hand or free to read
    INACCESSIBLE = "inaccessible"  #: a record, and no text
    MISMATCH = "mismatch"  #: what the entry leads to is another work than the one that it describes
    GHOST = "ghost"  #: every index was asked, and each said that it has no such work
    UNKNOWN = "unknown"  #: not decided, mostly since an index could not be asked


class Status(StrEnum):
    """What a notice says about a work."""

    RETRACTED = "retracted"
    WITHDRAWN = "withdrawn"
    REPLACED = "replaced"  #: retracted and replaced by a corrected version
    CONCERN = "concern"
    CORRECTED = "corrected"


class Notice(NamedTuple):
    """One notice of a publisher: a retraction, an expression of concern, a correction."""

    status: str  #: `retracted`, `withdrawn`, `replaced`, `concern` or `corrected`
    doi: str = ""  #: of the notice itself
    date: str = ""  #: ISO 8601, as much of it as is known
    reason: str = ""  #: in words of the publisher
    origin: str = ""  #: the provider that said so

    @property
    def when(self) -> str:
        """When it was published, to follow a verb: `` on 2010-02-06``, `` in 2010`` or nothing."""
        return f" on {self.date}" if len(self.date) > 7 else f" in {self.date}" if self.date else ""


class Difference(NamedTuple):
    """A field in which an entry and the record of the work differ."""

    field: str  #: authors, title, year, venue, editors, volume, pages, edition, doi or eprint
    ours: str = ""  #: value of the entry
    theirs: str = ""  #: value of the record
    certain: bool = False  #: whether putting ``theirs`` in the entry is a safe fix


class Person(NamedTuple):
    """An author of a record; an institution has a family name only."""

    family: str  #: family name, or the name of an institution
    given: str = ""  #: first names or initials


class Relation(NamedTuple):
    """Another work that a record names; ``identifier`` is ``doi:...`` or ``arxiv:...``."""

    kind: str  #: published-as, new-version, replaced-by
    identifier: str  #: such as ``doi:10.1000/x`` or ``arxiv:2001.00001``


class Record(NamedTuple):
    """What one provider knows about one work; what it does not know is empty."""

    provider: str  #: name of the provider
    url: str = ""  #: where a person can read the record
    identifiers: Mapping[str, str] = _NOTHING  #: doi, arxiv, pmid, pmcid, openalex, s2
    title: str = ""  #: with its subtitle
    authors: tuple[Person, ...] = ()  #: in order
    year: int = 0  #: of the publication in print; 0 where nobody says
    venue: str = ""  #: journal, proceedings or book that it is in
    volume: str = ""  #: as printed
    pages: str = ""  #: as printed, such as ``12--34``
    kind: str = ""  #: article, chapter, book, preprint, thesis, dataset, ...; empty where nobody says
    notices: tuple[Notice, ...] = ()  #: retractions and the like
    texts: tuple[str, ...] = ()  #: addresses of free full texts, or paths of local files
    related: tuple[Relation, ...] = ()  #: other versions
    review: bool = False  #: a review article by the record's own word
    years: tuple[int, ...] = ()  #: further years: online first, earlier version
    venues: tuple[str, ...] = ()  #: further names of the venue
    subtitle: str = ""  #: of a title whose provider keeps the two apart
    titles: tuple[str, ...] = ()  #: further titles: the original one of a translation
    edition: int = 0  #: its number, as stated; 0 where nobody says
    editors: tuple[Person, ...] = ()  #: where the provider keeps them apart from the authors


class Query(NamedTuple):
    """What is asked about one entry: bibliography data only, as plain text."""

    key: str  #: of the entry
    kind: str = ""  #: type of the entry
    doi: str = ""  #: without the address of the resolver; empty like all that the entry does not say
    arxiv: str = ""  #: number of the preprint
    pmid: str = ""  #: of PubMed
    title: str = ""  #: plain text
    authors: tuple[Person, ...] = ()  #: in order
    others: bool = False  #: the list of authors ends in "and others"
    year: int = 0  #: 0 where the entry has none
    venue: str = ""  #: journal, proceedings or book that it is in
    volume: str = ""  #: as written
    pages: str = ""  #: as written
    url: str = ""  #: as written
    files: tuple[str, ...] = ()  #: local files that the entry names
    version: int = 0  #: of the arXiv preprint, where the entry names one
    publisher: str = ""  #: as written
    years: tuple[int, ...] = ()  #: further years that the entry names: of the original, of the first edition
    reprint: bool = False  #: it says of itself that it is one
    translation: bool = False  #: it says of itself that it is one
    other_script: bool = False  #: it names a language of the work that is not written in Latin letters
    edition: int = 0  #: its number; 0 where the entry says none
    editors: tuple[Person, ...] = ()  #: in order; those of the book of a part, too
    by_date: bool = False  #: an article that is cited by its day or month, or as read on the web, and by no volume, issue, page or identifier


class Answer(StrEnum):
    """How a provider answered a query."""

    FOUND = "found"  #: records that may be the work
    ABSENT = "absent"  #: asked, and it has nothing like it
    FAILED = "failed"  #: could not be asked; never an absence
    NOT_ASKED = "not-asked"  #: the query holds nothing that this provider could be asked by


class Reply(NamedTuple):
    """One provider's reply to one query."""

    provider: str  #: name of the provider
    answer: Answer  #: what it said
    records: tuple[Record, ...] = ()  #: that may be the work, the best first
    detail: str = ""  #: why it failed, for a reader
    host: str = ""  #: that was asked; empty for one on this machine
    by: str = ""  #: how the records were found: doi, arxiv, pmid, file or search
    full: bool = False  #: it holds as many records as were asked for: there may be more

    @classmethod
    def of(cls, provider: str, *records: Record | None, full: bool = False) -> Reply:
        """Return a reply with the records that are not None: ``FOUND``, or ``ABSENT`` without any."""
        given = tuple(record for record in records if record is not None)
        return cls(provider, Answer.FOUND if given else Answer.ABSENT, given, full=full)


class Resolution(NamedTuple):
    """What routing makes of all replies to one query."""

    query: Query
    outcome: Outcome
    record: Record | None = None
    replies: tuple[Reply, ...] = ()
    differences: tuple[Difference, ...] = ()
    notices: tuple[Notice, ...] = ()
    detail: str = ""  #: why it ended so, in words for a user
    unasked: str = ""  #: what could not be asked, so that it is to be asked again
    texts: tuple[str, ...] = ()  #: local files and addresses of the full text
    related: tuple[Relation, ...] = ()
    review: bool = False
    identified: bool = False  #: a mismatch: an identifier of the entry leads to the record
    rests_on_absence: bool = (
        False  #: on indexes that have no such work: not for long, and not if one finds nothing at all
    )
    found_nowhere: bool = False  #: indexes that hold such works were asked for the title, and none has it


class Likeness(IntEnum):
    """How much two titles, lists of names or venues agree."""

    UNKNOWN = 0  #: one of the two is missing or cannot be compared
    OTHER = 1
    NEAR = 2
    SAME = 3
