"""Parts of a text that look like a typed citation: names and a year, or a number in brackets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.vocabulary import codes, ends_in, wording

if TYPE_CHECKING:
    import re

_FAMILY = r"(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|ten|ter|Van|Von|De|Di|Du|La|Le)[ ~])*[^\W\d_a-z](?:[\w’'-]|\\[\"'`^~=.]\{?\\?[A-Za-z]\}?|\\[a-zA-Z]+\{[A-Za-z]?\}|\{\\[\"'`^~]\{?[A-Za-z]\}?\}){1,30}"
_YEAR = r"(?P<year>(?:19|20)\d\d)[a-z]?(?![\d-])"
_TWO = rf"{_FAMILY}[ ~\n](?:{{citations.and}}|&|\\&)[ ~\n]{_FAMILY}"
_MORE = rf"{_FAMILY}(?:,[ ~\n]{_FAMILY}){{1,5}},?[ ~\n](?:{{citations.and}}|&|\\&)[ ~\n]{_FAMILY}"
#: "Smith et al. (2020)", "(Smith et al., 2020", "(Smith and Lee, 2020)", "Smith and Lee (2020)", "(Smith, 2020)",
#: "Smith (2020)", "(Smith, Lee, and Wu, 2020)"
_NAMED = (
    rf"(?P<group>{_FAMILY})(?:,?[ ~\n]+(?:(?:\\(?:emph|textit)\{{)?et\.?[ ~\n]+al\b\.?\}}?|\\etal\b(?:\{{\}})?\.?)\\?,?)[ ~\n]*[(\[]?{_YEAR}"
    rf"|(?P<two>{_TWO}),?[ ~\n]*\({_YEAR.replace('year', 'year2')}\)"
    rf"|(?P<one>{_FAMILY})[ ~\n]\({_YEAR.replace('year', 'year4')}\)"
    rf"|[(;][ ~]?(?:{{citations.see}}[ ~\n]){{0,3}}(?P<inside>{_MORE}|{_TWO}|{_FAMILY}),?[ ~\n]{_YEAR.replace('year', 'year3')}(?=[;,)])"
)
_YEAR_OF = {
    "group": "year",
    "two": "year2",
    "one": "year4",
    "inside": "year3",
}  # the group of the year in each form
_BEHIND = frozenset(";,)")  # what follows a typed year
_LONGEST = 110  # most characters of the names before a year
_NUMBER = lazy(r"\[(?<=[a-zß-ÿ][ ~]\[)(\d{1,3}(?:(?:,[ ~]?|-{1,2}|–)\d{1,3})*)\](?![\w({\[\\])")
_ASSIGNED = lazy(
    r"\b[Ss]et(?:s|ting)?[ ~\n](?:it|(?:the[ ~\n])?\S*[^a-z\s]\S*)[ ~\n]to[ ~]\Z"
)  # "set IPSI to [13]"
_NEAR = 120  # most characters to a list of strings or a word for an interval
_STRINGS = ("['", '["', "[`")  # starts of a list of strings in most programming languages
#: Numbers before another one: "axioms [1], [2], and [3]".
_LIST = r"(?:\[-?\d{1,3}\],?[ ~\n](?:{lists.and}[ ~\n])?)+\Z"
#: A number in brackets after a word; "in" and "see" precede citations.
_IN_BRACKETS = lazy(r"\[(?<=[ ~\n]\[)(-?\d{1,3})\]")
_SHORTEST = 4  # least letters of a noun


def candidates(text: str) -> list[tuple[int, int, tuple[str, ...], str]]:
    """Return what may be a typed citation: start, end, names (the last one ``et al.`` for a group), year."""
    result: list[tuple[int, int, tuple[str, ...], str]] = []
    before = 0  # the end of the year before: no names extend across it
    for start, end in sorted(_years(text)):
        low, before = max(before, start - _LONGEST), end
        for match in wording(codes(), _NAMED).finditer(text, low, end + 3):
            form = next(form for form in _YEAR_OF if match[form])
            year = _YEAR_OF[form]
            if match.end(year) == end:
                stop = {"group": _end_with_parenthesis(text, match), "inside": end}.get(form, match.end())
                result.append((match.start(form), stop, _names(form, match[form]), match[year]))
    if "[" in text:
        naming = _naming_words(text)
        result += [
            (match.start(), match.end(), (), "")
            for match in _NUMBER.finditer(text)
            if _may_be_citation(text, match) and _word_before(text, match.start()) not in naming
        ]
    return sorted(result)


def _years(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of years that names may precede; the search for plain strings is fast."""
    for century in ("19", "20"):
        start = text.find(century)
        while start >= 0:
            end = start + 4
            if (
                text[start - 1] in " ~\n,(["
                and (
                    text[end : end + 2].lstrip("abc ")[:1] in _BEHIND
                    or "al" in text[max(0, start - 12) : start]
                )
                and text[start + 2 : end].isdecimal()
            ):
                yield start, end
            start = text.find(century, start + 2)


def _end_with_parenthesis(text: str, match: re.Match[str]) -> int:
    """Return the end of a match, after a closing parenthesis that belongs to one between names and year."""
    end = match.end("year")
    return end + ("(" in match[0] and text.startswith(")", end))


def _names(form: str, text: str) -> tuple[str, ...]:
    if form in {"group", "one"}:
        return (text, "et al.") if form == "group" else (text,)
    return tuple(wording(codes(), r",?[ ~\n](?:{citations.and}|&|\\&)[ ~\n]|,[ ~\n]").split(text))


def _may_be_citation(text: str, match: re.Match[str]) -> bool:
    """Whether "[3]" may be a citation, not an index, an interval or an optional argument."""
    before = wording(codes(), _LIST).sub("", text[max(0, match.start() - 80) : match.start()])
    word = before.split()[-1] if before.split() else ""
    if (
        "\\" in word
        or match[1].startswith("0")
        or ends_in(codes(), before, "citations.indexed")
        or _ASSIGNED.search(before)
    ):
        return False
    if any(sign in text[max(0, match.start() - _NEAR) : match.end() + _NEAR] for sign in _STRINGS):
        return False
    if match[1].count(",") == 1 and match[1].replace(",", "").replace(" ", "").isdecimal():
        near = text[max(0, match.start() - _NEAR) : match.start()].lower()
        return not (
            ends_in(codes(), before, "citations.between")
            or any(word in near for word in ("interval", "range", "bereich"))
        )
    return True


def _word_before(text: str, start: int) -> str:
    words = wording(codes(), _LIST).sub("", text[max(0, start - 80) : start]).split()
    return words[-1].rpartition("~")[2].strip("(").lower() if words else ""


def _naming_words(text: str) -> frozenset[str]:
    """Return the words before several numbers in brackets: "step [1]", "step [2]" name things of the text itself."""
    numbers: dict[str, set[str]] = {}
    for match in _IN_BRACKETS.finditer(text):
        word = _word_before(text, match.start())
        if len(word) >= _SHORTEST and word.isalpha():
            numbers.setdefault(word, set()).add(match[1])
    return frozenset(word for word, which in numbers.items() if len(which) > 1)
