r"""Whether a citation gives the names of the authors to its sentence, as a rule sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from seen_by_a_rule import context

if TYPE_CHECKING:
    from pathlib import Path


def naming(folder: Path, before: str, text: str) -> list[str]:
    """The keys of the citations that name the authors."""
    main = f"\\documentclass{{article}}\n{before}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"
    m = context(folder, main=main).manuscript
    return [citation.key for citation in m.citations if m.names_authors(citation)]


def test_by_the_command(tmp_path: Path) -> None:
    text = r"""
\citet{a} \Citet*{b} \textcite{c} \Textcites{d}{e} \citeauthor{f} \citeasnoun{g} \citealt{h} \citeA{i} \citeN{j}
\citeonline{k} \citeposs{l} \fullcite{m} \citefullauthor{n}
\citep{A} \parencite{B} \autocite{C} \footcite{D} \supercite{E} \citeyear{F} \citetitle{G} \citenum{H} \citen{I}
\nocite{J} \citeyearpar{K} \footfullcite{L} \citetalias{M} \cite{N}"""
    assert "".join(naming(tmp_path, "", text)) == "abcdefghijklmn"


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        (r"\usepackage{natbib}", True),
        ("\\usepackage{natbib}\n% \\setcitestyle{numbers}", True),
        (r"\usepackage[round,sort&compress]{natbib}\bibliographystyle{plainnat}", True),
        (r"\usepackage[numbers,square]{natbib}", False),
        (r"\usepackage[numbers,authoryear]{natbib}", True),
        (r"\usepackage[super]{natbib}", False),
        (r"\usepackage{natbib}\bibliographystyle{plain}", False),
        (r"\usepackage{natbib}\setcitestyle{square, numbers}", False),
        (r"\usepackage[numbers]{natbib}\setcitestyle{authoryear}", True),
        (r"\usepackage{natbib}\bibpunct{[}{]}{,}{n}{}{;}", False),
        (r"\usepackage[numbers]{natbib}\bibpunct[, ]{(}{)}{,}{a}{}{;}", True),
        (r"\usepackage[style=authoryear-comp]{biblatex}", True),
        (r"\usepackage[style=numeric,citestyle=apa]{biblatex}", True),
        (r"\usepackage[style=apa,citestyle=numeric]{biblatex}", False),
        (r"\usepackage{biblatex}", False),
        (r"\usepackage{apacite}", False),
        (r"\usepackage{apacite,natbib}", None),
        (r"\usepackage[natbibapa]{apacite}", True),
        (r"\PassOptionsToPackage{sort, numbers}{natbib}\usepackage{natbib}", False),
        (r"\PassOptionsToPackage{numbers}{hyperref}\usepackage{natbib}", True),
        ("\\usepackage{natbib}\n\\iffalse\\setcitestyle{numbers}\\bibliographystyle{plain}\\fi", True),
    ],
)
def test_cite_by_the_style(tmp_path: Path, before: str, wanted: bool | None) -> None:
    main = f"\\documentclass{{article}}\n{before}\n\\begin{{document}}\n\\cite{{a}}\n\\end{{document}}\n"
    m = context(tmp_path, main=main).manuscript
    assert m.names_authors(m.citations[0]) is wanted


def test_natbib_puts_the_names_into_parentheses_where_a_note_is(tmp_path: Path) -> None:
    text = r"\cite{a} \cite[p. 3]{b} \citet[p. 3]{c}"
    assert naming(tmp_path, r"\usepackage{natbib}", text) == ["a", "c"]
    (tmp_path / "main.tex").unlink()
    assert naming(tmp_path, r"\usepackage[style=authoryear]{biblatex}", text) == ["a", "b", "c"]


def test_macros_of_the_document(tmp_path: Path) -> None:
    before = r"""\usepackage{natbib}
\newcommand{\whom}[1]{\citet{#1}} \let\work\whom
\let\oldcite\cite \renewcommand{\cite}[1]{\oldcite{#1}}
\newcommand{\mark}[1]{\citep{#1}} \let\citet\citep"""
    assert naming(tmp_path, before, r"\whom{a} \work{b} \cite{c} \mark{d} \citet{e}") == ["c"]
    (tmp_path / "main.tex").unlink()
    assert naming(tmp_path, before.rpartition(r"\let")[0], r"\whom{a} \work{b} \mark{d} \citet{e}") == [
        "a",
        "b",
        "e",
    ]


def test_parentheses_of_a_macro_are_parentheses(tmp_path: Path) -> None:
    before = r"""\newcommand{\see}[1]{(see \citet{#1})} \newcommand{\apart}[1]{\citeauthor{#1} (\citeyear{#1})}
\newcommand{\both}[1]{[x] \citet{#1}}"""
    assert naming(tmp_path, before, r"\see{a} \apart{b} \both{c}") == ["b", "c"]


@pytest.mark.parametrize(
    ("own", "wanted"),
    [
        (r"\RequirePackage[sort]{natbib}", [True, True]),
        (
            r"\DeclareOption{vancouver}{\PassOptionsToPackage{numbers,sort}{natbib}} \RequirePackage{natbib}",
            [None, True],
        ),
        (
            r"\DeclareOption{marks}{\PassOptionsToPackage{numbers}{natbib}} \RequirePackage{natbib}",
            [None, True],
        ),
        (r"\RequirePackage{natbib} \bibpunct{(}{)}{;}{a}{}{,}", [None, True]),
        (r"\def\cite{\def\citename##1{##1, }\@internalcite}", [False, True]),
    ],
)
def test_a_class_may_choose(tmp_path: Path, own: str, wanted: list[bool | None]) -> None:
    (tmp_path / "own.cls").write_text(f"\\LoadClass{{article}}\n{own}\n", "utf-8")
    main = "\\documentclass{own}\n\\begin{document}\n\\cite{a} \\citet{b}\n\\end{document}\n"
    m = context(tmp_path, main=main).manuscript
    assert [m.names_authors(citation) for citation in m.citations] == wanted


def test_of_a_class_that_is_not_there_nothing_is_known(tmp_path: Path) -> None:
    main = "\\documentclass{elsewhere}\n\\begin{document}\n\\cite{a} \\citep{b}\n\\end{document}\n"
    m = context(tmp_path, main=main).manuscript
    assert [m.names_authors(citation) for citation in m.citations] == [None, False]


@pytest.mark.parametrize(
    ("begun", "wanted"),
    [
        (r"[12pt,numbers]{article}\usepackage{natbib}", False),
        (r"[numbers]{article}", False),
        (r"{elsarticle}", None),
        (r"{mnras}\usepackage{natbib}", None),
        (r"{mnras}\usepackage[style=authoryear]{biblatex}", True),
        (r"{IEEEtran}", False),
    ],
)
def test_by_the_class(tmp_path: Path, begun: str, wanted: bool | None) -> None:
    main = f"\\documentclass{begun}\n\\begin{{document}}\n\\cite{{a}}\n\\end{{document}}\n"
    m = context(tmp_path, main=main).manuscript
    assert m.names_authors(m.citations[0]) is wanted


def test_other_notations(tmp_path: Path) -> None:
    (tmp_path / "paper.md").write_text(
        "---\ntitle: On it\nbibliography: refs.bib\n---\n\nAs @a says [@b; -@c].\n", "utf-8"
    )
    m = context(tmp_path).manuscript
    assert [citation.key for citation in m.citations if m.names_authors(citation)] == ["a"]
