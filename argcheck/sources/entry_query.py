"""What is asked about an entry of a bibliography, however its fields are written."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import dropwhile, islice, pairwise
from typing import TYPE_CHECKING

from argcheck.bib.entry_identifiers import entry_arxiv, entry_doi, entry_pmid
from argcheck.bib.names import is_suffix, parse_names
from argcheck.files import data
from argcheck.files.patterns import YEAR
from argcheck.sources.editions import edition_number
from argcheck.sources.folding import readable, words
from argcheck.sources.model import Person, Query
from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.bib.entry import Entry

_OTHER_YEARS = ("note", "addendum", "origdate", "origyear", "edition", "howpublished", "titleaddon")
_LANGUAGE_NOTES = ("note", "addendum", "titleaddon", "annote")
_EDITION = 4  #: words of an edition
_LONGEST_TITLE = 2_000  #: letters, as many as are taken of a record; what is longer is a text that stands for one, and slow to compare
_NAMESAKE = 4  #: digits
_INITIALS = 3  #: letters
_ORDINAL_SUFFIXES = frozenset({"2nd", "3rd", "4th"})
_INFLECTED = 2  #: words with endings of a language
_GROUPS = str.maketrans(dict.fromkeys("{}$ "))
_FOOTED = 4  #: letters before the mark of a footnote: in ``H*`` it is a sign
_MARKS = frozenset("1*†‡§¶")  #: of the first footnote, as registries have them
_OF_ORIGINAL = ("translator", "origtitle", "origlanguage", "origdate", "origyear", "origpublisher")
_PLACES = ("volume", "number", "issue", "pages", "eid", "doi", "eprint", "pmid")
_IN = frozenset({"in", "auf", "en", "from", "aus"})  #: before the name of a language
_reprint = re.compile(r"\brepr(?:int|\.)|nachdruck|r[ée]impr", re.IGNORECASE).search
_version = re.compile(r"(?:arxiv[.:/]\S*?|^|/)\d{4}\.\d{4,5}v(\d+)", re.IGNORECASE).search


def query_of(entry: Entry) -> Query:
    """Return what is asked about an entry of a bibliography."""
    people, others = _people(entry.raw("author") or entry.raw("editor") or "")
    written_title = ": ".join(filter(None, (entry.text("title"), entry.text("subtitle"))))
    title = readable(_undamaged(_without_mark(written_title[:_LONGEST_TITLE], entry.raw("title") or "")))
    bare = _bare(title)
    behind = title[len(bare) :].lstrip(" ,:([")
    year = YEAR.search(entry.raw("year") or entry.raw("date") or "")
    venue = _undamaged(entry.text("journal") or entry.text("booktitle") or _macro(entry.raw("journal") or ""))
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
        any(_reprint(entry.raw(name) or "") for name in _OTHER_YEARS),
        _names_translator(entry),
        _names_other_script(entry),
        edition_number(entry.text("edition") or behind),
        _people(entry.raw("editor") or "")[0],
        entry.type == "article" and _is_by_date(entry) and not _has(entry, *_PLACES),
    )


def _is_by_date(entry: Entry) -> bool:
    return _has(entry, "month", "urldate") or "-" in (entry.raw("date") or "")


def _has(entry: Entry, *fields: str) -> bool:
    return any(entry.raw(name) for name in fields)


def _people(field: str) -> tuple[tuple[Person, ...], bool]:
    """Read a list of names, and whether it goes on."""
    written = parse_names(_listed(_undamaged(field)))
    people = [
        Person(
            " ".join(filter(None, (name.particle, name.family))),
            name.suffix if is_suffix(name.given) and name.suffix else name.given,  # ``Edwards, T. C., Jr.``
        )
        for name in written.names
    ]
    return tuple(people), written.others


def _macro(written: str) -> str:
    r"""Give the name of the macro of a style that a journal is written as, which is an abbreviation of its own: ``\mnras``."""
    name = written.strip("{}\\ ")
    return name if "\\" in written and name.isalpha() else ""


def _bare(title: str) -> str:
    """Leave out the edition or the series behind a title: ``(2nd ed., enlarged)``, ``, Fourth Edition``, ``, volume 42 of Graduate Texts``."""
    bare, _, series = title.partition(", volume ")
    number, of, _ = series.partition(" of ")
    if bare and of and number.isdecimal():
        return bare
    edition = vocabulary.words(vocabulary.codes(), "titles.edition")
    for sign in (". ", "(", "[", ","):
        bare, _, last = title.rpartition(sign)
        said = last.lower().replace(".", " ").replace(",", " ").strip(" )]").split()
        # a full stop ends abbreviations, too: ``Tides, rev. 2nd ed.``
        ended = sign != ". " or (edition_number(last) > 0 and len(bare.rpartition(" ")[2]) > _EDITION)
        if len(bare.split()) > 1 and len(said) <= _EDITION and not edition.isdisjoint(said) and ended:
            return bare.rstrip(" ,:([")
    return title


def _without_mark(title: str, written: str) -> str:
    r"""Leave out the mark of a footnote that an export took along: ``predation\textsuperscript{1}``; another digit may be a part of the title."""
    bare = written.translate(_GROUPS)
    raised = bare[-1:] in _MARKS and bare[:-1].endswith(("\\textsuperscript", "^"))
    left = title.removesuffix(bare[-1:]).rstrip("^")
    return left if raised and left[-_FOOTED:].isalpha() else title


def _other_years(entry: Entry) -> Iterator[int]:
    """Give the years that an entry names besides its first: of the original, of another edition; those of an erratum are not of the work."""
    yield from map(int, YEAR.findall(entry.raw("year") or entry.raw("date") or "")[1:])  # ``1738/1954``
    yield from map(int, YEAR.findall((entry.raw("volume") or "").partition("(")[2]))  # ``I (1923--24)``
    attached = vocabulary.words(vocabulary.codes(), "titles.attached")
    for name in _OTHER_YEARS:
        written = entry.raw(name) or ""
        if attached.isdisjoint(words(written)):
            yield from map(int, YEAR.findall(written))


def _names_translator(entry: Entry) -> bool:
    """Whether an entry says that it is of a translation: ``translator``, ``origtitle``, ``(R. Howard, Trans.)``."""
    if _has(entry, *_OF_ORIGINAL):
        return True
    # What its title says at its beginning is what it is about: ``Translation and the politics of style``.
    beside = (entry.text("title") or "").replace("[", "(").replace(". ", "(").partition("(")[2]
    said = " ".join((beside, *(entry.text(name) or "" for name in _LANGUAGE_NOTES))).lower()
    translated = vocabulary.words(vocabulary.codes(), "titles.translated")
    return not translated.isdisjoint(part.strip(".,;:()[]") for part in said.replace("(", " ").split())


def _names_other_script(entry: Entry) -> bool:
    """Whether an entry names a language that is not written in Latin letters: ``[in Russian]``, ``langid = {zh}``."""
    languages = data.table("scripts", "languages")
    names, codes = (frozenset(languages[key].split()) for key in ("names", "codes"))
    named = " ".join((entry.raw(name) or "").lower() for name in ("language", "langid"))
    said = set(named.replace(",", " ").replace("{", " ").replace("}", " ").split())
    notes = (entry.text("title") or "").replace("(", "[").split("[")[1:]
    notes += [entry.text(name) or "" for name in _LANGUAGE_NOTES]
    told = {
        word
        for note in notes
        for before, word in pairwise(["in", *(part.strip(".,;:()[]") for part in note.lower().split())])
        if before in _IN
    }
    return not said.isdisjoint(names | codes) or not told.isdisjoint(names) or _is_transcribed(entry)


def _is_transcribed(entry: Entry) -> bool:
    """Whether a title has endings of Russian in Latin letters, so that indexes may have it in Cyrillic: ``o kolebaniyakh tonkikh plastin``."""
    endings = tuple(data.table("scripts", "transcribed")["endings"].split())
    inflected = [word for word in words(entry.text("title") or "") if word.endswith(endings)]
    return len(inflected) >= _INFLECTED


def _undamaged(text: str) -> str:
    """Read a text in UTF-8 that was taken for another encoding: ``JosÃ©`` is José."""
    for encoding in ("cp1252", "latin-1", "cp1250") if _DAMAGED(text) else ():
        with suppress(UnicodeError):
            return text.encode(encoding).decode("utf-8")
    return text


_DAMAGED = re.compile(r"[ÃÂÄÅĂĹ][\x80-\xff\u0152-\u2122]").search
#: What is said of an author and is no part of the name: ``(ed.)``, ``(Hrsg.)``, ``née Lund``.
_ROLE = re.compile(
    r"\s*[(\[](?:[Ee]d|[Ee]ditor|Hrsg|Hg|[Dd]ir|[Cc]oord|[Oo]rg|[Tt]rans|[ÜU]bers|[Tt]rad|[Cc]omp)s?\.?[)\]]|\s+(?:n(?:[ée]|\{?\\'\{?e\}*)e|geb\.|born|formerly)\s+\S+"
)
_ET_AL = re.compile(
    r"[\s,]+(?:\{and\s+others\}\s*|(?:and\s+)?(?:\.\.\.|…|\\l?dots)\s*|(?:\\emph\{|\\textit\{|\{\\(?:it|em)\s)?et\.?\s+[aA]l\.?\}?|and\s+\{?(?:(?:\d+\s+)?(?:more|[Cc]o-?authors|co-?workers|[Cc]olleagues|collaborators)|\d+\s+others)\}?)\s*\Z"
)
#: What stands between two authors in other languages; ``y`` and ``e`` join parts of one name, too, but not before
#: initials.
_JOINED = re.compile(r"\s*;\s*|\s+(?:et|und|og|och|oraz|\\?&)\s+|\s+[ye]\s+(?=[A-Z]\.)")
_ACCENTED = re.compile(r"\{\\[^{}]*(?:\{[^{}]*\})?\}")
#: ``{Lund et al.}``, ``{Lund {\it et al}}, Eva``
_ET_AL_WITHIN = re.compile(
    r"(?<![\s,])(?<!\\it)(?<!\\em)[\s,]+(?:\{\\(?:it|em)\s+et\.?\s+al\.?\}|et\.?\s+al\.?)(?=\})"
)
_GIVEN_BEHIND = re.compile(r"\s+\(((?:[A-Z]\w*\.?[\s-]*)+)\)\s*\Z")  #: ``Dupont (J.-P.)``
_MEDICAL = re.compile(r"\s*([^\W\d_][\w'’ -]*?)\s+([A-Z]{1,3}|(?:[A-Z]\.\s?){1,3})\s*")


def _listed(authors: str) -> str:
    """Write a list of names as BibTeX does that ends in ``et al.``, is joined in another language, or is ``Smith JA, Doe B``."""
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
            joined = _JOINED.split(name) if len(name.split()) > 3 else [name]
            names = [_GIVEN_BEHIND.sub(r", \1", single) for single in joined]
        pieces = [piece for single in names for piece in single.split(",")]
        names = pieces if _as_in_medicine(pieces) else names
    return " and ".join(_as_in_medicine(names) or names) + others


def _without_numbers(words: list[str]) -> list[str]:
    """Leave out the numbers by which an index tells namesakes apart, ``Bo Ek 0015``, ``Ek 0015, Bo``, and what follows initials: ``Ek BC 3rd``."""
    kept: list[str] = []
    for word in words:
        said = word.rstrip(",")
        numbered = len(said) == _NAMESAKE and said.isdecimal() and said[0] == "0"
        behind = is_suffix(said) or said in _ORDINAL_SUFFIXES
        if kept and (numbered or (behind and _are_initials(kept[-1]))):
            kept[-1] += word[len(said) :]
        else:
            kept.append(word)
    return kept


def _are_initials(word: str) -> bool:
    """Whether a word is made of initials as medical journals set them: ``BC``."""
    return word.isalpha() and word.isupper() and len(word) <= _INITIALS


def _as_in_medicine(names: list[str]) -> list[str]:
    """Put a comma into each of several names that are as medical journals have them: ``Smith JA``; nothing if any is not."""
    known = [_MEDICAL.fullmatch(name) for name in names]
    return [f"{name[1]}, {name[2]}" for name in known if name] if len(names) > 1 and all(known) else []


def _parted_by_commas(authors: str) -> str:
    """Write ``Ann Lee, Bo Ek, and Cy Orr`` and ``Lee A., Ek B. and Orr C.`` as BibTeX does.

    It takes at most two commas in a name, and none at its end.
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
        names += filter(None, pieces) if several else _run_together([*filter(None, pieces)]) or [name]
    return " and ".join(names)


def _unbraced(name: str) -> str:
    r"""Take names out of braces that should not be there: ``{Lund, E. \& Holm, O.}``."""
    inner = [part.strip() for part in name[1:-1].replace("\\&", "&").split("&")]
    braced = name[:1] == "{" and name[-1:] == "}" and "{" not in _ACCENTED.sub("", name[1:-1])
    parted = [part.partition(",") for part in inner]
    named = all(family and given and all(map(_is_initials, given.split())) for family, _, given in parted)
    return " and ".join(inner) if braced and named else name


def _is_initials(word: str) -> bool:
    """Whether a word of a name is made of initials: ``J.-P.``."""
    letters = word.replace("-", ".").split(".")
    return all(len(letter) < 2 and (not letter or letter.isupper()) for letter in letters) and any(letters)


def _run_together(pieces: list[str]) -> list[str]:
    """Read the pieces between commas of several names without an ``and``: ``Lund, E. Holm, O.``, ``Lund, E., Holm O., Ek, B.``.

    :returns: nothing for a single name, which has two commas at most, and for names as medical journals have them.
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
    r"""Read ``file`` as JabRef and Zotero write it: ``description:path:type;...``, or a plain path.

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
