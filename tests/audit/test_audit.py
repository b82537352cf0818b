"""Every paper of an audit ends in one row, whatever is wrong with it, and the tables are the same bytes however they were made."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import pytest
from argcheck_process import argcheck
from audit import papers

from argcheck.audit.audit_summary import summary
from argcheck.audit.auditing import audit
from argcheck.audit.papers import AuditOptions
from argcheck.audit.summary_page import as_text
from argcheck.errors import UsageError

pytest.importorskip("pyarrow")
pytestmark = pytest.mark.slow


def rows(out: Path, table: str) -> list[dict[str, object]]:
    import pyarrow.parquet as pq

    read: list[dict[str, object]] = pq.read_table(out / table).to_pylist()
    return read


def tables(out: Path) -> dict[str, bytes]:
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in out.rglob("*")
        if path.suffix in {".parquet", ".json"}
    }


def test_every_paper_ends_in_one_row_that_says_how(tmp_path: Path) -> None:
    expected = papers.archive_of_each(tmp_path / "src.tar")
    outcome = audit([str(tmp_path / "src.tar")], tmp_path / "out", AuditOptions(), workers=2)
    documents = rows(tmp_path / "out", "documents")
    assert {row["paper"]: row["status"] for row in documents} == expected
    assert len(documents) == len(expected) == outcome.papers
    assert all(row["detail"] for row in documents if row["status"] != "checked")
    failed = {row["paper"] for row in rows(tmp_path / "out", "failures")}
    assert failed == {paper for paper, status in expected.items() if status != "checked"}
    assert not list(tmp_path.rglob("evil.tex"))
    [old] = [row for row in documents if str(row["paper"]).endswith("hep-th0101001.gz")]
    assert (old["field"], old["year"]) == ("hep-th", 2001)


def test_rows_say_what_check_says(tmp_path: Path) -> None:
    folder = tmp_path / "papers" / "a"
    folder.mkdir(parents=True)
    for name, data in papers.paper(3).items():
        (folder / name).write_bytes(data)
    (tmp_path / "papers" / "b.tex").write_text(papers.TEX % ("ash20", "lost"), "utf-8")
    (tmp_path / "papers" / "notes.txt").write_text("not a paper", "utf-8")
    # one file of LaTeX beside others: all of it is one paper
    audit([str(tmp_path / "papers")], tmp_path / "whole", AuditOptions())
    assert [row["paper"] for row in rows(tmp_path / "whole", "documents")] == ["papers"]
    (tmp_path / "papers" / "b.tex").unlink()
    audit([str(tmp_path / "papers")], tmp_path / "out", AuditOptions())
    assert {row["paper"]: row["status"] for row in rows(tmp_path / "out", "documents")} == {
        "papers/a": "checked",
        "papers/notes.txt": "not-latex",
    }
    [finding] = [row for row in rows(tmp_path / "out", "diagnostics") if row["severity"] == "error"]
    assert (finding["file"], finding["line"], finding["col"], finding["code"]) == (
        "main.tex",
        5,
        26,
        "CIT001",
    )
    [citation] = rows(tmp_path / "out", "citations")
    assert citation["key"] == "oak21"
    assert str(citation["sentence"]).startswith("Trees cool the air")
    [entry] = rows(tmp_path / "out", "entries")
    assert entry["work"] == "doi:10.5555/1"
    assert rows(tmp_path / "out", "works") == []  # nothing cites it


MARKDOWN = b"---\nbibliography: refs.bib\n---\n# Trees\n\nTrees cool the air [@oak21].\n"
TYPST = b'= Trees\n\nTrees cool the air @oak21.\n\n#bibliography("refs.bib")\n'
JATS = b"""<article><body><p>Trees cool the air <xref ref-type="bibr" rid="r1">1</xref> and <xref ref-type="bibr" rid="r2">2</xref>.</p></body>
<back><ref-list><ref id="r1"><mixed-citation>Ash. Trees. 2020.</mixed-citation></ref></ref-list></back></article>"""
DOCUMENT = (
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Trees cool '
    "the air.</w:t></w:r></w:p></w:body></w:document>"
)
WORD = papers.zipped({"[Content_Types].xml": b"<Types/>", "word/document.xml": DOCUMENT.encode()})


def test_manuscripts_that_are_not_latex_have_rows_as_latex_has(tmp_path: Path) -> None:
    refs = (papers.BIB % (0, 0)).encode()
    members = {
        "in/1.gz": gzip.compress(papers.tar({"paper.md": MARKDOWN, "refs.bib": refs}), mtime=0),
        "in/2.zip": papers.zipped({"paper.typ": TYPST, "refs.bib": refs}),
        "in/3.xml": JATS,
        "in/3.jats": JATS,
        "in/4.docx": WORD,
        "in/5.zip": papers.zipped({"thesis/main.docx": WORD, "thesis/~$main.docx": b"x", "tree.png": b""}),
        "in/6.zip": papers.zipped({"a.docx": WORD, "b.docx": WORD}),
        "in/7.md": b"# Read me\n",
        "in/8.xml": b"<settings/>",
        "in/9.docx": b"PK\x03\x04 and no more",
        "in/10.xml": JATS[:90],
    }
    (tmp_path / "src.tar").write_bytes(papers.tar(members))
    audit([str(tmp_path / "src.tar")], tmp_path / "out", AuditOptions())
    documents = {str(row["paper"]).rpartition("/")[2]: row for row in rows(tmp_path / "out", "documents")}
    statuses = {name: row["status"] for name, row in documents.items()}
    assert statuses == {
        "1.gz": "checked",
        "2.zip": "checked",
        "3.xml": "checked",
        "3.jats": "checked",
        "4.docx": "checked",
        "5.zip": "checked",
        "6.zip": "not-latex",
        "7.md": "not-latex",
        "8.xml": "not-latex",
        "9.docx": "unreadable",
        "10.xml": "unreadable",
    }
    told = {
        (str(row["paper"]).rpartition("/")[2], row["file"], row["line"], row["name"])
        for row in rows(tmp_path / "out", "diagnostics")
    }
    assert ("1.gz", "paper.md", 6, "undefined-citation") in told
    assert ("2.zip", "paper.typ", 3, "undefined-citation") in told
    assert ("3.xml", "3.xml", 1, "undefined-citation") in told
    cited = {
        (str(row["paper"]).rpartition("/")[2], row["key"]) for row in rows(tmp_path / "out", "citations")
    }
    assert {("1.gz", "oak21"), ("2.zip", "oak21"), ("3.xml", "r1")} <= cited
    assert "8.xml cannot be analysed: it is no article in JATS" in str(documents["8.xml"]["detail"])
    assert "9.docx cannot be analysed: it is no Word file" in str(documents["9.docx"]["detail"])
    assert "10.xml cannot be analysed: line 1 is no XML" in str(documents["10.xml"]["detail"])
    assert "which of its 2 Word or XML files" in str(documents["6.zip"]["detail"])


@pytest.mark.parametrize(
    ("members", "expected"),
    [
        ({"paper.typ": TYPST, "refs.bib": b"", "parts/a.typ": b"So."}, ["src.zip"]),
        ({"thesis/paper.qmd": MARKDOWN, "thesis/refs.bib": b"", "thesis/fig/a.pdf": papers.PDF}, ["src.zip/thesis"]),
        ({"paper.md": MARKDOWN, "refs.bib": b""}, ["src.zip"]),
        ({"_quarto.yml": b"book:\n  chapters: [a.md]\n", "a.md": b"# A\n"}, ["src.zip"]),
        ({"README.md": b"# Read me\n", "a/a.tex": papers.TEX, "b/b.tex": papers.TEX}, ["src.zip/README.md", "src.zip/a", "src.zip/b"]),
    ],
    ids=["typst", "quarto", "markdown", "book", "read-me"],
)  # fmt: skip
def test_what_lies_beside_a_manuscript_belongs_to_it(
    tmp_path: Path, members: dict[str, bytes], expected: list[str]
) -> None:
    (tmp_path / "src.zip").write_bytes(papers.zipped(members))
    audit([str(tmp_path / "src.zip")], tmp_path / "out", AuditOptions())
    assert sorted(str(row["paper"]) for row in rows(tmp_path / "out", "documents")) == sorted(expected)


@pytest.mark.skipif(os.name == "nt", reason="audits run on Linux and macOS")
def test_what_killed_audits_leave_is_taken_away_by_the_next(tmp_path: Path) -> None:
    source = papers.many(tmp_path, 6)
    work = tmp_path / "work"
    work.mkdir()
    command = [sys.executable, "-m", "argcheck", "audit", str(source), "-j", "2", "--out"]
    environment = {**os.environ, "TMPDIR": str(work)}
    running = subprocess.Popen([*command, str(tmp_path / "killed")], env=environment, start_new_session=True)
    deadline = time.monotonic() + 60
    while len(list(work.iterdir())) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    left = list(work.iterdir())
    assert len(left) == 2
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from argcheck.audit.work_folder import WorkFolder as W; w = W(); print(w.name, flush=True); input()",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert holder.stdout
    alive = Path(holder.stdout.readline().strip())
    mine = work / "argcheck-audit-corpus"  # what somebody may call a folder of results
    mine.mkdir()
    (mine / "documents.csv").write_text("id", "utf-8")
    link = alive.with_name(f"{alive.name}2")
    link.symlink_to(mine)
    yesterday = time.time() - 86_400
    for folder in (*left, alive, mine):
        os.utime(folder, (yesterday, yesterday))
    subprocess.run([*command, str(tmp_path / "next")], env=environment, check=True)
    assert sorted(work.iterdir()) == sorted([alive, mine, link])
    assert list(mine.iterdir()) == [mine / "documents.csv"]
    holder.communicate("\n")


def test_the_names_of_manuscripts_are_those_of_the_readers() -> None:
    from argcheck.audit.papers import MANUSCRIPTS
    from argcheck.files.manifest import TEX_SUFFIXES
    from argcheck.lint.registry import load_readers

    assert set(MANUSCRIPTS) == {
        *TEX_SUFFIXES,
        *(name.lower() for reader in load_readers() for name in reader.suffixes),
    }


def test_the_bytes_do_not_depend_on_workers_or_on_kills(tmp_path: Path) -> None:
    source = papers.many(tmp_path, 18)
    for name, workers in (("one", 1), ("three", 3)):
        audit([str(source)], tmp_path / name, AuditOptions(), workers=workers, shards=4)
    expected = tables(tmp_path / "one")
    assert len(expected) == 4 * 8 + 1
    assert tables(tmp_path / "three") == expected
    if os.name == "nt":
        return
    moments = random.Random(7)
    command = [
        sys.executable,
        "-m",
        "argcheck",
        "audit",
        str(source),
        "--out",
        str(tmp_path / "killed"),
        "-j",
        "2",
        "--shards",
        "4",
    ]
    for _ in range(3):
        running = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
        )
        deadline = time.monotonic() + 60
        wanted = len(journal(tmp_path / "killed")) + moments.randint(1, 2)
        while (
            running.poll() is None
            and len(journal(tmp_path / "killed")) < wanted
            and time.monotonic() < deadline
        ):
            time.sleep(0.01)
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
    before = len(journal(tmp_path / "killed"))
    assert before > 2
    outcome = audit([str(source)], tmp_path / "killed", AuditOptions(), workers=2, shards=4)
    assert outcome.read <= 18 - before + 1  # what was cut off in the middle is read again
    assert tables(tmp_path / "killed") == expected
    assert audit([str(source)], tmp_path / "killed", AuditOptions(), shards=4).read == 0


def journal(out: Path) -> list[bytes]:
    return [line for path in (out / "journal").glob("*.jsonl") for line in path.read_bytes().splitlines()]


def test_a_paper_that_takes_too_long_is_a_row_and_the_rest_goes_on(tmp_path: Path) -> None:
    outcome = audit([str(papers.many(tmp_path, 3))], tmp_path / "out", AuditOptions(seconds=0), workers=2)
    assert outcome.statuses["over-limit"] == 3


@pytest.mark.skipif(sys.platform != "linux", reason="address space is limited on Linux")
def test_a_paper_that_eats_memory_is_a_row_and_the_rest_goes_on(tmp_path: Path) -> None:
    bomb = gzip.compress(bytes(300_000_000), 1, mtime=0)
    good = gzip.compress(papers.tar(papers.paper(1)), mtime=0)
    members = {"a/1.gz": good, "a/2.gz": bomb, "a/3.gz": good}
    (tmp_path / "src.tar").write_bytes(papers.tar(members))
    options = AuditOptions(max_bytes=10**10, memory=350)
    audit([str(tmp_path / "src.tar")], tmp_path / "out", options)
    documents = {str(row["paper"])[-4:]: row["status"] for row in rows(tmp_path / "out", "documents")}
    assert documents == {"1.gz": "checked", "2.gz": "over-limit", "3.gz": "checked"}


def test_a_damaged_archive_loses_only_what_is_behind_the_damage(tmp_path: Path) -> None:
    whole = papers.many(tmp_path, 6).read_bytes()
    (tmp_path / "cut.tar").write_bytes(whole[: len(whole) // 2 + 300])
    (tmp_path / "no.tar.gz").write_bytes(b"nothing")
    (tmp_path / "list.txt").write_text(
        f"# both\n{tmp_path / 'cut.tar'}\n\nfile://{tmp_path / 'no.tar.gz'}\n", "utf-8"
    )
    audit([f"@{tmp_path / 'list.txt'}"], tmp_path / "out", AuditOptions())
    documents = {str(row["paper"]): row["status"] for row in rows(tmp_path / "out", "documents")}
    assert documents["cut.tar/batch/2101.00000.gz"] == "checked"
    assert documents["cut.tar#rest"] == documents["no.tar.gz#rest"] == "unreadable"


def test_each_input_can_be_one_file(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text(
        "\\documentclass{article}\\begin{document}Hi.\\end{document}", "utf-8"
    )
    (tmp_path / "slides.pdf").write_bytes(papers.PDF)
    (tmp_path / "2101.00001.gz").write_bytes(gzip.compress(papers.tar(papers.paper(1)), mtime=0))
    audit([str(path) for path in sorted(tmp_path.iterdir())], tmp_path / "out", AuditOptions())
    documents = {row["paper"]: row["status"] for row in rows(tmp_path / "out", "documents")}
    assert documents == {"2101.00001.gz": "checked", "slides.pdf": "not-latex", "thesis.tex": "checked"}
    [root] = [row["roots"] for row in rows(tmp_path / "out", "documents") if row["paper"] == "thesis.tex"]
    assert root == ["thesis.tex"]


def test_equal_names_and_names_that_are_no_text_lose_no_paper(tmp_path: Path) -> None:
    tex = papers.paper(1)["main.tex"]
    for name, files in {
        "a": {"b\udcff.tex": tex, "main.tex": tex, ".": b"x"},
        "b": {"p/x": papers.PDF, "p/x#2": papers.PDF},
        "c": {"p/x": b"%!PS"},
        "d": {
            "p//q/main.tex": tex,
            "p//q/a\udcfe.bib": b"",
            "p/r/\udcfe.pdf": papers.PDF,
            "p/\udcfe.pdf": papers.PDF,
        },
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "s.tar").write_bytes(papers.tar(files))
        (tmp_path / name / "e.tar").write_bytes(b"no archive")
    inputs = [str(path) for path in sorted(tmp_path.glob("*/*.tar"))]
    outcome = audit(inputs, tmp_path / "out", AuditOptions(), workers=2)
    documents = {str(row["paper"]): row["status"] for row in rows(tmp_path / "out", "documents")}
    assert len(documents) == outcome.papers
    assert documents == {
        "e.tar#rest": "unreadable",
        "e.tar#rest#2": "unreadable",
        "e.tar#rest#3": "unreadable",
        "e.tar#rest#4": "unreadable",
        "s.tar": "checked",
        "s.tar/p/x": "not-latex",
        "s.tar/p/x#2": "not-latex",
        "s.tar/p/x#2#2": "not-latex",
        "s.tar/p/q": "checked",
        "s.tar/p/r/\xfe.pdf": "not-latex",
        "s.tar/p/\xfe.pdf": "not-latex",
    }


@pytest.mark.parametrize("size", [10**11, 2**70])
@pytest.mark.parametrize("kind", [tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE, tarfile.REGTYPE])
def test_a_header_that_claims_any_size_loses_only_what_is_behind_it(
    size: int, kind: bytes, tmp_path: Path
) -> None:
    header = tarfile.TarInfo("b")
    header.size, header.type = size, kind
    whole = papers.tar({"a.pdf": papers.PDF})
    hostile = whole[:1024] + header.tobuf(tarfile.GNU_FORMAT) + bytes(1024)
    (tmp_path / "s.tar").write_bytes(hostile)
    audit([str(tmp_path / "s.tar")], tmp_path / "out", AuditOptions())
    documents = {row["paper"]: row["status"] for row in rows(tmp_path / "out", "documents")}
    assert documents.pop("s.tar/a.pdf") == "not-latex"
    assert documents["s.tar#rest"] == "unreadable"
    assert set(documents.values()) == {"unreadable"}


def test_modules_beside_the_papers_are_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("resource", "tarfile", "zipfile"):
        (tmp_path / f"{name}.py").write_text("open('ran', 'w').close()\n", "utf-8")
    (tmp_path / "papers.tar").write_bytes(papers.tar({"a.gz": gzip.compress(papers.tar(papers.paper(1)))}))
    monkeypatch.chdir(tmp_path)
    assert audit(["papers.tar"], tmp_path / "out", AuditOptions()).statuses["checked"] == 1
    assert not (tmp_path / "ran").exists()


def test_a_file_called_like_a_folder_costs_that_member_only(tmp_path: Path) -> None:
    deep = "d/" * 1500 + "deep.tex"
    members = {"fig": b"x", "fig/a.tex": b"x", "s/a.tex": b"x", "s": b"x", deep: b"x", **papers.paper(1)}
    (tmp_path / "s.tar").write_bytes(papers.tar({"a.gz": gzip.compress(papers.tar(members))}))
    assert audit([str(tmp_path / "s.tar")], tmp_path / "out", AuditOptions()).statuses["checked"] == 1


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="folders for passing files are named in another way")
def test_a_paper_that_is_stopped_leaves_no_files(tmp_path: Path) -> None:
    main = b"\\documentclass{article}\\begin{document}" + b"As \\cite{x} shows, trees cool.\n\n" * 300_000
    (tmp_path / "s.tar").write_bytes(papers.tar({"a.gz": gzip.compress(main, 1), "b.pdf": papers.PDF}))
    (tmp_path / "passing").mkdir()
    env = {**os.environ, "TMPDIR": str(tmp_path / "passing")}
    ended = argcheck("audit", "s.tar", "--out", "out", "-j1", "--seconds", "2", cwd=tmp_path, env=env)
    assert b"1 over-limit" in ended.stdout
    assert not list((tmp_path / "passing").iterdir())


@pytest.mark.skipif(sys.platform != "linux", reason="address space is limited on Linux")
def test_a_lower_limit_of_the_shell_holds() -> None:
    script = (
        "import resource; from argcheck.audit.child_program import main; main(); "
        "print(resource.getrlimit(resource.RLIMIT_AS)[1] // 1024)"
    )
    command = ["sh", "-c", 'ulimit -v 1500000; exec "$@"', "sh", sys.executable, "-c", script, "2000"]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert ended.stderr.split() == [b"1500000"]  # what stands on standard output is no answer


def test_rules_are_named_as_elsewhere(tmp_path: Path) -> None:
    source = str(papers.many(tmp_path, 1))
    with pytest.raises(UsageError, match="unknown rule 'NOPE'"):
        audit([source], tmp_path / "out", AuditOptions(select=("NOPE",)))
    assert not (tmp_path / "out").exists()
    argv = ("audit", source, "--out", "out", "--select", "CIT001,REF")
    ended = argcheck(*argv, cwd=tmp_path, env=dict(os.environ), encoding="utf-8")
    assert ended.stdout == "1 paper: 1 checked; 1 read by this run, tables in out\n", ended.stderr


def test_tables_within_an_input_are_refused(tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    for inputs in ([str(tmp_path)], [f"@{tmp_path / 'list.txt'}"]):
        (tmp_path / "list.txt").write_text(f"{tmp_path}\n", "utf-8")
        with pytest.raises(UsageError, match="lies within the input"):
            audit(inputs, tmp_path / "papers" / "out", AuditOptions())
    assert not (tmp_path / "papers" / "out").exists()


def test_a_line_of_the_journal_that_is_damaged_is_named(tmp_path: Path) -> None:
    source = str(papers.many(tmp_path, 2))
    audit([source], tmp_path / "out", AuditOptions(), shards=1)
    manifest = tmp_path / "out" / "manifest.json"
    manifest.write_text(manifest.read_text("utf-8").replace('"complete": true', '"complete": false'), "utf-8")
    with pytest.raises(UsageError, match="not finished"):
        summary(tmp_path / "out")
    lines = tmp_path / "out" / "journal" / "00000.jsonl"
    lines.write_bytes(b'{"documents":[{"pa{"documents":[{}]}\n')
    with pytest.raises(UsageError, match=r"00000.jsonl:1: .* take it out"):
        audit([source], tmp_path / "out", AuditOptions(), shards=1)
    lines.write_bytes(b"")
    assert audit([source], tmp_path / "out", AuditOptions(), shards=1).read == 2


@pytest.mark.skipif(os.name == "nt", reason="the limit is one of a POSIX shell")
def test_a_disk_that_takes_no_more_ends_an_audit_with_a_word_and_it_goes_on_later(tmp_path: Path) -> None:
    source = str(papers.many(tmp_path, 2))
    call = (
        f"ulimit -f 2; exec {sys.executable} -m argcheck audit {source} --out {tmp_path / 'out'} --shards 1"
    )
    ended = subprocess.run(["sh", "-c", call], capture_output=True, encoding="utf-8", check=False)
    assert ended.returncode == 2, ended.stderr
    assert "00000.jsonl: cannot be written: File too large" in ended.stderr
    assert audit([source], tmp_path / "out", AuditOptions(), shards=1).papers == 2
    audit([source], tmp_path / "whole", AuditOptions(), shards=1)
    assert tables(tmp_path / "out") == tables(tmp_path / "whole")


def test_a_folder_that_is_taken_away_ends_an_audit_with_a_word(tmp_path: Path) -> None:
    source, out = str(papers.many(tmp_path, 4)), tmp_path / "out"

    def take(name: str, after: int) -> None:
        audit(
            [source],
            out,
            AuditOptions(),
            progress=lambda count, _: count < after or shutil.rmtree(out / name),
        )

    with pytest.raises(UsageError, match=r"\d{5}.jsonl: cannot be written: No such file"):
        take("journal", 1)
    with pytest.raises(UsageError, match=r"out: cannot be written: No such file"):
        take("", 4)
    (out / "documents").mkdir(parents=True)
    (out / "documents" / "00000.parquet").mkdir()
    with pytest.raises(UsageError, match=r"out: cannot be written: .*00000.parquet"):
        audit([source], out, AuditOptions())
    (out / "documents" / "00000.parquet").rmdir()
    for place, word in (("journal/00003.jsonl", "written"), ("manifest.json", "read")):
        (out / place).unlink(missing_ok=True)
        (out / place).mkdir()
        with pytest.raises(UsageError, match=f"{place}: cannot be {word}: Is a directory"):
            audit([source], out, AuditOptions())
        (out / place).rmdir()
    assert audit([source], out, AuditOptions()).papers == 4


def test_another_audit_in_the_folder_is_refused(tmp_path: Path) -> None:
    source = str(papers.many(tmp_path, 2))
    audit([source], tmp_path / "out", AuditOptions())
    with pytest.raises(UsageError, match=r"another audit .*select"):
        audit([source], tmp_path / "out", AuditOptions(select=("CIT",)))
    manifest = tmp_path / "out" / "manifest.json"
    whole = manifest.read_text("utf-8")
    known = json.loads(whole)["pyarrow"]
    manifest.write_text(whole.replace(f'"{known}"', '"1.2.3"'), "utf-8")
    with pytest.raises(UsageError, match=rf"another audit \(pyarrow '1\.2\.3', now '{re.escape(known)}'\)"):
        audit([source], tmp_path / "out", AuditOptions())
    (tmp_path / "out" / "manifest.json").write_text("{", "utf-8")
    with pytest.raises(UsageError, match="manifest is damaged"):
        audit([source], tmp_path / "out", AuditOptions())


def test_the_summary_counts_papers_rules_and_years(tmp_path: Path) -> None:
    audit([str(papers.many(tmp_path, 12))], tmp_path / "out", AuditOptions(), workers=2)
    data = summary(tmp_path / "out")
    assert data["statuses"] == {"checked": 10, "not-latex": 1, "unreadable": 1}
    [undefined] = [row for row in data["rules"] if row["code"] == "CIT001"]
    assert (undefined["count"], undefined["papers"]) == (4, 4)
    assert data["retracted"] is data["existence"] is None
    page = as_text(data, "markdown")
    assert "## Rules by year\n" in page
    assert "| 12 | 2021 | CIT001 4, " in page  # no column for fields, as no paper has one
    assert "6 entries of 2 works are cited. Not looked up" in page
    with pytest.raises(UsageError, match="no finished audit"):
        summary(tmp_path / "nowhere")


def test_fields_and_years_may_be_given(tmp_path: Path) -> None:
    def page(*options: str) -> tuple[int, str, str]:
        call = ("audit", "--summary", "out", *options)
        ended = argcheck(*call, cwd=tmp_path, env=dict(os.environ), encoding="utf-8")
        return ended.returncode, ended.stdout, ended.stderr

    members = {
        f"in/{name}.gz": gzip.compress(papers.tar(papers.paper(0)), mtime=0) for name in ("ash", "b", "oak")
    }
    (tmp_path / "src.tar").write_bytes(papers.tar(members))
    audit([str(tmp_path / "src.tar")], tmp_path / "out", AuditOptions())
    assert "Rules by" not in page()[1]
    table = tmp_path / "of.tsv"
    table.write_text(
        "paper\tfield\tyear\nash\tbotany\t1999\nsrc.tar/in/oak.gz\tbotany\t1999\nelm\tart\t2000\n"
    )
    code, out, err = page("--fields", "of.tsv")
    assert code == 0
    assert "| papers | field | year | rules, by the papers that they speak of |" in out
    assert "| 2 | botany | 1999 | " in out
    assert err == "argcheck: warning: of.tsv: no paper is called elm\n"
    table.write_text("paper,field\nb.gz,physics\n")
    out = page("--fields", "of.tsv")[1]
    assert "| papers | field | rules" in out
    assert "| 1 | physics | " in out
    for wrong, why in (
        ("id,field\n", ":1: a table has the columns"),
        ("paper,year\nash,soon\n", ":2: 'soon' is no year"),
    ):
        table.write_text(wrong)
        code, _, err = page("--fields", "of.tsv")
        assert (code, why in err) == (2, True), err


def test_the_documented_queries_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    duckdb = pytest.importorskip("duckdb")
    audit([str(papers.many(tmp_path, 6))], tmp_path / "out", AuditOptions(), shards=2)
    monkeypatch.chdir(tmp_path / "out")
    page = (Path(__file__).parents[2] / "docs" / "audit.md").read_text("utf-8")
    queries = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
    verdicts = tmp_path / "out" / "sources" / ".argcheck" / "verdicts.jsonl"
    verdicts.parent.mkdir(parents=True)
    ghost = '{"version": 1, "kind": "entry", "work": "doi:10.5555/1", "outcome": "ghost"}'
    verdicts.write_text(f"{ghost}\n{ghost.replace('/1', '/0').replace('ghost', 'accessible')}\n", "utf-8")
    works, undefined, by_year, claims, ghosts = [duckdb.sql(query).fetchall() for query in queries]
    assert works == [("doi:10.5555/0", "Trees and air of 0", 2), ("doi:10.5555/1", "Trees and air of 1", 1)]
    assert undefined == [("many.tar/batch/2101.00000.gz", 1), ("many.tar/batch/2101.00003.gz", 1)]
    assert by_year == [(2021, 0.4, 5)]
    assert [claim[0] for claim in claims] == ["many.tar/batch/2101.00001.gz"]
    assert ghosts == [("many.tar/batch/2101.00001.gz", "ash20", "Trees and air of 1")]


def test_the_command_says_how_papers_ended_and_what_is_wrong_with_a_call(tmp_path: Path) -> None:
    def run(*argv: str) -> tuple[int, str]:
        ended = argcheck("audit", *argv, cwd=tmp_path, env=dict(os.environ), encoding="utf-8")
        return ended.returncode, ended.stdout + ended.stderr

    papers.many(tmp_path, 6)
    assert run("many.tar", "--out", "out", "-j", "2") == (
        0,
        "6 papers: 5 checked, 1 unreadable; 6 read by this run, tables in out\n",
    )
    assert run("many.tar", "--out", "out") == (
        0,
        "6 papers: 5 checked, 1 unreadable; 0 read by this run, tables in out\n",
    )
    code, said = run("--summary", "out")
    assert code == 0
    assert "| 2 | 2 | CIT001 undefined-citation | error |" in said
    assert run("nothing.tar", "--out", "out2") == (
        2,
        "argcheck: error: nothing.tar: no such file or folder\n",
    )
    assert run("many.tar")[0] == 2
    assert run("many.tar", "--out", "out", "--select", "CIT")[0] == 2
