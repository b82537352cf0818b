"""The token stream of a file and the records made of it: kept as they are, read alike from the store, never changed."""

import marshal

import pytest

from argcheck.api import Span
from argcheck.files.source import SourceFile
from argcheck.reading.manuscript import Manuscript
from argcheck.tex.macros import MacroTable
from argcheck.tex.model import Analyses, once
from argcheck.tex.scanner import Scanner
from argcheck.tex.tokens import CiteToken, DefineToken, LabelToken, Segment

TEXT = r"""\newcommand{\cf}[1]{\cite{#1}}
\begin{figure} \caption{A} \label{fig:a} \end{figure}
See \cf{a,b} and \ref{fig:a}. % argcheck: ignore[unused-entry]
\iffalse \cite{dead} \fi \footnote{B} \section{C} \input{chapter}
"""


def scanned() -> Segment:
    return Scanner(TEXT, MacroTable()).segment(0)


def test_tokens_have_names():
    [cited] = [token for token in scanned().tokens if isinstance(token, CiteToken)]
    assert (cited.command, cited.nocite) == ("cf", False)
    assert [TEXT[start:end] for _, start, end in cited.keys] == ["a", "b"]
    [label] = [token for token in scanned().tokens if isinstance(token, LabelToken)]
    assert (label.name, TEXT[label.start : label.end]) == ("fig:a", "fig:a")


def test_a_segment_comes_back_from_the_store_as_it_was():
    segment = scanned()
    back = Segment.unpacked(marshal.loads(marshal.dumps(segment.packed())))
    assert back == segment
    assert [type(token) for token in back.tokens] == [type(token) for token in segment.tokens]
    assert any(isinstance(token, DefineToken) for token in back.tokens)


def test_equal_definitions_read_alike_and_text_macros_count():
    tables = [MacroTable() for _ in range(3)]
    for table, body in zip(tables, ("refs", "refs", "other"), strict=True):
        Scanner(rf"\newcommand{{\bibfile}}{{{body}}}", table).segment(0)
    same, too, other = (table.fingerprint for table in tables)
    assert same == too != other


def manuscript(text: str, **records: object) -> Manuscript:
    return Manuscript("a.tex", {"a.tex": SourceFile("a.tex", text, "digest")}, **records)


def test_a_document_that_was_read_never_changes():
    m = manuscript("Words.", pieces=(Span("a.tex", 0, 6),))
    with pytest.raises(AttributeError, match="citations never changes"):
        m.citations = ()  # type: ignore[misc]
    part = m.changed(fragment_reason="the rest")
    assert (part.fragment_reason, m.fragment_reason) == ("the rest", "")
    assert part.pieces == m.pieces


def test_what_is_worked_out_is_worked_out_once_a_document():
    asked = []

    @once
    def length(m: Manuscript) -> int:
        asked.append(m)
        return len(m.files["a.tex"].text)

    first, second = manuscript("one"), manuscript("three")
    assert [length(first), length(second), length(first)] == [3, 5, 3]
    assert asked == [first, second]


def test_what_depends_on_a_text_alone_is_asked_of_the_store_by_its_digest():
    kept = {("kind", "digest"): "from the last run"}
    remember = lambda kind, digest, make: kept.get((kind, digest)) or make()  # noqa: E731
    m = Manuscript("a.tex", {"a.tex": SourceFile("a.tex", "text", "digest")}, Analyses(remember))
    assert m.of_each_file("kind", str.upper) == {"a.tex": "from the last run"}
    assert m.of_each_file("other", str.upper) == {"a.tex": "TEXT"}
