"""``pytest --argcheck PATH``: a test for each document of PATH and each rule with findings in it.

It is off by default; the flag, or ``argcheck = true`` in pytest's configuration, turns it on.  The main process
analyses the documents once a session, before the collection, and sends plain data to the workers of pytest-xdist.

Every pytest run imports this module if argcheck is installed, so only pytest and the standard library may be imported
outside functions.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.api import Diagnostic, Report

_CLEAN = "argcheck"  #: name of the item of a document without findings
_FAILED = "argcheck-failed"  #: name of the item of plugins that failed

#: A rule in a document, as JSON: name, path, line, failing, text.
_Data = dict[str, Any]


class _Results(NamedTuple):
    """The results of a session, as data that can be sent to a worker."""

    items: dict[str, list[_Data]]  #: absolute path of a file -> its items
    summary: str


_RESULTS = pytest.StashKey[_Results]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag and the option of the configuration."""
    help_ = "check the LaTeX documents under the given paths with argcheck"
    parser.getgroup("argcheck").addoption("--argcheck", action="store_true", help=help_)
    parser.addini("argcheck", help_, type="bool", default=False)


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker of all items of argcheck."""
    config.addinivalue_line("markers", "argcheck: findings of argcheck in a LaTeX document.")


def _wanted(config: pytest.Config) -> bool:
    return bool(config.getoption("argcheck") or config.getini("argcheck"))


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Analyse once a session; a worker of pytest-xdist gets the results from the main process."""
    config = session.config
    if not _wanted(config):
        return
    sent = getattr(config, "workerinput", {}).get("argcheck")
    config.stash[_RESULTS] = _Results(*sent) if sent else _analyse(config)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Send the results to a worker of pytest-xdist."""
    results = node.config.stash.get(_RESULTS, None)
    if results:
        node.workerinput["argcheck"] = tuple(results)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the files that have items."""
    results = parent.config.stash.get(_RESULTS, None)
    if results is None:
        return None
    from argcheck.api import TEX_SUFFIXES

    if file_path.suffix not in TEX_SUFFIXES or str(file_path.resolve()) not in results.items:
        return None
    collector: pytest.Collector = DocumentFile.from_parent(parent, path=file_path)
    return collector


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the summary of what was checked and what was not."""
    results = config.stash.get(_RESULTS, None)
    if results and results.summary:
        terminalreporter.section("argcheck")
        terminalreporter.write(results.summary)


class DocumentFile(pytest.File):
    """A document: an item for each rule with findings, or an item that passes."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the items from the results of the session."""
        for data in self.config.stash[_RESULTS].items[str(self.path.resolve())]:
            yield RuleItem.from_parent(self, name=data["name"], data=data)


class RuleItem(pytest.Item):
    """The findings of a rule in a document."""

    def __init__(self, *, data: _Data, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._data = data
        self.add_marker("argcheck")

    def runtest(self) -> None:
        """Fail if a finding is at or above the threshold; add the others to the report."""
        if self._data["failing"]:
            raise FindingsError(self._data["text"])
        if self._data["text"]:
            self.add_report_section("call", "argcheck", self._data["text"])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the findings, without a traceback."""
        if isinstance(excinfo.value, FindingsError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the place of the first finding; without findings, of the document."""
        return Path(self._data["path"]), self._data["line"], f"{self.path.name}: {self.name}"


class FindingsError(Exception):
    """A rule has findings, which are the message."""


# --- the analysis: everything below runs only in a session that asked for it ---------------------------------------


def _analyse(config: pytest.Config) -> _Results:
    """Check the paths of the session, with a run for each project."""
    from argcheck.api import ArgcheckError

    items: dict[str, list[_Data]] = {}
    summaries: list[str] = []
    try:
        for paths in _by_project(_arguments(config)):
            report = _check(paths)
            result = _items(report, config.invocation_params.dir)
            items |= {path: result[path] for path in _collected(report, result, paths)}
            summaries.append(_summary(report, config.invocation_params.dir))
    except ArgcheckError as error:
        raise pytest.UsageError(f"argcheck: {error}") from None
    return _Results(items, "".join(summaries))


def _arguments(config: pytest.Config) -> list[Path]:
    """Return the folders and LaTeX files from which the session collects."""
    from argcheck.api import TEX_SUFFIXES

    folder = config.invocation_params.dir
    given = dict.fromkeys((folder / argument.partition("::")[0]).resolve() for argument in config.args)
    return [path for path in given if path.is_dir() or (path.is_file() and path.suffix in TEX_SUFFIXES)]


def _by_project(paths: Iterable[Path]) -> list[list[Path]]:
    from argcheck.files.grouping import grouped
    from argcheck.files.repository import project_root

    projects = grouped(paths, lambda path: project_root(path, None))
    return list(projects.values())


def _check(paths: list[Path]) -> Report:
    """Do what ``argcheck check PATHS`` does, baseline included."""
    from argcheck.cli import checking
    from argcheck.settings.config import settings_for

    return checking.analyse(paths, settings_for(paths, cwd=Path.cwd()), {"no_cache": True})[0]


def _items(report: Report, folder: Path) -> dict[str, list[_Data]]:
    """Return the items by absolute path of the file.

    The root file of a document has the findings in all of its files; any other file has its own.
    """
    roots = {document.root for document in report.documents}
    by_file: dict[str, dict[str, list[Diagnostic]]] = {}
    for document in report.documents:
        for path in document.files:
            by_file.setdefault(path, {})
    for diagnostic in report.diagnostics:
        here = set() if diagnostic.span.path in roots else {diagnostic.span.path}
        for path in {*diagnostic.roots, *here}:
            by_file.setdefault(path, {}).setdefault(diagnostic.code, []).append(diagnostic)
    failed = _failed(report)
    return {
        str((report.project / path).resolve()): _file_items(report, path, rules, folder) + failed
        for path, rules in by_file.items()
    }


def _file_items(report: Report, path: str, rules: dict[str, list[Diagnostic]], folder: Path) -> list[_Data]:
    if not rules:
        return [_item(_CLEAN, report.project / path)]
    return [_rule_item(report, code, rules[code], folder) for code in sorted(rules)]


def _rule_item(report: Report, code: str, diagnostics: list[Diagnostic], folder: Path) -> _Data:
    from argcheck.lint.reporters import concise
    from argcheck.lint.reporters.places import Places

    places = Places(report, folder)
    text = "\n".join(concise.line(diagnostic, places, color=False) for diagnostic in diagnostics)
    failing = any(map(report.fails, diagnostics))
    line = places.place(diagnostics[0].span).line - 1
    return _item(code, report.project / diagnostics[0].span.path, line=line, failing=failing, text=text)


def _item(name: str, path: Path, *, line: int = 0, failing: bool = False, text: str = "") -> _Data:
    return {"name": name, "path": str(path), "line": line, "failing": failing, "text": text}


def _failed(report: Report) -> list[_Data]:
    """Return an item for the failures without a finding, as of plugins; rules that raised have one."""
    messages = [failure.message for failure in report.failures if failure.name not in report.rules]
    messages = [
        message
        for message in messages
        if not any(diagnostic.message in message for diagnostic in report.diagnostics)
    ]
    return [_item(_FAILED, report.project, failing=True, text="\n".join(messages))] if messages else []


def _collected(report: Report, result: Iterable[str], paths: list[Path]) -> Iterator[str]:
    """Yield the files to collect: roots under the paths, and parts of documents whose root is not.

    The findings in other parts are in the items of their root.
    """
    from argcheck.api import TEX_SUFFIXES

    roots = {str((report.project / document.root).resolve()) for document in report.documents}
    chosen = {root for root in roots if _under(Path(root), paths)}
    covered = {
        str((report.project / path).resolve())
        for document in report.documents
        if str((report.project / document.root).resolve()) in chosen
        for path in document.files
    }
    parts = (path for path in result if path not in covered and path.endswith(TEX_SUFFIXES))
    yield from sorted({*chosen, *parts})


def _under(path: Path, paths: Iterable[Path]) -> bool:
    return any(path == given or path.is_relative_to(given) for given in paths)


def _summary(report: Report, folder: Path) -> str:
    from argcheck.lint.reporters.summary import summary

    return summary(report, cwd=folder)
