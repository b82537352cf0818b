"""Check broken pieces of documents until something raises: ``nice python benchmarks/fuzz.py --count 100000 --state FILE``.

The pieces come from the examples and the manuscripts of the tests, from the cases of the pages of rules, and from the
folders named by ``--documents``.  Each is cut, doubled, swapped and mixed with odd signs, by a random generator whose seed
is the kind of file and the number of the input: what failed can be made again.  All runs in this process.  ``FILE`` keeps how far each kind is, so
that a run that was ended goes on there.  Ends with 1 if an input raised, or made a rule fail; such inputs are kept
in ``--failures``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
import traceback
from pathlib import Path

from argcheck import api

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("tex", "bib", "Rnw")
LONGEST = 2_500  # characters of one input
EVERY = 500  # inputs after which the state is kept
FAILED = "TEX099"  # what argcheck says of a rule that raised
ODD = (
    *"{}[]()$&#^_~%@=,\"'|<>*\\ \t\n\r0é漢²٣\u2028\ufeff\x00",
    "\\begin{", "\\end{", "\\fi", "\\iffalse", "\\else", "\\verb|", "\\def\\k#1{", "\\newcommand{\\k}[1]{", "\\k", "\\let\\k=",
    "\\input{main}", "\\cite{", "\\ref{", "\\label{", "\\section{", "\\item", "\\caption{", "\n\n", "$$", "``", "''", "--", "\\\\",
    "\\begin{document}", "\\end{document}", "\\end{verbatim}", "% argcheck: ignore", "% argcheck: claim id=a", "<<>>=", "\n@\n", "\\Sexpr{",
    "1e999", "9" * 60, "-12", "3.5 %", "H1", "(2020)", "et al.", "p < .05", "95 % CI [1, 2]", "@article{", "@string{", "#", " and ",
    "author = {", "doi = ", "crossref = {a}", '\\"{o}', "{\\'e}",
)  # fmt: skip


def texts(documents: list[Path]) -> dict[str, list[str]]:
    """Return the texts that inputs are made of, by kind of file; those of LaTeX serve for ``.Rnw`` as well."""
    folders = [ROOT / "examples", ROOT / "tests" / "manuscripts", ROOT / "tests" / "accuracy" / "manuscripts"]
    found: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for folder in [*folders, *documents]:
        for kind in KINDS:
            found[kind] += [file.read_text("utf-8", "replace") for file in sorted(folder.rglob(f"*.{kind}"))]
    for page in sorted((ROOT / "tests" / "rules").glob("*.md")):
        blocks = page.read_text("utf-8").split("```")[1::2]
        found["tex"] += [block.partition("\n")[2] for block in blocks if block.startswith("tex")]
        found["bib"] += [block.partition("\n")[2] for block in blocks if block.startswith("bib")]
    found["Rnw"] += [f"<<chunk, echo=FALSE>>=\nx <- c(1, 2)\n@\n{text}" for text in found["tex"]]
    return found


def broken(rng: random.Random, sources: list[str]) -> str:
    """Return a piece of a text, mixed with pieces of others and with odd signs."""
    text = piece(rng, sources, LONGEST)
    for _ in range(rng.randint(1, 12)):
        start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        end = min(end, start + rng.choice((1, 5, 40, 400)))
        text = rng.choice(
            (
                text[:start] + text[end:],
                text[:end] + text[start:end] * rng.choice((1, 2, 20)) + text[end:],
                text[:start] + rng.choice(ODD) * rng.choice((1, 1, 1, 3, 50)) + text[start:],
                text[:start] + piece(rng, sources, 300) + text[end:],
                text[:start] + text[start:end][::-1] + text[end:],
            )
        )[: 2 * LONGEST]
    return text


def piece(rng: random.Random, sources: list[str], most: int) -> str:
    text = rng.choice(sources)
    start = rng.randrange(max(1, len(text) - most))
    return text[start : start + rng.randint(1, most)]


def examine(kind: str, text: str, folder: Path) -> str:
    """Check one input; return what went wrong, empty if nothing did."""
    main, other = (f"main.{kind}", "refs.bib") if kind != "bib" else ("refs.bib", "main.tex")
    if kind != "bib" and "\\documentclass" not in text:
        text = f"\\documentclass{{article}}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"
    (folder / main).write_text(text, "utf-8", "replace")
    (folder / other).write_text(OTHERS[kind == "bib"], "utf-8")
    try:
        report = api.check(folder, isolated=True, config={"extend-select": ["ALL"]})
    except Exception:  # noqa: BLE001 - that is what is looked for
        return traceback.format_exc()
    finally:
        (folder / main).unlink()
        (folder / other).unlink()
    return "\n".join(failure.message for failure in report.failures)


OTHERS = (
    "@article{a, author = {Smith, A.}, title = {On Lamps}, journal = {J}, year = 2020}\n",
    "\\documentclass{article}\\begin{document}\\nocite{*}Smith (2020) \\cite{a}\\bibliography{refs}\\end{document}\n",
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=1_000, help="inputs of each kind")
    parser.add_argument("--state", type=Path, help="how far the last run came")
    parser.add_argument("--failures", type=Path, default=Path("fuzz-failures"))
    parser.add_argument("--seconds", type=float, default=float("inf"), help="CPU seconds after which to end")
    parser.add_argument("--documents", type=Path, action="append", default=[], metavar="DIR")
    options = parser.parse_args()
    done = dict.fromkeys(KINDS, 0)
    if options.state and options.state.exists():
        done |= json.loads(options.state.read_text())
    sources, wrong = texts(options.documents), 0
    with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
        (Path(name) / ".git").mkdir()
        while min(done.values()) < options.count and time.process_time() < options.seconds:
            kind = min(KINDS, key=done.__getitem__)
            for number in range(done[kind], min(options.count, done[kind] + EVERY)):
                text = broken(random.Random(f"{kind} {number}"), sources[kind])
                if problem := examine(kind, text, Path(name)):
                    wrong += 1
                    options.failures.mkdir(parents=True, exist_ok=True)
                    (options.failures / f"{number}.{kind}").write_text(text, "utf-8", "replace")
                    print(f"{kind} {number}: {problem}", flush=True)
                done[kind] = number + 1
            if options.state:
                options.state.write_text(json.dumps(done))
    print(f"{done}: {wrong} failed", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
