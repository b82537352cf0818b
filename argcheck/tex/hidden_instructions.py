r"""Finds invisible text that tells a reviewer or a language model what to do, and characters that hide text.

Words count if they are invisible (white, transparent, tiny, off the page, in the metadata of the PDF, in characters
without a shape) and also instruct whoever judges the paper.  Files are searched for instructions only if they contain
something that can hide them, so that most cost a few searches for plain strings; only then is
`argcheck.tex.instructions` loaded.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex.invisible_groups import is_pale, what_hides
from argcheck.tex.live_source import holding, parts_around

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.tex.model import ManuscriptRecords


class Hidden(NamedTuple):
    """A hidden passage."""

    span: Span
    words: str  #: its text, empty for signs that only reorder visible text
    how: str  #: what hides it, such as ``white``


_PASSAGE = lazy(r"[^{}\\]{1,120}")  # the part of a passage that is shown

# -- ways to hide


class _Cover(NamedTuple):
    """One way to hide: a command, and a needle in the file, with a match of the pattern, if any, near it."""

    commands: tuple[str, ...]
    needles: tuple[str, ...]
    pattern: re.Pattern[str] | None = None


_COVERS = (
    _Cover(
        ("textcolor", "color"),
        ("\\color", "textcolor"),
        lazy(r"color\s*(?:\[\w*\]|\{\s*(?:white\b|\w+!0\s*\}))"),
    ),
    _Cover(("phantom", "hphantom", "vphantom"), ("hantom",), lazy(r"hantom\s*\{[^{}]{20}")),
    _Cover(
        ("fontsize", "scalebox", "resizebox"),
        ("fontsize", "lebox", "sizebox"),
        lazy(r"(?:size|box)\s*\{\s*[012]?(?:\.\d*)?\s*(?:pt|sp|mm)?\s*\}"),
    ),
    _Cover(
        ("raisebox", "hspace", "vspace", "hskip", "vskip", "kern"),
        ("sebox{-", "space{-", "space*{-", "skip-", "skip -", "kern-", "kern -"),
        lazy(r"(?:box|space\*?|skip|kern)[ {]?-\d\d+(?:\.\d*)?\s*(?:cm|in|mm|pt|em)"),
    ),
    _Cover(("transparent", "texttransparent"), ("ransparent{0", "ransparent{.", "ransparent {")),
    _Cover(
        ("pdfliteral", "pdfextension", "pdfrender", "pdfrendersetup", "textpdfrender"), (" Tr", "Invisible")
    ),
    _Cover(("hypersetup",), ("pdfkeywords", "pdfsubject", "pdfauthor")),
    _Cover(
        ("pdfinfo", "special", "BeginAccSupp", "pdftooltip", "pdfannot"),
        ("\\pdfinfo", "\\special", "AccSupp", "pdftooltip", "\\pdfannot"),
    ),
    _Cover(("includegraphics",), ("alt=", "alt =")),
)
_DEFINED = lazy(
    r"\\definecolor\s*\{([^{}]*)\}\s*\{(\w+)\}\s*\{([^{}]*)\}|\\colorlet\s*\{([^{}]*)\}\s*\{white(?:!(?:9[5-9]|100))?[!}]"
)
_IN_WRAPPERS = ("{white}", "hantom{", "fontsize{0", "fontsize{1p", "ransparent{0", "scalebox{0")

# -- characters without a shape

_TAGS = lazy("(?<![\U0001f3f4\U000e0020-\U000e007e])[\U000e0020-\U000e007e]{4,}")
_SHAPELESS = "\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff"
_RUN = lazy(f"[{_SHAPELESS}]{{16,}}")
_OVERRIDE = lazy("[\u202d\u202e\u2067]([^\n\u202c\u2069]+)")
_RIGHT_TO_LEFT = frozenset({"R", "AL"})  # Unicode directions of letters


def hidden(manuscript: ManuscriptRecords) -> list[Hidden]:
    """Return hidden instructions and text in characters without a shape, file by file.

    Linear in the size of the files.
    """
    passages: list[Hidden] = []
    covers = [cover for cover in _COVERS if not manuscript.commands.isdisjoint(cover.commands)]
    colours, wrappers = _own(manuscript)
    needles = [*(f"\\{name}" for name in wrappers), *(f"{{{name}}}" for name in colours if name != "white")]
    if "pdf" in manuscript.packages.get("hyperref", ""):
        needles.append("{hyperref}")
    kind = "covering " + " ".join(cover.commands[0] for cover in covers)
    may_cover = manuscript.of_each_file(kind, lambda text: _may_cover(text, covers))
    signs = manuscript.of_each_file(
        "shapeless", lambda text: [] if text.isascii() else list(_shapeless(text))
    )
    for path, file in manuscript.files.items():
        passages += [Hidden(Span(path, start, end), words, how) for start, end, words, how in signs[path]]
        if may_cover[path] or any(needle in file.text for needle in needles):
            passages += _covered(manuscript, path, file.text, colours, wrappers)
    return passages


def _may_cover(text: str, covers: Iterable[_Cover]) -> bool:
    return any(
        any(cover.pattern.search(text, *part) for part in parts_around(text, cover.needles))
        if cover.pattern
        else any(needle in text for needle in cover.needles)
        for cover in covers
    )


def _own(manuscript: ManuscriptRecords) -> tuple[frozenset[str], dict[str, str]]:
    """Return the document's own names of white, and its macros that hide their argument, with how they do."""
    naming = [name for name in ("definecolor", "colorlet") if name in manuscript.commands]
    pale = manuscript.of_each_file(f"pale colours {naming}", lambda text: list(_pale(text, naming)))
    colours = frozenset({"white"}.union(*pale.values()))
    wrappers: dict[str, str] = {}
    for name, definitions in manuscript.macros.items():
        for made in definitions:
            place = made.body.find("#1") if any(sign in made.body for sign in _IN_WRAPPERS) else -1
            if place >= 0 and (how := what_hides(made.body, [place], colours, {})[0][0]):
                wrappers[name] = how
    return colours, wrappers


def _pale(text: str, naming: Iterable[str]) -> Iterator[str]:
    """Yield the names that a file defines, by some commands, for white and colours as pale."""
    if any(command in text for command in naming):
        for match in _DEFINED.finditer(text):
            if match[4] or is_pale(match[2], match[3]):
                yield match[1] or match[4]


def _covered(
    manuscript: ManuscriptRecords, path: str, text: str, colours: frozenset[str], wrappers: dict[str, str]
) -> Iterator[Hidden]:
    """Yield the hidden instructions of one file, consecutive ones in the same group as one."""
    from argcheck.tex.instructions import instructing

    digest = manuscript.files[path].digest
    places = manuscript.remember("instructing", digest, lambda: instructing(text))
    if not places:
        return
    covers = what_hides(text, [start for start, _ in places], colours, wrappers)
    dead = sorted(manuscript.dead.get(path, ()))
    before = "", 0
    for (start, end), cover in zip(places, covers, strict=True):
        if not cover[0] or holding(dead, start):
            continue
        if cover != before:
            passage = _PASSAGE.match(text, start)
            yield Hidden(Span(path, start, end), " ".join((passage[0] if passage else "").split()), cover[0])
        before = cover


def _shapeless(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Yield start, end, words and way of text in invisible characters, and of signs that reverse other text."""
    if any(chr(0xE0000 + code) in text for code in (0x65, 0x74, 0x20, 0x45, 0x54)):
        for match in _TAGS.finditer(text):
            words = "".join(chr(ord(char) - 0xE0000) for char in match[0])
            yield *match.span(), words, "characters without a shape"
    if any(char in text for char in _SHAPELESS):
        for match in _RUN.finditer(text):
            yield *match.span(), _decoded(match[0]), "characters without a shape"
    if any(char in text for char in "\u202d\u202e\u2067"):
        for match in _OVERRIDE.finditer(text):
            line = text[max(text.rfind("\n", 0, match.start()) + 1, match.start() - 2_000) : match.end()]
            if _RIGHT_TO_LEFT.isdisjoint(map(unicodedata.bidirectional, line)) and re.search(
                r"\w\W*\w", match[1]
            ):
                yield *match.span(), "", "a sign that reverses the order of the letters"


def _decoded(signs: str) -> str:
    """Return the ASCII text that a run of two different signs encodes in bits, empty if it encodes none."""
    kinds = sorted(set(signs))
    if len(kinds) != 2 or len(signs) % 8:
        return ""
    for zero in kinds:
        codes = [
            int("".join("0" if sign == zero else "1" for sign in signs[at : at + 8]), 2)
            for at in range(0, len(signs), 8)
        ]
        if all(32 <= code < 127 for code in codes):
            return "".join(map(chr, codes))
    return ""
