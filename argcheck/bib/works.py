"""The properties of entries by which they are recognised as one work."""

from __future__ import annotations

import unicodedata
from functools import cached_property

from argcheck.bib.entry import FOUR_DIGITS, TEXT, Entry
from argcheck.bib.entry_identifiers import entry_arxiv, entry_doi
from argcheck.bib.identifiers import PREPRINT_SERVERS
from argcheck.bib.names import NameList, parse_names
from argcheck.files.patterns import ALPHANUMERIC, WORDS, lazy
from argcheck.tex import vocabulary

_BEGINNING = 6  #: words of a printed entry that are its authors and title; a chapter then names its book
_TELLING = 4  #: least letters of a word that distinguishes works
_MARKUP = frozenset("\\$&~#`'")
_digits = lazy(r"(?<![A-Za-z])[A-Za-z]*\d+")
SUBTITLE = lazy(r"[:?]|—|\.\s|\s(?:-|–)\s")
_PREPRINTS = ("arxiv", "preprint", "eprint", "e-print", "biorxiv", "medrxiv", "ssrn")  # in names of venues
_PAGES = ("p", "pp", "page", "pages", "s", "seite", "seiten")  # before their numbers
_TALKS = frozenset(("talk", "presentation", "slides", "poster"))
_letters = str.maketrans(
    {"ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ı": "i", "&": " and "}
)
_UNTITLED = frozenset({"no title", "untitled"})  # what programs write where there is no title
_MISC = frozenset({"misc", "online", "electronic", "www", "webpage", "unpublished", "preprint", "eprint"})


def plain_title(entry: Entry) -> str:
    """Return an entry's own title in lower case, without accents; an inherited title is that of another work.

    Empty without a title, and if the field only says that there is none.
    """
    title = _plain_title(entry)
    return "" if title.strip("[]() .") in _UNTITLED else title


def _plain_title(entry: Entry) -> str:
    fields = entry.fields
    written = fields.written("title")
    if written is None:
        return ""
    plain = written.isascii() and "--" not in written and _MARKUP.isdisjoint(written)
    if plain and written[:1] in {"{", '"'} and "subtitle" not in fields:
        return written.replace("{", "").replace("}", "").replace('"', "").lower()
    text = entry.text("title") or ""
    if "subtitle" in fields:
        text = f"{text}: {entry.text('subtitle')}"
    return folded(text)


def year_of(entry: Entry) -> str:
    """Return the year of an entry as four digits, or an empty text."""
    fields = entry.fields
    written = fields.written("year")
    if written and (match := FOUR_DIGITS.search(written)):
        return match[0]
    value = entry.raw("date" if "date" in fields and "year" not in fields else "year")
    match = FOUR_DIGITS.search(value) if value else None
    return match[0] if match else ""


class Work:
    """The properties of an entry, computed on demand."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry
        self._numbers: dict[str, str] = {}

    def get(self, name: str) -> str:
        """Return a field as plain text, or an empty text."""
        return self.entry.text(name) or ""

    @cached_property
    def doi(self) -> str | None:
        """The DOI in normal form, or None."""
        return entry_doi(self.entry)

    @cached_property
    def arxiv(self) -> str | None:
        """The arXiv number, or None."""
        return entry_arxiv(self.entry)

    @cached_property
    def plain_title(self) -> str:
        """The title with its subtitle, in lower case, without accents."""
        return plain_title(self.entry)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the title."""
        return tuple(ALPHANUMERIC.findall(self.plain_title))

    @cached_property
    def title(self) -> str:
        """The letters and digits of the title."""
        return "".join(self.words)

    @cached_property
    def printed(self) -> list[str]:
        r"""The longer words that a ``\bibitem`` prints, in order, in lower case, without addresses."""
        pieces = (piece for piece in folded(self.get(TEXT)).split() if "/" not in piece)
        words = ALPHANUMERIC.findall(" ".join(pieces))
        return [word for word in words if len(word) >= _TELLING and word.isalpha()]

    @cached_property
    def main_title(self) -> str:
        """The letters and digits of the title without its subtitle."""
        return "".join(ALPHANUMERIC.findall(SUBTITLE.split(self.plain_title, maxsplit=1)[0]))

    @cached_property
    def year(self) -> str:
        """The year as four digits, or empty."""
        return year_of(self.entry)

    @cached_property
    def people(self) -> NameList:
        """The authors, else the editors."""
        return parse_names(self.entry.raw("author") or self.entry.raw("editor") or "")

    @cached_property
    def preprint(self) -> bool:
        """Whether the entry is the preprint of a work rather than its publication."""
        if self.doi and self.doi.startswith(PREPRINT_SERVERS):
            return True
        venue = (self.get("journal") + self.get("howpublished")).lower()
        if any(name in venue for name in _PREPRINTS) or any(
            word.endswith("corr") for word in WORDS.findall(venue)
        ):
            return True
        return not venue and self.arxiv is not None and self.entry.type in _MISC

    @cached_property
    def talk(self) -> bool:
        """Whether the entry is of a talk, slides or a poster."""
        remarks = self.get("note") + self.get("howpublished")
        return not _TALKS.isdisjoint(WORDS.findall(remarks.lower()))

    @cached_property
    def venue(self) -> str:
        """The words of the journal or the book title."""
        return " ".join(ALPHANUMERIC.findall(folded(self.get("journal") or self.get("booktitle"))))

    @cached_property
    def first_page(self) -> str:
        """The first page or the article number, or empty."""
        return self.number("pages")

    @cached_property
    def chapter(self) -> str:
        """The number of the chapter, or its title in lower case, or empty."""
        said = ALPHANUMERIC.findall(folded(self.get("chapter")))
        kinds = {kind.strip(".") for kind in vocabulary.words(vocabulary.codes(), "titles.chapter")}
        numbered = said and said[-1].isdecimal() and kinds.issuperset(said[:-1])
        return self.number("chapter") if numbered else " ".join(said)

    @cached_property
    def pages_in_note(self) -> str:
        """The first number of a note that names pages, such as ``Pages 117--119``; empty for any other."""
        word, *numbers = ALPHANUMERIC.findall(self.get("note").lower()) or ("",)
        return numbers[0] if numbers and word in _PAGES and all(map(str.isdecimal, numbers)) else ""

    def number(self, name: str) -> str:
        """Return the first number of a field with letters before it, without leading zeros, or an empty text."""
        if name not in self._numbers:
            match = _digits.search(self.get(name))
            self._numbers[name] = (match[0].lower().lstrip("0") or "0") if match else ""
        return self._numbers[name]


def printed_apart(first: Work, second: Work) -> bool:
    r"""Whether two ``\bibitem`` of one DOI begin with different authors and titles, and then name the same book."""
    if not first.entry.type == second.entry.type == "bibitem":
        return False
    begins, others = set(first.printed[:_BEGINNING]), set(second.printed[:_BEGINNING])
    shared = set(first.printed) & set(second.printed)
    return bool(shared) and 2 * len(begins & others) <= max(len(begins), len(others))


def folded(text: str) -> str:
    """Return a text in lower case, without accents."""
    if text.isascii() and "&" not in text:
        return text.lower()
    text = unicodedata.normalize("NFKD", text.lower().translate(_letters))
    return "".join(character for character in text if not unicodedata.combining(character))
