"""What publishers write into their DOIs: volume, page, year, ISSN, ISBN, which the entry says as well.

A DOI is opaque by its standard, but several publishers make theirs by a form that has not changed for decades: of
``10.1103/PhysRevD.19.1277`` the volume is 19.  Only such forms are read, and of each only what it always says:
the year is that of acceptance, so that the entry may be some years younger.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.bib.faults import Fault, own_value, stated_year, value_span, year_span
from argcheck.bib.identifiers import normal_doi, valid_isbn, valid_issn
from argcheck.files.patterns import lazy
from argcheck.files.records import NamedTuple

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from argcheck.bib.entry import Entry


class _Form(NamedTuple):
    """A form of the DOIs of a publisher, without the registrant."""

    pattern: re.Pattern[str]
    earlier: int = 1  #: years that the entry may be older than the DOI says
    later: int = 4  #: years that it may be younger


_ISSN = r"(?P<issn>\d{4}-\d{3}[\dx])"
_ANY = 1_000  # years: old volumes were given DOIs of the year in which they were scanned
#: By the registrant.  Volumes that are years are not read: those of JCAP and the like.
_FORMS = {
    "10.1103": (_Form(lazy(r"(?:physrev[a-z]*|revmodphys)\.(?P<volume>\d{1,3})\.[a-z]?(?P<page>\d+)\Z")),),
    "10.1088": (_Form(lazy(rf"{_ISSN}/(?P<volume>\d{{1,3}})/\d+[a-z]?/[a-z]?(?:(?P<page>\d{{4,}})|\w+)\Z")),),
    "10.1007": (
        _Form(lazy(r"jhep\d\d\((?P<year>\d{4})\)(?P<page>\d{3})\Z"), 0, 0),
        _Form(lazy(r"(?P<isbn>97[89][\d-]{10,14})(?:[_.].*)?\Z")),
        _Form(lazy(r"s\d{5}-(?P<short>0\d\d)-\d{4}-[\dxyz]\Z")),
    ),
    "10.1017": (_Form(lazy(r"(?P<isbn>97[89]\d{10})(?:\..*)?\Z")),),
    "10.1201": (_Form(lazy(r"(?P<isbn>97[89]\d{10})(?:-.*)?\Z")),),
    "10.1038": (_Form(lazy(r"s\d{5}-(?P<short>0\d\d)-\d{4,5}-[\dxyz]\Z"), later=2),),
    "10.1016": (
        _Form(lazy(r"s?(?P<issn>\d{4}-?\d{3}[\dx])\((?P<short>\d\d)\)\d{5}-[\dx]\Z"), _ANY),
        _Form(lazy(r"j\.[a-z]+\.(?P<year>\d{4})\.\d\d\.\d+\Z")),
    ),
    "10.1111": (_Form(lazy(rf"j\.{_ISSN}\.(?P<year>\d{{4}})\.\d+\.x\Z"), _ANY),),
    "10.1051": (_Form(lazy(rf"{_ISSN}[/:](?P<year>(?:19|20)\d\d)\d{{4,5}}\Z")),),
    "10.1029": (_Form(lazy(r"(?P<year>(?:19|20)\d\d)[a-z]{2}\d{6}\Z")),),
    "10.1109": (_Form(lazy(r"[a-z]{3,}\.(?P<year>(?:19|20)\d\d)\.\d{5,}\Z")),),
    "10.1037": (_Form(lazy(rf"/?{_ISSN}\.(?P<volume>\d+)\.\d+\.(?P<page>\d+)\Z")),),
    "10.1093": (_Form(lazy(r"[a-z]+/(?P<volume>\d{1,3})\.[a-z]?\d+\.(?P<page>\d+)\Z")),),
    "10.1126": (_Form(lazy(r"science\.(?P<volume>\d{3})\.\d{4}\.(?P<page>\d+)\Z")),),
    "10.5194": (_Form(lazy(r"[a-z]+-(?P<volume>\d+)-(?P<page>\d+)-(?P<year>\d{4})\Z"), 0, 0),),
    "10.18637": (_Form(lazy(r"jss\.v(?P<volume>\d+)\.[a-z]\d+\Z")),),
    "10.3389": (_Form(lazy(r"f[a-z]+\.(?P<year>(?:19|20)\d\d)\.\d{5}\Z")),),
}
_PAGE = lazy(r"[A-Za-z]?0*(\d{3,})(?!\d)")
_NUMBER = lazy(r"\d+")
_BRACES = "{} "


def in_doi(entry: Entry) -> Iterator[Fault]:
    """Compare the volume, the first page and the year of an entry with those that its DOI has in it."""
    match, form = _read(entry)
    if match is None:
        return
    said = {name: value for name, value in match.groupdict().items() if value}
    volume, pages = (own_value(entry, name).strip(_BRACES) for name in ("volume", "pages"))
    if "volume" in said and _NUMBER.fullmatch(volume) and int(volume) != int(said["volume"]):
        yield _fault(entry, "volume", f"the volume is {volume}", f"volume {int(said['volume'])}")
        return
    page = _PAGE.match(pages) if "page" in said else None
    if page and int(page[1]) != int(said["page"]):
        first = pages[: page.end()]
        yield _fault(entry, "pages", f"the first page is {first}", f"page {said['page']}")
        return
    year, named = stated_year(entry), _year(said)
    if year and named and not named - form.earlier <= year <= named + form.later:
        fault = _fault(entry, "doi", f"the year is {year}", str(named))
        yield fault._replace(span=year_span(entry), related=value_span(entry, "doi"))


def wrong_digit(entry: Entry) -> Iterator[Fault]:
    """Check the digit at the end of an ISSN or ISBN that a DOI has in it.

    A publisher may have registered DOIs with a number that was mistyped, so that they are right as they are.
    """
    match, _ = _read(entry)
    named = match.groupdict() if match else {}
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


def _read(entry: Entry) -> tuple[re.Match[str] | None, _Form]:
    value = own_value(entry, "doi")
    doi = None if len(value.split()) > 1 else normal_doi(value)  # two are of a paper and its erratum
    registrant, _, rest = (doi or "").lower().partition("/")
    for form in _FORMS.get(registrant, ()):
        match = form.pattern.match(rest)
        if match:
            return match, form
    return None, _NO_FORM


_NO_FORM = _Form(lazy(r"(?!)"))


def _fault(entry: Entry, name: str, has: str, doi: str) -> Fault:
    message = f"{has}, and the DOI '{own_value(entry, 'doi')}' is of {doi}"
    advice = "one of the two is mistyped, or the DOI is that of another work: open it"
    return Fault(value_span(entry, name), message, advice, related=value_span(entry, "doi"))


def _year(said: dict[str, str]) -> int:
    """Give the year that a DOI says, of two digits that of a work since 1970; 0 for none."""
    if "year" in said:
        return int(said["year"])
    short = int(said["short"]) if "short" in said else -1
    return short + (1900 if short >= 70 else 2000) if short >= 0 else 0
