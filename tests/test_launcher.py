"""The fast paths: what they may import, and that a stored report is given only if nothing changed."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from argcheck import __version__
from argcheck.files.cache import Store, digest
from argcheck.files.manifest import Manifest, folder_hash, listing_hash, verify

pytestmark = pytest.mark.slow

if TYPE_CHECKING:
    from pathlib import Path

VERSION_MODULES = {"argcheck", "argcheck.cli", "argcheck.cli.console", "argcheck.launcher", "__future__"}
REPLAY_MODULES = VERSION_MODULES | {
    "argcheck.files",
    "argcheck.files.cache",
    "argcheck.files.manifest",
    "_blake2",
    "_hashlib",
    "hashlib",
    "marshal",
}

_DUMP = """
import sys
before = set(sys.modules)
sys.argv = ["argcheck", *sys.argv[1:]]
from argcheck.launcher import main
code = main()
sys.stdout.flush()
print("MODULES", *sorted(set(sys.modules) - before), file=sys.stderr)
sys.exit(code)
"""
_STORE = """
import sys
from argcheck import launcher
from argcheck.cli.run import _store
from argcheck.cli.outcome import CommandOutcome
from argcheck.files.manifest import Manifest
manifest = Manifest()
file, folder = sys.argv[1:3]
from argcheck.files.cache import digest
from argcheck.files.manifest import folder_hash
manifest.file(file, digest(open(file, "rb").read()))
manifest.listing(folder, folder_hash(folder))
manifest.absent(folder + "/argcheck.toml")
argv = sys.argv[3:]
_store(argv, launcher.run_key(argv), CommandOutcome("stored é out\\n", "stored err\\n", 1, manifest))
"""


def launch(
    program: str, *argv: str, cwd: Path, env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    environ = {key: value for key, value in os.environ.items() if key != "GITHUB_STEP_SUMMARY"}
    environ |= {"ARGCHECK_CACHE_DIR": str(cwd.parent / "cache"), **(env or {})}
    command = [sys.executable, "-c", program, *argv]
    return subprocess.run(command, cwd=cwd, env=environ, capture_output=True, check=False)


def modules(result: subprocess.CompletedProcess[bytes]) -> set[str]:
    line = result.stderr.decode().rpartition("MODULES")[2]
    return set(line.split())


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "main.tex").write_text("Hello\n", "utf-8")
    return folder


def stored(paper: Path, *argv: str) -> None:
    result = launch(_STORE, str(paper / "main.tex"), str(paper), *argv, cwd=paper)
    assert result.returncode == 0, result.stderr


def test_version_imports_nothing(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    result = launch(_DUMP, "--version", cwd=tmp_path / "x")
    assert result.stdout.decode() == f"argcheck {__version__}\n"
    assert modules(result) <= VERSION_MODULES


@pytest.mark.parametrize("argv", [("--version",), ("check", ".")])
def test_a_python_that_loses_matches_is_refused(paper: Path, argv: tuple[str, ...]) -> None:
    stored(paper, "check", ".")
    older = "import sys; sys.version_info = (3, 11, 2, 'final', 0)\n"
    result = launch(older + _DUMP, *argv, cwd=paper)
    assert (result.returncode, result.stdout) == (2, b"")
    assert result.stderr.startswith(b"argcheck: error: argcheck needs Python 3.11.5 or newer, this is ")


def test_a_python_without_safe_paths_is_refused_as_a_module(tmp_path: Path) -> None:
    older = "import sys, types, argcheck.launcher; sys.version_info = (3, 10, 0); sys.flags = types.SimpleNamespace()\n"
    text = (files("argcheck") / "__main__.py").read_text("utf-8").replace("from __future__", "# ")
    result = launch(older + text, cwd=tmp_path)
    assert result.stderr.startswith(b"argcheck: error: argcheck needs Python 3.11.5 or newer, this is ")
    assert result.returncode == 2


def test_replay_imports_next_to_nothing(paper: Path) -> None:
    stored(paper, "check", ".")
    result = launch(_DUMP, "check", ".", cwd=paper)
    assert (result.returncode, result.stdout) == (1, "stored é out\n".encode())
    assert result.stderr.startswith(b"stored err\n")
    assert modules(result) <= REPLAY_MODULES


def replays(paper: Path, *argv: str, env: dict[str, str] | None = None) -> bool:
    return launch(_DUMP, *argv, cwd=paper, env=env).stdout.startswith(b"stored")


def test_replay_only_of_the_same_run(paper: Path) -> None:
    stored(paper, "check", ".")
    assert replays(paper, "check", ".")
    assert not replays(paper, "check", ".", "--show-settings")
    assert not replays(paper, "check", "--show-settings", ".", env={"ARGCHECK_FAIL_ON": "error"})


@pytest.mark.parametrize(
    "name",
    [
        "ARGCHECK_SELECT",
        "NO_COLOR",
        "TERM",
        "INSIDE_EMACS",
        "GITHUB_STEP_SUMMARY",
        "HOME",
        "SOURCE_DATE_EPOCH",
    ],
)
def test_the_environment_counts(paper: Path, name: str) -> None:
    stored(paper, "schema")
    assert replays(paper, "schema")
    assert not replays(paper, "schema", env={name: "other"})


def test_other_variables_do_not_count(paper: Path) -> None:
    stored(paper, "schema")
    assert replays(paper, "schema", env={"LANG": "C", "EDITOR": "ed"})


def test_no_cache_is_never_answered_from_it(paper: Path) -> None:
    stored(paper, "schema", "--no-cache")
    assert not replays(paper, "schema", "--no-cache")


MAIN = b"\\documentclass{article}\n\\begin{document}\n\\input{x}\\bibliography{r}\n\\end{document}\n"


@pytest.mark.parametrize(
    ("name", "data"),
    [("main.tex", MAIN), ("x.tex", b"\\ref{y}"), ("r.bib", b"@book{y}"), (".argcheck/verdicts.jsonl", b"")],
)
def test_a_file_that_could_not_be_read_is_read_when_it_can_be(paper: Path, name: str, data: bytes) -> None:
    (paper / "main.tex").write_bytes(MAIN)
    (paper / "x.tex").write_bytes(b"Text.")
    (paper / "r.bib").write_bytes(b"")
    (paper / ".argcheck").mkdir()
    (paper / name).write_bytes(b"\xff\xfe\0")
    unreadable = launch(_DUMP, cwd=paper)
    (paper / name).write_bytes(data)
    now, fresh = launch(_DUMP, cwd=paper), launch(_DUMP, "--no-cache", cwd=paper)
    assert now.stdout == fresh.stdout
    assert (now.stdout, now.stderr.partition(b"MODULES")[0]) != (
        unreadable.stdout,
        unreadable.stderr.partition(b"MODULES")[0],
    )


@pytest.mark.parametrize("name", ["main.tex", "x.tex", "r.bib", "._main.tex"])
def test_a_file_that_holds_no_text_does_not_prevent_a_replay(paper: Path, name: str) -> None:
    (paper / "main.tex").write_bytes(MAIN)
    (paper / name).write_bytes(b"\0\5\x16\7")
    first = launch(_DUMP, cwd=paper)
    again = launch(_DUMP, cwd=paper)
    assert (again.returncode, again.stdout) == (first.returncode, first.stdout)
    assert modules(again) <= REPLAY_MODULES


@pytest.mark.parametrize("change", ["content", "gone", "new file", "new folder", "configuration", "link"])
def test_a_change_is_seen(paper: Path, change: str) -> None:
    stored(paper, "schema")
    assert replays(paper, "schema")
    main = paper / "main.tex"
    if change == "content":
        times = main.stat().st_atime_ns, main.stat().st_mtime_ns
        main.write_text("HELLO\n", "utf-8")
        os.utime(main, ns=times)
    elif change == "gone":
        main.unlink()
    elif change == "new file":
        (paper / "other.tex").write_text("", "utf-8")
    elif change == "new folder":
        (paper / "sub").mkdir()
    elif change == "configuration":
        (paper / "argcheck.toml").write_text("", "utf-8")
    else:
        main.rename(paper.parent / "main.tex")
        main.symlink_to(paper.parent / "main.tex")
    assert not replays(paper, "schema")


def test_files_of_tex_and_editors_do_not_matter(paper: Path) -> None:
    stored(paper, "schema")
    for name in ("main.aux", "main.log", ".main.tex.swp", "main.tex~"):
        (paper / name).write_text("", "utf-8")
    assert replays(paper, "schema")


def test_what_biblatex_writes_at_each_build_does_not_matter(paper: Path) -> None:
    """Nor does any other file that is read only where it is named."""
    text = "\\documentclass{article}\n\\begin{document}\nIt is.\n\\end{document}\n"
    (paper / "main.tex").write_text(text, "utf-8")
    assert "argcheck.lint.engine" in modules(launch(_DUMP, "check", ".", cwd=paper))
    (paper / "main.run.xml").write_text("<requests/>", "utf-8")
    assert "argcheck.lint.engine" not in modules(launch(_DUMP, "check", ".", cwd=paper))


def test_pictures_whose_names_differ_by_case_alone_are_as_they_were(paper: Path) -> None:
    for name in ("lamp.png", "LAMP.PNG", "lamp.Png"):
        (paper / name).touch()
    text = "\\documentclass{article}\\usepackage{graphicx}\\begin{document}\\includegraphics{lamp}\\end{document}"
    (paper / "pictures.tex").write_text(text)
    first, second = (launch(_DUMP, "check", "pictures.tex", cwd=paper) for _ in range(2))
    assert first.stdout == second.stdout
    assert modules(second) <= REPLAY_MODULES


def test_a_damaged_record_is_no_error(paper: Path) -> None:
    stored(paper, "schema")
    for file in (paper.parent / "cache").rglob("*.bin"):
        file.write_bytes(file.read_bytes()[:-1])
    result = launch(_DUMP, "schema", cwd=paper)
    assert (result.returncode, result.stdout[:1]) == (0, b"{")


@pytest.mark.parametrize(
    "record", [None, (), (b"", b"", 0), (b"", b"", 0, None), (b"", b"", 0, {"files": 3}), 7]
)
def test_a_foreign_record_is_a_miss(record: object) -> None:
    assert not (isinstance(record, tuple) and len(record) == 4 and verify(record[3]))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_pipe_in_place_of_a_file_does_not_hang(tmp_path: Path) -> None:
    manifest = Manifest()
    file = tmp_path / "a.tex"
    file.write_bytes(b"x")
    manifest.file(file, digest(b"x"))
    assert verify(manifest.to_data())
    file.unlink()
    os.mkfifo(file)
    assert not verify(manifest.to_data())


def test_a_link_within_is_followed_as_long_as_it_leads_to_the_same_place(tmp_path: Path) -> None:
    (tmp_path / "real.tex").write_bytes(b"x")
    (tmp_path / "twin.tex").write_bytes(b"x")
    (tmp_path / "link.tex").symlink_to("real.tex")
    manifest = Manifest()
    manifest.file(tmp_path / "link.tex", digest(b"x"))
    assert verify(manifest.to_data())
    (tmp_path / "link.tex").unlink()
    (tmp_path / "link.tex").symlink_to("twin.tex")
    assert not verify(manifest.to_data())


def test_merge_keeps_everything(tmp_path: Path) -> None:
    one, other = Manifest(), Manifest()
    one.file(tmp_path / "a", digest(b""))
    other.absent(tmp_path / "b")
    other.present(tmp_path)
    other.listing(tmp_path, folder_hash(tmp_path))
    other.program()
    one.merge(other)
    data = one.to_data()
    assert [len(data[key]) for key in ("files", "absent", "present", "listings")] == [1, 1, 1, 1]
    assert any(path.endswith("manifest.py") for path, *_ in data["stamps"])
    assert Store(str(tmp_path / "cache")).put("runs", "x", data)


def test_what_hangs_on_the_year_holds_for_that_year(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1798700000")  # in 2026
    manifest = Manifest()
    assert verify(manifest.to_data())
    manifest.year(2026)
    assert verify(manifest.to_data())
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1798800000")  # in 2027
    assert not verify(manifest.to_data())
    assert verify(Manifest().to_data())


def test_a_listing_is_what_discovery_looks_at(tmp_path: Path) -> None:
    for name in ("b.tex", "a.bib", "c.txt", "D.TEX", "E.BIB"):
        (tmp_path / name).write_text("", "utf-8")
    (tmp_path / "sub").mkdir()
    (tmp_path / ".hidden").mkdir()
    assert folder_hash(tmp_path) == listing_hash(["sub"], ["a.bib", "b.tex", "D.TEX"])
    assert folder_hash(tmp_path / "missing") == listing_hash([], [])


@pytest.mark.parametrize("argv", [["--version"], ["schema"], ["schema", "--help"]])
def test_a_closed_pipe_is_silent(paper: Path, argv: list[str]) -> None:
    stored(paper, "schema")
    environ = {**os.environ, "ARGCHECK_CACHE_DIR": str(paper.parent / "cache")}
    reader, writer = os.pipe()
    os.close(reader)
    result = subprocess.run(
        [sys.executable, "-m", "argcheck", *argv],
        stdout=writer,
        stderr=subprocess.PIPE,
        env=environ,
        cwd=paper,
        check=False,
    )
    os.close(writer)
    assert result.stderr in {b"", b"stored err\n"}


@pytest.mark.skipif(os.name == "nt", reason="a folder in use cannot be removed there")
def test_a_working_folder_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    line = f'rmdir "$PWD" && exec "{sys.executable}" -m argcheck --version'
    done = subprocess.run(
        ["/bin/sh", "-c", line], cwd=tmp_path / "gone", capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_files_in_folders_that_are_not_there_are_one_look(tmp_path: Path) -> None:
    manifest = Manifest()
    for name in ("a/b/x.tex", "a/b/y.tex", "a/c.tex"):
        manifest.absent(tmp_path / name)
    data = manifest.to_data()
    assert (data["absent"], data["nothing"]) == ([], [str(tmp_path / "a")])
    assert verify(data)
    (tmp_path / "a" / "b").mkdir(parents=True)
    assert not verify(data)


def test_a_folder_of_a_listing_that_becomes_a_link_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    manifest = Manifest()
    for folder in (tmp_path, tmp_path / "sub"):
        manifest.listing(folder, folder_hash(folder))
    data = manifest.to_data()
    assert [folder for folder, _ in data["folders"]] == [str(tmp_path)]
    assert verify(data)
    (tmp_path / "sub").rename(tmp_path / ".elsewhere")
    (tmp_path / "sub").symlink_to(tmp_path / ".elsewhere")
    assert not verify(data)
