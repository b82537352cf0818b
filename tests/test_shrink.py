"""`argcheck shrink` gives the smallest project that still shows a finding, or its absence, in words of nobody's."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from argcheck.lint.registry import load_rules
from argcheck.lint.shrink import Interrupted, Shrinker, ShrinkTarget, minimise
from argcheck.testing import cases

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from pathlib import Path

FILLER = "The merger of Contoso was secret. Nobody outside of the board had read of it.\n\n" * 12
MAIN = rf"""\documentclass[11pt]{{article}}
\usepackage{{graphicx}}
\begin{{document}}
\section{{Confidential}}\label{{sec:confidential}}
{FILLER}
\begin{{itemize}}
  \item Contoso is bought \cite{{contoso2019}}, as Section~\ref{{sec:confidental}} says.
\end{{itemize}}
\input{{chapters/merger}}
\bibliography{{refs}}
\end{{document}}
"""
CHAPTER = rf"\chapter*{{Merger}} {FILLER} See \cite{{northwind2020}} and \cite{{nortwind2020}}." + "\n"
REFS = """@book{contoso2019,
  author = {Jane Doe},
  title = {The Books of {Contoso}},
  publisher = {P},
  year = 2019,
}

@book{northwind2020,
  author = {Richard Roe},
  title = {Northwind},
  publisher = {P},
  year = 2020,
}
"""
PRIVATE = re.compile("contoso|northwind|merger|confiden|secret|doe|roe|board", re.IGNORECASE)


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    folder = tmp_path / "paper"
    (folder / "chapters").mkdir(parents=True)
    (folder / "main.tex").write_text(MAIN, "utf-8")
    (folder / "chapters" / "merger.tex").write_text(CHAPTER, "utf-8")
    (folder / "refs.bib").write_text(REFS, "utf-8")
    return folder


def command(*argv: str, cwd: Path) -> subprocess.Popen[bytes]:
    environ = {
        key: value for key, value in os.environ.items() if not key.startswith(("GITHUB_", "ARGCHECK_"))
    }
    environ |= {"ARGCHECK_CACHE_DIR": str(cwd.parent / "cache"), "XDG_CONFIG_HOME": str(cwd.parent / "home")}
    return subprocess.Popen(
        [sys.executable, "-m", "argcheck", *argv],
        cwd=cwd,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def run(*argv: str, cwd: Path) -> tuple[int, str, str]:
    process = command(*argv, cwd=cwd)
    out, err = process.communicate()
    return process.returncode, out.decode(), err.decode()


def line_of(file: Path, words: str) -> int:
    return next(n for n, text in enumerate(file.read_text("utf-8").split("\n"), 1) if words in text)


def runs_as_a_test(page: str, name: str) -> bool:
    rule = load_rules(plugins=False).rules[name]
    [case] = cases(name, page)
    return bool(case.expected()) and case.found([rule]) == case.expected()


def test_a_finding_in_the_root(paper: Path) -> None:
    place = f"main.tex:{line_of(paper / 'main.tex', 'confidental')}:REF001"
    code, page, err = run("shrink", place, cwd=paper)
    assert code == 0, err
    assert runs_as_a_test(page, "undefined-reference")
    assert len(page) < 260
    assert not PRIVATE.search(page)
    assert re.fullmatch(r"3 files, 2,\d{3} characters -> 1, 1?\d{2}; \d+ tries in \d+ s\n", err)


def test_a_finding_in_a_chapter_keeps_what_it_needs_of_the_bibliography(paper: Path) -> None:
    place = f"chapters/merger.tex:{line_of(paper / 'chapters' / 'merger.tex', 'nortwind')}:undefined-citation"
    _, page, _ = run("shrink", place, cwd=paper)
    assert runs_as_a_test(page, "undefined-citation")
    assert not PRIVATE.search(page)
    assert "\\input{" in page
    assert page == run("shrink", place, cwd=paper)[1], "the same words each time"


def test_a_finding_in_a_bibliography_keeps_entries_whole(paper: Path) -> None:
    (paper / "refs.bib").write_text(REFS + REFS.partition("\n\n")[0].replace("contoso2019", "again"), "utf-8")
    place = f"refs.bib:{line_of(paper / 'refs.bib', 'again')}:CIT007"
    _, page, _ = run("shrink", place, cwd=paper)
    assert runs_as_a_test(page, "duplicate-entry")
    assert page.count("@book{") == page.count("\n}\n") + page.count(",}\n") == 2


def test_a_folder_and_the_words_of_the_author(paper: Path) -> None:
    place = f"main.tex:{line_of(paper / 'main.tex', 'confidental')}:REF001"
    code, out, _ = run("shrink", place, "--keep-words", "-o", "small", cwd=paper)
    assert (code, out) == (0, "")
    assert [file.name for file in (paper / "small").rglob("*")] == ["main.tex"]
    assert "\\ref{sec:confidental}" in (paper / "small" / "main.tex").read_text("utf-8")
    assert "is there already" in run("shrink", place, "-o", "small", cwd=paper)[2]


def test_what_is_missing_keeps_what_holds_it_back(paper: Path) -> None:
    """A comment silences the line: that comment is why, and all that is left."""
    text = MAIN.replace(
        "  \\item Contoso", "  % argcheck: ignore[undefined-reference] agreed\n  \\item Contoso"
    )
    (paper / "main.tex").write_text(text, "utf-8")
    place = f"main.tex:{line_of(paper / 'main.tex', 'confidental')}:REF001"
    code, page, err = run("shrink", place, "--missing", cwd=paper)
    assert code == 0, err
    assert "argcheck: ignore[undefined-reference]" in page
    assert "% expect: REF001" in page
    assert page.count("Contoso") == 1, "the line itself is kept as it is"
    assert "board" not in page


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("main.tex",), "'main.tex' is not FILE:LINE:CODE"),
        (("none.tex:1:REF001",), "none.tex: no such file or folder"),
        (("main.tex:1:REF999",), "unknown rule 'REF999'"),
        (("main.tex:1:REF001",), "REF001 is not reported in line 1 of main.tex; it is reported in line 31"),
        (
            ("main.tex:31:REF001", "--missing"),
            "error: REF001 is reported in line 31 of main.tex: without --missing",
        ),
        ((f"main.tex:{'9' * 5_000}:REF001",), "is not FILE:LINE:CODE"),
        (("main.tex:9999:REF001", "--missing"), "error: main.tex has no line 9999; its last is"),
    ],
)
def test_what_cannot_be_shrunk(argv: tuple[str, ...], said: str, paper: Path) -> None:
    assert line_of(paper / "main.tex", "confidental") == 31
    code, out, err = run("shrink", *argv, cwd=paper)
    assert (code, out) == (2, "")
    assert said in err


def test_a_line_of_a_report_is_a_place(paper: Path) -> None:
    """As it is copied from a terminal."""
    line = "main.tex:31:24: warning: REF001 no label is called 'sec:x' [undefined-reference]"
    assert run("shrink", line, cwd=paper)[1] == run("shrink", "main.tex:31:REF001", cwd=paper)[1] != ""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_an_interrupt_gives_the_best_so_far(paper: Path) -> None:
    """Hundreds of chapters take longer than a second; what is there by then is written."""
    for number in range(300):
        (paper / "chapters" / f"c{number}.tex").write_text(CHAPTER, "utf-8")
    inputs = "".join(f"\\input{{chapters/c{number}}}\n" for number in range(300))
    (paper / "main.tex").write_text(MAIN.replace("\\bibliography{refs}", inputs), "utf-8")
    process = command("shrink", "main.tex:31:REF001", "-o", "small.md", cwd=paper)
    time.sleep(2.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    if process.returncode in {0, -signal.SIGINT}:  # all was written before the signal came
        pytest.skip("this machine is too fast for the test")
    assert process.returncode == 130, err
    if (paper / "small.md").exists():
        assert b"interrupted, this is the best so far" in err
        assert runs_as_a_test((paper / "small.md").read_text("utf-8"), "undefined-reference")


@pytest.mark.parametrize("successes", [1, 2, 5])
def test_what_is_stopped_between_two_tries_can_go_on(tmp_path: Path, successes: int) -> None:
    """A signal that comes within a try leaves texts and folder as the try before left them, or as this one does."""
    told = []

    def said(shrinker: Shrinker) -> None:
        told.append(shrinker.size)
        if len(told) == successes:
            shrinker.stop()

    files = {"main.tex": MAIN, "chapters/merger.tex": CHAPTER}
    target = ShrinkTarget("main.tex", MAIN[: MAIN.index("confidental")].count("\n") + 1, "REF001")
    shrinker = Shrinker(files, target, tmp_path, load_rules(), root="main.tex", seconds=600, said=said)
    assert shrinker.start()
    with pytest.raises(Interrupted):
        shrinker.shrink()
    assert len(told) == successes
    assert shrinker.size == told[-1]
    shrinker.more_time()
    shrinker.replace_words()
    assert not PRIVATE.search(shrinker.texts[shrinker.root].replace("confidental", ""))
    assert [finding.code for finding in shrinker.of_the_rule(shrinker.check(shrinker.texts))] == ["REF001"]


@pytest.mark.parametrize("wanted", [(), (3,), (0, 99), (1, 2, 50, 51), tuple(range(0, 100, 7))])
def test_minimise_finds_what_is_needed(wanted: tuple[int, ...]) -> None:
    tries = []

    def still(parts: list[int]) -> bool:
        tries.append(parts)
        return set(wanted) <= set(parts)

    assert minimise(range(100), still) == list(wanted)
    assert len(tries) < 40 * (len(wanted) + 1)
