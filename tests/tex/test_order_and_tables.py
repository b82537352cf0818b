"""Where places stand in a document of several files, how far sections reach, and what the cells of tables hold."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest
from seen_by_a_rule import context, words

from argcheck.api import Span, argument_graph, hookimpl

if TYPE_CHECKING:
    from pathlib import Path

assert hookimpl
MAIN = r"""\documentclass{article}
\begin{document}
Before.
\section{One} First.
\input{sub}
Behind.
\section{Two} Last.
\end{document}
"""
SUB = "\\subsection{Sub} Inside.\n\\section*{Star} In the same file.\n"


def test_sections_over_several_files(tmp_path: Path) -> None:
    ctx = context(tmp_path, main=MAIN, sub=SUB)
    m = ctx.manuscript
    one, sub, star, two = m.sections
    assert words(ctx, m.extent(one)) == ["First.", r"\subsection{Sub} Inside."]
    assert words(ctx, m.extent(sub)) == ["Inside."]
    assert words(ctx, m.extent(star)) == ["In the same file.", "Behind."]
    assert words(ctx, m.extent(two)) == ["Last."]
    places = {
        sentence.text: m.section_of(sentence.span) for sentence in m.sentences if sentence.kind == "prose"
    }
    assert places == {
        "Before.": None, "First.": one, "Inside.": sub, "In the same file.": star, "Behind.": star, "Last.": two,
    }  # fmt: skip
    assert [sentence.text for sentence in m.sentences_of(one)] == ["First.", "Sub", "Inside."]


def test_a_section_goes_on_in_a_file_that_is_read_right_behind_its_heading(tmp_path: Path) -> None:
    main = MAIN.replace("\\section{One} First.\n", "\\section{One}")
    ctx = context(tmp_path, main=main, sub=f"It rains.\n{SUB}")
    m = ctx.manuscript
    assert words(ctx, m.extent(m.sections[0])) == [r"It rains. \subsection{Sub} Inside."]


def test_an_appendix_by_its_title_has_the_files_that_are_read_in_it(tmp_path: Path) -> None:
    main = MAIN.replace("\\section{One} First.", "\\section{Appendix} First.")
    ctx = context(tmp_path, main=main, sub=SUB)
    assert words(ctx, ctx.manuscript.appendix) == ["First.", r"\subsection{Sub} Inside."]


def test_the_order_of_places_is_that_of_the_print(tmp_path: Path) -> None:
    m = context(tmp_path, main=MAIN, sub=SUB).manuscript
    positions = [m.position(sentence.span) for sentence in m.sentences]
    assert positions == sorted(positions)
    assert m.position(m.sections[3].span) - m.position(m.sections[2].span) == len(
        "\\section*{Star} In the same file.\n" + "\nBehind.\n"
    )


def test_contains() -> None:
    outer = Span("a.tex", 3, 9)
    assert outer.contains(outer)
    assert outer.contains(Span("a.tex", 9, 9))
    assert not outer.contains(Span("a.tex", 2, 9))
    assert not outer.contains(Span("b.tex", 4, 5))
    assert pickle.loads(pickle.dumps(outer)) == outer


def test_spans_overlap_where_they_share_a_character() -> None:
    span = Span("a.tex", 3, 9)
    assert span.overlaps(Span("a.tex", 8, 12))
    assert Span("a.tex", 0, 4).overlaps(span)
    assert not span.overlaps(Span("a.tex", 9, 12))
    assert not span.overlaps(Span("a.tex", 0, 3))
    assert not span.overlaps(Span("b.tex", 3, 9))


def test_a_span_starts_in_another_whose_end_is_behind_it() -> None:
    outer = Span("a.tex", 3, 9)
    assert Span("a.tex", 3, 30).starts_in(outer)
    assert Span("a.tex", 8, 30).starts_in(outer)
    assert not Span("a.tex", 9, 30).starts_in(outer)
    assert not Span("a.tex", 2, 5).starts_in(outer)
    assert not Span("b.tex", 3, 5).starts_in(outer)


TABLES = {
    "plain": (r"\begin{tabular}{l r} a & b \\ c & d \end{tabular}", [["a", "b"], ["c", "d"]]),
    "rules": (
        r"\begin{tabular}{ll}\toprule a & b \\[2pt] \cmidrule(lr){1-2} \hline\hline c & d \\* \bottomrule \end{tabular}",
        [["a", "b"], ["c", "d"]],
    ),
    "width": (r"\begin{tabularx}{\textwidth}{@{}l@{ }X@{}} a & b \end{tabularx}", [["a", "b"]]),
    "option": (r"\begin{tabular}[t]{ll} a & b \end{tabular}", [["a", "b"]]),
    "escaped": (r"\begin{tabular}{ll} a \& b & 5\,\% \end{tabular}", [["a & b", "5 %"]]),
    "comments": ("\\begin{tabular}{ll} a % & x \\\\\n & b \\end{tabular}", [["a", "b"]]),
    "groups": (r"\begin{tabular}{ll} {\bf a} & \shortstack{c \\ d} \end{tabular}", [["a", "c d"]]),
    "empty cells": (r"\begin{tabular}{lll} & & b \\ & & \end{tabular}", [["", "", "b"], ["", "", ""]]),
    "several columns": (
        r"\begin{tabular}{lll} \multicolumn{2}{c}{\textbf{a} b} & c \end{tabular}",
        [["a b", "c"]],
    ),
    "over pages": (
        r"""\begin{longtable}{ll} a & b \\ \endfirsthead \hline a & b \\ \hline \endhead
        \multicolumn{2}{c}{goes on} \\ \endfoot % here
        \hline f & g \\ \endlastfoot c & d \\ e & f \end{longtable}""",
        [["a", "b"], ["f", "g"], ["c", "d"], ["e", "f"]],
    ),
    "over pages, one head": (
        r"\begin{longtable}{ll} a & b \\ \endhead f & g \\ \endfoot c & d \\ \end{longtable}",
        [["a", "b"], ["f", "g"], ["c", "d"]],
    ),
    "nothing": (r"\begin{tabular}{l} \end{tabular}", []),
    "never closed": (r"\begin{tabular}{l} a & b", []),
}


@pytest.mark.parametrize("name", TABLES)
def test_cells(name: str, tmp_path: Path) -> None:
    source, rows = TABLES[name]
    ctx = context(
        tmp_path, main=f"\\documentclass{{article}}\\begin{{document}}\n{source}\n\\end{{document}}\n"
    )
    found = [[[cell.text for cell in row] for row in table.rows] for table in ctx.manuscript.tables]
    assert (found or [[]])[0] == rows


def test_a_table_in_a_cell(tmp_path: Path) -> None:
    inner = r"\begin{tabular}{lr} x & 1 \\ y & 2 \end{tabular}"
    text = rf"\documentclass{{article}}\begin{{document}}\begin{{tabular}}{{ll}} a & {inner} \\ c & d \end{{tabular}}\end{{document}}"
    outer, nested = context(tmp_path, main=text).manuscript.tables
    assert [len(row) for row in outer.rows] == [2, 2]
    assert [[cell.text for cell in row] for row in nested.rows] == [["x", "1"], ["y", "2"]]


def test_a_cell_knows_its_columns(tmp_path: Path) -> None:
    source, _ = TABLES["several columns"]
    ctx = context(
        tmp_path, main=f"\\documentclass{{article}}\\begin{{document}}\n{source}\n\\end{{document}}\n"
    )
    [[wide, last]] = ctx.manuscript.tables[0].rows
    assert (wide.column, wide.columns, last.column, last.row) == (0, 2, 2, 0)
    assert ctx.source(wide.span) == r"\textbf{a} b"


def test_the_paragraph_that_a_footnote_stands_in(tmp_path: Path) -> None:
    main = MAIN.replace("First.", "First.\\footnote{A note.} More.\n\nApart\\footnote{Within.}.", 1).replace(
        "Last.",
        "\\footnote{Before any.} \\begin{itemize}\\item Tall.\\footnote{Of it.} \\item Low.\\end{itemize}",
    )
    m = context(tmp_path, main=main, sub=SUB).manuscript
    paragraphs = [[sentence.text for sentence in m.paragraph_of(footnote.text)] for footnote in m.footnotes]
    assert paragraphs == [["First.", "More."], ["Apart."], ["Behind."], ["Tall."]]
    assert m.paragraph_of(Span("main.tex", 0, 0)) == ()


def test_a_footnote_with_its_command(tmp_path: Path) -> None:
    notes = ["\\footnote{One.}", "\\footnote [2] {Of {braces}.}", "\\footnotetext{\n  Apart.\n}"]
    main = MAIN.replace("First.", f"First{notes[0]}. More{notes[1]}, {notes[2]} and on.")
    ctx = context(tmp_path, main=main, sub=SUB)
    assert [ctx.source(footnote.span) for footnote in ctx.manuscript.footnotes] == notes
    assert all(footnote.span.contains(footnote.text) for footnote in ctx.manuscript.footnotes)


def test_the_formulas_that_latex_numbers(tmp_path: Path) -> None:
    formulas = ["equation", "align*", "subequations", "gather", "displaymath", "multline"]
    first, second, outer, inner, plain, last = formulas
    main = MAIN.replace(
        "First.",
        f"\\begin{{{first}}}\\begin{{split}}a\\end{{split}}\\end{{{first}}}\\begin{{{second}}}b\\end{{{second}}}"
        f"\\begin{{{outer}}}\\begin{{{inner}}}c\\end{{{inner}}}\\end{{{outer}}}\\begin{{{plain}}}d\\end{{{plain}}}",
    )
    sub = f"{SUB}\\begin{{{last}}}e\\end{{{last}}}\n"
    m = context(tmp_path, main=main, sub=sub).manuscript
    assert [formula.name for formula in m.equations] == ["equation", "align*", "gather", "multline"]


def test_the_sentence_that_a_citation_stands_in(tmp_path: Path) -> None:
    body = "It rains \\cite{a}. \\cite{b} Snow\\footnote{As \\cite{c} says.} falls \\cite{d}."
    text = f"\\documentclass{{article}}\\begin{{document}}\n{body}\n\\end{{document}}\n"
    m = context(tmp_path, main=text).manuscript
    sentences = [m.sentence_of(citation.span) for citation in m.citations]
    assert [sentence and sentence.text for sentence in sentences] == [
        "It rains [a]. [b]",
        "It rains [a]. [b]",
        "As [c] says.",
        "Snow falls [d].",
    ]
    assert m.sentence_of(Span("main.tex", 0, 0)) is None


@pytest.mark.parametrize(
    "given",
    [
        "\\abstract{It rains \\cite{a}.}",
        "\\begin{abstract}It rains \\cite{a}.\\end{abstract}",
        "\\abstract{\\input{sub}}",
        "\\abstract{\n\\input{above}\n}",
        "\\begin{abstract}\\input{sub}\\end{abstract}",
    ],
)
def test_an_abstract_before_the_document_is_text(given: str, tmp_path: Path) -> None:
    preamble = f"\\title{{Rain}}\n{given}\n\\author{{Ann Smith}}\n"
    text = f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\nIt snows.\n\\end{{document}}\n"
    m = context(tmp_path, main=text, sub="It rains \\cite{a}.", above="\\input{sub}").manuscript
    assert [sentence.text for sentence in m.sentences] == ["It rains [a].", "It snows."]
    assert m.abstract is not None
    assert [sentence.text for sentence in m.sentences_of(m.abstract)] == ["It rains [a]."]
    assert [author.name.family for author in m.authors] == ["Smith"]
    assert m.position(m.sentences[0].span) < m.position(m.sentences[1].span)


def test_an_abstract_within_another_is_read_once(tmp_path: Path) -> None:
    given = (
        "\\begin{abstract}It rains. \\abstract{It \\abstract{hails}.}\\end{abstract}\n\\abstract{It thaws.}"
    )
    text = f"\\documentclass{{article}}\n{given}\n\\begin{{document}}\nIt snows.\n\\end{{document}}\n"
    m = context(tmp_path, main=text).manuscript
    assert len(m.pieces) == len(["with others", "alone", "the text"])
    assert sum("hails" in sentence.text for sentence in m.sentences) == 1


def test_rows_that_stand_in_a_file_of_their_own_are_a_table(tmp_path: Path) -> None:
    table = "\\begin{tabular}{ll} Year & Rain \\\\ \\input{sub} \\\\ 1990 & 7 mm \\end{tabular}"
    text = f"\\documentclass{{article}}\\begin{{document}}\nIt rains.\n\n{table}\n\nIt snows.\n\\end{{document}}\n"
    m = context(tmp_path, main=text, sub="1970 & 5 mm \\\\ 1980 & 6 mm").manuscript
    kinds = {sentence.kind for sentence in m.sentences if "mm" in sentence.text}
    assert kinds == {"table"}
    assert [sentence.text for sentence in m.sentences if sentence.kind == "prose"] == [
        "It rains.",
        "It snows.",
    ]


def test_a_file_that_is_read_twice_prints_each_key_once_each_time(tmp_path: Path) -> None:
    ctx = context(
        tmp_path,
        main="\\documentclass{article}\n\\begin{document}\n\\input{sub}\n\\input{sub}\n\\end{document}\n",
        sub="It is so \\cite{a, b}, \\cite{a,a}, and in Figures~\\ref{c} and~\\ref{c}.\n",
    )
    said = "It is so [a, b], [a, a], and in Figures [c] and [c]."
    assert [sentence.text for sentence in ctx.manuscript.sentences] == [said, said]


def test_settings_of_environments_are_not_printed(tmp_path: Path) -> None:
    main = r"""\documentclass{article} \newtheorem{lemma}{Lemma}
\begin{document}
\begin{figure}[ht!]
Now! \end{figure}
\begin{enumerate}[leftmargin=1 km] \item It is 2 km. \end{enumerate}
\begin{minipage}[t!]{3 cm} At! \end{minipage}
\begin{lemma}[Wow!] It is. \end{lemma}
\end{document}
"""
    ctx = context(tmp_path, main=main)
    assert words(ctx, ctx.manuscript.places_of(r"\w+!|\d km")) == ["Now!", "2 km", "At!", "Wow!"]


def test_words_in_lines_are_no_table(tmp_path: Path) -> None:
    main = r"""\documentclass{article}
\begin{document}
\begin{figure}\begin{picture}(1,1)
\put(0,0){\begin{tabular}[t]{l}Axis\\of it\end{tabular}}
\put(0,1){\begin{tabular}{lr}A & B\end{tabular}}
\end{picture}\end{figure}
\begin{tabular}{l}Alone\\
\begin{tabular}[c]{@{}l@{}}In\\lines\end{tabular}\end{tabular}
\end{document}
"""
    ctx = context(tmp_path, main=main)
    assert [table.rows[0][0].text for table in ctx.manuscript.tables] == ["A", "Alone"]


def test_rules_of_a_table_print_no_numbers(tmp_path: Path) -> None:
    text = r"""\documentclass{article}
\begin{document}
\begin{tabular}{lll}
a & b & c \\ \cmidrule(l){2-3} \cmidrule[1pt](lr{2pt}){1-2}
1-2 & b & c \\ \cline{2-3} \hhline{|-|=|-|}
\end{tabular}
\end{document}
"""
    ctx = context(tmp_path, main=text)
    assert words(ctx, ctx.manuscript.places_of(r"\d-\d|\|-|lr")) == ["1-2"]
    assert [s.text for s in ctx.manuscript.sentences] == ["a b c", "1-2 b c"]


def test_what_a_file_says_in_an_abstract_is_part_of_it(tmp_path: Path) -> None:
    main = r"""\documentclass{article}
\begin{document}
\begin{abstract}\input{sub}\end{abstract}
It snows.
\end{document}
"""
    m = context(tmp_path, main=main, sub="It rains. It pours.").manuscript
    assert m.abstract
    assert [sentence.text for sentence in m.sentences_of(m.abstract)] == ["It rains.", "It pours."]
    assert m.plain(m.abstract) == "It rains. It pours."
    around = m.environments[0]
    assert m.sentences_of(around.span) == m.sentences_of(m.abstract)
    assert [sentence.text for sentence in m.sentences_of(m.sentences[2].span)] == ["It snows."]


def test_a_place_is_found_behind_what_prints_otherwise(tmp_path: Path) -> None:
    main = r"""\documentclass{article}
\newcommand{\eg}{\textit{e.g.}}
\begin{document}
It rains, \eg very fine drops of rain (FDR), % of fine rain (NOT)
and % the very
fine rain of drops (FRD) falls \emph{on many big hills} (MBH) and $x$ of y (XY).
\end{document}
"""
    ctx = context(tmp_path, main=main)
    assert words(ctx, ctx.manuscript.places_of(r"(?:\w+\s){1,6}\([A-Z]+\)")) == [
        "very fine drops of rain (FDR)",
        "fine rain of drops (FRD)",
        "of y (XY)",
    ]


def test_places_in_source_are_those_that_tex_obeys(tmp_path: Path) -> None:
    main = r"""\documentclass{article}
\linespread{0.9} % \linespread{0.8}
\input{sub}
\begin{document}
\begin{verbatim}
\linespread{0.7}
\end{verbatim}
\iffalse \linespread{0.6} \fi
\verb|\linespread{0.5}| \begin{center}\linespread{0.4}\end{center}
\end{document}
"""
    ctx = context(tmp_path, main=main, sub="\\linespread{0.3}\n")
    places = ctx.manuscript.places_in_source(r"\\linespread\s*\{[\d.]+")
    assert [ctx.source(place)[-3:] for place in places] == ["0.9", "0.4", "0.3"]


def test_a_place_is_found_in_the_source_behind_what_is_commented_out(tmp_path: Path) -> None:
    main = r"""\documentclass{article}
\begin{document}
It rains. % It snows. \\
\\
\\
\iffalse It hails. \\ \fi \\ \\ It pours.
\end{document}
"""
    ctx = context(tmp_path, main=main)
    places = ctx.manuscript.places_in_source(r"\\\\\s*(?:\\fi\s*)?\\\\")
    assert [ctx.manuscript.files["main.tex"].position(place.start) for place in places] == [(4, 1), (6, 27)]


def test_claims_of_an_abstract_in_a_file_are_conclusions(tmp_path: Path) -> None:
    main = r"""\documentclass{article}
\begin{document}
\begin{abstract}\input{sub}\end{abstract}
\section{Rain} We show that rain is wet.
\end{document}
"""
    (tmp_path / "main.tex").write_text(main)
    (tmp_path / "sub.tex").write_text("We show that the rain of the north is wetter than snow.")
    nodes = argument_graph(tmp_path).nodes.values()
    assert [(node["file"], node["kind"]) for node in nodes] == [("sub.tex", "conclusion")]
