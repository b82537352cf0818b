"""``argcheck thesis.zip`` says what it says of the folder in it; what is hostile ends in a message."""

from __future__ import annotations

import gzip
import io
import json
import os
import stat
import tarfile
import zipfile
from typing import TYPE_CHECKING

import pytest
from argcheck_process import argcheck

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "thesis/main.tex": "\\documentclass{article}\n\\begin{document}\n\\input{one}\n\\end{document}\n",
    "thesis/one.tex": "See \\ref{gone}.\n",
}
pytestmark = pytest.mark.slow


@pytest.fixture
def run(tmp_path):
    def check(*arguments):
        env = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
        (tmp_path / "temporary").mkdir(exist_ok=True)
        done = argcheck("check", *arguments, "--format", "concise", cwd=tmp_path, env=env, encoding="utf-8")
        assert list((tmp_path / "temporary").iterdir()) == []  # nothing is left behind
        return done

    return check


def zipped(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def tarred(path: Path, files: dict[str, str], *links: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
        for link in links:
            archive.addfile(link)
    return path


@pytest.mark.parametrize(("name", "made"), [("t.zip", zipped), ("t.tar.gz", tarred), ("T.TGZ", tarred)])
def test_findings_stand_in_the_archive(run, tmp_path, name, made):
    made(tmp_path / name, FILES)
    done = run(name)
    assert (done.returncode, done.stdout.partition(": ")[0]) == (1, f"{name}/thesis/one.tex:1:10")
    assert str(tmp_path / "temporary") not in done.stdout + done.stderr


@pytest.mark.parametrize(("name", "called"), [("2301.00001.gz", "main.tex"), ("one.tex.gz", "one.tex")])
def test_findings_stand_in_a_compressed_file(run, tmp_path, name, called):
    text = FILES["thesis/main.tex"].replace("\\input{one}", "\\ref{gone}")
    (tmp_path / name).write_bytes(gzip.compress(text.encode()))
    assert run(name).stdout.startswith(f"{name}/{called}:3:6: warning: REF001")


def test_what_tex_compresses_beside_a_document_is_no_archive(run, tmp_path):
    (tmp_path / "one.tex").write_text(FILES["thesis/main.tex"].replace("\\input{one}", "\\ref{gone}"))
    alone = run("one.tex")
    (tmp_path / "one.synctex.gz").write_bytes(gzip.compress(b"SyncTeX Version:1"))
    both = run("one.synctex.gz", "one.tex")
    assert "REF001" in both.stdout
    assert (both.stdout, both.returncode) == (alone.stdout, alone.returncode)
    assert argcheck("citations", "one.synctex.gz", "one.tex", cwd=tmp_path, env=os.environ).returncode == 0


def test_an_archive_says_what_its_folder_says(run, tmp_path):
    files = {**FILES, "thesis/argcheck.toml": 'ignore = ["REF001"]\n', "thesis/two.tex": "More.\n"}
    zipped(tmp_path / "t.zip", files)
    (tmp_path / "t").mkdir()
    zipfile.ZipFile(tmp_path / "t.zip").extractall(tmp_path / "t")
    in_archive, in_folder = run("t.zip"), run("t")
    assert in_archive.stdout == in_folder.stdout.replace("t/thesis", "t.zip/thesis")
    assert in_archive.stderr == in_folder.stderr.replace("t/thesis", "t.zip/thesis")
    assert in_archive.returncode == in_folder.returncode


def test_names_that_lead_elsewhere_and_links_are_left_out(run, tmp_path):
    (tmp_path / "secret.tex").write_text("\\ref{secret}")
    link = tarfile.TarInfo("thesis/link.tex")
    link.type, link.linkname = tarfile.SYMTYPE, str(tmp_path / "secret.tex")
    hard = tarfile.TarInfo("thesis/hard.tex")
    hard.type, hard.linkname = tarfile.LNKTYPE, "../secret.tex"
    tarred(tmp_path / "t.tar.gz", {**FILES, "../outside.tex": "x", "/tmp/a/../../b.tex": "y"}, link, hard)
    done = run("t.tar.gz")
    assert "t.tar.gz: 4 members left out: links, or names that lead elsewhere" in done.stderr
    assert "t.tar.gz/thesis/one.tex:1:10" in done.stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret.tex", "t.tar.gz", "temporary"]


def linked(path: Path, files: dict[str, str], links: dict[str, str]) -> Path:
    """Write an archive with symbolic links, by name."""
    if path.suffix != ".zip":
        made = [tarfile.TarInfo(name) for name in links]
        for link in made:
            link.type, link.linkname = tarfile.SYMTYPE, links[link.name]
        return tarred(path, files, *made)
    zipped(path, files)
    with zipfile.ZipFile(path, "a") as archive:
        for name, target in links.items():
            member = zipfile.ZipInfo(name)
            member.create_system, member.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
            archive.writestr(member, target)
    return path


@pytest.mark.parametrize("name", ["t.zip", "t.tar.gz"])
def test_a_link_to_a_member_is_that_member(run, tmp_path, name):
    files = {"thesis/main.tex": FILES["thesis/main.tex"], "shared/real.tex": FILES["thesis/one.tex"]}
    linked(
        tmp_path / name, files, {"thesis/one.tex": "../shared/again.tex", "shared/again.tex": "./real.tex"}
    )
    done = run(name)
    assert done.stdout.startswith(f"{name}/thesis/one.tex:1:10: warning: REF001")
    assert "left out" not in done.stderr


@pytest.mark.parametrize("name", ["t.zip", "t.tar.gz"])
def test_links_that_are_not_followed_are_named(run, tmp_path, name):
    (tmp_path / "secret.tex").write_text("\\ref{secret}")
    links = {
        "thesis/a.tex": "b.tex",
        "thesis/b.tex": "a.tex",
        "thesis/one.tex": "../../secret.tex",
        "c\x1b": "/x",
    }
    linked(tmp_path / name, {"thesis/main.tex": FILES["thesis/main.tex"]}, links)
    done = run(name)
    assert "secret'" not in done.stdout
    assert "4 members left out: links, or names that lead elsewhere or are too long" in done.stderr
    assert "(thesis/a.tex, thesis/b.tex, thesis/one.tex, ...)" in done.stderr


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"PK\x03\x04 and no more", "t.zip is not unpacked: it is damaged"),
        (b"", "t.zip is not unpacked: it is empty"),
        (b"no archive", "t.zip is not unpacked: it is no LaTeX"),
    ],
)
def test_what_is_no_archive_ends_in_a_message(run, tmp_path, data, why):
    (tmp_path / "t.zip").write_bytes(data)
    done = run("t.zip")
    assert (done.returncode, done.stdout) == (2, "")
    assert why in done.stderr


def test_a_word_file_in_an_archive_is_named_as_what_to_check(run, tmp_path):
    zipped(tmp_path / "t.zip", {"thesis.docx": "PK"})
    assert "a Word file or an article in JATS is checked where it is named itself" in run("t.zip").stderr
    zipped(tmp_path / "main.zip", FILES)
    assert "Word" not in run("main.zip").stderr


def test_a_name_that_no_disk_takes_is_left_out(run, tmp_path):
    zipped(tmp_path / "t.zip", {**FILES, f"{'a' * 300}.tex": "x", f"{'b' * 240}.tex": "x"})
    assert "1 member left out: links, or names that lead elsewhere or are too long" in run("t.zip").stderr


def test_a_bomb_ends_in_a_message(run, tmp_path):
    zipped(tmp_path / "t.zip", {"main.tex": " " * 300_000_001})
    said = "has more than 300,000,000 bytes or 20,000 files unpacked; unpack it, and name the folder"
    assert said in run("t.zip").stderr


def test_many_pictures_are_no_bomb(run, tmp_path):
    zipped(tmp_path / "t.zip", {**FILES, "thesis/photograph.png": " " * 150_000_000})
    assert "t.zip/thesis/one.tex:1:10" in run("t.zip").stdout


def test_an_archive_is_not_changed(run, tmp_path):
    zipped(tmp_path / "t.zip", FILES)
    for option in ("--fix", "--add-ignore", "--diff", "--diff-base=main", "--watch"):
        assert f"{option.partition('=')[0]} needs a folder, not an archive" in run("t.zip", option).stderr
    assert "t.zip stands alone" in run("t.zip", ".").stderr


def test_a_fault_of_its_settings_is_named_by_the_place_in_the_archive(run, tmp_path):
    zipped(tmp_path / "t.zip", {**FILES, "argcheck.toml": "selectt = 1\n"})
    done = run("t.zip")
    assert done.returncode == 2
    assert f"{tmp_path / 't.zip' / 'argcheck.toml'}:1: unknown key 'selectt'" in done.stderr
    assert "unpacked" not in done.stderr


CITING = {
    "main.tex": "\\documentclass{article}\n\\begin{document}\n\\begin{claim}\\label{c:a}Dunes move \\cite{a}.\\end{claim}\n"
    "\\bibliography{r}\n\\end{document}\n",
    "r.bib": "@article{a, title={Sand dunes and their winds}, author={Ann Bee}, year=2001, journal={Sand}}\n",
}


@pytest.mark.parametrize(
    "call",
    [
        "citations --format json",
        "claims",
        "graph --format json",
        "graph",
        "report",
        "score",
        "verify --dry-run",
        "interrogate --dry-run --llm-model m --llm-base-url http://127.0.0.1:1/v1",
    ],
)
def test_every_command_that_reads_papers_reads_an_archive_as_its_folder(tmp_path, call):
    (tmp_path / "temporary").mkdir()
    (tmp_path / "t" / ".git").mkdir(parents=True)
    for name, text in CITING.items():
        (tmp_path / "t" / name).write_text(text)
    zipped(tmp_path / "t.zip", CITING)
    command, *options = call.split()
    env = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    folder, packed = (
        argcheck(command, place, *options, cwd=tmp_path, env=env, encoding="utf-8")
        for place in ("t", "t.zip")
    )
    assert (packed.returncode, packed.stdout) == (folder.returncode, folder.stdout), packed.stderr
    assert packed.stderr == folder.stderr.replace("graph t", "graph t.zip")
    assert folder.returncode == 0
    assert folder.stdout + folder.stderr
    assert list((tmp_path / "temporary").iterdir()) == []
    if command == "report":
        assert "temporary" not in (tmp_path / "report.html").read_text("utf-8")
    assert not (tmp_path / ".argcheck").exists()


def test_what_is_known_of_an_archive_is_kept_beside_it(run, tmp_path):
    zipped(tmp_path / "t.zip", {**CITING, ".argcheck/metrics.csv": "of the archive"})
    before = (tmp_path / "t.zip").read_bytes()
    (tmp_path / "temporary").mkdir()
    env = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    done = argcheck("verify", "t.zip", "--offline", cwd=tmp_path, env=env, encoding="utf-8")
    assert done.returncode == 0
    assert "t.zip/r.bib:1: a" in done.stdout
    assert list((tmp_path / "temporary").iterdir()) == []
    kept = tmp_path / ".argcheck" / "t.zip"
    assert not (kept / "metrics.csv").exists()  # it was not written
    (verdict,) = map(json.loads, (kept / "verdicts.jsonl").read_text("utf-8").splitlines())
    retracted = {**verdict, "notices": [{"status": "retracted"}]}
    (kept / "verdicts.jsonl").write_text(json.dumps(retracted) + "\n", "utf-8")
    assert "SRC002" in run("t.zip").stdout  # until the file is taken away, it counts
    assert (tmp_path / "t.zip").read_bytes() == before
    (kept / "verdicts.jsonl").unlink()
    assert "SRC002" not in run("t.zip").stdout


def test_a_command_that_reads_no_archive_says_so(tmp_path):
    zipped(tmp_path / "t.zip", FILES)
    done = argcheck("baseline", "create", "t.zip", cwd=tmp_path, env=dict(os.environ), encoding="utf-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert "t.zip is an archive, which this command does not read" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["t.zip"]


def test_options_that_change_what_is_in_an_archive_are_refused(tmp_path):
    zipped(tmp_path / "t.zip", CITING)
    for call in ("verify --fix", "verify --diff", "report --watch"):
        command, option = call.split()
        done = argcheck(command, "t.zip", option, cwd=tmp_path, env=dict(os.environ), encoding="utf-8")
        assert f"{option} needs a folder, not an archive" in done.stderr, call


def test_what_macos_adds_to_an_archive_is_left_out(run, tmp_path):
    zipped(tmp_path / "t.zip", {**FILES, "__MACOSX/thesis/._main.tex": "\0\5\x16\7"})
    assert "MACOSX" not in run("t.zip").stderr


PAPERS = {
    name: f"\\documentclass{{article}}\n\\begin{{document}}\n\\begin{{claim}}\\label{{{name}}}Dunes move with the wind.\\end{{claim}}\n\\end{{document}}\n"
    for name in ("sand", "wind")
}


def joined(folder: Path, *arguments: str):
    (folder / "temporary").mkdir(exist_ok=True)
    env = {**os.environ, "TMPDIR": str(folder / "temporary")}
    done = argcheck("graph", "--join", "--no-cache", *arguments, cwd=folder, env=env, encoding="utf-8")
    assert list((folder / "temporary").iterdir()) == []
    return done


def test_archives_are_joined_as_the_folders_in_them(tmp_path):
    for name, text in PAPERS.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.tex").write_text(text)
    in_folders = joined(tmp_path, "sand", "wind", "--format", "json")
    zipped(tmp_path / "sand.zip", {"main.tex": PAPERS["sand"]})
    tarred(tmp_path / "wind.tgz", {"main.tex": PAPERS["wind"]})
    both = joined(tmp_path, "sand.zip", "wind.tgz", "--format", "json")
    assert "sand/main.tex" in in_folders.stdout
    assert (both.returncode, both.stderr) == (0, in_folders.stderr)
    assert both.stdout.replace("sand.zip/", "sand/").replace("wind.tgz/", "wind/") == in_folders.stdout
    beside = joined(tmp_path, "sand.zip", "wind", "--format", "json")
    assert beside.stdout.replace("sand.zip/", "sand/") == in_folders.stdout


def test_what_is_wrong_with_an_archive_is_said_by_its_name_where_papers_are_joined(tmp_path):
    zipped(tmp_path / "sand.zip", {"main.tex": PAPERS["sand"], "argcheck.toml": "selectt = 1\n"})
    (tmp_path / "wind.zip").write_bytes(b"PK\x03\x04 and no more")
    assert f"{tmp_path / 'sand.zip' / 'argcheck.toml'}:1: unknown key" in joined(tmp_path, "sand.zip").stderr
    assert "wind.zip is not unpacked: it is damaged" in joined(tmp_path, "wind.zip").stderr
    zipped(tmp_path / "none.zip", {"notes.tex": "no document"})
    assert "none.zip" in joined(tmp_path, "none.zip").stderr
