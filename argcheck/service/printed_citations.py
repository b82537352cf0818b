"""The judging of citations of a paper that exists only in print.

Its text is written as LaTeX into a temporary folder, one sentence a line.  So the judges and rules are those of
manuscripts, and the line of a finding maps back to page and line of the print.
"""

from __future__ import annotations

import shutil
import tempfile
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.grouping import grouped
from argcheck.files.patterns import YEAR
from argcheck.readers.translation import printed
from argcheck.service.pdf_references import (
    PROSE,
    CitingSentence,
    is_only_pictured,
    keys_of,
    sentences_of,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.lint.report import Report
    from argcheck.service.pdf_references import PrintedPaper
    from argcheck.service.verify_report import VerifyReport
    from argcheck.sources.text.model import Block, SourceText
    from argcheck.verdicts.model import EntryVerdict

_BEFORE = 2  #: lines of the file before the text


class JudgedPaper(NamedTuple):
    """The results for the citations of a paper."""

    report: VerifyReport
    verdicts: list[EntryVerdict | None]  #: on each reference, in order
    findings: tuple[tuple[Diagnostic, CitingSentence], ...]  #: each with its sentence
    doubted: int  #: number of citing sentences left out because they may be misread
    pictured: int  #: number of citing sentences left out because only a model has read them
    without_text: tuple[str, ...]  #: ids of cited references without a text


class _Body(NamedTuple):
    latex: str
    sentences: Mapping[int, CitingSentence]  # by line of the file, from 1
    cited: frozenset[str]  # ids of references
    doubted: int
    pictured: int


def judge_paper(
    source: SourceText,
    paper: PrintedPaper,
    ask: Callable[[Path], VerifyReport],
    check: Callable[[Path], Report],
    texts: Path | None,
) -> JudgedPaper:
    """Verify the references of a paper, and judge the citations of those with a text.

    :param ask: verifies and judges the project in a folder.
    :param check: runs the rules on miscitations in that folder.
    :param texts: a folder with texts of cited works, each named by the number or label of its reference.
    """
    at_hand = _texts_by_id(texts) if texts else {}
    keys = keys_of(paper.references, at_hand)
    keyed = list(zip(paper.references, keys, strict=True))
    ids = {reference.id: key for reference, key in keyed if key}
    unseen = frozenset(r.id for r in paper.references if r.pictured and r.id not in at_hand)
    body = _body(source, ids, unseen)
    with tempfile.TemporaryDirectory() as name:
        folder = written(Path(name), paper.references, keys, body.latex)
        (folder / "sources").mkdir()
        for identity, key in ids.items():
            for file in at_hand.get(identity, ()):
                shutil.copyfile(file, folder / "sources" / f"{key}{file.suffix}")
        report = ask(folder)
        judged = _judged_keys(folder)
        checked = None if report.interrupted else check(folder)
    findings = []
    if checked:
        report = report._replace(failures=(*report.failures, *checked.failures))
        for diagnostic in checked.diagnostics:
            line, _ = checked.position(diagnostic.span)
            findings.append((diagnostic, body.sentences[line]))
    verdicts = {verified.key: verified.verdict for verified in report.sources}
    return JudgedPaper(
        report,
        [verdicts.get(key) if reference.is_asked else None for reference, key in keyed],
        tuple(findings),
        body.doubted,
        body.pictured,
        tuple(
            reference.id
            for reference, key in keyed
            if reference.id in body.cited and key not in judged and reference.id not in at_hand
        ),
    )


def _texts_by_id(folder: Path) -> dict[str, list[Path]]:
    from argcheck.sources.text.reader import MEDIA

    files = sorted(folder.iterdir()) if folder.is_dir() else ()
    return grouped((f for f in files if f.suffix[1:].lower() in MEDIA and f.is_file()), attrgetter("stem"))


def _judged_keys(folder: Path) -> set[str]:
    from argcheck.verdicts import PATH
    from argcheck.verdicts.file import read_file
    from argcheck.verdicts.model import MentionVerdict

    return {v.cited_as for v in read_file(folder / PATH).verdicts if isinstance(v, MentionVerdict)}


def _body(source: SourceText, keys: Mapping[str, str], unseen: frozenset[str]) -> _Body:
    """Return the text of a paper as LaTeX, with citations of the references that have a key.

    Sentences that may be misread, or that only a model has read from a picture, get no citations: a page could tell the
    model what to write.

    :param keys: of references, by id.
    :param unseen: ids of references that only a model has read.
    """
    lines: list[str] = []
    sentences: dict[int, CitingSentence] = {}
    used: set[str] = set()
    doubted, pictured = 0, 0
    for block in source.blocks:
        if block.kind == "heading":
            lines += [f"\\section{{{printed(block.text)}}}", ""]
        if block.kind not in PROSE:
            continue
        for start, end in sentences_of(block):
            anchors = [anchor for anchor in block.anchors if start <= anchor.start < end]
            cited = {name for anchor in anchors for name in anchor.references}
            shown = bool(cited & unseen) or is_only_pictured(source, block, start, end)
            pictured += bool(anchors) and shown
            doubted += bool(anchors) and not shown and block.uncertain
            known = {} if block.uncertain or shown else keys
            used |= cited if known else set()
            lines.append(" ".join(_as_latex(block, start, end, known).split()))
            first = start + len(block.text[start:end]) - len(block.text[start:end].lstrip())
            sentences[len(lines) + _BEFORE] = CitingSentence(
                source.place_at(block, first), block.text[start:end].strip()
            )
        lines.append("")
    return _Body("\n".join([*lines, ""]), sentences, frozenset(used), doubted, pictured)


def _as_latex(block: Block, start: int, end: int, keys: Mapping[str, str]) -> str:
    return "".join(_pieces(block, start, end, keys))


def _pieces(block: Block, start: int, end: int, keys: Mapping[str, str]) -> Iterator[str]:
    from argcheck.tex.sentences import lists, split

    at = start
    for anchor in sorted(block.anchors):
        known = [keys[name] for name in anchor.references if name in keys]
        if known and at <= anchor.start < end:
            words = block.text[anchor.start : anchor.end]
            yield printed(block.text[at : anchor.start])
            # names and years are words of the sentence; numbers are not, nor words that would split it
            if YEAR.search(words) and len(split(words, lists("en"))) < 2:
                yield f"{printed(words)} "
            yield f"\\cite{{{','.join(known)}}}"
            at = anchor.end
    yield printed(block.text[at:end])
