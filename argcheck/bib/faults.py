"""What is wrong with an entry as it stands, seen without a look-up: identifiers, placeholders, old statuses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.bib.identifiers import entry_arxiv, normal_arxiv, normal_doi, valid_isbn, valid_issn
from argcheck.bib.model import Fault, Status
from argcheck.bib.names import fold_name, parse_names
from argcheck.diagnostic import Span
from argcheck.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from argcheck.bib.model import Entry
    from argcheck.bib.names import Name


def _inside(entry: Entry, name: str) -> Span:
    """The value of a field of the entry itself, its delimiters left out."""
    field = entry.fields[name]
    start, end, text = field.value_start, field.value_end, field.raw
    if len(text) > 1 and text[0] + text[-1] in ("{}", '""'):
        start, end = start + 1, end - 1
    return Span(entry.span.path, start, end)


def _own(entry: Entry, name: str) -> str:
    """The value of a field of the entry itself, empty where it has none."""
    return (entry.raw(name) or "").strip() if name in entry.fields else ""


# --------------------------------------------------------------------------- malformed identifiers

_UNKNOWN = lazy(r"(?:[x?]{2,}|\.{3}|…|todo|tbd|placeholder)", re.IGNORECASE)
_DOI_ADDRESS = lazy(
    r"(?:\\url\{)?\s*(?:(?:https?:?/{0,2})?(?:dx\.|www\.)?doi\.org[/:]|doi\s*[:=]?\s*(?=10\.))", re.IGNORECASE
)
_DOI = lazy(r"10\.\d{4,9}(?:\.\d+)*/\S+\Z")
_DOI_PLACEHOLDER = lazy(
    r"10\.(?:x+|\?+|\d{4,9}(?:\.\d+)*/(?:x{3,}|\?+|\.{3}|…|todo\b|tbd\b|placeholder|example|.{0,200}?x{4}))|10\.0000/",
    re.IGNORECASE,
)
_ARXIV = lazy(
    r"arxiv(?:\.org/(?:abs|pdf|html)/|\s*:\s*(?:arxiv:)?)\s*(\d{4}\.[\dx?]+|[a-z-]+(?:\.[a-z]{2})?/[\dx?]{5,})",
    re.IGNORECASE,
)
_NEW_ARXIV = lazy(r"(\d\d)(\d\d)\.(\d{4,5})(?:v\d+)?\Z")
_OLD_ARXIV = lazy(r"(?:[a-z-]+(?:\.[a-z-]{2,})?/)?\d{7}(?:v\d+)?\Z", re.IGNORECASE)
_NUMERALS = lazy(r"(?<![\w-])[\dX](?:[ ‐‑–-]?[\dX]){6,}(?![\w-])", re.IGNORECASE)
_SEPARATORS = lazy(r"[ ‐‑–-]")
_ADDRESS = lazy(r"(?:[a-z][a-z+.-]*://|//|mailto:|www\.|doi:|urn:|file:)", re.IGNORECASE)
_BROKEN_SCHEME = lazy(
    r"(?:https?s?)(?::/{0,1}(?![/:])|;//|//(?!/)|:\\\\|:///+)|(?:ht{3,}ps?|tt+ps?|htps?|hht+ps?|http\.|httsp?):*//"
    r"|https?://https?[:/]",
    re.IGNORECASE,
)
_URL_COMMAND = lazy(r"\\url\s*\{([^{}]*)\}\Z")
#: Types of which styles print the ISBN; in other entries reference managers put article numbers there.
_WITH_ISBN = frozenset({
    "book", "mvbook", "inbook", "bookinbook", "suppbook", "booklet", "collection", "mvcollection", "incollection",
    "proceedings", "mvproceedings", "reference", "inreference", "manual",
})  # fmt: skip
_MONTHS = 12
_FIRST_ARXIV = "0704"  # the month in which numbers such as 0704.0001 begin
_FIVE_DIGITS = "1501"  # the month from which on they have five digits


def _malformed(entry: Entry) -> Iterator[Fault]:
    fields = entry.fields
    if entry.type == "bibitem":
        return
    if "doi" in fields:
        yield from _doi(entry)
    yield from _arxiv(entry)
    if "isbn" in fields:
        yield from _standard_number(entry, "isbn")
    if "issn" in fields:
        yield from _standard_number(entry, "issn")
    if "pmid" in fields:
        value = _own(entry, "pmid")
        if value and not value.strip("{} ").removeprefix("PMID:").strip().isdigit():
            yield Fault(
                _inside(entry, "pmid"),
                f"'{value}' is no PubMed number, which has digits only",
                "write the number",
            )
    if "url" in fields:
        yield from _url(entry)


def _doi(entry: Entry) -> Iterator[Fault]:
    value = _own(entry, "doi")
    place = _inside(entry, "doi")
    if not value or "\\doi" in value:
        return
    if _DOI_PLACEHOLDER.search(value):
        yield Fault(place, f"the DOI '{value}' is a placeholder", "look the DOI up, or leave the field out")
        return
    doi = normal_doi(value)
    if doi is None:
        if len(value.strip("{}- ")) > 1:
            advice = "a DOI is '10.', a number, a slash and more, such as 10.1000/182"
            yield Fault(place, f"'{value}' is no DOI", advice)
        return
    address = _DOI_ADDRESS.match(value)
    bare = value[address.end() :].strip() if address else ""
    if address and _DOI.match(bare) and "\\" not in bare and "}" not in bare and bare.lower() == doi:
        message = "the DOI is written as an address, before which styles put 'https://doi.org/' once more"
        if "doi.org" not in address[0].lower():
            message = (
                f"the DOI begins with '{address[0].strip()}', before which styles put 'https://doi.org/'"
            )
        written = entry.fields["doi"].raw
        whole = written[1:-1] == value and written[:1] in '{"'
        yield Fault(place, message, f"write '{bare}'", bare if whole else None, minor=True)


def _arxiv(entry: Entry) -> Iterator[Fault]:
    fields = entry.fields
    if "eprint" in fields and (entry.raw("eprinttype") or "").lower() == "arxiv":
        value = _own(entry, "eprint").strip("{}").removeprefix("arXiv:").removeprefix("arxiv:").strip()
        reason = _no_arxiv(value) if value and "/abs/" not in value and "://" not in value else ""
        if reason:
            yield Fault(_inside(entry, "eprint"), f"'{value}' is no arXiv number: {reason}", _ARXIV_FORM)
            return
    for name in ("journal", "journaltitle", "note", "howpublished", "url", "volume"):
        value = _own(entry, name) if name in fields else ""
        found = _ARXIV.search(value) if "rxiv" in value.lower() else None
        reason = _no_arxiv(found[1].rstrip(".")) if found else ""
        if found and reason:
            yield Fault(_inside(entry, name), f"'{found[1]}' is no arXiv number: {reason}", _ARXIV_FORM)
            return


_ARXIV_FORM = (
    "an arXiv number is year, month and number, such as 2103.00020, or hep-th/9901001 before April 2007"
)


def _no_arxiv(value: str) -> str:
    """Say why a text is no arXiv number; empty where it is one."""
    if _UNKNOWN.search(value):
        return "it is a placeholder"
    found = _NEW_ARXIV.match(value)
    if found is None:
        return "" if _OLD_ARXIV.match(value) else "it has another form"
    month = found[1] + found[2]
    if not 1 <= int(found[2]) <= _MONTHS:
        return f"there is no month {found[2]}"
    if month < _FIRST_ARXIV:
        return "numbers of this form begin in April 2007"
    digits = 5 if month >= _FIVE_DIGITS else 4
    if len(found[3]) != digits:
        return f"it has {len(found[3])} digits after the point, and those of 20{found[1]} have {digits}"
    return ""


def _standard_number(entry: Entry, name: str) -> Iterator[Fault]:
    """Check the ISBN or ISSN fields; one with a number that is right is taken to be right."""
    value = _own(entry, name)
    pieces = (value, *value.split())  # catalogues put all numbers of a work into one field
    numbers = [_SEPARATORS.sub("", match[0]).upper() for one in pieces for match in _NUMERALS.finditer(one)]
    if not numbers or any(valid_isbn(number) or valid_issn(number) for number in numbers):
        return
    wanted = (10, 13) if name == "isbn" else (8,)
    shown = _NUMERALS.search(value)
    assert shown is not None
    lengths = " or ".join(map(str, wanted))
    minor = not (name == "isbn" and entry.type in _WITH_ISBN)
    if len(numbers[0]) in wanted:
        message = f"the check digit of the {name.upper()} '{shown[0]}' is wrong"
        yield Fault(_inside(entry, name), message, "one of its digits is mistyped: look it up", minor=minor)
    else:
        message = f"the {name.upper()} '{shown[0]}' has {len(numbers[0])} digits, not {lengths}"
        yield Fault(_inside(entry, name), message, "look it up, or leave the field out", minor=minor)


def _url(entry: Entry) -> Iterator[Fault]:
    value = _own(entry, "url")
    command = _URL_COMMAND.match(value)
    if command:
        value = command[1].strip()
    if not value:
        return
    if _BROKEN_SCHEME.match(value):
        yield Fault(
            _inside(entry, "url"), f"the address begins with '{value[:14]}'", "begin it with 'https://'"
        )
    elif _UNKNOWN.fullmatch(value):
        yield Fault(_inside(entry, "url"), f"the address '{value}' is a placeholder", "look the address up")
    elif _ADDRESS.match(value) and "\\" not in value and _split_address(value):
        message = "the address has a blank in it, where the link ends"
        yield Fault(
            _inside(entry, "url"), message, "take the blank out, or move what is no address into a note"
        )


def _split_address(value: str) -> bool:
    """Whether an address is followed by words or cut by a blank; two addresses in one field are somebody's custom."""
    first, *rest = value.split()
    return bool(rest) and not first.endswith((",", ";")) and not any(_ADDRESS.match(part) for part in rest)


# --------------------------------------------------------------------------- conflicting identifiers

#: Registrants whose DOIs stand beside another DOI of the same work: preprint servers, archives, aggregators.
_SECOND_HOMES = (
    "10.48550/", "10.1101/", "10.31219/", "10.31234/", "10.31222/", "10.2139/", "10.2307/", "10.5281/", "10.13140/",
    "10.20944/", "10.26434/", "10.21203/", "10.3929/", "10.17863/", "10.6084/", "10.5167/", "10.22541/", "10.36227/",
    "10.35542/", "10.31223/", "10.5555/", "10.3886/", "10.7910/", "10.5061/", "10.17605/", "10.25384/", "10.31235/",
)  # fmt: skip
_MARKED_DOI = lazy(r"(?:doi\.org/|\bdoi\s*[:=]\s*)(?=10\.)", re.IGNORECASE)
#: The year that a DOI names: of a conference (IEEE, ACL), or of acceptance (Elsevier, IEEE journals, Wiley).
_ACL_DOI = lazy(r"10\.18653/v1/(?:(20\d\d)\.|[a-z](\d\d)-)")
_IEEE_DOI = lazy(r"10\.1109/[a-z][a-z0-9-]*\.((?:19|20)\d\d)\.\d{2,}")
_YEARS = lazy(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)")
_ARXIV_ONLY = lazy(r"\W*(?:arxiv\b|corr\b|preprint\b|$)", re.IGNORECASE)
_HOMES = (
    "booktitle",
    "publisher",
    "school",
    "institution",
    "maintitle",
    "eventtitle",
    "origdate",
    "number",
    "crossref",
)
_ELSEWHERE = 2  # years between the DOI of a conference and the entry that are more than a late volume


def _conflicting(entry: Entry) -> Iterator[Fault]:
    if entry.type == "bibitem":
        return
    yield from _two_dois(entry)
    yield from _two_preprints(entry)
    year = stated_year(entry)
    if year:
        yield from _preprint_date(entry, year)
        yield from _conference_year(entry, year)


def stated_year(entry: Entry) -> int:
    """Give the year of an entry from its own ``year`` or ``date``; 0 where that is not one year."""
    for name in ("date", "year"):
        if name in entry.fields:
            found = set(_YEARS.findall((entry.raw(name) or "").partition("/")[0]))
            return int(found.pop()) if len(found) == 1 else 0
    return 0


def year_span(entry: Entry) -> Span:
    """Give the place of the year."""
    return _inside(entry, "date" if "date" in entry.fields else "year")


def _two_dois(entry: Entry) -> Iterator[Fault]:
    fields = entry.fields
    doi = normal_doi(entry.raw("doi") or "") if "doi" in fields else None
    if doi is None or doi.startswith(_SECOND_HOMES):
        return
    for name in ("url", "note", "howpublished"):
        value = _own(entry, name) if name in fields else ""
        marked = _MARKED_DOI.search(value) if "10." in value else None
        other = normal_doi(value[marked.end() :]) if marked else None
        if (
            other
            and not other.startswith(_SECOND_HOMES)
            and not (other.startswith(doi) or doi.startswith(other))
        ):
            message = f"the DOI is '{doi}', and the {name} leads to another one, '{other}'"
            advice = "one of the two belongs to another work: open both"
            yield Fault(_inside(entry, name), message, advice, related=_inside(entry, "doi"))
            return


def _two_preprints(entry: Entry) -> Iterator[Fault]:
    fields = entry.fields
    if "eprint" not in fields or (entry.raw("eprinttype") or "").lower() != "arxiv":
        return
    own = normal_arxiv(entry.raw("eprint") or "")
    if own is None or "/" in own:
        return
    for name in ("url", "journal", "note", "doi"):
        value = _own(entry, name) if name in fields else ""
        found = _ARXIV.search(value) if "rxiv" in value.lower() else None
        other = normal_arxiv(found[1]) if found else None
        if other and "/" not in other and other != own:
            message = f"the eprint is arXiv:{own}, and the {name} names another one, arXiv:{other}"
            advice = "one of the two is another paper: open both"
            yield Fault(_inside(entry, name), message, advice, related=_inside(entry, "eprint"))
            return


def _preprint_date(entry: Entry, year: int) -> Iterator[Fault]:
    """A work that is nowhere but on arXiv is no older than its number there."""
    if not _only_on_arxiv(entry):
        return
    number = entry_arxiv(entry)
    found = _NEW_ARXIV.match(number) if number else None
    if found is None or _no_arxiv(number or ""):
        return
    posted = 2000 + int(found[1])
    if year < posted - (found[2] == "01"):  # what is sent in at the end of a year is numbered in January
        message = f"the year is {year}, and arXiv:{number} was posted in {posted}"
        yield Fault(
            year_span(entry), message, f"write {posted}, or look up whether this is the preprint meant"
        )


def _only_on_arxiv(entry: Entry) -> bool:
    fields = entry.fields
    doi = _own(entry, "doi").lower()
    journal = _own(entry, "journal" if "journal" in fields else "journaltitle").strip("{} ")
    return (
        not any(name in fields for name in _HOMES)
        and (not doi or "arxiv" in doi)
        and ("volume" not in fields or "/" in _own(entry, "volume") or "rxiv" in journal.lower())
        and _ARXIV_ONLY.match(journal) is not None
        and entry.type in ("article", "misc", "online", "unpublished", "techreport", "report")
    )


def _conference_year(entry: Entry, year: int) -> Iterator[Fault]:
    if "doi" not in entry.fields or entry.type not in ("inproceedings", "conference", "proceedings"):
        return
    doi = normal_doi(entry.raw("doi") or "") or ""
    acl, ieee = _ACL_DOI.match(doi), _IEEE_DOI.match(doi)
    if acl:
        short = int(acl[2]) if acl[2] else 0
        held = int(acl[1]) if acl[1] else short + (1900 if short > 50 else 2000)
        differs = held != year
    else:
        held = int(ieee[1]) if ieee else year
        differs = abs(held - year) >= _ELSEWHERE
    if differs:
        message = f"the year is {year}, and the DOI is of a paper at a conference of {held}"
        advice = f"write {held}, or look up the DOI of the paper that is meant"
        yield Fault(year_span(entry), message, advice, related=_inside(entry, "doi"))


# --------------------------------------------------------------------------- placeholder authors

_NOBODY = frozenset(
    {
        "anonymousauthor", "anonymousauthors", "firstauthor", "secondauthor", "thirdauthor", "leadauthor", "authorone",
        "authortwo", "authorthree", "author1", "author2", "author3", "firstnamelastname", "firstlast", "johndoe",
        "janedoe", "aauthor", "bauthor", "cauthor", "anauthor", "another", "authorname",
        "nameofauthor", "nameauthor", "namesurname", "namelastname", "yourname", "todo", "fixme", "tbd", "tba", "author",
        "authors", "author(s)", "unknownauthor", "unknownauthors", "loremipsum", "firstnamesurname", "someauthor",
        "authora", "authorb", "authorc", "theauthors", "fakeauthor", "testauthor", "someone", "somebody", "nnname",
        "nomprenom", "prenomnom", "vornamenachname", "nachnamevorname", "maxmustermann", "erikamustermann",
        "placeholder", "authorplaceholder", "placeholderauthor", "fullname", "missingauthor", "citationneeded",
    }
)  # fmt: skip
_QUESTION = lazy(r"[\W_]*[?xX][?xX\W_]*\Z")
_UNDER_REVIEW = lazy(
    r"under\s+(?:double[- ]blind\s+)?review|submitted|submission|openreview|double[- ]blind", re.IGNORECASE
)
_FREQUENT = frozenset(
    [
        "wang",
        "li",
        "zhang",
        "liu",
        "chen",
        "yang",
        "zhao",
        "huang",
        "wu",
        "zhou",
        "xu",
        "sun",
        "ma",
        "zhu",
        "hu",
        "guo",
        "he",
        "lin",
        "luo",
        "gao",
        "kim",
        "lee",
        "park",
        "choi",
        "nguyen",
        "tran",
    ]
)
_WORD = lazy(r"\w+")
_SUSPECT = lazy(
    r"auth|anonym|\bdoe\b|\blast|first|name|nom\b|\btodo|fixme|\btb[ad]\b|some|ipsum|muster|placeholder|missing|needed"
    r"|\?|\bx+\b|an\W*other"
)
_MANY_NAMES = 12  # in longer lists two people may have one name


def _placeholder(entry: Entry) -> Iterator[Fault]:
    for name in ("author", "editor"):
        if name in entry.fields:
            written = entry.raw(name) or ""
            if not _suspicious(written):
                continue
            names = parse_names(written).names
            message = _nobody(entry, names) or (name == "author" and _twice(names)) or ""
            if message:
                yield Fault(_inside(entry, name), message, "look the authors up in the work itself")
                return


def _suspicious(written: str) -> bool:
    """Whether it pays to read the names: some word is of a placeholder, or one name comes again."""
    lower = written.lower()
    words = [word for word in _WORD.findall(lower) if len(word) > 1 and word != "and"]
    if len(set(words)) < len(words):
        people = [tuple(sorted(_WORD.findall(one))) for one in lower.split(" and ")]
        if len(set(people)) < len(people):
            return True
    return _SUSPECT.search(lower) is not None


def _nobody(entry: Entry, names: tuple[Name, ...]) -> str:
    for one in names:
        shown = " ".join(part for part in (one.given, one.particle, one.family) if part)
        folded = fold_name(shown)
        if folded in _NOBODY or (shown and _QUESTION.match(shown)):
            return f"the author '{shown}' is a placeholder"
        if folded == "anonymous" and len(names) == 1 and _reviewed(entry):
            return "the author is 'Anonymous', as of a paper under review"
    return ""


def _reviewed(entry: Entry) -> bool:
    """Whether an anonymous work is a paper under review, and not a leader of a newspaper or an old book."""
    if entry.type in ("inproceedings", "conference"):
        return True
    where = ("booktitle", "journal", "note", "howpublished", "url", "title")
    return any(_UNDER_REVIEW.search(entry.raw(name) or "") for name in where if name in entry.fields)


def _twice(names: tuple[Name, ...]) -> str:
    if len(names) > _MANY_NAMES:
        return ""
    seen: dict[tuple[str, str], int] = {}
    for place, one in enumerate(names):
        given, family = fold_name(one.given), one.folded_family
        if len(given) < 3 or family in _FREQUENT or one.suffix:
            continue
        if (given, family) in seen:
            return f"the author '{one.given} {one.family}' is named twice"
        seen[given, family] = place
    return ""


# --------------------------------------------------------------------------- statuses

_STATUS = lazy(
    r"\b(?P<status>to appear|in press|forthcoming|accepted (?:for publication|by|at)|submitted (?:to|for publication)"
    r"|under review|in preparation|im Druck|in Druck|im Erscheinen|erscheint (?:demnächst|in)|zur Veröffentlichung (?:angenommen|eingereicht)"
    r"|eingereicht bei|in Vorbereitung|à paraître|sous presse|en cours de publication|soumis à|en préparation)\b",
    re.IGNORECASE,
)
#: What says so has one of these, in lower case.
_SAYING = ("appear", "in press", "inpress", "forthcoming", "accepted", "submitted", "under review", "in preparation",
           "inpreparation", "im druck", "in druck", "erschein", "veröffentlichung", "eingereicht", "in vorbereitung", "à paraître",
           "sous presse", "en cours de publication", "soumis", "en préparation")  # fmt: skip
_STATUS_FIELDS = ("note", "pubstate", "howpublished", "journal", "booktitle", "addendum", "status", "year", "volume", "pages", "number")  # fmt: skip
_STATES = {
    "inpress": "in press", "forthcoming": "forthcoming", "submitted": "submitted", "inpreparation": "in preparation",
}  # fmt: skip
_STARTS = lazy(r"\W*(?:submitted|accepted|in press|forthcoming|to appear)\W*\Z", re.IGNORECASE)


def unpublished(entry: Entry) -> Status | None:
    """Give the status of an entry that says when it will appear rather than where it did; None of a thesis."""
    said = status_of(entry)
    year = (stated_year(entry) or _posted(entry)) if said else 0
    return Status(_inside(entry, said[0]), said[1], year) if said and year else None


def status_of(entry: Entry) -> tuple[str, str] | None:
    """Find the field of an entry that says "to appear" or the like, and in what words; None of a thesis."""
    if entry.type in ("bibitem", "phdthesis", "mastersthesis", "thesis"):
        return None
    values = {name: _own(entry, name) for name in _STATUS_FIELDS if name in entry.fields}
    written = " ".join(values.values()).lower()
    if not any(word in written for word in _SAYING):
        return None
    for name, value in values.items():
        found = _STATUS.search(value)
        status = found["status"] if found else ""
        if not status and _STARTS.match(value):
            status = value.strip("{}().,; ")
        if name == "pubstate":
            status = _STATES.get(value.strip("{} ").lower(), status)
        if status:
            return name, status.lower()
    return None


def _posted(entry: Entry) -> int:
    number = entry_arxiv(entry)
    found = _NEW_ARXIV.match(number) if number else None
    return 2000 + int(found[1]) if found else 0


KINDS: Mapping[str, Callable[[Entry], Iterator[Fault]]] = {
    "malformed": _malformed,
    "conflicting": _conflicting,
    "placeholder": _placeholder,
}
