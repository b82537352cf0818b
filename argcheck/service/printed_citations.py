"""The citations of a paper that there is only in print, judged as those of a manuscript are.

Its text is written as LaTeX into a folder of its own, a sentence on each line, so that judges and rules are those of
every manuscript, and the line of a finding leads back to the page and line of print.
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

_BEFORE = 2  #: lines that stand before the text


class JudgedPaper(NamedTuple):
    """What became of the citations of a paper."""

    report: VerifyReport
    verdicts: list[EntryVerdict | None]  #: on each reference
    findings: tuple[tuple[Diagnostic, CitingSentence], ...]  #: with the sentences that they are about
    doubted: int  #: citing sentences that were left out, since they may not be what is printed
    pictured: int  #: citing sentences that were left out, since a model alone has read them
    without_text: tuple[str, ...]  #: ids of references that are cited, and of which no text was at hand


class _Body(NamedTuple):
    latex: str
    sentences: Mapping[int, CitingSentence]  # by the line of the file, which begins with two others
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
    """Ask about the references of a paper, and whether those of which a text is at hand say what is cited from them.

    :param ask: verifies and judges the project in a folder.
    :param check: runs the rules on miscitations there.
    :param texts: a folder with texts of cited works, each called by the number or label of its reference.
    """
    at_hand = _texts_by_id(texts) if texts else {}
    keys = keys_of(paper.references, at_hand)
    ids = {reference.id: key for reference, key in zip(paper.references, keys, strict=True) if key}
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
            line, _ = checked.sources[diagnostic.span.path].position(diagnostic.span.start)
            findings.append((diagnostic, body.sentences[line]))
    verdicts = {verified.key: verified.verdict for verified in report.sources}
    bare = [
        reference.id
        for reference, key in zip(paper.references, keys, strict=True)
        if reference.id in body.cited and key not in judged
    ]
    return JudgedPaper(
        report,
        [
            verdicts.get(key) if reference.is_asked else None
            for reference, key in zip(paper.references, keys, strict=True)
        ],
        tuple(findings),
        body.doubted,
        body.pictured,
        tuple(bare),
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
    """Say the text of a paper in LaTeX that cites the references with a key; what is in doubt, or of a picture, cites nothing.

    A page may tell the model that copies it what to write, so that its words can neither accuse nor acquit.

    :param unseen: ids of references that a model alone has read.
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
            # names and years are words of the sentence, a number is none, nor what would end it in the middle
            if YEAR.search(words) and len(split(words, lists("en"))) < 2:
                yield f"{printed(words)} "
            yield f"\\cite{{{','.join(known)}}}"
            at = anchor.end
    yield printed(block.text[at:end])
