"""`--diff-base`: what a change introduced, anywhere in the documents, and nothing that was there before."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from git_command import git

from argcheck.api import UsageError, check
from argcheck.lint.reporters.formats import FORMATS, render

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
]

THESIS = {
    "thesis.tex": r"""\documentclass{report}
\begin{document}
\include{ch3}
\include{ch5}
\bibliography{refs}
\end{document}
""",
    "ch3.tex": r"""\chapter{Measurements}
An old slip \cite{nobody}.
% argcheck: evidence id=ev:dates kind=given
Vineyards above the river ripened first in ten years.
% argcheck: evidence id=ev:sugar kind=given
Their grapes held more sugar.
% argcheck: claim id=cl:early uses=ev:dates
So height decides about the harvest.
% argcheck: claim id=cl:sweet uses=ev:sugar
So height makes grapes sweet.
""",
    "ch5.tex": r"""\chapter{Conclusion}
% argcheck: conclusion id=cl:main uses=cl:early,cl:sweet
Height matters.

That is what \cite{known} says.
""",
    "refs.bib": "@book{known, author={A. Writer}, title={A Title}, publisher={P}, year=2001}\n",
}


LETTER = """\\documentclass{article}
\\begin{document}
Dear reader,
see \\ref{gone}.
Yours
\\end{document}
"""


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / name.replace("__", ".")).write_text(text, "utf-8")


@pytest.fixture
def thesis(tmp_path: Path) -> Path:
    folder = tmp_path / "thesis"
    folder.mkdir()
    for name, text in THESIS.items():
        (folder / name).write_text(text, "utf-8")
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "first")
    return folder


def new(folder: Path, base: str = "HEAD", **options: object) -> list[tuple[str, str, int]]:
    """Code, file and line of what a check of the work tree adds to a commit."""
    report = check(folder, isolated=True, diff_base=base, config=options or None)
    return [
        (d.code, d.span.path, report.sources[d.span.path].position(d.span.start)[0])
        for d in report.diagnostics
    ]


def test_nothing_is_new_where_nothing_changed(thesis: Path) -> None:
    report = check(thesis, isolated=True, diff_base="HEAD")
    assert report.diagnostics == ()
    assert report.changes is not None
    assert (report.changes.known, report.changes.gone) == (1, ())
    assert not list(thesis.glob("argcheck*"))


def test_what_moves_wraps_and_is_renamed_is_not_new(thesis: Path) -> None:
    moved = THESIS["ch3.tex"].replace("An old slip", "\n\n% a comment\nAn\nold slip")
    write(thesis, thesis__tex=THESIS["thesis.tex"].replace("ch3", "measured"), measured__tex=moved)
    (thesis / "ch3.tex").unlink()
    git(thesis, "add", ".")  # or it would be reported that nobody but its author has it
    assert new(thesis) == []


def test_an_edit_beside_a_finding_does_not_make_it_new(thesis: Path) -> None:
    write(thesis, ch3__tex=THESIS["ch3.tex"].replace("An old slip", "Quite another sentence"))
    assert new(thesis) == []


def test_a_second_slip_like_the_first_is_new(thesis: Path) -> None:
    write(thesis, ch5__tex=THESIS["ch5.tex"] + "\nAgain \\cite{nobody}.\n")
    assert new(thesis) == [("CIT001", "ch5.tex", 7)]


def test_a_change_is_found_where_it_matters(thesis: Path) -> None:
    """An entry that is deleted makes a citation in another file wrong."""
    write(thesis, refs__bib="@book{other, author={A. Writer}, title={A Title}, publisher={P}, year=2001}\n")
    assert ("CIT001", "ch5.tex", 5) in new(thesis)


def test_an_edit_in_one_chapter_weakens_the_conclusion_of_another(thesis: Path) -> None:
    write(thesis, ch3__tex=THESIS["ch3.tex"].replace("claim id=cl:sweet uses=ev:sugar", "claim id=cl:other"))
    write(thesis, ch5__tex=THESIS["ch5.tex"].replace(",cl:sweet", ""))
    report = check(thesis, isolated=True, diff_base="HEAD")
    (weak,) = (d for d in report.diagnostics if d.code == "ARG099")
    assert weak.span.path == "ch5.tex"
    assert "'cl:main' with support of width 1 (2 at HEAD (" in weak.message
    assert weak.message.endswith("): 'cl:sweet' no longer supports 'cl:main' (ch5.tex:2 there)")
    assert report.rules.get(weak.name) is None


def test_what_the_support_rests_on_counts(thesis: Path) -> None:
    """The edit is in chapter 3 alone: the conclusion of chapter 5 loses a route that passes there."""
    text = THESIS["ch3.tex"].replace("id=cl:sweet uses=ev:sugar", "id=cl:sweet uses=ev:dates")
    write(thesis, ch3__tex=text)
    report = check(thesis, isolated=True, diff_base="HEAD")
    (weak,) = (d for d in report.diagnostics if d.code == "ARG099")
    assert (weak.span.path, weak.severity.label) == ("ch5.tex", "note")
    assert "'ev:sugar' no longer supports 'cl:sweet' (ch3.tex:" in weak.message
    text = render(report, "markdown", color=False, width=80, cwd=thesis, limits=False)
    assert "| ch5.tex:3:" in text
    assert "ARG099 weakened-claim" in text
    for name in FORMATS:
        assert "ARG099" in render(report, name, color=False, width=80, cwd=thesis, limits=False), name


def test_support_that_grows_is_no_finding(thesis: Path) -> None:
    write(thesis, ch5__tex=THESIS["ch5.tex"].replace("cl:sweet", "cl:sweet,ev:sugar"))
    assert new(thesis) == []


def test_what_is_repaired_is_listed(thesis: Path) -> None:
    write(thesis, ch3__tex=THESIS["ch3.tex"].replace(" \\cite{nobody}", ""))
    report = check(thesis, isolated=True, diff_base="HEAD")
    assert report.diagnostics == ()
    assert report.changes is not None
    (gone,) = report.changes.gone
    assert (gone.code, gone.file, gone.line) == ("CIT001", "ch3.tex", 2)
    data = json.loads(render(report, "json", color=False, width=80, cwd=thesis, limits=False))
    assert data["changes"]["gone"][0]["name"] == "undefined-citation"
    assert data["changes"]["commit"] == git(thesis, "rev-parse", "HEAD").strip()
    text = render(report, "markdown", color=False, width=80, cwd=thesis, limits=False)
    assert "1 finding no longer there" in text


def test_commits_of_the_other_branch_are_no_change_of_this_one(thesis: Path) -> None:
    """Where the branches have parted, the common ancestor counts."""
    git(thesis, "checkout", "--quiet", "-b", "topic")
    git(thesis, "checkout", "--quiet", "main")
    write(thesis, ch3__tex=THESIS["ch3.tex"].replace(" \\cite{nobody}", ""))
    git(thesis, "commit", "--quiet", "-am", "repaired on main")
    git(thesis, "checkout", "--quiet", "topic")
    assert new(thesis, "main") == []


def test_a_document_that_is_new_is_new_as_a_whole(thesis: Path) -> None:
    write(thesis, letter__tex="\\documentclass{article}\\begin{document}See \\ref{gone}.\\end{document}")
    git(thesis, "add", ".")
    assert new(thesis) == [("REF001", "letter.tex", 1)]
    assert new(thesis / "letter.tex") == [("REF001", "letter.tex", 1)]


@pytest.mark.parametrize("added", [True, False])
def test_a_file_that_is_named_and_got_another_name_is_not_new(thesis: Path, added: bool) -> None:
    write(thesis, letter__tex=LETTER)
    git(thesis, "add", ".")
    git(thesis, "commit", "--quiet", "-m", "a letter")
    (thesis / "letter.tex").rename(thesis / "reply.tex")
    write(thesis, reply__tex=LETTER.replace("Dear", "Dearest").replace("Yours", "Yours, as \\ref{lost} says"))
    if added:
        git(thesis, "add", ".")
    config = {"select": ["undefined-reference"]}
    report = check(thesis / "reply.tex", isolated=True, config=config, diff_base="HEAD")
    assert [d.message for d in report.diagnostics] == ["no label is called 'lost'"]
    assert report.changes is not None
    assert (report.changes.known, report.changes.gone) == (1, ())
    write(thesis, letter__tex=LETTER)  # both are there: the other one is a copy, and new
    report = check(thesis / "reply.tex", isolated=True, config=config, diff_base="HEAD")
    assert len(report.diagnostics) == 2


def test_what_git_ignores_is_taken_as_it_is(thesis: Path) -> None:
    """A file that a build makes was never in a commit; without it, references to it would be new."""
    write(thesis, made__tex="\\label{made}", ch5__tex=THESIS["ch5.tex"] + "\\input{made} See \\ref{made}.\n")
    (thesis / ".gitignore").write_text("made.tex\n")
    git(thesis, "add", ".")
    git(thesis, "commit", "--quiet", "-m", "generated")
    before = check(thesis, isolated=True, config={"select": ["undefined-reference", "missing-input"]})
    assert before.diagnostics == ()
    write(thesis, ch5__tex=THESIS["ch5.tex"] + "\\input{made} See \\ref{made} and \\ref{maid}.\n")
    report = check(thesis, isolated=True, diff_base="HEAD", config={"select": ["undefined-reference"]})
    assert [d.message for d in report.diagnostics] == ["no label is called 'maid'"]
    assert report.changes is not None
    assert report.changes.gone == ()


def entries(first: int, last: int) -> str:
    return "".join(
        f"@book{{spare{n}, author={{A. Writer}}, title={{Title {n}}}, publisher={{P}}, year=2001}}\n"
        for n in range(first, last)
    )


def test_entries_of_what_was_taken_for_a_database_are_not_new(thesis: Path) -> None:
    write(thesis, refs__bib=THESIS["refs.bib"] + entries(0, 23))
    git(thesis, "commit", "--quiet", "-am", "many entries, told as one finding")
    text = (thesis / "ch3.tex").read_text("utf-8")
    write(thesis, ch3__tex=text + "More of it \\cite{spare0,spare1,spare2,spare3}.\n")
    assert new(thesis) == []
    report = check(thesis, isolated=True, diff_base="HEAD")
    assert report.changes is not None
    assert report.changes.gone == ()
    (thesis / "refs.bib").write_text(THESIS["refs.bib"] + entries(0, 24), "utf-8")
    write(thesis, ch3__tex=text + "More \\cite{spare0,spare1,spare2,spare3,spare4}.\n")
    assert new(thesis) == [("CIT005", "refs.bib", 25)]


def test_of_entries_that_are_grouped_from_now_on_only_the_new_one_is_introduced(thesis: Path) -> None:
    write(
        thesis,
        refs__bib=THESIS["refs.bib"] + entries(0, 22),
        ch3__tex=THESIS["ch3.tex"] + "See \\cite{spare0,spare1}.\n",
    )
    git(thesis, "commit", "--quiet", "-am", "twenty entries, told one by one")
    write(thesis, ch3__tex=THESIS["ch3.tex"] + "See \\cite{spare0}.\n")
    assert new(thesis) == [("CIT005", "refs.bib", 1)]


def test_citations_that_a_bibliography_did_not_have_before_either_are_not_new(thesis: Path) -> None:
    keys = [f"lost{n}" for n in range(12)]
    write(thesis, ch3__tex=THESIS["ch3.tex"] + "".join(f"See \\cite{{{key}}}.\n" for key in keys))
    git(thesis, "commit", "--quiet", "-am", "most have no entry, told as one finding")
    write(
        thesis,
        refs__bib=THESIS["refs.bib"] + "".join(entries(n, n + 1).replace("spare", "lost") for n in range(9)),
    )
    assert new(thesis) == []


def test_of_a_group_only_the_new_members_are_introduced(thesis: Path) -> None:
    old = "".join(f"See \\ref{{fig:{name}}}.\n" for name in "abcdefg")
    write(thesis, ch3__tex=THESIS["ch3.tex"] + old)
    git(thesis, "commit", "--quiet", "-am", "seven figures that are not there, told as one finding")
    write(thesis, ch3__tex=THESIS["ch3.tex"] + "See \\ref{fig:x}.\n" + old + "See \\ref{fig:y}.\n")
    assert new(thesis) == [("REF001", "ch3.tex", 11), ("REF001", "ch3.tex", 19)]
    write(thesis, ch3__tex=THESIS["ch3.tex"] + old.replace("fig:a", "fig:b"))
    assert new(thesis) == [("REF001", "ch3.tex", 12)]


def test_settings_of_today_hold_for_both(thesis: Path) -> None:
    (thesis / "argcheck.toml").write_text('select = ["undefined-citation"]\nroots = ["thesis.tex"]\n')
    report = check(thesis, diff_base="HEAD")
    assert report.diagnostics == ()
    assert report.changes is not None
    assert report.changes.known == 1


@pytest.mark.parametrize("base", ["nowhere", "--help", "HEAD:ch3.tex", ""])
def test_no_such_commit_is_a_usage_error(thesis: Path, base: str) -> None:
    done = argcheck(thesis, "--diff-base", base)
    if base:
        assert (done.returncode, done.stdout) == (2, "")
        assert f"no commit '{base}'" in done.stderr
    else:
        assert done.returncode == 1  # as without the option: an empty variable of a CI job


def test_no_repository_is_a_usage_error(tmp_path: Path) -> None:
    write(tmp_path, a__tex="\\documentclass{article}\\begin{document}\\end{document}")
    with pytest.raises(UsageError, match="no git repository"):
        check(tmp_path, isolated=True, diff_base="HEAD")


def argcheck(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "argcheck", "--isolated", "--no-cache", *words]
    return subprocess.run(
        command, cwd=folder, env=os.environ | environment, capture_output=True, text=True, check=False
    )


def test_the_command(thesis: Path) -> None:
    assert argcheck(thesis).returncode == 1
    done = argcheck(thesis, "--diff-base", "HEAD", GIT_DIR="/nowhere", GIT_INDEX_FILE=".git/index.lock")
    assert (done.returncode, done.stdout) == (0, "")
    assert "no findings in 1 document, 4 files; new since HEAD (" in done.stderr
    assert "1 known" in done.stderr
    write(thesis, ch5__tex=THESIS["ch5.tex"] + "\nNew \\cite{slip}.\n")
    done = argcheck(thesis, "--diff-base", "HEAD")
    assert done.returncode == 1
    assert done.stdout.startswith("ch5.tex:7:11: error: CIT001 ")
    refused = argcheck(thesis, "--diff-base", "HEAD", "--fix")
    assert (refused.returncode, "one at a time" in refused.stderr) == (2, True)


def test_a_repository_runs_nothing(thesis: Path) -> None:
    """Neither hooks nor filters nor monitors of the repository are started, and links lead nowhere."""
    trap = thesis.parent / "trap.sh"
    trap.write_text(f"#!/bin/sh\ntouch {thesis.parent}/sprung\n")
    trap.chmod(0o755)
    (thesis / ".gitattributes").write_text("*.tex filter=trap diff=trap\n")
    (thesis / "link.tex").symlink_to("/etc/passwd")
    git(thesis, "add", ".")
    git(thesis, "commit", "--quiet", "-m", "trap")
    for key in (
        "filter.trap.smudge",
        "filter.trap.clean",
        "core.fsmonitor",
        "diff.trap.textconv",
        "core.pager",
    ):
        git(thesis, "config", key, str(trap))
    assert new(thesis) == []
    assert not (thesis.parent / "sprung").exists()


def test_nothing_is_written_through_links_of_the_commit(thesis: Path, tmp_path: Path) -> None:
    """A build makes today what was a link then: to a folder, and to a file that is not there."""
    (victim := tmp_path / "victim").mkdir()
    (thesis / "made").symlink_to(victim)
    (thesis / "made.tex").symlink_to(victim / "new.tex")
    git(thesis, "add", ".")
    git(thesis, "commit", "--quiet", "-m", "links")
    (thesis / "made").unlink()
    (thesis / "made").mkdir()
    (thesis / "made.tex").unlink()
    write(thesis, made__tex="Made.", ch5__tex=THESIS["ch5.tex"] + "\\input{made}\\input{made/deep}\n")
    write(thesis / "made", deep__tex="Made, too.")
    (thesis / ".gitignore").write_text("made\nmade.tex\n")
    git(thesis, "rm", "--quiet", "--cached", "made", "made.tex")
    assert {code for code, _, _ in new(thesis)} <= {"TEX002"}
    assert not list(victim.iterdir())


def test_a_tree_that_has_a_name_twice_leads_nowhere(thesis: Path, tmp_path: Path) -> None:
    """A link and a folder of the same name: git itself would refuse to write that."""
    (victim := tmp_path / "victim").mkdir()

    def made(*words: str, text: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=thesis, input=text.encode(), check=True, capture_output=True
        )
        return done.stdout.decode().strip()

    link = made("hash-object", "-w", "--stdin", text=str(victim))
    inner = made("mktree", text=f"120000 blob {link}\tescaped.tex\n")
    entries = git(thesis, "ls-tree", "HEAD")
    tree = made("mktree", text=f"{entries}120000 blob {link}\tz\n040000 tree {inner}\tz\n")
    assert new(thesis, git(thesis, "commit-tree", tree, "-m", "odd").strip()) == []
    assert not list(victim.iterdir())


@pytest.mark.parametrize(
    ("harm", "said"),
    [("owner", "dubious ownership"), ("head", "not a git repository"), ("blob", "lacks 1 file of HEAD")],
)
def test_what_git_complains_of_is_said(thesis: Path, harm: str, said: str) -> None:
    """Nothing of it is a commit that is not there; a file that a partial clone lacks would make all findings new."""
    if harm == "head":
        (thesis / ".git" / "HEAD").write_text("garbage")
    elif harm == "blob":
        name = git(thesis, "rev-parse", "HEAD:ch3.tex").strip()
        (thesis / ".git" / "objects" / name[:2] / name[2:]).unlink()
    # a user may have told git that folders of others are safe
    other = {
        "GIT_TEST_ASSUME_DIFFERENT_OWNER": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    done = argcheck(thesis, "--diff-base", "HEAD", **(other if harm == "owner" else {}))
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_an_input_that_git_ignores_is_no_news_where_it_was_read_before(thesis: Path) -> None:
    with_input = THESIS["thesis.tex"].replace("\\include{ch5}", "\\input{mine}\\include{ch5}")
    write(thesis, thesis__tex=with_input, mine__tex="Text.\n", __gitignore="mine.tex\nother.tex\n")
    assert new(thesis) == [("TEX002", "thesis.tex", 4)]
    git(thesis, "add", "thesis.tex", ".gitignore")
    git(thesis, "commit", "--quiet", "-m", "without the file")
    assert new(thesis) == []
    write(thesis, ch5__tex=THESIS["ch5.tex"] + "\\input{other}\n", other__tex="Text.\n")
    assert new(thesis) == [("TEX002", "ch5.tex", 6)]
