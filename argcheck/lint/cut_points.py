"""Where the files of a project may be cut: sections, environments, entries, paragraphs, lines, sentences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.files.patterns import ENTRY, ENVIRONMENT, HEADING, LINES
from argcheck.tex.arguments import TOKEN

Cut = tuple[int, int]  #: the start and the end of a part of one file

_PARAGRAPH = re.compile(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+")
_SENTENCE = re.compile(r"[^\n]*?[.!?](?=\s)[ \t]*|[^\n]+?(?=\n|\Z)")
_PIECE = re.compile(r"\\[A-Za-z]+\*?(?:\[[^\[\]\n]*\])?(?:\{[^{}\n]*\})*|[^\s\\]+[ \t]*")
_FIELD = re.compile(
    r"^[ \t]*[\w-]+[ \t]*=[^\n]*\n(?:(?![ \t]*[\w-]+[ \t]*=|[ \t]*[})@])[^\n]*\n)*", re.MULTILINE
)


def whole(_path: str, text: str) -> Iterator[Cut]:
    """A whole file."""
    if text:
        yield 0, len(text)


def sections(path: str, text: str) -> Iterator[Cut]:
    """Each heading with the text up to the next one."""
    return _between(HEADING, text) if path.endswith(TEX_SUFFIXES) else iter(())


def entries(path: str, text: str) -> Iterator[Cut]:
    """The entries of a bibliography."""
    return _between(ENTRY, text) if path.endswith(".bib") else iter(())


def _between(pattern: re.Pattern[str], text: str) -> Iterator[Cut]:
    starts = [match.start() for match in pattern.finditer(text)]
    return zip(starts, [*starts[1:], len(text)], strict=False)


def _pairs(text: str) -> Iterator[tuple[re.Match[str], re.Match[str]]]:
    """Yield the begin and end of each environment, inner ones first."""
    opened: list[re.Match[str]] = []
    for match in ENVIRONMENT.finditer(text):
        if match[1] == "begin":
            opened.append(match)
        elif opened and opened[-1][2] == match[2]:
            yield opened.pop(), match


def environments(path: str, text: str) -> Iterator[Cut]:
    """Environments, from begin to end."""
    if path.endswith(TEX_SUFFIXES):
        yield from ((begin.start(), end.end()) for begin, end in _pairs(text))


def paragraphs(path: str, text: str) -> Iterator[Cut]:
    """Paragraphs."""
    return _each(_PARAGRAPH, text) if not path.endswith(".bib") else iter(())


def lines(path: str, text: str) -> Iterator[Cut]:
    """Lines, or the fields of entries."""
    return _each(_FIELD if path.endswith(".bib") else LINES, text)


def sentences(path: str, text: str) -> Iterator[Cut]:
    """Sentences."""
    return _each(_SENTENCE, text) if path.endswith(TEX_SUFFIXES) else iter(())


def pieces(path: str, text: str) -> Iterator[Cut]:
    """Commands with their arguments, and words."""
    return _each(_PIECE, text) if path.endswith(TEX_SUFFIXES) else iter(())


def _each(pattern: re.Pattern[str], text: str) -> Iterator[Cut]:
    return (match.span() for match in pattern.finditer(text))


#: Parts to remove, the coarsest first.
UNITS = (whole, sections, entries, environments, paragraphs, lines, sentences, pieces)


def balanced(part: str) -> bool:
    """Whether a part closes exactly the braces and environments that it opens, so that TeX can read the rest."""
    depth = 0
    for piece in TOKEN.finditer(part):
        depth += (piece[0] == "{") - (piece[0] == "}")
        if depth < 0:
            return False
    names = [match[2] if match[1] == "begin" else f"-{match[2]}" for match in ENVIRONMENT.finditer(part)]
    return depth == 0 and Counter(names) == Counter(
        name[1:] if name[0] == "-" else f"-{name}" for name in names
    )
