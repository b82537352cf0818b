r"""Which language a document is in, and which one a place of it.

The document says so by babel, by polyglossia or by an option of its class; ``\selectlanguage``, ``otherlanguage``,
``\foreignlanguage`` and their kin switch.  A document that says nothing is told by its common words, and taken for
English where it has too few of them.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from argcheck.language import NAMES, code
from argcheck.patterns import lazy
from argcheck.records import NamedTuple

if TYPE_CHECKING:
    from argcheck.diagnostic import Span
    from argcheck.tex.model import Manuscript

#: Packages and classes that set the language of a document and are named after it, or are for one language only.
_SETTING = {
    **dict.fromkeys(("ngerman", "german"), "german"),
    **dict.fromkeys(("french", "francais", "frenchle", "frenchpro"), "french"),
    **dict.fromkeys(("ctex", "ctexart", "ctexrep", "ctexbook", "xeCJK", "CJKutf8"), "chinese"),
    **dict.fromkeys(("luatexja", "jsarticle", "jsbook", "jlreq", "ltjsarticle", "bxjsarticle"), "japanese"),
    **dict.fromkeys(("kotex", "xetexko", "oblivoir"), "korean"),
}
#: Common words that the others do not have.
_TELLING = {
    "english": ("the", "of", "and", "is", "that", "with"),
    "german": ("der", "und", "das", "ist", "nicht", "eine"),
    "french": ("les", "des", "est", "une", "dans", "nous"),
}
_SAMPLE = 30_000  # characters of running text that tell the language of a document
_FEW = 30  # such words: a text with fewer is not told
_LONG = 5_000  # characters: a text of that length in one of the three has more than a few of them
_SEPARATORS = lazy(r"[,\s{}=]+")


def main_language(manuscript: Manuscript) -> str:
    """Return the name of the language that the document is in, as it is written there; empty where nobody knows."""
    if manuscript.set_language:
        return manuscript.set_language
    if "_main_language" not in vars(manuscript):
        vars(manuscript)["_main_language"] = _declared(manuscript) or _told(manuscript)
    name: str = vars(manuscript)["_main_language"]
    return name


def _declared(manuscript: Manuscript) -> str:
    packages = manuscript.packages
    if manuscript.declared_language:
        return manuscript.declared_language
    for options in (packages.get("babel", ""), packages.get(manuscript.document_class, "")):
        words = _SEPARATORS.split(options)
        if "main" in words[:-1]:
            return words[words.index("main") + 1]
        named = [word for word in words if word.lower() in NAMES]
        if named:
            return named[-1]
    if manuscript.languages:
        return manuscript.languages[0]
    return next((language for name, language in _SETTING.items() if name in packages), "")


def _told(manuscript: Manuscript) -> str:
    """Tell the language by the common words of the beginning of the running text."""
    parts: list[str] = []
    size = 0
    for piece in manuscript.pieces:
        parts.append(
            manuscript.files[piece.path].text[piece.start : min(piece.end, piece.start + _SAMPLE - size)]
        )
        size += len(parts[-1])
        if size >= _SAMPLE:
            break
    sample = "\n".join(parts).lower().replace("\n", " ")
    counts = {name: sum(sample.count(f" {word} ") for word in words) for name, words in _TELLING.items()}
    best = max(counts, key=lambda name: counts[name])
    if counts[best] >= _FEW and counts[best] > 2 * sum(counts.values()) / 3:
        return best
    return "" if len(sample) > _LONG and max(counts.values()) < _FEW / 10 else "english"


class _Switches(NamedTuple):
    """Where the languages of one file change, by offset, and the passages in another one."""

    offsets: list[int]
    codes: list[str]
    foreign: list[tuple[int, int, str]]


def language_of(manuscript: Manuscript, span: Span) -> str:
    """Return the code of the language of a passage, such as ``en``; empty for one without word lists.

    A passage is in another language than the text around it where all of it is.  Logarithmic in the
    number of the switches of the file.
    """
    kept: tuple[str, dict[str, _Switches]] | None = vars(manuscript).get("_switches")
    if kept is None:
        main = manuscript.language
        kept = vars(manuscript)["_switches"] = main, _by_file(manuscript, main)
    main, by_file = kept
    here = by_file.get(span.path)
    if here is None:
        return main
    which = bisect_right(here.foreign, span.start, key=lambda one: one[0]) - 1
    if which >= 0 and span.end <= here.foreign[which][1]:
        return here.foreign[which][2]
    which = bisect_right(here.offsets, span.start) - 1
    return here.codes[which] if which >= 0 else main


def _by_file(manuscript: Manuscript, main: str) -> dict[str, _Switches]:
    found: dict[str, _Switches] = {}
    for path, offset, name in sorted(manuscript.switches, key=lambda one: one[:2]):
        here = found.setdefault(path, _Switches([], [], []))
        here.offsets.append(offset)
        here.codes.append(code(name) if name else main)
    for span, name in sorted(manuscript.foreign):
        found.setdefault(span.path, _Switches([], [], [])).foreign.append((span.start, span.end, code(name)))
    return found
