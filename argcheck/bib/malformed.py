"""Identifiers in fields that are not valid: DOI, arXiv, ISBN, ISSN, address, pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.bib.doi_contents import wrong_digit
from argcheck.bib.faults import Fault, own_value, value_span
from argcheck.bib.identifiers import (
    ANOTHER_FORM,
    ARXIV_IN_TEXT,
    NO_NUMBER,
    doi_of_field,
    normal_doi,
    valid_isbn,
    valid_issn,
    why_no_arxiv,
)
from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.bib.entry import Entry

_DOI_ADDRESS = lazy(
    r"(?:\\url\{)?\s*(?:(?:https?:?/{0,2})?(?:dx\.|www\.)?doi\.org[/:]|doi\s*[:=]?\s*(?=10\.))", re.IGNORECASE
)
_SHORT_DOI = lazy(r"(?:https?://(?:dx\.)?doi\.org/)?10/[a-z0-9]{3,9}", re.IGNORECASE)  # of shortdoi.org
_DOI_PLACEHOLDER = lazy(
    r"(?<![\d.])10\.(?:x+|\?+|\d{4,9}(?:\.\d+)*/(?:x{3,}|\?+|\.{3}|…|todo\b|tbd\b|placeholder|example|.{0,200}?x{4}))|(?<![\d.])10\.0000/",
    re.IGNORECASE,
)
_STOPS = ".,;"  # of a sentence or a list that a DOI was copied from
_NUMERALS = lazy(r"(?<![\w-])[\dX](?:[ ‐‑–-]?[\dX]){6,}(?![\w-])", re.IGNORECASE)
_SEPARATORS = dict.fromkeys(map(ord, " ‐‑–-"))
_ADDRESS = lazy(r"(?:[a-z][a-z+.-]*://|//|mailto:|www\.|doi:|urn:|file:)", re.IGNORECASE)
_BROKEN_SCHEME = lazy(
    r"(?:https?s?)(?::/{0,1}(?![/:])|;//|//(?!/)|:\\\\|:///+)|(?:ht{3,}ps?|tt+ps?|htps?|hht+ps?|http\.|httsp?):*//"
    r"|https?://https?[:/]",
    re.IGNORECASE,
)
_PAGES = lazy(r"[{ ]*(\d{1,9})\s?(?:-{1,3}|–|—)\s?(\d{1,9})[} ]*")
#: Types whose ISBN styles print; in other entries reference managers put article numbers there.
_WITH_ISBN = frozenset({
    "book", "mvbook", "inbook", "bookinbook", "suppbook", "booklet", "collection", "mvcollection", "incollection",
    "proceedings", "mvproceedings", "reference", "inreference", "manual",
})  # fmt: skip


def malformed(entry: Entry) -> Iterator[Fault]:
    """Yield the identifiers that do not have the form of their field."""
    fields = entry.fields
    if entry.type == "bibitem":
        return
    if "doi" in fields:
        yield from _doi(entry)
        yield from wrong_digit(entry)
    yield from _arxiv(entry)
    for name in ("isbn", "issn"):
        if name in fields:
            yield from _standard_number(entry, name)
    if "pmid" in fields:
        value = own_value(entry, "pmid")
        if value and not value.strip("{} ").removeprefix("PMID:").strip().isdigit():
            yield Fault(
                value_span(entry, "pmid"),
                f"'{value}' is no PubMed number, which has digits only",
                "write the number, or leave the field out: no style prints it",
                minor=True,
            )
    if "url" in fields:
        yield from _url(entry)
    if "pages" in fields:
        yield from _pages(entry)


def _pages(entry: Entry) -> Iterator[Fault]:
    """Yield pages that end before they begin; "1277--80" is short for 1277 to 1280."""
    pages = _PAGES.fullmatch(own_value(entry, "pages"))
    if pages and len(pages[2]) >= len(pages[1]) and int(pages[2]) < int(pages[1]):
        message = f"the pages end before they begin: {pages[1]} to {pages[2]}"
        advice, article = "one of the two is mistyped: look them up", pages[1].zfill(3)
        of_article = own_value(entry, "doi").endswith(article)  # programs append a number of pages
        if of_article:
            advice = f"by its DOI {article} is the number of the article, so leave {pages[2]} out"
        yield Fault(value_span(entry, "pages"), message, advice, minor=of_article)


def _doi(entry: Entry) -> Iterator[Fault]:
    """Yield a placeholder, a malformed DOI, or one with a blank or written as an address."""
    value = own_value(entry, "doi")
    place = value_span(entry, "doi")
    if not value or "\\doi" in value:
        return
    if _DOI_PLACEHOLDER.search(value):
        yield Fault(place, f"the DOI '{value}' is a placeholder", "look the DOI up, or leave the field out")
        return
    if _SHORT_DOI.fullmatch(value):
        return
    doi = normal_doi(value)
    if doi is None:
        if len(value.strip("{}- ")) > 1:
            advice = "a DOI is '10.', a number, a slash and more, such as 10.1000/182"
            yield Fault(place, f"'{value}' is no DOI", advice)
        return
    whole_doi = doi_of_field(value)
    if whole_doi != doi:
        yield Fault(place, "the DOI has a blank in it, where the link ends", f"write '{whole_doi}'")
        return
    address = _DOI_ADDRESS.match(value)
    bare = (value[address.end() :] if address else value).strip()
    if "\\" in bare or "}" in bare:
        return
    written = entry.fields["doi"].raw
    whole = written[1:-1].strip() == value and written[:1] in '{"'
    stopped = bare.rstrip(_STOPS)
    if stopped != bare and stopped.lower() == doi:
        message = (
            f"the DOI ends in '{bare[len(stopped) :]}', which is no part of it, and the link leads nowhere"
        )
        yield Fault(place, message, f"write '{stopped}'", stopped if whole else None)
    elif address and bare.lower() == doi:
        message = "the DOI is written as an address, before which styles put 'https://doi.org/' once more"
        if "doi.org" not in address[0].lower():
            message = (
                f"the DOI begins with '{address[0].strip()}', before which styles put 'https://doi.org/'"
            )
        yield Fault(place, message, f"write '{bare}'", bare if whole else None, minor=True)


def _arxiv(entry: Entry) -> Iterator[Fault]:
    """Yield a malformed arXiv number in ``eprint``, else in a field that names one."""
    fields = entry.fields
    if "eprint" in fields and (entry.raw("eprinttype") or "").lower() == "arxiv":
        value = own_value(entry, "eprint").strip("{}").removeprefix("arXiv:").removeprefix("arxiv:").strip()
        reason = why_no_arxiv(value) if value and "/abs/" not in value and "://" not in value else ""
        if reason:
            # Reference managers put other things into the field, which styles of journals do not print.
            minor = reason == ANOTHER_FORM
            message = f"'{value}' is no arXiv number: {reason}"
            yield Fault(value_span(entry, "eprint"), message, _ARXIV_FORM, minor=minor)
            return
    for name in ("journal", "journaltitle", "note", "howpublished", "url", "volume"):
        value = own_value(entry, name) if name in fields else ""
        match = ARXIV_IN_TEXT.search(value) if "rxiv" in value.lower() else None
        reason = why_no_arxiv(match[1].rstrip(".")) if match else ""
        if match and reason:
            yield Fault(value_span(entry, name), f"'{match[1]}' is no arXiv number: {reason}", _ARXIV_FORM)
            return


_ARXIV_FORM = (
    "an arXiv number is year, month and number, such as 2103.00020, or hep-th/9901001 before April 2007"
)


def _standard_number(entry: Entry, name: str) -> Iterator[Fault]:
    """Yield an ISBN or ISSN with a wrong check digit or length; a field with a valid number is right."""
    value = own_value(entry, name)
    pieces = (value, *value.split())  # catalogues put all numbers of a work into one field
    numbers = [
        match[0].translate(_SEPARATORS).upper() for piece in pieces for match in _NUMERALS.finditer(piece)
    ]
    if not numbers or any(valid_isbn(number) or valid_issn(number) for number in numbers):
        return
    wanted = (10, 13) if name == "isbn" else (8,)
    shown = _NUMERALS.search(value)
    assert shown is not None
    lengths = " or ".join(map(str, wanted))
    minor = not (name == "isbn" and entry.type in _WITH_ISBN)
    if len(numbers[0]) in wanted:
        message = f"the check digit of the {name.upper()} '{shown[0]}' is wrong"
        yield Fault(
            value_span(entry, name), message, "one of its digits is mistyped: look it up", minor=minor
        )
    else:
        message = f"the {name.upper()} '{shown[0]}' has {len(numbers[0])} digits, not {lengths}"
        yield Fault(value_span(entry, name), message, "look it up, or leave the field out", minor=minor)


def _url(entry: Entry) -> Iterator[Fault]:
    """Yield an address with a broken scheme, a placeholder, or an address with a blank."""
    value = own_value(entry, "url")
    command = value.startswith("\\url{") and value.endswith("}")
    if command:
        value = value[len("\\url{") : -1].strip()
    if not value:
        return
    if _BROKEN_SCHEME.match(value):
        yield Fault(
            value_span(entry, "url"), f"the address begins with '{value[:14]}'", "begin it with 'https://'"
        )
    elif NO_NUMBER.fullmatch(value):
        yield Fault(
            value_span(entry, "url"), f"the address '{value}' is a placeholder", "look the address up"
        )
    elif _ADDRESS.match(value) and "\\" not in value and _split_address(value):
        span, lines = value_span(entry, "url"), entry.fields["url"].raw.split("\n")
        if len(lines) > 1 and not any(len(line.split()) > 1 for line in lines) and not command:
            message = "the address is broken across lines, and so has a blank in it"
            yield Fault(span, message, "write it in one line", "".join(value.split()), minor=True)
        else:
            message = "the address has a blank in it, where the link ends"
            yield Fault(span, message, "take the blank out, or move what is no address into a note")


def _split_address(value: str) -> bool:
    """Whether an address is cut by a blank or followed by words; several addresses in a field are allowed.

    What a browser marks in a page, ``#:~:text=``, may have blanks: the page opens all the same.
    """
    first, *rest = value.partition("#:~:")[0].split()
    return bool(rest) and not first.endswith((",", ";")) and not any(_ADDRESS.match(part) for part in rest)
