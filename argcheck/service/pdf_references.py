"""The references of a paper available only as a PDF or other text: where they are cited, and their works.

A work is asked about by the DOI, arXiv or PubMed number in its printed reference.  References without such a number
are matched with records that agree with their text (`argcheck.sources.printed`).  The title in a reference is never
guessed, since a wrong guess would report an existing work as missing.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from argcheck.service.page_checks import signs_of
from argcheck.service.verify_report import MatchedReferences, VerifyReport

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Sequence

    from argcheck.sources.model import Record
    from argcheck.sources.text.model import Block, ListedWork, SourceText
    from argcheck.verdicts.model import EntryVerdict

_NAMED = 3  # places of one doubt that are listed
# printed by LaTeX for an undefined key or label
_UNDEFINED = ("[?]", "[?,", ", ?]", "(author?)", " ??", "(??", "~??")
#: Kinds of blocks with citing sentences; in tables and equations it is unclear what is cited for what.
PROSE = frozenset({"paragraph", "caption", "footnote"})
_PLAIN = frozenset(" .,:;/()'-")


class ReadPaper(NamedTuple):
    """A paper as it was read, with some pages possibly from their pictures."""

    source: SourceText
    said: tuple[str, ...] = ()  #: remarks: how each bad page was read, and what was left out or refused
    unanswered: bool = False  #: whether a question got no answer


class CitingSentence(NamedTuple):
    """A citing sentence."""

    place: str  #: page or line, for a reader
    text: str


class PrintedReference(NamedTuple):
    """An item of the bibliography of a paper."""

    id: str  #: as printed, mostly a number
    text: str
    doi: str
    arxiv: str
    pmid: str
    sentences: tuple[CitingSentence, ...]  #: in which it is cited
    record: Record | None = None  #: that matches a reference without an identifier
    #: a model read it from a picture; identifiers are left out, as a single wrong digit would name another work
    pictured: bool = False

    @property
    def exact(self) -> bool:
        """Whether the reference itself has an identifier."""
        return self.record is None and self.is_asked

    @property
    def is_asked(self) -> bool:
        """Whether there is an identifier to ask about, printed or from its record."""
        return bool(self.doi or self.arxiv or self.pmid)

    @property
    def words(self) -> str:
        """The printed text, without the number or label before it."""
        label = self.id.partition(" of list ")[0]
        return self.text.strip().removeprefix(f"[{label}]").removeprefix(f"{label}.").strip()


class PrintedPaper(NamedTuple):
    """The references and citing sentences of a paper."""

    references: tuple[PrintedReference, ...]
    unlinked: tuple[CitingSentence, ...]  #: with citations that match no reference
    #: with a citation or cross-reference that LaTeX printed as undefined
    undefined: tuple[CitingSentence, ...]
    doubts: tuple[str, ...]  #: places where the text may differ from print, with the reasons


class MatchedPaper(NamedTuple):
    """A paper whose references were matched with records."""

    paper: PrintedPaper
    matched: MatchedReferences


def read_paper(source: SourceText) -> PrintedPaper:
    """Read references and citing sentences."""
    citing: dict[str, dict[CitingSentence, None]] = {}
    unlinked: dict[CitingSentence, None] = {}
    shown = {page.number for page in source.pictured}
    undefined: dict[CitingSentence, None] = {}
    for block in source.blocks:
        lost = block.kind in PROSE and block.page not in shown and _is_undefined(block.text)
        for start, end, text in _sentences(block) if block.anchors or lost else ():
            doubted = " (may be read wrongly)" * (block.uncertain and block.page in shown)
            sentence = CitingSentence(source.place_at(block, start) + doubted, text)
            if lost and _is_undefined(f" {text}"):
                undefined[sentence] = None
            for anchor in block.anchors:
                if start <= anchor.start < end:
                    for name in anchor.references:
                        citing.setdefault(name, {})[sentence] = None
                    if not anchor.references:
                        unlinked[sentence] = None
    places_of: dict[str, dict[str, None]] = {}
    for doubt in source.doubts:
        places_of.setdefault(doubt.message, {})[source.place(source.blocks[doubt.first])] = None
    pictured = [
        block.text
        for block in source.blocks
        if block.kind == "reference" and block.page in shown and block.text
    ]
    return PrintedPaper(
        tuple(
            _reference(
                item,
                tuple(citing.get(item.id, ())),
                pictured=any(text in item.text or item.text in text for text in pictured),
            )
            for item in source.references
        ),
        tuple(unlinked),
        tuple(undefined),
        tuple(f"{_some(tuple(places))}: {message}" for message, places in places_of.items()),
    )


def _some(places: Sequence[str]) -> str:
    more = f" and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
    return ", ".join(places[:_NAMED]) + more


def _is_undefined(text: str) -> bool:
    return any(mark in text for mark in _UNDEFINED)


def _sentences(block: Block) -> Iterator[tuple[int, int, str]]:
    for start, end in sentences_of(block):
        blanks = len(block.text[start:end]) - len(block.text[start:end].lstrip())
        yield start + blanks, end, block.text[start:end].strip()


def sentences_of(block: Block) -> list[tuple[int, int]]:
    """Return start and end of the sentences of a block; none ends within a citation, which may have a full stop."""
    from argcheck.tex.sentences import lists, split

    sentences: list[tuple[int, int]] = []
    for start, end in split(block.text, lists("en")) or [(0, len(block.text))]:
        if any(anchor.start < start < anchor.end for anchor in block.anchors) and sentences:
            sentences[-1] = sentences[-1][0], end
        else:
            sentences.append((start, end))
    return sentences


def is_only_pictured(source: SourceText, block: Block, start: int, end: int) -> bool:
    """Whether a sentence is on a page that a model read from a picture, and not in its text layer."""
    ends = [*(line.start for line in block.lines[1:]), end]
    lines = zip(block.lines, ends, strict=True)
    pages = {line.page for line, behind in lines if line.start < end and behind > start} or {block.page}
    layers = [signs_of(page.text) for page in source.pictured if page.number in pages]
    signs = signs_of(block.text[start:end])
    return bool(layers) and not any(signs in layer for layer in layers)


def _reference(
    item: ListedWork, sentences: tuple[CitingSentence, ...], *, pictured: bool
) -> PrintedReference:
    from argcheck.bib.identifiers import ARXIV_IN_TEXT, normal_arxiv, normal_doi, normal_pmid

    if pictured:
        return PrintedReference(item.id, item.text, "", "", "", sentences, pictured=True)
    named = ARXIV_IN_TEXT.search(item.text)
    arxiv = normal_arxiv(named[1]) if named else None
    pmid = normal_pmid(item.text) if "pmid" in item.text.lower() else None
    doi = normal_doi(item.doi)  # without braces, which would end its field in what is asked about
    return PrintedReference(item.id, item.text, doi or "", arxiv or "", pmid or "", sentences)


def with_records(paper: PrintedPaper, match: Callable[[Sequence[str]], MatchedReferences]) -> MatchedPaper:
    """Return the paper with records matched to the references that have no identifier."""
    from argcheck.bib.identifiers import normal_doi
    from argcheck.sources.judged import IDENTIFIERS

    wanted = [place for place, reference in enumerate(paper.references) if not reference.exact]
    if not wanted:
        return MatchedPaper(paper, MatchedReferences(()))
    matched = match([paper.references[place].words for place in wanted])
    references = list(paper.references)
    for place, record in zip(wanted, matched.records, strict=True):
        if record is not None:
            doi, arxiv, pmid = (record.identifiers.get(by, "") for by in IDENTIFIERS)
            references[place] = references[place]._replace(
                record=record, doi=normal_doi(doi) or "", arxiv=arxiv, pmid=pmid
            )
    return MatchedPaper(paper._replace(references=tuple(references)), matched)


def verify_references(
    references: Sequence[PrintedReference], ask: Callable[[Path], VerifyReport]
) -> tuple[VerifyReport, list[EntryVerdict | None]]:
    """Ask about the works of references with an identifier; nothing is written beside the paper.

    :param ask: verifies the project in a folder.
    :returns: the report, and the verdict on each reference, in order, as ids may be repeated in lists by chapter.
    """
    keys = keys_of(references)
    if not any(keys):
        return VerifyReport(), [None] * len(references)
    with tempfile.TemporaryDirectory() as name:
        report = ask(written(Path(name), references, keys))
    verdicts = {source.key: source.verdict for source in report.sources}
    return report, [verdicts.get(key) for key in keys]


def keys_of(references: Sequence[PrintedReference], at_hand: Container[str] = ()) -> list[str]:
    """Return a key for each reference to ask about: its number or label if that is unique; empty for the others.

    :param at_hand: ids of references with a text, which are asked about even without an identifier.
    """
    ids = Counter(reference.id.lower() for reference in references)
    return [
        (reference.id if _is_key(reference.id) and ids[reference.id.lower()] == 1 else f"reference-{place}")
        if reference.is_asked or (reference.id in at_hand and ids[reference.id.lower()] == 1)
        else ""
        for place, reference in enumerate(references, 1)
    ]


def _is_key(name: str) -> bool:
    return name.isascii() and name.isalnum()


def written(
    folder: Path, references: Sequence[PrintedReference], keys: Sequence[str], body: str = ""
) -> Path:
    """Write a project into a folder that cites references by these keys; those without a key are left out."""
    (folder / ".git").mkdir()
    text = f"\\documentclass{{article}}\\begin{{document}}\n\\nocite{{*}}\n{body}\\bibliography{{refs}}\n\\end{{document}}\n"
    (folder / "main.tex").write_text(text, "utf-8", errors="replace")
    entries = [_entry(key, reference) for key, reference in zip(keys, references, strict=True) if key]
    (folder / "refs.bib").write_text("".join(entries), "utf-8", errors="replace")
    return folder


def _entry(key: str, reference: PrintedReference) -> str:
    fields = {
        "doi": reference.doi,
        "eprint": reference.arxiv,
        "eprinttype": "arxiv" * bool(reference.arxiv),
        "pmid": reference.pmid,
        "note": "".join(c if c.isalnum() or c in _PLAIN else " " for c in reference.text),
    }
    return f"@misc{{{key}, {', '.join(f'{name}={{{value}}}' for name, value in fields.items() if value)}}}\n"
