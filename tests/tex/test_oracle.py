r"""What TeX itself cites, asked of pdflatex: slow, so only with ``ARGCHECK_ORACLE=1`` and a TeX on the path.

Where argcheck means to differ: it reads both branches of a conditional that it cannot
decide, takes blanks off around keys (TeX leaves the citation undefined), and reads a
nested optional argument as it was meant.
"""

import os
import re
import shutil
import subprocess

import pytest

from argcheck import api

pytestmark = [
    pytest.mark.skipif("ARGCHECK_ORACLE" not in os.environ, reason="set ARGCHECK_ORACLE=1 to ask TeX"),
    pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex on this machine"),
]

LOAD = {
    "natbib": r"\usepackage{natbib}",
    "biblatex": r"\usepackage[backend=biber,style=authoryear,natbib=true]{biblatex}\addbibresource{refs.bib}",
    "jurabib": r"\usepackage{jurabib}",
    "apacite": r"\usepackage{apacite}",
    "harvard": r"\usepackage{harvard}",
    "cite": r"\usepackage{cite}",
    "chicago": r"\usepackage{chicago}",
    "amsrefs": r"\usepackage{amsrefs}",
}
ENTRY = "@article{%s, title={T}, author={A, B}, journal={J}, year={2000}}\n"
TEXTS = {
    "natbib": [
        r"\cite[see \citet[p.~1]{b} and]{a}",
        r"\cite[{see \citet[p.~1]{b} and}]{a}",
        "\\cite{a,% first\n  b, % \\cite{dead}\n  %c,\n  d}",
        r"\cite{a,,b,}",
        r"\cite{a b}",
        "\\cite %x\n  [p. 3] %y\n  {a}",
        "\\cite\n\n{a}",
        r"\citep*[see][3]{a}",
        r"\nocite{ *}",
        r"\citet{\kk}",
        r"\verb|%| \cite{a} \verb|x|",
        "\\iffalse % \\fi\n\\cite{dead}\\fi\\cite{a}",
        r"\if0\cite{dead}\fi\cite{a}",
        "\\if 0\n\\cite{dead}\\else\\cite{b}\\fi\\cite{a}",
        r"\if1\cite{dead}\fi",
        r"\if11\cite{a}\fi",
        r"\if00\cite{a}\fi",
        r"\if01\cite{dead}\fi",
        r"\ifnum0=1 \cite{dead}\fi",
        r"\ifnum1>0\cite{a}\fi",
        r"\ifnum0>1\cite{dead}\fi",
        r"\ifnum 1<0 \cite{dead}\else\cite{a}\fi",
        r"\iftrue\cite{a}\else\cite{dead}\fi",
        r"\ifodd0\cite{dead}\fi",
        "\\begin{comment}\n\\cite{dead}\n\\end{comment}\n\\cite{a}",
        "\\begin{lstlisting}[language=C]\n% \\cite{dead} \\begin{x}{\n\\end{lstlisting}\\cite{a}",
        r"\lstinline|\cite{dead}|\cite{a}",
        r"\lstinline{\cite{dead}}\cite{a}",
        r"\url{http://x.org/a%b}\cite{a}",
        r"\href{http://x.org/a%b}{\cite{b}}\cite{a}",
        r"\newcommand\both[2]{\cite{#1,#2}}\both{a}{b}",
        r"\newcommand{\mycite}[2][]{\citep[#1]{#2}}\mycite [x] {a}",
        "\\cite{a}\n\\input{inc}\\cite{b}",
        r"\input inc \cite{b}",
        "\\input{inc%\n}\\cite{b}",
        r"\makeatletter\@input{inc.tex}\makeatother",
        r"\defcitealias{a}{Paper I}\citetalias{a}",
        r"\citetext{\citealp{a}; \citealp{b}}",
        r"\shortcites{a}\citet{a}",
        r"\cite{a}\end{document}\cite{dead}",
    ],
    "biblatex": [
        r"\cites(see)(p. 3)[1]{a}[][2]{b}{c,d}",
        "\\cites\n  [1]{a}\n  [2]{b}",
        r"\volcite[see]{2}[p. 3]{a}",
        r"\volcites{1}{a}{2}{b}",
        r"\cites{a}{b} {c}",
        r"\cites{a} text",
        r"\citefield{a}{title}",
        r"\citename[x][y]{a}[f]{author}",
        r"\textcquote[3]{a}{text}\textcquote{b}[.]{text}",
        r"\blockcquote[s][3]{c}{text}",
        r"\foreigntextcquote{english}[3]{a}{text}",
        "\\begin{displaycquote}[3]{a}\ntext\n\\end{displaycquote}",
        "\\begin{foreigndisplaycquote}{english}[s][3]{a}\ntext\n\\end{foreigndisplaycquote}",
        r"\parencite*{a}\Parencite[x]{b}\autocite*[3]{c}\smartcite{d}",
        r"\cite{ a , b}",
        r"\nocite{*,a}",
        r"\notecite[x]{a}\fnotecite{b}\footcitetext{c}",
        r"\DeclareCiteCommand{\mycite}{}{}{}{}\mycite[1]{a}",
        r"\DeclareMultiCiteCommand{\mycites}{\parencite}{;}\mycites[1]{a}{b}",
        r"\footfullcite{a}\fullcite{b}\citeurl{c}\citedate{d}",
        r"\Autocites(see)[3]{a}{b} \citereset \citet{c}\citeps{d}{e}",
        r"\Cites{a}{b}",
        r"\textcites{a}{b}(x)",
        r"\avolcite{1}{a}\Avolcite{2}{b}\tvolcite{1}[3]{c}\svolcite{1}{d}\ftvolcite{1}{e}",
        r"\entrydata{a}{x}\citelist{b}{location}",
        r"\hybridblockcquote{english}{a}{text}\hyphentextcquote{english}{b}{text}",
        r"\textcquote{a}[,][b]{x}",
        r"\blockcquote{a}[.]{x}\cite{b}",
        r"\cite{a}\newrefsection\cite{b}",
        r"\begin{refsection}[refs.bib]\cite{a}\end{refsection}",
        r"\parentext{\cite{a} and \brackettext{\cite{b}}}",
        r"\citeauthor*{a}\citetitle*{b}\citeyear*{c}",
        r"\pnotecite{a}\Notecite{b}\Pnotecite{c}",
        r"\nocite{a,b}\mancite\cite{c}",
        r"\cite{müller}",
    ],
    "apacite": [
        r"\cite<see>[p.~3]{a,b}",
        r"\citeA<e.g.>[p. 3]{a}\citeNP{b}\shortciteA{c}\fullcite{d}\citeauthor{e}\citeyear{f}",
        r"\maskcite{a}\citeyearNP{b}\citeauthorNP<x>{c}\nocitemeta{d}\masktext{x}",
        r"\shortciteNP{a}\fullciteNP{b}\citeauthor<x>[y]{c}",
    ],
    "jurabib": [
        r"\cite[see][p. 3]{a}\footcite[S. 3]{b}\citetitle{c}\fullcite{d}\footfullcite{e}\citefield{title}{f}\nextcite{c}",
    ],
    "harvard": [
        r"\citeasnoun[p.~3]{a}\possessivecite{b}\citeaffixed{c}{e.g.}\citeyear*{d}\citename{e}",
    ],
    "cite": [
        r"\citen{a}\cite{b,c}\citenum{d}\citeonline{e}",
    ],
    "chicago": [
        r"\citeN{a}\shortcite{b}\citeNP{c}\citeA{d}\citeyear{e}\shortciteN{f}\shortciteNP{b}",
    ],
    "amsrefs": [
        r"\cite{a}*{p. 3}\ocite{b}\citelist{\cite{c}*{x}\cite{d}}\cites{e,f}\ycite{a}",
    ],
}


@pytest.mark.parametrize(
    ("package", "text"), [(package, text) for package, texts in TEXTS.items() for text in texts]
)
def test_the_keys_are_those_that_tex_cites(package, text, tmp_path):
    (tmp_path / ".git").mkdir()
    packages = [LOAD[package]]
    if package != "jurabib":  # which babel must not precede
        packages.insert(0, r"\usepackage[english]{babel}\usepackage{listings,comment,url,csquotes}")
    if "\\href" in text:
        packages.append(r"\usepackage{hyperref}")
    load = r"\bibliographystyle{plain}\bibliography{refs}" if package not in {"biblatex", "amsrefs"} else ""
    main = [
        "\\documentclass{article}",
        *packages,
        r"\newcommand{\kk}{a}",
        r"\begin{document}",
        f"x {text}",
        load,
        r"\end{document}",
    ]
    (tmp_path / "main.tex").write_text("\n".join(main), encoding="utf-8")
    (tmp_path / "refs.bib").write_text("".join(ENTRY % key for key in "abcdef"), encoding="utf-8")
    (tmp_path / "inc.tex").write_text("\\cite{inc}\n")
    subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-draftmode", "main.tex"],
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
        check=False,
    )
    log = (tmp_path / "main.log").read_text(errors="replace")
    missing = re.search(r"File `([^']*\.(?:sty|cls))' not found", log)
    if missing:
        pytest.skip(f"this TeX has no {missing[1]}")
    if package == "biblatex":
        wanted = set(
            re.findall(r"<bcf:citekey[^>]*>([^<]*)<", (tmp_path / "main.bcf").read_text(encoding="utf-8"))
        )
    else:
        written = re.findall(
            r"\\(?:citation|@?cite)\{([^}]*)\}", (tmp_path / "main.aux").read_text(errors="replace")
        )
        wanted = {key for keys in written for key in keys.split(",") if key}
    [document] = api.citations(tmp_path, isolated=True)["documents"]
    assert {one["key"] for one in document["citations"]} == wanted - {"*"}
