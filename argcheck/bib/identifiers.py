"""DOI, arXiv, ISBN, ISSN and PubMed numbers in a normal form."""

from __future__ import annotations

import re
from functools import lru_cache

from argcheck.files.patterns import lazy

_doi = lazy(r"10\.\d{4,9}(?:\.\d+)*/[^\s\"{}\\^`|]+", re.IGNORECASE)
_arxiv_new = lazy(r"(?<![\d.])(\d{4}\.\d{4,5})(v\d+)?(?![\d])")
_arxiv_old = lazy(r"(?<![a-z\-])([a-z][a-z\-]+(?:\.[a-z]{2})?/\d{7})(v\d+)?(?!\d)", re.IGNORECASE)
_pmid = lazy(r"(?:pmid\s*:?\s*|pubmed[./a-z]*?/|^\s*)(\d{1,8})(?!\d)", re.IGNORECASE)
_isbn = lazy(r"(?<![\dX])(?:97[89][- –]?)?\d(?:[- –]?\d){8}[- –]?[\dX](?![\d])", re.IGNORECASE)
#: What addresses of publishers append to a DOI.
_TAILS = frozenset({
    "abs", "abstract", "e-pdf", "epdf", "epub", "fulltext", "full", "full-text", "full-html", "html", "htm", "meta", "pdf",
    "pdfdirect", "references", "summary", "xml",
})  # fmt: skip
_SESSION = ";jsessionid="  #: what servers append to addresses
_ODD = frozenset("\\{}$%&")
_MARKUP = str.maketrans("", "", "{}$")
_JOINTS = str.maketrans("", "", "-– ")  # signs between the parts of a number
_ANGLES = lazy(r"\\text(?:(?P<less>less)|greater)(?![A-Za-z])|&(?:(?P<lt>lt)|gt);")
_escapes = lazy(r"\\(?:textunderscore(?:\{\}|\s)|url\s*)|\\(?=[_%&#$~<>{}])|\{\\_\}")
_printed = lazy(r"10\.\d{4,9}/[^\s\"<>;,]*")
ARXIV_IN_TEXT = lazy(
    r"arxiv(?:\.org/(?:abs|pdf|html)/|\s*:\s*(?:arxiv:)?)\s*(\d{4}\.(?:[\dx]|\?(?!\w+=))+|[a-z-]+(?:\.[a-z]{2})?/(?:[\dx]|\?(?!\w+=)){5,})",
    re.IGNORECASE,
)
_ARXIV_SINCE_2007 = lazy(r"(\d\d)(\d\d)\.(\d{4,5})(?:v\d+)?\Z")
_ARXIV_BEFORE_2007 = lazy(r"(?:[a-z-]+(?:\.[a-z-]{2,})?/)?\d{7}(?:v\d+)?\Z", re.IGNORECASE)
NO_NUMBER = lazy(r"(?:[x?]{2,}|\.{3}|…|todo|tbd|placeholder)", re.IGNORECASE)
#: Prefixes of DOIs of preprint servers: arXiv, bioRxiv, SSRN, PsyArXiv, Research Square, ChemRxiv, Preprints.org.
PREPRINT_SERVERS = ("10.48550/", "10.1101/", "10.2139/", "10.31234/", "10.21203/", "10.26434/", "10.20944/")
_MONTHS = 12
_FIRST_ARXIV = "0704"  # the month of the first numbers such as 0704.0001
_FIVE_DIGITS = "1501"  # the first month of numbers with five digits


@lru_cache(maxsize=4096)
def normal_doi(value: str) -> str | None:
    """Return the first DOI in a text, in lower case and without ``https://doi.org/``, or None."""
    match = _doi.search(_unescaped(value) if not _ODD.isdisjoint(value) else value)
    return _trimmed(match[0]).lower() if match else None


def doi_of_field(value: str) -> str | None:
    """Return the DOI in a field, even with a blank after a sign, ``10.1016/0370-2693(87) 91562-0``, or None."""
    parts = value.split()
    cut = len(parts) == 2 and parts[0].endswith((")", "-", "/", "_")) and "10." not in parts[1]
    return normal_doi("".join(parts) if cut else value)


def doi_in_text(text: str) -> str:
    """Return the first DOI in a printed text, in lower case, joined if a line ended within it; or an empty text."""
    match = _printed.search(text)
    if match is None:
        return ""
    doi, behind = match[0], text[match.end() : match.end() + 1]
    words = text[match.end() :].split(None, 1)
    if behind == " " and words and _continues(doi, words[0].rstrip(".,;")):
        doi += words[0].rstrip(".,;")
    return doi.rstrip(".").lower() if doi.partition("/")[2] else ""


def _continues(doi: str, word: str) -> bool:
    """Whether a word continues the DOI before it, which ends with a sign; not if it is a word of a sentence."""
    number = word.replace("-", "").replace(".", "")
    if doi.endswith("."):  # 10.1109/meeting. 2019.00016
        return word.count(".") == 1 and number.isdecimal() and len(number) > len("2019.1")
    if doi.endswith(")"):  # 10.1016/0022-0396(79) 90152-9
        return "(" in doi and number[:5].isdecimal() and len(number) > len("1979")
    bare = doi.index("/") == len(doi) - 1
    return (bare or doi.endswith(("-", "_"))) and any(map(str.isdigit, word)) and "//" not in word


def doi_of_address(address: str) -> str | None:
    """Return the DOI in an address without what publishers append, as ``/full`` or ``v2.full.pdf``, or None."""
    doi = normal_doi(address)
    if doi is None:
        return None
    for sign, part in (("#", str.isalpha), ("&", str.isalpha)):  # a DOI may end in a number sign
        before, _, behind = doi.partition(sign)
        if part(behind[:1]):
            doi = before
    while (cut := max(doi.rfind("/"), doi.rfind("."))) > doi.find("/") and doi[cut + 1 :] in _TAILS:
        doi = doi[:cut]
    before, _, number = doi.rpartition("v" if doi.startswith("10.1101/") else "/")
    numbered = number.isdecimal() and before[-1:].isdigit()
    added = doi.startswith("10.1101/") or (doi.startswith("10.1093/") and before.count("/") == 2)
    return before if numbered and added else doi


def _unescaped(value: str) -> str:
    """Return a text without the escapes of LaTeX, HTML and addresses."""
    text = _escapes.sub(lambda match: "_" if "underscore" in match[0] or match[0] == "{\\_}" else "", value)
    text = _ANGLES.sub(lambda sign: "<" if sign["less"] or sign["lt"] else ">", text.translate(_MARKUP))
    if "%" in text:
        from urllib.parse import (
            unquote,
        )  # here: most identifiers have no escapes, and the library is slow to load

        text = unquote(text)
    return text


def _trimmed(doi: str) -> str:
    """Return a DOI without what ends a sentence or an address, but with parentheses of its own: ``(97)11096-0``."""
    if "?" in doi:
        doi = doi.partition("?")[0].partition("#")[0]
    doi = doi.partition(_SESSION)[0]
    if doi[-1:].isalnum():  # as most do
        return doi
    while doi and (
        doi[-1] in ".,;:'’”/"
        or _unopened(doi, "(", ")")
        or _unopened(doi, "[", "]")
        or _unopened(doi, "<", ">")
    ):
        doi = doi[:-1]
    return doi


def _unopened(doi: str, opener: str, closer: str) -> bool:
    return doi.endswith(closer) and doi.count(opener) < doi.count(closer)


def normal_arxiv(value: str) -> str | None:
    """Return the arXiv number in a text without its version, ``2001.00001`` or ``hep-th/9901001``, or None."""
    match = _arxiv_new.search(value) or _arxiv_old.search(value)
    if not match:
        return None
    if "/" not in match[1]:
        return match[1] if 1 <= int(match[1][2:4]) <= 12 else None
    archive, number = match[1].lower().split("/")
    return f"{archive.split('.')[0]}/{number}"


def normal_isbn(value: str) -> str | None:
    """Return the ISBN in a text as 13 digits, or without hyphens as written if its check digit is wrong, or None."""
    for match in _isbn.finditer(value):
        digits = match[0].translate(_JOINTS).upper()
        if len(digits) in {10, 13}:
            return _isbn13(digits) if len(digits) == 10 and valid_isbn(digits) else digits
    return None


def _isbn13(ten: str) -> str:
    body = "978" + ten[:9]
    return body + str(-_weighted(body) % 10)


def _weighted(digits: str) -> int:
    return sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))


def valid_isbn(value: str) -> bool:
    """Whether the check digit of an ISBN of 10 or 13 digits is right."""
    digits = value.translate(_JOINTS).upper()
    if len(digits) == 10:
        return _has_check_digit(digits)
    numeric = len(digits) == 13 and digits.isascii() and digits.isdecimal()
    return numeric and digits.startswith(("978", "979")) and _weighted(digits) % 10 == 0


def valid_issn(value: str) -> bool:
    """Whether the check digit of an ISSN is right."""
    digits = value.translate(_JOINTS).upper()
    return len(digits) == 8 and _has_check_digit(digits)


def _has_check_digit(digits: str) -> bool:
    """Whether the check digit of an ISBN of 10 digits or an ISSN is right; X is ten."""
    *values, last = ("0123456789X".find(digit) for digit in digits)
    if min(*values, last) < 0 or max(values) > 9:
        return False
    return (sum(place * value for place, value in enumerate(reversed(values), 2)) + last) % 11 == 0


def normal_pmid(value: str) -> str | None:
    """Return the PubMed number in a text without leading zeros, or None."""
    match = _pmid.search(value)
    return match[1].lstrip("0") or None if match else None


ANOTHER_FORM = "it has another form"  #: the reason of `why_no_arxiv` for what is not a mistyped number


def why_no_arxiv(value: str) -> str:
    """Return why a text is not an arXiv number, or an empty text if it is one."""
    if NO_NUMBER.search(value):
        return "it is a placeholder"
    match = _ARXIV_SINCE_2007.match(value)
    if match is None:
        return "" if _ARXIV_BEFORE_2007.match(value) else ANOTHER_FORM
    month = match[1] + match[2]
    if not 1 <= int(match[2]) <= _MONTHS:
        return f"there is no month {match[2]}"
    if month < _FIRST_ARXIV:
        return "numbers of this form begin in April 2007"
    digits = 5 if month >= _FIVE_DIGITS else 4
    if len(match[3]) != digits:
        return f"it has {len(match[3])} digits after the point, and those of 20{match[1]} have {digits}"
    return ""


def arxiv_month(number: str) -> tuple[int, int] | None:
    """Return the year and month of an arXiv number of the form used since April 2007, or None."""
    parts = _ARXIV_SINCE_2007.match(number)
    return (2000 + int(parts[1]), int(parts[2])) if parts else None
