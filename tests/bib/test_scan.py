"""The index of a `.bib`: what is found, where, and what is said of what cannot be read."""

from __future__ import annotations

import logging
import marshal
import os
import time
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from thinned import one_in

from argcheck.bib.index import COMMENTED, BibIndex
from argcheck.bib.read import broken, entries
from argcheck.bib.scan import scan_bib
from argcheck.files.source import SourceFile, decode

SHARED = Path(os.environ.get("ARGCHECK_SHARED") or Path(__file__).parents[3] / "shared")


def keys(text):
    return [entry[0] for entry in scan_bib(text).entries]


def fields(text, place=0):
    flat = scan_bib(text).entries[place][7]
    return [(flat[i], text[flat[i + 2] : flat[i + 3]]) for i in range(0, len(flat), 4)]


def problems(text):
    return [record[2] for record in scan_bib(text).broken]


def test_entry_with_offsets():
    text = "junk\n@Article{ Key+1 ,\n  Author = {A {B}},\n  year=2001\n}\n"
    index = scan_bib(text)
    ((key, kind, start, end, key_start, key_end, flags, _),) = index.entries
    assert (key, kind, flags) == ("Key+1", "article", 0)
    assert text[start:end] == text[5:].rstrip()
    assert text[key_start:key_end] == "Key+1"
    assert fields(text) == [("author", "{A {B}}"), ("year", "2001")]
    assert not index.broken


@pytest.mark.parametrize(
    "text",
    [
        "@misc(k, title = {a)b})",
        '@misc(k, title = "a)b")',
        "@misc{k}",
        "@misc{k,}",
        "@misc{k , }",
        "@misc\n{k, title = {x}}",
        "@misc{k, title={x},}",
        "@misc{ k\n,title={x}}",
        '@misc{k, title="a {"} b"}',
        '@misc{k, title="{a" "b}" # foo # {x} # 12}',
        "@misc{k, title={a {b {c {d {e {f {g {h}}}}}}} i}}",
        "@misc{k, title={\\{a\\}}}",
        "@misc{k, title={mail@x{y}}}",
        '@misc{k, title={}, year=""}',
        "@misc{k, note = {100 % sure}}",
        "@misc{k, a={1}, a={2}}",
    ],
)
def test_well_formed(text):
    index = scan_bib(text)
    assert [entry[0] for entry in index.entries] == ["k"]
    assert index.entries[0][3] == len(text)
    assert not index.broken


@pytest.mark.parametrize(
    "key", ["ü", "a:b", "a+b", "o'neil", "a/b", "x_y", "10.1016/S0140-6736(97)11096-0", "#1", "a%b", "a.b"]
)
def test_odd_keys(key):
    assert keys(f"@misc{{{key}, title={{x}}}}") == [key]
    assert not problems(f"@misc{{{key}, title={{x}}}}")


def test_several_on_one_line():
    assert keys("@misc{a, t={x}} @misc{b, t={y}}@misc(c,t=1), @misc{d}") == ["a", "b", "c", "d"]


def test_text_between_entries_is_no_entry():
    assert keys("write to me@example{now} or @me (soon)\n@misc{a, t={x}}") == ["a"]
    assert not problems("write to me@example{now} or @me (soon)\n@misc{a, t={x}}")


def test_at_sign_in_value_mid_line():
    text = "@misc{a, t={see @misc{b, c} there}}\n@misc{c, t={x}}"
    assert keys(text) == ["a", "c"]


def test_at_sign_at_a_line_start_in_a_value():
    text = "@misc{a, t={x},\n note={see\n@nature (2001), and\n  @them{there} or @x{}\n}}\n@misc{c, t={x}}"
    assert keys(text) == ["a", "c"]
    assert not problems(text)


def test_strings_preambles_comments():
    text = '@STRING{Foo = "bar" # baz}\n@string(x = {y})\n@preamble{"\\x{}"}\n@comment{jabref @misc{no, t={x}}}\n@misc{a}'
    index = scan_bib(text)
    assert [(name, text[a:b]) for name, _, a, b in index.strings] == [("foo", '"bar" # baz'), ("x", "{y}")]
    assert len(index.preambles) == len(index.comments) == 1
    assert keys(text) == ["a"]
    assert not index.broken


@pytest.mark.parametrize(
    ("text", "message", "at"),
    [
        ("@misc{a, t={x} u={y}}", "a comma is missing after 't', before 'u', in entry 'a'", "}"),
        ("@misc{a t={x}}", "a comma is missing after the key 'a'", "a"),
        ("@misc{a, t={x}, u {y}}", "'=' is missing after 'u' in entry 'a'", "u"),
        ("@misc{a, t={x}, u}", "'=' is missing after 'u' in entry 'a'", "u"),
        ("@misc{a, t={x},, u={y}}", "a field is missing between two commas in entry 'a'", ","),
        ("@misc{a, t=, u={y}}", "'t' has no value in entry 'a'", "="),
        ("@misc{t={x}}", "this @misc entry has no key: '@misc{KEY, ...'", "@misc{t"),
        ("@misc{, t={x}}", "this @misc entry has no key: '@misc{KEY, ...'", "@misc{"),
        ("@misc{a b, t={x}}", "the key 'a b' has a blank in it: no citation can reach it", "a b"),
        (
            "@misc{a, t={x},\n\n@misc{c,t={x}}",
            "the entry 'a' is not closed: '}' is missing before the next entry",
            "@misc{a",
        ),
        ("@misc{a, t={x}", "the entry 'a' is not closed: '}' is missing at the end of the file", "@misc{a"),
        ("@misc{a, t={x\n", "the value of 't' in entry 'a' is not closed", "{"),
        (
            "@misc{a,\n t={x,\n u={y}\n}\n",
            "'}' is missing after the value of 't', before 'u', in entry 'a'",
            "x",
        ),
        (
            '@misc{a,\n t="x,\n u="y"\n}\n',
            "'\"' is missing after the value of 't', before 'u', in entry 'a'",
            "x",
        ),
        ('@misc{a,\n t="x {y} z}",\n u={y}\n}\n', "one '}' too many in the value of 't' of entry 'a'", "}"),
        ("@misc{a,\n t={x}},\n u={y}\n}\n", "the entry 'a' ends here, before 'u': one '}' too many", "}"),
        ('@misc{a, t="x "y" z"}', "a '\"' ends the value of 't' in entry 'a' early", "y"),
        ("@misc{a, t=two words}", "the value of 't' in entry 'a' needs braces or quotes", "w"),
        ("@misc{a, pages=12, 13}", "'13' is no field of entry 'a': a value with a comma needs braces", "13"),
        ("@misc{a, t={x},\n%u={y},\n}", "'%' starts no comment inside an entry", "%u={y},"),
        ("@string{foo}", "'@string' needs a name, '=' and a value", "@string{"),
        ("@string{foo = {x}", "'@string' is not closed", "@string{"),
        ("@{a, t={x}}", "the type of entry 'a' is missing after '@'", "@{"),
    ],
)
def test_broken_piece_is_named_once(text, message, at):
    after = "\n@misc{next, t={x}}\n" if "next entry" not in message else ""
    text += after
    message = message.replace("at the end of the file", "before the next entry")
    ((start, end, found, _, _),) = scan_bib(text).broken
    assert found.startswith(message)
    assert text[start:end] == at
    if after:
        assert keys(text)[-1] == "next"


def test_damaged_entry_keeps_its_fields():
    assert fields("@misc{a,\n t={x,\n u={y},\n v={z}\n}\n") == [("t", "{x"), ("u", "{y}"), ("v", "{z}")]
    assert fields("@misc{a, t={x} u={y}}") == [("t", "{x}"), ("u", "{y}")]
    assert not entries("a.bib", scan_bib("@misc{a, t={x} u={y}}"), "@misc{a, t={x} u={y}}")[0].whole


def test_comment_in_entry_matters_to_bibtex_only():
    text = "@misc{a,\n% t={x},\nu={y}}"
    assert len(broken("a.bib", scan_bib(text))) == 1
    assert not broken("a.bib", scan_bib(text), backend="biber")
    assert fields(text) == [("u", "{y}")]
    assert [entry.whole for entry in entries("a.bib", scan_bib(text), text)] == [True]


def test_entry_commented_out():
    text = "%@misc{a,\n%  t={x},\n%  u={y},\n%}\n% @misc{b, t={x}}\n@misc{c}\n"
    index = scan_bib(text)
    assert [(entry[0], bool(entry[6] & COMMENTED)) for entry in index.entries] == [
        ("a", True),
        ("b", True),
        ("c", False),
    ]
    assert [entry.key for entry in entries("a.bib", index, text)] == ["c"]
    assert not index.broken


def test_head_alone_commented_out_is_alive():
    text = "% @misc{a,\n  t={x}\n}\n"
    assert [entry.key for entry in entries("a.bib", scan_bib(text), text)] == ["a"]


def test_directives_between_entries():
    text = (
        "% argcheck: ignore[CIT002] why\n@misc{a, t={% argcheck: no}}\n@comment{argcheck: ignore[x]}\n"
        "@misc{b,\n% argcheck: no\n}\n%%argcheck:end"
    )
    found = scan_bib(text).directives
    assert [record[0] for record in found] == ["ignore[CIT002] why", "ignore[x]", "end"]
    assert [text[a:b] for _, a, b in found] == [
        "% argcheck: ignore[CIT002] why",
        "@comment{argcheck: ignore[x]}",
        "%%argcheck:end",
    ]


def test_marshal_round_trip():
    index = scan_bib("@string{a=1}\n@misc{k, t={x}, t={y}}\n@misc{l, t")
    assert BibIndex.wrap(marshal.loads(marshal.dumps(index.unwrap()))) == index


PIECES = [
    "@misc{",
    "@misc(",
    "@string{",
    "@comment{",
    "@preamble{",
    "key,",
    "title",
    "=",
    "{",
    "}",
    '"',
    ",",
    "#",
    "%",
    "(",
    ")",
]
PIECES += [
    "\n",
    " ",
    "\\",
    "\\{",
    "@",
    "x",
    "é",
    "12",
    "{a}",
    '"b"',
    "t={x},",
    "\n@misc{k,",
    "argcheck:",
    "\x00",
    "\t",
]
GARBAGE = st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join))


@pytest.mark.slow
@given(GARBAGE)
@example("@a{b,c={")
@example('@a{b,c="{')
@example("@string{@string{")
def test_never_raises_and_slices_are_inside(text):
    index = scan_bib(text)
    marshal.dumps(index.unwrap())
    end_before = 0
    for _key, _, start, end, key_start, key_end, _, flat in index.entries:
        assert end_before <= start < key_start <= key_end <= end <= len(text)
        end_before = end
        place = key_end
        for i in range(0, len(flat), 4):
            _, name, value, value_end = flat[i : i + 4]
            assert place <= name < value <= value_end <= end
            place = value_end
    for start, end, *_ in index.broken:
        assert 0 <= start <= end <= len(text)


@given(GARBAGE)
def test_well_formed_entry_after_garbage_is_found(text):
    after = "@book{wanted, title = {A title}, year = 2001}"
    index = scan_bib(f"{text}\n{after}\n")
    assert index.entries[-1][0] == "wanted"
    assert len(index.entries[-1][7]) == 8


UNITS = [
    "@a{b,c={", "@a{b,\n c={x,\n d={y,\n", "{", '"', "@", "@a{", "@a(", "@a{k,", "@a{k,x=1 ", "@a{k\n", "@a{k,%", "%@a{k,\n", "%@a{",
    "@string{a=", "@string{", "@comment{", "\n@comment{", '@a{b,c="{', "@a{k,x={{{{{{", "@a   ", "@a{k,c=d#", "% argcheck: ", "%", "a ",
    "\n%", '@a{k,\n"', "@a{k,\nx={},", "\n \t@", "@a{k}", "@a(k,x={)", "@a{k,,", "@a{k,x={a}},y={b}},", "@a{k x ", "\n\t", "@a(k x ) ",
]  # fmt: skip


@pytest.mark.parametrize("unit", one_in(3, UNITS))
def test_no_text_hangs(unit):
    def seconds(size):
        text = unit * (size // len(unit)) + "\n% argcheck: x"
        began = time.process_time()
        scan_bib(text)
        return time.process_time() - began

    assert min(seconds(100_000) for _ in range(2)) < 10  # milliseconds; what is quadratic takes minutes


def _bib_files():
    return sorted((SHARED / "corpora").rglob("*.bib")) if (SHARED / "corpora").is_dir() else []


def test_same_keys_and_lines_as_bibtexparser():
    files = _bib_files()
    if not files:
        pytest.skip("the shared corpora are not beside the repository")
    from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry
    from bibtexparser.splitter import Splitter

    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)
    for path in files:
        text, _, _ = decode(path.read_bytes())
        source = SourceFile(path.name, text, "")
        index = scan_bib(text)
        mine = {(entry[0], source.position(entry[2])[0] - 1) for entry in index.entries}
        theirs = set()
        for block in Splitter(text).split().blocks:
            inner = (
                block.ignore_error_block
                if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock)
                else block
            )
            if isinstance(inner, Entry):
                theirs.add((inner.key, inner.start_line))
        assert theirs <= mine, path
        assert not index.broken, path
