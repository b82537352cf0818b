"""Whether citations and references in Typst are those that its compiler finds: ``python benchmarks/typst_documents.py --checkouts DIR``.

`typst_documents.csv` beside this file names public repositories with manuscripts in Typst, each at a commit, with the main
file and the folder that paths with a slash begin in; DIR holds a checkout of each as ``owner+name``.  The compiler (the
package ``typst``, installed by hand) evaluates each document and is asked for its citations and references;
argcheck reads the same file.  A key that only one of them has is a difference.  One that both have, another number of times, is
told by itself: what is in a heading is printed once more in the outline.  A document that the compiler refuses, most
often for want of a package, is named and left out.

With ``--parser`` the references and labels of every ``.typ`` file are compared with those of Typst's own parser, place by
place (the package ``typst-syntax``, installed by hand).
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck.lint.registry import load_readers
from argcheck.readers.typst_syntax import parse
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LIST = Path(__file__).with_suffix(".csv")


def by_typst(main: Path, root: Path) -> Counter[tuple[str, str]]:
    """Count the citations and references that the compiler finds, by kind and key.

    :raises RuntimeError: it gives up.
    """
    import typst  # noqa: PLC0415 - installed by hand

    def asked(selector: str, field: str) -> Counter[str]:
        answers = json.loads(typst.query(str(main), selector, root=str(root), field=field))
        return Counter(str(answer).strip("<>") for answer in answers)

    cited, referred = asked("cite", "key"), asked("ref", "target")
    labels = {key: times for key, times in referred.items() if key not in cited}
    return Counter({("cite", key): n for key, n in cited.items()}) + Counter(
        {("ref", key): n for key, n in labels.items()}
    )


def by_argcheck(main: Path, root: Path) -> Counter[tuple[str, str]]:
    """Count what argcheck finds."""
    settings = settings_for([main], cwd=root, isolated=True)
    counted: Counter[tuple[str, str]] = Counter()
    for document in Workspace([main], settings, cwd=root, readers=load_readers()).read():
        counted.update(("cite", citation.key) for citation in document.manuscript.citations)
        counted.update(("ref", reference.name) for reference in document.manuscript.references)
    return counted


def places_by_parser(text: str) -> list[tuple[str, int, str]]:
    """Return the references and labels that Typst's own parser finds, with their offsets."""
    import typst_syntax  # noqa: PLC0415 - as above

    data, marks = text.encode(), []

    def walk(node: Any, at: int) -> None:
        kind = str(node.kind()).partition(".")[2]
        if kind in ("reference marker", "label"):
            name = node.text()[1:] if kind != "label" else node.text()[1:-1]
            marks.append(("label" if kind == "label" else "ref", at, name))
        for child in node.children():
            walk(child, at)
            at += len(child)

    walk(typst_syntax.parse(text), 0)
    return [(kind, len(data[:at].decode()), name) for kind, at, name in marks]


def compared_places(folders: Sequence[Path]) -> Iterator[tuple[Path, int, int]]:
    """Yield each file with how many references and labels it has, and how many of them argcheck sees elsewhere or not."""
    for path in (path for folder in folders for path in sorted(folder.rglob("*.typ"))):
        text = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
        expected = Counter(places_by_parser(text))
        seen = Counter((n.kind, n.start, n.name) for n in parse(text).walk() if n.kind in ("ref", "label"))
        yield path, expected.total(), (expected - seen).total() + (seen - expected).total()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; 1 where anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--checkouts", type=Path, required=True, help="folder of the checkouts")
    parser.add_argument("--parser", action="store_true", help="compare with Typst's parser, place by place")
    options = parser.parse_args(arguments)
    with LIST.open(encoding="utf-8", newline="") as stream:
        rows = [
            (options.checkouts / row["repository"].replace("/", "+"), row) for row in csv.DictReader(stream)
        ]
    if absent := [folder.name for folder, _ in rows if not folder.is_dir()]:
        parser.error(f"--checkouts lacks {', '.join(absent)}")
    if options.parser:
        folders = list(dict.fromkeys(folder for folder, _ in rows))
        files = list(compared_places(folders))
        for path, _, wrong in files:
            if wrong:
                print(f"{path}: {wrong} differ")
        differences = sum(wrong for *_, wrong in files)
        total = sum(number for _, number, _ in files)
        print(
            f"{len(files)} files of {len(folders)} repositories, {total:,} references and labels, {differences} differences"
        )
        return int(differences > 0)
    documents = total = differences = more_often = refused = 0
    for folder, row in rows:
        try:
            expected = by_typst(folder / row["main"], folder / row["root"])
        except RuntimeError as error:
            refused += 1
            print(f"{folder.name}: left out: {str(error).splitlines()[0][:150]}", file=sys.stderr)
            continue
        seen = by_argcheck(folder / row["main"], folder)
        missing, more = expected.keys() - seen.keys(), seen.keys() - expected.keys()
        documents, total = documents + 1, total + expected.total()
        differences += len(missing) + len(more)
        more_often += sum(expected[key] != seen[key] for key in expected.keys() & seen.keys())
        if missing or more:
            print(f"{folder.name}: missing {sorted(missing)}, more {sorted(more)}")
    print(
        f"{documents} documents ({refused} left out), {total:,} citations and references, {differences} differences,"
        f" {more_often} another number of times"
    )
    return int(differences > 0)


if __name__ == "__main__":
    raise SystemExit(main())
