"""How the rules on numbers grow with a thesis full of tables: ``python benchmarks/tables.py``, CPU time, best of three.

Prints for each rule its seconds on made theses of 0.25 and 1 MB and their ratio; linear is 4.  The theses hold
what each rule has to look at in full: an abstract with numbers that the body lacks, tables with totals,
samples, shares, statistics.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from argcheck.lint.engine import analyse
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES = ("number-not-in-body", "conflicting-number", "inconsistent-total", "impossible-statistic")
SMALL, LARGE = 250_000, 1_000_000


def thesis(size: int) -> str:
    """Make a thesis of about so many characters, the same every time."""
    rng = random.Random(size)
    pieces = [
        "\\documentclass{book}\n\\begin{document}\n\\begin{abstract}\n",
        *(
            f"In setting {word}, 99.{n} \\% of 8{n}7777 lamps were on.\n"
            for n, word in enumerate("abcdefghi")
        ),
        "\\end{abstract}\n",
    ]
    length, number = 0, 0
    for number, piece in enumerate(_pieces(rng)):
        pieces.append(f"\\section{{Part {number}}}\n\n{piece}\n\n")
        length += len(pieces[-1])
        if length >= size:
            break
    return "".join([*pieces, "\\end{document}\n"])


def _pieces(rng: random.Random) -> Iterator[str]:
    while True:
        rows = [[rng.randrange(10, 900) for _ in range(6)] for _ in range(25)]
        body = "\n".join(f"Row {n} & " + " & ".join(map(str, row)) + " \\\\" for n, row in enumerate(rows))
        sums = " & ".join(str(sum(column)) for column in zip(*rows, strict=True))
        yield f"\\begin{{table}}\n\\caption{{Lamps (N = {sum(rows[0])}).}}\n\\begin{{tabular}}{{lrrrrrr}}\n{body}\nTotal & {sums} \\\\\n\\end{{tabular}}\n\\end{{table}}"
        part, whole = rng.randrange(20, 400), rng.randrange(400, 900)
        yield (
            f"A total of 412 participants saw them. Of the {whole} lamps, {part} ({100 * part / whole:.1f}\\,\\%) were on, and {part} of {whole} lamps"
            f" ({100 * part / whole:.1f}\\,\\%) later. They differ, $t(28) = 2.20$, $p = .036$, and $F(2, 57) = 4.30$, $p = .018$ ($M = 3.46$, $n = 28$)."
        )


def seconds(size: int) -> dict[str, float]:
    """Return the CPU seconds of each rule, alone, less those of reading the document."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "main.tex").write_text(thesis(size), "utf-8")
        reading = min(_run(folder, "duplicate-label") for _ in range(3))
        return {rule: max(min(_run(folder, rule) for _ in range(3)) - reading, 1e-4) for rule in RULES}


def _run(folder: Path, rule: str) -> float:
    settings = settings_for([folder], cwd=folder, overrides={"select": [rule]}, isolated=True)
    start = time.process_time()
    report, _ = analyse([folder], settings, cwd=folder)
    assert not report.failures
    return time.process_time() - start


def main() -> None:
    small, large = seconds(SMALL), seconds(LARGE)
    print(f"{'rule':24}{'0.25 MB':>9}{'1 MB':>8}{'ratio':>7}")
    for rule in RULES:
        print(f"{rule:24}{small[rule]:9.3f}{large[rule]:8.3f}{large[rule] / small[rule]:7.1f}")


if __name__ == "__main__":
    main()
