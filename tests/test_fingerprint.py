"""A fingerprint says which finding it is, wherever the finding has gone."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from argcheck.files.diagnostic import Diagnostic, Severity, Span
from argcheck.files.source import SourceFile, decode
from argcheck.lint.fingerprint import fingerprint, fingerprints, line_hashes, numbered
from argcheck.lint.report import Report

SHARED = Path(os.environ.get("ARGCHECK_SHARED", Path(__file__).parents[2] / "shared"))
VECTORS = SHARED / "data" / "schemas" / "code-scanning-line-hashes.json"


def find(text: str, what: str, path: str = "main.tex", message: str = "no entry", nth: int = 0) -> Diagnostic:
    start = -1
    for _ in range(nth + 1):
        start = text.index(what, start + 1)
    span = Span(path, start, start + len(what))
    return Diagnostic("CIT001", "undefined-citation", Severity.ERROR, span, message)


def name(text: str, what: str, path: str = "main.tex", message: str = "no entry", nth: int = 0) -> str:
    return fingerprint(find(text, what, path, message, nth), {path: SourceFile(path, text, "")})


def test_is_a_tagged_hash_that_stays_the_same_over_versions() -> None:
    assert name("As \\cite{smith} shows.", "smith") == "a1:17b84932417337a3dacb"
    crowded = "One two three four five \\cite{smith} six seven eight nine."
    assert name(crowded, "smith") == "a1:fd2080c6851c367610da"


@pytest.mark.parametrize(
    "text",
    [
        "As \\cite{smith} shows.",
        "More.\n\nMore of it.\n\nAs \\cite{smith} shows.\n\nAnd more.",
        "  As\n\t\\cite{smith}\n  shows.\n",
        "As % a comment, with \\% in it\n\\cite{smith}% another\n shows.",
    ],
)
def test_survives_moves_reflow_and_comments(text: str) -> None:
    assert name(text, "smith") == name("As \\cite{smith} shows.", "smith")


def test_survives_a_rename_also_of_a_file_in_the_message() -> None:
    text = "As \\cite{smith} shows."
    old = name(text, "smith", "ch/one.tex", "also at ch/one.tex:12:3, line 12")
    assert name(text, "smith", "ch/two.tex", "also at ch/two.tex:90, line 7") == old


def test_an_entry_of_a_bibliography_does_not_know_its_neighbours() -> None:
    entry = "@book{smith,\n  title = {T},\n  year = 1999}\n"
    before, after = "@misc{a, note={x}}\n", "@misc{b, note={y}}\n"
    assert name(before + entry + after, "smith", "r.bib") == name(entry, "smith", "r.bib")
    assert name(after + entry, "1999", "r.bib") == name(before + entry + before, "1999", "r.bib")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("As \\cite{jones} shows.", "no entry"),
        ("But \\cite{smith} shows.", "no entry"),
        ("As \\cite{smith} says.", "no entry"),
        ("As \\cite{smith} shows.", "42 differs from 43"),
    ],
)
def test_tells_findings_apart(text: str, message: str) -> None:
    what = "jones" if "jones" in text else "smith"
    assert name(text, what, message=message) != name("As \\cite{smith} shows.", "smith")


def test_a_finding_in_a_file_without_text_has_one_too() -> None:
    assert fingerprint(find("x", "x"), {}).startswith("a1:")


def test_equal_ones_are_numbered_in_order() -> None:
    text = "As \\cite{smith} shows.\n\nAs \\cite{smith} shows."
    found = tuple(find(text, "smith", nth=nth) for nth in (0, 1))
    report = Report(
        Path("/p"),
        Path("/p"),
        (),
        found,
        {"main.tex": SourceFile("main.tex", text, "")},
        {},
        Severity.WARNING,
    )
    first = name(text, "smith")
    assert fingerprints(report.diagnostics, report.sources) == (first, f"{first}:2")
    assert numbered(["a", "b", "a", "a"]) == ("a", "b", "a:2", "a:3")


WORDS = st.text("abcé𝒳\u0301\\{},.%~", min_size=1, max_size=6).filter(lambda word: "%" not in word)
BLANKS = st.sampled_from([" ", "\n", "  ", "\n  ", "\t", " \n"])
PARAGRAPH = st.lists(WORDS, max_size=8)


@pytest.mark.slow
@given(st.data(), PARAGRAPH, PARAGRAPH, st.lists(PARAGRAPH, max_size=3), st.booleans())
def test_any_reflow_and_move_keeps_it(
    data: st.DataObject, before: list[str], after: list[str], others: list[list[str]], crlf: bool
) -> None:
    words = [*before, "\\cite{TARGET}", *after]
    reflowed = words[0] + "".join(data.draw(BLANKS) + word for word in words[1:])
    paragraphs = [" ".join(other) for other in others]
    paragraphs.insert(data.draw(st.integers(0, len(paragraphs))), reflowed)
    moved = "\n\n".join(paragraphs)
    text = decode((moved.replace("\n", "\r\n") if crlf else moved).encode())[0]
    assert name(text, "TARGET", "new.tex") == name(" ".join(words), "TARGET")


INLINE = [
    ("", ["c129715d7a2bc9a3:1"]),
    (
        " a\nb\n  \t\tc\n d",
        ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"],
    ),
    (
        " hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End",
        [
            "8b7cf3e952e7aeb2:1",
            "b1ae1287ec4718d9:1",
            "bff680108adb0fcc:1",
            "c6805c5e1288b612:1",
            "b86d3392aea1be30:1",
            "e6ceba753e1a442:1",
        ],
    ),
]


def all_hashes(text: str) -> list[str]:
    return list(line_hashes(text, range(1, text.count("\n") + text.count("\r") + 2)).values())


@pytest.mark.parametrize(("text", "hashes"), INLINE)
def test_line_hashes_are_those_of_code_scanning(text: str, hashes: list[str]) -> None:
    assert all_hashes(text) == hashes


def test_line_hashes_of_all_published_vectors() -> None:
    if not VECTORS.exists():
        pytest.skip(f"{VECTORS.name} is not here; name the folder that holds it with ARGCHECK_SHARED")
    for vector in json.loads(VECTORS.read_text("utf-8")):
        assert all_hashes(vector["text"]) == vector["hashes"]


def reference(text: str) -> list[str]:
    """Hash as the action does, unit by unit through a ring."""
    window, starts, counts, hashes = [0] * 100, [-1] * 100, {}, {}
    value, index, line, at_start, after_cr = 0, 0, 0, True, False
    first = 37**100
    data = text.encode("utf-16-be", "surrogatepass")
    units = [data[i] << 8 | data[i + 1] for i in range(0, len(data), 2)] + [65535]

    def output() -> None:
        shown = f"{value:x}"
        counts[shown] = counts.get(shown, 0) + 1
        hashes[starts[index]] = f"{shown}:{counts[shown]}"
        starts[index] = -1

    def update(unit: int) -> None:
        nonlocal value, index
        value = (value * 37 + unit - first * window[index]) % 2**64
        window[index] = unit
        index = (index + 1) % 100

    for unit in units:
        if unit in (32, 9) or (after_cr and unit == 10):
            after_cr = False
            continue
        after_cr = unit == 13
        unit = 10 if after_cr else unit  # noqa: PLW2901
        if starts[index] != -1:
            output()
        if at_start:
            line += 1
            starts[index] = line
        at_start = unit == 10
        update(unit)
    for _ in range(100):
        if starts[index] != -1:
            output()
        update(0)
    return [hashes[number] for number in sorted(hashes)]


@given(
    st.lists(
        st.sampled_from(["a", "é", "𝒳", " ", "\t", "\n", "\r\n", "line of words\n", "z" * 120]), max_size=30
    )
)
def test_line_hashes_equal_those_of_a_rolling_window(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert all_hashes(text) == reference(text)
