"""Values: macros, concatenation, inheritance, plain text."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from argcheck.bib.bibliography import Bibliography
from argcheck.bib.entry import resolve
from argcheck.bib.field_text import plain_text
from argcheck.bib.read import entries, strings
from argcheck.bib.scan import scan_bib


def load(text, backend="bibtex"):
    index = scan_bib(text)
    return Bibliography({}, entries("a.bib", index, text), backend=backend, strings=strings(index, text))


def value(text, name, key="k", backend="bibtex"):
    return load(text, backend).find(key).raw(name)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("{A {B} c}", "A {B} c"),
        ('"A {"} c"', 'A {"} c'),
        ("2001", "2001"),
        ("jan", "January"),
        ('10 # "~" # JAN', "10~January"),
        ("foo # { and } # foo", "Foo and Foo"),
        ("unknown", "unknown"),
        ("loop", "loop"),
        ("{}", ""),
        ("{a} {b}", "a} {b"),
        ("{unclosed", "unclosed"),
        ("{a # b}", "a # b"),
    ],
)
def test_resolution(raw, expected):
    text = "@string{foo = {Foo}}\n@string{loop = loop}\n@misc{k, note = " + raw + "}"
    if raw in {"{a} {b}", "{unclosed"}:
        assert resolve(raw, {}) == raw
    else:
        assert value(text, "note") == expected


def test_definitions_that_double_each_other_are_cut_short():
    definitions = {f"a{i}": f"a{i + 1} # a{i + 1}" for i in range(60)}
    assert len(resolve("a0", definitions | {"a60": "{xxxxxxxxxx}"})) < 100_000


def test_first_of_repeated_fields_holds():
    assert value("@misc{k, note={one}, note={two}}", "note") == "one"


@pytest.mark.parametrize(
    ("fields", "name", "expected"),
    [
        ("journaltitle={J}", "journal", "J"),
        ("journal={J}", "journaltitle", "J"),
        ("date={2001-05/2002}", "year", "2001"),
        ("year={2001}", "date", "2001"),
        ("location={L}", "address", "L"),
        ("institution={I}", "school", "I"),
        ("archiveprefix={arXiv}", "eprinttype", "arXiv"),
        ("date={soon}", "year", None),
        ("title={T}", "year", None),
    ],
)
def test_other_names_of_a_field(fields, name, expected):
    assert value(f"@misc{{k, {fields}}}", name) == expected


CROSSREF = "@inproceedings{k, title={Paper}, crossref={P}}\n@proceedings{P, title={Proc}, booktitle={Book}, year=2001}"


def test_crossref_as_bibtex_does_it():
    assert value(CROSSREF, "year") == "2001"
    assert value(CROSSREF, "booktitle") == "Book"
    assert value(CROSSREF.replace("booktitle={Book},", ""), "booktitle") is None
    assert value(CROSSREF.replace("title={Paper},", ""), "title") == "Proc"


def test_crossref_as_biber_does_it():
    text = CROSSREF.replace("booktitle={Book},", "")
    assert value(text, "booktitle", backend="biber") == "Proc"
    assert value(text.replace("title={Paper},", ""), "title", backend="biber") is None
    assert value(text, "year", backend="biber") == "2001"
    journal = "@article{k, crossref={P}}@periodical{P, title={J}}"
    assert value(journal, "journaltitle", backend="biber") == "J"
    assert value(journal, "journal", backend="biber") == "J"
    chapter = "@inbook{k, crossref={P}}@book{P, author={A}, title={B}, subtitle={S}}"
    assert value(chapter, "bookauthor", backend="biber") == "A"
    assert value(chapter, "booksubtitle", backend="biber") == "S"


def test_xdata_and_two_levels():
    text = "@misc{k, xdata={x,y}}@xdata{x, note={n}}@xdata{y, xdata={z}}@xdata{z, url={u}}"
    assert value(text, "note") == "n"
    assert value(text, "url") == "u"


def test_keys_and_ids_are_never_inherited():
    assert value("@misc{k, crossref={p}}@misc{p, ids={a,b}, keywords={w}}", "ids") is None


@pytest.mark.parametrize(
    "text", ["@misc{k, crossref={k}}", "@misc{k, crossref={l}}@misc{l, crossref={k}, xdata={k,l}}"]
)
@pytest.mark.parametrize("backend", ["bibtex", "biber"])
def test_cycles_are_harmless(text, backend):
    assert value(text, "year", backend=backend) is None


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("A  {B}\n c", "A B c"),
        (r"G{\"o}del's {\em Theorem}", "Gödel's Theorem"),
        (r"\'Etale \& na{\"\i}ve", "Étale & naïve"),
        (r"{\v{S}}\v s \H{o} \c{c} \AA ngstr\"om", "Šš ő ç Ångström"),
        (r"M\o ller \L{}ukasz Stra\ss e", "Møller Łukasz Straße"),
        ("a -- b --- c~d", "a – b — c d"),
        ("``q''", "“q”"),
        (r"100\% \$5 a\_b \{x\}", "100% $5 a_b {x}"),
        (
            r"\emph{Nature}, 349\penalty0 (6251):\penalty0 316--329\penalty -100.",
            "Nature, 349 (6251): 316–329.",
        ),
        (r"$\alpha$-decay of $x^2$", "α-decay of x^2"),
        (r"{$P_7$}-free graphs, {R}$^{n}$, $ 1*$", "P_7-free graphs, R^n, 1*"),
        (r"\href{http://x}{Y} \emph{z}", "Y z"),
        (r"z \raisebox{-0.5ex}\textasciitilde 7", "z 7"),
        ("St{'{e}}fan del R{'{\\i}}o N{\"o}the", "Stéfan del Río Nöthe"),
        ("Alzheimer{'s} {'}t Hooft", "Alzheimer's 't Hooft"),
        (r'P{\=a}\UTF{1E47}ini \symbol{"E9}, {\char233}t\char"E9 x \unichar{322}', "Pāṇini é, étéx ł"),
    ],
)
def test_plain_text(written, expected):
    assert plain_text(written) == expected


@given(st.text(alphabet="\\{}$~^_%&# \"'`aoci[]-\n", max_size=60))
def test_plain_text_never_raises(written):
    plain_text(written)


@pytest.mark.parametrize(
    "piece", ["\\cite[", "\\cite[{", "\\footnote[", "\\frac{$", "\\frac{\\begin{a}", "\\sqrt[\\frac{"]
)
@pytest.mark.parametrize("closing", ["", "}", "]"])
def test_brackets_that_nobody_closed_are_not_read_in_every_way(piece, closing):
    begun = time.process_time()
    plain_text(piece * 14 + closing * 14)
    assert time.process_time() - begun < 0.5


def test_import_is_light():
    modules = ["scan", "read", "entry", "field_text", "names", "identifiers", "duplicates"]
    code = ";".join(f"import argcheck.bib.{name}" for name in modules) + ";import sys;print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"bibtexparser", "pylatexenc", "rapidfuzz", "networkx", "click"} & set(loaded)


def test_decoding_prints_nothing() -> None:
    code = r"from argcheck.bib.field_text import plain_text; plain_text(r'\input and \frac{x}')"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert (ran.stdout, ran.stderr) == (b"", b"")
