"""`argcheck watch`: each notice on a cited work is told once, whatever happens to the runs."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from argcheck_process import argcheck

pytestmark = pytest.mark.slow

PAPERS = Path(__file__).parent / "papers"
SLEEP, LIGHT = "doi:10.1234/learning.20", "doi:10.1234/light.19"
RETRACTED = ["retracted", "10.1234/notice.1", "2024-05-01", "Invented data"]
CONCERN = ["concern", "10.1234/notice.2", "2023-01-02", ""]
CORRECTED = ["corrected", "10.1234/notice.3", "2022-01-02", ""]

#: Watches in children that are killed at their first, second, ... call that writes, until one has no further call; after each of
#: them in a child that is not killed, and in one that also knows a second notice.
KILLED = """
import json, os, shutil, signal, sys
from pathlib import Path
from argcheck_process import import_all
from argcheck.cli.run import run

import_all()
import argcheck.cli.notices_command, argcheck.service.notice_journal

def killed_at(call):
    calls = 0
    def look(frame, event, argument):
        nonlocal calls
        if event in ("c_call", "c_return") and argument.__name__ in {"mkdir", "open", "write", "fsync", "replace", "truncate"}:
            names = (frame.f_code.co_filename, frame.f_back.f_code.co_filename)
            if any(name.endswith(("notice_journal.py", "writing.py", "notices_command.py")) for name in names):
                calls += 1
                if calls == call:
                    os.kill(os.getpid(), signal.SIGKILL)
    return look

def watched(call, notices):
    Path(os.environ["ARGCHECK_DATA_DIR"], "retractions.jsonl").write_text(notices)
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        if call:
            sys.setprofile(killed_at(call))
        os._exit(run(["watch", "list.txt", "--out", "told", "--format", "json", "--no-cache"]))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

first, both = sys.argv[1:]
call, ended = 0, -signal.SIGKILL
while ended == -signal.SIGKILL:
    call += STEP
    shutil.rmtree("told", ignore_errors=True)
    Path("list.txt.told").unlink(missing_ok=True)
    ended = watched(call, first)
    print(json.dumps([ended, watched(0, first), watched(0, both), sorted(
        (path.name, [[n["notice"], [p["paper"] for p in n["papers"]]] for n in json.loads(path.read_text())["notices"]])
        for path in Path("told").iterdir() if path.suffix == ".json"
    )]))
"""


class Library:
    """A list of papers, and what is known on this machine of the works that they cite."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "papers"
        self.data = folder / "data"
        self.data.mkdir()
        shutil.copytree(PAPERS, self.folder)
        self.list("sleep", "naps", "review")

    def list(self, *lines: str) -> None:
        (self.folder / "list.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")

    def know(self, **notices: list[list[str]]) -> None:
        (self.data / "retractions.jsonl").write_text(known(**notices), "utf-8")

    @property
    def environ(self) -> dict[str, str]:
        return {**os.environ, "ARGCHECK_DATA_DIR": str(self.data)}

    def watch(self, *options: str) -> tuple[int, str, str]:
        argv = ("watch", "list.txt", "--no-cache", *options)
        done = argcheck(*argv, cwd=self.folder, env=self.environ, encoding="utf-8")
        return done.returncode, done.stdout, done.stderr

    def report(self, *options: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.watch("--format", "json", *options)[1])
        return answer


def known(**notices: list[list[str]]) -> str:
    """Return a snapshot with the notices on the work on sleep and on the one on light."""
    works = {"sleep": SLEEP, "light": LIGHT}
    return "".join(json.dumps([works[name], rows]) + "\n" for name, rows in notices.items())


@pytest.fixture
def library(tmp_path: Path) -> Library:
    made = Library(tmp_path)
    made.know(sleep=[RETRACTED])
    return made


def test_a_notice_is_told_once_with_what_leans_on_the_work(library: Library) -> None:
    code, out, err = library.watch()
    assert (code, err) == (1, "")
    assert out == (
        "report 1: 1 new notice on 5 cited works of 3 papers\n\n"
        "Sleep and the Learning of Foreign Words: retracted on 2024-05-01 (doi:10.1234/notice.1): Invented data\n"
        "  naps/main.tex: 2 claims lean on [S1], 1 would fall\n"
        "    cited at naps/main.tex:5:63\n"
        "    naps/main.tex:14:1: conclusion leans on it: A nap after the lesson is worth its time.\n"
        "  sleep/main.tex: 2 claims lean on [smith20], 2 would fall\n"
        "    cited at sleep/main.tex:5:63\n"
        "    sleep/main.tex:12:1: conclusion falls: Schools should begin later in the morning.\n"
    )
    assert library.watch() == (0, "no new notices on 5 cited works of 3 papers\n", "")


def test_what_comes_later_is_told_by_itself(library: Library) -> None:
    library.list("naps")
    assert [notice["status"] for notice in library.report()["notices"]] == ["retracted"]
    library.know(sleep=[CONCERN, RETRACTED, CORRECTED])
    later = library.report()
    assert later["report"] == 2
    assert [notice["status"] for notice in later["notices"]] == ["concern", "corrected"]
    library.list(
        "naps", "sleep"
    )  # a paper that is new to the list cites a work that is known to be retracted
    assert [
        (notice["status"], [paper["paper"] for paper in notice["papers"]])
        for notice in library.report()["notices"]
    ] == [
        ("concern", ["sleep/main.tex"]),
        ("corrected", ["sleep/main.tex"]),
        ("retracted", ["sleep/main.tex"]),
    ]


def test_one_notice_from_two_places_is_one(library: Library) -> None:
    library.list("sleep")
    folder = library.folder / "sleep" / ".argcheck"
    folder.mkdir()
    (folder / "retractions.csv").write_text("key,reason\nsmith20,invented\n")
    library.know()
    assert [notice["origin"] for notice in library.report()["notices"]] == ["list"]
    library.know(sleep=[RETRACTED])  # the same retraction, now with its DOI
    assert library.report()["notices"] == []


def test_a_work_under_two_keys_is_told_once_with_all_its_places(library: Library) -> None:
    library.list("sleep")
    main, bib = (library.folder / "sleep" / name for name in ("main.tex", "refs.bib"))
    bib.write_text(bib.read_text() + "@misc{again, title={Sleep}, doi={10.1234/learning.20}}\n")
    main.write_text(main.read_text().replace("The method is fast.", "The method is fast \\cite{again}."))
    (notice,) = library.report()["notices"]
    (paper,) = notice["papers"]
    assert [place["line"] for place in paper["citations"]] == [5, 7]


def test_lines_that_cannot_be_used_are_named_and_the_rest_goes_on(library: Library) -> None:
    (library.folder / "broken").mkdir()
    (library.folder / "broken" / "argcheck.toml").write_text("select = 3\n")
    (library.folder / "broken" / "main.tex").write_text("\\documentclass{article}\n")
    (library.folder / "empty").mkdir()
    library.list("# ours", "sleep", "nowhere", "", "https://example.org/paper", "empty", "broken", "naps")
    code, out, err = library.watch()
    assert code == 3
    assert "2 papers" in out.splitlines()[0]
    assert [line.partition(": ")[0] for line in err.splitlines()] == [f"list.txt:{n}" for n in (3, 5, 6, 7)]
    library.list("nowhere", "sleep")
    assert library.watch()[0] == 2
    for name, said, expected in (("a.zip", "is not unpacked", 3), ("a.PDF", "is a PDF", 2)):
        (library.folder / name).write_bytes(b"%PDF")
        library.list("sleep", name)
        code, _, err = library.watch()
        assert (code, f"list.txt:2: {name} {said}" in err) == (expected, True)
    library.list("empty", "sleep")
    code, _, err = library.watch()
    assert (code, "list.txt:1: " in err) == (0, True)


def test_what_cannot_be_used_of_verdicts_and_lists_is_named(library: Library) -> None:
    for paper, name, content in (
        ("sleep", "verdicts.jsonl", b"<<<<<<< HEAD\n\n\xff\n"),
        ("naps", "retractions.csv", b"works\n10.1234/learning.20\n"),
    ):
        (library.folder / paper / ".argcheck").mkdir()
        (library.folder / paper / ".argcheck" / name).write_bytes(content)
    code, out, err = library.watch()
    assert (code, "3 papers" in out) == (1, True)
    assert [line.split(": ")[:2] for line in err.splitlines()] == [
        ["list.txt:1", "sleep/.argcheck/verdicts.jsonl:1"],
        ["list.txt:1", "sleep/.argcheck/verdicts.jsonl:3"],
        ["list.txt:2", "naps/.argcheck/retractions.csv:1"],
    ]


def test_papers_elsewhere_are_named_by_their_whole_path(library: Library) -> None:
    library.list("../other/sleep")
    (library.folder.parent / "other").mkdir()
    shutil.copytree(PAPERS / "sleep", library.folder.parent / "other" / "sleep")
    (notice,) = library.report()["notices"]
    assert (
        notice["papers"][0]["paper"] == (library.folder.parent / "other/sleep/main.tex").resolve().as_posix()
    )


@pytest.mark.parametrize("kind", ["zip", "gztar"])
def test_an_archive_is_read_as_the_folder_in_it(library: Library, kind: str) -> None:
    library.list("sleep")
    (notice,) = library.report()["notices"]
    archive = shutil.make_archive(str(library.folder / "packed"), kind, library.folder / "sleep")
    shutil.rmtree(library.folder / "sleep")
    (library.folder / "list.txt.told").unlink()
    name = Path(archive).name
    library.list(name)
    (packed,) = library.report()["notices"]
    assert json.loads(json.dumps(packed).replace(f"{name}/", "sleep/")) == notice


@pytest.mark.parametrize(
    "line",
    [
        "x",
        '"x"',
        "[" * 100_000,
        '{"report": 1e999}',
        '{"new": {"paper": "a", "status": "b", "works": [], "notice": ""}}',
    ],
)
def test_a_line_that_is_not_of_a_state_is_named(library: Library, line: str) -> None:
    (library.folder / "list.txt.told").write_text(f'{{"version": 1}}\n{line}\n')
    code, out, err = library.watch()
    assert (code, out) == (2, "")
    assert "list.txt.told:2: this line is not one of" in err


def test_a_home_that_nobody_has_is_no_such_folder(library: Library) -> None:
    library.list("~nobody-has-this-name/paper", "sleep")
    code, out, err = library.watch()
    assert (code, "1 paper" in out.splitlines()[0]) == (2, True)
    assert err.startswith("list.txt:1: ~nobody-has-this-name/paper: no such")


@pytest.mark.parametrize("argv", [["--require"], ["--timeout", "3"], ["--state", "no/such/folder"]])
def test_what_cannot_be_done_is_refused(library: Library, argv: list[str]) -> None:
    code, out, err = library.watch(*argv)
    assert (code, out) == (2, "")
    assert argv[0] in err or argv[-1] in err


def test_a_list_without_papers_is_refused(library: Library) -> None:
    library.list("# nothing yet")
    assert library.watch()[0] == 2
    (library.folder / "list.txt").write_bytes(b"\xff\xfe\x00")
    assert library.watch()[0] == 2


def test_without_a_snapshot_it_says_so(library: Library) -> None:
    (library.data / "retractions.jsonl").unlink()
    code, out, err = library.watch()
    assert (code, out) == (0, "no new notices on 5 cited works of 3 papers\n")
    assert "no snapshot" in err


def test_a_damaged_state_is_no_empty_state(library: Library) -> None:
    library.watch()
    state = library.folder / "list.txt.told"
    lines = state.read_text().splitlines(keepends=True)
    state.write_text("".join([*lines[:1], "x" + lines[1], *lines[2:]]))
    code, out, err = library.watch()
    assert (code, out) == (2, "")
    assert "list.txt.told:2: " in err


def test_two_runs_do_not_share_a_state(library: Library) -> None:
    fcntl = pytest.importorskip("fcntl")
    with (library.folder / "list.txt.told").open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        code, out, err = library.watch()
    assert (code, out) == (2, "")
    assert "another run" in err


def test_as_markdown_nothing_of_a_title_is_markup(library: Library) -> None:
    bib = library.folder / "sleep" / "refs.bib"
    bib.write_text(bib.read_text().replace("Sleep and the learning", "Sleep <b>and</b> the @learning"))
    library.list("sleep")
    _, out, _ = library.watch("--format", "markdown")
    assert out.startswith("# report 1: 1 new notice")
    assert "<b>" not in out
    assert "@learning" not in out


def test_reports_are_files_of_their_own(library: Library) -> None:
    told = library.folder / "told"
    assert library.watch("--out", "told") == (1, "", "")
    library.watch("--out", "told")
    library.know(sleep=[RETRACTED, CONCERN])
    library.watch("--out", "told", "--format", "markdown")
    assert sorted(path.name for path in told.iterdir()) == ["0001.txt", "0002.md"]


def test_a_report_that_is_there_is_never_written_over(library: Library) -> None:
    """Neither by another list with the same folder, nor after a state was removed to be told all again."""
    library.watch("--out", "told", "--state", "first")
    first = (library.folder / "told" / "0001.txt").read_text()
    library.list("sleep")
    library.watch("--out", "told", "--state", "second")
    (library.folder / "first").unlink()
    library.watch("--out", "told", "--state", "first", "--format", "markdown")
    told = library.folder / "told"
    assert sorted(path.name for path in told.iterdir()) == ["0001.txt", "0002.txt", "0003.md"]
    assert (told / "0001.txt").read_text() == first
    assert (told / "0003.md").read_text().startswith("# report 3: ")


@pytest.mark.parametrize("words", ["sleep", '{"a": 1}', "{", '{"version": 1', "x\ny"])
def test_a_file_of_something_else_is_no_state(library: Library, words: str) -> None:
    (library.folder / "mine").write_text(words)
    code, _, err = library.watch("--state", "mine")
    kept = (library.folder / "mine").read_text()
    if '{"version": 1}'.startswith(words):  # as much of a state as a kill may leave
        assert (code, kept.startswith('{"version": 1}\n')) == (1, True)
    else:
        assert (code, kept, "mine:1: " in err) == (2, words, True)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="runs are killed in children")
@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
def test_killed_at_any_call_that_writes(library: Library, step: int) -> None:
    library.list("sleep", "naps")
    (library.folder / "sleep" / "refs.bib").write_text(
        (library.folder / "sleep" / "refs.bib")
        .read_text()
        .replace("year = {2019},", "year = {2019}, doi = {10.1234/light.19},")
    )
    done = subprocess.run(
        [sys.executable, "-c", KILLED.replace("STEP", str(step)), known(sleep=[RETRACTED]), known(sleep=[RETRACTED], light=[CONCERN])],
        cwd=library.folder, env={**library.environ, "PYTHONPATH": str(Path(__file__).parent)},
        stdout=subprocess.PIPE, encoding="utf-8", check=True,
    )  # fmt: skip
    runs = [json.loads(line) for line in done.stdout.splitlines()]
    assert [run[0] for run in runs] == [-signal.SIGKILL] * (len(runs) - 1) + [1]
    assert len(runs) * step > 20
    retracted = [["10.1234/notice.1", ["naps/main.tex", "sleep/main.tex"]]]
    concern = [["10.1234/notice.2", ["sleep/main.tex"]]]
    assert {json.dumps(run[3]) for run in runs} == {
        json.dumps([["0001.json", retracted], ["0002.json", concern]])
    }
