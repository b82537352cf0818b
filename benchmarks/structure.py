r"""How much of what blueprints declare with ``\uses`` their text alone tells.

    python benchmarks/structure.py FOLDER...        # checkouts of blueprints
    python benchmarks/structure.py FOLDER --show    # and each edge that is extra or missed
    python benchmarks/structure.py FOLDER... --kinds    # and how much of each kind of evidence is declared, in all folders
    python benchmarks/structure.py FOLDER --blind SHEET.csv    # what is said, to be read by somebody who is not told what is declared
    python benchmarks/structure.py FOLDER --reading SHEET.csv    # with the column "told" filled in: yes or no

``\uses`` is not shown to the structure run.  Precision (P) is of its edges between labelled statements, recall (R) of the declared ones; P or
follows counts an edge as right, too, where a chain of declared ones leads the same way, which authors leave out.  An
edge is *referred to* where the statement that uses, or a proof of it, has a reference with the label, or the words of the title or of
an emphasised term of what it uses.  That is looked up here, in the source, with none of argcheck's code.  The recall of these or
follows counts one as found, too, where a chain of edges that are said leads the same way.

What authors declare has gaps, and a reference in a proof that they forgot is no error of ours.  So what is said may be read: each edge with both texts, in an
order drawn by chance, declared ones among others.  *Told* is the share that the text tells, in the eyes of that reader, and *declared told* of the declared
ones, which says how strict the reader was.
"""

# ruff: noqa: PLC0415 - what is measured comes from the checkout that this file stands in
from __future__ import annotations

import argparse
import csv
import random
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

ROOT = Path(__file__).parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.reading.read_document import Document

_COMMENT = re.compile(r"(?<!\\)%.*")
_BLOCK = re.compile(r"\\begin\{(\w+)\*?\}((?:(?!\\begin\{\1\*?\}).)*?)\\end\{\1\*?\}", re.DOTALL)
_LABEL = re.compile(r"\\label\{([^}]+)\}")
_USES = re.compile(r"\\(?:uses|proves|label|lean|leanok)\b(?:\{[^}]*\})?")
_PROVES = re.compile(r"\\(?:proves|cref|ref|Cref)\{([^}]+)\}")
_REFERENCE = re.compile(r"\\\w*ref\w*\*?(?:\[[^\]]*\])?\{([^}]+)\}")
_TITLE = re.compile(r"\s*\[([^\]]+)\]")
_TERM = re.compile(r"\\(?:emph|textbf|textit|define|defn)\{([^}]+)\}|\{\\(?:em|it|bf)\s([^}]+)\}")
_WORD = re.compile(r"[^\W\d_]{2,}")


class Statement(NamedTuple):
    """A labelled environment with its proofs, as their source has them."""

    text: str  #: without what is declared
    names: tuple[str, ...]  #: its title and terms, as words


def statements(paths: Iterable[Path]) -> dict[str, Statement]:
    """Read the labelled environments of the files of a document, by label, each with the proofs that follow it or name it."""
    texts: dict[str, str] = {}
    names: dict[str, tuple[str, ...]] = {}
    for path in sorted(paths):
        last = ""
        for name, body in _BLOCK.findall(_COMMENT.sub("", path.read_text("utf-8", "replace"))):
            label = _LABEL.search(body)
            if name == "proof":
                named = _PROVES.search(_TITLE.match(body)[0] if _TITLE.match(body) else "")
                proved = re.search(r"\\proves\{([^}]+)\}", body) or named
                target = proved[1] if proved else last
                texts[target] = f"{texts.get(target, '')} {body}"
            elif label and name not in {"equation", "align", "enumerate", "itemize", "figure", "table"}:
                last = label[1]
                texts[last] = body
                title = _TITLE.match(body)
                terms = ["".join(groups) for groups in _TERM.findall(body)] if name.startswith("def") else []
                names[last] = tuple(filter(None, map(_words, [*([title[1]] if title else []), *terms])))
    return {label: Statement(_USES.sub(" ", texts[label]), names[label]) for label in names}


def _words(text: str) -> str:
    return " ".join(word.lower() for word in _WORD.findall(re.sub(r"\$[^$]*\$|\\\w+", " ", text)))


def refers(user: Statement, label: str, used: Statement) -> bool:
    """Whether some words of a statement or of its proofs refer to another."""
    if any(label in map(str.strip, labels.split(",")) for labels in _REFERENCE.findall(user.text)):
        return True
    said = f" {_words(user.text)} "
    return any(f" {name} " in said or f" {name}s " in said for name in used.names)


def documents(folder: Path) -> list[Document]:
    """Read the documents of a checkout."""
    from argcheck.reading.workspace import Workspace
    from argcheck.settings import config

    settings = config.settings_for((folder,), cwd=folder, isolated=True)
    return list(Workspace([folder], settings, cwd=folder).read())


def follows(edge: tuple[str, str], declared: set[tuple[str, str]]) -> bool:
    """Whether a chain of declared edges leads from the source of an edge to its target."""
    source, target = edge
    seen: set[str] = set()
    pending = {target}
    while pending:
        seen |= pending
        pending = {used for used, user in declared if user in pending} - seen
    return source in seen


def edges(graph: ManuscriptGraph) -> dict[tuple[str, str], str]:
    """Return the supports of a graph as pairs of ids, each with its kinds of evidence."""
    kinds: dict[tuple[str, str], set[str]] = {}
    for edge in graph.edges:
        kinds.setdefault((edge.source, edge.target), set()).add(edge.cause)
    return {pair: "+".join(sorted(causes)) for pair, causes in kinds.items()}


def write_blind(path: Path, folder: str, said: set[tuple[str, str]], source: dict[str, Statement]) -> None:
    """Write a sheet of what is said, in an order drawn by chance, for a reader who does not know what is declared."""
    rows = sorted(said)
    random.Random(folder).shuffle(rows)
    with path.open("a", encoding="utf-8", newline="") as sheet:
        writer = csv.writer(sheet)
        for used, user in rows:
            texts = (" ".join(source[name].text.split()) if name in source else "" for name in (user, used))
            writer.writerow([folder, user, used, "", *texts])


def told(path: Path, folder: str) -> dict[tuple[str, str], bool]:
    """Return what a reader of a sheet took for told by the text."""
    with path.open(encoding="utf-8", newline="") as sheet:
        rows = [row for row in csv.reader(sheet) if row[0] == folder]
    return {(used, user): verdict == "yes" for _, user, used, verdict, *_ in rows}


def _share(verdicts: dict[tuple[str, str], bool], said: set[tuple[str, str]]) -> str:
    read = [verdicts[edge] for edge in said if edge in verdicts]
    return f"{sum(read) / max(1, len(read)):6.2f}"


def main() -> None:
    """Print a row a checkout."""
    from argcheck.argument.extract.build import build

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--show", action="store_true", help="print what is extra and what is missed")
    parser.add_argument("--kinds", action="store_true", help="print a row for each kind of evidence, too")
    parser.add_argument(
        "--blind", type=Path, metavar="CSV", help="write what is said to a sheet to be read, and no figures"
    )
    parser.add_argument("--reading", type=Path, metavar="CSV", help="such a sheet, read")
    options = parser.parse_args()
    if not options.blind:
        heads = f"{'blueprint':44}{'declared':>9}{'said':>6}{'P':>6}{'or follows':>12}{'R':>6}{'referred to':>13}{'R of these':>12}"
        print(f"{heads}{'or follows':>12}{'told':>6}{'declared told':>15}")
    rows: list[
        tuple[str, bool, bool]
    ] = []  # of each edge its kinds, whether it is declared, and whether it follows
    for folder in map(Path.resolve, options.folders):
        read = documents(folder)
        document = max(read, key=lambda each: len(edges(build(each, ("author",)))))
        declared = set(edges(build(document, ("author",))))
        known = {label for edge in declared for label in edge}
        kinds = {
            edge: kind
            for edge, kind in edges(build(document, ("structure",))).items()
            if known.issuperset(edge)
        }
        said = set(kinds)
        rows += [(kind, edge in declared, follows(edge, declared)) for edge, kind in kinds.items()]
        source = statements(folder / path for path in document.manuscript.files if path.endswith(".tex"))
        if options.blind:
            write_blind(options.blind, folder.name, said, source)
            continue
        referred = {
            (used, user)
            for used, user in declared
            if used in source and user in source and refers(source[user], used, source[used])
        }
        right = said & declared
        following = sum(follows(edge, declared) for edge in said)
        reached = sum(follows(edge, said) for edge in referred)
        verdicts = told(options.reading, folder.name) if options.reading else {}
        read_as = f"{_share(verdicts, said)}{_share(verdicts, right):>15}" if verdicts else ""
        print(
            f"{folder.name:44}{len(declared):9}{len(said):6}{len(right) / max(1, len(said)):6.2f}"
            f"{following / max(1, len(said)):12.2f}"
            f"{len(right) / max(1, len(declared)):6.2f}{len(referred):13}"
            f"{len(said & referred) / max(1, len(referred)):12.2f}{reached / max(1, len(referred)):12.2f}{read_as}"
        )
        if options.show:
            for title, pairs in (("extra", said - declared), ("missed", referred - said)):
                for used, user in sorted(pairs):
                    print(f"  {title}: {user} uses {used}")
    if options.kinds:
        print(f"\n{'kind of evidence':44}{'said':>6}{'P':>6}{'or follows':>12}")
        for kind in sorted({kind for kind, *_ in rows}):
            right = [(declared, follows) for name, declared, follows in rows if name == kind]
            shares = (sum(column) / len(right) for column in zip(*right, strict=True))
            print(f"{kind:44}{len(right):6}{next(shares):6.2f}{next(shares):12.2f}")


if __name__ == "__main__":
    main()
