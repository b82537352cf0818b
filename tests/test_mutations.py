r"""Examples of the rules' pages, mutated: bytes, tokens and lines lost, doubled, moved, replaced by odd ones.

``ARGCHECK_EXAMPLES`` sets how many inputs of each kind are tried, forty without it.  Run as a program it tries many and
says how many it tried::

    nice -n 19 python tests/test_mutations.py tex 100000 --start 0
"""

from __future__ import annotations

import os
import random
import re
import shutil
import sys
import tempfile
import traceback
from functools import cache
from pathlib import Path

import pytest

from argcheck import api
from argcheck.errors import ArgcheckError
from argcheck.lint.registry import load_rules
from argcheck.testing import load_cases

PAGES = Path(__file__).resolve().parent / "rules"
EXAMPLES = int(os.environ.get("ARGCHECK_EXAMPLES", "40"))
KINDS = ("tex", "bib", "Rnw", "toml")
TOKEN = re.compile(rb"\\[A-Za-z@]+\*?|\\.|[A-Za-z]+|\d+|\s+|.", re.DOTALL)
ODD = [
    piece.encode()
    for piece in (
        "{", "}", "[", "]", "$", "$$", "%", "\\", "\\\\", "#", "#1", "&", "~", "^", "_", '"', "'", "`", "@", "=", ",", "(", ")", "<<", ">>=", "@\n",
        "\\begin{", "\\end{", "\\begin{document}", "\\end{document}", "\\cite{", "\\ref{}", "\\label{}", "\\iffalse", "\\fi", "\\else", "\\verb|",
        "\\input{main}", "\\input{", "\\def\\a{\\a}", "\\newcommand{\\a}[²]{x}", "\\let\\a\\b", "\\csname", "\\endinput", "\\MakeShortVerb{\\|}",
        "% argcheck: claim id=a uses=a", "% argcheck: ignore[", "% argcheck:", "\x00", "\ufeff", "\r", "\u2028", "\u202e", "²", "①", "-12", "1e999",
        "9" * 400, "@string{a = a}", "@misc{", "crossref = {a}", "# a #", "\\Sexpr{", "\\Sexpr{1}", "<<child='x'>>=", "<<echo=FALSE, results=tex>>=",
        "select = [", "[rules.", "[limits]\n", "max-files = 0\n", "exclude = ['**']\n", "''' ", '"""', "true", "1979-05-27", "\n\n", "\t", "x" * 300, "é", "漢",
    )
] + [b"\xff", b"\xc3", b"\x1b$B", b"\x82\xa0\x82\xa0\x82\xa0"]  # fmt: skip
CONFIG = b"""select = ["ALL", "CIT"]
extend-ignore = ["unused-entry"]
fail-on = "note"
exclude = ["*.bak", "old/**"]
cite-macros = ["mycite"]
language = "en"
roots = ["main.tex"]
baseline = "b.json"

[per-file-ignores]
"main.*" = ["CIT001"]

[severity]
CIT = "note"

[limits]
max-files = 10
max-nesting = 20

[theorem-environments]
satz = "theorem"

[rules.missing-field]
"""
KNITR = b"<<setup, echo=FALSE, fig.cap='A lamp'>>=\nx <- 1\ncat('\\\\label{a}')\n@\nThe \\Sexpr{x} lamps, see Figure~\\ref{fig:setup}.\n"


@cache
def seeds(kind: str) -> list[bytes]:
    """The texts that are mutated."""
    if kind == "toml":
        return [CONFIG]
    wanted = ".bib" if kind == "bib" else ".tex"
    texts = [
        text.encode()
        for case in sorted(load_cases(PAGES), key=str)
        for name, text in case.files.items()
        if name.endswith(wanted) and len(text) < 6_000
    ]
    return [KNITR + text for text in texts] if kind == "Rnw" else texts


def mutated(kind: str, number: random.Random) -> bytes:
    """One text, changed in one to eight places."""
    text = number.choice(seeds(kind))
    for _ in range(number.choice((1, 1, 2, 3, 8))):
        how = number.randrange(7)
        at = number.randrange(len(text) + 1)
        if how == 0:
            text = text[:at] + number.choice(ODD) + text[at:]
        elif how == 1:
            text = text[:at] + text[at + number.choice((1, 1, 5, 50)) :]
        elif how == 2:
            text = text[:at]
        elif how == 3:
            other = number.choice(seeds(kind))
            start = number.randrange(len(other) + 1)
            text = text[:at] + other[start : start + number.choice((5, 40, 400))] + text[at:]
        else:
            tokens = TOKEN.findall(text)
            if not tokens:
                continue
            place, count = number.randrange(len(tokens)), number.choice((1, 1, 3, 20))
            piece = tokens[place : place + count]
            if how == 4:
                tokens[place : place + count] = [number.choice(ODD)]
            elif how == 5:
                tokens[place:place] = piece * number.choice((1, 2, 30))
            else:
                del tokens[place : place + count]
                where = number.randrange(len(tokens) + 1)
                tokens[where:where] = piece
            text = b"".join(tokens)
    return text[:20_000]


def files_of(kind: str, text: bytes) -> dict[str, bytes]:
    """A small repository around a mutated text."""
    head, tail = (
        b"\\documentclass{article}\n\\begin{document}\n",
        b"\n\\bibliography{refs}\n\\end{document}\n",
    )
    bib = b"@article{a, author={A. Smith}, title={A title}, journal={J}, year=2000}\n"
    if kind == "toml":
        return {"main.tex": head + b"\\cite{a} and \\cite{b}." + tail, "refs.bib": bib, "argcheck.toml": text}
    if kind == "bib":
        return {"main.tex": head + b"\\nocite{*}\\cite{a}" + tail, "refs.bib": text}
    main = text if b"documentclass" in text else head + text + tail
    return {f"main.{kind}": main, "refs.bib": bib}


def examine(kind: str, example: int) -> str:
    """Check one mutated input in every way; what went wrong, empty if nothing did."""
    text = mutated(kind, random.Random(f"{kind} {example}"))
    folder = Path(tempfile.mkdtemp(prefix="mutated-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    try:
        (folder / ".git").mkdir()
        for name, data in files_of(kind, text).items():
            (folder / name).write_bytes(data)
        rules = {} if kind == "toml" else {"extend-select": every_rule()}
        report = api.check(folder, config=rules, isolated=kind != "toml")
        if failures := [one.message for one in report.failures if "cannot be analysed" not in one.message]:
            return f"{failures}\n{text!r}"
        for one in report.diagnostics:
            report.sources[one.span.path].position(
                one.span.start
            ) if one.span.path in report.sources else None
    except ArgcheckError:
        return ""
    except Exception:  # noqa: BLE001 - that is what is looked for
        return f"{traceback.format_exc()}\n{text!r}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return ""


@cache
def every_rule() -> list[str]:
    """The codes of all rules, since no prefix selects those in preview."""
    return sorted(rule.code for rule in load_rules().rules.values())


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_no_mutation_makes_a_traceback(kind: str) -> None:
    for example in range(EXAMPLES):
        wrong = examine(kind, example)
        assert not wrong, f"{kind} {example}: {wrong}"


def main(kind: str, count: str, _: str = "--start", start: str = "0") -> int:
    """Try ``count`` inputs of a kind and print every failure."""
    failed = 0
    for example in range(int(start), int(start) + int(count)):
        if wrong := examine(kind, example):
            failed += 1
            print(f"{kind} {example}: {wrong}", flush=True)
        if (example + 1) % 1_000 == 0:
            print(f"{kind}: {example + 1 - int(start)} tried, {failed} failed", flush=True)
    print(f"{kind}: {count} tried, {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
