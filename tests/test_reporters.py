"""Every format, compared as a whole, on a text that is hard to count columns in."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from argcheck.errors import Failure, UsageError
from argcheck.files.diagnostic import Diagnostic, Edit, Fix, Related, Severity, Span, Unchecked
from argcheck.files.source import SourceFile, decode
from argcheck.lint.report import DocumentStatus, HeldBack, Report
from argcheck.lint.reporters.formats import FORMATS, render
from argcheck.lint.reporters.lines import neutralise
from argcheck.lint.reporters.summary import summary
from argcheck.lint.rule import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable

PROJECT = Path("/project")
MAIN = "kapitel 1/été,100%.tex"
BYTES = (
    "\ufeff\\section{Énoncé}\r\n"
    "\tVoilà e\u0301t 𝒳 漢字 \\cite{smith,smith}\u202e \x1b[31m\r\n"
    "\r\n"
    "End\tof \\cite{jones}\r\n"
).encode()


def a_rule(code: str, name: str, severity: Severity, *, module: str = "argcheck.rules.x") -> Rule:
    def check(_context: object) -> Iterable[Diagnostic]:
        return ()

    check.__module__ = module
    doc = "A key is cited twice.\n\n## Why is this bad?\n\nIt prints [1, 1]."
    return Rule(code, name, severity, "0.1.0", check, doc)


RULES = {
    "repeated-key": a_rule("CIT004", "repeated-key", Severity.WARNING),
    "unused-entry": a_rule("CIT005", "unused-entry", Severity.NOTE),
    "house-style": a_rule("HSE001", "house-style", Severity.ERROR, module="house_rules.style"),
}


def source(path: str, data: bytes) -> SourceFile:
    text, encoding, bad = decode(data)
    return SourceFile(path, text, "", encoding, bad)


def a_report(found: Iterable[Diagnostic], sources: dict[str, SourceFile], **more: Any) -> Report:
    ordered = tuple(sorted(found, key=lambda d: d.sort_key))
    more = {"base": PROJECT, "documents": (DocumentStatus(MAIN, (MAIN,), True),), "rules": RULES, **more}
    return Report(PROJECT, diagnostics=ordered, sources=sources, fail_on=Severity.WARNING, **more)


@pytest.fixture(autouse=True)
def _no_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)


def hard() -> Report:
    main = source(MAIN, BYTES)
    first = main.text.index("smith")
    second, third = main.text.index("smith", first + 1), main.text.index("jones")
    twice = Diagnostic(
        "CIT004",
        "repeated-key",
        Severity.WARNING,
        Span(MAIN, second, second + 5),
        "'smith' is cited twice",
        "remove one",
        (Related(Span(MAIN, first, first + 5), "first [here](9)"),),
        Fix("remove it", (Edit(Span(MAIN, second - 1, second + 5), ""),), safe=True),
    )
    house = Diagnostic("HSE001", "house-style", Severity.ERROR, Span(MAIN, second, third), "ends on line 4")
    gone = Diagnostic(
        "TEX001", "missing-input", Severity.NOTE, Span("gone\n.tex", 7, 9), "100% ::gone::\r\n##[x]"
    )
    return a_report([twice, house, gone], {MAIN: main}, base=PROJECT / "kapitel 1")


def shown(report: Report, name: str, cwd: str = "/project", **options: Any) -> str:
    options = {"color": False, "width": 80, "limits": False, **options}
    return render(report, name, cwd=Path(cwd), **options)


def test_concise() -> None:
    assert shown(hard(), "concise") == (
        "gone␊.tex:1:1: note: TEX001 100% ::gone:: ##[x] [missing-input]\n"
        "kapitel 1/été,100%.tex:2:29: warning: CIT004 'smith' is cited twice [repeated-key]\n"
        "kapitel 1/été,100%.tex:2:29: error: HSE001 ends on line 4 [house-style]\n"
    )


def test_a_line_says_how_many_places_it_stands_for() -> None:
    report = hard()
    first, second, third = report.diagnostics
    many = second._replace(
        stands_for=tuple(Related(Span(MAIN, place, place + 1), "cited") for place in range(1_201))
    )
    report = a_report([first, many, third], dict(report.sources))
    lines = shown(report, "concise").splitlines()
    assert lines[1].endswith(": warning: CIT004 'smith' is cited twice (1,201 such places) [repeated-key]")
    for name in ("gitlab", "checkstyle", "markdown", "junit"):
        assert "is cited twice (1,201 such places)" in shown(report, name)


@pytest.mark.parametrize(("unit", "column"), [("char", 29), ("byte", 38), ("utf16", 30)])
def test_concise_in_other_units_and_from_another_folder(unit: str, column: int) -> None:
    lines = shown(hard(), "concise", "/project/build", column_unit=unit).splitlines()
    assert lines[1].startswith(f"../kapitel 1/été,100%.tex:2:{column}: warning")


def test_full() -> None:
    assert shown(hard(), "full") == (
        "note[TEX001]: 100% ::gone:: ##[x] [missing-input]\n"
        " --> gone␊.tex:1:1\n"
        "\n"
        "warning[CIT004]: 'smith' is cited twice [repeated-key]\n"
        " --> kapitel 1/été,100%.tex:2:29\n"
        "  |\n"
        "2 |     Voilà e\u0301t 𝒳 漢字 \\cite{smith,smith}<U+202E> ␛[31m\n"
        "  |                                 ^^^^^\n"
        "  = kapitel 1/été,100%.tex:2:23: first [here](9)\n"
        "  = help: remove one\n"
        "\n"
        "error[HSE001]: ends on line 4 [house-style]\n"
        " --> kapitel 1/été,100%.tex:2:29\n"
        "  |\n"
        "2 |     Voilà e\u0301t 𝒳 漢字 \\cite{smith,smith}<U+202E> ␛[31m\n"
        "  |                                 ^^^^^^^^^^^^^^^^^^^^\n"
    )


def test_full_prints_ten_related_places_and_json_all() -> None:
    text = "TODO: more.\n\n" * 30
    related = tuple(Related(Span(MAIN, 13 * n, 13 * n + 4), "here") for n in range(1, 30))
    first = Diagnostic("CIT004", "repeated-key", Severity.WARNING, Span(MAIN, 0, 4), "here", None, related)
    report = a_report([first], {MAIN: source(MAIN, text.encode())})
    lines = shown(report, "full").splitlines()
    assert [line for line in lines if line.endswith(": here")] == lines[5:15]
    assert lines[15] == "  = and 19 more places, which --format json lists"
    assert len(json.loads(shown(report, "json"))["diagnostics"][0]["related"]) == 29


def test_full_in_colour_differs_in_colour_only() -> None:
    coloured = shown(hard(), "full", color=True)
    assert coloured.startswith("\x1b[1;36mnote[TEX001]\x1b[0m: \x1b[1m100%")
    plain = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert [line.rstrip() for line in plain.splitlines()] == shown(hard(), "full").splitlines()


def lone(text: str, start: int, end: int, **options: Any) -> list[str]:
    found = Diagnostic("CIT004", "repeated-key", Severity.ERROR, Span("a.tex", start, end), "m")
    report = a_report([found], {"a.tex": SourceFile("a.tex", text, "")})
    return shown(report, "full", **options).splitlines()[3:]


@pytest.mark.parametrize("width", [0, 20, 40, 80])
@pytest.mark.parametrize("at", [0, 3, 150, 290, 300])
@pytest.mark.parametrize("letter", ["x", "漢", "e\u0301", "\t"])
def test_a_long_line_is_cropped_around_the_finding(width: int, at: int, letter: str) -> None:
    text = letter * at + "KEY" + letter * (300 - at)
    start = at * len(letter)
    line, marks = lone(text, start, start + 3, width=width)
    cells = [cell for cell in line if cell != "\u0301"]
    assert sum(2 if cell == "漢" else 1 for cell in cells) <= max(width or 80, 24)
    place = marks.index("^")
    before = next(
        n for n in range(len(line)) if sum(2 if c == "漢" else c != "\u0301" for c in line[:n]) == place
    )
    assert line[before:].lstrip("\u0301").startswith("KEY")
    assert marks.count("^") == 3


@pytest.mark.parametrize(
    ("text", "start", "end", "line", "marks"),
    [
        ("ab", 2, 2, "1 | ab", "  |   ^"),
        ("", 0, 0, "1 |", "  | ^"),
        ("ab\ncd\n", 6, 6, "3 |", "  | ^"),
        ("ab", 1, 1, "1 | ab", "  |  ^"),
        ("ab\ncd", 1, 5, "1 | ab", "  |  ^"),
        ("ab", 9, 99, "1 | ab", "  |   ^"),
        ("e\u0301x", 1, 2, "1 | e\u0301x", "  |  ^"),
        ("x" * 50, 0, 50, "1 | " + "x" * 34 + "…", "  | " + "^" * 34),
    ],
)
def test_carets_at_the_edges(text: str, start: int, end: int, line: str, marks: str) -> None:
    assert lone(text, start, end, width=40) == [line, marks]


def many(errors: int, warnings: int, notes: int) -> Report:
    text = "word " * 200
    levels = [
        (errors, Severity.ERROR, "a-rule"),
        (warnings, Severity.WARNING, "b-rule"),
        (notes, Severity.NOTE, "c-rule"),
    ]
    found = [
        Diagnostic(f"XXX{rule:03}", name, level, Span("a.tex", 5 * n, 5 * n + 4), f"{name} {n}")
        for rule, (count, level, name) in enumerate(levels)
        for n in range(count)
    ]
    return a_report(found, {"a.tex": SourceFile("a.tex", text, "")}, base=PROJECT / "my paper")


def test_first_sight_shows_the_worst_and_how_to_get_the_rest() -> None:
    text = shown(many(12, 3, 40), "full", limits=True)
    heads = re.findall(r"^(?:error|warning)\[.*?\]: (.*)", text, re.MULTILINE)
    assert heads == [f"a-rule {n} [a-rule]" for n in range(10)] + [f"b-rule {n} [b-rule]" for n in range(3)]
    assert text.endswith(
        "\n"
        "a.tex:1:1: note: XXX002 40 findings, the first: c-rule 0 [c-rule]\n"
        "\n"
        "41 more findings not shown: 39 c-rule, 2 a-rule\n"
        "  show all of them:  argcheck check 'my paper' --format concise\n"
        "  adopt as they are: argcheck baseline create 'my paper'\n"
    )


def test_first_sight_is_at_most_thirty() -> None:
    text = "word " * 200
    found = [
        Diagnostic("XXX001", f"rule-{n % 7}", Severity.ERROR, Span("a.tex", 5 * n, 5 * n + 4), "m")
        for n in range(70)
    ]
    report = a_report(found, {"a.tex": SourceFile("a.tex", text, "")})
    assert shown(report, "full", limits=True).count("error[") == 30
    assert "40 more findings not shown: " in shown(report, "full", limits=True)
    assert shown(report, "full").count("error[") == 70


def test_first_sight_of_little_says_nothing_more() -> None:
    assert "not shown" not in shown(many(2, 2, 1), "full", limits=True)
    assert shown(many(0, 0, 1), "full", limits=True) == "a.tex:1:1: note: XXX002 c-rule 0 [c-rule]\n"
    assert shown(many(0, 0, 0), "full", limits=True) == ""


def test_json() -> None:
    value = json.loads(shown(hard(), "json"))
    prints = [found.pop("fingerprint") for found in value["diagnostics"]]
    assert all(re.fullmatch(r"a1:[0-9a-f]{20}", name) for name in prints)
    where = {"file": "été,100%.tex", "line": 2, "col": 29, "end_line": 2, "end_col": 34}
    assert value == {
        "version": 1,
        "documents": [{"root": "été,100%.tex", "complete": True}],
        "diagnostics": [
            {
                "code": "TEX001",
                "name": "missing-input",
                "severity": "note",
                "file": "../gone\n.tex",
                "line": 1,
                "col": 1,
                "end_line": 1,
                "end_col": 1,
                "message": "100% ::gone::\r\n##[x]",
                "help": None,
                "related": [],
                "fix": None,
            },
            {
                "code": "CIT004",
                "name": "repeated-key",
                "severity": "warning",
                **where,
                "message": "'smith' is cited twice",
                "help": "remove one",
                "related": [{**where, "col": 23, "end_col": 28, "message": "first [here](9)"}],
                "fix": {
                    "message": "remove it",
                    "safe": True,
                    "edits": [{**where, "col": 28, "text": ""}],
                },
            },
            {
                "code": "HSE001",
                "name": "house-style",
                "severity": "error",
                **where,
                "end_line": 4,
                "end_col": 14,
                "message": "ends on line 4",
                "help": None,
                "related": [],
                "fix": None,
            },
        ],
        "not_checked": [],
        "orphans": [],
        "failures": [],
        "notices": [],
        "verified": [],
        "changes": None,
        "counts": {"error": 1, "warning": 1, "note": 1, "suppressed": 0, "baselined": 0, "fixable": 1},
    }


def test_json_says_what_was_not_checked() -> None:
    value = json.loads(shown(partial(), "json"))
    assert value["not_checked"][0] == {
        "rule": "unused-entry",
        "root": "main.tex",
        "because": [{"what": "chapters/x.tex is missing", "file": "main.tex", "line": 1}],
    }
    assert value["orphans"] == ["old/a.tex", "old/b.tex"]
    assert value["failures"] == [{"name": "house-style", "message": "KeyError: 'x'"}]
    assert value["notices"] == ["one thing"]


def test_jsonl_is_the_same_objects() -> None:
    lines = shown(hard(), "jsonl").splitlines()
    assert [json.loads(line) for line in lines] == json.loads(shown(hard(), "json"))["diagnostics"]


def test_json_keeps_letters_and_escapes_what_a_terminal_obeys() -> None:
    message = "é 𝒳 \x1b\x7f\x9b \u202e \U000e0041 \udcff ##[x]"
    found = Diagnostic("CIT004", "repeated-key", Severity.ERROR, Span("a.tex", 0, 0), message)
    text = shown(a_report([found], {}), "jsonl")
    assert '"é 𝒳 \\u001b\\u007f\\u009b \\u202e \\udb40\\udc41 \\udcff #\\u0023[x]"' in text
    assert json.loads(text)["message"] == message


def test_github() -> None:
    assert shown(hard(), "github") == (
        "::error title=HSE001 house-style,file=kapitel 1/été%2C100%25.tex,line=2,endLine=4::ends on line 4\n"
        "::warning title=CIT004 repeated-key,file=kapitel 1/été%2C100%25.tex,line=2,endLine=2,col=29,endColumn=34"
        "::'smith' is cited twice%0Akapitel 1/été,100%25.tex:2:23: first [here](9)%0Ahelp: remove one\n"
        "::notice title=TEX001 missing-input,file=gone%0A.tex,line=1,endLine=1,col=1,endColumn=1"
        "::100%25 ::gone:: ##[x]\n"
    )


def test_github_shows_ten_of_a_level_and_counts_the_rest() -> None:
    lines = shown(many(12, 3, 40), "github").splitlines()
    assert [line.split()[0] for line in lines[:-1]] == ["::error"] * 10 + ["::warning"] * 3 + [
        "::notice"
    ] * 10
    assert (
        lines[-1]
        == "argcheck: 55 findings (12 errors, 3 warnings, 40 notes), 32 of them without an annotation"
    )


def test_github_paths_are_those_of_the_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_WORKSPACE", "/project")
    assert "file=kapitel 1/" in shown(hard(), "github", "/project/kapitel 1")
    monkeypatch.setenv("GITHUB_WORKSPACE", "/elsewhere")
    assert "file=été" in shown(hard(), "github", "/project/kapitel 1")


def test_github_cuts_long_messages() -> None:
    found = Diagnostic("CIT004", "repeated-key", Severity.ERROR, Span("a.tex", 0, 0), "%" * 5000)
    text = shown(a_report([found], {}), "github")
    assert text.count("%25") == 4096


def commands(text: str) -> list[str]:
    """Find what a runner would take for a command, by its two rules and a third way to end a line."""
    lines = re.split("\r\n|\r|\n", text)
    return [line for line in lines if re.match(r"\s*::.*::", line) or re.search(r"##\[.*\]", line)]


HOSTILE = st.lists(
    st.sampled_from(
        [
            "::error::",
            "##[add-path]",
            "#",
            "[",
            "]",
            ":",
            "\n",
            "\r",
            "\t",
            "\x85",
            "\u2028",
            "\u00a0",
            " ",
            "x",
            ",",
            "%",
        ]
    ),
    min_size=1,
    max_size=12,
).map("".join)


@given(path=HOSTILE, message=HOSTILE, text=HOSTILE, name=st.sampled_from(sorted(FORMATS)))
def test_no_manuscript_text_becomes_a_command(path: str, message: str, text: str, name: str) -> None:
    text = decode(text.encode())[0]
    span = Span(path, 0, len(text))
    found = Diagnostic(
        "CIT004", "repeated-key", Severity.NOTE, span, message, message, (Related(span, message),)
    )
    report = a_report([found], {path: SourceFile(path, text, "")}, notices=(message,), orphans=(path,))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GITHUB_ACTIONS", "true")
        out = shown(report, name)
        assert not commands(summary(report, cwd=PROJECT))
        assert not commands(shown(report, "full", limits=True))
    assert not commands(neutralise(text + message))
    if name == "github":
        assert out.count("\n") == 1
        assert re.fullmatch(
            r"::notice title=[\w -]+,file=[^:,\r\n]*,line=1,endLine=\d+(,col=1,endColumn=\d+)?::.*\n", out
        )
    else:
        assert not commands(out)


def test_text_is_left_alone_where_no_runner_listens() -> None:
    found = Diagnostic("CIT004", "repeated-key", Severity.ERROR, Span("a.tex", 0, 1), "##[group]")
    report = a_report([found], {"a.tex": SourceFile("a.tex", "::set-env::", "")})
    assert "CIT004 ##[group]" in shown(report, "concise")
    assert "1 | ::set-env::" in shown(report, "full")


REASONS = (
    "a is missing",
    "b is missing",
    "c is missing",
    "d is missing",
    "xr takes labels of another document",
)


def partial() -> Report:
    held = tuple(
        HeldBack(root, rule, (Unchecked(f"{missing} is missing", Span(root, 0, 1)),))
        for root, missing in (
            ("main.tex", "chapters/x.tex"),
            ("talk.tex", "refs.bib"),
            ("note.tex", "refs.bib"),
        )
        for rule in ("unused-entry", "undefined-reference")
    )
    report = hard()
    return a_report(
        report.diagnostics,
        dict(report.sources),
        held_back=(*held, HeldBack("main.tex", "other", tuple(map(Unchecked, REASONS)))),
        orphans=("old/a.tex", "old/b.tex"),
        failures=(Failure("house-style", "KeyError: 'x'"),),
        notices=("one thing",),
        suppressed=3,
        baselined=2,
    )


def test_the_summary_leads_with_what_was_not_checked() -> None:
    assert summary(partial(), cwd=PROJECT) == (
        "failed: house-style: KeyError: 'x'\n"
        "not checked in main.tex: unused-entry, undefined-reference, because chapters/x.tex (main.tex:1) is missing; "
        "other, because a, b, c and 1 more are missing and xr takes labels of another document\n"
        "not checked in talk.tex: unused-entry, undefined-reference, because refs.bib (talk.tex:1) is missing\n"
        "not checked in note.tex: unused-entry, undefined-reference, because refs.bib (note.tex:1) is missing\n"
        "2 LaTeX files belong to no document and are not checked (name them to have them checked): old/a.tex and old/b.tex\n"
        "one thing\n"
        "3 findings (1 error, 1 warning, 1 note) in 1 document, 1 file; 3 suppressed, 2 in the baseline; "
        "1 fixable with --fix\n"
    )


def test_the_summary_calls_files_of_latex_and_others_files() -> None:
    report = partial()._replace(orphans=("old/a.tex", "old/b.qmd"))
    assert "\n2 files belong to no document" in summary(report, cwd=PROJECT)


def test_the_summary_of_a_clean_run_is_one_line() -> None:
    documents = (
        DocumentStatus("a.tex", ("a.tex", "c.tex"), True),
        DocumentStatus("b.tex", ("b.tex", "c.tex"), True),
    )
    assert summary(a_report([], {}, documents=documents)) == "no findings in 2 documents, 3 files\n"


def test_the_step_summary_is_a_table_without_live_markup() -> None:
    found = Diagnostic(
        "CIT004", "repeated-key", Severity.ERROR, Span("a|b.tex", 0, 0), "<b> | @x [l](http://x) `c`\n#"
    )
    assert shown(a_report([found], {}), "markdown") == (
        "## argcheck\n"
        "\n"
        "1 finding (1 error) in 1 document, 1 file  \n"
        "\n"
        "| place | severity | rule | finding |\n"
        "| --- | --- | --- | --- |\n"
        "| a\\|b.tex:1:1 | error | CIT004 repeated-key "
        "| &lt;b&gt; \\| &#64;x \\[l\\](http&#58;//x) \\`c\\` \\# |\n"
    )
    assert shown(a_report([], {}), "markdown") == "## argcheck\n\nno findings in 1 document, 1 file\n"


def test_unknown_names_are_usage_errors() -> None:
    with pytest.raises(UsageError, match="'xml' is none of full, concise, json, jsonl, github, sarif"):
        shown(hard(), "xml")
    with pytest.raises(UsageError, match="'em' is none of char, byte, utf16"):
        shown(hard(), "full", column_unit="em")


def sarif(report: Report) -> dict[str, Any]:
    return json.loads(shown(report, "sarif"))


def test_sarif_result() -> None:
    log = sarif(hard())
    run = log["runs"][0]
    result = run["results"][1]
    assert (log["$schema"], log["version"]) == ("https://json.schemastore.org/sarif-2.1.0.json", "2.1.0")
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["automationDetails"] == {"id": "argcheck/kapitel%201/"}
    assert re.fullmatch(r"a1:[0-9a-f]{20}", result["partialFingerprints"].pop("argcheckFingerprint/v1"))
    assert re.fullmatch(r"[0-9a-f]+:1", result["partialFingerprints"].pop("primaryLocationLineHash"))
    uri = {"uri": "kapitel%201/%C3%A9t%C3%A9%2C100%25.tex"}
    region = {"startLine": 2, "startColumn": 29, "endLine": 2, "endColumn": 34}
    assert result == {
        "ruleId": "CIT004",
        "ruleIndex": 0,
        "level": "warning",
        "message": {"text": "'smith' is cited twice. Help: remove one. [first \\[here\\](9)](1)."},
        "locations": [{"physicalLocation": {"artifactLocation": uri, "region": region}}],
        "relatedLocations": [
            {
                "id": 1,
                "message": {"text": "first [here](9)"},
                "physicalLocation": {
                    "artifactLocation": uri,
                    "region": {**region, "startColumn": 23, "endColumn": 28},
                },
            }
        ],
        "fixes": [
            {
                "description": {"text": "remove it."},
                "artifactChanges": [
                    {
                        "artifactLocation": uri,
                        "replacements": [
                            {
                                "deletedRegion": {**region, "startColumn": 28},
                                "insertedContent": {"text": ""},
                            }
                        ],
                    }
                ],
                "properties": {"safe": True},
            }
        ],
        "partialFingerprints": {},
    }


def test_sarif_rules_of_a_plugin_are_an_extension() -> None:
    run = sarif(hard())["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["CIT004", "CIT005", "TEX001"]
    assert run["results"][0]["ruleIndex"] == 2
    (extension,) = run["tool"]["extensions"]
    assert (extension["name"], [rule["id"] for rule in extension["rules"]]) == ("house_rules", ["HSE001"])
    component = {"name": "house_rules", "index": 0}
    assert run["results"][2]["rule"] == {"id": "HSE001", "index": 0, "toolComponent": component}


def test_sarif_has_what_github_requires() -> None:
    for report in (hard(), partial(), many(3, 3, 3), a_report([], {})):
        text = shown(report, "sarif")
        assert "/project" not in text
        log = json.loads(text)
        assert len(log["runs"]) == 1
        run = log["runs"][0]
        tool = run["tool"]
        for part in (tool["driver"], *tool.get("extensions", ())):
            assert part["name"]
            for rule in part["rules"]:
                check_descriptor(rule)
        for result in run["results"]:
            check_result(result, tool)


def check_descriptor(rule: dict[str, Any]) -> None:
    assert rule["id"]
    assert len(rule["name"]) <= 255
    for key in ("shortDescription", "fullDescription", "help"):
        assert 0 < len(rule[key]["text"]) <= 1024
    assert len(rule["help"]["markdown"]) <= 1024
    assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    assert rule["properties"]["precision"] in ("very-high", "high", "medium", "low")
    assert rule["properties"]["problem.severity"] in ("error", "warning", "recommendation")
    assert len(rule["properties"]["tags"]) <= 10


def check_result(result: dict[str, Any], tool: dict[str, Any]) -> None:
    if "rule" in result:
        rules = tool["extensions"][result["rule"]["toolComponent"]["index"]]["rules"]
        assert rules[result["rule"]["index"]]["id"] == result["rule"]["id"]
    else:
        assert tool["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    assert 0 < len(result["message"]["text"]) <= 1024
    assert len(result["locations"]) == 1
    links = {
        int(number) for number in re.findall(r"\]\((\d+)\)", result["message"]["text"].replace("\\](", ""))
    }
    assert links == {place["id"] for place in result.get("relatedLocations", ())}
    assert result["partialFingerprints"]["argcheckFingerprint/v1"]
    for place in (*result["locations"], *result.get("relatedLocations", ())):
        physical = place["physicalLocation"]
        assert re.fullmatch(r"(?!/)[A-Za-z0-9/._~%-]+", physical["artifactLocation"]["uri"])
        region = physical["region"]
        assert (
            (1, 1) <= (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
        )


def test_sarif_keeps_the_worst_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("argcheck.lint.reporters.sarif.MOST_RESULTS", 4)
    run = sarif(many(3, 3, 3))["runs"][0]
    assert [result["level"] for result in run["results"]] == ["error", "warning", "error", "error"]
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert notes[-1]["message"]["text"] == "5 findings are left out: a SARIF file may hold 4."


def test_sarif_says_what_was_not_checked() -> None:
    (invocation,) = sarif(partial())["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    texts = [note["message"]["text"] for note in invocation["toolExecutionNotifications"]]
    assert texts[1].startswith("not checked in main.tex: unused-entry, undefined-reference, because")
    assert len(texts) == 6


def test_sarif_cuts_long_texts_and_closes_what_it_cuts() -> None:
    from argcheck.lint.reporters.sarif import _clip_page

    page = "Short.\n\n```tex\n" + "line\n\n" * 300 + "```\n"
    cut = _clip_page(page)
    assert len(cut) <= 1024
    assert cut.count("```") == 2
    found = Diagnostic("CIT004", "repeated-key", Severity.ERROR, Span("a.tex", 0, 0), "m" * 3000)
    assert len(sarif(a_report([found], {}))["runs"][0]["results"][0]["message"]["text"]) == 1024


MULTITOOL = os.environ.get("SARIF_MULTITOOL") or shutil.which("Sarif.Multitool")
needs_multitool = pytest.mark.skipif(
    not MULTITOOL,
    reason="name the executable of the npm package @microsoft/sarif-multitool with SARIF_MULTITOOL",
)


@needs_multitool
@pytest.mark.parametrize("make", [hard, partial, lambda: many(3, 3, 3), lambda: a_report([], {})])
def test_sarif_multitool_finds_nothing_to_warn_about(tmp_path: Path, make: Any) -> None:
    file = tmp_path / "out.sarif"
    file.write_text(shown(make(), "sarif"), "utf-8")
    options = ["--rule-kind", "Sarif;Ghas", "--level", "Error;Warning"]
    done = subprocess.run([MULTITOOL, "validate", file, *options], capture_output=True, text=True, check=True)
    assert "Analysis completed successfully." in done.stdout
    assert re.findall(r".*: (?:error|warning) .*", done.stdout) == []


@needs_multitool
@pytest.mark.parametrize("make", [hard, partial, lambda: many(3, 3, 3), lambda: a_report([], {})])
def test_sarif_is_valid_by_its_schema(make: Any) -> None:
    import jsonschema

    schema = json.loads((Path(MULTITOOL or "").parent / "sarif-2.1.0.json").read_text("utf-8-sig"))
    jsonschema.validate(sarif(make()), schema)


def test_the_same_bytes_each_time() -> None:
    for name in FORMATS:
        assert shown(partial(), name) == shown(partial(), name)
