"""The cited works of an audit, each once, as a document for `argcheck verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.audit.journal import require_finished
from argcheck.audit.parquet import pyarrow, read_table, rows_in
from argcheck.files.grouping import sets_by_key
from argcheck.verdicts import PATH

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from argcheck.audit.work_verdicts import WorkState

FOLDER = "sources"  #: of the document, below the tables
_MAIN = r"""\documentclass{article}
\begin{document}
\nocite{*}
\bibliographystyle{plain}
\bibliography{works}
\end{document}
"""


def same_works(out: Path) -> dict[str, str]:
    """Return the names by DOI of works that are cited without one: others give it for the same title, authors, year."""
    rows = rows_in(out, "works", ["work", "titled"])
    named = sets_by_key((row["titled"], row["work"]) for row in rows if row["work"] != row["titled"])
    return {titled: min(works) for titled, works in named.items() if len(works) == 1}


def known_of(out: Path, states: Mapping[str, WorkState]) -> dict[str, WorkState]:
    """Return the states of works by their names in `works_table`: a verdict may not have the DOI yet."""
    known = dict(states)
    for titled, work in same_works(out).items():
        if titled in states:
            known.setdefault(work, states[titled])
    return known


def write_works(out: Path) -> tuple[Path, int]:
    """Write a document that cites each work of a finished audit once.

    Of several entries of a work, it has the longest one with the name of the work.  Equal tables give equal bytes.

    :returns: the folder of the document, and the number of works.
    :raises UsageError: there is no finished audit.
    """
    require_finished(out)
    same = same_works(out)
    best: dict[str, tuple[bool, int, str, str]] = {}
    for row in rows_in(out, "works", ["work", "key", "bibtex"]):
        work = same.get(row["work"], row["work"])
        if row["bibtex"]:
            entry = (row["work"] == work, len(row["bibtex"]), row["bibtex"], row["key"])
            best[work] = max(best.get(work, entry), entry)
    folder = out / FOLDER
    (folder / PATH).parent.mkdir(parents=True, exist_ok=True)
    (folder / PATH).touch()  # so that verdicts are written into this folder
    taken: set[str] = set()
    with (folder / "works.bib").open("w", encoding="utf-8", errors="replace", newline="\n") as file:
        for work in sorted(best):
            *_, text, key = best[work]
            file.write(text.replace("{key}", _key(key, taken), 1) + "\n")
    (folder / "works.tex").write_text(_MAIN, "utf-8")
    return folder, len(best)


def _key(key: str, taken: set[str]) -> str:
    """Return a valid key that differs from all in ``taken`` even in lower case, and add it there."""
    name = "".join(letter if letter.isalnum() or letter in "-_:." else "-" for letter in key) or "work"
    number = 1
    while (unique := name if number == 1 else f"{name}-{number}").lower() in taken:
        number += 1
    taken.add(unique.lower())
    return unique


def works_table(out: Path, columns: list[str]) -> Any:
    """Return columns of the works of a finished audit, with one name for each work.

    :raises UsageError: there is no finished audit.
    """
    table, same = read_table(out, "works", ["work", *columns]), same_works(out)
    names = [same.get(name, name) for name in table.column("work").to_pylist()]
    return table.set_column(0, "work", pyarrow().array(names, type=pyarrow().string()))
