"""An audit of real papers, packed as archives of preprints are, with members that are corrupt; what became of each is held against what it is.

    python benchmarks/real_papers.py FOLDER --papers 200 --out tables/

FOLDER has a folder for each paper, in LaTeX or Markdown. Each is packed as a member ``YYMM/YYMM.NNNNN.gz`` of one tar: most as a compressed tar of its files, those
of one LaTeX file as that file compressed. Beside them stand copies of papers that are damaged in each way of `DAMAGE`, papers that are not
LaTeX, and at the end the archive itself is cut off in a member. Printed are the papers by status, those whose status is not the one that
their bytes deserve, and how many citations stand where their row says: at that line and column of the file the key begins.
"""

from __future__ import annotations

import argparse
import gzip
import io
import tarfile
import tempfile
import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyarrow import parquet

from argcheck.audit.auditing import audit
from argcheck.audit.papers import AuditOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_LATEX = (".tex", ".ltx", ".rnw")
_MARKDOWN = (".md", ".rmd", ".qmd")
_EVERY = 20  #: papers between two that a damaged copy is made of
_MONTHS = 12

#: What becomes of the bytes of a member, and the states that its row may then have.
DAMAGE: dict[str, tuple[Callable[[bytes], bytes], set[str]]] = {
    "cut": (lambda data: data[: len(data) // 2], {"unreadable", "checked"}),
    "flipped": (
        lambda data: data[:60] + bytes(b ^ 0xFF for b in data[60:80]) + data[80:],
        {"unreadable", "checked"},
    ),
    "empty": (lambda _: b"", {"unreadable"}),
    "zeros": (lambda data: bytes(len(data)), {"unreadable", "not-latex"}),
    "page-of-errors": (lambda _: b"<html><body>404 Not Found</body></html>", {"unreadable", "not-latex"}),
    "pdf": (lambda _: b"%PDF-1.5\n1 0 obj << >> endobj\ntrailer << >>\n%%EOF", {"not-latex"}),
    "postscript": (lambda _: gzip.compress(b"%!PS-Adobe-2.0\nshowpage"), {"not-latex"}),
    "tail": (lambda data: data + b"\0garbage" * 50, {"checked"}),
    "twice-packed": (lambda data: gzip.compress(data, mtime=0), {"checked"}),
    "no-root": (lambda _: _tar({"part.tex": b"\\section{A} Text \\cite{b}."}), {"not-latex", "checked"}),
    "bomb": (lambda _: gzip.compress(bytes(2_000_000_000 // 8)), {"over-limit", "unreadable", "not-latex"}),
}


def _tar(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return gzip.compress(buffer.getvalue(), mtime=0)


def packed(paper: Path) -> bytes:
    """Pack a paper as archives of preprints do: one LaTeX file by itself, else all files."""
    files = {
        file.relative_to(paper).as_posix(): file.read_bytes()
        for file in sorted(paper.rglob("*"))
        if file.is_file() and not file.is_symlink()
    }
    if len(files) == 1 and next(iter(files)).lower().endswith(_LATEX):
        return gzip.compress(next(iter(files.values())), mtime=0)
    return _tar(files)


def _has_document(paper: Path) -> bool:
    files = (
        file for file in paper.rglob("*") if file.suffix.lower() in _LATEX + _MARKDOWN and file.is_file()
    )
    visible = (file for file in files if "/." not in f"/{file.relative_to(paper).as_posix()}")
    return any(_begins_document(file) for file in visible)


def _begins_document(file: Path) -> bool:
    """Whether a file is the whole of a document: in Markdown one that names its bibliography at the top."""
    data = file.read_bytes()
    if file.suffix.lower() in _LATEX:
        return b"\\documentclass" in data
    return data.startswith(b"---") and b"\nbibliography:" in data.split(b"\n---", 1)[0]


def members(papers: list[Path]) -> Iterator[tuple[str, bytes, set[str], str]]:
    """Yield the name of each member, its bytes, the states that its row may have, and what it is."""
    damages = list(DAMAGE.items())
    number = 0
    for place, paper in enumerate(papers):
        month = f"21{place % _MONTHS + 1:02}"
        data = packed(paper)
        states = {"checked"} if _has_document(paper) else {"checked", "not-latex"}
        yield f"{month}/{month}.{number:05}.gz", data, states, paper.name
        number += 1
        if place % _EVERY < len(damages) and place // _EVERY < 3:
            kind, (damage, damaged) = damages[place % _EVERY]
            yield (
                f"{month}/{month}.{number:05}.gz",
                damage(data),
                damaged | (states if "checked" in damaged else set()),
                f"{kind} of {paper.name}",
            )
            number += 1
    yield f"2201/2201.{number:05}.gz", packed(papers[-1]), {"unreadable"}, f"end of {papers[-1].name}"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--papers", type=int, default=200)
    parser.add_argument("--out", type=Path, required=True, help="where the tables go")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    papers = sorted(path for path in options.folder.iterdir() if path.is_dir())[: options.papers]
    with tempfile.TemporaryDirectory() as name:
        source = Path(name, "arXiv_src_2101_001.tar")
        truth: dict[str, tuple[set[str], str]] = {}
        with tarfile.open(source, "w") as archive:
            for place, data, states, what in members(papers):
                member = tarfile.TarInfo(place)
                member.size = len(data)
                archive.addfile(member, io.BytesIO(data))
                truth[f"{source.name}/{place}"] = states, what
        whole = source.read_bytes()
        source.write_bytes(whole[: len(whole.rstrip(b"\0")) - 100])  # the last member is cut
        out = options.out
        begun = time.perf_counter()
        outcome = audit([str(source)], out, AuditOptions(), workers=options.jobs)
        seconds = time.perf_counter() - begun
    rows = {row["paper"]: row for row in table(out, "documents")}
    print(
        f"{len(papers)} papers and {len(truth) - len(papers)} damaged members: {len(rows)} rows in {seconds:.0f} s"
    )
    print(
        "by status: " + ", ".join(f"{status} {count}" for status, count in sorted(outcome.statuses.items()))
    )
    kinds = Counter(what.partition(" of ")[0] for _, what in truth.values() if " of " in what)
    print("damaged: " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    wrong = [paper for paper, (states, _) in truth.items() if rows.get(paper, {}).get("status") not in states]
    print(f"not as their bytes deserve: {len(wrong)}")
    for paper in wrong:
        print(f"  {paper}: {truth[paper][1]}: {rows.get(paper, 'no row')}")
    for paper in rows.keys() - truth.keys():
        print(f"  of no member: {paper}: {rows[paper]['status']} ({rows[paper]['detail']})")
    folders = {paper: options.folder / what for paper, (_, what) in truth.items() if " of " not in what}
    cited = [row for row in table(out, "citations") if row["paper"] in folders]
    astray = [row for row in cited if not at_its_place(row, folders[row["paper"]])]
    print(f"citations whose key stands where the row says: {len(cited) - len(astray)} of {len(cited)}")
    for row in astray[:20]:
        print(f"  {folders[row['paper']].name}: {row['file']}:{row['line']}:{row['col']}: {row['key']}")
    return 1 if wrong else 0


def table(out: Path, name: str) -> list[dict[str, Any]]:
    """Return the rows of a table."""
    files = sorted(Path(out, name).glob("*.parquet"))
    return [row for file in files for row in parquet.read_table(file).to_pylist()]


def at_its_place(row: dict[str, Any], paper: Path) -> bool:
    """Whether the key of a citation begins at the line and column of its row."""
    lines = lines_of(paper, row["file"])
    return row["line"] <= len(lines) and lines[row["line"] - 1][row["col"] - 1 :].startswith(row["key"])


@cache
def lines_of(paper: Path, name: str) -> list[str]:
    """Return the lines of a file; the only file of a paper is called ``main.tex`` in archives of preprints."""
    file = paper / name
    if not file.is_file():
        file = next(other for other in paper.rglob("*") if other.suffix in (".tex", ".Rnw"))
    data = file.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


if __name__ == "__main__":
    raise SystemExit(main())
