"""What to ask about an entry of a bibliography, however its fields are written."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import dropwhile, islice, pairwise
from typing import TYPE_CHECKING

from argcheck.bib.entry import TEXT
from argcheck.bib.entry_identifiers import entry_arxiv, entry_doi, entry_pmid
from argcheck.bib.identifiers import valid_issn
from argcheck.bib.names import is_suffix, parse_names
from argcheck.files import data
from argcheck.files.patterns import YEAR
from argcheck.sources.editions import edition_number
from argcheck.sources.folding import readable, words
from argcheck.sources.model import Person, Query
from argcheck.sources.venue_words import listed
from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.bib.entry import Entry

_OTHER_YEARS = ("note", "addendum", "origdate", "origyear", "edition", "howpublished", "titleaddon")
_LANGUAGE_NOTES = ("note", "addendum", "titleaddon", "annote")
_EDITION = 4  #: most words of an edition
_LONGEST_TITLE = 2_000  #: most letters, as of a record; a longer title is slow to compare
_NAMESAKE = 4  #: digits of a number that distinguishes namesakes
_INITIALS = 3  #: most letters of initials
_ORDINAL_SUFFIXES = frozenset({"2nd", "3rd", "4th"})
_INFLECTED = 2  #: words with endings of a language
_GROUPS = str.maketrans(dict.fromkeys("{}$ "))
_TO_THE_DAY = 2  #: hyphens of a date with a day
_FOOTED = 4  #: least letters before a footnote mark; in ``H*`` it is a sign
_MARKS = frozenset("1*†‡§¶")  #: first footnote marks, as in registries
_OF_ORIGINAL = ("translator", "origtitle", "origlanguage", "origdate", "origyear", "origpublisher")
_PLACES = ("volume", "number", "issue", "eid", "doi", "eprint", "pmid")
_IN = frozenset({"in", "auf", "en", "from", "aus"})  #: words before the name of a language
_version = re.compile(r"(?:arxiv[.:/]\S*?|^|/)\d{4}\.\d{4,5}v(\d{1,4}+)(?!\d)", re.IGNORECASE).search


def query_of(entry: Entry) -> Query:
    """Return what to ask about an entry of a bibliography."""
    people, others = _people(entry.raw("author") or entry.raw("editor") or "")
    written_title = ": ".join(filter(None, (entry.text("title"), entry.text("subtitle"))))
    title = readable(_repaired(_without_mark(written_title[:_LONGEST_TITLE], entry.raw("title") or "")))
    bare, behind = _parted(title)
    year = YEAR.search(entry.raw("year") or entry.raw("date") or "")
    venue = _repaired(
        entry.text("journal") or entry.text("booktitle") or _macro_name(entry.raw("journal") or "")
    )
    versioned = (_version(entry.raw(name) or "") for name in ("eprint", "url", "journal", "doi", "note"))
    return Query(
        entry.key,
        entry.type,
        entry_doi(entry) or "",
        entry_arxiv(entry) or "",
        entry_pmid(entry) or "",
        bare,
        people,
        others,
        int(year[0]) if year else 0,
        venue,
        entry.text("volume") or "",
        entry.text("pages") or "",
        (entry.raw("url") or "").strip(),
        tuple(_files(entry.raw("file") or "")),
        next((int(match[1]) for match in versioned if match), 0),
        entry.text("publisher") or entry.text("institution") or "",
        tuple(_other_years(entry)),
        any(
            vocabulary.in_any_language(r"\b{titles.reprints}", re.IGNORECASE).search(entry.raw(name) or "")
            for name in _OTHER_YEARS
        ),
        _names_translator(entry),
        _names_other_script(entry),
        edition_number(entry.text("edition") or behind),
        _people(entry.raw("editor") or "")[0],
        entry.type == "article" and not _has(entry, *_PLACES) and _is_by_date(entry),
        _issn(entry.raw("issn") or ""),
        _repaired(entry.text(TEXT) or "") if entry.type == "bibitem" else "",
    )


def _issn(written: str) -> str:
    """Return the first valid ISSN of a field, with its hyphen."""
    known = filter(valid_issn, written.replace(",", " ").replace(";", " ").split())
    return next((f"{number[:4]}-{number[-4:]}".upper() for number in known), "")


def _is_by_date(entry: Entry) -> bool:
    """Whether an article has a date and no page, or the day of a magazine or a newspaper: ``March 10, p. 130``."""
    month, date = entry.raw("month") or "", entry.raw("date") or ""
    written_out = any(map(str.isdigit, month)) and any(map(str.isalpha, month))
    if written_out or _has(entry, "day") or date.count("-") == _TO_THE_DAY:
        return True
    return not _has(entry, "pages") and (bool(month) or _has(entry, "urldate") or "-" in date)


def _has(entry: Entry, *fields: str) -> bool:
    return any(entry.raw(name) for name in fields)


def _people(field: str) -> tuple[tuple[Person, ...], bool]:
    """Return the persons of a list of names, and whether it goes on."""
    written = parse_names(_in_bibtex_form(_repaired(field)))
    people = [
        Person(
            " ".join(filter(None, (name.particle, name.family))),
            name.suffix if is_suffix(name.given) and name.suffix else name.given,  # ``Edwards, T. C., Jr.``
        )
        for name in written.names
    ]
    return tuple(people), written.others


def _macro_name(written: str) -> str:
    r"""Return the name of a style's macro for a journal, an abbreviation such as ``\mnras``, or an empty text."""
    name = written.strip("{}\\ ")
    return name if "\\" in written and name.isalpha() else ""


def _parted(title: str) -> tuple[str, str]:
    """Return a title without edition or series, at its end or in brackets before its subtitle, and these."""
    main, colon, subtitle = title.partition(": ")
    bracketed = bool(colon) and main.endswith((")", "]"))
    bare = _without_edition(main) if bracketed else main
    if bare != main:
        return f"{bare}: {subtitle}", main[len(bare) :].lstrip(" ,:([")
    bare = _without_edition(title)
    return bare, title[len(bare) :].lstrip(" ,:([")


def _without_edition(title: str) -> str:
    """Return a title without edition or series.

    ``(2nd ed., enlarged)``, ``, volume 42 of Graduate Texts``, ``(Graduate Texts, 42)``.
    """
    bare, _, series = title.partition(", volume ")
    number, of, _ = series.partition(" of ")
    if bare and of and number.isdecimal():
        return bare
    bare, _, series = title.rstrip(") ").rpartition(" (")
    *named, number = words(series) or ("",)
    of_books = not (listed("serial") | listed("collecting")).isdisjoint(named)
    if bare and number.isdecimal() and len(named) > 1 and of_books and ")" not in series:
        return bare
    edition = vocabulary.words(vocabulary.codes(), "titles.edition")
    for sign in (". ", "(", "[", ","):
        bare, _, last = title.rpartition(sign)
        last_words = last.lower().replace(".", " ").replace(",", " ").strip(" )]").split()
        # a full stop ends abbreviations, too: ``Tides, rev. 2nd ed.``
        ended = sign != ". " or (edition_number(last) > 0 and len(bare.rpartition(" ")[2]) > _EDITION)
        if (
            len(bare.split()) > 1
            and len(last_words) <= _EDITION
            and not edition.isdisjoint(last_words)
            and ended
        ):
            return bare.rstrip(" ,:([")
    return title


def _without_mark(title: str, written: str) -> str:
    r"""Return a title without the footnote mark of an export, ``predation\textsuperscript{1}``; other digits stay."""
    bare = written.translate(_GROUPS)
    raised = bare[-1:] in _MARKS and bare[:-1].endswith(("\\textsuperscript", "^"))
    left = title.removesuffix(bare[-1:]).rstrip("^")
    return left if raised and left[-_FOOTED:].isalpha() else title


def _other_years(entry: Entry) -> Iterator[int]:
    """Yield the further years of an entry: of the original, of another edition; not those of an erratum."""
    yield from map(int, YEAR.findall(entry.raw("year") or entry.raw("date") or "")[1:])  # ``1738/1954``
    yield from map(int, YEAR.findall((entry.raw("volume") or "").partition("(")[2]))  # ``I (1923--24)``
    attached = vocabulary.words(vocabulary.codes(), "titles.attached")
    for name in _OTHER_YEARS:
        written = entry.raw(name) or ""
        if attached.isdisjoint(words(written)):
            yield from map(int, YEAR.findall(written))


def _names_translator(entry: Entry) -> bool:
    """Whether an entry says that it is a translation: ``translator``, ``origtitle``, ``(R. Howard, Trans.)``."""
    if _has(entry, *_OF_ORIGINAL):
        return True
    # The beginning of a title tells its subject: ``Translation and the politics of style``.
    beside = (entry.text("title") or "").replace("[", "(").replace(". ", "(").partition("(")[2]
    remarks = " ".join((beside, *(entry.text(name) or "" for name in _LANGUAGE_NOTES))).lower()
    translated = vocabulary.words(vocabulary.codes(), "titles.translated")
    return not translated.isdisjoint(part.strip(".,;:()[]") for part in remarks.replace("(", " ").split())


def _names_other_script(entry: Entry) -> bool:
    """Whether an entry names a language that is not in Latin script: ``[in Russian]``, ``langid = {zh}``."""
    languages = data.table("scripts", "languages")
    names, codes = (frozenset(languages[key].split()) for key in ("names", "codes"))
    named = " ".join((entry.raw(name) or "").lower() for name in ("language", "langid"))
    stated = set(named.replace(",", " ").replace("{", " ").replace("}", " ").split())
    notes = (entry.text("title") or "").replace("(", "[").split("[")[1:]
    notes += [entry.text(name) or "" for name in _LANGUAGE_NOTES]
    after_in = {
        word
        for note in notes
        for before, word in pairwise(["in", *(part.strip(".,;:()[]") for part in note.lower().split())])
        if before in _IN
    }
    return not stated.isdisjoint(names | codes) or not after_in.isdisjoint(names) or _is_transcribed(entry)


def _is_transcribed(entry: Entry) -> bool:
    """Whether a title has Russian endings in Latin letters, ``o kolebaniyakh``, and may be listed in Cyrillic."""
    endings = tuple(data.table("scripts", "transcribed")["endings"].split())
    inflected = [word for word in words(entry.text("title") or "") if word.endswith(endings)]
    return len(inflected) >= _INFLECTED


def _repaired(text: str) -> str:
    """Return a text in UTF-8 that was decoded as another encoding: ``JosÃ©`` is José."""
    for encoding in ("cp1252", "latin-1", "cp1250") if _DAMAGED(text) else ():
        with suppress(UnicodeError):
            return text.encode(encoding).decode("utf-8")
    return text


_DAMAGED = re.compile(r"[ÃÂÄÅĂĹ][\x80-\xff\u0152-\u2122]").search
#: Additions to the name of an author: ``(ed.)``, ``(Hrsg.)``, ``née Lund``.
_ROLE = re.compile(
    r"\s*[(\[](?:[Ee]d|[Ee]ditor|Hrsg|Hg|[Dd]ir|[Cc]oord|[Oo]rg|[Tt]rans|[ÜU]bers|[Tt]rad|[Cc]omp)s?\.?[)\]]|\s+(?:n(?:[ée]|\{?\\'\{?e\}*)e|geb\.|born|formerly)\s+\S+"
)
_ET_AL = re.compile(
    r"[\s,]+(?:\{and\s+others\}\s*|(?:and\s+)?(?:\.\.\.|…|\\l?dots)\s*|(?:\\emph\{|\\textit\{|\{\\(?:it|em)\s)?et\.?\s+[aA]l\.?\}?|and\s+\{?(?:(?:\d+\s+)?(?:more|[Cc]o-?authors|co-?workers|[Cc]olleagues|collaborators)|\d+\s+others)\}?)\s*\Z"
)
#: Conjunctions between authors in other languages; ``y`` and ``e`` also join parts of one name, except before initials.
_JOINED = r"\s*;\s*|\s+(?:(?!\w\s){citations.and}|\\?&)\s+|\s+{citations.and}\s+(?=[A-Z]\.)"
_ACCENTED = re.compile(r"\{\\[^{}]*(?:\{[^{}]*\})?\}")
#: ``{Lund et al.}``, ``{Lund {\it et al}}, Eva``
_ET_AL_WITHIN = re.compile(
    r"(?<![\s,])(?<!\\it)(?<!\\em)[\s,]+(?:\{\\(?:it|em)\s+et\.?\s+al\.?\}|et\.?\s+al\.?)(?=\})"
)
_GIVEN_BEHIND = re.compile(r"\s+\(((?:[A-Z]\w*\.?[\s-]*)+)\)\s*\Z")  #: ``Dupont (J.-P.)``
_MEDICAL = re.compile(r"\s*([^\W\d_][\w'’ -]*?)\s+([A-Z]{1,3}|(?:[A-Z]\.\s?){1,3})\s*")


def _in_bibtex_form(authors: str) -> str:
    """Return a list of names in the form of BibTeX, without ``et al.``, other conjunctions and ``Smith JA, Doe B``."""
    tied = "\\~".join(part.replace("~", " ") for part in authors.split("\\~"))
    authors = " ".join(_without_numbers(tied.split())).replace("{,}", ",")  # patterns are slow on long blanks
    parted = [name.strip() for name in authors.split(";")]
    if len(parted) > 1 and all("," in name and "&" not in name for name in parted if name):
        authors = " and ".join(filter(None, parted))  # ``Lund, E.; Holm, O.``
    within = _ET_AL_WITHIN.sub("", authors)
    authors = within if within == authors else f"{within} and others"
    authors = " and ".join(_unbraced(name) for name in authors.replace(" AND ", " and ").split(" and "))
    authors = _ET_AL.sub(" and others", _ROLE.sub("", authors))
    others = " and others" if authors.endswith(" and others") else ""
    names = _parted_by_commas(authors.removesuffix(" and others")).split(" and ")
    if len(names) == 1:
        [name] = names
        if "{" not in _ACCENTED.sub("", name):
            joined = vocabulary.in_any_language(_JOINED).split(name) if len(name.split()) > 3 else [name]
            names = [_GIVEN_BEHIND.sub(r", \1", single) for single in joined]
        pieces = [piece for single in names for piece in single.split(",")]
        names = pieces if _as_in_medicine(pieces) else names
    return " and ".join(_as_in_medicine(names) or names) + others


def _without_numbers(words: list[str]) -> list[str]:
    """Return names without numbers of namesakes, ``Bo Ek 0015``, and without suffixes after initials: ``Ek BC Jr``."""
    kept: list[str] = []
    for word in words:
        bare = word.rstrip(",")
        numbered = len(bare) == _NAMESAKE and bare.isdecimal() and bare[0] == "0"
        behind = is_suffix(bare) or bare in _ORDINAL_SUFFIXES
        if kept and (numbered or (behind and _are_initials(kept[-1]))):
            kept[-1] += word[len(bare) :]
        else:
            kept.append(word)
    return kept


def _are_initials(word: str) -> bool:
    """Whether a word is initials in the style of medical journals: ``BC``."""
    return word.isalpha() and word.isupper() and len(word) <= _INITIALS


def _as_in_medicine(names: list[str]) -> list[str]:
    """Return names in the style of medical journals, ``Smith JA``, with commas; empty unless there are several such."""
    known = [_MEDICAL.fullmatch(name) for name in names]
    return [f"{name[1]}, {name[2]}" for name in known if name] if len(names) > 1 and all(known) else []


def _parted_by_commas(authors: str) -> str:
    """Return ``Ann Lee, Bo Ek, and Cy Orr`` and ``Lee A., Ek B. and Orr C.`` in the form of BibTeX.

    BibTeX allows at most two commas in a name, and none at its end.
    """
    if "{" in _ACCENTED.sub("", authors):
        return authors
    listed = authors.split(" and ")
    medical = [_MEDICAL.fullmatch(piece) for name in listed for piece in name.split(",")]
    if len(listed) > 1 and len(medical) > len(listed) and all(medical):
        return " and ".join(", ".join(name.groups()) for name in medical if name)
    names: list[str] = []
    for name in listed:
        pieces = [piece.strip() for piece in name.split(",")]
        several = len(pieces) > 2 and all(len(piece.split()) > 1 for piece in pieces if piece)
        several = several and not all(map(_MEDICAL.fullmatch, pieces))
        pieces = [*filter(None, pieces)]
        names += pieces if several else _first_turned(pieces) or _run_together(pieces) or [name]
    return " and ".join(names)


def _first_turned(pieces: list[str]) -> list[str]:
    """Read the pieces between commas of a list in which the first name alone has the family before: ``Lund, E. M., O. Holm, B. Ek``.

    :returns: nothing for any other list, and for a single name.
    """
    family, given, *rest = pieces if len(pieces) > 2 else ["", ""]
    single = not is_suffix(given) and all(map(_is_initials, given.split()))
    named = all(_is_initials(first) and last for first, _, last in (name.partition(" ") for name in rest))
    return (
        [f"{family}, {given}", *rest] if rest and single and named and not _MEDICAL.fullmatch(family) else []
    )


def _unbraced(name: str) -> str:
    r"""Return several names that are wrongly in one pair of braces without it: ``{Lund, E. \& Holm, O.}``."""
    inner = [part.strip() for part in name[1:-1].replace("\\&", "&").split("&")]
    braced = name[:1] == "{" and name[-1:] == "}" and "{" not in _ACCENTED.sub("", name[1:-1])
    parted = [part.partition(",") for part in inner]
    named = all(family and given and all(map(_is_initials, given.split())) for family, _, given in parted)
    return " and ".join(inner) if braced and named else name


def _is_initials(word: str) -> bool:
    """Whether a word of a name is initials: ``J.-P.``."""
    letters = word.replace("-", ".").split(".")
    return all(len(letter) < 2 and (not letter or letter.isupper()) for letter in letters) and any(letters)


def _run_together(pieces: list[str]) -> list[str]:
    """Return the names in pieces between commas without ``and``: ``Lund, E. Holm, O.``, ``Lund, E., Holm O., Ek, B.``.

    Empty for a single name, which has at most two commas, and for the style of medical journals.
    """
    first, *middle, last = pieces if len(pieces) > 1 else ["", ""]
    if middle and all(map(_is_initials, last.split())):
        families, given = [first], []
        for piece in middle:
            words = piece.split()
            family = [*dropwhile(_is_initials, words)]
            given.append(" ".join(words[: len(words) - len(family)]))
            families.append(" ".join(family))
        if all(families) and all(given):
            return [", ".join(name) for name in zip(families, [*given, last], strict=True)]
    if len(pieces) < 4 or all(map(_MEDICAL.fullmatch, pieces)):
        return []
    names, rest = [], iter(pieces)
    for piece in rest:
        medical = _MEDICAL.fullmatch(piece)
        names.append(f"{medical[1]}, {medical[2]}" if medical else ", ".join([piece, *islice(rest, 1)]))
    return names


_PIECES = re.compile(r"\\[:;\\_{}&%$#]|[:;\\]|[^:;\\]+").findall  #: of ``file``


def _files(value: str) -> Iterator[str]:
    r"""Yield the paths in ``file``, written by JabRef and Zotero as ``description:path:type;...``, or a plain path.

    In a path ``:``, ``;`` and ``\`` are escaped by a backslash.
    """
    columns = [""]
    for piece in [*_PIECES(value), ";"]:
        if piece == ":":
            columns.append("")
        elif piece != ";":
            columns[-1] += piece[1:] if piece[0] == "\\" and len(piece) > 1 else piece
        else:
            path = (columns[1] if len(columns) == 3 else ":".join(columns)).strip()
            if path:
                yield path
            columns = [""]
