"""Papers as an archive of preprints keeps them, one of each kind, and of each way to be broken."""

from __future__ import annotations

import gzip
import io
import tarfile
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PDF = b"%PDF-1.5\n1 0 obj\n<< /Font 2 0 R >>\nendobj\nstartxref\n9\n%%EOF\n"
TEX = r"""\documentclass{article}
\begin{document}
\section{Trees}\label{sec:trees}
%% argcheck: claim id=cl:cool
Trees cool the air \cite{%s}, as Section~\ref{sec:%s} shows.
\bibliographystyle{plain}\bibliography{refs}
\end{document}
"""
BIB = """@article{ash20, author = {Ash, Ann}, title = {Trees and air of %s}, journal = {J. Trees}, year = 2020, doi = {10.5555/%s}}
"""


def tar(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def zipped(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def paper(number: int) -> dict[str, bytes]:
    """The files of a paper; every third cites a key that is not there."""
    key = "oak21" if number % 3 == 0 else "ash20"
    return {
        "main.tex": (TEX % (key, "trees")).encode(),
        "refs.bib": (BIB % (number % 2, number % 2)).encode(),
        "tree.png": b"\x89PNG",
    }


def one_of_each() -> dict[str, tuple[bytes, str]]:
    """Member -> its bytes, and the status that its row must have."""
    whole = gzip.compress(tar(paper(1)), mtime=0)
    return {
        "2101/2101.00001.gz": (whole, "checked"),
        "2101/2101.00002.gz": (gzip.compress((TEX % ("x", "trees")).encode(), mtime=0), "checked"),
        "2101/2101.00003.pdf": (PDF, "not-latex"),
        "2101/2101.00004.gz": (whole[: len(whole) // 2], "unreadable"),
        "2101/2101.00005.gz": (gzip.compress(b"%!PS-Adobe-3.0", mtime=0), "not-latex"),
        "2101/2101.00006.gz": (b"", "unreadable"),
        "2101/2101.00007.gz": (b"\x1f\x8bnothing of the kind", "unreadable"),
        "2101/2101.00008.zip": (zipped(paper(3)), "checked"),
        "2101/2101.00009.zip": (zipped(paper(3))[:-40], "unreadable"),
        "2101/2101.00010.gz": (gzip.compress(tar({"../../evil.tex": b"x", "/etc/evil.tex": b"y"}), mtime=0), "not-latex"),
        "2101/2101.00011.gz": (gzip.compress(bytes(101_000_000), 1, mtime=0), "over-limit"),
        "2101/2101.00012.gz": (gzip.compress(tar({"readme.txt": b"withdrawn"}), mtime=0), "not-latex"),
        "2101/2101.00013.gz": (gzip.compress(tar({"part.tex": b"no document here"}), mtime=0), "not-latex"),
        "2101/hep-th0101001.gz": (gzip.compress(tar({"a.tex": b"\\documentstyle{article}\\begin{document}\xff\xfe\\end{document}"}), mtime=0), "checked"),
    }  # fmt: skip


def archive_of_each(path: Path) -> dict[str, str]:
    """Write them all into an archive, and return the status of each by the id that its paper has."""
    path.write_bytes(tar({name: data for name, (data, _) in one_of_each().items()}))
    return {f"{path.name}/{name}": status for name, (_, status) in one_of_each().items()}


def many(folder: Path, count: int) -> Path:
    """An archive of papers, some of them broken."""
    damaged = {5: b"\x1f\x8bno", 11: PDF}
    members = {
        f"batch/2101.{number:05}.gz": damaged.get(number, gzip.compress(tar(paper(number)), mtime=0))
        for number in range(count)
    }
    path = folder / "many.tar"
    path.write_bytes(tar(members))
    return path
