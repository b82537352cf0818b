"""The command line: whole output, streams and exit codes, as a user's shell sees them."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import argcheck_process
import pytest
import yaml
from thinned import one_in

from argcheck import __version__
from argcheck.files.manifest import TEX_SUFFIXES

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
MAIN = r"""\documentclass{article}
\begin{document}
A claim \cite{known}.
Another claim \cite{unknown}.
\bibliographystyle{plain}
\bibliography{refs}
\end{document}
"""
REFS = "@book{known,\n  author = {A. Meyer},\n  title = {A Title},\n  publisher = {P},\n  year = {2001},\n}\n"
ONLY = ("--select", "undefined-citation")
PLUGIN = '''
from argcheck.api import Edit, Fix, Option, Severity, hookimpl, rule


@rule("HSE001", "house-rule", severity=Severity.ERROR, since="1")
def house(ctx):
    """A house rule."""
    {body}
    yield


@hookimpl
def argcheck_rules():
    return [house]
'''


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    folder = tmp_path / "paper"
    (folder / ".git").mkdir(parents=True)
    (folder / "main.tex").write_text(MAIN, "utf-8")
    (folder / "refs.bib").write_text(REFS, "utf-8")
    return folder


def argcheck(
    *argv: str, cwd: Path, env: dict[str, str] | None = None, **more: object
) -> subprocess.CompletedProcess[bytes]:
    drop = ("GITHUB_", "ARGCHECK_", "NO_COLOR", "FORCE_COLOR", "INSIDE_EMACS", "VIM")
    environ = {key: value for key, value in os.environ.items() if not key.startswith(drop)}
    environ |= {
        "ARGCHECK_CACHE_DIR": str(cwd.parent / "cache"),
        "XDG_CONFIG_HOME": str(cwd.parent / "home"),
        **(env or {}),
    }
    return argcheck_process.argcheck(*argv, cwd=cwd, env=environ, **more)


def run(*argv: str, cwd: Path, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    result = argcheck(*argv, cwd=cwd, env=env)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


# --- check ---

FINDING = "main.tex:4:21: error: CIT001 "
SUMMARY = "1 finding (1 error) in 1 document, 2 files"


def test_check_prints_findings_and_a_summary(paper: Path) -> None:
    code, out, err = run(*ONLY, cwd=paper)
    assert (code, len(out.splitlines())) == (1, 1)
    assert out.startswith("main.tex:4:21: error: CIT")
    assert out.endswith("[undefined-citation]\n")
    assert err.startswith(SUMMARY)


@pytest.mark.parametrize("argv", [["check", "."], ["."], ["main.tex"], ["check"], ["refs.bib"], []])
def test_a_path_is_a_folder_or_a_file_or_left_out(paper: Path, argv: list[str]) -> None:
    words = [argv[0], *ONLY, *argv[1:]] if argv[:1] == ["check"] else [*ONLY, *argv]
    assert run(*words, cwd=paper) == run(*ONLY, cwd=paper)


def test_the_second_run_says_the_same(paper: Path) -> None:
    first = run(*ONLY, cwd=paper)
    assert list((paper.parent / "cache/runs").iterdir())
    assert run(*ONLY, cwd=paper) == first == run(*ONLY, "--no-cache", cwd=paper)


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (ONLY, 1),
        ((*ONLY, "--exit-zero"), 0),
        ((*ONLY, "--fail-on", "error"), 1),
        (("--select", "undefined-reference"), 0),
        (("--select", "nonsense"), 2),
        (("--nonsense",), 2),
        (("missing.tex",), 2),
        (("--config", "missing.toml"), 2),
        (("--format", "nonsense"), 2),
        (("--format", "json,sarif"), 2),
        (("--plugin", "missing.py"), 2),
        (("explain", "nonsense"), 2),
        (("baseline", "prune"), 2),
        (("--select", ""), 2),
        (("--extra-root", "missing"), 2),
        (("x" * 300,), 2),
        (("citations", "--evidence", ""), 2),
        (("verify", "--only", ""), 2),
        (("--version",), 0),
        (("--help",), 0),
        (("check", "--help"), 0),
    ],
)
def test_exit_codes(paper: Path, argv: tuple[str, ...], code: int) -> None:
    if "undefined-reference" in argv and run("explain", "undefined-reference", cwd=paper)[0]:
        pytest.skip("no such rule yet")
    result = run(*argv, cwd=paper)
    assert result[0] == code
    assert "Traceback" not in result[2]
    if code == 2:
        assert result[1] == ""
        assert "argcheck: error: " in result[2]


def test_a_path_is_no_reason_to_ignore(paper: Path) -> None:
    """Else `--add-ignore main.tex` would write "main.tex" into every document of the current folder."""
    (paper / "other.tex").write_text(MAIN, "utf-8")
    assert run("--add-ignore", "main.tex", cwd=paper) == (0, "", "added 1 suppression comment\n")
    assert "% argcheck: ignore[undefined-citation]\nAnother" in (paper / "main.tex").read_text("utf-8")
    assert (paper / "other.tex").read_text("utf-8") == MAIN
    assert run("--add-ignore=other.tex", "other.tex", cwd=paper)[0] == 0
    assert "% argcheck: ignore[undefined-citation] other.tex\n" in (paper / "other.tex").read_text("utf-8")
    assert (
        run("--", "--add-ignore", cwd=paper)[2] == "argcheck: error: --add-ignore: no such file or folder\n"
    )


def test_a_reason_that_the_encoding_does_not_have(paper: Path) -> None:
    """What is not written is not counted."""
    latin = MAIN.replace("A claim", "Älter").encode("latin-1")
    (paper / "main.tex").write_bytes(latin)
    (paper / "other.tex").write_text(MAIN, "utf-8")
    code, out, err = run(*ONLY, "--add-ignore=後で", cwd=paper)
    assert (code, out) == (2, "")
    assert err == (
        "added 1 suppression comment\n"
        "argcheck: error: main.tex stays as it is: it lies outside of the project, was changed meanwhile,"
        " or its encoding lacks a character of the reason\n"
    )
    assert (paper / "main.tex").read_bytes() == latin


def test_a_group_without_a_command_shows_its_help_once(paper: Path) -> None:
    code, out, err = run("baseline", cwd=paper)
    assert err.count("Usage: ") + out.count("Usage: ") == 1
    assert "argcheck: error: " not in err
    assert "prune" in out + err
    assert code == (2 if err else 0)  # click 8.1 prints it to standard output


COMMANDS = [
    ("graph",),
    ("citations",),
    ("claims",),
    ("verdicts", "show"),
    ("verify", "--dry-run"),
    ("check",),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_path_without_documents_is_a_warning_in_every_command(
    command: tuple[str, ...], paper: Path
) -> None:
    (paper / "notes").mkdir()
    warning = "argcheck: warning: notes: no document found: no readable file with \\documentclass that nothing excludes, and no Markdown or Typst that names a bibliography\n"
    code, _, err = run(*command, "notes", cwd=paper)
    assert (code, err[: len(warning)]) == (0, warning)
    (paper / "notes/thesis.odt").write_bytes(b"PK")
    code, _, err = run(*command, "notes/thesis.odt", cwd=paper)
    assert (
        "argcheck: warning: notes/thesis.odt: no document found: no readable file with \\documentclass that nothing excludes, and no Markdown or Typst that names a bibliography\n"
        in err
    )


def test_the_setting_that_leaves_all_documents_out_is_named(paper: Path) -> None:
    (paper / "argcheck.toml").write_text('\nexclude = ["**"]\n')
    code, _, err = run("check", cwd=paper)
    assert code == 0
    assert f"; 'exclude' is set by {paper / 'argcheck.toml'}:2\n" in err


def test_a_cache_folder_that_is_a_file_is_told(paper: Path) -> None:
    (paper / "store").write_text("")
    code, _, err = run("check", "--cache-dir", "store", cwd=paper)
    assert (code, err) == (2, f"argcheck: error: --cache-dir: '{paper / 'store'}' is no folder\n")


@pytest.mark.parametrize(
    ("name", "way_out"),
    [
        ("notes.bib", "a bibliography is checked with a document that loads it: name that, or its folder"),
        (
            "paper.pdf",
            "a PDF is not checked: name its source, or have `argcheck verify` ask about its references",
        ),
    ],
)
def test_a_file_that_is_no_manuscript_is_told_with_the_way_out(
    name: str, way_out: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text("@misc{a, title = {A}}\n")
    _, _, err = run(name, cwd=tmp_path)
    assert f"argcheck: warning: {name}: no document found" in err
    assert f"; {way_out}\n" in err


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("paper.org", "Org"),
        ("a.adoc", "AsciiDoc"),
        ("a.rst", "reStructuredText"),
        ("myst.yml", "MyST"),
        ("a.lyx", "LyX"),
        ("a.mkiv", "ConTeXt"),
        ("a.texi", "Texinfo"),
    ],
)
def test_a_text_that_no_reader_reads_is_told_in_its_folder_as_well(
    name: str, kind: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text("cite:a\n")
    for path in (name, "."):
        _, _, err = run(path, cwd=tmp_path)
        assert err.count(f"; {kind} is not read: name the LaTeX or the Word file that is made of it") == 1


def test_a_document_whose_name_ends_otherwise_is_told_how_it_must_end(tmp_path: Path) -> None:
    (tmp_path / "thesis.mng").write_text(r"\documentclass{report}\begin{document}\cite{a}\end{document}")
    (tmp_path / "notes.txt").write_text("How to write LaTeX: begin with \\documentclass{article}.\n")
    code, _, err = run("thesis.mng", "notes.txt", cwd=tmp_path)
    assert code == 0
    assert (
        "; LaTeX is read from files that end in .tex or .ltx or .latex, so check a copy of thesis.mng that"
        in err
    )


def test_a_document_whose_name_ends_otherwise_is_looked_for_in_a_folder_without_one(tmp_path: Path) -> None:
    (tmp_path / "thesis/.old").mkdir(parents=True)
    for name in ("thesis/thesis.lagda", "thesis/.old/thesis.lagda"):
        (tmp_path / name).write_text("\n% by hand\n\\documentclass{report}\\begin{document}a\\end{document}")
    (tmp_path / "thesis/chapter.tex").write_text("It rains.\n")
    code, _, err = run(cwd=tmp_path)
    assert code == 0
    assert ", so check a copy of thesis/thesis.lagda that does\n" in err
    assert ".old" not in err


def test_a_missing_bibliography_is_told_where_works_are_asked_about(paper: Path) -> None:
    (paper / "part").mkdir()
    text = "\\documentclass{article}\n\\begin{document}\n\\cite{a}\n\\bibliography{lost}\n\\end{document}\n"
    (paper / "part/other.tex").write_text(text)
    code, out, err = run("verify", "--dry-run", "other.tex", cwd=paper / "part")
    assert (code, out.splitlines()[0]) == (0, "would ask 0 hosts, at most 0 requests; nothing is sent")
    assert err == "other.tex:4: the bibliography 'lost' does not exist: no work in it is asked about\n"


def test_verdicts_are_shown_with_the_paths_of_the_current_folder(paper: Path) -> None:
    (paper / ".argcheck").mkdir()
    (paper / ".argcheck/verdicts.jsonl").write_text("junk\n")
    _, out, err = run("verdicts", "show", paper.name, cwd=paper.parent)
    assert f"\n{paper.name}/main.tex: verified 0 of " in f"\n{out}"
    assert err.startswith(f"{paper.name}/.argcheck/verdicts.jsonl:1: ")


def test_a_damaged_document_is_said_once(paper: Path) -> None:
    (paper / "thesis.docx").write_bytes(b"PK")
    why = "thesis.docx: this document cannot be analysed: it is no Word file: file is not a zip file\n"
    code, _, err = run("check", "thesis.docx", cwd=paper)
    assert (code, err) == (3, f"failed: {why}1 finding (1 error) in 0 documents, 0 files\n")
    for command in (("graph",), ("citations",), ("verdicts", "show"), ("verify", "--dry-run")):
        assert run(*command, "thesis.docx", cwd=paper) == (2, "", f"argcheck: error: {why}")
    code, _, err = run("graph", "thesis.docx", "main.tex", cwd=paper)
    assert code == 0
    assert f"argcheck: warning: {why}" in err


def test_a_damaged_neighbour_is_said_where_it_is_meant(paper: Path) -> None:
    (paper / "notes.md").write_text("---\nbibliography: [refs.bib\n---\nNotes.\n")
    for command in ("check", "graph"):
        assert "notes.md" not in "".join(run(command, "main.tex", cwd=paper)[1:])
    assert "notes.md: this document cannot be analysed" in run("graph", ".", cwd=paper)[2]
    assert "notes.md:3:1: error: TEX003 this document cannot be analysed" in run("check", ".", cwd=paper)[1]


def test_a_named_file_that_cannot_be_read_says_why(paper: Path) -> None:
    (paper / "main.tex").write_bytes(b"\0" + MAIN.encode())
    code, out, err = run("main.tex", cwd=paper)
    assert (code, out) == (0, "")
    assert (
        "argcheck: warning: main.tex: no document found: no readable file with \\documentclass that nothing excludes, and no Markdown or Typst that names a bibliography\n"
        in err
    )
    assert "main.tex is not read: byte 1 is zero, so this is no text file\n" in err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("--focus", "a", "--call", "support_width"), "--focus and --call: one question at a time"),
        (("--traces", "--suggest"), "--traces and --suggest: one question at a time"),
        (("--node", "a"), "--node needs --call FUNCTION"),
        (("--suggest", "--format", "json"), "--suggest is printed as text"),
        (("--without", "a", "--format", "dot"), "--without is printed as text or json"),
        (("--call", "check_structure", "--format", "dot"), "--call is printed as text or json"),
        (("--focus", ""), "--focus: no claim or source is called ''; `argcheck graph --tree` lists them"),
        (
            ("--call", "mark_refuted", "--node", ""),
            "--node: no claim or source is called ''; `argcheck graph --tree` lists them",
        ),
    ],
)
def test_options_of_graph_that_would_say_nothing(paper: Path, argv: tuple[str, ...], message: str) -> None:
    assert run("graph", *argv, cwd=paper) == (2, "", f"argcheck: error: {message}\n")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("--unsafe-fixes",), "--unsafe-fixes needs --fix or --diff"),
        (("--unsafe-fixes", "--add-ignore"), "--unsafe-fixes needs --fix or --diff"),
        (("--show-fixes",), "--show-fixes needs --fix"),
        (("--show-fixes", "--diff"), "--show-fixes needs --fix"),
        (("--fix", "--add-ignore"), "--fix and --add-ignore: one at a time"),
        (("--diff", "--add-ignore=known"), "--diff and --add-ignore: one at a time"),
    ],
)
def test_options_of_check_that_would_do_nothing(paper: Path, argv: tuple[str, ...], message: str) -> None:
    assert run(*argv, cwd=paper) == (2, "", f"argcheck: error: {message}\n")
    assert (paper / "main.tex").read_text("utf-8") == MAIN


@pytest.mark.skipif(os.name == "nt", reason="no such file names there")
@pytest.mark.parametrize("option", [(), ("--without", "g"), ("--focus", "g"), ("--traces",), ("--suggest",)])
def test_graph_prints_nothing_that_moves_the_cursor_or_commands_a_runner(
    paper: Path, option: tuple[str, ...]
) -> None:
    text = MAIN.replace(
        "A claim",
        "\\begin{abstract}::error::We \x1b[31mhave\u202e shown it.\\end{abstract}\n"
        "% argcheck: claim id=g kind=given\nGiven.\n\n"
        "% argcheck: conclusion id=a\x1b[31m uses=g\n::error::Text \x1b[31mred\u202e evil.\n\nA claim",
    )
    (paper / "\x1b[31m.tex").write_text(text, "utf-8")
    _, out, err = run("graph", *option, cwd=paper, env={"GITHUB_ACTIONS": "true"})
    assert "\u241b[31m" in out + err
    assert not {"\x1b", "\u202e"} & {*out, *err}
    assert not re.search(r"^\s*::", out + err, re.MULTILINE)
    assert "\x1b" not in run("--show-files", cwd=paper)[1]


def test_a_function_is_called_in_the_documents_that_have_the_node(paper: Path) -> None:
    other = MAIN.replace("A claim", "% argcheck: claim id=cl:other\nA claim")
    (paper / "other.tex").write_text(other, "utf-8")
    code, out, _ = run("graph", "--call", "support_width", "--node", "cl:other", cwd=paper)
    assert code == 0
    assert [document["root"] for document in json.loads(out)["documents"]] == ["other.tex"]


def test_a_mistyped_command_is_no_mere_missing_path(paper: Path) -> None:
    code, _, err = run("verfy", "main.tex", cwd=paper)
    assert (code, err) == (
        2,
        "argcheck: error: verfy: no such file or folder; did you mean the command 'verify'?\n",
    )
    code, _, err = run("graph", "chapters/verfy", cwd=paper)
    assert (code, err) == (2, "argcheck: error: chapters/verfy: no such file or folder\n")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("mian.tex", "; did you mean 'main.tex'?"),
        ("chapters/resutls.tex", "; did you mean 'chapters/results.tex'?"),
        ("results.tex", "; did you mean 'chapters/results.tex'?"),
        ("chaptres", "; did you mean 'chapters'?"),
        ("chaptres/results.tex", "; did you mean 'chapters/results.tex'?"),
        ("chapters/refuses.tex", ""),
        ("elsewhere/nothing.tex", ""),
        ("../outside.tex", ""),
        ("nowhere", "; `argcheck --help` lists the commands"),
    ],
)
def test_a_mistyped_path_is_told_with_the_one_that_is_meant(paper: Path, typed: str, meant: str) -> None:
    (paper / "chapters").mkdir()
    (paper / "chapters" / "results.tex").write_text("We found it.\n", "utf-8")
    said = f"argcheck: error: {typed}: no such file or folder{meant}\n"
    assert run(typed, cwd=paper) == (2, "", said)
    assert run("shrink", f"{typed}:1:CIT001", cwd=paper) == (2, "", said)


def test_no_baseline_is_written_where_nothing_was_checked(tmp_path: Path) -> None:
    code, out, err = run("baseline", "create", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert "no document found" in err
    assert "nothing was written" in err
    assert not (tmp_path / ".argcheck").exists()


def test_a_cited_work_on_which_no_claim_rests_is_no_unknown_name(paper: Path) -> None:
    for option in ("--without", "--focus"):
        code, _, err = run("graph", option, "known", cwd=paper)
        assert (code, err) == (
            2,
            f"argcheck: error: {option}: 'known' is cited, and no claim of the graph rests on it; `argcheck graph --suggest` proposes annotations\n",
        )


def test_a_number_that_is_none_is_told_in_plain_words(paper: Path) -> None:
    assert "'x' is not a valid integer.\n" in run("--jobs", "x", cwd=paper)[2]
    assert "'x' is not a valid float.\n" in run("score", "--fail-under", "x", cwd=paper)[2]


def test_a_list_of_papers_that_is_a_folder(paper: Path) -> None:
    (paper / "papers").mkdir()
    err = "argcheck: error: papers: is a folder; FILE lists papers, a folder or a file a line. To check a folder after each change: argcheck --watch papers\n"
    assert run("watch", "papers", cwd=paper) == (2, "", err)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads every file")
def test_a_part_that_cannot_be_read_belongs_to_its_document(paper: Path) -> None:
    (paper / "part.tex").write_text("More.\n", "utf-8")
    (paper / "part.tex").chmod(0)
    (paper / "main.tex").write_text(MAIN.replace("A claim", "\\input{part} A claim"), "utf-8")
    err = run(cwd=paper)[2]
    assert "belongs to no document" not in err


def test_claims_that_nobody_compared(paper: Path) -> None:
    said = "main.tex: nothing is compared: run `argcheck verify --llm --claims`\n"
    assert run("claims", cwd=paper) == (0, said, "")


def test_version(paper: Path) -> None:
    for argv in (["--version"], ["--version", "check"]):
        assert run(*argv, cwd=paper) == (0, f"argcheck {__version__}\n", "")


def test_an_unknown_key_of_the_configuration(paper: Path) -> None:
    (paper / "argcheck.toml").write_text("\nselct = []\n", "utf-8")
    code, out, err = run(cwd=paper)
    where = paper / "argcheck.toml"
    assert (code, out) == (2, "")
    assert err == f"argcheck: error: {where}:2: unknown key 'selct'; did you mean 'select'?\n"


def test_an_empty_folder_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "empty/.git").mkdir(parents=True)
    code, out, err = run(cwd=tmp_path / "empty")
    assert (code, out) == (0, "")
    assert (
        "argcheck: warning: .: no document found: no readable file with \\documentclass that nothing excludes, and no Markdown or Typst that names a bibliography\n"
        in err
    )


def test_a_text_without_a_bibliography_is_named_as_one_that_may_be_checked(tmp_path: Path) -> None:
    for name in (".git/HEAD", "parts/main.typ", "main.typ", "_brand.qmd"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("= One\n")
    _, _, err = run(cwd=tmp_path)
    assert "; a text without a bibliography is checked if you name it, as in `argcheck main.typ`\n" in err


def test_links_that_lead_nowhere_or_where_nobody_may_look(tmp_path: Path) -> None:
    """The system refuses to follow a link to so long a name, as it does one into a closed folder."""
    closed = "x" * 300
    (tmp_path / ".git").mkdir()
    for name in ("notes", "picture.tex", ".argcheck/verdicts.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).symlink_to(closed)
    code, _, err = run(cwd=tmp_path)
    assert (code, "no document found" in err) == (0, True)
    code, _, err = run("picture.tex", cwd=tmp_path)
    assert (code, err) == (
        2,
        "argcheck: error: picture.tex: is a link to something that does not exist or that you may not read\n",
    )
    (tmp_path / "main.tex").write_text(MAIN, "utf-8")
    code, _, err = run("verify", "--offline", cwd=tmp_path)
    assert "bug in argcheck" not in err
    for arguments in (
        ("watch", "notes"), ("init", "notes"), ("--cache-dir", "notes"), ("--stdin-filename", "picture.tex", "-"),
        ("shrink", "main.tex:1:CIT001", "-o", "notes"),
    ):  # fmt: skip
        code, _, err = run(*arguments, cwd=tmp_path)
        assert (code, "bug in argcheck" in err) == (2, False), (arguments, err)


def test_quiet(paper: Path) -> None:
    _, out, err = run(*ONLY, "-q", cwd=paper)
    assert (len(out.splitlines()), err) == (1, "")


def test_file_names_that_look_like_options(paper: Path) -> None:
    (paper / "--help.tex").write_text(MAIN.replace("unknown", "strange"), "utf-8")
    code, out, _ = run("check", *ONLY, "--only-files", "--", "--help.tex", cwd=paper)
    assert (code, out.count("\n")) == (1, 1)
    assert out.startswith("--help.tex:4:21: ")


def test_beside_a_baseline_every_new_finding_is_shown(paper: Path) -> None:
    """At first sight a run shows ten of a rule; of what is new since the baseline nothing is left out."""
    only = ("--select", "undefined-reference")
    adopted = MAIN.replace("Another claim", r"As in \ref{adopted}, another claim")
    (paper / "main.tex").write_text(adopted, "utf-8")
    run("baseline", "create", *only, cwd=paper)
    labels = "".join(f"\\section{{On {n}}}\\label{{known{n}}}\n" for n in range(20))
    many = "".join(f"See \\ref{{new{n}}}.\n" for n in range(15))
    (paper / "main.tex").write_text(adopted.replace("A claim", labels + many + "A claim"), "utf-8")
    shown = run(*only, "--format", "full", cwd=paper)[1]
    assert shown.count(" --> main.tex:") == 15
    assert run(*only, "--format", "full", "--no-baseline", cwd=paper)[1].count(" --> main.tex:") == 10


def test_only_files_says_nothing_of_what_the_baseline_has_elsewhere(paper: Path) -> None:
    run("baseline", "create", *ONLY, cwd=paper)
    assert "gone" not in run(*ONLY, "--only-files", "refs.bib", cwd=paper)[2]
    (paper / "main.tex").write_text(MAIN.replace("unknown", "known"), "utf-8")
    assert "gone" in run(*ONLY, cwd=paper)[2]


def test_only_files_keeps_of_a_group_the_members_in_these_files(paper: Path) -> None:
    (paper / "main.tex").write_text(MAIN.replace("A claim", "\\input{a}\\input{b}\\input{c}"), "utf-8")
    for name in "abc":
        (paper / f"{name}.tex").write_bytes(b"caf\xe9 " + name.encode())
    select = ("--select", "unreadable-input", "-q")
    said = [
        run(*select, cwd=paper)[1],
        run(*select, "--only-files", "c.tex", cwd=paper)[1],
        run(*select, "--per-file-ignores", "a.tex:unreadable-input", cwd=paper)[1],
    ]
    with (paper / "a.tex").open("ab") as file:
        file.write(b"\n% argcheck: ignore-file[unreadable-input] of the printer\n")
    said.append(run(*select, cwd=paper)[1])
    assert [re.findall(r"^\w\.tex:1|\d such places", text, re.MULTILINE) for text in said] == [
        ["a.tex:1", "3 such places"],
        ["c.tex:1"],
        ["b.tex:1", "2 such places"],
        ["b.tex:1", "2 such places"],
    ]


def test_only_files(paper: Path) -> None:
    assert run(*ONLY, "--only-files", "refs.bib", cwd=paper)[:2] == (0, "")
    assert run(*ONLY, "--only-files", "main.tex", cwd=paper)[0] == 1
    assert run(*ONLY, "--only-files", ".", cwd=paper)[0] == 1
    (paper / "parts").mkdir()
    (paper / "parts/one.tex").write_text("More \\cite{strange}.\n", "utf-8")
    (paper / "main.tex").write_text(MAIN.replace("A claim", "\\input{parts/one}\nA claim"), "utf-8")
    code, out, _ = run(*ONLY, "--only-files", "parts", cwd=paper)
    assert (code, [line.partition(":")[0] for line in out.splitlines()]) == (1, ["parts/one.tex"])


def test_force_exclude_leaves_out_what_is_named(paper: Path) -> None:
    (paper / "old.tex").write_text(MAIN, "utf-8")
    (paper / "argcheck.toml").write_text('exclude = ["old.tex"]', "utf-8")
    assert run(*ONLY, "old.tex", cwd=paper)[0] == 1
    assert run(*ONLY, "--force-exclude", "old.tex", cwd=paper)[:2] == (0, "")
    code, out, _ = run(*ONLY, "--force-exclude", "old.tex", "main.tex", cwd=paper)
    assert (code, [line.partition(":")[0] for line in out.splitlines()]) == (1, ["main.tex"])
    (paper / "argcheck.toml").write_text('exclude = ["old.tex"]\nforce-exclude = true', "utf-8")
    assert run(*ONLY, "old.tex", cwd=paper)[:2] == (0, "")


def test_what_a_run_could_not_find_again_is_not_gone_from_the_baseline(paper: Path) -> None:
    (paper / "one.tex").write_text("See \\ref{sec:one}.\n", "utf-8")
    (paper / "main.tex").write_text(MAIN.replace("A claim", "\\input{one}\nA claim"), "utf-8")
    rule = ("--select", "undefined-reference")
    run("baseline", "create", *rule, cwd=paper)
    held = MAIN.replace("A claim", "\\input{missing}\\input{one}\nA claim")
    (paper / "main.tex").write_text(held, "utf-8")
    assert "gone" not in run(*rule, cwd=paper)[2]  # the rule is held back
    assert "gone" not in run(*ONLY, cwd=paper)[2]  # it is not asked
    (paper / "notes").mkdir()
    for folder in (paper / "notes", paper):
        assert "gone" not in run(*rule, str(paper / "notes"), cwd=folder)[2]  # no document is
    (paper / "main.tex").write_text(MAIN, "utf-8")
    assert "1 finding of the baseline is gone" in run(*rule, cwd=paper)[2]  # no document reads the file


def test_formats_and_files(paper: Path) -> None:
    code, out, _ = run(*ONLY, "--format", "json:out.json,jsonl", cwd=paper)
    (line,) = out.splitlines()
    data = json.loads((paper / "out.json").read_text("utf-8"))
    assert (code, data["version"], data["diagnostics"]) == (1, 1, [json.loads(line)])
    assert run(*ONLY, "--output-format", "concise", "-o", "out.txt", cwd=paper)[1] == ""
    assert (paper / "out.txt").read_text("utf-8") == run(*ONLY, cwd=paper)[1]


def test_default_format_follows_the_environment(paper: Path) -> None:
    assert json.loads(run(*ONLY, cwd=paper, env={"ARGCHECK_FORMAT": "json"})[1])["version"] == 1


@pytest.mark.parametrize(
    ("argv", "env", "colour"),
    [
        ([], {}, False),
        (["--color", "always"], {}, True),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(paper: Path, argv: list[str], env: dict[str, str], *, colour: bool) -> None:
    assert ("\x1b[" in run(*ONLY, "--format", "full", *argv, cwd=paper, env=env)[1]) == colour


def test_no_colour_in_files(paper: Path) -> None:
    run(*ONLY, "--color", "always", "--format", "full:out.txt", cwd=paper)
    assert b"\x1b" not in (paper / "out.txt").read_bytes()


def test_utf8_whatever_the_locale(paper: Path) -> None:
    (paper / "main.tex").write_text(MAIN.replace("unknown", "müller"), "utf-8")
    env = {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    result = argcheck(*ONLY, cwd=paper, env=env)
    assert "müller".encode() in result.stdout
    assert argcheck(*ONLY, cwd=paper, env=env).stdout == result.stdout


def test_show_files_and_settings(paper: Path) -> None:
    assert run("--show-files", cwd=paper)[:2] == (0, "main.tex\nrefs.bib\n")
    code, out, _ = run("--show-settings", "--ignore", "CIT", cwd=paper)
    assert (code, 'ignore = ["CIT"]  # command line\n' in out) == (0, True)


def test_statistics(paper: Path) -> None:
    code, out, _ = run(*ONLY, "--statistics", cwd=paper)
    assert code == 1
    assert re.fullmatch(r" +1 +[\d.]+ ms  CIT\d{3}  undefined-citation\n", out)


def test_suppressions(paper: Path) -> None:
    text = MAIN.replace(
        "\\cite{unknown}.", "\\cite{unknown}. % argcheck: ignore[undefined-citation] in press"
    )
    (paper / "main.tex").write_text(text, "utf-8")
    assert run(*ONLY, cwd=paper)[:2] == (0, "")
    assert run(*ONLY, "--no-suppressions", cwd=paper)[0] == 1


def test_add_ignore(paper: Path) -> None:
    code, out, err = run(*ONLY, "--add-ignore=in press", cwd=paper)
    assert (code, out, err) == (0, "", "added 1 suppression comment\n")
    text = (paper / "main.tex").read_text("utf-8")
    assert text == MAIN.replace("Another", "% argcheck: ignore[undefined-citation] in press\nAnother")
    assert run(*ONLY, cwd=paper)[0] == 0


def test_add_ignore_writes_a_comment_for_each_member_of_a_group(paper: Path) -> None:
    """What joins them later is told all the same."""
    entries = [f"@book{{more{number}, title = {{More}}}}\n" for number in range(12)]
    (paper / "refs.bib").write_text(REFS + "".join(entries[:11]), "utf-8")
    only = ("--select", "unused-entry")
    assert run(*only, "--add-ignore=for the talk", cwd=paper)[2] == "added 11 suppression comments\n"
    assert run(*only, cwd=paper)[:2] == (0, "")
    with (paper / "refs.bib").open("a", encoding="utf-8") as file:
        file.write(entries[11])
    assert "the entry 'more11' is never cited [" in run(*only, cwd=paper)[1]


def test_add_ignore_comments_each_place_that_sets_one_name_again(paper: Path) -> None:
    r"""They are told as one: `\label{a}` for the second time, and for the third in another file."""
    (paper / "part.tex").write_text("\\section{C}\\label{sec:a}\n", "utf-8")
    again = "\\section{A}\\label{sec:a}\n\\section{B}\\label{sec:a}\nSee \\ref{sec:a}.\n\\input{part}\n"
    (paper / "main.tex").write_text(MAIN.replace("Another", again + "Another"), "utf-8")
    only = ("--select", "duplicate-label")
    assert "'sec:a' is set more than once (2 such places) [" in run(*only, cwd=paper)[1]
    assert run(*only, "--add-ignore=known", cwd=paper)[2] == "added 2 suppression comments\n"
    assert run(*only, cwd=paper)[:2] == (0, "")


def test_per_file_ignores(paper: Path) -> None:
    assert run(*ONLY, "--per-file-ignores", "*.tex:CIT", cwd=paper)[0] == 0
    assert run(*ONLY, "--per-file-ignores", "CIT", cwd=paper)[0] == 2


# --- baseline ---


def test_baseline(paper: Path) -> None:
    assert run("baseline", "create", *ONLY, cwd=paper) == (
        0,
        "",
        ".argcheck/baseline.json: 1 finding adopted\n",
    )
    code, out, err = run(*ONLY, cwd=paper)
    assert (code, out, "1 in the baseline" in err) == (0, "", True)
    assert run(*ONLY, "--no-baseline", cwd=paper)[0] == 1
    (paper / "main.tex").write_text(MAIN.replace("unknown", "other"), "utf-8")
    code, out, err = run(*ONLY, cwd=paper)
    assert (code, "'other'" in out) == (1, True)
    assert "1 finding of the baseline is gone; `argcheck baseline prune` takes it out\n" in err
    assert (
        run("baseline", "update", *ONLY, cwd=paper)[2]
        == ".argcheck/baseline.json: 0 findings adopted; 1 not in it\n"
    )
    assert run(*ONLY, cwd=paper)[0] == 1


# --- plugins, failures ---


def test_a_plugin_file(paper: Path) -> None:
    (paper / "house.py").write_text(PLUGIN.format(body="return"), "utf-8")
    assert "HSE001  house-rule" in run("rules", "--plugin", "house.py", cwd=paper)[1]
    assert run("--plugin", "house.py", "--select", "house-rule", cwd=paper)[0] == 0


def test_a_fix_without_a_word_on_safety_is_unsafe(paper: Path) -> None:
    fix = "span = ctx.manuscript.citations[0].span\n    yield ctx.report(span, 'x', fix=Fix('mend it', (Edit(span, 'mended'),)))"
    (paper / "house.py").write_text(PLUGIN.format(body=fix).replace("    yield\n", ""), "utf-8")
    only = ("--plugin", "house.py", "--select", "house-rule", "--fix")
    run(*only, cwd=paper)
    assert (paper / "main.tex").read_text("utf-8") == MAIN
    run(*only, "--unsafe-fixes", cwd=paper)
    assert "mended" in (paper / "main.tex").read_text("utf-8")


def test_a_rule_that_fails_is_exit_code_3(paper: Path) -> None:
    (paper / "house.py").write_text(PLUGIN.format(body="raise KeyError('x')"), "utf-8")
    code, out, err = run("--plugin", "house.py", "--select", "house-rule", cwd=paper)
    assert code == 3
    assert "house-rule" in out + err
    assert "Traceback" not in err


def test_what_a_plugin_prints_is_no_output(paper: Path) -> None:
    (paper / "house.py").write_text("print('read')\n" + PLUGIN.format(body="print('on'); return"), "utf-8")
    plugin = ("--plugin", "house.py", "--format", "json")
    code, out, err = run(*plugin, "--select", "house-rule", "-q", cwd=paper)
    assert (code, err) == (0, "read\non\n")
    assert json.loads(out)["diagnostics"] == []
    assert json.loads(run("rules", *plugin, cwd=paper)[1])


AT_CITATION = "ctx.report(ctx.manuscript.citations[0].span, 'text'"
FAULTY = {
    "import sys\nsys.exit(7)": "plugin house.py failed to load: SystemExit: 7",
    "": "plugin house.py failed to load: TypeError: it has no hook",
    PLUGIN.replace("argcheck_rules", "argcheck_rule"): (
        "TypeError: unknown hook 'argcheck_rule'; did you mean 'argcheck_rules'? (house.py:"
    ),
    PLUGIN.replace("argcheck_rules()", "argcheck_rules(ctx)"): (
        "TypeError: the hook argcheck_rules takes no 'ctx' (house.py:"
    ),
    PLUGIN.replace("@hookimpl\n", ""): (
        "TypeError: it has no hook: is @hookimpl missing above def argcheck_rules()? (house.py:"
    ),
    PLUGIN.replace("[house]", "house"): "argcheck_rules gives a Rule, not a list of them: write [house-rule]",
    PLUGIN.replace("[house]", "'house'"): "argcheck_rules gives 'house', not a list",
    PLUGIN.replace("[house]", "7"): "argcheck_rules gives 7, not a list",
    PLUGIN.replace(
        "@rule(", "(lambda *_, **__: lambda check: check)("
    ): "argcheck_rules gives house, which is no rule",
    PLUGIN.replace("Severity.ERROR", "'error'"): "the severity of house-rule is 'error', not one of Severity",
    PLUGIN.format(body="import sys; sys.exit(7)"): "[house-rule] failed on this document: SystemExit: 7",
    PLUGIN.format(body="yield 'text'"): "'text' is no finding",
    PLUGIN.format(body="yield None"): "None is no finding",
    PLUGIN.format(body="yield ctx.report((1, 2), 'text')"): "(1, 2) is no Span, or 'text' no text",
    PLUGIN.format(body="yield ctx.report(ctx.manuscript.citations[0].span, 5)"): "5 no text",
    PLUGIN.format(body="yield ctx.report(ctx.manuscript.citations[0].span._replace(start=-1), '')"): (
        "start=-1, end=60) lies outside of the file, which ends at"
    ),
    PLUGIN.format(
        body="yield ctx.report(ctx.manuscript.citations[0].span, '', related=['text'])"
    ): "'text' is no related place: write (span",
    PLUGIN.format(body=f"yield {AT_CITATION}, fix='text')"): "'text' is no Fix",
    PLUGIN.format(body=f"yield {AT_CITATION}, help=5)"): "the help 5 is no text",
    PLUGIN.format(
        body=f"yield {AT_CITATION}, fix=Fix('mend it', (Edit(ctx.manuscript.citations[0].span, 5),), safe=False))"
    ): "replacement=5) is no Edit with a text",
    PLUGIN
    + "\n@hookimpl\ndef argcheck_readers():\n    return None\n": "argcheck_readers gives nothing; it returns a list",
    PLUGIN.format(
        body=f"yield {AT_CITATION}, fix=Fix('mend it', ('text',), safe=False))"
    ): "'text' is no Edit with a text",
    PLUGIN.format(
        body=f"yield {AT_CITATION}, fix=Fix('mend it', (Edit(ctx.manuscript.citations[0].span._replace(end=9999), ''),), safe=False))"
    ): "end=9999) lies outside of the file, which ends at",
    PLUGIN.format(body="yield ctx.report(ctx.manuscript.citations[0].span._replace(path='no.tex'), '')"): (
        "'no.tex' is no file of the document"
    ),
    PLUGIN.format(body=f"{AT_CITATION})").replace(
        "    yield\n", ""
    ): "it gives nothing: is `yield` missing before ctx.report(...)?",
    PLUGIN.format(body=f"return {AT_CITATION})").replace(
        "    yield\n", ""
    ): "write `yield`, not `return`, before ctx.report(...)",
    PLUGIN.replace("[house]", "None"): "argcheck_rules gives nothing; it returns a list",
    PLUGIN.replace(
        'since="1"', 'since="1", options={"most": 4}'
    ): "the option 'most' of house-rule is 4, not an Option(default, help)",
    PLUGIN.replace(
        'since="1"', 'since="1", needs="TEXT"'
    ): "what house-rule needs is 'TEXT', not one of Needs, such as Needs.TEXT",
    PLUGIN.replace(
        'since="1"', 'since="1", options={"most": Option(None, "Most.")}'
    ): "the option 'most' of house-rule has the default None, which is no bool, int, float, string or list of strings",
    PLUGIN.replace(
        'since="1"', 'since="1", options={"kinds": Option(("a", "b"), "Kinds.")}'
    ): "the option 'kinds' of house-rule has the default ('a', 'b'), which is no",
    PLUGIN.format(body="ctx.options['most']").replace(
        'since="1"', 'since="1", options={"least": Option(1, "Least.")}'
    ): "KeyError: \"house-rule declares no option 'most'; it has least\" (house.py:",
    PLUGIN.format(body="ctx.options['most']"): "house-rule declares no option 'most'; it has none",
    PLUGIN.format(body="ctx.manuscript.citation"): (
        "'Manuscript' object has no attribute 'citation'; did you mean 'citations'? (house.py:"
    ),
    PLUGIN.format(body="ctx.manuscript.pictures_in"): (
        "'Manuscript' object has no attribute 'pictures_in'; records.md lists what it has (house.py:"
    ),
    PLUGIN.format(body="ctx.manuscript.citations[0].place"): (
        "'Citation' object has no attribute 'place'; it has key, span, command, command_span, nocite, group, blank_after ("
    ),
    PLUGIN.format(body="ctx.manuscript.citations[0].span.contains(ctx.manuscript.citations[0])"): (
        "'Citation' object has no attribute 'path'; its places are span, command_span (house.py:"
    ),
    PLUGIN.format(body="ctx.manuscript.citations[0].group.name"): (
        "'int' object has no attribute 'name'; if it is the index of an environment: ctx.manuscript.environments[...]"
    ),
    PLUGIN.format(body="ctx.graph.into('lem:a')"): (
        "'str' object has no attribute 'id'; if it is the id of a node: ctx.graph.node(...)"
    ),
    PLUGIN.format(body="ctx.manuscript.sentences_of(ctx.manuscript.abstract)"): (
        "; None stands for what the document has not: records.md says what may be None (house.py:"
    ),
    PLUGIN.format(
        body="from argcheck.api import Node; Node('a', 'A', (ctx.manuscript.citations[0].span,), ()).span"
    ): ("'Node' object has no attribute 'span'; its places are places[0] (house.py:"),
    PLUGIN.format(body="yield ctx.report(ctx.manuscript.citations[0], 'text')"): (
        "blank_after=False) is no Span, or 'text' no text; its places are span, command_span"
    ),
    PLUGIN.format(
        body=f"yield {AT_CITATION}, fix=Fix('mend it', Edit(ctx.manuscript.citations[0].span, ''), safe=True))"
    ): ("the edits of a Fix are a tuple: (Edit(...),)"),
    PLUGIN.format(
        body="span = ctx.manuscript.citations[0].span; two = Edit(span, 'a'), Edit(span._replace(end=span.end - 1), 'b')"
        "\n    yield ctx.report(span, 'text', fix=Fix('mend it', two, safe=False))"
    ): "two edits of one Fix change the same text, so that it could never be made",
}


@pytest.mark.parametrize("text", one_in(3, FAULTY), ids=FAULTY.values())
def test_a_faulty_plugin_is_named_and_the_run_goes_on(text: str, paper: Path) -> None:
    (paper / "house.py").write_text(text, "utf-8")
    code, out, err = run("--plugin", "house.py", cwd=paper)
    assert code == 3
    assert FINDING in out
    assert FAULTY[text] in err


def test_what_a_rule_that_failed_may_need_is_not_unused(paper: Path) -> None:
    other = PLUGIN.format(body="return").replace("HSE001", "HSE002").replace("house", "other")
    both = PLUGIN.format(body="1 / 0") + other.replace("return [other]", "return [house, other]")
    (paper / "house.py").write_text(both, "utf-8")
    (paper / "main.tex").write_text(MAIN.replace("A claim", "% argcheck: ignore[HSE]\nA claim"), "utf-8")
    assert "SUP001" not in run("--plugin", "house.py", cwd=paper)[1]
    (paper / "house.py").write_text(both.replace("1 / 0", "return"), "utf-8")
    assert "SUP001" in run("--plugin", "house.py", cwd=paper)[1]


def test_a_rule_of_a_plugin_that_failed_is_not_just_unknown(paper: Path) -> None:
    (paper / "house.py").write_text("1 / 0", "utf-8")
    failed = "plugin house.py failed to load: ZeroDivisionError: division by zero (house.py:1)\n"
    code, _, err = run("--plugin", "house.py", "--select", "HSE001", cwd=paper)
    assert (code, err) == (
        2,
        f"argcheck: error: --select: unknown rule 'HSE001'; did you mean 'TEX001'?\n{failed}",
    )
    code, _, err = run("explain", "HSE001", "--plugin", "house.py", cwd=paper)
    assert (code, err.partition("\n")[2]) == (2, f"failed: {failed}")
    code, out, err = run("rules", "--plugin", "house.py", cwd=paper)
    assert "CIT001" in out
    assert (code, err) == (3, f"failed: {failed}")


@pytest.mark.parametrize(
    ("code", "name", "twice"),
    [("CIT001", "house-rule", "CIT001"), ("HSE001", "unused-entry", "unused-entry")],
)
def test_a_rule_with_the_name_of_another_is_left_out_and_the_run_goes_on(
    code: str, name: str, twice: str, paper: Path
) -> None:
    clash = PLUGIN.format(body="1 / 0").replace("HSE001", code).replace("house-rule", name)
    other = PLUGIN.format(body=f"yield {AT_CITATION}); return")
    other = other.replace("HSE001", "HSE009").replace("house", "other")
    (paper / "house.py").write_text(clash + other.replace("return [other]", "return [house, other]"), "utf-8")
    said = f"plugin house.py: the rule {code} [{name}] is left out: argcheck has a rule {twice}\n"
    ended, out, err = run("--plugin", "house.py", cwd=paper)
    assert (ended, said in err) == (3, True)
    assert FINDING in out
    assert "HSE009 text" in out
    assert run("rules", "--plugin", "house.py", cwd=paper)[2] == f"failed: {said}"


def test_a_bug_is_one_line(
    paper: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    from argcheck.cli import schema_command as schema
    from argcheck.cli.run import run

    def broken(**_: str) -> None:
        raise KeyError("odd")

    monkeypatch.setattr(schema.command, "callback", broken)
    assert run(["schema"]) == 3
    out, err = capsysbinary.readouterr()
    assert out == b""
    assert re.fullmatch(
        rb"argcheck: bug in argcheck: KeyError: 'odd' \(test_cli.py:\d+\); please report it with the traceback,"
        rb" which ARGCHECK_TRACEBACK=1 in the environment shows\n",
        err,
    )
    monkeypatch.setenv("ARGCHECK_TRACEBACK", "1")
    assert run(["schema"]) == 3
    assert capsysbinary.readouterr()[1].startswith(b"Traceback (most recent call last):")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_interrupt(paper: Path) -> None:
    (paper / "slow.py").write_text(
        PLUGIN.format(body="import sys, time; print('on', file=sys.__stdout__, flush=True); time.sleep(60)"),
        "utf-8",
    )
    command = [
        sys.executable,
        "-m",
        "argcheck",
        "--plugin",
        "slow.py",
        "--select",
        "house-rule",
        "--no-cache",
    ]
    with subprocess.Popen(command, cwd=paper, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"on\n"
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err.strip()) == (130, b"")


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_an_interrupt_while_several_processes_start(paper: Path) -> None:
    go = paper.parent / "go"
    slow = f"""
import os, sys, time
if "--multiprocessing-fork" in sys.orig_argv:
    os.write(1, b"on\\n")  # at once: two processes write here
    while not os.path.exists({str(go)!r}):
        time.sleep(0.01)
"""
    (paper.parent / "sitecustomize.py").write_text(slow, "utf-8")
    (paper / "other.tex").write_text(MAIN, "utf-8")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(paper.parent), *sys.path])}
    command = [sys.executable, "-m", "argcheck", "-j", "2", "--no-cache"]
    with subprocess.Popen(
        command, cwd=paper, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout.readline() == b"on\n"
        os.killpg(process.pid, signal.SIGINT)
        go.touch()
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err.strip()) == (130, b"")


# --- the other commands ---


def test_rules_and_explain(paper: Path) -> None:
    code, out, err = run("rules", cwd=paper)
    assert (code, err) == (0, "")
    assert re.search(r"^CIT\d{3}  undefined-citation +error +\S", out, re.MULTILINE)
    data = json.loads(run("rules", "--format", "json", cwd=paper)[1])
    assert [one["code"] for one in data] == sorted(one["code"] for one in data)
    page = run("explain", "undefined-citation", cwd=paper)[1]
    assert page.startswith("# undefined-citation (CIT")
    assert run("explain", page[22:28], cwd=paper)[1] == page
    assert (
        json.loads(run("explain", "undefined-citation", "--format", "json", cwd=paper)[1])["severity"]
        == "error"
    )
    page = run("explain", "tex099", cwd=paper)[1]
    assert page.startswith("# failed-part (TEX099)\n\nA rule failed, or a document could not be analysed.\n")
    assert run("explain", "failed-part", cwd=paper) == (0, page, "")
    assert json.loads(run("explain", "TEX099", "--format", "json", cwd=paper)[1])["severity"] == "error"
    assert run("explain", "undefined-citaton", cwd=paper)[2] == (
        "argcheck: error: unknown rule 'undefined-citaton'; did you mean 'undefined-citation'?\n"
    )
    assert run("explain", "NOPE", cwd=paper)[2] == (
        "argcheck: error: unknown rule 'NOPE'; `argcheck rules` lists them\n"
    )
    for word in ("CIT1", "cit01", "CIT-1", "CIT0001"):
        assert f"unknown rule '{word}'; did you mean 'CIT001'?" in run("explain", word, cwd=paper)[2]
        assert f"unknown rule '{word}'; did you mean 'CIT001'?" in run("--select", word, cwd=paper)[2]
    assert "'sup' begins 3 rules; give one: SUP001 " in run("explain", "sup", cwd=paper)[2]


def test_citations(paper: Path) -> None:
    data = json.loads(run("citations", ".", "--format", "json", cwd=paper)[1])
    (document,) = data["documents"]
    assert (data["version"], document["root"], document["undefined"]) == (1, "main.tex", ["unknown"])
    places = [(one["line"], one["col"], one["key"]) for one in document["citations"]]
    assert places == [(3, 15, "known"), (4, 21, "unknown")]
    rows = list(csv.DictReader(io.StringIO(run("citations", "--format", "csv", cwd=paper)[1])))
    assert [row["key"] for row in rows] == ["known", "unknown"]
    assert run("citations", cwd=paper)[1].startswith("main.tex:3:15: known: ")
    (paper / "main.tex").write_text(
        "\\documentclass{a}\\begin{document}A $\\frac{a}{b}$ of \\cite{a}.\\end{document}", "utf-8"
    )
    assert run("citations", cwd=paper)[1].endswith("A ⟨…⟩ of [a].\n")


def test_a_table_of_citations_moves_no_terminal(paper: Path) -> None:
    (paper / "main.tex").write_text(
        "\\documentclass{a}\\begin{document}Red \x1b[31m \\cite{a}.\\end{document}", "utf-8"
    )
    out = run("citations", "--format", "csv", cwd=paper)[1]
    assert "Red ␛[31m" in out
    assert "\x1b" not in out


def test_config(paper: Path) -> None:
    (paper / "argcheck.toml").write_text('language = "en"\n', "utf-8")
    code, out, _ = run("config", cwd=paper, env={"ARGCHECK_FAIL_ON": "note"})
    assert code == 0
    assert f'language = "en"  # {paper / "argcheck.toml"}:1\n' in out
    assert 'fail-on = "note"  # ARGCHECK_FAIL_ON\n' in out
    assert json.loads(run("config", "--format", "json", cwd=paper)[1])["language"]["value"] == "en"


def test_a_copy_of_the_configuration_means_the_same(paper: Path) -> None:
    shown = run("config", cwd=paper)[1]
    assert shown.startswith('select = ["ALL"]  # default\n')
    before = run(cwd=paper)
    (paper / "argcheck.toml").write_text(shown, "utf-8")
    assert run(cwd=paper)[:2] == before[:2]
    assert before[0] == 1
    (paper / "argcheck.toml").write_text("select = []", "utf-8")
    assert f"select = []  # {paper / 'argcheck.toml'}:1\n" in run("config", cwd=paper)[1]


def test_init(paper: Path) -> None:
    assert run("init", cwd=paper) == (0, "", "wrote argcheck.toml\n")
    written = (paper / "argcheck.toml").read_text("utf-8")
    assert run("config", cwd=paper)[0] == 0
    code, out, err = run("init", "--pre-commit", cwd=paper)
    assert (code, err) == (0, "argcheck.toml is there already and stays as it is\n")
    assert yaml.safe_load(out)["repos"][0]["hooks"] == [{"id": "argcheck"}]
    assert (paper / "argcheck.toml").read_text("utf-8") == written


def test_what_init_comments_out_is_valid(paper: Path) -> None:
    from argcheck.cli.init_command import _TEMPLATE

    text = re.sub(r"^# (?=[\[\w\"-]+(\]| = ))", "", _TEMPLATE, flags=re.MULTILINE)
    (paper / "argcheck.toml").write_text(text, "utf-8")
    code, out, err = run("config", cwd=paper)
    assert (code, err) == (0, "")
    assert '"olimport" = "[]{} #1/#2"' in out


def test_schema_and_cache(paper: Path) -> None:
    assert json.loads(run("schema", cwd=paper)[1])["title"] == "argcheck configuration"
    run(*ONLY, cwd=paper)
    code, out, err = run("cache", "clean", cwd=paper)
    assert (code, out) == (0, "")
    assert re.fullmatch(r".*cache: \d+ files? removed\n", err)
    assert not (paper.parent / "cache").exists()


def test_nothing_is_written_into_the_repository(paper: Path) -> None:
    before = sorted(path.relative_to(paper) for path in paper.rglob("*"))
    for argv in ([*ONLY], ["citations"], ["rules"], ["config"], [*ONLY, "--diff"]):
        run(*argv, cwd=paper)
    assert sorted(path.relative_to(paper) for path in paper.rglob("*")) == before


# --- knitr ---


def test_a_thesis_of_knitr(tmp_path: Path) -> None:
    r"""Children, a chapter by ``\\include``, one that is woven already, and what stands beside."""
    files = {
        "thesis.Rnw": "\\documentclass{book}\n<<setup, include=FALSE>>=\nlibrary(knitr)\n@\n\\begin{document}\n"
        "<<child='chapters/intro.Rnw'>>=\n@\n\\include{chapters/results}\n\\bibliography{refs}\n\\end{document}\n",
        "chapters/intro.Rnw": "\\chapter{Introduction}\nWe follow \\cite{known} and \\cite{unknown}.\n",
        "chapters/results.Rnw": "\\chapter{Results}\nOf \\Sexpr{nrow(d)} cases, \\Sexpr{sum(d$x) / 2} recovered.\n"
        "<<outcome, fig.cap='The outcome of \\\\cite{known}'>>=\nplot(d) # \\cite{code}\n@\n"
        "Figure~\\ref{fig:outcome} shows them, and Figure~\\ref{fig:outcomes} more.\n",
        "chapters/results.tex": "\\chapter{Results}\n\\ref{woven}\n",
        "thesis.tex": "\\documentclass{book}\n\\begin{document}\n\\ref{woven}\n\\end{document}\n",
        "notes.Rnw": "Nothing includes this.\n",
        "refs.bib": REFS,
    }
    for name, text in files.items():
        (tmp_path / "paper" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "paper" / name).write_text(text, "utf-8")
    (tmp_path / "paper" / ".git").mkdir()
    code, out, err = run(cwd=tmp_path / "paper")
    assert [line.partition(" ")[0] for line in out.splitlines()] == [
        "chapters/intro.Rnw:2:34:",
        "chapters/results.Rnw:6:54:",
    ]
    assert (
        "1 LaTeX file belongs to no document and is not checked (name it to have it checked): notes.Rnw\n"
        in err
    )
    assert (code, "2 findings (1 error, 1 warning) in 1 document, 4 files" in err) == (1, True)
    again = run(cwd=tmp_path / "paper")
    assert again == (code, out, err)
    (tmp_path / "paper/chapters/results.Rnw").unlink()  # now the .tex is what there is
    assert "chapters/results.tex:2:6: warning: REF001" in run(cwd=tmp_path / "paper")[1]
    code, out, _ = run("--format", "full", "--select", "CIT001", "thesis.Rnw", cwd=tmp_path / "paper")
    assert "2 | We follow \\cite{known} and \\cite{unknown}.\n" in out


# --- the hooks ---


def test_the_hooks_call_what_exists(paper: Path) -> None:
    hooks = {
        hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    }
    assert list(hooks) == ["argcheck", "argcheck-files"]
    project, files = hooks.values()
    assert (project["pass_filenames"], project["always_run"], project["require_serial"]) == (
        False,
        True,
        True,
    )
    assert run(*project["entry"].split()[1:], cwd=paper)[0] == 1
    assert run(*files["entry"].split()[1:], "main.tex", cwd=paper)[0] == 1
    seen = [
        *(f"a{suffix}" for suffix in TEX_SUFFIXES),
        "b/c.cls",
        "x.bbl",
        "d/e.typ",
        "notes.markdown",
        "works.yml",
        "_quarto.yaml",
        "argcheck.toml",
        ".argcheck.toml",
        "p/pyproject.toml",
        ".argcheck/baseline.json",
    ]
    assert [name for name in seen if not re.search(files["files"], name)] == []
    assert not re.search(files["files"], "poetry.toml")


def in_shell(folder: Path, redirection: str, *argv: str) -> subprocess.CompletedProcess[bytes]:
    words = f"{sys.executable} -m argcheck --no-cache {' '.join(argv)} {redirection}"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(["sh", "-c", words], cwd=folder, capture_output=True, env=env, check=False)


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="needs a shell")
@pytest.mark.parametrize("argv", [(), ("--format", "full")])
def test_a_closed_output_is_no_bug(paper: Path, argv: tuple[str, ...]) -> None:
    done = in_shell(paper, ">&-", *argv)
    assert done.returncode == 1
    assert done.stderr.startswith(b"1 finding")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_full_disk_is_said(paper: Path) -> None:
    done = in_shell(paper, ">/dev/full")
    assert done.returncode == 3
    assert done.stderr.startswith(b"argcheck: error: cannot write the output: No space left on device\n")
    said = in_shell(paper, ">/dev/full", "--help")
    assert (said.returncode, said.stderr) == (
        3,
        b"argcheck: error: cannot write the output: No space left on device\n",
    )


def test_several_folders_without_a_repository(tmp_path: Path) -> None:
    for name in ("paper", "thesis"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.tex").write_text(MAIN, "utf-8")
        (tmp_path / name / "refs.bib").write_text(REFS, "utf-8")
    for paths in (["paper", "thesis"], ["paper/main.tex", "thesis"]):
        _, out, _ = run(*ONLY, *paths, cwd=tmp_path)
        assert [line.split(":")[0] for line in out.splitlines()] == ["paper/main.tex", "thesis/main.tex"]
    (tmp_path / "thesis" / ".git").mkdir()
    assert "different projects" in run("paper", "thesis", cwd=tmp_path)[2]


@pytest.mark.skipif(not hasattr(os, "geteuid") or not os.geteuid(), reason="root may look anywhere")
def test_a_folder_that_may_not_be_read_is_said(paper: Path) -> None:
    (paper / "chapters").mkdir(mode=0)
    try:
        assert "chapters is not looked into: permission denied" in run(cwd=paper)[2]
    finally:
        (paper / "chapters").chmod(0o700)


def test_a_chapter_without_a_repository(tmp_path: Path) -> None:
    folder = tmp_path / "paper"
    (folder / "chapters").mkdir(parents=True)
    (folder / "main.tex").write_text(MAIN.replace("Another", "\\input{chapters/one} Another"), "utf-8")
    (folder / "refs.bib").write_text(REFS, "utf-8")
    (folder / "chapters" / "one.tex").write_text("One.\n", "utf-8")
    for paths in (["chapters/one.tex"], ["chapters"], [".", "chapters/one.tex"]):
        code, out, _ = run(*ONLY, *paths, cwd=folder)
        assert (code, out.count("CIT001")) == (1, 1)


@pytest.mark.parametrize("words", [("rules",), ("explain", "house-rule")], ids=lambda words: words[0])
def test_the_environment_keeps_plugins_out_of_every_command(paper: Path, words: tuple[str, ...]) -> None:
    """Of the installed ones, too, which an entry point names."""
    site = paper.parent / "site"
    (site / "house-1.dist-info").mkdir(parents=True)
    (site / "house-1.dist-info" / "entry_points.txt").write_text("[argcheck]\nhouse = house\n", "utf-8")
    (site / "house.py").write_text(PLUGIN.replace("{body}", "return"), "utf-8")
    env = {"PYTHONPATH": os.pathsep.join([str(site), *sys.path])}
    assert "HSE001" in run(*words, cwd=paper, env=env)[1]
    assert "HSE001" not in run(*words, cwd=paper, env={**env, "ARGCHECK_NO_PLUGINS": "1"})[1]


# --- standard input ---


def from_stdin(text: bytes, *argv: str, cwd: Path) -> tuple[int, str, str]:
    result = argcheck(*argv, cwd=cwd, stdin=text)
    return result.returncode, result.stdout.decode(), result.stderr.decode()


def test_standard_input_stands_for_its_file_in_the_project(paper: Path) -> None:
    (paper / "part.tex").write_text("Saved \\cite{known}.\n", "utf-8")
    (paper / "main.tex").write_text(MAIN.replace("Another claim \\cite{unknown}.", "\\input{part}"), "utf-8")
    named = ("-", "--stdin-filename", "part.tex", *ONLY)
    assert run("part.tex", *ONLY, cwd=paper)[:2] == (0, "")
    code, out, _ = from_stdin(b"\nUnsaved \\cite{knwon}.\n", *named, cwd=paper)
    assert (code, out.partition(" no entry")[0]) == (1, "part.tex:2:15: error: CIT001")
    assert from_stdin(b"Unsaved \\cite{known}.\n", *named, cwd=paper)[:2] == (0, "")
    assert (paper / "part.tex").read_text("utf-8") == "Saved \\cite{known}.\n"


def test_standard_input_is_never_answered_from_the_store(paper: Path) -> None:
    named = ("-", "--stdin-filename", "main.tex", *ONLY)
    for _ in range(2):
        assert from_stdin(MAIN.encode(), *named, cwd=paper)[0] == 1
        assert from_stdin(MAIN.replace("unknown", "known").encode(), *named, cwd=paper)[0] == 0


def test_standard_input_for_a_file_that_is_not_there_yet(paper: Path) -> None:
    (paper / "main.tex").write_text(MAIN.replace("Another claim \\cite{unknown}.", "\\input{new}"), "utf-8")
    code, out, _ = from_stdin(b"\\cite{knwon}", "-", "--stdin-filename", "new.tex", *ONLY, cwd=paper)
    assert (code, out.partition(" no entry")[0]) == (1, "new.tex:1:7: error: CIT001")


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("-",), "'-' needs --stdin-filename FILE"),
        (("--stdin-filename", "main.tex"), "--stdin-filename needs the path '-'"),
        (("-", "main.tex", "--stdin-filename", "main.tex"), "'-' stands alone"),
        (("-", "--stdin-filename", "main.tex", "--fix"), "--fix cannot write to '-'; --format json lists"),
        (("-", "--stdin-filename", "main.tex", "--add-ignore"), "--add-ignore cannot write to '-'"),
        (("-", "--stdin-filename", "none/main.tex"), "--stdin-filename: none/main.tex: no file can be there"),
    ],
)
def test_standard_input_that_makes_no_sense(argv: tuple[str, ...], said: str, paper: Path) -> None:
    code, out, err = from_stdin(b"", *argv, cwd=paper)
    assert (code, out) == (2, "")
    assert said in err


# --- fixes for other tools ---

TWICE = MAIN.replace("{unknown}", "{known,known}")


def test_the_diff_of_the_command_line_applies(paper: Path) -> None:
    (paper / "main.tex").write_bytes(TWICE.replace("Another", "\xc4nother").encode("latin-1"))
    made = argcheck("--diff", cwd=paper).stdout
    subprocess.run(["git", "apply", "-"], cwd=paper, input=made, check=True)
    assert b"\xc4nother claim \\cite{known}." in (paper / "main.tex").read_bytes()
    assert argcheck("--diff", "-o", "fix.patch", cwd=paper).stdout == b""
    assert (paper / "fix.patch").read_bytes() == b""


def test_json_and_sarif_hold_the_fix(paper: Path) -> None:
    (paper / "main.tex").write_text(TWICE, "utf-8")
    _, out, _ = run("--select", "repeated-key", "--format", "json", cwd=paper)
    [found] = json.loads(out)["diagnostics"]
    edit = {"file": "main.tex", "line": 4, "col": 26, "end_line": 4, "end_col": 32, "text": ""}
    assert found["fix"] == {"message": found["fix"]["message"], "safe": True, "edits": [edit]}
    _, out, _ = run("--select", "repeated-key", "--format", "sarif", cwd=paper)
    [result] = json.loads(out)["runs"][0]["results"]
    [fix] = result["fixes"]
    region = {"startLine": 4, "startColumn": 26, "endLine": 4, "endColumn": 32}
    assert fix["artifactChanges"] == [
        {
            "artifactLocation": {"uri": "main.tex"},
            "replacements": [{"deletedRegion": region, "insertedContent": {"text": ""}}],
        }
    ]
    assert fix["properties"] == {"safe": True}


# --- rules that fail ---

FAILING = {
    "for citation in ctx.manuscript.citations:\n        if citation.key == 'unknown':\n            1 / 0": (
        "main.tex:4: rule HSE001 [house-rule] failed on this document: ZeroDivisionError: division by zero"
        " (house.py:10)"
    ),
    "helper = lambda: 1 / 0\n    helper()": (
        "main.tex: rule HSE001 [house-rule] failed on this document: ZeroDivisionError: division by zero"
        " (house.py:8)"
    ),
    "for c in ctx.manuscript.citations:\n        yield c": "main.tex:3: rule HSE001 [house-rule] failed on this document:"
    " TypeError: Citation(key='known', span=Span(path='main.tex', start=53, end=58), command='cite', is no"
    " finding, as ctx.report(span, message) makes them (house.py:9)",
}


@pytest.mark.parametrize("body", FAILING)
def test_a_rule_that_fails_names_code_and_place(body: str, paper: Path) -> None:
    (paper / "house.py").write_text(PLUGIN.format(body=body), "utf-8")
    command = ("--plugin", "house.py", "--select", "house-rule")
    code, _, err = run(*command, cwd=paper)
    assert code == 3
    assert "Traceback" not in err
    assert FAILING[body].partition("Citation(")[0] in err
    assert FAILING[body].rpartition(" (")[2] in err
    assert "Traceback (most recent call last):\n" in run(*command, "-v", cwd=paper)[2]


def test_a_plugin_that_cannot_be_loaded_names_its_line(paper: Path) -> None:
    (paper / "house.py").write_text("import json\n\njson.loads('{')\n", "utf-8")
    _, _, err = run("--plugin", "house.py", "-v", cwd=paper)
    assert "plugin house.py failed to load: JSONDecodeError: " in err
    assert "(house.py:3)" in err
    assert "Traceback (most recent call last):\n" in err
    (paper / "house.py").write_text("x = (\n", "utf-8")
    assert "SyntaxError: '(' was never closed (house.py:1)" in run("--plugin", "house.py", cwd=paper)[2]


# --- stages ---


def unused(folder: Path) -> None:
    (folder / "refs.bib").write_text(REFS + REFS.replace("known", "later"), "utf-8")
    (folder / "main.tex").write_text(MAIN.replace("{unknown}.", "{known}. TODO: say more."), "utf-8")


WAITING = ("--select", "unused-entry,leftover")


def test_a_draft_does_not_fail_for_what_matters_at_submission(paper: Path) -> None:
    unused(paper)
    assert run(*WAITING, cwd=paper)[0] == 1
    (paper / "argcheck.toml").write_text('stage = "draft"\nfail-on = "note"\n', "utf-8")
    code, out, err = run(*WAITING, cwd=paper)
    assert (code, out.count(": note: "), out.count("\n")) == (0, 2, 2)
    assert (
        "2 findings (2 notes) in 1 document, 2 files, judged as a draft; 2 matter only at submission\n" in err
    )
    code, out, err = run(*WAITING, "--stage", "submission", cwd=paper)
    assert (code, out.count(": warning: ")) == (1, 1)
    assert "in 1 document, 2 files, judged for submission" in err


def test_a_draft_fails_for_what_is_wrong_in_any_stage(paper: Path) -> None:
    assert run(*ONLY, "--stage", "draft", cwd=paper)[0] == 1


@pytest.mark.parametrize(
    ("name", "hint"),
    [("crosref", "; did you mean 'crossref'?"), ("", "; those that there are: arxiv, crossref, ")],
)
def test_a_provider_that_there_is_not_is_told_before_anybody_is_asked(
    paper: Path, name: str, hint: str
) -> None:
    (paper / "argcheck.toml").write_text(f'[sources]\nproviders = ["{name}"]\n', "utf-8")
    code, _, err = run("verify", "--dry-run", cwd=paper)
    assert (code, f"argcheck.toml:2: there is no provider '{name}'{hint}" in err) == (2, True)
    # a hook of pre-commit has no plugins and asks nobody
    assert run("check", cwd=paper)[0] != 2


def test_a_severity_that_was_set_holds_in_a_draft_and_fails_nothing(paper: Path) -> None:
    unused(paper)
    (paper / "argcheck.toml").write_text('stage = "draft"\n[severity]\nleftover = "error"\n', "utf-8")
    code, out, _ = run(*WAITING, cwd=paper)
    assert (code, out.count(": error: ")) == (0, 1)


def test_the_manual_lists_what_waits_for_submission() -> None:
    from argcheck.lint.registry import load_rules

    manual = (ROOT / "docs" / "configuration.md").read_text("utf-8")
    listed = set(
        re.findall(r"`([a-z-]+)`", manual.partition("whatever `fail-on` says:")[2].partition(". A")[0])
    )
    assert listed == {r.name for r in load_rules(plugins=False).rules.values() if r.stage == "submission"}


def test_the_stage_of_a_rule_is_one_of_two(paper: Path) -> None:
    text = PLUGIN.format(body="return").replace('since="1"', 'since="1", stage="print"')
    (paper / "house.py").write_text(text, "utf-8")
    assert (
        "the stage of house-rule is 'print', not 'draft' or 'submission'"
        in run("--plugin", "house.py", cwd=paper)[2]
    )
