"""The references of an article in JATS XML that are given as data, as fields of BibTeX."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

#: Forms of a reference, as text or as data; an article may have both.
FORMS = frozenset(("mixed-citation", "element-citation", "nlm-citation"))
#: Elements of a reference whose text is a field.
_VALUES = frozenset(
    ["article-title", "chapter-title", "part-title", "data-title", "source", "year", "volume", "issue", "fpage", "lpage",
     "elocation-id", "publisher-name", "publisher-loc", "edition", "isbn", "issn"]
)  # fmt: skip
_TITLES = ("article-title", "chapter-title", "part-title", "data-title")
_NAMES = frozenset(("surname", "given-names", "suffix"))
_READ = _VALUES | _NAMES | {"collab", "pub-id", "ext-link", "uri"}
#: Types of BibTeX by ``publication-type``; an unknown one with a title within a source is an article.
_TYPES = {
    "book": "book", "confproc": "inproceedings", "conference": "inproceedings", "thesis": "phdthesis",
    "report": "techreport", "web": "online", "webpage": "online", "website": "online", "data": "misc", "software": "misc",
    "preprint": "misc",
}  # fmt: skip
#: The field with the source of a part, by type.
_WITHIN = {
    "article": "journal", "incollection": "booktitle", "inproceedings": "booktitle", "phdthesis": "school",
    "techreport": "institution", "online": "organization", "misc": "howpublished",
}  # fmt: skip
_DOI = re.compile(r"(?<![\w.])10\.\d{4,9}(?:\.\d+)*/\S+")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


class JatsReference(NamedTuple):
    """An entry of the list of references."""

    id: str  #: a number for one without an id
    type: str = ""  #: of BibTeX; empty for a reference that is given as text
    fields: Mapping[str, str] = {}


def references(data: bytes, parts: dict[str, str], refuse: Callable[..., None]) -> list[JatsReference]:
    """Return the references of an article, as they follow the citations.

    :param parts: receives the id of the reference of each id within one.
    :param refuse: is called for each entity that the article declares.
    :raises expat.ExpatError: it is no XML.
    """
    reading = _Reading(parts)
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler, parser.EndElementHandler = reading.start, reading.end
    parser.CharacterDataHandler, parser.EntityDeclHandler = reading.characters, refuse
    parser.Parse(data, True)
    return reading.references


class _Form:
    """One form of a reference."""

    def __init__(self, name: str, kind: str) -> None:
        self.name, self.kind = name, kind
        self.values: dict[str, str] = {}
        self.people: dict[str, list[str]] = {"author": [], "editor": []}
        self.is_whole = True  # whether all people are told apart


class _Reading:
    def __init__(self, parts: dict[str, str]) -> None:
        self.references: list[JatsReference] = []
        self._parts = parts
        self._inside = 0  # depth within a reference
        self._forms: list[_Form] = []
        self._role = "author"
        self._person: dict[str, str] | None = None
        self._open: list[
            tuple[str, list[str]]
        ] = []  # elements within a form, with the text of those that are read
        self._numbers: dict[str, str] = {}  # identifiers, in any form

    def start(self, qualified: str, attributes: dict[str, str]) -> None:
        """Take the start of an element."""
        name = qualified.rpartition(":")[2]
        self._inside += bool(self._inside or name == "ref")
        if name == "ref":
            number = len(self.references) + 1
            self.references.append(JatsReference(attributes.get("id") or f"reference {number}"))
            self._forms, self._numbers = [], {}
        elif self._inside and "id" in attributes:
            self._parts[attributes["id"]] = self.references[-1].id
        if not self._inside:
            return
        if name in FORMS:
            kind = attributes.get("publication-type") or attributes.get("citation-type") or ""
            self._forms.append(_Form(name, kind.lower()))
            self._role = "author"
        if name == "person-group":
            self._role = attributes.get("person-group-type", "author").rstrip("s")
        elif name in ("name", "string-name"):
            self._person = {}
        elif name == "etal" and self._forms:
            self._people().append("others")
        called = name
        if name == "pub-id":
            called = attributes.get("pub-id-type", "").lower()
        elif name in ("ext-link", "uri"):
            address = attributes.get("xlink:href", "")
            called = "doi" if _DOI.search(address) else "url"
            if address:
                self._numbers.setdefault(called, address)
                called = ""
        self._open.append((called if name in _READ else "", []))

    def characters(self, text: str) -> None:
        """Take words of the innermost element that is read."""
        for name, words in reversed(self._open):
            if name:
                words.append(text)
                return

    def end(self, qualified: str) -> None:
        """Take the end of an element."""
        name = qualified.rpartition(":")[2]
        if not self._inside:
            return
        self._inside -= 1
        called, words = self._open.pop()
        text = " ".join("".join(words).replace("{", "").replace("}", "").split())
        if name == "ref":
            self.references[-1] = self._made(self.references[-1])
        elif name in ("name", "string-name") and self._person is not None:
            self._add(self._person)
            self._person = None
        elif name == "person-group":
            self._role = "author"
        elif not called or not text:
            return
        elif name in _NAMES and self._person is not None:
            self._person[name] = text
        elif name == "collab":
            self._people().append(f"{{{text}}}")
        elif name in _VALUES and self._forms:
            self._forms[-1].values.setdefault(name, text)
        elif name in ("pub-id", "ext-link", "uri"):
            self._numbers[called] = text

    def _people(self) -> list[str]:
        return self._forms[-1].people.setdefault(self._role, []) if self._forms else []

    def _add(self, person: Mapping[str, str]) -> None:
        parts = (person.get(part, "").replace(",", " ") for part in ("surname", "suffix", "given-names"))
        if person.get("surname"):
            self._people().append(", ".join(filter(None, parts)))
        elif self._forms:
            self._forms[-1].is_whole = False

    def _made(self, reference: JatsReference) -> JatsReference:
        names = [form.name for form in self._forms]
        if len(set(names)) < len(names):  # several works
            return reference
        for form in self._forms:
            type_, fields = _bibtex(form)
            if fields:
                return JatsReference(reference.id, type_, {**fields, **dict(_identifiers(self._numbers))})
        return reference


def _bibtex(form: _Form) -> tuple[str, dict[str, str]]:
    """Return type and fields of a reference; no fields if title, people or year are not told apart."""
    values = form.values
    title = next((values[name] for name in _TITLES if name in values), "")
    source = values.get("source", "")
    type_ = _TYPES.get(form.kind, "article" if title and source else "misc")
    if type_ == "book" and title and source:
        type_ = "incollection"
    if not title and form.kind != "journal":
        title, source = source, ""
    year = _YEAR.search(values.get("year", ""))
    authors, editors = ([*dict.fromkeys(form.people[role])] for role in ("author", "editor"))
    if not (title and year and form.is_whole and {*authors, *editors} - {"others"}):
        return "", {}
    pages = "--".join(values[name] for name in ("fpage", "lpage") if name in values)
    fields = {
        "author": " and ".join(authors),
        "editor": " and ".join(editors),
        "title": title,
        _WITHIN.get(type_, "booktitle"): source or values.get("publisher-name", "") * (type_ in ("phdthesis", "techreport")),
        "year": year[0],
        "volume": values.get("volume", ""),
        "number": values.get("issue", ""),
        "pages": pages,
        "eid": values.get("elocation-id", ""),
        "edition": values.get("edition", ""),
        "publisher": values.get("publisher-name", "") * (type_ not in ("phdthesis", "techreport")),
        "address": values.get("publisher-loc", ""),
        "isbn": values.get("isbn", ""),
    }  # fmt: skip
    return type_, {name: value for name, value in fields.items() if value}


def _identifiers(numbers: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name in ("doi", "pmid", "url"):
        if name in numbers:
            bare = _DOI.search(numbers[name]) if name == "doi" else None
            yield name, bare[0] if bare else numbers[name]
    if "arxiv" in numbers:
        yield from (
            ("eprint", re.sub(r"^arxiv:\s*", "", numbers["arxiv"], flags=re.IGNORECASE)),
            ("eprinttype", "arxiv"),
        )
