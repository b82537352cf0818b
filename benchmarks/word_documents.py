"""Whether citations in Word files are those of their fields: ``python benchmarks/word_documents.py --checkouts DIR``.

`word_documents.csv` beside this file names public repositories with manuscripts in Word, each at a commit, with the file; DIR holds
a checkout of each as ``owner+name``.  A walk of its own (lxml, over the markup alone) collects the fields of Zotero, Mendeley,
EndNote, Citavi and Paperpile; the titles of what each cites are compared with what argcheck reads, in order.  With ``--pandoc PANDOC`` those of Zotero are
compared with what pandoc finds (``-f docx+citations``), too, each title as often as it is cited; of Mendeley's it takes all for
one work (``ITEM-1``), and of EndNote's it reads those alone whose data stand in the instruction.
"""

from __future__ import annotations

import argparse
import base64
import csv
import json
import re
import subprocess
import zipfile
import zlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lxml import etree

from argcheck.lint.registry import load_readers
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LIST = Path(__file__).with_suffix(".csv")
W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
LEFT_OUT = "ancestor::w:del or ancestor::w:moveFrom or ancestor::mc:Fallback"
SPACES = {
    "w": W[1:-1],
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
}


def bare(title: object) -> str:
    """Return the letters and digits of a title, by which titles are compared."""
    return re.sub(r"<[^<>]*>|[^\w]|_", "", str(title or "")).lower()


def fields(file: Path) -> Iterator[str]:
    """Yield what each field of the body asks for, with the data that is kept in it, in order."""
    with zipfile.ZipFile(file) as archive:
        root = etree.fromstring(archive.read("word/document.xml"))
    opened: list[list[str]] = []
    asking: list[bool] = []
    for element in root.xpath(".//w:fldChar | .//w:instrText", namespaces=SPACES):
        if element.xpath(LEFT_OUT, namespaces=SPACES):
            continue
        if element.tag == f"{W}instrText":
            if opened:
                opened[-1].append(element.text or "")
            continue
        kind = element.get(f"{W}fldCharType")
        if kind == "begin":
            data = element.find(f"{W}fldData")
            opened.append([] if data is None else [base64.b64decode(data.text).decode("utf-8", "replace")])
            asking.append(True)
        elif kind == "separate":
            asking[-1] = False
        elif kind == "end" and opened:
            said = "".join(opened.pop())
            asking.pop()
            if asking and asking[-1] and "EN.CITE.DATA" in said:
                opened[-1].append(said)
            else:
                yield said


def titles(said: str) -> list[str]:
    """Return the titles that a field cites, in order; none if it is no citation."""
    if "CSL_CITATION" in said:
        value: Any = json.JSONDecoder().raw_decode(said[said.index("{") :])[0]
        return [bare(item["itemData"].get("title")) for item in value["citationItems"] if "itemData" in item]
    if "CitaviPlaceholder{" in said:
        data = base64.b64decode(said.partition("{")[2].partition("}")[0])
        references = [entry["Reference"] for entry in json.loads(data)["Entries"]]
        return [bare(given["Title"] + given.get("Subtitle", "")) for given in references]
    if "paperpile_citation" in said:
        data = zlib.decompress(base64.b64decode(said.partition("<data>")[2].partition("</data>")[0]))
        return [bare(record["title"]) for record in json.loads(data)]
    if "EN.CITE" not in said or "<EndNote" not in said:
        return []
    xml = said[said.index("<EndNote") : said.index("</EndNote>") + len("</EndNote>")]
    known = {}
    for record in etree.fromstring(xml.encode()).iter("record"):
        title = record.find("titles/title")
        known[record.findtext("rec-number")] = bare("".join(title.itertext()) if title is not None else "")
    return list(known.values())


def by_argcheck(file: Path) -> list[str]:
    """Return the titles of what argcheck sees cited, in order."""
    settings = settings_for([file], cwd=file.parent, isolated=True)
    [document] = Workspace([file], settings, cwd=file.parent, readers=load_readers()).read()
    known = {entry.key: bare(entry.text("title")) for entry in document.bibliography.entries}
    return [known.get(citation.key, "") for citation in document.manuscript.citations]


def by_pandoc(file: Path, pandoc: str) -> Counter[str]:
    """Count the titles that pandoc finds cited."""
    said = subprocess.run(
        [pandoc, "-f", "docx+citations", "-t", "json", str(file)],
        capture_output=True,
        check=True,
        timeout=120,
    )
    tree = json.loads(said.stdout)
    known: dict[str, str] = {}
    for entry in tree["meta"].get("references", {}).get("c", []):
        words = {name: _words(value) for name, value in entry["c"].items()}
        known[words.get("id", "")] = bare(words.get("title"))
    return Counter(known.get(key, key) for key in cited(tree["blocks"]))


def _words(node: Any) -> str:
    if isinstance(node, dict):
        return node["c"] if node.get("t") in ("Str", "MetaString", "Code") else _words(list(node.values()))
    return "".join(map(_words, node)) if isinstance(node, list) else ""


def cited(node: Any) -> Iterator[str]:
    """Yield the keys that a document cites, from what pandoc gives as JSON."""
    if isinstance(node, dict):
        if node.get("t") == "Cite":
            yield from (item["citationId"] for item in node["c"][0])
        for value in node.values():
            yield from cited(value)
    elif isinstance(node, list):
        for value in node:
            yield from cited(value)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 1 where anything differs from the fields."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--checkouts", type=Path, required=True, help="folder of the checkouts")
    parser.add_argument("--pandoc", help="compare with this program, too")
    options = parser.parse_args(arguments)
    with LIST.open(encoding="utf-8", newline="") as stream:
        files = [
            options.checkouts / row["repository"].replace("/", "+") / row["file"]
            for row in csv.DictReader(stream)
        ]
    if absent := [str(file) for file in files if not file.is_file()]:
        parser.error(f"--checkouts lacks {', '.join(absent)}")
    total = differences = of_pandoc = 0
    for file in files:
        expected = [title for said in fields(file) for title in titles(said)]
        seen = by_argcheck(file)
        total += len(expected)
        wrong = (Counter(expected) - Counter(seen)).total() + (Counter(seen) - Counter(expected)).total()
        differences += max(wrong, int(expected != seen))
        line = f"{file.parent.name}/{file.name}: {len(expected)} citations, {wrong} differ, {'same' if expected == seen else 'another'} order"
        if options.pandoc and any("ZOTERO_ITEM" in said for said in fields(file)):
            theirs = by_pandoc(file, options.pandoc)
            apart = (theirs - Counter(seen)).total() + (Counter(seen) - theirs).total()
            of_pandoc += apart
            line += f"; {apart} differ from pandoc's {theirs.total()}"
        print(line)
    told = f", {of_pandoc} differences from pandoc" if options.pandoc else ""
    print(f"{len(files)} files, {total:,} citations, {differences} differences from the fields{told}")
    return int(differences > 0)


if __name__ == "__main__":
    raise SystemExit(main())
