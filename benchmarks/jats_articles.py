"""Whether citations in JATS are those of the markup: ``python benchmarks/jats_articles.py --checkouts DIR``.

`jats_articles.csv` beside this file names articles in public repositories, each at a commit; DIR holds a checkout of each as
``owner+name``.  A walk of its own (lxml) collects what each ``xref`` of the kind ``bibr`` names, in the article itself and not in letters and replies;
argcheck reads the same file.  The keys are compared in order; between two citations that only a dash parts stand those whose references lie
between theirs.  With ``--pandoc PANDOC`` they are compared with those that pandoc finds (``-f jats``), too, as multisets and where it reads such a reference.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import etree
from word_documents import cited

from argcheck.lint.registry import load_readers
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from collections.abc import Sequence

LIST = Path(__file__).with_suffix(".csv")
#: Text of others, and what is about the article and no part of it.
LEFT_OUT = "ancestor::sub-article or ancestor::response or ancestor::ref-list"
DASHES = ("-", "\u2010", "\u2011", "\u2013", "\u2014")


def by_markup(file: Path) -> list[str]:
    """Give the ids that citations name, in order."""
    parser = etree.XMLParser(load_dtd=False, no_network=True, resolve_entities=False)
    tree = etree.parse(file, parser)
    listed = {name: at for at, name in enumerate(tree.xpath("//ref-list//ref/@id"))}
    names: list[str] = []
    citations = set(tree.xpath(f"//xref[@ref-type='bibr'][not({LEFT_OUT})]"))
    between = ""  # what is printed behind the last citation
    for event, element in etree.iterwalk(tree, events=("start", "end")):
        if event == "end":
            between = (element.tail or "") if element in citations else between + (element.tail or "")
            continue
        cited = element.get("rid", "").split() if element in citations else []
        if between.strip() in DASHES and names and cited and names[-1] in listed and cited[0] in listed:
            names += [*listed][listed[names[-1]] + 1 : listed[cited[0]]]
        names += cited
        between += element.text or ""
    return names


def by_argcheck(file: Path) -> list[str]:
    """Give the keys of what argcheck sees cited, in order."""
    settings = settings_for([file], cwd=file.parent, isolated=True)
    [document] = Workspace([file], settings, cwd=file.parent, readers=load_readers()).read()
    return [citation.key for citation in document.manuscript.citations]


def by_pandoc(file: Path, pandoc: str) -> Counter[str]:
    """Count the keys that pandoc finds cited."""
    command = [pandoc, "-f", "jats", "-t", "json", str(file)]
    said = subprocess.run(command, capture_output=True, check=True, timeout=120)
    return Counter(cited(json.loads(said.stdout)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 1 where anything differs from the markup."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--checkouts", type=Path, required=True, help="folder of the checkouts")
    parser.add_argument("--pandoc", help="compare with this program, too")
    options = parser.parse_args(arguments)
    with LIST.open(encoding="utf-8", newline="") as stream:
        files = [
            options.checkouts / row["repository"].replace("/", "+") / row["file"]
            for row in csv.DictReader(stream)
        ]
    total = differences = 0
    for file in files:
        expected, seen = by_markup(file), by_argcheck(file)
        missing, more = Counter(expected) - Counter(seen), Counter(seen) - Counter(expected)
        total += len(expected)
        differences += missing.total() + more.total()
        print(f"{file.name}: {len(expected)}", end="")
        print(f", missing {dict(missing)}, more {dict(more)}" if missing or more else "", end="")
        print(", in another order" if not (missing or more) and expected != seen else "", end="")
        if options.pandoc:
            theirs = by_pandoc(file, options.pandoc)
            print(
                f"; pandoc has {theirs.total()}, {(theirs - Counter(seen)).total()} of them not here", end=""
            )
        print()
    print(f"{len(files)} articles, {total:,} citations, {differences} differences")
    return int(differences > 0)


if __name__ == "__main__":
    raise SystemExit(main())
