"""Inputs to measure on: always the same for the same arguments.

`python benchmarks/inputs.py made OUT --megabytes 1` writes a document of invented words.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass, field
from pathlib import Path

SEED = 20250101

# --------------------------------------------------------------------------- a document of invented words

SYLLABLES = [
    "ba",
    "den",
    "fo",
    "gri",
    "hul",
    "ka",
    "lem",
    "mo",
    "nis",
    "par",
    "ro",
    "sel",
    "tu",
    "ven",
    "wi",
    "zor",
]
COMMANDS = ["parencite", "textcite", "autocite", "cite", "parencite[see][12]", "footcite"]
BAITS = [
    "\\begin{verbatim}\n\\cite{bait-one} and \\ref{bait:one}\n\\end{verbatim}",
    "As in \\verb|\\cite{bait-two}|, nothing is cited.",
    "% \\parencite{bait-three} is commented out.",
    "\\begin{lstlisting}\nprint('\\cite{bait-four}')\n\\end{lstlisting}",
    "\\iffalse\nOnce we cited \\cite{bait-five}.\n\\fi",
]


@dataclass
class Plan:
    """How much of everything a document of one megabyte has; larger ones have more of each."""

    megabytes: int
    rng: random.Random
    files: int = 30
    entries: int = 2000
    cites: int = 2700
    undefined: int = 25
    words: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in ("files", "entries", "cites", "undefined"):
            setattr(self, name, getattr(self, name) * self.megabytes)
        picks = [self.rng.randint(1, 4) for _ in range(3000)]
        self.words = ["".join(self.rng.choices(SYLLABLES, k=count)) for count in picks]


def made(out: Path, megabytes: int = 1) -> Path:
    """Write a document of invented words: 30 files, 2,000 entries and 2,700 citations a megabyte."""
    plan = Plan(megabytes, random.Random(SEED))
    (out / "parts").mkdir(parents=True)
    (out / "library.bib").write_text("".join(entry(plan, n) for n in range(plan.entries)), "utf-8")
    names = [f"parts/part{number:04}" for number in range(plan.files)]
    lost = set(plan.rng.sample(range(plan.cites), plan.undefined))
    each = plan.cites // plan.files
    size = megabytes * 1_000_000 // plan.files
    for number, name in enumerate(names):
        mine = range(number * each, (number + 1) * each)
        (out / f"{name}.tex").write_text(part(plan, number, mine, lost, size), "utf-8")
    main = out / "main.tex"
    main.write_text(MAIN.replace("PARTS", "\n".join(f"\\input{{{name}}}" for name in names)), "utf-8")
    return main


MAIN = r"""\documentclass{book}
\usepackage{amsthm,graphicx,listings}
\usepackage[backend=biber]{biblatex}
\addbibresource{library.bib}
\newtheorem{lemma}{Lemma}
\begin{document}
PARTS
\printbibliography
\end{document}
"""


ARGUED = r"""\documentclass{article}
\usepackage{amsthm,argcheck}
\newtheorem{lemma}{Lemma}
\begin{document}
TEXT
\end{document}
"""


def argued(out: Path, claims: int = 1500, paragraphs: int | None = None) -> Path:
    """Write a document of so many annotated claims, each with a lemma and its proof: 1,500 are 0.8 MB.

    The claims stand in paragraphs of their own, or all in so many.
    """
    plan = Plan(1, random.Random(SEED))
    lemmas, said = [], []
    for number in range(claims):
        before = f"\\uses{{lem:{plan.rng.randrange(number)}}}" if number else ""
        lemmas.append(
            f"\\begin{{lemma}}\n  \\label{{lem:{number}}}{before}\n  {sentence(plan, 15)}.\n\\end{{lemma}}\n\n"
            f"\\begin{{proof}}\n  {sentence(plan, 12)}.\n\\end{{proof}}"
        )
        rests = f"\\supports{{claim-{number - 1}}}" if number else ""
        told = f", as{rests}\\uses{{lem:{number}}} was told"
        claim = f"\\argclaim{{claim-{number}}}{{{sentence(plan, 12)}}}{told}"
        said.append(f"{sentence(plan, 14)}. {claim}.")
    share = -(-claims // (paragraphs or claims))
    text = [" ".join(said[start : start + share]) for start in range(0, claims, share)]
    main = out / "main.tex"
    out.mkdir(parents=True, exist_ok=True)
    main.write_text(ARGUED.replace("TEXT", "\n\n".join(lemmas + text)), "utf-8")
    return main


def entry(plan: Plan, number: int) -> str:
    author = " and ".join(
        f"{plan.rng.choice(plan.words).title()}, {plan.rng.choice('ABCDE')}." for _ in range(2)
    )
    title = f"{sentence(plan, 8)} {number}"
    fields = {
        "author": author,
        "title": title,
        "journaltitle": f"Journal of {plan.rng.choice(plan.words).title()}",
        "date": str(plan.rng.randint(1950, 2023)),
        "volume": str(plan.rng.randint(1, 90)),
        "pages": f"{number}--{number + 9}",
        "doi": f"10.5555/made.{number}",
        "abstract": f"{sentence(plan, 20)}.",
    }
    return f"@article{{{key(number)},\n" + "".join(f"  {k} = {{{v}}},\n" for k, v in fields.items()) + "}\n\n"


def key(number: int) -> str:
    return f"made{number:05}"


def sentence(plan: Plan, length: int) -> str:
    return " ".join(plan.rng.choices(plan.words, k=length)).capitalize()


def part(plan: Plan, number: int, cites: range, lost: set[int], size: int) -> str:
    """Write one chapter of about `size` characters that holds the citations of `cites`."""
    label = f"part{number}"
    blocks = [f"\\chapter{{{sentence(plan, 3)}}}\n\\label{{ch:{label}}}"]
    blocks += [figure(plan, label), f"See Figure~\\ref{{fig:{label}}} in Chapter~\\ref{{ch:{label}}}."]
    blocks += [lemma(plan, label), BAITS[number % len(BAITS)]]
    blocks += [f"{sentence(plan, 14)} {cite(plan, n, lost)}." for n in cites]
    spare = size - sum(len(block) + 2 for block in blocks)
    while spare > 0:
        at = plan.rng.randrange(5, len(blocks))
        more = f" {sentence(plan, plan.rng.randint(6, 22))}, where $x_{at} = {at}$ and \\emph{{{sentence(plan, 2)}}}."
        blocks[at] += more
        spare -= len(more)
    for at in range(15, len(blocks), 12):
        blocks[at] = f"\\section{{{sentence(plan, 4)}}}\n\\label{{sec:{label}-{at}}}\n\n{blocks[at]}"
    return "\n\n".join(blocks) + "\n"


def figure(plan: Plan, label: str) -> str:
    inside = (
        f"  \\includegraphics{{{label}}}\n  \\caption{{{sentence(plan, 12)}.}}\n  \\label{{fig:{label}}}\n"
    )
    return f"\\begin{{figure}}\n{inside}\\end{{figure}}"


def lemma(plan: Plan, label: str) -> str:
    statement = f"\\begin{{lemma}}\n  \\label{{lem:{label}}}\n  {sentence(plan, 15)}.\n\\end{{lemma}}"
    return f"{statement}\n\n\\begin{{proof}}\n  By Lemma~\\ref{{lem:{label}}}.\n\\end{{proof}}"


def cite(plan: Plan, number: int, lost: set[int]) -> str:
    """Write one citation of one to three keys; those in `lost` name a key that no entry has."""
    if number in lost:
        return f"\\parencite{{nobody{number:05}}}"
    keys = [key(n) for n in plan.rng.sample(range(plan.entries * 7 // 10), plan.rng.choice([1, 1, 1, 2, 3]))]
    return f"\\{plan.rng.choice(COMMANDS)}{{{', '.join(keys)}}}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["made", "argued"])
    parser.add_argument("out", type=Path)
    parser.add_argument("--megabytes", type=int, default=1)
    parser.add_argument("--claims", type=int, default=1500)
    parser.add_argument("--paragraphs", type=int, help="how many paragraphs the claims share")
    options = parser.parse_args()
    if options.kind == "argued":
        print(argued(options.out, options.claims, options.paragraphs))
    else:
        print(made(options.out, options.megabytes))


if __name__ == "__main__":
    main()
