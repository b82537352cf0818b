"""Do two commits say the same of the same documents?  ``python benchmarks/same_findings.py BASE [HEAD]``.

Each commit is built as a wheel in a git worktree of its own, below a temporary folder, and all command lines
below run once with each, over the same copies of the documents: the examples and the manuscripts of the tests
(as they stand in HEAD), the cases of the pages in `tests/rules`, and, where they are, the folders `corpora` and
`data/strangers` of the folder that ``--shared`` or ``ARGCHECK_SHARED`` names.  ``--documents DIR`` adds the
folders in DIR.  Without HEAD it is the working tree as it stands, files not yet added included.

Printed are the outputs that differ, with the first lines of the difference.  Ends with 1 when any does.
The program is driven as ``python -m argcheck``, many times in one process, so that modules may move between
the commits.
"""

from __future__ import annotations

import argparse
import difflib
import gc
import io
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve()
CHECKOUT = HERE.parents[1]
#: All rules, also those in preview, which run only where their code is given.
EVERYTHING = ("--extend-select", "EVERY CODE", "--no-cache")
COMMANDS = (
    ("check", ".", "--no-cache", "--format", "json"),
    ("check", ".", *EVERYTHING, "--format", "json"),
    ("check", ".", *EVERYTHING, "--diff"),
    ("check", ".", *EVERYTHING, "--diff", "--unsafe-fixes"),
    ("citations", ".", "--format", "json"),
    ("graph", ".", "--format", "json"),
)
CASE_COMMANDS = (COMMANDS[1], COMMANDS[3], COMMANDS[4], COMMANDS[5])  #: for the many small cases of the pages
BLOCK = re.compile(r"^```(?:tex|bib)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED_FILE = re.compile(r"^% *file: *(\S+).*\n", re.MULTILINE)
LINES = 14  #: of each difference that are shown


class Output(NamedTuple):
    """What one command line printed."""

    out: str
    err: str
    code: int

    def lines(self) -> list[str]:
        """Return the lines to compare: JSON is laid out, so that a difference is short."""
        try:
            printed = json.dumps(json.loads(self.out), indent=1, ensure_ascii=False)
        except ValueError:
            printed = self.out
        return [*printed.splitlines(), *self.err.splitlines(), f"exit code {self.code}"]


# --------------------------------------------------------------------------- one process for each commit


def run_all(documents: Path, results: Path) -> None:
    """Run every command line over every document; the answer of each is a line of JSON in ``results``."""
    codes = ",".join(rule["code"] for rule in json.loads(run(("rules", "--format", "json")).out))
    with results.open("w", encoding="utf-8") as stream:
        for folder in sorted(documents.glob("*/*")):
            os.chdir(folder)
            for command in CASE_COMMANDS if folder.parent.name == "pages" else COMMANDS:
                name = f"{folder.relative_to(documents).as_posix()}: {' '.join(command)}"
                words = tuple(codes if word == EVERYTHING[1] else word for word in command)
                json.dump([name, *run(words)], stream)
                stream.write("\n")


def run(command: tuple[str, ...]) -> Output:
    """Run ``python -m argcheck`` in this process."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    streams = sys.stdout, sys.stderr
    sys.argv, sys.stdout, sys.stderr = ["argcheck", *command], out, err
    try:
        runpy.run_module("argcheck", run_name="__main__", alter_sys=True)
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        sys.stdout, sys.stderr = streams
        gc.enable()  # a run switches it off, as its process is short
    # names of files may be no UTF-8
    printed, told = (stream.buffer.getvalue().decode("utf-8", "backslashreplace") for stream in (out, err))
    return Output(printed, told, code)


# --------------------------------------------------------------------------- commits and documents


def git(*words: str, **variables: str) -> str:
    ran = subprocess.run(
        ["git", "-C", str(CHECKOUT), *words],
        env=os.environ | variables,
        check=True,
        capture_output=True,
        text=True,
    )
    return ran.stdout.strip()


def working_tree(folder: Path) -> str:
    """Return a commit of the working tree as it stands; no branch and no index of the user is touched."""
    index = {"GIT_INDEX_FILE": str(folder / "index")}
    git("read-tree", "HEAD", **index)
    git("add", "--all", **index)
    who = {
        f"GIT_{role}_{what}": "same_findings"
        for role in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    return git("commit-tree", git("write-tree", **index), "-p", "HEAD", "-m", "working tree", **who)


def build(worktree: Path, site: Path) -> None:
    """Unpack the wheel of a worktree into ``site``, where it can be imported."""
    code = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    built = subprocess.run(
        [sys.executable, "-c", code, str(site)], cwd=worktree, check=False, capture_output=True, text=True
    )
    if built.returncode:
        raise SystemExit(f"{worktree.name} cannot be built:\n{built.stdout}{built.stderr}")
    for wheel in site.glob("*.whl"):
        zipfile.ZipFile(wheel).extractall(site)


def pages(worktree: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Give each case of the pages of rules: its name, and its files."""
    for page in sorted((worktree / "tests" / "rules").glob("*.md")):
        text = page.read_text("utf-8")
        for block in BLOCK.finditer(text):
            main, *others = NAMED_FILE.split(block[1])
            if block[0].startswith("```bib"):
                main, others = "\\nocite{*}\\bibliography{refs}", ["refs.bib", block[1]]
            if "\\documentclass" not in main:
                main = f"\\documentclass{{article}}\\begin{{document}}\n{main}\n\\end{{document}}\n"
            line = text.count("\n", 0, block.start()) + 1
            yield (
                f"{page.stem}-{line}",
                {"main.tex": main, **dict(zip(others[::2], others[1::2], strict=True))},
            )


def gather(worktree: Path, shared: Path, more: list[Path], into: Path) -> None:
    """Copy all documents to ``into``: a folder for each kind, and in it one for each."""
    tests = worktree / "tests"
    kinds = [
        worktree / "examples",
        tests / "manuscripts",
        tests / "accuracy" / "manuscripts",
        tests / "crashes",
    ]
    for number, kind in enumerate([*kinds, shared / "corpora", shared / "data" / "strangers", *more]):
        for source in sorted(kind.iterdir()) if kind.is_dir() else ():
            target = into / f"{number}-{kind.name}" / source.name
            if source.is_dir():
                shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            elif source.suffix in (".tex", ".bib", ".Rnw"):
                target.mkdir(parents=True)
                shutil.copy(source, target)
    for name, files in pages(worktree):
        for file, text in files.items():
            place = into / "pages" / name / file
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")


def start(site: Path, documents: Path, results: Path, home: Path) -> subprocess.Popen[bytes]:
    """Start the process that runs everything with the argcheck of ``site``."""
    variables = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "ARGCHECK_CACHE_DIR": str(results.with_suffix(".d")),
    }
    environment = os.environ | variables | {"PYTHONPATH": str(site), "PYTHONHASHSEED": "0"}
    return subprocess.Popen(
        [sys.executable, str(HERE), "--worker", str(documents), str(results)], env=environment
    )


def read(results: Path) -> dict[str, Output]:
    lines = results.read_text("utf-8").splitlines()
    return {name: Output(*output) for name, *output in map(json.loads, lines)}


def differences(base: dict[str, Output], head: dict[str, Output]) -> Iterator[str]:
    """Give a text for each output that differs."""
    for name, after in head.items():
        before = base[name]
        if before != after:
            lines = list(
                difflib.unified_diff(before.lines(), after.lines(), "base", "head", n=1, lineterm="")
            )[2:]
            rest = [f"... {len(lines) - LINES} more lines"] if len(lines) > LINES else []
            yield "\n    ".join([name, *(lines[:LINES] or ["(order or spaces)"]), *rest])


def main() -> int:
    if sys.argv[1:2] == ["--worker"]:
        run_all(Path(sys.argv[2]), Path(sys.argv[3]))
        return 0
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("base")
    parser.add_argument("head", nargs="?", help="the working tree when left out")
    parser.add_argument(
        "--shared", type=Path, default=os.environ.get("ARGCHECK_SHARED", CHECKOUT.parent / "shared")
    )
    parser.add_argument("--documents", type=Path, action="append", default=[], metavar="DIR")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="same-findings-") as name:
        work = Path(name)
        commits = {"base": options.base, "head": options.head or working_tree(work)}
        try:
            for side, commit in commits.items():
                git("worktree", "add", "--detach", str(work / side), commit)
            gather(work / "head", options.shared, options.documents, work / "documents")
            for side in commits:
                build(work / side, work / f"{side}-site")
        finally:
            for side in commits:
                subprocess.run(
                    ["git", "-C", str(CHECKOUT), "worktree", "remove", "--force", str(work / side)],
                    check=False,
                )
        (work / "home").mkdir()
        files = {side: work / f"{side}.jsonl" for side in commits}
        running = [
            start(work / f"{side}-site", work / "documents", files[side], work / "home") for side in commits
        ]
        codes = [child.wait() for child in running]
        if any(codes):
            return 2
        base, head = (read(file) for file in files.values())
    different = list(differences(base, head))
    print(*different, sep="\n\n", end="\n\n" if different else "")
    print(f"{len(different)} of {len(head)} outputs differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
