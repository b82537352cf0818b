"""Documents, repositories and callers that argcheck is not ready for by itself: bombs, pipes, links, threads."""

from __future__ import annotations

import itertools
import os
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from io import StringIO
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest

from argcheck import api
from argcheck.errors import ConfigError
from argcheck.lint.reporters.formats import FORMATS, render
from argcheck.lint.reporters.lines import _UNSAFE
from argcheck.settings.config import _Globs

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from pathlib import Path

HEAD, TAIL = "\\documentclass{article}\n\\begin{document}\n", "\n\\end{document}\n"
POSIX = pytest.mark.skipif(os.name == "nt", reason="pipes and links of POSIX")
SECONDS = 5.0  # for what takes well under one, on a machine that does other things too


def paper(folder: Path, body: str = "See \\cite{x}.", **files: str) -> Path:
    """Write a repository of one document."""
    (folder / ".git").mkdir(parents=True)
    for name, text in {"main.tex": HEAD + body + TAIL, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def run(folder: Path, *options: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    """Run the command line in a folder, with two gigabytes of memory at most."""
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30)); "
        if os.name == "posix"
        else "import sys; "
    )
    command = [
        sys.executable,
        "-c",
        code + "from argcheck.launcher import main; sys.exit(main())",
        *options,
    ]
    environment = {**os.environ, "ARGCHECK_CACHE_DIR": str(folder.parent / "cache")}
    environment.pop("GITHUB_ACTIONS", None)
    return subprocess.run(
        command,
        check=False,
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=timeout,
    )


def doubling(command: str, base: str) -> str:
    """36 macros, each of which stands for the one before twice."""
    names = [f"q{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(36)]
    lines = [f"\\newcommand{{\\{names[0]}}}{{{base}}}"]
    return "\n".join([*lines, *(f"{command}{{\\{b}}}{{\\{a}\\{a}}}" for a, b in itertools.pairwise(names))])


# -- bombs


@pytest.mark.parametrize(
    "base", ["\\cite{x}", "\\label{x}", "\\ref{x}", "x", "\\input{x}", "\\bibliography{x}"]
)
def test_macros_that_double_each_other_are_a_finding(base: str, tmp_path: Path) -> None:
    folder = paper(tmp_path / "p", doubling("\\newcommand", base) + "\nText \\qbj.")
    start = time.process_time()
    found = [one for one in api.check(folder, isolated=True).diagnostics if one.name == "limit-exceeded"]
    assert time.process_time() - start < SECONDS
    assert [one.message.split()[1:] for one in found] == [
        ["stands", "for", "more", "than", "1,000,000", "commands"]
    ]


def test_a_macro_that_calls_its_old_self_is_no_bomb(tmp_path: Path) -> None:
    body = "\\renewcommand{\\a}{x\\a\\a\\a}\n" * 60 + "\\let\\b\\a\\renewcommand{\\a}{\\b\\b}"
    report = api.check(paper(tmp_path / "p", body), isolated=True)
    assert "limit-exceeded" not in {one.name for one in report.diagnostics}


def test_files_that_read_each_other_twice_are_a_finding(tmp_path: Path) -> None:
    files = {f"f{n}.tex": f"\\input{{f{n + 1}}}\\input{{f{n + 1}}}" for n in range(30)}
    folder = paper(tmp_path / "p", "\\input{f0}\\input{f0}", **files, **{"f30.tex": "x \\label{a}"})
    start = time.process_time()
    found = [one for one in api.check(folder, isolated=True).diagnostics if one.name == "limit-exceeded"]
    assert time.process_time() - start < SECONDS
    assert len(found) == 1


@pytest.mark.parametrize("lost", ["\\cite{knuth84}\n\\bibliography{lost}\n", "\\ref{sec:a}\n\\input{lost}\n"])
def test_what_is_missing_is_not_counted_for_each_thing_that_it_may_hold(lost: str, tmp_path: Path) -> None:
    folder = paper(
        tmp_path / "p", "\\label{b}\\cite{a}\n" + lost * 300, **{"refs.bib": "@misc{a, title = {T}}"}
    )
    start = time.process_time()
    held = {one.rule for one in api.check(folder, isolated=True).held_back}
    assert time.process_time() - start < SECONDS
    assert held & {"undefined-citation", "undefined-reference"}


def test_a_preamble_read_a_hundred_times_is_none(tmp_path: Path) -> None:
    preamble = "% nothing\n" * 1_000
    report = api.check(paper(tmp_path / "p", "\\input{x}\n" * 100, **{"x.tex": preamble}), isolated=True)
    assert "limit-exceeded" not in {one.name for one in report.diagnostics}


def test_a_long_name_of_a_journal_takes_no_memory(tmp_path: Path) -> None:
    entry = "@article{{{key}, title={{One long title of a work}}, author={{A. Smith}}, year=2000, journal={{{name}}}}}\n"
    bib = entry.format(key="a", name="X") + entry.format(key="b", name="word other " * 1_250)
    folder = paper(
        tmp_path / "p", "\\cite{a,b}\\bibliographystyle{plain}\\bibliography{refs}", **{"refs.bib": bib}
    )
    done = run(folder, "--no-cache")
    assert done.returncode in (0, 1), done.stderr


@pytest.mark.parametrize(
    "glob", ["*a" * 1_000, "**/" * 1_000 + "b", "*a*/" * 200 + "b", "[!a]*" * 500, "**a" * 500]
)
def test_no_glob_takes_long(glob: str) -> None:
    globs = _Globs((glob,))
    start = time.process_time()
    for path in ("a" * 250 + "c", "/".join(["a"] * 100), "/".join(["a" * 30] * 100)):
        globs.matches(path)
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize(
    ("glob", "yes", "no"),
    [
        ("*.tex", "a/b.tex", "a/b.texx"),
        ("old-*", "x/old-1/main.tex", "x/new-1/main.tex"),
        ("drafts/*.tex", "drafts/a.tex", "drafts/b/a.tex"),
        ("drafts/**", "drafts/b/a.tex", "drafts2/a.tex"),
        ("**/old", "a/b/old/c.tex", "a/b/older/c.tex"),
        ("a/**/b", "a/x/y/b", "a/x/y/c"),
        ("a/**/b", "a/b/c.tex", "b/a"),
        ("[ab]?.tex", "x/a1.tex", "x/c1.tex"),
        ("./x/*", "x/y", "y/x"),
    ],
)
def test_globs_mean_what_they_meant(glob: str, yes: str, no: str) -> None:
    globs = _Globs((glob,))
    assert globs.matches(yes)
    assert not globs.matches(no)


def test_endless_lists_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"must have at most 2,000 items, not 1,000,000"):
        api.check(paper(tmp_path / "p"), config={"select": ["ALL"] * 1_000_000}, isolated=True)
    (tmp_path / "p" / "argcheck.toml").write_text("select = [" + '"ALL",' * 200_000 + "]")
    with pytest.raises(ConfigError, match="is larger than 1,000,000 bytes"):
        api.check(tmp_path / "p")


# -- a hostile repository


def test_a_document_behind_too_many_files_is_a_finding(tmp_path: Path) -> None:
    folder = paper(tmp_path / "p", **{f"a{n}.tex": "" for n in range(30)})
    (folder / "main.tex").rename(folder / "z.tex")
    report = api.check(folder, config={"limits": {"max-files": 20}}, isolated=True)
    (found,) = report.diagnostics
    assert (report.exit_code, found.code) == (3, "TEX099")
    assert "nor are 10 other files, since these are more than 20 files (limits.max-files)" in found.message


def a_pipe(file: Path) -> None:
    os.mkfifo(file)


def a_device(file: Path) -> None:
    file.symlink_to("/dev/zero")


def a_link(file: Path) -> None:
    file.symlink_to("/etc/passwd")


@POSIX
@pytest.mark.parametrize("setting", [False, True])
@pytest.mark.parametrize("make", [a_pipe, a_device, a_link])
def test_a_baseline_is_read_like_any_other_file(make, setting: bool, tmp_path: Path) -> None:
    folder = paper(tmp_path / "p")
    (folder / ".argcheck").mkdir()
    make(folder / ".argcheck" / "baseline.json")
    if setting:
        (folder / "argcheck.toml").write_text('baseline = ".argcheck/baseline.json"')
    for command in ((), ("baseline", "prune")):
        done = run(folder, *command, timeout=30)
        assert done.returncode == 2
        assert "baseline.json: cannot be read: it" in done.stderr
        assert "daemon" not in done.stderr + done.stdout


CONTROLS = "\x1b[2K\x07\u202e\u2028\x9b\x7f::error::x##[add-mask]"


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_no_format_prints_what_moves_the_cursor(name: str, tmp_path: Path) -> None:
    odd = "a\x1b\u202e\x9bb::.tex" if os.name == "posix" else "a\u202e.tex"
    body = f"\\label{{a{CONTROLS}}}\\label{{a{CONTROLS}}}\\cite{{b{CONTROLS}}}"
    folder = paper(tmp_path / "p", body)
    (folder / odd).write_text(f"{HEAD}No copy of the other.\\ref{{c{CONTROLS}}}{TAIL}", "utf-8")
    report = api.check(folder, isolated=True)
    assert len({one.span.path for one in report.diagnostics}) == 2
    for color in (False, True):
        text = render(report, name, color=color, width=80, cwd=folder, limits=False)
        for style in ("1;31", "1;33", "1;36", "1", "2", "34", "0"):
            text = text.replace(f"\x1b[{style}m", "")
        assert not _UNSAFE.search(text.replace("\n", "")), repr(_UNSAFE.search(text.replace("\n", "")))


# -- as a library


def test_a_report_can_be_pickled(tmp_path: Path) -> None:
    report = api.check(paper(tmp_path / "p", "\\label{a}\\label{a}\\cite{x}\\footnote{TODO}"), isolated=True)
    assert report.diagnostics
    again = pickle.loads(pickle.dumps(report))
    assert again == report
    assert render(again, "json", color=False, width=80, cwd=tmp_path, limits=False) == render(
        report, "json", color=False, width=80, cwd=tmp_path, limits=False
    )


def test_threads_do_not_disturb_each_other(tmp_path: Path) -> None:
    folders = [paper(tmp_path / f"p{n}", f"\\cite{{key{n}}} \\label{{a}}" * 50) for n in range(6)]
    expected = [api.check(folder, isolated=True) for folder in folders]
    found: dict[int, api.Report] = {}
    out, held = sys.stdout, StringIO()
    sys.stdout = held
    try:
        threads = [
            threading.Thread(target=lambda n=n: found.update({n: api.check(folders[n], isolated=True)}))
            for n in range(6)
        ]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            assert sys.stdout is held
        for thread in threads:
            thread.join()
        assert sys.stdout is held
    finally:
        sys.stdout = out
    for n, report in enumerate(expected):
        assert found[n].diagnostics == report.diagnostics
        assert found[n].exit_code == report.exit_code


def test_a_pool_of_processes_gives_reports_back(tmp_path: Path) -> None:
    folders = [paper(tmp_path / f"p{n}", f"\\cite{{key{n}}}") for n in range(2)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        reports = list(pool.map(api.check, folders))
    assert [report.diagnostics for report in reports] == [api.check(one).diagnostics for one in folders]


def test_names_too_long_for_the_disk_name_nothing(tmp_path: Path) -> None:
    long, folder = "x" * 400, paper(tmp_path / "p")
    for options in ((f"{long}.tex",), ("--config", f"{long}.toml"), ("--plugin", f"{long}.py")):
        done = run(folder, *options)
        assert done.returncode in (2, 3)
        assert "Traceback" not in done.stderr
    with pytest.raises(api.ArgcheckError, match="roots"):
        api.check(folder, config={"roots": [str(folder / f"{long}.tex")]}, isolated=True)
    (tmp_path / "loose").mkdir()
    for target in (long, "/", f"../{long}"):
        (tmp_path / "loose" / "chapter.tex").write_text(f"% !TEX root = {target}\nText.", "utf-8")
        assert not api.check(tmp_path / "loose" / "chapter.tex", isolated=True).failures
