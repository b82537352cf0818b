"""Count the undefined references that argcheck reports, those that it says it did not check, and those in silence.

`python benchmarks/planted_refs.py FOLDER...` reads each folder as `argcheck` does, with a reference and a citation that
nothing defines in front of the end of each of its larger documents, and counts those that were reported, those that
the run says it did not check, with the reason, and those of which it says nothing.  No file is changed.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from argcheck.lint.engine import analyse
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.lint.report import Report
    from argcheck.settings.config import Settings

#: Each document has names of its own: what two copies of one text have in common is one finding.
PLANT = "\nAs Section~\\ref{sec:%s-nowhere} shows, this is so~\\cite{%sNobody-nowhere}.\n"
RULES = {"undefined-reference": "sec:%s-nowhere", "undefined-citation": "%sNobody-nowhere"}
NOTHING_LOADED = ("loads no bibliography", "has no entry")  # said of all citations together
#: The first one, since what stands behind it is not read; the one that closes the body of a macro is none.
END = re.compile(r"(?m)^[^%\n]*?(\\end\{document\})(?!\s*\})")
#: What is printed as it stands, where an end of a document is an example; and what makes more environments of that kind.
VERBATIM = [
    "verbatim",
    "Verbatim",
    "BVerbatim",
    "lstlisting",
    "minted",
    "alltt",
    "comment",
    "filecontents",
    "verbatimtab",
]
MAKES_VERBATIM = re.compile(
    r"\\(?:DefineVerbatimEnvironment|lstnewenvironment|newminted|newtcblisting)\*?\s*(?:\[[^\]]*\])?\{(\w+)\}"
)
INLINE = re.compile(r"\\verb\*?([^\w\s])[^\n]*?\1")
SMALLEST = 3_000  # characters of a document that is worth it
MOST = 3  # documents a folder, the largest ones


def end_of(text: str) -> int:
    r"""Return where ``\end{document}`` stands that ends a document; -1 where none does."""
    names = "|".join([*VERBATIM, *MAKES_VERBATIM.findall(text)])
    blocks = re.finditer(rf"(?s)\\begin\{{((?:{names})\*?)\}}.*?\\end\{{\1\}}", text)
    spans = [example.span() for example in (*blocks, *INLINE.finditer(text))]
    ends = (match.start(1) for match in END.finditer(text))
    return next((end for end in ends if not any(start < end < stop for start, stop in spans)), -1)


def mains(report: Report) -> Iterator[tuple[str, str, str]]:
    """Yield the largest documents, each with what stands before its end and after; what is only a part of another is none."""
    sizes = {
        one.root: sum(len(report.sources[path].text) for path in one.files if path.endswith(("tex", "nw")))
        for one in report.documents
    }
    parts = {path for one in report.documents for path in one.files if path != one.root}
    for root in sorted(sizes, key=sizes.__getitem__, reverse=True)[:MOST]:
        text = report.sources[root].written
        end = end_of(text)
        if sizes[root] >= SMALLEST and root not in parts and end >= 0:
            yield root, text[:end], text[end:]


def judged(folder: Path, settings: Settings) -> Iterator[tuple[str, str, str]]:
    """Yield root, rule and outcome of each document: ``reported``, ``silent`` or why it was not checked."""
    plain, _ = analyse([folder], settings, cwd=folder)
    whole = list(mains(plain))
    marks = dict(zip([root for root, _, _ in whole], ("Zq", "Qy", "Xw"), strict=False))
    planted = {
        plain.project / root: before + PLANT.replace("%s", marks[root]) + after
        for root, before, after in whole
    }
    report, _ = analyse([folder], settings, cwd=folder, overlay=planted)
    for root, mark in marks.items():
        for rule, name in RULES.items():
            said = any(
                one.name == rule
                and root in one.roots
                and (
                    any(
                        name % mark in message
                        for message in (one.message, *(like.message for like in one.stands_for))
                    )
                    or one.message.endswith(NOTHING_LOADED)
                )
                for one in report.diagnostics
            )
            held = [one for one in report.held_back if one.root == root and one.rule == rule]
            because = "; ".join(why.because for one in held for why in one.because[:2])
            yield root, rule, "reported" if said else because or "silent"


def main() -> int:
    """Print a line for each document that was not reported, and the counts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    folders: list[Path] = parser.parse_args().folders
    counts: dict[str, Counter[str]] = {rule: Counter() for rule in RULES}
    for folder in map(Path.resolve, folders):
        settings = settings_for([folder], cwd=folder, overrides={"select": list(RULES)}, isolated=True)
        for root, rule, outcome in judged(folder, settings):
            kind = outcome if outcome in {"reported", "silent"} else "unchecked"
            counts[rule][kind] += 1
            if kind != "reported":
                print(f"{folder.name}/{root}: {rule}: {outcome}", flush=True)
    for rule, count in counts.items():
        print(
            f"{rule}: {count['reported']} reported, {count['unchecked']} unchecked, {count['silent']} silent"
        )
    return int(any(count["silent"] for count in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
