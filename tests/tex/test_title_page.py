r"""The title of a document and its authors, as ``\title``, ``\author`` and their kin name them in each notation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from reported import BIB

from argcheck.lint.registry import load_readers
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.api import Manuscript


def read(folder: Path, **files: str) -> Manuscript:
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, "utf-8")
    settings = settings_for([folder], cwd=folder, overrides={}, isolated=True)
    named = [folder / name for name in files if name.endswith(".xml")] or [folder]
    [document] = Workspace(named, settings, cwd=folder, readers=load_readers()).read()
    return document.manuscript


def latex(folder: Path, preamble: str, body: str = "Text.", **files: str) -> Manuscript:
    main = f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    return read(folder, main__tex=main, **files)


def names(m: Manuscript) -> list[str]:
    parts = ((name.given, name.particle, name.family, name.suffix) for name, _ in m.authors)
    return [" ".join(part for part in name if part) for name in parts]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (r"\author{Ann Lee}", ["Ann Lee"]),
        (r"\author{Ann Lee \and Bo von Roe}", ["Ann Lee", "Bo von Roe"]),
        (r"\author{Ann Lee}\author{Bo Roe}", ["Ann Lee", "Bo Roe"]),
        (r"\author[1]{Ann Lee}\author[1,2]{Bo Roe}\affil[1]{Lab of Speed}", ["Ann Lee", "Bo Roe"]),
        (r"\author{Ann Lee\thanks{A Grant, and Others} \\ University of Oslo \\ \texttt{a@b.no}}", ["Ann Lee"]),
        (r"\author{Ann Lee, Bo Roe and Cy Dow}", ["Ann Lee", "Bo Roe", "Cy Dow"]),
        ("\\author{Ann Lee$^{1,*}$, Bo Roe$^2$,\\\\ Cy Dow\\textsuperscript{3}\\\\[2pt] Town}", ["Ann Lee", "Bo Roe", "Cy Dow"]),
        (r"\author{Ann Lee \& Bo Roe}", ["Ann Lee", "Bo Roe"]),
        (r"\author{\large Ann Lee \qquad {\bf Bo Roe}}", ["Ann Lee", "Bo Roe"]),
        (r"\author{\Large{Ann Lee}\\ Town}", ["Ann Lee"]),
        (r"\author{Lee, Ann}", ["Ann Lee"]),
        (r"\author{Lee, A}", ["A Lee"]),
        (r"\author{Jo\~{a}o Font\~ao~J\'unior}", ["João Fontão Júnior"]),
        (r"\author{Ann Lee (a@b.no), Bo Roe (all, of it}", ["Ann Lee", "Bo Roe"]),
        (r"\author{By: Ann Lee, Supervisor: Bo Roe}", ["Ann Lee", "Bo Roe"]),
        (r"\author{Jos\'e Ortega y Gasset}", ["José Ortega y Gasset"]),
        (r"\author{Ana Ruiz y Eva Paz}", ["Ana Ruiz", "Eva Paz"]),
        (r"\author{Ann Lee et al.}", ["Ann Lee"]),
        (r"\author{Ann Lee,and Bo Roe}", ["Ann Lee", "Bo Roe"]),
        (r"\author{Ann~Lee, and~Bo~Roe}", ["Ann Lee", "Bo Roe"]),
        (r"\authorsnames{Ann Lee,Bo Roe}", ["Ann Lee", "Bo Roe"]),
        (r"\newcommand{\me}{Ann Lee}\def\you{Bo Roe}\author{\me, \you \\ Town}", ["Ann Lee", "Bo Roe"]),
        (r"\author{Ann Lee, PhD}", ["Ann Lee"]),
        (r"\author{Andr\'e M\"uller \and {\'E}mile \O{}stergaard}", ["André Müller", "Émile Østergaard"]),
        (r"\author*[1]{\fnm{Ann} \spfx{von} \sur{Lee}}", ["Ann von Lee"]),
        (r"\Author[1][a@b.no]{Ann}{Lee}", ["Ann Lee"]),
        (r"\icmlauthor{Ann Lee}{lab}", ["Ann Lee"]),
        (r"\author{\IEEEauthorblockN{Ann Lee, \IEEEmembership{Fellow}} \IEEEauthorblockA{Dep of It\\Town}}", ["Ann Lee"]),
        (r"\author{Ann Lee\inst{1} \and Bo Roe\inst{2}}\institute{Town \and City}", ["Ann Lee", "Bo Roe"]),
        (r"\author{\href{https://orcid.org/0}{Ann Lee} \orcidlink{0000-0001}}", ["Ann Lee"]),
        (r"\author{The {Many Labs Group}}", ["The Many Labs Group"]),
        (r"\newcommand{\me}{Ann Lee}\author{\me}", ["Ann Lee"]),
        ("% \\author{Ann Lee}\n\\iffalse\\author{Bo Roe}\\fi\\author{Cy Dow}", ["Cy Dow"]),
        (r"\author{Ann Lee}\title{T}\author{Ann Lee}", ["Ann Lee"]),
        (r"\renewcommand{\author}[1]{x}\author{}", []),
        (r"\candidato{Ann \textsc{Lee}}\auteur{Bo Roe}", ["Ann Lee", "Bo Roe"]),
        (r"\def\autor{Ann Lee, Bo Roe}\thesisauthor{Cy Dow}", ["Ann Lee", "Bo Roe", "Cy Dow"]),
        (r"\newcommand{\autor}[1]{x}\newcommand\autora{}", []),
        (r"\author{Department of Speed, 2024}", []),
        (r"\author{Ann Lee, University of Oslo, Norway \and Bo Roe}", ["Ann Lee", "Bo Roe"]),
        (r"\author{Ann Lee, Institute of Speed, Bo Roe, Institute of Cars}", ["Ann Lee", "Bo Roe"]),
        ("\\author{Ann Lee", []),
    ],
)  # fmt: skip
def test_authors_of_latex(tmp_path: Path, written: str, expected: list[str]) -> None:
    m = latex(tmp_path, written)
    assert names(m) == expected


def test_a_name_has_its_place(tmp_path: Path) -> None:
    m = latex(tmp_path, r"\author{ Ann~Lee\thanks{x} \and M\"uller, Bo}")
    text = m.files["main.tex"].text
    assert [text[span.start : span.end] for _, span in m.authors] == ["Ann~Lee", 'M\\"uller, Bo']


def test_title_and_author_may_stand_in_the_text_or_in_a_file_of_the_preamble(tmp_path: Path) -> None:
    m = latex(tmp_path, r"\input{data}", r"\title{On \emph{Speed}}\maketitle", data__tex=r"\author{Ann Lee}")
    assert (names(m), m.plain(m.title)) == (["Ann Lee"], "On Speed")


def test_a_title_of_the_preamble_is_read_like_any_other_text(tmp_path: Path) -> None:
    m = latex(tmp_path, "\\title[Short]{On\n \\emph{Speed}\\thanks{A grant.} of Cars}")
    assert m.plain(m.title) == "On Speed of Cars A grant."


def test_neither_title_nor_author_need_be_there(tmp_path: Path) -> None:
    m = latex(tmp_path, r"\newcommand\mytitle{x}")
    assert (m.title, m.authors) == (None, ())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("paper.md", "---\ntitle: On Speed\nauthor:\n  - Ann Lee\n  - Bo Roe\nbibliography: refs.bib\n---\nText.\n"),
        ("paper.md", "---\ntitle: On Speed\nauthors:\n  - name: Ann Lee\n    affiliation: Lab\n  - name: Bo Roe\nbibliography: refs.bib\n---\nText.\n"),
        ("paper.qmd", "---\ntitle: On Speed\nauthor: Ann Lee and Bo Roe\nbibliography: refs.bib\n---\nText.\n"),
        ("paper.xml", '<?xml version="1.0"?><article><front><article-meta><title-group><article-title>On Speed</article-title></title-group><contrib-group>\n<contrib contrib-type="author"><name name-style="western"><surname>Lee</surname>\n<given-names>Ann</given-names></name><xref ref-type="aff" rid="a">1</xref></contrib><contrib><name><surname>Roe</surname><given-names>Bo</given-names></name></contrib><contrib contrib-type="editor"><name><surname>No</surname></name></contrib></contrib-group></article-meta></front><body><p>Text.</p></body></article>'),
        ("paper.typ", '#show: paper.with(title: [On Speed], authors: ("Ann Lee", "Bo Roe"))\nText.\n#bibliography("refs.bib")\n'),
        ("paper.typ", '#show: paper.with(title: "On Speed", authors: ((name: "Ann Lee", email: "a@b.no"), (name: "Bo Roe"),))\nText.\n#bibliography("refs.bib")\n'),
    ],
)  # fmt: skip
def test_other_notations(tmp_path: Path, name: str, text: str) -> None:
    m = read(tmp_path, **{name: text, "refs.bib": BIB})
    assert (m.plain(m.title), names(m)) == ("On Speed", ["Ann Lee", "Bo Roe"])
    at = m.authors[1].span
    assert {"Bo", "Roe"} <= set(re.findall(r"\w+", m.files[at.path].text[at.start : at.end]))
