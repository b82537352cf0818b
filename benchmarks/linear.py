r"""Print how the time of a check, or of the argument graph, grows with its input, for pieces of text repeated, and fail where it grows too fast.

What is linear on ordinary documents may be quadratic in some word or command that stands very often.
The pieces are every example of the pages in `tests/rules`, whole and line by line, every command and environment that
argcheck knows, what its patterns match, and what once was slow.  Each is repeated in one paragraph, in many, in the
preamble, in the fields of one entry, in many entries::

    nice python benchmarks/linear.py                  # all of it: an hour
    python benchmarks/linear.py --only once-slow      # what once was slow: two minutes
    python benchmarks/linear.py --only graphs         # of the argument graph: two minutes

A piece is measured at 25 and 100 kB first, and at five sizes up to 400 kB where those are over the bars; what is over
them then is measured once more, and the least of each size counts, since a busy machine only ever adds to it.
"""

from __future__ import annotations

import argparse
import math
import re
import signal
import sys
import tempfile
import time
import warnings
from contextlib import redirect_stderr, suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from argcheck import api
from argcheck.files import patterns
from argcheck.lint.registry import load_rules
from argcheck.tex.commands import ENVIRONMENT_SPECS, FLOATS, INCLUDES, SPECS, THEOREMS, VERBATIM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    Work = Callable[[str, list[str]], None]

HERE = Path(__file__).resolve().parent
PAGES = HERE.parent / "tests" / "rules"
#: What stands around the pieces, so that every rule has something to look at.
BEFORE = r"""
\title{Lamps}\author{A. Author}
\begin{abstract} We show that lamps are bright. All 412 participants came back, with an accuracy of 93.4\,\%. \end{abstract}
\section{Introduction} The lamps of the town are bright, and that is the subject of this work. We hypothesize that lamps
are brighter at night (H1). % argcheck: claim id=bright
\begin{theorem}\label{thm:bright} Lamps are bright. \end{theorem}
\begin{proof} By \ref{thm:bright}. \end{proof}
"""
AFTER = r"""
\section{Results} In the end 412 participants came back, as Smith (2020) and \citet{smith20} said, $t(40) = 2.13$, $p = .04$.
\begin{table} \caption{Scores.}\label{tab:a} \begin{tabular}{lr} A & 71 \\ B & 29 \\ Total & 100 \\ \end{tabular} \end{table}
\section{Conclusion} We saw that lamps are not bright. H1 is confirmed by the results of Table~\ref{tab:a}.
"""
WORKS = (
    "@article{smith20, author={A. Smith}, title={A long title of a work}, journal={J}, year=2020, volume=1}\n"
)
FIRST, LAST = 25_000, 100_000
SIZES = (25_000, 50_000, 100_000, 200_000, 400_000)
EXPONENT, SECONDS = 1.2, 0.5  #: the bars: growth, and CPU seconds for 100 kB
WORTH = 0.15  #: seconds: less than that says nothing about growth
GIVE_UP = 8.0  #: CPU seconds for one check
LETTERS = str.maketrans(
    "0123456789", "abcdefghij"
)  #: what ``%s`` of a piece makes of its number; ``%d`` is the number

#: What once took more than linear time: where it stood, and the piece.
ONCE_SLOW = (
    ("words", "the system system is set "),
    ("words", "Smith (2020) "),
    ("words", "A total of 12 participants "),
    ("words", "12 "),
    ("words", "RQ1 "),
    ("words", "hypothesis 1 "),
    ("words", "The effect was t(N) = 2.13, p = .05. "),
    ("words", "The 412 lamps (A = 100, B = 200, C = 112) burn. "),
    ("words", "(n = 412) and "),
    ("words", "Lamps consisting of 40\\,\\% gold, 30\\,\\% iron and 40\\,\\% lead. "),
    ("words", "\\label{a}"),
    ("words", "\\begin{theorem}"),
    ("words", "\\def\\a"),
    ("words", "\\cite{knuth84}\n\\bibliography{lost}\n"),
    ("words", "\\ref{a%d}\n\\input{lost%d}\n"),
    ("blanks", " "),
    ("volume", "x"),
    ("one-family", "Smith (2020) "),
    ("journal", "word "),
    (
        "words",
        (
            "% argcheck: claim id=a%d\nThe wind of the valley blows over all of its fields on each day of the year.\n\n"
            "% argcheck: conclusion id=b%d uses=a%d\nVineyards above the river ripen before those of the plain below.\n\n"
        ),
    ),
    ("proof", "By \\cite{knuth84}, it is so. "),
    ("words", "We saw the lamp%s lamp%s in the old harbour.\n\n"),
    ("words", "\\foreignlanguage{slovak}{Je to 300 TODO.}\n"),
)
#: The same of the argument graph: headings, files, labels, claims, floats, entries, and the words of conclusions.
ONCE_SLOW_GRAPHS = (
    ("words", "\\section{Lamps %d} Lamp %d is bright.\n\n"),
    ("words", "\\section{Conclusion} We show that lamp %d is bright.\n\n"),
    ("above-a-file", "\\section{Conclusion} We show that lamp %d is bright.\n\n"),
    ("above-a-file", "\\section{Proof of %d} Lamp %d is bright.\n\n"),
    ("words", "\\section{Lamps}\\label{sec:%d} See \\ref{sec:%d}.\n\n"),
    ("words", "% argcheck: claim id=c%d\nLamp %d is bright.\n\n"),
    (
        "words",
        "\\begin{figure}\\caption{Lamp %d}\\label{f%d}\\end{figure} Figure~\\ref{f%d} shows that lamp %d is bright.\n\n",
    ),
    ("concluded", "the lamp of street s%da takes %d0 W in town t%db.\n\n"),
    ("cited-entries", "@misc{a%d, title={Lamps in %d}}\n"),
)
GENERIC = (
    "a ", "A ", "1 ", "1", "12, ", "1.5 ", "(", ")", "( ", "[", "]", "{}", "{a}", "{a", "$", "$a$ ", "$$", "$1$ ", "\\[", "\\(a\\)", "%", "%\n",
    "\\", "\\\\", "\\ ", "~", "--", "- ", ", ", ". ", "; ", ": ", "? ", "A. ", '"', "'", "``a'' ", "\n", " ", "\t", " \n", "% a\n", "&", "#1", "^",
    "_", "^a", "\\a", "\\a ", "\\a{b}", "\\a[b]{c}", "\\a[", "\\'e", "é ", "漢", "n = 12 ", "p < .05 ", "12% ", "12\\% ", "et al. ", "i.e. ",
    "[1] ", "[1, 2] ", "(2020) ", "(Smith, 2020) ", "Smith and Jones (2020) ", "Smith et al. (2020) ", "TODO ", "?? ", "H1 ", "e.g., ", "https://a.b/c ",
    "10.1000/xyz ", "1--2 ", "one ", "one hundred ", "first ", "not ", "the ", "The ", "if ", "because ", "therefore ", "we show that ", "We ",
    "\\if ", "\\iffalse ", "\\fi ", "\\else ", "\\csname ", "\\begin{a}", "\\end{a}", "\\item ", "\\item[a] ", "\\begin{a}\\end{a}", "\\input{a}",
    "% argcheck: claim id=a\n", "% argcheck: ignore[CIT001]\n", "% argcheck: ", "\\newcommand{\\a}{b}", "\\newcommand{\\a}[1]{#1}",
    "\\newtheorem{a}{b}", "\\newenvironment{a}{b}{c}", "\\let\\a\\b ", "\\def\\a{b}", "\\newif\\ifa ", "\\verb|a| ", "\\verb|", "\x00", "\u2028",
    "\\color{white}", "\\tiny ", "\\phantom{a}", "{\\color{white}a}", "\\section{a}", "\\section{a}\n", "\\footnote{a}", "\\caption{a}", "@", "@a{", "=",
    "a & b \\\\ ", "1 & 2 \\\\ ", "\\hline ", "\\begin{tabular}{l}", "Table 1 ", "Figure~\\ref{a} ", "Theorem 1 ", "Lemma~\\ref{a} ", "(1) ", "(a) ", "(i) ",
)  # fmt: skip
FIELDS = (
    "a ", "A ", "A. ", "{A} ", "{", "}", "{{", "a, ", " and ", "A and ", "A, B and ", "a and others ", "\\'e ", '\\"', '"', "1", "1 ", "1--2, ",
    "10.1000/x ", "https://a.b/c ", "-", "--", ",", ", ", ".", ". ", ": ", "(2020) ", "# ", "a # ", "\\a ", "\\a{", "$", "$a$ ", "~", "Proc. ", "of the ",
    "Journal of ", "arXiv:2001.00001 ", "et al. ", "J", "j. ", "é", " ", "\n", "%", "@", "@a{", "=", "a = ", "Vol. 1 ", "ISBN 0-00-000000-0 ",
)  # fmt: skip
NAMES = ("title", "author", "editor", "journal", "booktitle", "volume", "pages", "year", "doi", "url", "eprint",
         "publisher", "note", "howpublished", "month", "isbn", "issn", "number", "key", "keywords", "crossref",
         "ids", "xdata", "date", "series", "institution")  # fmt: skip
ENTRIES = (
    "@misc{a, title={T}}\n", "@misc{a%d, title={T}}\n", "@article{a%d, author={A. Smith}, title={T}, year=2000, journal={J}}\n",
    "@article{a%d, author={A. Smith%d}, title={A title %d}, year=2000, journal={J}, volume=%d}\n", "@string{a%d = {b}}\n", "@string{a = {b}}\n",
    "@comment{a}\n", "@preamble{a}\n", "@misc{a%d, crossref={a0}}\n", "@misc{a%d, xdata={a0}}\n", "@misc{a%d, doi={10.1000/%d}}\n",
    "@misc{a%d, doi={10.1000/1}}\n", "@misc{a, doi={10.1000/1}}\n", "@misc{A%d, eprint={2001.00001}}\n", "% a\n", "%@misc{a%d}\n", "@misc{", "@misc{a",
    "@misc{a,", "@misc(a,)", "@book{a%d, title={T}, isbn={0-306-40615-2}}\n", "@misc{a%d, ids={b, c, d%d}}\n",
    "@article{a%d, author={A. Smith and B. Jones and others}, title={On {B}anach spaces of type %d}, year=2000, journal={J. Math.}, pages={1--2}}\n",
)  # fmt: skip


class Series(NamedTuple):
    """A piece of text, and where it stands again and again."""

    source: str
    place: str
    piece: str

    def files(self, size: int) -> dict[str, str]:
        """The files of a document that repeats the piece to a length of ``size``."""
        return PLACES[self.place](self.piece, size)

    @property
    def work(self) -> Work:
        """What is done with them."""
        return graph if self.source == "graphs" else check


class Fit(NamedTuple):
    """CPU seconds by size, for 100 kB, and the exponent of their growth."""

    seconds: dict[int, float]
    for_100_kb: float
    exponent: float

    @property
    def over(self) -> bool:
        """Whether it is over the bars."""
        return self.for_100_kb > SECONDS or self.exponent > EXPONENT


class TooSlow(BaseException):
    """A check took more than `GIVE_UP`; no `Exception`, since argcheck makes a finding of a rule that raises one."""


def _filled(piece: str, size: int, joint: str = "") -> str:
    count = max(1, size // max(1, len(piece + joint)))
    if "%d" in piece or "%s" in piece:
        numbers = map(str, range(count))
        return joint.join(piece.replace("%d", n).replace("%s", n.translate(LETTERS)) for n in numbers)
    return joint.join([piece] * count)


def _document(body: str, preamble: str = "", bib: str = "") -> dict[str, str]:
    main = f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\n{BEFORE}{body}\n{AFTER}\\bibliography{{refs}}\n\\end{{document}}\n"
    return {"main.tex": main, "refs.bib": WORKS + bib}


def _field(name: str, piece: str, size: int) -> dict[str, str]:
    """Two entries of one work, of which one has a long value of this field, and the other a short one."""
    fields = {
        "author": "A. Smith",
        "title": "A long title of a work",
        "journal": "J",
        "year": "2000",
        "volume": "1",
    }
    long, short = fields | {name: _filled(piece, size)}, fields | {name: fields.get(name, "X")}
    entries = [
        f"@article{{{key},\n" + "".join(f"  {field} = {{{value}}},\n" for field, value in one.items()) + "}\n"
        for key, one in (("a", long), ("b", short))
    ]
    return _document("See \\cite{a} and \\cite{b}.", bib="\n".join(entries))


def _one_family(piece: str, size: int) -> dict[str, str]:
    entries = "".join(
        f"@misc{{s{n}, author={{A. Smith}}, title={{T{n}}}, year={1990 + n % 30}}}\n"
        for n in range(size // 200)
    )
    return _document(_filled(piece, size // 2), bib=entries)


PLACES: dict[str, Any] = {
    "words": lambda piece, size: _document(_filled(piece, size)),
    "sentences": lambda piece, size: _document(_filled(piece, size, ". ")),
    "paragraphs": lambda piece, size: _document(_filled(piece, size, "\n\n")),
    "preamble": lambda piece, size: _document("Text.", _filled(piece, size, "\n")),
    "abstract": lambda piece, size: _document(f"\\begin{{abstract}}{_filled(piece, size)}\\end{{abstract}}\\section{{Results}} Text."),
    "argument": lambda piece, size: _document(f"\\cite{{{_filled(piece, size)}}}"),
    "option": lambda piece, size: _document(f"\\cite[{_filled(piece, size)}]{{a}}"),
    "body-of-macro": lambda piece, size: _document("Text.", f"\\newcommand{{\\a}}{{{_filled(piece, size)}}}"),
    "blanks": lambda piece, size: _document("Text.", f"\\newtheorem{{a}}{{b}}\n{_filled(piece, size)}"),
    "proof": lambda piece, size: _document(
        f"\\begin{{theorem}}\\label{{t}} T. \\end{{theorem}}\\begin{{proof}} {_filled(piece, size)}\\end{{proof}}",
        "\\newtheorem{theorem}{Theorem}",
    ),
    "one-family": _one_family,
    "above-a-file": lambda piece, size: _document(_filled(piece, size) + "\\input{last}\n") | {"last.tex": "The last words.\n"},
    "concluded": lambda piece, size: _document(
        "\\begin{figure}\\caption{Lamps.}\\label{f}\\end{figure}\n"
        + _filled(f"Figure~\\ref{{f}} shows that {piece}", size // 2)
        + "\\section{Conclusion}\n"
        + _filled(f"We saw that {piece}", size // 2)
    ),
    "entries": lambda piece, size: _document("\\nocite{*}", bib=_filled(piece, size)),
    "cited-entries": lambda piece, size: _document(
        " ".join(f"\\cite{{a{n}}}." for n in range(size // len(piece))), bib=_filled(piece, size)
    ),
    **{name: lambda piece, size, name=name: _field(name, piece, size) for name in NAMES},
}  # fmt: skip


def check(folder: str, select: list[str]) -> None:
    """Check the files of a folder, and say which rules failed."""
    for failure in api.check(folder, config={"extend-select": select}, isolated=True).failures:
        print(f"  FAILED {failure.name}: {failure.message[:300]}", flush=True)


def graph(folder: str, _select: list[str]) -> None:
    """Read the argument graph of the files of a folder, with what words tell."""
    api.argument_graph(folder, runs=("author", "structure", "cues"), isolated=True)


def timed(files: Mapping[str, str], work: Work, select: list[str]) -> float:
    """CPU seconds that some work on these files takes; `GIVE_UP` if it does not end."""
    with tempfile.TemporaryDirectory(prefix="linear-") as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, "utf-8", "replace")
        Path(folder, ".git").mkdir()
        signal.setitimer(signal.ITIMER_VIRTUAL, GIVE_UP)
        start = time.process_time()
        try:
            with redirect_stderr(StringIO()):
                work(folder, select)
        except TooSlow:
            return GIVE_UP
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return time.process_time() - start


def measured(series: Series, select: list[str], bases: Mapping[Work, float], *, quick: bool) -> Fit:
    """Measure two sizes, all where those are over the bars, and all again, unless a quick look is enough."""
    seconds: dict[int, float] = {}
    for sizes in ((FIRST, LAST), SIZES, SIZES)[: 1 if quick else 3]:
        for size in sizes:
            took = timed(series.files(size), series.work, select)
            seconds[size] = min(took, seconds.get(size, took))
            if seconds[size] >= GIVE_UP:
                break
        fit = fitted(seconds, bases[series.work])
        if not fit.over:
            return fit
    return fit


def fitted(seconds: Mapping[int, float], base: float) -> Fit:
    """Fit a power of the size, without what an empty document takes."""
    points = {size: max(took - base, 0.001) for size, took in sorted(seconds.items())}
    for_100_kb = points[max(points)] * 100_000 / max(points)
    if LAST in points:
        for_100_kb = points[LAST]
    logs = [(math.log(size), math.log(took)) for size, took in points.items() if took > WORTH / 8]
    if len(logs) < 2 or max(points.values()) < WORTH:
        return Fit(dict(seconds), for_100_kb, 0.0)
    middle_x, middle_y = (sum(one[axis] for one in logs) / len(logs) for axis in (0, 1))
    slope = sum((x - middle_x) * (y - middle_y) for x, y in logs) / sum((x - middle_x) ** 2 for x, _ in logs)
    return Fit(dict(seconds), for_100_kb, slope)


# -- the pieces


def _blocks() -> Iterator[tuple[str, str, str]]:
    """Yield page, kind and text of every example of the pages of rules."""
    for page in sorted(PAGES.glob("*.md")):
        for kind, text in re.findall(
            r"^```(tex|bib)\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
        ):
            clean = re.sub(r"[ \t]*%[ \t]*expect:[^\n]*", "", text)
            yield page.stem, kind, clean


def of_pages() -> Iterator[Series]:
    """Every example of the pages of rules."""
    for page, kind, text in _blocks():
        if kind == "bib":
            yield Series(f"page {page}", "entries", text)
            continue
        body = re.sub(r"\\documentclass[^\n]*\n|\\(?:begin|end)\{document\}|% file:.*", "", text)
        yield Series(f"page {page}", "words", body)


def of_lines() -> Iterator[Series]:
    """Every line of them."""
    lines = dict.fromkeys(
        line.strip() for _, kind, text in _blocks() for line in text.splitlines() if kind == "tex"
    )
    for line in lines:
        if line and "documentclass" not in line and "{document}" not in line:
            yield Series("line", "words", line + " ")


def of_commands() -> Iterator[Series]:
    """Every command and environment that the reading knows, whole and cut short."""
    alike: dict[object, str] = {}
    for name in sorted({*SPECS, *INCLUDES}):
        alike.setdefault(SPECS.get(name) or INCLUDES.get(name), name)  # one of those that are read alike
    for name in alike.values():
        yield Series("command", "words", f"\\{name}{{a}} ")
        yield Series("command", "words", f"\\{name}[a]{{b}}{{c}}")
        yield Series("command", "words", f"\\{name}{{")
        yield Series("command", "preamble", f"\\{name} ")
    for name in sorted(
        {*ENVIRONMENT_SPECS, *FLOATS, *THEOREMS, *VERBATIM, "tabular", "itemize", "equation", "proof"}
    ):
        yield Series("environment", "words", f"\\begin{{{name}}}a\\end{{{name}}} ")
        yield Series("environment", "words", f"\\begin{{{name}}}")
        yield Series(
            "environment",
            "words",
            f"\\begin{{{name}}}\\label{{a%d}}\\caption{{b}} \\cite{{c}}\\end{{{name}}}\n",
        )


def of_generic() -> Iterator[Series]:
    """Words, signs and commands that much text is made of."""
    for place in (
        "words",
        "sentences",
        "paragraphs",
        "preamble",
        "abstract",
        "argument",
        "option",
        "body-of-macro",
    ):
        for piece in GENERIC:
            yield Series("generic", place, piece)


def of_fields() -> Iterator[Series]:
    """Pieces of values in the fields of two entries of one work, and entries."""
    for name in NAMES:
        for piece in FIELDS:
            yield Series("field", name, piece)
    for piece in ENTRIES:
        yield Series("entry", "entries", piece)
        yield Series("entry", "cited-entries", piece)


def of_patterns() -> Iterator[Series]:
    """What the patterns of argcheck match: two examples of each."""
    pieces: dict[str, None] = {}
    sources = {
        (value._source, int(value._flags))  # noqa: SLF001 - a benchmark of just these
        for name, module in sorted(sys.modules.items())
        if name.partition(".")[0] == "argcheck"
        for value in vars(module).values()
        if isinstance(value, patterns._Lazy)  # noqa: SLF001
    }
    for source, flags in sorted(sources):
        example = st.from_regex(
            re.compile(source, flags), alphabet=st.characters(min_codepoint=32, max_codepoint=126)
        )

        @settings(
            max_examples=4,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            deadline=None,
        )
        @given(example)
        def take(text: str) -> None:
            if text.strip():
                pieces[text[:200]] = None

        with suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            take()
    for piece in pieces:
        yield Series("pattern", "words", piece + " ")


SOURCES: dict[str, Any] = {
    "once-slow": lambda: (Series("once-slow", *one) for one in ONCE_SLOW),
    "graphs": lambda: (Series("graphs", *one) for one in ONCE_SLOW_GRAPHS),
    "pages": of_pages,
    "lines": of_lines,
    "commands": of_commands,
    "generic": of_generic,
    "fields": of_fields,
    "patterns": of_patterns,
}


def _row(series: Series, fit: Fit) -> str:
    times = " ".join(f"{size // 1000}k:{took:.2f}" for size, took in sorted(fit.seconds.items()))
    return f"{fit.for_100_kb:8.2f} {fit.exponent:5.2f}  {series.source:10} {series.place:12} {series.piece[:60]!r}  {times}"


def _interrupt(*_: object) -> None:
    raise TooSlow


def main(argv: list[str] | None = None) -> int:
    """Measure, print what is over the bars and the ten slowest others, and end with 1 if anything is over."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", action="append", choices=sorted(SOURCES), help="pieces of this source")
    parser.add_argument("--piece", action="append", default=[], metavar="PLACE:TEXT", help="this piece")
    parser.add_argument("--quick", action="store_true", help="measure no more than two sizes")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth piece")
    parser.add_argument("--offset", type=int, default=0, metavar="N", help="begin with the Nth piece")
    options = parser.parse_args(argv)
    signal.signal(signal.SIGVTALRM, _interrupt)
    select = sorted(load_rules().rules)
    for _ in range(2):  # the first one imports
        bases = {work: timed(_document("Text."), work, select) for work in (check, graph)}
    chosen = [Series("given", *one.split(":", 1)) for one in options.piece]
    for name in options.only or ([] if chosen else SOURCES):
        chosen += list(SOURCES[name]())[options.offset :: options.every]
    print(f"{len(chosen)} series; an empty document takes {bases[check]:.2f} s")
    print("   100kB   exp")
    fits = []
    for series in chosen:
        fit = measured(series, select, bases, quick=options.quick)
        fits.append((fit.for_100_kb, series, fit))
        if fit.over:
            print("OVER", _row(series, fit), flush=True)
    over = sum(fit.over for _, _, fit in fits)
    print("the slowest of those within the bars:")
    for _, series, fit in sorted((one for one in fits if not one[2].over), key=lambda one: -one[0])[:10]:
        print("    ", _row(series, fit))
    print(f"{over} of {len(fits)} over the bars (exponent {EXPONENT}, {SECONDS} s for 100 kB)")
    return int(over > 0)


if __name__ == "__main__":
    raise SystemExit(main())
