"""What is right but of no consequence in print is a note: authors mend what shows, and leave the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from argcheck.api import Severity, check

if TYPE_CHECKING:
    from pathlib import Path

_HEAD = "\\documentclass{article}\n\\begin{document}\n"
_TEXT = "See \\cite{a}. \\bibliography{refs}"
_ARTICLE = "@article{%s, author={Smith, Ann}, title={On the Bounds of Lamps}, journal={Annals}, year=2020, doi={10.1000/182}%s}\n"
_BOOK = "@book{a, author={Wu, D.}, title={Trees}, year=2019, publisher={Beech}, isbn={%s}}"
_FLOAT = "\\begin{table} \\caption{%s} \\label{%s} \\end{table}\n"
_REPEATED = "\\begin{table} \\caption{\\label{a}One.}\\label{a} \\end{table} \\begin{table} \\caption{Two.}\\label{%s} \\end{table} See \\ref{a} and \\ref{b}."

_PARTS = (
    "\\begin{figure} \\begin{subfigure}{5cm} \\caption{%s} \\label{fig:part} \\end{subfigure}"
    " \\caption{All.} \\label{fig:%s} \\end{figure}\n"
)
_TWO_FIGURES = "\\begin{figure} \\caption{The render of M3.} \\label{fig:%s} \\end{figure}\n" * 2
CASES = {
    "fewer parts than the whole": (
        "inconsistent-total",
        "We asked 412 participants (230 women, 180 men).",
        "",
        Severity.WARNING,
    ),
    "a list of another size": (
        "inconsistent-total",
        "We had three aims: (i) to see, (ii) to hear, (iii) to taste, and (iv) to smell.",
        "",
        Severity.NOTE,
    ),
    "a share that is not that of its two counts": (
        "inconsistent-total",
        "In all, 45 of 60 trials (80\\%) passed.",
        "",
        Severity.WARNING,
    ),
    "a share in a column of shares": (
        "inconsistent-total",
        "\\begin{tabular}{lr} Group & n (\\%) \\\\ a & 19 (15.8) \\\\ b & 14 (11.7) \\\\ c & 16 (31.3) \\\\ d & 7 (5.8) \\\\ e & 64 (53.3) \\\\ \\end{tabular}",
        "",
        Severity.NOTE,
    ),
    "a caption that names what one of two labels does": (
        "repeated-caption",
        _TWO_FIGURES % ("M3-whole", "M2-detail"),
        "",
        Severity.WARNING,
    ),
    "a caption of two figures whose labels say nothing": (
        "repeated-caption",
        _TWO_FIGURES % ("town", "land"),
        "",
        Severity.NOTE,
    ),
    "one of two entries cited": (
        "duplicate-entry",
        _TEXT,
        _ARTICLE % ("a", "") + _ARTICLE % ("b", ""),
        Severity.NOTE,
    ),
    "both cited": (
        "duplicate-entry",
        _TEXT.replace("{a}", "{a,b}"),
        _ARTICLE % ("a", "") + _ARTICLE % ("b", ""),
        Severity.WARNING,
    ),
    "one of two entries cited in a list of all there is": (
        "duplicate-entry",
        _TEXT.replace("{a}", "{a} \\nocite{*}"),
        _ARTICLE % ("a", "") + _ARTICLE % ("b", ""),
        Severity.NOTE,
    ),
    "both cited in a list of all there is": (
        "duplicate-entry",
        _TEXT.replace("{a}", "{a,b} \\nocite{*}"),
        _ARTICLE % ("a", "") + _ARTICLE % ("b", ""),
        Severity.WARNING,
    ),
    "one DOI, two titles": (
        "duplicate-entry",
        _TEXT,
        _ARTICLE % ("a", "") + (_ARTICLE % ("b", "")).replace("On the Bounds of Lamps", "Dunes of the Coast"),
        Severity.WARNING,
    ),
    "key of two entries, cited": ("duplicate-key", _TEXT, _BOOK % "1" + _ARTICLE % ("a", ""), Severity.ERROR),
    "cited key of one article whose title is written in two ways": (
        "duplicate-key",
        _TEXT,
        "".join(
            f"@article{{a, author={{Wu, D.}}, title={{Pores of {sign}}}, year=2018, volume=12, pages={{3--9}}}}"
            for sign in ("MoS ₂", "MoS $_2$")
        ),
        Severity.NOTE,
    ),
    "cited key of two articles of one author": (
        "duplicate-key",
        _TEXT,
        "".join(
            f"@article{{a, author={{Wu, D.}}, title={{Pores of {name}}}, year=2018, volume=12, pages={{{pages}}}}}"
            for name, pages in (("Lime", "3--9"), ("Chalk", "10--12"))
        ),
        Severity.ERROR,
    ),
    "the references once more, with their titles": (
        "duplicate-key",
        (
            "See \\cite{a}. \\begin{thebibliography}{9} \\bibitem{a} A. Lee, Annals (2019). \\end{thebibliography}"
            "\\begin{thebibliography}{9} \\bibitem{a} A. Lee, Of Trees, Annals (2019). \\end{thebibliography}"
        ),
        "",
        Severity.NOTE,
    ),
    "one key twice in one list": (
        "duplicate-key",
        (
            "See \\cite{a}. \\begin{thebibliography}{9} \\bibitem{a} A. Lee, Annals (2019). "
            "\\bibitem{a} B. Wu, Of Trees, Annals (2017). \\end{thebibliography}"
        ),
        "",
        Severity.ERROR,
    ),
    "cited key of two equal entries": ("duplicate-key", _TEXT, 2 * (_ARTICLE % ("a", "")), Severity.NOTE),
    "cited key of one work entered twice": (
        "duplicate-key",
        _TEXT,
        "@book{a, author={Lee, A. B.}, title={On {Trees}}, year=2019} @book{a, author={Lee, A B}, title={On trees.}, year=2020}",
        Severity.NOTE,
    ),
    "cited key of one work whose authors are written in two ways": (
        "duplicate-key",
        _TEXT,
        "@book{a, author={Lee, A. B. and others}, title={On Trees}, year=2019} @book{a, author={Lee, A. and Wu, D.}, title={On trees}, year=2019}",
        Severity.NOTE,
    ),
    "cited key of one DOI": (
        "duplicate-key",
        _TEXT,
        _ARTICLE % ("a", "") + (_ARTICLE % ("a", "")).replace("On the Bounds of", "The bounds of"),
        Severity.NOTE,
    ),
    "key of two entries, never cited": (
        "duplicate-key",
        _TEXT.replace("{a}", "{b}"),
        _ARTICLE % ("b", "") + _BOOK % "1" + _ARTICLE % ("a", ""),
        Severity.NOTE,
    ),
    "DOI as an address": (
        "malformed-identifier",
        _TEXT,
        _ARTICLE.replace("10.1000", "https://doi.org/10.1000") % ("a", ""),
        Severity.NOTE,
    ),
    "no DOI": (
        "malformed-identifier",
        _TEXT,
        _ARTICLE.replace("10.1000/182", "11.1000") % ("a", ""),
        Severity.WARNING,
    ),
    "ISBN of an article": (
        "malformed-identifier",
        _TEXT,
        _ARTICLE % ("a", ", isbn={4158701900719}"),
        Severity.NOTE,
    ),
    "what ieeetr does not print": (
        "malformed-identifier",
        "\\bibliographystyle{ieeetr}" + _TEXT,
        _BOOK % "987-1-56881-424-7",
        Severity.NOTE,
    ),
    "a DOI that ieeetr does not print": (
        "malformed-identifier",
        "\\bibliographystyle{ieeetr}" + _TEXT,
        "@misc{a, title={Trees}, year=2019, doi={not-a-doi}}",
        Severity.NOTE,
    ),
    "pages, which every style prints": (
        "malformed-identifier",
        "\\bibliographystyle{ieeetr}" + _TEXT,
        "@article{a, author={Wu, D.}, title={Trees}, journal={J}, year=2019, pages={553--543}}",
        Severity.WARNING,
    ),
    "a number that IEEEtran does not print": (
        "malformed-identifier",
        "\\bibliographystyle{IEEEtran}" + _TEXT,
        _BOOK % "987-1-56881-424-7",
        Severity.NOTE,
    ),
    "an address, which IEEEtran prints": (
        "malformed-identifier",
        "\\bibliographystyle{IEEEtran}" + _TEXT,
        "@misc{a, title={Trees}, year=2019, url={https://example.org/a b}}",
        Severity.WARNING,
    ),
    "a number under a style that nobody knows": (
        "malformed-identifier",
        "% \\bibliographystyle{plain}\n\\bibliographystyle{ieeetr-de}" + _TEXT,
        _BOOK % "987-1-56881-424-7",
        Severity.WARNING,
    ),
    "a number that biblatex prints": (
        "malformed-identifier",
        "\\usepackage{biblatex}\\bibliographystyle{plain}" + _TEXT,
        _BOOK % "987-1-56881-424-7",
        Severity.WARNING,
    ),
    "ISBN of a book": ("malformed-identifier", _TEXT, _BOOK % "987-1-56881-424-7", Severity.WARNING),
    "both ISBN of a book": (
        "malformed-identifier",
        _TEXT,
        _BOOK % "978-0-387-97710-2 978-1-4612-0927-0",
        None,
    ),
    "encyclopedia": (
        "missing-field",
        _TEXT,
        "@book{a, title={The Lamp: a Lexicon}, year=1991, publisher={Beech}}",
        Severity.NOTE,
    ),
    "book without a title": (
        "missing-field",
        _TEXT,
        "@book{a, author={Wu, D.}, year=1991, publisher={Beech}}",
        Severity.NOTE,
    ),
    "year in the note": (
        "missing-field",
        _TEXT,
        "@article{a, author={Wu, D.}, title={Trees}, journal={Annals}, note={Submitted on 5 July 2015}}",
        None,
    ),
    "label twice in a float": ("duplicate-label", _REPEATED % "b", "", Severity.NOTE),
    "label of another float": ("duplicate-label", _REPEATED % "a", "", Severity.WARNING),
    "bibliography outside of the project": (
        "unsafe-path",
        "\\cite{a} \\bibliography{../../library}",
        "",
        Severity.NOTE,
    ),
    "chapter outside of the project": ("unsafe-path", "\\input{/home/ann/macros}", "", Severity.NOTE),
    "output of a command": ("unsafe-path", '\\input{|"cat /etc/passwd"}', "", Severity.ERROR),
    "unknown key that is not printed": (
        "undefined-citation",
        "\\nocite{b} " + _TEXT,
        _ARTICLE % ("a", ""),
        Severity.NOTE,
    ),
    "the only table": ("unreferenced-float", "Text. " + _FLOAT % ("One.", "t:one"), "", Severity.NOTE),
    "key of two items that nothing cites": (
        "duplicate-key",
        "\\begin{thebibliography}{9}\\bibitem{a} A. Lee, Lamps. \\bibitem{a} B. Ray, Rain.\\end{thebibliography}",
        "",
        Severity.NOTE,
    ),
    "key of two items": (
        "duplicate-key",
        "As \\cite{a} says. \\begin{thebibliography}{9}\\bibitem{a} A. Lee, Lamps. \\bibitem{a} B. Ray, Rain.\\end{thebibliography}",
        "",
        Severity.ERROR,
    ),
    "filler text": ("leftover", "Lorem ipsum dolor sit amet.", "", Severity.NOTE),
    "picture of TeX": ("leftover", "\\includegraphics{example-image}", "", Severity.NOTE),
    "numbers to come": ("leftover", "It took XXXX days to come home.", "", Severity.WARNING),
    "chapter that no file is called like": ("missing-input", "\\include{colophon}", "", Severity.NOTE),
    "chapter that a macro reads": (
        "missing-input",
        "\\newcommand{\\closing}{\\include{colophon}}\\closing",
        "",
        Severity.NOTE,
    ),
    "chapter with another name": ("missing-input", "\\include{mein}", "", Severity.ERROR),
    "text that Isabelle makes": (
        "missing-input",
        "\\usepackage{isabelle,isabellesym}\\input{session}",
        "",
        Severity.NOTE,
    ),
    "text of a folder from which nothing is read": (
        "missing-input",
        "\\input{pictures/colophon}",
        "",
        Severity.NOTE,
    ),
    "bibliography whose name differs by case": (
        "missing-input",
        "See \\cite{a}. \\bibliography{Refs}",
        "@book{a}",
        Severity.NOTE,
    ),
    "text of the document's own folder": ("missing-input", "\\input{colophon}", "", Severity.ERROR),
    "label twice, and nothing refers to it": (
        "duplicate-label",
        "\\section{A}\\label{a} \\section{B}\\label{a}",
        "",
        Severity.NOTE,
    ),
    "label of two floats, and nothing refers to it": (
        "duplicate-label",
        _FLOAT % ("One.", "a") + _FLOAT % ("Two.", "a"),
        "",
        Severity.NOTE,
    ),
    "label of parts of two figures, and nothing refers to it": (
        "duplicate-label",
        _PARTS % ("Ten steps.", "a") + _PARTS % ("Twenty steps.", "b"),
        "",
        Severity.NOTE,
    ),
    "label twice that stands in bold as well": (
        "duplicate-label",
        "\\textbf{MSP} \\label{MSP} \\emph{PoW} \\label{MSP}",
        "",
        Severity.NOTE,
    ),
    "label twice, and a macro names it": (
        "duplicate-label",
        "\\section{A}\\label{a} \\section{B}\\label{a} \\strangeref{a}",
        "",
        Severity.WARNING,
    ),
    "eprint of a reference manager": (
        "malformed-identifier",
        _TEXT,
        _ARTICLE % ("a", ", eprint={2303.12712 [cs]}, archiveprefix={arXiv}"),
        Severity.NOTE,
    ),
    "eprint without such a month": (
        "malformed-identifier",
        _TEXT,
        _ARTICLE % ("a", ", eprint={2313.12712}, archiveprefix={arXiv}"),
        Severity.WARNING,
    ),
    "label with a comma": (
        "label-with-separator",
        "\\section{A}\\label{a,b} See \\ref{a,b}.",
        "",
        Severity.NOTE,
    ),
    "label with a comma in a list": (
        "label-with-separator",
        "\\section{A}\\label{a,b} \\section{C}\\label{c} See \\cref{c,a,b}.",
        "",
        Severity.WARNING,
    ),
    "note to oneself in a blueprint": (
        "leftover",
        "\\newtheorem{lemma}{Lemma} \\begin{lemma} \\leanok TODO: say it. \\end{lemma}",
        "",
        Severity.NOTE,
    ),
    "note to oneself where a comment speaks of a blueprint": (
        "leftover",
        "\\newtheorem{lemma}{Lemma} \\begin{lemma} TODO: say it. \\end{lemma} % no \\leanok yet\n",
        "",
        Severity.WARNING,
    ),
    "note to oneself where macros of a blueprint are defined": (
        "leftover",
        "\\providecommand{\\leanok}{} \\newtheorem{lemma}{Lemma} \\begin{lemma} TODO: say it. \\end{lemma}",
        "",
        Severity.WARNING,
    ),
    "bibliography that is kept elsewhere": (
        "missing-input",
        "See \\cite{a}. \\bibliography{library}",
        "",
        Severity.NOTE,
    ),
    "bibliography whose name is mistyped": (
        "missing-input",
        "See \\cite{a}. \\bibliography{refss}",
        _ARTICLE % ("a", ""),
        Severity.ERROR,
    ),
    "a missing chapter of a folder that is kept elsewhere": (
        "missing-input",
        "\\input{chapters/methods}",
        "",
        Severity.NOTE,
    ),
    "many missing files": (
        "missing-input",
        "\\input{gen/a} \\input{gen/b} \\input{gen/c}",
        "",
        Severity.NOTE,
    ),
    "one field twice": ("repeated-field", _TEXT, _ARTICLE % ("a", ", year=2021"), Severity.WARNING),
    "fields twice in many entries": (
        "repeated-field",
        "\\nocite{*} \\bibliography{refs}",
        "".join(_ARTICLE % (key, ", year=2021") for key in "abcdef"),
        Severity.NOTE,
    ),
    "number of PubMed that is none": (
        "malformed-identifier",
        _TEXT,
        _ARTICLE % ("a", ", pmid={2010ApJ...7}"),
        Severity.NOTE,
    ),
    "p of 0.001003 below .001": (
        "impossible-statistic",
        "They differ, $\\chi^2(3) = 16.260$, $p < .001$.",
        "",
        None,
    ),
    "p of 0.0014 below .001": (
        "impossible-statistic",
        "They differ, $\\chi^2(3) = 15.500$, $p < .001$.",
        "",
        Severity.WARNING,
    ),
    "entry without a key": (
        "broken-entry",
        _TEXT,
        _BOOK % "1" + " @article{, author = {}, title = {}}",
        Severity.NOTE,
    ),
    "percent sign before fields": (
        "broken-entry",
        _TEXT,
        "@book{a, author={Wu, D.},\n%doi={10.1000/182},\ntitle={Trees}, year=2019}",
        Severity.ERROR,
    ),
    "percent sign before the end of an entry": (
        "broken-entry",
        _TEXT,
        "@book{a, author={Wu, D.}, title={Trees}, year=2019\n%doi={10.1000/182},\n}",
        Severity.NOTE,
    ),
    "entry without a comma": (
        "broken-entry",
        _TEXT,
        "@book{a, author={Wu, D.} title={Trees}, year=2019}",
        Severity.ERROR,
    ),
    "key of another case than its entry": (
        "key-case-mismatch",
        "See \\cite{A}. \\bibliography{refs}",
        _BOOK % "1",
        Severity.NOTE,
    ),
    "key in two cases, of which BibTeX takes one": (
        "key-case-mismatch",
        "See \\cite{A} and \\citep{a}. \\bibliography{refs}",
        _BOOK % "1",
        Severity.ERROR,
    ),
    "key in two cases in chapters with lists of their own": (
        "key-case-mismatch",
        "\\usepackage{chapterbib} See \\cite{A} and \\citep{a}. \\bibliography{refs}",
        _BOOK % "1",
        Severity.NOTE,
    ),
    "entry without a comma that nothing cites": (
        "broken-entry",
        _TEXT,
        _BOOK % "1" + " @book{b, author={Lee, B.} title={Leaves}, year=2020}",
        Severity.NOTE,
    ),
    "entry without a comma that is in the list all the same": (
        "broken-entry",
        "See \\cite{a}. \\nocite{*} \\bibliography{refs}",
        _BOOK % "1" + " @book{b, author={Lee, B.} title={Leaves}, year=2020}",
        Severity.ERROR,
    ),
    "entry without a comma of which another one inherits": (
        "broken-entry",
        "See \\cite{c}. \\bibliography{refs}",
        "@inbook{c, author={Wu, D.}, title={Roots}, crossref={b}} @book{b, author={Lee, B.} title={Leaves}, year=2020}",
        Severity.ERROR,
    ),
    "entry without a comma beside a chapter that is missing": (
        "broken-entry",
        "See \\cite{a}. \\input{gone} \\bibliography{refs}",
        _BOOK % "1" + " @book{b, author={Lee, B.} title={Leaves}, year=2020}",
        Severity.ERROR,
    ),
    "entry without an end that nothing cites": (
        "broken-entry",
        _TEXT,
        "@book{b, author={Lee, B.}, title={Leaves}, year=2020\n" + _BOOK % "1",
        Severity.ERROR,
    ),
    "pages that end before they begin": (
        "malformed-identifier",
        _TEXT,
        "@article{a, author={Wu, D.}, title={Trees}, journal={J}, year=2014, pages={60--39}, doi={10.1007/J01(2014)061}}",
        Severity.WARNING,
    ),
    "number of an article and of its pages": (
        "malformed-identifier",
        _TEXT,
        "@article{a, author={Wu, D.}, title={Trees}, journal={J}, year=2014, pages={60--39}, doi={10.1007/J01(2014)060}}",
        Severity.NOTE,
    ),
    "ISSN in a DOI, which a publisher may have registered mistyped": (
        "malformed-identifier",
        _TEXT,
        "@article{a, author={Wu, D.}, title={Trees}, journal={J}, year=2004, doi={10.1111/j.1430-9134.2004.00012.x}}",
        Severity.NOTE,
    ),
    "words of a lost link": ("undefined-reference", "\\hyperref[gone]{There} it stands.", "", Severity.NOTE),
    "one lost number": ("undefined-reference", "There it stands, in \\ref{gone}.", "", Severity.WARNING),
    "one note of the author": ("leftover", "TODO: say more.", "", Severity.WARNING),
    "six notes of the author": (
        "leftover",
        "\n\n".join(
            f"TODO: the {number} point."
            for number in ("first", "second", "third", "fourth", "fifth", "sixth")
        ),
        "",
        Severity.WARNING,
    ),
}


def test_the_label_of_two_floats_of_slides(tmp_path: Path) -> None:
    text = _HEAD.replace("{article}", "{beamer}") + _FLOAT % ("One.", "a") + _FLOAT % ("Two.", "a")
    (tmp_path / "main.tex").write_text(f"{text}\n\\end{{document}}\n", "utf-8")
    report = check(tmp_path, config={"select": ["duplicate-label"]}, isolated=True)
    assert [diagnostic.severity for diagnostic in report.diagnostics] == [Severity.NOTE]


@pytest.mark.parametrize(("rule", "text", "entries", "severity"), CASES.values(), ids=CASES)
def test_severity(rule: str, text: str, entries: str, severity: Severity | None, tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(f"{_HEAD}{text}\n\\end{{document}}\n", "utf-8")
    (tmp_path / "refs.bib").write_text(entries, "utf-8")
    report = check(tmp_path, config={"select": [rule], "stage": "submission"}, isolated=True)
    assert [one.severity for one in report.diagnostics] == ([] if severity is None else [severity])


@pytest.mark.parametrize(
    "name", [name for name, case in CASES.items() if case[3] not in (None, Severity.NOTE)]
)
def test_no_finding_is_more_severe_than_the_configuration_says(name: str, tmp_path: Path) -> None:
    rule, text, entries, _ = CASES[name]
    (tmp_path / "main.tex").write_text(f"{_HEAD}{text}\n\\end{{document}}\n", "utf-8")
    (tmp_path / "refs.bib").write_text(entries, "utf-8")
    report = check(tmp_path, config={"select": [rule], "severity": {rule: "note"}}, isolated=True)
    assert {diagnostic.severity for diagnostic in report.diagnostics} <= {Severity.NOTE}


@pytest.mark.parametrize(
    ("named", "severity"), [("chapters/methods", Severity.ERROR), ("drawings/methods", Severity.NOTE)]
)
def test_a_missing_file_among_others_that_are_read_was_forgotten(
    named: str, severity: Severity, tmp_path: Path
) -> None:
    (tmp_path / "chapters").mkdir()
    (tmp_path / "chapters" / "intro.tex").write_text("It began.\n", "utf-8")
    text = f"{_HEAD}\\input{{chapters/intro}}\n\\input{{{named}}}\n\\end{{document}}\n"
    (tmp_path / "main.tex").write_text(text, "utf-8")
    report = check(tmp_path, config={"select": ["missing-input"]}, isolated=True)
    assert [one.severity for one in report.diagnostics] == [severity]


@pytest.mark.parametrize(
    ("there", "asked", "moved"),
    [
        ("abc", "abc", "Parts"),
        ("ab", "abc", ""),
        ("a", "aaa", ""),  # one file is not three
    ],
)
def test_the_folder_in_which_all_missing_files_are_is_named(
    there: str, asked: str, moved: str, tmp_path: Path
) -> None:
    (tmp_path / "Parts").mkdir()
    for name in there:
        (tmp_path / "Parts" / f"{name}.tex").write_text("It began.\n", "utf-8")
    inputs = " ".join(f"\\input{{part{place}/{name}}}" for place, name in enumerate(asked))
    (tmp_path / "main.tex").write_text(f"{_HEAD}{inputs}\n\\end{{document}}\n", "utf-8")
    (lost,) = check(tmp_path, config={"select": ["missing-input"]}, isolated=True).diagnostics
    assert lost.severity == Severity.NOTE
    assert (f"files of these names are in {moved}:" in (lost.help or "")) is bool(moved)


@pytest.mark.parametrize(
    ("style", "code", "severity"),
    [
        ("own", "ENTRY\n  { author % isbn\n    title\n  }\n  {} { label }", Severity.NOTE),
        ("own", "ENTRY { author title ISBN } {} {}", Severity.WARNING),
        ("own", "it declares nothing", Severity.WARNING),
        ("plain", "ENTRY { author isbn } {} {}", Severity.WARNING),
    ],
)
def test_a_style_beside_the_document_prints_fields_that_it_declares(
    style: str, code: str, severity: Severity, tmp_path: Path
) -> None:
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper" / f"{style}.bst").write_text(code, "utf-8")
    (tmp_path / "paper" / "refs.bib").write_text(_BOOK % "987-1-56881-424-7", "utf-8")
    text = f"{_HEAD}\\bibliographystyle{{{style}}}{_TEXT}\n\\end{{document}}\n"
    (tmp_path / "paper" / "main.tex").write_text(text, "utf-8")
    report = check(tmp_path, config={"select": ["malformed-identifier"]}, isolated=True)
    assert [one.severity for one in report.diagnostics] == [severity]


def test_a_label_of_a_file_that_is_not_read_may_be_left_out_for_now(tmp_path: Path) -> None:
    (tmp_path / "later.tex").write_text("\\section{Later} \\label{sec:later}\n", "utf-8")
    text = f"{_HEAD}See \\ref{{sec:later}} and \\ref{{sec:never}}.\n\\end{{document}}\n"
    (tmp_path / "main.tex").write_text(text, "utf-8")
    report = check(tmp_path, config={"select": ["undefined-reference"]}, isolated=True)
    assert [one.severity for one in report.diagnostics] == [Severity.NOTE, Severity.WARNING]


@pytest.mark.parametrize(("missing", "severity"), [(1, Severity.WARNING), (4, Severity.NOTE)])
def test_many_missing_pictures_of_a_folder_are_kept_elsewhere(
    missing: int, severity: Severity, tmp_path: Path
) -> None:
    (tmp_path / "plots").mkdir()
    names = "abcde"
    for name in names:
        (tmp_path / "plots" / f"{name}.png").write_bytes(b"")
    shown = [*names, *(f"of-{n}" for n in range(missing))]
    pictures = "\n".join(f"\\includegraphics{{plots/{name}}}" for name in shown)
    (tmp_path / "main.tex").write_text(f"{_HEAD}{pictures}\n\\end{{document}}\n", "utf-8")
    report = check(tmp_path, config={"select": ["missing-figure"]}, isolated=True)
    assert [one.severity for one in report.diagnostics] == [severity]


def test_groups_of_two_documents_with_other_entries_are_merged(tmp_path: Path) -> None:
    lacking = "".join(
        f"@article{{e{n}, author={{A. Bcd}}, title={{On topic {n}}}, year=2020}}\n" for n in range(16)
    )
    whole = "".join(
        f"@article{{w{n}, author={{A. Bcd}}, title={{Of {n}}}, journal={{J}}, year=2020}}\n"
        for n in range(20)
    )
    (tmp_path / "refs.bib").write_text(lacking + whole, "utf-8")
    cited = ",".join(f"w{n}" for n in range(20))
    for name, numbers in (("one", range(7)), ("two", (0, *range(7, 13))), ("three", (1, 2, 13, 14))):
        keys = ",".join(f"e{n}" for n in numbers)
        text = f"{_HEAD}See \\cite{{{keys},{cited}}}. \\bibliography{{refs}}\n\\end{{document}}\n"
        (tmp_path / f"{name}.tex").write_text(text, "utf-8")
    report = check(tmp_path, config={"select": ["missing-field"]}, isolated=True)
    assert [(one.message[:31], len(one.stands_for), one.roots) for one in report.diagnostics] == [
        ("the @article 'e0' has no journa", 13, ("one.tex", "three.tex", "two.tex")),
        ("the @article 'e13' has no journ", 0, ("three.tex",)),
        ("the @article 'e14' has no journ", 0, ("three.tex",)),
    ]
    assert (report.diagnostics[0].help or "").startswith("13 entries: ")


def test_a_group_of_a_shared_chapter_has_the_floats_that_both_documents_report(tmp_path: Path) -> None:
    """In one of them many are told as one from the first on, in the other one from the second on."""
    chapter = "".join(_FLOAT % (n, f"lost:{n}") for n in range(8))
    (tmp_path / "chapter.tex").write_text(chapter, "utf-8")
    for name, more in (("one.tex", ""), ("two.tex", "As \\ref{lost:0} shows.")):
        text = "".join(f"See \\ref{{t:{n}}}. {_FLOAT % (n, f't:{n}')}" for n in range(80))
        text += f"\\input{{chapter}} {more}"
        (tmp_path / name).write_text(f"{_HEAD}{text}\n\\end{{document}}\n", "utf-8")
    report = check(tmp_path, config={"select": ["unreferenced-float"]}, isolated=True)
    told = [(one.message, len(one.stands_for), one.help[:2]) for one in report.diagnostics if one.help]
    assert told == [("the text never refers to this table, 'lost:1'; nor to others of its file", 7, "7 ")]


_FILLER = (
    "Lorem ipsum dolor sit amet, consectetur adipiscing elit \\cite{gone}. Praesent imperdiet, nisi nec aliquam cursus,\n"
    "dui turpis mollis nisl, see \\ref{lost}.\n\n"
)
#: Of the same filler text, without its opening.
_MORE_FILLER = "Duis vel venenatis velit. Vestibulum ante ipsum primis in faucibus orci luctus et ultrices \\cite{away}.\n\n"
_OWN = "The rates rise, as others have told before us \\cite{smyth}; but see the section \\ref{nowhere} on costs.\n\n"


def _said(tmp_path: Path, text: str) -> dict[str, Severity]:
    (tmp_path / "refs.bib").write_text(
        "@book{wu, author={Wu, D.}, title={Trees}, publisher={P}, year=2020}\n"
    )
    body = f"{text}Trees \\cite{{wu}}.\\bibliography{{refs}}"
    (tmp_path / "main.tex").write_text(
        f"\\documentclass{{article}}\\begin{{document}}\n{body}\\end{{document}}\n"
    )
    report = check(tmp_path, config={"select": ["undefined-citation", "undefined-reference"]}, isolated=True)
    return {diagnostic.message.split("'")[1]: diagnostic.severity for diagnostic in report.diagnostics}


def test_what_stands_in_filler_text_is_not_the_authors(tmp_path: Path) -> None:
    assert _said(tmp_path, _FILLER + _MORE_FILLER + _OWN) == {
        "gone": Severity.NOTE,
        "lost": Severity.NOTE,
        "away": Severity.NOTE,
        "smyth": Severity.ERROR,
        "nowhere": Severity.WARNING,
    }


def test_latin_without_the_opening_of_filler_text_is_the_authors(tmp_path: Path) -> None:
    assert _said(tmp_path, _MORE_FILLER) == {"away": Severity.ERROR}


@pytest.mark.parametrize(
    ("prints", "severity"),
    [
        ("\\gls{ad}", Severity.NOTE),
        ("\\printnoidxglossary", Severity.NOTE),
        ("\\gls{ad}\\printnoidxglossary", Severity.ERROR),
        ("\\newcommand{\\ways}[1]{\\gls{#1}}\\ways{ad}\\printglossary", Severity.ERROR),
        ("\\newcommand{\\ways}[1]{\\gls{a#1}}\\ways{d}\\printglossary", Severity.ERROR),
        (
            "\\newglossaryentry{ae}{name=AE, parent=ad, description={}}\\gls{ae}\\printglossary",
            Severity.ERROR,
        ),
        ("\\glsaddall\\printglossary", Severity.ERROR),
        ("\\printunsrtglossary", Severity.ERROR),
        ("\\gls{ad}\\printnoidxglossaries", Severity.ERROR),
        ("\\glsdesc{ad}", Severity.ERROR),
        ("\\renewcommand{\\glspostdescription}{}\\gls{ad}", Severity.NOTE),
        ("\\gls{ad} % \\printglossaries\n", Severity.NOTE),
        ("\\newcommand{\\lists}{\\printglossaries}\\gls{ad}\\lists", Severity.ERROR),
        ("\\gls{ad}\\let\\lists\\printglossary\\lists", Severity.ERROR),
        ("\\gls{ad}\\input{lists}", Severity.ERROR),
    ],
)
def test_the_description_of_a_term_is_printed_in_a_list_of_terms(
    tmp_path: Path, prints: str, severity: Severity
) -> None:
    term = "\\usepackage{glossaries}\\newglossaryentry{ad}{name=AD, description={A way \\cite{joe}.}}"
    assert _said(tmp_path, f"{term}\n{prints}") == {"joe": severity}


def test_what_is_printed_where_a_term_is_used_is_no_description(tmp_path: Path) -> None:
    term = "\\newglossaryentry{ad}{name=AD, first={a \\cite{jim}}, description = {A way \\cite{joe}.}}"
    long = "\\longnewglossaryentry{b}{name={B \\cite{jon}}}{A town \\ref{map}.}"
    said = _said(tmp_path, f"\\usepackage{{glossaries}}{term}{long}\\gls{{ad}}\\gls{{b}}")
    assert {name for name, severity in said.items() if severity == Severity.NOTE} == {"joe", "map"}
    assert said.keys() == {"joe", "map", "jim", "jon"}


def test_a_group_of_keys_is_split_where_some_stand_in_filler_text(tmp_path: Path) -> None:
    said = _said(tmp_path, _FILLER * 2 + "".join(_OWN.replace("smyth", f"no{n}") for n in "abcdef"))
    assert said["gone"] == Severity.NOTE
    assert said["noa"] == Severity.ERROR


@pytest.mark.parametrize(("other", "severity"), [("", Severity.NOTE), ("\\cite{b}", Severity.ERROR)])
def test_a_broken_entry_that_another_document_cites(tmp_path: Path, other: str, severity: Severity) -> None:
    """An entry that no document of the project cites is lost in none of their lists."""
    (tmp_path / "refs.bib").write_text(
        _BOOK % "1" + "\n@book{b, author={Lee, B.} title={Leaves}, year=2020}\n"
    )
    for name, text in (("one.tex", "\\cite{a}"), ("two.tex", f"\\cite{{a}} {other}")):
        (tmp_path / name).write_text(f"{_HEAD}{text} \\bibliography{{refs}}\\end{{document}}\n")
    report = check(tmp_path, config={"select": ["broken-entry"]}, isolated=True)
    assert [diagnostic.severity for diagnostic in report.diagnostics] == [severity]


def test_many_broken_entries_of_which_some_are_cited(tmp_path: Path) -> None:
    """What is told as one is an error where it is one of some of them, and these are told apart."""
    entries = "\n".join(f"@book{{b{n}, author={{Lee, B.}}, year}}" for n in range(8))
    (tmp_path / "refs.bib").write_text(entries)
    (tmp_path / "main.tex").write_text(f"{_HEAD}\\cite{{b5,b6}} \\bibliography{{refs}}\\end{{document}}\n")
    report = check(tmp_path, config={"select": ["broken-entry"]}, isolated=True)
    told = {(one.severity, one.span.start): len(one.stands_for) for one in report.diagnostics}
    notes = [number for (severity, _), number in told.items() if severity == Severity.NOTE]
    errors = [number for (severity, _), number in told.items() if severity == Severity.ERROR]
    assert (notes, errors) == ([6], [0, 0])


@pytest.mark.parametrize(("key", "severity"), [("hughes1999", Severity.NOTE), ("bakre2002", Severity.ERROR)])
def test_a_key_that_the_bibliography_read_in_place_of_a_missing_one_lacks(
    tmp_path: Path, key: str, severity: Severity
) -> None:
    """The missing file may have it, unless it is one of those that are there, mistyped."""
    names = ["adams", "baker", "clark", "davis", "evans", "foster", "green", "harris", "irwin", "jones"]
    known = [f"{name}{year}" for year, name in enumerate(names, 2001)]
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "library.bib").write_text(
        "".join(f"@book{{{name}, title={{T}}, author={{A. B.}}, year=2020}}\n" for name in known), "utf-8"
    )
    cited = ",".join([*known, key])
    (tmp_path / "main.tex").write_text(
        f"{_HEAD}\\cite{{{cited}}}\\bibliography{{library}}\n\\end{{document}}\n", "utf-8"
    )
    report = check(tmp_path, config={"select": ["undefined-citation"]}, isolated=True)
    assert [diagnostic.severity for diagnostic in report.diagnostics] == [severity]


def test_another_work_under_a_key_is_an_error_beside_a_copy_that_differs_a_little(tmp_path: Path) -> None:
    entries = [
        "@book{a, title={On Lamps}, author={Lee, Bo}, year=2000}",
        "@book{a, title={On Lamps}, author={Lee, Bo}, year=2001}",
        "@book{a, title={Gardening}, author={Wu, Di}, year=1990}",
    ]
    (tmp_path / "refs.bib").write_text("\n".join(entries))
    (tmp_path / "main.tex").write_text(f"{_HEAD}\\cite{{a}} \\bibliography{{refs}}\\end{{document}}\n")
    report = check(tmp_path, config={"select": ["duplicate-key"]}, isolated=True)
    told = [(one.severity, one.span.start) for one in report.diagnostics]
    places = [sum(map(len, entries[:number])) + number + len("@book{") for number in (1, 2)]
    assert told == [(Severity.NOTE, places[0]), (Severity.ERROR, places[1])]


def test_a_key_that_a_bibliography_in_place_of_another_lacks_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    known = [f"lamps{letter}" for letter in "abcdefghij"]
    (tmp_path / "data" / "library.bib").write_text("".join(f"@book{{{key}, title={{T}}}}\n" for key in known))
    cited = "".join(f"\\cite{{{key}}} " for key in (*known, *["hughes1999"] * 4))
    (tmp_path / "main.tex").write_text(f"{_HEAD}{cited}\\bibliography{{library}}\\end{{document}}\n")
    report = check(tmp_path, config={"select": ["undefined-citation"]}, isolated=True)
    assert [(one.severity, len(one.stands_for)) for one in report.diagnostics] == [(Severity.NOTE, 4)]


@pytest.mark.parametrize(
    ("preamble", "text", "severity"),
    [
        (r"\newif\iflong", r"\iflong TODO: more. \fi", Severity.NOTE),
        (r"\newif\iflong \longfalse", r"\iflong \ifmmode a\fi TODO: more. \else So. \fi", Severity.NOTE),
        (r"\newif\iflong \longfalse", r"\iflong So. \else TODO: more. \fi", Severity.WARNING),
        (r"\newif\iflong \longfalse", r"\unless\iflong TODO: more. \fi", Severity.WARNING),
        (r"\newif\iflong % \longtrue", r"\iflong TODO: more. \fi", Severity.NOTE),
        (r"\newif\iflong \longtrue", r"\iflong TODO: more. \fi", Severity.WARNING),
        (r"\newif\iflong \longtrue", r"\iflong So. \else TODO: more. \fi", Severity.NOTE),
        (r"\newif\iflong \ifdefined\all \longtrue \fi", r"\iflong TODO: more. \fi", Severity.WARNING),
        (
            r"\newif\iflong \ifdefined\all \longtrue \fi",
            r"\iflong So. \else TODO: more. \fi",
            Severity.WARNING,
        ),
        (r"\newif\iflong \newcommand{\all}{\longtrue}", r"\iflong TODO: more. \fi", Severity.WARNING),
        (r"\newif\iflong \let\iflong\iftrue", r"\iflong TODO: more. \fi", Severity.WARNING),
        (r"\newif\iflong \newcommand{\more}[1]{\iflong#1\fi}", r"\more{TODO: more.}", Severity.NOTE),
        (
            r"\newif\iflong \newcommand{\more}[1]{\iflong#1\else#1\fi}",
            r"\more{TODO: more.}",
            Severity.WARNING,
        ),
        (
            r"\newif\iflong \newcommand\on[1]{\csname #1true\endcsname}\on{long}",
            r"\iflong TODO: a. \fi",
            Severity.WARNING,
        ),
        (
            r"\newif\iflong \newcommand\on[1]{\csuse{#1true}}\on{long}",
            r"\iflong TODO: more. \fi",
            Severity.WARNING,
        ),
        (r"\newif\iflong \csname longtrue\endcsname", r"\iflong TODO: more. \fi", Severity.WARNING),
        (r"\newif\iflong \csname alltrue\endcsname", r"\iflong TODO: more. \fi", Severity.NOTE),
        (
            r"\newif\iflong \expandafter\let\csname iflong\endcsname\iftrue",
            r"\iflong TODO: more. \fi",
            Severity.WARNING,
        ),
        (r"\newif\iflong \renewcommand{\iflong}{\iftrue}", r"\iflong TODO: more. \fi", Severity.WARNING),
        (
            r"\newif\iflong \pgfkeys{/doc/long/.is if=long, /doc/long}",
            r"\iflong TODO: more. \fi",
            Severity.WARNING,
        ),
        (
            r"\newbool{long}\newcommand\on[1]{\booltrue{#1}}\on{long}",
            r"\ifbool{long}{TODO: a.}{So.}",
            Severity.WARNING,
        ),
        (
            r"\newbool{long}\newcommand\set[1]{\setbool{long}{#1}}\set{true}",
            r"\ifbool{long}{TODO: a.}{}",
            Severity.WARNING,
        ),
        (
            r"\newboolean{long}\setboolean{long}{TRUE}",
            r"\ifthenelse{\boolean{long}}{TODO: a.}{So.}",
            Severity.WARNING,
        ),
        (
            r"\newtoggle{long}\forcsvlist{\toggletrue}{long,wide}",
            r"\iftoggle{long}{TODO: a.}{}",
            Severity.WARNING,
        ),
        (r"\newif\iflong", r"\iflong So. \else TODO: more. \fi \longtrue", Severity.WARNING),
        (
            r"\newif\iflong \newif\ifall \alltrue",
            r"\ifall A \iflong{b}\else TODO: a. \fi \else C\fi",
            Severity.WARNING,
        ),
        (r"\newif\iflong", r"\iflong{\em TODO: more.}\fi", Severity.NOTE),
        (r"\newif\iflong", r"\iflong TODO: more. \fi \input{flags}", Severity.WARNING),
        (r"\newif\iflong", r"\iflong TODO: more. \input{all} \fi", Severity.NOTE),
        ("", r"\iflong TODO: more. \fi", Severity.WARNING),
        (r"\newtoggle{long}", r"\iftoggle{long}{TODO: more.}{So.}", Severity.NOTE),
        (r"\newtoggle{long}\settoggle{long}{true}", r"\iftoggle{long}{TODO: more.}{So.}", Severity.WARNING),
        (r"\newtoggle{long}\toggletrue{long}", r"\nottoggle{long}{TODO: more.}{So.}", Severity.NOTE),
        (r"\newbool{long}\boolfalse{long}", r"\ifbool{long}{So.}{TODO: more.}", Severity.WARNING),
        (r"\newboolean{long}", r"\ifthenelse{\boolean{long}}{TODO: more.}{So.}", Severity.NOTE),
        (r"\newboolean{long}", r"\ifthenelse{\NOT \boolean{long}}{TODO: more.}{So.}", Severity.WARNING),
        (r"\newboolean{long}", r"\ifthenelse{\equal{a}{b}}{TODO: more.}{So.}", Severity.WARNING),
        (r"\usepackage{ifdraft}", r"\ifdraft{TODO: more.}{So.}", Severity.NOTE),
        (r"\usepackage[draft]{ifdraft}", r"\ifdraft{TODO: more.}{So.}", Severity.WARNING),
        (r"\usepackage{ifdraft}", r"\ifoptionfinal{TODO: more.}{So.}", Severity.NOTE),
        (r"\usepackage{ifdraft}", r"\ifoptionfinal{So.}{TODO: more.}", Severity.WARNING),
        (r"\usepackage[final]{ifdraft}", r"\ifoptionfinal{TODO: more.}{So.}", Severity.WARNING),
    ],
)
def test_what_is_switched_off_is_a_note(tmp_path: Path, preamble: str, text: str, severity: Severity):
    source = f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"
    (tmp_path / "main.tex").write_text(source, "utf-8")
    report = check(tmp_path, config={"select": ["leftover"]}, isolated=True)
    assert [finding.severity for finding in report.diagnostics] == [severity]


def test_a_document_without_bibliography_is_told_at_what_it_prints(tmp_path: Path) -> None:
    text = r"\iflong\cite{more}\fi See \cite{a}."
    source = f"\\documentclass{{article}}\n\\newif\\iflong\n\\begin{{document}}\n{text}\n\\end{{document}}\n"
    (tmp_path / "main.tex").write_text(source, "utf-8")
    [finding] = check(tmp_path, config={"select": ["undefined-citation"]}, isolated=True).diagnostics
    assert (finding.severity, finding.span.start) == (Severity.ERROR, source.index("a}."))


@pytest.mark.parametrize(
    ("head", "other", "severity"),
    [
        ("", "", Severity.NOTE),
        ("output: {pdf_document: {citation_package: natbib}}\n", "", Severity.ERROR),
        ("", f"{_HEAD}{_TEXT}\\end{{document}}\n", Severity.ERROR),
    ],
)
def test_a_field_without_a_value_is_a_note_where_pandoc_makes_the_list(
    tmp_path: Path, head: str, other: str, severity: Severity
) -> None:
    """Pandoc leaves it out; BibTeX loses the rest of the entry."""
    (tmp_path / "paper.md").write_text(f"---\nbibliography: refs.bib\n{head}---\nTrees grow [@a].\n")
    (tmp_path / "refs.bib").write_text("@book{a, title = {Trees}, volume = , year = 1984}\n")
    if other:
        (tmp_path / "main.tex").write_text(other)
    report = check(tmp_path, config={"select": ["broken-entry"]}, isolated=True)
    assert [one.severity for one in report.diagnostics] == [severity]
