"""The words of a sentence with its formulas typeset, in place of the signs that the sentence has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.lint.reporters.html_text import Html, element, joined
from argcheck.report_page.shown_document import plain
from argcheck.tex.arguments import TOKEN, arguments
from argcheck.tex.formulas import FORMULA, OBJECT
from argcheck.tex.pieces import flats_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.model import Node
    from argcheck.report_page.shown_document import ShownDocument
    from argcheck.tex.model import Sentence

_LAID_OUT = "_^"  # signs of formulas that are text in the sentence and look better typeset
_LONGEST = 300  # most characters of code in the text


def shown_words(document: ShownDocument, sentence: Sentence) -> Iterator[str]:
    """Yield the parts of a sentence: text, and formulas as markup."""
    text, end = sentence.text, 0
    for sign, written in _formulas(document, sentence):
        place = text.find(sign, end)
        if place < 0:
            continue
        yield plain(text[end:place])
        shown = _shown(document, written)
        typeset = shown.startswith("<math")
        yield shown if typeset or (shown and sign.startswith(OBJECT)) else plain(sign)
        end = place + len(sign)
    yield plain(text[end:])


def words_of(document: ShownDocument, node: Node) -> Html:
    """Return the words of a claim; those of its sentences, with formulas, if these are the same."""
    sentences = [document.sentences[number] for number in document.sentences_of(node)]
    if not sentences:
        return document.typesetter.in_text(plain(node.text))
    end = 0
    for part in " ".join(sentence.text for sentence in sentences).split(OBJECT):
        words = part.strip(" .,;:")
        place = node.text.find(words, end)
        if place < 0:
            return document.typesetter.in_text(plain(node.text))
        end = place + len(words)
    return joined((joined(shown_words(document, sentence)) for sentence in sentences), " ")


def _shown(document: ShownDocument, written: str) -> Html:
    if document.typesetter.full:
        return Html()
    made = document.typesetter.formula(written)
    code = "" if made.startswith("<math") or len(written) > _LONGEST else _code(written)
    return element("code", code) if code else made


def _code(written: str) -> str:
    r"""Return the code in ``\verb|ls|`` or ``\mintinline{sh}{ls}``; empty for a listing or diagram."""
    call = TOKEN.match(written)
    if call is None or call[1] in (None, "begin"):
        return ""
    if written.endswith("}"):
        spans, _ = arguments(written, call.end(), "[{{")
        return next((written[slice(*span)] for span in reversed(spans) if span), "")
    return written[written.find(written[-1], call.end()) + 1 : -1]


def _formulas(document: ShownDocument, sentence: Sentence) -> Iterator[tuple[str, str]]:
    """Yield the text of each formula in a sentence, and its source."""
    signs = sentence.text.count(OBJECT)
    if not signs and not any(sign in sentence.text for sign in _LAID_OUT):
        return
    source = document.manuscript.files[sentence.span.path].text
    for _, flat in flats_in(document.manuscript, [sentence.span]):
        if flat.text.count(OBJECT) != signs:
            continue  # a footnote or caption in the sentence
        ends = [*flat.offsets[1:], len(flat.text)]
        for place, (start, end) in enumerate(zip(flat.offsets, ends, strict=True)):
            chunk = flat.text[start:end].strip()
            written = source[flat.starts[place] : flat.ends[place]]
            if chunk.startswith(OBJECT):
                yield chunk, written
            elif chunk.startswith(FORMULA) and any(sign in chunk for sign in _LAID_OUT):
                yield " ".join(chunk.strip(FORMULA).split()), written
        return
