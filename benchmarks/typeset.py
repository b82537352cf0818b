r"""Whether argcheck reads what TeX reads: ``python benchmarks/typeset.py --checkouts DIR``.

`typeset.csv` beside this file names public repositories, each at a commit; DIR holds a checkout of each as
``owner+name``.  Every document of theirs, the three with the most files of each, is typeset in a copy by pdfTeX,
XeTeX or LuaTeX (from a TeX distribution, installed by hand; no program is run from TeX), with BibTeX or biber.
argcheck reads the same document.  Compared are

- the keys that are cited,
- of these the keys that BibTeX or biber finds no entry for, where it could read the bibliographies,
- the labels that are set, and those that are set more than once,
- the labels that are referred to and that nothing sets.

What only one of the two has is a difference, and is printed.  A document that TeX gives up, most often for want of a
class or a package, is named and left out.  Without a list, ``python benchmarks/typeset.py FOLDER...`` compares folders.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from argcheck.lint.registry import load_readers
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.reading.read_document import Document

LIST = Path(__file__).with_suffix(".csv")
JOB = "typesetbyargcheck"  # a name of its own: no .bbl of the authors is taken for the one made here
MOST = 3  # documents of a repository, those with the most files
PATIENCE = 120  # seconds that one run of TeX may take
#: Lines of the log are not broken, and nothing is written outside of the copy.
QUIET = {"max_print_line": "100000", "openout_any": "p", "TEXMFHOME": os.devnull}
#: What classes cite and set for themselves: a control entry of BibTeX, options of one; labels of sub-figures and pages.
OF_CLASSES = re.compile(r"\*|(?i:.*-?control)|abnt-.*=.*")
OF_PACKAGES = re.compile(
    r"sub@.*|LastPage|tocindent-?\d*|.*@cref|TotPages|FirstPage|VeryLastPage|MciteSubReferenceLabel.*|mdf@.*|.*\.\d+@xvr?"
)
UNICODE = re.compile(r"\{(?:fontspec|xltxtra|mathspec|unicode-math|xeCJK|polyglossia)\}|\\setmainfont")
PROGRAM = re.compile(r"(?i)%\s*!\s*TEX\s+(?:TS-)?program\s*=\s*((?:pdf|xe|lua)latex)")


class Reading(NamedTuple):
    """What a document cites, sets and refers to."""

    cited: frozenset[str]
    unknown: (
        frozenset[str] | None
    )  #: cited keys without an entry; None if the bibliographies could not be read
    labels: frozenset[str]
    repeated: frozenset[str]  #: labels that are set more than once
    undefined: frozenset[str]  #: labels that are referred to and not set
    pages: int = 0


class RefusedError(Exception):
    """TeX gave the document up."""


def by_argcheck(document: Document) -> Reading:
    """Return what argcheck reads."""
    manuscript = document.manuscript
    cited = {
        citation.key
        for citation in manuscript.citations
        if citation.key and not OF_CLASSES.fullmatch(citation.key)
    }
    labels = manuscript.labels_by_name
    return Reading(
        frozenset(cited),
        frozenset(key for key in cited if document.bibliography.find(key) is None),
        frozenset(labels),
        frozenset(name for name, places in labels.items() if len(places) > 1),
        frozenset(reference.name for reference in manuscript.references if reference.name) - labels.keys(),
    )


def by_tex(root: Path, texts: str) -> Reading:
    """Return what TeX reads.

    :param texts: of the files of the document, which say what it wants to be typeset by.
    :raises RefusedError: it gives up.
    """
    folder, log = root.parent, root.parent / f"{JOB}.log"
    draft = r"\PassOptionsToPackage{draft}{minted}" if "minted" in texts else ""  # it would run a program
    command = [_engine(texts), "-interaction=nonstopmode", "-no-shell-escape", f"-jobname={JOB}"]
    command.append(rf'{draft}\input{{"{root.name}"}}' if draft else root.name)
    _run(command, folder)
    said = log.read_text("utf-8", "replace") if log.is_file() else "! nothing was written"
    if not log.is_file() or "==> Fatal error" in said or "Emergency stop" in said:
        reason = re.search(r"(?m)^(?:! |\S+?:\d+: )(.*)|Emergency stop", said)
        raise RefusedError(((reason and reason[1]) or "it stops")[:100])
    control = folder / f"{JOB}.bcf"
    program = ["biber", JOB] if control.is_file() else ["bibtex", JOB]
    bibliography = _run(program, folder)
    for _ in range(2):
        _run(command, folder)
    said = log.read_text("utf-8", "replace")
    written = "".join(_auxiliary(folder, f"{JOB}.aux", set()))
    cited = {key.strip() for keys in re.findall(r"\\citation\{([^}]*)\}", written) for key in keys.split(",")}
    if control.is_file():
        cited = set(re.findall(r"<bcf:citekey[^>]*>([^<]*)<", control.read_text("utf-8", "replace")))
    could = not re.search(r"(?i)couldn't open|found no|cannot find|error", bibliography)
    unknown = re.findall(r"didn't find a database entry for [\"']([^\"']*)[\"']", bibliography)
    pages = re.search(r"Output written on .*\((\d+) page", said)
    return Reading(
        frozenset(key for key in cited if key and not OF_CLASSES.fullmatch(key)),
        frozenset(unknown) if could else None,
        _own(re.findall(r"\\newlabel\{((?:[^{}]|\{[^{}]*\})*)\}", written)),
        _own(re.findall(r"Label `(.*?)' multiply defined", said)),
        _own(re.findall(r"Reference `(.*?)' on page", said)),
        int(pages[1]) if pages else 0,
    )


def _own(labels: Sequence[str]) -> frozenset[str]:
    """Leave out the labels that packages set."""
    return frozenset(label for label in labels if label and not OF_PACKAGES.fullmatch(label))


def _engine(texts: str) -> str:
    if asked := PROGRAM.search(texts):
        return asked[1].lower()
    if "\\directlua" in texts or "{luacode}" in texts:
        return "lualatex"
    return "xelatex" if UNICODE.search(texts) else "pdflatex"


def _run(command: Sequence[str], folder: Path) -> str:
    """Run a program, and return what it prints.

    :raises RefusedError: it does not end, or is not installed.
    """
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | QUIET,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise RefusedError(f"{command[0]} does not end") from None
    except FileNotFoundError:
        raise RefusedError(f"{command[0]} is not installed") from None
    return done.stdout.decode("utf-8", "replace")


def _auxiliary(folder: Path, name: str, seen: set[str]) -> Iterator[str]:
    r"""Yield the texts of an ``.aux`` file and of those that it reads, one for each ``\include``."""
    path = folder / name
    if name not in seen and path.is_file():
        seen.add(name)
        text = path.read_text("utf-8", "replace")
        yield text
        for inner in re.findall(r"\\@input\{([^}]*)\}", text):
            yield from _auxiliary(folder, inner, seen)


def compared(folder: Path) -> Iterator[tuple[str, Reading, Reading | RefusedError]]:
    """Yield the larger documents of a repository, each as argcheck and as TeX reads it."""
    with tempfile.TemporaryDirectory(prefix="typeset-") as work:
        copy = Path(work, folder.name)
        shutil.copytree(folder, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        workspace = Workspace(
            [copy], settings_for([copy], cwd=copy, isolated=True), cwd=copy, readers=load_readers()
        )
        documents = [
            document for document in workspace.read() if document.manuscript.root.endswith((".tex", ".ltx"))
        ]
        for document in sorted(documents, key=lambda document: -len(document.manuscript.files))[:MOST]:
            manuscript = document.manuscript
            texts = "".join(file.text[:30_000] for file in manuscript.files.values())
            try:
                typeset: Reading | RefusedError = by_tex(copy / manuscript.root, texts)
            except RefusedError as refused:
                typeset = refused
            yield manuscript.root, by_argcheck(document), typeset


def differences(read: Reading, typeset: Reading) -> Iterator[tuple[str, int, list[str], list[str]]]:
    """Yield what was compared: its name, how much both have, what only TeX has, what only argcheck has."""
    for name in ("cited", "unknown", "labels", "repeated", "undefined"):
        own, theirs = getattr(read, name), getattr(typeset, name)
        if theirs is not None:
            yield name, len(own & theirs), sorted(theirs - own), sorted(own - theirs)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 1 where anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, help="in place of the list")
    parser.add_argument("--checkouts", type=Path, help="folder of the checkouts of the list")
    options = parser.parse_args(arguments)
    folders = options.folders
    if not folders and options.checkouts:
        with LIST.open(encoding="utf-8", newline="") as stream:
            folders = [
                options.checkouts / row["repository"].replace("/", "+") for row in csv.DictReader(stream)
            ]
    if not folders:
        parser.error("name folders, or --checkouts")
    if absent := [str(folder) for folder in folders if not folder.is_dir()]:
        parser.error(f"there is no {', '.join(absent)}")
    both, only_tex, only_argcheck = Counter[str](), Counter[str](), Counter[str]()
    documents = pages = refused = 0
    for folder in folders:
        for root, read, typeset in compared(folder):
            if isinstance(typeset, RefusedError):
                refused += 1
                print(f"{folder.name}: {root}: left out: {typeset}", file=sys.stderr)
                continue
            documents, pages = documents + 1, pages + typeset.pages
            for name, number, theirs, own in differences(read, typeset):
                both[name] += number
                only_tex[name] += len(theirs)
                only_argcheck[name] += len(own)
                if theirs or own:
                    print(f"{folder.name}: {root}: {name}: only TeX {theirs[:9]}, only argcheck {own[:9]}")
    print(f"{documents} documents, {pages:,} pages ({refused} left out)")
    for name in Reading._fields[:-1]:
        print(f"{name}: {both[name]:,} both, {only_tex[name]} only TeX, {only_argcheck[name]} only argcheck")
    return int(any(only_tex.values()) or any(only_argcheck.values()))


if __name__ == "__main__":
    raise SystemExit(main())
