"""Words of languages stand in the language files: words in code make languages unequal, and nobody sees it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from argcheck.tex.vocabulary import codes, phrases, table, words

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path.relative_to(ROOT).as_posix()
    for room in ("argcheck", "rules", "plugins")
    for path in ROOT.joinpath(room).rglob("*.py")
)
_WORD = re.compile(r"[^\W\d_]{3,}")
#: Lists with words that hardly anything but a sentence or a title of a language has.
_LISTS = (
    "language.telling",
    "lists.and",
    "lists.through",
    "citations.and",
    "citations.see",
    "proofs.between",
)
#: Words of these lists that are words of English or TeX, or parts of names (von der Lippe, dos Santos).
_MEANT_OTHERWISE = frozenset(
    [
        "fig",
        "figs",
        "tab",
        "cap",
        "theorem",
        "lemma",
        "cor",
        "von",
        "mit",
        "das",
        "der",
        "die",
        "des",
        "del",
        "della",
        "dei",
        "delle",
        "dos",
        "las",
        "los",
        "nel",
        "por",
        "sur",
        "une",
        "entre",
    ]
)
#: Files that have such words for a reason.
_ALLOWED = {
    "argcheck/readers/word_manuscript.py": "what a program prints, in its languages",
}


def _foreign() -> frozenset[str]:
    known: set[str] = set()
    for code in codes():
        if code != "en":
            known.update(*(words(code, key) for key in _LISTS), *(phrases(code, key) for key in _LISTS))
            known.update(" ".join(table(code, "references").values()).lower().split())
            known.update(words(code, "statements.proof"))
    english = _WORD.findall(
        str([table("en", name) for name in ("references", "statements", "sentences")]).lower()
    )
    return frozenset(word for word in known if _WORD.fullmatch(word)).difference(english) - _MEANT_OTHERWISE


def _written(file: str, foreign: frozenset[str]) -> set[str]:
    """Return the foreign words in the strings of a module, its docstrings left out."""
    text = ROOT.joinpath(file).read_text("utf-8")
    if foreign.isdisjoint(_WORD.findall(text.lower())):
        return set()  # as nearly everywhere, and nothing need be parsed
    tree = ast.parse(text)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    strings = (
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    )
    return foreign.intersection(word for text in strings for word in _WORD.findall(text.lower()))


@pytest.mark.slow
def test_no_word_of_a_language_stands_in_code():
    foreign = _foreign()
    by_file = {file: sorted(words) for file in FILES if (words := _written(file, foreign))}
    misplaced = {file: words for file, words in by_file.items() if file not in _ALLOWED}
    assert not misplaced, f"put these words into argcheck/data/lang: {misplaced}"
    assert by_file.keys() == _ALLOWED.keys(), "a file has none any more: take it out of the list"


def test_words_in_code_are_seen():
    assert {"und", "oder", "siehe", "figura", "théorème", "dimostrazione"} <= _foreign()
