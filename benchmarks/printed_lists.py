"""Whether the list of references in a PDF is read item by item: ``python benchmarks/printed_lists.py --checkouts DIR``.

`printed_lists.csv` beside this file names public repositories that hold a PDF, each at a commit, and the bibliographies that it was made
from; DIR holds a checkout of each as ``owner+name``.  A title of the bibliography that stands in the list as it was read should stand in
one reference, alone: another title in the same reference is one that was joined to it, and a reference with no title is a part of another,
or a work that the bibliography writes otherwise.  Where no bibliography lies beside the PDF there are the counts alone.

Of the citations there is told how many references are cited, and how many sentences cite something that could not be told.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from argcheck.service.pdf_references import read_paper
from argcheck.sources.folding import letters
from argcheck.sources.text.reader import read_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LIST = Path(__file__).with_suffix(".csv")
_TITLE = re.compile(r"^\s*title\s*=\s*[{\"]+(.+?)[}\"]+\s*,?\s*$", re.IGNORECASE | re.MULTILINE)
_COMMAND = re.compile(r"\\[a-zA-Z]+\s?|[\\{}$]")
_LONG = 20  #: letters of a title that is not found in another


class Counts(NamedTuple):
    """What was read of one paper."""

    references: int
    printed: int  #: titles of the bibliography in the list
    alone: int  #: of these, those that have a reference to themselves
    untitled: int  #: references that hold none
    cited: int
    untold: int  #: sentences that cite something unknown


def titles(files: Sequence[Path]) -> set[str]:
    """The titles of bibliographies, as letters; one that is the beginning of another is left out."""
    every = {
        letters(_COMMAND.sub("", title))
        for file in files
        for title in _TITLE.findall(file.read_text("utf-8", errors="replace"))
    }
    return {
        title
        for title in every
        if len(title) >= _LONG and not any(title in other for other in every - {title})
    }


def read(pdf: Path, bibliographies: Sequence[Path]) -> Counts:
    """Read a paper and compare its list with its bibliographies."""
    paper = read_paper(read_source(pdf.read_bytes(), pdf.name))
    known = titles(bibliographies)
    items = [letters(reference.text) for reference in paper.references]
    together = "".join(items)
    held = [{title for title in known if title in item} for item in items]
    return Counts(
        len(items),
        sum(title in together for title in known),
        sum(len(some) == 1 for some in held),
        sum(not some for some in held) if known else 0,
        sum(bool(reference.sentences) for reference in paper.references),
        len(paper.unlinked),
    )


def _rows(checkouts: Path) -> Iterator[tuple[str, Counts]]:
    with LIST.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            folder = checkouts / row["repository"].replace("/", "+")
            files = [folder / name for name in row["bibliography"].split()]
            yield f"{row['repository']}@{row['commit'][:8]}", read(folder / row["pdf"], files)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a line for each paper."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--checkouts", type=Path, required=True)
    given = parser.parse_args(arguments)
    print(f"{'paper':60} references titles alone untitled cited untold")
    for name, counts in _rows(given.checkouts):
        print(
            f"{name:60} {counts.references:10} {counts.printed:6} {counts.alone:5} {counts.untitled:8} {counts.cited:5} {counts.untold:6}",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
