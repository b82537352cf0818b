"""A project in memory says after any edits what a fresh run on the same files says, and gives up what nobody wants."""

from __future__ import annotations

import asyncio
import gc
import tempfile
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from argcheck.api import check
from argcheck.lsp.open_project import OpenProject

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.files.project import Project
    from argcheck.reading.manuscript import Manuscript

FRAME = "\\documentclass{article}\n\\begin{document}\n%s\n\\bibliography{refs}\n\\end{document}\n"
TEXTS = {
    "main.tex": [
        FRAME % "\\input{one}\\input{two}",
        FRAME % "\\input{two}\\input{one}",
        FRAME % "\\selectlanguage{german}\\input{two}\\selectlanguage{english}\\input{one}",
        FRAME % "\\newcommand{\\see}[1]{\\cite{#1}}\\input{one}",
        FRAME % "% argcheck: ignore-file[REF001] later\n\\input{one}\\input{two}",
        "\\newcommand{\\all}{all}" + FRAME % "\\input{one}\\foreignlanguage{german}{Es}\\input{two}",
        "\\newcommand{\\see}[1]{\\ref{#1}}" + FRAME % "\\input{one}\\input{two}",
        FRAME % "\\input{one}\\input{two}\\input{one}\\cite{known}",
        "\\newtheorem{lemma}{Lemma}"
        + FRAME % "\\begin{lemma}\\label{lemma}\\input{one}\\end{lemma}\\input{two}",
        "\\newtheorem{lemma}{Lemma}"
        + FRAME % "\\begin{lemma}\\begin{proof}\\input{two}\\end{lemma}\\input{one}",
        "",
    ],
    "one.tex": [
        "\\section{One}\\label{one} See \\see{known} and \\cite{unknown}.",
        "\\newcommand{\\see}[1]{\\cite{#1}}",
        "\\begin{verbatim} \\cite{unknown} \\end{verbatim} {",
        "The study had a total of 52 participants; a total of 46 participants answered. \\see{known}\n\nMore \\see{known}.",
        "% argcheck: claim id=d\nIn Figure~\\ref{two} and Table~\\ref{one} and by \\cite{known} it does. \\begin{lemma}\\label{l}",
        "\\end{lemma}\\begin{proof}[of \\ref{l}] By Lemma~\\ref{lemma} and \\cite{known, unknown}.\\label{\\job}\\end{proof}",
        "\\selectlanguage{german} Von allen 46 Personen waren 30 Frauen und 12 Männer.\n\n\\see{known}",
        "\\foreignlanguage{english}{Of all 46 participants, 30 were women and 12 men.}\n\nOf all 46 participants, 30 were women and 12 men.",
        "% argcheck: conclusion id=c uses=two\nIt holds 😀.\n% argcheck: ignore[CIT001] x\n\\cite{unknown}",
    ],
    "two.tex": [
        "As \\see{one} says, \\see{known}, \\see{known}.",
        "\\begin{figure}\\caption{A}\\label{two}\\end{figure} \\ref{one} \\ref{three}",
        "\\end{lemma}\\label{two}\\ref{two }\\footnote{See \\cite{}.}\\begin{comment}\\ref{three}\\end{comment}",
        "\\iffalse \\cite{unknown} \\fi \\cite{known,known}",
        "We recruited 48 participants. 45 of 60 trials (80\\%) were right, $t(20) = 2.0$, $p < .001$. \\see{known}",
        "More.\n\nOf all 46 participants, \\foreignlanguage{german}{30 Frauen und 12 Männer} were paid.\n\nOf all 46 participants, 30 were women and 12 men.",
        "Of all 46 participants, 30 were women and 12 men.\n\nIn Figure~\\ref{one}, a total of 46 participants. \\see{known}",
    ],
    "refs.bib": [
        "@book{known, author={A. B}, title={T}, publisher={P}, year=2001}",
        "@book{unknown, author={A. B}, title={T}, publisher={P}, year=2001}",
        "@book{known, title={T}, \n@book{known, title={U}}",
    ],
}
EDITS = st.lists(
    st.sampled_from([(name, text) for name, texts in TEXTS.items() for text in texts]), min_size=1, max_size=8
)


def folder_of(texts: dict[str, str], folder: Path) -> Path:
    (folder / ".git").mkdir(parents=True)
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@settings(max_examples=25, deadline=None)  # two runs for each edit
@given(edits=EDITS)
def test_after_any_edits_it_says_what_a_fresh_run_says(edits: Sequence[tuple[str, str]]) -> None:
    async def type_them(folder: Path) -> None:
        project = OpenProject(folder, pytest.fail)
        for number, (name, text) in enumerate(edits):
            texts[name] = text
            project.open(folder / name, text)
            snapshot = await project.snapshot()
            assert snapshot is not None
            fresh = check(folder_of(texts, Path(temporary) / f"fresh{number}"))
            assert snapshot.report.diagnostics == fresh.diagnostics
            assert [held._asdict() for held in snapshot.report.held_back] == [
                held._asdict() for held in fresh.held_back
            ]
        project.end()

    with tempfile.TemporaryDirectory() as temporary:
        texts = {name: choices[0] for name, choices in TEXTS.items()}
        asyncio.run(type_them(folder_of(texts, Path(temporary).resolve() / "paper")))


NAMED = (
    FRAME
    % "As Smtih \\cite{a} shows, and in 1991 by \\citet{b}, it does; so do Ford et al. (1992) \\cite{c} here."
)
ENTRIES = [
    "@book{a, author={Smith, Anna}, title={T}, publisher={P}, year=2001}",
    "@book{a, author={Smtih, Anna}, title={T}, publisher={P}, year=2001}",
    "@book{b, author={Stone, Bo}, title={U}, publisher={P}, crossref={p}}",
    "@book{b, author={Stone, Bo}, title={U}, publisher={P}, year=1919}",
    "@book{c, author=who # { and Sand, Q. and Bird, C.}, title={C}, publisher={P}, year=1992}",
    "@string{who = {Ford, P.}}",
    "@string{who = {Lake, P.}}",
    "@book{p, author={Field, P.}, title={On Smtih}, publisher={P}, year=1919}",
    "@book{p, author={Ford, P. and Others, A. and Bird, C.}, title={P}, publisher={P}, year=1991}",
]


@settings(max_examples=25, deadline=None)
@given(edits=st.lists(st.permutations(ENTRIES).map(lambda them: them[2:]), min_size=3, max_size=6))
@example(edits=[ENTRIES[:1] + ENTRIES[8:], ENTRIES[:1] + ENTRIES[7:8]])  # who else is called so
@example(edits=[ENTRIES[5:6] + ENTRIES[4:5], ENTRIES[6:7] + ENTRIES[4:5]])  # what a string says
@example(edits=[ENTRIES[2:3] + ENTRIES[7:8], ENTRIES[2:3] + ENTRIES[8:]])  # what an entry inherits
def test_names_beside_citations_follow_the_entries(edits: Sequence[Sequence[str]]) -> None:
    """What was worked out of a text stays as long as it cites the same, and where it asked who else there is, not at all."""

    async def type_them(folder: Path) -> None:
        project = OpenProject(folder, pytest.fail)
        for number, entries in enumerate(edits):
            text = "\n".join(entries)
            project.open(folder / "refs.bib", text)
            snapshot = await project.snapshot()
            assert snapshot is not None
            fresh = check(
                folder_of({"main.tex": NAMED, "refs.bib": text}, Path(temporary) / f"fresh{number}")
            )
            assert snapshot.report.diagnostics == fresh.diagnostics
        project.end()

    with tempfile.TemporaryDirectory() as temporary:
        texts = {"main.tex": NAMED, "refs.bib": ""}
        asyncio.run(type_them(folder_of(texts, Path(temporary).resolve() / "paper")))


MACROS = [
    "\\newcommand{\\job}{known}",
    "\\newcommand{\\job}{unknown}",
    "\\newcommand{\\work}{\\job}",
    "\\newcommand{\\see}[1]{\\cite{#1}}",
    "\\newcommand{\\see}[1]{\\ref{#1}}",
    "\\let\\also\\see",
    "\\newcommand{\\chapterof}[1]{\\input{\\job}}",
    "\\newcommand{\\takes}[1]{\\edef\\work{\\job}}",
    "\\newcommand{\\notes}[1]{}",
    "\\newenvironment{code}{\\verbatim}{\\endverbatim}",
    "\\newenvironment{code}{}{}",
    "\\newcommand{\\from}{\\begin{code}}",
    "\\usepackage{shortvrb}\\MakeShortVerb{\\|}",
    "\\MakeShortVerb{\\!}",
    "\\DeleteShortVerb{\\|}",
]
CALLS = [
    "\\see{no.a} and \\also{no.b}.",
    "\\cite{\\work}.",
    "\\takes{no.c}\\cite{\\work}.",
    "\\chapterof{no.d}.",
    "\\notes{\\cite{no.e}}.",
    "\\begin{code}\\cite{no.f}\\end{code}.",
    "\\from\\cite{no.g}\\end{code}.",
    "|\\cite{no.h}| \\begin{tabular}{|c|}\\cite{no.i}\\end{tabular}|",
    "!\\cite{no.j}!\\cite{no.k}.",
    "\\newcommand{\\inner}[1]{\\see{#1}}\\inner{no.l}.",
    "\\job{} \\cite{no.o} \\emph{\\work}, \\label{\\job} and \\ref{known}.",
    "\\newcommand{\\own}{\\job}\\job{} \\cite{\\own} by \\work.",
    "\\providecommand{\\job}{no.p}\\cite{\\job}.",
    "\\foreach \\x in {\\job}{\\input{\\x}} \\work.",
]


@settings(max_examples=40, deadline=None)
@given(
    edits=st.lists(st.permutations(MACROS).map(lambda them: them[7:]), min_size=2, max_size=5),
    calls=st.lists(st.sampled_from(CALLS), min_size=2, max_size=2),
)
@example(edits=[MACROS[:1] + MACROS[2:3], MACROS[1:3]], calls=CALLS[:2])  # the value of a value
@example(edits=[MACROS[:1] + MACROS[7:8], MACROS[1:2] + MACROS[7:8]], calls=CALLS[2:3])  # what a macro sets
@example(edits=[MACROS[:1] + MACROS[6:7], MACROS[1:2] + MACROS[6:7]], calls=CALLS[3:4])  # which file it reads
@example(edits=[MACROS[3:4], MACROS[4:5]], calls=CALLS[9:11])  # what a macro of the text calls
@example(edits=[MACROS[:1], MACROS[1:2]], calls=CALLS[10:12])  # words, a label, and what another stands for
@example(edits=[MACROS[2:3], MACROS[:1]], calls=CALLS[12:])  # what stands already, and what a loop is over
@example(edits=[MACROS[12:13], MACROS[12:13] + MACROS[14:]], calls=CALLS[7:8])  # what is no name
def test_texts_follow_the_macros_that_they_call(edits: Sequence[Sequence[str]], calls: Sequence[str]) -> None:
    """A text is not scanned again for a macro that it does not call, and is for all that reach it by others."""

    async def type_them(folder: Path) -> None:
        project = OpenProject(folder, pytest.fail)
        for number, macros in enumerate(edits):
            texts["main.tex"] = "".join(macros) + FRAME % "\\input{one}\\input{two}"
            project.open(folder / "main.tex", texts["main.tex"])
            snapshot = await project.snapshot()
            assert snapshot is not None
            fresh = check(folder_of(texts, Path(temporary) / f"fresh{number}"))
            assert snapshot.report.diagnostics == fresh.diagnostics
        project.end()

    with tempfile.TemporaryDirectory() as temporary:
        texts = dict(zip(["one.tex", "two.tex"], [*calls, ""], strict=False))
        texts |= {"main.tex": "", "known.tex": "\\cite{no.m}", "unknown.tex": "\\cite{no.n}", "refs.bib": ""}
        asyncio.run(type_them(folder_of(texts, Path(temporary).resolve() / "paper")))


def test_a_document_that_was_never_saved_is_checked(tmp_path: Path) -> None:
    texts = {"main.tex": FRAME % "\\cite{known}", "refs.bib": TEXTS["refs.bib"][0]}
    folder = folder_of(texts, tmp_path.resolve() / "paper")

    async def type_it() -> list[tuple[str, str]]:
        project = OpenProject(folder, pytest.fail)
        project.open(project.folder / "other.tex", FRAME % "\\input{part}\\cite{nobody}")
        project.open(project.folder / "part.tex", "\\cite{somebody}")
        project.open(project.folder / "notes.txt", FRAME % "\\cite{no document}")
        snapshot = await project.snapshot()
        project.end()
        assert snapshot is not None
        return [(d.span.path, d.code) for d in snapshot.report.diagnostics]

    assert asyncio.run(type_it()) == [("other.tex", "CIT001"), ("part.tex", "CIT001")]


def test_a_draft_that_is_open_is_worked_on(tmp_path: Path) -> None:
    """What a longer document took the place of has notes, but where somebody edits it."""
    draft = FRAME.replace("\\bibliography{refs}", "") % "\\section{A}As Section~\\ref{lost} says."
    whole = draft.replace("\\ref{lost}", "A" + " and so it goes on" * 20).replace("\\section", "\\chapter")

    async def severities(name: str) -> set[str]:
        folder = folder_of({"proposal.tex": draft, "thesis.tex": whole}, tmp_path / name)
        project = OpenProject(folder.resolve(), pytest.fail)
        project.open(project.folder / name, {"proposal.tex": draft, "thesis.tex": whole}[name])
        snapshot = await project.snapshot()
        project.end()
        assert snapshot is not None
        return {d.severity.label for d in snapshot.report.diagnostics if d.code == "REF001"}

    assert asyncio.run(severities("thesis.tex")) == {"note"}
    assert asyncio.run(severities("proposal.tex")) == {"warning"}


def test_what_an_editor_asks_while_it_types_is_of_the_last_text(tmp_path: Path) -> None:
    """Questions that come between edits all get the answer to the newest text; no check runs for each."""

    async def type_them() -> None:
        folder = folder_of({name: choices[0] for name, choices in TEXTS.items()}, tmp_path / "paper")
        project = OpenProject(folder.resolve(), pytest.fail)
        questions = []
        for number in range(30):
            project.open(project.folder / "two.tex", f"\\cite{{unknown{number}}}")
            questions.append(asyncio.create_task(project.snapshot()))
            await asyncio.sleep(0)
        answers = await asyncio.gather(*questions)
        assert {id(answer) for answer in answers} == {id(project.latest)}
        assert project.latest is not None
        said = [d.message for d in project.latest.report.diagnostics if d.span.path == "two.tex"]
        assert len(said) == 1
        assert "'unknown29'" in said[0]
        project.end()

    asyncio.run(type_them())


def test_a_check_that_is_followed_leaves_without_a_search_for_circles(tmp_path: Path) -> None:
    """Looking for circles takes longer than a check: what was read must go by itself when a newer check replaces it."""
    told: list[weakref.ref[Manuscript]] = []
    projects: list[weakref.ref[Project]] = []

    async def type_them() -> None:
        texts = {name: choices[3 % len(choices)] for name, choices in TEXTS.items()}
        texts["two.tex"] += "\n\n% argcheck: claim id=c uses=two\nIt holds.\n" + TEXTS["two.tex"][1]
        project = OpenProject(folder_of(texts, tmp_path), pytest.fail)
        for number in range(3):
            project.open(tmp_path / "main.tex", FRAME % f"\\input{{one}}\\input{{two}} {number}")
            snapshot = await project.snapshot()
            assert snapshot is not None
            (document,) = snapshot.documents
            assert snapshot.argument(document) is not None
            told.append(weakref.ref(document.manuscript))
            projects.append(weakref.ref(snapshot.workspace.project))
            del snapshot, document
            assert [reference() is None for reference in told] == [True] * number + [False]
            assert [reference() is None for reference in projects] == [True] * number + [False]
        project.end()

    gc.disable()
    try:
        asyncio.run(type_them())
    finally:
        gc.enable()
