"""The value of a field: macros and ``#`` resolved, inherited where it is inherited, decoded to plain text."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from argcheck.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.bib.model import Entry, Field

MONTHS: Mapping[str, str] = {
    "jan": "January",
    "feb": "February",
    "mar": "March",
    "apr": "April",
    "may": "May",
    "jun": "June",
    "jul": "July",
    "aug": "August",
    "sep": "September",
    "oct": "October",
    "nov": "November",
    "dec": "December",
}

_ALIASES: Mapping[str, tuple[str, ...]] = {
    "journal": ("journaltitle",),
    "journaltitle": ("journal",),
    "address": ("location",),
    "location": ("address",),
    "school": ("institution",),
    "institution": ("school",),
    "eprinttype": ("archiveprefix",),
    "archiveprefix": ("eprinttype",),
    "eprintclass": ("primaryclass",),
    "primaryclass": ("eprintclass",),
    "annotation": ("annote",),
    "annote": ("annotation",),
    "date": ("year",),
}
#: What never comes from another entry.
_OWN = frozenset(
    {
        "crossref",
        "entryset",
        "entrysubtype",
        "execute",
        "ids",
        "key",
        "keywords",
        "label",
        "options",
        "presort",
        "related",
        "relatedoptions",
        "relatedstring",
        "relatedtype",
        "shorthand",
        "shorthandintro",
        "sortkey",
        "xdata",
        "xref",
    }
)
_PARTS_OF_BOOK = frozenset({"inbook", "bookinbook", "suppbook"})
_PARTS_OF_COLLECTION = frozenset({"incollection", "inreference", "suppcollection"})
_TITLES = {"title": "title", "subtitle": "subtitle", "titleaddon": "titleaddon"}
_LONGEST = 20_000  # characters; definitions that double each other grow without end
_LONG = 4_000  # characters; pylatexenc slows down around what it cannot parse
_DEEPEST = 16

_piece = lazy(r"""\s*+(?:(\{)|"((?:[^"{}]|\{[^{}]*+\})*+)"|([^\s"#%'(),={}]++))""")
_joint = lazy(r"\s*+(?:#|$)")
_braces = lazy(r"[{}]")
_year = lazy(r"\d{4}")


def field_value(entry: Entry, name: str) -> str | None:
    """Give the value of a field, LaTeX left in, or None if neither the entry nor its parents have it.

    Looked up in the entry, then under the other names of the field, then in its
    ``xdata`` and its ``crossref`` as the backend does it.  Cycles are harmless.
    """
    fields = entry.fields
    if name in fields:
        return _resolved(fields[name], entry)
    return _searched(entry, name, {(id(entry), name)})


def plain_value(entry: Entry, name: str) -> str | None:
    """Give the value of a field as plain text, or None."""
    value = field_value(entry, name)
    return None if value is None else plain_text(value)


def _searched(entry: Entry, name: str, seen: set[tuple[int, str]]) -> str | None:
    own = _own(entry, name)
    if own is not None or name in _OWN or entry.bibliography is None:
        return own
    for parent, wanted in _parents(entry, name):
        if (id(parent), wanted) not in seen and len(seen) < _DEEPEST:
            seen.add((id(parent), wanted))
            found = _searched(parent, wanted, seen)
            if found is not None:
                return found
    return None


def _own(entry: Entry, name: str) -> str | None:
    """Look in the entry itself, under all names of the field."""
    fields = entry.fields
    if name in fields:
        return _resolved(fields[name], entry)
    for alias in _ALIASES.get(name, ()):
        if alias in fields:
            return _resolved(fields[alias], entry)
    if name == "year" and "date" in fields:
        match = _year.search(_resolved(fields["date"], entry))
        return match[0] if match else None
    return None


def _parents(entry: Entry, name: str) -> Iterator[tuple[Entry, str]]:
    """Give the entries that this one inherits from, and the name of the field there."""
    bibliography, fields = entry.bibliography, entry.fields
    if bibliography is None:
        return
    if "xdata" in fields:
        for key in _resolved(fields["xdata"], entry).split(","):
            parent = bibliography.find(key.strip())
            if parent is not None:
                yield parent, name
    if "crossref" in fields:
        parent = bibliography.find(_resolved(fields["crossref"], entry).strip())
        if parent is not None:
            yield from ((parent, wanted) for wanted in _wanted(entry, parent, name))


def _wanted(entry: Entry, parent: Entry, name: str) -> tuple[str, ...]:
    """Give the name under which a crossref parent holds a field.

    BibTeX takes the same name.  biber gives a title of the parent to the book title
    and such of the child, and then not to its title.
    """
    if entry.bibliography is not None and entry.bibliography.backend == "bibtex":
        return (name,)
    prefix = _title_prefix(entry.type, parent.type)
    if prefix is None:
        return (name,)
    if name in _TITLES:
        return ()
    if name == "bookauthor" and entry.type in _PARTS_OF_BOOK:
        return (name, "author")
    if prefix == "journal" and name == "journal":
        return ("title",)
    title = name.removeprefix(prefix)
    return (title,) if name != title and title in _TITLES else (name,)


def _title_prefix(child: str, parent: str) -> str | None:
    """Say what the title of the parent is for the child: ``book``, ``main`` or ``journal``."""
    if parent == "periodical":
        return "journal" if child in {"article", "suppperiodical"} else None
    if parent.startswith("mv"):
        return "main" if child != parent else None
    if parent == "book":
        return "book" if child in _PARTS_OF_BOOK else None
    if parent in {"collection", "reference"}:
        return "book" if child in _PARTS_OF_COLLECTION else None
    return "book" if parent == "proceedings" and child == "inproceedings" else None


# -- strings


def _resolved(field: Field, entry: Entry) -> str:
    raw = field.raw
    if "#" not in raw and raw[:1] in {"{", '"'}:
        return (
            raw[1:-1].strip()
            if len(raw) > 1 and raw[-1] == ("}" if raw[0] == "{" else '"')
            else raw[1:].strip()
        )
    if entry.type == "bibitem":
        return raw.strip()
    return resolve(raw, entry.bibliography.strings if entry.bibliography is not None else {})


def resolve(raw: str, strings: Mapping[str, str]) -> str:
    """Resolve a raw value: delimiters off, ``#`` joined, names replaced by what ``@string`` gave them."""
    return _resolve(raw, strings, {}, 0).strip()


def _resolve(raw: str, strings: Mapping[str, str], known: dict[str, str], depth: int) -> str:
    pieces = list(_pieces(raw))
    if not pieces:
        return raw
    joined, length = [], 0
    for text, is_name in pieces:
        value = _named(text, strings, known, depth) if is_name else text
        joined.append(value)
        length += len(value)
        if length > _LONGEST and depth:
            break
    return "".join(joined)


def _named(name: str, strings: Mapping[str, str], known: dict[str, str], depth: int) -> str:
    """Give what a bare word stands for; one that is not defined stands for itself."""
    folded = name.lower()
    if folded in known:
        return known[folded]
    if folded not in strings or depth >= _DEEPEST:
        return MONTHS.get(folded, name)
    known[folded] = name  # a name defined by itself
    known[folded] = _resolve(strings[folded], strings, known, depth + 1)[:_LONGEST]
    return known[folded]


def _pieces(raw: str) -> Iterator[tuple[str, bool]]:
    """Split a raw value at ``#``: (text, whether it is a name); nothing if it does not parse."""
    found, position = [], 0
    while position < len(raw):
        match = _piece.match(raw, position)
        end = match.end() if match else 0
        if match and match[1]:
            end = _closing(raw, match.end())
        joint = _joint.match(raw, end) if end else None
        if match is None or joint is None:
            return
        inner = raw[match.end() : end - 1] if match[1] else match[2] if match[3] is None else match[3]
        found.append((inner, match[3] is not None))
        position = joint.end()
    yield from found


def _closing(raw: str, position: int) -> int:
    depth = 1
    for match in _braces.finditer(raw, position):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return match.end()
    return 0


# -- plain text

_SPECIALS: Mapping[str, str] = {
    "ss": "ß",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "i": "ı",
    "j": "ȷ",
    "dh": "ð",
    "DH": "Ð",
    "th": "þ",
    "TH": "Þ",
    "dj": "đ",
    "DJ": "Đ",
    "ng": "ŋ",
    "NG": "Ŋ",
    "textendash": "–",
    "textemdash": "—",
    "textquoteright": "’",
    "textquoteleft": "‘",
    "textquotedblleft": "“",
    "textquotedblright": "”",
    "textquotesingle": "'",
    "textasciitilde": "~",
    "textunderscore": "_",
    "dots": "…",
    "ldots": "…",
    "slash": "/",
    "LaTeX": "LaTeX",
    "TeX": "TeX",
    "BibTeX": "BibTeX",
    "newblock": " ",
    "space": " ",
}
_ACCENTS: Mapping[str, str] = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    '"': "\u0308",
    "=": "\u0304",
    ".": "\u0307",
    "u": "\u0306",
    "v": "\u030c",
    "H": "\u030b",
    "c": "\u0327",
    "k": "\u0328",
    "r": "\u030a",
    "d": "\u0323",
    "b": "\u0331",
    "t": "\u0361",
}
#: Commands that only format what follows; they are looked up, since a pattern of all their names is dear to compile.
_FORMATTING = frozenset(
    """emph textit textbf textsc textrm textsf texttt textup textnormal textmd textsl mbox hbox text url uppercase lowercase
    enquote mkbibquote mkbibemph bibinfo protect em it bf sc rm sl tt itshape bfseries scshape relax noopsort""".split()  # noqa: SIM905 - a table
)
_formatting = lazy(r"\\(?:href\s*\{[^{}]*\}|([A-Za-z]+)\s*)")
_escaped = lazy(r"\\([&%$#_{}, /;:!@-])")
_special = lazy(r"\\([A-Za-z]+)(?:\s+|\{\})?")
_accent = lazy(
    r"""\\(?:([`'^~"=.])\s*|([uvHckrdbt])(?:\s+|(?=\{)))(?:\{\s*(\\?[^\W\d_])\s*\}|(\\[ij](?![A-Za-z])|[^\W\d_]))"""
)
_command = lazy(r"\\[A-Za-z@]+\*?\s*|\\.", re.DOTALL)
_rough = lazy(r"[\\$~{}<>`'\"-]")


@lru_cache(maxsize=8192)
def plain_text(value: str) -> str:
    """Decode a value to plain text: accents, dashes and quotes read, braces gone, blanks folded."""
    if not _rough.search(value):
        return " ".join(value.split())
    text = value
    if "\\" in text:
        text = _decoded(text)
    if "\\" in text or "$" in text.replace("\x00", ""):
        return _typographic(_by_pylatexenc(value))
    return _typographic(_stripped(text))


def decode(text: str) -> str:
    """Decode a piece of running text like a value, but leave commands that are not known where they are."""
    return _stripped(_decoded(text))


def _decoded(text: str) -> str:
    """Decode what names and titles are full of; what is left over is for pylatexenc.

    A character that was escaped passes as a private one, lest it be taken for syntax.
    """
    text = _formatting.sub(_unformatted, text)
    text = _escaped.sub(_private, text)
    if "\\" not in text:
        return text
    text = _accent.sub(_composed, text)
    return _special.sub(lambda match: _SPECIALS.get(match[1], match[0]), text)


def _unformatted(match: re.Match[str]) -> str:
    return "" if match[1] is None or match[1] in _FORMATTING else match[0]


def _private(match: re.Match[str]) -> str:
    character = match[1]
    if character in " ,/;:!@-":
        return " " if character in " ,;:" else "" if character in "/!-" else "@"
    return chr(0xE000 + ord(character))


def _composed(match: re.Match[str]) -> str:
    import unicodedata

    mark = _ACCENTS[match[1] or match[2]]
    letter = (match[3] or match[4]).lstrip("\\")
    return unicodedata.normalize("NFC", letter + mark)


def _stripped(text: str) -> str:
    """Drop braces and ties, then give escaped characters back."""
    text = text.replace("{", "").replace("}", "").replace("~", " ")
    if text.isascii():
        return text
    return "".join(chr(ord(c) - 0xE000) if "\ue000" <= c <= "\ue07f" else c for c in text)


def _typographic(text: str) -> str:
    for written, meant in (("---", "—"), ("--", "–"), ("``", "“"), ("''", "”")):
        text = text.replace(written, meant)
    return " ".join(text.split())


def _by_pylatexenc(value: str) -> str:
    """Decode by pylatexenc, which raises on some real values; commands are dropped then."""
    value = _formatting.sub(_unformatted, value)
    if len(value) <= _LONG:
        try:
            return _converter().latex_to_text(value)  # type: ignore[no-any-return]
        except Exception:  # noqa: BLE001, S110 - it raises IndexError, RecursionError and its own
            pass
    return _stripped(_command.sub(" ", _decoded(value)).replace("$", ""))


@lru_cache(maxsize=1)
def _converter():  # type: ignore[no-untyped-def]  # noqa: ANN202 - pylatexenc has no types
    from pylatexenc.latex2text import LatexNodes2Text

    return LatexNodes2Text(math_mode="text", keep_comments=True)
