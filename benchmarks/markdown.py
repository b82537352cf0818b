r"""Whether citations in Markdown are those that pandoc reads: ``python benchmarks/markdown.py --checkouts DIR``.

`markdown.csv` beside this file names public repositories with manuscripts in R Markdown, bookdown, Quarto and plain
Markdown, each at a commit; DIR holds a checkout of each as ``owner+name``.  Every file of Markdown in them that holds an
at sign is read by pandoc (``--pandoc``, by default the one on the path) and by argcheck; the keys of its citations and
references are compared as multisets.

Pandoc reads chunks of knitr as text where their options are none of its own, so that the fences are made plain ones first.  What it
prints twice (the caption of a figure, as the description of the picture), and keys in metadata that no style prints, count once and not at all.
References that only bookdown knows (``\\@ref(x)``) are left out.
"""

from __future__ import annotations

import argparse
import csv
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck.files.opening import InputError
from argcheck.readers.markdown_blocks import translate

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LIST = Path(__file__).with_suffix(".csv")
SUFFIXES = (".md", ".markdown", ".qmd", ".Rmd", ".rmd")
CHUNK = re.compile(r"^([ \t]*`{3,})\{[A-Za-z]+.*\}[ \t]*$", re.MULTILINE)
COMMAND = re.compile(r"\\(?:parencite|textcite|cref|nocite)(?:\[[^][]*\])*\{([^{}]*)\}")
BOOKDOWN = re.compile(r"\\@ref\(([^()\s]+)\)")
LEFT_OUT = re.compile(r"^(?:short-?title|running-?head)\b.*$", re.MULTILINE | re.IGNORECASE)


def by_pandoc(pandoc: str, text: str) -> Counter[str] | None:
    """Count the keys that pandoc finds; None if it gives up."""
    text = LEFT_OUT.sub("", CHUNK.sub(r"\1r", text))
    command = [pandoc, "-f", "markdown", "-t", "json"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        return None
    tree = json.loads(done.stdout)
    return Counter(key for key in (*_keys(tree["blocks"]), *_keys(tree["meta"])) if key != "*")


def _keys(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from _keys(item)
    elif isinstance(node, dict):
        if node.get("t") == "Figure":
            yield from _keys(node["c"][1])
            return
        if node.get("t") == "Cite":
            for citation in node["c"][0]:
                yield citation["citationId"]
                yield from _keys([citation["citationPrefix"], citation["citationSuffix"]])
            return
        for value in node.values():
            yield from _keys(value)


def by_argcheck(text: str) -> Counter[str]:
    """Count the keys that argcheck finds."""
    lists = (match.split(",") for match in COMMAND.findall(translate(text).text))
    return Counter(key for keys in lists for key in keys if key != "*")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 1 where anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--checkouts", type=Path, required=True, help="folder of the checkouts")
    parser.add_argument("--pandoc", default="pandoc", help="program to compare with")
    options = parser.parse_args(arguments)
    files = total = differences = refused = 0
    with LIST.open(encoding="utf-8", newline="") as stream:
        folders = [options.checkouts / row["repository"].replace("/", "+") for row in csv.DictReader(stream)]
    if absent := [folder.name for folder in folders if not folder.is_dir()]:
        parser.error(f"--checkouts lacks {', '.join(absent)}")
    for path in (path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in SUFFIXES):
        text = path.read_text("utf-8", "replace")
        if "@" not in text:
            continue
        try:
            expected, found = by_pandoc(options.pandoc, text), by_argcheck(text)
        except InputError as error:
            expected, found = None, Counter()
            print(f"{path}: {error.detail}", file=sys.stderr)
        if expected is None:
            refused += 1
            print(f"{path}: left out", file=sys.stderr)
            continue
        for key in BOOKDOWN.findall(text):
            if key not in expected:
                found.pop(key, None)
        files, total = files + 1, total + expected.total()
        missing, more = expected - found, found - expected
        differences += missing.total() + more.total()
        if missing or more:
            print(f"{path}: missing {dict(missing)}, more {dict(more)}")
    print(
        f"{files} files of {len(folders)} repositories ({refused} left out), {total:,} citations and references,"
        f" {differences} differences"
    )
    return int(differences > 0)


if __name__ == "__main__":
    raise SystemExit(main())
