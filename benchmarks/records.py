"""How often two entries for one work, by different hands, are told apart: ``python benchmarks/records.py --checkouts DIR``.

`records.csv` beside this file names pairs of entries of public repositories, each with one DOI or one number at arXiv: nobody
made them up, nor wrote them for the purpose.  The fuller entry of a pair is turned into the record that an index would give, in the
JSON in which Crossref answers; a local index with all of these stands for the registry, whose word is enough to hold something
against an entry.  The other entry is asked about, by its identifier and, without it, by its title.  Every difference is false but those
that somebody read and found in the bibliographies themselves: a year, a DOI, a page that is wrong.  `wrong` of the row names the fields.

Then each entry to which nothing was held is changed in one place, and asked about again: a word of its title, its first author or
its venue becomes that of another entry of its bibliography, its year is another one by three to nine, or volume and pages both are.

By a hash of its identifier a pair is for *tuning* or for looking at *once*.  `DIR` holds a checkout of each repository as
`owner+name`; what is not there is fetched with git from GitHub.
"""

from __future__ import annotations

import argparse
import asyncio
import csv
import json
import tempfile
from collections import Counter
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.plugins.local_index import LocalIndex
from unseen import Repository, fetched

from argcheck.bib.identifiers import PREPRINT_SERVERS
from argcheck.bib.load import entries
from argcheck.bib.scan import scan_bib
from argcheck.sources.entry_query import query_of
from argcheck.sources.folding import letters, words
from argcheck.sources.http import Http
from argcheck.sources.model import Outcome, Query, Resolution
from argcheck.sources.options import Options
from argcheck.sources.resolve import Router
from argcheck.sources.venues import is_preprint_venue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

LIST = Path(__file__).resolve().parent / "records.csv"
TUNING, ONCE = "tuning", "once"
THIS_YEAR = 2026
TYPES = {
    "article": "journal-article", "inproceedings": "proceedings-article", "conference": "proceedings-article",
    "incollection": "book-chapter", "inbook": "book-chapter", "book": "book", "collection": "edited-book",
    "proceedings": "proceedings", "phdthesis": "dissertation", "mastersthesis": "dissertation", "thesis": "dissertation",
    "techreport": "report", "report": "report", "software": "software", "dataset": "dataset",
}  # fmt: skip
KINDS = {"article": "article", "inproceedings": "paper of a meeting", "conference": "paper of a meeting",
         "incollection": "chapter", "inbook": "chapter", "book": "book"}  # fmt: skip
_CONTENT = 5  #: letters of a word that says what a work is about
_SMALLEST = 3  #: years


class Place(NamedTuple):
    """Where an entry stands."""

    repository: str  #: owner/name@commit
    file: str
    key: str

    def path(self, checkouts: Path) -> Path:
        """Give the file, in a checkout that is fetched where it is missing."""
        name, _, commit = self.repository.partition("@")
        folder = fetched(Repository(name, commit, "", "", "", ""), checkouts)
        if folder is None:
            raise SystemExit(f"{self.repository} is not there")
        return folder / self.file


class Pair(NamedTuple):
    """A row of the list."""

    identifier: str  #: the DOI, or ``arxiv:`` and a number
    entry: Place  #: the one that is asked about
    record: Place  #: the one that stands for the index
    wrong: frozenset[str] = frozenset()  #: fields in which one of the two is wrong, as somebody read

    @property
    def half(self) -> str:
        """What the pair is for: a bit of the hash of its identifier."""
        return ONCE if blake2b(self.identifier.encode()).digest()[0] & 1 else TUNING


class Change(NamedTuple):
    """An entry that was changed in one place."""

    what: str
    query: Query


class Index(LocalIndex):
    """An index that stands for the registry of all identifiers."""

    authority = True
    covers = frozenset(TYPES)
    complete = frozenset({"doi", "arxiv"})


def read_list() -> list[Pair]:
    """Read the list."""
    with LIST.open(encoding="utf-8", newline="") as file:
        return [
            Pair(
                row["identifier"],
                Place(row["entry"], row["entry_file"], row["entry_key"]),
                Place(row["record"], row["record_file"], row["record_key"]),
                frozenset(row["wrong"].split()),
            )
            for row in csv.DictReader(file)
        ]


@cache
def bibliography(file: Path) -> dict[str, Query]:
    """Read what is asked about each entry of a file."""
    text = file.read_text("utf-8", "replace")
    return {entry.key: query_of(entry) for entry in entries(file.name, scan_bib(text), text)}


def record_of(query: Query) -> dict[str, Any]:
    """Write an entry as the item that an index would answer with."""
    kind = TYPES.get(query.kind, "")
    preprint = is_preprint_venue(query.venue) or (not query.venue and query.doi.startswith(PREPRINT_SERVERS))
    if preprint or (query.arxiv and not query.venue and kind in {"", "journal-article"}):
        kind = "posted-content"
    return {
        "DOI": query.doi,
        "arxiv": query.arxiv,
        "type": kind,
        "subtype": "preprint" if kind == "posted-content" else "",
        "title": query.title,
        "author": [{"family": person.family, "given": person.given} for person in query.authors],
        "issued": {"date-parts": [[query.year]]} if query.year else {},
        "container-title": query.venue,
        "volume": query.volume,
        "page": query.pages,
        "publisher": query.publisher,
    }


def changes(query: Query, neighbours: Sequence[Query], draw: int) -> Iterator[Change]:
    """Change an entry in one place each, by what others of its bibliography say; ``draw`` chooses."""
    taken = set(words(query.title))
    long = [word for word in query.title.split() if word.isalpha() and len(word) >= _CONTENT]
    others = sorted({w for n in neighbours for w in n.title.split() if w.isalpha() and len(w) >= _CONTENT})
    others = [word for word in others if not any(word.lower()[:4] == own[:4] for own in taken)]
    if len(taken) > _SMALLEST and long and others:
        word = long[draw % len(long)]
        yield Change("title", query._replace(title=query.title.replace(word, others[draw % len(others)], 1)))
    families = {person.family for person in query.authors}
    strangers = sorted({n.authors[0] for n in neighbours if n.authors and n.authors[0].given})
    strangers = [person for person in strangers if person.family not in families]
    if strangers and query.authors and query.authors[0].given:
        stranger = strangers[draw % len(strangers)]
        yield Change("first author", query._replace(authors=(stranger, *query.authors[1:])))
    if query.year:
        by = _SMALLEST + draw % 7
        year = query.year - by if draw & 8 or query.year + by > THIS_YEAR else query.year + by
        yield Change("year", query._replace(year=year))
    venues = sorted(
        {n.venue for n in neighbours if n.kind == query.kind and is_quite_other(query.venue, n.venue)}
    )
    if query.venue and venues:
        yield Change("venue", query._replace(venue=venues[draw % len(venues)]))
    first = query.pages.replace("-", " ").split()[:1]
    if query.volume.isdecimal() and first and first[0].isdecimal():
        page = int(first[0]) + 31 + draw % 97
        volume = str(int(query.volume) + 7 + draw % 11)
        yield Change("volume and pages", query._replace(volume=volume, pages=f"{page}--{page + 9}"))


def is_quite_other(venue: str, other: str) -> bool:
    """Whether two venues share no beginning of a word, so that neither is a form of the other; preprints are none."""
    here, there = ({word[:3] for word in words(name)} for name in (venue, other))
    return (
        bool(here)
        and len(there) > 1
        and len(letters(other)) > 2 * _CONTENT
        and here.isdisjoint(there)
        and not is_preprint_venue(other)
    )


def fields(resolution: Resolution) -> frozenset[str]:
    """Name what is held against an entry: the fields that differ, or what became of it."""
    told = frozenset(difference.field for difference in resolution.differences)
    lost = resolution.outcome in {Outcome.GHOST, Outcome.MISMATCH} and not told
    return told | {str(resolution.outcome)} if lost else told


async def resolved(queries: Iterable[Query], index: Path) -> list[Resolution]:
    """Ask the index about each."""
    async with Http(Options()) as http:
        router = Router([Index(index)], http, this_year=THIS_YEAR)
        return [await router.resolve(query) for query in queries]


def without_identifier(query: Query) -> Query:
    """Leave out what leads to the record."""
    return query._replace(doi="", arxiv="", pmid="", url="")


def measure(pairs: Sequence[Pair], checkouts: Path, *, show: bool) -> None:
    """Print the figures of some pairs."""
    asked = [bibliography(pair.entry.path(checkouts))[pair.entry.key] for pair in pairs]
    known = [bibliography(pair.record.path(checkouts))[pair.record.key] for pair in pairs]
    with tempfile.TemporaryDirectory() as folder:
        index = Path(folder) / "registry.jsonl"
        items = [
            {**record_of(record), **identifier_of(pair)} for pair, record in zip(pairs, known, strict=True)
        ]
        index.write_text("\n".join(map(json.dumps, items)), "utf-8")
        for how, queries in (("identifier", asked), ("title", [*map(without_identifier, asked)])):
            told = asyncio.run(resolved(queries, index))
            report(how, pairs, queries, told, show=show)
            clean = [
                place for place, (pair, resolution) in enumerate(zip(pairs, told, strict=True))
                if resolution.record is not None and not fields(resolution) and not pair.wrong
            ]  # fmt: skip
            altered = [
                (pairs[place], change)
                for place in clean
                for change in changes(
                    queries[place],
                    [*bibliography(pairs[place].entry.path(checkouts)).values()],
                    draw(pairs[place]),
                )
                if could_be_told(change.what, known[place])
            ]
            told = asyncio.run(resolved([change.query for _, change in altered], index))
            report_changes(how, altered, told, show=show)


def identifier_of(pair: Pair) -> dict[str, str]:
    """Give the identifier of a pair as the record has it, which may be a slip in one of the entries."""
    named, _, number = pair.identifier.partition("arxiv:")
    return {"arxiv": number} if number and not named else {"DOI": pair.identifier}


def draw(pair: Pair) -> int:
    """Draw a number by the identifier: the same in each run."""
    return int.from_bytes(blake2b(pair.identifier.encode()).digest()[1:5])


def could_be_told(what: str, record: Query) -> bool:
    """Whether a record says anything of what was changed."""
    if what == "volume and pages":
        return bool(record.volume and record.pages)
    if what == "first author":
        return any(person.given for person in record.authors)  # not a body, which stands for persons
    return bool(getattr(record, what))


def report(
    how: str, pairs: Sequence[Pair], queries: Sequence[Query], told: Sequence[Resolution], *, show: bool
) -> None:
    """Print what is held against entries of real works."""
    false: Counter[str] = Counter()
    found = accused = 0
    for pair, query, resolution in zip(pairs, queries, told, strict=True):
        found += resolution.record is not None
        extra = fields(resolution) - pair.wrong
        accused += bool(extra)
        false.update(extra)
        if show and extra:
            print(
                f"{how} {pair.identifier} {pair.entry.repository} {pair.entry.key} | {pair.record.repository} {pair.record.key}: {resolution.outcome} {resolution.detail}"
            )
            for difference in resolution.differences:
                print(f"    {difference.field}: {difference.ours!r} | {difference.theirs!r}  {query.kind}")
    print(
        f"by {how}: {len(pairs)} pairs, {found} found, false in {accused} ({accused / max(1, len(pairs)):.1%}): {dict(false.most_common())}"
    )


def report_changes(
    how: str, altered: Sequence[tuple[Pair, Change]], told: Sequence[Resolution], *, show: bool
) -> None:
    """Print how many of the changed entries something is held against."""
    counts: dict[tuple[str, str], Counter[bool]] = {}
    for (pair, change), resolution in zip(altered, told, strict=True):
        flagged = bool(fields(resolution)) or resolution.record is None
        counts.setdefault((change.what, KINDS.get(change.query.kind, "other")), Counter())[flagged] += 1
        if show and not flagged:
            print(
                f"  missed {how} {change.what} {pair.identifier} {change.query.kind}: {change.query.title!r} {change.query.venue!r} {change.query.year} {change.query.volume} {change.query.pages} {[p.family for p in change.query.authors[:3]]} | {shown(resolution)}"
            )
    for (what, kind), count in sorted(counts.items()):
        print(f"    {what:<17} {kind:<19} {count[True]:>4} of {count.total()}")


def shown(resolution: Resolution) -> str:
    """Write the record of a resolution on a line."""
    record = resolution.record
    return (
        f"{record.kind} {record.venue!r} {record.year} {record.volume} {record.pages} {[p.family for p in record.authors[:3]]}"
        if record
        else ""
    )


def main() -> None:
    """Measure one half."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--checkouts", type=Path, required=True, metavar="DIR")
    parser.add_argument("--half", choices=[TUNING, ONCE], default=TUNING)
    parser.add_argument(
        "--show", action="store_true", help="print each false difference, and each change that is missed"
    )
    chosen = parser.parse_args()
    pairs = [pair for pair in read_list() if pair.half == chosen.half]
    measure(pairs, chosen.checkouts, show=chosen.show)


if __name__ == "__main__":
    main()
