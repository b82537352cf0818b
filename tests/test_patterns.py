"""Lazy patterns are those of `re`."""

from __future__ import annotations

import re

import pytest

from argcheck.files.patterns import DIGITS, NUMERALS, lazy, match_at

SOURCES = (
    (r"(?P<first>[a-zé–\u2009]+)\s*(\d{2,3})?(?P<last>x|y)", 0),
    (r"\b(?:straße|NAÏVE)\b  # a word", re.IGNORECASE | re.VERBOSE),
    (r"^\w+(?<!ab)$", re.MULTILINE | re.ASCII),
    (r"(?i:k)\S*+(?=\.)", 0),
)
TEXT = "été 12x, STRASSE\nStraße naïve K1. ab\ncd\n\u212a2."


def seen(pattern: re.Pattern[str]) -> object:
    found = [(match.span(), match.groups(), match.groupdict()) for match in pattern.finditer(TEXT)]
    return found, pattern.pattern, pattern.flags, pattern.groups, dict(pattern.groupindex)


@pytest.mark.parametrize(("source", "flags"), SOURCES)
def test_a_lazy_pattern_is_that_of_re(source: str, flags: int) -> None:
    pattern = lazy(source, flags)
    assert seen(pattern) == seen(pattern) == seen(re.compile(source, flags))


def test_a_malformed_pattern_says_so_when_it_is_used() -> None:
    pattern = lazy("(a")
    with pytest.raises(re.error, match="unterminated"):
        pattern.search("a")


NUMBERED = "12 of 3,456 a7 _8 x-9 1.2.3 ٤٥ (10)11²13 99"


def test_digits_and_numerals() -> None:
    assert DIGITS.findall(NUMBERED) == re.findall(r"\d+", NUMBERED)
    assert NUMERALS.findall(NUMBERED) == re.findall(r"\b\d+", NUMBERED)


@pytest.mark.parametrize("source", [r"(?<!\w)\d+", r"(?<![\w.,])\d+(?:[.,]\d+)*", r"(?<![\w-])\d[^(]+"])
def test_matches_at_numerals_are_those_of_finditer(source: str) -> None:
    pattern = re.compile(source)
    starts = [numeral.start() for numeral in NUMERALS.finditer(NUMBERED)]
    assert [match.span() for match in match_at(pattern, NUMBERED, starts)] == [
        match.span() for match in pattern.finditer(NUMBERED)
    ]
