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

CASES = {
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
    "key of two entries, cited": ("duplicate-key", _TEXT, _BOOK % "1" + _ARTICLE % ("a", ""), Severity.ERROR),
    "cited key of two equal entries": ("duplicate-key", _TEXT, 2 * (_ARTICLE % ("a", "")), Severity.WARNING),
    "cited key of one work entered twice": (
        "duplicate-key",
        _TEXT,
        "@book{a, author={Lee, A. B.}, title={On {Trees}}, year=2019} @book{a, author={Lee, A B}, title={On trees.}, year=2020}",
        Severity.WARNING,
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
        Severity.WARNING,
    ),
    "year in the note": (
        "missing-field",
        _TEXT,
        "@article{a, author={Wu, D.}, title={Trees}, journal={Annals}, note={Submitted on 5 July 2015}}",
        None,
    ),
    "label twice in a float": ("duplicate-label", _REPEATED % "b", "", Severity.NOTE),
    "label of another float": ("duplicate-label", _REPEATED % "a", "", Severity.WARNING),
    "table of an appendix": (
        "unreferenced-float",
        _FLOAT % ("One.", "t:one") + "See \\ref{t:one}. \\appendix " + _FLOAT % ("Two.", "t:two"),
        "",
        Severity.NOTE,
    ),
    "table before the appendix": (
        "unreferenced-float",
        "% \\appendix\n"
        + _FLOAT % ("Two.", "t:two")
        + "\\appendix See \\ref{t:one}."
        + _FLOAT % ("One.", "t:one"),
        "",
        Severity.WARNING,
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
}


@pytest.mark.parametrize(("rule", "text", "entries", "severity"), CASES.values(), ids=CASES)
def test_severity(rule: str, text: str, entries: str, severity: Severity | None, tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(f"{_HEAD}{text}\n\\end{{document}}\n", "utf-8")
    (tmp_path / "refs.bib").write_text(entries, "utf-8")
    report = check(tmp_path, config={"select": [rule], "stage": "submission"}, isolated=True)
    assert [one.severity for one in report.diagnostics] == ([] if severity is None else [severity])
