"""Where sentences end: a hundred hard paragraphs a language, and the rules that they do not show."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from argcheck.files.diagnostic import Span
from argcheck.files.source import SourceFile
from argcheck.reading.manuscript import Manuscript
from argcheck.tex.reading_text import document_sentences
from argcheck.tex.sentences import lists, split

HERE = Path(__file__).parent / "sentences"
LANGUAGES = {"en": "english", "de": "ngerman", "fr": "french"}


def sentences_of(text: str, babel: str) -> list[str]:
    source = SourceFile("a.tex", text, "")
    manuscript = Manuscript(
        "a.tex", {"a.tex": source}, pieces=(Span("a.tex", 0, len(text)),), languages=(babel,)
    )
    found = (one for one in document_sentences(manuscript) if one.kind != "footnote")
    return [text[one.span.start : one.span.end] for one in found]


def bare(sentence: str) -> str:
    """Footnotes, and macros that open or close quotes, may stand outside of the span."""
    without = re.sub(r"\\footnote\{[^{}]*\}$", "", sentence.strip())
    return without.rstrip("{}").removeprefix("\\enquote{").strip()


@pytest.mark.parametrize("name", [f"{language}{kind}" for language in LANGUAGES for kind in ("", "-papers")])
def test_hard_paragraphs(name: str) -> None:
    wrong = []
    paragraphs = (HERE / f"{name}.txt").read_text("utf-8").splitlines()
    for paragraph in paragraphs:
        gold = [bare(part) for part in paragraph.split(" | ")]
        found = [bare(part) for part in sentences_of(paragraph.replace(" | ", " "), LANGUAGES[name[:2]])]
        if found != gold:
            wrong.append(found)
    assert len(paragraphs) == 50
    assert len(wrong) <= 2, wrong


def test_a_language_without_lists_keeps_the_abbreviations_of_all() -> None:
    assert len(split("Vgl. Abb. 3. Voir p. ex. Newton.", lists(""))) == 2


def test_scripts_without_blanks_end_at_their_own_stops() -> None:
    assert split("これは文です。次の文です。", lists("")) == [(0, 7), (7, 13)]
    assert split("これは文です。\n次の文です。 ", lists("")) == [(0, 7), (8, 14)]


def test_a_blank_that_the_author_binds_ends_nothing() -> None:
    assert len(split("See Bell.\xa0The bound", lists("en"))) == 1


def test_a_number_above_the_line_belongs_to_the_sentence_before_it() -> None:
    text = "They reach the Sahara.²,³ It is dry. ⁴–⁶ An area of 10⁵ km² is none."
    found = [text[start:end] for start, end in split(text, lists("en"))]
    assert found == ["They reach the Sahara.²,³", "It is dry. ⁴–⁶", "An area of 10⁵ km² is none."]


def test_the_title_of_a_frame_is_no_part_of_the_sentence_below_it() -> None:
    text = (
        "\\begin{frame}\n\\frametitle{Product lines}\n\\framesubtitle{In short}\nThey are many.\n\\end{frame}"
    )
    assert sentences_of(text, "english") == ["Product lines", "In short", "They are many."]


@pytest.mark.parametrize(
    "command",
    [
        "\\printbibliography[heading=bibintoc, title=References]",
        "\\pagebreak[4]",
        "\\nolinebreak[3]",
        "\\printnoidxglossary[type=\\acronymtype, nonumberlist]",
        "\\unseen[title=Some words]",
    ],
)
def test_what_sets_a_command_is_no_sentence(command: str) -> None:
    assert sentences_of(f"It is.\n\n{command}\n\nIt was.", "english") == ["It is.", "It was."]


def test_brackets_behind_a_command_may_be_words() -> None:
    text = "It is \\unseen[12] and \\par[sic] so."
    assert sentences_of(text, "english") == ["It is \\unseen[12] and", "[sic] so."]
