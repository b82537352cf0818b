r"""Broken and odd input of every kind: argcheck never raises, ends, and its places are where it says.

Inputs are generated, by hypothesis and by ``benchmarks/fuzz.py``, which breaks pieces of documents and of settings.

``pytest tests/test_fuzz.py`` runs a few examples of each kind.  More of them::

    ARGCHECK_EXAMPLES=10000 pytest tests/test_fuzz.py     # what .ci/long runs once a week
    ARGCHECK_EXAMPLES=100000 pytest tests/test_fuzz.py    # before a release

What crashed once is a file in ``tests/crashes`` and is read again by every run.
"""

import os
import random
import shutil
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loaded_scripts import load

from argcheck import api
from argcheck.files.diagnostic import Span
from argcheck.lint.engine import analyse
from argcheck.lint.report import Report
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
CRASHES = HERE / "crashes"
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or HERE.parents[1] / "shared") / "corpora"
MANUSCRIPTS = HERE / "accuracy" / "manuscripts"
_, FUZZ_INPUTS, FUZZ = (
    load(HERE.parent / "benchmarks" / f"{name}.py") for name in ("fuzz_settings", "fuzz_inputs", "fuzz")
)
#: names of the rules that may speak of a file that was cut
OF_BROKEN_INPUT = {"TEX", "CIT", "REF", "SUP"}
#: and rules that rightly miss what was cut away: the passage of the body that states a number of the abstract
OF_MISSING_INPUT = {"NUM001"}
FAILED = "TEX099"  #: what argcheck says of a rule that raised

EXAMPLES = int(os.environ.get("ARGCHECK_EXAMPLES", "40"))
examples = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=EXAMPLES <= 200,  # CI runs forty
    suppress_health_check=list(HealthCheck),
)


def _split(text: str) -> list[str]:
    return text.split()


# -- pieces of LaTeX

NAMES = st.sampled_from(
    [
        "a",
        "b",
        "ab",
        "a b",
        "é",
        "a:b",
        "A",
        "",
        " a ",
        "#1",
        "\\k",
        "{a}",
        "a%\n",
        "a\nb",
        "*",
        "ü,b",
        "a,,b",
        "]",
    ]
)
WORDS = st.sampled_from(
    [
        "word",
        "Word.",
        " ",
        "\n",
        "\n\n",
        "e.g. ",
        "``x''",
        "--",
        "~",
        "3.5",
        "é",
        "\u2028",
        "漢",
        "\t",
        "&",
        "^",
        "_",
    ]
)
ODD = st.sampled_from(
    ["{", "}", "[", "]", "$", "$$", "%", "\\", "\\\\", "\\(", "\\]", "#", "\\begin{", "\\end{", "\\begin", "\\end{a}", "\\begin{a}", "\\fi",
     "\\else", "\\iffalse", "\\iftrue", "\\ifx", "\\if0", "\\newif\\ifa", "\\verb|", "\\verb", "|", "\\endinput", "\\cite", "\\cite[", "\\cite{",
     "\\cites(", "\\input ", "\\input{", "\\newcommand{\\k}", "\\def\\k#1", "\\let\\k", "\\end{document}", "\\begin{document}", "\\end{verbatim}",
     "\\label", "\\caption{", "\\footnote{", "% argcheck: ignore", "% argcheck: ignore[CIT001] why\n", "\\MakeShortVerb{\\|}", "\\documentclass",
     "\x00", "\ufeff", "\r", "<", "(", "\\item", "\\section", "\\csname", "\\expandafter", "\\ExplSyntaxOn", "^^M", "\\iff"]
)  # fmt: skip
COMMANDS = st.sampled_from(
    _split("cite citep citet* parencite cites volcite volcites nocite textcquote footcite ref eqref cref crefrange hyperref label "
    "caption footnote section chapter* emph k kk input include subfile bibliography addbibresource bibitem bib url verb "
    "lstinline title abstract usepackage includeonly foreignlanguage item")
)  # fmt: skip
ENVIRONMENTS = st.sampled_from(
    _split("figure table* theorem lemma proof equation align itemize verbatim lstlisting comment abstract thebibliography frame kenv "
    "quote tabular displaycquote refsection filecontents minted otherlanguage")
)  # fmt: skip
PATHS = st.sampled_from(
    [
        "main",
        "one",
        "two",
        "one.tex",
        "gone",
        "../main",
        "|ls",
        "/etc/passwd",
        "\\k",
        "refs",
        "refs.bib",
        "sub/one",
    ]
)


def _command(name: str, options: list[str], arguments: list[str], gap: str) -> str:
    return f"\\{name}{gap}" + "".join(f"[{o}]" for o in options) + "".join(f"{{{a}}}" for a in arguments)


def _wrap(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    text = st.lists(inner, max_size=4).map("".join)
    options = st.lists(text | NAMES, max_size=2)
    arguments = st.lists(NAMES | PATHS | text, max_size=3)
    gaps = st.sampled_from(["", "", "", " ", "\n", "%\n", "*", "<a>", "\n\n"])
    names = st.sampled_from(["k", "kk", "cite", "mycite"])
    return st.one_of(
        st.builds(_command, COMMANDS, options, arguments, gaps),
        st.builds(
            lambda e, o, t: f"\\begin{{{e}}}{o}\n{t}\n\\end{{{e}}}",
            ENVIRONMENTS,
            options.map(lambda o: f"[{''.join(o)}]"),
            text,
        ),
        st.builds(lambda t: f"{{{t}}}", text),
        st.builds(
            lambda a, b, c: f"\\if{c} {a}\\else {b}\\fi ",
            text,
            text,
            st.sampled_from(["x", "false", "true", "draft", "num0=1", "0"]),
        ),
        st.builds(lambda n, b: f"\\newcommand{{\\{n}}}[2][d]{{{b} \\cite[#1]{{#2}}}}", names, text),
        st.builds(lambda n, b: f"\\newcommand\\{n}{{{b}}}", names, text),
        st.builds(lambda n, b: f"\\def\\{n}#1{{\\input{{#1}}{b}}}", names, text),
        st.builds(
            lambda n, b: f"\\NewDocumentCommand{{\\{n}}}{{s O{{a}} m}}{{{b}\\cite{{#3}}}}", names, text
        ),
        st.builds(lambda n, m: f"\\let\\{n}\\{m} ", names, COMMANDS),
        st.builds(lambda b: f"\\newenvironment{{kenv}}[1]{{{b}\\label{{#1}}}}{{x}}", text),
        st.builds(lambda p: f"\\input{{{p}}}", PATHS),
        st.builds(lambda t: f"${t}$", text),
        st.builds(lambda t: f"% {t}\n", text),
    )


LATEX = st.lists(
    st.recursive(WORDS | ODD | st.builds(lambda k: f"\\cite{{{k}}}", NAMES), _wrap, max_leaves=12),
    max_size=12,
).map("".join)

# -- pieces of BibTeX

_VALUE = st.recursive(
    st.sampled_from(
        [
            "{a}",
            '"a"',
            "2000",
            "jan",
            "{A {B} é}",
            '"{"',
            "{",
            '"',
            "{a\n",
            '"a } b"',
            "a # b",
            "{\\'e}",
            "#",
            "{10.1/x}",
            "",
        ]
    ),
    lambda inner: st.one_of(st.builds("{{{}}}".format, inner), st.builds("{} # {}".format, inner, inner)),
    max_leaves=4,
)
_FIELD = st.builds("{} {} {}".format, st.sampled_from(["title", "author", "doi", "crossref", "ids", "xdata", "é", "", "a b", "year"]), st.sampled_from(["=", "", "=="]), _VALUE)  # fmt: skip
_ENTRY = st.builds(
    lambda t, o, k, f, c: f"@{t}{o}{k}{',' if f else ''}{', '.join(f)}{c}\n",
    st.sampled_from(
        ["article", "book", "string", "comment", "preamble", "xdata", "", "é", "Article", "misc"]
    ),
    st.sampled_from("{(") | st.sampled_from(["", " {", "\n{"]),
    st.sampled_from(["a", "b", "A", "é", "", "a b", "a=b", "a,b", "{", "a}"]),
    st.lists(_FIELD, max_size=4),
    st.sampled_from(["}", ")", "", ",}", "}}", "\n}"]),
)
BIBTEX = st.lists(_ENTRY | st.sampled_from(["%", "% argcheck: ignore[CIT001]\n", "@", "text ", "}\n", "{\n", '"\n', "@comment{argcheck: x}\n"]), max_size=8).map("".join)  # fmt: skip


def examine(files: Mapping[str, bytes]) -> None:
    """Check a repository of these files in every way, and look that each place is one."""
    folder = Path(tempfile.mkdtemp(prefix="argcheck-"))
    try:
        (folder / ".git").mkdir()
        for name, data in files.items():
            (folder / name).write_bytes(data)
        config = settings_for([folder], cwd=folder, isolated=True)
        report, _ = analyse([folder], config, cwd=folder)
        for found in report.diagnostics:
            assert found.code != FAILED, found.message
        for document in Workspace([folder], config, cwd=folder).read():
            m, b = document
            for path, source in {**m.files, **b.files}.items():
                assert source.path == path
            _spans_hold(document)
        api.citations(folder, isolated=True)
    except AssertionError:
        raise
    except Exception:
        _keep(files)
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _keep(files: Mapping[str, bytes]) -> None:
    """Put what crashed beside the others; the last one kept is what hypothesis shrank it to."""
    if len(files) == 1 or "main.tex" in files:
        (CRASHES / "new.tex").write_bytes(files.get("main.tex") or next(iter(files.values())))


def _spans_hold(document) -> None:
    m, b = document
    files = {**m.files, **b.files}
    spans = [
        one.span
        for kind in (m.citations, m.labels, m.references, m.environments, m.problems, m.missing, m.sections)
        for one in kind
    ]
    spans += [one.command_span for one in m.citations] + [one.text for one in (*m.captions, *m.footnotes)]
    spans += [piece.span for sentence in m.sentences for piece in [sentence]]
    spans += [entry.span for entry in b.entries] + [entry.key_span for entry in b.entries] + list(m.pieces)
    for span in spans:
        assert isinstance(span, Span)
        source = files[span.path]
        assert 0 <= span.start <= span.end <= len(source.text), span
        for offset in (span.start, span.end):
            line, column = source.position(offset)
            assert source.line_starts[line - 1] + column - 1 == offset
    for citation in m.citations:
        text = files[citation.span.path].text[citation.span.start : citation.span.end]
        if not set("\\%\n#{") & set(text):
            assert text.strip() == citation.key or citation.key.find(text.strip()) >= 0


@examples
@given(main=LATEX, one=LATEX, two=LATEX, bib=BIBTEX, shape=st.integers(0, 3))
def test_latex(main, one, two, bib, shape):
    preamble = [
        "",
        "\\newcommand{\\mycite}[2][]{\\cite[#1]{#2}}",
        "\\input{two}",
        "\\usepackage{biblatex}\\addbibresource{refs.bib}",
    ][shape]
    whole = f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\n{main}\n\\input{{one}}\\bibliography{{refs}}\n\\end{{document}}\n"
    files = {"main.tex": whole, "one.tex": one, "two.tex": two, "refs.bib": bib}
    examine({name: text.encode("utf-8", "replace") for name, text in files.items()})


@examples
@given(text=LATEX)
def test_latex_alone(text):
    examine({"main.tex": text.encode(), "main.bbl": text.encode()})


@examples
@given(data=st.binary(max_size=200))
def test_bytes(data):
    examine(
        {
            "main.tex": b"\\documentclass{article}\\begin{document}\\bibliography{refs}" + data,
            "refs.bib": data,
        }
    )


@examples
@given(text=BIBTEX)
def test_bibtex(text):
    examine(
        {
            "main.tex": b"\\documentclass{article}\\begin{document}\\nocite{*}\\cite{a}\\bibliography{refs}",
            "refs.bib": text.encode(),
        }
    )


@pytest.mark.parametrize("kind", FUZZ_INPUTS.KINDS)
def test_broken_pieces_of_documents_and_settings(kind, tmp_path):
    (tmp_path / ".git").mkdir()
    sources = FUZZ_INPUTS.texts([])
    for start in range(0, EXAMPLES, FUZZ.BATCH):
        some = list(FUZZ_INPUTS.inputs("", kind, range(start, start + FUZZ.BATCH), sources))
        assert FUZZ.searched(some, tmp_path, FUZZ.FORMATS[start % len(FUZZ.FORMATS)]) == {}


@pytest.mark.parametrize("path", sorted(CRASHES.iterdir()), ids=lambda path: path.name)
def test_what_crashed_once(path):
    data = path.read_bytes()
    if path.suffix == ".bib":
        examine(
            {
                "main.tex": b"\\documentclass{article}\\begin{document}\\nocite{*}\\bibliography{refs}",
                "refs.bib": data,
            }
        )
    else:
        examine({"main.tex": data})


# -- one thing, a third of a megabyte of it, or three times as much

ENDLESS = [
    "{", "}", "\\begin{a}", "\\end{a}", "\\cite{", "[", "%\n", "\\iffalse ", "\\newcommand{\\a}{", "\\verb|", "$", "\\\\",
    "@article{a,", "\\cite[{]", "\\cite{\\cite{}", "\\begin{a}[", "\\ifx\\else{", "\\begin{b}\\end{a}", "\\input{", "\\newcommand\\a[1]{\\cite{#1}}",
]  # fmt: skip


#: By what the long run has more, and the seconds: linear is a second, three at most; quadratic a minute, and in the long run many.
SIZES = pytest.mark.parametrize(("times", "seconds"), [(1, 8), pytest.param(3, 30, marks=pytest.mark.long)])


@SIZES
@pytest.mark.parametrize("piece", ENDLESS)
def test_much_of_one_thing_does_not_hang(piece, times, seconds, tmp_path):
    (tmp_path / ".git").mkdir()
    many = piece * (times * 333_333 // len(piece))
    main = "\\documentclass{article}\\begin{document}\\cite{a}\\bibliography{refs}\n"
    (tmp_path / "main.tex").write_text(main if piece[0] == "@" else main + many)
    (tmp_path / "refs.bib").write_text(many if piece[0] in "@{}%" else "")
    before = time.process_time()
    api.check(tmp_path, isolated=True)
    assert time.process_time() - before < seconds


# -- real files, cut


def _real_files() -> list[Path]:
    found = sorted(path for path in MANUSCRIPTS.rglob("*") if path.suffix in {".tex", ".bib"})
    for corpus in sorted(SHARED.iterdir()) if SHARED.is_dir() else ():
        own = sorted(path for path in corpus.rglob("*") if path.suffix in {".tex", ".bib"})
        found += sorted(own, key=lambda path: path.stat().st_size)[-max(3, EXAMPLES // 20) :]
    return found


@pytest.mark.parametrize("path", _real_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_real_file_cut_anywhere(path, tmp_path):
    data = path.read_bytes()[:40_000]
    cuts = random.Random(path.name).sample(range(len(data)), min(6, len(data)))
    (tmp_path / ".git").mkdir()
    whole = {one.code[:3] for one in _cut(tmp_path, path, data).diagnostics}
    for cut in cuts:
        report = _cut(tmp_path, path, data[:cut])
        found = {one.code for one in report.diagnostics if one.code[:3] not in OF_BROKEN_INPUT | whole}
        assert found <= OF_MISSING_INPUT
        assert not any(one.code == FAILED for one in report.diagnostics)


def _cut(folder: Path, path: Path, piece: bytes) -> Report:
    head = b"\\documentclass{article}\\begin{document}\n"
    if path.suffix == ".bib":
        (folder / "main.tex").write_bytes(head + b"x\\bibliography{refs}\\end{document}")
        (folder / "refs.bib").write_bytes(piece)
    else:
        (folder / "main.tex").write_bytes(head + piece)
    return api.check(folder, isolated=True)


# -- many of one thing that are no more of the same


WHOLE = "\\documentclass{article}\\begin{document}%s\\end{document}\n"
MANY = {
    "open options of a class": ("main.tex", lambda n: "\\documentclass[" * 20_000 * n + WHOLE % "x"),
    "blanks behind a class": ("main.tex", lambda n: "\\documentclass" + " " * 100_000 * n + WHOLE % "x"),
    "classes in one comment": (
        "main.tex",
        lambda n: "%" + "\\documentclass{a}" * 33_000 * n + "\n" + WHOLE % "x",
    ),
    "conditionals in each other": (
        "main.tex",
        lambda n: WHOLE % ("\\ifx \\label{b}" * 3_300 * n + "\\fi " * 3_300 * n),
    ),
    "labels behind groups that nothing opens": (
        "main.tex",
        lambda n: WHOLE % ("x}{\\label{b}}" * 13_000 * n),
    ),
    "labels behind printed braces": ("main.tex", lambda n: WHOLE % ("\\}{\\label{b}}" * 13_000 * n)),
    "children that are not there": (
        "main.Rnw",
        lambda n: WHOLE % "".join(f'\n<<c{k}, child="k{k}.Rnw">>=\nx\n@' for k in range(3_300 * n)),
    ),
}


@pytest.mark.slow
@SIZES
@pytest.mark.parametrize("many", MANY)
def test_many_of_a_thing_do_not_hang(many, times, seconds, tmp_path):
    (tmp_path / ".git").mkdir()
    name, text = MANY[many]
    (tmp_path / name).write_text(text(times))
    before = time.process_time()
    assert [document.root for document in api.check(tmp_path, isolated=True).documents] == [name]
    assert time.process_time() - before < seconds
