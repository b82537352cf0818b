"""Whatever is wrong with an archive or a folder: each paper in it has one row, which says why, and no input is without one."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import random
import shutil
import tarfile
import warnings
import zipfile
from typing import TYPE_CHECKING

import pytest
from audit import papers

from argcheck.audit.auditing import audit
from argcheck.audit.papers import AuditOptions
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

pytest.importorskip("pyarrow")
fsspec = pytest.importorskip("fsspec")
pytestmark = pytest.mark.slow

TAR = papers.tar(papers.paper(1))
GZ = gzip.compress(TAR, mtime=0)
ZIP = papers.zipped(papers.paper(1))
PDF = papers.PDF


def statuses(tmp_path: Path, inputs: Iterable[str] = ()) -> dict[str, str]:
    """Audit what lies in ``in``, and return of each row its status and, unless it is checked, its words."""
    import pyarrow.parquet as pq

    given = list(inputs) or [str(path) for path in sorted((tmp_path / "in").iterdir())]
    outcome = audit(given, tmp_path / "out", AuditOptions(), workers=2)
    rows = pq.read_table(tmp_path / "out" / "documents").to_pylist()
    assert len(rows) == outcome.papers == len({row["paper"] for row in rows})
    assert not any("\n" in row["detail"] for row in rows)
    return {row["paper"]: f"{row['status']}: {row['detail']}".removesuffix(": ") for row in rows}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    (tmp_path / "in").mkdir()
    return tmp_path / "in"


def linked(*members: tuple[str, bytes, bytes, str]) -> bytes:
    """Pack members of any type: name, type, content, and what a link leads to."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, kind, data, target in members:
            member = tarfile.TarInfo(name)
            member.type, member.size, member.linkname = kind, len(data), target
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def encrypted(data: bytes) -> bytes:
    """Say in each header of a zip file that its member has a password."""
    changed = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = -1
        while (place := data.find(mark, place + 1)) >= 0:
            changed[place + offset] |= 1
    return bytes(changed)


def test_an_input_that_holds_nothing_has_a_row(folder: Path, tmp_path: Path) -> None:
    for name, data in {
        "a.tar": b"",
        "b.tar": bytes(10_240),
        "c.tar.gz": gzip.compress(bytes(10_240)),
        "d.zip": papers.zipped({}),
        "e.zip": b"",
        "f.gz": b"",
        "g.tar.gz": gzip.compress(b""),
        "h.tex": b"",
    }.items():
        (folder / name).write_bytes(data)
    (folder / "i").mkdir()
    said = statuses(tmp_path)
    assert len(said) == 9
    assert said.pop("h.tex").startswith("not-latex: it holds no document")
    assert said.pop("g.tar.gz#rest") == "unreadable: the archive is damaged: it is no tar archive"
    assert set(said.values()) == {"unreadable: it is empty"}


def test_members_of_equal_names_are_papers_of_their_own(folder: Path, tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w") as archive:
        warnings.simplefilter("ignore")
        for data in (GZ, PDF, b"no"):
            archive.writestr("a/1.gz", data)
    (folder / "z.zip").write_bytes(buffer.getvalue())
    kind = tarfile.REGTYPE
    (folder / "t.tar").write_bytes(linked(("a/1.gz", kind, GZ, ""), ("./a/1.gz", kind, PDF, "")))
    assert statuses(tmp_path) == {
        "t.tar/a/1.gz": "checked",
        "t.tar/a/1.gz#2": "not-latex: it is a PDF without its source",
        "z.zip/a/1.gz": "checked",
        "z.zip/a/1.gz#2": "not-latex: it is a PDF without its source",
        "z.zip/a/1.gz#3": "not-latex: it is no LaTeX",
    }


def test_of_two_files_of_one_name_in_a_paper_the_later_counts_as_for_tar(
    folder: Path, tmp_path: Path
) -> None:
    import pyarrow.parquet as pq

    late = (papers.TEX % ("later", "trees")).encode()
    kind = tarfile.REGTYPE
    members = [(name, kind, data, "") for name, data in papers.paper(1).items()]
    (folder / "p.gz").write_bytes(gzip.compress(linked(*members, ("main.tex", kind, late, ""))))
    assert statuses(tmp_path) == {"p.gz": "checked"}
    assert pq.read_table(tmp_path / "out" / "citations")["key"].to_pylist() == ["later"]


def test_links_and_devices_have_rows_and_hard_links_are_the_files_that_they_name(
    folder: Path, tmp_path: Path
) -> None:
    (folder / "l.tar").write_bytes(
        linked(
            ("a/1.gz", tarfile.REGTYPE, GZ, ""),
            ("a/2.gz", tarfile.LNKTYPE, b"", "a/1.gz"),
            ("a/3.gz", tarfile.SYMTYPE, b"", "/etc/passwd"),
            ("a/4", tarfile.FIFOTYPE, b"", ""),
            ("a/5", tarfile.CHRTYPE, b"", ""),
            ("a/6", tarfile.DIRTYPE, b"", ""),
            ("a/7.gz", tarfile.LNKTYPE, b"", "a/nothing"),
        )
    )
    link = "unreadable: it is a link or no file, and is not followed"
    assert statuses(tmp_path) == {
        "l.tar/a/1.gz": "checked",
        "l.tar/a/2.gz": "checked",
        "l.tar/a/3.gz": link,
        "l.tar/a/4": link,
        "l.tar/a/5": link,
        "l.tar/a/7.gz": link,
    }


@pytest.mark.skipif(os.name == "nt", reason="links and pipes")
def test_links_in_a_folder_have_rows(folder: Path, tmp_path: Path) -> None:
    (folder / "paper").mkdir()
    (folder / "paper" / "main.tex").write_bytes(papers.paper(1)["main.tex"])
    (folder / "file.gz").symlink_to("/etc/passwd")
    (folder / "folder").symlink_to("paper")
    (folder / "gone").symlink_to("nowhere")
    os.mkfifo(folder / "pipe")
    link = "unreadable: it is a link or no file, and is not followed"
    assert statuses(tmp_path, [str(folder)]) == {
        "in/file.gz": link,
        "in/folder": link,
        "in/gone": link,
        "in/paper": "checked",
        "in/pipe": link,
    }


@pytest.mark.skipif(os.name == "nt", reason="links")
def test_what_a_link_in_a_paper_leads_to_is_missing_and_not_empty(folder: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    (folder / "paper").mkdir()
    (folder / "paper" / "main.tex").write_bytes(papers.paper(1)["main.tex"])
    (tmp_path / "refs.bib").write_bytes(papers.paper(1)["refs.bib"])
    (folder / "paper" / "refs.bib").symlink_to(tmp_path / "refs.bib")
    assert statuses(tmp_path, [str(folder)]) == {"in/paper": "checked"}
    codes = pq.read_table(tmp_path / "out" / "diagnostics")["code"].to_pylist()
    assert codes == ["TEX001"]


@pytest.mark.skipif(os.name == "nt", reason="a path that is too long, made step by step")
def test_a_folder_that_cannot_be_listed_is_told(folder: Path, tmp_path: Path) -> None:
    (folder / "good.gz").write_bytes(GZ)
    here = os.open(folder, os.O_RDONLY)
    for _ in range(20):  # more than a path may have
        os.mkdir("d" * 250, dir_fd=here)
        deeper = os.open("d" * 250, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = deeper
    os.close(here)
    said = statuses(tmp_path, [str(folder)])
    shutil.rmtree(folder / ("d" * 250))  # pytest cannot
    assert said["in/good.gz"] == "checked"
    assert said["in#rest"].startswith("unreadable: the folder cannot be read: ")


def test_names_that_lead_elsewhere_are_names_and_nothing_is_written_there(
    folder: Path, tmp_path: Path
) -> None:
    names = ("../up.gz", "/etc/up.gz", "a/../../up.gz", "./here.gz", "c:\\up.gz")
    (folder / "d.tar").write_bytes(papers.tar(dict.fromkeys(names, GZ)))
    (folder / "e.zip").write_bytes(papers.zipped(dict.fromkeys(names, GZ)))
    (folder / "p.gz").write_bytes(gzip.compress(papers.tar({"../up.tex": b"x", "/tmp/up.tex": b"x"})))
    said = statuses(tmp_path)
    assert said.pop("p.gz").startswith("not-latex: it holds no document")
    assert len(said) == 10
    assert set(said.values()) == {"checked"}
    assert not list(tmp_path.rglob("up.*"))


def test_a_paper_whose_names_are_too_long_says_so(folder: Path, tmp_path: Path) -> None:
    (folder / "l.zip").write_bytes(papers.zipped({f"{'l' * 252}.tex": b"x", "notes.txt": b"x"}))
    (folder / "m.zip").write_bytes(
        papers.zipped({f"{'m' * 240}.tex": b"\\documentclass{article}\n\\begin{document}x\\end{document}\n"})
    )
    said = statuses(tmp_path)
    assert said["m.zip"] == "checked"
    assert said["l.zip"] == (
        "not-latex: it holds no LaTeX file and no other manuscript but what is left out, 1 members: links, or names that lead elsewhere or are too long"
    )


def test_archives_within_archives_are_read_to_a_depth_and_told_behind_it(
    folder: Path, tmp_path: Path
) -> None:
    deep = ZIP
    for _ in range(9):
        deep = papers.zipped({"in.zip": deep})
    (folder / "n.tar").write_bytes(
        papers.tar(
            {
                "a/1.gz": gzip.compress(GZ),
                "a/2.zip": papers.zipped({"in/source.zip": ZIP, "__MACOSX/in/._source.zip": b"x"}),
                "a/3.tar.gz": gzip.compress(papers.tar({"s.tar.gz": GZ})),
                "a/4.tar.bz2": bz2.compress(TAR),
                "a/5.tar.xz": lzma.compress(papers.tar({"p.zip": ZIP})),
                "a/6.zip": papers.zipped({"in.zip": ZIP, "more.zip": ZIP}),
                "a/7.zip": deep,
                "a/8.zip": papers.zipped({"in.zip": ZIP[:-30]}),
            }
        )
    )
    assert {paper.removeprefix("n.tar/a/"): said for paper, said in statuses(tmp_path).items()} == {
        "1.gz": "checked",
        "2.zip": "checked",
        "3.tar.gz": "checked",
        "4.tar.bz2": "checked",
        "5.tar.xz": "checked",
        "6.zip": "not-latex: it holds no LaTeX file and no other manuscript, but archives such as in.zip",
        "7.zip": "over-limit: it has more than 8 archives within one another",
        "8.zip": "unreadable: it is damaged: File is not a zip file",
    }


@pytest.mark.parametrize(
    ("magic", "name"),
    [
        (b"7z\xbc\xaf\x27\x1c", "7z"),
        (b"Rar!\x1a\x07\x01\0", "RAR"),
        (b"\x28\xb5\x2f\xfd", "Zstandard"),
        (b"\x1f\x9d\x90", "compress"),
    ],
)
def test_what_nothing_here_unpacks_is_named(magic: bytes, name: str, folder: Path, tmp_path: Path) -> None:
    (folder / "s.tar").write_bytes(papers.tar({"a/1": magic + bytes(50), "a/2.gz": GZ}))
    said = f"unreadable: it is packed with {name}, which is not read"
    assert statuses(tmp_path) == {"s.tar/a/1": said, "s.tar/a/2.gz": "checked"}


def test_an_archive_is_what_it_holds_and_not_what_its_name_says(folder: Path, tmp_path: Path) -> None:
    written = {
        "zip.tar.gz": ZIP,
        "zip.tar": ZIP,
        "tar.zip": TAR,
        "gz.zip": GZ,
        "gz.tar": GZ,
        "no.zip": b"sand" * 200,
    }
    for name, data in written.items():
        (folder / name).write_bytes(data)
    several = statuses(tmp_path)
    assert several.pop("no.zip#rest") == "unreadable: the archive is damaged: File is not a zip file"
    assert set(several.values()) == {"checked"}
    assert {name.partition("/")[0] for name in several} == {*written} - {"no.zip"}


def test_an_archive_whose_beginning_is_damaged_is_no_text(folder: Path, tmp_path: Path) -> None:
    """It holds LaTeX that stands there as it is, and is none."""
    damaged = {
        "checksum": TAR[:148] + b"999999\0 " + TAR[156:],
        "size": TAR[:124] + b"\xff\xfeabc12345\0\0" + TAR[136:],
        "cut": TAR[:300],
        "behind-zeros": bytes(1024) + TAR,
    }
    members = {f"a/{name}.gz": gzip.compress(data) for name, data in damaged.items()}
    self_unpacking = {"a/program.zip": b"MZ" + bytes(500) + ZIP, "a/part.zip": b"PK\x07\x08" + ZIP}
    (folder / "s.tar").write_bytes(papers.tar(members | self_unpacking))
    said = {paper.removeprefix("s.tar/a/"): what for paper, what in statuses(tmp_path).items()}
    for name in damaged:
        assert said.pop(f"{name}.gz").startswith("unreadable: it is damaged"), name
    assert said == {"program.zip": "checked", "part.zip": "checked"}


def test_a_name_in_latin_1_is_that_of_the_file_that_is_input(folder: Path, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    buffer, document = io.BytesIO(), "\\documentclass{a}\\begin{document}\\input{\xe9t\xe9}\\end{document}"
    with tarfile.open(fileobj=buffer, mode="w", encoding="latin-1", format=tarfile.GNU_FORMAT) as archive:
        for name, text in (("th\xe8se.tex", document), ("\xe9t\xe9.tex", "")):
            member = tarfile.TarInfo(name)
            data = text.encode("latin-1")
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    (folder / "1.gz").write_bytes(gzip.compress(buffer.getvalue()))
    assert statuses(tmp_path) == {"1.gz": "checked"}
    [row] = pq.read_table(tmp_path / "out" / "documents").to_pylist()
    assert (row["roots"], row["files"], row["errors"]) == (["th\xe8se.tex"], 2, 0)


def test_passwords_are_told_for_papers_and_for_archives(folder: Path, tmp_path: Path) -> None:
    (folder / "a.zip").write_bytes(encrypted(papers.zipped({"p/1.gz": GZ, "p/2.gz": GZ})))
    (folder / "b.tar").write_bytes(papers.tar({"p/1.zip": encrypted(ZIP), "p/2.zip": ZIP}))
    assert statuses(tmp_path) == {
        "a.zip/p/1.gz": "unreadable: it cannot be read: it has a password",
        "a.zip/p/2.gz": "unreadable: it cannot be read: it has a password",
        "b.tar/p/1.zip": "unreadable: it has a password",
        "b.tar/p/2.zip": "checked",
    }


def test_a_compressed_archive_is_read_to_its_end(folder: Path, tmp_path: Path) -> None:
    pictures = random.Random(5)
    packed = {
        f"a/{n}.gz": gzip.compress(papers.tar({**papers.paper(n), "tree.png": pictures.randbytes(20_000)}))
        for n in range(3)
    }
    whole = gzip.compress(papers.tar(packed))
    (folder / "a.tar.gz").write_bytes(whole[:-8] + b"12345678")
    (folder / "b.tar.gz").write_bytes(whole + b"no gzip")
    (folder / "c.tar.gz").write_bytes(whole[: len(whole) * 2 // 3])
    said = statuses(tmp_path)
    for name in ("a.tar.gz", "b.tar.gz", "c.tar.gz"):
        assert said[f"{name}#rest"].startswith("unreadable: the archive is damaged: "), name
        assert said[f"{name}/a/0.gz"] == "checked"


def test_bombs_are_over_the_limit(folder: Path, tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(12):
            archive.writestr(f"a{number}.tex", bytes(10_000_000))
    (folder / "b.tar").write_bytes(
        papers.tar(
            {
                "a/1.zip": buffer.getvalue(),
                "a/2.gz": gzip.compress(bytes(100_000_001), 1),
                "a/3.zip": papers.zipped({"in.zip": buffer.getvalue()}),
                "a/4.gz": gzip.compress(gzip.compress(bytes(100_000_001), 1)),
                "a/5.gz": GZ,
            }
        )
    )
    (folder / "whole.zip").write_bytes(buffer.getvalue())
    said = statuses(tmp_path)
    assert said.pop("b.tar/a/5.gz") == "checked"
    assert len(said) == 5
    assert all(said.startswith("over-limit: it has more than 100,000,000 bytes") for said in said.values())


def test_folders_of_archives_are_looked_into_and_none_is_lost(folder: Path, tmp_path: Path) -> None:
    for name, data in {
        "2021/01/1.gz": GZ,
        "2021/01/2.pdf": PDF,
        "2021/02/3.zip": ZIP,
        "2022/4.tar.gz": GZ,
        "jats/5.xml": b"<settings/>",
        "jats/6.xml": b"<settings/>",
        "paper/src/main.tex": papers.paper(1)["main.tex"],
        "paper/data.zip": ZIP,
        "pictures/a.png": b"",
        "pictures/b.png": b"",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    said = {paper: said.partition(":")[0] for paper, said in statuses(tmp_path, [str(folder)]).items()}
    assert said == {
        "in/2021/01/1.gz": "checked",
        "in/2021/01/2.pdf": "not-latex",
        "in/2021/02/3.zip": "checked",
        "in/2022/4.tar.gz": "checked",
        "in/jats/5.xml": "not-latex",
        "in/jats/6.xml": "not-latex",
        "in/paper": "checked",
        "in/pictures": "not-latex",
    }


def test_names_of_archives_in_capitals_are_names_of_archives(folder: Path, tmp_path: Path) -> None:
    (folder / "PAPERS.ZIP").write_bytes(papers.zipped({"a/1.gz": GZ, "b/2.gz": GZ}))
    assert statuses(tmp_path) == {"PAPERS.ZIP/a/1.gz": "checked", "PAPERS.ZIP/b/2.gz": "checked"}


def test_what_lies_behind_a_whole_compressed_file_is_left_out(tmp_path: Path, folder: Path) -> None:
    for name, data in (("gz", GZ), ("bz2", bz2.compress(TAR)), ("xz", lzma.compress(TAR))):
        (folder / f"a.tar.{name}").write_bytes(data + b"\0garbage" * 9)
    (folder / "b.tar.gz").write_bytes(GZ[:-8] + b"\0" * 8)  # the sum is wrong
    told = statuses(tmp_path, [str(folder)])
    assert {path: status.partition(":")[0] for path, status in told.items()} == {
        "in/a.tar.gz": "checked",
        "in/a.tar.bz2": "checked",
        "in/a.tar.xz": "checked",
        "in/b.tar.gz": "unreadable",
    }


class Fickle(fsspec.AbstractFileSystem):  # type: ignore[misc, name-defined]
    """Files behind addresses that cannot be opened, cannot be read, or end too early, each with an error of its library."""

    protocol = "fickle"

    def _open(self, path: str, *_: object, **__: object) -> io.BytesIO:
        if path.startswith("closed"):
            raise LookupError("no key for closed")
        if path.startswith("dead"):
            raise FileNotFoundError(f"fickle://{path}") from TimeoutError("nobody answers")
        return Dropping(LONG) if path.startswith("dropping") else io.BytesIO(TAR)


LONG = papers.tar({"a/main.tex": b"x" * 100_000, "b/main.tex": b"x" * 100_000, "c/main.tex": b"x"})


class Dropping(io.BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        if self.tell() > len(LONG) // 2:
            raise LookupError("the line is cut")
        return super().read(size)


def registered() -> None:
    fsspec.register_implementation("fickle", Fickle, clobber=True)
    fsspec.register_implementation(
        "needy", "library_that_nobody_has.Files", errtxt="needy:// needs another library", clobber=True
    )


def test_whatever_the_library_of_an_address_raises_is_a_row(tmp_path: Path) -> None:
    registered()
    assert statuses(
        tmp_path,
        ["fickle://closed/r.tar", "fickle://dead/s.tar", "fickle://good/p.tar", "fickle://dropping/q.tar"],
    ) == {
        "p.tar": "checked",
        "q.tar/a": "not-latex: it holds no document: no LaTeX file with a \\documentclass, and no Markdown or Typst that names a bibliography",
        "q.tar/b": "unreadable: it cannot be read: the line is cut",
        "q.tar#rest": "unreadable: the archive is damaged: the line is cut",
        "r.tar": "unreadable: it cannot be opened: no key for closed",
        "s.tar": "unreadable: it cannot be opened: nobody answers",
    }


def test_an_input_that_cannot_be_opened_is_a_row_and_the_rest_goes_on(folder: Path, tmp_path: Path) -> None:
    (folder / "good.tar").write_bytes(TAR)
    (folder / "ring.tar").symlink_to(folder / "ring.tar")
    inputs = [f"{folder}/{name}" for name in ("gone.tar", "ring.tar", "gone.tar", "n" * 300, "good.tar")]
    (tmp_path / "list").write_text("\n".join([*inputs, "no such folder/"]), "utf-8")
    said = statuses(tmp_path, [f"@{tmp_path}/list"])
    assert said.pop("good.tar") == "checked"
    assert said.keys() == {"gone.tar", "gone.tar#2", "ring.tar", "n" * 300, "no such folder"}
    assert said["gone.tar"] == "unreadable: it cannot be opened: No such file or directory"
    assert all(told.startswith("unreadable: it cannot be opened: ") for told in said.values())


def test_what_could_not_be_opened_is_tried_again_behind_the_rest(folder: Path, tmp_path: Path) -> None:
    """So that an audit that goes on later reads what can be opened by then, and no input has both its papers and that row."""
    (folder / "good.tar").write_bytes(TAR)
    given = [str(folder / name) for name in ("late.tar", "good.tar")]

    def kill(_count: int, _paper: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        audit(given, tmp_path / "out", AuditOptions(), progress=kill)
    (folder / "late.tar").write_bytes(papers.tar({"a/main.tex": b"x", "b/main.tex": b"x"}))
    assert {paper: said.partition(":")[0] for paper, said in statuses(tmp_path, given).items()} == {
        "good.tar": "checked",
        "late.tar/a": "not-latex",
        "late.tar/b": "not-latex",
    }


def test_a_kind_of_address_that_nothing_here_opens_is_told_before_anything_is_read(tmp_path: Path) -> None:
    registered()
    for address, said in (
        (
            "needy://p.tar",
            r"needy:// needs another library$",
        ),  # no advice to install the extra, which is there
        ("nowhere://p.tar", "Protocol not known: nowhere"),
    ):
        with pytest.raises(UsageError, match=said):
            audit(["fickle://good/p.tar", address], tmp_path / "other", AuditOptions())
    assert not (tmp_path / "other").exists()


PDFS = {
    "sound": (PDF, "not-latex: it is a PDF without its source"),
    "scan": (PDF.replace(b"/Font", b"/Image"), "not-latex: it is a PDF without its source, and without text"),
    "locked": (PDF + b"trailer <</Encrypt 3 0 R>>\n%%EOF\n", "unreadable: it is an encrypted PDF"),
    "cut": (PDF[:-20], "unreadable: it is damaged: a PDF without its end"),
    "garbage": (b"%PDF-1.5\n" + b"\x8f\x91" * 500, "unreadable: it is damaged: a PDF without any object"),
}


def test_each_kind_of_broken_pdf_has_its_own_reason(tmp_path: Path) -> None:
    for name, (data, _) in PDFS.items():
        (tmp_path / "in" / f"{name}.pdf").write_bytes(data)
    assert statuses(tmp_path) == {f"{name}.pdf": said for name, (_, said) in PDFS.items()}


def test_the_address_of_a_folder_is_looked_into_like_its_path(tmp_path: Path) -> None:
    library = tmp_path / "library"
    (library / "b").mkdir(parents=True)
    (library / "a.gz").write_bytes(GZ)
    (library / "b" / "main.tex").write_text(papers.TEX % ("ash20", "lost"), "utf-8")
    (library / "b" / "refs.bib").write_text(papers.BIB % (0, 0), "utf-8")
    (library / "c.pdf").write_bytes(PDF)
    by_path = statuses(tmp_path, [str(library)])
    assert {*by_path} == {"library/a.gz", "library/b", "library/c.pdf"}
    for address in (library.as_uri(), library.as_uri() + "/"):
        shutil.rmtree(tmp_path / "out")
        assert statuses(tmp_path, [address]) == by_path


def test_an_address_with_a_star_is_all_that_it_matches(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    for name in ("1.tar", "2.tar", "other.zip"):
        (tmp_path / "library" / name).write_bytes(papers.tar({"in/a.gz": GZ, "in/b.gz": GZ}))
    (tmp_path / "list.txt").write_text(tmp_path.as_uri() + "/library/*.tar\n")
    expected = {"1.tar/in/a.gz", "1.tar/in/b.gz", "2.tar/in/a.gz", "2.tar/in/b.gz"}
    assert {*statuses(tmp_path, [f"@{tmp_path / 'list.txt'}"])} == expected
    shutil.rmtree(tmp_path / "out")
    none = statuses(tmp_path, [tmp_path.as_uri() + "/library/*.rar"])
    assert [said.partition(":")[0] for said in none.values()] == ["unreadable"]
