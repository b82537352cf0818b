"""GitLab, JUnit, Checkstyle and rdjson: valid by their schemas, with columns in the unit that each defines."""

from __future__ import annotations

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from argcheck.api import check
from argcheck.files.diagnostic import Diagnostic, Edit, Fix, Related, Severity, Span
from argcheck.files.source import SourceFile
from argcheck.lint.report import DocumentStatus, Report
from argcheck.lint.reporters.formats import render

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HERE = Path(__file__).parent
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or HERE.parents[1] / "shared") / "data" / "schemas"
#: Format -> its schema, by us and as published.
SCHEMAS = {
    "gitlab": ("gitlab.json", "gitlab-codequality.json"),
    "rdjson": ("rdjson.json", "rdf-DiagnosticResult.json"),
    "checkstyle": ("checkstyle.xsd", ""),
    "junit": ("junit.xsd", "jenkins-junit-10.xsd"),
}
#: In front of the key: a tab, an accent, a combining mark, a character outside of the BMP, wide ones.
LINE = "\tVoilà e\u0301t 𝒳 漢字 \\cite{nobody} & <more>"
PAPER = (
    "\\documentclass{article}\r\n\\begin{document}\r\nOne \\cite{known}.\r\n"
    f"{LINE}\r\n\r\n\\bibliography{{refs}}\r\n\\end{{document}}\r\n"
)
REFS = "@article{known,\r\n  author = {A. Writer},\r\n  title = {A Title},\r\n  journal = {J},\r\n  year = 2001\r\n}\r\n"


@pytest.fixture
def report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Report:
    (tmp_path / "kapitel & 1").mkdir()
    (tmp_path / "kapitel & 1" / "paper.tex").write_bytes(PAPER.encode())
    (tmp_path / "kapitel & 1" / "refs.bib").write_bytes(REFS.encode())
    monkeypatch.delenv("CI_PROJECT_DIR", raising=False)
    return check(tmp_path, isolated=True, config={"select": ["undefined-citation"]})


def shown(report: Report, name: str, cwd: Path | None = None) -> str:
    return render(report, name, color=False, width=80, cwd=cwd or report.project, limits=False)


@cache
def validators(name: str) -> list[Callable[[str], object]]:
    """Our own schema, and the published one where it is at hand."""
    ours, published = SCHEMAS[name]
    files = [HERE / "schemas" / ours, *([SHARED / published] if published else [])]
    return [validator(name, file) for file in files if file.is_file()]


def validator(name: str, file: Path) -> Callable[[str], object]:
    if file.suffix == ".xsd":
        from lxml import etree

        schema = etree.XMLSchema(etree.parse(file))
        return lambda text: schema.assertValid(etree.fromstring(text.encode()))
    import jsonschema

    rules = json.loads(file.read_text("utf-8"))
    if name == "gitlab" and rules["type"] == "object":  # GitLab's is of one record
        return lambda text: [jsonschema.validate(value, rules) for value in json.loads(text)]
    return lambda text: jsonschema.validate(json.loads(text), rules)


def validate(name: str, text: str) -> None:
    for valid in validators(name):
        valid(text)


def columns(report: Report, name: str) -> tuple[str, int, int]:
    """The path, line and column that a format gives for the one finding of the fixture."""
    text = shown(report, name)
    if name == "gitlab":
        (record,) = json.loads(text)
        begin = record["location"]["positions"]["begin"]
        return record["location"]["path"], begin["line"], begin["column"]
    if name == "rdjson":
        (found,) = json.loads(text)["diagnostics"]
        start = found["location"]["range"]["start"]
        return found["location"]["path"], start["line"], start["column"]
    tree = ET.fromstring(text.encode())
    if name == "checkstyle":
        (file,) = tree
        (error,) = file
        return file.attrib["name"], int(error.attrib["line"]), int(error.attrib["column"])
    said = tree.findtext("./testsuite/testcase/failure") or ""
    match = re.match(r"(.*?):(\d+):(\d+): ", said)
    assert match
    return match[1], int(match[2]), int(match[3])


@pytest.mark.parametrize("name", SCHEMAS)
def test_columns_are_in_the_unit_of_the_format(report: Report, name: str) -> None:
    units = LINE.encode() if name == "rdjson" else LINE
    key = b"nobody" if name == "rdjson" else "nobody"
    assert columns(report, name) == ("kapitel & 1/paper.tex", 4, units.index(key) + 1)  # type: ignore[arg-type]
    validate(name, shown(report, name))


def test_ends_are_exclusive(report: Report) -> None:
    (record,) = json.loads(shown(report, "gitlab"))
    assert record["location"]["positions"]["end"] == {"line": 4, "column": LINE.index("nobody") + 7}
    (found,) = json.loads(shown(report, "rdjson"))["diagnostics"]
    assert found["location"]["range"]["end"] == {"line": 4, "column": LINE.encode().index(b"nobody") + 7}


def test_gitlab_paths_are_those_of_the_checkout(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    inside = report.project / "kapitel & 1"
    assert json.loads(shown(report, "gitlab", inside))[0]["location"]["path"] == "kapitel & 1/paper.tex"
    monkeypatch.setenv("CI_PROJECT_DIR", str(report.project.parent))
    (record,) = json.loads(shown(report, "gitlab", inside))
    assert record["location"]["path"] == f"{report.project.name}/kapitel & 1/paper.tex"


def test_paths_of_the_others_are_relative_to_the_current_folder(report: Report) -> None:
    inside = report.project / "kapitel & 1"
    for name in ("rdjson", "checkstyle", "junit"):
        assert re.search(r"""["'>]paper\.tex""", shown(report, name, inside)), name


def test_rdjson_links_to_the_page_of_the_rule(report: Report) -> None:
    (found,) = json.loads(shown(report, "rdjson"))["diagnostics"]
    assert found["code"]["value"] == "CIT001 undefined-citation"
    page = found["code"]["url"].partition("/blob/main/")[2]
    assert (HERE.parent / page).is_file()


def test_a_junit_test_fails_only_where_the_run_does(report: Report) -> None:
    note = report.diagnostics[0]._replace(severity=Severity.NOTE)
    clean = DocumentStatus("clean.tex", ("clean.tex",), True)
    mild = report._replace(diagnostics=(note,), documents=(*report.documents, clean))
    validate("junit", shown(mild, "junit"))
    first, second = ET.fromstring(shown(mild, "junit").encode())
    assert (first.attrib["failures"], second.attrib["failures"]) == ("0", "0")
    assert "note: CIT001" in (first.findtext("./testcase/system-out") or "")
    assert [case.attrib["classname"] for case in second] == ["clean.tex"]
    assert len(second[0]) == 0


def synthetic(found: Iterable[Diagnostic], sources: dict[str, SourceFile]) -> Report:
    ordered = tuple(sorted(found, key=lambda diagnostic: diagnostic.sort_key))
    document = DocumentStatus("a.tex", ("a.tex",), True)
    return Report(Path("/p"), Path("/p"), (document,), ordered, sources, {}, Severity.WARNING)


def test_equal_findings_have_different_fingerprints() -> None:
    source = SourceFile("a.tex", "x x x x x", "")
    twice = [
        Diagnostic("CIT001", "undefined-citation", Severity.ERROR, Span("a.tex", 4, 5), "no entry"),
        Diagnostic("CIT001", "undefined-citation", Severity.NOTE, Span("a.tex", 4, 5), "no entry"),
    ]
    records = json.loads(shown(synthetic(twice, {"a.tex": source}), "gitlab"))
    assert len({record["fingerprint"] for record in records}) == 2
    assert [record["severity"] for record in records] == ["major", "info"]


@pytest.mark.parametrize(
    ("edits", "safe", "suggested"),
    [
        ([("a.tex", 0, 1, "y")], True, [{"start": 1, "end": 2, "text": "y"}]),
        ([("a.tex", 0, 1, "y")], False, []),  # it could change the print
        ([("a.tex", 0, 1, "y"), ("a.tex", 2, 3, "y")], True, []),  # each alone would be half of it
        ([("b.bib", 0, 1, "y")], True, []),  # rdjson cannot name another file
    ],
)
def test_rdjson_suggests_what_a_click_may_take_over(
    edits: list[tuple[str, int, int, str]], safe: bool, suggested: list[dict[str, Any]]
) -> None:
    fix = Fix("mend it", tuple(Edit(Span(*place), text) for *place, text in edits), safe)
    found = Diagnostic("CIT004", "x", Severity.NOTE, Span("a.tex", 0, 1), "m", fix=fix)
    sources = {path: SourceFile(path, "é b c", "") for path in ("a.tex", "b.bib")}
    (record,) = json.loads(shown(synthetic([found], sources), "rdjson"))["diagnostics"]
    given_ = [
        {"start": s["range"]["start"]["column"], "end": s["range"]["end"]["column"] - 1, "text": s["text"]}
        for s in record.get("suggestions", [])
    ]
    assert given_ == suggested  # é takes two bytes


ANY = st.text(st.characters(codec=None, exclude_categories=()), max_size=12)


@pytest.mark.slow
@given(path=ANY.filter(bool), message=ANY.filter(str.strip), text=ANY)
@pytest.mark.parametrize("name", SCHEMAS)
def test_valid_whatever_the_manuscript_holds(name: str, path: str, message: str, text: str) -> None:
    span = Span(path, 0, len(text))
    found = Diagnostic(
        "CIT004", "repeated-key", Severity.ERROR, span, message, message, (Related(span, message),)
    )
    report = synthetic([found], {path: SourceFile(path, text, "")})
    out = shown(report, name).encode("utf-8", "backslashreplace").decode()
    if name in ("junit", "checkstyle"):
        validate(name, out)
    else:
        values = json.loads(out)
        assert len(values if name == "gitlab" else values["diagnostics"]) == 1
