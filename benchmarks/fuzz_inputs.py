"""Break pieces of documents, for `fuzz.py`: cut, doubled, spliced, nested, in odd encodings, with odd names and numbers."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fuzz_settings import settings_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("tex", "bib", "Rnw", "toml")
LONGEST = 2_000  # characters of one input
ODD = (
    *"{}[]()$&#^_~%@=,\"'|<>*\\ \t\n\r0é漢²٣\u2028\ufeff\x00\x0c\x1b\u202e\u0301½Ⅷ\U0001f600",
    "\\begin{", "\\end{", "\\fi", "\\iffalse", "\\else", "\\verb|", "\\def\\k#1{", "\\newcommand{\\k}[1]{", "\\k", "\\let\\k=",
    "\\input{main}", "\\cite{", "\\ref{", "\\label{", "\\section{", "\\item", "\\caption{", "\n\n", "$$", "``", "''", "--", "\\\\",
    "\\begin{document}", "\\end{document}", "\\end{verbatim}", "% argcheck: ignore", "% argcheck: claim id=a", "<<>>=", "\n@\n", "\\Sexpr{",
    "1e999", "9" * 60, "-12", "3.5 %", "H1", "(2020)", "et al.", "p < .05", "95 % CI [1, 2]", "@article{", "@string{", "#", " and ",
    "author = {", "doi = ", "crossref = {a}", '\\"{o}', "{\\'e}", "^^M", "^^5c", "\\char`\\{", "\\endinput", "\\includeonly{a,,}", "\\uses{a,}",
)  # fmt: skip
NUMBERS = (
    "0", "-0", "00", "-12", "1e999", "1e-999", "9" * 60, "1" * 5_000, "1." + "0" * 400, "." * 9, "1,000,000", "1.000.000,5", "1 000", "٣٤", "²", "½",
    "Ⅷ", "inf", "nan", "NaN", "0x1F", "1/0", "1_000", "$10^{999}$", "10^{10^{10}}", "1e", "1--", "--1", "99999-13-45", "0000", "1" * 18, "٠", "𝟗", "12.5.7", "%d",
)  # fmt: skip
MACROS = (
    "\\def\\k#1#2.#3{#3#1}", "\\def\\k{\\k}", "\\def\\k{\\j}\\def\\j{\\k}", "\\def\\k#1{\\k{#1#1}}", "\\newcommand{\\k}[9][x]{#1#9}", "\\newcommand\\k[0]{",
    "\\newcommand{\\k}[-1]{}", "\\newcommand*{\\k}[2][\\k]{#2}", "\\renewcommand\\cite[1]{#1}", "\\renewcommand{\\ref}[1]{\\label{#1}}", "\\def\\label#1{}",
    "\\NewDocumentCommand{\\k}{s o m O{} d() t+ v e{^_}}{#1#9}", "\\NewDocumentCommand\\k{", "\\DeclareMathOperator{\\k}{\\k}", "\\let\\cite\\ref",
    "\\let\\begin\\end", "\\let\\end=\\relax", "\\let\\k\\undefined \\k", "\\expandafter\\def\\csname k\\endcsname{x}\\k", "\\csname\\csname\\endcsname\\endcsname",
    "\\edef\\k{\\k\\k}", "\\gdef\\k##1{##}", "\\def\\k#1{\\def\\j##1{#1##1}}\\k{\\k}", "\\newenvironment{k}[2][a]{#1\\begin{figure}}{\\end{figure}}\\begin{k}",
    "\\newenvironment{document}{}{}", "\\renewenvironment{figure}{\\begin{figure}}{\\end{figure}}\\begin{figure}", "\\newtheorem{k}[k]{K}[k]", "\\newtheorem{}{}",
    "\\catcode`\\@=11", "\\catcode`\\{=12", "\\makeatletter\\@for\\k:=a,b\\do{\\k}", "\\newif\\ifk\\ktrue\\ifk a\\else b\\fi", "\\ifnum1<\\k\\fi", "\\ifx\\k\\undefined",
    "\\loop\\iftrue\\repeat", "\\newcounter{k}[k]\\stepcounter{k}\\thek", "\\numberwithin{k}{k}", "\\crefname{k}{}{}\\cref{a,b,,c}", "\\SetKwInput{k}{k}",
    "\\newcommand{\\k}{\\input{\\k}}\\k", "\\newcommand{\\k}[1]{\\input{#1/#1}}\\k{\\k{a}}", "\\lstnewenvironment{k}{}{}\\begin{k}", "\\DefineVerbatimEnvironment{k}{Verbatim}{}",
    "\\begin{filecontents}{refs.bib}@misc{", "\\graphicspath{{a/}{{b/}}}", "\\addbibresource[location=remote]{http://a.b/c}", "\\newcites{k}{K}\\citek{a}", "\\uppercase{\\k",
    "\\newcommand{\\k}[1]{\\ifthenelse{\\equal{#1}{}}{\\cite{a}}{\\cite{#1}}}\\k{}\\k{b}", "\\def\\k[#1]#2{\\ref{#2}}\\k[a]{b}", "\\newglossaryentry{k}{name={\\gls{k}}}",
)  # fmt: skip
CHUNKS = (
    "<<a, echo=FALSE>>=\n", "<<fig.cap='\\\\ref{a}', fig=TRUE>>=\n", "<<child=c('a.Rnw', 'main')>>=\n", "<<a, fig.cap=paste('x', y), results='asis'>>=\n",
    "<<,,=,>>=\n", "<<child='main.Rnw'>>=\n@\n", "<<label=a, fig.cap=\"x\\\"y\", fig.lp='fig:'>>=\n", "<<a>>=\n<<b>>\n@\n", "\\Sexpr{1 + \\Sexpr{2}}", "\\Sexpr{'}'}",
    "<<eval=c(1,2", "<<fig.cap=c('a', 'b'), fig.subcap=NULL>>=\n", "\n@ %def x\n", "\\SweaveOpts{concordance=TRUE, prefix.string=a}", "\\SweaveInput{main}", "<<" + "a" * 200 + ">>=\n",
    "\\begin{Scode}", "\\end{Scode}{}", "<<engine='python', fig.cap='é漢'>>=\n", "%\\VignetteIndexEntry{", "<<a, fig.cap='TODO ??', cache=TRUE>>=\nplot(1)\n@\n",
)  # fmt: skip
BIB = (
    "@string{a = a}", '@string{a = b # "c" # {d}}', "@misc{a, crossref = {a}}", "@misc{b, xdata = {b}, ids = {b, a, }}", "@set{a, entryset = {a, b}}", "@misc(a, title = (b))",
    "@comment{@misc{a}}", '@preamble{"\\newcommand{\\k}{" # {x}}', "@ARTICLE {a b, title}", "@{a,}", "@misc{,title={x}}", "@misc{a%, title = {b}\n}", "title = {{{{}}}", "author = {and and and},",
    "author = {, , ,},", "author = {Smith, Jr., A. and others and others},", "author = {{{A} and {B}}},", "year = {n.d.},", "date = {2020-13-45/..},", "date = {-0044},", "year = 99999999999,",
    'month = jan # "~1",', "pages = {1--},", "pages = {--},", "doi = {https://doi.org/10.1/},", "doi = {10." + "1" * 300 + "/x},", "eprint = {9999.99999v0},", "isbn = {97800000000XX},",
    "title = {\\verb|}|},", "url = {http://[::1]:99999/%zz},", "keywords = {,,;},", "related = {a}, options = {dataonly=true,},", "editor = {\\'{\\'{\\'{e}}}},", "type = {{}},", "volume = {٣},",
)  # fmt: skip
NAMES = (
    b"%", b"%", b"%", b"% a", b"%\xff\xfe", b"%\xed\xb2\x80", b"%'\"", b"%{}", b"%#$&", b"%\\a", b"%\n", b"%\t", b"-%", b"%..", b"%" + b"a" * 150, b"%\xe6\xbc\xa2", b"%e\xcc\x81", b"%\xe2\x80\xae",
    b"%\x1b[31m", b"%:1", b"%*?", b"%[a]", b"%%", b"%~", b"%.Rnw", b"%.tex", b"%,a",
)  # fmt: skip
CODINGS = (
    "utf-8",
    "utf-8",
    "utf-8",
    "latin-1",
    "cp1252",
    "utf-16",
    "utf-16-be",
    "utf-8-sig",
    "shift-jis",
    "utf-7",
    "cp037",
    "utf-32",
)
DECLARED = (
    "latin1",
    "utf8",
    "utf8x",
    "ansinew",
    "applemac",
    "",
    "x" * 40,
    "latin1,utf8",
    "cp437",
    "idna",
    "rot13",
    "zlib",
    "unicode_escape",
    "\x00",
)
OPENERS = (("{", "}"), ("\\begin{quote}", "\\end{quote}"), ("\\footnote{", "}"), ("\\begin{theorem}", "\\end{theorem}"), ("\\iftrue ", "\\fi "), ("$", "$"),
           ("\\textbf{\\emph{", "}}"), ("\\begin{itemize}\\item ", "\\end{itemize}"), ("\\begin{tabular}{l}", "\\end{tabular}"), ("\\begin{figure}\\caption{", "}\\end{figure}"),
           ("\\cite[", "]{a}"), ("\\section[", "]{b}"), ("(", ")"), ("\\begin{proof}[", "]\\end{proof}"), ("\\cite{", "}"), ("\\begin{", "}"), ("\\csname ", "\\endcsname"))  # fmt: skip
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
WORD = re.compile(r"[^\W\d_]{3,}")
ARGUMENT = re.compile(r"\{[^{}]*\}")


class Input(NamedTuple):
    """A broken file."""

    kind: str
    name: bytes  #: of the file, without its ending; a ``%`` stands for what tells it from others
    text: bytes


def texts(documents: list[Path]) -> dict[str, list[str]]:
    """Return the texts that inputs are made of, by kind of file; those of LaTeX serve for ``.Rnw`` as well."""
    folders = [ROOT / "examples", ROOT / "tests" / "manuscripts", ROOT / "tests" / "accuracy" / "manuscripts"]
    by_kind: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for folder in [*folders, *documents]:
        for kind in KINDS:
            by_kind[kind] += [
                file.read_text("utf-8", "replace") for file in sorted(folder.rglob(f"*.{kind}"))
            ]
    for page in sorted((ROOT / "tests" / "rules").glob("*.md")):
        blocks = page.read_text("utf-8").split("```")[1::2]
        by_kind["tex"] += [block.partition("\n")[2] for block in blocks if block.startswith("tex")]
        by_kind["bib"] += [block.partition("\n")[2] for block in blocks if block.startswith("bib")]
    for page in sorted((ROOT / "docs").glob("*.md")):
        blocks = page.read_text("utf-8").split("```")[1::2]
        by_kind["toml"] += [block.partition("\n")[2] for block in blocks if block.startswith("toml")]
    by_kind["Rnw"] += [f"<<chunk, echo=FALSE>>=\nx <- c(1, 2)\n@\n{text}" for text in by_kind["tex"]]
    return by_kind


def inputs(
    seed: str, kind: str, numbers: Iterable[int], sources: dict[str, list[str]]
) -> Iterator[tuple[int, Input]]:
    """Yield the inputs of these numbers; the same seed, kind and number give the same input."""
    for number in numbers:
        rng = random.Random(f"{seed} {kind} {number}")
        if kind == "toml":  # every second one is TOML, so that what reads its values is reached
            text = settings_text(rng, sources[kind])
            text = broken(rng, kind, [text]) if number % 2 else text
            yield number, Input(kind, b"argcheck", encoded(rng, text) if number % 2 else text.encode())
            continue
        text = broken(rng, kind, sources[kind])
        yield number, Input(kind, rng.choice(NAMES), encoded(rng, text))


def broken(rng: random.Random, kind: str, sources: list[str]) -> str:
    """Return a piece of a text, broken in several ways."""
    text = piece(rng, sources, LONGEST)
    for _ in range(rng.randint(1, 10)):
        text = rng.choice(MUTATIONS)(rng, text, sources)
        if rng.random() < 0.3:
            place = rng.randrange(len(text) + 1)
            text = text[:place] + rng.choice(SPECIAL[kind]) + text[place:]
        text = text[: 2 * LONGEST]
    return text


def encoded(rng: random.Random, text: str) -> bytes:
    """Return the bytes of a text, now and then not those that it declares, or with some of them lost."""
    if rng.random() < 0.15:
        text = f"\\usepackage[{rng.choice(DECLARED)}]{{inputenc}}\n{text}"
    data = (
        text.encode(rng.choice(CODINGS), "replace") if rng.random() < 0.3 else text.encode("utf-8", "replace")
    )
    if rng.random() < 0.1 and data:
        place = rng.randrange(len(data))
        data = data[:place] + rng.randbytes(rng.choice((1, 3, 20))) + data[place + rng.choice((0, 1, 3)) :]
    return data


def piece(rng: random.Random, sources: list[str], most: int) -> str:
    """Return some part of a text."""
    text = rng.choice(sources)
    start = rng.randrange(max(1, len(text) - most))
    return text[start : start + rng.randint(1, most)]


# -- the ways


def _part(rng: random.Random, text: str) -> tuple[int, int]:
    start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    return start, min(end, start + rng.choice((1, 5, 40, 400)))


def _cut(rng: random.Random, text: str, _: list[str]) -> str:
    start, end = _part(rng, text)
    return text[:start] + text[end:]


def _repeated(rng: random.Random, text: str, _: list[str]) -> str:
    start, end = _part(rng, text)
    return text[:end] + text[start:end] * rng.choice((1, 2, 20)) + text[end:]


def _with_signs(rng: random.Random, text: str, _: list[str]) -> str:
    start, _end = _part(rng, text)
    return text[:start] + rng.choice(ODD) * rng.choice((1, 1, 1, 3, 50)) + text[start:]


def _replaced(rng: random.Random, text: str, sources: list[str]) -> str:
    start, end = _part(rng, text)
    return text[:start] + piece(rng, sources, 300) + text[end:]


def _backwards(rng: random.Random, text: str, _: list[str]) -> str:
    start, end = _part(rng, text)
    return text[:start] + text[start:end][::-1] + text[end:]


def _spliced(rng: random.Random, text: str, sources: list[str]) -> str:
    """The first lines of one text, and the last ones of another; or their lines by turns."""
    lines, others = text.split("\n"), piece(rng, sources, LONGEST).split("\n")
    if rng.random() < 0.3:
        return "\n".join(line for pair in zip(lines, others, strict=False) for line in pair)
    return "\n".join(lines[: rng.randrange(len(lines) + 1)] + others[rng.randrange(len(others)) :])


def _nested(rng: random.Random, text: str, _: list[str]) -> str:
    start, end = _part(rng, text)
    left, right = rng.choice(OPENERS)
    deep = rng.choice((1, 2, 5, 30))
    return text[:start] + left * deep + text[start:end] + right * (deep - rng.choice((0, 0, 1))) + text[end:]


def _other_number(rng: random.Random, text: str, _: list[str]) -> str:
    numbers = list(NUMBER.finditer(text))
    if not numbers:
        return text + rng.choice(NUMBERS)
    chosen = rng.choice(numbers)
    return text[: chosen.start()] + rng.choice(NUMBERS) + text[chosen.end() :]


def _swapped(pattern: re.Pattern[str]) -> Callable[[random.Random, str, list[str]], str]:
    """Two of what a pattern matches change places: words, or arguments."""

    def swap(rng: random.Random, text: str, _: list[str]) -> str:
        places = list(pattern.finditer(text))
        if len(places) < 2:
            return text
        first, second = sorted(rng.sample(places, 2), key=re.Match.start)
        between = text[first.end() : second.start()]
        return text[: first.start()] + second[0] + between + first[0] + text[second.end() :]

    return swap


def _emptied(rng: random.Random, text: str, _: list[str]) -> str:
    places = list(ARGUMENT.finditer(text))
    if not places:
        return text
    chosen = rng.choice(places)
    return (
        text[: chosen.start()]
        + rng.choice(("{}", "", "{ }", "{%\n}", "{,}", "{{}}", "[]"))
        + text[chosen.end() :]
    )


def _one_line(rng: random.Random, text: str, _: list[str]) -> str:
    """Other ends of lines."""
    return text.replace("\n", rng.choice((" ", "\r", "\r\n", "\n\n", "%\n", "\u2028", "\x0b")))


def _other_case(rng: random.Random, text: str, _: list[str]) -> str:
    start, end = _part(rng, text)
    return text[:start] + rng.choice((str.upper, str.lower, str.swapcase))(text[start:end]) + text[end:]


MUTATIONS: tuple[Callable[[random.Random, str, list[str]], str], ...] = (
    _cut, _repeated, _with_signs, _replaced, _backwards, _spliced, _nested, _nested, _other_number, _other_number, _swapped(WORD), _swapped(ARGUMENT),
    _emptied, _one_line, _other_case,
)  # fmt: skip
TOML = (
    "[[x]]",
    "[",
    "]]",
    "= =",
    "a.b.c = 1",
    '"""',
    "'''",
    "\\u00zz",
    "#",
    "[tool.argcheck]",
    "[rules]",
    "[rules.x]",
    "inf",
    "{a=}",
    "[,]",
    "\x7f",
)
SPECIAL = {"toml": TOML, "tex": MACROS, "Rnw": (*CHUNKS, *CHUNKS, *MACROS), "bib": BIB}
