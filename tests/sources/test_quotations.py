"""Quotations are held against the texts of sources: true ones are never accused, altered ones are shown."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from pdfs import Line, pdf
from quotation_attack import ALTERED, ENGLISH, FRENCH, GERMAN, TRUE, paragraphs
from services import entry
from thinned import one_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lab import Lab

pytestmark = pytest.mark.slow

TEXTS = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH}
EACH = one_in(5, product(TEXTS, [".txt", ".pdf"]))
BABEL = {"en": "english", "de": "ngerman", "fr": "french"}


def hyphenated(text: str, width: int) -> list[str]:
    """Set a text in lines of just ``width`` characters, words cut with hyphens where they do not fit."""
    lines, current = [], ""
    for word in text.split():
        room = width - len(current) - 1
        if len(word) <= room:
            current = f"{current} {word}".strip()
        elif len(word) > 7 and room > 4 and word.isalpha():
            lines.append(f"{current} {word[:4]}-")
            current = word[4:]
        else:
            lines.append(current)
            current = word
    return [*lines, current]


def two_columns(texts: list[str]) -> bytes:
    """Set an article in two columns, with a header and a page number on every page."""
    lines = [line for text in texts for line in hyphenated(text, 46)]
    pages = []
    for number, start in enumerate(range(0, len(lines), 100), 1):
        page = [Line("Journal of Battles and Harvests", 220, 760, 8), Line(str(number), 300, 30, 8)]
        for left, part in ((60, lines[start : start + 50]), (320, lines[start + 50 : start + 100])):
            page += [Line(text, left, 730 - 13 * row) for row, text in enumerate(part)]
        pages.append(page)
    return pdf(*pages)


def write(lab: Lab, language: str, sentences: Iterable[str], source: bytes, suffix: str) -> None:
    bib = "".join(
        entry(key, author=f"Ann {key.title()}", title=f"Battles and Roads of {key}", year="1991")
        for key in (language, "other", "missing")
    )
    lab.write(bib)
    body = "\n\n".join(sentences)
    packages = f"\\usepackage[{BABEL[language]}]{{babel}}\\usepackage{{csquotes}}"
    (lab.folder / "main.tex").write_text(
        f"\\documentclass{{article}}{packages}\n\\begin{{document}}\n{body}\n\\bibliography{{refs}}\n\\end{{document}}\n",
        "utf-8",
    )
    (lab.folder / "sources").mkdir(exist_ok=True)
    (lab.folder / "sources" / f"{language}{suffix}").write_bytes(source)


def shown(lab: Lab) -> list[dict[str, Any]]:
    lab.verify("--offline")
    code, out, err = lab.run("citations", "--quotations", "--format", "json")
    assert code == 0, err
    return [one for document in json.loads(out)["documents"] for one in document["quotations"]]


def forms(language: str) -> dict[str, bytes]:
    texts = paragraphs(language, TEXTS[language])
    return {".txt": "\n\n".join(texts).encode(), ".pdf": two_columns(texts)}


@pytest.mark.parametrize(("language", "suffix"), EACH)
def test_true_quotations_stand_in_the_source(lab: Lab, language: str, suffix: str) -> None:
    write(lab, language, TRUE[language], forms(language)[suffix], suffix)
    found = shown(lab)
    assert len(found) == len(TRUE[language])
    assert [
        (one["text"], one["outcome"], one["changes"]) for one in found if one["outcome"] != "verbatim"
    ] == []
    assert "MIS008" not in lab.run("check", "--select", "MIS008")[1]


@pytest.mark.parametrize(("language", "suffix"), EACH)
def test_altered_quotations_are_shown_with_what_differs(lab: Lab, language: str, suffix: str) -> None:
    cases = ALTERED[language]
    write(lab, language, [case.text for case in cases], forms(language)[suffix], suffix)
    found = shown(lab)
    assert [one["outcome"] for one in found] == ["differs"] * len(cases)
    assert [one["changes"] for one in found] == [[[case.ours, case.theirs]] for case in cases]
    _, reported, said = lab.run("check", "--select", "MIS008")
    assert reported.count("MIS008") == len(cases), reported + said


def test_what_cannot_be_read_or_is_not_at_hand_is_said(lab: Lab) -> None:
    sentences = [
        f"``Every chronicle of the period repeats the same''~\\cite{{{key}}}." for key in ("en", "missing")
    ]
    write(lab, "en", sentences, b"%PDF-1.4 and no more", ".pdf")
    outcomes = {one["key"]: one["outcome"] for one in shown(lab)}
    assert outcomes == {"en": "not-readable", "missing": "not-at-hand"}
    _, out, _ = lab.run("citations", "--quotations")
    unreadable, absent = out.splitlines()
    assert unreadable.endswith("repeats the same”: the text of the source cannot be read")
    assert "no text of the source is at hand: `argcheck verify` reads sources/KEY.*" in absent
    assert "MIS008" not in lab.run("check", "--select", "MIS008")[1]
    (lab.folder / "sources" / "en.pdf").write_bytes(two_columns(paragraphs("en", ENGLISH)))
    assert {one["key"]: one["outcome"] for one in shown(lab)} == {"en": "verbatim", "missing": "not-at-hand"}


def test_the_title_of_the_cited_work_is_no_quotation(lab: Lab) -> None:
    sentences = [
        "She says so in ``Battles and Roads of En''~\\cite{en}.",
        "He calls it ``battles and roads of old''~\\cite{en}.",
    ]
    write(lab, "en", sentences, forms("en")[".txt"], ".txt")
    assert [one["text"] for one in shown(lab)] == ["battles and roads of old"]
