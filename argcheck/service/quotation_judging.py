"""The comparison of quotations with the texts of their sources, without models and requests."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.writing import writing
from argcheck.sources.full_texts import extent
from argcheck.verdicts.fields import LONGEST_QUOTE, EvidenceSpan
from argcheck.verdicts.file import change_file, read_file
from argcheck.verdicts.identity import quote_hash, verdict_key, work_of
from argcheck.verdicts.model import QuotationVerdict, of_kind, to_data
from argcheck.verdicts.quotations import quotations_of
from argcheck.verdicts.quoted import DIFFERS, NOT_FOUND, VERBATIM, Finding, SourceIndex

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import date
    from pathlib import Path

    from argcheck.bib.entry import Entry
    from argcheck.reading.workspace import Workspace
    from argcheck.sources.text.model import SourceText
    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.quotations import Quotation

JUDGE = "quotations"
LOGIC = "1"  #: part of every verdict: bump when the judging changes
_UNREADABLE = "not-readable"
_CHANGES = 5  #: most differences in a verdict
_BOOKS = frozenset(("book", "mvbook", "collection", "proceedings", "phdthesis", "thesis", "mastersthesis"))
_BOOK = 20_000  #: least words of a whole book; a shorter text is an extract
_PAGES = re.compile(r"\b(\d{1,5})\s*[-–—]+\s*(\d{1,5})\b")


class _Search(NamedTuple):
    """The outcome of searching a quotation in one of its possible sources."""

    mention: Mention
    result: Finding
    searched: str


def judge_quotations(
    workspace: Workspace,
    file: Path,
    sources: Mapping[str, SourceText],
    unreadable: Collection[str],
    *,
    today: date,
    dry: bool,
) -> list[str]:
    """Search every quotation in the available sources, and write the verdicts.

    :param file: the verdict file.
    :param sources: texts by work.
    :param unreadable: works whose texts cannot be read.
    :param dry: whether nothing is written.
    :returns: lines for the summary; empty without quotations.
    :raises UsageError: the file cannot be written.
    """
    indexes = _Indexes(sources)
    quotations = [quotation for m, b in workspace.documents for quotation in quotations_of(m, b)]
    verdicts: dict[str, QuotationVerdict] = {}
    outcomes: Counter[str] = Counter()
    for quotation in quotations:
        verdict = _verdict(quotation, indexes, unreadable, today)
        outcomes[verdict.outcome if verdict else "not at hand"] += 1
        if verdict is not None:
            verdicts[verdict.key] = verdict
    if verdicts and not dry:
        _keep(file, list(verdicts.values()), quotes=workspace.settings.quotes)
    if not quotations:
        return []
    counted = ", ".join(f"{name.replace('-', ' ')} {count}" for name, count in sorted(outcomes.items()))
    return [f"{len(quotations)} quotations: {counted}"]


def _keep(file: Path, verdicts: list[QuotationVerdict], *, quotes: bool) -> None:
    """Write verdicts; an unreadable text does not replace an earlier verdict."""
    with writing(file):
        known = {verdict.thing for verdict in of_kind(read_file(file).verdicts, QuotationVerdict)}
        fresh = [v for v in verdicts if v.outcome != _UNREADABLE or v.thing not in known]
        change_file(file, lambda held: held.with_(fresh) if quotes else held.with_(fresh).unquoted())


class _Indexes:
    """The indexes of sources, each made once and on demand."""

    def __init__(self, sources: Mapping[str, SourceText]) -> None:
        self.sources = sources
        self._made: dict[str, SourceIndex] = {}

    def search(self, text: str, mention: Mention) -> _Search | None:
        work = work_of(mention.entry)
        source = self.sources.get(work)
        if source is None:
            return None
        if work not in self._made:
            self._made[work] = SourceIndex(source)
        return _Search(mention, self._made[work].find(text), _searched(source, mention.entry))


def _searched(source: SourceText, entry: Entry) -> str:
    """Return the extent of a text, ``pages`` if in doubt, since a wrong ``full`` could accuse an author."""
    how_much = extent(source)
    if how_much != "full":
        return how_much
    read = {block.page for block in source.blocks if block.page}
    if read and len(read) < max(read):
        return "pages"  # some pages have no text: they may be scanned
    pages = _PAGES.search(entry.text("pages") or "")
    if read and pages and int(pages[2]) - int(pages[1]) + 1 > len(read) + 1:
        return "pages"
    words = sum(len(block.text.split()) for block in source.blocks)
    if entry.type in _BOOKS and words < _BOOK:
        return "pages"
    return "full"


def _verdict(
    quotation: Quotation, indexes: _Indexes, unreadable: Collection[str], today: date
) -> QuotationVerdict | None:
    """Return the verdict on a quotation; None without any source."""
    mentions = (*quotation.owners, *quotation.others)
    searches = [
        search for mention in mentions if (search := indexes.search(quotation.text, mention)) is not None
    ]
    verbatim = next((search for search in searches if search.result.outcome == VERBATIM), None)
    if verbatim is not None:
        return _line(quotation, verbatim, VERBATIM, today)
    owners = {id(mention) for mention in quotation.owners}
    own = [search for search in searches if id(search.mention) in owners]
    if not own:
        scan = next((mention for mention in quotation.owners if work_of(mention.entry) in unreadable), None)
        return _line(quotation, _Search(scan, Finding(_UNREADABLE), ""), _UNREADABLE, today) if scan else None
    best = max(own, key=lambda search: search.result.likeness)
    passage = best.result.passage
    whole = len(own) == len(quotation.owners) and all(search.searched == "full" for search in own)
    if not whole and best.searched == "full":
        best = best._replace(searched="pages")
    doubtful = passage is None or passage.uncertain
    outcome = NOT_FOUND if doubtful or best.result.outcome != DIFFERS or not whole else DIFFERS
    return _line(quotation, best, outcome, today)


def _line(quotation: Quotation, search: _Search, outcome: str, today: date) -> QuotationVerdict:
    passage, mention = search.result.passage, search.mention
    spans: tuple[EvidenceSpan, ...] = ()
    if passage is not None:
        page = str(passage.page) if passage.page else ""
        spans = (EvidenceSpan(page, passage.line, passage.text[:LONGEST_QUOTE], uncertain=passage.uncertain),)
    changes = tuple((ours[:LONGEST_QUOTE], theirs[:LONGEST_QUOTE]) for ours, theirs in search.result.changes)
    verdict = QuotationVerdict(
        "",
        work_of(mention.entry),
        mention.key,
        today.isoformat(),
        {"name": JUDGE, "version": LOGIC},
        mention.hash,
        quote_hash(quotation.text),
        outcome,
        search.searched,
        spans,
        changes[:_CHANGES],
    )
    seen = to_data(verdict)
    del seen["checked"]
    return verdict._replace(key=verdict_key("quotation", seen))
