"""arXiv: preprints, their versions, and where they were published."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from argcheck.bib.identifiers import normal_arxiv, normal_doi
from argcheck.sources.http import Http, Service, StatusError
from argcheck.sources.model import Answer, Notice, Query, Record, Relation, Reply, Status
from argcheck.sources.replies import person, says_withdrawn, xml_root, year_of

_NAMES = {"a": "http://www.w3.org/2005/Atom", "x": "http://arxiv.org/schemas/atom"}
#: Kinds of works that are never preprints, so that the slow search is skipped.
_ELSEWHERE = frozenset(
    {"book", "mvbook", "collection", "proceedings", "manual", "phdthesis", "mastersthesis", "thesis"}
)
_BATCH = 40  #: numbers in one request
_VERSION = 4  #: digits of the number of a version at most


class Arxiv:
    """Asks export.arxiv.org: a request every three seconds, according to its terms of use."""

    name = "arxiv"
    service = Service("arxiv", "https://export.arxiv.org", per_second=1 / 3)
    services = (service,)
    answers = frozenset({"arxiv", "search"})
    authority = True
    complete = frozenset({"arxiv"})
    notices = True

    def __init__(self) -> None:
        """Start without batches: each number is asked for alone until `prepare` is called."""
        self._together: dict[str, tuple[str, ...]] = {}

    def prepare(self, queries: Iterable[Query]) -> None:
        """Put the numbers of all entries into batches of 40: a request for each would take minutes."""
        numbers = sorted({query.arxiv for query in queries if query.arxiv})
        for start in range(0, len(numbers), _BATCH):
            batch = tuple(numbers[start : start + _BATCH])
            self._together.update(dict.fromkeys(batch, batch))

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:
        """Ask for one number, or for a title."""
        if by == "search" and query.kind in _ELSEWHERE:
            return Reply(self.name, Answer.NOT_ASKED)
        if by == "search":
            words = " ".join(re.findall(r"\w+", query.title))[:200]
            parameters = {"search_query": f'ti:"{words}"', "max_results": "5"}
            records = await http.ask(self.service, "/api/query", parameters, read=_records) or []
        else:
            batch = self._together.get(query.arxiv, ())
            records = await self._numbered(batch, query.arxiv, http) if len(batch) > 1 else []
            records = records or await self._numbered((query.arxiv,), query.arxiv, http)
        return Reply.of(self.name, *(_newer(record, query.version) for record in records))

    async def _numbered(self, numbers: Sequence[str], wanted: str, http: Http) -> list[Record]:
        """Ask for several numbers and return the records of the wanted one; empty if a batch is refused."""
        parameters = {"id_list": ",".join(numbers), "max_results": str(len(numbers))}
        try:
            records = await http.ask(self.service, "/api/query", parameters, read=_records)
        except StatusError:  # a single bad number fails the whole batch
            if len(numbers) == 1:
                raise
            return []
        return [record for record in records or () if record.identifiers.get("arxiv") == wanted]


def _records(body: bytes) -> list[Record]:
    root = xml_root(body)
    if root.tag != f"{{{_NAMES['a']}}}feed":
        raise ValueError("not a feed")
    return [_record(entry) for entry in root.findall("a:entry", _NAMES)]


def _record(entry: Any) -> Record:
    def words(path: str) -> str:
        return " ".join((entry.findtext(path, "", _NAMES) or "").split())

    address = words("a:id")
    number = normal_arxiv(address.rpartition("/abs/")[2])
    if number is None:
        raise ValueError(f"an entry that is no work: {words('a:title')[:80]}")  # errors are entries, too
    version = _version_of(address)
    doi = normal_doi(words("x:doi")) or ""
    comment = words("x:comment")
    withdrawn = says_withdrawn(comment) or says_withdrawn(words("a:summary"))
    related = [Relation("published-as", f"doi:{doi}")] if doi else []
    if version:
        related.append(Relation("version", f"arxiv:{number}v{version}"))
    return Record(
        Arxiv.name,
        f"https://arxiv.org/abs/{number}",
        {"arxiv": number, "doi": f"10.48550/arxiv.{number}"},
        words("a:title"),
        tuple(person(name.text or "") for name in entry.findall("a:author/a:name", _NAMES)),
        year_of(words("a:published")),
        "arXiv",
        kind="preprint",
        notices=(Notice(Status.WITHDRAWN, origin=Arxiv.name, reason=comment[:200]),) if withdrawn else (),
        texts=() if withdrawn else (f"https://arxiv.org/pdf/{number}",),
        related=tuple(related),
        years=(year_of(words("a:updated")),),
        venues=(words("x:journal_ref"),) if words("x:journal_ref") else (),
    )


def _version_of(address: str) -> str:
    version = address.rpartition("v")[2]
    return version if version.isdecimal() and len(version) <= _VERSION else ""


def _newer(record: Record, cited: int) -> Record:
    """Return a record whose latest version is related as ``new-version`` if an older one is cited, else is left out."""
    latest = next((relation.identifier for relation in record.related if relation.kind == "version"), "")
    version = _version_of(latest)
    others = tuple(relation for relation in record.related if relation.kind != "version")
    if cited and version and int(version) > cited:
        return record._replace(related=(*others, Relation("new-version", latest)))
    return record._replace(related=others)
