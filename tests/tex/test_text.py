"""Reading text: what each construct prints, exact places, hostile input, real documents."""

from __future__ import annotations

import os
import re
import time
from collections import Counter
from itertools import chain, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from seen_by_a_rule import context

from argcheck.files.diagnostic import Span
from argcheck.files.source import SourceFile, decode
from argcheck.reading.manuscript import Manuscript
from argcheck.tex import typography as reading
from argcheck.tex.model import Citation, Section, Sentence
from argcheck.tex.reading_text import document_sentences, sentence_of, sentences_with

SHARED = Path(os.environ.get("ARGCHECK_SHARED", Path(__file__).parents[3] / "shared"))
CORPORA = sorted((SHARED / "corpora").glob("*")) if (SHARED / "corpora").is_dir() else []


def manuscript(text: str, **fields: object) -> Manuscript:
    pieces = (Span("a.tex", 0, len(text)),)
    return Manuscript("a.tex", {"a.tex": SourceFile("a.tex", text, "")}, **{"pieces": pieces, **fields})


def read(text: str, **fields: object) -> list[tuple[str, str]]:
    return [(s.kind, s.text) for s in document_sentences(manuscript(text, **fields))]


def prose(text: str, **fields: object) -> str:
    return " / ".join(words for _, words in read(text, **fields))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("One % no\n  two", "One two"),
        (r"\itemsep0em One. \parskip 5pt plus 2pt minus 1pt Two.", "One. / Two."),
        (
            r"{\hfuzz=100pt\vfuzz=100pt One} \tolerance=500 \widowpenalty10000 two\hbadness=9\penalty-100\relax.",
            "One two.",
        ),
        (
            r"\parskip\baselineskip One \leftskip=.5\textwidth two \advance\leftskip by -1cm three.",
            "One two three.",
        ),
        (r"\parindent 2pc One \hskip 1truecm two.\vskip 3 true cm plus 1fill", "One two."),
        (r"\setlength\parindent{0pt} One two.", "One two."),
        (
            r"\count0=7 One \dimen0 = 3pt two\advance\count1 by 3 \textwidth 5cm\textheight=20truecm.",
            "One two.",
        ),
        (r'\catcode`\@=11 One\mathcode`.="2E\fontdimen2\font=1em two\everypar={x}.', "One two."),
        (r"\setlength\textwidth{\paperwidth-2cm} One \hbox to\textwidth{two}.", "One totwo."),
        (r"\ownlength=3pt One \ownmargin = -1.5 cm two. \Jury = {Three}.", "One two. / Three."),
        (r"\noindent\rule{\textwidth}{0.5pt} One.", "One."),
        ("One%\n  two", "Onetwo"),
        ("One\n% a\n% b\ntwo.", "One two."),
        ("One.%\n\nTwo.", "One. / Two."),
        (r"Fifty\,\% of A\&B cost \$5 \#1 a\_b.", "Fifty % of A&B cost $5 #1 a_b."),
        (
            r"G\"odel, Poincar\'{e}, \v{S}koda, na\"{\i}ve, \O{}re, Stra\ss e.",
            "Gödel, Poincaré, Škoda, naïve, Øre, Straße.",
        ),
        (r"Erd\H{o}s and fa\c cade and \'Etienne.", "Erdős and façade and Étienne."),
        (r"Of \Sexpr{ } cases, \Sexpr{ } ($p = \Sexpr{ }$) died.", "Of \ufffc cases, \ufffc (\ufffc) died."),
        ("``Well'' -- so --- he said.", "“Well” – so — he said."),
        (r"See \cite[p.~3]{a,b} and \citep*[see][]{c}.", "See [a, b] and [c]."),
        (r"\textcites(pre)(post)[1]{a}[2]{b} agree.", "[a, b] agree."),
        ("As \\cite{a, % why\n b} says.", "As [a, b] says."),
        (r"By \cref{a,b}, Fig.~\ref{f} and \crefrange{x}{y}.", "By [a, b], Fig. [f] and [x, y]."),
        (r"In \hyperref[sec:x]{the next section} we.", "In the next section we."),
        (r"Let $x$ be $\alpha \leq 5\%$ of $\frac{a}{b}$.", "Let x be α ≤ 5% of ￼."),
        (r"Let $A = \{x : \text{$x$ is small, $y$ is not}\}$ be a set.", "Let ￼ be a set."),
        (r"Then \(n = 3\) holds.", "Then n = 3 holds."),
        ("A $5 bill\n\nand more.", "A 5 bill / and more."),
        (r"We get \begin{align*} a &= b \\ c &= d. \label{q} \end{align*} Done.", "We get ￼. / Done."),
        (r"We get $$a=b$$ where b is c.", "We get ￼ where b is c."),
        (
            r"\textbf{Bold} \emph{it\/} {\sc sc} \textcolor{red}{red} \href{http://a_b}{link}.",
            "Bold it sc red link.",
        ),
        (r"See \url{http://a.b/c%20d}.", "See http://a.b/c%20d."),
        (r"A \enquote{good} day.", "A “good” day."),
        (r"A \texorpdfstring{\emph{good}}{good} day.", "A good day."),
        (r"As wide \glssetwidest{XXXX}as \settodepth{\depth}{XXXX}A, \widthof{XXXX}.", "As wide as A,."),
        (r"It is \SI{5.3}{\kilo\meter} at \qty{20}{\percent} and \ang{4}.", "It is 5.3 km at 20 % and 4°."),
        (r"Call \verb|f{$%|, or \lstinline{g}.", "Call ￼, or ￼."),
        (r"Not \iffalse dead \ifx a b \fi \cite{z} \else live\fi.", "Not live."),
        (r"Not \iffalse dead \ifstrequal{a}{b}{c}{d} \else live\fi.", "Not live."),
        (r"A \newcommand{\x}[1]{bad #1} b \def\y#1{bad} c \let\z=\x d.", "A b c d."),
        (r"\vspace{2cm}Text\label{a}\index{b}.\vspace*{1em}", "Text."),
        (r"\begin{verbatim} $ % bad \end{verbatim} Fine.", "Fine."),
        (r"A\footnotemark{} bell.\\[2pt] Cows.", "A bell. / Cows."),
        (r"\unknown[opt]{kept}{also} text.", "kept also text."),
        (r"One~two\ three.", "One two three."),
        (r"\pdfbookmark{Title Page}{title}Text\pdfbookmark[0]{Abstract}{abs}.", "Text."),
        (r"\begin{document}Body.\end{document} Dead.", "Body."),
        (r"\documentclass{a} dead \title{The Title} \begin{document}Body.", "The Title / Body."),
    ],
)
def test_reading(source: str, expected: str) -> None:
    assert prose(source) == expected


def test_text_macros_read_as_what_they_print() -> None:
    macros = {"eg": "e.g.\\ ", "lib": r"\textsc{Lib}\xspace", "both": r"\lib{} \eg", "loop": r"\loop"}
    assert prose(r"See \eg Bell. Use \lib now, \both\loop{}.", text_macros=macros) == (
        "See e.g. Bell. / Use Lib now, Lib e.g.."
    )


def test_formulas_read_with_the_macros_of_the_document() -> None:
    macros = {
        "reio": r"\mathrm{reio}", "ns": r"n_\mathrm{s}", "R": r"\mathbb{R}", "tool": r"$\mathtt{np\_Graph}$", "loop": r"\loop",
        "half": r"\frac{1}{2}", "depth": r"\ensuremath{\tau_\reio}",
    }  # fmt: skip
    for source, expected in (
        (r"Let $\tau_\reio$ depend on $x_\reio\ns$.", "Let τ_reio depend on x_reio n_s."),
        (r"Let $\depth$ and \depth{} be \(\R^4\).", "Let τ_reio and τ_reio be R^4."),
        (r"Use \tool{} here.", "Use np_Graph here."),
        (r"Let $\half x$, $\loop$, $x\tool$ and $\other$ be.", "Let ￼, ￼, ￼ and ￼ be."),
    ):
        assert prose(source, text_macros=macros) == expected


def test_a_macro_that_calls_one_with_xspace_keeps_the_blank_behind_it(tmp_path: Path) -> None:
    text = r"""\documentclass{article}
\newcommand{\lib}[1]{\textsc{\mbox{#1}}\xspace}
\newcommand{\ours}{\lib{Ours}}
\newcommand{\theirs}{\ours}
\begin{document}
The tests of \ours are slow, and \theirs has none.
\end{document}
"""
    sentences = context(tmp_path, main=text).manuscript.sentences
    assert [s.text for s in sentences] == ["The tests of Ours are slow, and Ours has none."]


@pytest.mark.parametrize(
    ("defined", "used", "expected"),
    [
        (
            r"\newcommand{\fn}[1]{\footnote{#1}}",
            r"A cow\fn{A note. Two.} is big.",
            "A cow is big. / A note. / Two.",
        ),
        (
            r"\newcommand{\fn}[1]{\marginpar{\small See: #1}\xspace}",
            r"A cow\fn{A note.} is big.",
            "A cow is big. / A note.",
        ),
        (
            r"\newcommand{\link}[2]{\marginnote{\href{#2}{#1}}}",
            r"\link{A page}{x.org} A cow is big.",
            "A cow is big. / A page",
        ),
        (
            r"\newcommand{\jd}[2][red]{\todo[color=#1]{JD: #2}}",
            r"A cow\jd{Check!} is big.",
            "A cow is big. / Check!",
        ),
        (
            r"\newcommand{\term}[2]{\emph{#1}\footnote{#2}}",
            r"A \term{cow}{A beast.} is big.",
            "A cow is big. / A beast.",
        ),
        (
            r"\newcommand{\fn}[1]{\footnote{#1}} \newcommand{\jd}[1]{\fn{JD: #1}}",
            r"A cow\jd{A note.} is big.",
            "A cow is big. / A note.",
        ),
        (
            r"\newcommand{\fn}[1]{}\usepackage{color}\renewcommand{\fn}[1]{\footnote{#1}}",
            r"A cow\fn{A note.} is big.",
            "A cow is big. / A note.",
        ),
        (r"\newcommand{\both}[1]{#1\footnote{On #1.}}", r"A \both{cow} is big.", "A cow is big."),
        (r"\newcommand{\own}[1]{#1\footnote{As ever.}}", r"A \own{cow} is big.", "A cow is big."),
        (r"\newcommand{\term}[2]{\emph{#1}\index{#2}}", r"A \term{cow}{cattle} is big.", "A cow is big."),
        (r"\newcommand{\hue}[2]{\textcolor{#1}{#2}}", r"A \hue{red}{cow} is big.", "A cow is big."),
        (
            r"\newcommand{\jl}[1]{{\small \color{red}[JL: #1]}}",
            r"A cow is \jl{XX.XX} big. {\color[gray]{0.5}[Two] cows.}",
            "A cow is XX.XX big. / [Two] cows.",
        ),
        (r"\newcommand{\two}[2]{#1 (#2)}", r"A \two{cow}{Bos} is big.", "A cow Bos is big."),
        (r"\newcommand{\vect}[1]{$\mathbf{#1}$}", r"A \vect{v} is big.", "A v is big."),
        (r"\newcommand{\last}[2]{#2}", r"A \last{ghost}{cow} is big.", "A cow is big."),
        (
            r"\newcommand{\pic}[2]{\begin{figure}\includegraphics{img/#1}\caption{#2}\label{fig:#1}\end{figure}}",
            "One cow.\n\n\\pic{cow}{A cow at night.}\n\nTwo cows.",
            "One cow. / A cow at night. / Two cows.",
        ),
        (
            r"\newcommand{\summary}[1]{\gdef\thesummary{#1}}",
            r"\summary{A cow is big.}",
            "A cow is big.",
        ),
        (
            r"\newtheorem{theorem}{Theorem}\newcommand{\thm}[2]{\begin{theorem}[#1]#2\end{theorem}}",
            r"\thm{On Cows}{A cow is big.}",
            "On Cows / A cow is big.",
        ),
        (
            r"\newcommand{\boxed}[2]{\begin{tcolorbox}[title={#1}]#2\end{tcolorbox}}",
            r"\boxed{On Cows}{A cow is big.}",
            "On Cows / A cow is big.",
        ),
        (
            r"\NewDocumentCommand{\fn}{sm}{\IfBooleanF{#1}{ }\footnote{#2}}",
            r"A cow\fn*{A note.} is big\fn{Two.}.",
            "A cow is big. / A note. / Two.",
        ),
        (
            r"\newcommand{\para}[1]{\paragraph{#1}}",
            r"A list: \para{Cats} Cats are small.",
            "A list: / Cats / Cats are small.",
        ),
        (
            r"\newcommand{\fig}[3]{\begin{figure}\includegraphics{#1}\caption{#2}\label{#3}\end{figure}}",
            r"One cow. \fig{cow}{A cow at night}{f:cow} Two cows.",
            "One cow. / Two cows. / A cow at night",
        ),
        (r"\newcommand{\lem}[2]{#1\label{#2}}", r"\lem{A cow is big.}{l:cow}", "A cow is big."),
        (r"\newcommand{\lab}[1]{\label{#1}}", r"A cow\lab{l:cow} is big.", "A cow is big."),
        (r"\newcommand{\fn}{\footnote}", r"A cow\fn{A note.} is big.", "A cow is big. / A note."),
        (r"\let\fn\footnote", r"A cow\fn{A note.} is big.", "A cow is big. / A note."),
        (r"\newcommand{\deep}[1]{\deep{#1}}", r"A \deep{cow} is big.", "A cow is big."),
        # words beside what is cited, which stands where its names do
        (
            r"\newcommand{\quo}[2]{``#1'' \parencite{#2}}",
            r"As \quo{the cow is big}{smith} says.",
            "As “the cow is big” [smith] says.",
        ),
        (
            r"\newcommand{\quo}[3][]{\enquote{#2}\footnote{\cite[#1]{#3}}}",
            r"He says \quo[12]{a cow is big}{smith}.",
            "He says “a cow is big” [smith].",
        ),
        (r"\newcommand{\src}[2]{#2 (\cite{#1})}", r"\src{smith}{A cow is big.}", "[smith] A cow is big."),
        (
            r"\newcommand{\both}[3]{\cite{#1}, but #2 in \cite{#3}}",
            r"\both{smith}{two cows}{jones,lee} differ.",
            "[smith] two cows [jones, lee] differ.",
        ),
        (
            r"\newcommand{\fnc}[2]{\footnote{#1 \cite{#2}}}",
            r"A cow\fnc{On cows see}{smith} is big.",
            "A cow[smith] is big. / On cows see",
        ),
        (
            r"\newcommand{\quo}[2]{``#1'' \cite{#2}}\newcommand{\thus}[2]{thus \quo{#1}{#2}}",
            r"And \thus{a cow is big}{smith}.",
            "And “a cow is big” [smith].",
        ),
        (
            r"\newcommand{\see}[2]{\hyperref[#1]{#2}}",
            r"\see{s:cow}{The section on cows} is long.",
            "[s:cow] The section on cows is long.",
        ),
        (
            r"\newcommand{\pic}[3]{\begin{figure}\caption{#1 \cite{#2}}\label{#3}\end{figure}}",
            r"One cow. \pic{A cow at night}{smith}{f:cow} Two cows.",
            "One cow. [smith] / Two cows. / A cow at night",
        ),
        # pages, the part of a figure, and what only another package prints, are no words
        (r"\newcommand{\vgl}[3][]{vgl. #1 \cite[#2]{#3}}", r"So \vgl{S. 12}{smith}.", "So [smith]."),
        (r"\newcommand{\vgl}[2]{(\cite{#1}, #2)}", r"So \vgl{smith}{S. 12 ff.}.", "So [smith]."),
        (r"\newcommand{\fref}[2]{Figure~\ref{fig:#1}#2}", r"See \fref{cow}{b}.", "See [fig:cow]."),
        (
            r"\NewDocumentCommand\citeproc{mm}{\begingroup\def\citeproctext{#2}\cite{#1}\endgroup}",
            r"So \citeproc{smith}{Smith and Jones}.",
            "So [smith].",
        ),
        (r"\newcommand{\two}[2]{\cite{#1} \cite{#2}}", r"So \two{smith}{jones}.", "So [smith, jones]."),
        # quotation marks, words in options, and what a package would drop
        (r"\newcommand{\q}[1]{\glqq #1\grqq{}}", r"A \q{cow} is big.", "A „cow“ is big."),
        (r"\newcommand{\x}[2][]{\emph{#2} (#1)}", r"A \x[from Kiel]{cow} is big.", "A from Kiel cow is big."),
        (r"\newcommand{\x}[2][blue]{\shown{#1}{#2}}", r"A \x[green]{cow} is big.", "A cow is big."),
        (r"\newcommand{\x}[2][]{#2 #1}", r"A \x[style=large]{cow} is big.", "A cow is big."),
        (r"\newcommand{\x}[2][]{#1: #2}", r"A \x[Anna]{cow} is big.", "A cow is big."),
        (r"\newcommand{\tag}[1]{\textsc{#1}}", r"A \tag{cow} is big.", "A cow is big."),
        (r"\renewcommand{\index}[1]{\old{#1}}", r"A cow\index{cow} is big.", "A cow is big."),
        (r"\newcommand{\email}[1]{\gdef\mail{#1}}", r"\email{cow} A cow is big.", "A cow is big."),
        # a macro that breaks its text prints paragraphs, or cells, of its own
        (
            r"\newcommand{\keywords}[1]{\par\noindent Keywords: #1}",
            "A cow.\n\\keywords{red cow}\nTwo.",
            "A cow. / Two.",
        ),
        (
            r"\newcommand{\email}[1]{\begin{center}#1\end{center}}",
            r"\email{cow} A cow is big.",
            "A cow is big.",
        ),
        (
            r"\newcommand{\new}{\par}\newcommand{\req}[2]{\new #1 \cite{#2}}\newcommand{\must}[2]{\req{#1}{#2}}",
            "\\must{The system is fast}{smith}\n\\must{The system is safe}{jones}\nText.",
            "[smith] [jones] Text.",
        ),
        (
            r"\newcommand{\row}[3]{#1 & #2 & \cite{#3} \\}",
            "\\row{cow}{big animal}{smith}\n\\row{cat}{small animal}{lee}",
            "[smith] [lee]",
        ),
        (r"\newcommand{\two}[2]{#1\\#2}", r"A \two{cow}{cat} is big.", "A cow cat is big."),
        (r"\newcommand{\two}[2][]{#1\\#2}", r"A \two[one more]{cow} is big.", "A cow is big."),
        (r"\newcommand{\two}[1][]{\par#1}", r"A cow is \two[](big).", "A cow is (big)."),
        (
            "\\newcommand{\\no}{}\\newcommand{\\quo}[2]{% cow & cat\n#1 \\& \\no%\n%\n\\cite{#2}%\n}",
            r"\section{Cows}\quo{The cow}{smith} is big.",
            "Cows / The cow [smith] is big.",
        ),
        (
            r"\newcommand{\quo}[2]{#1 \cite{#2}}",
            "\\quo{The cow}{smith}\n\\quo{the cat}{lee}",
            "The cow [smith] the cat [lee]",
        ),
        (
            "\\newcommand{\\quo}[2]{#1 \\cite{#2}\n\n}",
            "\\quo{The cow}{smith}\n\\quo{the cat}{lee}",
            "[smith] [lee]",
        ),
        # two calls directly behind one another are two words
        (
            r"\newcommand{\req}[2]{\textbf{#1} \cite{#2}}",
            r"\req{The system is fast}{smith}\req{It is safe}{jones}.",
            "The system is fast [smith] It is safe [jones].",
        ),
        (
            r"\newcommand{\affiliation}[1]{\emph{#1}}\newcommand{\email}[1]{\textit{#1}}",
            r"\affiliation{Kiel, Germany}\email{from cows}.",
            "Kiel, Germany from cows.",
        ),
        # commands, the keys of terms, and names of commands are no words
        (
            r"\newcommand{\vgl}[2]{#1 \cite{#2}}",
            r"So \vgl{\textit{S.}~\oldstylenums{12}}{smith}.",
            "So [smith].",
        ),
        (
            r"\newcommand{\x}[2]{\gls{#1} \cite{#2}}",
            r"The call \x{machinelearning}{smith} here.",
            "The call [smith] here.",
        ),
        (
            r"\newcommand{\x}[2]{\csname x#1\endcsname{} \cite{#2}}",
            r"The call \x{machinelearning}{smith} here.",
            "The call [smith] here.",
        ),
    ],
)
def test_what_calls_of_own_macros_print(tmp_path: Path, defined: str, used: str, expected: str) -> None:
    main = f"\\documentclass{{article}}\n{defined}\n\\begin{{document}}\n{used}\n\\end{{document}}"
    sentences = document_sentences(context(tmp_path, main=main).manuscript)
    assert " / ".join(sentence.text for sentence in sentences) == expected


def test_the_level_that_setsecnumdepth_names_is_no_word(tmp_path: Path) -> None:
    text = "\\documentclass{memoir}\\begin{document}Lamps are bright.\\setsecnumdepth{part}\\end{document}"
    assert [s.text for s in context(tmp_path, main=text).manuscript.sentences] == ["Lamps are bright."]


def test_text_beside_the_running_text_is_apart() -> None:
    text = r"""\section[Short]{A Title} Host\footnote{Note one. Note \cite{k}.} goes on.
    \begin{figure}[ht]\includegraphics[width=1cm]{f}\caption[s]{Cap. Two.}\label{f}\end{figure}
    It ends. \begin{itemize}\item one, \item[b)] two. \end{itemize}
    \begin{tabular}{l|r} a & 1 \\ \hline b & 2 \end{tabular}"""
    assert read(text) == [
        ("title", "A Title"),
        ("prose", "Host goes on."),
        ("footnote", "Note one."),
        ("footnote", "Note [k]."),
        ("caption", "Cap."),
        ("caption", "Two."),
        ("prose", "It ends."),
        ("item", "one,"),
        ("item", "b) two."),
        ("table", "a 1"),
        ("table", "b 2"),
    ]


def test_theorems_name_themselves_and_end_paragraphs() -> None:
    text = r"So\begin{theorem}[Bell, \cite{b}]\label{t} It holds.\end{theorem}\begin{proof}Clear.\end{proof}"
    assert read(text) == [
        ("prose", "So"),
        ("title", "Bell, [b]"),
        ("prose", "It holds."),
        ("prose", "Clear."),
    ]


def test_wrappers_and_own_sections_read_as_the_scanner_found_them() -> None:
    text = r"\mysec{Intro} As \mycite{x} says."
    start = text.index("\\mycite")
    place = Span("a.tex", start, start + len("\\mycite{x}"))
    cited = Citation("x", Span("a.tex", start + 8, start + 9), "mycite", place, nocite=False, group=0)
    section = Section(1, False, Span("a.tex", 7, 12), Span("a.tex", 0, 13))
    assert read(text, citations=[cited], sections=[section]) == [
        ("title", "Intro"),
        ("prose", "As [x] says."),
    ]


def test_the_sentence_of_a_place() -> None:
    text = r"One \cite{a}. Two\footnote{Inner \cite{b}.} rest \cite{c}. \caption{Cap \cite{d}.} $\cite{e}$"
    made = manuscript(text)

    def words(key: str) -> str | None:
        start = text.index(f"{{{key}}}") + 1
        found = sentence_of(made, Span("a.tex", start, start + 1))
        return found.text if found else None

    assert [words(key) for key in "abcd"] == ["One [a].", "Inner [b].", "Two rest [c].", "Cap [d]."]
    assert sentence_of(made, Span("b.tex", 0, 1)) is None


def test_sentences_are_the_same_where_only_some_are_read() -> None:
    text = r"One \cite{a}. Two\footnote{Inner \cite{b}.} rest \cite{c}. \caption{Cap \cite{d}.}" + "\n\nLast."
    made = manuscript(text)
    places = [Span("a.tex", at, at + 1) for at in range(len(text))]
    read_alone = [sentences_with(made, [place]).at(place) for place in places]
    together = sentences_with(made, reversed(places))
    assert sentences_with(made, places[:1]).at(places[-1]) is None
    expected = [sentence_of(made, place) for place in places]
    for sentences in (read_alone, [together.at(place) for place in places]):
        assert [said and (said.text, said.span) for said in sentences] == [
            said and (said.text, said.span) for said in expected
        ]
    assert sentences_with(made, places[:1]).at(places[-1]) == expected[-1]  # all are read by now


def test_german_shorthands() -> None:
    fields = {"languages": ("ngerman",), "packages": {"babel": "english,ngerman"}}
    assert prose('Der "Ubel "`Gr"o"se"\' und "=Teil.', **fields) == "Der Übel „Größe“ und -Teil."


def test_paragraphs_have_numbers() -> None:
    made = document_sentences(manuscript("One. Two.\n\nThree."))
    assert [sentence.paragraph for sentence in made] == [1, 1, 2]


def test_dead_ranges_are_left_out() -> None:
    text = r"Live \ifdraft dead \fi live."
    assert prose(text, dead={"a.tex": [(5, text.index("live."))]}) == "Live live."


def test_a_command_has_one_form() -> None:
    tables = [reading.WORDS, reading.SILENT, reading.BREAKS]
    lists = (*reading.QUANTITIES.values(), *reading.DROPPED.values(), *reading.FORMS.values())
    tables += [names.split() for names in lists]
    assert [name for name, times in Counter(chain(*tables)).items() if times > 1] == []
    assert [name for name in chain(*tables) if not name.isalpha()] == []


# Real documents


def corpus(folder: Path) -> Manuscript:
    files = {}
    for path in sorted(folder.rglob("*.tex")):
        name = path.relative_to(folder).as_posix()
        files[name] = SourceFile(name, decode(path.read_bytes())[0], "")
    pieces = tuple(Span(name, 0, len(source.text)) for name, source in files.items())
    return Manuscript("main.tex", files, pieces=pieces)


def in_order(sentence: Sentence, source: str) -> bool:
    """Whether the plain words of a sentence stand in its source in the same order."""
    position, source = 0, re.sub(r"[{}$]|\\-", "", source)  # markup inside of words
    for word in re.findall(r"(?<![\w.^/])[A-Za-z]{2,}(?![\w^])", sentence.text):
        position = source.find(word, position) + len(word)
        if position < len(word):
            return False
    return True


@pytest.mark.skipif(not CORPORA, reason="the corpora are not beside the repository; set ARGCHECK_SHARED")
@pytest.mark.parametrize("folder", CORPORA, ids=lambda folder: folder.name)
def test_sentences_of_a_real_document(folder: Path) -> None:
    made = corpus(folder)
    sentences = document_sentences(made)
    wrong = 0
    ends: dict[str, list[Sentence]] = {}
    for sentence in sentences:
        span, text = sentence.span, made.files[sentence.span.path].text
        source = text[span.start : span.end]
        assert 0 <= span.start < span.end <= len(text)
        assert source == source.strip()
        wrong += not in_order(sentence, source)
        ends.setdefault(span.path, []).append(sentence)
    print(f"{folder.name}: {wrong} of {len(sentences)} with words out of order")
    assert wrong <= 0.005 * len(sentences)
    for found in ends.values():
        assert not [pair for pair in pairwise(found) if overlap(*pair)]


def overlap(one: Sentence, two: Sentence) -> bool:
    """Whether two sentences share text without the one holding the other whole."""
    a, b = sorted((one.span, two.span), key=lambda span: span.start)
    return a.end > b.start and b.end > a.end


# Hostile input

PIECES = (
    "{ } [ ] $ $$ % \n \n\n & ~ \\ \\\\ \\[ \\] \\( \\) a. B c \\begin{a} \\end{a} \\begin{align} \\end{align} "
    "\\begin{document} \\end{document} \\begin{tabular}{l} \\end{tabular} \\item \\item[ \\footnote{ \\caption{ "
    "\\section{ \\cite{ \\cite[ \\iffalse \\fi \\else \\verb| \\url{ \\newcommand{\\x} \\def\\y#1{ \\' \\v{ \\SI{ "
    "\\enquote{ \\macro \\documentclass \\begin{itemize} \\end{itemize} \"a -- '' \\par é \u2028"
)


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from([*PIECES.split(" "), " ", "\n", "\n\n"]) | st.text(max_size=5), max_size=60))
def test_no_text_raises(pieces: list[str]) -> None:
    text = "".join(pieces)
    made = manuscript(
        text, text_macros={"macro": "a \\macro b", "x": "\\footnote{y}"}, languages=("ngerman",)
    )
    for sentence in document_sentences(made):
        assert 0 <= sentence.span.start < sentence.span.end <= len(text)
        assert sentence_of(made, sentence.span) is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit",
    [
        "{", "}", "$", "%", "\\", "\\begin{a}", "\\begin{align}", "\\footnote{", "\\label{", "\\cite[", "\\cite{",
        "\\section{a ", "\\iffalse ", "\\begin{a}[", "$a\n\n", "\\(", "\\[", "[", ".", ". A", "\\caption[", "a.\\cite{b}",
        "\\SI{", "\\newcommand{\\a}{", "\\verb|", "\\url{", "\\item[", "--", "''", "\n", "(.", "\xa0", "e.g. ", "»",
        "\\begin{tabular}{", "\\enquote{", "\\href{", "\\textcites(", "\\def\\a#", "\\v{", "\\begin{", "$$", "A.",
    ],
)  # fmt: skip
def test_no_text_hangs(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    start = time.process_time()
    document_sentences(manuscript(text))
    assert time.process_time() - start < 10  # a fraction of a second; what is quadratic takes a minute


def test_macros_in_macros_in_macros(tmp_path: Path) -> None:
    letters = [f"{first}{second}" for first in "abcdefghijklmnopqrst" for second in "abcdefghijklmnopqrst"]
    defined = "".join(f"\\newcommand{{\\m{a}}}[1]{{\\m{b}{{#1}}}}" for a, b in pairwise(letters))
    main = (
        f"\\documentclass{{article}}{defined}\\begin{{document}}\nA \\maa{{cow}} is big.\n\\end{{document}}"
    )
    assert [s.text for s in context(tmp_path, main=main).manuscript.sentences] == ["A cow is big."]
