r"""The title of a document and its authors, as ``\title``, ``\author`` and similar commands give them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.bib.names import Name, parse_name
from argcheck.files.data import table
from argcheck.files.diagnostic import Span
from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.files.patterns import LETTERS
from argcheck.tex.arguments import TOKEN, behind_blanks, group_end, option_end
from argcheck.tex.live_source import commented, holding
from argcheck.tex.model import once
from argcheck.tex.typography import SILENT, WORDS
from argcheck.tex.vocabulary import codes, phrases, wording

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from argcheck.tex.model import ManuscriptRecords

_MOST_WORDS = 8  # of a name
_PART, _LINE = "\1", "\2"  # mark the end of a part of an argument, and of a line
_BLANKS = frozenset(("\\,", "\\;", "\\:", "\\!", "\\ ", "\\\n"))
#: Characters that join two names as a comma does, and those beside a name, which become spaces.
_SIGNS = str.maketrans({**dict.fromkeys("~\n\t0123456789*†‡§", " "), ";": ",", "&": ","})


class Author(NamedTuple):
    r"""One person or group that ``\author`` or a similar command names."""

    name: Name  #: its parts
    span: Span  #: of the name as written


@cache
def _words(key: str) -> frozenset[str]:
    return frozenset(table("tex/print", "people")[key].split())


@once
def title(manuscript: ManuscriptRecords) -> Span | None:
    r"""Return the argument of the first ``\title`` or similar command; None if there is none."""
    return next((span for name, span in _calls(manuscript) if name in _words("titles")), None)


@once
def authors(manuscript: ManuscriptRecords) -> tuple[Author, ...]:
    r"""Return the authors that ``\author`` and similar commands name, in order, each once."""
    called = [span for name, span in _calls(manuscript) if name in _words("authors")]
    each: dict[Name, Author] = {}
    for span in called:
        for author in _named(manuscript, span):
            each.setdefault(author.name, author)
    return tuple(each.values())


@once
def author_words(manuscript: ManuscriptRecords) -> frozenset[str]:
    r"""Return the words in the arguments of ``\author`` and similar commands, in lower case.

    These are names and the words beside them, without commands and e-mail addresses.
    """
    spans = [span for name, span in _calls(manuscript) if name in _words("authors")]
    texts = (manuscript.files[span.path].text[span.start : span.end] for span in spans)
    written = " ".join(TOKEN.sub(lambda t: " " if t[1] or t[0][0] == "%" else t[0], text) for text in texts)
    pieces = " ".join(piece for piece in written.split() if "@" not in piece)
    return frozenset(word.lower() for word in LETTERS.findall(pieces))


@once
def _calls(manuscript: ManuscriptRecords) -> list[tuple[str, Span]]:
    """Return the commands of a title page with their arguments, those of the preamble first."""
    calls: list[tuple[str, Span]] = []
    for path, low, high in _stretches(manuscript):
        text, dead = manuscript.files[path].text, sorted(manuscript.dead.get(path, ()))
        for command in _commands().finditer(text, low, high):
            if not commented(text, command.start()) and not holding(dead, command.start()):
                start, end = _argument(text, command.end(), several=command[1] == "Author")
                calls += [(command[1], Span(path, start, end))] if start < end else []
    return calls


def _commands() -> re.Pattern[str]:
    return wording((), rf"\\({'|'.join(sorted(_words('authors') | _words('titles')))})(?![^\W\d_])")


def _stretches(manuscript: ManuscriptRecords) -> Iterator[Span]:
    """Yield the preamble, file by file, then what is printed."""
    root = manuscript.root
    yield Span(root, 0, manuscript.text_start)
    for path, file in manuscript.files.items():
        if path != root and path not in manuscript.parts and path.endswith(TEX_SUFFIXES):
            yield Span(path, 0, len(file.text))
    yield from manuscript.pieces


def _argument(text: str, position: int, *, several: bool) -> tuple[int, int]:
    r"""Return the range in the braces after options; with ``several``, of all, as in ``\Author[1]{Ann}{Lee}``."""
    position = behind_blanks(text, position + text.startswith("*", position))
    while text.startswith("[", position) and (end := option_end(text, position)) > 0:
        position = behind_blanks(text, end)
    end = last = group_end(text, position)
    while several and (last := group_end(text, last)) > 0:
        end = last
    return position + 1, end - 1


def _named(manuscript: ManuscriptRecords, span: Span) -> Iterator[Author]:
    """Yield the people in an argument; if it contains the author's macros, each has the span of the whole argument."""
    text, macros = manuscript.files[span.path].text, manuscript.text_macros
    written = text[span.start : span.end]
    expanded = TOKEN.sub(lambda macro: macros.get(macro[1], macro[0]), written) if macros else written
    if expanded == written:
        yield from _people(text, span)
    else:
        for author in _people(expanded, Span(span.path, 0, len(expanded))):
            yield author._replace(span=span)


def _people(text: str, span: Span) -> Iterator[Author]:
    """Yield the people in an argument: of each part, those in the first line with a name and in its continuations."""
    behind = span.start
    for part in _shown(text, span).split(_PART):
        start, behind = behind, behind + len(part) + 1
        for line in part.split(_LINE):
            people = list(_in_line(line, Span(span.path, start, start + len(line))))
            yield from people
            if people and not line.rstrip().endswith((",", " and")):
                break
            start += len(line) + 1


def _in_line(line: str, place: Span) -> Iterator[Author]:
    line = _without_brackets(line)
    parted = _joined_by_commas(line)
    pieces = parted.split(",")
    if len(pieces) == 2 and parted.count(",") == line.count(",") and all(map(_is_word, pieces)):
        pieces = [parted]  # Lee, Ann
    start, addressed = 0, False
    for piece in pieces:
        addressed = addressed or _is_address(piece)
        if _is_name(piece) and not (addressed and _is_word(piece)):  # a town or country behind an institute
            named = piece.rpartition(":")[2]  # Author: Ann Lee
            name = named.strip(" .") + "." * named.rstrip(" ").endswith(".")
            first = place.start + start + piece.rindex(name)
            yield Author(parse_name(" ".join(name.split())), Span(place.path, first, first + len(name)))
        start += len(piece) + 1


def _without_brackets(line: str) -> str:
    names, *others = line.split("(")
    for other in others:
        inside, closed, behind = other.partition(")")
        names += " " * (1 + len(inside) + len(closed)) + behind
    return names


def _joined_by_commas(line: str) -> str:
    """Return a line of names with a comma for each "and", padded to the same length."""
    joints = sorted(phrases(codes(), "citations.and"))
    for joint in (f"{sign}{word} " for word in joints if len(word) > 1 for sign in " ,"):
        line = line.replace(joint, ",".ljust(len(joint)))
    for joint in (
        f" {word} " for word in joints if len(word) == 1
    ):  # between whole names, and not in one: Ortega y Gasset
        before, joined, behind = line.rpartition(joint)
        if len(before.rpartition(",")[2].split()) > 1 and len(behind.partition(",")[0].split()) > 1:
            line = before + ",".ljust(len(joined)) + behind
    return line


def _is_word(piece: str) -> bool:
    word = piece.strip()
    return len(word.split()) == 1 or (word.startswith("{") and word.endswith("}"))


def _is_name(piece: str) -> bool:
    words = piece.replace(".", "").lower().split()
    if not 0 < len(words) <= _MOST_WORDS or "@" in piece or "/" in piece:
        return False
    return (
        any(len(letters) > 1 for letters in LETTERS.findall(piece))
        and not _is_address(piece)
        and not _words("apart").issuperset(words)
    )


def _is_address(piece: str) -> bool:
    return any(word.startswith(begin) for word in piece.lower().split() for begin in _words("addresses"))


def _shown(text: str, span: Span) -> str:
    """Return an argument with spaces for all that is not a name, and `_PART` or `_LINE` where a part or line ends."""
    chars = list(text[span.start : span.end])

    def put(start: int, end: int, sign: str = " ") -> None:
        low, high = start - span.start, min(end, span.end) - span.start
        chars[low:high] = sign + " " * (high - low - 1)

    position = span.start
    while token := TOKEN.search(text, position, span.end):
        start, position = token.span()
        written, name = token[0], token[1] or ""
        if written[0] == "%" or written in _BLANKS:
            put(start, position)
        elif written == "\\\\":
            put(start, position, _LINE)
        elif name in _words("breaks"):
            put(start, position, _PART)
        elif written == "\\&" or name in _words("gaps"):
            put(start, position, ",")
        elif name == "href" or (len(name) > 1 and name not in WORDS and not _is_shown(name)):
            position = _behind_arguments(text, position, 1 if name == "href" else 9)
            put(start, position)
        if name == "href" or _is_shown(name):
            put(start, position)
            for brace in (start - 1, behind_blanks(text, position)):
                end = group_end(text, brace) if span.start <= brace < span.end else -1
                if end > 0:
                    put(brace, brace + 1)
                    put(end - 1, end)
    joined = "".join(chars).replace("}{", "  ")  # of a command with several arguments
    parts = joined.split("$")
    parts[1::2] = [" " * len(formula) for formula in parts[1::2]]
    tilde = "\\~"  # an accent
    return tilde.join(part.translate(_SIGNS) for part in " ".join(parts).split(tilde))


def _is_shown(name: str) -> bool:
    return name in _words("shown") or (name in SILENT and "script" not in name and name != "footnotemark")


def _behind_arguments(text: str, position: int, most: int) -> int:
    """Return the offset after at most ``most`` arguments of a command."""
    for _ in range(most):
        start = behind_blanks(text, position)
        end = group_end(text, start) if text.startswith("{", start) else -1
        if text.startswith("[", position):
            end = option_end(text, position)
        if end < 0:
            break
        position = end
    return position
