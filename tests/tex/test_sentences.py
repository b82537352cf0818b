"""Where sentences end: fifty hard paragraphs a language, and the rules that they do not show."""

from __future__ import annotations

from pathlib import Path

import pytest

from argcheck.diagnostic import Span
from argcheck.source import SourceFile
from argcheck.tex.model import Manuscript
from argcheck.tex.sentences import split
from argcheck.tex.text import document_sentences
from argcheck.tex.words import lists

HERE = Path(__file__).parent / "sentences"
LANGUAGES = {"en": "english", "de": "ngerman", "fr": "french"}


def sentences_of(text: str, babel: str) -> list[str]:
    manuscript = Manuscript("a.tex", {"a.tex": SourceFile("a.tex", text, "")})
    manuscript.pieces = [Span("a.tex", 0, len(text))]
    manuscript.languages = (babel,)
    return [text[s.span.start : s.span.end] for s in document_sentences(manuscript)]


def bare(sentence: str) -> str:
    """Macros that open or close quotes may stand outside of the span."""
    return sentence.strip().rstrip("}").removeprefix("\\enquote{").strip()


@pytest.mark.parametrize("name", LANGUAGES)
def test_hard_paragraphs(name: str) -> None:
    wrong = []
    paragraphs = (HERE / f"{name}.txt").read_text("utf-8").splitlines()
    for paragraph in paragraphs:
        gold = [bare(part) for part in paragraph.split(" | ")]
        found = [bare(part) for part in sentences_of(paragraph.replace(" | ", " "), LANGUAGES[name])]
        if found != gold:
            wrong.append(found)
    assert len(paragraphs) == 50
    assert len(wrong) <= 5, wrong


def test_a_language_without_lists_keeps_the_abbreviations_of_all() -> None:
    assert len(split("Vgl. Abb. 3. Voir p. ex. Newton.", lists(""))) == 2


def test_scripts_without_blanks_end_at_their_own_stops() -> None:
    assert split("これは文です。次の文です。", lists("")) == [(0, 7), (7, 13)]


def test_a_blank_that_the_author_binds_ends_nothing() -> None:
    assert len(split("See Bell.\xa0The bound", lists("en"))) == 1
