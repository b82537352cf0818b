"""How fast reading text is made: ``python benchmarks/text.py FOLDER...``, CPU time, best of five.

Prints MB/s of a bare ``re.finditer`` over commands, braces and comments, of
flattening, and of flattening with sentences; the ratio is to the bare scan.
"""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.source import SourceFile, decode
from argcheck.reading.manuscript import Manuscript
from argcheck.tex.flatten import Reader
from argcheck.tex.reading_text import commands, document_sentences

if TYPE_CHECKING:
    from collections.abc import Callable

_BARE = re.compile(r"\\(?:[A-Za-z@]+\*?|.)|%[^\n]*\n?|[{}]", re.DOTALL)


def _cpu(work: Callable[[str], int], texts: list[str]) -> float:
    best = 1e9
    for _ in range(5):
        start = time.process_time()
        for text in texts:
            work(text)
        best = min(best, time.process_time() - start)
    return best


def _scan(text: str) -> int:
    return sum(1 for _ in _BARE.finditer(text))


def _flatten(text: str) -> int:
    return len(Reader(text, commands({})).read(0, len(text)))


def _sentences(text: str) -> int:
    source = SourceFile("a.tex", text, "")
    manuscript = Manuscript("a.tex", {"a.tex": source}, pieces=(Span("a.tex", 0, len(text)),))
    return len(document_sentences(manuscript))


def main(folders: list[str]) -> None:
    print(f"{'folder':24}{'MB':>6}{'bare':>8}{'flatten':>9}{'ratio':>7}{'+ sentences':>13}{'ratio':>7}")
    for folder in folders:
        texts = [decode(path.read_bytes())[0] for path in sorted(Path(folder).rglob("*.tex"))]
        size = sum(map(len, texts)) / 1e6
        bare = _cpu(_scan, texts)
        flat = _cpu(_flatten, texts)
        full = _cpu(_sentences, texts)
        print(
            f"{Path(folder).name:24}{size:6.2f}{size / bare:8.1f}{size / flat:9.2f}{flat / bare:7.1f}"
            f"{size / full:13.2f}{full / bare:7.1f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
