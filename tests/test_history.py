"""When a file was changed last is asked of git, which runs nothing of the repository for it."""

from __future__ import annotations

import os
import random
import shutil
from typing import TYPE_CHECKING

import pytest
from argcheck_process import argcheck
from git_command import git
from test_git import needs_git, repository, written
from test_versions import LOST, TEXT, article, prose, severities

from argcheck import api
from argcheck.files.history import History
from argcheck.reading.memory import ScanMemory
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import Settings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [needs_git, pytest.mark.slow]
DAY = 24 * 3600
START = 1_700_000_000


def commit(folder: Path, day: float) -> None:
    git(folder, "add", "--all")
    date = f"{START + int(day * DAY)} +0000"
    git(folder, "commit", "--quiet", "--allow-empty", "--message=words", GIT_COMMITTER_DATE=date)


def head(folder: Path) -> str:
    return git(folder, "rev-parse", "HEAD").strip()


def grown(folder: Path, hash_name: str, commits: int = 40) -> dict[str, int]:
    """Make a repository with branches and merges, whose files lie in folders and change at random; say when each did so last."""
    repository(folder, f"--object-format={hash_name}", "--initial-branch=main")
    drawn = random.Random(hash_name)
    paths = ["a.tex", "chapters/b.tex", "chapters/deep/er/c.tex", "chapters/bü.tex", "b.tex"]
    changed: dict[str, int] = {}
    texts = {path: [f"line {n} of {path}" for n in range(200)] for path in paths}
    for day in range(commits):
        for path in paths if day == 0 else drawn.sample(paths, drawn.choice([0, 1, 1, 2])):
            texts[path][drawn.randrange(200)] = f"changed on {day}"
            written(folder, {path: "\n".join(texts[path])})
            changed[path] = START + day * DAY
        commit(folder, day)
        if day % 10 == 5:
            git(folder, "checkout", "--quiet", "-b", f"side{day}", "HEAD~2")
            written(folder, {f"side{day}.tex": "A text beside."})
            commit(folder, day + 0.3)
            changed[f"side{day}.tex"] = START + int((day + 0.3) * DAY)
            git(folder, "checkout", "--quiet", "main")
            git(folder, "merge", "--quiet", "--no-edit", "--no-gpg-sign", f"side{day}")
    return changed


@pytest.mark.parametrize("hash_name", ["sha1", "sha256"])
def test_a_file_was_changed_when_its_content_came_whatever_was_merged_since(
    tmp_path: Path, hash_name: str
) -> None:
    changed = grown(tmp_path, hash_name)
    history = History(str(tmp_path), head(tmp_path))
    assert history.changed([*changed]) == max(changed.values())
    assert {path: history.changed([path]) for path in changed} == changed


def test_a_commit_that_only_renames_changes_nothing(tmp_path: Path) -> None:
    repository(tmp_path)
    written(tmp_path, {"old/a.tex": "One.", "old/b.tex": "Two.", "c.tex": "Three."})
    commit(tmp_path, 0)
    written(tmp_path, {"c.tex": "Four."})
    commit(tmp_path, 1)
    git(tmp_path, "mv", "old", "kept")
    commit(tmp_path, 2)
    git(tmp_path, "mv", "kept/b.tex", "b.tex")
    commit(tmp_path, 3)
    written(tmp_path, {"d.tex": "One."})  # a copy is a new file
    commit(tmp_path, 4)
    history = History(str(tmp_path), head(tmp_path))
    paths = ["kept/a.tex"], ["b.tex"], ["kept/a.tex", "b.tex"], ["b.tex", "c.tex"], ["d.tex"]
    assert [history.changed(names) - START for names in paths] == [0, 0, 0, DAY, 4 * DAY]


def test_what_is_not_committed_was_changed_after_all_that_is(tmp_path: Path) -> None:
    repository(tmp_path)
    written(tmp_path, {"a.tex": "One.\nTwo.\n", "b.tex": "One.\n"})
    commit(tmp_path, 0)
    written(tmp_path, {"a.tex": "One.\r\nTwo.\r\n", "b.tex": "Another.\n", "c.tex": "New.\n"})
    (tmp_path / "a.tex").write_bytes(b"One.\r\nTwo.\r\n")
    history = History(str(tmp_path), head(tmp_path))
    assert [history.changed([f"{name}.tex"]) for name in "abc"] == [START, float("inf"), float("inf")]


def test_a_shallow_clone_knows_what_it_has(tmp_path: Path) -> None:
    whole = repository(tmp_path / "whole")
    for day, name in enumerate("aab"):
        written(whole, {f"{name}.tex": f"Of {day}."})
        commit(whole, day)
    git(tmp_path, "clone", "--quiet", "--depth=2", f"file://{whole}", "clone")
    clone = tmp_path / "clone"
    history = History(str(clone), head(clone))
    assert [history.changed([f"{name}.tex"]) - START for name in "ab"] == [DAY, 2 * DAY]


@pytest.mark.parametrize("seed", range(8))
def test_what_is_damaged_is_not_known_and_fails_nothing(tmp_path: Path, seed: int) -> None:
    grown(tmp_path, "sha1", 12)
    git(tmp_path, "gc", "--quiet", "--aggressive", "--prune=now")
    drawn = random.Random(seed)
    for file in [*tmp_path.glob(".git/objects/pack/*.pack"), *tmp_path.glob(".git/objects/pack/*.idx")]:
        data = bytearray(file.read_bytes())
        for _ in range(drawn.choice([1, 20, 400])):
            data[drawn.randrange(8, len(data))] = drawn.randrange(256)
        file.chmod(0o644)
        file.write_bytes(data[: drawn.choice([len(data), len(data) // 2, 40])])
    history = History(str(tmp_path), head(tmp_path))
    assert all(history.changed([path]) >= 0 for path in ["a.tex", "chapters/b.tex", "chapters/deep/er/c.tex"])


def test_nothing_that_the_repository_names_is_run(tmp_path: Path) -> None:
    repository(tmp_path)
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch '{tmp_path}/was-run'\n")
    program.chmod(0o755)
    written(tmp_path, {"a.tex": "One.", ".gitattributes": "*.tex filter=x diff=x\n"})
    commit(tmp_path, 0)
    for key in (
        "core.fsmonitor",
        "filter.x.clean",
        "filter.x.process",
        "diff.external",
        "diff.x.textconv",
        "gpg.program",
    ):
        git(tmp_path, "config", key, str(program))
    git(tmp_path, "config", "log.showSignature", "true")
    written(tmp_path, {"a.tex": "Two."})
    assert History(str(tmp_path), head(tmp_path)).changed(["a.tex"]) == float("inf")
    git(tmp_path, "config", "--unset", "filter.x.clean")
    git(tmp_path, "config", "--unset", "filter.x.process")
    commit(tmp_path, 1)
    (tmp_path / "was-run").unlink(missing_ok=True)
    assert History(str(tmp_path), head(tmp_path)).changed(["a.tex"]) == START + DAY
    assert not (tmp_path / "was-run").exists()


def test_without_git_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository(tmp_path)
    written(tmp_path, {"a.tex": "One."})
    commit(tmp_path, 0)
    name = head(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert History(str(tmp_path), name).changed(["a.tex"]) == 0


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Commit files, each on its day, and check them; what has no day is not committed."""
    repository(tmp_path)
    monkeypatch.chdir(tmp_path)

    def run(files, days):
        for day in sorted(set(days.values())):
            written(tmp_path, {name: text for name, text in files.items() if days.get(name) == day})
            commit(tmp_path, day)
        written(tmp_path, {name: text for name, text in files.items() if name not in days})
        return api.check(".", isolated=True)

    return run


CITING = """\\documentclass{article}\\begin{document}One~\\cite{dune}, two~\\cite{tide}.
\\bibliographystyle{plain}\\bibliography{refs}\\end{document}
"""
BIB = "@book{dune, author = {Ann Sand}, title = {Dunes}, publisher = {North}, year = 2001}\n"
PRINTED = """\\begin{thebibliography}{9}
\\bibitem{dune} Ann Sand. Dunes. North, 2001.
\\bibitem{tide} Bea Surf. Tides. South, 2002.
\\end{thebibliography}
"""


@pytest.mark.parametrize(
    ("days", "severity"),
    [
        ({"refs.bib": 0, "paper.bbl": 9}, "note"),  # kept by hand, or made of another bibliography
        ({"refs.bib": 9, "paper.bbl": 0}, "error"),  # the entry is gone since
        ({"refs.bib": 0, "paper.bbl": 0}, "error"),
        ({"refs.bib": 0}, "error"),  # made by the last run, and of no commit
        ({}, "error"),
    ],
)
def test_a_key_of_the_printed_list_that_was_changed_after_the_bibliography_is_a_note(check, days, severity):
    days = {"paper.tex": 20, **days}
    report = check({"paper.tex": CITING, "refs.bib": BIB, "paper.bbl": PRINTED}, days)
    [lost] = [one for one in report.diagnostics if one.code == "CIT001"]
    assert (lost.severity.label, lost.message) == (
        severity,
        "no entry has the key 'tide' (looked in refs.bib)",
    )
    assert ("the .bbl beside the document has it" in (lost.help or "")) == (severity == "note")


def test_many_keys_of_the_printed_list_alone_are_one_note(check):
    keys = [f"key{n}" for n in range(8)]
    items = "".join(f"\\bibitem{{{key}}} A work.\n" for key in keys)
    files = {
        "paper.tex": CITING.replace("tide", f"{','.join(keys)},gone"),
        "refs.bib": BIB,
        "paper.bbl": f"\\begin{{thebibliography}}{{9}}{items}\\end{{thebibliography}}",
    }
    report = check(files, {"paper.tex": 0, "refs.bib": 0, "paper.bbl": 9})
    found = [(one.severity.label, len(one.stands_for)) for one in report.diagnostics if one.code == "CIT001"]
    assert sorted(found) == [("error", 0), ("note", 8)]


UNSEEN = LOST.replace("lost", "gone")
LONG, SHORT = article([*TEXT, *prose(2, 8)], LOST), article(TEXT, UNSEEN)
PAIR = {"paper.tex": LONG, "prior.tex": SHORT}


@pytest.mark.parametrize(
    ("days", "notes"),
    [
        ({"paper.tex": 0, "prior.tex": 0}, {"prior.tex"}),  # of one commit: the longer is worked on
        ({"paper.tex": 3, "prior.tex": 0}, {"prior.tex"}),
        (
            {"paper.tex": 0, "prior.tex": 3},
            set(),
        ),  # what was changed last is checked, and what was a few days ago
        ({"paper.tex": 0, "prior.tex": 40}, {"paper.tex"}),
        ({"paper.tex": 0}, {"paper.tex"}),  # it is being changed now
    ],
)
def test_the_version_that_was_changed_last_is_worked_on(check, days, notes):
    report = check(PAIR, days)
    assert severities(report) == {(name, "note" if name in notes else "warning") for name in PAIR}


LABELS = [f"\\section{{Part {n}}} \\label{{sec:{n}}}" for n in range(4)]


@pytest.mark.parametrize("more", [8, -12])
def test_what_has_the_name_and_labels_of_one_above_and_was_changed_later_is_no_copy(check, more):
    later = [*TEXT, *prose(2, 8)] if more > 0 else [*TEXT[:more], *prose(2, 8)]
    files = {
        "paper.tex": article([*LABELS, *TEXT]),
        "second/paper.tex": article([*LABELS, *later], LOST),
        "arxiv/paper.tex": article([*LABELS, *TEXT]),
    }
    report = check(files, {"paper.tex": 0, "second/paper.tex": 60, "arxiv/paper.tex": 60})
    assert severities(report) == {("second/paper.tex", "warning")}
    assert report.notices == (
        "arxiv/paper.tex is not checked: it is a copy of paper.tex; name it to have it checked",
        "paper.tex is another version of second/paper.tex: its findings are notes; name the file that you work on to have it checked",
    )


def test_what_has_the_name_and_labels_of_one_above_that_was_changed_later_is_a_copy(check):
    files = {
        "paper.tex": article([*LABELS, *TEXT]),
        "sent/paper.tex": article([*LABELS, *TEXT, *prose(2, 8)], LOST),
    }
    report = check(files, {"paper.tex": 60, "sent/paper.tex": 0})
    assert not severities(report)
    assert report.notices == (
        "sent/paper.tex is not checked: it is a copy of paper.tex; name it to have it checked",
    )


def test_of_versions_of_one_length_the_one_that_was_left_long_ago_has_notes(check):
    files = {"final.tex": article(TEXT, LOST), "submitted.tex": article(TEXT, UNSEEN)}
    report = check(files, {"submitted.tex": 0, "final.tex": 60})
    assert severities(report) == {("final.tex", "warning"), ("submitted.tex", "note")}
    assert "submitted.tex is another version of final.tex" in report.notices[0]


def test_a_draft_that_was_changed_after_what_it_went_into_is_checked(check):
    labels = "\n".join(f"\\section{{S}}\\label{{sec:{n}}} \\cite{{k{n}}}" for n in range(6))
    draft = article(TEXT[:40], labels + LOST)
    whole = article([*TEXT[:24], *prose(5, 90)], labels)
    assert severities(check({"draft.tex": draft, "whole.tex": whole}, {"draft.tex": 0, "whole.tex": 9})) == {
        ("draft.tex", "note")
    }
    assert severities(check({"draft.tex": draft + "%"}, {"draft.tex": 12})) == {("draft.tex", "warning")}


def test_a_commit_alone_makes_a_stored_run_an_old_one(tmp_path: Path) -> None:
    folder = repository(tmp_path / "project")
    written(folder, PAIR)
    commit(folder, 0)
    (folder / "prior.tex").write_text(SHORT + "% changed", "utf-8")

    def said() -> str:
        environment = os.environ | {"ARGCHECK_CACHE_DIR": str(tmp_path / "cache")}
        return argcheck(".", "--isolated", cwd=folder, env=environment, encoding="utf-8").stdout

    for _ in range(2):
        assert "REF001 no label is called 'sec:lost'" in said()
        assert ": note:" in said()
    commit(folder, 3)
    assert ": note:" not in said()


def test_what_another_notation_was_turned_into_is_no_later_version(check):
    source = (
        "---\noutput: pdf_document\nbibliography: refs.bib\n---\n\n"
        + "\n\n".join(TEXT)
        + "\n\nAs @lost says.\n"
    )
    files = {"paper.Rmd": source, "refs.bib": "", "out/paper.tex": LONG}
    report = check(files, {"paper.Rmd": 0, "refs.bib": 0, "out/paper.tex": 90})
    assert severities(report) == {("out/paper.tex", "note")}
    assert "out/paper.tex is another version of paper.Rmd" in report.notices[0]


@pytest.mark.parametrize(
    ("days", "notes"),
    [
        (None, set()),  # git does not know: either may be the later one
        ({"paper.Rmd": 0, "draft.tex": 0}, set()),  # of one run
        ({"paper.Rmd": 3, "draft.tex": 0}, set()),
        ({"paper.Rmd": 40, "draft.tex": 0}, {"draft.tex"}),  # an output that was left
        ({"paper.Rmd": 0, "draft.tex": 3}, {"paper.Rmd"}),  # it is worked on in LaTeX since
    ],
)
def test_what_pandoc_wrote_by_another_name_replaces_its_source_only_if_it_was_changed_later(
    check, days, notes
):
    top = "---\noutput: pdf_document\nbibliography: refs.bib\n---\n\n"
    files = {
        "paper.Rmd": top + "\n\n".join(TEXT) + "\n\nAs @lost says.\n",
        "refs.bib": "",
        "draft.tex": LONG.replace("\n", "\n\\providecommand{\\tightlist}{%\n  \\parskip 0pt}\n", 1),
    }
    report = check(files, {"refs.bib": 0, **days} if days else {})
    said = {(one.span.path, one.severity.label == "note") for one in report.diagnostics}
    assert said == {(name, name in notes) for name in ("paper.Rmd", "draft.tex")}


@pytest.mark.skipif(os.name == "nt", reason="git is wrapped by a script of a shell")
def test_git_is_not_asked_again_while_somebody_types(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = repository(tmp_path / "project")
    written(folder, PAIR)
    commit(folder, 0)
    asked, wrapper = tmp_path / "asked", tmp_path / "bin" / "git"
    wrapper.parent.mkdir()
    wrapper.write_text(f'#!/bin/sh\necho "$@" >> {asked}\nexec {shutil.which("git")} "$@"\n', "utf-8")
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}{os.pathsep}{os.environ['PATH']}")
    memory, settings = ScanMemory(None, "project"), Settings(base=folder, project=folder)
    counts = []
    for typed in ("", "O", "On", "Once"):
        texts = {folder / "prior.tex": SHORT.replace("The ", f"{typed} the ", 1)}
        workspace = Workspace([folder], settings, cwd=folder, overlay=texts, memory=memory)
        workspace.read()
        assert not workspace.versions  # what is open in an editor is none
        counts.append(len(asked.read_text("utf-8").splitlines()))
        memory = memory.following()
    assert counts == counts[:1] * 4
    assert counts[0] > 0


THESIS = article([r"\chapter{Dunes}", *prose(3, 200)], LOST).replace("article", "report", 1)
ANSWER = article(prose(4, 40), UNSEEN)
TALK = ANSWER.replace("article", "beamer", 1)
BESIDE = {"thesis.tex": THESIS, "talk.tex": TALK}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("response.tex", ANSWER),
        ("supplement.tex", article(prose(4, 40), r"\label{more}" + UNSEEN)),
        ("parts/long.tex", article(prose(4, 150), UNSEEN)),
    ],
)
@pytest.mark.parametrize("longest", [THESIS, THESIS.replace("chapter", "section")])
def test_whatever_was_left_a_month_before_the_longest_document_has_notes(check, name, text, longest):
    report = check({"thesis.tex": longest, name: text}, {name: 0, "thesis.tex": 40})
    assert severities(report) == {("thesis.tex", "warning"), (name, "note")}


@pytest.mark.parametrize(
    ("days", "note"),
    [
        ({"talk.tex": 0, "thesis.tex": 40}, True),
        ({"talk.tex": 0, "thesis.tex": 20}, False),  # it may be worked on by turns
        ({"talk.tex": 40, "thesis.tex": 0}, False),
        ({"talk.tex": 0, "thesis.tex": 0}, False),  # all of it was brought here at once
        ({"thesis.tex": 40}, False),  # it is being changed now
        ({"talk.tex": 0}, False),  # the thesis is in no commit
    ],
)
def test_it_is_git_that_knows_what_was_left(check, days, note):
    report = check(BESIDE, days)
    assert severities(report) == {("thesis.tex", "warning"), ("talk.tex", "note" if note else "warning")}
    said = "talk.tex was left a month or more before the last change of thesis.tex: its findings are notes"
    assert any(notice.startswith(said) for notice in report.notices) is note


@pytest.mark.parametrize(
    ("names", "severity"),
    [
        (["sheets/sheet1.tex", "sheets/sheet2.tex", "sheets/sheet10.tex"], "warning"),
        (["1/paper.tex", "2/paper.tex", "3/paper.tex"], "warning"),
        (["sheet1.tex", "sheet2.tex", "exam.tex"], "note"),  # of two, one may be the later text
        (["2021/exam.tex", "2022/exam.tex", "2023/exam.tex"], "note"),  # that of each year is done
    ],
)
@pytest.mark.parametrize("longest", [(), ("notes.tex",)])
def test_of_a_series_none_is_left_while_another_one_is_changed(check, names, severity, longest):
    """Which lesson or sheet of a course is the longest says nothing; they are written one behind the other."""
    days = dict(zip([*names, *longest], [0, 20, 35, 40], strict=False))
    texts = {name: article(prose(4 + n, 40 + 40 * n), UNSEEN) for n, name in enumerate(days)}
    assert (names[0], severity) in severities(check(texts, days))


def test_a_series_is_left_once_all_of_it_is(check):
    """A page that the longest includes is a part of that, and does not keep the others."""
    files = {f"sheet{n}.tex": article(prose(4 + n, 40), UNSEEN) for n in range(4)}
    files["notes.tex"] = article([r"\includepdf{sheet0.pdf}", *prose(9, 200)], LOST)
    left = {(f"sheet{n}.tex", "note") for n in range(1, 4)}
    report = check(files, dict.fromkeys(files, 0) | {"notes.tex": 40})
    assert severities(report) == left | {("sheet0.tex", "warning"), ("notes.tex", "warning")}


@pytest.mark.parametrize("changed", [False, True])
def test_what_was_left_is_so_in_a_folder_that_is_renamed(check, tmp_path, changed):
    check({"old/talk.tex": TALK, "thesis.tex": THESIS}, {"old/talk.tex": 0, "thesis.tex": 40})
    git(tmp_path, "mv", "old", "earlier")
    if changed:
        written(tmp_path, {"earlier/talk.tex": TALK.replace("gone", "fled")})
    commit(tmp_path, 45)
    said = severities(api.check(".", isolated=True))
    assert said == {("thesis.tex", "warning"), ("earlier/talk.tex", "warning" if changed else "note")}


@pytest.mark.parametrize("changed", [False, True])
def test_to_move_the_longest_document_is_no_work_on_it(check, tmp_path, changed):
    files = {
        "talk.tex": TALK,
        "thesis.tex": THESIS.replace("\\end{doc", "\\input{sums}\\end{doc"),
        "sums.tex": "One.",
    }
    check(files, dict.fromkeys(files, 0))
    (tmp_path / "text").mkdir()
    git(tmp_path, "mv", "thesis.tex", "sums.tex", "text")
    if changed:
        written(tmp_path, {"text/sums.tex": "One and two."})
    commit(tmp_path, 40)
    said = severities(api.check(".", isolated=True))
    assert said == {("text/thesis.tex", "warning"), ("talk.tex", "note" if changed else "warning")}


@pytest.mark.parametrize(
    ("name", "line", "severity"),
    [
        ("online.tex", r"\externaldocument[S-]{parts/online}", "warning"),
        ("more.tables.tex", r"\includepdf[pages=-]{more.tables.pdf}", "warning"),
        ("model.tex", r"\includegraphics[width=3cm]{drawn/model.pdf}", "warning"),
        ("other.tex", r"% \externaldocument{other}", "note"),
        ("online.tex", r"See \url{https://example.org/online}.", "note"),
    ],
)
def test_what_a_paper_names_is_not_left_however_old_it_is(check, name, line, severity):
    files = {
        name: article(prose(6, 300), UNSEEN),
        "second.tex": article([f"{line}\n", *prose(9, 500)], LOST),
    }
    assert (name, severity) in severities(check(files, {name: 0, "second.tex": 400}))


@pytest.mark.parametrize(("before", "after"), [(3000, 6), (1, -6000)])
def test_what_was_changed_last_is_not_left_because_of_a_clock_that_was_wrong(check, tmp_path, before, after):
    """A clock was in the future when the longer one was committed, or in the past when the other one was."""
    first = article(prose(6, 300), UNSEEN)
    check(
        {"first.tex": first, "second.tex": article(prose(9, 500), LOST)},
        {"first.tex": 0, "second.tex": before},
    )
    written(tmp_path, {"first.tex": first.replace("The ", "A ", 1)})
    commit(tmp_path, after)
    assert ("first.tex", "warning") in severities(api.check(".", isolated=True))


def test_a_chapter_that_was_left_a_year_ago_is_a_part_of_the_book_that_reads_it(check):
    chapter = article(prose(6, 300), UNSEEN)
    files = {"chapter.tex": chapter, "book.tex": article([r"\input{chapter}", *prose(9, 500)], LOST)}
    report = check(files, {"chapter.tex": 0, "book.tex": 400})
    assert ("chapter.tex", "warning") in severities(report)


CHAPTER = article(prose(4, 40), "TODO: prove it.").replace("{article}", "[book.tex]{subfiles}")
READ = article(prose(6, 60), r"\subfile{new}").replace("\\begin", "\\usepackage{subfiles}\\begin", 1)
BOOK = {"book.tex": READ, "new.tex": CHAPTER.replace("TODO", "We"), "old.tex": CHAPTER}


@pytest.mark.parametrize(
    ("files", "days", "note"),
    [
        (BOOK, {"old.tex": 0, "new.tex": 0, "book.tex": 40}, True),
        (BOOK, {"old.tex": 0, "book.tex": 0, "new.tex": 40}, True),
        (BOOK, {"old.tex": 20, "new.tex": 20, "book.tex": 40}, False),  # it may be put in yet
        (BOOK, {"book.tex": 0, "new.tex": 40}, False),  # it was written just now
        (
            BOOK | {"book.tex": READ.replace("\\end{doc", "\\readall{new,old}\\end{doc")},
            {"old.tex": 0, "new.tex": 0, "book.tex": 40},
            False,
        ),
    ],
)
def test_a_chapter_that_a_book_left_out_a_month_ago_has_notes(check, files, days, note):
    left = [d.severity.label for d in check(files, days).diagnostics if d.span.path == "old.tex"]
    assert left == ["note" if note else "warning"]


@pytest.mark.parametrize(("day", "severity"), [(0, "warning"), (40, "note")])
def test_beside_a_document_in_another_notation_it_is_the_change_of_that_one_that_counts(check, day, severity):
    whole = "---\nbibliography: refs.bib\n---\n\n# Dunes\n\n" + "\n\n".join(prose(3, 200))
    files = {"paper.md": whole, "refs.bib": "", "talk.tex": TALK, "data.txt": "1"}
    report = check(files, {"paper.md": day, "refs.bib": 0, "talk.tex": 0, "data.txt": 40})
    assert ("talk.tex", severity) in severities(report)


def test_of_what_was_left_and_has_no_findings_nothing_is_said(check):
    report = check(
        BESIDE | {"talk.tex": TALK.replace(r"\ref{sec:gone}", "one")}, {"talk.tex": 0, "thesis.tex": 40}
    )
    assert not report.notices


def test_what_was_left_is_checked_once_somebody_changes_it(check):
    assert ("talk.tex", "note") in severities(check(BESIDE, {"talk.tex": 0, "thesis.tex": 40}))
    files = BESIDE | {"talk.tex": TALK.replace("The ", "A ", 1)}
    assert ("talk.tex", "warning") in severities(check(files, {"thesis.tex": 40}))


def test_a_part_that_both_read_is_no_reason_to_think_that_a_talk_is_worked_on(check):
    files = {"talk.tex": TALK.replace("\\end{doc", "\\input{sums}\\end{doc"), "sums.tex": "One and two."}
    files |= {"thesis.tex": THESIS.replace("\\end{doc", "\\input{sums}\\end{doc")}
    report = check(files, {"talk.tex": 0, "thesis.tex": 0, "sums.tex": 40})
    assert ("talk.tex", "note") in severities(report)


def test_a_preamble_that_both_read_is_no_text_of_the_longest(check):
    files = {name: text.replace("\\begin{doc", "\\input{macros}\\begin{doc") for name, text in BESIDE.items()}
    days = {"talk.tex": 0, "thesis.tex": 0, "macros.tex": 40}
    report = check({**files, "macros.tex": "\\newcommand{\\dune}{Dune}"}, days)
    assert severities(report) == {("talk.tex", "warning"), ("thesis.tex", "warning")}


def test_what_was_left_in_a_shallow_clone_is_what_the_clone_knows_of(tmp_path, monkeypatch):
    whole = repository(tmp_path / "whole")
    for day, name in [(0, "talk.tex"), (40, "thesis.tex")]:
        written(whole, {name: BESIDE[name]})
        commit(whole, day)
    git(tmp_path, "clone", "--quiet", "--depth=1", f"file://{whole}", "clone")
    monkeypatch.chdir(tmp_path / "clone")
    assert ("talk.tex", "warning") in severities(api.check(".", isolated=True))
