"""JUnit's XML: a suite for each document, and in it a test for each file and rule with findings.

A test fails if one of its findings makes the run fail; otherwise it passes, and has the findings in its output.
A document without findings has one test, which passes, to show that it was checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.lint.reporters import concise
from argcheck.lint.reporters.lines import for_log
from argcheck.lint.reporters.places import Places
from argcheck.lint.reporters.xml_text import DECLARATION, attributes, text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.lint.report import Report
    from argcheck.lint.reporters.view import ReportView

    Tests = dict[tuple[str, str, str], list[Diagnostic]]  # path, code, name -> findings


def render(report: Report, view: ReportView) -> str:
    """Return all suites; paths are relative to the current folder, columns count code points from 1."""
    places = Places(report, view.cwd)
    suites: dict[str, Tests] = {document.root: {} for document in report.documents}
    for diagnostic in report.diagnostics:
        root = next((root for root in diagnostic.roots if root in suites), diagnostic.span.path)
        key = (diagnostic.span.path, diagnostic.code, diagnostic.name)
        suites.setdefault(root, {}).setdefault(key, []).append(diagnostic)
    body = "".join(_suite(root, tests, report, places) for root, tests in suites.items())
    return for_log(f'{DECLARATION}<testsuites name="argcheck">\n{body}</testsuites>\n')


def _suite(
    root: str, tests: Mapping[tuple[str, str, str], list[Diagnostic]], report: Report, places: Places
) -> str:
    cases = [_case(diagnostics, report, places) for diagnostics in tests.values()]
    if not cases:
        cases = [f"    <testcase{attributes(name='argcheck', classname=places.path(root))}/>\n"]
    failures = sum(any(map(report.fails, diagnostics)) for diagnostics in tests.values())
    counts = attributes(name=places.path(root), tests=len(cases), failures=failures, errors=0)
    return f"  <testsuite{counts}>\n{''.join(cases)}  </testsuite>\n"


def _case(diagnostics: Sequence[Diagnostic], report: Report, places: Places) -> str:
    first = diagnostics[0]
    test = attributes(name=f"{first.code} {first.name}", classname=places.path(first.span.path))
    lines = "\n".join(text(concise.line(diagnostic, places, color=False)) for diagnostic in diagnostics)
    if any(map(report.fails, diagnostics)):
        failing = next(filter(report.fails, diagnostics))
        result = f"<failure{attributes(type=first.code, message=failing.message)}>{lines}\n</failure>"
    else:
        result = f"<system-out>{lines}\n</system-out>"
    return f"    <testcase{test}>{result}</testcase>\n"
