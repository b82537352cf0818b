"""Quantities are read wherever they stand, in three languages, and nothing else is taken for one."""

from __future__ import annotations

import json
import os
import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from argcheck.prose.quantities import normalise, read, same, words_of

SHARED = Path(os.environ.get("ARGCHECK_SHARED", Path(__file__).parents[1].parent / "shared"))


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("7", ["7"]),
        ("1,200 servers", ["1200 servers"]),
        ("12,345,678", ["12345678"]),
        ("12\u202f345\u202f678", ["12345678"]),
        ("5 %, 5%, 5\u00a0% and 5 percent", ["5 %", "5 %", "5 %", "5 %"]),
        ("2 percentage points", ["2 percentage points"]),
        ("-3.50 and \u22123 °C and .5", ["-3.5", "-3 °C", "0.5"]),
        ("1e3, 1.5e-4, 3×10^8 m, 2 × 10⁻³ s", ["1000", "0.00015", "300000000 m", "0.002 s"]),
        ("10^5 runs, 10^{-3} s, 10^−2, 3^2", ["100000 runs", "0.001 s", "0.01"]),
        ("3.2 ± 0.1 ms, 1.23(4) eV", ["3.2±0.1 ms", "1.23±0.04 eV"]),
        ("5-7 %, 5%\u20137%, 10 to 20 ms", ["5-7 %", "5-7 %", "10-20 ms"]),
        ("from 2019 to 2021", ["2019-2021"]),
        ("$5 and 5 €", ["5 $", "5 €"]),
        ("two hundred and five nodes", ["205 nodes"]),
        ("twenty-five percent", ["25 %"]),
        ("three thousand one hundred twenty one", ["3121"]),
        ("3.5 million users", ["3500000 users"]),
        ("three servers and four racks", ["3 servers", "4 racks"]),
        ("five six", ["5", "6"]),
        ("5 and 6 or 7.", ["5", "6", "7"]),
        ("1.5, 2, and 3.", ["1.5", "2", "3"]),
        ("1.2 seconds, 3 hours, 10 MB", ["1.2 s", "3 h", "10 MB"]),
    ],
)
def test_english(text: str, normal: list[str]) -> None:
    assert [quantity.normal for quantity in read(text)] == normal


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("1.234.567,5 Euro", ["1234567.5 €"]),
        ("1,5 Prozent", ["1.5 %"]),
        ("dreihundertfünfundzwanzig Leute", ["325 leute"]),
        ("zweitausend, zwanzig, siebenundzwanzig", ["2000", "20", "27"]),
        ("ein Mann, zwei Frauen", ["2 frauen"]),
        ("10 bis 20 Sekunden", ["10-20 s"]),
        ("0.934 und 1.200", ["0.934", "1200"]),
        ("und hundert Undinen", ["100 undinen"]),
    ],
)
def test_german(text: str, normal: list[str]) -> None:
    assert [quantity.normal for quantity in read(text, "de")] == normal


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("1\u202f234,5 mm", ["1234.5 mm"]),
        ("3,5 pour cent", ["3.5 %"]),
        ("vingt et un livres", ["21 livres"]),
        ("quatre-vingt-dix pages", ["90 pages"]),
        ("soixante-dix-sept jours", ["77 jours"]),
        ("un homme et deux femmes", ["2 femmes"]),
        ("trois mille deux cents", ["3200"]),
    ],
)
def test_french(text: str, normal: list[str]) -> None:
    assert [quantity.normal for quantity in read(text, "fr")] == normal


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x9",
        "GPT4",
        "version 3.2.1",
        "v1.2",
        "2024-05-06",
        "3rd",
        "node_7",
        "one of them",
        "f(3,4)",
        "10:30",
        "...",
    ],
)
def test_not_a_quantity(text: str) -> None:
    assert read(text) == []


def test_spans_and_parts() -> None:
    text = "It took (3.20 ± 0.05) ms, i.e. 3.20 ± 0.05 ms, on 1,200 servers."
    found = read(text)
    assert [text[quantity.start : quantity.end] for quantity in found] == [
        quantity.text for quantity in found
    ]
    assert [quantity.text for quantity in found][1:] == ["3.20 ± 0.05 ms", "1,200 servers"]
    assert found[1].value == Decimal("3.20")
    assert found[1].uncertainty == Decimal("0.05")
    assert found[1].base == (Decimal("0.00315"), Decimal("0.00325"), "s")


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("5 %", "0.05", True),
        ("3 ms", "0.003 s", True),
        ("3 ms", "3 s", False),
        ("3.14", "3.142", True),
        ("3.14", "3.146", False),
        ("3.2 ± 0.1 ms", "3.3 ms", True),
        ("5 %", "5 percentage points", False),
        ("5 %", "7 %", False),
        ("5-7 %", "6 %", True),
        ("three", "3", True),
        ("1,200", "1.2e3", True),
    ],
)
def test_same(a: str, b: str, *, equal: bool) -> None:
    (left,), (right,) = read(a), read(b)
    assert same(left, right) is equal
    assert same(right, left) is equal


def test_normalise() -> None:
    text = "About 1,200 Servers (five percent) on x9."
    assert normalise(text) == "About 1200 Servers (5 %) on x9."


def test_unknown_language() -> None:
    with pytest.raises(ValueError, match="unknown language 'tlh'; use de, en, es, fr, it, pt"):
        read("7", "tlh")


@settings(max_examples=400, deadline=None)
@given(st.text(), st.sampled_from(["en", "de", "fr"]))
@pytest.mark.slow
def test_any_text_is_read(text: str, language: str) -> None:
    end = 0
    for quantity in read(text, language):
        assert end <= quantity.start < quantity.end
        assert text[quantity.start : quantity.end] == quantity.text
        end = quantity.end


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(
    st.integers(-(10**12), 10**12), st.integers(0, 6), st.sampled_from([("en", ",", "."), ("de", ".", ",")])
)
def test_written_numbers_come_back(digits: int, places: int, style: tuple[str, str, str]) -> None:
    language, group, point = style
    value = Decimal(digits).scaleb(-places)
    written = format(value, ",f").replace(",", "\0").replace(".", point).replace("\0", group)
    (quantity,) = read(written, language)
    assert quantity.value == value


def test_answers_of_arithmetic_problems() -> None:
    path = SHARED / "data" / "gsm8k" / "items.jsonl"
    if not path.exists():
        pytest.skip(
            "the arithmetic problems are not here: set ARGCHECK_SHARED to the folder that holds data/"
        )
    wrong = []
    for line in path.read_text("utf-8").splitlines():
        # Each step shows its result twice, as the calculator wrote it and as the author did.
        for result, after in re.findall(r"<<[^<>]*=(-?[\d.]+)>>([^\n<]*)", json.loads(line)["answer"]):
            found = read(after)
            if not found or found[0].value != Decimal(result):
                wrong.append((result, after))
    assert wrong == []


@pytest.mark.parametrize("more", ["", "é", " dünn", "\xa0a–b’s…", "\xa0é—3"])
def test_words_are_the_same_whether_other_letters_stand_in_the_text(more):
    text = "".join(f"Wind{chr(place)}3x" for place in range(128)) + more
    assert words_of(text) == frozenset(re.findall(r"\w+", text.lower()))
