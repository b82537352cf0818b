r"""Finds word-like placeholders for a citation or a number: ``(REF)``, ``(cite?)``, a lone ``XX``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.tex.reading_text import printed
from argcheck.tex.vocabulary import codes, wording, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import ManuscriptRecords
    from argcheck.tex.reading_text import Printed

_STUB = r"\((?P<cited>{markers.cited})\)|\((?P<doubted>[^\W\d_]{3,12})\?+\)|(?<![\w\\@/.#&$^_(-])(?<!\w\.)(?P<blank>XX)(?![\w/&$^({-]|[.,]\d)"
#: Places for a number only: of a statistic, as digits of a fraction, or set apart by its type.
_NUMBER = (
    r"(?:[^$\\]\$[^$\n]{0,60}?)?(?:"  # of a formula with commands no sign but the one before it is printed as it is
    r"(?<![\w\\])(?:{markers.statistics}|\\chi)(?:\^\{?2\}?)?(?:\([^()\n]{1,20}\))?\s*(?:=|[<>]|\\approx)\s*"
    r"|(?:[=<>~≈±]|\\(?:approx|sim|pm|leq?|geq?))\s*[+-]?(?:\$\s?|\d*\.|\\(?:text(?:bf|it)?|hl|textcolor\{\w+\})\s*\{)"
    r"|[\s(~]\\(?:hl|textcolor\{\w+\})\s*\{"
    r")(?P<number>XX+|\?\?+)(?![\w^{(&/-]|\s*[\^(&])"
)
#: A text in which XX may be no blank: with other numerals or chromosomes, or XX as a column, in formulas or quoted.
_KNOWN = r"(?<!\w)(?:X[YZ]|YY|XIX|XVI*|XXI+|XI+)(?!\w)|[&$^_{(]\s*XX(?!\w)|(?<!\w)XX\s*(?:[&$^_(]|\\\\)|['’`\"]XX|hromosom|aryotyp"
_SIGNS = ("=", "<", ">", "≈", "±")  #: signs before a number
_BEFORE = 60  # characters


def stubs(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    """Yield the places and their words; words that the document also uses elsewhere are not placeholders."""
    number = wording(codes(), _NUMBER)
    numbers = [
        Span(blank.span.path, *blank.match.span("number"))
        for blank in printed(manuscript, number, ("XX", "??"))
    ]
    yield from ((span, manuscript.files[span.path].text[span.start : span.end]) for span in numbers)
    signs = sorted(words(codes(), "markers.cited-signs"))  # sorted, as their order is part of a cache key
    candidates = list(printed(manuscript, wording(codes(), _STUB), (*signs, "?)", "XX")))
    texts = [manuscript.files[path].text for path in manuscript.files] if candidates else []
    blanks = any(stub.match["blank"] for stub in candidates)
    known = blanks and any(wording(codes(), _KNOWN).search(number.sub("", text)) for text in texts)
    for stub in candidates:
        if stub.match["blank"]:
            is_stub = not known and stub.span not in numbers and _is_blank(stub)
        elif stub.match["doubted"]:
            is_stub = stub.match["doubted"].upper() in words(codes(), "templates.stubs")
        else:
            bare = wording(codes(), rf"(?<![\w(\[\\]){stub.match['cited']}(?![\w)\]])")
            is_stub = not any(bare.search(text) for text in texts) and stub.kind != "table"
        if is_stub:
            yield stub.span, stub.match[0]


def _is_blank(stub: Printed) -> bool:
    """Whether XX is neither the number of a name ("Pius XX") nor quoted or explained ("where XX is the year")."""
    if stub.kind == "table" or stub.quoted or "XX" not in words(stub.language, "markers.blanks"):
        return False
    before = stub.sentence[max(0, stub.offset - _BEFORE) : stub.offset].rstrip(" \xa0~")
    after = stub.sentence[stub.offset + len("XX") :].lstrip(" \xa0~,")
    if wording(codes(), r"\b{markers.refers}\.?\Z").search(before):
        return True
    word = before.rpartition(" ")[2]
    explained = wording(codes(), r"\A(?:{markers.going-on}|{markers.stands-for})\b").search(after)
    return (word[:1].islower() or word[-1:] in _SIGNS) and not explained
