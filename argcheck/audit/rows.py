"""The rows of a paper from its bytes: a pure function that any engine can call."""

from __future__ import annotations

import gc
import tempfile
import traceback
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck.audit.columns import (
    CHECKED,
    CRASHED,
    NOT_LATEX,
    OVER_LIMIT,
    UNREADABLE,
    Rows,
    of_number,
    only_status,
)
from argcheck.audit.entry_text import bibtex_of
from argcheck.audit.papers import ALONE
from argcheck.audit.unpack import NotUnpacked, Unpacked, unpack
from argcheck.files.opening import OtherKindError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.audit.papers import AuditOptions, Paper
    from argcheck.files.opening import InputError
    from argcheck.lint.report import Report
    from argcheck.reading.read_document import Document
    from argcheck.reading.workspace import Workspace
    from argcheck.settings.config import Settings


def rows_of(paper: Paper, options: AuditOptions) -> Rows:
    """Check a paper, and return its rows by table; exactly one is of ``documents``.

    Only the bytes of the paper are read, and no file is left behind.  If it cannot be checked, its rows say why.

    :raises MemoryError: the limit of the process is reached.
    """
    if paper.status:
        return only_status(paper.id, paper.status, paper.detail)
    with _collecting_at_end(), tempfile.TemporaryDirectory(prefix="argcheck-paper-") as name:
        folder = Path(name).resolve() / "paper"
        folder.mkdir()
        try:
            unpacked = unpack(paper.name, paper.data, folder, options.max_bytes, options.max_files)
            return _checked(paper.id, folder, unpacked, options)
        except NotUnpacked as outcome:
            return only_status(paper.id, outcome.status, outcome.detail)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 - a bug of argcheck becomes a row, and the audit continues
            trace = traceback.format_exc().replace(name, "")
            return only_status(paper.id, CRASHED, f"{type(error).__name__}: {error}".replace(name, ""), trace)


@contextmanager
def _collecting_at_end() -> Iterator[None]:
    """Run the garbage collector only after a paper, for young objects: during the check, most objects are in use."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.collect(0)
        if enabled:
            gc.enable()


def require_rules(options: AuditOptions) -> None:
    """Check the selected rules before any paper is read.

    :raises UsageError: a selector matches no rule.
    """
    from argcheck.lint.registry import load_rules
    from argcheck.lint.selection import selected_rules

    selected_rules(_settings(Path.cwd(), options), load_rules(None, plugins=False).rules.values())


def _settings(folder: Path, options: AuditOptions) -> Settings:
    from argcheck.settings.config import load_settings

    overrides = {name: list(value) for name in ("select", "ignore") if (value := getattr(options, name))}
    return load_settings(folder, stop_at=folder, isolated=True, overrides=overrides, environ={})


def _checked(paper: str, folder: Path, unpacked: Unpacked, options: AuditOptions) -> Rows:
    from argcheck.argument.extract.export import as_json
    from argcheck.argument.model import DEFAULT_RUNS
    from argcheck.lint.argument_graphs import graphs_of
    from argcheck.lint.engine import run_rules
    from argcheck.lint.registry import load_rules
    from argcheck.reading.workspace import Workspace

    registry = load_rules(None, plugins=False)
    settings = _settings(folder, options)
    workspace = Workspace([folder], settings, cwd=folder, readers=registry.readers)
    report = run_rules(workspace, registry)
    alone = [] if report.documents else [path for path in folder.rglob("*") if _may_be_alone(path)]
    if len(alone) == 1:
        workspace = Workspace(alone, settings, cwd=folder, readers=registry.readers)
        report = run_rules(workspace, registry)
    if any("MemoryError" in failure.traceback for failure in report.failures):
        raise MemoryError
    if not report.documents:
        return only_status(paper, *_why_nothing(workspace, len(alone)))
    rows: Rows = {
        "documents": [_document(paper, report, unpacked)],
        "diagnostics": _diagnostics(paper, report),
    }
    # The graph first: it reads all sentences, which the citations then reuse.
    for graph in graphs_of(workspace, DEFAULT_RUNS) if options.graph else ():
        data = as_json(graph, "")
        head = {"paper": paper, "root": data["root"]}
        _extend(rows, {table: [{**head, **row} for row in data[table]] for table in ("nodes", "edges")})
    for document in workspace.documents:
        _extend(rows, _of_document(paper, document))
    rows["failures"] = [
        {"paper": paper, "part": failure.name, "message": failure.message, "traceback": failure.traceback}
        for failure in report.failures
    ]
    return rows


def _extend(rows: Rows, more: Rows) -> None:
    for table, added in more.items():
        rows.setdefault(table, []).extend(added)


def _why_nothing(workspace: Workspace, alone: int) -> tuple[str, str]:
    """Return the status of a paper without a document, and the reason.

    :param alone: number of its Word and XML files.
    """
    for notice in workspace.project.notices:
        if " is not checked: " in notice:
            return NOT_LATEX, notice
    for root, error in workspace.unreadable[:1]:
        return _status_of(error), f"{root} cannot be analysed: {error.detail}"
    why = "no LaTeX file with a \\documentclass, and no Markdown or Typst that names a bibliography"
    several = f"; which of its {alone} Word or XML files is the manuscript is not known" if alone > 1 else ""
    return NOT_LATEX, f"it holds no document: {why}{several}"


def _status_of(error: InputError) -> str:
    """Return the status of a paper whose only manuscript cannot be read."""
    if error.reason == "limit":
        return OVER_LIMIT
    return NOT_LATEX if isinstance(error, OtherKindError) else UNREADABLE


def _may_be_alone(path: Path) -> bool:
    """Whether a file is Word or XML, and not a lock file of Word."""
    return path.name.lower().endswith(ALONE) and not path.name.startswith(("~$", ".")) and path.is_file()


def _document(paper: str, report: Report, unpacked: Unpacked) -> dict[str, Any]:
    severities = Counter(diagnostic.severity.label for diagnostic in report.diagnostics)
    return {
        "paper": paper,
        "status": CHECKED,
        "detail": "",
        **of_number(paper),
        "roots": [document.root for document in report.documents],
        "files": unpacked.files,
        "bytes": unpacked.size,
        "complete": all(document.complete for document in report.documents),
        "errors": severities["error"],
        "warnings": severities["warning"],
        "notes": severities["note"],
        "held_back": len(report.held_back),
    }


def _diagnostics(paper: str, report: Report) -> list[dict[str, Any]]:
    from argcheck.lint.fingerprint import fingerprints

    rows = []
    for diagnostic, name in zip(
        report.diagnostics, fingerprints(report.diagnostics, report.sources), strict=True
    ):
        line, column = report.position(diagnostic.span)
        rows.append(
            {
                "paper": paper, "file": diagnostic.span.path, "line": line, "col": column, "code": diagnostic.code,
                "name": diagnostic.name, "severity": diagnostic.severity.label, "message": diagnostic.message,
                "fingerprint": name,
            }
        )  # fmt: skip
    return rows


def _of_document(paper: str, document: Document) -> Rows:
    """Return the rows of citations, entries and cited works of a document."""
    from argcheck.lint.citation_map import citation_rows, entry_rows
    from argcheck.verdicts.identity import titled, work_of

    m, b = document
    head = {"paper": paper, "root": m.root}
    citations = [{**head, **row} for row in citation_rows(m)]
    cited = Counter(row["key"] for row in citations)
    entries, works = [], []
    for entry, row in zip(b.entries, entry_rows(b), strict=True):
        work = work_of(entry)
        entries.append({**head, **row, "work": work})
        if cited[entry.key]:
            texts = {name: entry.text(name) or "" for name in ("doi", "title", "year")}
            names = {"work": work, "titled": titled(entry) if work.startswith("doi:") else work}
            more = {"key": entry.key, "cited": cited[entry.key], "bibtex": bibtex_of(entry)}
            works.append({**head, **names, **texts, **more})
    return {"citations": citations, "entries": entries, "works": works}
