"""Fixes change what they say, and no other byte."""

from __future__ import annotations

import os
import stat
import subprocess
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thinned import one_in

from argcheck.errors import UsageError
from argcheck.files.diagnostic import Diagnostic, Edit, Fix, Severity, Span
from argcheck.files.source import SourceFile, decode
from argcheck.lint.fixes import apply_fixes, chosen_fixes, patch, printable
from argcheck.lint.report import Report


def read(path: Path, name: str) -> SourceFile:
    text, encoding, bad = decode(path.read_bytes())
    return SourceFile(name, text, "", encoding, bad)


def finding(*edits: tuple[str, int, int, str], safe: bool = True) -> Diagnostic:
    fix = Fix("mend", tuple(Edit(Span(path, start, end), new) for path, start, end, new in edits), safe)
    return Diagnostic("CIT004", "repeated-key", Severity.WARNING, fix.edits[0].span, "twice", fix=fix)


def report(root: Path, *found: Diagnostic) -> Report:
    names = {edit.span.path for d in found if d.fix for edit in d.fix.edits}
    sources = {name: read(root / name, name) for name in sorted(names) if (root / name).is_file()}
    ordered = tuple(sorted(found, key=lambda d: d.sort_key))
    return Report(root, root, (), ordered, sources, {}, Severity.WARNING)


@pytest.mark.parametrize(
    ("before", "start", "end", "new", "after"),
    [
        (b"\\cite{a,a}\r\nx\ny\rz", 7, 9, "", b"\\cite{a}\r\nx\ny\rz"),
        ("\ufeffé 𝒳 e\u0301\r\n\tkey\n".encode(), 8, 11, "ключ", "\ufeffé 𝒳 e\u0301\r\n\tключ\n".encode()),
        (b"caf\xe9 key\r\n", 5, 8, "cl\xe9", b"caf\xe9 cl\xe9\r\n"),
        ("é caf".encode() + b"\xe9 key \xe2\x82x", 7, 10, "K", "é caf".encode() + b"\xe9 K \xe2\x82x"),
        ("é 𝒳\r\nkey".encode("utf-16"), 4, 7, "K\nL", "é 𝒳\r\nK\r\nL".encode("utf-16")),
        ("é 𝒳\nkey".encode("utf-16-be"), 4, 7, "K", "é 𝒳\nK".encode("utf-16-be")),
        ("これら\n key".encode("cp932"), 5, 8, "表", "これら\n 表".encode("cp932")),
        (b"a\r\nb\nc", 2, 3, "x\ny", b"a\r\nx\ny\nc"),
        (b"a\r\nb\r\nc\n", 2, 3, "x\ny", b"a\r\nx\r\ny\r\nc\n"),
        (b"a\rb", 2, 3, "x\r\ny", b"a\rx\ry"),
        (b"a", 1, 1, "\nb", b"a\nb"),
        (b"", 0, 0, "x", b"x"),
    ],
)
def test_bytes_outside_of_the_edit_stay(
    tmp_path: Path, before: bytes, start: int, end: int, *, new: str, after: bytes
) -> None:
    mark = b"\xfe\xff" if before[1:2] == "é".encode("utf-16-be")[1:2] and before[:1] == b"\0" else b""
    file = tmp_path / "a.tex"
    file.write_bytes(mark + before)
    written = apply_fixes(report(tmp_path, finding(("a.tex", start, end, new))), tmp_path)
    assert file.read_bytes() == mark + after
    assert written == {"a.tex": decode(mark + after)[0]}


PIECES = st.sampled_from(
    [
        b"\r\n",
        b"\n",
        b"\r",
        b"a",
        b" ",
        b"\\cite{k}",
        "é".encode(),
        "𝒳".encode(),
        "e\u0301".encode(),
        b"\xe9",
        b"\xe2\x82",
        b"\xff",
    ]
)


@given(data=st.data(), pieces=st.lists(PIECES, max_size=25), mark=st.booleans())
@pytest.mark.slow
def test_any_edits_of_any_bytes(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory, pieces: list[bytes], mark: bool
) -> None:
    root = tmp_path_factory.mktemp("p")
    original = b"\xef\xbb\xbf" * mark + b"".join(pieces)
    (root / "a.tex").write_bytes(original)
    text = decode(original)[0]
    offsets = st.integers(0, len(text))
    ranges = data.draw(st.lists(st.tuples(offsets, offsets).map(sorted), max_size=5, unique_by=tuple))
    given_report = report(root, *(finding(("a.tex", start, end, "<\n>")) for start, end in ranges))
    expected = text
    for found in reversed(chosen_fixes(given_report)):
        expected = expected[: found.span.start] + "<\n>" + expected[found.span.end :]
    written = apply_fixes(given_report, root)
    now = (root / "a.tex").read_bytes()
    if written:
        assert written == {"a.tex": expected} == {"a.tex": decode(now)[0]}
    else:
        assert now == original
    marks = now.replace(b"<\r\n>", b"").replace(b"<\r>", b"").replace(b"<\n>", b"")
    assert is_subsequence(marks, original)


def is_subsequence(part: bytes, whole: bytes) -> bool:
    rest = iter(whole)
    return all(byte in rest for byte in part)


def test_of_two_that_overlap_the_first_wins_whole(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("abcdef")
    (tmp_path / "b.tex").write_text("xyz")
    first = finding(("a.tex", 0, 2, "1"))
    second = finding(("a.tex", 1, 3, "2"), ("b.tex", 0, 1, "2"))
    third = finding(("a.tex", 2, 4, "3"))
    given_report = report(tmp_path, first, second, third)
    assert chosen_fixes(given_report) == (first, third)
    assert apply_fixes(given_report, tmp_path) == {"a.tex": "13ef"}
    assert (tmp_path / "b.tex").read_text() == "xyz"


def test_two_insertions_at_one_place_clash_and_the_same_edit_twice_does_not(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("ab")
    one, other = finding(("a.tex", 1, 1, "1")), finding(("a.tex", 1, 1, "2"))
    assert apply_fixes(report(tmp_path, one, other, one), tmp_path) == {"a.tex": "a1b"}


def test_unsafe_ones_only_when_asked(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("ab")
    given_report = report(tmp_path, finding(("a.tex", 0, 1, "X"), safe=False))
    assert apply_fixes(given_report, tmp_path) == {}
    assert apply_fixes(given_report, tmp_path, unsafe=True) == {"a.tex": "Xb"}


def test_applying_again_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "a.tex"
    file.write_text("aab")
    given_report = report(tmp_path, finding(("a.tex", 0, 1, "")))
    assert apply_fixes(given_report, tmp_path) == {"a.tex": "ab"}
    assert apply_fixes(given_report, tmp_path) == {}
    assert file.read_text() == "ab"
    assert apply_fixes(report(tmp_path, finding(("a.tex", 0, 1, "a"))), tmp_path) == {}


def test_what_the_encoding_does_not_have_is_left_with_the_rest_of_its_fix(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_bytes(b"caf\xe9 x")
    (tmp_path / "b.tex").write_text("abc")
    both = finding(("b.tex", 0, 1, "B"), ("a.tex", 5, 6, "ключ"))
    given_report = report(tmp_path, both, finding(("b.tex", 2, 3, "C")))
    assert apply_fixes(given_report, tmp_path) == {"b.tex": "abC"}


def test_nothing_outside_the_project(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    outside = tmp_path / "outside.bib"
    outside.write_text("abc")
    assert apply_fixes(report(root, finding(("../outside.bib", 0, 1, "X"))), root) == {}
    (root / "link.bib").symlink_to(outside)
    with pytest.raises(UsageError, match=r"link\.bib: leads outside the project"):
        apply_fixes(report(root, finding(("link.bib", 0, 1, "X"))), root)
    assert outside.read_text() == "abc"


def test_permissions_stay_and_nothing_is_left_behind(tmp_path: Path) -> None:
    file = tmp_path / "a.tex"
    file.write_text("ab")
    file.chmod(0o640)
    (tmp_path / "link.tex").symlink_to(file)
    apply_fixes(report(tmp_path, finding(("link.tex", 0, 1, "X"))), tmp_path)
    assert (tmp_path / "link.tex").is_symlink()
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("Xb", 0o640)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.tex", "link.tex"]


def test_a_file_that_cannot_be_replaced_stays_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.tex"
    file.write_text("ab")

    def full(*_args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UsageError, match=r"a\.tex: cannot be written: No space left on device"):
        apply_fixes(report(tmp_path, finding(("a.tex", 0, 1, "X"))), tmp_path)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["ab"]


def test_diff_shows_what_would_change_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    file = tmp_path / "sub" / "a.tex"
    file.parent.mkdir()
    file.write_bytes(b"::error::x\r\n\tkey\x1b\r\nlast")
    given_report = report(
        tmp_path, finding(("sub/a.tex", 12, 15, "Key")), finding(("sub/a.tex", 17, 21, "end"))
    )
    expected = (
        "--- a/a.tex\n+++ b/a.tex\n@@ -1,3 +1,3 @@\n ::error::x\n-\tkey␛\n-last\n\\ No newline at end of file\n"
        "+\tKey␛\n+end\n\\ No newline at end of file\n"
    )
    made = patch(given_report, tmp_path, cwd=file.parent)
    assert printable(made.data) == expected
    assert made.data == expected.replace("␛\n", "\x1b\r\n").replace("error::x\n", "error::x\r\n").encode()
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert printable(made.data) == expected.replace("::error", ": :error")
    assert file.read_bytes() == b"::error::x\r\n\tkey\x1b\r\nlast"


NAMES = ["a.tex", "kapitel eins/ä.tex", 'a"b\\c.tex']
ENCODED = {
    "utf-8": "first ß\nkey\nlast\n".encode(),
    "latin-1": b"first \xdf\nkey\nlast\n",
    "mixed": b"first \xdf \xc3\x9f\nkey\nlast\n",
    "crlf": b"first\r\nkey\r\nlast\r\n",
    "no line end": b"first\nkey",
    "mark": b"\xef\xbb\xbffirst\nkey\n",
    "old mac": b"first\rkey\rlast\r",
    "utf-16": "first ß\nkey\nlast\n".encode("utf-16"),
}


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be there")
@pytest.mark.parametrize(
    ("encoding", "name", "cwd"),
    one_in(7, product(ENCODED, NAMES, ["", "sub", "elsewhere"]), rest=pytest.mark.slow),
)
def test_git_applies_the_diff(encoding: str, name: str, cwd: str, tmp_path: Path) -> None:
    file = tmp_path / "sub" / name
    file.parent.mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    file.write_bytes(ENCODED[encoding])
    path = f"sub/{name}"
    at = decode(ENCODED[encoding])[0].index("key")
    given_report = report(tmp_path, finding((path, at, at + 3, "Key")))
    made = patch(given_report, tmp_path, cwd=tmp_path / cwd)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    done = subprocess.run(
        ["git", "apply", "--whitespace=nowarn", "-"],  # git 2.55 warns of the ends of lines of an old Mac
        cwd=made.base,
        input=made.data,
        check=False,
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    applied = file.read_bytes()
    file.write_bytes(ENCODED[encoding])
    apply_fixes(given_report, tmp_path)
    assert applied == file.read_bytes() != ENCODED[encoding]
