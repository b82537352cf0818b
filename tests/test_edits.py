"""After any sequence of edits, a run that remembers says what a run without a store says.

Forty sequences are tried in process and six by the command line; ten thousand, and three hundred, by ``-m long``.  The edits change what other files mean: macros, theorem titles, links, folders, configuration, ``.git``.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from argcheck import api
from argcheck.files.cache import Store
from argcheck.files.manifest import verify
from argcheck.lint.engine import analyse
from argcheck.lsp.open_project import OpenProject
from argcheck.settings.config import settings_for

pytestmark = pytest.mark.slow

#: How many sequences are tried.
EXAMPLES = pytest.mark.parametrize("count", [25, pytest.param(10_000, marks=pytest.mark.long)])
POSIX = os.name == "posix"
MAIN = r"""\documentclass{article}
\input{defs}
\input{sub/more}
\begin{document}
\input{sub/chapter}
\include{two}
\bibliographystyle{plain}\bibliography{\bibfile}
\end{document}
"""
#: What each file may hold: the store has to notice every change that matters to some other file.
LINES = {
    "defs.tex": (
        r"\newcommand{\bibfile}{refs}", r"\newcommand{\bibfile}{other}", r"\newcommand{\bibfile}{sub/third}", r"\def\bibfile{refs,other}",
        r"\newcommand{\key}{a}", r"\newcommand{\key}{b}", r"\newcommand{\lab}{one}", r"\newcommand{\lab}{two}",
        r"\newcommand{\see}[1]{\cite{#1}}", r"\newcommand{\see}[1]{\ref{#1}}", r"\newcommand{\see}[1]{\label{x:#1}}", r"\newcommand{\see}[1]{}",
        r"\newtheorem{satz}{Theorem}", r"\newtheorem{satz}{Remark}", r"\newtheorem{satz}{Lemma}", r"\newenvironment{satz}{\begin{lemma}}{\end{lemma}}",
        r"\newenvironment{box}{\begin{verbatim}}{\end{verbatim}}", r"\newenvironment{box}{\begin{figure}}{\end{figure}}", r"\newfloat{box}{t}{lob}",
        r"\let\see\cite", r"\let\see\ref", r"\newcommand{\file}{two}", r"\newcommand{\file}{sub/chapter}", r"\newcommand{\N}{412}", r"\newcommand{\N}{421}",
        r"\usepackage{glossaries}", r"\newacronym{a}{412}{users}", r"\newacronym{a}{421}{\N{} users}", r"\newacronym{b}{\gls{a} TODO}{b}", r"\newcommand{\ac}[1]{#1}",
        r"\MakeShortVerb{\|}", r"\usepackage{biblatex}", r"\usepackage[ngerman]{babel}", r"\includeonly{two}", r"\iffalse", r"\fi", "% nothing", "",
    ),
    "sub/more.tex": (
        r"\newcommand{\lab}{three}", r"\renewcommand{\key}{b}", r"\newcommand{\hid}{\see{a}\see{b}}", r"\newcommand{\hid}{\cite{b}}",
        r"\newacronym{a}{999}{users}", r"\newcommand{\q}{\gls{a}}", r"\acroplural{a}[998]{users}", r"\lstnewenvironment{code}{}{}", r"\newenvironment{code}{}{}", r"\newcommand{\q}{\N\N}", "% argcheck: ignore-file[CIT005]", "",
    ),
    "sub/chapter.tex": (
        r"\section{Results}\label{sec:\lab}", r"See \cite{\key} and \see{a}, \see{b}.", r"\begin{satz}\label{one} A. \end{satz} By \ref{one}.",
        r"\begin{box}\label{two} \cite{zz} \end{box}", r"\begin{code}\ref{zz}\end{code}", r"|\cite{zz}|", r"\hid", r"\input{\file}", r"\ref{two}",
        r"A total of \N{} participants; a total of 412 participants came.", r"A total of \gls{a} participants; \ac{a} participants, \acp{a} participants and \q{} of 412 came.",
        r"The \gls{b} is the \acl[x]{b} the \gls{b}.", r"\begin{abstract}We saw 421 participants.\end{abstract}", r"\begin{lemma} B. \end{lemma}",
        r"We expect more of it (H1) and less (H2).", r"\section{End} H1 is confirmed by all \N{} of them.", r"\selectlanguage{ngerman}",
        r"The accuracy is 94.3\,\%. \section{More} So the accuracy is 94.3\,\%.", r"\section{Next} An accuracy of 93.4\,\%.",
        r"\begin{tabular}{lrr} & x & y \\ A & 412 & 3 \\ B & 9 & 4 \\ Total & \N & 8 \\ \end{tabular}",
        "TODO", "% argcheck: claim id=c uses=one", "% argcheck: ignore[CIT001] why", r"\ref{sec:one} \ref{sec:two}", r"\endinput", "}", "",
    ),
    "two.tex": (r"\label{two}\see{b}", r"\ref{three}", r"\cite{\key}", r"\begin{box}\label{box}\end{box}", r"\renewcommand{\key}{zz}", ""),
    "refs.bib": ("@misc{a, title={T}, author={A. Smith}, year=2000, howpublished={web}}", "@misc{b, title={T}}", "@string{s = {x}}", "% a", ""),
    "other.bib": ("@misc{b, title={U}, year=2001, howpublished={web}}", "@misc{a, title=s}", "@misc{A, title={A}}", ""),
    "sub/third.bib": ("@misc{a, title={V}}", "@misc{zz, title={W}, crossref={a}}", ""),
    "argcheck.toml": ('extend-ignore = ["CIT005"]', 'exclude = ["two.tex"]', 'cite-macros = ["see"]', 'language = "de"', "[limits]\nmax-files = 3", ""),
    ".gitignore": ("other.bib", "sub/", "*.bib", ""),
    "three.tex": (r"\documentclass{article}\begin{document}\input{two}\end{document}", r"\input{main}", ""),
    # Documents beside it, which share its chapters and bibliographies, and what their rules look at.
    "talk.tex": (
        r"\documentclass{article}\begin{document}\section{Talk}\input{sub/chapter}\bibliography{refs}\end{document}",
        r"\documentclass{article}\input{defs}\begin{document}\section{Talk}\cite{a} and \ref{one}.\input{two}\bibliography{other}\end{document}",
        r"\documentclass{article}\begin{document}\input{talk/part}\end{document}", r"\cite{zz}", "% TODO", "",
    ),
    "talk/part.tex": (r"\section{Part}\label{part}", r"See \cite{a} and \ref{one}, \ref{nowhere}.", r"\includegraphics{plot}", r"\input{two}", ""),
    "alone.tex": (
        r"\documentclass{article}\begin{document}\section{Alone}\label{alone}It is \cite{b}, see \ref{one} and \ref{part}.\bibliography{refs}\end{document}",
        r"\documentclass{article}\usepackage{graphicx}\begin{document}\section{A}\includegraphics{plot}\cite{zz}\bibliography{gone}\end{document}",
        "\\documentclass{article}\\begin{document}% argcheck: claim id=x supported-by=a\nA claim. \\begin{theorem}\\label{t} B. \\end{theorem}\\end{document}",
        "% argcheck: ignore-file[CIT001, REF001]", "% argcheck: ignore[ALL]", "",
    ),
    "plot.pdf": ("%PDF", ""), "talk/plot.png": ("png", ""), "third.bib": ("@misc{zz, title={Z}}", ""),
    ".argcheck/retractions.csv": ("key,reason", "a,withdrawn", "b,wrong", "doi", ""),
    ".argcheck/verdicts.jsonl": ("{}", "no verdict", ""),
}  # fmt: skip
#: The documents beside ``main.tex``, which every second repository has from the beginning; and what none has.
BESIDE = ("talk.tex", "talk/part.tex", "alone.tex")
LATER = ("argcheck.toml", ".gitignore", "three.tex", "plot.pdf", "talk/plot.png", "third.bib", ".argcheck/retractions.csv", ".argcheck/verdicts.jsonl")  # fmt: skip
Edit = Callable[[Path, random.Random], None]


def write(root: Path, chance: random.Random) -> None:
    """Replace, insert or drop a line of a file."""
    name = chance.choice([*LINES, "defs.tex", "defs.tex", "sub/more.tex"])
    file = root / name
    lines = file.read_text("utf-8").split("\n") if file.is_file() else []
    place = chance.randrange(len(lines) + 1)
    lines[place : place + chance.choice((0, 1, 1, 2))] = chance.sample(
        LINES[name], chance.choice((0, 1, 1, 2))
    )
    if file.parent.is_dir():
        file.write_text("\n".join(lines), "utf-8")


def remove(root: Path, chance: random.Random) -> None:
    """Remove a file, or bring one back."""
    file = root / chance.choice([*LINES, "main.tex"])
    if file.is_file() or file.is_symlink():
        file.unlink()
    elif file.parent.is_dir() and not file.exists():
        file.write_text(
            MAIN if file.name == "main.tex" else LINES[str(file.relative_to(root).as_posix())][0], "utf-8"
        )


def rename(root: Path, chance: random.Random) -> None:
    """Swap two files."""
    one, two = (root / name for name in chance.sample([*LINES], 2))
    if one.is_file() and two.is_file():
        kept = one.read_bytes()
        one.write_bytes(two.read_bytes())
        two.write_bytes(kept)


def link(root: Path, chance: random.Random) -> None:
    """Put a link in the place of a folder or file, or undo that."""
    inside = chance.random() < 0.5
    place = root / chance.choice(("sub", "two.tex", "refs.bib"))
    aside = (root if inside else root.parent) / f"aside-{place.name}"
    if place.is_symlink():
        place.unlink()
        for there in (root / aside.name, root.parent / aside.name):
            if there.exists():
                there.rename(place)
                return
    elif place.exists() and not aside.exists():
        place.rename(aside)
        place.symlink_to(aside)


def repository(root: Path, chance: random.Random) -> None:
    """Make or remove ``.git``, here or further up."""
    folder = chance.choice((root, root.parent)) / ".git"
    if folder.is_dir():
        shutil.rmtree(folder)
    else:
        folder.mkdir()


def listed(root: Path, chance: random.Random) -> None:
    """Make or remove a further file or folder."""
    place = root / chance.choice(("sub/new.bib", "new.tex", "chap", "sub/sub.tex", "refs", "defs.sty"))
    if place.is_dir():
        place.rmdir()
    elif place.exists():
        place.unlink()
    elif place.suffix:
        if place.parent.is_dir():
            place.write_text("@misc{zz, title={N}}" if place.suffix == ".bib" else r"\label{two}", "utf-8")
    else:
        place.mkdir()


def adopt(root: Path, _chance: random.Random) -> None:
    """Adopt what is found now, or look at all of it again."""
    baseline = root / ".argcheck" / "baseline.json"
    if baseline.is_file():
        baseline.unlink()
    else:
        run(root, root.parent / "other-cache", command=("baseline", "create", "."))


EDITS: tuple[Edit, ...] = (write,) * 8 + (remove, rename, listed) + ((link, repository) if POSIX else ())


def made(root: Path, *, several: bool = False) -> Path:
    """A fresh repository, two folders below ``root``; of ``several`` documents, if asked for."""
    project = root / "above" / "project"
    for folder in ("sub", "talk", ".argcheck"):
        (project / folder).mkdir(parents=True)
    (project / "main.tex").write_text(MAIN, "utf-8")
    for name, lines in LINES.items():
        if name not in LATER and (several or name not in BESIDE):
            short = name in {"defs.tex", "talk.tex", "alone.tex"}
            (project / name).write_text("\n".join(lines[: 1 if short else 2]), "utf-8")
    return project


def said(project: Path, store: Store | None) -> tuple[Any, ...]:
    """What a run in process says, and whether what it depended on holds right after it."""
    try:
        report, manifest = analyse([project], settings_for([project], cwd=project), cwd=project, store=store)
    except Exception as error:  # noqa: BLE001 - the same one must be raised with a store and without
        return (repr(error),)
    verify(manifest.to_data())
    return told(report)


def told(report: api.Report) -> tuple[Any, ...]:
    """What a report says."""
    fields = ("documents", "diagnostics", "held_back", "orphans", "failures", "notices", "suppressed")
    return tuple(getattr(report, name) for name in fields)


def sequences(start: int, count: int, folder: Path) -> Iterator[tuple[int, list[str], Path]]:
    """Try sequences; a new repository after every fifty.  Yields after each its number, the edits so far and the repository."""
    for example in range(start, start + count):
        if (example - start) % 50 == 0:
            project = made(folder / str(example), several=example % 100 < 50)
            history: list[str] = []
        chance = random.Random(f"edits {example}")
        for _ in range(chance.choice((1, 1, 2, 3))):
            edit = chance.choice(EDITS)
            edit(project, chance)
            history.append(edit.__name__)
        yield example, history, project


def in_process(start: int, count: int, folder: Path) -> None:
    """Try sequences, with a store for each repository."""
    for example, history, project in sequences(start, count, folder):
        store = Store(str(project.parent.parent / "cache"))
        assert said(project, store) == said(project, None), (example, history)


async def in_an_editor(start: int, count: int, folder: Path) -> None:
    """Try sequences, with a project in memory for each repository; where no run is possible, it goes on from the last one."""
    opened: OpenProject | None = None
    for example, history, project in sequences(start, count, folder):
        if opened is None or opened.folder != project:
            _ = opened and opened.end()
            opened = OpenProject(project, history.append)
        opened.changed()
        snapshot, fresh = await opened.snapshot(), said(project, None)
        if len(fresh) > 1:
            assert snapshot is not None
            assert told(snapshot.report) == fresh, (example, history)


def by_command_line(start: int, count: int, folder: Path) -> None:
    """Try sequences with the program, whose unchanged runs are answered from the store."""
    for example in range(start, start + count):
        if (example - start) % 20 == 0:
            home = folder / f"line{example}"
            project = made(home, several=example % 40 < 20)
            history: list[str] = []
        chance = random.Random(f"lines {example}")
        for _ in range(chance.choice((1, 1, 2))):
            edit = chance.choice((*EDITS, adopt))
            edit(project, chance)
            history.append(edit.__name__)
        outcomes = [run(project, home / "cache", *options) for options in ((), (), ("--no-cache",))]
        assert outcomes[0] == outcomes[1] == outcomes[2], (example, history)


def run(
    project: Path, cache: Path, *options: str, command: tuple[str, ...] = ("check", ".")
) -> tuple[int, str, str]:
    """Run the program in a folder."""
    code = "from argcheck.launcher import main; raise SystemExit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, *command, *options],
        check=False,
        cwd=project,
        env={**os.environ, "ARGCHECK_CACHE_DIR": str(cache)},
        capture_output=True,
        encoding="utf-8",
    )
    return done.returncode, done.stdout, done.stderr


@EXAMPLES
def test_a_store_changes_nothing(tmp_path: Path, count: int) -> None:
    in_process(0, count, tmp_path)


@EXAMPLES
def test_an_editor_changes_nothing(tmp_path: Path, count: int) -> None:
    asyncio.run(in_an_editor(0, 3 * count, tmp_path))


@pytest.mark.parametrize("count", [4, pytest.param(300, marks=pytest.mark.long)])
def test_a_store_changes_nothing_by_the_command_line(tmp_path: Path, count: int) -> None:
    by_command_line(0, count, tmp_path)


@pytest.mark.skipif(not POSIX, reason="links of POSIX")
def test_a_folder_that_becomes_a_link(tmp_path: Path) -> None:
    project = made(tmp_path)
    before = run(project, tmp_path / "cache")
    assert run(project, tmp_path / "cache") == before
    (project / "sub").rename(tmp_path / "elsewhere")
    (project / "sub").symlink_to(tmp_path / "elsewhere")
    now = run(project, tmp_path / "cache")
    assert now == run(project, tmp_path / "cache", "--no-cache")
    assert "lies outside the project" in now[1]


def test_a_repository_that_appears_further_up(tmp_path: Path) -> None:
    project = made(tmp_path)
    (project.parent / "argcheck.toml").write_text('select = ["TEX"]', "utf-8")
    run(project, tmp_path / "cache")
    (project.parent / ".git").mkdir()
    assert run(project, tmp_path / "cache") == run(project, tmp_path / "cache", "--no-cache")


def test_a_text_macro_that_names_a_bibliography(tmp_path: Path) -> None:
    project = made(tmp_path)
    first = run(project, tmp_path / "cache")
    (project / "defs.tex").write_text("\\newcommand{\\bibfile}{other}", "utf-8")
    second = run(project, tmp_path / "cache")
    assert second == run(project, tmp_path / "cache", "--no-cache")
    assert second != first


def test_what_a_macro_comes_to_mean_is_seen_in_files_that_stay_as_they_are(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("ARGCHECK_CACHE_DIR", str(tmp_path / "cache"))
    work = tmp_path / "work"
    work.mkdir()
    (work / "chapter.tex").write_text("This holds for \\mylab{30 of the 40 mice (20 women and 30 men)}.\n")
    said = []
    for body in ("\\emph{#1}", "\\label{#1}", "\\emph{#1}"):
        (work / "main.tex").write_text(
            f"\\documentclass{{article}}\n\\newcommand{{\\mylab}}[1]{{{body}}}\n\\begin{{document}}\n\\input{{chapter}}\n\\end{{document}}\n"
        )
        kept, fresh = (
            [
                (finding.code, finding.message)
                for finding in api.check(work, isolated=True, cache=cache).diagnostics
            ]
            for cache in (True, False)
        )
        assert kept == fresh
        said.append(kept)
    assert said[0] == said[2] != said[1]


#: Paragraphs of which some contradict themselves or each other, in both languages; tables, footnotes and lists among them.
PARAGRAPHS = (
    "A total of 412 participants came to the study.", "Of the 421 participants in total, all stayed.", "Nothing is counted here at all.",
    "We had 40 patients (20 women and 30 men) in this group.", r"The accuracy is 94.3\,\%, and it is high.", r"An accuracy of 93.4\,\% was reached.",
    "The sum is 12 + 13 = 26 points.", "Die Summe ist 12 + 13 = 25 Punkte.", "It fell by 5 from 20 to 14 units.", "There are three reasons: (i) one, and (ii) two.",
    r"\begin{tabular}{lr} A & 412 \\ B & 9 \\ Total & 420 \\ \end{tabular}", r"This holds.\footnote{For 30 of 40 people (74\,\%), that is.}",
    r"\begin{itemize} \item A total of 12 mice. \item In total 13 mice. \end{itemize}", r"\section{Results} We saw \num{1234} cells in total.",
    "The effect is large, t(20) = 2.1, p = .30, as expected.", "The interval is 1.2 [95 % CI 1.3, 1.5].", r"\selectlanguage{ngerman}", "TODO", "",
)  # fmt: skip


@EXAMPLES
def test_paragraphs_that_come_go_and_move(tmp_path: Path, count: int) -> None:
    store = Store(str(tmp_path / "cache"))
    chance = random.Random("paragraphs")
    for example in range(count):
        if example % 15 == 0:
            project = tmp_path / f"paragraphs{example}"
            project.mkdir()
            head = r"\documentclass{article}\usepackage[ngerman,english]{babel}\begin{document}"
            (project / "main.tex").write_text(head + r"\input{chapter}\input{other}\end{document}", "utf-8")
            texts = {name: chance.choices(PARAGRAPHS[:-3], k=40) for name in ("chapter", "other")}
        for paragraphs in texts.values():
            start, removed, added = (
                chance.randrange(len(paragraphs)),
                chance.choice((0, 1, 1, 20)),
                chance.choice((0, 1, 1, 20)),
            )
            last = len(PARAGRAPHS) if example % 15 > 7 else len(PARAGRAPHS) - 3
            paragraphs[start : start + removed] = chance.choices(PARAGRAPHS[:last], k=added)
            paragraphs[:] = paragraphs or ["All were removed."]
            place = chance.randrange(len(paragraphs))
            paragraphs[place] = paragraphs[place].replace(*chance.sample("0123456789", 2))
        for name, paragraphs in texts.items():
            (project / f"{name}.tex").write_text("\n\n".join(paragraphs), "utf-8")
        assert said(project, store) == said(project, None), (example, texts)
