"""SARIF 2.1.0 for GitHub code scanning."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from argcheck import __version__
from argcheck.files.diagnostic import Severity
from argcheck.lint.fingerprint import fingerprints, line_hashes
from argcheck.lint.manual import HOME
from argcheck.lint.reporters.json_format import laid_out
from argcheck.lint.reporters.places import Places, relative, worst_first
from argcheck.lint.reporters.summary import summary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.files.diagnostic import Diagnostic, Span
    from argcheck.lint.report import Report
    from argcheck.lint.reporters.view import ReportView
    from argcheck.lint.rule import Rule

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST_RESULTS = 25_000  #: GitHub rejects a file with more
_TEXT = 1024
_PROBLEM = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "recommendation"}


def render(report: Report, _view: ReportView) -> str:
    """Return one run; paths are relative to the project, columns count code points."""
    tools = _Tools.of(report)
    run = {
        "tool": tools.as_json(),
        "automationDetails": {"id": _category(report)},
        "columnKind": "unicodeCodePoints",
        "invocations": [_invocation(report)],
        "results": _results(report, tools),
    }
    return laid_out({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _category(report: Report) -> str:
    """Return a category for the analysed folder, so that uploads of several papers do not replace each other."""
    folder = relative(report.base, report.project)
    return "argcheck/" if folder == "." else f"argcheck/{_uri(folder)}/"


def _uri(path: str) -> str:
    return quote(path.encode("utf-8", "surrogateescape"), safe="/")


def _clip(text: str) -> str:
    return text if len(text) <= _TEXT else text[: _TEXT - 1] + "…"


def _clip_page(page: str) -> str:
    """Cut a manual page at a paragraph, and close a code block that the cut leaves open."""
    if len(page) <= _TEXT:
        return page
    cut = page[: _TEXT - 6]
    cut = cut[: cut.rfind("\n\n")] if "\n\n" in cut else cut
    return f"{cut}\n```" if cut.count("```") % 2 else cut


@dataclass(slots=True)
class _Tool:
    """The driver or an extension: descriptors of its rules, and their index by code."""

    name: str
    rules: list[dict[str, Any]] = field(default_factory=list)
    index: dict[str, int] = field(default_factory=dict)

    def add(self, code: str, descriptor: dict[str, Any]) -> None:
        self.index[code] = len(self.rules)
        self.rules.append(descriptor)


class _Tools:
    """argcheck as the driver, and each plugin with rules as an extension."""

    def __init__(self) -> None:
        self.driver = _Tool("argcheck")
        self.extensions: list[_Tool] = []

    @classmethod
    def of(cls, report: Report) -> _Tools:
        tools = cls()
        for rule in sorted(report.rules.values(), key=lambda rule: rule.code):
            tools._home_of(rule).add(rule.code, _rule(rule))
        for diagnostic in report.diagnostics:  # findings of argcheck itself, of no rule
            if diagnostic.code not in tools._codes():
                tools.driver.add(
                    diagnostic.code,
                    _descriptor(diagnostic.code, diagnostic.name, diagnostic.name, diagnostic.severity),
                )
        return tools

    def _codes(self) -> set[str]:
        return {code for tool in (self.driver, *self.extensions) for code in tool.index}

    def _home_of(self, rule: Rule) -> _Tool:
        package = rule.check.__module__.partition(".")[0]
        if package == "argcheck":
            return self.driver
        for tool in self.extensions:
            if tool.name == package:
                return tool
        self.extensions.append(_Tool(package))
        return self.extensions[-1]

    def reference(self, code: str) -> dict[str, Any]:
        """Return the fields of a result that refer to its rule."""
        if code in self.driver.index:
            return {"ruleId": code, "ruleIndex": self.driver.index[code]}
        number, tool = next(pair for pair in enumerate(self.extensions) if code in pair[1].index)
        component = {"name": tool.name, "index": number}
        return {"rule": {"id": code, "index": tool.index[code], "toolComponent": component}}

    def as_json(self) -> dict[str, Any]:
        driver = {
            "name": "argcheck",
            "version": __version__,
            "semanticVersion": __version__,
            "informationUri": HOME,
            "rules": self.driver.rules,
        }
        extensions = [{"name": tool.name, "rules": tool.rules} for tool in self.extensions]
        return {"driver": driver} | ({"extensions": extensions} if extensions else {})


def _rule(rule: Rule) -> dict[str, Any]:
    return _descriptor(rule.code, rule.name, rule.doc, rule.severity, preview=rule.preview)


def _descriptor(
    code: str, name: str, page: str, severity: Severity, *, preview: bool = False
) -> dict[str, Any]:
    page = page.strip() or name
    introduction = " ".join(page.partition("\n## ")[0].split())
    help_text = _clip(f"argcheck explain {code}\n\n{page}")
    return {
        "id": code,
        "name": name[:255],
        "shortDescription": {"text": _clip(_sentence(page.partition("\n")[0]))},
        "fullDescription": {"text": _clip(_sentence(introduction))},
        "help": {"text": help_text, "markdown": _clip_page(page)},
        "defaultConfiguration": {"level": severity.label},
        "properties": {
            "precision": "medium" if preview else "high",
            "problem.severity": _PROBLEM[severity],
            "tags": ["latex", code[:3].lower()],
        },
    }


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else text + "."


def _invocation(report: Report) -> dict[str, Any]:
    """Return whether the run was successful, with notifications of what was not checked."""
    left = len(report.diagnostics) - MOST_RESULTS
    lines = summary(report, cwd=report.project).splitlines()[:-1]
    if left > 0:
        lines.append(f"{left} findings are left out: a SARIF file may hold {MOST_RESULTS}")
    level = "error" if report.failures else "warning"
    notes = [{"level": level, "message": {"text": _clip(_sentence(line))}} for line in lines]
    return {"executionSuccessful": not report.failures, "toolExecutionNotifications": notes}


def _results(report: Report, tools: _Tools) -> list[dict[str, Any]]:
    places, hashes = Places(report, report.project), _hashes(report)
    names = dict(
        zip(map(id, report.diagnostics), fingerprints(report.diagnostics, report.sources), strict=True)
    )
    results = []
    for diagnostic in _kept(report.diagnostics):
        line = places.place(diagnostic.span).line
        prints = {"primaryLocationLineHash": hashes.get(diagnostic.span.path, {}).get(line)}
        prints["argcheckFingerprint/v1"] = names[id(diagnostic)]
        results.append(
            {
                **tools.reference(diagnostic.code),
                "level": diagnostic.severity.label,
                "message": {"text": _clip(_message(diagnostic))},
                "locations": [{"physicalLocation": _location(diagnostic.span, places)}],
                **_related(diagnostic, places),
                **_fixes(diagnostic, places),
                "partialFingerprints": {key: value for key, value in prints.items() if value},
            }
        )
    return results


def _kept(diagnostics: tuple[Diagnostic, ...]) -> Iterable[Diagnostic]:
    if len(diagnostics) <= MOST_RESULTS:
        return diagnostics
    kept = worst_first(diagnostics)[:MOST_RESULTS]
    return sorted(kept, key=lambda diagnostic: diagnostic.sort_key)


def _hashes(report: Report) -> dict[str, dict[int, str]]:
    lines: dict[str, set[int]] = {}
    for diagnostic in report.diagnostics:
        if source := report.sources.get(diagnostic.span.path):
            line, _ = source.position(min(diagnostic.span.start, len(source.text)))
            lines.setdefault(diagnostic.span.path, set()).add(line)
    return {path: line_hashes(report.sources[path].written, wanted) for path, wanted in lines.items()}


def _message(diagnostic: Diagnostic) -> str:
    """Return message, help and links to the related places, which GitHub shows only if linked."""
    parts = [_sentence(_plain(diagnostic.message))]
    if diagnostic.help:
        parts.append(f"Help: {_sentence(_plain(diagnostic.help))}")
    parts += [f"[{_link(other.message)}]({number})." for number, other in enumerate(diagnostic.related, 1)]
    return " ".join(parts)


def _plain(text: str) -> str:
    """Return manuscript text that is not read as a link."""
    return text.replace("](", "]\u2060(")


def _link(text: str) -> str:
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")


def _location(span: Span, places: Places) -> dict[str, Any]:
    return {"artifactLocation": {"uri": _uri(places.path(span.path))}, "region": _region(span, places)}


def _region(span: Span, places: Places) -> dict[str, int]:
    place = places.place(span)
    return {
        "startLine": place.line,
        "startColumn": place.col,
        "endLine": place.end_line,
        "endColumn": place.end_col,
    }


def _fixes(diagnostic: Diagnostic, places: Places) -> dict[str, Any]:
    """Return the fix of a finding; a property says whether it is safe, since viewers apply what is given here."""
    if not diagnostic.fix:
        return {}
    changes: dict[str, list[dict[str, Any]]] = {}
    for edit in diagnostic.fix.edits:
        replacement = {
            "deletedRegion": _region(edit.span, places),
            "insertedContent": {"text": edit.replacement},
        }
        changes.setdefault(_uri(places.path(edit.span.path)), []).append(replacement)
    fix = {
        "description": {"text": _clip(_sentence(diagnostic.fix.message))},
        "artifactChanges": [
            {"artifactLocation": {"uri": uri}, "replacements": replacements}
            for uri, replacements in changes.items()
        ],
        "properties": {"safe": diagnostic.fix.safe},
    }
    return {"fixes": [fix]}


def _related(diagnostic: Diagnostic, places: Places) -> dict[str, Any]:
    if not diagnostic.related:
        return {}
    listed = [
        {
            "id": number,
            "message": {"text": _clip(other.message)},
            "physicalLocation": _location(other.span, places),
        }
        for number, other in enumerate(diagnostic.related, 1)
    ]
    return {"relatedLocations": listed}
