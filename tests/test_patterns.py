"""Lazy patterns are those of `re`, whether they are compiled here or come from the store."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from argcheck import patterns
from argcheck.cache import Store

SOURCES = (
    (r"(?P<first>[a-zé–\u2009]+)\s*(\d{2,3})?(?P<last>x|y)", 0),
    (r"\b(?:straße|NAÏVE)\b  # a word", re.IGNORECASE | re.VERBOSE),
    (r"^\w+(?<!ab)$", re.MULTILINE | re.ASCII),
    (r"(?i:k)\S*+(?=\.)", 0),
)
TEXT = "été 12x, STRASSE\nStraße naïve K1. ab\ncd\n\u212a2."


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setattr(patterns._Programs, "known", None)
    return Store(str(tmp_path))


def seen(pattern: re.Pattern[str]) -> object:
    found = [(match.span(), match.groups(), match.groupdict()) for match in pattern.finditer(TEXT)]
    return found, pattern.pattern, pattern.flags, pattern.groups, dict(pattern.groupindex)


def test_the_store_changes_nothing(store: Store) -> None:
    plain = [seen(re.compile(source, flags)) for source, flags in SOURCES]
    for _ in range(3):  # compiled by `re`, then noted for the store, then from the store
        assert [seen(patterns.lazy(source, flags)) for source, flags in SOURCES] == plain
        patterns.keep(store)
        patterns.recall(store)


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="nobody knows its `re`: nothing is stored")
def test_what_is_stored_is_not_compiled_again(store: Store) -> None:
    patterns.recall(store)
    assert patterns.lazy("b+").findall("abba") == ["bb"]
    kept = patterns._Programs.known or {}
    kept["a+", 0] = kept["b+", 0]
    kept["c+", 0] = kept["b+", 0]
    patterns.keep(store)
    patterns.recall(store)
    assert patterns.lazy("a+").findall("abba") == ["bb"]


def test_a_damaged_store_is_compiled_anew(store: Store) -> None:
    patterns.recall(store)
    assert patterns.lazy("b+").search("abba")
    patterns.keep(store)
    for file in Path(store.folder).rglob("*.bin"):
        file.write_bytes(file.read_bytes()[:-1])
    patterns.recall(store)
    assert patterns.lazy("b+").findall("abba") == ["bb"]


def test_a_malformed_pattern_says_so(store: Store) -> None:
    patterns.recall(store)
    with pytest.raises(re.error, match="unterminated"):
        patterns.lazy("(a").search("a")
