"""What asking about a source gives: pure data."""

from __future__ import annotations

import re
from contextlib import suppress
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from argcheck.bib.identifiers import entry_arxiv, entry_doi, entry_pmid
from argcheck.bib.names import parse_names

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.bib.entry import Entry

_NOTHING: Mapping[str, str] = MappingProxyType({})
_OTHER_YEARS = ("note", "addendum", "origdate", "origyear", "edition", "howpublished", "titleaddon")
_reprint = re.compile(r"\brepr(?:int|\.)|nachdruck|r[ée]impr", re.IGNORECASE).search
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_version = re.compile(r"(?:arxiv[.:/]\S*?|^|/)\d{4}\.\d{4,5}v(\d+)", re.IGNORECASE).search


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

    status: str  #: one of `STATUSES`
    doi: str = ""  #: of the notice itself
    date: str = ""  #: ISO 8601, as much of it as is known
    reason: str = ""
    origin: str = ""  #: the provider that said so

    @property
    def when(self) -> str:
        """When it was published, to follow a verb: `` on 2010-02-06``, `` in 2010`` or nothing."""
        return f" on {self.date}" if len(self.date) > 7 else f" in {self.date}" if self.date else ""


class Difference(NamedTuple):
    """A field in which an entry and the record of the work differ."""

    field: str  #: authors, title, year, venue, volume, pages or doi
    ours: str
    theirs: str
    certain: bool = False  #: whether putting ``theirs`` in the entry is a safe fix


class Person(NamedTuple):
    """An author of a record; an institution has a family name only."""

    family: str
    given: str = ""


class Relation(NamedTuple):
    """Another work that a record names; ``identifier`` is ``doi:...`` or ``arxiv:...``."""

    kind: str  #: published-as, new-version, replaced-by
    identifier: str


class Record(NamedTuple):
    """What one provider knows about one work; what it does not know is empty."""

    provider: str
    url: str = ""  #: where a person can read the record
    identifiers: Mapping[str, str] = _NOTHING  #: doi, arxiv, pmid, pmcid, openalex, s2
    title: str = ""  #: with its subtitle
    authors: tuple[Person, ...] = ()
    year: int = 0  #: of the publication in print; 0 where nobody says
    venue: str = ""
    volume: str = ""
    pages: str = ""
    kind: str = ""  #: article, chapter, book, preprint, thesis, dataset, ...; empty where nobody says
    notices: tuple[Notice, ...] = ()
    abstract: str = ""
    texts: tuple[str, ...] = ()  #: addresses of free full texts, or paths of local files
    related: tuple[Relation, ...] = ()
    review: bool = False  #: a review article by the record's own word
    years: tuple[int, ...] = ()  #: further years: online first, earlier version
    venues: tuple[str, ...] = ()  #: further names of the venue
    subtitle: str = ""  #: of a title whose provider keeps the two apart


class Query(NamedTuple):
    """What is asked about one entry: bibliography data only, as plain text."""

    key: str
    kind: str = ""  #: type of the entry
    doi: str = ""
    arxiv: str = ""
    pmid: str = ""
    title: str = ""
    authors: tuple[Person, ...] = ()
    others: bool = False  #: the list of authors ends in "and others"
    year: int = 0
    venue: str = ""
    volume: str = ""
    pages: str = ""
    url: str = ""
    files: tuple[str, ...] = ()  #: local files that the entry names
    version: int = 0  #: of the arXiv preprint, where the entry names one
    publisher: str = ""
    years: tuple[int, ...] = ()  #: further years that the entry names: of the original, of the first edition
    reprint: bool = False  #: it says of itself that it is one

    @classmethod
    def of(cls, entry: Entry) -> Query:
        """Read an entry."""
        written = parse_names(_listed(_undamaged(entry.raw("author") or entry.raw("editor") or "")))
        people = [
            Person(" ".join(filter(None, (name.particle, name.family))), name.given) for name in written.names
        ]
        title = _undamaged(": ".join(filter(None, (entry.text("title"), entry.text("subtitle")))))
        year = _YEAR.search(entry.raw("year") or entry.raw("date") or "")
        venue = _undamaged(entry.text("journal") or entry.text("booktitle") or "")
        versioned = (_version(entry.raw(name) or "") for name in ("eprint", "url", "journal", "doi", "note"))
        return cls(
            entry.key,
            entry.type,
            entry_doi(entry) or "",
            entry_arxiv(entry) or "",
            entry_pmid(entry) or "",
            title,
            tuple(people),
            written.others,
            int(year[0]) if year else 0,
            venue,
            entry.text("volume") or "",
            entry.text("pages") or "",
            (entry.raw("url") or "").strip(),
            tuple(_files(entry.raw("file") or "")),
            next((int(match[1]) for match in versioned if match), 0),
            entry.text("publisher") or entry.text("institution") or "",
            tuple(int(year) for name in _OTHER_YEARS for year in _YEAR.findall(entry.raw(name) or "")),
            any(_reprint(entry.raw(name) or "") for name in _OTHER_YEARS),
        )


def _undamaged(text: str) -> str:
    """Read a text in UTF-8 that was taken for another encoding: ``JosÃ©`` is José."""
    for encoding in ("cp1252", "latin-1") if _DAMAGED(text) else ():
        with suppress(UnicodeError):
            return text.encode(encoding).decode("utf-8")
    return text


_DAMAGED = re.compile(r"[ÃÂÄÅ][\x80-\xff\u0152-\u2122]").search
#: What is said of an author and is no part of the name: ``(ed.)``, ``(Hrsg.)``, ``née Lund``.
_ROLE = re.compile(
    r"\s*[(\[](?:[Ee]d|[Ee]ditor|Hrsg|Hg|[Dd]ir|[Cc]oord|[Oo]rg|[Tt]rans|[ÜU]bers|[Tt]rad|[Cc]omp)s?\.?[)\]]|\s+(?:n(?:[ée]|\{?\\'\{?e\}*)e|geb\.|born|formerly)\s+\S+"
)
_ET_AL = re.compile(
    r"[\s,]+(?:\{and\s+others\}\s*|(?:and\s+)?(?:\.\.\.|…|\\l?dots)\s*|(?:\\emph\{|\\textit\{|\{\\(?:it|em)\s)?et\.?\s+al\.?\}?|and\s+\d+\s+(?:others|more|co-?authors))\s*\Z"
)
#: What stands between two authors in other languages; ``y`` and ``e`` join parts of one name, too, but not before initials.
_JOINED = re.compile(r"\s*;\s*|\s+(?:et|und|og|och|oraz|\\?&)\s+|\s+[ye]\s+(?=[A-Z]\.)")
_ACCENTED = re.compile(r"\{\\[^{}]*(?:\{[^{}]*\})?\}")
_GIVEN_BEHIND = re.compile(r"\s+\(((?:[A-Z]\w*\.?[\s-]*)+)\)\s*\Z")  #: ``Dupont (J.-P.)``
_MEDICAL = re.compile(r"\s*([^\W\d_][\w'’ -]*?)\s+([A-Z]{1,3}|(?:[A-Z]\.\s?){1,3})\s*")


def _listed(authors: str) -> str:
    """Write a list of names as BibTeX does that ends in ``et al.``, is joined in another language, or is ``Smith JA, Doe B``."""
    authors = _ET_AL.sub(" and others", _ROLE.sub("", authors))
    if " and " in authors.removesuffix(" and others"):
        return authors
    names, others, _ = authors.partition(" and others")
    if "{" not in _ACCENTED.sub("", names):
        joined = _JOINED.split(names) if len(names.split()) > 3 else [names]
        names = " and ".join(_GIVEN_BEHIND.sub(r", \1", name) for name in joined)
    medical = [_MEDICAL.fullmatch(name) for name in names.split(",")]
    if len(medical) > 1 and all(medical):
        names = " and ".join(f"{name[1]}, {name[2]}" for name in medical if name)
    return names + others


_parted = re.compile(r"(?<!\\);").split
_columns = re.compile(r"(?<!\\):").split
_escaped = re.compile(r"\\([:;\\_{}&%$#])").sub


def _files(value: str) -> list[str]:
    r"""Read ``file`` as JabRef and Zotero write it: ``description:path:type;...``, or a plain path.

    In a path ``:``, ``;`` and ``\`` are escaped by a backslash.
    """
    files = []
    for part in _parted(value):
        columns = _columns(part)
        path = columns[1] if len(columns) == 3 else part
        path = _escaped(r"\1", path).strip()
        if path:
            files.append(path)
    return files


class Answer(StrEnum):
    """What a provider said to a query."""

    FOUND = "found"  #: records that may be the work
    ABSENT = "absent"  #: asked, and it has nothing like it
    FAILED = "failed"  #: could not be asked; never an absence
    NOT_ASKED = "not-asked"  #: the query holds nothing that this provider could be asked by


class Reply(NamedTuple):
    """One provider's reply to one query."""

    provider: str
    answer: Answer
    records: tuple[Record, ...] = ()
    detail: str = ""
    host: str = ""
    by: str = ""  #: how the records were found: doi, arxiv, pmid, file or search
    full: bool = False  #: it holds as many records as were asked for: there may be more


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
