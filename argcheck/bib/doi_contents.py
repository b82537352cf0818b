"""What DOIs contain, compared with the entry: volume, page, year, ISSN, ISBN.

By its standard a DOI is opaque, but several publishers have used the same forms for decades: the volume of
``10.1103/PhysRevD.19.1277`` is 19.  Only such forms are parsed.  A year is that of acceptance, so that the entry may
be some years younger.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.bib.faults import Fault, own_value, stated_year, value_span, year_span
from argcheck.bib.identifiers import normal_doi, valid_isbn, valid_issn
from argcheck.files import data
from argcheck.files.patterns import DIGITS, lazy
from argcheck.tex.numerals import natural

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.bib.entry import Entry


class _Form(NamedTuple):
    """A form of the DOIs of a publisher after the registrant (`argcheck/data/doi-forms.toml`)."""

    pattern: re.Pattern[str]
    older: int  #: most years that the entry may be older than the year of the DOI
    younger: int  #: most years that it may be younger
    conference: bool  #: whether only conference papers have it


#: The patterns for the names in braces in a form.
_PARTS = {
    "volume": r"(?P<volume>\d{1,3})",
    "page": r"(?P<page>\d+)",
    "article": r"(?P<page>\d{4,})",
    "year": r"(?P<year>(?:19|20)\d\d)",
    "yy": r"(?P<yy>\d\d)",
    "name": r"[a-z][a-z0-9-]*",
    "issn": r"(?P<issn>\d{4}-?\d{3}[\dx])",
    "isbn": r"(?P<isbn>97[89]\d{10})",
    "isbn-": r"(?P<isbn>97[89][\d-]{10,14})",
    "digits": r"\d+",
    "digits?": r"\d*",
    "letter": "[a-z]",
    "letter?": "[a-z]?",
    "letters": "[a-z]+",
    "letters?": "[a-z]*",
    "word": r"\w+",
    "check": r"[\dxyz]",
    "rest": ".*",
}
_PAGE = lazy(r"[A-Za-z]?0*(\d{3,})(?!\d)")
_BRACES = "{} "
CONFERENCE_PAPERS = ("inproceedings", "conference", "proceedings")


def in_doi(entry: Entry) -> Iterator[Fault]:
    """Yield the first difference between the volume, first page or year of an entry and that in its DOI."""
    read = _parts_of_doi(entry)
    if read is None:
        return
    match, form = read
    parts = {name: value for name, value in match.groupdict().items() if value}
    volume, pages = (own_value(entry, name).strip(_BRACES) for name in ("volume", "pages"))
    if "volume" in parts and DIGITS.fullmatch(volume) and natural(volume) != int(parts["volume"]):
        yield _fault(entry, "volume", f"the volume is {volume}", f"volume {int(parts['volume'])}")
        return
    page = _PAGE.match(pages) if "page" in parts else None
    if page and natural(page[1]) != natural(parts["page"]):
        first = pages[: page.end()]
        yield _fault(entry, "pages", f"the first page is {first}", f"page {parts['page']}")
        return
    year, named = stated_year(entry), _year(parts)
    if year and named and not named - form.older <= year <= named + form.younger:
        fault = _fault(entry, "doi", f"the year is {year}", str(named))
        yield fault._replace(span=year_span(entry), related=value_span(entry, "doi"))


def wrong_digit(entry: Entry) -> Iterator[Fault]:
    """Yield a fault for an ISSN or ISBN in a DOI with a wrong check digit.

    It is minor: a publisher may have registered DOIs with a mistyped number.
    """
    read = _parts_of_doi(entry)
    named = read[0].groupdict() if read else {}
    for kind, valid in (("issn", valid_issn), ("isbn", valid_isbn)):
        number = named.get(kind)
        if number and not valid(number):
            message = f"the DOI has the {kind.upper()} {number} in it, of which the check digit is wrong"
            yield Fault(
                value_span(entry, "doi"),
                message,
                "one of its digits is mistyped: look the DOI up",
                minor=True,
            )


@cache
def forms(registrant: str) -> tuple[_Form, ...]:
    """Return the forms of the DOIs of a registrant such as ``10.1103``.

    :raises KeyError: a form has an unknown name in braces.
    """
    rows = data.table("doi-forms", "forms").get(registrant, ())
    return tuple(
        _Form(_pattern(row["form"]), row.get("older", 1), row.get("younger", 4), row.get("conference", False))
        for row in rows
    )


def _pattern(form: str) -> re.Pattern[str]:
    literal, *parts = form.split("{")
    pieces = [re.escape(literal)]
    for part in parts:
        name, _, literal = part.partition("}")
        pieces += [_PARTS[name], re.escape(literal)]
    return re.compile("".join(pieces).replace(re.escape("#"), r"\d"))


def _parts_of_doi(entry: Entry) -> tuple[re.Match[str], _Form] | None:
    value = own_value(entry, "doi")
    doi = None if len(value.split()) > 1 else normal_doi(value)  # two: of a paper and its erratum
    registrant, _, rest = (doi or "").lower().partition("/")
    possible = (form for form in forms(registrant) if not form.conference or entry.type in CONFERENCE_PAPERS)
    matches = ((form.pattern.fullmatch(rest), form) for form in possible)
    return next(((match, form) for match, form in matches if match), None)


def _fault(entry: Entry, name: str, has: str, doi: str) -> Fault:
    message = f"{has}, and the DOI '{own_value(entry, 'doi')}' is of {doi}"
    advice = "one of the two is mistyped, or the DOI is that of another work: open it"
    return Fault(value_span(entry, name), message, advice, related=value_span(entry, "doi"))


def _year(parts: dict[str, str]) -> int:
    """Return the year in a DOI, of two digits that since 1970, or 0."""
    if "year" in parts:
        return int(parts["year"])
    short = int(parts["yy"]) if "yy" in parts else -1
    return short + (1900 if short >= 70 else 2000) if short >= 0 else 0
